//! The ruleset as the rest of fracas sees it.

use std::ops::Range;

use fracas_core::capability::{
    Capabilities, ChainedBattle, Detail, Ending, ExactOdds, Inspect, Part, Parts, Scene, Scenes,
    Tell,
};
use fracas_core::chance::{Chance, Draw, Fault};
use fracas_core::document::{Checked, Diagnostics, TableShape};
use fracas_core::odds::{
    self, Budget, Exact, Fighter, Fights, HearEnds, Odds, Refusal, Shortcut, Stage,
};
use fracas_core::ruleset::{Measure, Next, Ruleset};
use fracas_core::table::Table;
use fracas_core::watch::{Loud, Scores, Watch};
use serde_json::Value;

use crate::battle::Battle;
use crate::events::Event;
use crate::rules::{plain, rewards, turns};
use crate::state::State;
use crate::{aftermath, exact, facts, inspect, measures, parts, report, scenario, scenes};

/// Fights as in Andor's Trail.
#[derive(Debug)]
pub struct Andor;

impl Ruleset for Andor {
    const NAME: &'static str = "andor";
    const VERSION: u32 = 3;
    const OUTCOMES: &'static [&'static str] = &["win", "lose", "fled", "stalemate"];

    type Battle = Battle;
    type State = State;
    type Event = Event;

    fn shape() -> &'static TableShape {
        &scenario::SCENARIO
    }

    fn template() -> &'static str {
        scenario::TEMPLATE
    }

    fn read(file: &Checked, out: &mut Diagnostics) -> Option<Battle> {
        scenario::read(file, out)
    }

    fn measures(b: &Battle) -> Vec<Measure> {
        measures::list(b)
    }

    fn start(b: &Battle) -> &State {
        &b.start
    }

    /// The first turn has no tick, so nothing is drawn.
    #[inline]
    fn begin<C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W)
    where
        C: Chance + ?Sized,
        W: Watch<Event>,
    {
        turns::begin(b, st, c, w);
    }

    #[inline]
    fn step<C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W) -> Next
    where
        C: Chance + ?Sized,
        W: Watch<Event>,
    {
        turns::step(b, st, c, w)
    }

    #[inline]
    fn finals(b: &Battle, st: &State, scores: &mut Scores) {
        measures::finals(b, st, scores);
    }

    #[inline]
    fn settle<C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W) -> bool
    where
        C: Chance + ?Sized,
        W: Watch<Event>,
    {
        rewards::settle(b, st, c, w)
    }

    fn shortcut(b: &Battle) -> Option<Shortcut<'_>> {
        plain::of(b).map(Shortcut::ToEnds)
    }

    /// Nothing is drawn any more: loot and the last tick were settled.
    fn fighter<'a>(b: &'a Battle, trials: &Range<u64>) -> Box<dyn Fights + 'a> {
        Box::new(Fighter::<Self>::counting(b, trials))
    }

    fn advance(
        stage: Stage,
        b: &Battle,
        st: &mut State,
        dice: &mut dyn Draw,
        loud: &mut Loud<'_, Event>,
    ) -> Result<Stage, Fault> {
        odds::advance::<Self>(stage, b, st, dice, loud)
    }

    fn aftermath(b: &Battle, st: &State, _dice: &mut dyn Draw) -> String {
        aftermath::write(b, st)
    }

    fn facts(b: &Battle, st: &State) -> Vec<(&'static str, Value)> {
        facts::facts(b, st)
    }

    fn capabilities() -> Capabilities<Self> {
        Capabilities {
            tell: Some(&Andor),
            play: Some(&Andor),
            inspect: Some(&Andor),
            exact: Some(&Andor),
            parts: Some(&Andor),
            scenes: Some(&Andor),
            decide: Some(&Andor),
            sides: Some(&Andor),
            ..Capabilities::default()
        }
    }
}

impl Tell for Andor {
    fn endings(&self) -> &'static [Ending] {
        report::ENDINGS
    }

    fn battles(&self, b: &Battle) -> Vec<ChainedBattle> {
        measures::battles(b)
    }

    fn remarks(&self, odds: &Odds) -> Vec<String> {
        measures::remarks(odds)
    }

    fn opening(&self, b: &Battle) -> String {
        report::opening(b)
    }

    fn tell(&self, b: &Battle, event: &Event, detail: Detail) -> Option<String> {
        report::tell(b, event, detail)
    }

    fn closing(&self, b: &Battle, st: &State) -> String {
        report::closing(b, st)
    }
}

impl Inspect for Andor {
    fn inspect(&self, b: &Battle) -> Vec<Table> {
        inspect::inspect(b)
    }
}

impl ExactOdds for Andor {
    fn exact(&self, b: &Battle, budget: Budget) -> Result<Exact, Refusal> {
        exact::exact(b, budget)
    }

    fn exact_ends(&self, b: &Battle, budget: Budget, hear: HearEnds<'_>) -> Result<Exact, Refusal> {
        exact::exact_ends(b, budget, hear)
    }

    fn attempt(
        &self,
        b: &Battle,
        budget: Budget,
        sure: Budget,
        hear: HearEnds<'_>,
    ) -> Result<Exact, Refusal> {
        exact::attempt(b, budget, sure, hear)
    }
}

impl Parts for Andor {
    fn parts(&self, b: &Battle) -> Vec<Part> {
        parts::parts(b)
    }

    fn without(&self, b: &Battle, part: usize) -> Option<Battle> {
        parts::without(b, part)
    }
}

impl Scenes for Andor {
    fn scene(&self, b: &Battle, st: &State, _observer: Option<usize>) -> Scene {
        scenes::scene(b, st)
    }
}
