/// Grey values of a photograph, blurred, and where its edges are.
pub fn edges(
    low: f32,
    high: f32,
    pixels: &[[[u8; 3]; w]; h],
) -> ([[u8; w]; h], usize) {
    let grey = pixels.map(|row| {
        row.map(|pixel| {
            0.299 * pixel[0] as f32 + 0.587 * pixel[1] as f32 + 0.114 * pixel[2] as f32
        })
    });
    let across = grey.stencil(Clamp, |at| {
        0.0625 * (at(0, -2) + at(0, 2)) + 0.25 * (at(0, -1) + at(0, 1)) + 0.375 * at(0, 0)
    });
    let blurred = across.stencil(Clamp, |at| {
        0.0625 * (at(-2, 0) + at(2, 0)) + 0.25 * (at(-1, 0) + at(1, 0)) + 0.375 * at(0, 0)
    });
    let slopes = blurred.stencil(Mirror, |at| {
        let x = at(-1, 1) + 2.0 * at(0, 1) + at(1, 1) - at(-1, -1) - 2.0 * at(0, -1) - at(1, -1);
        let y = at(1, -1) + 2.0 * at(1, 0) + at(1, 1) - at(-1, -1) - 2.0 * at(-1, 0) - at(-1, 1);
        x.hypot(y)
    });
    let strong = slopes.stencil(Constant(0.0), |at| {
        let beside = at(-1, 0).max(at(1, 0)).max(at(0, -1)).max(at(0, 1));
        if at(0, 0) >= high || (at(0, 0) >= low && beside >= high) { 255u8 } else { 0u8 }
    });
    let count = strong.map(|row| row.count(|pixel| pixel > 0)).sum();
    (strong, count)
}
