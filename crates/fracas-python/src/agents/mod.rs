//! Battles that are stepped by agents: fixed numbers of actions with a mask,
//! observations as rows of numbers, one side's view at a time.

mod andor;
mod battlescape;
mod games;

pub use games::Games;

use fracas::Battle;
use fracas::andor::Game as AndorGame;

use andor::Hero;
use battlescape::Squads;

/// Who orders a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pilot {
    /// Whoever steps.
    Agent,
    /// The game's own policy.
    Policy,
    /// Nobody: every unit ends its turn.
    Idle,
}

impl Pilot {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "agent" => Self::Agent,
            "ai" => Self::Policy,
            "idle" => Self::Idle,
            _ => return None,
        })
    }
}

/// A game that agents step.
pub trait Arena: Send + Sync {
    /// Begins the battle of a seed again.
    fn reset(&mut self, seed: u64);
    /// The side that is to decide; none once the battle is over.
    fn to_decide(&self) -> Option<usize>;
    /// How many actions a side has to choose from, possible or not.
    fn actions(&self, side: usize) -> usize;
    /// The names of a side's actions.
    fn action_names(&self, side: usize) -> Vec<String>;
    /// The names of the numbers that a side observes.
    fn observed(&self, side: usize) -> Vec<String>;
    /// What a side knows, written after what is there.
    fn observe(&self, side: usize, out: &mut Vec<f32>);
    /// Which actions are possible now, of whoever is to decide: 1 or 0.
    fn mask(&mut self, out: &mut Vec<u8>);
    /// Does an action of whoever is to decide, and all that follows.
    fn act(&mut self, action: usize) -> Result<(), String>;
    /// How the battle stands for a side, from -1 to 1.
    fn standing(&self, side: usize) -> f32;
    /// How it ended, once it has, and the side that won.
    fn ended(&self) -> Option<(&'static str, Option<usize>)>;
    /// What the game's own policy would do, where it is one of the actions.
    fn advice(&self) -> Option<usize>;
}

/// The arena of a battle whose sides are ordered so.
fn arena(battle: &Battle, pilots: [Pilot; 2]) -> Result<Box<dyn Arena>, String> {
    if let Some(squads) = Squads::new(battle, pilots) {
        return Ok(Box::new(squads));
    }
    let session = battle.play(0).map_err(|why| why.to_string())?;
    if session.game::<AndorGame>().is_none() {
        return Err(format!("{} has no environment for agents", battle.rules().name));
    }
    Ok(Box::new(Hero::new(battle.clone())?))
}
