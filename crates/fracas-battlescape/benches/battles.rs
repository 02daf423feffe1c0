//! How fast battles are fought, the AI on both sides, on one core, and how
//! long the AI thinks about one unit (B-268), in processor time.
//!
//! `cargo bench -p fracas-battlescape --bench battles`. Every line ends with a
//! checksum of what was computed: it is the same on every machine.
//! `-- callgrind 40` fights so many battles once, for instruction counts; what
//! forty take more than twenty is without the maps' sight being found.
//! `-- threads` compares two threads with one.

use std::hint::black_box;

use fracas_battlescape::Battlescape;
use fracas_battlescape::battle::{Battle, UnitId};
use fracas_battlescape::field::Spots;
use fracas_battlescape::rules::Fight;
use fracas_battlescape::rules::phases::Command;
use fracas_battlescape::state::{Knowledge, State};
use fracas_core::chance::{Purpose, Rolled};
use fracas_core::document::{Diagnostics, Source, check, parse};
use fracas_core::ruleset::Ruleset;
use fracas_core::watch::Scores;
use fracas_testing::bench::{Asked, best_of, line, print_threads, processor_seconds, seconds_of};

struct Case {
    name: &'static str,
    size: &'static str,
    units: u32,
    strength: &'static str,
    /// Battles of one measurement.
    battles: u64,
    /// Measurements; the best counts, for the machine may be busy.
    repeats: usize,
}

const fn case(name: &'static str, size: &'static str, units: u32, battles: u64) -> Case {
    Case { name, size, units, strength: "veteran", battles, repeats: 5 }
}

/// Elites think for long: their battles are few.
const fn elites(name: &'static str, size: &'static str, units: u32, battles: u64) -> Case {
    Case { strength: "elite", repeats: 1, ..case(name, size, units, battles) }
}

const CASES: &[Case] = &[
    case("4 v 4, small map", "'small'", 4, 400),
    case("8 v 8, medium map", "'medium'", 8, 100),
    case("12 v 12, large map", "'large'", 12, 30),
    case("12 v 12, largest map", "[96, 96]", 12, 6),
    elites("4 v 4 elites, small", "'small'", 4, 8),
    elites("12 v 12 elites, large", "'large'", 12, 1),
];

fn battle(case: &Case) -> Battle {
    let squad = |side: &str| {
        format!(
            "[[squad]]\nside = '{side}'\nspawn = '{side}'\nplacement = 'random'\n\
             units = [{{ class = 'rifleman', name = '{side}', count = {} }}]\n",
            case.units
        )
    };
    let text = format!(
        "ruleset = 'battlescape'\nstrength = '{}'\n[map.generate]\nbiome = 'farmland'\nsize = {}\n\
         seed = 1\n{}{}[[objective]]\nkind = 'eliminate'\nprimary = true\n",
        case.strength,
        case.size,
        squad("player"),
        squad("enemy")
    );
    let mut out = Diagnostics::new(Source::new(case.name, text));
    let parsed = parse(&mut out);
    let found = parsed.map(|parsed| check(&parsed, Battlescape::shape(), &mut out));
    let battle = found.and_then(|file| Battlescape::read(&file, &mut out));
    battle.unwrap_or_else(|| panic!("{}", out.render(false)))
}

/// What some battles took.
#[derive(Default)]
struct Toll {
    orders: u64,
    draws: u64,
    /// The seconds of the longest turn of one unit.
    longest: f64,
    checksum: u64,
}

fn measure(battle: &Battle, battles: u64) -> Toll {
    let mut toll = Toll::default();
    let mut state = battle.start.clone();
    let mut scores = Scores::new(Battlescape::measures(battle).iter().map(|m| m.start).collect());
    for trial in 0..battles {
        fight(battle, &mut state, &mut scores, trial, &mut toll);
    }
    toll
}

fn fight(battle: &Battle, state: &mut State, scores: &mut Scores, trial: u64, toll: &mut Toll) {
    state.clone_from(&battle.start);
    let mut chance = Rolled::new(7, trial, Purpose::Setup);
    Fight { battle, state, chance: &mut chance, watch: scores }.place_squads();
    let mut chance = Rolled::new(7, trial, Purpose::Battle);
    let mut fight = Fight { battle, state, chance: &mut chance, watch: scores };
    fight.first_look();
    let mut before = processor_seconds();
    let (mut began, mut acting) = (before, None);
    while let Some(unit) = fight.ai_turn(Command::Ai) {
        toll.orders += 1;
        if acting.replace(unit) != Some(unit) {
            began = before;
        }
        let now = processor_seconds();
        toll.longest = toll.longest.max(now - began);
        before = now;
    }
    toll.draws += fight.chance.draws();
    let ended = black_box(fight.state.ended).map_or(9, |(ending, _)| ending as u64);
    for word in [ended, u64::from(fight.state.turn), fight.chance.draws()] {
        toll.checksum = (toll.checksum ^ word).wrapping_mul(0x0100_0000_01b3);
    }
}

/// Bytes of a state: what a battle being fought takes; what all battles of a
/// scenario share is left out.
fn bytes(state: &State) -> usize {
    let ground = &state.ground;
    let hexes = ground.terrain.len();
    let spots = hexes.div_ceil(64) * 8;
    let known = |known: &Knowledge| {
        size_of_val(known) + size_of_val(&known.seen[..]) + size_of_val(&known.terrain[..]) + spots
    };
    size_of_val(state)
        + size_of_val(&state.units[..])
        + hexes * size_of::<Option<UnitId>>()
        + size_of_val(&ground.terrain[..])
        + size_of_val(&ground.smoke[..])
        + size_of_val(&ground.fire[..])
        + size_of_val(&ground.gas[..])
        + state.sights.len() * (size_of::<Spots>() + spots)
        + state.known.iter().map(known).sum::<usize>()
}

fn main() {
    match Asked::now() {
        Asked::Callgrind(battles) => callgrind(battles.parse().unwrap_or(4)),
        Asked::Lines => lines(),
        Asked::Threads => threads(),
        _ => table(),
    }
}

fn callgrind(battles: u64) {
    let toll = measure(&battle(&CASES[0]), battles);
    println!("{} orders, {} draws, {:016x}", toll.orders, toll.draws, toll.checksum);
}

fn threads() {
    for case in CASES.iter().filter(|case| case.repeats > 1) {
        print_threads::<Battlescape>(case.name, &battle(case), case.battles);
    }
}

fn lines() {
    for case in CASES {
        let battle = battle(case);
        let (seconds, _) = seconds_of(|| measure(&battle, case.battles));
        line(case.name, case.battles, seconds);
    }
}

fn table() {
    println!(
        "{:<22}{:>10}{:>9}{:>9}{:>10}{:>17}{:>11}  checksum",
        "battle", "battles/s", "orders", "draws", "ns/order", "longest turn ms", "KiB/battle"
    );
    for case in CASES {
        let battle = battle(case);
        let (seconds, toll) = best_of(case.repeats, || measure(&battle, case.battles));
        let battles = case.battles as f64;
        println!(
            "{:<22}{:>10.2}{:>9.1}{:>9.1}{:>10.0}{:>17.2}{:>11}  {:016x}",
            case.name,
            battles / seconds,
            toll.orders as f64 / battles,
            toll.draws as f64 / battles,
            seconds * 1e9 / toll.orders as f64,
            toll.longest * 1e3,
            bytes(&battle.start) / 1024,
            toll.checksum
        );
    }
}
