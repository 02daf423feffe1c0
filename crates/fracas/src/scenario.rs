//! Scenarios as values: read once, changed by path, printed with comments
//! kept, and one way from there to a battle.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use fracas_core::document::{
    Checked, Diagnostics, Draft, EditError, Files, Folder, MAX_BYTES, NewValue, Parsed, Place,
    Source, Span, TableShape, check, parse, write_text,
};
use fracas_core::ruleset::Ruleset;
use thiserror::Error;

use crate::battle::Battle;
use crate::fingerprint::Fingerprint;
use crate::registry::{Registry, Rules};

/// The tree of a longer text is not kept for the next change.
const MOST_DRAFTED: usize = 256 << 10;

/// A scenario: what a user wrote, or what a program made.
///
/// ```
/// use fracas::Scenario;
///
/// let mut duel = Scenario::of("olympia");
/// duel.set("attacker.stack[0].noble", "Osswid")?;
/// duel.set("attacker.stack[0].men.pikeman", 12)?;
/// duel.set("defender.stack[0].noble", "Feasel")?;
/// let odds = duel.battle()?.odds(fracas::Ask::default(), 0, &Default::default())?;
/// assert!(odds.odds.outcomes[0].p > 0.9);
///
/// assert_eq!(duel.get("attacker.stack[0].men.pikeman")?.as_deref(), Some("12"));
/// duel.push("defender.stack", fracas::NewValue::read("{ noble = 'Third' }")?)?;
/// assert!(duel.remove("defender.stack[1]")?);
///
/// // As users write changes; what is wrong with them is told like any error.
/// duel.apply(&["name=Spar".parse()?, "seed=4".parse()?])?;
/// assert_eq!(duel.battle()?.name(), "Spar");
///
/// assert!(duel.remove("attacker.stack[0].men")?);
/// assert!(duel.text().contains("[[attacker.stack]]\nnoble = \"Osswid\"\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The path it came from; else what it is to be called.
    file: String,
    /// What its diagnostics call it.
    shown: String,
    text: String,
    /// The text as a tree, from the first change on.
    draft: Option<Draft>,
    files: Option<Arc<dyn Files>>,
}

/// Why a scenario cannot be fought.
#[derive(Debug, Error)]
pub enum ScenarioError {
    /// There is no such file, or it cannot be read.
    #[error("{file}: {why}")]
    Unreadable {
        /// The file.
        file: String,
        /// Why not.
        why: String,
    },
    /// Everything that is wrong with it.
    #[error("{}", .0.render(false).trim_end())]
    Wrong(Box<Diagnostics>),
}

impl From<Diagnostics> for ScenarioError {
    fn from(wrong: Diagnostics) -> Self {
        Self::Wrong(Box::new(wrong))
    }
}

impl ScenarioError {
    /// What is wrong, one by one; nothing of a file that could not be read.
    pub fn diagnostics(&self) -> Option<&Diagnostics> {
        match self {
            Self::Unreadable { .. } => None,
            Self::Wrong(wrong) => Some(wrong),
        }
    }
}

/// What was read of a scenario by somebody who knows its ruleset.
#[derive(Debug)]
pub struct Reading<T> {
    /// What was made of it.
    pub value: T,
    /// What it is called: its name, else that of its file.
    pub name: String,
    /// Its own seed.
    pub seed: Option<u64>,
    /// What is odd about it though it can be fought, and all files it names.
    pub warnings: Diagnostics,
    pub(crate) fingerprint: Fingerprint,
}

impl Scenario {
    /// A scenario of this text. It cannot name files unless it is given some.
    pub fn new(file: impl Into<String>, text: impl Into<String>) -> Self {
        let file = file.into();
        Self { shown: file.clone(), file, text: text.into(), draft: None, files: None }
    }

    /// A scenario that says nothing but its ruleset, to be filled.
    pub fn of(ruleset: &str) -> Self {
        Self::new(ruleset, format!("ruleset = {}\n", write_text(ruleset)))
    }

