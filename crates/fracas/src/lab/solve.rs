//! The smallest value of a scenario that does it.
//!
//! Single values are put to the test with trials until the interval of what is
//! claimed lies on one side, or the draws are used up and it is too close to
//! call. Tests at some values all over the range come first; then the border
//! is found by halving, and its neighbours are tried. Where that shows that what
//! is claimed comes and goes, or that its odds go up and down along the values,
//! those below the answer are tried one by one.

mod answer;
mod test;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fracas_core::odds::{ALPHA, Budget, Effort};
use fracas_core::procedure::{Found, Piece, Procedure, Progress, carry_out};
use thiserror::Error;

use super::aim::{Aim, AimError};
use super::compare::LAB_DRAWS;
use super::space::Space;
use super::variants::{Variants, work};
use crate::condition::{BadCondition, Claim};
use crate::report::{Heading, Versions};
pub use answer::{Monotone, Solved, SolvedClaim, SolvedValue};
use test::{FRESH, Test, Verdict};

/// So few values are all tried.
const ALL: u64 = 17;
/// Values that are tried all over the range.
const PROBES: u64 = 9;
/// The same where all odds are exact, and cheap for that.
const EXACT_PROBES: u64 = 33;
/// Values next to the answer that are tried, in steps.
const AROUND: [u64; 3] = [1, 2, 4];
/// Values that are tried one by one where nothing can be halved.
const SCAN: u64 = 64;
/// The same where all odds are exact.
const EXACT_SCAN: u64 = 256;
/// How often an answer that fresh dice do not confirm is looked for anew.
const AGAIN: usize = 3;
/// Tests that may take as many draws as there are, roughly.
const LONG_TESTS: u64 = 8;
/// Most claims at once.
const MOST_CLAIMS: usize = 16;

/// What is asked of a solution.
#[derive(Clone, Debug, PartialEq)]
pub struct SolveAsk {
    /// What is to hold, all of it, as [`Battle::claim`](crate::Battle::claim) reads it.
    pub claims: Vec<String>,
    /// Whether the largest value is wanted, not the smallest.
    pub most: bool,
    /// Trials of one value at most, instead of what is affordable.
    pub trials: Option<u64>,
    /// Exact odds are tried within this budget.
    pub budget: Option<Budget>,
}

impl Default for SolveAsk {
    fn default() -> Self {
        Self { claims: Vec::new(), most: false, trials: None, budget: Some(Budget(1 << 20)) }
    }
}

/// Why nothing can be solved.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SolveError {
    /// Not one value varies.
    #[error("one value is to vary, not {0}")]
    Axes(usize),
    /// Nothing is claimed, or too much.
    #[error("{0} claims; allowed are 1 to {MOST_CLAIMS}")]
    Claims(usize),
    /// A claim cannot be read.
    #[error(transparent)]
    Claim(#[from] BadCondition),
    /// A claim is about a mean that there is not.
    #[error(transparent)]
    Aim(#[from] AimError),
    /// No number of trials.
    #[error("{0} trials; allowed are 64 to 2^24")]
    Trials(u64),
    /// No value of the range makes a battle.
    #[error("{0}")]
    Impossible(String),
}

/// The smallest value that does it, or the largest: a [`Procedure`].
///
/// ```
/// use std::sync::Arc;
/// use fracas::{Effort, Registry, Scenario, lab::{Solve, SolveAsk, Space}};
/// let mut ford = Scenario::of("olympia");
/// ford.set("attacker.stack[0].noble", "Osswid")?;
/// ford.set("attacker.stack[0].men.pikeman", 12)?;
/// ford.set("defender.stack[0].noble", "Feasel")?;
/// let vary = vec!["defender.stack[0].men.knight=0..40".parse()?];
/// let space = Space::new(Registry::standard(), ford, vary)?;
/// let ask = SolveAsk { claims: vec!["defender >= 90%".to_owned()], ..SolveAsk::default() };
/// let solved = Solve::new(Arc::new(space), ask, 0)?.carry_out(&Effort::default());
/// // With one less it is less likely.
/// let [before, at] = &solved.border[..] else { return Err("there is a border".into()) };
/// assert_eq!(solved.value.as_deref(), Some(at.value.as_str()));
/// assert!(before.claims[0].value < 0.9 && at.claims[0].value >= 0.9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Solve {
    heading: Heading,
    versions: Versions,
    space: Arc<Space>,
    ask: SolveAsk,
    claims: Arc<[Claim]>,
    aims: Arc<[String]>,
    seed: u64,
    draws: u64,
    /// By place in the order in which values are looked through.
    tests: BTreeMap<u64, Test>,
    stage: Stage,
    /// Whether somebody was seen who does it before one who does not, or odds
    /// that go up and down.
    broken: bool,
    /// How many were tried one by one.
    scanned: u64,
    /// How often fresh dice did not confirm.
    unconfirmed: usize,
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Values all over the range.
    Probe,
    /// Halving.
    Halve,
    /// Neighbours of the border.
    Around,
    /// One by one.
    Scan,
    /// Fresh dice for the border.
    Verify,
    Done,
}

