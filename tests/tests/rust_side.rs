//! The Rust side of blocks: the types that parameters take and results have, arrays, plans and devices.

#![allow(missing_docs)]

use std::rc::Rc;
use std::sync::Arc;

use accel::{Array, Device, ErrorKind, Ragged, RaggedView, Regularity, accel};

accel! {
    pub fn sum(xs: &[f64]) -> f64 { xs.sum() }
    pub fn doubled(xs: &[i32]) -> [i32] { xs.map(|x| 2 * x) }
    pub fn sizes(rows: &[[i32]]) -> [usize] { rows.lengths() }
    pub fn scaled(rows: &[[usize]]) -> [[usize]] { rows.map(|row| row.map(|x| 2 * x)) }
    pub fn scaled_by_value(rows: [[usize]]) -> [[usize]] { rows.map(|row| row.map(|x| 2 * x)) }
    pub fn row_sums(m: &[[i32; k]; n]) -> [i32; n] { m.map(|row| row.sum()) }
    pub fn plane_sums(t: &[[[i32; k]; m]; n]) -> [[i32; m]; n] { t.map(|m| m.map(|row| row.sum())) }
    pub fn table(n: usize, m: usize) -> [[usize; m]; n] { generate((n, m), |(i, j)| 10 * i + j) }
    pub fn weighted(ps: &[(i32, f64)]) -> f64 { ps.map(|(w, x)| w as f64 * x).sum() }
    pub fn nested(ps: &[((i32, u8), f64)]) -> [(f64, (u8, i32))] { ps.map(|((a, b), c)| (c, (b, a))) }
    pub fn matrix_of_pairs(m: &[[(i32, f64); k]; n]) -> [[(f64, i32); k]; n] { m.map(|row| row.map(|(a, b)| (b, a))) }
    pub struct Body { pub at: (f32, f32), pub mass: f32 }
    pub fn moved(bodies: &[Body], by: (f32, f32)) -> [Body] {
        bodies.map(|body| Body { at: (body.at.0 + by.0, body.at.1 + by.1), ..body })
    }
    pub fn heaviest(bodies: &[Body]) -> Body { bodies.max_by_key(|body| body.mass) }
    pub fn owned(xs: [i32; n]) -> [i32; n] { let mut a = xs; for i in 0..n { a[i] += 1; } a }
    pub fn owned_matrix(m: [[i32; k]; n]) -> [[i32; k]; n] { let mut a = m; for i in 0..n { a[i][0] = 0; } a }
    pub fn owned_matrix_of_pairs(m: [[(i32, f64); k]; n]) -> [[(i32, f64); k]; n] { let mut a = m; a[n - 1][0].0 = 9; a }
    pub fn masses(bodies: &[[[Body; k]; m]; n]) -> [f32; n] { bodies.map(|plane| plane.map(|row| row.map(|body| body.mass).sum()).sum()) }
    pub fn owned_pairs(ps: [(i32, f64); n]) -> [(i32, f64); n] { let mut a = ps; a[0].0 = 9; a }
    pub fn several(xs: &[i32; n]) -> ([i32; n], (i32, [[i32; n]; 2]), bool) { (xs.rev(), (xs.sum(), [xs, xs]), n > 2) }
    pub fn nothing(xs: &[i32]) -> ([i32], usize) { (xs.filter(|x| x > 1000), xs.len()) }
}

#[test]
fn vectors_are_slices_vectors_and_arrays() {
    let vec = vec![1.0, 2.5];
    let array: Array<f64, 1> = Array::from_vec([2], vec.clone());
    let fixed = [1.0, 2.5];
    assert_eq!(sum(&vec), 3.5);
    assert_eq!(sum(vec.as_slice()), 3.5);
    assert_eq!(sum(&fixed), 3.5);
    assert_eq!(sum(&fixed[..1]), 1.0);
    assert_eq!(sum(&array), 3.5);
    assert_eq!(sum(&array.as_slice()[1..]), 2.5);
    assert_eq!(sum(&[1.0, 2.0, 3.0]), 6.0);
    assert_eq!(sum(&vec![1.0, 2.0]), 3.0);
    assert_eq!(doubled(&doubled(&[1, 2])), [4, 8]);
}

