//! The lines of a side of which one band at a time can be struck (O-22, O-30 to O-36),
//! and the attacks of two that fight, of which two numbers are all that changes.
//!
//! The dice are those of [`attack`](super::attack), in the same order.

use fracas_core::chance::{Chance, Die, Rolled};
use fracas_core::watch::Scores;

use super::attack::{ATTACKER, HIT, TARGET};
use super::rows;
use crate::battle::{Battle, CombatRole, SideId};
use crate::state::State;

/// One side while one band of it is exposed.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// That band,
    pub band: usize,
    /// its members before the first of them falls,
    pub men: u64,
    /// and how many of them are left when the side is broken (O-61), if they are
    /// enough for that.
    pub broken_at: Option<u64>,
    /// Able members before them in the list, and their strength.
    pub leaders: u64,
    pub leaders_strength: u64,
    /// Strength of the band.
    pub strength: u64,
    /// What a blow at it must overcome.
    pub defense: u64,
    /// Whose noble it is, if it is one.
    pub noble: Option<usize>,
}

impl Line {
    /// The line of a side that stands so, if it is one.
    pub fn of(b: &Battle, st: &State, side: SideId) -> Option<Self> {
        let force = &st.forces[side.index()];
        let exposed = |band: &usize| force.exposed.get(*band - force.bands.start) > 0;
        let mut struck = force.bands.clone().filter(exposed);
        let (band, None) = (struck.next()?, struck.next()) else { return None };
        let mut others =
            force.bands.clone().filter(|other| *other != band && st.able.get(*other) > 0);
        let (leader, None) = (others.next(), others.next()) else { return None };
        let (stats, stance) = (&b.bands[band].stats, st.stances[band]);
        // A save is one die more (O-41), and where nothing is to be overcome
        // there is one less (O-35).
        let noble = match stats.role {
            CombatRole::Noble => Some(b.bands[band].unit),
            CombatRole::Man if !stats.blessed => None,
            _ => return None,
        };
        if stance.defense[0] == 0 || stance.strength == 0 || leader > Some(band) {
            return None;
        }
        // O-61: the fall that breaks the side.
        let men = u64::from(st.standing[band]);
        let beyond = force.value.saturating_sub(force.break_point);
        let falls = beyond.div_ceil(u64::from(stats.value.max(1))).max(1);
        Some(Self {
            band,
            men,
            broken_at: men.checked_sub(falls),
            leaders: leader.map_or(0, |leader| u64::from(st.able.get(leader))),
            leaders_strength: leader.map_or(0, |leader| u64::from(st.stances[leader].strength)),
            strength: u64::from(stance.strength),
            defense: u64::from(stance.defense[0]),
            noble,
        })
    }

    /// The lines of a side, one after the other, until it is broken or stands in
    /// another way.
    pub fn all_of(b: &Battle, side: SideId) -> Vec<Self> {
        let mut st = b.start.clone();
        let mut lines = Vec::new();
        while let Some(line) = Self::of(b, &st, side) {
            lines.push(line);
            if line.broken_at.is_some() {
                break;
            }
            rows::come_and_go(b, &mut st, line.band, 0);
            rows::form_up(b, &mut st, side, &mut Scores::default());
        }
        lines
    }

    /// So many are left of the band when something else changes, or one more.
    pub fn least(&self) -> u64 {
        self.broken_at.unwrap_or(0).max(1)
    }
}

/// A line of each side, which fight.
#[derive(Clone, Copy)]
pub(super) struct Lines {
    pub attacker: Line,
    pub defender: Line,
    /// By who strikes: the attacker's leaders and men, then the defender's. He
    /// hits with the first number in the second (O-35).
    blows: [(u64, u64); 4],
}

impl Lines {
    pub fn of(attacker: &Line, defender: &Line) -> Self {
        let blows = |by: &Line, at: &Line| {
            [by.leaders_strength, by.strength].map(|strength| (strength, strength + at.defense))
        };
        let [first, second] = blows(attacker, defender);
        let [third, fourth] = blows(defender, attacker);
        let blows = [first, second, third, fourth];
        Self { attacker: *attacker, defender: *defender, blows }
    }

    /// The men that an attack leaves of so many, and how many draws it takes, which
    /// are not counted yet.
    #[inline(always)]
    pub fn attack(&self, men: [u64; 2], recheck_to: u64, dice: &mut Rolled) -> ([u64; 2], u64) {
        let mut hand = dice.unchecked_hand();
        let mut left = self.left_by_attack(men, |sides, _| hand.below(sides));
        if !dice.keep(hand, recheck_to, 0) {
            (*dice, left) = self.attack_by_rule(men, dice.clone());
        }
        left
    }

