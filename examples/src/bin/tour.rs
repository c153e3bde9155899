//! A tour: accel at work on a photograph and a table, beside the same work written with rayon.
//!
//! `cargo run --release -p examples --bin tour -- --picture PHOTO.jpg --montage tour.png`

use std::io::{Write, stdout};
use std::path::PathBuf;

use accel::Plan;
use anyhow::Result;
use clap::Parser;
use examples::comparison::{Comparison, Numbers, compare, heading};
use examples::fractals::Window;
use examples::inputs::{contracts, file_or, network};
use examples::pictures::{Photo, Shades};
use examples::reaction::Recipe;
use examples::statistics::Summary;
use examples::tables::Table;
use examples::with_rayon::{self, Matrix};
use examples::{
    charts, colours, filters, fractals, gravity, matrices, options, pictures, reaction, routes,
    statistics,
};
use image::RgbImage;

/// Runs functions written with accel on a photograph and a table, writes the pictures, and prints
/// each function's plan and its time beside the same work written with rayon.
#[derive(Parser)]
struct Arguments {
    /// A photograph: PNG, JPEG or GIF [default: a cup of coffee]
    #[arg(long)]
    picture: Option<PathBuf>,
    /// A table of comma-separated values [default: the weather in Seattle]
    #[arg(long)]
    table: Option<PathBuf>,
    /// A column of numbers of the table
    #[arg(long, default_value = "temp_max")]
    column: String,
    /// The folder that the pictures are written to
    #[arg(long, default_value = "target/tour")]
    out: PathBuf,
    /// A file for the pictures side by side
    #[arg(long)]
    montage: Option<PathBuf>,
    /// Simulates less, and measures once: for a first look, or a build without optimisation
    #[arg(long)]
    quick: bool,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let photo = pictures::read(&file_or(arguments.picture, "coffee.jpg"))?;
    let table = Table::read(&file_or(arguments.table, "seattle-weather.csv"))?;
    let column = table.numbers(&arguments.column)?;

    let quick = arguments.quick;
    let mut tour = Tour { out: arguments.out, quick, rows: Vec::new(), shown: Vec::new() };
    tour.photograph(&photo)?;
    tour.table(&arguments.column, &column)?;
    tour.market()?;
    tour.flights()?;
    tour.simulations()?;

    writeln!(stdout(), "\n{}", heading())?;
    for row in &tour.rows {
        writeln!(stdout(), "{row}")?;
    }
    writeln!(
        stdout(),
        "\nMedians on {} threads; speed-up: the time with rayon over the time with accel.",
        rayon::current_num_threads()
    )?;
    writeln!(stdout(), "The pictures are in {}.", tour.out.display())?;
    if let Some(path) = arguments.montage {
        pictures::write(&path, &pictures::montage(&tour.shown, 3, (264, 176)))?;
    }
    Ok(())
}

/// The results that the tour has seen so far.
struct Tour {
    out: PathBuf,
    quick: bool,
    rows: Vec<Comparison>,
    shown: Vec<RgbImage>,
}

impl Tour {
    /// Prints the plan without its lines on single values; compares; and keeps the times.
    fn visit<A, B>(
        &mut self,
        name: &str,
        plan: &'static Plan,
        accel: impl Fn() -> A,
        rayon: impl Fn() -> B,
        numbers: impl for<'a> Fn(&'a A, &'a B) -> (Numbers<'a>, Numbers<'a>),
    ) -> Result<A> {
        writeln!(stdout(), "{name}")?;
        for line in plan.to_string().lines().filter(|line| !line.starts_with("value ")) {
            writeln!(stdout(), "    {line}")?;
        }
        let (result, comparison) =
            compare(name, plan, if self.quick { 1 } else { 15 }, accel, rayon, numbers)?;
        self.rows.push(comparison);
        Ok(result)
    }

    /// Writes a picture, and keeps it for the montage.
    fn show(&mut self, name: &str, picture: RgbImage) -> Result<()> {
        pictures::write(&self.out.join(name), &picture)?;
        self.shown.push(picture);
        Ok(())
    }

