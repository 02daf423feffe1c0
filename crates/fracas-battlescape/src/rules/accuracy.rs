//! The chance to hit (B-140..B-142).
//!
//! The sum is made from a [`Shot`], which holds plain facts and no state: the
//! attack itself, its preview, the odds of `inspect` and the hexes the AI
//! thinks of all fill the same facts, so that they cannot differ.

use smallvec::SmallVec;

use super::attack::Occasion;
use super::cover::{arc, cover_share};
use super::morale::is_shaken;
use super::sight::{Line, true_line};
use super::status::{Health, can_burn, health};
use crate::battle::{Battle, Sheet, UnitId};
use crate::data::{Arc, Data, FireMode, TargetType, Weapon};
use crate::events::Term;
use crate::field::Spot;
use crate::state::{Cover, Stance, State, Unit};

/// Keeps a chance within its bounds (B-140).
#[inline]
pub fn clamp(data: &Data, sum: i32) -> i32 {
    sum.clamp(i32::from(data.accuracy.least), i32::from(data.accuracy.most))
}

/// What counts of the one who attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shooter {
    /// Accuracy.
    pub accuracy: i16,
    /// Strength (B-151).
    pub strength: i16,
    /// Strides made this turn: so many times the movement term counts.
    pub strides: u8,
    /// Ran this turn.
    pub ran: bool,
    /// Lies prone.
    pub prone: bool,
    /// Is suppressed (B-214).
    pub suppressed: bool,
    /// Is critically hurt (B-220).
    pub critical: bool,
    /// Is shaken (B-232).
    pub shaken: bool,
}

impl Shooter {
    /// A unit as it is now.
    pub fn of(battle: &Battle, state: &State, unit: UnitId) -> Self {
        let (sheet, now) = (battle.sheet(unit), state.unit(unit));
        Self {
            accuracy: sheet.accuracy,
            strength: sheet.strength,
            strides: strides(&battle.data, now, 0),
            ran: now.ran,
            prone: now.stance == Stance::Prone,
            suppressed: now.suppression >= battle.data.suppression.suppressed,
            critical: health(&battle.data, now.hp, sheet.max_hp) == Health::Critical,
            shaken: is_shaken(&battle.data, battle.sheet(unit), state.unit(unit)),
        }
    }
}

/// Strides a unit has made this turn, with some more steps: one for every so
/// many hexes, or part of them.
pub fn strides(data: &Data, unit: &Unit, more: u8) -> u8 {
    let steps = unit.steps.saturating_add(more);
    let made = steps.div_ceil(data.accuracy.stride.max(1));
    if unit.moved || unit.ran || more > 0 { made.max(1) } else { 0 }
}

/// What counts of the one who is attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Evasion.
    pub evasion: i16,
    /// Armour, natural and worn.
    pub armour: i16,
    /// What it is to damage (B-160).
    pub target_type: TargetType,
    /// Whether it can burn (B-163).
    pub can_burn: bool,
    /// Its cover.
    pub cover: Cover,
    /// The arc the attack comes from (B-115).
    pub arc: Arc,
    /// Lies prone.
    pub prone: bool,
}

impl Mark {
    /// A unit as it is now, attacked from a hex.
    pub fn of(battle: &Battle, state: &State, unit: UnitId, from: Spot) -> Self {
        let (sheet, now) = (battle.sheet(unit), state.unit(unit));
        Self::shown(
            sheet,
            now.cover,
            arc(battle, now.at(), now.facing, from),
            now.stance == Stance::Prone,
        )
    }

    /// A unit that shows itself so.
    pub fn shown(sheet: &Sheet, cover: Cover, arc: Arc, prone: bool) -> Self {
        Self {
            evasion: sheet.evasion,
            armour: sheet.armour,
            target_type: sheet.target_type,
            can_burn: can_burn(sheet),
            cover,
            arc,
            prone,
        }
    }
}

/// Everything the chance to hit and the damage of an attack depend on.
#[derive(Clone, Copy, Debug)]
pub struct Shot<'a> {
    /// Where the figures come from.
    pub battle: &'a Battle,
    /// The weapon.
    pub weapon: &'a Weapon,
    /// How it is used.
    pub mode: FireMode,
    /// At the head (B-133).
    pub head: bool,
    /// Ordered, or in reaction to something.
    pub occasion: Occasion,
    /// Hexes between the two.
    pub distance: u32,
    /// Levels the attacker stands above the target; negative for below.
    pub above: i16,
    /// Partial blockers on the chosen line (B-95).
    pub partials: u8,
    /// The densest smoke on it.
    pub smoke: u8,
    /// The target's side did not see the attacker (B-102).
    pub ambush: bool,
    /// Who attacks.
    pub shooter: Shooter,
    /// Who is attacked; none for a blast weapon, which aims at a hex (B-181).
    pub target: Option<Mark>,
}

impl<'a> Shot<'a> {
    /// An attack of one unit on another as they stand now.
    pub fn at_unit(
        battle: &'a Battle,
        state: &State,
        (unit, target): (UnitId, UnitId),
        weapon: &'a Weapon,
        mode: FireMode,
    ) -> Self {
        let (from, to) = (state.unit(unit).at(), state.unit(target).at());
        let shot = Self::at_hex(battle, state, (unit, to), weapon, mode);
        Self {
            ambush: !state.sees(state.observer(battle, target), unit),
            target: Some(Mark::of(battle, state, target, from)),
            ..shot
        }
    }

