//! Which value of a scenario matters most to the odds: each changed by a
//! notch, up and down, with the same dice.

use fracas_core::document::{Draft, EditError, Number};
use fracas_core::odds::{Budget, Effort, Method};
use fracas_core::ruleset::OutcomeId;
use serde::ser::{Serialize, Serializer};
use thiserror::Error;

use crate::battle::Battle;
use crate::condition::BadCondition;
use crate::difference::{Difference, probability};
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
/// So many changes are fought at once, each a battle of its own.
const AT_ONCE: usize = 8;

fn plain<S: Serializer>(number: &Number, serializer: S) -> Result<S::Ok, S::Error> {
    match number {
        Number::Whole(number) => number.serialize(serializer),
        Number::Real(number) => number.serialize(serializer),
    }
}

/// A value and what it is changed to.
#[derive(Clone, Copy)]
struct Notch {
    /// The place of its value.
    value: usize,
    to: Number,
}

/// The scenario, its battle, and whose probability is wanted.
struct Question<'a> {
    registry: &'a Registry,
    scenario: &'a Scenario,
    battle: Battle,
    outcomes: Vec<OutcomeId>,
    numbers: Vec<(String, Number)>,
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
        let battle = self.battle(scenario)?;
        let first = battle.rules().outcomes.first().copied().unwrap_or_default();
        let of = ask.of.clone().unwrap_or_else(|| first.to_owned());
        let outcomes = outcomes(&battle, &of, first)?;
        let mut numbers = Draft::parse(scenario.text())?.numbers();
        numbers.retain(|(path, _)| !is_seed(path));
        let most = (MOST_BYTES / 4 / scenario.text().len().max(1)).clamp(1, MOST_VALUES);
        let left_out = numbers.len().saturating_sub(most);
        numbers.truncate(most);
        let question = Question { registry: self, scenario, battle, outcomes, numbers };
        let notches = question.notches();
        if notches.is_empty() {
            return Err(SensitivityError::NoNumbers);
        }
        let exact = match ask.trials {
            None => question.exactly(&notches, effort),
            Some(_) => None,
        };
        let (method, trials, effects, provisional) = match exact {
            Some(effects) => (Method::Exact, None, effects, false),
            None => {
                let battle = &question.battle;
                let times = notches.len() as u64 + 1;
                let usual = || battle.affordable(&battle.first(seed, 0, effort), times);
                let trials = ask.trials.unwrap_or_else(usual).max(1);
                let (effects, fought) = question.paired(&notches, seed, trials, effort);
                let provisional = fought < trials || effects.len() < notches.len();
                (Method::Sampled, Some(fought), effects, provisional)
            }
        };
        let p = effects.first().map_or(f64::NAN, |first| first.before);
        let not_changed = |value: &usize| {
            let ours = notches.iter().zip(&effects).any(|(notch, _)| notch.value == *value);
            !ours && notches.iter().any(|notch| notch.value == *value)
        };
        let left_out = left_out + (0..question.numbers.len()).filter(not_changed).count();
        let mut values = ranked(question.numbers, &notches, &effects);
        values.truncate(ask.top.unwrap_or(usize::MAX));
        Ok(Sensitivity {
            heading: question.battle.heading(),
            method,
            seed: trials.map(|_| seed),
            trials,
            provisional,
            of,
            p,
            values,
            left_out,
            versions: question.battle.versions(),
        })
    }
}

impl Question<'_> {
    /// Every number changed by about a tenth, down and up; by one, if the
    /// rules do not allow as much; not at all if they do not allow that either.
    fn notches(&self) -> Vec<Notch> {
        let mut notches = Vec::new();
        for (value, (_, number)) in self.numbers.iter().enumerate() {
            for up in [false, true] {
                let changes = steps(*number, up).into_iter().map(|to| Notch { value, to });
                notches.extend(changes.into_iter().find(|notch| self.changed(*notch).is_some()));
            }
        }
        notches
    }

    /// The battle after a change, if it can be fought.
    fn changed(&self, notch: Notch) -> Option<Battle> {
        let mut changed = self.scenario.clone();
        changed.set(&self.numbers[notch.value].0, notch.to).ok()?;
        self.registry.battle(&changed).ok()
    }

    /// All changes exactly, within the branches of one usual attempt.
    fn exactly(&self, notches: &[Notch], effort: &Effort<'_>) -> Option<Vec<Difference>> {
        let budget = Budget(Budget::USUAL.0 / (notches.len() as u64 + 1));
        let of = |battle: &Battle| {
            let exact = battle.exact(budget, budget).ok()?;
            Some(probability(&exact, &self.outcomes))
        };
        let before = of(&self.battle)?;
        let mut found = Vec::new();
        for notch in notches {
            if effort.is_stopped() {
                return None;
            }
            found.push(Difference::exactly(before, of(&self.changed(*notch)?)?));
        }
        Some(found)
    }

    /// All changes in battles with the same dice; after a halt the first of
    /// them. In how many battles each was fought at least.
    fn paired(
        &self,
        notches: &[Notch],
        seed: u64,
        trials: u64,
        effort: &Effort<'_>,
    ) -> (Vec<Difference>, u64) {
        let mut found: Vec<Difference> = Vec::new();
        let mut fought = trials;
        for group in notches.chunks(AT_ONCE) {
            let share = |notches: usize| notches as u64 * trials;
            let before = share(found.len());
            let tell = |done: u64, _: u64| {
                if let Some(progress) = effort.progress {
                    progress(before + done * group.len() as u64, share(notches.len()));
                }
            };
            let within = Effort { progress: Some(&tell), ..*effort };
            // Those that could be fought a moment ago still can.
            let battles: Vec<Battle> =
                group.iter().filter_map(|notch| self.changed(*notch)).collect();
            let variants: Vec<_> = battles.iter().map(|battle| &*battle.erased).collect();
            // Variants of a battle are of its ruleset.
            let pairs = self.battle.erased.pair(&variants, seed, 0..trials, &within);
            let pairs = pairs.unwrap_or_default();
            fought = pairs.iter().map(|pairs| pairs.trials()).fold(fought, u64::min);
            found.extend(pairs.iter().map(|pairs| Difference::paired(pairs, &self.outcomes)));
            if effort.is_stopped() {
                break;
            }
        }
        (found, fought)
    }
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

/// The values with what their changes do, those that matter most first.
fn ranked(
    numbers: Vec<(String, Number)>,
    notches: &[Notch],
    effects: &[Difference],
) -> Vec<ValueEffect> {
    let mut values: Vec<ValueEffect> = numbers
        .into_iter()
        .map(|(path, value)| ValueEffect { path, value, changes: Vec::new() })
        .collect();
    for (notch, effect) in notches.iter().zip(effects) {
        values[notch.value].changes.push(NotchEffect {
            to: notch.to,
            p: effect.after,
            effect: effect.effect,
            low: effect.low,
            high: effect.high,
        });
    }
    values.retain(|value| !value.changes.is_empty());
    let most = |value: &ValueEffect| {
        value.changes.iter().map(|change| change.effect.abs()).fold(0.0, f64::max)
    };
    // Equal ones stay in the order of the scenario.
    values.sort_by(|a, b| most(b).total_cmp(&most(a)));
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
