//! Places short labels beside their boxes so that they cover neither each other nor the edge: the page's rule.

/// A rectangle in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// A label of a size, to be placed beside a box.
pub(crate) struct Wish {
    pub around: Rect,
    pub width: f64,
}

/// Where each label goes; `None` where it finds no room: its box still carries hue and dash. Larger boxes choose first.
pub(crate) fn place(wishes: &[Wish], height: f64, [width, down]: [f64; 2]) -> Vec<Option<Rect>> {
    let mut order: Vec<(usize, &Wish)> = wishes.iter().enumerate().collect();
    let area = |rect: &Rect| rect.width * rect.height;
    order.sort_by(|(_, a), (_, b)| area(&b.around).total_cmp(&area(&a.around)));
    let mut placed = vec![None; wishes.len()];
    let mut taken: Vec<Rect> = Vec::new();
    for (index, wish) in order {
        let mut spots = candidates(wish, height, width, down).into_iter();
        let free = spots.find(|spot| !taken.iter().any(|other| touch(spot, other)));
        if let (Some(spot), Some(place)) = (free, placed.get_mut(index)) {
            *place = Some(spot);
            taken.push(spot);
        }
    }
    placed
}

/// Above, below, then to the sides, then inside: the nearer to the box's own corner the better.
fn candidates(wish: &Wish, height: f64, across: f64, down: f64) -> [Rect; 9] {
    let Wish { around, width } = wish;
    let gap = height / 6.0;
    let (right, below) = (around.x + around.width, around.y + around.height);
    let spots = [
        [around.x, around.y - height - gap],
        [right - width, around.y - height - gap],
        [around.x, below + gap],
        [right - width, below + gap],
        [right + gap, around.y],
        [around.x - width - gap, around.y],
        [around.x, around.y - 2.0 * (height + gap)],
        [around.x, below + 2.0 * gap + height],
        [around.x + gap, around.y + gap],
    ];
    spots.map(|[x, y]| Rect {
        x: x.min(across - width - 2.0).max(2.0),
        y: y.min(down - height - 2.0).max(2.0),
        width: *width,
        height,
    })
}

fn touch(a: &Rect, b: &Rect) -> bool {
    a.x < b.x + b.width + 1.0
        && b.x < a.x + a.width + 1.0
        && a.y < b.y + b.height + 1.0
        && b.y < a.y + a.height + 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish([x, y, width, height]: [f64; 4]) -> Wish {
        let around = Rect { x, y, width, height };
        Wish { around, width: 30.0 }
    }

    #[test]
    fn labels_stand_above_and_step_aside() {
        let wishes = [wish([50.0, 50.0, 20.0, 20.0]), wish([50.0, 50.0, 40.0, 40.0])];
        let placed = place(&wishes, 12.0, [200.0, 200.0]);
        let at = |index: usize| placed[index].map(|rect: Rect| (rect.x, rect.y)).unwrap();
        assert_eq!(at(1), (50.0, 36.0));
        assert_eq!(at(0), (50.0, 72.0));
    }

    #[test]
    fn no_label_leaves_the_picture_or_covers_another() {
        let wishes: Vec<Wish> = (0..30)
            .map(|i| wish([f64::from(i % 3), f64::from(i), 9.0, 9.0]))
            .collect();
        let placed: Vec<Rect> = place(&wishes, 12.0, [80.0, 60.0]).into_iter().flatten().collect();
        assert!(placed.len() > 1 && placed.len() < 30, "{}", placed.len());
        for (i, a) in placed.iter().enumerate() {
            assert!(a.x >= 2.0 && a.y >= 2.0 && a.x + a.width <= 80.0 && a.y + a.height <= 60.0);
            assert!(placed[..i].iter().all(|b| !touch(a, b)));
        }
    }
}
