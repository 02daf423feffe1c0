//! How fast battles are fought, all measures on, on one core, in processor time.
//!
//! `cargo bench -p fracas-olympia --bench attacks`. Every line ends with a
//! checksum of what was computed: it is the same on every machine.
//! `-- generators` compares the random generators in the same attack loop;
//! `-- callgrind` fights a fixed number of battles once, for instruction counts.

use std::hint::black_box;

use fracas_core::chance::{Generator, Purpose, Rolled, Xoroshiro};
use fracas_core::ruleset::{Next, Ruleset};
use fracas_core::watch::Scores;
use fracas_olympia::Olympia;
use fracas_olympia::battle::Battle;
use fracas_testing::bench::{
    Asked, best_of, checksum, fought, line, mean, print_threads, seconds_of,
};
use rand_core::{SeedableRng, TryRng};
use rand_xoshiro::Xoshiro256PlusPlus;

struct Case {
    name: &'static str,
    attacker: &'static str,
    defender: &'static str,
    /// Battles of one measurement.
    battles: u64,
}

/// Measurements of each case; the best counts, for the machine may be busy.
const REPEATS: usize = 15;

const CASES: &[Case] = &[
    Case { name: "duel", attacker: "", defender: "", battles: 300_000 },
    Case {
        name: "10 soldiers v 10 pikemen",
        attacker: "men = { soldier = 10 }",
        defender: "men = { pikeman = 10 }",
        battles: 50_000,
    },
    Case {
        name: "10 knights v 10 knights",
        attacker: "men = { knight = 10 }",
        defender: "men = { knight = 10 }",
        battles: 50_000,
    },
    Case {
        name: "50 knights v 100 pikemen",
        attacker: "men = { knight = 50 }",
        defender: "men = { pikeman = 100 }",
        battles: 10_000,
    },
    Case {
        name: "castle siege with engines",
        attacker: "men = { soldier = 120, pikeman = 40, catapult = 4, siege_tower = 2 }\n\
                   [[attacker.stack]]\nnoble = \"Feasel\"\nbehind = 1\nmen = { archer = 30 }",
        defender: "men = { knight = 20, crossbowman = 40 }\n\
                   [defender]\nstructure = { kind = \"castle\", defense = 25 }",
        battles: 10_000,
    },
    Case {
        name: "2,000 swordsmen v 2,000",
        attacker: "men = { swordsman = 2000 }",
        defender: "men = { swordsman = 2000 }",
        battles: 400,
    },
    Case {
        name: "pikes and bows v a castle",
        attacker: "men = { pikeman = 1000 }\n\
                   [[attacker.stack]]\nnoble = \"Feasel\"\nbehind = 1\nmen = { archer = 1000 }",
        defender: "men = { knight = 1275, soldier = 725 }\n\
                   [defender]\nstructure = { kind = \"castle\", defense = 50 }",
        battles: 400,
    },
    Case {
        name: "a million a side",
        attacker: "men = { soldier = 400000, swordsman = 600000 }",
        defender: "men = { pikeman = 500000, archer = 500000 }",
        battles: 1,
    },
];

fn battle(case: &Case) -> Battle {
    // The defender's own keys, if any, stand behind his units.
    let (units, side) = case.defender.split_once("[defender]").unwrap_or((case.defender, ""));
    let text = format!(
        "[[attacker.stack]]\nnoble = \"Osswid\"\n{}\n\
         [defender]\n{side}\n[[defender.stack]]\nnoble = \"Evalin\"\n{units}\n",
        case.attacker
    );
    fracas_testing::battle::<Olympia>(&text, &[])
}

fn main() {
    match Asked::now() {
        Asked::Other(word) if word == "generators" => generators(),
        Asked::Callgrind(name) => callgrind(&name),
        Asked::Lines => lines(),
        Asked::Threads => threads(),
        _ => table(),
    }
}

fn threads() {
    for case in CASES.iter().filter(|case| case.battles > 1) {
        print_threads::<Olympia>(case.name, &battle(case), case.battles);
    }
}

fn lines() {
    for case in CASES {
        let b = battle(case);
        let (seconds, _) = seconds_of(|| fought::<Olympia>(&b, case.battles));
        line(case.name, case.battles, seconds);
    }
}

fn table() {
    println!(
        "{:<28}{:>12}{:>10}{:>10}{:>10}{:>10}  checksum",
        "battle", "battles/s", "attacks", "draws", "ns/attack", "hits %"
    );
    for case in CASES {
        let b = battle(case);
        let (seconds, tally) = best_of(REPEATS, || fought::<Olympia>(&b, case.battles));
        let battles = case.battles as f64;
        let attacks = mean(&tally, "attacks");
        let lost = mean(&tally, "attacker_lost") + mean(&tally, "defender_lost");
        println!(
            "{:<28}{:>12.0}{:>10.1}{:>10.1}{:>10.2}{:>10.1}  {:016x}",
            case.name,
            battles / seconds,
            attacks,
            tally.draws() as f64 / battles,
            seconds * 1e9 / battles / attacks,
            100.0 * lost / attacks,
            checksum(&tally)
        );
    }
}

/// One case, a few battles: run it under callgrind.
fn callgrind(name: &str) {
    for case in CASES.iter().filter(|case| case.name.starts_with(name)) {
        let battles = (case.battles / 100).max(1);
        let tally = fought::<Olympia>(&battle(case), battles);
        println!("{}: {battles} battles, {} draws", case.name, tally.draws());
    }
}

fn generators() {
    println!("{:<28}{:>20}{:>20}", "ns/attack", "xoroshiro128++", "xoshiro256++");
    for case in &CASES[1..6] {
        let b = battle(case);
        let battles = case.battles / 4;
        let mut best = [f64::INFINITY; 2];
        for _ in 0..5 {
            best[0] = best[0].min(loop_on::<Xoroshiro>(&b, battles));
            best[1] = best[1].min(loop_on::<Wide>(&b, battles));
        }
        println!("{:<28}{:>20.2}{:>20.2}", case.name, best[0], best[1]);
    }
}

/// The attack loop alone, on a generator of choice.
fn loop_on<G: Generator>(b: &Battle, battles: u64) -> f64 {
    let mut state = Olympia::start(b).clone();
    let mut scores = Scores::new(Olympia::measures(b).iter().map(|m| m.start).collect());
    let mut attacks = 0;
    let (seconds, ()) = seconds_of(|| {
        for trial in 0..battles {
            state.clone_from(Olympia::start(b));
            let mut dice = Rolled::<G>::on(7, trial, Purpose::Battle);
            while Olympia::step(b, &mut state, &mut dice, &mut scores) == Next::On {}
            attacks += state.attacks;
        }
    });
    black_box(&scores);
    seconds * 1e9 / attacks as f64
}

/// xoshiro256++, seeded from the same stream names.
#[derive(Clone)]
struct Wide(Xoshiro256PlusPlus);

impl TryRng for Wide {
    type Error = std::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        self.0.try_next_u32()
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        self.0.try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        self.0.try_fill_bytes(bytes)
    }
}

impl Generator for Wide {
    fn of_stream(seed: u64, trial: u64, purpose: Purpose) -> Self {
        let [a, b] = fracas_core::chance::stream_seed(seed, trial, purpose);
        let [c, d] = fracas_core::chance::stream_seed(b, a, purpose);
        let mut bytes = [0; 32];
        for (place, word) in [a, b, c, d].into_iter().enumerate() {
            bytes[8 * place..8 * place + 8].copy_from_slice(&word.to_le_bytes());
        }
        Self(Xoshiro256PlusPlus::from_seed(bytes))
    }
}
