//! When a battle is over: what it left, and what is played next.

use std::fs;
use std::path::{Path, PathBuf};

use fracas::{Registry, Session, Set};

use super::{Play, ask, begun, require_play, unused};
use crate::args::{Changes, fresh_seed};
use crate::failure::{Failure, complain};
use crate::input::{changed, files_of, is_one_of, written};
use crate::out_dir::OutDir;
use crate::page::Page;

/// What is asked when a battle is over.
const QUESTION: &str = "again, next FILE or leave> ";

/// What a battle that is over leaves.
pub const FILES: [&str; 2] = ["aftermath.toml", "result.json"];

/// What says in an aftermath that a squad is the player's.
const PLAYER: &str = "side = \"player\"";

/// The scenario that a battle left.
pub struct Aftermath {
    text: String,
    /// Where it would be, if it is not there yet.
    file: PathBuf,
    files: Vec<PathBuf>,
}

impl Aftermath {
    /// What a battle left, written into a directory if there is one. `saved` is
    /// where the battle is, `scenario` the file it was read from.
    pub fn of(
        session: &mut Session,
        out_dir: Option<&Path>,
        saved: &Path,
        scenario: &str,
    ) -> Result<Self, Failure> {
        let report = session.report();
        let text = report.aftermath.clone();
        let Some(dir) = out_dir else {
            let stem = saved.file_stem().unwrap_or_default().to_string_lossy();
            let file = saved.with_file_name(format!("{stem}-aftermath.toml"));
            return Ok(Self { text, file, files: Vec::new() });
        };
        let names = FILES;
        // A battle is never replaced by what it left.
        let read = files_of(scenario, session.battle());
        let taken = names.iter().any(|name| is_one_of(&dir.join(name), &read));
        let mut out = match taken {
            true => OutDir::open_numbered(dir, &names)?,
            false => OutDir::open(dir, &names)?,
        };
        let json = serde_json::to_string_pretty(&report)
            .map_err(|error| Failure::Machine(format!("cannot write the result: {error}")))?;
        for (draft, text) in out.drafts().iter_mut().zip([&text, &(json + "\n")]) {
            draft.text(text)?;
        }
        let files = out.finish()?;
        Ok(Self { text, file: files[0].clone(), files })
    }

    /// What to say of it.
    pub fn written(&self) -> String {
        self.files.iter().map(|file| format!("wrote {}\n", file.display())).collect()
    }

    /// Whether somebody of the player's side is left.
    fn has_squad(&self) -> bool {
        self.text.contains(PLAYER)
    }

    /// The file, written now if it was not before.
    fn kept(&self) -> Result<PathBuf, Failure> {
        let mut file = self.file.clone();
        if self.files.is_empty() {
            let is_other = fs::read(&file).is_ok_and(|there| there != self.text.as_bytes());
            if is_other {
                file = unused(&file);
            }
            OutDir::file(&file)?.fill(&written("aftermath", self.text.clone())?)?;
        }
        fs::canonicalize(&file)
            .map_err(|error| Failure::Machine(format!("{}: {error}", file.display())))
    }
}

impl Play {
    /// Asks what is played next; none if nothing.
    pub(super) fn asked_next(
        &self,
        registry: &Registry,
        session: &Session,
        after: &Aftermath,
        page: &mut Page,
    ) -> Result<Option<Session>, Failure> {
        loop {
            let Some(line) = ask(page, QUESTION)? else { return Ok(None) };
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            let begun = match (word.to_ascii_lowercase().as_str(), rest.trim()) {
                ("leave" | "l" | "quit" | "q", _) => return Ok(None),
                ("again" | "a", _) => begun(session.battle(), fresh_seed()),
                ("next" | "n", "") => {
                    page.line("next needs the file of a scenario")?;
                    continue;
                }
                ("next" | "n", file) => {
                    if !after.has_squad() {
                        page.line("nobody is left to go on: it begins with a squad of its own")?;
                    }
                    let file = beside(self.file.as_deref(), file);
                    self.next(registry, &file, after)
                }
                _ => {
                    page.line(
                        "again: the same battle with other dice; next FILE: another battle, with \
                         whoever is left where its rules let squads go on; leave",
                    )?;
                    continue;
                }
            };
            match begun {
                Ok(session) => return Ok(Some(session)),
                // A wrong name is no reason to end the game.
                Err(Failure::Input(why)) => page.line(&why)?,
                Err(Failure::Scenario(wrong)) => page.text(&wrong.render(false))?,
                Err(other) => return Err(other),
            }
        }
    }

    /// Another battle, fought by whoever is left (B-254).
    fn next(&self, registry: &Registry, file: &str, after: &Aftermath) -> Result<Session, Failure> {
        let mut scenario = changed(registry, file, &Changes::default())?;
        self.opponents.onto(&mut scenario)?;
        let goes_on = |side: Option<String>| side.is_some_and(|side| side.contains("player"));
        let place = (0..64).find(|place| {
            let side = scenario.get(&format!("squad[{place}].side"));
            goes_on(side.ok().flatten())
        });
        if let Some(place) = place.filter(|_| after.has_squad()) {
            // JSON writes text as TOML does.
            let name = serde_json::to_string(&after.kept()?.to_string_lossy())
                .map_err(|error| Failure::Machine(error.to_string()))?;
            let sets = [format!("squad[{place}].from={name}"), format!("squad[{place}].units=")];
            let sets: Vec<Set> = sets.iter().filter_map(|set| set.parse().ok()).collect();
            scenario.apply_by(registry, &sets)?;
        }
        let battle = registry.battle(&scenario)?;
        complain(battle.warnings());
        require_play(registry, &battle, file)?;
        begun(&battle, battle.seed().unwrap_or_else(fresh_seed))
    }
}

/// A file as it is named, or else beside the scenario that was played.
fn beside(played: Option<&str>, file: &str) -> String {
    let neighbour = played.map(|played| Path::new(played).with_file_name(file));
    match neighbour.filter(|neighbour| !Path::new(file).exists() && neighbour.exists()) {
        Some(neighbour) => neighbour.to_string_lossy().into_owned(),
        None => file.to_owned(),
    }
}
