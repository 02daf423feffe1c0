//! What states are worth: by the best decisions, and by given ones.
//!
//! Worths are counted from the lowest end upwards, so that nothing is below 0
//! and a battle that never ends is worth as little as the worst that does.

use super::Undecided;
use super::components::{Components, NOWHERE};
use super::elimination::Elimination;
use super::graph::{END, End, Net};
use crate::odds::Budget;

/// A choice in every state: the number of one of its options.
pub(super) type Policy = Vec<u32>;

/// Sets of so many states are solved by elimination, larger ones by going
/// round and round.
const FEW: usize = 48;
/// A choice must be better by so much, of the highest worth, to be preferred.
const BETTER: f64 = 1e-14;
/// Worths that change by less, of the highest, stand still.
const STILL: f64 = 1e-17;
/// To look along a way costs so many times less than to follow a branch.
const CHEAP: u64 = 100;
/// Times that a policy is improved. Every time it gets better, and a few do.
const MOST_POLICIES: usize = 200;
/// Probability left in a set that is not worth sending round again.
const NEGLIGIBLE: f64 = 1e-12;
/// Rounds after which visits are known well enough.
const ENOUGH_ROUNDS: usize = 1_000;

/// Works out worths over one net.
pub(super) struct Valuer<'a> {
    net: &'a Net,
    components: Components,
    /// What each end is worth above the lowest.
    ends: Vec<f64>,
    highest: f64,
    budget: Budget,
}

impl<'a> Valuer<'a> {
    /// Over these states, within a budget.
    pub fn new(net: &'a Net, budget: Budget) -> Self {
        let lowest = lowest(net);
        let ends: Vec<f64> = net.ends.iter().map(|end| end.worth - lowest).collect();
        let highest = ends.iter().copied().fold(0.0, f64::max);
        let components = Components::of(net.states(), |state, way| {
            net.leads_to(state as usize)
                .get(way)
                .map(|to| if to & END == 0 { *to } else { NOWHERE })
        });
        Self { net, components, ends, highest, budget }
    }

    /// What all states are worth by the best decisions, above the lowest end,
    /// and these decisions.
    pub fn best(&self) -> Result<(Vec<f64>, Policy), Undecided> {
        let mut work = Work::new(self, &self.ends);
        // Where all choices are worth the same, the most usual one is made.
        let mut policy = self.usual();
        for set in self.components.iter() {
            work.improve(set, &mut policy)?;
        }
        Ok((work.worths, policy))
    }

    /// The first choice everywhere.
    pub fn usual(&self) -> Policy {
        self.net.options[..self.net.states()].to_vec()
    }

    /// What the battle is worth by this policy.
    pub fn worth(&self, policy: &Policy) -> Result<f64, Undecided> {
        Ok(self.at_begin(&self.worths(policy)?) + lowest(self.net))
    }

    /// What all states are worth by this policy, above the lowest end.
    pub fn worths(&self, policy: &Policy) -> Result<Vec<f64>, Undecided> {
        self.evaluate(policy, &self.ends)
    }

    /// How likely each of so many outcomes is by this policy.
    pub fn outcomes(&self, policy: &Policy, count: usize) -> Result<Vec<f64>, Undecided> {
        let chance = |outcome: usize| {
            let is = |end: &End| f64::from(u8::from(end.outcome.index() == outcome));
            let ends: Vec<f64> = self.net.ends.iter().map(is).collect();
            Ok(self.at_begin(&self.evaluate(policy, &ends)?))
        };
        (0..count).map(chance).collect()
    }

    /// What the beginning is worth.
    fn at_begin(&self, worths: &[f64]) -> f64 {
        self.net.begin.iter().map(|(state, p)| p * worths[*state as usize]).sum()
    }

    fn evaluate(&self, policy: &Policy, ends: &[f64]) -> Result<Vec<f64>, Undecided> {
        let mut work = Work::new(self, ends);
        for set in self.components.iter() {
            work.evaluate(set, policy)?;
        }
        Ok(work.worths)
    }

    /// What an option is worth, given what all states are: its ways that
    /// leave the state, for it would be taken again and again until one does.
    pub fn of_option(&self, state: usize, option: usize, worths: &[f64]) -> f64 {
        option_worth(self.net, &self.ends, state, option, worths)
    }

