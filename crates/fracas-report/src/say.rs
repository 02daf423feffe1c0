//! An answer in one sentence, to be pasted somewhere.

use fracas::{OddsReport, Rules, RunReport};

use crate::Chance;
use crate::clean::{clean, in_words};
use crate::endings::{by_likelihood, chance_of, words_of};
use crate::numbers::whole;
use crate::odds::asked;

/// How many measures a sentence bears.
const FEW: usize = 4;

/// Odds in one sentence.
pub fn say_odds(weighed: &OddsReport, rules: &Rules) -> String {
    let odds = &weighed.odds;
    let each = by_likelihood(odds)
        .into_iter()
        .map(|outcome| in_chance(&words_of(&outcome.name, rules), &chance_of(outcome)));
    let each: Vec<String> = each.collect();
    let name = weighed.heading.called();
    let name = clean(&name);
    if each.is_empty() {
        return format!("{name}: no battle was fought.");
    }
    let grounds = match odds.trials {
        Some(1) => "of one battle".to_owned(),
        Some(trials) => format!("of {} battles", whole(trials as i128)),
        None => "of all battles, exactly".to_owned(),
    };
    let asked: Vec<String> =
        asked(weighed).iter().map(|(what, chance)| in_chance(what, chance)).collect();
    let asked = if asked.is_empty() { String::new() } else { format!("; {}", asked.join(", ")) };
    let early = if odds.provisional { "so far " } else { "" };
    format!("{name}: {early}{}{asked} {grounds}.", each.join(", "))
}

/// What happens, and how likely.
fn in_chance(what: &str, chance: &Chance) -> String {
    let between = chance.interval().map_or_else(String::new, |ends| format!(" ({ends})"));
    format!("{} in {}{between}", clean(what), chance.percent())
}

/// A battle in one sentence.
pub fn say_run(fought: &RunReport, rules: &Rules) -> String {
    let name = fought.heading.called();
    let name = clean(&name);
    let which = match (fought.seed, fought.trial) {
        (Some(seed), Some(trial)) => format!(" (seed {seed}, trial {trial})"),
        _ => String::new(),
    };
    let words = words_of(fought.outcome, rules);
    let single = fought.measures.iter().filter(|(name, _)| !name.contains('.'));
    let told = single
        .take(FEW)
        .map(|(name, value)| format!("{} {}", in_words(name), whole((*value).into())));
    let told: Vec<String> = told.collect();
    match told.is_empty() {
        true => format!("{name}{which}: {words}."),
        false => format!("{name}{which}: {words}; {}.", told.join(", ")),
    }
}
