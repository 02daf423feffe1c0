//! Matches of set-ups: each side hands in its own, nobody sees the other's, and
//! the server fights when all are in.
//!
//! Who hands in nothing, because he left or his time is up, fights with what the
//! scenario has for his side.

use std::collections::BTreeSet;

use fracas::Dice;
use fracas_requests as requests;
use fracas_requests::Source;
use serde_json::{Value, json};
use toml_edit::DocumentMut;

use super::MatchError;
use super::kept::{Change, Seat};
use super::names;
use super::table::{Inner, Table};
use super::terms::SetUp;
use super::{OVER, PLAYING};

/// A battle that is fought here has so many measures at most: with the number of
/// fighters who have names grows the time that it takes.
const MOST_MEASURES: usize = 1_000;

/// A log longer than this breaks off.
const LONGEST_LOG: usize = 4 << 20;

impl Table {
    /// Hands a set-up in, in place of an earlier one. With the last of them the
    /// battle is fought.
    pub fn hand_in(&self, seat: usize, set_up: &SetUp) -> Result<(), MatchError> {
        let mut inner = self.lock();
        inner.is(PLAYING)?;
        if inner.played.is_some() {
            return MatchError::not_now("in this match sides are given orders, not set up");
        }
        if inner.game.seats[seat].gone {
            return MatchError::not_now("this seat was left");
        }
        self.check(&inner, seat, set_up).map_err(MatchError::Wrong)?;
        let text =
            serde_json::to_string(set_up).map_err(|why| MatchError::Wrong(why.to_string()))?;
        let mut set_ups = inner.rest.set_ups.clone();
        set_ups[seat] = Some(text);
        let note = Some(String::new());
        self.keep(&mut inner, Change { set_ups: Some(set_ups), note, ..Change::default() })?;
        fight_if_all_in(self, &mut inner, Some(seat))
    }

    /// Fights if all set-ups are in.
    pub fn fight_if_ready(&self) -> Result<(), MatchError> {
        let mut inner = self.lock();
        inner.is(PLAYING)?;
        fight_if_all_in(self, &mut inner, None)
    }

    /// Whether a set-up can be fought with what the scenario has for the other
    /// side.
    fn check(&self, inner: &Inner, seat: usize, set_up: &SetUp) -> Result<(), String> {
        let own = format!("seat{seat}/");
        if let Some(name) = set_up.files.keys().find(|name| !name.starts_with(&own)) {
            return Err(format!("the name of your file `{name}` does not begin with `{own}`"));
        }
        for other in 0..inner.game.terms.seats.len() {
            if other != seat && set_up.text.contains(&format!("seat{other}/")) {
                return Err(format!("files of seat {other} are not yours to name"));
            }
        }
        let battle = self.battles.of(&merged(inner, &[(seat, set_up)])?)?;
        match battle.measures().len() {
            count if count > MOST_MEASURES => Err(format!(
                "this is too large for a match: the battle would have {count} measures, as its \
                 odds tell them; allowed are {MOST_MEASURES}"
            )),
            _ => Ok(()),
        }
    }
}

fn fight_if_all_in(table: &Table, inner: &mut Inner, by: Option<usize>) -> Result<(), MatchError> {
    match inner.game.seats.iter().all(|seat| seat.gone || seat.handed_in) {
        true => fight(table, inner, by),
        false => Ok(()),
    }
}

/// Somebody left: if he was the last who was waited for, the battle is fought.
pub fn after_leaving(table: &Table, inner: &mut Inner, seats: Vec<Seat>) -> Result<(), MatchError> {
    table.keep(inner, Change { seats: Some(seats), ..Change::default() })?;
    fight_if_all_in(table, inner, None)
}

/// The scenario with these set-ups in it.
fn merged(inner: &Inner, set_ups: &[(usize, &SetUp)]) -> Result<Source, String> {
    let read = |text: &str| text.parse::<DocumentMut>().map_err(|why| why.to_string());
    let mut source = inner.rest.source.clone();
    let mut whole = read(&source.text)?;
    let mut taken = BTreeSet::new();
    for (seat, set_up) in set_ups {
        let keys = &inner.game.terms.seats[*seat].keys;
        let mut own = read(&set_up.text)?;
        names::make_own(&mut own, &mut taken);
        if let Some((key, _)) = own.iter().find(|(key, _)| !keys.iter().any(|known| known == key)) {
            return Err(format!("`{key}` is not of your side, which has {}", keys.join(", ")));
        }
        for key in keys {
            whole.remove(key);
            if let Some(item) = own.remove(key) {
                whole.insert(key, item);
            }
        }
        source.files.extend(set_up.files.clone());
    }
    source.text = whole.to_string();
    Ok(source)
}

