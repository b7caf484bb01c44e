//! Names beside points, so that none covers another and each is clearly its point's: the nearest such place, with a leader line
//! where it is far.

/// A rectangle: left, top, right, bottom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Room(pub(crate) [f64; 4]);

impl Room {
    pub(crate) fn around((x, y): (f64, f64), (w, h): (f64, f64)) -> Self {
        Self([x - w / 2.0, y - h / 2.0, x + w / 2.0, y + h / 2.0])
    }

    fn inside(&self, Room([l, t, r, b]): &Room) -> bool {
        let Room([x0, y0, x1, y1]) = self;
        x0 >= l && y0 >= t && x1 <= r && y1 <= b
    }

    pub(crate) fn overlaps(&self, Room([l, t, r, b]): &Room) -> bool {
        let Room([x0, y0, x1, y1]) = self;
        x0 < r && l < x1 && y0 < b && t < y1
    }

    /// How far a point is from it, 0 inside.
    fn distance(&self, (x, y): (f64, f64)) -> f64 {
        let Room([x0, y0, x1, y1]) = self;
        (x - x.clamp(*x0, *x1)).hypot(y - y.clamp(*y0, *y1))
    }

    /// Whether a line crosses it, by clipping the line to it (Liang and Barsky).
    fn crossed(&self, [(ax, ay), (bx, by)]: &[(f64, f64); 2]) -> bool {
        let Room([x0, y0, x1, y1]) = self;
        let (dx, dy) = (bx - ax, by - ay);
        let (mut from, mut to) = (0.0_f64, 1.0_f64);
        for (p, q) in [(-dx, ax - x0), (dx, x1 - ax), (-dy, ay - y0), (dy, y1 - ay)] {
            if p == 0.0 {
                if q < 0.0 {
                    return false;
                }
            } else if p < 0.0 {
                from = from.max(q / p);
            } else {
                to = to.min(q / p);
            }
        }
        from < to
    }
}

/// A point that wants a name.
pub(crate) struct Label {
    /// The point.
    pub(crate) at: (f64, f64),
    /// The radius of what is drawn there.
    pub(crate) radius: f64,
    /// Width and height of the name.
    pub(crate) size: (f64, f64),
}

/// Where a name went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Placed {
    /// The name's rectangle.
    pub(crate) room: Room,
    /// From the point's rim to the name, where it is not beside it.
    pub(crate) leader: Option<[(f64, f64); 2]>,
    /// How bad the place is, in rings.
    pub(crate) cost: usize,
}

/// From this cost on a name covers something, could be another point's, or stands too far away to be found.
pub(crate) const TOLERABLE: usize = 12;

/// How far a name without a leader line stands from any other point's rim: this, and twice as far as from its own.
const APART: f64 = 10.0;

/// How far names may go, in steps of 13 units.
const RINGS: usize = 40;

/// Right, left, above, below, then between: no trigonometry, so every machine places alike.
const DIRECTIONS: [(f64, f64); 16] = [
    (1.0, 0.0),
    (-1.0, 0.0),
    (0.0, -1.0),
    (0.0, 1.0),
    (0.7, -0.7),
    (0.7, 0.7),
    (-0.7, -0.7),
    (-0.7, 0.7),
    (0.92, -0.38),
    (0.92, 0.38),
    (-0.92, -0.38),
    (-0.92, 0.38),
    (0.38, -0.92),
    (0.38, 0.92),
    (-0.38, -0.92),
    (-0.38, 0.92),
];

