//! A quadtree, its nodes in the order of a walk down: behind each node stand all nodes below it, and it
//! knows where these end.

use crate::data::Random;

/// A square with bodies in it, or one body.
#[derive(Clone, Copy)]
pub struct Node {
    /// The centre of mass.
    pub x: f32,
    /// The centre of mass.
    pub y: f32,
    /// The mass of all bodies.
    pub mass: f32,
    /// The square of the distance from which on the node counts as one body; negative for one body.
    pub far: f32,
    /// The first node that is not below this one.
    pub skip: u32,
}

/// Nodes are opened nearer than their width divided by this.
const ANGLE: f32 = 0.5;

/// Squares are not divided more often.
const DEPTH: u32 = 16;

/// Bodies in a disc that is denser towards its centre, neighbours in space near each other.
pub fn bodies(count: usize) -> Vec<(f32, f32)> {
    let mut random = Random::new(48);
    let mut bodies: Vec<(f32, f32)> = (0..count)
        .map(|_| {
            let (radius, angle) =
                (random.unit().powf(1.5) / 2.0, random.unit() * std::f64::consts::TAU);
            ((0.5 + radius * angle.cos()) as f32, (0.5 + radius * angle.sin()) as f32)
        })
        .collect();
    bodies.sort_by_cached_key(|body| place(*body));
    bodies
}

/// In which of the smallest squares a body lies, by two bits for each division.
fn place((x, y): (f32, f32)) -> u32 {
    let spread = |x: f32| {
        let cells = (x * (1 << DEPTH) as f32).clamp(0.0, ((1 << DEPTH) - 1) as f32) as u32;
        (0..DEPTH).map(|bit| (cells >> bit & 1) << (2 * bit)).sum::<u32>()
    };
    spread(x) | spread(y) << 1
}

/// The tree of bodies of equal mass, which are sorted by their places.
pub fn tree(bodies: &[(f32, f32)]) -> Vec<Node> {
    let places: Vec<u32> = bodies.iter().map(|body| place(*body)).collect();
    let mut nodes = Vec::with_capacity(2 * bodies.len());
    grow(bodies, &places, 0, 1.0 / bodies.len() as f32, &mut nodes);
    nodes
}

fn grow(bodies: &[(f32, f32)], places: &[u32], depth: u32, mass: f32, nodes: &mut Vec<Node>) {
    let [(x, y)] = bodies[..] else {
        let at = nodes.len();
        let width = 0.5f32.powi(depth as i32);
        let far = (width / ANGLE) * (width / ANGLE);
        nodes.push(Node { x: 0.0, y: 0.0, mass: mass * bodies.len() as f32, far, skip: 0 });
        let mut start = 0;
        for quarter in 0..4 {
            let length = match DEPTH.checked_sub(depth + 1) {
                Some(deeper) => places[start..]
                    .iter()
                    .take_while(|place| *place >> (2 * deeper) & 3 == quarter)
                    .count(),
                // The smallest squares are divided without a look at places.
                None => (bodies.len() - start).div_ceil(4 - quarter as usize),
            };
            if length > 0 {
                let range = start..start + length;
                grow(&bodies[range.clone()], &places[range], depth + 1, mass, nodes);
            }
            start += length;
        }
        let sum = bodies
            .iter()
            .fold((0.0, 0.0), |(x, y), body| (x + f64::from(body.0), y + f64::from(body.1)));
        let count = bodies.len() as f64;
        let skip = nodes.len() as u32;
        let node = &mut nodes[at];
        (node.x, node.y, node.skip) = ((sum.0 / count) as f32, (sum.1 / count) as f32, skip);
        return;
    };
    nodes.push(Node { x, y, mass, far: -1.0, skip: nodes.len() as u32 + 1 });
}
