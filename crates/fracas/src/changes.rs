//! A battle and changes of it, each weighed against it with the same dice:
//! exactly where that is cheap for all of them, else in as many battles as are
//! affordable. A [`Procedure`] whose answers others put into words.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use fracas_core::odds::{Budget, CHUNK, Effort, Exact, Method, Pairs, Tally};
use fracas_core::procedure::{Found, Gather, Piece, Progress, Work};
use fracas_core::ruleset::OutcomeId;

use crate::battle::Battle;
use crate::difference::Difference;
use crate::lab::Variants;

/// So many changes are fought at once, each a battle of its own.
const AT_ONCE: usize = 8;
/// A piece takes about this part of the draws that a ruleset affords.
const PIECES: u64 = 32;

/// Changes of a battle, and what is known of each.
pub(crate) struct Changes {
    battle: Battle,
    seed: u64,
    /// How many battles; if nobody says, as many as are affordable.
    trials: Option<u64>,
    changes: Vec<Change>,
    /// What cannot be fought is told too, as what leaves nothing.
    all: bool,
    stage: Stage,
}

/// One change, as one of the variants that it may be.
struct Change {
    /// Variants that are still to be tried, the best of them last.
    options: Vec<u64>,
    tried: Tried,
}

/// Whether a change can be fought.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tried {
    Not,
    Asked(u64),
    /// As this variant.
    Can(u64),
    Cannot,
}

enum Stage {
    /// Finding out which changes can be fought.
    Trying,
    /// Following every branch: of the battle, and of each change.
    Exact(Vec<Attempt>),
    /// Fighting a few, to know what they cost.
    First(Gather<Tally>),
    Paired {
        trials: u64,
        draws: u64,
        groups: Vec<Group>,
    },
}

/// Exact odds of a variant.
enum Attempt {
    Wanted(u64),
    Asked(u64),
    /// The probability of each outcome.
    Found(Vec<f64>),
}

/// Changes that are fought at once.
struct Group {
    variants: Vec<u64>,
    gather: Gather<Vec<Pairs>>,
}

impl Changes {
    /// Each change is one of its variants, the first of them that can be
    /// fought; variant 0 is the battle itself. A change that cannot be fought
    /// at all is left out.
    pub fn new(battle: Battle, seed: u64, trials: Option<u64>, options: Vec<Vec<u64>>) -> Self {
        let change = |mut options: Vec<u64>| {
            options.reverse();
            Change { options, tried: Tried::Not }
        };
        let changes = options.into_iter().map(change).collect();
        Self { battle, seed, trials, changes, all: false, stage: Stage::Trying }.begun()
    }

    /// The same for changes of which one that cannot be fought leaves nothing
    /// of the probability.
    pub fn all(battle: Battle, seed: u64, trials: Option<u64>, variants: Vec<u64>) -> Self {
        let change = |variant| Change { options: vec![variant], tried: Tried::Not };
        let changes = variants.into_iter().map(change).collect();
        Self { battle, seed, trials, changes, all: true, stage: Stage::Trying }.begun()
    }

    fn begun(mut self) -> Self {
        self.advance();
        self
    }

    /// How many changes there are, once it is known which can be fought.
    pub fn len(&self) -> usize {
        self.changes.len()
    }

    /// The battle itself.
    pub fn battle(&self) -> &Battle {
        &self.battle
    }

    /// The variants as which changes can be fought; none of one that cannot.
    pub fn variant(&self, change: usize) -> Option<u64> {
        match self.changes[change].tried {
            Tried::Can(variant) => Some(variant),
            _ => None,
        }
    }

    /// Whether it is known which changes can be fought.
    pub fn is_tried(&self) -> bool {
        !matches!(self.stage, Stage::Trying)
    }

    /// How it was found, with the battles that everything known was fought in
    /// at least, and whether that is all that was wanted.
    pub fn method(&self) -> (Method, Option<u64>, bool) {
        match &self.stage {
            Stage::Paired { trials, groups, .. } => {
                let fought = groups.iter().filter_map(|group| group.gather.counted());
                let fought = fought.flat_map(|pairs| pairs.iter().map(Pairs::trials));
                (Method::Sampled, Some(fought.fold(*trials, u64::min)), self.is_done())
            }
            _ => (Method::Exact, None, self.is_done()),
        }
    }

    /// What a change does to the probability of these outcomes, if that is
    /// known. A change that cannot be fought leaves nothing of it.
    pub fn effect(&self, change: usize, outcomes: &[OutcomeId]) -> Option<Difference> {
        match &self.stage {
            Stage::Exact(attempts) => {
                let p = |place: usize| match &attempts[place] {
                    Attempt::Found(p) => Some(sum(p, outcomes)),
                    _ => None,
                };
                let before = p(0)?;
                let place = self.fought_before(change) + 1;
                let after = if self.variant(change).is_some() { p(place)? } else { 0.0 };
                Some(Difference::exactly(before, after))
            }
            Stage::Paired { groups, .. } => {
                let group = groups.get(change / AT_ONCE)?;
                let pairs = group.gather.counted()?.get(change % AT_ONCE)?;
                Some(match self.variant(change) {
                    Some(_) => Difference::paired(pairs, outcomes),
                    None => Difference::counted(pairs.trials(), 0, pairs.ended(outcomes).0, 0),
                })
            }
            _ => None,
        }
    }

