//! A battle of any ruleset.

use std::any::Any;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use fracas_core::capability::Detail;
use fracas_core::chance::{Fault, STREAM_VERSION};
use fracas_core::document::{Diagnostics, Source};
use fracas_core::odds::{Effort, Question, Tally};
use fracas_core::ruleset::Ruleset;
use fracas_core::table::Table;

use crate::condition::Condition;
use crate::erased::{AnyBattle, Ended, Held};
use crate::fight::{Dice, Records};
use crate::fingerprint::Fingerprint;
use crate::log::Log;
use crate::registry::Rules;
use crate::report::{Heading, InspectReport, RunReport, Versions};
use crate::scenario::Reading;
use crate::session::UNFINISHED;

/// A scenario that can be fought, weighed, looked at and, by some rules,
/// played.
///
/// ```
/// use std::ops::ControlFlow;
/// use fracas::{Detail, Dice, Effort, Log, Records, Scenario, Tape, Told, View};
///
/// let mut duel = Scenario::of("olympia");
/// duel.set("attacker.stack[0].noble", "Osswid")?;
/// duel.set("defender.stack[0].noble", "Feasel")?;
/// let duel = duel.battle()?;
/// assert_eq!((duel.name(), duel.seed(), duel.rules().name), ("olympia", None, "olympia"));
/// assert!(duel.warnings().is_empty());
///
/// // What the rules make of it before the first die.
/// assert!(!duel.inspect().tables.is_empty());
/// for table in duel.checked() {
///     println!("{}", table.title);
/// }
///
/// // Told in words, line by line.
/// let mut lines = Vec::new();
/// let mut hear = |told: Told<'_>| {
///     if let Told::Line(line) = told {
///         lines.push(line.to_owned());
///     }
///     ControlFlow::Continue(())
/// };
/// let fought = duel.run(7, 3, Some(Log::Words(View::of(Detail::All), &mut hear)));
/// assert!(!lines.is_empty());
/// assert!(fought.measures.iter().map(|(name, _)| name).eq(&duel.measures()));
///
/// // With the dice written down, and thrown again.
/// let mut records = Records { tape: Some(Tape::default()), witness: None };
/// duel.fight(&Dice::Rolled { seed: 7, trial: 3 }, None, &mut records)?;
/// let dice = Dice::Tape(records.tape.unwrap_or_default());
/// let again = duel.fight(&dice, None, &mut Records::default())?;
/// assert_eq!(again.outcome, fought.outcome);
///
/// // A thousand of them, counted.
/// let tally = duel.tally(7, 0..1000, &Effort::default());
/// assert_eq!(tally.outcomes().iter().sum::<u64>(), 1000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Battle {
    pub(crate) name: String,
    /// The name of its file, without the folder.
    pub(crate) file: String,
    /// Of what the scenario says, and of all files it refers to.
    pub(crate) fingerprint: Fingerprint,
    pub(crate) seed: Option<u64>,
    pub(crate) rules: Rules,
    pub(crate) erased: Arc<dyn AnyBattle>,
    pub(crate) warnings: Arc<Diagnostics>,
    /// What its tallies count besides.
    pub(crate) counted: Arc<[Condition]>,
}

impl Battle {
    pub(crate) fn new(reading: Reading<Arc<dyn AnyBattle>>, rules: Rules, file: String) -> Self {
        let Reading { value, name, seed, warnings, fingerprint } = reading;
        let warnings = Arc::new(warnings);
        let counted = Arc::new([]);
        Self { name, file, fingerprint, seed, rules, erased: value, warnings, counted }
    }

    /// A ruleset's own battle that no file describes.
    pub(crate) fn holding<R: Ruleset>(battle: R::Battle, name: &str) -> Self {
        Self {
            name: name.to_owned(),
            file: String::new(),
            fingerprint: Fingerprint::default(),
            seed: None,
            rules: Rules::of::<R>(),
            erased: Arc::new(Held::<R>::new(battle)),
            warnings: Arc::new(Diagnostics::new(Source::new(name, ""))),
            counted: Arc::new([]),
        }
    }

    /// What the battle is called: the scenario's name, else that of its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The scenario's own seed.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The ruleset.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What is odd about the scenario though it can be fought.
    pub fn warnings(&self) -> &Diagnostics {
        &self.warnings
    }

    /// How much a log tells if nobody asks for more or less.
    pub fn usual_detail(&self) -> Detail {
        self.erased.usual_detail()
    }

    /// What the rules make of the scenario before the first die.
    pub fn inspect(&self) -> InspectReport {
        let tables = self.erased.inspect().unwrap_or_default();
        InspectReport { heading: self.heading(), tables }
    }

    /// What a check shows of the battle.
    pub fn checked(&self) -> Vec<Table> {
        self.erased.checked()
    }

    /// The names of the measures, in the order they are reported.
    pub fn measures(&self) -> Vec<String> {
        self.erased.measures().into_iter().map(|measure| measure.name).collect()
    }

    /// Fights the battle of this seed and trial to its end.
    pub fn run(&self, seed: u64, trial: u64, log: Option<Log<'_>>) -> RunReport {
        self.fight(&Dice::Rolled { seed, trial }, log, &mut Records::default())
            // A random stream answers whatever it is asked and has no end.
            .expect("rolled dice fit every battle")
    }

