//! One layer of the ladder: rows of hit points, cell by cell.

use fracas_core::odds::Mass;

use super::figures::Found;
use super::ladder::{FightLadder, Segment};
use crate::battle::Starts;
use crate::rules::hero;
use crate::rules::policy::{Choice, choose};
use crate::rules::turns::GUARD;

/// One layer while the ladder is worked off.
pub struct Layer<'a> {
    ladder: &'a FightLadder<'a>,
    /// How many potions are gone.
    layer: usize,
    /// How the hero comes to it, by hit points.
    entry: Vec<Mass>,
    /// Ends of intervals along z, by z, action points and h. A row is used
    /// again as soon as it has been passed: blows reach only so far.
    marks: Vec<Mass>,
    /// Running sums along z, by action points and h.
    sums: Vec<Mass>,
    /// How the fight was won, by hit points.
    won: Vec<Mass>,
    /// What misses bring to later phases of a turn, by action points.
    hops: Vec<Mass>,
    /// What the hero does, by action points and h.
    deeds: Vec<Deed>,
    /// How likely a whole round changes nothing at the present segment, and
    /// that it does, by h.
    around: Vec<(f64, f64)>,
    /// What ends, by segment; the last is the present one.
    ended: Vec<Ended>,
}

/// What passes between the layers at one z, by action points and h.
pub struct Drunk {
    /// What drinks of the layer before brought.
    pub given: Vec<Mass>,
    /// What drinks of this layer bring to the next.
    pub next: Vec<Mass>,
}

/// Blows of the monsters within one row.
pub struct Blows {
    /// Ends of intervals along h, by blow.
    marks: Vec<Mass>,
    /// Their running sums, by blow.
    sums: Vec<Mass>,
}

