//! Objectives and the end of a battle (B-250..B-257).

use fracas_core::chance::Chance;
use fracas_core::watch::Watch;

use super::{Fight, Known};
use crate::battle::{Battle, Side, Task, UnitId, Units, Zone};
use crate::events::{Event, What};
use crate::field::Spot;
use crate::state::{Ending, Fate, Reason, State};

/// The turn at which a battle without a time limit ends (B-252).
pub const LAST_TURN: u32 = 60;

/// Able units on the map by the side they began on (B-251, B-257).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Able {
    /// The player's.
    pub player: usize,
    /// The enemy's.
    pub enemy: usize,
}

impl Able {
    /// Counts them.
    pub fn count(battle: &Battle, state: &State) -> Self {
        let mut able = Self { player: 0, enemy: 0 };
        for (sheet, unit) in battle.sheets.iter().zip(&state.units) {
            match sheet.side {
                Side::Player if unit.is_able() => able.player += 1,
                Side::Enemy if unit.is_able() => able.enemy += 1,
                _ => {}
            }
        }
        able
    }
}

/// How an objective stands at a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Open,
    Done,
    Lost,
}

/// Whether a unit is out of action on a field without an able friend: a
/// prisoner of the other side, or missing (B-256, B-257).
pub fn is_missing(battle: &Battle, state: &State, unit: UnitId) -> bool {
    let now = state.unit(unit);
    let side = battle.sheet(unit).side;
    let friend = |other: UnitId| battle.sheet(other).side == side && state.unit(other).is_able();
    now.is_here() && !now.is_able() && side != Side::Neutral && !battle.units().any(friend)
}

/// How many player units left the map where `over` says.
pub fn escaped(battle: &Battle, state: &State, over: impl Fn(Spot) -> bool) -> usize {
    let units = battle.sheets.iter().zip(&state.units);
    let gone = units.filter(|(sheet, unit)| {
        sheet.side == Side::Player && unit.fate == Fate::Escaped && over(unit.at())
    });
    gone.count()
}

