//! Many trials, counted.

use std::ops::{ControlFlow, Range};

use super::counter::Counter;
use super::driver::{Effort, drive, drive_abreast};
use super::trial::Hire;
use super::{Question, Tally};
use crate::ruleset::Ruleset;

/// Fights the given trials and counts what comes of them.
///
/// After a halt the tally covers some of the first of them, at least one: its
/// [`Tally::trials`] say which.
pub fn sample<R: Ruleset>(
    battle: &R::Battle,
    seed: u64,
    trials: Range<u64>,
    effort: &Effort<'_>,
) -> Tally {
    sample_asking::<R>(battle, &[], seed, trials, effort)
}

/// The same, and counts of how many battles each question is true.
pub fn sample_asking<R: Ruleset>(
    battle: &R::Battle,
    questions: &[Question<'_>],
    seed: u64,
    trials: Range<u64>,
    effort: &Effort<'_>,
) -> Tally {
    let tally = Tally::asking::<R>(battle, questions, seed);
    let all = trials.clone();
    count(tally, &|| R::fighter(battle, &all), questions, trials, effort)
}

fn count(
    mut tally: Tally,
    hire: &Hire<'_>,
    questions: &[Question<'_>],
    trials: Range<u64>,
    effort: &Effort<'_>,
) -> Tally {
    let seed = tally.seed();
    let hire = || Counter::new(hire(), tally.counts.clone(), questions);
    let driven = drive_abreast(trials, effort, hire, Counter::abreast, |counter, trials| {
        counter.count(seed, trials);
        ControlFlow::Continue(())
    });
    for counter in driven.workers {
        tally.counts.merge(&counter.finish());
    }
    tally.trials = driven.fought;
    tally
}

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

/// Looks for the first trial whose outcome and measures fit. Chunks are begun
/// in rising order and looked through, so that the smallest trial is found
/// whoever finds another first.
pub fn search<R: Ruleset>(
    battle: &R::Battle,
    fits: &(dyn Fn(usize, &[i64]) -> bool + Sync),
    seed: u64,
    trials: Range<u64>,
    effort: &Effort<'_>,
) -> Search {
    let all = trials.clone();
    look_for(fits, &|| R::fighter(battle, &all), seed, trials, effort)
}

fn look_for(
    fits: &(dyn Fn(usize, &[i64]) -> bool + Sync),
    hire: &Hire<'_>,
    seed: u64,
    trials: Range<u64>,
    effort: &Effort<'_>,
) -> Search {
    if effort.is_stopped() {
        return Search::Halted { tried: 0 };
    }
    let planned = trials.end.saturating_sub(trials.start);
    let hire = || (hire(), u64::MAX);
    let driven = drive(trials, effort, hire, |(fighter, first), trial| {
        let outcome = fighter.fight(seed, trial);
        if !fits(outcome.index(), fighter.values()) {
            return ControlFlow::Continue(());
        }
        *first = trial.min(*first);
        ControlFlow::Break(())
    });
    let tried = driven.fought.count();
    match driven.workers.iter().map(|(_, first)| *first).min() {
        Some(first) if first < u64::MAX => Search::Found(first),
        _ if tried < planned => Search::Halted { tried },
        _ => Search::Nowhere,
    }
}

#[cfg(test)]
mod tests {
    use super::super::toy::{Duel, Scenario};
    use super::super::{Fighter, Trials};
    use super::*;
    use std::sync::atomic::AtomicBool;

    fn battle() -> Scenario {
        Scenario::new([6, 5], [40, 45])
    }

    fn with_threads(threads: usize, trials: Range<u64>) -> Tally {
        let effort = Effort { threads, ..Effort::default() };
        sample::<Duel>(&battle(), 7, trials, &effort)
    }

    #[test]
    fn threads_do_not_change_the_tally() {
        let alone = with_threads(1, 3..1000);
        for threads in [0, 2, 3, 7, 100] {
            assert_eq!(with_threads(threads, 3..1000), alone);
        }
        assert_eq!(alone.trials(), &Trials::of(3..1000));
        assert_eq!(with_threads(2, 5..5).trials().count(), 0);
    }

    #[test]
    fn a_tally_counts_every_battle_once() {
        let battle = battle();
        let tally = with_threads(2, 10..300);
        let mut fighter = Fighter::<Duel>::new(&battle);
        let (mut outcomes, mut draws, mut blows) = ([0; 3], 0, 0);
        for trial in 10..300 {
            outcomes[fighter.fight(7, trial).index()] += 1;
            draws += fighter.draws();
            blows += fighter.values()[0];
        }
        assert_eq!(tally.outcomes(), outcomes);
        assert_eq!(tally.draws(), draws);
        assert_eq!(tally.spread(0).unwrap().mean(), blows as f64 / 290.0);
        for outcome in &tally.counts.outcomes {
            let first = (10..300)
                .find(|&trial| Duel::OUTCOMES[fighter.fight(7, trial).index()] == outcome.name);
            assert_eq!(outcome.first, first);
        }
    }

    #[test]
    fn questions_are_counted_with_the_rest() {
        let battle = battle();
        let fits = |outcome: usize, values: &[i64]| outcome == 0 && values[0] > 12;
        let never = |_: usize, _: &[i64]| false;
        let questions = [
            Question { text: "win and blows > 12", fits: &fits },
            Question { text: "never", fits: &never },
        ];
        let asked = |threads, trials| {
            let effort = Effort { threads, ..Effort::default() };
            sample_asking::<Duel>(&battle, &questions, 7, trials, &effort)
        };
        let tally = asked(1, 0..1000);
        let mut fighter = Fighter::<Duel>::new(&battle);
        let is_so = |trial: &u64| {
            let outcome = fighter.fight(7, *trial).index();
            fits(outcome, fighter.values())
        };
        let trials: Vec<u64> = (0..1000).filter(is_so).collect();
        let found: Vec<_> = tally.conditions().collect();
        let first = trials.first().copied();
        assert!(first.is_some());
        assert_eq!(found, [("win and blows > 12", trials.len() as u64, first), ("never", 0, None)]);
        let mut parts = asked(3, 400..1000);
        parts.merge(&asked(2, 0..400)).unwrap();
        assert_eq!(parts, tally);
        let text = serde_json::to_string(&tally).unwrap();
        assert_eq!(serde_json::from_str::<Tally>(&text).unwrap(), tally);
        let plain = with_threads(1, 1000..1001);
        assert_eq!(parts.merge(&plain), Err(super::super::MergeError::Conditions));
        // The rest is what it is without questions.
        assert_eq!(tally.outcomes(), with_threads(2, 0..1000).outcomes());
    }

    #[test]
    fn after_a_halt_the_tally_is_that_of_the_first_trials() {
        let stop = AtomicBool::new(true);
        let effort = Effort { stop: Some(&stop), ..Effort::default() };
        assert_eq!(sample::<Duel>(&battle(), 7, 0..1000, &effort), with_threads(2, 0..1));
    }

    #[test]
    fn the_first_trial_is_found_by_any_number_of_threads() {
        let battle = battle();
        let mut fighter = Fighter::<Duel>::new(&battle);
        let mut wanted = |trial: &u64| fighter.fight(7, *trial).index() == 2;
        let first = (5..3000).find(&mut wanted).map(Search::Found).unwrap();
        for threads in [0, 1, 2, 5] {
            let effort = Effort { threads, ..Effort::default() };
            let find = |outcome| search::<Duel>(&battle, &|o, _| o == outcome, 7, 5..3000, &effort);
            assert_eq!(find(2), first);
            assert_eq!(find(9), Search::Nowhere);
        }
        let stop = AtomicBool::new(true);
        let effort = Effort { stop: Some(&stop), ..Effort::default() };
        let halted = search::<Duel>(&battle, &|_, _| true, 7, 0..200, &effort);
        assert_eq!(halted, Search::Halted { tried: 0 });
    }
}
