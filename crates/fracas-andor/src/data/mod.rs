//! Chapter 8: the game's own JSON files (A-90 to A-98).
//!
//! What a file holds is told by its name, as the game does it:
//! `monsterlist_*`, `itemlist_*`, `itemcategories_*`, `actorconditions_*`,
//! `droplists_*`. Their content is licensed for the game only; none of it is
//! here.

mod conditions;
mod drops;
mod entry;
mod items;
mod monsters;

use fracas_core::order::Ordered;
use std::collections::HashMap;

use fracas_core::document::{Diagnostics, Place, SourceId};

pub use conditions::Afflictions;
pub use drops::Drop;
pub use items::Category;
pub use monsters::{Creature, approaches, experience};

use crate::items::Item;

/// Everything that was read, by id.
#[derive(Debug, Default)]
pub struct Library {
    /// Monsters.
    pub creatures: Shelf<Creature>,
    /// Items, still with critical skill (A-94).
    pub items: Shelf<Item>,
    /// Item categories.
    pub categories: HashMap<String, Category>,
    /// Drop lists.
    pub drops: HashMap<String, Vec<Drop>>,
    /// Conditions.
    pub conditions: Afflictions,
    /// The files, in the order they were read.
    pub files: Vec<String>,
}

/// Things by id, in the order they were first read.
#[derive(Debug)]
pub struct Shelf<T> {
    list: Vec<(String, T)>,
    places: HashMap<String, usize>,
}

impl<T> Default for Shelf<T> {
    fn default() -> Self {
        Self { list: Vec::new(), places: HashMap::new() }
    }
}

impl<T> Shelf<T> {
    /// The thing of this id.
    pub fn get(&self, id: &str) -> Option<&T> {
        self.places.get(id).map(|place| &self.list[*place].1)
    }

    /// All, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.list.iter().map(|(id, thing)| (id.as_str(), thing))
    }

    /// All ids, in order.
    pub fn ids(&self) -> impl Iterator<Item = &str> + Clone {
        self.list.iter().map(|(id, _)| id.as_str())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Puts something in; true if it replaced what had the id.
    fn put(&mut self, id: &str, thing: T) -> bool {
        if let Some(place) = self.places.get(id) {
            self.list[*place].1 = thing;
            return true;
        }
        self.places.insert(id.to_owned(), self.list.len());
        self.list.push((id.to_owned(), thing));
        false
    }
}

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Holds {
    Categories,
    Conditions,
    Items,
    Drops,
    Monsters,
}

/// A file to be read.
#[derive(Clone, Debug)]
pub struct DataFile {
    /// The file.
    pub source: SourceId,
    /// What the user calls it.
    pub name: String,
}

impl Library {
    /// Reads files in any order: what they refer to may come later. Skips
    /// what a profile without effects does not have (A-94).
    pub fn read(files: &[DataFile], classic: bool, out: &mut Diagnostics) -> Self {
        let mut library = Self::default();
        let mut ordered = Vec::new();
        for file in files {
            library.files.push(file.name.clone());
            match holds(&file.name) {
                Some(holds) => ordered.push((holds, file)),
                None => {
                    let place = Place::of(file.source, "", None);
                    out.error("E-14", &place, format!("what {} holds is not known", file.name))
                        .help(
                            "a name begins with monsterlist_, itemlist_, itemcategories_, \
                             actorconditions_ or droplists_",
                        );
                }
            }
        }
        // Items look up their categories, so these are read first.
        ordered.put_in_order_by_key(|(holds, _)| *holds);
        for (holds, file) in ordered {
            library.read_file(holds, file, classic, out);
        }
        library
    }

    fn read_file(&mut self, holds: Holds, file: &DataFile, classic: bool, out: &mut Diagnostics) {
        let mut skipped = false;
        for entry in entry::entries(file.source, out) {
            let Some(id) = entry.id(out) else { continue };
            let replaced = match holds {
                Holds::Categories => {
                    let category = Category::read(&entry, out);
                    self.categories.insert(id.clone(), category).is_some()
                }
                Holds::Conditions => self.conditions.read(&entry, &id, out),
                Holds::Items => {
                    let (item, effects) = items::read(&entry, &id, self, out);
                    skipped |= effects;
                    self.items.put(&id, item)
                }
                Holds::Drops => {
                    let drops = drops::read(&entry, out);
                    self.drops.insert(id.clone(), drops).is_some()
                }
                Holds::Monsters => {
                    let creature = Creature::read(&entry, &id, &mut self.conditions, out);
                    skipped |= !creature.effects.is_empty();
                    self.creatures.put(&id, creature)
                }
            };
            if replaced {
                out.warning("", &entry.place(), format!("`{id}` was read before"))
                    .help("the later one replaces the earlier");
            }
        }
        if classic && (skipped || holds == Holds::Conditions) {
            let place = Place::of(file.source, "", None);
            let message = format!("effects and conditions of {} are skipped", file.name);
            out.warning("", &place, message).help("they need profile = current");
        }
    }

    /// Whether it has anything that the classic rules do not know: conditions,
    /// effects, critical skill.
    pub fn is_current(&self) -> bool {
        let of_items = |item: &Item| !item.effects.is_empty() || !item.added.is_empty();
        self.conditions.ids().next().is_some()
            || self.items.iter().any(|(_, item)| of_items(item))
            || self.creatures.iter().any(|(_, creature)| !creature.effects.is_empty())
    }

    /// In a sentence: which files were read.
    pub fn said_files(&self) -> String {
        match self.files.as_slice() {
            [] => "no data files were read".to_owned(),
            files if files.len() > 5 => format!("{} data files were read", files.len()),
            files => format!("data files read: {}", files.join(", ")),
        }
    }
}

/// Whether a file of this name holds data that can be read.
///
/// ```
/// use fracas_andor::data::is_data;
/// assert!(is_data("res/raw/monsterlist_wolves.json"));
/// assert!(!is_data("res/raw/conversationlist_mikhail.json"));
/// ```
pub fn is_data(name: &str) -> bool {
    holds(name).is_some()
}

/// What a file of this name holds.
fn holds(name: &str) -> Option<Holds> {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let known = [
        ("monsterlist", Holds::Monsters),
        ("itemlist", Holds::Items),
        ("itemcategories", Holds::Categories),
        ("actorconditions", Holds::Conditions),
        ("droplists", Holds::Drops),
    ];
    known.into_iter().find(|(start, _)| file.starts_with(start)).map(|(_, holds)| holds)
}
