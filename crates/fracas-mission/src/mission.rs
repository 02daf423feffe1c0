//! The ruleset as the rest of fracas sees it.

use std::ops::Range;

use fracas_core::capability::{
    Capabilities, ChainedBattle, Detail, Ending, ExactOdds, Inspect, Part, Parts, Scene, Scenes,
    Tell,
};
use fracas_core::chance::{Chance, Draw, Fault};
use fracas_core::document::{Checked, Diagnostics, TableShape};
use fracas_core::odds::{
    self, Budget, Exact, Fighter, Fights, HearEnds, Refusal, SHORT_WAYS, Shortcut, Stage,
};
use fracas_core::ruleset::{Measure, Next, OutcomeId, Ruleset};
use fracas_core::table::Table;
use fracas_core::watch::{Loud, Scores, Watch};
use serde_json::Value;

use crate::battle::Battle;
use crate::events::Event;
use crate::rules::duel::Duel;
use crate::rules::{attack, squads};
use crate::state::{Outcome, State};
use crate::{aftermath, exact, facts, inspect, measures, muster, report, scenario, scenes};

/// Squads of agents against mission sites.
#[derive(Debug)]
pub struct Mission;

impl Ruleset for Mission {
    const NAME: &'static str = "mission";
    const VERSION: u32 = 2;
    const OUTCOMES: &'static [&'static str] = Outcome::WORDS;
    /// In a large battle a draw is a blow with the choice of its target, some
    /// 80 ns: these are little more than half a second.
    const MOST_DRAWS: u64 = 7_000_000;

    type Battle = Battle;
    type State = State;
    type Event = Event;

    fn shape() -> &'static TableShape {
        &scenario::SCENARIO
    }

    fn template() -> &'static str {
        scenario::TEMPLATE
    }

    fn other_templates() -> &'static [(&'static str, &'static str)] {
        &[("campaign", scenario::CAMPAIGN)]
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

    /// Duels round by round, everything else phase by phase.
    #[inline]
    fn fight_out<C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W) -> OutcomeId
    where
        C: Chance + Clone,
        W: Watch<Event>,
    {
        // Dice of the loop's own stay in registers.
        let mut dice = c.clone();
        loop {
            let next = if SHORT_WAYS && st.fight.begins_duel() {
                attack::duel_round(b, st, &mut dice, w)
            } else {
                attack::phase(b, st, &mut dice, w)
            };
            if let Next::Over(outcome) = next {
                *c = dice;
                return outcome;
            }
        }
    }

    fn finals(b: &Battle, st: &State, scores: &mut Scores) {
        measures::finals(b, st, scores);
    }

    fn shortcut(b: &Battle) -> Option<Shortcut<'_>> {
        match Duel::of(b) {
            Some(duel) => Some(Shortcut::ToEnds(Box::new(duel))),
            None => squads::shortcut(b).map(Shortcut::ToScores),
        }
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

    fn aftermath(b: &Battle, st: &State, _dice: &mut dyn Draw) -> String {
        aftermath::write(b, st)
    }

    fn facts(b: &Battle, st: &State) -> Vec<(&'static str, Value)> {
        facts::facts(b, st)
    }

    fn capabilities() -> Capabilities<Self> {
        Capabilities {
            tell: Some(&Mission),
            inspect: Some(&Mission),
            exact: Some(&Mission),
            decide: Some(&Mission),
            parts: Some(&Mission),
            scenes: Some(&Mission),
            sides: Some(&Mission),
            ..Capabilities::default()
        }
    }
}

impl Tell for Mission {
    fn part(&self, b: &Battle) -> Option<String> {
        report::part(&b.chain)
    }

    fn battles(&self, b: &Battle) -> Vec<ChainedBattle> {
        measures::battles(&b.chain)
    }

    fn endings(&self) -> &'static [Ending] {
        report::ENDINGS
    }

    fn opening(&self, b: &Battle) -> String {
        report::opening(b)
    }

    fn tell(&self, _b: &Battle, event: &Event, detail: Detail) -> Option<String> {
        report::tell(event, detail)
    }

    fn closing(&self, b: &Battle, st: &State) -> String {
        report::closing(b, st)
    }
}

impl Inspect for Mission {
    fn inspect(&self, b: &Battle) -> Vec<Table> {
        inspect::inspect(b)
    }
}

impl ExactOdds for Mission {
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

impl Parts for Mission {
    fn parts(&self, b: &Battle) -> Vec<Part> {
        muster::parts(b)
    }

    fn without(&self, b: &Battle, part: usize) -> Option<Battle> {
        muster::without(b, part)
    }
}

impl Scenes for Mission {
    fn scene(&self, b: &Battle, st: &State, _observer: Option<usize>) -> Scene {
        scenes::scene(b, st)
    }
}
