//! A battle that somebody plays: orders instead of a policy.
//!
//! The terminal and the browser call the same things: what can be done now
//! ([`Game::choices`]), do it ([`Game::order`]), take it back where no die was
//! thrown ([`Game::undo`]), and keep it ([`Session::orders`]).

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

use fracas_core::capability::{self, Play, Refused, Session};
use fracas_core::chance::{Draw, Purpose, Rolled};
use fracas_core::decide::{Best, Undecided};
use fracas_core::ruleset::{Next, OutcomeId, Ruleset};
use fracas_core::watch::{Loud, Scores};
use serde_json::Value;

use crate::battle::Battle;
use crate::events::{Event, name};
use crate::hints::{self, Hints};
use crate::items::Slot;
use crate::rules::board::{self, DIRECTIONS};
use crate::rules::policy::{self, Order};
use crate::rules::{hero, turns};
use crate::state::{Actor, Phase, State, Verdict};
use crate::{Andor, measures};

/// A battle under way.
#[derive(Clone)]
pub struct Game {
    battle: Arc<Battle>,
    state: State,
    scores: Scores,
    dice: Rolled,
    orders: Vec<Order>,
    /// What was before the orders that can be taken back.
    past: Vec<(State, Scores)>,
    over: bool,
    /// The best decisions that were asked for last.
    hints: Arc<Mutex<Hints>>,
}

/// Something that can be done now.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What.
    pub order: Order,
    /// In words.
    pub words: String,
    /// Action points it takes.
    pub cost: i32,
    /// How likely it succeeds and what it brings, in words; "" where nothing
    /// is drawn.
    pub odds: String,
}

impl Game {
    /// Begins; `hear` is told what happens before the first order.
    pub fn new(battle: Arc<Battle>, seed: u64, hear: &mut dyn FnMut(Event)) -> Self {
        let starts = measures::list(&battle).iter().map(|measure| measure.start).collect();
        let mut game = Self {
            state: battle.start.clone(),
            battle,
            scores: Scores::new(starts),
            dice: Rolled::new(seed, 0, Purpose::Battle),
            orders: Vec::new(),
            past: Vec::new(),
            over: false,
            hints: Arc::default(),
        };
        game.with_log(hear, |b, st, dice, log| turns::begin(b, st, dice, log));
        game.wait(hear);
        game
    }

    /// Does what is ordered and all that follows until the hero can choose
    /// again. Says why where it cannot be done; then nothing changed.
    pub fn order(&mut self, order: Order, hear: &mut dyn FnMut(Event)) -> Result<(), String> {
        if self.over {
            return Err("the battle is over".to_owned());
        }
        if let Some(why) = hero::refusal(&self.battle, &self.state, order) {
            return Err(why);
        }
        let before = (self.state.clone(), self.scores.clone());
        let thrown = self.dice.draws();
        let next = self.with_log(hear, |b, st, dice, log| {
            if b.lively {
                hero::perform::<true, _, _>(b, st, order, dice, log)
            } else {
                hero::perform::<false, _, _>(b, st, order, dice, log)
            }
        });
        self.orders.push(order);
        self.over = next != Next::On;
        // nothing affordable is left.
        if !self.over && self.state.phase == Phase::Hero && hero::is_spent(&self.state) {
            let next = self.with_log(hear, |b, st, dice, log| {
                if b.lively {
                    turns::begin_monsters_turn::<true, _, _>(b, st, dice, log)
                } else {
                    turns::begin_monsters_turn::<false, _, _>(b, st, dice, log)
                }
            });
            self.over = next != Next::On;
        }
        self.wait(hear);
        if self.dice.draws() == thrown {
            self.past.push(before);
        } else {
            self.past.clear();
        }
        Ok(())
    }

