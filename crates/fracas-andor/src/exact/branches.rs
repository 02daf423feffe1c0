//! States for the generic solver.

use fracas_core::odds::Enumerable;

use super::keys::{Key, pack, unpack};
use super::ladder::{gets_away, may_halt};
use crate::Andor;
use crate::battle::{Battle, Fight, Tile};
use crate::state::{Phase, Settling, State};

impl Enumerable for Andor {
    type Key = Key;

    /// None for conditions, and for a hero who moved without getting away:
    /// there are no rungs then (`has_rungs`).
    fn key(b: &Battle, st: &State) -> Option<Key> {
        let moved = st.hero.at != Tile::default() && st.verdict.is_none();
        (!b.lively && !moved).then(|| pack(b, st))
    }

    fn restore(b: &Battle, key: &Key, st: &mut State) {
        unpack(b, key, st);
    }

    /// Turns of the hero are the rungs. Between two of them somebody lost hit
    /// points, came nearer, or a potion was drunk, which counts for more than
    /// all hit points it can give back.
    fn rung(b: &Battle, st: &State) -> Option<u64> {
        // Fights come first, then the spoils of a fight, then what was lost.
        let order = |spoils: u64| (u64::from(st.fight) * 2 + spoils) << 56;
        match (st.phase, st.settling) {
            (Phase::Hero, _) if st.fresh => Some(order(0) | lost(b, st).min((1 << 56) - 1)),
            (Phase::Spoils, Settling::Loot(monster, entry)) => {
                Some(order(1) | (1 + u64::from(monster) * 256 + u64::from(entry)))
            }
            (Phase::Spoils, _) => Some(order(1)),
            _ => None,
        }
    }
}

/// More than a bag can hold (section 11).
const MOST_POTIONS: u64 = 1_000_000;

/// All that went down since the fight began.
fn lost(b: &Battle, st: &State) -> u64 {
    const FAR: u64 = 1 << 24;
    let fight = &b.fights[usize::from(st.fight)];
    let monsters: u64 = st
        .monsters
        .iter()
        .zip(&fight.foes)
        .map(|(monster, foe)| {
            let (x, y) = (i64::from(monster.at.x), i64::from(monster.at.y));
            let near = if monster.hp > 0 { FAR - (x * x + y * y) as u64 } else { FAR };
            near + (b.kinds[foe.kind].hp_now - i64::from(monster.hp)) as u64
        })
        .sum();
    let drunk: u64 = (0..st.bag.len())
        .filter(|place| b.stocked(*place).heal.is_some())
        .map(|place| MOST_POTIONS.saturating_sub(u64::from(st.bag[place])))
        .sum();
    let hurt = (st.hero.max_hp - st.hero.hp) as u64;
    monsters + hurt + drunk * (st.hero.max_hp as u64 + 1)
}

/// Whether every round that changes anything brings the fight nearer to its
/// end: nothing gives hit points back, the hero stays where he is, and he can
/// hurt everybody.
pub fn has_rungs(b: &Battle) -> bool {
    let stays = |fight: &Fight| {
        let all_near = fight.stage.adjacent == fight.stage.living;
        b.policy.flee_below == 0 || all_near && gets_away(b, fight)
    };
    let from_the_start = b.fights.len() == 1 && crate::rules::turns::frozen(b, &b.start);
    let goes_on = |fight: &Fight| from_the_start || !may_halt(fight);
    !b.lively && b.fights.iter().all(|fight| stays(fight) && goes_on(fight))
}
