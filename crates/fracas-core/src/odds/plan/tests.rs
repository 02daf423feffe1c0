use std::collections::BTreeMap;

use statrs::function::beta::beta_reg;

use super::super::toy::{Duel, Scenario};
use super::super::{Effort, Trials, clopper_pearson, sample};
use super::*;
use crate::procedure::{Found, Procedure, Unweighed, Weigh, Weighed, Work};

/// Reaches a goal, piece by piece.
fn reach(
    goal: Goal,
    affordable: u64,
    mut fight: impl FnMut(Range<u64>) -> Tally,
) -> Result<Answer, PlanError> {
    let mut weigh = Weigh::new(Way::Sampled(goal), 7, affordable)?;
    while !weigh.is_done() {
        for piece in weigh.ask(1) {
            let Work::Trials { trials, .. } = &piece.work else { panic!("{piece:?}") };
            weigh.take(&piece, Found::Tally(fight(trials.clone())));
        }
    }
    match weigh.answer() {
        Some(Ok(Weighed::Sampled(answer))) => Ok(answer),
        Some(Err(Unweighed::Goal(why))) => Err(why),
        other => panic!("{other:?}"),
    }
}

fn fight(threads: usize) -> impl FnMut(Range<u64>) -> Tally {
    let battle = Scenario::new([6, 5], [40, 45]);
    move |trials| {
        let effort = Effort { threads, ..Effort::default() };
        sample::<Duel>(&battle, 7, trials, &effort)
    }
}

#[test]
fn so_many_trials_give_their_plain_interval() {
    let answer = reach(Goal::Trials(1000), MOST_DRAWS, fight(1)).unwrap();
    assert_eq!(answer.tally.trials(), &Trials::of(0..1000));
    assert_eq!(answer.odds.why, "1,000 battles asked for");
    let won = answer.tally.outcomes()[0];
    let first = &answer.odds.outcomes[0];
    assert_eq!((first.low, first.high), clopper_pearson(won, 1000, 0.05));
    assert_eq!(first.p, won as f64 / 1000.0);
    assert!(!answer.odds.provisional);
}

#[test]
fn a_coarse_error_takes_as_many_as_reach_it_whatever_the_odds() {
    let answer = reach(Goal::Error(0.05), MOST_DRAWS, fight(1)).unwrap();
    assert_eq!(answer.tally.trials(), &Trials::of(0..448));
    assert_eq!(answer.odds.why, "448 reach an error of 5 points, whatever the odds");
    let first = &answer.odds.outcomes[0];
    let won = answer.tally.outcomes()[0];
    assert_eq!((first.low, first.high), clopper_pearson(won, 448, LOOK_ALPHA));
    // What one side nearly always wins is known sooner.
    let battle = Scenario::new([9, 1], [90, 1]);
    let one_sided = |trials| sample::<Duel>(&battle, 7, trials, &Effort::default());
    let answer = reach(Goal::Error(0.1), MOST_DRAWS, one_sided).unwrap();
    assert_eq!(answer.tally.trials(), &Trials::of(0..CHUNK));
    assert_eq!(answer.odds.why, "the first 64 battles sufficed for an error of 10 points");
    let won = answer.tally.outcomes()[0];
    assert_eq!(answer.odds.outcomes[0].low, clopper_pearson(won, CHUNK, PILOT_ALPHA).0);
}

/// Whatever the counts, the intervals of the whole sample are narrow enough,
/// and so are those of a first chunk that suffices.
#[test]
fn coarse_errors_are_reached_by_every_count() {
    for error in [0.4, 0.1, 0.05, 0.03, 0.0227] {
        let trials = coarse(error).unwrap();
        assert!(trials <= PILOT, "{error}: {trials}");
        let half = |count, n, alpha| {
            let (low, high) = clopper_pearson(count, n, alpha);
            (high - low) / 2.0
        };
        for count in 0..=trials {
            assert!(half(count, trials, LOOK_ALPHA) <= error, "{count} of {trials}: {error}");
        }
        for count in (0..=CHUNK).filter(|count| suffice(&[*count], CHUNK, error)) {
            assert!(half(count, CHUNK, PILOT_ALPHA) <= error * 1.1, "{count}: {error}");
        }
    }
    assert_eq!((coarse(0.02), coarse(0.005)), (None, None));
}

