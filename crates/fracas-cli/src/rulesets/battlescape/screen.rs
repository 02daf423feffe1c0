//! What is shown to the one who plays: the map in colours, the objectives, the
//! squad, and what can be done.

use fracas::battlescape::{
    Choice, Ink, Order, Preview, Side, Standing, UnitId, View, blast, doubt, expected,
    map as drawn, promise, status_line, terms,
};

use crate::show::Paint;

/// The map as the squad knows it, in colours.
pub fn map(view: &View<'_>, paint: Paint) -> String {
    drawn(view, &|ink, sign| match ink {
        Ink::Side(Side::Player) => paint.bright(sign),
        Ink::Side(Side::Enemy) => paint.danger(sign),
        Ink::Side(Side::Neutral) | Ink::Alarm => paint.warning(sign),
        Ink::Thing => paint.bold(sign),
        Ink::Zone => paint.marked(sign),
        Ink::Open | Ink::Height => paint.faint(sign),
        Ink::Ground => sign.to_owned(),
    })
}

/// What is to be done, and how far that has come.
pub fn objectives(view: &View<'_>) -> String {
    let mut text = String::new();
    for (place, objective) in view.standings().iter().enumerate() {
        let rank = if objective.primary { "Primary objective" } else { "Objective" };
        let how = standing(objective, view.turn());
        text.push_str(&format!("{rank} {}: {} - {how}\n", place + 1, objective.task));
    }
    if let Some(limit) = view.time_limit() {
        text.push_str(&format!("Turn {} of {limit}.\n", view.turn()));
    }
    text
}

fn standing(objective: &Standing, turn: u32) -> String {
    if objective.stands != "open" {
        return objective.stands.to_owned();
    }
    let mut words = match objective.progress {
        Some((done, of)) => format!("{done} of {of}"),
        None => "open".to_owned(),
    };
    if objective.from_turn > turn {
        words.push_str(&format!(", from turn {} on", objective.from_turn));
    }
    if let Some(first) = objective.after {
        words.push_str(&format!(", after objective {first}"));
    }
    let at: Vec<String> = objective.at.iter().map(ToString::to_string).collect();
    if !at.is_empty() {
        words.push_str(&format!(", at {}", at.join(" ")));
    }
    words
}

/// How everybody of the squad fares, and who watches for the enemy.
pub fn squad(view: &View<'_>) -> String {
    let mut text = String::new();
    for unit in view.own() {
        let ended = if view.mine(unit).ended { ", done" } else { "" };
        let line = status_line(view, unit).unwrap_or_default();
        text.push_str(&format!("{} {line}{ended}\n", view.mark(unit)));
    }
    text
}

/// A choice with its number and what is to be expected of it.
pub fn choice(view: &View<'_>, unit: UnitId, number: usize, choice: &Choice) -> String {
    let what = promise(view, unit, choice);
    let mut text = format!("{number:>3}  {} ({what})\n", choice.line);
    let mut more = |line: &str| text.push_str(&format!("       {line}\n"));
    if !choice.preview.terms.is_empty() {
        more(&terms(&choice.preview.terms));
    }
    let caught = blast(view, unit, &choice.order, &choice.preview);
    // The hexes are for whoever asks.
    caught.iter().flat_map(|text| text.lines().skip(1)).for_each(&mut more);
    doubt(view, unit, &choice.order).as_deref().into_iter().for_each(more);
    text
}

/// All that is to be expected of an order.
pub fn in_full(view: &View<'_>, unit: UnitId, order: &Order, preview: &Preview) -> String {
    let mut lines = vec![expected(preview)];
    if !preview.terms.is_empty() {
        lines.push(terms(&preview.terms));
    }
    lines.extend(blast(view, unit, order, preview));
    lines.extend(doubt(view, unit, order));
    lines.join("\n")
}
