//! Exact odds, slowly and obviously: every branch of the rules from every
//! state that can be reached, then plain equations. Nothing is shared with the
//! solvers of the rulesets but the rules, and who is alike by them: no keys, no
//! rungs, no packing.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};

use fracas::Battle;
use fracas::core::chance::Enumerated;
use fracas::core::odds::Enumerable;
use fracas::core::ruleset::{Measure, MeasureKind, Next, Ruleset};
use fracas::core::watch::Scores;
use fracas_andor::Andor;
use fracas_mfd::Mfd;
use fracas_mission::Mission;
use fracas_olympia::Olympia;

use Extent::{All, Fight};

/// States and branches beyond which a battle is not small.
const MOST_STATES: usize = 6_000;
const MOST_BRANCHES: u64 = 100_000;

/// The exact odds of a battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// The probability of each outcome.
    pub outcomes: Vec<f64>,
    /// The mean of each measure, where it was worked out; never of those that
    /// count one outcome only.
    pub means: Vec<Option<f64>>,
}

/// The exact odds of a small battle; none of a large one, or of a ruleset that
/// has no exact odds.
pub fn solve(battle: &Battle) -> Option<Solved> {
    if let Some(battle) = battle.of::<Andor>() {
        // Turns are counted; they decide nothing before the ten thousandth.
        return follow::<Andor>(battle, All, |state| (state.turns, state.turns_before) = (0, 0));
    }
    if let Some(battle) = battle.of::<Mfd>() {
        let mut solved = follow::<Mfd>(battle, All, |_| {})?;
        // Of opponents that are alike the rules follow one for all, so that each
        // fares as they do on average.
        for group in Mfd::alike(battle) {
            let means = group.iter().map(|measure| solved.means[measure.index()]);
            let sum = means.sum::<Option<f64>>();
            for measure in &group {
                solved.means[measure.index()] = sum.map(|sum| sum / group.len() as f64);
            }
        }
        return Some(solved);
    }
    if let Some(battle) = battle.of::<Mission>() {
        return follow::<Mission>(battle, All, |_| {});
    }
    if let Some(battle) = battle.of::<Olympia>() {
        // How badly a noble is wounded matters after the fight only.
        return follow::<Olympia>(battle, Fight, |state| {
            state.attacks = 0;
            state.nobles.iter_mut().for_each(|noble| noble.health = 1);
        });
    }
    None
}

/// How far a battle is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// To its end, for outcomes and the first measure.
    Fight,
    /// Through its aftermath, for all measures.
    All,
}

/// What a state leads to in one step.
struct Row {
    /// What the step itself brings: outcomes, then measures.
    gains: Vec<f64>,
    /// Other states and how likely each comes next.
    others: Vec<(usize, f64)>,
    /// The probability of staying in this very state.
    stays: f64,
}

/// Every state that was found, the fight's and the aftermath's.
struct Graph<'a, R: Ruleset> {
    battle: &'a R::Battle,
    extent: Extent,
    /// Forgets what is counted and decides nothing.
    forget: fn(&mut R::State),
    measures: Vec<Measure>,
    states: Vec<(bool, R::State)>,
    known: HashMap<u64, usize>,
    branches: u64,
}

fn follow<R: Ruleset<State: Debug>>(
    battle: &R::Battle,
    extent: Extent,
    forget: fn(&mut R::State),
) -> Option<Solved> {
    let mut graph = Graph::<R> {
        battle,
        extent,
        forget,
        measures: R::measures(battle),
        states: Vec::new(),
        known: HashMap::new(),
        branches: 0,
    };
    let first = graph.begin()?;
    let mut rows = Vec::new();
    while rows.len() < graph.states.len() {
        rows.push(graph.row(rows.len())?);
    }
    let values = equations(&first, &rows)?;
    let (outcomes, sums) = values.split_at(R::OUTCOMES.len());
    let mean = |(place, (measure, sum)): (usize, (&Measure, &f64))| {
        let known = measure.given.is_none() && (extent == All || place == 0);
        known.then_some(measure.start as f64 + sum)
    };
    let means = graph.measures.iter().zip(sums).enumerate().map(mean).collect();
    Some(Solved { outcomes: outcomes.to_vec(), means })
}

