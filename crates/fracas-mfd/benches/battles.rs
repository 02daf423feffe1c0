//! How fast battles are fought, all measures on, on one core.
//!
//! `cargo bench -p fracas-mfd --bench battles`. Every line ends with a
//! checksum of what was computed: it is the same on every machine.
//! `-- callgrind NAME` fights a fixed number of battles once, for instruction
//! counts; `-- exact` times exact odds.

use std::hint::black_box;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use fracas_core::document::{Diagnostics, Folder, Source, check, parse};
use fracas_core::odds::{Budget, Effort, Odds, Tally, exact, sample};
use fracas_core::ruleset::Ruleset;
use fracas_mfd::Mfd;
use fracas_mfd::battle::Battle;

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
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    match wanted.first().map(String::as_str) {
        Some("callgrind") => callgrind(wanted.get(1).map_or("", String::as_str)),
        Some("exact") => exact_odds(),
        _ => table(),
    }
}

fn table() {
    println!(
        "{:<28}{:>12}{:>10}{:>12}{:>10}{:>12}  checksum",
        "battle", "battles/s", "rounds", "draws", "ns/draw", "us/battle"
    );
    for case in cases() {
        let Some(b) = battle(&case) else { continue };
        let best =
            (0..REPEATS).map(|_| measure(&b, case.battles)).min_by(|x, y| x.0.total_cmp(&y.0));
        let Some((seconds, tally)) = best else { continue };
        let battles = case.battles as f64;
        let draws = tally.draws() as f64 / battles;
        println!(
            "{:<28}{:>12.0}{:>10.2}{:>12.1}{:>10.2}{:>12.2}  {:016x}",
            case.name,
            battles / seconds,
            rounds(&tally),
            draws,
            seconds * 1e9 / battles / draws,
            seconds * 1e6 / battles,
            checksum(&tally)
        );
    }
}

fn measure(b: &Battle, battles: u64) -> (f64, Tally) {
    let effort = Effort { threads: 1, ..Effort::default() };
    let start = Instant::now();
    let tally = sample::<Mfd>(b, 7, 0..battles, &effort);
    (start.elapsed().as_secs_f64(), black_box(tally))
}

fn rounds(tally: &Tally) -> f64 {
    let odds = Odds::sampled(tally, 0.05, "");
    odds.measures.first().and_then(|measure| measure.mean).unwrap_or(f64::NAN)
}

/// FNV over outcome counts and draws.
fn checksum(tally: &Tally) -> u64 {
    let words = tally.outcomes().into_iter().chain([tally.draws()]);
    words.fold(0xcbf2_9ce4_8422_2325, |sum, word| (sum ^ word).wrapping_mul(0x0100_0000_01b3))
}

/// One case, a few battles: run it under callgrind.
fn callgrind(name: &str) {
    for case in cases().iter().filter(|case| case.name.starts_with(name)) {
        let Some(b) = battle(case) else { continue };
        let battles = (case.battles / 20).max(1);
        let (_, tally) = measure(&b, battles);
        println!("{}: {battles} battles, {} draws", case.name, tally.draws());
    }
}

/// Exact odds of small battles.
fn exact_odds() {
    println!("{:<28}{:>12}{:>12}{:>12}", "battle", "states", "branches", "ms");
    for (name, scenario) in [
        ("a duel", crowd(1, 1, "")),
        ("2 v 2", crowd(2, 2, "")),
        ("3 v 3", crowd(3, 3, "")),
        ("3 v 3 with buffs", crowd(3, 3, RICH)),
        ("3 v 3, 4 HP each", crowd(3, 3, ", bonus_hp = 2")),
        ("4 v 4", crowd(4, 4, "")),
    ] {
        let Some(b) = battle(&Case { name, scenario, battles: 1 }) else { continue };
        let start = Instant::now();
        match exact::<Mfd>(&b, Budget::PATIENT) {
            Ok(found) => println!(
                "{name:<28}{:>12}{:>12}{:>12.1}",
                found.states,
                found.branches,
                start.elapsed().as_secs_f64() * 1e3
            ),
            Err(why) => println!("{name:<28}{why}"),
        }
    }
}
