//! Element-wise kernels, control flow and functions, as nvcc and clang compile them.

mod common;
use common::*;

#[test]
fn scale_and_add() {
    for ptx in compiled!("map") {
        let context = Context::new();
        let module = context.module(ptx);
        let n = 1000_u32;
        let x: Vec<f32> = (0..n).map(|i| i as f32 * 0.5).collect();
        let y: Vec<f32> = (0..n).map(|i| 1.0 - i as f32).collect();
        let (out, x_there, y_there) =
            (context.allocate(4000), context.upload(&x), context.upload(&y));
        module.launch("scale_add", 8, 128, parameters![&out, &x_there, &y_there, 3.0_f32, n]);
        let expected: Vec<f32> = x.iter().zip(&y).map(|(x, y)| 3.0_f32.mul_add(*x, *y)).collect();
        assert_eq!(context.download::<f32>(&out, 1000), expected);
    }
}

#[test]
fn grid_stride_loop() {
    for ptx in compiled!("map") {
        let context = Context::new();
        let module = context.module(ptx);
        let input: Vec<u32> = (0..5000_u32).map(|i| i.wrapping_mul(3_000_000_000)).collect();
        let (out, there) = (context.allocate(40_000), context.upload(&input));
        module.launch("grid_stride", 3, 96, parameters![&out, &there, 5000_u64]);
        let expected: Vec<u64> =
            input.iter().zip(0..).map(|(x, i)| u64::from(*x) * u64::from(*x) + i).collect();
        assert_eq!(context.download::<u64>(&out, 5000), expected);
    }
}

#[test]
fn division_of_64_bits() {
    for ptx in compiled!("map") {
        let context = Context::new();
        let module = context.module(ptx);
        let values =
            [1, -1, 7, -7, 1 << 40, i64::MAX, i64::MIN + 1, 0x1234_5678_9abc_def0, 1000, 3];
        let pairs: Vec<(i64, i64)> =
            values.iter().flat_map(|a| values.iter().map(move |b| (*a, *b))).collect();
        let (a, b): (Vec<i64>, Vec<i64>) = pairs.iter().copied().unzip();
        let n = pairs.len();
        let results = [(); 3].map(|()| context.allocate(8 * n));
        let [quotients, remainders, unsigned] = &results;
        let parameters = parameters![
            quotients,
            remainders,
            unsigned,
            &context.upload(&a),
            &context.upload(&b),
            n as u32
        ];
        module.launch("divide", 1, 128, parameters);
        let quotient: Vec<i64> = pairs.iter().map(|(a, b)| a / b).collect();
        let remainder: Vec<i64> = pairs.iter().map(|(a, b)| a % b).collect();
        let of_unsigned: Vec<u64> = pairs.iter().map(|(a, b)| *a as u64 / *b as u64).collect();
        assert_eq!(context.download::<i64>(quotients, n), quotient);
        assert_eq!(context.download::<i64>(remainders, n), remainder);
        assert_eq!(context.download::<u64>(unsigned, n), of_unsigned);
    }
}

#[test]
fn vectors_of_four() {
    for ptx in compiled!("map") {
        let context = Context::new();
        let module = context.module(ptx);
        let input: Vec<f32> = (0..400).map(|i| i as f32).collect();
        let (out, there) = (context.allocate(1600), context.upload(&input));
        module.launch("four_at_a_time", 1, 128, parameters![&out, &there, 100_u32]);
        let expected: Vec<f32> =
            input.chunks(4).flat_map(|v| [v[3], v[2] * 2.0, v[1] + 1.0, v[0]]).collect();
        assert_eq!(context.download::<f32>(&out, 400), expected);
        // Sixteen bytes a lane are the fewest sectors that they can be.
        assert_eq!(counts().global_transactions, 2 * 1600 / 32);
    }
}

#[test]
fn bytes_and_halves() {
    for ptx in compiled!("map") {
        let context = Context::new();
        let module = context.module(ptx);
        let input: Vec<u8> = (0..=255).collect();
        let (out, there) = (context.allocate(256), context.upload(&input));
        module.launch("bytes", 2, 128, parameters![&out, &there, 256_u32]);
        let expected: Vec<i8> = input.iter().map(|x| (i32::from(*x) - 128) as i8 / 2).collect();
        assert_eq!(context.download::<i8>(&out, 256), expected);

        let values = [0.0_f32, -0.0, 1.0, 0.1, 65504.0, 65520.0, -1e9, 6e-8, 1e-9, 2049.0, 2051.0];
        let bits = [0, 0x8000, 0x3c00, 0x2e66, 0x7bff, 0x7c00, 0xfc00, 1, 0, 0x6800, 0x6802];
        let (back, stored, there) =
            (context.allocate(44), context.allocate(22), context.upload(&values));
        module.launch("halves", 1, 32, parameters![&back, &stored, &there, 11_u32]);
        assert_eq!(context.download::<u16>(&stored, 11), bits);
        let expected = [
            0.0,
            -0.0,
            1.0,
            0.099_975_586,
            65504.0,
            f32::INFINITY,
            f32::NEG_INFINITY,
            5.960_464_5e-8,
            0.0,
            2048.0,
            2052.0,
        ];
        assert_eq!(context.download::<f32>(&back, 11), expected);
    }
}

