//! The blows of a monsters' turn, within one row of the ladder.

use fracas_core::odds::Mass;

use super::ladder::Segment;
use crate::rules::losses::Losses;

/// Blows within one row: from h downwards.
pub struct Blows<'a> {
    by_blow: Vec<Blow<'a>>,
}

/// One of them.
struct Blow<'a> {
    losses: &'a Losses,
    /// How often it is struck, by h; above the hero's most there is nothing, as
    /// far as a blow reaches.
    struck: Vec<Mass>,
    /// What its intervals of losses bring to the present h.
    sum: Mass,
    /// How likely it is deadly, by h, as far as it may be.
    deadly: Vec<f64>,
    /// What comes to the present h before it is struck.
    before: Mass,
}

impl<'a> Blows<'a> {
    /// Those of a segment, at a hero of up to so many hit points.
    pub fn new(segment: &'a Segment, width: usize) -> Self {
        let blow = |losses: &'a Losses| {
            let most = losses.runs.iter().map(|run| run.to as usize).max().unwrap_or(0);
            Blow {
                losses,
                struck: vec![Mass::default(); width + most + 1],
                sum: Mass::default(),
                deadly: (0..=most).map(|h| losses.at_least(h)).collect(),
                before: Mass::default(),
            }
        };
        Self { by_blow: segment.blows.iter().map(blow).collect() }
    }

    /// Comes to another row.
    pub fn begin(&mut self) {
        for blow in &mut self.by_blow {
            blow.sum = Mass::default();
        }
    }

    /// Comes to the next h: what earlier blows of the row bring to each blow
    /// here; and what comes out of the last.
    pub fn come_to(&mut self, h: usize) -> Mass {
        let mut came = Mass::default();
        for blow in &mut self.by_blow {
            blow.before = came;
            came = blow.arrive(h);
        }
        came
    }

    /// What is left of a mass after all blows, and of what came to them, if
    /// none of them takes anything.
    pub fn missed(&self, mut mass: Mass) -> Mass {
        for blow in &self.by_blow {
            mass = (mass + blow.before) * blow.losses.none;
        }
        mass
    }

    /// Strikes at a mass, and at what came to the blows; what dies of it.
    pub fn strike(&mut self, h: usize, mut mass: Mass) -> Mass {
        let mut dead = Mass::default();
        for blow in &mut self.by_blow {
            mass += blow.before;
            blow.struck[h] = mass;
            if let Some(deadly) = blow.deadly.get(h) {
                dead += mass * *deadly;
            }
            mass = mass * blow.losses.none;
        }
        dead
    }
}

impl Blow<'_> {
    /// What it brings to an h.
    fn arrive(&mut self, h: usize) -> Mass {
        let mut single = Mass::default();
        for run in &self.losses.runs {
            let (from, to) = (h + run.from as usize, h + run.to as usize);
            let Some(&begins) = self.struck.get(from) else { continue };
            if from == to {
                single += begins * run.each;
                continue;
            }
            let ended = self.struck.get(to + 1).copied().unwrap_or_default();
            self.sum += (begins - ended) * run.each;
        }
        single + self.sum
    }
}
