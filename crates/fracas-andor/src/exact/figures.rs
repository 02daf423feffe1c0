//! Measures and outcomes gathered by the ladder, as exact odds tell them.

use fracas_core::odds::{
    ByOutcome, Distribution, Exact, HearEnds, Mass, MeasureOdds, Odds, OutcomeOdds, followed,
};
use fracas_core::ruleset::Ruleset;

use crate::Andor;
use crate::battle::Battle;
use crate::measures::{self, FIGHTS_WON, HP, POTIONS, WIN, XP, XP_LOST};
use crate::state::Verdict;

/// Everything that was found.
pub struct Found<'h> {
    /// Whether several fights follow each other.
    chain: bool,
    /// By outcome.
    of: [OfOutcome; 4],
    /// Is told every end.
    hear: HearEnds<'h>,
}

/// An end of the battle.
pub struct End {
    /// How it ended.
    pub verdict: Verdict,
    /// Hit points and healing items at the end of a win.
    pub left: [i64; 2],
    /// Fights won of a chain.
    pub fights_won: i64,
    /// Experience granted.
    pub xp: i64,
    /// Experience lost.
    pub xp_lost: i64,
    /// Mean and variance of gold.
    pub gold: (f64, f64),
}

/// What was found of battles that end one way.
#[derive(Clone, Debug, Default)]
struct OfOutcome {
    turns: Mass,
    hp: Distribution,
    potions: Distribution,
    xp: Distribution,
    /// First and second moment.
    gold: [f64; 2],
    xp_lost: Distribution,
    fights_won: Distribution,
}

/// Figures and distributions, by measure.
type Told = (Vec<MeasureOdds>, Vec<Option<Distribution>>);

impl<'h> Found<'h> {
    /// Nothing yet.
    pub fn new(b: &Battle, hear: HearEnds<'h>) -> Self {
        Self { chain: measures::is_chain(b), of: Default::default(), hear }
    }

    /// Books an end.
    pub fn book(&mut self, end: &End, mass: Mass) {
        let mut values = [0; 8];
        values[FIGHTS_WON.index()] = end.fights_won;
        values[XP.index()] = end.xp;
        values[XP_LOST.index()] = end.xp_lost;
        let of = &mut self.of[end.verdict as usize];
        if end.verdict == Verdict::Win {
            let [hp, potions] = end.left;
            (values[HP.index()], values[POTIONS.index()]) = (hp, potions);
            of.hp.add(hp, mass.p);
            of.potions.add(potions, mass.p);
        }
        of.turns += mass;
        of.xp.add(end.xp, mass.p);
        of.xp_lost.add(end.xp_lost, mass.p);
        of.fights_won.add(end.fights_won, mass.p);
        let (mean, variance) = end.gold;
        of.gold[0] += mass.p * mean;
        of.gold[1] += mass.p * (variance + mean * mean);
        let told = if self.chain { &values[..] } else { &values[..FIGHTS_WON.index()] };
        (self.hear)(end.verdict as usize, told, mass.p);
    }

    /// As odds, of which so much probability was left open.
    pub fn into_exact(self, unresolved: f64, states: u64, steps: u64) -> Exact {
        let chain = self.chain;
        let outcomes = Andor::OUTCOMES.iter().zip(&self.of);
        let outcomes: Vec<OutcomeOdds> =
            outcomes.map(|(name, of)| OutcomeOdds::exactly(name, of.turns.p + 0.0)).collect();
        let mut all = OfOutcome::default();
        self.of.iter().for_each(|of| all.merge(of));
        debug_assert!((all.turns.p - 1.0).abs() < 1e-9, "{}", all.turns.p);
        let mut by_outcome = Vec::new();
        let mut figures = Vec::new();
        for (place, of) in self.of.into_iter().enumerate() {
            let whole = of.turns.p;
            let (told, found) = of.told(chain, whole);
            let counts = |measure: usize| {
                let given = [HP, POTIONS].iter().any(|only| only.index() == measure);
                !given || place == WIN.index()
            };
            let told = told.into_iter().enumerate();
            figures.push(told.map(|(measure, told)| counts(measure).then_some(told)).collect());
            let found = found.into_iter().enumerate();
            let found = found.map(|(measure, found)| found.filter(|_| counts(measure)));
            by_outcome.push(found.collect());
        }
        // Only the moments of gold are known, unless there is none.
        let has_gold = all.gold != [0.0, 0.0];
        let (measures, distributions) = all.told(chain, outcomes[WIN.index()].p);
        let by = ByOutcome::exactly(&outcomes, figures);
        let mut odds = Odds::exactly(followed(states), outcomes, measures, unresolved);
        odds.by_outcome = by;
        let mut told = vec![false, true, true, true, !has_gold, true, true];
        told.extend(chain.then_some(true));
        Exact { odds, distributions, by_outcome, told, that: Vec::new(), states, branches: steps }
    }
}

impl OfOutcome {
    fn merge(&mut self, other: &Self) {
        self.turns += other.turns;
        self.hp.merge(&other.hp);
        self.potions.merge(&other.potions);
        self.xp.merge(&other.xp);
        self.xp_lost.merge(&other.xp_lost);
        self.fights_won.merge(&other.fights_won);
        (0..2).for_each(|moment| self.gold[moment] += other.gold[moment]);
    }

    /// Figures and distributions of all measures, of which some count wins
    /// alone, which have the probability `win`.
    fn told(mut self, chain: bool, win: f64) -> Told {
        let total = self.turns.p;
        for found in [&mut self.hp, &mut self.potions] {
            found.normalise(win);
        }
        for found in [&mut self.xp, &mut self.xp_lost, &mut self.fights_won] {
            found.normalise(total);
        }
        let mut never = Distribution::default();
        never.add(0, 1.0);
        let no_gold = (self.gold == [0.0, 0.0]).then(|| never.clone());
        let gold = match &no_gold {
            Some(none) => spread(none),
            None => moments(self.gold[0] / total, self.gold[1] / total),
        };
        let turns = moments(self.turns.first / total, self.turns.second / total);
        let of = |name: &str, given: bool, figures: MeasureOdds| MeasureOdds {
            name: name.to_owned(),
            given: given.then(|| "win".to_owned()),
            ..figures
        };
        let mut measures = vec![
            of("turns", false, turns),
            of("hp", true, spread(&self.hp)),
            of("potions", true, spread(&self.potions)),
            of("xp", false, spread(&self.xp)),
            of("gold", false, gold),
            of("xp_lost", false, spread(&self.xp_lost)),
            of("capped", false, spread(&never)),
        ];
        measures.extend(chain.then(|| of("fights_won", false, spread(&self.fights_won))));
        let mut distributions = vec![
            None,
            Some(self.hp),
            Some(self.potions),
            Some(self.xp),
            no_gold,
            Some(self.xp_lost),
            Some(never),
        ];
        distributions.extend(chain.then_some(Some(self.fights_won)));
        (measures, distributions)
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
