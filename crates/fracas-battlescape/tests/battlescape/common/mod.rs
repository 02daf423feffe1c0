//! What the tests share: reading scenarios and looking at what is wrong with
//! them.

use std::collections::BTreeMap;
use std::sync::Arc;

use fracas_battlescape::battle::{Battle, UnitId};
use fracas_battlescape::scenario;
use fracas_core::document::{Diagnostics, Files, Severity, Source, check, parse};

/// Files of a test, by name.
#[derive(Debug, Default)]
pub struct Shelf(BTreeMap<String, String>);

impl Shelf {
    pub fn new(files: &[(&str, &str)]) -> Self {
        Self(files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect())
    }
}

impl Files for Shelf {
    fn read(&self, name: &str) -> Result<String, String> {
        self.0.get(name).cloned().ok_or_else(|| "there is no such file".to_owned())
    }
}

/// Reads a scenario with its files, as the program does; also what is odd
/// about it.
pub fn read_with(text: &str, files: &[(&str, &str)]) -> (Option<Battle>, Diagnostics) {
    let text = if text.contains("ruleset =") {
        text.to_owned()
    } else {
        format!("ruleset = \"battlescape\"\n{text}")
    };
    let source = Source::new("battle.toml", text);
    let mut out = Diagnostics::new(source).with_files(Arc::new(Shelf::new(files)));
    let battle = parse(&mut out).and_then(|parsed| {
        let checked = check(&parsed, &scenario::SCENARIO, &mut out);
        scenario::read(&checked, &mut out)
    });
    (battle.filter(|_| !out.has_errors()), out)
}

/// A scenario that must be in order.
pub fn battle(text: &str) -> Battle {
    battle_with(text, &[])
}

/// A scenario with files that must be in order.
pub fn battle_with(text: &str, files: &[(&str, &str)]) -> Battle {
    let (battle, out) = read_with(text, files);
    battle.unwrap_or_else(|| panic!("{}\n{text}", out.render(false)))
}

/// Expects errors at these places only, whose words say all of `says`.
pub fn refuse(text: &str, path: &str, says: &[&str]) {
    refuse_with(text, &[], path, says);
}

pub fn refuse_with(text: &str, files: &[(&str, &str)], path: &str, says: &[&str]) {
    let (battle, out) = read_with(text, files);
    assert!(battle.is_none(), "this should be refused: {text}");
    let words = out.render(false);
    let found: Vec<&str> = out
        .iter()
        .filter(|found| found.severity == Severity::Error)
        .map(|found| found.place.path.as_str())
        .collect();
    assert_eq!(found, [path], "{words}");
    let plain = words.split_whitespace().collect::<Vec<_>>().join(" ");
    for say in says {
        assert!(plain.contains(say), "`{say}` is not said in\n{words}");
    }
}

/// A battle on these rows: `P` is where the player's riflemen begin, `E`
/// where the enemy's sectoids do; `more` goes on top of the file.
pub fn skirmish(rows: &str, more: &str) -> String {
    let count = |letter: char| rows.chars().filter(|sign| *sign == letter).count();
    let (ours, theirs) = (count('P'), count('E'));
    format!(
        "{more}\n[map]\nrows = '''\n{rows}\n'''\nzones = {{ P = 'west', E = 'east' }}\n\
         [[squad]]\nside = 'player'\nspawn = 'west'\n\
         units = [{{ class = 'rifleman', count = {ours} }}]\n\
         [[squad]]\nside = 'enemy'\nspawn = 'east'\n\
         units = [{{ class = 'sectoid', count = {theirs} }}]\n\
         [[objective]]\nkind = 'eliminate'\nprimary = true\n"
    )
}

/// A unit by its name.
pub fn unit(battle: &Battle, name: &str) -> UnitId {
    battle.units().find(|unit| battle.sheet(*unit).name == name).expect("a unit of this name")
}
