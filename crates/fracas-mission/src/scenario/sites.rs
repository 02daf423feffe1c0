//! Mission sites (M-123), of scenarios, chains and campaigns.

use fracas_core::document::{Checked, Diagnostics, Place};

use super::enemies::{by_hand, in_words};
use super::gear::Armoury;
use super::shape::WRONG;
use super::suggestion;
use super::world::Setting;
use crate::battle::{FactionReward, MOST_UNITS, Rewards, Site, World};
use crate::built_in::{Preset, RED_DAWN, preset};

/// The id of a site that nobody has given one (M-123).
pub const USUAL_ID: &str = "site-1";

/// The site of a scenario: `[mission]` and `[[enemy]]`.
pub fn read_mission(file: &Checked, setting: &Setting, out: &mut Diagnostics) -> Site {
    match file.table("mission") {
        Some(mission) => read_site(mission, file.tables("enemy"), USUAL_ID, setting, out),
        None => {
            let mut site = empty(USUAL_ID);
            add_by_hand(&mut site, file.tables("enemy"), &setting.world, out);
            check_number(&mut site, &file.place("enemy"), out);
            site
        }
    }
}

/// A site, with its enemies by hand.
pub fn read_site(
    table: &Checked,
    hand: &[Checked],
    usual_id: &str,
    setting: &Setting,
    out: &mut Diagnostics,
) -> Site {
    let world = &setting.world;
    let id = table.text("id").unwrap_or(usual_id);
    if id.is_empty() {
        out.error(WRONG, &table.place("id"), "the id of a site is empty");
    }
    let preset = table.text("preset").and_then(preset);
    let mut site = empty(id);
    site.title = table.text("title").map(str::to_owned);
    site.preset = preset.map(|preset| preset.name);
    site.rewards = read_rewards(table, preset);
    site.faction_rewards = read_faction_rewards(table, preset, world, out);
    site.expires_in = match table.value("expires_in") {
        None => preset.map(|preset| preset.expires_in),
        Some(item) => item.whole().map(|turns| turns as u32),
    };
    let words = table.text("enemies").or(preset.map(|preset| preset.enemies));
    if let Some(words) = words {
        let place =
            if table.has("enemies") { table.place("enemies") } else { table.place("preset") };
        // Nothing at all is nobody.
        if !words.trim().is_empty() {
            site.enemies = in_words(words, &place, &world.types, out);
        }
        site.enemies_in_words = Some(words.to_owned());
        site.in_words = site.enemies.len();
    }
    add_by_hand(&mut site, hand, world, out);
    check_number(&mut site, &table.here(), out);
    site
}

/// M-100.
fn check_number(site: &mut Site, place: &Place, out: &mut Diagnostics) {
    if site.enemies.len() > MOST_UNITS {
        let message = format!("{} has more than {MOST_UNITS} enemies", site.id);
        out.error(WRONG, place, message);
        site.enemies.truncate(MOST_UNITS);
    }
}

fn empty(id: &str) -> Site {
    Site {
        id: id.to_owned(),
        title: None,
        preset: None,
        enemies_in_words: None,
        enemies: Vec::new(),
        in_words: 0,
        expires_in: None,
        rewards: Rewards::default(),
        faction_rewards: Vec::new(),
        rest_turns: None,
    }
}

fn add_by_hand(site: &mut Site, hand: &[Checked], world: &World, out: &mut Diagnostics) {
    let spread_pct = world.constants.weapon_damage_spread_pct;
    let armoury = Armoury { weapons: &world.weapons, spread_pct };
    for table in hand {
        let found = by_hand(table, &world.types, &armoury, out);
        for enemy in &found {
            if site.enemies.iter().any(|known| known.id == enemy.id) {
                let message = format!("there are two enemies `{}`", enemy.id);
                out.error(WRONG, &table.place("id"), message).help("ids must be unique");
            }
        }
        site.enemies.extend(found);
        // One too many is enough to be refused.
        if site.enemies.len() > MOST_UNITS {
            break;
        }
    }
}

fn read_rewards(table: &Checked, preset: Option<Preset>) -> Rewards {
    if let Some(rewards) = table.table("rewards") {
        let amount = |key| rewards.whole(key).unwrap_or(0) as u32;
        return Rewards {
            money: amount("money"),
            intel: amount("intel"),
            funding: amount("funding"),
            panic: amount("panic"),
        };
    }
    preset.map_or_else(Rewards::default, |preset| {
        let [money, intel, panic] = preset.rewards;
        Rewards { money, intel, funding: 0, panic }
    })
}

fn read_faction_rewards(
    table: &Checked,
    preset: Option<Preset>,
    world: &World,
    out: &mut Diagnostics,
) -> Vec<FactionReward> {
    let find = |id: &str| world.factions.iter().position(|faction| faction.id == id);
    let Some(item) = table.value("faction") else {
        let Some((preset, faction)) = preset.zip(find(RED_DAWN)) else { return Vec::new() };
        let [threat, suppression] = preset.faction;
        return vec![FactionReward { faction, threat, suppression }];
    };
    let one = item.table().into_iter();
    let mut rewards = Vec::new();
    for reward in one.chain(item.tables()) {
        let Some(id) = reward.text("id") else { continue };
        let Some(faction) = find(id) else {
            let known = world.factions.iter().map(|faction| faction.id.as_str());
            let message = format!("a reward for an unknown faction, `{id}`");
            out.error(WRONG, &reward.place("id"), message).help(suggestion(id, known));
            continue;
        };
        let amount = |key| reward.whole(key).unwrap_or(0) as u32;
        rewards.push(FactionReward {
            faction,
            threat: amount("threat"),
            suppression: amount("suppression"),
        });
    }
    rewards
}
