//! Charts: a histogram, tracks of bodies, and a map of places, drawn with plotters.

use std::sync::Once;

use anyhow::{Result, anyhow};
use image::RgbImage;
use plotters::prelude::*;
use plotters::style::{FontStyle, register_font};

const SIZE: (u32, u32) = (900, 600);
const BAR: RGBColor = RGBColor(70, 120, 180);
const INK: RGBColor = RGBColor(40, 40, 40);

/// A line of points with a name.
pub struct Track {
    /// Its name in the legend.
    pub name: String,
    /// Its points.
    pub points: Vec<(f64, f64)>,
}

/// A histogram: `counts` of bins of equal width from `low` to `high`, and a mark at `mean`.
///
/// # Errors
/// If it cannot be drawn.
pub fn histogram(
    title: &str,
    counts: &[u32],
    (low, high): (f64, f64),
    mean: f64,
) -> Result<RgbImage> {
    let width = (high - low) / counts.len() as f64;
    let top = f64::from(counts.iter().copied().max().unwrap_or(0)).max(1.0) * 1.08;
    draw(title, (low, high), (0.0, top), |chart| {
        chart.draw_series(counts.iter().enumerate().map(|(bin, count)| {
            let left = low + bin as f64 * width;
            Rectangle::new([(left, 0.0), (left + width * 0.94, f64::from(*count))], BAR.filled())
        }))?;
        chart.draw_series(LineSeries::new([(mean, 0.0), (mean, top)], RED.stroke_width(2)))?;
        Ok(())
    })
}

/// Tracks of bodies, seen from above, in a square of this half width around the origin.
///
/// # Errors
/// If they cannot be drawn.
pub fn tracks(title: &str, tracks: &[Track], reach: f64) -> Result<RgbImage> {
    let sideways = reach * f64::from(SIZE.0) / f64::from(SIZE.1);
    draw(title, (-sideways, sideways), (-reach, reach), |chart| {
        for (number, track) in tracks.iter().enumerate() {
            let colour = Palette99::pick(number).mix(0.9);
            chart.draw_series(LineSeries::new(track.points.iter().copied(), colour))?;
            if let Some(last) = track.points.last() {
                let label = ("sans-serif", 15).into_font();
                let body = EmptyElement::at(*last)
                    + Circle::new((0, 0), 4, colour.filled())
                    + Text::new(track.name.clone(), (6, -14), label);
                chart.draw_series([body])?;
            }
        }
        Ok(())
    })
}

/// Places at (longitude, latitude), and the route through some of them.
///
/// # Errors
/// If it cannot be drawn.
pub fn map(title: &str, places: &[(f64, f64)], route: &Track) -> Result<RgbImage> {
    let across = range(places.iter().map(|place| place.0));
    let along = range(places.iter().map(|place| place.1));
    draw(title, across, along, |chart| {
        chart.draw_series(places.iter().map(|place| Circle::new(*place, 2, BAR.filled())))?;
        chart.draw_series(LineSeries::new(route.points.iter().copied(), RED.stroke_width(2)))?;
        chart.draw_series(route.points.iter().map(|stop| Circle::new(*stop, 4, RED.filled())))?;
        Ok(())
    })
}

/// From the smallest to the largest number, and a little more.
fn range(numbers: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let low = numbers.clone().fold(f64::INFINITY, f64::min);
    let high = numbers.fold(f64::NEG_INFINITY, f64::max);
    let margin = 0.05 * (high - low) + 1e-3;
    (low - margin, high + margin)
}

type Chart<'a, 'b> = ChartContext<
    'a,
    BitMapBackend<'b>,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

/// A white sheet with a title and axes, and whatever `content` draws on it.
fn draw(
    title: &str,
    x: (f64, f64),
    y: (f64, f64),
    content: impl FnOnce(&mut Chart) -> Drawn,
) -> Result<RgbImage> {
    register_fonts();
    let mut pixels = vec![255; (SIZE.0 * SIZE.1 * 3) as usize];
    let onto = || -> Drawn {
        let sheet = BitMapBackend::with_buffer(&mut pixels, SIZE).into_drawing_area();
        sheet.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&sheet)
            .margin(16)
            .caption(title, ("sans-serif", 28, &INK))
            .x_label_area_size(36)
            .y_label_area_size(52)
            .build_cartesian_2d(x.0..x.1, y.0..y.1)?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .label_style(("sans-serif", 16, &INK))
            .draw()?;
        content(&mut chart)?;
        sheet.present()?;
        Ok(())
    };
    onto().map_err(|error| anyhow!("cannot draw `{title}`: {error}"))?;
    Ok(RgbImage::from_raw(SIZE.0, SIZE.1, pixels).expect("the sheet has this size"))
}

/// The font comes with the examples, so that charts look the same on every machine.
fn register_fonts() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let font = include_bytes!("../data/DejaVuSans.ttf");
        if register_font("sans-serif", FontStyle::Normal, font).is_err() {
            unreachable!("the font that comes with the examples is a font");
        }
    });
}
