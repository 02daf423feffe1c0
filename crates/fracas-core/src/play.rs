//! Battles that somebody plays: orders instead of a policy.

use crate::chance::Draw;
use crate::ruleset::{OutcomeId, Ruleset};
use crate::watch::Scores;

/// Why something cannot be done. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

/// A played battle that can be played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The ruleset.
    pub ruleset: String,
    /// Its version.
    pub rules: u32,
    /// The seed of the dice; the trial is always 0.
    pub seed: u64,
    /// What was ordered, line by line.
    pub orders: Vec<String>,
}

/// A ruleset whose battles somebody can play. Whoever plays sees through the
/// first of its [`EYES`](Ruleset::EYES), if it has any.
pub trait Playable: Ruleset {
    /// A battle that is being played.
    type Game<'b>;

    /// Begins, and tells what happens before the first order.
    fn play<'b>(
        battle: &'b Self::Battle,
        seed: u64,
        hear: &mut dyn FnMut(Self::Event),
    ) -> Self::Game<'b>;
    /// Does what a line of a record says and all that follows, up to the next
    /// decision.
    fn obey(
        game: &mut Self::Game<'_>,
        line: &str,
        hear: &mut dyn FnMut(Self::Event),
    ) -> Result<(), Refused>;
    /// The battle so far, to be kept.
    fn record(game: &Self::Game<'_>) -> Record;
    /// How it ended, once it has.
    fn outcome(game: &Self::Game<'_>) -> Option<OutcomeId>;
    /// The state as it truly is.
    fn state<'g>(game: &'g Self::Game<'_>) -> &'g Self::State;
    /// The measures so far.
    fn scores(game: &Self::Game<'_>) -> Scores;
    /// The dice, to be thrown on after the end.
    fn dice<'g>(game: &'g mut Self::Game<'_>) -> &'g mut dyn Draw;
}

/// Plays the orders of a record from the beginning and tells what happens.
pub fn replay<'b, R: Playable>(
    battle: &'b R::Battle,
    record: &Record,
    hear: &mut dyn FnMut(R::Event),
) -> Result<R::Game<'b>, Refused> {
    if record.ruleset != R::NAME || record.rules != R::VERSION {
        return Err(Refused(format!(
            "recorded by {} {}, but these are {} {}",
            record.ruleset,
            record.rules,
            R::NAME,
            R::VERSION
        )));
    }
    let mut game = R::play(battle, record.seed, hear);
    for (number, line) in record.orders.iter().enumerate() {
        let why = |refused| Refused(format!("order {}: {refused}", number + 1));
        R::obey(&mut game, line, hear).map_err(why)?;
    }
    Ok(game)
}
