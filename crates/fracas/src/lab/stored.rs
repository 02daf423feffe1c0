//! A sweep with a store in front of its threads: what is known is not fought
//! again.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use fracas_core::odds::{Effort, Tally};
use fracas_core::procedure::{Found, Piece, Procedure, Work, carry_out};

use super::row::Row;
use super::store::{Claim, Store, StoreError};
use super::sweep::{PointAnswer, Sweep};
use super::variants::work;

/// So many points are claimed at once.
const BATCH: usize = 64;
/// So many answers wait in memory for those before them; others are read again.
const MOST_HELD: usize = 256;
/// So many rows are told between two pieces of work.
const AT_ONCE: usize = 64;
/// How often it is looked whether another process has finished a point.
const PAUSE: Duration = Duration::from_millis(50);
/// Counts are kept before a point is finished if they took this part of the
/// draws that the ruleset affords for an answer.
const WORTH_KEEPING: u64 = 64;

impl Sweep {
    /// As [`Sweep::run`], with a store: finished points are read and not
    /// fought, new ones are kept before their row is told, and other processes
    /// may work at the same store.
    ///
    /// ```
    /// use fracas::lab::{Points, Store, Sweep};
    /// use fracas::{Effort, Goal, Registry, Scenario};
    /// # let folder = std::env::temp_dir().join(format!("fracas-doc-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let file = folder.join("sweep.db");
    /// let mut duel = Scenario::of("olympia");
    /// duel.set("attacker.stack[0].noble", "Osswid")?;
    /// duel.set("defender.stack[0].noble", "Feasel")?;
    /// let sweep = |axis: &str| -> Result<Sweep, Box<dyn std::error::Error>> {
    ///     let points = Points::grid(vec![axis.parse()?])?;
    ///     Ok(Sweep::new(Registry::standard(), duel.clone(), points)?.to(Goal::Error(0.02))?)
    /// };
    /// let mut few = sweep("attacker.stack[0].men.pikeman=0..3")?;
    /// let mut store = Store::open(&file, &few)?;
    /// few.run_with(&mut store, &Effort::default(), |_| {})?;
    /// assert_eq!(store.count()?, 4);
    ///
    /// // More of them: the first four are known.
    /// let mut more = sweep("attacker.stack[0].men.pikeman=0..9")?;
    /// let mut rows = 0;
    /// more.run_with(&mut store, &Effort::default(), |_| rows += 1)?;
    /// assert_eq!((rows, store.count()?), (10, 10));
    /// # drop(store);
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run_with(
        &mut self,
        store: &mut Store,
        effort: &Effort<'_>,
        row: impl FnMut(Row) + Send,
    ) -> Result<bool, StoreError> {
        let battles = self.battles.clone();
        self.run_with_by(store, effort, |piece, effort| work(&*battles, piece, effort), row)
    }

    /// The same where somebody else does the pieces of work that are not known,
    /// as [`Sweep::run_by`] tells.
    pub fn run_with_by<F: Into<Option<Found>>>(
        &mut self,
        store: &mut Store,
        effort: &Effort<'_>,
        work: impl Fn(&Piece, &Effort<'_>) -> F + Sync,
        row: impl FnMut(Row) + Send,
    ) -> Result<bool, StoreError> {
        self.admit([]);
        let most_draws = self.base().rules.most_draws;
        let battles = self.battles.clone();
        let mut rows = Rows::new(self, store, row)?;
        let keeper = Mutex::new(Keeper { store, parts: HashMap::new() });
        let mut fault = None;
        loop {
            rows.claim(self, &mut keep(&keeper))?;
            let quiet = Effort { progress: None, ..*effort };
            let fight = |piece: &Piece, effort: &Effort<'_>| {
                let Work::Trials { trials, .. } = &piece.work else {
                    return work(piece, effort).into();
                };
                if let Some(known) = keep(&keeper).known(piece.variant, trials) {
                    return Some(Found::Tally(known));
                }
                let found = work(piece, effort).into();
                if let Some(Found::Tally(tally)) = &found
                    && tally.draws() >= most_draws / WORTH_KEEPING
                {
                    // What is not kept is fought again, nothing worse.
                    let _ = keep(&keeper).store.save_part(&battles.name(piece.variant), tally);
                }
                found
            };
            carry_out(self, &quiet, fight, |sweep| {
                let kept = rows.take(sweep, &mut keep(&keeper), effort);
                if let Err(why) = kept {
                    // Nothing new is begun, and the sweep comes to an end.
                    sweep.admit([]);
                    fault.get_or_insert(why);
                }
            });
            if let Some(why) = fault {
                keep(&keeper).store.release()?;
                return Err(why);
            }
            if self.is_done() || effort.is_stopped() {
                break;
            }
            rows.await_others(self, &mut keep(&keeper), effort)?;
        }
        let mut keeper = keep(&keeper);
        rows.tell(self, keeper.store, effort, usize::MAX)?;
        rows.tell_held(self);
        keeper.store.release()?;
        Ok(self.is_done())
    }
}