#[test]
fn matrices_are_arrays_of_arrays() {
    let vec: Vec<[i32; 2]> = vec![[1, 2], [3, 4]];
    assert_eq!(row_sums(&[[1, 2], [3, 4]]), [3, 7]);
    assert_eq!(row_sums(&vec), [3, 7]);
    assert_eq!(row_sums(&vec[1..]), [7]);
    assert_eq!(row_sums(&Array::from_vec([1, 4], vec![1, 2, 3, 4])), [10]);
    assert_eq!(row_sums(&Array::from_vec([4, 1], vec![1, 2, 3, 4])), [1, 2, 3, 4]);
}

#[expect(
    clippy::needless_borrows_for_generic_args,
    reason = "references to references are the point"
)]
#[test]
fn what_points_to_an_array_is_one() {
    let (mut xs, mut m) = (vec![1.0, 2.0, 4.0], vec![[1, 2], [3, 4]]);
    let (boxed, counted): (Box<[f64]>, Arc<[f64]>) = (xs.clone().into(), xs.clone().into());
    for total in [sum(&&xs), sum(&&xs[..]), sum(&&&xs), sum(&boxed), sum(&&boxed), sum(&counted)] {
        assert_eq!(total, 7.0);
    }
    assert_eq!(sum(&Rc::new(Array::from(xs.clone()))), 7.0);
    assert_eq!(sum(&mut xs), 7.0);
    assert_eq!(sum(&mut xs[1..]), 6.0);
    assert_eq!(row_sums(&&m), [3, 7]);
    assert_eq!(row_sums(&Box::new([[1, 2], [3, 4]])), [3, 7]);
    assert_eq!(row_sums(&mut m), [3, 7]);

    let rows = vec![vec![1, 2], vec![], vec![3]];
    assert_eq!(sizes(&&rows), [2, 0, 1]);
    assert_eq!(sizes(&Arc::new(Ragged::from_rows(&rows))), [2, 0, 1]);
    assert_eq!(sizes(&mut rows.clone()), [2, 0, 1]);
    assert_eq!(sizes(&rows.into_boxed_slice()), [2, 0, 1]);
}

#[test]
#[expect(clippy::needless_borrows_for_generic_args, reason = "what is borrowed is taken, too")]
fn rows_that_lie_apart_are_a_matrix_if_they_agree() {
    let rows = vec![vec![1, 2], vec![3, 4], vec![5, 6]];
    assert_eq!(row_sums(&rows), [3, 7, 11]);
    assert_eq!(row_sums(&rows[1..]), [7, 11]);
    assert_eq!(row_sums(&Ragged::from_rows(&rows)), [3, 7, 11]);
    assert_eq!(owned_matrix(rows).to_vec(), [0, 2, 0, 4, 0, 6]);
    assert_eq!(row_sums(&Vec::<Vec<i32>>::new()), []);
    assert_eq!(row_sums(&vec![vec![]; 3]), [0; 3]);
    assert_eq!(matrix_of_pairs(&vec![vec![(1, 0.5), (2, 1.5)]]).to_vec(), [(0.5, 1), (1.5, 2)]);

    let values = [1, 2, 3, 4, 5, 6];
    let view: RaggedView<i32> = Ragged::from_csr(&[0u8, 2, 4, 6], &values);
    assert_eq!(row_sums(view), [3, 7, 11]);
    assert_eq!(row_sums(&view), [3, 7, 11]);
    assert_eq!(
        row_sums(Ragged::from_rows(&[vec![vec![9]], vec![vec![1], vec![2]]]).row(1)),
        [1, 2]
    );
    let pairs = Ragged::from_csr(&[0, 2, 4], (&values[..4], &[0.5; 4]));
    assert_eq!(matrix_of_pairs(pairs).to_vec(), [(0.5, 1), (0.5, 2), (0.5, 3), (0.5, 4)]);
    assert_eq!(matrix_of_pairs((view, &[[0.5, 1.5]; 3])).shape(), [3, 2]);

    let rows = [vec![1, 2], vec![3, 4], vec![5]];
    let view = Ragged::from_csr(&[0i64, 2, 4, 5], &values[..5]);
    for error in [
        try_row_sums(&rows),
        try_row_sums(&Ragged::from_rows(&rows)),
        try_row_sums(view),
        try_row_sums(&view),
    ] {
        let error = error.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Size);
        assert_eq!(
            error.message(),
            "the rows of `m` differ: row 2 has length 1, those before it 2"
        );
    }
}

