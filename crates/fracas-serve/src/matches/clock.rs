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

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::thread;
    use std::time::Duration;

    use fracas::Registry;
    use serde_json::{Value, json};

    use super::super::kept::Change;
    use super::super::{Matches, Viewer};
    use super::*;
    use crate::store::Store;

    /// A match with a clock of a day, all of whose seats are taken.
    fn begun(
        ruleset: &str,
        sides: [&str; 2],
        then: &str,
    ) -> (tempfile::TempDir, Arc<Matches>, Arc<Table>) {
        let dir = tempfile::tempdir().unwrap();
        let store = Arc::new(Store::open(dir.path()).unwrap());
        let matches = Arc::new(Matches::new(store, Arc::new(Registry::standard().clone())));
        let text = Registry::standard().rules(ruleset).unwrap().template();
        let new = json!({
            "source": { "text": text },
            "seats": [{ "side": sides[0] }, { "side": sides[1] }],
            "clock": { "seconds": 86400, "then": then },
        });
        let made = matches.make(serde_json::from_value(new).unwrap()).unwrap();
        let table = matches.open(&made.id).unwrap();
        table.join(0, "Ada", 4).unwrap();
        table.join(1, "Ben", 5).unwrap();
        (dir, matches, table)
    }

    /// The time is up, however long that takes.
    fn run_down(matches: &Arc<Matches>, table: &Table) -> Value {
        let before = table.view(Viewer::Seat(0), 0);
        matches.look_at_the_clock().unwrap();
        assert!(matches.aside().is_empty());
        // Nor does anything happen to who is only asked too early.
        table.time_is_up().unwrap();
        assert_eq!(table.view(Viewer::Seat(0), 0), before);
        let past = Change { deadline: Some(Some(0)), ..Change::default() };
        table.keep(&mut table.lock(), past).unwrap();
        matches.look_at_the_clock().unwrap();
        while !matches.aside().is_empty() {
            thread::sleep(Duration::from_millis(1));
        }
        table.view(Viewer::Seat(0), 0)["match"].clone()
    }

    #[test]
    fn a_phase_ends() {
        let (_dir, matches, table) = begun("battlescape", ["player", "enemy"], "end_phase");
        let told = run_down(&matches, &table);
        assert_eq!((&told["to_act"], &told["seats"][0]["gone"]), (&json!("enemy"), &json!(false)));
        // The other has his day.
        assert!(told["deadline"].as_i64().unwrap() > now());
    }

    #[test]
    fn a_side_is_handed_over() {
        let (_dir, matches, table) = begun("battlescape", ["player", "enemy"], "hand_over");
        let told = run_down(&matches, &table);
        assert_eq!((&told["to_act"], &told["seats"][0]["gone"]), (&json!("enemy"), &json!(true)));
        assert_eq!(told["seats"][1]["gone"], false);
    }

    #[test]
    fn sealed_set_ups_are_fought_as_far_as_they_are_in() {
        let (_dir, matches, table) = begun("olympia", ["attacker", "defender"], "end_phase");
        let text = "[[attacker.stack]]\nnoble = 'Ada of Ulm'\n".to_owned();
        let set_up = super::super::SetUp { text, files: Default::default() };
        table.hand_in(0, &set_up).unwrap();
        let told = run_down(&matches, &table);
        assert_eq!((&told["state"], &told["deadline"]), (&json!("over"), &Value::Null));
        assert!(table.replay().unwrap().contains("Ada of Ulm"));
        // Nothing is due any more.
        matches.look_at_the_clock().unwrap();
        assert!(matches.aside().is_empty());
    }
}
