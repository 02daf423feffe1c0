//! The document of the API is true: what it tells there is, what it does not tell
//! is refused by name.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::client::{Answer, Server, TOKEN, example, options};

/// Everything that can be asked for: method, address, and what is told of it.
fn operations(document: &Value) -> Vec<(String, String, &Value)> {
    let mut all = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        let path = path.replace("{id}", "x0").replace("{kind}", "scenarios").replace("{key}", "k");
        for (method, told) in methods.as_object().unwrap() {
            all.push((method.to_uppercase(), path.clone(), told));
        }
    }
    assert!(all.len() > 25, "{}", all.len());
    all
}

/// Every path answers to its method, and has a name of its own.
#[test]
fn what_is_told_there_is() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    let document = server.get("/api/v1/openapi.json").is(200);
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    let mut names = BTreeSet::new();
    for (method, path, told) in operations(&document) {
        assert!(names.insert(told["operationId"].as_str().unwrap()), "{told}");
        let answer = server.send(&method, &path, &[], "");
        assert_ne!(answer.status, 405, "{method} {path}");
        let named = answer.status == 404 && answer.body.contains("nothing at this address");
        assert!(!named, "{method} {path}");
    }
}

fn is_problem(answer: &Answer, status: u16, place: &str) {
    let (found, code, message) = answer.why();
    assert_eq!(found, status, "{place}: {}", answer.body);
    assert!(!code.is_empty() && !message.is_empty(), "{place}: {}", answer.body);
}

/// Who asks under a wrong name, or without the token where one is asked for, is
/// refused as it is told.
#[test]
fn refusals_are_told() {
    let dir = tempfile::tempdir().unwrap();
    let with_token = fracas_serve::Options { token: Some(TOKEN.to_owned()), ..options(dir.path()) };
    let server = Server::with(with_token);
    let document = server.get("/api/v1/openapi.json").is(200);
    let mut closed = 0;
    for (method, path, told) in operations(&document) {
        let place = format!("{method} {path}");
        let refused = &told["responses"]["4XX"]["content"]["application/json"]["schema"];
        assert_eq!(refused["$ref"], "#/components/schemas/ProblemTold", "{place}");
        let host = [("host", "evil.example")];
        is_problem(&server.send(&method, &path, &host, ""), 403, &place);
        let mut security = told["security"].as_array().into_iter().flatten();
        if security.any(|one| one.get("token").is_some()) {
            is_problem(&server.send(&method, &path, &[], ""), 401, &place);
            closed += 1;
        } else {
            assert_ne!(server.send(&method, &path, &[], "").why_code(), "no_token", "{place}");
        }
        let keeps = method != "GET" && told["tags"][0] != "engine";
        assert_eq!(told["responses"].get("507").is_some(), keeps, "{place}");
    }
    assert!(closed > 15, "{closed}");
}

impl Answer {
    fn why_code(&self) -> String {
        let told: Value = serde_json::from_str(&self.body).unwrap_or_default();
        told["error"]["code"].as_str().unwrap_or_default().to_owned()
    }
}

/// The schemas of what is sent let nothing else through, and neither does the
/// server.
#[test]
fn unknown_fields_are_refused_everywhere() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    let document = server.get("/api/v1/openapi.json").is(200);
    let headers = [("content-type", "application/json"), ("authorization", "Seat 0")];
    let (mut named, mut sent) = (BTreeSet::new(), 0);
    for (method, path, told) in operations(&document) {
        // There is no address that has it behind `?`.
        if path.starts_with("/api/") {
            let asked = server.send(&method, &format!("{path}?zeal=3"), &headers, "{}");
            let (status, _, why) = asked.why();
            assert!(why.starts_with("zeal: no such parameter"), "{path}: {why}");
            assert_eq!(status, 400, "{path}");
        }
        let schema = &told["requestBody"]["content"]["application/json"]["schema"];
        let Some(name) = schema["$ref"].as_str() else { continue };
        named.insert(name.to_owned());
        let (status, _, why) = server.send(&method, &path, &headers, "{\"zeal\": 3}").why();
        assert!(why.starts_with("zeal: no such field"), "{path}: {why}");
        assert_eq!(status, 400, "{path}");
        sent += 1;
    }
    assert!(sent >= 14, "{sent}");
    let mut seen = BTreeSet::new();
    while let Some(name) = named.pop_first() {
        let schema = document.pointer(name.trim_start_matches('#')).unwrap();
        if schema.get("properties").is_some() {
            assert_eq!(schema["additionalProperties"], false, "{name}");
        }
        let parts: Vec<String> = schema
            .to_string()
            .split("\"#/components/schemas/")
            .skip(1)
            .map(|part| format!("#/components/schemas/{}", part.split('"').next().unwrap()))
            .collect();
        if seen.insert(name) {
            named.extend(parts);
        }
    }
    assert!(seen.len() > 14, "{seen:?}");
}

/// Whoever mistypes is told of the word that he probably meant, and where.
#[test]
fn slips_are_told() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    let duel = json!({ "text": example("olympia/duel.toml") });
    let told = |path: &str, request: Value| {
        let (status, code, why) = server.post(&format!("/api/v1/{path}"), &request).why();
        assert_eq!((status, code.as_str()), (400, "no_request"), "{why}");
        why
    };
    let odds = |more: &str| json!({ "source": duel, more: 500 });
    assert_eq!(told("odds", odds("trails")), "trails: no such field; did you mean trials?");
    let run = json!({ "source": { "txt": "" }, "seed": 3 });
    assert_eq!(told("run", run), "source.txt: no such field; did you mean text?");
    let seats = json!([{ "side": "attacker" }, { "side": "defender", "unit": [] }]);
    let new = json!({ "source": duel, "seats": seats });
    assert_eq!(told("matches", new), "seats[1].unit: no such field; did you mean units?");
    let clock = json!({ "seconds": 60, "then": "handover" });
    let new = json!({ "source": duel, "seats": [], "clock": clock });
    assert_eq!(told("matches", new), "clock.then: there is no `handover`; did you mean hand_over?");
    assert_eq!(
        told("odds?wiat=3", json!({ "source": duel })),
        "wiat: no such parameter of the address; did you mean wait?"
    );
    assert_eq!(
        told("run?seed=3", json!({ "source": duel })),
        "seed: no such parameter of the address; there is none here"
    );
    assert_eq!(told("odds?wait=31", json!({ "source": duel })), "wait: 0 to 30 seconds, not 31");
    // What is asked for is told by the address alone: the document has no `ask`.
    let document = server.get("/api/v1/openapi.json").is(200);
    for name in ["Odds", "Sweep", "Solve", "Compare", "Matrix", "Best"] {
        let schema = &document["components"]["schemas"][name];
        assert!(schema["properties"].get("ask").is_none(), "{schema}");
    }
    assert_eq!(document["components"]["schemas"]["Odds"]["required"], json!(["source"]));
}
