//! Sets of states that lead back to each other.

use super::graph::{END, Net};

/// All states, those of one set side by side. A set comes after all others
/// that it leads to.
pub(super) struct Components {
    order: Vec<u32>,
    /// Where each set ends.
    ends: Vec<u32>,
}

impl Components {
    /// Finds them, in one walk through all ways (Tarjan's).
    pub fn of(net: &Net) -> Self {
        let mut walk = Walk {
            net,
            found: vec![0; net.states()],
            low: vec![0; net.states()],
            count: 0,
            open: Vec::new(),
            path: Vec::new(),
            components: Self { order: Vec::with_capacity(net.states()), ends: Vec::new() },
        };
        for state in 0..net.states() {
            if walk.found[state] == 0 {
                walk.through(state as u32);
            }
        }
        walk.components
    }

    /// The sets, those nearest to the ends of the battle first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &[u32]> {
        let first = |place: usize| match place {
            0 => 0,
            _ => self.ends[place - 1] as usize,
        };
        (0..self.ends.len()).map(move |place| &self.order[first(place)..self.ends[place] as usize])
    }
}

struct Walk<'a> {
    net: &'a Net,
    /// When a state was found, counted from 1.
    found: Vec<u32>,
    /// The earliest state still open that it leads back to; 0 once its set is
    /// complete.
    low: Vec<u32>,
    count: u32,
    /// States whose set is not complete.
    open: Vec<u32>,
    /// States that are being followed, and the next of their ways.
    path: Vec<(u32, u32)>,
    components: Components,
}

impl Walk<'_> {
    fn through(&mut self, start: u32) {
        self.enter(start);
        while let Some(&(state, way)) = self.path.last() {
            match self.net.leads_to(state as usize).get(way as usize) {
                Some(&to) => {
                    // The path has just been looked at and is not empty.
                    if let Some(last) = self.path.last_mut() {
                        last.1 += 1;
                    }
                    if to & END != 0 {
                        continue;
                    }
                    let (from, to) = (state as usize, to as usize);
                    if self.found[to] == 0 {
                        self.enter(to as u32);
                    } else if self.low[to] > 0 {
                        self.low[from] = self.low[from].min(self.found[to]);
                    }
                }
                None => self.leave(state),
            }
        }
    }

    fn enter(&mut self, state: u32) {
        self.count += 1;
        self.found[state as usize] = self.count;
        self.low[state as usize] = self.count;
        self.open.push(state);
        self.path.push((state, 0));
    }

    /// All ways of a state were followed.
    fn leave(&mut self, state: u32) {
        self.path.pop();
        let low = self.low[state as usize];
        if let Some(&(before, _)) = self.path.last() {
            let of = &mut self.low[before as usize];
            *of = low.min(*of);
        }
        if low < self.found[state as usize] {
            return;
        }
        while let Some(member) = self.open.pop() {
            self.low[member as usize] = 0;
            self.components.order.push(member);
            if member == state {
                break;
            }
        }
        self.components.ends.push(self.components.order.len() as u32);
    }
}
