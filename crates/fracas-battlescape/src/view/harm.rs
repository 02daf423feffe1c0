//! What grenades and rockets are expected to do (B-276): the loss of enemies
//! less twice the loss of everybody else.
//!
//! Whether a throw or a shot can be made at all is seen along its own line
//! (B-97); where it scatters and whom it reaches goes by what the side knows
//! of the ground (B-184).

use smallvec::SmallVec;

use super::weigh::expecting;
use super::{Seen, View};
use crate::battle::UnitId;
use crate::data::{DamageType, Dice, FireMode, Grenade, ItemId, ItemKind, Sight};
use crate::field::Spot;
use crate::hex::Dir;
use crate::rules::accuracy::{Mark, Shot};
use crate::rules::damage::Blow;
use crate::rules::sight::{flight, seems_open_to, true_line};
use crate::rules::throws::{NEAR, throw_accuracy, throw_range};

/// Parts of a certainty: hundredths, for each of six directions.
const PARTS: i64 = 600;

/// What goes off.
#[derive(Clone, Copy)]
struct Charge {
    dice: Dice,
    damage: Option<DamageType>,
    radius: u8,
}

/// What the life of a friend is worth in a blast, in hundredths of a hit point.
const LIFE: i64 = 3000;
/// How many hexes' harm is remembered.
const REMEMBERED: usize = 256;

/// What the grenades of one kind or the rockets of a unit are expected to do.
/// Ask it for one hex after another: throws at neighbours come down on many of
/// the same hexes.
pub struct Bursts<'a> {
    view: View<'a>,
    unit: UnitId,
    charge: Charge,
    /// Who is to live.
    wanted: Option<UnitId>,
    /// Everybody the side sees, its own first.
    seen: SmallVec<[Seen<'a>; 16]>,
    /// The harm on hexes asked for lately.
    harm: [Option<(Spot, i64)>; REMEMBERED],
}

/// What a blast is expected to take from somebody, in hundredths of a hit
/// point.
#[derive(Clone, Copy, Debug)]
pub struct Toll<'a> {
    /// From whom.
    pub seen: Seen<'a>,
    /// If a round comes down where it is aimed.
    pub on_target: i64,
    /// Wherever they come down.
    pub expected: i64,
}

impl<'a> View<'a> {
    /// What an item of a unit of this side would do where it is thrown; none
    /// if it is not one that harms.
    pub fn grenades(&self, unit: UnitId, item: ItemId) -> Option<Bursts<'a>> {
        let ItemKind::Thrown { what, radius } = self.data().item(item).kind else { return None };
        let charge = match what {
            Grenade::Blast { dice, damage, .. } => Charge { dice, damage: Some(damage), radius },
            Grenade::Fire { dice, .. } => Charge { dice, damage: None, radius },
            _ => return None,
        };
        Some(Bursts::new(*self, unit, charge))
    }

    /// What the launcher in the hand of a unit of this side would do; none if
    /// it has none.
    pub fn rockets(&self, unit: UnitId) -> Option<Bursts<'a>> {
        let weapon = self.data().weapon(self.mine(unit).in_hand()?.weapon);
        let (dice, damage, radius) = (weapon.dice, Some(weapon.damage), weapon.blast?);
        Some(Bursts::new(*self, unit, Charge { dice, damage, radius }))
    }
}

impl<'a> Bursts<'a> {
    fn new(view: View<'a>, unit: UnitId, charge: Charge) -> Self {
        let own = view.own().filter_map(|unit| view.seen(unit));
        let seen = own.chain(view.others()).collect();
        Self { view, unit, charge, wanted: view.wanted_alive(), seen, harm: [None; REMEMBERED] }
    }

    /// What a throw at a hex is expected to take from enemies, less twice that
    /// from others, in hundredths; none if it cannot be thrown there (B-276).
    pub fn thrown_at(&mut self, at: Spot) -> Option<i64> {
        let accuracy = self.throw(at)?;
        Some(self.scattered(at, &[accuracy]))
    }

    /// The same for a rocket.
    pub fn launched_at(&mut self, at: Spot, mode: FireMode) -> Option<i64> {
        let rounds = self.launch(at, mode)?;
        Some(self.scattered(at, &rounds))
    }

    /// What it takes from enemies if it goes off on a hex, less twice what it
    /// takes from others, in hundredths.
    pub fn on_target(&mut self, at: Spot) -> i64 {
        self.harm(at)
    }

    /// Whether it can be thrown at a hex.
    pub fn can_reach(&self, at: Spot) -> bool {
        self.throw(at).is_some()
    }

