//! One layer of the ladder: a grid of hit points, cell by cell.

use fracas_core::odds::Mass;

use super::figures::Found;
use super::ladder::{FightLadder, Segment};
use crate::battle::Starts;
use crate::rules::hero;
use crate::rules::policy::{Choice, choose};
use crate::rules::turns::GUARD;

/// One layer while it is worked off.
pub struct Layer<'a, 'f, 'h> {
    /// The fight.
    pub ladder: &'a FightLadder<'a>,
    /// How many potions are gone.
    pub layer: usize,
    /// What drinks of the layer before brought, by z, action points and h.
    pub given: Vec<Mass>,
    /// What drinks of this layer bring to the next.
    pub next: Vec<Mass>,
    /// Ends of intervals along z, by z, action points and h.
    pub marks: Vec<Mass>,
    /// Running sums along z, by action points and h.
    pub sums: Vec<Mass>,
    /// How the fight was won, by hit points.
    pub won: Vec<Mass>,
    /// What misses bring to later phases of a turn, by action points.
    pub hops: Vec<Mass>,
    /// What the hero does, by action points and h.
    pub deeds: Vec<Deed>,
    /// What ends at the present segment: it is booked with the last of it.
    pub ended: Ended,
    /// What is booked of all endings.
    pub found: &'f mut Found<'h>,
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

