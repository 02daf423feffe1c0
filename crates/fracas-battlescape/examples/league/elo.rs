//! How modes and strengths rank: everybody against everybody.

use std::fmt::Write;

use super::{MODES, Squad, both_ways};

const STRENGTHS: [&str; 2] = ["recruit", "veteran"];
/// Points that make ten wins to one.
const TENFOLD: f64 = 400.0;
/// Rounds of the fit; it moves less than a tenth of a point long before.
const ROUNDS: usize = 2000;

/// The points that explain the shares best: everybody is expected to win what
/// it won. The mean is 1500; half a battle more on either side keeps whoever
/// won all of them within bounds.
fn points(shares: &[Vec<f64>], battles: f64) -> Vec<f64> {
    let count = shares.len();
    let mut points = vec![1500.0; count];
    for _ in 0..ROUNDS {
        for one in 0..count {
            let others = (0..count).filter(|other| *other != one);
            let (won, hoped) = others.fold((0.0, 0.0), |(won, hoped), other| {
                let gap: f64 = points[other] - points[one];
                let share = (shares[one][other] * battles + 0.5) / (battles + 1.0);
                (won + share, hoped + 1.0 / (1.0 + 10_f64.powf(gap / TENFOLD)))
            });
            points[one] += 100.0 * (won - hoped) / count as f64;
        }
    }
    let mean = points.iter().sum::<f64>() / count as f64;
    points.into_iter().map(|each| each - mean + 1500.0).collect()
}

/// The table of points.
pub fn elo(out: &mut String, battles: u64) {
    let each = battles.div_ceil(5);
    let squads: Vec<Squad> = STRENGTHS
        .into_iter()
        .flat_map(|strength| MODES.map(|mode| Squad { strength, ..Squad::riflemen(mode) }))
        .collect();
    let mut shares = vec![vec![0.5; squads.len()]; squads.len()];
    let mut stale = vec![0.0; squads.len()];
    for one in 0..squads.len() {
        for other in 0..one {
            let tally = both_ways(&squads[one], &squads[other], each);
            shares[one][other] = tally.share() / 100.0;
            shares[other][one] = 1.0 - shares[one][other];
            for side in [one, other] {
                stale[side] += tally.stale_share() / (squads.len() - 1) as f64;
            }
        }
    }
    let points = points(&shares, (6 * each) as f64);
    let _ = write!(
        out,
        "\n## Modes and strengths\n\nElo points of four riflemen each, everybody against everybody, \
         {} battles of each pair over the shipped mirrored maps, half of them with the sides \
         changed; 400 points more win ten battles of eleven. A stalemate is half a battle won, \
         which flatters whoever waits.\n\n| strength | mode | points | stalemates |\n|---|---|---|---|\n",
        6 * each
    );
    let mut order: Vec<usize> = (0..squads.len()).collect();
    order.sort_by(|one, other| points[*other].total_cmp(&points[*one]));
    for place in order {
        let Squad { strength, mode, .. } = &squads[place];
        let _ =
            writeln!(out, "| {strength} | {mode} | {:.0} | {:.1}% |", points[place], stale[place]);
    }
}
