//! What single trials gave, kept trial by trial: any two battles that were
//! fought in the same trials can be compared, whoever of them turns out to be
//! worth comparing.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};

use serde::{Deserialize, Serialize};

use super::Trials;
use super::driver::{Effort, drive};
use super::trial::Hire;
use crate::ruleset::Ruleset;

/// What is noted of every battle.
#[derive(Clone, Copy)]
pub enum Note<'a> {
    /// Whether its outcome and measures fit.
    Fits(&'a (dyn Fn(usize, &[i64]) -> bool + Sync)),
    /// The measure at this place.
    Measure(usize),
}

/// What was noted of some trials. Memory grows with trials: some three bits
/// for each that is marked, some twenty bytes for each measure.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/toss.rs"));
/// use fracas_core::odds::{Effort, Note, journal};
///
/// # fn main() {
/// let [few, many] = [[3, 4], [4, 4]].map(|left| Points { left, turn: 0 });
/// let notes = [Note::Fits(&|outcome, _| outcome == 0), Note::Measure(0)];
/// let keep = |battle| journal::<Toss>(battle, &notes, 7, 0..1000, &Effort::default());
/// let (few, many) = (keep(&few), keep(&many));
/// assert_eq!(few.sums(0).n, 1000);
/// // A point more wins more often and takes more tosses.
/// assert!(many.differences(&few, 0).sum > 0 && many.differences(&few, 1).sum > 0);
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Journal {
    seed: u64,
    trials: Trials,
    draws: u64,
    columns: Vec<Column>,
}

/// What was noted of a kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Column {
    /// A bit for each trial, 32 in a word; words without any are left out.
    Marks(BTreeMap<u64, u32>),
    /// By trial; 0 is left out.
    Values(BTreeMap<u64, i64>),
}

/// Trials of a word of marks.
const WORD: u64 = 32;

/// Numbers added up over trials; a mark counts as 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// How many trials.
    pub n: u64,
    /// The sum.
    pub sum: i128,
    /// The sum of squares.
    pub squares: i128,
}

impl Sums {
    fn add(&mut self, value: i128) {
        self.sum = self.sum.saturating_add(value);
        self.squares = self.squares.saturating_add(value.saturating_mul(value));
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.n as f64
    }

    /// The standard error of the mean; 0 of a single trial.
    pub fn error(&self) -> f64 {
        if self.n < 2 {
            return 0.0;
        }
        let (n, mean) = (self.n as f64, self.mean());
        let about_mean = (self.squares as f64 - n * mean * mean).max(0.0);
        (about_mean / (n * (n - 1.0))).sqrt()
    }

    /// Of differences of marks: how often only the first was marked, and how
    /// often only the second.
    pub fn split(&self) -> (u64, u64) {
        let half = |sum: i128| u64::try_from(sum / 2).unwrap_or(0);
        (half(self.squares + self.sum), half(self.squares - self.sum))
    }
}

