//! Single battles against counts of many, by any number of threads, in parts,
//! and through files.

use fracas::core::odds::{ALPHA, Odds};
use fracas::{Battle, Registry, RunReport, Tally, TallyFile};

use super::{affordable, threads};
use crate::difference::{Difference, fine, same};

/// More than a chunk, so that threads share the work.
const TRIALS: u64 = 70;

/// The same counts whichever way they are counted.
pub fn counted(battle: &Battle, seed: u64) -> Result<(), Difference> {
    let trials = affordable(battle, seed, TRIALS);
    let whole = battle.tally(seed, 0..trials, &threads(1));
    same("the tally of 3 threads", &battle.tally(seed, 0..trials, &threads(3)), &whole)?;

    let cuts = [0, trials / 3, trials - 1, trials];
    let part = |from: u64, to: u64| battle.tally_file(battle.tally(seed, from..to, &threads(1)));
    let mut merged = part(cuts[2], cuts[3]);
    for place in [0, 1].into_iter().filter(|&place| cuts[place] < cuts[place + 1]) {
        let other = through_file(&part(cuts[place], cuts[place + 1]))?;
        fine("merging", merged.merge(&other))?;
    }
    same("the tally of parts", merged.tally(), &whole)?;
    same("the sheet of parts", &merged, &through_file(&battle.tally_file(whole.clone()))?)?;

    let rolled: Vec<RunReport> = (0..trials).map(|trial| battle.run(seed, trial, None)).collect();
    against_rolled(battle, &whole, &rolled)
}

/// A sheet that was written and read again.
fn through_file(sheet: &TallyFile) -> Result<TallyFile, Difference> {
    let text = fine("writing a tally", serde_json::to_string(sheet))?;
    let read = fine("reading a tally", TallyFile::read(Registry::standard(), &text))?;
    same("a tally from its file", &read, sheet)?;
    Ok(read)
}

/// The tally is that of the battles fought one by one.
fn against_rolled(battle: &Battle, tally: &Tally, rolled: &[RunReport]) -> Result<(), Difference> {
    let outcomes: Vec<u64> = battle
        .rules()
        .outcomes
        .iter()
        .map(|name| rolled.iter().filter(|fought| fought.outcome == *name).count() as u64)
        .collect();
    same("counted outcomes", &tally.outcomes(), &outcomes)?;
    let odds = Odds::sampled(tally, ALPHA, "");
    for (place, measure) in odds.measures.iter().enumerate() {
        let counts = |fought: &&RunReport| {
            measure.given.as_ref().is_none_or(|outcome| fought.outcome == outcome)
        };
        let values: Vec<i64> =
            rolled.iter().filter(counts).map(|fought| fought.measures[place].1).collect();
        let name = &measure.name;
        let Some(spread) = tally.spread(place) else {
            same(&format!("{name} is unknown, battles that count"), &values.len(), &0)?;
            continue;
        };
        let ends = (values.iter().min().copied(), values.iter().max().copied());
        let found = (spread.n(), (Some(spread.min()), Some(spread.max())));
        same(&format!("number and ends of {name}"), &found, &(values.len() as u64, ends))?;
        let sum: i128 = values.iter().map(|&value| i128::from(value)).sum();
        same(&format!("mean of {name}"), &spread.mean(), &(sum as f64 / values.len() as f64))?;
        for bin in spread.bins() {
            let within = |value: &&i64| (bin.low..=bin.high).contains(*value);
            let count = values.iter().filter(within).count() as u64;
            let what = format!("{name} from {} to {}", bin.low, bin.high);
            same(&what, &bin.count, &count)?;
        }
    }
    Ok(())
}
