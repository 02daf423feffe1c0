//! What is to be expected of an order, or why it is refused (B-75, B-130,
//! B-184).

use serde::Serialize;
use serde_json::{Value, json};

use super::burst::{self, Inside};
use super::targets::{self, Attack};
use super::ways::cover;
use crate::battle::UnitId;
use crate::field::{ColRow, Spot};
use crate::orders::{Order, Pace, Refused, Target, refuse};
use crate::report::choices::expected;
use crate::view::{Preview, View};

/// What is to be expected of an order.
#[derive(Serialize)]
struct Expected {
    order: String,
    /// Why it is refused; none if it can be given.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    /// All of it in one line.
    words: String,
    #[serde(flatten)]
    preview: Preview,
    /// Time units left after it.
    left: u16,
    /// Time units spent when a move has entered each hex of its path.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    costs: Vec<u32>,
    /// Enemies who may shoot at a move, and the hexes where they see it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    may_react: Vec<MayReact>,
    /// Cover on the sides of the hex where a move ends: 1 half, 2 full.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cover: Vec<(&'static str, u8)>,
    /// The odds of an attack on a unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    attack: Option<Attack>,
    /// Who may be hurt by a blast.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    inside: Vec<Inside>,
}

/// Somebody in sight who may react to a move (B-105).
#[derive(Serialize)]
struct MayReact {
    name: String,
    at: ColRow,
    sees: Vec<ColRow>,
}

/// What is to be expected of an order such as `Vega: move 7,3`.
pub fn preview(view: &View<'_>, line: &str) -> Result<Value, Refused> {
    let (unit, order) = read_line(view, line)?;
    let refused = if view.can_act(unit) {
        view.permits(unit, &order).err().map(|why| why.0)
    } else {
        Some(format!("{} cannot act in this phase", view.sheet(unit).name))
    };
    let preview = view.preview(unit, &order);
    let mut answer = Expected {
        order: view.spell_to(unit, &order),
        refused,
        words: expected(&preview),
        left: view.mine(unit).tu.saturating_sub(preview.tu),
        costs: Vec::new(),
        may_react: Vec::new(),
        cover: Vec::new(),
        attack: None,
        inside: burst::inside(view, unit, &order, &preview.area),
        preview,
    };
    match order {
        Order::Move { to, pace, allow_hazards, .. } => {
            add_way(view, unit, (to, pace, allow_hazards), &mut answer);
        }
        Order::Attack { target: Target::Unit(target), mode, head, .. } => {
            let seen = view.seen(target);
            answer.attack =
                seen.and_then(|seen| targets::attack(view, unit, &seen, mode, head).ok());
        }
        _ => {}
    }
    Ok(json!(answer))
}

fn add_way(
    view: &View<'_>,
    unit: UnitId,
    (to, pace, hazards): (Spot, Pace, bool),
    answer: &mut Expected,
) {
    let steps = view.path(unit, to, pace, hazards).map(|path| path.steps).unwrap_or_default();
    let (mut at, mut sum) = (view.mine(unit).at(), 0);
    let ways = view.ways(unit, pace, hazards);
    for step in &steps {
        // The path was found by these very ways.
        sum += ways.step(at, *step).unwrap_or(0);
        answer.costs.push(ways.with_wounds(sum));
        at = *step;
    }
    let named = |spot: &Spot| view.field().col_row(*spot);
    let watchers = &answer.preview.watchers;
    let reacts = view.enemies().filter(|enemy| watchers.iter().any(|name| name == enemy.name()));
    answer.may_react = reacts
        .map(|enemy| MayReact {
            name: enemy.name().to_owned(),
            at: named(&enemy.at),
            sees: steps.iter().filter(|step| view.in_sight_of(&enemy, **step)).map(named).collect(),
        })
        .collect();
    answer.cover = cover(view, to);
}

/// Reads a line with the name of a unit of this side.
fn read_line(view: &View<'_>, line: &str) -> Result<(UnitId, Order), Refused> {
    if !line.contains(':') {
        return refuse(format!("`{line}` names no unit: `Vega: move 7,3`"));
    }
    view.read(line)
}
