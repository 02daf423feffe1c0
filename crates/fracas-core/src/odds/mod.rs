//! How a battle ends, and how sure one can be of it.
//!
//! A [`Fighter`] fights one trial after another, a [`Tally`] counts what came
//! of them in whole numbers, and [`sample`] spreads that work over threads
//! without changing a single count. How many battles an answer needs is
//! planned by [`reach`]; what is told in the end is [`Odds`].

mod counts;
mod exact;
mod histogram;
mod interval;
mod plan;
mod result;
mod sampled;
mod spread;
mod tally;
mod tally_file;
mod trial;
mod trials;

#[cfg(test)]
mod toy;

pub use exact::{Budget, Distribution, Enumerable, Exact, Refusal, exact};
pub use interval::{clopper_pearson, wilson};
pub use plan::{
    ALPHA, Answer, CONFIDENCE, Goal, MOST_DRAWS, MOST_TRIALS, PILOT, USUAL_ERROR, Unplannable,
    grouped, reach,
};
pub use result::{MeasureOdds, Method, Odds, OutcomeOdds};
pub use sampled::{CHUNK, Effort, sample};
pub use spread::{Bin, Spread};
pub use tally::{MergeError, Tally};
pub use tally_file::{BadMeasure, BadTally, TALLY_FORMAT};
pub use trial::{Fighter, Fought, fight_loud, fight_watched};
pub use trials::{BadTrials, Trials};
