//! A match in memory: who sits there, and what everybody may see.

use std::sync::{Arc, Mutex, MutexGuard};

use fracas::{FairDice, MAX_SEED};
use serde_json::{Value, json};
use tokio::sync::watch;

use super::battles::Battles;
use super::kept::{self, Change, Game, NewGame, Rest, Seat};
use super::play::Played;
use super::terms::{Kind, shown_name};
use super::{MatchError, OVER, PLAYING, WAITING, sealed};
use crate::chance;
use crate::store::{Store, now};

/// A match in memory.
pub struct Table {
    pub(super) id: String,
    pub(super) battles: Arc<Battles>,
    store: Arc<Store>,
    inner: Mutex<Inner>,
    /// Moves whenever something may have changed for somebody.
    ticks: watch::Sender<u64>,
}

/// What is known of a match.
pub(super) struct Inner {
    pub game: Game,
    pub rest: Rest,
    /// The battle, where there is one that is given orders.
    pub played: Option<Played>,
}

/// Who looks at a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Somebody who plays.
    Seat(usize),
    /// Somebody who looks on, some phases later.
    Spectator,
}

impl Inner {
    fn load(store: &Store, battles: &Battles, id: &str) -> Result<Option<Self>, MatchError> {
        let Some(game) = kept::get(store, id)? else { return Ok(None) };
        let rest = kept::rest(store, id)?;
        let begun = game.state != WAITING && game.terms.kind == Kind::Orders;
        let played = match begun {
            true => {
                let battle = battles.of(&rest.source).map_err(MatchError::NotNow)?;
                let seed = game.dice(id).seed();
                let played = Played::again(&battle, &game.terms, seed, &rest.lines);
                Some(played.map_err(MatchError::NotNow)?)
            }
            false => None,
        };
        Ok(Some(Self { game, rest, played }))
    }

    /// Refuses what is not for this state.
    pub fn is(&self, state: &str) -> Result<(), MatchError> {
        if self.game.state == state {
            return Ok(());
        }
        MatchError::not_now(match self.game.state.as_str() {
            WAITING => "the match has not begun: not every seat is taken",
            PLAYING => "the match has begun",
            _ => "the match is over",
        })
    }

    fn is_over(&self) -> bool {
        self.game.is_over()
    }

    /// The name of the side that is to act.
    fn side_to_act(&self) -> Option<&'static str> {
        let played = self.played.as_ref().filter(|played| played.outcome().is_none());
        played.map(Played::side_to_act)
    }
}

impl MatchError {
    pub(super) fn not_now<T>(why: &str) -> Result<T, Self> {
        Err(Self::NotNow(why.to_owned()))
    }
}

impl Table {
    /// Makes a match again from the store.
    pub fn load(
        store: Arc<Store>,
        battles: Arc<Battles>,
        id: &str,
    ) -> Result<Option<Self>, MatchError> {
        let Some(inner) = Inner::load(&store, &battles, id)? else { return Ok(None) };
        let (inner, ticks) = (Mutex::new(inner), watch::Sender::new(0));
        Ok(Some(Self { id: id.to_owned(), battles, store, inner, ticks }))
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(|broken| {
            let mut inner = broken.into_inner();
            // Somebody gave up in the middle of something: what is kept holds.
            if self.load_again(&mut inner).is_ok() {
                self.inner.clear_poison();
            }
            inner
        })
    }

    /// The match as it is kept.
    fn load_again(&self, inner: &mut Inner) -> Result<(), MatchError> {
        let kept = Inner::load(&self.store, &self.battles, &self.id)?;
        *inner = kept.ok_or(MatchError::Unknown)?;
        Ok(())
    }