    /// Fights a battle with any dice. Dice that do not fit end it with their
    /// fault.
    pub fn fight(
        &self,
        dice: &Dice,
        log: Option<Log<'_>>,
        records: &mut Records,
    ) -> Result<RunReport, Fault> {
        let ended = self.erased.fight(dice, log, records)?;
        let (seed, trial) = match *dice {
            Dice::Rolled { seed, trial } => (Some(seed), Some(trial)),
            Dice::Tape(_) => (None, None),
        };
        Ok(self.report(ended, seed, trial))
    }

    /// Fights a range of trials and counts what comes of them. Tallies of
    /// different ranges can be merged.
    pub fn tally(&self, seed: u64, trials: Range<u64>, effort: &Effort<'_>) -> Tally {
        let fits: Vec<_> = self
            .counted
            .iter()
            .map(|condition| |outcome: usize, values: &[i64]| condition.fits(outcome, values))
            .collect();
        let asked = self.counted.iter().zip(&fits);
        let questions: Vec<Question<'_>> =
            asked.map(|(condition, fits)| Question { text: condition.text(), fits }).collect();
        self.erased.sample(&questions, seed, trials, effort)
    }

    /// The ruleset's own battle, for those who know it: its events then come
    /// typed, through [`fight_loud`](fracas_core::odds::fight_loud).
    ///
    /// ```
    /// use fracas::Scenario;
    /// use fracas::core::{chance::{Purpose, Rolled}, odds::fight_loud};
    /// use fracas::olympia::{Olympia, events::Event};
    ///
    /// let mut duel = Scenario::of("olympia");
    /// duel.set("attacker.stack[0].noble", "Osswid")?;
    /// duel.set("defender.stack[0].noble", "Feasel")?;
    /// let duel = duel.battle()?;
    /// let duel = duel.of::<Olympia>().ok_or("another ruleset")?;
    /// let mut attacks = 0;
    /// let mut hear = |event| attacks += i32::from(matches!(event, Event::Attack { .. }));
    /// fight_loud::<Olympia>(duel, &mut Rolled::new(7, 0, Purpose::Battle), &mut hear)?;
    /// assert!(attacks > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of<R: Ruleset>(&self) -> Option<&R::Battle> {
        let any: &dyn Any = &*self.erased;
        any.downcast_ref::<Held<R>>().map(|held| &*held.0)
    }

    /// How a battle ended, with what it is called.
    pub(crate) fn report(&self, ended: Ended, seed: Option<u64>, trial: Option<u64>) -> RunReport {
        RunReport {
            heading: self.heading(),
            seed,
            trial,
            outcome: ended.outcome.map_or(UNFINISHED, |outcome| self.rules.outcomes[outcome]),
            measures: ended.measures,
            facts: ended.facts,
            aftermath: ended.aftermath,
            files: ended.files,
            versions: self.versions(),
            luck: None,
            closing: ended.closing,
        }
    }

    pub(crate) fn heading(&self) -> Heading {
        Heading {
            fracas: crate::VERSION,
            ruleset: self.rules.name,
            name: self.name.clone(),
            part: self.erased.part(),
        }
    }

    pub(crate) fn versions(&self) -> Versions {
        Versions { rules: self.rules.version, stream: STREAM_VERSION }
    }
}

impl fmt::Debug for Battle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({:?})", self.name, self.rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Goal, Registry, Scenario, Told, View};
    use std::ops::ControlFlow;

    fn siege() -> Battle {
        let template = Registry::standard().rules("olympia").unwrap().template();
        Scenario::new("siege.toml", template).battle().unwrap()
    }

    #[test]
    fn a_run_is_the_trial_of_the_odds() {
        let siege = siege();
        let weighed = siege.odds(Goal::Trials(64), 7, &Effort::default()).unwrap();
        for outcome in &weighed.odds.outcomes {
            if let Some(trial) = outcome.example {
                assert_eq!(siege.run(7, trial, None).outcome, outcome.name);
            }
        }
    }

    #[test]
    fn a_log_changes_nothing_and_has_three_parts() {
        let siege = siege();
        let silent = siege.run(7, 3, None);
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
        let told = siege.run(7, 3, Some(Log::Words(View::of(Detail::All), &mut hear)));
        assert_eq!(told, silent);
        assert!(parts.len() > 100 && parts.is_sorted());

        let mut events = 0;
        let mut hear = |line: &str| {
            assert!(line.starts_with('{') && !line.contains('\n'));
            events += 1;
            ControlFlow::Continue(())
        };
        let told = siege.run(7, 3, Some(Log::Json(None, &mut hear)));
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
        siege().run(7, 3, Some(Log::Words(View::of(Detail::All), &mut hear)));
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
            let left = siege.run(7, trial, None).aftermath;
            let mut out = Diagnostics::new(crate::Source::new("aftermath.toml", left));
            assert!(fracas_core::document::parse(&mut out).is_some());
            assert_eq!(out.errors(), 0);
        }
    }
}
