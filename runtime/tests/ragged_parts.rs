//! Ragged arrays made of offsets or lengths and the values of rows, and taken apart again, without copying.

#![allow(missing_docs)]
#![allow(
    clippy::needless_borrows_for_generic_args,
    clippy::useless_vec,
    reason = "all are arguments"
)]

mod common;

use accel::{Array, Offset, Ragged, RaggedValues, RaggedView, accel};
use common::{message, with_every_offset_type};

accel! {
    pub struct Edge { pub end: u32, pub weight: f64 }
    pub fn heavy(rows: &[[Edge]]) -> [[Edge]] { rows.map(|row| row.filter(|edge| edge.weight > 1.0)) }
    pub fn sums(cells: &[[[f64]]]) -> [[f64]] { cells.map(|rows| rows.map(|row| row.sum())) }
    pub fn deepest(x: &[[[[[i32]]]]]) -> [[[[i32]]]] { x.map(|a| a.map(|b| b.map(|c| c.map(|row| row.sum())))) }
    pub fn doubled(x: [[[[[i32]]]]]) -> [[[[[i32]]]]] { x.map(|a| a.map(|b| b.map(|c| c.map(|row| row.map(|x| 2 * x))))) }
    pub fn centres(cells: &[[[f64; 2]]]) -> [(f64, f64)] {
        cells.map(|row| (row.map(|p| p[0]).sum(), row.map(|p| p[1]).sum()))
    }
}

#[test]
fn offsets_and_values_are_taken_over_and_given_back() {
    let (offsets, values) = (vec![0usize, 2, 2, 3], vec![1.5, 2.5, 3.5]);
    let places = (offsets.as_ptr(), values.as_ptr());
    let ragged = Ragged::from_offsets(offsets, values);
    assert_eq!(ragged, [vec![1.5, 2.5], vec![], vec![3.5]]);
    assert_eq!((ragged.offsets().as_ptr(), ragged.values().as_ptr()), places);
    let (offsets, values) = ragged.into_csr();
    let values: Vec<f64> = values.into_vec();
    assert_eq!((&offsets[..], &values[..]), (&[0, 2, 2, 3][..], &[1.5, 2.5, 3.5][..]));
    assert_eq!((offsets.as_ptr(), values.as_ptr()), places);
}

#[test]
fn parts_of_products_are_taken_over_and_given_back() {
    let (columns, entries) = (vec![0u32, 3, 1], vec![1.5, 2.5, 3.5]);
    let places = (columns.as_ptr(), entries.as_ptr());
    let matrix = Ragged::from_offsets(vec![0, 2, 2, 3], (columns, entries));
    assert_eq!(matrix, [vec![(0, 1.5), (3, 2.5)], vec![], vec![(1, 3.5)]]);
    let (offsets, values) = matrix.into_csr();
    let (columns, entries) = values.into_components();
    assert_eq!((columns.as_ptr(), entries.as_ptr()), places);
    let again = Ragged::from_offsets(offsets, (columns, entries));
    assert_eq!(again.row(2).get(0), Some((1, 3.5)));

    let edge = |end, weight| Edge { end, weight };
    let edges = vec![edge(1, 0.5), edge(2, 1.5), edge(3, 2.5)];
    let edges: Ragged<Edge> = Ragged::from_offsets(vec![0, 1, 3], edges);
    let (offsets, kept) = heavy(&edges).into_csr();
    assert_eq!((offsets, kept.into_components().0.into_vec()), (vec![0, 0, 2], vec![2, 3]));
}

#[test]
fn offsets_of_every_type() {
    fn check<O: Offset + From<u8>>() {
        let offsets: Vec<O> = [0, 2, 2, 3].map(O::from).into();
        let place = offsets.as_ptr();
        let ragged = Ragged::from_offsets(offsets, vec![1, 2, 3]);
        assert_eq!(ragged, [vec![1, 2], vec![], vec![3]]);
        let stays = size_of::<O>() == size_of::<usize>();
        assert_eq!(ragged.offsets().as_ptr().cast() == place, stays);
    }
    with_every_offset_type!(check);
    assert_eq!(Ragged::from_offsets(vec![0i8, 1], vec![1]), [[1]]);
}

