//! The proof of the rulebook `docs/rules/olympia.md`: every rule (O-1) and
//! every bad input (E-1) is cited by the test that proves it.
//!
//! Battles are fought with dice that are written down ([`common::fight`]), or
//! with all dice at once ([`common::oracle`]).

mod aftermath;
mod aftermath_text;
mod allies;
mod attack_loop;
mod bad_input;
mod bad_places;
mod breaking;
mod chains;
mod citations;
mod common;
mod decide;
mod exact;
mod hits;
mod later_edition;
mod limits;
mod measures;
mod odds;
mod ratings;
mod report;
mod rows;
mod ships;
mod shortcuts;
mod small_battles;
mod structures;
mod vectors;
