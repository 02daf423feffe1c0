//! What an ending brings besides its outcome: experience and gold.

use fracas_core::odds::Mass;

use super::figures::{End, Found};
use crate::battle::{Battle, Kind, Prize};
use crate::measures;
use crate::rules::rewards;
use crate::state::Verdict;

/// What an ending brings besides its outcome.
pub struct Ending(End);

impl Ending {
    /// A fight ends so after these monsters fell, all before it being won.
    pub fn new(b: &Battle, fight: usize, dead: &[usize], verdict: Verdict) -> Self {
        let granted = rewards::granted_for(b, fight, Some(verdict), dead.iter().copied());
        let lost = || rewards::loss(b, &b.fights[fight], granted);
        let before = b.fights[..fight].iter().flat_map(|fight| &fight.foes);
        let before = before.map(|foe| &b.kinds[foe.kind]);
        let picked_up = rewards::leaves_loot(b.profile, verdict);
        let here = dead.iter().filter(|_| picked_up).map(|monster| b.kind(fight, *monster));
        Self(End {
            verdict,
            left: [0; 2],
            fights_won: measures::fights_won(fight, Some(verdict)),
            xp: rewards::granted_before(b, fight) + granted,
            xp_lost: if verdict == Verdict::Lose { lost() } else { 0 },
            gold: sum(before.chain(here).map(gold)),
        })
    }

    /// The same, but death takes so much.
    pub fn with_loss(self, xp_lost: i64) -> Self {
        Self(End { xp_lost, ..self.0 })
    }

    /// The same, with these hit points and healing items left.
    pub fn with_left(self, hp: i64, potions: i64) -> Self {
        Self(End { left: [hp, potions], ..self.0 })
    }

    /// Books what ends so.
    pub fn book(&self, mass: Mass, found: &mut Found<'_>) {
        found.book(&self.0, mass);
    }
}

fn sum(each: impl Iterator<Item = (f64, f64)>) -> (f64, f64) {
    each.fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
}

/// Mean and variance of the gold of one monster.
fn gold(kind: &Kind) -> (f64, f64) {
    let entries = kind.loot.iter().filter(|loot| loot.prize == Prize::Gold);
    sum(entries.map(|loot| {
        let (mean, square) = loot.moments();
        (mean, square - mean * mean)
    }))
}
