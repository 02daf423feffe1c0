//! `fracas play`: a battle whose orders the user gives.

mod afterwards;
mod plain;
mod saving;

use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use fracas::{Battle, Capability, Refused, Registry, Replay, ReplayError, Session};

use crate::args::{Changes, FILES, Seed, fresh_seed};
use crate::failure::{Failure, complain};
use crate::input::{changed, plain};
use crate::out_dir::OutDir;
use crate::page::Page;
use crate::rulesets::{Opponents, player};
use crate::show::shell_word;
use crate::verb::Run;
use afterwards::Aftermath;
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

    #[command(flatten)]
    opponents: Opponents,

    /// Go on with a battle that was saved, which carries its scenario
    #[arg(long, value_name = "REPLAY", conflicts_with_all = ["sets", "seed", "strength"])]
    resume: Option<PathBuf>,

    /// Where the battle is saved after every order; else where it was saved
    /// before, else play.json
    #[arg(long, value_name = "REPLAY")]
    save: Option<PathBuf>,

    /// Also write aftermath.toml and result.json of a battle that is over into
    /// this directory, for the next one
    #[arg(long, value_name = "DIR", help_heading = FILES)]
    out_dir: Option<PathBuf>,
}

impl Run for Play {
    const NAME: &'static str = "play";
    const EXAMPLES: &'static str = "  fracas play raid.toml\n\
        \x20 fracas play raid.toml --strength elite\n\
        \x20 fracas play --resume play.json\n\
        \x20 fracas play raid.toml --out-dir after";

    /// Plays until the battle or the input is over, saving it after every
    /// order; then the same again, or the next one, as long as somebody wants.
    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        let mut session = self.first(registry)?;
        if let Some(dir) = &self.out_dir {
            // One that takes no files is found out before anything is played.
            OutDir::open(dir, &afterwards::FILES)?;
        }
        let mut target = self.target().to_owned();
        loop {
            let over = self.play(&mut session, &target, page)?;
            let Some(after) = over else { return Ok(()) };
            let Some(next) = self.asked_next(registry, &session, &after, page)? else {
                return Ok(());
            };
            session = next;
            target = unused(self.target());
        }
    }
}

impl Play {
    /// The battle that the command line names.
    fn first(&self, registry: &Registry) -> Result<Session, Failure> {
        match &self.resume {
            Some(file) => {
                let name = file.display().to_string();
                let named = |bad: ReplayError| no_replay(&name, &bad);
                let saved = Replay::read(&plain(file)?).map_err(named)?;
                let battle = saved.battle_by(registry).map_err(named)?;
                require_play(registry, &battle, &name)?;
                battle.resume(&saved).map_err(named)
            }
            None => {
                // The command line sees to it that there is one.
                let file = self.file.as_deref().unwrap_or("-");
                let mut scenario = changed(registry, file, &self.changes)?;
                self.opponents.onto(&mut scenario)?;
                let battle = registry.battle(&scenario)?;
                complain(battle.warnings());
                require_play(registry, &battle, file)?;
                let seed = self.seed.seed.or(battle.seed()).unwrap_or_else(fresh_seed);
                begun(&battle, seed)
            }
        }
    }

    /// Plays; what the battle left, if it is over.
    fn play(
        &self,
        session: &mut Session,
        target: &Path,
        page: &mut Page,
    ) -> Result<Option<Aftermath>, Failure> {
        let mut saving = Saving::begin(target, session)?;
        page.text(&session.opening())?;
        let seat = &mut Seat { session, page, saving: &mut saving };
        seat.tell()?;
        let own = player(seat.session.battle().rules().name);
        own.unwrap_or(plain::turns)(seat)?;
        let target = saving.target();
        let Some(closing) = session.closing() else {
            tell_saved(page, target, session.seed(), false)?;
            return Ok(None);
        };
        page.text(&format!("\n{closing}"))?;
        tell_saved(page, target, session.seed(), true)?;
        let after = Aftermath::of(
            session,
            self.out_dir.as_deref(),
            target,
            self.file.as_deref().unwrap_or(""),
        )?;
        page.text(&after.written())?;
        Ok(Some(after))
    }

    /// Where the battle is saved.
    fn target(&self) -> &Path {
        let given = self.save.as_deref().or(self.resume.as_deref());
        given.unwrap_or(Path::new("play.json"))
    }
}

/// Says where the battle was saved and what to do with it.
fn tell_saved(page: &mut Page, target: &Path, seed: u64, over: bool) -> Result<(), Failure> {
    let file = shell_word(&target.to_string_lossy());
    page.line(&format!("saved (seed {seed}); check it with: fracas replay {file}"))?;
    if !over {
        page.line(&format!("go on with: fracas play --resume {file}"))?;
    }
    Ok(())
}

/// Begins to play.
fn begun(battle: &Battle, seed: u64) -> Result<Session, Failure> {
    battle.play(seed).map_err(|why| Failure::Input(why.to_string()))
}

/// The first name with a number in it, `play-2.json`, that no file has.
fn unused(target: &Path) -> PathBuf {
    let stem = target.file_stem().unwrap_or_default().to_string_lossy();
    let end = target.extension().map_or_else(String::new, |end| format!(".{}", end.display()));
    let named = |number: u32| target.with_file_name(format!("{stem}-{number}{end}"));
    (2..).map(named).find(|file| file.symlink_metadata().is_err()).unwrap_or(target.to_owned())
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
    saving: &'a mut Saving,
}

impl Seat<'_> {
    /// Prints a prompt and reads a line; none at the end of input.
    pub fn ask(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        ask(self.page, prompt)
    }

    /// Carries out an order, keeps the battle, and tells what came of it; a
    /// refused one changes nothing.
    pub fn order(&mut self, order: &str) -> Result<Result<(), Refused>, Failure> {
        let done = self.session.order(order);
        if done.is_ok() {
            self.keep()?;
        }
        self.tell()?;
        Ok(done)
    }

    /// Takes the last order back, where the rules allow it.
    pub fn undo(&mut self) -> Result<Result<(), Refused>, Failure> {
        let done = self.session.undo();
        if done.is_ok() {
            self.keep()?;
        }
        Ok(done)
    }

    fn keep(&mut self) -> Result<(), Failure> {
        let said = self.saving.keep(self.session)?;
        said.map_or(Ok(()), |said| self.page.line(&said))
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

/// Prints a prompt and reads a line; none at the end of input. What is no text
/// is not understood, and asked for again.
fn ask(page: &mut Page, prompt: &str) -> Result<Option<String>, Failure> {
    loop {
        page.text(prompt)?;
        page.flush()?;
        let mut line = Vec::new();
        let read = io::stdin().lock().take(LONGEST_LINE).read_until(b'\n', &mut line);
        if read.map_err(|error| Failure::Machine(format!("cannot read: {error}")))? == 0 {
            page.line("")?;
            return Ok(None);
        }
        match String::from_utf8(line) {
            Ok(line) => return Ok(Some(line.trim().to_owned())),
            Err(_) => page.line("not understood: the line is not text in UTF-8")?,
        }
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
