//! How fast battles are fought, all measures on, on one core, and how fast
//! they are solved.
//!
//! `cargo bench -p fracas-andor --bench duels`. Every line ends with a
//! checksum of what was computed: it is the same on every machine.
//! `-- callgrind NAME` fights a fixed number of battles once, for instruction
//! counts.

use fracas_core::capability::ExactOdds;
use std::hint::black_box;
use std::time::Instant;

use fracas_andor::Andor;
use fracas_andor::battle::Battle;
use fracas_core::document::{Diagnostics, Source, check, parse};
use fracas_core::odds::{Budget, Effort, Odds, Tally, sample};
use fracas_core::ruleset::Ruleset;

struct Case {
    name: &'static str,
    text: &'static str,
    /// Battles of one measurement.
    battles: u64,
}

/// Measurements of each case; the best counts, for the machine may be busy.
const REPEATS: usize = 15;

const CASES: &[Case] = &[
    Case {
        name: "trivial duel",
        text: "[player]\nbase = { hp = 1, attack_cost = 10, attack_chance = 50 }\n\
               [[monster]]\nattack_chance = 50\ndamage = 1\n",
        battles: 1_000_000,
    },
    Case {
        name: "1 v 3",
        text: "[player]\nbase = { hp = 30, attack_cost = 4, attack_chance = 85, damage = '2-5', \
               critical_chance = 10, critical_multiplier = 2, block = 20 }\n\
               [[monster]]\ncount = 3\nhp = 8\nattack_cost = 9\nattack_chance = 70\n\
               damage = '1-3'\nblock = 5\n",
        battles: 150_000,
    },
    Case {
        name: "sixteen turns",
        text: "[player]\nbase = { hp = 120, attack_cost = 5, attack_chance = 80, damage = '2-5', \
               critical_chance = 10, critical_multiplier = 2, block = 20 }\n\
               [[monster]]\nhp = 74\nattack_cost = 5\nattack_chance = 80\n\
               damage = '2-4'\nblock = 15\nxp = 120\n",
        battles: 60_000,
    },
    Case {
        name: "potions, flight, loot",
        text: "[player]\nbase = { hp = 30, attack_cost = 4, attack_chance = 85, damage = '2-5', \
               critical_chance = 10, critical_multiplier = 2, block = 20 }\n\
               bag = { tonic = 2 }\n[item.tonic]\nheal = '5-10'\n\
               [policy]\ndrink_below = 50\nflee_below = 20\n\
               [[monster]]\nhp = 28\nattack_cost = 5\nattack_chance = 90\ndamage = '2-4'\n\
               block = 15\nxp = 49\nloot = [{ item = 'gold', chance = '70%', qty = '3-6' }]\n",
        battles: 100_000,
    },
    Case {
        name: "poison (current)",
        text: "profile = 'current'\n[player]\nbase = { hp = 60, attack_cost = 4, \
               attack_chance = 85, damage = '2-5', block = 20 }\n\
               [condition.poison]\nisStacking = true\nroundEffect = { increaseCurrentHP = -1 }\n\
               [[monster]]\nhp = 28\nattack_cost = 5\nattack_chance = 90\ndamage = '2-4'\n\
               block = 15\nhit_effect = { conditionsTarget = \
               [{ condition = 'poison', magnitude = 1, duration = 3, chance = '50' }] }\n",
        battles: 20_000,
    },
];

fn battle(case: &Case) -> Battle {
    let text = format!("ruleset = \"andor\"\n{}", case.text);
    let mut out = Diagnostics::new(Source::new(case.name, text));
    let parsed = parse(&mut out);
    let found = parsed.map(|parsed| check(&parsed, Andor::shape(), &mut out));
    let battle = found.and_then(|file| Andor::read(&file, &mut out));
    battle.unwrap_or_else(|| panic!("{}", out.render(false)))
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    match wanted.first().map(String::as_str) {
        Some("callgrind") => callgrind(wanted.get(1).map_or("", String::as_str)),
        _ => {
            fought();
            solved();
        }
    }
}

fn fought() {
    println!(
        "{:<24}{:>12}{:>10}{:>10}{:>10}  checksum",
        "battle", "battles/s", "turns", "draws", "ns/draw"
    );
    for case in CASES {
        let b = battle(case);
        let best =
            (0..REPEATS).map(|_| measure(&b, case.battles)).min_by(|x, y| x.0.total_cmp(&y.0));
        let Some((seconds, tally)) = best else { continue };
        let battles = case.battles as f64;
        let draws = tally.draws() as f64 / battles;
        let odds = Odds::sampled(&tally, 0.05, "");
        println!(
            "{:<24}{:>12.0}{:>10.2}{:>10.2}{:>10.2}  {:016x}",
            case.name,
            battles / seconds,
            odds.measures[0].mean.unwrap_or(f64::NAN),
            draws,
            seconds * 1e9 / battles / draws,
            checksum(&tally)
        );
    }
}

fn measure(b: &Battle, battles: u64) -> (f64, Tally) {
    let effort = Effort { threads: 1, ..Effort::default() };
    let start = Instant::now();
    let tally = sample::<Andor>(b, 7, 0..battles, &effort);
    (start.elapsed().as_secs_f64(), black_box(tally))
}

/// FNV over outcome counts and draws.
fn checksum(tally: &Tally) -> u64 {
    let words = tally.outcomes().into_iter().chain([tally.draws()]);
    words.fold(0xcbf2_9ce4_8422_2325, |sum, word| (sum ^ word).wrapping_mul(0x0100_0000_01b3))
}

/// exact odds of large battles.
fn solved() {
    let big = Case {
        name: "150 x 1000 hit points",
        text: "[player]\nbase = { hp = 150, attack_cost = 3, attack_chance = 130, \
               damage = '6-28', critical_chance = 15, critical_multiplier = 2.5, block = 40 }\n\
               [[monster]]\nhp = 1000\nattack_cost = 5\nattack_chance = 80\ndamage = '0-9'\n\
               block = 60\n",
        battles: 0,
    };
    let three = Case {
        name: "three with 5 potions",
        text: "[player]\nbase = { hp = 80, attack_cost = 4, attack_chance = 110, \
               damage = '3-9', critical_chance = 15, critical_multiplier = 2, block = 40 }\n\
               bag = { tonic = 5 }\n[item.tonic]\nheal = '10-20'\n\
               [policy]\ndrink_below = 40\nflee_below = 15\n\
               [[monster]]\ncount = 3\nhp = 60\nattack_cost = 5\nattack_chance = 90\n\
               damage = '2-6'\nblock = 25\n",
        battles: 0,
    };
    println!("\n{:<24}{:>10}{:>12}{:>16}", "exact", "seconds", "states", "P(win)");
    let poison = Case { name: "poison (current)", text: CASES[4].text, battles: 0 };
    for case in [big, three, poison] {
        let b = battle(&case);
        let start = Instant::now();
        match Andor.exact(&b, Budget::PATIENT) {
            Ok(exact) => println!(
                "{:<24}{:>10.3}{:>12}{:>16.10}",
                case.name,
                start.elapsed().as_secs_f64(),
                exact.states,
                exact.odds.outcomes[0].p
            ),
            Err(why) => println!("{}: {why}", case.name),
        }
    }
}

/// One case, a few battles: run it under callgrind.
fn callgrind(name: &str) {
    for case in CASES.iter().filter(|case| case.name.starts_with(name)) {
        let battles = (case.battles / 100).max(1);
        let (_, tally) = measure(&battle(case), battles);
        println!("{}: {battles} battles, {} draws", case.name, tally.draws());
    }
}
