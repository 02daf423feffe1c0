//! `fracas replay`: a saved battle, fought again and checked.

use std::path::PathBuf;

use clap::Args;
use fracas::{Registry, Replay, ReplayError};

use crate::args::Json;
use crate::failure::Failure;
use crate::heard::for_answer;
use crate::input::plain;
use crate::log::{Teller, Telling};
use crate::page::Page;
use crate::verb::Run;
use crate::verbs::play::no_replay;
use fracas_report::numbers::whole;

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

impl Run for ReplayOf {
    const NAME: &'static str = "replay";
    const EXAMPLES: &'static str = "  fracas replay battle.json --log all";

    /// Fights, tells if that is wanted, and says whether it was the same.
    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        let text = plain(&self.file)?;
        let file = self.file.display().to_string();
        let named = |bad: ReplayError| no_replay(&file, &bad);
        let replay = Replay::read(&text).map_err(named)?;
        let lines = self.log.is_some_and(Telling::is_json);
        let in_words = !self.json.json && !lines;
        let fought = match self.log {
            // The exit code tells the answer too: it is checked to the end.
            None => replay.fight_by(registry, None),
            Some(telling) => {
                let told = (in_words || lines).then_some(&mut *page);
                let teller = Teller::new(telling, told, None);
                for_answer(|| teller.listen(|log| replay.fight_by(registry, log)))?
            }
        };
        let fought = fought.map_err(named)?;
        if lines {
            return page.json_line(&fought);
        }
        if !in_words {
            return page.json(&fought);
        }
        let gap = if self.log.is_some() { "\n" } else { "" };
        let (name, outcome) = (&fought.heading.name, fought.outcome);
        let events = match replay.events() {
            1 => "its one event".to_owned(),
            events => format!("all {} events", whole(events.into())),
        };
        page.line(&format!("{gap}{name}: the same battle, {outcome}, {events}"))?;
        match replay.fair_dice() {
            Some(dice) => page.line(&format!(
                "its dice are fair: the secret is the one committed to as {}, and with the numbers \
                 of {} seats it gives the seed",
                dice.commitment,
                dice.numbers.len()
            )),
            None => Ok(()),
        }
    }
}
