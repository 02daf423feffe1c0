//! A match in memory: who sits there, and what everybody may see.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fracas::{FairDice, MAX_SEED};
use serde_json::{Value, json};
use tokio::sync::watch;

use super::kept::{self, Change, Game, Seat};
use super::play::Played;
use super::terms::{Kind, Terms, shown_name};
use super::{MatchError, sealed};
use crate::chance;
use crate::store::{Store, now};

/// A match in memory.
pub struct Table {
    pub(super) id: String,
    pub(super) store: Arc<Store>,
    inner: Mutex<Inner>,
    /// Moves whenever something may have changed for somebody.
    ticks: watch::Sender<u64>,
}

/// What is known of a match.
pub(super) struct Inner {
    pub game: Game,
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

pub(super) const WAITING: &str = "waiting";
pub(super) const PLAYING: &str = "playing";
pub(super) const OVER: &str = "over";

impl Inner {
    fn load(store: &Store, id: &str) -> Result<Option<Self>, MatchError> {
        let Some(game) = kept::load(store, id)? else { return Ok(None) };
        let begun = game.state != WAITING && game.terms.kind == Kind::Orders;
        let played = match begun {
            true => {
                let seed = fair_dice(id, &game).seed();
                Some(Played::again(&game.terms, seed, &game.lines).map_err(MatchError::NotNow)?)
            }
            false => None,
        };
        Ok(Some(Self { game, played }))
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
        self.game.state == OVER
    }
}

impl MatchError {
    pub(super) fn not_now<T>(why: &str) -> Result<T, Self> {
        Err(Self::NotNow(why.to_owned()))
    }
}

/// The dice of a match: what each seat added, zero of who has not yet.
pub(super) fn fair_dice(id: &str, game: &Game) -> FairDice {
    let numbers = game.seats.iter().map(|seat| seat.number.unwrap_or(0)).collect();
    FairDice::new(game.secret.clone(), id.to_owned(), numbers)
}

impl Table {
    /// Makes a match again from the store.
    pub fn load(store: Arc<Store>, id: &str) -> Result<Option<Self>, MatchError> {
        let Some(inner) = Inner::load(&store, id)? else { return Ok(None) };
        let ticks = watch::Sender::new(0);
        Ok(Some(Self { id: id.to_owned(), store, inner: Mutex::new(inner), ticks }))
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
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
    pub(super) fn keep(&self, inner: &mut Inner, change: Change) -> Result<(), MatchError> {
        let kept = kept::change(&self.store, &self.id, change.clone());
        if let Err(why) = kept {
            if let Some(before) = Inner::load(&self.store, &self.id)? {
                *inner = before;
            }
            return Err(why.into());
        }
        let game = &mut inner.game;
        if let Some(from) = change.take_back {
            game.lines.truncate(from);
        }
        game.lines.extend(change.lines.into_iter().map(|(_, side, line)| (side, line)));
        if let Some(state) = change.state {
            state.clone_into(&mut game.state);
        }
        game.outcome = change.outcome.or(game.outcome.take());
        game.note = change.note.or(game.note.take());
        game.report = change.report.or(game.report.take());
        game.rematch = change.rematch.or(game.rematch.take());
        game.deadline = change.deadline.unwrap_or(game.deadline);
        game.seats = change.seats.unwrap_or_else(|| std::mem::take(&mut game.seats));
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
            let played = Played::again(terms, dice.seed(), &lines).map_err(MatchError::NotNow)?;
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

    /// What is public of a match.
    pub fn public(&self) -> Value {
        self.public_of(&self.lock())
    }

    pub(super) fn public_of(&self, inner: &Inner) -> Value {
        let game = &inner.game;
        let begun = game.state != WAITING;
        let seats = game.terms.seats.iter().zip(&game.seats).enumerate();
        let seats = seats.map(|(place, (terms, seat))| {
            json!({
                "seat": place,
                "side": terms.side_name,
                "name": seat.name,
                "joined": seat.number.is_some(),
                "gone": seat.gone,
                "number": seat.number.filter(|_| begun),
                "handed_in": seat.set_up.is_some(),
            })
        });
        let dice = fair_dice(&self.id, game);
        let to_act = inner.played.as_ref().filter(|_| !inner.is_over()).map(Played::side_to_act);
        json!({
            "id": self.id,
            "name": game.terms.name,
            "ruleset": game.terms.ruleset,
            "kind": game.terms.kind,
            "state": game.state,
            "note": game.note.as_deref().filter(|note| !note.is_empty()),
            "seats": seats.collect::<Vec<_>>(),
            "to_act": to_act,
            "deadline": game.deadline,
            "clock": game.terms.clock,
            "spectators": game.terms.spectators,
            "outcome": game.outcome,
            "rematch": game.rematch,
            "commitment": dice.commitment,
            "secret": inner.is_over().then_some(&game.secret),
            "seed": inner.is_over().then(|| dice.seed()),
        })
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
        print.add(&self.public_of(&inner).to_string());
        format!("{seen}-{print}")
    }

    /// What somebody sees; what was heard from that line on.
    pub fn view(&self, viewer: Viewer, from: usize) -> Value {
        let inner = self.lock();
        let public = self.public_of(&inner);
        let seen = match (viewer, &inner.played) {
            (Viewer::Spectator, Some(played)) => played.spectator_view(inner.is_over()),
            (Viewer::Spectator, None) => json!({}),
            (Viewer::Seat(seat), Some(played)) => {
                played.view(inner.game.terms.seats[seat].side, from)
            }
            (Viewer::Seat(seat), None) => match inner.game.terms.kind {
                Kind::Sealed => sealed::view(&inner.game, seat),
                Kind::Orders => json!({}),
            },
        };
        let (seat, side) = match viewer {
            Viewer::Seat(seat) => (Some(seat), Some(&inner.game.terms.seats[seat].side_name)),
            Viewer::Spectator => (None, None),
        };
        json!({ "match": public, "seat": seat, "side": side, "seen": seen })
    }

    /// The whole battle in a file, once it is over.
    pub fn replay(&self) -> Result<String, MatchError> {
        let inner = self.lock();
        if !inner.is_over() {
            return MatchError::not_now("the match is not over: nobody may see all of it yet");
        }
        match (&inner.played, &inner.game.report) {
            (Some(played), _) => played.replay(fair_dice(&self.id, &inner.game)),
            (None, Some(report)) => sealed::replay(report),
            (None, None) => MatchError::not_now("this match was never fought"),
        }
    }

    pub(super) fn for_rematch(&self) -> Result<(Terms, Vec<String>, Option<String>), MatchError> {
        let inner = self.lock();
        if !inner.is_over() {
            return MatchError::not_now("the match is not over");
        }
        let seats = inner.game.seats.iter().map(|seat| seat.secret.clone()).collect();
        Ok((inner.game.terms.changed(), seats, inner.game.spectator.clone()))
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
