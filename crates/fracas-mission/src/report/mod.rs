//! Reports (section 10): the opening, the log, and the mission site report.

mod log;
mod site;

pub use log::tell;
pub use site::{AgentReport, SiteReport, opening, site_report};

use crate::battle::{Battle, Site};
use crate::scenario::USUAL_ID;
use crate::state::State;
use fracas_core::capability::Ending;

/// What each outcome means, and whose it is.
pub const ENDINGS: &[Ending] = &[
    Ending { words: "the squad succeeds", side: Some(0) },
    Ending { words: "the squad retreats", side: Some(1) },
    Ending { words: "the squad is wiped out", side: Some(1) },
    Ending { words: "nobody wins", side: None },
];

/// The sites that are fought for, by their titles; none where the one there is
/// has neither title nor id of its own.
pub fn part(chain: &[Site]) -> Option<String> {
    let named = |site: &Site| site.title.is_some() || site.id != USUAL_ID;
    let sites: Vec<&str> = chain.iter().map(Site::called).collect();
    chain.iter().any(named).then(|| sites.join(", then "))
}

/// The report of the battle that was fought last.
pub fn closing(b: &Battle, st: &State) -> String {
    site_report(b, st).to_string()
}
