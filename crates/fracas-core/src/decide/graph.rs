//! All states that any decisions can reach, and the ways between them.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use super::{Asked, Choice, Deciding, Undecided, Worth};
use crate::chance::Enumerated;
use crate::odds::{Budget, QuickHasher};
use crate::ruleset::{Next, OutcomeId};
use crate::watch::Scores;

/// A battle made ready, with all its states.
pub(super) struct Graph<R: Deciding> {
    pub battle: R::Battle,
    pub keys: Keys<R::Key>,
    pub net: Net,
    /// What can be chosen, option by option.
    pub choices: Vec<Choice>,
    pub branches: u64,
}

/// States, options and ways as plain numbers. The options of a state stand
/// together, and so do the ways of an option. Where nobody decides, a state
/// has one option.
#[derive(Default)]
pub(super) struct Net {
    /// Where the options of each state begin; one more at the end.
    pub options: Vec<u32>,
    /// Where the ways of each option begin; one more at the end.
    pub ways: Vec<u32>,
    pub p: Vec<f64>,
    /// A state, or an end with [`END`] set.
    pub to: Vec<u32>,
    pub ends: Vec<End>,
    /// Where the battle begins.
    pub begin: Vec<(u32, f64)>,
}

/// How a battle ends, and what that is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct End {
    pub outcome: OutcomeId,
    pub worth: f64,
}

/// Set in the number of an end.
pub(super) const END: u32 = 1 << 31;

/// What a choice is where nobody decides.
const NONE: Choice = Choice(u32::MAX);

/// Memory for states and ways, in bytes. Lists that grow are moved to twice
/// their size: for a moment they take three times what is in them.
const MEMORY: usize = 112 << 20;
/// What is kept of a state beside its key, once all are solved.
const BYTES_OF_STATE: usize = 64;
/// What is kept of an option and of a way.
const BYTES_OF_OPTION: usize = 8;
const BYTES_OF_WAY: usize = 12;
/// States that say nothing yet about how many there will be.
const FEW: usize = 10_000;

impl Net {
    pub fn states(&self) -> usize {
        self.options.len() - 1
    }

    /// The options of a state.
    pub fn options_of(&self, state: usize) -> std::ops::Range<usize> {
        self.options[state] as usize..self.options[state + 1] as usize
    }

    /// The ways of an option.
    pub fn ways_of(&self, option: usize) -> impl Iterator<Item = (f64, u32)> + '_ {
        let ways = self.ways[option] as usize..self.ways[option + 1] as usize;
        self.p[ways.clone()].iter().copied().zip(self.to[ways].iter().copied())
    }

    /// Where all options of a state lead.
    pub fn leads_to(&self, state: usize) -> &[u32] {
        let options = self.options_of(state);
        &self.to[self.ways[options.start] as usize..self.ways[options.end] as usize]
    }

    /// Where an option leads.
    pub fn leads_by(&self, option: usize) -> &[u32] {
        &self.to[self.ways[option] as usize..self.ways[option + 1] as usize]
    }

    /// Whether there is something to decide.
    pub fn decides(&self, state: usize) -> bool {
        self.options_of(state).len() > 1
    }
}

impl<R: Deciding> Graph<R> {
    /// Follows every choice and every branch.
    pub fn explore(
        battle: &R::Battle,
        asked: Option<Asked>,
        worth: &Worth,
        budget: Budget,
    ) -> Result<Self, Undecided> {
        let battle = R::ready(battle, asked, worth);
        let measures = R::measures(&battle);
        let graph = Self {
            keys: Keys::new(),
            net: Net { options: vec![0], ways: vec![0], ..Net::default() },
            choices: Vec::new(),
            branches: 0,
            battle,
        };
        let scores = Scores::new(measures.iter().map(|measure| measure.start).collect());
        let mut explorer = Explorer {
            graph,
            worth,
            budget,
            scores,
            dice: Enumerated::new(),
            ways: Vec::new(),
            known_ends: HashMap::new(),
        };
        explorer.begin()?;
        explorer.dice = Enumerated::adding_up_failures();
        explorer.go_through()?;
        Ok(explorer.graph)
    }
}

/// A graph while it is explored.
struct Explorer<'a, R: Deciding> {
    graph: Graph<R>,
    worth: &'a Worth,
    budget: Budget,
    scores: Scores,
    dice: Enumerated,
    /// The ways of the present option.
    ways: Vec<(u32, f64)>,
    /// The number of each end, by outcome and worth.
    known_ends: HashMap<(OutcomeId, u64), u32>,
}

