//! `mission`: campaigns turn by turn, and plans before a squad goes.

mod plan;
mod turn;

use crate::verb::Verb;

/// Its verbs.
pub const VERBS: &[Verb] = &[Verb::of::<turn::Turn>(), Verb::of::<plan::PlanOf>()];
