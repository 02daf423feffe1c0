//! Questions that are answered in one go by one worker. Whoever wants to stop
//! one ends the worker.

use fracas::{DecideAsk, Effort, Search};
use fracas_report::LabAnswer;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::begin::{object, words};
use crate::engine::{Answer, Tell};
use crate::source::Source;

/// A question whose work does not come in pieces.
#[derive(Clone, Debug, Deserialize)]
#[serde(remote = "Self", rename_all = "lowercase")]
pub enum Whole {
    Find {
        source: Source,
        seed: Option<u64>,
        that: String,
        #[serde(default)]
        from: u64,
        most: Option<u64>,
    },
    Decide {
        source: Source,
        decider: Option<String>,
        #[serde(rename = "for")]
        goal: Option<String>,
        rows: Option<usize>,
    },
    Luck {
        source: Source,
        seed: Option<u64>,
        trial: u64,
        trials: Option<u64>,
    },
}

crate::tagged::named_by_ask!(Whole);

/// One worker is one thread.
pub fn effort(tell: &Tell) -> Effort<'_> {
    Effort { threads: 1, progress: Some(tell), stop: None }
}

pub fn answer(whole: &Whole, tell: Tell) -> Answer<Value> {
    let effort = effort(&tell);
    match whole {
        Whole::Find { source, seed, that, from, most } => {
            let battle = source.battle()?;
            let condition = words(battle.condition(that))?;
            let seed = seed.or(battle.seed()).unwrap_or(0);
            let (found, tried) = battle.seek(&condition, seed, *from, *most, &effort);
            Ok(match found {
                Search::Found(trial) => json!({ "trial": trial, "tried": trial - from + 1 }),
                Search::Nowhere | Search::Halted { .. } => json!({ "trial": null, "tried": tried }),
            })
        }
        Whole::Decide { source, decider, goal, rows } => {
            let usual = DecideAsk::default();
            let ask = DecideAsk {
                goal: goal.clone(),
                decider: decider.clone(),
                rows: rows.unwrap_or(usual.rows),
                ..usual
            };
            let decided = words(source.battle()?.decide(&ask))?;
            let mut told = object(&decided);
            told.insert("sentence".to_owned(), json!(decided.sentence()));
            Ok(Value::Object(told))
        }
        Whole::Luck { source, seed, trial, trials } => {
            let battle = source.battle()?;
            let seed = seed.or(battle.seed()).unwrap_or(0);
            let fought = battle.run(seed, *trial, None);
            Ok(Value::Object(object(&battle.luck(&fought, seed, *trials, &effort))))
        }
    }
}