impl<C: Chance + ?Sized, W: Watch<Event>> Fight<'_, C, W> {
    /// Tests (a) and (b) of B-251 when an action took the last able unit of a
    /// side (B-54). `before` was counted when the action began.
    pub(super) fn check_at_once(&mut self, before: Able) {
        let now = Able::count(self.battle, self.state);
        let player_taken = before.player > 0 && now.player == 0;
        let enemy_taken = before.enemy > 0 && now.enemy == 0;
        if self.state.ended.is_some() || !(player_taken || enemy_taken) {
            return;
        }
        let lost = self.is_squad_lost(now);
        if lost || self.is_primary_done(|fight, number| fight.is_done_at_once(number)) {
            self.judge_objectives(true);
            let end = if lost {
                (Ending::Defeat, Reason::SquadLost)
            } else {
                (Ending::Victory, Reason::ObjectiveDone)
            };
            self.end_battle(end);
        }
    }

    /// Checks the objectives (resolution step 9, B-255). With `at_once` those
    /// that count turns are left alone (B-54).
    pub(super) fn judge_objectives(&mut self, at_once: bool) {
        for number in self.battle.objectives_in_order() {
            let progress = self.state.progress[number];
            if progress.done || progress.lost {
                continue;
            }
            if !at_once {
                self.count_held(number);
            }
            match self.standing(number, at_once) {
                Standing::Open => {}
                Standing::Done => {
                    self.state.progress[number].done = true;
                    self.tell(Known::Side(Side::Player), |fight| What::ObjectiveDone {
                        number: number + 1,
                        name: fight.battle.objectives[number].name.clone(),
                    });
                    self.cheer();
                }
                Standing::Lost => {
                    self.state.progress[number].lost = true;
                    self.tell(Known::Side(Side::Player), |fight| What::ObjectiveLost {
                        number: number + 1,
                        name: fight.battle.objectives[number].name.clone(),
                    });
                }
            }
        }
    }

    /// B-250: whether an objective counts by now: what comes before it is done.
    pub(super) fn has_come(&self, number: usize, at_once: bool) -> bool {
        let done = |first: usize| match at_once {
            true => self.is_done_at_once(first),
            false => self.state.progress[first].done,
        };
        self.battle.objectives[number].after.is_none_or(done)
    }

    /// An objective done lifts the squad's morale (B-231).
    fn cheer(&mut self) {
        let gain = self.battle.data.morale.objective;
        for unit in self.battle.units() {
            if self.battle.sheet(unit).side == Side::Player && self.state.unit(unit).is_here() {
                self.gain_morale(unit, gain, "objective done");
            }
        }
    }

    /// The end check of resolution step 10 (B-251, B-252, B-256).
    pub(super) fn check_end(&mut self) {
        let able = Able::count(self.battle, self.state);
        let failed = |reason| Some((Ending::Failed, reason));
        let end = if self.is_squad_lost(able) {
            Some((Ending::Defeat, Reason::SquadLost))
        } else if self.is_primary_done(|fight, number| fight.state.progress[number].done) {
            Some((Ending::Victory, Reason::ObjectiveDone))
        } else if able.player == 0 {
            // (c): whoever leaves with the primary objective open withdraws.
            Some((Ending::Withdrawn, Reason::Escaped))
        } else if self.is_primary_lost() {
            failed(Reason::ObjectiveLost)
        } else {
            match self.battle.time_limit {
                Some(limit) if self.state.turn >= limit => failed(Reason::TimeLimit),
                None if self.state.turn >= LAST_TURN => failed(Reason::Stalemate),
                _ => None,
            }
        };
        if let Some(end) = end {
            self.end_battle(end);
        }
    }

    fn end_battle(&mut self, end: (Ending, Reason)) {
        self.state.ended = Some(end);
        self.keep_protected();
        for unit in self.battle.units() {
            let alive = self.state.unit(unit).fate != Fate::Dead;
            let ours = self.battle.sheet(unit).side == Side::Player;
            if ours && alive && !is_missing(self.battle, self.state, unit) {
                let xp = &self.battle.data.xp;
                let victory = if end.0 == Ending::Victory { xp.victory } else { 0 };
                self.state.unit_mut(unit).xp += xp.survive + victory;
            }
        }
        self.tell(Known::All, |_| What::Over { ending: end.0, reason: end.1 });
    }

    /// B-255: whoever was to be protected and lives at the end was protected.
    fn keep_protected(&mut self) {
        for (number, objective) in self.battle.objectives.iter().enumerate() {
            let Task::Protect(unit, _) = objective.task else { continue };
            let alive = self.state.unit(unit).fate != Fate::Dead;
            let progress = self.state.progress[number];
            if alive && !progress.done && !progress.lost && self.has_come(number, false) {
                self.state.progress[number].done = true;
                self.tell(Known::Side(Side::Player), |fight| What::ObjectiveDone {
                    number: number + 1,
                    name: fight.battle.objectives[number].name.clone(),
                });
            }
        }
    }

    fn is_squad_lost(&self, able: Able) -> bool {
        able.player == 0 && escaped(self.battle, self.state, |_| true) == 0
    }

    /// Whether every primary objective is done; what another battle left may
    /// have none (B-259).
    fn is_primary_done(&self, done: impl Fn(&Self, usize) -> bool) -> bool {
        let objectives = self.battle.objectives.iter().enumerate();
        objectives.filter(|(_, objective)| objective.primary).all(|(number, _)| done(self, number))
    }

    fn is_primary_lost(&self) -> bool {
        let mut standing = self.battle.objectives.iter().zip(&self.state.progress);
        standing.any(|(objective, progress)| objective.primary && progress.lost)
    }

    fn is_done_at_once(&self, number: usize) -> bool {
        self.state.progress[number].done || self.standing(number, true) == Standing::Done
    }

    /// Counts the checks in a row that found a zone held.
    fn count_held(&mut self, number: usize) {
        let objective = &self.battle.objectives[number];
        if let Task::Hold(zone, _) = objective.task
            && self.state.turn >= objective.trigger
            && self.has_come(number, false)
        {
            let spots = &self.battle.zones[zone].spots;
            let inside = |side| self.able_units(side).any(|at| spots.has(at));
            let held = inside(Side::Player) && !inside(Side::Enemy);
            let count = &mut self.state.progress[number].held;
            *count = if held { *count + 1 } else { 0 };
        }
    }

    /// How an objective stands by B-255.
    fn standing(&self, number: usize, at_once: bool) -> Standing {
        let objective = &self.battle.objectives[number];
        let (state, turn) = (&*self.state, self.state.turn);
        // B-250: nothing comes after what cannot be done any more.
        if objective.after.is_some_and(|first| state.progress[first].lost) {
            return Standing::Lost;
        }
        if turn < objective.trigger || !self.has_come(number, at_once) {
            return Standing::Open;
        }
        let eliminated = || self.able_units(Side::Enemy).next().is_none();
        let fate = |unit: UnitId| state.unit(unit).fate;
        match objective.task {
            Task::Eliminate => Standing::when(eliminated(), false),
            Task::Assassinate(unit) => {
                Standing::when(fate(unit) == Fate::Dead, fate(unit) == Fate::Escaped)
            }
            Task::Reach(zone, need) => {
                let spots = &self.battle.zones[zone].spots;
                let there = self.able_units(Side::Player).filter(|at| spots.has(*at)).count();
                let all = self.able_units(Side::Player).count().max(1);
                Standing::when(there >= need.map_or(all, |need| need as usize), false)
            }
            Task::Hold(_, turns) => {
                Standing::when(!at_once && state.progress[number].held >= turns, false)
            }
            Task::Survive(turns) => Standing::when(!at_once && turn >= turns, false),
            Task::Interact(_) => Standing::when(state.progress[number].used, false),
            Task::Rescue { units, to, need } => self.rescue(units, to, need),
            Task::Protect(unit, turns) => {
                let until = turns.or(self.battle.time_limit);
                let in_time = !at_once && until.is_some_and(|until| turn >= until);
                let dead = fate(unit) == Fate::Dead;
                Standing::when(!dead && (in_time || eliminated()), dead)
            }
            Task::Escape(zone, need) => self.escape(zone, need),
            Task::Capture(unit) => {
                let at = state.unit(unit).at();
                let guarded =
                    || self.able_units(Side::Player).any(|by| self.battle.field.adjacent(by, at));
                let stunned = fate(unit) == Fate::Here && state.unit(unit).stun > 0;
                Standing::when(stunned && guarded(), fate(unit) != Fate::Here)
            }
        }
    }

    fn rescue(&self, units: Units, to: Option<usize>, need: Option<u32>) -> Standing {
        let safe = |at: Spot| match to {
            Some(zone) => self.battle.zones[zone].spots.has(at),
            None => self.battle.zones.iter().any(|zone| zone.exit && zone.spots.has(at)),
        };
        let (mut saved, mut may_be, mut all) = (0, 0, 0);
        for unit in units.iter() {
            let now = self.state.unit(unit);
            let there = now.fate != Fate::Dead && safe(now.at());
            all += 1;
            saved += u32::from(there);
            may_be += u32::from(there || now.is_here());
        }
        let need = need.unwrap_or(all);
        Standing::when(saved >= need, may_be < need)
    }

    fn escape(&self, zone: usize, need: Option<u32>) -> Standing {
        let zone: &Zone = &self.battle.zones[zone];
        let away = escaped(self.battle, self.state, |at| zone.spots.has(at));
        let ours = |unit: &UnitId| self.battle.sheet(*unit).side == Side::Player;
        let here = self.battle.units().filter(ours).filter(|unit| self.state.unit(*unit).is_here());
        let here = here.count();
        match need {
            Some(need) => Standing::when(away >= need as usize, away + here < need as usize),
            // All able ones: nobody able is left, and somebody went this way.
            None => {
                let left = self.able_units(Side::Player).count();
                Standing::when(left == 0 && away > 0, away + here == 0)
            }
        }
    }

    /// Where the able units are that began on a side.
    fn able_units(&self, side: Side) -> impl Iterator<Item = Spot> + '_ {
        let units = self.battle.sheets.iter().zip(&self.state.units);
        let able = units.filter(move |(sheet, unit)| sheet.side == side && unit.is_able());
        able.map(|(_, unit)| unit.at())
    }
}

impl Standing {
    fn when(done: bool, lost: bool) -> Self {
        match (done, lost) {
            (true, _) => Standing::Done,
            (false, true) => Standing::Lost,
            (false, false) => Standing::Open,
        }
    }
}
