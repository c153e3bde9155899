//! Ragged arrays as the host makes and reads them.

#![allow(missing_docs)]
#![allow(
    clippy::needless_borrows_for_generic_args,
    clippy::useless_vec,
    reason = "all are arguments"
)]

mod common;

use std::rc::Rc;
use std::sync::Arc;

use accel::host::{Buffer, Proven};
use accel::{Array, Element, Offset, Ragged, RaggedView, RowElement, Scalar};
use common::{message, with_every_offset_type};

// SAFETY: values that are made of parts are checked, and no buffer is written to.
const PROVEN: Proven = unsafe { Proven::that("parts are only taken apart and put together") };

/// Rows with the empty ones at all places.
fn shapes() -> Vec<Vec<Vec<i32>>> {
    vec![
        vec![],
        vec![vec![]],
        vec![vec![], vec![], vec![]],
        vec![vec![], vec![1, 2]],
        vec![vec![1, 2], vec![], vec![3]],
        vec![vec![1, 2, 3], vec![]],
        vec![vec![7]],
        vec![vec![], vec![1], vec![], vec![], vec![2, 3, 4], vec![]],
    ]
}

/// Checks that everything a view tells agrees with the rows.
fn check_view(view: RaggedView<i32>, rows: &Vec<Vec<i32>>) {
    let lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
    assert_eq!((view.len(), view.is_empty()), (rows.len(), rows.is_empty()));
    assert_eq!(view.lengths(), lengths);
    assert_eq!(view.values(), rows.concat());
    assert_eq!(view.to_vec(), *rows);
    assert_eq!(view, *rows);
    assert!(view.rows().eq(rows.iter()));
    assert!(view.rows().rev().eq(rows.iter().rev()));
    assert_eq!(view.rows().len(), rows.len());
    for (index, row) in rows.iter().enumerate() {
        assert_eq!(view.row(index), row);
    }
    let offsets = view.offsets();
    assert_eq!((offsets[0], offsets.len()), (0, rows.len() + 1));
    assert!(offsets.windows(2).map(|ends| ends[1] - ends[0]).eq(lengths));
    assert_eq!(format!("{view:?}"), format!("{rows:?}"));
    assert_eq!(format!("{view:#?}"), format!("{rows:#?}"));
    assert_eq!(view.to_ragged(), view);
}

#[test]
fn rows_of_all_shapes() {
    for rows in shapes() {
        let ragged = Ragged::from_rows(&rows);
        check_view(ragged.view(), &rows);
        assert_eq!((ragged.len(), ragged.is_empty()), (rows.len(), rows.is_empty()));
        assert_eq!(ragged.lengths(), ragged.view().lengths());
        assert_eq!(ragged.offsets(), ragged.view().offsets());
        assert_eq!(ragged.offsets_of(0), ragged.offsets());
        assert_eq!(ragged.values(), rows.concat());
        assert_eq!(ragged.to_vec(), rows);
        assert!(ragged.rows().eq(rows.iter()));
        for (index, row) in rows.iter().enumerate() {
            assert_eq!(ragged.row(index), row);
            assert_eq!(ragged[index], **row);
        }
        assert_eq!(format!("{ragged:?}"), format!("{rows:?}"));
        assert_eq!(Ragged::from_lengths(&ragged.lengths(), rows.concat()), ragged);
        assert_eq!(Ragged::from_csr(ragged.offsets(), ragged.values()), ragged);
        assert_eq!(Ragged::from_rows(ragged.rows()), ragged);
        assert_eq!(ragged.clone().into_values(), rows.concat());
        assert_eq!(ragged.clone(), ragged);
    }
}