#[test]
fn rows_are_held_by_rows() {
    let deep: Ragged<u8, 3> =
        Ragged::from_rows(&[vec![vec![vec![1], vec![]], vec![]], vec![], vec![vec![vec![2, 3]]]]);
    let (place, rows) = (deep.values().as_ptr(), deep.to_vec());
    let (outermost, middle): (Vec<usize>, Ragged<u8, 2>) = deep.into_csr();
    assert_eq!((&outermost[..], middle.lengths()), (&[0, 2, 2, 3][..], vec![2, 0, 1]));
    let (offsets, inner): (Vec<usize>, Ragged<u8>) = middle.into_csr();
    assert_eq!(inner, [vec![1], vec![], vec![2, 3]]);
    assert_eq!(inner.values().as_ptr(), place);
    let middle = Ragged::from_offsets(offsets, inner);
    let again = Ragged::from_offsets(outermost, middle);
    assert_eq!((again.values().as_ptr(), again.to_vec()), (place, rows));

    let inner = Ragged::from_lengths(&[1, 2, 0], vec![0.5, 1.5, 2.5]);
    let cells: Ragged<f64, 2> = Ragged::from_lengths(&[2u8, 0, 1], inner);
    assert_eq!(cells, [vec![vec![0.5], vec![1.5, 2.5]], vec![], vec![vec![]]]);
    assert_eq!(sums(&cells), [vec![0.5, 4.0], vec![], vec![0.0]]);
    let none: Ragged<f64, 2> = Ragged::from_lengths::<u8, _>(&[], Ragged::<f64>::default());
    assert!(none.is_empty());
}

#[test]
fn four_levels() {
    let rows = vec![
        vec![],
        vec![vec![vec![vec![1], vec![]], vec![]], vec![]],
        vec![vec![vec![vec![2, 3]]]],
    ];
    let ragged: Ragged<i32, 4> = Ragged::from_rows(&rows);
    assert_eq!(ragged.to_vec(), rows);
    assert_eq!(ragged.row(1).row(0).row(0).row(0), [1]);
    assert_eq!(
        deepest(&ragged),
        [vec![], vec![vec![vec![1, 0], vec![]], vec![]], vec![vec![vec![5]]]]
    );
    assert_eq!(deepest(&rows), deepest(ragged.view()));
    assert_eq!(
        deepest(&Array::from_vec([1, 1, 1, 2, 2], vec![1, 2, 3, 4])),
        [vec![vec![vec![3, 7]]]]
    );
    assert_eq!(doubled(ragged.clone()).offsets_of(3), ragged.offsets_of(3));
    assert_eq!(doubled(rows).values(), [2, 4, 6]);
    let (offsets, rows): (Vec<usize>, Ragged<i32, 3>) = ragged.into_csr();
    assert_eq!(Ragged::from_csr(&offsets, &rows).row(2).row(0).row(0).row(0), [2, 3]);
    assert_eq!(Ragged::from_offsets(offsets, rows).lengths(), [0, 2, 1]);
    let pairs: Ragged<u8, 4, 1> = Ragged::from_rows(&[vec![vec![vec![vec![[1, 2]]]]]]);
    assert_eq!(pairs.to_vec(), [vec![vec![vec![vec![[1, 2]]]]]]);
}

