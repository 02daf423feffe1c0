//! A battle that somebody plays: orders to the player's side instead of the
//! AI's (B-51, B-265, B-267).
//!
//! The terminal and the browser call the same things: look at the squad's
//! [`View`] ([`Game::view`]), order a unit ([`Game::order`]), end the phase
//! ([`Game::end_phase`]), take an action back ([`Game::undo`]), and keep the
//! battle ([`Session::orders`]).
//!
//! The AI has the enemy's side unless somebody takes it: the line `command enemy`
//! gives it to orders as well, and `hand over player` gives a side to the AI. Who
//! looks and asks is then whoever is to act.
//!
//! A game never has to be played again to be kept: the events of a battle are
//! those of [`Game::new`] and then of each order in [`Session::orders`], and
//! undo takes the last order away with its events.

use std::any::Any;
use std::sync::Arc;

use fracas_core::capability::{self, Play, Session};
use fracas_core::chance::{Draw, Staged};
use fracas_core::ruleset::OutcomeId;
use fracas_core::watch::{Loud, Scores};
use serde_json::Value;

use crate::ai::decide;
use crate::battle::{Battle, Side, UnitId};
use crate::events::{Event, What};
use crate::orders::{Order, Refused, refuse};
use crate::query::answer;
use crate::report::choices::{choices, expected};
use crate::rules::Fight;
use crate::rules::phases::Command;
use crate::state::{Ending, Observer, Phase, Reason, State};
use crate::view::View;
use crate::{Battlescape, measures, order_text};

/// The line of a record that ends a phase.
const END_PHASE: &str = "end phase";
/// The beginning of a line by which somebody takes command of a side.
const COMMAND: &str = "command ";
/// The beginning of a line that gives a side to the AI.
const HAND_OVER: &str = "hand over ";

/// A battle under way. It shares its battle, so that it can be kept.
#[derive(Clone)]
pub struct Game {
    battle: Arc<Battle>,
    state: State,
    dice: Staged,
    scores: Scores,
    /// The sides that are given orders; the AI has the others.
    commanded: Commanded,
    /// Everything ordered so far, as lines.
    orders: Vec<String>,
    /// States and measures before the actions that can be taken back.
    past: Vec<(State, Scores)>,
    /// Why what came before them cannot.
    firm: Firm,
}

/// The sides that somebody commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Commanded {
    player: bool,
    enemy: bool,
}

impl Commanded {
    fn has(self, side: Side) -> bool {
        match side {
            Side::Player => self.player,
            Side::Enemy => self.enemy,
            Side::Neutral => false,
        }
    }

    fn set(&mut self, name: &str, commanded: bool) -> Result<(), Refused> {
        let side = match name.trim() {
            "player" => &mut self.player,
            "enemy" => &mut self.enemy,
            other => return refuse(format!("`{other}` is no side: player or enemy")),
        };
        *side = commanded;
        Ok(())
    }
}

/// Why an action cannot be taken back (B-265).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Firm {
    Nothing,
    PhaseEnded,
    Die,
    Revealed,
    Reaction,
    Terrain,
}

impl Firm {
    fn why(self) -> &'static str {
        match self {
            Firm::Nothing => "nothing was done in this battle yet",
            Firm::PhaseEnded => "nothing was done in this phase yet, and ended phases stay ended",
            Firm::Die => "the last action drew a die",
            Firm::Revealed => "the last action revealed a hex or a unit",
            Firm::Reaction => "the last action made an enemy react",
            Firm::Terrain => "the last action changed terrain",
        }
    }
}

impl Game {
    /// Begins; with the game comes what happens before the first order.
    pub fn new(battle: Arc<Battle>, seed: u64) -> (Self, Vec<Event>) {
        let measures = measures::list(&battle);
        let mut game = Self {
            state: battle.start.clone(),
            battle,
            dice: Staged::new(seed, 0),
            scores: Scores::new(measures.iter().map(|measure| measure.start).collect()),
            commanded: Commanded { player: true, enemy: false },
            orders: Vec::new(),
            past: Vec::new(),
            firm: Firm::Nothing,
        };
        let mut events = Vec::new();
        game.fight(&mut events, |fight| {
            fight.place_squads();
            fight.chance.set_up_over();
            fight.first_look();
        });
        game.go_on(&mut events);
        (game, events)
    }

