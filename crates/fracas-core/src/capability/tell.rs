//! Words for what happens.

use serde::Serialize;

use crate::odds::Odds;
use crate::ruleset::Ruleset;
use crate::watch::MeasureId;

/// How much of a battle a log tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Who met, who won, what it cost.
    None,
    /// Turning points besides.
    Phases,
    /// Every blow.
    All,
    /// Why those who decide by themselves did so, besides.
    Reasons,
}

/// A ruleset whose battles can be told.
pub trait Tell<R: Ruleset = Self>: Sync {
    /// The lines that open a report.
    fn opening(&self, battle: &R::Battle) -> String;
    /// What a log says of an event, if that much detail is wanted.
    fn tell(&self, battle: &R::Battle, event: &R::Event, detail: Detail) -> Option<String>;
    /// How much is told of a battle if nobody asks for more or less.
    fn usual_detail(&self, _battle: &R::Battle) -> Detail {
        Detail::Phases
    }
    /// The lines that close a report.
    fn closing(&self, battle: &R::Battle, state: &R::State) -> String;
    /// What is fought of a larger whole, such as a site of a campaign.
    fn part(&self, _battle: &R::Battle) -> Option<String> {
        None
    }
    /// The battles of a chain in order, of which each has odds of its own;
    /// none of a single battle.
    fn battles(&self, _battle: &R::Battle) -> Vec<ChainedBattle> {
        Vec::new()
    }
    /// What each outcome means, in the order of [`Ruleset::OUTCOMES`].
    fn endings(&self) -> &'static [Ending] {
        &[]
    }
    /// Who decides for the sides where nobody plays them, in a sentence without
    /// an end.
    fn played_by(&self, _battle: &R::Battle) -> Option<String> {
        None
    }
    /// What a reader of these odds must know besides the numbers, in whole
    /// sentences without an end.
    fn remarks(&self, _odds: &Odds) -> Vec<String> {
        Vec::new()
    }
}

/// A battle of a chain: what it is called, and which measures tell of it. Each
/// happened where a measure is at least so much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainedBattle {
    /// Its name.
    pub name: String,
    /// That it was fought.
    pub reached: (MeasureId, i64),
    /// That it was fought and won.
    pub won: (MeasureId, i64),
}

/// An outcome in words, and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Ending {
    /// What happens then, as a sentence without capital and end: `the attacker wins`.
    pub words: &'static str,
    /// The side that fought for it, by its place in
    /// [`Scene::sides`](super::Scene::sides); none where it is nobody's.
    pub side: Option<usize>,
}
