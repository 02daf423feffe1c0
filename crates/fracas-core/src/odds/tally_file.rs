//! A tally as a file.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use super::counts::{ConditionCount, Counts, MeasureCount, OutcomeCount};
use super::histogram::{EXACT, Histogram, Outside, Squares, bucket};
use super::{Tally, Trials};
use crate::ruleset::OutcomeId;

/// The version of the JSON form of a [`Tally`], its key `tally`.
///
/// ```json
/// { "tally": 2, "ruleset": "olympia", "version": 1, "stream": 1, "seed": 7,
///   "trials": [[0, 1000], [2000, 3000]],
///   "draws": 812345,
///   "outcomes": [{ "name": "attacker", "count": 1204, "first": 3 }],
///   "measures": [{ "name": "attacks", "start": 0, "given": null, "by_outcome": [
///     { "exact": [0, 5, 17],
///       "outside": { "buckets": [[-7, 1], [4096, 2]], "min": -7, "max": 4098,
///                    "sum": "8188", "squares": ["0", "33579062"] } }] }],
///   "conditions": [{ "condition": "attacker and attacks > 9", "count": 12, "first": 8 }] }
/// ```
///
/// `trials` are stretches, the end not included. `first` is the smallest
/// trial of the outcome, null if there is none. `given` is the place of the
/// outcome whose battles alone count. Of a measure all values but `start` are
/// counted (the other battles had `start`), those of every outcome apart, in
/// the order of the outcomes, null where there are none: `exact` holds the counts of 0, 1,
/// 2 and so on, at most to 4095 and not beyond the highest seen; `outside` is
/// null unless there were other values, which it counts in buckets named by
/// their lowest value, in rising order. Above 4096 a bucket is as wide as a
/// 1024th of the power of two at or below it; below 0 it is the mirror of
/// the one above. `sum` and `squares` are over the values outside, as decimal
/// text because they may be wider than 64 bits; of the squares the first
/// number counts in units of 2^64.
pub const TALLY_FORMAT: u32 = 2;

/// Outcomes have numbers of one byte.
const MOST_OUTCOMES: usize = 256;
/// More than any battle has.
const MOST_MEASURES: usize = 1_000_000;
/// Measures, counted for each outcome apart.
const MOST_VALUES: usize = 2_000_000;
/// The characters of a name.
const LONGEST_NAME: usize = 1000;
/// More than anybody asks at once.
const MOST_CONDITIONS: usize = 256;
/// The bytes of a condition.
const LONGEST_CONDITION: usize = 4_000;
/// The highest number of trials there can be.
const MOST_TRIALS: u64 = 1 << 53;

/// Why a file is not the tally of any battles.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TallyError {
    /// It is of another format.
    #[error("a tally of format {0}; this program reads format {TALLY_FORMAT}")]
    Format(u32),
    /// There are more outcomes or measures than any battle has.
    #[error(
        "a tally has at most {MOST_OUTCOMES} outcomes, {MOST_MEASURES} measures and \
         {MOST_CONDITIONS} conditions"
    )]
    TooMuch,
    /// An outcome or measure has no name, or one that is too long.
    #[error("outcomes and measures have names of 1 to {LONGEST_NAME} characters")]
    Name,
    /// Two outcomes have one name.
    #[error("outcome {0} is there twice")]
    Doubled(String),
    /// An outcome's first trial is not counted, or it has one without need.
    #[error("outcome {0}: its first trial does not fit its count")]
    First(String),
    /// The first trials of the outcomes are not the first of all.
    #[error("the first trials of the outcomes do not fit the trials")]
    FirstTrials,
    /// More or fewer battles ended than were fought.
    #[error("the outcomes do not add up to the trials")]
    Sum,
    /// A condition is true of more battles than there are, or of none that was
    /// counted.
    #[error("condition {0}: its count does not fit the trials")]
    Condition(String),
    /// A measure is wrong.
    #[error("measure {0}: {1}")]
    Measure(String, MeasureError),
}

