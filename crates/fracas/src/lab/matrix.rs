//! Everybody against everybody.

mod pairing;
mod score;

use fracas_core::order::Ordered;
use std::sync::Arc;

use fracas_core::capability::Side;
use fracas_core::odds::{ALPHA, Budget, CHUNK, Effort};
use fracas_core::procedure::{Found, Piece, Procedure, Progress, carry_out};
use serde::Serialize;
use thiserror::Error;

use super::compare::LAB_DRAWS;
use super::estimate::{Estimate, Known};
use super::scored::Scored;
use super::variants::{Variants, work};
use crate::battle::Battle;
use crate::registry::{Capability, Lacking, Registry, UnknownRuleset};
use crate::report::Versions;
use crate::scenario::{Scenario, ScenarioError};
use pairing::{ruleset, side_of, together};
use score::Score;

/// So many can meet.
pub const MOST_ENTRANTS: usize = 48;
/// Branches that are followed for exact odds, of all battles together.
const BRANCHES: u64 = 1 << 25;
/// No battle is fought more often unless somebody asks.
const MOST_TRIALS: u64 = 1 << 16;

/// Why they cannot meet.
#[derive(Debug, Error)]
pub enum MatrixError {
    /// There are too few or too many.
    #[error("{0} armies; allowed are 2 to {MOST_ENTRANTS}")]
    Number(usize),
    /// A file does not say its ruleset, or another than the first.
    #[error("{0}: {1}")]
    File(String, String),
    /// There is no such ruleset.
    #[error(transparent)]
    Ruleset(#[from] UnknownRuleset),
    /// Its battles cannot be put together.
    #[error(transparent)]
    Lacking(#[from] Lacking),
    /// Two of them make no battle.
    #[error("{0}: {1}")]
    Pairing(String, ScenarioError),
    /// No number of trials.
    #[error("{0} trials; allowed are 64 to 2^20")]
    Trials(u64),
    /// Nobody is there to be met.
    #[error("nobody meets anybody: all files hold the same side, {0}")]
    OneSided(&'static str),
}

/// Everybody's battles with everybody: a [`Procedure`].
///
/// ```
/// use fracas::{Effort, Registry, Scenario, lab::Matrix};
/// let army = |name: &str, pikemen: i64| -> Result<_, fracas::EditError> {
///     let mut army = Scenario::of("olympia");
///     army.set("attacker.stack[0].noble", name)?;
///     army.set("attacker.stack[0].men.pikeman", pikemen)?;
///     Ok((name.to_owned(), army))
/// };
/// let armies = vec![army("few", 2)?, army("some", 6)?, army("many", 20)?];
/// let found = Matrix::new(Registry::standard(), armies, None, 0)?.carry_out(&Effort::default());
/// // Each attacks each of the others.
/// assert_eq!(found.meetings.len(), 6);
/// let names: Vec<&str> = found.ranking.iter().map(|rank| rank.name.as_str()).collect();
/// assert_eq!(names, ["many", "some", "few"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Matrix {
    ruleset: &'static str,
    sides: [Side; 2],
    names: Vec<String>,
    seed: u64,
    /// Who meets whom, the first side first.
    pairings: Vec<(usize, usize)>,
    battles: Arc<Vec<Battle>>,
    scored: Vec<Scored>,
    draws: u64,
    trials: Option<u64>,
    longest: u64,
    planned: bool,
}

/// Everybody against everybody, ranked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatrixFound {
    /// The version of fracas.
    pub fracas: &'static str,
    /// The ruleset.
    pub ruleset: &'static str,
    /// The seed of the dice that all share.
    pub seed: u64,
    /// The two sides.
    pub sides: [&'static str; 2],
    /// Everybody, the best first.
    pub ranking: Vec<Rank>,
    /// Every battle.
    pub meetings: Vec<Meeting>,
    /// Whether somebody called a halt.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
    /// By which rules and dice.
    pub versions: Versions,
}

/// Somebody's place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rank {
    /// Who.
    pub name: String,
    /// The share of battles won, an undecided one counting half, over all
    /// battles on both sides.
    pub score: Estimate,
    /// The best place that is not shown to be another's.
    pub from: usize,
    /// The worst. All places together are wrong with at most 5%.
    pub to: usize,
    /// How many battles it has.
    pub battles: usize,
}

/// Two that met.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Meeting {
    /// On the first side.
    pub first: String,
    /// On the second.
    pub second: String,
    /// How likely the first wins.
    pub wins: Estimate,
    /// How likely the second does.
    pub loses: Estimate,
    /// How many trials; none of exact odds.
    pub trials: Option<u64>,
}

