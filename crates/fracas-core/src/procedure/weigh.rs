//! How a battle ends, as a procedure: exactly where that is cheap, else a
//! pilot and one look.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Found, Gather, Piece, Procedure, Progress, Work};
use crate::odds::plan::{
    LOOK_ALPHA, PILOT_ALPHA, after_pilot, coarse, suffice, too_long, tried_and_sure, why_coarse,
    why_cut_short, why_sufficed,
};
use crate::odds::{
    ALPHA, Answer, Budget, CHUNK, Exact, Goal, PILOT, PlanError, Refusal, Tally, Untold, Way,
    grouped,
};

/// A piece of trials takes about this part of the draws that a ruleset affords
/// for an answer: some hundredths of a second.
const PIECES: u64 = 32;

/// The odds of one battle.
#[derive(Clone, Debug)]
pub struct Weigh {
    variant: u64,
    seed: u64,
    affordable: u64,
    /// Names and places of measures whose distribution is needed.
    needed: Vec<(String, usize)>,
    /// Whether exact odds are to be tried once it is known what sampling to
    /// this goal takes.
    attempt: Option<Goal>,
    /// Why they are not exact.
    because: Option<String>,
    stage: Stage,
}

/// Odds, found one way or the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weighed {
    /// By following every branch.
    Exact(Exact),
    /// By fighting many battles.
    Sampled(Answer),
}

