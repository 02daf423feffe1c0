//! What the log says of each event (M-82).

use fracas_core::capability::Detail;

use crate::battle::Side;
use crate::events::{Event, Strength};
use crate::state::Outcome;

/// The line for an event, if that much detail is wanted.
pub fn tell(event: &Event, detail: Detail) -> Option<String> {
    if detail == Detail::None {
        return None;
    }
    match event {
        Event::Attack {
            round,
            attacker,
            attacker_eff,
            defender,
            defender_eff,
            threshold,
            roll,
            hit,
            damage,
            hp,
            ..
        } => {
            if detail >= Detail::All {
                let came = if *hit {
                    format!("hit, damage {damage}, hp left {hp}")
                } else {
                    format!("miss, hp left {hp}")
                };
                return Some(format!(
                    "{round:>4}  {attacker} ({attacker_eff}) -> {defender} ({defender_eff}), {roll} over {threshold}: {came}"
                ));
            }
            (*hp == 0).then(|| fell(event)).flatten()
        }
        Event::Round { round, agents, enemies } => Some(format!(
            "{round:>4}  end of round: agents {}; enemies {}",
            strength(agents),
            strength(enemies)
        )),
        Event::End { outcome, rounds } => Some(ending(*outcome, *rounds)),
        Event::Next { battle, site, rested } => {
            let turns = if *rested == 1 { "turn" } else { "turns" };
            Some(format!("battle {battle}, {site}, after {rested} {turns} of rest"))
        }
        Event::Report(report) => Some(format!("\n{report}")),
    }
}

fn fell(event: &Event) -> Option<String> {
    let Event::Attack { round, side, attacker, defender, .. } = event else { return None };
    let fate = if *side == Side::Agents { "is neutralized" } else { "is terminated" };
    Some(format!("{round:>4}  {defender} {fate} by {attacker}"))
}

fn strength(left: &Strength) -> String {
    let percent = left.percent.map_or("-".to_owned(), |percent| format!("{percent}%"));
    format!("{} living, skill {} ({percent}), hp {}", left.living, left.eff, left.hp)
}

fn ending(outcome: Outcome, rounds: u32) -> String {
    let rounds = if rounds == 1 { "1 round".to_owned() } else { format!("{rounds} rounds") };
    match outcome {
        Outcome::Success => format!("All enemies are neutralized after {rounds}."),
        Outcome::Retreat => format!("The commander orders a retreat after {rounds}."),
        Outcome::Wiped => format!("All agents are terminated after {rounds}."),
        Outcome::Stalemate => format!("Nobody can bring it to an end: stalemate after {rounds}."),
    }
}
