//! Which value of a scenario matters most to the odds: each changed by a
//! notch, up and down, with the same dice.

use std::sync::Arc;

use fracas_core::document::{Draft, EditError, Number};
use fracas_core::odds::{Effort, Method};
use fracas_core::order::Ordered;
use fracas_core::procedure::{Found, Piece, Procedure, Progress};
use fracas_core::ruleset::OutcomeId;
use serde::ser::{Serialize, Serializer};
use thiserror::Error;

use crate::battle::Battle;
use crate::changes::{Changes, Made, carry_out};
use crate::condition::BadCondition;
use crate::difference::Difference;
use crate::lab::Variants;
use crate::registry::Registry;
use crate::report::{Heading, Versions};
use crate::scenario::{Scenario, ScenarioError};

/// What is asked of [`Registry::sensitivity`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SensitivityAsk {
    /// Whose probability: outcomes, such as `attacker` or `attacker or draw`;
    /// else the first outcome of the ruleset.
    pub of: Option<String>,
    /// How many battles with the same dice. If nobody says, exactly where that
    /// is cheap, else as many as the ruleset affords.
    pub trials: Option<u64>,
    /// How many values are told, those that matter most first; else all.
    pub top: Option<usize>,
}

/// The answer of `odds --sensitivity`.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Sensitivity {
    /// Of which battle.
    #[serde(flatten)]
    pub heading: Heading,
    /// How it was found.
    pub method: Method,
    /// The seed of the dice, if any were thrown.
    pub seed: Option<u64>,
    /// How many battles were fought as it is written, and at least as many with
    /// each change.
    pub trials: Option<u64>,
    /// Whether somebody called a halt before all was fought.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
    /// The outcomes whose probability is told.
    #[serde(rename = "for")]
    pub of: String,
    /// That probability, as the scenario is written.
    pub p: f64,
    /// The values, those that matter most first.
    #[serde(rename = "sensitivity")]
    pub values: Vec<ValueEffect>,
    /// How many values of the scenario were not looked at, being too many, or
    /// because somebody called a halt.
    pub left_out: usize,
    /// By which rules and dice.
    pub versions: Versions,
}

/// What a value of the scenario does to the probability.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct ValueEffect {
    /// Where it stands.
    pub path: String,
    /// What is written there.
    #[serde(serialize_with = "plain")]
    pub value: Number,
    /// Down and up, as far as the scenario can be fought then.
    pub changes: Vec<NotchEffect>,
}

/// What one notch does.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct NotchEffect {
    /// The value then.
    #[serde(serialize_with = "plain")]
    pub to: Number,
    /// The probability then.
    pub p: f64,
    /// By how much it differs.
    pub effect: f64,
    /// The low end of the difference's 95% interval; the difference itself if
    /// it is exact.
    pub low: f64,
    /// The high end.
    pub high: f64,
}

/// Why it cannot be told what matters.
#[derive(Debug, Error)]
pub enum SensitivityError {
    /// The scenario cannot be fought.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// It cannot be changed.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// The outcomes cannot be read.
    #[error(transparent)]
    Condition(#[from] BadCondition),
    /// There is nothing to be changed.
    #[error(
        "the scenario has no number of its own that could be changed; write down, or --set, those \
         that are to be asked about"
    )]
    NoNumbers,
    /// A measure was asked for.
    #[error("`{0}` asks for measures; sensitivity is told of outcomes, such as `{1}`")]
    Measures(String, &'static str),
}

/// So many values are looked at.
const MOST_VALUES: usize = 100;
/// Of a long text fewer: so many bytes are read again, four times a value.
const MOST_BYTES: usize = 128 << 20;
fn plain<S: Serializer>(number: &Number, serializer: S) -> Result<S::Ok, S::Error> {
    match number {
        Number::Whole(number) => number.serialize(serializer),
        Number::Real(number) => number.serialize(serializer),
    }
}

