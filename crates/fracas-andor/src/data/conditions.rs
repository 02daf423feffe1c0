//! `actorconditions_*`.

use std::collections::HashMap;

use fracas_core::document::Diagnostics;

use super::entry::{Entry, Fields};
use crate::conditions::{Category, Condition};
use crate::stats::{Interval, Stats};

/// Conditions by id. One that is only mentioned has a place too; what it does
/// is not known then.
#[derive(Clone, Debug, Default)]
pub struct Afflictions {
    list: Vec<(String, Option<Condition>)>,
    places: HashMap<String, usize>,
}

impl Afflictions {
    /// The place of an id, known or not.
    pub fn of(&mut self, id: &str) -> usize {
        if let Some(place) = self.places.get(id) {
            return *place;
        }
        self.list.push((id.to_owned(), None));
        self.places.insert(id.to_owned(), self.list.len() - 1);
        self.list.len() - 1
    }

    /// The place of a condition that is known.
    pub fn known(&self, id: &str) -> Option<usize> {
        self.places.get(id).copied().filter(|place| self.list[*place].1.is_some())
    }

    /// Whether it is known what a condition does.
    pub fn is_known(&self, place: usize) -> bool {
        self.list[place].1.is_some()
    }

    /// The id at a place.
    pub fn id(&self, place: usize) -> &str {
        &self.list[place].0
    }

    /// All known ids.
    pub fn ids(&self) -> impl Iterator<Item = &str> + Clone {
        self.list.iter().filter(|(_, known)| known.is_some()).map(|(id, _)| id.as_str())
    }

    /// Defines a condition; true if it was known before.
    pub fn define(&mut self, id: &str, condition: Condition) -> bool {
        let place = self.of(id);
        self.list[place].1.replace(condition).is_some()
    }

    /// All of them in order; those only mentioned do nothing.
    pub fn into_list(self) -> Vec<Condition> {
        let unknown = |id: String| Condition { name: id.clone(), id, ..Condition::default() };
        self.list.into_iter().map(|(id, known)| known.unwrap_or_else(|| unknown(id))).collect()
    }

    /// Reads an entry; true if its id was known before.
    pub fn read(&mut self, entry: &Entry, id: &str, out: &mut Diagnostics) -> bool {
        let fields = entry.fields();
        let round = fields.object("roundEffect", out);
        let ability = fields.object("abilityEffect", out);
        let category = fields.text("category", out).and_then(|word| Category::of(&word));
        let condition = Condition {
            id: id.to_owned(),
            name: entry.name(id, out),
            category: category.unwrap_or_default(),
            positive: fields.flag("isPositive", out),
            stacking: fields.flag("isStacking", out),
            round_hp: round.interval("increaseCurrentHP", out),
            round_ap: round.interval("increaseCurrentAP", out),
            ability: ability.is_there().then(|| increases(&ability, out)),
        };
        self.define(id, condition)
    }
}

/// additions to statistics, by their names in the data.
pub fn increases(fields: &Fields<'_>, out: &mut Diagnostics) -> Stats {
    let mut whole = |key: &str| fields.whole(key, out).unwrap_or(0);
    let stats = Stats {
        hp: whole("increaseMaxHP"),
        ap: whole("increaseMaxAP"),
        attack_cost: whole("increaseAttackCost"),
        move_cost: whole("increaseMoveCost"),
        use_cost: whole("increaseUseItemCost"),
        reequip_cost: whole("increaseReequipCost"),
        attack_chance: whole("increaseAttackChance"),
        damage: Interval::default(),
        critical: whole("increaseCriticalSkill"),
        multiplier: 0,
        block: whole("increaseBlockChance"),
        resistance: whole("increaseDamageResistance"),
    };
    Stats { damage: fields.damage("increaseAttackDamage", out).unwrap_or_default(), ..stats }
}
