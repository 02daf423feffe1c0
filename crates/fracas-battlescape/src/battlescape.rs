//! The ruleset as the rest of fracas sees it.

use fracas_core::chance::{Chance, Draw};
use fracas_core::document::{Checked, Diagnostics, TableShape};
use fracas_core::ruleset::{Detail, Measure, Next, OutcomeId, Ruleset};
use fracas_core::table::Table;
use fracas_core::watch::{Scores, Watch};
use serde_json::Value;

use crate::battle::Battle;
use crate::events::Event;
use crate::rules::Fight;
use crate::rules::phases::{Command, Going};
use crate::state::{Observer, Phase, State};
use crate::{VERSION, aftermath, facts, inspect, measures, report, scenario};

/// Hex tactics.
#[derive(Debug)]
pub struct Battlescape;

impl Ruleset for Battlescape {
    const NAME: &'static str = "battlescape";
    const VERSION: u32 = VERSION;
    const OUTCOMES: &'static [&'static str] = &["victory", "defeat", "failed", "withdrawn"];
    const SETS_UP: bool = true;
    /// An AI thinks before most of them: a draw takes some ten thousand times
    /// what it takes elsewhere.
    const MOST_DRAWS: u64 = 1 << 18;
    const EYES: &'static [&'static str] = &["player", "enemy"];
    const PICTURES: bool = true;

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

    fn inspect(battle: &Battle) -> Vec<Table> {
        inspect::inspect(battle)
    }

    fn opening(battle: &Battle) -> String {
        report::opening(battle)
    }

    fn opening_to(battle: &Battle, eye: usize) -> String {
        report::opening_to(battle, observer(eye))
    }

    fn known_to(battle: &Battle, event: &Event, eye: usize) -> Option<Event> {
        report::known_to(battle, event, observer(eye))
    }

    /// The map before the first turn, after every turn, and at the end.
    fn picture(battle: &Battle, state: &State, eye: Option<usize>) -> Option<String> {
        let between = state.phase == Phase::Player && !state.opened;
        // The opening shows the start already, unless it was shuffled.
        let shown = state.turn == 1 && eye.is_none() && battle.shuffled.is_empty();
        let wanted = state.ended.is_some() || between && !shown;
        wanted.then(|| report::ascii::map(battle, state, eye.map(observer)))
    }

    fn tell(_: &Battle, event: &Event, detail: Detail) -> Option<String> {
        report::tell(event, detail)
    }

    fn closing(battle: &Battle, state: &State) -> String {
        report::closing(battle, state)
    }

    fn aftermath(battle: &Battle, state: &State, _: &mut dyn Draw) -> String {
        aftermath::write(battle, state)
    }

    fn facts(battle: &Battle, state: &State) -> Vec<(&'static str, Value)> {
        facts::facts(battle, state)
    }
}

/// Who looks, by the place among the eyes.
fn observer(eye: usize) -> Observer {
    if eye == 0 { Observer::PLAYER } else { Observer::ENEMY }
}
