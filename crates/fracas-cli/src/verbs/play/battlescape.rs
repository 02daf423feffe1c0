//! The squad's phases, ordered by the user, who sees what the squad sees.

use std::path::Path;

use fracas::battlescape::{
    Choice, Event, Game, Observer, Order, Preview, Refused, Scape, Side, UnitId, View, advice,
    attack_odds, choices, expected, map, meant, reach, read_line, read_order, status_line, terms,
};

use super::orders::{HELP, Wish, wish, word_meant};
use super::saving::{Saving, copy};
use super::{ask, shown, tell};
use crate::failure::Failure;
use crate::page::Page;

/// Asks and obeys until the battle or the input is over.
pub fn turns<'a>(
    scape: Scape<'a>,
    game: &mut Game<'a>,
    saving: &Saving,
    page: &mut Page,
) -> Result<(), Failure> {
    Table { scape, game, saving, page, current: None, turn: 0, offered: Vec::new() }.turns()
}

/// A game and the one who plays it.
struct Table<'a, 'p> {
    scape: Scape<'a>,
    game: &'p mut Game<'a>,
    saving: &'p Saving,
    page: &'p mut Page,
    /// Who is given orders.
    current: Option<UnitId>,
    /// The turn that was announced last.
    turn: u32,
    /// What was offered last.
    offered: Vec<Choice>,
}

