//! Parts of a battle that are alike: keys forget which of them is which, and
//! here it is remembered that it may have been any of them.

use super::HearEnds;
use crate::watch::MeasureId;

/// The measures of parts that are alike, group by group. What is read off an
/// end holds of every arrangement of a group's values, each as likely.
pub(super) struct Alike {
    groups: Vec<Vec<usize>>,
    /// By measure: whether it is of a group; the rest of the list is not.
    grouped: Vec<bool>,
    /// Whether arrangements are told one by one.
    told: bool,
    /// Work space: the values of one arrangement.
    values: Vec<i64>,
}

/// Ends with more arrangements than this are not told one by one.
const MOST_ARRANGEMENTS: f64 = 4_096.0;

impl Alike {
    /// These groups of measures, all of them 0 or 1.
    pub fn of(groups: Vec<Vec<MeasureId>>) -> Self {
        let places = |group: Vec<MeasureId>| group.into_iter().map(MeasureId::index).collect();
        let groups: Vec<Vec<usize>> =
            groups.into_iter().filter(|group| group.len() > 1).map(places).collect();
        let mut grouped = Vec::new();
        for &measure in groups.iter().flatten() {
            grouped.resize(grouped.len().max(measure + 1), false);
            grouped[measure] = true;
        }
        let most: f64 = groups.iter().map(|group| ways(group.len(), group.len() / 2)).product();
        Self { groups, grouped, told: most <= MOST_ARRANGEMENTS, values: Vec::new() }
    }

    /// Whether it is told with the ends how a measure goes together with
    /// others.
    pub fn tells(&self, measure: usize) -> bool {
        self.told || !self.is_grouped(measure)
    }

    fn is_grouped(&self, measure: usize) -> bool {
        self.grouped.get(measure).is_some_and(|grouped| *grouped)
    }

    /// Books what is read off an end, with measure, value and share: a measure
    /// of a group has all values of its group in equal shares, any other its
    /// own.
    pub fn share_out(&self, values: &[i64], mut book: impl FnMut(usize, i64, f64)) {
        for (measure, &value) in values.iter().enumerate() {
            if !self.is_grouped(measure) {
                book(measure, value, 1.0);
            }
        }
        for group in &self.groups {
            let share = 1.0 / group.len() as f64;
            for &measure in group {
                group.iter().for_each(|&other| book(measure, values[other], share));
            }
        }
    }

    /// Tells an end, arrangement by arrangement.
    pub fn tell(&mut self, outcome: usize, values: &[i64], p: f64, hear: HearEnds<'_>) {
        if self.groups.is_empty() || !self.told {
            return hear(outcome, values, p);
        }
        let mut now = std::mem::take(&mut self.values);
        now.clear();
        now.extend_from_slice(values);
        let mut ways_of_all = 1.0;
        for group in &self.groups {
            let ones = group.iter().filter(|&&measure| values[measure] != 0).count();
            ways_of_all *= ways(group.len(), ones);
            // The first arrangement: the last of the group have the ones.
            for (place, &measure) in group.iter().enumerate() {
                now[measure] = i64::from(place >= group.len() - ones);
            }
        }
        loop {
            hear(outcome, &now, p / ways_of_all);
            // The first group that has another one takes it; those before it
            // begin anew.
            if !self.groups.iter().any(|group| next_arrangement(group, &mut now)) {
                break;
            }
        }
        self.values = now;
    }
}

/// The next arrangement of the values of a group in the order of dictionaries;
/// false, and the first again, after the last.
fn next_arrangement(group: &[usize], values: &mut [i64]) -> bool {
    let at = |values: &[i64], place: usize| values[group[place]];
    let rise = (1..group.len()).rev().find(|&p| at(values, p - 1) < at(values, p));
    if let Some(rise) = rise {
        let larger = (rise..group.len()).rev().find(|&p| at(values, p) > at(values, rise - 1));
        values.swap(group[rise - 1], group[larger.unwrap_or(rise)]);
    }
    let (mut low, mut high) = (rise.unwrap_or(0), group.len() - 1);
    while low < high {
        values.swap(group[low], group[high]);
        (low, high) = (low + 1, high - 1);
    }
    rise.is_some()
}

/// In how many ways `chosen` of `all` can be chosen.
fn ways(all: usize, chosen: usize) -> f64 {
    (0..chosen).fold(1.0, |ways, i| ways * (all - i) as f64 / (i + 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measures(places: &[u32]) -> Vec<MeasureId> {
        places.iter().map(|&place| MeasureId(place)).collect()
    }

    #[test]
    fn every_arrangement_is_told_once() {
        let mut alike = Alike::of(vec![measures(&[1, 3, 4]), measures(&[2, 5])]);
        let mut told = Vec::new();
        alike.tell(1, &[9, 1, 0, 1, 0, 1], 0.6, &mut |outcome, values, p| {
            assert!(outcome == 1 && values[0] == 9 && (p - 0.1).abs() < 1e-15);
            told.push(values.to_vec());
        });
        told.sort();
        told.dedup();
        assert_eq!(told.len(), 6);
        assert!(told.iter().all(|end| end[1] + end[3] + end[4] == 2 && end[2] + end[5] == 1));
    }

    #[test]
    fn values_of_a_group_are_everybodys_in_equal_shares() {
        let alike = Alike::of(vec![measures(&[0, 2])]);
        let mut found = [0.0; 3];
        alike.share_out(&[1, 1, 0], |measure, value, share| {
            found[measure] += value as f64 * share;
        });
        assert_eq!(found, [0.5, 1.0, 0.5]);
    }

    #[test]
    fn of_very_many_arrangements_none_is_told() {
        let mut alike = Alike::of(vec![(0..20).map(MeasureId).collect()]);
        assert!(!alike.tells(3) && alike.tells(20));
        let (values, mut times) = ([1; 21], 0);
        alike.tell(0, &values, 1.0, &mut |_, _, _| times += 1);
        assert_eq!(times, 1);
        assert!(Alike::of(vec![(0..6).map(MeasureId).collect()]).tells(3));
    }
}
