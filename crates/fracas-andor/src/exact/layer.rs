//! One layer of the ladder: rows of hit points, cell by cell.

use std::ops::Range;

use fracas_core::odds::Mass;

use super::blows::Blows;
use super::figures::Found;
use super::ladder::{FightLadder, Segment};
use super::masses::Masses;
use crate::battle::Starts;
use crate::rules::hero;
use crate::rules::policy::{Choice, choose};
use crate::rules::turns::GUARD;

/// One layer while the ladder is worked off. A row has a place for every number
/// of action points and h, first those of all action points.
pub struct Layer<'a> {
    ladder: &'a FightLadder<'a>,
    /// How many potions are gone.
    layer: usize,
    /// How the hero comes to it, by hit points.
    entry: Vec<Mass>,
    /// What the hero does, place by place; and the same for all h of which he
    /// does the same.
    deeds: Vec<Deed>,
    runs: Vec<(Range<usize>, Deed)>,
    /// How likely he comes to the end of his turn from a place, nothing being
    /// changed; by place, at the present segment.
    ways: Vec<f64>,
    /// How often a turn begins, counting turns, once one has come round, until a
    /// whole round changes something at the present segment, by h; `None` where
    /// none ever does.
    rounds: Vec<Option<Mass>>,
    /// Who was struck at, row by row, at the places he came to by that. A row is
    /// used again as soon as no blow comes from it any more.
    struck: Masses,
    /// What the intervals of losses bring to the present z.
    sums: Masses,
    /// All that comes to a place at the present z.
    phases: Masses,
    /// By h: what comes to the end of the hero's turn from elsewhere than its
    /// beginning, and how often it begins.
    back: Masses,
    turns: Masses,
    /// What comes to the next segment, its monster being whole.
    over: Masses,
    /// How the fight was won, by hit points.
    won: Masses,
    /// What ends, by segment; the last is the present one.
    ended: Vec<Ended>,
}

/// What passes between the layers at one z, by place.
pub struct Drunk {
    /// What drinks of the layer before brought.
    pub given: Masses,
    /// What drinks of this layer bring to the next.
    pub next: Masses,
}

/// What the hero does at a place: there is always a way out and somebody to
/// strike, who is struck with that many action points left, by their place.
pub type Deed = Choice<(), (), usize>;

/// What ends before all monsters of a segment are dead.
#[derive(Default)]
pub struct Ended {
    lost: Mass,
    fled: Mass,
    halted: Mass,
}

impl<'a> Layer<'a> {
    /// A layer that the hero comes to like this, by hit points.
    pub fn new(ladder: &'a FightLadder<'a>, layer: usize, mut entry: Vec<Mass>) -> Self {
        let width = ladder.width();
        entry.resize(width, Mass::default());
        let places = ladder.aps.iter().flat_map(|ap| (0..width).map(move |h| (*ap, h)));
        let deeds: Vec<Deed> = places.map(|(ap, h)| deed(ladder, layer, ap, h)).collect();
        let (row, by_h) = (Masses::new(deeds.len()), Masses::new(width));
        Self {
            layer,
            entry,
            runs: runs(&deeds, width),
            ways: Vec::new(),
            rounds: Vec::new(),
            struck: Masses::new(ladder.rows() * deeds.len()),
            deeds,
            sums: row.clone(),
            phases: row.clone(),
            over: row,
            back: by_h.clone(),
            turns: by_h.clone(),
            won: by_h,
            ended: Vec::new(),
            ladder,
        }
    }

    /// Comes to a segment.
    pub fn enter(&mut self, segment: &Segment) {
        let width = self.ladder.width();
        self.ways = vec![0.0; self.deeds.len()];
        for place in (0..self.deeds.len()).rev() {
            self.ways[place] = match self.deeds[place] {
                Deed::Drink(()) => 0.0,
                Deed::Flee(()) => self.fails(),
                Deed::Attack(to) => self.ways[to * width + place % width] * segment.taken.none,
                Deed::End => 1.0,
            };
        }
        self.rounds = (0..width).map(|h| self.rounds(segment, h)).collect();
        self.ended.push(Ended::default());
        // Nothing that was taken from the last monster is taken from this one.
        self.sums.clear();
    }

