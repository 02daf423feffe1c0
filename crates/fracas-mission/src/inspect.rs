//! What the rules make of a scenario before the first die.

use fracas_core::table::{Cell, Table, interval};
use serde_json::{Value, json};

use crate::battle::{Battle, Side};
use crate::plan::{percent_margin, threat};
use crate::rules::contest;

/// Everybody's effective skill, contest chances, the retreat line, the threat.
pub fn inspect(b: &Battle) -> Vec<Table> {
    let mut tables = vec![units(b)];
    tables.extend(Side::BOTH.map(|side| contests(b, side)));
    tables.push(retreat(b));
    tables.push(site_threat(b));
    tables
}

/// M-8: everybody as they go into the first round.
fn units(b: &Battle) -> Table {
    let heads =
        ["side", "id", "skill", "eff", "hp", "max hp", "exhaustion", "damage", "attacks as"];
    let mut table = Table::new("units", &heads);
    let fight = &b.start.fight;
    for side in Side::BOTH {
        let first = if side == Side::Agents { 0 } else { fight.agents };
        for (place, fighter) in fight.side(side).iter().enumerate() {
            let order = &fight.order[side.index()];
            let turn = order.iter().position(|&other| other as usize == first + place);
            let most = fighter.min_damage + fighter.damages - 1;
            table.row(vec![
                json!(side),
                json!(b.units[fighter.unit as usize].id),
                json!(fighter.skill),
                json!(fighter.eff),
                json!(fighter.hp),
                json!(fighter.max_hp),
                json!(fighter.exhaustion),
                interval(fighter.min_damage, most),
                json!(turn.map(|turn| turn + 1)),
            ]);
        }
    }
    table
}

/// M-14: in percent, everybody of one side against everybody of the other;
/// those alike share a row or a column.
fn contests(b: &Battle, side: Side) -> Table {
    let attackers = alike(b, side);
    let defenders = alike(b, side.foe());
    let title = if side == Side::Agents { "agents_hit" } else { "enemies_hit" };
    let mut heads = vec!["attacker"];
    heads.extend(defenders.iter().map(|(name, _)| name.as_str()));
    let mut table = Table::new(title, &heads);
    table.names_from = 1;
    for (name, eff) in &attackers {
        let mut row = vec![json!(name)];
        row.extend(
            defenders
                .iter()
                .map(|(_, defender)| json!(contest::chance(*eff, *defender) as f64 / 100.0)),
        );
        table.row(row);
    }
    table.note = Some("percent, before anybody is hurt or tired".to_owned());
    table
}

/// The first of a side for each effective skill, and how many more there are.
fn alike(b: &Battle, side: Side) -> Vec<(String, u32)> {
    let mut found: Vec<(String, u32, usize)> = Vec::new();
    for fighter in b.start.fight.side(side) {
        match found.iter_mut().find(|(_, eff, _)| *eff == fighter.eff) {
            Some((_, _, more)) => *more += 1,
            None => found.push((b.units[fighter.unit as usize].id.clone(), fighter.eff, 0)),
        }
    }
    let named = found.into_iter().map(|(id, eff, more)| match more {
        0 => (id, eff),
        more => (format!("{id} +{more}"), eff),
    });
    named.collect()
}

/// M-38, M-39: the least total effective skill that does not turn back.
fn retreat(b: &Battle) -> Table {
    let heads = ["squad skill", "stays from", "retreat loss %", "enemy skill"];
    let mut table = Table::new("retreat", &heads);
    let [base, enemies] = b.start.fight.base;
    let loss = b.world.constants.retreat_loss_pct;
    let stays = base - base * u64::from(loss) / 100;
    let line = if loss == 100 || base == 0 { Value::Null } else { json!(stays) };
    table.row(vec![json!(base), line, json!(loss), json!(enemies)]);
    table
}

/// How many fresh agents have even odds against the site.
fn site_threat(b: &Battle) -> Table {
    let heads = ["site", "enemies", "fresh agents for even odds", "their success %", "± %"];
    let mut table = Table::new("threat", &heads);
    let site = &b.chain[0];
    let found = threat(b);
    let too_many = || Cell::told(Value::Null, "more than 1000");
    table.row(vec![
        json!(site.called()).into(),
        json!(site.enemies.len()).into(),
        found.agents.map_or_else(too_many, |agents| json!(agents).into()),
        json!((1000.0 * found.success).round() / 10.0).into(),
        percent_margin(found.error).into(),
    ]);
    table.note = Some("fresh agents have skill 100, 30 hit points and weapons of 10".to_owned());
    table
}
