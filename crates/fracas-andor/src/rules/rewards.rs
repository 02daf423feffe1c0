//! Chapter 5: rewards and defeat.

use fracas_core::chance::{Chance, Die};
use fracas_core::watch::Watch;

use super::{conditions, levels};
use crate::battle::{Battle, Fight, Prize, Profile};
use crate::events::Event;
use crate::measures::{GOLD, XP_LOST};
use crate::skills::Skill;
use crate::state::{Actor, Settling, State, Verdict};

/// Whether an entry of loot drops.
pub const DROP: Die = Die("drop");
/// How many drop.
pub const QUANTITY: Die = Die("quantity");

/// A bag holds at most so many of one item (section 11).
const MOST_CARRIED: i64 = 1_000_000;

/// One step of the aftermath; false when nothing is left to be done.
pub fn settle<C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W) -> bool
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    match (st.verdict, st.settling) {
        (_, Settling::Done) => false,
        (Some(Verdict::Lose), _) => {
            lose(b, st, w);
            true
        }
        (_, Settling::Tick) => {
            // this may kill, and `lose` is booked then.
            conditions::tick(b, st, Actor::Hero, c, w);
            if st.hero.hp == 0 {
                w.event(|| Event::Died { who: b.hero.name.clone() });
                lose(b, st, w);
            }
            st.settling = Settling::Done;
            true
        }
        (verdict, _) => {
            let pays = verdict.is_some_and(|verdict| leaves_loot(b.profile, verdict));
            let pays = pays && b.fights[usize::from(st.fight)].loot;
            if pays && pick_up(b, st, c, w) {
                return true;
            }
            let regenerates = b.hero.skills.has(Skill::Regeneration);
            let ticks = b.lively && (regenerates || !st.active.is_empty());
            st.settling = if ticks { Settling::Tick } else { Settling::Done };
            ticks
        }
    }
}

/// whether the hero picks up what the dead of a fight left that ends so.
pub fn leaves_loot(profile: Profile, verdict: Verdict) -> bool {
    match (profile, verdict) {
        (_, Verdict::Win) => true,
        // also on the run, and by A-64 when the fight is given up.
        (Profile::Current, Verdict::Fled | Verdict::Stalemate) => true,
        (Profile::Current, Verdict::Lose) | (Profile::Classic, _) => false,
    }
}

/// the next entry of loot of the fight's dead; false when all
/// were drawn.
pub fn pick_up<C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W) -> bool
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    let (mut monster, mut entry) = match st.settling {
        Settling::Loot(monster, entry) => (usize::from(monster), usize::from(entry)),
        _ => (0, 0),
    };
    let fight = usize::from(st.fight);
    while monster < st.monsters.len() {
        let loot = &b.kind(fight, monster).loot;
        if st.lives(monster) || entry >= loot.len() {
            (monster, entry) = (monster + 1, 0);
            continue;
        }
        let of = &loot[entry];
        if c.hit(of.chance.chances, of.chance.of, DROP) {
            let count = of.found(c.below(of.quantity.sides(), QUANTITY));
            receive(b, st, of.prize, count, w);
        }
        st.settling = Settling::Loot(monster as u8, entry as u8 + 1);
        return true;
    }
    false
}

fn receive<W: Watch<Event>>(b: &Battle, st: &mut State, prize: Prize, count: i64, w: &mut W) {
    if count == 0 {
        return;
    }
    match prize {
        Prize::Gold => {
            st.gold += count;
            w.book(GOLD, count);
            if b.lively {
                st.loot.gold += count;
            }
        }
        Prize::Item(place) => {
            let before = st.bag[place];
            let sum = i64::from(before) + count;
            st.bag[place] = sum.min(MOST_CARRIED) as u32;
            if b.lively {
                st.loot.items.push((place as u16, st.bag[place] - before));
            }
        }
    }
    w.event(|| Event::Found {
        item: match prize {
            Prize::Gold => "gold".to_owned(),
            Prize::Item(place) => b.stocked(place).name.clone(),
        },
        count,
    });
}

/// the fight that killed him leaves him nothing; what fights before it
/// left is his.
fn drop_loot(st: &mut State) {
    st.gold -= st.loot.gold;
    for (place, count) in st.loot.items.iter() {
        st.bag[usize::from(*place)] -= count;
    }
    st.loot.clear();
}

/// Books what death takes.
fn lose<W: Watch<Event>>(b: &Battle, st: &mut State, w: &mut W) {
    let fight = &b.fights[usize::from(st.fight)];
    st.xp_lost = loss(b, fight, granted_in_fight(b, st));
    st.settling = Settling::Done;
    w.book(XP_LOST, st.xp_lost);
    if b.lively {
        drop_loot(st);
    }
}

/// what death takes in a fight that granted so much before it. A
/// death after the fight finds the level-ups of A-63 still pending.
pub fn loss(b: &Battle, fight: &Fight, granted: i64) -> i64 {
    let percent = match b.profile {
        Profile::Classic => 30,
        Profile::Current => 20,
    };
    let xp = (fight.xp + granted).min(levels::MOST_TOTAL);
    let lost = levels::loss(fight.level, xp, percent);
    // what lowerExploss spares is rounded down, not what it leaves.
    let spares = 20 * b.hero.skills.level(Skill::LowerExploss).min(5);
    lost - lost * spares / 100
}

/// experience of a fight that came to this, its dead being these.
pub fn granted_for(
    b: &Battle,
    fight: usize,
    verdict: Option<Verdict>,
    dead: impl Iterator<Item = usize>,
) -> i64 {
    match b.profile {
        Profile::Current => dead.map(|monster| b.kind(fight, monster).xp).sum(),
        Profile::Classic if verdict == Some(Verdict::Win) => b.fights[fight].reward,
        Profile::Classic => 0,
    }
}

/// Experience granted in the present fight so far.
pub fn granted_in_fight(b: &Battle, st: &State) -> i64 {
    granted_for(b, usize::from(st.fight), st.verdict, st.dead())
}

/// experience granted in the fights before, all of which were won.
pub fn granted_before(b: &Battle, fight: usize) -> i64 {
    b.fights[..fight].iter().map(|fight| fight.reward).sum()
}

/// All experience granted so far.
pub fn granted(b: &Battle, st: &State) -> i64 {
    granted_before(b, usize::from(st.fight)) + granted_in_fight(b, st)
}
