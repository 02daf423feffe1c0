//! Weapons at equal cost: more men with a cheap weapon against fewer with a
//! dear one.

use std::fmt::Write;

use fracas_battlescape::data::Data;

use super::strengths::generated;
use super::{Squad, Tally, both_ways, read};

const WEAPONS: [&str; 9] = [
    "pistol",
    "smg",
    "shotgun",
    "sniper_rifle",
    "machine_gun",
    "rocket_launcher",
    "laser_rifle",
    "plasma_rifle",
    "acid_thrower",
];

/// What all of them are compared with.
const RIFLE: &str = "assault_rifle";
/// What a rifleman is worth besides his weapon (B-253).
const MAN: u32 = 60;
/// Men with the weapon and men with the assault rifle.
const SQUADS: [[u32; 2]; 10] =
    [[3, 5], [4, 6], [3, 4], [4, 5], [4, 4], [5, 4], [4, 3], [6, 4], [7, 4], [8, 4]];

/// Riflemen with a weapon.
fn armed_with(weapon: &str, men: u32) -> Squad {
    let unit = format!("class = 'rifleman', weapon = '{weapon}'");
    Squad::of("aggressive", &vec![unit.as_str(); men as usize])
}

/// What a rifleman with a weapon is worth.
fn worth(data: &Data, weapon: &str) -> u32 {
    let known = data.weapons.iter().find(|other| other.id == weapon);
    MAN + known.map_or(0, |weapon| weapon.value)
}

/// The squads that come nearest to equal cost from below and from above, with
/// the logarithm of what ours cost more.
fn around(ours: u32, theirs: u32) -> [([u32; 2], f64); 2] {
    let dearer = |[n, m]: [u32; 2]| (f64::from(n * ours) / f64::from(m * theirs)).ln();
    let all = SQUADS.map(|squads| (squads, dearer(squads)));
    let below = all.into_iter().filter(|(_, dearer)| *dearer <= 0.0);
    let above = all.into_iter().filter(|(_, dearer)| *dearer > 0.0);
    [
        below.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or(all[0]),
        above.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or(all[0]),
    ]
}

/// The logarithm of the odds to win, from a tally that may have no loss.
fn log_odds(tally: &Tally) -> f64 {
    let won = tally.won as f64 + tally.stale as f64 / 2.0 + 0.5;
    (won / (tally.played() as f64 + 1.0 - won)).ln()
}

/// The table of weapons.
pub fn weapons(out: &mut String, battles: u64) {
    let _ = write!(
        out,
        "\n## Weapons\n\nAggressive riflemen with this weapon against riflemen with the assault \
         rifle, half of the battles with the sides changed: as many against as many as cost a \
         little less and a little more, a man being worth {MAN} and a weapon its `value` (B-253), \
         and what that makes at equal cost, between the two on a straight line of the logarithms \
         of odds and cost.\n\n\
         | weapon | value | four against four | for less | for more | at equal cost |\n\
         |---|---|---|---|---|---|\n",
    );
    let data = Data::built_in();
    let rifle = worth(&data, RIFLE);
    for weapon in WEAPONS {
        let price = worth(&data, weapon);
        let meet =
            |[n, m]: [u32; 2]| both_ways(&armed_with(weapon, n), &armed_with(RIFLE, m), battles);
        let even = meet([4, 4]);
        let [(less, a), (more, b)] = around(price, rifle);
        let [cheap, dear] = [meet(less), meet(more)];
        let [low, high] = [log_odds(&cheap), log_odds(&dear)];
        let equal = low - a * (high - low) / (b - a);
        let told = |[n, m]: [u32; 2], tally: &Tally| {
            let share = tally.share();
            format!("{n} v {m} ({} for {}): {share:.0}%", n * price, m * rifle)
        };
        let _ = writeln!(
            out,
            "| {weapon} | {} | {:.0}% | {} | {} | {:.0}% |",
            price - MAN,
            even.share(),
            told(less, &cheap),
            told(more, &dear),
            100.0 / (1.0 + (-equal).exp())
        );
    }
}

/// How riflemen with each weapon fare against more or fewer with the assault
/// rifle, on generated maps that no table uses: what the values of weapons were
/// chosen by.
pub fn prices(out: &mut String, battles: u64) {
    out.push_str("\n## Prices\n\n| weapon |");
    for [n, m] in SQUADS {
        let _ = write!(out, " {n} against {m} |");
    }
    let _ = writeln!(out, "\n|---|{}", "---|".repeat(SQUADS.len()));
    for weapon in WEAPONS {
        let _ = write!(out, "| {weapon} |");
        for [n, m] in SQUADS {
            let (ours, theirs) = (armed_with(weapon, n), armed_with(RIFLE, m));
            let mut tally = Tally::default();
            for biome in ["forest", "farmland", "urban"] {
                for seed in 100..104 {
                    for (first, pair) in [(true, [&ours, &theirs]), (false, [&theirs, &ours])] {
                        if let Some(battle) = read(&generated(biome, "small", seed, pair)) {
                            tally.fight(&battle, battles, first);
                        }
                    }
                }
            }
            let _ = write!(out, " {:.0}% |", tally.share());
        }
        out.push('\n');
    }
}
