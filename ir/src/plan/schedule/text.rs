//! The textual form of schedules, behind the kernels of a plan: words for the decisions, with variables by
//! their names.
//!
//! ```text
//! on cpu (tiles narrow kept_at_once (n) filters (n))
//! on device (checked unroll 4 teams (across rows (t 8 defers) phases 1 bytes 16))
//! on device not "a recursive function is called"
//! ```

use std::fmt::Write;

use super::cpu::{CpuLanes, Guard, Guards, LongRows, NestedForms, Sections, TileWidth};
use super::device::{
    Combining, DistributedRow, Distribution, PrecomputedRows, Shares, Staging, Teams,
};
use super::{CpuSchedule, DeviceSchedule, Reason, Schedule};
use crate::core::parse::{ParseError, Parser};
use crate::core::print::Printer;
use crate::core::{Var, VarSet};

type Result<T, E = ParseError> = std::result::Result<T, E>;

/// Writes a schedule behind its kernel.
pub(in crate::plan) fn print(schedule: &Schedule, printer: &mut Printer) {
    printer.line();
    let across = if schedule.cpu.across { " across" } else { "" };
    let lanes = lanes_words(&schedule.cpu.lanes, printer);
    let long_rows = schedule.cpu.long_rows.as_ref();
    let long_rows = long_rows.map(|rows| long_rows_words(rows, printer)).unwrap_or_default();
    let nested = nested_words(&schedule.cpu.nested, printer);
    let locals = counted_words("locals", &schedule.cpu.locals, printer);
    let guards = guards_words("guards", &schedule.cpu.guards.of_tiles, printer)
        + &guards_words("guards_of_rows", &schedule.cpu.guards.of_rows, printer);
    let prefetched = list_words("prefetched", &schedule.cpu.prefetched, printer);
    let gathered = list_words("gathered", &schedule.cpu.gathered, printer);
    let _ = write!(
        printer.text,
        "on cpu ({lanes}{across}{long_rows}{nested}{locals}{guards}{prefetched}{gathered})"
    );
    printer.line();
    match &schedule.device {
        Err(reason) => {
            let _ = write!(printer.text, "on device not {:?}", reason.text());
        }
        Ok(device) => {
            let words = device_words(device, printer).join(" ");
            let _ = write!(printer.text, "on device ({words})");
        }
    }
}

fn lanes_words(lanes: &CpuLanes, printer: &mut Printer) -> String {
    match lanes {
        CpuLanes::OneByOne => "one_by_one".to_owned(),
        CpuLanes::Tiles(TileWidth::Narrow) => "tiles narrow".to_owned(),
        CpuLanes::Tiles(TileWidth::Wide) => "tiles wide".to_owned(),
        CpuLanes::Stacks => "stacks".to_owned(),
        CpuLanes::Interior => "interior".to_owned(),
        CpuLanes::Guarded => "guarded".to_owned(),
        CpuLanes::Sections(Sections { dimension, cuts }) => {
            let cuts: Vec<String> = cuts
                .iter()
                .map(|(condition, end)| {
                    format!("{} below {}", printer.name(*condition), printer.atom(*end))
                })
                .collect();
            format!("sections {dimension} ({})", cuts.join(", "))
        }
    }
}

fn long_rows_words(rows: &LongRows, printer: &mut Printer) -> String {
    let LongRows { binds, calls, length, many_rows, few_lanes } = rows;
    let calls = if *calls { " calls" } else { "" };
    let binds = names(binds, printer);
    format!(" long_rows ({binds}){calls} length {length} rows {many_rows} lanes {few_lanes}")
}

fn nested_words(forms: &NestedForms, printer: &mut Printer) -> String {
    let NestedForms { pieces, kept_at_once, filters, accumulators } = forms;
    let lists = [("pieces", pieces), ("kept_at_once", kept_at_once), ("filters", filters)];
    let lists: String =
        lists.into_iter().map(|(word, vars)| list_words(word, vars, printer)).collect();
    lists + &counted_words("accumulators", accumulators, printer)
}

/// A word and a list of variables; nothing without variables.
fn list_words(word: &str, vars: &[Var], printer: &mut Printer) -> String {
    if vars.is_empty() { String::new() } else { format!(" {word} ({})", names(vars, printer)) }
}

/// A word and a list of variables, each with a number; nothing without variables.
fn counted_words(word: &str, list: &[(Var, usize)], printer: &mut Printer) -> String {
    if list.is_empty() {
        return String::new();
    }
    let list: Vec<String> =
        list.iter().map(|(var, count)| format!("{} {count}", printer.name(*var))).collect();
    format!(" {word} ({})", list.join(", "))
}

/// A word and a list of guards: the branches, each with the arm that lanes are let through to.
fn guards_words(word: &str, guards: &[Guard], printer: &mut Printer) -> String {
    if guards.is_empty() {
        return String::new();
    }
    let guards: Vec<String> = guards
        .iter()
        .map(|guard| {
            let arm = if guard.holds { "then" } else { "else" };
            format!("{} {arm}", printer.name(guard.branch))
        })
        .collect();
    format!(" {word} ({})", guards.join(", "))
}

