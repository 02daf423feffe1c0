//! Weapons by name, base damage or range (M-6, M-121).

use fracas_core::document::{Checked, Diagnostics, Item};

use super::shape::WRONG;
use super::suggestion;
use crate::battle::{Gear, LIMIT, Weapon};

/// The weapons of a file and how wide a base damage spreads.
pub struct Armoury<'a> {
    /// `[weapons]`.
    pub weapons: &'a [(String, Weapon)],
    /// Percent.
    pub spread_pct: u32,
}

impl Armoury<'_> {
    /// The weapon written under `weapon`, if one is.
    pub fn gear(&self, table: &Checked, out: &mut Diagnostics) -> Option<Gear> {
        let item = table.value("weapon")?;
        let Some(name) = item.text() else {
            let weapon = range(item, self.spread_pct, out)?;
            return Some(Gear { weapon, name: None });
        };
        let found = self.weapons.iter().find(|(known, _)| known == name);
        if found.is_none() {
            let known = self.weapons.iter().map(|(known, _)| known.as_str());
            let help = if self.weapons.is_empty() {
                "write it under [weapons], or write a base damage or a pair [least, most]"
                    .to_owned()
            } else {
                suggestion(name, known)
            };
            out.error(WRONG, &item.place, format!("unknown weapon `{name}`")).help(help);
        }
        found.map(|(name, weapon)| Gear { weapon: *weapon, name: Some(name.clone()) })
    }

    /// The weapon of a base damage.
    pub fn of_base(&self, base: u32) -> Gear {
        Gear { weapon: Weapon::of_base(base, self.spread_pct), name: None }
    }
}

/// A base damage or a pair.
pub fn range(item: &Item, spread_pct: u32, out: &mut Diagnostics) -> Option<Weapon> {
    let place = &item.place;
    let weapon = match (item.whole(), item.list()) {
        (Some(base), _) => Weapon::of_base(base as u32, spread_pct),
        (None, [min, max]) => Weapon { min: min.whole()? as u32, max: max.whole()? as u32 },
        _ => return None,
    };
    if weapon.min > weapon.max {
        let Weapon { min, max } = weapon;
        out.error(WRONG, place, format!("{place} has a least damage of {min} and a most of {max}"))
            .help("write the lower number first");
        return None;
    }
    if weapon.max > LIMIT {
        let message =
            format!("{place} reaches a damage of {}; allowed are 0 to {LIMIT}", weapon.max);
        out.error(WRONG, place, message);
        return None;
    }
    Some(weapon)
}