impl Matrix {
    /// Lets these meet, each a scenario that holds one side and is named.
    /// Where the two sides can be swapped everybody stands on both.
    pub fn new(
        registry: &Registry,
        entrants: Vec<(String, Scenario)>,
        trials: Option<u64>,
        seed: u64,
    ) -> Result<Self, MatrixError> {
        if !(2..=MOST_ENTRANTS).contains(&entrants.len()) {
            return Err(MatrixError::Number(entrants.len()));
        }
        if let Some(trials) = trials.filter(|trials| !(64..=1 << 20).contains(trials)) {
            return Err(MatrixError::Trials(trials));
        }
        let ruleset = ruleset(&entrants)?;
        let rules = registry.rules(&ruleset)?;
        registry.require(rules, Capability::Sides)?;
        // Just required.
        let Some((sides, swap)) = rules.sides() else { return Err(MatrixError::Number(0)) };
        let mut of = Vec::new();
        for (name, scenario) in &entrants {
            of.push(side_of(name, scenario, &sides)?);
        }
        let on = |entrant: usize, side: usize| swap || of[entrant] == side;
        let mut pairings = Vec::new();
        for first in 0..entrants.len() {
            for second in (0..entrants.len()).filter(|second| *second != first) {
                if on(first, 0) && on(second, 1) {
                    pairings.push((first, second));
                }
            }
        }
        if pairings.is_empty() {
            return Err(MatrixError::OneSided(sides[of[0]].name));
        }
        let mut battles = Vec::new();
        for &(first, second) in &pairings {
            let entry = |entrant: usize| (&entrants[entrant].1, &sides[of[entrant]]);
            let scenario = together(rules.name, &sides, entry(first), entry(second));
            let name = || format!("{} against {}", entrants[first].0, entrants[second].0);
            let battle = registry.battle(&scenario);
            battles.push(battle.map_err(|why| MatrixError::Pairing(name(), why))?);
        }
        let aim = |side: &Side| {
            let outcomes = side.wins.iter().map(|outcome| rules.outcomes[outcome.index()]);
            outcomes.collect::<Vec<_>>().join(" or ")
        };
        let aims: Arc<[String]> = sides.iter().map(aim).collect();
        let budget = Budget(BRANCHES / pairings.len() as u64);
        let budget = Some(budget).filter(|_| trials.is_none());
        let scored = |variant: usize| {
            let mut scored = Scored::new(variant as u64, seed, aims.clone(), budget);
            scored.want(0..CHUNK);
            scored
        };
        Ok(Self {
            ruleset: rules.name,
            sides,
            names: entrants.into_iter().map(|(name, _)| name).collect(),
            seed,
            scored: (0..pairings.len()).map(scored).collect(),
            pairings,
            draws: rules.most_draws.min(LAB_DRAWS),
            battles: Arc::new(battles),
            trials,
            longest: CHUNK,
            planned: false,
        })
    }

    /// The battles it is about, for whoever does the work himself.
    pub fn variants(&self) -> Arc<dyn Variants + Send> {
        self.battles.clone()
    }

    /// Carries it out on threads, to its end or until somebody calls a halt.
    /// Told as progress are pairs.
    pub fn carry_out(mut self, effort: &Effort<'_>) -> MatrixFound {
        let battles = self.battles.clone();
        let quiet = Effort { progress: None, ..*effort };
        let look = |matrix: &mut Self| {
            let Progress { done, planned } = matrix.progress();
            if let Some(progress) = effort.progress {
                progress(done, planned);
            }
        };
        carry_out(&mut self, &quiet, |piece, effort| work(&*battles, piece, effort), look);
        self.found()
    }

    /// After the first trials of all: as many as the draws pay for.
    fn plan(&mut self) {
        if self.planned || !self.scored.iter().all(Scored::is_ready) {
            return;
        }
        self.planned = true;
        let (mut draws, mut fought) = (0u128, 0u64);
        for scored in &self.scored {
            if let Some(Known::Trials(journal)) = scored.known() {
                draws += u128::from(journal.draws());
                fought += 1;
            }
        }
        if fought == 0 {
            return;
        }
        let pay = u128::from(self.draws) * u128::from(CHUNK) / draws.max(1);
        let pay = u64::try_from(pay).unwrap_or(u64::MAX).clamp(CHUNK, MOST_TRIALS);
        let trials = self.trials.unwrap_or(pay / CHUNK * CHUNK);
        self.longest = (trials / 8 / CHUNK * CHUNK).max(CHUNK);
        self.scored.iter_mut().for_each(|scored| scored.want(0..trials));
    }

