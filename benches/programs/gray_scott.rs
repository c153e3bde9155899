/// Some steps of the reaction of two substances that diffuse on a torus.
pub fn gray_scott(
    steps: usize,
    feed: f32,
    kill: f32,
    first: &[[f32; w]; h],
    second: &[[f32; w]; h],
) -> ([[f32; w]; h], [[f32; w]; h]) {
    let mut us = first.map(|row| row.map(|u| u));
    let mut vs = second.map(|row| row.map(|v| v));
    for step in 0..steps {
        let spread_u = us.stencil(Wrap, |at| {
            let sides = at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1);
            let corners = at(-1, -1) + at(-1, 1) + at(1, -1) + at(1, 1);
            0.2 * sides + 0.05 * corners - at(0, 0)
        });
        let spread_v = vs.stencil(Wrap, |at| {
            let sides = at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1);
            let corners = at(-1, -1) + at(-1, 1) + at(1, -1) + at(1, 1);
            0.2 * sides + 0.05 * corners - at(0, 0)
        });
        let next = generate((h, w), |(i, j)| {
            let u = us[i][j];
            let v = vs[i][j];
            let reaction = u * v * v;
            let new_u = u + 1.0 * spread_u[i][j] - reaction + feed * (1.0 - u);
            let new_v = v + 0.5 * spread_v[i][j] + reaction - (feed + kill) * v;
            (new_u, new_v)
        });
        us = next.map(|row| row.map(|(u, v)| u));
        vs = next.map(|row| row.map(|(u, v)| v));
    }
    (us, vs)
}
