use accel::accel;

accel! {
    struct S0 { a: f64 }
    struct S1 { a: S0 }
    struct S2 { a: S1 }
    struct S3 { a: S2 }
    struct S4 { a: S3 }
    struct S5 { a: S4 }
    struct S6 { a: S5 }
    struct S7 { a: S6 }
    struct S8 { a: S7 }
    struct S9 { a: S8 }
    struct S10 { a: S9 }
    struct S11 { a: S10 }
    struct S12 { a: S11 }
    struct S13 { a: S12 }
    struct S14 { a: S13 }
    struct S15 { a: S14 }
    struct S16 { a: S15 }
    struct S17 { a: S16 }
    struct S18 { a: S17 }
    struct S19 { a: S18 }
    struct S20 { a: S19 }
    struct S21 { a: S20 }
    struct S22 { a: S21 }
    struct S23 { a: S22 }
    struct S24 { a: S23 }
    struct S25 { a: S24 }
    struct S26 { a: S25 }
    struct S27 { a: S26 }
    struct S28 { a: S27 }
    struct S29 { a: S28 }
    struct S30 { a: S29 }
    struct S31 { a: S30 }
    struct S32 { a: S31 }
    struct S33 { a: S32 }
    struct S34 { a: S33 }
    struct S35 { a: S34 }
    struct S36 { a: S35 }
    struct S37 { a: S36 }
    struct S38 { a: S37 }
    struct S39 { a: S38 }
    struct S40 { a: S39 }
    struct S41 { a: S40 }
    struct S42 { a: S41 }
    struct S43 { a: S42 }
    struct S44 { a: S43 }
    struct S45 { a: S44 }
    struct S46 { a: S45 }
    struct S47 { a: S46 }
    struct S48 { a: S47 }
    struct S49 { a: S48 }
    struct S50 { a: S49 }
    struct S51 { a: S50 }
    struct S52 { a: S51 }
    struct S53 { a: S52 }
    struct S54 { a: S53 }
    struct S55 { a: S54 }
    struct S56 { a: S55 }
    struct S57 { a: S56 }
    struct S58 { a: S57 }
    struct S59 { a: S58 }
    struct S60 { a: S59 }
    struct S61 { a: S60 }
    struct S62 { a: S61 }
    struct S63 { a: S62 }
    struct S64 { a: S63 }
    struct S65 { a: S64 }

    pub fn half(x: f64) -> f64 {
        x / 2.0
    }
}

fn main() {}
