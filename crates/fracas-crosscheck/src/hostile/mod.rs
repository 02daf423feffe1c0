//! Input that nobody made for us. Each function takes any text, and panics
//! only where a promise is broken: what can be read can be printed and read
//! again, what is refused says why and changes nothing.
//!
//! The fuzzers of `fuzz/` and the properties of `tests/hostile.rs` call the
//! same functions.

mod seeds;

use std::sync::{Arc, LazyLock};

use fracas::andor::import;
use fracas::{
    Battle, Dice, Records, Registry, Replay, Scenario, Session, Set, Shelf, Source, TallyFile, Tape,
};

pub use seeds::seeds;

/// Takes any text.
pub type Target = fn(&str);

/// All targets by name.
pub const TARGETS: [(&str, Target); 14] = [
    ("scenario_andor", |text| scenario("andor", text)),
    ("scenario_battlescape", |text| scenario("battlescape", text)),
    ("scenario_mfd", |text| scenario("mfd", text)),
    ("scenario_mission", |text| scenario("mission", text)),
    ("scenario_olympia", |text| scenario("olympia", text)),
    ("csv", csv),
    ("data", data),
    ("replay", replay),
    ("tally", tally),
    ("tape", tape),
    ("set", set),
    ("condition", condition),
    ("orders_andor", |text| orders("andor", text)),
    ("orders_battlescape", |text| orders("battlescape", text)),
];

/// Hands a text to the target of this name.
pub fn try_on(name: &str, text: &str) {
    let (_, target) = TARGETS
        .into_iter()
        .find(|(known, _)| *known == name)
        .unwrap_or_else(|| panic!("there is no target {name}"));
    target(text);
}

/// A scenario that begins with its ruleset's name and goes on so.
pub fn scenario(ruleset: &str, text: &str) {
    let text = match text.starts_with("ruleset") {
        true => text.to_owned(),
        false => format!("ruleset = \"{ruleset}\"\n{text}"),
    };
    read(&Scenario::new("hostile.toml", text));
}

/// What is read can be looked at, and its print is the same battle; what is
/// refused says why.
fn read(scenario: &Scenario) {
    match scenario.battle() {
        Ok(battle) => {
            battle.checked();
            battle.warnings().render(true);
            assert!(!battle.measures().is_empty());
            let again = scenario.battle().expect("it was read before");
            assert_eq!(battle.name(), again.name());
        }
        Err(wrong) => assert!(!wrong.to_string().is_empty()),
    }
}

/// A spreadsheet of `mfd`, for both sides.
pub fn csv(text: &str) {
    let scenario = "ruleset = \"mfd\"\nheroes.csv = \"a.csv\"\nvillains.csv = \"b.csv\"\n";
    let files: Shelf = [("a.csv", text), ("b.csv", text)].into_iter().collect();
    read(&Scenario::new("hostile.toml", scenario).with_files(Arc::new(files)));
}

/// A data file of the game behind `andor`, whatever it holds.
pub fn data(text: &str) {
    for holds in ["monsterlist", "itemlist", "itemcategories", "actorconditions", "droplists"] {
        let imported = import(vec![Source::new(format!("{holds}_x.json"), text)]);
        imported.findings.render(true);
        imported.counts();
        imported.monsters();
        read(&Scenario::new("hostile.toml", imported.scenario()));
    }
}

/// A saved battle.
pub fn replay(text: &str) {
    match Replay::read(text) {
        Ok(replay) => {
            let written = serde_json::to_string(&replay).expect("a replay is plain data");
            assert_eq!(Replay::read(&written).expect("it was read before"), replay);
            read(&replay.scenario());
        }
        Err(why) => assert!(!why.to_string().is_empty()),
    }
}

/// A tally in a file.
pub fn tally(text: &str) {
    match TallyFile::read(Registry::standard(), text) {
        Ok(sheet) => {
            sheet.weigh(Registry::standard(), "hostile").expect("its ruleset is known");
            let mut twice = sheet.clone();
            let none = sheet.tally().trials().count() == 0;
            assert_eq!(twice.merge(&sheet).is_ok(), none, "no trial counts twice");
        }
        Err(why) => assert!(!why.to_string().is_empty()),
    }
}

/// Written dice, thrown in a duel.
pub fn tape(text: &str) {
    match text.parse::<Tape>() {
        Ok(tape) => {
            assert_eq!(tape.to_string().parse::<Tape>(), Ok(tape.clone()));
            let fought = DUEL.fight(&Dice::Tape(tape), None, &mut Records::default());
            assert!(fought.err().is_none_or(|fault| !fault.to_string().is_empty()));
        }
        Err(why) => assert!(!why.to_string().is_empty()),
    }
}

/// Changes to a scenario as users write them, one a line.
pub fn set(text: &str) {
    let changes: Vec<Set> = text.lines().filter_map(|line| line.parse().ok()).collect();
    let mut scenario = template("olympia");
    match scenario.apply(&changes) {
        Ok(()) => read(&scenario),
        Err(wrong) => assert!(!wrong.to_string().is_empty()),
    }
}

/// What a battle is to be like.
pub fn condition(text: &str) {
    if let Err(why) = DUEL.condition(text) {
        assert!(!why.to_string().is_empty());
    }
    match DUEL.claim(text) {
        Ok(claim) => assert!(!claim.to_string().is_empty()),
        Err(why) => assert!(!why.to_string().is_empty()),
    }
}

/// Orders in a played battle, one a line; `undo` takes the last one back.
pub fn orders(ruleset: &str, text: &str) {
    const MOST: usize = 40;
    let battle = if ruleset == "andor" { &*HUNT } else { &*SKIRMISH };
    let mut session: Session = battle.play(1).expect("it is played");
    for line in text.lines().take(MOST) {
        let before = session.replay();
        let done = if line == "undo" { session.undo() } else { session.order(line) };
        if let Err(why) = done {
            assert!(!why.to_string().is_empty());
            assert_eq!(session.replay(), before, "`{line}` was refused");
        }
    }
    let saved = session.replay();
    let resumed = battle.resume(&saved).expect("what was ordered can be ordered again");
    assert_eq!(resumed.replay(), saved);
}

fn template(ruleset: &str) -> Scenario {
    let rules = Registry::standard().rules(ruleset).expect("a ruleset of fracas");
    Scenario::new("template.toml", rules.template())
}

static DUEL: LazyLock<Battle> = LazyLock::new(|| {
    let text = "ruleset = \"olympia\"\n[[attacker.stack]]\nnoble = \"A\"\nmen.pikeman = 2\n\
                [[defender.stack]]\nnoble = \"D\"\n";
    Scenario::new("duel.toml", text).battle().expect("a duel")
});
static HUNT: LazyLock<Battle> = LazyLock::new(|| template("andor").battle().expect("a hunt"));
static SKIRMISH: LazyLock<Battle> =
    LazyLock::new(|| template("battlescape").battle().expect("a skirmish"));
