//! The best that can be had for the money.
//!
//! Where there are few combinations all of them race; where there are many, a
//! search goes from several beginnings to better neighbours, and every step of
//! it is a race. What is told of the winner comes from dice that had no part in
//! finding it.

mod answer;
mod search;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fracas_core::capability::Side;
use fracas_core::odds::{Budget, CHUNK, Effort};
use fracas_core::procedure::{Found, Piece, Procedure, Progress, carry_out};
use thiserror::Error;

use super::aim::AimError;
use super::axis::Axis;
use super::choice::Choice;
use super::compare::LAB_DRAWS;
use super::estimate::Known;
use super::grid::Grid;
use super::race::{Out, Race, Rules};
use super::scored::Scored;
use super::space::{Space, SpaceError};
use super::variants::{Variants, work};
use crate::registry::Registry;
use crate::report::{Heading, Versions};
use crate::scenario::Scenario;
use crate::short_path::{AmbiguousPath, whole_path};
pub use answer::{Army, BestFound, Price};
use search::{Money, neighbours};

/// Combinations that race at once, at most.
const MOST_TRIED: u64 = 1024;
/// And at least, whatever a battle costs.
const FEWEST_TRIED: u64 = 24;
/// For so many draws a branch is followed for exact odds, of all who race
/// together.
const DRAWS_A_BRANCH: u64 = 8;
/// Steps of a search at most.
const STEPS: usize = 24;
/// So many go on into the next step, and into the last race.
const KEPT: usize = 32;
/// The first of the trials that tell what the winner is worth.
const FRESH: u64 = 1 << 40;
/// So often the winner may lose to a neighbour in fresh dice and leave it the
/// place; each time others are thrown.
const MOST_MOVES: u64 = 16;
/// Choices at most.
const MOST_CHOICES: usize = 64;

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct BestAsk {
    /// What is to be as large as can be, as [`Battle::aim`](crate::Battle::aim)
    /// reads it.
    pub aim: String,
    /// Whether it is to be small instead.
    pub least: bool,
    /// The money there is.
    pub money: f64,
    /// Trials of those who stay to the end, instead of what is affordable.
    pub trials: Option<u64>,
    /// Combinations that are all tried if there are no more; 0 for what can be
    /// had soon.
    pub all: u64,
}

/// Why nothing can be chosen.
#[derive(Debug, Error)]
pub enum BestError {
    /// The values cannot vary.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// A path may mean several places.
    #[error(transparent)]
    Path(#[from] AmbiguousPath),
    /// There is nothing to choose, or too much.
    #[error("{0} choices; allowed are 1 to {MOST_CHOICES}")]
    Choices(usize),
    /// Not even the cheapest is affordable.
    #[error("even the cheapest costs {cheapest}, and there is {money}")]
    Money {
        /// What it costs.
        cheapest: f64,
        /// What there is.
        money: f64,
    },
    /// The aim cannot be read.
    #[error(transparent)]
    Aim(#[from] AimError),
    /// No number of trials.
    #[error("{0} trials; allowed are 64 to 2^20")]
    Trials(u64),
    /// No combination makes a battle.
    #[error("{0}")]
    Impossible(String),
}

/// The best that can be had for the money: a [`Procedure`].
///
/// ```
/// use fracas::{Effort, Registry, Scenario, lab::{Best, BestAsk}};
/// let mut ford = Scenario::of("olympia");
/// ford.set("attacker.stack[0].noble", "Osswid")?;
/// ford.set("defender.stack[0].noble", "Feasel")?;
/// ford.set("defender.stack[0].men.pikeman", 9)?;
/// let choices = vec![
///     "attacker.stack[0].men.knight=0..3 cost 40".parse()?,
///     "attacker.stack[0].men.pikeman=0..12 cost 10".parse()?,
/// ];
/// let ask = BestAsk { aim: "attacker".into(), least: false, money: 120.0, trials: None, all: 0 };
/// let found = Best::new(Registry::standard(), ford, choices, ask, None)?.carry_out(&Effort::default());
/// assert!(found.best.cost <= 120.0 && found.possible == Some(found.tried));
/// assert!(found.runners_up.iter().all(|army| army.value.value <= found.best.value.value + 0.01));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Best {
    heading: Heading,
    versions: Versions,
    /// Which combinations there are, and the battle of each.
    grid: Grid,
    variants: Arc<dyn Variants + Send + Sync>,
    money: Money,
    ask: BestAsk,
    rules: Rules,
    /// Branches that all who race together may follow for exact odds.
    branches: u64,
    /// Everybody who ran, with what is known of him.
    tried: BTreeMap<u64, Tried>,
    /// All that are affordable, if they are few.
    all: Option<u64>,
    /// Those that fresh dice show to be worse than the winner.
    refuted: BTreeSet<u64>,
    stage: Stage,
    steps: usize,
    /// How often fresh dice found a better winner.
    moves: u64,
}

#[derive(Clone)]
struct Tried {
    scored: Scored,
    out: Option<Out>,
}

/// What is being done.
#[derive(Clone)]
enum Stage {
    /// Finding out what a battle costs.
    Price(Box<Scored>),
    /// Racing; and then on from the winner, if there are neighbours.
    Race(Box<Race>),
    /// The last race, exact where that is cheap.
    Final(Box<Race>),
    /// The winner and its neighbours, with fresh dice.
    Fresh(Box<Race>, Vec<u64>),
    Done(Option<Box<Race>>, Vec<u64>),
}

impl Best {
    /// Looks for the best of these choices, with the dice of a seed, or of the
    /// scenario's own.
    pub fn new(
        registry: &Registry,
        scenario: Scenario,
        choices: Vec<Choice>,
        ask: BestAsk,
        seed: Option<u64>,
    ) -> Result<Self, BestError> {
        if !(1..=MOST_CHOICES).contains(&choices.len()) {
            return Err(BestError::Choices(choices.len()));
        }
        let choices = whole(registry, &scenario, choices, &ask.aim)?;
        let space = Space::new(registry, scenario, axes(&choices))?;
        Self::among(Arc::new(space), choices, ask, seed, LAB_DRAWS)
    }

