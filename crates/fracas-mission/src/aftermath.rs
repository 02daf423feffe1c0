//! The scenario that is left when the battle is over (M-124).

use fracas_core::document::write_text;

use crate::battle::{AgentState, Battle, Enemy, Side};
use crate::rules::recovery;
use crate::state::{Member, Outcome, State};
use crate::writing::{self, line};

/// Writes the scenario.
pub fn write(b: &Battle, st: &State) -> String {
    let mut text = String::from("ruleset = \"mission\"\n");
    if let Some(name) = &b.world.name {
        line(&mut text, "name", write_text(name));
    }
    let rest_turns = rest_turns(b, st);
    if let Some(turns) = rest_turns {
        line(&mut text, "rest_turns", turns);
    }
    if b.keep_enemies {
        line(&mut text, "keep_enemies", true);
    }
    if b.continue_after_failure {
        line(&mut text, "after_failure", "\"continue\"");
    }
    writing::rules(&mut text, &b.world);
    writing::agents(&mut text, &b.world, &st.roster, |agent, member| {
        // M-124: whoever is not back by then stays behind; the dead need no word.
        let needed = recovery::turns_to_rest(&member.now);
        let dead = member.now.state == AgentState::Terminated;
        agent.deploy && (dead || needed.is_some_and(|turns| turns <= rest_turns.unwrap_or(0)))
    });

    // M-55: those who held the site stay if they are to be kept.
    let kept = b.keep_enemies && st.outcome != Some(Outcome::Success);
    let site = &b.chain[st.battle];
    text.push_str("\n[mission]\n");
    writing::site(&mut text, &b.world, site, !kept);
    line(&mut text, "expires_in", "\"never\"");
    let left = if kept { living(b, st) } else { site.enemies[site.in_words..].to_vec() };
    for enemy in &left {
        text.push_str("\n[[enemy]]\n");
        writing::enemy(&mut text, enemy);
    }
    writing::accounts(&mut text, &b.world, &st.accounts);
    text
}

/// M-124: the least number of turns after which every survivor is available;
/// if nobody survived, the first of those who were not sent.
fn rest_turns(b: &Battle, st: &State) -> Option<u32> {
    let needed = |member: &Member| recovery::turns_to_rest(&member.now);
    let served = st.roster.iter().filter(|member| member.served);
    let others = b.world.agents.iter().zip(st.roster.iter());
    let others = others.filter(|(agent, member)| agent.deploy && !member.served);
    let all_back = served.filter_map(needed).max();
    all_back.or_else(|| others.filter_map(|(_, member)| needed(member)).min())
}

/// The enemies that live, as they are now.
fn living(b: &Battle, st: &State) -> Vec<Enemy> {
    let fighters = st.fight.side(Side::Enemies).iter();
    let now = fighters.filter(|fighter| fighter.hp > 0).filter_map(|fighter| {
        let unit = fighter.unit as usize;
        let enemy = b.enemy(unit)?.clone();
        Some(Enemy {
            id: b.units[unit].id.clone(),
            hp: fighter.hp,
            exhaustion: fighter.exhaustion,
            ..enemy
        })
    });
    now.collect()
}
