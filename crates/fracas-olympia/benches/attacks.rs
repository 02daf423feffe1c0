//! How fast battles are fought, all measures on, on one core.
//!
//! `cargo bench -p fracas-olympia --bench attacks`. Every line ends with a
//! checksum of what was computed: it is the same on every machine.
//! `-- generators` compares the random generators in the same attack loop;
//! `-- callgrind` fights a fixed number of battles once, for instruction counts.

use std::hint::black_box;
use std::time::Instant;

use fracas_core::chance::{Generator, Purpose, Rolled};
use fracas_core::document::{Diagnostics, Source, check, parse};
use fracas_core::odds::{Effort, sample};
use fracas_core::ruleset::{Next, Ruleset};
use fracas_core::watch::Scores;
use fracas_olympia::Olympia;
use fracas_olympia::battle::Battle;
use rand_core::{SeedableRng, TryRng};
use rand_xoshiro::{Xoroshiro128PlusPlus, Xoshiro256PlusPlus};

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
        "ruleset = \"olympia\"\n[[attacker.stack]]\nnoble = \"Osswid\"\n{}\n\
         [defender]\n{side}\n[[defender.stack]]\nnoble = \"Evalin\"\n{units}\n",
        case.attacker
    );
    let mut out = Diagnostics::new(Source::new(case.name, text));
    let parsed = parse(&mut out);
    let found = parsed.map(|parsed| check(&parsed, Olympia::shape(), &mut out));
    let battle = found.and_then(|file| Olympia::read(&file, &mut out));
    battle.unwrap_or_else(|| panic!("{}", out.render(false)))
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    match wanted.first().map(String::as_str) {
        Some("generators") => generators(),
        Some("callgrind") => callgrind(wanted.get(1).map_or("", String::as_str)),
        _ => table(),
    }
}

fn table() {
    println!(
        "{:<28}{:>12}{:>10}{:>10}{:>10}{:>10}  checksum",
        "battle", "battles/s", "attacks", "draws", "ns/attack", "hits %"
    );
    for case in CASES {
        let b = battle(case);
        let best =
            (0..REPEATS).map(|_| measure(&b, case.battles)).min_by(|x, y| x.0.total_cmp(&y.0));
        let Some((seconds, tally)) = best else { continue };
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

fn measure(b: &Battle, battles: u64) -> (f64, fracas_core::odds::Tally) {
    let effort = Effort { threads: 1, ..Effort::default() };
    let start = Instant::now();
    let tally = sample::<Olympia>(b, 7, 0..battles, &effort);
    (start.elapsed().as_secs_f64(), black_box(tally))
}

fn mean(tally: &fracas_core::odds::Tally, name: &str) -> f64 {
    let odds = fracas_core::odds::Odds::sampled(tally, 0.05, "");
    let found = odds.measures.iter().find(|measure| measure.name == name);
    found.and_then(|measure| measure.mean).unwrap_or(f64::NAN)
}

/// FNV over outcome counts and draws.
fn checksum(tally: &fracas_core::odds::Tally) -> u64 {
    let words = tally.outcomes().into_iter().chain([tally.draws()]);
    words.fold(0xcbf2_9ce4_8422_2325, |sum, word| (sum ^ word).wrapping_mul(0x0100_0000_01b3))
}

/// One case, a few battles: run it under callgrind.
fn callgrind(name: &str) {
    for case in CASES.iter().filter(|case| case.name.starts_with(name)) {
        let battles = (case.battles / 100).max(1);
        let (_, tally) = measure(&battle(case), battles);
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
            best[0] = best[0].min(loop_on::<Xoroshiro128PlusPlus>(&b, battles));
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
    let start = Instant::now();
    for trial in 0..battles {
        state.clone_from(Olympia::start(b));
        let mut dice = Rolled::<G>::on(7, trial, Purpose::Battle);
        while Olympia::step(b, &mut state, &mut dice, &mut scores) == Next::On {}
        attacks += state.attacks;
    }
    black_box(&scores);
    start.elapsed().as_secs_f64() * 1e9 / attacks as f64
}

/// xoshiro256++, seeded from the same stream names.
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
