//! Variants that are fought with the same dice until it is clear who is best:
//! whoever is shown to be worse is fought no more.

use fracas_core::order::Ordered;
use std::collections::HashMap;
use std::sync::Arc;

use fracas_core::odds::{ALPHA, Budget, CHUNK};
use fracas_core::procedure::{Found, Piece, Procedure, Progress};

use super::estimate::Known;
use super::scored::Scored;
use super::variants::Variants;

/// Each look has this many times the trials of the one before.
const STEP: u64 = 4;
/// No variant is fought more often unless somebody asks.
const MOST_TRIALS: u64 = 1 << 18;
/// Memory for what is noted of all trials.
const MEMORY: u64 = 64 << 20;
/// Bytes that a trial takes: a mark, or a measure.
const BYTES_OF_MARK: f64 = 0.5;
const BYTES_OF_VALUE: f64 = 32.0;
/// Looks of a race in which many may fall behind.
const ROUNDS: u64 = 6;
/// A piece of trials takes about this part of all draws.
const PIECES: u64 = 64;

/// How a race is run.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// Aims, all of which are noted; the first is raced for.
    pub aims: Arc<[String]>,
    /// How many of them are measures and no conditions.
    pub means: usize,
    /// Whether the smallest is best.
    pub least: bool,
    pub seed: u64,
    /// The first trial.
    pub first: u64,
    /// Draws of chance for the whole race.
    pub draws: u64,
    /// Trials of those who stay to the end, if somebody asks.
    pub trials: Option<u64>,
    /// Enough is known when the difference of everybody to the first is known
    /// to this error.
    pub error: Option<f64>,
    /// Exact odds are tried within this budget.
    pub budget: Option<Budget>,
    /// Whether the hopeless are dropped. The first never is if `keep_first`.
    pub drops: bool,
    pub keep_first: bool,
    /// Whether those who are behind make room where draws are short.
    pub cuts: bool,
}

/// A race.
#[derive(Clone)]
pub(crate) struct Race {
    rules: Rules,
    variants: Arc<dyn Variants + Send + Sync>,
    runners: Vec<Runner>,
    places: HashMap<u64, usize>,
    /// Trial numbers at which it is judged; planned after the first chunk.
    looks: Vec<u64>,
    /// How many of them are behind.
    looked: usize,
    /// Trials of a piece.
    longest: u64,
    done: bool,
}

/// Somebody in the race.
#[derive(Clone, Debug)]
pub(crate) struct Runner {
    pub scored: Scored,
    pub out: Option<Out>,
}

/// Why somebody is out of the race.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Out {
    /// Shown to be worse than another.
    Worse,
    /// Behind, and there were not draws enough for all.
    Behind,
    /// It cannot be fought.
    Impossible(String),
}

impl Race {
    /// A race between these.
    pub fn new(rules: Rules, variants: Arc<dyn Variants + Send + Sync>, ids: &[u64]) -> Self {
        let scored = |&id: &u64| Scored::new(id, rules.seed, rules.aims.clone(), rules.budget);
        let scored = ids.iter().map(scored).collect();
        Self::of(rules, variants, scored)
    }

    /// A race between these, of whom something may be known.
    pub fn of(
        rules: Rules,
        variants: Arc<dyn Variants + Send + Sync>,
        mut scored: Vec<Scored>,
    ) -> Self {
        let first = rules.first;
        scored.iter_mut().for_each(|scored| scored.want(first..first + CHUNK));
        let places = scored.iter().enumerate().map(|(place, s)| (s.variant(), place)).collect();
        let runners = scored.into_iter().map(|scored| Runner { scored, out: None }).collect();
        let mut race = Self {
            rules,
            variants,
            runners,
            places,
            looks: Vec::new(),
            looked: 0,
            longest: CHUNK,
            done: false,
        };
        race.advance();
        race
    }

    /// All who ran, in the order they were given.
    pub fn runners(&self) -> &[Runner] {
        &self.runners
    }

    /// How sure a bound must be by which somebody is dropped: the best of all
    /// is dropped with a probability of at most 5%, whoever it is.
    pub fn drop_alpha(&self) -> f64 {
        let looks = self.looks.len().max(1) as f64;
        ALPHA / (looks * self.runners.len().saturating_sub(1).max(1) as f64)
    }

    /// How sure the intervals are that are told: at all looks together 5%.
    pub fn told_alpha(&self) -> f64 {
        ALPHA / self.looks.len().max(1) as f64
    }

