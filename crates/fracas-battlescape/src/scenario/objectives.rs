//! Zones, objects and what is to be done (B-250, B-255, B-290).

use fracas_core::document::{Checked, Diagnostics, Item};

use super::map::Map;
use super::names::Names;
use super::units::{Recruit, named};
use crate::battle::{Object, Objective, Side, Task, UnitId, Units, Zone};
use crate::data::Data;

/// The zones of the map and what they are.
pub fn zones(file: &Checked, map: &Map, out: &mut Diagnostics) -> Vec<Zone> {
    let mut zones: Vec<Zone> = map
        .zones
        .iter()
        .map(|(name, spots)| Zone {
            name: name.clone(),
            spots: spots.clone(),
            exit: false,
            danger: 0,
        })
        .collect();
    let mut described: Vec<usize> = Vec::new();
    for entry in file.tables("zone") {
        let Some(place) = entry.value("name").and_then(|item| map.zone(item, out)) else {
            continue;
        };
        if described.contains(&place) {
            let message = format!("the zone `{}` is described twice", zones[place].name);
            out.error("B-290", &entry.place("name"), message);
            continue;
        }
        described.push(place);
        zones[place].exit = entry.flag("exit").unwrap_or(false);
        zones[place].danger = entry.whole("danger").map_or(0, |danger| danger as u16);
    }
    zones
}

/// The objects.
pub fn objects(file: &Checked, data: &Data, map: &Map, out: &mut Diagnostics) -> Vec<Object> {
    let mut objects: Vec<Object> = Vec::new();
    for entry in file.tables("object") {
        let (Some(name), Some(at)) = (entry.text("name"), entry.value("at")) else { continue };
        if objects.iter().any(|other| other.name == name) {
            let message = format!("two objects are called `{name}`");
            out.error("B-290", &entry.place("name"), message);
            continue;
        }
        let Some(spot) = map.hex(at, name, out) else { continue };
        let terrain = data.terrain(map.terrain[spot.index()]);
        // B-259: in an aftermath the ground may have changed under it.
        if terrain.walk.is_none() && file.flag("aftermath") != Some(true) {
            let hex = map.field.col_row(spot);
            let message = format!("{name} at {hex} stands on impassable terrain: {}", terrain.id);
            out.error("B-290", &at.place, message);
        }
        let kind = entry.text("kind").unwrap_or("terminal").to_owned();
        objects.push(Object { name: name.to_owned(), at: spot, kind });
    }
    objects
}

/// What an objective may name.
struct Goals<'a> {
    zones: &'a [Zone],
    objects: &'a [Object],
    recruits: &'a [Recruit],
}

/// The objectives; exactly one is primary, or none in an aftermath.
pub fn read(
    file: &Checked,
    zones: &[Zone],
    objects: &[Object],
    recruits: &[Recruit],
    out: &mut Diagnostics,
) -> Vec<Objective> {
    let goals = Goals { zones, objects, recruits };
    let entries = file.tables("objective");
    let mut objectives = Vec::new();
    for (place, entry) in entries.iter().enumerate() {
        objectives.extend(goals.objective(place + 1, entry, out));
    }
    check_order(entries, out);
    let primary: Vec<usize> =
        (0..entries.len()).filter(|place| entries[*place].flag("primary") == Some(true)).collect();
    let aftermath = file.flag("aftermath").unwrap_or(false);
    match primary[..] {
        [] if aftermath => {}
        [] => {
            out.error("B-250", &file.key_place("objective"), "no objective is primary")
                .help("give one of [[objective]] primary = true");
        }
        [_] => {}
        [first, ref more @ ..] => {
            for place in more {
                let message =
                    format!("objectives {} and {} are both primary", first + 1, place + 1);
                out.error("B-250", &entries[*place].place("primary"), message);
            }
        }
    }
    objectives
}