impl<'a> Table<'a, '_> {
    /// Asks and obeys until the battle or the input is over.
    fn turns(&mut self) -> Result<(), Failure> {
        let mut fresh = true;
        while self.game.ended().is_none() {
            let Some(unit) = self.acting() else { return Ok(()) };
            if self.turn != self.game.state().turn {
                self.turn = self.game.state().turn;
                self.page.line("")?;
                self.show_map()?;
                self.show_squad()?;
                fresh = true;
            }
            if fresh || self.current != Some(unit) {
                self.current = Some(unit);
                self.show_choices(unit)?;
            }
            let name = &self.game.battle().sheet(unit).name;
            let prompt = format!("{name}, {} TU> ", self.game.state().unit(unit).tu);
            let Some(line) = ask(self.page, &prompt)? else { return Ok(()) };
            fresh = match wish(&line) {
                Wish::Quit => return Ok(()),
                wish => self.grant(unit, wish)?,
            };
        }
        Ok(())
    }

    /// Who is to act: the one chosen, else the first of the squad who can.
    fn acting(&self) -> Option<UnitId> {
        let view = self.view();
        let can = |unit: &UnitId| {
            view.unit(*unit).is_some_and(|now| now.is_able() && now.panic.is_none() && !now.ended)
        };
        self.current.filter(can).or_else(|| view.own().find(can))
    }

    fn view(&self) -> View<'_> {
        View::of_side(self.game.battle(), self.game.state(), Side::Player)
    }

    /// Does what is wished; true if that changed anything.
    fn grant(&mut self, unit: UnitId, wish: Wish<'_>) -> Result<bool, Failure> {
        match wish {
            Wish::Choices => self.show_choices(unit)?,
            Wish::Map => self.show_map()?,
            Wish::Status => self.show_squad()?,
            Wish::Help => self.page.text(HELP)?,
            Wish::Odds(target) => self.show_odds(unit, target)?,
            Wish::Save(file) => self.save_as(file)?,
            Wish::Expect(line) => self.expect(unit, line)?,
            Wish::Turn(name) => return self.turn_to(name),
            Wish::Undo => {
                let done = self.game.undo();
                self.saving.keep(self.scape, self.game)?;
                let words = done.as_ref().err().map_or("taken back".to_owned(), Refused::to_string);
                self.page.line(&words)?;
                return Ok(done.is_ok());
            }
            Wish::EndPhase => {
                let events = self.game.end_phase();
                return self.done(events);
            }
            Wish::Advice => {
                let order = advice(&self.view(), unit);
                return self.order(unit, order, true);
            }
            Wish::Choose(number) => {
                match number.checked_sub(1).and_then(|place| self.offered.get(place)) {
                    Some(choice) => {
                        let order = choice.order;
                        return self.order(unit, order, false);
                    }
                    None => {
                        let count = self.offered.len();
                        self.page.line(&format!("there is no choice {number}: 1 to {count}"))?;
                    }
                }
            }
            Wish::Order(line, sure) => match self.read(unit, line) {
                Ok((unit, order)) => return self.order(unit, order, sure),
                Err(why) => self.page.line(&why)?,
            },
            // The loop has left by then.
            Wish::Quit => {}
        }
        Ok(false)
    }

    /// A unit and its order from a line, the unit being the current one unless
    /// another is named.
    fn read(&self, unit: UnitId, line: &str) -> Result<(UnitId, Order), String> {
        let battle = self.game.battle();
        let read = match line.contains(':') {
            true => read_line(battle, line),
            false => read_order(battle, line).map(|order| (unit, order)),
        };
        let (unit, order) = read.map_err(|why| explained(line, &why))?;
        if !self.view().is_own(unit) {
            return Err(format!("{} is not yours to command", battle.sheet(unit).name));
        }
        Ok((unit, order))
    }

    /// Carries out an order, after a question where it may be regretted
    /// (B-75, B-184).
    fn order(&mut self, unit: UnitId, order: Order, sure: bool) -> Result<bool, Failure> {
        if let Err(why) = self.view().permits(unit, &order) {
            self.page.line(&format!("refused: {why}"))?;
            return Ok(false);
        }
        let preview = self.view().preview(unit, &order);
        let risky = !preview.watchers.is_empty() || !preview.friends.is_empty();
        if risky && !sure {
            self.page.line(&expected(&preview))?;
            let answer = ask(self.page, "sure? y or n> ")?.unwrap_or_default();
            if !matches!(answer.as_str(), "y" | "yes") {
                self.page.line("not done")?;
                return Ok(false);
            }
        }
        let events = self.game.order(unit, order);
        self.done(events)
    }

    fn done(&mut self, events: Result<Vec<Event>, Refused>) -> Result<bool, Failure> {
        match events {
            Ok(events) => {
                self.saving.keep(self.scape, self.game)?;
                self.tell(&events)?;
                Ok(true)
            }
            Err(why) => {
                self.page.line(&format!("refused: {why}"))?;
                Ok(false)
            }
        }
    }

    /// What the squad gets to know of what happened.
    fn tell(&mut self, events: &[Event]) -> Result<(), Failure> {
        tell(self.scape, events, self.page)
    }

    fn turn_to(&mut self, name: &str) -> Result<bool, Failure> {
        let (battle, view) = (self.game.battle(), self.view());
        let known = |unit: &UnitId| battle.sheet(*unit).name == name;
        let names: Vec<&str> = view.own().map(|unit| battle.sheet(unit).name.as_str()).collect();
        let found = view.own().find(known);
        let Some(unit) = found else {
            let help = meant(name, &names);
            self.page.line(&format!("`{}` is not of the squad{help}", shown(name)))?;
            return Ok(false);
        };
        self.current = Some(unit);
        if self.acting() != Some(unit) {
            self.page.line(&format!("{name} cannot act any more in this phase"))?;
        }
        Ok(true)
    }

    fn expect(&mut self, unit: UnitId, line: &str) -> Result<(), Failure> {
        let words = match self.read(unit, line) {
            Ok((unit, order)) => match self.view().permits(unit, &order) {
                Ok(()) => in_full(&self.view().preview(unit, &order)),
                Err(why) => format!("refused: {why}"),
            },
            Err(why) => why,
        };
        self.page.line(&words)
    }

    fn show_map(&mut self) -> Result<(), Failure> {
        let drawn = map(self.game.battle(), self.game.state(), Some(Observer::PLAYER));
        self.page.text(&drawn)
    }

    fn show_squad(&mut self) -> Result<(), Failure> {
        let (battle, state) = (self.game.battle(), self.game.state());
        let squad: Vec<UnitId> = self.view().own().collect();
        for unit in squad {
            let ended = if state.unit(unit).ended { ", done" } else { "" };
            self.page.line(&format!("{}{ended}", status_line(battle, state, unit)))?;
        }
        Ok(())
    }

    fn show_choices(&mut self, unit: UnitId) -> Result<(), Failure> {
        let (battle, state) = (self.game.battle(), self.game.state());
        let offered = choices(battle, &self.view(), unit);
        let hexes = reach(&self.view(), unit);
        self.page.line(&format!("\n{}", status_line(battle, state, unit)))?;
        self.page.line(&format!("     move C,R: {hexes} hexes within reach"))?;
        for (place, choice) in offered.iter().enumerate() {
            let what = expected(&choice.preview);
            self.page.line(&format!("{:>3}  {} ({what})", place + 1, choice.line))?;
            if !choice.preview.terms.is_empty() {
                self.page.line(&format!("       {}", terms(&choice.preview.terms)))?;
            }
        }
        self.offered = offered;
        Ok(())
    }

    fn show_odds(&mut self, unit: UnitId, target: &str) -> Result<(), Failure> {
        let words = match attack_odds(self.game.battle(), self.game.state(), unit, target) {
            Ok(table) => table,
            Err(why) => format!("{why}\n"),
        };
        self.page.text(&words)
    }

    fn save_as(&mut self, file: &str) -> Result<(), Failure> {
        if file.is_empty() {
            return self.page.line("save needs the name of a file");
        }
        match copy(self.scape, self.game, Path::new(file)) {
            Ok(()) => self.page.line(&format!("saved {}", shown(file))),
            // A wrong name is no reason to end the game.
            Err(Failure::Machine(why) | Failure::Input(why)) => self.page.line(&why),
            Err(other) => Err(other),
        }
    }
}

fn in_full(preview: &Preview) -> String {
    match preview.terms.is_empty() {
        true => expected(preview),
        false => format!("{}\n{}", expected(preview), terms(&preview.terms)),
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
