//! What a page of rules would gain by being changed.

use super::Undecided;
use super::table::{REACHED, Seen, Table};
use super::tree::{Change, Tree};
use super::values::Valuer;
use crate::order::Ordered;

/// States times choices that are looked at together.
const MOST_CELLS: usize = 8_000_000;
/// Changes that are told beside those that are made at once.
const SPARE: usize = 6;

/// By what the rest of the battle goes on when a change is weighed.
#[derive(Clone, Copy)]
pub(super) enum Rest<'a> {
    /// By the page as it is.
    Page,
    /// By the best decisions: what all states are then worth, and how often
    /// they are come to.
    Best(&'a [f64], &'a [f64]),
}

/// The states in the order of each fact.
pub(super) struct Sorted {
    by_fact: Vec<Vec<u32>>,
}

/// What the choices would gain in the states that a page comes to.
struct Gains {
    /// The row of each state, counted from 1; 0 if it is not come to.
    rows: Vec<u32>,
    /// Where the gains of a state begin.
    first: Vec<u32>,
    gains: Vec<f64>,
    labels: usize,
}

impl Gains {
    fn of(&self, place: u32) -> &[f64] {
        &self.gains[self.first[place as usize] as usize * self.labels..][..self.labels]
    }
}

impl Sorted {
    pub fn new(seen: &Seen<'_>) -> Self {
        let by_fact = |fact: usize| {
            let mut places: Vec<u32> = (0..seen.states.len() as u32).collect();
            places.put_in_order_by_key(|place| seen.of(*place as usize)[fact]);
            places
        };
        Self { by_fact: (0..seen.facts).map(by_fact).collect() }
    }

    /// The best change of every row, those that gain most first.
    pub fn changes(
        &self,
        seen: &Seen<'_>,
        valuer: &Valuer<'_>,
        table: &Table,
        (rest, rows, nothing): (Rest<'_>, usize, f64),
    ) -> Result<Vec<Change>, Undecided> {
        let gains = gains(seen, valuer, table, rest)?;
        let mut totals: Vec<Option<Side>> = vec![None; table.tree.nodes()];
        for place in 0..seen.states.len() as u32 {
            if let Some(row) = gains.rows[place as usize].checked_sub(1) {
                let total = totals[row as usize].get_or_insert_with(|| Side::new(seen.labels));
                total.add(gains.of(place));
            }
        }
        let mut changes: Vec<Option<Change>> =
            totals.iter().enumerate().map(|(row, total)| relabel(row, total.as_ref()?)).collect();
        let room = table.tree.len() < rows;
        for fact in 0..if room { seen.facts } else { 0 } {
            self.cuts(seen, fact, &gains, &totals, nothing, &mut changes);
        }
        let mut changes: Vec<Change> =
            changes.into_iter().flatten().filter(|change| change.gain > nothing).collect();
        changes.put_in_order_by(|one, other| other.gain.total_cmp(&one.gain));
        let most = changes.len().min(table.tree.len() / 4 + SPARE);
        changes.truncate(most);
        for change in &mut changes {
            name(seen, &gains, &table.tree, change, nothing);
        }
        Ok(changes)
    }

    /// Looks for better cuts by one fact.
    fn cuts(
        &self,
        seen: &Seen<'_>,
        fact: usize,
        gains: &Gains,
        totals: &[Option<Side>],
        nothing: f64,
        changes: &mut [Option<Change>],
    ) {
        let mut lows: Vec<Option<Side>> = vec![None; totals.len()];
        for &place in &self.by_fact[fact] {
            let Some(row) = gains.rows[place as usize].checked_sub(1) else { continue };
            let row = row as usize;
            let value = seen.of(place as usize)[fact];
            let low = lows[row].get_or_insert_with(|| Side { value, ..Side::new(seen.labels) });
            if low.value < value {
                if let Some(total) = &totals[row] {
                    let (one, gain) = most(low.sums.iter().copied());
                    let rest = total.sums.iter().zip(&low.sums).map(|(total, low)| total - low);
                    let (other, more) = most(rest);
                    let known = changes[row].map_or(0.0, |change| change.gain);
                    if gain + more > known + nothing {
                        let (cut, labels) = (Some((fact, value)), [one, other]);
                        changes[row] = Some(Change { row, cut, labels, gain: gain + more });
                    }
                }
                low.value = value;
            }
            low.add(gains.of(place));
        }
    }
}

/// What the choices gain in some states of a row.
#[derive(Clone)]
struct Side {
    sums: Vec<f64>,
    /// The value of the fact that was seen last.
    value: i64,
}

impl Side {
    fn new(labels: usize) -> Self {
        Self { sums: vec![0.0; labels], value: 0 }
    }

