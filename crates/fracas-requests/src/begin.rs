//! Questions as procedures that ask for work, and how their answers are told.

use std::sync::Arc;

use fracas::core::order::Ordered;
use fracas::lab::{self, Points, Space};
use fracas::{Ask, Battle, Budget, Capability, Goal, Registry, SensitivityAsk, Way};
use fracas_report::LabAnswer;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::asked::{Asked, Swept, Told};
use crate::engine::Answer;
use crate::question::{
    Best, Compare, Entry, Impact, Matrix, Odds, Question, Sensitivity, Solve, Sweep,
};

pub fn words<T, E: ToString>(result: Result<T, E>) -> Answer<T> {
    result.map_err(|why| why.to_string())
}

impl Question {
    /// The question as a procedure that asks for work.
    pub fn begin(&self, registry: &Registry) -> Answer<Box<dyn Asked + Send>> {
        Ok(match self {
            Self::Odds(odds) => {
                let procedure = odds.procedure(registry)?;
                let variants = Arc::new(procedure.battle().clone());
                let spread = odds.spread.clone();
                let tell = move |found: Result<fracas::OddsReport, fracas::OddsError>| {
                    let found = words(found)?;
                    Ok(odds_told(&found, &spread))
                };
                Box::new(Told { procedure, variants, tell })
            }
            Self::Sweep(sweep) => {
                Box::new(Swept { sweep: sweep.procedure(registry)?, tell: sweep_told })
            }
            Self::Solve(solve) => {
                let procedure = solve.procedure(registry)?;
                Box::new(Told { variants: procedure.variants(), procedure, tell: lab_told })
            }
            Self::Compare(compare) => {
                let procedure = compare.procedure(registry)?;
                Box::new(Told { variants: procedure.variants(), procedure, tell: lab_told })
            }
            Self::Best(best) => {
                let procedure = best.procedure(registry)?;
                Box::new(Told { variants: procedure.variants(), procedure, tell: lab_told })
            }
            Self::Sensitivity(Sensitivity { source, seed, of, trials, top }) => {
                let ask = SensitivityAsk { of: of.clone(), trials: *trials, top: *top };
                let scenario = source.scenario();
                let seed = seed.or(source.battle_by(registry)?.seed()).unwrap_or(0);
                let procedure = words(registry.sensitivity_question(&scenario, &ask, seed))?;
                let tell = |found| Ok(Value::Object(object(&words(found)?)));
                Box::new(Told { variants: procedure.variants(), procedure, tell })
            }
            Self::Impact(Impact { source, seed, trials }) => {
                let battle = source.battle_by(registry)?;
                let seed = seed.or(battle.seed()).unwrap_or(0);
                words(registry.require(battle.rules(), Capability::Parts))?;
                let procedure = battle.impact_question(seed, *trials);
                let procedure = procedure.ok_or("nobody can be left out in this game")?;
                let tell = |found| Ok(Value::Object(object(&found)));
                Box::new(Told { variants: procedure.variants(), procedure, tell })
            }
            Self::Matrix(matrix) => {
                let procedure = matrix.procedure(registry)?;
                Box::new(Told { variants: procedure.variants(), procedure, tell: lab_told })
            }
        })
    }
}

/// An answer of the laboratory as the command line has it, and in a sentence.
fn lab_told<A: LabAnswer + Serialize>(answer: A) -> Answer<Value> {
    let mut told = object(&answer);
    told.insert("sentence".to_owned(), json!(answer.sentence()));
    told.insert("cautions".to_owned(), json!(fracas_report::cautions(&answer)));
    Ok(Value::Object(told))
}

/// Odds as the command line has them, and what only stands on pages.
fn odds_told(found: &fracas::OddsReport, spread: &[String]) -> Value {
    let mut told = object(found);
    told.insert("headline".to_owned(), json!(found.headline));
    let shares = spread.iter().filter_map(|measure| Some((measure, found.values(measure)?)));
    let shares: Map<String, Value> = shares
        .map(|(measure, values)| {
            let share = |share: &fracas::Share| {
                json!({ "low": share.low, "high": share.high, "p": share.p })
            };
            (measure.clone(), values.shares().iter().map(share).collect())
        })
        .collect();
    if !shares.is_empty() {
        told.insert("distributions".to_owned(), Value::Object(shares));
    }
    Value::Object(told)
}

fn sweep_told(sweep: &mut lab::Sweep) -> Value {
    let mut rows = sweep.rows();
    rows.put_in_order_by_key(|row| row.point);
    let row = |row: &lab::Row| {
        let mut told = Map::new();
        told.insert("point".to_owned(), json!(row.point));
        told.append(&mut object(row));
        if let Ok(odds) = &row.odds
            && !odds.that.is_empty()
        {
            told.insert("that".to_owned(), json!(odds.that));
        }
        Value::Object(told)
    };
    let rows: Vec<Value> = rows.iter().map(row).collect();
    let axis = |(path, values): (String, Vec<String>)| json!({ "path": path, "values": values });
    let axes: Vec<Value> = sweep.points().axes().into_iter().map(axis).collect();
    let mut told = object(&sweep.base().inspect().heading);
    told.insert("seed".to_owned(), json!(sweep.seed()));
    told.insert("axes".to_owned(), json!(axes));
    told.insert("points".to_owned(), json!(sweep.points().count()));
    told.insert("rows".to_owned(), json!(rows));
    Value::Object(told)
}

