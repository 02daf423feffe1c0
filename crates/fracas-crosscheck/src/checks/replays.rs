//! Battles against themselves, fought again from replays and tapes.

use fracas::core::chance::MOST_THROWS;
use fracas::{Battle, Dice, Records, Replay, RunReport, Tape, Witness};

use crate::difference::{Difference, fine, same};

/// The first battles of a seed come again from whatever is kept of them.
pub fn fought_again(battle: &Battle, seed: u64) -> Result<(), Difference> {
    for trial in 0..2 {
        let dice = Dice::Rolled { seed, trial };
        let (fought, records) = fight(battle, &dice)?;
        same("a battle with records", &fought, &battle.run(seed, trial, None))?;
        saved(battle, &dice, &fought, &records)?;
        let tape = records.tape.clone().unwrap_or_default();
        if tape.throws().len() < MOST_THROWS {
            from_tape(battle, &tape, &fought, &records)?;
        }
    }
    Ok(())
}

fn fight(battle: &Battle, dice: &Dice) -> Result<(RunReport, Records), Difference> {
    let mut records = Records { tape: Some(Tape::default()), witness: Some(Witness::default()) };
    let fought = fine("fighting", battle.fight(dice, None, &mut records))?;
    Ok((fought, records))
}

/// A replay reads as it was written and fights as it says.
fn saved(
    battle: &Battle,
    dice: &Dice,
    fought: &RunReport,
    records: &Records,
) -> Result<(), Difference> {
    let replay = battle.replay(dice, fought, records.witness.unwrap_or_default());
    let text = fine("writing a replay", serde_json::to_string(&replay))?;
    let read = fine("reading a replay", Replay::read(&text))?;
    same("a replay from its file", &read, &replay)?;
    same("a battle from its replay", &fine("fighting a replay", read.fight(None))?, fought)
}

/// The dice that fell, written down and thrown again, make the same battle.
fn from_tape(
    battle: &Battle,
    tape: &Tape,
    fought: &RunReport,
    records: &Records,
) -> Result<(), Difference> {
    let read: Tape = fine("reading a tape", tape.to_string().parse())?;
    same("a tape from its text", &read, tape)?;
    let dice = Dice::Tape(read);
    let (again, kept) = fight(battle, &dice)?;
    let nameless = RunReport { seed: None, trial: None, ..fought.clone() };
    same("a battle from its tape", &again, &nameless)?;
    same("what is kept of it", &kept, records)?;
    saved(battle, &dice, &again, &kept)
}
