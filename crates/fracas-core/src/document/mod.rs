//! Reading scenario files.
//!
//! A file is text, then a tree of values ([`parse`]), then tables of known
//! shape ([`check`]); a ruleset makes its battle of those. Nothing stops at
//! the first mistake: all of them are gathered in [`Diagnostics`], each with
//! its place in the file, what is allowed, and the nearest known word.
//!
//! ```
//! use fracas_core::document::{Diagnostics, Field, Shape, Source, TableShape, check, parse};
//!
//! static SHAPE: TableShape = TableShape {
//!     name: "duel",
//!     doc: "Two fighters.",
//!     fields: &[Field::new("rounds", Shape::whole(1, 9), "how long they fight").code("E-1")],
//!     unknown_key: "E-2",
//! };
//!
//! let text = "ruleset = \"duel\"\nrounds = 12\nplace = \"pit\"\n";
//! let mut out = Diagnostics::new(Source::new("duel.toml", text));
//! let parsed = parse(&mut out).unwrap();
//! let duel = check(&parsed, &SHAPE, &mut out);
//! assert_eq!(duel.whole("rounds"), None);
//! assert!(out.render(false).starts_with("\
//! error[E-1]: rounds is 12; allowed are 1 to 9
//!  --> duel.toml:2:10
//!   |
//! 2 | rounds = 12
//!   |          ^^
//!
//! error[E-2]: unknown key place
//! "));
//! ```

mod canonical;
mod check;
mod checked;
mod decimal;
mod diagnostics;
mod draft;
mod encoding;
mod files;
mod nearest;
mod numbers;
mod parse;
mod path;
mod render;
mod resolve;
mod shape;
mod source;
#[cfg(test)]
mod tests;
mod write;

pub use check::{check, check_part};
pub use checked::{Checked, Item, Value};
pub use decimal::{Decimal, NoDecimal};
pub use diagnostics::{Diagnostic, Diagnostics, MAX_KEPT, Severity};
pub use draft::{Draft, EditError, NewValue};
pub use files::{FileError, Files, Folder, Shelf, utf8};
pub use nearest::{nearest, suggestion};
pub use numbers::Number;
pub use parse::{MAX_BYTES, Parsed, parse, parse_file};
pub use path::{BadPath, BadStep, Step, parse_path, path_text};
pub use shape::{COMMON, Field, MAX_SEED, Shape, TableShape};
pub use source::{Place, Position, Source, SourceId, Span};
pub use write::{write_key, write_text};
