//! How fast battles are fought, all measures on, on one core, and how fast
//! they are solved, in processor time.
//!
//! `cargo bench -p fracas-andor --bench duels`. Every line ends with a
//! checksum of what was computed: it is the same on every machine.
//! `-- callgrind NAME` fights a fixed number of battles once, for instruction
//! counts.

use fracas_andor::Andor;
use fracas_andor::battle::Battle;
use fracas_core::capability::ExactOdds;
use fracas_core::odds::Budget;
use fracas_testing::bench::{Asked, best_of, checksum, fought, line, mean, seconds_of};

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
    fracas_testing::battle::<Andor>(case.text, &[])
}

fn main() {
    match Asked::now() {
        Asked::Callgrind(name) => callgrind(&name),
        Asked::Lines => lines(),
        _ => {
            table();
            solved();
        }
    }
}

fn table() {
    println!(
        "{:<24}{:>12}{:>10}{:>10}{:>10}  checksum",
        "battle", "battles/s", "turns", "draws", "ns/draw"
    );
    for case in CASES {
        let b = battle(case);
        let (seconds, tally) = best_of(REPEATS, || fought::<Andor>(&b, case.battles));
        let battles = case.battles as f64;
        let draws = tally.draws() as f64 / battles;
        println!(
            "{:<24}{:>12.0}{:>10.2}{:>10.2}{:>10.2}  {:016x}",
            case.name,
            battles / seconds,
            mean(&tally, "turns"),
            draws,
            seconds * 1e9 / battles / draws,
            checksum(&tally)
        );
    }
}

fn lines() {
    for case in CASES {
        let b = battle(case);
        let (seconds, _) = seconds_of(|| fought::<Andor>(&b, case.battles));
        line(case.name, case.battles, seconds);
    }
    for case in SOLVED {
        let b = battle(case);
        let (seconds, _) = seconds_of(|| solve(&b, case.battles));
        line(&format!("exact, {}", case.name), case.battles, seconds);
    }
}

/// Exact odds, found so often.
fn solve(b: &Battle, times: u64) -> Option<(u64, f64)> {
    let mut found = None;
    for _ in 0..times {
        found = Andor.exact(b, Budget::PATIENT).ok();
    }
    found.map(|exact| (exact.states, exact.odds.outcomes[0].p))
}

/// exact odds, each found so often in one measurement.
const SOLVED: &[Case] = &[
    Case {
        name: "30 x 30 hit points",
        text: "[player]\nbase = { hp = 30, attack_cost = 5, attack_chance = 80, \
               damage = '2-5', critical_chance = 10, critical_multiplier = 2, block = 20 }\n\
               [[monster]]\nhp = 30\nattack_cost = 5\nattack_chance = 80\ndamage = '2-4'\n\
               block = 15\n",
        battles: 200,
    },
    Case {
        name: "150 x 1000 hit points",
        text: "[player]\nbase = { hp = 150, attack_cost = 3, attack_chance = 130, \
               damage = '6-28', critical_chance = 15, critical_multiplier = 2.5, block = 40 }\n\
               [[monster]]\nhp = 1000\nattack_cost = 5\nattack_chance = 80\ndamage = '0-9'\n\
               block = 60\n",
        battles: 1,
    },
    Case {
        name: "three with 5 potions",
        text: "[player]\nbase = { hp = 80, attack_cost = 4, attack_chance = 110, \
               damage = '3-9', critical_chance = 15, critical_multiplier = 2, block = 40 }\n\
               bag = { tonic = 5 }\n[item.tonic]\nheal = '10-20'\n\
               [policy]\ndrink_below = 40\nflee_below = 15\n\
               [[monster]]\ncount = 3\nhp = 60\nattack_cost = 5\nattack_chance = 90\n\
               damage = '2-6'\nblock = 25\n",
        battles: 1,
    },
    Case { name: "poison (current)", text: CASES[4].text, battles: 1 },
];

fn solved() {
    println!("\n{:<24}{:>10}{:>12}{:>16}", "exact", "ms", "states", "P(win)");
    for case in SOLVED {
        let b = battle(case);
        match best_of(3, || solve(&b, case.battles)) {
            (seconds, Some((states, won))) => println!(
                "{:<24}{:>10.3}{:>12}{:>16.10}",
                case.name,
                seconds * 1e3 / case.battles as f64,
                states,
                won
            ),
            (_, None) => println!("{}: refused", case.name),
        }
    }
}

/// One case, a few battles, or its exact odds: run it under callgrind.
fn callgrind(name: &str) {
    for case in CASES.iter().filter(|case| case.name.starts_with(name)) {
        let battles = (case.battles / 100).max(1);
        let tally = fought::<Andor>(&battle(case), battles);
        println!("{}: {battles} battles, {} draws", case.name, tally.draws());
    }
    let Some(name) = name.strip_prefix("exact, ") else { return };
    for case in SOLVED.iter().filter(|case| case.name.starts_with(name)) {
        let states = solve(&battle(case), 1).map(|(states, _)| states);
        println!("{}: {states:?} states", case.name);
    }
}
