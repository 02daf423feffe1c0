//! The map as text: terrain in its glyphs, units as marks, smoke and fire, with
//! the numbers of columns and rows around it. Behind each hex there is room for
//! a small sign: what lies there, its zone, or its height.

use super::opening::title;
use super::signs::{NOTHING, OBJECT, Signs};
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
            let signs = Signs::true_ones(battle, state);
            let text = drawn(&battle.field, &plain, |spot| Cell {
                sign: true_sign(battle, state, &signs, spot),
                tail: signs.tail(spot, battle.elevation[spot.index()]),
            });
            let here = |unit: &UnitId| state.unit(*unit).is_here();
            let units = battle.units().filter(here).map(|unit| {
                let sheet = battle.sheet(unit);
                (sheet.side, mark(battle, unit), sheet.name.as_str(), state.unit(unit).at())
            });
            let legend = who_is_where(&battle.field, &plain, units);
            legend_after(text, legend, &signs, &battle.field)
        }
    }
}

/// The map with its legend as a side knows it, from its view alone.
pub fn known(view: &View<'_>) -> String {
    known_painted(view, &plain)
}

/// How the sign of somebody of a side is painted.
pub type Painting<'a> = &'a dyn Fn(Side, &str) -> String;

fn plain(_: Side, sign: &str) -> String {
    sign.to_owned()
}

/// The same with the units of each side in its colour.
pub fn known_painted(view: &View<'_>, paint: Painting<'_>) -> String {
    let field = view.field();
    let signs = Signs::known(view);
    let text = drawn(field, paint, |spot| Cell {
        sign: known_sign(view, &signs, spot),
        tail: signs.tail(spot, view.elevation(spot)),
    });
    let units =
        view.in_view().map(|seen| (seen.uniform(), view.mark(seen.unit), seen.name(), seen.at));
    let mut legend = who_is_where(field, paint, units);
    let ghosts = view.ghosts().iter().map(|ghost| {
        format!("{GHOST} {} {} in turn {}", view.name(ghost), field.col_row(ghost.at), ghost.turn)
    });
    let ghosts: Vec<String> = ghosts.collect();
    if !ghosts.is_empty() {
        legend.push_str(&words::listed("Seen last", &ghosts));
    }
    legend_after(text, legend, &signs, field)
}

/// The map as a unit alone sees it: what it does not see is blank.
pub fn sight(battle: &Battle, state: &State, unit: UnitId) -> String {
    let seen = &state.sights[unit.index()];
    let signs = Signs::true_ones(battle, state);
    drawn(&battle.field, &plain, |spot| match seen.has(spot) {
        true => Cell { sign: true_sign(battle, state, &signs, spot), tail: NOTHING },
        false => Cell { sign: (None, UNKNOWN), tail: NOTHING },
    })
}

/// A hex of the map as text: who or what is there, and a small sign behind it.
struct Cell {
    sign: (Option<Side>, char),
    tail: char,
}

/// Rows of cells between the numbers of columns and rows.
fn drawn(field: &Field, paint: Painting<'_>, cell: impl Fn(Spot) -> Cell) -> String {
    let mut text = columns(field.cols());
    for row in 0..field.rows() {
        let mut line = format!("{row:>2} {}", if row % 2 == 1 { " " } else { "" });
        for spot in (0..field.cols()).filter_map(|col| field.at(col, row)) {
            let Cell { sign: (side, sign), tail } = cell(spot);
            match side {
                Some(side) => line.push_str(&paint(side, &sign.to_string())),
                None => line.push(sign),
            }
            line.push(tail);
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn legend_after(text: String, units: String, signs: &Signs<'_>, field: &Field) -> String {
    let legend = units + &signs.legend(field) + &explained(&text, signs);
    text + &legend
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
    paint: Painting<'_>,
    units: impl Iterator<Item = (Side, char, &'a str, Spot)>,
) -> String {
    let mut named: [Vec<String>; 3] = Default::default();
    for (side, mark, name, at) in units {
        let mark = paint(side, &mark.to_string());
        named[side as usize].push(format!("{mark} {name} {}", field.col_row(at)));
    }
    let sides = [Side::Player, Side::Enemy, Side::Neutral].into_iter().zip(&named);
    let listed = sides.filter(|(_, named)| !named.is_empty());
    listed.map(|(side, named)| words::listed(title(side), named)).collect()
}

/// What signs mean. Only what the map shows: a sign that is explained is a sign
/// that is there.
fn explained(map: &str, signs: &Signs<'_>) -> String {
    let known = [(FIRE, "fire"), (SMOKE, "smoke"), (MARK, "something moved")];
    let shown = known.into_iter().filter(|(sign, _)| map.contains(*sign));
    let mut shown: Vec<String> = shown.map(|(sign, word)| format!("{sign} {word}")).collect();
    if signs.heights {
        shown.push("1 to 9 behind a hex its height".to_owned());
    }
    if shown.is_empty() { String::new() } else { words::listed("Signs", &shown) }
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

fn true_sign(
    battle: &Battle,
    state: &State,
    signs: &Signs<'_>,
    spot: Spot,
) -> (Option<Side>, char) {
    let (ground, place) = (&state.ground, spot.index());
    if let Some(unit) = state.occupant(spot) {
        return (Some(battle.sheet(unit).side), mark(battle, unit));
    }
    let sign = match ground.fire[place] > 0 {
        true => FIRE,
        false if signs.has_object(spot) => OBJECT,
        false if ground.smoke[place] > 0 => SMOKE,
        false => battle.data.terrain(ground.terrain[place]).glyph,
    };
    (None, sign)
}

fn known_sign(view: &View<'_>, signs: &Signs<'_>, spot: Spot) -> (Option<Side>, char) {
    if let Some(seen) = view.occupant(spot).and_then(|unit| view.seen(unit)) {
        return (Some(seen.uniform()), view.mark(seen.unit));
    }
    if view.ghosts().iter().any(|ghost| ghost.at == spot) {
        return (Some(Side::Enemy), GHOST);
    }
    let terrain = || view.terrain(spot).map(|terrain| view.data().terrain(terrain).glyph);
    let sign = match view.marks().contains(&spot) {
        true => MARK,
        // Fires show through the fog (B-100), smoke does not.
        false if view.burning(spot) => FIRE,
        false if signs.has_object(spot) => OBJECT,
        false if view.smoke(spot) > 0 => SMOKE,
        false => terrain().unwrap_or(UNKNOWN),
    };
    (None, sign)
}
