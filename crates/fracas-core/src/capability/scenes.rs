//! What a viewer shows of a battle at a moment, as plain data.
//!
//! A [`Scene`] is the same for every game: sides with their strength, units
//! with their health, and a board where there is one. Pages, reports and other
//! languages read it as JSON, so it stays small: what a game does not have is
//! left out, and a side of very many units is told by their kinds.

use serde::Serialize;

use crate::ruleset::Ruleset;

/// A ruleset whose battles can be looked at moment by moment.
pub trait Scenes<R: Ruleset = Self>: Sync {
    /// The battle as it is now: as one of the
    /// [observers](super::Observe::observers) knows it, or the truth.
    fn scene(&self, battle: &R::Battle, state: &R::State, observer: Option<usize>) -> Scene;
}

/// A battle at one moment.
///
/// ```
/// use fracas_core::capability::{Scene, SceneSide, SceneUnit, UnitState};
/// let mut rat = SceneUnit::new("Rat", "animal").health(3, 7);
/// rat.count = 2;
/// let side = SceneSide { units: vec![rat], ..SceneSide::new("monsters", 14).now(6) };
/// let scene = Scene { when: "turn 4".to_owned(), sides: vec![side], board: None };
/// let json = serde_json::to_value(&scene).unwrap();
/// assert_eq!(json["sides"][0]["units"][0]["health"], serde_json::json!([3, 7]));
/// assert_eq!(json["sides"][0]["units"][0]["state"], "fighting");
/// assert_eq!(json["sides"][0]["strength"], serde_json::json!([6, 14]));
/// assert!(json.get("board").is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scene {
    /// When it is, in the game's own words: `round 3`.
    pub when: String,
    /// The sides, always in the same order.
    pub sides: Vec<SceneSide>,
    /// The map, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
}

/// A side at one moment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneSide {
    /// What the game calls it.
    pub name: &'static str,
    /// How strong it is, and was at first, as the game weighs it; none where
    /// an observer cannot know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<(u64, u64)>,
    /// Walls or a ship around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub structure: Option<Structure>,
    /// Its units, those out of the fight too.
    pub units: Vec<SceneUnit>,
}

/// Walls or a ship around a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Structure {
    /// What it is called.
    pub name: String,
    /// What it adds to the defense of those inside, and did at first.
    pub defense: (u32, u32),
    /// Damage in percent.
    pub damage: u32,
    /// Whether it still stands.
    pub stands: bool,
}

/// A unit, or so many that are alike. Side, name and kind together name it
/// through all moments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SceneUnit {
    /// Its name; that of their leader for men who have none of their own.
    pub name: String,
    /// What it is; empty where the game has no word for it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// How many of them are alive now.
    pub count: u64,
    /// How many there were at first.
    pub of: u64,
    /// Hit points or the like, and how many make it whole; of all together,
    /// where they are told as one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub health: Option<(u64, u64)>,
    /// What has become of it.
    pub state: UnitState,
    /// Its place on the board, or east and north of where the fight began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<(i32, i32)>,
    /// Where it faces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<&'static str>,
    /// The row it stands in, 0 in front.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<u8>,
    /// What else shows of it, such as `burning`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub signs: Vec<String>,
}

/// What has become of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum UnitState {
    /// Yet to come.
    Waiting,
    /// In the fight.
    Fighting,
    /// There, but out of the fight: stunned or wounded.
    Down,
    /// Was seen before; where it is now the observer does not know.
    Unseen,
    /// Has left.
    Fled,
    /// Taken prisoner.
    Captured,
    /// Dead, all of them where they are several.
    Dead,
}

/// A map at one moment.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Board {
    /// The land. A stream of scenes tells it at first and when it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub land: Option<Land>,
    /// What an observer sees now, row by row: `+` seen, `-` not; none in the
    /// truth.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sight: Vec<String>,
    /// Smoke: where, and how dense.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub smoke: Vec<((i32, i32), u8)>,
    /// Where gas hangs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gas: Vec<(i32, i32)>,
    /// Where it burns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fire: Vec<(i32, i32)>,
    /// What lies about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<(String, (i32, i32))>,
    /// What somebody noticed without seeing it: what, and where.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<(&'static str, (i32, i32))>,
    /// What is to be done: in words, and how it stands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub objectives: Vec<(String, &'static str)>,
}

/// The land of a map, as far as it is known.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Land {
    /// How the fields lie.
    pub grid: Grid,
    /// Terrain row by row, a sign for each field; a blank is not known.
    pub terrain: Vec<String>,
    /// How high each field lies, row by row.
    pub height: Vec<Vec<i16>>,
    /// What the signs mean.
    pub kinds: Vec<TerrainKind>,
    /// Fields with a name.
    pub zones: Vec<SceneZone>,
}

