//! Ragged arrays as generated code gets them.

#![allow(missing_docs)]
#![allow(
    clippy::needless_borrows_for_generic_args,
    clippy::useless_vec,
    reason = "all are arguments"
)]

use accel::host::{Check, Failure, Proven, RaggedInput, Site};

// SAFETY: arguments are only looked at with checks.
const PROVEN: Proven = unsafe { Proven::that("tests read no position that they have not checked") };
use accel::{Array, Element, ErrorKind, Offset, OwnedRaggedArgument, Ragged, RaggedArgument};

static SITES: [Site; 1] = [Site::new(Check::Extents("`xss`"), "file.rs", 1, 2)];

/// Returns the ragged input that a function gets from an argument.
fn given<'a, T: Element, const L: usize, const R: usize>(
    argument: impl RaggedArgument<'a, T, L, R>,
) -> RaggedInput<'a, T, L, R> {
    argument.ragged(PROVEN, 0).map_err(|failure| failure.into_error(&SITES)).unwrap()
}

/// The array that a function gets.
fn array<'a, T: Element, const L: usize, const R: usize>(
    argument: impl RaggedArgument<'a, T, L, R>,
) -> Ragged<T, L, R> {
    given(argument).into_ragged(0).expect("there is memory")
}

fn floats<'a>(argument: impl RaggedArgument<'a, f64, 1, 0>) -> Ragged<f64> {
    array(argument)
}

fn pairs<'a>(argument: impl RaggedArgument<'a, (u32, f64), 1, 0>) -> Ragged<(u32, f64)> {
    array(argument)
}

fn rows_of_floats<'a>(argument: impl RaggedArgument<'a, f64, 2, 0>) -> Ragged<f64, 2> {
    array(argument)
}

fn triples<'a>(argument: impl RaggedArgument<'a, f64, 1, 1>) -> Ragged<f64, 1, 1> {
    array(argument)
}

#[test]
fn offsets_of_every_type() {
    fn check<O: Offset + TryFrom<i32>>(borrowed: bool) {
        for rows in [vec![], vec![vec![]], vec![vec![1u8, 2], vec![], vec![3]]] {
            let ragged = Ragged::from_rows(&rows);
            let offset = |offset: &usize| O::try_from(*offset as i32).ok();
            let offsets: Vec<O> = ragged.offsets().iter().filter_map(offset).collect();
            let values = rows.concat();
            let view = Ragged::from_csr(&offsets, &values);
            assert_eq!(view, rows);
            assert_eq!((view.to_vec(), view.lengths()), (rows.clone(), ragged.lengths()));
            assert!(view.rows().eq(ragged.rows()));
            assert_eq!(view.offsets(), ragged.offsets());
            assert_eq!(view.values().as_ptr(), values.as_ptr());
            let input = given(view);
            assert_eq!(input.offsets()[0].slice(), ragged.offsets());
            assert_eq!(input.views().slice().as_ptr(), values.as_ptr());
            let same = input.offsets()[0].slice().as_ptr().cast() == offsets.as_ptr();
            assert_eq!(same, borrowed, "{}", std::any::type_name::<O>());
        }
    }
    let wide = usize::BITS == 64;
    check::<u8>(false);
    check::<u16>(false);
    check::<u32>(!wide);
    check::<u64>(wide);
    check::<usize>(true);
    check::<i8>(false);
    check::<i16>(false);
    check::<i32>(!wide);
    check::<i64>(wide);
    check::<isize>(true);
}

