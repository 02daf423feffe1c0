//! How a battle ends: both sides from either edge towards the front line, then
//! each outcome with its interval.

use fracas::Table;
use fracas::core::order::Ordered;
use maud::{Markup, html};
use serde_json::json;

use super::{Chart, Drawing, Tone, bar, line, text, whisker, width_of};
use crate::chance::Chance;
use crate::clean::{capital, cut};

/// All outcomes of a battle.
pub struct Outcomes {
    /// In the order they are told.
    pub bars: Vec<OutcomeBar>,
}

/// An outcome.
pub struct OutcomeBar {
    /// What happens then.
    pub words: String,
    /// Whose it is.
    pub tone: Tone,
    /// How likely it is.
    pub chance: Chance,
}

const STRIP: f64 = 44.0;
const ROW: f64 = 50.0;
const TOP: f64 = STRIP + 26.0;

impl Outcomes {
    /// From the first side's edge to the second's.
    fn across(&self) -> Vec<(usize, &OutcomeBar)> {
        let rank = |tone: Tone| match tone {
            Tone::First => 0,
            Tone::Neither | Tone::Plain => 1,
            Tone::Second => 2,
        };
        let mut across: Vec<_> = self.bars.iter().enumerate().collect();
        across.put_in_order_by_key(|(_, bar)| rank(bar.tone));
        across
    }

    /// Several outcomes of one side are told apart by their strength.
    fn shade(&self, place: usize) -> &'static str {
        let tone = self.bars[place].tone;
        let before = self.bars[..place].iter().filter(|bar| bar.tone == tone).count();
        ["", "faint", "fainter"][before.min(2)]
    }

    fn strip(&self, width: f64, id: &str) -> Markup {
        let across = self.across();
        let mut x = 0.0;
        let mut segments = Vec::new();
        for (place, outcome) in across {
            let share = if outcome.chance.p.is_nan() { 0.0 } else { outcome.chance.p };
            segments.push((place, outcome, x, share * width));
            x += share * width;
        }
        let mut fronts: Vec<f64> = segments
            .windows(2)
            .filter(|pair| pair[0].1.tone != pair[1].1.tone)
            .map(|pair| pair[1].2)
            .filter(|x| *x > 0.5 && *x < width - 0.5)
            .collect();
        // Where nothing lies between two of them they are one.
        fronts.dedup_by(|a, b| (*a - *b).abs() < 1.0);
        html! {
            rect class="track" x="0" y="0" width=(super::n(width)) height=(super::n(STRIP)) {}
            @for (place, outcome, x, wide) in &segments {
                (bar(*x, 0.0, (*wide, STRIP), outcome.tone, self.shade(*place), id))
                @let label = outcome.chance.percent();
                @if *wide > width_of(&label) + 20.0 && self.shade(*place).is_empty() {
                    (text(&format!("on {} large mid", outcome.tone.class()), x + wide / 2.0, STRIP / 2.0 + 5.0, &label))
                }
            }
            @for x in &fronts {
                (line("front", (*x, -6.0), (*x, STRIP + 6.0)))
            }
        }
    }
}

impl Chart for Outcomes {
    fn title(&self) -> String {
        "How it ends".to_owned()
    }

    fn words(&self) -> String {
        let each = self.bars.iter().map(|bar| {
            let between =
                bar.chance.interval().map_or_else(String::new, |ends| format!(" ({ends})"));
            format!("{} {}{between}", bar.words, bar.chance.percent())
        });
        format!("{}.", capital(&each.collect::<Vec<_>>().join("; ")))
    }

    fn table(&self) -> Table {
        let mut table = Table::new("outcomes", &["outcome", "share %", "from", "to"]);
        for bar in &self.bars {
            let points = |share: f64| json!((share * 1e6).round() / 1e4);
            let Chance { p, low, high } = bar.chance;
            table.row(vec![json!(bar.words), points(p), points(low), points(high)]);
        }
        table
    }

    fn draw(&self, width: f64, id: &str) -> Drawing {
        let rows = self.bars.iter().enumerate().map(|(place, outcome)| {
            let y = TOP + place as f64 * ROW;
            let Chance { p, low, high } = outcome.chance;
            let percent = outcome.chance.percent();
            let ends = outcome.chance.interval().filter(|_| width > 500.0);
            html! {
                (text("", 0.0, y + 14.0, &cut(&capital(&outcome.words), super::fitting(width * 0.62))))
                (text("strong large end", width, y + 14.0, &percent))
                @if let Some(ends) = ends {
                    (text("soft small end", width - width_of(&percent) * 1.2 - 14.0, y + 14.0, &ends))
                }
                rect class="track" x="0" y=(super::n(y + 22.0)) width=(super::n(width)) height="9" {}
                @if !p.is_nan() {
                    (bar(0.0, y + 22.0, (p * width, 9.0), outcome.tone, self.shade(place), id))
                }
                @if high > low {
                    (whisker(low * width, high * width, y + 26.5, 6.5))
                }
            }
        });
        let rows: Vec<Markup> = rows.collect();
        let body = html! {
            g transform="translate(0 8)" {
                (self.strip(width, id))
                @for row in &rows { (row) }
            }
        };
        Drawing { width, height: TOP + self.bars.len() as f64 * ROW, body }
    }
}
