//! Questions as a page writes them, and their work in pieces.
//!
//! One worker keeps a question: it asks for pieces and takes what came of them.
//! Any number of others, who make the same question for themselves, do the
//! pieces. Nothing depends on which, or in what order.

use fracas::core::order::Ordered;
use std::collections::BTreeMap;
use std::sync::Arc;

use fracas::core::procedure::{Found, Piece};
use fracas::lab::{self, Best, Compare, Matrix, Points, Solve, Space, Sweep, Variants};
use fracas::{
    Ask, Battle, Budget, Capability, Effort, Goal, Registry, Scenario, SensitivityAsk, Way,
};
use fracas_report::LabAnswer;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::asked::{Asked, Swept, Told};
use crate::engine::{Answer, Engine};
use crate::source::Source;

/// Questions by the number that a page gave them.
pub type Questions = BTreeMap<u64, Kept>;

/// What is kept of a question.
pub struct Kept {
    asked: Box<dyn Asked + Send>,
}

/// How odds are found, in the words of a question.
#[derive(Clone, Copy)]
struct WayAsked {
    error: Option<f64>,
    trials: Option<u64>,
    exact: bool,
}

/// A question whose work comes in pieces.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
// Where there is a document, it is made of what serde is told.
#[cfg_attr(feature = "openapi", serde(tag = "ask"), derive(utoipa::ToSchema))]
#[cfg_attr(not(feature = "openapi"), serde(remote = "Self"))]
pub enum Question {
    /// How a battle ends.
    Odds {
        /// The scenario.
        source: Source,
        /// The seed of the dice.
        seed: Option<u64>,
        /// To this error, half the width of an interval.
        error: Option<f64>,
        /// By so many battles.
        trials: Option<u64>,
        /// Exactly, or not at all.
        #[serde(default)]
        exact: bool,
        /// Conditions whose odds are asked for.
        #[serde(default)]
        that: Vec<String>,
        /// Measures whose whole distribution is asked for.
        #[serde(default)]
        spread: Vec<String>,
    },
    /// The same for many variants.
    Sweep {
        /// The scenario.
        source: Source,
        /// The seed of the dice.
        seed: Option<u64>,
        /// To this error, half the width of an interval.
        error: Option<f64>,
        /// By so many battles.
        trials: Option<u64>,
        /// Exactly, or not at all.
        #[serde(default)]
        exact: bool,
        /// Axes, as `--vary` has them.
        vary: Vec<String>,
        /// Conditions whose odds are asked for.
        #[serde(default)]
        that: Vec<String>,
        /// Points that are known from before.
        #[serde(default)]
        known: Vec<u64>,
    },
    /// The smallest value that does it.
    Solve {
        /// The scenario.
        source: Source,
        /// The seed of the dice.
        seed: Option<u64>,
        /// The axis, as `--vary` has it.
        vary: String,
        /// What has to hold, as `--for` has it.
        #[serde(rename = "for")]
        claims: Vec<String>,
        /// The largest value instead.
        #[serde(default)]
        most: bool,
        /// So many battles a value at most.
        trials: Option<u64>,
        /// Whether exact odds are tried.
        exact: Option<bool>,
    },
    /// Scenarios fought with the same dice.
    Compare {
        /// The scenarios.
        battles: Vec<Entry>,
        /// The seed of the dice.
        seed: Option<u64>,
        /// What is wanted, as `--for` has it.
        #[serde(default, rename = "for")]
        aims: Vec<String>,
        /// Less of it is better.
        #[serde(default)]
        least: bool,
        /// So many battles.
        trials: Option<u64>,
        /// To this error.
        error: Option<f64>,
    },
    /// The best army for the money.
    Best {
        /// The scenario.
        source: Source,
        /// The seed of the dice.
        seed: Option<u64>,
        /// What can be bought, as `--choose` has it.
        choose: Vec<String>,
        /// The money.
        budget: f64,
        /// What is wanted, as `--for` has it.
        #[serde(rename = "for")]
        aim: String,
        /// Less of it is better.
        #[serde(default)]
        least: bool,
        /// So many battles.
        trials: Option<u64>,
    },
    /// Which value of the scenario matters most.
    Sensitivity {
        /// The scenario.
        source: Source,
        /// The seed of the dice.
        seed: Option<u64>,
        /// The outcomes whose probability is told.
        of: Option<String>,
        /// So many battles.
        trials: Option<u64>,
        /// How many values are told.
        top: Option<usize>,
    },
    /// Who matters most.
    Impact {
        /// The scenario.
        source: Source,
        /// The seed of the dice.
        seed: Option<u64>,
        /// So many battles.
        trials: Option<u64>,
    },
    /// Everybody against everybody.
    Matrix {
        /// The armies.
        entrants: Vec<Entry>,
        /// So many battles a pair.
        trials: Option<u64>,
        /// The seed of the dice.
        seed: Option<u64>,
    },
}

#[cfg(not(feature = "openapi"))]
crate::tagged::named_by_ask!(Question);

/// A scenario among others.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Entry {
    /// What it is called.
    pub name: String,
    /// The scenario.
    pub source: Source,
}

