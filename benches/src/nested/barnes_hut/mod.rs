//! Barnes and Hut's forces between many bodies in the plane: each body walks down a tree, as far as it
//! has to. Loops whose lengths differ from lane to lane.

mod expert;
mod tree;

use accel::{Array, accel};
use rayon::prelude::*;

use crate::data::{agree, length};
use crate::measure::{Bench, Rivals, Work};
use tree::Node;

accel! {
    const SOFTENING: f32 = 1e-5;

    pub struct Square {
        pub x: f32,
        pub y: f32,
        pub mass: f32,
        pub far: f32,
        pub skip: u32,
    }

    pub fn forces(nodes: &[Square], bodies: &[(f32, f32); n]) -> [(f32, f32); n] {
        bodies.map(|(x, y)| {
            let mut force = (0.0, 0.0);
            let mut at = 0;
            while at < nodes.len() {
                let node = nodes[at];
                let dx = node.x - x;
                let dy = node.y - y;
                let distance = dx * dx + dy * dy;
                if distance > node.far {
                    let softened = distance + SOFTENING;
                    let pull = node.mass / (softened * softened.sqrt());
                    force = (force.0 + pull * dx, force.1 + pull * dy);
                    at = node.skip as usize;
                } else {
                    at += 1;
                }
            }
            force
        })
    }
}

const SOFTENING: f32 = 1e-5;

/// The force of a node, and of all that are below it, on a body.
fn walk(nodes: &[Node], at: usize, (x, y): (f32, f32)) -> (f32, f32) {
    let node = nodes[at];
    let (dx, dy) = (node.x - x, node.y - y);
    let distance = dx * dx + dy * dy;
    if distance > node.far {
        let softened = distance + SOFTENING;
        let pull = node.mass / (softened * softened.sqrt());
        return (pull * dx, pull * dy);
    }
    let mut force = (0.0, 0.0);
    let mut child = at + 1;
    while child < node.skip as usize {
        let of_child = walk(nodes, child, (x, y));
        force = (force.0 + of_child.0, force.1 + of_child.1);
        child = nodes[child].skip as usize;
    }
    force
}

fn with_rayon(nodes: &[Node], bodies: &[(f32, f32)]) -> Vec<(f32, f32)> {
    bodies.par_iter().map(|body| walk(nodes, 0, *body)).collect()
}

fn plain(nodes: &[Node], bodies: &[(f32, f32)]) -> Vec<(f32, f32)> {
    bodies.iter().map(|body| walk(nodes, 0, *body)).collect()
}

/// Measures the kernel; the tree is there already.
pub fn run(bench: &mut Bench) {
    for (size, count) in bench.sizes(128, 1 << 12, 1 << 17) {
        let bodies = tree::bodies(count);
        let nodes = tree::tree(&bodies);
        let squares = nodes.iter().map(|node| {
            let Node { x, y, mass, far, skip } = *node;
            Square { x, y, mass, far, skip }
        });
        let squares = Array::from(squares.collect::<Vec<Square>>());
        let columns = Array::from(bodies.clone());
        let mut output = vec![(1.0, 1.0); count];
        let expected = plain(&nodes, &bodies);
        // Forces from all sides cancel, and leave rounding errors of what they were.
        let largest = expected.iter().fold(0.0, |most: f32, (x, y)| most.max(x.abs()).max(y.abs()));
        expert::forces(&nodes, &bodies, &mut output);
        let found = forces(&squares, &columns).to_vec();
        for (what, found) in [("accel", &found), ("expert", &output)] {
            let what = format!("Barnes–Hut, {what}");
            for (found, expected) in found.iter().zip(&expected) {
                agree(&what, found.0 / largest, expected.0 / largest, 1e-5);
                agree(&what, found.1 / largest, expected.1 / largest, 1e-5);
            }
        }
        let visits: usize = bodies.iter().map(|body| expert::visits(&nodes, *body)).sum();
        let extent = format!("{} bodies, {} nodes a walk", length(count), visits / count);
        let rivals = Rivals::new()
            .rival(|| forces(&squares, &columns))
            .rival(|| with_rayon(&nodes, &bodies))
            .rival(|| expert::forces(&nodes, &bodies, &mut output))
            .rival(|| plain(&nodes, &bodies));
        bench.run("Barnes–Hut forces f32", extent, size, Work::Operations(12 * visits), rivals);
    }
}
