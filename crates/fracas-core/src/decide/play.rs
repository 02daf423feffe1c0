//! Battles that are fought by the best decisions.

use super::graph::END;
use super::solve::Best;
use super::values::lowest;
use super::{Choice, Deciding};
use crate::chance::{Draw, Purpose, Rolled};
use crate::ruleset::{Next, OutcomeId};
use crate::watch::{Loud, Scores};

impl<R: Deciding> Best<R> {
    /// Fights the battle of this seed and trial: how it ends, and what that
    /// is worth.
    pub fn fight(&self, seed: u64, trial: u64) -> (OutcomeId, f64) {
        let battle = &self.graph.battle;
        let start = R::measures(battle).iter().map(|measure| measure.start).collect();
        let mut state = R::start(battle).clone();
        let mut log = Loud { scores: Scores::new(start), listener: &mut |_| {} };
        let mut rolled = Rolled::new(seed, trial, Purpose::Battle);
        let dice: &mut dyn Draw = &mut rolled;
        R::begin(battle, &mut state, dice, &mut log);
        let mut choices = Vec::new();
        let outcome = loop {
            choices.clear();
            R::choices(battle, &state, &mut choices);
            let next = if choices.is_empty() {
                R::step(battle, &mut state, dice, &mut log)
            } else {
                let choice = self.choice(&state).unwrap_or(choices[0]);
                R::act(battle, &mut state, choice, dice, &mut log)
            };
            if let Next::Over(outcome) = next {
                break outcome;
            }
        };
        R::finals(battle, &state, &mut log.scores);
        (outcome, self.question.worth.of_end(outcome, log.scores.values()))
    }

    /// The best choice in a state; none if it was never found.
    pub fn choice(&self, state: &R::State) -> Option<Choice> {
        Some(self.graph.choices[self.policy[self.place(state)?] as usize])
    }

    /// Everything that can be chosen in a state, with what it is worth if all
    /// that follows is decided best; nothing if the state was never found.
    pub fn options(&self, state: &R::State) -> Vec<(Choice, f64)> {
        let net = &self.graph.net;
        let Some(place) = self.place(state) else { return Vec::new() };
        let lowest = lowest(net);
        let worth = |to: u32| match to & END {
            0 => self.worths[to as usize] + lowest,
            _ => net.ends[(to & !END) as usize].worth,
        };
        let option = |option: usize| {
            let worth = net.ways_of(option).map(|(p, to)| p * worth(to)).sum();
            (self.graph.choices[option], worth)
        };
        net.options_of(place).map(option).collect()
    }

    fn place(&self, state: &R::State) -> Option<usize> {
        let key = R::key(&self.graph.battle, state)?;
        self.graph.keys.find(&key)
    }

    /// The battle as it was made ready for the decider.
    pub fn battle(&self) -> &R::Battle {
        &self.graph.battle
    }

    /// What is left to the decider.
    pub fn decides(&self) -> &str {
        &self.decides
    }
}