impl Solve {
    /// Looks through the values of the one axis of a space.
    pub fn new(space: Arc<Space>, ask: SolveAsk, seed: u64) -> Result<Self, SolveError> {
        if space.axes().len() != 1 {
            return Err(SolveError::Axes(space.axes().len()));
        }
        if !(1..=MOST_CLAIMS).contains(&ask.claims.len()) {
            return Err(SolveError::Claims(ask.claims.len()));
        }
        if let Some(trials) = ask.trials.filter(|trials| !(64..=1 << 24).contains(trials)) {
            return Err(SolveError::Trials(trials));
        }
        let battle = space.battle(space.len() - 1).or_else(|_| space.battle(0));
        let battle = battle.map_err(SolveError::Impossible)?;
        let (mut claims, mut aims) = (Vec::new(), Vec::new());
        for text in &ask.claims {
            let claim = battle.claim(text)?;
            aims.push(match &claim {
                Claim::Likely { condition, .. } => Aim::Likely(condition.clone()).text(),
                Claim::Mean { measure, name, .. } => battle.mean_of(*measure, name.clone())?.text(),
            });
            claims.push(claim);
        }
        let mut solve = Self {
            heading: battle.heading(),
            versions: battle.versions(),
            draws: battle.rules().most_draws.min(LAB_DRAWS),
            space,
            ask,
            claims: claims.into(),
            aims: aims.into(),
            seed,
            tests: BTreeMap::new(),
            stage: Stage::Probe,
            broken: false,
            scanned: 0,
            unconfirmed: 0,
        };
        solve.advance();
        Ok(solve)
    }

    /// The battles it is about, for whoever does the work himself.
    pub fn variants(&self) -> Arc<dyn Variants + Send> {
        self.space.clone()
    }

    /// Carries it out on threads, to its end or until somebody calls a halt.
    pub fn carry_out(mut self, effort: &Effort<'_>) -> Solved {
        let space = self.space.clone();
        carry_out(&mut self, effort, |piece, effort| work(&*space, piece, effort), |_| {});
        self.solved()
    }

    /// How many values there are.
    fn count(&self) -> u64 {
        self.space.len()
    }

    /// The variant at a place of the order.
    fn variant(&self, place: u64) -> u64 {
        if self.ask.most { self.count() - 1 - place } else { place }
    }

    /// How often a single test may be wrong, all tests together with 5%: half
    /// of it is for values that are tried one by one.
    fn alpha(&self, scans: bool) -> f64 {
        if self.count() <= ALL {
            return ALPHA / (self.count() + 2) as f64;
        }
        let halvings = u64::from(self.count().ilog2() + 1);
        let regular = PROBES + 2 * halvings + 2 * AROUND.len() as u64 + 2 * (AGAIN as u64 + 1);
        ALPHA / 2.0 / if scans { self.most_scanned() } else { regular } as f64
    }

    /// How many may be tried one by one.
    fn most_scanned(&self) -> u64 {
        if self.is_exact() { EXACT_SCAN } else { SCAN }
    }

    /// Whether all that is known is exact.
    fn is_exact(&self) -> bool {
        self.tests.values().all(Test::is_exact)
    }

    /// Has a value tested; true if its verdict is known.
    fn tested(&mut self, place: u64) -> bool {
        if let Some(test) = self.tests.get(&place) {
            return test.verdict().is_some();
        }
        let alpha = self.alpha(self.stage == Stage::Scan);
        let test = Test::new(
            self.variant(place),
            self.seed,
            (self.aims.clone(), self.claims.clone()),
            (self.draws / LONG_TESTS, self.ask.trials),
            self.ask.budget,
            alpha,
        );
        let known = test.verdict().is_some();
        self.tests.insert(place, test);
        self.scanned += u64::from(self.stage == Stage::Scan);
        known
    }

