//! A gambler who is to become rich, whose best play is known (bold play, for
//! odds against him), and all policies of small games tried out.

use super::graph::Graph;
use super::values::Valuer;
use super::*;
use crate::chance::{Die, Draw};
use crate::document::{Checked, Diagnostics, TableShape};
use crate::ruleset::{Measure, MeasureKind, OutcomeId, measure};
use crate::watch::Scores;

struct Gamble;

/// Money, the money to be had, and how often of a hundred a bet is won.
#[derive(Clone, Debug)]
struct Table {
    money: u32,
    goal: u32,
    wins: u64,
    /// Whether bets are chosen; else all are of 1.
    asked: bool,
}

impl Table {
    fn new(money: u32, goal: u32, wins: u64) -> Self {
        Self { money, goal, wins, asked: false }
    }
}

impl Ruleset for Gamble {
    const NAME: &'static str = "gamble";
    const VERSION: u32 = 1;
    const OUTCOMES: &'static [&'static str] = &["rich", "ruined"];
    type Battle = Table;
    type State = u32;
    type Event = ();

    fn shape() -> &'static TableShape {
        &TableShape { name: "gamble", doc: "", fields: &[], unknown_key: "" }
    }
    fn template() -> &'static str {
        ""
    }
    fn read(_: &Checked, _: &mut Diagnostics) -> Option<Table> {
        None
    }
    fn measures(_: &Table) -> Vec<Measure> {
        vec![
            Measure::new("money", MeasureKind::Final),
            Measure::new("bets", MeasureKind::Counted),
            Measure::new("wealth", MeasureKind::Final).given(OutcomeId(0)),
        ]
    }
    fn start(battle: &Table) -> &u32 {
        &battle.money
    }
    fn step<C: Chance + ?Sized, W: Watch<()>>(
        battle: &Table,
        state: &mut u32,
        chance: &mut C,
        watch: &mut W,
    ) -> Next {
        Self::act(battle, state, Choice(1), chance, watch)
    }
    fn finals(_: &Table, state: &u32, scores: &mut Scores) {
        scores.set(measure(0), i64::from(*state));
        scores.set(measure(2), i64::from(*state));
    }
    fn aftermath(_: &Table, _: &u32, _: &mut dyn Draw) -> String {
        String::new()
    }
}

impl Deciding for Gamble {
    type Key = u32;

    fn deciders(_: &Table) -> Vec<&'static str> {
        vec!["gambler"]
    }
    fn freedoms(_: &Table, _: usize) -> Vec<String> {
        vec!["any bet".to_owned()]
    }
    fn ready(battle: &Table, asked: Option<Asked>, _: &Worth) -> Table {
        Table { asked: asked.is_some(), ..battle.clone() }
    }
    fn key(_: &Table, state: &u32) -> Option<u32> {
        Some(*state)
    }
    fn restore(_: &Table, key: &u32, state: &mut u32) {
        *state = *key;
    }
    fn choices(battle: &Table, state: &u32, out: &mut Vec<Choice>) {
        if battle.asked {
            out.extend((1..=(*state).min(battle.goal - state)).map(Choice));
        }
    }
    fn act<C: Chance + ?Sized, W: Watch<()>>(
        battle: &Table,
        state: &mut u32,
        choice: Choice,
        chance: &mut C,
        watch: &mut W,
    ) -> Next {
        watch.book(measure(1), 1);
        if chance.hit(battle.wins, 100, Die("bet")) {
            *state += choice.0;
        } else {
            *state -= choice.0;
        }
        match *state {
            0 => Next::Over(OutcomeId(1)),
            money if money >= battle.goal => Next::Over(OutcomeId(0)),
            _ => Next::On,
        }
    }
    fn words(_: &Table, choice: Choice) -> String {
        format!("bet {}", choice.0)
    }
    fn sees(_: &Table) -> Vec<String> {
        vec!["money".to_owned()]
    }
    fn see(_: &Table, state: &u32, out: &mut Vec<i64>) {
        out.push(i64::from(*state));
    }
    fn lines(_: &Table) -> Vec<String> {
        vec!["bet 1".to_owned(), "bet all".to_owned()]
    }
    fn by_line(_: &Table, _: &u32, line: usize, choices: &[Choice]) -> usize {
        if line == 0 { 0 } else { choices.len() - 1 }
    }
}

fn question(text: &str, rows: usize) -> Question {
    let worth = Worth::read(text, Gamble::OUTCOMES, &Gamble::measures(&Table::new(1, 2, 50)));
    Question { worth: worth.unwrap(), decider: 0, budget: Budget::USUAL, rows, whole: true }
}

fn decisions(table: &Table, text: &str, rows: usize) -> Decisions {
    solve::<Gamble>(table, &question(text, rows)).unwrap().decisions().unwrap()
}

/// The chance to become rich with small bets, by the ruin of gamblers.
fn small_bets(money: i32, goal: i32, p: f64) -> f64 {
    let r = (1.0 - p) / p;
    (1.0 - r.powi(money)) / (1.0 - r.powi(goal))
}

#[test]
fn bold_play_is_the_best_against_the_odds() {
    // The second has a set of states that is gone round and round.
    for goal in [16, 100] {
        for (share, known) in [(4, 0.16), (2, 0.4), (1, 0.64)] {
            let money = if share == 1 { goal * 3 / 4 } else { goal / share };
            let found = decisions(&Table::new(money, goal, 40), "rich", 100);
            assert!((found.best.worth - known).abs() < 1e-12, "{goal} {money} {:?}", found.best);
            let small = small_bets(money as i32, goal as i32, 0.4);
            assert!((found.file.worth - small).abs() < 1e-12, "{:?}", found.file);
            assert!((found.table.worth - known).abs() < 1e-11, "{:?}", found.table);
            assert_eq!(found.line.unwrap().write, "bet all");
            assert_eq!(found.states, u64::from(goal) - 1);
        }
    }
}

