//! The first battle that fits a description.

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use fracas_core::document::nearest;
use fracas_core::odds::{CHUNK, Effort, Fighter};
use fracas_core::ruleset::Ruleset;

use crate::ask::UnknownMeasure;
use crate::loaded::Loaded;

/// What a battle must be like: an outcome, measures, or both, such as
/// `attacker & attacker_lost >= 50`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition(Vec<Part>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Outcome(usize),
    Measure {
        place: usize,
        /// A measure that counts one outcome says nothing about the others.
        given: Option<usize>,
        sign: Sign,
        value: i64,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    AtLeast,
    AtMost,
    Above,
    Below,
    Is,
}

/// In the order they are looked for: the longer before their beginnings.
const SIGNS: [(&str, Sign); 5] = [
    (">=", Sign::AtLeast),
    ("<=", Sign::AtMost),
    (">", Sign::Above),
    ("<", Sign::Below),
    ("=", Sign::Is),
];

/// What came of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// The smallest trial that fits.
    Found(u64),
    /// None of the trials fits.
    Nowhere,
    /// Somebody called a halt; none of those tried so far fits.
    Halted {
        /// How many were tried.
        tried: u64,
    },
}

impl Condition {
    /// Whether a battle fits.
    fn fits(&self, outcome: usize, values: &[i64]) -> bool {
        self.0.iter().all(|part| match part {
            Part::Outcome(wanted) => *wanted == outcome,
            Part::Measure { place, given, sign, value } => {
                given.is_none_or(|given| given == outcome) && sign.holds(values[*place], *value)
            }
        })
    }
}

impl Sign {
    fn holds(self, found: i64, wanted: i64) -> bool {
        match self {
            Self::AtLeast => found >= wanted,
            Self::AtMost => found <= wanted,
            Self::Above => found > wanted,
            Self::Below => found < wanted,
            Self::Is => found == wanted,
        }
    }
}

impl Loaded {
    /// Reads what a battle is to be like. An error says what is allowed.
    ///
    /// ```
    /// use fracas::{Effort, Search, Source, load};
    /// let text = r#"
    /// ruleset = "olympia"
    /// [[attacker.stack]]
    /// noble = "Osswid"
    /// [[defender.stack]]
    /// noble = "Feasel"
    /// "#;
    /// let duel = load(Source::new("duel.toml", text), &[])?;
    /// let long = duel.condition("attacker & attacks > 3")?;
    /// let Search::Found(trial) = duel.find(&long, 7, 0..1000, &Effort::default()) else {
    ///     panic!("a thousand battles and none like that");
    /// };
    /// # assert!(trial < 1000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn condition(&self, text: &str) -> Result<Condition, String> {
        let parts: Result<Vec<Part>, String> =
            text.split('&').map(|part| self.part(part.trim())).collect();
        parts.map(Condition)
    }

    fn part(&self, text: &str) -> Result<Part, String> {
        let outcomes = self.rules.outcomes;
        if let Some(outcome) = outcomes.iter().position(|name| *name == text) {
            return Ok(Part::Outcome(outcome));
        }
        let sign = SIGNS.iter().find_map(|(sign, kind)| Some((text.split_once(sign)?, *kind)));
        let Some(((name, value), sign)) = sign else {
            return Err(self.no_outcome(text));
        };
        let (name, value) = (name.trim(), value.trim());
        let value = value
            .replace(['_', ','], "")
            .parse()
            .map_err(|_| format!("`{value}` is not a whole number; write `{name} >= 50`"))?;
        let measures = self.battle.measures();
        let Some(place) = measures.iter().position(|measure| measure.name == name) else {
            let known = measures.iter().map(|measure| measure.name.as_str());
            return Err(UnknownMeasure::new(name, known).to_string());
        };
        let given = measures[place].given.map(|outcome| outcome.index());
        Ok(Part::Measure { place, given, sign, value })
    }

    fn no_outcome(&self, text: &str) -> String {
        let outcomes = self.rules.outcomes;
        let measures = self.measures();
        if measures.iter().any(|name| name == text) {
            return format!("write what `{text}` is to be, such as `{text} >= 1`");
        }
        let known = outcomes.iter().copied().chain(measures.iter().map(String::as_str));
        let near = nearest(text, known)
            .map_or_else(String::new, |near| format!("did you mean `{near}`? "));
        format!(
            "`{text}` is no outcome; {near}outcomes are {}; a measure is written as `{} >= 50`",
            outcomes.join(", "),
            measures.first().map_or("measure", String::as_str)
        )
    }

    /// Looks for the first of these trials that fits.
    pub fn find(
        &self,
        condition: &Condition,
        seed: u64,
        trials: Range<u64>,
        effort: &Effort<'_>,
    ) -> Search {
        let fits = |outcome, values: &[i64]| condition.fits(outcome, values);
        self.battle.find(&fits, seed, trials, effort)
    }
}

/// Whether a battle of this outcome and these measures is the one.
pub(crate) type Fits<'a> = &'a (dyn Fn(usize, &[i64]) -> bool + Sync);

