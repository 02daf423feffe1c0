//! What a log can tell of a battle.

use serde::Serialize;

use crate::battle::{BandKind, Battle, SideId};
use crate::rules::attack::Target;
use crate::rules::hits::{self, AttackResult};
use crate::state::State;

/// Something that happened. JSON logs hold these, one to a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// One attack, with everything that decided it.
    Attack {
        /// Counted from 1.
        number: u64,
        /// Whose man made it.
        side: SideId,
        /// Who made it.
        by: Member,
        /// Whom it was aimed at.
        at: Member,
        /// Strength A.
        a: u32,
        /// Defense B, cover included.
        b: u32,
        /// The face of d(A + B); absent where the attack could not fail.
        #[serde(skip_serializing_if = "Option::is_none")]
        roll: Option<u64>,
        /// What came of it.
        result: Outcome,
    },
    /// Another row is the front of that side (O-22).
    Front {
        /// Whose front.
        side: SideId,
        /// Its row.
        row: u8,
    },
    /// The structure's defense is down to 0 (O-53).
    Breached {
        /// Whose structure.
        side: SideId,
    },
    /// The structure is gone (O-59).
    Collapsed {
        /// Whose structure.
        side: SideId,
    },
    /// Another quarter of the side's starting value is lost.
    Quarter {
        /// Whose value.
        side: SideId,
        /// How many quarters by now.
        quarters: u64,
    },
    /// A wounded noble falls ill (O-70).
    Ill {
        /// Who.
        noble: String,
    },
    /// A beaten noble is taken prisoner (O-71).
    Captured {
        /// Who.
        noble: String,
    },
    /// A noble is lost with a ship (O-59).
    Drowned {
        /// Who.
        noble: String,
    },
}

impl Serialize for SideId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

/// A member of a side, as a log names him.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Member {
    /// The noble who leads him; a structure has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// `noble`, `structure`, or the kind's key.
    pub kind: String,
    /// In words, as part of a sentence.
    #[serde(skip)]
    pub words: String,
}

/// What came of an attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It missed.
    Miss,
    /// A man died.
    Killed,
    /// A blessed soldier was saved.
    Saved,
    /// An engine was destroyed.
    Destroyed,
    /// A structure was struck.
    Battered {
        /// Points taken.
        points: u32,
        /// Defense after it.
        defense: u32,
        /// Damage in percent after it.
        damage: u32,
    },
    /// A noble left the fight.
    Wounded {
        /// Health lost.
        wound: u8,
        /// Health left; 0 is dead.
        health: u8,
        /// He survived what should have killed him (O-90).
        survived: bool,
    },
}

impl Event {
    /// The attack just drawn, before it takes effect.
    pub fn attack(
        b: &Battle,
        st: &State,
        striker: usize,
        target: Target,
        face: u64,
        blow: AttackResult,
    ) -> Self {
        let side = b.bands[striker].stats.side;
        Event::Attack {
            number: st.attacks,
            side,
            by: member(b, striker),
            at: match target {
                Target::Wall { .. } => wall(b, side.foe()),
                Target::Member { band, .. } => member(b, band),
            },
            a: st.stances[striker].strength,
            b: target.defense(),
            roll: (face > 0).then_some(face),
            result: outcome(b, st, side.foe(), target, blow),
        }
    }
}

fn outcome(b: &Battle, st: &State, side: SideId, target: Target, blow: AttackResult) -> Outcome {
    match (target, blow) {
        (_, AttackResult::Killed) => Outcome::Killed,
        (_, AttackResult::Saved) => Outcome::Saved,
        (_, AttackResult::Destroyed) => Outcome::Destroyed,
        (Target::Wall { .. }, AttackResult::Battered(points)) => {
            let wall = crate::rules::structures::struck(st.forces[side.index()].wall, points);
            Outcome::Battered { points, defense: wall.defense, damage: wall.damage }
        }
        (Target::Member { band, .. }, AttackResult::Wounded(Some(wound))) => {
            let unit = b.bands[band].unit;
            let survive_fatal = b.units[unit].noble.survive_fatal;
            let after = hits::wounded(st.nobles[unit], wound, survive_fatal);
            Outcome::Wounded { wound, health: after.health, survived: after.survived }
        }
        _ => Outcome::Miss,
    }
}

fn member(b: &Battle, band: usize) -> Member {
    let noble = &b.units[b.bands[band].unit].noble.name;
    let (kind, words) = match b.bands[band].who {
        BandKind::Noble => ("noble".to_owned(), noble.clone()),
        BandKind::Men(kind) | BandKind::Engines(kind) => {
            let kind = b.kind(kind);
            (kind.key.clone(), format!("{} of {noble}", kind.singular))
        }
    };
    Member { unit: Some(noble.clone()), kind, words }
}

fn wall(b: &Battle, side: SideId) -> Member {
    Member {
        unit: None,
        kind: "structure".to_owned(),
        words: crate::report::words::structure_name(b, side),
    }
}
