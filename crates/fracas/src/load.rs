//! From a file to a battle.

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use fracas_core::document::{Diagnostics, Files, Parsed, Place, Source, Span, check, parse, set};

use crate::fingerprint::Fingerprint;
use crate::loaded::Loaded;
use crate::registry::{Rules, known, rules};

/// Everything that is wrong with a scenario nobody can fight.
#[derive(Debug)]
pub struct BadScenario(pub Box<Diagnostics>);

impl std::error::Error for BadScenario {}

impl From<Diagnostics> for BadScenario {
    fn from(wrong: Diagnostics) -> Self {
        Self(Box::new(wrong))
    }
}

impl std::fmt::Display for BadScenario {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.render(false).trim_end())
    }
}

/// A change to one value of a scenario, written `path=value`.
///
/// ```
/// let more: fracas::Set = "attacker.stack[0].men.knight=60".parse().unwrap();
/// assert_eq!((more.path.as_str(), more.value.as_str()), ("attacker.stack[0].men.knight", "60"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// The way to the value.
    pub path: String,
    /// What it is to be: TOML, or else text.
    pub value: String,
}

impl FromStr for Set {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // A quoted key may hold the sign that ends the path.
        let mut quote = None;
        for (place, sign) in text.char_indices() {
            match (quote, sign) {
                (None, '=') => {
                    let (path, value) = (&text[..place], &text[place + 1..]);
                    return Ok(Self {
                        path: path.trim().to_owned(),
                        value: value.trim().to_owned(),
                    });
                }
                (None, '"' | '\'') => quote = Some(sign),
                (Some(open), _) if open == sign => quote = None,
                _ => {}
            }
        }
        Err("write path=value, such as attacker.stack[0].men.knight=60".to_owned())
    }
}

impl std::fmt::Display for Set {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.path, self.value)
    }
}

/// Reads a scenario, with some values changed, and makes a battle of it.
///
/// Changes are made to the text in the order given, so that what is wrong
/// with them is shown like anything else that is wrong.
pub fn load(source: Source, sets: &[Set]) -> Result<Loaded, BadScenario> {
    let (stem, file) = (stem(&source.name), file_name(&source.name));
    let out = Diagnostics::new(changed(source, sets)?);
    make(out, stem, file)
}

/// The same for a scenario that may name files.
pub fn load_with_files(
    source: Source,
    sets: &[Set],
    files: Arc<dyn Files>,
) -> Result<Loaded, BadScenario> {
    let (stem, file) = (stem(&source.name), file_name(&source.name));
    let out = Diagnostics::new(changed(source, sets)?).with_files(files);
    make(out, stem, file)
}

/// Makes a battle of the scenario that `out` holds.
fn make(mut out: Diagnostics, stem: String, file: String) -> Result<Loaded, BadScenario> {
    let Some(parsed) = parse(&mut out) else { return Err(out.into()) };
    let Some(rules) = rules_of(&parsed, &mut out) else { return Err(out.into()) };
    let scenario = check(&parsed, rules.shape(), &mut out);
    // Of a scenario that is wrong already, the ruleset finds what else is.
    let battle = rules.read(&scenario, &mut out);
    match battle {
        Some(battle) if !out.has_errors() => Ok(Loaded {
            file,
            fingerprint: fingerprint(&parsed, &out),
            name: scenario.text("name").map_or(stem, str::to_owned),
            seed: scenario.whole("seed").and_then(|seed| u64::try_from(seed).ok()),
            rules,
            battle,
            warnings: out,
        }),
        _ => Err(out.into()),
    }
}

/// What a battle without a name is called: its file without the ending.
fn stem(file: &str) -> String {
    let stem = Path::new(file).file_stem().unwrap_or_default();
    stem.to_string_lossy().replace(char::is_control, "?")
}

