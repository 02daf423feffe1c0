//! All that can come of one state.

use super::books::{Books, Note, counted};
use super::known::Known;
use super::ladder::Rung;
use super::successors::{Exit, Successors, follow};
use super::{Budget, Enumerable, Refusal};
use crate::chance::Enumerated;
use crate::ruleset::{Next, OutcomeId};

/// How many branches are followed before it is looked whether there is room
/// for what comes of them.
const BETWEEN_LOOKS: u64 = 1 << 16;

/// What is known of parts of states takes at most this part of the memory that
/// states may take.
const SHARE_OF_KNOWN: usize = 64;

/// Follows every branch of a state, and keeps what came of the last one.
pub(super) struct Explorer<'a, R: Enumerable> {
    battle: &'a R::Battle,
    /// How many branches may be followed.
    pub budget: Budget,
    most_states: usize,
    /// How many branches were followed so far.
    pub branches: u64,
    dice: Enumerated,
    /// The state a path is run on, and the one it begins from.
    state: R::State,
    from: R::State,
    books: Books,
    /// States in the middle of a round that are equally many steps in.
    inner: Rung<R::Key>,
    /// The ways out of the last state.
    pub successors: Successors<R::Key>,
    /// What was booked on them that a measure has at most once.
    pub notes: Vec<Note>,
    /// What has come from the state to where `from` is.
    so_far: Vec<f64>,
    /// What came of parts of states on the present rung.
    known: Known<R::Key>,
}

impl<'a, R: Enumerable> Explorer<'a, R> {
    pub fn new(battle: &'a R::Battle, budget: Budget, most_states: usize) -> Self {
        let measures = R::measures(battle);
        let counted = counted(&measures);
        Self {
            battle,
            budget,
            most_states,
            branches: 0,
            dice: Enumerated::adding_up_failures(),
            state: R::start(battle).clone(),
            from: R::start(battle).clone(),
            books: Books::new(&measures),
            inner: Rung::new(counted),
            successors: Successors::new(counted),
            notes: Vec::new(),
            so_far: vec![0.0; 1 + 2 * counted],
            known: Known::new(most_states / SHARE_OF_KNOWN),
        }
    }

    /// Another rung: parts of its states are others than those known.
    pub fn next_rung(&mut self) {
        self.known.clear();
    }

    /// What is drawn before the first step.
    pub fn begin(&mut self) -> Result<(), Refusal> {
        self.start_over();
        loop {
            self.state.clone_from(R::start(self.battle));
            self.next_branch()?;
            R::begin(self.battle, &mut self.state, &mut self.dice, &mut self.books);
            // A battle that begins in the middle of a round waits below all rungs.
            let rung = R::rung(self.battle, &self.state).unwrap_or(0);
            let key = self.key()?;
            let p = self.dice.probability();
            self.book(p, |successors| successors.out(Exit::Rung(rung), key));
            if !self.dice.next_path() {
                return Ok(());
            }
        }
    }

    /// Follows a state until every branch has a rung again, or is over. Where
    /// only a part of it matters, that is followed once for all states that
    /// have it.
    pub fn fight(&mut self, start: &R::Key) -> Result<(), Refusal> {
        let Some(part) = R::part(self.battle, start) else {
            return self.fight_whole(start);
        };
        let place = match self.known.place_of(&part) {
            Some(place) => {
                self.count_branches(self.known.branches(place))?;
                place
            }
            None => {
                let before = self.branches;
                self.fight_whole(&part)?;
                self.known.keep(&part, &self.successors, &self.notes, self.branches - before)
            }
        };
        let whole = |next: &R::Key| R::put_back(start, &part, next);
        self.known.recall(place, whole, &mut self.successors, &mut self.notes);
        Ok(())
    }

    /// The same, with rules and dice.
    fn fight_whole(&mut self, start: &R::Key) -> Result<(), Refusal> {
        self.start_over();
        R::restore(self.battle, start, &mut self.from);
        let rung = R::rung(self.battle, &self.from);
        self.step(rung, true)?;
        while self.successors.take_inner(&mut self.inner) {
            for index in 0..self.inner.len() {
                let (key, so_far) = self.inner.get(index);
                R::restore(self.battle, key, &mut self.from);
                self.so_far.copy_from_slice(so_far);
                self.step(rung, false)?;
            }
        }
        Ok(())
    }