    /// How likely it fails to flee.
    fn fails(&self) -> f64 {
        self.ladder.b.flee_fail as f64 / 100.0
    }

    /// Works off all hit points of the hero at one z.
    pub fn work_off(&mut self, segment: &Segment, z: usize, drunk: &mut Drunk, row: &mut Blows) {
        let width = self.ladder.width();
        self.come_in(segment, z, drunk);
        self.back.clear();
        for (place, ways) in self.ways.chunks_exact(width).enumerate() {
            self.back.add_each(&self.phases, place * width, ways);
        }
        row.begin();
        for h in (1..width).rev() {
            let entry = if z == self.ladder.top { self.entry[h] } else { Mass::default() };
            self.round(h, entry, row);
        }
        self.phases.add_times(0, &self.turns, 0..width, 1.0);
        self.act(segment, z, drunk);
        self.fell(segment, z);
    }

    /// What comes to all phases of the hero's turn from elsewhere: from blows
    /// higher up the line, and from drinks.
    fn come_in(&mut self, segment: &Segment, z: usize, drunk: &Drunk) {
        let top = segment.after + segment.hp;
        if z == top {
            std::mem::swap(&mut self.phases, &mut self.over);
            self.over.clear();
        } else {
            self.phases.clear();
        }
        // Nobody has all action points any more who has struck.
        let (ladder, first, all) = (self.ladder, self.ladder.width(), self.deeds.len());
        let later = |z: usize| row(ladder, all, z) + first..row(ladder, all, z) + all;
        for run in &segment.taken.runs {
            let (from, to) = (z + run.from as usize, z + run.to as usize);
            if from > top {
                continue;
            }
            if from == to {
                self.phases.add_times(first, &self.struck, later(from), run.each);
                continue;
            }
            self.sums.add_times(first, &self.struck, later(from), run.each);
            if to < top {
                self.sums.add_times(first, &self.struck, later(to + 1), -run.each);
            }
        }
        self.phases.add_times(first, &self.sums, first..all, 1.0);
        if self.layer > 0 {
            self.phases.add_times(0, &drunk.given, 0..all, 1.0);
        }
    }

    /// One state: how often its round begins, and where the blows of monsters
    /// lead, the hero coming to the fight here as well.
    fn round(&mut self, h: usize, entry: Mass, row: &mut Blows) {
        let mut begin = row.come_to(h);
        let mut back = self.back.get(h);
        match self.ladder.b.fights[self.ladder.number].starts {
            Starts::Player => begin += entry,
            Starts::Monsters => back += entry,
        }
        // Once around without what begins a turn, then what comes back to it.
        let begun = begin + row.missed(back);
        let turns = match self.rounds[h] {
            Some(rounds) => begun.then(rounds),
            None => {
                // nothing ever changes here.
                self.ended().halted += begun.with_count(f64::from(GUARD));
                Mass::default()
            }
        };
        self.turns.set(h, turns);
        let lost = row.strike(h, back + turns * self.ways[h]);
        self.ended().lost += lost;
    }

    /// The hero's turn, for all h at once: every mass that passes through a
    /// place goes where his deed leads.
    fn act(&mut self, segment: &Segment, z: usize, drunk: &mut Drunk) {
        let width = self.ladder.width();
        let row = row(self.ladder, self.deeds.len(), z);
        for place in 0..self.runs.len() {
            let (run, deed) = self.runs[place].clone();
            match deed {
                Deed::Drink(()) => run.for_each(|place| self.drink(place, &mut drunk.next)),
                Deed::Flee(()) => {
                    let fled = self.phases.sum(run) * (1.0 - self.fails());
                    self.ended().fled += fled;
                }
                Deed::Attack(to) => {
                    let to = to * width + run.start % width;
                    self.struck.copy(row + to, &self.phases, run.clone());
                    self.phases.pass_on(run, to, segment.taken.none);
                }
                Deed::End => {}
            }
        }
    }

