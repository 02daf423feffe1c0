//! The side whose counts are the places of a row: how it stands at every
//! place, looked up once.

use std::collections::BTreeMap;

use super::{Dwindle, Stand};

/// Counts as one number. Taking one from a count takes its weight from the
/// number, so it only ever becomes less.
#[derive(Clone)]
pub(super) struct Numbers {
    counts: Vec<u32>,
    /// What one of each count weighs.
    pub weights: Vec<usize>,
    /// How many numbers there are.
    pub all: usize,
}

impl Numbers {
    /// Numbers for up to so many of each count.
    pub fn new(counts: &[u32]) -> Option<Self> {
        let mut all = 1_usize;
        let mut weights = Vec::new();
        for &count in counts {
            weights.push(all);
            all = all.checked_mul((count as usize).checked_add(1)?)?;
        }
        Some(Self { counts: counts.to_vec(), weights, all })
    }

    /// The counts that a number stands for.
    pub fn read(&self, mut number: usize, counts: &mut [u32]) {
        for (count, most) in counts.iter_mut().zip(&self.counts) {
            let values = *most as usize + 1;
            *count = (number % values) as u32;
            number /= values;
        }
    }
}

/// All places of a row: what can be left of a side. What no step leads to has
/// no place.
pub(super) struct Places {
    /// Which of both sides it is.
    pub side: usize,
    numbers: Numbers,
    /// The number of the counts at each place, from the largest to the least.
    numbered: Vec<u32>,
    /// The places where the side has lost, and of each place which it is of them.
    pub lost: Vec<usize>,
    which: Vec<u32>,
    /// How many can strike.
    pub strikers: Vec<f64>,
    /// By count, then by place: how likely a strike of the foe is aimed at it.
    pub aimed: Vec<Vec<f64>>,
    /// The same by place, then by count, and what comes of it.
    falls: Vec<Fall>,
    /// By count of the foe, then by place: how many would take one of it.
    pub takes: Vec<Vec<f64>>,
    /// What is kept, as a place in the list of classes.
    pub class: Vec<u32>,
    /// All that may be kept, each with a place where it is.
    pub classes: Vec<usize>,
}

/// How one of a count may fall.
#[derive(Clone, Copy)]
pub(super) struct Fall {
    /// How likely a strike of the foe is aimed at it.
    pub aimed: f64,
    /// The place that taking one leads to; the same one where none is aimed at.
    pub next: u32,
}

/// Not reached by any step.
const NOWHERE: u32 = u32::MAX;

impl Places {
    /// Bytes for each number of a side with so many counts against so many.
    pub fn bytes(own: usize, foe: usize) -> usize {
        let places = size_of::<u32>() * 4 + size_of::<Fall>() * own;
        let rates = size_of::<f64>() * (own + foe + 1);
        // And how likely it ends there.
        places + rates + size_of::<f64>()
    }

    /// Looks at all that can be left of a side.
    pub fn new<K>(fight: &mut dyn Dwindle<K>, side: usize, counts: &[Vec<u32>; 2]) -> Option<Self> {
        let numbers = Numbers::new(&counts[side])?;
        let (own, foe, all) = (counts[side].len(), counts[side ^ 1].len(), numbers.all);
        // There are no more places than numbers.
        let rates = || Vec::with_capacity(all);
        let mut places = Self {
            side,
            numbers,
            numbered: Vec::with_capacity(all),
            lost: Vec::new(),
            which: Vec::with_capacity(all),
            strikers: rates(),
            aimed: (0..own).map(|_| rates()).collect(),
            falls: Vec::with_capacity(all * own),
            takes: (0..foe).map(|_| rates()).collect(),
            class: Vec::with_capacity(all),
            classes: Vec::new(),
        };
        // By number: its place, or any number while it waits for one.
        let mut known = vec![NOWHERE; all];
        known[all - 1] = 0;
        let (mut stand, mut left) = (Stand::default(), vec![0; own]);
        let mut classes = BTreeMap::new();
        for number in (0..all).rev() {
            if known[number] == NOWHERE {
                continue;
            }
            known[number] = places.numbered.len() as u32;
            places.numbers.read(number, &mut left);
            look(fight, side, &left, foe, &mut stand);
            for (aimed, weight) in stand.aimed.iter().zip(&places.numbers.weights) {
                if *aimed > 0.0 {
                    known[number - weight] = 0;
                }
            }
            places.add(number, &stand, &mut classes);
        }
        places.lead_on(&known);
        Some(places)
    }

    fn add(&mut self, number: usize, stand: &Stand, classes: &mut BTreeMap<u64, u32>) {
        let place = self.numbered.len();
        self.numbered.push(number as u32);
        self.which.push(if stand.beaten { self.lost.len() as u32 } else { NOWHERE });
        if stand.beaten {
            self.lost.push(place);
        }
        self.strikers.push(stand.strikers);
        for (list, aimed) in self.aimed.iter_mut().zip(&stand.aimed) {
            list.push(*aimed);
        }
        for (list, takes) in self.takes.iter_mut().zip(&stand.takes) {
            list.push(*takes);
        }
        let next = self.classes.len() as u32;
        let class = *classes.entry(stand.kept).or_insert(next);
        if class == next {
            self.classes.push(place);
        }
        self.class.push(class);
    }

    /// Once every number has its place: where the steps lead to.
    fn lead_on(&mut self, known: &[u32]) {
        for (place, number) in self.numbered.iter().enumerate() {
            for (aimed, weight) in self.aimed.iter().zip(&self.numbers.weights) {
                let aimed = aimed[place];
                let number = *number as usize - if aimed > 0.0 { *weight } else { 0 };
                self.falls.push(Fall { aimed, next: known[number] });
            }
        }
    }

    /// What may fall at a place, by count.
    #[inline]
    pub fn falls_at(&self, place: usize) -> &[Fall] {
        let counts = self.counts();
        &self.falls[place * counts..][..counts]
    }

    /// How many places there are.
    pub fn len(&self) -> usize {
        self.numbered.len()
    }

    /// The side of the rows.
    pub fn foe(&self) -> usize {
        self.side ^ 1
    }

    /// What both sides have left, in their order.
    pub fn pair<'l>(&self, row: &'l [u32], place: &'l [u32]) -> [&'l [u32]; 2] {
        if self.side == 0 { [place, row] } else { [row, place] }
    }

    /// How many counts the side has.
    pub fn counts(&self) -> usize {
        self.numbers.counts.len()
    }

    /// Whether the side has lost at a place.
    pub fn is_lost(&self, place: usize) -> bool {
        self.which[place] != NOWHERE
    }

    /// Which it is of the places where the side has lost.
    pub fn which_lost(&self, place: usize) -> usize {
        self.which[place] as usize
    }

    /// What is left of each count at a place.
    pub fn read(&self, place: usize, left: &mut [u32]) {
        self.numbers.read(self.numbered[place] as usize, left);
    }
}

/// Looks at a side: beaten, it does nothing more and nothing befalls it.
pub(super) fn look<K>(
    fight: &mut dyn Dwindle<K>,
    side: usize,
    left: &[u32],
    foe: usize,
    stand: &mut Stand,
) {
    stand.clear(left.len(), foe);
    fight.look(side, left, stand);
    if stand.beaten {
        stand.clear(left.len(), foe);
        stand.beaten = true;
    }
}
