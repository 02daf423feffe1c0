//! Through fog: no answer, event or error text tells a seat what its side does
//! not know.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::client::Server;
use crate::matches::{Match, both_sides, make};

const NAMES: [[&str; 4]; 2] =
    [["Brandt", "Castell", "Dara", "Egon"], ["Rook", "Sable", "Tansy", "Ulf"]];

/// Enemies whom a seat has seen by now: those its own scenes and events show.
fn met(view: &Value, other: usize, met: &mut BTreeSet<&'static str>) {
    let side = &view["seen"]["scene"]["sides"][other]["units"];
    for unit in side.as_array().into_iter().flatten() {
        met.extend(NAMES[other].iter().filter(|name| unit["name"] == **name));
    }
}

fn tells_nothing(text: &str, other: usize, met: &BTreeSet<&'static str>) {
    for name in NAMES[other] {
        assert!(met.contains(name) || !text.contains(name), "{name} is told of: {text}");
    }
}

/// What both seats are answered while they play, whatever they try.
#[test]
fn a_seat_learns_nothing_of_the_other_side() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    let game = make(&server, &both_sides());
    game.join_all(&server);
    let mut known = [BTreeSet::new(), BTreeSet::new()];
    let public = server.get("/api/v1/matches").body + &game.public(&server).to_string();
    for other in [0, 1] {
        tells_nothing(&public, other, &BTreeSet::new());
    }
    for step in 0..160 {
        for seat in [0, 1] {
            let (other, path) = (1 - seat, format!("/api/v1/matches/{}/view", game.id));
            let view = server.seat(&game.seats[seat], "GET", &path, None);
            met(&view.json(), other, &mut known[seat]);
            tells_nothing(&view.body, other, &known[seat]);
        }
        if step % 8 == 0 {
            for seat in [0, 1] {
                probe(&server, &game, seat, &known[seat]);
            }
        }
        if game.step(&server)["match"]["state"] == "over" {
            break;
        }
    }
    // They did meet, or this would say little.
    assert!(known.iter().any(|known| !known.is_empty()));
}

/// Whom a side has not met it cannot tell from nobody, by any answer.
fn probe(server: &Server, game: &Match, seat: usize, known: &BTreeSet<&'static str>) {
    let other = 1 - seat;
    let Some(hidden) = NAMES[other].iter().find(|name| !known.contains(*name)) else { return };
    let own = NAMES[seat][0];
    let tried = |name: &str| {
        let mut told = Vec::new();
        for line in [
            format!("{name}: end"),
            format!("{name}: move 3,3"),
            format!("{own}: attack snap at {name}"),
            format!("{own}: use medikit on {name}"),
            format!("command {name}"),
        ] {
            told.push(game.post(server, seat, "orders", json!({ "order": line })));
            told.push(game.post(
                server,
                seat,
                "query",
                json!({ "question": format!("preview {line}") }),
            ));
        }
        for question in ["reach", "targets", "actions", "sight", "advice"] {
            let question = format!("{question} {name}");
            told.push(game.post(server, seat, "query", json!({ "question": question })));
        }
        let told = told.iter().map(|answer| {
            assert!(answer.status >= 400, "{}", answer.body);
            format!("{} {}", answer.status, answer.body)
        });
        told.collect::<Vec<_>>().join("\n").replace(name, "X")
    };
    // As long as the other, so that no guess at a near word differs.
    let nobody = "Qzzzzzzz".get(..hidden.len()).unwrap_or("Qzzz");
    assert_eq!(tried(hidden), tried(nobody), "{hidden}");
}

/// Secrets open their own match as their own seat, and nothing else.
#[test]
fn secrets_are_for_their_own_seat() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    let (one, two) = (make(&server, &both_sides()), make(&server, &both_sides()));
    one.join_all(&server);
    two.join_all(&server);
    for path in ["view", "events", "replay"] {
        let at = format!("/api/v1/matches/{}/{path}", one.id);
        assert_eq!(server.get(&at).status, 401);
        assert_eq!(server.seat(&two.seats[0], "GET", &at, None).status, 404);
        assert_eq!(server.seat("0", "GET", &at, None).status, 404);
    }
    let before = one.view(&server, 0);
    for path in ["orders", "query", "undo", "leave", "advice", "rematch", "set-up", "join"] {
        let at = format!("/api/v1/matches/{}/{path}", one.id);
        let body = match path {
            "orders" => json!({ "order": "end phase" }),
            "query" => json!({ "question": "squad" }),
            "set-up" => json!({ "text": "" }),
            "join" => json!({ "number": 1 }),
            _ => json!({}),
        };
        let told = server.seat(&two.seats[0], "POST", &at, Some(&body));
        assert_eq!(told.status, 404, "{path}: {}", told.body);
        // The other side's turn is not his: neither orders nor questions.
        if matches!(path, "orders" | "query" | "undo" | "advice") {
            let told = server.seat(&one.seats[1], "POST", &at, Some(&body));
            assert_eq!(told.status, 409, "{path}: {}", told.body);
        }
    }
    assert_eq!(one.view(&server, 0), before);
    // A match that is not there is told as one that is not his.
    let none = server.seat(&one.seats[0], "GET", "/api/v1/matches/m0/view", None);
    let other =
        server.seat(&two.seats[0], "GET", &format!("/api/v1/matches/{}/view", one.id), None);
    assert_eq!((none.status, none.body), (other.status, other.body));
}

/// What the other side does unseen moves nothing that a seat is told: no event
/// comes, and the version stays.
#[test]
fn what_happens_unseen_is_not_heard_of() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    let game = make(&server, &both_sides());
    game.join_all(&server);
    let version = || {
        let heard =
            server.events(&format!("/api/v1/matches/{}/events", game.id), &game.seats[1], |_| true);
        heard.last().cloned()
    };
    let (before, view) = (version(), game.view(&server, 1));
    for order in ["Brandt: prone", "Castell: prone", "Brandt: stand"] {
        game.post(&server, 0, "orders", json!({ "order": order })).is(200);
    }
    assert_eq!((version(), game.view(&server, 1)), (before.clone(), view));
    game.post(&server, 0, "orders", json!({ "order": "end phase" })).is(200);
    assert_ne!(version(), before);
}
