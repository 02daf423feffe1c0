//! What a mission costs, in money.

use super::odds::Mean;
use super::{Plan, Sampling};
use crate::battle::{AgentState, Battle, Who};

/// What a squad costs on average: upkeep for the turns until each survivor is
/// available again, and a new agent for each that is lost (M-68, M-129).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Money.
    pub money: Mean,
    /// Turns that the agents are away, all together: that of the battle, the
    /// way home, and recovery (M-61).
    pub turns: f64,
}

impl Cost {
    /// Of a battle, by fighting it.
    pub fn of(b: &Battle, sampling: &Sampling<'_>) -> Self {
        let constants = &b.world.constants;
        let upkeep = f64::from(constants.agent_upkeep_cost);
        let hire = f64::from(constants.agent_hire_cost);
        let (mut all_turns, mut sum, mut squares) = (0, 0.0, 0.0);
        let fought = sampling.at_most(MOST_TRIALS).each(b, |state| {
            let (mut turns, mut lost) = (0_u64, 0_u64);
            for unit in &b.units[..b.squad] {
                let Who::Agent(place) = unit.who else { continue };
                let now = &state.roster[place].now;
                if now.state == AgentState::Terminated {
                    turns += 1;
                    lost += 1;
                } else {
                    turns += 2 + u64::from(now.recovery_turns);
                }
            }
            let money = upkeep * turns as f64 + hire * lost as f64;
            all_turns += turns;
            sum += money;
            squares += money * money;
        });
        let trials = fought as f64;
        let mean = sum / trials;
        let variance = (squares / trials - mean * mean).max(0.0);
        let money = Mean::of_battles(mean, (variance / trials).sqrt(), fought);
        Self { money, turns: all_turns as f64 / trials }
    }
}

impl Plan {
    /// The least that so many agents can cost: nobody is hurt.
    pub fn least_cost(&self, agents: usize) -> f64 {
        f64::from(self.setup.world.constants.agent_upkeep_cost) * 2.0 * agents as f64
    }
}

/// Enough for a figure without decimals.
const MOST_TRIALS: u64 = 20_000;
