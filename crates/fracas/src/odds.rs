//! Exact odds where they are cheap, else fought battles: which, and why.

use fracas_core::odds::{
    Answer, Distribution, Effort, Exact, MOST_TRIALS, Odds, PlanError, Tally, Way,
};
use fracas_core::procedure::{Found, Piece, Procedure, Progress, Weigh, Weighed, carry_out};

use crate::MAX_SEED;
use crate::ask::{Ask, Mark, OddsError, UnknownMeasure};
use crate::battle::Battle;
use crate::headline::headline;
use crate::lab::work;
use crate::report::OddsReport;
use crate::that::{self, Likelihood};
use crate::values::{Bound, Threshold, Values};

/// What odds were read off.
///
/// ```
/// use fracas::{Ask, Bound, Effort, Goal, Grounds, Scenario};
/// let mut duel = Scenario::of("olympia");
/// duel.set("attacker.stack[0].noble", "Osswid")?;
/// duel.set("attacker.stack[0].men.pikeman", 4)?;
/// duel.set("defender.stack[0].noble", "Feasel")?;
/// let duel = duel.battle()?;
///
/// // Exactly, and from a thousand battles.
/// let exact = duel.odds(Ask::default(), 0, &Effort::default())?;
/// let sampled = duel.odds(Goal::Trials(1000), 0, &Effort::default())?;
/// assert!(matches!(exact.grounds, Grounds::Exact(_)) && exact.grounds.tally().is_none());
/// assert_eq!(sampled.grounds.tally().map(|tally| tally.trials().count()), Some(1000));
///
/// // How the losses are spread, and how likely it is to lose two or more.
/// let losses = exact.values("attacker_lost").ok_or("not known")?;
/// assert!((losses.shares().iter().map(|share| share.p).sum::<f64>() - 1.0).abs() < 1e-9);
/// let (truth, ..) = losses.reach(Bound::AtLeast, 2, 0.0);
/// let counted = sampled.values("attacker_lost").ok_or("not known")?;
/// assert_eq!((losses.n(), counted.n()), (None, Some(1000)));
/// // An interval that misses once in a million times.
/// let (_, low, high) = counted.reach(Bound::AtLeast, 2, 1e-6);
/// assert!(low <= truth && truth <= high);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Grounds {
    /// By measure, the distribution where it is known.
    Exact(Vec<Option<Distribution>>),
    /// Counted battles.
    Sampled {
        /// The counts.
        tally: Tally,
        /// The probability with which an interval may miss.
        alpha: f64,
    },
}

impl Grounds {
    /// How the measure at a place of the list is distributed. None if that is
    /// not known or no battle counts.
    pub fn values(&self, measure: usize) -> Option<Values> {
        match self {
            Self::Exact(distributions) => Values::exact(distributions.get(measure)?.as_ref()?),
            Self::Sampled { tally, .. } => Some(Values::counted(&tally.spread(measure)?)),
        }
    }

    /// The counts, if battles were counted.
    pub fn tally(&self) -> Option<&Tally> {
        match self {
            Self::Exact(_) => None,
            Self::Sampled { tally, .. } => Some(tally),
        }
    }
}

/// Odds and what they were read off.
struct Known {
    odds: Odds,
    grounds: Grounds,
    that: Vec<Likelihood>,
}

impl From<Exact> for Known {
    fn from(mut exact: Exact) -> Self {
        for outcome in &mut exact.odds.outcomes {
            // The sum of nothing is a negative zero, which nobody wants to see.
            outcome.p += 0.0;
            (outcome.low, outcome.high) = (outcome.p, outcome.p);
        }
        let that = that::told(&exact.that);
        Self { odds: exact.odds, grounds: Grounds::Exact(exact.distributions), that }
    }
}

impl From<Answer> for Known {
    fn from(Answer { odds, tally, alpha }: Answer) -> Self {
        let that = that::counted(&tally, alpha);
        Self { odds, grounds: Grounds::Sampled { tally, alpha }, that }
    }
}

impl Battle {
    /// How the battle ends, found in the way that is asked for.
    pub fn odds(
        &self,
        ask: impl Into<Ask>,
        seed: u64,
        effort: &Effort<'_>,
    ) -> Result<OddsReport, OddsError> {
        self.odds_watched(ask, seed, effort, |_| {})
    }

    /// The same; `look` sees the question after every piece of work.
    pub fn odds_watched(
        &self,
        ask: impl Into<Ask>,
        seed: u64,
        effort: &Effort<'_>,
        mut look: impl FnMut(&OddsQuestion) + Send,
    ) -> Result<OddsReport, OddsError> {
        let mut question = self.question(ask, seed)?;
        let battle = question.battle().clone();
        let work = |piece: &Piece, effort: &Effort<'_>| work(&battle, piece, effort);
        carry_out(&mut question, effort, work, |question| look(question));
        // Work that was done is known, and without a halt all was.
        question.answer().unwrap_or_else(|| Err(PlanError::Trials(0).into()))
    }

