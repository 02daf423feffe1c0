//! The hero's turns, chosen by the user.

use std::sync::Arc;

use fracas::andor::{AndorBattle, Choice, Game, Played};
use fracas::{BadReplay, Detail, Folder, Source};
use unicode_width::UnicodeWidthStr;

use super::{Play, ask, keep, shown};
use crate::failure::{Failure, complain};
use crate::page::Page;

/// What a line of input means.
enum Wish {
    Choose(usize),
    Advice,
    Undo,
    Help,
    Quit,
    Nothing(String),
}

/// Plays a battle from its beginning.
pub fn begin(
    play: &Play,
    source: Source,
    folder: Arc<Folder>,
    page: &mut Page,
) -> Result<(), Failure> {
    let battle = AndorBattle::load(source, &play.changes.sets, folder)?;
    let mut lines = Vec::new();
    let seed = play.seed(battle.seed());
    let game = battle.play(seed, &mut |line| lines.push(line.to_owned()));
    sit_down(play, &battle, game, seed, lines, page)
}

/// Goes on with a battle that was saved.
pub fn go_on(play: &Play, played: &Played, page: &mut Page) -> Result<(), Failure> {
    let bad = |bad: BadReplay| Failure::No(bad.to_string());
    let battle = played.load().map_err(bad)?;
    complain(battle.warnings());
    let mut lines = Vec::new();
    let again = played.again(&battle, Detail::All, &mut |line| lines.push(line.to_owned()));
    sit_down(play, &battle, again.map_err(bad)?, played.seed(), lines, page)
}

/// Plays until the battle or the input is over, and saves it.
fn sit_down(
    play: &Play,
    battle: &AndorBattle,
    mut game: Game<'_>,
    seed: u64,
    mut lines: Vec<String>,
    page: &mut Page,
) -> Result<(), Failure> {
    page.text(&battle.opening())?;
    tell(page, &mut lines)?;
    let quit = turns(page, battle, &mut game, &mut lines)?;
    if !quit {
        page.text(&format!("\n{}", battle.closing(&game)))?;
    }
    keep(&play.save, &battle.keep(&game))?;
    play.tell_saved(page, seed, !quit)
}

/// Asks and obeys; true if the user went before the end.
fn turns(
    page: &mut Page,
    battle: &AndorBattle,
    game: &mut Game<'_>,
    lines: &mut Vec<String>,
) -> Result<bool, Failure> {
    let mut asked = false;
    while game.verdict().is_none() {
        let choices = game.choices();
        // What made no sense is asked again without all the choices.
        if !std::mem::replace(&mut asked, true) {
            show(page, game, &choices)?;
        }
        let Some(input) = ask(page, "> ")? else { return Ok(true) };
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

const HELP: &str = "a number chooses; a: what the policy would do; u: take back, if no die was \
                    thrown; q: save and leave";

fn wish(word: &str, choices: usize) -> Wish {
    match word {
        "a" => Wish::Advice,
        "u" => Wish::Undo,
        "q" => Wish::Quit,
        "" | "h" | "?" => Wish::Help,
        _ => match word.parse::<usize>() {
            Ok(number) if (1..=choices).contains(&number) => Wish::Choose(number - 1),
            Ok(number) => Wish::Nothing(format!("there is no choice {number}: 1 to {choices}")),
            Err(_) => Wish::Nothing(format!("`{}` is no choice; {HELP}", shown(word))),
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
