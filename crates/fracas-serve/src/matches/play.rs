//! Matches of orders, side against side through fog.

use std::collections::VecDeque;

use fracas::{Battle, FairDice, Fingerprint, Session};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use super::command::{is_anothers, may_order};
use super::kept::{Change, Seat};
use super::table::{Inner, Table, deadline_after};
use super::terms::Terms;
use super::{MatchError, OVER, PLAYING};

/// The order by which a phase ends.
pub(super) const END_PHASE: &str = "end phase";
/// An order or question is not longer.
const LONGEST: usize = 500;

/// From where on who wants to hear nothing is told what was heard.
pub const NOTHING: usize = usize::MAX;

/// A battle that sides are given orders in.
pub struct Played {
    session: Session,
    sides: Vec<SideKnows>,
    /// How much each side had heard before each order.
    marks: Vec<Vec<(usize, usize)>>,
    /// For spectators: moments of the truth, the oldest of which they see.
    moments: VecDeque<(String, Option<Box<RawValue>>)>,
    delay: Option<usize>,
    shown: u64,
}

/// What one side has heard and seen.
#[derive(Default)]
struct SideKnows {
    /// As text: values would take ten times the room.
    heard: Vec<Option<Box<RawValue>>>,
    /// The number of the first line. Numbers of lines that were taken back are
    /// not used again, so that whoever heard those hears all anew.
    first: usize,
    orders: usize,
    version: u64,
    scene: Fingerprint,
}

/// What a side has heard of, and after how many of its orders.
#[derive(Serialize)]
struct Line {
    event: Option<Box<RawValue>>,
    words: Option<String>,
    order: usize,
}

impl Played {
    /// What makes the sides those of the terms. The AI has a side without seat.
    pub fn first_lines(terms: &Terms) -> Vec<(usize, String)> {
        let seated = |side: usize| terms.seats.iter().any(|seat| seat.side == side);
        let mut lines = Vec::new();
        if seated(1) {
            lines.push((1, "command enemy".to_owned()));
        }
        if !seated(0) {
            lines.push((0, "hand over player".to_owned()));
        }
        lines
    }

    /// Plays a battle up to where it was.
    pub fn again(
        battle: &Battle,
        terms: &Terms,
        seed: u64,
        lines: &[(usize, String)],
    ) -> Result<Self, String> {
        let session = battle.play(seed).map_err(|why| why.to_string())?;
        let sides = battle.rules().observers().iter().map(|_| SideKnows::default()).collect();
        let delay = terms.spectators.map(|delay| delay as usize);
        let (marks, moments) = (Vec::new(), VecDeque::new());
        let mut played = Self { session, sides, marks, moments, delay, shown: 0 };
        played.hear();
        for (side, line) in lines {
            played.order(*side, line).map_err(|why| why.to_string())?;
        }
        played.look();
        Ok(played)
    }

    /// Gives an order for a side; a refused one changes nothing.
    fn order(&mut self, side: usize, line: &str) -> Result<(), fracas::Refused> {
        self.session.order(line)?;
        self.marks.push(self.sides.iter().map(|side| (side.heard.len(), side.orders)).collect());
        if let Some(side) = self.sides.get_mut(side) {
            side.orders += 1;
        }
        self.hear();
        Ok(())
    }

    /// Lets each side hear what happened.
    fn hear(&mut self) {
        for (side, heard) in self.sides.iter_mut().zip(self.session.heard_by_each()) {
            for heard in heard {
                // Events are written by serde: they are JSON.
                let event = RawValue::from_string(heard.json).ok();
                let line = Line { event, words: heard.words, order: side.orders };
                side.heard.push(to_raw_value(&line).ok());
            }
        }
        if let Some(delay) = self.delay
            && let Some(scene) = self.session.scene_of(None)
        {
            let is_new = self.moments.back().is_none_or(|(when, _)| *when != scene.when);
            if is_new {
                self.moments.push_back((scene.when.clone(), to_raw_value(&scene).ok()));
            }
            if self.moments.len() > delay + 1 {
                self.moments.pop_front();
                self.shown += 1;
            }
        }
    }

    /// Lets each side see what has changed for it.
    fn look(&mut self) {
        for (place, side) in self.sides.iter_mut().enumerate() {
            let mut print = Fingerprint::default();
            print.add(&json!(self.session.scene_of(Some(place))).to_string());
            print.add(&format!("{} {}", side.heard.len(), side.orders));
            if print != side.scene {
                (side.scene, side.version) = (print, side.version + 1);
            }
        }
    }

