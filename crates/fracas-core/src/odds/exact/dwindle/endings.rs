//! What comes of a fight that dwindled, where it is over.
//!
//! A measure that is read off the end is told by the counts of one side: it is
//! enough to know how likely that side ends with what. The aftermath asks what
//! the loser has left, and of the winner less: ends that are alike to it are
//! settled together.

use std::collections::BTreeMap;

use super::super::alike::Alike;
use super::super::books::Ledger;
use super::super::ladder::Rung;
use super::super::limits::Limits;
use super::super::reading::add;
use super::super::{Enumerable, HearEnds, Mass, Refusal};
use super::Dwindle;
use super::row::{Over, Row};
use super::side::Places;
use crate::ruleset::OutcomeId;
use crate::watch::Scores;

/// Where ends are booked, and what is not booked yet.
pub(in super::super) struct Endings<'s, 'h, R: Enumerable> {
    books: Books<'s, 'h>,
    /// States that wait to be settled.
    waiting: Waiting<R>,
    /// By place: how likely it ends there because the side of the rows lost.
    won: Vec<f64>,
    /// By what the side of the rows has kept, then by places where the other
    /// lost.
    lost: Vec<Vec<Mass>>,
    /// Where in that list, and of each a side that has kept it.
    classes: BTreeMap<u64, usize>,
    kept: Vec<Vec<u32>>,
    /// By what the side of the places has kept, within one row.
    in_row: Vec<Mass>,
    /// Work space: what is left at a place.
    there: Vec<u32>,
}

/// What is booked of ends.
struct Books<'s, 'h> {
    ledger: &'s mut Ledger,
    /// By outcome.
    decided: &'s mut [f64],
    hear: Option<HearEnds<'h>>,
    alike: Alike,
    scores: Scores,
    /// By side: whether a measure is read off it.
    finals: [Vec<bool>; 2],
}

/// States that wait to be settled.
struct Waiting<R: Enumerable> {
    states: Rung<R::Key>,
    limits: Limits,
    /// A mass as states have it, and where the steps stand in it.
    mass: Vec<f64>,
    steps: usize,
}

impl<'s, 'h, R: Enumerable> Endings<'s, 'h, R> {
    /// No ends yet, of a battle with these measures at the start.
    pub fn new(
        battle: &R::Battle,
        fight: &dyn Dwindle<R::Key>,
        limits: Limits,
        ledger: &'s mut Ledger,
        decided: &'s mut [f64],
        hear: Option<HearEnds<'h>>,
    ) -> Self {
        let start = R::measures(battle).iter().map(|measure| measure.start).collect();
        let mass = ledger.whole();
        let waiting = Waiting {
            states: Rung::with_stride(mass.len() * decided.len()),
            limits,
            steps: 1 + 2 * ledger.place_of(fight.steps()),
            mass,
        };
        let finals = fight.finals().map(|of_side| {
            let mut reads = vec![false; R::measures(battle).len()];
            of_side.into_iter().for_each(|measure| reads[measure.index()] = true);
            reads
        });
        let (alike, scores) = (Alike::of(R::alike(battle)), Scores::new(start));
        Self {
            books: Books { ledger, decided, hear, alike, scores, finals },
            waiting,
            won: Vec::new(),
            lost: Vec::new(),
            classes: BTreeMap::new(),
            kept: Vec::new(),
            in_row: Vec::new(),
            there: Vec::new(),
        }
    }

    /// The states that wait to be settled.
    pub fn waiting(self) -> Rung<R::Key> {
        self.waiting.states
    }

    /// A row in which the fight is over, because its side has lost.
    pub(super) fn row(
        &mut self,
        fight: &mut dyn Dwindle<R::Key>,
        places: &Places,
        left: &[u32],
        row: &Row,
    ) -> Result<(), Refusal> {
        let outcome = fight.outcome(Some(places.foe()));
        self.there.resize(places.counts(), 0);
        self.won.resize(places.len(), 0.0);
        self.in_row.clear();
        self.in_row.resize(places.classes.len(), Mass::default());
        let mut p = 0.0;
        for (place, mass) in row.states() {
            p += mass.p;
            self.won[place] += mass.p;
            self.in_row[places.class[place] as usize] += mass;
            if self.books.hear.is_some() {
                places.read(place, &mut self.there);
                self.books.tell(fight, places.pair(left, &self.there), outcome, mass.p);
            }
        }
        self.books.decided[outcome.index()] += p;
        self.books.read(fight, places.foe(), left, outcome, p);
        for (&place, &mass) in places.classes.iter().zip(&self.in_row) {
            if mass.p > 0.0 {
                places.read(place, &mut self.there);
                self.waiting.add(fight, places.pair(left, &self.there), outcome, mass)?;
            }
        }
        Ok(())
    }

