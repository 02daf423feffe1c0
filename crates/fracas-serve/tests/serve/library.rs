//! The library: put, looked for, deleted, brought back, carried elsewhere.

use serde_json::{Value, json};

use crate::client::Server;

fn names(found: &Value) -> Vec<&str> {
    found.as_array().unwrap().iter().map(|item| item["name"].as_str().unwrap()).collect()
}

fn put(server: &Server, kind: &str, key: &str, body: &Value) -> Value {
    let json = [("content-type", "application/json")];
    server.send("PUT", &format!("/api/v1/library/{kind}/{key}"), &json, &body.to_string()).is(200)
}

#[test]
fn what_is_put_in_is_found_again() {
    let dir = tempfile::tempdir().unwrap();
    let siege = json!({ "name": "Siege of Ulm", "source": { "text": "ruleset = \"olympia\"" } });
    {
        let server = Server::start(dir.path());
        put(&server, "scenarios", "siege", &siege);
        put(&server, "scenarios", "duel", &json!({ "name": "Duel", "text": "100%_sure" }));
        put(&server, "sweeps", "s1", &json!({ "rows": [1, 2] }));
    }
    // Another server, the same library.
    let server = Server::start(dir.path());
    assert_eq!(server.get("/api/v1/library/scenarios/siege").is(200)["body"], siege);
    let search = |query: &str| server.get(&format!("/api/v1/library?{query}")).is(200);
    assert_eq!(search("").as_array().unwrap().len(), 3);
    assert_eq!(names(&search("kind=sweeps")), ["s1"]);
    assert_eq!(names(&search("search=ulm+OLYMPIA")), ["Siege of Ulm"]);
    assert_eq!(names(&search("search=ulm+chess")), [""; 0]);
    // Signs that mean something to SQL mean themselves.
    assert_eq!(names(&search("search=100%25_")), ["Duel"]);
    assert_eq!(names(&search("search=1%25s")), [""; 0]);
    assert_eq!(search("limit=1&offset=1").as_array().unwrap().len(), 1);
    assert_eq!(server.get("/api/v1/library?limit=x").status, 400);
    assert_eq!(server.get("/api/v1/library/scenarios/none").status, 404);
    assert_eq!(server.get("/api/v1/library/weapons/none").status, 404);
}

#[test]
fn what_is_deleted_can_be_brought_back() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    put(&server, "battles", "b", &json!({ "name": "B" }));
    let at = "/api/v1/library/battles/b";
    assert_eq!(server.send("DELETE", at, &[], "").status, 204);
    assert_eq!(server.send("DELETE", at, &[], "").status, 404);
    assert_eq!(server.get(at).status, 404);
    assert_eq!(names(&server.get("/api/v1/library?deleted=true").is(200)), ["B"]);
    assert_eq!(server.send("POST", &format!("{at}/restore"), &[], "").is(200)["name"], "B");
    assert_eq!(server.get(at).status, 200);
    assert_eq!(server.send("POST", &format!("{at}/restore"), &[], "").status, 404);
}

#[test]
fn everything_is_carried_elsewhere() {
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = Server::start(one.path());
    put(&server, "scenarios", "a", &json!({ "name": "A", "n": 1 }));
    put(&server, "reports", "r", &json!({ "name": "R" }));
    // While the server runs.
    let text = fracas_serve::export_library(one.path()).unwrap();
    assert_eq!(fracas_serve::import_library(other.path(), &text).unwrap(), 2);
    assert_eq!(fracas_serve::import_library(other.path(), &text).unwrap(), 0);
    let busy = fracas_serve::import_library(one.path(), &text).unwrap_err().to_string();
    assert!(busy.starts_with("another fracas server"), "{busy}");
    assert!(fracas_serve::import_library(other.path(), "{}").is_err());
    let server = Server::start(other.path());
    assert_eq!(server.get("/api/v1/library/scenarios/a").is(200)["body"]["n"], 1);
    let none = tempfile::tempdir().unwrap();
    assert!(
        fracas_serve::export_library(none.path()).unwrap_err().to_string().contains("no library")
    );
}
