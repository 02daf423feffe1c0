//! A page of rules for a million states.
//!
//! The states in which there is something to decide are parted by what the
//! decider sees of them: hit points below 14 or not, and so on. A page begins
//! with one row for all. Then, again and again, it is worked out what every
//! other choice would gain in every state if the rest of the battle went on by
//! this page, or else by the best decisions; the row that gains most by
//! another choice, or by being parted, gets it. The page is a policy as any
//! other: a change stays if the battle is worth more by the new page.

use super::Undecided;
use super::gains::{Rest, Sorted};
use super::graph::Net;
use super::tree::{Change, Tree};
use super::values::{Policy, Valuer};
use crate::order::Ordered;

/// States that are come to less often in a battle are left out.
pub(super) const REACHED: f64 = 1e-6;
/// Pages of one row that are begun with.
const STARTS: usize = 2;
/// Changes that are tried before a page is taken to be the best.
const TRIES: usize = 6;

/// States in which there is something to decide, as the decider sees them.
pub(super) struct Seen<'a> {
    pub net: &'a Net,
    /// Which of the net's they are.
    pub states: Vec<u32>,
    /// How many numbers are seen of each.
    pub facts: usize,
    /// These numbers, one state after another.
    pub numbers: Vec<i64>,
    /// How many choices there are.
    pub labels: usize,
    /// The choice that each option of the net is.
    pub label_of: Vec<u16>,
}

impl Seen<'_> {
    pub fn of(&self, place: usize) -> &[i64] {
        &self.numbers[place * self.facts..][..self.facts]
    }

    /// The option of a state for a choice: where it cannot be made, the
    /// first.
    fn option(&self, state: usize, label: usize) -> usize {
        let mut options = self.net.options_of(state);
        let first = options.start;
        options.find(|option| usize::from(self.label_of[*option]) == label).unwrap_or(first)
    }
}

/// A page, and the policy that it is.
pub(super) struct Table {
    pub tree: Tree,
    pub policy: Policy,
    worth: f64,
}

impl Table {
    /// The best page of so many rows that is found. Gains up to `nothing` are
    /// none; `best` are the worths of all states by the best decisions, and
    /// their visits.
    pub fn grow(
        seen: &Seen<'_>,
        valuer: &Valuer<'_>,
        best: (&[f64], &[f64]),
        rows: usize,
        nothing: f64,
    ) -> Result<Self, Undecided> {
        let sorted = Sorted::new(seen);
        let rest = Rest::Best(best.0, best.1);
        let mut found: Option<Self> = None;
        for start in Self::of_one_row(seen, valuer)? {
            let table = start.grown(seen, valuer, &sorted, (rest, rows, nothing))?;
            if found.as_ref().is_none_or(|found| table.worth > found.worth + nothing) {
                found = Some(table);
            }
        }
        found.ok_or(Undecided::Nobody)
    }

    /// Changes the page as long as the battle is worth more then.
    fn grown(
        self,
        seen: &Seen<'_>,
        valuer: &Valuer<'_>,
        sorted: &Sorted,
        (best, rows, nothing): (Rest<'_>, usize, f64),
    ) -> Result<Self, Undecided> {
        let mut table = self;
        loop {
            let mut better = None;
            for rest in [Rest::Page, best] {
                let changes = sorted.changes(seen, valuer, &table, (rest, rows, nothing))?;
                better = table.better(seen, valuer, &changes, rows, nothing)?;
                if better.is_some() {
                    break;
                }
            }
            if better.is_none() {
                better = table.filled(seen, valuer, sorted, (best, rows, nothing))?;
            }
            match better {
                Some(better) => table = better,
                None => return Ok(table),
            }
        }
    }

    /// The first change by which the battle is worth more: many rows at once,
    /// where there are many, else one by one.
    fn better(
        &self,
        seen: &Seen<'_>,
        valuer: &Valuer<'_>,
        changes: &[Change],
        rows: usize,
        nothing: f64,
    ) -> Result<Option<Self>, Undecided> {
        let together = self.together(rows, changes.len());
        let one_by_one = changes.chunks(1).take(TRIES).skip(usize::from(together == 1));
        for changes in std::iter::once(&changes[..together]).chain(one_by_one) {
            if changes.is_empty() {
                continue;
            }
            let next = Self::of(seen, valuer, self.tree.with(changes))?;
            if next.worth > self.worth + nothing {
                return Ok(Some(next));
            }
        }
        Ok(None)
    }

    /// Changes that nobody can see a use for alone may have one together: the
    /// first page on the way to a full one by which the battle is worth more.
    fn filled(
        &self,
        seen: &Seen<'_>,
        valuer: &Valuer<'_>,
        sorted: &Sorted,
        (best, rows, nothing): (Rest<'_>, usize, f64),
    ) -> Result<Option<Self>, Undecided> {
        let mut tree = self.tree.clone();
        let mut policy = self.policy.clone();
        while tree.len() < rows {
            let page = Self { tree, policy, worth: self.worth };
            let changes = sorted.changes(seen, valuer, &page, (best, rows, nothing))?;
            let together = page.together(rows, changes.len());
            if together == 0 {
                break;
            }
            let next = Self::of(seen, valuer, page.tree.with(&changes[..together]))?;
            if next.worth > self.worth + nothing {
                return Ok(Some(next));
            }
            // Two rows that became one again would go on for ever.
            if next.tree.len() <= page.tree.len() {
                break;
            }
            (tree, policy) = (next.tree, next.policy);
        }
        Ok(None)
    }

    /// How many changes are made at once: few on a short page.
    fn together(&self, rows: usize, changes: usize) -> usize {
        let room = rows.saturating_sub(self.tree.len());
        (self.tree.len() / 4).clamp(1, room.max(1)).min(changes)
    }

    /// The best pages of one row: where every choice is good somewhere, what
    /// begins worse may end better.
    fn of_one_row(seen: &Seen<'_>, valuer: &Valuer<'_>) -> Result<Vec<Self>, Undecided> {
        let page = |label| Self::of(seen, valuer, Tree::of_one_row(label));
        let mut pages = (0..seen.labels).map(page).collect::<Result<Vec<Self>, _>>()?;
        pages.put_in_order_by(|one, other| other.worth.total_cmp(&one.worth));
        pages.truncate(STARTS);
        Ok(pages)
    }

    fn of(seen: &Seen<'_>, valuer: &Valuer<'_>, tree: Tree) -> Result<Self, Undecided> {
        let mut policy = valuer.usual();
        for (place, &state) in seen.states.iter().enumerate() {
            let label = tree.label(tree.row(seen.of(place)));
            policy[state as usize] = seen.option(state as usize, label) as u32;
        }
        let worth = valuer.worth(&policy)?;
        Ok(Self { tree, policy, worth })
    }
}
