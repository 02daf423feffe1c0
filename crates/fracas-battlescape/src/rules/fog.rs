//! Fog of war: shared sight, memory, ghosts (B-96..B-103).

use fracas_core::chance::Chance;
use fracas_core::watch::Watch;
use smallvec::SmallVec;

use super::sight::{look, sees_hex};
use super::{Fight, Known};
use crate::battle::{Side, UnitId, Units};
use crate::events::{Event, What};
use crate::field::{Spot, Spots};
use crate::state::{Ghost, Knowledge, Observer, State};

impl Knowledge {
    /// The turn a hex was last seen, 0 for never, as of the running turn.
    pub fn last_seen(&self, spot: Spot, turn: u32) -> u32 {
        if self.visible.has(spot) { turn } else { u32::from(self.seen[spot.index()]) }
    }
}

impl<C: Chance + ?Sized, W: Watch<Event>> Fight<'_, C, W> {
    /// Brings the sight of one unit and all that depends on it up to date
    /// (B-103): after a step, cover, stun, recovery, death or change of sides,
    /// and when a unit begins or ceases to burn.
    pub fn refresh_unit(&mut self, unit: UnitId) {
        self.look_again(unit);
        self.judge_again(self.state.unit(unit).at());
        self.share_all();
    }

    /// The same for a hex that somebody has left for good.
    pub(super) fn refresh_hex(&mut self, spot: Spot) {
        self.judge_again(spot);
        self.share_all();
    }

    /// Brings everybody's sight up to date: after terrain, smoke, fire or
    /// light changed, and in resolution.
    pub fn refresh_all(&mut self) {
        for unit in self.battle.units() {
            self.look_again(unit);
        }
        self.share_all();
        let State { known, ground, .. } = &mut *self.state;
        for knowledge in known {
            for spot in knowledge.visible.iter() {
                knowledge.terrain[spot.index()] = ground.terrain[spot.index()];
            }
        }
    }

    /// The same after a step of a unit onto its hex. What others see of the
    /// hexes changes only if the unit left cover, gives light or gave it
    /// (`marked`).
    pub(super) fn refresh_step(&mut self, unit: UnitId, from: Spot, marked: bool) {
        self.look_again(unit);
        if marked || self.state.unit(unit).burn.is_some() {
            self.judge_again(from);
            self.judge_again(self.state.unit(unit).at());
            self.share_all();
            return;
        }
        let own = self.state.observer(self.battle, unit);
        self.share(own);
        for who in self.observers().filter(|who| *who != own) {
            self.notice(who, Units(1 << unit.0));
        }
    }

    fn observers(&self) -> impl Iterator<Item = Observer> + use<C, W> {
        (0..self.state.known.len() as u8).map(Observer)
    }

    fn look_again(&mut self, unit: UnitId) {
        let mut sight = std::mem::take(&mut self.state.sights[unit.index()]);
        look(self.battle, self.state, unit, &mut sight);
        self.state.sights[unit.index()] = sight;
    }

    /// Whether each unit sees one hex: who stands there decides on lean
    /// (B-104) and light (B-92).
    fn judge_again(&mut self, spot: Spot) {
        for unit in self.battle.units() {
            if self.state.unit(unit).is_able() {
                let sees = sees_hex(self.battle, self.state, unit, spot);
                self.state.sights[unit.index()].set(spot, sees);
            }
        }
    }

    fn share_all(&mut self) {
        for who in self.observers() {
            self.share(who);
        }
    }

    /// B-96: an observer sees what any of its able units sees; what changed is
    /// remembered as of now.
    pub(super) fn share(&mut self, who: Observer) {
        let battle = self.battle;
        let mine: SmallVec<[usize; 32]> = battle
            .units()
            .filter(|unit| self.state.unit(*unit).is_able())
            .filter(|unit| self.state.observer(battle, *unit) == who)
            .map(UnitId::index)
            .collect();
        let State { known, sights, ground, turn, .. } = &mut *self.state;
        let knowledge = &mut known[who.index()];
        let shown = (!knowledge.clairvoyance.is_empty()).then(|| {
            let mut shown = Spots::none(&battle.field);
            for &(centre, radius) in &knowledge.clairvoyance {
                battle.field.within(centre, u32::from(radius)).for_each(|spot| shown.put(spot));
            }
            shown
        });
        let turn = u16::try_from(*turn).unwrap_or(u16::MAX);
        let Knowledge { visible, seen, terrain, .. } = knowledge;
        for (place, word) in visible.words_mut().iter_mut().enumerate() {
            let own = mine.iter().fold(0, |all, unit| all | sights[*unit].words()[place]);
            let now = own | shown.as_ref().map_or(0, |shown| shown.words()[place]);
            let mut changed = *word ^ now;
            *word = now;
            while changed != 0 {
                let bit = changed.trailing_zeros() as usize;
                changed &= changed - 1;
                let spot = place * 64 + bit;
                seen[spot] = turn;
                if now >> bit & 1 == 1 {
                    terrain[spot] = ground.terrain[spot];
                }
            }
        }
        self.notice(who, Units(u128::MAX));
    }

    /// Finds who of some units came into an observer's sight or went out of
    /// it, and what becomes of ghosts (B-98).
    fn notice(&mut self, who: Observer, of: Units) {
        let battle = self.battle;
        let side = [Side::Player, Side::Enemy].get(who.index()).copied();
        for unit in battle.units().filter(|unit| of.has(*unit)) {
            let other = self.state.observer(battle, unit) != who;
            let seen = other && self.state.sees(who, unit);
            let enemy =
                battle.hostile(side.unwrap_or(Side::Neutral), self.state.side(battle, unit));
            let body = self.state.unit(unit);
            let (here, at, turn) = (body.is_here(), body.at(), self.state.turn);
            let knowledge = &mut self.state.known[who.index()];
            if seen == knowledge.units.has(unit) {
                continue;
            }
            if seen {
                knowledge.units.put(unit);
                knowledge.ghosts.retain(|ghost| ghost.unit != unit);
            } else {
                knowledge.units.remove(unit);
            }
            // A death or a departure in sight leaves no ghost.
            let lost = !seen && here && other;
            if lost && enemy {
                knowledge.ghosts.push(Ghost { unit, at, turn });
            }
            let Some(side) = side else { continue };
            if seen {
                self.tell(Known::Side(side), |fight| What::Spotted {
                    side: side.name(),
                    unit: fight.name(unit),
                    at: fight.at(at),
                });
            } else if lost {
                self.tell(Known::Side(side), |fight| What::Vanished {
                    side: side.name(),
                    unit: fight.name(unit),
                    at: fight.at(at),
                });
            }
        }
        let turns = u32::from(battle.data.sight.ghost_turns);
        let State { known, turn, .. } = &mut *self.state;
        let Knowledge { visible, ghosts, .. } = &mut known[who.index()];
        ghosts.retain(|ghost| !visible.has(ghost.at) && ghost.turn + turns >= *turn);
    }
}
