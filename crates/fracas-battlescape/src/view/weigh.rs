//! What an attack would do, as far as the side can tell.
//!
//! The figures are those of the rules themselves ([`Shot`] and what is made
//! of it). From where a unit stands they are what will be executed, for it
//! looks along its line (B-97); from another hex they go by what the side
//! knows of the ground.

use std::cell::RefCell;

use super::{Seen, View};
use crate::battle::UnitId;
use crate::data::{AbilityId, Arc, Dice, FireMode, Weapon, WeaponClass};
use crate::field::Spot;
use crate::hex::Dir;
use crate::inspect::shot::{ShotOdds, odds};
use crate::orders::Refused;
use crate::rules::abilities::psi_chance;
use crate::rules::accuracy::{Mark, Shooter, Shot, clamp, strides};
use crate::rules::attack::Occasion;
use crate::rules::cover::arc;
use crate::rules::damage::Blow;
use crate::rules::expectation::Expectation;
use crate::rules::means::{in_reach_over, striking_weapon};
use crate::rules::sight::{Line, Over, chosen_line, seems_to_see, true_line};
use crate::rules::throws::throw_range;
use crate::state::{Cover, Stance};

/// A place a unit might attack from.
#[derive(Clone, Copy, Debug)]
pub struct Stand {
    /// The hex.
    pub at: Spot,
    /// Where it leans, in cover.
    pub lean: Option<Dir>,
    /// Steps it has to make to get there.
    pub steps: u8,
}

/// All that decides on an attack from some hex, besides who fights and what
/// stands in the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation {
    /// Hexes to the target.
    pub distance: u32,
    /// Whether the target can be struck (B-80).
    in_reach: bool,
    /// Levels above it.
    above: i16,
    /// The arc of the target the attack comes from (B-115).
    pub arc: Arc,
    /// The cover it has then (B-82).
    cover: Cover,
    /// The strides the attacker has made then (B-140).
    pub strides: u8,
    /// Whether the target's side does not see it (B-102).
    ambush: bool,
}

impl Situation {
    /// On level ground, in sight of the target.
    pub fn level(distance: u32, arc: Arc, cover: Cover, strides: u8) -> Self {
        Self { distance, in_reach: distance <= 1, above: 0, arc, cover, strides, ambush: false }
    }
}

/// Below this chance the AI does not fire (B-283).
pub const LEAST: i32 = 10;

/// Whether a shot whose terms have this sum is fired, also without the ambush, which
/// is but hoped for (B-102).
fn is_worth_firing(shot: &Shot<'_>, sum: i32) -> bool {
    let data = &shot.battle.data;
    let hoped = if shot.ambush { i32::from(data.accuracy.ambush) } else { 0 };
    clamp(data, sum - hoped) >= LEAST
}

/// An attack that might be made.
#[derive(Clone, Copy)]
pub struct Aim<'a> {
    shot: Shot<'a>,
    target: UnitId,
    hp: u16,
    /// The weapon in hand and its rounds.
    hand: Option<(&'a Weapon, u8)>,
    /// What the unit strikes with, if the target is in reach.
    strikes: Option<&'a Weapon>,
    has_line: bool,
}

pub(super) fn expecting<T>(with: impl FnOnce(&mut Expectation) -> T) -> T {
    thread_local! {
        static EXPECTATION: RefCell<Expectation> = RefCell::default();
    }
    EXPECTATION.with_borrow_mut(with)
}

impl<'a> Aim<'a> {
    /// The same attack by somebody who lies prone (B-119).
    pub fn lying(mut self) -> Self {
        self.shot.shooter.prone = true;
        self
    }

    /// At whom.
    pub fn target(&self) -> UnitId {
        self.target
    }

    /// What a mode costs; none if the attack cannot be made so.
    pub fn cost(&self, mode: FireMode) -> Option<u16> {
        let (weapon, rounds) = self.weapon(mode)?;
        let cost = weapon.modes[mode as usize]?;
        let possible = if mode == FireMode::Strike {
            true
        } else {
            rounds > 0
                && self.has_line
                && weapon.blast.is_none()
                && self.shot.distance <= weapon.range()
        };
        possible.then_some(cost.tu)
    }

    fn weapon(&self, mode: FireMode) -> Option<(&'a Weapon, u8)> {
        if mode == FireMode::Strike { self.strikes.map(|weapon| (weapon, 1)) } else { self.hand }
    }

