//! What duels come to, as exact odds tell it.

use fracas_core::odds::{Distribution, Exact, MeasureOdds, Odds, OutcomeOdds, grouped};
use fracas_core::watch::MeasureId;

use crate::battle::Battle;
use crate::measures::{EXHAUSTION_COMBAT, ROUNDS};
use crate::state::{Fight, Outcome};

/// Everything that was found.
pub struct Totals {
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

impl Totals {
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
        let mut distributions = self.measures;
        distributions.iter_mut().for_each(|found| found.normalise(whole));
        let named = b.measures.list.iter().zip(&distributions);
        let measures = named
            .map(|(measure, found)| {
                let name = measure.name.clone();
                found.figures(MeasureOdds { name, ..MeasureOdds::default() })
            })
            .collect();
        let outcomes = Outcome::WORDS.iter().zip(self.outcomes);
        let outcomes = outcomes.map(|(name, p)| OutcomeOdds::exactly(name, p)).collect();
        let why = format!("exact: {} states, round by round", grouped(self.states));
        let odds = Odds::exactly(why, outcomes, measures, self.unresolved);
        let distributions = distributions.into_iter().map(Some).collect();
        Exact { odds, distributions, states: self.states, branches: self.branches }
    }
}
