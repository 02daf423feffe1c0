//! Battles shared out among the processors.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use fracas_battlescape::battle::Battle;

use super::Tally;

/// Fights each of these so often, for the first side or the second, and tells
/// how each ended, in their order.
pub fn fight_all(battles: &[(Battle, bool)], each: u64) -> Vec<Tally> {
    shared_out(battles, |(battle, first)| {
        let mut tally = Tally::default();
        tally.fight(battle, each, *first);
        tally
    })
}

/// Does each piece of work, and tells what came of them, in their order.
pub fn shared_out<W: Sync, D: Send>(pieces: &[W], work: impl Fn(&W) -> D + Sync) -> Vec<D> {
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        loop {
            let place = next.fetch_add(1, Relaxed);
            let Some(piece) = pieces.get(place) else { return done };
            done.push((place, work(piece)));
        }
    };
    let mut done = std::thread::scope(|scope| {
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(take)).collect();
        let done = workers.into_iter().flat_map(|worker| worker.join().expect("it only fights"));
        done.collect::<Vec<_>>()
    });
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, done)| done).collect()
}
