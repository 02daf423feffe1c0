//! Charts as SVG, drawn for a width, in the page's colours and by its type.
//!
//! A battle is always shown in the same way: the first side blue and from the
//! left or above, the second vermilion, hatched, and from the right or below, and
//! where they meet a front line.
//!
//! Every chart is drawn by hand here: those of chart libraries bring colours and
//! sizes of their own into the file, so that it could neither follow the reader's
//! theme nor be read on a phone, and have no words for those who cannot see them.

mod course;
mod field;
mod heat;
mod lines;
mod outcomes;
mod ranked;
mod spread;

pub use course::{Course, CourseSide};
pub use field::Field;
pub use heat::Heat;
pub use lines::{Lines, Series};
pub use outcomes::{OutcomeBar, Outcomes};
pub use ranked::{Ranked, RankedRow};
pub use spread::Spread;

use fracas::Table;
use maud::{Markup, PreEscaped, html};

use crate::clean::clean;

/// Something that can be drawn.
pub trait Chart {
    /// What it is, in a few words.
    fn title(&self) -> String;
    /// What it shows, in a sentence, for those who cannot see it.
    fn words(&self) -> String;
    /// Its numbers.
    fn table(&self) -> Table;
    /// The drawing, so many units wide; `id` tells its patterns from those of
    /// others on the page.
    fn draw(&self, width: f64, id: &str) -> Drawing;
}

/// Whose something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// The first side's.
    First,
    /// The second side's.
    Second,
    /// No side's.
    Neither,
    /// Of no side at all, such as the length of a battle.
    Plain,
}

impl Tone {
    /// Of the side at a place of the list of sides.
    pub fn of_side(side: Option<usize>) -> Self {
        match side {
            Some(0) => Self::First,
            Some(1) => Self::Second,
            _ => Self::Neither,
        }
    }

    fn class(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
            Self::Neither => "neither",
            Self::Plain => "plain",
        }
    }
}

/// What was drawn.
pub struct Drawing {
    width: f64,
    height: f64,
    body: Markup,
}

/// How wide a picture in a file of its own is.
const FILE_WIDTH: f64 = 720.0;

/// A chart for a page.
pub(crate) fn inline(chart: &dyn Chart, width: f64, id: &str, class: &str) -> Markup {
    let drawing = chart.draw(width, id);
    svg(chart, &drawing, id, class, &html! {})
}

/// A chart as a file of its own, which brings its colours along.
pub fn picture(chart: &dyn Chart) -> String {
    let style = format!(
        "{}{}svg {{ background: var(--paper); }}",
        include_str!("../style/tokens.css"),
        include_str!("../style/chart.css"),
    );
    let style = html! { style { (PreEscaped(style)) } };
    let drawing = chart.draw(FILE_WIDTH, "chart");
    // A margin, since there is no page around it.
    let margin = 20.0;
    let moved = Drawing {
        width: drawing.width + 2.0 * margin,
        height: drawing.height + 2.0 * margin,
        body: html! { g transform=(format!("translate({margin} {margin})")) { (drawing.body) } },
    };
    svg(chart, &moved, "chart", "chart", &style).into_string() + "\n"
}

fn svg(chart: &dyn Chart, drawing: &Drawing, id: &str, class: &str, style: &Markup) -> Markup {
    let Drawing { width, height, body } = drawing;
    let (title, words) = (chart.title(), chart.words());
    html! {
        svg xmlns="http://www.w3.org/2000/svg" class=(class) role="img"
            viewBox=(format!("0 0 {} {}", n(*width), n(*height)))
            aria-labelledby=(format!("{id}-t {id}-d")) {
            title id=(format!("{id}-t")) { (clean(&title)) }
            desc id=(format!("{id}-d")) { (clean(&words)) }
            (style)
            defs {
                pattern id=(format!("{id}-h")) width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)" {
                    line class="hatch" x1="0" y1="0" x2="0" y2="6" {}
                }
            }
            (body)
        }
    }
}

/// A length or place, short.
pub(crate) fn n(number: f64) -> String {
    let text = format!("{number:.1}");
    match text.strip_suffix(".0") {
        Some("-0") => "0".to_owned(),
        Some(short) => short.to_owned(),
        None => text,
    }
}

/// A filled bar; those of the second side are hatched.
fn bar(x: f64, y: f64, (width, height): (f64, f64), tone: Tone, more: &str, id: &str) -> Markup {
    let (width, height) = (width.max(0.0), height.max(0.0));
    html! {
        rect class=(format!("{} {more}", tone.class()).trim_end()) x=(n(x)) y=(n(y)) width=(n(width)) height=(n(height)) {}
        @if tone == Tone::Second && width > 3.0 && height > 3.0 {
            rect x=(n(x)) y=(n(y)) width=(n(width)) height=(n(height)) fill=(format!("url(#{id}-h)")) {}
        }
    }
}

fn line(class: &str, from: (f64, f64), to: (f64, f64)) -> Markup {
    html! { line class=(class) x1=(n(from.0)) y1=(n(from.1)) x2=(n(to.0)) y2=(n(to.1)) {} }
}

/// An interval: a line with an end at both ends.
fn whisker(low: f64, high: f64, y: f64, half: f64) -> Markup {
    html! {
        (line("whisker", (low, y), (high, y)))
        (line("whisker", (low, y - half), (low, y + half)))
        (line("whisker", (high, y - half), (high, y + half)))
    }
}

fn text(class: &str, x: f64, y: f64, words: &str) -> Markup {
    html! { text class=(class) x=(n(x)) y=(n(y)) { (clean(words)) } }
}

/// About how wide a sign is, in the labels' size.
const SIGN: f64 = 7.2;

/// About how wide a text is.
fn width_of(words: &str) -> f64 {
    words.chars().count() as f64 * SIGN
}

/// How many signs fit into a width.
fn fitting(width: f64) -> usize {
    (width / SIGN + 0.5).max(3.0) as usize
}
