//! What a player is offered for a unit, with what is to be expected of it
//! (B-51, B-75, B-130, B-184).

use std::cmp::Reverse;

use crate::battle::UnitId;
use crate::data::FireMode;
use crate::events::Term;
use crate::field::Spot;
use crate::order_text::meant;
use crate::orders::{Order, Pace, Refused, Target, refuse};
use crate::query::burst::inside;
use crate::state::Vigil;
use crate::view::{Preview, View};
use fracas_core::order::Ordered;

use super::waste::waste;
use super::worth::worth;

/// Something a unit can do.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The order.
    pub order: Order,
    /// The same as it may be typed, without the unit.
    pub line: String,
    /// What is to be expected of it.
    pub preview: Preview,
}

/// What a unit can do, short enough to be read: no walks, no turns, and of
/// what is aimed at hexes only what is aimed at an enemy's. All else can be
/// ordered by a line.
pub fn choices(view: &View<'_>, unit: UnitId) -> Vec<Choice> {
    let mut orders = view.candidates(unit);
    orders.retain(|order| is_offered(view, unit, order) && view.permits(unit, order).is_ok());
    // Ending the turn comes last, whatever else there is.
    orders.put_in_order_by_key(|order| matches!(order, Order::Exit | Order::End));
    let choice = |order: Order| Choice {
        line: view.spell(&order),
        preview: view.preview(unit, &order),
        order,
    };
    orders.into_iter().map(choice).collect()
}

/// The same, what promises most first.
pub fn best_first(view: &View<'_>, unit: UnitId) -> Vec<Choice> {
    let mut offered = choices(view, unit);
    offered.sort_by_cached_key(|choice| Reverse(worth(view, unit, choice)));
    offered
}

/// Who stands in an order's blast and what it is expected to take from him,
/// and the hexes it reaches (B-184); none for orders without.
pub fn blast(view: &View<'_>, unit: UnitId, order: &Order, preview: &Preview) -> Option<String> {
    if preview.area.is_empty() {
        return None;
    }
    let hexes: Vec<String> = preview.area.iter().map(ToString::to_string).collect();
    let mut text = format!("reaches {}", hexes.join(" "));
    let everybody = inside(view, unit, order, &preview.area);
    for (head, enemy) in [("enemies", true), ("FRIENDS", false)] {
        let named = everybody.iter().filter(|one| one.enemy == enemy).map(|one| {
            let astray = if one.in_area { "" } else { " if it goes astray" };
            match one.expected > 0.0 {
                true => {
                    let (lost, hp) = (one.expected, one.hp);
                    format!("{} {}, {lost:.1} of {hp} HP{astray}", one.name, one.at)
                }
                false => format!("{} {}, unhurt", one.name, one.at),
            }
        });
        let named: Vec<String> = named.collect();
        if !named.is_empty() {
            text.push_str(&format!("\n{head} reached: {}", named.join("; ")));
        }
    }
    if everybody.is_empty() {
        text.push_str("\nnobody in sight is there");
    }
    Some(text)
}

fn is_offered(view: &View<'_>, unit: UnitId, order: &Order) -> bool {
    let enemy_at = |spot: Spot| view.enemies().any(|enemy| enemy.at == spot);
    match *order {
        Order::Move { .. } | Order::Turn(_) => false,
        Order::TakeCover { step: None, .. } => true,
        Order::TakeCover { step: Some(step), toward, .. } => {
            let to = view.field().step(view.mine(unit).at(), step);
            to.is_some_and(|to| view.enemies().any(|enemy| view.in_front(to, toward, enemy.at)))
        }
        Order::Attack { target: Target::Hex(_), .. } => false,
        Order::Throw { at, .. } | Order::Suppress(at) => enemy_at(at),
        Order::Cast { target: Target::Hex(at), .. } if at != view.mine(unit).at() => enemy_at(at),
        // Whoever watches already need not be told to.
        Order::Ready { max_shots, .. } => {
            max_shots == 1 && !matches!(view.mine(unit).vigil, Vigil::Ready { .. })
        }
        _ => waste(view, unit, order).is_none(),
    }
}

/// How many hexes a unit can go to, walking.
pub fn reach(view: &View<'_>, unit: UnitId) -> usize {
    view.reach(unit, Pace::Walk, view.mine(unit).tu).free().count()
}