/// What draws pay for says how coarse the default may be; an error that it
/// reaches in any case takes no more battles than it.
#[test]
fn a_coarse_error_costs_no_more_than_the_default() {
    for draws_a_battle in [70_000, 187_500, 900_000] {
        let usual = reach(Goal::Usual, MOST_DRAWS, long_battles(draws_a_battle)).unwrap();
        let n = usual.odds.trials.unwrap();
        let (low, high) = clopper_pearson(n / 2, n, LOOK_ALPHA);
        let error = (high - low) / 2.0 * 1.02;
        let asked = reach(Goal::Error(error), MOST_DRAWS, long_battles(draws_a_battle)).unwrap();
        assert!(asked.odds.trials.unwrap() <= n, "{error}: {:?} of {n}", asked.odds.trials);
    }
}

#[test]
fn a_fine_error_is_answered_by_the_trials_after_the_pilot() {
    let answer = reach(Goal::Error(0.01), MOST_DRAWS, fight(2)).unwrap();
    let trials = answer.odds.trials.unwrap();
    assert_eq!(answer.tally.trials(), &Trials::of(PILOT..PILOT + trials));
    assert_eq!(trials % CHUNK, 0);
    assert_eq!(answer.odds.why, "9,728 planned after a first 2,048 for an error of 1 point");
    for outcome in &answer.odds.outcomes {
        assert!((outcome.high - outcome.low) / 2.0 <= 0.0101);
        assert!(outcome.example.is_none_or(|trial| trial >= PILOT));
    }
    assert_eq!(reach(Goal::Error(0.01), MOST_DRAWS, fight(3)), Ok(answer));
}

#[test]
fn goals_out_of_reach_are_refused() {
    let refused = |goal| reach(goal, MOST_DRAWS, fight(1)).unwrap_err();
    assert_eq!(refused(Goal::Trials(0)), PlanError::Trials(0));
    assert_eq!(
        refused(Goal::Trials(MOST_TRIALS + 1)).to_string(),
        "1,099,511,627,777 trials; allowed are 1 to 1,099,511,627,776"
    );
    for error in [0.0, -0.1, 0.5, f64::INFINITY] {
        assert_eq!(refused(Goal::Error(error)), PlanError::Error(error));
    }
    assert!(matches!(refused(Goal::Error(f64::NAN)), PlanError::Error(_)));
    assert_eq!(
        refused(Goal::Error(1e-7)).to_string(),
        "an error of 0.00001 points would take 1e14 trials; the limit is 1,099,511,627,776"
    );
}

/// 2^27 draws pay for 2^27 / (draws a battle) battles, the pilot's among them.
#[test]
fn the_usual_goal_stops_when_the_draws_run_out() {
    let counts = [1024, 1024];
    let plan = |draws_a_battle| {
        after_pilot(&counts, draws_a_battle * PILOT, USUAL_ERROR, Some(MOST_DRAWS)).unwrap()
    };
    let free = plan(1000);
    assert_eq!(free, Plan { look: 40_192, wanted: None });
    assert_eq!(plan(0), free);
    let cut = plan(5_000);
    assert_eq!(cut, Plan { look: 24_768, wanted: Some(40_192) });
    assert_eq!(
        cut.why(USUAL_ERROR, MOST_DRAWS),
        "40,192 planned after a first 2,048 for an error of 0.5 points, \
         cut to 24,768: the default stops at 134,217,728 dice"
    );
    let spent = plan(40_000);
    assert_eq!(spent, Plan { look: 0, wanted: Some(40_192) });
    assert_eq!(
        spent.why(USUAL_ERROR, MOST_DRAWS),
        "the first 2,048 battles used up the 134,217,728 dice of the default; \
         40,192 battles would reach an error of 0.5 points"
    );
}