#[test]
fn matrices_are_rows_that_may_differ() {
    let matrix = table(2, 3);
    assert_eq!(scaled(&matrix), [[0, 2, 4], [20, 22, 24]]);
    assert_eq!(scaled_by_value(matrix), [[0, 2, 4], [20, 22, 24]]);
    assert_eq!(scaled(&table(2, 0)), [[0; 0]; 2]);
    assert!(scaled(&table(0, 2)).is_empty());
}

#[test]
fn higher_ranks() {
    let array = Array::from_vec([1, 2, 2], vec![1, 2, 3, 4]);
    assert_eq!(plane_sums(&array).to_vec(), [3, 7]);
    assert_eq!(plane_sums(&[[[1, 2], [3, 4]]]).shape(), [1, 2]);
    assert_eq!(plane_sums(&vec![[[1, 2], [3, 4]]]).to_vec(), [3, 7]);
}

#[test]
fn products_come_as_slices_or_in_parts() {
    let pairs = vec![(2, 0.5), (4, 0.25)];
    let array: Array<(i32, f64), 1> = Array::from_vec([2], pairs.clone());
    let (weights, values) = (vec![2, 4], [0.5, 0.25]);
    assert_eq!(weighted(&pairs), 2.0);
    assert_eq!(weighted(&[(2, 0.5), (4, 0.25)]), 2.0);
    assert_eq!(weighted(&array), 2.0);
    assert_eq!(weighted((&weights, &values)), 2.0);
    assert_eq!(weighted((&weights[..], &values[..])), 2.0);
    assert_eq!(nested(&[((1, 2), 0.5)]).to_vec(), [(0.5, (2, 1))]);
    let error = try_weighted((&weights, &values[..1])).unwrap_err();
    assert_eq!(error.kind(), accel::ErrorKind::Size);
    assert!(error.line() > 0, "{error}");
}

#[test]
fn matrices_of_products() {
    let array = Array::from_vec([1, 2], vec![(1, 0.5), (2, 1.5)]);
    assert_eq!(matrix_of_pairs(&array).to_vec(), [(0.5, 1), (1.5, 2)]);
    assert_eq!(matrix_of_pairs((&[[1, 2]], &[[0.5, 1.5]])).to_vec(), [(0.5, 1), (1.5, 2)]);
    let rows = [[(1, 0.5), (2, 1.5)], [(3, 2.5), (4, 3.5)]];
    for given in [
        matrix_of_pairs(&rows),
        matrix_of_pairs(&rows[..]),
        matrix_of_pairs(&vec![rows[0], rows[1]]),
    ] {
        assert_eq!(given.shape(), [2, 2]);
        assert_eq!(given.to_vec(), [(0.5, 1), (1.5, 2), (2.5, 3), (3.5, 4)]);
    }
    assert_eq!(owned_matrix_of_pairs(rows).shape(), [2, 2]);
    assert_eq!(owned_matrix_of_pairs(rows.to_vec()).to_vec()[2], (9, 2.5));
    let body = |mass| Body { at: (0.0, 1.0), mass };
    assert_eq!(masses(&[[[body(1.0), body(2.0)]; 2]; 3]), [6.0; 3]);
}

#[test]
fn arrays_of_structs_are_made_of_arrays_of_their_fields() {
    let given = moved(((&[1.0f32], &[2.0f32]), &[3.0f32]), (1.0, 1.0));
    assert_eq!(given.to_vec(), [Body { at: (2.0, 3.0), mass: 3.0 }]);
    let error = try_heaviest(((&[1.0, 2.0], &[3.0, 4.0]), &[5.0])).unwrap_err();
    assert_eq!(error.kind(), accel::ErrorKind::Size);
}

#[test]
fn structs_are_rust_structs() {
    let bodies = [Body { at: (0.0, 1.0), mass: 2.0 }, Body { at: (5.0, 5.0), mass: 3.0 }];
    let result: Array<Body, 1> = moved(&bodies, (1.0, 1.0));
    assert_eq!(result.get(0), Some(Body { at: (1.0, 2.0), mass: 2.0 }));
    assert_eq!(result.get(2), None);
    assert_eq!(moved(&result, (-1.0, -1.0)).to_vec(), bodies);
    assert_eq!(heaviest(&bodies), bodies[1]);
}

