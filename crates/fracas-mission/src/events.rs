//! What a log can tell of a battle.

use fracas_core::chance::Test;
use serde::Serialize;

use crate::battle::{Battle, Side};
use crate::report::SiteReport;
use crate::rules::contest;
use crate::state::{Fight, Fighter, Outcome};

/// Something that happened. JSON logs hold these, one to a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// One attack, with everything that decided it (M-82).
    Attack {
        /// Counted from 1.
        round: u32,
        /// Whose phase it is.
        side: Side,
        /// Who attacked.
        attacker: String,
        /// The attacker's effective skill.
        attacker_eff: u32,
        /// Who was attacked.
        defender: String,
        /// The defender's effective skill.
        defender_eff: u32,
        /// The roll must be above this (M-16).
        threshold: u64,
        /// The roll, 1 to 10000.
        roll: u64,
        /// Whether it was.
        hit: bool,
        /// Damage rolled, also beyond the hit points that were left.
        damage: u32,
        /// Hit points the defender has left.
        hp: u32,
    },
    /// A round is over.
    Round {
        /// Counted from 1.
        round: u32,
        /// The squad.
        agents: Strength,
        /// The enemies.
        enemies: Strength,
    },
    /// A battle is over.
    End {
        /// How.
        outcome: Outcome,
        /// Rounds fought.
        rounds: u32,
    },
    /// The next battle of a chain begins (M-125).
    Next {
        /// Counted from 1.
        battle: usize,
        /// Its site.
        site: String,
        /// Turns of rest before it.
        rested: u32,
    },
    /// What a battle that others follow has left (M-77).
    Report(Box<SiteReport>),
}

/// What is left of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Strength {
    /// How many live.
    pub living: usize,
    /// Their total effective skill.
    pub eff: u64,
    /// In percent of what it was at the start, rounded down; none if that was 0.
    pub percent: Option<u64>,
    /// Their total hit points.
    pub hp: u64,
}

impl Strength {
    fn of(fight: &Fight, side: Side) -> Self {
        let eff = fight.skill(side);
        Self {
            living: fight.living(side),
            eff,
            percent: (100 * eff).checked_div(fight.base[side.index()]),
            hp: fight.hp(side),
        }
    }
}

impl Event {
    /// The attack just drawn, before it takes effect, in this round and phase.
    pub fn attack(
        b: &Battle,
        (round, phase): (u32, usize),
        attacker: &Fighter,
        defender: &Fighter,
        chances: u64,
        roll: Test,
        damage: u32,
    ) -> Self {
        Event::Attack {
            round,
            side: Side::BOTH[phase],
            attacker: b.units[attacker.unit as usize].id.clone(),
            attacker_eff: attacker.eff,
            defender: b.units[defender.unit as usize].id.clone(),
            defender_eff: defender.eff,
            threshold: contest::OF - chances,
            roll: roll.face,
            hit: roll.success,
            damage,
            hp: defender.hp.saturating_sub(damage),
        }
    }

    /// A round that is over.
    pub fn round(fight: &Fight) -> Self {
        let [agents, enemies] = Side::BOTH.map(|side| Strength::of(fight, side));
        Event::Round { round: fight.round, agents, enemies }
    }

    /// A battle that is over.
    pub fn end(fight: &Fight, outcome: Outcome) -> Self {
        Event::End { outcome, rounds: fight.round }
    }

    /// The battle of that place in the chain.
    pub fn next(b: &Battle, battle: usize, rested: u32) -> Self {
        Event::Next { battle: battle + 1, site: b.chain[battle].called().to_owned(), rested }
    }
}

impl Serialize for Side {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

impl Serialize for Outcome {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}
