//! What is to be made as large as can be.

use std::fmt;

use thiserror::Error;

use crate::document::suggestion;
use crate::ruleset::{Measure, MeasureKind, OutcomeId};

/// A sum of outcomes and of measures at the end, each times a number.
///
/// ```
/// use fracas_core::decide::Worth;
/// use fracas_core::ruleset::{Measure, MeasureKind, OutcomeId};
///
/// let outcomes = ["win", "lose", "fled"];
/// let measures = [Measure::new("hp", MeasureKind::Final).given(OutcomeId(0))];
/// let worth = Worth::read("100 win + 60 fled + hp", &outcomes, &measures)?;
/// assert_eq!(worth.of_end(OutcomeId(0), &[14]), 114.0);
/// // Hit points count after a win only.
/// assert_eq!(worth.of_end(OutcomeId(2), &[3]), 60.0);
///
/// let alive = Worth::read("win or fled", &outcomes, &measures)?;
/// assert!(alive.is_probability() && !worth.is_probability());
/// let wrong = Worth::read("winn", &outcomes, &measures).unwrap_err();
/// assert_eq!(wrong.to_string(), "`winn` is neither outcome nor measure; did you mean win?");
/// let condition = Worth::read("(win or fled", &outcomes, &measures).unwrap_err();
/// assert!(condition.to_string().starts_with("`(` makes a condition"));
/// # Ok::<(), fracas_core::decide::BadWorth>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    terms: Vec<Term>,
    text: String,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Term {
    weight: f64,
    of: Of,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    Outcome(OutcomeId),
    Measure { place: usize, given: Option<OutcomeId> },
}

/// Why a text does not say what is to be made as large as can be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadWorth {
    /// There is nothing of that name.
    #[error("`{name}` is neither outcome nor measure; {help}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What may have been meant, or what there is.
        help: String,
    },
    /// A measure that is not known at the end alone.
    #[error("`{name}` is counted on the way, and decisions look at the end of a battle; {help}")]
    Counted {
        /// The measure.
        name: String,
        /// What can be asked for.
        help: String,
    },
    /// Something is missing.
    #[error(
        "write an outcome or a measure, such as `{0}` or `100 {0}`, and join several with + or -"
    )]
    Nothing(String),
    /// A condition where a sum is wanted.
    #[error(
        "`{sign}` makes a condition, and decisions are made for a sum: write outcomes and measures \
         such as `100 {outcome}`, joined with + or -"
    )]
    Condition {
        /// What makes it one.
        sign: String,
        /// An outcome there is.
        outcome: String,
    },
    /// A number that is none, or too large.
    #[error("`{0}` is no number from -1000000 to 1000000")]
    Number(String),
}

/// The largest number that an outcome or measure may be taken times.
const MOST_WEIGHT: f64 = 1e6;

impl Worth {
    /// Reads a sum such as `win`, `win or fled` or `100 success + agents_alive`.
    /// `least` before a measure asks for as little of it as can be.
    pub fn read(text: &str, outcomes: &[&str], measures: &[Measure]) -> Result<Self, BadWorth> {
        let names = Names { outcomes, measures };
        let mut terms = Vec::new();
        let mut sign = 1.0;
        let mut words: Vec<String> = Vec::new();
        for word in split(text) {
            match word.as_str() {
                "+" | "-" | "or" | "|" => {
                    if !words.is_empty() {
                        terms.push(names.term(sign, &words)?);
                        words.clear();
                        sign = 1.0;
                    }
                    if word == "-" {
                        sign = -sign;
                    }
                }
                "and" | "not" | "&" | "(" | ")" | "<" | ">" | "=" | "!" => {
                    let outcome = outcomes.first().copied().unwrap_or("").to_owned();
                    return Err(BadWorth::Condition { sign: word, outcome });
                }
                _ => words.push(word),
            }
        }
        terms.push(names.term(sign, &words)?);
        Ok(Self { terms, text: text.trim().to_owned() })
    }

    /// One outcome.
    pub fn of_outcome(outcome: OutcomeId, name: &str) -> Self {
        Self { terms: vec![Term { weight: 1.0, of: Of::Outcome(outcome) }], text: name.to_owned() }
    }

