//! Numbers, names and lists in words.

use crate::battle::{BandKind, Battle, Noble, SideId, Structure};
use crate::kinds::{Kind, KindId};
use crate::rules::spoils::Holdings;

/// Lines are no longer than this.
const WIDTH: usize = 78;

/// Up to ten in words, more in digits.
pub fn number(count: u64) -> String {
    const WORDS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    match WORDS.get(count as usize) {
        Some(word) => (*word).to_owned(),
        None => digits(count),
    }
}

/// Digits in groups of three.
fn digits(count: u64) -> String {
    let plain = count.to_string();
    let mut grouped = String::new();
    for (index, digit) in plain.chars().enumerate() {
        if index > 0 && (plain.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// "one pikeman", "12 pikemen".
pub fn men(kind: &Kind, count: u64) -> String {
    let name = if count == 1 { &kind.singular } else { &kind.plural };
    format!("{} {name}", number(count))
}

/// "500 gold", "twelve riding horse": goods have no plural of their own.
pub fn goods(name: &str, quantity: u64) -> String {
    format!("{} {}", number(quantity), name.replace('_', " "))
}

/// "a, b, c".
pub fn list(parts: &[String]) -> String {
    parts.join(", ")
}

/// "a, b and c".
pub fn and(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// "Osswid [gx56]".
pub fn noble(noble: &Noble) -> String {
    with_code(&noble.name, noble.code.as_deref())
}

/// The name, and the code in brackets if there is one.
pub fn with_code(name: &str, code: Option<&str>) -> String {
    match code {
        Some(code) => format!("{name} [{code}]"),
        None => name.to_owned(),
    }
}

/// "Castle Imperius [gx56]", or "the castle".
pub fn structure(structure: &Structure) -> String {
    let name = structure.name.clone();
    let name = name.unwrap_or_else(|| format!("the {}", structure.kind.words()));
    with_code(&name, structure.code.as_deref())
}

/// The name of the structure that houses a side; "the walls" of none.
pub fn structure_name(b: &Battle, side: SideId) -> String {
    b.wall(side).map_or_else(|| "the walls".to_owned(), structure)
}

/// The leader of a side, with code.
pub fn leader(b: &Battle, side: SideId) -> String {
    noble(&b.units[b.sides[side.index()].leader()].noble)
}

/// Counts by kind in the order of the kinds, for a list of bands.
pub fn by_kind(
    b: &Battle,
    counts: impl IntoIterator<Item = (BandKind, u64)>,
) -> Vec<(KindId, u64)> {
    let mut sums: Vec<(KindId, u64)> = Vec::new();
    for (who, count) in counts {
        let (BandKind::Men(kind) | BandKind::Engines(kind)) = who else { continue };
        match sums.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, sum)) => *sum += count,
            None => sums.push((kind, count)),
        }
    }
    sums.retain(|(kind, count)| *count > 0 && kind.0 < b.kinds.len());
    sums
}

/// "ten soldiers, four pikemen".
pub fn men_by_kind(b: &Battle, counts: impl IntoIterator<Item = (BandKind, u64)>) -> Vec<String> {
    let sums = by_kind(b, counts);
    sums.into_iter().map(|(kind, count)| men(b.kind(kind), count)).collect()
}

/// Things with quantities, one to a line.
pub fn things(b: &Battle, things: &Holdings) -> Vec<String> {
    let men = things.men.iter().map(|(kind, count)| men(b.kind(*kind), *count));
    let items = things.items.iter().map(|item| with_code(&item.name, item.code.as_deref()));
    let goods = things.goods.iter().map(|(name, count)| goods(name, *count));
    let held = things.prisoners.iter().map(|held| format!("{}, prisoner", noble(held)));
    men.chain(items).chain(goods).chain(held).collect()
}

/// One paragraph, broken between words; lines after the first hang by two
/// blanks more than `indent`.
pub fn wrapped(indent: usize, text: &str) -> String {
    let mut lines = String::new();
    let mut line = " ".repeat(indent);
    let mut width = indent;
    let mut bare = true;
    for word in text.split(' ') {
        let length = word.chars().count();
        if !bare && width + 1 + length > WIDTH {
            lines.push_str(&line);
            lines.push('\n');
            line = " ".repeat(indent + 2);
            width = indent + 2;
            bare = true;
        }
        if !bare {
            line.push(' ');
            width += 1;
        }
        line.push_str(word);
        width += length;
        bare = false;
    }
    lines.push_str(&line);
    lines.push('\n');
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::built_in;

    #[test]
    fn small_numbers_are_words_and_plurals_are_right() {
        let kinds = built_in();
        let named = |key: &str| kinds.iter().find(|kind| kind.key == key).expect("a built-in kind");
        assert_eq!(men(named("pikeman"), 1), "one pikeman");
        assert_eq!(men(named("pikeman"), 10), "ten pikemen");
        assert_eq!(men(named("elite_guard"), 11), "11 elite guard");
        assert_eq!(men(named("soldier"), 1_234_567), "1,234,567 soldiers");
    }

    #[test]
    fn lines_wrap_at_78_columns_and_hang() {
        let text = "word ".repeat(40);
        let wrapped = wrapped(2, text.trim());
        assert!(wrapped.lines().all(|line| line.len() <= 78));
        assert!(wrapped.starts_with("  word"));
        assert!(wrapped.lines().nth(1).expect("a second line").starts_with("    word"));
    }
}
