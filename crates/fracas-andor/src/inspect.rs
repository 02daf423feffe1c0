//! What the rules make of a scenario before the first die: the monster card,
//! and the hero's statistics with where each point comes from (section 12).

use fracas_core::table::Table;
use serde_json::{Value, json};

use crate::battle::Battle;
use crate::rules::conditions::hero_stats;
use crate::rules::equipment::{Part, Wearer};
use crate::state::{MonsterState, State};
use crate::stats::{Stats, multiplier_text};

/// The cards of all monsters, then the hero.
pub fn inspect(b: &Battle) -> Vec<Table> {
    vec![cards(b), hero(b), parts(b)]
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
            let gold: f64 = kind
                .loot
                .iter()
                .filter(|loot| loot.prize == crate::battle::Prize::Gold)
                .map(|loot| {
                    loot.chance.probability() * loot.quantity.mean() * loot.share as f64 / 100.0
                })
                .sum();
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
    table.note = Some("turns are hit points over mean damage a turn; - is never".to_owned());
    table
}

fn monster_of(b: &Battle, fight: usize, place: usize) -> MonsterState {
    if fight == 0 { b.start.monsters[place] } else { b.fights[fight].stage.monsters[place] }
}

/// blows of a turn times the mean of one.
fn a_turn(mean: f64, ap: i32, cost: i32) -> f64 {
    mean * f64::from(ap / cost.max(1))
}

fn turns(hp: f64, damage: f64) -> Value {
    if damage > 0.0 { rounded(hp / damage) } else { Value::Null }
}

fn rounded(value: f64) -> Value {
    json!((value * 100.0).round() / 100.0)
}

const HEADS: [&str; 12] = [
    "hp",
    "ap",
    "attack cost",
    "move cost",
    "use cost",
    "re-equip cost",
    "attack chance",
    "damage",
    "critical",
    "multiplier",
    "block",
    "resistance",
];

fn cells(stats: &Stats) -> Vec<Value> {
    vec![
        json!(stats.hp),
        json!(stats.ap),
        json!(stats.attack_cost),
        json!(stats.move_cost),
        json!(stats.use_cost),
        json!(stats.reequip_cost),
        json!(stats.attack_chance),
        json!(stats.damage.to_string()),
        json!(stats.critical),
        json!(multiplier_text(stats.multiplier)),
        json!(stats.block),
        json!(stats.resistance),
    ]
}

/// The equipped statistics.
fn hero(b: &Battle) -> Table {
    let mut heads = vec!["hero", "level", "xp", "hp now"];
    heads.extend(HEADS);
    let mut table = Table::new("hero", &heads);
    let mut row =
        vec![json!(b.hero.name), json!(b.hero.level), json!(b.hero.xp), json!(b.start.hero.hp)];
    row.extend(cells(&hero_stats(b, &b.start)));
    table.row(row);
    table
}

/// Where each point comes from.
fn parts(b: &Battle) -> Table {
    let mut heads = vec!["from"];
    heads.extend(HEADS);
    let mut table = Table::new("where_from", &heads);
    let conditions = conditions_of(b, &b.start);
    let wearer = Wearer {
        profile: b.profile,
        base: &b.hero.base,
        skills: &b.hero.skills,
        conditions: &conditions,
    };
    wearer.parts(b.worn(&b.hero.outfit), |part, stats| {
        let from = match part {
            Part::Base => "base".to_owned(),
            Part::Worn(slot) => {
                let item = b.hero.outfit.get(slot).map(|id| b.item(id).name.clone());
                item.unwrap_or_default()
            }
            Part::Skill(id) => id.to_owned(),
            Part::Conditions => "conditions".to_owned(),
            Part::Modifier => "damage modifier".to_owned(),
        };
        let mut row = vec![json!(from)];
        row.extend(cells(stats));
        table.row(row);
    });
    table
}

fn conditions_of(b: &Battle, st: &State) -> Stats {
    crate::rules::conditions::abilities(b, st, crate::state::Who::Hero)
}
