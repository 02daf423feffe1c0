//! Outcomes and measures by name, as JSON has them or as tables show them.

use fracas_core::document::nearest;
use fracas_core::ruleset::Measure;

use super::error::ConditionFault;

/// The names that a battle knows.
pub(super) struct Names<'a> {
    pub outcomes: &'a [&'static str],
    pub measures: &'a [Measure],
}

/// What a name stands for, by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    Outcome(usize),
    Measure(usize),
}

impl Names<'_> {
    /// The longest name that a text begins with, and how much of it that is.
    /// Whatever is spelled to the letter goes first.
    pub fn at_start(&self, text: &str) -> Result<Option<(usize, Name)>, ConditionFault> {
        // Longest, then to the letter, then outcomes before measures.
        let mut best: Option<(usize, bool, Name)> = None;
        let mut other = None;
        for (name, known) in self.all() {
            let Some((length, exact)) = spelled(text, known) else { continue };
            match best {
                Some((least, to_the_letter, _)) if (length, exact) < (least, to_the_letter) => {}
                Some((least, to_the_letter, first))
                    if (length, exact) == (least, to_the_letter) =>
                {
                    other = other.or(Some((length, first, name)));
                }
                _ => best = Some((length, exact, name)),
            }
        }
        let Some((length, exact, name)) = best else { return Ok(None) };
        match other {
            Some((same, Name::Measure(one), Name::Measure(two))) if same == length && !exact => {
                let [one, two] = [one, two].map(|place| self.measures[place].name.clone());
                Err(ConditionFault::Ambiguous(text[..length].to_owned(), one, two))
            }
            _ => Ok(Some((length + self.given(&text[length..], name), name))),
        }
    }

    /// How much of what follows a measure says when it counts, as tables have
    /// it: `hp given win`.
    fn given(&self, rest: &str, name: Name) -> usize {
        let Name::Measure(place) = name else { return 0 };
        let Some(outcome) = self.measures[place].given else { return 0 };
        let after = |text, word| strip_word(str::trim_start_matches(text, is_gap), word);
        let left = after(rest, "given").and_then(|left| {
            after(left, self.outcomes[outcome.index()])
                .filter(|left| left.chars().next().is_none_or(ends_name))
        });
        left.map_or(0, |left| rest.len() - left.len())
    }

    /// What a name that is not known may have meant.
    pub fn unknown(&self, name: &str) -> ConditionFault {
        const MOST: usize = 8;
        let near = nearest(name, self.all().map(|(_, known)| known));
        let help = match near.or_else(|| self.holding(name)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                let list: Vec<&str> = self.measures.iter().map(|m| m.name.as_str()).collect();
                let more = list.len().saturating_sub(MOST);
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                format!(
                    "outcomes are {}; measures are {}{more}",
                    self.outcomes.join(", "),
                    list[..list.len().min(MOST)].join(", ")
                )
            }
        };
        ConditionFault::Unknown { name: name.to_owned(), help }
    }

    /// The only name, or the first, that has all these words among its own:
    /// `vega alive` for `agent.vega.alive`.
    fn holding(&self, words: &str) -> Option<&str> {
        let words: Vec<&str> = words.split(is_gap).filter(|word| !word.is_empty()).collect();
        let holds = |known: &str| {
            let own: Vec<&str> = known.split(is_gap).collect();
            words.iter().all(|word| own.iter().any(|other| other.eq_ignore_ascii_case(word)))
        };
        let mut known = self.all().map(|(_, known)| known);
        known.find(|known| !words.is_empty() && holds(known))
    }

    /// A measure to be named in examples.
    pub fn example(&self) -> &str {
        self.measures.first().map_or("measure", |measure| measure.name.as_str())
    }

    fn all(&self) -> impl Iterator<Item = (Name, &str)> {
        let outcomes = self.outcomes.iter().enumerate();
        let measures = self.measures.iter().enumerate();
        let outcomes = outcomes.map(|(place, name)| (Name::Outcome(place), *name));
        outcomes.chain(measures.map(|(place, m)| (Name::Measure(place), m.name.as_str())))
    }
}

/// How much of a text spells a name, and whether to the letter. Else letters
/// of either case are alike, and so is whatever stands between words: blanks,
/// `_`, `.` and `:`.
fn spelled(text: &str, name: &str) -> Option<(usize, bool)> {
    let ends = |rest: &str| rest.chars().next().is_none_or(ends_name);
    if let Some(rest) = text.strip_prefix(name)
        && ends(rest)
    {
        return Some((name.len(), true));
    }
    let mut rest = text;
    for (place, word) in name.split(is_gap).filter(|word| !word.is_empty()).enumerate() {
        let trimmed = rest.trim_start_matches(is_gap);
        if place > 0 && trimmed.len() == rest.len() {
            return None;
        }
        rest = strip_word(trimmed, word)?;
    }
    (rest.len() < text.len() && ends(rest)).then(|| (text.len() - rest.len(), false))
}

/// What follows a word, letters of either case being alike.
fn strip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let mut rest = text.chars();
    for sign in word.chars() {
        let other = rest.next()?;
        if sign != other && !sign.to_lowercase().eq(other.to_lowercase()) {
            return None;
        }
    }
    Some(rest.as_str())
}

fn is_gap(sign: char) -> bool {
    sign.is_whitespace() || matches!(sign, '_' | '.' | ':')
}

/// Whether a name cannot go on with this sign.
pub(super) fn ends_name(sign: char) -> bool {
    sign.is_whitespace() || is_operator(sign)
}

/// Whether a sign is part of the language, wherever it stands.
pub(super) fn is_operator(sign: char) -> bool {
    matches!(sign, '(' | ')' | '<' | '>' | '=' | '!' | '&' | '|' | '≤' | '≥' | '≠')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_spelled_as_json_or_as_tables_have_them() {
        let of = |text, name| spelled(text, name);
        assert_eq!(of("attacker_lost <= 3", "attacker_lost"), Some((13, true)));
        assert_eq!(of("Attacker  lost<=3", "attacker_lost"), Some((14, false)));
        assert_eq!(of("noble: Mr. Smith hit = 1", "noble.Mr. Smith.hit"), Some((20, false)));
        assert_eq!(of("noble.A=B.hit = 1", "noble.A=B.hit"), Some((13, true)));
        assert_eq!(of("attackers", "attacker"), None);
        assert_eq!(of("attackerlost", "attacker_lost"), None);
        assert_eq!(of("", "attacker"), None);
        assert_eq!(of("x", "."), None);
    }
}
