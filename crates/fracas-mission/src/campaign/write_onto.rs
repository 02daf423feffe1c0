//! The campaign file of this moment, written onto an older one: whatever a turn
//! does not change, comments and order included, stays as somebody wrote it.

use fracas_core::document::{Diagnostics, Source, check, parse};
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, TableLike};

use super::Campaign;
use crate::scenario::SCENARIO;

impl Campaign {
    /// The campaign file of this moment, as a change of the file it came from.
    /// Where that cannot be told so, the whole file is written anew.
    pub fn write_onto(&self, old: &str) -> String {
        let anew = self.write();
        let changed = read(old).and_then(|before| change(old, &before.write(), &anew));
        // Only what says the same is good enough.
        let same = |text: &String| read(text).is_some_and(|again| again.write() == anew);
        changed.filter(same).unwrap_or(anew)
    }
}

fn read(text: &str) -> Option<Campaign> {
    let mut out = Diagnostics::new(Source::new("campaign.toml", text));
    let file = parse(&mut out)?;
    Campaign::read(&check(&file, &SCENARIO, &mut out), &mut out)
}

/// Changes a file by what differs between two plainly written ones.
fn change(old: &str, before: &str, after: &str) -> Option<String> {
    let mut old: DocumentMut = old.parse().ok()?;
    let [before, after] = [before, after].map(|text| text.parse::<DocumentMut>().ok());
    change_table(old.as_table_mut(), before?.as_table(), after?.as_table());
    // Orders of the file have been carried out.
    if let Some(sites) = old.get_mut("site").and_then(Item::as_array_of_tables_mut) {
        sites.iter_mut().for_each(|site| drop(site.remove("agents")));
    }
    Some(old.to_string())
}

fn change_table(old: &mut dyn TableLike, before: &dyn TableLike, after: &dyn TableLike) {
    for (key, _) in before.iter().filter(|(key, _)| !after.contains_key(key)) {
        old.remove(key);
    }
    for (key, item) in after.iter() {
        let was = before.get(key);
        if was.is_some_and(|was| was.to_string() == item.to_string()) {
            continue;
        }
        if let (Some(was), Some(item)) =
            (was.and_then(Item::as_array_of_tables), item.as_array_of_tables())
            && let Some(tables) = old.get_mut(key).and_then(Item::as_array_of_tables_mut)
        {
            change_tables(tables, was, item);
        } else if let (Some(was), Some(item)) = (was.and_then(Item::as_table), item.as_table())
            && let Some(table) = old.get_mut(key).and_then(Item::as_table_like_mut)
        {
            change_table(table, was, item);
        } else if let Some(value) = item.as_value()
            && let Some(known) = old.get_mut(key).and_then(Item::as_value_mut)
        {
            // The comment behind the value stays where it is.
            let decor = known.decor().clone();
            *known = value.clone();
            *known.decor_mut() = decor;
        } else {
            old.insert(key, item.clone());
        }
    }
}

/// Agents, sites, factions: the same by their ids, in the order they have now.
fn change_tables(old: &mut ArrayOfTables, before: &ArrayOfTables, after: &ArrayOfTables) {
    let mut now = ArrayOfTables::new();
    for table in after {
        let known = find(old, table).zip(find(before, table));
        let changed = known.map(|(known, was)| {
            let mut known = known.clone();
            change_table(&mut known, was, table);
            known
        });
        now.push(changed.unwrap_or_else(|| {
            // It follows the one before it, wherever it came from.
            let mut new = table.clone();
            new.set_position(None);
            new
        }));
    }
    *old = now;
}

fn find<'a>(tables: &'a ArrayOfTables, wanted: &Table) -> Option<&'a Table> {
    let id = wanted.get("id").and_then(Item::as_str);
    tables
        .iter()
        .find(|table| table.get("id").and_then(Item::as_str) == id && !table.contains_key("count"))
}
