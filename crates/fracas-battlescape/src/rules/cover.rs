//! Cover, stance, flanks (B-110..B-119).

use fracas_core::chance::Chance;
use fracas_core::watch::Watch;

use super::movement::Stepped;
use super::{Fight, Known};
use crate::battle::{Battle, UnitId};
use crate::data::Arc;
use crate::events::{Event, What};
use crate::field::Spot;
use crate::hex::Dir;
use crate::orders::{Order, Pace, Refused, refuse};
use crate::state::{Cover, Stance, State};

/// The arc an attack from `attacker` on a unit at `at` comes from (B-115).
/// What happens on the unit's own hex comes from the front.
pub fn arc(battle: &Battle, at: Spot, facing: Dir, attacker: Spot) -> Arc {
    let field = &battle.field;
    let bearing = field.hex(at).bearing_near(field.hex(attacker), facing);
    battle.data.arcs[bearing.map_or(0, |bearing| usize::from(facing.turn_to(bearing)))]
}

/// Percent of the cover's worth that counts from an arc (B-117).
pub fn share_by_arc(arc: Arc) -> i32 {
    match arc {
        Arc::Front => 100,
        Arc::Side => 50,
        Arc::Rear => 0,
    }
}

/// The accuracy penalty (as a positive number) and the percent of damage that
/// comes through cover from an arc (B-117).
pub fn cover_share(battle: &Battle, cover: Cover, arc: Arc) -> (i32, i32) {
    let numbers = match cover {
        Cover::None => return (0, 100),
        Cover::Half => &battle.data.cover[0],
        Cover::Full => &battle.data.cover[1],
    };
    let share = share_by_arc(arc);
    let reduction = 100 - i32::from(numbers.damage_pct);
    let of = |value: i32| (value * share).div_euclid(100);
    (of(i32::from(numbers.accuracy)), 100 - of(reduction))
}

/// The best cover the neighbour of a hex in a direction offers (B-111).
pub fn cover_toward(battle: &Battle, state: &State, at: Spot, toward: Dir) -> Cover {
    let rating = battle
        .field
        .step(at, toward)
        .map_or(0, |spot| battle.data.terrain(state.ground.terrain[spot.index()]).cover);
    rated(rating)
}

fn rated(rating: u8) -> Cover {
    match rating {
        0 => Cover::None,
        1 => Cover::Half,
        _ => Cover::Full,
    }
}

