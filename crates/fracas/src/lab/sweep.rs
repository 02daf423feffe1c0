//! The odds of every variant of a scenario, with the same dice.

use fracas_core::order::Ordered;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use fracas_core::odds::{Effort, PlanError, Way};
use fracas_core::procedure::{
    Found, Piece, Procedure, Progress, Unweighed, Weigh, Weighed, carry_out,
};
use thiserror::Error;

use super::points::{BadPoints, Points};
use super::row::Row;
use super::variants::{Variants, work};
use crate::ask::{Ask, OddsError};
use crate::battle::Battle;
use crate::condition::BadCondition;
use crate::registry::Registry;
use crate::scenario::{Scenario, ScenarioError};
use crate::set::{Change, Set};
use crate::short_path::{AmbiguousPath, whole_path};

/// So many points are under way at once; rows that wait for one before them
/// take memory.
const MOST_OPEN: usize = 64;
/// So far beyond the first unfinished point others may be begun.
const FARTHEST: u64 = 256;
/// So many values of an axis are tried before the first battle.
const TRIED: u64 = 1000;

/// The odds along one or several axes.
///
/// All points are fought with the same dice, so that neighbours differ by what
/// was changed and not by luck. A sweep is a [`Procedure`]: [`Sweep::run`]
/// carries it out on threads.
///
/// ```
/// use fracas::lab::{Points, Sweep};
/// use fracas::{Effort, Goal, Registry, Scenario};
/// let mut ambush = Scenario::of("olympia");
/// ambush.set("attacker.stack[0].noble", "Osswid")?;
/// ambush.set("defender.stack[0].noble", "Feasel")?;
/// ambush.set("defender.stack[0].men.knight", 3)?;
///
/// let points = Points::grid(vec!["attacker.stack[0].men.pikeman=0..20..10".parse()?])?;
/// let mut sweep = Sweep::new(Registry::standard(), ambush, points)?.to(Goal::Error(0.02))?;
/// let mut wins = Vec::new();
/// sweep.run(&Effort { threads: 2, ..Effort::default() }, |row| {
///     if let Ok(odds) = &row.odds {
///         wins.push(odds.odds.outcomes[0].p);
///     }
/// });
/// assert!(wins.len() == 3 && wins.is_sorted());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Sweep {
    pub(super) battles: Arc<PointBattles>,
    base: Battle,
    way: Way,
    seed: u64,
    /// Points that may be begun.
    admitted: VecDeque<Range<u64>>,
    open: BTreeMap<u64, Weigh>,
    /// Answered, and not yet fetched.
    finished: Vec<(u64, PointAnswer)>,
    done: u64,
}

/// What came of a point.
pub(super) type PointAnswer = Result<Weighed, Unweighed>;

