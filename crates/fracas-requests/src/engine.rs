//! The verbs, and what is kept between calls.

use std::fmt::Display;

use fracas::Registry;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::battle::{self, Watched};
use crate::pieces::{self, Questions};
use crate::play::{self, Sessions};
use crate::{report, scenario, strict, whole};

/// What is kept between calls: battles under way, and questions.
#[derive(Default)]
pub struct Engine {
    pub(crate) sessions: Sessions,
    pub(crate) questions: Questions,
    pub(crate) watched: Option<Watched>,
}

/// An answer, or a sentence that says why there is none.
pub type Answer<T> = Result<T, String>;

/// Who is told how far long work has come.
pub type Tell = fn(done: u64, of: u64);

impl Engine {
    /// Does what a verb says with a request in JSON, and answers in JSON.
    pub fn call(&mut self, verb: &str, request: &str, tell: Tell) -> Answer<String> {
        let known = Registry::standard();
        match verb {
            "version" => json(&fracas::VERSION),
            "rulesets" => json(&scenario::rulesets(known)),
            "check" => json(&scenario::check(known, &read(request)?)),
            "edit" => json(&scenario::edit(read(request)?)),
            "get" => json(&scenario::get(read(request)?)?),
            "inspect" => json(&scenario::inspect(known, &read(request)?)?),
            "conditions" => json(&scenario::conditions(&read(request)?)?),
            "check_condition" => json(&scenario::check_condition(read(request)?)?),

            "run" => json(&battle::run(known, &read(request)?)?),
            "log" => json(&battle::log(&read(request)?)?),
            "moments" => json(&battle::moments(self, read(request)?)?),
            "replay" => json(&battle::replay(known, &read::<String>(request)?)?),
            "replay_moments" => json(&battle::replay_moments(&read(request)?)?),
            "save" => json(&battle::save(&read(request)?)?),

            "play" => json(&play::begin(self, &read(request)?)?),
            "resume" => json(&play::resume(self, &read(request)?)?),
            "order" => json(&play::order(self, &read(request)?)?),
            "undo" => json(&play::undo(self, &read(request)?)?),
            "choices" => json(&play::choices(self, &read(request)?)?),
            "advice" => json(&play::advice(self, &read(request)?)?),
            "query" => json(&play::query(self, &read(request)?)?),
            "keep" => json(&play::save(self, &read(request)?)?),
            "outcome" => json(&play::report(self, &read(request)?)?),
            "close" => json(&play::close(self, &read(request)?)),

            "ask" => json(&pieces::ask(self, read(request)?)?),
            "take" => json(&pieces::take(self, of_our_own(request)?)?),
            "work" => json(&pieces::work(self, of_our_own(request)?)?),
            "forget" => json(&pieces::forget(self, &read(request)?)),
            "whole" => json(&whole::answer(&read(request)?, tell)?),
            "report" => json(&report::page(&read(request)?, tell)?),

            _ => Err(format!("there is no verb `{verb}`")),
        }
    }
}

fn no_request<E: Display>(why: E) -> String {
    format!("this is no request: {why}")
}

/// A request, all of whose fields have to be known.
fn read<T: DeserializeOwned>(request: &str) -> Answer<T> {
    let request = serde_json::from_str(request).map_err(no_request)?;
    strict::read(request).map_err(no_request)
}

/// What workers hand each other: large, and written by nobody but the engine.
fn of_our_own<T: DeserializeOwned>(request: &str) -> Answer<T> {
    serde_json::from_str(request).map_err(no_request)
}

fn json<T: Serialize + ?Sized>(answer: &T) -> Answer<String> {
    serde_json::to_string(answer).map_err(|why| format!("this cannot be told: {why}"))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn call(verb: &str, request: &Value) -> Answer<String> {
        Engine::default().call(verb, &request.to_string(), |_, _| {})
    }

    #[test]
    fn no_verb_takes_a_field_that_it_does_not_know() {
        for verb in [
            "check",
            "edit",
            "get",
            "inspect",
            "conditions",
            "check_condition",
            "run",
            "log",
            "moments",
            "replay_moments",
            "save",
            "play",
            "resume",
            "order",
            "undo",
            "choices",
            "advice",
            "query",
            "keep",
            "outcome",
            "close",
            "ask",
            "forget",
        ] {
            let why = call(verb, &json!({ "zeal": 3 })).unwrap_err();
            assert!(why.starts_with("this is no request: zeal: no such field"), "{verb}: {why}");
        }
        let question = json!({ "ask": "odds", "source": { "text": "" }, "trails": 3 });
        let whole = json!({ "ask": "luck", "source": { "text": "" }, "trail": 3 });
        for (verb, request, help) in [
            ("ask", json!({ "id": 1, "question": question, "capacity": 1 }), "trials"),
            ("report", question.clone(), "trials"),
            ("whole", whole, "trial"),
        ] {
            let why = call(verb, &request).unwrap_err();
            assert!(why.ends_with(&format!("no such field; did you mean {help}?")), "{why}");
        }
    }

    /// As the page asks for it.
    #[test]
    fn a_battle_has_a_report_as_a_question_has() {
        let text = Registry::standard().rules("olympia").unwrap().template();
        let source = json!({ "text": text });
        let run = json!({ "ask": "run", "source": source, "seed": 1, "trial": 0 });
        let page: String = serde_json::from_str(&call("report", &run).unwrap()).unwrap();
        assert!(page.contains("--seed 1 --trial 0"), "{page}");
        let odds = json!({ "ask": "odds", "source": source, "trials": 64 });
        assert!(call("report", &odds).is_ok());
        assert!(call("report", &json!({ "ask": "rn" })).unwrap_err().contains("there is no `rn`"));
    }
}
