//! Who is let in, and what is said to who is not.

use std::net::Ipv4Addr;

use fracas_serve::StoreError;
use serde_json::json;

use crate::client::{Server, TOKEN, example, options};

#[test]
fn every_answer_tells_a_browser_what_it_may() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    for path in ["/", "/healthz", "/api/v1/rulesets", "/api/v1/nothing", "/nothing"] {
        let answer = server.get(path);
        for header in ["content-security-policy: default-src 'none'", "nosniff", "no-referrer"] {
            assert!(answer.head.contains(header), "{path}: {}", answer.head);
        }
    }
    assert_eq!(server.get("/healthz").is(200)["status"], "ok");
    assert!(server.get("/metrics").body.contains("fracas_answers_total{status=\"2xx\"}"));
    assert!(server.get("/").body.contains("<!doctype html>"));
    assert_eq!(server.get("/api/v1/nothing").is(404)["error"]["code"], "unknown");
    assert_eq!(server.get("/api/v1/check").is(405)["error"]["code"], "method");
    assert_eq!(server.get("/../../etc/passwd").status, 404);
}

#[test]
fn other_hosts_and_origins_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    let asked =
        |headers: &[(&str, &str)]| server.send("GET", "/api/v1/library", headers, "").status;
    assert_eq!(asked(&[]), 200);
    assert_eq!(asked(&[("host", "evil.example:80")]), 403);
    assert_eq!(asked(&[("host", "club.example.org")]), 200);
    assert_eq!(asked(&[("origin", "https://evil.example")]), 403);
    assert_eq!(asked(&[("origin", "null")]), 403);
    let own = format!("http://{}", server.host);
    assert_eq!(asked(&[("origin", &own)]), 200);
    let put = |site: &str| {
        let headers = [("sec-fetch-site", site), ("content-type", "application/json")];
        server.send("PUT", "/api/v1/library/scenarios/x", &headers, "{}").status
    };
    assert_eq!((put("same-origin"), put("cross-site"), put("same-site")), (200, 403, 403));
}

#[test]
fn a_token_is_asked_for() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::with(fracas_serve::Options {
        token: Some(TOKEN.to_owned()),
        ..options(dir.path())
    });
    let asked =
        |headers: &[(&str, &str)]| server.send("GET", "/api/v1/library", headers, "").status;
    assert_eq!(asked(&[]), 401);
    assert_eq!(server.get("/metrics").status, 401);
    assert_eq!(asked(&[("authorization", &format!("Bearer {TOKEN}"))]), 200);
    assert_eq!(asked(&[("authorization", &format!("Bearer {TOKEN}0"))]), 401);
    assert_eq!(asked(&[("cookie", &format!("a=b; fracas_token={TOKEN}"))]), 200);
    // The page and a seat's match need none: the first has no secrets, the second its own.
    assert_eq!((server.get("/").status, server.get("/healthz").status), (200, 200));
    assert_eq!(server.get("/api/v1/matches/m0").status, 404);
    assert_eq!(server.get("/api/v1/matches").status, 401);
    let login = server.send("POST", "/login", &[], &format!("token={TOKEN}"));
    assert!(login.status == 303 && login.head.contains("samesite=strict"), "{}", login.head);
    assert!(login.head.contains("httponly"));
    let wrong = server.send("POST", "/login", &[], "token=0");
    assert!(wrong.status == 401 && wrong.body.contains("That is not the token."), "{}", wrong.body);
    // Else a browser would send its form from nowhere, and be refused.
    let form = server.send("GET", "/login", &[], "");
    assert!(form.head.contains("referrer-policy: same-origin"), "{}", form.head);
}

#[test]
fn what_is_sent_is_bounded_and_has_to_make_sense() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    let json = [("content-type", "application/json")];
    let sent = |headers: &[(&str, &str)], body: &str| {
        let (status, code, why) = server.send("POST", "/api/v1/check", headers, body).why();
        assert!(!why.is_empty());
        (status, code)
    };
    assert_eq!(sent(&[], "{}"), (415, "no_json".to_owned()));
    assert_eq!(sent(&json, "{"), (400, "no_request".to_owned()));
    assert_eq!(sent(&json, "{\"files\": 3}"), (400, "no_request".to_owned()));
    assert_eq!(sent(&json, "[\"\", {}, null]"), (400, "no_request".to_owned()));
    let large = format!("{{\"text\": \"{}\"}}", "x".repeat(17 << 20));
    assert_eq!(sent(&json, &large), (413, "too_large".to_owned()));
}

/// A server that listens to every address of its machine is asked under any of
/// them, with its token; under names only if it was told of them.
#[test]
fn a_server_for_others_is_asked_under_its_addresses() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::with(fracas_serve::Options {
        host: Ipv4Addr::UNSPECIFIED.into(),
        token: Some(TOKEN.to_owned()),
        ..options(dir.path())
    });
    let (_, port) = server.host.rsplit_once(':').unwrap();
    let bearer = format!("Bearer {TOKEN}");
    let asked = |host: &str, origin: &str| {
        let headers = [("host", host), ("origin", origin), ("authorization", &bearer)];
        server.send("GET", "/api/v1/library", &headers, "").status
    };
    let own = format!("192.168.1.5:{port}");
    assert_eq!(asked(&own, &format!("http://{own}")), 200);
    assert_eq!(asked(&own, "http://192.168.1.6"), 403);
    assert_eq!(asked(&own, "http://club.example.org"), 200);
    assert_eq!(asked(&format!("fracas.local:{port}"), &format!("http://{own}")), 403);
    let without = server.send("GET", "/api/v1/library", &[("host", own.as_str())], "");
    assert_eq!(without.why().1, "no_token");
    // One that listens to a single address goes by that alone.
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    assert_eq!(server.send("GET", "/healthz", &[("host", "192.168.1.5")], "").status, 403);
}

/// A client has so many jobs, and is told of the bound.
#[test]
fn jobs_of_a_client_are_bounded() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    let source = json!({ "text": example("olympia/last-tower.toml") });
    let question = json!({ "source": source, "trials": 1_000_000_000 });
    for _ in 0..64 {
        server.post("/api/v1/odds?wait=0", &question).is(202);
    }
    let (status, code, why) = server.post("/api/v1/odds?wait=0", &question).why();
    assert_eq!((status, code.as_str()), (429, "too_many"));
    assert_eq!(why, "64 jobs of yours are under way: 64 at most");
}

#[test]
fn one_server_is_enough() {
    let dir = tempfile::tempdir().unwrap();
    let _first = Server::start(dir.path());
    let stop = std::sync::atomic::AtomicBool::new(false);
    let second = fracas_serve::serve(&options(dir.path()), &stop, |_| panic!("it runs"));
    let why = second.unwrap_err();
    assert!(matches!(why, fracas_serve::ServeError::Store(StoreError::InUse(_))), "{why}");
    assert!(why.to_string().starts_with("another fracas server uses the data directory"));
}
