//! Healing and retreat as written (F-73, F-74), their names checked (E-23).

use fracas_core::order::Ordered;
use std::collections::HashSet;

use fracas_core::document::{Checked, Diagnostics, Item, nearest};

use crate::battle::{Healing, Retreat, SideId};
use crate::rate::Rate;

/// Reads the healing of a side.
pub fn healing(
    table: &Checked,
    side: SideId,
    names: &HashSet<&str>,
    out: &mut Diagnostics,
) -> Vec<Healing> {
    let entries = table.tables("healing").iter().enumerate();
    entries
        .map(|(index, entry)| {
            let label = format!("{}, healing {}, who", side.key(), index + 1);
            check_names(entry.list("who"), &label, names, out);
            Healing {
                round: entry.whole("round").unwrap_or(1) as u32,
                who: entry.value("who").map(|_| texts(entry.list("who"))),
                hp: entry.whole("hp").unwrap_or(0),
                to_defend: entry.decimal("to_defend").map_or(Rate::ZERO, |d| Rate(d.scaled(6))),
                up_to: entry.whole("up_to"),
            }
        })
        .collect()
}

/// Reads when a side leaves.
pub fn retreat(
    table: &Checked,
    side: SideId,
    names: &HashSet<&str>,
    out: &mut Diagnostics,
) -> Option<Retreat> {
    let entry = table.table("retreat")?;
    let label = format!("{}, retreat, falls", side.key());
    check_names(entry.list("falls"), &label, names, out);
    Some(Retreat {
        below: entry.decimal("below").map(|below| Rate(below.scaled(6))),
        of: entry.whole("of").map(|of| of as u32),
        falls: texts(entry.list("falls")),
    })
}

fn texts(items: &[Item]) -> Vec<String> {
    items.iter().filter_map(Item::text).map(|name| name.trim().to_owned()).collect()
}

fn check_names(items: &[Item], label: &str, names: &HashSet<&str>, out: &mut Diagnostics) {
    for (index, item) in items.iter().enumerate() {
        let name = item.text().unwrap_or_default().trim();
        if names.contains(name) {
            continue;
        }
        let mut known: Vec<&str> = names.iter().copied().collect();
        // Thousands compared with thousands would take minutes.
        if known.len() * items.len() > 100_000 {
            known.clear();
        }
        known.put_in_order();
        let advice = match nearest(name, known) {
            Some(near) => format!("did you mean {near}?"),
            None => "write the name of a fighter of the side or of its reinforcements".to_owned(),
        };
        let message = format!("{label}: entry {}: nobody is called {name}; {advice}", index + 1);
        out.error("E-23", &item.place, message);
    }
}
