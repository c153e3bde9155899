//! The results of the irregular examples, on small inputs, against independent computations.

use std::collections::BTreeMap;

use accel::Ragged;
use examples::comparison::Numbers;
use examples::edges::Graph;
use examples::inputs::file_or;
use examples::matrix_market::Sparse;
use examples::quadtree::{self, Body};
use examples::with_rayon::{self, Matrix};
use examples::{chances, clusters, digests, graphs, primes, sorting, sparse, words};

#[track_caller]
fn near(ours: f64, theirs: f64) {
    assert!((ours - theirs).abs() <= 1e-9 * (1.0 + theirs.abs()), "{ours} and {theirs}");
}

#[track_caller]
fn all_near<'a>(ours: impl IntoIterator<Item = f64> + 'a, theirs: &'a [f64]) {
    let ours: Numbers = Box::new(ours.into_iter().collect::<Vec<_>>().into_iter());
    let ours: Vec<f64> = ours.collect();
    assert_eq!(ours.len(), theirs.len());
    ours.iter().zip(theirs).for_each(|(ours, theirs)| near(*ours, *theirs));
}

fn dice() -> fastrand::Rng {
    fastrand::Rng::with_seed(7)
}

#[test]
fn quicksort_of_random_equal_and_ordered_keys() {
    let mut dice = dice();
    let random: Vec<f64> = (0..3000).map(|_| dice.f64() - 0.5).collect();
    let few: Vec<f64> = (0..1000).map(|_| f64::from(dice.u32(..5))).collect();
    let ordered: Vec<f64> = (0..500).map(f64::from).collect();
    for keys in [random, few, ordered, vec![2.0; 300], vec![3.0, 1.0], vec![]] {
        let mut sorted = keys.clone();
        sorted.sort_by(f64::total_cmp);
        assert_eq!(sorting::quicksort(&keys).to_vec(), sorted);
        let mut theirs = keys;
        with_rayon::sorting::quicksort(&mut theirs);
        assert_eq!(theirs, sorted);
    }
}

#[test]
fn products_with_a_sparse_matrix() {
    let mut dice = dice();
    let (height, width) = (40, 30);
    let mut dense = vec![0.0; height * width];
    let mut entries = Vec::new();
    for _ in 0..150 {
        let (row, column) = (dice.usize(..height / 2), dice.usize(..width));
        let value = dice.f64();
        dense[row * width + column] += value;
        entries.push((row, column as u32, value));
    }
    let matrix = Sparse::from_entries(height, width, &entries);
    let x: Vec<f64> = (0..width).map(|_| dice.f64()).collect();
    let expected: Vec<f64> =
        dense.chunks(width).map(|row| row.iter().zip(&x).map(|(a, x)| a * x).sum()).collect();
    all_near(sparse::product(matrix.rows(), &x).to_vec(), &expected);
    all_near(with_rayon::sparse::product(&matrix, &x), &expected);
}

#[test]
fn conjugate_gradients_of_a_rod() {
    // Twice the point less its neighbours is 1: a parabola.
    let n = 60;
    let mut entries = Vec::new();
    for place in 0..n {
        entries.push((place, place as u32, 2.0));
        if place > 0 {
            entries.push((place, place as u32 - 1, -1.0));
            entries.push((place - 1, place as u32, -1.0));
        }
    }
    let matrix = Sparse::from_entries(n, n, &entries);
    let (x, rounds, rest) = sparse::conjugate_gradient(matrix.rows(), &vec![1.0; n], 1e-12, 500);
    assert!(rounds <= n && rest <= 1e-12, "{rounds} rounds, {rest}");
    let parabola = |place: usize| 0.5 * (place + 1) as f64 * (n - place) as f64;
    all_near(x.to_vec(), &(0..n).map(parabola).collect::<Vec<_>>());
    let none = sparse::conjugate_gradient(matrix.rows(), &vec![0.0; n], 1e-12, 500);
    assert_eq!((none.0.to_vec(), none.1), (vec![0.0; n], 0));
}

#[test]
fn ranks_of_a_small_web() {
    let targets = [vec![1, 2], vec![2], vec![0], vec![2, 0, 1], vec![]];
    let mut sources = vec![Vec::new(); 5];
    for (from, to) in targets.iter().enumerate() {
        to.iter().for_each(|to| sources[*to as usize].push(from as u32));
    }
    let degrees: Vec<u32> = targets.iter().map(|to: &Vec<u32>| to.len() as u32).collect();
    let (ranks, _) = graphs::pagerank(&Ragged::from_rows(&sources), &degrees, 0.85, 1e-14, 500);
    near(ranks.iter().sum(), 1.0);
    // The ranks do not change in one more round over a full matrix.
    for vertex in 0..5 {
        let arriving = |from: usize| match &targets[from][..] {
            [] => ranks[[from]] / 5.0,
            to => {
                ranks[[from]] * to.iter().filter(|to| **to as usize == vertex).count() as f64
                    / to.len() as f64
            }
        };
        near(ranks[[vertex]], 0.15 / 5.0 + 0.85 * (0..5).map(arriving).sum::<f64>());
    }
}

