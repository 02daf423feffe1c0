//! What the rules make of a scenario before the first die: the monster card,
//! and the hero's statistics with where each point comes from (section 12).

use fracas_core::table::{Cell, Table, interval};
use serde_json::{Value, json};

use crate::battle::{Battle, Hero, Prize, Profile};
use crate::rules::attack::{blows_a_turn, effective_critical};
use crate::rules::conditions::abilities;
use crate::rules::equipment::{Origin, Wearer};
use crate::rules::levels::threshold;
use crate::state::{Actor, MonsterState};
use crate::stats::{Interval, Stats, multiplier_text};

/// The cards of all monsters, then the hero.
pub fn inspect(b: &Battle) -> Vec<Table> {
    vec![cards(b), hero(b)]
}

/// Hit chances both ways, damage a turn, turns to kill and to die.
fn cards(b: &Battle) -> Table {
    let heads = [
        "fight",
        "monster",
        "hp",
        "you hit %",
        "it hits %",
        "damage a turn",
        "its damage a turn",
        "turns to kill",
        "turns to die",
        "xp",
        "gold",
        "class",
    ];
    let mut table = Table::new("monsters", &heads);
    for (number, fight) in b.fights.iter().enumerate() {
        let mut last = None;
        for (place, foe) in fight.foes.iter().enumerate() {
            // Copies of an entry have one card.
            if last.replace(foe.kind) == Some(foe.kind) {
                continue;
            }
            let kind = &b.kinds[foe.kind];
            let monster = monster_of(b, number, place);
            let hero = if number == 0 { b.start.hero } else { fight.stage.hero };
            let given = a_turn(monster.taken.mean(), hero.max_ap, hero.attack_cost);
            let taken = a_turn(monster.blow.mean(), monster.max_ap, monster.attack_cost);
            let gold = kind.loot.iter().filter(|loot| loot.prize == Prize::Gold);
            let gold: f64 = gold.map(|loot| loot.moments().0).sum();
            table.row(vec![
                json!(number + 1),
                json!(kind.name),
                json!(kind.hp_now),
                json!(monster.taken.hit),
                json!(monster.blow.hit),
                rounded(given),
                rounded(taken),
                turns(f64::from(monster.hp), given),
                turns(f64::from(hero.hp), taken),
                json!(kind.xp),
                rounded(gold),
                json!(kind.class.0),
            ]);
        }
    }
    table.note = Some("turns are hit points over mean damage a turn; none is never".to_owned());
    table
}

fn monster_of(b: &Battle, fight: usize, place: usize) -> MonsterState {
    if fight == 0 { b.start.monsters[place] } else { b.fights[fight].stage.monsters[place] }
}

/// Blows of a turn times the mean of one.
fn a_turn(mean: f64, ap: i32, cost: i32) -> f64 {
    mean * f64::from(blows_a_turn(ap, cost))
}

fn turns(hp: f64, damage: f64) -> Value {
    if damage > 0.0 { rounded(hp / damage) } else { Value::Null }
}

fn rounded(value: f64) -> Value {
    // Adding 0 makes a plain zero of a negative one, such as the sum of nothing.
    json!((value * 100.0).round() / 100.0 + 0.0)
}

/// A statistic: its name, and what is added to it, if anything is.
type Row = (&'static str, fn(&Stats) -> Option<Cell>);

const ROWS: [Row; 12] = [
    ("hp", |stats| amount(stats.hp)),
    ("ap", |stats| amount(stats.ap)),
    ("attack cost", |stats| amount(stats.attack_cost)),
    ("move cost", |stats| amount(stats.move_cost)),
    ("use cost", |stats| amount(stats.use_cost)),
    ("re-equip cost", |stats| amount(stats.reequip_cost)),
    ("attack chance", |stats| amount(stats.attack_chance)),
    ("damage", |stats| {
        let Interval { min, max } = stats.damage;
        let damage = Cell::told(interval(min, max), stats.damage.to_string());
        (stats.damage != Interval::default()).then_some(damage)
    }),
    ("critical", |stats| amount(stats.critical)),
    ("multiplier", |stats| {
        let text = multiplier_text(stats.multiplier);
        // It is a decimal fraction of four places.
        let number = stats.multiplier as f64 / 10_000.0;
        (stats.multiplier != 0).then(|| Cell::told(number, text))
    }),
    ("block", |stats| amount(stats.block)),
    ("resistance", |stats| amount(stats.resistance)),
];

fn amount(value: i64) -> Option<Cell> {
    (value != 0).then(|| Cell::told(value, value.to_string()))
}

/// A part of a statistic: from what, how much, and in words.
struct Source {
    value: Value,
    told: String,
}

/// The equipped statistics, and where each point comes from.
fn hero(b: &Battle) -> Table {
    let conditions = abilities(b, &b.start, Actor::Hero);
    let wearer = Wearer {
        profile: b.profile,
        base: &b.hero.base,
        skills: &b.hero.skills,
        conditions: &conditions,
    };
    let mut sums: Vec<Vec<Source>> = ROWS.iter().map(|_| Vec::new()).collect();
    let nothing = || Cell::told(0, "0");
    let equipped = wearer.parts(b.worn(&b.hero.outfit), |origin, stats| {
        let from = match origin {
            Origin::Base => "base",
            Origin::Worn(slot) | Origin::Instead(slot) => {
                b.hero.outfit.get(slot).map_or("", |id| &b.item(id).name)
            }
            Origin::Skill(id) => id,
            Origin::Conditions => "conditions",
            Origin::Modifier => "damage modifier",
        };
        for (sum, (_, written)) in sums.iter_mut().zip(&ROWS) {
            let Some(cell) = written(stats) else { continue };
            // the weapon's own, whatever the base is.
            if let (Origin::Instead(_), Some(base)) = (origin, sum.first_mut()) {
                let mut own = b.hero.base;
                own.add(stats);
                let own = written(&own).unwrap_or_else(nothing);
                *base = Source {
                    told: format!("{from} {} instead of {}", own.words(), base.told),
                    value: json!({ "from": from, "value": *own, "instead_of": base.value }),
                };
                continue;
            }
            let words = cell.words();
            let sign = if origin == Origin::Base || words.starts_with('-') { "" } else { "+" };
            sum.push(Source {
                value: json!({ "from": from, "value": *cell }),
                told: format!("{from} {sign}{words}"),
            });
        }
    });
    let equipped = equipped.fit_to_fight();
    let mut table = Table::new("hero", &["statistic", "value", "where from"]);
    for (sum, (name, written)) in sums.iter().zip(&ROWS) {
        let value = written(&equipped).unwrap_or_else(nothing);
        let from: Vec<Value> = sum.iter().map(|source| source.value.clone()).collect();
        let told: Vec<&str> = sum.iter().map(|source| source.told.as_str()).collect();
        table.row(vec![json!(name).into(), value, Cell::told(from, told.join(", "))]);
    }
    table.note = Some(note(b, &equipped));
    table
}

/// What the statistics do not say.
fn note(b: &Battle, equipped: &Stats) -> String {
    let Hero { name, level, xp, .. } = &b.hero;
    let mut note = format!(
        "{name}, level {level} with {xp} experience (the next needs {}), has {} of {} hit points",
        threshold(level + 1),
        b.start.hero.hp,
        b.start.hero.max_hp
    );
    if b.profile == Profile::Current && equipped.critical > 0 {
        let chance = effective_critical(equipped.critical).min(100);
        note.push_str(&format!("; a critical skill of {} is {chance} %", equipped.critical));
    }
    note
}
