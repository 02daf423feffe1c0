//! Chapter 10: who has what when the battle is over (O-74, O-75, O-82).
//!
//! Nothing is drawn here: what was drawn is in the state.

use super::heirs::heir;
use super::settling::{entry_quantity, lived};
use crate::battle::{BandKind, Battle, Item, Noble, SideId};
use crate::kinds::KindId;
use crate::state::{State, Verdict};

/// What a noble has with him.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holdings {
    /// Fighters and engines by kind.
    pub men: Vec<(KindId, u64)>,
    /// Things with a name of their own.
    pub items: Vec<Item>,
    /// Other things by name.
    pub goods: Vec<(String, u64)>,
    /// Nobles he holds.
    pub prisoners: Vec<Noble>,
}

impl Holdings {
    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.men.is_empty()
            && self.items.is_empty()
            && self.goods.is_empty()
            && self.prisoners.is_empty()
    }

    /// Adds things; those of one name are added up (O-74).
    pub fn add(&mut self, other: &Holdings) {
        for (kind, count) in &other.men {
            add_to(&mut self.men, kind, *count);
        }
        for (name, quantity) in &other.goods {
            add_to(&mut self.goods, name, *quantity);
        }
        self.items.extend(other.items.iter().cloned());
        self.prisoners.extend(other.prisoners.iter().cloned());
    }
}

fn add_to<K: PartialEq + Clone>(entries: &mut Vec<(K, u64)>, key: &K, by: u64) {
    match entries.iter_mut().find(|(known, _)| known == key) {
        Some((_, quantity)) => *quantity += by,
        None => entries.push((key.clone(), by)),
    }
}

/// Things that went from one noble to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passing {
    /// The unit that had them.
    pub from: usize,
    /// The unit that has them now.
    pub to: usize,
    /// What it is.
    pub things: Holdings,
}

/// Who has what.
#[derive(Clone, Debug)]
pub struct Spoils {
    /// By unit, what each living, free noble has now; empty for the others.
    pub holdings: Vec<Holdings>,
    /// What changed hands, in the order it did.
    pub passings: Vec<Passing>,
}

/// Shares out what prisoners and the dead had.
pub fn share_out(b: &Battle, st: &State) -> Spoils {
    let mut spoils = Spoils {
        holdings: (0..b.units.len()).map(|unit| holdings(b, st, unit)).collect(),
        passings: Vec::new(),
    };
    let winner = st.verdict.and_then(Verdict::winner);
    let loser = winner.map(SideId::foe);
    for side in
        loser.into_iter().chain(SideId::BOTH.into_iter().filter(|&side| Some(side) != loser))
    {
        for unit in b.sides[side.index()].units.clone() {
            let takes = match winner {
                Some(winner) if Some(side) == loser => Some(b.sides[winner.index()].leader()),
                _ => heir(b, unit, |other| lived(st, other)),
            };
            spoils.pass(b, st, unit, takes);
        }
    }
    // O-59: who went down with a ship took everything along.
    for (unit, noble) in st.nobles.iter().enumerate() {
        if noble.drowned {
            spoils.holdings[unit] = Holdings::default();
        }
    }
    spoils
}

impl Spoils {
    /// Lets what a captured or killed noble had go to `to`.
    fn pass(&mut self, b: &Battle, st: &State, unit: usize, to: Option<usize>) {
        let captured = st.nobles[unit].captured;
        if !captured && lived(st, unit) {
            return;
        }
        let had = std::mem::take(&mut self.holdings[unit]);
        let Some(to) = to else { return };
        let mut things = if captured { had } else { left_by(b, st, unit, had) };
        if !things.is_empty() {
            self.passings.push(Passing { from: unit, to, things: things.clone() });
        }
        if captured && !st.nobles[unit].drowned {
            things.prisoners.insert(0, noble_now(b, st, unit));
        }
        self.holdings[to].add(&things);
    }
}

/// O-75: the part of a dead noble's things that passes on. Items and
/// prisoners always do.
fn left_by(b: &Battle, st: &State, unit: usize, had: Holdings) -> Holdings {
    let kinds = b.units[unit].bands.len() - 1;
    let mut things = Holdings { men: Vec::new(), goods: Vec::new(), ..had };
    for legacy in st.legacies.iter().filter(|legacy| legacy.unit == unit && legacy.amount > 0) {
        if legacy.entry < kinds {
            let band = b.units[unit].bands.start + 1 + legacy.entry;
            if let BandKind::Men(kind) | BandKind::Engines(kind) = b.bands[band].who {
                things.men.push((kind, legacy.amount));
            }
        } else {
            let name = b.units[unit].goods[legacy.entry - kinds].0.clone();
            things.goods.push((name, legacy.amount));
        }
    }
    things
}

/// What a unit has when the last attack is done.
fn holdings(b: &Battle, st: &State, unit: usize) -> Holdings {
    let of_unit = &b.units[unit];
    let mut men = Vec::new();
    for (entry, (kind, _)) in of_unit.men.iter().enumerate() {
        let left = entry_quantity(b, st, unit, entry).unwrap_or(0);
        if left > 0 {
            men.push((*kind, left));
        }
    }
    Holdings {
        men,
        items: of_unit.items.clone(),
        goods: of_unit.goods.clone(),
        prisoners: of_unit.prisoners.clone(),
    }
}

/// A noble as the battle left him (O-79: a used-up skill is gone).
pub fn noble_now(b: &Battle, st: &State, unit: usize) -> Noble {
    let now = st.nobles[unit];
    let before = &b.units[unit].noble;
    Noble {
        health: now.health,
        ill: now.ill,
        survive_fatal: before.survive_fatal && !now.survived,
        ..before.clone()
    }
}
