//! One battle from its first moment to its last: strength over time and what
//! turned it.

use fracas::core::order::Ordered;
use fracas::{Battle, Moment, Scene};

use crate::chart::{Course, CourseSide};
use crate::page::Turn;

/// What is shown of a battle.
pub struct Watched {
    /// Strength over time; none where it is not known.
    pub course: Course,
    /// What turned it, in order.
    pub turns: Vec<Turn>,
    /// The log's turning points, as many as a reader bears.
    pub log: Vec<String>,
    /// How it stood at first.
    pub first: Scene,
    /// How it stood in the end, with the land as it was told last.
    pub last: Scene,
}

/// More moments than this are thinned out.
const MOST_MOMENTS: usize = 480;
/// Turning points that are shown beside the chart.
const MOST_TURNS: usize = 8;
/// Lines of the log that are kept.
const MOST_LINES: usize = 400;
/// Lines kept of one moment.
const LINES_OF_MOMENT: usize = 2;
/// Longer lines are no turning points but reports.
const LONGEST_LINE: usize = 300;

/// A moment, as far as it is drawn.
struct Point {
    when: String,
    strength: [u64; 2],
    lines: Vec<String>,
}

/// Watches the battle of a seed and trial. None where there is nothing to be
/// seen.
pub fn watch(battle: &Battle, seed: u64, trial: u64) -> Option<Watched> {
    let mut moments = battle.scenes(seed, trial, None).ok()?;
    let mut points: Vec<Point> = Vec::new();
    let (mut each, mut log) = (1, Vec::new());
    let mut names = None;
    let (mut first, mut last, mut land) = (None, None, None);
    while let Some(moment) = moments.leap(if points.is_empty() { 1 } else { each }) {
        if names.is_none() {
            names = Some([moment.scene.sides.first()?.name, moment.scene.sides.get(1)?.name]);
        }
        points.push(point(&moment, &mut log)?);
        let mut scene = moment.scene;
        if let Some(board) = &mut scene.board {
            // Land that has not changed is not told again.
            if board.land.is_some() {
                land.clone_from(&board.land);
            }
            board.land.clone_from(&land);
        }
        if first.is_none() {
            first = Some(scene.clone());
        }
        last = Some(scene);
        if points.len() > MOST_MOMENTS {
            points = halved(points);
            each *= 2;
        }
    }
    let names = names?;
    let chosen = turning(&points);
    let turns = chosen.iter().map(|place| Turn {
        when: points[*place].when.clone(),
        words: points[*place].lines.join("; "),
    });
    let turns = turns.collect();
    let side = |place: usize| CourseSide {
        name: names[place].to_owned(),
        strength: points.iter().map(|point| point.strength[place]).collect(),
    };
    let course = Course {
        title: "Strength over time".to_owned(),
        sides: [side(0), side(1)],
        when: points.iter().map(|point| point.when.clone()).collect(),
        marks: chosen,
    };
    Some(Watched { course, turns, log, first: first?, last: last? })
}

fn point(moment: &Moment, log: &mut Vec<String>) -> Option<Point> {
    let strength = |side: usize| moment.scene.sides.get(side)?.strength.map(|now| now.0);
    let told = moment.told.iter().filter_map(|line| line.turning.as_deref());
    let told = told.filter(|line| is_short(line));
    let when = &moment.scene.when;
    let lines: Vec<String> = told.map(|line| untimed(line, when).to_owned()).collect();
    for line in &lines {
        if log.len() < MOST_LINES {
            log.push(format!("{}: {line}", moment.scene.when));
        }
    }
    let lines = lines.into_iter().take(LINES_OF_MOMENT).collect();
    Some(Point { when: moment.scene.when.clone(), strength: [strength(0)?, strength(1)?], lines })
}

fn is_short(line: &str) -> bool {
    line.len() <= LONGEST_LINE && !line.contains('\n') && !line.trim().is_empty()
}