#[test]
fn levels_of_the_flights_and_of_a_made_up_graph() {
    for graph in [Graph::read(&file_or(None, "flights.csv")).unwrap(), Graph::random(300)] {
        let ours = graphs::levels(&graph.targets, 3).to_vec();
        // By relaxing all edges until nothing changes.
        let far = i32::MAX;
        let mut expected = vec![far; graph.names.len()];
        expected[3] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for (from, to) in graph.targets.rows().enumerate() {
                for to in to
                    .iter()
                    .filter(|_| expected[from] < far)
                    .map(|to| *to as usize)
                    .collect::<Vec<_>>()
                {
                    if expected[from] + 1 < expected[to] {
                        expected[to] = expected[from] + 1;
                        changed = true;
                    }
                }
            }
        }
        expected.iter_mut().filter(|level| **level == far).for_each(|level| *level = -1);
        assert_eq!(ours, expected);
        assert_eq!(with_rayon::graphs::levels(&graph.targets, 3), expected);
    }
}

#[test]
fn chances_of_rows_of_any_length() {
    let scores =
        vec![vec![0.0, 0.0], vec![], vec![1000.0, 1000.0 + 2.0_f64.ln(), -1000.0], vec![5.0]];
    let ours = chances::softmax(&scores);
    assert_eq!(ours.lengths(), [2, 0, 3, 1]);
    all_near(ours.values().to_vec(), &[0.5, 0.5, 1.0 / 3.0, 2.0 / 3.0, 0.0, 1.0]);
    let theirs: Vec<f64> = with_rayon::chances::softmax(&scores).concat();
    all_near(ours.values().to_vec(), &theirs);
    let third: f64 = 3.0;
    all_near(chances::entropies(&ours).to_vec(), &[1.0, 0.0, third.log2() - 2.0 / 3.0, 0.0]);
}

#[test]
fn primes_by_trial_division() {
    let divides = |n: u64, p: u64| n.is_multiple_of(p);
    for limit in [0, 1, 2, 3, 4, 10, 100, 1009, 5000] {
        let expected: Vec<u64> =
            (2..=limit).filter(|n: &u64| (2..=n.isqrt()).all(|p| !divides(*n, p))).collect();
        assert_eq!(primes::primes(limit).to_vec(), expected);
        assert_eq!(with_rayon::primes::primes(limit), expected);
    }
    let factors = primes::factors(&[2, 60, 97, 1001, 49], &primes::primes(40));
    assert_eq!(factors.to_vec(), [vec![], vec![2, 3, 5], vec![], vec![7, 11, 13], vec![7]]);
}

#[test]
fn words_by_a_map() {
    let counted = |text: &str| {
        let found = words::frequencies(text.as_bytes());
        assert_eq!(found.to_vec(), with_rayon::words::frequencies(text.as_bytes()));
        let word = |(start, length, count)| (text[start..start + length].to_lowercase(), count);
        found.iter().map(word).collect::<Vec<(String, usize)>>()
    };
    let few = counted("'Don't!' the Rabbit said.\nDon't THE 'Käse'");
    let few: Vec<(&str, usize)> = few.iter().map(|(word, count)| (word.as_str(), *count)).collect();
    assert_eq!(few, [("don't", 2), ("the", 2), ("rabbit", 1), ("said", 1), ("käse", 1)]);
    assert_eq!(counted(""), []);
    assert_eq!(counted(" .. "), []);

    let text = std::fs::read_to_string(file_or(None, "alice.txt")).unwrap();
    let text = &text[..20_000];
    let mut expected = BTreeMap::new();
    // No apostrophe within a word: the text has other quotes, which are not part of words.
    let spaced = text.replace(|c: char| !c.is_ascii_alphabetic() && c != '\'', " ");
    for word in spaced.split_whitespace().map(|word| word.trim_matches('\'').to_lowercase()) {
        if !word.is_empty() {
            *expected.entry(word).or_insert(0) += 1;
        }
    }
    assert_eq!(counted(text).into_iter().collect::<BTreeMap<_, _>>(), expected);
}

