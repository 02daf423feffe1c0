//! The hero's turns, chosen by the user.

use fracas::andor::{Choice, Game};
use unicode_width::UnicodeWidthStr;

use crate::failure::Failure;
use crate::page::Page;
use crate::verbs::play::{Seat, shown};

/// What a line of input means.
enum Input {
    Choose(usize),
    Advice,
    Undo,
    Help,
    Quit,
    Nothing(String),
}

/// Asks and obeys until the battle or the input is over.
pub fn turns(seat: &mut Seat<'_>) -> Result<(), Failure> {
    let mut asked = false;
    while seat.session.outcome().is_none() {
        let choices = seat.session.choices();
        // What made no sense is asked again without all the choices.
        if !std::mem::replace(&mut asked, true)
            && let Some(game) = seat.session.game::<Game>()
        {
            show(seat.page, game)?;
        }
        let Some(input) = seat.ask("> ")? else { return Ok(()) };
        let order = match meaning(&input, choices.len()) {
            Input::Choose(place) => choices[place].order.clone(),
            Input::Advice => seat.session.advice(),
            Input::Undo => {
                let undone = seat.undo()?;
                asked = undone.is_err();
                let words = undone.map_or_else(|why| why.to_string(), |()| "taken back".to_owned());
                seat.page.line(&words)?;
                continue;
            }
            Input::Help => {
                seat.page.line(HELP)?;
                continue;
            }
            Input::Quit => return Ok(()),
            Input::Nothing(why) => {
                seat.page.line(&why)?;
                continue;
            }
        };
        asked = false;
        if let Err(why) = seat.order(&order)? {
            seat.page.line(&why.to_string())?;
        }
    }
    Ok(())
}

const HELP: &str = "a number chooses; a: what the policy would do; u: take back, if no die was \
                    thrown; q: save and leave";

fn meaning(word: &str, choices: usize) -> Input {
    match word {
        "a" => Input::Advice,
        "u" => Input::Undo,
        "q" => Input::Quit,
        "" | "h" | "?" => Input::Help,
        _ => match word.parse::<usize>() {
            Ok(number) if (1..=choices).contains(&number) => Input::Choose(number - 1),
            Ok(number) => Input::Nothing(format!("there is no choice {number}: 1 to {choices}")),
            Err(_) => Input::Nothing(format!("`{}` is no choice; {HELP}", shown(word))),
        },
    }
}

fn show(page: &mut Page, game: &Game) -> Result<(), Failure> {
    let choices: Vec<Choice> = game.choices();
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
