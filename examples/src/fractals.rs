//! The Mandelbrot set and Julia sets: how fast z² + c escapes, at every pixel of a picture.
//!
//! The loop in `escape` runs a different number of times at every pixel. It is written as one
//! would write it for a single pixel; many pixels at once is the compiler's work.

use accel::accel;

accel! {
    /// The part of the complex plane that a picture shows.
    pub struct Window {
        /// The real part of the middle of the picture.
        pub re: f64,
        /// The imaginary part of the middle of the picture.
        pub im: f64,
        /// The length of the real axis that the picture spans.
        pub span: f64,
    }

    /// The number that a pixel of a picture of this size (columns, rows) stands for.
    fn point(window: Window, size: (usize, usize), pixel: (usize, usize)) -> (f64, f64) {
        let ((w, h), (x, y)) = (size, pixel);
        let step = window.span / w as f64;
        let re = window.re + step * (x as f64 + 0.5 - w as f64 / 2.0);
        let im = window.im - step * (y as f64 + 0.5 - h as f64 / 2.0);
        (re, im)
    }

    /// After how many steps z ← z² + c leaves the circle of radius 16, or `limit` if it does not.
    ///
    /// The fraction says how far beyond the circle it went, which makes the colours smooth.
    fn escape(start: (f64, f64), c: (f64, f64), limit: u32) -> f32 {
        let (mut re, mut im) = start;
        let mut steps = 0;
        while steps < limit && re * re + im * im < 256.0 {
            let next = re * re - im * im + c.0;
            im = 2.0 * re * im + c.1;
            re = next;
            steps += 1;
        }
        if steps == limit {
            limit as f32
        } else {
            let beyond = (re * re + im * im).ln() / 256.0_f64.ln();
            steps as f32 + 1.0 - beyond.log2() as f32
        }
    }

    /// The Mandelbrot set: the steps that each pixel takes to escape, from z = 0.
    pub fn mandelbrot(w: usize, h: usize, window: Window, limit: u32) -> [[f32; w]; h] {
        generate((h, w), |(y, x)| escape((0.0, 0.0), point(window, (w, h), (x, y)), limit))
    }

    /// The Julia set of c: the steps that each pixel takes to escape, from where it is.
    pub fn julia(
        w: usize,
        h: usize,
        window: Window,
        c: (f64, f64),
        limit: u32,
    ) -> [[f32; w]; h] {
        generate((h, w), |(y, x)| escape(point(window, (w, h), (x, y)), c, limit))
    }
}
