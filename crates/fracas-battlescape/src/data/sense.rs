//! What must hold between the figures of the data (B-292).

use fracas_core::document::{Checked, Diagnostics};

use super::arsenal::CLASSES;
use super::{Data, Terrain};

/// Two keys of a table of figures of which the first is not to be above the
/// second.
struct Order {
    table: &'static str,
    keys: [&'static str; 2],
    values: fn(&Data) -> [i16; 2],
}

const ORDERS: [Order; 3] = [
    Order {
        table: "accuracy",
        keys: ["least", "most"],
        values: |data| [data.accuracy.least, data.accuracy.most],
    },
    Order {
        table: "status",
        keys: ["critical", "wounded"],
        values: |data| [data.status.critical, data.status.wounded].map(i16::from),
    },
    Order {
        table: "noise",
        keys: ["near", "mid"],
        values: |data| [data.noise.near, data.noise.mid].map(i16::from),
    },
];

impl Data {
    /// Complains of what contradicts itself, in the layer that says so last.
    pub(super) fn check(&self, layers: &[&Checked], out: &mut Diagnostics) {
        for layer in layers {
            self.check_weapons(layer, out);
            self.check_glyphs(layer, out);
        }
        for order in &ORDERS {
            self.check_order(order, layers, out);
        }
        self.check_ranks(layers, out);
    }

    fn check_order(&self, order: &Order, layers: &[&Checked], out: &mut Diagnostics) {
        let ([low, high], [least, most]) = (order.keys, (order.values)(self));
        if least <= most {
            return;
        }
        let said = |layer: &&Checked| {
            let table = layer.table(order.table)?;
            let item = table.value(low).or_else(|| table.value(high))?;
            Some(item.place.clone())
        };
        let Some(place) = layers.iter().rev().find_map(said) else { return };
        let word = order.table;
        let message =
            format!("{word}.{low} is {least}, and {word}.{high}, which is {most}, is below it");
        out.error("B-292", &place, message);
    }

    /// B-254: a higher rank does not begin below a lower one.
    fn check_ranks(&self, layers: &[&Checked], out: &mut Diagnostics) {
        if self.xp.ranks.is_sorted() {
            return;
        }
        let said = |layer: &&Checked| Some(layer.table("xp")?.value("ranks")?.place.clone());
        if let Some(place) = layers.iter().rev().find_map(said) {
            let message = "xp.ranks must not fall from rank to rank";
            out.error("B-292", &place, message).help("such as [100, 300, 600, 1000, 1500, 2000]");
        }
    }

    /// A ranged weapon needs a magazine.
    fn check_weapons(&self, layer: &Checked, out: &mut Diagnostics) {
        let classes = layer.table("weapon_class");
        for weapon in self.weapons.iter().filter(|weapon| !weapon.is_melee()) {
            let class = classes.and_then(|classes| classes.value(CLASSES[weapon.class as usize]));
            let entry = layer.map("weapon").find(|(id, _)| *id == weapon.id);
            let Some(entry) = entry.map(|(_, entry)| entry).or(class) else { continue };
            if weapon.magazine == 0 {
                let message = format!("the ranged weapon {} has no magazine", weapon.id);
                out.error("B-63", &entry.key_place(), message);
            }
        }
    }

    /// No two kinds of terrain are drawn alike.
    fn check_glyphs(&self, layer: &Checked, out: &mut Diagnostics) {
        for (id, entry) in layer.map("terrain") {
            let Some(own) = self.terrains.iter().find(|terrain| terrain.id == id) else { continue };
            let alike = |other: &&Terrain| other.glyph == own.glyph && other.id != own.id;
            if let Some(other) = self.terrains.iter().find(alike) {
                let message = format!("{id} is drawn `{}` like {}", own.glyph, other.id);
                out.error("B-20", &entry.key_place(), message).help("give it a glyph of its own");
            }
        }
    }
}
