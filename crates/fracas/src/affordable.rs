//! How many battles to fight for somebody who did not say.

use fracas_core::odds::{CHUNK, Effort, Search, Tally};

use crate::MAX_SEED;
use crate::battle::Battle;
use crate::condition::Condition;

/// Enough battles for any answer that nobody asked to be finer.
pub const USUAL_TRIALS: u64 = 20_000;
/// A search goes on for so many battles at most.
const LONGEST_SEARCH: u64 = 1_000_000;
/// Fewer say next to nothing, whatever they cost.
const FEWEST: u64 = 100;
/// Whoever asks for more than odds waits so many times as long.
const PATIENCE: u64 = 2;

impl Battle {
    /// The battles of an answer that fights each of them `times` over: a tidy
    /// number that the ruleset affords ([`Ruleset::MOST_DRAWS`]), at most
    /// [`USUAL_TRIALS`]. `first` tells what they cost.
    ///
    /// [`Ruleset::MOST_DRAWS`]: fracas_core::ruleset::Ruleset::MOST_DRAWS
    pub(crate) fn affordable(&self, first: &Tally, times: u64) -> u64 {
        within(self.rules.most_draws, first, times).clamp(FEWEST, USUAL_TRIALS)
    }

    /// Looks for the first battle from a trial on that fits, among so many or
    /// as many as the ruleset affords; the number comes back with the answer.
    pub fn seek(
        &self,
        condition: &Condition,
        seed: u64,
        trial: u64,
        tries: Option<u64>,
        effort: &Effort<'_>,
    ) -> (Search, u64) {
        let end = |tries: u64| trial.saturating_add(tries).min(MAX_SEED + 1);
        let look = |trials| self.find(condition, seed, trials, effort);
        if let Some(tries) = tries {
            return (look(trial..end(tries)), end(tries) - trial);
        }
        // What is found at once is not worth asking what it costs.
        let soon = end(CHUNK);
        match look(trial..soon) {
            Search::Nowhere if soon == trial + CHUNK => {
                let end = end(self.longest_search(&self.first(seed, trial, effort)));
                let found = match look(soon..end) {
                    Search::Halted { tried } => Search::Halted { tried: tried + CHUNK },
                    found => found,
                };
                (found, end - trial)
            }
            found => (found, soon - trial),
        }
    }

    fn longest_search(&self, first: &Tally) -> u64 {
        within(self.rules.most_draws, first, 1).clamp(FEWEST, LONGEST_SEARCH)
    }

    /// A few battles, to know what they cost.
    pub(crate) fn first(&self, seed: u64, start: u64, effort: &Effort<'_>) -> Tally {
        self.tally(seed, start..start + CHUNK, &Effort { progress: None, ..*effort })
    }
}

/// The tidy number of battles that a few times as many draws pay for.
fn within(most_draws: u64, first: &Tally, times: u64) -> u64 {
    let cost = u128::from(first.draws().max(1)) * u128::from(times.max(1));
    let draws = u128::from(most_draws) * u128::from(PATIENCE);
    let trials = draws * u128::from(first.trials().count()) / cost;
    tidy(u64::try_from(trials).unwrap_or(u64::MAX))
}

/// The largest number up to this one that is 1, 2 or 5 and zeros.
fn tidy(number: u64) -> u64 {
    let mut unit = 1;
    while number / 10 >= unit {
        unit *= 10;
    }
    match number / unit {
        0 => 0,
        1 => unit,
        2..=4 => 2 * unit,
        _ => 5 * unit,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Registry, Scenario};

    #[test]
    fn numbers_are_tidied_downwards() {
        let tidied = [0, 1, 4, 9, 10, 19, 63, 2_047, 9_999, 20_000].map(tidy);
        assert_eq!(tidied, [0, 1, 2, 5, 10, 10, 50, 2_000, 5_000, 20_000]);
        assert_eq!(tidy(u64::MAX), 10_000_000_000_000_000_000);
    }

    /// What costs little is fought often, what costs much seldom.
    #[test]
    fn a_ruleset_is_asked_for_what_it_affords() {
        let of = |text: &str| Scenario::new("battle.toml", text).battle().unwrap();
        let effort = Effort { threads: 2, ..Effort::default() };
        let template = |name| Registry::standard().rules(name).unwrap().template();
        let siege = of(template("olympia"));
        let first = siege.first(7, 0, &effort);
        assert_eq!(siege.affordable(&first, 1), USUAL_TRIALS);
        assert_eq!(siege.affordable(&first, u64::MAX), FEWEST);
        let hexes = of(template("battlescape"));
        let first = hexes.first(7, 0, &effort);
        let trials = hexes.affordable(&first, 1);
        assert!(trials < USUAL_TRIALS);
        assert!(first.draws() / CHUNK * trials <= PATIENCE * hexes.rules.most_draws);
        assert_eq!(hexes.longest_search(&first), trials);
        let never = hexes.condition("turns < 0").unwrap();
        assert_eq!(hexes.seek(&never, 7, 0, Some(70), &effort), (Search::Nowhere, 70));
        let always = hexes.condition("turns >= 0").unwrap();
        assert_eq!(hexes.seek(&always, 7, 3, None, &effort), (Search::Found(3), CHUNK));
    }
}
