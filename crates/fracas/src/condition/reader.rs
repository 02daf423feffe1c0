//! From the text of a condition to its expression.

use std::ops::Range;

use super::error::{BadCondition, ConditionFault};
use super::expression::{Expression, Operand, Place, Sign};
use super::names::{Name, Names, ends_name, is_operator};

/// The bytes of a condition.
const LONGEST: usize = 4_000;
/// Outcomes and comparisons of a condition.
const MOST_TESTS: usize = 64;
/// Brackets and negations within each other.
const DEEPEST: usize = 32;

/// In the order they are looked for: the longer before their beginnings.
const SIGNS: [(&str, Sign); 10] = [
    (">=", Sign::AtLeast),
    ("<=", Sign::AtMost),
    ("!=", Sign::IsNot),
    ("==", Sign::Is),
    ("≥", Sign::AtLeast),
    ("≤", Sign::AtMost),
    ("≠", Sign::IsNot),
    (">", Sign::Above),
    ("<", Sign::Below),
    ("=", Sign::Is),
];

const AND: [&str; 3] = ["and", "&&", "&"];
const OR: [&str; 3] = ["or", "||", "|"];
const NOT: [&str; 2] = ["not", "!"];

/// Reads a text from left to right.
pub(super) struct Reader<'a> {
    text: &'a str,
    at: usize,
    names: &'a Names<'a>,
    tests: usize,
    depth: usize,
    /// Comparisons that say what they mean in other words, and where.
    reworded: Vec<(Range<usize>, String)>,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str, names: &'a Names<'a>) -> Result<Self, BadCondition> {
        if text.len() > LONGEST {
            let fault = ConditionFault::TooLong(LONGEST);
            return Err(BadCondition { fault, text: String::new(), at: 0..0 });
        }
        Ok(Self { text, at: 0, names, tests: 0, depth: 0, reworded: Vec::new() })
    }

    /// Alternatives, of which one must hold.
    pub fn condition(&mut self) -> Result<Expression, BadCondition> {
        self.list(&OR, Self::all, Expression::Any)
    }

    fn all(&mut self) -> Result<Expression, BadCondition> {
        self.list(&AND, Self::one, Expression::All)
    }

    /// Parts with a word between them.
    fn list(
        &mut self,
        between: &[&str],
        part: impl Fn(&mut Self) -> Result<Expression, BadCondition>,
        joined: impl FnOnce(Vec<Expression>) -> Expression,
    ) -> Result<Expression, BadCondition> {
        let first = part(self)?;
        let mut parts = vec![first];
        while self.take_word(between) {
            parts.push(part(self)?);
        }
        // One part needs nothing around it.
        match parts.len() {
            1 => Ok(parts.remove(0)),
            _ => Ok(joined(parts)),
        }
    }

    fn one(&mut self) -> Result<Expression, BadCondition> {
        if self.sign().is_none() && self.take_word(&NOT) {
            self.deeper()?;
            let (start, known) = (self.skip_blanks(self.at), self.reworded.len());
            let part = self.one()?;
            self.depth -= 1;
            // Two parts now, of which `not` would take the first.
            if let [(at, words)] = &mut self.reworded[known..]
                && at.start == start
            {
                *words = format!("({words})");
            }
            return Ok(Expression::Not(Box::new(part)));
        }
        let opened = self.at;
        if self.take_word(&["("]) {
            self.deeper()?;
            let inner = self.condition()?;
            if !self.take_word(&[")"]) {
                let open = self.skip_blanks(opened);
                return Err(match self.rest().is_empty() {
                    true => self.wrong(ConditionFault::Open, open..open + 1),
                    false => self.trailing(),
                });
            }
            self.depth -= 1;
            return Ok(inner);
        }
        self.test()
    }

    /// An outcome, or a measure compared with something.
    fn test(&mut self) -> Result<Expression, BadCondition> {
        self.tests += 1;
        if self.tests > MOST_TESTS {
            return Err(self.here(ConditionFault::TooMany(MOST_TESTS)));
        }
        let (name, at) = self.name()?;
        // A quoted name stands behind its quote.
        let quoted = self.text[..at.start].ends_with(['\'', '"', '`']);
        let start = at.start - usize::from(quoted);
        let measure = match name {
            Name::Outcome(outcome) => return Ok(Expression::Outcome(outcome)),
            Name::Measure(measure) => self.place(measure),
        };
        let known = || self.names.measures[measure.index].name.clone();
        let Some(sign) = self.take_sign() else {
            return Err(self.wrong(ConditionFault::NoValue(known()), at));
        };
        let with = self.operand(&known())?;
        self.reword(start..self.at, measure);
        Ok(Expression::Compare { measure, sign, with })
    }

    /// A whole number or another measure.
    fn operand(&mut self, measure: &str) -> Result<Operand, BadCondition> {
        let run = self.run();
        let written = &self.text[run.clone()];
        if let Ok(number) = written.replace(['_', ','], "").parse() {
            self.at = run.end;
            return Ok(Operand::Number(number));
        }
        if written.is_empty() {
            return Err(self.no_number(measure));
        }
        let start = self.at;
        match self.name() {
            Ok((Name::Measure(place), _)) => Ok(Operand::Measure(self.place(place))),
            found => {
                self.at = start;
                let near = match found {
                    Err(BadCondition { fault: ConditionFault::Unknown { help, .. }, .. })
                        if help.starts_with("did you mean") =>
                    {
                        format!("; {help}")
                    }
                    _ => String::new(),
                };
                let fault = ConditionFault::NotWhole {
                    measure: measure.to_owned(),
                    value: written.to_owned(),
                    help: near,
                };
                Err(self.wrong(fault, run))
            }
        }
    }

    /// A comparison ends, or goes on with a further sign.
    fn no_number(&self, measure: &str) -> BadCondition {
        let before = self.text[..self.at].trim_end();
        let help = match (before.chars().next_back(), self.rest().trim_start().chars().next()) {
            (Some('='), Some('>')) => "did you mean `>=`?",
            (Some('='), Some('<')) => "did you mean `<=`?",
            _ => "comparisons are <, <=, =, !=, >= and >",
        };
        self.here(ConditionFault::NoNumber { measure: measure.to_owned(), help })
    }

    /// A comparison that says when its measure counts: `hp given win >= 20` does
    /// not ask about won battles only, but for `win and hp >= 20`.
    fn reword(&mut self, at: Range<usize>, measure: Place) {
        let Some(outcome) = measure.given.map(|given| self.names.outcomes[given]) else { return };
        if let Some(rest) = without_given(&self.text[at.clone()], outcome) {
            self.reworded.push((at, format!("{outcome} and {rest}")));
        }
    }

    /// What was read from the beginning up to here, in words that mean it.
    pub fn told(&self) -> String {
        let (mut told, mut from) = (String::new(), 0);
        for (at, words) in &self.reworded {
            told.push_str(&self.text[from..at.start]);
            told.push_str(words);
            from = at.end;
        }
        told.push_str(&self.text[from..self.at]);
        told.trim().to_owned()
    }

    fn place(&self, index: usize) -> Place {
        let given = self.names.measures[index].given.map(|outcome| outcome.index());
        Place { index, given }
    }

    /// An outcome or measure, in quotes or not, and where it stands.
    pub fn name(&mut self) -> Result<(Name, Range<usize>), BadCondition> {
        self.at = self.skip_blanks(self.at);
        let rest = self.rest();
        if let Some(quote) = rest.chars().next().filter(|sign| matches!(sign, '\'' | '"' | '`')) {
            return self.quoted(quote);
        }
        let run = self.run();
        let found = self.names.at_start(rest).map_err(|fault| self.wrong(fault, run.clone()))?;
        match found {
            Some((length, name)) if self.at + length >= run.end => {
                let at = self.at..self.at + length;
                self.at = at.end;
                Ok((name, at))
            }
            _ if run.is_empty() => {
                let example = format!("{} >= 50", self.names.example());
                Err(self.here(ConditionFault::Missing(example)))
            }
            _ => Err(self.wrong(self.names.unknown(&self.text[run.clone()]), run)),
        }
    }

    fn quoted(&mut self, quote: char) -> Result<(Name, Range<usize>), BadCondition> {
        let start = self.at + 1;
        let Some(length) = self.text[start..].find(quote) else {
            return Err(self.wrong(ConditionFault::Unquoted, self.at..start));
        };
        let at = start..start + length;
        let name = &self.text[at.clone()];
        let found = self.names.at_start(name).map_err(|fault| self.wrong(fault, at.clone()))?;
        match found {
            Some((whole, name)) if whole == length => {
                self.at = at.end + 1;
                Ok((name, at))
            }
            _ => Err(self.wrong(self.names.unknown(name), at)),
        }
    }

    /// The words from here up to the next that belongs to the language.
    pub fn run(&self) -> Range<usize> {
        let start = self.skip_blanks(self.at);
        let mut end = start;
        for (place, sign) in self.text[start..].char_indices() {
            let at = start + place;
            let begins_word = self.text[..at].chars().next_back().is_none_or(ends_name);
            let rest = &self.text[at..];
            let keyword = ["and", "or", "not"].iter().any(|word| begins(rest, word));
            if is_operator(sign) || begins_word && keyword {
                break;
            }
            if !sign.is_whitespace() {
                end = at + sign.len_utf8();
            }
        }
        start..end
    }

    /// Takes one of these words, if it comes next.
    pub fn take_word(&mut self, words: &[&str]) -> bool {
        let start = self.skip_blanks(self.at);
        let found = words.iter().find(|word| begins(&self.text[start..], word));
        if let Some(word) = found {
            self.at = start + word.len();
        }
        found.is_some()
    }

    /// The comparison that comes next.
    fn sign(&self) -> Option<(usize, Sign)> {
        let start = self.skip_blanks(self.at);
        let (text, sign) = SIGNS.iter().find(|(text, _)| self.text[start..].starts_with(text))?;
        Some((start + text.len(), *sign))
    }

    pub fn take_sign(&mut self) -> Option<Sign> {
        let (end, sign) = self.sign()?;
        self.at = end;
        Some(sign)
    }

    /// The words from here on, taken.
    pub fn take_run(&mut self) -> (&'a str, Range<usize>) {
        let run = self.run();
        self.at = run.end;
        (&self.text[run.clone()], run)
    }

    /// Goes back to an earlier place.
    pub fn go_back(&mut self, at: usize) {
        self.at = at;
    }

    pub fn at(&self) -> usize {
        self.at
    }

    pub fn is_at_end(&self) -> bool {
        self.rest().trim().is_empty()
    }

    /// Nothing may follow.
    pub fn end(&self) -> Result<(), BadCondition> {
        if self.is_at_end() { Ok(()) } else { Err(self.trailing()) }
    }

    fn trailing(&self) -> BadCondition {
        let likely = match self.sign() {
            Some(_) => "; how likely something is to be is said in a claim",
            None => "",
        };
        self.here(ConditionFault::Trailing(likely))
    }

    /// Something is wrong with what comes next.
    pub fn here(&self, fault: ConditionFault) -> BadCondition {
        let start = self.skip_blanks(self.at);
        let width = self.text[start..].chars().next().map_or(0, char::len_utf8);
        self.wrong(fault, start..start + width)
    }

    pub fn wrong(&self, fault: ConditionFault, at: Range<usize>) -> BadCondition {
        BadCondition { fault, text: self.text.to_owned(), at }
    }

    fn deeper(&mut self) -> Result<(), BadCondition> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.here(ConditionFault::TooDeep(DEEPEST)));
        }
        Ok(())
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_blanks(&self, at: usize) -> usize {
        let rest = &self.text[at..];
        at + (rest.len() - rest.trim_start().len())
    }
}

