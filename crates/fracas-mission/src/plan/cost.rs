//! What a mission costs, in money.

use fracas_core::odds::Fighter;

use super::Weighing;
use crate::battle::{AgentState, Battle, Who};
use crate::mission::Mission;

/// What a squad costs on average: upkeep for the turns until each survivor is
/// available again, and a new agent for each that is lost (M-68, M-129).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Money.
    pub money: f64,
    /// Turns that the agents are away, all together: that of the battle, the
    /// way home, and recovery (M-61).
    pub turns: f64,
}

impl Cost {
    /// Of a battle, by the first battles of a weighing.
    pub fn of(b: &Battle, weighing: &Weighing) -> Self {
        let trials = weighing.trials.clamp(1, MOST_TRIALS);
        let mut fighter = Fighter::<Mission>::new(b);
        let (mut turns, mut lost) = (0, 0);
        for trial in 0..trials {
            fighter.fight(weighing.seed, trial);
            for unit in &b.units[..b.squad] {
                let Who::Agent(place) = unit.who else { continue };
                let now = &fighter.state().roster[place].now;
                if now.state == AgentState::Terminated {
                    turns += 1;
                    lost += 1;
                } else {
                    turns += 2 + u64::from(now.recovery_turns);
                }
            }
        }
        let constants = &b.world.constants;
        let mean = |sum: u64| sum as f64 / trials as f64;
        let upkeep = f64::from(constants.agent_upkeep_cost);
        let hire = f64::from(constants.agent_hire_cost);
        Self { money: upkeep * mean(turns) + hire * mean(lost), turns: mean(turns) }
    }

    /// The least that a squad of this number can cost: nobody is hurt.
    pub fn least(b: &Battle) -> f64 {
        f64::from(b.world.constants.agent_upkeep_cost) * 2.0 * b.squad as f64
    }
}

/// Enough for a figure without decimals.
const MOST_TRIALS: u64 = 20_000;
