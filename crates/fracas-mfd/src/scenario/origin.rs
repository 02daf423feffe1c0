//! Where a fighter was written, so that whatever is wrong can be shown.

use fracas_core::document::{Diagnostics, Place, SourceId, Span};

use crate::battle::{SideId, Warning};
use crate::csv::{BASE, BUFF};

/// A value of a fighter: the nine base columns, then four for each buff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// By place in [`BASE`].
    Base(usize),
    /// The buff, counted from 0, and the place in [`BUFF`].
    Buff(usize, usize),
}

impl Column {
    pub const NAME: Self = Self::Base(0);
    pub const XP: Self = Self::Base(1);
    pub const BONUS_XP: Self = Self::Base(2);
    pub const BONUS_HP: Self = Self::Base(3);
    pub const BONUS_TO_HIT: Self = Self::Base(4);
    pub const BONUS_TO_DEFEND: Self = Self::Base(5);
    pub const AOE: Self = Self::Base(6);
    pub const BODYGUARD_FOR: Self = Self::Base(7);
    pub const LINKED_TO: Self = Self::Base(8);

    /// Its place among all columns in the order of F-2.
    pub fn index(self) -> usize {
        match self {
            Self::Base(place) => place,
            Self::Buff(group, place) => BASE.len() + group * BUFF.len() + place,
        }
    }

    fn in_csv(self) -> String {
        match self {
            Self::Base(place) => format!("column {}", BASE[place]),
            Self::Buff(group, place) => {
                format!("column {} (buff group {})", BUFF[place], group + 1)
            }
        }
    }

    fn in_scenario(self) -> String {
        match self {
            Self::Base(place) => KEYS[place].to_owned(),
            Self::Buff(group, place) => format!("buff {}, {}", group + 1, BUFF_KEYS[place]),
        }
    }
}

/// The keys of F-79, in the order of [`BASE`].
pub const KEYS: [&str; 9] = [
    "name",
    "xp",
    "bonus_xp",
    "bonus_hp",
    "bonus_to_hit",
    "bonus_to_defend",
    "aoe",
    "bodyguard_for",
    "linked_to",
];

/// The keys of a buff, in the order of [`BUFF`].
pub const BUFF_KEYS: [&str; 4] = ["name", "who", "offense", "defense"];

/// Where a fighter was written.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The file.
    pub file: String,
    /// Which fighter of it.
    who: Who,
}

#[derive(Clone, Debug)]
enum Who {
    Row { source: SourceId, row: usize, spans: Vec<(u32, u32)> },
    Table { path: String, side: SideId, number: usize, places: Vec<Place> },
}

impl Origin {
    /// A row of a CSV file; `spans` by column.
    pub fn row(file: &str, source: SourceId, row: usize, spans: Vec<(u32, u32)>) -> Self {
        Self { file: file.to_owned(), who: Who::Row { source, row, spans } }
    }

    /// A table of a scenario, `places` by column; the first is the table's.
    pub fn table(
        file: &str,
        path: String,
        side: SideId,
        number: usize,
        places: Vec<Place>,
    ) -> Self {
        Self { file: file.to_owned(), who: Who::Table { path, side, number, places } }
    }

    /// In words: file, row and column, or side, fighter and key.
    pub fn label(&self, column: Column) -> String {
        match &self.who {
            Who::Row { row, .. } => format!("{}: row {row}, {}", self.file, column.in_csv()),
            Who::Table { side, number, .. } => {
                format!("{}: {}, fighter {number}, {}", self.file, side.key(), column.in_scenario())
            }
        }
    }

    /// The row or fighter alone.
    pub fn number(&self) -> String {
        match &self.who {
            Who::Row { row, .. } => format!("row {row} of {}", self.file),
            Who::Table { path, .. } => path.clone(),
        }
    }

    /// Where a value stands.
    pub fn place(&self, column: Column) -> Place {
        match &self.who {
            Who::Row { source, row, spans } => {
                let path = format!("row {row}, {}", column.in_csv());
                let span = spans
                    .get(column.index())
                    .map(|&(start, end)| Span { start: start as usize, end: end as usize });
                Place::of(*source, path, span)
            }
            Who::Table { places, .. } => {
                places.get(column.index()).or(places.first()).cloned().unwrap_or_default()
            }
        }
    }
}

/// So many oddities are kept for the head of the log.
const MAX_DETAILS: usize = 1_000;

/// What is found while sides are read: diagnostics, and the oddities for the
/// head of the log.
pub struct Findings<'a> {
    pub out: &'a mut Diagnostics,
    pub warnings: Vec<Warning>,
}

impl Findings<'_> {
    /// An error in a value: what is wrong and what to do.
    pub fn error(
        &mut self,
        code: &'static str,
        origin: &Origin,
        column: Column,
        wrong: &str,
        advice: &str,
    ) {
        let message = format!("{}: {wrong}; {advice}", origin.label(column));
        self.out.error(code, &origin.place(column), message);
    }

    /// Something odd about a value; `kind` is what the summary calls it.
    pub fn warning(
        &mut self,
        code: &'static str,
        origin: &Origin,
        column: Column,
        kind: &'static str,
        detail: &str,
    ) {
        let message = format!("{}: {detail}", origin.label(column));
        self.out.warning(code, &origin.place(column), message.clone());
        if self.warnings.len() < MAX_DETAILS {
            let file = origin.file.clone();
            self.warnings.push(Warning { file, kind, detail: message });
        }
    }
}