    /// Lets monsters act, and spoils be picked up, until the hero's turn.
    fn wait(&mut self, hear: &mut dyn FnMut(Event)) {
        while !self.over && self.state.phase != Phase::Hero {
            let next = self.with_log(hear, |b, st, dice, log| turns::step(b, st, dice, log));
            self.over = next != Next::On;
        }
        if self.over {
            // What is measured when combat ends is not what picking up leaves.
            measures::finals(&self.battle, &self.state, &mut self.scores);
            while self.with_log(hear, |b, st, dice, log| Andor::settle(b, st, dice, log)) {}
        }
    }

    fn with_log<T>(
        &mut self,
        hear: &mut dyn FnMut(Event),
        act: impl FnOnce(&Battle, &mut State, &mut dyn Draw, &mut Loud<'_, Event>) -> T,
    ) -> T {
        let scores = std::mem::take(&mut self.scores);
        let mut log = Loud { scores, listener: hear };
        let done = act(&self.battle, &mut self.state, &mut self.dice, &mut log);
        self.scores = log.scores;
        done
    }

    /// Takes the last order back, if no die was thrown since.
    pub fn undo(&mut self) -> Result<(), String> {
        match self.past.pop() {
            Some(before) => {
                (self.state, self.scores) = before;
                self.over = false;
                self.orders.pop();
                Ok(())
            }
            None if self.orders.is_empty() => Err("nothing was ordered yet".to_owned()),
            None => Err("a die was thrown: that cannot be taken back".to_owned()),
        }
    }

    /// How it ended, once it has.
    pub fn verdict(&self) -> Option<Verdict> {
        self.state.verdict
    }

    /// The state as it is.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The battle that is played.
    pub fn battle(&self) -> &Battle {
        &self.battle
    }

    /// The best decisions for a goal, worked out where they are not yet known.
    pub(crate) fn hints(
        &self,
        goal: &str,
        find: impl FnOnce() -> Result<Best<Andor>, Undecided>,
    ) -> Arc<Result<Best<Andor>, Undecided>> {
        let mut hints = self.hints.lock().unwrap_or_else(PoisonError::into_inner);
        match &*hints {
            Some((known, found)) if known == goal => found.clone(),
            _ => {
                let found = Arc::new(find());
                *hints = Some((goal.to_owned(), found.clone()));
                found
            }
        }
    }

    /// What the policy would do here.
    pub fn advice(&self) -> Order {
        policy::decide(&self.battle, &self.state)
    }

    /// Everything that can be done now and paid for.
    pub fn choices(&self) -> Vec<Choice> {
        let (b, st) = (&*self.battle, &self.state);
        let mut orders: Vec<Order> = crate::state::Bits(st.adjacent).map(Order::Attack).collect();
        orders.extend((0..st.bag.len()).map(Order::Use));
        orders.extend(board::free_directions(st).map(Order::Move));
        for place in 0..st.bag.len() {
            orders.extend(Slot::ALL.map(|slot| Order::PutOn(place, slot)));
        }
        orders.extend(Slot::ALL.map(Order::TakeOff));
        orders.push(Order::End);
        orders.retain(|order| hero::refusal(b, st, *order).is_none());
        orders.into_iter().map(|order| self.choice(order)).collect()
    }

    fn choice(&self, order: Order) -> Choice {
        let (b, st) = (&*self.battle, &self.state);
        let (words, odds) = match order {
            Order::Attack(monster) => {
                let foe = &st.monsters[monster];
                let who = name(b, st, Actor::Monster(monster as u8));
                let words = format!("attack {who} ({} of {} hit points)", foe.hp, foe.max_hp);
                (
                    words,
                    format!("hits {}%, {:.1} damage on average", foe.taken.hit, foe.taken.mean()),
                )
            }
            Order::Use(place) => {
                let item = b.stocked(place);
                let heal = item.heal.unwrap_or_default();
                (
                    format!("use {} ({} left)", item.name, st.bag[place]),
                    format!("+{heal} hit points"),
                )
            }
            Order::Move(direction) => {
                let tile = st.hero.at.neighbour(direction);
                let near = |monster: &usize| st.monsters[*monster].at.distance(tile) == 1;
                let left = st.living().filter(near).count();
                let then = match left {
                    0 => "you get away".to_owned(),
                    left => format!("{left} next to you"),
                };
                (
                    format!("move {}", DIRECTIONS[direction]),
                    format!("fails {}%, else {then}", b.flee_fail),
                )
            }
            Order::PutOn(place, slot) => {
                (format!("put on {} ({})", b.stocked(place).name, slot.key()), String::new())
            }
            Order::TakeOff(slot) => {
                let item = st.outfit.get(slot).map_or("", |item| b.item(item).name.as_str());
                (format!("take off {item}"), String::new())
            }
            Order::End => ("end the turn".to_owned(), String::new()),
        };
        Choice { order, words, cost: hero::cost(st, order), odds }
    }

    /// An order as records write it.
    pub(crate) fn spell(&self, order: Order) -> String {
        match order {
            Order::Attack(monster) => format!("attack {monster}"),
            Order::Use(place) => format!("use {}", self.battle.stocked(place).id),
            Order::Move(direction) => format!("move {}", DIRECTIONS[direction]),
            Order::PutOn(place, slot) => {
                format!("wear {} {}", slot.key(), self.battle.stocked(place).id)
            }
            Order::TakeOff(slot) => format!("bare {}", slot.key()),
            Order::End => "end".to_owned(),
        }
    }

    /// An order from a record.
    fn read(&self, words: &str) -> Option<Order> {
        let (verb, what) = words.split_once(' ').unwrap_or((words, ""));
        let stocked = |id: &str| {
            (0..self.battle.stock.len()).find(|place| self.battle.stocked(*place).id == id)
        };
        match verb {
            "attack" => what.parse().ok().map(Order::Attack),
            "use" => stocked(what).map(Order::Use),
            "move" => DIRECTIONS.iter().position(|known| *known == what).map(Order::Move),
            "wear" => {
                let (slot, id) = what.split_once(' ')?;
                Some(Order::PutOn(stocked(id)?, Slot::of(slot)?))
            }
            "bare" => Slot::of(what).map(Order::TakeOff),
            "end" => Some(Order::End),
            _ => None,
        }
    }
}

impl Play for Andor {
    fn begin(
        &self,
        battle: Arc<Battle>,
        seed: u64,
        hear: &mut dyn FnMut(Event),
    ) -> Box<dyn Session<Self>> {
        Box::new(Game::new(battle, seed, hear))
    }
}

impl Session<Andor> for Game {
    fn order(&mut self, order: &str, hear: &mut dyn FnMut(Event)) -> Result<(), Refused> {
        let order = self.read(order).ok_or_else(|| Refused(format!("`{order}` is no order")))?;
        Game::order(self, order, hear).map_err(Refused)
    }

    fn undo(&mut self) -> Result<(), Refused> {
        Game::undo(self).map_err(Refused)
    }

    fn orders(&self) -> Vec<String> {
        self.orders.iter().map(|order| self.spell(*order)).collect()
    }

    fn choices(&self) -> Vec<capability::Choice> {
        let line = |choice: Choice| capability::Choice {
            order: self.spell(choice.order),
            words: format!("{}, {} AP {}", choice.words, choice.cost, choice.odds),
        };
        if self.over {
            return Vec::new();
        }
        Game::choices(self).into_iter().map(line).collect()
    }

    fn advice(&self) -> String {
        self.spell(Game::advice(self))
    }

    fn query(&self, question: &str) -> Result<Value, Refused> {
        hints::answer(self, question)
    }

    fn outcome(&self) -> Option<OutcomeId> {
        self.verdict().map(|verdict| OutcomeId(verdict as u8))
    }

    fn state(&self) -> &State {
        &self.state
    }

    fn scores(&self) -> Scores {
        let mut scores = self.scores.clone();
        if !self.over {
            measures::finals(&self.battle, &self.state, &mut scores);
        }
        scores
    }

    fn dice(&mut self) -> &mut dyn Draw {
        &mut self.dice
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
