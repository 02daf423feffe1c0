//! Chapter 10: what is drawn when the battle is over (O-70 to O-75) and what
//! becomes of ships (O-59).
//!
//! The tests come in the order of the rules, each a step of its own: illness,
//! prisoners, what the dead leave, ships. Where every branch is followed, all
//! that happens to one noble of a ship that sank is one step: his health, of
//! which there are a hundred, then need not be remembered until he drowns.

use fracas_core::chance::{Chance, Die, Runs};
use fracas_core::watch::{MeasureId, Watch};

use super::hits;
use crate::battle::{BandKind, Battle, SideId};
use crate::events::Event;
use crate::state::{Legacy, State, Verdict};

/// Whether a wounded noble falls ill (O-70).
pub const ILLNESS: Die = Die("illness");
/// Whether a beaten noble is taken (O-71).
pub const PRISONER: Die = Die("prisoner");
/// Whether all of an entry passes on (O-75).
pub const ALL_OF_IT: Die = Die("all of it");
/// How much of it passes on (O-75).
pub const AMOUNT: Die = Die("amount");

/// How far the aftermath has come; the numbers are units still to be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settling {
    /// O-70, from this unit on.
    Illness(usize),
    /// O-71, from this unit on.
    Prisoners(usize),
    /// O-75: the place in the order of leaving, and the entry.
    Legacies(usize, usize),
    /// O-59.
    Ships,
    /// Nothing is left to do.
    Done,
}

/// The next test of the aftermath; false when there is none.
#[inline]
pub fn settle<C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W) -> bool
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    while let Settling::Illness(unit) = st.settling {
        if illness(b, st, unit, c, w) {
            return true;
        }
    }
    while let Settling::Prisoners(unit) = st.settling {
        if prisoner(b, st, unit, c, w) {
            return true;
        }
    }
    while let Settling::Legacies(place, entry) = st.settling {
        if legacy(b, st, place, entry, c, w) {
            return true;
        }
    }
    if st.settling == Settling::Ships {
        ships(b, st, w);
    }
    false
}

/// Whether tests were made, and those that are left draw nothing and change
/// nothing that counts.
pub fn is_settled(b: &Battle, st: &State) -> bool {
    let (hit_from, taken_from) = match st.settling {
        Settling::Illness(0) => return false,
        Settling::Illness(unit) => (unit, 0),
        Settling::Prisoners(unit) => (b.units.len(), unit),
        Settling::Legacies(..) | Settling::Ships => (b.units.len(), b.units.len()),
        Settling::Done => return true,
    };
    let hit = (hit_from..b.units.len()).any(|unit| st.nobles[unit].hit);
    let taken = (taken_from..b.units.len()).any(|unit| can_be_taken(b, st, unit));
    let dead = (0..b.units.len()).any(|unit| !lived(st, unit));
    let sinks = (0..b.units.len()).any(|unit| is_overboard(b, st, unit));
    !(hit || taken || dead || sinks)
}

/// O-70: the next noble who was hit, lives and is not ill already.
fn illness<C, W>(b: &Battle, st: &mut State, from: usize, c: &mut C, w: &mut W) -> bool
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    let hit = (from..st.nobles.len()).find(|&unit| st.nobles[unit].hit);
    let Some(unit) = hit else {
        st.settling = Settling::Prisoners(0);
        return false;
    };
    st.settling = Settling::Illness(unit + 1);
    let wound_due = st.nobles[unit].wound_due;
    if wound_due {
        let wound = hits::draw_wound(c);
        hits::suffer(b, st, unit, wound, w);
    }
    let noble = st.nobles[unit];
    let can_fall_ill = noble.health > 0 && !noble.ill && !noble.survived;
    // Greater than his health: 100 - health faces of 100.
    if can_fall_ill && !c.hit(u64::from(noble.health), 100, ILLNESS) {
        st.nobles[unit].ill = true;
        w.book(b.measures.noble(unit).ill, 1);
        w.event(|| Event::Ill { noble: b.units[unit].noble.name.clone() });
    }
    if C::PATIENT && is_overboard(b, st, unit) {
        if can_be_taken(b, st, unit) {
            try_capture(b, st, unit, c, w);
        }
        sink_with_ship(b, st, unit, w);
    }
    // A wound drawn only now was a test of its own.
    can_fall_ill || wound_due
}

