//! Reports (section 10): the opening, the log, and the mission site report.

mod log;
mod site;

pub use log::tell;
pub use site::{AgentReport, SiteReport, opening, site_report};

use crate::battle::Battle;
use crate::state::State;

/// The report of the battle that was fought last.
pub fn closing(b: &Battle, st: &State) -> String {
    site_report(b, st).to_string()
}
