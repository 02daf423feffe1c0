//! A battle of any ruleset.
//!
//! [`Battle`] is the one place where a ruleset is hidden behind `dyn`. It is
//! asked once a verb, never once a blow: inside, everything is compiled for
//! the ruleset.

use std::any::Any;
use std::cell::RefCell;
use std::ops::{ControlFlow, Range};

use fracas_core::chance::{Draw, Fault, STREAM_VERSION};
use fracas_core::document::Diagnostics;
use fracas_core::odds::{
    Answer, Budget, Effort, Exact, Goal, Refusal, Tally, Unplannable, fight_watched, reach, sample,
};
use fracas_core::ruleset::{Detail, Measure, Ruleset};
use fracas_core::table::Table;

use crate::fight::{Dice, Records, Witness};
use crate::find::{Fits, Search, find};
use crate::fingerprint::Fingerprint;
use crate::impact::{Impact, PartImpact, impact};
use crate::registry::Rules;
use crate::report::{Fought, Heading, Inspected, Versions};

/// A scenario that can be fought.
pub struct Loaded {
    pub(crate) name: String,
    /// The name of its file, without the folder.
    pub(crate) file: String,
    /// Of what the scenario says, and of all files it refers to.
    pub(crate) fingerprint: Fingerprint,
    pub(crate) seed: Option<u64>,
    pub(crate) rules: &'static Rules,
    pub(crate) battle: Box<dyn Battle>,
    pub(crate) warnings: Diagnostics,
}

/// What is told of a battle while it is fought.
pub enum Log<'a> {
    /// Nothing.
    Silent,
    /// Opening, log and closing, in words of this detail.
    Words(Detail, &'a mut dyn FnMut(Told<'_>) -> ControlFlow<()>),
    /// The same through somebody's eyes, or with pictures.
    Seen(Lens, &'a mut dyn FnMut(Told<'_>) -> ControlFlow<()>),
    /// Every event as one line of JSON.
    Events(&'a mut dyn FnMut(&str) -> ControlFlow<()>),
    /// The same as far as one of [`Rules::eyes`](crate::Rules::eyes) gets to
    /// know it.
    EventsTo(usize, &'a mut dyn FnMut(&str) -> ControlFlow<()>),
}

/// How a battle is looked at while it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lens {
    /// How much is told.
    pub detail: Detail,
    /// Whether pictures are shown; only rules with
    /// [`Rules::pictures`](crate::Rules::pictures) have any.
    pub pictures: bool,
    /// Whose knowledge is told, by its place in
    /// [`Rules::eyes`](crate::Rules::eyes); none for the referee's.
    pub eye: Option<usize>,
}