impl Scenario {
    /// [`Registry::sensitivity`] by the rules of fracas.
    ///
    /// ```
    /// use fracas::{Effort, Scenario, SensitivityAsk};
    /// let mut duel = Scenario::of("olympia");
    /// duel.set("attacker.stack[0].noble", "Osswid")?;
    /// duel.set("attacker.stack[0].men.soldier", 3)?;
    /// duel.set("defender.stack[0].noble", "Feasel")?;
    /// duel.set("defender.stack[0].men.pikeman", 4)?;
    /// let found = duel.sensitivity(&SensitivityAsk::default(), 0, &Effort::default())?;
    /// assert_eq!((found.of.as_str(), found.values.len()), ("attacker", 2));
    /// // A pikeman more lowers the attacker's chance.
    /// let pikemen = found.values.iter().find(|value| value.path.ends_with("pikeman"));
    /// let more = pikemen.and_then(|value| value.changes.last()).ok_or("not looked at")?;
    /// assert!(more.effect < 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sensitivity(
        &self,
        ask: &SensitivityAsk,
        seed: u64,
        effort: &Effort<'_>,
    ) -> Result<Sensitivity, SensitivityError> {
        Registry::standard().sensitivity(self, ask, seed, effort)
    }
}

impl Registry {
    /// Which of the numbers that stand in a scenario, each changed by one or
    /// about a tenth, moves the probability of an outcome most. Seeds are left
    /// alone, and so is what stands in other files.
    pub fn sensitivity(
        &self,
        scenario: &Scenario,
        ask: &SensitivityAsk,
        seed: u64,
        effort: &Effort<'_>,
    ) -> Result<Sensitivity, SensitivityError> {
        self.sensitivity_question(scenario, ask, seed)?.carry_out(effort)
    }

    /// The same as a procedure, for whoever does the work himself.
    pub fn sensitivity_question(
        &self,
        scenario: &Scenario,
        ask: &SensitivityAsk,
        seed: u64,
    ) -> Result<SensitivityQuestion, SensitivityError> {
        let battle = self.battle(scenario)?;
        let first = battle.rules().outcomes.first().copied().unwrap_or_default();
        let of = ask.of.clone().unwrap_or_else(|| first.to_owned());
        let outcomes = outcomes(&battle, &of, first)?;
        let mut numbers = Draft::parse(scenario.text())?.numbers();
        numbers.retain(|(path, _)| !is_seed(path));
        let most = (MOST_BYTES / 4 / scenario.text().len().max(1)).clamp(1, MOST_VALUES);
        let left_out = numbers.len().saturating_sub(most);
        numbers.truncate(most);
        let numbers: Arc<[(String, Number)]> = numbers.into();
        let trials = ask.trials.map(|trials| trials.max(1));
        let changes = Changes::new(battle.clone(), seed, trials, options(&numbers));
        let (registry, scenario, known) = (self.clone(), scenario.clone(), numbers.clone());
        let change = move |variant: u64| {
            let (value, to) = notch(&known, variant)?;
            let mut changed = scenario.clone();
            changed.set(&known[value].0, to).ok()?;
            registry.battle(&changed).ok()
        };
        let variants = Made::new(battle, change);
        let top = ask.top.unwrap_or(usize::MAX);
        Ok(SensitivityQuestion { of, outcomes, numbers, left_out, top, seed, changes, variants })
    }
}

/// Which value matters, each changed in turn: a [`Procedure`].
pub struct SensitivityQuestion {
    of: String,
    outcomes: Vec<OutcomeId>,
    numbers: Arc<[(String, Number)]>,
    /// Values that are not looked at.
    left_out: usize,
    top: usize,
    seed: u64,
    changes: Changes,
    variants: Arc<dyn Variants + Send>,
}

impl SensitivityQuestion {
    /// The battles it is about, for whoever does the work himself.
    pub fn variants(&self) -> Arc<dyn Variants + Send> {
        self.variants.clone()
    }

    /// Carries it out on threads, to its end or until somebody calls a halt.
    pub fn carry_out(mut self, effort: &Effort<'_>) -> Result<Sensitivity, SensitivityError> {
        let variants = self.variants();
        carry_out(&mut self, &*variants, effort);
        self.told()
    }

    /// Whether there is nothing that could be changed.
    fn is_idle(&self) -> bool {
        self.changes.is_tried() && self.changes.len() == 0
    }

