//! What a unit can do beside walking and attacking.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use crate::battle::UnitId;
use crate::field::ColRow;
use crate::orders::{Order, Target};
use crate::report::choices::expected;
use crate::view::View;

/// Something that can be done at once.
#[derive(Serialize)]
struct Action {
    order: String,
    /// The order without the unit.
    line: String,
    tu: u16,
    /// What it costs and promises.
    words: String,
}

/// Something that is aimed at one of many hexes.
#[derive(Serialize)]
struct Aimed {
    /// The order up to the hex: `Vega: throw frag_grenade at`.
    order: String,
    line: String,
    tu: u16,
    hexes: Vec<ColRow>,
}

/// What a unit can do now, walks and attacks on units apart: those are for
/// `reach` and `targets`.
pub fn actions(view: &View<'_>, unit: UnitId) -> Value {
    let (mut at_once, mut aimed) = (Vec::new(), BTreeMap::<String, Vec<Order>>::new());
    if view.can_act(unit) {
        for order in view.candidates(unit) {
            match place(&order) {
                Place::Elsewhere => {}
                Place::Here => at_once.push(order),
                Place::Hex => aimed.entry(stem(view, &order)).or_default().push(order),
            }
        }
    }
    at_once.retain(|order| view.permits(unit, order).is_ok());
    // What cannot be aimed at any of its hexes, for time or rounds, is not
    // offered; of the rest each hex says for itself.
    aimed.retain(|_, orders| orders.iter().any(|order| view.permits(unit, order).is_ok()));
    let at_once: Vec<Action> = at_once.iter().map(|order| action(view, unit, order)).collect();
    let aimed: Vec<Aimed> =
        aimed.into_iter().map(|(line, orders)| group(view, unit, line, &orders)).collect();
    json!({ "unit": view.sheet(unit).name, "actions": at_once, "aimed": aimed })
}

/// Where an order belongs.
enum Place {
    /// To another question.
    Elsewhere,
    /// It needs no hex.
    Here,
    /// It is aimed at a hex.
    Hex,
}

fn place(order: &Order) -> Place {
    match order {
        Order::Move { .. } | Order::Attack { target: Target::Unit(_), .. } => Place::Elsewhere,
        Order::Attack { .. }
        | Order::Throw { .. }
        | Order::Suppress(_)
        | Order::Cast { target: Target::Hex(_), .. } => Place::Hex,
        _ => Place::Here,
    }
}

/// An order aimed at a hex, without the hex.
fn stem(view: &View<'_>, order: &Order) -> String {
    let line = view.spell(order);
    line.rsplit_once(' ').map_or(line.clone(), |(stem, _)| stem.to_owned())
}

fn action(view: &View<'_>, unit: UnitId, order: &Order) -> Action {
    let preview = view.preview(unit, order);
    Action {
        order: view.spell_to(unit, order),
        line: view.spell(order),
        tu: preview.tu,
        words: expected(&preview),
    }
}

fn group(view: &View<'_>, unit: UnitId, line: String, orders: &[Order]) -> Aimed {
    let hex = |order: &Order| match *order {
        Order::Throw { at, .. }
        | Order::Suppress(at)
        | Order::Attack { target: Target::Hex(at), .. }
        | Order::Cast { target: Target::Hex(at), .. } => Some(view.field().col_row(at)),
        _ => None,
    };
    Aimed {
        order: format!("{}: {line}", view.sheet(unit).name),
        tu: orders.first().map_or(0, |order| view.preview(unit, order).tu),
        hexes: orders.iter().filter_map(hex).collect(),
        line,
    }
}