#[test]
fn digests_of_messages_of_all_lengths() {
    let messages: Vec<Vec<u8>> =
        (0..200).map(|n| (0..n).map(|i| (7 * i + n) as u8).collect()).collect();
    let expected: Vec<_> = messages.iter().map(|m| with_rayon::digests::digest(m)).collect();
    assert_eq!(digests::digests(&messages).to_vec(), expected);
    // RFC 1321: the digest of "abc" is 900150983cd24fb0d6963f7d28e17f72.
    let abc = digests::digests(&[b"abc".to_vec()]).to_vec();
    assert_eq!(abc, [(0x98500190, 0xb04fd23c, 0x7d3f96d6, 0x727fe128)]);
    let wanted = [expected[77], (1, 2, 3, 4), expected[0]];
    assert_eq!(digests::search(&messages, &wanted).to_vec(), [77, 200, 0]);
    assert_eq!(with_rayon::digests::search(&messages, &wanted), [77, 200, 0]);
}

#[test]
fn clusters_of_three_heaps() {
    let mut dice = dice();
    let heaps = [[0.0, 0.0], [10.0, 0.0], [0.0, 10.0]];
    let points: Vec<[f64; 2]> =
        (0..90).map(|i| heaps[i % 3].map(|at| at + dice.f64() - 0.5)).collect();
    let (centres, members, _) = clusters::cluster(&points, &points[..3], 50);
    for (cluster, rows) in members.rows().enumerate() {
        assert!(rows.iter().copied().eq((cluster..90).step_by(3)));
        for axis in 0..2 {
            let sum: f64 = rows.iter().map(|row| points[*row][axis]).sum();
            near(centres[[cluster, axis]], sum / 30.0);
        }
    }
    let matrix = |rows: &[[f64; 2]]| Matrix { width: 2, height: rows.len(), values: rows.concat() };
    let theirs = with_rayon::clusters::cluster(&matrix(&points), &matrix(&points[..3]), 50);
    all_near(centres.to_vec(), &theirs.values);
    // A centre that is nowhere near stays, with an empty cluster.
    let start = [[5.0, 5.0], [900.0, 900.0]];
    let (centres, members, _) = clusters::cluster(&points, &start, 50);
    assert_eq!((members.lengths(), centres[[1, 0]]), (vec![90, 0], 900.0));
}

#[test]
fn pulls_of_many_few_and_coinciding_bodies() {
    let mut dice = dice();
    let mut random = |n: usize| -> Vec<Body> {
        let mut body = || Body {
            mass: 0.1 + dice.f64(),
            location: (dice.f64() - 0.3, 3.0 * dice.f64()),
            velocity: (0.0, 0.0),
        };
        (0..n).map(|_| body()).collect()
    };
    let many = random(400);
    let twice: Vec<Body> =
        many[..50].iter().chain(&many[..50]).chain(&many[..1]).copied().collect();
    for bodies in [many, twice, random(1), random(2)] {
        // A small angle opens all groups but the smallest.
        for (opening, most) in [(1e-9, 1e-6), (0.3, 2e-2)] {
            let ours = quadtree::accelerations(&bodies, opening, 0.05);
            let theirs = with_rayon::quadtree::accelerations(&bodies, opening, 0.05);
            let (mut error, mut total) = (0.0, 0.0);
            for (body, pull) in ours.iter().enumerate() {
                let exact = with_rayon::quadtree::exact(&bodies, body, 0.05);
                error += f64::hypot(pull.0 - exact.0, pull.1 - exact.1);
                total += f64::hypot(exact.0, exact.1);
                assert!(f64::hypot(pull.0 - theirs[body].0, pull.1 - theirs[body].1) < 1e-6);
            }
            assert!(error <= most * total, "{error} of {total}");
        }
    }
}

#[test]
fn two_bodies_circle_each_other() {
    // Half a year at distance 1, where both masses together are that of the Sun.
    let speed = std::f64::consts::PI;
    let start = [(0.5, speed), (-0.5, -speed)].map(|(x, v)| Body {
        mass: 0.5,
        location: (x, 0.0),
        velocity: (0.0, v),
    });
    let later = quadtree::advance(&start, 0.5, 0.0, 0.5 / 100.0, 100).to_vec();
    assert!(
        (later[0].location.0 + 0.5).abs() < 1e-3 && later[0].location.1.abs() < 1e-3,
        "{later:?}"
    );
    let counts = quadtree::density(&start, 1.0, 4);
    assert_eq!((counts.iter().sum::<f32>(), counts[[2, 3]], counts[[2, 1]]), (2.0, 1.0, 1.0));
}