/// The same in short for a list of choices: of an attack on somebody what it
/// takes from him and how often it kills, both exact (B-269), in place of
/// damage and critical hits.
pub fn promise(view: &View<'_>, unit: UnitId, choice: &Choice) -> String {
    let Order::Attack { target: Target::Unit(on), mode, head, .. } = choice.order else {
        return expected(&choice.preview);
    };
    let duel = view.seen(on).filter(|_| choice.preview.area.is_empty());
    let odds =
        duel.and_then(|seen| Some((seen.hp, view.attack_odds(unit, &seen, mode, head).ok()?)));
    let Some((hp, odds)) = odds else { return expected(&choice.preview) };
    let short = Preview { damage: None, crit: Vec::new(), ..choice.preview.clone() };
    let (mean, kills) = (odds.mean, 100.0 * odds.p_kill);
    format!("{}, takes {mean:.1} of {hp} HP, kills {kills:.0}%", expected(&short))
}

/// What is to be expected of an order, in one line without the terms.
pub fn expected(preview: &Preview) -> String {
    let mut parts = vec![format!("{} TU", preview.tu)];
    if preview.energy > 0 {
        parts.push(format!("{} energy", preview.energy));
    }
    if !preview.path.is_empty() {
        let steps: Vec<String> = preview.path.iter().map(ToString::to_string).collect();
        parts.push(format!("by {}", steps.join(" ")));
    }
    if let Some(list) = percents(&preview.accuracy).filter(|list| list != "100%") {
        let rounds = preview.accuracy.len();
        let times = if rounds > 1 { format!(" x{rounds}") } else { String::new() };
        parts.push(format!("hits {list}{times}"));
    }
    if let Some((least, most)) = preview.damage {
        parts.push(format!("damage {least}-{most}"));
    }
    if let Some(list) = percents(&preview.crit) {
        parts.push(format!("crit {list}"));
    }
    if !preview.friends.is_empty() {
        parts.push(format!("FRIENDS INSIDE: {}", preview.friends.join(", ")));
    }
    if !preview.watchers.is_empty() {
        parts.push(format!("may be shot at by {}", preview.watchers.join(", ")));
    }
    parts.join(", ")
}

/// The terms of a sum: `base 65, weapon +5, mode -10`.
pub fn terms(terms: &[Term]) -> String {
    let term = |(place, term): (usize, &Term)| match place {
        0 => format!("{} {}", term.name, term.value),
        _ => format!("{} {:+}", term.name, term.value),
    };
    terms.iter().enumerate().map(term).collect::<Vec<_>>().join(", ")
}

/// Exact odds of every attack of a unit on somebody in sight, as a table with
/// the terms of each. Whom the side does not see it knows nothing of.
pub fn attack_odds(view: &View<'_>, unit: UnitId, target: &str) -> Result<String, Refused> {
    let names: Vec<&str> = view.others().map(|seen| seen.name()).collect();
    let named = view.unit_named(target);
    let Some(on) = view.others().find(|seen| Some(seen.unit) == named) else {
        return refuse(format!("nobody in sight is called `{target}`{}", meant(target, &names)));
    };
    let mut text = String::new();
    let mut refusal = None;
    let aims = FireMode::ALL.map(|mode| (mode, false)).into_iter();
    for (mode, head) in aims.chain([(FireMode::Aimed, true)]) {
        match view.attack_odds(unit, &on, mode, head) {
            Ok(odds) => {
                if text.is_empty() {
                    text.push_str("mode         TU  hits   damage  kills\n");
                }
                let name = if head { "aimed, head" } else { mode.name() };
                let percent = |p: f64| format!("{:.1}%", 100.0 * p);
                text.push_str(&format!(
                    "{name:<12} {:>2}  {:>5}  {:>6.2}  {:>5}\n",
                    odds.tu,
                    percent(odds.p_hit),
                    odds.mean,
                    percent(odds.p_kill)
                ));
                text.push_str(&format!("    {}\n", terms(&odds.terms)));
            }
            // Of why not, the first reason is the one of the weapon's own modes.
            Err(why) => refusal = refusal.or(Some(why)),
        }
    }
    match (text.is_empty(), refusal) {
        (true, Some(why)) => Err(why),
        _ => Ok(text),
    }
}

/// Chances of one round or several: `65%`, or `65..45%`.
fn percents(values: &[i32]) -> Option<String> {
    let (first, last) = (values.first()?, values.last()?);
    Some(if first == last { format!("{first}%") } else { format!("{first}..{last}%") })
}
