//! Names of two sides that handed in theirs without knowing of the other's: where
//! both have one, the later gets a sign behind it. Nobody learns of it before the
//! battle, and nobody's set-up is refused for it.

use std::collections::{BTreeMap, BTreeSet};

use toml_edit::visit_mut::{VisitMut, visit_table_like_kv_mut, visit_value_mut};
use toml_edit::{DocumentMut, Value};

/// Keys whose values are names of somebody in a battle.
const NAMES: [&str; 3] = ["id", "name", "noble"];

/// Changes the names of a set-up that others have taken, wherever it says them,
/// and takes them.
pub fn make_own(set_up: &mut DocumentMut, taken: &mut BTreeSet<String>) {
    let mut found = Find::default();
    found.visit_document_mut(set_up);
    let mut change = Change::default();
    for name in &found.0 {
        if taken.contains(name) {
            let free = (2..).map(|count| format!("{name}-{count}"));
            let mut free = free.filter(|new| !taken.contains(new) && !found.0.contains(new));
            change.0.extend(free.next().map(|new| (name.clone(), new)));
        }
    }
    change.visit_document_mut(set_up);
    taken.extend(found.0.into_iter().map(|name| change.0.remove(&name).unwrap_or(name)));
}

/// The names there are.
#[derive(Default)]
struct Find(BTreeSet<String>);

impl VisitMut for Find {
    fn visit_table_like_kv_mut(&mut self, key: toml_edit::KeyMut<'_>, item: &mut toml_edit::Item) {
        if let Some(name) = item.as_str().filter(|_| NAMES.contains(&key.get())) {
            self.0.insert(name.to_owned());
        }
        visit_table_like_kv_mut(self, key, item);
    }
}

/// New names by old ones.
#[derive(Default)]
struct Change(BTreeMap<String, String>);

impl VisitMut for Change {
    fn visit_value_mut(&mut self, value: &mut Value) {
        if let Some(new) = value.as_str().and_then(|old| self.0.get(old)) {
            *value = new.clone().into();
        }
        visit_value_mut(self, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_later_of_two_gets_a_sign() {
        let mut taken = BTreeSet::new();
        let mut made = |text: &str| {
            let mut set_up: DocumentMut = text.parse().unwrap();
            make_own(&mut set_up, &mut taken);
            set_up.to_string()
        };
        let first = "attacker.stack = [{ noble = 'Ada' }]\n";
        assert_eq!(made(first), first);
        let second = "[[defender.stack]]\nnoble = 'Ada'\nunder = 'Bo'\n[[defender.stack]]\nnoble = 'Bo'\nunder = 'Ada'\n";
        assert_eq!(made(second), second.replace("'Ada'", "\"Ada-2\""));
    }
}
