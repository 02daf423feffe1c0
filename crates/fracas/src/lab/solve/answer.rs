//! What is told of a solution.

use fracas_core::odds::ALPHA;
use serde::Serialize;

use super::super::estimate::Estimate;
use super::test::{Test, Verdict};
use super::{Solve, Stage};
use crate::condition::Claim;
use crate::report::{Heading, Versions};

/// The smallest value that does it, and how sure that is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Solved {
    /// Of the scenario.
    #[serde(flatten)]
    pub heading: Heading,
    /// The seed of the dice.
    pub seed: u64,
    /// What varies.
    pub path: String,
    /// What is to hold.
    #[serde(rename = "for")]
    pub claims: Vec<String>,
    /// Claim by claim, the number that it compares with.
    pub wanted: Vec<f64>,
    /// Whether the largest was asked for.
    pub most: bool,
    /// The value; none if none is sure to do it.
    pub value: Option<String>,
    /// A value before it that may do it already: which of the two, or which
    /// between them, is too close to call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub or_from: Option<String>,
    /// The value before the answer, if there is one, and the answer; where none
    /// does it, the best there is.
    pub border: Vec<SolvedValue>,
    /// All values that were tried, in order.
    pub tried: Vec<SolvedValue>,
    /// How many values there are.
    pub of: u64,
    /// Whether it holds from some value on.
    pub monotone: Monotone,
    /// The first value after the answer that was tried and does not do it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fails_again: Option<String>,
    /// The probability with which any verdict is wrong, at most.
    pub alpha: f64,
    /// Whether fresh dice agree, or the odds are exact.
    pub verified: bool,
    /// Whether somebody called a halt.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
    /// By which rules and dice.
    pub versions: Versions,
}

/// Whether what is claimed holds from some value on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Monotone {
    /// Every value before the answer was tried: it does not matter.
    AllTried,
    /// It is taken to, and no value that was tried speaks against it.
    NothingAgainst,
    /// It does not, or its odds go up and down, and not all values before the
    /// answer were tried.
    Broken,
}

/// A value that was tried.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolvedValue {
    /// The value.
    pub value: String,
    /// `yes`, `no`, `close` or `impossible`; `unknown` before its end.
    pub does: &'static str,
    /// Claim by claim, what is claimed something of.
    pub claims: Vec<SolvedClaim>,
    /// How many trials; none of exact odds.
    pub trials: Option<u64>,
    /// Why it cannot be fought.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// What a claim is about, at a value.
pub type SolvedClaim = Estimate;

impl Solve {
    pub(super) fn solved(&self) -> Solved {
        let yes = self.first_yes();
        let open = self.first_open();
        let border = yes.or_else(|| self.best());
        let text = |place: u64| {
            let values = &self.space.axes()[0].values;
            values[self.variant(place) as usize].clone()
        };
        let value = |place: u64, test: &Test| {
            let (claims, trials) = test.estimates().unwrap_or_default();
            SolvedValue {
                value: text(place),
                does: match test.verdict() {
                    None => "unknown",
                    Some(Verdict::Yes) => "yes",
                    Some(Verdict::No) => "no",
                    Some(Verdict::Close) => "close",
                    Some(Verdict::Impossible) => "impossible",
                },
                claims,
                trials,
                why: test.impossible().map(str::to_owned),
            }
        };
        let at = |place: &u64| Some(value(*place, self.tests.get(place)?));
        Solved {
            heading: self.heading.clone(),
            seed: self.seed,
            path: self.space.axes()[0].path.clone(),
            claims: self.claims.iter().map(Claim::to_string).collect(),
            wanted: self.claims.iter().map(Claim::bound).collect(),
            most: self.ask.most,
            value: yes.map(text),
            or_from: open.filter(|open| yes.is_none_or(|yes| *open < yes)).map(text),
            border: border.map_or_else(Vec::new, |border| {
                self.border(border).iter().filter_map(at).collect()
            }),
            tried: self.tests.iter().map(|(place, test)| value(*place, test)).collect(),
            of: self.count(),
            monotone: match (self.untried(), self.broken) {
                (0, _) => Monotone::AllTried,
                (_, false) => Monotone::NothingAgainst,
                (_, true) => Monotone::Broken,
            },
            fails_again: yes.and_then(|yes| self.fails_after(yes)).map(text),
            alpha: ALPHA,
            verified: border.is_some_and(|border| {
                self.border(border).iter().all(|place| self.tests[place].is_verified())
            }),
            provisional: self.stage != Stage::Done,
            versions: self.versions,
        }
    }
}
