//! Duels one after another (M-125): what is carried over is the state.
//!
//! The next battle asks only how the agent is and who still holds the site.
//! Rounds and exhaustion so far are told in the end and change nothing: they
//! travel beside it, as a distribution.

use std::collections::{BTreeMap, HashMap};

use fracas_core::odds::{Budget, Exact, HearEnds, Refusal};
use fracas_core::watch::Scores;

use super::duel::{Ending, Endings, endings};
use super::figures::Totals;
use crate::battle::{Battle, Condition, Who};
use crate::measures::{self, EXHAUSTION_COMBAT};
use crate::rules::{chain, conclusion};
use crate::state::State;

/// Rounds and combat exhaustion so far, with their probabilities.
type SoFar = BTreeMap<(u64, i64), f64>;

/// What decides the battles to come: how each of the squad is and what he has
/// gained, and every fighter's unit, hit points and exhaustion.
type Carried = (Vec<(Condition, u64)>, Vec<[u32; 3]>);

/// A battle that comes up less often is not followed.
const NEGLIGIBLE: f64 = 1e-16;

/// A battle of the chain about to begin.
struct Start {
    state: State,
    so_far: SoFar,
}

/// The exact odds, if every battle that comes up is a duel.
pub fn solve(b: &Battle, budget: Budget, hear: HearEnds<'_>) -> Result<Option<Exact>, Refusal> {
    let mut found = Totals::new(b);
    let whole = SoFar::from([((0, 0), 1.0)]);
    let mut starts = vec![Start { state: b.start.clone(), so_far: whole }];
    while !starts.is_empty() {
        let mut next = Next::default();
        for start in &starts {
            let before: f64 = start.so_far.values().sum();
            if before < NEGLIGIBLE {
                found.unresolved += before;
                continue;
            }
            let left = Budget(budget.0.saturating_sub(found.branches));
            let refused = |refusal| match refusal {
                Refusal::OverBudget { .. } => Refusal::OverBudget { budget },
                other => other,
            };
            let ends = endings(b, &start.state.fight, before, left).map_err(refused)?;
            let Some(ends) = ends else { return Ok(None) };
            conclude(b, start, &ends, &mut found, &mut next, hear);
        }
        starts = next.starts;
    }
    Ok(Some(found.into_exact(b)))
}

/// The battles that follow, equal ones merged.
#[derive(Default)]
struct Next {
    places: HashMap<Carried, usize>,
    starts: Vec<Start>,
}

impl Next {
    /// The place of a battle about to begin.
    fn place(&mut self, b: &Battle, state: &State) -> usize {
        let starts = &mut self.starts;
        *self.places.entry(carried(b, state)).or_insert_with(|| {
            starts.push(Start { state: state.clone(), so_far: SoFar::new() });
            starts.len() - 1
        })
    }
}

fn carried(b: &Battle, state: &State) -> Carried {
    let squad = b.units[..b.squad].iter().filter_map(|unit| match unit.who {
        Who::Agent(place) => Some((state.roster[place].now, state.roster[place].gained)),
        Who::Enemy { .. } => None,
    });
    let field = state.fight.fighters.iter();
    let field = field.map(|fighter| [fighter.unit, fighter.hp, fighter.exhaustion]);
    (squad.collect(), field.collect())
}

/// Books what is over, and passes the rest on. Ends are told.
fn conclude(
    b: &Battle,
    start: &Start,
    ends: &Endings,
    found: &mut Totals,
    next: &mut Next,
    hear: HearEnds<'_>,
) {
    // Small parts are summed before they meet the large ones and are lost.
    let mut here = Totals::new(b);
    (here.states, here.branches) = (ends.states, ends.branches);
    here.unresolved = ends.unresolved;
    let before: f64 = start.so_far.values().sum();
    let mut scores = Scores::new(b.measures.list.iter().map(|measure| measure.start).collect());
    let mut state = State::default();
    // By where it leads or else how it ends, by rounds and exhaustion of this
    // battle.
    let mut passed: BTreeMap<(Leads, u64, i64), f64> = BTreeMap::new();
    for ending in &ends.list {
        state.clone_from(&start.state);
        let combat = put(&mut state, ending);
        let fighters = state.fight.fighters.iter();
        let units = fighters.map(|fighter| (fighter.unit as usize, fighter.hp > 0));
        let units: Vec<(usize, bool)> = units.collect();
        conclusion::conclude(b, &mut state, ending.outcome);
        let leads = if chain::goes_on(b, &state, ending.outcome) {
            here.fought(None, &units, ending.p);
            chain::next(b, &mut state, ending.outcome, &mut scores);
            Leads::On(next.place(b, &state))
        } else {
            here.fought(Some(ending.outcome), &units, ending.p);
            scores.reset();
            measures::finals(b, &state, &mut scores);
            scores.set(EXHAUSTION_COMBAT, combat);
            here.end(ending.outcome, scores.values(), ending.p);
            hear(ending.outcome.index(), scores.values(), ending.p * before);
            Leads::Over(ending.outcome.index())
        };
        *passed.entry((leads, u64::from(ending.round), combat)).or_default() += ending.p;
    }
    found.take_in(&here, before);
    for ((leads, rounds, combat), p) in passed {
        for (&(rounds_before, combat_before), &before) in &start.so_far {
            let sum = (rounds_before + rounds, combat_before + combat);
            match leads {
                Leads::On(place) => {
                    *next.starts[place].so_far.entry(sum).or_default() += before * p;
                }
                Leads::Over(outcome) => found.over(outcome, sum, before * p),
            }
        }
    }
}

/// Where an ending leads: to another battle, by its place, or to an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Leads {
    On(usize),
    Over(usize),
}

/// Makes the end of the fight of how it ended. The exhaustion that the agent
/// gained in it.
fn put(state: &mut State, ending: &Ending) -> i64 {
    let fight = &mut state.fight;
    fight.round = ending.round;
    fight.living = ending.hp.map(|hp| usize::from(hp > 0));
    for (side, fighter) in fight.fighters.iter_mut().enumerate() {
        fighter.hp = ending.hp[side];
        fighter.exhaustion = ending.exhaustion[side];
    }
    let Some(agent) = fight.fighters.first_mut() else { return 0 };
    agent.points = ending.points;
    i64::from(agent.exhaustion - agent.exhaustion_before)
}
