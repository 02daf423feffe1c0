//! `fracas play`: the hero's turns, chosen by the user.

use std::io::{self, BufRead};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use fracas::andor::{AndorBattle, Choice, Game, Record};
use fracas::{Folder, MAX_SEED};

use crate::args::{Changes, Seed};
use crate::failure::{Failure, complain};
use crate::input::{plain, read};
use crate::out_dir::OutDir;
use crate::page::Page;

/// Play an andor battle turn by turn in the terminal
#[derive(Args)]
pub struct Play {
    /// The scenario
    file: String,

    #[command(flatten)]
    changes: Changes,

    #[command(flatten)]
    seed: Seed,

    /// Go on with a battle that was saved
    #[arg(long, value_name = "REPLAY")]
    resume: Option<PathBuf>,

    /// Where the battle is saved when it ends or input ends
    #[arg(long, value_name = "REPLAY", default_value = "play.json")]
    save: PathBuf,
}

/// What a line of input means.
enum Wish {
    Choose(usize),
    Advice,
    Undo,
    Help,
    Quit,
    Nothing(String),
}

impl Play {
    /// Plays until the battle or the input is over, and saves it.
    pub fn go(self, page: &mut Page) -> Result<(), Failure> {
        let folder = Arc::new(Folder::of(&self.file));
        let battle = AndorBattle::load(read(&self.file)?, &self.changes.sets, folder)?;
        complain(battle.warnings());
        let record = self.resume.as_deref().map(saved).transpose()?;
        let seed = match &record {
            Some(record) => record.seed,
            None => self.seed.seed.or(battle.seed()).unwrap_or_else(fresh_seed),
        };
        page.text(&battle.opening())?;
        let mut lines = Vec::new();
        let mut game = battle.play(seed, &mut |line| lines.push(line.to_owned()));
        if let Some(record) = &record {
            let mut hear = |line: &str| lines.push(line.to_owned());
            let mut teller = battle.teller(&mut hear);
            game.replay(record, &mut teller).map_err(Failure::Input)?;
        }
        tell(page, &mut lines)?;
        let quit = self.turns(page, &battle, &mut game, &mut lines)?;
        if !quit {
            page.text(&format!("\n{}", battle.closing(&game)))?;
        }
        self.keep(&game.record())?;
        page.line(&format!("saved {} (seed {seed})", self.save.display()))
    }

    /// Asks and obeys; true if the user went before the end.
    fn turns(
        &self,
        page: &mut Page,
        battle: &AndorBattle,
        game: &mut Game<'_>,
        lines: &mut Vec<String>,
    ) -> Result<bool, Failure> {
        let stdin = io::stdin();
        while game.verdict().is_none() {
            let choices = game.choices();
            show(page, game, &choices)?;
            page.flush()?;
            let mut input = String::new();
            let read = stdin.lock().read_line(&mut input);
            if read.map_err(|error| Failure::Machine(format!("cannot read: {error}")))? == 0 {
                page.line("")?;
                return Ok(true);
            }
            let order = match wish(&input, choices.len()) {
                Wish::Choose(place) => choices[place].order,
                Wish::Advice => game.advice(),
                Wish::Undo => {
                    let done = game.undo().map_or_else(|why| why, |()| "taken back".to_owned());
                    page.line(&done)?;
                    continue;
                }
                Wish::Help => {
                    page.line(HELP)?;
                    continue;
                }
                Wish::Quit => return Ok(true),
                Wish::Nothing(why) => {
                    page.line(&why)?;
                    continue;
                }
            };
            let mut hear = |line: &str| lines.push(line.to_owned());
            let mut teller = battle.teller(&mut hear);
            if let Err(why) = game.order(order, &mut teller) {
                page.line(&why)?;
            }
            drop(teller);
            tell(page, lines)?;
        }
        Ok(false)
    }

    fn keep(&self, record: &Record) -> Result<(), Failure> {
        let json = serde_json::to_string_pretty(record)
            .map_err(|error| Failure::Machine(format!("cannot save: {error}")))?;
        let folder = match self.save.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => std::path::Path::new("."),
        };
        let name = self.save.file_name().and_then(|name| name.to_str());
        let Some(name) = name else {
            return Err(Failure::Input(format!("{} is no file name", self.save.display())));
        };
        let mut out = OutDir::open(folder, &[name])?;
        if let [draft] = out.drafts() {
            draft.text(&format!("{json}\n"))?;
        }
        out.finish().map(|_| ())
    }
}

const HELP: &str = "a number chooses; a: what the policy would do; u: take back, if no die was \
                    thrown; q: save and leave";

fn wish(input: &str, choices: usize) -> Wish {
    let word = input.trim();
    match word {
        "a" => Wish::Advice,
        "u" => Wish::Undo,
        "q" => Wish::Quit,
        "" | "h" | "?" => Wish::Help,
        _ => match word.parse::<usize>() {
            Ok(number) if (1..=choices).contains(&number) => Wish::Choose(number - 1),
            Ok(number) => Wish::Nothing(format!("there is no choice {number}: 1 to {choices}")),
            Err(_) => {
                let shown: String =
                    word.chars().take(40).filter(|sign| !sign.is_control()).collect();
                Wish::Nothing(format!("`{shown}` is no choice; {HELP}"))
            }
        },
    }
}

fn show(page: &mut Page, game: &Game<'_>, choices: &[Choice]) -> Result<(), Failure> {
    let hero = &game.state().hero;
    page.line(&format!("\n{} of {} hit points, {} action points", hero.hp, hero.max_hp, hero.ap))?;
    for (place, choice) in choices.iter().enumerate() {
        let odds =
            if choice.odds.is_empty() { String::new() } else { format!("; {}", choice.odds) };
        page.line(&format!("{:>3}  {} ({} AP{odds})", place + 1, choice.words, choice.cost))?;
    }
    page.text("> ")
}

fn tell(page: &mut Page, lines: &mut Vec<String>) -> Result<(), Failure> {
    for line in lines.drain(..) {
        page.line(&line)?;
    }
    Ok(())
}

fn saved(file: &std::path::Path) -> Result<Record, Failure> {
    let text = plain(file)?;
    serde_json::from_str(&text)
        .map_err(|error| Failure::Input(format!("{}: no saved battle: {error}", file.display())))
}

/// A seed that nobody has seen before.
fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(()) & MAX_SEED
}