    /// Gives an order to a unit of the side that is to act and says what came of
    /// it; a refused one changes nothing. When nobody is left to act the phase
    /// ends by itself (B-51).
    pub fn order(&mut self, unit: UnitId, order: Order) -> Result<Vec<Event>, Refused> {
        if self.is_over() {
            return refuse("the battle is over");
        }
        let before = (self.state.clone(), self.scores.clone());
        let thrown = self.dice.draws();
        let mut events = Vec::new();
        self.fight(&mut events, |fight| fight.act(unit, &order))?;
        self.orders.push(order_text::spell(&self.battle, unit, &order));
        match self.firmness(&before.0, thrown, &events) {
            None => self.past.push(before),
            Some(firm) => self.settle(firm),
        }
        self.go_on(&mut events);
        Ok(events)
    }

    /// Ends the phase; the AI acts where nobody commands, and the turn is
    /// resolved. Comes back with what happened until somebody is to act again.
    pub fn end_phase(&mut self) -> Result<Vec<Event>, Refused> {
        if self.is_over() {
            return refuse("the battle is over");
        }
        let mut events = Vec::new();
        self.orders.push(END_PHASE.to_owned());
        for place in 0..self.state.order.len() {
            let unit = self.state.order[place];
            let now = self.state.unit(unit);
            if now.is_able() && !now.ended {
                self.fight(&mut events, |fight| fight.end_turn(unit));
            }
        }
        self.go_on(&mut events);
        Ok(events)
    }

    /// Takes the last action of the phase back (B-265), or says why not.
    pub fn undo(&mut self) -> Result<(), Refused> {
        match self.past.pop() {
            Some((state, scores)) => {
                (self.state, self.scores) = (state, scores);
                self.orders.pop();
                Ok(())
            }
            None => refuse(format!("undo not available: {}", self.firm.why())),
        }
    }

    /// The side that is to act; the player's once the battle is over.
    pub fn acting(&self) -> Side {
        match self.state.phase {
            Phase::Enemy if self.commanded.enemy && !self.is_over() => Side::Enemy,
            _ => Side::Player,
        }
    }

    /// The battle as the side that is to act knows it.
    pub fn view(&self) -> View<'_> {
        View::of_side(&self.battle, &self.state, self.acting())
    }

    /// Somebody takes command of a side, or gives it to the AI.
    fn change_hands(&mut self, line: &str, name: &str, take: bool) -> Result<Vec<Event>, Refused> {
        if self.is_over() {
            return refuse("the battle is over");
        }
        self.commanded.set(name, take)?;
        self.orders.push(line.to_owned());
        self.settle(Firm::PhaseEnded);
        let mut events = Vec::new();
        self.go_on(&mut events);
        Ok(events)
    }

    /// Plays everything up to the next decision of somebody who commands.
    fn go_on(&mut self, events: &mut Vec<Event>) {
        let command = if self.commanded.player { Command::Player } else { Command::Ai };
        loop {
            let turn = (self.state.turn, self.state.phase);
            let next = self.fight(events, |fight| fight.next_to_act(command));
            let passed = turn != (self.state.turn, self.state.phase);
            if passed || next.is_none() {
                self.settle(Firm::PhaseEnded);
            }
            let commanded = self.state.phase.side().is_some_and(|side| self.commanded.has(side));
            if next.is_none() || commanded {
                return;
            }
            self.fight(events, |fight| fight.ai_turn(command));
        }
    }

    /// What came before now cannot be taken back any more.
    fn settle(&mut self, firm: Firm) {
        self.past.clear();
        self.firm = firm;
    }

    /// Why the action just done cannot be taken back; none if it can.
    fn firmness(&self, before: &State, thrown: u64, events: &[Event]) -> Option<Firm> {
        let reaction = |event: &Event| match &event.what {
            What::Attack { kind, .. } => *kind != "attack",
            What::Pinned { .. } => true,
            _ => false,
        };
        let then = match before.phase {
            Phase::Enemy => Observer::ENEMY,
            _ => Observer::PLAYER,
        };
        let ours = then.index();
        let revealed = |unit: UnitId| self.state.sees(then, unit) && !before.sees(then, unit);
        if events.iter().any(reaction) {
            Some(Firm::Reaction)
        } else if self.dice.draws() != thrown {
            Some(Firm::Die)
        } else if self.state.ground.terrain != before.ground.terrain {
            Some(Firm::Terrain)
        } else if self.state.known[ours].visible.exceeds(&before.known[ours].visible)
            || self.battle.units().any(revealed)
        {
            Some(Firm::Revealed)
        } else {
            None
        }
    }

    fn fight<T>(
        &mut self,
        events: &mut Vec<Event>,
        act: impl FnOnce(&mut Fight<'_, dyn Draw, Loud<'_, Event>>) -> T,
    ) -> T {
        let mut listener = |event| events.push(event);
        let scores = std::mem::take(&mut self.scores);
        let mut watch = Loud { scores, listener: &mut listener };
        let done = act(&mut Fight {
            battle: &self.battle,
            state: &mut self.state,
            chance: &mut self.dice,
            watch: &mut watch,
        });
        self.scores = watch.scores;
        done
    }

    /// The battle being played.
    pub fn battle(&self) -> &Battle {
        &self.battle
    }

    /// The state as it truly is; what a side knows of it is for its view.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// How it ended, once it has.
    pub fn ended(&self) -> Option<(Ending, Reason)> {
        self.state.ended
    }

    fn is_over(&self) -> bool {
        self.state.ended.is_some()
    }

    /// Plays one line: an order such as `Vega: move 7,3`, `end phase`, or one
    /// by which a side changes hands.
    pub fn line(&mut self, line: &str) -> Result<Vec<Event>, Refused> {
        let line = line.trim();
        if line.eq_ignore_ascii_case(END_PHASE) {
            return self.end_phase();
        }
        if let Some(side) = line.strip_prefix(COMMAND) {
            return self.change_hands(line, side, true);
        }
        if let Some(side) = line.strip_prefix(HAND_OVER) {
            return self.change_hands(line, side, false);
        }
        if self.is_over() {
            return refuse("the battle is over");
        }
        let (unit, order) = self.view().read(line)?;
        self.order(unit, order)
    }
}

