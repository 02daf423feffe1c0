//! Objectives that cannot be met (§23): too few units, too little time, and
//! two that contradict each other.

use fracas_core::document::{Checked, Diagnostics};
use fracas_core::order::Ordered;

use super::{Scene, walk};
use crate::battle::{Objective, Side, Task, UnitId, Units};
use crate::data::{AbilityKind, ItemKind};
use crate::field::Spot;
use crate::rules::objectives::LAST_TURN;
use crate::rules::time::{MOST, PER_PHASE};

impl Scene<'_> {
    /// Warns of every objective that nobody can meet.
    pub(super) fn warn_of_hopelessness(&self, out: &mut Diagnostics) {
        for (number, entry) in self.file.tables("objective").iter().enumerate() {
            if !self.warn_of_numbers(number, entry, out) {
                self.warn_of_time(number, entry, out);
            }
            self.warn_of_danger(number, entry, out);
            self.warn_of_treason(number, entry, out);
            self.warn_of_order(number, entry, out);
            for other in 0..number {
                self.warn_of_contradiction(other, number, entry, out);
            }
        }
    }

    /// B-255: more units are needed than there are.
    fn warn_of_numbers(&self, number: usize, entry: &Checked, out: &mut Diagnostics) -> bool {
        let all = self.players().count();
        let (need, zone) = match self.objectives[number].task {
            // Without a number, everybody.
            Task::Reach(at, need) => (need.unwrap_or(all as u32), Some(at)),
            Task::Escape(_, Some(need)) => (need, None),
            _ => return false,
        };
        // B-16: one unit stands on a hex.
        let room = |zone: usize| {
            let (name, spots) = &self.map.zones[zone];
            let open =
                |spot: &Spot| self.data.terrain(self.map.terrain[spot.index()]).walk.is_some();
            (name, spots.iter().filter(open).count())
        };
        let who = if entry.has("need") { format!("{need} units") } else { "everybody".to_owned() };
        let needs = format!("objective {} needs {who}, but", number + 1);
        let message = match zone.map(room) {
            _ if need as usize > all => format!("{needs} there are {all}"),
            Some((name, room)) if need as usize > room => {
                format!("{needs} the zone `{name}` has room for {room}")
            }
            _ => return false,
        };
        let key = if entry.has("need") { "need" } else { "zone" };
        out.warning("B-255", &entry.place(key), message);
        true
    }

    /// B-251, B-252: the battle is over before it can be done.
    fn warn_of_time(&self, number: usize, entry: &Checked, out: &mut Diagnostics) {
        let limit = self.limit();
        if let Some(turn) = self.earliest(number).filter(|turn| *turn > limit) {
            let key = if entry.has("turns") { "turns" } else { "kind" };
            let message = format!(
                "objective {} cannot be done in time: in turn {turn} at the earliest, and the \
                 battle ends with turn {limit}",
                number + 1
            );
            let warning = out.warning("B-252", &entry.place(key), message);
            if let Some(far) = self.out_of_reach(&self.objectives[number].task, limit) {
                let name = &far.sheet.name;
                warning.help(format!("{name} is on `hold` and does not come closer by itself"));
            }
        }
    }

    /// The last turn of the battle.
    fn limit(&self) -> u32 {
        self.file.whole("time_limit").map_or(LAST_TURN, |turns| turns as u32)
    }

    /// B-255: somebody of the player's own side is to be killed.
    fn warn_of_treason(&self, number: usize, entry: &Checked, out: &mut Diagnostics) {
        let Task::Assassinate(unit) = self.objectives[number].task else { return };
        let sheet = &self.roster.recruits[unit.index()].sheet;
        if sheet.side == Side::Player {
            let message = format!(
                "objective {} wants {} dead, who is one of the player's own",
                number + 1,
                sheet.name
            );
            out.warning("B-255", &entry.place("unit"), message);
        }
    }

    /// The turn at whose end an objective may be done if nothing hinders
    /// anybody; none if no way leads there.
    fn earliest(&self, number: usize) -> Option<u32> {
        let objective = &self.objectives[number];
        let before = objective.after.map_or(Some(1), |first| self.earliest(first))?;
        let from = before.max(objective.trigger);
        if let Some(errand) = self.errand(&objective.task) {
            let mut turn = from.max(self.arrival(&errand, 0)?);
            if let Some(first) = objective.after {
                turn = turn.max(self.one_after_the_other(first, before, &errand)?);
            }
            return Some(match objective.task {
                Task::Hold(_, turns) => turn + turns - 1,
                _ => turn,
            });
        }
        Some(match objective.task {
            Task::Survive(turns) => from.max(turns),
            // Whoever is to be killed or caught may come closer, or stay away.
            ref task => from.max(self.hunt(task, self.limit())),
        })
    }

    /// Where somebody has to go for a task, and who; none where nobody has to.
    fn errand(&self, task: &Task) -> Option<Errand> {
        let zone = |zone: usize| -> Vec<Spot> { self.map.zones[zone].1.iter().collect() };
        let squad: Vec<usize> = self.players().map(|(unit, _)| unit).collect();
        let need = |need: Option<u32>, of: &[usize]| need.map_or(of.len(), |need| need as usize);
        Some(match *task {
            Task::Reach(at, wanted) | Task::Escape(at, wanted) => {
                Errand { to: zone(at), left: 0, need: need(wanted, &squad), who: squad }
            }
            Task::Hold(at, _) => Errand { to: zone(at), left: 0, need: 1, who: squad },
            Task::Interact(object) => Errand {
                to: self.map.field.within(self.objects[object].at, 1).collect(),
                left: self.data.tu.interact.into(),
                need: 1,
                who: squad,
            },
            // Nobody is carried: whoever is fetched walks, from the first turn
            // on if somebody is with him.
            Task::Rescue { units, to, need: wanted } => {
                let who: Vec<usize> = units.iter().map(UnitId::index).collect();
                let exits = || self.zones.iter().filter(|zone| zone.exit);
                let to =
                    to.map_or_else(|| exits().flat_map(|zone| zone.spots.iter()).collect(), zone);
                Errand { to, left: 0, need: need(wanted, &who), who }
            }
            _ => return None,
        })
    }

    /// The turn in which as many as are needed can have done an errand, if they
    /// go so much farther.
    fn arrival(&self, errand: &Errand, farther: u32) -> Option<u32> {
        let costs = self.costs_to(&errand.to);
        let mut turns: Vec<u32> = Vec::new();
        for unit in &errand.who {
            let recruit = &self.roster.recruits[*unit];
            let costs = &costs[usize::from(recruit.sheet.flies)];
            let cost = self.spots[*unit].and_then(|at| costs[at.index()]);
            let cost = cost.map(|cost| cost + errand.left + farther);
            turns.extend(cost.map(|cost| self.turns_for(cost, recruit.tu.into())));
        }
        turns.put_in_order();
        turns.get(errand.need.checked_sub(1)?).copied()
    }

    /// What it costs to get to the nearest of some hexes, on foot and in the
    /// air.
    fn costs_to(&self, goal: &[Spot]) -> [Vec<Option<u32>>; 2] {
        [false, true].map(|flies| walk::costs(self.map, self.data, flies, goal))
    }

    /// The turn in which an errand can be done by those who have another one
    /// before it, which is done in a turn; 1 if others can do it.
    fn one_after_the_other(&self, first: usize, turn: u32, then: &Errand) -> Option<u32> {
        let task = &self.objectives[first].task;
        // Whoever has left does nothing more.
        let before = match task {
            Task::Reach(..) | Task::Hold(..) | Task::Interact(_) => self.errand(task),
            _ => None,
        };
        let Some(before) = before.filter(|before| before.who == then.who) else { return Some(1) };
        let both = (before.need + then.need).saturating_sub(then.who.len());
        if both == 0 {
            return Some(1);
        }
        let costs = self.costs_to(&then.to);
        let between = |costs: &Vec<Option<u32>>| {
            before.to.iter().filter_map(|spot| costs[spot.index()]).min()
        };
        let way = costs.iter().filter_map(between).min()? + then.left;
        Some(match task {
            // Objects are used on the way; zones are looked at when a turn ends.
            Task::Interact(_) => self.arrival(&Errand { need: both, ..before }, way)?,
            _ if way == 0 => turn,
            // Whoever waits there saves time units.
            _ => turn + self.turns_for(way, MOST.into()),
        })
    }

    /// How many turns it takes to have so many time units (B-60): whoever can
    /// be given more may have the most there is.
    pub(super) fn turns_for(&self, cost: u32, first: u32) -> u32 {
        let hurried = self.players().any(|(_, recruit)| {
            let stim = |id| matches!(self.data.item(id).kind, ItemKind::Stim { .. });
            let rush = |id| matches!(self.data.ability(id).kind, AbilityKind::Adrenaline);
            recruit.items.iter().any(|item| stim(item.item))
                || recruit.sheet.abilities.iter().any(|ability| rush(*ability))
        });
        let (first, each) = match hurried {
            true => (u32::from(MOST), u32::from(MOST)),
            false => (first, u32::from(PER_PHASE)),
        };
        1 + cost.saturating_sub(first).div_ceil(each)
    }

    /// B-250: what comes after the end of the battle.
    fn warn_of_order(&self, number: usize, entry: &Checked, out: &mut Diagnostics) {
        let Some(first) = self.objectives[number].after else { return };
        let before = &self.objectives[first];
        // Whoever is to be dead may be so before.
        let deaths = matches!(self.objectives[number].task, Task::Eliminate | Task::Assassinate(_));
        let why = match before.task {
            _ if before.primary => "the primary one, with which the battle ends",
            Task::Escape(_, None) if !deaths => "one with which everybody has left",
            _ => return,
        };
        let message = format!("objective {} comes after {why}", number + 1);
        out.warning("B-251", &entry.place("after"), message);
    }

    /// One wants somebody dead whom the other wants alive, unless that comes
    /// first.
    fn warn_of_contradiction(
        &self,
        one: usize,
        other: usize,
        entry: &Checked,
        out: &mut Diagnostics,
    ) {
        for (killing, keeping) in [(one, other), (other, one)] {
            let Task::Assassinate(unit) = self.objectives[killing].task else { continue };
            let wanted = wanted_alive(&self.objectives[keeping]).has(unit);
            if wanted && !self.follows(killing, keeping) {
                let name = &self.roster.recruits[unit.index()].sheet.name;
                let message = format!(
                    "objectives {} and {} contradict each other: one wants {name} dead, one alive",
                    one + 1,
                    other + 1
                );
                out.warning("B-255", &entry.place("unit"), message)
                    .help(format!("`after = {}` says which comes first", keeping + 1));
            }
        }
    }

    /// Whether an objective counts only after another.
    fn follows(&self, number: usize, first: usize) -> bool {
        let before = |number: usize| self.objectives[number].after;
        std::iter::successors(before(number), |next| before(*next)).any(|next| next == first)
    }
}

/// Somewhere to go to.
struct Errand {
    to: Vec<Spot>,
    /// Time units that are needed there.
    left: u32,
    /// How many have to go.
    need: usize,
    /// Of whom.
    who: Vec<usize>,
}

/// Whom an objective needs alive.
fn wanted_alive(objective: &Objective) -> Units {
    let only = |unit: UnitId| {
        let mut units = Units::default();
        units.put(unit);
        units
    };
    match objective.task {
        Task::Capture(unit) | Task::Protect(unit, _) => only(unit),
        Task::Rescue { units, .. } => units,
        _ => Units::default(),
    }
}
