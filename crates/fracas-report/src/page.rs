//! One HTML file that needs nothing else.

use fracas::{Cell, Table};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::chart::{Chart, inline};
use crate::clean::clean;
use crate::numbers::whole;

/// A page that can be passed on.
#[derive(Default)]
pub struct Page {
    /// What it is about, such as the name of the battle.
    pub name: String,
    /// Facts that stand beside the name: the ruleset, how many battles.
    pub facts: Vec<String>,
    /// The answer in plain words.
    pub headline: String,
    /// What else must be said at once.
    pub lede: Vec<String>,
    /// What a reader must not overlook.
    pub cautions: Vec<String>,
    /// The rest, in order.
    pub sections: Vec<Section>,
}

/// A part of a page.
pub struct Section {
    /// Above it.
    pub title: String,
    /// What is in it.
    pub blocks: Vec<Block>,
}

impl Section {
    /// A section of these blocks.
    pub fn new(title: impl Into<String>, blocks: Vec<Block>) -> Self {
        Self { title: title.into(), blocks }
    }
}

/// A piece of a section.
pub enum Block {
    /// A paragraph.
    Words(String),
    /// A heading within the section.
    Heading(String),
    /// A chart over the whole width.
    Chart(Box<dyn Chart>),
    /// Small charts beside each other.
    Charts(Vec<Box<dyn Chart>>),
    /// A table.
    Table(Table),
    /// Turning points of a battle.
    Turns(Vec<Turn>),
    /// A text as it stands, such as a scenario; long ones scroll.
    Text(String),
    /// A command to be copied.
    Command(String),
    /// What only some readers want to see.
    More(String, Vec<Block>),
}

impl Block {
    /// A chart over the whole width.
    pub fn chart(chart: impl Chart + 'static) -> Self {
        Self::Chart(Box::new(chart))
    }
}

/// A turning point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// When it was.
    pub when: String,
    /// What happened.
    pub words: String,
}

/// How wide charts are drawn for a page, for a phone, and beside each other.
const WIDE: f64 = 720.0;
const NARROW: f64 = 350.0;
const SMALL: f64 = 330.0;
/// Tables are cut after so many rows: nobody reads further, and a page stays
/// small.
const MOST_ROWS: usize = 200;
/// Texts are cut after so many bytes.
const MOST_TEXT: usize = 64 << 10;

/// What a page may load: nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

impl Page {
    /// The page as HTML.
    pub fn html(&self) -> String {
        let mut charts = Numbers(0);
        let sections: Vec<Markup> =
            self.sections.iter().map(|section| section.html(&mut charts)).collect();
        let style = [
            include_str!("style/tokens.css"),
            include_str!("style/chart.css"),
            include_str!("style/page.css"),
        ];
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta http-equiv="Content-Security-Policy" content=(POLICY);
                    meta name="description" content=(clean(&self.headline));
                    meta name="generator" content=(format!("fracas {}", fracas::VERSION));
                    link rel="icon" href="data:,";
                    title { (clean(&self.name)) ": " (clean(&self.headline)) }
                    style { (PreEscaped(style.concat())) }
                }
                body {
                    header {
                        p class="kicker" {
                            b { (clean(&self.name)) }
                            @for fact in &self.facts { span { (clean(fact)) } }
                        }
                        h1 { (clean(&self.headline)) }
                        @for words in &self.lede { p class="lede" { (clean(words)) } }
                        @for words in &self.cautions { p class="lede caution" { (clean(words)) } }
                    }
                    main { @for section in &sections { (section) } }
                    footer { p { "Made by fracas " (fracas::VERSION) "." } }
                }
            }
        };
        page.into_string() + "\n"
    }
}

/// Numbers the charts of a page.
struct Numbers(u32);

impl Numbers {
    fn next(&mut self) -> u32 {
        self.0 += 1;
        self.0
    }
}

impl Section {
    fn html(&self, charts: &mut Numbers) -> Markup {
        html! {
            section {
                h2 { (clean(&self.title)) }
                @for block in &self.blocks { (block.html(charts)) }
            }
        }
    }
}