/// A comparison without the words that say when its measures count; none if it
/// has no such words.
fn without_given(text: &str, outcome: &str) -> Option<String> {
    let mut words: Vec<String> = Vec::new();
    let mut dropped = false;
    let mut rest = text.split_whitespace().peekable();
    while let Some(word) = rest.next() {
        let after = rest.peek().filter(|_| word.eq_ignore_ascii_case("given"));
        let after = after.and_then(|next| {
            let (name, after) = next.split_at_checked(outcome.len())?;
            let ends = after.is_empty() || after.starts_with(is_operator) || is_quote(after);
            (name.eq_ignore_ascii_case(outcome) && ends).then_some(after)
        });
        match (after, words.last_mut()) {
            (Some(after), Some(measure)) => {
                dropped = true;
                rest.next();
                match is_quote(after) {
                    true => measure.push_str(after),
                    false if after.is_empty() => {}
                    false => words.push(after.to_owned()),
                }
            }
            _ => words.push(word.to_owned()),
        }
    }
    dropped.then(|| words.join(" "))
}

fn is_quote(text: &str) -> bool {
    text.starts_with(['\'', '"', '`'])
}

/// Whether a text begins with a word of the language: letters of either case,
/// and not as the beginning of a longer word.
fn begins(text: &str, word: &str) -> bool {
    let Some(start) = text.get(..word.len()) else { return false };
    let is_word = word.starts_with(char::is_alphabetic);
    let ends = |rest: &str| {
        let next = rest.chars().next();
        next.is_none_or(|sign| ends_name(sign) || matches!(sign, '\'' | '"' | '`'))
    };
    start.eq_ignore_ascii_case(word) && (!is_word || ends(&text[word.len()..]))
}