/// The store, and counts that were found in it.
struct Keeper<'a> {
    store: &'a mut Store,
    parts: HashMap<u64, Vec<Tally>>,
}

fn keep<'k, 'a>(keeper: &'k Mutex<Keeper<'a>>) -> MutexGuard<'k, Keeper<'a>> {
    keeper.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Keeper<'_> {
    /// Counts that hold some of these trials.
    fn known(&mut self, point: u64, trials: &Range<u64>) -> Option<Tally> {
        let parts = self.parts.get_mut(&point)?;
        let touches = |tally: &Tally| {
            let mut stretches = tally.trials().stretches();
            stretches.any(|stretch| stretch.start < trials.end && trials.start < stretch.end)
        };
        let place = parts.iter().position(touches)?;
        Some(parts.remove(place))
    }
}

/// Which rows are known, told and still to be had.
struct Rows<F> {
    row: F,
    /// The first that is not told.
    next: u64,
    /// Finished and in the store, and not told.
    stored: BTreeSet<u64>,
    /// Finished and not told.
    held: BTreeMap<u64, PointAnswer>,
    /// Points from here on were never claimed.
    unclaimed: u64,
    /// Others fight these.
    elsewhere: BTreeSet<u64>,
    count: u64,
}

impl<F: FnMut(Row) + Send> Rows<F> {
    fn new(sweep: &mut Sweep, store: &Store, row: F) -> Result<Self, StoreError> {
        let finished = store.finished()?;
        let count = sweep.points().count();
        let is_known = |point: &u64| finished.contains(&sweep.battles.name(*point));
        let stored: BTreeSet<u64> = if finished.is_empty() {
            BTreeSet::new()
        } else {
            (0..count).filter(is_known).collect()
        };
        sweep.count_known(stored.len() as u64);
        let (held, elsewhere) = (BTreeMap::new(), BTreeSet::new());
        Ok(Self { row, next: 0, stored, held, unclaimed: 0, elsewhere, count })
    }

    /// Claims the next points and has them fought.
    fn claim(&mut self, sweep: &mut Sweep, keeper: &mut Keeper<'_>) -> Result<(), StoreError> {
        let mut begun = Vec::new();
        while begun.is_empty() && self.unclaimed < self.count {
            let unknown = |point: &u64| !self.stored.contains(point);
            let candidates: Vec<u64> =
                (self.unclaimed..self.count).filter(unknown).take(4 * BATCH).collect();
            let names = candidates.iter().map(|point| sweep.battles.name(*point));
            let claims = keeper.store.claim(names, BATCH)?;
            for (&point, claim) in candidates.iter().zip(&claims) {
                self.sort_in(sweep, keeper, point, *claim, &mut begun)?;
            }
            self.unclaimed = match candidates.get(claims.len()) {
                Some(next) => *next,
                None => candidates.last().map_or(self.count, |last| last + 1),
            };
        }
        sweep.admit(begun.into_iter().map(|point| point..point + 1));
        Ok(())
    }

