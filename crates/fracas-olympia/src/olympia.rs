//! The ruleset as the rest of fracas sees it.

use std::ops::Range;

use fracas_core::capability::{
    Capabilities, Detail, Ending, ExactOdds, Inspect, Part, Parts, Scene, Scenes, Tell,
};
use fracas_core::chance::{Chance, Draw, Fault};
use fracas_core::document::{Checked, Diagnostics, TableShape};
use fracas_core::odds::{
    self, Budget, Exact, Fighter, Fights, HearEnds, Refusal, SHORT_WAYS, Shortcut, Stage, ToScores,
};
use fracas_core::ruleset::{Measure, Next, OutcomeId, Ruleset};
use fracas_core::table::Table;
use fracas_core::watch::{Loud, Scores, Watch};
use serde_json::Value;

use crate::battle::Battle;
use crate::events::Event;
use crate::rules::melee::Melee;
use crate::rules::skirmish::Skirmish;
use crate::rules::throng::Throng;
use crate::rules::{attack, settling};
use crate::state::State;
use crate::{aftermath, facts, inspect, measures, parts, report, scenario, scenes};

/// Battles of stacks as in Olympia.
#[derive(Debug)]
pub struct Olympia;

impl Ruleset for Olympia {
    const NAME: &'static str = "olympia";
    const VERSION: u32 = 3;
    const OUTCOMES: &'static [&'static str] = &["attacker", "defender", "draw"];
    /// Half a second or more.
    const MOST_DRAWS: u64 = 1 << 26;

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
        b.measures.list.clone()
    }

    fn start(b: &Battle) -> &State {
        &b.start
    }

    #[inline]
    fn step<C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W) -> Next
    where
        C: Chance + ?Sized,
        W: Watch<Event>,
    {
        attack::attack(b, st, c, w)
    }

    fn fight_out<C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W) -> OutcomeId
    where
        C: Chance + Clone,
        W: Watch<Event>,
    {
        attack::fight_out(b, st, c, w)
    }

    fn finals(b: &Battle, st: &State, scores: &mut Scores) {
        measures::finals(b, st, scores);
    }

    fn settle<C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W) -> bool
    where
        C: Chance + ?Sized,
        W: Watch<Event>,
    {
        settling::settle(b, st, c, w)
    }

    fn shortcut(b: &Battle) -> Option<Shortcut<'_>> {
        if let Some(skirmish) = Skirmish::of(b).filter(|_| SHORT_WAYS) {
            return Some(Shortcut::ToEnds(Box::new(skirmish)));
        }
        let melee = Melee::of(b).map(|melee| Box::new(melee) as Box<dyn ToScores>);
        let throng = || Some(Box::new(Throng::of(b)?) as Box<dyn ToScores>);
        melee.or_else(|| SHORT_WAYS.then(throng).flatten()).map(Shortcut::ToScores)
    }

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

    fn aftermath(b: &Battle, st: &State, dice: &mut dyn Draw) -> String {
        aftermath::write(b, st, dice)
    }

    fn facts(b: &Battle, st: &State) -> Vec<(&'static str, Value)> {
        facts::facts(b, st)
    }

    fn capabilities() -> Capabilities<Self> {
        Capabilities {
            tell: Some(&Olympia),
            inspect: Some(&Olympia),
            exact: Some(&Olympia),
            parts: Some(&Olympia),
            scenes: Some(&Olympia),
            decide: Some(&Olympia),
            sides: Some(&Olympia),
            ..Capabilities::default()
        }
    }
}

impl Tell for Olympia {
    fn endings(&self) -> &'static [Ending] {
        report::ENDINGS
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

impl Inspect for Olympia {
    fn inspect(&self, b: &Battle) -> Vec<Table> {
        inspect::inspect(b)
    }
}

impl ExactOdds for Olympia {
    fn exact(&self, b: &Battle, budget: Budget) -> Result<Exact, Refusal> {
        odds::exact::<Self>(b, budget)
    }

    fn exact_ends(&self, b: &Battle, budget: Budget, hear: HearEnds<'_>) -> Result<Exact, Refusal> {
        odds::exact_ends::<Self>(b, budget, hear)
    }

    fn attempt(
        &self,
        b: &Battle,
        budget: Budget,
        sure: Budget,
        hear: HearEnds<'_>,
    ) -> Result<Exact, Refusal> {
        odds::attempt::<Self>(b, budget, sure, hear)
    }
}

impl Parts for Olympia {
    fn parts(&self, b: &Battle) -> Vec<Part> {
        parts::parts(b)
    }

    fn without(&self, b: &Battle, part: usize) -> Option<Battle> {
        parts::without(b, part)
    }
}

impl Scenes for Olympia {
    fn scene(&self, b: &Battle, st: &State, _observer: Option<usize>) -> Scene {
        scenes::scene(b, st)
    }
}
