//! `fracas play`: the hero's turns, chosen by the user.

use std::io::{self, BufRead};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use fracas::andor::{AndorBattle, Choice, Game, Played};
use fracas::{BadReplay, Detail, Folder, MAX_SEED};
use unicode_width::UnicodeWidthStr;

use crate::args::{Changes, Seed};
use crate::failure::{Failure, complain};
use crate::input::{plain, read};
use crate::out_dir::OutDir;
use crate::page::Page;
use crate::show::shell_word;

/// Play an andor battle turn by turn in the terminal
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
        let (battle, played) = self.load()?;
        complain(battle.warnings());
        let mut lines = Vec::new();
        let mut hear = |line: &str| lines.push(line.to_owned());
        let (mut game, seed) = match &played {
            Some(played) => {
                let game = played.again(&battle, Detail::All, &mut hear);
                (game.map_err(|bad| Failure::No(bad.to_string()))?, played.seed())
            }
            None => {
                let seed = self.seed.seed.or(battle.seed()).unwrap_or_else(fresh_seed);
                (battle.play(seed, &mut hear), seed)
            }
        };
        page.text(&battle.opening())?;
        tell(page, &mut lines)?;
        let quit = self.turns(page, &battle, &mut game, &mut lines)?;
        if !quit {
            page.text(&format!("\n{}", battle.closing(&game)))?;
        }
        self.keep(&battle.keep(&game))?;
        let file = shell_word(&self.save.to_string_lossy());
        page.line(&format!("saved (seed {seed}); check it with: fracas replay {file}"))?;
        if quit {
            page.line(&format!("go on with: fracas play --resume {file}"))?;
        }
        Ok(())
    }

    /// The scenario, and what was played of it before.
    fn load(&self) -> Result<(AndorBattle, Option<Played>), Failure> {
        if let Some(file) = &self.resume {
            let named = |bad: BadReplay| Failure::Input(format!("{}: {bad}", file.display()));
            let played = Played::read(&plain(file)?).map_err(named)?;
            return Ok((played.load().map_err(named)?, Some(played)));
        }
        // The command line sees to it that there is one or the other.
        let file = self.file.as_deref().unwrap_or("-");
        let folder = Arc::new(Folder::of(file));
        Ok((AndorBattle::load(read(file)?, &self.changes.sets, folder)?, None))
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
        let mut asked = false;
        while game.verdict().is_none() {
            let choices = game.choices();
            // What made no sense is asked again without all the choices.
            if !std::mem::replace(&mut asked, true) {
                show(page, game, &choices)?;
            }
            page.text("> ")?;
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
                    let undone = game.undo();
                    asked = undone.is_err();
                    page.line(&undone.map_or_else(|why| why, |()| "taken back".to_owned()))?;
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
            asked = false;
            let mut hear = |line: &str| lines.push(line.to_owned());
            let mut teller = battle.teller(Detail::All, &mut hear);
            if let Err(why) = game.order(order, &mut teller) {
                page.line(&why)?;
            }
            drop(teller);
            tell(page, lines)?;
        }
        Ok(false)
    }

    fn keep(&self, record: &Played) -> Result<(), Failure> {
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
    let widest = choices.iter().map(|choice| choice.words.width()).max().unwrap_or(0);
    for (place, choice) in choices.iter().enumerate() {
        let blanks = " ".repeat(widest - choice.words.width());
        let line = format!(
            "{:>3}  {}{blanks}  {:>2} AP  {}",
            place + 1,
            choice.words,
            choice.cost,
            choice.odds
        );
        page.line(line.trim_end())?;
    }
    Ok(())
}

fn tell(page: &mut Page, lines: &mut Vec<String>) -> Result<(), Failure> {
    for line in lines.drain(..) {
        page.line(&line)?;
    }
    Ok(())
}

/// A seed that nobody has seen before.
fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(()) & MAX_SEED
}
