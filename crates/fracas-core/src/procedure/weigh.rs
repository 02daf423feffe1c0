//! How a battle ends, as a procedure: exactly where that is cheap, else a
//! pilot and one look.

use std::ops::Range;

use thiserror::Error;

use super::{Found, Gather, Piece, Procedure, Progress, Work};
use crate::odds::plan::{LOOK_ALPHA, PILOT_ALPHA, after_pilot, too_long, why_cut_short};
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
    /// Why they are not exact.
    because: Option<String>,
    stage: Stage,
}

/// Odds, found one way or the other.
#[derive(Clone, Debug, PartialEq)]
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
    /// Following every branch; if that fails it is the end or there are trials.
    Exact {
        budget: Budget,
        insisted: bool,
        asked: bool,
    },
    /// Fighting so many trials as are asked for or affordable.
    Fixed {
        gather: Gather<Tally>,
        why: String,
    },
    /// Fighting the first chunk, which tells what a battle costs, and the
    /// pilot, which tells how many are needed.
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
        let stage = match way {
            Way::Best(budget) => Stage::Exact { budget, insisted: false, asked: false },
            Way::Exact(budget) => Stage::Exact { budget, insisted: true, asked: false },
            Way::Sampled(goal) => Stage::sampling(goal, affordable)?,
            Way::Trials(trials) => Stage::range(trials)?,
        };
        Ok(Self { variant: 0, seed, affordable, needed: Vec::new(), because: None, stage })
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
            // Put back below, or replaced by what comes next.
            let stage =
                std::mem::replace(&mut self.stage, Stage::Done(Err(PlanError::Trials(0).into())));
            let (stage, changed) = stage.next();
            self.stage = stage;
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

    fn take_exact(&mut self, exact: Exact, insisted: bool) {
        let distributed =
            |place: usize| exact.distributions.get(place).is_some_and(Option::is_some);
        let missing = self.needed.iter().find(|(_, place)| !distributed(*place));
        let missing = missing.map(|(name, _)| Untold::Measure(name.clone()));
        let untold = || exact.that.iter().find_map(|that| that.p.clone().err());
        match missing.or_else(untold) {
            None => self.stage = Stage::Done(Ok(Weighed::Exact(exact))),
            Some(untold) => self.refuse(untold.into(), insisted),
        }
    }

    /// There are no exact odds: that is the answer, or trials are fought.
    fn refuse(&mut self, why: Unweighed, insisted: bool) {
        if insisted {
            self.stage = Stage::Done(Err(why));
            return;
        }
        self.because = Some(why.to_string());
        self.stage = match Stage::sampling(Goal::Usual, self.affordable) {
            Ok(stage) => stage,
            Err(why) => Stage::Done(Err(why.into())),
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
    fn sampling(goal: Goal, affordable: u64) -> Result<Self, PlanError> {
        Ok(match (goal.error(affordable)?, goal) {
            (Some((error, most_draws)), _) => {
                let first = if most_draws.is_some() { CHUNK } else { PILOT };
                Self::Pilot { gather: Gather::new(0..first), error, most_draws }
            }
            (None, Goal::Trials(trials)) => {
                let why = format!("{} battles asked for", grouped(trials));
                Self::Fixed { gather: Gather::new(0..trials), why }
            }
            (None, _) => Self::Done(Err(PlanError::Trials(0).into())),
        })
    }

    fn range(trials: Range<u64>) -> Result<Self, PlanError> {
        let count = trials.end.saturating_sub(trials.start);
        Goal::Trials(count).error(0)?;
        let why = format!("asked for trials {} to {}", trials.start, trials.end - 1);
        Ok(Self::Fixed { gather: Gather::new(trials), why })
    }

    /// The stage after this one, if all that it waits for is known.
    fn next(self) -> (Self, bool) {
        match self {
            Self::Fixed { gather, why } if gather.is_complete() => {
                (done(gather.into_counted(), ALPHA, why), true)
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
                    return (Self::Fixed { gather, why }, true);
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
            Stage::Exact { budget, asked, .. } if !*asked && capacity > 0 => {
                *asked = true;
                vec![Piece { variant, work: Work::Exact { budget: *budget } }]
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
            (Stage::Exact { insisted, .. }, Work::Exact { .. }, Found::Exact(exact)) => {
                let insisted = *insisted;
                self.take_exact(*exact, insisted);
            }
            (Stage::Exact { insisted, .. }, Work::Exact { .. }, Found::Refused(why)) => {
                let insisted = *insisted;
                self.refuse(Unweighed::Exact(why), insisted);
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
        let known = match &self.stage {
            Stage::Done(answer) => return Some(answer.clone()),
            Stage::Exact { .. } => return None,
            Stage::Fixed { gather, .. } | Stage::Pilot { gather, .. } => gather.counted().cloned(),
            Stage::Look { pilot, gather, .. } => {
                let mut known = pilot.clone();
                if let Some(look) = gather.counted() {
                    // Other trials of the same battle: they always fit.
                    let _ = known.merge(look);
                }
                Some(known)
            }
        };
        let mut answer = Answer::provisional(known?);
        if let Some(because) = &self.because {
            answer.odds.why = because_of(because, &answer.odds.why);
        }
        Some(Ok(Weighed::Sampled(answer)))
    }

    fn progress(&self) -> Progress {
        match &self.stage {
            Stage::Exact { .. } => Progress::default(),
            Stage::Fixed { gather, .. } => {
                Progress { done: gather.done(), planned: gather.planned() }
            }
            Stage::Pilot { gather, .. } => {
                Progress { done: gather.done(), planned: gather.planned().max(PILOT) }
            }
            Stage::Look { gather, .. } => {
                Progress { done: PILOT + gather.done(), planned: PILOT + gather.planned() }
            }
            Stage::Done(Ok(Weighed::Sampled(answer))) => {
                let done = answer.tally.trials().count();
                Progress { done, planned: done }
            }
            Stage::Done(_) => Progress::default(),
        }
    }
}