/// O-72: the chance in percent of being taken by `winners` men among `losers`.
pub fn prisoner_chance(winners: u64, losers: u64) -> u64 {
    match losers {
        0 => 75,
        _ => (25 * winners / losers).clamp(25, 75),
    }
}

/// O-72: the fewest winners of whom the chance is that of so many.
pub fn fewest_winners(winners: u64, losers: u64) -> u64 {
    match (prisoner_chance(winners, losers), losers) {
        (_, 0) | (25, _) => 0,
        (chance, _) => (chance * losers).div_ceil(25),
    }
}

/// O-71: the next losing noble who is alive.
fn prisoner<C, W>(b: &Battle, st: &mut State, from: usize, c: &mut C, w: &mut W) -> bool
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    let Some(unit) = (from..b.units.len()).find(|&unit| can_be_taken(b, st, unit)) else {
        st.settling = Settling::Legacies(0, 0);
        return false;
    };
    st.settling = Settling::Prisoners(unit + 1);
    try_capture(b, st, unit, c, w);
    if C::PATIENT && is_overboard(b, st, unit) {
        sink_with_ship(b, st, unit, w);
    }
    true
}

/// Whether a noble of the losers can be taken. O-90: whoever used his skill
/// is passed over.
pub fn can_be_taken(b: &Battle, st: &State, unit: usize) -> bool {
    let noble = st.nobles[unit];
    let lost = st.verdict == Some(Verdict::Won(b.units[unit].side.foe()));
    lost && noble.health > 0 && !noble.survived && !noble.captured
}

/// O-72: tests whether a noble is taken.
fn try_capture<C, W>(b: &Battle, st: &mut State, unit: usize, c: &mut C, w: &mut W)
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    let loser = b.units[unit].side;
    let men = |side: SideId| u64::from(st.forces[side.index()].men);
    if is_taken(men(loser.foe()), men(loser), c) {
        capture(b, st, unit, w);
    }
}

/// O-72: whether so many winners take a noble of so many losers.
#[inline]
pub fn is_taken<C: Chance + ?Sized>(winners: u64, losers: u64, c: &mut C) -> bool {
    c.hit(prisoner_chance(winners, losers), 100, PRISONER)
}

/// O-74: a prisoner is stripped of everything.
pub fn capture<W: Watch<Event>>(b: &Battle, st: &mut State, unit: usize, w: &mut W) {
    st.nobles[unit].captured = true;
    w.book(b.measures.noble(unit).captured, 1);
    w.book(b.measures.loot_men, followers(b, st, unit) as i64);
    w.book(b.measures.loot_gold, b.units[unit].gold() as i64);
    w.event(|| Event::Captured { noble: b.units[unit].noble.name.clone() });
}

/// The surviving men and engines of a unit.
pub fn followers(b: &Battle, st: &State, unit: usize) -> u64 {
    let bands = &b.units[unit].bands;
    (bands.start + 1..bands.end).map(|band| u64::from(st.standing[band])).sum()
}

/// Who is at this place of the order in which dead nobles leave their things:
/// the losing side first, each in stack order (O-75). Attacker first where
/// nobody lost.
fn leaving(b: &Battle, st: &State, place: usize) -> Option<usize> {
    let first = match st.verdict.and_then(Verdict::winner) {
        Some(winner) => winner.foe(),
        None => SideId::Attacker,
    };
    let units = &b.sides[first.index()].units;
    let others = &b.sides[first.foe().index()].units;
    match place.checked_sub(units.len()) {
        None => Some(units.start + place),
        Some(place) => Some(others.start + place).filter(|unit| others.contains(unit)),
    }
}

