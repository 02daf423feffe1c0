//! `fracas play`: a battle whose orders the user gives.

mod andor;
mod battlescape;
mod orders;

use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use fracas::andor::Played;
use fracas::{BadReplay, Folder, Replay, load_with_files};
use serde::Serialize;

use crate::args::{Changes, Seed, fresh_seed};
use crate::failure::{Failure, complain};
use crate::input::{plain, read};
use crate::out_dir::OutDir;
use crate::page::Page;
use crate::show::shell_word;

/// Play an andor or battlescape battle in the terminal
#[derive(Args)]
pub struct Play {
    /// The scenario
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    file: Option<String>,

    #[command(flatten)]
    changes: Changes,

    #[command(flatten)]
    seed: Seed,

    /// Go on with a battle that was saved, which carries its scenario
    #[arg(long, value_name = "REPLAY", conflicts_with_all = ["sets", "seed"])]
    resume: Option<PathBuf>,

    /// Where the battle is saved when it ends or input ends
    #[arg(long, value_name = "REPLAY", default_value = "play.json")]
    save: PathBuf,
}

impl Play {
    /// Plays until the battle or the input is over, and saves it.
    pub fn go(self, page: &mut Page) -> Result<(), Failure> {
        match &self.resume {
            Some(saved) => self.go_on(saved, page),
            None => self.begin(page),
        }
    }

    fn begin(&self, page: &mut Page) -> Result<(), Failure> {
        // The command line sees to it that there is one.
        let file = self.file.as_deref().unwrap_or("-");
        let source = read(file)?;
        let folder = Arc::new(Folder::of(file));
        let battle = load_with_files(source.clone(), &self.changes.sets, folder.clone())?;
        complain(battle.warnings());
        match battle.rules().name {
            "andor" => andor::begin(self, source, folder, page),
            "battlescape" => battlescape::begin(self, &battle, page),
            other => Err(Failure::Input(format!(
                "{file}: battles of {other} are not played; known are andor and battlescape"
            ))),
        }
    }

    fn go_on(&self, saved: &Path, page: &mut Page) -> Result<(), Failure> {
        let text = plain(saved)?;
        let named = |bad: BadReplay| Failure::Input(format!("{}: {bad}", saved.display()));
        if Played::is_meant(&text) {
            return andor::go_on(self, &Played::read(&text).map_err(named)?, page);
        }
        let replay = Replay::read(&text).map_err(named)?;
        battlescape::go_on(self, &replay, &replay.load().map_err(named)?, page)
    }

    fn seed(&self, scenario: Option<u64>) -> u64 {
        self.seed.seed.or(scenario).unwrap_or_else(fresh_seed)
    }

    /// Says where the battle was saved and what to do with it.
    fn tell_saved(&self, page: &mut Page, seed: u64, over: bool) -> Result<(), Failure> {
        let file = shell_word(&self.save.to_string_lossy());
        page.line(&format!("saved (seed {seed}); check it with: fracas replay {file}"))?;
        if !over {
            page.line(&format!("go on with: fracas play --resume {file}"))?;
        }
        Ok(())
    }
}

/// Prints a prompt and reads a line; none at the end of input.
fn ask(page: &mut Page, prompt: &str) -> Result<Option<String>, Failure> {
    page.text(prompt)?;
    page.flush()?;
    let mut line = String::new();
    let read = io::stdin().lock().read_line(&mut line);
    match read.map_err(|error| Failure::Machine(format!("cannot read: {error}")))? {
        0 => {
            page.line("")?;
            Ok(None)
        }
        _ => Ok(Some(line.trim().to_owned())),
    }
}

/// A word of input, safe to be shown.
fn shown(word: &str) -> String {
    word.chars().take(40).filter(|sign| !sign.is_control()).collect()
}

/// Writes a saved battle, complete or not at all.
fn keep(file: &Path, record: &impl Serialize) -> Result<(), Failure> {
    let json = serde_json::to_string_pretty(record)
        .map_err(|error| Failure::Machine(format!("cannot save: {error}")))?;
    OutDir::file(file)?.fill(&format!("{json}\n")).map(|_| ())
}
