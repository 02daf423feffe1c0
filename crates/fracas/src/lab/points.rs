//! The points of a sweep: every combination of what its values are to be.

use std::ops::Range;

use thiserror::Error;

use super::axis::{Axis, MOST_POINTS};

/// The combinations that a sweep goes through, the last axis fastest.
///
/// ```
/// use fracas::lab::Points;
/// let points = Points::grid(vec!["knight=0..10..5".parse()?, "terrain=plain,swamp".parse()?])?;
/// assert_eq!((points.count(), points.paths()), (6, vec!["knight", "terrain"]));
/// assert_eq!(points.values(3), ["5", "swamp"]);
///
/// // A row of a spreadsheet is a point too.
/// let rows = Points::rows("v.csv", "knight,terrain\n20,plain\n30,swamp\n")?;
/// assert_eq!(rows.values(1), ["30", "swamp"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    factors: Vec<Factor>,
    count: u64,
}

/// Values that change together: those of an axis, or the rows of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Factor {
    paths: Vec<String>,
    /// One after the other, row by row.
    values: Vec<String>,
}

impl Factor {
    fn count(&self) -> u64 {
        (self.values.len() / self.paths.len().max(1)) as u64
    }
}

/// Why there are no such points.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadPoints {
    /// Nothing is varied.
    #[error("nothing is varied; write --vary path=lo..hi..step or --variants FILE")]
    Nothing,
    /// A value is varied twice.
    #[error("{0} is varied twice")]
    Twice(String),
    /// There are too many.
    #[error("that are more than {MOST_POINTS} points")]
    TooMany,
    /// A file of variants is wrong.
    #[error("{file}:{line}: {why}")]
    File {
        /// The file.
        file: String,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong there.
        why: String,
    },
}

impl Points {
    /// Every combination of these values.
    pub fn grid(axes: Vec<Axis>) -> Result<Self, BadPoints> {
        let factor = |axis: Axis| Factor { paths: vec![axis.path], values: axis.values };
        Self::of(axes.into_iter().map(factor).collect())
    }

    /// The rows of a spreadsheet with commas, semicolons or tabs, whose columns
    /// are paths.
    pub fn rows(file: &str, text: &str) -> Result<Self, BadPoints> {
        let bad = |line, why: String| BadPoints::File { file: file.to_owned(), line, why };
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let head = text.lines().next().unwrap_or_default();
        let signs = [',', ';', '\t'];
        // Paths hold none of them: what comes first separates.
        let sign = head.chars().find(|sign| signs.contains(sign)).unwrap_or(',');
        let mut records = records(text, sign).into_iter();
        let (_, paths) = records.next().unwrap_or_default();
        if paths.iter().any(String::is_empty) || paths.is_empty() {
            return Err(bad(1, "the first line holds a path for each column".to_owned()));
        }
        let mut values = Vec::new();
        for (line, mut record) in records {
            if record.len() != paths.len() {
                let why = format!("{} cells under {} paths", record.len(), paths.len());
                return Err(bad(line, why));
            }
            if let Some(empty) = record.iter().position(String::is_empty) {
                return Err(bad(line, format!("there is nothing under {}", paths[empty])));
            }
            values.append(&mut record);
            if values.len() as u64 > MOST_POINTS * paths.len() as u64 {
                return Err(BadPoints::TooMany);
            }
        }
        if values.is_empty() {
            return Err(bad(1, "there are no rows under the paths".to_owned()));
        }
        Self::of(vec![Factor { paths, values }])
    }

    /// Every combination of these points and those.
    pub fn with(mut self, other: Self) -> Result<Self, BadPoints> {
        self.factors.extend(other.factors);
        Self::of(self.factors)
    }

    fn of(factors: Vec<Factor>) -> Result<Self, BadPoints> {
        let mut paths: Vec<&str> = Vec::new();
        let mut count = 1u64;
        for factor in &factors {
            for path in &factor.paths {
                if paths.contains(&path.as_str()) {
                    return Err(BadPoints::Twice(path.clone()));
                }
                paths.push(path);
            }
            count = count.saturating_mul(factor.count());
        }
        if paths.is_empty() {
            return Err(BadPoints::Nothing);
        }
        if count > MOST_POINTS {
            return Err(BadPoints::TooMany);
        }
        Ok(Self { factors, count })
    }

