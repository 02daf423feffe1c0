//! Play by any rules that take orders: the choices, numbered.

use super::{Seat, shown};
use crate::failure::Failure;

const HELP: &str = "a number chooses, or type an order; advice: do what the policy would; undo; \
                    save FILE; quit: save and leave";

/// Offers the choices and carries out what is typed until the battle or the
/// input is over.
pub fn turns(seat: &mut Seat<'_>) -> Result<(), Failure> {
    let mut fresh = true;
    while seat.session.outcome().is_none() {
        let choices = seat.session.choices();
        if std::mem::replace(&mut fresh, false) {
            seat.page.line("")?;
            for (place, choice) in choices.iter().enumerate() {
                let line = format!("{:>3}  {}  {}", place + 1, choice.order, choice.words);
                seat.page.line(line.trim_end())?;
            }
        }
        let Some(line) = seat.ask("> ")? else { return Ok(()) };
        let number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let order = match (line.as_str(), number.and_then(|place| choices.get(place))) {
            ("", _) => {
                fresh = true;
                continue;
            }
            ("quit" | "q", _) => return Ok(()),
            ("help" | "h" | "?", _) => {
                seat.page.line(HELP)?;
                continue;
            }
            ("undo" | "u", _) => {
                let done = seat.undo()?;
                fresh = done.is_ok();
                let words = done.err().map_or("taken back".to_owned(), |why| why.to_string());
                seat.page.line(&words)?;
                continue;
            }
            ("advice" | "a", _) => seat.session.advice(),
            (_, Some(choice)) => choice.order.clone(),
            (line, None) => match line.strip_prefix("save ") {
                Some(file) => {
                    seat.save_as(file.trim())?;
                    continue;
                }
                None => line.to_owned(),
            },
        };
        match seat.order(&order)? {
            Ok(()) => fresh = true,
            Err(why) => seat.page.line(&format!("{}; {HELP}", shown(&why.to_string())))?,
        }
    }
    Ok(())
}
