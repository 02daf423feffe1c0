//! Who orders which unit, where seats share a side.
//!
//! A unit that a seat names is that seat's. Those that nobody names are for the
//! seats that name none; where every seat names some they are everybody's of the
//! side. Whatever a seat had that was left is everybody's who is still there.

use serde_json::{Map, Value, json};

use super::MatchError;
use super::kept::Game;
use super::play::{END_PHASE, is_to_act};
use super::table::Inner;

impl Game {
    /// Whether several seats have a side.
    fn is_shared(&self, side: usize) -> bool {
        self.terms.seats.iter().filter(|terms| terms.side == side).count() > 1
    }

    /// The seats that may order a unit of a side; none where the AI has it.
    fn commanders(&self, side: usize, unit: &str) -> Vec<usize> {
        let seats = self.terms.seats.iter().zip(&self.seats).enumerate();
        let of_side = seats.filter(|(_, (terms, _))| terms.side == side);
        let (mut there, mut naming, mut without) = (Vec::new(), Vec::new(), Vec::new());
        let mut is_named = false;
        for (place, (terms, seat)) in of_side {
            let names_it = terms.units.iter().any(|name| name == unit);
            is_named |= names_it;
            if seat.gone {
                continue;
            }
            there.push(place);
            if names_it {
                naming.push(place);
            }
            if terms.units.is_empty() {
                without.push(place);
            }
        }
        match (is_named, naming.is_empty(), without.is_empty()) {
            (true, false, _) => naming,
            (false, _, false) => without,
            _ => there,
        }
    }
}

impl Inner {
    /// Of a shared side: who orders which of its units. A seat is told of its own
    /// side only.
    pub(super) fn commands(&self, side: usize) -> Option<Value> {
        if !self.game.is_shared(side) {
            return None;
        }
        let seats = self.game.terms.seats.iter().filter(|terms| terms.side == side);
        let units = match &self.played {
            Some(played) => played.names(side),
            // Before it begins only those are known that seats have named.
            None => seats.flat_map(|terms| terms.units.clone()).collect(),
        };
        let told = units.into_iter().map(|unit| {
            let seats = json!(self.game.commanders(side, &unit));
            (unit, seats)
        });
        Some(Value::Object(told.collect::<Map<_, _>>()))
    }
}

/// The side of a seat, and what it orders; or why it may not.
pub fn may_order(
    inner: &Inner,
    seat: usize,
    line: &str,
) -> Result<(usize, Vec<String>), MatchError> {
    let side = is_to_act(inner, seat)?;
    let changes_hands = line.starts_with("command ") || line.starts_with("hand over ");
    if changes_hands {
        let why = format!("`{line}` does not begin with the name of a unit and a colon");
        return Err(MatchError::Refused(why));
    }
    let as_it_is = Ok((side, vec![line.to_owned()]));
    if !inner.game.is_shared(side) {
        return as_it_is;
    }
    let units = inner.played.as_ref().map(|played| played.units()).unwrap_or_default();
    let theirs = |unit: &str| !inner.game.commanders(side, unit).contains(&seat);
    if !units.iter().any(|(name, _)| theirs(name)) {
        return as_it_is;
    }
    if line == END_PHASE {
        let able = || units.iter().filter(|(_, able)| *able).map(|(name, _)| name);
        if !able().any(|name| theirs(name)) {
            return as_it_is;
        }
        // What others may order too is left to them.
        let own = able().filter(|name| inner.game.commanders(side, name) == [seat]);
        let ends: Vec<String> = own.map(|name| format!("{name}: end")).collect();
        if ends.is_empty() {
            return MatchError::not_now("your units are done; others of your side are not");
        }
        return Ok((side, ends));
    }
    // A unit may be named in other ways too, by which nobody orders another's.
    match units.iter().find(|(name, _)| is_for(line, name)) {
        Some((name, _)) if theirs(name) => {
            Err(MatchError::Refused("that unit is another seat's".to_owned()))
        }
        Some(_) => as_it_is,
        None => Err(MatchError::Refused(format!(
            "`{line}` does not begin with the whole name of a unit and a colon, as orders for a \
             shared side do"
        ))),
    }
}

/// Whether an order was given that is not for a seat to give.
pub fn is_anothers(inner: &Inner, seat: usize, side: usize, line: &str) -> bool {
    let units = inner.played.as_ref().map(|played| played.names(side)).unwrap_or_default();
    let unit = units.iter().find(|name| is_for(line, name));
    unit.is_some_and(|name| !inner.game.commanders(side, name).contains(&seat))
}

/// Whether an order is for the unit of this name.
fn is_for(line: &str, name: &str) -> bool {
    line.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with(':'))
}
