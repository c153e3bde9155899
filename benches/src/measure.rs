//! The timer: rivals run in turns, and the median of each counts.
//!
//! Turns are interleaved (accel, rayon, expert, loop, accel, …), so that whatever else the machine
//! does meets all of them alike. Short calls are repeated within a turn until the turn is long
//! enough for the clock. A call frees inside the turn the memory that it allocates. Before each turn
//! all threads are woken, so that nobody pays for the sleep that a sequential rival let them have.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Rounds that are always run.
const LEAST_ROUNDS: usize = 3;
/// Rounds after which a case is done, if it ran for [`LEAST_TIME`].
const ROUNDS: usize = 11;
const LEAST_TIME: Duration = Duration::from_secs(1);
/// A case that is still at it is done after [`LEAST_ROUNDS`].
const MOST_TIME: Duration = Duration::from_secs(20);
/// The time for which the threads are kept busy before a turn.
const WAKING: Duration = Duration::from_millis(1);
/// The least time of a turn.
const TURN: Duration = Duration::from_micros(500);

/// The rivals of every kernel, in the order of the columns.
pub const RIVALS: [&str; 4] = ["accel", "rayon", "expert", "loop"];

/// The size of the data of a case, beside the caches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// A few kilobytes: the plain loop is the rival to beat.
    Small,
    /// About the size of the outer caches.
    Middle,
    /// Much more than any cache.
    Large,
}

/// The work of a call, for the column of speeds.
#[derive(Clone, Copy)]
pub enum Work {
    /// Bytes that must be read and written.
    Bytes(usize),
    /// Arithmetic operations.
    Operations(usize),
}

/// A row of the table: seconds a call for each of [`RIVALS`].
pub struct Row {
    /// The kernel and its types.
    pub kernel: String,
    /// The size as a person writes it.
    pub extent: String,
    /// The size beside the caches.
    pub size: Size,
    /// The work of a call.
    pub work: Work,
    /// Seconds a call.
    pub seconds: [f64; 4],
    /// Rivals that only this kernel has, and their seconds a call.
    pub others: Vec<(&'static str, f64)>,
    /// True if the kernel's cases do the same work on data that is cut in different ways, so that
    /// their times show how even they are.
    pub series: bool,
}

/// Measures cases, and collects the rows.
#[derive(Default)]
pub struct Bench {
    quick: bool,
    fastest: bool,
    /// The rows that have been measured.
    pub rows: Vec<Row>,
}

impl Bench {
    /// `quick`: no large cases and the least number of rounds only. `fastest`: the fastest turn counts
    /// instead of the median, for a machine that is busy with other things.
    pub fn new(quick: bool, fastest: bool) -> Bench {
        Bench { quick, fastest, rows: Vec::new() }
    }

    /// The cases to run: all, or all but the large ones.
    pub fn sizes<T: Copy>(&self, small: T, middle: T, large: T) -> Vec<(Size, T)> {
        let all = [(Size::Small, small), (Size::Middle, middle), (Size::Large, large)];
        all.into_iter().filter(|(size, _)| !self.quick || *size != Size::Large).collect()
    }

    /// Measures a case.
    pub fn run(&mut self, kernel: &str, extent: String, size: Size, work: Work, rivals: Rivals) {
        eprintln!("{kernel} {extent}");
        self.measure(kernel, size, vec![Case { extent, work, rivals }]);
    }

    /// Measures cases that do the same work on data that is cut in different ways, in turns, so that
    /// each can be compared with the best of them.
    pub fn run_series(&mut self, kernel: &str, size: Size, cases: Vec<Case>) {
        eprintln!("{kernel}, {} cases", cases.len());
        let first = self.rows.len();
        self.measure(kernel, size, cases);
        self.rows[first..].iter_mut().for_each(|row| row.series = true);
    }

