//! The field of a battle seen from above: hexes with their cover, and who stands
//! where.

use fracas::{Board, Land, Scene, SceneUnit, Table, UnitState};
use maud::{Markup, html};
use serde_json::json;

use super::{Chart, Drawing, Tone, n, text};
use crate::clean::{capital, cut};

/// A map with its units.
pub struct Field {
    /// What it is called.
    pub title: String,
    land: Land,
    fire: Vec<(i32, i32)>,
    smoke: Vec<(i32, i32)>,
    /// The names of both sides.
    sides: Vec<&'static str>,
    /// Everybody who has a place: whose, name, place, and whether he can fight.
    units: Vec<(Tone, String, (i32, i32), bool)>,
}

impl Field {
    /// The field of a scene; none where there is no map.
    pub fn of(title: impl Into<String>, scene: &Scene) -> Option<Self> {
        let Board { land, fire, smoke, .. } = scene.board.as_ref()?;
        let numbered = scene.sides.iter().enumerate();
        let units = numbered.flat_map(|(side, units)| {
            let there = units.units.iter().filter(|unit| unit.state != UnitState::Dead);
            there.filter_map(move |unit: &SceneUnit| {
                let able = unit.state == UnitState::Fighting;
                Some((Tone::of_side(Some(side)), unit.name.clone(), unit.at?, able))
            })
        });
        Some(Self {
            title: title.into(),
            land: land.clone()?,
            fire: fire.clone(),
            smoke: smoke.iter().map(|(at, _)| *at).collect(),
            units: units.collect(),
            sides: scene.sides.iter().take(2).map(|side| side.name).collect(),
        })
    }

    fn columns(&self) -> usize {
        self.land.terrain.first().map_or(1, |row| row.chars().count()).max(1)
    }

    /// How a field looks: the more it shelters, the darker; none for open ground.
    fn look(&self, sign: char) -> Option<&'static str> {
        let kind = self.land.kinds.iter().find(|kind| kind.sign == sign);
        match kind {
            None => Some("unknown"),
            Some(kind) if !kind.open => Some("wall"),
            Some(kind) => match (kind.cover, kind.height) {
                (2, _) => Some("full"),
                (1, _) => Some("half"),
                (_, 1..) => Some("half"),
                _ => None,
            },
        }
    }

    /// Hexes that look alike, as one path.
    fn path(&self, wide: f64, fields: impl Iterator<Item = (i32, i32)>) -> String {
        let (half, quarter, side) = (n2(wide / 2.0), n2(wide * 0.288_675), n2(wide * 0.577_35));
        let mut path = String::new();
        for at in fields {
            let (x, y) = centre(at, wide);
            // From the top point clockwise.
            path.push_str(&format!(
                "M{} {}l{half} {quarter}v{side}l-{half} {quarter}l-{half}-{quarter}v-{side}z",
                n(x),
                n(y - wide * 0.577_35),
            ));
        }
        path
    }

    fn fields_of<'a>(&'a self, look: &'a str) -> impl Iterator<Item = (i32, i32)> + 'a {
        let rows = self.land.terrain.iter().enumerate();
        rows.flat_map(move |(row, signs)| {
            let fields = signs.chars().enumerate();
            fields
                .filter(move |(_, sign)| self.look(*sign) == Some(look))
                .map(move |(column, _)| (column as i32, row as i32))
        })
    }

    fn units(&self, wide: f64, id: &str) -> Markup {
        let radius = wide * 0.36;
        html! {
            @for (tone, _, at, able) in &self.units {
                @let (x, y) = centre(*at, wide);
                @let class = if *able { tone.class().to_owned() } else { format!("{} fainter", tone.class()) };
                circle class=(format!("{class} rim")) cx=(n(x)) cy=(n(y)) r=(n(radius)) {}
                @if *tone == Tone::Second {
                    circle cx=(n(x)) cy=(n(y)) r=(n(radius)) fill=(format!("url(#{id}-h)")) {}
                }
            }
        }
    }
}

/// A length with two places: hexes stand close.
fn n2(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The middle of a hex that is so wide; odd rows stand half a hex to the right.
fn centre((column, row): (i32, i32), wide: f64) -> (f64, f64) {
    let shift = if row % 2 == 1 { 1.0 } else { 0.5 };
    ((f64::from(column) + shift) * wide, f64::from(row) * wide * 0.866_025 + wide * 0.577_35)
}

/// What fields look like, with the words of the legend.
const LOOKS: [(&str, &str); 3] = [("half", "half cover"), ("full", "full cover"), ("wall", "wall")];

impl Chart for Field {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn words(&self) -> String {
        let (columns, rows) = (self.columns(), self.land.terrain.len());
        format!("A map of {columns} by {rows} hexes with {} units.", self.units.len())
    }

    fn table(&self) -> Table {
        let mut table = Table::new("Who stands where", &["who", "column", "row"]);
        for (_, name, (column, row), _) in &self.units {
            table.row(vec![json!(name), json!(column), json!(row)]);
        }
        table
    }

    fn draw(&self, width: f64, id: &str) -> Drawing {
        // Small maps are not blown up.
        let wide = (width / (self.columns() as f64 + 0.5)).min(34.0);
        let rows = self.land.terrain.len() as f64;
        let tall = (rows - 1.0) * wide * 0.866_025 + wide * 1.154_7;
        let across = (self.columns() as f64 + 0.5) * wide;
        let all = (0..self.land.terrain.len() as i32)
            .flat_map(|row| (0..self.columns() as i32).map(move |column| (column, row)));
        let body = html! {
            path class="ground" d=(self.path(wide, all)) {}
            @for (look, _) in LOOKS {
                path class=(format!("cover-{look}")) d=(self.path(wide, self.fields_of(look))) {}
            }
            path class="unknown" d=(self.path(wide, self.fields_of("unknown"))) {}
            path class="smoke" d=(self.path(wide, self.smoke.iter().copied())) {}
            path class="fire" d=(self.path(wide, self.fire.iter().copied())) {}
            (self.units(wide, id))
            @for (place, side) in self.sides.iter().enumerate() {
                @let x = place as f64 * 80.0;
                circle class=(Tone::of_side(Some(place)).class()) cx=(n(x + 7.0)) cy=(n(tall + 20.0)) r="6" {}
                (text("small", x + 18.0, tall + 24.0, &cut(&capital(side), 9)))
            }
            @for (place, (look, words)) in LOOKS.into_iter().enumerate() {
                @let x = 170.0 + place as f64 * if width > 500.0 { 110.0 } else { 62.0 };
                rect class=(format!("cover-{look}")) x=(n(x)) y=(n(tall + 14.0)) width="12" height="12" {}
                (text("small", x + 17.0, tall + 24.0, if width > 500.0 { words } else { look }))
            }
        };
        Drawing { width: across.max(width), height: tall + 32.0, body }
    }
}