    /// The same among battles of any making: those of all combinations of the
    /// values of these choices, numbered with the first choice running fastest,
    /// within so many draws.
    pub(crate) fn among(
        variants: Arc<dyn Variants + Send + Sync>,
        choices: Vec<Choice>,
        ask: BestAsk,
        seed: Option<u64>,
        draws: u64,
    ) -> Result<Self, BestError> {
        if let Some(trials) = ask.trials.filter(|trials| !(64..=1 << 20).contains(trials)) {
            return Err(BestError::Trials(trials));
        }
        let grid = Grid::new(axes(&choices)).ok_or(SpaceError::TooMany)?;
        let money = Money::new(choices, ask.money);
        let cheapest = money.cheapest();
        if cheapest > ask.money {
            return Err(BestError::Money { cheapest, money: ask.money });
        }
        let battle = variants.battle(grid.len() - 1).or_else(|_| variants.battle(0));
        let battle = battle.map_err(BestError::Impossible)?;
        let aim = battle.aim(&ask.aim)?;
        let seed = seed.or(battle.seed()).unwrap_or(0);
        let rules = Rules {
            aims: vec![ask.aim.clone()].into(),
            means: usize::from(!aim.is_share()),
            least: ask.least,
            seed,
            first: 0,
            draws: battle.rules().most_draws.min(draws),
            trials: ask.trials,
            error: None,
            budget: None,
            drops: true,
            keep_first: false,
            cuts: true,
        };
        let branches = draws / DRAWS_A_BRANCH;
        let start = money.starts().first().map_or(0, |point| grid.variant(point));
        let mut first = Scored::new(start, seed, rules.aims.clone(), Some(Budget(branches / 64)));
        first.want(0..CHUNK);
        Ok(Self {
            heading: battle.heading(),
            versions: battle.versions(),
            grid,
            variants,
            money,
            ask,
            rules,
            branches,
            tried: BTreeMap::new(),
            all: None,
            refuted: BTreeSet::new(),
            stage: Stage::Price(Box::new(first)),
            steps: 0,
            moves: 0,
        })
    }

    /// The battles it is about, for whoever does the work himself.
    pub fn variants(&self) -> Arc<dyn Variants + Send> {
        self.variants.clone()
    }

    /// Carries it out on threads, to its end or until somebody calls a halt.
    pub fn carry_out(mut self, effort: &Effort<'_>) -> BestFound {
        let variants = self.variants.clone();
        carry_out(&mut self, effort, |piece, effort| work(&*variants, piece, effort), |_| {});
        self.found()
    }

    /// How many race at once, by what a battle costs.
    fn room(&self, first: &Scored) -> u64 {
        if self.ask.all > 0 {
            return self.ask.all;
        }
        match first.known() {
            Some(Known::Trials(journal)) => {
                let each = journal.draws().max(1) * CHUNK / journal.trials().count().max(1);
                (self.rules.draws / 6 / each.max(1)).clamp(FEWEST_TRIED, MOST_TRIED)
            }
            Some(Known::Exact(_)) => MOST_TRIED,
            None => FEWEST_TRIED,
        }
    }

