//! What a side gets to know of an event (B-98, B-105, B-267): one filter for
//! the log in words and the log in JSON.
//!
//! Whoever the side has not in view at that moment is [`SOMEBODY`] without a
//! hex. Of what others do neither the sum nor its dice are told, nor what does
//! not show of them: time units left, rounds, points, morale, vigils.

use crate::battle::{Battle, Side, UnitId};
use crate::events::{Event, What, Witnessed};
use crate::state::Observer;

/// What a unit is called that a side has not in view.
pub const SOMEBODY: &str = "somebody unseen";

/// What goes off that somebody unseen threw or fired.
pub const SOMETHING: &str = "something";

/// The event as a side gets to know it; none if it does not.
pub fn known_to(battle: &Battle, event: &Event, who: Observer) -> Option<Event> {
    let known = *event.known.get(who.index()).filter(|known| known.told)?;
    let side = if who == Observer::PLAYER { Side::Player } else { Side::Enemy };
    let filter = Filter { battle, known, side, place: who.index() };
    Some(Event { what: filter.hear(&event.what)?, ..event.clone() })
}

/// A side that is told of something.
#[derive(Clone, Copy)]
struct Filter<'a> {
    battle: &'a Battle,
    known: Witnessed,
    side: Side,
    place: usize,
}

impl Filter<'_> {
    fn id(&self, name: &str) -> Option<UnitId> {
        self.battle.units().find(|unit| self.battle.sheet(*unit).name == name)
    }

    /// Whether a unit acts for the side.
    fn is_own(&self, name: &str) -> bool {
        self.id(name).is_some_and(|unit| self.known.own.has(unit))
    }

    /// Whether a unit acts for the side or is in its sight; names of other
    /// things than units hide nobody.
    fn knows(&self, name: &str) -> bool {
        self.id(name).is_none_or(|unit| self.known.own.has(unit) || self.known.seen.has(unit))
    }

    /// What the side calls a unit: it knows its own by name wherever they are.
    fn name(&self, name: &str) -> String {
        let ours = |unit: UnitId| self.battle.sheet(unit).side == self.side;
        let named = self.knows(name) || self.id(name).is_some_and(ours);
        if named { name } else { SOMEBODY }.to_owned()
    }

    /// What the side calls whoever does something: also one of its own is
    /// somebody unseen while it acts for another side out of sight (B-201).
    fn actor(&self, name: &str) -> String {
        if self.knows(name) { name } else { SOMEBODY }.to_owned()
    }

    /// A value that shows only to the side of a unit.
    fn secret<T: Copy>(&self, unit: &str, value: Option<T>) -> Option<T> {
        value.filter(|_| self.is_own(unit))
    }

    fn hear(&self, what: &What) -> Option<What> {
        match what {
            What::Attack { .. } => return Some(self.hear_attack(what)),
            What::Round { .. } => return self.hear_round(what),
            // B-100: the effect, and nothing of who and what.
            What::Blast { at, .. } if !self.known.there => {
                return Some(What::Explosion { at: *at });
            }
            // What units do in their minds, or with what others cannot see.
            What::Decided { unit, .. }
            | What::Halted { unit, .. }
            | What::Ended { unit, .. }
            | What::Readied { unit, .. }
            | What::Suppressing { unit, .. }
            | What::StoodDown { unit }
            | What::Morale { unit, .. }
            | What::Gained { unit, .. }
            | What::Prepared { unit, .. }
            | What::Suppressed { unit, changed: false, .. }
                if !self.is_own(unit) =>
            {
                return None;
            }
            _ => {}
        }
        let mut what = what.clone();
        match &mut what {
            What::Moved { unit, left, .. } => *left = self.secret(unit, *left),
            What::Door { unit, .. } => *unit = self.actor(unit),
            What::Threw { unit, accuracy, roll, left, .. } => {
                *accuracy = self.secret(unit, *accuracy);
                *roll = self.secret(unit, *roll);
                *left = self.secret(unit, *left);
            }
            What::Blast { unit, roll, what, .. } => {
                *roll = self.secret(unit, *roll);
                if !self.knows(unit) {
                    SOMETHING.clone_into(what);
                }
                *unit = self.actor(unit);
            }
            What::Used { unit, on, left, .. } => {
                *left = self.secret(unit, *left);
                (*unit, *on) = (self.actor(unit), self.name(on));
            }
            What::Cast { unit, target, chance, .. } => {
                *chance = self.secret(unit, *chance);
                (*unit, *target) = (self.actor(unit), self.name(target));
            }
            What::Reloaded { unit, rounds, .. } => *rounds = self.secret(unit, *rounds),
            What::Pinned { unit, by, rounds } => {
                *rounds = self.secret(by, *rounds);
                (*unit, *by) = (self.name(unit), self.actor(by));
            }
            What::Suppressed { unit, points, .. } => *points = self.secret(unit, *points),
            What::Died { unit, at, killer } => {
                let killed = killer.take().filter(|_| self.knows(unit));
                *killer = killed.map(|killer| self.actor(&killer));
                *at = at.filter(|_| self.knows(unit));
            }
            _ => {}
        }
        Some(what)
    }

    /// An attack: the sum of an own one, what shows of one in sight, and of
    /// one out of nowhere where it was heard from.
    fn hear_attack(&self, what: &What) -> What {
        let mut what = what.clone();
        if let What::Attack {
            unit,
            target,
            at,
            weapon,
            mode,
            tu,
            left,
            terms,
            accuracy,
            crit,
            heard,
            cues,
            ..
        } = &mut what
        {
            *at = at.filter(|_| self.knows(target));
            *target = self.name(target);
            if self.is_own(unit) {
                return what;
            }
            (*left, *accuracy, *crit) = (None, None, None);
            terms.clear();
            if !self.knows(unit) {
                (*weapon, *mode, *tu) = (None, None, None);
                *heard = cues[self.place];
                *unit = self.actor(unit);
            }
        }
        what
    }

    /// A round: all of an own one, else what it did to somebody in sight.
    fn hear_round(&self, what: &What) -> Option<What> {
        let What::Round { unit, target, number, hit, harm, hp, .. } = what else { return None };
        if self.is_own(unit) {
            return Some(what.clone());
        }
        let harm = harm.unwrap_or_default();
        self.knows(target).then(|| What::Felt {
            target: target.clone(),
            number: *number,
            hit: *hit,
            blocked: harm.blocked,
            crit: harm.crit,
            damage: harm.damage,
            hp: *hp,
        })
    }
}
