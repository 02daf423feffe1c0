//! How fast battles are fought, all measures on, on one core.
//!
//! `cargo bench -p fracas-mission --bench battles`. Every line ends with a
//! checksum of what was computed: it is the same on every machine.
//! `-- callgrind NAME` fights a fixed number of battles once, for instruction
//! counts.

use fracas_core::capability::ExactOdds;
use std::hint::black_box;
use std::time::Instant;

use fracas_core::document::{Diagnostics, Source, check, parse};
use fracas_core::odds::{Budget, Effort, Odds, Tally, sample};
use fracas_core::ruleset::Ruleset;
use fracas_mission::Mission;
use fracas_mission::battle::Battle;

struct Case {
    name: &'static str,
    agents: &'static str,
    mission: &'static str,
    /// Battles of one measurement.
    battles: u64,
}

/// Measurements of each case, all of them short; the best counts, for the
/// machine may be busy with something else in between.
const REPEATS: usize = 100;

const CASES: &[Case] = &[
    Case {
        name: "1 v 1 initiate",
        agents: "",
        mission: "enemies = \"1 Initiate\"",
        battles: 30_000,
    },
    Case { name: "1 v 1 soldier", agents: "", mission: "enemies = \"1 Soldier\"", battles: 30_000 },
    Case {
        name: "8 v 8 safehouse",
        agents: "count = 8",
        mission: "preset = \"safehouse\"",
        battles: 1_000,
    },
    Case {
        name: "8 v 8 soldiers",
        agents: "count = 8",
        mission: "enemies = \"8 Soldier\"",
        battles: 1_000,
    },
    Case {
        name: "20 v 30 base",
        agents: "count = 20\nskill = 180",
        mission: "enemies = \"11 Operative, 10 Soldier, 2 Elite, 4 Handler, 2 Lieutenant, 1 Commander\"",
        battles: 300,
    },
    Case {
        name: "200 v 300 operatives",
        agents: "count = 200",
        mission: "enemies = \"300 Operative\"",
        battles: 30,
    },
    Case {
        name: "1000 v 1000 soldiers",
        agents: "count = 1000\nskill = 120",
        mission: "enemies = \"1000 Soldier\"",
        battles: 4,
    },
];

fn battle(case: &Case) -> Battle {
    let text = format!(
        "ruleset = \"mission\"\n[[agent]]\nid = \"agent\"\n{}\n[mission]\n{}\n",
        case.agents, case.mission
    );
    let mut out = Diagnostics::new(Source::new(case.name, text));
    let parsed = parse(&mut out);
    let found = parsed.map(|parsed| check(&parsed, Mission::shape(), &mut out));
    let battle = found.and_then(|file| Mission::read(&file, &mut out));
    battle.unwrap_or_else(|| panic!("{}", out.render(false)))
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    match wanted.first().map(String::as_str) {
        Some("callgrind") => callgrind(wanted.get(1).map_or("", String::as_str)),
        _ => {
            table();
            exact_duels();
        }
    }
}

fn table() {
    println!(
        "{:<24}{:>12}{:>10}{:>10}{:>10}{:>11}  checksum",
        "battle", "battles/s", "rounds", "attacks", "draws", "ns/attack"
    );
    for case in CASES {
        let b = battle(case);
        let best =
            (0..REPEATS).map(|_| measure(&b, case.battles)).min_by(|x, y| x.0.total_cmp(&y.0));
        let Some((seconds, tally)) = best else { continue };
        let battles = case.battles as f64;
        let attacks = attacks(&b, case.battles.min(2_000));
        println!(
            "{:<24}{:>12.0}{:>10.2}{:>10.1}{:>10.1}{:>11.2}  {:016x}",
            case.name,
            battles / seconds,
            mean(&tally, "rounds"),
            attacks,
            tally.draws() as f64 / battles,
            seconds * 1e9 / battles / attacks,
            checksum(&tally)
        );
    }
}

/// M-111: exact odds of the duels.
fn exact_duels() {
    println!(
        "\n{:<24}{:>12}{:>12}{:>12}{:>12}",
        "exact odds", "ms", "states", "branches", "ns/branch"
    );
    for case in &CASES[..2] {
        let b = battle(case);
        let mut best = f64::INFINITY;
        let mut size = (0, 0);
        for _ in 0..REPEATS {
            let start = Instant::now();
            if let Ok(found) = Mission.exact(&b, Budget::USUAL) {
                size = (found.states, found.branches);
            }
            best = best.min(start.elapsed().as_secs_f64());
        }
        println!(
            "{:<24}{:>12.2}{:>12}{:>12}{:>12.1}",
            case.name,
            best * 1e3,
            size.0,
            size.1,
            best * 1e9 / size.1 as f64
        );
    }
}

fn measure(b: &Battle, battles: u64) -> (f64, Tally) {
    let effort = Effort { threads: 1, ..Effort::default() };
    let start = Instant::now();
    let tally = sample::<Mission>(b, 7, 0..battles, &effort);
    (start.elapsed().as_secs_f64(), black_box(tally))
}

fn mean(tally: &Tally, name: &str) -> f64 {
    let odds = Odds::sampled(tally, 0.05, "");
    let found = odds.measures.iter().find(|measure| measure.name == name);
    found.and_then(|measure| measure.mean).unwrap_or(f64::NAN)
}

/// The mean number of attacks of the first battles: one step each.
fn attacks(b: &Battle, battles: u64) -> f64 {
    use fracas_core::chance::{Purpose, Rolled};
    use fracas_core::ruleset::Next;
    use fracas_core::watch::Scores;
    let mut state = Mission::start(b).clone();
    let mut scores = Scores::new(Mission::measures(b).iter().map(|m| m.start).collect());
    let mut attacks = 0;
    for trial in 0..battles {
        state.clone_from(Mission::start(b));
        let mut dice = Rolled::new(7, trial, Purpose::Battle);
        loop {
            attacks += 1;
            if Mission::step(b, &mut state, &mut dice, &mut scores) != Next::On {
                break;
            }
        }
    }
    attacks as f64 / battles as f64
}

/// FNV over outcome counts and draws.
fn checksum(tally: &Tally) -> u64 {
    let words = tally.outcomes().into_iter().chain([tally.draws()]);
    words.fold(0xcbf2_9ce4_8422_2325, |sum, word| (sum ^ word).wrapping_mul(0x0100_0000_01b3))
}

/// One case, a few battles, or the exact odds of a duel: run it under callgrind.
fn callgrind(name: &str) {
    if name == "exact" {
        let found = Mission.exact(&battle(&CASES[1]), Budget::USUAL);
        println!("{} branches", found.map_or(0, |found| found.branches));
        return;
    }
    for case in CASES.iter().filter(|case| case.name.starts_with(name)) {
        let battles = (case.battles / 4).max(1);
        let (_, tally) = measure(&battle(case), battles);
        println!("{}: {battles} battles, {} draws", case.name, tally.draws());
    }
}
