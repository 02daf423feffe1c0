//! Questions that take long, answered by native threads.
//!
//! A job is a procedure (DESIGN: every question asks for tallies). Threads take
//! pieces of all jobs in turn, so that none waits for another's end. What came of
//! a piece is kept before anybody hears of it: a server that was killed makes the
//! procedure anew and hands it what is kept, and only the rest is fought.

mod kept;
mod run;

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use fracas::core::procedure::{Found, Piece, Progress};
use fracas::{Effort, Registry, lab};
use fracas_requests::Question;
use serde::Serialize;
use serde_json::Value;
use tokio::sync::watch;
use utoipa::ToSchema;

use crate::chance;
use crate::store::{Store, StoreError};
use run::{Run, Step, alone};

/// So many jobs of one client may wait or be at work.
pub const MOST_OF_A_CLIENT: usize = 64;
/// So many jobs may wait or be at work.
pub const MOST: usize = 512;
/// No job is worked at longer than this, all threads taken together.
pub const LONGEST: Duration = Duration::from_secs(3600);

/// How long work that was asked to stop is waited for.
const GRACE: Duration = Duration::from_secs(3);

/// How jobs are, in the store and for everybody.
const RUNNING: &str = "running";
const DONE: &str = "done";
const FAILED: &str = "failed";
const CANCELLED: &str = "cancelled";

/// How jobs end.
const ENDS: [&str; 3] = [DONE, FAILED, CANCELLED];

/// How far a job has come.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Status {
    /// Its name.
    pub id: String,
    /// `running`, `done`, `failed` or `cancelled`.
    pub state: String,
    /// Trials that are counted.
    pub done: u64,
    /// Trials that will be, as far as is known.
    pub planned: u64,
    /// The answer once it is done; before that what is known, marked as
    /// provisional.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub answer: Option<Value>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl Status {
    /// Whether nothing more will come.
    pub fn is_final(&self) -> bool {
        self.state != RUNNING
    }
}

/// Why a job was not begun.
#[derive(Debug)]
pub enum NotBegun {
    /// The question makes no sense, and why.
    Wrong(String),
    /// Too many are under way, and which limit that is.
    TooMany(String),
    /// It could not be kept.
    Store(StoreError),
}

/// All jobs, and the threads that do them.
pub struct Jobs {
    store: Arc<Store>,
    registry: Arc<Registry>,
    inner: Mutex<Inner>,
    /// Told when there may be work.
    work: Condvar,
    stop: AtomicBool,
    /// How many ended in each way since the server began.
    finished: [AtomicU64; ENDS.len()],
    /// How many threads have not come to their end.
    threads: AtomicUsize,
}

/// What is to be done next.
enum Next {
    /// A piece of this job.
    Piece(u64, Piece, run::Battles, Arc<AtomicBool>),
    /// A job has come to its end by what was known.
    Ended(Box<Run>, Result<Value, String>),
    /// Nothing.
    Nothing,
}

struct Inner {
    running: BTreeMap<u64, Run>,
    names: HashMap<String, u64>,
    next: u64,
    /// Whose turn it is.
    turn: u64,
}