pub fn words<T, E: ToString>(result: Result<T, E>) -> Answer<T> {
    result.map_err(|why| why.to_string())
}

impl Question {
    /// The scenarios it is about, with their names.
    pub fn sources(&self) -> Vec<(&str, &Source)> {
        match self {
            Self::Odds { source, .. }
            | Self::Sweep { source, .. }
            | Self::Solve { source, .. }
            | Self::Best { source, .. }
            | Self::Sensitivity { source, .. }
            | Self::Impact { source, .. } => vec![("", source)],
            Self::Compare { battles: entries, .. } | Self::Matrix { entrants: entries, .. } => {
                entries.iter().map(|entry| (entry.name.as_str(), &entry.source)).collect()
            }
        }
    }

    /// The question as a procedure that asks for work.
    pub fn begin(&self, registry: &Registry) -> Answer<Box<dyn Asked + Send>> {
        Ok(match self {
            Self::Odds { .. } => {
                let question = self.odds(registry)?;
                let variants = Arc::new(question.battle().clone());
                let spread = self.spread();
                let tell = move |found: Result<fracas::OddsReport, fracas::OddsError>| {
                    let found = words(found)?;
                    Ok(odds_told(&found, &spread))
                };
                Box::new(Told { procedure: question, variants, tell })
            }
            Self::Sweep { .. } => {
                let sweep = self.sweep(registry)?;
                Box::new(Swept { sweep, tell: sweep_told })
            }
            Self::Solve { .. } => {
                let procedure = self.solve(registry)?;
                Box::new(Told { variants: procedure.variants(), procedure, tell: lab_told })
            }
            Self::Compare { .. } => {
                let procedure = self.compare(registry)?;
                Box::new(Told { variants: procedure.variants(), procedure, tell: lab_told })
            }
            Self::Best { .. } => {
                let procedure = self.best(registry)?;
                Box::new(Told { variants: procedure.variants(), procedure, tell: lab_told })
            }
            Self::Sensitivity { source, seed, of, trials, top } => {
                let ask = SensitivityAsk { of: of.clone(), trials: *trials, top: *top };
                let scenario = source.scenario();
                let seed = seed.or(source.battle()?.seed()).unwrap_or(0);
                let registry = Registry::standard();
                let procedure = words(registry.sensitivity_question(&scenario, &ask, seed))?;
                let tell = |found| Ok(Value::Object(object(&words(found)?)));
                Box::new(Told { variants: procedure.variants(), procedure, tell })
            }
            Self::Impact { source, seed, trials } => {
                let battle = source.battle()?;
                let seed = seed.or(battle.seed()).unwrap_or(0);
                words(Registry::standard().require(battle.rules(), Capability::Parts))?;
                let procedure = battle.impact_question(seed, *trials);
                let procedure = procedure.ok_or("nobody can be left out in this game")?;
                let tell = |found| Ok(Value::Object(object(&found)));
                Box::new(Told { variants: procedure.variants(), procedure, tell })
            }
            Self::Matrix { .. } => {
                let procedure = self.matrix(registry)?;
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
pub fn odds_told(found: &fracas::OddsReport, spread: &[String]) -> Value {
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

fn sweep_told(sweep: &mut Sweep) -> Value {
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

/// The battles of entries, each named.
fn entries(registry: &Registry, all: &[Entry]) -> Answer<Vec<(String, Battle)>> {
    let battle = |entry: &Entry| Ok((entry.name.clone(), entry.source.battle_by(registry)?));
    all.iter().map(battle).collect()
}

/// What each kind of question is made of. Called for another kind they say so.
impl Question {
    fn other<T>() -> Answer<T> {
        Err("this is another question".to_owned())
    }

    fn spread(&self) -> Vec<String> {
        match self {
            Self::Odds { spread, .. } => spread.clone(),
            _ => Vec::new(),
        }
    }

    pub(crate) fn odds(&self, registry: &Registry) -> Answer<fracas::OddsQuestion> {
        let Self::Odds { source, seed, error, trials, exact, that, .. } = self else {
            return Self::other();
        };
        let way = WayAsked { error: *error, trials: *trials, exact: *exact };
        let battle = source.battle_by(registry)?;
        let ask = Ask { way: way.odds(), that: that.clone(), ..Ask::default() };
        words(battle.question(ask, seed.or(battle.seed()).unwrap_or(0)))
    }

    pub(crate) fn sweep(&self, registry: &Registry) -> Answer<Sweep> {
        let Self::Sweep { source, seed, error, trials, exact, vary, that, known } = self else {
            return Self::other();
        };
        let way = WayAsked { error: *error, trials: *trials, exact: *exact };
        let axes: Result<Vec<_>, _> = vary.iter().map(|axis| axis.parse()).collect();
        let points = words(Points::grid(words(axes)?))?;
        let sweep = words(Sweep::new(registry, source.scenario(), points))?;
        let sweep = words(words(sweep.by(way.sweep()))?.asking(that.clone()))?;
        let seed = seed.unwrap_or(sweep.seed());
        Ok(sweep.with_seed(seed).without(known))
    }

    pub(crate) fn solve(&self, registry: &Registry) -> Answer<Solve> {
        let Self::Solve { source, seed, vary, claims, most, trials, exact } = self else {
            return Self::other();
        };
        let usual = lab::SolveAsk::default();
        let budget = match exact {
            Some(true) => Some(Budget::PATIENT),
            Some(false) => None,
            None => usual.budget,
        };
        let ask = lab::SolveAsk {
            claims: claims.clone(),
            most: *most,
            trials: *trials,
            budget: budget.filter(|_| trials.is_none()),
        };
        let axis = words(vary.parse())?;
        let space = words(Space::new(registry, source.scenario(), vec![axis]))?;
        let seed = seed.or(space.seed()).unwrap_or(0);
        words(Solve::new(Arc::new(space), ask, seed))
    }

    pub(crate) fn compare(&self, registry: &Registry) -> Answer<Compare> {
        let Self::Compare { battles, seed, aims, least, trials, error } = self else {
            return Self::other();
        };
        let usual = lab::CompareAsk::default();
        let ask = lab::CompareAsk {
            aims: aims.clone(),
            least: *least,
            trials: *trials,
            error: error.unwrap_or(usual.error),
            budget: usual.budget.filter(|_| trials.is_none()),
        };
        let battles = entries(registry, battles)?;
        let own = battles.first().and_then(|(_, battle)| battle.seed());
        words(Compare::new(battles, ask, seed.or(own).unwrap_or(0)))
    }

    pub(crate) fn best(&self, registry: &Registry) -> Answer<Best> {
        let Self::Best { source, seed, choose, budget, aim, least, trials } = self else {
            return Self::other();
        };
        let choices: Result<Vec<_>, _> = choose.iter().map(|choice| choice.parse()).collect();
        let ask = lab::BestAsk {
            aim: aim.clone(),
            least: *least,
            money: *budget,
            trials: *trials,
            all: 0,
        };
        let scenario: Scenario = source.scenario();
        words(Best::new(registry, scenario, words(choices)?, ask, *seed))
    }

    pub(crate) fn matrix(&self, registry: &Registry) -> Answer<Matrix> {
        let Self::Matrix { entrants, trials, seed } = self else { return Self::other() };
        let entrants = entrants.iter().map(|entry| (entry.name.clone(), entry.source.scenario()));
        words(Matrix::new(registry, entrants.collect(), *trials, seed.unwrap_or(0)))
    }
}

/// Begins a question, or goes on with it: hands back what came of pieces, and
/// asks for more.
#[derive(Deserialize)]
pub struct Asking {
    id: u64,
    question: Question,
    capacity: usize,
}

/// What a question wants next.
#[derive(Serialize)]
pub struct Wants {
    pieces: Vec<Piece>,
    done: bool,
    progress: (u64, u64),
    /// What is known, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Value>,
}

pub fn ask(engine: &mut Engine, asking: Asking) -> Answer<Wants> {
    let mut kept = Kept { asked: asking.question.begin(Registry::standard())? };
    let wants = kept.wants(asking.capacity, false);
    engine.questions.insert(asking.id, kept);
    wants
}

#[derive(Deserialize)]
pub struct Taking {
    id: u64,
    taken: Vec<Came>,
    capacity: usize,
    /// Whether what is known is wanted. It always is at the end.
    answer: bool,
}

/// What came of a piece; nothing if it was lost.
#[derive(Deserialize)]
struct Came {
    piece: Piece,
    found: Option<Found>,
}

pub fn take(engine: &mut Engine, taking: Taking) -> Answer<Wants> {
    let kept = engine.questions.get_mut(&taking.id).ok_or("this question is closed")?;
    for Came { piece, found } in taking.taken {
        match found {
            Some(found) => kept.asked.take(&piece, found),
            None => kept.asked.lose(&piece),
        }
    }
    kept.wants(taking.capacity, taking.answer)
}

impl Kept {
    fn wants(&mut self, capacity: usize, answer: bool) -> Answer<Wants> {
        let pieces = self.asked.ask(capacity);
        let done = self.asked.is_done();
        let told = if answer || done { self.asked.answer() } else { None };
        let progress = self.asked.progress();
        let progress = (progress.done, progress.planned);
        Ok(Wants { pieces, done, progress, answer: told.transpose()? })
    }
}

/// A piece of a question for somebody who may not know it yet.
#[derive(Deserialize)]
pub struct Working {
    id: u64,
    question: Option<Question>,
    piece: Piece,
}

/// Does a piece.
pub fn work(engine: &mut Engine, working: Working) -> Answer<Found> {
    if let Some(question) = &working.question {
        engine.questions.insert(working.id, Kept { asked: question.begin(Registry::standard())? });
    }
    let kept = engine.questions.get(&working.id).ok_or("this question is not known here")?;
    let variants: Arc<dyn Variants + Send> = kept.asked.variants();
    Ok(lab::work(&*variants, &working.piece, &Effort::default()))
}

#[derive(Deserialize)]
pub struct Of {
    id: u64,
}

/// Whether there was such a question.
pub fn forget(engine: &mut Engine, asked: &Of) -> bool {
    engine.questions.remove(&asked.id).is_some()
}
