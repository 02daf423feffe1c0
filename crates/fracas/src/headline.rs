//! How a battle ends, in one sentence that everybody understands.

use fracas_core::odds::{Method, Odds, OutcomeOdds, grouped};
use fracas_core::order::Ordered;

use crate::registry::Rules;

/// What is rarer than this is not worth a word of the headline.
const WORTH_SAYING: f64 = 0.005;

/// The likeliest ending first: `The attacker wins in 54 of 100 battles (± 2);
/// the defender wins in 46.`
pub fn headline(odds: &Odds, rules: &Rules) -> String {
    if odds.trials == Some(0) {
        return "No battle was fought.".to_owned();
    }
    let mut outcomes: Vec<&OutcomeOdds> =
        odds.outcomes.iter().filter(|outcome| outcome.p > 0.0).collect();
    // Of equally likely ones, also but for rounding, the first stays the first.
    let likely = |outcome: &OutcomeOdds| (outcome.p * 1e9).round();
    outcomes.put_in_order_by(|a, b| likely(b).total_cmp(&likely(a)));
    let Some((first, others)) = outcomes.split_first() else { return String::new() };
    let ending = capitalised(rules.ending(&first.name));
    if first.p >= 1.0 {
        return match (odds.method, odds.trials) {
            (Method::Sampled, Some(1)) => format!("{ending} in the one battle fought."),
            (Method::Sampled, Some(trials)) => {
                format!("{ending} in all {} battles fought.", grouped(trials))
            }
            _ => format!("{ending} in every battle."),
        };
    }
    let in_hundred = |outcome: &OutcomeOdds| (outcome.p * 100.0).round();
    // Half a point is lost in the rounding already.
    let half = (first.high - first.low) / 2.0;
    let give = (half * 100.0 - 0.5).ceil();
    let at_least = (first.low * 100.0).floor();
    let mut sentence = match first.p > 1.0 - WORTH_SAYING {
        true if give >= 1.0 => format!("{ending} in more than {at_least:.0} of 100 battles"),
        true => format!("{ending} in more than 99 of 100 battles"),
        false => format!("{ending} in {:.0} of 100 battles", in_hundred(first)),
    };
    if give >= 1.0 && first.p + half <= 1.0 {
        sentence.push_str(&format!(" (± {give:.0})"));
    } else if give >= 1.0 && first.p <= 1.0 - WORTH_SAYING {
        // An error that reaches beyond every battle is none.
        sentence.push_str(&format!(" (at least {at_least:.0})"));
    }
    for other in others.iter().filter(|outcome| outcome.p >= WORTH_SAYING) {
        sentence.push_str(&format!("; {} in {:.0}", rules.ending(&other.name), in_hundred(other)));
    }
    sentence + "."
}

fn capitalised(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;

    fn said(method: Method, shares: [(f64, f64); 3]) -> String {
        let names = ["attacker", "defender", "draw"];
        let outcome = |(name, (p, half)): (&str, (f64, f64))| OutcomeOdds {
            low: p - half,
            high: p + half,
            ..OutcomeOdds::exactly(name, p)
        };
        let outcomes = names.into_iter().zip(shares).map(outcome).collect();
        let mut odds = Odds::exactly(String::new(), outcomes, Vec::new(), 0.0);
        odds.method = method;
        odds.trials = (method == Method::Sampled).then_some(3000);
        headline(&odds, Registry::standard().rules("olympia").unwrap())
    }

    #[test]
    fn the_likeliest_comes_first() {
        assert_eq!(
            said(Method::Sampled, [(0.457, 0.018), (0.543, 0.018), (0.0, 0.001)]),
            "The defender wins in 54 of 100 battles (± 2); the attacker wins in 46."
        );
        assert_eq!(
            said(Method::Exact, [(0.998, 0.0), (0.001, 0.0), (0.001, 0.0)]),
            "The attacker wins in more than 99 of 100 battles."
        );
    }

    #[test]
    fn no_error_reaches_beyond_every_battle() {
        // What is told of both sides adds up.
        let near = "The attacker wins in 98 of 100 battles (at least 92); the defender wins in 2.";
        assert_eq!(said(Method::Sampled, [(0.98, 0.06), (0.02, 0.06), (0.0, 0.06)]), near);
        let nearer = "The attacker wins in more than 97 of 100 battles.";
        assert_eq!(said(Method::Sampled, [(0.997, 0.02), (0.003, 0.02), (0.0, 0.02)]), nearer);
    }

    #[test]
    fn a_sample_knows_its_own_battles_only() {
        let always = [(1.0, 0.0), (0.0, 0.0), (0.0, 0.0)];
        assert_eq!(said(Method::Exact, always), "The attacker wins in every battle.");
        let seen = "The attacker wins in all 3,000 battles fought.";
        assert_eq!(said(Method::Sampled, always), seen);
    }
}
