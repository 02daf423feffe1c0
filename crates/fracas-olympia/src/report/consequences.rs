//! What follows from the battle: who moved where, and what changed hands.

use super::words::{self, wrapped};
use crate::battle::{Battle, SideId};
use crate::rules::flight::{self, Moved};
use crate::rules::spoils::share_out;
use crate::state::{State, Verdict};

/// Who fled, who moved in, and the loot.
pub fn of(b: &Battle, st: &State) -> String {
    let mut text = String::new();
    let winner = st.verdict.and_then(Verdict::winner);
    let places = flight::whereabouts(b, st, |unit| flight::is_free(st, unit));
    for side in SideId::BOTH {
        // Those who are left to move.
        let units = b.sides[side.index()].units.clone();
        let left: Vec<usize> = units.filter(|&unit| flight::is_free(st, unit)).collect();
        let Some(&first) = left.first() else { continue };
        if let (Some(moved), Some(_)) = (&places[side.index()].moved, winner) {
            let who = words::noble(&b.units[first].noble);
            let who = if left.len() > 1 { format!("The stack of {who}") } else { who };
            text.push_str(&wrapped(0, &format!("{who} {}.", movement(b, side, *moved))));
        }
    }
    let spoils = share_out(b, st);
    for passing in &spoils.passings {
        let from = words::noble(&b.units[passing.from].noble);
        let to = &b.units[passing.to];
        let loot = winner == Some(to.side) && b.units[passing.from].side != to.side;
        let verb = if loot { "taken" } else { "inherited" };
        let head = format!("{} has {verb} from {from}:", words::noble(&to.noble));
        text.push_str(&wrapped(0, &head));
        for line in words::things(b, &passing.things) {
            text.push_str(&wrapped(2, &line));
        }
    }
    text
}

fn movement(b: &Battle, side: SideId, moved: Moved) -> String {
    let foe_wall = words::structure_name(b, side.foe());
    match moved {
        Moved::FledToProvince => "flees into the surrounding province".to_owned(),
        Moved::FledAshore => "flees ashore".to_owned(),
        Moved::FledOutside => "flees outside".to_owned(),
        Moved::Adrift => "is adrift".to_owned(),
        Moved::ToTheEnd => "falls back to the end of the location list".to_owned(),
        Moved::MovedIn => format!("moves into {foe_wall}"),
        Moved::TookPosition => "takes the better place in the location list".to_owned(),
        Moved::Ejected => "is left in the open".to_owned(),
    }
}