    /// The name of the side that is to act.
    pub fn side_to_act(&self) -> Option<&'static str> {
        self.lock().side_to_act()
    }

    /// Whether nobody is at work here and nothing more will happen.
    pub fn rests(&self) -> bool {
        self.inner.try_lock().is_ok_and(|inner| inner.is_over())
    }

    /// Hears whenever something may have changed.
    pub fn follow(&self) -> watch::Receiver<u64> {
        self.ticks.subscribe()
    }

    /// Whose secret this is.
    pub fn viewer(&self, secret: &str) -> Option<Viewer> {
        let hash = fracas::commitment(secret);
        let inner = self.lock();
        // All are compared, whoever it is.
        let mut found = None;
        for (place, seat) in inner.game.seats.iter().enumerate() {
            if chance::same(&seat.secret, &hash) {
                found = Some(Viewer::Seat(place));
            }
        }
        match &inner.game.spectator {
            Some(spectator) if chance::same(spectator, &hash) => Some(Viewer::Spectator),
            _ => found,
        }
    }

    /// Keeps a change, and then lets everybody know. If it cannot be kept the
    /// match is as it was.
    pub(super) fn keep(&self, inner: &mut Inner, mut change: Change) -> Result<(), MatchError> {
        change.to_act = inner.side_to_act();
        if let Err(why) = kept::change(&self.store, &self.id, change.clone()) {
            self.load_again(inner)?;
            return Err(why.into());
        }
        let Inner { game, rest, .. } = inner;
        if let Some(from) = change.take_back {
            rest.lines.truncate(from);
        }
        rest.lines.extend(change.lines.into_iter().map(|(_, side, line)| (side, line)));
        if let Some(state) = change.state {
            state.clone_into(&mut game.state);
        }
        game.to_act = change.to_act.map(str::to_owned);
        game.outcome = change.outcome.or(game.outcome.take());
        game.note = change.note.or(game.note.take());
        rest.report = change.report.or(rest.report.take());
        game.rematch = change.rematch.or(game.rematch.take());
        game.deadline = change.deadline.unwrap_or(game.deadline);
        game.seats = change.seats.unwrap_or_else(|| std::mem::take(&mut game.seats));
        rest.set_ups = change.set_ups.unwrap_or_else(|| std::mem::take(&mut rest.set_ups));
        for (seat, set_up) in game.seats.iter_mut().zip(&rest.set_ups) {
            seat.handed_in = set_up.is_some();
        }
        self.ticks.send_modify(|tick| *tick += 1);
        Ok(())
    }

    /// Takes a seat, with a name and a number for the dice. The match begins
    /// with the last of them.
    pub fn join(&self, seat: usize, name: &str, number: u64) -> Result<(), MatchError> {
        let mut inner = self.lock();
        inner.is(WAITING)?;
        if number > MAX_SEED {
            return Err(MatchError::Wrong(format!("a number for the dice is 0 to {MAX_SEED}")));
        }
        let mut seats = inner.game.seats.clone();
        let Some(taken) = seats.get_mut(seat) else { return Err(MatchError::Unknown) };
        if taken.number.is_some() {
            return MatchError::not_now("this seat is taken");
        }
        (taken.name, taken.number) = (shown_name(name), Some(number));
        let full = seats.iter().all(|seat| seat.number.is_some());
        if full {
            return self.begin(&mut inner, seats);
        }
        self.keep(&mut inner, Change { seats: Some(seats), ..Change::default() })
    }

    fn begin(&self, inner: &mut Inner, seats: Vec<Seat>) -> Result<(), MatchError> {
        let clock = inner.game.terms.clock;
        let deadline = clock.map(|clock| deadline_after(clock.seconds));
        let mut change = Change {
            seats: Some(seats.clone()),
            state: Some(PLAYING),
            deadline: Some(deadline),
            ..Change::default()
        };
        if inner.game.terms.kind == Kind::Orders {
            let numbers = seats.iter().map(|seat| seat.number.unwrap_or(0)).collect();
            let dice = FairDice::new(inner.game.secret.clone(), self.id.clone(), numbers);
            let terms = &inner.game.terms;
            let lines = Played::first_lines(terms);
            let battle = self.battles.of(&inner.rest.source).map_err(MatchError::NotNow)?;
            let played = Played::again(&battle, terms, dice.seed(), &lines);
            let played = played.map_err(MatchError::NotNow)?;
            let lines = lines.into_iter().enumerate();
            change.lines = lines.map(|(number, (side, line))| (number, side, line)).collect();
            if let Some(outcome) = played.outcome() {
                (change.state, change.outcome) = (Some(OVER), Some(outcome.to_owned()));
                change.deadline = Some(None);
            }
            inner.played = Some(played);
        }
        self.keep(inner, change)
    }

    /// Leaves a seat. Before the match begins it is free again; after that the
    /// AI has the side once nobody sits there.
    pub fn leave(&self, seat: usize) -> Result<(), MatchError> {
        let mut inner = self.lock();
        let mut seats = inner.game.seats.clone();
        let Some(left) = seats.get_mut(seat) else { return Err(MatchError::Unknown) };
        if inner.is_over() {
            return MatchError::not_now("the match is over");
        }
        if left.gone {
            return MatchError::not_now("this seat was left already");
        }
        if inner.game.state == WAITING {
            (left.name, left.number) = (String::new(), None);
            return self.keep(&mut inner, Change { seats: Some(seats), ..Change::default() });
        }
        left.gone = true;
        match inner.game.terms.kind {
            Kind::Orders => {
                let side = inner.game.terms.seats[seat].side;
                self.hand_over(&mut inner, side, seats)
            }
            Kind::Sealed => sealed::after_leaving(self, &mut inner, seats),
        }
    }

    /// Takes a seat back that was left. A side that the AI has is commanded
    /// again: it has played up to the other side's decision, so that is from the
    /// side's next phase on.
    pub fn come_back(&self, seat: usize) -> Result<(), MatchError> {
        let mut inner = self.lock();
        inner.is(PLAYING)?;
        let mut seats = inner.game.seats.clone();
        let Some(left) = seats.get_mut(seat) else { return Err(MatchError::Unknown) };
        if !left.gone {
            return MatchError::not_now("this seat was not left");
        }
        left.gone = false;
        match inner.game.terms.kind {
            Kind::Orders => {
                let side = inner.game.terms.seats[seat].side;
                self.take_over(&mut inner, side, seats)
            }
            Kind::Sealed => {
                self.keep(&mut inner, Change { seats: Some(seats), ..Change::default() })
            }
        }
    }

    /// Raised whenever something has changed for whoever looks; says nothing of
    /// how often something has for others.
    pub fn version(&self, viewer: Viewer) -> String {
        let inner = self.lock();
        let seen = match (&inner.played, viewer) {
            (None, _) => 0,
            (Some(played), Viewer::Spectator) => played.spectator_version(),
            (Some(played), Viewer::Seat(seat)) => played.version(inner.game.terms.seats[seat].side),
        };
        let mut print = fracas::Fingerprint::default();
        print.add(&inner.game.public(&self.id).to_string());
        format!("{seen}-{print}")
    }

    /// What somebody sees; what was heard from that line on.
    pub fn view(&self, viewer: Viewer, from: usize) -> Value {
        let inner = self.lock();
        let public = inner.game.public(&self.id);
        let seen = match (viewer, &inner.played) {
            (Viewer::Spectator, Some(played)) => played.spectator_view(inner.is_over()),
            (Viewer::Spectator, None) => json!({}),
            (Viewer::Seat(seat), Some(played)) => {
                played.view(inner.game.terms.seats[seat].side, from)
            }
            (Viewer::Seat(seat), None) => match inner.game.terms.kind {
                Kind::Sealed => sealed::view(&inner, seat),
                Kind::Orders => json!({}),
            },
        };
        let Viewer::Seat(seat) = viewer else {
            return json!({ "match": public, "seat": null, "side": null, "seen": seen });
        };
        let terms = &inner.game.terms.seats[seat];
        let commands = inner.commands(terms.side);
        json!({
            "match": public,
            "seat": seat,
            "side": terms.side_name,
            "commands": commands,
            "seen": seen,
        })
    }

    /// The whole battle in a file, once it is over.
    pub fn replay(&self) -> Result<String, MatchError> {
        let inner = self.lock();
        if !inner.is_over() {
            return MatchError::not_now("the match is not over: nobody may see all of it yet");
        }
        match (&inner.played, &inner.rest.report) {
            (Some(played), _) => played.replay(inner.game.dice(&self.id)),
            (None, Some(report)) => sealed::replay(report),
            (None, None) => MatchError::not_now("this match was never fought"),
        }
    }

    /// A match of this name and secret for the same seats, with sides changed.
    pub(super) fn for_rematch(&self, id: String, secret: String) -> Result<NewGame, MatchError> {
        let inner = self.lock();
        if !inner.is_over() {
            return MatchError::not_now("the match is not over");
        }
        let game = &inner.game;
        let (terms, source) = (game.terms.changed(), inner.rest.source.clone());
        let seats = game.seats.iter().map(|seat| seat.secret.clone()).collect();
        Ok(NewGame { id, terms, source, secret, seats, spectator: game.spectator.clone() })
    }

    pub(super) fn rematch(&self) -> Option<String> {
        self.lock().game.rematch.clone()
    }

    pub(super) fn set_rematch(&self, id: &str) -> Result<String, MatchError> {
        let mut inner = self.lock();
        if let Some(there) = &inner.game.rematch {
            return Ok(there.clone());
        }
        let change = Change { rematch: Some(id.to_owned()), ..Change::default() };
        self.keep(&mut inner, change)?;
        Ok(id.to_owned())
    }
}

