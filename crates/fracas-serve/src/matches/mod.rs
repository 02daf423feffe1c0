//! Matches: battles between people.
//!
//! | room | what is in it |
//! |---|---|
//! | `terms.rs` | what a match is about: scenario, seats, clock, spectators |
//! | `battles.rs` | their scenarios, read once for all |
//! | `kept.rs` | matches in the store |
//! | `public.rs` | what everybody may know of a match |
//! | `table.rs` | a match in memory: who sits there, and what everybody may see |
//! | `play.rs` | matches of orders, side against side through fog |
//! | `command.rs` | who orders which unit, where seats share a side |
//! | `names.rs` | names that two sides have chosen alike |
//! | `sealed.rs` | matches of set-ups that nobody sees before all are in |
//! | `clock.rs` | what happens when somebody takes too long |
//!
//! Whatever is acknowledged is in the store before. A match that is not in memory
//! is made again from there: the same scenario, the same dice, the same orders.

mod battles;
mod clock;
mod command;
mod kept;
mod names;
mod play;
mod public;
mod sealed;
mod table;
mod terms;

use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use fracas::Registry;
use serde_json::Value;
use thiserror::Error;

use crate::chance;
use crate::store::{Store, StoreError, now};
use battles::Battles;
use kept::{Game, NewGame};
pub use play::NOTHING;
pub use table::{Table, Viewer};
use terms::{Kind, Terms};
pub use terms::{NewMatch, SetUp};

/// So many matches stay in memory; others are made again when they are asked
/// for.
const MOST_IN_MEMORY: usize = 256;
/// So many of them that are over: there is little to ask for any more.
const MOST_OVER: usize = 8;
/// So many matches may be open.
const MOST_OPEN: i64 = 10_000;

/// In so many at once something is done that nobody asked for: a clock has run
/// down, or a fight was cut short. Others wait their turn.
const MOST_ASIDE: usize = 16;

/// What a match may be, in the store and for everybody.
const WAITING: &str = "waiting";
const PLAYING: &str = "playing";
const OVER: &str = "over";

/// Why something cannot be done in a match. Nothing has changed.
#[derive(Debug, Error)]
pub enum MatchError {
    /// There is no such match, or it is not for him.
    #[error("there is no such match, or this is not the secret of one of its seats")]
    Unknown,
    /// What was sent makes no sense.
    #[error("{0}")]
    Wrong(String),
    /// Not now.
    #[error("{0}")]
    NotNow(String),
    /// The rules refuse it.
    #[error("{0}")]
    Refused(String),
    /// It could not be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<chance::NoChance> for MatchError {
    fn from(why: chance::NoChance) -> Self {
        Self::NotNow(format!("there is no chance here: {why}"))
    }
}

/// A match that was just made: the only time its secrets are told.
pub struct Made {
    /// Its name.
    pub id: String,
    /// The secret of each seat.
    pub seats: Vec<String>,
    /// The secret of spectators, where there may be any.
    pub spectator: Option<String>,
    /// What is public of it.
    pub public: Value,
}

/// All matches.
pub struct Matches {
    store: Arc<Store>,
    battles: Arc<Battles>,
    tables: Mutex<Tables>,
    /// Matches in which something is done that nobody asked for.
    aside: Mutex<HashSet<String>>,
}

/// Matches in memory by name, and when they were last asked for.
type Tables = HashMap<String, (Arc<Table>, Instant)>;

impl Matches {
    /// The matches of a store, fought by these rulesets.
    pub fn new(store: Arc<Store>, registry: Arc<Registry>) -> Self {
        let battles = Arc::new(Battles::new(registry));
        Self { store, battles, tables: Mutex::default(), aside: Mutex::default() }
    }

