//! A duel to test the odds with.

use crate::chance::{Chance, Die, Draw};
use crate::document::{Checked, Diagnostics, TableShape};
use crate::odds::Enumerable;
use crate::ruleset::{Measure, MeasureKind, Next, OutcomeId, Ruleset, measure};
use crate::watch::{Scores, Watch};

/// Two men strike in turn until one is down or both are tired.
pub struct Duel;

/// Hit points and chances in 100; a draw after so many blows.
pub struct Scenario {
    start: State,
    skill: [u64; 2],
    patience: u32,
}

impl Scenario {
    pub fn new(hp: [i64; 2], skill: [u64; 2]) -> Self {
        let start = State { hp, blows: 0, wounded: false, settled: false };
        Self { start, skill, patience: 40 }
    }
}

/// A duel under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub hp: [i64; 2],
    blows: u32,
    wounded: bool,
    settled: bool,
}

pub const WIN: OutcomeId = OutcomeId(0);
pub const LOSE: OutcomeId = OutcomeId(1);
pub const TIRED: OutcomeId = OutcomeId(2);

const STRIKE: Die = Die("strike");
const ILL: Die = Die("ill");

impl Ruleset for Duel {
    const NAME: &'static str = "duel";
    const VERSION: u32 = 3;
    const OUTCOMES: &'static [&'static str] = &["win", "lose", "tired"];

    type Battle = Scenario;
    type State = State;
    type Event = &'static str;

    fn shape() -> &'static TableShape {
        unreachable!("the tests read no scenario")
    }

    fn template() -> &'static str {
        ""
    }

    fn read(_: &Checked, _: &mut Diagnostics) -> Option<Scenario> {
        None
    }

    fn measures(battle: &Scenario) -> Vec<Measure> {
        vec![
            Measure::new("blows", MeasureKind::Counted),
            Measure::new("hp", MeasureKind::Final).starting(battle.start.hp[0]),
            Measure::new("wounded", MeasureKind::Once),
            Measure::new("hp_left", MeasureKind::Final).given(WIN),
            Measure::new("gold", MeasureKind::Counted).starting(5000),
            Measure::new("ill", MeasureKind::Once),
        ]
    }

    fn start(battle: &Scenario) -> &State {
        &battle.start
    }

    fn begin<C: Chance + ?Sized, W: Watch<&'static str>>(
        _: &Scenario,
        _: &mut State,
        _: &mut C,
        watch: &mut W,
    ) {
        watch.event(|| "they meet");
    }

    fn step<C: Chance + ?Sized, W: Watch<&'static str>>(
        battle: &Scenario,
        state: &mut State,
        chance: &mut C,
        watch: &mut W,
    ) -> Next {
        let striker = (state.blows % 2) as usize;
        state.blows += 1;
        watch.book(measure(0), 1);
        if chance.hit(battle.skill[striker], 100, STRIKE) {
            state.hp[1 - striker] -= 1;
            watch.book(measure(4), if striker == 0 { 1700 } else { -2600 });
            if striker == 1 && !state.wounded {
                state.wounded = true;
                watch.book(measure(2), 1);
                watch.event(|| "a wound");
            }
        }
        match state.hp {
            [_, 0] => Next::Over(WIN),
            [0, _] => Next::Over(LOSE),
            _ if state.blows == battle.patience => Next::Over(TIRED),
            _ => Next::On,
        }
    }

    fn finals(_: &Scenario, state: &State, scores: &mut Scores) {
        scores.set(measure(1), state.hp[0]);
        scores.set(measure(3), state.hp[0]);
    }

    fn settle<C: Chance + ?Sized, W: Watch<&'static str>>(
        _: &Scenario,
        state: &mut State,
        chance: &mut C,
        watch: &mut W,
    ) -> bool {
        if !state.wounded || state.settled {
            return false;
        }
        state.settled = true;
        if chance.hit(1, 4, ILL) {
            watch.book(measure(5), 1);
        }
        true
    }

    fn aftermath(_: &Scenario, _: &State, _: &mut dyn Draw) -> String {
        String::new()
    }
}

/// A state is its own key; every blow is a step up.
impl Enumerable for Duel {
    type Key = State;

    fn key(_: &Scenario, state: &State) -> Option<State> {
        Some(state.clone())
    }

    fn restore(_: &Scenario, key: &State, state: &mut State) {
        state.clone_from(key);
    }

    fn rung(_: &Scenario, state: &State) -> Option<u64> {
        Some(u64::from(state.blows))
    }
}
