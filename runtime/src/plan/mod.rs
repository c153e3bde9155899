//! The plan of a function, for people and tests.

mod explain;

use std::fmt;

/// The plan of a function: its kernels, and the host code around them. `f::plan()` gives it.
///
/// ```
/// use accel::accel;
///
/// accel! {
///     pub fn dot(xs: &[f32; n], ys: &[f32; n]) -> f32 {
///         zip(xs, ys).map(|(x, y)| x * y).sum()
///     }
/// }
///
/// let plan = dot::plan();
/// assert_eq!(plan.kernels().len(), 1);
/// assert_eq!(plan.kernels()[0].fused(), ["map", "sum"]);
/// assert_eq!(plan.intermediates(), 0);
/// println!("{plan}");
/// ```
///
/// The last line prints
///
/// ```text
/// plan dot
/// kernel dot.1 reduce over [n]: map, sum, at 5:35; on one core if n * 5 < 524288
/// stores 0 arrays besides the results
/// ```
///
/// These are all kernels, sorts and loops in the order in which they run, each with its place in the source; under
/// each the arrays that it stores for others, their sizes, and the reason why they are stored, which is the reason
/// why two did not fuse.
///
/// A lane costs about as much as 5 additions, and less than 524288 of them stay on the calling thread.
/// Lanes whose cost no size tells, since it depends on values, are handed out by the time that the first
/// ones take: `on more cores as it runs`.
/// Lanes that allocate memory say so: `lanes of medians.1 allocate [k] for sort: its size is known when
/// the program runs`.
///
/// [`explain`](Plan::explain) puts numbers in. `{plan:#}` has all that is known of schedules, versions and values.
#[derive(Debug)]
pub struct Plan {
    #[doc(hidden)]
    pub overview: &'static str,
    #[doc(hidden)]
    pub technical: &'static str,
    #[doc(hidden)]
    pub dot: &'static str,
    #[doc(hidden)]
    pub kernels: &'static [Kernel],
    #[doc(hidden)]
    pub called: &'static [Kernel],
    #[doc(hidden)]
    pub intermediates: usize,
    #[doc(hidden)]
    pub descriptors: usize,
    #[doc(hidden)]
    pub regularities: &'static [(&'static str, Regularity)],
}

/// A kernel of a plan: one parallel traversal of an index space, or a sort.
///
/// ```
/// use accel::accel;
///
/// accel! {
///     /// The smallest and the largest element: one traversal.
///     pub fn extremes(xs: &[f32]) -> (f32, f32) { (xs.min(), xs.max()) }
/// }
///
/// let [kernel] = extremes::plan().kernels() else { panic!("one kernel") };
/// assert_eq!(kernel.name(), "extremes.1");
/// assert_eq!(kernel.fused(), ["min", "max"]);
/// ```
#[derive(Debug)]
pub struct Kernel {
    #[doc(hidden)]
    pub name: &'static str,
    #[doc(hidden)]
    pub fused: &'static [&'static str],
    #[doc(hidden)]
    pub work: Work,
    #[doc(hidden)]
    pub cuda: Option<&'static str>,
    #[doc(hidden)]
    pub cuda_forms: &'static [&'static str],
    #[doc(hidden)]
    pub on_cpu: Option<&'static str>,
}

