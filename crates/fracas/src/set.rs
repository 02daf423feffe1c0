//! Changes to a scenario as users write them on a command line.

use std::fmt;
use std::str::FromStr;

use fracas_core::document::{
    Diagnostics, EditError, NewValue, Place, Shape, Step, parse, parse_path,
};
use thiserror::Error;

use crate::registry::Registry;
use crate::scenario::{Scenario, ScenarioError};
use crate::short_path::whole_path;

/// A change to one value of a scenario, as users write it: `path=value` to set
/// it, `path+=value` to add to a list, `path=` to take it out.
///
/// ```
/// use fracas::{Change, Set};
/// let more: Set = "attacker.stack[0].men.knight=60".parse().unwrap();
/// assert_eq!(more.path, "attacker.stack[0].men.knight");
/// assert_eq!(more.change, Change::Put("60".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// The way to the value.
    pub path: String,
    /// What becomes of it.
    pub change: Change,
}

/// What becomes of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// It is this from now on: TOML, or else text.
    Put(String),
    /// This is added to the list.
    Add(String),
    /// It is taken out.
    Remove,
}

impl FromStr for Set {
    type Err = SetError;

    fn from_str(text: &str) -> Result<Self, SetError> {
        let (path, value) = split(text).ok_or(SetError)?;
        let value = value.trim().to_owned();
        let (path, change) = match (path.strip_suffix('+'), value.is_empty()) {
            (Some(_), true) => return Err(SetError),
            (Some(path), false) => (path, Change::Add(value)),
            (None, true) => (path, Change::Remove),
            (None, false) => (path, Change::Put(value)),
        };
        Ok(Self { path: path.trim().to_owned(), change })
    }
}

/// What stands before and after the sign that ends the path. Quotes at the
/// beginning of a key or name may hold that sign; within, they are letters.
pub(crate) fn split(text: &str) -> Option<(&str, &str)> {
    let mut quote = None;
    let mut begins = true;
    for (place, sign) in text.char_indices() {
        match (quote, sign) {
            (None, '=') => return Some((text[..place].trim_end(), &text[place + 1..])),
            (None, '"' | '\'') if begins => quote = Some(sign),
            (Some(open), _) if open == sign => quote = None,
            _ => {}
        }
        begins = quote.is_none() && matches!(sign, '.' | '[');
    }
    None
}

/// A change that is not written as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "write path=value, such as attacker.stack[0].men.knight=60; path+=value adds to a list, path= \
     takes a value out"
)]
pub struct SetError;

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.change {
            Change::Put(value) => write!(f, "{}={value}", self.path),
            Change::Add(value) => write!(f, "{}+={value}", self.path),
            Change::Remove => write!(f, "{}=", self.path),
        }
    }
}

impl Scenario {
    /// Makes changes that a user has written, in the order given, by the rules
    /// of fracas. What is wrong with them is shown like anything else that is
    /// wrong.
    pub fn apply(&mut self, changes: &[Set]) -> Result<(), ScenarioError> {
        self.apply_by(Registry::standard(), changes)
    }

    /// The same by one of these rulesets: where it wants a list, a single value
    /// becomes a list of one. A path may leave out its beginning where one place
    /// alone ends so (`men.knight`).
    pub fn apply_by(&mut self, registry: &Registry, changes: &[Set]) -> Result<(), ScenarioError> {
        let before = self.source();
        let mut faults = Vec::new();
        for change in changes {
            match self.make(change, registry) {
                Ok(()) => {}
                Err(EditError::Value(why)) => {
                    faults.push(format!("--set {change}: {}: {why}", change.path));
                }
                Err(why) => faults.push(format!("--set {change}: {why}")),
            }
        }
        self.forget_large_draft();
        if faults.is_empty() {
            if !changes.is_empty() {
                self.show_as_changed();
            }
            return Ok(());
        }
        let mut out = Diagnostics::new(before);
        // A file that is no TOML takes no changes; that is then what is wrong.
        parse(&mut out);
        if !out.has_errors() {
            for fault in faults {
                out.error("", &Place::default(), fault);
            }
        }
        Err(out.into())
    }