    /// What a throw at a hex is expected to take from whom; none if it cannot
    /// be thrown there.
    pub fn tolls_of_throw(&self, at: Spot) -> Option<Vec<Toll<'a>>> {
        Some(self.tolls(at, &[self.throw(at)?]))
    }

    /// The same for a rocket.
    pub fn tolls_of_launch(&self, at: Spot, mode: FireMode) -> Option<Vec<Toll<'a>>> {
        Some(self.tolls(at, &self.launch(at, mode)?))
    }

    fn tolls(&self, at: Spot, rounds: &[i32]) -> Vec<Toll<'a>> {
        let landings = landings(&self.view, at, rounds);
        let toll = |seen: &Seen<'a>| Toll {
            seen: *seen,
            on_target: self.loss(seen, at),
            expected: self.lost(seen, &landings).div_euclid(PARTS),
        };
        self.seen.iter().map(toll).filter(|toll| toll.on_target > 0 || toll.expected > 0).collect()
    }

    /// The accuracy of a throw at a hex; none if it cannot be thrown there.
    fn throw(&self, at: Spot) -> Option<i32> {
        let view = self.view;
        let (sheet, from) = (view.sheet(self.unit), view.mine(self.unit).at());
        let distance = view.field().distance(from, at);
        let possible = distance <= throw_range(sheet)
            && view.visible(at)
            && flight(view.battle, view.state, from, at).is_none();
        possible.then(|| throw_accuracy(view.data(), sheet, distance))
    }

    /// The accuracy of every round launched at a hex; none if it cannot be.
    fn launch(&self, at: Spot, mode: FireMode) -> Option<SmallVec<[i32; 4]>> {
        let (view, unit) = (self.view, self.unit);
        let me = view.mine(unit);
        let armed = me.in_hand()?;
        let weapon = view.data().weapon(armed.weapon);
        let rounds = weapon.modes[mode as usize]?.rounds.min(armed.loaded);
        let distance = view.field().distance(me.at(), at);
        let possible = distance <= weapon.range()
            && view.visible(at)
            && true_line(view.battle, view.state, me.at(), at).blocked.is_none();
        possible.then(|| {
            let shot = Shot::at_hex(view.battle, view.state, (unit, at), weapon, mode);
            (1..=u32::from(rounds)).map(|round| shot.accuracy(round)).collect()
        })
    }

    /// The harm over all places where it may come down (B-181), with one
    /// accuracy for each round. Nobody loses more than he has, which one round
    /// sees to by itself.
    fn scattered(&mut self, at: Spot, rounds: &[i32]) -> i64 {
        let landings = landings(&self.view, at, rounds);
        let sum: i64 = if rounds.len() == 1 {
            landings.iter().map(|(at, parts)| parts * self.harm(*at)).sum()
        } else {
            let lost = |seen: &Seen<'a>| self.counted(seen, self.lost(seen, &landings), PARTS);
            self.seen.iter().map(lost).sum()
        };
        sum.div_euclid(PARTS)
    }

    /// What somebody loses over all these places, in hundredths of
    /// [`PARTS`].
    fn lost(&self, seen: &Seen<'a>, landings: &[(Spot, i64)]) -> i64 {
        let lost = landings.iter().map(|(at, parts)| parts * self.loss(seen, *at));
        lost.sum::<i64>().min(i64::from(seen.hp) * 100 * PARTS)
    }

    /// The harm of a charge that goes off on a hex.
    fn harm(&mut self, at: Spot) -> i64 {
        let place = at.index() % REMEMBERED;
        match self.harm[place] {
            Some((spot, harm)) if spot == at => harm,
            _ => {
                let harm = self.seen.iter().map(|seen| self.counted(seen, self.loss(seen, at), 1));
                let harm = harm.sum();
                self.harm[place] = Some((at, harm));
                harm
            }
        }
    }

    /// What enemies lose counts for it; what others lose counts twice against it,
    /// and the more the likelier they lose their lives (B-276). In hundredths of
    /// `parts`.
    fn counted(&self, seen: &Seen<'a>, loss: i64, parts: i64) -> i64 {
        let hostile = self.view.battle.hostile(self.view.side(), seen.side);
        if hostile && self.wanted != Some(seen.unit) {
            return loss;
        }
        let share = 1000 * loss / (100 * parts * i64::from(seen.hp)).max(1);
        -2 * loss - LIFE * parts * share * share / 1_000_000
    }

    /// What somebody loses by a charge that goes off on a hex, in hundredths.
    fn loss(&self, seen: &Seen<'a>, at: Spot) -> i64 {
        let (view, charge) = (self.view, self.charge);
        let distance = view.field().distance(at, seen.at);
        let open = || seems_open_to(view.battle, view.state, view.who, at, seen.at);
        if distance > u32::from(charge.radius) || !open() {
            return 0;
        }
        let mark = Mark::of(view.battle, view.state, seen.unit, at);
        let blow = Blow::blast(view.battle, &mark, charge.damage, distance);
        i64::from(expecting(|e| e.blow(charge.dice, blow, seen.hp, 100)))
    }
}

/// Where something may come down, and how likely, in parts of [`PARTS`].
fn landings(view: &View<'_>, at: Spot, rounds: &[i32]) -> SmallVec<[(Spot, i64); 13]> {
    let (mut on, mut near, mut far) = (0, 0, 0);
    for accuracy in rounds {
        let misses = 100 - accuracy;
        on += 6 * i64::from(*accuracy);
        near += i64::from(NEAR.min(misses));
        far += i64::from((misses - NEAR).max(0));
    }
    let mut landings: SmallVec<[(Spot, i64); 13]> = SmallVec::new();
    landings.push((at, on));
    for dir in Dir::ALL {
        let one = drift(view, at, dir);
        landings.push((one, near));
        if far > 0 {
            landings.push((if one == at { at } else { drift(view, one, dir) }, far));
        }
    }
    landings
}

/// One hex on, unless something stops it there.
fn drift(view: &View<'_>, at: Spot, dir: Dir) -> Spot {
    let next = view.field().step(at, dir).filter(|next| {
        view.terrain(*next).is_none_or(|id| view.data().terrain(id).sight != Sight::Block)
    });
    next.unwrap_or(at)
}