impl<R: Deciding> Explorer<'_, R> {
    fn begin(&mut self) -> Result<(), Undecided> {
        let mut state = R::start(&self.graph.battle).clone();
        loop {
            state.clone_from(R::start(&self.graph.battle));
            R::begin(&self.graph.battle, &mut state, &mut self.dice, &mut self.scores);
            let to = self.place(&state)?;
            self.graph.net.begin.push((to, self.dice.probability()));
            if !self.dice.next_path() {
                return Ok(());
            }
        }
    }

    fn go_through(&mut self) -> Result<(), Undecided> {
        let mut from = R::start(&self.graph.battle).clone();
        let mut state = from.clone();
        let mut choices = Vec::new();
        let mut place = 0;
        while place < self.graph.keys.len() {
            R::restore(&self.graph.battle, self.graph.keys.get(place), &mut from);
            choices.clear();
            R::choices(&self.graph.battle, &from, &mut choices);
            if choices.is_empty() {
                self.follow(place, &from, &mut state, None)?;
                self.graph.choices.push(NONE);
            }
            for choice in &choices {
                self.follow(place, &from, &mut state, Some(*choice))?;
                self.graph.choices.push(*choice);
            }
            self.graph.net.options.push(self.graph.choices.len() as u32);
            place += 1;
            self.check(place)?;
        }
        Ok(())
    }

    /// Every branch of one choice, or of a step where nobody decides.
    fn follow(
        &mut self,
        place: usize,
        from: &R::State,
        state: &mut R::State,
        choice: Option<Choice>,
    ) -> Result<(), Undecided> {
        self.ways.clear();
        loop {
            self.graph.branches += 1;
            if self.graph.branches > self.budget.0 {
                return Err(Undecided::OverBudget { budget: self.budget });
            }
            state.clone_from(from);
            let battle = &self.graph.battle;
            let next = match choice {
                Some(choice) => R::act(battle, state, choice, &mut self.dice, &mut self.scores),
                None => R::step(battle, state, &mut self.dice, &mut self.scores),
            };
            let to = match next {
                Next::On => self.place(state)?,
                Next::Over(outcome) => self.end(state, outcome),
            };
            self.ways.push((to, self.dice.probability()));
            if self.dice.nothing() > 0.0 {
                // Nothing came of it: the state is as it was.
                self.ways.push((place as u32, self.dice.nothing()));
            }
            if !self.dice.next_path() {
                break;
            }
        }
        put_together(&mut self.ways);
        self.graph.net.to.extend(self.ways.iter().map(|(to, _)| to));
        self.graph.net.p.extend(self.ways.iter().map(|(_, p)| p));
        self.graph.net.ways.push(self.graph.net.to.len() as u32);
        Ok(())
    }

    /// The place of a state, which may be new.
    fn place(&mut self, state: &R::State) -> Result<u32, Undecided> {
        let key = R::key(&self.graph.battle, state).ok_or(Undecided::TooManyParts)?;
        Ok(self.graph.keys.place(key))
    }

    /// The number of an end.
    fn end(&mut self, state: &R::State, outcome: OutcomeId) -> u32 {
        self.scores.reset();
        R::finals(&self.graph.battle, state, &mut self.scores);
        let worth = self.worth.of_end(outcome, self.scores.values());
        let end = End { outcome, worth };
        let ends = &mut self.graph.net.ends;
        *self.known_ends.entry((outcome, worth.to_bits())).or_insert_with(|| {
            ends.push(end);
            (ends.len() - 1) as u32 | END
        })
    }

    /// Whether all that was found, and what surely follows, finds room in
    /// memory and budget.
    fn check(&self, followed: usize) -> Result<(), Undecided> {
        let graph = &self.graph;
        let states = graph.keys.len();
        let bytes = states * (R::KEY_BYTES + BYTES_OF_STATE)
            + graph.choices.len() * BYTES_OF_OPTION
            + graph.net.to.len() * BYTES_OF_WAY;
        if bytes > MEMORY {
            return Err(Undecided::TooManyStates { states: states as u64 });
        }
        // Whoever waits takes as many branches as those before, at least.
        let waiting = (states - followed) as u64;
        let needed = graph.branches + waiting * graph.branches / followed as u64;
        if followed > FEW && needed > self.budget.0 {
            return Err(Undecided::OverBudget { budget: self.budget });
        }
        Ok(())
    }
}

/// Makes one way of all that lead to the same place.
fn put_together(ways: &mut Vec<(u32, f64)>) {
    ways.sort_by_key(|(to, _)| *to);
    ways.dedup_by(|(to, p), (known, sum)| {
        let same = to == known;
        if same {
            *sum += *p;
        }
        same
    });
}

/// Keys in the order they were found.
pub(super) struct Keys<K> {
    keys: Vec<K>,
    /// Where a key is found: its place counted from 1 in the first slot free
    /// from where its hash points to, 0 in a slot that is free. At least half
    /// of them are, and their number is a power of two.
    slots: Vec<u32>,
}

impl<K: Clone + Eq + Hash> Keys<K> {
    fn new() -> Self {
        Self { keys: Vec::new(), slots: vec![0; 16] }
    }

    pub fn len(&self) -> usize {
        self.keys.len()
    }

    pub fn get(&self, place: usize) -> &K {
        &self.keys[place]
    }

    /// The place of a key that is known.
    pub fn find(&self, key: &K) -> Option<usize> {
        (self.slots[self.slot_of(key)] as usize).checked_sub(1)
    }

    /// The place of a key, which may be new.
    fn place(&mut self, key: K) -> u32 {
        let slot = self.slot_of(&key);
        if self.slots[slot] > 0 {
            return self.slots[slot] - 1;
        }
        self.keys.push(key);
        let place = self.keys.len() as u32;
        self.slots[slot] = place;
        if 2 * self.keys.len() > self.slots.len() {
            self.slots = vec![0; 2 * self.slots.len()];
            for place in 0..self.keys.len() {
                let slot = self.slot_of(&self.keys[place]);
                self.slots[slot] = place as u32 + 1;
            }
        }
        place - 1
    }

    fn slot_of(&self, key: &K) -> usize {
        let last = self.slots.len() - 1;
        let mut hasher = QuickHasher::default();
        key.hash(&mut hasher);
        let mut slot = hasher.finish() as usize & last;
        loop {
            match self.slots[slot] {
                0 => return slot,
                place if self.keys[place as usize - 1] == *key => return slot,
                _ => slot = (slot + 1) & last,
            }
        }
    }
}
