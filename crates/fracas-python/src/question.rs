//! Questions: made of plain arguments, so that another process makes the same
//! one; answered here on threads or by whoever fetches the pieces.

use std::sync::{Arc, Mutex};

use fracas::core::procedure::{Piece, Procedure};
use fracas::lab::{
    Best, BestAsk, Choice, Compare, CompareAsk, Matrix, Points, Row, Solve, SolveAsk, Space, Store,
    Sweep, Variants, work,
};
use fracas::{Ask, Battle, Budget, Effort, Goal, OddsQuestion, Registry, Rules, Way};
use fracas_report::{LabAnswer, Shown, Swept};
use pyo3::prelude::*;
use serde::Serialize;

use crate::answer::{About, Answer};
use crate::errors;
use crate::job::{Job, Outcome, Workers};
use crate::scenario::Scenario;

/// A question that can be answered once, and whose pieces can be done as often
/// as one likes.
#[pyclass(module = "fracas._engine", frozen)]
pub struct Question {
    asked: Mutex<Option<Asked>>,
    variants: Arc<dyn Variants + Send>,
}

enum Asked {
    Odds(Box<OddsQuestion>, Battle, String),
    Sweep(Box<Sweep>, Vec<Shown>, About),
    Solve(Box<Solve>, About),
    Compare(Box<Compare>, About),
    Matrix(Box<Matrix>, About),
    Best(Box<Best>, About),
}

impl Question {
    fn of(asked: Asked, variants: Arc<dyn Variants + Send>) -> Self {
        Self { asked: Mutex::new(Some(asked)), variants }
    }
}

#[pymethods]
impl Question {
    /// How a battle ends.
    #[staticmethod]
    #[pyo3(signature = (scenario, seed, trials, error, exact, range, that, at_least, at_most))]
    #[expect(clippy::too_many_arguments, reason = "flags of a verb, as Python hands them over")]
    fn odds(
        scenario: &mut Scenario,
        seed: Option<u64>,
        trials: Option<u64>,
        error: Option<f64>,
        exact: bool,
        range: Option<(u64, u64)>,
        that: Vec<String>,
        at_least: Vec<String>,
        at_most: Vec<String>,
    ) -> PyResult<Self> {
        let battle = scenario.fought()?;
        let way = match (trials, error, range) {
            (Some(trials), ..) => Way::Sampled(Goal::Trials(trials)),
            (_, Some(error), _) => Way::Sampled(Goal::Error(error)),
            (.., Some((first, end))) => Way::Trials(first..end),
            _ if exact => Way::Exact(Budget::PATIENT),
            _ => Way::default(),
        };
        let marks = |marks: &[String]| {
            marks
                .iter()
                .map(|mark| mark.parse())
                .collect::<Result<_, _>>()
                .map_err(errors::question)
        };
        let (at_least, at_most) = (marks(&at_least)?, marks(&at_most)?);
        let ask = Ask { way, at_least, at_most, whole: Vec::new(), that };
        let seed = seed.or(battle.seed()).unwrap_or(0);
        let question = battle.question(ask, seed).map_err(errors::question)?;
        let variants: Arc<dyn Variants + Send> = Arc::new(question.battle().clone());
        let text = scenario.inner.text().to_owned();
        Ok(Self::of(Asked::Odds(Box::new(question), battle, text), variants))
    }

