//! Turns and phases (B-50..B-56).

use fracas_core::chance::Chance;
use fracas_core::order::Ordered;
use fracas_core::watch::Watch;
use smallvec::SmallVec;

use super::morale::panic_chance;
use super::objectives::Able;
use super::status::{Health, health};
use super::{Fight, Known};
use crate::ai::{Decision, decide};
use crate::battle::{Battle, Side, UnitId};
use crate::dice;
use crate::events::{Event, What};
use crate::state::{Phase, State, Vigil};
use crate::view::View;

/// Initiative lost by wounds (B-52).
const WOUNDED: i16 = 10;
/// Initiative lost in critical state.
const CRITICAL: i16 = 20;

/// Who gives orders to the player's side; it decides the order of acting
/// (B-52, B-53).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// A player: squad order.
    Player,
    /// The AI: by initiative.
    Ai,
}

/// What comes next in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Going {
    /// A unit is to be given an order.
    Order(UnitId),
    /// A phase was opened, closed or resolved.
    On,
    /// The battle is over.
    Over,
}

impl<C: Chance + ?Sized, W: Watch<Event>> Fight<'_, C, W> {
    /// Goes on until a unit is to be given an order; none once the battle is
    /// over. Phases are opened and closed and turns resolved on the way.
    pub fn next_to_act(&mut self, command: Command) -> Option<UnitId> {
        loop {
            match self.go_on(command) {
                Going::Order(unit) => return Some(unit),
                Going::On => {}
                Going::Over => return None,
            }
        }
    }

    /// Opens, closes or resolves one phase, unless a unit is to be given an
    /// order.
    pub fn go_on(&mut self, command: Command) -> Going {
        if self.state.ended.is_some() {
            return Going::Over;
        }
        let Some(side) = self.state.phase.side() else {
            self.resolve();
            return Going::On;
        };
        if !self.state.opened {
            self.open_phase(side, command);
            return Going::On;
        }
        let ready = |unit: &&UnitId| {
            let unit = self.state.unit(**unit);
            unit.is_able() && unit.panic.is_none() && !unit.ended
        };
        match self.state.order.iter().find(ready) {
            Some(unit) => Going::Order(*unit),
            None => {
                self.close_phase(side);
                Going::On
            }
        }
    }

    /// Lets the AI give one order. None once the battle is over.
    pub fn ai_turn(&mut self, command: Command) -> Option<UnitId> {
        let unit = self.next_to_act(command)?;
        self.ai_order(unit);
        Some(unit)
    }

    /// Lets the AI order a unit. A refused order ends its turn.
    pub fn ai_order(&mut self, unit: UnitId) {
        let view = View::of_unit(self.battle, self.state, unit);
        let Decision { order, mind, why } = decide(&view, unit);
        self.tell(Known::Side(self.state.side(self.battle, unit)), |fight| What::Decided {
            unit: fight.name(unit),
            why: why.tell(&View::of_unit(fight.battle, fight.state, unit), unit),
        });
        self.state.unit_mut(unit).mind = mind;
        if self.act(unit, &order).is_err() {
            self.end_turn(unit);
        }
    }

    /// The start of a side's phase (B-53).
    fn open_phase(&mut self, side: Side, command: Command) {
        if side == Side::Player {
            self.tell(Known::All, |fight| What::Turn { number: fight.state.turn });
        }
        self.state.opened = true;
        self.line_up(side, command);
        if side == Side::Neutral && self.state.order.is_empty() {
            return;
        }
        self.tell(Known::All, |_| What::Phase { side: side.name() });
        self.scan(side);
        let order: SmallVec<[UnitId; 32]> = self.state.order.iter().copied().collect();
        for unit in &order {
            self.open_turn(*unit);
        }
        for unit in order {
            let now = self.state.unit(unit);
            if now.is_able() && now.panic.is_some() && self.state.ended.is_none() {
                let able = Able::count(self.battle, self.state);
                self.run_wild(unit);
                self.check_at_once(able);
            }
        }
    }

    /// Fixes initiative for everybody and the order of acting (B-52).
    fn line_up(&mut self, side: Side, command: Command) {
        let state = &mut *self.state;
        for unit in self.battle.units() {
            let initiative = initiative(self.battle, state, unit);
            state.unit_mut(unit).initiative = initiative;
        }
        let mut order = std::mem::take(&mut state.order);
        order.clear();
        order.extend(
            self.battle.units().filter(|unit| {
                state.unit(*unit).is_here() && state.side(self.battle, *unit) == side
            }),
        );
        if side != Side::Player || command == Command::Ai {
            // Stable: ties stay in scenario order.
            order.put_few_in_order_by_key(|unit| -state.unit(*unit).initiative);
        }
        state.order = order;
    }

    /// B-53 (1) to (4) for one unit.
    fn open_turn(&mut self, unit: UnitId) {
        self.state.unit_mut(unit).vigil = Vigil::None;
        self.renew_time(unit);
        let now = self.state.unit(unit);
        let chance = panic_chance(&self.battle.data, now.morale);
        let steady = now.stun > 0 || now.panic.is_some() || self.battle.sheet(unit).mindless;
        if !steady && self.check(chance, dice::PANIC) {
            self.panic(unit);
        }
        let now = self.state.unit_mut(unit);
        now.moved = false;
        now.ran = false;
        now.steps = 0;
        now.cast = false;
        now.ended = false;
        now.mind.orders = 0;
        now.mind.moves = 0;
        now.mind.attacks = 0;
        now.mind.played = 0;
        now.mind.searches = None;
        now.mind.plan.clear();
        now.mind.weighed = 0;
        now.mind.vain = 0;
        now.mind.fled = None;
        now.mind.falls_back = None;
    }

    /// The end of a side's phase: what counts in own phases counts down, and
    /// minds return.
    fn close_phase(&mut self, side: Side) {
        for place in 0..self.state.order.len() {
            let unit = self.state.order[place];
            if !self.state.unit(unit).is_here() {
                continue;
            }
            // A stun may have freed it from this side's control (B-201); then
            // the phase was not its own.
            if self.state.side(self.battle, unit) == side {
                match self.state.unit(unit).stun {
                    0 => {}
                    1 => self.wake(unit),
                    left => self.state.unit_mut(unit).stun = left - 1,
                }
                self.recover_nerve(unit);
            }
            if self.state.unit(unit).controlled == Some(side) {
                self.release(unit);
            }
        }
        self.forget(side);
        self.state.opened = false;
        self.state.phase = match side {
            Side::Player => Phase::Enemy,
            Side::Enemy => Phase::Neutral,
            Side::Neutral => Phase::Resolution,
        };
    }
}

/// Initiative (B-52).
fn initiative(battle: &Battle, state: &State, unit: UnitId) -> i16 {
    let sheet = battle.sheet(unit);
    let lost = match health(&battle.data, state.unit(unit).hp, sheet.max_hp) {
        Health::Well => 0,
        Health::Wounded => WOUNDED,
        Health::Critical => CRITICAL,
    };
    sheet.reactions - lost
}
