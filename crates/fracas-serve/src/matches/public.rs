//! What everybody may know of a match.

use fracas::FairDice;
use serde_json::{Value, json};

use super::kept::Game;
use super::{OVER, WAITING};

impl Game {
    pub fn is_over(&self) -> bool {
        self.state == OVER
    }

    /// The dice: what each seat added, zero of who has not yet.
    pub fn dice(&self, id: &str) -> FairDice {
        let numbers = self.seats.iter().map(|seat| seat.number.unwrap_or(0)).collect();
        FairDice::new(self.secret.clone(), id.to_owned(), numbers)
    }

    /// What is public of the match of this name.
    pub fn public(&self, id: &str) -> Value {
        let (begun, over) = (self.state != WAITING, self.is_over());
        let seats = self.terms.seats.iter().zip(&self.seats).enumerate();
        let seats = seats.map(|(place, (terms, seat))| {
            json!({
                "seat": place,
                "side": terms.side_name,
                "name": seat.name,
                "joined": seat.number.is_some(),
                "gone": seat.gone,
                "number": seat.number.filter(|_| begun),
                "handed_in": seat.handed_in,
            })
        });
        let dice = self.dice(id);
        json!({
            "id": id,
            "name": self.terms.name,
            "ruleset": self.terms.ruleset,
            "kind": self.terms.kind,
            "state": self.state,
            "note": self.note.as_deref().filter(|note| !note.is_empty()),
            "seats": seats.collect::<Vec<_>>(),
            "to_act": self.to_act,
            "deadline": self.deadline,
            "clock": self.terms.clock,
            "spectators": self.terms.spectators,
            "outcome": self.outcome,
            "rematch": self.rematch,
            "commitment": dice.commitment,
            "secret": over.then_some(&self.secret),
            "seed": over.then(|| dice.seed()),
        })
    }
}
