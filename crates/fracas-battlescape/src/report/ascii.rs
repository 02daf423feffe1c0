//! The map as text: terrain in its glyphs, units as marks, smoke and fire, with
//! the numbers of columns and rows around it.

use super::opening::title;
use super::words;
use crate::battle::{Battle, Side, UnitId};
use crate::field::{Field, Spot};
use crate::state::{Observer, State};
use crate::view::View;

/// What hides behind the fog.
const UNKNOWN: char = ' ';
/// A burning hex.
const FIRE: char = '^';
/// A hex full of smoke.
const SMOKE: char = '%';
/// Where an enemy was seen last (B-98).
const GHOST: char = '?';
/// What a motion scanner marked (B-99).
const MARK: char = '!';

/// The map with its legend; of a side's knowledge only, if one is given.
pub fn map(battle: &Battle, state: &State, as_seen_by: Option<Observer>) -> String {
    match as_seen_by {
        Some(Observer::ENEMY) => known(&View::of_side(battle, state, Side::Enemy)),
        Some(_) => known(&View::of_side(battle, state, Side::Player)),
        None => {
            let text = drawn(&battle.field, |spot| true_glyph(battle, state, spot));
            let here = |unit: &UnitId| state.unit(*unit).is_here();
            let units = battle.units().filter(here).map(|unit| {
                let sheet = battle.sheet(unit);
                (sheet.side, mark(battle, unit), sheet.name.as_str(), state.unit(unit).at())
            });
            let legend = who_is_where(&battle.field, units) + &signs(&text);
            text + &legend
        }
    }
}

/// The map with its legend as a side knows it, from its view alone.
pub fn known(view: &View<'_>) -> String {
    let field = view.field();
    let text = drawn(field, |spot| known_glyph(view, spot));
    let units =
        view.in_view().map(|seen| (seen.uniform(), view.mark(seen.unit), seen.name(), seen.at));
    let mut legend = who_is_where(field, units);
    let ghosts = view.ghosts().iter().map(|ghost| {
        format!("{GHOST} {} {} in turn {}", view.name(ghost), field.col_row(ghost.at), ghost.turn)
    });
    let ghosts: Vec<String> = ghosts.collect();
    if !ghosts.is_empty() {
        legend.push_str(&words::listed("Seen last", &ghosts));
    }
    legend.push_str(&signs(&text));
    text + &legend
}

/// The map as a unit alone sees it: what it does not see is blank.
pub fn sight(battle: &Battle, state: &State, unit: UnitId) -> String {
    let seen = &state.sights[unit.index()];
    drawn(&battle.field, |spot| match seen.has(spot) {
        true => true_glyph(battle, state, spot),
        false => UNKNOWN,
    })
}

/// Rows of glyphs between the numbers of columns and rows.
fn drawn(field: &Field, glyph: impl Fn(Spot) -> char) -> String {
    let mut text = columns(field.cols());
    for row in 0..field.rows() {
        let shift = if row % 2 == 1 { " " } else { "" };
        let spots = (0..field.cols()).filter_map(|col| field.at(col, row));
        let glyphs: Vec<String> = spots.map(|spot| glyph(spot).to_string()).collect();
        let line = format!("{row:>2} {shift}{}", glyphs.join(" "));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The numbers of the columns, two lines from ten on.
fn columns(count: usize) -> String {
    let numbers = |digit: &dyn Fn(usize) -> String| {
        let line: String = (0..count).map(digit).collect();
        format!("   {}\n", line.trim_end())
    };
    let tens = |col: usize| match (col / 10, col % 10) {
        (ten @ 1.., 0) => format!("{ten} "),
        _ => "  ".to_owned(),
    };
    let tens = if count > 10 { numbers(&tens) } else { String::new() };
    tens + &numbers(&|col| format!("{} ", col % 10))
}

/// Units by side, each with its mark and hex.
fn who_is_where<'a>(
    field: &Field,
    units: impl Iterator<Item = (Side, char, &'a str, Spot)>,
) -> String {
    let mut named: [Vec<String>; 3] = Default::default();
    for (side, mark, name, at) in units {
        named[side as usize].push(format!("{mark} {name} {}", field.col_row(at)));
    }
    let sides = [Side::Player, Side::Enemy, Side::Neutral].into_iter().zip(&named);
    let listed = sides.filter(|(_, named)| !named.is_empty());
    listed.map(|(side, named)| words::listed(title(side), named)).collect()
}

/// What signs mean. Only what the map shows: a sign that is explained is a sign
/// that is there.
fn signs(map: &str) -> String {
    let signs = [(FIRE, "fire"), (SMOKE, "smoke"), (MARK, "something moved")];
    let signs = signs.into_iter().filter(|(sign, _)| map.contains(*sign));
    let signs: Vec<String> = signs.map(|(sign, word)| format!("{sign} {word}")).collect();
    if signs.is_empty() { String::new() } else { words::listed("Signs", &signs) }
}

/// The mark of a unit: digits for the player's side, then capital letters;
/// small letters for enemies, `&` for civilians. Glyphs of terrain are no
/// marks. Where marks run out, `@` and `$` stand for the rest.
pub fn mark(battle: &Battle, unit: UnitId) -> char {
    let side = battle.sheet(unit).side;
    let before = battle.sheets[..unit.index()].iter().filter(|sheet| sheet.side == side).count();
    let (marks, rest) = match side {
        Side::Player => ("123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", '@'),
        Side::Enemy => ("abcdefghijklmnopqrstuvwxyz", '$'),
        Side::Neutral => ("", '&'),
    };
    let is_glyph = |mark: &char| battle.data.terrains.iter().any(|kind| kind.glyph == *mark);
    marks.chars().filter(|mark| !is_glyph(mark)).nth(before).unwrap_or(rest)
}

fn true_glyph(battle: &Battle, state: &State, spot: Spot) -> char {
    let (ground, place) = (&state.ground, spot.index());
    match state.occupant(spot) {
        Some(unit) => mark(battle, unit),
        None if ground.fire[place] > 0 => FIRE,
        None if ground.smoke[place] > 0 => SMOKE,
        None => battle.data.terrain(ground.terrain[place]).glyph,
    }
}

fn known_glyph(view: &View<'_>, spot: Spot) -> char {
    if let Some(unit) = view.occupant(spot) {
        return view.mark(unit);
    }
    if view.ghosts().iter().any(|ghost| ghost.at == spot) {
        return GHOST;
    }
    if view.marks().contains(&spot) {
        return MARK;
    }
    // Fires show through the fog (B-100), smoke does not.
    if view.burning(spot) {
        return FIRE;
    }
    if view.smoke(spot) > 0 {
        return SMOKE;
    }
    view.terrain(spot).map_or(UNKNOWN, |terrain| view.data().terrain(terrain).glyph)
}
