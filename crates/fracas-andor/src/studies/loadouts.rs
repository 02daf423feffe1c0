//! "Which of my weapons is best here?": the same fight over several loadouts.

use fracas_core::order::Ordered;
use fracas_core::table::Table;
use serde_json::json;

use super::share::share;
use super::{
    Evaluated, Evaluator, StudyOptions, damage, figure, figure_of, joined, left_out, mean,
    percent_of_wins, wins,
};
use crate::battle::{Battle, Profile};
use crate::items::{Item, ItemId, Outfit, Slot};
use crate::muster;
use crate::rules::attack::blows_a_turn;
use crate::rules::conditions::hero_stats;

/// More loadouts than this are not compared.
const MOST: usize = 400;

/// Every outfit that can be made of what is worn and carried, best first.
pub fn rank(b: &Battle, options: StudyOptions<'_>) -> Table {
    let heads = [
        "loadout",
        "win %",
        "potions left",
        "turns",
        "attack cost",
        "attack chance",
        "damage",
        "block",
        "damage a turn",
    ];
    let mut table = Table::new("loadouts", &heads);
    let outfits = outfits(b);
    let evaluator = Evaluator::new(b, options);
    let alone = evaluator.alone();
    let found = share(outfits.len(), &options.effort, |place| {
        let variant = muster::variant(b, |hero, _| hero.outfit = outfits[place]);
        let evaluated = alone.odds(&variant);
        (variant, evaluated)
    });
    let mut rows = Vec::new();
    let mut any_fought = false;
    let left = found.iter().filter(|found| found.is_none()).count();
    let found = outfits.iter().zip(found).filter_map(|(outfit, found)| Some((outfit, found?)));
    for (outfit, (variant, Evaluated { odds, fought })) in found {
        any_fought |= fought;
        let stats = hero_stats(&variant, &variant.start);
        let hero = &variant.start.hero;
        let first = variant.start.monsters.first();
        let mean_blow = first.map_or(0.0, |monster| monster.taken.mean());
        let row = vec![
            json!(called(b, outfit)).into(),
            percent_of_wins(&odds),
            figure_of(mean(&odds, 2), 2),
            figure_of(mean(&odds, 0), 2),
            json!(stats.attack_cost).into(),
            json!(stats.attack_chance).into(),
            damage(&stats.damage),
            json!(stats.block).into(),
            figure(mean_blow * f64::from(blows_a_turn(hero.max_ap, hero.attack_cost)), 2),
        ];
        rows.push((wins(&odds), mean(&odds, 2).unwrap_or(0.0), row));
    }
    rows.put_in_order_by(|one, other| {
        (other.0, other.1).partial_cmp(&(one.0, one.1)).unwrap_or(std::cmp::Ordering::Equal)
    });
    for (_, _, row) in rows {
        table.row(row);
    }
    let few = if outfits.len() == MOST { format!("only the first {MOST}") } else { String::new() };
    let left = left_out(left, outfits.len(), "loadouts");
    table.note = Some(joined([evaluator.said(&table, any_fought), few, left]));
    table
}

/// Outfits that differ from what is worn, slot by slot, and what is worn.
fn outfits(b: &Battle) -> Vec<Outfit> {
    let mut found = vec![b.hero.outfit];
    for slot in Slot::ALL {
        let mut more: Vec<Outfit> = Vec::new();
        for outfit in &found {
            for item in candidates(b, slot) {
                let mut other = *outfit;
                other.set(slot, Some(item));
                if !wearable(b, &mut other, slot) || !at_hand(b, &other, item) {
                    continue;
                }
                let known = |outfit: &Outfit| alike(outfit, &other);
                if !found.iter().any(known) && !more.iter().any(known) {
                    more.push(other);
                }
            }
        }
        found.extend(more);
        found.truncate(MOST);
    }
    found
}

/// What is worn or carried and fits a slot.
fn candidates(b: &Battle, slot: Slot) -> Vec<ItemId> {
    let carried = b.stock.iter().zip(&b.bag).filter(|(_, count)| **count > 0);
    let mut items: Vec<ItemId> = carried.map(|(item, _)| *item).collect();
    items.extend(b.hero.outfit.worn().map(|(_, item)| item));
    items.retain(|item| b.item(*item).fits.fits(slot));
    items
}

/// Whether there are as many of an item as are worn.
fn at_hand(b: &Battle, outfit: &Outfit, item: ItemId) -> bool {
    let worn = |outfit: &Outfit| outfit.worn().filter(|(_, worn)| *worn == item).count();
    let carried = b.stock.iter().position(|known| *known == item).map_or(0, |place| b.bag[place]);
    worn(outfit) <= worn(&b.hero.outfit) + carried as usize
}

/// Whether two outfits are the same, but for the hands the rings are on.
fn alike(one: &Outfit, other: &Outfit) -> bool {
    let rings = |outfit: &Outfit| [Slot::LeftRing, Slot::RightRing].map(|slot| outfit.get(slot));
    let [left, right] = rings(other);
    let others = |slot: &Slot| !matches!(slot, Slot::LeftRing | Slot::RightRing);
    let same_rings = rings(one) == [left, right] || rings(one) == [right, left];
    same_rings
        && Slot::ALL
            .iter()
            .filter(|slot| others(slot))
            .all(|slot| one.get(*slot) == other.get(*slot))
}

/// both hands; a two-handed weapon puts the shield away.
fn wearable(b: &Battle, outfit: &mut Outfit, changed: Slot) -> bool {
    let [main, off] =
        [Slot::Weapon, Slot::Shield].map(|slot| outfit.get(slot).map(|id| b.item(id)));
    let (Some(main), Some(off)) = (main, off) else { return true };
    if main.two_handed {
        if changed != Slot::Weapon {
            return false;
        }
        outfit.set(Slot::Shield, None);
        return true;
    }
    !(off.two_handed || off.is_weapon() && b.profile == Profile::Classic)
}

/// What is worn otherwise than now. Whatever others are called, too, is told
/// apart by its id, and a weapon in the other hand by the hand.
fn called(b: &Battle, outfit: &Outfit) -> String {
    let mut words = Vec::new();
    for slot in Slot::ALL {
        let (now, then) = (outfit.get(slot), b.hero.outfit.get(slot));
        if now != then {
            words.push(match now {
                Some(item) => {
                    let item = b.item(item);
                    let same = |other: &&Item| other.name == item.name && other.id != item.id;
                    let id = match b.items.iter().find(same) {
                        Some(_) => format!(" ({})", item.id),
                        None => String::new(),
                    };
                    let hand = slot == Slot::Shield && item.is_weapon();
                    let hand = if hand { " in the other hand" } else { "" };
                    format!("{}{id}{hand}", item.name)
                }
                None => format!("no {}", slot.key()),
            });
        }
    }
    if words.is_empty() { "as worn".to_owned() } else { words.join(" + ") }
}