    /// Begins: with all there are, or with some to start from.
    fn begin(&mut self, first: &Scored) -> Stage {
        let room = self.room(first);
        let points = self.money.all(room + 1);
        let ids: Vec<u64> = if points.len() as u64 <= room {
            self.all = Some(points.len() as u64);
            points.iter().map(|point| self.grid.variant(point)).collect()
        } else {
            let starts = self.money.starts();
            let ids: BTreeSet<u64> = starts.iter().map(|point| self.grid.variant(point)).collect();
            ids.into_iter().collect()
        };
        if matches!(first.known(), Some(Known::Exact(_))) {
            // Where one is cheap to follow, so are the others, more or less.
            let racing = if self.all.is_some() { ids.len() as u64 } else { 512 };
            self.rules.budget = Some(Budget(self.branches / racing.max(1)));
        }
        Stage::Race(Box::new(self.race(&ids)))
    }

    /// A race of these, with all that is known of them.
    fn race(&mut self, ids: &[u64]) -> Race {
        let rules = Rules { draws: self.draws(), ..self.rules.clone() };
        let scored = |&id: &u64| match self.tried.get(&id) {
            Some(tried) => tried.scored.clone(),
            None => Scored::new(id, rules.seed, rules.aims.clone(), rules.budget),
        };
        let scored = ids.iter().map(scored).collect();
        Race::of(rules, self.variants.clone(), scored)
    }

    /// Draws of a race: a search has many.
    fn draws(&self) -> u64 {
        if self.all.is_some() { self.rules.draws } else { self.rules.draws / 8 }
    }

    /// Keeps what a race has found; the best that are left, the best first.
    fn keep(&mut self, race: &Race) -> Vec<u64> {
        let ranking = race.ranking();
        let runners = race.runners();
        for runner in runners {
            let tried = Tried { scored: runner.scored.clone(), out: runner.out.clone() };
            self.tried.insert(runner.scored.variant(), tried);
        }
        let left = ranking.iter().filter(|place| runners[**place].out.is_none());
        left.map(|place| runners[*place].scored.variant()).collect()
    }

    /// Goes on as long as all is known for the next decision.
    fn advance(&mut self) {
        loop {
            // Put back below, or replaced by what comes next.
            let stage = std::mem::replace(&mut self.stage, Stage::Done(None, Vec::new()));
            let (stage, changed) = match stage {
                Stage::Price(first) if first.is_ready() => (self.begin(&first), true),
                Stage::Race(race) if race.is_done() => (self.step(&race), true),
                Stage::Final(race) if race.is_done() => (self.end(&race), true),
                Stage::Fresh(race, ids) if race.is_done() => (self.confirm(race, ids), true),
                other => (other, false),
            };
            self.stage = stage;
            if !changed {
                return;
            }
        }
    }

    /// From a race to the next: better neighbours, or the end of it.
    fn step(&mut self, race: &Race) -> Stage {
        let mut left = self.keep(race);
        left.truncate(KEPT);
        let Some(&leader) = left.first() else { return Stage::Done(None, Vec::new()) };
        self.steps += 1;
        if self.all.is_none() && self.steps < STEPS {
            let point = self.grid.point(leader);
            let near = neighbours(&self.money, &point);
            let near: BTreeSet<u64> = near.iter().map(|point| self.grid.variant(point)).collect();
            let new: Vec<u64> =
                near.into_iter().filter(|id| !self.tried.contains_key(id)).collect();
            if !new.is_empty() {
                left.truncate(KEPT / 4);
                left.extend(new);
                return Stage::Race(Box::new(self.race(&left)));
            }
        }
        let budget = Budget(self.branches / left.len() as u64);
        for id in &left {
            if let Some(tried) = self.tried.get_mut(id) {
                tried.scored.want_exact(budget);
            }
        }
        let race = self.race(&left);
        Stage::Final(Box::new(race))
    }

    /// From the last race to its winner, or to nobody.
    fn end(&mut self, race: &Race) -> Stage {
        match self.keep(race) {
            left if left.is_empty() => Stage::Done(None, left),
            left => self.fresh(left),
        }
    }

    /// The first of these and those one step away, in dice that nobody has seen.
    fn fresh(&self, left: Vec<u64>) -> Stage {
        let point = self.grid.point(left[0]);
        let mut ids = vec![left[0]];
        for (axis, digit) in point.iter().enumerate() {
            for other in [digit.checked_sub(1), digit.checked_add(1)].into_iter().flatten() {
                if other < self.money.len(axis) {
                    let mut near = point.clone();
                    near[axis] = other;
                    ids.push(self.grid.variant(&near));
                }
            }
        }
        let rules = Rules {
            first: FRESH * (1 + self.moves),
            draws: self.rules.draws / 2,
            budget: Some(Budget(self.branches / ids.len() as u64)),
            drops: false,
            keep_first: true,
            cuts: false,
            ..self.rules.clone()
        };
        Stage::Fresh(Box::new(Race::new(rules, self.variants.clone(), &ids)), left)
    }

