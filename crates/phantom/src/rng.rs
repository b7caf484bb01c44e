//! The seeded random numbers of the generator: SplitMix64, the same bits on every platform.

/// SplitMix64 (Steele, Lea and Flood 2014): a counter passed through a mixing function.
#[derive(Clone, Debug)]
pub(crate) struct Rng {
    state: u64,
}

impl Rng {
    pub(crate) fn new(seed: u64, stream: u64) -> Self {
        let mut rng = Self {
            state: seed ^ stream.wrapping_mul(0xd1b5_4a32_d192_ed03),
        };
        // Neighbouring seeds must not give neighbouring counters.
        rng.state = rng.next_u64() ^ stream;
        rng
    }

    pub(crate) fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in 0..1 (24 bits, exact in f32).
    pub(crate) fn unit(&mut self) -> f32 {
        (self.next_u64() >> 40) as f32 / 16_777_216.0
    }

    /// Uniform between `low` and `high`.
    pub(crate) fn range(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// True with probability `p`.
    pub(crate) fn chance(&mut self, p: f32) -> bool {
        self.unit() < p
    }

    /// A whole number from `low` to `high`, both included.
    pub(crate) fn whole(&mut self, low: u32, high: u32) -> u32 {
        let span = u64::from(high.saturating_sub(low)) + 1;
        low + (((self.next_u64() >> 32) * span) >> 32) as u32
    }

    /// -1 or 1.
    pub(crate) fn sign(&mut self) -> f32 {
        if self.chance(0.5) { 1.0 } else { -1.0 }
    }

    /// Close to a standard normal: four 16-bit uniforms, summed and scaled (needs no logarithm).
    pub(crate) fn normal(&mut self) -> f32 {
        let bits = self.next_u64();
        let sum = (bits & 0xffff) + (bits >> 16 & 0xffff) + (bits >> 32 & 0xffff) + (bits >> 48);
        (sum as f32 / 65_536.0 - 2.0) * 1.732_050_8
    }
}
