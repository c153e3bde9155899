//! The forces as an expert writes them: sixteen neighbouring bodies walk together, since most of
//! their walks are the same; a lane that has had its share of a square waits until the others come out of it.

use rayon::prelude::*;

use super::SOFTENING;
use super::tree::Node;

/// The number of bodies that walk together.
const LANES: usize = 16;

/// The number of groups in a piece of work.
const GROUPS: usize = 16;

/// Writes to memory that is there already.
pub fn forces(nodes: &[Node], bodies: &[(f32, f32)], forces: &mut [(f32, f32)]) {
    if bodies.len() <= 2 * LANES * GROUPS {
        return part(nodes, bodies, forces);
    }
    let bodies = bodies.par_chunks(LANES * GROUPS);
    forces.par_chunks_mut(LANES * GROUPS).zip(bodies).for_each(|(forces, bodies)| {
        part(nodes, bodies, forces);
    });
}

for_best_instructions! {
    fn part(nodes: &[Node], bodies: &[(f32, f32)], forces: &mut [(f32, f32)]) {
        for (forces, bodies) in forces.chunks_mut(LANES).zip(bodies.chunks(LANES)) {
            // Lanes without a body walk with the first one.
            let (mut xs, mut ys) = ([bodies[0].0; LANES], [bodies[0].1; LANES]);
            for (lane, (x, y)) in bodies.iter().enumerate() {
                (xs[lane], ys[lane]) = (*x, *y);
            }
            let (force_xs, force_ys) = walk(nodes, xs, ys);
            for (lane, force) in forces.iter_mut().enumerate() {
                *force = (force_xs[lane], force_ys[lane]);
            }
        }
    }
}

#[inline(always)]
fn walk(nodes: &[Node], xs: [f32; LANES], ys: [f32; LANES]) -> ([f32; LANES], [f32; LANES]) {
    let (mut force_xs, mut force_ys) = ([0.0; LANES], [0.0; LANES]);
    // The node at which each lane goes on.
    let mut next = [0u32; LANES];
    let mut at = 0;
    while let Some(node) = nodes.get(at as usize) {
        let mut opened = 0;
        for lane in 0..LANES {
            let (dx, dy) = (node.x - xs[lane], node.y - ys[lane]);
            let distance = dx * dx + dy * dy;
            let here = next[lane] <= at;
            let far = distance > node.far;
            let softened = distance + SOFTENING;
            let pull = node.mass / (softened * softened.sqrt());
            let pull = if here & far { pull } else { 0.0 };
            force_xs[lane] += pull * dx;
            force_ys[lane] += pull * dy;
            next[lane] = if here & far { node.skip } else { next[lane] };
            opened |= u32::from(here & !far);
        }
        at = if opened == 0 { node.skip } else { at + 1 };
    }
    (force_xs, force_ys)
}

/// The number of nodes that a body looks at.
pub fn visits(nodes: &[Node], (x, y): (f32, f32)) -> usize {
    let (mut visits, mut at) = (0, 0);
    while let Some(node) = nodes.get(at) {
        let (dx, dy) = (node.x - x, node.y - y);
        at = if dx * dx + dy * dy > node.far { node.skip as usize } else { at + 1 };
        visits += 1;
    }
    visits
}