    /// Makes a match.
    pub fn make(&self, new: NewMatch) -> Result<Made, MatchError> {
        let terms = Terms::read(&self.battles, &new).map_err(MatchError::Wrong)?;
        let open = self.store.read(|db| {
            let text = "SELECT count(*) FROM game WHERE state <> 'over'";
            db.query_row(text, [], |row| row.get::<_, i64>(0))
        })?;
        if open >= MOST_OPEN {
            return Err(MatchError::NotNow(format!(
                "{MOST_OPEN} matches are open: no more fit in"
            )));
        }
        let seats =
            terms.seats.iter().map(|_| chance::secret(16)).collect::<Result<Vec<_>, _>>()?;
        let spectator = terms.spectators.map(|_| chance::secret(16)).transpose()?;
        let (id, secret) = new_name()?;
        let game = NewGame {
            id: id.clone(),
            terms,
            source: new.source,
            secret,
            seats: seats.iter().map(|seat| fracas::commitment(seat)).collect(),
            spectator: spectator.as_deref().map(fracas::commitment),
        };
        kept::insert(&self.store, game)?;
        let public = self.public(&id)?;
        Ok(Made { id, seats, spectator, public })
    }

    /// What is public of a match. It need not be in memory for that.
    pub fn public(&self, id: &str) -> Result<Value, MatchError> {
        let game = kept::get(&self.store, id)?.ok_or(MatchError::Unknown)?;
        self.told(id, game)
    }

    fn told(&self, id: &str, mut game: Game) -> Result<Value, MatchError> {
        // A store of format 1 does not say whose turn it is before the next order.
        if game.state == PLAYING && game.terms.kind == Kind::Orders && game.to_act.is_none() {
            game.to_act = self.open(id)?.side_to_act().map(str::to_owned);
        }
        Ok(game.public(id))
    }

    /// The match of this name.
    pub fn open(&self, id: &str) -> Result<Arc<Table>, MatchError> {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((table, used)) = tables.get_mut(id) {
            *used = Instant::now();
            return Ok(table.clone());
        }
        drop(tables);
        let table = Table::load(self.store.clone(), self.battles.clone(), id)?;
        let table = Arc::new(table.ok_or(MatchError::Unknown)?);
        tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever was first stays: there is one table for a match.
        let (table, _) =
            tables.entry(id.to_owned()).or_insert_with(|| (table, Instant::now())).clone();
        make_room(&mut tables);
        Ok(table)
    }

    /// The match of this name, and who has this secret there.
    pub fn enter(&self, id: &str, secret: &str) -> Result<(Arc<Table>, Viewer), MatchError> {
        let table = self.open(id)?;
        let viewer = table.viewer(secret).ok_or(MatchError::Unknown)?;
        Ok((table, viewer))
    }

    /// A match of the same seats with sides changed. There is one; whoever asks
    /// later gets the same.
    pub fn rematch(&self, table: &Table) -> Result<String, MatchError> {
        let (id, secret) = new_name()?;
        let game = table.for_rematch(id.clone(), secret)?;
        if let Some(there) = table.rematch() {
            return Ok(there);
        }
        kept::insert(&self.store, game)?;
        table.set_rematch(&id)
    }

    /// The matches there are, the last first.
    pub fn list(&self, limit: u32) -> Result<Vec<Value>, MatchError> {
        let games = kept::newest(&self.store, limit)?;
        games.into_iter().map(|(id, game)| self.told(&id, game)).collect()
    }