/// When a clock that starts now has run down.
pub(super) fn deadline_after(seconds: u64) -> i64 {
    now().saturating_add(i64::try_from(seconds).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Arc;

    use fracas::Registry;

    use super::super::{Matches, NewMatch};
    use super::*;

    /// Who gives up in the middle of something leaves the match as it is kept.
    #[test]
    fn a_panic_leaves_what_is_kept() {
        let dir = tempfile::tempdir().unwrap();
        let store = Arc::new(Store::open(dir.path()).unwrap());
        let matches = Matches::new(store, Arc::new(Registry::standard().clone()));
        let text = Registry::standard().rules("battlescape").unwrap().template();
        let new = json!({ "source": { "text": text }, "seats": [{ "side": "player" }] });
        let made = matches.make(serde_json::from_value::<NewMatch>(new).unwrap()).unwrap();
        let table = matches.open(&made.id).unwrap();
        table.join(0, "Ada", 4).unwrap();
        let before = table.view(Viewer::Seat(0), 0);
        let broken = catch_unwind(AssertUnwindSafe(|| {
            let mut inner = table.lock();
            inner.game.seats[0].gone = true;
            inner.played = None;
            panic!("in the middle");
        }));
        assert!(broken.is_err() && table.inner.is_poisoned());
        assert_eq!(table.view(Viewer::Seat(0), 0), before);
        assert!(!table.inner.is_poisoned());
        table.leave(0).unwrap();
        assert!(table.rests());
    }
}
