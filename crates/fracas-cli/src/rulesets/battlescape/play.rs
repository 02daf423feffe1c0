//! The squad's phases, ordered by the user, who sees what the squad sees.

use fracas::battlescape::{
    Choice, Game, Order, Refused, UnitId, View, advice, attack_odds, best_first, doubt, meant,
    reach, read_order, reasoned_advice, spell, status_line,
};

use super::lines::{HELP, Input, meaning, word_meant};
use super::screen;
use crate::failure::Failure;
use crate::verbs::play::{Seat, shown};

/// Asks and obeys until the battle or the input is over.
pub fn turns(seat: &mut Seat<'_>) -> Result<(), Failure> {
    Commander { seat, current: None, turn: 0, offered: Vec::new(), shown: 0, typed: None }.turns()
}

/// So many choices are shown at once.
const AT_ONCE: usize = 10;

/// The one who plays, and whom he commands.
struct Commander<'a, 's> {
    seat: &'a mut Seat<'s>,
    /// Who is given orders.
    current: Option<UnitId>,
    /// The turn that was announced last.
    turn: u32,
    /// What was offered last, the best first.
    offered: Vec<Choice>,
    /// How many of these were shown.
    shown: usize,
    /// What was typed in place of an answer.
    typed: Option<String>,
}

impl Commander<'_, '_> {
    /// Asks and obeys until the battle or the input is over.
    fn turns(&mut self) -> Result<(), Failure> {
        let mut fresh = true;
        while self.seat.session.outcome().is_none() {
            let Some(unit) = self.acting() else { return Ok(()) };
            let new_turn = self.turn != self.view().turn();
            if new_turn || fresh {
                self.seat.page.line("")?;
                self.show_map()?;
            }
            if new_turn {
                self.show_objectives()?;
                self.show_squad()?;
                if self.turn == 0 {
                    self.seat.page.line("`help` tells what can be typed.")?;
                }
                self.turn = self.view().turn();
                fresh = true;
            }
            if fresh || self.current != Some(unit) {
                self.current = Some(unit);
                self.show_choices(unit)?;
            }
            let Some(line) = self.next_line(unit)? else { return Ok(()) };
            fresh = match meaning(&line) {
                Input::Quit => return Ok(()),
                input => self.grant(unit, input)?,
            };
        }
        Ok(())
    }

    /// What is typed next; none at the end of input.
    fn next_line(&mut self, unit: UnitId) -> Result<Option<String>, Failure> {
        if self.typed.is_some() {
            return Ok(self.typed.take());
        }
        let (name, tu) = (self.name(unit), self.view().mine(unit).tu);
        self.seat.ask(&format!("{name}, {tu} TU> "))
    }

    /// The game that this player is for.
    fn game(&self) -> &Game {
        self.seat.session.game().expect("a player of battlescape is given its sessions only")
    }

    fn name(&self, unit: UnitId) -> &str {
        &self.game().battle().sheet(unit).name
    }

    /// Who is to act: the one chosen, else the first of the squad who can.
    fn acting(&self) -> Option<UnitId> {
        let view = self.view();
        let can = |unit: &UnitId| view.can_act(*unit);
        self.current.filter(can).or_else(|| view.own().find(can))
    }

