//! How a battle ends, and how sure one can be of it.
//!
//! A [`Fighter`] fights one trial after another, a [`Tally`] counts what came
//! of them in whole numbers, and [`drive`] spreads that work over threads
//! without changing a single count. How many battles an answer needs is
//! planned by [`reach`]; what is told in the end is [`Odds`].

mod counts;
mod driver;
mod exact;
mod histogram;
mod interval;
mod paired;
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

pub use driver::{CHUNK, Driven, Effort, drive};
pub use exact::{
    Budget, Cyclic, Distribution, Ends, Enumerable, Exact, Mass, Packer, Refusal, Unpacker, ends,
    exact,
};
pub use interval::{clopper_pearson, wilson};
pub use paired::{Pairs, pair};
pub use plan::{
    ALPHA, Answer, CONFIDENCE, Goal, MOST_DRAWS, MOST_TRIALS, PILOT, USUAL_ERROR, Unplannable,
    grouped, reach,
};
pub use result::{MeasureOdds, Method, Odds, OutcomeOdds};
pub use sampled::{Search, sample, search};
pub use spread::{Bin, Spread};
pub use tally::{MergeError, Tally};
pub use tally_file::{BadMeasure, BadTally, TALLY_FORMAT};
pub use trial::{Fighter, Fought, fight_loud, fight_watched};
pub use trials::{BadTrials, Trials};
