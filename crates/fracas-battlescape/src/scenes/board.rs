//! The map as a viewer shows it.

use fracas_core::capability::{Board, Grid, Land, SceneZone, TerrainKind};

use crate::battle::{Battle, Objective, Zone};
use crate::data::{Data, TerrainId};
use crate::field::{Field, Spot};
use crate::state::{Progress, State};
use crate::view::View;

/// The map as it is.
pub fn truth(battle: &Battle, state: &State) -> Board {
    let (field, ground) = (&battle.field, &state.ground);
    let at = |spot: Spot| place(field, spot);
    let terrain = |spot: Spot| Some(ground.terrain[spot.index()]);
    let height = |spot: Spot| battle.elevation[spot.index()];
    let items = ground.items.iter();
    let objectives = battle.objectives.iter().zip(&state.progress);
    Board {
        land: Some(land(field, &battle.data, &battle.zones, &terrain, &height)),
        sight: Vec::new(),
        smoke: thick(field, |spot| ground.smoke[spot.index()]),
        gas: field.spots().filter(|spot| ground.gas[spot.index()] > 0).map(at).collect(),
        fire: field.spots().filter(|spot| ground.fire[spot.index()] > 0).map(at).collect(),
        items: items
            .map(|(spot, carried)| (battle.data.item(carried.item).id.clone(), at(*spot)))
            .collect(),
        marks: Vec::new(),
        objectives: objectives
            .map(|(objective, progress)| standing(objective, *progress))
            .collect(),
    }
}

/// The map as far as a side knows it.
pub fn known(view: &View<'_>) -> Board {
    let (field, data) = (view.field(), view.data());
    let at = |spot: Spot| place(field, spot);
    let terrain = |spot: Spot| view.terrain(spot);
    let height = |spot: Spot| view.elevation(spot);
    let sight = |spot: Spot| if view.visible(spot) { '+' } else { '-' };
    let marks = view.marks().iter().map(|spot| ("motion", at(*spot)));
    let explosions = view.explosions().iter().map(|spot| ("explosion", at(*spot)));
    Board {
        land: Some(land(field, data, view.zones(), &terrain, &height)),
        sight: rows(field).map(|row| row.map(sight).collect()).collect(),
        smoke: thick(field, |spot| view.smoke(spot)),
        gas: field.spots().filter(|spot| view.gas(*spot)).map(at).collect(),
        fire: field.spots().filter(|spot| view.burning(*spot)).map(at).collect(),
        items: view
            .items()
            .map(|(spot, carried)| (data.item(carried.item).id.clone(), at(spot)))
            .collect(),
        marks: marks.chain(explosions).collect(),
        objectives: view
            .every_objective()
            .map(|(objective, progress)| standing(objective, progress))
            .collect(),
    }
}

fn land(
    field: &Field,
    data: &Data,
    zones: &[Zone],
    terrain: &dyn Fn(Spot) -> Option<TerrainId>,
    height: &dyn Fn(Spot) -> i16,
) -> Land {
    let sign = |spot: Spot| terrain(spot).map_or(' ', |id| data.terrain(id).glyph);
    // Only what is shown is explained.
    let mut shown = vec![false; data.terrains.len()];
    for id in field.spots().filter_map(terrain) {
        shown[usize::from(id.0)] = true;
    }
    let kinds = data.terrains.iter().zip(shown).filter(|(_, shown)| *shown);
    Land {
        grid: Grid::Hexes,
        terrain: rows(field).map(|row| row.map(sign).collect()).collect(),
        height: rows(field).map(|row| row.map(height).collect()).collect(),
        kinds: kinds
            .map(|(kind, _)| TerrainKind {
                sign: kind.glyph,
                name: kind.id.clone(),
                cover: kind.cover,
                height: kind.height,
                open: kind.walk.is_some(),
            })
            .collect(),
        zones: zones
            .iter()
            .map(|zone| SceneZone {
                name: zone.name.clone(),
                fields: zone.spots.iter().map(|spot| place(field, spot)).collect(),
            })
            .collect(),
    }
}

/// The hexes row by row.
fn rows(field: &Field) -> impl Iterator<Item = impl Iterator<Item = Spot> + '_> + '_ {
    (0..field.rows()).map(move |row| (0..field.cols()).filter_map(move |col| field.at(col, row)))
}

/// Hexes with smoke, and how dense it is.
fn thick(field: &Field, density: impl Fn(Spot) -> u8) -> Vec<((i32, i32), u8)> {
    let smoke = field.spots().map(|spot| (place(field, spot), density(spot)));
    smoke.filter(|(_, density)| *density > 0).collect()
}

fn standing(objective: &Objective, progress: Progress) -> (String, &'static str) {
    let stands = match progress {
        Progress { done: true, .. } => "done",
        Progress { lost: true, .. } => "lost",
        _ => "open",
    };
    (objective.name.clone(), stands)
}

/// Column and row of a hex.
pub fn place(field: &Field, spot: Spot) -> (i32, i32) {
    let at = field.col_row(spot);
    (at.0.into(), at.1.into())
}