#[test]
fn what_can_be_rows() {
    let expected = [vec![1, 2], vec![3, 4]];
    assert_eq!(Ragged::from_rows([[1, 2], [3, 4]]), expected);
    assert_eq!(Ragged::from_rows(&[[1, 2], [3, 4]]), expected);
    assert_eq!(Ragged::from_rows(vec![vec![1, 2], vec![3, 4]]), expected);
    assert_eq!(Ragged::from_rows(&[&[1, 2][..], &[3, 4]]), expected);
    assert_eq!(Ragged::from_rows([Box::<[i32]>::from([1, 2]), Box::from([3, 4])]), expected);
    assert_eq!(Ragged::from_rows([Array::from(vec![1, 2]), Array::from(vec![3, 4])]), expected);
    assert_eq!(Ragged::from_rows((0..2).map(|n| [2 * n + 1, 2 * n + 2])), expected);
    assert_eq!(Ragged::from(vec![vec![1, 2], vec![3, 4]]), expected);
    assert_eq!([vec![1, 2], vec![3, 4]].iter().collect::<Ragged<i32>>(), expected);
    let rows: &[Vec<i32>] = &expected;
    assert_eq!(Ragged::from_rows(rows), rows);
    let none: Ragged<f64> = Ragged::from_rows(&[vec![], vec![]]);
    assert_eq!(none.lengths(), [0, 0]);
}

#[test]
fn equality() {
    let ragged = Ragged::from_rows(&[vec![1, 2], vec![], vec![3]]);
    let rows = vec![vec![1, 2], vec![], vec![3]];
    assert_eq!(ragged, rows);
    assert_eq!(ragged, rows[..]);
    assert_eq!(ragged, &rows[..]);
    assert_eq!(ragged, [vec![1, 2], vec![], vec![3]]);
    assert_eq!(ragged, &[vec![1, 2], vec![], vec![3]]);
    assert_eq!(ragged, [&[1, 2][..], &[], &[3]]);
    assert_eq!(ragged.view(), rows);
    assert_eq!(ragged.view(), [vec![1, 2], vec![], vec![3]]);
    assert_eq!(ragged.view(), [&[1, 2][..], &[], &[3]]);
    assert_eq!(ragged, ragged.view());
    assert_eq!(ragged.view(), ragged);
    // The same values in other rows, other values in the same rows, more rows, fewer rows.
    for other in [
        vec![vec![1], vec![2], vec![3]],
        vec![vec![1, 2], vec![], vec![4]],
        vec![vec![1, 2], vec![], vec![3], vec![]],
        vec![vec![1, 2], vec![]],
    ] {
        assert_ne!(ragged, other);
        assert_ne!(ragged, Ragged::from_rows(&other));
        assert_ne!(ragged.view(), other);
        let narrow: Vec<u8> =
            Ragged::from_rows(&other).offsets().iter().map(|o| *o as u8).collect();
        assert_ne!(ragged, Ragged::from_csr(&narrow, &other.concat()));
    }
    assert_ne!(Ragged::from_rows(&[vec![f64::NAN]]), [vec![f64::NAN]]);
}

#[test]
fn iteration() {
    let rows = vec![vec![1, 2], vec![], vec![3]];
    let ragged = Ragged::from_rows(&rows);
    let mut seen: Vec<&[i32]> = Vec::new();
    for row in &ragged {
        seen.push(row);
    }
    assert_eq!(seen, rows);
    let mut backwards = ragged.view().into_iter();
    assert_eq!((backwards.next_back(), backwards.len()), (Some(&[3][..]), 2));
    assert_eq!(backwards.nth(1), Some(&[][..]));
    assert_eq!(backwards.next(), None);
    assert_eq!(ragged.iter().map(|row| row.len()).sum::<usize>(), 3);
    assert_eq!((ragged.get(0), ragged.get(3)), (Some(&[1, 2][..]), None));
    assert_eq!(Vec::from(ragged), rows);
}

#[test]
fn none_at_all() {
    assert_eq!(Ragged::<f32>::default(), Vec::<Vec<f32>>::new());
    let deep = Ragged::<(i32, u8), 2, 1>::default();
    assert_eq!((deep.len(), deep.offsets_of(1), deep.extents()), (0, &[0][..], [0]));
}

