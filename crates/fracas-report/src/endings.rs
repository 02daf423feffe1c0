//! Outcomes in words, with whose they are.

use fracas::core::order::Ordered;
use fracas::{Odds, OutcomeOdds, Rules};

use crate::chance::Chance;
use crate::chart::{OutcomeBar, Outcomes, Tone};
use crate::clean::in_words;

/// What happens in an outcome, by its name.
pub fn words_of(outcome: &str, rules: &Rules) -> String {
    let place = rules.outcomes.iter().position(|known| *known == outcome);
    let ending = place.and_then(|place| rules.endings().get(place));
    ending.map_or_else(|| format!("it ends with {}", in_words(outcome)), |end| end.words.to_owned())
}

/// Whose an outcome is, by its name.
pub fn tone_of(outcome: &str, rules: &Rules) -> Tone {
    let place = rules.outcomes.iter().position(|known| *known == outcome);
    let ending = place.and_then(|place| rules.endings().get(place));
    Tone::of_side(ending.and_then(|ending| ending.side))
}

/// How likely an outcome is.
pub fn chance_of(outcome: &OutcomeOdds) -> Chance {
    Chance { p: outcome.p, low: outcome.low, high: outcome.high }
}

/// All outcomes, to be drawn.
pub fn outcomes(odds: &Odds, rules: &Rules) -> Outcomes {
    let bar = |outcome: &OutcomeOdds| OutcomeBar {
        words: words_of(&outcome.name, rules),
        tone: tone_of(&outcome.name, rules),
        chance: chance_of(outcome),
    };
    Outcomes { bars: odds.outcomes.iter().map(bar).collect() }
}

/// The outcomes that were seen, the likeliest first.
pub fn by_likelihood(odds: &Odds) -> Vec<&OutcomeOdds> {
    let mut seen: Vec<&OutcomeOdds> =
        odds.outcomes.iter().filter(|outcome| outcome.p > 0.0).collect();
    seen.put_in_order_by(|a, b| b.p.total_cmp(&a.p));
    seen
}