fn device_words(device: &DeviceSchedule, printer: &mut Printer) -> Vec<String> {
    let mut words = Vec::new();
    words.extend(device.checked.then(|| "checked".to_owned()));
    if device.has_heap() {
        let arrays = device.from_heap.iter().map(|array| printer.name(array));
        let mut arrays: Vec<String> = arrays.collect();
        arrays.sort();
        words.push(format!("heap ({})", arrays.join(", ")));
    }
    words.extend((device.unroll_factor != 1).then(|| format!("unroll {}", device.unroll_factor)));
    words.extend(device.lanes_of_thread.map(|lanes| format!("lanes_of_thread {lanes}")));
    words.extend(device.defers.then(|| "defers".to_owned()));
    if let Some(Teams { across, distribution }) = &device.teams {
        let across = if *across { "across " } else { "" };
        words.push(format!("teams ({across}{})", distribution_words(distribution, printer)));
    }
    if let Some(PrecomputedRows { values, distribution }) = &device.precomputed_rows {
        let values = names(values, printer);
        let rows = distribution_words(distribution, printer);
        words.push(format!("precomputed_rows (({values}) {rows})"));
    }
    let list = |positions: &[usize]| {
        let list: Vec<String> = positions.iter().map(usize::to_string).collect();
        list.join(", ")
    };
    words.extend(device.staging.as_ref().map(|staging| match staging {
        Staging::TiledNest { rows, large } => {
            format!("tiled_nest {rows}{}", if *large { " large" } else { "" })
        }
        Staging::Transposed { rows, squares, reads } => {
            format!("transposed {rows} {squares} ({})", list(reads))
        }
        Staging::Stencil { rows, squares, reads } => {
            format!("stencil {rows} {squares} ({})", list(reads))
        }
    }));
    words.extend(device.combining.map(|combining| match combining {
        Combining::InAnyOrder { bins: true } => "in_any_order bins".to_owned(),
        Combining::InAnyOrder { bins: false } => "in_any_order".to_owned(),
        Combining::InOrder => "in_order".to_owned(),
    }));
    words.extend(device.claims.then(|| "claims".to_owned()));
    words
}

fn names(vars: &[Var], printer: &mut Printer) -> String {
    let names: Vec<String> = vars.iter().map(|var| printer.name(*var)).collect();
    names.join(", ")
}

fn distribution_words(distribution: &Distribution, printer: &mut Printer) -> String {
    let Distribution { rows, shares, resident_blocks } = distribution;
    let rows: Vec<String> = rows
        .iter()
        .map(|row| {
            let defers = if row.defers { " defers" } else { "" };
            format!("{} {}{defers}", printer.name(row.bind), row.unroll_factor)
        })
        .collect();
    let Shares { phases, bytes, stores, uneven } = shares;
    let mut text = format!("rows ({}) phases {phases} bytes {bytes}", rows.join(", "));
    for (word, holds) in [("stores", stores), ("uneven", uneven)] {
        if *holds {
            let _ = write!(text, " {word}");
        }
    }
    if let Some(blocks) = resident_blocks {
        let _ = write!(text, " resident {blocks}");
    }
    text
}

/// Reads the schedule of a kernel that has just been read.
pub(in crate::plan) fn parse(parser: &mut Parser) -> Result<Schedule> {
    Ok(Schedule { cpu: cpu(parser)?, device: device(parser)? })
}

fn cpu(parser: &mut Parser) -> Result<CpuSchedule> {
    parser.expect("on")?;
    parser.expect("cpu")?;
    parser.expect("(")?;
    let lanes = match parser.next() {
        "one_by_one" => CpuLanes::OneByOne,
        "tiles" if parser.take("narrow") => CpuLanes::Tiles(TileWidth::Narrow),
        "tiles" => {
            parser.expect("wide")?;
            CpuLanes::Tiles(TileWidth::Wide)
        }
        "stacks" => CpuLanes::Stacks,
        "interior" => CpuLanes::Interior,
        "guarded" => CpuLanes::Guarded,
        "sections" => {
            let dimension = parser.number()?;
            parser.expect("(")?;
            let cuts = parser.list(")", |parser| {
                let condition = parser.variable()?;
                parser.expect("below")?;
                Ok((condition, parser.atom()?))
            })?;
            CpuLanes::Sections(Sections { dimension, cuts })
        }
        _ => return parser.fail("a form of lanes before this"),
    };
    let across = parser.take("across");
    let long_rows = if parser.take("long_rows") { Some(long_rows(parser)?) } else { None };
    let mut list = |word| if parser.take(word) { vars(parser) } else { Ok(Vec::new()) };
    let (pieces, kept_at_once, filters) =
        (list("pieces")?, list("kept_at_once")?, list("filters")?);
    let mut list = |word| if parser.take(word) { counted(parser) } else { Ok(Vec::new()) };
    let (accumulators, locals) = (list("accumulators")?, list("locals")?);
    let mut list = |word| if parser.take(word) { guards(parser) } else { Ok(Vec::new()) };
    let guards = Guards { of_tiles: list("guards")?, of_rows: list("guards_of_rows")? };
    let mut list = |word| if parser.take(word) { vars(parser) } else { Ok(Vec::new()) };
    let (prefetched, gathered) = (list("prefetched")?, list("gathered")?);
    parser.expect(")")?;
    let nested = NestedForms { pieces, kept_at_once, filters, accumulators };
    Ok(CpuSchedule { lanes, across, long_rows, nested, locals, guards, prefetched, gathered })
}