    fn shot(&self, mode: FireMode) -> Shot<'a> {
        let weapon = self.weapon(mode).map_or(self.shot.weapon, |(weapon, _)| weapon);
        Shot { weapon, mode, ..self.shot }
    }

    /// The shot itself, for previews.
    pub(super) fn exactly(&self, mode: FireMode) -> Shot<'a> {
        self.shot(mode)
    }

    /// Rounds that would be fired (B-66).
    pub fn rounds(&self, mode: FireMode) -> u8 {
        let Some((weapon, loaded)) = self.weapon(mode) else { return 0 };
        let listed = weapon.modes[mode as usize].map_or(0, |cost| cost.rounds);
        if mode == FireMode::Strike { 1 } else { listed.min(loaded) }
    }

    /// The chance to hit of the first round.
    pub fn accuracy(&self, mode: FireMode) -> i32 {
        self.shot(mode).accuracy(1)
    }

    /// Expected hit points the target loses, in hundredths (B-276).
    pub fn expected(&self, mode: FireMode) -> u32 {
        expecting(|e| e.loss(&self.shot(mode), self.hp, self.rounds(mode)))
    }

    /// The same if it is worth firing and the first round hits at least so often,
    /// else none.
    pub fn expected_at(&self, mode: FireMode, least: i32) -> Option<u32> {
        let shot = self.shot(mode);
        let sum = shot.sum();
        (clamp(&shot.battle.data, sum) >= least && is_worth_firing(&shot, sum))
            .then(|| expecting(|e| e.loss_of_sum(&shot, sum, self.hp, self.rounds(mode))))
    }

    /// Whether the AI fires at all (B-283).
    pub fn is_worth_firing(&self, mode: FireMode) -> bool {
        let shot = self.shot(mode);
        is_worth_firing(&shot, shot.sum())
    }

    /// Whether it kills at least every second time.
    pub fn kills_evenly(&self, mode: FireMode) -> bool {
        // What is lost on average is at least the kill chance times all there
        // is to lose.
        self.expected(mode) >= u32::from(self.hp) * 50
            && expecting(|e| e.kill_chance(&self.shot(mode), self.hp, self.rounds(mode))) >= 5000
    }
}

