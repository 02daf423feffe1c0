//! How modes and strengths rank: everybody against everybody, but elites, who
//! think for long, against veterans alone.

use std::fmt::Write;

use super::{MODES, Squad, both_ways};

const STRENGTHS: [&str; 3] = ["recruit", "veteran", "elite"];
/// Points that make ten wins to one.
const TENFOLD: f64 = 400.0;
/// Rounds of the fit; it moves less than a tenth of a point long before.
const ROUNDS: usize = 2000;

/// What one squad did against another.
#[derive(Clone, Copy, Default)]
struct Met {
    battles: f64,
    won: f64,
}

/// The points that explain the battles best: everybody is expected to win what
/// it won. The mean is 1500; half a battle more on either side keeps whoever
/// won all of them within bounds.
fn points(met: &[Vec<Met>]) -> Vec<f64> {
    let count = met.len();
    let mut points = vec![1500.0; count];
    for _ in 0..ROUNDS {
        for one in 0..count {
            let others = (0..count).filter(|other| met[one][*other].battles > 0.0);
            let (mut all, mut more) = (0.0, 0.0);
            for other in others {
                let Met { battles, won } = met[one][other];
                let gap: f64 = points[other] - points[one];
                let hoped = battles / (1.0 + 10_f64.powf(gap / TENFOLD));
                more += (won + 0.5) * battles / (battles + 1.0) - hoped;
                all += battles;
            }
            points[one] += 100.0 * more / all;
        }
    }
    let mean = points.iter().sum::<f64>() / count as f64;
    points.into_iter().map(|each| each - mean + 1500.0).collect()
}

/// How many battles two meet in, on each map and in each order of sides.
fn meetings(one: &Squad, other: &Squad, each: u64) -> u64 {
    match [one.strength, other.strength] {
        ["elite", "veteran"] => each.div_ceil(5),
        ["elite", _] => 0,
        _ => each,
    }
}

/// The table of points.
pub fn elo(out: &mut String, battles: u64) {
    let each = battles.div_ceil(5);
    let squads: Vec<Squad> = STRENGTHS
        .into_iter()
        .flat_map(|strength| MODES.map(|mode| Squad { strength, ..Squad::riflemen(mode) }))
        .collect();
    let mut met = vec![vec![Met::default(); squads.len()]; squads.len()];
    let mut stale = vec![0.0; squads.len()];
    for one in 0..squads.len() {
        for other in 0..one {
            let each = meetings(&squads[one], &squads[other], each);
            if each == 0 {
                continue;
            }
            let tally = both_ways(&squads[one], &squads[other], each);
            let battles = (6 * each) as f64;
            let won = tally.share() / 100.0 * battles;
            met[one][other] = Met { battles, won };
            met[other][one] = Met { battles, won: battles - won };
            for side in [one, other] {
                stale[side] += tally.stale_share() / 100.0 * battles;
            }
        }
    }
    let points = points(&met);
    let fought: Vec<f64> =
        met.iter().map(|others| others.iter().map(|met| met.battles).sum()).collect();
    let _ = write!(
        out,
        "\n## Modes and strengths\n\nElo points of four riflemen each, everybody against everybody, \
         {} battles of each pair over the shipped mirrored maps, half of them with the sides \
         changed; elites against veterans alone, {} of each pair. 400 points more win ten battles \
         of eleven. A stalemate is half a battle won, which flatters whoever \
         waits.\n\n| strength | mode | points | battles | stalemates |\n|---|---|---|---|---|\n",
        6 * each,
        6 * each.div_ceil(5)
    );
    let mut order: Vec<usize> = (0..squads.len()).collect();
    order.sort_by(|one, other| points[*other].total_cmp(&points[*one]));
    for place in order {
        let Squad { strength, mode, .. } = &squads[place];
        let stalemates = 100.0 * stale[place] / fought[place];
        let _ = writeln!(
            out,
            "| {strength} | {mode} | {:.0} | {:.0} | {stalemates:.1}% |",
            points[place], fought[place]
        );
    }
}
