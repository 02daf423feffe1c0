//! The API: the answers of the command line, over HTTP.

use fracas::{Ask, Effort, Scenario};
use serde_json::{Value, json};

use crate::client::{Server, example};
use crate::matches::make;

fn source(path: &str) -> Value {
    json!({ "text": example(path), "file": path.rsplit('/').next() })
}

#[test]
fn answers_are_those_of_the_library() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    let duel = Scenario::new("duel.toml", example("olympia/duel.toml")).battle().unwrap();

    let told = server.post(
        "/api/v1/run",
        &json!({ "source": source("olympia/duel.toml"), "seed": 3, "trial": 5 }),
    );
    let fought = serde_json::to_value(duel.run(3, 5, None)).unwrap();
    for (key, value) in fought.as_object().unwrap() {
        assert_eq!(told.is(200)[key], *value, "{key}");
    }
    let told = server
        .post("/api/v1/odds", &json!({ "source": source("olympia/duel.toml"), "seed": 1 }))
        .is(200);
    let odds = duel.odds(Ask::default(), 1, &Effort::default()).unwrap();
    for (key, value) in serde_json::to_value(odds).unwrap().as_object().unwrap() {
        assert_eq!(told[key], *value, "{key}");
    }
    let inspected = server.post("/api/v1/inspect", &source("olympia/duel.toml")).is(200);
    assert!(inspected["tables"].as_array().is_some_and(|tables| !tables.is_empty()));
    let checked = server.post("/api/v1/check", &json!({ "text": "ruleset = \"olympa\"" })).is(200);
    assert_eq!(checked["errors"], 1);
    let wrong = server.post("/api/v1/run", &json!({ "source": { "text": "x" } })).is(422);
    assert_eq!(wrong["error"]["code"], "wrong");
    assert_eq!(server.get("/api/v1/rulesets").is(200).as_array().unwrap().len(), 5);
}

#[test]
fn the_laboratory_answers() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    let duel = source("olympia/duel.toml");
    let ask =
        |verb: &str, question: Value| server.post(&format!("/api/v1/{verb}"), &question).is(200);
    let vary = "attacker.stack[0].men.soldier=0..4";
    let swept = ask("sweep", json!({ "source": duel, "vary": [vary], "trials": 512 }));
    assert_eq!(swept["rows"].as_array().unwrap().len(), 5);
    let solved = ask("solve", json!({ "source": duel, "vary": vary, "for": ["attacker >= 1%"] }));
    assert!(solved["sentence"].is_string());
    let both = json!([{ "name": "a", "source": duel }, { "name": "b", "source": duel }]);
    let compared = ask("compare", json!({ "battles": both, "for": ["attacker"], "trials": 512 }));
    assert!(compared["sentence"].is_string());
    let other = json!({ "ask": "odds", "source": duel, "vary": [vary] });
    let (status, _, why) = server.post("/api/v1/sweep", &other).why();
    assert_eq!(
        (status, why.as_str()),
        (400, "ask: no such field; the address says that this is sweep")
    );
    let unknown = json!({ "source": duel, "that": ["chess"] });
    assert_eq!(server.post("/api/v1/odds", &unknown).status, 422);
    let many = json!({ "source": duel, "trials": 2_000_000_000_u64 });
    assert_eq!(server.post("/api/v1/odds", &many).status, 422);
}

