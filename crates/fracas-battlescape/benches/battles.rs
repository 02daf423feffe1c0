//! How fast battles are fought, the AI on both sides, on one core, and how
//! long the AI thinks about one unit (B-268).
//!
//! `cargo bench -p fracas-battlescape --bench battles`. Every line ends with a
//! checksum of what was computed: it is the same on every machine.
//! `-- callgrind 40` fights so many battles once, for instruction counts; what
//! forty take more than twenty is without the maps' sight being found.

use std::hint::black_box;
use std::time::{Duration, Instant};

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

struct Case {
    name: &'static str,
    size: &'static str,
    units: u32,
    /// Battles of one measurement.
    battles: u64,
}

/// Measurements of each case; the best counts, for the machine may be busy.
const REPEATS: usize = 5;

const CASES: &[Case] = &[
    Case { name: "4 v 4, small map", size: "'small'", units: 4, battles: 400 },
    Case { name: "8 v 8, medium map", size: "'medium'", units: 8, battles: 100 },
    Case { name: "12 v 12, large map", size: "'large'", units: 12, battles: 30 },
    Case { name: "12 v 12, largest map", size: "[96, 96]", units: 12, battles: 6 },
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
        "ruleset = 'battlescape'\n[map.generate]\nbiome = 'farmland'\nsize = {}\nseed = 1\n\
         {}{}[[objective]]\nkind = 'eliminate'\nprimary = true\n",
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
    time: Duration,
    orders: u64,
    draws: u64,
    /// The longest turn of one unit.
    longest: Duration,
    checksum: u64,
}

fn measure(battle: &Battle, battles: u64) -> Toll {
    let mut toll = Toll::default();
    let mut state = battle.start.clone();
    let mut scores = Scores::new(Battlescape::measures(battle).iter().map(|m| m.start).collect());
    let start = Instant::now();
    for trial in 0..battles {
        fight(battle, &mut state, &mut scores, trial, &mut toll);
    }
    toll.time = start.elapsed();
    toll
}

fn fight(battle: &Battle, state: &mut State, scores: &mut Scores, trial: u64, toll: &mut Toll) {
    state.clone_from(&battle.start);
    let mut chance = Rolled::new(7, trial, Purpose::Setup);
    Fight { battle, state, chance: &mut chance, watch: scores }.place_squads();
    let mut chance = Rolled::new(7, trial, Purpose::Battle);
    let mut fight = Fight { battle, state, chance: &mut chance, watch: scores };
    fight.first_look();
    let (mut began, mut acting) = (Instant::now(), None);
    while let Some(unit) = fight.ai_turn(Command::Ai) {
        toll.orders += 1;
        if acting.replace(unit) != Some(unit) {
            began = Instant::now();
        }
        toll.longest = toll.longest.max(began.elapsed());
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
    let mut args = std::env::args().skip_while(|arg| arg != "callgrind");
    if args.next().is_some() {
        let battles = args.next().and_then(|count| count.parse().ok()).unwrap_or(4);
        let toll = measure(&battle(&CASES[0]), battles);
        println!("{} orders, {} draws, {:016x}", toll.orders, toll.draws, toll.checksum);
        return;
    }
    println!(
        "{:<22}{:>10}{:>9}{:>9}{:>10}{:>17}{:>11}  checksum",
        "battle", "battles/s", "orders", "draws", "ns/order", "longest turn ms", "KiB/battle"
    );
    for case in CASES {
        let battle = battle(case);
        let tolls = (0..REPEATS).map(|_| measure(&battle, case.battles));
        let Some(best) = tolls.min_by_key(|toll| toll.time) else { continue };
        let (seconds, battles) = (best.time.as_secs_f64(), case.battles as f64);
        println!(
            "{:<22}{:>10.0}{:>9.1}{:>9.1}{:>10.0}{:>17.2}{:>11}  {:016x}",
            case.name,
            battles / seconds,
            best.orders as f64 / battles,
            best.draws as f64 / battles,
            seconds * 1e9 / best.orders as f64,
            best.longest.as_secs_f64() * 1e3,
            bytes(&battle.start) / 1024,
            best.checksum
        );
    }
}
