//! How fast battles are fought, all measures on, on one core, in processor time.
//!
//! `cargo bench -p fracas-mfd --bench battles`. Every line ends with a
//! checksum of what was computed: it is the same on every machine.
//! `-- callgrind NAME` fights a fixed number of battles once, for instruction
//! counts; `-- exact` times exact odds.

use std::path::PathBuf;
use std::sync::Arc;

use fracas_core::document::{Diagnostics, Folder, Source, check, parse};
use fracas_core::odds::{Budget, exact};
use fracas_core::ruleset::Ruleset;
use fracas_mfd::Mfd;
use fracas_mfd::battle::Battle;
use fracas_testing::bench::{
    Asked, best_of, checksum, fought, line, mean, print_threads, seconds_of,
};

/// The machine may be busy: the best of so many runs counts.
const REPEATS: usize = 15;

struct Case {
    name: &'static str,
    scenario: String,
    battles: u64,
}

fn cases() -> Vec<Case> {
    let case = |name, scenario, battles| Case { name, scenario, battles };
    vec![
        case("a duel", crowd(1, 1, ""), 200_000),
        case("27 v 4, samples", TWO_FILES.to_owned(), 20_000),
        case("27 v 4, examples", EXAMPLES.to_owned(), 20_000),
        case("50 v 50", crowd(50, 50, ""), 4_000),
        case("50 v 50, buffs and guards", crowd(50, 50, RICH), 4_000),
        case("1,000 v 1,000", crowd(1_000, 1_000, ""), 40),
        case("10,000 v 10,000", crowd(10_000, 10_000, ""), 1),
    ]
}

/// The sample sides of the original program, where they are.
const TWO_FILES: &str = "heroes.csv = 'Heroes.csv'\nvillains.csv = 'Villains.csv'";

/// Our own sides of the same shape.
const EXAMPLES: &str = "heroes.csv = 'Clan.csv'\nvillains.csv = 'Raiders.csv'";

const RICH: &str = ", bodyguard_for = '{side}0', buffs = [{ name = 'X', who = ['{side}1', '{side}2', '{side}3'], offense = 0.05, defense = 0.05 }]";

/// Sides of different fighters: XP from 2000 to 10 000.
fn crowd(heroes: usize, villains: usize, more: &str) -> String {
    let side = |count: usize, side: &str| {
        let more = more.replace("{side}", side);
        let one =
            |n: usize| format!("{{ name = '{side}{n}', xp = {} {more} }}", 2_000 + n % 9 * 1_000);
        (0..count).map(one).collect::<Vec<_>>().join(",\n")
    };
    format!(
        "heroes.fighters = [{}]\nvillains.fighters = [{}]\n",
        side(heroes, "H"),
        side(villains, "V")
    )
}

fn battle(case: &Case) -> Option<Battle> {
    let text = format!("ruleset = \"mfd\"\n{}", case.scenario);
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = if case.scenario == TWO_FILES { "../shared/data/mfd" } else { "examples/mfd" };
    let mut out = Diagnostics::new(Source::new(case.name, text))
        .with_files(Arc::new(Folder::new(root.join(folder))));
    let parsed = parse(&mut out)?;
    let file = check(&parsed, Mfd::shape(), &mut out);
    let battle = Mfd::read(&file, &mut out);
    if battle.is_none() {
        println!("{:<28}skipped: {}", case.name, out.render(false).lines().next().unwrap_or(""));
    }
    battle
}

fn main() {
    match Asked::now() {
        Asked::Callgrind(name) => callgrind(&name),
        Asked::Other(word) if word == "exact" => exact_odds(),
        Asked::Lines => lines(),
        Asked::Threads => threads(),
        _ => table(),
    }
}

fn threads() {
    for case in cases().iter().filter(|case| case.battles > 1) {
        let Some(b) = battle(case) else { continue };
        print_threads::<Mfd>(case.name, &b, case.battles);
    }
}