impl<'a> View<'a> {
    /// The ground as the side knows it.
    pub(super) fn over(&self) -> Over<'a> {
        Over::known(self.battle, self.state, self.who)
    }

    /// Exact odds of an attack on somebody in sight (B-269), as far as the side
    /// can tell: the ambush is that of its preview (B-102), a blast scatters
    /// over the ground it knows (B-184).
    pub fn attack_odds(
        &self,
        unit: UnitId,
        target: &Seen<'a>,
        mode: FireMode,
        head: bool,
    ) -> Result<ShotOdds, Refused> {
        let me = self.mine(unit);
        let stand = Stand { at: me.at(), lean: me.lean(), steps: 0 };
        let ambush = self.situation(unit, stand, target).ambush;
        let (pair, known) = ((unit, target.unit), Some(self.knowledge()));
        odds(self.battle, self.state, pair, (mode, head), ambush, known)
    }

    fn line(&self, unit: UnitId, stand: Stand, target: &Seen<'a>) -> Line {
        let lean = (target.cover != Cover::None).then_some(target.facing);
        if stand.at == self.mine(unit).at() {
            return true_line(self.battle, self.state, stand.at, target.at);
        }
        chosen_line(self.battle, self.over(), (stand.at, stand.lean), (target.at, lean))
    }

    /// What decides on an attack of a unit of this side on a unit that is
    /// seen, from where it stands or from elsewhere, besides the line.
    pub fn situation(&self, unit: UnitId, stand: Stand, target: &Seen<'a>) -> Situation {
        let (battle, me) = (self.battle, self.mine(unit));
        let distance = battle.field.distance(stand.at, target.at);
        let arc = arc(battle, target.at, target.facing, stand.at);
        let turns = stand.steps > 0 && arc != Arc::Front && self.turns_to(unit, target, distance);
        let (ground, level) = (&self.knowledge().terrain, |spot| self.elevation(spot));
        Situation {
            distance,
            in_reach: in_reach_over(battle, ground, level, stand.at, target.at),
            above: self.elevation(stand.at) - self.elevation(target.at),
            arc: if turns { Arc::Front } else { arc },
            cover: if turns { Cover::None } else { target.cover },
            strides: strides(&battle.data, me, stand.steps),
            ambush: stand.at == me.at() && !self.is_watched(stand.at, target),
        }
    }

    /// Whether somebody would turn to a unit that comes as near as this
    /// (B-82), as far as the side can tell: it sees whoever sees it.
    fn turns_to(&self, unit: UnitId, target: &Seen<'a>, distance: u32) -> bool {
        let free = target.is_able() && !target.panicked && !target.suppressed;
        let nearer = |friend: UnitId| {
            friend != unit
                && self.battle.field.distance(target.at, self.mine(friend).at()) < distance
                && self.state.sights[friend.index()].has(target.at)
        };
        free && !self.own().any(nearer)
    }

    /// How near somebody who is seen lets a unit come without turning to it
    /// (B-82): as near as this it turns; none if it does not turn at all.
    pub fn turns_within(&self, unit: UnitId, target: &Seen<'a>) -> Option<u32> {
        if !target.is_able() || target.panicked || target.suppressed {
            return None;
        }
        let sees = |friend: &UnitId| self.state.sights[friend.index()].has(target.at);
        let friends = self.own().filter(|friend| *friend != unit).filter(sees);
        let away = |friend| self.battle.field.distance(target.at, self.mine(friend).at());
        Some(friends.map(away).min().unwrap_or(u32::MAX))
    }

    /// The arc of somebody who is seen that an attack from a hex comes from
    /// (B-115).
    pub fn arc_of(&self, target: &Seen<'a>, from: Spot) -> Arc {
        arc(self.battle, target.at, target.facing, from)
    }

    /// The strides a unit of this side has made after some more steps (B-140).
    pub fn strides(&self, unit: UnitId, more: u8) -> u8 {
        strides(&self.battle.data, self.mine(unit), more)
    }

    /// An attack in a situation if nothing at all stands in the line: with the
    /// line as it is no mode gets better. None if the unit could neither shoot
    /// nor strike.
    pub fn hope(&self, unit: UnitId, there: Situation, target: &Seen<'a>) -> Option<Aim<'a>> {
        let (battle, me) = (self.battle, self.mine(unit));
        let data = &battle.data;
        let hand = me.in_hand().map(|armed| (data.weapon(armed.weapon), armed.loaded));
        let hand = hand.filter(|(weapon, _)| !weapon.is_melee());
        let strikes =
            there.in_reach.then(|| data.weapon(striking_weapon(battle, self.state, unit)));
        let ranged = hand.is_some_and(|(weapon, _)| there.distance <= weapon.range());
        if !ranged && strikes.is_none() {
            return None;
        }
        let sheet = target.sheet();
        let mark = Mark::shown(sheet, there.cover, there.arc, target.stance == Stance::Prone);
        let shot = Shot {
            battle,
            weapon: hand.map(|(weapon, _)| weapon).or(strikes)?,
            mode: FireMode::Snap,
            head: false,
            occasion: Occasion::Order,
            distance: there.distance,
            above: there.above,
            partials: 0,
            smoke: 0,
            ambush: there.ambush,
            shooter: Shooter { strides: there.strides, ..Shooter::of(battle, self.state, unit) },
            target: Some(mark),
        };
        Some(Aim { shot, target: target.unit, hp: target.hp, hand, strikes, has_line: ranged })
    }

    /// An attack of a unit of this side on a unit that is seen, from where it
    /// stands or from elsewhere. None if it could neither shoot nor strike.
    pub fn aim(&self, unit: UnitId, stand: Stand, target: &Seen<'a>) -> Option<Aim<'a>> {
        self.aim_along(unit, stand, target, || self.line(unit, stand, target))
    }

    /// The same along a line that is found elsewhere.
    pub(crate) fn aim_along(
        &self,
        unit: UnitId,
        stand: Stand,
        target: &Seen<'a>,
        line: impl FnOnce() -> Line,
    ) -> Option<Aim<'a>> {
        let mut aim = self.hope(unit, self.situation(unit, stand, target), target)?;
        let line = line();
        aim.has_line &= line.blocked.is_none();
        aim.shot.partials = line.partials;
        aim.shot.smoke = line.smoke;
        (aim.has_line || aim.strikes.is_some()).then_some(aim)
    }

    /// Whether somebody that is seen and shares its sight with a target sees a
    /// hex. Others out of sight may watch it too; a side cannot know that, so
    /// its previews grant the ambush (B-102) unless somebody it sees is
    /// watching.
    fn is_watched(&self, spot: Spot, target: &Seen<'a>) -> bool {
        let shares = |unit| self.state.observer(self.battle, unit);
        let who = shares(target.unit);
        let watches = |other: Seen<'a>| shares(other.unit) == who && self.in_sight_of(&other, spot);
        who == self.who || self.others().any(watches)
    }

    /// Whether the own sight of a unit that is seen covers a hex, as far as
    /// this side knows the ground between them (B-105).
    pub fn in_sight_of(&self, enemy: &Seen<'a>, spot: Spot) -> bool {
        enemy.is_able() && seems_to_see(self.battle, self.state, self.who, enemy.unit, spot)
    }

    /// Whether a unit of this side has an unblocked line to a hex.
    pub fn has_line(&self, unit: UnitId, to: Spot) -> bool {
        true_line(self.battle, self.state, self.mine(unit).at(), to).blocked.is_none()
    }

    /// What cover a hex is known to offer: 0 none, 1 half, 2 full.
    pub fn cover_of(&self, spot: Spot) -> u8 {
        self.terrain(spot).map_or(0, |id| self.data().terrain(id).cover)
    }

    /// Whether somebody at a hex who faces a direction has another hex before
    /// him (B-115).
    pub fn in_front(&self, spot: Spot, facing: Dir, other: Spot) -> bool {
        spot == other || arc(self.battle, spot, facing, other) == Arc::Front
    }

    /// Whether a unit of this side swims (B-78).
    pub fn swims(&self, unit: UnitId) -> bool {
        let terrain = self.state.ground.terrain[self.mine(unit).at().index()];
        self.data().terrain(terrain).swim && !self.sheet(unit).flies
    }

    /// Whether a unit of this side would swim on a hex, as far as is known.
    pub fn is_deep(&self, unit: UnitId, spot: Spot) -> bool {
        let swim = |id| self.data().terrain(id).swim;
        self.terrain(spot).is_some_and(swim) && !self.sheet(unit).flies
    }

    /// Whether a unit of this side is engaged, as far as the side can see
    /// (B-79).
    pub fn is_engaged(&self, unit: UnitId) -> bool {
        let here = self.mine(unit).at();
        self.enemies().any(|enemy| enemy.is_able() && self.field().adjacent(enemy.at, here))
    }

    /// The cheapest attack of the weapon in hand, or a strike.
    pub fn cheapest_attack(&self, unit: UnitId) -> Option<u16> {
        let hand = self.mine(unit).in_hand().map(|armed| self.data().weapon(armed.weapon));
        let ranged = hand
            .filter(|weapon| !weapon.is_melee())
            .into_iter()
            .flat_map(|weapon| weapon.modes.iter().flatten().map(|cost| cost.tu));
        let strikes = self.data().weapon(striking_weapon(self.battle, self.state, unit)).modes
            [FireMode::Strike as usize]
            .map(|cost| cost.tu);
        ranged.chain(strikes).min()
    }

    /// How far a unit of this side throws (B-180).
    pub fn throw_range(&self, unit: UnitId) -> u32 {
        throw_range(self.sheet(unit))
    }

    /// What the aimed shot of the weapon in hand costs.
    pub fn aimed_cost(&self, unit: UnitId) -> Option<u16> {
        let hand = self.mine(unit).in_hand()?;
        self.data().weapon(hand.weapon).modes[FireMode::Aimed as usize].map(|cost| cost.tu)
    }

    /// Whether a unit of this side could get ready for reaction fire (B-210).
    pub fn can_ready(&self, unit: UnitId) -> bool {
        let me = self.mine(unit);
        let armed = me.in_hand().is_some_and(|armed| {
            let weapon = self.data().weapon(armed.weapon);
            armed.loaded > 0
                && weapon.class != WeaponClass::Launcher
                && weapon.modes[FireMode::Snap as usize].is_some()
        });
        armed
            && me.cover != Cover::Full
            && me.suppression < self.data().suppression.suppressed
            && !self.swims(unit)
    }

    /// The chance of an ability on a unit that is seen (B-200); 100 if it is
    /// sure.
    pub fn psi_chance(&self, unit: UnitId, ability: AbilityId, on: &Seen<'a>) -> i32 {
        psi_chance(self.battle, self.data().ability(ability), unit, on.unit).unwrap_or(100)
    }

    /// What some dice take on average from so many hit points, in hundredths.
    pub fn mean_loss(&self, dice: Dice, hp: u16) -> u32 {
        expecting(|e| e.blow(dice, Blow::PLAIN, hp, 100))
    }
}
