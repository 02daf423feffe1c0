//! Chapter 6: what the hero does when nobody plays him.

use super::board;
use crate::battle::{Battle, TargetRule};
use crate::state::{Bits, HeroState, State};

/// Something the hero can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Attack this monster.
    Attack(usize),
    /// Use this item of the stock.
    Use(usize),
    /// Move in this direction of [`board::AROUND`].
    Move(usize),
    /// Put on this item of the stock.
    PutOn(usize, crate::items::Slot),
    /// Take off what is worn there.
    TakeOff(crate::items::Slot),
    /// End the turn.
    End,
}

/// What the policy chooses: which potion, which way, which target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice<P, W, T> {
    /// Drinks.
    Drink(P),
    /// Flees.
    Flee(W),
    /// Attacks.
    Attack(T),
    /// Ends the turn.
    End,
}

/// what a hero with so many hit and action points does, in this order of
/// preference, given what there is to drink, a way out and somebody to strike.
#[inline(always)]
pub fn choose<P, W, T>(
    hero: &HeroState,
    (hp, ap): (i32, i32),
    potion: impl FnOnce() -> Option<P>,
    way_out: impl FnOnce() -> Option<W>,
    target: impl FnOnce() -> Option<T>,
) -> Choice<P, W, T> {
    if hp < hero.careful_under {
        if hp < hero.drink_under
            && ap >= hero.use_cost
            && let Some(potion) = potion()
        {
            return Choice::Drink(potion);
        }
        if hp < hero.flee_under
            && ap >= hero.move_cost
            && let Some(way) = way_out()
        {
            return Choice::Flee(way);
        }
    }
    if ap >= hero.attack_cost
        && let Some(target) = target()
    {
        return Choice::Attack(target);
    }
    Choice::End
}

/// the next action.
#[inline(always)]
pub fn decide(b: &Battle, st: &State) -> Order {
    let hero = &st.hero;
    let choice = choose(
        hero,
        (hero.hp, hero.ap),
        || potion(b, &st.bag),
        || board::flee_direction(st),
        || target(b, st),
    );
    match choice {
        Choice::Drink(place) => Order::Use(place),
        Choice::Flee(direction) => Order::Move(direction),
        Choice::Attack(monster) => Order::Attack(monster),
        Choice::End => Order::End,
    }
}

/// the first listed item that is in a bag.
pub fn potion(b: &Battle, bag: &[u32]) -> Option<usize> {
    b.policy.drink.iter().copied().find(|place| bag[*place] > 0)
}

/// the present target while it lives and is adjacent, else a new
/// one.
#[inline(always)]
pub fn target(b: &Battle, st: &State) -> Option<usize> {
    if let Some(target) = st.target
        && st.adjacent & State::bit(usize::from(target)) != 0
    {
        return Some(usize::from(target));
    }
    let mut near = Bits(st.adjacent);
    match b.policy.target {
        TargetRule::First => near.next(),
        TargetRule::Weakest => near.min_by_key(|monster| st.monsters[*monster].hp),
        // The first of the strongest: `max_by_key` would give the last.
        TargetRule::Strongest => near.min_by_key(|monster| -st.monsters[*monster].hp),
    }
}