    fn photograph(&mut self, photo: &Photo) -> Result<()> {
        let by_hand = Matrix::from(photo);
        let grey = filters::try_luminance(photo)?;
        let grey_by_hand = Matrix::from(&grey);
        self.show("photograph.png", pictures::photo(photo))?;

        let blurred = self.visit(
            "blur",
            filters::blur::plan(),
            || filters::blur(&grey, 6.0),
            || with_rayon::filters::blur(&grey_by_hand, 6.0),
            shades,
        )?;
        pictures::write(&self.out.join("blurred.png"), &pictures::shades(&blurred))?;

        let edges = self.visit(
            "canny",
            filters::canny::plan(),
            || filters::canny(photo, 1.4, 0.15, 0.4),
            || with_rayon::filters::canny(&by_hand, 1.4, 0.15, 0.4),
            shades,
        )?;
        self.show("edges.png", pictures::shades(&edges))?;

        let few = self.visit(
            "quantise: 8 colours",
            colours::quantise::plan(),
            || colours::quantise(photo, 8, 10),
            || with_rayon::colours::quantise(&by_hand, 8, 10),
            |ours, theirs| {
                let theirs = theirs.values.iter();
                (
                    Box::new(ours.iter().flat_map(channels)),
                    Box::new(theirs.copied().flat_map(channels)),
                )
            },
        )?;
        self.show("quantised.png", pictures::photo(&few))?;

        let compressed = self.visit(
            "compress: four matrix products",
            matrices::compress::plan(),
            || matrices::compress(&grey, 60),
            || with_rayon::matrices::compress(&grey_by_hand, 60),
            shades,
        )?;
        pictures::write(&self.out.join("compressed.png"), &pictures::shades(&compressed))
    }

    fn table(&mut self, name: &str, column: &[f64]) -> Result<()> {
        let summary = self.visit(
            "summarise",
            statistics::summarise::plan(),
            || statistics::summarise(column),
            || with_rayon::statistics::summarise(column),
            |ours, theirs| (of_summary(ours), of_summary(theirs)),
        )?;
        let (low, high) = (summary.minimum, summary.maximum.max(summary.minimum + 1e-9));
        let counts = self.visit(
            "histogram",
            statistics::histogram::plan(),
            || statistics::histogram(column, low, high, 30),
            || with_rayon::statistics::histogram(column, low, high, 30),
            |ours, theirs| (integers(ours), integers(theirs)),
        )?;
        self.show(
            "histogram.png",
            charts::histogram(
                &format!("How often each {name}"),
                &counts,
                (low, high),
                summary.mean,
            )?,
        )?;
        let samples = if self.quick { 40 } else { 5000 };
        let means = self.visit(
            &format!("bootstrap: {samples} samples"),
            statistics::bootstrap::plan(),
            || statistics::bootstrap(column, samples, 1),
            || with_rayon::statistics::bootstrap(column, samples, 1),
            |ours, theirs| (floats(ours), floats(theirs)),
        )?;
        let (from, to) = (means[[samples / 40]], means[[samples - 1 - samples / 40]]);
        let mean = summary.mean;
        writeln!(
            stdout(),
            "    the mean of {name} is {mean:.3}, with 95 % from {from:.3} to {to:.3}"
        )?;
        Ok(())
    }

    fn market(&mut self) -> Result<()> {
        let mut contracts = contracts(&Table::read(&file_or(None, "options.csv"))?)?;
        if self.quick {
            contracts.truncate(50);
        }
        self.visit(
            "quotes of options",
            options::quotes::plan(),
            || options::quotes(&contracts),
            || with_rayon::options::quotes(&contracts),
            |ours, theirs| {
                let prices = theirs.iter().map(|quote| quote.price);
                (Box::new(ours.iter().map(|quote| quote.price)), Box::new(prices))
            },
        )?;
        let factors: Vec<f64> = (0..21).map(|step| 0.5 + 0.05 * f64::from(step)).collect();
        self.visit(
            "scenarios: 441 × all options",
            options::scenarios::plan(),
            || options::scenarios(&contracts, &factors, &factors),
            || with_rayon::options::scenarios(&contracts, &factors, &factors),
            |ours, theirs| (Box::new(ours.iter()), floats(&theirs.values)),
        )?;
        Ok(())
    }

