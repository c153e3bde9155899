//! Gray–Scott.

use rayon::prelude::*;

use super::Matrix;
use crate::reaction::Recipe;

const SPREAD_U: f32 = 0.16;
const SPREAD_V: f32 = 0.08;

/// So many steps of the reaction.
pub fn react(dish: Matrix<(f32, f32)>, recipe: Recipe, steps: usize) -> Matrix<(f32, f32)> {
    let (width, height) = (dish.width, dish.height);
    let mut old = dish;
    let mut new = old.clone();
    for _ in 0..steps {
        new.values.par_chunks_mut(width).enumerate().for_each(|(y, out)| {
            let (above, here) = (old.row((y + height - 1) % height), old.row(y));
            let below = old.row((y + 1) % height);
            for (x, out) in out.iter_mut().enumerate() {
                let (u, v) = here[x];
                let (west, east) = (here[(x + width - 1) % width], here[(x + 1) % width]);
                let curve_u = above[x].0 + below[x].0 + west.0 + east.0 - 4.0 * u;
                let curve_v = above[x].1 + below[x].1 + west.1 + east.1 - 4.0 * v;
                let reaction = u * v * v;
                *out = (
                    u + SPREAD_U * curve_u - reaction + recipe.feed * (1.0 - u),
                    v + SPREAD_V * curve_v + reaction - (recipe.feed + recipe.kill) * v,
                );
            }
        });
        std::mem::swap(&mut old, &mut new);
    }
    old
}