#[test]
fn arrays_are_held_by_rows() {
    let points = vec![[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]];
    let place = points.as_ptr().cast();
    let polygons: Ragged<f64, 1, 1> = Ragged::from_lengths(&[1, 0, 2], points);
    assert_eq!(polygons, [vec![[0.0, 1.0]], vec![], vec![[2.0, 3.0], [4.0, 5.0]]]);
    assert_eq!(polygons.values().as_ptr(), place);
    assert_eq!(centres(&polygons).to_vec(), [(0.0, 1.0), (0.0, 0.0), (6.0, 8.0)]);
    let (offsets, points): (Vec<usize>, Array<f64, 2>) = polygons.into_csr();
    assert_eq!((points.shape(), points.as_slice().as_ptr()), ([3, 2], place));
    assert_eq!(Ragged::from_offsets(offsets, points).row(2).len(), 2);

    let matrices = Array::from_vec([2, 1, 2], vec![1, 2, 3, 4]);
    let ragged: Ragged<i32, 1, 2> = Ragged::from_offsets(vec![0, 0, 2], matrices);
    assert_eq!(ragged, [vec![], vec![[[1, 2]], [[3, 4]]]]);
    assert_eq!(ragged.into_csr().1.shape(), [2, 1, 2]);

    let nested: Ragged<i32, 2, 1> =
        Ragged::from_lengths(&[0, 2], Ragged::from_lengths(&[1, 1], [[1, 2], [3, 4]]));
    assert_eq!(nested, [vec![], vec![vec![[1, 2]], vec![[3, 4]]]]);
    let (offsets, rows): (Vec<usize>, Ragged<i32, 1, 1>) = nested.into_csr();
    assert_eq!((offsets, rows.lengths(), rows.extents()), (vec![0, 0, 2], vec![1, 1], [2]));

    // Elements of no size have no values that could be counted.
    let empty: Ragged<u8, 1, 1> = Ragged::from_lengths(&[2, 1], Array::from_vec([3, 0], vec![]));
    assert_eq!((empty.lengths(), empty.extents()), (vec![2, 1], [0]));
    assert_eq!(empty.into_csr().1.shape(), [3, 0]);
    let pairs = Ragged::from_offsets(vec![0, 1], (vec![[1, 2]], vec![[0.5, 1.5]]));
    assert_eq!(pairs, [vec![[(1, 0.5), (2, 1.5)]]]);
}

#[test]
fn arrays_and_rows_are_borrowed() {
    let points = vec![[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]];
    let polygons: RaggedView<f64, 1, 1> = Ragged::from_csr(&[0u32, 1, 1, 3], &points);
    assert_eq!(polygons, [vec![[0.0, 1.0]], vec![], vec![[2.0, 3.0], [4.0, 5.0]]]);
    assert_eq!(polygons.values().as_ptr(), points.as_ptr().cast());
    assert_eq!(centres(polygons).to_vec(), [(0.0, 1.0), (0.0, 0.0), (6.0, 8.0)]);
    assert_eq!(RaggedView::from_csr(&[0, 1, 1, 3], &points[..]), polygons);
    assert_eq!(Ragged::from_csr(&[0, 1, 1, 3], &Array::from(points.clone())), polygons);
    let matrices = [[[1, 2], [3, 4]], [[5, 6], [7, 8]]];
    assert_eq!(Ragged::from_csr(&[0, 2], &matrices).extents(), [2, 2]);
    let matrices = Array::from_vec([2, 2, 2], (1..9).collect());
    assert_eq!(
        Ragged::from_csr(&[0, 0, 2], &matrices),
        [vec![], vec![[[1, 2], [3, 4]], [[5, 6], [7, 8]]]]
    );

    let values = [0.5, 1.5, 2.5];
    let rows = Ragged::from_csr(&[0u8, 1, 3, 3], &values);
    let cells: RaggedView<f64, 2> = Ragged::from_csr(&[0u16, 2, 2, 3], rows);
    assert_eq!(cells, [vec![vec![0.5], vec![1.5, 2.5]], vec![], vec![vec![]]]);
    assert_eq!(cells.values().as_ptr(), values.as_ptr());
    assert_eq!(sums(cells), [vec![0.5, 4.0], vec![], vec![0.0]]);
    let deep: RaggedView<f64, 3> = Ragged::from_csr(&[0, 1, 3], cells);
    assert_eq!(deep.row(1).row(1).row(0), [0.0; 0]);
    assert_eq!(deep.row(0).row(0).row(1), [1.5, 2.5]);
    let owned = rows.to_ragged();
    assert_eq!(Ragged::from_csr(&[0, 2, 2, 3], &owned), cells);
}

