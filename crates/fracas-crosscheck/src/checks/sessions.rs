//! Played battles, with good orders and bad ones, saved and gone on with.

use fracas::core::chance::{Chance, Die, Purpose, Rolled};
use fracas::{Battle, Capability, Replay, Session, UNFINISHED};

use crate::checks::texts::reads_back;
use crate::difference::{Difference, fine, same};

/// So many orders are given in a session.
const ORDERS: u64 = 60;

/// Plays a battle, if its rules can be played; whether they can.
pub fn played(battle: &Battle, seed: u64) -> Result<bool, Difference> {
    if !battle.rules().has(Capability::Play) {
        return Ok(false);
    }
    let mut dice = Rolled::new(seed, 0, Purpose::Setup);
    let mut session = fine("beginning to play", battle.play(seed))?;
    for _ in 0..ORDERS {
        if session.outcome().is_some() {
            break;
        }
        give_order(&mut session, &mut dice)?;
    }
    let saved = session.replay();
    let text = fine("writing a played battle", serde_json::to_string(&saved))?;
    let read = fine("reading a played battle", Replay::read(&text))?;
    same("a played battle from its file", &read, &saved)?;
    let again = fine("playing again", read.fight(None))?;
    same("the end of a played battle", &again.outcome, &session.outcome().unwrap_or(UNFINISHED))?;
    let mut resumed = fine("going on", battle.resume(&read))?;
    same("a battle gone on with", &resumed.replay(), &saved)?;
    same("its choices", &resumed.choices(), &session.choices())?;
    let report = session.report();
    same("its report", &resumed.report(), &report)?;
    same("its report when played again", &again, &report)?;
    reads_back(&report.aftermath, battle.rules().name)?;
    Ok(true)
}

/// One order: advised, chosen, taken back, or nonsense. What is refused
/// changes nothing.
fn give_order(session: &mut Session, dice: &mut Rolled) -> Result<(), Difference> {
    let choices = session.choices();
    let order = match dice.below(8, Die("order")) {
        0 => {
            let before = session.replay();
            if session.undo().is_err() {
                same("a battle after a refused undo", &session.replay(), &before)?;
            }
            return Ok(());
        }
        1 => "fly to the moon".to_owned(),
        2..5 if !choices.is_empty() => {
            let place = dice.below(choices.len() as u64, Die("choice")) as usize;
            choices[place].order.clone()
        }
        _ => session.advice(),
    };
    let before = session.replay();
    if session.order(&order).is_err() {
        same(&format!("a battle after refusing `{order}`"), &session.replay(), &before)?;
        same("the choices after a refusal", &session.choices(), &choices)?;
    }
    Ok(())
}