/// Looks for the first trial that fits, on many threads. Chunks are taken in
/// rising order and each is looked through, so that the smallest trial is
/// found whoever finds another first.
pub(crate) fn find<R: Ruleset>(
    battle: &R::Battle,
    fits: Fits<'_>,
    seed: u64,
    trials: Range<u64>,
    effort: &Effort<'_>,
) -> Search {
    let hunt = Hunt {
        trials,
        next: AtomicU64::new(0),
        done: AtomicU64::new(0),
        best: AtomicU64::new(u64::MAX),
        effort,
    };
    thread::scope(|scope| {
        let join = || hunt.join::<R>(battle, fits, seed);
        // Where the machine gives no further thread, those there are do the work.
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, join).ok();
        let helpers: Vec<_> = (1..effort.threads).map_while(spawn).collect();
        join();
        for helper in helpers {
            if let Err(panic) = helper.join() {
                resume_unwind(panic);
            }
        }
    });
    let planned = hunt.trials.end.saturating_sub(hunt.trials.start);
    match (hunt.best.into_inner(), hunt.done.into_inner()) {
        (u64::MAX, tried) if tried < planned => Search::Halted { tried },
        (u64::MAX, _) => Search::Nowhere,
        (best, _) => Search::Found(best),
    }
}

/// A search under way.
struct Hunt<'a> {
    trials: Range<u64>,
    next: AtomicU64,
    done: AtomicU64,
    /// The smallest trial found so far.
    best: AtomicU64,
    effort: &'a Effort<'a>,
}

impl Hunt<'_> {
    fn join<R: Ruleset>(&self, battle: &R::Battle, fits: Fits<'_>, seed: u64) {
        let mut fighter = Fighter::<R>::new(battle);
        while let Some(chunk) = self.take() {
            let length = chunk.end - chunk.start;
            for trial in chunk {
                let outcome = fighter.fight(seed, trial);
                if fits(outcome.index(), fighter.values()) {
                    self.best.fetch_min(trial, Ordering::Relaxed);
                    return;
                }
            }
            let done = self.done.fetch_add(length, Ordering::Relaxed) + length;
            if let Some(progress) = self.effort.progress {
                progress(done, self.trials.end - self.trials.start);
            }
        }
    }

    /// The next trials to look through, as long as they could be the first.
    fn take(&self) -> Option<Range<u64>> {
        if self.effort.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return None;
        }
        let chunk = self.next.fetch_add(1, Ordering::Relaxed);
        let start = self.trials.start.saturating_add(chunk.saturating_mul(CHUNK));
        let end = start.saturating_add(CHUNK).min(self.trials.end);
        (start < end && start < self.best.load(Ordering::Relaxed)).then_some(start..end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Log, Source, load};
    use std::sync::atomic::AtomicBool;

    fn siege() -> Loaded {
        let text = "ruleset = \"olympia\"\n[[attacker.stack]]\nnoble = \"A\"\nmen.soldier = 20\n\
                    [[defender.stack]]\nnoble = \"B\"\nmen.pikeman = 15\n";
        load(Source::new("siege.toml", text), &[]).unwrap()
    }

    #[test]
    fn the_first_is_found_by_any_number_of_threads() {
        let siege = siege();
        for text in ["attacker", "attacker_lost<=4", "defender & attacks > 95 & defender_lost = 9"]
        {
            let condition = siege.condition(text).unwrap();
            let fits = |trial: &u64| {
                let fought = siege.run(7, *trial, Log::Silent);
                let outcome = siege.rules.outcomes.iter().position(|name| *name == fought.outcome);
                let values: Vec<i64> = fought.measures.iter().map(|(_, value)| *value).collect();
                condition.fits(outcome.unwrap(), &values)
            };
            let first = Search::Found((5..3000).find(fits).unwrap());
            for threads in [0, 1, 2, 5] {
                let effort = Effort { threads, ..Effort::default() };
                assert_eq!(siege.find(&condition, 7, 5..3000, &effort), first, "{text}");
            }
        }
    }

    #[test]
    fn a_search_may_find_nothing_or_be_halted() {
        let siege = siege();
        let never = siege.condition("attacks < 0").unwrap();
        let effort = Effort { threads: 2, ..Effort::default() };
        assert_eq!(siege.find(&never, 7, 0..200, &effort), Search::Nowhere);
        assert_eq!(siege.find(&never, 7, 5..5, &effort), Search::Nowhere);
        let stop = AtomicBool::new(true);
        let effort = Effort { stop: Some(&stop), ..effort };
        assert_eq!(siege.find(&never, 7, 0..200, &effort), Search::Halted { tried: 0 });
    }

    #[test]
    fn what_cannot_be_looked_for_is_explained() {
        let siege = siege();
        let wrong = |text| siege.condition(text).unwrap_err();
        assert!(wrong("atacker").starts_with("`atacker` is no outcome; did you mean `attacker`?"));
        assert!(wrong("").contains("outcomes are attacker, defender, draw"));
        assert_eq!(wrong("attacks"), "write what `attacks` is to be, such as `attacks >= 1`");
        assert!(wrong("atacks >= 3").contains("did you mean `attacks`?"));
        assert!(wrong("attacks >= many").starts_with("`many` is not a whole number"));
        assert!(wrong("attacker & attacks").contains("such as `attacks >= 1`"));
    }
}
