//! The battles of a chain, each with its own odds.

use fracas::{BattleOdds, Likely};

use super::grid::{Column, Grid};
use super::words::{Paint, cut, paragraph};
use fracas_report::numbers::{percent, whole, with_error};

/// Names are not longer than this.
const LONGEST_NAME: usize = 44;

/// A row for each of them: how often the chain comes to it, and how often it
/// is won then. At most so many rows.
pub fn show(battles: &[BattleOdds], most: usize, paint: Paint) -> String {
    let columns = [Column::text("battle"), Column::number("reached"), Column::number("won then")];
    let mut grid = Grid::new(columns.into());
    for (place, battle) in battles.iter().take(most).enumerate() {
        let name = cut(&format!("{}. {}", place + 1, battle.name), LONGEST_NAME);
        let won = battle.won.as_ref().map_or_else(|| "–".to_owned(), often);
        grid.row(vec![name, often(&battle.reached), won]);
    }
    let mut text = grid.show(paint);
    let more = battles.len().saturating_sub(most);
    if more > 0 {
        let more = whole(more as i128);
        text.push_str(&paragraph(&format!("and {more} more battles; see --all"), paint));
    }
    text
}

fn often(likely: &Likely) -> String {
    let Likely { p, low, high } = *likely;
    match low == high && p == 1.0 {
        true => "always".to_owned(),
        false if low == high => format!("{} %", percent(p, 2)),
        false => format!("{} %", with_error(p, low, high)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn battles_are_named_and_told_as_they_are_reached() {
        let battle = |name: &str, reached: f64, won: Option<(f64, f64, f64)>| BattleOdds {
            name: name.to_owned(),
            reached: Likely { p: reached, low: reached, high: reached },
            won: won.map(|(p, low, high)| Likely { p, low, high }),
            measures: Default::default(),
        };
        let chain = [
            battle("A hideout", 1.0, Some((0.6, 0.59, 0.61))),
            battle("The outpost", 0.6, Some((1.0, 0.9975, 1.0))),
            battle("The harbour", 0.0, None),
        ];
        let expected = "
  battle          reached     won then
  1. A hideout     always  60.0 ±1.0 %
  2. The outpost  60.00 %      >99.7 %
  3. The harbour   0.00 %            –
";
        assert_eq!(format!("\n{}", show(&chain, 9, Paint::PLAIN)), expected);
        let cut = show(&chain, 2, Paint::PLAIN);
        assert!(cut.ends_with("  and 1 more battles; see --all\n"), "{cut}");
    }
}