impl Layer<'_, '_, '_> {
    /// Works the layer off; `entry` is how the hero comes to it, by hit points.
    pub fn work_off(&mut self, entry: &[Mass]) {
        let ladder = self.ladder;
        let (width, aps) = (ladder.hero.max_hp as usize + 1, ladder.aps.len());
        let starts = ladder.b.fights[ladder.number].starts;
        let places = ladder.aps.iter().flat_map(|ap| (0..width).map(move |h| (*ap, h)));
        self.deeds = places.map(|(ap, h)| self.deed(ap, h)).collect();
        for segment in &ladder.line {
            let blows = segment.blows.len();
            let around: Vec<_> = (0..width).map(|h| self.around(segment, h)).collect();
            // Ends of intervals along h and their running sums, by blow.
            let mut marks = vec![Mass::default(); (blows + 1) * width];
            let mut sums = vec![Mass::default(); blows + 1];
            for z in (segment.after + 1..=segment.after + segment.hp).rev() {
                marks.fill(Mass::default());
                sums.fill(Mass::default());
                let row = z * aps * width;
                for (sum, mark) in self.sums.iter_mut().zip(&self.marks[row..]) {
                    *sum += *mark;
                }
                for h in (1..width).rev() {
                    for blow in 0..=blows {
                        sums[blow] += marks[blow * width + h];
                    }
                    let mut begin = sums[blows];
                    let mut attacked = Mass::default();
                    if z == ladder.top {
                        match starts {
                            Starts::Player => begin += entry[h],
                            Starts::Monsters => attacked = entry[h],
                        }
                    }
                    self.cell(segment, (z, h), [begin, attacked], around[h], &sums, &mut marks);
                }
            }
            let Ended { lost, fled, halted } = std::mem::take(&mut self.ended);
            for (ending, mass) in
                [(&segment.lost, lost), (&segment.fled, fled), (&segment.halted, halted)]
            {
                if mass.p > 0.0 {
                    ending.book(mass, self.found);
                }
            }
        }
    }

    /// What the hero does at a place, looked up.
    #[inline]
    fn deed_at(&self, place: usize, h: usize) -> Deed {
        self.deeds[place * (self.ladder.hero.max_hp as usize + 1) + h]
    }

    /// What comes into a phase of the hero's turn here from elsewhere.
    fn inflow(&self, ap: usize, z: usize, h: usize) -> Mass {
        let width = self.ladder.hero.max_hp as usize + 1;
        let place = ap * width + h;
        let given = self.given.get(z * self.ladder.aps.len() * width + place);
        self.sums[place] + given.copied().unwrap_or_default()
    }

    fn deed(&self, ap: i32, h: usize) -> Deed {
        let ladder = self.ladder;
        choose(
            &ladder.hero,
            (h as i32, ap),
            || (self.layer < ladder.drinks.len()).then_some(()),
            || Some(()),
            || Some(ladder.ap_place(ap - ladder.hero.attack_cost)),
        )
    }

    /// One state: how often each phase of its round is passed, and where its
    /// blows lead. A whole round changes nothing, or something, with these
    /// probabilities.
    fn cell(
        &mut self,
        segment: &Segment,
        (z, h): (usize, usize),
        [begin, attacked]: [Mass; 2],
        (stay, leave): (f64, f64),
        sums: &[Mass],
        marks: &mut [Mass],
    ) {
        let ladder = self.ladder;
        let fails = ladder.b.flee_fail as f64 / 100.0;
        // Once around without what begins a turn: what comes back to it.
        let mut back = Mass::default();
        let mut anything = begin.p != 0.0 || attacked.p != 0.0;
        self.hops.fill(Mass::default());
        let mut struck = attacked;
        for place in 0..ladder.aps.len() {
            let mass = self.hops[place] + self.inflow(place, z, h);
            anything |= mass.p != 0.0;
            match self.deed_at(place, h) {
                Deed::Drink(()) => {}
                Deed::Flee(()) => struck += mass * fails,
                Deed::Attack(to) => self.hops[to] += mass * segment.taken.none,
                Deed::End => struck += mass,
            }
        }
        for (blow, losses) in segment.blows.iter().enumerate() {
            struck = (struck + sums[blow]) * losses.none;
            anything |= sums[blow].p != 0.0;
        }
        back += struck;
        if !anything {
            return;
        }
        let begun = (begin + back).later(1.0);
        let turns = if leave > 0.0 {
            begun.looped(stay, leave)
        } else {
            // nothing ever changes here.
            self.ended.halted += begun.with_count(f64::from(GUARD));
            Mass::default()
        };
        self.flow(segment, (z, h), [turns, attacked], sums, marks);
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
        sums: &[Mass],
        marks: &mut [Mass],
    ) {
        let ladder = self.ladder;
        let fails = ladder.b.flee_fail as f64 / 100.0;
        self.hops.fill(Mass::default());
        self.hops[0] = turns;
        let mut struck = attacked;
        for (place, ap) in ladder.aps.iter().enumerate() {
            let mass = self.hops[place] + self.inflow(place, z, h);
            if mass.p == 0.0 {
                continue;
            }
            match self.deed_at(place, h) {
                Deed::Drink(()) => self.drink(mass, *ap, z, h),
                Deed::Flee(()) => {
                    struck += mass * fails;
                    self.ended.fled += mass * (1.0 - fails);
                }
                Deed::Attack(to) => {
                    self.hops[to] += mass * segment.taken.none;
                    self.strike(segment, mass, to, z, h);
                }
                Deed::End => struck += mass,
            }
        }
        let width = ladder.hero.max_hp as usize + 1;
        for (blow, losses) in segment.blows.iter().enumerate() {
            let mass = struck + sums[blow];
            let into = &mut marks[(blow + 1) * width..(blow + 2) * width];
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
                self.ended.lost += mass * dead;
            }
            struck = mass * losses.none;
        }
    }

    /// to the next layer, with more hit points.
    fn drink(&mut self, mass: Mass, ap: i32, z: usize, h: usize) {
        let ladder = self.ladder;
        let heal = ladder.drinks[self.layer];
        let place = ladder.ap_place(ap - ladder.hero.use_cost);
        let width = ladder.hero.max_hp as usize + 1;
        let row = (z * ladder.aps.len() + place) * width;
        let sides = heal.sides();
        let each = mass * (1.0 / sides as f64);
        for face in 0..sides {
            let hp = hero::healed(h as i32, heal.at(face) as i32, ladder.hero.max_hp);
            self.next[row + hp as usize] += each;
        }
    }

    /// The hero's blow: down the line, as far as the present monster.
    fn strike(&mut self, segment: &Segment, mass: Mass, ap: usize, z: usize, h: usize) {
        let width = self.ladder.hero.max_hp as usize + 1;
        let aps = self.ladder.aps.len();
        let at = |z: usize| (z * aps + ap) * width + h;
        let hp = z - segment.after;
        let mut kills = 0.0;
        for run in &segment.taken.runs {
            let (from, to) = (run.from as usize, run.to as usize);
            if from < hp {
                self.marks[at(z - from)] += mass * run.each;
                self.marks[at(z - to.min(hp - 1) - 1)] -= mass * run.each;
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
            self.marks[at(segment.after)] += mass * kills;
            self.marks[at(segment.after - 1)] -= mass * kills;
        }
    }
}