    /// The first place that is sure to do it, among those that were tried.
    fn first_yes(&self) -> Option<u64> {
        self.first(Verdict::is_yes)
    }

    /// The first place that may do it.
    fn first_open(&self) -> Option<u64> {
        self.first(|verdict| !verdict.is_no())
    }

    fn first(&self, fits: impl Fn(Verdict) -> bool) -> Option<u64> {
        let fit = |(_, test): &(&u64, &Test)| test.verdict().is_some_and(&fits);
        self.tests.iter().find(fit).map(|(place, _)| *place)
    }

    /// Goes on as long as all is known for the next decision.
    fn advance(&mut self) {
        while self.stage != Stage::Done && self.tests.values().all(Test::is_ready) {
            let before = (self.stage, self.tests.len());
            self.stage = match self.stage {
                Stage::Probe => self.probe(),
                Stage::Halve => self.halve(),
                Stage::Around => self.around(),
                Stage::Scan => self.scan(),
                Stage::Verify => self.verify(),
                Stage::Done => Stage::Done,
            };
            if before == (self.stage, self.tests.len()) && self.tests.values().all(Test::is_ready) {
                // Nothing was asked for and nothing changed.
                self.stage = Stage::Done;
            }
        }
    }

    fn probe(&mut self) -> Stage {
        let last = self.count() - 1;
        if self.count() <= ALL {
            return self.test_all(0..=last, Stage::Probe, Stage::Halve);
        }
        let spread = |count: u64| (0..count).map(move |probe| last * probe / (count - 1));
        match self.test_all(spread(PROBES), Stage::Probe, Stage::Halve) {
            Stage::Halve if self.is_exact() => {
                self.test_all(spread(EXACT_PROBES), Stage::Probe, Stage::Halve)
            }
            stage => stage,
        }
    }

    /// The next stage if all of these are tested, this one if not.
    fn test_all(
        &mut self,
        places: impl IntoIterator<Item = u64>,
        now: Stage,
        next: Stage,
    ) -> Stage {
        let mut all = true;
        for place in places {
            all &= self.tested(place);
        }
        if all { next } else { now }
    }

    /// Halves towards the first that does it, and the first that may.
    fn halve(&mut self) -> Stage {
        let mut all = true;
        for border in [self.first_open(), self.first_yes()].into_iter().flatten() {
            let below = self.tests.range(..border).next_back().map(|(place, _)| *place);
            if let Some(below) = below.filter(|below| border - below > 1) {
                all &= self.tested(below + (border - below) / 2);
            }
        }
        if all { Stage::Around } else { Stage::Halve }
    }

    fn around(&mut self) -> Stage {
        let Some(open) = self.first_open().or(self.first_yes()) else {
            return self.judge_order();
        };
        let yes = self.first_yes().unwrap_or(open);
        let mut places = BTreeSet::new();
        for step in AROUND {
            places.extend(open.checked_sub(step));
            places.insert((yes + step).min(self.count() - 1));
        }
        match self.test_all(places, Stage::Around, Stage::Scan) {
            Stage::Scan => self.judge_order(),
            stage => stage,
        }
    }

    /// Whether there is one that does it before one that does not, or odds that
    /// turn back; then what lies below the first has to be tried.
    fn judge_order(&mut self) -> Stage {
        let comes_and_goes = self.first_yes().is_some_and(|yes| self.fails_after(yes).is_some());
        self.broken = comes_and_goes || self.turns_back();
        if self.broken && self.untried() > 0 { Stage::Scan } else { Stage::Verify }
    }

    /// The first place after another that was tried and does not do it.
    fn fails_after(&self, place: u64) -> Option<u64> {
        let fails = |(_, test): &(&u64, &Test)| test.verdict() == Some(Verdict::No);
        self.tests.range(place + 1..).find(fails).map(|(place, _)| *place)
    }

    /// Whether the odds of a claim are shown to rise and to fall along the
    /// values.
    fn turns_back(&self) -> bool {
        /// What adding up may differ by.
        const ROUNDING: f64 = 1e-9;
        (0..self.claims.len()).any(|claim| {
            let (mut most, mut least) = (f64::NEG_INFINITY, f64::INFINITY);
            let (mut falls, mut rises) = (false, false);
            for found in self.tests.values().filter_map(|test| test.estimate(claim)) {
                falls |= found.high < most - ROUNDING;
                rises |= found.low > least + ROUNDING;
                (most, least) = (most.max(found.low), least.min(found.high));
            }
            falls && rises
        })
    }

