//! How fast exact odds are found, in processor time.
//!
//! `cargo bench -p fracas-olympia --bench exact`; a name, such as `-- 700`, solves
//! one case once, for instruction counts.

use fracas_core::capability::ExactOdds;
use fracas_core::odds::{Budget, Exact, Refusal};
use fracas_olympia::Olympia;
use fracas_olympia::battle::Battle;
use fracas_testing::bench::{Asked, best_of, line, seconds_of};

struct Case {
    name: &'static str,
    attacker: &'static str,
    defender: &'static str,
    /// Solved so often in one measurement.
    times: u64,
}

const fn case(
    name: &'static str,
    attacker: &'static str,
    defender: &'static str,
    times: u64,
) -> Case {
    Case { name, attacker, defender, times }
}

const CASES: &[Case] = &[
    case("duel", "", "", 200),
    case("10 soldiers v 10 pikemen", "men = { soldier = 10 }", "men = { pikeman = 10 }", 100),
    case("50 knights v 100 pikemen", "men = { knight = 50 }", "men = { pikeman = 100 }", 10),
    case(
        "two nobles and 20 a side",
        "men = { soldier = 20 }\n[[attacker.stack]]\nnoble = \"Feasel\"",
        "men = { pikeman = 20 }\n[[defender.stack]]\nnoble = \"Ylva\"",
        20,
    ),
    case(
        "two kinds a side, N = 10",
        "men = { soldier = 10, swordsman = 10 }",
        "men = { soldier = 10, swordsman = 10 }",
        10,
    ),
    case(
        "two kinds a side, N = 30",
        "men = { soldier = 30, swordsman = 30 }",
        "men = { soldier = 30, swordsman = 30 }",
        1,
    ),
    case(
        "two kinds a side, N = 50",
        "men = { soldier = 50, swordsman = 50 }",
        "men = { soldier = 50, swordsman = 50 }",
        1,
    ),
    case("700 v 700 swordsmen", "men = { swordsman = 700 }", "men = { swordsman = 700 }", 1),
    case("2,000 v 2,000 swordsmen", "men = { swordsman = 2000 }", "men = { swordsman = 2000 }", 1),
    case("3,100 v 3,100 swordsmen", "men = { swordsman = 3100 }", "men = { swordsman = 3100 }", 1),
    case(
        "100 v 100 in port",
        "place = { terrain = 'port', aboard = { kind = 'galley' } }\nmen = { swordsman = 100 }",
        "men = { swordsman = 100 }",
        10,
    ),
    case(
        "100 v 100 at sea",
        "place = { terrain = 'ocean', aboard = { kind = 'galley' } }\nmen = { swordsman = 100 }",
        "men = { swordsman = 100 }",
        10,
    ),
    case(
        "two kinds v a tower",
        "men = { soldier = 8, swordsman = 8 }",
        "men = { soldier = 4, pikeman = 4 }\n\
         [defender]\nstructure = { kind = \"tower\", defense = 10 }",
        1,
    ),
    case(
        "two kinds, later edition",
        "edition = 'later'\nmen = { soldier = 3, swordsman = 3 }",
        "men = { soldier = 3, swordsman = 3 }",
        1,
    ),
];

fn battle(case: &Case) -> Battle {
    // Where and by which rules it is fought, if that is said, stands before the
    // attacker's men, and the defender's own keys behind his.
    let (place, attacker) = match case.attacker.split_once('\n') {
        Some((place, men)) if !place.starts_with("men") => (place, men),
        _ => ("", case.attacker),
    };
    let (men, side) = case.defender.split_once("[defender]").unwrap_or((case.defender, ""));
    let text = format!(
        "{place}\n[[attacker.stack]]\nnoble = \"Osswid\"\n{attacker}\n\
         [defender]\n{side}\n[[defender.stack]]\nnoble = \"Evalin\"\n{men}\n"
    );
    fracas_testing::battle::<Olympia>(&text, &[])
}

fn main() {
    match Asked::now() {
        Asked::Lines => lines(),
        Asked::Callgrind(name) | Asked::Other(name) => table(&name, 1),
        Asked::Table | Asked::Threads => table("", 5),
    }
}

fn solve(battle: &Battle, times: u64) -> Result<Exact, Refusal> {
    let mut found = Olympia.exact(battle, Budget::PATIENT);
    for _ in 1..times {
        found = Olympia.exact(battle, Budget::PATIENT);
    }
    found
}

fn lines() {
    for case in CASES {
        let b = battle(case);
        let (seconds, _) = seconds_of(|| solve(&b, case.times));
        line(&format!("exact, {}", case.name), case.times, seconds);
    }
}

fn table(wanted: &str, repeats: usize) {
    println!(
        "{:<28}{:>10}{:>12}{:>12}{:>12}{:>14}",
        "battle", "ms", "states", "branches", "ns/state", "attacker"
    );
    for case in CASES.iter().filter(|case| case.name.starts_with(wanted)) {
        let b = battle(case);
        let times = if repeats == 1 { 1 } else { case.times };
        match best_of(repeats, || solve(&b, times)) {
            (seconds, Ok(exact)) => println!(
                "{:<28}{:>10.3}{:>12}{:>12}{:>12.0}{:>14.10}",
                case.name,
                seconds * 1e3 / times as f64,
                exact.states,
                exact.branches,
                seconds * 1e9 / times as f64 / exact.states as f64,
                exact.odds.outcomes[0].p
            ),
            (_, Err(refusal)) => println!("{:<28}{refusal}", case.name),
        }
    }
}