#[test]
fn rows_in_the_middle_are_borrowed() {
    let cells = Ragged::from_rows(&[vec![vec![9.0, 9.0]], vec![vec![0.5], vec![1.5, 2.5], vec![]]]);
    let later: RaggedView<f64> = cells.row(1);
    let again = Ragged::from_csr(&[0, 0, 2, 3], later);
    assert_eq!(again, [vec![], vec![vec![0.5], vec![1.5, 2.5]], vec![vec![]]]);
    assert_eq!(sums(again), [vec![], vec![0.5, 4.0], vec![0.0]]);
}

#[test]
fn what_does_not_fit() {
    fn both<T: accel::Element, const L: usize, const R: usize>(
        [offsets, lengths]: [&[i64]; 2],
        values: impl RaggedValues<T, L, R> + Clone,
    ) -> [String; 2] {
        let of_offsets = Ragged::try_from_offsets(offsets.to_vec(), values.clone());
        [message(of_offsets), message(Ragged::try_from_lengths(lengths, values))]
    }
    let [offsets, lengths] = both([&[0, 2, 5], &[2, 3]], vec![1, 2, 3]);
    assert_eq!(offsets, "the last offset is 5, but there are 3 values");
    assert_eq!(lengths, "the lengths add up to 5, but there are 3 values");
    let [offsets, lengths] = both([&[0, 1], &[1]], vec![[1, 2], [3, 4]]);
    assert_eq!(offsets, "the last offset is 1, but there are 2 arrays");
    assert_eq!(lengths, "the lengths add up to 1, but there are 2 arrays");
    let rows = Ragged::from_rows(&[vec![1], vec![2, 3]]);
    let [offsets, lengths] = both([&[0, 3], &[3]], rows.clone());
    assert_eq!(offsets, "the last offset is 3, but there are 2 rows");
    assert_eq!(lengths, "the lengths add up to 3, but there are 2 rows");
    for (offsets, text) in [
        (&[][..], "there are no offsets: `n` rows have `n + 1` of them, the first of which is 0"),
        (&[1, 2], "the first offset is 1, not 0"),
        (&[-1, 2], "the first offset is -1, not 0"),
        (&[0, 2, 1, 2], "row 1 ends before it begins: its offsets are 2 and 1"),
        (&[0, -1, 2], "offset 1 is negative: -1"),
    ] {
        assert_eq!(message(Ragged::try_from_offsets(offsets.to_vec(), rows.clone())), text);
        assert_eq!(message(Ragged::try_from_offsets(offsets.to_vec(), vec![1, 2])), text);
        assert_eq!(message(Ragged::try_from_csr(offsets, &rows)), text);
        assert_eq!(message(Ragged::try_from_csr(offsets, rows.view())), text);
        assert_eq!(message(Ragged::try_from_csr(offsets, &[[1], [2]])), text);
    }
    assert_eq!(
        message(Ragged::try_from_csr(&[0, 1], &rows)),
        "the last offset is 1, but there are 2 rows"
    );
    let [offsets, lengths] = both([&[0, 2], &[2]], (vec![1, 2], vec![0.5]));
    assert_eq!(offsets, "the parts of `values`: expected length 2, found length 1");
    assert_eq!(lengths, offsets);
    let [offsets, _] = both([&[0, 2], &[2]], vec![vec![1, 2], vec![3]]);
    assert_eq!(offsets, "the rows of `values` differ: row 1 has length 1, those before it 2");
}

#[test]
#[should_panic(expected = "row 1 ends before it begins: its offsets are 2 and 1")]
fn offsets_that_run_backwards_panic() {
    Ragged::from_offsets(vec![0, 2, 1], vec![1]);
}