    fn sort_in(
        &mut self,
        sweep: &mut Sweep,
        keeper: &mut Keeper<'_>,
        point: u64,
        claim: Claim,
        begun: &mut Vec<u64>,
    ) -> Result<(), StoreError> {
        match claim {
            Claim::Ours => {
                let parts = keeper.store.parts(&sweep.battles.name(point))?;
                if !parts.is_empty() {
                    keeper.parts.insert(point, parts);
                }
                begun.push(point);
            }
            Claim::Done => {
                self.stored.insert(point);
                sweep.count_known(1);
            }
            Claim::Elsewhere => {
                self.elsewhere.insert(point);
            }
        }
        Ok(())
    }

    /// Keeps what was answered, tells the rows whose turn it is, and claims
    /// more when little is left.
    fn take(
        &mut self,
        sweep: &mut Sweep,
        keeper: &mut Keeper<'_>,
        effort: &Effort<'_>,
    ) -> Result<(), StoreError> {
        for (point, answer) in sweep.fetch() {
            keeper.parts.remove(&point);
            if let Ok(weighed) = &answer {
                keeper.store.save(&sweep.battles.name(point), weighed)?;
            }
            if answer.is_ok() && self.held.len() >= MOST_HELD {
                self.stored.insert(point);
            } else {
                self.held.insert(point, answer);
            }
        }
        self.tell(sweep, keeper.store, effort, AT_ONCE)?;
        if sweep.is_idle() && sweep.open_points() <= effort.threads && !effort.is_stopped() {
            self.claim(sweep, keeper)?;
        }
        Ok(())
    }

    /// Tells rows up to the first that is not known, but no more than these:
    /// those of a large store do not hold up the work.
    fn tell(
        &mut self,
        sweep: &mut Sweep,
        store: &Store,
        effort: &Effort<'_>,
        most: usize,
    ) -> Result<(), StoreError> {
        for _ in 0..most {
            // Whoever stops a sweep wants to see its end soon.
            let Some(answer) = self.answer(sweep, store, self.next)? else { break };
            (self.row)(sweep.row(self.next, answer));
            self.next += 1;
            if effort.is_stopped() {
                break;
            }
        }
        if let Some(progress) = effort.progress {
            progress(sweep.progress().done, self.count);
        }
        Ok(())
    }

    /// The answer of a point that is known and not told.
    fn answer(
        &mut self,
        sweep: &Sweep,
        store: &Store,
        point: u64,
    ) -> Result<Option<PointAnswer>, StoreError> {
        if let Some(answer) = self.held.remove(&point) {
            return Ok(Some(answer));
        }
        if !self.stored.remove(&point) {
            return Ok(None);
        }
        Ok(store.load(&sweep.battles.name(point))?.map(Ok))
    }

    /// Waits until others have finished a point or are no more.
    fn await_others(
        &mut self,
        sweep: &mut Sweep,
        keeper: &mut Keeper<'_>,
        effort: &Effort<'_>,
    ) -> Result<(), StoreError> {
        while !self.elsewhere.is_empty() && !effort.is_stopped() {
            keeper.store.free_the_dead()?;
            let points: Vec<u64> = self.elsewhere.iter().copied().collect();
            let names = points.iter().map(|point| sweep.battles.name(*point));
            let claims = keeper.store.claim(names, BATCH)?;
            let mut begun = Vec::new();
            for (point, claim) in points.into_iter().zip(claims) {
                if claim != Claim::Elsewhere {
                    self.elsewhere.remove(&point);
                    self.sort_in(sweep, keeper, point, claim, &mut begun)?;
                }
            }
            self.tell(sweep, keeper.store, effort, AT_ONCE)?;
            if !begun.is_empty() {
                sweep.admit(begun.into_iter().map(|point| point..point + 1));
                return Ok(());
            }
            thread::sleep(PAUSE);
        }
        Ok(())
    }

