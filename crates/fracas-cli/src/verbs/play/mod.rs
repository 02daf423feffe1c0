//! `fracas play`: a battle whose orders the user gives.

mod plain;
mod saving;

use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use fracas::{Battle, Capability, Refused, Registry, Replay, ReplayError, Session};

use crate::args::{Changes, Seed, fresh_seed};
use crate::failure::{Failure, complain};
use crate::input::{changed, plain};
use crate::page::Page;
use crate::rulesets::player;
use crate::show::shell_word;
use crate::verb::Run;
use saving::Saving;

/// Play a battle in the terminal, where the rules take orders
#[derive(Args)]
pub struct Play {
    /// The scenario
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    #[arg(value_hint = ValueHint::FilePath)]
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

impl Run for Play {
    const NAME: &'static str = "play";
    const EXAMPLES: &'static str = "  fracas play raid.toml\n\
        \x20 fracas play --resume play.json";

    /// Plays until the battle or the input is over, saving it after every
    /// order.
    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        match &self.resume {
            Some(file) => {
                let name = file.display().to_string();
                let named = |bad: ReplayError| no_replay(&name, &bad);
                let saved = Replay::read(&plain(file)?).map_err(named)?;
                let battle = saved.battle_by(registry).map_err(named)?;
                require_play(registry, &battle, &name)?;
                self.play(battle.resume(&saved).map_err(named)?, page)
            }
            None => {
                // The command line sees to it that there is one.
                let file = self.file.as_deref().unwrap_or("-");
                let battle = registry.battle(&changed(registry, file, &self.changes)?)?;
                complain(battle.warnings());
                require_play(registry, &battle, file)?;
                let seed = self.seed.seed.or(battle.seed()).unwrap_or_else(fresh_seed);
                let begun = battle.play(seed);
                self.play(begun.map_err(|why| Failure::Input(why.to_string()))?, page)
            }
        }
    }
}

impl Play {
    fn play(&self, mut session: Session, page: &mut Page) -> Result<(), Failure> {
        let saving = Saving::begin(self.target(), &session)?;
        page.text(&session.opening())?;
        let seat = &mut Seat { session: &mut session, page, saving: &saving };
        seat.tell()?;
        let own = player(seat.session.battle().rules().name);
        own.unwrap_or(plain::turns)(seat)?;
        let closing = session.closing();
        if let Some(closing) = &closing {
            page.text(&format!("\n{closing}"))?;
        }
        self.tell_saved(page, session.seed(), closing.is_some())
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

fn require_play(registry: &Registry, battle: &Battle, file: &str) -> Result<(), Failure> {
    let required = registry.require(battle.rules(), Capability::Play);
    required.map_err(|lacking| Failure::Input(format!("{file}: {lacking}")))
}

/// Gives orders until the battle or the input is over.
pub type Player = fn(&mut Seat<'_>) -> Result<(), Failure>;

/// A session, where it is shown to the one who plays it, and where it is kept.
pub struct Seat<'a> {
    /// What is played.
    pub session: &'a mut Session,
    /// Where it is shown.
    pub page: &'a mut Page,
    saving: &'a Saving,
}

impl Seat<'_> {
    /// Prints a prompt and reads a line; none at the end of input.
    pub fn ask(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        self.page.text(prompt)?;
        self.page.flush()?;
        let mut line = String::new();
        let read = io::stdin().lock().take(LONGEST_LINE).read_line(&mut line);
        match read.map_err(|error| Failure::Machine(format!("cannot read: {error}")))? {
            0 => {
                self.page.line("")?;
                Ok(None)
            }
            _ => Ok(Some(line.trim().to_owned())),
        }
    }

    /// Carries out an order, keeps the battle, and tells what came of it; a
    /// refused one changes nothing.
    pub fn order(&mut self, order: &str) -> Result<Result<(), Refused>, Failure> {
        let done = self.session.order(order);
        if done.is_ok() {
            self.saving.keep(self.session)?;
        }
        self.tell()?;
        Ok(done)
    }

    /// Takes the last order back, where the rules allow it.
    pub fn undo(&mut self) -> Result<Result<(), Refused>, Failure> {
        let done = self.session.undo();
        if done.is_ok() {
            self.saving.keep(self.session)?;
        }
        Ok(done)
    }

    /// Saves the battle to another file and says so.
    pub fn save_as(&mut self, file: &str) -> Result<(), Failure> {
        if file.is_empty() {
            return self.page.line("save needs the name of a file");
        }
        match saving::copy(self.session, Path::new(file)) {
            Ok(()) => self.page.line(&format!("saved {}", shown(file))),
            // A wrong name is no reason to end the game.
            Err(Failure::Machine(why) | Failure::Input(why)) => self.page.line(&why),
            Err(other) => Err(other),
        }
    }

    /// Tells what whoever plays has heard since.
    fn tell(&mut self) -> Result<(), Failure> {
        let lines = self.session.heard().into_iter().filter_map(|heard| heard.words);
        for line in lines {
            self.page.line(&line)?;
        }
        Ok(())
    }
}

/// No order is longer; the rest of such a line is the next one.
const LONGEST_LINE: u64 = 10_000;

/// A word of input, safe to be shown.
pub fn shown(word: &str) -> String {
    word.chars().take(40).filter(|sign| !sign.is_control()).collect()
}

/// Why a file holds no battle to be played or fought again.
pub fn no_replay(file: &str, bad: &ReplayError) -> Failure {
    let why = format!("{file}: {bad}");
    match bad {
        ReplayError::None(_) | ReplayError::Unplayed => Failure::Input(why),
        _ => Failure::No(why),
    }
}
