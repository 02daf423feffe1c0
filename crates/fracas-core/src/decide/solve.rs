//! From a question to its answer.

use std::collections::HashMap;

use super::answer::{Condition, Decisions, Line, Row, State, Valued};
use super::graph::Graph;
use super::table::{REACHED, Seen, Table};
use super::tree::Rule;
use super::values::{Policy, Valuer, lowest};
use super::{Asked, Choice, Deciding, Question, Undecided};
use crate::ruleset::Ruleset;

/// What is lost counts as nothing if it is less than this share of the
/// highest worth.
const NOTHING: f64 = 1e-12;
/// Simple policies that are looked at together.
const LINES_AT_ONCE: usize = 8;
/// Ways that all simple policies together may be looked along, for each
/// branch of the budget.
const CHEAP: u64 = 5;

/// The best decisions of a battle.
pub struct Best<R: Deciding> {
    pub(super) question: Question,
    pub(super) graph: Graph<R>,
    pub(super) policy: Policy,
    /// What each state is worth above the lowest end.
    pub(super) worths: Vec<f64>,
    decider: String,
    pub(super) decides: String,
    file: Valued,
}

/// Works out the best decisions of a battle: with as much left to the decider
/// as the budget allows.
pub fn solve<R: Deciding>(battle: &R::Battle, question: &Question) -> Result<Best<R>, Undecided> {
    let decider = R::deciders(battle).get(question.decider).copied().ok_or(Undecided::Nobody)?;
    let mut why = Undecided::Nobody;
    for (freedom, decides) in R::freedoms(battle, question.decider).into_iter().enumerate() {
        let asked = Asked { decider: question.decider, freedom };
        match Graph::explore(battle, Some(asked), &question.worth, question.budget) {
            Ok(graph) => return Best::of(battle, graph, decider, decides, question),
            Err(refused) => why = refused,
        }
    }
    Err(why)
}

impl<R: Deciding> Best<R> {
    fn of(
        battle: &R::Battle,
        graph: Graph<R>,
        decider: &str,
        decides: String,
        question: &Question,
    ) -> Result<Self, Undecided> {
        if (0..graph.net.states()).all(|state| !graph.net.decides(state)) {
            return Err(Undecided::Nobody);
        }
        let (worths, policy) = Valuer::new(&graph.net, question.budget).best()?;
        Ok(Self {
            question: question.clone(),
            graph,
            policy,
            worths,
            decider: decider.to_owned(),
            decides,
            file: by_file::<R>(battle, question)?,
        })
    }

    /// All that is to be told.
    pub fn decisions(&self) -> Result<Decisions, Undecided> {
        let net = &self.graph.net;
        let valuer = Valuer::new(net, self.question.budget);
        let look = Look::at(self);
        let nothing = NOTHING * valuer.highest();
        let visits = valuer.visits(&self.policy);
        let best = (&self.worths[..], &visits[..]);
        let table = Table::grow(&look.seen, &valuer, best, self.question.rows.max(1), nothing)?;
        Ok(Decisions {
            decider: self.decider.clone(),
            decides: self.decides.clone(),
            goal: self.question.worth.to_string(),
            is_probability: self.question.worth.is_probability(),
            file: self.file.clone(),
            best: valued::<R>(&valuer, &self.policy)?,
            table: valued::<R>(&valuer, &table.policy)?,
            line: self.line(&valuer)?,
            rows: self.rows(&table, &look, &valuer.visits(&table.policy)),
            otherwise: self.otherwise(&look),
            facts: R::sees(&self.graph.battle),
            states: net.states() as u64,
            decisions: look.seen.states.len() as u64,
            branches: self.graph.branches,
            reached: REACHED,
            whole: if self.question.whole { self.whole(&look, &visits) } else { Vec::new() },
        })
    }

    fn rows(&self, table: &Table, look: &Look<'_>, visits: &[f64]) -> Vec<Row> {
        let facts = R::sees(&self.graph.battle);
        let mut often = HashMap::new();
        for (place, state) in look.seen.states.iter().enumerate() {
            let row = table.tree.row(look.seen.of(place));
            *often.entry(row).or_insert(0.0) += visits[*state as usize];
        }
        let row = |rule: Rule| {
            let bounded = facts.iter().zip(rule.ranges).filter(|(_, range)| *range != (None, None));
            let when =
                bounded.map(|(fact, (least, most))| Condition { fact: fact.clone(), least, most });
            Row {
                when: when.collect(),
                choice: self.words(look.labels[rule.label]),
                visits: rule.nodes.iter().filter_map(|node| often.get(node)).sum(),
            }
        };
        table.tree.rows(facts.len()).into_iter().map(row).collect()
    }

