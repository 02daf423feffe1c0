//! One battle: fought, told, shown moment by moment, kept in a file.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use fracas::{
    Battle, Detail, Dice, Log, Moment, Records, Registry, Replay, RunReport, Scenes, Told, View,
    Witness,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::engine::{Answer, Engine};
use crate::source::Source;

/// A battle by its name: scenario, seed and trial.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Named {
    /// The scenario.
    pub source: Source,
    /// The seed of its dice.
    pub seed: u64,
    /// Which battle of that seed.
    pub trial: u64,
}

/// What came of a battle: as the command line has it, with what only stands on
/// its pages.
pub fn told(battle: &Battle, fought: &RunReport) -> Value {
    let mut told = match serde_json::to_value(fought) {
        Ok(Value::Object(told)) => told,
        _ => Map::new(),
    };
    let names = battle.rules().files().iter().map(|name| (*name).to_owned());
    let files: BTreeMap<String, &String> = names.zip(&fought.files).collect();
    told.insert("closing".to_owned(), json!(fought.closing));
    told.insert("files".to_owned(), json!(files));
    Value::Object(told)
}

/// Fights a battle.
pub fn run(registry: &Registry, named: &Named) -> Answer<Value> {
    let battle = named.source.battle_by(registry)?;
    Ok(told(&battle, &battle.run(named.seed, named.trial, None)))
}

#[derive(Deserialize)]
pub struct Logged {
    source: Source,
    seed: u64,
    trial: u64,
    detail: Option<String>,
}

/// The log of a battle, as text.
pub fn log(logged: &Logged) -> Answer<String> {
    let battle = logged.source.battle()?;
    let detail = match logged.detail.as_deref() {
        Some("none") => Detail::None,
        Some("phases") => Detail::Phases,
        Some("all") => Detail::All,
        _ => battle.usual_detail(),
    };
    let Logged { seed, trial, .. } = *logged;
    let (_, text) = in_words(detail, LONGEST_LOG, |log| battle.run(seed, trial, Some(log)));
    Ok(text)
}

/// What comes of a battle that is fought with the log it is given, and that log
/// as one text, which breaks off when it gets longer than that.
pub fn in_words<T>(
    detail: Detail,
    longest: usize,
    fight: impl FnOnce(Log<'_>) -> T,
) -> (T, String) {
    let mut text = String::new();
    let mut hear = |told: Told<'_>| {
        let (Told::Opening(line) | Told::Line(line) | Told::Picture(line) | Told::Closing(line)) =
            told;
        text.push_str(line.trim_end_matches('\n'));
        text.push('\n');
        if text.len() > longest { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let fought = fight(Log::Words(View::of(detail), &mut hear));
    (fought, text)
}

/// A log longer than this breaks off.
const LONGEST_LOG: usize = 32 << 20;

/// Moments of a battle that are asked for.
#[derive(Deserialize)]
pub struct Wanted {
    source: Source,
    seed: u64,
    trial: u64,
    observer: Option<usize>,
    from: u64,
    count: u64,
}

/// A battle that is being looked at, as far as it was fought.
pub struct Watched {
    named: Named,
    observer: Option<usize>,
    next: u64,
    scenes: Scenes,
}

/// A moment as a page takes it: with the events themselves.
#[derive(Serialize)]
pub struct Shown {
    #[serde(flatten)]
    moment: Moment,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    happened: Vec<Box<RawValue>>,
}

impl Shown {
    fn new(mut moment: Moment) -> Self {
        let happened = std::mem::take(&mut moment.happened).into_iter();
        // Events are written by serde: they are JSON.
        let happened = happened.filter_map(|event| RawValue::from_string(event).ok()).collect();
        Self { moment, happened }
    }
}

/// Goes on where it was left, or begins anew.
pub fn moments(engine: &mut Engine, wanted: Wanted) -> Answer<Vec<Shown>> {
    let Wanted { source, seed, trial, observer, from, count } = wanted;
    let named = Named { source, seed, trial };
    let goes_on = |kept: &Watched| {
        kept.next == from && kept.observer == observer && from > 0 && kept.named == named
    };
    let mut watched = match engine.watched.take().filter(goes_on) {
        Some(kept) => kept,
        None => {
            let battle = named.source.battle()?;
            let scenes = battle.scenes(named.seed, named.trial, observer);
            let scenes = scenes.map_err(|lacking| lacking.to_string())?;
            Watched { named, observer, next: 0, scenes }
        }
    };
    let mut shown = Vec::new();
    if from > watched.next {
        // The first that is wanted; the last of all if the battle was over before.
        let first = watched.scenes.leap(from - watched.next + 1);
        shown.extend(first.filter(|first| first.moment >= from).map(Shown::new));
        watched.next = from + 1;
        if shown.is_empty() {
            return Ok(shown);
        }
    }
    while (shown.len() as u64) < count {
        let Some(moment) = watched.scenes.next() else { break };
        watched.next = moment.moment + 1;
        shown.push(Shown::new(moment));
    }
    engine.watched = Some(watched);
    Ok(shown)
}

fn read(file: &str) -> Answer<Replay> {
    Replay::read(file).map_err(|why| why.to_string())
}

/// Fights a replay again and says what it is.
pub fn replay(registry: &Registry, file: &str) -> Answer<Value> {
    let replay = read(file)?;
    let fought = replay.fight_by(registry, None).map_err(|why| why.to_string())?;
    let battle = replay.battle_by(registry).map_err(|why| why.to_string())?;
    // What it holds was read already: only the keys are wanted here.
    let kept: Value = serde_json::from_str(file).unwrap_or_default();
    let source = json!({
        "text": kept["scenario"], "files": kept["files"], "file": kept["file"],
    });
    let played = kept.get("orders").is_some_and(Value::is_array);
    let (seed, trial) = if played {
        (Value::Null, Value::Null)
    } else {
        (kept["seed"].clone(), kept["trial"].clone())
    };
    Ok(json!({
        "source": source,
        "seed": seed,
        "trial": trial,
        "played": played,
        "report": told(&battle, &fought),
    }))
}

#[derive(Deserialize)]
pub struct ReplayWanted {
    replay: String,
    observer: Option<usize>,
    from: u64,
    count: u64,
}

/// Moments of a replay, whoever fought or played it.
pub fn replay_moments(wanted: &ReplayWanted) -> Answer<Vec<Shown>> {
    let replay = read(&wanted.replay)?;
    let mut shown = Vec::new();
    let mut hear = |moment: &Moment| {
        if moment.moment >= wanted.from {
            shown.push(Shown::new(moment.clone()));
        }
        match (shown.len() as u64) < wanted.count {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    };
    let log = Log::Scenes(wanted.observer, &mut hear);
    replay.fight(Some(log)).map_err(|why| why.to_string())?;
    Ok(shown)
}

/// The replay file of a battle.
pub fn save(named: &Named) -> Answer<String> {
    let battle = named.source.battle()?;
    let dice = Dice::Rolled { seed: named.seed, trial: named.trial };
    let (_, replay) = on_record(&battle, &dice, None)?;
    serde_json::to_string(&replay).map_err(|why| why.to_string())
}

/// Fights a battle: what came of it, and its replay.
pub fn on_record(
    battle: &Battle,
    dice: &Dice,
    log: Option<Log<'_>>,
) -> Answer<(RunReport, Replay)> {
    let mut records = Records { witness: Some(Witness::default()), tape: None };
    let fought = battle.fight(dice, log, &mut records).map_err(|why| why.to_string())?;
    let replay = battle.replay(dice, &fought, records.witness.unwrap_or_default());
    Ok((fought, replay))
}