    /// The question how the battle ends, for whoever does the work himself.
    ///
    /// ```
    /// use fracas::core::procedure::Procedure;
    /// use fracas::{Ask, Effort, lab, Scenario};
    /// let mut duel = Scenario::of("olympia");
    /// duel.set("attacker.stack[0].noble", "Osswid")?;
    /// duel.set("defender.stack[0].noble", "Feasel")?;
    /// let duel = duel.battle()?;
    /// let mut question = duel.question(Ask::default(), 0)?;
    /// while !question.is_done() {
    ///     for piece in question.ask(1) {
    ///         // Here, or wherever the piece is sent.
    ///         let found = lab::work(question.battle(), &piece, &Effort::default());
    ///         question.take(&piece, found);
    ///     }
    /// }
    /// assert_eq!(question.answer(), Some(duel.odds(Ask::default(), 0, &Effort::default())));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn question(&self, ask: impl Into<Ask>, seed: u64) -> Result<OddsQuestion, OddsError> {
        let ask = ask.into();
        let needed = self.places(&ask)?;
        if let Way::Trials(trials) = &ask.way {
            let asked = trials.end.saturating_sub(trials.start);
            if !(1..=MOST_TRIALS).contains(&asked) || trials.end > MAX_SEED + 1 {
                return Err(OddsError::Trials(trials.clone()));
            }
        }
        let weigh = Weigh::new(ask.way.clone(), seed, self.rules.most_draws)?.needing(needed);
        Ok(OddsQuestion { battle: self.asked(&ask.that)?, ask, weigh })
    }

    /// Names and places of the measures whose distribution is needed.
    fn places(&self, ask: &Ask) -> Result<Vec<(String, usize)>, UnknownMeasure> {
        let names = self.measures();
        let place = |name: &str| {
            let place = names.iter().position(|known| known == name);
            let known = names.iter().map(String::as_str);
            let place = place.ok_or_else(|| UnknownMeasure::new(name, known))?;
            Ok((name.to_owned(), place))
        };
        ask.needed().map(place).collect()
    }

    /// What was found, with what belongs to an answer.
    pub(crate) fn weighed(&self, weighed: Weighed, ask: &Ask) -> OddsReport {
        let known = match weighed {
            Weighed::Exact(exact) => Known::from(exact),
            Weighed::Sampled(answer) => Known::from(answer),
        };
        let mut remarks = self.rules.remarks(&known.odds);
        remarks.extend(self.erased.played_by());
        OddsReport {
            heading: self.heading(),
            versions: self.versions(),
            headline: headline(&known.odds, &self.rules),
            remarks,
            battles: self.chained(&known.grounds),
            at_least: thresholds(&known, Bound::AtLeast, &ask.at_least),
            at_most: thresholds(&known, Bound::AtMost, &ask.at_most),
            that: known.that,
            odds: known.odds,
            grounds: known.grounds,
        }
    }
}

/// How a battle ends: a [`Procedure`] that anybody can carry out.
#[derive(Clone, Debug)]
pub struct OddsQuestion {
    battle: Battle,
    ask: Ask,
    weigh: Weigh,
}

impl OddsQuestion {
    /// The battle whose odds they are. Whoever works on pieces must fight this
    /// one: it counts the conditions that were asked for.
    pub fn battle(&self) -> &Battle {
        &self.battle
    }
}

impl Procedure for OddsQuestion {
    type Answer = Result<OddsReport, OddsError>;

    fn ask(&mut self, capacity: usize) -> Vec<Piece> {
        self.weigh.ask(capacity)
    }

    fn take(&mut self, piece: &Piece, found: Found) {
        self.weigh.take(piece, found);
    }

    fn lose(&mut self, piece: &Piece) {
        self.weigh.lose(piece);
    }

    fn is_done(&self) -> bool {
        self.weigh.is_done()
    }

    fn answer(&self) -> Option<Self::Answer> {
        Some(match self.weigh.answer()? {
            Ok(weighed) => Ok(self.battle.weighed(weighed, &self.ask)),
            Err(why) => Err(why.into()),
        })
    }

    fn progress(&self) -> Progress {
        self.weigh.progress()
    }
}