    /// The odds along values of a scenario.
    #[staticmethod]
    #[pyo3(signature = (scenario, vary, variants, show, seed, trials, error, exact))]
    #[expect(clippy::too_many_arguments, reason = "flags of a verb, as Python hands them over")]
    fn sweep(
        py: Python<'_>,
        scenario: &Scenario,
        vary: Vec<String>,
        variants: Option<&str>,
        show: Vec<String>,
        seed: Option<u64>,
        trials: Option<u64>,
        error: Option<f64>,
        exact: bool,
    ) -> PyResult<Self> {
        let axes: Result<Vec<_>, _> = vary.iter().map(|axis| axis.parse()).collect();
        let axes = axes.map_err(|bad: fracas::lab::BadAxis| errors::question(bad))?;
        let rows = variants.map(|text| Points::rows("variants", text)).transpose();
        let points = match (rows.map_err(errors::question)?, axes.is_empty()) {
            (Some(rows), true) => Ok(rows),
            (Some(rows), false) => Points::grid(axes).and_then(|grid| rows.with(grid)),
            (None, _) => Points::grid(axes),
        };
        let points = points.map_err(errors::question)?;
        let way = match (trials, error) {
            (Some(trials), _) => Way::Sampled(Goal::Trials(trials)),
            (_, Some(error)) => Way::Planned(Goal::Error(error)),
            _ if exact => Way::Exact(Budget::PATIENT),
            _ => Way::default(),
        };
        let inner = scenario.inner.clone();
        let sweep = py.detach(|| Sweep::new(Registry::standard(), inner, points));
        let sweep = sweep.and_then(|sweep| sweep.by(way)).map_err(swept_error)?;
        let shown = Shown::read(&show, &sweep).map_err(errors::question)?;
        let conditions = shown.iter().filter_map(Shown::condition).cloned();
        let mut sweep = sweep.asking(conditions.collect()).map_err(swept_error)?;
        if let Some(seed) = seed {
            sweep = sweep.with_seed(seed);
        }
        let about = about(sweep.base().rules(), scenario);
        let variants = sweep.variants();
        Ok(Self::of(Asked::Sweep(Box::new(sweep), shown, about), variants))
    }

    /// The smallest value, or the largest, with which claims hold.
    #[staticmethod]
    #[pyo3(signature = (scenario, vary, claims, most, seed, trials, sampled))]
    fn solve(
        scenario: &Scenario,
        vary: &str,
        claims: Vec<String>,
        most: bool,
        seed: Option<u64>,
        trials: Option<u64>,
        sampled: bool,
    ) -> PyResult<Self> {
        let axis = vary.parse().map_err(|bad: fracas::lab::BadAxis| errors::question(bad))?;
        let space = Space::new(Registry::standard(), scenario.inner.clone(), vec![axis]);
        let space = Arc::new(space.map_err(errors::question)?);
        let seed = seed.or(space.seed()).unwrap_or(0);
        let budget = SolveAsk::default().budget.filter(|_| !sampled);
        let ask = SolveAsk { claims, most, trials, budget };
        let question = Solve::new(space, ask, seed).map_err(errors::question)?;
        let variants = question.variants();
        let about = about(&rules_of(scenario)?, scenario);
        Ok(Self::of(Asked::Solve(Box::new(question), about), variants))
    }

    /// Battles with the same dice, compared with the first.
    #[staticmethod]
    #[pyo3(signature = (battles, aims, least, seed, trials, error, sampled))]
    fn compare(
        battles: Vec<(String, Scenario)>,
        aims: Vec<String>,
        least: bool,
        seed: Option<u64>,
        trials: Option<u64>,
        error: Option<f64>,
        sampled: bool,
    ) -> PyResult<Self> {
        let mut named = Vec::new();
        let mut scenarios = Vec::new();
        for (name, mut scenario) in battles {
            named.push((name.clone(), scenario.fought()?));
            scenarios.push((name, scenario.inner.text().to_owned()));
        }
        let first = named.first().map(|(_, battle)| (*battle.rules(), battle.seed()));
        let (rules, own) = first.ok_or_else(|| errors::question("there is nothing to compare"))?;
        let usual = CompareAsk::default();
        let budget = usual.budget.filter(|_| !sampled && trials.is_none());
        let error = error.unwrap_or(usual.error);
        let ask = CompareAsk { aims, least, trials, error, budget };
        let question =
            Compare::new(named, ask, seed.or(own).unwrap_or(0)).map_err(errors::question)?;
        let variants = question.variants();
        Ok(Self::of(Asked::Compare(Box::new(question), About { rules, scenarios }), variants))
    }