    /// The same with paths written otherwise.
    pub(super) fn with_paths<E: From<BadPoints>>(
        mut self,
        write: impl Fn(&str) -> Result<String, E>,
    ) -> Result<Self, E> {
        for path in self.factors.iter_mut().flat_map(|factor| &mut factor.paths) {
            *path = write(path)?;
        }
        Ok(Self::of(self.factors)?)
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// What is varied.
    pub fn paths(&self) -> Vec<&str> {
        self.factors.iter().flat_map(|factor| &factor.paths).map(String::as_str).collect()
    }

    /// How many values there are along each axis; rows of a file are one.
    pub fn extents(&self) -> Vec<u64> {
        self.factors.iter().map(Factor::count).collect()
    }

    /// How many paths vary along each axis: one, or the columns of a file.
    pub fn widths(&self) -> Vec<usize> {
        self.factors.iter().map(|factor| factor.paths.len()).collect()
    }

    /// What varies, axis by axis, and its values as they are told; columns of a
    /// file that vary together are one axis.
    pub fn axes(&self) -> Vec<(String, Vec<String>)> {
        let told = |factor: &Factor| {
            let rows = factor.values.chunks(factor.paths.len().max(1));
            (factor.paths.join(", "), rows.map(|row| row.join(", ")).collect())
        };
        self.factors.iter().map(told).collect()
    }

    /// What the values are at a point, in the order of the paths.
    pub fn values(&self, point: u64) -> Vec<&str> {
        let mut found = vec![Range::default(); self.factors.len()];
        let mut rest = point;
        for (place, factor) in self.factors.iter().enumerate().rev() {
            let row = (rest % factor.count()) as usize * factor.paths.len();
            found[place] = row..row + factor.paths.len();
            rest /= factor.count();
        }
        let rows = self.factors.iter().zip(found);
        rows.flat_map(|(factor, row)| &factor.values[row]).map(String::as_str).collect()
    }

    /// Of each axis that is a list of values of one path: its points, all others
    /// at their first value, and the values.
    pub(super) fn lists(&self, most: u64) -> Vec<Vec<(u64, &str)>> {
        let mut lists = Vec::new();
        let mut stride = 1;
        for factor in self.factors.iter().rev() {
            if factor.paths.len() == 1 {
                let values = (0..factor.count().min(most)).zip(&factor.values);
                lists.push(values.map(|(place, value)| (place * stride, value.as_str())).collect());
            }
            stride *= factor.count();
        }
        lists
    }

    /// Points along each axis in turn, all others at their first value: what
    /// tells soon whether a value makes sense at all.
    pub(super) fn along_axes(&self, most: u64) -> Vec<u64> {
        let mut found = vec![0];
        let mut stride = 1;
        for factor in self.factors.iter().rev() {
            found.extend((1..factor.count().min(most)).map(|place| place * stride));
            stride *= factor.count();
        }
        found
    }
}

/// The lines of a spreadsheet with their numbers, each split into cells.
/// Quotes hold signs and line ends; empty lines are none.
fn records(text: &str, separator: char) -> Vec<(usize, Vec<String>)> {
    let mut records = Vec::new();
    let (mut cells, mut cell, mut quoted, mut was_quoted) =
        (Vec::new(), String::new(), false, false);
    let (mut line, mut began) = (1, 1);
    let mut signs = text.chars().chain(['\n']).peekable();
    while let Some(sign) = signs.next() {
        if sign == '\n' {
            line += 1;
        }
        match sign {
            '"' if quoted && signs.peek() == Some(&'"') => {
                cell.push('"');
                signs.next();
            }
            '"' if quoted => quoted = false,
            '"' if cell.trim().is_empty() && !was_quoted => {
                cell.clear();
                (quoted, was_quoted) = (true, true);
            }
            _ if quoted => cell.push(sign),
            '\n' => {
                cells.push(std::mem::take(&mut cell).trim().to_owned());
                was_quoted = false;
                let record = std::mem::take(&mut cells);
                if record.iter().any(|cell| !cell.is_empty()) {
                    records.push((began, record));
                }
                began = line;
            }
            _ if sign == separator => {
                cells.push(std::mem::take(&mut cell).trim().to_owned());
                was_quoted = false;
            }
            _ => cell.push(sign),
        }
    }
    records
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_come_in_order() {
        let axes = ["a=0..1", "b=x,y,z"].map(|axis| axis.parse().unwrap());
        let grid = Points::grid(axes.to_vec()).unwrap();
        let all: Vec<String> = (0..6).map(|point| grid.values(point).concat()).collect();
        assert_eq!(all, ["0x", "0y", "0z", "1x", "1y", "1z"]);
        assert_eq!((grid.along_axes(9), grid.extents()), (vec![0, 1, 2, 3], vec![2, 3]));
        let both =
            Points::rows("v.csv", "c;d\r\n7;8\r\n\r\n9;\"1;2\"\r\n").unwrap().with(grid).unwrap();
        assert_eq!((both.count(), both.paths()), (12, vec!["c", "d", "a", "b"]));
        assert_eq!(both.values(11), ["9", "1;2", "1", "z"]);
    }

    #[test]
    fn what_is_wrong_is_told() {
        let grid = |axes: &[&str]| {
            Points::grid(axes.iter().map(|axis| axis.parse().unwrap()).collect())
                .map(|points| points.count())
        };
        assert_eq!(grid(&[]), Err(BadPoints::Nothing));
        assert_eq!(grid(&["a=1", "a=2"]), Err(BadPoints::Twice("a".to_owned())));
        assert_eq!(grid(&["a=1..1000", "b=1..1001"]), Err(BadPoints::TooMany));
        let rows = |text: &str| Points::rows("v.csv", text).unwrap_err().to_string();
        assert_eq!(rows("a,b\n1,2\n3\n"), "v.csv:3: 1 cells under 2 paths");
        assert_eq!(rows("a,b\n\"1\n\",2\n3,\n"), "v.csv:4: there is nothing under b");
        assert_eq!(rows("a,b\n"), "v.csv:1: there are no rows under the paths");
        assert_eq!(rows(""), "v.csv:1: the first line holds a path for each column");
    }
}
