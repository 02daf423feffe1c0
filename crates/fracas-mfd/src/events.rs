//! What a log can tell of a battle.

use fracas_core::order::Ordered;
use serde::Serialize;

use crate::battle::{Battle, SideId};
use crate::rate::Rate;
use crate::rules::rolls::Roll;
use crate::rules::stats::stats;
use crate::state::{Attack, State, Totals};

/// Something that happened. JSON logs hold these, one to a line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A round begins.
    Round {
        /// Counted from 1.
        round: u32,
    },
    /// Reinforcements are there (F-72).
    Joined {
        /// Whose.
        side: SideId,
        /// Who.
        fighters: Vec<StatsLine>,
    },
    /// A fighter is healed or rested (F-73).
    Healed {
        /// Who.
        fighter: String,
        /// HP given.
        given: i64,
        /// Raw ToDefend given.
        to_defend: Rate,
        /// HP after it.
        hp: i64,
    },
    /// A bodyguard steps in (F-43).
    Intercepted {
        /// Who attacks.
        by: String,
        /// Who was the first choice.
        aimed: String,
        /// Who takes it.
        bodyguard: String,
    },
    /// One attack (F-48).
    Attack {
        /// Who attacks.
        by: String,
        /// Who defends.
        at: String,
        /// Hits rolled.
        hits: u32,
        /// Blocks rolled.
        blocks: u32,
        /// Damage.
        damage: i64,
        /// The defender's HP after it.
        hp: i64,
    },
    /// Somebody dies with the one it is linked to (F-52).
    Link {
        /// Who.
        fighter: String,
        /// With whom.
        linked_to: String,
    },
    /// The dead of a side in this round (F-60).
    Fallen {
        /// Whose.
        side: SideId,
        /// Who.
        fighters: Vec<String>,
    },
    /// What a side did in this round.
    Totals {
        /// Which.
        side: SideId,
        /// How much.
        #[serde(flatten)]
        totals: Totals,
    },
    /// The survivors of a side after a round, exhaustion included (F-60).
    Standing {
        /// Whose.
        side: SideId,
        /// Who.
        fighters: Vec<StatsLine>,
    },
    /// A side leaves the field (F-74).
    Retreat {
        /// Which.
        side: SideId,
    },
}

/// A line of stats (F-61).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StatsLine {
    /// Its name.
    pub name: String,
    /// HP now.
    pub hp: i64,
    /// ToHit.
    pub to_hit: Rate,
    /// ToDefend.
    pub to_defend: Rate,
    /// Attacks a round.
    pub aoe: u32,
    /// Experience, bonus included.
    pub total_xp: i64,
    /// Dice thrown in attack.
    pub offense_dice: u32,
    /// Dice thrown in defense.
    pub defense_dice: u32,
    /// Whom it steps in for.
    pub bodyguard_for: Option<String>,
    /// With whom it dies.
    pub linked_to: Option<String>,
}

impl StatsLine {
    /// The line of a fighter in this round.
    pub fn of(b: &Battle, st: &State, who: usize, round: u32) -> Self {
        let fighter = &b.fighters[who];
        let stats = stats(b, st, who, round);
        let named = |name: &String| (!name.is_empty()).then(|| name.clone());
        Self {
            name: fighter.called.clone(),
            hp: st.hp[who],
            to_hit: stats.to_hit,
            to_defend: stats.to_defend,
            aoe: fighter.aoe,
            total_xp: fighter.row.xp + fighter.row.bonus_xp,
            offense_dice: stats.offense_dice,
            defense_dice: stats.defense_dice,
            bodyguard_for: named(&fighter.row.bodyguard_for),
            linked_to: named(&fighter.row.linked_to),
        }
    }
}

/// For JSON, rates are plain numbers.
impl Serialize for Rate {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0 as f64 / Rate::ONE.0 as f64)
    }
}

impl Event {
    /// A bodyguard takes an attack.
    pub fn intercepted(b: &Battle, attack: Attack) -> Self {
        Self::Intercepted {
            by: called(b, attack.by),
            aimed: called(b, attack.aimed),
            bodyguard: called(b, attack.at),
        }
    }

    /// An attack just rolled, and the defender's HP after it.
    pub fn attack(b: &Battle, attack: Attack, roll: Roll, hp: i64) -> Self {
        Self::Attack {
            by: called(b, attack.by),
            at: called(b, attack.at),
            hits: roll.hits,
            blocks: roll.blocks,
            damage: roll.damage(),
            hp,
        }
    }

    /// A link death.
    pub fn link(b: &Battle, who: u32, anchor: u32) -> Self {
        Self::Link { fighter: called(b, who), linked_to: called(b, anchor) }
    }

    /// Healing just given.
    pub fn healed(b: &Battle, who: usize, given: i64, to_defend: Rate, hp: i64) -> Self {
        Self::Healed { fighter: called(b, who as u32), given, to_defend, hp }
    }

    /// The dead of a side in this round, in file order.
    pub fn fallen(b: &Battle, st: &State, side: SideId) -> Self {
        let of_side = |who: &&u32| b.fighters[**who as usize].side == side;
        let mut dead: Vec<u32> = st.fallen.iter().filter(of_side).copied().collect();
        dead.put_in_order_by_key(|&who| b.fighters[who as usize].turn);
        Self::Fallen { side, fighters: dead.into_iter().map(|who| called(b, who)).collect() }
    }

    /// Those of a side who came this round.
    pub fn joined(b: &Battle, st: &State, side: SideId) -> Self {
        let new = |who: &&u32| b.fighters[**who as usize].joins == st.round;
        let line = |who: &u32| StatsLine::of(b, st, *who as usize, st.round);
        let fighters = st.living(side).iter().filter(new).map(line).collect();
        Self::Joined { side, fighters }
    }

    /// The survivors of a side, as they go into the next round.
    pub fn standing(b: &Battle, st: &State, side: SideId) -> Self {
        let line = |who: &u32| StatsLine::of(b, st, *who as usize, st.round + 1);
        Self::Standing { side, fighters: st.living(side).iter().map(line).collect() }
    }
}

fn called(b: &Battle, who: u32) -> String {
    b.fighters[who as usize].called.clone()
}