    /// After a halt: tells what was found beyond the first row that is not
    /// known.
    fn tell_held(&mut self, sweep: &Sweep) {
        for (point, answer) in std::mem::take(&mut self.held) {
            (self.row)(sweep.row(point, answer));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use fracas_core::odds::{Goal, Way};
    use fracas_core::procedure::Weighed;
    use rusqlite::Connection;

    use super::super::points::Points;
    use super::*;
    use crate::{Registry, Scenario};

    const DUEL: &str = "ruleset = \"olympia\"\n\
        [[attacker.stack]]\nnoble = \"A\"\n[[defender.stack]]\nnoble = \"B\"\nmen.soldier = 3\n";

    fn sweep(axis: &str, way: Way) -> Sweep {
        let points = Points::grid(vec![axis.parse().unwrap()]).unwrap();
        let duel = Scenario::new("duel.toml", DUEL);
        Sweep::new(Registry::standard(), duel, points).unwrap().by(way).unwrap()
    }

    fn trials(axis: &str) -> Sweep {
        sweep(axis, Way::Sampled(Goal::Trials(300)))
    }

    fn rows(sweep: &mut Sweep, store: &mut Store) -> Vec<Row> {
        let mut rows = Vec::new();
        let effort = Effort { threads: 2, ..Effort::default() };
        assert!(sweep.run_with(store, &effort, |row| rows.push(row)).unwrap());
        rows
    }

    const FEW: &str = "attacker.stack[0].men.pikeman=0..9";

    #[test]
    fn what_is_finished_is_not_fought_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sweep.db");
        let mut store = Store::open(&file, &trials(FEW)).unwrap();
        let first = rows(&mut trials(FEW), &mut store);
        let mut alone = Vec::new();
        trials(FEW).run(&Effort::default(), |row| alone.push(row));
        assert_eq!(first, alone);

        // An answer that nobody could have fought is what is told.
        let name = trials(FEW).battles.name(4);
        let Some(Weighed::Sampled(mut answer)) = store.load(&name).unwrap() else {
            panic!("it was sampled");
        };
        answer.odds.why = "by hand".to_owned();
        store.save(&name, &Weighed::Sampled(answer)).unwrap();
        let again = rows(&mut trials(FEW), &mut store);
        assert_eq!(again[4].odds.as_ref().unwrap().odds.why, "by hand");
        assert_eq!(again[5..], first[5..]);
        assert_eq!(store.count().unwrap(), 10);
    }

    #[test]
    fn a_halt_leaves_what_is_finished_and_lets_go_of_the_rest() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sweep.db");
        let mut first = trials(FEW);
        let mut store = Store::open(&file, &first).unwrap();
        let stop = AtomicBool::new(false);
        let told = |done, _| stop.store(done >= 3, Ordering::Relaxed);
        let effort = Effort { threads: 1, progress: Some(&told), stop: Some(&stop) };
        assert!(!first.run_with(&mut store, &effort, |_| {}).unwrap());
        let known = store.count().unwrap();
        assert!((3..10).contains(&known), "{known}");
        // Another process has nothing to wait for.
        let mut other = Store::open(&file, &trials(FEW)).unwrap();
        assert_eq!(rows(&mut trials(FEW), &mut other).len(), 10);
    }

