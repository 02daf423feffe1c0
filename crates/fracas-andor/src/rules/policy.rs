//! Chapter 6: what the hero does when nobody plays him.

use super::board;
use crate::battle::{Battle, TargetRule};
use crate::state::{Bits, State};

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

/// the next action, in this order of preference.
#[inline(always)]
pub fn decide(b: &Battle, st: &State) -> Order {
    let hero = &st.hero;
    if !b.plain_policy {
        if hero.hp < hero.drink_under
            && hero.ap >= hero.use_cost
            && let Some(potion) = potion(b, st)
        {
            return Order::Use(potion);
        }
        if hero.hp < hero.flee_under
            && hero.ap >= hero.move_cost
            && let Some(direction) = board::flee_direction(st)
        {
            return Order::Move(direction);
        }
    }
    if hero.ap >= hero.attack_cost
        && let Some(target) = target(b, st)
    {
        return Order::Attack(target);
    }
    Order::End
}

/// the first listed item that is in stock.
fn potion(b: &Battle, st: &State) -> Option<usize> {
    b.policy.drink.iter().copied().find(|place| st.bag[*place] > 0)
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
