//! How fast battles are fought, all measures on, on one core, and how fast
//! they are solved, in processor time.
//!
//! `cargo bench -p fracas-mission --bench battles`. Every line ends with a
//! checksum of what was computed: it is the same on every machine.
//! `-- callgrind NAME` fights a fixed number of battles once, for instruction
//! counts.

use fracas_core::capability::ExactOdds;
use fracas_core::odds::{Budget, Exact, Refusal};
use fracas_core::ruleset::Ruleset;
use fracas_mission::Mission;
use fracas_mission::battle::Battle;
use fracas_testing::bench::{
    Asked, best_of, checksum, fought, line, mean, print_threads, seconds_of,
};

struct Case {
    name: &'static str,
    agents: &'static str,
    mission: &'static str,
    /// Battles of one measurement.
    battles: u64,
}

/// Measurements of each case, all of them short; the best counts.
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
    let text = format!("[[agent]]\nid = \"agent\"\n{}\n[mission]\n{}\n", case.agents, case.mission);
    fracas_testing::battle::<Mission>(&text, &[])
}

fn main() {
    match Asked::now() {
        Asked::Callgrind(name) => callgrind(&name),
        Asked::Lines => lines(),
        Asked::Threads => threads(),
        _ => {
            table();
            solved();
        }
    }
}

fn threads() {
    for case in CASES {
        print_threads::<Mission>(case.name, &battle(case), 20 * case.battles);
    }
}

fn lines() {
    for case in CASES {
        let b = battle(case);
        let (seconds, _) = seconds_of(|| fought::<Mission>(&b, case.battles));
        line(case.name, case.battles, seconds);
    }
    for case in SOLVED {
        let b = battle(case);
        let (seconds, _) = seconds_of(|| solve(&b, case.battles));
        line(&format!("exact, {}", case.name), case.battles, seconds);
    }
}

fn table() {
    println!(
        "{:<24}{:>12}{:>10}{:>10}{:>10}{:>11}  checksum",
        "battle", "battles/s", "rounds", "attacks", "draws", "ns/attack"
    );
    for case in CASES {
        let b = battle(case);
        let (seconds, tally) = best_of(REPEATS, || fought::<Mission>(&b, case.battles));
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

/// M-111: exact odds, each found so often in one measurement.
const SOLVED: &[Case] = &[
    Case { name: "1 v 1 initiate", agents: "", mission: "enemies = \"1 Initiate\"", battles: 20 },
    Case { name: "1 v 1 soldier", agents: "", mission: "enemies = \"1 Soldier\"", battles: 20 },
    Case {
        name: "2 v 2 initiates",
        agents: "count = 2\nhp = 10",
        mission: "enemies = \"2 Initiate\"",
        battles: 1,
    },
];

fn solve(b: &Battle, times: u64) -> Result<Exact, Refusal> {
    let mut found = Mission.exact(b, Budget::PATIENT);
    for _ in 1..times {
        found = Mission.exact(b, Budget::PATIENT);
    }
    found
}

fn solved() {
    println!(
        "\n{:<24}{:>12}{:>12}{:>12}{:>12}",
        "exact odds", "ms", "states", "branches", "ns/branch"
    );
    for case in SOLVED {
        let b = battle(case);
        match best_of(3, || solve(&b, case.battles)) {
            (seconds, Ok(found)) => println!(
                "{:<24}{:>12.3}{:>12}{:>12}{:>12.1}",
                case.name,
                seconds * 1e3 / case.battles as f64,
                found.states,
                found.branches,
                seconds * 1e9 / case.battles as f64 / found.branches as f64
            ),
            (_, Err(why)) => println!("{:<24}{why}", case.name),
        }
    }
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

/// One case, a few battles, or the exact odds of a duel: run it under callgrind.
fn callgrind(name: &str) {
    if name == "exact" {
        let found = Mission.exact(&battle(&CASES[1]), Budget::USUAL);
        println!("{} branches", found.map_or(0, |found| found.branches));
        return;
    }
    for case in CASES.iter().filter(|case| case.name.starts_with(name)) {
        let battles = (case.battles / 4).max(1);
        let tally = fought::<Mission>(&battle(case), battles);
        println!("{}: {battles} battles, {} draws", case.name, tally.draws());
    }
}
