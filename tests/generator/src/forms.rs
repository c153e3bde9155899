//! The forms of schedules that the kernels of programs take, by their names: how often random programs take each
//! of them says how well they test it.

use accel_ir::front::front;
use accel_ir::plan::schedule::Schedule;
use accel_ir::plan::schedule::cpu::{CpuLanes, TileWidth};
use accel_ir::{Limits, on_own_stack};

/// All forms of kernels that run, on the cores of a machine and on devices. A kernel has several of them.
pub const FORMS: [&str; 34] = [
    "cpu: one by one",
    "cpu: in narrow tiles",
    "cpu: in wide tiles",
    "cpu: in stacks of tiles",
    "cpu: with the interior of rows",
    "cpu: in tiles for guards",
    "cpu: in sections",
    "cpu: across",
    "cpu: with long rows",
    "cpu: with copies of pieces",
    "cpu: with filters",
    "cpu: with several accumulators",
    "cpu: with arrays that need no memory",
    "cpu: with elements that are prefetched",
    "cpu: with elements that are gathered",
    "device: a thread for each lane, nothing else",
    "device: several lanes at once",
    "device: checks wait for the end of the lane",
    "device: claims places",
    "device: by eights",
    "device: by warps",
    "device: by blocks",
    "device: by several blocks",
    "device: long rows by several blocks",
    "device: threads across the lanes",
    "device: rows precomputed",
    "device: lengths of rows precomputed",
    "device: with a heap",
    "device: with bins in shared memory",
    "device: in the order of lanes",
    "device: in tiles of 64 × 64",
    "device: in tiles of 128 × 128",
    "device: transposed through shared memory",
    "device: with windows in shared memory",
];

/// The forms of each kernel of a program, and the reasons why kernels are not for devices; nothing of a program
/// that the compiler refuses.
pub fn forms(text: &str, limits: &Limits) -> Vec<Vec<String>> {
    on_own_stack(|| forms_of_kernels(text, limits), || ())
}

fn forms_of_kernels(text: &str, limits: &Limits) -> Vec<Vec<String>> {
    let mut kernels = Vec::new();
    for lowered in front(text).unwrap_or_default() {
        let planned = lowered.planned_within(limits);
        let plans = std::iter::once(&planned.plan).chain(planned.others());
        kernels.extend(plans.flat_map(|plan| &plan.kernels).map(|kernel| {
            let mut forms = on_cpu(&kernel.schedule);
            forms.extend(on_device(&kernel.schedule));
            forms
        }));
    }
    kernels
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
