//! What a log can tell of a battle.

use serde::Serialize;

use crate::battle::Battle;
use crate::rules::attack::{Blow, BlowResult};
use crate::rules::board::DIRECTIONS;
use crate::state::{Actor, State};

/// Something that happened. JSON logs hold these, one to a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A fight of the chain begins.
    Fight {
        /// Counted from 1.
        number: u32,
        /// Out of how many.
        of: u32,
        /// Hit points of the hero.
        hp: i32,
    },
    /// A turn of the hero begins.
    Turn {
        /// Counted from 1 in each fight.
        number: u32,
        /// His action points.
        ap: i32,
        /// His hit points.
        hp: i32,
    },
    /// The monsters' turn begins.
    MonstersTurn,
    /// A blow.
    Attack {
        /// Actor.
        by: String,
        /// At whom.
        at: String,
        /// The chance to hit in percent.
        chance: u32,
        /// What the hit die showed.
        roll: u32,
        /// What came of it.
        result: Outcome,
        /// Hit points lost, after resistance.
        damage: i32,
        /// Hit points the target has left.
        hp: i32,
        /// Action points the attacker has left.
        ap: i32,
    },
    /// The hero used an item.
    Used {
        /// Which.
        item: String,
        /// Hit points gained.
        healed: i32,
        /// His hit points now.
        hp: i32,
        /// Action points left.
        ap: i32,
    },
    /// The hero moved, or tried to.
    Moved {
        /// Where to.
        direction: &'static str,
        /// Fails with at most this.
        fails: u64,
        /// What the die showed.
        roll: u64,
        /// Whether he got there.
        succeeded: bool,
    },
    /// The hero put an item on or off.
    Reequipped {
        /// Which.
        item: String,
        /// Whether he wears it now.
        on: bool,
        /// Action points left.
        ap: i32,
    },
    /// A monster came nearer, or could not.
    Approached {
        /// Actor.
        by: String,
        /// Its distance to the hero now.
        distance: i32,
        /// Whether it moved at all.
        moved: bool,
    },
    /// Hit points or action points changed without a blow.
    Changed {
        /// Whose.
        who: String,
        /// Through what.
        by: String,
        /// Hit points gained or lost.
        hp_by: i32,
        /// Action points gained or lost.
        ap_by: i32,
        /// Hit points now.
        hp: i32,
    },
    /// A condition came, changed or went.
    Condition {
        /// Whose.
        who: String,
        /// Which.
        condition: String,
        /// Its magnitude now; 0 if it is gone.
        magnitude: i32,
        /// Ticks left.
        duration: i32,
    },
    /// Somebody died.
    Died {
        /// Actor.
        who: String,
    },
    /// Loot was found.
    Found {
        /// Which item, or `gold`.
        item: String,
        /// How many.
        count: i64,
    },
    /// The battle, or a fight of it, is over.
    Over {
        /// How it ended.
        outcome: &'static str,
    },
}

/// What came of a blow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Missed.
    Miss,
    /// Hit.
    Hit,
    /// Hit critically.
    Critical,
}

impl Event {
    /// A blow that was just struck.
    pub fn attack(
        b: &Battle,
        st: &State,
        by: Actor,
        at: Actor,
        blow: &Blow,
        struck: BlowResult,
    ) -> Self {
        Event::Attack {
            by: name(b, st, by),
            at: name(b, st, at),
            chance: blow.hit,
            roll: struck.roll,
            result: match struck {
                BlowResult { hit: false, .. } => Outcome::Miss,
                BlowResult { critical: true, .. } => Outcome::Critical,
                BlowResult { .. } => Outcome::Hit,
            },
            damage: struck.loss,
            hp: hp(st, at),
            ap: match by {
                Actor::Hero => st.hero.ap,
                Actor::Monster(monster) => st.monsters[usize::from(monster)].ap,
            },
        }
    }

    /// A move that was just tried.
    pub fn moved(direction: usize, fails: u64, roll: u64, succeeded: bool) -> Self {
        Event::Moved { direction: DIRECTIONS[direction], fails, roll, succeeded }
    }
}

/// What somebody is called.
pub fn name(b: &Battle, st: &State, who: Actor) -> String {
    match who {
        Actor::Hero => b.hero.name.clone(),
        Actor::Monster(monster) => {
            b.fights[usize::from(st.fight)].foes[usize::from(monster)].name.clone()
        }
    }
}

/// Somebody's hit points.
pub fn hp(st: &State, who: Actor) -> i32 {
    match who {
        Actor::Hero => st.hero.hp,
        Actor::Monster(monster) => st.monsters[usize::from(monster)].hp,
    }
}
