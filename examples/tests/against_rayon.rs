//! The examples compute the same as the same work written with rayon, on the data that comes with
//! the examples and on small inputs.

use std::path::Path;

use accel::Array;
use examples::fractals::Window;
use examples::inputs::{bodies, contracts, file_or, network};
use examples::pictures::{Photo, Shades};
use examples::reaction::Recipe;
use examples::tables::Table;
use examples::with_rayon::{self, Matrix};
use examples::{
    colours, filters, fractals, gravity, matrices, options, pictures, reaction, routes, statistics,
};

/// The photograph at a twelfth of its size: programs without optimisation are slow.
fn photo() -> Photo {
    let photo = pictures::read(&file_or(None, "coffee.jpg")).unwrap();
    let [height, width] = photo.shape();
    let pixels = photo.to_vec();
    let small = (0..height / 12)
        .flat_map(|y| (0..width / 12).map(move |x| 12 * (y * width + x)))
        .map(|place| pixels[place])
        .collect();
    Array::from_vec([height / 12, width / 12], small)
}

fn table(name: &str) -> Table {
    Table::read(&file_or(None, name)).unwrap()
}

#[track_caller]
fn same(ours: &Shades, theirs: &Matrix<f32>, most: f32) {
    assert_eq!(ours.shape(), [theirs.height, theirs.width]);
    for (place, (ours, theirs)) in ours.iter().zip(&theirs.values).enumerate() {
        assert!((ours - theirs).abs() <= most, "{ours} and {theirs} at {place}");
    }
}

#[track_caller]
fn near(ours: f64, theirs: f64) {
    assert!((ours - theirs).abs() <= 1e-9 * (1.0 + theirs.abs()), "{ours} and {theirs}");
}

#[test]
fn filters_of_the_photograph() {
    let photo = photo();
    let by_hand = Matrix::from(&photo);
    let grey = filters::luminance(&photo);
    let grey_by_hand = with_rayon::filters::luminance(&by_hand);
    same(&grey, &grey_by_hand, 1e-6);
    for deviation in [0.5, 1.4, 40.0] {
        let theirs = with_rayon::filters::blur(&grey_by_hand, deviation);
        same(&filters::blur(&grey, deviation), &theirs, 1e-5);
    }
    same(&filters::sobel(&grey), &with_rayon::filters::sobel(&grey_by_hand), 1e-4);
    let edges = filters::canny(&photo, 1.4, 0.15, 0.4);
    same(&edges, &with_rayon::filters::canny(&by_hand, 1.4, 0.15, 0.4), 0.0);
    assert!(edges.iter().any(|edge| edge == 1.0) && edges.iter().any(|edge| edge == 0.0));
}

#[test]
fn a_blur_keeps_what_is_even() {
    let even = Array::from_vec([3, 5], vec![0.25; 15]);
    same(&filters::blur(&even, 2.0), &Matrix::filled(5, 3, 0.25), 1e-6);
}

#[test]
fn an_edge_is_one_pixel_wide_and_reaches_through_weak_pixels() {
    let (width, height) = (20, 12);
    let pixels = (0..width * height).map(|place| {
        let (y, x) = (place / width, place % width);
        let bright = if x < 10 { 0.0 } else { 1.0 - 0.07 * y as f32 };
        (bright, bright, bright)
    });
    let photo = Array::from_vec([height, width], pixels.collect());
    let edges = filters::canny(&photo, 0.5, 0.5, 3.0);
    for y in 1..height - 1 {
        let places: Vec<_> = (0..width).filter(|x| edges[[y, *x]] == 1.0).collect();
        assert!(places == [9] || places == [10], "{places:?} in row {y}");
    }
}

#[test]
fn colours_of_the_photograph() {
    let photo = photo();
    let ours = colours::quantise(&photo, 5, 4);
    let theirs = with_rayon::colours::quantise(&Matrix::from(&photo), 5, 4);
    for ((r, g, b), (s, h, c)) in ours.iter().zip(&theirs.values) {
        assert!((r - s).abs() + (g - h).abs() + (b - c).abs() < 1e-4);
    }
}

