//! Measures of many alike, such as `noble.Osswid.hit`: a row for each of them.

use fracas::MeasureOdds;
use unicode_width::UnicodeWidthStr;

use super::grid::{Column, Grid};
use super::sure::Sure;
use super::words::{Paint, cut, in_words, paragraph, parts_of};
use fracas_report::numbers::rounded;

/// Blanks between rows that stand side by side.
const APART: usize = 3;
/// So many fit below each other anywhere.
const FEW: usize = 4;
/// More of them side by side are hard to follow.
const MOST_ABREAST: usize = 6;

/// Everybody of a kind.
pub struct Roster<'a> {
    kind: &'a str,
    /// What is measured of each.
    heads: Vec<&'a str>,
    /// Whether that says how often, for all of them.
    often: Vec<bool>,
    rows: Vec<Row<'a>>,
}

/// Somebody, and one measure a head.
struct Row<'a> {
    who: &'a str,
    cells: Vec<Option<&'a MeasureOdds>>,
}

/// The rosters among measures of many alike.
pub fn rosters<'a>(measures: &[&'a MeasureOdds]) -> Vec<Roster<'a>> {
    let mut rosters: Vec<Roster<'a>> = Vec::new();
    for measure in measures {
        let Some((kind, who, what)) = parts_of(&measure.name) else { continue };
        let roster = find(
            &mut rosters,
            |roster| roster.kind == kind,
            || Roster { kind, heads: Vec::new(), often: Vec::new(), rows: Vec::new() },
        );
        let head = roster.heads.iter().position(|head| *head == what).unwrap_or_else(|| {
            roster.heads.push(what);
            roster.often.push(true);
            roster.heads.len() - 1
        });
        roster.often[head] &= is_flag(measure);
        // Those of one come one after the other, so the search is short.
        let row = find(&mut roster.rows, |row| row.who == who, || Row { who, cells: Vec::new() });
        row.cells.resize(row.cells.len().max(head + 1), None);
        row.cells[head] = Some(measure);
    }
    rosters
}

/// The last entry that fits, put there if there is none.
fn find<T>(list: &mut Vec<T>, fits: impl Fn(&T) -> bool, new: impl FnOnce() -> T) -> &mut T {
    let place = list.iter().rposition(fits).unwrap_or_else(|| {
        list.push(new());
        list.len() - 1
    });
    &mut list[place]
}

/// Whether a measure says how often something happens.
pub fn is_flag(measure: &MeasureOdds) -> bool {
    measure.min.is_some_and(|min| min >= 0) && measure.max.is_some_and(|max| max <= 1)
}

/// Whether a measure is the same in all battles that count.
pub fn is_steady(measure: &MeasureOdds) -> bool {
    match (measure.min, measure.max) {
        (Some(min), Some(max)) => min == max,
        // Counted on the way by exact odds, which know its mean and spread.
        _ => measure.sd == Some(0.0),
    }
}

impl Row<'_> {
    /// How open the fate of somebody is: from 0, settled, to 1/2, anybody's
    /// guess.
    fn openness(&self) -> f64 {
        let of = |measure: &&MeasureOdds| match measure.mean {
            Some(mean) if is_flag(measure) => mean.min(1.0 - mean),
            // Wounds and the like are open, but less than life and death.
            _ if !is_steady(measure) => 1e-9,
            _ => 0.0,
        };
        self.cells.iter().flatten().map(of).fold(0.0, f64::max)
    }
}