    /// The same, die after die. Dice that are handed over and back stay in registers
    /// elsewhere.
    #[cold]
    fn attack_by_rule(&self, men: [u64; 2], mut dice: Rolled) -> (Rolled, ([u64; 2], u64)) {
        let draws = dice.draws();
        let mut hand = dice.handful();
        // O-37: a choice among one draws nothing.
        let below = |sides, die| if sides == 1 { 0 } else { hand.below(sides, die) };
        let left = self.left_by_attack(men, below);
        drop(hand);
        dice.were_drawn(draws);
        (dice, left)
    }

    /// Attacks until somebody falls, but no more than so many: the men that are
    /// left, and how many attacks there were.
    #[inline]
    pub fn until_one_falls(
        &self,
        men: [u64; 2],
        most: u64,
        recheck_to: u64,
        dice: &mut Rolled,
    ) -> ([u64; 2], u64) {
        // Dice of the loop's own stay in registers.
        let (mut own, mut left, mut attacks) = (dice.clone(), men, 0);
        while left == men && attacks < most {
            let draws;
            (left, draws) = self.attack(men, recheck_to, &mut own);
            own.were_drawn(own.draws() + draws);
            attacks += 1;
        }
        *dice = own;
        (left, attacks)
    }

    #[inline(always)]
    fn left_by_attack(
        &self,
        [attackers, defenders]: [u64; 2],
        mut below: impl FnMut(u64, Die) -> u64,
    ) -> ([u64; 2], u64) {
        let (attacker, defender) = (&self.attacker, &self.defender);
        // O-32: one of all who are able, the attacker's side first.
        let side_ends = attacker.leaders + attackers;
        let place = below(side_ends + defender.leaders + defenders, ATTACKER);
        let defends = place >= side_ends;
        let leaders = if defends { side_ends + defender.leaders } else { attacker.leaders };
        let striker = 2 * usize::from(defends) + usize::from(place >= leaders);
        // O-33: all of the exposed are alike, but which it is is drawn.
        let targets = if defends { attackers } else { defenders };
        below(targets, TARGET);
        // O-35, O-40.
        let (strength, of) = self.blows[striker];
        let falls = u64::from(below(of, HIT) < strength);
        let of_attacker = falls & u64::from(defends);
        let left = [attackers - of_attacker, defenders - (falls - of_attacker)];
        (left, 2 + u64::from(targets > 1))
    }
}

/// A side of which some have fallen.
pub(super) struct Ranks<'l> {
    pub line: &'l Line,
    /// Those left of the line.
    pub men: u64,
    /// All lines, and how many are gone.
    lines: &'l [Line],
    gone: usize,
}

impl<'l> Ranks<'l> {
    /// Those of a side of whose first line so many are left.
    pub fn of(lines: &'l [Line], men: u64) -> Option<Self> {
        Some(Self { line: lines.first()?, men, lines, gone: 0 })
    }

    /// O-61.
    pub fn are_broken(&self) -> bool {
        self.line.broken_at == Some(self.men)
    }

    /// O-22: the next line steps up. False if those who do are none.
    pub fn step_up(&mut self) -> bool {
        let Some(next) = self.lines.get(self.gone + 1) else { return false };
        *self = Self { line: next, men: next.men, gone: self.gone + 1, ..*self };
        true
    }

    /// The bands that have lost somebody, with how many of each are left.
    pub fn left(&self) -> impl Iterator<Item = (usize, u32)> {
        let gone = self.lines[..self.gone].iter().map(|line| (line.band, 0));
        gone.chain([(self.line.band, self.men as u32)])
    }
}

#[cfg(test)]
mod tests {
    use fracas_core::chance::{Purpose, recheck_to};

    use super::*;
    use crate::Olympia;

    /// O-32, O-33, O-35: at once as one after another, also at one man and where the word
    /// of the dice has to be looked at.
    #[test]
    fn o_32_dice_thrown_at_once_are_the_same() {
        let b = &fracas_testing::battle::<Olympia>(
            "attacker.stack = [{ noble = 'A', men = { soldier = 6 } }]
             defender.stack = [{ noble = 'D', men = { pikeman = 9 } }]",
            &[],
        );
        let lines = SideId::BOTH.map(|side| Line::of(b, &b.start, side).expect("one band"));
        let lines = Lines::of(&lines[0], &lines[1]);
        for again_to in [u64::MAX / 2, u64::MAX] {
            let mut dice = Rolled::new(3, 0, Purpose::Battle);
            let mut same = dice.clone();
            for attack in 0..2_000 {
                let men = [1 + attack % 6, 1 + attack % 9];
                let wanted = lines.attack(men, recheck_to(16 * 16 * 100), &mut same);
                assert_eq!(lines.attack(men, again_to, &mut dice), wanted, "{men:?}");
                assert_eq!(format!("{dice:?}"), format!("{same:?}"), "{men:?}");
            }
        }
    }
}
