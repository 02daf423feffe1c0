//! The word that was probably meant.

/// Words longer than this are not compared.
const LONGEST: usize = 60;

/// The known word nearest to `word`, letters of either case being alike, if
/// one is near: at most one slip (a letter too many, missing, wrong, or two
/// exchanged) for every three letters.
///
/// ```
/// use fracas_core::document::nearest;
/// let kinds = ["soldier", "pikeman", "knight"];
/// assert_eq!(nearest("pikemn", kinds), Some("pikeman"));
/// assert_eq!(nearest("dragon", kinds), None);
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = lower(word);
    if letters.is_empty() || letters.len() > LONGEST {
        return None;
    }
    let allowed = letters.len().div_ceil(3);
    let mut best: Option<(usize, &str)> = None;
    for candidate in known {
        let other = lower(candidate);
        if other.len().abs_diff(letters.len()) > allowed {
            continue;
        }
        let slips = distance(&letters, &other);
        // Something of the word must be left: "ab" is not near "xy".
        let near = slips <= allowed && slips < letters.len().max(other.len());
        if near && best.is_none_or(|(least, _)| slips < least) {
            best = Some((slips, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

fn lower(word: &str) -> Vec<char> {
    word.chars().flat_map(char::to_lowercase).collect()
}

/// Letters put in, left out, changed, or exchanged with their neighbour.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, &x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &y) in b.iter().enumerate() {
            let changed = last[j] + usize::from(x != y);
            let mut least = changed.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted() {
        let count = |a: &str, b: &str| distance(&lower(a), &lower(b));
        assert_eq!(count("swamp", "swamp"), 0);
        assert_eq!(count("swmp", "swamp"), 1);
        assert_eq!(count("behnid", "behind"), 1);
        assert_eq!(count("", "abc"), 3);
        assert_eq!(count("kitten", "sitting"), 3);
    }

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        let words = ["plain", "forest", "swamp", "city"];
        assert_eq!(nearest("swmp", words), Some("swamp"));
        assert_eq!(nearest("FOREST", words), Some("forest"));
        assert_eq!(nearest("cty", words), Some("city"));
        assert_eq!(nearest("volcano", words), None);
        assert_eq!(nearest("", words), None);
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest(&"a".repeat(5000), words), None);
    }

    #[test]
    fn the_first_of_equally_near_words_is_taken() {
        assert_eq!(nearest("cat", ["bat", "rat"]), Some("bat"));
    }
}
