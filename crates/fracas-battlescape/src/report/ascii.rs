//! The map as text: the ground and those on it, with the numbers of columns and
//! rows around it and a legend below.

use super::legend;
use super::signs::{Cell, FIRE, GHOST, Ink, Known, MARK, Signs};
use crate::battle::{Battle, Side, UnitId};
use crate::field::{Field, Spot};
use crate::state::{Observer, State};
use crate::view::View;

/// How a sign is painted.
pub type Painting<'a> = &'a dyn Fn(Ink, &str) -> String;

fn plain(_: Ink, sign: &str) -> String {
    sign.to_owned()
}

/// The map with its legend; of a side's knowledge only, if one is given.
pub fn map(battle: &Battle, state: &State, as_seen_by: Option<Observer>) -> String {
    match as_seen_by {
        Some(Observer::ENEMY) => known(&View::of_side(battle, state, Side::Enemy)),
        Some(_) => known(&View::of_side(battle, state, Side::Player)),
        None => {
            let (field, signs) = (&battle.field, Signs::true_ones(battle, state));
            let cells: Vec<Cell> =
                field.spots().map(|spot| signs.cell(spot, &truth(battle, state, spot))).collect();
            let here = |unit: &UnitId| state.unit(*unit).is_here();
            let units = battle.units().filter(here).map(|unit| {
                let sheet = battle.sheet(unit);
                (sheet.side, mark(battle, unit), sheet.name.as_str(), state.unit(unit).at())
            });
            drawn(field, &plain, &cells)
                + &legend::units(field, &plain, units)
                + &legend::places(&signs, field, &plain, &cells)
        }
    }
}

/// The map with its legend as a side knows it, from its view alone.
pub fn known(view: &View<'_>) -> String {
    known_painted(view, &plain)
}

/// The same in colours.
pub fn known_painted(view: &View<'_>, paint: Painting<'_>) -> String {
    let (field, signs) = (view.field(), Signs::known(view));
    let cells: Vec<Cell> =
        field.spots().map(|spot| signs.cell(spot, &knowledge(view, spot))).collect();
    let units =
        view.in_view().map(|seen| (seen.uniform(), view.mark(seen.unit), seen.name(), seen.at));
    drawn(field, paint, &cells)
        + &legend::units(field, paint, units)
        + &legend::ghosts(view)
        + &legend::places(&signs, field, paint, &cells)
}

/// The map as a unit alone sees it: what it does not see is blank.
pub fn sight(battle: &Battle, state: &State, unit: UnitId) -> String {
    let seen = &state.sights[unit.index()];
    let signs = Signs::true_ones(battle, state).without_notes();
    let cells = battle.field.spots().map(|spot| match seen.has(spot) {
        true => signs.cell(spot, &Known { height: 0, ..truth(battle, state, spot) }),
        false => Cell::UNKNOWN,
    });
    drawn(&battle.field, &plain, &cells.collect::<Vec<_>>())
}

/// Rows of cells between the numbers of columns and rows.
fn drawn(field: &Field, paint: Painting<'_>, cells: &[Cell]) -> String {
    let mut text = columns(field.cols());
    for row in 0..field.rows() {
        let mut line = format!("{row:>2} {}", if row % 2 == 1 { " " } else { "" });
        let row = (0..field.cols()).filter_map(|col| field.at(col, row));
        for (ink, sign) in row.flat_map(|spot| [cells[spot.index()].sign, cells[spot.index()].tail])
        {
            match sign {
                ' ' => line.push(sign),
                _ => line.push_str(&paint(ink, &sign.to_string())),
            }
        }
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

/// What is on a hex.
fn truth(battle: &Battle, state: &State, spot: Spot) -> Known {
    let (ground, place) = (&state.ground, spot.index());
    let unit = state.occupant(spot);
    let unit = unit.map(|unit| (Ink::Side(battle.sheet(unit).side), mark(battle, unit)));
    Known {
        first: unit.or((ground.fire[place] > 0).then_some((Ink::Alarm, FIRE))),
        smoke: ground.smoke[place] > 0,
        terrain: Some(ground.terrain[place]),
        height: battle.elevation[place],
    }
}

/// What a side knows of a hex. Fires show through the fog (B-100), smoke does
/// not.
fn knowledge(view: &View<'_>, spot: Spot) -> Known {
    let unit = view.occupant(spot).and_then(|unit| view.seen(unit));
    let unit = unit.map(|seen| (Ink::Side(seen.uniform()), view.mark(seen.unit)));
    let ghost = view.ghosts().iter().any(|ghost| ghost.at == spot);
    Known {
        first: unit
            .or(ghost.then_some((Ink::Side(Side::Enemy), GHOST)))
            .or(view.marks().contains(&spot).then_some((Ink::Alarm, MARK)))
            .or(view.burning(spot).then_some((Ink::Alarm, FIRE))),
        smoke: view.smoke(spot) > 0,
        terrain: view.terrain(spot),
        height: view.elevation(spot),
    }
}
