//! Disjoint sets over small integers, the smallest member leading each.

pub(crate) struct UnionFind {
    parents: Vec<u32>,
}

impl UnionFind {
    pub(crate) fn new(len: u32) -> Self {
        Self {
            parents: (0..len).collect(),
        }
    }

    fn parent(&self, member: u32) -> u32 {
        self.parents.get(member as usize).copied().unwrap_or(member)
    }

    pub(crate) fn leader(&mut self, member: u32) -> u32 {
        let mut at = member;
        loop {
            let up = self.parent(at);
            if up == at {
                return at;
            }
            // Path halving keeps later look-ups short.
            let above = self.parent(up);
            if let Some(slot) = self.parents.get_mut(at as usize) {
                *slot = above;
            }
            at = above;
        }
    }

    pub(crate) fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.leader(a), self.leader(b));
        if let Some(slot) = self.parents.get_mut(a.max(b) as usize) {
            *slot = a.min(b);
        }
    }
}
