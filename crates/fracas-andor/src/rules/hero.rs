//! What the hero does in his turn.

use fracas_core::chance::{Chance, Die, Good};
use fracas_core::ruleset::Next;
use fracas_core::watch::Watch;

use super::policy::Order;
use super::{board, conditions, effects, turns};
use crate::battle::Battle;
use crate::events::Event;
use crate::items::Slot;
use crate::state::{Actor, Cause, Source, State, Verdict};

/// How much a healing item gives.
pub const HEALING: Die = Die("healing");
/// Whether a move fails.
pub const MOVE: Die = Die("move");

/// Does what is ordered, which must be allowed ([`refusal`]).
#[inline(always)]
pub fn perform<const LIVELY: bool, C, W>(
    b: &Battle,
    st: &mut State,
    order: Order,
    c: &mut C,
    w: &mut W,
) -> Next
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    st.fresh = false;
    match order {
        Order::Attack(monster) => attack::<LIVELY, C, W>(b, st, monster, c, w),
        Order::Use(place) => drink(b, st, place, c, w),
        Order::Move(direction) => go::<LIVELY, C, W>(b, st, direction, c, w),
        Order::PutOn(place, slot) => put_on(b, st, place, slot, w),
        Order::TakeOff(slot) => take_off(b, st, slot, w),
        Order::End => turns::begin_monsters_turn::<LIVELY, C, W>(b, st, c, w),
    }
}

#[inline(always)]
fn attack<const LIVELY: bool, C, W>(
    b: &Battle,
    st: &mut State,
    monster: usize,
    c: &mut C,
    w: &mut W,
) -> Next
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    st.target = Some(monster as u8);
    let blow = st.monsters[monster].taken;
    let before = st.monsters[monster].hp;
    let cost = st.hero.attack_cost;
    let (mut ap, mut hp) = (st.hero.ap, before);
    // While the monster stands and action points are left he would strike
    // again: what he does else depends on his own hit points, and these stay.
    let struck = loop {
        ap -= cost;
        let struck = blow.strike(c);
        // overkill is lost.
        hp = (hp - struck.loss).max(0);
        if LIVELY || C::PATIENT || W::LOUD || hp == 0 || ap < cost {
            break struck;
        }
    };
    st.hero.ap = ap;
    st.monsters[monster].hp = hp;
    let at = Actor::Monster(monster as u8);
    if W::LOUD && struck.hit {
        let lost = i64::from(before - hp);
        account(b, st, at, Actor::Hero, struck.critical, lost);
    }
    w.event(|| Event::attack(b, st, Actor::Hero, at, &blow, struck));
    if LIVELY {
        return effects::after_blow(b, st, Actor::Hero, at, &blow, struck, c, w);
    }
    if st.monsters[monster].hp > 0 {
        return Next::On;
    }
    st.living &= !State::bit(monster);
    st.adjacent &= !State::bit(monster);
    w.event(|| Event::Died { who: crate::events::name(b, st, at) });
    turns::after_a_death(b, st, w)
}

/// Books damage of a told blow.
pub fn account(b: &Battle, st: &mut State, hurt: Actor, by: Actor, critical: bool, lost: i64) {
    let cause = if critical { Cause::Critical } else { Cause::Hit };
    let (hurt, by) = (b.party(st, hurt), b.party(st, by));
    st.accounts.add(Source { hurt, by: Some(by), cause }, lost);
}

/// uses a healing item. It may be used at full hit points.
fn drink<C, W>(b: &Battle, st: &mut State, place: usize, c: &mut C, w: &mut W) -> Next
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    st.hero.ap -= st.hero.use_cost;
    st.bag[place] -= 1;
    let item = b.stocked(place);
    if let Some(heal) = item.heal {
        let gained = heal.at(c.below(heal.sides(), HEALING)) as i32;
        let before = st.hero.hp;
        st.hero.hp = healed(before, gained, st.hero.max_hp);
        w.event(|| Event::Used {
            item: item.name.clone(),
            healed: st.hero.hp - before,
            hp: st.hero.hp,
            ap: st.hero.ap,
        });
    }
    Next::On
}

/// never above the maximum.
pub fn healed(hp: i32, gained: i32, max_hp: i32) -> i32 {
    (hp + gained).clamp(0, max_hp)
}