/// Objectives that come after one that is not there, or in a ring (B-250).
fn check_order(entries: &[Checked], out: &mut Diagnostics) {
    let after = |place: usize| entries.get(place)?.whole("after").map(|number| number as usize - 1);
    for (place, entry) in entries.iter().enumerate() {
        let Some(first) = after(place) else { continue };
        let number = place + 1;
        if first >= entries.len() {
            let message =
                format!("objective {number} comes after {}, which is not there", first + 1);
            out.error("B-250", &entry.place("after"), message)
                .help(format!("objectives are numbered from 1 to {} as they stand", entries.len()));
            continue;
        }
        // A chain that is longer than the list comes back to where it was.
        let chain = std::iter::successors(Some(first), |next| after(*next)).take(entries.len());
        if chain.into_iter().any(|next| next == place) {
            let message = format!("objective {number} would have to be done before itself");
            out.error("B-250", &entry.place("after"), message)
                .help("`after` names the objective that comes first; somewhere one must begin");
        }
    }
}

impl Goals<'_> {
    fn objective(
        &self,
        number: usize,
        entry: &Checked,
        out: &mut Diagnostics,
    ) -> Option<Objective> {
        let kind = entry.text("kind")?;
        self.check_keys(number, kind, entry, out);
        let task = self.task(number, kind, entry, out)?;
        let name = match entry.text("name") {
            Some(name) => name.to_owned(),
            None => self.describe(kind, &task),
        };
        Some(Objective {
            task,
            primary: entry.flag("primary").unwrap_or(false),
            trigger: entry.whole("trigger").map_or(1, |turn| turn as u32),
            after: entry.whole("after").map(|number| number as usize - 1),
            name,
        })
    }

    /// A key that means nothing to objectives of this kind.
    fn check_keys(&self, number: usize, kind: &str, entry: &Checked, out: &mut Diagnostics) {
        let takes: &[&str] = match kind {
            "assassinate" | "capture" => &["unit"],
            "reach" | "escape" => &["zone", "need"],
            "hold" => &["zone", "turns"],
            "survive" => &["turns"],
            "interact" => &["object"],
            "rescue" => &["unit", "units", "to", "need"],
            "protect" => &["unit", "turns"],
            _ => &[],
        };
        for key in ["unit", "units", "zone", "to", "object", "need", "turns"] {
            if entry.has(key) && !takes.contains(&key) {
                let message = format!("objective {number} ({kind}) has no use for `{key}`");
                let found = out.error("B-255", &entry.key_place(key), message);
                if !takes.is_empty() {
                    found.help(format!("it takes {}", takes.join(", ")));
                }
            }
        }
    }

    fn task(
        &self,
        number: usize,
        kind: &str,
        entry: &Checked,
        out: &mut Diagnostics,
    ) -> Option<Task> {
        let need = entry.whole("need").map(|need| need as u32);
        let turns = entry.whole("turns").map(|turns| turns as u32);
        Some(match kind {
            "assassinate" => Task::Assassinate(self.unit(number, entry, out)?),
            "capture" => Task::Capture(self.unit(number, entry, out)?),
            "reach" => Task::Reach(self.zone(number, entry, "zone", out)?, need),
            "hold" => {
                let zone = self.zone(number, entry, "zone", out);
                Task::Hold(zone?, self.turns(number, entry, out)?)
            }
            "survive" => Task::Survive(self.turns(number, entry, out)?),
            "interact" => Task::Interact(self.object(number, entry, out)?),
            "rescue" => self.rescue(number, entry, need, out)?,
            "protect" => Task::Protect(self.unit(number, entry, out)?, turns),
            "escape" => {
                let zone = self.zone(number, entry, "zone", out)?;
                if !self.zones[zone].exit {
                    let name = &self.zones[zone].name;
                    let message = format!("objective {number}: nobody can leave over `{name}`");
                    out.error("B-255", &entry.place("zone"), message)
                        .help(format!("write [[zone]] name = \"{name}\", exit = true"));
                }
                Task::Escape(zone, need)
            }
            _ => Task::Eliminate,
        })
    }

    fn missing<'a>(
        &self,
        number: usize,
        entry: &'a Checked,
        key: &str,
        out: &mut Diagnostics,
    ) -> Option<&'a Item> {
        if !entry.has(key) {
            let kind = entry.text("kind").unwrap_or_default();
            let message = format!("objective {number} ({kind}) needs `{key}`");
            out.error("B-255", &entry.here(), message);
        }
        entry.value(key)
    }

    fn unit(&self, number: usize, entry: &Checked, out: &mut Diagnostics) -> Option<UnitId> {
        let item = self.missing(number, entry, "unit", out)?;
        named(number, item, self.recruits, out).map(|place| UnitId(place as u8))
    }

    fn turns(&self, number: usize, entry: &Checked, out: &mut Diagnostics) -> Option<u32> {
        self.missing(number, entry, "turns", out)?.whole().map(|turns| turns as u32)
    }

    fn zone(
        &self,
        number: usize,
        entry: &Checked,
        key: &str,
        out: &mut Diagnostics,
    ) -> Option<usize> {
        let item = self.missing(number, entry, key, out)?;
        let names: Vec<&str> = self.zones.iter().map(|zone| zone.name.as_str()).collect();
        Names { what: "zone", names: &names }.find_for(number, item, out)
    }

    fn object(&self, number: usize, entry: &Checked, out: &mut Diagnostics) -> Option<usize> {
        let item = self.missing(number, entry, "object", out)?;
        let names: Vec<&str> = self.objects.iter().map(|object| object.name.as_str()).collect();
        Names { what: "object", names: &names }.find_for(number, item, out)
    }

    fn rescue(
        &self,
        number: usize,
        entry: &Checked,
        need: Option<u32>,
        out: &mut Diagnostics,
    ) -> Option<Task> {
        let mut units = Units::default();
        for item in entry.value("unit").into_iter().chain(entry.list("units")) {
            units.put(UnitId(named(number, item, self.recruits, out)? as u8));
        }
        if !entry.has("unit") && !entry.has("units") {
            for (place, recruit) in self.recruits.iter().enumerate() {
                if recruit.sheet.side == Side::Neutral {
                    units.put(UnitId(place as u8));
                }
            }
        }
        let count = units.0.count_ones();
        if count < need.unwrap_or(1) {
            let message = format!(
                "objective {number}: {} to be rescued, but there are {count}",
                need.unwrap_or(1)
            );
            out.error("B-255", &entry.here(), message);
        }
        let to = match entry.has("to") {
            true => Some(self.zone(number, entry, "to", out)?),
            false => None,
        };
        if to.is_none() && !self.zones.iter().any(|zone| zone.exit) {
            let message = format!("objective {number}: there is no exit to rescue anybody over");
            out.error("B-255", &entry.here(), message)
                .help("say where `to`, or give a [[zone]] exit = true");
        }
        Some(Task::Rescue { units, to, need })
    }

    /// The kind and whom or what it is about.
    fn describe(&self, kind: &str, task: &Task) -> String {
        let unit = |unit: &UnitId| self.recruits[unit.index()].sheet.name.clone();
        let zone = |zone: &usize| self.zones[*zone].name.clone();
        let about = match task {
            Task::Eliminate => return kind.to_owned(),
            Task::Assassinate(who) | Task::Capture(who) | Task::Protect(who, _) => unit(who),
            Task::Reach(at, _) | Task::Hold(at, _) => zone(at),
            Task::Escape(at, _) => format!("over {}", zone(at)),
            Task::Survive(turns) => format!("{turns} turns"),
            Task::Interact(object) => format!("with {}", self.objects[*object].name),
            Task::Rescue { units, .. } => {
                let names: Vec<String> = units.iter().map(|who| unit(&who)).collect();
                match names.as_slice() {
                    [only] => only.clone(),
                    names => format!("{} units", names.len()),
                }
            }
        };
        format!("{kind} {about}")
    }
}