    /// The winner it is, unless fresh dice show an affordable neighbour to be
    /// better: then that one has to stand against its own neighbours.
    fn confirm(&mut self, race: Box<Race>, mut left: Vec<u64>) -> Stage {
        let variant = |place: usize| race.runners()[place].scored.variant();
        let is_worse = |place: usize, than| race.is_worse(place, than, race.told_alpha());
        let affords = |place: usize| self.money.affords(&self.grid.point(variant(place)));
        let better = |place: &usize| affords(*place) && is_worse(0, *place) == Some(true);
        let next = race.ranking().into_iter().find(better).filter(|_| self.moves < MOST_MOVES);
        let beaten_by = next.unwrap_or(0);
        let beaten =
            (0..race.runners().len()).filter(|place| is_worse(*place, beaten_by) == Some(true));
        self.refuted.extend(beaten.map(variant));
        let Some(next) = next.map(variant) else { return Stage::Done(Some(race), left) };
        self.moves += 1;
        self.refuted.remove(&next);
        left.retain(|id| *id != next);
        left.insert(0, next);
        self.fresh(left)
    }
}

/// What may be chosen, without what it costs.
fn axes(choices: &[Choice]) -> Vec<Axis> {
    choices.iter().map(|choice| choice.axis.clone()).collect()
}

/// Choices whose paths leave out their beginning are those of the side that
/// fights for the aim.
fn whole(
    registry: &Registry,
    scenario: &Scenario,
    mut choices: Vec<Choice>,
    aim: &str,
) -> Result<Vec<Choice>, AmbiguousPath> {
    let Some(rules) = registry.named_by(scenario) else { return Ok(choices) };
    let fights_for = |side: &&Side| {
        let mut wins = side.wins.iter().map(|outcome| rules.outcomes[outcome.index()]);
        wins.any(|outcome| {
            aim.split(|sign: char| !sign.is_alphanumeric()).any(|word| word == outcome)
        })
    };
    let sides = rules.sides().map(|(sides, _)| sides);
    let side = sides.as_ref().and_then(|sides| sides.iter().find(fights_for));
    let preferred = side.map_or(&[][..], |side| side.keys);
    for choice in &mut choices {
        choice.axis.path = whole_path(scenario, rules, &choice.axis.path, preferred)?;
    }
    Ok(choices)
}

impl Procedure for Best {
    type Answer = BestFound;

    fn ask(&mut self, capacity: usize) -> Vec<Piece> {
        match &mut self.stage {
            Stage::Price(first) => first.ask(capacity, CHUNK),
            Stage::Race(race) | Stage::Final(race) | Stage::Fresh(race, _) => race.ask(capacity),
            Stage::Done(..) => Vec::new(),
        }
    }

    fn take(&mut self, piece: &Piece, found: Found) {
        let variants = self.variants.clone();
        match &mut self.stage {
            Stage::Price(first) if piece.variant == first.variant() => {
                first.take(piece, found, |aims, exact| {
                    variants.battle(piece.variant).ok()?.exactly(aims, exact)
                });
            }
            Stage::Race(race) | Stage::Final(race) | Stage::Fresh(race, _) => {
                race.take(piece, found);
            }
            Stage::Price(_) | Stage::Done(..) => {}
        }
        self.advance();
    }

    fn lose(&mut self, piece: &Piece) {
        match &mut self.stage {
            Stage::Price(first) if piece.variant == first.variant() => first.lose(piece),
            Stage::Race(race) | Stage::Final(race) | Stage::Fresh(race, _) => race.lose(piece),
            Stage::Price(_) | Stage::Done(..) => {}
        }
    }

    fn is_done(&self) -> bool {
        matches!(self.stage, Stage::Done(..))
    }

    fn answer(&self) -> Option<BestFound> {
        let known = match &self.stage {
            Stage::Price(_) => false,
            Stage::Race(race) => !self.tried.is_empty() || race.answer().is_some(),
            Stage::Final(_) | Stage::Fresh(..) | Stage::Done(..) => true,
        };
        known.then(|| self.found())
    }

    fn progress(&self) -> Progress {
        match &self.stage {
            Stage::Race(race) | Stage::Final(race) | Stage::Fresh(race, _) => race.progress(),
            Stage::Price(_) | Stage::Done(..) => Progress::default(),
        }
    }
}

#[cfg(test)]
mod tests;
