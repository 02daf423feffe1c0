//! What the tests of all rulesets share: reading a scenario as the program
//! does, fighting it with written dice, looking at what came of it, and
//! asking which rules are [cited](citations), and making scenarios up; and what
//! their [benchmarks](mod@bench) share.
//!
//! Whatever does not fit panics: these are tests.

pub mod bench;
pub mod citations;
pub mod decided;
pub mod made_up;
mod numbers;

use std::fmt::Debug;
use std::sync::Arc;

use fracas_core::chance::{Purpose, Rolled, Scripted};
use fracas_core::document::{Checked, Diagnostics, Severity, Shelf, Source, check, parse};
use fracas_core::odds::{Effort, Fighter, Fought, NO_END, Shortcut, fight_loud, sample};
use fracas_core::ruleset::Ruleset;
use fracas_core::watch::Scores;
use serde_json::Value;

pub use numbers::Numbers;

/// Reads a scenario with the files it names; also what is odd about it.
/// `ruleset` need not be written.
pub fn read<R: Ruleset>(text: &str, files: &[(&str, &str)]) -> (Option<R::Battle>, Diagnostics) {
    let text = match text.contains("ruleset =") {
        true => text.to_owned(),
        false => format!("ruleset = \"{}\"\n{text}", R::NAME),
    };
    let shelf: Shelf = files.iter().copied().collect();
    let mut out = Diagnostics::new(Source::new("battle.toml", text)).with_files(Arc::new(shelf));
    let battle = checked::<R>(&mut out).and_then(|file| R::read(&file, &mut out));
    (battle.filter(|_| !out.has_errors()), out)
}

/// A scenario as tables of the ruleset's shape; none if it is no TOML at all.
pub fn checked<R: Ruleset>(out: &mut Diagnostics) -> Option<Checked> {
    let parsed = parse(out)?;
    Some(check(&parsed, R::shape(), out))
}

/// A scenario that must be in order.
pub fn battle<R: Ruleset>(text: &str, files: &[(&str, &str)]) -> R::Battle {
    let (battle, out) = read::<R>(text, files);
    battle.unwrap_or_else(|| panic!("{}\n{text}", out.render(false)))
}

