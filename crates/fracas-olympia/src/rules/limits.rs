//! O-94: how much a scenario holds, and what is left behind because it would
//! not.

use crate::battle::{Battle, SideId};
use crate::rules::spoils::Holdings;

/// Units of a side.
pub const UNITS: usize = 1_000;
/// Men and engines of a side.
pub const MEN_OF_SIDE: u64 = 10_000_000;
/// Men or engines of one kind in a unit (E-2).
pub const MEN_OF_KIND: u64 = 1_000_000;
/// Items of a noble.
pub const ITEMS: usize = 100;
/// Names among the goods of a noble.
pub const GOODS: usize = 100;
/// How much of one of the goods a noble has.
pub const QUANTITY: u64 = 1_000_000_000;
/// Nobles that a noble holds.
pub const PRISONERS: usize = 100;
/// Characters of a name.
pub const NAME: usize = 100;

/// Takes from everybody, by unit, what is more than the next scenario holds;
/// that is left behind.
pub fn leave_behind(b: &Battle, holdings: &mut [Holdings]) -> Holdings {
    let mut left = Holdings::default();
    for of_unit in holdings.iter_mut() {
        left.add(&of_unit.take_excess());
    }
    for side in SideId::BOTH {
        let units = &mut holdings[b.sides[side.index()].units.clone()];
        let men = units.iter().flat_map(|unit| &unit.men).map(|(_, count)| count).sum::<u64>();
        let mut excess = men.saturating_sub(MEN_OF_SIDE);
        // Loot is with the leader, behind what he had.
        for of_unit in units {
            for (kind, count) in of_unit.men.iter_mut().rev() {
                let taken = excess.min(*count);
                *count -= taken;
                excess -= taken;
                left.add(&Holdings { men: vec![(*kind, taken)], ..Holdings::default() });
            }
            of_unit.men.retain(|(_, count)| *count > 0);
        }
    }
    left.men.retain(|(_, count)| *count > 0);
    left
}

impl Holdings {
    /// Takes out what is more than one noble can have.
    fn take_excess(&mut self) -> Holdings {
        let mut excess = Holdings {
            men: Vec::new(),
            items: self.items.split_off(self.items.len().min(ITEMS)),
            goods: self.goods.split_off(self.goods.len().min(GOODS)),
            prisoners: self.prisoners.split_off(self.prisoners.len().min(PRISONERS)),
        };
        for (kind, count) in &mut self.men {
            if *count > MEN_OF_KIND {
                excess.men.push((*kind, *count - MEN_OF_KIND));
                *count = MEN_OF_KIND;
            }
        }
        for (name, quantity) in &mut self.goods {
            if *quantity > QUANTITY {
                excess.goods.push((name.clone(), *quantity - QUANTITY));
                *quantity = QUANTITY;
            }
        }
        excess
    }
}
