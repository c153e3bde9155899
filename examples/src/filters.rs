//! Image filters: Gaussian blur and Canny's edge detector, on photographs of any size.
//!
//! A picture is a matrix of pixels, `[[T; w]; h]`; a filter is an expression over it. `stencil`
//! reads the neighbours of a pixel, and `Clamp` says that the picture goes on beyond its border
//! with the pixels of the border.

use accel::accel;

accel! {
    type Colour = (f32, f32, f32);

    /// The brightness of each pixel as it looks, from 0 to 1.
    pub fn luminance(photo: &[[Colour; w]; h]) -> [[f32; w]; h] {
        photo.map(|row| row.map(brightness))
    }

    fn brightness(colour: Colour) -> f32 {
        0.2126 * colour.0 + 0.7152 * colour.1 + 0.0722 * colour.2
    }

    /// Blurs with a Gaussian of this standard deviation, in pixels.
    ///
    /// The Gaussian of two dimensions is the product of two of one, so the picture is smoothed
    /// along its rows, transposed, smoothed along its rows again, and transposed back.
    pub fn blur(picture: &[[f32; w]; h], deviation: f32) -> [[f32; w]; h] {
        let weights = gaussian(deviation);
        smooth_rows(smooth_rows(picture, weights).transpose(), weights).transpose()
    }

    /// The weights of the pixels from three deviations to the left to three to the right.
    fn gaussian(deviation: f32) -> [f32] {
        let reach = (3.0 * deviation).ceil() as i32;
        let weights = (-reach..=reach).map(|offset| {
            let distance = offset as f32 / deviation;
            (-0.5 * distance * distance).exp()
        });
        let total = weights.sum();
        weights.map(|weight| weight / total)
    }

    fn smooth_rows(picture: &[[f32; w]; h], weights: &[f32; taps]) -> [[f32; w]; h] {
        let reach = taps as i32 / 2;
        picture.map(|row| {
            generate(w, |x| {
                let left = x as i32 - reach;
                let nearby = (0..taps).map(|tap| (left + tap as i32).clamp(0, w as i32 - 1));
                zip(weights, row.gather(nearby)).map(|(weight, pixel)| weight * pixel).sum()
            })
        })
    }

    /// Sobel's operator: how steeply the brightness changes to the right and downwards.
    fn slopes(picture: &[[f32; w]; h]) -> [[(f32, f32); w]; h] {
        picture.stencil(Clamp, |at| {
            let right = (at(-1, 1) + 2.0 * at(0, 1) + at(1, 1))
                - (at(-1, -1) + 2.0 * at(0, -1) + at(1, -1));
            let down = (at(1, -1) + 2.0 * at(1, 0) + at(1, 1))
                - (at(-1, -1) + 2.0 * at(-1, 0) + at(-1, 1));
            (right, down)
        })
    }

    /// The steepness of the brightness at each pixel.
    pub fn sobel(picture: &[[f32; w]; h]) -> [[f32; w]; h] {
        slopes(picture).map(|row| row.map(|(right, down)| right.hypot(down)))
    }

    /// Canny's edges of a picture: 1 on an edge and 0 elsewhere.
    ///
    /// The picture is blurred so that noise makes no edges, and its slopes are thinned to ridges
    /// one pixel wide. Ridges steeper than `high` are edges, and so are those steeper than `low`
    /// that touch an edge.
    pub fn canny(photo: &[[Colour; w]; h], deviation: f32, low: f32, high: f32) -> [[f32; w]; h] {
        let ridges = thin(slopes(blur(luminance(photo), deviation)));
        flood(ridges, low, high)
    }

    /// Keeps the steepness of the pixels that no neighbour across the edge exceeds.
    fn thin(slopes: &[[(f32, f32); w]; h]) -> [[f32; w]; h] {
        let steep = slopes.map(|row| row.map(|(right, down)| {
            (right.hypot(down), sector(right, down))
        }));
        steep.stencil(Constant((0.0, 0)), |at| {
            let (steepness, across) = at(0, 0);
            let (before, after) = match across {
                0 => (at(0, -1).0, at(0, 1).0),
                1 => (at(-1, -1).0, at(1, 1).0),
                2 => (at(-1, 0).0, at(1, 0).0),
                _ => (at(-1, 1).0, at(1, -1).0),
            };
            if steepness > before && steepness >= after { steepness } else { 0.0 }
        })
    }

    /// In which of the four directions to a neighbour the brightness changes: 0 is across, 1 is
    /// falling, 2 is down, 3 is rising.
    fn sector(right: f32, down: f32) -> i32 {
        let eighths = down.atan2(right) * 4.0 / f32::consts::PI;
        (eighths.round() as i32).rem_euclid(4)
    }

    /// The pixels that belong to an edge: those steeper than `high`, and those steeper than `low` to
    /// which a path of such pixels leads. Each round visits only pixels that the round before has found.
    fn flood(ridges: &[[f32; w]; h], low: f32, high: f32) -> [[f32; w]; h] {
        let steepness = ridges.flatten();
        let mut edges = steepness.map(|steepness| if steepness >= high { 1.0 } else { 0.0 });
        let mut front = (0..w * h).filter(|pixel| steepness[pixel] >= high);
        let mut finder = [0; w * h];
        while front.len() > 0 {
            let found = front
                .flat_map(|pixel| neighbours(pixel, w, h))
                .filter(|pixel| edges[pixel] == 0.0 && steepness[pixel] >= low);
            // Several pixels of the front may find the same one: only one of them keeps it.
            let count = found.len();
            finder = finder.scatter(found, 0..count);
            front = found.enumerate().filter(|(i, pixel)| finder[pixel] == i).map(|(_, pixel)| pixel);
            edges = edges.scatter(front, front.map(|_| 1.0));
        }
        edges.reshape((h, w))
    }

    /// The pixels around one; at the border of the picture, the one itself stands for those outside.
    fn neighbours(pixel: usize, w: usize, h: usize) -> [usize; 8] {
        let (y, x) = (pixel / w, pixel % w);
        let above = if y > 0 { pixel - w } else { pixel };
        let below = if y + 1 < h { pixel + w } else { pixel };
        let (left, right) = (if x > 0 { 1 } else { 0 }, if x + 1 < w { 1 } else { 0 });
        [
            above - left, above, above + right,
            pixel - left, pixel + right,
            below - left, below, below + right,
        ]
    }
}
