// The ruleset of the examples: two toss a coin in turn, and heads take a point
// off the other. The documentation shows this file and runs it.
use fracas_core::chance::{Chance, Die, Draw};
use fracas_core::document::{Checked, Diagnostics, Field, Shape, TableShape};
use fracas_core::odds::Enumerable;
use fracas_core::ruleset::{Measure, MeasureKind, Next, OutcomeId, Ruleset, measure};
use fracas_core::watch::{Scores, Watch};

struct Toss;

/// The points of both, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Points {
    left: [i64; 2],
    turn: usize,
}

const POINTS: Shape = Shape::whole(1, 1000);
static SCENARIO: TableShape = TableShape {
    name: "toss",
    doc: "Two with a coin.",
    fields: &[
        Field::new("first", POINTS, "the points of whoever begins").required(),
        Field::new("second", POINTS, "the points of the other").required(),
    ],
    unknown_key: "",
};

impl Ruleset for Toss {
    const NAME: &'static str = "toss";
    const VERSION: u32 = 1;
    const OUTCOMES: &'static [&'static str] = &["first", "second"];
    type Battle = Points;
    type State = Points;
    type Event = bool;

    fn shape() -> &'static TableShape {
        &SCENARIO
    }

    fn template() -> &'static str {
        "ruleset = \"toss\"\nfirst = 3\nsecond = 4\n"
    }

    fn read(scenario: &Checked, _: &mut Diagnostics) -> Option<Points> {
        Some(Points { left: [scenario.whole("first")?, scenario.whole("second")?], turn: 0 })
    }

    fn measures(_: &Points) -> Vec<Measure> {
        vec![
            Measure::new("tosses", MeasureKind::Counted),
            Measure::new("points_left", MeasureKind::Final),
        ]
    }

    fn start(battle: &Points) -> &Points {
        battle
    }

    fn step<C: Chance + ?Sized, W: Watch<bool>>(
        _: &Points,
        now: &mut Points,
        chance: &mut C,
        watch: &mut W,
    ) -> Next {
        let (by, other) = (now.turn, 1 - now.turn);
        let heads = chance.hit(1, 2, Die("coin"));
        watch.event(|| heads);
        watch.book(measure(0), 1);
        now.left[other] -= i64::from(heads);
        now.turn = other;
        if now.left[other] > 0 { Next::On } else { Next::Over(OutcomeId(by as u8)) }
    }

    fn finals(_: &Points, now: &Points, scores: &mut Scores) {
        scores.set(measure(1), now.left.iter().sum());
    }

    fn aftermath(_: &Points, now: &Points, _: &mut dyn Draw) -> String {
        let [first, second] = now.left.map(|points| points.max(1));
        format!("ruleset = \"toss\"\nfirst = {first}\nsecond = {second}\n")
    }
}

// For exact odds: all that matters of a state, the way back, and a number that
// only rises. Tails and tails come back to where the turn began, so the state
// in the middle has none.
impl Enumerable for Toss {
    type Key = Points;

    fn key(_: &Points, now: &Points) -> Option<Points> {
        Some(*now)
    }

    fn restore(_: &Points, key: &Points, now: &mut Points) {
        *now = *key;
    }

    fn rung(battle: &Points, now: &Points) -> Option<u64> {
        let lost = battle.left.iter().sum::<i64>() - now.left.iter().sum::<i64>();
        (now.turn == 0).then_some(lost as u64)
    }
}