    fn view(&self) -> View<'_> {
        self.game().view()
    }

    /// Does what is asked for; true if that changed anything.
    fn grant(&mut self, unit: UnitId, input: Input<'_>) -> Result<bool, Failure> {
        match input {
            Input::Choices => self.show_choices(unit)?,
            Input::More => self.show_more()?,
            Input::Objectives => self.show_objectives()?,
            Input::Map => self.show_map()?,
            Input::Status => self.show_squad()?,
            Input::Help => self.seat.page.text(HELP)?,
            Input::Odds(target) => self.show_odds(unit, target)?,
            Input::Save(file) => self.seat.save_as(file)?,
            Input::Expect(line) => self.expect(unit, line)?,
            Input::Turn(name) => return self.turn_to(name),
            Input::Undo => {
                let done = self.seat.undo()?;
                let words = done.as_ref().err().map_or("taken back".to_owned(), Refused::to_string);
                self.seat.page.line(&words)?;
                return Ok(done.is_ok());
            }
            Input::EndPhase => {
                return self.carry_out("end phase");
            }
            Input::Advice => {
                let order = advice(&self.view(), unit);
                let sure = doubt(&self.view(), unit, &order).is_none();
                return self.order(unit, order, sure);
            }
            Input::Choose(number) => match self.chosen(number) {
                Ok(order) => return self.order(unit, order, false),
                Err(why) => self.seat.page.line(&why)?,
            },
            Input::Order(line, sure) => match self.read(unit, line) {
                Ok((unit, order)) => return self.order(unit, order, sure),
                Err(why) => self.seat.page.line(&why)?,
            },
            // The loop has left by then.
            Input::Quit => {}
        }
        Ok(false)
    }

    /// What the choice of this number is, if it was shown.
    fn chosen(&self, number: usize) -> Result<Order, String> {
        let choice = number.checked_sub(1).and_then(|place| self.offered[..self.shown].get(place));
        choice.map(|choice| choice.order).ok_or_else(|| {
            let more = if self.shown < self.offered.len() { "; `more` shows others" } else { "" };
            format!("there is no choice {number}: 1 to {}{more}", self.shown)
        })
    }

    /// A unit and its order from a line, the unit being the current one unless
    /// another is named.
    fn read(&self, unit: UnitId, line: &str) -> Result<(UnitId, Order), String> {
        let (battle, view) = (self.game().battle(), self.view());
        let read = match line.contains(':') {
            true => view.read(line),
            false => read_order(battle, line, Some(&view)).map(|order| (unit, order)),
        };
        let (unit, order) =
            read.map_err(|why| match view.unit_named(line).filter(|named| view.is_own(*named)) {
                Some(named) => format!(
                    "`{}` is no order; did you mean `unit {}`?",
                    shown(line),
                    battle.sheet(named).name
                ),
                None => explained(line, &why),
            })?;
        // One of the squad who is dead or gone has a name still.
        if !view.is_own(unit) {
            return Err(format!("{} is not here any more", battle.sheet(unit).name));
        }
        Ok((unit, order))
    }

    /// Carries out an order, after a question where it may be regretted
    /// (B-75, B-184, B-191, B-251).
    fn order(&mut self, unit: UnitId, order: Order, sure: bool) -> Result<bool, Failure> {
        if let Err(why) = self.view().permits(unit, &order) {
            self.seat.page.line(&format!("refused: {why}"))?;
            return Ok(false);
        }
        let preview = self.view().preview(unit, &order);
        let risky = !preview.watchers.is_empty()
            || !preview.friends.is_empty()
            || doubt(&self.view(), unit, &order).is_some();
        if risky && !sure {
            let words = screen::in_full(&self.view(), unit, &order, &preview);
            self.seat.page.line(&words)?;
            let answer = self.seat.ask("sure? y or n> ")?.unwrap_or_default();
            let said = answer.to_ascii_lowercase();
            if !matches!(said.as_str(), "y" | "yes") {
                self.seat.page.line("not done")?;
                // Whoever types another order wants that one instead.
                self.typed = Some(answer).filter(|_| !matches!(said.as_str(), "" | "n" | "no"));
                return Ok(false);
            }
        }
        let line = spell(self.game().battle(), unit, &order);
        self.carry_out(&line)
    }

    /// Carries out an order; true if that changed anything.
    fn carry_out(&mut self, line: &str) -> Result<bool, Failure> {
        match self.seat.order(line)? {
            Ok(()) => Ok(true),
            Err(why) => {
                self.seat.page.line(&format!("refused: {why}"))?;
                Ok(false)
            }
        }
    }

    fn turn_to(&mut self, name: &str) -> Result<bool, Failure> {
        let (battle, view) = (self.game().battle(), self.view());
        let names: Vec<&str> = view.own().map(|unit| battle.sheet(unit).name.as_str()).collect();
        let found = view.unit_named(name).filter(|unit| view.is_own(*unit));
        let Some(unit) = found else {
            let help = meant(name, &names);
            self.seat.page.line(&format!("`{}` is not of the squad{help}", shown(name)))?;
            return Ok(false);
        };
        self.current = Some(unit);
        if self.acting() != Some(unit) {
            let name = self.name(unit).to_owned();
            self.seat.page.line(&format!("{name} cannot act any more in this phase"))?;
        }
        Ok(true)
    }

    fn expect(&mut self, unit: UnitId, line: &str) -> Result<(), Failure> {
        let read = match line.parse() {
            Ok(number) => self.chosen(number).map(|order| (unit, order)),
            Err(_) => self.read(unit, line),
        };
        let words = match read {
            Ok((unit, order)) => match self.view().permits(unit, &order) {
                Ok(()) => {
                    let view = self.view();
                    screen::in_full(&view, unit, &order, &view.preview(unit, &order))
                }
                Err(why) => format!("refused: {why}"),
            },
            Err(why) => why,
        };
        self.seat.page.line(&words)
    }

    fn show_map(&mut self) -> Result<(), Failure> {
        let drawn = screen::map(&self.view(), self.seat.page.paint());
        self.seat.page.text(&drawn)
    }

    fn show_objectives(&mut self) -> Result<(), Failure> {
        let words = screen::objectives(&self.view());
        self.seat.page.text(&words)
    }

    fn show_squad(&mut self) -> Result<(), Failure> {
        let words = screen::squad(&self.view());
        self.seat.page.text(&words)
    }

    fn show_choices(&mut self, unit: UnitId) -> Result<(), Failure> {
        let view = self.view();
        let mut offered = best_first(&view, unit);
        // What the computer would do comes first, be it a walk.
        let (advised, why) = reasoned_advice(&view, unit);
        offered.retain(|choice| choice.order != advised);
        let (line, preview) = (view.spell(&advised), view.preview(unit, &advised));
        offered.insert(0, Choice { order: advised, line, preview });
        let hexes = reach(&view, unit);
        let status = status_line(&view, unit).unwrap_or_default();
        let status = format!("\n{} {status}", view.mark(unit));
        (self.offered, self.shown) = (offered, 0);
        self.seat.page.line(&status)?;
        self.seat.page.line(&format!("     move C,R: {hexes} hexes within reach"))?;
        self.seat.page.line(&format!("     1 is advised: {why}"))?;
        self.show_more()
    }

    /// The next choices.
    fn show_more(&mut self) -> Result<(), Failure> {
        let Some(unit) = self.current else { return Ok(()) };
        let until = (self.shown + AT_ONCE).min(self.offered.len());
        if self.shown == until {
            return self.seat.page.line("there are no more choices; `choices` shows the first");
        }
        for place in self.shown..until {
            let choice = screen::choice(&self.view(), unit, place + 1, &self.offered[place]);
            self.seat.page.text(&choice)?;
        }
        self.shown = until;
        match self.offered.len() - until {
            0 => Ok(()),
            left => self.seat.page.line(&format!("     more: {left} further choices")),
        }
    }

    fn show_odds(&mut self, unit: UnitId, target: &str) -> Result<(), Failure> {
        let words = match attack_odds(&self.view(), unit, target) {
            Ok(table) => table,
            Err(why) => format!("{why}\n"),
        };
        self.seat.page.text(&words)
    }
}

/// Why a line is no order, and what was perhaps meant. It repeats input and is
/// made safe to be shown.
fn explained(line: &str, why: &Refused) -> String {
    let why: String = why.0.chars().filter(|sign| !sign.is_control()).collect();
    if why.contains("did you mean") {
        return why;
    }
    // Only a first word that is no order can be another word.
    match word_meant(line) {
        word if !word.is_empty() && why.contains("is no order") => format!("{why}{word}"),
        _ => format!("{why}; `help` tells what can be typed"),
    }
}