fn lines() {
    for case in cases() {
        let Some(b) = battle(&case) else { continue };
        let (seconds, _) = seconds_of(|| fought::<Mfd>(&b, case.battles));
        line(case.name, case.battles, seconds);
    }
    for case in solved() {
        let Some(b) = battle(&case) else { continue };
        let (seconds, _) = seconds_of(|| exact::<Mfd>(&b, Budget::PATIENT));
        line(&format!("exact, {}", case.name), 1, seconds);
    }
}

fn table() {
    println!(
        "{:<28}{:>12}{:>10}{:>12}{:>10}{:>12}  checksum",
        "battle", "battles/s", "rounds", "draws", "ns/draw", "us/battle"
    );
    for case in cases() {
        let Some(b) = battle(&case) else { continue };
        let (seconds, tally) = best_of(REPEATS, || fought::<Mfd>(&b, case.battles));
        let battles = case.battles as f64;
        let draws = tally.draws() as f64 / battles;
        println!(
            "{:<28}{:>12.0}{:>10.2}{:>12.1}{:>10.2}{:>12.2}  {:016x}",
            case.name,
            battles / seconds,
            mean(&tally, "rounds"),
            draws,
            seconds * 1e9 / battles / draws,
            seconds * 1e6 / battles,
            checksum(&tally)
        );
    }
}

/// One case, a few battles: run it under callgrind.
fn callgrind(name: &str) {
    for case in cases().iter().filter(|case| case.name.starts_with(name)) {
        let Some(b) = battle(case) else { continue };
        let battles = (case.battles / 20).max(1);
        let tally = fought::<Mfd>(&b, battles);
        println!("{}: {battles} battles, {} draws", case.name, tally.draws());
    }
}

/// Small battles that are solved.
fn solved() -> Vec<Case> {
    let case = |name, scenario| Case { name, scenario, battles: 1 };
    vec![
        case("a duel", crowd(1, 1, "")),
        case("2 v 2", crowd(2, 2, "")),
        case("3 v 3", crowd(3, 3, "")),
        case("3 v 3 with buffs", crowd(3, 3, RICH)),
        case("3 v 3, 4 HP each", crowd(3, 3, ", bonus_hp = 2")),
        case("4 v 4", crowd(4, 4, "")),
        case("6 v 6 of one kind each", kinds(&[6], "")),
        case("6 v 6 of one kind, 4 HP each", kinds(&[6], ", bonus_hp = 2")),
        case("6 v 6 of two kinds each", kinds(&[3, 3], "")),
        case("6 v 6, a leader and five", kinds(&[1, 5], "")),
    ]
}

/// Two equal sides of so many fighters of each kind.
fn kinds(of_kind: &[usize], more: &str) -> String {
    let side = |side: &str| {
        let one = |kind: usize, n: usize| {
            format!("{{ name = '{side}{kind}{n}', xp = {} {more} }}", 8_000 - kind * 3_000)
        };
        let all = of_kind.iter().enumerate();
        let all = all.flat_map(|(kind, &count)| (0..count).map(move |n| one(kind, n)));
        all.collect::<Vec<_>>().join(",\n")
    };
    format!("heroes.fighters = [{}]\nvillains.fighters = [{}]\n", side("H"), side("V"))
}

/// Exact odds of small battles.
fn exact_odds() {
    println!("{:<28}{:>12}{:>12}{:>12}", "battle", "states", "branches", "ms");
    for case in solved() {
        let Some(b) = battle(&case) else { continue };
        match seconds_of(|| exact::<Mfd>(&b, Budget::PATIENT)) {
            (seconds, Ok(found)) => println!(
                "{:<28}{:>12}{:>12}{:>12.1}",
                case.name,
                found.states,
                found.branches,
                seconds * 1e3
            ),
            (_, Err(why)) => println!("{:<28}{why}", case.name),
        }
    }
}
