//! A whole ruleset in one file: two duellists toss a coin in turn, and whoever
//! tosses heads takes a point off the other. `docs/new-ruleset.md` explains it
//! line by line. Try it: `cargo run -p fracas --example coin_duel`.

use fracas::core::capability::{Capabilities, Detail, ExactOdds, Tell};
use fracas::core::chance::{Chance, Die, Draw};
use fracas::core::document::{Checked, Diagnostics, Field, Shape, TableShape};
use fracas::core::odds::{self, Budget, Enumerable, Exact, Refusal};
use fracas::core::ruleset::{Measure, MeasureKind, Next, OutcomeId, Ruleset, measure};
use fracas::core::watch::{Scores, Watch};
use fracas::{Ask, Effort, Goal, Log, Registry, Scenario, Told, View};

/// The ruleset.
pub struct CoinDuel;

/// A duel under way, and what a scenario says of it.
#[derive(Clone, Copy)]
pub struct Duel {
    points: [i64; 2],
    tosses: i64,
}

/// A toss: who threw, and whether it took a point.
#[derive(Clone, serde::Serialize)]
pub struct Toss {
    by: usize,
    heads: bool,
}

const POINTS: Shape = Shape::whole(1, 1000);
static SCENARIO: TableShape = TableShape {
    name: "duel",
    doc: "Two duellists with a coin.",
    fields: &[
        Field::new("first", POINTS, "the points of whoever tosses first").required(),
        Field::new("second", POINTS, "the points of the other").required(),
    ],
    unknown_key: "",
};
const COIN: Die = Die("coin");

impl Ruleset for CoinDuel {
    const NAME: &'static str = "coin-duel";
    const VERSION: u32 = 1;
    const OUTCOMES: &'static [&'static str] = &["first", "second"];
    type Battle = Duel;
    type State = Duel;
    type Event = Toss;

    fn shape() -> &'static TableShape {
        &SCENARIO
    }

    fn template() -> &'static str {
        "# A duel with a coin.\nruleset = \"coin-duel\"\nfirst = 3\nsecond = 4\n"
    }

    fn read(scenario: &Checked, _: &mut Diagnostics) -> Option<Duel> {
        Some(Duel { points: [scenario.whole("first")?, scenario.whole("second")?], tosses: 0 })
    }

    fn measures(_: &Duel) -> Vec<Measure> {
        vec![Measure::new("tosses", MeasureKind::Counted)]
    }

    fn start(duel: &Duel) -> &Duel {
        duel
    }

    fn step<C, W>(_: &Duel, now: &mut Duel, chance: &mut C, watch: &mut W) -> Next
    where
        C: Chance + ?Sized,
        W: Watch<Toss>,
    {
        let by = (now.tosses % 2) as usize;
        now.tosses += 1;
        watch.book(measure(0), 1);
        let heads = chance.hit(1, 2, COIN);
        watch.event(|| Toss { by, heads });
        now.points[1 - by] -= i64::from(heads);
        if now.points[1 - by] > 0 { Next::On } else { Next::Over(OutcomeId(by as u8)) }
    }

    fn finals(_: &Duel, _: &Duel, _: &mut Scores) {}

    fn aftermath(_: &Duel, now: &Duel, _: &mut dyn Draw) -> String {
        let [first, second] = now.points.map(|points| points.max(1));
        format!("ruleset = \"coin-duel\"\nfirst = {first}\nsecond = {second}\n")
    }

    fn capabilities() -> Capabilities<Self> {
        Capabilities { tell: Some(&Self), exact: Some(&Self), ..Capabilities::default() }
    }
}

impl Tell for CoinDuel {
    fn opening(&self, duel: &Duel) -> String {
        format!("{} points against {}.\n", duel.points[0], duel.points[1])
    }

    fn tell(&self, _: &Duel, toss: &Toss, detail: Detail) -> Option<String> {
        let told = toss.heads && detail == Detail::All;
        told.then(|| format!("{} tosses heads", CoinDuel::OUTCOMES[toss.by]))
    }

    fn closing(&self, _: &Duel, now: &Duel) -> String {
        format!("{} points are left after {} tosses.\n", now.points.iter().sum::<i64>(), now.tosses)
    }
}

impl Enumerable for CoinDuel {
    type Key = (i64, i64, bool);

    fn key(_: &Duel, now: &Duel) -> Option<Self::Key> {
        Some((now.points[0], now.points[1], now.tosses % 2 == 1))
    }

    fn restore(_: &Duel, key: &Self::Key, now: &mut Duel) {
        *now = Duel { points: [key.0, key.1], tosses: i64::from(key.2) };
    }

    /// Points only fall. In between the turn comes back to where it was.
    fn rung(duel: &Duel, now: &Duel) -> Option<u64> {
        let lost: i64 = duel.points.iter().sum::<i64>() - now.points.iter().sum::<i64>();
        (now.tosses % 2 == 0).then_some(lost as u64)
    }
}

impl ExactOdds for CoinDuel {
    fn exact(&self, duel: &Duel, budget: Budget) -> Result<Exact, Refusal> {
        odds::exact::<Self>(duel, budget)
    }
}

/// Fights it, tells it, and weighs it both ways.
pub fn main() {
    let registry = Registry::standard().clone().with::<CoinDuel>();
    let scenario = Scenario::new("duel.toml", CoinDuel::template());
    let duel = registry.battle(&scenario).expect("the template is a scenario");
    let mut hear = |told: Told<'_>| {
        println!("{told:?}");
        std::ops::ControlFlow::Continue(())
    };
    duel.run(7, 0, Some(Log::Words(View::of(Detail::All), &mut hear)));
    for ask in [Ask::default(), Ask::from(Goal::Trials(100_000))] {
        let odds = duel.odds(ask, 0, &Effort::default()).expect("any duel can be weighed").odds;
        println!("{}: first wins with {:.4}", odds.why, odds.outcomes[0].p);
    }
}