    /// Places of one row at which the fight is over. The row's side has not
    /// lost, and would keep this.
    pub(super) fn places(
        &mut self,
        fight: &mut dyn Dwindle<R::Key>,
        places: &Places,
        left: &[u32],
        kept: u64,
        over: &mut Over,
    ) -> Result<(), Refusal> {
        self.there.resize(places.counts(), 0);
        for (place, mass) in over.stuck.drain(..) {
            let outcome = fight.outcome(None);
            places.read(place, &mut self.there);
            let both = places.pair(left, &self.there);
            self.books.decided[outcome.index()] += mass.p;
            self.books.tell(fight, both, outcome, mass.p);
            for side in [0, 1] {
                self.books.read(fight, side, both[side], outcome, mass.p);
            }
            self.waiting.add(fight, both, outcome, mass)?;
        }
        if over.lost.is_empty() {
            return Ok(());
        }
        let outcome = fight.outcome(Some(places.side));
        let class = *self.classes.entry(kept).or_insert(self.kept.len());
        if class == self.kept.len() {
            self.kept.push(left.to_vec());
            self.lost.push(vec![Mass::default(); places.lost.len()]);
            self.waiting.limits.check_room(self.lost.len() * places.lost.len())?;
        }
        let mut p = 0.0;
        for (place, mass) in over.lost.drain(..) {
            p += mass.p;
            self.lost[class][places.which_lost(place)] += mass;
            if self.books.hear.is_some() {
                places.read(place, &mut self.there);
                self.books.tell(fight, places.pair(left, &self.there), outcome, mass.p);
            }
        }
        self.books.decided[outcome.index()] += p;
        self.books.read(fight, places.foe(), left, outcome, p);
        Ok(())
    }

    /// Books what is left, once all rows are worked off.
    pub(super) fn close(
        &mut self,
        fight: &mut dyn Dwindle<R::Key>,
        places: &Places,
    ) -> Result<(), Refusal> {
        let outcome = fight.outcome(Some(places.side));
        for (which, &place) in places.lost.iter().enumerate() {
            places.read(place, &mut self.there);
            let p = self.lost.iter().map(|class| class[which].p).sum();
            self.books.read(fight, places.side, &self.there, outcome, p);
            for (left, class) in self.kept.iter().zip(&self.lost) {
                if class[which].p > 0.0 {
                    let both = places.pair(left, &self.there);
                    self.waiting.add(fight, both, outcome, class[which])?;
                }
            }
        }
        let outcome = fight.outcome(Some(places.foe()));
        for (place, &p) in self.won.iter().enumerate() {
            places.read(place, &mut self.there);
            self.books.read(fight, places.side, &self.there, outcome, p);
        }
        Ok(())
    }
}

impl Books<'_, '_> {
    /// Books the measures of one side, which ends so with this probability.
    fn read<K>(
        &mut self,
        fight: &dyn Dwindle<K>,
        side: usize,
        left: &[u32],
        outcome: OutcomeId,
        p: f64,
    ) {
        if p > 0.0 {
            self.scores.reset();
            fight.read(side, left, &mut self.scores);
            let (values, reads) = (self.scores.values(), &self.finals[side]);
            let reads = |measure: usize| reads[measure];
            self.ledger.book_finals(outcome.index(), p, values, &self.alike, reads);
        }
    }

    /// Tells an end to whoever hears.
    fn tell<K>(&mut self, fight: &dyn Dwindle<K>, left: [&[u32]; 2], outcome: OutcomeId, p: f64) {
        if let Some(hear) = &mut self.hear {
            self.scores.reset();
            for (side, left) in left.into_iter().enumerate() {
                fight.read(side, left, &mut self.scores);
            }
            self.alike.tell(outcome.index(), self.scores.values(), p, hear);
        }
    }
}

impl<R: Enumerable> Waiting<R> {
    fn add(
        &mut self,
        fight: &mut dyn Dwindle<R::Key>,
        left: [&[u32]; 2],
        outcome: OutcomeId,
        mass: Mass,
    ) -> Result<(), Refusal> {
        let key = fight.over(left, outcome).ok_or(Refusal::TooManyParts)?;
        self.mass[0] = mass.p;
        self.mass[self.steps..][..2].copy_from_slice(&[mass.first, mass.second]);
        add(self.states.mass_of(&key), self.mass.len(), outcome.index(), &self.mass);
        self.limits.check_room(self.states.len() * R::OUTCOMES.len())
    }
}
