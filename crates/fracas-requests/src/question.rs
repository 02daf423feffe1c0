//! Questions as a page or a program writes them.

use serde::Deserialize;

use crate::source::Source;

/// A question whose work comes in pieces, named by its key `ask`.
#[derive(Clone, Debug, Deserialize)]
#[serde(remote = "Self", rename_all = "lowercase")]
pub enum Question {
    /// How a battle ends.
    Odds(Odds),
    /// The same for many variants.
    Sweep(Sweep),
    /// The smallest value that does it.
    Solve(Solve),
    /// Scenarios fought with the same dice.
    Compare(Compare),
    /// The best army for the money.
    Best(Best),
    /// Which value of the scenario matters most.
    Sensitivity(Sensitivity),
    /// Who matters most.
    Impact(Impact),
    /// Everybody against everybody.
    Matrix(Matrix),
}

crate::tagged::named_by_ask!(Question);

/// How a battle ends.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Odds {
    /// The scenario.
    pub source: Source,
    /// The seed of the dice.
    pub seed: Option<u64>,
    /// To this error, half the width of an interval.
    pub error: Option<f64>,
    /// By so many battles.
    pub trials: Option<u64>,
    /// Exactly, or not at all.
    #[serde(default)]
    pub exact: bool,
    /// Conditions whose odds are asked for.
    #[serde(default)]
    pub that: Vec<String>,
    /// Measures whose whole distribution is asked for.
    #[serde(default)]
    pub spread: Vec<String>,
}

/// The same for many variants.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Sweep {
    /// The scenario.
    pub source: Source,
    /// The seed of the dice.
    pub seed: Option<u64>,
    /// To this error, half the width of an interval.
    pub error: Option<f64>,
    /// By so many battles.
    pub trials: Option<u64>,
    /// Exactly, or not at all.
    #[serde(default)]
    pub exact: bool,
    /// Axes, as `--vary` has them.
    pub vary: Vec<String>,
    /// Conditions whose odds are asked for.
    #[serde(default)]
    pub that: Vec<String>,
    /// Points that are known from before.
    #[serde(default)]
    pub known: Vec<u64>,
}

/// The smallest value that does it.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Solve {
    /// The scenario.
    pub source: Source,
    /// The seed of the dice.
    pub seed: Option<u64>,
    /// The axis, as `--vary` has it.
    pub vary: String,
    /// What has to hold, as `--for` has it.
    #[serde(rename = "for")]
    pub claims: Vec<String>,
    /// The largest value instead.
    #[serde(default)]
    pub most: bool,
    /// So many battles a value at most.
    pub trials: Option<u64>,
    /// Whether exact odds are tried.
    pub exact: Option<bool>,
}

/// Scenarios fought with the same dice.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Compare {
    /// The scenarios.
    pub battles: Vec<Entry>,
    /// The seed of the dice.
    pub seed: Option<u64>,
    /// What is wanted, as `--for` has it.
    #[serde(default, rename = "for")]
    pub aims: Vec<String>,
    /// Less of it is better.
    #[serde(default)]
    pub least: bool,
    /// So many battles.
    pub trials: Option<u64>,
    /// To this error.
    pub error: Option<f64>,
}

/// The best army for the money.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Best {
    /// The scenario.
    pub source: Source,
    /// The seed of the dice.
    pub seed: Option<u64>,
    /// What can be bought, as `--choose` has it.
    pub choose: Vec<String>,
    /// The money.
    pub budget: f64,
    /// What is wanted, as `--for` has it.
    #[serde(rename = "for")]
    pub aim: String,
    /// Less of it is better.
    #[serde(default)]
    pub least: bool,
    /// So many battles.
    pub trials: Option<u64>,
}

/// Which value of the scenario matters most.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Sensitivity {
    /// The scenario.
    pub source: Source,
    /// The seed of the dice.
    pub seed: Option<u64>,
    /// The outcomes whose probability is told.
    pub of: Option<String>,
    /// So many battles.
    pub trials: Option<u64>,
    /// How many values are told.
    pub top: Option<usize>,
}

/// Who matters most.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Impact {
    /// The scenario.
    pub source: Source,
    /// The seed of the dice.
    pub seed: Option<u64>,
    /// So many battles.
    pub trials: Option<u64>,
}

/// Everybody against everybody.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Matrix {
    /// The armies.
    pub entrants: Vec<Entry>,
    /// So many battles a pair.
    pub trials: Option<u64>,
    /// The seed of the dice.
    pub seed: Option<u64>,
}

/// A scenario among others.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Entry {
    /// What it is called.
    pub name: String,
    /// The scenario.
    pub source: Source,
}

impl Question {
    /// The scenarios it is about, with their names.
    pub fn sources(&self) -> Vec<(&str, &Source)> {
        match self {
            Self::Odds(Odds { source, .. })
            | Self::Sweep(Sweep { source, .. })
            | Self::Solve(Solve { source, .. })
            | Self::Best(Best { source, .. })
            | Self::Sensitivity(Sensitivity { source, .. })
            | Self::Impact(Impact { source, .. }) => vec![("", source)],
            Self::Compare(Compare { battles: entries, .. })
            | Self::Matrix(Matrix { entrants: entries, .. }) => {
                entries.iter().map(|entry| (entry.name.as_str(), &entry.source)).collect()
            }
        }
    }
}
