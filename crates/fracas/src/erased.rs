//! The one place where a ruleset is hidden behind `dyn`. It is asked once a
//! question or chunk of trials, never once a blow: inside, everything is
//! compiled for the ruleset.

use std::any::Any;
use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use fracas_core::capability::{ChainedBattle, Detail, Part, Refused};
use fracas_core::chance::{Draw, Fault};
use fracas_core::decide::{self, Decisions, Undecided};
use fracas_core::odds::{
    Budget, Effort, Exact, HearEnds, Journal, Note, Pairs, Question, Refusal, Search, Tally,
    fight_watched, journal, pair, sample_asking, search,
};
use fracas_core::ruleset::{Measure, Ruleset};
use fracas_core::table::Table;
use fracas_core::watch::Scores;

use crate::fight::{Dice, Records, Witness};
use crate::log::{Log, Teller};
use crate::scenes::{AnyMoments, Fought};
use crate::session::{AnySession, Played, Record, play_again};

/// A battle whose ruleset is not known. What needs a capability that the
/// ruleset lacks answers none.
pub(crate) trait AnyBattle: Any + Send + Sync {
    fn measures(&self) -> Vec<Measure>;
    fn fight(
        &self,
        dice: &Dice,
        log: Option<Log<'_>>,
        records: &mut Records,
    ) -> Result<Ended, Fault>;
    fn sample(
        &self,
        questions: &[Question<'_>],
        seed: u64,
        trials: Range<u64>,
        effort: &Effort<'_>,
    ) -> Tally;
    fn search(&self, fits: Fits<'_>, seed: u64, trials: Range<u64>, effort: &Effort<'_>) -> Search;
    /// Trials with what was noted of each.
    fn journal(
        &self,
        notes: &[Note<'_>],
        seed: u64,
        trials: Range<u64>,
        effort: &Effort<'_>,
    ) -> Journal;
    /// Exact odds, every end told; with a larger budget if it is seen early that
    /// this will do.
    fn exact(&self, budget: Budget, sure: Budget, hear: HearEnds<'_>) -> Result<Exact, Refusal>;
    fn deciders(&self) -> Vec<&'static str>;
    fn usual_goal(&self, decider: usize) -> Option<String>;
    fn decide(&self, question: &decide::Question) -> Option<Result<Decisions, Undecided>>;
    /// This battle and others of its ruleset in the same trials; none if one of
    /// them is of another.
    fn pair(
        &self,
        others: &[&dyn AnyBattle],
        seed: u64,
        trials: Range<u64>,
        effort: &Effort<'_>,
    ) -> Option<Vec<Pairs>>;
    fn usual_detail(&self) -> Detail;
    /// What is fought of a larger whole.
    fn part(&self) -> Option<String>;
    /// Who decides for the sides.
    fn played_by(&self) -> Option<String>;
    /// The battles of a chain.
    fn battles(&self) -> Vec<ChainedBattle>;
    fn inspect(&self) -> Option<Vec<Table>>;
    fn checked(&self) -> Vec<Table>;
    fn parts(&self) -> Option<Vec<Part>>;
    /// The battle without one of the parts; none where nothing would be left to
    /// be fought.
    fn without(&self, part: usize) -> Option<Arc<dyn AnyBattle>>;
    fn scenes(&self, seed: u64, trial: u64, observer: Option<usize>)
    -> Option<Box<dyn AnyMoments>>;
    fn play(&self, seed: u64) -> Option<Box<dyn AnySession>>;
    fn play_again(
        &self,
        record: &Record,
        log: Option<Log<'_>>,
        witness: &mut Witness,
    ) -> Option<Result<Ended, Refused>>;
}

/// Whether a battle of this outcome and these measures is the one.
pub(crate) type Fits<'a> = &'a (dyn Fn(usize, &[i64]) -> bool + Sync);

/// How one battle ended.
pub(crate) struct Ended {
    /// By its place; none of a played battle that was left before its end.
    pub outcome: Option<usize>,
    pub measures: Vec<(String, i64)>,
    pub facts: Vec<(&'static str, serde_json::Value)>,
    pub aftermath: String,
    pub files: Vec<String>,
    pub closing: String,
}

/// A battle whose ruleset is known.
pub(crate) struct Held<R: Ruleset>(pub Arc<R::Battle>);

impl<R: Ruleset> Held<R> {
    pub fn new(battle: R::Battle) -> Self {
        Self(Arc::new(battle))
    }
}

impl<R: Ruleset> AnyBattle for Held<R> {
    fn measures(&self) -> Vec<Measure> {
        R::measures(&self.0)
    }

    fn fight(
        &self,
        dice: &Dice,
        log: Option<Log<'_>>,
        records: &mut Records,
    ) -> Result<Ended, Fault> {
        let Records { tape, witness } = records;
        dice.throw(tape, |dice| tell::<R>(&self.0, dice, log, witness.as_mut()))
    }

    fn sample(
        &self,
        questions: &[Question<'_>],
        seed: u64,
        trials: Range<u64>,
        effort: &Effort<'_>,
    ) -> Tally {
        sample_asking::<R>(&self.0, questions, seed, trials, effort)
    }

    fn search(&self, fits: Fits<'_>, seed: u64, trials: Range<u64>, effort: &Effort<'_>) -> Search {
        search::<R>(&self.0, fits, seed, trials, effort)
    }

    fn journal(
        &self,
        notes: &[Note<'_>],
        seed: u64,
        trials: Range<u64>,
        effort: &Effort<'_>,
    ) -> Journal {
        journal::<R>(&self.0, notes, seed, trials, effort)
    }

    fn exact(&self, budget: Budget, sure: Budget, hear: HearEnds<'_>) -> Result<Exact, Refusal> {
        match R::capabilities().exact {
            Some(exact) if sure == budget => exact.exact_ends(&self.0, budget, hear),
            Some(exact) => exact.attempt(&self.0, budget, sure, hear),
            None => Err(Refusal::NotOffered),
        }
    }

    fn deciders(&self) -> Vec<&'static str> {
        R::capabilities().decide.map_or_else(Vec::new, |decide| decide.deciders(&self.0))
    }

    fn usual_goal(&self, decider: usize) -> Option<String> {
        Some(R::capabilities().decide?.usual_goal(&self.0, decider))
    }

    fn decide(&self, question: &decide::Question) -> Option<Result<Decisions, Undecided>> {
        Some(R::capabilities().decide?.decide(&self.0, question))
    }

    fn pair(
        &self,
        others: &[&dyn AnyBattle],
        seed: u64,
        trials: Range<u64>,
        effort: &Effort<'_>,
    ) -> Option<Vec<Pairs>> {
        let mut same: Vec<&R::Battle> = Vec::new();
        for &other in others {
            let any: &dyn Any = other;
            same.push(&any.downcast_ref::<Self>()?.0);
        }
        Some(pair::<R, _>(&self.0, &same, seed, trials, effort))
    }

    fn usual_detail(&self) -> Detail {
        R::capabilities().tell.map_or(Detail::Phases, |tell| tell.usual_detail(&self.0))
    }

    fn part(&self) -> Option<String> {
        R::capabilities().tell.and_then(|tell| tell.part(&self.0))
    }

    fn played_by(&self) -> Option<String> {
        R::capabilities().tell.and_then(|tell| tell.played_by(&self.0))
    }

    fn battles(&self) -> Vec<ChainedBattle> {
        R::capabilities().tell.map_or_else(Vec::new, |tell| tell.battles(&self.0))
    }

    fn inspect(&self) -> Option<Vec<Table>> {
        Some(R::capabilities().inspect?.inspect(&self.0))
    }

    fn checked(&self) -> Vec<Table> {
        R::capabilities().inspect.map_or_else(Vec::new, |inspect| inspect.checked(&self.0))
    }

    fn parts(&self) -> Option<Vec<Part>> {
        Some(R::capabilities().parts?.parts(&self.0))
    }

    fn without(&self, part: usize) -> Option<Arc<dyn AnyBattle>> {
        let without = R::capabilities().parts?.without(&self.0, part)?;
        Some(Arc::new(Self::new(without)))
    }

    fn scenes(
        &self,
        seed: u64,
        trial: u64,
        observer: Option<usize>,
    ) -> Option<Box<dyn AnyMoments>> {
        Some(Box::new(Fought::<R>::new(self.0.clone(), seed, trial, observer)?))
    }

    fn play_again(
        &self,
        record: &Record,
        log: Option<Log<'_>>,
        witness: &mut Witness,
    ) -> Option<Result<Ended, Refused>> {
        let play = R::capabilities().play?;
        Some(play_again::<R>(play, self.0.clone(), record, log, witness))
    }

    fn play(&self, seed: u64) -> Option<Box<dyn AnySession>> {
        let play = R::capabilities().play?;
        Some(Box::new(Played::<R>::begin(play, self.0.clone(), seed)))
    }
}

/// Fights with any dice and tells the log and the witness.
fn tell<R: Ruleset>(
    battle: &R::Battle,
    dice: &mut dyn Draw,
    log: Option<Log<'_>>,
    witness: Option<&mut Witness>,
) -> Result<Ended, Fault> {
    // Events and states are told by the same teller.
    let teller = RefCell::new(Teller::<R>::new(battle, log, witness));
    teller.borrow_mut().open();
    let fought = fight_watched::<R>(
        battle,
        dice,
        &mut |event| teller.borrow_mut().event(&event),
        &mut |state| teller.borrow_mut().look(state),
    )?;
    // Time after the battle goes on with the same dice.
    let aftermath = R::aftermath(battle, &fought.state, dice);
    if let Some(fault) = dice.fault() {
        return Err(fault.clone());
    }
    let outcome = Some(fought.outcome.index());
    let closing = teller.into_inner().close(&fought.state, outcome);
    Ok(ended::<R>(battle, &fought.state, &fought.scores, outcome, aftermath, closing))
}

/// What is to be said of a battle that was fought or played.
pub(crate) fn ended<R: Ruleset>(
    battle: &R::Battle,
    state: &R::State,
    scores: &Scores,
    outcome: Option<usize>,
    aftermath: String,
    closing: String,
) -> Ended {
    let names = R::measures(battle).into_iter().map(|measure| measure.name);
    let export = R::capabilities().export;
    Ended {
        outcome,
        measures: names.zip(scores.values().iter().copied()).collect(),
        facts: R::facts(battle, state),
        aftermath,
        files: export.map_or_else(Vec::new, |export| export.texts(battle, state)),
        closing,
    }
}
