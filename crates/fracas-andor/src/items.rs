//! Items and where they are worn.

use crate::conditions::{Effects, Worn};
use crate::stats::{Interval, Stats};

/// An item by its place in [`Battle::items`](crate::battle::Battle::items).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ItemId(pub usize);

/// Where an item is worn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slot {
    /// The main hand.
    Weapon,
    /// The other hand.
    Shield,
    /// On the head.
    Head,
    /// On the body.
    Body,
    /// Gloves.
    Hand,
    /// Boots.
    Feet,
    /// Around the neck.
    Neck,
    /// A ring of the left hand.
    LeftRing,
    /// A ring of the right hand.
    RightRing,
}

impl Slot {
    /// All, in the order of A-15.
    pub const ALL: [Slot; 9] = [
        Slot::Weapon,
        Slot::Shield,
        Slot::Head,
        Slot::Body,
        Slot::Hand,
        Slot::Feet,
        Slot::Neck,
        Slot::LeftRing,
        Slot::RightRing,
    ];

    /// The place in lists of nine.
    pub fn index(self) -> usize {
        self as usize
    }

    /// As written in files.
    pub fn key(self) -> &'static str {
        match self {
            Slot::Weapon => "weapon",
            Slot::Shield => "shield",
            Slot::Head => "head",
            Slot::Body => "body",
            Slot::Hand => "hand",
            Slot::Feet => "feet",
            Slot::Neck => "neck",
            Slot::LeftRing => "leftring",
            Slot::RightRing => "rightring",
        }
    }

    /// The slot of this word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|slot| slot.key() == word)
    }
}

/// Which slots an item fits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fits {
    /// It is not worn.
    #[default]
    Nowhere,
    /// One slot.
    One(Slot),
    /// Either ring slot.
    Ring,
}

impl Fits {
    /// The fit of a written slot.
    pub fn of(word: &str) -> Option<Self> {
        match word {
            "ring" => Some(Fits::Ring),
            _ => Slot::of(word).map(Fits::One),
        }
    }

    /// Whether it can be worn there. A weapon fits the shield slot too.
    pub fn fits(self, slot: Slot) -> bool {
        match self {
            Fits::Nowhere => false,
            Fits::One(Slot::Weapon) => matches!(slot, Slot::Weapon | Slot::Shield),
            Fits::One(one) => one == slot,
            Fits::Ring => matches!(slot, Slot::LeftRing | Slot::RightRing),
        }
    }
}

/// How heavy an item is: decides which armour proficiency counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Size {
    /// No size.
    #[default]
    None,
    /// Light armour.
    Light,
    /// Neither light nor heavy.
    Std,
    /// Heavy armour; a weapon of this size is two-handed.
    Large,
}

impl Size {
    /// As written in files.
    pub const KEYS: &'static [&'static str] = &["none", "light", "std", "large"];

    /// The size of this word.
    pub fn of(word: &str) -> Option<Self> {
        let place = Self::KEYS.iter().position(|key| *key == word)?;
        [Self::None, Self::Light, Self::Std, Self::Large].get(place).copied()
    }
}

/// Something to wear, drink or pick up.
#[derive(Clone, Debug, Default)]
pub struct Item {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Where it is worn.
    pub fits: Fits,
    /// Excludes a shield-slot item.
    pub two_handed: bool,
    /// Hit points it gives when used.
    pub heal: Option<Interval>,
    /// What it adds when worn.
    pub stats: Stats,
    /// The id of its category.
    pub class: String,
    ///
    pub size: Size,
    /// Percent of non-weapon damage that counts.
    pub damage_modifier: i64,
    /// What happens when its wearer fights.
    pub effects: Effects,
    /// Conditions that last while it is worn.
    pub added: Vec<Worn>,
    /// Rarer than ordinary (A-115, magicfinder).
    pub special: bool,
    /// Whether anything is known of it beside its id.
    pub known: bool,
}

impl Item {
    /// An item known by its id only.
    pub fn unknown(id: &str) -> Self {
        Self { id: id.to_owned(), name: id.to_owned(), damage_modifier: 100, ..Self::default() }
    }

    /// Whether it is a weapon.
    pub fn is_weapon(&self) -> bool {
        self.fits == Fits::One(Slot::Weapon)
    }
}

/// What is worn, by slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outfit([Option<u16>; 9]);

impl Outfit {
    /// What is worn in a slot.
    pub fn get(&self, slot: Slot) -> Option<ItemId> {
        self.0[slot.index()].map(|item| ItemId(usize::from(item)))
    }

    /// Puts an item into a slot, or empties it.
    pub fn set(&mut self, slot: Slot, item: Option<ItemId>) {
        // Scenarios have at most 10000 items.
        self.0[slot.index()] = item.map(|item| item.0 as u16);
    }

    /// Everything worn, in slot order.
    pub fn worn(&self) -> impl Iterator<Item = (Slot, ItemId)> + '_ {
        Slot::ALL.into_iter().filter_map(|slot| Some((slot, self.get(slot)?)))
    }

    /// The slot that an item of this fit goes to: its own, the first free
    /// ring slot, or for a second weapon the shield slot.
    pub fn slot_for(&self, fits: Fits) -> Option<Slot> {
        let free = |slot: &Slot| self.get(*slot).is_none();
        match fits {
            Fits::Nowhere => None,
            Fits::One(Slot::Weapon) => [Slot::Weapon, Slot::Shield].into_iter().find(free),
            Fits::One(slot) => Some(slot).filter(free),
            Fits::Ring => [Slot::LeftRing, Slot::RightRing].into_iter().find(free),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_15_slots_have_their_words() {
        for slot in Slot::ALL {
            assert_eq!(Slot::of(slot.key()), Some(slot));
        }
        assert_eq!(Fits::of("ring"), Some(Fits::Ring));
        assert_eq!(Fits::of("tail"), None);
        assert_eq!(Size::of("large"), Some(Size::Large));
    }

    #[test]
    fn a_86_rings_go_left_first_and_weapons_to_the_shield_slot_second() {
        let mut outfit = Outfit::default();
        assert_eq!(outfit.slot_for(Fits::Ring), Some(Slot::LeftRing));
        outfit.set(Slot::LeftRing, Some(ItemId(3)));
        assert_eq!(outfit.slot_for(Fits::Ring), Some(Slot::RightRing));
        outfit.set(Slot::Weapon, Some(ItemId(1)));
        assert_eq!(outfit.slot_for(Fits::One(Slot::Weapon)), Some(Slot::Shield));
        assert_eq!(outfit.worn().count(), 2);
    }
}