#[test]
fn rows_of_products() {
    let rows = vec![vec![(1u32, 0.5), (2, 1.5)], vec![], vec![(3, 2.5)]];
    let ragged = Ragged::from_rows(&rows);
    assert_eq!(ragged.to_vec(), rows);
    assert_eq!(ragged, rows);
    assert_eq!(format!("{ragged:?}"), format!("{rows:?}"));
    let (numbers, floats) = ragged.values();
    assert_eq!((numbers, floats), (&[1, 2, 3][..], &[0.5, 1.5, 2.5][..]));
    let row = ragged.row(0);
    assert_eq!((row.len(), row.is_empty(), ragged.row(1).is_empty()), (2, false, true));
    assert_eq!((row.get(0), row.get(1), row.get(2)), (Some((1, 0.5)), Some((2, 1.5)), None));
    assert_eq!(row.to_vec(), rows[0]);
    assert_eq!(row.iter().rev().collect::<Vec<_>>(), [(2, 1.5), (1, 0.5)]);
    assert_eq!(row.values(), (&[1, 2][..], &[0.5, 1.5][..]));
    assert_eq!(row, rows[0]);
    assert_eq!(row, rows[0][..]);
    assert_eq!(row, &rows[0][..]);
    assert_eq!(row, [(1, 0.5), (2, 1.5)]);
    assert_eq!(row, ragged.row(0));
    assert_ne!(row, ragged.row(2));
    assert_eq!(format!("{row:?}"), format!("{:?}", rows[0]));
    assert_eq!(Ragged::from_rows(ragged.rows().rev()).row(0), rows[2]);
    assert_eq!(ragged.into_values(), rows.concat());

    let nested = Ragged::from_rows(&[[((1, true), 0.5f32)], [((2, false), 1.5)]]);
    let ((numbers, flags), floats) = nested.values();
    assert_eq!((numbers, flags, floats), (&[1, 2][..], &[true, false][..], &[0.5, 1.5][..]));
    assert_eq!(nested.row(1).get(0), Some(((2, false), 1.5)));
}