    /// Of those who were struck at with so much left of them, some are dead.
    fn fell(&mut self, segment: &Segment, z: usize) {
        let kills = segment.taken.at_least(z - segment.after);
        if kills == 0.0 {
            return;
        }
        let row = row(self.ladder, self.deeds.len(), z);
        if segment.after > 0 {
            // overkill is lost; the next monster is whole.
            self.over.add_times(0, &self.struck, row..row + self.deeds.len(), kills);
            return;
        }
        let width = self.ladder.width();
        for place in (row..row + self.deeds.len()).step_by(width) {
            self.won.add_times(0, &self.struck, place..place + width, kills);
        }
    }

    /// Books what ended; how the fight was won, by hit points.
    pub fn book(self, found: &mut Found<'_>) -> Vec<Mass> {
        for (segment, Ended { lost, fled, halted }) in self.ladder.line.iter().zip(self.ended) {
            for (ending, mass) in
                [(&segment.lost, lost), (&segment.fled, fled), (&segment.halted, halted)]
            {
                if mass.p > 0.0 {
                    ending.book(mass, found);
                }
            }
        }
        (0..self.ladder.width()).map(|h| self.won.get(h)).collect()
    }

    /// How often a turn begins, if a whole round may change anything.
    fn rounds(&self, segment: &Segment, h: usize) -> Option<Mass> {
        let (stay, leave) = self.around(segment, h);
        (leave > 0.0).then(|| Mass::whole(1.0).later(1.0).looped(stay, leave))
    }

    /// The probability that a whole round changes nothing, and that it does.
    fn around(&self, segment: &Segment, h: usize) -> (f64, f64) {
        let fails = self.fails();
        let (mut stay, mut leave, mut place) = (1.0, 0.0, 0);
        loop {
            match self.deeds[place * self.ladder.width() + h] {
                Deed::Drink(()) => return (0.0, 1.0),
                Deed::Flee(()) => {
                    leave += stay * (1.0 - fails);
                    stay *= fails;
                    break;
                }
                Deed::Attack(to) => {
                    leave += stay * segment.taken.some;
                    stay *= segment.taken.none;
                    place = to;
                }
                Deed::End => break,
            }
        }
        for losses in &segment.blows {
            leave += stay * losses.some;
            stay *= losses.none;
        }
        (stay, leave)
    }

    /// to the next layer, with more hit points.
    fn drink(&self, place: usize, next: &mut Masses) {
        let (ladder, mass) = (self.ladder, self.phases.get(place));
        if mass.p == 0.0 {
            return;
        }
        let (ap, h) = (ladder.aps[place / ladder.width()], place % ladder.width());
        let heal = ladder.drinks[self.layer];
        let row = ladder.ap_place(ap - ladder.hero.use_cost) * ladder.width();
        let sides = heal.sides();
        let each = mass * (1.0 / sides as f64);
        for face in 0..sides {
            let hp = hero::healed(h as i32, heal.at(face) as i32, ladder.hero.max_hp);
            next.add(row + hp as usize, each);
        }
    }

    /// What ends at the present segment.
    fn ended(&mut self) -> &mut Ended {
        let present = self.ended.len() - 1;
        &mut self.ended[present]
    }
}

fn deed(ladder: &FightLadder<'_>, layer: usize, ap: i32, h: usize) -> Deed {
    choose(
        &ladder.hero,
        (h as i32, ap),
        || (layer < ladder.drinks.len()).then_some(()),
        || Some(()),
        || Some(ladder.ap_place(ap - ladder.hero.attack_cost)),
    )
}

/// Where the row of so many places begins of those who were struck at with this
/// much left.
fn row(ladder: &FightLadder<'_>, places: usize, z: usize) -> usize {
    z % ladder.rows() * places
}

/// What is done at places one after another that have the same action points,
/// the hero alive.
fn runs(deeds: &[Deed], width: usize) -> Vec<(Range<usize>, Deed)> {
    let mut runs: Vec<(Range<usize>, Deed)> = Vec::new();
    for (place, deed) in deeds.iter().enumerate().filter(|(place, _)| place % width > 0) {
        match runs.last_mut() {
            Some((run, same)) if run.end == place && same == deed => run.end += 1,
            _ => runs.push((place..place + 1, *deed)),
        }
    }
    runs
}
