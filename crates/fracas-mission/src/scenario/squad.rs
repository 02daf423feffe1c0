//! Who fights (M-122), and whether both sides can (M-99, M-101).

use std::collections::{HashMap, HashSet};

use fracas_core::document::{Checked, Diagnostics, Place};

use super::shape::WRONG;
use super::world::Setting;
use crate::battle::{AgentState, Assignment, Battle, LONGEST_NAME, MOST_UNITS, Side, Site};
use crate::muster::chained_id;
use crate::rules::recovery;

/// What to make of agents who need more rest than the file gives them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// They are an error (M-99).
    Refused,
    /// They may be waited for, and a warning says so (M-129).
    Allowed,
}

/// The places in the roster of all who are to fight. Whoever cannot is an
/// error, unless forced.
pub fn who_fights(
    setting: &Setting,
    rest_turns: u32,
    waiting: Waiting,
    out: &mut Diagnostics,
) -> Vec<usize> {
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
        if waiting == Waiting::Allowed
            && let Some(turns) = needed
        {
            let when = plural(turns, "turn");
            let message =
                format!("agent {} is {} and comes only after {when}", agent.id, now.state.word());
            out.warning("M-129", &setting.places[place], message);
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
    let place = |battle: usize| {
        let tables = file.tables("next");
        match battle.checked_sub(1).and_then(|next| tables.get(next)) {
            Some(next) => next.here(),
            None if file.has("mission") => file.place("mission"),
            None => file.place("enemy"),
        }
    };
    for (battle, site) in chain.iter().enumerate() {
        if site.enemies.is_empty() {
            out.error(WRONG, &place(battle), format!("there are no enemies at {}", site.called()))
                .help("write enemies = \"2 Initiate\" or a preset under [mission], or [[enemy]]");
        }
    }
    let sites = chain.iter().enumerate();
    check_ids(setting, sites.map(|(battle, site)| (battle, site, place(battle))), out);
    check_kept(file, chain, out);
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

/// M-99, M-128: ids are unique and not too long, also those that `count`, an
/// enemy list in words and the number of a battle make. Every site comes with
/// its battle of the chain and its place in the file.
pub fn check_ids<'a>(
    setting: &Setting,
    sites: impl Iterator<Item = (usize, &'a Site, Place)>,
    out: &mut Diagnostics,
) {
    let mut agents = HashSet::new();
    for (agent, place) in setting.world.agents.iter().zip(&setting.places) {
        if !agents.insert(agent.id.as_str()) && !agent.id.is_empty() {
            out.error(WRONG, place, format!("there are two agents `{}`", agent.id))
                .help("ids must be unique");
        }
    }
    let too_long = |id: &str| id.chars().count() > LONGEST_NAME;
    let made = setting.world.agents.iter().zip(&setting.places);
    for (agent, place) in made.filter(|(agent, _)| too_long(&agent.id)).take(1) {
        complain_of_length(&agent.id, place, out);
    }
    let mut enemies: HashMap<String, usize> = HashMap::new();
    for (battle, site, place) in sites {
        let is_agent = |id: &str| agents.contains(id);
        let ids = site.enemies.iter().map(|enemy| (chained_id(battle, &enemy.id), &enemy.id));
        let ids: Vec<(String, &String)> = ids.collect();
        if let Some((id, _)) = ids.iter().find(|(id, plain)| is_agent(id) || is_agent(plain)) {
            out.error(WRONG, &place, format!("`{id}` is an agent and an enemy"))
                .help("ids must be unique in the whole battle");
        }
        if let Some((id, _)) = ids.iter().find(|(id, _)| too_long(id)) {
            complain_of_length(id, &place, out);
        }
        for (id, _) in ids {
            let known = enemies.get(&id).is_some_and(|&other| other != battle);
            if known {
                out.error(WRONG, &place, format!("there are two enemies `{id}`"))
                    .help("those of later battles are called 2/<id>, 3/<id> and so on (M-125)");
            }
            enemies.insert(id, battle);
        }
    }
}

fn complain_of_length(id: &str, place: &Place, out: &mut Diagnostics) {
    let length = id.chars().count();
    let message = format!("`{id}` has {length} characters; allowed are {LONGEST_NAME}");
    out.error(WRONG, place, message).help("numbers that are added to an id count too (M-128)");
}

/// M-100: enemies that are kept from battle to battle are no more than a side
/// may have.
fn check_kept(file: &Checked, chain: &[Site], out: &mut Diagnostics) {
    let together: usize = chain.iter().map(|site| site.enemies.len()).sum();
    let kept = file.flag("keep_enemies") == Some(true);
    if kept && file.text("after_failure") == Some("continue") && together > MOST_UNITS {
        let message = format!("{together} enemies may come together; allowed are {MOST_UNITS}");
        out.error(WRONG, &file.place("keep_enemies"), message)
            .help("enemies that are kept after a failure join those of the next battle");
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
