//! A battle in memory while it is fought.

use fracas_core::List;

use crate::battle::Tile;
use crate::conditions::{FOREVER, Worn};
use crate::items::Outfit;
use crate::rules::attack::Blow;

/// The most monsters of a fight: one bit each.
pub const MOST_MONSTERS: usize = 64;

/// Everything that changes.
#[derive(Debug)]
pub struct State {
    /// The hero.
    pub hero: HeroState,
    /// The monsters of the present fight, in order, the dead included.
    pub monsters: Vec<MonsterState>,
    /// Actor lives, one bit a monster.
    pub living: u64,
    /// Actor lives next to the hero.
    pub adjacent: u64,
    /// Whose turn it is.
    pub phase: Phase,
    /// Whom the hero last attacked in this fight.
    pub target: Option<u8>,
    /// Which fight of the chain.
    pub fight: u16,
    /// Whether the first turn of the fight is still going on.
    pub opening: bool,
    /// Whether nothing was done yet in this turn of the hero.
    pub fresh: bool,
    /// Actions of the present turn, where effects could make it endless.
    pub acts: u32,
    /// Player turns begun in this fight.
    pub turns: u32,
    /// Player turns of the fights before.
    pub turns_before: u32,
    /// How many of each item of the stock are in the bag.
    pub bag: List<u32>,
    /// What the hero wears.
    pub outfit: Outfit,
    /// Conditions of everybody, in the order they came.
    pub active: List<Active>,
    /// How the battle ended, once it has.
    pub verdict: Option<Verdict>,
    /// How far loot and aftermath have come.
    pub settling: Settling,
    /// Gold found so far.
    pub gold: i64,
    /// What of it, and of the bag, the present fight left.
    pub loot: PickedUp,
    /// Experience lost.
    pub xp_lost: i64,
    /// Where the damage came from, for the accounts of a told battle.
    pub accounts: Accounts,
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The hero's.
    Hero,
    /// This monster's, and then those after it.
    Monster(u8),
    /// The hero picks up what a won fight left, before the next one.
    Spoils,
}

/// The hero during a fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeroState {
    /// Hit points.
    pub hp: i32,
    /// Action points left.
    pub ap: i32,
    /// Maximum hit points, equipped.
    pub max_hp: i32,
    /// Maximum action points.
    pub max_ap: i32,
    ///
    pub attack_cost: i32,
    ///
    pub move_cost: i32,
    ///
    pub use_cost: i32,
    ///
    pub reequip_cost: i32,
    /// Goes on striking with as many hit points as this: the larger of the next
    /// two.
    pub careful_under: i32,
    /// Drinks with fewer hit points than this.
    pub drink_under: i32,
    /// Flees with fewer hit points than this.
    pub flee_under: i32,
    /// Where he stands.
    pub at: Tile,
}

/// A monster during a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MonsterState {
    /// Hit points; 0 is dead.
    pub hp: i32,
    /// Action points left.
    pub ap: i32,
    /// Maximum action points.
    pub max_ap: i32,
    ///
    pub attack_cost: i32,
    ///
    pub move_cost: i32,
    /// Maximum hit points.
    pub max_hp: i32,
    /// Whether it comes over when it is not adjacent.
    pub mobile: bool,
    /// Where it stands.
    pub at: Tile,
    /// Its blow at the hero.
    pub blow: Blow,
    /// The hero's blow at it.
    pub taken: Blow,
}

/// Somebody in a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Actor {
    /// The hero.
    Hero,
    /// A monster, by its place in the fight.
    Monster(u8),
}

/// A condition that somebody has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Active {
    /// Actor has it.
    pub who: Actor,
    /// Which, by its place in the battle's list.
    pub condition: u16,
    /// How strong; [`REMOVE`](crate::conditions::REMOVE) is an immunity.
    pub magnitude: i32,
    /// Ticks left; 998 and 999 do not run down.
    pub duration: i32,
    /// Lasts while an item is worn.
    pub worn: bool,
}