/// a step to a free tile, which may fail and then ends the turn.
fn go<const LIVELY: bool, C, W>(
    b: &Battle,
    st: &mut State,
    direction: usize,
    c: &mut C,
    w: &mut W,
) -> Next
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    st.hero.ap -= st.hero.move_cost;
    let failed = c.test(b.flee_fail, 100, Good::Low, MOVE);
    w.event(|| Event::moved(direction, b.flee_fail, failed.face, !failed.success));
    if failed.success {
        return turns::begin_monsters_turn::<LIVELY, C, W>(b, st, c, w);
    }
    st.hero.at = st.hero.at.neighbour(direction);
    board::mark_adjacent(st);
    if st.adjacent == 0 { turns::end(b, st, Verdict::Fled, w) } else { Next::On }
}

/// puts an item of the bag on; what was worn there goes into the bag.
fn put_on<W: Watch<Event>>(
    b: &Battle,
    st: &mut State,
    place: usize,
    slot: Slot,
    w: &mut W,
) -> Next {
    st.hero.ap -= st.hero.reequip_cost;
    st.bag[place] -= 1;
    let before = st.outfit.get(slot);
    st.outfit.set(slot, Some(b.stock[place]));
    if let Some(place) = before.and_then(|item| b.stock.iter().position(|id| *id == item)) {
        st.bag[place] += 1;
    }
    conditions::redress(b, st);
    w.event(|| Event::Reequipped { item: b.stocked(place).name.clone(), on: true, ap: st.hero.ap });
    Next::On
}

/// takes an item off and puts it into the bag.
fn take_off<W: Watch<Event>>(b: &Battle, st: &mut State, slot: Slot, w: &mut W) -> Next {
    st.hero.ap -= st.hero.reequip_cost;
    let Some(item) = st.outfit.get(slot) else { return Next::On };
    st.outfit.set(slot, None);
    if let Some(place) = b.stock.iter().position(|id| *id == item) {
        st.bag[place] += 1;
    }
    conditions::redress(b, st);
    w.event(|| Event::Reequipped { item: b.item(item).name.clone(), on: false, ap: st.hero.ap });
    Next::On
}

/// the turn ends by itself when neither item, attack nor move is
/// affordable.
pub fn is_spent(st: &State) -> bool {
    let hero = &st.hero;
    hero.ap < hero.use_cost && hero.ap < hero.attack_cost && hero.ap < hero.move_cost
}

/// Why an order cannot be carried out; it then changes nothing.
pub fn refusal(b: &Battle, st: &State, order: Order) -> Option<String> {
    let hero = &st.hero;
    let cost = cost(st, order);
    if cost > hero.ap {
        return Some(format!("that costs {cost} action points, and {} are left", hero.ap));
    }
    match order {
        Order::Attack(monster) => {
            if monster >= st.monsters.len() || !st.lives(monster) {
                return Some("there is no such monster".to_owned());
            }
            let near = st.adjacent & State::bit(monster) != 0;
            (!near).then(|| "it is not next to you".to_owned())
        }
        Order::Use(place) => match st.bag.get(place) {
            None | Some(0) => Some("there is none in the bag".to_owned()),
            Some(_) if b.stocked(place).heal.is_none() => Some("it does nothing".to_owned()),
            Some(_) => None,
        },
        Order::Move(direction) => {
            let free = board::free_directions(st).any(|free| free == direction);
            (!free).then(|| "somebody stands there".to_owned())
        }
        Order::PutOn(place, slot) => match st.bag.get(place) {
            None | Some(0) => Some("there is none in the bag".to_owned()),
            Some(_) => unwearable(b, st, place, slot),
        },
        Order::TakeOff(slot) => {
            st.outfit.get(slot).is_none().then(|| "nothing is worn there".to_owned())
        }
        Order::End => None,
    }
}

/// why an item cannot be worn there now.
fn unwearable(b: &Battle, st: &State, place: usize, slot: Slot) -> Option<String> {
    let item = b.stocked(place);
    if !item.fits.fits(slot) {
        return Some(format!("it is not worn as {}", slot.key()));
    }
    let other = match slot {
        Slot::Weapon => st.outfit.get(Slot::Shield),
        Slot::Shield => st.outfit.get(Slot::Weapon),
        _ => None,
    };
    let other = b.item(other?);
    if item.two_handed || other.two_handed {
        return Some("a two-handed weapon leaves no hand for it".to_owned());
    }
    let two = item.is_weapon() && other.is_weapon();
    (two && b.profile == crate::battle::Profile::Classic)
        .then(|| "two weapons need profile = current".to_owned())
}

/// What an order costs.
pub fn cost(st: &State, order: Order) -> i32 {
    match order {
        Order::Attack(_) => st.hero.attack_cost,
        Order::Use(_) => st.hero.use_cost,
        Order::Move(_) => st.hero.move_cost,
        Order::PutOn(..) | Order::TakeOff(_) => st.hero.reequip_cost,
        Order::End => 0,
    }
}