    fn undo(&mut self) -> Result<(), fracas::Refused> {
        self.session.undo()?;
        for (side, (heard, orders)) in
            self.sides.iter_mut().zip(self.marks.pop().unwrap_or_default())
        {
            if heard < side.heard.len() {
                side.first += side.heard.len() + 1;
                side.heard.truncate(heard);
            }
            side.orders = orders;
        }
        self.look();
        Ok(())
    }

    pub fn outcome(&self) -> Option<&'static str> {
        self.session.outcome()
    }

    /// The side that is to act.
    pub fn to_act(&self) -> usize {
        self.session.to_act()
    }

    /// The name of the side that is to act.
    pub fn side_to_act(&self) -> &'static str {
        let observers = self.session.battle().rules().observers();
        observers.get(self.session.to_act()).copied().unwrap_or_default()
    }

    pub fn version(&self, side: usize) -> u64 {
        self.sides.get(side).map_or(0, |side| side.version)
    }

    pub fn spectator_version(&self) -> u64 {
        self.shown
    }

    /// What a side sees, and what it heard from that line on.
    pub fn view(&self, side: usize, from: usize) -> Value {
        let Some(knows) = self.sides.get(side) else { return json!({}) };
        let over = self.session.outcome();
        let next = knows.first + knows.heard.len();
        let from = if from == NOTHING { next } else { from };
        // Who has heard of what was taken back hears it all again, from 0.
        let known = (knows.first..=next).contains(&from);
        let (from, lines) = match known {
            true => (from, &knows.heard[from - knows.first..]),
            false => (0, &knows.heard[..]),
        };
        json!({
            "opening": self.session.opening_to(side),
            "scene": self.session.scene_of(Some(side)),
            "mine": over.is_none() && self.session.to_act() == side,
            "heard": { "from": from, "next": next, "lines": lines },
            "orders": knows.orders,
            "outcome": over,
            "closing": self.session.closing(),
        })
    }

    /// What spectators see: the truth of some phases ago; all of it at the end.
    pub fn spectator_view(&self, over: bool) -> Value {
        if over {
            let scene = self.session.scene_of(None);
            return json!({ "scene": scene, "closing": self.session.closing() });
        }
        let full = self.delay.is_some_and(|delay| self.moments.len() > delay);
        let shown = self.moments.front().filter(|_| full).map(|(_, scene)| scene);
        json!({ "scene": shown })
    }

    pub fn replay(&self, dice: FairDice) -> Result<String, MatchError> {
        let replay = self.session.replay().with_fair_dice(dice);
        serde_json::to_string(&replay).map_err(|why| MatchError::NotNow(why.to_string()))
    }

    /// The units of a side, as it sees them itself.
    pub(super) fn names(&self, side: usize) -> Vec<String> {
        let scene = self.session.scene_of(Some(side));
        let side = scene.and_then(|scene| scene.sides.into_iter().nth(side));
        side.into_iter().flat_map(|side| side.units).map(|unit| unit.name).collect()
    }

    /// Units of the acting side, and whether they can still be given an order.
    pub(super) fn units(&self) -> Vec<(String, bool)> {
        let squad = self.session.query("squad").unwrap_or_default();
        let units = squad["units"].as_array().into_iter().flatten();
        let unit =
            |unit: &Value| Some((unit["name"].as_str()?.to_owned(), unit["can_act"] == true));
        units.filter_map(unit).collect()
    }

    /// When it is, for the clock.
    fn when(&self) -> String {
        self.session.scene_of(None).map_or_else(String::new, |scene| scene.when)
    }
}

impl Table {
    /// Gives an order. It is kept before this comes back.
    pub fn order(&self, seat: usize, line: &str) -> Result<(), MatchError> {
        let line = line.trim();
        if line.len() > LONGEST {
            return Err(MatchError::Wrong(format!("an order has {LONGEST} letters at most")));
        }
        let mut inner = self.lock();
        let (side, lines) = may_order(&inner, seat, line)?;
        self.carry_out(&mut inner, side, &lines, Change::default())
    }

    /// Takes the last order of the side back, where the rules allow it.
    pub fn undo(&self, seat: usize) -> Result<(), MatchError> {
        let mut inner = self.lock();
        let side = is_to_act(&inner, seat)?;
        let Some((by, line)) = inner.rest.lines.last() else {
            return MatchError::not_now("nothing was ordered yet");
        };
        if *by != side {
            return MatchError::not_now("nothing was ordered in this phase yet");
        }
        if is_anothers(&inner, seat, side, line) {
            return MatchError::not_now("the last order was another seat's");
        }
        let last = inner.rest.lines.len() - 1;
        let played = of(&mut inner)?;
        played.undo().map_err(|why| MatchError::Refused(why.0))?;
        self.keep(&mut inner, Change { take_back: Some(last), ..Change::default() })
    }

