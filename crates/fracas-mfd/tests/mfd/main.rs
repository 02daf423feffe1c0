//! The proof of the rulebook `docs/rules/mfd.md`: every rule (F-1), compat
//! item (C-1), contradiction, vector (T-1) and bad input (E-1) is cited
//! by the test that proves it.
//!
//! Battles are fought with dice that are written down ([`common::fight`]), or
//! with all dice at once ([`common::exact`]).

mod aftermath;
mod bad_input;
mod bad_scenario;
mod battles;
mod beyond;
mod common;
mod compat;
mod csv_input;
mod fed_back;
mod final_files;
mod kinds;
mod links;
mod log;
mod matchups;
mod measures;
mod report;
mod rounds;
mod samples;
mod sheets;
mod stats;