/// A file without its folder.
fn file_name(file: &str) -> String {
    let name = Path::new(file).file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Of what the scenario says, and of all files it refers to.
fn fingerprint(parsed: &Parsed, out: &Diagnostics) -> Fingerprint {
    let mut print = Fingerprint::default();
    print.add_part(&parsed.canonical());
    for file in out.sources().skip(1) {
        print.add_part(&file.name);
        print.add_part(&file.text);
    }
    print
}

/// The scenario with all changes made, or what is wrong with them.
pub fn changed(source: Source, sets: &[Set]) -> Result<Source, BadScenario> {
    if sets.is_empty() {
        return Ok(source);
    }
    let mut text = source.text.clone();
    let mut faults = Vec::new();
    for change in sets {
        match set(&text, &change.path, &change.value) {
            Ok(changed) => text = changed,
            Err(fault) => faults.push(format!("--set {change}: {fault}")),
        }
    }
    if faults.is_empty() {
        // Lines are those of the changed text, and the name says so.
        return Ok(Source::new(format!("{} with --set", source.name), text));
    }
    let mut out = Diagnostics::new(source);
    // A file that is no TOML takes no changes; that is then what is wrong.
    parse(&mut out);
    if !out.has_errors() {
        for fault in faults {
            out.error("", &Place::default(), fault);
        }
    }
    Err(out.into())
}

/// The ruleset that a scenario names.
fn rules_of(parsed: &Parsed, out: &mut Diagnostics) -> Option<&'static Rules> {
    let Some((word, place)) = parsed.ruleset() else {
        // In a file of broken syntax it may be among what is broken.
        if parsed.is_whole() {
            let place = Place::new("ruleset", Some(Span::default()));
            let message = "the scenario does not say by which rules to fight";
            out.error("", &place, message)
                .help(format!("write ruleset = \"…\" on top; {}", known()));
        }
        return None;
    };
    rules(word)
        .map_err(|help| {
            out.error("", &place, format!("there is no ruleset `{word}`")).help(help);
        })
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DUEL: &str = "ruleset = \"olympia\"\n\
        [[attacker.stack]]\nnoble = \"A\"\n[[defender.stack]]\nnoble = \"B\"\n";

    fn wrong(text: &str, sets: &[&str]) -> String {
        let sets: Vec<Set> = sets.iter().map(|set| set.parse().unwrap()).collect();
        load(Source::new("camp/duel.toml", text), &sets).err().unwrap().to_string()
    }

    #[test]
    fn a_battle_without_a_name_is_called_after_its_file() {
        let load = |text: &str| load(Source::new("camp/duel.toml", text), &[]).unwrap();
        assert_eq!(load(DUEL).name(), "duel");
        assert_eq!(load(&format!("name = \"X\"\n{DUEL}")).name(), "X");
        assert_eq!(load(DUEL).seed(), None);
        assert_eq!(load(&format!("seed = 9\n{DUEL}")).seed(), Some(9));
    }

    #[test]
    fn a_ruleset_must_be_named_and_known() {
        assert!(wrong("name = \"X\"\n", &[]).contains("write ruleset = \"…\" on top; known"));
        assert!(wrong("ruleset = 5\n", &[]).contains("does not say by which rules"));
        let unknown = wrong("ruleset = \"chess\"\n", &[]);
        assert!(unknown.contains("there is no ruleset `chess`"), "{unknown}");
        assert!(unknown.contains("camp/duel.toml:1:11"), "{unknown}");
        // Broken syntax alone is told, not what may follow from it.
        assert!(wrong("ruleset = olympia\n", &[]).ends_with("1 error"));
    }

    #[test]
    fn sets_change_the_scenario() {
        let sets = ["name=Spar".parse().unwrap(), "seed = 4".parse().unwrap()];
        let loaded = load(Source::new("duel.toml", DUEL), &sets).unwrap();
        assert_eq!((loaded.name(), loaded.seed()), ("Spar", Some(4)));
    }

    #[test]
    fn bad_sets_are_named_all_of_them() {
        let both = wrong(DUEL, &["attacker.stack[5].men.knight=1", "name.x=2", "a..b=1"]);
        assert!(both.contains("--set attacker.stack[5].men.knight=1: there is no"), "{both}");
        assert!(both.contains("--set a..b=1: path `a..b`"), "{both}");
        let value = wrong(DUEL, &["seed=-1"]);
        assert!(value.contains("camp/duel.toml with --set:"), "{value}");
        assert!(wrong("x = y\n", &["seed=1"]).contains("must be quoted"));
    }

    #[test]
    fn a_set_is_split_at_the_first_sign_outside_quotes() {
        let set: Set = "goods.\"a=b\" = \"c=d\"".parse().unwrap();
        assert_eq!((set.path.as_str(), set.value.as_str()), ("goods.\"a=b\"", "\"c=d\""));
        assert!("knight".parse::<Set>().is_err());
        assert!("\"a=b".parse::<Set>().is_err());
    }
}
