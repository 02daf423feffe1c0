//! `itemcategories_*` and `itemlist_*`.

use fracas_core::document::Diagnostics;

use super::Library;
use super::conditions::increases;
use super::entry::Entry;
use crate::conditions::{When, Worn};
use crate::items::{Fits, Item, Size, Slot};
use crate::stats::Interval;

/// A category of items.
#[derive(Clone, Debug, Default)]
pub struct Category {
    /// Where its items are worn.
    pub fits: Fits,
    ///
    pub size: Size,
}

impl Category {
    /// Reads an entry.
    pub fn read(entry: &Entry, out: &mut Diagnostics) -> Self {
        let fields = entry.fields();
        let slot = fields.text("inventorySlot", out).and_then(|word| Slot::of(&word));
        let equips = fields.text("actionType", out).is_none_or(|action| action == "equip");
        let fits = match slot {
            // A ring fits either hand.
            Some(Slot::LeftRing | Slot::RightRing) => Fits::Ring,
            Some(slot) => Fits::One(slot),
            None => Fits::Nowhere,
        };
        let size = fields.text("size", out).and_then(|word| Size::of(&word)).unwrap_or_default();
        Self { fits: if equips { fits } else { Fits::Nowhere }, size }
    }
}

/// Reads an item; also whether it has effects or conditions.
pub fn read(entry: &Entry, id: &str, library: &mut Library, out: &mut Diagnostics) -> (Item, bool) {
    let fields = entry.fields();
    let class = fields.text("category", out).unwrap_or_else(|| "other".to_owned());
    let category = library.categories.get(&class).cloned();
    if category.is_none() && class != "other" {
        out.warning("", &entry.place(), format!("`{id}` is of the unknown category `{class}`"))
            .help("it cannot be worn; read the itemcategories_ file too");
    }
    let category = category.unwrap_or_default();
    let worn = fields.object("equipEffect", out);
    let mut stats = increases(&worn, out);
    stats.multiplier = worn.multiplier("setCriticalMultiplier", out).unwrap_or(0);
    let conditions = &mut library.conditions;
    let added: Vec<Worn> = worn
        .list("addedConditions", out)
        .iter()
        .filter_map(|added| {
            Some(Worn {
                condition: conditions.of(&added.text("condition", out)?),
                magnitude: added.whole("magnitude", out).unwrap_or(1),
            })
        })
        .collect();
    let mut item = Item {
        id: id.to_owned(),
        name: entry.name(id, out),
        fits: category.fits,
        two_handed: category.fits == Fits::One(Slot::Weapon) && category.size == Size::Large,
        heal: heals(fields.object("useEffect", out).interval("increaseCurrentHP", out)),
        stats,
        class,
        size: category.size,
        damage_modifier: worn.whole("setNonWeaponDamageModifier", out).unwrap_or(100),
        added,
        special: fields.text("displaytype", out).is_some_and(|kind| kind != "ordinary"),
        known: true,
        ..Item::default()
    };
    for (when, _, key) in When::ALL {
        if let Some(effect) = fields.effect(key, conditions, out) {
            item.effects.set(when, effect);
        }
    }
    let effects = !item.effects.is_empty() || !item.added.is_empty();
    (item, effects)
}

/// What can heal; food that only hurts is no healing item.
fn heals(points: Option<Interval>) -> Option<Interval> {
    let points = points.filter(|points| points.max > 0)?;
    Some(Interval::new(points.min.max(0), points.max))
}
