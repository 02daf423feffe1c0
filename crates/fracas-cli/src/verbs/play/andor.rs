//! The hero's turns, chosen by the user.

use fracas::andor::{Choice, Duel, Game};
use unicode_width::UnicodeWidthStr;

use super::saving::Saving;
use super::{ask, shown, tell};
use crate::failure::Failure;
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

/// Asks and obeys until the battle or the input is over.
pub fn turns<'a>(
    duel: Duel<'a>,
    game: &mut Game<'a>,
    saving: &Saving,
    page: &mut Page,
) -> Result<(), Failure> {
    let mut asked = false;
    while game.verdict().is_none() {
        let choices = game.choices();
        // What made no sense is asked again without all the choices.
        if !std::mem::replace(&mut asked, true) {
            show(page, game, &choices)?;
        }
        let Some(input) = ask(page, "> ")? else { return Ok(()) };
        let order = match wish(&input, choices.len()) {
            Wish::Choose(place) => choices[place].order,
            Wish::Advice => game.advice(),
            Wish::Undo => {
                let undone = game.undo();
                asked = undone.is_err();
                saving.keep(duel, game)?;
                page.line(&undone.map_or_else(|why| why, |()| "taken back".to_owned()))?;
                continue;
            }
            Wish::Help => {
                page.line(HELP)?;
                continue;
            }
            Wish::Quit => return Ok(()),
            Wish::Nothing(why) => {
                page.line(&why)?;
                continue;
            }
        };
        asked = false;
        let mut events = Vec::new();
        if let Err(why) = game.order(order, &mut |event| events.push(event)) {
            page.line(&why)?;
        }
        saving.keep(duel, game)?;
        tell(duel, &events, page)?;
    }
    Ok(())
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
