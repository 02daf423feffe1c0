//! Moving, step by step (B-75..B-81), and turning.

use fracas_core::chance::Chance;
use fracas_core::watch::Watch;

use super::cover::arc;
use super::paths::{Path, Ways, best_path, wounds_percent};
use super::{Fight, Known};
use crate::battle::{UnitId, Units};
use crate::data::Arc;
use crate::events::{Event, What};
use crate::field::Spot;
use crate::hex::Dir;
use crate::orders::{Order, Pace, Refused, refuse};
use crate::state::{Cover, Sound, Stance};

/// What became of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stepped {
    /// The unit stands on the new hex and may go on.
    On,
    /// It may not, for this reason.
    Halted(&'static str),
}

/// Why a move stops that is to keep time units for something else.
const RESERVE: &str = "reserve";

/// A move under way.
struct March {
    pace: Pace,
    allow_hazards: bool,
    /// The goal was known to be a hazard when the order was given.
    hot_goal: bool,
    press_on: bool,
    reserve: u16,
    /// Percent of the cost at the moment of the order (B-73).
    wounds: u32,
    /// Step costs so far, before wounds.
    sum: u32,
    /// Time units paid so far.
    paid: u32,
}

impl March {
    /// What further steps of this cost come to.
    fn due(&self, more: u32) -> u32 {
        ((self.sum + more) * self.wounds).div_ceil(100) - self.paid
    }
}

