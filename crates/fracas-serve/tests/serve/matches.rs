//! Matches of orders: from the invitation to the last shot.

use std::path::Path;

use fracas::Replay;
use serde_json::{Value, json};

use crate::client::{Server, example};

pub struct Match {
    pub id: String,
    pub seats: Vec<String>,
    pub spectator: Option<String>,
    pub commitment: String,
}

pub fn mirror() -> Value {
    json!({ "text": example("battlescape/mirror_yard.toml"), "file": "mirror_yard.toml" })
}

pub fn both_sides() -> Value {
    json!({ "source": mirror(), "seats": [{ "side": "player" }, { "side": "enemy" }] })
}

pub fn make(server: &Server, new: &Value) -> Match {
    let made = server.post("/api/v1/matches", new).is(201);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let seats = made["seats"].as_array().unwrap();
    for seat in seats {
        let link = format!("/#/match/{}/{}", text(&made["id"]), text(&seat["secret"]));
        assert_eq!(seat["link"], link);
    }
    Match {
        id: text(&made["id"]),
        seats: seats.iter().map(|seat| text(&seat["secret"])).collect(),
        spectator: made["spectator"]["secret"].as_str().map(str::to_owned),
        commitment: text(&made["match"]["commitment"]),
    }
}

impl Match {
    pub fn post(
        &self,
        server: &Server,
        seat: usize,
        what: &str,
        body: Value,
    ) -> crate::client::Answer {
        let path = format!("/api/v1/matches/{}/{what}", self.id);
        server.seat(&self.seats[seat], "POST", &path, Some(&body))
    }

    pub fn view(&self, server: &Server, seat: usize) -> Value {
        self.view_by(server, &self.seats[seat])
    }

    pub fn view_by(&self, server: &Server, secret: &str) -> Value {
        server.seat(secret, "GET", &format!("/api/v1/matches/{}/view", self.id), None).is(200)
    }

    pub fn public(&self, server: &Server) -> Value {
        server.get(&format!("/api/v1/matches/{}", self.id)).is(200)
    }

    pub fn join_all(&self, server: &Server) {
        for seat in 0..self.seats.len() {
            let name = format!("Player {seat}");
            self.post(server, seat, "join", json!({ "name": name, "number": 11 * seat + 5 }))
                .is(200);
        }
    }

    /// The seat whose turn it is gives the order that the AI would.
    pub fn step(&self, server: &Server) -> Value {
        let to_act = self.public(server)["to_act"].as_str().unwrap().to_owned();
        let seat = usize::from(to_act == "enemy").min(self.seats.len() - 1);
        let advice = self.post(server, seat, "advice", json!({})).is(200);
        self.post(server, seat, "orders", json!({ "order": advice["order"] })).is(200)
    }

    pub fn replay(&self, server: &Server) -> crate::client::Answer {
        let path = format!("/api/v1/matches/{}/replay", self.id);
        server.seat(&self.seats[0], "GET", &path, None)
    }
}

/// Plays on until the match is over, and checks its replay.
fn play_out(server: &Server, game: &Match) -> Value {
    for _ in 0..5000 {
        if game.step(server)["match"]["state"] == "over" {
            break;
        }
    }
    let public = game.public(server);
    assert_eq!(public["state"], "over");
    let replay = Replay::read(&game.replay(server).body).unwrap();
    let fought = replay.fight(None).unwrap();
    assert_eq!(public["outcome"], fought.outcome);
    let dice = replay.fair_dice().unwrap();
    assert_eq!(
        (dice.commitment.as_str(), dice.name.as_str()),
        (game.commitment.as_str(), game.id.as_str())
    );
    assert_eq!(public["secret"], dice.secret);
    assert_eq!(fracas::commitment(&dice.secret), game.commitment);
    assert_eq!(public["seed"], dice.seed());
    public
}

