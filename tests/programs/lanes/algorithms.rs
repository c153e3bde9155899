// Small programs that need rows of different lengths: words, graphs, groups, polygons, sparse matrices.
// gives: words(b"to be or  not") == [&b"to"[..], b"be", b"or", b"not"] && words(b" ").is_empty() && words(b"").is_empty()
// gives: pascal(5) == [vec![1], vec![1, 1], vec![1, 2, 1], vec![1, 3, 3, 1], vec![1, 4, 6, 4, 1]] && pascal(0).is_empty()
// gives: grouped(&[2, 0, 2, 1, 0], &[10, 20, 30, 40, 50], 4) == [vec![20, 50], vec![40], vec![10, 30], vec![]]
// gives: grouped(&[], &[], 2) == [vec![], vec![]]
// fails: try_grouped(&[3], &[1], 3) IndexOutOfBounds
// gives: grouped_by_filter(&[2, 0, 2, 1, 0], &[10, 20, 30, 40, 50], 4) == [vec![20, 50], vec![40], vec![10, 30], vec![]]
// gives: components(&[vec![1], vec![0, 2], vec![1], vec![4], vec![3], vec![]]) == [0, 0, 0, 3, 3, 5]
// fails: try_components(&[vec![1]]) IndexOutOfBounds
// gives: surf(&[vec![1, 2], vec![2], vec![]], &[4.0, 2.0, 1.0]) == [0.0, 2.0, 5.0]
// fails: try_surf(&[vec![1]], &[1.0]) IndexOutOfBounds
// gives: { let (a, b) = queens(4); a == 2 && b == [vec![1, 3, 0, 2]] }
// gives: { let (a, b) = queens(6); a == 4 && b == [vec![1, 3, 5, 0, 2, 4]] }
// gives: { let (a, b) = queens(5); a == 10 && b == [vec![0, 2, 4, 1, 3]] }
// gives: { let (a, b) = queens(3); a == 0 && b.is_empty() }
// gives: orders(3) == [vec![0, 1, 2], vec![0, 2, 1], vec![1, 0, 2], vec![1, 2, 0], vec![2, 0, 1], vec![2, 1, 0]] && orders(0) == [vec![]]
// gives: orders(1) == [vec![0]]
// gives: runs(&[vec![1, 1, 2, 1], vec![], vec![3, 3, 3]]) == [vec![(1, 2), (2, 1), (1, 1)], vec![], vec![(3, 3)]]
// gives: expanded(&[vec![(1, 2), (2, 0), (3, 1)], vec![], vec![(4, 3)]]) == [vec![1, 1, 3], vec![], vec![4, 4, 4]]
// gives: areas(&[vec![(0.0, 0.0), (4.0, 0.0), (4.0, 3.0)], vec![], vec![(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]]) == [6.0, 0.0, 4.0]
// gives: triangles(&[vec![1, 2, 3], vec![0, 2], vec![0, 1, 3], vec![0, 2]]) == 2
// fails: try_triangles(&[vec![1]]) IndexOutOfBounds
// gives: sparse_product(&[vec![(0, 2), (1, 1)], vec![], vec![(1, -3)]], &[vec![(1, 5)], vec![(0, 1), (1, -10)]], 2) ==
//     [vec![(0, 1)], vec![], vec![(0, -3), (1, 30)]]
// fails: try_sparse_product(&[vec![(2, 1)]], &[vec![], vec![]], 1) IndexOutOfBounds
// gives: { let (a, b) = buckets(&[9, 4, 7, 1, 0, 8]); a == [vec![0, 4, 8], vec![1, 9], vec![], vec![7]] && b == [0, 4, 8, 1, 9, 7] }
// gives: { let (a, b) = buckets(&[]); a == [vec![], vec![], vec![], vec![]] && b.is_empty() }
// gives: trajectories(&[1, 6, 3, 0]) == [vec![1], vec![6, 3, 10, 5, 16, 8, 4, 2, 1], vec![3, 10, 5, 16, 8, 4, 2, 1], vec![0]]
// gives: factors(&[12, 1, 0, 7, 30]) == [vec![2, 2, 3], vec![], vec![], vec![7], vec![2, 3, 5]]
// gives: distances(&[vec![1, 2, 3], vec![], vec![4, 5]], &[vec![2, 3, 3], vec![7], vec![4, 5]]) == [2, 1, 0]
// gives: { let (a, b) = clusters(&[1.0, 2.0, 9.0, 3.0], &[0.0, 10.0, 50.0]); a == [vec![1.0, 2.0, 3.0], vec![9.0], vec![]] && b == [2.0, 9.0, 50.0] }
// fails: try_clusters(&[1.0], &[]) Empty
// gives: subtree_sizes(&[vec![1, 2], vec![3], vec![], vec![]]) == [4, 2, 1, 1]
// fails: try_subtree_sizes(&[vec![1]]) IndexOutOfBounds
// gives: common_prefixes(&[vec![1, 2, 3], vec![1, 2], vec![1, 2, 4], vec![], vec![5]]) == [2, 2, 0, 0]
// gives: common_prefixes(&[vec![1]]).is_empty() && common_prefixes(&[vec![]; 0]).is_empty()
// gives: moving_medians(&[vec![3, 1, 2, 9, 0], vec![], vec![1, 2], vec![5, 4, 6]]) == [vec![2, 2, 2], vec![], vec![], vec![5]]
// gives: convolved(&[vec![1, 2, 3, 4], vec![], vec![5], vec![6, 7]], &[1, -1]) == [vec![-1, -1, -1], vec![], vec![], vec![-1]]
// fails: try_convolved(&[vec![1]], &[]) Size
// gives: jagged_product(&[vec![1, 2], vec![], vec![3]], &[vec![4, 5], vec![6], vec![7, 8], vec![]]) == [vec![14, 23], vec![0], vec![18]]
// gives: histogram_of_lengths(&[vec![1, 2], vec![], vec![3], vec![1, 2, 3, 4], vec![5]]) == [1, 2, 1, 1]
// gives: { let (a, b, c) = rows_of_one_length(&[[3, 1, 2], [6, 6, 0]]); rows(a) == [[1, -1, 0], [0, 0, -6]] && b == [2, 6] && c == [0, 0] }
// plan: grouped_by_filter kernels 1, intermediates 0, descriptors 1
// plan: areas kernels 1, intermediates 0, descriptors 1
// plan: moving_medians kernels 2, intermediates 0, descriptors 2
// plan: histogram_of_lengths kernels 1, intermediates 0, descriptors 1
// plan: rows_of_one_length descriptors 0

