//! What happens when somebody takes too long.

use super::sealed;
use super::table::Table;
use super::terms::{Kind, Then};
use super::{MatchError, PLAYING};
use crate::store::now;

impl Table {
    /// Ends the phase of the side whose time is up, or gives it to the AI;
    /// where set-ups are sealed, fights with those that are in.
    pub fn time_is_up(&self) -> Result<(), MatchError> {
        let mut inner = self.lock();
        inner.is(PLAYING)?;
        let Some(clock) = inner.game.terms.clock else { return Ok(()) };
        if inner.game.deadline.is_none_or(|deadline| deadline > now()) {
            return Ok(());
        }
        match (inner.game.terms.kind, clock.then) {
            (Kind::Sealed, _) => sealed::fight(self, &mut inner, None),
            (Kind::Orders, Then::EndPhase) => self.end_phase(&mut inner),
            (Kind::Orders, Then::HandOver) => {
                let side = inner.played.as_ref().map(|played| played.to_act()).unwrap_or_default();
                let mut seats = inner.game.seats.clone();
                for (terms, seat) in inner.game.terms.seats.iter().zip(&mut seats) {
                    seat.gone |= terms.side == side;
                }
                self.hand_over(&mut inner, side, seats)
            }
        }
    }
}
