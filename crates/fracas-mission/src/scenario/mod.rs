//! What a user writes, checked, and made into a battle (sections 12 and 15).

mod agents;
mod enemies;
mod gear;
mod shape;
mod sites;
mod squad;
mod world;

use fracas_core::document::{Checked, Diagnostics, nearest};

pub use shape::{SCENARIO, SITE_STATES, WRONG};
pub use sites::{USUAL_ID, read_site};
pub use squad::{Waiting, check_ids, check_sides, warn};
pub use world::read_world;

use crate::battle::Battle;
use crate::campaign;
use crate::muster::{self, Setup};

/// What `fracas new mission` prints.
pub const TEMPLATE: &str = include_str!("template.toml");

/// What `fracas new mission --campaign` prints.
pub const CAMPAIGN: &str = include_str!("campaign.toml");

/// Makes a battle of a file whose values are of the right shape.
pub fn read(file: &Checked, out: &mut Diagnostics) -> Option<Battle> {
    if file.has("site") {
        return campaign::first_battle(file, out);
    }
    let b = muster::battle(setup(file, Waiting::Refused, out)?);
    warn(&b, file, out);
    Some(b)
}

/// What the file says, if nothing is wrong with it.
pub fn setup(file: &Checked, waiting: Waiting, out: &mut Diagnostics) -> Option<Setup> {
    let mut setting = read_world(file, out);
    let mut chain = vec![sites::read_mission(file, &setting, out)];
    for (place, next) in file.tables("next").iter().enumerate() {
        let usual = format!("site-{}", place + 2);
        let mut site = read_site(next, next.tables("enemy"), &usual, &setting, out);
        site.rest_turns = next.whole("rest_turns").map(|turns| turns as u32);
        chain.push(site);
    }
    let rest_turns = file.whole("rest_turns").unwrap_or(0) as u32;
    let squad = squad::who_fights(&setting, rest_turns, waiting, out);
    check_sides(file, &setting, &squad, &chain, rest_turns, out);
    if out.has_errors() {
        return None;
    }
    // The sites of the chain come first: agents on the mission are at them.
    let ids = chain.iter().map(|site| site.id.clone());
    setting.world.site_ids.splice(0..0, ids);
    squad::shift_sites(&mut setting, chain.len() as u32);
    Some(Setup {
        world: setting.world,
        chain,
        rest_turns,
        keep_enemies: file.flag("keep_enemies").unwrap_or(false),
        continue_after_failure: file.text("after_failure") == Some("continue"),
        roster: setting.roster,
        accounts: setting.accounts,
        squad,
    })
}

/// "did you mean …?", else all there is to choose from.
fn suggestion<'a>(word: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(word, known.clone()) {
        Some(near) => format!("did you mean {near}?"),
        None => format!("known are {}", known.collect::<Vec<_>>().join(", ")),
    }
}
