//! A graph of pages and links.

use crate::data::Random;

/// For each page, those that link to it.
pub struct Graph {
    /// The place at which the sources of each page begin, and the end of the last.
    pub offsets: Vec<usize>,
    /// The pages that link to a page, ascending.
    pub sources: Vec<u32>,
    /// To how many pages a page links.
    pub degrees: Vec<u32>,
}

impl Graph {
    /// A graph of `n` pages and about `links` links. The number of links to a page follows a power
    /// law, and so does the number of links of a page; a few pages link nowhere.
    pub fn power_law(n: usize, links: usize) -> Graph {
        let mut random = Random::new(46);
        // The mean of (1 - 0.55) · u^-0.55 is 1.
        let mean = links as f64 / n as f64;
        let mut graph = Graph { offsets: vec![0], sources: Vec::new(), degrees: vec![0; n] };
        for _ in 0..n {
            let length = (mean * 0.45 * random.unit().max(1e-12).powf(-0.55)).round() as usize;
            let start = graph.sources.len();
            for _ in 0..length.min(n / 2) {
                // Pages are in no order: neighbours in the list of popularity lie far apart.
                let popularity = (n as f64 * random.unit().powf(2.2)) as usize;
                let source = popularity * 61 % n;
                graph.sources.push(source as u32);
                graph.degrees[source] += 1;
            }
            graph.sources[start..].sort_unstable();
            graph.offsets.push(graph.sources.len());
        }
        graph
    }
}
