//! Several battles against each other, with the same dice.

use std::sync::Arc;

use fracas_core::odds::{Budget, Effort};
use fracas_core::procedure::{Found, Piece, Procedure, Progress, carry_out};
use serde::Serialize;
use thiserror::Error;

use super::aim::{Aim, AimError};
use super::estimate::Estimate;
use super::race::{Out, Race, Rules};
use super::variants::{Variants, work};
use crate::battle::Battle;
use crate::report::{Heading, Versions};

/// So many can be compared at once.
pub const MOST_COMPARED: usize = 256;
/// Draws of chance of a comparison, unless a ruleset affords less.
pub(crate) const LAB_DRAWS: u64 = 1 << 28;

/// What is asked of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct CompareAsk {
    /// What is compared, as [`Battle::aim`] reads it; the first decides who is
    /// best. None means all outcomes.
    pub aims: Vec<String>,
    /// Whether the smallest is best.
    pub least: bool,
    /// How many trials, instead of what is affordable.
    pub trials: Option<u64>,
    /// The error of differences at which it is enough.
    pub error: f64,
    /// Exact odds are tried within this budget.
    pub budget: Option<Budget>,
}

impl Default for CompareAsk {
    fn default() -> Self {
        Self {
            aims: Vec::new(),
            least: false,
            trials: None,
            error: 0.005,
            budget: Some(Budget::USUAL),
        }
    }
}

/// Why battles cannot be compared.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum CompareError {
    /// There are too few or too many.
    #[error("{0} to compare; allowed are 2 to {MOST_COMPARED}")]
    Number(usize),
    /// They are of different rulesets.
    #[error("`{0}` is a battle of {1}, `{2}` one of {3}: only battles of one ruleset compare")]
    Rulesets(String, &'static str, String, &'static str),
    /// What is to be compared cannot be read.
    #[error("{name}: {why}")]
    Aim {
        /// Of which battle.
        name: String,
        /// Why not.
        #[source]
        why: Box<AimError>,
    },
    /// No number of trials.
    #[error("{0} trials; allowed are 64 to 2^24")]
    Trials(u64),
}

/// Most trials that can be asked for: each is kept.
const MOST_ASKED: u64 = 1 << 24;

/// A comparison, ranked. Intervals hold at 95% each; the bound by which
/// battles were dropped holds for all together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Of the first battle.
    #[serde(flatten)]
    pub heading: Heading,
    /// The seed of the dice that all share.
    pub seed: u64,
    /// What is compared.
    pub aims: Vec<Compared>,
    /// Whether the smallest is best.
    pub least: bool,
    /// Everybody, the best first.
    pub variants: Vec<ComparedVariant>,
    /// Looks that were taken.
    pub looks: usize,
    /// Looks that were planned.
    pub planned_looks: usize,
    /// Draws stopped before the asked error was reached.
    pub cut_short: bool,
    /// Whether somebody called a halt.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
    /// By which rules and dice.
    pub versions: Versions,
}

/// Something that is compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// As it is written.
    pub aim: String,
    /// Whether it is a probability; else a mean.
    pub share: bool,
}

/// One of those that are compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparedVariant {
    /// What it is called.
    pub name: String,
    /// Whether the others are compared with it.
    pub base: bool,
    /// How many trials were fought; none of exact odds.
    pub trials: Option<u64>,
    /// Aim by aim.
    pub values: Vec<Estimate>,
    /// Aim by aim, less those of the first battle.
    pub differences: Vec<Estimate>,
    /// Whether it was shown to be worse than the best, and fought no more.
    pub dropped: bool,
    /// Whether the best is shown to be better.
    pub worse: bool,
}

/// Several battles with the same dice: a [`Procedure`].
///
/// ```
/// use fracas::{Effort, Scenario, lab::{Compare, CompareAsk}};
/// let mut pikes = Scenario::of("olympia");
/// pikes.set("attacker.stack[0].noble", "Osswid")?;
/// pikes.set("attacker.stack[0].men.pikeman", 12)?;
/// pikes.set("defender.stack[0].noble", "Feasel")?;
/// pikes.set("defender.stack[0].men.knight", 5)?;
/// let mut swords = pikes.clone();
/// swords.set("attacker.stack[0].men.pikeman", 0)?;
/// swords.set("attacker.stack[0].men.swordsman", 12)?;
///
/// let both = vec![("pikes".to_owned(), pikes.battle()?), ("swords".to_owned(), swords.battle()?)];
/// let ask = CompareAsk { aims: vec!["attacker".to_owned()], ..CompareAsk::default() };
/// let found = Compare::new(both, ask, 0)?.carry_out(&Effort::default());
/// let [best, other] = &found.variants[..] else { return Err("there were two".into()) };
/// assert!(best.values[0].value >= other.values[0].value);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Compare {
    names: Vec<String>,
    battles: Arc<Vec<Battle>>,
    aims: Vec<Aim>,
    race: Race,
    seed: u64,
    error: f64,
    least: bool,
}

