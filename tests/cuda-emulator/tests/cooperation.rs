//! Kernels whose threads work together: reductions, scans, histograms, tiles.

mod common;
use common::*;

fn numbers(count: usize) -> Vec<i32> {
    (0..count as i64).map(|i| (i * 7919 % 1013) as i32 - 500).collect()
}

#[test]
fn sums_by_shuffles() {
    for ptx in compiled!("reduce") {
        let context = Context::new();
        let module = context.module(ptx);
        let input = numbers(10_000);
        let (result, there) = (context.zeros(4), context.upload(&input));
        module.launch("sum", 7, 256, parameters![&result, &there, 10_000_u32]);
        assert_eq!(context.download::<i32>(&result, 1), [input.iter().sum::<i32>()]);
    }
}

#[test]
fn scan_with_look_back() {
    for ptx in compiled!("reduce") {
        let context = Context::new();
        let module = context.module(ptx);
        let n = 40_000;
        let input = numbers(n);
        let blocks = n.div_ceil(256);
        let (out, there) = (context.allocate(4 * n), context.upload(&input));
        let (states, next) = (context.zeros(8 * blocks), context.zeros(4));
        let parameters = parameters![&out, &there, &states, &next, n as u32];
        module.launch("scan", blocks as u32, 256, parameters);
        let expected: Vec<i32> = input
            .iter()
            .scan(0, |sum, x| {
                *sum += x;
                Some(*sum)
            })
            .collect();
        assert_eq!(context.download::<i32>(&out, n), expected);
    }
}

#[test]
fn the_last_block_sees_what_fences_order() {
    for ptx in compiled!("reduce") {
        let context = Context::new();
        let module = context.module(ptx);
        let input = numbers(640);
        let (result, partial, finished) =
            (context.allocate(4), context.allocate(4 * 10), context.zeros(4));
        let parameters = parameters![&result, &partial, &finished, &context.upload(&input)];
        module.launch("sum_by_last_block", 10, 64, parameters);
        assert_eq!(context.download::<i32>(&result, 1), [input.iter().sum::<i32>()]);
    }
}

#[test]
fn blocks_that_wait_for_each_other_take_turns() {
    for ptx in compiled!("reduce") {
        let context = Context::new();
        let module = context.module(ptx);
        let (out, arrived, partial) = (context.zeros(80), context.zeros(4), context.allocate(80));
        module.launch("meet", 20, 64, parameters![&out, &arrived, &partial]);
        assert_eq!(context.download::<i32>(&out, 20), [210; 20]);
    }
}

#[test]
fn histogram_in_dynamic_shared_memory() {
    for ptx in compiled!("atomics") {
        let context = Context::new();
        let module = context.module(ptx);
        let input: Vec<u8> = (0..5000_u32).map(|i| (i * i % 241) as u8).collect();
        let (result, there) = (context.zeros(4 * 100), context.upload(&input));
        let parameters = parameters![&result, &there, 100_u32, 5000_u32];
        let status = module.try_launch("histogram", [4, 1, 1], [128, 1, 1], 400, parameters);
        assert_eq!(status, 0, "{}", last_message());
        let mut expected = vec![0; 100];
        for x in input {
            expected[x as usize % 100] += 1;
        }
        assert_eq!(context.download::<i32>(&result, 100), expected);
    }
}

#[test]
fn compare_and_swap_of_a_struct() {
    for ptx in compiled!("atomics") {
        let context = Context::new();
        let module = context.module(ptx);
        let mut input = numbers(3000);
        input[1234] = -9000;
        input[2345] = -9000;
        let (result, there) = (context.upload(&[i32::MAX, -1]), context.upload(&input));
        module.launch("smallest", 24, 128, parameters![&result, &there, 3000_u32]);
        assert_eq!(context.download::<i32>(&result, 2), [-9000, 1234]);
    }
}

#[test]
fn atomic_addition_of_floats() {
    for ptx in compiled!("atomics") {
        let context = Context::new();
        let module = context.module(ptx);
        let input = vec![0.25_f32; 1000];
        let (result, there) = (context.upload(&[1.0_f32]), context.upload(&input));
        module.launch("add_floats", 8, 128, parameters![&result, &there, 1000_u32]);
        assert_eq!(context.download::<f32>(&result, 1), [251.0]);
    }
}

#[test]
fn transposition_by_tiles_has_no_conflicts() {
    for ptx in compiled!("matrix") {
        let context = Context::new();
        let module = context.module(ptx);
        let (rows, columns) = (70, 50);
        let input: Vec<f32> = (0..rows * columns).map(|i| i as f32).collect();
        let (out, there) = (context.allocate(4 * rows * columns), context.upload(&input));
        let parameters = parameters![&out, &there, rows as u32, columns as u32];
        let status = module.try_launch("transpose", [2, 3, 1], [32, 8, 1], 0, parameters);
        assert_eq!(status, 0, "{}", last_message());
        let expected: Vec<f32> =
            (0..rows * columns).map(|i| input[i % rows * columns + i / rows]).collect();
        assert_eq!(context.download::<f32>(&out, rows * columns), expected);
        assert_eq!(counts().shared_bank_conflicts, 0);
    }
}

#[test]
fn multiplication_of_matrices() {
    for ptx in compiled!("matrix") {
        let context = Context::new();
        let module = context.module(ptx);
        let n = 40;
        let a: Vec<f32> = (0..n * n).map(|i| (i % 7) as f32).collect();
        let b: Vec<f32> = (0..n * n).map(|i| (i % 5) as f32 - 2.0).collect();
        let out = context.allocate(4 * n * n);
        let parameters = parameters![&out, &context.upload(&a), &context.upload(&b), n as u32];
        let status = module.try_launch("multiply", [3, 3, 1], [16, 16, 1], 0, parameters);
        assert_eq!(status, 0, "{}", last_message());
        let dot = |i: usize| (0..n).map(|k| a[i / n * n + k] * b[k * n + i % n]).sum::<f32>();
        let expected: Vec<f32> = (0..n * n).map(dot).collect();
        assert_eq!(context.download::<f32>(&out, n * n), expected);
    }
}