/// A tenth of what sampling takes, at 32 draws a branch.
#[test]
fn an_attempt_at_exact_odds_is_paid_by_what_sampling_takes() {
    let mut pilot = fight(1)(0..PILOT);
    pilot.counts.draws = 1000 * PILOT;
    assert_eq!(tried(40_192, &pilot), Budget(125_600));
    assert_eq!(tried(0, &pilot), Budget(1 << 12));
    pilot.counts.draws = u64::MAX;
    assert_eq!(tried(u64::MAX, &pilot), Budget(Budget::USUAL.0 / 2));
}

/// Fights the toy duel and says it was far longer than it was.
fn long_battles(draws_a_battle: u64) -> impl FnMut(Range<u64>) -> Tally {
    let mut fight = fight(1);
    move |trials| {
        let mut tally = fight(trials);
        tally.counts.draws = draws_a_battle * tally.trials().count();
        tally
    }
}

#[test]
fn battles_too_long_for_a_pilot_are_fought_as_long_as_the_draws_last() {
    let usual = |draws| reach(Goal::Usual, MOST_DRAWS, long_battles(draws)).unwrap();
    let few = usual(187_500);
    assert_eq!(few.tally.trials(), &Trials::of(0..704));
    assert_eq!(
        few.odds.why,
        "704 battles, at 187,500 dice each what the 134,217,728 dice of the default pay for"
    );
    let first = &few.odds.outcomes[0];
    assert_eq!((first.low, first.high), clopper_pearson(few.tally.outcomes()[0], 704, ALPHA));
    assert_eq!((few.alpha, few.odds.provisional), (ALPHA, false));
    // One chunk is fought whatever it costs.
    assert_eq!(usual(u64::MAX >> 7).tally.trials(), &Trials::of(0..CHUNK));
    // A pilot that is just paid for is a pilot.
    let pilot = usual(MOST_DRAWS / PILOT);
    assert!(pilot.odds.why.starts_with("the first 2,048 battles"), "{}", pilot.odds.why);
    // What is affordable is the ruleset's to say.
    let poor = reach(Goal::Usual, MOST_DRAWS / 1024, long_battles(MOST_DRAWS / 1024 / PILOT * 2));
    assert_eq!(poor.unwrap().odds.trials, Some(PILOT / 2));
    // Whoever asks for an error gets it.
    let asked = reach(Goal::Error(0.01), MOST_DRAWS, long_battles(187_500)).unwrap();
    assert!(asked.odds.why.contains("after a first 2,048"), "{}", asked.odds.why);
}

#[test]
fn every_outcome_must_reach_the_error() {
    let look = |counts: &[u64]| after_pilot(counts, PILOT, 0.004, None).unwrap().look;
    assert_eq!(look(&[2048, 0, 0]), 0);
    assert_eq!(look(&[1948, 50, 50]), look(&[100, 1948]));
    assert!(look(&[1000, 1048]) > look(&[1948, 100]));
    // Hardly seen and not sure enough: at least the pilot over again.
    assert_eq!(after_pilot(&[2048, 0], PILOT, 0.0018, None).unwrap().look, PILOT);
}

/// P(at least k of n).
fn tail(k: u64, n: u64, p: f64) -> f64 {
    match k {
        0 => 1.0,
        k if k > n => 0.0,
        k => beta_reg(k as f64, (n - k + 1) as f64, p),
    }
}

