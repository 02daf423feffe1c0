//! Where a fighter was written, so that whatever is wrong can be shown.

use std::collections::{HashMap, HashSet};

use fracas_core::document::{Diagnostics, Place, SourceId, Span};

use crate::battle::SideId;
use crate::sheet::{BASE, BUFF};

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
    Row { source: SourceId, row: usize, spans: Vec<(u32, u32)>, changed: Vec<(Column, Place)> },
    Table { path: String, side: SideId, number: usize, places: Vec<Place> },
}

impl Origin {
    /// A row of a CSV file; `spans` by column.
    pub fn row(file: &str, source: SourceId, row: usize, spans: Vec<(u32, u32)>) -> Self {
        let who = Who::Row { source, row, spans, changed: Vec::new() };
        Self { file: file.to_owned(), who }
    }

    /// The same, where the scenario has other values for some columns.
    pub fn with_changed(mut self, places: Vec<(Column, Place)>) -> Self {
        if let Who::Row { changed, .. } = &mut self.who {
            *changed = places;
        }
        self
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
            Who::Row { .. } => format!("{} of {}", self.row_name(), self.file),
            Who::Table { path, .. } => path.clone(),
        }
    }

    /// The row or fighter, the file being known.
    fn row_name(&self) -> String {
        match &self.who {
            Who::Row { row, .. } => format!("row {row}"),
            Who::Table { path, .. } => path.clone(),
        }
    }

    /// Where a value stands.
    pub fn place(&self, column: Column) -> Place {
        match &self.who {
            Who::Row { changed, .. } if changed.iter().any(|(of, _)| *of == column) => {
                // The last one counts.
                let last = changed.iter().rfind(|(of, _)| *of == column);
                last.map(|(_, place)| place.clone()).unwrap_or_default()
            }
            Who::Row { source, row, spans, .. } => {
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

/// Something odd that can be fought all the same.
pub struct Oddity {
    pub code: &'static str,
    pub file: String,
    /// The row or fighter.
    pub row: String,
    pub place: Place,
    /// What the summary calls it where there are several.
    pub kind: &'static str,
    /// What it is about, of which the summary gives examples.
    pub about: String,
    /// The whole sentence for it alone.
    pub detail: String,
}

/// All oddities of a file that are of one kind.
struct Kind {
    first: Oddity,
    count: usize,
    /// What they are about, each once.
    about: Vec<String>,
    seen: HashSet<String>,
}

/// What is found while sides are read: diagnostics, and the oddities by file
/// and kind.
pub struct Findings<'a> {
    pub out: &'a mut Diagnostics,
    kinds: Vec<Kind>,
    places: HashMap<(String, &'static str), usize>,
}

impl<'a> Findings<'a> {
    /// Nothing found yet.
    pub fn new(out: &'a mut Diagnostics) -> Self {
        Self { out, kinds: Vec::new(), places: HashMap::new() }
    }

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

    /// Something odd about a value; `kind` is what the summary calls it, and
    /// `about` what it is about.
    pub fn warning(
        &mut self,
        code: &'static str,
        (origin, column): (&Origin, Column),
        kind: &'static str,
        about: &str,
        detail: &str,
    ) {
        self.odd(Oddity {
            code,
            file: origin.file.clone(),
            row: origin.row_name(),
            place: origin.place(column),
            kind,
            about: about.to_owned(),
            detail: format!("{}: {detail}", origin.label(column)),
        });
    }

    /// Notes something odd.
    pub fn odd(&mut self, oddity: Oddity) {
        /// So many are told apart: more than anybody reads.
        const MOST: usize = 1_000;
        let about = oddity.about.clone();
        let key = (oddity.file.clone(), oddity.kind);
        let place = *self.places.entry(key).or_insert_with(|| {
            let (about, seen) = (Vec::new(), HashSet::new());
            self.kinds.push(Kind { first: oddity, count: 0, about, seen });
            self.kinds.len() - 1
        });
        let kind = &mut self.kinds[place];
        kind.count += 1;
        if kind.seen.len() < MOST && kind.seen.insert(about.clone()) {
            kind.about.push(about);
        }
    }

    /// F-25: tells one sentence for each file and kind, and returns them.
    pub fn tell_oddities(self) -> Vec<String> {
        let mut told = Vec::new();
        for kind in self.kinds {
            let sentence = kind.sentence();
            self.out.warning(kind.first.code, &kind.first.place, sentence.clone());
            told.push(sentence);
        }
        told
    }
}

impl Kind {
    fn sentence(&self) -> String {
        /// So many are named.
        const NAMED: usize = 6;
        let Self { first, count, about, .. } = self;
        if *count == 1 {
            return first.detail.clone();
        }
        let named = &about[..about.len().min(NAMED)];
        let more = match about.len() - named.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let (file, kind, named) = (&first.file, first.kind, named.join(", "));
        format!("{file}: {kind}: {named}{more} ({count} times, first in {})", first.row)
    }
}