    fn add(&mut self, gains: &[f64]) {
        for (sum, gain) in self.sums.iter_mut().zip(gains) {
            *sum += gain;
        }
    }
}

/// Another choice for a whole row.
fn relabel(row: usize, total: &Side) -> Option<Change> {
    let (label, gain) = most(total.sums.iter().copied());
    Some(Change { row, cut: None, labels: [label, label], gain })
}

/// The place of the largest sum, and the sum.
fn most(sums: impl Iterator<Item = f64>) -> (usize, f64) {
    let mut best = (0, f64::NEG_INFINITY);
    for (place, sum) in sums.enumerate() {
        if sum > best.1 {
            best = (place, sum);
        }
    }
    best
}

/// What every choice would gain in the states that a page comes to, as often
/// as it does.
fn gains(
    seen: &Seen<'_>,
    valuer: &Valuer<'_>,
    table: &Table,
    rest: Rest<'_>,
) -> Result<Gains, Undecided> {
    let mut visits = valuer.visits(&table.policy);
    let by_page;
    let worths = match rest {
        Rest::Page => {
            by_page = valuer.worths(&table.policy)?;
            &by_page[..]
        }
        Rest::Best(worths, often) => {
            for (visits, often) in visits.iter_mut().zip(often) {
                *visits += often;
            }
            worths
        }
    };
    let reached = bound(seen, &visits);
    let mut gains = Gains {
        rows: vec![0; seen.states.len()],
        first: vec![0; seen.states.len()],
        gains: Vec::new(),
        labels: seen.labels,
    };
    for (place, &state) in seen.states.iter().enumerate() {
        let state = state as usize;
        if visits[state] < reached {
            continue;
        }
        gains.rows[place] = table.tree.row(seen.of(place)) as u32 + 1;
        let first = gains.gains.len();
        gains.first[place] = (first / seen.labels) as u32;
        let now = valuer.of_option(state, table.policy[state] as usize, worths);
        let gain = |option: usize| visits[state] * (valuer.of_option(state, option, worths) - now);
        let options = seen.net.options_of(state);
        gains.gains.resize(first + seen.labels, gain(options.start));
        for option in options {
            gains.gains[first + usize::from(seen.label_of[option])] = gain(option);
        }
    }
    Ok(gains)
}

/// How often a state must be come to if there are too many to look at.
fn bound(seen: &Seen<'_>, visits: &[f64]) -> f64 {
    let mut bound = REACHED;
    loop {
        let many = seen.states.iter().filter(|state| visits[**state as usize] >= bound).count();
        if many * seen.labels <= MOST_CELLS {
            return bound;
        }
        bound *= 10.0;
    }
}

/// Of all choices that gain the same on a side of a change, the one that can
/// be made most often: the others stand for it where they cannot.
fn name(seen: &Seen<'_>, gains: &Gains, tree: &Tree, change: &mut Change, nothing: f64) {
    let mut sides = [Side::new(seen.labels), Side::new(seen.labels)];
    let mut possible = [vec![0_u64; seen.labels], vec![0_u64; seen.labels]];
    for (place, &state) in seen.states.iter().enumerate() {
        if gains.rows[place] as usize != change.row + 1 {
            continue;
        }
        let high = change.cut.is_some_and(|(fact, below)| seen.of(place)[fact] >= below);
        let side = usize::from(high);
        sides[side].add(gains.of(place as u32));
        for option in seen.net.options_of(state as usize) {
            possible[side][usize::from(seen.label_of[option])] += 1;
        }
    }
    for (label, (side, possible)) in change.labels.iter_mut().zip(sides.iter().zip(&possible)) {
        let (_, highest) = most(side.sums.iter().copied());
        let good = (0..seen.labels).filter(|label| side.sums[*label] >= highest - nothing);
        // What the row says already stays, if that is as good as any other.
        let now = tree.label(change.row);
        let key = |label: &usize| (possible[*label], *label == now, usize::MAX - *label);
        *label = good.max_by_key(key).unwrap_or(*label);
    }
    if change.cut.is_none() {
        change.labels[1] = change.labels[0];
    }
}