/// Reads a list of variables, each with a number.
fn counted(parser: &mut Parser) -> Result<Vec<(Var, usize)>> {
    parser.expect("(")?;
    parser.list(")", |parser| Ok((parser.variable()?, parser.number()?)))
}

/// Reads a list of guards.
fn guards(parser: &mut Parser) -> Result<Vec<Guard>> {
    parser.expect("(")?;
    parser.list(")", |parser| {
        let (branch, holds) = (parser.variable()?, parser.take("then"));
        if !holds {
            parser.expect("else")?;
        }
        Ok(Guard { branch, holds })
    })
}

fn long_rows(parser: &mut Parser) -> Result<LongRows> {
    let (binds, calls) = (vars(parser)?, parser.take("calls"));
    parser.expect("length")?;
    let length = parser.number()?;
    parser.expect("rows")?;
    let many_rows = parser.number()?;
    parser.expect("lanes")?;
    Ok(LongRows { binds, calls, length, many_rows, few_lanes: parser.number()? })
}

fn device(parser: &mut Parser) -> Result<std::result::Result<DeviceSchedule, Reason>> {
    parser.expect("on")?;
    parser.expect("device")?;
    if parser.take("not") {
        let text = parser.string()?;
        return match Reason::from_text(&text) {
            Some(reason) => Ok(Err(reason)),
            None => parser.fail("a reason"),
        };
    }
    parser.expect("(")?;
    let mut device = DeviceSchedule::default();
    while !parser.take(")") {
        device_word(&mut device, parser)?;
    }
    Ok(Ok(device))
}

fn device_word(device: &mut DeviceSchedule, parser: &mut Parser) -> Result<()> {
    match parser.next() {
        "checked" => device.checked = true,
        "heap" => device.from_heap = vars(parser)?.into_iter().collect::<VarSet>(),
        "unroll" => device.unroll_factor = parser.number()?,
        "lanes_of_thread" => device.lanes_of_thread = Some(parser.number()?),
        "defers" => device.defers = true,
        "teams" => {
            parser.expect("(")?;
            let across = parser.take("across");
            device.teams = Some(Teams { across, distribution: distribution(parser)? });
        }
        "precomputed_rows" => {
            parser.expect("(")?;
            let values = vars(parser)?;
            device.precomputed_rows =
                Some(PrecomputedRows { values, distribution: distribution(parser)? });
        }
        "tiled_nest" => {
            let (rows, large) = (parser.number()?, parser.take("large"));
            device.staging = Some(Staging::TiledNest { rows, large });
        }
        "transposed" => {
            let (rows, squares, reads) = staged_reads(parser)?;
            device.staging = Some(Staging::Transposed { rows, squares, reads });
        }
        "stencil" => {
            let (rows, squares, reads) = staged_reads(parser)?;
            device.staging = Some(Staging::Stencil { rows, squares, reads });
        }
        "in_any_order" => {
            let bins = parser.take("bins");
            device.combining = Some(Combining::InAnyOrder { bins });
        }
        "in_order" => device.combining = Some(Combining::InOrder),
        "claims" => device.claims = true,
        _ => return parser.fail("a word of a schedule before this"),
    }
    Ok(())
}

fn staged_reads(parser: &mut Parser) -> Result<(usize, usize, Vec<usize>)> {
    let (rows, squares) = (parser.number()?, parser.number()?);
    parser.expect("(")?;
    Ok((rows, squares, parser.list(")", Parser::number)?))
}

fn vars(parser: &mut Parser) -> Result<Vec<Var>> {
    parser.expect("(")?;
    parser.list(")", Parser::variable)
}

/// Reads the words in the parentheses of rows that threads share, and the closing one.
fn distribution(parser: &mut Parser) -> Result<Distribution> {
    let mut distribution = Distribution::default();
    while !parser.take(")") {
        match parser.next() {
            "rows" => {
                parser.expect("(")?;
                distribution.rows = parser.list(")", |parser| {
                    let (bind, unroll_factor) = (parser.variable()?, parser.number()?);
                    Ok(DistributedRow { bind, unroll_factor, defers: parser.take("defers") })
                })?;
            }
            "phases" => distribution.shares.phases = parser.number()?,
            "bytes" => distribution.shares.bytes = parser.number()?,
            "stores" => distribution.shares.stores = true,
            "uneven" => distribution.shares.uneven = true,
            "resident" => distribution.resident_blocks = Some(parser.number()?),
            _ => return parser.fail("a word of a distribution before this"),
        }
    }
    Ok(distribution)
}
