//! Graphs from lists of edges, as rows of neighbours.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use accel::Ragged;
use anyhow::{Context, Result, anyhow, ensure};

use crate::tables::Table;

/// A directed graph.
pub struct Graph {
    /// The names of its vertices.
    pub names: Vec<String>,
    /// For each vertex, those that its edges lead to.
    pub targets: Ragged<u32>,
    /// For each vertex, those whose edges lead to it.
    pub sources: Ragged<u32>,
}

impl Graph {
    /// Reads a list of edges: a table (`.csv`) with columns `origin` and `destination`, or lines of two
    /// names each with blanks, tabs or a comma between them, where lines that begin with `#` or `%`
    /// are comments.
    ///
    /// # Errors
    /// If the file cannot be read, has no edges, or has a line with a single name.
    pub fn read(path: &Path) -> Result<Graph> {
        if path.extension().is_some_and(|extension| extension == "csv") {
            let table = Table::read(path)?;
            let (from, to) = (table.texts("origin")?, table.texts("destination")?);
            return Ok(Graph::new(from.into_iter().zip(to)));
        }
        let shown = path.display();
        let text =
            fs::read_to_string(path).with_context(|| format!("cannot read the graph {shown}"))?;
        let mut edges = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with(['#', '%']) {
                continue;
            }
            let mut names = line.split([' ', '\t', ',']).filter(|name| !name.is_empty());
            let edge = names.next().zip(names.next());
            edges.push(edge.ok_or_else(|| {
                anyhow!("{shown}:{}: expected two names, but found `{line}`", number + 1)
            })?);
        }
        ensure!(!edges.is_empty(), "the graph {shown} has no edges");
        Ok(Graph::new(edges.into_iter()))
    }

    /// A made-up graph of so many vertices, which link to earlier ones: often to those that many
    /// link to already, as pages of the web do.
    pub fn random(vertices: usize) -> Graph {
        let mut dice = fastrand::Rng::with_seed(1);
        let mut edges: Vec<(usize, usize)> = Vec::new();
        for vertex in 1..vertices {
            for _ in 0..dice.usize(1..16) {
                let popular = !edges.is_empty() && dice.bool();
                let target =
                    if popular { edges[dice.usize(..edges.len())].1 } else { dice.usize(..vertex) };
                edges.push((vertex, target));
            }
            // Some link back, so that there are ways from the first vertex.
            let newer = dice.usize(..vertex);
            edges.push((newer, vertex));
        }
        let names = (0..vertices).map(|vertex| vertex.to_string()).collect();
        Graph::from_numbers(names, &edges)
    }

    fn new<'a>(edges: impl Iterator<Item = (&'a str, &'a str)>) -> Graph {
        let mut names = Vec::new();
        let mut numbers = HashMap::new();
        let mut number = |name: &'a str| {
            *numbers.entry(name).or_insert_with(|| {
                names.push(name.to_string());
                names.len() - 1
            })
        };
        let edges: Vec<_> = edges.map(|(from, to)| (number(from), number(to))).collect();
        Graph::from_numbers(names, &edges)
    }

    fn from_numbers(names: Vec<String>, edges: &[(usize, usize)]) -> Graph {
        let mut targets = vec![Vec::new(); names.len()];
        let mut sources = vec![Vec::new(); names.len()];
        for (from, to) in edges {
            targets[*from].push(*to as u32);
            sources[*to].push(*from as u32);
        }
        Graph { names, targets: Ragged::from_rows(&targets), sources: Ragged::from_rows(&sources) }
    }

    /// The number of a vertex.
    ///
    /// # Errors
    /// If there is none of this name.
    pub fn find(&self, name: &str) -> Result<usize> {
        let found = self.names.iter().position(|known| known == name);
        found.ok_or_else(|| anyhow!("there is no vertex `{name}` in the graph"))
    }

    /// The number of edges that leave each vertex.
    pub fn out_degrees(&self) -> Vec<u32> {
        self.targets.lengths().into_iter().map(|degree| degree as u32).collect()
    }
}
