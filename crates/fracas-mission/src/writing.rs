//! Rosters, sites and accounts in the form they are read in.

use std::fmt::Write;

use fracas_core::document::{write_key, write_text};

use crate::battle::{
    Agent, AgentState, Assignment, Condition, Constants, Enemy, Gear, Rewards, Site, Weapon, World,
};
use crate::state::{Accounts, Member};

/// A key and its value.
pub fn line(text: &mut String, key: &str, value: impl std::fmt::Display) {
    // Writing to a text cannot fail.
    let _ = writeln!(text, "{key} = {value}");
}

/// Weapons, types and constants: what all battles share.
pub fn rules(text: &mut String, world: &World) {
    if !world.weapons.is_empty() {
        text.push_str("\n[weapons]\n");
        for (name, weapon) in &world.weapons {
            line(text, &write_key(name), range(*weapon));
        }
    }
    for kind in world.types.iter().filter(|kind| world.own_types.contains(&kind.name)) {
        let _ = writeln!(text, "\n[enemy_types.{}]", write_key(&kind.name));
        line(text, "skill", kind.skill);
        line(text, "hp", kind.max_hp);
        line(text, "weapon", gear(&kind.gear));
        if kind.officer {
            line(text, "officer", true);
        }
    }
    constants(text, &world.constants);
}

fn constants(text: &mut String, constants: &Constants) {
    let (mut now, mut usual) = (constants.clone(), Constants::default());
    let mut lines = String::new();
    for ((key, number), (_, usually)) in now.numbers().into_iter().zip(usual.numbers()) {
        if number != usually {
            line(&mut lines, key, number);
        }
    }
    if constants.mission_survival_skill_reward != usual.mission_survival_skill_reward {
        let rewards = format!("{:?}", constants.mission_survival_skill_reward);
        line(&mut lines, "mission_survival_skill_reward", rewards);
    }
    if !lines.is_empty() {
        text.push_str("\n[constants]\n");
        text.push_str(&lines);
    }
}

/// The roster, one by one, with those who are to fight as `deploys` says.
pub fn agents(
    text: &mut String,
    world: &World,
    roster: &[Member],
    deploys: impl Fn(&Agent, &Member) -> bool,
) {
    for (agent, member) in world.agents.iter().zip(roster) {
        text.push_str("\n[[agent]]\n");
        line(text, "id", write_text(&agent.id));
        let now = &member.now;
        line(text, "skill", now.skill);
        line(text, "hp", agent.max_hp);
        let usual = Weapon::of_base(10, world.constants.weapon_damage_spread_pct);
        if agent.gear.weapon != usual || agent.gear.name.is_some() {
            line(text, "weapon", gear(&agent.gear));
        }
        condition(text, world, now, agent.max_hp);
        if !deploys(agent, member) {
            line(text, "deploy", false);
        }
    }
}

fn condition(text: &mut String, world: &World, now: &Condition, max_hp: u32) {
    if now.state != AgentState::Terminated && now.hp < max_hp {
        line(text, "wounds", max_hp - now.hp);
    }
    for (key, number) in [("exhaustion", now.exhaustion), ("missions", now.missions)] {
        if number > 0 {
            line(text, key, number);
        }
    }
    if now.state == AgentState::Available && now.assignment == Assignment::Standby {
        return;
    }
    line(text, "state", write_text(now.state.word()));
    line(text, "assignment", write_text(assignment(world, now.assignment)));
    if now.assignment == Assignment::Recovery {
        line(text, "hp_lost", now.hp_lost);
        line(text, "recovery_turns", now.recovery_turns);
    }
}

/// An assignment as it is written (M-63).
pub fn assignment(world: &World, assignment: Assignment) -> &str {
    match assignment {
        Assignment::Standby => "Standby",
        Assignment::Recovery => "Recovery",
        Assignment::Contracting => "Contracting",
        Assignment::Espionage => "Espionage",
        Assignment::NotApplicable => "N/A",
        Assignment::Site(place) => {
            world.site_ids.get(place as usize).map_or("Standby", String::as_str)
        }
    }
}

/// Title, rewards and factions of a site; with its enemies in words, unless
/// those that are left are written one by one.
pub fn site(text: &mut String, world: &World, site: &Site, with_words: bool) {
    line(text, "id", write_text(&site.id));
    if let Some(title) = &site.title {
        line(text, "title", write_text(title));
    }
    if with_words {
        if let Some(preset) = site.preset {
            line(text, "preset", write_text(preset));
        }
        if let Some(words) = &site.enemies_in_words {
            line(text, "enemies", write_text(words));
        }
    }
    let Rewards { money, intel, funding, panic } = site.rewards;
    line(
        text,
        "rewards",
        format!("{{ money = {money}, intel = {intel}, funding = {funding}, panic = {panic} }}"),
    );
    let factions = site.faction_rewards.iter().map(|reward| {
        format!(
            "{{ id = {}, threat = {}, suppression = {} }}",
            write_text(&world.factions[reward.faction].id),
            reward.threat,
            reward.suppression
        )
    });
    line(text, "faction", format!("[{}]", factions.collect::<Vec<_>>().join(", ")));
}

/// One enemy, below the header of its table.
pub fn enemy(text: &mut String, enemy: &Enemy) {
    line(text, "id", write_text(&enemy.id));
    if let Some(kind) = &enemy.kind {
        line(text, "type", write_text(kind));
    }
    line(text, "skill", enemy.skill);
    line(text, "hp", enemy.max_hp);
    line(text, "weapon", gear(&enemy.gear));
    if enemy.hp < enemy.max_hp {
        line(text, "wounds", enemy.max_hp - enemy.hp);
    }
    if enemy.exhaustion > 0 {
        line(text, "exhaustion", enemy.exhaustion);
    }
    if enemy.officer || enemy.kind.is_some() {
        line(text, "officer", enemy.officer);
    }
}

/// The player and the factions.
pub fn accounts(text: &mut String, world: &World, accounts: &Accounts) {
    if world.has_player {
        text.push_str("\n[player]\n");
        line(text, "turn", accounts.turn);
        line(text, "money", accounts.money);
        line(text, "intel", accounts.intel);
        line(text, "funding", accounts.funding);
        line(text, "panic", accounts.panic);
    }
    if !world.has_player && !world.has_factions {
        return;
    }
    for (faction, now) in world.factions.iter().zip(accounts.factions.iter()) {
        text.push_str("\n[[faction]]\n");
        line(text, "id", write_text(&faction.id));
        if let Some(name) = &faction.name {
            line(text, "name", write_text(name));
        }
        line(text, "threat", now.threat);
        line(text, "threat_increase", faction.threat_increase);
        line(text, "suppression", now.suppression);
    }
}

fn gear(gear: &Gear) -> String {
    match &gear.name {
        Some(name) => write_text(name),
        None => range(gear.weapon),
    }
}

fn range(weapon: Weapon) -> String {
    format!("[{}, {}]", weapon.min, weapon.max)
}
