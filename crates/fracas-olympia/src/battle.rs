//! A checked scenario: everything that stays the same while it is fought.

use std::ops::Range;

use crate::kinds::{Kind, KindId, StructureKind};
use crate::measures::Measures;
use crate::state::State;

/// A side of the battle; its number is its place in [`Battle::sides`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideId {
    /// The stack that attacks.
    Attacker,
    /// The stack attacked, with its allies.
    Defender,
}

impl SideId {
    /// Both, attacker first (O-37).
    pub const BOTH: [SideId; 2] = [SideId::Attacker, SideId::Defender];

    /// The place in lists of two.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The side at that place.
    #[inline]
    pub fn of(index: usize) -> Self {
        if index & 1 == 0 { SideId::Attacker } else { SideId::Defender }
    }

    /// The other one.
    #[inline]
    pub fn foe(self) -> Self {
        Self::of(self.index() ^ 1)
    }

    /// As written in files.
    pub fn key(self) -> &'static str {
        match self {
            SideId::Attacker => "attacker",
            SideId::Defender => "defender",
        }
    }
}

/// Which book of rules (O-83).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// The seed's.
    First,
    /// Turns, other weather, hidden nobles (O-84 to O-86).
    Later,
}

/// What the land is like. Only swamp, city and ocean matter to a battle.
pub const TERRAINS: &[&str] =
    &["plain", "forest", "mountain", "desert", "swamp", "city", "port", "ocean"];

/// What the sky is like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weather {
    /// O-15.
    pub wind: bool,
    /// O-16.
    pub rain: bool,
    /// O-85, later edition only.
    pub fog: bool,
}

/// Where the battle takes place.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// One of [`TERRAINS`].
    pub terrain: &'static str,
    /// O-15 to O-18.
    pub weather: Weather,
    /// The structure both sides are in (O-58).
    pub shared: Option<Structure>,
}

impl Ground {
    /// On the open sea.
    pub fn at_sea(&self) -> bool {
        self.terrain == "ocean"
    }
}

/// A building or ship as the scenario gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    /// O-50.
    pub kind: StructureKind,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its code, if it has one.
    pub code: Option<String>,
    /// Points that come off before it is damaged (O-53).
    pub defense: u32,
    /// Percent; at 100 it is gone (O-59).
    pub damage: u32,
}

/// One side.
#[derive(Clone, Debug)]
pub struct Side {
    /// Its own units, then its allies', in stack order.
    pub units: Range<usize>,
    /// Their bands (O-37).
    pub bands: Range<usize>,
    /// The structure it is housed in.
    pub structure: Option<Structure>,
    /// Percent of the starting value at which it breaks (O-87).
    pub break_percent: u32,
    /// The value it starts with (O-60).
    pub value: u64,
    /// The value at which it is broken (O-61).
    pub break_point: u64,
    /// Place in the location list; `None` is its end.
    pub position: Option<i64>,
    /// Where it is, in words; no effect.
    pub whereabouts: Option<String>,
    /// A victorious attacker stays where he is (O-77).
    pub hold: bool,
    /// Stacks that joined it (O-80); the ranges lie within `units`.
    pub allies: Vec<Ally>,
}

impl Side {
    /// The unit of its leader.
    pub fn leader(&self) -> usize {
        self.units.start
    }

    /// Its own units, without allies.
    pub fn own_units(&self) -> Range<usize> {
        let end = self.allies.first().map_or(self.units.end, |ally| ally.units.start);
        self.units.start..end
    }

    /// Its stacks: its own, then each ally's.
    pub fn stacks(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        std::iter::once(self.own_units()).chain(self.allies.iter().map(|ally| ally.units.clone()))
    }

    /// The stack that a unit of this side belongs to.
    pub fn stack_of(&self, unit: usize) -> Range<usize> {
        let mut stacks = self.stacks();
        stacks.find(|stack| stack.contains(&unit)).unwrap_or_else(|| self.own_units())
    }
}

/// A stack that joined the defender (O-80).
#[derive(Clone, Debug)]
pub struct Ally {
    /// Its units.
    pub units: Range<usize>,
    /// Place in the location list.
    pub position: Option<i64>,
    /// Where it is, in words; no effect.
    pub whereabouts: Option<String>,
}

/// An item a noble carries (O-65).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What it is called.
    pub name: String,
    /// Its code, if it has one.
    pub code: Option<String>,
    /// Bonus to attack.
    pub attack: u32,
    /// Bonus to defense.
    pub defense: u32,
    /// Bonus to missile.
    pub missile: u32,
}

/// A noble himself, in the fight or held by somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noble {
    /// His name, unique in the battle.
    pub name: String,
    /// His code, if he has one.
    pub code: Option<String>,
    /// A beast or independent fights with the ratings of its kind (O-89).
    pub kind: Option<KindId>,
    /// Innate ratings written down, which win over the kind's (O-11).
    pub written: WrittenRatings,
    /// 1 to 100.
    pub health: u8,
    /// Whether he is ill.
    pub ill: bool,
    /// O-90.
    pub survive_fatal: bool,
}

/// Innate ratings as far as a scenario states them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WrittenRatings {
    /// Attack, if written.
    pub attack: Option<u32>,
    /// Defense, if written.
    pub defense: Option<u32>,
    /// Missile, if written.
    pub missile: Option<u32>,
}