    /// How many before the answer, or of all if there is none, were never tried.
    fn untried(&self) -> u64 {
        let end = self.first_yes().unwrap_or(self.count());
        end - self.tests.range(..end).count() as u64
    }

    /// All before the answer, or some all over where they are too many.
    fn scan(&mut self) -> Stage {
        let end = self.first_yes().unwrap_or(self.count());
        let room = self.most_scanned().saturating_sub(self.scanned);
        let untried: Vec<u64> =
            (0..end).filter(|place| !self.tests.contains_key(place)).take(1 << 20).collect();
        if room == 0 || untried.is_empty() {
            return Stage::Verify;
        }
        let each = (untried.len() as u64).div_ceil(room).max(1) as usize;
        let places: Vec<u64> = untried.into_iter().step_by(each).collect();
        self.test_all(places, Stage::Scan, Stage::Verify)
    }

    /// Fights the value that is the answer, and the one before, with dice that
    /// had no part in finding it.
    fn verify(&mut self) -> Stage {
        let Some(border) = self.first_yes().or(self.best()) else { return Stage::Done };
        for place in self.border(border) {
            if let Some(test) = self.tests.get_mut(&place) {
                test.want_fresh();
            }
        }
        let all = self.border(border).iter().all(|place| self.tests[place].is_ready());
        let Some(test) = self.tests.get_mut(&border).filter(|_| all) else { return Stage::Verify };
        if test.verdict().is_some_and(Verdict::is_yes) && test.is_refuted() {
            test.call_close();
            self.unconfirmed += 1;
            return if self.unconfirmed > AGAIN { Stage::Done } else { Stage::Halve };
        }
        Stage::Done
    }

    /// A border and the tested place just before it, if there is one.
    fn border(&self, place: u64) -> Vec<u64> {
        let before = place.checked_sub(1).filter(|before| self.tests.contains_key(before));
        before.into_iter().chain([place]).collect()
    }

    /// Where nothing does it, the place that comes nearest in its first claim.
    fn best(&self) -> Option<u64> {
        let miss = |test: &Test| test.miss();
        let tests = self.tests.iter().filter_map(|(place, test)| Some((miss(test)?, *place)));
        tests.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).map(|(_, place)| place)
    }

    fn place_of(&self, variant: u64) -> u64 {
        // The order is its own mirror.
        self.variant(variant)
    }
}

impl Procedure for Solve {
    type Answer = Solved;

    fn ask(&mut self, capacity: usize) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for test in self.tests.values_mut() {
            let room = capacity.saturating_sub(pieces.len());
            pieces.extend(test.ask(room));
        }
        pieces
    }

    fn take(&mut self, piece: &Piece, found: Found) {
        if piece.variant >= self.count() || self.is_done() {
            return;
        }
        let (place, space) = (self.place_of(piece.variant), self.space.clone());
        if let Some(test) = self.tests.get_mut(&place) {
            test.take(piece, found, |aims, exact| {
                space.battle(piece.variant).ok()?.exactly(aims, exact)
            });
        }
        self.advance();
    }

    fn lose(&mut self, piece: &Piece) {
        if piece.variant < self.count() {
            let place = self.place_of(piece.variant);
            if let Some(test) = self.tests.get_mut(&place) {
                test.lose(piece);
            }
        }
    }

    fn is_done(&self) -> bool {
        self.stage == Stage::Done
    }

    fn answer(&self) -> Option<Solved> {
        let known = self.tests.values().any(Test::is_known);
        (self.is_done() || known).then(|| self.solved())
    }

    fn progress(&self) -> Progress {
        let mut progress = Progress::default();
        for test in self.tests.values() {
            let (done, planned) = test.progress();
            progress.done += done;
            progress.planned += planned;
        }
        progress
    }
}

/// Whether a piece is of the trials that verify.
fn is_fresh(piece: &Piece) -> bool {
    use fracas_core::procedure::Work;
    matches!(&piece.work, Work::Journal { trials, .. } if trials.start >= FRESH)
}

#[cfg(test)]
mod tests;
