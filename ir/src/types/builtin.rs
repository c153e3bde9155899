//! The built-ins of the language (docs/language.md, "Built-ins").

macro_rules! builtins {
    ($($variant:ident $name:literal $arguments:literal $doc:literal;)*) => {
        /// A method of arrays.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        pub enum Builtin { $(#[doc = $doc] $variant,)* }

        impl Builtin {
            /// All built-ins.
            pub const ALL: &'static [Builtin] = &[$(Builtin::$variant,)*];

            /// The name of the built-in in the language.
            pub fn name(self) -> &'static str {
                match self { $(Builtin::$variant => $name,)* }
            }

            /// The number of arguments; `None` for any number from one on.
            pub fn arguments(self) -> Option<usize> {
                let count: i32 = match self { $(Builtin::$variant => $arguments,)* };
                usize::try_from(count).ok()
            }
        }
    };
}

builtins! {
    Map "map" 1 "Every element through a function.";
    Zip "zip" -1 "Elements of several arrays side by side.";
    Enumerate "enumerate" 0 "Elements with their indices.";
    Unzip "unzip" 0 "An array of tuples as a tuple of arrays.";
    Reduce "reduce" 2 "All elements combined, after an initial value.";
    Sum "sum" 0 "All elements added.";
    Product "product" 0 "All elements multiplied.";
    Min "min" 0 "The smallest element.";
    Max "max" 0 "The largest element.";
    ArgMin "argmin" 0 "The index of the first smallest element.";
    ArgMax "argmax" 0 "The index of the first largest element.";
    All "all" 1 "Whether a predicate holds of all elements.";
    Any "any" 1 "Whether a predicate holds of some element.";
    Count "count" 1 "Of how many elements a predicate holds.";
    MinByKey "min_by_key" 1 "The first element with the smallest key.";
    MaxByKey "max_by_key" 1 "The first element with the largest key.";
    Fold "fold" 2 "Left to right, one after the other.";
    Scan "scan" 2 "Running combination, each element included.";
    ScanExclusive "scan_exclusive" 2 "Running combination of what comes before.";
    Filter "filter" 1 "The elements of which a predicate holds.";
    Partition "partition" 1 "The elements of which a predicate holds, and the others.";
    Flatten "flatten" 0 "All rows, one after the other.";
    FlatMap "flat_map" 1 "`map`, then `flatten`.";
    SplitBy "split_by" 1 "Rows of given lengths.";
    Lengths "lengths" 0 "The lengths of the rows.";
    Chunks "chunks" 1 "Rows of one length, side by side.";
    Windows "windows" 1 "Overlapping rows of one length.";
    Len "len" 0 "How many elements there are.";
    IsEmpty "is_empty" 0 "Whether there is no element.";
    Shape "shape" 0 "The extents of all dimensions.";
    Reshape "reshape" 1 "The same elements under other extents.";
    Transpose "transpose" 0 "The two outer dimensions swapped.";
    Rev "rev" 0 "Backwards.";
    RotateLeft "rotate_left" 1 "Beginning further right, then from the start.";
    RotateRight "rotate_right" 1 "Beginning with the last elements.";
    First "first" 0 "The first element.";
    Last "last" 0 "The last element.";
    Gather "gather" 1 "The elements at given indices.";
    Scatter "scatter" 2 "With values written at given indices.";
    ScatterWith "scatter_with" 3 "With values combined in at given indices.";
    Sort "sort" 0 "In ascending order.";
    SortByKey "sort_by_key" 1 "In ascending order of a key.";
    ArgSort "argsort" 0 "The indices that would sort it.";
    Stencil "stencil" 2 "Every element from its neighbourhood.";
    Update "update" 2 "With one element replaced.";
    Clone "clone" 0 "A copy, to keep what is taken over.";
    Swap "swap" 2 "Exchanges two elements of a `let mut` array.";
}

impl Builtin {
    /// The method of this name.
    pub fn from_name(name: &str) -> Option<Builtin> {
        Builtin::ALL.iter().copied().find(|builtin| builtin.name() == name)
    }

