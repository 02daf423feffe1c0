//! Battles that somebody plays: orders instead of a policy.

use std::any::Any;
use std::sync::Arc;

use serde_json::Value;
use thiserror::Error;

use crate::chance::Draw;
use crate::ruleset::{OutcomeId, Ruleset};
use crate::watch::Scores;

/// Why something cannot be done. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Refused(pub String);

/// A ruleset whose battles somebody can play: as the first of the
/// [observers](crate::capability::Observe), where not everybody knows
/// everything.
pub trait Play<R: Ruleset = Self>: Sync {
    /// Begins, and tells what happens before the first order. Dice are those
    /// of trial 0.
    fn begin(
        &self,
        battle: Arc<R::Battle>,
        seed: u64,
        hear: &mut dyn FnMut(R::Event),
    ) -> Box<dyn Session<R>>;
}

/// A battle that is being played. It owns what it needs, so that it can be
/// kept as long as whoever plays likes. Where more than one side is given
/// orders, choices, advice and answers are for the one that is
/// [to act](Session::to_act).
pub trait Session<R: Ruleset>: Send {
    /// Does what an order says and all that follows, up to the next decision.
    fn order(&mut self, order: &str, hear: &mut dyn FnMut(R::Event)) -> Result<(), Refused>;
    /// Takes the last order back, where the rules allow it.
    fn undo(&mut self) -> Result<(), Refused>;
    /// What was ordered so far, and not taken back: played again, it leads
    /// here.
    fn orders(&self) -> Vec<String>;
    /// What can be done now; none once the battle is over.
    fn choices(&self) -> Vec<Choice>;
    /// The order that the game's own policy would give.
    fn advice(&self) -> String;
    /// What a player's screen asks before he orders, such as what a step costs
    /// or a shot promises, in words of the ruleset's own and answered in JSON;
    /// as far as he may know it.
    fn query(&self, question: &str) -> Result<Value, Refused> {
        Err(Refused(format!("`{question}`: battles of {} answer no such question", R::NAME)))
    }
    /// Who is to decide now, by the place among the observers.
    fn to_act(&self) -> usize {
        0
    }
    /// How it ended, once it has.
    fn outcome(&self) -> Option<OutcomeId>;
    /// The state as it truly is.
    fn state(&self) -> &R::State;
    /// The measures so far.
    fn scores(&self) -> Scores;
    /// The dice, to be thrown on after the end.
    fn dice(&mut self) -> &mut dyn Draw;
    /// Itself, for those who know the ruleset.
    fn as_any(&self) -> &dyn Any;
}

/// Something that can be done now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The order for it.
    pub order: String,
    /// What it is, costs and promises, in words.
    pub words: String,
}