/// Places every name inside `bounds`: near, covering no point, no name and no leader line, and nearer to its own point than to
/// any other unless a leader line tells; where there is no such place, the one that hurts least.
///
/// One name after the other, in the order given and in some others, of which the one is taken that hurts least.
pub(crate) fn place(labels: &[Label], bounds: Room) -> Vec<Placed> {
    let given: Vec<usize> = (0..labels.len()).collect();
    let sorted = |key: fn(&Label) -> f64| {
        let mut order = given.clone();
        let of = |at: &usize| labels.get(*at).map_or(0.0, key);
        order.sort_by(|a, b| of(a).total_cmp(&of(b)));
        order
    };
    let orders = [
        given.iter().rev().copied().collect(),
        sorted(|label| label.at.0),
        sorted(|label| -label.at.0),
        sorted(|label| label.at.1),
        sorted(|label| -label.at.1),
    ];
    let hurt = |placed: &[Placed]| {
        let costs = || placed.iter().map(|placed| placed.cost);
        (costs().max(), costs().fold(0, usize::saturating_add))
    };
    orders.iter().map(|order| place_in(order, labels, bounds)).fold(
        place_in(&given, labels, bounds),
        |best, next| {
            if hurt(&next) < hurt(&best) { next } else { best }
        },
    )
}

/// Places them one after the other, in this order; the places are in the order of the labels.
fn place_in(order: &[usize], labels: &[Label], bounds: Room) -> Vec<Placed> {
    let points: Vec<Room> = labels
        .iter()
        .map(|label| Room::around(label.at, (2.0 * label.radius, 2.0 * label.radius)))
        .collect();
    let mut placed: Vec<Placed> = Vec::new();
    for (own, label) in order.iter().filter_map(|at| Some((*at, labels.get(*at)?))) {
        let mut best: Option<(usize, Placed)> = None;
        for ring in 0..RINGS {
            // What is further away cannot cost less.
            if best.is_some_and(|(least, _)| least <= ring) {
                break;
            }
            for direction in DIRECTIONS {
                let candidate = beside(label, direction, ring);
                if !candidate.room.inside(&bounds) {
                    continue;
                }
                let cost = ring + hits(&candidate, own, &points, &placed) + doubt(&candidate, own, labels);
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, Placed { cost, ..candidate }));
                }
            }
        }
        let nowhere = || Placed {
            cost: usize::MAX,
            ..beside(label, (1.0, 0.0), 0)
        };
        placed.push(best.map_or_else(nowhere, |(_, candidate)| candidate));
    }
    let mut of_labels: Vec<(&usize, Placed)> = order.iter().zip(placed).collect();
    of_labels.sort_by_key(|(at, _)| **at);
    of_labels.into_iter().map(|(_, placed)| placed).collect()
}

fn beside(label: &Label, (dx, dy): (f64, f64), ring: usize) -> Placed {
    let ((x, y), (w, h)) = (label.at, label.size);
    let away = label.radius + 5.0 + 13.0 * ring as f64;
    let room = Room::around((x + dx * (away + w / 2.0), y + dy * (away + h / 2.0)), (w, h));
    let Room([x0, y0, x1, y1]) = room;
    let end = (x.clamp(x0, x1), y.clamp(y0, y1));
    let (ex, ey) = (end.0 - x, end.1 - y);
    let length = ex.hypot(ey);
    let leader = (length > label.radius + 14.0).then(|| {
        let rim = label.radius / length;
        [(x + ex * rim, y + ey * rim), end]
    });
    Placed {
        room,
        leader,
        cost: 0,
    }
}

/// What a place covers, in rings that one would go further to avoid it: a name most, then a marker, then lines.
fn hits(candidate: &Placed, own: usize, points: &[Room], placed: &[Placed]) -> usize {
    let crossed = |room: &Room| candidate.leader.is_some_and(|leader| room.crossed(&leader));
    let on_point = |(at, point): (usize, &Room)| match candidate.room.overlaps(point) {
        true => 40,
        false => 8 * usize::from(at != own && crossed(point)),
    };
    let on_name = |other: &Placed| {
        let below = other.leader.is_some_and(|leader| candidate.room.crossed(&leader));
        400 * usize::from(candidate.room.overlaps(&other.room))
            + 12 * usize::from(below || crossed(&other.room))
    };
    let points = points.iter().enumerate().map(on_point).sum::<usize>();
    points + placed.iter().map(on_name).sum::<usize>()
}

