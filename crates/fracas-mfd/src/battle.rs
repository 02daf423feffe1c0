//! A battle that can be fought: what the scenario says, and what follows from
//! it whatever the dice.

use std::ops::Range;

use crate::measures::Measures;
use crate::rate::Rate;
use crate::sheet::Layout;
use crate::state::State;

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SideId {
    /// Listed and told first.
    Heroes,
    /// The others.
    Villains,
}

impl SideId {
    /// Both, in the order of the log (F-40).
    pub const BOTH: [Self; 2] = [Self::Heroes, Self::Villains];

    /// 0 or 1.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The other side.
    pub fn foe(self) -> Self {
        match self {
            Self::Heroes => Self::Villains,
            Self::Villains => Self::Heroes,
        }
    }

    /// As scenario files and JSON call the side.
    pub fn key(self) -> &'static str {
        match self {
            Self::Heroes => "heroes",
            Self::Villains => "villains",
        }
    }

    /// As measures call one of the side.
    pub fn one(self) -> &'static str {
        match self {
            Self::Heroes => "hero",
            Self::Villains => "villain",
        }
    }

    /// At the start of a sentence, and in file names.
    pub fn title(self) -> &'static str {
        match self {
            Self::Heroes => "Heroes",
            Self::Villains => "Villains",
        }
    }
}

impl serde::Serialize for SideId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

/// The constants of section 1, which a scenario may change (F-80).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constants {
    /// HP of a fighter without bonus.
    pub base_hp: i64,
    /// AOE of an empty cell.
    pub base_aoe: i64,
    /// ToHit of a fighter without bonus.
    pub base_to_hit: Rate,
    /// ToDefend of a fighter without bonus.
    pub base_to_defend: Rate,
    /// Lower and upper limit of ToHit.
    pub to_hit: (Rate, Rate),
    /// Lower and upper limit of ToDefend.
    pub to_defend: (Rate, Rate),
    /// What a round takes off raw ToDefend.
    pub exhaustion: Rate,
    /// XP that one die stands for.
    pub xp_per_die: i64,
}

impl Default for Constants {
    fn default() -> Self {
        Self {
            base_hp: 2,
            base_aoe: 1,
            base_to_hit: Rate(300_000),
            base_to_defend: Rate(300_000),
            to_hit: (Rate(50_000), Rate(990_000)),
            to_defend: (Rate::ZERO, Rate(900_000)),
            exhaustion: Rate(100_000),
            xp_per_die: 1_000,
        }
    }
}

/// A fighter as written: a row of a CSV file, or a table of a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Unique on the side.
    pub name: String,
    /// Experience.
    pub xp: i64,
    /// Experience to fudge the power by.
    pub bonus_xp: i64,
    /// Added to the base HP.
    pub bonus_hp: i64,
    /// Added to the base ToHit.
    pub bonus_to_hit: Rate,
    /// Added to the base ToDefend.
    pub bonus_to_defend: Rate,
    /// Attacks a round, as they count (F-14, C-7).
    pub aoe: i64,
    /// Whom it steps in for; "" for nobody.
    pub bodyguard_for: String,
    /// With whom it dies; "" for nobody.
    pub linked_to: String,
    /// What it grants to others of its side.
    pub buffs: Vec<Buff>,
    /// The cells of a CSV row as read: the nine base cells in the order of
    /// [`crate::sheet::BASE`], then four for each buff group.
    pub cells: Option<Vec<String>>,
    /// What stands in columns of the user's own, by name.
    pub others: Vec<(String, String)>,
    /// What marks it as dead (F-63); "" while it lives.
    pub dead: String,
}

/// A buff as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Buff {
    /// What it is called.
    pub name: String,
    /// Who gets it.
    pub who: Vec<String>,
    /// Added to their raw ToHit.
    pub offense: Rate,
    /// Added to their raw ToDefend.
    pub defense: Rate,
}

/// A side as written.
#[derive(Clone, Debug, Default)]
pub struct WrittenSide {
    /// What its CSV file looks like; none for a side written in the scenario.
    pub layout: Option<Layout>,
    /// Those of its CSV file who were dead before the battle (F-63), each with
    /// its place among all rows.
    pub dead: Vec<(usize, Row)>,
    /// Those who are there from the start.
    pub rows: Vec<Row>,
    /// Those who come later (F-72), in the order written.
    pub reinforcements: Vec<(u32, Vec<Row>)>,
    /// Healing (F-73), in the order written.
    pub healing: Vec<Healing>,
    /// When it leaves (F-74).
    pub retreat: Option<Retreat>,
}

/// An entry of healing (F-73).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Healing {
    /// At the start of which round.
    pub round: u32,
    /// Whose; none is everybody living.
    pub who: Option<Vec<String>>,
    /// HP given.
    pub hp: i64,
    /// Raw ToDefend given.
    pub to_defend: Rate,
    /// HP is not raised above this.
    pub up_to: Option<i64>,
}