#[test]
fn owned_arrays_are_taken_by_value() {
    assert_eq!(owned(vec![1, 2]), [2, 3]);
    assert_eq!(owned(Array::from_vec([2], vec![1, 2])), [2, 3]);
    assert_eq!(owned(doubled(&[1])), [3]);
    assert_eq!(owned([7]), [8]);
    assert_eq!(owned_matrix(Array::from_vec([2, 2], vec![1, 2, 3, 4])).to_vec(), [0, 2, 0, 4]);
    assert_eq!(owned_matrix(vec![[1, 2]]).to_vec(), [0, 2]);
    assert_eq!(owned_pairs(vec![(1, 0.5)]).to_vec(), [(9, 0.5)]);
}

#[test]
fn results_are_arrays_of_their_rank_in_tuples() {
    let (reversed, (total, both), long): (Array<i32, 1>, (i32, Array<i32, 2>), bool) =
        several(&[1, 2, 3]);
    assert_eq!((reversed.to_vec(), total, both.shape(), long), (vec![3, 2, 1], 6, [2, 3], true));
    assert_eq!(nothing(&[1, 2]).0.len(), 0);
}

#[test]
fn arrays_have_a_shape_and_are_indexed() {
    let array = table(2, 3);
    assert_eq!(array.shape(), [2, 3]);
    assert_eq!((array[[0, 0]], array[[1, 2]], array.len()), (0, 12, 2));
    assert_eq!(array.to_vec(), [0, 1, 2, 10, 11, 12]);
    assert_eq!(array.iter().sum::<usize>(), 36);
    assert_eq!(array.iter().len(), 6);
    assert_eq!(array.clone(), array);
    assert_ne!(array, table(3, 2));
    assert_eq!(array.into_vec(), [0, 1, 2, 10, 11, 12]);
}

#[test]
#[should_panic(expected = "index out of bounds: the shape is [2, 3] but the index is [1, 3]")]
fn indexing_outside_panics() {
    let _ = table(2, 3)[[1, 3]];
}

#[test]
fn arrays_are_made_from_vectors_that_fit() {
    assert_eq!(Array::try_from_vec([2, 2], vec![1, 2, 3, 4]).unwrap()[[1, 0]], 3);
    let error = Array::try_from_vec([2, 2], vec![1, 2, 3]).unwrap_err();
    assert_eq!(error.kind(), accel::ErrorKind::Size);
    assert!(Array::try_from_vec([1 << 63, 2], Vec::<i32>::new()).is_err());
    assert_eq!(Array::from_vec([0, 5], Vec::<u8>::new()).shape(), [0, 5]);
    assert!(Array::from_vec([0, 5], Vec::<u8>::new()).is_empty());
}

#[test]
#[should_panic]
fn a_vector_of_the_wrong_length_panics() {
    let _ = Array::from_vec([2], vec![1]);
}

#[test]
fn vectors_of_scalars_are_slices() {
    let array = doubled(&[3, 1, 2]);
    assert_eq!(array.first(), Some(&6));
    assert!(array.contains(&4));
    assert_eq!(array.windows(2).count(), 2);
    assert_eq!(array.split_first(), Some((&6, &[2, 4][..])));
    fn takes_a_slice(slice: &[i32]) -> usize {
        slice.len()
    }
    assert_eq!(takes_a_slice(&array), 3);
}

#[test]
fn arrays_of_products_give_their_components() {
    let array = Array::from_vec([2], vec![(1, 0.5), (2, 1.5)]);
    let (numbers, values): (Array<i32, 1>, Array<f64, 1>) = array.components();
    assert_eq!(numbers, [1, 2]);
    assert_eq!(values, [0.5, 1.5]);
    assert_eq!(array.get(1), Some((2, 1.5)));
    assert_eq!(array.iter().map(|pair| pair.0).sum::<i32>(), 3);
    assert_eq!(array.iter().next_back(), Some((2, 1.5)));
    assert_eq!(array.into_vec(), [(1, 0.5), (2, 1.5)]);
}