#[test]
fn a_match_is_played_through_a_restart_to_its_end() {
    let dir = tempfile::tempdir().unwrap();
    let (game, before) = {
        let server = Server::start(dir.path());
        let game = make(&server, &both_sides());
        let public = game.public(&server);
        assert_eq!((&public["state"], &public["secret"]), (&json!("waiting"), &Value::Null));
        assert_eq!(game.post(&server, 0, "orders", json!({ "order": "end phase" })).status, 409);
        game.join_all(&server);
        assert_eq!(game.post(&server, 0, "join", json!({ "number": 1 })).status, 409);
        assert_eq!(game.replay(&server).status, 409);
        for _ in 0..60 {
            game.step(&server);
        }
        let before = [game.view(&server, 0), game.view(&server, 1)];
        assert_ne!(before[0]["seen"]["scene"], before[1]["seen"]["scene"]);
        (game, before)
    };
    let server = Server::start(dir.path());
    assert_eq!([game.view(&server, 0), game.view(&server, 1)], before);
    play_out(&server, &game);

    // Once more with sides changed: the same secrets, one match for both.
    let again = game.post(&server, 1, "rematch", json!({})).is(200);
    assert_eq!(again, game.post(&server, 0, "rematch", json!({})).is(200));
    assert_eq!(game.public(&server)["rematch"], again["id"]);
    let id = again["id"].as_str().unwrap().to_owned();
    let changed =
        Match { id, seats: game.seats.clone(), spectator: None, commitment: String::new() };
    assert_eq!(changed.view(&server, 0)["side"], "enemy");
    assert_ne!(changed.public(&server)["commitment"], game.commitment);
    changed.join_all(&server);
    assert_eq!(changed.post(&server, 0, "orders", json!({ "order": "end phase" })).status, 409);
    changed.post(&server, 1, "orders", json!({ "order": "end phase" })).is(200);
}

#[test]
fn whoever_leaves_hands_over_to_the_ai() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    let game = make(&server, &both_sides());
    game.join_all(&server);
    game.step(&server);
    let left = game.post(&server, 1, "leave", json!({})).is(200);
    assert_eq!(left["match"]["seats"][1]["gone"], true);
    assert_eq!(game.post(&server, 1, "orders", json!({ "order": "end phase" })).status, 409);
    let next = game.post(&server, 0, "orders", json!({ "order": "end phase" })).is(200);
    assert_eq!((&next["match"]["to_act"], &next["seen"]["mine"]), (&json!("player"), &json!(true)));
    // With the last of them the AI fights it out.
    let over = game.post(&server, 0, "leave", json!({})).is(200);
    assert_eq!(over["match"]["state"], "over");
    Replay::read(&game.replay(&server).body).unwrap().fight(None).unwrap();
}

/// A seat that was left is taken back: its side is commanded again from its next
/// phase on, and the replay knows it.
#[test]
fn whoever_left_comes_back() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    let game = make(&server, &both_sides());
    let back = |seat: usize| game.post(&server, seat, "return", json!({}));
    assert_eq!(back(0).status, 409);
    game.join_all(&server);
    assert_eq!(back(1).is(409)["error"]["message"], "this seat was not left");
    let end_phase = |seat: usize| {
        let told = game.post(&server, seat, "orders", json!({ "order": "end phase" }));
        told.is(200)["match"]["to_act"].as_str().unwrap().to_owned()
    };
    game.post(&server, 1, "leave", json!({})).is(200);
    assert_eq!(end_phase(0), "player");
    let told = back(1).is(200);
    assert_eq!(
        (&told["match"]["seats"][1]["gone"], &told["seen"]["mine"]),
        (&json!(false), &json!(false))
    );
    assert_eq!(back(1).status, 409);
    assert_eq!((end_phase(0).as_str(), end_phase(1).as_str()), ("enemy", "player"));

    // Who leaves in his own phase has it played, and comes back to the next.
    game.post(&server, 0, "leave", json!({})).is(200);
    assert_eq!(game.public(&server)["to_act"], "enemy");
    back(0).is(200);
    assert_eq!(end_phase(1), "player");
    // Nobody is left who could be waited for: it is over, and nobody comes back.
    game.post(&server, 1, "leave", json!({})).is(200);
    game.post(&server, 0, "leave", json!({})).is(200);
    assert_eq!(back(0).is(409)["error"]["message"], "the match is over");
    let replay = Replay::read(&game.replay(&server).body).unwrap();
    replay.fight(None).unwrap();
    assert!(game.replay(&server).body.contains("command player"));

    // Of friends each has his units again.
    let seats = json!([
        { "side": "player", "units": ["Brandt", "Castell"] },
        { "side": "player", "units": ["Dara", "Egon"] },
    ]);
    let game = make(&server, &json!({ "source": mirror(), "seats": seats }));
    game.join_all(&server);
    game.post(&server, 0, "leave", json!({})).is(200);
    game.post(&server, 1, "orders", json!({ "order": "Brandt: prone" })).is(200);
    game.post(&server, 0, "return", json!({})).is(200);
    let theirs = game.post(&server, 1, "orders", json!({ "order": "Castell: prone" })).is(422);
    assert_eq!(theirs["error"]["message"], "that unit is another seat's");
    game.post(&server, 0, "orders", json!({ "order": "Castell: prone" })).is(200);
}

