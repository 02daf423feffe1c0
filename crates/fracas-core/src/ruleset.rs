//! What a game must offer to be fought and weighed. What only some games have
//! is a [capability](crate::capability) beside it.
//!
//! This is a whole one. The examples of [`odds`] fight it.
//!
#![doc = "```"]
#![doc = include_str!("../doc/toss.rs")]
//!
//! # use fracas_core::document::{Source, check, parse};
//! # fn main() {
//! # let mut out = Diagnostics::new(Source::new("toss.toml", Toss::template()));
//! # let parsed = parse(&mut out).unwrap();
//! # let battle = Toss::read(&check(&parsed, Toss::shape(), &mut out), &mut out);
//! # assert_eq!(battle, Some(Points { left: [3, 4], turn: 0 }));
//! # }
//! ```

use std::ops::Range;

use serde::Serialize;

use crate::capability::Capabilities;
use crate::chance::{Chance, Draw, Fault};
use crate::document::{Checked, Diagnostics, TableShape};
use crate::odds::{self, Fighter, Fights, MOST_DRAWS, Shortcut, Stage};
use crate::watch::{Loud, MeasureId, Scores, Watch};

/// An outcome of a battle, by its place in [`Ruleset::OUTCOMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OutcomeId(pub u8);

impl OutcomeId {
    /// The place in the list of outcomes.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// One whole number that every battle has.
///
/// ```
/// use fracas_core::ruleset::{Measure, MeasureKind, OutcomeId};
/// let health = Measure::new("health", MeasureKind::Final).starting(100);
/// let loot = Measure::new("loot", MeasureKind::Counted).given(OutcomeId(0));
/// assert_eq!((health.start, loot.given), (100, Some(OutcomeId(0))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The name in tables and JSON, such as `noble.Osswid.hit`.
    pub name: String,
    /// How it comes about.
    pub kind: MeasureKind,
    /// What it is before anything happens.
    pub start: i64,
    /// Counts only battles of this outcome.
    pub given: Option<OutcomeId>,
}

impl Measure {
    /// A measure that starts at 0 and counts every battle.
    pub fn new(name: impl Into<String>, kind: MeasureKind) -> Self {
        Self { name: name.into(), kind, start: 0, given: None }
    }

    /// The same, starting elsewhere.
    pub fn starting(self, start: i64) -> Self {
        Self { start, ..self }
    }

    /// The same, counting only battles of one outcome.
    pub fn given(self, outcome: OutcomeId) -> Self {
        Self { given: Some(outcome), ..self }
    }
}

/// How a measure comes about, which decides what exact odds can say of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasureKind {
    /// Read off the end of the battle by [`Ruleset::finals`].
    Final,
    /// Booked on the way, any number of times.
    Counted,
    /// Booked on the way, at most once in a battle.
    Once,
}

/// What comes after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The battle goes on.
    On,
    /// The battle is decided; what follows is aftermath.
    Over(OutcomeId),
}

