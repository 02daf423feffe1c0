//! What is compared, question by question.

pub mod exact;
pub mod replays;
pub mod sessions;
pub mod side_logs;
pub mod tallies;
pub mod texts;

use fracas::{Battle, Effort};

/// Work by so many threads.
fn threads(threads: usize) -> Effort<'static> {
    Effort { threads, ..Effort::default() }
}

/// Draws of chance that a comparison may take.
const DRAWS: u64 = 200_000;

/// As many trials as can be had for some draws, at least 2 and at most `most`.
fn affordable(battle: &Battle, seed: u64, most: u64) -> u64 {
    (DRAWS / draws(battle, seed)).clamp(2, most)
}

/// Whether a battle takes so long that it is better not fought again and
/// again: hundreds of thousands who can hardly strike.
pub fn is_long(battle: &Battle, seed: u64) -> bool {
    draws(battle, seed) > DRAWS
}

fn draws(battle: &Battle, seed: u64) -> u64 {
    battle.tally(seed, 0..1, &threads(1)).draws().max(1)
}
