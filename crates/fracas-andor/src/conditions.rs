//! Conditions and effects as a scenario defines them.

use crate::stats::{Interval, Stats};

/// A magnitude that removes, or makes immune.
pub const REMOVE: i64 = -99;
/// A duration that never ends.
pub const FOREVER: i64 = 999;
/// A duration that ends with a rest.
pub const UNTIL_REST: i64 = 998;

/// What kind of condition it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Category {
    /// Of the spirit; no skill resists it.
    #[default]
    Spiritual,
    /// Of the mind.
    Mental,
    /// Of the body.
    Physical,
    /// Of the blood.
    Blood,
}

impl Category {
    /// As written in files.
    pub const KEYS: &'static [&'static str] = &["spiritual", "mental", "physical", "blood"];

    /// The category of this word.
    pub fn of(word: &str) -> Option<Self> {
        let place = Self::KEYS.iter().position(|key| *key == word)?;
        [Self::Spiritual, Self::Mental, Self::Physical, Self::Blood].get(place).copied()
    }
}

/// A kind of condition.
#[derive(Clone, Debug, Default)]
pub struct Condition {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// which skill resists it.
    pub category: Category,
    /// Whether it does good.
    pub positive: bool,
    /// Whether several of it add up.
    pub stacking: bool,
    /// Hit points a tick, for each point of magnitude.
    pub round_hp: Option<Interval>,
    /// Action points a tick, for each point of magnitude.
    pub round_ap: Option<Interval>,
    /// What it changes while it lasts, for each point of magnitude.
    pub ability: Option<Stats>,
}

impl Condition {
    /// Whether its ticks only ever do good, or only ever harm.
    pub fn is_one_way(&self) -> bool {
        let fits = |of: &Interval| if self.positive { of.lowest() >= 0 } else { of.max <= 0 };
        [self.round_hp, self.round_ap].iter().flatten().all(fits)
    }
}

/// A condition that may be put on somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Application {
    /// Which, by its place in the battle's list.
    pub condition: usize,
    /// How strong; [`REMOVE`] takes it away.
    pub magnitude: i64,
    /// For how many ticks.
    pub duration: i64,
    /// How likely.
    pub chance: Odds,
}

/// A condition that lasts while an item is worn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worn {
    /// Which, by its place in the battle's list.
    pub condition: usize,
    /// How strong; [`REMOVE`] makes immune.
    pub magnitude: i64,
}

/// What happens besides the blow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// On whoever has the effect.
    pub on_owner: Vec<Application>,
    /// On the opponent.
    pub on_opponent: Vec<Application>,
    /// Hit points for the owner.
    pub hp: Option<Interval>,
    /// Action points for the owner.
    pub ap: Option<Interval>,
    /// Hit points for the attacker, of an effect of the struck one.
    pub attacker_hp: Option<Interval>,
    /// Action points for the attacker, of an effect of the struck one.
    pub attacker_ap: Option<Interval>,
}

/// When an effect happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// The owner hits.
    Hit,
    /// The owner is hit.
    HitReceived,
    /// The owner misses.
    Miss,
    /// The owner is missed.
    MissReceived,
    /// The owner kills.
    Kill,
    /// The owner dies.
    Death,
}

impl When {
    /// All, with the key in scenario files and in the game's data.
    pub const ALL: [(When, &'static str, &'static str); 6] = [
        (When::Hit, "hit_effect", "hitEffect"),
        (When::HitReceived, "hit_received_effect", "hitReceivedEffect"),
        (When::Miss, "miss_effect", "missEffect"),
        (When::MissReceived, "miss_received_effect", "missReceivedEffect"),
        (When::Kill, "kill_effect", "killEffect"),
        (When::Death, "death_effect", "deathEffect"),
    ];
}

/// The effects of an item or a monster.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects([Option<Box<Effect>>; 6]);

impl Effects {
    /// What happens then, if anything.
    pub fn get(&self, when: When) -> Option<&Effect> {
        self.0[when as usize].as_deref()
    }

    /// Sets what happens then.
    pub fn set(&mut self, when: When, effect: Effect) {
        self.0[when as usize] = Some(Box::new(effect));
    }

    /// Whether nothing ever happens.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// All there are.
    pub fn iter(&self) -> impl Iterator<Item = &Effect> {
        self.0.iter().flatten().map(|effect| &**effect)
    }
}

/// A chance in whole numbers: `chances` in `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// How many are good; at most `of`.
    pub chances: u64,
    /// Out of how many.
    pub of: u64,
}

impl Odds {
    /// Always.
    pub const CERTAIN: Self = Self { chances: 100, of: 100 };

    /// `chances` in `of`; above 1 counts as 1.
    pub fn new(chances: u64, of: u64) -> Self {
        Self { chances: chances.min(of), of }
    }

    /// The probability.
    pub fn probability(self) -> f64 {
        self.chances as f64 / self.of as f64
    }

    /// The same times a number of hundredths.
    pub fn times_percent(self, percent: u64) -> Self {
        Self::new(self.chances * percent, self.of * 100)
    }
}