    /// Looks taken, and planned.
    pub fn looks(&self) -> (usize, usize) {
        (self.looked, self.looks.len())
    }

    /// Places of all of whom something is known, the best first; whoever is out
    /// comes after all who are not.
    pub fn ranking(&self) -> Vec<usize> {
        let sign = if self.rules.least { 1.0 } else { -1.0 };
        let key = |place: usize| {
            let value = self.known(place)?.value(0);
            Some((self.runners[place].out.is_some(), sign * value, place))
        };
        let mut keys: Vec<_> = (0..self.runners.len()).filter_map(key).collect();
        keys.put_in_order_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        keys.into_iter().map(|(_, _, place)| place).collect()
    }

    /// What is known of somebody.
    pub fn known(&self, place: usize) -> Option<Known<'_>> {
        self.runners[place].scored.known()
    }

    fn alive(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.runners.len()).filter(|place| self.runners[*place].out.is_none())
    }

    /// Goes on as long as all is known for the next decision.
    fn advance(&mut self) {
        while !self.done && self.alive().all(|place| self.runners[place].scored.is_ready()) {
            for runner in &mut self.runners {
                if let (Some(why), None) = (runner.scored.impossible(), &runner.out) {
                    runner.out = Some(Out::Impossible(why.to_owned()));
                }
            }
            if self.looks.is_empty() {
                self.plan();
            } else {
                self.looked += 1;
            }
            if self.looked > 0 || self.looks.is_empty() {
                self.judge();
            }
            self.go_on();
        }
    }

    /// Draws of all who are fought, in their trials so far, and those trials.
    fn cost(&self) -> (u64, u64) {
        let mut cost = (0, 0);
        for place in self.alive() {
            if let Some(Known::Trials(journal)) = self.known(place) {
                cost.0 += journal.draws();
                cost.1 += journal.trials().count();
            }
        }
        cost
    }

    /// At which trials there will be a look, now that it is known what a battle
    /// costs.
    fn plan(&mut self) {
        let (draws, trials) = self.cost();
        if trials == 0 {
            return;
        }
        let sampled = |place: &usize| matches!(self.known(*place), Some(Known::Trials(_)));
        let fought = self.alive().filter(sampled).count().max(1) as u64;
        let per_trial = (draws / trials).max(1) as u128;
        let pay = |draws: u64| u64::try_from(u128::from(draws) / per_trial).unwrap_or(u64::MAX);
        self.longest = (pay(self.rules.draws) / PIECES / CHUNK * CHUNK).max(CHUNK);
        let most = self.most_trials();
        let whole = |trials: u64| (trials / CHUNK * CHUNK).max(CHUNK);
        let last = match self.rules.trials {
            Some(trials) => trials.min(most),
            None if self.rules.cuts => {
                let first = pay(self.rules.draws) / ROUNDS / fought;
                whole(first.saturating_mul(STEP.pow(ROUNDS as u32 - 1)).min(most))
            }
            None => whole((pay(self.rules.draws) / fought).min(most)),
        };
        let rounds = if self.rules.cuts { ROUNDS } else { 4 };
        let mut look = last;
        self.looks = vec![last];
        for _ in 1..rounds {
            look = whole(look / STEP);
            if look < 2 * CHUNK {
                break;
            }
            self.looks.insert(0, look);
        }
    }

    /// Trials that fit into memory.
    fn most_trials(&self) -> u64 {
        let marks = self.rules.aims.len().saturating_sub(self.rules.means) as f64;
        let bytes = marks * BYTES_OF_MARK + self.rules.means as f64 * BYTES_OF_VALUE;
        let fit = MEMORY as f64 / (bytes.max(0.5) * self.runners.len().max(1) as f64);
        (fit as u64 / CHUNK * CHUNK).clamp(CHUNK, MOST_TRIALS.max(self.rules.trials.unwrap_or(0)))
    }

    /// Drops whoever is shown to be worse than the one in front.
    fn judge(&mut self) {
        let alive: Vec<usize> = self.alive().collect();
        let Some(&leader) = self.ranking().first() else {
            self.done = true;
            return;
        };
        let alpha = self.drop_alpha();
        let worse = |place: usize| self.is_worse(place, leader, alpha).unwrap_or(false);
        let kept = |place: usize| place == leader || (self.rules.keep_first && place == 0);
        let dropped: Vec<usize> = alive
            .into_iter()
            .filter(|place| self.rules.drops && !kept(*place) && worse(*place))
            .collect();
        for place in dropped {
            self.runners[place].out = Some(Out::Worse);
        }
    }

    /// Whether somebody is shown to be worse than another; none if nothing is
    /// known of one of them.
    pub fn is_worse(&self, place: usize, than: usize, alpha: f64) -> Option<bool> {
        let (ours, best) = (self.known(place)?, self.known(than)?);
        Some(match self.rules.least {
            true => best.is_below(&ours, 0, alpha),
            false => ours.is_below(&best, 0, alpha),
        })
    }

    /// Wants the trials of the next look, or ends the race.
    fn go_on(&mut self) {
        let Some(&next) = self.looks.get(self.looked) else {
            self.done = true;
            return;
        };
        let now = self.looked.checked_sub(1).map_or(CHUNK, |behind| self.looks[behind]);
        let fought: Vec<usize> = self
            .alive()
            .filter(|place| !matches!(self.known(*place), Some(Known::Exact(_))))
            .collect();
        let alone = self.rules.drops && self.alive().count() < 2;
        if fought.is_empty() || (alone && self.looked > 0) || self.is_known_enough() {
            self.done = true;
            return;
        }
        if self.rules.cuts && self.looked > 0 {
            self.cut(&fought, next - now.min(next));
        }
        for place in fought {
            if self.runners[place].out.is_none() {
                let first = self.rules.first;
                self.runners[place].scored.want(first..first + next);
            }
        }
    }

    /// Leaves those behind for whom there are not draws enough.
    fn cut(&mut self, fought: &[usize], more: u64) {
        let (draws, trials) = self.cost();
        let each = u128::from(draws) * u128::from(more) / u128::from(trials.max(1));
        let room = u128::from(self.rules.draws / ROUNDS) / each.max(1);
        let room = usize::try_from(room).unwrap_or(usize::MAX).max(2);
        let ranking = self.ranking();
        let behind = ranking.iter().filter(|place| fought.contains(place)).skip(room);
        for place in behind.copied().collect::<Vec<_>>() {
            self.runners[place].out = Some(Out::Behind);
        }
    }

    /// Whether the difference of all who are left to the first is known to the
    /// error that was asked for.
    fn is_known_enough(&self) -> bool {
        let (Some(error), true) = (self.rules.error, self.looked > 0) else { return false };
        let Some(first) = self.known(0) else { return false };
        let alpha = self.told_alpha();
        let narrow = |place: usize| {
            self.known(place).is_some_and(|known| known.less(&first, 0, alpha).error() <= error)
        };
        self.alive().all(|place| place == 0 || narrow(place))
    }
}

