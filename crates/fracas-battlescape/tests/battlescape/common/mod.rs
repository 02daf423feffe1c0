//! What the tests share: reading scenarios and looking at what is wrong with
//! them.

use fracas_battlescape::Battlescape;
use fracas_battlescape::battle::{Battle, UnitId};
use fracas_core::document::Diagnostics;

/// A scenario with a bit of everything, after the rulebook's example (§25).
pub const EXAMPLE: &str = include_str!("example.toml");

/// Reads a scenario with its files, as the program does; also what is odd
/// about it.
pub fn read_with(text: &str, files: &[(&str, &str)]) -> (Option<Battle>, Diagnostics) {
    fracas_testing::read::<Battlescape>(text, files)
}

/// A scenario that must be in order.
pub fn battle(text: &str) -> Battle {
    battle_with(text, &[])
}

/// A scenario with files that must be in order.
pub fn battle_with(text: &str, files: &[(&str, &str)]) -> Battle {
    fracas_testing::battle::<Battlescape>(text, files)
}

/// Expects errors at these places only, whose words say all of `says`.
pub fn refuse(text: &str, path: &str, says: &[&str]) {
    refuse_with(text, &[], path, says);
}

pub fn refuse_with(text: &str, files: &[(&str, &str)], path: &str, says: &[&str]) {
    let (found, words) = fracas_testing::refused::<Battlescape>(text, files);
    let found: Vec<&str> = found.iter().map(|(_, path)| path.as_str()).collect();
    assert_eq!(found, [path], "{words}");
    fracas_testing::expect_said(&words, says);
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
