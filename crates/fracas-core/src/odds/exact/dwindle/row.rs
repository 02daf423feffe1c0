//! One row of a fight that dwindles, and how what is in it is passed on.
//!
//! A row is worked off piece by piece. What can be done for all places of a
//! piece alike is, and the machine does several at a time.

use std::ops::Range;

use super::super::{Mass, NEGLIGIBLE};
use super::Stand;
use super::side::Places;

/// Places of a row that are worked off together.
const PIECE: usize = 64;

/// What came of a fight that dwindled.
#[derive(Default)]
pub(in super::super) struct Swept {
    pub states: u64,
    pub branches: u64,
    pub unresolved: f64,
}

/// The states of one row, by place. There are no places as long as nothing
/// leads there.
#[derive(Clone, Default)]
pub(super) struct Row {
    masses: Vec<Mass>,
    /// Outside these places there is nothing.
    span: Range<usize>,
}

/// The states of a row in which the fight is over, by place.
#[derive(Default)]
pub(super) struct Over {
    /// Because the side of the places has lost.
    pub lost: Vec<(usize, Mass)>,
    /// Because nobody can strike.
    pub stuck: Vec<(usize, Mass)>,
}

/// A piece of a row while it is worked off.
pub(super) struct Piece {
    places: Range<usize>,
    /// One through how likely a step changes anything; 0 if none does.
    inverse: [f64; PIECE],
    /// How many steps that takes, in mean.
    steps: [f64; PIECE],
}

impl Row {
    /// Nothing at so many places.
    pub fn new(places: usize) -> Self {
        Self { masses: vec![Mass::default(); places], span: 0..0 }
    }

    /// Whether nothing has led to it.
    pub fn is_empty(&self) -> bool {
        self.masses.is_empty()
    }

    /// All probability at the first place.
    pub fn begin(&mut self) {
        self.masses[0] = Mass::whole(1.0);
        self.span = 0..1;
    }

    /// Makes nothing of all that is in it.
    pub fn clear(&mut self) {
        self.masses[std::mem::take(&mut self.span)].fill(Mass::default());
    }

    /// All states there are, by place.
    pub fn states(&self) -> impl Iterator<Item = (usize, Mass)> + '_ {
        let masses = self.span.clone().zip(&self.masses[self.span.clone()]);
        masses.map(|(place, mass)| (place, *mass)).filter(|(_, mass)| mass.p > 0.0)
    }

    /// Where the first piece begins.
    pub fn start(&self) -> usize {
        self.span.start
    }

    /// The first piece with anything in it from this place on.
    pub fn piece_from(&self, mut from: usize) -> Option<Range<usize>> {
        while from < self.span.end {
            let places = from..(from + PIECE).min(self.masses.len());
            if self.masses[places.clone()].iter().any(|mass| mass.p > 0.0) {
                return Some(places);
            }
            from = places.end;
        }
        None
    }

    /// Passes on what falls within the row, place by place: these lead to
    /// later ones. What is left at a place then is what falls to other rows.
    pub fn pass_within(
        &mut self,
        piece: &Piece,
        stand: &Stand,
        places: &Places,
        over: &mut Over,
        swept: &mut Swept,
    ) {
        let ways = 1 + stand.aimed.iter().filter(|aimed| **aimed > 0.0).count() as u64;
        let rates = piece.inverse.iter().zip(&piece.steps);
        for (place, (inverse, steps)) in piece.places.clone().zip(rates) {
            let mass = self.masses[place];
            if mass.p <= 0.0 {
                continue;
            }
            if *inverse <= 0.0 || mass.p < NEGLIGIBLE {
                self.masses[place] = Mass::default();
                if places.is_lost(place) {
                    over.lost.push((place, mass));
                } else if stand.strikers + places.strikers[place] <= 0.0 {
                    // It takes a step to see that there is none.
                    swept.states += 1;
                    swept.branches += 1;
                    over.stuck.push((place, mass));
                } else {
                    swept.unresolved += mass.p;
                }
                continue;
            }
            swept.states += 1;
            // One of them is the step that changes nothing.
            swept.branches += if places.strikers[place] > 0.0 { ways } else { 1 };
            let after = steps_until(mass, *steps);
            self.masses[place] = after;
            for (falls, takes) in places.falls_at(place).iter().zip(&stand.takes) {
                let share = falls.aimed * takes * inverse;
                if share > 0.0 {
                    swept.branches += 1;
                    let next = falls.next as usize;
                    self.masses[next] += after * share;
                    self.span.end = self.span.end.max(next + 1);
                }
            }
        }
    }

    /// Takes what falls here from another row, of which a piece was passed on:
    /// `aimed` is how likely a strike is aimed at the count that makes the
    /// difference, `takes` how many would take one of it.
    pub fn take(&mut self, from: &Self, piece: &Piece, aimed: f64, takes: &[f64]) {
        let places = piece.places.clone();
        let shares = takes[places.clone()].iter().zip(&piece.inverse);
        let sums = self.masses[places.clone()].iter_mut().zip(&from.masses[places.clone()]);
        for ((sum, mass), (takes, inverse)) in sums.zip(shares) {
            *sum += *mass * (aimed * takes * inverse);
        }
        self.span = match self.span.is_empty() {
            true => places,
            false => self.span.start.min(places.start)..self.span.end.max(places.end),
        };
    }
}

impl Piece {
    /// How likely a step changes anything at these places of a row whose side
    /// stands so.
    pub fn new(range: Range<usize>, stand: &Stand, places: &Places) -> Self {
        let (mut leaving, mut inverse, mut steps) = ([0.0; PIECE], [0.0; PIECE], [0.0; PIECE]);
        let rates =
            stand.aimed.iter().zip(&places.takes).chain(stand.takes.iter().zip(&places.aimed));
        for (own, others) in rates.filter(|(own, _)| **own > 0.0) {
            for (sum, other) in leaving.iter_mut().zip(&others[range.clone()]) {
                *sum += own * other;
            }
        }
        for (inverse, leaving) in inverse.iter_mut().zip(&leaving[..range.len()]) {
            *inverse = if *leaving > 0.0 { 1.0 / leaving } else { 0.0 };
        }
        let strikers = &places.strikers[range.clone()];
        for ((steps, strikers), inverse) in steps.iter_mut().zip(strikers).zip(&inverse) {
            *steps = (stand.strikers + strikers) * inverse;
        }
        Self { places: range, inverse, steps }
    }

    /// Where the next piece begins.
    pub fn end(&self) -> usize {
        self.places.end
    }
}

/// The mass once a step has changed something, which takes so many steps in
/// mean: a geometric number of them.
#[inline]
fn steps_until(mass: Mass, mean: f64) -> Mass {
    let square = (2.0 * mean - 1.0) * mean;
    Mass {
        p: mass.p,
        first: mass.first + mass.p * mean,
        second: mass.second + 2.0 * mass.first * mean + mass.p * square,
    }
}