/// How the fields of a map lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Grid {
    /// Hexes with their points up; odd rows stand half a hex to the right.
    Hexes,
}

/// A kind of terrain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TerrainKind {
    /// Its sign.
    pub sign: char,
    /// Its name.
    pub name: String,
    /// The cover it offers: 0 none, 1 half, 2 full.
    pub cover: u8,
    /// How high it rises.
    pub height: i16,
    /// Whether one can enter it.
    pub open: bool,
}

/// Fields with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SceneZone {
    /// Its name.
    pub name: String,
    /// Its fields.
    pub fields: Vec<(i32, i32)>,
}

impl SceneUnit {
    /// One of this name and kind, in the fight.
    pub fn new(name: impl Into<String>, kind: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            kind: kind.into(),
            count: 1,
            of: 1,
            health: None,
            state: UnitState::Fighting,
            at: None,
            facing: None,
            row: None,
            signs: Vec::new(),
        }
    }

    /// The same with so much health of so much.
    pub fn health(self, now: u64, full: u64) -> Self {
        Self { health: Some((now, full)), ..self }
    }

    /// The same after this has become of it. Of the dead none is left.
    pub fn now(self, state: UnitState) -> Self {
        let count = if state == UnitState::Dead { 0 } else { self.count };
        Self { state, count, ..self }
    }
}

impl SceneSide {
    /// A side without units yet that begins with so much strength.
    pub fn new(name: &'static str, strength: u64) -> Self {
        Self { name, strength: Some((strength, strength)), structure: None, units: Vec::new() }
    }

    /// The same with so much strength now.
    pub fn now(self, strength: u64) -> Self {
        Self { strength: self.strength.map(|(_, first)| (strength, first)), ..self }
    }
}

/// Sides of more units than this are told by their kinds.
pub const MOST_UNITS: usize = 200;

impl Scene {
    /// The same with at most [`MOST_UNITS`] units a side: where there are more,
    /// those of a kind and state are one; and where even those are too many, the
    /// last is all the rest.
    pub fn bounded(mut self) -> Self {
        for side in &mut self.sides {
            if side.units.len() > MOST_UNITS {
                side.units = by_kind(std::mem::take(&mut side.units));
            }
        }
        self
    }
}

fn by_kind(units: Vec<SceneUnit>) -> Vec<SceneUnit> {
    let mut kinds: Vec<SceneUnit> = Vec::new();
    for unit in units {
        let known = kinds
            .iter()
            .position(|known| (&known.kind, known.state) == (&unit.kind, unit.state))
            .or((kinds.len() == MOST_UNITS).then_some(MOST_UNITS - 1));
        match known {
            Some(place) => kinds[place].join(unit),
            None => {
                let health = unit.health;
                kinds.push(SceneUnit {
                    count: unit.count,
                    of: unit.of,
                    health,
                    state: unit.state,
                    ..SceneUnit::new(String::new(), unit.kind)
                });
            }
        }
    }
    kinds
}

impl SceneUnit {
    /// Adds others to these.
    fn join(&mut self, other: SceneUnit) {
        self.count += other.count;
        self.of += other.of;
        self.health = match (self.health, other.health) {
            (Some(mine), Some(its)) => Some((mine.0 + its.0, mine.1 + its.1)),
            (mine, its) => mine.or(its),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn very_many_units_are_told_by_kind_and_state() {
        let unit = |number: u64| {
            let kind = if number.is_multiple_of(2) { "guard" } else { "cook" };
            let unit = SceneUnit::new(format!("{number}"), kind).health(number % 5, 5);
            if number.is_multiple_of(5) { unit.now(UnitState::Dead) } else { unit }
        };
        let side = SceneSide { units: (0..10_000).map(unit).collect(), ..SceneSide::new("x", 1) };
        let scene = Scene { when: String::new(), sides: vec![side], board: None }.bounded();
        let units = &scene.sides[0].units;
        assert_eq!(units.len(), 4);
        assert_eq!(units.iter().map(|unit| unit.of).sum::<u64>(), 10_000);
        assert_eq!(units.iter().map(|unit| unit.count).sum::<u64>(), 8_000);
        let health = units.iter().filter_map(|unit| unit.health).map(|health| health.0);
        assert_eq!(health.sum::<u64>(), 2_000 * (1 + 2 + 3 + 4));
    }

    #[test]
    fn very_many_kinds_are_cut_off() {
        let units = (0..1000).map(|kind| SceneUnit::new("", format!("kind {kind}"))).collect();
        let side = SceneSide { units, ..SceneSide::new("x", 1) };
        let scene = Scene { when: String::new(), sides: vec![side], board: None }.bounded();
        let units = &scene.sides[0].units;
        assert_eq!((units.len(), units[MOST_UNITS - 1].of), (MOST_UNITS, 801));
    }
}