impl<C: Chance + ?Sized, W: Watch<Event>> Fight<'_, C, W> {
    /// Carries out `TakeCover`, `Prone` or `Stand`.
    pub fn take_stance(&mut self, unit: UnitId, order: &Order) -> Result<(), Refused> {
        let tu = &self.battle.data.tu;
        match *order {
            Order::TakeCover { step, toward, cover } => self.take_cover(unit, step, toward, cover),
            Order::Prone => self.change_stance(unit, Stance::Prone, tu.prone),
            Order::Stand => self.change_stance(unit, Stance::Standing, tu.stand),
            _ => refuse("not a stance"),
        }
    }

    fn take_cover(
        &mut self,
        unit: UnitId,
        step: Option<Dir>,
        toward: Dir,
        cover: Cover,
    ) -> Result<(), Refused> {
        let body = self.state.unit(unit);
        let at = match step {
            Some(dir) => self.cover_step(unit, dir)?,
            None => body.at(),
        };
        if step.is_none() && self.is_swimming(unit) {
            return refuse("a swimming unit cannot take cover");
        }
        let best = self.known_cover(unit, at, toward);
        if cover == Cover::None || best == Cover::None {
            return refuse(format!("no cover to the {} of {}", toward.name(), self.at(at)));
        }
        if cover > best {
            return refuse(format!("only half cover to the {} of {}", toward.name(), self.at(at)));
        }
        if step.is_none() && (body.cover, body.facing) == (cover, toward) {
            return refuse("the unit is in that cover already");
        }
        let prone = body.stance == Stance::Prone;
        let costs = &self.battle.data.tu;
        let tu = costs.take_cover + if prone { costs.stand } else { 0 };
        self.can_pay(unit, tu)?;
        self.pay(unit, tu);
        self.state.unit_mut(unit).stance = Stance::Standing;
        if step.is_some() {
            // Somebody unseen may stand there.
            if self.state.occupant(at).is_some() {
                self.tell(Known::Unit(unit), |fight| What::Halted {
                    unit: fight.name(unit),
                    at: fight.at(fight.state.unit(unit).at()),
                    why: "occupied",
                });
                return Ok(());
            }
            if self.step(unit, at, Pace::Walk, 0, false, true) != Stepped::On {
                return Ok(());
            }
        }
        // What was remembered of the covering hex may be no longer so.
        let cover = cover.min(cover_toward(self.battle, self.state, at, toward));
        let body = self.state.unit_mut(unit);
        body.facing = toward;
        body.cover = cover;
        if cover == Cover::None {
            self.tell(Known::Unit(unit), |fight| What::Halted {
                unit: fight.name(unit),
                at: fight.at(at),
                why: "no cover",
            });
            return Ok(());
        }
        if cover == Cover::Full {
            self.stand_down(unit);
        }
        self.tell(Known::Unit(unit), |fight| What::TookCover {
            unit: fight.name(unit),
            cover,
            toward: toward.name(),
            tu,
        });
        self.refresh_unit(unit);
        Ok(())
    }

    /// The best cover the neighbour of a hex in a direction offers, as far as
    /// the unit's side knows (B-96).
    fn known_cover(&self, unit: UnitId, at: Spot, toward: Dir) -> Cover {
        let who = self.state.observer(self.battle, unit);
        let known = &self.state.known[who.index()];
        let seen = self.battle.field.step(at, toward).filter(|spot| known.last_seen(*spot, 1) > 0);
        rated(seen.map_or(0, |spot| self.battle.data.terrain(known.terrain[spot.index()]).cover))
    }

    /// The hex a unit steps onto to take cover (B-110), or why it cannot.
    fn cover_step(&self, unit: UnitId, dir: Dir) -> Result<Spot, Refused> {
        let (battle, ground) = (self.battle, &self.state.ground);
        let from = self.state.unit(unit).at();
        let Some(to) = battle.field.step(from, dir) else {
            return refuse(format!("no path: there is no hex to the {}", dir.name()));
        };
        let goal = self.at(to);
        let level = |spot: Spot| battle.elevation[spot.index()];
        let terrain = battle.data.terrain(ground.terrain[to.index()]);
        let plain = terrain.walk == Some(0) && !terrain.closed && terrain.hazard == 0;
        if !plain || ground.fire[to.index()] > 0 || level(from) != level(to) {
            return refuse(format!("no path: the step to {goal} is not a plain one"));
        }
        let who = self.state.observer(battle, unit);
        let taken = self.state.occupant(to).is_some_and(|other| {
            self.state.observer(battle, other) == who || self.state.sees(who, other)
        });
        if taken {
            return refuse(format!("goal {goal} is occupied"));
        }
        Ok(to)
    }

    fn change_stance(&mut self, unit: UnitId, stance: Stance, tu: u16) -> Result<(), Refused> {
        if self.state.unit(unit).stance == stance {
            return refuse(match stance {
                Stance::Prone => "the unit is prone already",
                Stance::Standing => "the unit stands already",
            });
        }
        self.can_pay(unit, tu)?;
        self.pay(unit, tu);
        if stance == Stance::Prone {
            self.drop_cover(unit, "prone");
            self.stand_down(unit);
        }
        self.state.unit_mut(unit).stance = stance;
        self.tell(Known::Unit(unit), |fight| What::Stance { unit: fight.name(unit), stance, tu });
        Ok(())
    }

    /// Ends cover (B-114); brings the unit's sight up to date if it had any.
    pub fn drop_cover(&mut self, unit: UnitId, why: &'static str) {
        if self.state.unit(unit).cover == Cover::None {
            return;
        }
        self.state.unit_mut(unit).cover = Cover::None;
        self.tell(Known::Unit(unit), |fight| What::LostCover { unit: fight.name(unit), why });
        self.refresh_unit(unit);
    }

    /// Ends the cover of units that leaned on terrain which is gone (B-114).
    pub fn check_cover(&mut self) {
        for unit in self.battle.units() {
            let body = self.state.unit(unit);
            let offered = cover_toward(self.battle, self.state, body.at(), body.facing);
            if body.is_here() && body.cover > offered {
                self.drop_cover(unit, "gone");
            }
        }
    }
}
