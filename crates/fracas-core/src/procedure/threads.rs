//! The executor of one machine: threads that take pieces in turn.

use std::collections::VecDeque;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::{Found, Piece, Procedure};
use crate::odds::Effort;

/// Carries out a procedure until it is answered or somebody calls a halt; then
/// at least something is known. `work` does a piece on the thread that calls
/// it, and is given the effort to pass on; it may lose a piece, of which it
/// tells nothing. `look` is given the procedure after every piece.
pub fn carry_out<P: Procedure + Send, F: Into<Option<Found>>>(
    procedure: &mut P,
    effort: &Effort<'_>,
    work: impl Fn(&Piece, &Effort<'_>) -> F + Sync,
    look: impl FnMut(&mut P) + Send,
) {
    let threads = effort.threads.max(1);
    let queue = Queue { procedure, look, pieces: VecDeque::new(), under_way: 0, broken: false };
    let shared = Shared {
        queue: Mutex::new(queue),
        news: Condvar::new(),
        fought: AtomicU64::new(0),
        threads,
        effort,
    };
    let share = || {
        while let Some(piece) = shared.next() {
            let guard = Unfinished(&shared);
            let found = shared.work(&piece, &work);
            std::mem::forget(guard);
            shared.hand_in(&piece, found.into());
        }
    };
    thread::scope(|scope| {
        // A machine that gives no more threads works with those it gave.
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, share).ok();
        let helpers: Vec<_> = (1..threads).map_while(spawn).collect();
        share();
        for helper in helpers {
            helper.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
    // After a halt some were asked for and never begun.
    let mut queue = shared.lock();
    while let Some(piece) = queue.pieces.pop_front() {
        queue.procedure.lose(&piece);
    }
}

/// What the threads share.
struct Shared<'a, P, L> {
    queue: Mutex<Queue<'a, P, L>>,
    /// Told when there may be a piece for another thread, and when it is over.
    news: Condvar,
    /// Trials fought, those of pieces under way too.
    fought: AtomicU64,
    threads: usize,
    effort: &'a Effort<'a>,
}

struct Queue<'a, P, L> {
    procedure: &'a mut P,
    look: L,
    /// Asked for and not begun.
    pieces: VecDeque<Piece>,
    under_way: usize,
    /// A thread panicked: nobody goes on.
    broken: bool,
}

impl<'a, P: Procedure + Send, L: FnMut(&mut P) + Send> Shared<'a, P, L> {
    /// A panic is heeded by `broken`, not by the lock.
    fn lock(&self) -> MutexGuard<'_, Queue<'a, P, L>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next piece; none when there is nothing left to do. Whoever handed
    /// one in comes here, and who gets one wakes the next who waits for one:
    /// all of them would be too many.
    fn next(&self) -> Option<Piece> {
        let mut queue = self.lock();
        loop {
            if queue.broken || self.is_over(&queue) {
                break;
            }
            if queue.pieces.is_empty() {
                let pieces = queue.procedure.ask(self.threads);
                queue.pieces.extend(pieces);
            }
            if let Some(piece) = queue.pieces.pop_front() {
                queue.under_way += 1;
                self.news.notify_one();
                return Some(piece);
            }
            if queue.under_way == 0 {
                break;
            }
            queue = self.news.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        self.news.notify_all();
        None
    }

    /// After a halt it goes on until something is known.
    fn is_over(&self, queue: &Queue<'_, P, L>) -> bool {
        let procedure = &queue.procedure;
        procedure.is_done() || (self.effort.is_stopped() && procedure.answer().is_some())
    }

    /// Does a piece and tells how far it comes.
    fn work<F>(&self, piece: &Piece, work: impl Fn(&Piece, &Effort<'_>) -> F) -> F {
        let Some(progress) = self.effort.progress else {
            return work(piece, &Effort { threads: 1, ..*self.effort });
        };
        let planned = self.lock().procedure.progress().planned;
        let told = AtomicU64::new(0);
        let tell = |done: u64, _: u64| {
            let more = done - told.swap(done, Ordering::Relaxed).min(done);
            let fought = self.fought.fetch_add(more, Ordering::Relaxed) + more;
            progress(fought, planned.max(fought));
        };
        work(piece, &Effort { threads: 1, progress: Some(&tell), ..*self.effort })
    }

    fn hand_in(&self, piece: &Piece, found: Option<Found>) {
        let mut queue = self.lock();
        queue.under_way -= 1;
        match found {
            Some(found) => queue.procedure.take(piece, found),
            None => queue.procedure.lose(piece),
        }
        let Queue { procedure, look, .. } = &mut *queue;
        look(procedure);
    }
}

/// Lets nobody wait for a piece whose thread panicked.
struct Unfinished<'s, 'a, P, L>(&'s Shared<'a, P, L>);

impl<P, L> Drop for Unfinished<'_, '_, P, L> {
    fn drop(&mut self) {
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner).broken = true;
        self.0.news.notify_all();
    }
}