#[test]
fn rounds_of_k_means_find_the_two_colours_that_there_are() {
    let (dark, light) = ((0.1, 0.0, 0.2), (0.75, 1.0, 0.5));
    let photo = Array::from_vec([2, 3], vec![dark, dark, light, dark, light, light]);
    let start = Array::from(vec![(0.0, 0.0, 0.0), (1.0, 1.0, 1.0), (0.0, 9.0, 0.0)]);
    let palette = colours::improve_palette(&photo, &start);
    let expected = [dark, light, (0.0, 9.0, 0.0)];
    for ((r, g, b), (s, h, c)) in palette.iter().zip(expected) {
        assert!((r - s).abs() + (g - h).abs() + (b - c).abs() < 1e-6);
    }
    let (painted, error) = colours::paint(&photo, &palette);
    assert!(error < 1e-12);
    for ((r, _, _), (s, _, _)) in painted.iter().zip(photo.iter()) {
        assert!((r - s).abs() < 1e-6);
    }
}

#[test]
fn fractals_small_and_empty() {
    let window = Window { re: -0.65, im: 0.0, span: 3.2 };
    for (w, h) in [(24, 16), (1, 1), (5, 0)] {
        let set = fractals::mandelbrot(w, h, window, 60);
        same(&set, &with_rayon::fractals::mandelbrot(w, h, window, 60), 1e-3);
        let julia = fractals::julia(w, h, window, (-0.8, 0.156), 60);
        same(&julia, &with_rayon::fractals::julia(w, h, window, (-0.8, 0.156), 60), 1e-3);
    }
}

#[test]
fn reactions_in_a_dish() {
    let dish = reaction::dish(70, 40, 7);
    assert!(dish.iter().any(|(_, v)| v > 0.0));
    let recipe = Recipe { feed: 0.037, kill: 0.06 };
    let theirs = with_rayon::reaction::react(Matrix::from(&dish), recipe, 20);
    let ours = reaction::react(dish, recipe, 20);
    for ((u, v), (a, b)) in ours.iter().zip(&theirs.values) {
        assert!((u - a).abs() + (v - b).abs() < 1e-5);
    }
}

#[test]
fn planets_keep_their_energy() {
    let (_, planets) = bodies(&table("planets.csv")).unwrap();
    let later = gravity::advance(&planets, 0.0, 1.0 / 365.25, 60);
    let theirs = with_rayon::gravity::advance(&planets, 0.0, 1.0 / 365.25, 60);
    for (ours, theirs) in later.iter().zip(&theirs) {
        near(ours.location.0, theirs.location.0);
        near(ours.velocity.2, theirs.velocity.2);
    }
    let (before, after) = (gravity::energy(&planets, 0.0), gravity::energy(&later, 0.0));
    assert!(before < 0.0 && ((after - before) / before).abs() < 1e-4, "{before} and {after}");
}

#[test]
fn options_of_the_table() {
    let contracts = contracts(&table("options.csv")).unwrap();
    let some = &contracts[..200];
    for (ours, theirs) in options::quotes(some).iter().zip(with_rayon::options::quotes(some)) {
        near(ours.price, theirs.price);
        near(ours.delta, theirs.delta);
        near(ours.gamma, theirs.gamma);
        near(ours.vega, theirs.vega);
    }
    let (up, wild) = ([0.9, 1.0, 1.1], [0.5, 1.0]);
    let worth = options::scenarios(some, &up, &wild);
    let theirs = with_rayon::options::scenarios(some, &up, &wild);
    assert_eq!(worth.shape(), [3, 2]);
    for (ours, theirs) in worth.iter().zip(&theirs.values) {
        near(ours, *theirs);
    }
}

#[test]
fn a_call_that_a_textbook_prices() {
    // Hull, Options, Futures and Other Derivatives: 4.76 for the call and 0.81 for the put.
    let call = options::Contract {
        call: true,
        spot: 42.0,
        strike: 40.0,
        years: 0.5,
        rate: 0.1,
        volatility: 0.2,
    };
    let quotes = options::quotes(&[call, options::Contract { call: false, ..call }]).to_vec();
    assert!((quotes[0].price - 4.76).abs() < 0.005, "{:?}", quotes[0]);
    assert!((quotes[1].price - 0.81).abs() < 0.005, "{:?}", quotes[1]);
}

