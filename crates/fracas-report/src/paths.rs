//! Paths of a scenario in words.

use fracas::core::document::{Step, parse_path};

/// A path in a few words: what it is, and whose.
///
/// ```
/// use fracas_report::path_words;
/// assert_eq!(path_words("attacker.stack[0].men.war_horse"), "war horse of attacker");
/// assert_eq!(path_words("attacker.stack[2].men.knight"), "knight of attacker stack 3");
/// assert_eq!(path_words("heroes[Naruto 01].XP"), "XP of Naruto 01");
/// assert_eq!(path_words("agent[vega]"), "vega");
/// assert_eq!(path_words("monster[1]"), "monster 2");
/// assert_eq!(path_words("place.terrain"), "terrain of place");
/// assert_eq!(path_words("retreat_loss_pct"), "retreat loss pct");
/// ```
pub fn path_words(path: &str) -> String {
    let Ok(steps) = parse_path(path) else { return path.to_owned() };
    let words = |key: &str| key.replace('_', " ");
    let (what, before) = match steps.split_last() {
        Some((Step::Key(what), before)) => (words(what), before),
        Some((Step::Name(name), _)) => return name.clone(),
        _ => return entry(&steps),
    };
    // Of names the last says whose it is, else the beginning does.
    let named = before.iter().rev().find_map(|step| match step {
        Step::Name(name) => Some(name.clone()),
        _ => None,
    });
    match named.unwrap_or_else(|| entry(before)) {
        owner if owner.is_empty() => what,
        owner => format!("{what} of {owner}"),
    }
}

/// Where something stands: the first key, and lists whose place matters.
fn entry(steps: &[Step]) -> String {
    let mut words = Vec::new();
    for (place, step) in steps.iter().enumerate() {
        let indexed = match steps.get(place + 1) {
            Some(Step::Index(index)) => Some(index),
            _ => None,
        };
        match (step, indexed) {
            // The first of several kinds of lists needs no number.
            (Step::Key(_), Some(0)) if place > 0 => {}
            (Step::Key(key), Some(index)) => {
                words.push(format!("{} {}", key.replace('_', " "), index + 1));
            }
            (Step::Key(key), None) if place == 0 => words.push(key.replace('_', " ")),
            _ => {}
        }
    }
    words.join(" ")
}

/// Paths in words that tell them apart: where two are the same in words they
/// stay as they are.
pub fn path_heads(paths: &[&str]) -> Vec<String> {
    let words: Vec<String> = paths.iter().map(|path| path_words(path)).collect();
    let alone = |place: usize| words.iter().filter(|other| **other == words[place]).count() == 1;
    let head = |(place, path): (usize, &&str)| match alone(place) {
        true => words[place].clone(),
        false => (*path).to_owned(),
    };
    paths.iter().enumerate().map(head).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_tell_paths_apart() {
        let both = ["attacker.stack[0].men.knight", "defender.stack[0].men.knight"];
        assert_eq!(path_heads(&both), ["knight of attacker", "knight of defender"]);
        let alike = ["a.b[0].men.knight", "a.c[0].men.knight"];
        assert_eq!(path_heads(&alike), alike);
    }
}