impl Compare {
    /// Compares these battles, named, with the first of them.
    pub fn new(
        battles: Vec<(String, Battle)>,
        ask: CompareAsk,
        seed: u64,
    ) -> Result<Self, CompareError> {
        if !(2..=MOST_COMPARED).contains(&battles.len()) {
            return Err(CompareError::Number(battles.len()));
        }
        if let Some(trials) = ask.trials.filter(|trials| !(64..=MOST_ASKED).contains(trials)) {
            return Err(CompareError::Trials(trials));
        }
        let (name, first) = &battles[0];
        let texts: Vec<String> = match ask.aims.is_empty() {
            true => first.rules.outcomes.iter().map(|outcome| (*outcome).to_owned()).collect(),
            false => ask.aims,
        };
        let mut aims = Vec::new();
        for (other, battle) in &battles {
            if battle.rules.name != first.rules.name {
                let (ours, theirs) = (first.rules.name, battle.rules.name);
                return Err(CompareError::Rulesets(name.clone(), ours, other.clone(), theirs));
            }
            let read = |text: &String| battle.aim(text);
            let read: Result<Vec<Aim>, AimError> = texts.iter().map(read).collect();
            let wrong = |why| CompareError::Aim { name: other.clone(), why: Box::new(why) };
            aims.push(read.map_err(wrong)?);
        }
        let aims = aims.swap_remove(0);
        let rules = Rules {
            means: aims.iter().filter(|aim| !aim.is_share()).count(),
            aims: texts.into(),
            least: ask.least,
            seed,
            first: 0,
            draws: first.rules.most_draws.min(LAB_DRAWS),
            trials: ask.trials,
            error: (ask.trials.is_none() && aims[0].is_share()).then_some(ask.error),
            budget: ask.budget,
            // Of two nobody is hopeless: their difference is the question.
            drops: battles.len() > 2,
            keep_first: true,
            cuts: false,
        };
        let ids: Vec<u64> = (0..battles.len() as u64).collect();
        let (names, battles): (Vec<_>, Vec<_>) = battles.into_iter().unzip();
        let battles = Arc::new(battles);
        let race = Race::new(rules, battles.clone(), &ids);
        Ok(Self { names, battles, aims, race, seed, error: ask.error, least: ask.least })
    }

    /// The battles it is about, for whoever does the work himself.
    pub fn variants(&self) -> Arc<dyn Variants + Send> {
        self.battles.clone()
    }

    /// Carries it out on threads, to its end or until somebody calls a halt.
    pub fn carry_out(mut self, effort: &Effort<'_>) -> Comparison {
        let battles = self.battles.clone();
        carry_out(&mut self, effort, |piece, effort| work(&*battles, piece, effort), |_| {});
        self.comparison()
    }

    fn comparison(&self) -> Comparison {
        let alpha = self.race.told_alpha();
        let ranking = self.race.ranking();
        let best = ranking.first().copied();
        let variant = |&place: &usize| {
            let known = self.race.known(place)?;
            let base = self.race.known(0);
            let estimate = |aim| known.estimate(aim, alpha);
            let less = |aim| {
                base.filter(|_| place > 0)
                    .map_or(Estimate::exactly(0.0), |base| known.less(&base, aim, alpha))
            };
            let dropped = self.race.runners()[place].out == Some(Out::Worse);
            let behind = || self.race.is_worse(place, best?, self.race.drop_alpha());
            Some(ComparedVariant {
                name: self.names[place].clone(),
                base: place == 0,
                trials: known.trials(),
                values: (0..self.aims.len()).map(estimate).collect(),
                differences: (0..self.aims.len()).map(less).collect(),
                dropped,
                worse: dropped || behind().unwrap_or(false),
            })
        };
        let variants: Vec<ComparedVariant> = ranking.iter().filter_map(variant).collect();
        let wide = |variant: &ComparedVariant| {
            !variant.dropped && variant.differences[0].error() > self.error
        };
        let compared = |aim: &Aim| Compared { aim: aim.text(), share: aim.is_share() };
        let first = &self.battles[0];
        Comparison {
            heading: first.heading(),
            seed: self.seed,
            aims: self.aims.iter().map(compared).collect(),
            least: self.least,
            cut_short: self.aims[0].is_share() && variants.iter().any(wide),
            variants,
            looks: self.race.looks().0,
            planned_looks: self.race.looks().1,
            provisional: !self.race.is_done(),
            versions: first.versions(),
        }
    }
}

impl Procedure for Compare {
    type Answer = Comparison;

    fn ask(&mut self, capacity: usize) -> Vec<Piece> {
        self.race.ask(capacity)
    }

    fn take(&mut self, piece: &Piece, found: Found) {
        self.race.take(piece, found);
    }

    fn lose(&mut self, piece: &Piece) {
        self.race.lose(piece);
    }

    fn is_done(&self) -> bool {
        self.race.is_done()
    }

    fn answer(&self) -> Option<Comparison> {
        self.race.answer().map(|()| self.comparison())
    }

    fn progress(&self) -> Progress {
        self.race.progress()
    }
}

#[cfg(test)]
mod tests;