/// Fights the given trials and notes of each what is asked. After a halt the
/// journal covers some of the first of them, at least one.
pub fn journal<R: Ruleset>(
    battle: &R::Battle,
    notes: &[Note<'_>],
    seed: u64,
    trials: Range<u64>,
    effort: &Effort<'_>,
) -> Journal {
    let all = trials.clone();
    keep(notes, &|| R::fighter(battle, &all), seed, trials, effort)
}

fn keep(
    notes: &[Note<'_>],
    hire: &Hire<'_>,
    seed: u64,
    trials: Range<u64>,
    effort: &Effort<'_>,
) -> Journal {
    let columns: Vec<Column> = notes.iter().map(Column::empty).collect();
    let hire = || (hire(), columns.clone(), 0);
    let driven = drive(trials, effort, hire, |(fighter, columns, draws), trial| {
        let outcome = fighter.fight(seed, trial);
        for (column, note) in columns.iter_mut().zip(notes) {
            column.write(trial, note, outcome.index(), fighter.values());
        }
        *draws += fighter.draws();
        ControlFlow::Continue(())
    });
    let mut journal = Journal { seed, trials: driven.fought, draws: 0, columns: columns.clone() };
    for (_, columns, draws) in &driven.workers {
        journal.draws += draws;
        journal.add_columns(columns);
    }
    journal
}

impl Column {
    fn empty(note: &Note<'_>) -> Self {
        match note {
            Note::Fits(_) => Self::Marks(BTreeMap::new()),
            Note::Measure(_) => Self::Values(BTreeMap::new()),
        }
    }

    fn write(&mut self, trial: u64, note: &Note<'_>, outcome: usize, values: &[i64]) {
        match (self, note) {
            (Self::Marks(words), Note::Fits(fits)) if fits(outcome, values) => {
                *words.entry(trial / WORD).or_default() |= 1 << (trial % WORD);
            }
            (Self::Values(kept), Note::Measure(place)) if values[*place] != 0 => {
                kept.insert(trial, values[*place]);
            }
            _ => {}
        }
    }

    fn fits(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }

    fn add(&mut self, other: &Self) {
        match (self, other) {
            (Self::Marks(ours), Self::Marks(theirs)) => {
                for (place, word) in theirs {
                    *ours.entry(*place).or_default() |= word;
                }
            }
            (Self::Values(ours), Self::Values(theirs)) => ours.extend(theirs),
            // Whoever calls has asked whether they fit.
            _ => {}
        }
    }
}

impl Journal {
    /// Which trials it covers.
    pub fn trials(&self) -> &Trials {
        &self.trials
    }

    /// The seed of their dice.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// All draws of chance that were taken.
    pub fn draws(&self) -> u64 {
        self.draws
    }

    /// How many things were noted.
    pub fn columns(&self) -> usize {
        self.columns.len()
    }

    /// Whether a column holds marks and no measures.
    pub fn is_marked(&self, column: usize) -> bool {
        matches!(self.columns.get(column), Some(Column::Marks(_)))
    }

    /// Adds what was noted of other trials. False, and nothing changes, if the
    /// two do not belong together.
    pub fn merge(&mut self, other: &Self) -> bool {
        let alike = self.seed == other.seed
            && self.columns.len() == other.columns.len()
            && self.columns.iter().zip(&other.columns).all(|(ours, theirs)| ours.fits(theirs));
        let Ok(trials) = self.trials.union(&other.trials) else { return false };
        if alike {
            self.trials = trials;
            self.draws += other.draws;
            self.add_columns(&other.columns);
        }
        alike
    }

    fn add_columns(&mut self, columns: &[Column]) {
        for (ours, theirs) in self.columns.iter_mut().zip(columns) {
            ours.add(theirs);
        }
    }

    /// A column, added up.
    pub fn sums(&self, column: usize) -> Sums {
        let mut sums = Sums { n: self.trials.count(), ..Sums::default() };
        match self.columns.get(column) {
            Some(Column::Marks(words)) => {
                let marked: u64 = words.values().map(|word| u64::from(word.count_ones())).sum();
                // More marks than trials can only come from a broken file.
                sums.sum = marked.min(sums.n).into();
                sums.squares = sums.sum;
            }
            Some(Column::Values(values)) => values.values().for_each(|v| sums.add((*v).into())),
            None => {}
        }
        sums
    }

    /// Calls for every trial that is marked in a column, in rising order.
    pub fn each_mark(&self, column: usize, mut visit: impl FnMut(u64)) {
        let Some(Column::Marks(words)) = self.columns.get(column) else { return };
        for (place, word) in words {
            for bit in (0..WORD).filter(|bit| word >> bit & 1 == 1) {
                visit(place * WORD + bit);
            }
        }
    }

    /// A column of this journal less the same of another, trial by trial, over
    /// the trials that both cover.
    pub fn differences(&self, other: &Self, column: usize) -> Sums {
        let common = common(&self.trials, &other.trials);
        let mut sums = Sums { n: common.count(), ..Sums::default() };
        match (self.columns.get(column), other.columns.get(column)) {
            (Some(Column::Marks(ours)), Some(Column::Marks(theirs))) => {
                let words = ours.keys().chain(theirs.keys().filter(|key| !ours.contains_key(key)));
                for place in words {
                    let mask = mask(&common, *place);
                    let of = |words: &BTreeMap<u64, u32>| words.get(place).map_or(0, |w| w & mask);
                    let (a, b) = (of(ours), of(theirs));
                    sums.sum +=
                        i128::from((a & !b).count_ones()) - i128::from((b & !a).count_ones());
                    sums.squares += i128::from((a ^ b).count_ones());
                }
            }
            (Some(Column::Values(ours)), Some(Column::Values(theirs))) => {
                let of = |values: &BTreeMap<u64, i64>, trial| {
                    i128::from(*values.get(trial).unwrap_or(&0))
                };
                let trials = ours.keys().chain(theirs.keys().filter(|key| !ours.contains_key(key)));
                for trial in trials.filter(|trial| common.contains(**trial)) {
                    sums.add(of(ours, trial) - of(theirs, trial));
                }
            }
            _ => {}
        }
        sums
    }
}

/// The trials that are in both.
fn common(ours: &Trials, theirs: &Trials) -> Trials {
    let only_ours = ours.clone().without(theirs.stretches().collect());
    ours.clone().without(only_ours.stretches().collect())
}

/// The bits of a word whose trials are among these.
fn mask(trials: &Trials, word: u64) -> u32 {
    let (start, end) = (word * WORD, word * WORD + WORD);
    let mut mask = 0;
    for stretch in trials.stretches() {
        for trial in stretch.start.max(start)..stretch.end.min(end) {
            mask |= 1 << (trial - start);
        }
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::super::Fighter;
    use super::super::toy::{Duel, Scenario};
    use super::*;

    fn noted(hp: i64, trials: Range<u64>, threads: usize) -> Journal {
        let battle = Scenario::new([6, hp], [40, 45]);
        let notes = [Note::Fits(&|outcome, _| outcome == 0), Note::Measure(0)];
        let effort = Effort { threads, ..Effort::default() };
        journal::<Duel>(&battle, &notes, 7, trials, &effort)
    }

    #[test]
    fn every_trial_is_noted_once_by_any_number_of_threads() {
        let whole = noted(5, 3..500, 1);
        assert_eq!(noted(5, 3..500, 3), whole);
        let mut parts = noted(5, 90..500, 2);
        assert!(parts.merge(&noted(5, 3..90, 1)));
        assert!(!parts.merge(&noted(5, 80..90, 1)));
        assert_eq!(parts, whole);
        let text = serde_json::to_string(&whole).unwrap();
        assert_eq!(serde_json::from_str::<Journal>(&text).unwrap(), whole);
    }

    #[test]
    fn sums_and_differences_are_those_of_the_battles() {
        let (ours, theirs) = (noted(5, 0..300, 1), noted(4, 100..500, 1));
        let (a, b) = (Scenario::new([6, 5], [40, 45]), Scenario::new([6, 4], [40, 45]));
        let (mut a, mut b) = (Fighter::<Duel>::new(&a), Fighter::<Duel>::new(&b));
        let (mut wins, mut blows, mut apart) = (0, Sums::default(), (0, 0));
        for trial in 0..300 {
            let won = a.fight(7, trial).index() == 0;
            wins += i128::from(won);
            let wins = b.fight(7, trial).index() == 0;
            if trial >= 100 {
                blows.n += 1;
                blows.add(i128::from(a.values()[0] - b.values()[0]));
                apart.0 += u64::from(won && !wins);
                apart.1 += u64::from(wins && !won);
            }
        }
        assert_eq!((ours.sums(0).sum, ours.sums(0).n), (wins, 300));
        let mut marked = 0;
        ours.each_mark(0, |trial| marked += i128::from(trial < 300));
        assert_eq!(marked, wins);
        assert_eq!(ours.differences(&theirs, 1), blows);
        assert_eq!(ours.differences(&theirs, 0).split(), apart);
        assert_eq!(ours.differences(&theirs, 0).n, 200);
    }
}