/// What is listed is read from the store: the same as each match tells of itself.
#[test]
fn matches_are_listed_without_being_opened() {
    let dir = tempfile::tempdir().unwrap();
    let games = {
        let server = Server::start(dir.path());
        let games: Vec<Match> = (0..3).map(|_| make(&server, &both_sides())).collect();
        games[1].join_all(&server);
        games[1].post(&server, 0, "orders", json!({ "order": "end phase" })).is(200);
        games[2].join_all(&server);
        for seat in [0, 1] {
            games[2].post(&server, seat, "leave", json!({})).is(200);
        }
        games
    };
    let server = Server::start(dir.path());
    let listed = server.get("/api/v1/matches").is(200);
    let in_memory = |count: usize| {
        server.get("/metrics").body.contains(&format!("fracas_matches_in_memory {count}\n"))
    };
    assert!(in_memory(0));
    for (game, state, to_act) in [
        (&games[0], "waiting", Value::Null),
        (&games[1], "playing", json!("enemy")),
        (&games[2], "over", Value::Null),
    ] {
        let found = listed.as_array().unwrap().iter().find(|found| found["id"] == *game.id);
        let found = found.unwrap();
        assert_eq!((&found["state"], &found["to_act"]), (&json!(state), &to_act));
        assert_eq!(*found, game.public(&server));
    }
    assert!(in_memory(0));
    for game in &games {
        assert_eq!(game.public(&server), game.view(&server, 0)["match"]);
    }
    assert!(in_memory(3));
}

/// Matches that are over leave the memory, but for the last.
#[test]
fn what_is_over_is_forgotten() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    let waiting = make(&server, &both_sides());
    waiting.view(&server, 0);
    let over: Vec<Match> = (0..12)
        .map(|_| {
            let game =
                make(&server, &json!({ "source": mirror(), "seats": [{ "side": "player" }] }));
            game.join_all(&server);
            game.post(&server, 0, "leave", json!({})).is(200);
            game
        })
        .collect();
    waiting.view(&server, 0);
    let told = server.get("/metrics").body;
    // Eight, the one that came last, and the one that waits.
    assert!(told.contains("fracas_matches_in_memory 10\n"), "{told}");
    // Whoever looks back finds it as it was.
    assert!(over[0].view(&server, 0)["seen"]["closing"].is_string());
    Replay::read(&over[0].replay(&server).body).unwrap().fight(None).unwrap();
}

#[test]
fn friends_share_a_side_against_the_ai() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    let seats = json!([
        { "side": "player", "units": ["Brandt", "Castell"] },
        { "side": "player", "units": ["Dara", "Egon"] },
    ]);
    let game = make(&server, &json!({ "source": mirror(), "seats": seats }));
    game.join_all(&server);
    let order =
        |seat: usize, order: &str| game.post(&server, seat, "orders", json!({ "order": order }));
    order(0, "Brandt: prone").is(200);
    assert_eq!(order(0, "Dara: prone").is(422)["error"]["message"], "that unit is another seat's");
    // However it is named.
    for line in ["dara: prone", "DARA:prone", "4: prone", "Dara : prone"] {
        assert_eq!(order(0, line).status, 422, "{line}");
    }
    // Nor does anybody take back what another ordered.
    assert_eq!(game.post(&server, 1, "undo", json!({})).status, 409);
    assert_eq!(order(0, "end phase").is(200)["seen"]["mine"], true);
    assert_eq!(order(0, "end phase").status, 409);
    order(1, "Dara: prone").is(200);
    let turn = order(1, "end phase").is(200);
    assert!(turn["seen"]["scene"]["when"].as_str().unwrap().starts_with("turn 2"), "{turn}");
    // Whose seat is left is the other's to command.
    game.post(&server, 0, "leave", json!({})).is(200);
    order(1, "Brandt: stand").is(200);
    order(1, "end phase").is(200);

    for (units, why) in [
        (json!(["Rook"]), "is no unit of the player's side"),
        (json!(["Brandt", "Brandt"]), "has two seats"),
    ] {
        let new = json!({ "source": mirror(), "seats": [{ "side": "player", "units": units }] });
        let told = server.post("/api/v1/matches", &new).is(422);
        assert!(told["error"]["message"].as_str().unwrap().contains(why), "{told}");
    }
}