impl<C: Chance + ?Sized, W: Watch<Event>> Fight<'_, C, W> {
    /// Carries out `Move`, `Disengage` or `Turn`.
    pub fn go(&mut self, unit: UnitId, order: &Order) -> Result<(), Refused> {
        match *order {
            Order::Move { to, pace, allow_hazards, press_on, reserve } => {
                let path = self.plan(unit, to, pace, allow_hazards)?;
                let wounds = wounds_percent(self.battle, self.state, unit);
                let known = Ways::known(self.battle, self.state, unit, pace, allow_hazards);
                let hot_goal = known.is_hazard(to);
                let (sum, paid) = (0, 0);
                let march =
                    March { pace, allow_hazards, hot_goal, press_on, reserve, wounds, sum, paid };
                if self.obstacle(unit, &path.steps, &march) == Some(RESERVE) {
                    return refuse(format!("the first step would leave less than {reserve} TU"));
                }
                self.march(unit, &path, march);
                Ok(())
            }
            Order::Disengage(dir) => self.disengage(unit, dir),
            Order::Turn(dir) => self.turn(unit, dir),
            _ => refuse("not a move"),
        }
    }

    /// The path of a move as the unit's side knows the map (B-74), or why
    /// there is none.
    fn plan(
        &self,
        unit: UnitId,
        to: Spot,
        pace: Pace,
        allow_hazards: bool,
    ) -> Result<Path, Refused> {
        let body = self.state.unit(unit);
        let goal = self.at(to);
        if pace == Pace::Run && body.stance == Stance::Prone {
            return refuse("a prone unit cannot run");
        }
        if body.at() == to {
            return refuse(format!("no path: the unit stands on {goal} already"));
        }
        if Ways::known(self.battle, self.state, unit, pace, allow_hazards).is_taken(to) {
            return refuse(format!("goal {goal} is occupied"));
        }
        let path = best_path(&Ways::known(self.battle, self.state, unit, pace, allow_hazards), to);
        let Some(path) = path else { return refuse(format!("no path to {goal}")) };
        if pace == Pace::Run && path.steps.len() < 2 {
            return refuse(format!("{goal} is too near: a run is at least 2 hexes"));
        }
        self.can_pay(unit, u16::try_from(path.cost).unwrap_or(u16::MAX))?;
        Ok(path)
    }

    fn march(&mut self, unit: UnitId, path: &Path, mut march: March) {
        let mut free = self.state.unit(unit).at();
        let mut halt: Option<&'static str> = None;
        for (k, &to) in path.steps.iter().enumerate() {
            let guest = self.state.is_guest(unit);
            if !guest {
                free = self.state.unit(unit).at();
                // A halt in a friend's hex takes effect on the next free one.
                if halt.is_some() {
                    break;
                }
            }
            let rest = &path.steps[k..];
            if let Some(why) = self.obstacle(unit, rest, &march) {
                halt = Some(why);
                break;
            }
            if self.draw_strikes(unit) {
                halt = Some("hit");
                if !guest || !self.may_walk(unit) {
                    break;
                }
            }
            let from = self.state.unit(unit).at();
            let ways = Ways::truth(self.battle, self.state, unit, march.pace, true);
            // The obstacle check has found that this step can be made.
            let Some(price) = ways.step(from, to) else { break };
            let tu = march.due(price);
            march.sum += price;
            march.paid += tu;
            let seen = self.enemies_seen(unit);
            let last = k + 1 == path.steps.len();
            let running = march.pace == Pace::Run;
            let reacted = !running || last || k % 2 == 1;
            let hp = self.enter(unit, to, march.pace, tu as u16, false, reacted);
            halt = halt.or_else(|| self.cause_to_halt(unit, hp, seen, march.press_on));
            // B-77: the last hex of a run draws fire, also where it is cut short.
            let stops = halt.is_some() || self.blocked_ahead(unit, &path.steps[k + 1..], &march);
            if !reacted && stops && !self.state.is_guest(unit) {
                self.react(unit, true);
                halt = halt.or_else(|| self.cause_to_halt(unit, hp, seen, march.press_on));
            }
            if !self.may_walk(unit) {
                break;
            }
        }
        self.come_to_rest(unit, free);
        let arrived = path.steps.last() == Some(&self.state.unit(unit).at());
        if let Some(why) = halt
            && self.state.unit(unit).is_here()
            && !(arrived && self.may_walk(unit))
        {
            self.tell(Known::Unit(unit), |fight| What::Halted {
                unit: fight.name(unit),
                at: fight.at(fight.state.unit(unit).at()),
                why,
            });
        }
    }

    /// Whether a unit can still put one foot before the other.
    fn may_walk(&self, unit: UnitId) -> bool {
        let body = self.state.unit(unit);
        body.is_able() && body.panic.is_none()
    }

    /// A unit that cannot stay where it is, in a friend's hex, is put back to
    /// the last free hex of its path (B-76).
    fn come_to_rest(&mut self, unit: UnitId, free: Spot) {
        let from = self.state.unit(unit).at();
        if self.state.unit(unit).is_here() && self.state.is_guest(unit) {
            self.state.move_to(unit, free);
            self.refresh_step(unit, from, false);
        }
    }

    /// Why the unit cannot go on along the rest of its path, up to the next
    /// free hex (B-76 step 7).
    fn obstacle(&self, unit: UnitId, rest: &[Spot], march: &March) -> Option<&'static str> {
        let body = self.state.unit(unit);
        let ways = Ways::truth(self.battle, self.state, unit, march.pace, march.allow_hazards);
        let (mut from, mut sum) = (body.at(), 0);
        for (k, &to) in rest.iter().enumerate() {
            let Some(price) = ways.step(from, to) else { return Some("impassable") };
            sum += price;
            if ways.enemy_on(to) {
                return Some("occupied");
            }
            let goal = k + 1 == rest.len();
            let meant = march.allow_hazards || (goal && march.hot_goal);
            if !meant && ways.is_hazard(to) {
                return Some("hazard");
            }
            let due = march.due(sum);
            if due > u32::from(body.tu) {
                return Some("time units");
            }
            if u32::from(body.tu) - due < u32::from(march.reserve) {
                return Some(RESERVE);
            }
            if !ways.is_taken(to) {
                return None;
            }
            from = to;
        }
        Some("occupied")
    }

    fn blocked_ahead(&self, unit: UnitId, rest: &[Spot], march: &March) -> bool {
        !rest.is_empty() && self.obstacle(unit, rest, march).is_some()
    }

    /// The enemies the unit's side sees now.
    fn enemies_seen(&self, unit: UnitId) -> Units {
        let observer = self.state.observer(self.battle, unit);
        let mut enemies = Units::default();
        for other in self.state.known[observer.index()].units.iter() {
            if self.state.hostile(self.battle, unit, other) {
                enemies.put(other);
            }
        }
        enemies
    }

    /// B-76 step 7, as far as it concerns the step just made.
    fn cause_to_halt(
        &self,
        unit: UnitId,
        hp: u16,
        seen: Units,
        press_on: bool,
    ) -> Option<&'static str> {
        let body = self.state.unit(unit);
        if !body.is_here() {
            return Some("dead");
        }
        if body.stun > 0 {
            return Some("stunned");
        }
        if body.panic.is_some() {
            return Some("panicked");
        }
        if press_on {
            return None;
        }
        if body.hp < hp {
            return Some("hit");
        }
        (self.enemies_seen(unit).0 & !seen.0 != 0).then_some("enemy in sight")
    }

    /// One step of B-76 onto a neighbour, by (1) to (6): strikes, payment,
    /// door, effects of the hex, fog, noise, reaction fire; nothing but death,
    /// stun and panic stops it (B-110, B-222). A `quiet` one draws neither
    /// strikes nor reaction fire (disengaging), one that does not `react`
    /// draws no reaction fire. The unit must be able to pay.
    pub fn step(
        &mut self,
        unit: UnitId,
        to: Spot,
        pace: Pace,
        tu: u16,
        quiet: bool,
        react: bool,
    ) -> Stepped {
        let panicked = self.state.unit(unit).panic.is_some();
        if !quiet {
            self.draw_strikes(unit);
        }
        let stopped = |fight: &Self| {
            let body = fight.state.unit(unit);
            match () {
                () if !body.is_here() => Some("dead"),
                () if body.stun > 0 => Some("stunned"),
                () if !panicked && body.panic.is_some() => Some("panicked"),
                () => None,
            }
        };
        if let Some(why) = stopped(self) {
            return Stepped::Halted(why);
        }
        self.enter(unit, to, pace, tu, quiet, react);
        stopped(self).map_or(Stepped::On, Stepped::Halted)
    }

    /// B-76 from (2) to (6). Gives the hit points the hex has left the unit.
    fn enter(
        &mut self,
        unit: UnitId,
        to: Spot,
        pace: Pace,
        tu: u16,
        quiet: bool,
        react: bool,
    ) -> u16 {
        let battle = self.battle;
        let from = self.state.unit(unit).at();
        let burnt = self.state.unit(unit).burn.is_some();
        self.pay(unit, tu);
        self.stand_down(unit);
        let left_cover = self.state.unit(unit).cover != Cover::None;
        if left_cover {
            self.state.unit_mut(unit).cover = Cover::None;
            self.tell(Known::Unit(unit), |fight| What::LostCover {
                unit: fight.name(unit),
                why: "moved",
            });
        }
        self.state.move_to(unit, to);
        let facing = battle.field.direction(from, to);
        let body = self.state.unit_mut(unit);
        body.facing = facing.unwrap_or(body.facing);
        body.steps = body.steps.saturating_add(1);
        match pace {
            Pace::Run => body.ran = true,
            Pace::Walk | Pace::Crouch => body.moved = true,
        }
        let low = body.stance == Stance::Prone || pace == Pace::Crouch;
        let own = self.state.observer(battle, unit);
        for (who, knowledge) in self.state.known.iter_mut().enumerate() {
            if who != own.index() {
                knowledge.moved.put(unit);
            }
        }
        self.tell(Known::Unit(unit), |fight| What::Moved {
            unit: fight.name(unit),
            from: fight.at(from),
            to: fight.at(to),
            pace: pace.name(),
            tu,
            left: Some(fight.state.unit(unit).tu),
        });
        let opened = self.push_open(unit, to);
        self.feel_hex(unit);
        let hp = self.state.unit(unit).hp;
        if !self.state.unit(unit).is_here() {
            // B-103: the light or the cover that it left behind is gone too.
            if left_cover || burnt {
                self.refresh_hex(from);
            }
            return hp;
        }
        if opened {
            self.refresh_all();
            self.check_cover();
        } else {
            self.refresh_step(unit, from, left_cover || burnt);
        }
        let noise = &battle.data.noise;
        let radius = match pace {
            Pace::Run => noise.run,
            _ if low => noise.crouch,
            _ => noise.walk,
        };
        self.noise(to, Some(unit), Sound::Steps, u32::from(radius));
        if opened {
            self.noise(to, Some(unit), Sound::Door, u32::from(noise.door));
        }
        self.turn_to(unit);
        if !quiet {
            self.meet_suppression(unit);
            if react {
                self.react(unit, pace == Pace::Run);
            }
        }
        hp
    }

    /// B-82: enemies who see a unit step turn to it, unless they keep their
    /// heads down or see another enemy nearer. Who is in cover leaves it for
    /// that.
    fn turn_to(&mut self, mover: UnitId) {
        let (battle, to) = (self.battle, self.state.unit(mover).at());
        for unit in battle.units() {
            let body = self.state.unit(unit);
            let looks = body.is_able()
                && body.panic.is_none()
                && body.suppression < battle.data.suppression.suppressed
                && self.state.hostile(battle, unit, mover)
                && self.state.sights[unit.index()].has(to);
            let toward = battle.field.bearing(body.at(), to);
            let Some(toward) = toward.filter(|dir| looks && *dir != body.facing) else { continue };
            if arc(battle, body.at(), body.facing, to) == Arc::Front
                || self.sees_nearer(unit, mover)
            {
                continue;
            }
            self.drop_cover(unit, "turned");
            self.state.unit_mut(unit).facing = toward;
            self.tell(Known::Unit(unit), |fight| What::Turned {
                unit: fight.name(unit),
                facing: toward.name(),
                tu: 0,
            });
        }
    }

    /// Whether a unit sees an able enemy that is nearer than another.
    fn sees_nearer(&self, unit: UnitId, than: UnitId) -> bool {
        let (battle, at) = (self.battle, self.state.unit(unit).at());
        let distance = battle.field.distance(at, self.state.unit(than).at());
        battle.units().any(|other| {
            let body = self.state.unit(other);
            body.is_able()
                && self.state.hostile(battle, unit, other)
                && battle.field.distance(at, body.at()) < distance
                && self.state.sights[unit.index()].has(body.at())
        })
    }

    /// B-15: turning on the spot.
    fn turn(&mut self, unit: UnitId, dir: Dir) -> Result<(), Refused> {
        let steps = self.state.unit(unit).facing.turn_to(dir);
        if steps == 0 {
            return refuse(format!("the unit faces {} already", dir.name()));
        }
        let tu = self.battle.data.tu.turn * u16::from(steps);
        self.can_pay(unit, tu)?;
        self.pay(unit, tu);
        self.drop_cover(unit, "turned");
        self.state.unit_mut(unit).facing = dir;
        self.tell(Known::Unit(unit), |fight| What::Turned {
            unit: fight.name(unit),
            facing: dir.name(),
            tu,
        });
        Ok(())
    }

    /// Turns a unit to the bearing of a hex for free (B-15), except from
    /// cover, which is dropped only for a hex in its rear arc (B-113).
    pub fn face(&mut self, unit: UnitId, at: Spot) {
        let body = self.state.unit(unit);
        let Some(bearing) = self.battle.field.bearing(body.at(), at) else { return };
        if body.cover != Cover::None {
            if arc(self.battle, body.at(), body.facing, at) != Arc::Rear {
                return;
            }
            self.drop_cover(unit, "turned");
        }
        self.state.unit_mut(unit).facing = bearing;
    }

    /// What a hex does to a unit that enters it: hazard, fire, gas, water
    /// (B-76 step 4).
    pub fn feel_hex(&mut self, unit: UnitId) {
        let at = self.state.unit(unit).at();
        let flies = self.battle.sheet(unit).flies;
        let terrain = self.battle.data.terrain(self.state.ground.terrain[at.index()]);
        let (hazard, water) = (terrain.hazard, terrain.water);
        if hazard > 0 && !flies && self.hurt_by(unit, i32::from(hazard), None, "hazard") {
            return;
        }
        if self.state.ground.fire[at.index()] > 0 && !flies {
            self.ignite(unit, 1);
        }
        if self.state.ground.gas[at.index()] > 0 {
            self.poison(unit);
        }
        if water && !flies && self.state.unit_mut(unit).burn.take().is_some() {
            self.tell_recovered(unit, "burn");
        }
    }
}
