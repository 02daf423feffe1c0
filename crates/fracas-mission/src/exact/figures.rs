//! What duels come to, as exact odds tell it.

use fracas_core::odds::{ByOutcome, Distribution, Exact, MeasureOdds, Odds, OutcomeOdds, followed};
use fracas_core::watch::MeasureId;

use crate::battle::Battle;
use crate::measures::{EXHAUSTION_COMBAT, ROUNDS};
use crate::state::Outcome;

/// Everything that was found.
pub struct Totals {
    /// By outcome.
    of: [OfOutcome; 4],
    /// By unit: the probability that it falls before the outcome is known, in
    /// a battle that others follow.
    fell_early: Vec<f64>,
    /// Probability that was not followed.
    pub unresolved: f64,
    /// States that were worked off.
    pub states: u64,
    /// Branches that left them.
    pub branches: u64,
}

/// What was found of battles that end one way.
#[derive(Clone)]
struct OfOutcome {
    p: f64,
    /// By measure, without those of single units.
    measures: Vec<Distribution>,
    /// By unit: the probability that it falls in the last battle, and that it
    /// lives after it.
    fell: Vec<f64>,
    lives: Vec<f64>,
}

impl Totals {
    /// Nothing yet.
    pub fn new(b: &Battle) -> Self {
        let (measures, units) = (b.measures.list.len(), b.units.len());
        let none = OfOutcome {
            p: 0.0,
            measures: vec![Distribution::default(); measures - units],
            fell: vec![0.0; units],
            lives: vec![0.0; units],
        };
        Self {
            of: [none.clone(), none.clone(), none.clone(), none],
            fell_early: vec![0.0; units],
            unresolved: 0.0,
            states: 0,
            branches: 0,
        }
    }

    /// Books who has fallen and who lives after a battle that ends it all, or
    /// does not: units, and whether they live.
    pub fn fought(&mut self, outcome: Option<Outcome>, units: &[(usize, bool)], p: f64) {
        for &(unit, lives) in units {
            match (outcome.map(|outcome| &mut self.of[outcome.index()]), lives) {
                (Some(of), true) => of.lives[unit] += p,
                (Some(of), false) => of.fell[unit] += p,
                (None, false) => self.fell_early[unit] += p,
                (None, true) => {}
            }
        }
    }

    /// Books an end with what is read off it.
    pub fn end(&mut self, outcome: Outcome, values: &[i64], p: f64) {
        let of = &mut self.of[outcome.index()];
        of.p += p;
        for (place, (measure, &value)) in of.measures.iter_mut().zip(values).enumerate() {
            if ![ROUNDS, EXHAUSTION_COMBAT].map(MeasureId::index).contains(&place) {
                measure.add(value, p);
            }
        }
    }

    /// Adds what was found of something that happens with this probability.
    pub fn take_in(&mut self, part: &Self, p: f64) {
        for (of, more) in self.of.iter_mut().zip(&part.of) {
            of.take_in(more, p);
        }
        add(&mut self.fell_early, &part.fell_early, p);
        self.unresolved += p * part.unresolved;
        self.states += part.states;
        self.branches += part.branches;
    }

    /// Books rounds and combat exhaustion of all battles up to an end.
    pub fn over(&mut self, outcome: usize, (rounds, combat): (u64, i64), p: f64) {
        let measures = &mut self.of[outcome].measures;
        measures[ROUNDS.index()].add(rounds as i64, p);
        measures[EXHAUSTION_COMBAT.index()].add(combat, p);
    }

    /// As odds.
    pub fn into_exact(self, b: &Battle) -> Exact {
        let outcomes = Outcome::WORDS.iter().zip(&self.of);
        let outcomes: Vec<OutcomeOdds> =
            outcomes.map(|(name, of)| OutcomeOdds::exactly(name, of.p)).collect();
        let units = self.fell_early.len();
        let mut all = Self::new(b).of[0].clone();
        self.of.iter().for_each(|of| all.take_in(of, 1.0));
        add(&mut all.fell, &self.fell_early, 1.0);
        let single = b.chain.len() == 1;
        let distributions = all.told(single);
        let measures = figures(b, &distributions);
        let mut by_outcome = Vec::new();
        let mut by_figures = Vec::new();
        for of in self.of {
            let mut found = of.told(single);
            let first = found.len() - units;
            // Whose fall came early is not known by outcome.
            for (lives, early) in found[first..].iter_mut().zip(&self.fell_early) {
                if *early > 0.0 {
                    *lives = None;
                }
            }
            by_figures.push(figures(b, &found).into_iter().map(Some).collect());
            by_outcome.push(found);
        }
        let why = followed(self.states);
        let by_figures = ByOutcome::exactly(&outcomes, by_figures);
        let mut odds = Odds::exactly(why, outcomes, measures, self.unresolved);
        odds.by_outcome = by_figures;
        // In a chain, an end is told with what the last battle left.
        let carried = [ROUNDS, EXHAUSTION_COMBAT].map(MeasureId::index);
        let first_unit = b.measures.list.len() - units;
        let told = |place| single || !carried.contains(&place) && place < first_unit;
        let told = (0..b.measures.list.len()).map(told).collect();
        let (states, branches) = (self.states, self.branches);
        Exact { odds, distributions, by_outcome, told, that: Vec::new(), states, branches }
    }
}

impl OfOutcome {
    fn take_in(&mut self, part: &Self, p: f64) {
        self.p += p * part.p;
        add(&mut self.fell, &part.fell, p);
        add(&mut self.lives, &part.lives, p);
        for (sum, more) in self.measures.iter_mut().zip(&part.measures) {
            for (value, of_value) in more.values() {
                sum.add(value, p * of_value);
            }
        }
    }

    /// The distribution of every measure. After a single battle everybody was
    /// seen; in a chain some were left behind or never met, and live (M-125).
    fn told(self, single: bool) -> Vec<Option<Distribution>> {
        let mut found = self.measures;
        for (fell, lives) in self.fell.into_iter().zip(self.lives) {
            let mut alive = Distribution::default();
            alive.add(0, fell);
            alive.add(1, if single { lives } else { self.p - fell });
            found.push(alive);
        }
        found.iter_mut().for_each(|found| found.normalise(self.p));
        found.into_iter().map(Some).collect()
    }
}

fn add(sums: &mut [f64], more: &[f64], p: f64) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += p * more;
    }
}

/// The figures of every measure.
fn figures(b: &Battle, found: &[Option<Distribution>]) -> Vec<MeasureOdds> {
    let named = b.measures.list.iter().zip(found);
    let figures = named.map(|(measure, found)| {
        let named = MeasureOdds { name: measure.name.clone(), ..MeasureOdds::default() };
        found.as_ref().map_or(named.clone(), |found| found.figures(named))
    });
    figures.collect()
}
