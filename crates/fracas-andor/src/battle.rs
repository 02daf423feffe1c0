//! A checked scenario: everything that stays the same while it is fought.

use crate::conditions::{Condition, Effects, Odds, Worn};
use crate::items::{Item, ItemId, Outfit};
use crate::skills::Skills;
use crate::state::{Active, Actor, HeroState, MonsterState, Party, State};
use crate::stats::{Interval, Stats};

/// Which rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// The seed's.
    Classic,
    /// What today's game adds (chapter 9).
    Current,
}

impl Profile {
    /// As written in files.
    pub fn key(self) -> &'static str {
        match self {
            Profile::Classic => "classic",
            Profile::Current => "current",
        }
    }
}

/// Whose turn is first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starts {
    /// The player engages.
    Player,
    /// A monster engages.
    Monsters,
}

/// A tile of the board: x east, y north of where the hero began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tile {
    /// East.
    pub x: i16,
    /// North.
    pub y: i16,
}

/// What a level-up adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelUp {
    /// 5 maximum and current hit points.
    Hp,
    /// 5 attack chance.
    AttackChance,
    /// 1 to both ends of damage.
    Damage,
    /// 3 block chance.
    Block,
}

impl LevelUp {
    /// As written in files.
    pub const KEYS: &'static [&'static str] = &["hp", "attack_chance", "damage", "block"];

    /// The choice of this word.
    pub fn of(word: &str) -> Option<Self> {
        let place = Self::KEYS.iter().position(|key| *key == word)?;
        [Self::Hp, Self::AttackChance, Self::Damage, Self::Block].get(place).copied()
    }
}

/// The player's side as the scenario has it.
#[derive(Clone, Debug)]
pub struct Hero {
    /// What he is called.
    pub name: String,
    /// His level.
    pub level: u32,
    /// All his experience.
    pub xp: i64,
    /// His statistics without items.
    pub base: Stats,
    /// What he wears.
    pub outfit: Outfit,
    /// His purse.
    pub gold: i64,
    /// What level-ups are spent on; empty = they stay pending.
    pub level_up: Vec<LevelUp>,
    ///
    pub skills: Skills,
}

/// How a target is picked when a new one is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetRule {
    /// The first in order.
    First,
    /// The one with the fewest hit points.
    Weakest,
    /// The one with the most hit points.
    Strongest,
}

/// What the hero does when nobody plays him.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Percent of hit points below which he drinks.
    pub drink_below: i64,
    /// Percent of hit points below which he flees.
    pub flee_below: i64,
    /// What he drinks, by place in [`Battle::stock`], best first.
    pub drink: Vec<usize>,
    /// Whom he attacks.
    pub target: TargetRule,
}

/// What a monster is. Some cannot be hit critically.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class(pub &'static str);

impl Class {
    /// As written in files.
    pub const KEYS: &'static [&'static str] = &[
        "humanoid",
        "insect",
        "demon",
        "construct",
        "animal",
        "giant",
        "undead",
        "reptile",
        "ghost",
    ];

    /// The class of this word.
    pub fn of(word: &str) -> Option<Self> {
        Self::KEYS.iter().find(|key| **key == word).map(|key| Self(key))
    }

    ///
    pub fn immune_to_criticals(self) -> bool {
        matches!(self.0, "ghost" | "construct" | "demon")
    }
}

/// What an entry of loot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prize {
    /// Into the purse.
    Gold,
    /// Into the bag: place in [`Battle::stock`].
    Item(usize),
}

/// One entry of what a monster leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loot {
    /// What.
    pub prize: Prize,
    /// How likely, skills of the hero included.
    pub chance: Odds,
    /// How many, if any.
    pub quantity: Interval,
    /// Percent of the drawn quantity that is found (A-115, coinfinder).
    pub share: i64,
}

impl Loot {
    /// How many are found if the die for the quantity shows `face`, counted
    /// from 0.
    pub fn found(&self, face: u64) -> i64 {
        self.quantity.at(face) * self.share / 100
    }

    /// Mean and mean square of what it brings, as often as it drops nothing
    /// included.
    pub fn moments(&self) -> (f64, f64) {
        let sides = self.quantity.sides();
        let (mut first, mut second) = (0.0, 0.0);
        for face in 0..sides {
            let found = self.found(face) as f64;
            first += found;
            second += found * found;
        }
        let each = self.chance.probability() / sides as f64;
        (first * each, second * each)
    }
}

