//! Exact odds against those of a slow solver, and against samples.

use fracas::core::odds::clopper_pearson;
use fracas::{Battle, Bound, Budget, Odds, OddsError, OddsReport, Way};

use super::{affordable, threads};
use crate::difference::{Difference, fine};
use crate::solver::{Solved, solve};

/// Branches that exact odds may take here.
const BUDGET: Budget = Budget(300_000);

/// How far apart two exact answers may be.
const ROUNDING: f64 = 1e-12;

/// The chance that an honest sample is called wrong; it then gets another one.
const ALPHA: f64 = 1e-6;

/// Compares exact odds, if there are any: whether there are, and whether the
/// slow solver had them too.
pub fn followed(battle: &Battle, seed: u64) -> Result<(bool, bool), Difference> {
    let exact = match battle.odds(Way::Exact(BUDGET), 0, &threads(1)) {
        Ok(exact) => exact,
        Err(OddsError::Exact(_)) => return Ok((false, false)),
        Err(other) => return Err(Difference(format!("no exact odds: {other}"))),
    };
    let odds = &exact.odds;
    let sum: f64 = odds.outcomes.iter().map(|outcome| outcome.p).sum();
    close("the sum of all outcomes", sum + odds.unresolved, 1.0, ROUNDING)?;
    let solved = solve(battle);
    if let Some(solved) = &solved {
        against_solver(odds, solved)?;
    }
    let trials = affordable(battle, seed, 3_000);
    if against_sample(battle, &exact, seed, trials).is_err() {
        // One honest sample in a million looks odd; two do not.
        against_sample(battle, &exact, seed + 1, 16 * trials)?;
    }
    Ok((true, solved.is_some()))
}

fn close(what: &str, found: f64, wanted: f64, allowed: f64) -> Result<(), Difference> {
    match (found - wanted).abs() <= allowed {
        true => Ok(()),
        false => Err(Difference(format!("{what}: {found} is not {wanted}"))),
    }
}

fn against_solver(odds: &Odds, solved: &Solved) -> Result<(), Difference> {
    let allowed = ROUNDING + odds.unresolved;
    for (outcome, wanted) in odds.outcomes.iter().zip(&solved.outcomes) {
        close(&format!("the exact chance of {}", outcome.name), outcome.p, *wanted, allowed)?;
    }
    for (measure, wanted) in odds.measures.iter().zip(&solved.means) {
        if let (Some(mean), Some(wanted)) = (measure.mean, wanted) {
            // A mean is as sure as the largest value it is made of.
            let largest = [measure.min, measure.max].map(|end| end.unwrap_or(0).unsigned_abs());
            let scale = (largest[0].max(largest[1]) as f64).max(wanted.abs()).max(1.0);
            let what = format!("the exact mean of {}", measure.name);
            close(&what, mean, *wanted, allowed * scale)?;
        }
    }
    Ok(())
}

/// Outcomes, and the middle of every distribution, lie within what a sample
/// allows.
fn against_sample(
    battle: &Battle,
    exact: &OddsReport,
    seed: u64,
    trials: u64,
) -> Result<(), Difference> {
    let sampled = fine("sampling", battle.odds(Way::Trials(0..trials), seed, &threads(1)))?;
    let allowed = |what: String, p: f64, (low, high): (f64, f64)| {
        let rounding = exact.odds.unresolved + ROUNDING;
        match (low - rounding..=high + rounding).contains(&p) {
            true => Ok(()),
            false => Err(Difference(format!("{what}: exactly {p}, sampled {low} to {high}"))),
        }
    };
    let counts = sampled.grounds.tally().map(|tally| tally.outcomes()).unwrap_or_default();
    for (outcome, count) in exact.odds.outcomes.iter().zip(counts) {
        let interval = clopper_pearson(count, trials, ALPHA);
        allowed(format!("the chance of {}", outcome.name), outcome.p, interval)?;
    }
    for (place, measure) in sampled.odds.measures.iter().enumerate() {
        let values = (exact.grounds.values(place), sampled.grounds.values(place));
        let ((Some(exact), Some(sampled)), Some(middle)) = (values, measure.p50) else { continue };
        let p = exact.reach(Bound::AtLeast, middle, 0.0).0;
        let (_, low, high) = sampled.reach(Bound::AtLeast, middle, ALPHA);
        allowed(format!("the chance of {} >= {middle}", measure.name), p, (low, high))?;
    }
    Ok(())
}