    /// Reads a scenario file. Files that it names are looked for beside it.
    ///
    /// ```
    /// let nowhere = fracas::Scenario::open("no such file").unwrap_err();
    /// assert!(nowhere.to_string().starts_with("no such file: "));
    /// assert!(nowhere.diagnostics().is_none());
    /// ```
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ScenarioError> {
        let path = path.as_ref();
        let file = path.display().to_string();
        let unreadable = |why: String| ScenarioError::Unreadable { file: file.clone(), why };
        let opened = File::open(path).map_err(|error| unreadable(error.to_string()))?;
        let mut bytes = Vec::new();
        let read = opened.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes);
        read.map_err(|error| unreadable(error.to_string()))?;
        if bytes.len() > MAX_BYTES {
            return Err(unreadable(format!("larger than {} MiB", MAX_BYTES >> 20)));
        }
        let text = String::from_utf8(bytes)
            .map_err(|_| unreadable("this is not UTF-8 text".to_owned()))?;
        let folder = Folder::of(&file);
        Ok(Self::new(file, text).with_files(Arc::new(folder)))
    }

    /// The same, with files that it may name.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use fracas::{Scenario, Shelf};
    /// let sides = "ruleset = 'mfd'\nheroes.csv = 'a.csv'\nvillains.csv = 'b.csv'\n";
    /// let sides = Scenario::new("sides.toml", sides);
    /// let missing = sides.battle().unwrap_err().to_string();
    /// assert!(missing.contains("came without files"), "{missing}");
    ///
    /// let csv = "Name,XP,BonusXP,BonusHP,BonusToHit,BonusToDefend,AOE,BodyguardFor,LinkedTo\n\
    ///            Rook,8000,,,,,,,\n";
    /// let shelf: Shelf = [("a.csv", csv), ("b.csv", csv)].into_iter().collect();
    /// assert!(sides.with_files(Arc::new(shelf)).battle().is_ok());
    /// ```
    pub fn with_files(self, files: Arc<dyn Files>) -> Self {
        Self { files: Some(files), ..self }
    }

    /// The text, with all changes made.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The value at a path as it is written; none if there is no such value.
    pub fn get(&self, path: &str) -> Result<Option<String>, EditError> {
        match &self.draft {
            Some(draft) => draft.get(path),
            None => Draft::parse(&self.text)?.get(path),
        }
    }

    /// Changes the value at a path, such as `attacker.stack[0].men.knight`.
    /// Tables on the way are made; the entry one past the end of a list is
    /// added.
    pub fn set(&mut self, path: &str, value: impl Into<NewValue>) -> Result<(), EditError> {
        self.edit(|draft| draft.set(path, value))
    }

    /// Adds an entry to the list at a path.
    pub fn push(&mut self, path: &str, value: impl Into<NewValue>) -> Result<(), EditError> {
        self.edit(|draft| draft.push(path, value))
    }

    /// Takes the value at a path out; false if there is none.
    pub fn remove(&mut self, path: &str) -> Result<bool, EditError> {
        self.edit(|draft| draft.remove(path))
    }

    /// The keys on top.
    pub(crate) fn keys(&self) -> Result<Vec<String>, EditError> {
        let owned = |draft: &Draft| draft.keys().into_iter().map(str::to_owned).collect();
        match &self.draft {
            Some(draft) => Ok(owned(draft)),
            None => Ok(owned(&Draft::parse(&self.text)?)),
        }
    }

    /// Takes a key on top from another scenario; nothing if that has none.
    pub(crate) fn adopt(&mut self, other: &Self, from: &str, to: &str) {
        let Ok(other) = Draft::parse(&other.text) else { return };
        // Nothing that could fail: what is no TOML has just been left alone.
        let _ = self.edit(|draft| Ok(draft.adopt(&other, from, to)));
    }

    /// The files it may name.
    pub(crate) fn files(&self) -> Option<Arc<dyn Files>> {
        self.files.clone()
    }

    fn edit<T>(
        &mut self,
        change: impl FnOnce(&mut Draft) -> Result<T, EditError>,
    ) -> Result<T, EditError> {
        let draft = self.drafted()?;
        let changed = change(draft)?;
        self.text = draft.to_string();
        Ok(changed)
    }

    /// The text as a tree, read once for all questions and changes.
    pub(crate) fn drafted(&mut self) -> Result<&mut Draft, EditError> {
        let draft = match self.draft.take() {
            Some(draft) => draft,
            None => Draft::parse(&self.text)?,
        };
        Ok(self.draft.insert(draft))
    }

    /// A tree takes many times the memory of its text: of a large one no
    /// longer than it is needed.
    pub(crate) fn forget_large_draft(&mut self) {
        if self.text.len() > MOST_DRAFTED {
            self.draft = None;
        }
    }

    /// The battle that the scenario describes, by the rules of fracas; or
    /// everything that is wrong with it.
    pub fn battle(&self) -> Result<Battle, ScenarioError> {
        Registry::standard().battle(self)
    }

    /// Reads the scenario for somebody who knows its ruleset.
    ///
    /// ```
    /// use fracas::core::ruleset::Ruleset;
    /// use fracas::olympia::Olympia;
    /// let siege = fracas::Scenario::new("siege.toml", Olympia::template());
    /// let reading = siege.read_as::<Olympia, _>(|file, out| Olympia::read(file, out))?;
    /// assert!(reading.warnings.is_empty());
    /// # Ok::<(), fracas::ScenarioError>(())
    /// ```
    pub fn read_as<R: Ruleset, T>(
        &self,
        read: impl FnOnce(&Checked, &mut Diagnostics) -> Option<T>,
    ) -> Result<Reading<T>, ScenarioError> {
        let (parsed, mut out) = self.parse()?;
        let (message, place) = match parsed.ruleset() {
            Some((word, _)) if word == R::NAME => {
                return self.read(&parsed, R::shape(), out, read);
            }
            Some((word, place)) => {
                (format!("this needs the ruleset {}, not `{word}`", R::NAME), place)
            }
            None => {
                ("the scenario does not say by which rules to fight".to_owned(), Place::default())
            }
        };
        out.error("", &place, message).help(format!("its first line is ruleset = \"{}\"", R::NAME));
        Err(out.into())
    }

    /// From now on lines are those of a changed text, and the name says so.
    pub(crate) fn show_as_changed(&mut self) {
        self.shown = format!("{} with --set", self.file);
    }

    pub(crate) fn source(&self) -> Source {
        Source::new(self.shown.clone(), self.text.clone())
    }

    fn parse(&self) -> Result<(Parsed, Diagnostics), ScenarioError> {
        let mut out = Diagnostics::new(self.source());
        if let Some(files) = &self.files {
            out = out.with_files(files.clone());
        }
        match parse(&mut out) {
            Some(parsed) => Ok((parsed, out)),
            None => Err(out.into()),
        }
    }

    /// Of a scenario that is wrong already, the reader finds what else is.
    fn read<T>(
        &self,
        parsed: &Parsed,
        shape: &'static TableShape,
        mut out: Diagnostics,
        read: impl FnOnce(&Checked, &mut Diagnostics) -> Option<T>,
    ) -> Result<Reading<T>, ScenarioError> {
        let scenario = check(parsed, shape, &mut out);
        match read(&scenario, &mut out) {
            Some(value) if !out.has_errors() => Ok(Reading {
                value,
                name: scenario.text("name").map_or_else(|| self.stem(), str::to_owned),
                seed: scenario.whole("seed").and_then(|seed| u64::try_from(seed).ok()),
                fingerprint: fingerprint(parsed, &out),
                warnings: out,
            }),
            _ => Err(out.into()),
        }
    }

    /// What a battle without a name is called: its file without the ending.
    fn stem(&self) -> String {
        let stem = Path::new(&self.file).file_stem().unwrap_or_default();
        stem.to_string_lossy().replace(char::is_control, "?")
    }

    /// Its file without the folder.
    fn file_name(&self) -> String {
        let name = Path::new(&self.file).file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }
}