    /// What is first among the choices of some state.
    fn otherwise(&self, look: &Look<'_>) -> Vec<String> {
        let mut first: Vec<Choice> = Vec::new();
        for &state in &look.seen.states {
            let choice = self.graph.choices[self.graph.net.options[state as usize] as usize];
            if !first.contains(&choice) {
                first.push(choice);
            }
        }
        first.into_iter().map(|choice| self.words(choice)).collect()
    }

    /// The best of the simple policies, as far as they can be afforded.
    fn line(&self, valuer: &Valuer<'_>) -> Result<Option<Line>, Undecided> {
        let lines = R::lines(&self.graph.battle);
        let work = lines.len() as u64 * self.graph.net.to.len() as u64;
        if work > self.question.budget.0.saturating_mul(CHEAP) {
            return Ok(None);
        }
        let mut best: Option<(f64, usize, Policy)> = None;
        for first in (0..lines.len()).step_by(LINES_AT_ONCE) {
            let at_once = first..(first + LINES_AT_ONCE).min(lines.len());
            for (line, policy) in at_once.clone().zip(self.by_lines(valuer, at_once)) {
                let worth = valuer.worth(&policy)?;
                if best.as_ref().is_none_or(|(most, ..)| worth > *most) {
                    best = Some((worth, line, policy));
                }
            }
        }
        let Some((_, line, policy)) = best else { return Ok(None) };
        let valued = valued::<R>(valuer, &policy)?;
        Ok(Some(Line { write: lines[line].clone(), valued }))
    }

    fn by_lines(&self, valuer: &Valuer<'_>, lines: std::ops::Range<usize>) -> Vec<Policy> {
        let net = &self.graph.net;
        let mut policies: Vec<Policy> = lines.clone().map(|_| valuer.usual()).collect();
        let mut state = R::start(&self.graph.battle).clone();
        for place in (0..net.states()).filter(|state| net.decides(*state)) {
            R::restore(&self.graph.battle, self.graph.keys.get(place), &mut state);
            let options = net.options_of(place);
            let choices = &self.graph.choices[options.clone()];
            for (line, policy) in lines.clone().zip(&mut policies) {
                let choice = R::by_line(&self.graph.battle, &state, line, choices);
                policy[place] = (options.start + choice) as u32;
            }
        }
        policies
    }

    fn whole(&self, look: &Look<'_>, visits: &[f64]) -> Vec<State> {
        let lowest = lowest(&self.graph.net);
        let told = |(place, state): (usize, &u32)| {
            let state = *state as usize;
            State {
                facts: look.seen.of(place).to_vec(),
                choice: self.words(self.graph.choices[self.policy[state] as usize]),
                worth: self.worths[state] + lowest,
                visits: visits[state],
            }
        };
        let reached = |(_, state): &(usize, &u32)| visits[**state as usize] >= REACHED;
        look.seen.states.iter().enumerate().filter(reached).map(told).collect()
    }

    fn words(&self, choice: Choice) -> String {
        R::words(&self.graph.battle, choice)
    }
}

/// What the battle is worth by the policy in the file.
fn by_file<R: Deciding>(battle: &R::Battle, question: &Question) -> Result<Valued, Undecided> {
    let graph = Graph::<R>::explore(battle, None, &question.worth, question.budget)?;
    let valuer = Valuer::new(&graph.net, question.budget);
    valued::<R>(&valuer, &valuer.usual())
}

fn valued<R: Ruleset>(valuer: &Valuer<'_>, policy: &Policy) -> Result<Valued, Undecided> {
    let outcomes = valuer.outcomes(policy, R::OUTCOMES.len())?;
    let outcomes = R::OUTCOMES.iter().copied().zip(outcomes).collect();
    Ok(Valued { worth: valuer.worth(policy)?, outcomes })
}

/// All states in which there is something to decide, and the choices.
struct Look<'a> {
    seen: Seen<'a>,
    /// All choices there are, in the order they come up.
    labels: Vec<Choice>,
}

impl<'a> Look<'a> {
    fn at<R: Deciding>(best: &'a Best<R>) -> Self {
        let (battle, net) = (&best.graph.battle, &best.graph.net);
        let mut seen = Seen {
            net,
            states: Vec::new(),
            facts: R::sees(battle).len(),
            numbers: Vec::new(),
            labels: 0,
            label_of: vec![0; best.graph.choices.len()],
        };
        let mut labels = Vec::new();
        let mut places = HashMap::new();
        let mut state = R::start(battle).clone();
        for place in (0..net.states()).filter(|state| net.decides(*state)) {
            R::restore(battle, best.graph.keys.get(place), &mut state);
            R::see(battle, &state, &mut seen.numbers);
            seen.states.push(place as u32);
            for option in net.options_of(place) {
                let choice = best.graph.choices[option];
                seen.label_of[option] = *places.entry(choice).or_insert_with(|| {
                    labels.push(choice);
                    (labels.len() - 1) as u16
                });
            }
        }
        seen.labels = labels.len();
        Self { seen, labels }
    }
}