/// Why there are no odds.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Unweighed {
    /// The goal cannot be reached.
    #[error(transparent)]
    Goal(#[from] PlanError),
    /// Exact odds were asked for and are not to be had.
    #[error(transparent)]
    Exact(Refusal),
    /// Exact odds do not know how likely a condition is.
    #[error(transparent)]
    Untold(#[from] Untold),
    /// The variant is no battle that can be fought.
    #[error("{0}")]
    Impossible(String),
}

/// What is being done.
#[derive(Clone, Debug)]
enum Stage {
    /// Following every branch; if that fails it is the end or another stage.
    Exact {
        budget: Budget,
        sure: Budget,
        asked: bool,
        otherwise: Option<Box<Stage>>,
    },
    /// Fighting so many trials as are asked for, affordable, or enough
    /// whatever the odds. Their interval may miss with `alpha`.
    Fixed {
        gather: Gather<Tally>,
        alpha: f64,
        why: String,
    },
    /// Fighting the first chunk, which tells what a battle costs or is enough
    /// for a coarse error, and the pilot, which tells how many are needed.
    Pilot {
        gather: Gather<Tally>,
        error: f64,
        most_draws: Option<u64>,
    },
    /// Fighting those.
    Look {
        pilot: Tally,
        gather: Gather<Tally>,
        why: String,
    },
    Done(Result<Weighed, Unweighed>),
}

impl Weigh {
    /// The odds of variant 0, found in this way with the dice of a seed.
    /// Without an asked error so many draws are affordable.
    pub fn new(way: Way, seed: u64, affordable: u64) -> Result<Self, PlanError> {
        let attempt = if let Way::Planned(goal) = way { Some(goal) } else { None };
        let stage = match way {
            Way::Planned(goal) => Stage::sampling(goal, affordable)?,
            Way::Best(budget) => {
                Stage::exact(budget, budget, Some(Stage::sampling(Goal::Usual, affordable)?))
            }
            Way::Exact(budget) => Stage::exact(budget, budget, None),
            Way::Sampled(goal) => Stage::sampling(goal, affordable)?,
            Way::Trials(trials) => Stage::range(trials)?,
        };
        let needed = Vec::new();
        Ok(Self { variant: 0, seed, affordable, needed, attempt, because: None, stage })
    }

    /// The same of another variant.
    pub fn of(self, variant: u64) -> Self {
        Self { variant, ..self }
    }

    /// The same where exact odds must know how these measures are distributed,
    /// given by name and place.
    pub fn needing(self, needed: Vec<(String, usize)>) -> Self {
        Self { needed, ..self }
    }

    /// The variant whose odds these are.
    pub fn variant(&self) -> u64 {
        self.variant
    }

    /// Goes on as long as all is known for the next decision.
    fn advance(&mut self) {
        loop {
            let stage = std::mem::replace(&mut self.stage, nothing());
            let (stage, changed) = stage.next();
            self.stage = stage;
            self.try_exact();
            if !changed {
                break;
            }
        }
        if let (Stage::Done(Ok(Weighed::Sampled(answer))), Some(because)) =
            (&mut self.stage, &self.because)
        {
            answer.odds.why = because_of(because, &answer.odds.why);
        }
    }

    /// Once it is known what sampling takes, exact odds are tried before it.
    fn try_exact(&mut self) {
        let Some(goal) = self.attempt else { return };
        let (budget, sure) = match &self.stage {
            Stage::Look { pilot, gather, .. } => {
                tried_and_sure(PILOT + gather.planned(), pilot, goal)
            }
            Stage::Fixed { gather, .. } => match gather.counted() {
                Some(known) => tried_and_sure(gather.planned(), known, goal),
                None => return,
            },
            Stage::Done(Ok(Weighed::Sampled(answer))) => {
                tried_and_sure(answer.tally.trials().count(), &answer.tally, goal)
            }
            _ => return,
        };
        self.attempt = None;
        let otherwise = std::mem::replace(&mut self.stage, nothing());
        self.stage = Stage::exact(budget, sure, Some(otherwise));
    }

    fn take_exact(&mut self, exact: Exact) {
        let distributed =
            |place: usize| exact.distributions.get(place).is_some_and(Option::is_some);
        let missing = self.needed.iter().find(|(_, place)| !distributed(*place));
        let missing = missing.map(|(name, _)| Untold::Measure(name.clone()));
        let untold = || exact.that.iter().find_map(|that| that.p.clone().err());
        match missing.or_else(untold) {
            None => self.stage = Stage::Done(Ok(Weighed::Exact(exact))),
            Some(untold) => self.refuse(untold.into()),
        }
    }

    /// There are no exact odds: that is the answer, or trials are fought.
    fn refuse(&mut self, why: Unweighed) {
        let otherwise = match &mut self.stage {
            Stage::Exact { otherwise, .. } => otherwise.take(),
            _ => None,
        };
        self.stage = match otherwise {
            Some(stage) => {
                self.because = Some(why.to_string());
                *stage
            }
            None => Stage::Done(Err(why)),
        };
    }

    /// The trials of a piece that are worth handing to somebody.
    fn longest(&self) -> u64 {
        let known = match &self.stage {
            Stage::Look { pilot, .. } => Some(pilot),
            Stage::Fixed { gather, .. } | Stage::Pilot { gather, .. } => gather.counted(),
            Stage::Exact { .. } | Stage::Done(_) => None,
        };
        let Some(known) = known else { return CHUNK };
        let draws = u128::from(self.affordable / PIECES) * u128::from(known.trials().count());
        let trials = draws / u128::from(known.draws().max(1));
        u64::try_from(trials).unwrap_or(u64::MAX).max(1)
    }
}

fn because_of(because: &str, why: &str) -> String {
    format!("sampled, because {because}; {why}")
}

impl Stage {
    fn exact(budget: Budget, sure: Budget, otherwise: Option<Self>) -> Self {
        Self::Exact { budget, sure, asked: false, otherwise: otherwise.map(Box::new) }
    }

    fn sampling(goal: Goal, affordable: u64) -> Result<Self, PlanError> {
        Ok(match (goal.error(affordable)?, goal) {
            (Some((error, most_draws)), _) => {
                let is_short = most_draws.is_some() || coarse(error).is_some();
                let first = if is_short { CHUNK } else { PILOT };
                Self::Pilot { gather: Gather::new(0..first), error, most_draws }
            }
            (None, Goal::Trials(trials)) => {
                let why = format!("{} battles asked for", grouped(trials));
                Self::Fixed { gather: Gather::new(0..trials), alpha: ALPHA, why }
            }
            (None, _) => Self::Done(Err(PlanError::Trials(0).into())),
        })
    }

    fn range(trials: Range<u64>) -> Result<Self, PlanError> {
        let count = trials.end.saturating_sub(trials.start);
        Goal::Trials(count).error(0)?;
        let why = format!("asked for trials {} to {}", trials.start, trials.end - 1);
        Ok(Self::Fixed { gather: Gather::new(trials), alpha: ALPHA, why })
    }

    /// The stage after this one, if all that it waits for is known.
    fn next(self) -> (Self, bool) {
        match self {
            Self::Fixed { gather, alpha, why } if gather.is_complete() => {
                (done(gather.into_counted(), alpha, why), true)
            }
            Self::Pilot { mut gather, error, most_draws } if gather.is_complete() => {
                let first = gather.counted().map_or(0, Tally::draws);
                if gather.planned() >= PILOT {
                    return (look(gather, error, most_draws), true);
                }
                let cut = most_draws.and_then(|most| Some((too_long(first, most)?, most)));
                if let Some((trials, most)) = cut {
                    gather.extend(trials);
                    let why = why_cut_short(first, trials, most);
                    return (Self::Fixed { gather, alpha: ALPHA, why }, true);
                }
                if let Some(trials) = coarse(error) {
                    return (coarsely(gather, error, trials), true);
                }
                gather.extend(PILOT);
                (Self::Pilot { gather, error, most_draws }, false)
            }
            Self::Look { pilot, gather, why } if gather.is_complete() => {
                drop(pilot);
                (done(gather.into_counted(), LOOK_ALPHA, why), true)
            }
            other => (other, false),
        }
    }
}

/// What a stage can tell before it is over.
impl Stage {
    /// All trials that are counted.
    fn known(&self) -> Option<Tally> {
        match self {
            Self::Exact { otherwise, .. } => otherwise.as_ref()?.known(),
            Self::Fixed { gather, .. } | Self::Pilot { gather, .. } => gather.counted().cloned(),
            Self::Look { pilot, gather, .. } => {
                let mut known = pilot.clone();
                if let Some(look) = gather.counted() {
                    // Other trials of the same battle: they always fit.
                    let _ = known.merge(look);
                }
                Some(known)
            }
            Self::Done(Ok(Weighed::Sampled(answer))) => Some(answer.tally.clone()),
            Self::Done(_) => None,
        }
    }

    fn progress(&self) -> Progress {
        match self {
            Self::Exact { otherwise, .. } => {
                otherwise.as_ref().map_or_else(Progress::default, |stage| stage.progress())
            }
            Self::Fixed { gather, .. } => {
                Progress { done: gather.done(), planned: gather.planned() }
            }
            Self::Pilot { gather, error, .. } => {
                let wanted = coarse(*error).unwrap_or(PILOT);
                Progress { done: gather.done(), planned: gather.planned().max(wanted) }
            }
            Self::Look { gather, .. } => {
                Progress { done: PILOT + gather.done(), planned: PILOT + gather.planned() }
            }
            Self::Done(Ok(Weighed::Sampled(answer))) => {
                let done = answer.tally.trials().count();
                Progress { done, planned: done }
            }
            Self::Done(_) => Progress::default(),
        }
    }
}

/// What the first chunk leads to where so many trials reach the error in any
/// case. How many that are was known before, so all of them count; the two
/// intervals that may be told share their chance to miss.
fn coarsely(mut gather: Gather<Tally>, error: f64, trials: u64) -> Stage {
    let sure = gather.counted().is_some_and(|first| suffice(&first.shares(), CHUNK, error));
    if sure {
        return done(gather.into_counted(), PILOT_ALPHA, why_sufficed(CHUNK, error));
    }
    gather.extend(trials);
    Stage::Fixed { gather, alpha: LOOK_ALPHA, why: why_coarse(trials, error) }
}

/// What a whole pilot leads to.
fn look(gather: Gather<Tally>, error: f64, most_draws: Option<u64>) -> Stage {
    let Some(pilot) = gather.into_counted() else { return nothing() };
    let plan = match after_pilot(&pilot.shares(), pilot.draws(), error, most_draws) {
        Ok(plan) => plan,
        Err(why) => return Stage::Done(Err(why.into())),
    };
    let why = plan.why(error, most_draws.unwrap_or_default());
    if plan.look == 0 {
        return done(Some(pilot), PILOT_ALPHA, why);
    }
    Stage::Look { pilot, gather: Gather::new(PILOT..PILOT + plan.look), why }
}

fn done(tally: Option<Tally>, alpha: f64, why: String) -> Stage {
    let Some(tally) = tally else { return nothing() };
    Stage::Done(Ok(Weighed::Sampled(Answer::of(tally, alpha, why))))
}

/// Of no trials nothing is known; no goal asks for none.
fn nothing() -> Stage {
    Stage::Done(Err(PlanError::Trials(0).into()))
}

impl Procedure for Weigh {
    type Answer = Result<Weighed, Unweighed>;

    fn ask(&mut self, capacity: usize) -> Vec<Piece> {
        let longest = self.longest();
        let (variant, seed) = (self.variant, self.seed);
        match &mut self.stage {
            Stage::Exact { budget, sure, asked, .. } if !*asked && capacity > 0 => {
                *asked = true;
                vec![Piece { variant, work: Work::Exact { budget: *budget, sure: *sure } }]
            }
            Stage::Exact { .. } | Stage::Done(_) => Vec::new(),
            Stage::Fixed { gather, .. }
            | Stage::Pilot { gather, .. }
            | Stage::Look { gather, .. } => {
                let stretches = gather.hand_out(capacity, longest).into_iter();
                let piece = |trials| Piece { variant, work: Work::Trials { seed, trials } };
                stretches.map(piece).collect()
            }
        }
    }

    fn take(&mut self, piece: &Piece, found: Found) {
        if piece.variant != self.variant || self.is_done() {
            return;
        }
        match (&mut self.stage, &piece.work, found) {
            (_, _, Found::Impossible(why)) => {
                self.stage = Stage::Done(Err(Unweighed::Impossible(why)));
            }
            (Stage::Exact { .. }, Work::Exact { .. }, Found::Exact(exact)) => {
                self.take_exact(*exact);
            }
            (Stage::Exact { .. }, Work::Exact { .. }, Found::Refused(why)) => {
                self.refuse(Unweighed::Exact(why));
            }
            (
                Stage::Fixed { gather, .. }
                | Stage::Pilot { gather, .. }
                | Stage::Look { gather, .. },
                Work::Trials { trials, .. },
                Found::Tally(tally),
            ) if tally.seed() == self.seed => {
                gather.take(trials.clone(), Some(&tally));
            }
            _ => self.lose(piece),
        }
        self.advance();
    }

    fn lose(&mut self, piece: &Piece) {
        if piece.variant != self.variant {
            return;
        }
        match (&mut self.stage, &piece.work) {
            (Stage::Exact { asked, .. }, Work::Exact { .. }) => *asked = false,
            (
                Stage::Fixed { gather, .. }
                | Stage::Pilot { gather, .. }
                | Stage::Look { gather, .. },
                Work::Trials { trials, .. },
            ) => {
                gather.take(trials.clone(), None);
            }
            _ => {}
        }
    }

    fn is_done(&self) -> bool {
        matches!(self.stage, Stage::Done(_))
    }

    fn answer(&self) -> Option<Self::Answer> {
        if let Stage::Done(answer) = &self.stage {
            return Some(answer.clone());
        }
        let mut answer = Answer::provisional(self.stage.known()?);
        if let Some(because) = &self.because {
            answer.odds.why = because_of(because, &answer.odds.why);
        }
        Some(Ok(Weighed::Sampled(answer)))
    }

    fn progress(&self) -> Progress {
        self.stage.progress()
    }
}
