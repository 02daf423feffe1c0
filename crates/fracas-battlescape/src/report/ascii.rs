//! The map as text: terrain in its glyphs, units as marks, smoke and fire, with
//! the numbers of columns and rows around it.

use super::opening::title;
use super::words;
use crate::battle::{Battle, Side, UnitId};
use crate::field::Spot;
use crate::state::{Fate, Observer, State};

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
    let text = drawn(battle, |spot| glyph(battle, state, as_seen_by, spot));
    let legend = legend(battle, state, as_seen_by, &text);
    text + &legend
}

/// The map as a unit alone sees it: what it does not see is blank.
pub fn sight(battle: &Battle, state: &State, unit: UnitId) -> String {
    let seen = &state.sights[unit.index()];
    drawn(battle, |spot| match seen.has(spot) {
        true => glyph(battle, state, None, spot),
        false => UNKNOWN,
    })
}

/// Rows of glyphs between the numbers of columns and rows.
fn drawn(battle: &Battle, glyph: impl Fn(Spot) -> char) -> String {
    let field = &battle.field;
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

/// Who is where, side by side, and what the signs mean that are there.
fn legend(battle: &Battle, state: &State, as_seen_by: Option<Observer>, map: &str) -> String {
    let mut text = String::new();
    let at = |spot: Spot| battle.field.col_row(spot);
    for side in [Side::Player, Side::Enemy, Side::Neutral] {
        let here = |unit: &UnitId| {
            battle.sheet(*unit).side == side
                && state.unit(*unit).fate == Fate::Here
                && is_shown(battle, state, as_seen_by, *unit)
        };
        let named = battle.units().filter(here).map(|unit| {
            let name = &battle.sheet(unit).name;
            format!("{} {name} {}", mark(battle, unit), at(state.unit(unit).at()))
        });
        let named: Vec<String> = named.collect();
        if !named.is_empty() {
            text.push_str(&words::listed(title(side), &named));
        }
    }
    if let Some(who) = as_seen_by {
        let ghosts = state.known[who.index()].ghosts.iter().map(|ghost| {
            let name = &battle.sheet(ghost.unit).name;
            format!("{GHOST} {name} {} in turn {}", at(ghost.at), ghost.turn)
        });
        let ghosts: Vec<String> = ghosts.collect();
        if !ghosts.is_empty() {
            text.push_str(&words::listed("Seen last", &ghosts));
        }
    }
    // Only what the map shows: a sign that is explained is a sign that is there.
    let signs = [(FIRE, "fire"), (SMOKE, "smoke"), (MARK, "something moved")];
    let signs = signs.into_iter().filter(|(sign, _)| map.contains(*sign));
    let signs: Vec<String> = signs.map(|(sign, word)| format!("{sign} {word}")).collect();
    if !signs.is_empty() {
        text.push_str(&words::listed("Signs", &signs));
    }
    text
}

fn is_shown(battle: &Battle, state: &State, as_seen_by: Option<Observer>, unit: UnitId) -> bool {
    let mine = |who: Observer| state.observer(battle, unit) == who;
    as_seen_by.is_none_or(|who| mine(who) || state.sees(who, unit))
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

fn glyph(battle: &Battle, state: &State, as_seen_by: Option<Observer>, spot: Spot) -> char {
    if let Some(unit) = state.occupant(spot)
        && is_shown(battle, state, as_seen_by, unit)
    {
        return mark(battle, unit);
    }
    if let Some(who) = as_seen_by {
        let known = &state.known[who.index()];
        if known.ghosts.iter().any(|ghost| ghost.at == spot) {
            return GHOST;
        }
        if known.marks.contains(&spot) {
            return MARK;
        }
    }
    ground(battle, state, as_seen_by, spot)
}

fn ground(battle: &Battle, state: &State, as_seen_by: Option<Observer>, spot: Spot) -> char {
    let place = spot.index();
    let glyph = |id| battle.data.terrain(id).glyph;
    // Fires show through the fog (B-100), smoke does not.
    if state.ground.fire[place] > 0 {
        return FIRE;
    }
    let known = as_seen_by.map(|who| &state.known[who.index()]);
    match known {
        Some(known) if known.visible.has(spot) => {}
        Some(known) if known.seen[place] == 0 => return UNKNOWN,
        Some(known) => return glyph(known.terrain[place]),
        None => {}
    }
    if state.ground.smoke[place] > 0 { SMOKE } else { glyph(state.ground.terrain[place]) }
}