#[test]
fn rows_of_rows() {
    let rows = vec![
        vec![],
        vec![vec![1], vec![], vec![2, 3]],
        vec![],
        vec![vec![]],
        vec![vec![4, 5, 6], vec![7]],
        vec![],
    ];
    let ragged: Ragged<i32, 2> = Ragged::from_rows(&rows);
    assert_eq!(ragged.len(), 6);
    assert_eq!(ragged.lengths(), [0, 3, 0, 1, 2, 0]);
    assert_eq!(ragged.offsets(), [0, 0, 3, 3, 4, 6, 6]);
    assert_eq!(ragged.offsets_of(1), [0, 1, 1, 3, 3, 6, 7]);
    assert_eq!(ragged.values(), [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(ragged.to_vec(), rows);
    assert_eq!(ragged, rows);
    assert_eq!(format!("{ragged:?}"), format!("{rows:?}"));
    for (index, row) in rows.iter().enumerate() {
        check_view(ragged.row(index), row);
    }
    assert_eq!(ragged.rows().map(|row| row.len()).sum::<usize>(), 6);
    assert_eq!(ragged.clone(), ragged);
    assert_eq!(Ragged::from(rows.clone()), ragged);
    let slices: Vec<Vec<&[i32]>> =
        rows.iter().map(|row| row.iter().map(Vec::as_slice).collect()).collect();
    assert_eq!(Ragged::from_rows(&slices), ragged);
    let no_rows: Vec<Vec<Vec<i32>>> = vec![];
    assert_eq!(Ragged::from_rows(&no_rows).to_vec(), no_rows);

    let deepest = vec![vec![vec![vec![1], vec![]], vec![]], vec![]];
    let deepest_ragged: Ragged<i32, 3> = Ragged::from_rows(&deepest);
    assert_eq!(format!("{deepest_ragged:?}"), format!("{deepest:?}"));
    assert_eq!(deepest_ragged, deepest);
    assert_eq!(deepest_ragged.offsets_of(2), [0, 1, 1]);
    assert_eq!(deepest_ragged.to_vec(), deepest);
    assert_eq!(deepest_ragged.row(0), deepest[0]);
    assert_eq!(deepest_ragged.row(0).row(0).row(0), [1]);
    assert_eq!(deepest_ragged.rows().map(|row| row.len()).collect::<Vec<_>>(), [2, 0]);
    assert!(deepest_ragged.view().get(2).is_none());

    let later = vec![vec![], vec![vec![vec![0], vec![1, 2]]], vec![vec![], vec![vec![3]]]];
    let later_ragged: Ragged<i32, 3> = Ragged::from_rows(&later);
    let rows: Vec<Vec<Vec<Vec<i32>>>> = later_ragged.rows().map(|row| row.to_vec()).collect();
    assert_eq!(rows, later);
    assert_eq!(later_ragged.row(2).row(1).row(0), [3]);
}

#[test]
fn rows_of_arrays() {
    let rows = vec![vec![], vec![[1, 2, 3], [4, 5, 6]], vec![], vec![[7, 8, 9]]];
    let ragged: Ragged<i32, 1, 1> = Ragged::from_rows(&rows);
    assert_eq!(ragged.lengths(), [0, 2, 0, 1]);
    assert_eq!(ragged.extents(), [3]);
    assert_eq!(ragged.values(), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(format!("{ragged:?}"), format!("{rows:?}"));
    assert_eq!(ragged, rows);
    assert_eq!(ragged.to_vec()[1], [[1, 2, 3], [4, 5, 6]]);
    let row = ragged.row(1);
    assert_eq!((row.len(), row.is_empty(), row.extents()), (2, false, [3]));
    assert_eq!((row.get(1), row.get(2)), (Some(&[4, 5, 6][..]), None));
    assert_eq!(row.iter().map(|element| element[0]).collect::<Vec<_>>(), [1, 4]);
    assert_eq!(row.to_vec(), rows[1]);
    assert_eq!(row.values(), [1, 2, 3, 4, 5, 6]);
    assert_eq!(format!("{row:?}"), "[[1, 2, 3], [4, 5, 6]]");
    assert_eq!(row, ragged.view().row(1));
    assert_ne!(row, ragged.row(3));
    assert_eq!(ragged.rows().map(|row| row.len()).collect::<Vec<_>>(), [0, 2, 0, 1]);
    assert_ne!(ragged, Ragged::from_lengths_of_pairs());

    let pairs: Ragged<(u8, bool), 1, 1> = Ragged::from_rows(&[vec![[(1, true), (2, false)]]]);
    assert_eq!(pairs.row(0).get(0).map(|pair| pair.to_vec()), Some(vec![(1, true), (2, false)]));

    let empty: Ragged<u8, 1, 1> = Ragged::from_rows(&[vec![[], []], vec![[]]]);
    assert_eq!((empty.lengths(), empty.extents()), (vec![2, 1], [0]));
    assert_eq!(format!("{empty:?}"), "[[[], []], [[]]]");
    assert_eq!(empty.row(0).to_vec(), [[0u8; 0], []]);

    let matrices: Ragged<u8, 1, 2> = Ragged::from_rows(&[vec![[[1, 2], [3, 4]]], vec![]]);
    assert_eq!((matrices.lengths(), matrices.extents()), (vec![1, 0], [2, 2]));
    assert_eq!(format!("{matrices:?}"), "[[[[1, 2], [3, 4]]], []]");
    assert_eq!(matrices.to_vec(), [vec![[[1, 2], [3, 4]]], vec![]]);
    let matrix = matrices.row(0).get(0).unwrap();
    assert_eq!((matrix.len(), matrix.extents(), matrix.get(1)), (2, [2], Some(&[3, 4][..])));
    assert_eq!(matrices.row(0).iter().map(|matrix| matrix.len()).collect::<Vec<_>>(), [2]);
    assert_eq!(matrices.row(1).get(0), None);
}

#[test]
fn rows_of_rows_of_arrays() {
    let rows = vec![vec![vec![], vec![[1, 2]]], vec![], vec![vec![[3, 4], [5, 6]]]];
    let ragged: Ragged<i32, 2, 1> = Ragged::from_rows(&rows);
    assert_eq!(ragged.to_vec(), rows);
    assert_eq!(ragged.row(2).row(0).get(1), Some(&[5, 6][..]));
    assert_eq!(ragged.row(2).extents(), [2]);
    assert_eq!(ragged.rows().map(|row| row.len()).collect::<Vec<_>>(), [2, 0, 1]);

    let matrices: Ragged<i32, 3, 2> = Ragged::from_rows(&[vec![vec![], vec![vec![[[1, 2]]]]]]);
    assert_eq!(matrices.to_vec(), [vec![vec![], vec![vec![[[1, 2]]]]]]);
    assert_eq!(matrices.row(0).row(1).row(0).get(0).unwrap().get(0), Some(&[1, 2][..]));
}

/// Arrays of other extents than above, with as many values.
trait OfPairs {
    fn from_lengths_of_pairs() -> Self;
}

impl OfPairs for Ragged<i32, 1, 1> {
    fn from_lengths_of_pairs() -> Self {
        Ragged::from_rows(&[vec![[1]; 0], vec![[1]; 2], vec![], vec![[1]; 1]])
    }
}

fn from_lengths_message<I: Offset>(lengths: &[I], values: Vec<f64>) -> String {
    message(Ragged::try_from_lengths(lengths, values))
}

#[test]
fn lengths_must_add_up() {
    assert_eq!(
        from_lengths_message(&[1, 1], vec![0.0; 3]),
        "the lengths add up to 2, but there are 3 values"
    );
    assert_eq!(
        from_lengths_message(&[3usize, 1], vec![0.0; 3]),
        "the lengths add up to 4, but there are 3 values"
    );
    assert_eq!(
        from_lengths_message::<u8>(&[], vec![0.0; 1]),
        "the lengths add up to 0, but there are 1 values"
    );
    assert_eq!(
        from_lengths_message(&[usize::MAX, 4], vec![0.0; 3]),
        format!("the lengths add up to {}, but there are 3 values", usize::MAX as u128 + 4)
    );
    assert_eq!(
        from_lengths_message(&[2i8, -1, 2], vec![0.0; 3]),
        "the length of row 1 is negative: -1"
    );
}

#[test]
fn lengths_of_every_type() {
    fn check<I: Offset + From<u8>>() {
        let lengths = [2, 0, 1].map(I::from);
        assert_eq!(Ragged::from_lengths(&lengths, vec![1, 2, 3]), [vec![1, 2], vec![], vec![3]]);
    }
    with_every_offset_type!(check);
    assert_eq!(Ragged::from_lengths(&[1i8], vec![1]), [[1]]);
    assert_eq!(Ragged::from_lengths(&[1], Array::from(vec![(1, true)])), [[(1, true)]]);
    assert_eq!(Ragged::from_lengths(&vec![1u16, 1], [1, 2]), [[1], [2]]);
}

#[test]
fn values_are_taken_over() {
    let values = vec![1, 2, 3];
    let place = values.as_ptr();
    let ragged = Ragged::from_lengths(&[1, 2], values);
    assert_eq!(ragged.values().as_ptr(), place);
    assert_eq!(ragged.row(1).as_ptr(), place.wrapping_add(1));
    let (offsets, extents, columns) = ragged.into_parts(PROVEN);
    let ragged = Ragged::<i32>::from_parts(offsets, extents, columns);
    let values = ragged.into_values();
    assert_eq!(values.as_ptr(), place);
}

#[test]
fn values_are_copied_where_they_are_borrowed() {
    let (vec, boxed) = (vec![1, 2, 3], vec![1, 2, 3].into_boxed_slice());
    let array = Array::from(vec.clone());
    let expected = [vec![1, 2], vec![], vec![3]];
    let lengths = [2, 0, 1];
    assert_eq!(Ragged::from_lengths(&lengths, &vec), expected);
    assert_eq!(Ragged::from_lengths(&lengths, &vec[..]), expected);
    assert_eq!(Ragged::from_lengths(&lengths, &[1, 2, 3]), expected);
    assert_eq!(Ragged::from_lengths(&lengths, &boxed), expected);
    assert_eq!(Ragged::from_lengths(&lengths, &array), expected);
    assert_eq!(Ragged::from_lengths(&lengths, array.as_slice()), expected);
    assert_eq!(Ragged::from_offsets(vec![0, 2, 2, 3], &vec), expected);
    assert_eq!(Ragged::try_from_lengths(&lengths, &vec).unwrap(), expected);
    let copy = Ragged::from_lengths(&lengths, &vec);
    assert_ne!(copy.values().as_ptr(), vec.as_ptr());
    let ragged: Ragged<f32> = Ragged::from_lengths(&[1, 1], &[1.0, 2.0]);
    assert_eq!(ragged.row(1), [2.0]);
    let error = Ragged::try_from_lengths(&[1], &vec).unwrap_err();
    assert_eq!(error.message(), "the lengths add up to 1, but there are 3 values");

    // Products, whole and in parts, of which some may be taken over.
    let pairs = vec![(1, 0.5), (2, 1.5), (3, 2.5)];
    let expected = [vec![(1, 0.5), (2, 1.5)], vec![], vec![(3, 2.5)]];
    assert_eq!(Ragged::from_lengths(&lengths, &pairs), expected);
    assert_eq!(Ragged::from_lengths(&lengths, &pairs[..]), expected);
    assert_eq!(Ragged::from_lengths(&lengths, &Array::from(pairs)), expected);
    assert_eq!(Ragged::from_lengths(&lengths, (&vec, &[0.5, 1.5, 2.5])), expected);
    assert_eq!(Ragged::from_lengths(&lengths, (&vec[..], vec![0.5, 1.5, 2.5])), expected);
    let nested = Ragged::from_lengths(&[3], ((&vec, &vec), &[true; 3]));
    assert_eq!(nested.row(0).get(2), Some(((3, 3), true)));
    let error = Ragged::try_from_lengths(&[3], (&vec, &[0.5])).unwrap_err();
    assert_eq!(error.kind(), accel::ErrorKind::Size);

    // Elements that are arrays, and rows.
    let corners = vec![[0, 1], [2, 3], [4, 5]];
    let expected = [vec![[0, 1], [2, 3]], vec![], vec![[4, 5]]];
    let of_arrays: Ragged<i32, 1, 1> = Ragged::from_lengths(&lengths, &corners);
    assert_eq!(of_arrays, expected);
    assert_eq!(Ragged::from_lengths(&lengths, &corners[..]), expected);
    assert_eq!(Ragged::from_lengths(&lengths, &[[0, 1], [2, 3], [4, 5]]), expected);
    assert_eq!(Ragged::from_lengths(&lengths, &Array::from(corners)), expected);
    let planes = [[[1, 2], [3, 4]], [[5, 6], [7, 8]]];
    let of_planes: Ragged<i32, 1, 2> = Ragged::from_lengths(&[2], &planes);
    assert_eq!(of_planes.extents(), [2, 2]);
    let rows = Ragged::from_lengths(&[1, 2], &vec);
    let of_rows: Ragged<i32, 2> = Ragged::from_lengths(&[2, 0], &rows);
    assert_eq!(of_rows, [vec![vec![1], vec![2, 3]], vec![]]);
    assert_eq!(Ragged::from_lengths(&[2, 0], rows.view()), of_rows);
    assert_eq!(rows, [vec![1], vec![2, 3]]);
}

#[test]
fn rows_are_copied_where_they_are_borrowed() {
    let rows = vec![vec![1, 2], vec![], vec![3]];
    let expected = Ragged::from_rows(rows.clone());
    assert_eq!(Ragged::from_rows(&rows), expected);
    assert_eq!(Ragged::from_rows(&rows[..]), expected);
    assert_eq!(Ragged::from_rows(rows.iter()), expected);
    assert_eq!(Ragged::from_rows(&expected), expected);
    assert_eq!(Ragged::from_rows(expected.view()), expected);
    let slices: Vec<&[i32]> = rows.iter().map(Vec::as_slice).collect();
    assert_eq!(Ragged::from_rows(&slices), expected);
    let arrays: Vec<Array<i32, 1>> = rows.iter().cloned().map(Array::from).collect();
    assert_eq!(Ragged::from_rows(&arrays), expected);
    let boxed: Vec<Box<[i32]>> = rows.iter().cloned().map(Vec::into_boxed_slice).collect();
    assert_eq!(Ragged::from_rows(&boxed), expected);
    let shared: Vec<Arc<[i32]>> = rows.iter().cloned().map(Arc::from).collect();
    assert_eq!(Ragged::from_rows(&shared), expected);
    let counted: Vec<Rc<Vec<i32>>> = rows.iter().cloned().map(Rc::new).collect();
    assert_eq!(Ragged::from_rows(&counted), expected);
    let lists: Vec<&Vec<i32>> = rows.iter().collect();
    assert_eq!(Ragged::from_rows(&lists), expected);
    let pairs = Ragged::from_rows(&[vec![(1, true)], vec![]]);
    assert_eq!(Ragged::from_rows(&pairs), pairs);
    let deep: Ragged<i32, 2> = Ragged::from_rows(&[lists, vec![]]);
    assert_eq!(deep.row(0).row(2), [3]);
}

#[test]
#[should_panic(expected = "the lengths add up to 2, but there are 1 values")]
fn lengths_that_do_not_add_up_panic() {
    Ragged::from_lengths(&[1, 1], vec![1]);
}

#[test]
#[should_panic(expected = "offsets and elements disagree")]
fn parts_that_disagree_panic() {
    let (offsets, extents, _) = Ragged::from_rows(&[vec![1]]).into_parts(PROVEN);
    let (_, _, columns) = Ragged::from_rows(&[vec![1, 2]]).into_parts(PROVEN);
    Ragged::<i32>::from_parts(offsets, extents, columns);
}

/// A column with these elements.
fn literal<T: Scalar, const N: usize>(elements: [T; N]) -> Buffer<T> {
    Buffer::literal(PROVEN, 0, &elements).expect("there is memory")
}

#[test]
#[should_panic(expected = "offsets run backwards")]
fn offsets_that_run_backwards_panic() {
    let (_, extents, columns) = Ragged::from_rows(&[vec![1, 2]]).into_parts(PROVEN);
    Ragged::<i32>::from_parts([literal([0, 1 << 40, 2])], extents, columns);
}

#[test]
#[should_panic(expected = "the columns do not have the elements of the shape [1099511627776]")]
fn columns_that_are_shorter_than_their_shape_panic() {
    let columns = <(u8, u8)>::columns_from(PROVEN, 0, vec![(1, 2)]).expect("there is memory");
    let _array: Array<(u8, u8), 1> = Array::from_columns([1 << 40], columns);
}

#[test]
#[should_panic(expected = "the columns do not have the elements of the shape [2]")]
fn columns_of_different_lengths_panic() {
    let columns = (literal([1u8, 2]), literal([1u8]));
    let _array: Array<(u8, u8), 1> = Array::from_columns([2], columns);
}

#[test]
fn values_are_borrowed() {
    let (starts, columns, entries) = (vec![0u32, 2, 2, 3], vec![0u32, 3, 1], [1.5, 2.5, 3.5]);
    let matrix: RaggedView<(u32, f64)> = Ragged::from_csr(&starts, (&columns, &entries[..]));
    assert_eq!(matrix.to_vec(), [vec![(0, 1.5), (3, 2.5)], vec![], vec![(1, 3.5)]]);
    let (a, b) = matrix.values();
    assert_eq!((a.as_ptr(), b.as_ptr()), (columns.as_ptr(), entries.as_ptr()));
    let (a, b) = matrix.row(2).values();
    assert_eq!((a.as_ptr(), b.as_ptr()), (&raw const columns[2], &raw const entries[2]));

    let nested = Ragged::from_csr(&starts, ((&columns, &[true; 3]), &entries));
    assert_eq!(nested.row(2).get(0), Some(((1, true), 3.5)));
    let single = Ragged::from_csr(&starts, (&columns,));
    assert_eq!(single.row(2).get(0), Some((1,)));

    let array = Array::from(vec![(0u32, 1.5), (3, 2.5), (1, 3.5)]);
    let view = Ragged::from_csr(&starts, &array);
    assert_eq!(view, matrix);
    assert_eq!(view.values(), matrix.values());
    let array = Array::from(entries.to_vec());
    assert_eq!(RaggedView::from_csr(&starts, &array).values().as_ptr(), array.as_ptr());
}

#[test]
fn offsets_must_fit() {
    fn error<O: Offset>(offsets: &[O]) -> String {
        let message_of_view = message(RaggedView::try_from_csr(offsets, &[1.0, 2.0, 3.0]));
        assert_eq!(message_of_view, message(Ragged::try_from_csr(offsets, &[1.0, 2.0, 3.0])));
        message_of_view
    }
    assert_eq!(
        error::<u32>(&[]),
        "there are no offsets: `n` rows have `n + 1` of them, the first of which is 0"
    );
    assert_eq!(error(&[1, 3]), "the first offset is 1, not 0");
    assert_eq!(error(&[-1, 3]), "the first offset is -1, not 0");
    assert_eq!(error(&[0, 2, -4, 3]), "offset 2 is negative: -4");
    assert_eq!(error(&[0, 3, -4i64]), "offset 2 is negative: -4");
    assert_eq!(error(&[0, 2, 1, 3u8]), "row 1 ends before it begins: its offsets are 2 and 1");
    assert_eq!(error(&[0, 4, 3]), "row 1 ends before it begins: its offsets are 4 and 3");
    assert_eq!(error(&[0, 2, 4]), "the last offset is 4, but there are 3 values");
    assert_eq!(error(&[0, 2]), "the last offset is 2, but there are 3 values");
    assert_eq!(error(&[0]), "the last offset is 0, but there are 3 values");
    assert_eq!(
        error(&[0, u64::MAX]),
        "the last offset is 18446744073709551615, but there are 3 values"
    );
    assert_eq!(
        message(Ragged::try_from_csr(&[0, 3], (&[1, 2, 3], &[1.0, 2.0]))),
        "the parts of the values have different lengths: 3 and 2"
    );
    assert_eq!(
        message(Ragged::try_from_csr(&[0, 3], (&[1; 3], (&[2; 3], &[1.0; 3]), &[true; 4]))),
        "the parts of the values have different lengths: 3 and 4"
    );
}

#[test]
#[should_panic(expected = "the last offset is 2, but there are 1 values")]
fn offsets_that_do_not_fit_panic() {
    Ragged::from_csr(&[0, 2], &[1]);
}

#[test]
fn rows_out_of_bounds_panic() {
    let ragged = Ragged::from_rows(&[vec![1, 2], vec![]]);
    for row in [2, usize::MAX] {
        let panicked = std::panic::catch_unwind(|| ragged.row(row).len()).unwrap_err();
        let expected = format!("index out of bounds: the len is 2 but the index is {row}");
        assert_eq!(panicked.downcast_ref(), Some(&expected));
    }
}

#[test]
fn generic_functions() {
    fn first<T: Scalar>(ragged: &Ragged<T>) -> (&[T], &[T]) {
        (ragged.row(0), ragged.values())
    }
    fn last<T: RowElement>(ragged: &Ragged<T>) -> T::Row<'_> {
        ragged.row(ragged.len() - 1)
    }
    let ragged = Ragged::from_rows(&[vec![1, 2], vec![3]]);
    assert_eq!(first(&ragged), (&[1, 2][..], &[1, 2, 3][..]));
    assert_eq!(last(&ragged), [3]);
    assert_eq!(last(&Ragged::from_rows(&[[(1, true)]])), [(1, true)]);
}
