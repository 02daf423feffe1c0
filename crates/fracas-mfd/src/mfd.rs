//! The ruleset as the rest of fracas sees it.

use std::ops::Range;

use fracas_core::capability::{
    Capabilities, Detail, Ending, ExactOdds, Export, Inspect, Part, Parts, Scene, Scenes, Tell,
};
use fracas_core::chance::{Chance, Draw, Fault};
use fracas_core::document::{Checked, Diagnostics, TableShape};
use fracas_core::odds::{self, Budget, Exact, Fights, HearEnds, Refusal, Stage};
use fracas_core::ruleset::{Measure, Next, Ruleset};
use fracas_core::table::Table;
use fracas_core::watch::{Loud, Scores, Watch};
use serde_json::Value;

use crate::battle::{Battle, Fighter, SideId};
use crate::events::Event;
use crate::rules::ends::{HEROES, VILLAINS};
use crate::rules::round;
use crate::state::State;
use crate::{aftermath, facts, finals, inspect, measures, muster, report, scenario, scenes};

/// Mass combat in dice pools, as in Marked for Death.
#[derive(Debug)]
pub struct Mfd;

impl Ruleset for Mfd {
    const NAME: &'static str = "mfd";
    const VERSION: u32 = 2;
    const OUTCOMES: &'static [&'static str] = &["heroes", "villains", "both", "undecided"];
    /// A draw is a pool of dice with all that follows, some 40 ns: these are
    /// little more than half a second.
    const MOST_DRAWS: u64 = 14_000_000;

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

    /// Nothing is drawn before the first round; a log shows the sides (F-60).
    fn begin<C, W>(b: &Battle, st: &mut State, _c: &mut C, w: &mut W)
    where
        C: Chance + ?Sized,
        W: Watch<Event>,
    {
        for side in SideId::BOTH {
            w.event(|| Event::standing(b, st, side));
        }
    }

    #[inline]
    fn step<C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W) -> Next
    where
        C: Chance + ?Sized,
        W: Watch<Event>,
    {
        round::step(b, st, c, w)
    }

    fn finals(b: &Battle, st: &State, scores: &mut Scores) {
        measures::finals(b, st, scores);
    }

    fn fighter<'a>(b: &'a Battle, trials: &Range<u64>) -> Box<dyn Fights + 'a> {
        Box::new(odds::Fighter::<Self>::counting(b, trials))
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
            tell: Some(&Mfd),
            inspect: Some(&Mfd),
            exact: Some(&Mfd),
            parts: Some(&Mfd),
            scenes: Some(&Mfd),
            export: Some(&Mfd),
            sides: Some(&Mfd),
            ..Capabilities::default()
        }
    }
}

impl Tell for Mfd {
    fn endings(&self) -> &'static [Ending] {
        report::ENDINGS
    }

    fn opening(&self, b: &Battle) -> String {
        report::opening(b)
    }

    fn tell(&self, b: &Battle, event: &Event, detail: Detail) -> Option<String> {
        report::tell(b, event, detail)
    }

    fn usual_detail(&self, b: &Battle) -> Detail {
        report::usual_detail(b)
    }

    fn closing(&self, b: &Battle, st: &State) -> String {
        report::closing(b, st)
    }
}

impl Inspect for Mfd {
    fn inspect(&self, b: &Battle) -> Vec<Table> {
        inspect::inspect(b)
    }

    fn checked(&self, b: &Battle) -> Vec<Table> {
        vec![inspect::fighters(b)]
    }
}

impl ExactOdds for Mfd {
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

impl Parts for Mfd {
    fn parts(&self, b: &Battle) -> Vec<Part> {
        let part = |fighter: &Fighter| Part {
            name: fighter.row.name.clone(),
            side: fighter.side.key(),
            wins: match fighter.side {
                SideId::Heroes => &[HEROES],
                SideId::Villains => &[VILLAINS],
            },
        };
        b.fighters.iter().map(part).collect()
    }

    fn without(&self, b: &Battle, part: usize) -> Option<Battle> {
        muster::without(b, part)
    }
}

impl Export for Mfd {
    fn log_file(&self) -> &'static str {
        "BattleLog.txt"
    }

    fn names(&self) -> &'static [&'static str] {
        &["Heroes-final.csv", "Villains-final.csv"]
    }

    fn texts(&self, b: &Battle, st: &State) -> Vec<String> {
        finals::files(b, st)
    }
}

impl Scenes for Mfd {
    fn scene(&self, b: &Battle, st: &State, _observer: Option<usize>) -> Scene {
        scenes::scene(b, st)
    }
}
