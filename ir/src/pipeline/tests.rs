//! The list keeps its own rules, and an entry that breaks a program is named.

use std::mem::discriminant;

use super::{Context, Entry, Of, PIPELINE, Progress, Properties, Run, When};
use crate::Limits;
use crate::core::{VarMap, parse_function};

/// The entries that a function goes through.
fn path(for_devices: bool, host_code: bool) -> Vec<&'static Entry> {
    let is_on = |entry: &&Entry| match entry.of {
        Of::Every => true,
        Of::Devices => for_devices,
        Of::HostCode => host_code,
    };
    PIPELINE.iter().filter(is_on).collect()
}

#[test]
fn entries_need_what_earlier_ones_give() {
    for (for_devices, host_code) in [(false, true), (false, false), (true, true)] {
        let mut held = Properties::NONE;
        for entry in path(for_devices, host_code) {
            let missing = entry.needs.without(held);
            assert!(held.contains(entry.needs), "{} has to do without {missing:?}", entry.name);
            // An entry that runs only at times gives nothing that later entries may rely on.
            if !matches!(entry.when, When::Changed(_)) {
                held = held | entry.gives;
            }
        }
        let all = Properties::SUPPORTED | Properties::COPIES;
        assert!(held.contains(all), "{held:?}");
    }
}

#[test]
fn entries_wait_for_entries_before_them() {
    for (position, entry) in PIPELINE.iter().enumerate() {
        assert!(!entry.why.is_empty(), "nothing says why {} stands there", entry.name);
        if let When::Changed(name) = entry.when {
            let before = PIPELINE[..position].iter().rfind(|before| before.name == name);
            let before = before.unwrap_or_else(|| panic!("{} waits for {name}", entry.name));
            assert!([Of::Every, entry.of].contains(&before.of), "{} waits in vain", entry.name);
        }
    }
}

/// One name is one rewrite, wherever it stands.
#[test]
fn entries_of_one_name_do_the_same() {
    for (position, entry) in PIPELINE.iter().enumerate() {
        for other in &PIPELINE[..position] {
            let is_same = discriminant(&entry.run) == discriminant(&other.run);
            assert!(entry.name != other.name || is_same, "{} is two things", entry.name);
        }
    }
}

/// Programs come before functions, functions before the forms that they are called in, with the check
/// between these.
#[test]
fn the_parts_follow_each_other() {
    let check = PIPELINE.iter().position(|entry| matches!(entry.run, Run::Check(_)));
    let check = check.expect("there is a check");
    for (position, entry) in PIPELINE.iter().enumerate() {
        let in_forms = position > check;
        match entry.run {
            Run::Program(_) => assert!(!in_forms, "{}", entry.name),
            Run::Form(_) => assert!(in_forms, "{}", entry.name),
            Run::Check(_) => assert_eq!(position, check, "a second check"),
            Run::Simplify(_) | Run::Function(_) => {}
        }
        assert!(entry.of != Of::HostCode || in_forms, "{}", entry.name);
    }
    let devices: Vec<usize> = (0..check).filter(|at| PIPELINE[*at].of == Of::Devices).collect();
    assert!(devices.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{devices:?}");
    let programs = PIPELINE.iter().rposition(|entry| matches!(entry.run, Run::Program(_)));
    assert_eq!(programs, devices.last().copied(), "function passes begin behind the programs");
}

#[test]
#[cfg(debug_assertions)]
fn an_entry_that_breaks_a_program_is_named() {
    let function =
        parse_function("fn f(n: usize) -> (m: usize) {\n  m: usize = add n n\n  (m)\n}\n");
    let mut function = function.unwrap_or_else(|error| panic!("{error}"));
    let breaking = |function: &mut crate::core::Function| {
        function.body.statements.clear();
        true
    };
    let (needs, gives) = (Properties::NONE, Properties::NONE);
    let run = Run::Function(breaking);
    let when = When::Always;
    let entry = Entry { name: "forgets", run, of: Of::Every, when, needs, gives, why: "" };
    let result = std::panic::catch_unwind(move || {
        let choices = VarMap::default();
        let mut context = Context { owned: &|_| false, limits: Limits::MEASURED, choices };
        Progress::default().run(&entry, &mut function, &mut context);
    });
    let message = result.expect_err("it breaks the program");
    let message = message.downcast::<String>().expect("a message");
    assert!(message.contains("the entry forgets of the pipeline broke a program"), "{message}");
}
