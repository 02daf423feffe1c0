//! Battle reports (section 13 of the rulebook): facts and order as players
//! know them.

mod consequences;
mod log;
mod losses;
mod roster;
pub mod words;

pub use log::tell;

use crate::battle::{Battle, SideId};
use crate::state::{State, Verdict};
use fracas_core::capability::Ending;
use words::wrapped;

/// What each outcome means, and whose it is.
pub const ENDINGS: &[Ending] = &[
    Ending { words: "the attacker wins", side: Some(0) },
    Ending { words: "the defender wins", side: Some(1) },
    Ending { words: "nobody wins", side: None },
];

/// Headline and rosters.
pub fn opening(b: &Battle) -> String {
    let attacker = words::leader(b, SideId::Attacker);
    let target = match b.wall(SideId::Defender) {
        Some(structure) => words::structure(structure),
        None => words::leader(b, SideId::Defender),
    };
    let place = b.ground.name.as_ref().map_or(String::new(), |name| format!(" in {name}"));
    let mut text = wrapped(0, &format!("{attacker} attacks {target}{place}!"));
    let sky = roster::sky(b);
    if !sky.is_empty() {
        text.push_str(&wrapped(0, &sky));
    }
    for side in SideId::BOTH {
        text.push('\n');
        text.push_str(&roster::of(b, side));
    }
    text
}

/// Verdict, losses, structures, consequences.
pub fn closing(b: &Battle, st: &State) -> String {
    let winner = st.verdict.and_then(Verdict::winner);
    let mut text = match (winner, st.verdict) {
        (Some(side), _) => wrapped(0, &format!("{} is victorious!", words::leader(b, side))),
        (None, Some(Verdict::Stalemate)) => wrapped(
            0,
            &format!("No victor emerges: the battle is given up after {} attacks.", st.attacks),
        ),
        (None, _) => wrapped(0, "No victor emerges: nobody is able to attack any more."),
    };
    // The winner first; the attacker where nobody won.
    let first = winner.unwrap_or(SideId::Attacker);
    for side in [first, first.foe()] {
        text.push_str(&losses::of(b, st, side));
    }
    for side in [SideId::Defender, SideId::Attacker] {
        text.push_str(&losses::of_structure(b, st, side));
    }
    text.push_str(&consequences::of(b, st));
    text
}