impl Block {
    fn html(&self, charts: &mut Numbers) -> Markup {
        match self {
            Self::Words(words) => html! { p { (clean(words)) } },
            Self::Heading(words) => html! { h3 { (clean(words)) } },
            Self::Chart(chart) => {
                let number = charts.next();
                html! {
                    figure {
                        (inline(&**chart, WIDE, &format!("c{number}w"), "chart wide"))
                        (inline(&**chart, NARROW, &format!("c{number}n"), "chart narrow"))
                        (numbers_behind(&**chart))
                    }
                }
            }
            Self::Charts(several) => html! {
                div class="several" {
                    @for chart in several {
                        @let number = charts.next();
                        figure {
                            (inline(&**chart, SMALL, &format!("c{number}"), "chart"))
                            (numbers_behind(&**chart))
                        }
                    }
                }
            },
            Self::Table(table) => table_html(table),
            Self::Turns(turns) => html! {
                ol class="turns" {
                    @for (place, turn) in turns.iter().enumerate() {
                        li {
                            span class="number" { (place + 1) }
                            span { span class="when" { (clean(&turn.when)) ": " } (clean(&turn.words)) }
                        }
                    }
                }
            },
            Self::Text(text) => html! { pre tabindex="0" { (clean(&shortened(text))) } },
            Self::Command(command) => html! { pre class="command" { (clean(command)) } },
            Self::More(title, blocks) => html! {
                details {
                    summary { (clean(title)) }
                    @for block in blocks { (block.html(charts)) }
                }
            },
        }
    }
}

fn numbers_behind(chart: &dyn Chart) -> Markup {
    html! {
        details {
            summary { "The numbers" }
            (table_html(&chart.table()))
        }
    }
}

fn table_html(table: &Table) -> Markup {
    let more = table.rows.len().saturating_sub(MOST_ROWS);
    let is_number = |column: usize| {
        let mut cells = table.rows.iter().filter_map(|row| row.get(column));
        cells.any(|cell| cell.is_number() || is_figure(&cell.words()))
    };
    let numbers: Vec<bool> = (0..table.columns.len()).map(is_number).collect();
    let class = |column: usize| if numbers.get(column) == Some(&true) { "number" } else { "" };
    html! {
        div class="scroll" tabindex="0" role="group" aria-label=(clean(&table.title)) {
            table {
                thead { tr { @for (column, head) in table.columns.iter().enumerate() {
                    th scope="col" class=[Some(class(column)).filter(|class| !class.is_empty())] { (clean(head)) }
                } } }
                tbody { @for row in table.rows.iter().take(MOST_ROWS) { tr {
                    @for (column, cell) in row.iter().enumerate() {
                        td class=[Some(class(column)).filter(|class| !class.is_empty())] { (clean(&cell_words(cell))) }
                    }
                } } }
            }
            @if more > 0 { p { "and " (whole(more as i128)) " more" } }
            @if let Some(note) = &table.note { p { (clean(note)) } }
        }
    }
}

/// Whether a text is a number with its unit, bound or error.
fn is_figure(text: &str) -> bool {
    let sign = |sign: char| sign.is_ascii_digit() || " .,%<>–±+-".contains(sign);
    text.contains(|sign: char| sign.is_ascii_digit()) && text.chars().all(sign)
}

fn cell_words(cell: &Cell) -> String {
    if cell.is_null() { "–".to_owned() } else { cell.words() }
}

/// A text that is not too long for a page.
fn shortened(text: &str) -> String {
    if text.len() <= MOST_TEXT {
        return text.to_owned();
    }
    let mut end = MOST_TEXT;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}\n… and {} bytes more", &text[..end], whole((text.len() - end) as i128))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn what_stands_in_names_is_never_obeyed() {
        let evil = "<script>alert(1)</script>\"'&\u{1b}[31m\u{202e}";
        let mut table = Table::new(evil, &[evil]);
        table.row(vec![Value::String(evil.to_owned())]);
        let blocks = vec![
            Block::Words(evil.to_owned()),
            Block::Heading(evil.to_owned()),
            Block::Table(table),
            Block::Turns(vec![Turn { when: evil.to_owned(), words: evil.to_owned() }]),
            Block::Text(evil.to_owned()),
            Block::Command(evil.to_owned()),
            Block::More(evil.to_owned(), vec![Block::Words(evil.to_owned())]),
        ];
        let text = || evil.to_owned();
        let page = Page {
            name: text(),
            facts: vec![text()],
            headline: text(),
            lede: vec![text()],
            cautions: vec![text()],
            sections: vec![Section::new(evil, blocks)],
        };
        let html = page.html();
        assert!(
            !html.contains("<script") && !html.contains('\u{1b}') && !html.contains('\u{202e}')
        );
        assert_eq!(html.matches("&lt;script&gt;").count(), 20);
    }

    #[test]
    fn long_tables_and_texts_are_cut() {
        let mut table = Table::new("many", &["number"]);
        for number in 0..10_000 {
            table.row(vec![Value::from(number)]);
        }
        let blocks = vec![Block::Table(table), Block::Text("ä".repeat(1 << 20))];
        let page = Page { sections: vec![Section::new("x", blocks)], ..Page::default() };
        let html = page.html();
        assert!(html.contains("and 9,800 more") && html.contains("bytes more"));
        assert!(html.len() < 200_000, "{}", html.len());
    }
}
