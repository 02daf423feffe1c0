//! Exact odds of small battles, slowly and obviously: every branch of the
//! rules from every state that can be reached, then plain equations.

use std::collections::{HashMap, HashSet};

use fracas_core::chance::Enumerated;
use fracas_core::ruleset::{Next, OutcomeId, Ruleset};
use fracas_core::watch::Scores;
use fracas_olympia::Olympia;
use fracas_olympia::battle::Battle;
use fracas_olympia::state::{State, Turns, Wall};

use super::scores;

/// How a battle goes, all battles taken together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Exact {
    /// The probability of each outcome.
    pub outcomes: [f64; 3],
    /// The expected number of attacks.
    pub attacks: f64,
}

/// What makes a state another one: who stands, the walls, the turns.
type Key = (Vec<u32>, [(bool, u32, u32); 2], Option<([u64; 2], usize)>);

fn key(battle: &Battle, state: &State) -> Key {
    let Turns { left, next } = state.turns;
    let later = battle.edition == fracas_olympia::battle::Edition::Later;
    let turns = later.then_some((left, next.index()));
    let walls = [0, 1].map(|side| {
        let Wall { stands, defense, damage } = state.forces[side].wall;
        (stands, defense, damage)
    });
    (state.standing.clone(), walls, turns)
}

/// One attack from a state: where it leads, with what probability.
#[derive(Default)]
struct Row {
    outcomes: [f64; 3],
    /// Other states; a miss that leads back is left out.
    others: Vec<(usize, f64)>,
    /// The probability of leaving the state, the sum of all the above.
    leaves: f64,
}

/// The exact odds of a battle.
pub fn exact(battle: &Battle) -> Exact {
    let rows = explore(battle);
    let mut solved = vec![Exact::default(); rows.len()];
    // Sweeps from the last states found to the first, until nothing changes.
    loop {
        let mut change: f64 = 0.0;
        for (index, row) in rows.iter().enumerate().rev() {
            let now = solve(row, &solved);
            change = change.max((now.attacks - solved[index].attacks).abs() / now.attacks);
            solved[index] = now;
        }
        // A few units in the last place may go on changing for ever.
        if change < 1e-14 {
            return solved[0];
        }
    }
}

/// A state's odds, those of the others being known: misses are folded by
/// dividing by the probability of leaving.
fn solve(row: &Row, others: &[Exact]) -> Exact {
    let mut now = Exact { outcomes: row.outcomes, attacks: 1.0 };
    for &(other, probability) in &row.others {
        for (sum, of_other) in now.outcomes.iter_mut().zip(others[other].outcomes) {
            *sum += probability * of_other;
        }
        now.attacks += probability * others[other].attacks;
    }
    for sum in &mut now.outcomes {
        *sum /= row.leaves;
    }
    now.attacks /= row.leaves;
    now
}

/// All states that can be reached, the start first.
fn explore(battle: &Battle) -> Vec<Row> {
    let start = Olympia::start(battle).clone();
    let mut known = HashMap::from([(key(battle, &start), 0)]);
    let mut states = vec![start];
    let mut rows = Vec::new();
    while rows.len() < states.len() {
        let here = rows.len();
        let mut row = Row::default();
        for (state, next, probability) in branches(battle, &states[here]) {
            if let Next::Over(outcome) = next {
                row.outcomes[outcome.index()] += probability;
                row.leaves += probability;
                continue;
            }
            let found = *known.entry(key(battle, &state)).or_insert_with(|| {
                states.push(state);
                states.len() - 1
            });
            if found != here {
                row.others.push((found, probability));
                row.leaves += probability;
            }
        }
        rows.push(row);
    }
    rows
}

/// Every way a battle can end: the state it leaves, and the outcome.
pub fn ends(battle: &Battle) -> Vec<(State, OutcomeId)> {
    let start = Olympia::start(battle).clone();
    let mut known = HashSet::from([key(battle, &start)]);
    let mut open = vec![start];
    let mut found = Vec::new();
    while let Some(state) = open.pop() {
        for (after, next, _) in branches(battle, &state) {
            match next {
                Next::Over(outcome) => found.push((after, outcome)),
                Next::On if known.insert(key(battle, &after)) => open.push(after),
                Next::On => {}
            }
        }
    }
    found
}

/// One attack, all its branches.
pub fn branches(battle: &Battle, from: &State) -> Vec<(State, Next, f64)> {
    let mut dice = Enumerated::new();
    let mut scores = scores(battle);
    let mut found = Vec::new();
    loop {
        let mut state = from.clone();
        let next = Olympia::step(battle, &mut state, &mut dice, &mut scores);
        found.push((state, next, dice.probability()));
        if !dice.next_path() {
            let total: f64 = found.iter().map(|(.., probability)| probability).sum();
            assert!((total - 1.0).abs() < 1e-12, "the branches add up to {total}");
            return found;
        }
    }
}

/// The whole aftermath of a battle that is over: every way it can be drawn,
/// with its measures and its probability.
pub fn aftermaths(battle: &Battle, from: &State) -> Vec<(State, Scores, f64)> {
    let mut dice = Enumerated::new();
    let mut found = Vec::new();
    loop {
        let mut state = from.clone();
        let mut scores = scores(battle);
        while Olympia::settle(battle, &mut state, &mut dice, &mut scores) {}
        found.push((state, scores, dice.probability()));
        if !dice.next_path() {
            return found;
        }
    }
}

/// The mean of a measure over all ways the aftermath can go.
pub fn mean_after(battle: &Battle, from: &State, measure: &str) -> f64 {
    let measures = Olympia::measures(battle);
    let place = measures.iter().position(|known| known.name == measure).expect("a measure");
    let each = aftermaths(battle, from);
    each.iter().map(|(_, scores, p)| p * scores.values()[place] as f64).sum()
}