/// A rule system. Everything is a function of the battle (what the scenario
/// says, fixed) and its state (what the fight has made of it).
///
/// Fourteen items are required; the rest has defaults that fit most games.
/// `docs/new-ruleset.md` builds one step by step.
pub trait Ruleset: Sized + 'static {
    /// The word for it in scenario files.
    const NAME: &'static str;
    /// Raised whenever the same scenario and dice would fight otherwise.
    const VERSION: u32;
    /// The outcomes, in the order they are reported.
    const OUTCOMES: &'static [&'static str];

    /// A checked scenario.
    type Battle: Send + Sync;
    /// A battle under way. `clone_from` must not allocate between states of
    /// one battle; [`clone_in_place!`](crate::clone_in_place) sees to it.
    type State: Clone + Send;
    /// What a log can tell.
    type Event: Clone + Send + Serialize;

    /// The keys of a scenario, beside those every scenario has.
    fn shape() -> &'static TableShape;
    /// A commented scenario to start from.
    fn template() -> &'static str;
    /// Scenarios of other kinds to start from, by what they are called.
    fn other_templates() -> &'static [(&'static str, &'static str)] {
        &[]
    }
    /// Makes a battle of a scenario whose keys and values are of the right
    /// shape; what else is wrong with it goes to `out`.
    fn read(scenario: &Checked, out: &mut Diagnostics) -> Option<Self::Battle>;

    /// The measures of this battle.
    fn measures(battle: &Self::Battle) -> Vec<Measure>;
    /// The state before anything was drawn.
    fn start(battle: &Self::Battle) -> &Self::State;
    /// One blow.
    fn step<C: Chance + ?Sized, W: Watch<Self::Event>>(
        battle: &Self::Battle,
        state: &mut Self::State,
        chance: &mut C,
        watch: &mut W,
    ) -> Next;
    /// Sets the measures that are read off the state once the battle is over.
    fn finals(battle: &Self::Battle, state: &Self::State, scores: &mut Scores);
    /// The scenario that is left, as text. Draws what time brings after the
    /// battle.
    fn aftermath(battle: &Self::Battle, state: &Self::State, chance: &mut dyn Draw) -> String;

    /// What the game can do besides: by default nothing.
    fn capabilities() -> Capabilities<Self> {
        Capabilities::default()
    }

    /// The draws that odds without an asked error may take. A ruleset whose
    /// battles do much beside drawing affords fewer.
    const MOST_DRAWS: u64 = MOST_DRAWS;
    /// Whether anything is drawn while the sides are set up.
    const SETS_UP: bool = false;

    /// Draws what is drawn while the sides are set up, from a stream of its
    /// own; called only if [`Self::SETS_UP`].
    fn set_up<C: Chance + ?Sized, W: Watch<Self::Event>>(
        _battle: &Self::Battle,
        _state: &mut Self::State,
        _chance: &mut C,
        _watch: &mut W,
    ) {
    }
    /// Draws what is drawn before the first step, usually nothing.
    #[inline]
    fn begin<C: Chance + ?Sized, W: Watch<Self::Event>>(
        _battle: &Self::Battle,
        _state: &mut Self::State,
        _chance: &mut C,
        _watch: &mut W,
    ) {
    }
    /// Steps until the battle is over. A ruleset that has several ways
    /// through its rules may choose among them here, once a battle.
    #[inline]
    fn fight_out<C: Chance + Clone, W: Watch<Self::Event>>(
        battle: &Self::Battle,
        state: &mut Self::State,
        chance: &mut C,
        watch: &mut W,
    ) -> OutcomeId {
        loop {
            if let Next::Over(outcome) = Self::step(battle, state, chance, watch) {
                return outcome;
            }
        }
    }
    /// One test of the aftermath; false when nothing is left to be tested, as
    /// from the start where the aftermath is not drawn.
    #[inline]
    fn settle<C: Chance + ?Sized, W: Watch<Self::Event>>(
        _battle: &Self::Battle,
        _state: &mut Self::State,
        _chance: &mut C,
        _watch: &mut W,
    ) -> bool {
        false
    }
    /// A shorter way through the fights of a battle that is plain enough for
    /// one; usually there is none.
    fn shortcut(_battle: &Self::Battle) -> Option<Shortcut<'_>> {
        None
    }
    /// Somebody who fights this battle in silence, as often as he is asked. A
    /// ruleset that writes this line itself has its rules compiled in its own
    /// crate for all who count battles, and once.
    fn fighter<'a>(battle: &'a Self::Battle, trials: &Range<u64>) -> Box<dyn Fights + 'a> {
        Box::new(Fighter::<Self>::counting(battle, trials))
    }
    /// One step of a battle that is told, from its set-up to its aftermath. The
    /// same holds of this line.
    fn advance(
        stage: Stage,
        battle: &Self::Battle,
        state: &mut Self::State,
        dice: &mut dyn Draw,
        loud: &mut Loud<'_, Self::Event>,
    ) -> Result<Stage, Fault> {
        odds::advance::<Self>(stage, battle, state, dice, loud)
    }
    /// Facts of one fought battle beside outcome and measures, for JSON.
    fn facts(
        _battle: &Self::Battle,
        _state: &Self::State,
    ) -> Vec<(&'static str, serde_json::Value)> {
        Vec::new()
    }
}

/// The measure at a place of the list.
pub fn measure(index: usize) -> MeasureId {
    MeasureId(index as u32)
}
