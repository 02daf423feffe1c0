//! Where rules tell what happens.
//!
//! ```
//! use fracas_core::ruleset::measure;
//! use fracas_core::watch::{Loud, Scores, Watch};
//!
//! fn blow(watch: &mut impl Watch<String>) {
//!     watch.book(measure(0), 1);
//!     watch.event(|| "a blow".to_owned());
//! }
//!
//! // In silence only measures are booked.
//! let mut scores = Scores::new(vec![0, 100]);
//! blow(&mut scores);
//! scores.set(measure(1), 88);
//! assert_eq!(scores.values(), [1, 88]);
//! scores.reset();
//! assert_eq!(scores.values(), [0, 100]);
//!
//! let mut told = Vec::new();
//! let mut loud = Loud { scores, listener: &mut |event| told.push(event) };
//! blow(&mut loud);
//! assert_eq!(loud.scores.values(), [1, 100]);
//! assert_eq!(told, ["a blow"]);
//! ```

/// A measure of a battle, by its place in the ruleset's list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MeasureId(pub u32);

impl MeasureId {
    /// The place in the list of measures.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Somebody who watches a battle.
///
/// An event is given as a closure: a silent watcher never runs it, and what
/// only the event needed is never computed.
pub trait Watch<E> {
    /// Whether events are heard at all. What only leads up to an event need
    /// not be worked out for a watcher that is not.
    const LOUD: bool;

    /// Something happened that a log may tell.
    fn event(&mut self, event: impl FnOnce() -> E);

    /// Adds to a measure that is counted on the way.
    fn book(&mut self, measure: MeasureId, by: i64);
}

/// The measures of one battle while it is fought.
#[derive(Clone, Debug, Default)]
pub struct Scores {
    start: Vec<i64>,
    values: Vec<i64>,
}

impl Scores {
    /// Scores that begin every battle at `start`.
    pub fn new(start: Vec<i64>) -> Self {
        let values = start.clone();
        Self { start, values }
    }

    /// Forgets the last battle.
    #[inline]
    pub fn reset(&mut self) {
        self.values.copy_from_slice(&self.start);
    }

    /// Sets a measure that is read off the end of the battle.
    #[inline]
    pub fn set(&mut self, measure: MeasureId, value: i64) {
        self.values[measure.index()] = value;
    }

    /// Adds to a measure.
    #[inline]
    pub fn add(&mut self, measure: MeasureId, by: i64) {
        self.values[measure.index()] += by;
    }

    /// All measures in the order of the ruleset's list.
    pub fn values(&self) -> &[i64] {
        &self.values
    }
}

/// The silent watcher: keeps the scores, hears no event.
impl<E> Watch<E> for Scores {
    const LOUD: bool = false;

    #[inline]
    fn event(&mut self, _event: impl FnOnce() -> E) {}

    #[inline]
    fn book(&mut self, measure: MeasureId, by: i64) {
        self.add(measure, by);
    }
}

/// The loud watcher: keeps the scores and passes every event on.
pub struct Loud<'a, E> {
    /// The measures so far.
    pub scores: Scores,
    /// Hears every event.
    pub listener: &'a mut dyn FnMut(E),
}

impl<E> Watch<E> for Loud<'_, E> {
    const LOUD: bool = true;

    fn event(&mut self, event: impl FnOnce() -> E) {
        (self.listener)(event());
    }

    fn book(&mut self, measure: MeasureId, by: i64) {
        self.scores.add(measure, by);
    }
}