    /// Changes before this one that can be fought.
    fn fought_before(&self, change: usize) -> usize {
        (0..change).filter(|change| self.variant(*change).is_some()).count()
    }

    /// Whether anything is known.
    pub fn is_known(&self) -> bool {
        match &self.stage {
            Stage::Paired { groups, .. } => {
                self.is_done() || groups.iter().any(|group| group.gather.done() > 0)
            }
            _ => self.is_done(),
        }
    }

    pub fn is_done(&self) -> bool {
        match &self.stage {
            Stage::Trying | Stage::First(_) => false,
            Stage::Exact(attempts) => {
                attempts.iter().all(|attempt| matches!(attempt, Attempt::Found(_)))
            }
            Stage::Paired { groups, .. } => groups.iter().all(|group| group.gather.is_complete()),
        }
    }

    pub fn progress(&self) -> Progress {
        let (done, planned) = match &self.stage {
            Stage::Trying => (0, self.changes.len() as u64),
            Stage::Exact(attempts) => (0, attempts.len() as u64),
            Stage::First(gather) => (gather.done(), gather.planned()),
            Stage::Paired { groups, .. } => groups.iter().fold((0, 0), |(done, planned), group| {
                let times = group.variants.len() as u64;
                (done + times * group.gather.done(), planned + times * group.gather.planned())
            }),
        };
        Progress { done, planned }
    }

    pub fn ask(&mut self, capacity: usize) -> Vec<Piece> {
        let seed = self.seed;
        let mut pieces = Vec::new();
        match &mut self.stage {
            Stage::Trying => {
                for change in &mut self.changes {
                    if pieces.len() == capacity {
                        break;
                    }
                    if let (Tried::Not, Some(variant)) = (change.tried, change.options.pop()) {
                        change.tried = Tried::Asked(variant);
                        let work = Work::Trials { seed, trials: 0..1 };
                        pieces.push(Piece { variant, work });
                    }
                }
            }
            Stage::Exact(attempts) => {
                let budget = Budget(Budget::USUAL.0 / (self.changes.len() as u64 + 1));
                for attempt in attempts {
                    if pieces.len() == capacity {
                        break;
                    }
                    if let Attempt::Wanted(variant) = *attempt {
                        *attempt = Attempt::Asked(variant);
                        pieces.push(Piece { variant, work: Work::Exact { budget, sure: budget } });
                    }
                }
            }
            Stage::First(gather) => {
                for trials in gather.hand_out(capacity.min(1), CHUNK) {
                    pieces.push(Piece { variant: 0, work: Work::Trials { seed, trials } });
                }
            }
            Stage::Paired { draws, groups, .. } => {
                for Group { variants, gather } in groups {
                    let longest = *draws / (variants.len() as u64 + 1);
                    for trials in gather.hand_out(capacity - pieces.len(), longest.max(1)) {
                        let work = Work::Pairs { others: variants.clone(), seed, trials };
                        pieces.push(Piece { variant: 0, work });
                    }
                }
            }
        }
        pieces
    }

    pub fn take(&mut self, piece: &Piece, found: Found) {
        match (&mut self.stage, &piece.work, found) {
            (
                Stage::Trying,
                Work::Trials { .. },
                found @ (Found::Tally(_) | Found::Impossible(_)),
            ) => {
                self.tried(piece.variant, matches!(found, Found::Tally(_)));
            }
            (Stage::Exact(attempts), Work::Exact { .. }, Found::Exact(exact)) => {
                for attempt in attempts {
                    if matches!(attempt, Attempt::Asked(variant) if *variant == piece.variant) {
                        *attempt = Attempt::Found(probabilities(&exact));
                    }
                }
            }
            (Stage::Exact(_), Work::Exact { .. }, Found::Refused(_) | Found::Impossible(_)) => {
                self.stage = self.first();
            }
            (Stage::First(gather), Work::Trials { trials, .. }, Found::Tally(tally))
                if piece.variant == 0 && tally.seed() == self.seed =>
            {
                gather.take(trials.clone(), Some(&tally));
            }
            (Stage::Paired { groups, .. }, Work::Pairs { others, trials, .. }, found) => {
                let Some(group) = groups.iter_mut().find(|group| group.variants == *others) else {
                    return;
                };
                match found {
                    Found::Pairs(pairs) => {
                        group.gather.take(trials.clone(), Some(&pairs));
                    }
                    // They could be fought when they were tried.
                    Found::Impossible(_) => group.gather = Gather::new(0..0),
                    _ => {
                        group.gather.take(trials.clone(), None);
                    }
                }
            }
            _ => self.lose(piece),
        }
        self.advance();
    }

