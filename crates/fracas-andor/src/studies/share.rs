//! Work on a list, shared among threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use fracas_core::odds::Effort;
use fracas_core::order::Ordered;

/// Does the work of every place of a list. What comes of it stands in the order
/// of the list, whoever did it; it is shorter if a halt was called.
pub fn share<T: Send>(
    count: usize,
    effort: &Effort<'_>,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(count));
    let worker = || {
        while !effort.is_stopped() {
            let place = next.fetch_add(1, Ordering::Relaxed);
            if place >= count {
                break;
            }
            let found = work(place);
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.push((place, found));
            if let Some(progress) = effort.progress {
                progress(done.len() as u64, count as u64);
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
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.put_in_order_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, found)| found).collect()
}

/// How one of those who share works.
pub fn alone<'a>(effort: &Effort<'a>) -> Effort<'a> {
    Effort { threads: 1, progress: None, stop: effort.stop }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_threads_keeps_the_order() {
        for threads in 0..5 {
            let effort = Effort { threads, ..Effort::default() };
            assert_eq!(share(7, &effort, |place| place * place), [0, 1, 4, 9, 16, 25, 36]);
        }
        assert!(share(0, &Effort::default(), |place| place).is_empty());
    }
}
