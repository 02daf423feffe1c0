//! How fast exact odds are found.
//!
//! `cargo bench -p fracas-olympia --bench exact`; a name, such as `-- 700`, picks
//! one case.

use fracas_core::capability::ExactOdds;
use std::time::Instant;

use fracas_core::document::{Diagnostics, Source, check, parse};
use fracas_core::odds::Budget;
use fracas_core::ruleset::Ruleset;
use fracas_olympia::Olympia;

const CASES: &[(&str, &str, &str)] = &[
    ("duel", "", ""),
    ("10 soldiers v 10 pikemen", "men = { soldier = 10 }", "men = { pikeman = 10 }"),
    ("50 knights v 100 pikemen", "men = { knight = 50 }", "men = { pikeman = 100 }"),
    (
        "two nobles and 20 a side",
        "men = { soldier = 20 }\n[[attacker.stack]]\nnoble = \"Feasel\"",
        "men = { pikeman = 20 }\n[[defender.stack]]\nnoble = \"Ylva\"",
    ),
    ("700 v 700 swordsmen", "men = { swordsman = 700 }", "men = { swordsman = 700 }"),
    ("2,000 v 2,000 swordsmen", "men = { swordsman = 2000 }", "men = { swordsman = 2000 }"),
    ("3,100 v 3,100 swordsmen", "men = { swordsman = 3100 }", "men = { swordsman = 3100 }"),
];

fn main() {
    println!(
        "{:<28}{:>10}{:>12}{:>12}{:>12}{:>14}",
        "battle", "ms", "states", "branches", "ns/state", "attacker"
    );
    let wanted = std::env::args().nth(1).filter(|arg| arg != "--bench").unwrap_or_default();
    for (name, attacker, defender) in CASES.iter().filter(|case| case.0.starts_with(&wanted)) {
        let text = format!(
            "ruleset = \"olympia\"\n[[attacker.stack]]\nnoble = \"Osswid\"\n{attacker}\n\
             [[defender.stack]]\nnoble = \"Evalin\"\n{defender}\n"
        );
        let mut out = Diagnostics::new(Source::new(*name, text));
        let file = parse(&mut out).map(|parsed| check(&parsed, Olympia::shape(), &mut out));
        let Some(battle) = file.and_then(|file| Olympia::read(&file, &mut out)) else {
            panic!("{}", out.render(false));
        };
        let mut best = f64::INFINITY;
        let mut answer = None;
        // A case asked for by name is solved once: for instruction counts.
        for _ in 0..if wanted.is_empty() { 5 } else { 1 } {
            let start = Instant::now();
            answer = Some(Olympia.exact(&battle, Budget::PATIENT));
            best = best.min(start.elapsed().as_secs_f64());
        }
        match answer {
            Some(Ok(exact)) => println!(
                "{name:<28}{:>10.3}{:>12}{:>12}{:>12.0}{:>14.10}",
                best * 1e3,
                exact.states,
                exact.branches,
                best * 1e9 / exact.states as f64,
                exact.odds.outcomes[0].p
            ),
            Some(Err(refusal)) => println!("{name:<28}{refusal}"),
            None => {}
        }
    }
}
