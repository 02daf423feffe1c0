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
/// it, and is given the effort to pass on; `look` sees the procedure after
/// every piece.
pub fn carry_out<P: Procedure + Send>(
    procedure: &mut P,
    effort: &Effort<'_>,
    work: impl Fn(&Piece, &Effort<'_>) -> Found + Sync,
    look: impl FnMut(&P) + Send,
) {
    let threads = effort.threads.max(1);
    let queue = Queue { procedure, look, pieces: VecDeque::new(), under_way: 0, broken: false };
    let shared = Shared {
        queue: Mutex::new(queue),
        handed_in: Condvar::new(),
        fought: AtomicU64::new(0),
        threads,
        effort,
    };
    let share = || {
        while let Some(piece) = shared.next() {
            let guard = Unfinished(&shared);
            let found = shared.work(&piece, &work);
            std::mem::forget(guard);
            shared.hand_in(&piece, found);
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
    /// Told whenever a piece was handed in.
    handed_in: Condvar,
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

impl<'a, P: Procedure + Send, L: FnMut(&P) + Send> Shared<'a, P, L> {
    /// A panic is heeded by `broken`, not by the lock.
    fn lock(&self) -> MutexGuard<'_, Queue<'a, P, L>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next piece; none when there is nothing left to do.
    fn next(&self) -> Option<Piece> {
        let mut queue = self.lock();
        loop {
            if queue.broken || self.is_over(&queue) {
                return None;
            }
            if queue.pieces.is_empty() {
                let pieces = queue.procedure.ask(self.threads);
                queue.pieces.extend(pieces);
            }
            if let Some(piece) = queue.pieces.pop_front() {
                queue.under_way += 1;
                return Some(piece);
            }
            if queue.under_way == 0 {
                return None;
            }
            queue = self.handed_in.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// After a halt it goes on until something is known.
    fn is_over(&self, queue: &Queue<'_, P, L>) -> bool {
        let procedure = &queue.procedure;
        procedure.is_done() || (self.effort.is_stopped() && procedure.answer().is_some())
    }

    /// Does a piece and tells how far it comes.
    fn work(&self, piece: &Piece, work: impl Fn(&Piece, &Effort<'_>) -> Found) -> Found {
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

    fn hand_in(&self, piece: &Piece, found: Found) {
        let mut queue = self.lock();
        queue.under_way -= 1;
        queue.procedure.take(piece, found);
        let Queue { procedure, look, .. } = &mut *queue;
        look(procedure);
        self.handed_in.notify_all();
    }
}

/// Lets nobody wait for a piece whose thread panicked.
struct Unfinished<'s, 'a, P, L>(&'s Shared<'a, P, L>);

impl<P, L> Drop for Unfinished<'_, '_, P, L> {
    fn drop(&mut self) {
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner).broken = true;
        self.0.handed_in.notify_all();
    }
}
