//! Who matters to the odds: the same battles, each time without one of those
//! who take part.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use fracas_core::odds::{Effort, Fighter};
use fracas_core::ruleset::{OutcomeId, Part, Ruleset};
use serde::Serialize;

use crate::report::{Heading, Versions};

/// The answer of `odds --impact`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Impact {
    /// Of which battle.
    #[serde(flatten)]
    pub heading: Heading,
    /// The seed of the dice.
    pub seed: u64,
    /// How many battles were fought with everybody, and as many without each.
    pub trials: u64,
    /// Everybody, those who matter most first.
    #[serde(rename = "impact")]
    pub parts: Vec<PartImpact>,
    /// By which rules and dice.
    pub versions: Versions,
}

/// What one who takes part means to the odds of its side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PartImpact {
    /// Its side.
    pub side: &'static str,
    /// Its name.
    pub name: String,
    /// The chance that its side wins.
    pub with: f64,
    /// The same without it.
    pub without: f64,
    /// What its being there adds to that chance.
    pub impact: f64,
    /// The low end of the impact's 95% interval.
    pub low: f64,
    /// The high end.
    pub high: f64,
}

/// Fights the same trials with everybody and without each in turn. Results do
/// not depend on the number of threads.
pub(crate) fn impact<R: Ruleset>(
    battle: &R::Battle,
    seed: u64,
    trials: u64,
    effort: &Effort<'_>,
) -> Option<Vec<PartImpact>> {
    let parts = R::parts(battle);
    if parts.is_empty() {
        return None;
    }
    let work = Work {
        seed,
        trials,
        effort,
        done: AtomicU64::new(0),
        planned: trials * (parts.len() as u64 + 1),
        next: AtomicUsize::new(0),
    };
    let whole = work.outcomes::<R>(battle);
    let found = Mutex::new(Vec::new());
    thread::scope(|scope| {
        let share = || work.share::<R>(battle, &parts, &whole, &found);
        for _ in 1..effort.threads.clamp(1, parts.len()) {
            // Where the machine gives no further thread, those there are do the work.
            if thread::Builder::new().spawn_scoped(scope, share).is_err() {
                break;
            }
        }
        share();
    });
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    // Equal ones stay in the order of the battle.
    found.sort_by_key(|(place, _)| *place);
    let mut found: Vec<PartImpact> = found.into_iter().map(|(_, impact)| impact).collect();
    found.sort_by(|a, b| b.impact.total_cmp(&a.impact));
    Some(found)
}

struct Work<'a> {
    seed: u64,
    trials: u64,
    effort: &'a Effort<'a>,
    done: AtomicU64,
    planned: u64,
    /// The next to be left out.
    next: AtomicUsize,
}

impl Work<'_> {
    /// Leaves out one after another until none is left.
    fn share<R: Ruleset>(
        &self,
        battle: &R::Battle,
        parts: &[Part],
        whole: &[OutcomeId],
        found: &Mutex<Vec<(usize, PartImpact)>>,
    ) {
        while !self.stopped() {
            let place = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(part) = parts.get(place) else { return };
            let without = R::without(battle, place).map(|battle| self.outcomes::<R>(&battle));
            // A halt leaves a part unfinished; it is not told.
            if without.as_ref().is_some_and(|without| without.len() < whole.len()) {
                return;
            }
            let impact = compare(part, whole, without.as_deref());
            found.lock().unwrap_or_else(PoisonError::into_inner).push((place, impact));
        }
    }

    /// How each trial ends.
    fn outcomes<R: Ruleset>(&self, battle: &R::Battle) -> Vec<OutcomeId> {
        let mut fighter = Fighter::<R>::new(battle);
        let mut outcomes = Vec::new();
        for trial in 0..self.trials {
            if trial % 64 == 0 {
                if self.stopped() && trial > 0 {
                    break;
                }
                self.tell((self.trials - trial).min(64));
            }
            outcomes.push(fighter.fight(self.seed, trial));
        }
        outcomes
    }

    fn stopped(&self) -> bool {
        self.effort.stop.is_some_and(|stop: &AtomicBool| stop.load(Ordering::Relaxed))
    }

    fn tell(&self, more: u64) {
        let done = self.done.fetch_add(more, Ordering::Relaxed) + more;
        if let Some(progress) = self.effort.progress {
            progress(done, self.planned);
        }
    }
}

/// The difference of wins over the same trials, with the interval of Agresti
/// and Min for pairs. Without anybody left the side never wins.
fn compare(part: &Part, whole: &[OutcomeId], without: Option<&[OutcomeId]>) -> PartImpact {
    let trials = whole.len() as f64;
    let (mut wins, mut wins_without, mut lost, mut gained) = (0.0, 0.0, 0.0, 0.0);
    for (place, outcome) in whole.iter().enumerate() {
        let with = *outcome == part.wins;
        let then = without.is_some_and(|without| without[place] == part.wins);
        wins += f64::from(u8::from(with));
        wins_without += f64::from(u8::from(then));
        lost += f64::from(u8::from(with && !then));
        gained += f64::from(u8::from(!with && then));
    }
    let (a, b, n): (f64, f64, f64) = (lost + 0.5, gained + 0.5, trials + 2.0);
    let middle = (a - b) / n;
    let error = 1.96 * ((a + b - (a - b) * (a - b) / n).max(0.0)).sqrt() / n;
    PartImpact {
        side: part.side,
        name: part.name.clone(),
        with: wins / trials,
        without: wins_without / trials,
        impact: (lost - gained) / trials,
        low: (middle - error).max(-1.0),
        high: (middle + error).min(1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, load};

    const BRIDGE: &str = "ruleset = \"mfd\"
        heroes.fighters = [{ name = 'Strong', xp = 9000 }, { name = 'Weak', xp = 1000 }]
        villains.fighters = [{ name = 'Rook', xp = 8000, bonus_hp = 1 }]";

    #[test]
    fn whoever_matters_most_comes_first() {
        let battle = load(Source::new("bridge.toml", BRIDGE), &[]).unwrap();
        let of = |threads| {
            let effort = Effort { threads, ..Effort::default() };
            battle.impact(7, Some(2_000), &effort).unwrap()
        };
        let found = of(1);
        assert_eq!(found, of(3));
        let names: Vec<&str> = found.parts.iter().map(|part| part.name.as_str()).collect();
        assert_eq!(names, ["Strong", "Rook", "Weak"]);
        let strong = &found.parts[0];
        assert!(strong.low < strong.impact && strong.impact < strong.high);
        assert!((strong.with - strong.without - strong.impact).abs() < 1e-12);
        // Without the rook the villains have nobody and cannot win.
        assert_eq!(found.parts[1].without, 0.0);
    }

    #[test]
    fn a_ruleset_that_leaves_nobody_out_says_so() {
        let duel = "ruleset = \"olympia\"\n[[attacker.stack]]\nnoble = \"A\"\n[[defender.stack]]\nnoble = \"B\"\n";
        let duel = load(Source::new("duel.toml", duel), &[]).unwrap();
        assert_eq!(duel.impact(7, Some(10), &Effort::default()), None);
    }
}