impl fmt::Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Registry {
    /// The battle that a scenario describes, by one of these rulesets; or
    /// everything that is wrong with it.
    pub fn battle(&self, scenario: &Scenario) -> Result<Battle, ScenarioError> {
        let (parsed, mut out) = scenario.parse()?;
        let Some(rules) = self.rules_of(&parsed, &mut out) else { return Err(out.into()) };
        let read = |file: &Checked, out: &mut Diagnostics| rules.read(file, out);
        let reading = scenario.read(&parsed, rules.shape(), out, read)?;
        Ok(Battle::new(reading, *rules, scenario.file_name()))
    }

    /// The ruleset that a scenario names.
    fn rules_of(&self, parsed: &Parsed, out: &mut Diagnostics) -> Option<&Rules> {
        let Some((word, place)) = parsed.ruleset() else {
            // In a file of broken syntax it may be among what is broken.
            if parsed.is_whole() {
                let place = Place::new("ruleset", Some(Span::default()));
                let message = "the scenario does not say by which rules to fight";
                out.error("", &place, message)
                    .help(format!("write ruleset = \"…\" on top; {}", self.known()));
            }
            return None;
        };
        self.rules(word)
            .map_err(|unknown| {
                out.error("", &place, format!("there is no ruleset `{word}`")).help(unknown.help);
            })
            .ok()
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    const DUEL: &str = "ruleset = \"olympia\"\n\
        [[attacker.stack]]\nnoble = \"A\"\n[[defender.stack]]\nnoble = \"B\"\n";

    fn wrong(text: &str) -> String {
        Scenario::new("camp/duel.toml", text).battle().err().unwrap().to_string()
    }

    #[test]
    fn a_battle_without_a_name_is_called_after_its_file() {
        let load = |text: &str| Scenario::new("camp/duel.toml", text).battle().unwrap();
        assert_eq!(load(DUEL).name(), "duel");
        assert_eq!(load(&format!("name = \"X\"\n{DUEL}")).name(), "X");
        assert_eq!(load(DUEL).seed(), None);
        assert_eq!(load(&format!("seed = 9\n{DUEL}")).seed(), Some(9));
    }

    #[test]
    fn a_ruleset_must_be_named_and_known() {
        assert!(wrong("name = \"X\"\n").contains("write ruleset = \"…\" on top; known"));
        assert!(wrong("ruleset = 5\n").contains("does not say by which rules"));
        let unknown = wrong("ruleset = \"chess\"\n");
        assert!(unknown.contains("there is no ruleset `chess`"), "{unknown}");
        assert!(unknown.contains("camp/duel.toml:1:11"), "{unknown}");
        // Broken syntax alone is told, not what may follow from it.
        assert!(wrong("ruleset = olympia\n").ends_with("1 error"));
    }

    #[test]
    fn a_failed_change_changes_nothing() {
        let mut duel = Scenario::new("duel.toml", DUEL);
        assert!(duel.set("attacker.stack[7].noble", "C").is_err());
        assert_eq!(duel.text(), DUEL);
        duel.push("attacker.stack", NewValue::read("{ noble = \"C\" }").unwrap()).unwrap();
        assert_eq!(duel.get("attacker.stack[1].noble").unwrap().as_deref(), Some("\"C\""));
    }
}
