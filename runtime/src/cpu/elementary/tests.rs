//! Every function beside that of `f64` in the standard library, on arguments of all sizes.

/// The largest distance of a result from the exact one, in units of the last place.
const LIMIT: f64 = 0.501;

/// Arguments of all sizes and signs, with those at which functions have their corners.
fn arguments() -> impl Iterator<Item = f32> {
    // Under Miri, which is slow, a few will do.
    let step = if cfg!(miri) { 4_000_037 } else { 5_003 };
    let corners = [
        0.0,
        0.25,
        0.5,
        1.0,
        1.5,
        2.0,
        3.0,
        8.0,
        10.0,
        88.72284,
        128.0,
        1000.0,
        f32::MAX,
        f32::MIN_POSITIVE,
        f32::MIN_POSITIVE / 8.0,
        f32::INFINITY,
        f32::NAN,
        1.0 + f32::EPSILON,
        1.0 - f32::EPSILON / 2.0,
        std::f32::consts::FRAC_PI_2,
        std::f32::consts::PI,
        // The number that is nearest to a multiple of π/2, relative to its size.
        16367173.0 * f32::from_bits((72 + 127) << 23),
    ];
    let corners = corners.into_iter().flat_map(|x| [x, -x]);
    corners.chain((0..u32::MAX).step_by(step).map(f32::from_bits))
}

/// Returns the distance of `found` from `exact`, in units of the last place.
fn distance(found: f32, exact: f64) -> f64 {
    let rounded = exact as f32;
    if found == rounded || found.is_nan() && exact.is_nan() {
        let same_zero = found != 0.0 || found.is_sign_negative() == rounded.is_sign_negative();
        return if same_zero { 0.0 } else { f64::INFINITY };
    }
    let unit = rounded.abs().max(f32::MIN_POSITIVE);
    let unit = f64::from(unit) - f64::from(unit.next_down());
    (f64::from(found) - exact).abs() / unit
}

fn check(name: &str, found: fn(f32) -> f32, exact: fn(f64) -> f64) {
    for x in arguments() {
        let (found, exact) = (found(x), exact(f64::from(x)));
        let distance = distance(found, exact);
        assert!(distance <= LIMIT, "{name}({x:e}) is {exact:e}, found {found:e}: {distance}");
    }
}

macro_rules! functions {
    ($($name:ident)*) => { $(
        #[test]
        fn $name() {
            check(stringify!($name), super::$name, f64::$name);
        }
    )* };
}

functions! {
    exp exp2 exp_m1 sinh cosh tanh ln ln_1p log2 log10 sin cos tan asin acos atan
}

fn check_pairs(name: &str, found: fn(f32, f32) -> f32, exact: fn(f64, f64) -> f64) {
    let (xs, ys): (Vec<f32>, Vec<f32>) = (
        arguments()
            .step_by(if cfg!(miri) { 20 } else { 1_361 })
            .chain(arguments().take(44))
            .collect(),
        arguments()
            .step_by(if cfg!(miri) { 20 } else { 1_277 })
            .chain(arguments().take(44))
            .collect(),
    );
    // Sizes at which powers are neither zero nor infinite.
    let near = |xs: &[f32]| xs.iter().map(|x| x.abs().powf(0.05)).collect::<Vec<f32>>();
    let (near_xs, near_ys) = (near(&xs), near(&ys));
    for (xs, ys) in [(&xs, &ys), (&near_xs, &near_ys), (&xs, &near_ys)] {
        for &x in xs {
            for &y in ys {
                let (found, exact) = (found(x, y), exact(f64::from(x), f64::from(y)));
                let distance = distance(found, exact);
                let case = format_args!("{name}({x:e}, {y:e})");
                assert!(distance <= LIMIT, "{case} is {exact:e}, found {found:e}: {distance}");
            }
        }
    }
}

#[test]
fn powf() {
    check_pairs("powf", super::powf, f64::powf);
}

#[test]
fn atan2() {
    check_pairs("atan2", super::atan2, f64::atan2);
}

#[test]
fn hypot() {
    check_pairs("hypot", super::hypot, f64::hypot);
}