#[test]
fn arguments() {
    let expected = [vec![1.0, 2.0], vec![]];
    let ragged = Ragged::from_rows(&expected);
    assert_eq!(floats(&ragged), expected);
    assert_eq!(floats(ragged.view()), expected);
    assert_eq!(floats(&ragged.view()), expected);
    assert_eq!(floats(&vec![vec![1.0, 2.0], vec![]]), expected);
    assert_eq!(floats(&[vec![1.0, 2.0], vec![]]), expected);
    assert_eq!(floats(&expected[..]), expected);
    assert_eq!(floats(&[&[1.0, 2.0][..], &[]]), expected);
    assert_eq!(floats(&[&[1.0, 2.0][..], &[]][..]), expected);
    assert_eq!(floats(Ragged::from_csr(&[0u16, 2, 2], &[1.0, 2.0])), expected);
    assert_eq!(floats(&[[1.0, 2.0], [3.0, 4.0]]), [[1.0, 2.0], [3.0, 4.0]]);
    assert_eq!(floats(&vec![[1.0, 2.0], [3.0, 4.0]]), [[1.0, 2.0], [3.0, 4.0]]);
    assert_eq!(floats(&[vec![], vec![]]).lengths(), [0, 0]);
    assert_eq!(array(&vec![vec![1u8]]), [[1]]);

    let two = [vec![vec![1.0], vec![]], vec![]];
    assert_eq!(rows_of_floats(&Ragged::from_rows(&two)), two);
    assert_eq!(rows_of_floats(Ragged::from_rows(&two).view()), two);
    assert_eq!(rows_of_floats(&vec![vec![vec![1.0], vec![]], vec![]]), two);
    assert_eq!(rows_of_floats(&two[..]), two);
    assert_eq!(rows_of_floats(&two), two);
    assert_eq!(rows_of_floats(&[[vec![1.0], vec![]]]), two[..1]);

    let three = [vec![[1.0, 2.0, 3.0]], vec![]];
    assert_eq!(triples(&Ragged::from_rows(&three)), three);
    assert_eq!(triples(&vec![vec![[1.0, 2.0, 3.0]], vec![]]), three);
    assert_eq!(triples(&three[..]), three);
    assert_eq!(triples(&three), three);
    let none: Vec<Vec<[f64; 3]>> = vec![];
    assert_eq!(triples(&none).extents(), [3]);
}

#[test]
fn arguments_of_products() {
    let expected = [vec![(1, 0.5), (2, 1.5)], vec![]];
    let (numbers, halves) = ([vec![1, 2], vec![]], vec![vec![0.5, 1.5], vec![]]);
    assert_eq!(pairs(&expected), expected);
    assert_eq!(pairs(&Ragged::from_rows(&expected)), expected);
    assert_eq!(pairs(Ragged::from_csr(&[0, 2, 2], (&[1, 2], &[0.5, 1.5]))), expected);
    assert_eq!(pairs((&numbers, &halves)), expected);
    assert_eq!(pairs((&Ragged::from_rows(&numbers), &halves)), expected);
    let (a, b) = (Ragged::from_rows(&numbers), Ragged::from_rows(&halves));
    assert_eq!(pairs((&a, b.view())), expected);
    let input = given::<(u32, f64), 1, 0>((&a, &b));
    assert_eq!(input.views().1.slice().as_ptr(), b.values().as_ptr());
    assert_eq!(array::<(u32, f64, f64, u32), 1, 0>((&a, &b, &b, &a)).row(0).len(), 2);
    let both = array::<(f64, f64), 1, 1>((&[vec![[0.5]]], &[vec![[1.5]]]));
    assert_eq!(both, [vec![[(0.5, 1.5)]]]);
}

#[test]
fn parts_of_products_must_agree() {
    fn error<'a, const L: usize, const R: usize>(
        argument: impl RaggedArgument<'a, (i32, f64), L, R>,
    ) -> String {
        let failure: Failure = argument.ragged(PROVEN, 0).err().unwrap();
        let error = failure.into_error(&SITES);
        assert_eq!((error.kind(), error.line()), (ErrorKind::Size, 1));
        error.message().to_string()
    }
    let rows = [vec![0.5], vec![], vec![1.5, 2.5]];
    assert_eq!(error((&[vec![1], vec![]], &rows)), "`xss`: expected length 2, found length 3");
    assert_eq!(
        error((&[vec![1], vec![], vec![2]], &rows)),
        "`xss`: expected length 1, found length 2"
    );
    assert_eq!(
        error((&[vec![], vec![1], vec![2, 3]], &rows)),
        "`xss`: expected length 0, found length 1"
    );
    assert_eq!(
        error((&[vec![vec![1], vec![]]], &[vec![vec![0.5], vec![1.5]]])),
        "`xss`: expected length 0, found length 1"
    );
    assert_eq!(
        error::<1, 1>((&[vec![[1, 2]]], &[vec![[0.5, 1.5, 2.5]]])),
        "`xss`: expected length 2, found length 3"
    );
}

#[test]
fn inner_views_are_arguments() {
    let ragged = Ragged::from_rows(&[vec![vec![1u8, 2]], vec![vec![3], vec![], vec![4, 5]]]);
    let input = given(ragged.row(1));
    assert_eq!(input.offsets()[0].slice(), [0, 1, 1, 3]);
    assert_eq!(input.views().slice(), [3, 4, 5]);
    assert_eq!(input.views().slice().as_ptr(), &raw const ragged.values()[2]);
    assert_eq!(input.extents(), []);
    assert_eq!(input.into_ragged(0).expect("there is memory"), [vec![3], vec![], vec![4, 5]]);
    assert_eq!(Ragged::from(ragged.row(1)), ragged.row(1));
}