    /// How often each state is come to by this policy: once for every stay.
    pub fn visits(&self, policy: &Policy) -> Vec<f64> {
        let mut waiting = vec![0.0; self.net.states()];
        let mut visits = vec![0.0; self.net.states()];
        for (state, p) in &self.net.begin {
            waiting[*state as usize] += p;
        }
        let components = Components::of(self.net.states(), |state, way| {
            let ways = self.net.leads_by(policy[state as usize] as usize);
            ways.get(way).map(|to| if to & END == 0 { *to } else { NOWHERE })
        });
        for set in components.iter().rev() {
            for _ in 0..ENOUGH_ROUNDS {
                let mut left = 0.0;
                for &state in set.iter().rev() {
                    let state = state as usize;
                    let mass = std::mem::take(&mut waiting[state]);
                    if mass == 0.0 {
                        continue;
                    }
                    visits[state] += mass;
                    left += mass;
                    self.send(state, policy[state] as usize, mass, &mut waiting);
                }
                if set.len() == 1 || left < NEGLIGIBLE {
                    break;
                }
            }
        }
        visits
    }

    /// Sends what came to a state on to where its option leaves to.
    fn send(&self, state: usize, option: usize, mass: f64, waiting: &mut [f64]) {
        let leaving: f64 = leaving(self.net, state, option).map(|(p, _)| p).sum();
        if leaving > 0.0 {
            for (p, to) in leaving_to_states(self.net, state, option) {
                waiting[to] += mass * p / leaving;
            }
        }
    }

    /// The highest worth there is, above the lowest.
    pub fn highest(&self) -> f64 {
        self.highest
    }
}

/// What never ending is worth: no more than nothing, and than the worst end.
pub(super) fn lowest(net: &Net) -> f64 {
    net.ends.iter().map(|end| end.worth).fold(0.0, f64::min)
}

/// The ways of an option that leave its state.
fn leaving(net: &Net, state: usize, option: usize) -> impl Iterator<Item = (f64, u32)> + '_ {
    net.ways_of(option).filter(move |(_, to)| *to as usize != state)
}

fn leaving_to_states(
    net: &Net,
    state: usize,
    option: usize,
) -> impl Iterator<Item = (f64, usize)> + '_ {
    let states = leaving(net, state, option).filter(|(_, to)| to & END == 0);
    states.map(|(p, to)| (p, to as usize))
}

fn option_worth(net: &Net, ends: &[f64], state: usize, option: usize, worths: &[f64]) -> f64 {
    let (mut sum, mut whole) = (0.0, 0.0);
    for (p, to) in leaving(net, state, option) {
        whole += p;
        sum += p * worth_of(ends, worths, to);
    }
    if whole > 0.0 { sum / whole } else { 0.0 }
}

fn worth_of(ends: &[f64], worths: &[f64], to: u32) -> f64 {
    if to & END == 0 { worths[to as usize] } else { ends[(to & !END) as usize] }
}

/// Worths while they are worked out, set by set.
struct Work<'a> {
    net: &'a Net,
    ends: &'a [f64],
    highest: f64,
    worths: Vec<f64>,
    /// The place of a state in the present set, counted from 1.
    places: Vec<u32>,
    elimination: Elimination,
    budget: Budget,
    /// Ways that may still be looked along.
    left: u64,
}

impl<'a> Work<'a> {
    fn new(valuer: &Valuer<'a>, ends: &'a [f64]) -> Self {
        let states = valuer.net.states();
        Self {
            net: valuer.net,
            ends,
            highest: ends.iter().copied().fold(0.0, f64::max),
            worths: vec![0.0; states],
            places: vec![0; states],
            elimination: Elimination::default(),
            budget: valuer.budget,
            left: valuer.budget.0.saturating_mul(CHEAP),
        }
    }

    /// The worths of a set by a policy, all it leads to being known.
    fn evaluate(&mut self, set: &[u32], policy: &Policy) -> Result<(), Undecided> {
        match set {
            [state] => {
                let state = *state as usize;
                self.worths[state] = self.worth(state, policy[state] as usize);
                Ok(())
            }
            _ if set.len() <= FEW => {
                self.eliminate(set, policy);
                Ok(())
            }
            _ => self.evaluate_parts(set, policy),
        }
    }

