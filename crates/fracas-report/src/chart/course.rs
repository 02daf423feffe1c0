//! A battle over time: the first side's strength above the front line, the
//! second's below it.

use fracas::Table;
use maud::{Markup, html};
use serde_json::json;

use super::{Chart, Drawing, Tone, line, n, text};
use crate::clean::{capital, cut};
use crate::numbers::whole;

/// The strength of two sides, moment by moment.
pub struct Course {
    /// What it is called.
    pub title: String,
    /// Both sides.
    pub sides: [CourseSide; 2],
    /// When each moment was, in the game's words.
    pub when: Vec<String>,
    /// Moments with a number, by their place.
    pub marks: Vec<usize>,
}

/// The strength of a side.
pub struct CourseSide {
    /// Its name.
    pub name: String,
    /// At each moment.
    pub strength: Vec<u64>,
}

/// Sides that differ by more than this are not drawn to one scale: the weaker
/// could not be seen.
const MOST_APART: u64 = 12;
/// How tall the stronger side is drawn, and where the drawing begins.
const TALLEST: f64 = 88.0;
const TOP: f64 = 21.0;

impl CourseSide {
    fn most(&self) -> u64 {
        self.strength.iter().copied().max().unwrap_or(0)
    }

    fn told(&self) -> String {
        let first = self.strength.first().copied().unwrap_or(0);
        let last = self.strength.last().copied().unwrap_or(0);
        format!("{} {} to {}", self.name, whole(first as i128), whole(last as i128))
    }
}

impl Course {
    /// The strength that is drawn as tall as can be, for each side.
    fn scales(&self) -> [f64; 2] {
        let [a, b] = [0, 1].map(|side| self.sides[side].most().max(1));
        if self.is_even() { [a.max(b) as f64; 2] } else { [a as f64, b as f64] }
    }

    /// How tall a side is at its strongest.
    fn tall(&self, side: usize) -> f64 {
        (self.sides[side].most() as f64 / self.scales()[side] * TALLEST).max(10.0)
    }

    /// Where the front line lies.
    fn middle(&self) -> f64 {
        TOP + self.tall(0)
    }

    /// Whether both sides are drawn to one scale.
    pub fn is_even(&self) -> bool {
        let [a, b] = [0, 1].map(|side| self.sides[side].most().max(1));
        a.max(b) / a.min(b) < MOST_APART
    }

    /// The outline of a side as steps: it is so strong until it is not.
    fn outline(&self, side: usize, width: f64, up: f64) -> String {
        let strength = &self.sides[side].strength;
        let scale = self.scales()[side];
        let step = width / strength.len().saturating_sub(1).max(1) as f64;
        let middle = self.middle();
        let mut path = format!("M0 {}", n(middle));
        for (place, strong) in strength.iter().enumerate() {
            let y = middle - up * (*strong as f64 / scale) * TALLEST;
            if place == 0 {
                path.push_str(&format!("V{}", n(y)));
            } else {
                path.push_str(&format!("H{}V{}", n(place as f64 * step), n(y)));
            }
        }
        path.push_str(&format!("H{}V{}Z", n(width), n(middle)));
        path
    }

    fn numbered(&self, width: f64) -> Markup {
        let step = width / self.when.len().saturating_sub(1).max(1) as f64;
        let mut last = f64::NEG_INFINITY;
        let places = self.marks.iter().map(|place| {
            // Close ones move apart a little, so that each can be read.
            let x = (*place as f64 * step).clamp(8.0, width - 8.0).max(last + 17.0);
            last = x;
            x
        });
        let places: Vec<f64> = places.collect();
        let middle = self.middle();
        let over = places.last().map_or(0.0, |last| (last - (width - 8.0)).max(0.0));
        html! {
            @for (number, x) in places.iter().enumerate() {
                @let x = (x - over).max(8.0);
                circle class="dot" cx=(n(x)) cy=(n(middle)) r="8" {}
                (text("small strong mid", x, middle + 4.0, &(number + 1).to_string()))
            }
        }
    }
}

impl Chart for Course {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn words(&self) -> String {
        let [first, second] = &self.sides;
        let until = self.when.last().map_or("", String::as_str);
        format!("Strength until {until}: {}; {}.", first.told(), second.told())
    }

    fn table(&self) -> Table {
        let [first, second] = &self.sides;
        let mut table = Table::new(&self.title, &["when", &first.name, &second.name]);
        // A screen full is enough to follow it.
        let each = self.when.len().div_ceil(40).max(1);
        for (place, when) in self.when.iter().enumerate() {
            if place.is_multiple_of(each) || place + 1 == self.when.len() {
                table.row(vec![
                    json!(when),
                    json!(first.strength[place]),
                    json!(second.strength[place]),
                ]);
            }
        }
        table
    }

    fn draw(&self, width: f64, id: &str) -> Drawing {
        let middle = self.middle();
        let bottom = middle + self.tall(1);
        let rows = [(0, 13.0), (1, bottom + 19.0)];
        let below = bottom + 40.0;
        let (first, last) = (self.when.first(), self.when.last());
        let [first, last] = [first, last].map(|when| when.map_or("", String::as_str));
        let body = html! {
            @for (side, up) in [(0, 1.0), (1, -1.0)] {
                @let tone = Tone::of_side(Some(side)).class();
                @let path = self.outline(side, width, up);
                path class=(tone) d=(path) {}
                @if side == 1 {
                    path d=(path) fill=(format!("url(#{id}-h)")) {}
                }
            }
            (line("front", (0.0, middle), (width, middle)))
            (self.numbered(width))
            @for (side, y) in rows {
                @let name = capital(&self.sides[side].name);
                @let begin = self.sides[side].strength.first().copied().unwrap_or(0);
                (text("strong", 0.0, y, &cut(&format!("{name} {}", whole(begin as i128)), super::fitting(width * 0.6))))
                @let end = self.sides[side].strength.last().copied().unwrap_or(0);
                (text("end", width, y, &format!("{} left", whole(end as i128))))
            }
            (text("soft small", 0.0, below, &cut(first, super::fitting(width * 0.48))))
            (text("soft small end", width, below, &cut(last, super::fitting(width * 0.48))))
        };
        Drawing { width, height: below + 8.0, body }
    }
}