impl Jobs {
    /// Goes on with what was left, by so many threads.
    pub fn start(
        store: Arc<Store>,
        registry: Arc<Registry>,
        threads: usize,
    ) -> Result<Arc<Self>, StoreError> {
        let inner = Inner { running: BTreeMap::new(), names: HashMap::new(), next: 0, turn: 0 };
        let jobs = Arc::new(Self {
            store,
            registry,
            inner: Mutex::new(inner),
            work: Condvar::new(),
            stop: AtomicBool::new(false),
            finished: Default::default(),
            threads: AtomicUsize::new(0),
        });
        for (id, question, client) in kept::unfinished(&jobs.store)? {
            let known = kept::pieces(&jobs.store, &id)?;
            // It was begun once: it begins again, unless the program has changed.
            let begun = alone(|| Run::begin(&jobs.registry, id.clone(), &question, client, known));
            match begun.flatten() {
                Ok(run) => jobs.lock().add(run),
                Err(why) => {
                    let nothing = Progress::default();
                    kept::finish(&jobs.store, &id, FAILED, &Value::from(why), nothing)?;
                    jobs.count(FAILED);
                }
            }
        }
        for number in 0..threads.max(1) {
            let jobs = jobs.clone();
            jobs.threads.fetch_add(1, Ordering::SeqCst);
            let work = move || {
                jobs.work_on();
                jobs.threads.fetch_sub(1, Ordering::SeqCst);
            };
            let name = format!("job {number}");
            let spawned = thread::Builder::new().name(name).spawn(work);
            spawned.map_err(|why| StoreError::Sqlite(why.to_string()))?;
        }
        Ok(jobs)
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many are under way.
    pub fn running(&self) -> usize {
        self.lock().running.len()
    }

    /// How many ended in each way since the server began.
    pub fn finished(&self) -> [(&'static str, u64); ENDS.len()] {
        std::array::from_fn(|place| (ENDS[place], self.finished[place].load(Ordering::Relaxed)))
    }

    fn count(&self, end: &str) {
        for (known, count) in ENDS.iter().zip(&self.finished) {
            count.fetch_add(u64::from(*known == end), Ordering::Relaxed);
        }
    }

    /// Begins a job; it is kept before this comes back.
    pub fn begin(
        &self,
        question: &Question,
        asked: &Value,
        client: &str,
    ) -> Result<String, NotBegun> {
        {
            let inner = self.lock();
            let own = inner.running.values().filter(|run| run.client == client).count();
            if own >= MOST_OF_A_CLIENT {
                let why = format!("{own} jobs of yours are under way: {MOST_OF_A_CLIENT} at most");
                return Err(NotBegun::TooMany(why));
            }
            if inner.running.len() >= MOST {
                return Err(NotBegun::TooMany(format!(
                    "{MOST} jobs are under way: no more fit in"
                )));
            }
        }
        let secret = chance::secret(10).map_err(|why| NotBegun::Wrong(why.to_string()))?;
        let id = format!("j{secret}");
        let (client_name, known) = (client.to_owned(), kept::Known::default());
        let run = Run::begin_asked(&self.registry, id.clone(), question, client_name, known)
            .map_err(NotBegun::Wrong)?;
        kept::begin(&self.store, &id, asked, client).map_err(NotBegun::Store)?;
        self.lock().add(run);
        self.work.notify_all();
        Ok(id)
    }

    /// How far a job has come; none if there is no such job.
    pub fn status(&self, id: &str) -> Result<Option<Status>, StoreError> {
        if let Some(run) = self.lock().of(id) {
            return Ok(Some(run.told.borrow().clone()));
        }
        kept::status(&self.store, id)
    }

    /// Hears of a job that is under way.
    pub fn follow(&self, id: &str) -> Option<watch::Receiver<Status>> {
        self.lock().of(id).map(|run| run.told.subscribe())
    }

    /// Ends a job before its time, or forgets one that has ended; false if there
    /// is no such job.
    pub fn cancel(&self, id: &str) -> Result<bool, StoreError> {
        let progress = self.lock().of(id).map(Run::progress);
        let Some(progress) = progress else { return kept::forget(&self.store, id) };
        kept::finish(&self.store, id, CANCELLED, &Value::Null, progress)?;
        let mut inner = self.lock();
        let Some(number) = inner.names.remove(id) else { return Ok(false) };
        if let Some(run) = inner.running.remove(&number) {
            run.stop.store(true, Ordering::Relaxed);
            self.count(CANCELLED);
            run.told.send_modify(|told| told.state = CANCELLED.to_owned());
        }
        Ok(true)
    }

    /// Nothing more is begun; comes back when nobody works any more, or soon.
    /// What is not finished then is fought again.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
        for run in self.lock().running.values() {
            run.stop.store(true, Ordering::Relaxed);
        }
        self.work.notify_all();
        let began = Instant::now();
        while self.threads.load(Ordering::SeqCst) > 0 && began.elapsed() < GRACE {
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn work_on(&self) {
        step_back();
        while let Some((number, piece, battles, stop)) = self.next_piece() {
            let began = Instant::now();
            let effort = Effort { stop: Some(&stop), ..Effort::default() };
            let found = alone(|| lab::work(&*battles, &piece, &effort));
            // What was broken off is not counted.
            if !stop.load(Ordering::Relaxed) {
                self.take(number, &piece, found, began.elapsed());
            }
        }
    }

    /// The next piece of whose turn it is; none when the server stops.
    fn next_piece(&self) -> Option<(u64, Piece, run::Battles, Arc<AtomicBool>)> {
        let mut inner = self.lock();
        loop {
            if self.stop.load(Ordering::SeqCst) {
                return None;
            }
            match inner.next() {
                Next::Piece(number, piece, battles, stop) => {
                    return Some((number, piece, battles, stop));
                }
                Next::Ended(run, ended) => {
                    drop(inner);
                    self.finish(&run, ended);
                    inner = self.lock();
                }
                Next::Nothing => {
                    inner = self.work.wait(inner).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }

    /// Keeps what came of a piece, and then counts it.
    fn take(&self, number: u64, piece: &Piece, found: Result<Found, String>, took: Duration) {
        let place = self.lock().running.get_mut(&number).and_then(|run| run.place_to_keep());
        if let (Some((id, place)), Ok(found)) = (place, &found) {
            // What cannot be kept is fought again after a restart, nothing worse.
            let _ = kept::keep(&self.store, &id, place, piece, found);
        }
        let mut inner = self.lock();
        let Some(run) = inner.running.get_mut(&number) else { return };
        let ended = match found {
            Ok(found) => run.take(piece, found, took),
            Err(why) => Some(Err(why)),
        };
        self.work.notify_all();
        let Some(ended) = ended else { return };
        let Some(run) = inner.end(number) else { return };
        drop(inner);
        self.finish(&run, ended);
    }

    fn finish(&self, run: &Run, ended: Result<Value, String>) {
        let (state, kept) = match &ended {
            Ok(answer) => (DONE, answer.clone()),
            Err(why) => (FAILED, Value::from(why.clone())),
        };
        let progress = run.progress();
        let finished = kept::finish(&self.store, &run.id, state, &kept, progress);
        // What could not be kept is told as failed.
        let ended = ended.and_then(|answer| match finished {
            Ok(()) => Ok(answer),
            Err(why) => Err(why.to_string()),
        });
        self.count(if ended.is_ok() { DONE } else { FAILED });
        run.told.send_modify(|told| {
            (told.done, told.planned) = (progress.done, progress.planned);
            match ended {
                Ok(answer) => (told.state, told.answer) = (DONE.to_owned(), Some(answer)),
                Err(why) => {
                    (told.state, told.answer, told.why) = (FAILED.to_owned(), None, Some(why));
                }
            }
        });
    }
}

/// Whoever waits for an answer goes before: a job has a third of the weight.
fn step_back() {
    // On Linux a thread has a priority of its own; elsewhere it would be everybody's.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(5);
}

impl Inner {
    fn add(&mut self, run: Run) {
        self.names.insert(run.id.clone(), self.next);
        self.running.insert(self.next, run);
        self.next += 1;
    }

    fn of(&self, id: &str) -> Option<&Run> {
        self.running.get(self.names.get(id)?)
    }

    fn end(&mut self, number: u64) -> Option<Run> {
        let run = self.running.remove(&number)?;
        self.names.remove(&run.id);
        Some(run)
    }

    /// Jobs are asked in turn, beginning after the one that was asked last.
    fn next(&mut self) -> Next {
        let after = self.running.range(self.turn + 1..);
        let before = self.running.range(..=self.turn);
        let numbers: Vec<u64> = after.chain(before).map(|(number, _)| *number).collect();
        for number in numbers {
            let Some(run) = self.running.get_mut(&number) else { continue };
            match run.next() {
                Some(Step::Piece(piece)) => {
                    self.turn = number;
                    return Next::Piece(number, piece, run.battles.clone(), run.stop.clone());
                }
                Some(Step::End(ended)) => {
                    if let Some(run) = self.end(number) {
                        return Next::Ended(Box::new(run), ended);
                    }
                }
                None => {}
            }
        }
        Next::Nothing
    }
}

#[cfg(test)]
mod tests {
    use fracas_requests::read;
    use serde_json::json;

    use super::*;

    fn question() -> (Question, Value) {
        let text = Registry::standard().rules("olympia").unwrap().template();
        let asked = json!({ "ask": "odds", "source": { "text": text }, "trials": 1_000_000_000 });
        (read(asked.clone()).unwrap(), asked)
    }

    fn why(refused: Result<String, NotBegun>) -> String {
        match refused {
            Err(NotBegun::TooMany(why)) => why,
            other => panic!("{other:?}"),
        }
    }

    /// No thread works here, so that none of them comes to its end.
    #[test]
    fn jobs_are_bounded() {
        let dir = tempfile::tempdir().unwrap();
        let store = Arc::new(Store::open(dir.path()).unwrap());
        let registry = Arc::new(Registry::standard().clone());
        let jobs = Jobs::start(store, registry, 1).unwrap();
        jobs.stop();
        let (question, asked) = question();
        for place in 0..MOST {
            let client = format!("192.168.1.{}", place / MOST_OF_A_CLIENT);
            jobs.begin(&question, &asked, &client).unwrap();
            if (place + 1) % MOST_OF_A_CLIENT == 0 && place + 1 < MOST {
                let why = why(jobs.begin(&question, &asked, &client));
                assert_eq!(why, "64 jobs of yours are under way: 64 at most");
            }
        }
        let why = why(jobs.begin(&question, &asked, "192.168.2.1"));
        assert_eq!(why, "512 jobs are under way: no more fit in");
        assert_eq!(jobs.running(), MOST);
    }

    /// A job that has had its hour fails, and says why.
    #[test]
    fn a_job_has_an_hour() {
        let (question, _) = question();
        let known = kept::Known::default();
        let run = Run::begin_asked(Registry::standard(), "j".into(), &question, "c".into(), known);
        let mut run = run.unwrap();
        let Some(Step::Piece(piece)) = run.next() else { panic!("there is nothing to do") };
        let found = lab::work(&*run.battles, &piece, &Effort::default());
        let ended = run.take(&piece, found, LONGEST + Duration::from_secs(1)).unwrap();
        assert_eq!(ended.unwrap_err(), "this takes more than 1 hour of work and was given up");
    }
}
