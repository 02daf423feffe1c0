//! The laboratory: questions about many battles, each a
//! [procedure](crate::core::procedure) that threads, a page, a cluster or a
//! store can carry out.

mod aim;
mod axis;
mod best;
mod choice;
mod compare;
mod estimate;
mod grid;
mod matrix;
mod points;
mod race;
mod row;
mod scored;
mod solve;
mod space;
#[cfg(feature = "store")]
mod store;
#[cfg(feature = "store")]
mod stored;
mod sweep;
mod variants;

pub use aim::{Aim, AimError};
pub use axis::{Axis, AxisFault, BadAxis, MOST_POINTS};
pub use best::{Army, Best, BestAsk, BestError, BestFound, Price};
pub use choice::{Choice, ChoiceError};
pub use compare::{
    Compare, CompareAsk, CompareError, Compared, ComparedVariant, Comparison, MOST_COMPARED,
};
pub use estimate::Estimate;
pub(crate) use grid::Grid;
pub use matrix::{MOST_ENTRANTS, Matrix, MatrixError, MatrixFound, Meeting, Rank};
pub use points::{BadPoints, Points};
pub use row::Row;
pub use solve::{Monotone, Solve, SolveAsk, SolveError, Solved, SolvedClaim, SolvedValue};
pub use space::{Space, SpaceError};
#[cfg(feature = "store")]
pub use store::{STORE_FORMAT, Store, StoreError};
pub use sweep::{Sweep, SweepError};
pub use variants::{Variants, work};
