//! Black–Scholes: the values of European options, their dependence on the market, and the value of a
//! portfolio of them if the market moves.

use accel::accel;

accel! {
    /// The right to buy or to sell something at a fixed price on a fixed day.
    pub struct Contract {
        /// The right to buy (a call) rather than to sell (a put).
        pub call: bool,
        /// The price on the market today.
        pub spot: f64,
        /// The price that the contract fixes.
        pub strike: f64,
        /// The time until the day of the contract, in years.
        pub years: f64,
        /// The interest on money without risk, per year.
        pub rate: f64,
        /// The standard deviation of the price's logarithm over a year.
        pub volatility: f64,
    }

    /// The value of a contract, and its dependence on the market.
    pub struct Quote {
        /// Its price.
        pub price: f64,
        /// The change of the price when the spot price rises by one.
        pub delta: f64,
        /// The change of delta when the spot price rises by one.
        pub gamma: f64,
        /// The change of the price when the volatility rises by one.
        pub vega: f64,
    }

    /// The probability that a normal variable is at most x, to about 7 digits: a polynomial of
    /// degree 5 in 1 / (1 + 0.2316419 x), times the density (Abramowitz and Stegun, 26.2.17).
    fn normal(x: f64) -> f64 {
        let t = 1.0 / (1.0 + 0.2316419 * x.abs());
        let series = t * (0.319381530
            + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
        let tail = density(x) * series;
        if x > 0.0 { 1.0 - tail } else { tail }
    }

    fn density(x: f64) -> f64 {
        (-0.5 * x * x).exp() / (2.0 * f64::consts::PI).sqrt()
    }

    fn quote(contract: Contract) -> Quote {
        let Contract { call, spot, strike, years, rate, volatility } = contract;
        let spread = volatility * years.sqrt();
        let high = ((spot / strike).ln() + (rate + 0.5 * volatility * volatility) * years) / spread;
        let low = high - spread;
        let promised = strike * (-rate * years).exp();
        let side = if call { 1.0 } else { -1.0 };
        let delta = side * normal(side * high);
        Quote {
            price: spot * delta - side * promised * normal(side * low),
            delta,
            gamma: density(high) / (spot * spread),
            vega: spot * density(high) * years.sqrt(),
        }
    }

    /// The quote of each contract.
    pub fn quotes(contracts: &[Contract; n]) -> [Quote; n] {
        contracts.map(quote)
    }

    /// The value of all contracts together if spot prices and volatilities were multiplied by these
    /// factors: a row for each factor of the spot price, a column for each of volatility.
    pub fn scenarios(
        contracts: &[Contract],
        spots: &[f64; rows],
        volatilities: &[f64; columns],
    ) -> [[f64; columns]; rows] {
        spots.map(|spot| volatilities.map(|volatility| {
            contracts.map(|contract| quote(Contract {
                spot: contract.spot * spot,
                volatility: contract.volatility * volatility,
                ..contract
            }).price).sum()
        }))
    }
}