impl Roster<'_> {
    /// Only as many things measured of each as there is room for.
    pub fn narrowed(mut self, sure: Sure, paint: Paint) -> Self {
        let mut width = self.name_width();
        let mut fits = 0;
        for head in 0..self.heads.len() {
            width += 2 + self.head_width(head, sure);
            if width + 2 > paint.columns {
                break;
            }
            fits = head + 1;
        }
        let fits = fits.max(1);
        self.heads.truncate(fits);
        self.often.truncate(fits);
        for row in &mut self.rows {
            row.cells.truncate(fits);
        }
        self
    }

    /// Everybody, in as many columns as there is room for.
    pub fn show(&self, sure: Sure, paint: Paint) -> String {
        let all: Vec<&Row<'_>> = self.rows.iter().collect();
        self.grid(&all, sure, paint)
    }

    /// Those whose fate is open, the most open where there is no room for all,
    /// and a line or two on the others: at most `lines` lines, but one row at
    /// least. Also how many are not shown.
    pub fn show_open(&self, sure: Sure, paint: Paint, lines: usize) -> (String, usize) {
        if self.lines(sure, paint) <= lines {
            return (self.show(sure, paint), 0);
        }
        let open: Vec<&Row<'_>> = self.rows.iter().filter(|row| row.openness() > 0.0).collect();
        let (settled, not_named) = self.settled(sure, paint);
        let room = lines.saturating_sub(1 + settled.lines().count()).max(1);
        let shown = most_open(&open, room * self.abreast(sure, paint));
        let not_shown = open.len() - shown.len() + not_named;
        let mut text = String::new();
        if !shown.is_empty() {
            text.push_str(&self.grid(&shown, sure, paint));
        }
        (text + &settled, not_shown)
    }

    /// What they are called.
    pub fn kind(&self) -> String {
        in_words(self.kind)
    }

    /// How many lines it takes to show everybody.
    pub fn lines(&self, sure: Sure, paint: Paint) -> usize {
        1 + self.rows.len().div_ceil(self.abreast(sure, paint))
    }

    /// Those whose fate is settled, in a line for each fate. Where more than one
    /// thing is measured nobody is named, but counted.
    fn settled(&self, sure: Sure, paint: Paint) -> (String, usize) {
        let settled: Vec<&Row<'_>> = self.rows.iter().filter(|row| row.openness() == 0.0).collect();
        let [head] = self.heads[..] else { return (String::new(), settled.len()) };
        let is = |row: &&&Row<'_>, value: i64| {
            row.cells.first().copied().flatten().is_some_and(|cell| cell.min == Some(value))
        };
        let mut text = String::new();
        for (value, battles) in [(1, sure.every()), (0, sure.none())] {
            let names: Vec<&str> =
                settled.iter().filter(|row| is(row, value)).map(|row| row.who).collect();
            if !names.is_empty() {
                let intro = format!("{} in {battles}: ", in_words(head));
                let room = paint.columns.saturating_sub(2 + intro.width());
                text.push_str(&paragraph(&(intro + &listed(&names, room)), paint));
            }
        }
        (text, 0)
    }

    fn grid(&self, rows: &[&Row<'_>], sure: Sure, paint: Paint) -> String {
        let abreast = self.abreast(sure, paint).min(rows.len()).max(1);
        let height = rows.len().div_ceil(abreast);
        let mut columns = Vec::new();
        for place in 0..rows.len().div_ceil(height) {
            let head = if place > 0 { String::new() } else { in_words(self.kind) };
            columns.push(Column::text(head).apart(if place > 0 { APART } else { 0 }));
            columns.extend(self.heads.iter().map(|head| Column::number(in_words(head))));
        }
        let width = columns.len();
        let mut grid = Grid::new(columns);
        for line in 0..height {
            let mut cells = Vec::new();
            for row in rows.iter().skip(line).step_by(height) {
                cells.push(row.who.to_owned());
                cells.extend((0..self.heads.len()).map(|head| self.cell(row, head, sure)));
            }
            cells.resize(width, String::new());
            grid.row(cells);
        }
        grid.show(paint)
    }

    fn cell(&self, row: &Row<'_>, head: usize, sure: Sure) -> String {
        let measure = row.cells.get(head).copied().flatten();
        let Some((measure, mean)) = measure.and_then(|measure| Some((measure, measure.mean?)))
        else {
            return "–".to_owned();
        };
        if self.often[head] { sure.often(measure) } else { rounded(mean) }
    }

    /// How many rows fit side by side.
    fn abreast(&self, sure: Sure, paint: Paint) -> usize {
        // A few who are measured in several ways are easier to compare below
        // each other.
        if self.heads.len() > 1 && self.rows.len() <= FEW {
            return 1;
        }
        let heads = 0..self.heads.len();
        let width =
            self.name_width() + heads.map(|head| 2 + self.head_width(head, sure)).sum::<usize>();
        let fits = (paint.columns.saturating_sub(2) + APART) / (width + APART);
        fits.clamp(1, MOST_ABREAST)
    }

    fn name_width(&self) -> usize {
        let names = self.rows.iter().map(|row| row.who.width());
        names.chain([in_words(self.kind).width()]).max().unwrap_or(0)
    }

    fn head_width(&self, head: usize, sure: Sure) -> usize {
        let cells = self.rows.iter().map(|row| self.cell(row, head, sure).width());
        cells.chain([in_words(self.heads[head]).width()]).max().unwrap_or(0)
    }
}

