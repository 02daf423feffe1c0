//! Work on a list, shared among threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use fracas_core::odds::Effort;

/// Does the work of every place of a list. What comes of it stands in the order
/// of the list, whoever did it: none where a halt was called before it was done.
pub fn share<T: Send>(
    count: usize,
    effort: &Effort<'_>,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<Option<T>> {
    let next = AtomicUsize::new(0);
    let mut none = Vec::new();
    none.resize_with(count, || None);
    let done = Mutex::new((0, none));
    let worker = || {
        while !effort.is_stopped() {
            let place = next.fetch_add(1, Ordering::Relaxed);
            if place >= count {
                break;
            }
            let found = work(place);
            if effort.is_stopped() {
                // Fewer battles than are claimed.
                break;
            }
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.0 += 1;
            done.1[place] = Some(found);
            if let Some(progress) = effort.progress {
                progress(done.0, count as u64);
            }
        }
    };
    thread::scope(|scope| {
        // The caller does a share too: alone it needs no thread.
        let helpers = effort.threads.min(count).saturating_sub(1);
        for _ in 0..helpers {
            // Where the machine gives no more threads, fewer do the work.
            if thread::Builder::new().spawn_scoped(scope, worker).is_err() {
                break;
            }
        }
        worker();
    });
    done.into_inner().unwrap_or_else(PoisonError::into_inner).1
}

/// How one of those who share works.
pub fn alone<'a>(effort: &Effort<'a>) -> Effort<'a> {
    Effort { threads: 1, progress: None, stop: effort.stop }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn any_number_of_threads_keeps_the_order() {
        for threads in 0..5 {
            let effort = Effort { threads, ..Effort::default() };
            let squares = [0, 1, 4, 9, 16, 25, 36].map(Some);
            assert_eq!(share(7, &effort, |place| place * place), squares);
        }
        assert!(share(0, &Effort::default(), |place| place).is_empty());
    }

    /// What was under way when a halt was called is not half done.
    #[test]
    fn a_halt_leaves_the_rest_out() {
        let stop = AtomicBool::new(false);
        let effort = Effort { threads: 1, progress: None, stop: Some(&stop) };
        let done = share(4, &effort, |place| {
            stop.store(place == 2, Ordering::Relaxed);
            place
        });
        assert_eq!(done, [Some(0), Some(1), None, None]);
    }
}
