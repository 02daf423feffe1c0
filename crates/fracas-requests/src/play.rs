//! Battles that somebody plays.

use std::collections::BTreeMap;

use fracas::{Registry, Replay, Session};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::battle::told;
use crate::engine::{Answer, Engine};
use crate::source::Source;

/// Battles under way, by the number that a page gave them.
pub type Sessions = BTreeMap<u64, Session>;

#[derive(Deserialize)]
pub struct Begin {
    session: u64,
    source: Source,
    seed: u64,
}

pub fn begin(engine: &mut Engine, begin: &Begin) -> Answer<Value> {
    let battle = begin.source.battle()?;
    let session = battle.play(begin.seed).map_err(|why| why.to_string())?;
    Ok(opened(engine, begin.session, session))
}

#[derive(Deserialize)]
pub struct Resume {
    session: u64,
    replay: String,
}

pub fn resume(engine: &mut Engine, resume: &Resume) -> Answer<Value> {
    let replay = Replay::read(&resume.replay).map_err(|why| why.to_string())?;
    let battle = replay.battle_by(Registry::standard()).map_err(|why| why.to_string())?;
    let session = battle.resume(&replay).map_err(|why| why.to_string())?;
    Ok(opened(engine, resume.session, session))
}

fn opened(engine: &mut Engine, number: u64, mut session: Session) -> Value {
    let mut sources = session.battle().warnings().sources();
    let scenario = sources.next();
    let files: BTreeMap<&str, &str> =
        sources.map(|file| (file.name.as_str(), file.text.as_str())).collect();
    let source = json!({
        "text": scenario.map_or("", |scenario| &scenario.text),
        "files": files,
        "file": scenario.map_or("", |scenario| &scenario.name),
    });
    let told = json!({
        "seed": session.seed(),
        "source": source,
        "ruleset": session.battle().rules().name,
        "name": session.battle().name(),
        "opening": session.opening(),
        "first": standing(&mut session),
    });
    engine.sessions.insert(number, session);
    told
}

/// How things stand, and what was heard since the last time.
pub fn standing(session: &mut Session) -> Value {
    let heard = session.heard().into_iter().map(|heard| {
        let event = RawValue::from_string(heard.json).ok();
        json!({ "event": event, "words": heard.words })
    });
    let heard: Vec<Value> = heard.collect();
    json!({
        "scene": session.scene(),
        "heard": heard,
        "outcome": session.outcome(),
        "closing": session.closing(),
        "orders": session.orders().len(),
    })
}

#[derive(Deserialize)]
pub struct Of {
    session: u64,
}

#[derive(Deserialize)]
pub struct Said {
    session: u64,
    text: String,
}

fn of(engine: &mut Engine, session: u64) -> Answer<&mut Session> {
    engine.sessions.get_mut(&session).ok_or_else(|| "this battle is closed".to_owned())
}

pub fn order(engine: &mut Engine, said: &Said) -> Answer<Value> {
    let session = of(engine, said.session)?;
    session.order(&said.text).map_err(|why| why.to_string())?;
    Ok(standing(session))
}

pub fn undo(engine: &mut Engine, asked: &Of) -> Answer<Value> {
    let session = of(engine, asked.session)?;
    session.undo().map_err(|why| why.to_string())?;
    Ok(standing(session))
}

/// What can be ordered now. Only for whoever asks: on a large map it is much.
pub fn choices(engine: &mut Engine, asked: &Of) -> Answer<Vec<Value>> {
    let choices = of(engine, asked.session)?.choices();
    let told = choices.iter().map(|choice| json!({ "order": choice.order, "words": choice.words }));
    Ok(told.collect())
}

pub fn advice(engine: &mut Engine, asked: &Of) -> Answer<String> {
    Ok(of(engine, asked.session)?.advice())
}

pub fn query(engine: &mut Engine, said: &Said) -> Answer<Value> {
    of(engine, said.session)?.query(&said.text).map_err(|why| why.to_string())
}

/// The replay file up to here.
pub fn save(engine: &mut Engine, asked: &Of) -> Answer<String> {
    let replay = of(engine, asked.session)?.replay();
    serde_json::to_string(&replay).map_err(|why| why.to_string())
}

pub fn report(engine: &mut Engine, asked: &Of) -> Answer<Value> {
    let session = of(engine, asked.session)?;
    let fought = session.report();
    Ok(told(session.battle(), &fought))
}

/// Whether there was such a battle.
pub fn close(engine: &mut Engine, asked: &Of) -> bool {
    engine.sessions.remove(&asked.session).is_some()
}