    /// The way in which a call is written.
    pub fn form(self) -> &'static str {
        use Builtin::*;
        match self {
            Map => "xs.map(|x| …)",
            Zip => "xs.zip(ys)",
            Enumerate => "xs.enumerate()",
            Unzip => "pairs.unzip()",
            Reduce => "xs.reduce(init, |a, b| …)",
            Sum => "xs.sum()",
            Product => "xs.product()",
            Min => "xs.min()",
            Max => "xs.max()",
            ArgMin => "xs.argmin()",
            ArgMax => "xs.argmax()",
            All => "xs.all(|x| …)",
            Any => "xs.any(|x| …)",
            Count => "xs.count(|x| …)",
            MinByKey => "xs.min_by_key(|x| …)",
            MaxByKey => "xs.max_by_key(|x| …)",
            Fold => "xs.fold(init, |acc, x| …)",
            Scan => "xs.scan(init, |a, b| …)",
            ScanExclusive => "xs.scan_exclusive(init, |a, b| …)",
            Filter => "xs.filter(|x| …)",
            Partition => "xs.partition(|x| …)",
            Flatten => "xss.flatten()",
            FlatMap => "xs.flat_map(|x| …)",
            SplitBy => "xs.split_by(lengths)",
            Lengths => "xss.lengths()",
            Chunks => "xs.chunks(k)",
            Windows => "xs.windows(k)",
            Len => "xs.len()",
            IsEmpty => "xs.is_empty()",
            Shape => "m.shape()",
            Reshape => "m.reshape((n, m))",
            Transpose => "m.transpose()",
            Rev => "xs.rev()",
            RotateLeft => "xs.rotate_left(k)",
            RotateRight => "xs.rotate_right(k)",
            First => "xs.first()",
            Last => "xs.last()",
            Gather => "xs.gather(indices)",
            Scatter => "dest.scatter(indices, values)",
            ScatterWith => "dest.scatter_with(|a, b| …, indices, values)",
            Sort => "xs.sort()",
            SortByKey => "xs.sort_by_key(|x| …)",
            ArgSort => "xs.argsort()",
            Stencil => "m.stencil(boundary, |at| …)",
            Update => "xs.update(i, v)",
            Clone => "xs.clone()",
            Swap => "xs.swap(i, j)",
        }
    }

    /// Returns true if the elements of the receiver have to be arrays.
    pub fn takes_rows(self) -> bool {
        matches!(self, Builtin::Flatten | Builtin::Lengths | Builtin::Transpose)
    }

    /// Returns true if the result shares the elements of the receiver.
    pub fn is_view(self) -> bool {
        use Builtin::*;
        matches!(
            self,
            Zip | Enumerate
                | Unzip
                | Flatten
                | SplitBy
                | Chunks
                | Windows
                | Reshape
                | Transpose
                | Rev
                | RotateLeft
                | RotateRight
                | First
                | Last
        )
    }

    /// Returns true if an initial value comes before its closure.
    pub fn begins_with_value(self) -> bool {
        matches!(self, Builtin::Reduce | Builtin::Fold | Builtin::Scan | Builtin::ScanExclusive)
    }

    /// Returns true if the receiver is taken over.
    pub fn consumes(self) -> bool {
        matches!(self, Builtin::Scatter | Builtin::ScatterWith | Builtin::Update)
    }
}

/// Functions that people look for who come from other array languages, and how accel says it.
pub fn foreign_function(name: &str) -> Option<&'static str> {
    Some(match name {
        "iota" | "range" | "arange" => "a range is an array: `0..n`",
        "zeros" | "ones" | "full" | "replicate" | "repeat" => "write `[x; n]`",
        "linspace" | "tabulate" => "use `generate(n, |i| …)`",
        "Some" | "None" | "Ok" | "Err" => {
            "accel does not have `Option` and `Result`: give the value itself, and a `bool` beside it"
        }
        "rand" | "random" => {
            "there are no random numbers: take them as an array, or compute them from the index"
        }
        "print" | "printf" => "there are no side effects; return the value",
        _ => return None,
    })
}

/// Tells people who come from iterators how accel writes a method of theirs.
pub fn foreign_method(name: &str) -> Option<&'static str> {
    Some(match name {
        "iter" | "into_iter" | "par_iter" | "into_par_iter" | "iter_mut" => {
            "arrays have the methods themselves: leave out the call"
        }
        "collect" | "to_vec" | "to_owned" | "cloned" | "copied" => {
            "the result is an array already: leave out the call"
        }
        "for_each" => "use `map` for values, or a `for` loop over `let mut` variables",
        "filter_map" => "use `filter` and `map`",
        "find" | "position" => "use `filter`, or `argmax` of the condition",
        "take" => "write a slice: `xs[..n]`",
        "skip" => "write a slice: `xs[n..]`",
        "take_while" => {
            "write a slice: `xs[..xs.map(p).scan(true, |a, b| a & b).count(|holds| holds)]`"
        }
        "skip_while" => {
            "write a slice: `xs[xs.map(p).scan(true, |a, b| a & b).count(|holds| holds)..]`"
        }
        "step_by" => "compute the indices: `(0..n).map(|i| xs[k * i])`",
        "push" | "extend" => "arrays do not grow: use `concat(xs, ys)`",
        "concat" => "`concat` is a function: `concat(xs, ys)`; rows are joined by `flatten`",
        "chain" => "use the function `concat(xs, ys)`",
        "rfold" => "use `xs.rev().fold(…)`",
        "inspect" | "dbg" => "there are no side effects",
        "get" => "write `xs[i]`; an index out of bounds is a run-time error",
        "nth" => "write `xs[i]`",
        "max_by" | "min_by" => "use `min_by_key` or `max_by_key`, or `reduce`",
        "sort_by" | "sort_unstable" | "sort_by_cached_key" | "sort_unstable_by_key" => {
            "use `sort` or `sort_by_key(f)`, which are stable"
        }
        "dot" => "write `zip(xs, ys).map(|(x, y)| x * y).sum()`",
        "reverse" => "use `rev()`, which gives a new array",
        "contains" => "use `xs.any(|x| x == y)`",
        "mean" | "average" => "divide: `xs.sum() / xs.len() as f64`",
        "is_sorted" => "use `xs.windows(2).all(|pair| pair[0] <= pair[1])`",
        "set" => "use `update`, or assign to an element of a `let mut` array",
        "fill" => "write a new array: `[x; n]`",
        "pop" => "write a slice: `xs[..xs.len() - 1]`",
        "insert" => "put slices together: `concat(xs[..i], [x], xs[i..])`",
        "remove" => "put slices together: `concat(xs[..i], xs[i + 1..])`",
        "length" | "size" => "use `len()`",
        "retain" => "use `filter`, which gives a new array",
        "split_at" => "write slices: `(xs[..i], xs[i..])`",
        "split" | "chunk_by" | "group_by" => "use `split_by(lengths)`",
        "dedup" | "unique" => "sort, and `filter` the elements that differ from the one before",
        "prefix_sum" | "cumsum" => "use `scan(0, |a, b| a + b)`",
        _ => return None,
    })
}