impl Blows {
    /// Room for the blows of a segment.
    pub fn new(ladder: &FightLadder<'_>, segment: &Segment) -> Self {
        let phases = segment.blows.len() + 1;
        Self {
            marks: vec![Mass::default(); phases * ladder.width()],
            sums: vec![Mass::default(); phases],
        }
    }
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
        let (width, aps) = (ladder.width(), ladder.aps.len());
        entry.resize(width, Mass::default());
        let places = ladder.aps.iter().flat_map(|ap| (0..width).map(move |h| (*ap, h)));
        Self {
            layer,
            entry,
            marks: vec![Mass::default(); ladder.rows() * aps * width],
            sums: vec![Mass::default(); aps * width],
            won: vec![Mass::default(); width],
            hops: vec![Mass::default(); aps],
            deeds: places.map(|(ap, h)| deed(ladder, layer, ap, h)).collect(),
            around: Vec::new(),
            ended: Vec::new(),
            ladder,
        }
    }

    /// Comes to a segment.
    pub fn enter(&mut self, segment: &Segment) {
        self.around = (0..self.ladder.width()).map(|h| self.around(segment, h)).collect();
        self.ended.push(Ended::default());
    }

    /// Works off all hit points of the hero at one z.
    pub fn work_off(&mut self, segment: &Segment, z: usize, drunk: &mut Drunk, row: &mut Blows) {
        let ladder = self.ladder;
        let width = ladder.width();
        let starts = ladder.b.fights[ladder.number].starts;
        row.marks.fill(Mass::default());
        row.sums.fill(Mass::default());
        let passed = self.row(z);
        for (sum, mark) in self.sums.iter_mut().zip(&mut self.marks[passed..]) {
            *sum += std::mem::take(mark);
        }
        for h in (1..width).rev() {
            for (blow, sum) in row.sums.iter_mut().enumerate() {
                *sum += row.marks[blow * width + h];
            }
            let mut begin = row.sums[segment.blows.len()];
            let mut attacked = Mass::default();
            if z == ladder.top {
                match starts {
                    Starts::Player => begin += self.entry[h],
                    Starts::Monsters => attacked = self.entry[h],
                }
            }
            self.cell(segment, (z, h), [begin, attacked], drunk, row);
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
        self.won
    }

    /// Where the marks of a z begin.
    fn row(&self, z: usize) -> usize {
        z % self.ladder.rows() * self.sums.len()
    }

    /// What the hero does at a place, looked up.
    #[inline]
    fn deed_at(&self, place: usize, h: usize) -> Deed {
        self.deeds[place * self.ladder.width() + h]
    }

    /// What comes into a phase of the hero's turn here from elsewhere.
    fn inflow(&self, ap: usize, h: usize, drunk: &Drunk) -> Mass {
        let place = ap * self.ladder.width() + h;
        self.sums[place] + drunk.given[place]
    }

    /// One state: how often each phase of its round is passed, and where its
    /// blows lead. A whole round changes nothing, or something, with these
    /// probabilities.
    fn cell(
        &mut self,
        segment: &Segment,
        (z, h): (usize, usize),
        [begin, attacked]: [Mass; 2],
        drunk: &mut Drunk,
        row: &mut Blows,
    ) {
        let ladder = self.ladder;
        let fails = ladder.b.flee_fail as f64 / 100.0;
        // Once around without what begins a turn: what comes back to it.
        let mut back = Mass::default();
        let mut anything = begin.p != 0.0 || attacked.p != 0.0;
        self.hops.fill(Mass::default());
        let mut struck = attacked;
        for place in 0..ladder.aps.len() {
            let mass = self.hops[place] + self.inflow(place, h, drunk);
            anything |= mass.p != 0.0;
            match self.deed_at(place, h) {
                Deed::Drink(()) => {}
                Deed::Flee(()) => struck += mass * fails,
                Deed::Attack(to) => self.hops[to] += mass * segment.taken.none,
                Deed::End => struck += mass,
            }
        }
        for (blow, losses) in segment.blows.iter().enumerate() {
            struck = (struck + row.sums[blow]) * losses.none;
            anything |= row.sums[blow].p != 0.0;
        }
        back += struck;
        if !anything {
            return;
        }
        let begun = (begin + back).later(1.0);
        let (stay, leave) = self.around[h];
        let turns = if leave > 0.0 {
            begun.looped(stay, leave)
        } else {
            // nothing ever changes here.
            self.ended().halted += begun.with_count(f64::from(GUARD));
            Mass::default()
        };
        self.flow(segment, (z, h), [turns, attacked], drunk, row);
    }

    /// The probability that a whole round changes nothing, and that it does.
    fn around(&self, segment: &Segment, h: usize) -> (f64, f64) {
        let ladder = self.ladder;
        let fails = ladder.b.flee_fail as f64 / 100.0;
        let (mut stay, mut leave, mut place) = (1.0, 0.0, 0);
        loop {
            match self.deed_at(place, h) {
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

    /// Sends on everything that passes through a state.
    fn flow(
        &mut self,
        segment: &Segment,
        (z, h): (usize, usize),
        [turns, attacked]: [Mass; 2],
        drunk: &mut Drunk,
        row: &mut Blows,
    ) {
        let ladder = self.ladder;
        let fails = ladder.b.flee_fail as f64 / 100.0;
        self.hops.fill(Mass::default());
        self.hops[0] = turns;
        let mut struck = attacked;
        for (place, ap) in ladder.aps.iter().enumerate() {
            let mass = self.hops[place] + self.inflow(place, h, drunk);
            if mass.p == 0.0 {
                continue;
            }
            match self.deed_at(place, h) {
                Deed::Drink(()) => self.drink(mass, *ap, h, &mut drunk.next),
                Deed::Flee(()) => {
                    struck += mass * fails;
                    self.ended().fled += mass * (1.0 - fails);
                }
                Deed::Attack(to) => {
                    self.hops[to] += mass * segment.taken.none;
                    self.strike(segment, mass, to, z, h);
                }
                Deed::End => struck += mass,
            }
        }
        let width = ladder.width();
        for (blow, losses) in segment.blows.iter().enumerate() {
            let mass = struck + row.sums[blow];
            let into = &mut row.marks[(blow + 1) * width..(blow + 2) * width];
            let mut dead = 0.0;
            for run in &losses.runs {
                let (from, to) = (run.from as usize, run.to as usize);
                if from < h {
                    into[h - from] += mass * run.each;
                    let end = to.min(h - 1);
                    // Ends at h - end; below it the interval is over.
                    into[h - end - 1] -= mass * run.each;
                }
                if to >= h {
                    dead += run.each * (to - from.max(h) + 1) as f64;
                }
            }
            if dead > 0.0 {
                self.ended().lost += mass * dead;
            }
            struck = mass * losses.none;
        }
    }

    /// to the next layer, with more hit points.
    fn drink(&self, mass: Mass, ap: i32, h: usize, next: &mut [Mass]) {
        let ladder = self.ladder;
        let heal = ladder.drinks[self.layer];
        let row = ladder.ap_place(ap - ladder.hero.use_cost) * ladder.width();
        let sides = heal.sides();
        let each = mass * (1.0 / sides as f64);
        for face in 0..sides {
            let hp = hero::healed(h as i32, heal.at(face) as i32, ladder.hero.max_hp);
            next[row + hp as usize] += each;
        }
    }

    /// The hero's blow: down the line, as far as the present monster.
    fn strike(&mut self, segment: &Segment, mass: Mass, ap: usize, z: usize, h: usize) {
        let place = ap * self.ladder.width() + h;
        let hp = z - segment.after;
        let mut kills = 0.0;
        for run in &segment.taken.runs {
            let (from, to) = (run.from as usize, run.to as usize);
            if from < hp {
                *self.mark(z - from, place) += mass * run.each;
                *self.mark(z - to.min(hp - 1) - 1, place) -= mass * run.each;
            }
            if to >= hp {
                kills += run.each * (to - from.max(hp) + 1) as f64;
            }
        }
        if kills == 0.0 {
            return;
        }
        if segment.after == 0 {
            self.won[h] += mass * kills;
        } else {
            // overkill is lost; the next monster is whole.
            *self.mark(segment.after, place) += mass * kills;
            *self.mark(segment.after - 1, place) -= mass * kills;
        }
    }

    fn mark(&mut self, z: usize, place: usize) -> &mut Mass {
        let at = self.row(z) + place;
        &mut self.marks[at]
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