/// How much of an entry of a unit's things is there: its bands of men and
/// engines first, then its goods. `None` behind the last.
pub fn entry_quantity(b: &Battle, st: &State, unit: usize, entry: usize) -> Option<u64> {
    let bands = &b.units[unit].bands;
    let kinds = bands.len() - 1;
    if entry < kinds {
        return Some(u64::from(st.standing[bands.start + 1 + entry]));
    }
    b.units[unit].goods.get(entry - kinds).map(|(_, quantity)| *quantity)
}

/// O-75: one entry of what a dead noble leaves.
fn legacy<C, W>(
    b: &Battle,
    st: &mut State,
    place: usize,
    entry: usize,
    c: &mut C,
    w: &mut W,
) -> bool
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    let is_dead = |place: &usize| leaving(b, st, *place).is_some_and(|unit| !lived(st, unit));
    let dead = (place..b.units.len()).find(is_dead);
    let Some((dead, unit)) = dead.and_then(|dead| Some((dead, leaving(b, st, dead)?))) else {
        st.settling = Settling::Ships;
        return false;
    };
    let entry = if dead == place { entry } else { 0 };
    let Some(quantity) = entry_quantity(b, st, unit, entry) else {
        st.settling = Settling::Legacies(dead + 1, 0);
        return false;
    };
    st.settling = Settling::Legacies(dead, entry + 1);
    if quantity == 0 {
        return false;
    }
    let lost_battle = st.verdict == Some(Verdict::Won(b.units[unit].side.foe()));
    let counted = loot_measure(b, unit, entry).filter(|_| lost_battle);
    if C::PATIENT && counted.is_none() {
        // Nothing is counted of it, and no later test looks at it.
        return false;
    }
    let amount = passing_amount(quantity, c);
    st.legacies.push(Legacy { unit, entry, amount });
    if let Some(measure) = counted {
        w.book(measure, amount as i64);
    }
    true
}

/// Whether a noble lived through the fighting; the sea comes last.
pub fn lived(st: &State, unit: usize) -> bool {
    st.nobles[unit].health > 0 || st.nobles[unit].drowned
}

/// O-75: on 1 all of it, on 2 from half of it up to all of it.
pub fn passing_amount<C: Chance + ?Sized>(quantity: u64, c: &mut C) -> u64 {
    if c.hit(1, 2, ALL_OF_IT) {
        return quantity;
    }
    let half = quantity / 2;
    if C::PATIENT {
        return half + Uniform { most: quantity - half }.draw(c);
    }
    half + c.below(quantity - half + 1, AMOUNT)
}

/// A uniform amount from 0 to `most`, for those who follow every branch. They
/// learn no more of what is counted than mean and deviation, which the least,
/// the largest and those in the middle have too, rightly weighed: a treasure
/// of a billion is four branches.
struct Uniform {
    most: u64,
}

impl Uniform {
    fn draw<C: Chance + ?Sized>(&self, c: &mut C) -> u64 {
        let amounts = [0, self.most / 2, self.most.div_ceil(2), self.most];
        let mut place = c.choose(self, AMOUNT);
        for (amount, weight) in amounts.into_iter().zip(self.weights()) {
            match place.checked_sub(weight) {
                None => return amount,
                Some(rest) => place = rest,
            }
        }
        self.most
    }

    /// Of the least, of both in the middle, which may be one, and of the largest.
    fn weights(&self) -> [u64; 4] {
        let half = self.most / 2;
        if self.most.is_multiple_of(2) {
            [half + 1, 2 * half - 1, 2 * half - 1, half + 1]
        } else {
            [half + 2, 2 * half + 1, 2 * half + 1, half + 2]
        }
    }
}

impl Runs for Uniform {
    fn total(&self) -> u64 {
        self.weights().iter().sum()
    }

    fn each(&self, run: impl FnMut(u64)) {
        self.weights().into_iter().for_each(run);
    }
}