impl Procedure for Race {
    type Answer = ();

    fn ask(&mut self, capacity: usize) -> Vec<Piece> {
        let mut pieces = Vec::new();
        if self.done {
            return pieces;
        }
        for runner in self.runners.iter_mut().filter(|runner| runner.out.is_none()) {
            let room = capacity.saturating_sub(pieces.len());
            if room == 0 {
                break;
            }
            pieces.extend(runner.scored.ask(room, self.longest));
        }
        pieces
    }

    fn take(&mut self, piece: &Piece, found: Found) {
        let Some(&place) = self.places.get(&piece.variant) else { return };
        if self.done || self.runners[place].out.is_some() {
            return;
        }
        let (variants, variant) = (&self.variants, piece.variant);
        let runner = &mut self.runners[place];
        runner
            .scored
            .take(piece, found, |aims, exact| variants.battle(variant).ok()?.exactly(aims, exact));
        self.advance();
    }

    fn lose(&mut self, piece: &Piece) {
        if let Some(&place) = self.places.get(&piece.variant) {
            self.runners[place].scored.lose(piece);
        }
    }

    fn is_done(&self) -> bool {
        self.done
    }

    /// Something, as soon as anything is known of anybody.
    fn answer(&self) -> Option<()> {
        let known = |place: usize| self.known(place).is_some();
        (self.done || (0..self.runners.len()).any(known)).then_some(())
    }

    fn progress(&self) -> Progress {
        let mut progress = Progress::default();
        let last = self.looks.last().copied();
        for runner in &self.runners {
            let (done, planned) = runner.scored.progress();
            progress.done += done;
            let stays = runner.out.is_none() && planned > 0 && !self.rules.cuts;
            progress.planned += if stays { last.unwrap_or(planned) } else { planned };
        }
        progress
    }
}
