//! Prices of European options by the formula of Black and Scholes: arithmetic with `exp`, `ln`
//! and `sqrt`, and two results from one traversal.

use accel::accel;
use rayon::prelude::*;

use crate::data::{Random, all_agree, length};
use crate::measure::{Bench, Rivals, Work};
use crate::output::PIECE;
use crate::vector_math;

accel! {
    const RATE: f32 = 0.02;
    const VOLATILITY: f32 = 0.3;

    fn normal(x: f32) -> f32 {
        let k = 1.0 / (1.0 + 0.2316419 * x.abs());
        let series = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937
            + k * (-1.821255978 + k * 1.330274429))));
        let tail = 0.3989422804 * (-0.5 * x * x).exp() * series;
        if x < 0.0 { tail } else { 1.0 - tail }
    }

    pub fn black_scholes(prices: &[f32; n], strikes: &[f32; n], years: &[f32; n]) -> [(f32, f32); n] {
        zip(prices, strikes, years).map(|(s, k, t)| {
            let deviation = VOLATILITY * t.sqrt();
            let d1 = ((s / k).ln() + (RATE + 0.5 * VOLATILITY * VOLATILITY) * t) / deviation;
            let d2 = d1 - deviation;
            let discounted = k * (-RATE * t).exp();
            let call = s * normal(d1) - discounted * normal(d2);
            (call, call + discounted - s)
        })
    }
}

const RATE: f32 = 0.02;
const VOLATILITY: f32 = 0.3;

fn normal(x: f32) -> f32 {
    let k = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let series = k
        * (0.319_381_53
            + k * (-0.356_563_78 + k * (1.781_477_9 + k * (-1.821_255_9 + k * 1.330_274_5))));
    let tail = 0.398_942_3 * (-0.5 * x * x).exp() * series;
    if x < 0.0 { tail } else { 1.0 - tail }
}

fn option(s: f32, k: f32, t: f32) -> (f32, f32) {
    let deviation = VOLATILITY * t.sqrt();
    let d1 = ((s / k).ln() + (RATE + 0.5 * VOLATILITY * VOLATILITY) * t) / deviation;
    let d2 = d1 - deviation;
    let discounted = k * (-RATE * t).exp();
    let call = s * normal(d1) - discounted * normal(d2);
    (call, call + discounted - s)
}

fn with_rayon(prices: &[f32], strikes: &[f32], years: &[f32]) -> Vec<(f32, f32)> {
    prices.par_iter().zip(strikes).zip(years).map(|((s, k), t)| option(*s, *k, *t)).collect()
}

/// Writes to memory that is there already, in two columns.
fn by_hand(s: &[f32], k: &[f32], t: &[f32], calls: &mut [f32], puts: &mut [f32]) {
    // Small enough pieces for two threads to pay at a few thousand options.
    let piece = PIECE.min(s.len().div_ceil(rayon::current_num_threads()).max(1 << 13));
    if s.len() <= piece {
        return part(s, k, t, calls, puts);
    }
    let inputs = s.par_chunks(piece).zip(k.par_chunks(piece)).zip(t.par_chunks(piece));
    let outputs = calls.par_chunks_mut(piece).zip(puts.par_chunks_mut(piece));
    outputs.zip(inputs).for_each(|((calls, puts), ((s, k), t))| part(s, k, t, calls, puts));
}

#[inline(always)]
fn vector_normal(x: f32) -> f32 {
    let k = 1.0 / 0.231_641_9f32.mul_add(x.abs(), 1.0);
    let series = k.mul_add(1.330_274_5, -1.821_255_9);
    let series = k.mul_add(series, 1.781_477_9);
    let series = k.mul_add(series, -0.356_563_78);
    let series = k * k.mul_add(series, 0.319_381_53);
    let tail = 0.398_942_3 * vector_math::exp(-0.5 * x * x) * series;
    if x < 0.0 { tail } else { 1.0 - tail }
}

for_best_instructions! {
    fn part(s: &[f32], k: &[f32], t: &[f32], calls: &mut [f32], puts: &mut [f32]) {
        let inputs = s.iter().zip(k).zip(t);
        for ((call, put), ((s, k), t)) in calls.iter_mut().zip(puts).zip(inputs) {
            let deviation = VOLATILITY * t.sqrt();
            let drift = (RATE + 0.5 * VOLATILITY * VOLATILITY) * t;
            let d1 = (vector_math::ln(s / k) + drift) / deviation;
            let discounted = k * vector_math::exp(-RATE * t);
            *call = s * vector_normal(d1) - discounted * vector_normal(d1 - deviation);
            *put = *call + discounted - s;
        }
    }
}

fn plain(prices: &[f32], strikes: &[f32], years: &[f32]) -> Vec<(f32, f32)> {
    prices.iter().zip(strikes).zip(years).map(|((s, k), t)| option(*s, *k, *t)).collect()
}

/// Measures the kernel.
pub fn run(bench: &mut Bench) {
    for (size, n) in bench.sizes(4096, 1 << 20, 1 << 24) {
        let mut random = Random::new(3);
        let prices = random.floats(n, 5.0, 30.0);
        let strikes = random.floats(n, 1.0, 100.0);
        let years = random.floats(n, 0.25, 10.0);
        let (mut calls, mut puts) = (vec![1.0; n], vec![1.0; n]);

        let (expected_calls, expected_puts): (Vec<f32>, Vec<f32>) =
            plain(&prices, &strikes, &years).into_iter().unzip();
        let (found_calls, found_puts) = black_scholes(&prices, &strikes, &years).into_components();
        all_agree("Black–Scholes calls, accel", &found_calls, &expected_calls, 1e-4);
        all_agree("Black–Scholes puts, accel", &found_puts, &expected_puts, 1e-4);
        let (found_calls, found_puts): (Vec<f32>, Vec<f32>) =
            with_rayon(&prices, &strikes, &years).into_iter().unzip();
        all_agree("Black–Scholes calls, rayon", &found_calls, &expected_calls, 1e-4);
        all_agree("Black–Scholes puts, rayon", &found_puts, &expected_puts, 1e-4);
        by_hand(&prices, &strikes, &years, &mut calls, &mut puts);
        all_agree("Black–Scholes calls, expert", &calls, &expected_calls, 1e-4);
        all_agree("Black–Scholes puts, expert", &puts, &expected_puts, 1e-4);

        let rivals = Rivals::new()
            .rival(|| black_scholes(&prices, &strikes, &years))
            .rival(|| with_rayon(&prices, &strikes, &years))
            .rival(|| by_hand(&prices, &strikes, &years, &mut calls, &mut puts))
            .rival(|| plain(&prices, &strikes, &years));
        bench.run("Black–Scholes f32", length(n), size, Work::Bytes(20 * n), rivals);
    }
}
