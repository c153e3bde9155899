//! Pictures: files of them as arrays, and arrays as pictures.

use std::path::Path;

use accel::Array;
use anyhow::{Context, Result, ensure};
use image::{Rgb, RgbImage};

/// A photograph: red, green and blue of every pixel, from 0 to 1.
pub type Photo = Array<(f32, f32, f32), 2>;

/// A picture in shades of grey, from 0 (black) to 1 (white); or any number for each pixel.
pub type Shades = Array<f32, 2>;

/// Reads a photograph: PNG, JPEG or GIF.
///
/// # Errors
/// If the file cannot be read, is no picture, or has no pixels.
pub fn read(path: &Path) -> Result<Photo> {
    let picture = image::ImageReader::open(path)
        .and_then(|reader| reader.with_guessed_format())
        .with_context(|| format!("cannot read the picture {}", path.display()))?
        .decode()
        .with_context(|| format!("{} is not a picture that can be read", path.display()))?
        .into_rgb8();
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    ensure!(width > 0 && height > 0, "the picture {} has no pixels", path.display());
    let pixels = picture.pixels().map(|Rgb([r, g, b])| (part(*r), part(*g), part(*b))).collect();
    Ok(Array::from_vec([height, width], pixels))
}

/// Writes a picture, in the format that the file's name asks for.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, picture: &RgbImage) -> Result<()> {
    let folder = path.parent().unwrap_or(Path::new(""));
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    picture.save(path).with_context(|| format!("cannot write the picture {}", path.display()))
}

/// A photograph to look at.
pub fn photo(photo: &Photo) -> RgbImage {
    let pixels = photo.iter().map(|(r, g, b)| [byte(r), byte(g), byte(b)]);
    from_pixels(photo.shape(), pixels)
}

/// Shades of grey to look at; shades that are brighter than white are white.
pub fn shades(shades: &Shades) -> RgbImage {
    from_pixels(shades.shape(), shades.iter().map(|shade| [byte(shade); 3]))
}

/// Numbers as colours of a rainbow that repeats itself every 64; those of `limit` and above are
/// black.
pub fn rainbow(numbers: &Shades, limit: f32) -> RgbImage {
    let colour = |number: f32| {
        if number >= limit {
            return [0; 3];
        }
        let turn = std::f32::consts::TAU * number / 64.0;
        [0.0, 0.6, 1.2].map(|delay| byte(0.5 - 0.5 * (turn + delay + 0.3).cos()))
    };
    from_pixels(numbers.shape(), numbers.iter().map(colour))
}

/// Numbers from 0 to 1 as colours from dark blue over green to yellow.
pub fn glow(numbers: &Shades) -> RgbImage {
    let stops = [[0.05, 0.03, 0.2], [0.1, 0.35, 0.5], [0.25, 0.7, 0.45], [0.95, 0.95, 0.5]];
    let colour = |number: f32| {
        let place = number.clamp(0.0, 1.0) * (stops.len() - 1) as f32;
        let stop = (place as usize).min(stops.len() - 2);
        let weight = place - stop as f32;
        std::array::from_fn(|channel| {
            let (from, to): (f32, f32) = (stops[stop][channel], stops[stop + 1][channel]);
            byte(from + weight * (to - from))
        })
    };
    from_pixels(numbers.shape(), numbers.iter().map(colour))
}

/// Pictures side by side in so many columns, each scaled to a tile of this size, and cut where
/// its shape is another.
pub fn montage(pictures: &[RgbImage], columns: usize, (width, height): (u32, u32)) -> RgbImage {
    const GAP: u32 = 6;
    let rows = pictures.len().div_ceil(columns) as u32;
    let mut sheet = RgbImage::from_pixel(
        columns as u32 * (width + GAP) - GAP,
        rows * (height + GAP) - GAP,
        Rgb([255; 3]),
    );
    for (place, picture) in pictures.iter().enumerate() {
        let tile = fill(picture, width, height);
        let (row, column) = ((place / columns) as u32, (place % columns) as u32);
        let (left, top) = (column * (width + GAP), row * (height + GAP));
        image::imageops::replace(&mut sheet, &tile, left.into(), top.into());
    }
    sheet
}

/// The middle of a picture, cut to the shape of a tile and scaled to its size.
fn fill(picture: &RgbImage, width: u32, height: u32) -> RgbImage {
    let scale = f64::min(
        f64::from(picture.width()) / f64::from(width),
        f64::from(picture.height()) / f64::from(height),
    );
    let across = ((f64::from(width) * scale) as u32).max(1);
    let down = ((f64::from(height) * scale) as u32).max(1);
    let (left, top) = ((picture.width() - across) / 2, (picture.height() - down) / 2);
    let middle = image::imageops::crop_imm(picture, left, top, across, down).to_image();
    image::imageops::resize(&middle, width, height, image::imageops::FilterType::Triangle)
}

fn from_pixels(shape: [usize; 2], pixels: impl Iterator<Item = [u8; 3]>) -> RgbImage {
    let [height, width] = shape;
    RgbImage::from_raw(width as u32, height as u32, pixels.flatten().collect())
        .expect("there is a pixel for each place")
}

fn part(byte: u8) -> f32 {
    f32::from(byte) / 255.0
}

fn byte(part: f32) -> u8 {
    (part.clamp(0.0, 1.0) * 255.0).round() as u8
}
