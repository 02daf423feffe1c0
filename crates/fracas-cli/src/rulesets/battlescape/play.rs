//! The squad's phases, ordered by the user, who sees what the squad sees.

use fracas::battlescape::{
    Choice, Game, Order, Preview, Refused, UnitId, View, advice, attack_odds, choices, expected,
    map, meant, reach, read_line, read_order, spell, status_line, terms,
};

use super::lines::{HELP, Input, meaning, word_meant};
use crate::failure::Failure;
use crate::verbs::play::{Seat, shown};

/// Asks and obeys until the battle or the input is over.
pub fn turns(seat: &mut Seat<'_>) -> Result<(), Failure> {
    Commander { seat, current: None, turn: 0, offered: Vec::new() }.turns()
}

/// The one who plays, and whom he commands.
struct Commander<'a, 's> {
    seat: &'a mut Seat<'s>,
    /// Who is given orders.
    current: Option<UnitId>,
    /// The turn that was announced last.
    turn: u32,
    /// What was offered last.
    offered: Vec<Choice>,
}

impl Commander<'_, '_> {
    /// Asks and obeys until the battle or the input is over.
    fn turns(&mut self) -> Result<(), Failure> {
        let mut fresh = true;
        while self.seat.session.outcome().is_none() {
            let Some(unit) = self.acting() else { return Ok(()) };
            if self.turn != self.view().turn() {
                self.turn = self.view().turn();
                self.seat.page.line("")?;
                self.show_map()?;
                self.show_squad()?;
                fresh = true;
            }
            if fresh || self.current != Some(unit) {
                self.current = Some(unit);
                self.show_choices(unit)?;
            }
            let (name, tu) = (self.name(unit), self.view().mine(unit).tu);
            let Some(line) = self.seat.ask(&format!("{name}, {tu} TU> "))? else { return Ok(()) };
            fresh = match meaning(&line) {
                Input::Quit => return Ok(()),
                input => self.grant(unit, input)?,
            };
        }
        Ok(())
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
                return self.order(unit, order, true);
            }
            Input::Choose(number) => {
                match number.checked_sub(1).and_then(|place| self.offered.get(place)) {
                    Some(choice) => {
                        let order = choice.order;
                        return self.order(unit, order, false);
                    }
                    None => {
                        let count = self.offered.len();
                        self.seat
                            .page
                            .line(&format!("there is no choice {number}: 1 to {count}"))?;
                    }
                }
            }
            Input::Order(line, sure) => match self.read(unit, line) {
                Ok((unit, order)) => return self.order(unit, order, sure),
                Err(why) => self.seat.page.line(&why)?,
            },
            // The loop has left by then.
            Input::Quit => {}
        }
        Ok(false)
    }

    /// A unit and its order from a line, the unit being the current one unless
    /// another is named.
    fn read(&self, unit: UnitId, line: &str) -> Result<(UnitId, Order), String> {
        let battle = self.game().battle();
        let read = match line.contains(':') {
            true => read_line(battle, line, None),
            false => read_order(battle, line, None).map(|order| (unit, order)),
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
            self.seat.page.line(&format!("refused: {why}"))?;
            return Ok(false);
        }
        let preview = self.view().preview(unit, &order);
        let risky = !preview.watchers.is_empty() || !preview.friends.is_empty();
        if risky && !sure {
            self.seat.page.line(&expected(&preview))?;
            let answer = self.seat.ask("sure? y or n> ")?.unwrap_or_default();
            if !matches!(answer.as_str(), "y" | "yes") {
                self.seat.page.line("not done")?;
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
        let known = |unit: &UnitId| battle.sheet(*unit).name == name;
        let names: Vec<&str> = view.own().map(|unit| battle.sheet(unit).name.as_str()).collect();
        let found = view.own().find(known);
        let Some(unit) = found else {
            let help = meant(name, &names);
            self.seat.page.line(&format!("`{}` is not of the squad{help}", shown(name)))?;
            return Ok(false);
        };
        self.current = Some(unit);
        if self.acting() != Some(unit) {
            self.seat.page.line(&format!("{name} cannot act any more in this phase"))?;
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
        self.seat.page.line(&words)
    }

    fn show_map(&mut self) -> Result<(), Failure> {
        let drawn = map(&self.view());
        self.seat.page.text(&drawn)
    }

    fn show_squad(&mut self) -> Result<(), Failure> {
        let squad: Vec<UnitId> = self.view().own().collect();
        for unit in squad {
            let ended = if self.view().mine(unit).ended { ", done" } else { "" };
            let line = status_line(&self.view(), unit).unwrap_or_default();
            self.seat.page.line(&format!("{line}{ended}"))?;
        }
        Ok(())
    }

    fn show_choices(&mut self, unit: UnitId) -> Result<(), Failure> {
        let offered = choices(&self.view(), unit);
        let hexes = reach(&self.view(), unit);
        let status = status_line(&self.view(), unit).unwrap_or_default();
        self.seat.page.line(&format!("\n{status}"))?;
        self.seat.page.line(&format!("     move C,R: {hexes} hexes within reach"))?;
        for (place, choice) in offered.iter().enumerate() {
            let what = expected(&choice.preview);
            self.seat.page.line(&format!("{:>3}  {} ({what})", place + 1, choice.line))?;
            if !choice.preview.terms.is_empty() {
                self.seat.page.line(&format!("       {}", terms(&choice.preview.terms)))?;
            }
        }
        self.offered = offered;
        Ok(())
    }

    fn show_odds(&mut self, unit: UnitId, target: &str) -> Result<(), Failure> {
        let words = match attack_odds(&self.view(), unit, target) {
            Ok(table) => table,
            Err(why) => format!("{why}\n"),
        };
        self.seat.page.text(&words)
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
