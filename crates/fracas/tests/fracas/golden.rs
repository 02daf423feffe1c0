//! The same scenario and dice fight the same battle as long as the versions of
//! rules and stream are the same. What was fought, weighed and played by each
//! version is kept as hashes in `golden.txt`, a line each:
//!
//! `RULESET RULES STREAM BATTLE FINGERPRINT WHAT HASH`
//!
//! The fingerprint is that of the scenario, so that a changed example is a new
//! battle.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{env, fs, thread};

use fracas::{
    Battle, Budget, Capability, Dice, Effort, Fingerprint, Records, Rules, RunReport, Scenario,
    Witness,
};
use fracas::{UNFINISHED, Way};
use serde_json::Value;

use crate::{battle_of, examples_of, project, read, rulesets};

/// What a hash is of: everything of a line but the hash.
type Key = String;

/// Set to write down what is new.
const BLESS: &str = "FRACAS_BLESS";

fn file() -> PathBuf {
    project().join("crates/fracas/tests/fracas/golden.txt")
}

#[test]
fn what_a_version_fought_stays_as_it_was() {
    let stored: BTreeMap<Key, String> = read(&file()).lines().filter_map(entry).collect();
    let found: BTreeMap<Key, String> = thread::scope(|scope| {
        let works: Vec<_> = rulesets().map(|rules| scope.spawn(move || hashes(rules))).collect();
        works.into_iter().flat_map(|work| work.join().expect("no panic in a battle")).collect()
    });
    let otherwise: Vec<&Key> = found
        .iter()
        .filter(|(key, hash)| stored.get(*key).is_some_and(|h| h != *hash))
        .map(|(key, _)| key)
        .collect();
    assert!(
        otherwise.is_empty(),
        "the same battles go otherwise or are told otherwise:\n{otherwise:#?}\n\
         Raise the VERSION of the ruleset (of the stream, if all differ), add a line to \
         CHANGELOG.md that says so, and run this test with {BLESS}=1. If nothing but the form \
         of the JSON has changed, raise no version: take these lines out of golden.txt, say it \
         in CHANGELOG.md, and run with {BLESS}=1."
    );
    if env::var_os(BLESS).is_some() {
        let lines: String = found.iter().map(|(key, hash)| format!("{key} {hash}\n")).collect();
        fs::write(file(), lines).expect("golden.txt can be written");
        return;
    }
    let unknown: Vec<&Key> = found.keys().filter(|key| !stored.contains_key(*key)).collect();
    let gone: Vec<&Key> = stored.keys().filter(|key| !found.contains_key(*key)).collect();
    assert!(
        unknown.is_empty() && gone.is_empty(),
        "not in golden.txt: {unknown:#?}\nonly in golden.txt: {gone:#?}\n\
         Run this test with {BLESS}=1 to write down what the new versions and scenarios do."
    );
}

/// A raised version has a line in the changelog: `` `olympia` … version 2``.
#[test]
fn every_version_is_told_in_the_changelog() {
    let changelog = read(&project().join("CHANGELOG.md"));
    for rules in rulesets().filter(|rules| rules.version > 1) {
        let (name, version) = (format!("`{}`", rules.name), format!("version {}", rules.version));
        let told = changelog.lines().any(|line| line.contains(&name) && line.contains(&version));
        assert!(told, "CHANGELOG.md does not say what {version} of {name} changed");
    }
}

fn entry(line: &str) -> Option<(Key, String)> {
    line.rsplit_once(' ').map(|(key, hash)| (key.to_owned(), hash.to_owned()))
}

/// All hashes of a ruleset: of its template and its examples.
fn hashes(rules: &Rules) -> Vec<(Key, String)> {
    let template = Scenario::new("template.toml", rules.template());
    let template = ("template".to_owned(), template.battle().expect("a template can be fought"));
    let examples = examples_of(rules.name).into_iter().map(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        (name, battle_of(&path))
    });
    let mut found = Vec::new();
    for (name, battle) in std::iter::once(template).chain(examples) {
        let sheet = battle.tally_file(battle.tally(0, 0..0, &Effort::default()));
        let scenario = json(&sheet)["scenario"].clone();
        let scenario = scenario.as_str().unwrap_or_default().to_owned();
        let versions = battle.run(1, 0, None).versions;
        for (what, hash) in [
            ("runs", Some(runs(&battle))),
            ("sampled", Some(odds(&battle, Way::Trials(0..12)))),
            ("exact", Some(odds(&battle, Way::Exact(Budget(100_000))))),
            ("played", played(&battle)),
        ] {
            let (by, dice) = (versions.rules, versions.stream);
            let key = format!("{} {by} {dice} {name} {scenario} {what}", rules.name);
            found.extend(hash.map(|hash| (key, hash.to_string())));
        }
    }
    found
}

/// Two battles with all events, fought, saved and fought again.
fn runs(battle: &Battle) -> Fingerprint {
    let mut hash = Fingerprint::default();
    for trial in 0..2 {
        let dice = Dice::Rolled { seed: 1, trial };
        let mut records = Records { witness: Some(Witness::default()), tape: None };
        let fought = battle.fight(&dice, None, &mut records).expect("rolled dice fit");
        let witness = records.witness.expect("there was one before");
        add(&mut hash, &fought, witness);
        let again = battle.replay(&dice, &fought, witness).fight(None);
        assert_eq!(again.expect("a replay can be fought again"), fought);
    }
    hash
}

/// A battle played by the game's own advice, for some orders.
fn played(battle: &Battle) -> Option<Fingerprint> {
    const ORDERS: usize = 25;
    if !battle.rules().has(Capability::Play) {
        return None;
    }
    let mut hash = Fingerprint::default();
    let mut session = battle.play(1).expect("it can be played");
    for _ in 0..ORDERS {
        if session.outcome().is_some() {
            break;
        }
        let order = session.advice();
        hash.add_part(&order);
        session.order(&order).expect("what is advised can be done");
        session.heard().iter().for_each(|heard| hash.add_part(&heard.json));
    }
    hash.add_part(session.outcome().unwrap_or(UNFINISHED));
    hash.add_part(&json(&session.report()).to_string());
    Some(hash)
}

/// Odds, or why there are none.
fn odds(battle: &Battle, way: Way) -> Fingerprint {
    let mut hash = Fingerprint::default();
    match battle.odds(way, 1, &Effort::default()) {
        Ok(weighed) => hash.add_part(&json(&weighed).to_string()),
        Err(why) => hash.add_part(&why.to_string()),
    }
    hash
}

fn add(hash: &mut Fingerprint, fought: &RunReport, witness: Witness) {
    hash.add_part(&json(fought).to_string());
    hash.add_part(&format!("{} {}", witness.events, witness.hash));
}

/// JSON without the version of the program: releases change nothing here.
fn json(value: &impl serde::Serialize) -> Value {
    let mut json = serde_json::to_value(value).expect("answers are plain data");
    if let Some(object) = json.as_object_mut() {
        object.shift_remove("fracas");
    }
    json
}
