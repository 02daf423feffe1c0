//! Small battles that are over before a leader can be struck (O-61): a number
//! tells how they ended, and those that ended alike are counted together.
//!
//! They are fought as any [`Melee`]. All that is drawn when they are over is who
//! of the losers is taken (O-71).

use fracas_core::chance::Rolled;
use fracas_core::odds::{End, NO_END, ToEnds};
use fracas_core::ruleset::OutcomeId;
use fracas_core::watch::Scores;

use super::melee::{Melee, Standing};
use super::{breaking, settling};
use crate::battle::{Battle, SideId};
use crate::measures;
use crate::state::Verdict;

/// Larger battles end in so many ways that few of them are alike.
const FEW: u64 = 64;

/// A battle of few, ready to be fought again and again.
pub struct Skirmish<'a> {
    melee: Melee<'a>,
    /// Who of a side can be taken if it loses.
    at_stake: [Vec<usize>; 2],
    /// Where the battles that are being fought stand.
    battles: Vec<Standing>,
}

impl<'a> Skirmish<'a> {
    /// The battle as a small one, if it is one.
    pub fn of(b: &'a Battle) -> Option<Self> {
        let melee = Melee::of(b).filter(Melee::breaks_at_once)?;
        let men: u64 = b.start.forces.iter().map(|force| u64::from(force.men)).sum();
        let mut st = b.start.clone();
        let at_stake = SideId::BOTH.map(|side| {
            st.verdict = Some(Verdict::Won(side.foe()));
            let units = b.sides[side.index()].units.clone();
            units.filter(|unit| settling::can_be_taken(b, &st, *unit)).collect::<Vec<usize>>()
        });
        let is_small = men <= FEW && at_stake.iter().all(|units| units.len() <= TAKEN as usize);
        let is_whole = st.nobles.iter().all(|noble| noble.health > 0 && !noble.hit);
        (is_small && is_whole).then(|| Self { melee, at_stake, battles: Vec::new() })
    }

    /// How a battle ends that stands so. Draws who is taken.
    #[inline]
    fn end(&self, battle: &mut Standing) -> End {
        let Some(loser) = self.melee.until_broken(battle) else { return NO_END };
        let left = battle.left();
        let [losers, winners] = [loser, loser.foe()].map(|side| self.melee.men(side, left));
        let mut taken = 0;
        for place in 0..self.at_stake[loser.index()].len() {
            let is_taken = settling::is_taken(winners, losers, &mut battle.dice);
            taken |= End::from(is_taken) << place;
        }
        let [ours, theirs] = left;
        let men = (battle.attacks << MEN | ours) << MEN | theirs;
        (men << TAKEN | taken) << 1 | loser.index() as End
    }
}

/// Bits of an [`End`]: those left of the first line of each side, and who of the
/// losers was taken. Above them are the attacks, below them is the loser.
const MEN: u32 = 8;
const TAKEN: u32 = 8;

impl ToEnds for Skirmish<'_> {
    fn fight(&mut self, dice: &mut [Rolled], ends: &mut [End]) {
        let mut battles = std::mem::take(&mut self.battles);
        self.melee.begin_all(dice, &mut battles);
        for ((battle, dice), end) in battles.iter_mut().zip(dice).zip(ends) {
            *end = self.end(battle);
            dice.clone_from(&battle.dice);
        }
        self.battles = battles;
    }

    fn tell(&mut self, end: End, scores: &mut Scores) -> OutcomeId {
        let part = |shift: u32, bits: u32| end >> shift & ((1 << bits) - 1);
        let loser = SideId::of(end as usize);
        let left = [part(1 + TAKEN + MEN, MEN), part(1 + TAKEN, MEN)];
        let (b, st) = self.melee.state_of(loser, left, end >> (1 + TAKEN + 2 * MEN));
        measures::finals(b, st, scores);
        for (place, unit) in self.at_stake[loser.index()].iter().enumerate() {
            if part(1 + place as u32, 1) == 1 {
                settling::capture(b, st, *unit, scores);
            }
        }
        breaking::outcome(Verdict::Won(loser.foe()))
    }
}