    /// What a player's screen asks before he orders. Only whoever is to act is
    /// answered.
    pub fn query(&self, seat: usize, question: &str) -> Result<Value, MatchError> {
        if question.len() > LONGEST {
            return Err(MatchError::Wrong(format!("a question has {LONGEST} letters at most")));
        }
        self.ask(seat, |session| session.query(question))?.map_err(|why| MatchError::Refused(why.0))
    }

    /// What the game's own policy would order now.
    pub fn advice(&self, seat: usize) -> Result<String, MatchError> {
        self.ask(seat, |session| session.advice())
    }

    /// Asks the battle as a seat that is to act.
    fn ask<T>(&self, seat: usize, ask: impl FnOnce(&Session) -> T) -> Result<T, MatchError> {
        let mut inner = self.lock();
        is_to_act(&inner, seat)?;
        Ok(ask(&of(&mut inner)?.session))
    }

    /// Gives a side to the AI unless somebody still sits there.
    pub(super) fn hand_over(
        &self,
        inner: &mut Inner,
        side: usize,
        seats: Vec<Seat>,
    ) -> Result<(), MatchError> {
        let held = is_held(inner, side, &seats);
        self.change_hands(inner, side, seats, (!held).then_some("hand over"))
    }

    /// Takes a side from the AI unless somebody else has it already.
    pub(super) fn take_over(
        &self,
        inner: &mut Inner,
        side: usize,
        seats: Vec<Seat>,
    ) -> Result<(), MatchError> {
        let held = is_held(inner, side, &inner.game.seats);
        self.change_hands(inner, side, seats, (!held).then_some("command"))
    }

    fn change_hands(
        &self,
        inner: &mut Inner,
        side: usize,
        seats: Vec<Seat>,
        order: Option<&str>,
    ) -> Result<(), MatchError> {
        let change = Change { seats: Some(seats), ..Change::default() };
        let Some(order) = order else { return self.keep(inner, change) };
        let observers = of(inner)?.session.battle().rules().observers();
        let line = format!("{order} {}", observers.get(side).copied().unwrap_or_default());
        self.carry_out(inner, side, &[line], change)
    }

    /// The phase of the side that is to act ends.
    pub(super) fn end_phase(&self, inner: &mut Inner) -> Result<(), MatchError> {
        let side = of(inner)?.session.to_act();
        self.carry_out(inner, side, &[END_PHASE.to_owned()], Change::default())
    }

    /// Carries out orders and keeps them, with what else changes.
    fn carry_out(
        &self,
        inner: &mut Inner,
        side: usize,
        lines: &[String],
        mut change: Change,
    ) -> Result<(), MatchError> {
        let clock = inner.game.terms.clock;
        let next = inner.rest.lines.len();
        let played = of(inner)?;
        let before = clock.map(|_| played.when());
        let mut given = Vec::new();
        for line in lines {
            match played.order(side, line) {
                Ok(()) => given.push((next + given.len(), side, line.clone())),
                // Of several, those before it were given and stay so.
                Err(why) if given.is_empty() => return Err(MatchError::Refused(why.0)),
                Err(_) => break,
            }
        }
        played.look();
        change.lines = given;
        if let Some(outcome) = played.outcome() {
            (change.state, change.outcome) = (Some(OVER), Some(outcome.to_owned()));
            change.deadline = Some(None);
        } else if let Some(clock) = clock
            && before.as_ref() != Some(&played.when())
        {
            change.deadline = Some(Some(deadline_after(clock.seconds)));
        }
        self.keep(inner, change)
    }
}

/// The battle that is given orders.
fn of(inner: &mut Inner) -> Result<&mut Played, MatchError> {
    let none = || MatchError::NotNow("in this match nobody gives orders".to_owned());
    inner.played.as_mut().ok_or_else(none)
}

/// Whether somebody sits on a side.
fn is_held(inner: &Inner, side: usize, seats: &[Seat]) -> bool {
    let mut both = inner.game.terms.seats.iter().zip(seats);
    both.any(|(terms, seat)| terms.side == side && !seat.gone)
}

/// The side of a seat, if it is to act.
pub(super) fn is_to_act(inner: &Inner, seat: usize) -> Result<usize, MatchError> {
    inner.is(PLAYING)?;
    let side = inner.game.terms.seats[seat].side;
    let Some(played) = &inner.played else {
        return MatchError::not_now("in this match nobody gives orders");
    };
    if inner.game.seats[seat].gone {
        return MatchError::not_now("this seat was left");
    }
    if played.session.to_act() != side {
        return MatchError::not_now("it is the turn of the other side");
    }
    Ok(side)
}
