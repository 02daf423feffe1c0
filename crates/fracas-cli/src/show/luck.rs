//! How lucky a battle was, in words a player enjoys.

use fracas::{Luck, RunReport, Standing, USUAL_TRIALS};

use super::words::{Paint, in_words, paragraph, wrap};
use fracas_report::numbers::whole;

/// No more lines than this are told of measures.
const MOST_LINES: usize = 8;
/// What happens more often than this is nothing to remark on.
const REMARKABLE: f64 = 0.1;

/// The outcome, and the measures that are remarkable, the rarest first. Where
/// nobody said with how many battles to compare, there may be few.
pub fn show(fought: &RunReport, luck: &Luck, asked: bool, paint: Paint) -> String {
    let mut text = format!("\n{}\n", paint.bold("How lucky was that?"));
    let often = often(luck.outcome.p, luck.trials);
    text.push_str(&format!("  {}: {often} end so\n", in_words(fought.outcome)));
    let mut remarkable: Vec<(&str, &Standing)> = luck
        .measures
        .iter()
        .filter(|(_, standing)| rarity(standing) <= REMARKABLE)
        .map(|(name, standing)| (name.as_str(), standing))
        .collect();
    // Of equally rare ones the first stays the first.
    remarkable.sort_by(|a, b| rarity(a.1).total_cmp(&rarity(b.1)));
    for (name, standing) in remarkable.iter().take(MOST_LINES) {
        let lines = wrap(&remark(name, standing, luck.trials), paint.columns - 4);
        text.push_str(&format!("  {}\n", lines.join("\n    ")));
    }
    match remarkable.len().saturating_sub(MOST_LINES) {
        0 if remarkable.is_empty() => text.push_str("  otherwise a day like many others\n"),
        0 => {}
        more => text.push_str(&paragraph(&format!("and {more} more; --json has all"), paint)),
    }
    let early = if luck.provisional { "provisional: stopped early; " } else { "" };
    let mut compared = format!("{early}compared with {} other battles", whole(luck.trials.into()));
    if !asked && luck.trials < USUAL_TRIALS {
        compared.push_str("; --trials compares with more");
    }
    text + &paragraph(&compared, paint)
}

/// The share of battles that are as far out or farther.
fn rarity(standing: &Standing) -> f64 {
    standing.same + standing.below.min(standing.above)
}

fn remark(name: &str, standing: &Standing, trials: u64) -> String {
    let much = standing.above <= standing.below;
    let beyond = if much { standing.above } else { standing.below };
    let (mood, more, less) = mood(name);
    let (mood, farther) = if much { (mood.0, more) } else { (mood.1, less) };
    if standing.value == 1 && standing.above == 0.0 && standing.same > 0.0 {
        return format!("{}: seen in only {}", in_words(name), often(standing.same, trials));
    }
    let head = format!("{} {}: {mood}", in_words(name), whole(standing.value.into()));
    if standing.same + beyond == 0.0 {
        return format!("{head}, never seen in {} battles", whole(trials.into()));
    }
    if beyond == 0.0 {
        return format!(
            "{head}, {} come to that, none of {} beyond",
            often(standing.same, trials),
            whole(trials.into())
        );
    }
    format!("{head}, only {} {farther}", often(beyond, trials))
}

/// What is said of much and of little, and of battles beyond.
fn mood(name: &str) -> ((&'static str, &'static str), &'static str, &'static str) {
    let last = name.rsplit('.').next().unwrap_or(name);
    if name.split('.').next().unwrap_or(name).ends_with("_lost") {
        (("a bloody day", "a cheap day"), "cost more", "cost less")
    } else if ["attacks", "rounds", "turns", "shots"].contains(&name) {
        (("a long fight", "a quick fight"), "last longer", "end sooner")
    } else if last == "alive" || last.ends_with("_alive") {
        (("a lucky day", "a dark day"), "leave more", "leave fewer")
    } else {
        (("unusually much", "unusually little"), "have more", "have less")
    }
}

/// A share of battles as one would say it: with as many digits as it takes
/// to tell it from its neighbours.
fn often(share: f64, trials: u64) -> String {
    if share <= 0.0 {
        return format!("none of {} battles", whole(trials.into()));
    }
    if share >= 0.995 {
        return "nearly all battles".to_owned();
    }
    let mut of = 100;
    while share * (of as f64) < 2.5 && of < trials {
        of *= 10;
    }
    let mut cases = ((share * of as f64).round() as u64).max(1);
    while cases.is_multiple_of(10) && of > 100 {
        (cases, of) = (cases / 10, of / 10);
    }
    format!("{} in {} battles", whole(cases.into()), whole(of.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(value: i64, below: f64, same: f64, above: f64) -> Standing {
        Standing { value, below, same, above }
    }

    #[test]
    fn shares_are_said_in_whole_battles() {
        let said = |share| often(share, 20_000);
        assert_eq!(said(0.61), "61 in 100 battles");
        assert_eq!(said(0.031), "3 in 100 battles");
        assert_eq!(said(0.012), "12 in 1,000 battles");
        assert_eq!(said(0.0004), "4 in 10,000 battles");
        assert_eq!(said(0.00005), "5 in 100,000 battles");
        assert_eq!(said(0.001), "1 in 1,000 battles");
        assert_eq!(said(0.998), "nearly all battles");
        assert_eq!(said(0.0), "none of 20,000 battles");
        assert_eq!(often(0.01, 64), "1 in 100 battles");
    }

    #[test]
    fn what_is_rare_is_told_in_the_words_of_its_kind() {
        let told = |name, standing| remark(name, &standing, 20_000);
        assert_eq!(
            told("attacker_lost", standing(48, 0.92, 0.05, 0.03)),
            "attacker lost 48: a bloody day, only 3 in 100 battles cost more"
        );
        assert_eq!(
            told("attacks", standing(7, 0.04, 0.02, 0.94)),
            "attacks 7: a quick fight, only 4 in 100 battles end sooner"
        );
        assert_eq!(
            told("noble.Bo.killed", standing(1, 0.997, 0.003, 0.0)),
            "noble: Bo killed: seen in only 3 in 1,000 battles"
        );
        assert_eq!(
            told("loot.gold", standing(120, 0.96, 0.04, 0.0)),
            "loot: gold 120: unusually much, 4 in 100 battles come to that, \
             none of 20,000 beyond"
        );
        assert_eq!(
            told("agents_alive", standing(0, 0.0, 0.0, 1.0)),
            "agents alive 0: a dark day, never seen in 20,000 battles"
        );
    }
}