/// The amount of work of a kernel, in terms of sizes.
#[derive(Debug)]
#[doc(hidden)]
pub enum Work {
    /// Of lanes: about so many additions, all together.
    Additions(&'static str),
    /// Of a sort: so many elements.
    Sorted(&'static str),
}

/// The dependence of a value on the parallel context around it, that is, on the elements of the closures in
/// which it stands.
///
/// ```
/// use accel::{accel, Regularity};
///
/// accel! {
///     pub fn scaled(m: &[[f64; k]; n], by: f64) -> [[f64; k]; n] {
///         m.map(|row| {
///             let factor = by.sqrt();
///             let scaled = row.map(|x| factor * x);
///             scaled
///         })
///     }
/// }
///
/// let plan = scaled::plan();
/// assert_eq!(plan.regularity("factor"), Some(Regularity::Avoided));
/// assert_eq!(plan.regularity("scaled"), Some(Regularity::Regular));
/// assert_eq!(plan.regularity("nothing"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Regularity {
    /// Not at all: it is computed once.
    Avoided,
    /// Its shape does not: it has one more dimension.
    Regular,
    /// Its shape does: rows differ in length.
    Ragged,
}

impl Plan {
    /// The kernels, in the order of their first launch. A loop may launch one of them many times. The sorts
    /// of host code are among them; one in a lane is fused in the kernel of the lane. If work on rows has a
    /// second version for few long rows, or for long columns, its kernels are not among them; the plan's text
    /// has them on lines that begin with `long rows:` or `long columns:`.
    ///
    /// ```
    /// # use accel::accel;
    /// # accel! {
    /// #     pub fn ordered(xs: &[u32]) -> [u32] { xs.map(|x| x % 100).sort() }
    /// #     pub fn medians(m: &[[u32; k]; n]) -> [u32; n] { m.map(|row| row.sort()[k / 2]) }
    /// # }
    /// let fused: Vec<_> = ordered::plan().kernels().iter().map(|kernel| kernel.fused()).collect();
    /// assert_eq!(fused, [["map"], ["sort"]]);
    /// assert_eq!(medians::plan().kernels()[0].fused(), ["map", "sort"]);
    /// ```
    pub fn kernels(&self) -> &'static [Kernel] {
        self.kernels
    }

    /// The kernels of the recursive functions that it calls and, where kernels have been compiled for
    /// CUDA devices, those that it and they have there, where recursions go level by level and rows
    /// are scattered element by element.
    ///
    /// ```
    /// # use accel::accel;
    /// accel! {
    ///     pub fn halved(xs: &[u32]) -> u32 { halves(xs, 3) }
    ///     fn halves(xs: &[u32], times: u32) -> u32 {
    ///         if times == 0 { xs.sum() } else { halves(xs.map(|x| x / 2), times - 1) }
    ///     }
    /// }
    ///
    /// assert!(halved::plan().kernels().is_empty());
    /// assert_eq!(halved::plan().called_kernels()[0].fused(), ["sum"]);
    /// assert_eq!(halved(&[8, 17]), 3);
    /// ```
    pub fn called_kernels(&self) -> &'static [Kernel] {
        self.called
    }

    /// Returns the number of arrays that are allocated besides the results. Arrays that a loop allocates
    /// again and again count once.
    pub fn intermediates(&self) -> usize {
        self.intermediates
    }

    /// Returns the number of segment descriptors, among the parameters and the arrays that are allocated:
    /// arrays that say where the rows of others begin, if these differ in length.
    ///
    /// ```
    /// # use accel::accel;
    /// # accel! {
    /// #     pub fn totals(rows: &[[u32]]) -> [u32] { rows.map(|row| row.sum()) }
    /// #     pub fn sums(m: &[[u32; k]; n]) -> [u32; n] { m.map(|row| row.sum()) }
    /// # }
    /// assert_eq!(totals::plan().descriptors(), 1);
    /// assert_eq!(sums::plan().descriptors(), 0);
    /// ```
    pub fn descriptors(&self) -> usize {
        self.descriptors
    }

    /// Returns the dependence of a parameter or a `let` on its context; of shadowed names, the last.
    pub fn regularity(&self, name: &str) -> Option<Regularity> {
        self.regularities.iter().find(|known| known.0 == name).map(|known| known.1)
    }

    /// The plan with numbers for sizes: how many lanes a kernel has, whether they run on one core, how many bytes
    /// an array takes. Sizes that are not given stay names, and a name that no size has is told at the end.
    ///
    /// ```
    /// # use accel::accel;
    /// # accel! {
    /// #     pub fn total(xs: &[f64; n]) -> f64 { xs.sum() }
    /// # }
    /// let text = total::plan().explain(&[("n", 1_000_000)]);
    /// assert!(text.contains("over [1000000]: sum"), "{text}");
    /// assert!(text.contains("on all cores"), "{text}");
    /// ```
    pub fn explain(&self, sizes: &[(&str, usize)]) -> String {
        explain::explain(&self.to_string(), sizes)
    }

    /// The plan as a graph in the language of Graphviz: kernels, and the arrays between them.
    ///
    /// ```
    /// # use accel::accel;
    /// # accel! {
    /// #     pub fn total(xs: &[u32]) -> u32 { xs.sum() }
    /// # }
    /// assert!(total::plan().to_dot().starts_with("digraph"));
    /// ```
    pub fn to_dot(&self) -> String {
        self.dot.to_string()
    }
}

