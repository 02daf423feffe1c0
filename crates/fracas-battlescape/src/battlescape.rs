//! The ruleset as the rest of fracas sees it.

use std::ops::Range;

use fracas_core::capability::{
    Capabilities, Detail, Ending, Inspect, Observe, Part, Parts, Picture, Scene, Scenes, Tell,
};
use fracas_core::chance::{Chance, Draw, Fault};
use fracas_core::document::{Checked, Diagnostics, TableShape};
use fracas_core::odds::{self, Fighter, Fights, Stage};
use fracas_core::ruleset::{Measure, Next, OutcomeId, Ruleset};
use fracas_core::table::Table;
use fracas_core::watch::{Loud, Scores, Watch};
use serde_json::Value;

use crate::battle::{Battle, Side};
use crate::events::Event;
use crate::rules::Fight;
use crate::rules::phases::{Command, Going};
use crate::state::{Observer, Phase, State};
use crate::{VERSION, aftermath, facts, inspect, measures, parts, report, scenario, scenes};

/// Hex tactics.
#[derive(Debug)]
pub struct Battlescape;

impl Ruleset for Battlescape {
    const NAME: &'static str = "battlescape";
    const VERSION: u32 = VERSION;
    const OUTCOMES: &'static [&'static str] = &["victory", "defeat", "failed", "withdrawn"];
    const SETS_UP: bool = true;
    /// An AI thinks before most of them: a draw takes a thousand times what it
    /// takes elsewhere. These are two or three seconds.
    const MOST_DRAWS: u64 = 75_000;

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

    fn measures(battle: &Battle) -> Vec<Measure> {
        measures::list(battle)
    }

    fn start(battle: &Battle) -> &State {
        &battle.start
    }

    fn set_up<C, W>(battle: &Battle, state: &mut State, chance: &mut C, watch: &mut W)
    where
        C: Chance + ?Sized,
        W: Watch<Event>,
    {
        Fight { battle, state, chance, watch }.place_squads();
    }

    /// Nothing is drawn: the fog is lifted (B-40).
    fn begin<C, W>(battle: &Battle, state: &mut State, chance: &mut C, watch: &mut W)
    where
        C: Chance + ?Sized,
        W: Watch<Event>,
    {
        Fight { battle, state, chance, watch }.first_look();
    }

    /// One order of the unit whose turn it is, or one step from phase to
    /// phase.
    fn step<C, W>(battle: &Battle, state: &mut State, chance: &mut C, watch: &mut W) -> Next
    where
        C: Chance + ?Sized,
        W: Watch<Event>,
    {
        let mut fight = Fight { battle, state, chance, watch };
        if let Going::Order(unit) = fight.go_on(Command::Ai) {
            fight.ai_order(unit);
        }
        match state.ended {
            Some((ending, _)) => Next::Over(OutcomeId(ending as u8)),
            None => Next::On,
        }
    }

    fn finals(battle: &Battle, state: &State, scores: &mut Scores) {
        measures::finals(battle, state, scores);
    }

    fn fighter<'a>(battle: &'a Battle, trials: &Range<u64>) -> Box<dyn Fights + 'a> {
        Box::new(Fighter::<Self>::counting(battle, trials))
    }

    fn advance(
        stage: Stage,
        battle: &Battle,
        state: &mut State,
        dice: &mut dyn Draw,
        loud: &mut Loud<'_, Event>,
    ) -> Result<Stage, Fault> {
        odds::advance::<Self>(stage, battle, state, dice, loud)
    }

    fn aftermath(battle: &Battle, state: &State, _: &mut dyn Draw) -> String {
        aftermath::write(battle, state)
    }

    fn facts(battle: &Battle, state: &State) -> Vec<(&'static str, Value)> {
        facts::facts(battle, state)
    }

    fn capabilities() -> Capabilities<Self> {
        Capabilities {
            tell: Some(&Battlescape),
            observe: Some(&Battlescape),
            picture: Some(&Battlescape),
            play: Some(&Battlescape),
            inspect: Some(&Battlescape),
            parts: Some(&Battlescape),
            scenes: Some(&Battlescape),
            ..Capabilities::default()
        }
    }
}

impl Tell for Battlescape {
    fn endings(&self) -> &'static [Ending] {
        report::ENDINGS
    }

    fn opening(&self, battle: &Battle) -> String {
        report::opening(battle)
    }

    fn tell(&self, _: &Battle, event: &Event, detail: Detail) -> Option<String> {
        report::tell(event, detail)
    }

    fn closing(&self, battle: &Battle, state: &State) -> String {
        report::closing(battle, state)
    }

    fn played_by(&self, battle: &Battle) -> Option<String> {
        Some(report::played_by(battle))
    }
}

impl Observe for Battlescape {
    fn observers(&self) -> &'static [&'static str] {
        &["player", "enemy"]
    }

    fn opening_to(&self, battle: &Battle, place: usize) -> String {
        report::opening_to(battle, observer(place))
    }

    fn known_to(&self, battle: &Battle, event: &Event, place: usize) -> Option<Event> {
        report::known_to(battle, event, observer(place))
    }
}

impl Picture for Battlescape {
    /// The map before the first turn, after every turn, and at the end.
    fn picture(&self, battle: &Battle, state: &State, place: Option<usize>) -> Option<String> {
        let between = state.phase == Phase::Player && !state.opened;
        // The opening shows the start already, unless it was shuffled.
        let shown = state.turn == 1 && place.is_none() && battle.dealt.is_empty();
        let wanted = state.ended.is_some() || between && !shown;
        wanted.then(|| report::ascii::map(battle, state, place.map(observer)))
    }

    /// Where dice have put those who are placed by them (B-41).
    fn start(&self, battle: &Battle, state: &State, place: Option<usize>) -> Option<String> {
        let dealt = state.turn == 1 && state.ended.is_none() && !battle.dealt.is_empty();
        dealt.then(|| self.picture(battle, state, place)).flatten()
    }
}

impl Inspect for Battlescape {
    fn inspect(&self, battle: &Battle) -> Vec<Table> {
        inspect::inspect(battle)
    }
}

impl Scenes for Battlescape {
    fn scene(&self, battle: &Battle, state: &State, place: Option<usize>) -> Scene {
        let side =
            |place| if observer(place) == Observer::ENEMY { Side::Enemy } else { Side::Player };
        scenes::scene(battle, state, place.map(side))
    }
}

/// Who looks, by the place among the observers.
fn observer(place: usize) -> Observer {
    if place == 0 { Observer::PLAYER } else { Observer::ENEMY }
}

impl Parts for Battlescape {
    fn parts(&self, battle: &Battle) -> Vec<Part> {
        parts::parts(battle)
    }

    fn without(&self, battle: &Battle, part: usize) -> Option<Battle> {
        parts::without(battle, part)
    }
}
