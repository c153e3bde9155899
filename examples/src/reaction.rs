//! Gray–Scott: two chemicals that react and spread, and draw spots, stripes and mazes.

use accel::accel;

accel! {
    /// The speeds of the reaction.
    pub struct Recipe {
        /// The speed at which the first chemical is fed.
        pub feed: f32,
        /// The speed at which the second chemical is taken away, beyond the feed.
        pub kill: f32,
    }

    /// The speed at which the first chemical spreads.
    const SPREAD_U: f32 = 0.16;
    /// The speed at which the second chemical spreads.
    const SPREAD_V: f32 = 0.08;

    /// A dish full of the first chemical, with drops of the second.
    ///
    /// The drops are small squares of which each cell of a grid of 32 × 32 has one, at a place
    /// that a hash of the cell decides.
    pub fn dish(w: usize, h: usize, seed: u32) -> [[(f32, f32); w]; h] {
        generate((h, w), |(y, x)| {
            let place = hash(seed ^ hash((y / 32 * 4096 + x / 32) as u32));
            let (top, left) = ((place % 24) as usize, (place / 24 % 24) as usize);
            let wet = inside(y % 32, top) && inside(x % 32, left);
            if wet { (0.5, 0.25) } else { (1.0, 0.0) }
        })
    }

    /// Returns true if a position is in the drop that starts here.
    fn inside(position: usize, start: usize) -> bool {
        position >= start && position < start + 6
    }

    fn hash(key: u32) -> u32 {
        let mixed = (key ^ (key >> 16)) * 0x7feb352d;
        let again = (mixed ^ (mixed >> 15)) * 0x846ca68b;
        again ^ (again >> 16)
    }

    /// So many steps of the reaction: u + 2v becomes 3v, u is fed and v decays. The dish has no
    /// border: its right touches its left, and its bottom touches its top.
    pub fn react(dish: [[(f32, f32); w]; h], recipe: Recipe, steps: usize) -> [[(f32, f32); w]; h] {
        let mut state = dish;
        for _ in 0..steps {
            state = state.stencil(Wrap, |at| {
                let (u, v) = at(0, 0);
                let (north, south) = (at(-1, 0), at(1, 0));
                let (west, east) = (at(0, -1), at(0, 1));
                let curve_u = north.0 + south.0 + west.0 + east.0 - 4.0 * u;
                let curve_v = north.1 + south.1 + west.1 + east.1 - 4.0 * v;
                let reaction = u * v * v;
                (
                    u + SPREAD_U * curve_u - reaction + recipe.feed * (1.0 - u),
                    v + SPREAD_V * curve_v + reaction - (recipe.feed + recipe.kill) * v,
                )
            });
        }
        state
    }

    /// The amount of the second chemical, from 0 to 1.
    pub fn concentration(dish: &[[(f32, f32); w]; h]) -> [[f32; w]; h] {
        dish.map(|row| row.map(|(_, v)| (v * 2.5).min(1.0)))
    }
}
