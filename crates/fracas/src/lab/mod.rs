//! The laboratory: questions about many battles, each a
//! [procedure](crate::core::procedure) that threads, a page, a cluster or a
//! store can carry out.

mod variants;

pub use variants::{Variants, work};