    /// All branches of one step. Those that lead to the rung it `began` on
    /// have come back: any other state that can be reached stands higher.
    fn step(&mut self, began: Option<u64>, at_start: bool) -> Result<(), Refusal> {
        self.state.clone_from(&self.from);
        loop {
            self.next_branch()?;
            let next = R::step(self.battle, &mut self.state, &mut self.dice, &mut self.books);
            let rung = R::rung(self.battle, &self.state);
            let came_back = next == Next::On && rung.is_some() && rung == began;
            let p = self.dice.probability();
            match (next, rung) {
                _ if came_back => self.book(p, Successors::stay),
                (Next::Over(outcome), _) => {
                    let key = self.key()?;
                    self.book(p, |successors| successors.out(Exit::Over(outcome), key));
                }
                (Next::On, Some(rung)) => {
                    let key = self.key()?;
                    self.book(p, |successors| successors.out(Exit::Rung(rung), key));
                }
                (Next::On, None) => {
                    let key = self.key()?;
                    self.book(p, |successors| successors.inner(key));
                }
            }
            let nothing = self.dice.nothing();
            if nothing > 0.0 {
                debug_assert!(at_start, "a step in the middle of a round does something");
                self.count_branch()?;
                follow(self.successors.stay(), &self.so_far, nothing, &self.books.counts);
            }
            if !self.dice.next_path() {
                return Ok(());
            }
            // A branch that led back at once left the state as it was.
            if !(came_back && at_start) {
                self.state.clone_from(&self.from);
            }
        }
    }

    /// All branches of the next test of the aftermath. Those after which
    /// nothing is left to be tested are over.
    pub fn settle(&mut self, key: &R::Key) -> Result<(), Refusal> {
        self.start_over();
        R::restore(self.battle, key, &mut self.from);
        loop {
            self.state.clone_from(&self.from);
            self.next_branch()?;
            let more = R::settle(self.battle, &mut self.state, &mut self.dice, &mut self.books);
            let (exit, key) = match more {
                true => (Exit::Rung(0), self.key()?),
                false => (Exit::Over(OutcomeId(0)), key.clone()),
            };
            let p = self.dice.probability();
            self.book(p, |successors| successors.out(exit, key));
            if !self.dice.next_path() {
                return Ok(());
            }
        }
    }

    /// Ready for another state.
    fn start_over(&mut self) {
        self.successors.begin();
        self.notes.clear();
        self.so_far.fill(0.0);
        self.so_far[0] = 1.0;
    }

    /// Ready for another branch.
    fn next_branch(&mut self) -> Result<(), Refusal> {
        self.books.clear();
        self.count_branch()
    }

    /// Counts branches against the budget.
    fn count_branches(&mut self, count: u64) -> Result<(), Refusal> {
        self.branches += count;
        if self.branches > self.budget.0 {
            return Err(Refusal::OverBudget { budget: self.budget });
        }
        Ok(())
    }

    /// Counts one, and looks now and then whether there is room.
    fn count_branch(&mut self) -> Result<(), Refusal> {
        self.count_branches(1)?;
        if self.branches.is_multiple_of(BETWEEN_LOOKS) {
            return self.check_room();
        }
        Ok(())
    }

    /// Whether what comes of one state finds room.
    fn check_room(&self) -> Result<(), Refusal> {
        if self.successors.len() + self.inner.len() > self.most_states {
            return Err(Refusal::TooManyStates { most: self.most_states as u64 });
        }
        Ok(())
    }

    fn key(&self) -> Result<R::Key, Refusal> {
        R::key(self.battle, &self.state).ok_or(Refusal::TooManyParts)
    }

    /// Adds the branch just run, of probability `p`, to where it led.
    fn book(&mut self, p: f64, to: impl FnOnce(&mut Successors<R::Key>) -> &mut [f64]) {
        follow(to(&mut self.successors), &self.so_far, p, &self.books.counts);
        for &(measure, by) in &self.books.once {
            self.notes.push(Note { measure, by, probability: self.so_far[0] * p });
        }
    }
}