/// What is wrong with a scenario that must be refused: code and path of each
/// error, and all of it as the user sees it.
pub fn refused<R: Ruleset>(
    text: &str,
    files: &[(&str, &str)],
) -> (Vec<(&'static str, String)>, String) {
    let (battle, out) = read::<R>(text, files);
    assert!(battle.is_none(), "this should be refused: {text}");
    let errors = out.iter().filter(|found| found.severity == Severity::Error);
    let found = errors.map(|found| (found.code.unwrap_or(""), found.place.path.clone()));
    (found.collect(), out.render(false))
}

/// Expects words to say all of `says`, however the lines are wrapped.
pub fn expect_said(words: &str, says: &[&str]) {
    let plain = words.split_whitespace().collect::<Vec<_>>().join(" ");
    for say in says {
        assert!(plain.contains(say), "`{say}` is not said in\n{words}");
    }
}

/// Expects one error of this code at this place, whose words say all of
/// `says`.
pub fn refuse<R: Ruleset>(
    text: &str,
    files: &[(&str, &str)],
    (code, path): (&str, &str),
    says: &[&str],
) {
    let (found, words) = refused::<R>(text, files);
    let found: Vec<(&str, &str)> =
        found.iter().map(|(code, path)| (*code, path.as_str())).collect();
    assert_eq!(found, [(code, path)], "{words}");
    expect_said(&words, says);
}

/// Dice written as `attacker 1/2, hit 80/160`: the die, the face that falls,
/// and how many faces it must have.
pub fn dice(script: &str) -> Scripted {
    let throws = script.split([',', '\n']).map(str::trim).filter(|throw| !throw.is_empty());
    Scripted::named(throws.map(|throw| {
        let (die, faces) = throw.rsplit_once(' ').expect("a die and its face");
        let (face, sides) = faces.split_once('/').expect("face/sides");
        let number = |digits: &str| digits.parse().expect("a number");
        (die.trim().to_owned(), number(sides), number(face))
    }))
}

/// Fights with written dice, which must fit die by die and all be thrown; what
/// came of it, and all that was told.
pub fn fight<R: Ruleset<Event: Debug>>(
    battle: &R::Battle,
    mut dice: Scripted,
) -> (Fought<R>, Vec<R::Event>) {
    let mut events = Vec::new();
    let fought = fight_loud::<R>(battle, &mut dice, &mut |event| events.push(event));
    let fought = fought.unwrap_or_else(|fault| panic!("{fault}; told so far: {events:#?}"));
    dice.finish().unwrap_or_else(|fault| panic!("{fault}; told: {events:#?}"));
    (fought, events)
}

/// Expects a shorter way through a battle to be the longer one: the same
/// outcomes, measures and number of draws, trial by trial and counted. Whether
/// there is one, and one that does not leave all of these battles to the longer.
pub fn takes_shortcut<R: Ruleset>(battle: &R::Battle, trials: u64) -> bool {
    let (mut short, mut long) =
        (Fighter::<R>::counting(battle, &(0..trials)), Fighter::<R>::new(battle));
    let mut fought = Vec::new();
    for trial in 0..trials {
        let [ended, wanted] = [&mut short, &mut long].map(|fighter| fighter.fight(9, trial));
        assert_eq!(ended, wanted, "trial {trial}");
        assert_eq!(short.values(), long.values(), "trial {trial}");
        assert_eq!(short.draws(), long.draws(), "trial {trial}");
        fought.push((ended.index(), long.values().to_vec(), long.draws()));
    }
    let tally = sample::<R>(battle, 9, 0..trials, &Effort::default());
    assert_eq!(tally.draws(), fought.iter().map(|(_, _, draws)| draws).sum::<u64>());
    for (outcome, &count) in tally.outcomes().iter().enumerate() {
        let ended = fought.iter().filter(|(ended, _, _)| *ended == outcome);
        assert_eq!(ended.clone().count() as u64, count, "outcome {outcome}");
        for place in 0..tally.measures().count() {
            let Some(spread) = tally.spread_given(place, outcome) else { continue };
            let values = ended.clone().map(|(_, values, _)| values[place]);
            let sum: i64 = values.clone().sum();
            let found = (Some(spread.min()), Some(spread.max()));
            assert_eq!(found, (values.clone().min(), values.max()), "measure {place}");
            let off = (spread.mean() - sum as f64 / count as f64).abs();
            assert!(off <= 1e-3 * (1.0 + spread.mean().abs()), "measure {place}");
        }
    }
    shortened::<R>(battle, trials) > 0
}

/// How many of these battles a shorter way fights to the end.
pub fn shortened<R: Ruleset>(battle: &R::Battle, trials: u64) -> u64 {
    let mut dice: Vec<Rolled> =
        (0..trials).map(|trial| Rolled::new(9, trial, Purpose::Battle)).collect();
    let ended = match R::shortcut(battle) {
        None => 0,
        Some(Shortcut::ToEnds(mut shortcut)) => {
            let mut ends = vec![NO_END; dice.len()];
            shortcut.fight(&mut dice, &mut ends);
            ends.iter().filter(|end| **end != NO_END).count()
        }
        Some(Shortcut::ToScores(mut shortcut)) => {
            let start: Vec<i64> = R::measures(battle).iter().map(|measure| measure.start).collect();
            let ended = dice.iter_mut().filter_map(|dice| {
                shortcut.begin(std::slice::from_mut(dice));
                shortcut.fight(0, dice, &mut Scores::new(start.clone()))
            });
            ended.count()
        }
    };
    ended as u64
}

/// Whether a sampled interval of 95% lies where the truth is. It misses the truth
/// by itself once in twenty times, as it says, and so in tests after every change
/// of the dice; with its own width more on either side it does not.
pub fn is_near(truth: f64, (low, high): (f64, f64)) -> bool {
    let width = high - low;
    low - width <= truth && truth <= high + width
}

/// A measure of a fought battle.
pub fn measure<R: Ruleset>(battle: &R::Battle, fought: &Fought<R>, name: &str) -> i64 {
    let place = R::measures(battle).iter().position(|measure| measure.name == name);
    fought.scores.values()[place.unwrap_or_else(|| panic!("no measure {name}"))]
}

/// A fact of a fought battle, null if there is none of this name.
pub fn fact<R: Ruleset>(battle: &R::Battle, fought: &Fought<R>, name: &str) -> Value {
    let facts = R::facts(battle, &fought.state);
    facts.into_iter().find(|(key, _)| *key == name).map_or(Value::Null, |(_, value)| value)
}
