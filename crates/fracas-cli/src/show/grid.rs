//! Rows and columns of text.

use unicode_width::UnicodeWidthStr;

use super::words::{Paint, wrap};

/// Blanks between columns; one of them is given up where room is short.
const GAP: usize = 2;
/// Blanks before the first column.
const INDENT: usize = 2;
/// Text columns are not made narrower than this.
const NARROWEST: usize = 8;

/// Rows under heads, set in columns.
pub struct Grid {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

/// The head of a column and on which side its cells stand.
pub struct Column {
    head: String,
    right: bool,
    /// Blanks before it, beside the usual gap.
    apart: usize,
}

/// How wide everything is.
struct Layout {
    widths: Vec<usize>,
    gap: usize,
    /// Blanks that single columns want besides.
    apart: usize,
}

impl Layout {
    fn fits(&self, columns: usize) -> bool {
        let gaps = self.widths.len().saturating_sub(1) * self.gap;
        INDENT + self.widths.iter().sum::<usize>() + gaps + self.apart <= columns
    }
}

impl Column {
    /// For text.
    pub fn text(head: impl Into<String>) -> Self {
        Self { head: head.into(), right: false, apart: 0 }
    }

    /// For numbers.
    pub fn number(head: impl Into<String>) -> Self {
        Self { head: head.into(), right: true, apart: 0 }
    }

    /// The same, so many blanks away from the column before, if these are more
    /// than the usual gap.
    pub fn apart(self, blanks: usize) -> Self {
        Self { apart: blanks.saturating_sub(GAP), ..self }
    }
}

impl Grid {
    /// No rows yet.
    pub fn new(columns: Vec<Column>) -> Self {
        Self { columns, rows: Vec::new() }
    }

    /// Adds a row of one cell a column.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// All lines, heads first.
    pub fn show(&self, paint: Paint) -> String {
        let layout = self.layout(paint.columns);
        let heads: Vec<String> = self.columns.iter().map(|column| column.head.clone()).collect();
        let mut text = String::new();
        for line in self.lines(&heads, &layout, true) {
            text.push_str(&format!("{}\n", paint.faint(&line)));
        }
        for row in &self.rows {
            for line in self.lines(row, &layout, false) {
                text.push_str(&line);
                text.push('\n');
            }
        }
        text
    }

    /// The widths of all columns and the gap between them. Columns are as wide
    /// as their widest cell; where that is too wide in sum, the widest columns
    /// are made narrower, down to their longest word; those of sentences
    /// further, if it must be. A cell of one word is a name or an id: it stays
    /// whole, even if the line gets too long.
    fn layout(&self, columns: usize) -> Layout {
        let longest_word = |cell: &str| cell.split_whitespace().map(str::width).max().unwrap_or(0);
        let words = self.widest(longest_word);
        let is_name = |cell: &str| cell.split_whitespace().nth(1).is_none();
        let names = self.widest(|cell| if is_name(cell) { cell.width() } else { 0 });
        let cut: Vec<usize> = (self.columns.iter().zip(words.iter().zip(&names)))
            .map(|(column, (&word, &name))| match column.right {
                true => word,
                false => word.min(NARROWEST).max(name),
            })
            .collect();
        let apart = self.columns.iter().map(|column| column.apart).sum();
        let mut layout = Layout { widths: Vec::new(), gap: 0, apart };
        for (least, gap) in [(&words, GAP), (&words, GAP - 1), (&cut, GAP - 1)] {
            layout = Layout { widths: self.widest(str::width), gap, apart };
            self.narrow(&mut layout, least, columns);
            if layout.fits(columns) {
                break;
            }
        }
        layout
    }

    /// Takes from the widest columns until all fit, or are as narrow as they
    /// may be.
    fn narrow(&self, layout: &mut Layout, least: &[usize], columns: usize) {
        while !layout.fits(columns) {
            let widths = &mut layout.widths;
            let can = |&place: &usize| widths[place] > least[place];
            let Some(widest) = (0..widths.len()).filter(can).max_by_key(|&place| widths[place])
            else {
                break;
            };
            widths[widest] -= 1;
        }
    }

    /// The largest of something, by column.
    fn widest(&self, of: impl Fn(&str) -> usize) -> Vec<usize> {
        let largest = |(place, column): (usize, &Column)| {
            let cells = self.rows.iter().map(|row| of(&row[place]));
            cells.chain([of(&column.head)]).max().unwrap_or(0)
        };
        self.columns.iter().enumerate().map(largest).collect()
    }

    /// A row, in as many lines as its longest cell takes. Heads stand just
    /// above their cells.
    fn lines(&self, cells: &[String], layout: &Layout, low: bool) -> Vec<String> {
        let wrapped: Vec<Vec<String>> =
            cells.iter().zip(&layout.widths).map(|(cell, &width)| wrap(cell, width)).collect();
        let height = wrapped.iter().map(Vec::len).max().unwrap_or(0);
        let mut lines = Vec::new();
        for number in 0..height {
            let mut line = " ".repeat(INDENT);
            for (place, parts) in wrapped.iter().enumerate() {
                let above = if low { height - parts.len() } else { 0 };
                let part = number.checked_sub(above).and_then(|number| parts.get(number));
                let part = part.map_or("", String::as_str);
                let blanks = " ".repeat(layout.widths[place].saturating_sub(part.width()));
                let gap = if place > 0 { layout.gap + self.columns[place].apart } else { 0 };
                let gap = " ".repeat(gap);
                match self.columns[place].right {
                    true => line.push_str(&format!("{gap}{blanks}{part}")),
                    false => line.push_str(&format!("{gap}{part}{blanks}")),
                }
            }
            lines.push(line.trim_end().to_owned());
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Paint = Paint::PLAIN;

    #[test]
    fn text_stands_left_and_numbers_right() {
        let mut grid = Grid::new(vec![Column::text("who"), Column::number("men")]);
        grid.row(vec!["Osswid".into(), "120".into()]);
        grid.row(vec!["".into(), "4".into()]);
        assert_eq!(grid.show(PLAIN), "  who     men\n  Osswid  120\n            4\n");
    }

    #[test]
    fn long_text_is_wrapped_into_the_page() {
        let mut grid = Grid::new(vec![Column::number("n"), Column::text("what")]);
        grid.row(vec!["1".into(), "word ".repeat(30)]);
        let shown = grid.show(PLAIN);
        assert_eq!(shown.lines().count(), 3);
        assert!(shown.lines().all(|line| line.width() <= PLAIN.columns));
        let wide = Paint { columns: 160, ..PLAIN };
        assert_eq!(grid.show(wide).lines().count(), 2);
    }

    #[test]
    fn words_are_cut_and_ids_are_not() {
        let mut grid = Grid::new(vec![Column::text("id"), Column::text("what")]);
        let id = "lord_of_the_northern_marches_2";
        grid.row(vec![id.into(), "unpronounceableandmuchtoolong word".into()]);
        let narrow = Paint { columns: 44, ..PLAIN };
        assert_eq!(
            grid.show(narrow),
            format!("  id{:29}what\n  {id} unpronounc…\n{:33}word\n", "", "")
        );
    }
}
