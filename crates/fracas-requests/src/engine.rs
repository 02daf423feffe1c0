//! The verbs, and what is kept between calls.

use fracas::Registry;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::battle::{self, Watched};
use crate::play::{self, Sessions};
use crate::question::{self, Questions};
use crate::{report, scenario, whole};

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

            "ask" => json(&question::ask(self, read(request)?)?),
            "take" => json(&question::take(self, read(request)?)?),
            "work" => json(&question::work(self, read(request)?)?),
            "forget" => json(&question::forget(self, &read(request)?)),
            "whole" => json(&whole::answer(&read(request)?, tell)?),
            "report" => json(&report::page(&read(request)?, tell)?),

            _ => Err(format!("there is no verb `{verb}`")),
        }
    }
}

pub fn read<T: DeserializeOwned>(request: &str) -> Answer<T> {
    serde_json::from_str(request).map_err(|why| format!("this is no request: {why}"))
}

pub fn json<T: Serialize + ?Sized>(answer: &T) -> Answer<String> {
    serde_json::to_string(answer).map_err(|why| format!("this cannot be told: {why}"))
}
