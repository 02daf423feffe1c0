//! Measures and outcomes gathered by the ladder, as exact odds tell them.

use fracas_core::odds::{Distribution, Exact, Mass, MeasureOdds, Odds, OutcomeOdds};

use crate::Andor;
use crate::measures;
use fracas_core::ruleset::Ruleset;

/// Everything that was found.
#[derive(Debug, Default)]
pub struct Found {
    /// The probability of each outcome.
    pub outcomes: [f64; 4],
    /// Turns over all endings.
    pub turns: Mass,
    /// Hit points at the end of a win.
    pub hp: Distribution,
    /// Healing items at the end of a win.
    pub potions: Distribution,
    /// Experience granted.
    pub xp: Distribution,
    /// First and second moment of gold.
    pub gold: [f64; 2],
    /// Experience lost.
    pub xp_lost: Distribution,
}

impl Found {
    /// As odds, of which so much probability was left open.
    pub fn into_exact(self, why: String, unresolved: f64, states: u64, steps: u64) -> Exact {
        let total: f64 = self.outcomes.iter().sum();
        debug_assert!((total - 1.0).abs() < 1e-9, "{total}");
        let outcomes = Andor::OUTCOMES.iter().zip(self.outcomes);
        let outcomes = outcomes.map(|(name, p)| OutcomeOdds::exactly(name, p)).collect();
        let win = self.outcomes[0];
        let [hp, potions] = [self.hp, self.potions].map(|mut found| {
            found.normalise(win);
            found
        });
        let turns = moments(self.turns.first / total, self.turns.second / total);
        // Only the moments of gold are known, unless there is none.
        let mut never = Distribution::default();
        never.add(0, 1.0);
        let gold = match self.gold {
            [0.0, 0.0] => spread(&never),
            [first, second] => moments(first / total, second / total),
        };
        let of = |name: &str, given: bool, figures: MeasureOdds| MeasureOdds {
            name: name.to_owned(),
            given: given.then(|| "win".to_owned()),
            ..figures
        };
        let measures = vec![
            of("turns", false, turns),
            of("hp", true, spread(&hp)),
            of("potions", true, spread(&potions)),
            of("xp", false, spread(&self.xp)),
            of("gold", false, gold),
            of("xp_lost", false, spread(&self.xp_lost)),
            of("capped", false, spread(&never)),
        ];
        debug_assert_eq!(measures.len(), measures::list().len());
        let odds = Odds::exactly(why, outcomes, measures, unresolved);
        let no_gold = (self.gold == [0.0, 0.0]).then(|| never.clone());
        let distributions = vec![
            None,
            Some(hp),
            Some(potions),
            Some(self.xp),
            no_gold,
            Some(self.xp_lost),
            Some(never),
        ];
        Exact { odds, distributions, states, branches: steps }
    }
}

/// Mean and deviation of what is counted on the way.
fn moments(first: f64, second: f64) -> MeasureOdds {
    MeasureOdds {
        mean: Some(first),
        se: Some(0.0),
        sd: Some((second - first * first).max(0.0).sqrt()),
        ..MeasureOdds::default()
    }
}

/// All figures of a distribution.
fn spread(found: &Distribution) -> MeasureOdds {
    found.figures(MeasureOdds::default())
}
