//! `heroes[Naruto 01].XP=9000`: cells of a side of `mfd` by name.

use fracas_core::document::write_text;
use fracas_core::ruleset::Ruleset;
use fracas_mfd::Mfd;

use crate::scenario::Scenario;
use crate::set::{Change, Set};

/// The changes as the scenario takes them: those of a cell are entries of the
/// side's `cells`, all others as they are.
pub fn sets(scenario: &Scenario, typed: &[Set]) -> Vec<Set> {
    let ruleset = scenario.get("ruleset").ok().flatten().unwrap_or_default();
    if unquoted(&ruleset) != Mfd::NAME {
        return typed.to_vec();
    }
    let mut counts = ["heroes", "villains"].map(|side| (side, cells_of(scenario, side)));
    let entry = |set: &Set| {
        let (Some((side, name, column)), Change::Put(typed)) = (cell(&set.path), &set.change)
        else {
            return set.clone();
        };
        let Some((_, count)) = counts.iter_mut().find(|(of, _)| *of == side) else {
            return set.clone();
        };
        let path = format!("{side}.cells[{count}]");
        *count += 1;
        let value = format!(
            "{{ name = {}, column = {}, value = {} }}",
            write_text(name),
            write_text(column),
            write_text(unquoted(typed))
        );
        Set { path, change: Change::Put(value) }
    };
    typed.iter().map(entry).collect()
}

/// How many changes the scenario has already.
fn cells_of(scenario: &Scenario, side: &str) -> usize {
    let there = |index: &usize| {
        scenario.get(&format!("{side}.cells[{index}]")).is_ok_and(|found| found.is_some())
    };
    (0..).take_while(there).count()
}

/// Side, name and column of `side[name].column`; a number alone is the place of
/// an entry and no name.
fn cell(path: &str) -> Option<(&str, &str, &str)> {
    let (side, rest) = path.split_once('[')?;
    let (name, column) = rest.rsplit_once("].")?;
    let is_place = name.bytes().all(|sign| sign.is_ascii_digit());
    (!is_place).then_some((side.trim(), unquoted(name.trim()), unquoted(column.trim())))
}

fn unquoted(text: &str) -> &str {
    let inside = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    inside('"').or_else(|| inside('\'')).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_told_from_other_paths() {
        assert_eq!(cell("heroes[Naruto 01].XP"), Some(("heroes", "Naruto 01", "XP")));
        assert_eq!(cell("heroes[\"7\"].'XP'"), Some(("heroes", "7", "XP")));
        assert_eq!(cell("heroes[Mr. X [old]].AOE"), Some(("heroes", "Mr. X [old]", "AOE")));
        for path in ["heroes[0].XP", "heroes.csv", "heroes[Ann]", "max_rounds"] {
            assert_eq!(cell(path), None, "{path}");
        }
    }

    #[test]
    fn changes_are_added_to_those_of_the_scenario() {
        let text = "ruleset = 'mfd'\nheroes.cells = [{ name = 'A', column = 'XP', value = '1' }]\n";
        let typed: Vec<Set> = ["heroes[Ann].XP=2", "seed=4", "heroes[Ann].BuffWho=\"A,B\""]
            .iter()
            .map(|set| set.parse().unwrap())
            .collect();
        let mut scenario = Scenario::new("a.toml", text);
        let made = sets(&scenario, &typed);
        assert_eq!(made[1], typed[1]);
        scenario.apply(&made).unwrap();
        let value = |path: &str| scenario.get(path).unwrap().unwrap();
        assert_eq!(value("heroes.cells[1].value"), "\"2\"");
        assert_eq!(value("heroes.cells[2].value"), "\"A,B\"");
        let other = Scenario::new("b.toml", "ruleset = 'olympia'\n");
        assert_eq!(sets(&other, &typed), typed);
    }
}
