//! From a question to its answer.

use std::collections::HashMap;

use super::answer::{Condition, Decisions, Line, Row, Seen, Valued};
use super::graph::Graph;
use super::table::{Samples, Tree, grow};
use super::values::{Policy, Valuer, lowest};
use super::{Asked, Choice, Deciding, Question, Undecided};
use crate::ruleset::Ruleset;

/// States that are come to less often in a battle are left out of the table.
const REACHED: f64 = 1e-6;
/// What is lost counts as nothing if it is less than this share of the
/// highest worth.
const NOTHING: f64 = 1e-12;
/// How often a table is made anew with the states that it leads to itself.
const TABLES: usize = 4;
/// Simple policies that are looked at together.
const LINES_AT_ONCE: usize = 8;
/// Ways that all simple policies together may be looked along, for each
/// branch of the budget.
const CHEAP: u64 = 20;

/// The best decisions of a battle.
pub struct Best<R: Deciding> {
    pub(super) question: Question,
    pub(super) graph: Graph<R>,
    pub(super) policy: Policy,
    /// What each state is worth above the lowest end.
    worths: Vec<f64>,
    decider: String,
    decides: String,
    file: Valued,
}

/// Works out the best decisions of a battle: with as much left to the decider
/// as the budget allows.
pub fn solve<R: Deciding>(
    battle: &R::Battle,
    question: &Question,
) -> Result<Best<R>, Undecided> {
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
        let visits = valuer.visits(&self.policy);
        let (tree, policy) = self.table(&valuer, &look, &visits)?;
        Ok(Decisions {
            decider: self.decider.clone(),
            decides: self.decides.clone(),
            goal: self.question.worth.to_string(),
            is_probability: self.question.worth.is_probability(),
            file: self.file.clone(),
            best: valued::<R>(&valuer, &self.policy)?,
            table: valued::<R>(&valuer, &policy)?,
            line: self.line(&valuer)?,
            rows: self.rows(&tree, &look, &visits),
            otherwise: self.otherwise(&look),
            facts: R::sees(&self.graph.battle),
            states: net.states() as u64,
            decisions: look.states.len() as u64,
            branches: self.graph.branches,
            reached: REACHED,
            whole: if self.question.whole { self.whole(&look, &visits) } else { Vec::new() },
        })
    }

    /// The best table there is room for, and the policy it is.
    fn table(
        &self,
        valuer: &Valuer<'_>,
        look: &Look,
        visits: &[f64],
    ) -> Result<(Tree, Policy), Undecided> {
        let nothing = NOTHING * valuer.highest();
        let best = valuer.worth(&self.policy)?;
        let mut weights = visits.to_vec();
        let mut found: Option<(f64, Tree, Policy)> = None;
        for _ in 0..TABLES {
            let samples = look.samples(self, valuer, &weights);
            let tree = grow(&samples, self.question.rows.max(1), nothing);
            let policy = look.policy(self, &tree);
            let worth = valuer.worth(&policy)?;
            // Where it differs from the best it leads to other states.
            for (weight, more) in weights.iter_mut().zip(valuer.visits(&policy)) {
                *weight += more;
            }
            if found.as_ref().is_none_or(|(most, ..)| worth > *most) {
                found = Some((worth, tree, policy));
            }
            if worth >= best - nothing {
                break;
            }
        }
        let (_, tree, policy) = found.ok_or(Undecided::Nobody)?;
        Ok((tree, policy))
    }

    fn rows(&self, tree: &Tree, look: &Look, visits: &[f64]) -> Vec<Row> {
        let facts = R::sees(&self.graph.battle);
        let rows = tree.rows(facts.len());
        let mut often = vec![0.0; rows.len()];
        for (place, state) in look.states.iter().enumerate() {
            let seen = look.seen_of(place);
            let fits = |(ranges, _): &(Vec<super::table::Range>, usize)| {
                ranges.iter().zip(seen).all(|((least, most), value)| {
                    least.is_none_or(|least| *value >= least)
                        && most.is_none_or(|most| *value <= most)
                })
            };
            if let Some(row) = rows.iter().position(fits) {
                often[row] += visits[*state as usize];
            }
        }
        let row = |((ranges, label), visits): (&(Vec<super::table::Range>, usize), f64)| {
            let bounded = facts.iter().zip(ranges).filter(|(_, range)| **range != (None, None));
            let when = bounded.map(|(fact, (least, most))| Condition {
                fact: fact.clone(),
                least: *least,
                most: *most,
            });
            Row { when: when.collect(), choice: self.words(look.labels[*label]), visits }
        };
        rows.iter().zip(often).map(row).collect()
    }

    /// What is first among the choices of some state.
    fn otherwise(&self, look: &Look) -> Vec<String> {
        let mut first: Vec<Choice> = Vec::new();
        for &state in &look.states {
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

    fn whole(&self, look: &Look, visits: &[f64]) -> Vec<Seen> {
        let lowest = lowest(&self.graph.net);
        let seen = |(place, state): (usize, &u32)| {
            let state = *state as usize;
            Seen {
                facts: look.seen_of(place).to_vec(),
                choice: self.words(self.graph.choices[self.policy[state] as usize]),
                worth: self.worths[state] + lowest,
                visits: visits[state],
            }
        };
        let reached = |(_, state): &(usize, &u32)| visits[**state as usize] >= REACHED;
        look.states.iter().enumerate().filter(reached).map(seen).collect()
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

/// All states in which there is something to decide, as the decider sees them.
struct Look {
    states: Vec<u32>,
    facts: usize,
    seen: Vec<i64>,
    /// All choices there are, in the order they come up.
    labels: Vec<Choice>,
    places: HashMap<Choice, usize>,
}

impl Look {
    fn at<R: Deciding>(best: &Best<R>) -> Self {
        let (battle, net) = (&best.graph.battle, &best.graph.net);
        let mut look = Self {
            states: Vec::new(),
            facts: R::sees(battle).len(),
            seen: Vec::new(),
            labels: Vec::new(),
            places: HashMap::new(),
        };
        let mut state = R::start(battle).clone();
        for place in (0..net.states()).filter(|state| net.decides(*state)) {
            R::restore(battle, best.graph.keys.get(place), &mut state);
            R::see(battle, &state, &mut look.seen);
            look.states.push(place as u32);
            for choice in &best.graph.choices[net.options_of(place)] {
                look.places.entry(*choice).or_insert_with(|| {
                    look.labels.push(*choice);
                    look.labels.len() - 1
                });
            }
        }
        look
    }

    fn seen_of(&self, place: usize) -> &[i64] {
        &self.seen[place * self.facts..][..self.facts]
    }

    /// The states that are come to often enough, and what each choice loses
    /// there.
    fn samples<R: Deciding>(
        &self,
        best: &Best<R>,
        valuer: &Valuer<'_>,
        visits: &[f64],
    ) -> Samples {
        let net = &best.graph.net;
        let labels = self.labels.len();
        let mut samples = Samples {
            facts: self.facts,
            labels,
            seen: Vec::new(),
            visits: Vec::new(),
            losses: Vec::new(),
            possible: Vec::new(),
        };
        for (place, &state) in self.states.iter().enumerate() {
            let state = state as usize;
            if visits[state] < REACHED {
                continue;
            }
            samples.seen.extend(self.seen_of(place));
            samples.visits.push(visits[state]);
            let options = net.options_of(state);
            let loss = |option: usize| {
                (best.worths[state] - valuer.of_option(state, option, &best.worths)).max(0.0)
            };
            // Where a choice cannot be made, the first is.
            let first = samples.losses.len();
            samples.losses.resize(first + labels, loss(options.start));
            samples.possible.resize(first + labels, false);
            for option in options {
                let label = self.places[&best.graph.choices[option]];
                samples.losses[first + label] = loss(option);
                samples.possible[first + label] = true;
            }
        }
        samples
    }

    /// What a table chooses in every state.
    fn policy<R: Deciding>(&self, best: &Best<R>, tree: &Tree) -> Policy {
        let net = &best.graph.net;
        let mut policy: Policy = net.options[..net.states()].to_vec();
        for (place, &state) in self.states.iter().enumerate() {
            let choice = self.labels[tree.label(self.seen_of(place))];
            let mut options = net.options_of(state as usize);
            if let Some(option) = options.find(|option| best.graph.choices[*option] == choice) {
                policy[state as usize] = option as u32;
            }
        }
        policy
    }
}
