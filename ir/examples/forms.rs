//! Counts how often kernels take each form of a schedule, in all program files and in random programs, with the
//! usual limits and with low ones: `cargo xtask forms`. A form that low limits never give is one that random
//! programs do not test.
//!
//! The first argument is the folder of the program files, the second how many random programs there are.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use accel_ir::front::front;
use accel_ir::plan::schedule::Schedule;
use accel_ir::plan::schedule::cpu::{CpuLanes, TileWidth};
use accel_ir::{Limits, on_own_stack};
use accel_test_programs::{folders, random};

/// The number of expressions of a random program, more or less.
const BUDGET: i64 = 40;

/// The number of times that a form is taken in program files and in random programs, with usual and
/// with low limits.
type Counts = BTreeMap<String, [[u32; 2]; 2]>;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().expect("the folder of the program files");
    let count: u64 = arguments.next().and_then(|count| count.parse().ok()).expect("a count");
    let mut counts = Counts::new();
    for file in folders::program_files(Path::new(&folder)) {
        let text = fs::read_to_string(file).expect("a program file can be read");
        let forms = on_own_stack(|| forms(&text), || {});
        add(&mut counts, 0, forms);
    }
    for seed in 0..count {
        let text = random::program(seed, BUDGET).to_string();
        let forms = on_own_stack(|| forms(&text), || {});
        add(&mut counts, 1, forms);
    }
    println!("{:48} {:>18} {:>18}", "kernels of", "program files", "random programs");
    println!("{:48} {:>9}{:>9} {:>9}{:>9}", "limits", "usual", "low", "usual", "low");
    for (form, [files, random]) in counts {
        println!("{form:48} {:>9}{:>9} {:>9}{:>9}", files[0], files[1], random[0], random[1]);
    }
}

fn add(counts: &mut Counts, source: usize, forms: [Vec<String>; 2]) {
    for (limits, forms) in forms.into_iter().enumerate() {
        for form in forms {
            counts.entry(form).or_default()[source][limits] += 1;
        }
    }
}

/// The forms of all kernels of a program, with usual and with low limits.
fn forms(text: &str) -> [Vec<String>; 2] {
    let functions = front(text).unwrap_or_default();
    [Limits::MEASURED, Limits::LOWERED].map(|limits| {
        let mut forms = Vec::new();
        for lowered in &functions {
            let planned = lowered.planned_within(&limits);
            let plans = std::iter::once(&planned.plan).chain(planned.others());
            for kernel in plans.flat_map(|plan| &plan.kernels) {
                forms.push("kernels".to_owned());
                forms.extend(on_cpu(&kernel.schedule));
                forms.extend(on_device(&kernel.schedule));
            }
        }
        forms
    })
}

fn on_cpu(schedule: &Schedule) -> Vec<String> {
    let lanes = match schedule.cpu.lanes {
        CpuLanes::OneByOne => "one by one",
        CpuLanes::Tiles(TileWidth::Narrow) => "in narrow tiles",
        CpuLanes::Tiles(TileWidth::Wide) => "in wide tiles",
        CpuLanes::Stacks => "in stacks of tiles",
        CpuLanes::Interior => "with the interior of rows",
        CpuLanes::Guarded => "in tiles for guards",
        CpuLanes::Sections(_) => "in sections",
    };
    let mut forms = vec![lanes];
    forms.extend(schedule.cpu.across.then_some("across"));
    forms.extend(schedule.cpu.long_rows.is_some().then_some("with long rows"));
    let nested = &schedule.cpu.nested;
    for (list_is_empty, form) in [
        (nested.pieces.is_empty(), "with copies of pieces"),
        (nested.filters.is_empty(), "with filters"),
        (nested.accumulators.is_empty(), "with several accumulators"),
        (schedule.cpu.locals.is_empty(), "with arrays that need no memory"),
        (schedule.cpu.prefetched.is_empty(), "with elements that are prefetched"),
        (schedule.cpu.gathered.is_empty(), "with elements that are gathered"),
    ] {
        forms.extend((!list_is_empty).then_some(form));
    }
    forms.into_iter().map(|form| format!("cpu: {form}")).collect()
}

fn on_device(schedule: &Schedule) -> Vec<String> {
    match &schedule.device {
        Err(reason) => vec![format!("device: not, as {}", reason.text())],
        Ok(device) => {
            let mut forms = device.forms();
            forms.sort_unstable();
            forms.dedup();
            forms.extend((device.unroll_factor > 1).then_some("several lanes at once"));
            forms.extend(device.defers.then_some("checks wait for the end of the lane"));
            forms.extend(device.claims.then_some("claims places"));
            if forms.is_empty() {
                forms.push("a thread for each lane, nothing else");
            }
            forms.into_iter().map(|form| format!("device: {form}")).collect()
        }
    }
}