    fn told(&self) -> Result<Sensitivity, SensitivityError> {
        if self.is_idle() {
            return Err(SensitivityError::NoNumbers);
        }
        let (method, trials, done) = self.changes.method();
        let mut values: Vec<ValueEffect> = self
            .numbers
            .iter()
            .map(|(path, value)| ValueEffect {
                path: path.clone(),
                value: *value,
                changes: Vec::new(),
            })
            .collect();
        let mut open = vec![false; values.len()];
        let mut p = f64::NAN;
        for change in 0..self.changes.len() {
            let variant = self.changes.variant(change);
            let Some((value, to)) = variant.and_then(|variant| notch(&self.numbers, variant))
            else {
                continue;
            };
            let Some(effect) = self.changes.effect(change, &self.outcomes) else {
                open[value] = true;
                continue;
            };
            if p.is_nan() {
                p = effect.before;
            }
            let Difference { after, effect, low, high, .. } = effect;
            values[value].changes.push(NotchEffect { to, p: after, effect, low, high });
        }
        let not_changed = |(value, open): (&ValueEffect, &bool)| *open && value.changes.is_empty();
        let halted = values.iter().zip(&open).filter(|both| not_changed(*both)).count();
        let battle = self.changes.battle();
        Ok(Sensitivity {
            heading: battle.heading(),
            method,
            seed: trials.map(|_| self.seed),
            trials,
            provisional: !done,
            of: self.of.clone(),
            p,
            values: ranked(values, self.top),
            left_out: self.left_out + halted,
            versions: battle.versions(),
        })
    }
}

impl Procedure for SensitivityQuestion {
    type Answer = Result<Sensitivity, SensitivityError>;

    fn ask(&mut self, capacity: usize) -> Vec<Piece> {
        if self.is_idle() { Vec::new() } else { self.changes.ask(capacity) }
    }

    fn take(&mut self, piece: &Piece, found: Found) {
        self.changes.take(piece, found);
    }

    fn lose(&mut self, piece: &Piece) {
        self.changes.lose(piece);
    }

    fn is_done(&self) -> bool {
        self.is_idle() || self.changes.is_done()
    }

    fn answer(&self) -> Option<Self::Answer> {
        (self.is_idle() || self.changes.is_known()).then(|| self.told())
    }

    fn progress(&self) -> Progress {
        self.changes.progress()
    }
}

/// Every number down and up, each by about a tenth or, if the rules do not allow
/// as much, by one. A variant is a number, whether it goes up, and how far.
fn options(numbers: &[(String, Number)]) -> Vec<Vec<u64>> {
    let mut options = Vec::new();
    for (value, (_, number)) in numbers.iter().enumerate() {
        for up in [false, true] {
            let far = 0..steps(*number, up).len() as u64;
            options.push(far.map(|far| variant(value, up, far)).collect());
        }
    }
    options
}

/// 0 is the battle itself.
fn variant(value: usize, up: bool, far: u64) -> u64 {
    1 + value as u64 * 4 + u64::from(up) * 2 + far
}

/// The place of the number that a variant changes, and what it becomes.
fn notch(numbers: &[(String, Number)], variant: u64) -> Option<(usize, Number)> {
    let which = variant.checked_sub(1)?;
    let (value, up, far) = ((which / 4) as usize, which & 2 > 0, (which & 1) as usize);
    let (_, number) = numbers.get(value)?;
    Some((value, *steps(*number, up).get(far)?))
}

/// The outcomes that a condition names.
fn outcomes(
    battle: &Battle,
    of: &str,
    first: &'static str,
) -> Result<Vec<OutcomeId>, SensitivityError> {
    let condition = battle.condition(of)?;
    if !condition.measures().is_empty() {
        return Err(SensitivityError::Measures(of.to_owned(), first));
    }
    let all = 0..battle.rules().outcomes.len();
    let wanted = all.filter(|place| condition.fits(*place, &[]));
    // Outcomes have numbers of one byte.
    Ok(wanted.map(|place| OutcomeId(place as u8)).collect())
}

/// Whether a path leads to a seed, which names dice and measures nothing.
fn is_seed(path: &str) -> bool {
    path.rsplit('.').next() == Some("seed")
}

/// What a number may be changed to, the larger change first.
fn steps(number: Number, up: bool) -> Vec<Number> {
    match number {
        Number::Whole(number) => {
            // A tenth, rounded.
            let tenth = (number.unsigned_abs() / 10 + u64::from(number.unsigned_abs() % 10 >= 5))
                .max(1) as i64;
            let mut sizes = vec![tenth, 1];
            sizes.dedup();
            let to = |size: i64| {
                let size = if up { size } else { -size };
                number.checked_add(size).map(Number::Whole)
            };
            sizes.into_iter().filter_map(to).collect()
        }
        Number::Real(number) => {
            let size = if number == 0.0 { 0.1 } else { number.abs() / 10.0 };
            vec![Number::Real(if up { number + size } else { number - size })]
        }
    }
}

