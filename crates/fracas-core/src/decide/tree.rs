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

    /// The rows one by one: their node, ranges of facts, and what to do.
    pub fn rows(&self, facts: usize) -> Vec<(usize, Vec<Range>, usize)> {
        let mut rows = Vec::new();
        self.add_rows(0, &mut vec![(None, None); facts], &mut rows);
        rows
    }

    fn add_rows(
        &self,
        place: usize,
        ranges: &mut Vec<Range>,
        rows: &mut Vec<(usize, Vec<Range>, usize)>,
    ) {
        match self.0[place] {
            Node::Leaf { label } => rows.push((place, ranges.clone(), label)),
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

/// Another choice for a row, or two for its parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub row: usize,
    /// The fact, and the value below which the first choice is made.
    pub cut: Option<(usize, i64)>,
    pub labels: [usize; 2],
    pub gain: f64,
}
