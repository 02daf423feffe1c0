//! B-5: the same battles, whoever fights them: alone or beside another thread
//! that shares the map and what is kept of its sight.

use fracas_battlescape::Battlescape;
use fracas_battlescape::battle::Battle;
use fracas_battlescape::scenario::TEMPLATE;
use fracas_core::chance::Staged;
use fracas_core::odds::{Effort, fight_loud, sample};

use crate::common::battle;
use crate::random::Numbers;
use crate::wilds;

const TRIALS: u64 = 12;

fn log(battle: &Battle, trial: u64) -> String {
    let mut log = String::new();
    let mut tell = |event| log += &(serde_json::to_string(&event).unwrap() + "\n");
    fight_loud::<Battlescape>(battle, &mut Staged::new(5, trial), &mut tell).unwrap();
    log
}

fn texts() -> Vec<String> {
    let mut numbers = Numbers(5);
    let mut texts = vec![TEMPLATE.to_owned()];
    texts.extend(["forest", "urban"].map(|biome| wilds::scenario(&mut numbers, biome)));
    texts
}

/// B-5: the same log byte for byte on one thread and on two.
#[test]
fn b_5_logs_do_not_depend_on_threads() {
    for text in texts() {
        let alone = battle(&text);
        let logs: Vec<String> = (0..TRIALS).map(|trial| log(&alone, trial)).collect();
        // A map of its own: both threads find nothing kept of its sight.
        let shared = &battle(&text);
        let halves = std::thread::scope(|scope| {
            let half = |odd: u64| {
                scope.spawn(move || -> Vec<String> {
                    (0..TRIALS).filter(|n| n % 2 == odd).map(|n| log(shared, n)).collect()
                })
            };
            [half(0), half(1)].map(|thread| thread.join().expect("a thread that ends well"))
        });
        for (odd, half) in halves.iter().enumerate() {
            let expected: Vec<&String> = logs.iter().skip(odd).step_by(2).collect();
            assert!(half.iter().eq(expected), "the logs differ");
        }
    }
}

/// B-5: the same tally to the bit on one thread and on two.
#[test]
fn b_5_odds_do_not_depend_on_threads() {
    for text in texts() {
        let tally = |threads| {
            let effort = Effort { threads, ..Effort::default() };
            sample::<Battlescape>(&battle(&text), 7, 0..100, &effort)
        };
        assert_eq!(tally(1), tally(2));
    }
}
