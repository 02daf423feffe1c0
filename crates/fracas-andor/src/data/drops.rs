//! `droplists_*`.

use fracas_core::document::Diagnostics;

use super::entry::Entry;
use crate::conditions::Odds;
use crate::stats::Interval;

/// One entry of a drop list.
#[derive(Clone, Debug)]
pub struct Drop {
    /// Which item, or gold.
    pub item: String,
    /// How likely.
    pub chance: Odds,
    /// How many.
    pub quantity: Interval,
}

/// Reads a drop list.
pub fn read(entry: &Entry, out: &mut Diagnostics) -> Vec<Drop> {
    let list = entry.fields().list("items", out);
    let drops = list.iter().filter_map(|drop| {
        let quantity = drop.interval("quantity", out).unwrap_or(Interval::new(1, 1));
        Some(Drop {
            item: drop.text("itemID", out)?,
            chance: drop.odds("chance", out),
            quantity: Interval::new(quantity.min.max(0), quantity.max.max(0)),
        })
    });
    drops.collect()
}
