//! What an ending brings besides its outcome: experience and gold.

use super::figures::Found;
use super::grid::Mass;
use crate::battle::{Battle, Prize, Profile};
use crate::rules::rewards;
use crate::state::Verdict;

/// What an ending brings besides its outcome.
pub struct Ending {
    xp: i64,
    xp_lost: i64,
    /// Mean and variance of gold.
    gold: (f64, f64),
}

impl Ending {
    /// All fights are won.
    pub fn all(b: &Battle) -> Self {
        let monsters = b.fights.iter().flat_map(|fight| &fight.foes);
        let gold = sum_gold(monsters.map(|foe| gold(b, foe.kind)));
        Self { xp: b.fights.iter().map(|fight| fight.reward).sum(), xp_lost: 0, gold }
    }

    /// A fight ends early after these monsters fell.
    pub fn early(b: &Battle, number: usize, fallen: &[usize], dead: bool) -> Self {
        let fight = &b.fights[number];
        let before = &b.fights[..number];
        let granted: i64 = match b.profile {
            Profile::Classic => 0,
            Profile::Current => fallen.iter().map(|monster| b.kind(number, *monster).xp).sum(),
        };
        let picked = b.profile == Profile::Current && !dead;
        let here = fallen.iter().filter(|_| picked).map(|monster| fight.foes[*monster].kind);
        let earlier = before.iter().flat_map(|fight| &fight.foes).map(|foe| foe.kind);
        Self {
            xp: before.iter().map(|fight| fight.reward).sum::<i64>() + granted,
            xp_lost: if dead { rewards::loss(b, fight, granted) } else { 0 },
            gold: sum_gold(earlier.chain(here).map(|kind| gold(b, kind))),
        }
    }

    /// The same, but death takes so much.
    pub fn with_loss(self, xp_lost: i64) -> Self {
        Self { xp_lost, ..self }
    }

    /// Books what ends so.
    pub fn book(&self, verdict: Verdict, mass: Mass, found: &mut Found) {
        found.outcomes[verdict as usize] += mass.p;
        found.turns += mass;
        found.xp.add(self.xp, mass.p);
        found.xp_lost.add(self.xp_lost, mass.p);
        let (mean, variance) = self.gold;
        found.gold[0] += mass.p * mean;
        found.gold[1] += mass.p * (variance + mean * mean);
    }
}

fn sum_gold(each: impl Iterator<Item = (f64, f64)>) -> (f64, f64) {
    each.fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
}

/// Mean and variance of the gold of one monster.
fn gold(b: &Battle, kind: usize) -> (f64, f64) {
    let entries = b.kinds[kind].loot.iter().filter(|loot| loot.prize == Prize::Gold);
    sum_gold(entries.map(|loot| {
        let sides = loot.quantity.sides();
        let (mut first, mut second) = (0.0, 0.0);
        for face in 0..sides {
            let amount = (loot.quantity.at(face) * loot.share / 100) as f64;
            first += amount;
            second += amount * amount;
        }
        let each = loot.chance.probability() / sides as f64;
        let mean = first * each;
        (mean, second * each - mean * mean)
    }))
}