    fn found(&self) -> MatrixFound {
        let meeting = |(place, (first, second)): (usize, &(usize, usize))| {
            let known = self.scored[place].known()?;
            Some(Meeting {
                first: self.names[*first].clone(),
                second: self.names[*second].clone(),
                wins: known.estimate(0, ALPHA),
                loses: known.estimate(1, ALPHA),
                trials: known.trials(),
            })
        };
        let first = &self.battles[0];
        MatrixFound {
            fracas: crate::VERSION,
            ruleset: self.ruleset,
            seed: self.seed,
            sides: [self.sides[0].name, self.sides[1].name],
            ranking: self.ranking(),
            meetings: self.pairings.iter().enumerate().filter_map(meeting).collect(),
            provisional: !self.is_done(),
            versions: first.versions(),
        }
    }

    /// What everybody scored, trial by trial, so that what the dice do to all
    /// of a trial's battles is counted in.
    fn ranking(&self) -> Vec<Rank> {
        let entrants = self.names.len();
        let trials = self.scored.iter().filter_map(|scored| scored.known()?.trials()).min();
        let trials = usize::try_from(trials.unwrap_or(0)).unwrap_or(0);
        let mut score = vec![Score { each: vec![0; trials], ..Score::default() }; entrants];
        for (place, &(first, second)) in self.pairings.iter().enumerate() {
            let Some(known) = self.scored[place].known() else { continue };
            for (entrant, sign) in [(first, 1), (second, -1)] {
                score[entrant].battles += 1;
                score[entrant].add(&known, sign);
            }
        }
        let alpha = ALPHA / (entrants * (entrants - 1)).max(1) as f64;
        let places = |entrant: usize| {
            let (mut better, mut worse) = (0, 0);
            for other in (0..entrants).filter(|other| *other != entrant) {
                let apart = score[entrant].less(&score[other], 2.0 * alpha);
                better += usize::from(apart.high < 0.0);
                worse += usize::from(apart.low > 0.0);
            }
            (1 + better, entrants - worse)
        };
        let mut ranking: Vec<Rank> = (0..entrants)
            .filter(|entrant| score[*entrant].battles > 0)
            .map(|entrant| {
                let (from, to) = places(entrant);
                let own = score[entrant].less(&Score { battles: 1, ..Score::default() }, ALPHA);
                let scaled = |number: f64| (0.5 + number / 2.0).clamp(0.0, 1.0);
                let score_of = match own.is_exact() {
                    true => Estimate::exactly(scaled(own.value)),
                    false => {
                        Estimate::sampled(scaled(own.value), scaled(own.low), scaled(own.high))
                    }
                };
                let name = self.names[entrant].clone();
                Rank { name, score: score_of, from, to, battles: score[entrant].battles }
            })
            .collect();
        ranking.put_in_order_by(|a, b| b.score.value.total_cmp(&a.score.value));
        ranking
    }
}

impl Procedure for Matrix {
    type Answer = MatrixFound;

    fn ask(&mut self, capacity: usize) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for scored in &mut self.scored {
            let room = capacity.saturating_sub(pieces.len());
            if room == 0 {
                break;
            }
            pieces.extend(scored.ask(room, self.longest));
        }
        pieces
    }

    fn take(&mut self, piece: &Piece, found: Found) {
        let place = usize::try_from(piece.variant).ok();
        let Some(scored) = place.and_then(|place| self.scored.get_mut(place)) else { return };
        let battles = self.battles.clone();
        scored.take(piece, found, |aims, exact| {
            battles.battle(piece.variant).ok()?.exactly(aims, exact)
        });
        self.plan();
    }

    fn lose(&mut self, piece: &Piece) {
        let place = usize::try_from(piece.variant).ok();
        if let Some(scored) = place.and_then(|place| self.scored.get_mut(place)) {
            scored.lose(piece);
        }
    }

    fn is_done(&self) -> bool {
        self.planned && self.scored.iter().all(Scored::is_ready)
    }

    /// Something as soon as all battles have been fought a little.
    fn answer(&self) -> Option<MatrixFound> {
        let known = self.scored.iter().all(|scored| scored.known().is_some());
        known.then(|| self.found())
    }

    /// In pairs. Those that are fought count by the part of their trials that
    /// is known, once it is known how many there will be.
    fn progress(&self) -> Progress {
        let part = |scored: &Scored| match scored.progress() {
            _ if scored.is_ready() && (self.planned || scored.is_exact()) => 1.0,
            (done, planned) if self.planned => done as f64 / planned.max(1) as f64,
            _ => 0.0,
        };
        let done: f64 = self.scored.iter().map(part).sum();
        Progress { done: done as u64, planned: self.scored.len() as u64 }
    }
}

#[cfg(test)]
mod tests;