    fn make(&mut self, set: &Set, registry: &Registry) -> Result<(), EditError> {
        self.drafted()?;
        let path = &match registry.named_by(self) {
            Some(rules) => whole_path(self, rules, &set.path, &[])
                .map_err(|several| EditError::Place(several.to_string()))?,
            None => set.path.clone(),
        };
        match &set.change {
            Change::Put(value) => {
                let mut value = NewValue::read(value)?;
                if !value.is_list() && self.wants_list(path, value.is_table(), registry)? {
                    value = vec![value].into();
                }
                self.set(path, value)
            }
            Change::Add(value) => self.push(path, NewValue::read(value)?),
            Change::Remove => match self.remove(path)? {
                true => Ok(()),
                false => Err(EditError::Place(format!(
                    "there is no {path} to take out; for an empty text write {path}='\"\"'"
                ))),
            },
        }
    }

    /// Whether the rules want a list at a path, of which the value is an entry.
    fn wants_list(&self, path: &str, table: bool, registry: &Registry) -> Result<bool, EditError> {
        let steps = parse_path(path)?;
        let ruleset = self.get("ruleset")?.unwrap_or_default();
        let rules = registry.rules(ruleset.trim_matches(['"', '\'']));
        Ok(rules.is_ok_and(|rules| takes_one(&Shape::Table(rules.shape()), &steps, table)))
    }
}

/// Whether what stands at the end of these steps is a list that takes one
/// table, or one plain value, and cannot be that value itself.
fn takes_one(shape: &Shape, steps: &[Step], table: bool) -> bool {
    match (shape, steps) {
        (Shape::OneOf(shapes), []) => {
            shapes.iter().any(|shape| takes_one(shape, steps, table))
                && !shapes.iter().any(|shape| is_table(shape) == table && !is_list(shape))
        }
        (Shape::OneOf(shapes), _) => shapes.iter().any(|shape| takes_one(shape, steps, table)),
        (Shape::List { of, min, .. }, []) => *min <= 1 && is_table(of) == table && !is_list(of),
        (Shape::Table(shape) | Shape::Paths(shape), [Step::Key(key), rest @ ..]) => {
            shape.field(key).is_some_and(|field| takes_one(&field.shape, rest, table))
        }
        (Shape::List { of, .. }, [_, rest @ ..]) => takes_one(of, rest, table),
        (Shape::Map { value, .. }, [_, rest @ ..]) => takes_one(value, rest, table),
        _ => false,
    }
}

fn is_table(shape: &Shape) -> bool {
    matches!(shape, Shape::Table(_) | Shape::Paths(_) | Shape::Map { .. })
}

fn is_list(shape: &Shape) -> bool {
    matches!(shape, Shape::List { .. })
}

#[cfg(test)]
mod tests {
    use super::*;

    const DUEL: &str = "ruleset = \"olympia\"\n\
        [[attacker.stack]]\nnoble = \"A\"\n[[defender.stack]]\nnoble = \"B\"\n";

    fn with_sets(text: &str, sets: &[&str]) -> Result<Scenario, ScenarioError> {
        let sets: Vec<Set> = sets.iter().map(|set| set.parse().unwrap()).collect();
        let mut scenario = Scenario::new("camp/duel.toml", text);
        scenario.apply(&sets)?;
        scenario.battle()?;
        Ok(scenario)
    }

    fn wrong(text: &str, sets: &[&str]) -> String {
        with_sets(text, sets).err().unwrap().to_string()
    }

    #[test]
    fn sets_change_the_scenario() {
        let battle = with_sets(DUEL, &["name=Spar", "seed = 4"]).unwrap().battle().unwrap();
        assert_eq!((battle.name(), battle.seed()), ("Spar", Some(4)));
    }