impl Play for Battlescape {
    fn begin(
        &self,
        battle: Arc<Battle>,
        seed: u64,
        hear: &mut dyn FnMut(Event),
    ) -> Box<dyn Session<Self>> {
        let (game, events) = Game::new(battle, seed);
        events.into_iter().for_each(hear);
        Box::new(game)
    }
}

impl Session<Battlescape> for Game {
    fn order(&mut self, order: &str, hear: &mut dyn FnMut(Event)) -> Result<(), Refused> {
        self.line(order)?.into_iter().for_each(hear);
        Ok(())
    }

    fn undo(&mut self) -> Result<(), Refused> {
        Game::undo(self)
    }

    fn orders(&self) -> Vec<String> {
        self.orders.clone()
    }

    /// What everybody of the squad can do; the phase can always be ended.
    fn choices(&self) -> Vec<capability::Choice> {
        if self.is_over() {
            return Vec::new();
        }
        let (battle, view) = (&*self.battle, self.view());
        let mut offered = Vec::new();
        for unit in view.own().filter(|unit| view.can_act(*unit)) {
            offered.extend(choices(&view, unit).into_iter().map(|choice| capability::Choice {
                order: order_text::spell(battle, unit, &choice.order),
                words: expected(&choice.preview),
            }));
        }
        let end = "ends the turn of the whole squad".to_owned();
        offered.push(capability::Choice { order: END_PHASE.to_owned(), words: end });
        offered
    }

    fn advice(&self) -> String {
        let view = self.view();
        match view.own().find(|unit| view.can_act(*unit)) {
            Some(unit) => order_text::spell(&self.battle, unit, &decide(&view, unit).order),
            None => END_PHASE.to_owned(),
        }
    }

    /// B-75, B-130, B-184, B-255: what the squad can tell beforehand.
    fn query(&self, question: &str) -> Result<Value, Refused> {
        answer(&self.view(), question)
    }

    fn to_act(&self) -> usize {
        usize::from(self.acting() == Side::Enemy)
    }

    fn outcome(&self) -> Option<OutcomeId> {
        self.ended().map(|(ending, _)| OutcomeId(ending as u8))
    }

    fn state(&self) -> &State {
        &self.state
    }

    fn scores(&self) -> Scores {
        let mut scores = self.scores.clone();
        measures::finals(&self.battle, &self.state, &mut scores);
        scores
    }

    fn dice(&mut self) -> &mut dyn Draw {
        &mut self.dice
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