/// What an entry of loot is counted as, if it is.
fn loot_measure(b: &Battle, unit: usize, entry: usize) -> Option<MeasureId> {
    let kinds = b.units[unit].bands.len() - 1;
    if entry < kinds {
        return Some(b.measures.loot_men);
    }
    (b.units[unit].goods[entry - kinds].0 == "gold").then_some(b.measures.loot_gold)
}

/// O-59: ships that sank at sea take down who is still aboard. Draws nothing.
fn ships<W: Watch<Event>>(b: &Battle, st: &mut State, w: &mut W) {
    st.settling = Settling::Done;
    if b.ground.at_sea() {
        for unit in 0..b.units.len() {
            if is_overboard(b, st, unit) {
                sink_with_ship(b, st, unit, w);
            }
        }
    }
}

/// Whether the noble's ship has sunk at sea.
pub fn is_overboard(b: &Battle, st: &State, unit: usize) -> bool {
    b.ground.at_sea() && sunk(b, st, b.units[unit].side)
}

/// Whether the side's own ship went down.
pub fn sunk(b: &Battle, st: &State, side: SideId) -> bool {
    b.wall(side).is_some() && !st.forces[side.index()].wall.stands
}

/// Whether a noble of a ship that sank at sea is lost with a ship.
fn goes_down(b: &Battle, st: &State, unit: usize) -> bool {
    let side = b.units[unit].side;
    let winner = st.verdict.and_then(Verdict::winner);
    let winner_lost = winner.is_some_and(|winner| sunk(b, st, winner) && sunk(b, st, winner.foe()));
    match winner {
        // In a draw the people of a sunk ship are lost.
        None => true,
        // A winner changes over to the other ship if that one floats.
        Some(winner) if winner == side => winner_lost,
        // Prisoners are with the winner; they share his fate.
        Some(_) if st.nobles[unit].captured => winner_lost,
        Some(_) => true,
    }
}

/// O-59: a noble of a ship that sank is lost, unless somebody took him aboard.
fn sink_with_ship<W: Watch<Event>>(b: &Battle, st: &mut State, unit: usize, w: &mut W) {
    if st.nobles[unit].health == 0 || !goes_down(b, st, unit) {
        return;
    }
    let noble = &mut st.nobles[unit];
    let measures = b.measures.noble(unit);
    w.book(measures.killed, 1);
    w.book(measures.health, -i64::from(noble.health));
    noble.health = 0;
    noble.drowned = true;
    w.event(|| Event::Drowned { noble: b.units[unit].noble.name.clone() });
}

/// Whether a band counts in `attacker_lost` and `defender_lost` (O-92).
pub fn counts_as_lost(who: BandKind) -> bool {
    matches!(who, BandKind::Men(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fracas_core::chance::Enumerated;

    #[test]
    fn o_72_the_fewest_winners_take_prisoners_as_well() {
        for (winners, losers) in (0..200).flat_map(|w| (0..60).map(move |l| (w, l))) {
            let fewest = fewest_winners(winners, losers);
            let chance = prisoner_chance(winners, losers);
            assert!(fewest <= winners, "{winners} {losers}");
            assert_eq!(prisoner_chance(fewest, losers), chance, "{winners} {losers}");
            assert!(fewest == 0 || prisoner_chance(fewest - 1, losers) < chance);
        }
    }

    /// O-75: what stands for all amounts has their mean and deviation.
    #[test]
    fn o_75_few_amounts_stand_for_all() {
        for most in 1..=60_u64 {
            let mut dice = Enumerated::new();
            let (mut mean, mut square) = (0.0, 0.0);
            loop {
                let amount = Uniform { most }.draw(&mut dice) as f64;
                mean += dice.probability() * amount;
                square += dice.probability() * amount * amount;
                if !dice.next_path() {
                    break;
                }
            }
            let of_all = |power: i32| {
                (0..=most).map(|amount| (amount as f64).powi(power)).sum::<f64>()
                    / (most + 1) as f64
            };
            assert!((mean - of_all(1)).abs() < 1e-9, "{most}: {mean}");
            assert!((square - of_all(2)).abs() < 1e-9, "{most}: {square}");
        }
    }
}