impl Active {
    /// One that lasts while an item is worn.
    pub fn worn(who: Actor, added: &Worn) -> Self {
        Self {
            who,
            condition: added.condition as u16,
            magnitude: added.magnitude as i32,
            duration: FOREVER as i32,
            worn: true,
        }
    }
}

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All monsters are dead.
    Win,
    /// The hero is dead.
    Lose,
    /// He got away.
    Fled,
    /// Nothing would ever change, or the guard of A-30.
    Stalemate,
}

impl Verdict {
    /// As outcomes are named.
    pub fn key(self) -> &'static str {
        match self {
            Verdict::Win => "win",
            Verdict::Lose => "lose",
            Verdict::Fled => "fled",
            Verdict::Stalemate => "stalemate",
        }
    }
}

/// How far picking up loot and the rest of the aftermath have come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Settling {
    /// Nothing done yet.
    #[default]
    Open,
    /// The next entry of loot: monster and its entry.
    Loot(u8, u8),
    /// The tick after the fight.
    Tick,
    /// Nothing is left to be done.
    Done,
}

/// Loot of the present fight, which a death in the tick after it takes away
/// again. Kept only where there can be such a death.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct PickedUp {
    /// Gold.
    pub gold: i64,
    /// Items by their place in the stock, and how many.
    pub items: List<(u16, u32)>,
}

/// Where damage came from (section 12 of the rulebook). Only told battles
/// keep it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Accounts {
    /// Every source with all it did, in the order they came.
    pub entries: List<(Source, i64)>,
}

/// Whose account it is: copies of a monster entry share theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Party {
    /// The hero's.
    Hero,
    /// That of a monster entry, by its place in the battle's list.
    Kind(usize),
}

/// Actor was hurt by what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// Actor was hurt.
    pub hurt: Party,
    /// Whose doing it was, for blows.
    pub by: Option<Party>,
    /// By what.
    pub cause: Cause,
}

/// What does damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// An ordinary hit.
    Hit,
    /// A critical hit.
    Critical,
    /// A condition, by its place in the battle's list.
    Condition(u16),
    /// An effect of an item or a monster.
    Effect,
}

impl PickedUp {
    /// Nothing, in the same memory.
    pub fn clear(&mut self) {
        self.gold = 0;
        self.items.clear();
    }
}

impl Accounts {
    /// Adds to an account.
    pub fn add(&mut self, source: Source, by: i64) {
        match self.entries.iter_mut().find(|(known, _)| *known == source) {
            Some((_, sum)) => *sum += by,
            None => self.entries.push((source, by)),
        }
    }
}

impl State {
    /// The bit of a monster.
    #[inline]
    pub fn bit(monster: usize) -> u64 {
        1 << monster
    }

    /// Whether a monster lives.
    pub fn lives(&self, monster: usize) -> bool {
        self.living & Self::bit(monster) != 0
    }

    /// The living monsters in order.
    pub fn living(&self) -> Bits {
        Bits(self.living)
    }

    /// The dead monsters in order.
    pub fn dead(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.monsters.len()).filter(|monster| !self.lives(*monster))
    }

    /// Player turns of the whole battle.
    pub fn all_turns(&self) -> u32 {
        self.turns_before + self.turns
    }
}

/// The places of the bits of a set, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let place = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(place)
    }
}

// Cloning into a state that was used before keeps its memory: the sampler
// starts every battle so, and must not allocate. What is plain data comes
// first, so that neighbours are copied together.
fracas_core::clone_in_place!(State {
    hero,
    living,
    adjacent,
    phase,
    target,
    fight,
    opening,
    fresh,
    acts,
    turns,
    turns_before,
    outfit,
    verdict,
    settling,
    gold,
    xp_lost,
    monsters,
    bag,
    active,
    loot,
    accounts,
});
fracas_core::clone_in_place!(PickedUp { gold, items });
fracas_core::clone_in_place!(Accounts { entries });