    /// Everybody against everybody.
    #[staticmethod]
    fn matrix(
        armies: Vec<(String, Scenario)>,
        seed: Option<u64>,
        trials: Option<u64>,
    ) -> PyResult<Self> {
        let first = armies.first().map(|(_, scenario)| rules_of(scenario)).transpose()?;
        let rules = first.ok_or_else(|| errors::question("there is nobody to fight"))?;
        let scenarios =
            armies.iter().map(|(name, army)| (name.clone(), army.inner.text().to_owned()));
        let about = About { rules, scenarios: scenarios.collect() };
        let entrants = armies.into_iter().map(|(name, army)| (name, army.inner)).collect();
        let question = Matrix::new(Registry::standard(), entrants, trials, seed.unwrap_or(0));
        let question = question.map_err(errors::question)?;
        let variants = question.variants();
        Ok(Self::of(Asked::Matrix(Box::new(question), about), variants))
    }

    /// The best that can be had for the money.
    #[staticmethod]
    #[pyo3(signature = (scenario, choose, aim, budget, least, seed, trials, all))]
    #[expect(clippy::too_many_arguments, reason = "flags of a verb, as Python hands them over")]
    fn best(
        py: Python<'_>,
        scenario: &Scenario,
        choose: Vec<String>,
        aim: String,
        budget: Option<f64>,
        least: bool,
        seed: Option<u64>,
        trials: Option<u64>,
        all: u64,
    ) -> PyResult<Self> {
        let choices: Result<Vec<Choice>, _> = choose.iter().map(|text| text.parse()).collect();
        let choices = choices.map_err(errors::question)?;
        let dearest = |choice: &Choice| {
            let places = 0..choice.axis.values.len() as u64;
            places.map(|place| choice.cost(place)).fold(0.0, f64::max)
        };
        let money = budget.unwrap_or_else(|| choices.iter().map(dearest).sum());
        let ask = BestAsk { aim, least, money, trials, all };
        let inner = scenario.inner.clone();
        let question = py.detach(|| Best::new(Registry::standard(), inner, choices, ask, seed));
        let question = question.map_err(errors::question)?;
        let variants = question.variants();
        let about = about(&rules_of(scenario)?, scenario);
        Ok(Self::of(Asked::Best(Box::new(question), about), variants))
    }

    /// Does pieces of work and tells what came of them.
    fn work(&self, py: Python<'_>, pieces: Vec<String>) -> PyResult<Vec<Vec<u8>>> {
        py.detach(|| {
            let one = |text: &String| -> Result<Vec<u8>, serde_json::Error> {
                let piece: Piece = serde_json::from_str(text)?;
                serde_json::to_vec(&work(&*self.variants, &piece, &Effort::default()))
            };
            pieces.iter().map(one).collect::<Result<_, _>>()
        })
        .map_err(|why: serde_json::Error| errors::question(format!("this is no piece: {why}")))
    }

    /// Begins to answer it: on so many threads, or by so many who fetch pieces.
    #[pyo3(signature = (threads=None, remote=false, store=None))]
    fn start(&self, threads: Option<usize>, remote: bool, store: Option<String>) -> PyResult<Job> {
        let threads = threads.unwrap_or_else(crate::cores).max(1);
        let asked = self.asked.lock().ok().and_then(|mut asked| asked.take());
        let asked = asked.ok_or_else(|| errors::question("this question is being answered"))?;
        let variants = self.variants.clone();
        // One that does not fit is told before the work.
        let store = match (&asked, &store) {
            (Asked::Sweep(sweep, ..), Some(file)) => {
                let told = |why| errors::store(format!("{file}: {why}"));
                Some(Store::open(file, sweep).map_err(told)?)
            }
            (_, Some(_)) => return Err(errors::question("only sweeps have a store")),
            (_, None) => None,
        };
        Ok(Job::begin(threads, remote, variants, move |workers, effort| match asked {
            Asked::Odds(mut question, battle, text) => {
                workers.carry_out(&mut *question, effort);
                match question.answer() {
                    Some(Ok(found)) => Ok(Answer::odds(found, battle, text)),
                    Some(Err(why)) => Err(errors::question(why)),
                    None => Err(errors::question("nothing is known yet")),
                }
            }
            Asked::Sweep(sweep, shown, about) => {
                swept(*sweep, shown, about, store, workers, effort)
            }
            Asked::Solve(question, about) => told(*question, about, workers, effort),
            Asked::Compare(question, about) => told(*question, about, workers, effort),
            Asked::Matrix(question, about) => told(*question, about, workers, effort),
            Asked::Best(question, about) => told(*question, about, workers, effort),
        }))
    }
}

