//! Questions being answered: on threads of their own, so that Python can look
//! on, stop them, or have the pieces of work done elsewhere.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use fracas::Effort;
use fracas::core::procedure::{Found, Longer, Piece, Procedure, carry_out};
use fracas::lab::{self, Variants};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::answer::Answer;
use crate::errors;

/// Pieces that are put together to one that is done elsewhere: some hundredths
/// of a second.
const TOGETHER: usize = 4;

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
}

#[derive(Default)]
struct State {
    over: bool,
    outcome: Option<Outcome>,
    /// Pieces nobody has fetched, and who waits for what comes of them and of
    /// those that were.
    waiting: VecDeque<(u64, String)>,
    awaited: HashMap<u64, Sender<Found>>,
    next: u64,
    /// Something is known that can be told after a halt.
    known: bool,
    /// A halt was called and something is known: no piece is waited for.
    halted: bool,
    /// Nobody fetches pieces any more.
    closed: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has a piece done by whoever fetches it; nothing if nobody has to any more.
    fn hand_out(&self, piece: &Piece, effort: &Effort<'_>) -> Option<Found> {
        let gone = || Some(Found::Impossible("nobody does the work any more".to_owned()));
        let Ok(text) = serde_json::to_string(piece) else { return gone() };
        let (sender, handed_in) = channel();
        let mut state = self.lock();
        if state.closed {
            return gone();
        }
        if state.halted {
            return None;
        }
        let number = state.next;
        state.next += 1;
        state.waiting.push_back((number, text));
        state.awaited.insert(number, sender);
        drop(state);
        self.news.notify_all();
        let found = handed_in.recv().ok();
        if let (Some(_), Some(trials), Some(tell)) = (&found, piece.work.trials(), effort.progress)
        {
            let fought = trials.end - trials.start;
            tell(fought, fought);
        }
        found
    }
}

impl State {
    /// Lets go of all pieces, if a halt was called and something is known.
    fn heed(&mut self, stop: &AtomicBool) {
        if self.known && stop.load(Ordering::Relaxed) {
            self.halted = true;
            self.call_back();
        }
    }

    /// Nobody waits any more for the pieces that were handed out.
    fn call_back(&mut self) {
        self.waiting.clear();
        self.awaited.clear();
    }
}

/// Who does the pieces of a question.
pub struct Workers<'a> {
    shared: &'a Shared,
    variants: Arc<dyn Variants + Send>,
    remote: bool,
}

impl Workers<'_> {
    /// Answers a question. To be done elsewhere are longer pieces: what comes
    /// back of one is as large as what comes back of many.
    pub fn carry_out<P: Procedure + Send>(&self, procedure: &mut P, effort: &Effort<'_>) {
        let times = if self.remote { TOGETHER } else { 1 };
        let mut procedure = Longer { procedure, times };
        let mut known = false;
        let look = |procedure: &mut Longer<'_, P>| {
            if !known && procedure.answer().is_some() {
                known = true;
                self.something_is_known();
            }
        };
        carry_out(&mut procedure, effort, |piece, effort| self.work(piece, effort), look);
    }

    /// From now on a halt waits for no piece that is done elsewhere.
    pub fn something_is_known(&self) {
        let mut state = self.shared.lock();
        state.known = true;
        state.heed(&self.shared.stop);
    }

    /// Does a piece, or has it done.
    pub fn work(&self, piece: &Piece, effort: &Effort<'_>) -> Option<Found> {
        match self.remote {
            true => self.shared.hand_out(piece, effort),
            false => Some(lab::work(&*self.variants, piece, effort)),
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

    /// Has it come to an end with what is known. If that is nothing, pieces
    /// under way are waited for.
    fn stop(&self) {
        let mut state = self.0.lock();
        self.0.stop.store(true, Ordering::Relaxed);
        state.heed(&self.0.stop);
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
    /// many seconds for the first. A Ctrl-C meanwhile takes none of them along.
    fn pieces(&self, py: Python<'_>, most: usize, seconds: f64) -> PyResult<Vec<(u64, String)>> {
        let patience = Duration::from_secs_f64(seconds.clamp(0.0, 3600.0));
        py.detach(|| {
            let idle = |state: &mut State| state.waiting.is_empty() && !state.over;
            drop(self.0.news.wait_timeout_while(self.0.lock(), patience, idle));
        });
        py.check_signals()?;
        let mut state = self.0.lock();
        let some = most.min(state.waiting.len());
        Ok(state.waiting.drain(..some).collect())
    }

    /// Hands in what came of a piece. What nobody waits for is let go.
    fn hand_in(&self, py: Python<'_>, number: u64, found: &Bound<'_, PyBytes>) -> PyResult<()> {
        let bytes = found.as_bytes();
        let found: Found = py
            .detach(|| serde_json::from_slice(bytes))
            .map_err(|why| errors::question(format!("this is no finding: {why}")))?;
        if let Some(sender) = self.0.lock().awaited.remove(&number) {
            // Whoever asked for it waits for it.
            let _ = sender.send(found);
        }
        Ok(())
    }

    /// Nobody will do pieces any more: it ends, and its answer means nothing.
    fn close(&self) {
        self.0.stop.store(true, Ordering::Relaxed);
        let mut state = self.0.lock();
        state.closed = true;
        state.call_back();
    }
}
