//! Black–Scholes.

use rayon::prelude::*;

use super::Matrix;
use crate::options::{Contract, Quote};

fn density(x: f64) -> f64 {
    (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

fn normal(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.2316419 * x.abs());
    let coefficients = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.319381530];
    let series = coefficients.iter().fold(0.0, |sum, coefficient| t * (coefficient + sum));
    let tail = density(x) * series;
    if x > 0.0 { 1.0 - tail } else { tail }
}

/// The value of a contract, and its dependence on the market.
pub fn quote(contract: &Contract) -> Quote {
    let Contract { call, spot, strike, years, rate, volatility } = *contract;
    let spread = volatility * years.sqrt();
    let high = ((spot / strike).ln() + (rate + 0.5 * volatility * volatility) * years) / spread;
    let promised = strike * (-rate * years).exp();
    let side = if call { 1.0 } else { -1.0 };
    let delta = side * normal(side * high);
    Quote {
        price: spot * delta - side * promised * normal(side * (high - spread)),
        delta,
        gamma: density(high) / (spot * spread),
        vega: spot * density(high) * years.sqrt(),
    }
}

/// The quote of each contract.
pub fn quotes(contracts: &[Contract]) -> Vec<Quote> {
    contracts.par_iter().map(quote).collect()
}

/// The value of all contracts together under each pair of factors.
pub fn scenarios(contracts: &[Contract], spots: &[f64], volatilities: &[f64]) -> Matrix<f64> {
    let (width, height) = (volatilities.len(), spots.len());
    let worth = |place: usize| {
        let (up, wilder) = (spots[place / width], volatilities[place % width]);
        let moved = |contract: &Contract| Contract {
            spot: contract.spot * up,
            volatility: contract.volatility * wilder,
            ..*contract
        };
        contracts.iter().map(|contract| quote(&moved(contract)).price).sum()
    };
    Matrix { width, height, values: (0..width * height).into_par_iter().map(worth).collect() }
}