/// The values whose changes do something known, those that matter most first.
fn ranked(mut values: Vec<ValueEffect>, top: usize) -> Vec<ValueEffect> {
    values.retain(|value| !value.changes.is_empty());
    let most = |value: &ValueEffect| {
        value.changes.iter().map(|change| change.effect.abs()).fold(0.0, f64::max)
    };
    // Equal ones stay in the order of the scenario.
    values.put_in_order_by(|a, b| most(b).total_cmp(&most(a)));
    values.truncate(top);
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notch_is_one_or_a_tenth() {
        let to = |number, up| steps(Number::Whole(number), up);
        let whole = |numbers: &[i64]| -> Vec<Number> {
            numbers.iter().map(|number| Number::Whole(*number)).collect()
        };
        assert_eq!(to(3, true), whole(&[4]));
        assert_eq!(to(0, false), whole(&[-1]));
        assert_eq!(to(25, true), whole(&[28, 26]));
        assert_eq!(to(-40, false), whole(&[-44, -41]));
        assert_eq!(to(i64::MAX, true), []);
        assert_eq!(steps(Number::Real(0.0), true), [Number::Real(0.1)]);
        assert!(is_seed("seed") && is_seed("map.seed") && !is_seed("seeds"));
    }

    const SIEGE: &str = "ruleset = 'olympia'\nseed = 5\n[[attacker.stack]]\nnoble = 'A'\n\
        men = { soldier = 20, knight = 3 }\n[[defender.stack]]\nnoble = 'B'\nmen.pikeman = 22\n";

    #[test]
    fn what_matters_most_comes_first_however_it_is_found() {
        let siege = Scenario::new("siege.toml", SIEGE);
        let ask = |trials| SensitivityAsk { trials, ..SensitivityAsk::default() };
        let found = |trials, threads| {
            let effort = Effort { threads, ..Effort::default() };
            siege.sensitivity(&ask(trials), 7, &effort).unwrap()
        };
        let exact = found(None, 1);
        assert_eq!((exact.method, exact.trials, exact.left_out), (Method::Exact, None, 0));
        let sampled = found(Some(4_000), 1);
        assert_eq!(sampled, found(Some(4_000), 3));
        assert_eq!(exact.values.len(), 3);
        for value in &exact.values {
            let other = sampled.values.iter().find(|other| other.path == value.path).unwrap();
            for (exact, sampled) in value.changes.iter().zip(&other.changes) {
                assert_eq!(exact.to, sampled.to);
                // Six intervals at once: half a width more leaves room for all.
                let room = (sampled.high - sampled.low) / 2.0;
                assert!(sampled.low - room <= exact.effect, "{value:?} {sampled:?}");
                assert!(exact.effect <= sampled.high + room, "{value:?} {sampled:?}");
            }
        }
        let most = |value: &ValueEffect| {
            value.changes.iter().map(|change| change.effect.abs()).fold(0.0, f64::max)
        };
        assert!(exact.values.is_sorted_by(|a, b| most(a) >= most(b)));
        let top =
            SensitivityAsk { top: Some(1), of: Some("not attacker".to_owned()), trials: None };
        let top = siege.sensitivity(&top, 7, &Effort::default()).unwrap();
        assert_eq!(top.values.len(), 1);
        assert!((top.p - (1.0 - exact.p)).abs() < 1e-9);
    }

    #[test]
    fn only_outcomes_are_told() {
        let siege = Scenario::new("siege.toml", SIEGE);
        let of = |of: &str| {
            let ask = SensitivityAsk { of: Some(of.to_owned()), ..SensitivityAsk::default() };
            siege.sensitivity(&ask, 7, &Effort::default()).unwrap_err().to_string()
        };
        assert!(of("atacker").contains("did you mean `attacker`?"));
        assert!(of("attacks > 3").contains("asks for measures"));
        let mut plain = Scenario::of("olympia");
        plain.set("attacker.stack[0].noble", "A").unwrap();
        plain.set("defender.stack[0].noble", "B").unwrap();
        let nothing = plain.sensitivity(&SensitivityAsk::default(), 7, &Effort::default());
        assert!(nothing.unwrap_err().to_string().contains("no number of its own"));
    }
}
