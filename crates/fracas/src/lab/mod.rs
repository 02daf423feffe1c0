//! The laboratory: questions about many battles, each a
//! [procedure](crate::core::procedure) that threads, a page, a cluster or a
//! store can carry out.

mod axis;
mod points;
mod row;
#[cfg(feature = "store")]
mod store;
#[cfg(feature = "store")]
mod stored;
mod sweep;
mod variants;

pub use axis::{Axis, AxisFault, BadAxis, MOST_POINTS};
pub use points::{BadPoints, Points};
pub use row::Row;
#[cfg(feature = "store")]
pub use store::{STORE_FORMAT, Store, StoreError};
pub use sweep::{Spelling, Sweep, SweepError};
pub use variants::{Variants, work};