#[test]
fn debug_shows_nested_lists() {
    assert_eq!(format!("{:?}", doubled(&[1, 2])), "[2, 4]");
    assert_eq!(format!("{:?}", table(2, 2)), "[[0, 1],\n [10, 11]]");
    assert_eq!(format!("{:?}", Array::from_vec([1], vec![(1, 0.5)])), "[(1, 0.5)]");
    assert_eq!(format!("{:?}", doubled(&[])), "[]");
    assert_eq!(format!("{:.1?}", Array::from_vec([2], vec![0.25, 1.0])), "[0.2, 1.0]");
    let long = format!("{:?}", table(1000, 1000));
    assert!(long.contains("...") && long.len() < 5000, "{long}");
}

#[test]
fn arrays_without_elements_may_have_any_shape() {
    let array = Array::<i32, 3>::from_vec([0, 1 << 32, 1 << 32], Vec::new());
    assert_eq!((array.size(), format!("{array:?}")), (0, "[]".to_owned()));
    let array = Array::<i32, 3>::from_vec([1 << 32, 1 << 32, 0], Vec::new());
    assert_eq!(array.size(), 0);
    let shown = format!("{array:?}");
    assert!(shown.contains("...") && shown.len() < 5000, "{shown}");
}

#[test]
fn plans_tell_what_was_decided() {
    let plan: &'static accel::Plan = plane_sums::plan();
    assert_eq!(plan.kernels().len(), 1);
    assert_eq!(plan.kernels()[0].name(), "plane_sums.1");
    assert_eq!(plan.kernels()[0].fused(), ["map", "map", "sum"]);
    assert_eq!((plan.intermediates(), plan.descriptors()), (0, 0));
    let text = plan.to_string();
    assert_eq!(text.lines().filter(|line| line.starts_with("kernel ")).count(), 1, "{text}");
    assert!(plan.to_dot().starts_with("digraph"));
}

mod names {
    accel::accel! {
        pub fn f(m: &[[f64; k]; n], scale: f64) -> [[f64; k]; n] {
            let total = m.flatten().sum();
            m.map(|row| {
                let average = row.sum() / scale;
                let fixed = total * 2.0;
                let shadowed = 1.0;
                let shadowed = row.map(|x| x - average + fixed + shadowed);
                shadowed
            })
        }
    }
}

#[test]
fn plans_tell_the_regularity_of_names() {
    assert_eq!(names::f(&[[1.0, 3.0]], 4.0).to_vec(), [9.0, 11.0]);
    let plan = names::f::plan();
    assert_eq!(plan.regularity("m"), Some(Regularity::Regular));
    assert_eq!(plan.regularity("average"), Some(Regularity::Regular));
    assert_eq!(plan.regularity("shadowed"), Some(Regularity::Regular));
    assert_eq!(plan.regularity("fixed"), Some(Regularity::Avoided));
    assert_eq!(plan.regularity("absent"), None);
}

#[test]
fn devices_run_what_is_inside() {
    let device = Device::cpu();
    assert_eq!(device.run(|| sum(&[1.0, 2.0])), 3.0);
    assert_eq!(device.run(|| Device::current().unwrap()), device);
    if let Err(error) = Device::cuda(99) {
        assert_eq!(error.kind(), accel::ErrorKind::Device);
    }
}

accel! {
    pub const CORNERS: [(i32, f64); 2] = [(1, 0.5), (3, 2.0)];
    pub const PRIMES: [[u32]] = [[], [2], [2, 3, 5]];
    pub const LEVELS: ([[[i32; 2]]], bool) = ([[[1, 2], [3, 4]], [[5, 6]]], true);
    pub const NONE: [[(u8, bool); 0]; 2] = [[(1, true); 0]; 2];
    pub fn primes() -> u32 { PRIMES.map(|row| row.sum()).sum() }
    pub fn raised(mut corners: [(i32, f64)]) -> [(i32, f64)] { corners[0].1 += 1.0; corners }
}

#[test]
fn constants_are_arrays_of_anything() {
    assert_eq!(CORNERS, [(1, 0.5), (3, 2.0)]);
    assert_eq!(PRIMES, [&[] as &[u32], &[2], &[2, 3, 5]]);
    assert_eq!(LEVELS, ([&[[1, 2], [3, 4]] as &[[i32; 2]], &[[5, 6]]], true));
    assert_eq!(NONE, [[], []]);
    assert_eq!(primes(), 12);
}

