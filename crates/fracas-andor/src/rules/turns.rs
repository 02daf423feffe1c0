//! Chapter 3: turns and action points, and the end of combat
//!

use fracas_core::chance::Chance;
use fracas_core::ruleset::{Next, OutcomeId};
use fracas_core::watch::Watch;

use super::{board, conditions, hero, monsters, policy, rewards};
use crate::battle::{Battle, Fight, Freedom, Starts};
use crate::events::Event;
use crate::measures::{CAPPED, TURNS};
use crate::state::{Actor, Bits, Phase, Settling, State, Verdict};

/// player turns after which a fight is given up.
pub const GUARD: u32 = 10_000;

/// Actions after which a turn ends where effects could go on giving action
/// points for ever.
const MOST_ACTS: u32 = 10_000;

/// How often a rolled fight looks whether anything can still happen.
const LOOK_EVERY: u32 = 256;

/// Opens the first fight.
#[inline]
pub fn begin<C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W)
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    if b.lively {
        open::<true, C, W>(b, st, c, w);
    } else {
        open::<false, C, W>(b, st, c, w);
    }
}

/// the first turn of a fight. It has no tick, so nobody can
/// fall and nothing is drawn.
#[inline]
fn open<const LIVELY: bool, C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W) -> Next
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    let fight = &b.fights[usize::from(st.fight)];
    if b.fights.len() > 1 {
        w.event(|| Event::Fight {
            number: u32::from(st.fight) + 1,
            of: b.fights.len() as u32,
            hp: st.hero.hp,
        });
    }
    st.opening = true;
    match fight.starts {
        Starts::Player => begin_hero_turn::<LIVELY, C, W>(b, st, c, w),
        Starts::Monsters => begin_monsters_turn::<LIVELY, C, W>(b, st, c, w),
    }
}

/// One action. A silent battle that is rolled is fought to its end in one go.
#[inline(always)]
pub fn step<C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W) -> Next
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    if b.lively { steps::<true, C, W>(b, st, c, w) } else { steps::<false, C, W>(b, st, c, w) }
}

#[inline(always)]
fn steps<const LIVELY: bool, C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W) -> Next
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    loop {
        let next = match st.phase {
            Phase::Hero => act::<LIVELY, C, W>(b, st, c, w),
            Phase::Monster(_) => monsters::act::<LIVELY, C, W>(b, st, c, w),
            Phase::Spoils => spoils::<LIVELY, C, W>(b, st, c, w),
        };
        if C::PATIENT || W::LOUD || next != Next::On {
            return next;
        }
    }
}

/// The hero's next action, by his policy.
#[inline(always)]
fn act<const LIVELY: bool, C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W) -> Next
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    if LIVELY && worn_out(st) {
        return begin_monsters_turn::<LIVELY, C, W>(b, st, c, w);
    }
    let order = policy::decide(b, st);
    hero::perform::<LIVELY, C, W>(b, st, order, c, w)
}

/// Whether a turn has gone on for longer than anybody would wait.
pub fn worn_out(st: &mut State) -> bool {
    st.acts += 1;
    st.acts > MOST_ACTS
}

/// the hero's turn.
#[inline(always)]
pub fn begin_hero_turn<const LIVELY: bool, C, W>(
    b: &Battle,
    st: &mut State,
    c: &mut C,
    w: &mut W,
) -> Next
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    st.phase = Phase::Hero;
    let opening = std::mem::replace(&mut st.opening, false);
    // the cap, or what is sure to reach it. Exact odds have no cap.
    let look = C::PATIENT || st.turns % LOOK_EVERY == LOOK_EVERY - 1;
    if look && !opening && frozen(b, st) {
        if C::PATIENT {
            // Only what never changes from the start on is found here: the
            // player's opening turn is all that was counted.
            let begun = u32::from(b.fights[usize::from(st.fight)].starts == Starts::Player);
            w.book(TURNS, i64::from(GUARD - begun));
        }
        st.turns = GUARD;
        return end(b, st, Verdict::Stalemate, w);
    }
    if !C::PATIENT && st.turns == GUARD {
        w.book(CAPPED, i64::from(!frozen(b, st)));
        return end(b, st, Verdict::Stalemate, w);
    }
    st.fresh = true;
    st.hero.ap = st.hero.max_ap;
    if C::PATIENT {
        w.book(TURNS, 1);
        st.turns = 1;
    } else {
        st.turns += 1;
    }
    w.event(|| Event::Turn { number: st.turns, ap: st.hero.ap, hp: st.hero.hp });
    if LIVELY {
        st.acts = 0;
        if !opening {
            conditions::tick(b, st, Actor::Hero, c, w);
            if st.hero.hp == 0 {
                return hero_falls(b, st, w);
            }
        }
    }
    Next::On
}