    /// What an end is worth.
    pub fn of_end(&self, outcome: OutcomeId, measures: &[i64]) -> f64 {
        let of = |term: &Term| match term.of {
            Of::Outcome(wanted) => f64::from(u8::from(wanted == outcome)),
            Of::Measure { given: Some(given), .. } if given != outcome => 0.0,
            Of::Measure { place, .. } => measures[place] as f64,
        };
        self.terms.iter().map(|term| term.weight * of(term)).sum()
    }

    /// Whether it is the probability of some outcomes.
    pub fn is_probability(&self) -> bool {
        let mut seen = Vec::new();
        self.terms.iter().all(|term| {
            let new = !seen.contains(&term.of);
            seen.push(term.of);
            new && term.weight == 1.0 && matches!(term.of, Of::Outcome(_))
        })
    }

    /// Whether a measure, by its place, is weighed.
    pub fn weighs(&self, measure: usize) -> bool {
        let is = |term: &Term| matches!(term.of, Of::Measure { place, .. } if place == measure);
        self.terms.iter().any(is)
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// What can be weighed.
struct Names<'a> {
    outcomes: &'a [&'a str],
    measures: &'a [Measure],
}

impl Names<'_> {
    /// A number, if there is one, and the words of a name.
    fn term(&self, sign: f64, words: &[String]) -> Result<Term, BadWorth> {
        let mut weight = sign;
        let mut words = words;
        if let Some((first, rest)) = words.split_first()
            && first.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        {
            let number = first.trim_end_matches('*').parse::<f64>().ok();
            let number = number.filter(|number| number.abs() <= MOST_WEIGHT);
            weight *= number.ok_or_else(|| BadWorth::Number(first.clone()))?;
            words = rest.strip_prefix(&["*".to_owned()]).unwrap_or(rest);
        }
        while let [first, rest @ ..] = words
            && !rest.is_empty()
        {
            match first.as_str() {
                "mean" | "most" => {}
                "least" => weight = -weight,
                _ => break,
            }
            words = rest;
        }
        let name = words.join("_");
        if name.is_empty() {
            return Err(BadWorth::Nothing(self.outcomes.first().copied().unwrap_or("").to_owned()));
        }
        Ok(Term { weight, of: self.find(&name)? })
    }

    fn find(&self, name: &str) -> Result<Of, BadWorth> {
        if let Some(place) = self.outcomes.iter().position(|known| *known == name) {
            return Ok(Of::Outcome(OutcomeId(place as u8)));
        }
        let same = |measure: &Measure| measure.name.replace(' ', "_") == name;
        match self.measures.iter().position(same) {
            Some(place) if self.measures[place].kind == MeasureKind::Final => {
                Ok(Of::Measure { place, given: self.measures[place].given })
            }
            Some(_) => Err(BadWorth::Counted {
                name: name.to_owned(),
                help: format!("known are {}", self.known().collect::<Vec<_>>().join(", ")),
            }),
            None => Err(BadWorth::Unknown {
                name: name.to_owned(),
                help: suggestion(name, self.known()),
            }),
        }
    }

    fn known(&self) -> impl Iterator<Item = &str> + Clone {
        let finals = self.measures.iter().filter(|measure| measure.kind == MeasureKind::Final);
        self.outcomes.iter().copied().chain(finals.map(|measure| measure.name.as_str()))
    }
}

/// Words and signs. A name in quotes is one word; a sign before a word is one
/// of its own.
fn split(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let taken = match first {
            '+' | '-' | '|' | '*' | '&' | '(' | ')' | '<' | '>' | '=' | '!' => 1,
            '"' | '\'' => {
                let inner = &rest[1..];
                let end = inner.find(first).unwrap_or(inner.len());
                words.push(inner[..end].replace(' ', "_"));
                rest = inner[end..].strip_prefix(first).unwrap_or("").trim_start();
                continue;
            }
            _ => rest
                .find(|c: char| c.is_whitespace() || "+*|&()<>=!".contains(c))
                .unwrap_or(rest.len()),
        };
        words.push(rest[..taken].to_owned());
        rest = rest[taken..].trim_start();
    }
    words
}