/// Units that no seat names: of who names none, or else everybody's. Every seat
/// of the side is told, and the other side is not.
#[test]
fn units_of_nobody_have_somebody_to_order_them() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    let shared = |first: Value, second: Value| {
        let seats = json!([
            { "side": "player", "units": first },
            { "side": "player", "units": second },
            { "side": "enemy" },
        ]);
        make(&server, &json!({ "source": mirror(), "seats": seats }))
    };
    let order = |game: &Match, seat: usize, order: &str| {
        game.post(&server, seat, "orders", json!({ "order": order }))
    };
    // Each names some: Egon is everybody's.
    let game = shared(json!(["Brandt", "Castell"]), json!(["Dara"]));
    assert_eq!(
        game.view(&server, 0)["commands"],
        json!({ "Brandt": [0], "Castell": [0], "Dara": [1] })
    );
    game.join_all(&server);
    let told = json!({ "Brandt": [0], "Castell": [0], "Dara": [1], "Egon": [0, 1] });
    assert_eq!(game.view(&server, 0)["commands"], told);
    assert_eq!(game.view(&server, 1)["commands"], told);
    let enemy = game.view(&server, 2);
    assert!(enemy["commands"].is_null() && !enemy.to_string().contains("Egon"), "{enemy}");
    order(&game, 0, "Egon: prone").is(200);
    order(&game, 1, "Egon: stand").is(200);
    // Who ends his phase ends his own: Egon waits for the other, who ends it for all.
    order(&game, 0, "end phase").is(200);
    assert_eq!(order(&game, 0, "end phase").status, 409);
    order(&game, 1, "Egon: prone").is(200);
    assert_eq!(order(&game, 1, "end phase").is(200)["match"]["to_act"], "enemy");
    let left = game.post(&server, 0, "leave", json!({})).is(200);
    assert!(left["match"]["seats"][0]["gone"] == true);
    let alone = json!({ "Brandt": [1], "Castell": [1], "Dara": [1], "Egon": [1] });
    assert_eq!(game.view(&server, 1)["commands"], alone);

    // One names none: the rest is his alone.
    let game = shared(json!(["Brandt"]), json!([]));
    game.join_all(&server);
    let told = json!({ "Brandt": [0], "Castell": [1], "Dara": [1], "Egon": [1] });
    assert_eq!(game.view(&server, 0)["commands"], told);
    assert_eq!(order(&game, 0, "Egon: prone").status, 422);
    assert_eq!(order(&game, 1, "Brandt: prone").status, 422);
    order(&game, 1, "Egon: prone").is(200);
    order(&game, 0, "end phase").is(200);
    assert_eq!(order(&game, 1, "end phase").is(200)["match"]["to_act"], "enemy");

    // Nobody names any: all are everybody's, and whoever ends the phase ends it.
    let game = shared(json!([]), json!([]));
    game.join_all(&server);
    assert_eq!(game.view(&server, 1)["commands"]["Dara"], json!([0, 1]));
    order(&game, 0, "Dara: prone").is(200);
    assert_eq!(order(&game, 1, "end phase").is(200)["match"]["to_act"], "enemy");
}

#[test]
fn a_clock_ends_a_phase_or_hands_over() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    for (then, gone) in [("end_phase", false), ("hand_over", true)] {
        let mut new = both_sides();
        new["clock"] = json!({ "seconds": 1, "then": then });
        let game = make(&server, &new);
        game.join_all(&server);
        assert!(game.public(&server)["deadline"].is_number());
        // The server says when: no time is measured here.
        let waited =
            server.events(&format!("/api/v1/matches/{}/events", game.id), &game.seats[1], |_| {
                game.public(&server)["to_act"] == "enemy"
            });
        assert!(!waited.is_empty());
        assert_eq!(game.public(&server)["seats"][0]["gone"], gone);
    }
}

