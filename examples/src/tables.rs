//! Tables: files of comma-separated values, by column.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use csv::StringRecord;

/// A table in memory. An error in a cell is reported with its file, line and column.
pub struct Table {
    path: PathBuf,
    names: StringRecord,
    rows: Vec<StringRecord>,
}

impl Table {
    /// Reads a table whose first line names its columns.
    ///
    /// # Errors
    /// If the file cannot be read, has no rows, or has rows of different lengths.
    pub fn read(path: &Path) -> Result<Table> {
        let shown = path.display();
        let cannot = || format!("cannot read the table {shown}");
        let mut reader =
            csv::ReaderBuilder::new().trim(csv::Trim::All).from_path(path).with_context(cannot)?;
        let names = reader.headers().with_context(cannot)?.clone();
        let rows = reader.records().collect::<Result<Vec<_>, _>>().with_context(cannot)?;
        ensure!(!rows.is_empty(), "the table {shown} has no rows");
        Ok(Table { path: path.to_path_buf(), names, rows })
    }

    /// The number of rows; at least one.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// The cells of a column as text.
    ///
    /// # Errors
    /// If there is no such column.
    pub fn texts(&self, name: &str) -> Result<Vec<&str>> {
        let column = self.column(name)?;
        Ok(self.rows.iter().map(|row| &row[column]).collect())
    }

    /// The cells of a column as numbers.
    ///
    /// # Errors
    /// If there is no such column, or a cell holds no finite number.
    pub fn numbers(&self, name: &str) -> Result<Vec<f64>> {
        self.parsed(name, "a finite number", |cell| {
            cell.parse().ok().filter(|number: &f64| number.is_finite())
        })
    }

    /// The cells of a column as `parse` reads them; `expected` names the kind of cell.
    ///
    /// # Errors
    /// If there is no such column, or `parse` makes nothing of a cell.
    pub fn parsed<T>(
        &self,
        name: &str,
        expected: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<Vec<T>> {
        let cells = self.texts(name)?.into_iter().enumerate();
        cells
            .map(|(row, cell)| {
                parse(cell).ok_or_else(|| {
                    self.complaint(row, &format!("`{name}` should be {expected}, but is `{cell}`"))
                })
            })
            .collect()
    }

    /// An error about a row.
    pub fn complaint(&self, row: usize, message: &str) -> anyhow::Error {
        let line = self.rows[row].position().map_or(row as u64 + 2, |position| position.line());
        anyhow!("{}:{line}: {message}", self.path.display())
    }

    fn column(&self, name: &str) -> Result<usize> {
        self.names.iter().position(|known| known == name).ok_or_else(|| {
            let names = self.names.iter().collect::<Vec<_>>().join(", ");
            anyhow!("the table {} has no column `{name}`; it has {names}", self.path.display())
        })
    }
}
