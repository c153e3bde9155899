//! Image filters.

use rayon::prelude::*;

use super::Matrix;

type Colour = (f32, f32, f32);

/// The brightness of each pixel as it looks.
pub fn luminance(photo: &Matrix<Colour>) -> Matrix<f32> {
    let values =
        photo.values.par_iter().map(|(r, g, b)| 0.2126 * r + 0.7152 * g + 0.0722 * b).collect();
    Matrix { width: photo.width, height: photo.height, values }
}

/// Blurs with a Gaussian of this standard deviation, along the rows and then across them.
pub fn blur(picture: &Matrix<f32>, deviation: f32) -> Matrix<f32> {
    let reach = (3.0 * deviation).ceil() as isize;
    let weights: Vec<f32> =
        (-reach..=reach).map(|offset| (-0.5 * (offset as f32 / deviation).powi(2)).exp()).collect();
    let total: f32 = weights.iter().sum();
    let weights: Vec<f32> = weights.iter().map(|weight| weight / total).collect();

    let along = each(picture, |y, x| {
        let row = picture.row(y);
        let place = |tap: usize| {
            (x as isize + tap as isize - reach).clamp(0, picture.width as isize - 1) as usize
        };
        weights.iter().enumerate().map(|(tap, weight)| weight * row[place(tap)]).sum::<f32>()
    });
    let mut across = Matrix::filled(picture.width, picture.height, 0.0);
    across.values.par_chunks_mut(picture.width).enumerate().for_each(|(y, out)| {
        for (tap, weight) in weights.iter().enumerate() {
            let row = (y as isize + tap as isize - reach).clamp(0, picture.height as isize - 1);
            for (sum, value) in out.iter_mut().zip(along.row(row as usize)) {
                *sum += weight * value;
            }
        }
    });
    across
}

/// The change of the brightness to the right and downwards.
fn slopes(picture: &Matrix<f32>, y: usize, x: usize) -> (f32, f32) {
    let at = |down: isize, right: isize| picture.near(y as isize + down, x as isize + right);
    let right =
        (at(-1, 1) + 2.0 * at(0, 1) + at(1, 1)) - (at(-1, -1) + 2.0 * at(0, -1) + at(1, -1));
    let down = (at(1, -1) + 2.0 * at(1, 0) + at(1, 1)) - (at(-1, -1) + 2.0 * at(-1, 0) + at(-1, 1));
    (right, down)
}

/// Sobel's operator.
pub fn sobel(picture: &Matrix<f32>) -> Matrix<f32> {
    each(picture, |y, x| {
        let (right, down) = slopes(picture, y, x);
        right.hypot(down)
    })
}

/// Canny's edges: 1 on an edge and 0 elsewhere.
pub fn canny(photo: &Matrix<Colour>, deviation: f32, low: f32, high: f32) -> Matrix<f32> {
    let smooth = blur(&luminance(photo), deviation);
    let steep = each(&smooth, |y, x| {
        let (right, down) = slopes(&smooth, y, x);
        let eighths = down.atan2(right) * 4.0 / std::f32::consts::PI;
        (right.hypot(down), (eighths.round() as i32).rem_euclid(4))
    });
    let (width, height) = (photo.width as isize, photo.height as isize);
    let inside = |y: isize, x: isize| (0..height).contains(&y) && (0..width).contains(&x);
    let ridges = each(&steep, |y, x| {
        let (y, x) = (y as isize, x as isize);
        let at = |y, x| if inside(y, x) { steep.near(y, x).0 } else { 0.0 };
        let (steepness, sector) = steep.near(y, x);
        let (before, after) = match sector {
            0 => (at(y, x - 1), at(y, x + 1)),
            1 => (at(y - 1, x - 1), at(y + 1, x + 1)),
            2 => (at(y - 1, x), at(y + 1, x)),
            _ => (at(y - 1, x + 1), at(y + 1, x - 1)),
        };
        if steepness > before && steepness >= after { steepness } else { 0.0 }
    });

    // Pixels that are steep enough flood the ridges that they touch.
    let mut edges = Matrix::filled(photo.width, photo.height, 0.0);
    let mut front: Vec<usize> =
        (0..edges.values.len()).filter(|place| ridges.values[*place] >= high).collect();
    for place in &front {
        edges.values[*place] = 1.0;
    }
    while let Some(place) = front.pop() {
        let (y, x) = ((place / photo.width) as isize, (place % photo.width) as isize);
        for (y, x) in (y - 1..=y + 1).flat_map(|y| (x - 1..=x + 1).map(move |x| (y, x))) {
            let next = (y * width + x) as usize;
            if inside(y, x) && edges.values[next] == 0.0 && ridges.values[next] >= low {
                edges.values[next] = 1.0;
                front.push(next);
            }
        }
    }
    edges
}

/// A matrix of the same size, from a function of the row and the column.
fn each<T: Copy, U: Send>(of: &Matrix<T>, f: impl Fn(usize, usize) -> U + Sync) -> Matrix<U> {
    let (width, height) = (of.width, of.height);
    let values = (0..width * height).into_par_iter().map(|place| f(place / width, place % width));
    Matrix { width, height, values: values.collect() }
}