#[test]
fn loops_of_different_lengths() {
    for ptx in compiled!("control") {
        let context = Context::new();
        let module = context.module(ptx);
        let input: Vec<u64> = (1..=200).collect();
        let (out, there) = (context.allocate(800), context.upload(&input));
        module.launch("collatz", 2, 128, parameters![&out, &there, 200_u32]);
        let steps = |start: &u64| {
            let mut x = *start;
            let mut steps = 0;
            while x != 1 {
                x = if x.is_multiple_of(2) { x / 2 } else { 3 * x + 1 };
                steps += 1;
            }
            steps
        };
        let expected: Vec<u32> = input.iter().map(steps).collect();
        assert_eq!(context.download::<u32>(&out, 200), expected);
    }
}

#[test]
fn lanes_meet_after_nested_loops() {
    fn found(i: u32) -> u32 {
        let mut found = 0;
        for a in 1..=i % 7 {
            for b in a..10 {
                if (a * b + i).is_multiple_of(5) {
                    break;
                }
                if (a + b) % 11 == i % 11 {
                    continue;
                }
                found += a * b;
            }
        }
        found
    }
    for ptx in compiled!("control") {
        let context = Context::new();
        let module = context.module(ptx);
        let out = context.allocate(512);
        module.launch("nested", 1, 128, parameters![&out, 128_u32]);
        let expected: Vec<u32> = (0..128)
            .map(|i| {
                let first = i / 32 * 32;
                let even =
                    (first..first + 32).filter(|other| found(*other).is_multiple_of(2)).count();
                found(i) * 64 + even as u32
            })
            .collect();
        assert_eq!(context.download::<u32>(&out, 128), expected);
    }
}

#[test]
fn switches() {
    const PRIMES: [i32; 8] = [2, 3, 5, 7, 11, 13, 17, 19];
    for ptx in compiled!("control") {
        let context = Context::new();
        let module = context.module(ptx);
        let input: Vec<i32> = (0..100).map(|i| i * 7 % 11 - 1).collect();
        let (out, there) = (context.allocate(400), context.upload(&input));
        module.launch("choose", 1, 128, parameters![&out, &there, 100_u32]);
        let choose = |(i, x): (usize, &i32)| match x {
            0 => 10,
            1 => x * 7 + 3,
            2 => PRIMES[i % 8],
            3 => x - 100,
            4 => x - 100,
            5 => -x,
            6 => x * x * x,
            7 => !x,
            _ => 1000,
        };
        let expected: Vec<i32> = input.iter().enumerate().map(choose).collect();
        assert_eq!(context.download::<i32>(&out, 100), expected);
    }
}

#[test]
fn functions_with_structs() {
    for ptx in compiled!("control") {
        let context = Context::new();
        let module = context.module(ptx);
        let (out, pairs) = (context.allocate(8 * 50), context.zeros(16 * 50));
        module.launch("functions", 1, 64, parameters![&out, &pairs, 50_u32]);
        let multiply_add = |a: u64, b: u64, c: u64| if a == 0 { c } else { a * b + c };
        let expected: Vec<u64> =
            (0..50).map(|i| multiply_add(i, i + 1, 42) + multiply_add(i % 2, 5, 6)).collect();
        assert_eq!(context.download::<u64>(&out, 50), expected);
        let there = context.download::<u64>(&pairs, 100);
        for (i, pair) in there.chunks(2).enumerate() {
            assert_eq!(f64::from_bits(pair[0]), (i * 3) as f64);
            assert_eq!(pair[1] as u32, i as u32);
        }
    }
}

#[test]
fn local_arrays() {
    for ptx in compiled!("control") {
        let context = Context::new();
        let module = context.module(ptx);
        let input: Vec<u8> = (0..100_u32).map(|i| (i * i % 251) as u8).collect();
        let (out, there) = (context.allocate(400), context.upload(&input));
        module.launch("local_array", 1, 128, parameters![&out, &there, 100_u32]);
        let expected: Vec<u32> = (0..100)
            .map(|i| {
                let mut counts: [u32; 16] = std::array::from_fn(|k| k as u32);
                for k in 0..64 {
                    counts[input[(i + k) % 100] as usize % 16] += k as u32;
                }
                counts.iter().fold(0_u32, |sum, count| sum.wrapping_mul(31).wrapping_add(*count))
            })
            .collect();
        assert_eq!(context.download::<u32>(&out, 100), expected);
    }
}