/// The counts of `n` whose interval holds `p`, from lowest to highest.
fn covering(n: u64, p: f64, alpha: f64) -> (u64, u64) {
    let first = |holds: &dyn Fn(u64) -> bool| {
        let (mut low, mut high) = (0, n + 1);
        while low < high {
            let middle = low.midpoint(high);
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        low
    };
    let lowest = first(&|k| 1.0 - tail(k + 1, n, p) > alpha / 2.0);
    let beyond = first(&|k| tail(k, n, p) <= alpha / 2.0);
    (lowest, beyond - 1)
}

/// The probability that the whole procedure, pilot and look, ends with an
/// interval that holds `p`, and the trials it takes on average. Computed over
/// all counts the pilot may have, not simulated.
fn coverage(p: f64, error: f64) -> (f64, f64) {
    let pilot = covering(PILOT, p, PILOT_ALPHA);
    let mut looks: BTreeMap<u64, f64> = BTreeMap::new();
    let (mut covered, mut trials) = (0.0, 0.0);
    for count in 0..=PILOT {
        let chance = tail(count, PILOT, p) - tail(count + 1, PILOT, p);
        if chance < 1e-9 {
            continue;
        }
        let plan = after_pilot(&[count, PILOT - count], PILOT, error, None).unwrap();
        trials += chance * (PILOT + plan.look) as f64;
        if plan.look > 0 {
            *looks.entry(plan.look).or_default() += chance;
        } else if (pilot.0..=pilot.1).contains(&count) {
            covered += chance;
        }
    }
    for (look, chance) in looks {
        let (lowest, highest) = covering(look, p, LOOK_ALPHA);
        covered += chance * (tail(lowest, look, p) - tail(highest + 1, look, p));
    }
    (covered, trials)
}

#[test]
fn intervals_of_the_whole_procedure_hold() {
    for error in [0.0005, 0.002, 0.01] {
        for p in [0.0005, 0.003, 0.02, 0.1, 0.3, 0.5, 0.9, 0.999] {
            let (covered, trials) = coverage(p, error);
            assert!(covered >= 0.95, "p {p}, error {error}: {covered}");
            // A pilot that saw an outcome often enough plans close to what a
            // run of fixed size would need.
            let fixed = 1.96 * 1.96 * p * (1.0 - p) / (error * error);
            if fixed > 40_000.0 {
                assert!(trials < 1.6 * fixed, "p {p}, error {error}: {trials}");
            }
        }
    }
}

/// The counts that [`covering`] takes are those whose displayed interval
/// holds p.
#[test]
fn displayed_intervals_are_those_that_were_weighed() {
    for (n, p) in [(PILOT, 0.003), (PILOT, 0.5), (9_600, 0.1), (9_600, 0.999)] {
        let (lowest, highest) = covering(n, p, LOOK_ALPHA);
        let holds = |count| {
            let (low, high) = clopper_pearson(count, n, LOOK_ALPHA);
            low <= p && p <= high
        };
        assert!(holds(lowest) && holds(highest), "{p} of {n}");
        assert!(lowest == 0 || !holds(lowest - 1));
        assert!(highest == n || !holds(highest + 1));
    }
}

/// The probability that the first of two who strike in turn, one hit being
/// enough, wins before both are tired.
fn wins_first(skill: [u64; 2]) -> f64 {
    let [ours, theirs] = skill.map(|skill| skill as f64 / 100.0);
    let (mut wins, mut still) = (0.0, 1.0);
    for _ in 0..20 {
        wins += still * ours;
        still *= (1.0 - ours) * (1.0 - theirs);
    }
    wins
}

/// The same as [`intervals_of_the_whole_procedure_hold`], but seen: a thousand
/// answers of as many seeds, battles and all, for a pilot that suffices and
/// for one that plans a look.
#[test]
fn a_thousand_answers_hold_as_often_as_they_say() {
    for (skill, error) in [([40, 45], 0.04), ([40, 45], 0.02), ([3, 60], 0.01)] {
        let battle = Scenario::new([1, 1], skill);
        let truth = wins_first(skill);
        let holds = |seed: &u64| {
            let fight = |trials| {
                let mut tally = sample::<Duel>(&battle, *seed, trials, &Effort::default());
                tally.seed = 7;
                tally
            };
            let answer = reach(Goal::Error(error), MOST_DRAWS, fight).unwrap();
            let first = &answer.odds.outcomes[0];
            first.low <= truth && truth <= first.high
        };
        let held = (0..1000).filter(holds).count();
        assert!(held >= 950, "{skill:?} to {error}: {held}");
    }
}