pub fn object<T: Serialize>(of: &T) -> Map<String, Value> {
    match serde_json::to_value(of) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

/// How odds are found, in the words of a question.
#[derive(Clone, Copy)]
struct WayAsked {
    error: Option<f64>,
    trials: Option<u64>,
    exact: bool,
}

impl WayAsked {
    fn odds(&self) -> Way {
        match self {
            Self { trials: Some(trials), .. } => Way::Sampled(Goal::Trials(*trials)),
            Self { error: Some(error), .. } => Way::Sampled(Goal::Error(*error)),
            Self { exact: true, .. } => Way::Exact(Budget::PATIENT),
            Self { .. } => Way::default(),
        }
    }

    fn sweep(&self) -> Way {
        match self {
            Self { error: Some(error), .. } => Way::Planned(Goal::Error(*error)),
            other => other.odds(),
        }
    }
}

impl Odds {
    pub(crate) fn procedure(&self, registry: &Registry) -> Answer<fracas::OddsQuestion> {
        let way = WayAsked { error: self.error, trials: self.trials, exact: self.exact };
        let battle = self.source.battle_by(registry)?;
        let ask = Ask { way: way.odds(), that: self.that.clone(), ..Ask::default() };
        words(battle.question(ask, self.seed.or(battle.seed()).unwrap_or(0)))
    }
}

impl Sweep {
    pub(crate) fn procedure(&self, registry: &Registry) -> Answer<lab::Sweep> {
        let way = WayAsked { error: self.error, trials: self.trials, exact: self.exact };
        let axes: Result<Vec<_>, _> = self.vary.iter().map(|axis| axis.parse()).collect();
        let points = words(Points::grid(words(axes)?))?;
        let sweep = words(lab::Sweep::new(registry, self.source.scenario(), points))?;
        let sweep = words(words(sweep.by(way.sweep()))?.asking(self.that.clone()))?;
        let seed = self.seed.unwrap_or(sweep.seed());
        Ok(sweep.with_seed(seed).without(&self.known))
    }
}

impl Solve {
    pub(crate) fn procedure(&self, registry: &Registry) -> Answer<lab::Solve> {
        let usual = lab::SolveAsk::default();
        let budget = match self.exact {
            Some(true) => Some(Budget::PATIENT),
            Some(false) => None,
            None => usual.budget,
        };
        let ask = lab::SolveAsk {
            claims: self.claims.clone(),
            most: self.most,
            trials: self.trials,
            budget: budget.filter(|_| self.trials.is_none()),
        };
        let axis = words(self.vary.parse())?;
        let space = words(Space::new(registry, self.source.scenario(), vec![axis]))?;
        let seed = self.seed.or(space.seed()).unwrap_or(0);
        words(lab::Solve::new(Arc::new(space), ask, seed))
    }
}

impl Compare {
    pub(crate) fn procedure(&self, registry: &Registry) -> Answer<lab::Compare> {
        let usual = lab::CompareAsk::default();
        let ask = lab::CompareAsk {
            aims: self.aims.clone(),
            least: self.least,
            trials: self.trials,
            error: self.error.unwrap_or(usual.error),
            budget: usual.budget.filter(|_| self.trials.is_none()),
        };
        let battle = |entry: &Entry| Ok((entry.name.clone(), entry.source.battle_by(registry)?));
        let battles: Vec<(String, Battle)> =
            self.battles.iter().map(battle).collect::<Answer<_>>()?;
        let own = battles.first().and_then(|(_, battle)| battle.seed());
        words(lab::Compare::new(battles, ask, self.seed.or(own).unwrap_or(0)))
    }
}

impl Best {
    pub(crate) fn procedure(&self, registry: &Registry) -> Answer<lab::Best> {
        let choices: Result<Vec<_>, _> = self.choose.iter().map(|choice| choice.parse()).collect();
        let ask = lab::BestAsk {
            aim: self.aim.clone(),
            least: self.least,
            money: self.budget,
            trials: self.trials,
            all: 0,
        };
        words(lab::Best::new(registry, self.source.scenario(), words(choices)?, ask, self.seed))
    }
}

impl Matrix {
    pub(crate) fn procedure(&self, registry: &Registry) -> Answer<lab::Matrix> {
        let entry = |entry: &Entry| (entry.name.clone(), entry.source.scenario());
        let entrants = self.entrants.iter().map(entry).collect();
        words(lab::Matrix::new(registry, entrants, self.trials, self.seed.unwrap_or(0)))
    }
}
