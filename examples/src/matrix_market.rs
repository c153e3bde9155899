//! Sparse matrices in compressed rows, and files of them in the Matrix Market exchange format.

use std::fs;
use std::path::Path;

use accel::RaggedView;
use anyhow::{Context, Result, anyhow, bail, ensure};

/// A sparse matrix in compressed rows.
pub struct Sparse {
    /// The place at which each row begins among the entries, and the end of the last.
    pub offsets: Vec<usize>,
    /// The column of each entry.
    pub columns: Vec<u32>,
    /// The value of each entry.
    pub values: Vec<f64>,
    /// The number of columns.
    pub width: usize,
}

impl Sparse {
    /// A matrix of this height and width from its entries: row, column and value.
    pub fn from_entries(height: usize, width: usize, entries: &[(usize, u32, f64)]) -> Sparse {
        let mut offsets = vec![0; height + 1];
        for (row, _, _) in entries {
            offsets[row + 1] += 1;
        }
        for row in 0..height {
            offsets[row + 1] += offsets[row];
        }
        let mut free = offsets.clone();
        let (mut columns, mut values) = (vec![0; entries.len()], vec![0.0; entries.len()]);
        for (row, column, value) in entries {
            (columns[free[*row]], values[free[*row]]) = (*column, *value);
            free[*row] += 1;
        }
        Sparse { offsets, columns, values, width }
    }

    /// Reads a matrix in the coordinate format, of real numbers, integers or a pattern of ones.
    ///
    /// # Errors
    /// If the file cannot be read, or is not of this form.
    pub fn read(path: &Path) -> Result<Sparse> {
        let text = fs::read_to_string(path)
            .with_context(|| format!("cannot read the matrix {}", path.display()))?;
        parse(&text).with_context(|| format!("cannot read the matrix {}", path.display()))
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The matrix as accel takes it: a row of columns and values for each row. Nothing is copied.
    pub fn rows(&self) -> RaggedView<'_, (u32, f64)> {
        RaggedView::from_csr(&self.offsets, (&self.columns, &self.values))
    }
}

fn parse(text: &str) -> Result<Sparse> {
    let header = text.lines().next().unwrap_or_default().to_lowercase();
    let [banner, object, format, field, symmetry] =
        header.split_whitespace().collect::<Vec<_>>()[..]
    else {
        bail!("line 1: expected `%%MatrixMarket matrix coordinate …`, but found `{header}`");
    };
    let known = (banner, object, format) == ("%%matrixmarket", "matrix", "coordinate");
    ensure!(known, "line 1: only `%%MatrixMarket matrix coordinate` can be read, not `{header}`");
    ensure!(["real", "integer", "pattern"].contains(&field), "line 1: {field} numbers");
    // Entries below the diagonal are repeated above it with this sign.
    let mirrored = match symmetry {
        "general" => None,
        "symmetric" => Some(1.0),
        "skew-symmetric" => Some(-1.0),
        _ => bail!("line 1: cannot read {symmetry} matrices"),
    };

    let mut lines = (text.lines().enumerate())
        .filter(|(_, line)| !line.starts_with('%') && !line.trim().is_empty());
    let mut next = |what: &str| {
        let (number, line) =
            lines.next().with_context(|| format!("the file ends before {what}"))?;
        Ok::<_, anyhow::Error>((line.split_whitespace().collect::<Vec<_>>(), number + 1))
    };
    let (sizes, line) = next("the sizes")?;
    let [height, width, count] = sizes[..] else {
        bail!("line {line}: expected the numbers of rows, columns and entries");
    };
    let whole = |word: &str, most: usize, line: usize| {
        let number = word.parse().ok().filter(|number| *number <= most);
        number.ok_or_else(|| {
            anyhow!("line {line}: expected a number up to {most}, but found `{word}`")
        })
    };
    let most = u32::MAX as usize;
    let (height, width) = (whole(height, most, line)?, whole(width, most, line)?);

    let mut entries = Vec::new();
    for _ in 0..whole(count, usize::MAX, line)? {
        let (words, line) = next("its last entry")?;
        let (row, column, value) = match words[..] {
            [row, column] if field == "pattern" => (row, column, "1"),
            [row, column, value] if field != "pattern" => (row, column, value),
            _ => bail!("line {line}: expected a row, a column and a {field} value"),
        };
        let row = whole(row, height, line)?.checked_sub(1);
        let column = whole(column, width, line)?.checked_sub(1);
        let (row, column) =
            row.zip(column).ok_or_else(|| anyhow!("line {line}: rows and columns count from 1"))?;
        let value: f64 =
            value.parse().with_context(|| format!("line {line}: `{value}` is no number"))?;
        entries.push((row, column as u32, value));
        if let Some(sign) = mirrored.filter(|_| row != column) {
            ensure!(row < width && column < height, "line {line}: the matrix is not square");
            entries.push((column, row as u32, sign * value));
        }
    }
    Ok(Sparse::from_entries(height, width, &entries))
}
