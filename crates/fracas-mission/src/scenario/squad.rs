//! Who fights (M-122), and whether both sides can (M-99, M-101).

use std::collections::HashSet;

use fracas_core::document::{Checked, Diagnostics};

use super::shape::WRONG;
use super::world::Setting;
use crate::battle::{AgentState, Assignment, Battle, Side, Site};
use crate::rules::recovery;

/// The places in the roster of all who are to fight. Whoever cannot is an
/// error, unless forced.
pub fn who_fights(setting: &Setting, rest_turns: u32, out: &mut Diagnostics) -> Vec<usize> {
    let mut squad = Vec::new();
    for (place, agent) in setting.world.agents.iter().enumerate() {
        let now = &agent.written;
        if !agent.deploy || now.state == AgentState::Terminated {
            continue;
        }
        squad.push(place);
        let needed = recovery::turns_to_rest(now);
        if agent.force || needed.is_some_and(|turns| turns <= rest_turns) {
            continue;
        }
        let message = format!("agent {} is {} and cannot be deployed", agent.id, now.state.word());
        let help = match needed {
            Some(turns) => format!(
                "{} more to rest; write rest_turns = {turns}, or deploy = false or force = true for the agent",
                plural(turns - rest_turns, "turn")
            ),
            None => "resting does not change that; write deploy = false or force = true".to_owned(),
        };
        out.error(WRONG, &setting.places[place], message).help(help);
    }
    squad
}

/// Two turns, 1 turn.
pub fn plural(count: u32, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

/// M-99: both sides are there, ids are unique, the site is still there after
/// the rest.
pub fn check_sides(
    file: &Checked,
    setting: &Setting,
    squad: &[usize],
    chain: &[Site],
    rest_turns: u32,
    out: &mut Diagnostics,
) {
    let agents = &setting.world.agents;
    if agents.is_empty() {
        if file.has("agent") {
            out.error(WRONG, &file.place("agent"), "there are no agents")
                .help("write [[agent]] with an id for each");
        }
    } else if squad.is_empty() {
        out.error(WRONG, &file.place("agent"), "nobody is left to deploy")
            .help("add an [[agent]] who lives and has deploy = true");
    }
    let mut ids = HashSet::new();
    for (agent, place) in agents.iter().zip(&setting.places) {
        if !ids.insert(agent.id.as_str()) && !agent.id.is_empty() {
            out.error(WRONG, place, format!("there are two agents `{}`", agent.id))
                .help("ids must be unique");
        }
    }
    for (battle, site) in chain.iter().enumerate() {
        let tables = file.tables("next");
        let place = match battle.checked_sub(1).and_then(|next| tables.get(next)) {
            Some(next) => next.here(),
            None if file.has("mission") => file.place("mission"),
            None => file.place("enemy"),
        };
        if site.enemies.is_empty() {
            out.error(WRONG, &place, format!("there are no enemies at {}", site.called()))
                .help("write enemies = \"2 Initiate\" or a preset under [mission], or [[enemy]]");
        }
        if let Some(both) = site.enemies.iter().find(|enemy| ids.contains(enemy.id.as_str())) {
            out.error(WRONG, &place, format!("`{}` is an agent and an enemy", both.id))
                .help("ids must be unique in the whole battle");
        }
    }
    if let Some(turns) = chain.first().and_then(|site| site.expires_in)
        && turns <= rest_turns
    {
        let place = file.table("mission").map_or_else(
            || file.place("mission"),
            |mission| {
                mission.place(if mission.has("expires_in") { "expires_in" } else { "preset" })
            },
        );
        let message = format!(
            "the site expires in {turns}, and the squad rests for {}",
            plural(rest_turns, "turn")
        );
        out.error(WRONG, &place, message).help("expires_in must be above rest_turns (M-65)");
    }
}

/// Sites of agents elsewhere come after those of the chain.
pub fn shift_sites(setting: &mut Setting, by: u32) {
    for member in &mut setting.roster {
        if let Assignment::Site(place) = &mut member.now.assignment {
            *place += by;
        }
    }
}

/// M-101: what can be fought but is perhaps not meant.
pub fn warn(b: &Battle, file: &Checked, out: &mut Diagnostics) {
    let fight = &b.start.fight;
    let agents = file.place("agent");
    if fight.base[Side::Agents.index()] == 0 {
        out.warning("M-101", &agents, "the squad has no effective skill at all and cannot win");
    }
    for side in Side::BOTH {
        let harmless =
            |fighter: &crate::state::Fighter| fighter.min_damage == 0 && fighter.damages == 1;
        if fight.side(side).iter().all(harmless) {
            let place = if side == Side::Agents { &agents } else { &file.place("enemy") };
            out.warning("M-101", place, format!("the weapons of the {} do no damage", side.key()));
        }
    }
    for fighter in fight.side(Side::Agents) {
        if fighter.hp < fighter.max_hp {
            let id = &b.units[fighter.unit as usize].id;
            let message = format!(
                "agent {id} is deployed wounded, with {} of {} hp",
                fighter.hp, fighter.max_hp
            );
            out.warning("M-101", &agents, message);
        }
    }
}
