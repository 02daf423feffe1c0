//! The proof of the rulebook `docs/rules/mission.md`: every rule (M-1) is cited
//! by the test that proves it, here or beside the code.
//!
//! Battles are fought with dice that are written down ([`common::fight`]).

mod aftermaths;
mod attacks;
mod bad_input;
mod battles;
mod campaigns;
mod citations;
mod common;
mod conclusions;
mod decide;
mod duels;
mod golden;
mod odds;
mod plans;
mod reference;
mod reports;
mod round_trips;
mod squads;