/// When a side leaves (F-74).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Retreat {
    /// The share of fighters below which it leaves.
    pub below: Option<Rate>,
    /// How many there were, where that is not those at the start.
    pub of: Option<u32>,
    /// Whose death makes it leave.
    pub falls: Vec<String>,
}

/// A scenario as written, valid in itself.
#[derive(Clone, Debug, Default)]
pub struct Written {
    /// What the battle is called.
    pub name: Option<String>,
    /// The round limit (F-68).
    pub max_rounds: Option<u32>,
    /// Fought as the original program does (section 9).
    pub compat: bool,
    /// Whether the report by fighter is printed and measured (F-76).
    pub report: bool,
    /// Section 1.
    pub constants: Constants,
    /// Heroes and villains.
    pub sides: [WrittenSide; 2],
    /// What the log's head says is odd, a sentence for each kind (F-25).
    pub warnings: Vec<String>,
}

/// A battle that can be fought.
#[derive(Clone, Debug)]
pub struct Battle {
    /// What it was made from.
    pub written: Written,
    /// Heroes in the order of F-40, then villains.
    pub fighters: Vec<Fighter>,
    /// The sides.
    pub sides: [Side; 2],
    /// The round after which it is given up (F-55, F-57).
    pub limit: u32,
    /// The last round in which somebody comes or is healed.
    pub last_event: u32,
    /// Fighters of one kind, where there is more than one of it.
    pub groups: Vec<Vec<usize>>,
    /// The most attacks one fighter makes in a round.
    pub most_attacks: u32,
    /// The measures.
    pub measures: Measures,
    /// The state before anything was drawn.
    pub start: State,
}

/// What is fixed about a fighter.
#[derive(Clone, Debug)]
pub struct Fighter {
    /// Whose.
    pub side: SideId,
    /// As written.
    pub row: Row,
    /// What logs call it: its name, with its side where both have one (F-13).
    pub called: String,
    /// The round it joins; 1 is from the start.
    pub joins: u32,
    /// HP it comes with (F-28).
    pub hp: i64,
    /// The most HP it can ever have.
    pub most_hp: i64,
    /// F-26.
    pub base_dice: u32,
    /// Attacks a round.
    pub aoe: u32,
    /// Whom it steps in for.
    pub guards: Option<u32>,
    /// How many of its side may step in for it, and where their places begin.
    pub guard_places: Range<usize>,
    /// Those who die with it.
    pub dependants: Vec<u32>,
    /// With whom it dies.
    pub linked_to: Option<u32>,
    /// What it grants while it lives.
    pub grants: Vec<Grant>,
    /// The limit of its own bonus to defend: F-24 counts all positive buffs.
    pub most_to_defend: Rate,
    /// Its turn among its side: its place in the file, or by name (C-5).
    pub turn: u32,
    /// Those of one kind can be exchanged, and nothing tells them apart: the
    /// place of the first of them.
    pub kind: u32,
}

/// A buff, with those it names found.
#[derive(Clone, Debug)]
pub struct Grant {
    /// Who gets it, each once (F-22).
    pub to: Vec<u32>,
    /// Added to raw ToHit.
    pub offense: Rate,
    /// Added to raw ToDefend.
    pub defense: Rate,
}

/// What is fixed about a side.
#[derive(Clone, Debug)]
pub struct Side {
    /// Its fighters, those yet to come last.
    pub fighters: Range<usize>,
    /// How many are there at the start.
    pub at_start: u32,
    /// Healing with names found, by round, and in the order written.
    pub healing: Vec<Treatment>,
    /// When it leaves.
    pub leaves: Option<RetreatPlan>,
}

/// Healing with names found.
#[derive(Clone, Debug)]
pub struct Treatment {
    /// At the start of which round.
    pub round: u32,
    /// Whose; none is everybody living.
    pub who: Option<Vec<u32>>,
    /// HP given.
    pub hp: i64,
    /// Raw ToDefend given.
    pub to_defend: Rate,
    /// HP is not raised above this.
    pub up_to: Option<i64>,
}

impl Treatment {
    /// Whether it is for this fighter of the side.
    pub fn names(&self, who: usize) -> bool {
        self.who.as_ref().is_none_or(|named| named.contains(&(who as u32)))
    }
}

/// Retreat with names found.
#[derive(Clone, Debug)]
pub struct RetreatPlan {
    /// The share of fighters below which it leaves.
    pub below: Option<Rate>,
    /// What that is a share of, reinforcements not counted.
    pub of: u32,
    /// Whose death makes it leave.
    pub falls: Vec<u32>,
}

impl Battle {
    /// The side of this name.
    pub fn side(&self, side: SideId) -> &Side {
        &self.sides[side.index()]
    }

    /// Fought as the original program does (section 9).
    #[inline]
    pub fn compat(&self) -> bool {
        self.written.compat
    }

    /// Section 1, as the scenario has it.
    pub fn constants(&self) -> &Constants {
        &self.written.constants
    }

    /// Whether somebody is healed in this battle.
    pub fn heals(&self) -> bool {
        self.sides.iter().any(|side| !side.healing.is_empty())
    }
}