    /// A large set falls apart when only what the policy chooses is looked at.
    fn evaluate_parts(&mut self, set: &[u32], policy: &Policy) -> Result<(), Undecided> {
        for (place, state) in set.iter().enumerate() {
            self.places[*state as usize] = place as u32 + 1;
        }
        let parts = Components::of(set.len(), |place, way| {
            let option = policy[set[place as usize] as usize];
            let to = *self.net.leads_by(option as usize).get(way)?;
            let inside = if to & END == 0 { self.places[to as usize] } else { 0 };
            // What lies outside wraps to nowhere.
            Some(inside.wrapping_sub(1))
        });
        for state in set {
            self.places[*state as usize] = 0;
        }
        for part in parts.iter() {
            let part: Vec<u32> = part.iter().map(|place| set[*place as usize]).collect();
            match part.len() {
                1 => {
                    let state = part[0] as usize;
                    self.worths[state] = self.worth(state, policy[state] as usize);
                }
                few if few <= FEW => self.eliminate(&part, policy),
                _ => self.go_round(&part, policy)?,
            }
        }
        Ok(())
    }

    fn worth(&self, state: usize, option: usize) -> f64 {
        option_worth(self.net, self.ends, state, option, &self.worths)
    }

    fn eliminate(&mut self, set: &[u32], policy: &Policy) {
        for (place, state) in set.iter().enumerate() {
            self.places[*state as usize] = place as u32 + 1;
        }
        self.elimination.start(set.len());
        for (place, state) in set.iter().enumerate() {
            for (p, to) in self.net.ways_of(policy[*state as usize] as usize) {
                let inside = if to & END == 0 { self.places[to as usize] } else { 0 };
                match inside {
                    0 => {
                        let worth = worth_of(self.ends, &self.worths, to);
                        self.elimination.leaves(place, p, worth);
                    }
                    inside => self.elimination.goes(place, inside as usize - 1, p),
                }
            }
        }
        let solved = self.elimination.solve();
        for (state, worth) in set.iter().zip(solved) {
            self.worths[*state as usize] = *worth;
            self.places[*state as usize] = 0;
        }
    }

    /// From what is known to be too low upwards, until nothing rises any more.
    fn go_round(&mut self, set: &[u32], policy: &Policy) -> Result<(), Undecided> {
        let ways: u64 = set.iter().map(|state| self.ways(policy[*state as usize])).sum();
        loop {
            self.left = match self.left.checked_sub(ways) {
                Some(left) => left,
                None => return Err(Undecided::OverBudget { budget: self.budget }),
            };
            let mut change: f64 = 0.0;
            for &state in set {
                let state = state as usize;
                let worth = self.worth(state, policy[state] as usize);
                change = change.max((worth - self.worths[state]).abs());
                self.worths[state] = worth;
            }
            if change <= STILL * self.highest {
                return Ok(());
            }
        }
    }

    /// How many ways an option has.
    fn ways(&self, option: u32) -> u64 {
        let option = option as usize;
        u64::from(self.net.ways[option + 1] - self.net.ways[option])
    }

    /// The best policy of a set, all it leads to being known.
    fn improve(&mut self, set: &[u32], policy: &mut Policy) -> Result<(), Undecided> {
        if let [state] = set {
            self.choose(*state as usize, policy);
            return Ok(());
        }
        // What a policy is worth is never more than what the one is worth
        // that is made of it, so worths only rise.
        for _ in 0..MOST_POLICIES {
            self.evaluate(set, policy)?;
            let mut better = false;
            for &state in set {
                let state = state as usize;
                let mut most = self.worths[state] + BETTER * self.highest;
                for option in self.net.options_of(state) {
                    let worth = self.worth(state, option);
                    if worth > most {
                        most = worth;
                        policy[state] = option as u32;
                        better = true;
                    }
                }
            }
            if !better {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The best choice of a state that only leads to what is known, and to
    /// itself.
    fn choose(&mut self, state: usize, policy: &mut Policy) {
        let mut most = f64::NEG_INFINITY;
        for option in self.net.options_of(state) {
            let worth = self.worth(state, option);
            if worth > most {
                most = worth;
                policy[state] = option as u32;
            }
        }
        self.worths[state] = most;
    }
}
