//! What every measure is for each way a battle ends.

use fracas::{MeasureOdds, Odds, OutcomeOdds};
use fracas_report::mean_when;

use super::grid::{Column, Grid};
use super::words::{Paint, in_words, paragraph};
use fracas_report::numbers::{frequency, share, whole};

/// The table is cut after so many measures.
const MOST_ROWS: usize = 40;

/// A column for each way that came, a row for each measure.
pub fn show(odds: &Odds, paint: Paint) -> String {
    let came: Vec<usize> =
        (0..odds.by_outcome.len()).filter(|place| odds.outcomes[*place].p > 0.0).collect();
    let head = |place: &usize| Column::number(in_words(&odds.outcomes[*place].name));
    let columns = [Column::text("mean when it ends so")].into_iter().chain(came.iter().map(head));
    let mut grid = Grid::new(columns.collect());
    let mut row = |name: &str, cell: &dyn Fn(usize) -> String| {
        let cells = came.iter().map(|place| cell(*place));
        grid.row([name.to_owned()].into_iter().chain(cells).collect());
    };
    row("how often", &|place| how_often(&odds.outcomes[place]));
    if odds.by_outcome.iter().any(|by| by.n.is_some()) {
        let battles =
            |place: usize| odds.by_outcome[place].n.map_or_else(String::new, |n| whole(n.into()));
        row("battles", &battles);
    }
    // What is the same in every battle is the same whatever comes of it.
    let varies = |measure: &&MeasureOdds| measure.min.is_none() || measure.min != measure.max;
    let varying: Vec<&MeasureOdds> = odds.measures.iter().filter(varies).collect();
    for measure in varying.iter().take(MOST_ROWS) {
        row(&in_words(&measure.name), &|place| mean_when(odds, place, measure));
    }
    let mut text = grid.show(paint);
    if varying.len() > MOST_ROWS {
        let more = whole((varying.len() - MOST_ROWS) as i128);
        text.push_str(&paragraph(&format!("and {more} more; --json has all"), paint));
    }
    text
}

fn how_often(outcome: &OutcomeOdds) -> String {
    match outcome.low < outcome.high {
        true => format!("{} %", share(outcome.p, outcome.low, outcome.high, 1)),
        false => frequency(outcome.p),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fracas::ByOutcome;

    #[test]
    fn ways_are_columns_and_measures_rows() {
        let measure = |name: &str, mean: f64, off: f64, max: i64| MeasureOdds {
            name: name.to_owned(),
            mean: Some(mean),
            low: Some(mean - off),
            high: Some(mean + off),
            min: Some(0),
            max: Some(max),
            ..MeasureOdds::default()
        };
        let outcome = |name: &str, p| OutcomeOdds::exactly(name, p);
        let mut odds = Odds::exactly(
            String::new(),
            vec![outcome("attacker", 0.75), outcome("defender", 0.25), outcome("draw", 0.0)],
            vec![measure("attacker_lost", 15.75, 0.1, 40), measure("noble.Bo.hit", 0.5, 0.0, 1)],
            0.0,
        );
        let by = |name: &str, n, measures| ByOutcome { outcome: name.to_owned(), n, measures };
        odds.by_outcome = vec![
            by(
                "attacker",
                Some(7_500),
                vec![
                    measure("attacker_lost", 11.0, 0.12, 30),
                    measure("noble.Bo.hit", 0.4, 0.011, 1),
                ],
            ),
            by(
                "defender",
                Some(2_500),
                vec![
                    measure("attacker_lost", 30.0, 0.4, 40),
                    MeasureOdds { name: "noble.Bo.hit".to_owned(), ..MeasureOdds::default() },
                ],
            ),
            by("draw", Some(0), Vec::new()),
        ];
        let expected = "
  mean when it ends so      attacker     defender
  how often                   75.0 %       25.0 %
  battles                      7,500        2,500
  attacker lost          11.0 ± 0.12  30.0 ± 0.40
  noble: Bo hit         40.0 % ± 1.1            –
";
        assert_eq!(format!("\n{}", show(&odds, Paint::PLAIN)), expected);
    }
}
