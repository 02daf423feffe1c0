//! `[policy]` (A-70 to A-72; E-7, E-8, E-12).

use fracas_core::document::{Checked, Diagnostics};

use super::ScenarioBuilder;
use crate::battle::{Policy, TargetRule};

/// Reads the policy; without one the hero attacks until the end.
pub fn read(table: Option<&Checked>, builder: &ScenarioBuilder, out: &mut Diagnostics) -> Policy {
    let all = || {
        let places = 0..builder.stock.len();
        places.filter(|place| builder.items[builder.stock[*place].0].heal.is_some()).collect()
    };
    let Some(table) = table else {
        return Policy {
            drink_below: 0,
            flee_below: 0,
            drink: all(),
            target: TargetRule::First,
            asked: None,
        };
    };
    let (drink_below, flee_below) = match table.text("preset") {
        Some("cautious") => (40, 0),
        Some("coward") => (0, 30),
        _ => (0, 0),
    };
    let drink = match table.value("drink") {
        None => all(),
        Some(list) => {
            let mut drink = Vec::new();
            for written in list.list() {
                let Some(id) = written.text() else { continue };
                match builder.find(id) {
                    None => {
                        out.error("E-8", &written.place, format!("there is no item `{id}`"))
                            .help(builder.suggest(id));
                    }
                    Some(item) if item.heal.is_none() => {
                        out.error("E-12", &written.place, format!("`{id}` does not heal"))
                            .help("an item that heals has `heal`");
                    }
                    // One that is nowhere in the bag or the loot is never there.
                    Some(_) => drink.extend(
                        builder.stock.iter().position(|stocked| builder.items[stocked.0].id == id),
                    ),
                }
            }
            drink
        }
    };
    Policy {
        drink_below: table.whole("drink_below").unwrap_or(drink_below),
        flee_below: table.whole("flee_below").unwrap_or(flee_below),
        drink,
        target: match table.text("target") {
            Some("weakest") => TargetRule::Weakest,
            Some("strongest") => TargetRule::Strongest,
            _ => TargetRule::First,
        },
        asked: None,
    }
}
