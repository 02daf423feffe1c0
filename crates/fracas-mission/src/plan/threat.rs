//! How dangerous a site is, in fresh agents: how many of skill 100 have even
//! odds against it.

use fracas_core::odds::{Effort, sample};

use crate::battle::{Agent, Battle, MOST_UNITS};
use crate::mission::Mission;
use crate::muster::{self, Written};
use crate::state::{Accounts, Member, Outcome};

/// A site's threat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threat {
    /// The fewest fresh agents with even odds; `None` if a thousand are too few.
    pub agents: Option<usize>,
    /// Their probability of success.
    pub success: f64,
}

/// The threat of the first site of a battle, by the rules of that battle.
pub fn threat(b: &Battle) -> Threat {
    // Enough to tell even odds from others, few enough for a crowd.
    let trials = (40_000 / b.chain[0].enemies.len().max(1) as u64).clamp(60, 400);
    let success = |count: usize| {
        let fresh = fresh_battle(b, count);
        let effort = Effort::default();
        let tally = sample::<Mission>(&fresh, 0, 0..trials, &effort);
        let wins = tally.outcomes().get(Outcome::Success.index()).copied().unwrap_or(0);
        wins as f64 / trials as f64
    };
    // Doubled until it is enough, then halved between.
    let (mut few, mut many) = (0, 1);
    let mut reached = success(many);
    while reached < 0.5 {
        if many == MOST_UNITS {
            return Threat { agents: None, success: reached };
        }
        few = many;
        many = (2 * many).min(MOST_UNITS);
        reached = success(many);
    }
    while many - few > 1 {
        let middle = few.midpoint(many);
        let found = success(middle);
        if found < 0.5 {
            few = middle;
        } else {
            (many, reached) = (middle, found);
        }
    }
    Threat { agents: Some(many), success: reached }
}

/// The same site against so many fresh agents (M-3).
fn fresh_battle(b: &Battle, count: usize) -> Battle {
    let mut world = b.world.clone();
    let fresh = |number: usize| Agent::fresh(format!("fresh agent {number}"), &b.world.constants);
    world.agents = (0..count).map(fresh).collect();
    world.has_player = false;
    let roster = world.agents.iter().map(Member::of).collect();
    muster::battle(Written {
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
