//! Nothing that a program passes may crash the emulator: damaged PTX, senseless parameters.

mod common;
use accel_cuda_emulator::driver::cuCtxSynchronize;
use common::*;
use std::collections::BTreeMap;

/// Numbers without a pattern, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        self.next() as usize % bound
    }
}

const STRANGE: [&str; 10] =
    ["-1", "4294967295", "99999999999", "{", "}", ";", "%p1", "%r1", "[", "18446744073709551615"];

/// Removes, replaces or adds a word.
fn damage(words: &mut Vec<&str>, numbers: &mut Numbers) {
    let at = numbers.below(words.len());
    let other = words[numbers.below(words.len())];
    match numbers.below(4) {
        0 => drop(words.remove(at)),
        1 => words[at] = other,
        2 => words.insert(at, other),
        _ => words[at] = STRANGE[numbers.below(STRANGE.len())],
    }
}

#[test]
fn damaged_ptx_is_refused_with_its_line() {
    let mut numbers = Numbers(12345);
    let (mut accepted, mut refused) = (0, 0);
    let context = Context::new();
    for ptx in [compiled!("control"), compiled!("reduce"), compiled!("matrix")].concat() {
        let separators = |c: char| " ,;.\n\t[]{}()+".contains(c);
        let words: Vec<&str> = ptx.split_inclusive(separators).collect();
        for _ in 0..60 {
            let mut damaged = words.clone();
            for _ in 0..=numbers.below(3) {
                damage(&mut damaged, &mut numbers);
            }
            let (status, message) = context.refuse(&damaged.concat());
            match status {
                0 => accepted += 1,
                218 | 222 => {
                    assert!(message.contains("PTX"), "{message}");
                    refused += 1;
                }
                other => panic!("status {other}: {message}"),
            }
        }
    }
    assert!(accepted > 10 && refused > 100, "{accepted} accepted, {refused} refused");
}

#[test]
fn senseless_parameters_fail_as_they_should() {
    let mut numbers = Numbers(54321);
    let mut statuses = BTreeMap::new();
    for ptx in [compiled!("map"), compiled!("matrix"), compiled!("mistakes")].concat() {
        let entries = ptx.lines().filter_map(|line| line.split(".entry ").nth(1));
        for name in entries.map(|rest| rest.trim_end_matches('(')) {
            let mentioned = |index: &usize| ptx.contains(&format!("{name}_param_{index}"));
            let arity = (0..).take_while(mentioned).count();
            for checks in ["all", "memory", "none"].repeat(5) {
                let context = Context::with_checks(checks);
                let module = context.module(ptx);
                let memory = context.zeros(4096);
                let parameters: Vec<Parameter> = (0..arity)
                    .map(|_| match numbers.below(7) {
                        0 => 0,
                        1 => u64::MAX - numbers.next() % 40,
                        2 => memory.0 + 1,
                        3 => numbers.next(),
                        4 => numbers.next() % 100,
                        _ => memory.0,
                    })
                    .map(Parameter::from)
                    .collect();
                let grid = [1 + numbers.below(3) as u32, 1 + numbers.below(2) as u32, 1];
                let block = [1 + numbers.below(100) as u32, 1 + numbers.below(2) as u32, 1];
                let status = module.try_launch(name, grid, block, 64, &parameters);
                assert_eq!(status!(cuCtxSynchronize()), status);
                *statuses.entry(status).or_insert(0) += 1;
            }
        }
    }
    let kinds: Vec<u32> = statuses.keys().copied().collect();
    assert_eq!(kinds, [0, 700, 716, 719], "{statuses:?}");
}