/// A noble with the men, engines and goods he leads.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Who leads it.
    pub noble: Noble,
    /// The unit above it in the stack; `None` for the leader's.
    pub under: Option<usize>,
    /// BEHIND, 0 to 9 (O-21).
    pub row: u8,
    /// Fighters and engines in the order written, none with a count of 0.
    pub men: Vec<(KindId, u32)>,
    /// What he carries.
    pub items: Vec<Item>,
    /// Baggage in the order written, none with a count of 0 (O-7).
    pub goods: Vec<(String, u64)>,
    /// Nobles he holds; they neither fight nor are attacked (O-5).
    pub prisoners: Vec<Noble>,
    /// His band, which comes first, and those of his men.
    pub bands: Range<usize>,
    /// Which side it fights for.
    pub side: SideId,
}

impl Unit {
    /// The quantity of gold among his goods.
    pub fn gold(&self) -> u64 {
        self.goods.iter().filter(|(name, _)| name == "gold").map(|(_, count)| count).sum()
    }
}

/// Members of one unit that are alike: the noble, or all men or engines of
/// one kind. The list of bands is the member list of O-37.
// One band, one cache line: the attack loop looks two up at random.
#[repr(align(64))]
#[derive(Clone, Debug)]
pub struct Band {
    /// Whose unit.
    pub unit: usize,
    /// Who they are.
    pub who: BandKind,
    /// How many there are at the start.
    pub count: u32,
    /// What the attack loop needs to know of them.
    pub stats: BandStats,
}

/// Who a band is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BandKind {
    /// The unit's noble.
    Noble,
    /// Fighters of a kind.
    Men(KindId),
    /// Engines of a kind.
    Engines(KindId),
}

/// What a band is in the attack loop. Ratings stay as they are for the whole
/// battle (O-20).
#[derive(Clone, Copy, Debug)]
pub struct BandStats {
    /// Its part in the fight.
    pub role: CombatRole,
    /// The side it fights on.
    pub side: SideId,
    /// BEHIND of its unit.
    pub row: u8,
    /// Strength in front (O-23).
    pub in_front: u32,
    /// Strength from the rear (O-23); 0 is not able.
    pub from_rear: u32,
    /// What a blow must overcome, without cover.
    pub defense: u32,
    /// O-60; engines have none.
    pub value: u32,
    /// Saved from half the hits (O-41).
    pub blessed: bool,
    /// Belongs to a housed stack and is covered while a place is left (O-52).
    pub housed: bool,
}

/// The part a band plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CombatRole {
    /// A noble: hit once, wounded.
    Noble,
    /// Men: hit, they die.
    Man,
    /// Engines: strike structures only (O-34).
    Engine,
    /// Takes no part: engines at sea (O-56), unwarlike men who attack (O-86).
    Baggage,
}

/// A battle ready to be fought.
#[derive(Clone, Debug)]
pub struct Battle {
    /// The scenario's name.
    pub name: Option<String>,
    /// O-83.
    pub edition: Edition,
    /// The place and its weather.
    pub ground: Ground,
    /// Attacker and defender.
    pub sides: [Side; 2],
    /// All units in stack order, the attacker's first.
    pub units: Vec<Unit>,
    /// All bands in the order of O-37.
    pub bands: Vec<Band>,
    /// Built-in kinds, then the scenario's own.
    pub kinds: Vec<Kind>,
    /// How many of them are the scenario's own, at the end of the list.
    pub own_kinds: usize,
    /// Overrides of upkeep, as written (O-91).
    pub upkeep: Vec<(KindId, u32)>,
    /// The noble or structure named as target, as written (O-2).
    pub target: Option<String>,
    /// Whether the attacker's leader is named by `by`.
    pub by: bool,
    /// Weeks of healing after the battle (O-78).
    pub weeks: u32,
    /// Whether they are spent in an inn.
    pub inn: bool,
    /// Attacks after which a battle is given up (O-64).
    pub guard: u64,
    /// Whether there is no structure to be struck, so that the attack loop
    /// need not look for one.
    pub in_the_open: bool,
    /// Whether nobles other than the leaders of two plain stacks can be
    /// hidden (O-81, O-86), so that every fall must look after them.
    pub hides_nobles: bool,
    /// The side of which somebody is asked after every man lost whether it
    /// breaks off, instead of O-61.
    pub asked: Option<SideId>,
    /// Where each measure stands in the list.
    pub measures: Measures,
    /// The state before the first attack.
    pub start: State,
}

impl Battle {
    /// The structure that houses a side and can be struck (O-58: a shared one cannot).
    pub fn wall(&self, side: SideId) -> Option<&Structure> {
        self.sides[side.index()].structure.as_ref()
    }

    /// The kind behind an id.
    pub fn kind(&self, id: KindId) -> &Kind {
        &self.kinds[id.0]
    }

    /// O-14: whether a side stands on a ship.
    pub fn aboard(&self, side: SideId) -> bool {
        let housed = self.wall(side).or(self.ground.shared.as_ref());
        housed.is_some_and(|structure| structure.kind.is_ship())
    }
}
