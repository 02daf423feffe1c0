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
mod outlook;
pub mod paths;
pub mod phases;
pub mod reaction;
pub mod resolution;
pub mod sight;
pub mod status;
pub mod suppression;
pub mod throws;
pub mod time;
pub mod toll;
pub mod wild;

use fracas_core::chance::{Chance, Die, Good};
use fracas_core::watch::{MeasureId, Watch};

use crate::battle::{Battle, Side, UnitId};
use crate::data::Dice;
use crate::events::{Event, What};
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
    /// Who sees the unit, and its own side.
    Unit(UnitId),
    /// Who sees either of the units, and their own sides.
    Units(UnitId, UnitId),
    /// Who sees the hex.
    Spot(Spot),
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
                known: [Observer::PLAYER, Observer::ENEMY].map(|who| self.knows(who, known)),
                what: what(self),
            };
            self.watch.event(|| event);
        }
    }

    fn knows(&self, who: Observer, known: Known) -> bool {
        let sees = |unit: UnitId| {
            self.state.observer(self.battle, unit) == who
                || (self.battle.sheet(unit).side as u8) == who.0
                || self.state.sees(who, unit)
        };
        match known {
            Known::All => true,
            Known::Side(side) => side as u8 == who.0,
            Known::Unit(unit) => sees(unit),
            Known::Units(unit, other) => sees(unit) || sees(other),
            Known::Spot(spot) => self.state.known[who.index()].visible.has(spot),
            Known::Nobody => false,
        }
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
