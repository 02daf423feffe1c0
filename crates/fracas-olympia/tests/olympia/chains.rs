//! O-79: the aftermath is a scenario, always: random battles of every sort,
//! fought again and again from what they left.

use fracas_core::chance::{Purpose, Rolled};
use fracas_core::odds::fight_loud;
use fracas_core::ruleset::Ruleset;
use fracas_olympia::Olympia;
use fracas_testing::made_up::olympia::{scenario, stack};

use crate::common::read;

/// O-79: an aftermath reads back without a word, unless a side is gone (E-3)
/// or adrift (E-11); then nothing else is wrong with it. What reads back can
/// be fought, and so can what that leaves, up to eight times; a stranger takes
/// the place of a side that is gone.
#[test]
fn o_79_chains_of_aftermaths_read_back() {
    let mut dice = Rolled::new(79, 0, Purpose::Setup);
    let mut fought = 0;
    for number in 0..300 {
        let mut text = scenario(&mut dice);
        for link in 0..8 {
            if let Some(after) = after_battle(&text, number, link) {
                text = after;
                fought += 1;
            } else {
                let stranger = stack(&mut dice, &format!("stranger {link}, "), 2);
                text = text.replace("stack = []", &format!("stack = [{stranger}]"));
                if read(&text).is_err() {
                    break;
                }
            }
        }
    }
    assert!(fought > 800, "only {fought} battles were fought");
}

/// What is left of a battle; nothing where one side has nobody to fight with.
fn after_battle(text: &str, seed: u64, trial: u64) -> Option<String> {
    match read(text) {
        Ok(battle) => {
            let mut rolled = Rolled::new(seed, trial, Purpose::Battle);
            let fought = fight_loud::<Olympia>(&battle, &mut rolled, &mut |_| {}).expect("rolled");
            Some(Olympia::aftermath(&battle, &fought.state, &mut rolled))
        }
        Err(out) => {
            let gone = text.contains("stack = []");
            let adrift = text.contains("where = \"adrift\"");
            let fits = |code: Option<&str>| match code {
                Some("E-3") => gone,
                // Whoever has nobody to fight at sea has no ship either.
                Some("E-10" | "E-11") => adrift || gone && text.contains("\"ocean\""),
                _ => false,
            };
            let all_fit = out.iter().all(|found| fits(found.code));
            assert!(trial > 0 && all_fit, "{seed}.{trial}\n{text}\n{}", out.render(false));
            None
        }
    }
}