/// Fights with what is in, and keeps the report. If set-ups do not go together,
/// that of the seat `by` which the fight begins is given back, or else the last,
/// and nobody else's is touched.
pub fn fight(table: &Table, inner: &mut Inner, by: Option<usize>) -> Result<(), MatchError> {
    let read = |text: &String| serde_json::from_str::<SetUp>(text).ok();
    let set_ups = inner.rest.set_ups.iter().enumerate();
    let set_ups: Vec<(usize, SetUp)> =
        set_ups.filter_map(|(seat, kept)| Some((seat, kept.as_ref().and_then(read)?))).collect();
    let named: Vec<(usize, &SetUp)> =
        set_ups.iter().map(|(seat, set_up)| (*seat, set_up)).collect();
    let battle = merged(inner, &named).and_then(|source| table.battles.of(&source));
    let battle = match battle {
        Ok(battle) => battle,
        // Each was fine by itself; what is wrong would tell of the other's.
        Err(_) => {
            let mut set_ups = inner.rest.set_ups.clone();
            if let Some(seat) = by.or_else(|| set_ups.iter().rposition(Option::is_some)) {
                set_ups[seat] = None;
            }
            let note = "a set-up cannot be fought with the others: hand in another".to_owned();
            let change = Change { set_ups: Some(set_ups), note: Some(note), ..Change::default() };
            return table.keep(inner, change);
        }
    };
    let dice = inner.game.dice(&table.id);
    let rolled = Dice::Rolled { seed: dice.seed(), trial: 0 };
    let (fought, log) = requests::in_words(battle.usual_detail(), LONGEST_LOG, |log| {
        requests::on_record(&battle, &rolled, Some(log))
    });
    let (fought, replay) = fought.map_err(MatchError::NotNow)?;
    let replay = replay.with_fair_dice(dice);
    let report = json!({
        "report": requests::told(&battle, &fought),
        "log": log,
        "replay": serde_json::to_string(&replay).unwrap_or_default(),
    });
    let change = Change {
        state: Some(OVER),
        outcome: Some(fought.outcome.to_owned()),
        report: Some(report.to_string()),
        deadline: Some(None),
        ..Change::default()
    };
    table.keep(inner, change)
}

/// What somebody sees: the scenario as everybody knows it, what he handed in,
/// and in the end what came of it.
pub fn view(inner: &Inner, seat: usize) -> Value {
    let read = |text: &String| serde_json::from_str::<Value>(text).ok();
    let Inner { game, rest, .. } = inner;
    let own = rest.set_ups[seat].as_ref().and_then(read);
    let mut report = rest.report.as_ref().and_then(read).unwrap_or_default();
    if let Some(report) = report.as_object_mut() {
        report.remove("replay");
    }
    json!({
        "source": rest.source,
        "keys": game.terms.seats[seat].keys,
        "mine": game.state == PLAYING,
        "set_up": own,
        "result": report,
    })
}

/// The replay of a battle that was fought.
pub fn replay(report: &str) -> Result<String, MatchError> {
    let report: Value = serde_json::from_str(report).unwrap_or_default();
    report["replay"].as_str().map(str::to_owned).ok_or(MatchError::Unknown)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::thread;
    use std::time::Duration;

    use fracas::Registry;

    use super::super::{Matches, NewMatch};
    use super::*;
    use crate::store::Store;

    /// The server was killed between the last set-up and the end of the fight.
    #[test]
    fn a_fight_that_was_cut_short_is_fought() {
        let dir = tempfile::tempdir().unwrap();
        let store = Arc::new(Store::open(dir.path()).unwrap());
        let matches = Arc::new(Matches::new(store.clone(), Arc::new(Registry::standard().clone())));
        let text = Registry::standard().rules("olympia").unwrap().template();
        let seats = json!([{ "side": "attacker" }, { "side": "defender" }]);
        let new = json!({ "source": { "text": text }, "seats": seats });
        let made = matches.make(serde_json::from_value::<NewMatch>(new).unwrap()).unwrap();
        let table = matches.open(&made.id).unwrap();
        table.join(0, "Ada", 4).unwrap();
        table.join(1, "Ben", 5).unwrap();
        let set_up = |side: &str| {
            Some(json!({ "text": format!("[[{side}.stack]]\nnoble = 'N {side}'\n") }).to_string())
        };
        let set_ups = Some(vec![set_up("attacker"), set_up("defender")]);
        table.keep(&mut table.lock(), Change { set_ups, ..Change::default() }).unwrap();
        assert!(!table.rests());

        matches.fight_again().unwrap();
        while !table.rests() {
            thread::sleep(Duration::from_millis(10));
        }
        assert!(table.replay().unwrap().contains("N attacker"));
    }
}