pub fn words(text: &[u8]) -> [[u8]] {
    let starts = (0..text.len()).filter(|i| text[i] != 32 && (i == 0 || text[i - 1] == 32));
    starts.map(|s| { let mut end = s; while end < text.len() && text[end] != 32 { end += 1; } text[s..end] })
}
pub fn pascal(n: usize) -> [[u64]] { (0..n % 20).map(|i| { let mut row = [1; i + 1]; for j in 1..i { row[j] = row[j - 1] * (i - j + 1) as u64 / j as u64; } row }) }
/// The values of each key, in order.
pub fn grouped(keys: &[usize; n], values: &[i32; n], m: usize) -> [[i32]; m] {
    let counts = [0; m].scatter_with(|a, b| a + b, keys, keys.map(|_| 1));
    values.gather(keys.argsort()).split_by(counts)
}
pub fn grouped_by_filter(keys: &[usize; n], values: &[i32; n], m: usize) -> [[i32]; m] { (0..m).map(|i| zip(keys, values).filter(|(key, _)| key == i).map(|(_, value)| value)) }
/// The smallest number of a vertex that each can be reached from.
pub fn components(next: &[[usize]; n]) -> [usize; n] {
    let mut label = 0..n;
    let mut rounds = 0;
    while rounds < n {
        label = next.enumerate().map(|(i, is)| is.map(|j| label[j]).reduce(label[i], usize::min));
        rounds += 1;
    }
    label
}
/// One step of a surfer who follows a link or stays where there is none.
pub fn surf(links: &[[usize]; n], at: &[f64; n]) -> [f64; n] {
    let shares = zip(links, at).map(|(to, p)| if to.is_empty() { p } else { p / to.len() as f64 });
    let flows = zip(links, shares).enumerate().map(|(i, (to, s))| if to.is_empty() { [(i, s)] } else { to.map(|j| (j, s)) }).flatten();
    let (to, amounts) = flows.unzip();
    [0.0; n].scatter_with(|a, b| a + b, to, amounts)
}
/// Boards are rows of queens, one for each column.
pub fn queens(size: usize) -> (usize, [[usize]]) {
    let n = size % 7;
    let mut boards: [[usize]] = [0..0];
    for k in 0..n {
        boards = boards.flat_map(|board| {
            let free = (0..n).filter(|q| board.enumerate().all(|(j, r)| r != q && r + k - j != q && q + k - j != r));
            free.map(|q| concat(board, [q]))
        });
    }
    (boards.len(), boards[..boards.len().min(1)])
}
pub fn orders(n: usize) -> [[usize]] {
    let mut all: [[usize]] = [0..0];
    for _ in 0..n % 5 { all = all.flat_map(|p| (0..n % 5).filter(|x| p.all(|y| x != y)).map(|x| concat(p, [x]))); }
    all
}
pub fn runs(rows: &[[i32]]) -> [[(i32, usize)]] {
    rows.map(|row| {
        let starts = (0..row.len()).filter(|i| i == 0 || row[i - 1] != row[i]);
        starts.enumerate().map(|(k, s)| (row[s], (if k + 1 < starts.len() { starts[k + 1] } else { row.len() }) - s))
    })
}
pub fn expanded(rows: &[[(i32, usize)]]) -> [[i32]] { rows.map(|row| row.flat_map(|(x, n)| [x; n])) }
pub fn areas(polygons: &[[(f64, f64)]]) -> [f64] { polygons.map(|ps| zip(ps, ps.rotate_left(1)).map(|((a, b), (c, d))| a * d - b * c).sum().abs() / 2.0) }
/// Triangles of a graph whose neighbours are sorted.
pub fn triangles(next: &[[usize]; n]) -> usize { next.enumerate().map(|(i, is)| is.filter(|j| j > i).map(|j| next[j].count(|k| k > j && is.any(|l| l == k))).sum()).sum() }
/// The product of two sparse matrices, by way of a dense row.
pub fn sparse_product(a: &[[(usize, i32)]], b: &[[(usize, i32)]], m: usize) -> [[(usize, i32)]] {
    a.map(|row| {
        let (columns, values) = row.flat_map(|(k, x)| b[k].map(|(j, y)| (j, x * y))).unzip();
        let dense = [0; m].scatter_with(|x, y| x + y, columns, values);
        dense.enumerate().filter(|(_, x)| x != 0)
    })
}
pub fn buckets(xs: &[u32]) -> ([[u32]], [u32]) { let all = (0..4).map(|d| xs.filter(|x| x % 4 == d).sort()); (all, all.flatten()) }
pub fn trajectories(xs: &[u64]) -> [[u64]] { xs.map(|x| { let mut path = [x; 1]; while path.last() > 1 { let y = path.last(); path = concat(path, [if y % 2 == 0 { y / 2 } else { 3 * y + 1 }]); } path }) }
pub fn factors(xs: &[u64]) -> [[u64]] {
    xs.map(|x| {
        let mut rest = x; let mut found: [u64; _] = 0..0; let mut p = 2;
        while rest > 1 { if rest % p == 0 { found = concat(found, [p]); rest /= p; } else { p += 1; } }
        found
    })
}
/// Levenshtein's distance of each pair of words.
pub fn distances(a: &[[u8]; n], b: &[[u8]; n]) -> [usize; n] {
    zip(a, b).map(|(s, t)| {
        let mut row = 0..t.len() + 1;
        for i in 0..s.len() {
            let mut next = [i + 1; t.len() + 1];
            for j in 0..t.len() { next[j + 1] = (row[j] + (s[i] != t[j]) as usize).min(row[j + 1] + 1).min(next[j] + 1); }
            row = next;
        }
        row.last()
    })
}
/// Points by their nearest centre, and the new centres.
pub fn clusters(points: &[f64], centres: &[f64; k]) -> ([[f64]; k], [f64; k]) {
    let nearest = points.map(|p| centres.map(|c| (p - c).abs()).argmin());
    let members = (0..k).map(|i| zip(points, nearest).filter(|(_, c)| c == i).map(|(p, _)| p));
    (members, zip(members, centres).map(|(ps, c)| if ps.is_empty() { c } else { ps.sum() / ps.len() as f64 }))
}
fn size(children: &[[usize]], node: usize) -> usize { 1 + children[node].filter(|c| c > node).map(|c| size(children, c)).sum() }
pub fn subtree_sizes(children: &[[usize]; n]) -> [usize; n] { (0..n).map(|node| size(children, node)) }
pub fn common_prefixes(rows: &[[i32]]) -> [usize] { rows.windows(2).map(|pair| { let mut i = 0; while i < pair[0].len() && i < pair[1].len() && pair[0][i] == pair[1][i] { i += 1; } i }) }
pub fn moving_medians(rows: &[[i32]]) -> [[i32]] { rows.map(|row| row.windows(3).map(|w| w.sort()[1])) }
pub fn convolved(rows: &[[i32]], kernel: &[i32; k]) -> [[i32]] { rows.map(|row| row.windows(k).map(|w| zip(w, kernel).map(|(x, y)| x * y).sum())) }
pub fn jagged_product(rows: &[[i32]], columns: &[[i32]]) -> [[i32]] { rows.map(|r| columns.filter(|c| c.len() == r.len()).map(|c| zip(r, c).map(|(x, y)| x * y).sum())) }
pub fn histogram_of_lengths(rows: &[[i32]]) -> [u32; 4] { let ls = rows.map(|row| row.len().min(3)); [0; 4].scatter_with(|a, b| a + b, ls, ls.map(|_| 1)) }
/// The same program where all rows have one length has no descriptors.
pub fn rows_of_one_length(m: &[[i32; k]; n]) -> ([[i32; k]; n], [i32; n], [usize; n]) {
    let centred = m.map(|row| { let mid = row.sort()[k / 2]; row.map(|x| x - mid) });
    (centred, centred.map(|row| row.map(|x| x.abs()).sum()), centred.map(|row| row.argmax()))
}