/// A scenario that names files gets those that were sent with it, and no others.
#[test]
fn no_file_of_the_server_is_opened() {
    let dir = tempfile::tempdir().unwrap();
    let secret = dir.path().join("secret.csv");
    std::fs::write(&secret, "Name,XP\nHidden,100\n").unwrap();
    let server = Server::start(&dir.path().join("data"));
    let text = |path: &str| {
        format!(
            "ruleset = \"mfd\"\nheroes.csv = {path:?}\n[[villains.fighters]]\nname = \"R\"\nxp = 100\n"
        )
    };
    let path = secret.display().to_string();
    let told = server.post("/api/v1/check", &json!({ "text": text(&path) }));
    assert!(told.is(200)["errors"].as_u64().unwrap() > 0, "{}", told.body);
    let source = json!({ "text": text(&path) });
    let seats = json!([{ "side": "heroes" }, { "side": "villains" }]);
    for (verb, request) in [
        ("inspect", source.clone()),
        ("run", json!({ "source": source })),
        ("odds", json!({ "source": source })),
        ("sweep", json!({ "source": source, "vary": ["villains.fighters[0].xp=1..2"] })),
        ("matrix", json!({ "entrants": [{ "name": "a", "source": source }] })),
        ("matches", json!({ "source": source, "seats": seats })),
    ] {
        let told = server.post(&format!("/api/v1/{verb}"), &request);
        assert!(told.status == 422 && !told.body.contains("Hidden"), "{verb}: {}", told.body);
    }
    let game =
        make(&server, &json!({ "source": { "text": example("mfd/bridge.toml") }, "seats": seats }));
    game.join_all(&server);
    let set_up = json!({ "text": format!("heroes.csv = {path:?}\n") });
    let told = game.post(&server, 0, "set-up", set_up);
    assert!(told.status == 422 && !told.body.contains("Hidden"), "{}", told.body);
    let clan = example("mfd/Clan.csv");
    let sent = json!({ "text": text("Clan.csv"), "files": { "Clan.csv": clan } });
    assert_eq!(server.post("/api/v1/check", &sent).is(200)["errors"], 0);
}

/// A job that was not finished goes on after a restart, with the same answer.
#[test]
fn jobs_survive_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let question =
        json!({ "source": source("battlescape/skirmish.toml"), "seed": 2, "trials": 512 });
    let id = {
        let server = Server::start(dir.path());
        let begun = server.post("/api/v1/odds?wait=0", &question).is(202);
        assert_eq!(begun["state"], "running");
        begun["id"].as_str().unwrap().to_owned()
    };
    let server = Server::start(dir.path());
    let events = server
        .events(&format!("/api/v1/jobs/{id}/events"), "", |data| !data.contains("\"running\""));
    let last: Value = serde_json::from_str(events.last().unwrap()).unwrap();
    assert_eq!(last["state"], "done", "{last}");
    let told = server.get(&format!("/api/v1/jobs/{id}")).is(200);
    let skirmish =
        Scenario::new("skirmish.toml", example("battlescape/skirmish.toml")).battle().unwrap();
    let ask = Ask { way: fracas::Way::Sampled(fracas::Goal::Trials(512)), ..Ask::default() };
    let odds = serde_json::to_value(skirmish.odds(ask, 2, &Effort::default()).unwrap()).unwrap();
    assert_eq!(told["answer"]["outcomes"], odds["outcomes"]);
    for told in [&last, &told] {
        assert_eq!((&told["done"], &told["planned"]), (&json!(512), &json!(512)), "{told}");
    }
}

#[test]
fn jobs_are_ended_before_their_time() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    let question =
        json!({ "source": source("battlescape/skirmish.toml"), "trials": 1_000_000_000 });
    let begun = server.post("/api/v1/odds?wait=0", &question).is(202);
    let at = format!("/api/v1/jobs/{}", begun["id"].as_str().unwrap());
    assert_eq!(server.send("DELETE", &at, &[], "").status, 204);
    assert_eq!(server.get(&at).is(200)["state"], "cancelled");
    // Now it is forgotten.
    assert_eq!(server.send("DELETE", &at, &[], "").status, 204);
    assert_eq!((server.send("DELETE", &at, &[], "").status, server.get(&at).status), (404, 404));
    assert_eq!(server.get("/api/v1/jobs/j0").status, 404);
    assert_eq!(server.get("/api/v1/jobs/j0/events").status, 404);
    server.post("/api/v1/odds", &json!({ "source": source("olympia/duel.toml") })).is(200);
    let told = server.get("/metrics").body;
    for (state, count) in [("done", 1), ("failed", 0), ("cancelled", 1)] {
        let line = format!("fracas_jobs_finished_total{{state=\"{state}\"}} {count}\n");
        assert!(told.contains(&line), "{told}");
    }
}
