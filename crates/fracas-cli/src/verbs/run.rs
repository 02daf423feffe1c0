//! `fracas run`: one battle, told.

use std::hash::{BuildHasher, RandomState};
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use fracas::{Detail, Fought, Loaded, Log, MAX_SEED, Told};

use crate::args::{Json, Scenario, Seed};
use crate::failure::{Failure, say};
use crate::input::battle;
use crate::out_dir::{Draft, OutDir};
use crate::page::Page;

/// Fight a battle once: log, result, aftermath
#[derive(Args)]
pub struct Run {
    #[command(flatten)]
    scenario: Scenario,

    #[command(flatten)]
    seed: Seed,

    /// Which battle of that seed, as `odds` numbers them
    #[arg(long, value_name = "I", default_value_t = 0, allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u64).range(..=MAX_SEED))]
    trial: u64,

    /// How much to tell
    #[arg(long, value_name = "DETAIL", value_enum, default_value_t = Telling::Phases)]
    log: Telling,

    #[command(flatten)]
    json: Json,

    /// Also write log.txt (log.jsonl of --log json), aftermath.toml and
    /// result.json into this directory
    #[arg(long, value_name = "DIR")]
    out_dir: Option<PathBuf>,
}

/// How much of a battle is told.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Telling {
    /// Who met, who won, what it cost
    None,
    /// Turning points besides
    Phases,
    /// Every blow
    All,
    /// Every event as a line of JSON, then the result
    Json,
}

impl Run {
    /// Fights, tells, and writes what was asked for.
    pub fn go(self, page: &mut Page) -> Result<(), Failure> {
        let battle = battle(&self.scenario)?;
        let given = self.seed.seed.or(battle.seed());
        let seed = given.unwrap_or_else(fresh_seed);
        let mut out_dir = self.open_out_dir()?;
        let log = out_dir.as_mut().map(|out_dir| &mut out_dir.drafts()[0]);

        let in_words = !self.json.json && self.log != Telling::Json;
        let mut teller = Teller {
            page: (in_words || self.log == Telling::Json).then_some(page),
            log,
            lines: 0,
            failure: None,
        };
        let fought = self.fight(&battle, seed, &mut teller);
        if let Some(failure) = teller.failure {
            return Err(failure);
        }
        let written = match out_dir {
            Some(out_dir) => write(out_dir, &fought)?,
            None => String::new(),
        };
        match (self.log, in_words) {
            (Telling::Json, _) => page.json_line(&fought)?,
            (_, false) => page.json(&fought)?,
            (_, true) => page.text(&written)?,
        }
        if !in_words {
            say(&written);
        }
        if in_words && given.is_none() {
            page.line(&format!("\nagain: {}", self.scenario.run_command(seed, self.trial)))?;
        }
        Ok(())
    }

    /// The files to be, log first.
    fn open_out_dir(&self) -> Result<Option<OutDir>, Failure> {
        let Some(dir) = &self.out_dir else { return Ok(None) };
        let log = if self.log == Telling::Json { "log.jsonl" } else { "log.txt" };
        OutDir::open(dir, &[log, "aftermath.toml", "result.json"]).map(Some)
    }

    fn fight(&self, battle: &Loaded, seed: u64, teller: &mut Teller<'_>) -> Fought {
        let detail = match self.log {
            Telling::None => Detail::None,
            Telling::Phases => Detail::Phases,
            Telling::All => Detail::All,
            Telling::Json => {
                let mut hear = |event: &str| teller.tell(&format!("{event}\n"));
                return battle.run(seed, self.trial, Log::Events(&mut hear));
            }
        };
        if teller.page.is_none() && teller.log.is_none() {
            return battle.run(seed, self.trial, Log::Silent);
        }
        let mut hear = |told: Told<'_>| teller.hear(told);
        battle.run(seed, self.trial, Log::Words(detail, &mut hear))
    }
}

/// A seed that nobody has seen before, below 2^53.
fn fresh_seed() -> u64 {
    // The standard library keys every map of a program afresh from the
    // system's randomness; the key is all that is wanted here.
    RandomState::new().hash_one(()) & MAX_SEED
}

/// Fills the files and gives them their names.
fn write(mut out_dir: OutDir, fought: &Fought) -> Result<String, Failure> {
    let json = serde_json::to_string_pretty(fought)
        .map_err(|error| Failure::Machine(format!("cannot write the result: {error}")))?;
    if let [_log, aftermath, result] = out_dir.drafts() {
        aftermath.text(&fought.aftermath)?;
        result.text(&format!("{json}\n"))?;
    }
    let written = out_dir.finish()?;
    let lines = written.iter().map(|path| format!("wrote {}\n", path.display()));
    Ok(format!("\n{}", lines.collect::<String>()))
}

/// Tells a battle to a page, a file, or both.
struct Teller<'a> {
    page: Option<&'a mut Page>,
    log: Option<&'a mut Draft>,
    lines: u64,
    failure: Option<Failure>,
}

impl Teller<'_> {
    fn hear(&mut self, told: Told<'_>) -> ControlFlow<()> {
        match told {
            Told::Opening(text) => self.tell(text),
            Told::Line(line) => {
                self.lines += 1;
                let gap = if self.lines == 1 { "\n" } else { "" };
                self.tell(&format!("{gap}{line}\n"))
            }
            Told::Closing(text) => self.tell(&format!("\n{text}")),
        }
    }

    /// Breaks when there is nobody left to tell. A closed pipe does not keep
    /// the file from being written.
    fn tell(&mut self, text: &str) -> ControlFlow<()> {
        if let Some(log) = &mut self.log
            && let Err(failure) = log.text(text)
        {
            self.failure = Some(failure);
            return ControlFlow::Break(());
        }
        if let Some(page) = &mut self.page
            && let Err(failure) = page.told(text)
        {
            self.page = None;
            if self.log.is_none() || !matches!(failure, Failure::Unheard) {
                self.failure = Some(failure);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}
