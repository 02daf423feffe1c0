//! The roster (M-121).

use fracas_core::document::{Checked, Diagnostics, Place};

use super::gear::Armoury;
use super::shape::WRONG;
use super::suggestion;
use crate::battle::{Agent, AgentState, Assignment, Condition, Constants, MOST_UNITS};
use crate::rules::recovery;

/// The roster and where it stands in the file.
pub struct People {
    /// The agents, copies written out one by one.
    pub agents: Vec<Agent>,
    /// Where each of them stands.
    pub places: Vec<Place>,
    /// The sites they are assigned to.
    pub site_ids: Vec<String>,
}

/// Reads `[[agent]]`.
pub fn read_agents(
    file: &Checked,
    armoury: &Armoury<'_>,
    constants: &Constants,
    out: &mut Diagnostics,
) -> People {
    let mut people = People { agents: Vec::new(), places: Vec::new(), site_ids: Vec::new() };
    let mut count = 0;
    for table in file.tables("agent") {
        let agent = read_agent(table, armoury, constants, &mut people.site_ids, out);
        let ids = ids(&agent.id, table);
        count += ids.len();
        // Those beyond the limit are only counted.
        for id in ids.into_iter().take(MOST_UNITS - people.agents.len()) {
            people.agents.push(Agent { id, ..agent.clone() });
            people.places.push(table.place("id"));
        }
    }
    if count > MOST_UNITS {
        let message = format!("there are {count} agents; allowed are {MOST_UNITS}");
        out.error(WRONG, &file.place("agent"), message);
    }
    people
}

/// M-121: where `count` is written, even 1, the copies are numbered.
pub fn ids(id: &str, table: &Checked) -> Vec<String> {
    match table.whole("count") {
        None => vec![id.to_owned()],
        Some(count) => (1..=count).map(|number| format!("{id}-{number}")).collect(),
    }
}

fn read_agent(
    table: &Checked,
    armoury: &Armoury<'_>,
    constants: &Constants,
    site_ids: &mut Vec<String>,
    out: &mut Diagnostics,
) -> Agent {
    let number = |key, usual| table.whole(key).map_or(usual, |number| number as u32);
    let id = table.text("id").unwrap_or_default();
    if table.text("id") == Some("") {
        out.error(WRONG, &table.place("id"), "the id of an agent is empty");
    }
    let max_hp = number("hp", 30);
    let wounds = number("wounds", 0);
    let state = table.text("state").and_then(AgentState::of).unwrap_or(AgentState::Available);
    if state != AgentState::Terminated && wounds >= max_hp && table.has("wounds") {
        let message = format!(
            "agent {id} has {wounds} wounds and {max_hp} hp; allowed are 0 to {}",
            max_hp - 1
        );
        out.error(WRONG, &table.place("wounds"), message)
            .help("hp is what an unhurt agent has; a dead one has state = \"Terminated\"");
    }
    let assignment = read_assignment(table, state, wounds, site_ids, out);
    let wounds = wounds.min(max_hp - 1);
    let (recovery_turns, hp_lost) =
        read_recovery(table, assignment, wounds, max_hp, constants, out);
    Agent {
        id: id.to_owned(),
        max_hp,
        gear: armoury.gear(table, out).unwrap_or_else(|| armoury.of_base(10)),
        deploy: table.flag("deploy").unwrap_or(true),
        force: table.flag("force").unwrap_or(false),
        written: Condition {
            skill: number("skill", 100),
            hp: if state == AgentState::Terminated { 0 } else { max_hp - wounds },
            exhaustion: number("exhaustion", 0),
            missions: number("missions", 0),
            state,
            assignment,
            recovery_turns,
            hp_lost,
        },
    }
}

/// M-63: a word, or for somebody on a mission the id of a site.
fn read_assignment(
    table: &Checked,
    state: AgentState,
    wounds: u32,
    site_ids: &mut Vec<String>,
    out: &mut Diagnostics,
) -> Assignment {
    let Some(word) = table.text("assignment") else {
        return match state {
            AgentState::Terminated => Assignment::NotApplicable,
            AgentState::Recovering => Assignment::Recovery,
            AgentState::InTransit if wounds > 0 => Assignment::Recovery,
            _ => Assignment::Standby,
        };
    };
    if let Some(assignment) = Assignment::of(word) {
        return assignment;
    }
    if state != AgentState::OnMission {
        let message = format!("`{word}` is no assignment of an agent who is {}", state.word());
        out.error(WRONG, &table.place("assignment"), message).help(format!(
            "{} Only an agent who is OnMission is assigned to a site.",
            suggestion(word, Assignment::WORDS.iter().copied())
        ));
    }
    let known = site_ids.iter().position(|id| id == word);
    let place = known.unwrap_or_else(|| {
        site_ids.push(word.to_owned());
        site_ids.len() - 1
    });
    Assignment::Site(place as u32)
}

/// M-121: turns left and hit points lost must be what M-56 and M-58 make.
fn read_recovery(
    table: &Checked,
    assignment: Assignment,
    wounds: u32,
    max_hp: u32,
    constants: &Constants,
    out: &mut Diagnostics,
) -> (u32, u32) {
    if assignment != Assignment::Recovery {
        for key in ["recovery_turns", "hp_lost"] {
            if table.whole(key).is_some_and(|number| number > 0) {
                out.error(
                    WRONG,
                    &table.place(key),
                    format!("{key} belongs to assignment Recovery"),
                )
                .help("write assignment = \"Recovery\", or leave it out");
            }
        }
        return (0, 0);
    }
    let lost = table.whole("hp_lost").map_or(wounds, |lost| lost as u32);
    if lost >= max_hp {
        let message = format!("hp_lost is {lost}; allowed are 0 to {}", max_hp - 1);
        out.error(WRONG, &table.place("hp_lost"), message);
        return (0, 0);
    }
    let total = recovery::turns(lost, max_hp, constants.agent_recovery_turns_factor);
    let left = table.whole("recovery_turns").map_or(total, |turns| turns as u32);
    if left > total {
        let message =
            format!("recovery_turns is {left}; {lost} of {max_hp} hit points take {total}");
        out.error(WRONG, &table.place("recovery_turns"), message);
        return (total, lost);
    }
    let wounds_then = max_hp - recovery::healed(max_hp, lost, total, total - left);
    if wounds != wounds_then {
        let message = format!(
            "wounds is {wounds}; with {lost} lost and {left} of {total} turns to go it must be {wounds_then}"
        );
        out.error(WRONG, &table.place("wounds"), message)
            .help("leave out hp_lost and recovery_turns to begin recovery from these wounds");
    }
    (left, lost)
}