#[test]
fn spectators_lag_behind() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    let mut new = both_sides();
    new["spectators"] = json!(3);
    let game = make(&server, &new);
    let spectator = game.spectator.clone().unwrap();
    game.join_all(&server);
    let end_phase = || {
        let seat = usize::from(game.public(&server)["to_act"] == "enemy");
        game.post(&server, seat, "orders", json!({ "order": "end phase" })).is(200)
    };
    let when = |view: Value| view["seen"]["scene"]["when"].as_str().map(str::to_owned);
    let first = when(game.view(&server, 0));
    for _ in 0..2 {
        assert_eq!(when(game.view_by(&server, &spectator)), None);
        end_phase();
    }
    assert_eq!(when(game.view_by(&server, &spectator)), None);
    end_phase();
    assert_eq!(when(game.view_by(&server, &spectator)), first);
    // Whoever looks on changes nothing.
    let path = format!("/api/v1/matches/{}/orders", game.id);
    let body = json!({ "order": "end phase" });
    assert_eq!(server.seat(&spectator, "POST", &path, Some(&body)).status, 404);
    game.post(&server, 0, "leave", json!({})).is(200);
    game.post(&server, 1, "leave", json!({})).is(200);
    assert!(game.view_by(&server, &spectator)["seen"]["closing"].is_string());
}

#[test]
fn orders_are_taken_back_where_the_rules_allow_it() {
    let dir = tempfile::tempdir().unwrap();
    let before = {
        let server = Server::start(dir.path());
        let game = make(&server, &both_sides());
        game.join_all(&server);
        let before = game.view(&server, 0);
        assert_eq!(game.post(&server, 0, "undo", json!({})).status, 409);
        game.post(&server, 0, "orders", json!({ "order": "Brandt: prone" })).is(200);
        let regretted = game.view(&server, 0);
        assert_ne!(regretted, before);
        assert_eq!(game.post(&server, 1, "undo", json!({})).status, 409);
        game.post(&server, 0, "undo", json!({})).is(200);
        let after = game.view(&server, 0);
        let known = |view: &Value| {
            let mut known = view.clone();
            known["seen"]["heard"]["next"] = Value::Null;
            known
        };
        assert_eq!(known(&after), known(&before));
        // Who heard of it hears everything anew, though as much has happened since.
        game.post(&server, 0, "orders", json!({ "order": "Castell: prone" })).is(200);
        let heard = regretted["seen"]["heard"]["next"].as_u64().unwrap();
        let path = format!("/api/v1/matches/{}/view?from={heard}", game.id);
        let anew = server.seat(&game.seats[0], "GET", &path, None).is(200);
        assert_eq!(anew["seen"]["heard"]["from"], 0);
        assert!(!anew.to_string().contains("Brandt goes prone"), "{anew}");
        game.post(&server, 0, "undo", json!({})).is(200);
        (game, before)
    };
    let server = Server::start(dir.path());
    assert_eq!(before.0.view(&server, 0), before.1);
}

#[test]
fn what_cannot_be_a_match_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    refused(&server, &json!({ "source": mirror(), "seats": [] }), "1 to 16 seats");
    refused(&server, &json!({ "source": mirror(), "seats": [{ "side": "red" }] }), "is no side");
    let clock =
        json!({ "source": mirror(), "seats": [{ "side": "enemy" }], "clock": { "seconds": 0 } });
    refused(&server, &clock, "a clock has");
    refused(
        &server,
        &json!({ "source": { "text": "x" }, "seats": [{ "side": "enemy" }] }),
        "error",
    );
    let dice = json!({ "number": 9_007_199_254_740_992_u64 });
    let game = make(&server, &both_sides());
    assert_eq!(game.post(&server, 0, "join", dice).status, 422);
    // Alone as the enemy: the AI has the player's side and begins.
    let alone = make(&server, &json!({ "source": mirror(), "seats": [{ "side": "enemy" }] }));
    alone.join_all(&server);
    assert_eq!(alone.view(&server, 0)["seen"]["mine"], true);
}

fn refused(server: &Server, new: &Value, why: &str) {
    let told = server.post("/api/v1/matches", new).is(422);
    assert!(told["error"]["message"].as_str().unwrap().contains(why), "{told}");
}

/// What is acknowledged is on the disk: a copy of the files made while the
/// server runs, as a killed one leaves them, holds every order.
#[test]
fn every_acknowledged_order_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    let game = make(&server, &both_sides());
    game.join_all(&server);
    for _ in 0..5 {
        for _ in 0..4 {
            game.step(&server);
        }
        let copy = tempfile::tempdir().unwrap();
        for file in ["fracas.db", "fracas.db-wal"] {
            copy_file(&dir.path().join(file), &copy.path().join(file));
        }
        let after = Server::start(copy.path());
        assert_eq!(game.view(&after, 0), game.view(&server, 0));
        assert_eq!(game.view(&after, 1), game.view(&server, 1));
    }
}

fn copy_file(from: &Path, to: &Path) {
    std::fs::copy(from, to).unwrap();
}
