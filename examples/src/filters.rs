//! Image filters: Gaussian blur and Canny's edge detector, on photographs of any size.
//!
//! A picture is a matrix of pixels, `[[T; w]; h]`; a filter is an expression over it. `stencil`
//! reads the neighbours of a pixel, and `Clamp` says that the picture goes on beyond its border
//! with the pixels of the border.

use accel::accel;

accel! {
    type Colour = (f32, f32, f32);

    /// Pixels that may belong to an edge, if it begins elsewhere.
    const WEAK: f32 = 0.5;
    /// Pixels that belong to an edge.
    const STRONG: f32 = 1.0;

    /// How bright each pixel looks, from 0 to 1.
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

    /// How steeply the brightness changes at each pixel.
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
        let marked = ridges.map(|row| row.map(|steepness| {
            if steepness >= high { STRONG } else if steepness >= low { WEAK } else { 0.0 }
        }));
        grow(marked).map(|row| row.map(f32::floor))
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

    /// Makes weak pixels strong that touch a strong one, until none is left that does.
    fn grow(marked: [[f32; w]; h]) -> [[f32; w]; h] {
        let mut edges = marked;
        let mut growing = true;
        while growing {
            let grown = edges.stencil(Constant(0.0), |at| {
                let above = at(-1, -1).max(at(-1, 0)).max(at(-1, 1));
                let beside = at(0, -1).max(at(0, 1));
                let below = at(1, -1).max(at(1, 0)).max(at(1, 1));
                let touches = above.max(beside).max(below) == STRONG;
                if at(0, 0) == WEAK && touches { STRONG } else { at(0, 0) }
            });
            growing = zip(edges.flatten(), grown.flatten()).any(|(old, new)| old != new);
            edges = grown;
        }
        edges
    }
}
