//! What nobody wants to see again (B-282, B-283), counted.

use std::collections::HashMap;
use std::fmt::Write;

use fracas_battlescape::ai::decide;
use fracas_battlescape::battle::{Battle, UnitId};
use fracas_battlescape::data::Mode;
use fracas_battlescape::events::{Event, What};
use fracas_battlescape::orders::{Order, Target};
use fracas_battlescape::rules::Fight;
use fracas_battlescape::rules::phases::Command;
use fracas_battlescape::state::State;
use fracas_battlescape::view::View;
use fracas_core::chance::{Purpose, Rolled};
use fracas_core::watch::{Loud, Scores};

use super::strengths::generated;
use super::{SEED, Squad, read};

/// How often each habit was seen.
#[derive(Default)]
struct Habits {
    battles: u64,
    orders: u64,
    /// The same hex entered three times in a turn.
    paced: u64,
    /// Cover left in the turn it was taken.
    fickle: u64,
    /// An attack under 10%.
    hopeless: u64,
    /// A blast expected to take more from friends than from enemies.
    careless: u64,
    /// An object used that is used up.
    again: u64,
    /// Three turns without a step, an attack or anything else useful.
    idle: u64,
}

/// One unit's running turn, and how long it has done nothing.
#[derive(Default)]
struct Turn {
    number: u32,
    entered: Vec<[u8; 2]>,
    covered: bool,
    useful: bool,
    idle: u32,
}

impl Habits {
    fn hear(&mut self, event: &Event, turns: &mut HashMap<String, Turn>, acting: &str) {
        match &event.what {
            What::Moved { unit, to, .. } if unit == acting => {
                let turn = turns.entry(unit.clone()).or_default();
                turn.entered.push([to.0, to.1]);
                let times = turn.entered.iter().filter(|hex| **hex == [to.0, to.1]).count();
                self.paced += u64::from(times == 3);
            }
            What::LostCover { unit, why: "moved" } if unit == acting => {
                let covered = std::mem::take(&mut turns.entry(unit.clone()).or_default().covered);
                self.fickle += u64::from(covered);
            }
            _ => {}
        }
    }

    /// Looks at an order before it is carried out.
    fn judge(&mut self, battle: &Battle, state: &State, unit: UnitId, order: &Order) {
        let view = View::of_unit(battle, state, unit);
        self.orders += 1;
        let tolls = match *order {
            Order::Throw { item, at, live: true } => {
                view.grenades(unit, item).and_then(|bursts| bursts.tolls_of_throw(at))
            }
            Order::Attack { target: Target::Hex(at), mode, .. } => {
                view.rockets(unit).and_then(|bursts| bursts.tolls_of_launch(at, mode))
            }
            _ => None,
        };
        let [mut enemies, mut friends] = [0; 2];
        for toll in tolls.unwrap_or_default() {
            *(if view.is_enemy(&toll.seen) { &mut enemies } else { &mut friends }) += toll.expected;
        }
        self.careless += u64::from(friends > enemies);
        match *order {
            Order::Attack { target: Target::Unit(_), .. } => {
                let accuracy = view.preview(unit, order).accuracy;
                self.hopeless += u64::from(accuracy.first().is_some_and(|first| *first < 10));
            }
            Order::Interact(object) => {
                let used = battle.objectives.iter().zip(&state.progress).any(|(goal, progress)| {
                    goal.task == fracas_battlescape::battle::Task::Interact(object) && progress.used
                });
                self.again += u64::from(used);
            }
            _ => {}
        }
    }

    fn fight(&mut self, battle: &Battle, trial: u64) {
        self.battles += 1;
        let mut state = battle.start.clone();
        let mut turns: HashMap<String, Turn> = HashMap::new();
        let mut heard: Vec<Event> = Vec::new();
        let mut scores = Scores::new(vec![0; 256]);
        let mut dice = Rolled::new(SEED, trial, Purpose::Setup);
        Fight { battle, state: &mut state, chance: &mut dice, watch: &mut scores }.place_squads();
        let mut dice = Rolled::new(SEED, trial, Purpose::Battle);
        let mut listener = |event: Event| heard.push(event);
        let mut watch = Loud { scores, listener: &mut listener };
        Fight { battle, state: &mut state, chance: &mut dice, watch: &mut watch }.first_look();
        loop {
            // What happens between orders, panic among it (B-222), is nobody's habit.
            let mut scores = Scores::new(vec![0; 256]);
            let mut fight =
                Fight { battle, state: &mut state, chance: &mut dice, watch: &mut scores };
            let Some(unit) = fight.next_to_act(Command::Ai) else { break };
            heard.clear();
            let mut listener = |event: Event| heard.push(event);
            let mut watch = Loud { scores, listener: &mut listener };
            let mut fight =
                Fight { battle, state: &mut state, chance: &mut dice, watch: &mut watch };
            let decision = decide(&View::of_unit(battle, fight.state, unit), unit);
            self.judge(battle, fight.state, unit, &decision.order);
            let name = &battle.sheet(unit).name;
            let turn = turns.entry(name.clone()).or_default();
            if turn.number != fight.state.turn {
                let idle = if turn.useful || turn.number == 0 { 0 } else { turn.idle + 1 };
                self.idle += u64::from(idle == 3);
                *turn = Turn { number: fight.state.turn, idle, ..Turn::default() };
            }
            // Guards wait, and beaten men hide (B-273, B-282).
            turn.useful |=
                matches!(decision.mind.mode, Mode::Hold | Mode::Defensive | Mode::Retreat)
                    || !matches!(decision.order, Order::End | Order::Turn(_));
            fight.state.unit_mut(unit).mind = decision.mind;
            if fight.act(unit, &decision.order).is_err() {
                fight.end_turn(unit);
            }
            for event in &heard {
                self.hear(event, &mut turns, name);
            }
            // Whoever steps into cover may have left an older one by that.
            if matches!(decision.order, Order::TakeCover { .. }) {
                turns.entry(name.clone()).or_default().covered = true;
            }
        }
    }
}

/// Battles on each of twenty maps: all habits are to be looked for in 2,000.
const EACH: u64 = 100;

/// The table of habits.
pub fn habits(out: &mut String, _: u64) {
    let _ = write!(
        out,
        "\n## Habits\n\nWhat is not to be seen, counted over battles of four aggressive riflemen \
         a side on twenty generated maps.\n\n| strength | battles | orders | a hex entered three \
         times | cover left in its turn | attacks under 10% | blasts worse for friends | used-up \
         objects | idle for three turns |\n|---|---|---|---|---|---|---|---|---|\n"
    );
    for strength in ["recruit", "veteran"] {
        let mut seen = Habits::default();
        let squad = Squad { strength, ..Squad::riflemen("aggressive") };
        for seed in 0..20 {
            let biome = ["forest", "farmland", "urban", "desert"][seed as usize % 4];
            let Some(battle) = read(&generated(biome, "small", seed, [&squad, &squad])) else {
                continue;
            };
            for trial in 0..EACH {
                seen.fight(&battle, trial);
            }
        }
        let _ = writeln!(
            out,
            "| {strength} | {} | {} | {} | {} | {} | {} | {} | {} |",
            seen.battles,
            seen.orders,
            seen.paced,
            seen.fickle,
            seen.hopeless,
            seen.careless,
            seen.again,
            seen.idle
        );
    }
}
