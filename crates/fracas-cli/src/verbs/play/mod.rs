//! `fracas play`: a battle whose orders the user gives.

mod andor;
mod battlescape;
mod orders;
mod saving;

use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use fracas::{Arena, BadReplay, Folder, Loaded, Playable, Replay, load_with_files};

use crate::args::{Changes, Seed, fresh_seed};
use crate::failure::{Failure, complain};
use crate::input::{plain, read};
use crate::page::Page;
use crate::show::shell_word;
use saving::Saving;

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

    /// Where the battle is saved after every order; else where it was saved
    /// before, else play.json
    #[arg(long, value_name = "REPLAY")]
    save: Option<PathBuf>,
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
        let folder = Arc::new(Folder::of(file));
        let battle = load_with_files(read(file)?, &self.changes.sets, folder)?;
        complain(battle.warnings());
        self.play(&battle, file, None, page)
    }

    fn go_on(&self, file: &Path, page: &mut Page) -> Result<(), Failure> {
        let name = file.display().to_string();
        let saved = Replay::read(&plain(file)?).map_err(|bad| no_replay(&name, &bad))?;
        let battle = saved.load().map_err(|bad| no_replay(&name, &bad))?;
        self.play(&battle, &name, Some(&saved), page)
    }

    /// Plays by whatever rules the battle is of.
    fn play(
        &self,
        battle: &Loaded,
        name: &str,
        saved: Option<&Replay>,
        page: &mut Page,
    ) -> Result<(), Failure> {
        if let Ok(duel) = battle.arena() {
            return self.sit_down(duel, (battle, name, saved), page, andor::turns);
        }
        if let Ok(scape) = battle.arena() {
            return self.sit_down(scape, (battle, name, saved), page, battlescape::turns);
        }
        Err(Failure::Input(format!(
            "{name}: battles of {} are not played; known are andor and battlescape",
            battle.rules().name
        )))
    }

    /// Begins or goes on and plays until the battle or the input is over,
    /// saving it after every order.
    fn sit_down<'a, R: Playable>(
        &self,
        arena: Arena<'a, R>,
        (battle, name, saved): (&Loaded, &str, Option<&Replay>),
        page: &mut Page,
        turns: impl FnOnce(Arena<'a, R>, &mut R::Game<'a>, &Saving, &mut Page) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (mut game, events) = match saved {
            Some(saved) => arena.resume(saved).map_err(|bad| no_replay(name, &bad))?,
            None => arena.play(self.seed(battle.seed())),
        };
        let saving = Saving::begin(self.target(), arena, &game)?;
        page.text(&arena.opening())?;
        tell(arena, &events, page)?;
        turns(arena, &mut game, &saving, page)?;
        let closing = arena.closing(&game);
        if let Some(closing) = &closing {
            page.text(&format!("\n{closing}"))?;
        }
        self.tell_saved(page, R::record(&game).seed, closing.is_some())
    }

    fn seed(&self, scenario: Option<u64>) -> u64 {
        self.seed.seed.or(scenario).unwrap_or_else(fresh_seed)
    }

    /// Where the battle is saved.
    fn target(&self) -> &Path {
        let given = self.save.as_deref().or(self.resume.as_deref());
        given.unwrap_or(Path::new("play.json"))
    }

    /// Says where the battle was saved and what to do with it.
    fn tell_saved(&self, page: &mut Page, seed: u64, over: bool) -> Result<(), Failure> {
        let file = shell_word(&self.target().to_string_lossy());
        page.line(&format!("saved (seed {seed}); check it with: fracas replay {file}"))?;
        if !over {
            page.line(&format!("go on with: fracas play --resume {file}"))?;
        }
        Ok(())
    }
}

/// No order is longer; the rest of such a line is the next one.
const LONGEST_LINE: u64 = 10_000;

/// Prints a prompt and reads a line; none at the end of input.
fn ask(page: &mut Page, prompt: &str) -> Result<Option<String>, Failure> {
    page.text(prompt)?;
    page.flush()?;
    let mut line = String::new();
    let read = io::stdin().lock().take(LONGEST_LINE).read_line(&mut line);
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

/// Tells what whoever plays gets to know of what happened.
fn tell<R: Playable>(
    arena: Arena<'_, R>,
    events: &[R::Event],
    page: &mut Page,
) -> Result<(), Failure> {
    events.iter().filter_map(|event| arena.tell(event)).try_for_each(|line| page.line(&line))
}

/// Why a file holds no battle to be played or fought again.
pub fn no_replay(file: &str, bad: &BadReplay) -> Failure {
    let why = format!("{file}: {bad}");
    match bad {
        BadReplay::None(_) | BadReplay::Unplayed => Failure::Input(why),
        _ => Failure::No(why),
    }
}
