//! Finding things by name.

use fracas_core::document::{Diagnostics, Item};

use crate::data::key::suggest;

/// Names that something may be called by.
pub struct Names<'a> {
    /// What they are names of.
    pub what: &'a str,
    /// All of them.
    pub names: &'a [&'a str],
}

impl Names<'_> {
    /// The place of a name; complains if there is no such.
    pub fn find(&self, item: &Item, out: &mut Diagnostics) -> Option<usize> {
        self.search("", item, out)
    }

    /// The same for an objective, by its number (B-291).
    pub fn find_for(&self, number: usize, item: &Item, out: &mut Diagnostics) -> Option<usize> {
        self.search(&format!("objective {number}: "), item, out)
    }

    fn search(&self, head: &str, item: &Item, out: &mut Diagnostics) -> Option<usize> {
        let name = item.text()?;
        let place = self.names.iter().position(|known| *known == name);
        if place.is_none() {
            let help = match self.names {
                [] => format!("there is no {} at all", self.what),
                names => suggest(name, names.iter().copied()),
            };
            let message = format!("{head}there is no {} `{name}`", self.what);
            out.error("B-290", &item.place, message).help(help);
        }
        place
    }
}
