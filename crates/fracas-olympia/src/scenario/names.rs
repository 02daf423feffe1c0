//! Who is called what: names must be unique, and orders must name somebody
//! (E-8, E-13, E-15).

use std::collections::HashMap;

use fracas_core::document::{Checked, Diagnostics, Place, nearest};

use crate::battle::{Noble, Side, SideId, Unit};

/// All nobles named in a scenario, prisoners and allies too.
#[derive(Default)]
pub struct Names(Vec<(String, Place, SideId)>);

impl Names {
    /// Remembers a noble.
    pub fn add(&mut self, noble: &Noble, place: Place, side: SideId) {
        if !noble.name.is_empty() {
            self.0.push((noble.name.clone(), place, side));
        }
    }

    /// Complains of names that occur twice.
    pub fn check(&self, out: &mut Diagnostics) {
        let mut first: HashMap<&str, SideId> = HashMap::new();
        for (name, place, side) in &self.0 {
            match first.get(name.as_str()) {
                None => {
                    first.insert(name, *side);
                }
                Some(other) if other == side => {
                    out.error("E-13", place, format!("there are two nobles called {name}"))
                        .help("names must be unique within a battle");
                }
                Some(_) => {
                    out.error("E-15", place, format!("{name} is on both sides"))
                        .help("a stack cannot attack itself");
                }
            }
        }
    }

    /// Checks who is ordered to attack whom.
    pub fn check_orders(
        &self,
        attacker: &Checked,
        sides: &[Side; 2],
        units: &[Unit],
        out: &mut Diagnostics,
    ) {
        let own = &units[sides[0].own_units()];
        if let (Some(by), Some(leader)) = (attacker.text("by"), own.first())
            && by != leader.noble.name
        {
            out.error(
                "E-8",
                &attacker.place("by"),
                format!("{by} does not lead the attacking stack"),
            )
            .help(format!(
                "only the leader, {}, may attack; another noble must leave the stack first",
                leader.noble.name
            ));
        }
        if let Some(target) = attacker.text("target") {
            check_target(target, &attacker.place("target"), sides, units, out);
        }
    }
}

/// E-15: the target is a noble of the defending stack or its structure.
fn check_target(
    target: &str,
    place: &Place,
    sides: &[Side; 2],
    units: &[Unit],
    out: &mut Diagnostics,
) {
    let is_called = |name: Option<&str>, code: &Option<String>| {
        name == Some(target) || code.as_deref() == Some(target)
    };
    let names_unit = |unit: &Unit| is_called(Some(&unit.noble.name), &unit.noble.code);
    let defenders = &units[sides[1].own_units()];
    let structure = sides[1].structure.as_ref();
    let named = defenders.iter().any(names_unit)
        || structure.is_some_and(|walls| is_called(walls.name.as_deref(), &walls.code));
    if named {
        return;
    }
    let message = if units[sides[0].units.clone()].iter().any(names_unit) {
        format!("{target} is in the attacking stack, and a stack cannot attack itself")
    } else {
        format!("nobody in the defending stack is called {target}")
    };
    let nobles = defenders.iter().map(|unit| unit.noble.name.as_str());
    let can: Vec<&str> = nobles.chain(structure.and_then(|walls| walls.name.as_deref())).collect();
    let near = nearest(target, can.iter().copied());
    let mean = near.map_or(String::new(), |near| format!("did you mean {near}? "));
    out.error("E-15", place, message).help(format!("{mean}can be named: {}", can.join(", ")));
}
