//! A battle on stage: orders as lines, dice from a list that must be used up,
//! and everything that was told.

use fracas_battlescape::battle::{Battle, UnitId};
use fracas_battlescape::events::{Event, What};
use fracas_battlescape::order_text;
use fracas_battlescape::orders::Refused;
use fracas_battlescape::rules::Fight;
use fracas_battlescape::rules::phases::Command;
use fracas_battlescape::state::{Phase, State, Unit};
use fracas_core::chance::{Scripted, Tape};
use fracas_core::watch::{Loud, Scores};

use crate::common::unit;

/// The fight a stage hands out.
pub type Fighting<'a> = Fight<'a, Scripted, Loud<'a, Event>>;

pub struct Stage<'b> {
    pub battle: &'b Battle,
    pub state: State,
    pub dice: Scripted,
    pub events: Vec<Event>,
}

/// Dice written as `recover 100: 5, panic 100: 40`.
pub fn dice(script: &str) -> Scripted {
    script.replace(',', "\n").parse::<Tape>().unwrap().replayed()
}

impl<'b> Stage<'b> {
    /// The first phase is open and the fog is lifted.
    pub fn new(battle: &'b Battle, script: &str) -> Self {
        let mut stage = Self::closed(battle, script);
        stage.fight(|fight| fight.next_to_act(Command::Player));
        stage
    }

    /// The fog is lifted, nothing else has happened.
    pub fn closed(battle: &'b Battle, script: &str) -> Self {
        let state = battle.start.clone();
        let mut stage = Self { battle, state, dice: dice(script), events: Vec::new() };
        stage.fight(|fight| fight.first_look());
        stage
    }

    pub fn fight<T>(&mut self, act: impl FnOnce(&mut Fighting<'_>) -> T) -> T {
        let measures = vec![0; 200];
        let mut listener = |event| self.events.push(event);
        let mut watch = Loud { scores: Scores::new(measures), listener: &mut listener };
        act(&mut Fight {
            battle: self.battle,
            state: &mut self.state,
            chance: &mut self.dice,
            watch: &mut watch,
        })
    }

    pub fn try_order(&mut self, line: &str) -> Result<(), Refused> {
        let (unit, order) = order_text::read(self.battle, line, None)?;
        self.fight(|fight| fight.act(unit, &order))
    }

    pub fn order(&mut self, line: &str) {
        self.try_order(line).unwrap_or_else(|why| panic!("{line}: {why}"));
    }

    pub fn refused(&mut self, line: &str) -> String {
        let before = self.state.clone();
        let why = self.try_order(line).expect_err(line).to_string();
        assert_eq!(self.state, before, "{line} was refused and changed something");
        why
    }

    /// Ends the running phase and goes on to the next unit that is to act.
    pub fn pass(&mut self) -> Option<UnitId> {
        let phase = (self.state.turn, self.state.phase);
        loop {
            let next = self.fight(|fight| fight.next_to_act(Command::Player))?;
            if phase != (self.state.turn, self.state.phase) {
                return Some(next);
            }
            self.fight(|fight| fight.end_turn(next));
        }
    }

    /// Passes until this phase is open.
    pub fn until(&mut self, turn: u32, phase: Phase) {
        while (self.state.turn, self.state.phase) != (turn, phase) {
            assert!(self.pass().is_some(), "the battle is over: {:?}", self.state.ended);
        }
    }

    pub fn id(&self, name: &str) -> UnitId {
        unit(self.battle, name)
    }

    pub fn unit(&self, name: &str) -> &Unit {
        self.state.unit(self.id(name))
    }

    pub fn unit_mut(&mut self, name: &str) -> &mut Unit {
        let unit = self.id(name);
        self.state.unit_mut(unit)
    }

    pub fn tu(&self, name: &str) -> u16 {
        self.unit(name).tu
    }

    /// What was told, without dice.
    pub fn told(&self) -> impl Iterator<Item = &What> {
        self.events.iter().map(|event| &event.what)
    }

    /// The dice must be used up.
    pub fn finish(&self) {
        assert_eq!(self.dice.finish(), Ok(()));
    }
}
