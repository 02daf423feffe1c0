//! How a battle ends, and how sure one can be of it.
//!
//! A [`Fighter`] fights one trial after another, a [`Tally`] counts what came
//! of them in whole numbers, and [`drive`] spreads that work over threads
//! without changing a single count. How many battles an answer needs is
//! planned as it goes, by [`Weigh`](crate::procedure::Weigh); what is told in
//! the end is [`Odds`].
//!
//! The ruleset of these examples stands in full in [`ruleset`](crate::ruleset): two toss a coin in
//! turn, and heads take a point off the other.
//!
//! ```
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/toss.rs"));
//! use std::ops::ControlFlow;
//!
//! use fracas_core::chance::{Purpose, Rolled, Scripted};
//! use fracas_core::odds::{
//!     ALPHA, Budget, Effort, Fighter, Odds, Search, Stage, Steps, drive, exact, fight_loud,
//!     fight_watched, pair, sample, search,
//! };
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let battle = Points { left: [3, 4], turn: 0 };
//!
//! // One battle with rolled dice, told toss by toss.
//! let mut told = Vec::new();
//! let mut dice = Rolled::new(7, 0, Purpose::Battle);
//! let fought = fight_loud::<Toss>(&battle, &mut dice, &mut |heads| told.push(heads))?;
//! assert_eq!(fought.scores.values()[0], told.len() as i64);
//!
//! // One with written dice, looked at after every toss. 1 is heads.
//! let mut dice = Scripted::new([1, 2, 1, 2, 1, 2, 1]);
//! let mut seen = Vec::new();
//! fight_watched::<Toss>(&battle, &mut dice, &mut |_| {}, &mut |now| seen.push(now.left[1]))?;
//! assert_eq!(seen, [4, 3, 3, 2, 2, 1, 1, 0]);
//! assert_eq!(dice.finish(), Ok(()));
//!
//! // Step by step, by whoever holds it and goes on when he likes.
//! let (mut steps, mut dice) = (Steps::<Toss>::new(&battle), Rolled::new(7, 0, Purpose::Battle));
//! while !matches!(steps.stage(), Stage::Settled(_)) {
//!     steps.advance(&battle, &mut dice, &mut |_| {})?;
//! }
//! assert_eq!(steps.state(), &fought.state);
//!
//! // The same trial in silence, as odds are sampled.
//! let mut fighter = Fighter::<Toss>::new(&battle);
//! assert_eq!(fighter.fight(7, 0), fought.outcome);
//! assert_eq!(fighter.values(), fought.scores.values());
//! assert_eq!((fighter.state(), fighter.draws()), (&fought.state, told.len() as u64));
//!
//! // A thousand trials, counted by two threads; counts of parts add up to the whole.
//! let effort = Effort { threads: 2, ..Effort::default() };
//! let tally = sample::<Toss>(&battle, 7, 0..1000, &effort);
//! let mut parts = sample::<Toss>(&battle, 7, 400..1000, &effort);
//! parts.merge(&sample::<Toss>(&battle, 7, 0..400, &effort))?;
//! assert_eq!(parts, tally);
//! let sampled = Odds::sampled(&tally, ALPHA, "a thousand trials");
//! let tosses = tally.spread(0).ok_or("nothing was counted")?;
//! assert!(tosses.min() >= 5 && tosses.at_percent(50) <= tosses.at_percent(95));
//!
//! // No trials at all.
//! let exact = exact::<Toss>(&battle, Budget::USUAL)?.odds;
//! let (guess, truth) = (&sampled.outcomes[0], exact.outcomes[0].p);
//! assert!(guess.low <= truth && truth <= guess.high);
//!
//! // The first trial in which the second wins after twenty tosses or more.
//! let long = |outcome, values: &[i64]| outcome == 1 && values[0] >= 20;
//! let Search::Found(trial) = search::<Toss>(&battle, &long, 7, 0..1000, &effort) else {
//!     return Err("none of a thousand".into());
//! };
//! assert_eq!(fighter.fight(7, trial), OutcomeId(1));
//!
//! // What a point more is worth, told by the same dice.
//! let more = Points { left: [4, 4], turn: 0 };
//! let pairs = &pair::<Toss, _>(&battle, &[more], 7, 0..1000, &effort)[0];
//! let (before, after) = pairs.ended(&[OutcomeId(0)]);
//! assert!(pairs.trials() == 1000 && before < after);
//!
//! // Anything else that is counted over trials goes through the same driver.
//! let hire = || (Fighter::<Toss>::new(&battle), 0);
//! let driven = drive(0..1000, &effort, hire, |(fighter, wins), trial| {
//!     *wins += u64::from(fighter.fight(7, trial) == OutcomeId(0));
//!     ControlFlow::Continue(())
//! });
//! let wins: u64 = driven.workers.iter().map(|(_, wins)| wins).sum();
//! assert_eq!(wins, tally.outcomes()[0]);
//! # Ok(()) }
//! ```

mod abreast;
mod by_outcome;
mod counter;
mod counts;
mod driver;
mod exact;
mod histogram;
mod interval;
mod journal;
mod normal;
mod paired;
pub(crate) mod plan;
mod result;
mod sampled;
mod spread;
mod tally;
mod tally_file;
mod trial;
mod trials;

#[cfg(test)]
pub(crate) mod toy;

pub use abreast::Abreast;
pub use by_outcome::ByOutcome;
pub use counts::Question;
pub use driver::{CHUNK, Driven, Effort, drive};
pub(crate) use exact::{Bits, QuickHasher};
pub use exact::{
    Budget, Cyclic, Distribution, Dwindle, Ends, Enumerable, Exact, ExactThat, HearEnds, Mass,
    Packer, Refusal, Stand, Unpacker, Untold, attempt, ends, exact, exact_by_branches, exact_ends,
    followed,
};
pub use interval::{clopper_pearson, wilson};
pub use journal::{Journal, Note, Sums, journal};
pub use normal::deviations;
pub use paired::{Pairs, pair};
pub use plan::{
    ALPHA, Answer, CONFIDENCE, Goal, MOST_DRAWS, MOST_TRIALS, PILOT, PlanError, USUAL_ERROR, Way,
    grouped,
};
pub use result::{MeasureOdds, Method, Odds, OutcomeOdds};
pub use sampled::{Search, sample, sample_asking, search};
pub use spread::{Bin, Spread};
pub use tally::{MergeError, Tally};
pub use tally_file::{MeasureError, TALLY_FORMAT, TallyError};
pub use trial::{
    End, Fighter, Fights, Fought, NO_END, SHORT_WAYS, Shortcut, Stage, Steps, ToEnds, ToScores,
    advance, fight_loud, fight_watched,
};
pub use trials::{Trials, TrialsError};