/// the monsters' turn.
#[inline(always)]
pub fn begin_monsters_turn<const LIVELY: bool, C, W>(
    b: &Battle,
    st: &mut State,
    c: &mut C,
    w: &mut W,
) -> Next
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    st.phase = Phase::Monster(0);
    let opening = std::mem::replace(&mut st.opening, false);
    for monster in Bits(st.living) {
        st.monsters[monster].ap = st.monsters[monster].max_ap;
    }
    w.event(|| Event::MonstersTurn);
    if LIVELY {
        st.acts = 0;
        if !opening {
            // last monster first, and whoever dies of it dies at once.
            for monster in (0..st.monsters.len()).rev() {
                if !st.lives(monster) {
                    continue;
                }
                conditions::tick(b, st, Actor::Monster(monster as u8), c, w);
                let next = super::effects::bury(b, st, c, w);
                if next != Next::On {
                    return next;
                }
            }
        }
    }
    Next::On
}

/// The hero is dead.
#[inline]
pub fn hero_falls<W: Watch<Event>>(b: &Battle, st: &mut State, w: &mut W) -> Next {
    w.event(|| Event::Died { who: b.hero.name.clone() });
    end(b, st, Verdict::Lose, w)
}

/// whether combat is over now that a monster is dead.
#[inline]
pub fn after_a_death<W: Watch<Event>>(b: &Battle, st: &mut State, w: &mut W) -> Next {
    if st.living == 0 {
        end(b, st, Verdict::Win, w)
    } else if board::out_of_reach(st) {
        end(b, st, Verdict::Fled, w)
    } else {
        Next::On
    }
}

/// The fight is over; so is the battle, unless another fight follows.
pub fn end<W: Watch<Event>>(b: &Battle, st: &mut State, verdict: Verdict, w: &mut W) -> Next {
    w.event(|| Event::Over { outcome: verdict.key() });
    if verdict == Verdict::Win && usize::from(st.fight) + 1 < b.fights.len() {
        st.phase = Phase::Spoils;
        st.settling = Settling::Open;
        return Next::On;
    }
    st.verdict = Some(verdict);
    Next::Over(OutcomeId(verdict as u8))
}

/// Between two fights: loot, the tick of A-112, then the next fight.
fn spoils<const LIVELY: bool, C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W) -> Next
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    if rewards::pick_up(b, st, c, w) {
        return Next::On;
    }
    if LIVELY {
        conditions::tick(b, st, Actor::Hero, c, w);
        if st.hero.hp == 0 {
            return hero_falls(b, st, w);
        }
    }
    enter::<LIVELY>(b, st);
    open::<LIVELY, C, W>(b, st, c, w)
}

/// the hero comes out of the aftermath, the next monsters are there.
fn enter<const LIVELY: bool>(b: &Battle, st: &mut State) {
    st.turns_before += st.turns;
    st.turns = 0;
    st.fight += 1;
    st.target = None;
    st.settling = Settling::Open;
    st.loot.clear();
    let fight = &b.fights[usize::from(st.fight)];
    let stage = &fight.stage;
    let hp = st.hero.hp;
    st.hero = stage.hero;
    st.monsters.clone_from(&stage.monsters);
    st.living = stage.living;
    st.adjacent = stage.adjacent;
    if LIVELY {
        conditions::enter(b, st, fight);
    } else if st.outfit != b.hero.outfit {
        // The stage has him as he set out; he has changed since.
        conditions::refresh(b, st);
    }
    st.hero.hp = hp_entering(fight, hp, st.hero.max_hp);
}

/// the hit points with which somebody comes to a further fight who
/// left the one before with `hp`.
pub fn hp_entering(fight: &Fight, hp: i32, max_hp: i32) -> i32 {
    if fight.rest { max_hp } else { (hp + fight.gained_hp as i32).min(max_hp) }
}

/// Whether anything that the hero would do may change anything; of somebody
/// who decides, anything that he could.
fn hero_can_change(b: &Battle, st: &State) -> bool {
    let hero = &st.hero;
    let asked = b.policy.asked;
    let drinks = (asked.is_some() || hero.hp < hero.drink_under)
        && hero.max_ap >= hero.use_cost
        && b.policy.drink.iter().any(|place| st.bag[*place] > 0);
    let flees = (asked.is_some() || hero.hp < hero.flee_under)
        && hero.max_ap >= hero.move_cost
        && board::flee_direction(st).is_some();
    let changes = asked.is_some_and(|freedom| freedom.outfit);
    if drinks || flees || changes {
        return true;
    }
    let hurts = |target: usize| st.monsters[target].taken.most() > 0;
    hero.max_ap >= hero.attack_cost
        && match asked {
            Some(Freedom { targets: true, .. }) => Bits(st.adjacent).any(hurts),
            _ => policy::target(b, st).is_some_and(hurts),
        }
}

/// whether a whole round is sure to leave everything as it is.
pub fn frozen(b: &Battle, st: &State) -> bool {
    if b.lively && super::effects::restless(b, st) {
        return false;
    }
    if hero_can_change(b, st) {
        return false;
    }
    !Bits(st.living).any(|monster| {
        let now = &st.monsters[monster];
        if st.adjacent & State::bit(monster) != 0 {
            now.max_ap >= now.attack_cost && now.blow.most() > 0
        } else {
            now.mobile && board::step_towards(st, monster).is_some()
        }
    })
}
