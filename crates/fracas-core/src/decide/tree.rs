//! Rules over what is seen: rows that are parted at numbers.

/// Rules over facts.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tree(Vec<Node>);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Node {
    Leaf { label: usize },
    Parted { fact: usize, below: i64, low: usize, high: usize },
}

/// The least and the largest value of a fact, if there are any.
pub(super) type Range = (Option<i64>, Option<i64>);

impl Tree {
    /// The row, by its node, for what is seen.
    pub fn row(&self, seen: &[i64]) -> usize {
        let mut place = 0;
        while let Node::Parted { fact, below, low, high } = self.0[place] {
            place = if seen[fact] < below { low } else { high };
        }
        place
    }

    /// The rows one by one. Those that say the same, and differ in nothing but
    /// neighbouring ranges of one fact, are one.
    pub fn rows(&self, facts: usize) -> Vec<Rule> {
        let mut rows = Vec::new();
        self.add_rows(0, &mut vec![(None, None); facts], &mut rows);
        while merge(&mut rows) {}
        rows
    }

    fn add_rows(&self, place: usize, ranges: &mut Vec<Range>, rows: &mut Vec<Rule>) {
        match self.0[place] {
            Node::Leaf { label } => {
                rows.push(Rule { nodes: vec![place], ranges: ranges.clone(), label });
            }
            Node::Parted { fact, below, low, high } => {
                let before = ranges[fact];
                ranges[fact] = (before.0, Some(below - 1));
                self.add_rows(low, ranges, rows);
                ranges[fact] = (Some(below), before.1);
                self.add_rows(high, ranges, rows);
                ranges[fact] = before;
            }
        }
    }

    /// One row for all.
    pub fn of_one_row(label: usize) -> Self {
        Self(vec![Node::Leaf { label }])
    }

    /// How many nodes there are, those that are no rows included.
    pub fn nodes(&self) -> usize {
        self.0.len()
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows_from(0)
    }

    fn rows_from(&self, place: usize) -> usize {
        match self.0[place] {
            Node::Leaf { .. } => 1,
            Node::Parted { low, high, .. } => self.rows_from(low) + self.rows_from(high),
        }
    }

    pub fn label(&self, row: usize) -> usize {
        match self.0[row] {
            Node::Leaf { label } => label,
            Node::Parted { .. } => 0,
        }
    }

    /// The same with rows changed.
    pub fn with(&self, changes: &[Change]) -> Self {
        let mut tree = self.clone();
        for change in changes {
            match change.cut {
                None => tree.0[change.row] = Node::Leaf { label: change.labels[0] },
                Some((fact, below)) => {
                    let (low, high) = (tree.0.len(), tree.0.len() + 1);
                    tree.0.extend(change.labels.map(|label| Node::Leaf { label }));
                    tree.0[change.row] = Node::Parted { fact, below, low, high };
                }
            }
        }
        tree.join();
        tree
    }

    /// Two rows beside each other that say the same are one.
    fn join(&mut self) {
        // What is parted comes before its parts.
        for place in (0..self.0.len()).rev() {
            if let Node::Parted { low, high, .. } = self.0[place]
                && let (Node::Leaf { label }, Node::Leaf { label: other }) =
                    (self.0[low], self.0[high])
                && label == other
            {
                self.0[place] = Node::Leaf { label };
            }
        }
    }
}

/// A row of the page: where all ranges hold.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rule {
    /// The nodes that it is made of.
    pub nodes: Vec<usize>,
    /// By fact.
    pub ranges: Vec<Range>,
    pub label: usize,
}

/// Puts rows together where two are one; whether there were any.
fn merge(rows: &mut Vec<Rule>) -> bool {
    let before = rows.len();
    let mut place = 0;
    while place < rows.len() {
        let mut other = place + 1;
        while other < rows.len() {
            match together(&rows[place], &rows[other]) {
                Some(both) => {
                    rows[place] = both;
                    rows.remove(other);
                }
                None => other += 1,
            }
        }
        place += 1;
    }
    rows.len() < before
}

/// Two rows as one, if they say the same of neighbouring ranges.
fn together(one: &Rule, other: &Rule) -> Option<Rule> {
    if one.label != other.label {
        return None;
    }
    let pairs = || one.ranges.iter().zip(&other.ranges);
    let fact = pairs().position(|(one, other)| one != other)?;
    if pairs().skip(fact + 1).any(|(one, other)| one != other) {
        return None;
    }
    let meets = |low: Range, high: Range| {
        let (Some(most), Some(least)) = (low.1, high.0) else { return None };
        (most + 1 == least).then_some((low.0, high.1))
    };
    let (first, second) = (one.ranges[fact], other.ranges[fact]);
    let range = meets(first, second).or_else(|| meets(second, first))?;
    let mut both = one.clone();
    both.ranges[fact] = range;
    both.nodes.extend(&other.nodes);
    Some(both)
}

/// Another choice for a row, or two for its parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub row: usize,
    /// The fact, and the value below which the first choice is made.
    pub cut: Option<(usize, i64)>,
    pub labels: [usize; 2],
    pub gain: f64,
}
