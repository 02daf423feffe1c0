//! The aftermath: small tests one after another.

use super::fold::{Body, Leaving};
use super::ladder::Rung;
use super::{Enumerable, NEGLIGIBLE, Refusal, Solver, read_finals};
use crate::ruleset::OutcomeId;

/// Settles every state that is over. Their final measures are read first:
/// from here on states are merged whatever their outcome was.
pub(super) fn settle<R: Enumerable>(
    battle: &R::Battle,
    solver: &mut Solver<'_, R>,
) -> Result<(), Refusal> {
    read_finals(solver);
    let counted = solver.ledger.counted();
    let mut waiting = Rung::new(counted);
    for rung in &solver.over {
        for index in 0..rung.len() {
            let (key, mass) = rung.get(index);
            waiting.add(key, mass);
        }
    }
    let mut body = Body::new(counted);
    while waiting.len() > 0 {
        let mut next = Rung::new(counted);
        for index in 0..waiting.len() {
            let (key, mass) = waiting.get(index);
            if mass[0] < NEGLIGIBLE {
                continue;
            }
            one_test(battle, solver, key, &mut body)?;
            // Tests do not loop: something always leaves.
            let Some(fold) = body.fold(mass) else { continue };
            solver.ledger.book_once(fold.weight());
            for way in body.ways() {
                let share = fold.share(way.mass());
                match way.to() {
                    Leaving::On { key, .. } => next.add(key, &share),
                    _ => solver.ledger.done(&share),
                }
            }
        }
        waiting = next;
    }
    Ok(())
}

/// All branches of the next test. Those after which nothing is left to be
/// tested are over.
fn one_test<R: Enumerable>(
    battle: &R::Battle,
    solver: &mut Solver<'_, R>,
    key: &R::Key,
    body: &mut Body<R::Key>,
) -> Result<(), Refusal> {
    body.begin(key);
    let Some((_, so_far)) = body.take_inner() else { return Ok(()) };
    R::restore(battle, key, &mut solver.from);
    loop {
        solver.branch()?;
        solver.state.clone_from(&solver.from);
        solver.books.clear();
        let (dice, books) = (&mut solver.dice, &mut solver.books);
        let more = R::settle(battle, &mut solver.state, dice, books);
        let p = solver.dice.probability();
        let reached = solver.key()?;
        let to = match more {
            true => Leaving::On { rung: 0, key: reached },
            false => Leaving::Over { outcome: OutcomeId(0), key: key.clone() },
        };
        body.follow(to, &so_far, p, solver.ledger.split(&solver.books, p));
        if !solver.dice.next_path() {
            return Ok(());
        }
    }
}
