//! The word that was probably meant.

use strsim::osa_distance;

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
    let (length, letters) = lower(word);
    if length == 0 || length > LONGEST {
        return None;
    }
    let allowed = length.div_ceil(3);
    let mut best: Option<(usize, &str)> = None;
    for candidate in known {
        let (other_length, other) = lower(candidate);
        if other_length.abs_diff(length) > allowed {
            continue;
        }
        let slips = osa_distance(&letters, &other);
        // Something of the word must be left: "ab" is not near "xy".
        let near = slips <= allowed && slips < length.max(other_length);
        if near && best.is_none_or(|(least, _)| slips < least) {
            best = Some((slips, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// "did you mean …?", or else all there is to choose from.
///
/// ```
/// use fracas_core::document::suggestion;
/// let kinds = ["soldier", "pikeman"];
/// assert_eq!(suggestion("pikemn", kinds), "did you mean pikeman?");
/// assert_eq!(suggestion("dragon", kinds), "known are soldier, pikeman");
/// ```
pub fn suggestion<'a>(
    word: &str,
    known: impl IntoIterator<Item = &'a str, IntoIter: Clone>,
) -> String {
    let known = known.into_iter();
    match nearest(word, known.clone()) {
        Some(near) => format!("did you mean {near}?"),
        None => format!("known are {}", known.collect::<Vec<_>>().join(", ")),
    }
}

/// How many letters the word has, and all of them in lower case.
fn lower(word: &str) -> (usize, String) {
    let letters: String = word.chars().flat_map(char::to_lowercase).collect();
    (letters.chars().count(), letters)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Letters put in, left out, changed, or exchanged with their neighbour.
    #[test]
    fn slips_are_counted() {
        let count = |a: &str, b: &str| osa_distance(&lower(a).1, &lower(b).1);
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