    /// How many there are in memory.
    pub fn in_memory(&self) -> usize {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Does what has to be done where somebody's time is up.
    pub fn look_at_the_clock(self: &Arc<Self>) -> Result<(), MatchError> {
        for id in kept::due(&self.store, now())? {
            self.do_aside(id, Table::time_is_up);
        }
        Ok(())
    }

    /// Fights where all set-ups are in and the fight was cut short.
    pub fn fight_again(self: &Arc<Self>) -> Result<(), MatchError> {
        for id in kept::ready(&self.store)? {
            self.do_aside(id, Table::fight_if_ready);
        }
        Ok(())
    }

    /// Does something in a match while everything else goes on. Nothing, if that
    /// is under way already or too much else is.
    fn do_aside(self: &Arc<Self>, id: String, what: fn(&Table) -> Result<(), MatchError>) {
        let mut aside = self.aside();
        if aside.len() >= MOST_ASIDE || !aside.insert(id.clone()) {
            return;
        }
        drop(aside);
        let matches = self.clone();
        let work = move || {
            // Somebody may have been quicker; and whoever gives up in the middle
            // leaves the match as it is kept.
            let _ =
                catch_unwind(AssertUnwindSafe(|| matches.open(&id).and_then(|table| what(&table))));
            matches.aside().remove(&id);
        };
        thread::spawn(work);
    }

    fn aside(&self) -> MutexGuard<'_, HashSet<String>> {
        self.aside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A name and a secret for the dice of a new match.
fn new_name() -> Result<(String, String), MatchError> {
    Ok((format!("m{}", chance::secret(8)?), chance::secret(32)?))
}

/// Forgets matches that nobody looks at, those first that were asked for
/// longest ago.
fn make_room(tables: &mut Tables) {
    let idle = tables.iter().filter(|(_, (table, _))| Arc::strong_count(table) == 1);
    let mut idle: Vec<(Instant, bool, String)> =
        idle.map(|(name, (table, used))| (*used, table.rests(), name.clone())).collect();
    idle.sort();
    let mut over = idle.iter().filter(|(_, over, _)| *over).count();
    for (_, rests, name) in &idle {
        if (*rests && over > MOST_OVER) || tables.len() > MOST_IN_MEMORY {
            over -= usize::from(*rests);
            tables.remove(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use serde_json::json;

    use super::*;

    fn made(count: usize) -> (tempfile::TempDir, Arc<Matches>, Vec<String>) {
        let dir = tempfile::tempdir().unwrap();
        let store = Arc::new(Store::open(dir.path()).unwrap());
        let matches = Arc::new(Matches::new(store, Arc::new(Registry::standard().clone())));
        let text = Registry::standard().rules("olympia").unwrap().template();
        let seats = json!([{ "side": "attacker" }, { "side": "defender" }]);
        let new = json!({ "source": { "text": text }, "seats": seats });
        let make = |_| matches.make(serde_json::from_value(new.clone()).unwrap()).unwrap().id;
        let names = (0..count).map(make).collect();
        (dir, matches, names)
    }

    fn wait(matches: &Matches) {
        while !matches.aside().is_empty() {
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// What nobody asked for is done once in a match, in so many matches at once,
    /// and later in the others.
    #[test]
    fn no_more_is_done_aside_than_fits() {
        static GATE: Mutex<()> = Mutex::new(());
        static DONE: AtomicUsize = AtomicUsize::new(0);
        fn act(_: &Table) -> Result<(), MatchError> {
            drop(GATE.lock());
            DONE.fetch_add(1, Ordering::SeqCst);
            Ok(())
        }
        let (_dir, matches, names) = made(MOST_ASIDE + 1);
        let closed = GATE.lock();
        for _ in 0..2 {
            for name in &names {
                matches.do_aside(name.clone(), act);
            }
        }
        assert_eq!((matches.aside().len(), DONE.load(Ordering::SeqCst)), (MOST_ASIDE, 0));
        drop(closed);
        wait(&matches);
        assert_eq!(DONE.load(Ordering::SeqCst), MOST_ASIDE);
        matches.do_aside(names[MOST_ASIDE].clone(), act);
        wait(&matches);
        assert_eq!(DONE.load(Ordering::SeqCst), MOST_ASIDE + 1);
    }

    /// Who gives up in the middle leaves his place to others, and the match as it
    /// is kept.
    #[test]
    fn a_panic_aside_is_the_end_of_nothing_else() {
        let (_dir, matches, names) = made(1);
        let before = matches.public(&names[0]).unwrap();
        matches.do_aside(names[0].clone(), |table| {
            let _inner = table.lock();
            panic!("in the middle");
        });
        wait(&matches);
        let table = matches.open(&names[0]).unwrap();
        table.join(0, "Ada", 4).unwrap();
        table.leave(0).unwrap();
        assert_eq!(matches.public(&names[0]).unwrap(), before);
        // One that is gone is none of anybody's business either.
        matches.do_aside("m0".to_owned(), |_| panic!("there is no such match"));
        wait(&matches);
    }
}