/// A line without its time, which stands beside it: `attack 12: hit` at attack 12.
fn untimed<'a>(line: &'a str, when: &str) -> &'a str {
    let line = unnumbered(line);
    let (start, rest) = line.split_at_checked(when.len()).unwrap_or((line, ""));
    match rest.strip_prefix(": ") {
        Some(rest) if start.eq_ignore_ascii_case(when) => rest.trim_start(),
        _ => line,
    }
}

/// A line without the number of its round or turn, which stands beside it:
/// `3  Vega falls`, `T3 Vega falls`.
fn unnumbered(line: &str) -> &str {
    let line = line.trim();
    let turn = line.strip_prefix('T').unwrap_or(line);
    let rest = turn.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let gap = if turn.len() < line.len() { " " } else { "  " };
    if rest.len() < turn.len() && rest.starts_with(gap) { rest.trim_start() } else { line }
}

/// Every second point, the last always; lines of those between stay.
fn halved(points: Vec<Point>) -> Vec<Point> {
    let count = points.len();
    let mut kept: Vec<Point> = Vec::new();
    let mut waiting = Vec::new();
    for (place, mut point) in points.into_iter().enumerate() {
        waiting.append(&mut point.lines);
        if place.is_multiple_of(2) || place + 1 == count {
            waiting.truncate(LINES_OF_MOMENT);
            point.lines = std::mem::take(&mut waiting);
            kept.push(point);
        }
    }
    kept
}

/// The places at which something was told and most strength was lost, and the
/// last of them, in order.
fn turning(points: &[Point]) -> Vec<usize> {
    let loss = |place: usize| -> f64 {
        let Some(before) = place.checked_sub(1).map(|before| points[before].strength) else {
            return 0.0;
        };
        let side = |side: usize| {
            let whole = points[0].strength[side].max(1) as f64;
            before[side].saturating_sub(points[place].strength[side]) as f64 / whole
        };
        side(0).max(side(1))
    };
    let told: Vec<usize> =
        (0..points.len()).filter(|place| !points[*place].lines.is_empty()).collect();
    let mut chosen = told.clone();
    chosen.put_in_order_by(|a, b| loss(*b).total_cmp(&loss(*a)).then(a.cmp(b)));
    chosen.truncate(MOST_TURNS - 1);
    chosen.extend(told.last().filter(|last| !chosen.contains(last)));
    chosen.put_in_order();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_before_a_line_are_taken_off() {
        assert_eq!(unnumbered("   3  Vega is terminated by Orc"), "Vega is terminated by Orc");
        assert_eq!(unnumbered("T2 Okoro is killed"), "Okoro is killed");
        assert_eq!(unnumbered("3 wolves howl"), "3 wolves howl");
        assert_eq!(unnumbered("Turn 3"), "Turn 3");
        assert_eq!(unnumbered("attack 12: hit"), "attack 12: hit");
        assert_eq!(untimed("Attack 12: hit", "attack 12"), "hit");
        assert_eq!(untimed("attack 123: hit", "attack 12"), "attack 123: hit");
    }

    #[test]
    fn the_greatest_losses_turn_a_battle() {
        let point = |strength, line: &str| Point {
            when: String::new(),
            strength: [100, strength],
            lines: if line.is_empty() { Vec::new() } else { vec![line.to_owned()] },
        };
        let mut points = vec![point(100, "they meet")];
        points.extend((1..20).map(|n| point(100 - n, "a scratch")));
        points.push(point(40, ""));
        points.push(point(20, "the wall falls"));
        points.push(point(20, "it is over"));
        let chosen = turning(&points);
        assert_eq!(chosen.len(), MOST_TURNS);
        assert_eq!(chosen[MOST_TURNS - 2..], [21, 22]);
        assert!(chosen.is_sorted());
        let kept = halved(points);
        assert_eq!((kept.len(), kept.last().map(|last| last.strength[1])), (12, Some(20)));
    }
}