/// How likely each measure is to reach its mark. All names are known.
fn thresholds(known: &Known, bound: Bound, marks: &[Mark]) -> Vec<Threshold> {
    let alpha = match known.grounds {
        Grounds::Exact(_) => 0.0,
        Grounds::Sampled { alpha, .. } => alpha,
    };
    let threshold = |mark: &Mark| {
        let measures = &known.odds.measures;
        let place = measures.iter().position(|measure| measure.name == mark.measure)?;
        let reached = known.grounds.values(place).map(|v| v.reach(bound, mark.value, alpha));
        let (p, low, high) = match reached {
            Some((p, low, high)) => (Some(p), low, high),
            None => (None, 0.0, 1.0),
        };
        let Mark { measure, value } = mark.clone();
        Some(Threshold { measure, given: measures[place].given.clone(), value, p, low, high })
    };
    marks.iter().filter_map(threshold).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Goal, Method, Scenario, Untold};
    use fracas_testing::is_near;

    fn duel() -> Battle {
        let text = "ruleset = \"olympia\"\n[[attacker.stack]]\nnoble = \"A\"\nmen.soldier = 3\n\
                    [[defender.stack]]\nnoble = \"B\"\nmen.pikeman = 2\n";
        Scenario::new("duel.toml", text).battle().unwrap()
    }

    fn odds(ask: impl Into<Ask>) -> Result<OddsReport, OddsError> {
        duel().odds(ask, 7, &Effort { threads: 2, ..Effort::default() })
    }

    #[test]
    fn the_cheap_is_exact_and_the_dear_is_sampled() {
        let exact = odds(Ask::default()).unwrap();
        assert_eq!((exact.odds.method, exact.odds.trials), (Method::Exact, None));
        assert!(exact.odds.why.starts_with("exact: "), "{}", exact.odds.why);

        let sampled = odds(Way::Best(Budget(10))).unwrap();
        assert_eq!(sampled.odds.method, Method::Sampled);
        let why = &sampled.odds.why;
        assert!(
            why.starts_with(
                "sampled, because exact odds would weigh more than 10 falls of the dice; "
            ),
            "{why}"
        );
        for (exact, sampled) in exact.odds.outcomes.iter().zip(&sampled.odds.outcomes) {
            assert!(is_near(exact.p, (sampled.low, sampled.high)), "{}", exact.name);
        }
        let refused = odds(Way::Exact(Budget(10))).unwrap_err();
        assert_eq!(refused.to_string(), "exact odds would weigh more than 10 falls of the dice");
    }

    #[test]
    fn what_exact_odds_do_not_know_is_sampled() {
        let ask = |way: Way| Ask { way, whole: vec!["attacks".to_owned()], ..Ask::default() };
        let sampled = odds(ask(Way::default())).unwrap();
        assert!(sampled.odds.why.starts_with("sampled, because attacks is counted on the way"));
        assert!(sampled.grounds.values(0).is_some());
        let refused = odds(ask(Way::Exact(Budget::USUAL))).unwrap_err();
        assert_eq!(refused, OddsError::Untold(Untold::Measure("attacks".to_owned())));
    }

    #[test]
    fn sampled_thresholds_hold_the_exact_ones() {
        let marks = ["attacker_lost=2", "defender_lost=1", "attacker_lost=99"];
        let marks: Vec<Mark> = marks.iter().map(|mark| mark.parse().unwrap()).collect();
        let ask =
            |way| Ask { way, at_least: marks.clone(), at_most: marks.clone(), ..Ask::default() };
        let exact = odds(ask(Way::default())).unwrap();
        let sampled = odds(ask(Way::Sampled(Goal::Trials(20_000)))).unwrap();
        let both = |weighed: &OddsReport| [&weighed.at_least[..], &weighed.at_most[..]].concat();
        for (exact, sampled) in both(&exact).iter().zip(&both(&sampled)) {
            let p = exact.p.unwrap();
            assert_eq!((exact.low, exact.high), (p, p));
            assert!(is_near(p, (sampled.low, sampled.high)), "{sampled:?} {p}");
        }
        assert_eq!((exact.at_least[2].p, exact.at_most[2].p), (Some(0.0), Some(1.0)));
    }

    #[test]
    fn bad_questions_are_refused() {
        let ask = Ask { whole: vec!["atacks".to_owned()], ..Ask::default() };
        assert!(odds(ask).unwrap_err().to_string().ends_with("did you mean `attacks`?"));
        for trials in [3..3, 0..(1 << 41), (1 << 53)..(1 << 53) + 2] {
            assert_eq!(odds(Way::Trials(trials.clone())), Err(OddsError::Trials(trials)));
        }
        let last = (1 << 53) - 5..1 << 53;
        assert_eq!(odds(Way::Trials(last)).unwrap().odds.trials, Some(5));
    }
}
