//! What duels come to, as exact odds tell it.

use fracas_core::odds::{CONFIDENCE, Distribution, Exact, MeasureOdds, Method, Odds, OutcomeOdds};
use fracas_core::watch::MeasureId;

use crate::battle::Battle;
use crate::measures::{EXHAUSTION_COMBAT, ROUNDS};
use crate::state::{Fight, Outcome};

/// Everything that was found.
pub struct Found {
    outcomes: [f64; 4],
    /// By measure; those of single units at the end.
    measures: Vec<Distribution>,
    /// By unit: the probability that it falls.
    fell: Vec<f64>,
    /// Probability that was not followed.
    pub unresolved: f64,
    /// States that were worked off.
    pub states: u64,
    /// Branches that left them.
    pub branches: u64,
}

impl Found {
    /// Nothing yet.
    pub fn new(b: &Battle) -> Self {
        let (measures, units) = (b.measures.list.len(), b.units.len());
        Self {
            outcomes: [0.0; 4],
            measures: vec![Distribution::default(); measures - units],
            fell: vec![0.0; units],
            unresolved: 0.0,
            states: 0,
            branches: 0,
        }
    }

    /// Books who has fallen in a battle.
    pub fn fell(&mut self, fight: &Fight, p: f64) {
        for fighter in fight.fighters.iter().filter(|fighter| fighter.hp == 0) {
            self.fell[fighter.unit as usize] += p;
        }
    }

    /// Books an end with what is read off it.
    pub fn end(&mut self, outcome: Outcome, values: &[i64], p: f64) {
        self.outcomes[outcome.index()] += p;
        for (place, (measure, &value)) in self.measures.iter_mut().zip(values).enumerate() {
            if ![ROUNDS, EXHAUSTION_COMBAT].map(MeasureId::index).contains(&place) {
                measure.add(value, p);
            }
        }
    }

    /// Adds what was found of something that happens with this probability.
    pub fn take_in(&mut self, part: &Self, p: f64) {
        for (sum, more) in self.outcomes.iter_mut().zip(&part.outcomes) {
            *sum += p * more;
        }
        for (sum, more) in self.fell.iter_mut().zip(&part.fell) {
            *sum += p * more;
        }
        for (sum, more) in self.measures.iter_mut().zip(&part.measures) {
            for (value, of_value) in more.values() {
                sum.add(value, p * of_value);
            }
        }
        self.unresolved += p * part.unresolved;
        self.states += part.states;
        self.branches += part.branches;
    }

    /// Books rounds and combat exhaustion of all battles up to an end.
    pub fn over(&mut self, (rounds, combat): (u64, i64), p: f64) {
        self.measures[ROUNDS.index()].add(rounds as i64, p);
        self.measures[EXHAUSTION_COMBAT.index()].add(combat, p);
    }

    /// As odds.
    pub fn into_exact(mut self, b: &Battle) -> Exact {
        let whole: f64 = self.outcomes.iter().sum();
        for fell in self.fell {
            let mut lives = Distribution::default();
            lives.add(0, fell);
            lives.add(1, whole - fell);
            self.measures.push(lives);
        }
        let distributions: Vec<Distribution> =
            self.measures.iter().map(|found| shared(found, whole)).collect();
        let named = b.measures.list.iter().zip(&distributions);
        let measures = named
            .map(|(measure, found)| MeasureOdds { name: measure.name.clone(), ..figures(found) })
            .collect();
        let outcome = |(name, p): (&&str, f64)| OutcomeOdds {
            name: (*name).to_owned(),
            p,
            low: p,
            high: p,
            example: None,
        };
        let odds = Odds {
            method: Method::Exact,
            why: format!("exact: {} states, round by round", grouped(self.states)),
            seed: None,
            trials: None,
            confidence: CONFIDENCE,
            outcomes: Outcome::WORDS.iter().zip(self.outcomes).map(outcome).collect(),
            measures,
            unresolved: self.unresolved,
            provisional: false,
            draws_per_battle: None,
        };
        let distributions = distributions.into_iter().map(Some).collect();
        Exact { odds, distributions, states: self.states, branches: self.branches }
    }
}

/// With a comma after every third digit from the end.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let (first, rest) = digits.split_at((digits.len() - 1) % 3 + 1);
    let groups = rest.as_bytes().chunks(3).map(|group| format!(",{}", group.escape_ascii()));
    std::iter::once(first.to_owned()).chain(groups).collect()
}

/// The same, in parts of the whole.
fn shared(found: &Distribution, whole: f64) -> Distribution {
    let mut shared = Distribution::default();
    for (value, p) in found.values() {
        shared.add(value, p / whole);
    }
    shared
}

/// Mean, deviation, quantiles and extremes.
fn figures(found: &Distribution) -> MeasureOdds {
    let mut known = MeasureOdds { se: Some(0.0), ..MeasureOdds::default() };
    let mean = found.values().map(|(value, p)| value as f64 * p).sum::<f64>();
    let square = |(value, p): (i64, f64)| p * (value as f64 - mean).powi(2);
    known.mean = Some(mean);
    known.sd = Some(found.values().map(square).sum::<f64>().sqrt());
    let mut sum = 0.0;
    for (value, p) in found.values() {
        sum += p;
        known.min = known.min.or(Some(value));
        known.max = Some(value);
        let shares = [0.05, 0.5, 0.95];
        for (share, known) in shares.iter().zip([&mut known.p5, &mut known.p50, &mut known.p95]) {
            // Sums that miss it by a rounding error reach it.
            if known.is_none() && sum >= share - 1e-12 {
                *known = Some(value);
            }
        }
    }
    known
}
