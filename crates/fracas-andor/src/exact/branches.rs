//! States packed for the generic solver.

use fracas_core::odds::Enumerable;

use crate::Andor;
use crate::battle::{Battle, Tile};
use crate::state::{Go, Settling, State, Verdict};

/// A state in a few numbers.
type Key = Vec<i32>;

impl Enumerable for Andor {
    type Key = Key;

    /// None for a hero who moved without getting away: the board would then
    /// have to be part of the ladder. None too for conditions.
    fn key(b: &Battle, st: &State) -> Option<Key> {
        let moved = st.hero.at != Tile::default() && st.verdict.is_none();
        if b.lively || moved || may_freeze_late(b) {
            return None;
        }
        let mut key = Key::with_capacity(8 + 3 * st.monsters.len() + st.bag.len());
        key.push(i32::from(st.fight));
        key.push(match st.go {
            Go::Hero => -1,
            Go::Monster(monster) => i32::from(monster),
            Go::Spoils => -2,
        });
        key.push(st.verdict.map_or(-1, |verdict| verdict as i32));
        key.push(match st.settling {
            Settling::Open => -1,
            Settling::Loot(monster, entry) => i32::from(monster) << 8 | i32::from(entry),
            Settling::Tick => -2,
            Settling::Done => -3,
        });
        key.push(i32::from(st.fresh));
        key.push(st.hero.hp);
        key.push(if st.go == Go::Hero { st.hero.ap } else { 0 });
        key.push(st.target.map_or(-1, i32::from));
        for (place, count) in st.bag.iter().enumerate() {
            if b.stocked(place).heal.is_some() {
                key.push(*count as i32);
            }
        }
        for monster in &st.monsters {
            key.push(monster.hp);
            let acts = monster.hp > 0 && st.go != Go::Hero && st.verdict.is_none();
            key.push(if acts { monster.ap } else { 0 });
            key.push(i32::from(monster.at.x) << 16 | i32::from(monster.at.y) & 0xffff);
        }
        Some(key)
    }

    fn restore(b: &Battle, key: &Key, st: &mut State) {
        let mut key = key.iter().copied();
        // Keys are made above and have all their numbers.
        let mut next = || key.next().unwrap_or(0);
        let fight = next() as u16;
        let stage = &b.fights[usize::from(fight)].stage;
        st.clone_from(&b.start);
        st.hero = stage.hero;
        st.monsters.clone_from(&stage.monsters);
        st.fight = fight;
        st.opening = false;
        st.go = match next() {
            -1 => Go::Hero,
            -2 => Go::Spoils,
            monster => Go::Monster(monster as u8),
        };
        st.verdict = match next() {
            0 => Some(Verdict::Win),
            1 => Some(Verdict::Lose),
            2 => Some(Verdict::Fled),
            3 => Some(Verdict::Stalemate),
            _ => None,
        };
        st.settling = match next() {
            -1 => Settling::Open,
            -2 => Settling::Tick,
            -3 => Settling::Done,
            place => Settling::Loot((place >> 8) as u8, place as u8),
        };
        st.fresh = next() != 0;
        st.hero.hp = next();
        st.hero.ap = next();
        st.target = u8::try_from(next()).ok();
        for place in 0..st.bag.len() {
            if b.stocked(place).heal.is_some() {
                st.bag[place] = next() as u32;
            }
        }
        st.living = 0;
        for place in 0..st.monsters.len() {
            let monster = &mut st.monsters[place];
            monster.hp = next();
            monster.ap = next();
            let at = next();
            monster.at = Tile { x: (at >> 16) as i16, y: at as i16 };
            if monster.hp > 0 {
                st.living |= State::bit(place);
            }
        }
        crate::rules::board::mark_adjacent(st);
    }

    /// Turns of the hero are the rungs. Between two of them somebody lost hit
    /// points, came nearer, or a potion was drunk, which counts for more than
    /// all hit points it can give back.
    fn rung(b: &Battle, st: &State) -> Option<u64> {
        match st.go {
            Go::Hero if st.fresh => {}
            Go::Spoils => {}
            _ => return None,
        }
        const FAR: u64 = 1 << 24;
        let fight = &b.fights[usize::from(st.fight)];
        let lost: u64 = st
            .monsters
            .iter()
            .zip(&fight.foes)
            .map(|(monster, foe)| {
                let (x, y) = (i64::from(monster.at.x), i64::from(monster.at.y));
                let near = if monster.hp > 0 { FAR - (x * x + y * y) as u64 } else { FAR };
                near + (b.kinds[foe.kind].hp_now - i64::from(monster.hp)) as u64
            })
            .sum();
        let full = st.hero.max_hp as u64 + 1;
        let drunk: u64 = (0..st.bag.len())
            .filter(|place| b.stocked(*place).heal.is_some())
            .map(|place| MOST_POTIONS.saturating_sub(u64::from(st.bag[place])))
            .sum();
        let hurt = (st.hero.max_hp - st.hero.hp) as u64;
        let picked = match (st.go, st.settling) {
            (Go::Spoils, Settling::Loot(monster, entry)) => {
                1 + u64::from(monster) * 256 + u64::from(entry)
            }
            _ => 0,
        };
        let spoils = u64::from(st.go == Go::Spoils);
        // Fights come first, then the spoils of a fight, then what was lost.
        let order = u64::from(st.fight) * 2 + spoils;
        let within = if spoils == 1 { picked } else { lost + hurt + drunk * full };
        Some(order << 56 | within.min((1 << 56) - 1))
    }
}

/// More than a bag can hold (section 11).
const MOST_POTIONS: u64 = 1_000_000;

/// a fight that may become a stalemate only after some turns: how many
/// they were is forgotten, and with it what `turns` would be.
fn may_freeze_late(b: &Battle) -> bool {
    let harmless = |fight: &crate::battle::Fight| {
        let monsters = &fight.stage.monsters;
        monsters.iter().any(|monster| monster.taken.most() == 0 || !strikes(fight))
            && !crate::rules::turns::frozen(b, &b.start)
    };
    b.fights.iter().any(harmless)
}

/// Whether the hero can afford an attack at all.
fn strikes(fight: &crate::battle::Fight) -> bool {
    fight.stage.hero.max_ap >= fight.stage.hero.attack_cost
}
