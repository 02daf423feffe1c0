//! How dangerous a site is, in fresh agents: how many of skill 100 have even
//! odds against it (M-129).

use super::{BattleOdds, Sampling};
use crate::battle::{Agent, Battle, MOST_UNITS};
use crate::muster::{self, Setup};
use crate::state::{Accounts, Member};

/// A site's threat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threat {
    /// The fewest fresh agents with even odds; `None` if a thousand are too few.
    pub agents: Option<usize>,
    /// Their probability of success.
    pub success: f64,
    /// Its margin; 0 if exact.
    pub error: f64,
}

/// The figure that is shown is fought for so many times as often as the others.
const CLOSER_LOOK: u64 = 8;

/// The threat of the first site of a battle, by the rules of that battle.
pub fn threat(b: &Battle) -> Threat {
    // Enough to tell even odds from others, few enough for a crowd.
    let trials = (40_000 / b.chain[0].enemies.len().max(1) as u64).clamp(60, 400);
    let odds = |count: usize, trials: u64| {
        let sampling = Sampling { trials, ..Sampling::default() };
        BattleOdds::of(&fresh_battle(b, count), &sampling)
    };
    let enough = |count: usize| odds(count, trials).success() >= 0.5;
    let found = |count: usize, agents: Option<usize>| {
        let odds = odds(count, CLOSER_LOOK * trials);
        Threat { agents, success: odds.success(), error: odds.success_error }
    };
    // Doubled until it is enough, then halved between.
    let (mut few, mut many) = (0, 1);
    while !enough(many) {
        if many == MOST_UNITS {
            return found(many, None);
        }
        few = many;
        many = (2 * many).min(MOST_UNITS);
    }
    while many - few > 1 {
        let middle = few.midpoint(many);
        if enough(middle) {
            many = middle;
        } else {
            few = middle;
        }
    }
    found(many, Some(many))
}

/// The same site against so many fresh agents (M-3).
fn fresh_battle(b: &Battle, count: usize) -> Battle {
    let mut world = b.world.clone();
    let fresh = |number: usize| Agent::fresh(format!("fresh agent {number}"), &b.world.constants);
    world.agents = (0..count).map(fresh).collect();
    world.has_player = false;
    let roster = world.agents.iter().map(Member::of).collect();
    muster::battle(Setup {
        world,
        chain: vec![b.chain[0].clone()],
        rest_turns: 0,
        keep_enemies: false,
        continue_after_failure: false,
        roster,
        accounts: Accounts::default(),
        squad: (0..count).collect(),
    })
}
