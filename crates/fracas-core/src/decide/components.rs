//! Sets of states that lead back to each other.

/// States by number, those of one set side by side. A set comes after all
/// others that it leads to.
pub(super) struct Components {
    order: Vec<u32>,
    /// Where each set ends.
    ends: Vec<u32>,
}

/// What `leads_to` answers where a way leads to no state.
pub(super) const NOWHERE: u32 = u32::MAX;

impl Components {
    /// Finds them among so many states, in one walk through all ways
    /// (Tarjan's). `leads_to` tells where a way of a state leads, the ways
    /// being counted from 0; none if there are no more.
    pub fn of(states: usize, leads_to: impl Fn(u32, usize) -> Option<u32>) -> Self {
        let mut walk = Walk {
            leads_to,
            found: vec![0; states],
            low: vec![0; states],
            count: 0,
            open: Vec::new(),
            path: Vec::new(),
            components: Self { order: Vec::with_capacity(states), ends: Vec::new() },
        };
        for state in 0..states {
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

struct Walk<F> {
    leads_to: F,
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

impl<F: Fn(u32, usize) -> Option<u32>> Walk<F> {
    fn through(&mut self, start: u32) {
        self.enter(start);
        while let Some((state, way)) = self.path.last_mut() {
            let state = *state;
            let to = (self.leads_to)(state, *way as usize);
            *way += 1;
            match to {
                None => self.leave(state),
                Some(NOWHERE) => {}
                Some(to) if self.found[to as usize] == 0 => self.enter(to),
                Some(to) => {
                    if self.low[to as usize] > 0 {
                        let low = &mut self.low[state as usize];
                        *low = self.found[to as usize].min(*low);
                    }
                }
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