/// What it costs that a name stands beside another point as well, unless a leader line tells which is meant.
fn doubt(candidate: &Placed, own: usize, labels: &[Label]) -> usize {
    let gap = |label: &Label| (candidate.room.distance(label.at) - label.radius).max(0.0);
    let Some(own_gap) = labels.get(own).map(gap) else {
        return 0;
    };
    let others = labels.iter().enumerate().filter(|(at, _)| *at != own);
    let nearest = others.map(|(_, label)| gap(label)).fold(f64::INFINITY, f64::min);
    match candidate.leader {
        None if nearest < 2.0 * own_gap + APART => TOLERABLE,
        Some(_) if nearest < APART => 2,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_lone_name_stands_to_the_right() {
        let label = Label {
            at: (100.0, 100.0),
            radius: 10.0,
            size: (80.0, 20.0),
        };
        let placed = place(&[label], Room([0.0, 0.0, 400.0, 400.0]));
        assert_eq!(
            placed,
            [Placed {
                room: Room([115.0, 90.0, 195.0, 110.0]),
                leader: None,
                cost: 0
            }]
        );
    }

    #[test]
    fn lines_that_pass_by_do_not_cross() {
        let room = Room([10.0, 10.0, 20.0, 20.0]);
        assert!(room.crossed(&[(0.0, 15.0), (30.0, 15.0)]));
        assert!(!room.crossed(&[(0.0, 0.0), (30.0, 5.0)]));
        assert!(!room.crossed(&[(0.0, 15.0), (5.0, 15.0)]));
    }

    #[test]
    fn a_name_between_two_points_is_not_left_in_doubt() {
        // Two bubbles with just enough room between them for a name, at the right edge of a frame.
        let label = |at, radius| Label {
            at,
            radius,
            size: (90.0, 26.0),
        };
        let labels = [label((891.0, 161.0), 36.0), label((1053.0, 143.0), 24.0)];
        let placed = place(&labels, Room([114.0, 106.0, 1068.0, 872.0]));
        let [left, right] = [placed[0], placed[1]].map(|placed| placed.room);
        let gaps = |room: Room| {
            [
                room.distance(labels[0].at) - 36.0,
                room.distance(labels[1].at) - 24.0,
            ]
        };
        assert!(gaps(left)[1] > 2.0 * gaps(left)[0] + 9.9, "{:?}", gaps(left));
        assert!(
            placed[1].leader.is_some() || gaps(right)[0] > 2.0 * gaps(right)[1] + 9.9,
            "{:?}",
            gaps(right)
        );
        assert!(placed.iter().all(|placed| placed.cost < TOLERABLE));
    }

    proptest! {
        /// Bubbles of any size: a name without a leader line is its own point's.
        #[test]
        fn what_is_placed_well_is_clear(points in prop::collection::vec((0.0..1000.0_f64, 0.0..700.0_f64, 8.0..36.0_f64), 2..9)) {
            let labels: Vec<_> = points.iter()
                .map(|(x, y, radius)| Label { at: (*x, *y), radius: *radius, size: (120.0, 26.0) })
                .collect();
            let placed = place(&labels, Room([-20.0, -20.0, 1020.0, 720.0]));
            for (own, name) in placed.iter().enumerate().filter(|(_, name)| name.cost < TOLERABLE) {
                let gap = |label: &Label| name.room.distance(label.at) - label.radius;
                if name.leader.is_some() {
                    continue;
                }
                for (other, label) in labels.iter().enumerate() {
                    prop_assert!(other == own || gap(label) > gap(&labels[own]) + 9.9);
                }
            }
        }

        /// Forty models anywhere in a frame of the size that the plots have.
        #[test]
        fn no_name_covers_another(points in prop::collection::vec((0.0..1000.0_f64, 0.0..700.0_f64), 1..40)) {
            let labels: Vec<_> = points.iter()
                .map(|at| Label { at: *at, radius: 8.0, size: (150.0, 24.0) })
                .collect();
            let bounds = Room([-20.0, -20.0, 1020.0, 720.0]);
            let placed = place(&labels, bounds);
            for (at, a) in placed.iter().enumerate() {
                prop_assert!(a.room.inside(&bounds));
                for b in &placed[at + 1..] {
                    prop_assert!(!a.room.overlaps(&b.room));
                }
            }
        }
    }
}
