//! The rules, one file a chapter.

pub mod abilities;
pub mod accuracy;
pub mod act;
pub mod attack;
pub mod blast;
pub mod cover;
pub mod damage;
pub mod doors;
pub mod engagement;
pub mod expectation;
pub mod fog;
pub mod items;
pub mod means;
pub mod morale;
pub mod movement;
pub mod noise;
pub mod objectives;
pub mod paths;
pub mod phases;
pub mod reaction;
pub mod resolution;
pub mod sight;
mod sight_cache;
pub mod status;
pub mod suppression;
pub mod throws;
pub mod time;
pub mod toll;
pub mod wild;

use fracas_core::chance::{Chance, Die, Good};
use fracas_core::watch::{MeasureId, Watch};

use crate::battle::{Battle, Side, UnitId, Units};
use crate::data::Dice;
use crate::events::{Event, What, Witnessed};
use crate::field::{ColRow, Spot};
use crate::state::{Observer, State};

/// A battle being fought: everything a rule reads, changes, asks and tells.
pub struct Fight<'a, C: ?Sized, W> {
    /// What does not change.
    pub battle: &'a Battle,
    /// What does.
    pub state: &'a mut State,
    /// Where dice come from.
    pub chance: &'a mut C,
    /// Who hears of it.
    pub watch: &'a mut W,
}

/// Who gets to know of something (B-267).
#[derive(Clone, Copy, Debug)]
pub enum Known {
    /// Everybody.
    All,
    /// One side.
    Side(Side),
    /// Whoever the unit acts for, and who has it in view.
    Unit(UnitId),
    /// The same for either of two units.
    Units(UnitId, UnitId),
    /// The same, and the side it began on (B-98): own losses are always known.
    Fate(UnitId),
    /// Who sees the hex.
    Spot(Spot),
    /// Everybody, as far as they see the hex (B-100).
    Blast(Spot),
    /// Nobody but the referee.
    Nobody,
}

/// Rounds half up (B-1); `n` must not be negative.
#[inline]
pub fn rhu(n: i32, d: i32) -> i32 {
    (2 * n + d) / (2 * d)
}

impl<C: Chance + ?Sized, W: Watch<Event>> Fight<'_, C, W> {
    /// A check at a chance in percent (B-2): certain ones draw nothing.
    pub fn check(&mut self, percent: i32, die: Die) -> bool {
        self.check_face(percent, die).0
    }

    /// The same, with the face that fell; 0 where nothing was drawn.
    pub fn check_face(&mut self, percent: i32, die: Die) -> (bool, u32) {
        if percent <= 0 || percent >= 100 {
            return (percent >= 100, 0);
        }
        let test = self.chance.test(percent as u64, 100, Good::Low, die);
        self.tell(Known::Nobody, |_| What::Die {
            die: die.0,
            sides: 100,
            face: test.face as u32,
            need: Some(percent),
        });
        (test.success, test.face as u32)
    }

    /// A die of so many sides; one with a single side is not drawn (B-2).
    pub fn die(&mut self, sides: u32, die: Die) -> u32 {
        if sides <= 1 {
            return 1;
        }
        let face = self.chance.face(u64::from(sides), die) as u32;
        self.tell(Known::Nobody, |_| What::Die { die: die.0, sides, face, need: None });
        face
    }

    /// The sum of some dice, each of them drawn and told (B-2). Where every
    /// branch is visited only the sums are told apart.
    pub fn roll(&mut self, dice: Dice, die: Die) -> i32 {
        let (count, sides) = (u32::from(dice.count), u32::from(dice.sides));
        let sum = if C::PATIENT && sides > 1 {
            self.chance.dice(count, u64::from(sides), die) as u32
        } else {
            (0..count).map(|_| self.die(sides, die)).sum()
        };
        (sum as i32 + i32::from(dice.plus)).max(0)
    }

    /// Tells what happened to whoever may know it.
    pub fn tell(&mut self, known: Known, what: impl FnOnce(&Self) -> What) {
        if W::LOUD {
            let event = Event {
                turn: self.state.turn,
                known: [Observer::PLAYER, Observer::ENEMY].map(|who| self.witness(who, known)),
                what: what(self),
            };
            self.watch.event(|| event);
        }
    }

    /// What an observer gets to know. Whom it has in view is what it noticed
    /// last: a unit that steps out of its sight is seen going (B-98), one that
    /// steps into it is told when it is noticed.
    fn witness(&self, who: Observer, known: Known) -> Witnessed {
        let knowledge = &self.state.known[who.index()];
        let mut own = Units::default();
        for unit in self.battle.units() {
            if self.state.observer(self.battle, unit) == who {
                own.put(unit);
            }
        }
        let seen = knowledge.units;
        let knows = |unit: UnitId| own.has(unit) || seen.has(unit);
        let mut there = true;
        let told = match known {
            Known::All => true,
            Known::Side(side) => side as u8 == who.0,
            Known::Unit(unit) => knows(unit),
            Known::Units(unit, other) => knows(unit) || knows(other),
            Known::Fate(unit) => knows(unit) || self.battle.sheet(unit).side as u8 == who.0,
            Known::Spot(spot) => knowledge.visible.has(spot),
            Known::Blast(spot) => {
                there = knowledge.visible.has(spot);
                true
            }
            Known::Nobody => false,
        };
        Witnessed { told, there, own, seen }
    }

    /// Adds to a measure counted on the way.
    pub fn book(&mut self, measure: MeasureId, by: i64) {
        self.watch.book(measure, by);
    }

    /// What a unit is called.
    pub fn name(&self, unit: UnitId) -> String {
        self.battle.sheet(unit).name.clone()
    }

    /// A hex as players write it.
    pub fn at(&self, spot: Spot) -> ColRow {
        self.battle.field.col_row(spot)
    }
}
