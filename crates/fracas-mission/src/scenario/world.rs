//! What all battles of a file share: constants, weapons, types, factions, the
//! player and the roster.

use fracas_core::document::{Checked, Diagnostics};

use super::agents::read_agents;
use super::gear::{Armoury, range};
use super::shape::WRONG;
use crate::battle::{Constants, EnemyType, Faction, World};
use crate::built_in::{self, RED_DAWN, RED_DAWN_THREAT};
use crate::state::{Accounts, FactionNow, Member};

/// The world of a file as it is at the start.
pub struct Setting {
    /// What does not change.
    pub world: World,
    /// The roster as written.
    pub roster: Vec<Member>,
    /// Where in the file each agent stands.
    pub places: Vec<fracas_core::document::Place>,
    /// The assets as written.
    pub accounts: Accounts,
}

/// Reads everything but the sites.
pub fn read_world(file: &Checked, out: &mut Diagnostics) -> Setting {
    let constants = read_constants(file);
    let spread_pct = constants.weapon_damage_spread_pct;
    let mut weapons = Vec::new();
    for (name, item) in file.map("weapons") {
        if let Some(weapon) = range(item, spread_pct, out) {
            weapons.push((name.to_owned(), weapon));
        }
    }
    let armoury = Armoury { weapons: &weapons, spread_pct };
    let (types, own_types) = read_types(file, &armoury, out);
    let people = read_agents(file, &armoury, &constants, out);
    let (factions, factions_now) = read_factions(file, out);
    let player = file.table("player");
    let account = |key| player.and_then(|player| player.whole(key)).unwrap_or(0);
    let accounts = Accounts {
        turn: player.and_then(|player| player.whole("turn")).unwrap_or(1) as u32,
        money: account("money"),
        intel: account("intel"),
        funding: account("funding"),
        panic: account("panic"),
        factions: factions_now.into(),
        ..Accounts::default()
    };
    let roster = people.agents.iter().map(Member::of);
    Setting {
        roster: roster.collect(),
        places: people.places,
        accounts,
        world: World {
            name: file.text("name").map(str::to_owned),
            constants,
            weapons,
            types,
            own_types,
            agents: people.agents,
            site_ids: people.site_ids,
            factions,
            has_player: player.is_some(),
            has_factions: file.has("faction"),
        },
    }
}

fn read_constants(file: &Checked) -> Constants {
    let mut constants = Constants::default();
    let Some(table) = file.table("constants") else { return constants };
    for (key, number) in constants.numbers() {
        if let Some(written) = table.whole(key) {
            *number = written as u32;
        }
    }
    let rewards: Vec<u32> = table
        .list("mission_survival_skill_reward")
        .iter()
        .filter_map(|reward| reward.whole())
        .map(|reward| reward as u32)
        .collect();
    if !rewards.is_empty() {
        constants.mission_survival_skill_reward = rewards;
    }
    constants
}

/// M-5: the file's types replace built-in ones of the same name.
fn read_types(
    file: &Checked,
    armoury: &Armoury<'_>,
    out: &mut Diagnostics,
) -> (Vec<EnemyType>, Vec<String>) {
    let mut types = built_in::types(armoury.spread_pct);
    let mut own = Vec::new();
    for (name, item) in file.map("enemy_types") {
        let Some(table) = item.table() else { continue };
        if name.is_empty() || name.contains(|sign: char| sign == ',' || sign.is_whitespace()) {
            out.error(WRONG, &item.key_place(), format!("`{name}` cannot be the name of a type"))
                .help(
                    "a name has no spaces and no commas, so that `2 Sniper, 1 Medic` can be read",
                );
        }
        let gear = armoury.gear(table, out);
        let (Some(skill), Some(max_hp), Some(gear)) =
            (table.whole("skill"), table.whole("hp"), gear)
        else {
            continue;
        };
        let found = EnemyType {
            name: name.to_owned(),
            skill: skill as u32,
            max_hp: max_hp as u32,
            gear,
            officer: table.flag("officer").unwrap_or(false),
        };
        own.push(name.to_owned());
        match types.iter_mut().find(|known| known.name == name) {
            Some(known) => *known = found,
            None => types.push(found),
        }
    }
    (types, own)
}

/// M-123: without any faction there is the built-in one.
fn read_factions(file: &Checked, out: &mut Diagnostics) -> (Vec<Faction>, Vec<FactionNow>) {
    if !file.has("faction") {
        let (threat, threat_increase) = RED_DAWN_THREAT;
        let faction = Faction { id: RED_DAWN.to_owned(), name: None, threat_increase };
        return (vec![faction], vec![FactionNow { threat, suppression: 0 }]);
    }
    let mut factions: Vec<Faction> = Vec::new();
    let mut now = Vec::new();
    for table in file.tables("faction") {
        let Some(id) = table.text("id") else { continue };
        if id.is_empty() {
            out.error(WRONG, &table.place("id"), "the id of a faction is empty");
        } else if factions.iter().any(|known| known.id == id) {
            out.error(WRONG, &table.place("id"), format!("there are two factions `{id}`"));
        }
        factions.push(Faction {
            id: id.to_owned(),
            name: table.text("name").map(str::to_owned),
            threat_increase: table.whole("threat_increase").unwrap_or(0) as u32,
        });
        now.push(FactionNow {
            threat: table.whole("threat").unwrap_or(0),
            suppression: table.whole("suppression").unwrap_or(0),
        });
    }
    (factions, now)
}
