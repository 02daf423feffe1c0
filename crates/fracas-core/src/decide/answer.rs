//! The best decisions as they are told.

use serde::{Serialize, Serializer};

/// The best decisions, what they are worth, and the table that a player can
/// use.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Decisions {
    /// Who decides.
    pub decider: String,
    /// What is left to him.
    pub decides: String,
    /// What is made as large as can be.
    #[serde(rename = "for")]
    pub goal: String,
    /// Whether that is the probability of some outcomes.
    #[serde(skip)]
    pub is_probability: bool,
    /// What the battle is worth by the policy in the file.
    pub file: Valued,
    /// What it is worth by the best decisions.
    pub best: Valued,
    /// What it is worth by the rows below, as they stand.
    pub table: Valued,
    /// The best of the simple policies that a file can name.
    pub line: Option<Line>,
    /// What the decider sees, by name.
    pub facts: Vec<String>,
    /// What to do when.
    pub rows: Vec<Row>,
    /// Where the choice of a row cannot be made: the first of these that can.
    pub otherwise: Vec<String>,
    /// How many states there are.
    pub states: u64,
    /// In how many of them there is something to decide.
    pub decisions: u64,
    /// How many branches were followed to find them.
    pub branches: u64,
    /// States that are come to less often are left out of the table.
    pub reached: f64,
    /// Every other state in which there is something to decide, if asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub whole: Vec<State>,
}

/// What a battle is worth by a policy, exactly.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Valued {
    /// What is made as large as can be.
    pub worth: f64,
    /// How likely each outcome is.
    #[serde(serialize_with = "as_map")]
    pub outcomes: Vec<(&'static str, f64)>,
}

/// A simple policy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// As one would write it into the file.
    pub write: String,
    /// What it is worth.
    #[serde(flatten)]
    pub valued: Valued,
}

/// A line of the table: what to do where all conditions hold.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// All of them must hold.
    pub when: Vec<Condition>,
    /// What to do.
    #[serde(rename = "do")]
    pub choice: String,
    /// How often it comes up in a battle on average.
    pub visits: f64,
}

/// A range of a fact, both ends included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Condition {
    /// The fact.
    pub fact: String,
    /// Its least value, if there is one.
    pub least: Option<i64>,
    /// Its largest value, if there is one.
    pub most: Option<i64>,
}

/// One state in which there is something to decide.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    /// What the decider sees, in the order of [`Decisions::facts`].
    pub facts: Vec<i64>,
    /// The best choice.
    #[serde(rename = "do")]
    pub choice: String,
    /// What the battle is worth from here on.
    pub worth: f64,
    /// How often it is come to.
    pub visits: f64,
}

fn as_map<S: Serializer>(list: &[(&'static str, f64)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(list.iter().copied())
}
