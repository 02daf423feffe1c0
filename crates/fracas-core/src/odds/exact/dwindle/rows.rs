//! All rows of a fight that dwindles, worked off from the first to the last.

use super::super::{Enumerable, Mass, Refusal};
use super::endings::Endings;
use super::row::{Over, Piece, Row, Swept};
use super::side::{Numbers, Places, look};
use super::{Dwindle, Stand};

/// The rows, one for all that may be left of one side. Only those are kept that
/// have so many of its largest count as the one that is worked off, or one less.
pub(in super::super) struct Rows {
    plan: Plan,
    places: Places,
    now: Vec<Row>,
    next: Vec<Row>,
    /// Rows that were worked off, with nothing in them.
    spare: Vec<Row>,
}

/// Which side has the rows; the other has the places.
struct Plan {
    side: usize,
    /// Which of its counts is the largest, and how large it is.
    largest: usize,
    most: u32,
    /// Its other counts.
    others: Numbers,
    bytes: usize,
}

impl Plan {
    fn of(counts: &[Vec<u32>; 2], side: usize) -> Option<Self> {
        let (own, foe) = (&counts[side], &counts[side ^ 1]);
        let largest = (0..own.len()).max_by_key(|&count| own[count])?;
        let mut others = own.clone();
        others[largest] = 0;
        let (others, places) = (Numbers::new(&others)?, Numbers::new(foe)?);
        let masses = (others.all + 1).checked_mul(size_of::<Mass>())?;
        let of_place = masses.checked_add(Places::bytes(foe.len(), own.len()))?;
        let of_rows = others.all.checked_mul(2 * size_of::<Row>())?;
        let bytes = places.all.checked_mul(of_place)?.checked_add(of_rows)?;
        Some(Self { side, largest, most: own[largest], others, bytes })
    }
}

impl Rows {
    /// Ready to begin, if that fits so much memory.
    pub fn new<K>(fight: &mut dyn Dwindle<K>, memory: usize) -> Option<Self> {
        let counts = fight.counts();
        let plans = [0, 1].map(|side| Plan::of(&counts, side));
        let plan = plans.into_iter().flatten().min_by_key(|plan| plan.bytes)?;
        if plan.bytes > memory {
            return None;
        }
        let places = Places::new(fight, plan.side ^ 1, &counts)?;
        let mut now = vec![Row::default(); plan.others.all];
        let next = now.clone();
        if let Some(row) = now.last_mut() {
            *row = Row::new(places.len());
            row.begin();
        }
        Some(Self { plan, places, now, next, spare: Vec::new() })
    }

    /// Follows the fight, as long as `within` allows it.
    pub fn sweep<R: Enumerable>(
        mut self,
        fight: &mut dyn Dwindle<R::Key>,
        ends: &mut Endings<'_, '_, R>,
        mut within: impl FnMut(&Swept) -> Result<(), Refusal>,
    ) -> Result<Swept, Refusal> {
        let mut swept = Swept::default();
        let (mut stand, mut over) = (Stand::default(), Over::default());
        let mut left = vec![0; self.plan.others.weights.len()];
        for most in (0..=self.plan.most).rev() {
            for number in (0..self.plan.others.all).rev() {
                let mut row = std::mem::take(&mut self.now[number]);
                if row.is_empty() {
                    continue;
                }
                self.plan.others.read(number, &mut left);
                left[self.plan.largest] = most;
                look(fight, self.plan.side, &left, self.places.counts(), &mut stand);
                if stand.beaten {
                    ends.row(fight, &self.places, &left, &row)?;
                } else {
                    self.work_off(number, &stand, &mut row, &mut over, &mut swept);
                    within(&swept)?;
                    ends.places(fight, &self.places, &left, stand.kept, &mut over)?;
                }
                row.clear();
                self.spare.push(row);
            }
            std::mem::swap(&mut self.now, &mut self.next);
        }
        ends.close(fight, &self.places)?;
        Ok(swept)
    }

    /// Passes on all that is in a row, piece by piece.
    fn work_off(
        &mut self,
        number: usize,
        stand: &Stand,
        row: &mut Row,
        over: &mut Over,
        swept: &mut Swept,
    ) {
        let Self { plan, places, now, next, spare } = self;
        let mut from = row.start();
        while let Some(piece) = row.piece_from(from) {
            let piece = Piece::new(piece, stand, places);
            row.pass_within(&piece, stand, places, over, swept);
            for (count, aimed) in stand.aimed.iter().enumerate() {
                if *aimed <= 0.0 {
                    continue;
                }
                let below = match count == plan.largest {
                    true => &mut next[number],
                    false => &mut now[number - plan.others.weights[count]],
                };
                if below.is_empty() {
                    *below = spare.pop().unwrap_or_else(|| Row::new(places.len()));
                }
                below.take(row, &piece, *aimed, &places.takes[count]);
            }
            from = piece.end();
        }
    }
}