/// A `[[monster]]` entry.
#[derive(Clone, Debug)]
pub struct Kind {
    /// What each of them is called.
    pub name: String,
    /// Where the entry stands in its list.
    pub entry: usize,
    /// Equipped statistics, without conditions.
    pub stats: Stats,
    /// Hit points at the start.
    pub hp_now: i64,
    /// Experience for one, skills of the hero included.
    pub xp: i64,
    /// What one leaves.
    pub loot: Vec<Loot>,
    /// Whether it comes over.
    pub approaches: bool,
    ///
    pub class: Class,
    /// Its own effects, then those of its items.
    pub effects: Vec<Effects>,
    /// Conditions of what it wears.
    pub added: Vec<Worn>,
    /// Whether it is one of the game's townsfolk, whom nobody fights.
    pub townsfolk: bool,
}

impl Kind {
    /// it never moves.
    pub fn immobile(&self) -> bool {
        !self.approaches || self.stats.move_cost > self.stats.ap
    }
}

/// One monster of a fight.
#[derive(Clone, Debug)]
pub struct Foe {
    /// Its entry, by place in [`Battle::kinds`].
    pub kind: usize,
    /// Its name; copies of one entry are numbered.
    pub name: String,
    /// Where it stands at first.
    pub at: Tile,
}

/// One fight of a chain. A battle without `[[next]]` is a chain of one.
#[derive(Clone, Debug)]
pub struct Fight {
    ///
    pub starts: Starts,
    /// Hit points full before it.
    pub rest: bool,
    /// The monsters in order.
    pub foes: Vec<Foe>,
    /// The hero's level when it begins: every fight before it was won.
    pub level: u32,
    /// His experience when it begins.
    pub xp: i64,
    /// His statistics without items when it begins.
    pub base: Stats,
    /// Hit points gained by level-ups before it.
    pub gained_hp: i64,
    /// All experience of its monsters.
    pub reward: i64,
    /// Whether any of them leaves anything.
    pub loot: bool,
    /// The board before the first action.
    pub stage: Stage,
}

/// Everybody at the start of a fight.
#[derive(Clone, Debug, Default)]
pub struct Stage {
    /// The hero; hit points are set from what the last fight left.
    pub hero: HeroState,
    /// The monsters.
    pub monsters: Vec<MonsterState>,
    /// Actor lives, one bit a monster.
    pub living: u64,
    /// Actor stands next to the hero.
    pub adjacent: u64,
}

/// A battle ready to be fought.
#[derive(Debug)]
pub struct Battle {
    /// The scenario's name.
    pub name: Option<String>,
    ///
    pub profile: Profile,
    /// In 100 moves that many fail for a hero without skills.
    pub written_flee_fail: i64,
    /// In 100 moves that many fail, skills of the hero included.
    pub flee_fail: u64,
    /// The hero.
    pub hero: Hero,
    /// How he fights by himself.
    pub policy: Policy,
    /// Everything that is worn, carried, or may be found.
    pub items: Vec<Item>,
    /// What may be in the bag: carried items first, as written.
    pub stock: Vec<ItemId>,
    /// How many of [`Self::stock`] are in the bag at the start, by place.
    pub bag: Vec<u32>,
    /// All kinds of conditions.
    pub conditions: Vec<Condition>,
    /// Monster entries of all fights.
    pub kinds: Vec<Kind>,
    /// The fights in order.
    pub fights: Vec<Fight>,
    /// Conditions of the hero at the start.
    pub afflictions: Vec<Active>,
    /// Whether conditions, effects or skills can do anything during a fight;
    /// if not, a shorter way is taken through the same rules.
    pub lively: bool,
    /// The scenario as it was written, for the aftermath.
    pub text: String,
    /// The state before the first action.
    pub start: State,
}

impl Battle {
    /// The item behind an id.
    pub fn item(&self, id: ItemId) -> &Item {
        &self.items[id.0]
    }

    /// The item at a place of the stock.
    pub fn stocked(&self, place: usize) -> &Item {
        self.item(self.stock[place])
    }

    /// The kind of a monster of a fight.
    pub fn kind(&self, fight: usize, monster: usize) -> &Kind {
        &self.kinds[self.fights[fight].foes[monster].kind]
    }

    /// Whose account somebody's damage goes to.
    pub fn party(&self, st: &State, who: Actor) -> Party {
        let foes = &self.fights[usize::from(st.fight)].foes;
        match who {
            Actor::Hero => Party::Hero,
            Actor::Monster(monster) => Party::Kind(foes[usize::from(monster)].kind),
        }
    }

    /// What they are called.
    pub fn party_name(&self, party: Party) -> &str {
        match party {
            Party::Hero => &self.hero.name,
            Party::Kind(kind) => &self.kinds[kind].name,
        }
    }

    /// The items of an outfit, in slot order.
    pub fn worn<'a>(
        &'a self,
        outfit: &'a Outfit,
    ) -> impl Iterator<Item = (crate::items::Slot, &'a Item)> + 'a {
        outfit.worn().map(|(slot, id)| (slot, self.item(id)))
    }
}
