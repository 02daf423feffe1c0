//! `fracas replay`: a saved battle, fought again and checked.

use std::path::PathBuf;

use clap::Args;
use fracas::andor::Played;
use fracas::{BadReplay, Detail, Log, Replay};
use serde_json::json;

use crate::args::Json;
use crate::failure::Failure;
use crate::input::plain;
use crate::page::Page;
use crate::show::numbers::whole;
use crate::telling::{Teller, Telling};

/// Fight a saved battle again and check every event
#[derive(Args)]
pub struct ReplayOf {
    /// The battle, as `run --save` or `play` writes it
    file: PathBuf,

    /// Tell the battle, and how much of it
    #[arg(long, value_name = "DETAIL", value_enum)]
    log: Option<Telling>,

    #[command(flatten)]
    json: Json,
}

impl ReplayOf {
    /// Fights, tells if that is wanted, and says whether it was the same.
    pub fn go(self, page: &mut Page) -> Result<(), Failure> {
        let text = plain(&self.file)?;
        if Played::is_meant(&text) {
            return self.played(&text, page);
        }
        let named = |bad: BadReplay| self.named(&bad);
        let replay = Replay::read(&text).map_err(named)?;
        let in_words = !self.json.json && self.log != Some(Telling::Json);
        let fought = match self.log {
            None => replay.fight(Log::Silent),
            Some(telling) => {
                let told = (in_words || telling == Telling::Json).then_some(&mut *page);
                Teller::new(telling, told, None).listen(|log| replay.fight(log))?
            }
        };
        let fought = fought.map_err(named)?;
        if self.log == Some(Telling::Json) {
            return page.json_line(&fought);
        }
        if !in_words {
            return page.json(&fought);
        }
        let gap = if self.log.is_some() { "\n" } else { "" };
        let (name, events) = (&fought.heading.name, whole(replay.events().into()));
        let outcome = fought.outcome;
        page.line(&format!("{gap}{name}: the same battle, {outcome}, all {events} events"))
    }

    /// The same for a battle that somebody played.
    fn played(&self, text: &str, page: &mut Page) -> Result<(), Failure> {
        let named = |bad: BadReplay| self.named(&bad);
        let played = Played::read(text).map_err(named)?;
        let battle = played.load().map_err(named)?;
        let detail = match self.log {
            None | Some(Telling::None | Telling::Json) => Detail::None,
            Some(Telling::Phases) => Detail::Phases,
            Some(Telling::All) => Detail::All,
        };
        let mut lines = Vec::new();
        let game = played.again(&battle, detail, &mut |line| lines.push(line.to_owned()));
        let game = game.map_err(named)?;
        if self.json.json || self.log == Some(Telling::Json) {
            return page.json(&json!({
                "ruleset": "andor",
                "file": played.file(),
                "seed": played.seed(),
                "outcome": played.outcome(),
                "events": played.events(),
            }));
        }
        if self.log.is_some() {
            page.text(&battle.opening())?;
            lines.iter().try_for_each(|line| page.line(line))?;
            page.line("")?;
            if played.outcome().is_some() {
                page.line(&battle.closing(&game))?;
            }
        }
        let (file, events) = (played.file(), whole(played.events().into()));
        let outcome = played.outcome().unwrap_or("not over yet");
        page.line(&format!("{file}: the same battle, {outcome}, all {events} events"))
    }

    fn named(&self, bad: &BadReplay) -> Failure {
        let why = format!("{}: {bad}", self.file.display());
        match bad {
            BadReplay::None(_) => Failure::Input(why),
            _ => Failure::No(why),
        }
    }
}
