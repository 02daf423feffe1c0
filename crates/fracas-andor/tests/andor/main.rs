//! The proof of the rulebook `docs/rules/andor.md`: every rule and every
//! bad input (E-1) is cited by the test that proves it.
//!
//! Battles are fought with dice that are written down ([`common::fight`]), or
//! solved exactly.

mod aftermath;
mod attack;
mod bad_input;
mod board;
mod chains;
mod citations;
mod common;
mod current;
mod data;
mod decide;
mod equipment;
mod exact;
mod play;
mod policy;
mod report;
mod rewards;
mod studies;
mod turns;
mod vectors;