/// Why the counts of a measure are not those of any battles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MeasureError {
    /// It counts battles of an outcome that there is not.
    #[error("given an outcome that is not there")]
    Given,
    /// It does not have counts for every outcome.
    #[error("not counted for every outcome")]
    Outcomes,
    /// Its counts of small values are not in order.
    #[error("the exact counts are not in order")]
    Exact,
    /// Its counts of other values are not in order.
    #[error("the counts outside are not in order")]
    Outside,
    /// Its sums are not those of any such values.
    #[error("its sums do not fit its counts")]
    Sums,
    /// It counts more values than there were battles.
    #[error("more values than battles")]
    TooMany,
}

/// What is written and read.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TallyJson {
    #[serde(deserialize_with = "this_format")]
    tally: u32,
    ruleset: String,
    version: u32,
    stream: u32,
    seed: u64,
    trials: Trials,
    draws: u64,
    outcomes: Vec<OutcomeEntry>,
    measures: Vec<MeasureEntry>,
    conditions: Vec<ConditionEntry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OutcomeEntry {
    name: String,
    count: u64,
    first: Option<u64>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MeasureEntry {
    name: String,
    start: i64,
    given: Option<u8>,
    // Boxed, for a file may hold millions of nothings.
    by_outcome: Vec<Option<Box<ValuesEntry>>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ValuesEntry {
    exact: Vec<u64>,
    outside: Option<Box<OutsideEntry>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ConditionEntry {
    condition: String,
    count: u64,
    first: Option<u64>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OutsideEntry {
    buckets: Vec<(i64, u64)>,
    min: i64,
    max: i64,
    sum: Wide<i128>,
    squares: (Wide<u128>, Wide<u128>),
}

/// Other formats are told apart before the rest is read.
fn this_format<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    match u32::deserialize(deserializer)? {
        TALLY_FORMAT => Ok(TALLY_FORMAT),
        other => Err(serde::de::Error::custom(TallyError::Format(other))),
    }
}

/// A number that JSON holds as text.
#[derive(Clone, Copy)]
struct Wide<T>(T);

impl<T: Display> Serialize for Wide<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de, T: FromStr> Deserialize<'de> for Wide<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong = |_| serde::de::Error::custom(format!("\"{text}\" is not a whole number"));
        text.parse().map(Wide).map_err(wrong)
    }
}

impl From<Tally> for TallyJson {
    fn from(tally: Tally) -> Self {
        let outcome = |outcome: OutcomeCount| OutcomeEntry {
            name: outcome.name,
            count: outcome.count,
            first: outcome.first,
        };
        let outside = |outside: Box<Outside>| {
            Box::new(OutsideEntry {
                buckets: outside.buckets.into_iter().collect(),
                min: outside.min,
                max: outside.max,
                sum: Wide(outside.sum),
                squares: (Wide(outside.squares.high), Wide(outside.squares.low)),
            })
        };
        let values = |others: &mut Histogram| {
            let Histogram { exact, outside: others } = std::mem::take(others);
            let any = !exact.is_empty() || others.is_some();
            any.then(|| Box::new(ValuesEntry { exact, outside: others.map(outside) }))
        };
        let mut others = tally.counts.others;
        let measure = |(place, measure): (usize, MeasureCount)| MeasureEntry {
            name: measure.name,
            start: measure.start,
            given: measure.given.map(|given| given.0),
            by_outcome: others.iter_mut().map(|of| values(&mut of[place])).collect(),
        };
        let condition = |condition: ConditionCount| ConditionEntry {
            condition: condition.text,
            count: condition.count,
            first: condition.first,
        };
        let measures = tally.counts.measures.into_iter().enumerate().map(measure).collect();
        Self {
            tally: TALLY_FORMAT,
            ruleset: tally.ruleset,
            version: tally.version,
            stream: tally.stream,
            seed: tally.seed,
            trials: tally.trials,
            draws: tally.counts.draws,
            outcomes: tally.counts.outcomes.into_iter().map(outcome).collect(),
            measures,
            conditions: tally.counts.conditions.into_iter().map(condition).collect(),
        }
    }
}

/// A file may come from anywhere: nothing is taken that no battles could have
/// counted.
impl TryFrom<TallyJson> for Tally {
    type Error = TallyError;

    fn try_from(file: TallyJson) -> Result<Self, TallyError> {
        if file.outcomes.len() > MOST_OUTCOMES
            || file.measures.len() > MOST_MEASURES
            || file.conditions.len() > MOST_CONDITIONS
            || file.outcomes.len() * file.measures.len() > MOST_VALUES
        {
            return Err(TallyError::TooMuch);
        }
        let outcomes = file.outcomes.iter().map(|outcome| &outcome.name);
        let names = outcomes.chain(file.measures.iter().map(|measure| &measure.name));
        for name in names.chain([&file.ruleset]) {
            if name.is_empty() || name.chars().count() > LONGEST_NAME {
                return Err(TallyError::Name);
            }
        }
        let outcomes = read_outcomes(file.outcomes, &file.trials)?;
        let conditions = file.conditions.into_iter();
        let conditions = conditions.map(|entry| read_condition(entry, &file.trials));
        let mut counts = Counts {
            draws: file.draws,
            others: vec![Vec::with_capacity(file.measures.len()); outcomes.len()],
            outcomes,
            measures: Vec::with_capacity(file.measures.len()),
            conditions: conditions.collect::<Result<_, _>>()?,
        };
        for entry in file.measures {
            let name = entry.name.clone();
            read_measure(entry, &mut counts).map_err(|why| TallyError::Measure(name, why))?;
        }
        Ok(Self {
            ruleset: file.ruleset,
            version: file.version,
            stream: file.stream,
            seed: file.seed,
            trials: file.trials,
            counts,
        })
    }
}

fn read_outcomes(
    entries: Vec<OutcomeEntry>,
    trials: &Trials,
) -> Result<Vec<OutcomeCount>, TallyError> {
    let mut names = BTreeSet::new();
    let mut firsts = BTreeSet::new();
    for entry in &entries {
        let fits = match entry.first {
            Some(first) => entry.count > 0 && trials.contains(first) && firsts.insert(first),
            None => entry.count == 0,
        };
        if !fits {
            return Err(TallyError::First(entry.name.clone()));
        }
        if !names.insert(&entry.name) {
            return Err(TallyError::Doubled(entry.name.clone()));
        }
    }
    if add_up(entries.iter().map(|entry| entry.count)) != Some(trials.count()) {
        return Err(TallyError::Sum);
    }
    // The first battle of all ended some way.
    if firsts.first().copied() != trials.stretches().next().map(|stretch| stretch.start) {
        return Err(TallyError::FirstTrials);
    }
    let outcome = |entry: OutcomeEntry| OutcomeCount {
        name: entry.name,
        count: entry.count,
        first: entry.first,
    };
    Ok(entries.into_iter().map(outcome).collect())
}

fn read_condition(entry: ConditionEntry, trials: &Trials) -> Result<ConditionCount, TallyError> {
    let fits = match entry.first {
        Some(first) => entry.count > 0 && trials.contains(first),
        None => entry.count == 0,
    };
    let long = entry.condition.is_empty() || entry.condition.len() > LONGEST_CONDITION;
    if !fits || long || entry.count > trials.count() {
        let shown = entry.condition.chars().take(LONGEST_NAME).collect();
        return Err(TallyError::Condition(shown));
    }
    Ok(ConditionCount { text: entry.condition, count: entry.count, first: entry.first })
}

/// Reads a measure into the counts.
fn read_measure(entry: MeasureEntry, counts: &mut Counts) -> Result<(), MeasureError> {
    let given = entry.given.map(OutcomeId);
    if given.is_some_and(|given| given.index() >= counts.outcomes.len()) {
        return Err(MeasureError::Given);
    }
    if entry.by_outcome.len() != counts.outcomes.len() {
        return Err(MeasureError::Outcomes);
    }
    for (place, values) in entry.by_outcome.into_iter().enumerate() {
        let battles = match given {
            Some(given) if given.index() != place => 0,
            _ => counts.outcomes[place].count,
        };
        let others = values.map(|values| read_values(*values, entry.start, battles)).transpose()?;
        counts.others[place].push(others.unwrap_or_default());
    }
    counts.measures.push(MeasureCount { name: entry.name, start: entry.start, given });
    Ok(())
}

/// The values of a measure in so many battles.
fn read_values(entry: ValuesEntry, start: i64, battles: u64) -> Result<Histogram, MeasureError> {
    let start_counted = usize::try_from(start).ok().and_then(|start| entry.exact.get(start));
    if entry.exact.len() > EXACT
        || entry.exact.last() == Some(&0)
        || start_counted.is_some_and(|&count| count > 0)
    {
        return Err(MeasureError::Exact);
    }
    let mut counted = add_up(entry.exact.iter().copied());
    let outside = match entry.outside {
        Some(outside) => {
            let more = add_up(outside.buckets.iter().map(|&(_, count)| count));
            counted = counted.zip(more).and_then(|(some, more)| some.checked_add(more));
            Some(Box::new(read_outside(*outside)?))
        }
        None => None,
    };
    if counted.is_none_or(|counted| counted > battles) {
        return Err(MeasureError::TooMany);
    }
    Ok(Histogram { exact: entry.exact, outside })
}

fn read_outside(entry: OutsideEntry) -> Result<Outside, MeasureError> {
    let lows = entry.buckets.iter().map(|&(low, _)| low);
    let rising = lows.clone().is_sorted_by(|a, b| a < b);
    let proper = |&(low, count): &(i64, u64)| {
        bucket(low).0 == low && count > 0 && !(0..EXACT as i64).contains(&low)
    };
    let ends = lows.clone().next().zip(lows.clone().next_back());
    let ends_fit = ends == Some((bucket(entry.min).0, bucket(entry.max).0));
    // So few that no sum over them runs out of bits.
    let battles = add_up(entry.buckets.iter().map(|&(_, count)| count));
    let few = battles.is_some_and(|battles| battles <= MOST_TRIALS);
    if !rising || !ends_fit || !few || !entry.buckets.iter().all(proper) {
        return Err(MeasureError::Outside);
    }
    let squares = Squares { high: entry.squares.0.0, low: entry.squares.1.0 };
    if !sums_fit(&entry.buckets, entry.sum.0, squares) {
        return Err(MeasureError::Sums);
    }
    Ok(Outside {
        buckets: entry.buckets.into_iter().collect::<BTreeMap<_, _>>(),
        min: entry.min,
        max: entry.max,
        sum: entry.sum.0,
        squares,
    })
}

/// Whether values that lie in these buckets can have these sums.
fn sums_fit(buckets: &[(i64, u64)], sum: i128, squares: Squares) -> bool {
    let mut sums = (0, 0);
    let (mut least, mut most) = (Squares::default(), Squares::default());
    for &(value, count) in buckets {
        let (low, high) = bucket(value);
        sums.0 += i128::from(low) * i128::from(count);
        sums.1 += i128::from(high) * i128::from(count);
        let (near, far) = if low < 0 { (high, low) } else { (low, high) };
        least.add(near, count);
        most.add(far, count);
    }
    // Sums that no battles have may not fit when their words are joined.
    let Some(squares) = squares.joined() else { return false };
    let within = least.joined() <= Some(squares) && Some(squares) <= most.joined();
    (sums.0..=sums.1).contains(&sum) && within
}

/// The sum of counts, unless it is too large to be one.
fn add_up(counts: impl Iterator<Item = u64>) -> Option<u64> {
    counts.into_iter().try_fold(0u64, u64::checked_add)
}
