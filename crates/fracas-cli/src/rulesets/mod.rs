//! What single rulesets add to the command line: verbs, switches, questions,
//! and how they are played in a terminal. Nothing outside this folder names a
//! ruleset.

mod andor;
mod battlescape;
mod import;
mod mfd;
mod mission;

use clap::{Args, Subcommand};
use fracas::{Battle, Scenario};

use crate::failure::Failure;
use crate::page::Page;
use crate::verb::Verb;
use crate::verbs::play::Player;

/// The verbs that rulesets bring along.
pub fn verbs() -> impl Iterator<Item = &'static Verb> {
    [mission::VERBS, battlescape::VERBS, andor::VERBS, IMPORT].into_iter().flatten()
}

/// Reading other programs' data, which several do.
const IMPORT: &[Verb] = &[Verb::of::<import::Import>()];

/// Refuses what is no scenario but could be a part of one.
pub fn refuse_part(file: &str) -> Result<(), Failure> {
    mfd::refuse_sheet(file)
}

/// Switches of single rulesets that say what is to be fought.
#[derive(Args)]
pub struct Switches {
    #[command(flatten)]
    sides: mfd::Sides,
}

impl Switches {
    /// The scenario of the switches alone, for whoever has no file.
    pub fn alone(&self) -> Result<Scenario, Failure> {
        self.sides.alone()
    }

    /// What the switches say on top of a scenario: the command line wins.
    pub fn onto(&self, scenario: Scenario) -> Result<Scenario, Failure> {
        self.sides.onto(scenario)
    }

    /// Whether the switches say who fights.
    pub fn name_sides(&self) -> bool {
        self.sides.are_named()
    }

    /// The files that the switches name.
    pub fn files(&self) -> Result<Vec<String>, Failure> {
        self.sides.files()
    }

    /// These switches again, as they are typed.
    pub fn typed(&self) -> String {
        self.sides.typed()
    }
}

/// Questions about a battle that only some rulesets answer.
#[derive(Subcommand)]
pub enum Question {
    #[command(flatten)]
    Battlescape(battlescape::Question),
}

impl Question {
    /// Answers it; `file` is what the user calls the battle.
    pub fn answer(
        &self,
        file: &str,
        battle: &Battle,
        json: bool,
        page: &mut Page,
    ) -> Result<(), Failure> {
        match self {
            Self::Battlescape(question) => question.answer(file, battle, json, page),
        }
    }
}

/// Switches of single rulesets that say whom one plays against.
#[derive(Args)]
pub struct Opponents {
    #[command(flatten)]
    battlescape: battlescape::Opponent,
}

impl Opponents {
    /// What the switches say on top of a scenario: the command line wins.
    pub fn onto(&self, scenario: &mut Scenario) -> Result<(), Failure> {
        self.battlescape.onto(scenario)
    }
}

/// How a ruleset is played in a terminal, if it has a way of its own.
pub fn player(ruleset: &str) -> Option<Player> {
    let own = [andor::PLAYER, battlescape::PLAYER];
    own.into_iter().find(|(name, _)| *name == ruleset).map(|(_, player)| player)
}