/// The array that a function gets which takes it over.
fn taken<T: Element, const L: usize, const R: usize>(
    argument: impl OwnedRaggedArgument<T, L, R>,
) -> Ragged<T, L, R> {
    argument.ragged_columns(0).unwrap()
}

#[test]
fn arguments_by_value() {
    let ragged = Ragged::from_rows(&[vec![1, 2], vec![]]);
    let place = ragged.values().as_ptr();
    assert_eq!(taken(ragged).values().as_ptr(), place);
    assert_eq!(taken(vec![vec![1, 2], vec![]]), [vec![1, 2], vec![]]);
    assert_eq!(taken([vec![1, 2], vec![]]), [vec![1, 2], vec![]]);
    assert_eq!(taken::<i32, 2, 0>(vec![vec![vec![1]]]), [[vec![1]]]);
    assert_eq!(taken::<i32, 1, 1>(vec![vec![[1]]]), [vec![[1]]]);
}

#[test]
fn arrays_of_more_dimensions() {
    let matrix = Array::from([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]);
    let rows = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]];
    assert_eq!(floats(&matrix), rows);
    assert_eq!(floats(&Box::new(&matrix)), rows);
    assert_eq!(given::<f64, 1, 0>(&matrix).views().slice().as_ptr(), matrix.as_slice().as_ptr());
    let pairs = Array::from_vec([1, 2], vec![(1u32, 0.5), (2, 1.5)]);
    assert_eq!(array::<_, 1, 0>(&pairs), [[(1, 0.5), (2, 1.5)]]);
    let (numbers, _) = pairs.into_components();
    let parts = (&numbers, &[vec![0.5, 1.5]]);
    assert_eq!(array::<(u32, f64), 1, 0>(parts), [[(1, 0.5), (2, 1.5)]]);

    let cube = Array::from_vec([2, 1, 3], (0..6).map(f64::from).collect());
    let deep = [vec![[0.0, 1.0, 2.0]], vec![[3.0, 4.0, 5.0]]];
    assert_eq!(triples(&cube), deep);
    assert_eq!(triples(&cube).extents(), [3]);
    assert_eq!(rows_of_floats(&cube), [[vec![0.0, 1.0, 2.0]], [vec![3.0, 4.0, 5.0]]]);
    let four = Array::from_vec([1, 2, 2, 1], vec![1u8, 2, 3, 4]);
    assert_eq!(array::<_, 3, 0>(&four), [vec![vec![vec![1], vec![2]], vec![vec![3], vec![4]]]]);
    assert_eq!(array::<_, 2, 1>(&four), [vec![vec![[1], [2]], vec![[3], [4]]]]);
    assert_eq!(array::<_, 1, 2>(&four), [vec![[[1], [2]], [[3], [4]]]]);

    let place = four.as_slice().as_ptr();
    let ragged = taken::<_, 2, 1>(four);
    assert_eq!((ragged.lengths(), ragged.extents()), (vec![2], [1]));
    assert_eq!((ragged.offsets_of(1), ragged.values().as_ptr()), (&[0, 2, 4][..], place));
}

#[test]
fn arrays_of_more_dimensions_without_elements() {
    for (shape, lengths) in [([0, 3], vec![]), ([3, 0], vec![0; 3]), ([0, usize::MAX], vec![])] {
        assert_eq!(floats(&Array::from_vec(shape, vec![])).lengths(), lengths);
    }
    let flat = Array::from_vec([0, usize::MAX, 2], vec![]);
    assert_eq!((rows_of_floats(&flat).len(), triples(&flat).extents()), (0, [2]));
    // There is no room for where these rows begin, or that exceeds any size.
    for shape in [[usize::MAX, 0, 2], [1 << 60, 0, 2], [3, usize::MAX, 0], [1, usize::MAX, 0]] {
        let array = Array::<f64, 3>::from_vec(shape, vec![]);
        let failure = RaggedArgument::<f64, 2, 0>::ragged(&array, PROVEN, 0).err().unwrap();
        assert_eq!(failure.into_error(&SITES).kind(), ErrorKind::OutOfMemory, "{shape:?}");
    }
}
