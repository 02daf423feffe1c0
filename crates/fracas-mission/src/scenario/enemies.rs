//! Enemies by hand (M-121) and in words (M-76).

use fracas_core::document::{Checked, Diagnostics, Place};

use super::agents::ids;
use super::gear::Armoury;
use super::shape::WRONG;
use super::suggestion;
use crate::battle::{Enemy, EnemyType, MOST_UNITS};

/// Reads one `[[enemy]]`, with its copies.
pub fn by_hand(
    table: &Checked,
    types: &[EnemyType],
    armoury: &Armoury<'_>,
    out: &mut Diagnostics,
) -> Vec<Enemy> {
    let kind = table.text("type");
    let found = kind.and_then(|name| {
        find_type(name, types)
            .map_err(|help| {
                let place = table.place("type");
                out.error(WRONG, &place, format!("unknown type of enemy `{name}`")).help(help);
            })
            .ok()
    });
    let gear = armoury.gear(table, out);
    if kind.is_none() {
        for key in ["skill", "hp", "weapon"] {
            if !table.has(key) {
                out.error(WRONG, &table.place(key), format!("{} is missing", table.place(key)))
                    .help("an enemy without a type needs skill, hp and weapon");
            }
        }
        if !table.has("id") {
            out.error(WRONG, &table.place("id"), format!("{} is missing", table.place("id")))
                .help("an enemy without a type needs an id");
        }
    }
    let usual_id = kind.map(str::to_lowercase).unwrap_or_default();
    let id = table.text("id").unwrap_or(&usual_id);
    if table.text("id") == Some("") {
        out.error(WRONG, &table.place("id"), "the id of an enemy is empty");
    }
    let number = |key, usual: Option<u32>| table.whole(key).map(|number| number as u32).or(usual);
    let max_hp = number("hp", found.map(|kind| kind.max_hp)).unwrap_or(1);
    let wounds = number("wounds", None).unwrap_or(0);
    if wounds >= max_hp && table.has("wounds") {
        let message = format!(
            "enemy {id} has {wounds} wounds and {max_hp} hp; allowed are 0 to {}",
            max_hp - 1
        );
        out.error(WRONG, &table.place("wounds"), message);
    }
    let enemy = Enemy {
        id: id.to_owned(),
        kind: kind.map(str::to_owned),
        skill: number("skill", found.map(|kind| kind.skill)).unwrap_or(0),
        max_hp,
        hp: max_hp.saturating_sub(wounds).max(1),
        exhaustion: number("exhaustion", None).unwrap_or(0),
        gear: gear
            .or_else(|| found.map(|kind| kind.gear.clone()))
            .unwrap_or_else(|| armoury.of_base(0)),
        officer: table.flag("officer").unwrap_or_else(|| found.is_some_and(|kind| kind.officer)),
    };
    ids(id, table).into_iter().map(|id| Enemy { id, ..enemy.clone() }).collect()
}

/// M-76: `4 Initiate, 3 Operative`, numbered through the whole list.
pub fn in_words(
    words: &str,
    place: &Place,
    types: &[EnemyType],
    out: &mut Diagnostics,
) -> Vec<Enemy> {
    let mut enemies: Vec<Enemy> = Vec::new();
    // Somebody in place of whom nobody knows, so that he is not missed as well.
    let stand_in = |enemies: &mut Vec<Enemy>| {
        let id = format!("unknown-{}", enemies.len() + 1);
        enemies.extend(types.first().map(|kind| of_type(kind, id)));
    };
    for part in words.split(',').map(str::trim) {
        let mut pieces = part.split_whitespace();
        let (Some(count), Some(name), None) = (pieces.next(), pieces.next(), pieces.next()) else {
            out.error(WRONG, place, format!("`{part}` is no count and type of enemy"))
                .help("write them as in \"4 Initiate, 1 Handler\"");
            stand_in(&mut enemies);
            continue;
        };
        let Some(count) = count.parse().ok().filter(|&count: &usize| count <= MOST_UNITS) else {
            out.error(WRONG, place, format!("`{count}` {name}; allowed are 0 to {MOST_UNITS}"))
                .help("a count is a whole number");
            stand_in(&mut enemies);
            continue;
        };
        match find_type(name, types) {
            Ok(kind) => {
                // The sum is looked at once all are read.
                for _ in 0..count.min(MOST_UNITS + 1 - enemies.len().min(MOST_UNITS)) {
                    let number = enemies.len() + 1;
                    enemies.push(of_type(kind, format!("{}-{number}", name.to_lowercase())));
                }
            }
            Err(help) => {
                out.error(WRONG, place, format!("unknown type of enemy `{name}`")).help(help);
                stand_in(&mut enemies);
            }
        }
    }
    enemies
}

/// An enemy just as its type has it.
fn of_type(kind: &EnemyType, id: String) -> Enemy {
    Enemy {
        id,
        kind: Some(kind.name.clone()),
        skill: kind.skill,
        max_hp: kind.max_hp,
        hp: kind.max_hp,
        exhaustion: 0,
        gear: kind.gear.clone(),
        officer: kind.officer,
    }
}

fn find_type<'a>(name: &str, types: &'a [EnemyType]) -> Result<&'a EnemyType, String> {
    let found = types.iter().find(|kind| kind.name == name);
    found.ok_or_else(|| suggestion(name, types.iter().map(|kind| kind.name.as_str())))
}