/// The rows whose fate is most open, in their own order.
fn most_open<'r, 'a>(rows: &[&'r Row<'a>], most: usize) -> Vec<&'r Row<'a>> {
    let mut places: Vec<usize> = (0..rows.len()).collect();
    // Of equally open ones the first stay.
    places.sort_by(|&a, &b| rows[b].openness().total_cmp(&rows[a].openness()));
    places.truncate(most);
    places.sort_unstable();
    places.into_iter().map(|place| rows[place]).collect()
}

/// Names with commas, cut after those that there is room for.
fn listed(names: &[&str], room: usize) -> String {
    let mut text = cut(&format!("{} of them", names.len()), room);
    let mut list = String::new();
    for (place, name) in names.iter().enumerate() {
        let comma = if list.is_empty() { "" } else { ", " };
        list.push_str(&format!("{comma}{name}"));
        if list.width() > room {
            break;
        }
        let more = names.len() - place - 1;
        let ended = if more > 0 { format!("{list} and {more} more") } else { list.clone() };
        if ended.width() <= room {
            text = ended;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alive(who: &str, mean: f64) -> MeasureOdds {
        let (min, max) = (i64::from(mean >= 1.0), i64::from(mean > 0.0));
        MeasureOdds {
            name: format!("unit.{who}.alive"),
            mean: Some(mean),
            min: Some(min),
            max: Some(max),
            ..MeasureOdds::default()
        }
    }

    fn shown(measures: &[MeasureOdds], lines: usize) -> (String, usize) {
        let all: Vec<&MeasureOdds> = measures.iter().collect();
        let rosters = rosters(&all);
        let narrow = Paint { columns: 60, ..Paint::PLAIN };
        rosters[0].show_open(Sure::sampled(4096), narrow, lines)
    }

    #[test]
    fn many_stand_side_by_side() {
        let measures = ["Ann", "Bo", "Cid", "Dee"].map(|who| alive(who, 0.5));
        let expected = "
  unit   alive        alive         alive         alive
  Ann   50.0 %   Bo  50.0 %   Cid  50.0 %   Dee  50.0 %
";
        assert_eq!(format!("\n{}", shown(&measures, 10).0), expected);
    }

    #[test]
    fn those_whose_fate_is_open_stay() {
        let mut measures: Vec<MeasureOdds> = (0..40)
            .map(|number| alive(&format!("guard-{number}"), f64::from(number) / 39.0))
            .collect();
        measures.extend((1..20).map(|number| alive(&format!("safe-{number}"), 1.0)));
        let (text, not_shown) = shown(&measures, 6);
        assert!(text.lines().count() <= 6, "{text}");
        // The most open of all, and neither the dead nor the safe.
        assert!(text.contains("guard-19") && text.contains("guard-20"), "{text}");
        assert!(!text.contains("guard-1 "), "{text}");
        assert_eq!(not_shown, 38 - 3 * 3, "{text}");
        assert!(text.contains("alive in all 4,096 battles: guard-39, safe-1"), "{text}");
        assert!(text.contains("alive in none of 4,096 battles: guard-0\n"), "{text}");
    }
}