/// A part of a told battle. A listener that breaks is told nothing further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told<'a> {
    /// The lines that open a report, each with its line end.
    Opening(&'a str),
    /// A line of the log, without line end.
    Line(&'a str),
    /// A picture of the battle, each line with its end.
    Picture(&'a str),
    /// The lines that close a report, each with its line end.
    Closing(&'a str),
}

impl Loaded {
    /// What the battle is called: the scenario's name, else that of its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The scenario's own seed.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The ruleset.
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// What is odd about the scenario though it can be fought.
    pub fn warnings(&self) -> &Diagnostics {
        &self.warnings
    }

    /// What the rules make of the scenario before the first die.
    pub fn inspect(&self) -> Inspected {
        Inspected { heading: self.heading(), tables: self.battle.inspect() }
    }

    /// What a check shows of the battle.
    pub fn checked(&self) -> Vec<Table> {
        self.battle.checked()
    }

    /// How much everybody matters to the odds: the same battles, so many or as
    /// many as the ruleset affords, with each left out in turn. None where the
    /// ruleset cannot leave anybody out.
    pub fn impact(&self, seed: u64, trials: Option<u64>, effort: &Effort<'_>) -> Option<Impact> {
        if self.battle.parts() == 0 {
            return None;
        }
        let times = self.battle.parts() as u64 + 1;
        let usual = || self.affordable(&self.first(seed, 0, effort), times);
        let trials = trials.unwrap_or_else(usual).max(1);
        let parts = self.battle.impact(seed, trials, effort)?;
        Some(Impact { heading: self.heading(), seed, trials, parts, versions: self.versions() })
    }

    /// The names of the measures, in the order they are reported.
    pub fn measures(&self) -> Vec<String> {
        self.battle.measures().into_iter().map(|measure| measure.name).collect()
    }

    /// Fights the battle of this seed and trial to its end.
    pub fn run(&self, seed: u64, trial: u64, log: Log<'_>) -> Fought {
        self.fight(&Dice::Rolled { seed, trial }, log, &mut Records::default())
            // A random stream answers whatever it is asked and has no end.
            .expect("rolled dice fit every battle")
    }

    /// Fights a battle with any dice. Dice that do not fit end it with their
    /// fault.
    pub fn fight(&self, dice: &Dice, log: Log<'_>, records: &mut Records) -> Result<Fought, Fault> {
        let end = self.battle.fight(dice, log, records)?;
        let (seed, trial) = match *dice {
            Dice::Rolled { seed, trial } => (Some(seed), Some(trial)),
            Dice::Tape(_) => (None, None),
        };
        Ok(Fought {
            heading: self.heading(),
            seed,
            trial,
            outcome: self.rules.outcomes[end.outcome],
            measures: end.measures,
            facts: end.facts,
            aftermath: end.aftermath,
            files: end.files,
            versions: self.versions(),
            luck: None,
            closing: end.closing,
        })
    }

    /// Fights a range of trials and counts what comes of them. Tallies of
    /// different ranges can be merged.
    pub fn tally(&self, seed: u64, trials: Range<u64>, effort: &Effort<'_>) -> Tally {
        self.battle.tally(seed, trials, effort)
    }

    /// The battle of one ruleset, if it is of that.
    pub(crate) fn of<R: Ruleset>(&self) -> Option<&R::Battle> {
        self.battle.as_any().downcast_ref::<Held<R>>().map(|held| &held.0)
    }

    pub(crate) fn heading(&self) -> Heading {
        Heading { fracas: crate::VERSION, ruleset: self.rules.name, name: self.name.clone() }
    }

    pub(crate) fn versions(&self) -> Versions {
        Versions { rules: self.rules.version, stream: STREAM_VERSION }
    }
}

impl std::fmt::Debug for Loaded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({:?})", self.name, self.rules)
    }
}

/// A battle whose ruleset is not known.
pub(crate) trait Battle: Send + Sync {
    /// Itself, for those who know the ruleset.
    fn as_any(&self) -> &dyn Any;
    fn inspect(&self) -> Vec<Table>;
    fn checked(&self) -> Vec<Table>;
    /// How many can be left out.
    fn parts(&self) -> usize;
    fn impact(&self, seed: u64, trials: u64, effort: &Effort<'_>) -> Option<Vec<PartImpact>>;
    fn measures(&self) -> Vec<Measure>;
    fn fight(&self, dice: &Dice, log: Log<'_>, records: &mut Records) -> Result<End, Fault>;
    fn exact(&self, budget: Budget) -> Result<Exact, Refusal>;
    fn odds(&self, goal: Goal, seed: u64, effort: &Effort<'_>) -> Result<Answer, Unplannable>;
    fn tally(&self, seed: u64, trials: Range<u64>, effort: &Effort<'_>) -> Tally;
    fn find(&self, fits: Fits<'_>, seed: u64, trials: Range<u64>, effort: &Effort<'_>) -> Search;
}

/// How one battle ended.
pub(crate) struct End {
    outcome: usize,
    measures: Vec<(String, i64)>,
    facts: Vec<(&'static str, serde_json::Value)>,
    aftermath: String,
    files: Vec<String>,
    closing: String,
}

/// A battle whose ruleset is known.
pub(crate) struct Held<R: Ruleset>(pub R::Battle);

impl<R: Ruleset> Battle for Held<R> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn inspect(&self) -> Vec<Table> {
        R::inspect(&self.0)
    }

    fn checked(&self) -> Vec<Table> {
        R::checked(&self.0)
    }

    fn parts(&self) -> usize {
        R::parts(&self.0).len()
    }

    fn impact(&self, seed: u64, trials: u64, effort: &Effort<'_>) -> Option<Vec<PartImpact>> {
        impact::<R>(&self.0, seed, trials, effort)
    }

    fn measures(&self) -> Vec<Measure> {
        R::measures(&self.0)
    }

    fn fight(&self, dice: &Dice, log: Log<'_>, records: &mut Records) -> Result<End, Fault> {
        let Records { tape, witness } = records;
        dice.throw(tape, |dice| self.tell(dice, log, witness))
    }

    fn exact(&self, budget: Budget) -> Result<Exact, Refusal> {
        R::exact(&self.0, budget)
    }

    fn odds(&self, goal: Goal, seed: u64, effort: &Effort<'_>) -> Result<Answer, Unplannable> {
        reach(goal, R::MOST_DRAWS, |trials| sample::<R>(&self.0, seed, trials, effort))
    }

    fn tally(&self, seed: u64, trials: Range<u64>, effort: &Effort<'_>) -> Tally {
        sample::<R>(&self.0, seed, trials, effort)
    }

    fn find(&self, fits: Fits<'_>, seed: u64, trials: Range<u64>, effort: &Effort<'_>) -> Search {
        find::<R>(&self.0, fits, seed, trials, effort)
    }
}

impl<R: Ruleset> Held<R> {
    /// Fights with any dice and tells the log and the witness.
    fn tell(
        &self,
        dice: &mut dyn Draw,
        mut log: Log<'_>,
        witness: &mut Option<Witness>,
    ) -> Result<End, Fault> {
        let battle = &self.0;
        if tell_opening::<R>(battle, &mut log).is_break() {
            log = Log::Silent;
        }
        // Events and pictures go to the same ears.
        let ears = RefCell::new(log);
        let mut listener = |event| {
            let mut log = ears.borrow_mut();
            if pass_on::<R>(battle, &event, &mut log, witness).is_break() {
                *log = Log::Silent;
            }
        };
        let mut look = |state: &R::State| {
            let mut log = ears.borrow_mut();
            if show::<R>(battle, state, &mut log).is_break() {
                *log = Log::Silent;
            }
        };
        let fought = fight_watched::<R>(battle, dice, &mut listener, &mut look)?;
        let log = ears.into_inner();
        // Time after the battle goes on with the same dice.
        let aftermath = R::aftermath(battle, &fought.state, dice);
        if let Some(fault) = dice.fault() {
            return Err(fault.clone());
        }
        let closing = R::closing(battle, &fought.state);
        if let Log::Words(_, hear) | Log::Seen(_, hear) = log {
            // Nothing follows that could be held back.
            let _ = hear(Told::Closing(&closing));
        }
        let names = R::measures(battle).into_iter().map(|measure| measure.name);
        Ok(End {
            outcome: fought.outcome.index(),
            measures: names.zip(fought.scores.values().iter().copied()).collect(),
            facts: R::facts(battle, &fought.state),
            aftermath,
            files: R::files(battle, &fought.state),
            closing,
        })
    }
}

pub(crate) fn tell_opening<R: Ruleset>(battle: &R::Battle, log: &mut Log<'_>) -> ControlFlow<()> {
    match log {
        Log::Words(_, hear) => hear(Told::Opening(&R::opening(battle))),
        Log::Seen(Lens { eye, .. }, hear) => {
            let text = eye.map_or_else(|| R::opening(battle), |eye| R::opening_to(battle, eye));
            hear(Told::Opening(&text))
        }
        Log::Silent | Log::Events(_) | Log::EventsTo(..) => ControlFlow::Continue(()),
    }
}

/// Shows a picture, if one is wanted now.
fn show<R: Ruleset>(battle: &R::Battle, state: &R::State, log: &mut Log<'_>) -> ControlFlow<()> {
    match log {
        Log::Seen(Lens { pictures: true, eye, .. }, hear) => {
            match R::picture(battle, state, *eye) {
                Some(picture) => hear(Told::Picture(&picture)),
                None => ControlFlow::Continue(()),
            }
        }
        _ => ControlFlow::Continue(()),
    }
}

/// Tells the listener and the witness of an event.
pub(crate) fn pass_on<R: Ruleset>(
    battle: &R::Battle,
    event: &R::Event,
    log: &mut Log<'_>,
    witness: &mut Option<Witness>,
) -> ControlFlow<()> {
    // An event is plain data under text keys and always serialises.
    let json = |event: &R::Event| serde_json::to_string(event).unwrap_or_default();
    if let Some(witness) = witness {
        witness.see(&json(event));
    }
    match log {
        Log::Silent => ControlFlow::Continue(()),
        Log::Words(detail, hear) => match R::tell(battle, event, *detail) {
            Some(line) => hear(Told::Line(&line)),
            None => ControlFlow::Continue(()),
        },
        Log::Seen(lens, hear) => {
            let line = match lens.eye {
                Some(eye) => tell_to::<R>(battle, event, lens.detail, eye),
                None => R::tell(battle, event, lens.detail),
            };
            match line {
                Some(line) => hear(Told::Line(&line)),
                None => ControlFlow::Continue(()),
            }
        }
        Log::Events(hear) => hear(&json(event)),
        Log::EventsTo(eye, hear) => match R::known_to(battle, event, *eye) {
            Some(event) => hear(&json(&event)),
            None => ControlFlow::Continue(()),
        },
    }
}

/// An event in words, as far as somebody's eyes get to know it.
pub(crate) fn tell_to<R: Ruleset>(
    battle: &R::Battle,
    event: &R::Event,
    detail: Detail,
    eye: usize,
) -> Option<String> {
    R::known_to(battle, event, eye).and_then(|event| R::tell(battle, &event, detail))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, load};

    fn siege() -> Loaded {
        let template = crate::rules("olympia").unwrap().template();
        load(Source::new("siege.toml", template), &[]).unwrap()
    }

    #[test]
    fn a_run_is_the_trial_of_the_odds() {
        let siege = siege();
        let weighed = siege.odds(Goal::Trials(64), 7, &Effort::default()).unwrap();
        for outcome in &weighed.odds.outcomes {
            if let Some(trial) = outcome.example {
                assert_eq!(siege.run(7, trial, Log::Silent).outcome, outcome.name);
            }
        }
    }

    #[test]
    fn a_log_changes_nothing_and_has_three_parts() {
        let siege = siege();
        let silent = siege.run(7, 3, Log::Silent);
        let mut parts = Vec::new();
        let mut hear = |told: Told<'_>| {
            parts.push(match told {
                Told::Opening(_) => 0,
                Told::Line(_) | Told::Picture(_) => 1,
                Told::Closing(text) => {
                    assert_eq!(text, silent.closing);
                    2
                }
            });
            ControlFlow::Continue(())
        };
        let told = siege.run(7, 3, Log::Words(Detail::All, &mut hear));
        assert_eq!(told, silent);
        assert!(parts.len() > 100 && parts.is_sorted());

        let mut events = 0;
        let told = siege.run(
            7,
            3,
            Log::Events(&mut |line| {
                assert!(line.starts_with('{') && !line.contains('\n'));
                events += 1;
                ControlFlow::Continue(())
            }),
        );
        assert_eq!(told, silent);
        assert!(events > 100);
    }

    #[test]
    fn whoever_breaks_is_told_nothing_further() {
        let mut heard = 0;
        let mut hear = |_: Told<'_>| {
            heard += 1;
            if heard == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        siege().run(7, 3, Log::Words(Detail::All, &mut hear));
        assert_eq!(heard, 3);
    }

    #[test]
    fn tallies_of_parts_are_the_tally_of_the_whole() {
        let siege = siege();
        let effort = Effort { threads: 2, ..Effort::default() };
        let mut parts = siege.tally(7, 100..200, &effort);
        parts.merge(&siege.tally(7, 0..100, &effort)).unwrap();
        assert_eq!(parts, siege.tally(7, 0..200, &effort));
    }

    #[test]
    fn the_aftermath_can_be_read() {
        let siege = siege();
        for trial in 0..20 {
            let left = siege.run(7, trial, Log::Silent).aftermath;
            let mut out = Diagnostics::new(Source::new("aftermath.toml", left));
            assert!(fracas_core::document::parse(&mut out).is_some());
            assert_eq!(out.errors(), 0);
        }
    }
}