#[test]
fn small_bets_are_the_best_with_the_odds() {
    let found = decisions(&Table::new(7, 30, 55), "rich", 12);
    let small = small_bets(7, 30, 0.55);
    assert!((found.best.worth - small).abs() < 1e-12 && (found.file.worth - small).abs() < 1e-12);
    assert_eq!(found.rows.len(), 1);
    assert_eq!((found.rows[0].choice.as_str(), found.rows[0].when.len()), ("bet 1", 0));
    assert_eq!(found.line.unwrap().write, "bet 1");
    let outcomes: f64 = found.best.outcomes.iter().map(|(_, p)| p).sum();
    assert!((outcomes - 1.0).abs() < 1e-12);
}

#[test]
fn no_policy_of_a_small_game_is_better() {
    for (wins, goal) in [(30, 6), (50, 6), (62, 5), (45, 7)] {
        for text in ["rich", "money", "rich - money", "3 rich + least money", "wealth"] {
            let question = question(text, 100);
            let battle = Table::new(goal / 2, goal, wins);
            let best = solve::<Gamble>(&battle, &question).unwrap().decisions().unwrap();
            let asked = Some(Asked { decider: 0, freedom: 0 });
            let graph =
                Graph::<Gamble>::explore(&battle, asked, &question.worth, Budget::USUAL).unwrap();
            let valuer = Valuer::new(&graph.net, Budget::USUAL);
            let mut most = f64::NEG_INFINITY;
            let mut policy = valuer.usual();
            // All policies, counted like a number whose digits are choices.
            'all: loop {
                most = most.max(valuer.worth(&policy).unwrap());
                for (state, choice) in policy.iter_mut().enumerate() {
                    *choice += 1;
                    if (*choice as usize) < graph.net.options_of(state).end {
                        continue 'all;
                    }
                    *choice = graph.net.options[state];
                }
                break;
            }
            assert!((most - best.best.worth).abs() < 1e-12, "{text}: {most} {:?}", best.best);
            assert!(best.best.worth >= best.file.worth - 1e-12);
        }
    }
}

#[test]
fn fought_by_the_best_decisions_it_is_worth_as_much() {
    let battle = Table::new(5, 16, 45);
    let best = solve::<Gamble>(&battle, &question("rich", 12)).unwrap();
    let p = best.decisions().unwrap().best.worth;
    let trials = 20_000;
    let won: f64 = (0..trials).map(|trial| best.fight(7, trial).1).sum();
    let deviation = (p * (1.0 - p) / trials as f64).sqrt();
    assert!((won / trials as f64 - p).abs() < 4.0 * deviation, "{won} {p}");
}

#[test]
fn a_short_table_says_what_it_is_worth() {
    let battle = Table::new(25, 100, 40);
    let short = decisions(&battle, "rich", 3);
    assert!(short.rows.len() <= 3);
    assert!(short.table.worth <= short.best.worth + 1e-12);
    assert!(short.table.worth >= short.file.worth);
    assert!(!short.whole.is_empty());
    let at = short.whole.iter().find(|seen| seen.facts == [25]).unwrap();
    assert!((at.worth - 0.16).abs() < 1e-12 && at.visits >= 1.0);
}

#[test]
fn too_much_is_refused() {
    let mut question = question("rich", 12);
    question.budget = Budget(50);
    let refused = solve::<Gamble>(&Table::new(50, 100, 40), &question).err().unwrap();
    assert_eq!(
        refused.to_string(),
        "the best decisions would weigh more than 50 falls of the dice"
    );
    question.decider = 1;
    let refused = solve::<Gamble>(&Table::new(50, 100, 40), &question).err();
    assert_eq!(refused, Some(Undecided::Nobody));
}

#[test]
fn sums_are_read_and_slips_are_told() {
    let measures = Gamble::measures(&Table::new(1, 2, 50));
    let read = |text: &str| Worth::read(text, Gamble::OUTCOMES, &measures);
    let at = |text: &str| read(text).unwrap().of_end(OutcomeId(0), &[7, 0, 7]);
    assert_eq!(at("rich"), 1.0);
    assert_eq!(at("10 rich + money"), 17.0);
    assert_eq!(at("10*rich - 0.5 * money"), 6.5);
    assert_eq!(at("least money"), -7.0);
    assert_eq!(at("mean 'money' or ruined"), 7.0);
    assert_eq!(at("- money"), -7.0);
    for (text, says) in [
        (
            "",
            "write an outcome or a measure, such as `rich` or `100 rich`, and join several with + or -",
        ),
        (
            "rich +",
            "write an outcome or a measure, such as `rich` or `100 rich`, and join several with + or -",
        ),
        ("ritch", "`ritch` is neither outcome nor measure; did you mean rich?"),
        (
            "bets",
            "`bets` is counted on the way, and decisions look at the end of a battle; known are rich, ruined, money, wealth",
        ),
        ("1e9 rich", "`1e9` is no number from -1000000 to 1000000"),
        ("1.2.3 rich", "`1.2.3` is no number from -1000000 to 1000000"),
    ] {
        assert_eq!(read(text).unwrap_err().to_string(), says);
    }
}
