//! Battles in which hit points come and go: conditions and effects heal
//! and wear off, a hero on the run steps from tile to tile, a fight comes to a
//! halt. The core follows their states round by round; here stands what these
//! are, and what their ends bring.

use std::cmp::Reverse;

use fracas_core::chance::Enumerated;
use fracas_core::odds::{Budget, Cyclic, Exact, HearEnds, Mass, Refusal, ends};
use fracas_core::watch::{MeasureId, Scores};

use super::ending::Ending;
use super::figures::Found;
use super::keys::{Key, pack, unpack};
use crate::Andor;
use crate::battle::Battle;
use crate::measures::{self, TURNS, potions};
use crate::rules::turns::GUARD;
use crate::rules::{conditions, rewards};
use crate::state::{Actor, State, Verdict};

impl Cyclic for Andor {
    type Key = Key;
    /// Later fights are lower, then what is left of everybody counts.
    type Height = (Reverse<u16>, i64);

    const COUNTED: MeasureId = TURNS;

    fn pack(b: &Battle, st: &State) -> Key {
        pack(b, st)
    }

    fn unpack(b: &Battle, key: &Key, st: &mut State) {
        unpack(b, key, st);
    }

    fn height(b: &Battle, st: &State) -> Self::Height {
        let monsters: i64 = st.monsters.iter().map(|monster| i64::from(monster.hp)).sum();
        let drinks = potions(b, st) * i64::from(st.hero.max_hp);
        (Reverse(st.fight), monsters + i64::from(st.hero.hp) + drinks)
    }

    fn bytes_of_key(key: &Key) -> usize {
        size_of_val(key.as_slice())
    }
}

/// The odds.
pub fn solve(b: &Battle, budget: Budget, hear: HearEnds<'_>) -> Result<Exact, Refusal> {
    let arrived = ends::<Andor>(b, budget)?;
    let mut found = Found::new(b, hear);
    let mut st = b.start.clone();
    for (key, _, mass) in &arrived.ends {
        unpack(b, key, &mut st);
        book(b, &st, *mass, &mut found)?;
    }
    Ok(found.into_exact(arrived.unresolved, arrived.states, arrived.branches))
}

/// Books a state that is over.
fn book(b: &Battle, st: &State, mass: Mass, found: &mut Found<'_>) -> Result<(), Refusal> {
    // Only states that are over are asked for.
    let Some(verdict) = st.verdict else { return Ok(()) };
    let number = usize::from(st.fight);
    let mut mass = mass;
    if verdict == Verdict::Stalemate {
        if number > 0 {
            let say = "a later fight of the chain may come to a halt, and how many turns were \
                       fought before is not known";
            return Err(Refusal::Because(say.to_owned()));
        }
        mass = mass.with_count(f64::from(GUARD));
    }
    let dead: Vec<usize> = st.dead().collect();
    let ending = Ending::new(b, number, &dead, verdict);
    let ending = ending.with_left(i64::from(st.hero.hp), potions(b, st));
    // the last tick may kill.
    let dies = if verdict == Verdict::Lose { 0.0 } else { dies_in_the_end(b, st) };
    ending.book(mass * (1.0 - dies), found);
    if dies > 0.0 {
        let loss = rewards::loss(b, &b.fights[number], rewards::granted_in_fight(b, st));
        ending.with_loss(loss).book(mass * dies, found);
    }
    Ok(())
}

/// The chance that the hero does not survive the tick after the fight.
fn dies_in_the_end(b: &Battle, st: &State) -> f64 {
    if !b.lively || st.active.is_empty() {
        return 0.0;
    }
    let mut dice = Enumerated::new();
    let mut nobody = Scores::new(vec![0; measures::list(b).len()]);
    let mut dies = 0.0;
    loop {
        let mut after = st.clone();
        conditions::tick(b, &mut after, Actor::Hero, &mut dice, &mut nobody);
        if after.hero.hp == 0 {
            dies += dice.probability();
        }
        if !dice.next_path() {
            return dies;
        }
    }
}