#[test]
fn components_are_taken_over_one_by_one() {
    let raised_of = |corners: (Vec<i32>, Vec<f64>)| raised(corners).to_vec();
    assert_eq!(raised_of((vec![1, 2], vec![0.5, 1.5])), [(1, 1.5), (2, 1.5)]);
    assert_eq!(raised(([1], Array::from_vec([1], vec![0.5]))).to_vec(), [(1, 1.5)]);
    let error = try_raised((vec![1, 2], vec![0.5])).unwrap_err();
    assert!(error.to_string().ends_with("expected length 2, found length 1"), "{error}");
}

type Many = (u8, u16, u32, u64, i8, i16, i32, i64, f32, f64, bool, usize);

accel! {
    pub struct Record { pub key: (u32, bool), pub value: f64, pub more: Many }
    type Many = (u8, u16, u32, u64, i8, i16, i32, i64, f32, f64, bool, usize);
    pub fn values(records: &[Record]) -> f64 { records.map(|r| r.value).sum() }
    pub fn chosen(records: &[Record]) -> u32 { records.filter(|r| r.key.1).map(|r| r.key.0).max() }
    pub fn counted(records: &[Record]) -> usize { records.len() }
    pub fn last_fields(all: &[(Many, Many, Many, Many, Many, (Many, u8))]) -> (usize, u8) {
        (all.map(|x| x.5.0.11).sum(), all.map(|x| x.5.1).max())
    }
    pub fn whole(records: &[Record]) -> [Record] { records.rev() }
}

fn many(i: usize) -> Many {
    (1, 2, i as u32, 3, 4, 5, 6, 7, 8.0, 9.0, true, i)
}

/// Slices of products are taken apart on all cores, as far as the function looks at the parts.
#[test]
fn fields_that_nothing_uses_are_not_taken() {
    let record =
        |i: usize| Record { key: (i as u32, i.is_multiple_of(3)), value: i as f64, more: many(i) };
    for count in [1, 7, 100_000] {
        let records: Vec<Record> = (0..count).map(record).collect();
        assert_eq!(values(&records), (count * (count - 1) / 2) as f64);
        assert_eq!(chosen(&records), ((count - 1) / 3 * 3) as u32);
        assert_eq!(counted(&records), count);
        assert_eq!(whole(&records).to_vec(), records.iter().rev().copied().collect::<Vec<_>>());
        // More columns than there are bits that tell which are used.
        let all: Vec<_> = (0..count)
            .map(|i| (many(0), many(0), many(0), many(0), many(0), (many(i), (i % 200) as u8)))
            .collect();
        let expected = (count * (count - 1) / 2, (count - 1).min(199) as u8);
        assert_eq!(last_fields(&all), expected);
    }
}

#[test]
fn elements_of_arrays_are_changed_in_place() {
    let mut xs = doubled(&[1, 2, 3]);
    let place = xs.as_ptr();
    xs[0] = 7;
    xs[1..].swap(0, 1);
    assert_eq!(xs, [7, 6, 4]);
    xs[..=1].fill(1);
    xs.iter_mut().for_each(|x| *x += 1);
    for x in &mut xs {
        *x *= 10;
    }
    xs.as_mut_slice()[2] = -1;
    xs.sort();
    assert_eq!((&xs[..], xs.as_ptr()), (&[-1, 20, 20][..], place));
    assert_eq!(doubled(&xs), [-2, 40, 40]);
    assert_eq!(doubled(&mut xs), [-2, 40, 40]);

    let mut m = table(2, 3);
    m[[1, 2]] = 99;
    m.iter_mut().for_each(|x| *x += 1);
    m.as_mut_slice()[0] = 5;
    assert_eq!(m.to_vec(), [5, 2, 3, 11, 12, 100]);

    // Functions take the components of products, which can be changed, for the products.
    let (mut numbers, floats) = Array::from(vec![(1, 0.5), (2, 1.5)]).into_components();
    numbers[1] = 4;
    assert_eq!(weighted((&numbers, &floats)), 6.5);

    let mut none = Array::<f32, 2>::from_vec([3, 0], vec![]);
    assert!(none.iter_mut().next().is_none() && none.as_mut_slice().is_empty());
}

#[test]
#[should_panic(expected = "index out of bounds: the shape is [2, 3] but the index is [1, 3]")]
fn an_element_outside_cannot_be_changed() {
    table(2, 3)[[1, 3]] = 0;
}