/// Why a scenario cannot be swept.
#[derive(Debug, Error)]
pub enum SweepError {
    /// The scenario itself is wrong.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// A value that it is to have is wrong.
    #[error("with {changes}:\n{why}")]
    Value {
        /// The values at that point.
        changes: String,
        /// What is wrong with them.
        why: ScenarioError,
    },
    /// A path may mean several places.
    #[error(transparent)]
    Path(#[from] AmbiguousPath),
    /// Two paths mean the same place.
    #[error(transparent)]
    Points(#[from] BadPoints),
    /// A condition is none.
    #[error(transparent)]
    Condition(#[from] BadCondition),
    /// The odds cannot be found as asked.
    #[error(transparent)]
    Goal(#[from] PlanError),
}

/// Battles of points, made when they are needed.
pub(super) struct PointBattles {
    registry: Registry,
    scenario: Scenario,
    /// Conditions that are counted.
    pub that: Vec<String>,
    pub points: Points,
    made: Mutex<HashMap<u64, Battle>>,
}

impl PointBattles {
    fn changes(&self, point: u64) -> Vec<Set> {
        let paths = self.points.paths().into_iter().zip(self.points.values(point));
        let set = |(path, value): (&str, &str)| Set {
            path: path.to_owned(),
            change: Change::Put(value.to_owned()),
        };
        paths.map(set).collect()
    }

    /// The changes in words, in an order that does not depend on that of the axes.
    pub fn name(&self, point: u64) -> String {
        let mut changes: Vec<String> = self.changes(point).iter().map(Set::to_string).collect();
        changes.put_in_order();
        changes.join("\n")
    }

    fn make(&self, point: u64) -> Result<Battle, ScenarioError> {
        let mut scenario = self.scenario.clone();
        let changes = crate::sets(&scenario, &self.changes(point));
        scenario.apply_by(&self.registry, &changes)?;
        self.registry.battle(&scenario)
    }

    /// The battle of a point, counting what is asked.
    fn asked(&self, point: u64) -> Result<Battle, String> {
        let battle = self.make(point).map_err(|why| first_line(&why))?;
        battle.asked(&self.that).map_err(|why| why.fault.to_string())
    }

    fn made(&self) -> std::sync::MutexGuard<'_, HashMap<u64, Battle>> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Variants for PointBattles {
    fn battle(&self, variant: u64) -> Result<Battle, String> {
        if let Some(battle) = self.made().get(&variant) {
            return Ok(battle.clone());
        }
        let battle = self.asked(variant)?;
        self.made().insert(variant, battle.clone());
        Ok(battle)
    }
}

/// What is wrong, in a row of a table.
fn first_line(why: &ScenarioError) -> String {
    let first = why.diagnostics().and_then(|wrong| wrong.iter().next());
    first.map_or_else(
        || why.to_string(),
        |first| match &first.help {
            Some(help) => format!("{}; {help}", first.message),
            None => first.message.clone(),
        },
    )
}

impl Sweep {
    /// All points of a scenario, by these rulesets. Paths may leave out their
    /// beginning, as everywhere. What makes a battle nowhere, as far as it can
    /// be tried soon, is refused, and so is a word of a list that makes none where
    /// others do; a single number that makes none has a row that says so.
    pub fn new(
        registry: &Registry,
        scenario: Scenario,
        points: Points,
    ) -> Result<Self, SweepError> {
        let base = registry.battle(&scenario)?;
        let points = points.with_paths(|path| {
            Ok::<_, SweepError>(whole_path(&scenario, base.rules(), path, &[])?)
        })?;
        let registry = registry.clone();
        let made = Mutex::default();
        let battles = PointBattles { registry, scenario, that: Vec::new(), points, made };
        let seed = base.seed().unwrap_or(0);
        let all = 0..battles.points.count();
        let sweep = Self {
            battles: Arc::new(battles),
            base,
            way: Way::default(),
            seed,
            admitted: VecDeque::from([all]),
            open: BTreeMap::new(),
            finished: Vec::new(),
            done: 0,
        };
        sweep.try_values()?;
        sweep.try_words()?;
        Ok(sweep)
    }

    /// Tries the values of each axis with the first of all others, until one
    /// makes a battle.
    fn try_values(&self) -> Result<(), SweepError> {
        let mut first_fault = None;
        for point in self.battles.points.along_axes(TRIED) {
            match self.battles.make(point) {
                Ok(_) => return Ok(()),
                Err(why) => {
                    let changes = self.battles.name(point).replace('\n', ", ");
                    first_fault.get_or_insert(SweepError::Value { changes, why });
                }
            }
        }
        first_fault.map_or(Ok(()), Err)
    }

    /// Tries every word of a list: where another value makes a battle, a word
    /// that makes none is misspelled. Numbers may be too large or too small.
    fn try_words(&self) -> Result<(), SweepError> {
        for list in self.battles.points.lists(TRIED) {
            let is_word = |value: &str| value.parse::<f64>().is_err();
            if !list.iter().any(|(_, value)| is_word(value)) {
                continue;
            }
            let makes = |&(point, _): &(u64, &str)| self.battles.make(point).is_ok();
            if !list.iter().any(makes) {
                continue;
            }
            for &(point, value) in &list {
                if let (true, Err(why)) = (is_word(value), self.battles.make(point)) {
                    let changes = self.battles.name(point).replace('\n', ", ");
                    return Err(SweepError::Value { changes, why });
                }
            }
        }
        Ok(())
    }

    /// The same with odds found in another way.
    pub fn by(self, way: Way) -> Result<Self, SweepError> {
        Weigh::new(way.clone(), self.seed, self.base.rules.most_draws)?;
        Ok(Self { way, ..self })
    }

    /// The same with exact odds where they are no dearer, else with battles to
    /// this goal.
    pub fn to(self, goal: fracas_core::odds::Goal) -> Result<Self, SweepError> {
        self.by(Way::Planned(goal))
    }

    /// The same, telling also how likely these conditions are, under `that` of
    /// the odds.
    pub fn asking(mut self, conditions: Vec<String>) -> Result<Self, SweepError> {
        self.base.asked(&conditions)?;
        // Nobody else has it before the sweep is run.
        if let Some(battles) = Arc::get_mut(&mut self.battles) {
            battles.that = conditions;
        }
        Ok(self)
    }

    /// The same with other dice.
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The battle of the scenario itself.
    pub fn base(&self) -> &Battle {
        &self.base
    }

    /// The battles of its points, for whoever does the work himself.
    pub fn variants(&self) -> Arc<dyn Variants + Send> {
        self.battles.clone()
    }

    /// What is varied.
    pub fn points(&self) -> &Points {
        &self.battles.points
    }

    /// How odds are found.
    pub fn way(&self) -> &Way {
        &self.way
    }

    /// The seed of all dice.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The same without points whose rows are known from before: they are not
    /// told again.
    pub fn without(mut self, known: &[u64]) -> Self {
        let mut left = VecDeque::new();
        let mut begin = 0;
        let mut known: Vec<u64> =
            known.iter().copied().filter(|point| *point < self.points().count()).collect();
        known.put_in_order();
        known.dedup();
        self.done = known.len() as u64;
        for point in known {
            left.push_back(begin..point);
            begin = point + 1;
        }
        left.push_back(begin..self.points().count());
        self.admitted = left;
        self
    }

    /// The rows of points that were answered since this was called last, for
    /// whoever does the work himself.
    pub fn rows(&mut self) -> Vec<Row> {
        let answered = self.fetch();
        answered.into_iter().map(|(point, answer)| self.row(point, answer)).collect()
    }

    /// Lets only these points be begun, besides those that are.
    #[cfg(feature = "store")]
    pub(super) fn admit(&mut self, points: impl IntoIterator<Item = Range<u64>>) {
        self.admitted = points.into_iter().collect();
    }

    /// Whether there is nothing left to be begun.
    #[cfg(feature = "store")]
    pub(super) fn is_idle(&self) -> bool {
        self.admitted.iter().all(Range::is_empty)
    }

    /// How many points are under way.
    #[cfg(feature = "store")]
    pub(super) fn open_points(&self) -> usize {
        self.open.len()
    }

    /// A point whose answer was known before.
    #[cfg(feature = "store")]
    pub(super) fn count_known(&mut self, points: u64) {
        self.done += points;
    }

    /// What was answered since this was called last.
    pub(super) fn fetch(&mut self) -> Vec<(u64, PointAnswer)> {
        std::mem::take(&mut self.finished)
    }

    /// A row of the answer.
    pub(super) fn row(&self, point: u64, answer: PointAnswer) -> Row {
        let paths = self.points().paths().into_iter().map(str::to_owned);
        let values = self.points().values(point).into_iter().map(str::to_owned);
        let odds = match answer {
            Ok(weighed) => Ok(self.base.weighed(weighed, &Ask::from(self.way.clone()))),
            Err(why) => Err(OddsError::from(why)),
        };
        Row { point, values: paths.zip(values).collect(), odds }
    }

    /// Finds the odds of all points and tells them in order, row by row. Told
    /// as progress are points. False if somebody called a halt before all were
    /// known.
    pub fn run(&mut self, effort: &Effort<'_>, row: impl FnMut(Row) + Send) -> bool {
        let battles = self.battles.clone();
        self.run_by(effort, |piece, effort| work(&*battles, piece, effort), row)
    }

    /// The same where somebody else does the pieces of work, such as those of
    /// a cluster: each thread hands out one at a time and waits for it.
    pub fn run_by<F: Into<Option<Found>>>(
        &mut self,
        effort: &Effort<'_>,
        work: impl Fn(&Piece, &Effort<'_>) -> F + Sync,
        mut row: impl FnMut(Row) + Send,
    ) -> bool {
        let planned = self.points().count();
        let mut next = 0;
        let mut waiting = BTreeMap::new();
        let quiet = Effort { progress: None, ..*effort };
        let look = |sweep: &mut Self| {
            waiting.extend(sweep.fetch());
            while let Some(answer) = waiting.remove(&next) {
                row(sweep.row(next, answer));
                next += 1;
            }
            if let Some(progress) = effort.progress {
                progress(sweep.done, planned);
            }
        };
        carry_out(self, &quiet, work, look);
        for (point, answer) in waiting {
            row(self.row(point, answer));
        }
        self.is_done()
    }

    /// Begins the next point, unless too many are under way.
    fn begin_next(&mut self) -> Option<u64> {
        let first = self.open.keys().next().copied();
        while self.admitted.front().is_some_and(Range::is_empty) {
            self.admitted.pop_front();
        }
        let next = self.admitted.front()?.start;
        let far = first.is_some_and(|first| next > first + FARTHEST);
        if far || self.open.len() >= MOST_OPEN {
            return None;
        }
        self.admitted.front_mut()?.start += 1;
        let weigh = Weigh::new(self.way.clone(), self.seed, self.base.rules.most_draws);
        // The way was tried before it was taken.
        self.open.insert(next, weigh.ok()?.of(next));
        Some(next)
    }

    /// Keeps the answer of a point that has one.
    fn close(&mut self, point: u64) {
        let answer = self.open.get(&point).filter(|weigh| weigh.is_done());
        if let Some(answer) = answer.and_then(Procedure::answer) {
            self.open.remove(&point);
            self.battles.made().remove(&point);
            self.finished.push((point, answer));
            self.done += 1;
        }
    }
}

impl Procedure for Sweep {
    /// Points that are known, of all there are. The rows themselves are told
    /// one by one: all at once might not find room.
    type Answer = Progress;

    fn ask(&mut self, capacity: usize) -> Vec<Piece> {
        let mut pieces = Vec::new();
        // One piece of each point: different points rather than parts of one.
        for weigh in self.open.values_mut() {
            if pieces.len() < capacity {
                pieces.extend(weigh.ask(1));
            }
        }
        while pieces.len() < capacity
            && let Some(point) = self.begin_next()
        {
            pieces.extend(self.open.get_mut(&point).map(|weigh| weigh.ask(1)).unwrap_or_default());
        }
        for weigh in self.open.values_mut() {
            if pieces.len() < capacity {
                pieces.extend(weigh.ask(capacity - pieces.len()));
            }
        }
        pieces
    }

    fn take(&mut self, piece: &Piece, found: Found) {
        if let Some(weigh) = self.open.get_mut(&piece.variant) {
            weigh.take(piece, found);
            self.close(piece.variant);
        }
    }

    fn lose(&mut self, piece: &Piece) {
        if let Some(weigh) = self.open.get_mut(&piece.variant) {
            weigh.lose(piece);
        }
    }

    fn is_done(&self) -> bool {
        self.done >= self.points().count()
    }

    fn answer(&self) -> Option<Progress> {
        Some(self.progress())
    }

    fn progress(&self) -> Progress {
        Progress { done: self.done, planned: self.points().count() }
    }
}
