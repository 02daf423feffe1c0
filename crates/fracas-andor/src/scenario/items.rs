//! `[item.*]` and what is worn (A-15, A-16, A-86; E-4, E-8, E-9).

use fracas_core::document::{Checked, Diagnostics, Item as Written, nearest};

use super::ScenarioBuilder;
use super::effects::{read_added, read_effects};
use super::stats::{self, needs_current};
use super::values::read_interval;
use crate::battle::Profile;
use crate::items::{Fits, Item, Outfit, Size, Slot};
use crate::stats::Stats;

/// Reads the scenario's own items.
pub fn read_items(file: &Checked, builder: &mut ScenarioBuilder, out: &mut Diagnostics) {
    for (id, written) in file.map("item") {
        if id == "gold" {
            out.error("E-8", &written.key_place(), "`gold` is the purse, not an item");
            continue;
        }
        let Some(table) = written.table() else { continue };
        let item = read_item(id, table, builder, out);
        builder.own.push(item);
    }
}

fn read_item(
    id: &str,
    table: &Checked,
    builder: &mut ScenarioBuilder,
    out: &mut Diagnostics,
) -> Item {
    if builder.profile == Profile::Classic {
        for key in ["class", "size", "damage_modifier"] {
            needs_current(table, key, "", out);
        }
    }
    let fits = table.text("slot").and_then(Fits::of).unwrap_or(Fits::Nowhere);
    let weapon = fits == Fits::One(Slot::Weapon);
    let stats = stats::read(table, Stats::default(), i64::MIN, builder.profile, out);
    if weapon && table.has("attack_cost") && stats.attack_cost < 1 {
        out.error("E-4", &table.place("attack_cost"), "cost must be a whole number from 1")
            .help("a weapon's attack cost is its own; leave it out to keep the base cost");
    }
    let size = table.text("size").and_then(Size::of).unwrap_or_default();
    Item {
        id: id.to_owned(),
        name: table.text("name").unwrap_or(id).to_owned(),
        fits,
        two_handed: table.flag("two_handed").unwrap_or(weapon && size == Size::Large),
        heal: read_interval(table, "heal", 0, "E-3", out),
        stats,
        class: table.text("class").unwrap_or_default().to_owned(),
        size,
        damage_modifier: table.whole("damage_modifier").unwrap_or(100),
        effects: read_effects(table, builder, out),
        added: read_added(table, builder, out),
        special: false,
        known: true,
    }
}

/// E-8, E-9: what somebody wears: a list, or a table slot = item.
pub fn read_outfit(
    table: &Checked,
    builder: &mut ScenarioBuilder,
    out: &mut Diagnostics,
) -> Outfit {
    let mut outfit = Outfit::default();
    let Some(equip) = table.value("equip") else { return outfit };
    for written in equip.list() {
        if let Some(id) = written.text() {
            wear(id, None, written, &mut outfit, builder, out);
        }
    }
    for (word, written) in equip.map() {
        let Some(slot) = Slot::of(word) else {
            let known = Slot::ALL.map(Slot::key);
            let near =
                nearest(word, known).map_or(String::new(), |near| format!("did you mean {near}? "));
            out.error("E-7", &written.key_place(), format!("there is no slot `{word}`"))
                .help(format!("{near}slots are {}", known.join(", ")));
            continue;
        };
        if let Some(id) = written.text() {
            wear(id, Some(slot), written, &mut outfit, builder, out);
        }
    }
    check_hands(equip, &outfit, builder, out);
    outfit
}

fn wear(
    id: &str,
    slot: Option<Slot>,
    written: &Written,
    outfit: &mut Outfit,
    builder: &mut ScenarioBuilder,
    out: &mut Diagnostics,
) {
    let Some(item) = builder.find(id) else {
        out.error("E-8", &written.place, format!("there is no item `{id}`"))
            .help(builder.suggest(id));
        return;
    };
    if item.fits == Fits::Nowhere {
        out.error("E-9", &written.place, format!("`{id}` is not worn"))
            .help("give it a slot, or put it into the bag");
        return;
    }
    let place = match slot {
        Some(slot) if !item.fits.fits(slot) => {
            out.error("E-9", &written.place, format!("`{id}` is not worn as {}", slot.key()));
            return;
        }
        Some(slot) => Some(slot).filter(|slot| outfit.get(*slot).is_none()),
        None => outfit.slot_for(item.fits),
    };
    match place {
        Some(slot) => {
            let id = builder.used(id);
            outfit.set(slot, Some(id));
        }
        None => {
            let message = format!("`{id}` has no free slot: two items in one slot");
            out.error("E-9", &written.place, message).help("one item per slot; two rings at most");
        }
    }
}

/// what both hands hold.
fn check_hands(equip: &Written, outfit: &Outfit, builder: &ScenarioBuilder, out: &mut Diagnostics) {
    let [Some(main), Some(off)] = [Slot::Weapon, Slot::Shield].map(|slot| outfit.get(slot)) else {
        return;
    };
    let (main, off) = (&builder.items[main.0], &builder.items[off.0]);
    if off.is_weapon() && builder.profile == Profile::Classic {
        let message = format!("`{}` and `{}`: two weapons need profile = current", main.id, off.id);
        out.error("E-9", &equip.place, message);
    } else if main.two_handed || off.two_handed {
        let message = format!("a two-handed weapon leaves no hand: `{}` and `{}`", main.id, off.id);
        out.error("E-9", &equip.place, message);
    }
}