    fn measure(&mut self, kernel: &str, size: Size, cases: Vec<Case>) {
        let mut running: Vec<Running> = cases.into_iter().map(Running::new).collect();
        let begin = Instant::now();
        let mut round = 0;
        while !self.done(round, begin.elapsed() / running.len() as u32) {
            running.iter_mut().for_each(Running::round);
            round += 1;
        }
        let counted = if self.fastest { fastest } else { median };
        for Running { extent, work, others, turns, .. } in running {
            let mut seconds = turns.into_iter().map(counted);
            let always = std::array::from_fn(|_| seconds.next().unwrap_or(f64::NAN));
            let others = others.into_iter().zip(seconds).collect();
            let kernel = kernel.to_string();
            self.rows.push(Row {
                kernel,
                extent,
                size,
                work,
                seconds: always,
                others,
                series: false,
            });
        }
    }

    fn done(&self, round: usize, elapsed: Duration) -> bool {
        round >= LEAST_ROUNDS
            && (self.quick || elapsed > MOST_TIME || (round >= ROUNDS && elapsed > LEAST_TIME))
    }
}

/// One of a series of cases.
pub struct Case<'a> {
    /// The size as a person writes it.
    pub extent: String,
    /// The work of a call.
    pub work: Work,
    /// The rivals that do it.
    pub rivals: Rivals<'a>,
}

/// A case, and the turns that its rivals have had.
struct Running<'a> {
    extent: String,
    work: Work,
    calls: Vec<(Call<'a>, u32)>,
    others: Vec<&'static str>,
    turns: Vec<Vec<f64>>,
}

impl<'a> Running<'a> {
    fn new(Case { extent, work, rivals: Rivals { calls, others } }: Case<'a>) -> Running<'a> {
        assert_eq!(calls.len(), RIVALS.len() + others.len(), "{extent}: a rival is missing");
        let turns = vec![Vec::new(); calls.len()];
        let with_repetitions = |mut call| {
            let repetitions = repetitions(&mut call);
            (call, repetitions)
        };
        let calls = calls.into_iter().map(with_repetitions).collect();
        Running { extent, work, calls, others, turns }
    }

    /// A turn for each rival.
    fn round(&mut self) {
        for ((call, repetitions), turns) in self.calls.iter_mut().zip(&mut self.turns) {
            turns.push(turn(call, *repetitions).as_secs_f64() / f64::from(*repetitions));
        }
    }
}

type Call<'a> = Box<dyn FnMut() + 'a>;

/// The rivals of a case, added in the order of [`RIVALS`], and after them those that only this kernel
/// has.
#[derive(Default)]
pub struct Rivals<'a> {
    calls: Vec<Call<'a>>,
    others: Vec<&'static str>,
}

impl<'a> Rivals<'a> {
    /// None yet.
    pub fn new() -> Rivals<'a> {
        Rivals::default()
    }

    /// Adds the next rival; the result of its call is freed inside its turn.
    pub fn rival<R>(mut self, mut call: impl FnMut() -> R + 'a) -> Self {
        self.calls.push(Box::new(move || drop(black_box(call()))));
        self
    }

    /// Adds one that only this kernel has, after all of [`RIVALS`].
    pub fn other<R>(mut self, name: &'static str, call: impl FnMut() -> R + 'a) -> Self {
        self.others.push(name);
        self.rival(call)
    }
}

fn turn(call: &mut Call, repetitions: u32) -> Duration {
    rayon::broadcast(|_| {
        let begin = Instant::now();
        while begin.elapsed() < WAKING {
            std::hint::spin_loop();
        }
    });
    let begin = Instant::now();
    for _ in 0..repetitions {
        call();
    }
    begin.elapsed()
}

/// The number of calls that make a turn that is long enough; the calls on the way warm the rival up.
fn repetitions(call: &mut Call) -> u32 {
    let mut repetitions = 1;
    while turn(call, repetitions) < TURN {
        repetitions *= 2;
    }
    repetitions
}

fn median(mut turns: Vec<f64>) -> f64 {
    turns.sort_by(f64::total_cmp);
    turns[turns.len() / 2]
}

fn fastest(turns: Vec<f64>) -> f64 {
    turns.into_iter().fold(f64::INFINITY, f64::min)
}
