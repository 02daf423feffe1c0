//! Questions being answered: on threads of their own, so that Python can look
//! on, stop them, or have the pieces of work done elsewhere.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use fracas::Effort;
use fracas::core::procedure::{Found, Piece, Work};
use fracas::lab::{self, Variants};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::answer::Answer;
use crate::errors;

/// What comes of a question: an answer, or the exception to be raised.
pub type Outcome = Result<Answer, PyErr>;

/// A question under way.
#[pyclass(module = "fracas._engine", frozen)]
pub struct Job(Arc<Shared>);

#[derive(Default)]
struct Shared {
    stop: AtomicBool,
    done: AtomicU64,
    planned: AtomicU64,
    state: Mutex<State>,
    /// Told when it is over, and when pieces are to be done.
    news: Condvar,
    /// Told when a piece was handed in.
    handed_in: Condvar,
}

#[derive(Default)]
struct State {
    over: bool,
    outcome: Option<Outcome>,
    /// Pieces nobody has fetched, and what came of those that were.
    waiting: VecDeque<(u64, String)>,
    found: HashMap<u64, Found>,
    next: u64,
    /// Nobody fetches pieces any more.
    closed: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has a piece done by whoever fetches it.
    fn hand_out(&self, piece: &Piece, effort: &Effort<'_>) -> Found {
        let gone = || Found::Impossible("nobody does the work any more".to_owned());
        let Ok(text) = serde_json::to_string(piece) else { return gone() };
        let mut state = self.lock();
        let number = state.next;
        state.next += 1;
        state.waiting.push_back((number, text));
        self.news.notify_all();
        loop {
            if let Some(found) = state.found.remove(&number) {
                drop(state);
                if let (Work::Trials { trials, .. }, Some(tell)) = (&piece.work, effort.progress) {
                    let fought = trials.end - trials.start;
                    tell(fought, fought);
                }
                return found;
            }
            if state.closed {
                return gone();
            }
            state = self.handed_in.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Who does the pieces of a question.
pub struct Workers<'a> {
    shared: &'a Shared,
    variants: Arc<dyn Variants + Send>,
    remote: bool,
}

impl Workers<'_> {
    /// Does a piece, or has it done.
    pub fn work(&self, piece: &Piece, effort: &Effort<'_>) -> Found {
        match self.remote {
            true => self.shared.hand_out(piece, effort),
            false => lab::work(&*self.variants, piece, effort),
        }
    }
}

impl Job {
    /// Begins to answer a question on so many threads. Where the pieces are done
    /// elsewhere, threads only wait for them.
    pub fn begin(
        threads: usize,
        remote: bool,
        variants: Arc<dyn Variants + Send>,
        answer: impl FnOnce(&Workers<'_>, &Effort<'_>) -> Outcome + Send + 'static,
    ) -> Self {
        let shared = Arc::new(Shared::default());
        let job = Self(shared.clone());
        thread::spawn(move || {
            let tell = |done, planned| {
                shared.done.store(done, Ordering::Relaxed);
                shared.planned.store(planned, Ordering::Relaxed);
            };
            let effort = Effort { threads, progress: Some(&tell), stop: Some(&shared.stop) };
            let workers = Workers { shared: &shared, variants, remote };
            let answered = catch_unwind(AssertUnwindSafe(|| answer(&workers, &effort)));
            let outcome = answered.unwrap_or_else(|_| Err(errors::question("the engine failed")));
            let mut state = shared.lock();
            state.outcome = Some(outcome);
            state.over = true;
            shared.news.notify_all();
        });
        job
    }
}

#[pymethods]
impl Job {
    /// Waits so many seconds for the answer; whether it is there.
    fn wait(&self, py: Python<'_>, seconds: f64) -> bool {
        let patience = Duration::from_secs_f64(seconds.clamp(0.0, 3600.0));
        py.detach(|| {
            let state = self.0.lock();
            let waited = self.0.news.wait_timeout_while(state, patience, |state| !state.over);
            waited.unwrap_or_else(PoisonError::into_inner).0.over
        })
    }

    /// Has it come to an end with what is known.
    fn stop(&self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }

    /// How much is done, and planned as far as is known.
    fn progress(&self) -> (u64, u64) {
        (self.0.done.load(Ordering::Relaxed), self.0.planned.load(Ordering::Relaxed))
    }

    /// The answer, once; none if it is not there.
    fn answer(&self) -> PyResult<Option<Answer>> {
        self.0.lock().outcome.take().transpose()
    }

    /// Fetches pieces of work to be done elsewhere, at most so many, waiting so
    /// many seconds for the first.
    fn pieces(&self, py: Python<'_>, most: usize, seconds: f64) -> Vec<(u64, String)> {
        let patience = Duration::from_secs_f64(seconds.clamp(0.0, 3600.0));
        py.detach(|| {
            let idle = |state: &mut State| state.waiting.is_empty() && !state.over;
            let waited = self.0.news.wait_timeout_while(self.0.lock(), patience, idle);
            let mut state = waited.unwrap_or_else(PoisonError::into_inner).0;
            let some = most.min(state.waiting.len());
            state.waiting.drain(..some).collect()
        })
    }

    /// How many pieces nobody has fetched.
    fn waiting(&self) -> usize {
        self.0.lock().waiting.len()
    }

    /// Hands in what came of a piece.
    fn hand_in(&self, py: Python<'_>, number: u64, found: &Bound<'_, PyBytes>) -> PyResult<()> {
        let bytes = found.as_bytes();
        let found: Found = py
            .detach(|| serde_json::from_slice(bytes))
            .map_err(|why| errors::question(format!("this is no finding: {why}")))?;
        self.0.lock().found.insert(number, found);
        self.0.handed_in.notify_all();
        Ok(())
    }

    /// Nobody will do pieces any more: it ends, and its answer means nothing.
    fn close(&self) {
        self.stop();
        self.0.lock().closed = true;
        self.0.handed_in.notify_all();
    }
}
