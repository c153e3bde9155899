//! The reasons for which kernels run on the CPU alone.

macro_rules! reasons {
    ($($name:ident = $text:literal,)*) => {
        /// The reason for which a kernel runs on the CPU alone.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Reason {
            $(#[doc = $text] $name,)*
        }

        impl Reason {
            /// The reason in words.
            pub fn text(self) -> &'static str {
                match self {
                    $(Reason::$name => $text,)*
                }
            }

            /// The reason that these words tell.
            pub(in crate::plan) fn from_text(text: &str) -> Option<Reason> {
                [$(Reason::$name),*].into_iter().find(|reason| reason.text() == text)
            }
        }
    };
}

reasons! {
    ConstantChanged = "a constant is changed",
    ManyArraysAppended = "a lane appends to too many arrays",
    RowsKeptInLane = "a lane keeps rows",
    LaunchedByLane = "a lane launches it",
    ArrayOfLane = "a lane needs an array of its own",
    Recursion = "a recursive function is called",
    ViewLeft = "a view is left in a lane",
    UniformRows = "devices have the version for rows of all lengths",
    NotCompiled = "it has not been compiled",
    ProductsScattered = "products are scattered beside a scan or a filter",
    RowsCombined = "rows are combined from lane to lane",
    RowsKept = "rows are kept",
    RowsScattered = "rows are scattered",
    RowsSorted = "rows are sorted in a lane",
    CombiningCanFail = "the operator of a `scatter_with` can fail",
    ReductionCanFail = "the operator of a reduction can fail",
    ScanCanFail = "the operator of a scan can fail",
    WideReduction = "the values of a reduction beside a filter are too wide",
    WideScan = "the values of a scan are too wide",
}