#[test]
fn statistics_of_the_weather() {
    let weather = table("seattle-weather.csv");
    for column in ["temp_max", "wind", "precipitation"] {
        let numbers = weather.numbers(column).unwrap();
        let ours = statistics::summarise(&numbers);
        let theirs = with_rayon::statistics::summarise(&numbers);
        near(ours.mean, theirs.mean);
        near(ours.deviation, theirs.deviation);
        near(ours.skewness, theirs.skewness);
        near(ours.lower_quartile, theirs.lower_quartile);
        assert_eq!(
            (ours.minimum, ours.median, ours.maximum),
            (theirs.minimum, theirs.median, theirs.maximum)
        );
        let counts = statistics::histogram(&numbers, 1.0, 20.0, 7);
        assert_eq!(counts, with_rayon::statistics::histogram(&numbers, 1.0, 20.0, 7));
        let means = statistics::bootstrap(&numbers, 20, 3);
        let theirs = with_rayon::statistics::bootstrap(&numbers, 20, 3);
        means.iter().zip(&theirs).for_each(|(ours, theirs)| near(ours, *theirs));
    }
}

#[test]
fn statistics_of_few_numbers() {
    let one = statistics::summarise(&[3.0]);
    assert_eq!((one.mean, one.deviation, one.median, one.upper_quartile), (3.0, 0.0, 3.0, 3.0));
    let four = statistics::summarise(&[4.0, 1.0, 3.0, 2.0]);
    assert_eq!((four.lower_quartile, four.median, four.upper_quartile), (1.75, 2.5, 3.25));
    let error = statistics::try_summarise(&[]).unwrap_err();
    assert!(error.to_string().ends_with("a summary needs a number at least"), "{error}");
}

#[test]
fn products_of_matrices() {
    for (n, m, p) in [(3, 4, 5), (17, 9, 33), (1, 1, 1), (2, 0, 3)] {
        let matrix = |rows: usize, columns: usize| {
            let numbers = (0..rows * columns).map(|place| (place * 7 % 11) as f32 - 5.0);
            Array::from_vec([rows, columns], numbers.collect())
        };
        let (a, b) = (matrix(n, m), matrix(m, p));
        let product = matrices::matmul(&a, &b);
        assert_eq!(product.shape(), [n, p]);
        for (place, ours) in product.iter().enumerate() {
            let (y, x) = (place / p, place % p);
            assert_eq!(ours, (0..m).map(|k| a[[y, k]] * b[[k, x]]).sum::<f32>());
        }
    }
    let error = matrices::try_matmul(
        &Array::from_vec([1, 2], vec![0.0; 2]),
        &Array::from_vec([3, 1], vec![0.0; 3]),
    );
    assert!(error.is_err());
}

#[test]
fn a_picture_of_all_its_waves_is_itself() {
    let grey = filters::luminance(&photo());
    let [height, width] = grey.shape();
    let whole = matrices::compress(&grey, width.max(height));
    assert!(matrices::difference(&grey, &whole) < 1e-9);
    same(
        &matrices::compress(&grey, 9),
        &with_rayon::matrices::compress(&Matrix::from(&grey), 9),
        1e-4,
    );
}

#[test]
fn routes_by_air() {
    let network = network(&table("airports.csv"), &table("flights.csv")).unwrap();
    let places = &network.places[..60];
    let distances = routes::great_circles(places);
    let n = places.len();
    let mut direct = vec![f32::INFINITY; n * n];
    for place in 0..n {
        direct[place * n + place] = 0.0;
    }
    for (from, to) in network.flights.iter().filter(|(from, to)| *from < n && *to < n) {
        direct[from * n + to] = distances[[*from, *to]];
    }
    let direct = Array::from_vec([n, n], direct);
    let (lengths, first) = routes::shortest(&direct);
    let (theirs, their_first) = with_rayon::routes::shortest(&Matrix::from(&direct));
    assert_eq!(lengths.to_vec(), theirs.values);
    assert_eq!(first.to_vec(), their_first.values);
    assert_eq!(routes::distances(&direct), lengths);
}

#[test]
fn the_distance_of_two_airports() {
    let network = network(&table("airports.csv"), &table("flights.csv")).unwrap();
    let (from, to) = (network.find("JFK").unwrap(), network.find("lax").unwrap());
    let distance = routes::great_circles(&network.places)[[from, to]];
    assert!((distance - 3975.0).abs() < 10.0, "{distance} km");
    assert!(network.find("XYZ").is_err());
}

#[test]
fn files_that_come_with_the_examples_are_there() {
    for name in ["coffee.jpg", "LICENSE-DejaVu", "README.md"] {
        assert!(Path::new(&file_or(None, name)).is_file(), "{name}");
    }
}