impl<R: Ruleset<State: Debug>> Graph<'_, R> {
    fn scores(&self) -> Scores {
        Scores::new(self.measures.iter().map(|measure| measure.start).collect())
    }

    /// Adds what was booked to the gains of a row.
    fn gain(&self, row: &mut Row, scores: &Scores, of: fn(MeasureKind) -> bool, p: f64) {
        let gains = &mut row.gains[R::OUTCOMES.len()..];
        for ((gain, measure), value) in gains.iter_mut().zip(&self.measures).zip(scores.values()) {
            if of(measure.kind) {
                *gain += p * (value - measure.start) as f64;
            }
        }
    }

    /// The state with this number, which it is given when it is new.
    fn find(&mut self, after: bool, mut state: R::State) -> Option<usize> {
        (self.forget)(&mut state);
        let mut hasher = DefaultHasher::new();
        (after, format!("{state:?}")).hash(&mut hasher);
        let next = self.states.len();
        let found = *self.known.entry(hasher.finish()).or_insert(next);
        if found == next {
            self.states.push((after, state));
        }
        (self.states.len() <= MOST_STATES).then_some(found)
    }

    fn empty_row(&self) -> Row {
        let gains = vec![0.0; R::OUTCOMES.len() + self.measures.len()];
        Row { gains, others: Vec::new(), stays: 0.0 }
    }

    /// What is drawn before the first step.
    fn begin(&mut self) -> Option<Row> {
        let mut row = self.empty_row();
        let mut dice = Enumerated::new();
        loop {
            let (mut state, mut scores) = (R::start(self.battle).clone(), self.scores());
            R::begin(self.battle, &mut state, &mut dice, &mut scores);
            self.gain(&mut row, &scores, is_booked, dice.probability());
            let to = self.find(false, state)?;
            row.others.push((to, dice.probability()));
            if !self.go_on(&mut dice)? {
                return Some(row);
            }
        }
    }

    /// One step from a state, all its branches.
    fn row(&mut self, from: usize) -> Option<Row> {
        let mut row = self.empty_row();
        let mut dice = Enumerated::new();
        loop {
            let ((after, mut state), mut scores) = (self.states[from].clone(), self.scores());
            let next = match after {
                false => {
                    let next = R::step(self.battle, &mut state, &mut dice, &mut scores);
                    self.follow_step(&mut row, next, &state, dice.probability());
                    Some(next != Next::On)
                }
                true => R::settle(self.battle, &mut state, &mut dice, &mut scores).then_some(true),
            };
            let p = dice.probability();
            self.gain(&mut row, &scores, is_booked, p);
            if let Some(after) = next.filter(|after| !after || self.extent == All) {
                match self.find(after, state)? {
                    to if to == from => row.stays += p,
                    to => row.others.push((to, p)),
                }
            }
            if !self.go_on(&mut dice)? {
                return Some(row);
            }
        }
    }

    /// What the end of a battle brings.
    fn follow_step(&self, row: &mut Row, next: Next, state: &R::State, p: f64) {
        if let Next::Over(outcome) = next {
            row.gains[outcome.index()] += p;
            let mut scores = self.scores();
            R::finals(self.battle, state, &mut scores);
            self.gain(row, &scores, |kind| kind == MeasureKind::Final, p);
        }
    }

    /// Whether there is another branch; none when there are too many.
    fn go_on(&mut self, dice: &mut Enumerated) -> Option<bool> {
        self.branches += 1;
        (self.branches <= MOST_BRANCHES).then(|| dice.next_path())
    }
}

fn is_booked(kind: MeasureKind) -> bool {
    kind != MeasureKind::Final
}

/// What the first row is worth: sweeps from the last states found to the
/// first, until nothing changes any more. None if that takes too long.
fn equations(first: &Row, rows: &[Row]) -> Option<Vec<f64>> {
    const SWEEPS: usize = 20_000;
    let mut worth: Vec<Vec<f64>> = rows.iter().map(|row| vec![0.0; row.gains.len()]).collect();
    for _ in 0..SWEEPS {
        let mut changed = false;
        for (place, row) in rows.iter().enumerate().rev() {
            let now = value(row, &worth);
            let differs = |(a, b): (&f64, &f64)| (a - b).abs() > 1e-15 * a.abs().max(1e-3);
            changed |= now.iter().zip(&worth[place]).any(differs);
            worth[place] = now;
        }
        if !changed {
            return Some(value(first, &worth));
        }
    }
    None
}

/// What a state is worth, the others being known. Staying costs nothing but
/// what is booked each time: all is divided by the probability of leaving.
fn value(row: &Row, worth: &[Vec<f64>]) -> Vec<f64> {
    let mut sums = row.gains.clone();
    for (other, p) in &row.others {
        for (sum, worth) in sums.iter_mut().zip(&worth[*other]) {
            *sum += p * worth;
        }
    }
    let leaves: f64 = 1.0 - row.stays;
    sums.iter_mut().for_each(|sum| *sum /= leaves);
    sums
}

#[cfg(test)]
mod tests {
    use fracas::{Budget, Effort, Scenario, Way};

    use super::*;

    /// Nobody has the names they are linked to, so the two are alike (F-16): a
    /// battle that a run of crosschecks called wrong.
    #[test]
    fn of_fighters_that_are_alike_each_fares_as_they_do_on_average() {
        let hero = |name: &str, link: &str| {
            format!(
                "{{ name = '{name}', xp = 1000, bonus_hp = -1, aoe = 2, linked_to = '{link}' }}"
            )
        };
        let text = format!(
            "ruleset = 'mfd'\nmax_rounds = 2\nheroes.fighters = [{}, {}]\n\
             villains.fighters = [{{ name = 'v0', xp = 1000, aoe = 2 }}, {{ name = 'v1', xp = 1 }}]\n",
            hero("h0", "h7"),
            hero("h1", "h3")
        );
        let battle = Scenario::new("alike.toml", text).battle().unwrap();
        let exact = battle.odds(Way::Exact(Budget::USUAL), 0, &Effort::default()).unwrap();
        let solved = solve(&battle).unwrap();
        for (measure, wanted) in exact.odds.measures.iter().zip(&solved.means) {
            let (found, wanted) = (measure.mean.unwrap(), wanted.unwrap());
            assert!((found - wanted).abs() < 1e-12, "{}: {found}, {wanted}", measure.name);
        }
    }
}