    #[test]
    fn paths_may_leave_out_their_beginning() {
        let field = format!("{DUEL}[place]\nterrain = 'plain'\n");
        let swamp = with_sets(&field, &["terrain=swamp"]).unwrap();
        assert_eq!(swamp.get("place.terrain").unwrap().as_deref(), Some("\"swamp\""));
        let both = wrong(DUEL, &["men.knight=3"]);
        let places = "attacker.stack[0].men.knight or defender.stack[0].men.knight";
        assert!(both.contains(&format!("`men.knight` may be {places}")), "{both}");
        assert!(wrong(DUEL, &["terain=swamp"]).contains("terain"));
    }

    #[test]
    fn bad_sets_are_named_all_of_them() {
        let both = wrong(DUEL, &["attacker.stack[5].men.knight=1", "name.x=2", "a..b=1"]);
        assert!(both.contains("--set attacker.stack[5].men.knight=1: there is no"), "{both}");
        assert!(both.contains("--set a..b=1: path `a..b`"), "{both}");
        let value = wrong(DUEL, &["seed=-1"]);
        assert!(value.contains("camp/duel.toml with --set:"), "{value}");
        assert!(wrong("x = y\n", &["seed=1"]).contains("must be quoted"));
    }

    #[test]
    fn a_set_is_split_at_the_first_sign_outside_quotes() {
        let put = |text: &str| {
            let set: Set = text.parse().unwrap();
            assert_eq!(set.to_string().replace(' ', ""), text.replace(' ', ""));
            (set.path, set.change)
        };
        let value = |text: &str| Change::Put(text.to_owned());
        assert_eq!(put("goods.\"a=b\" = \"c=d\""), ("goods.\"a=b\"".to_owned(), value("\"c=d\"")));
        let name = "unit[D'Artagnan].hp".to_owned();
        assert_eq!(put("unit[D'Artagnan].hp=3"), (name, value("3")));
        assert_eq!(put("items += axe"), ("items".to_owned(), Change::Add("axe".to_owned())));
        assert_eq!(put("place.terrain="), ("place.terrain".to_owned(), Change::Remove));
        for text in ["knight", "\"a=b", "items+=", ""] {
            assert!(text.parse::<Set>().is_err(), "{text}");
        }
    }

    #[test]
    fn values_are_taken_out_and_added() {
        let text = format!("seed = 3\n{DUEL}");
        let sets = ["seed=", "attacker.stack[A].items+={ name = \"axe\" }", "name=\"\""];
        let sets = with_sets(&text, &sets[..2]).unwrap();
        assert_eq!(sets.get("seed").unwrap(), None);
        assert_eq!(
            sets.get("attacker.stack[0].items[axe].name").unwrap().as_deref(),
            Some("\"axe\"")
        );
        let nothing = wrong(DUEL, &["seed="]);
        assert!(nothing.contains("--set seed=: there is no seed to take out"), "{nothing}");
    }

    #[test]
    fn one_value_is_a_list_where_a_list_is_wanted() {
        let windy = with_sets(DUEL, &["place.weather=wind"]).unwrap();
        assert_eq!(windy.get("place.weather").unwrap().as_deref(), Some("[\"wind\"]"));
        let axe = "attacker.stack[A].items={ name = \"axe\" }";
        let armed = with_sets(DUEL, &[axe]).unwrap();
        assert!(armed.get("attacker.stack[A].items[axe]").unwrap().is_some());
        // What is wrong with it is told as of any entry.
        let sunny = wrong(DUEL, &["place.weather=sun"]);
        assert!(sunny.contains("place.weather[0]"), "{sunny}");
        // A table is no entry of a list of words, and a word none of a list of tables.
        assert!(wrong(DUEL, &["place.weather={ x = 1 }"]).contains("must be a list, not a table"));
        assert!(wrong(DUEL, &["attacker.stack[0].items=axe"]).contains("must be a list, not text"));
    }
}
