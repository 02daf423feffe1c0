//! Who survives, and how many of each kind.

use fracas::core::order::Ordered;
use fracas::{Bound, Grounds, MeasureOdds, OddsReport, Scene};

use crate::chance::Chance;
use crate::chart::{Ranked, RankedRow, Tone};
use crate::numbers::{short, whole};

/// So many of a side are shown; those whose fate is open come first.
const MOST: usize = 24;

/// Who survives of each side: its name, its bars, and how many were left out.
pub fn survival(weighed: &OddsReport, scene: &Scene) -> Vec<(String, Ranked, usize)> {
    let mut found: Vec<(String, Vec<RankedRow>)> =
        scene.sides.iter().map(|side| (side.name.to_owned(), Vec::new())).collect();
    for measure in &weighed.odds.measures {
        if let Some((place, row)) = row(weighed, measure, scene) {
            found[place].1.push(row);
        }
    }
    let there = found.into_iter().filter(|(_, rows)| !rows.is_empty());
    there
        .map(|(side, rows)| {
            let (rows, left_out) = shortened(rows);
            let title = format!("Who survives of {side}");
            let what = "survives".to_owned();
            (side, Ranked { title, what, rows, scale: Some((0.0, 1.0)) }, left_out)
        })
        .collect()
}

/// Keeps the order, but of too many drops those whose fate is the surest.
fn shortened(rows: Vec<RankedRow>) -> (Vec<RankedRow>, usize) {
    let left_out = rows.len().saturating_sub(MOST);
    if left_out == 0 {
        return (rows, 0);
    }
    let mut open: Vec<usize> = (0..rows.len()).collect();
    open.put_in_order_by(|a, b| {
        let sure = |place: &usize| (rows[*place].value - 0.5).abs();
        sure(a).total_cmp(&sure(b)).then(a.cmp(b))
    });
    open.truncate(MOST);
    let kept = rows.into_iter().enumerate().filter(|(place, _)| open.contains(place));
    (kept.map(|(_, row)| row).collect(), left_out)
}

/// The bar of a measure that says who lives, dies, or is lost.
fn row(weighed: &OddsReport, measure: &MeasureOdds, scene: &Scene) -> Option<(usize, RankedRow)> {
    let mean = measure.mean?;
    let (head, rest) = measure.name.split_once('.')?;
    if let Some(side) = head.strip_suffix("_lost") {
        let place = scene.sides.iter().position(|known| known.name == side)?;
        let units = scene.sides[place].units.iter();
        let of: u64 = units
            .filter(|unit| unit.kind == rest && unit.health.is_none())
            .map(|unit| unit.of)
            .sum();
        let left = of as f64 - mean;
        let told = format!("{} of {}", short(left), whole(of as i128));
        let share = Chance::exact(left / of.max(1) as f64);
        return Some((place, told_as(rest.replace('_', " "), place, share, told)));
    }
    let (name, what) = rest.rsplit_once('.')?;
    let lives = match what {
        "alive" => chance(weighed, measure),
        "killed" => {
            let Chance { p, low, high } = chance(weighed, measure);
            Chance { p: 1.0 - p, low: 1.0 - high, high: 1.0 - low }
        }
        _ => return None,
    };
    let is_it = |side: &fracas::SceneSide| {
        let named = side.units.iter().any(|unit| unit.name == name);
        named && (side.name.starts_with(head) || !is_of_another(head, side.name, scene))
    };
    let place = scene.sides.iter().position(is_it)?;
    Some((place, told_as(name.to_owned(), place, lives, lives.percent())))
}

/// Whether the first word of a measure names another side: both may have
/// somebody of this name.
fn is_of_another(head: &str, side: &str, scene: &Scene) -> bool {
    scene.sides.iter().any(|other| other.name != side && other.name.starts_with(head))
}

fn told_as(name: String, place: usize, chance: Chance, told: String) -> RankedRow {
    let Chance { p, low, high } = chance;
    RankedRow { name, tone: Tone::of_side(Some(place)), value: p, low, high, told }
}

/// How likely a measure of yes and no is a yes.
fn chance(weighed: &OddsReport, measure: &MeasureOdds) -> Chance {
    let p = measure.mean.unwrap_or(f64::NAN);
    match &weighed.grounds {
        Grounds::Exact(_) => Chance::exact(p),
        Grounds::Sampled { alpha, .. } => match weighed.values(&measure.name) {
            Some(values) => {
                let (p, low, high) = values.reach(Bound::AtLeast, 1, *alpha);
                Chance { p, low, high }
            }
            None => Chance { p, low: 0.0, high: 1.0 },
        },
    }
}
