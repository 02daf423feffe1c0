//! The parts of fracas that know no game.
//!
//! Every rule of every game is written once, against a source of [chance],
//! and that source decides what the run is: a battle rolled from a seed, a
//! battle whose dice were written down beforehand, or all battles at once
//! with their probabilities. What happens goes to a [`watch`]er, which may be
//! silent. On top of these two plugs stand the [`ruleset`] trait with its
//! [capabilities](capability), the [`odds`], [`procedure`]s that ask for
//! them piece by piece, and the reading of scenario [`document`]s.
//!
//! A ruleset is written against [`chance`] and [`watch`]; the page of [`ruleset`] shows a whole one,
//! that of [`odds`] all that can then be asked of it. Programs that only want battles use the crate
//! `fracas`, which hides the ruleset.

pub mod capability;
pub mod chance;
mod copy;
pub mod decide;
pub mod document;
pub mod odds;
pub mod order;
pub mod procedure;
pub mod ruleset;
pub mod table;
pub mod watch;

pub use copy::List;