/// Answers a question of the laboratory.
fn told<P>(mut question: P, about: About, workers: &Workers<'_>, effort: &Effort<'_>) -> Outcome
where
    P: Procedure + Send,
    P::Answer: LabAnswer + Serialize + Send + Sync + 'static,
{
    workers.carry_out(&mut question, effort);
    match question.answer() {
        Some(found) => Answer::lab(found, about),
        None => Err(errors::question("nothing is known yet")),
    }
}

/// Answers a sweep, with a store in front if there is one.
fn swept(
    mut sweep: Sweep,
    shown: Vec<Shown>,
    about: About,
    store: Option<Store>,
    workers: &Workers<'_>,
    effort: &Effort<'_>,
) -> Outcome {
    let mut told = Swept::new(&sweep, shown);
    let mut rows: Vec<String> = Vec::new();
    let take = |row: Row| {
        told.take(&row);
        // Plain numbers under plain names always serialise.
        rows.extend(serde_json::to_value(&row).map(|json| with_conditions(json, &row).to_string()));
    };
    // The points that are done, if there is none yet too.
    workers.something_is_known();
    let work = |piece: &Piece, effort: &Effort<'_>| workers.work(piece, effort);
    let done = match store {
        Some(mut store) => {
            sweep.run_with_by(&mut store, effort, work, take).map_err(errors::store)?
        }
        None => sweep.run_by(effort, work, take),
    };
    let heading = crate::json(&sweep.base().inspect().heading)?;
    let heading = heading.trim_end_matches('}');
    let (seed, of) = (sweep.seed(), sweep.points().count());
    let rows = rows.join(",");
    let json = format!(
        r#"{heading},"seed":{seed},"points":{of},"provisional":{},"rows":[{rows}]}}"#,
        !done
    );
    Ok(Answer::told(json, told, about))
}

/// A row as the command line tells it, and how likely conditions are, which it
/// tells in its tables only.
fn with_conditions(mut json: serde_json::Value, row: &Row) -> serde_json::Value {
    if let (Ok(odds), Some(object)) = (&row.odds, json.as_object_mut())
        && !odds.that.is_empty()
        && let Ok(that) = serde_json::to_value(&odds.that)
    {
        object.insert("that".to_owned(), that);
    }
    json
}

fn swept_error(why: fracas::lab::SweepError) -> PyErr {
    match why {
        fracas::lab::SweepError::Scenario(why) => errors::scenario(&why),
        other => errors::question(other),
    }
}

/// The rules that a scenario names, also one that makes no battle by itself.
fn rules_of(scenario: &Scenario) -> PyResult<Rules> {
    let rules = Registry::standard().named_by(&scenario.inner);
    match rules {
        Some(rules) => Ok(*rules),
        None => match scenario.inner.battle() {
            Ok(battle) => Ok(*battle.rules()),
            Err(why) => Err(errors::scenario(&why)),
        },
    }
}

fn about(rules: &Rules, scenario: &Scenario) -> About {
    let name = scenario.inner.get("name").ok().flatten().unwrap_or_default();
    About { rules: *rules, scenarios: vec![(name, scenario.inner.text().to_owned())] }
}