    fn flights(&mut self) -> Result<()> {
        let airports = Table::read(&file_or(None, "airports.csv"))?;
        let network = network(&airports, &Table::read(&file_or(None, "flights.csv"))?)?;
        let direct = network.direct(&routes::try_great_circles(&network.places)?);
        let by_hand = Matrix::from(&direct);
        self.visit(
            "shortest routes by air",
            routes::shortest::plan(),
            || routes::shortest(&direct),
            || with_rayon::routes::shortest(&by_hand),
            |ours, theirs| shades(&ours.0, &theirs.0),
        )?;
        Ok(())
    }

    fn simulations(&mut self) -> Result<()> {
        let (scale, steps) = if self.quick { (8, 10) } else { (1, 1000) };
        let (width, height) = (900 / scale, 600 / scale);
        let window = Window { re: -0.743, im: 0.131, span: 0.02 };
        let set = self.visit(
            "mandelbrot",
            fractals::mandelbrot::plan(),
            || fractals::mandelbrot(width, height, window, 500),
            || with_rayon::fractals::mandelbrot(width, height, window, 500),
            shades,
        )?;
        self.show("mandelbrot.png", pictures::rainbow(&set, 500.0))?;

        let recipe = Recipe { feed: 0.037, kill: 0.06 };
        let dish = reaction::try_dish(width / 3, height / 3, 1)?;
        let by_hand = Matrix::from(&dish);
        let maze = self.visit(
            &format!("react: {steps} steps"),
            reaction::react::plan(),
            || reaction::react(dish.clone(), recipe, steps),
            || with_rayon::reaction::react(by_hand.clone(), recipe, steps),
            |ours, theirs| {
                let ours = ours.iter().map(|(_, v)| f64::from(v));
                (Box::new(ours), Box::new(theirs.values.iter().map(|(_, v)| f64::from(*v))))
            },
        )?;
        let maze = reaction::try_react(maze, recipe, 4 * steps)?;
        self.show("reaction.png", pictures::glow(&reaction::try_concentration(&maze)?))?;

        let bodies = gravity::try_galaxy(1000 / scale)?;
        let by_hand = bodies.to_vec();
        self.visit(
            &format!("advance: {} bodies, 10 steps", bodies.len()),
            gravity::advance::plan(),
            || gravity::advance(&bodies, 0.01, 1e-3, 10),
            || with_rayon::gravity::advance(&by_hand, 0.01, 1e-3, 10),
            |ours, theirs| {
                let theirs = theirs.iter().map(|body| body.location.0);
                (Box::new(ours.iter().map(|body| body.location.0)), Box::new(theirs))
            },
        )?;
        Ok(())
    }
}

fn shades<'a>(ours: &'a Shades, theirs: &'a Matrix<f32>) -> (Numbers<'a>, Numbers<'a>) {
    let theirs = theirs.values.iter().copied();
    (Box::new(ours.iter().map(f64::from)), Box::new(theirs.map(f64::from)))
}

fn floats(numbers: &[f64]) -> Numbers<'_> {
    Box::new(numbers.iter().copied())
}

fn integers(numbers: &[u32]) -> Numbers<'_> {
    Box::new(numbers.iter().copied().map(f64::from))
}

fn of_summary(summary: &Summary) -> Numbers<'_> {
    Box::new([summary.mean, summary.deviation, summary.skewness, summary.median].into_iter())
}

fn channels((r, g, b): (f32, f32, f32)) -> [f64; 3] {
    [r, g, b].map(f64::from)
}