impl Kernel {
    /// The function's name and a number: `dot.1`; of a sort, `ordered.sort.1`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The source operations in it.
    pub fn fused(&self) -> &'static [&'static str] {
        self.fused
    }

    /// The name of its CUDA kernel, as `ACCEL_TRACE` and profilers show it, or the common beginning of the
    /// names of those of a sort; `None` if it was not compiled for CUDA devices and runs on the CPU.
    ///
    /// ```
    /// # use accel::accel;
    /// # accel! {
    /// #     pub fn total(xs: &[u32]) -> u32 { xs.sum() }
    /// # }
    /// // There is no build script.
    /// assert_eq!(total::plan().kernels()[0].cuda(), None);
    /// ```
    pub fn cuda(&self) -> Option<&'static str> {
        self.cuda
    }

    /// The reason for which the kernel runs on the CPU under `Device::cuda`, too, where other kernels of its
    /// function have been compiled for devices; `None` if it has been, or nothing has.
    ///
    /// ```
    /// # use accel::accel;
    /// # accel! {
    /// #     pub fn total(xs: &[u32]) -> u32 { xs.sum() }
    /// # }
    /// assert_eq!(total::plan().kernels()[0].reason_for_cpu(), None);
    /// ```
    pub fn reason_for_cpu(&self) -> Option<&'static str> {
        self.on_cpu
    }
}

impl fmt::Display for Plan {
    /// A line that begins with `kernel ` for each kernel, lines about other work and what is stored, and if some
    /// kernels have been compiled for CUDA devices one for each that begins with `cuda `, with the forms that it has
    /// besides a thread for each lane, or the reason why it runs on the CPU. `{:#}` has tiles, versions and all
    /// values, too.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let all = || self.kernels.iter().chain(self.called);
        if f.alternate() {
            f.write_str(self.technical)?;
            for kernel in all() {
                let condition = kernel.condition_for_one_core();
                match condition.split_once(" if ") {
                    Some((cores, test)) => writeln!(f, "{cores} for {} if {test}", kernel.name)?,
                    None => writeln!(f, "{condition} for {}", kernel.name)?,
                }
            }
        } else {
            for line in self.overview.lines() {
                let name = line.strip_prefix("kernel ").and_then(|rest| rest.split(' ').next());
                match all().find(|kernel| Some(kernel.name) == name) {
                    Some(kernel) => writeln!(f, "{line}; on {}", kernel.condition_for_one_core())?,
                    None => writeln!(f, "{line}")?,
                }
            }
        }
        for Kernel { name, cuda, cuda_forms, on_cpu, .. } in all() {
            if let Some(cuda) = cuda {
                let forms: String = cuda_forms.iter().map(|form| format!(", {form}")).collect();
                writeln!(f, "cuda {name}: {cuda}{forms}")?;
            } else if let Some(reason) = on_cpu {
                writeln!(f, "cuda {name}: on the CPU, since {reason}")?;
            }
        }
        Ok(())
    }
}

impl Kernel {
    /// The work as a formula, and the least work that several cores share.
    fn work(&self) -> (&'static str, usize) {
        match self.work {
            Work::Additions(work) => (work, crate::cores::blocks::SPLIT),
            Work::Sorted(count) => (count, crate::cores::sort::PARALLEL),
        }
    }

    fn condition_for_one_core(&self) -> String {
        let (work, limit) = self.work();
        match work.parse::<usize>() {
            Ok(work) if work < limit => "one core".into(),
            Ok(_) => "all cores".into(),
            // No size tells the cost of the lanes.
            Err(_) if work.is_empty() => "more cores as it runs".into(),
            Err(_) => format!("one core if {work} < {limit}"),
        }
    }
}