    /// An attack of a unit on a hex.
    pub fn at_hex(
        battle: &'a Battle,
        state: &State,
        (unit, to): (UnitId, Spot),
        weapon: &'a Weapon,
        mode: FireMode,
    ) -> Self {
        let from = state.unit(unit).at();
        let Line { partials, smoke, .. } = true_line(battle, state, from, to);
        Self {
            battle,
            weapon,
            mode,
            head: false,
            occasion: Occasion::Order,
            distance: battle.field.distance(from, to),
            above: battle.elevation[from.index()] - battle.elevation[to.index()],
            partials,
            smoke,
            ambush: false,
            shooter: Shooter::of(battle, state, unit),
            target: None,
        }
    }

    /// Whether it is a blow hand to hand.
    #[inline]
    pub fn is_strike(&self) -> bool {
        self.mode == FireMode::Strike
    }

    /// The sum of B-140 before recoil and bounds.
    #[inline]
    pub fn sum(&self) -> i32 {
        let mut sum = 0;
        self.each_term(|_, value| sum += value);
        sum
    }

    /// The terms of the sum that are not zero, for a round counted from 1.
    pub fn terms(&self, round: u32) -> SmallVec<[Term; 12]> {
        let mut terms = SmallVec::new();
        let mut add = |name, value| {
            if value != 0 {
                terms.push(Term { name, value });
            }
        };
        self.each_term(&mut add);
        add("recoil", -self.recoil(round));
        terms
    }

    /// The chance to hit of a round, counted from 1 (B-140).
    #[inline]
    pub fn accuracy(&self, round: u32) -> i32 {
        clamp(&self.battle.data, self.sum() - self.recoil(round))
    }

    /// The chance of a critical hit at an accuracy (B-157).
    #[inline]
    pub fn crit_chance(&self, accuracy: i32) -> i32 {
        i32::from(self.battle.data.damage.crit) + accuracy / 20 + i32::from(self.weapon.crit)
    }

    /// What recoil takes from a round.
    #[inline]
    pub fn recoil(&self, round: u32) -> i32 {
        let recoil = self.weapon.modes[self.mode as usize].map_or(0, |cost| cost.recoil);
        i32::from(recoil) * (round as i32 - 1)
    }

    /// The range band the target is in, from 0; beyond the last one there is
    /// none (B-141).
    pub fn band(&self) -> Option<usize> {
        self.weapon.bands.iter().position(|last| self.distance <= u32::from(*last))
    }

    #[inline]
    fn each_term(&self, mut add: impl FnMut(&'static str, i32)) {
        let (data, shooter) = (&self.battle.data, &self.shooter);
        let numbers = &data.accuracy;
        let when = |is: bool, value: i16| if is { i32::from(value) } else { 0 };
        let strike = self.is_strike();
        add("base", i32::from(shooter.accuracy));
        add("weapon", i32::from(self.weapon.accuracy));
        add("mode", i32::from(data.modes[self.mode as usize].accuracy));
        add("head", -when(self.head, numbers.head));
        if !strike {
            // Nobody fires beyond the last band; previews of such shots count it.
            let band = self.band().unwrap_or(self.weapon.bands.len());
            add("range", -i32::from(numbers.band) * band as i32);
            let too_close = self.distance < u32::from(self.weapon.min_range);
            add("too_close", -when(too_close, numbers.too_close));
        }
        if let Some(target) = &self.target {
            if !strike {
                add("cover", -cover_share(self.battle, target.cover, target.arc).0);
            }
            let side = when(target.arc == Arc::Side, numbers.side);
            add("flank", side + when(target.arc == Arc::Rear, numbers.rear));
        }
        add("height", i32::from(numbers.height) * i32::from(self.above.signum()));
        let stride = if shooter.ran { numbers.ran } else { numbers.moved };
        // Who strikes comes running: how far does not matter.
        let strides = if strike { shooter.strides.min(1) } else { shooter.strides };
        add("movement", -i32::from(stride) * i32::from(strides));
        if !strike {
            add("partial", -i32::from(numbers.partial) * i32::from(self.partials));
            add("smoke", -i32::from(numbers.smoke) * i32::from(self.smoke));
        }
        let mut prone = when(shooter.prone && !strike, numbers.prone_own);
        if let Some(target) = &self.target {
            add("evasion", -i32::from(target.evasion));
            let far = self.distance >= 2;
            prone -= when(target.prone && far, numbers.prone_far);
            prone += when(target.prone && !far, numbers.prone_near);
        }
        add("prone", prone);
        match self.occasion {
            Occasion::Order => {}
            Occasion::Reaction { runner } => {
                add("reaction", -i32::from(numbers.reaction) - when(runner, numbers.runner));
            }
            Occasion::Opportunity => add("opportunity", -i32::from(numbers.opportunity)),
        }
        add("ambush", when(self.ambush, numbers.ambush));
        add("suppressed", -when(shooter.suppressed, data.suppression.accuracy));
        add("critical", -when(shooter.critical, numbers.critical));
        add("shaken", -when(shooter.shaken, numbers.shaken));
    }
}