    /// Counts of a point that was not finished are taken up, also those of a
    /// process that is no more.
    #[test]
    fn parts_are_not_fought_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sweep.db");
        let axis = "attacker.stack[0].men.pikeman=5";
        let mut points = trials(axis);
        let name = points.battles.name(0);
        let mut store = Store::open(&file, &points).unwrap();
        store.claim([name.clone()].into_iter(), 1).unwrap();
        // Counts that are marked: they say that more was drawn.
        let battle = super::super::Variants::battle(&*points.battles, 0).unwrap();
        let part = battle.tally(0, 100..200, &Effort::default());
        let mut marked = serde_json::to_value(&part).unwrap();
        marked["draws"] = (part.draws() + 300_000).into();
        store.save_part(&name, &serde_json::from_value(marked).unwrap()).unwrap();
        let row = rows(&mut points, &mut store).remove(0);
        let mut alone = Vec::new();
        trials(axis).run(&Effort::default(), |row| alone.push(row));
        let draws = |row: &Row| row.odds.as_ref().unwrap().odds.draws_per_battle.unwrap();
        assert!((draws(&row) - draws(&alone[0]) - 1000.0).abs() < 1e-9);
        assert!(store.parts(&name).unwrap().is_empty());
    }

    /// Whoever asks for more of the same begins with what is counted; whoever
    /// has other dice does not.
    #[test]
    fn a_finer_question_takes_up_the_counts_of_a_coarser_one() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sweep.db");
        let axis = "attacker.stack[0].men.pikeman=5";
        let mut store = Store::open(&file, &trials(axis)).unwrap();
        rows(&mut trials(axis), &mut store);
        // Counts that are marked: they say that more was drawn.
        let name = trials(axis).battles.name(0);
        let mut marked = serde_json::to_value(store.load(&name).unwrap().unwrap()).unwrap();
        let draws = marked["sampled"]["tally"]["draws"].as_u64().unwrap();
        marked["sampled"]["tally"]["draws"] = (draws + 300_000).into();
        store.save(&name, &serde_json::from_value(marked).unwrap()).unwrap();

        let finer = || sweep(axis, Way::Sampled(Goal::Trials(600)));
        let draws = |row: &Row| row.odds.as_ref().unwrap().odds.draws_per_battle.unwrap();
        let mut alone = Vec::new();
        finer().run(&Effort::default(), |row| alone.push(row));
        let found = rows(&mut finer(), &mut Store::open(&file, &finer()).unwrap());
        assert!((draws(&found[0]) - draws(&alone[0]) - 500.0).abs() < 1e-9);
        let shares = |row: &Row| row.odds.as_ref().unwrap().odds.outcomes.clone();
        assert_eq!(shares(&found[0]), shares(&alone[0]));

        let mut other = finer().with_seed(7);
        let found = rows(&mut other, &mut Store::open(&file, &finer().with_seed(7)).unwrap());
        assert!(draws(&found[0]) < draws(&alone[0]) + 100.0);
    }

    #[test]
    fn a_store_of_something_else_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sweep.db");
        drop(Store::open(&file, &trials(FEW)).unwrap());
        let wrong = |change: &str| {
            let db = Connection::open(&file).unwrap();
            db.execute_batch(change).unwrap();
            Store::open(&file, &trials(FEW)).unwrap_err().to_string()
        };
        let rules = wrong("UPDATE meta SET value = '99' WHERE key = 'rules version'");
        assert!(rules.starts_with("the store is of rules version 99, this sweep of"), "{rules}");
        assert!(wrong("PRAGMA user_version = 7").starts_with("a store of format 7;"));
        let foreign = wrong("PRAGMA application_id = 5");
        assert_eq!(foreign, "this is a database, but no store of fracas");
        // Nobody is left behind who holds a lock.
        assert!(
            std::fs::read_dir(folder.path())
                .unwrap()
                .all(|file| { !file.unwrap().file_name().to_string_lossy().ends_with(".lock") })
        );
    }

    #[test]
    fn points_that_are_no_battles_say_so() {
        let axes = vec![
            "attacker.stack[0].men.pikeman=1,2".parse().unwrap(),
            "attacker.stack[0].health=50,1000".parse().unwrap(),
        ];
        let of = |axes| {
            let points = Points::grid(axes).unwrap();
            Sweep::new(Registry::standard(), Scenario::new("duel.toml", DUEL), points)
        };
        let mut fought = Vec::new();
        let mut sweep = of(axes).unwrap().to(Goal::Trials(64)).unwrap();
        sweep.run(&Effort::default(), |row| fought.push(row.odds.is_ok()));
        assert_eq!(fought, [true, false, true, false]);
        // What is a battle nowhere is refused.
        let refused = of(vec!["attacker.stack[0].health=1000,1001".parse().unwrap()]);
        let refused = refused.err().unwrap().to_string();
        assert!(refused.starts_with("with attacker.stack[0].health=1000"), "{refused}");
    }
}