    pub fn lose(&mut self, piece: &Piece) {
        match (&mut self.stage, &piece.work) {
            (Stage::Trying, _) => {
                for change in &mut self.changes {
                    if change.tried == Tried::Asked(piece.variant) {
                        change.tried = Tried::Not;
                        change.options.push(piece.variant);
                    }
                }
            }
            (Stage::Exact(attempts), Work::Exact { .. }) => {
                for attempt in attempts {
                    if matches!(attempt, Attempt::Asked(variant) if *variant == piece.variant) {
                        *attempt = Attempt::Wanted(piece.variant);
                    }
                }
            }
            (Stage::First(gather), Work::Trials { trials, .. }) if piece.variant == 0 => {
                gather.take(trials.clone(), None);
            }
            (Stage::Paired { groups, .. }, Work::Pairs { others, trials, .. }) => {
                for group in groups.iter_mut().filter(|group| group.variants == *others) {
                    group.gather.take(trials.clone(), None);
                }
            }
            _ => {}
        }
    }

    fn tried(&mut self, variant: u64, can: bool) {
        for change in &mut self.changes {
            if change.tried == Tried::Asked(variant) {
                change.tried = match (can, change.options.is_empty()) {
                    (true, _) => Tried::Can(variant),
                    (false, true) => Tried::Cannot,
                    (false, false) => Tried::Not,
                };
            }
        }
    }

    /// Goes on as long as all is known for the next stage.
    fn advance(&mut self) {
        for change in &mut self.changes {
            if change.tried == Tried::Not && change.options.is_empty() {
                change.tried = Tried::Cannot;
            }
        }
        let open = |change: &Change| matches!(change.tried, Tried::Not | Tried::Asked(_));
        if matches!(self.stage, Stage::Trying) && !self.changes.iter().any(open) {
            self.changes.retain(|change| self.all || change.tried != Tried::Cannot);
            self.stage = if self.trials.is_some() {
                self.first()
            } else {
                let variants = (0..self.changes.len()).filter_map(|change| self.variant(change));
                let all = std::iter::once(0).chain(variants);
                Stage::Exact(all.map(Attempt::Wanted).collect())
            };
        }
        if let Stage::First(gather) = &self.stage
            && let (true, Some(first)) = (gather.is_complete(), gather.counted())
        {
            self.stage = self.paired(first);
        }
    }

    fn first(&self) -> Stage {
        Stage::First(Gather::new(0..self.trials.map_or(CHUNK, |trials| trials.clamp(1, CHUNK))))
    }

    fn paired(&self, first: &Tally) -> Stage {
        let times = self.changes.len() as u64 + 1;
        let usual = || self.battle.affordable(first, times);
        let trials = self.trials.unwrap_or_else(usual).max(1);
        // One that cannot be fought is told by the battle beside itself.
        let variants: Vec<u64> =
            (0..self.changes.len()).map(|change| self.variant(change).unwrap_or(0)).collect();
        let group = |variants: &[u64]| Group {
            variants: variants.to_vec(),
            gather: Gather::new(0..trials),
        };
        let cost = (first.draws() / first.trials().count().max(1)).max(1);
        Stage::Paired {
            trials,
            draws: self.battle.rules.most_draws / PIECES / cost,
            groups: variants.chunks(AT_ONCE).map(group).collect(),
        }
    }
}

fn probabilities(exact: &Exact) -> Vec<f64> {
    exact.odds.outcomes.iter().map(|outcome| outcome.p).collect()
}

fn sum(p: &[f64], outcomes: &[OutcomeId]) -> f64 {
    outcomes.iter().fold(0.0, |sum, outcome| sum + p[outcome.index()])
}

/// Carries a question about changes out on threads.
pub(crate) fn carry_out<P: fracas_core::procedure::Procedure + Send>(
    question: &mut P,
    variants: &(dyn Variants + Send),
    effort: &Effort<'_>,
) {
    let work = |piece: &Piece, effort: &Effort<'_>| crate::lab::work(variants, piece, effort);
    fracas_core::procedure::carry_out(question, effort, work, |_| {});
}

/// Changed battles, made when they are needed; those that are fought together
/// are kept as long as it lasts.
pub(crate) struct Made<F> {
    battle: Battle,
    make: F,
    kept: Mutex<BTreeMap<u64, Battle>>,
}

/// So many are kept.
const MOST_KEPT: usize = 3 * AT_ONCE;

impl<F> Made<F> {
    pub fn new(battle: Battle, make: F) -> Arc<Self> {
        Arc::new(Self { battle, make, kept: Mutex::new(BTreeMap::new()) })
    }
}

impl<F: Fn(u64) -> Option<Battle> + Sync> Variants for Made<F> {
    fn battle(&self, variant: u64) -> Result<Battle, String> {
        if variant == 0 {
            return Ok(self.battle.clone());
        }
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(battle) = kept.get(&variant) {
            return Ok(battle.clone());
        }
        let made = (self.make)(variant).ok_or("this change cannot be fought")?;
        if kept.len() >= MOST_KEPT {
            // Changes are fought in their order.
            kept.pop_first();
        }
        kept.insert(variant, made.clone());
        Ok(made)
    }
}
