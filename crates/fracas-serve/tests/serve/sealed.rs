//! Sealed orders: each side hands in its set-up, nobody sees the other's, and the
//! server fights when all are in.

use fracas::Replay;
use serde_json::{Value, json};

use crate::client::{Server, example};
use crate::matches::{Match, make};

const ATTACK: &str = "[[attacker.stack]]\nnoble = \"Wolfram the Sly\"\nmen.pikeman = 12\n";
const DEFEND: &str = "[[defender.stack]]\nnoble = \"Feasel\"\nmen.soldier = 9\n";

fn sealed(server: &Server, source: Value, sides: [&str; 2]) -> Match {
    let seats = json!([{ "side": sides[0] }, { "side": sides[1] }]);
    let game = make(server, &json!({ "source": source, "seats": seats }));
    game.join_all(server);
    game
}

fn fought(server: &Server, game: &Match) -> Value {
    let replay = Replay::read(&game.replay(server).body).unwrap();
    let report = replay.fight(None).unwrap();
    assert_eq!(replay.fair_dice().unwrap().commitment, game.commitment);
    let seen = [game.view(server, 0), game.view(server, 1)];
    assert_eq!(seen[0]["seen"]["result"], seen[1]["seen"]["result"]);
    assert_eq!(seen[0]["seen"]["result"]["report"]["outcome"], report.outcome);
    assert_eq!(game.public(server)["outcome"], report.outcome);
    seen[0]["seen"]["result"].clone()
}

#[test]
fn nobody_sees_a_set_up_before_all_are_in() {
    let dir = tempfile::tempdir().unwrap();
    let source = json!({ "text": example("olympia/duel.toml") });
    let game = {
        let server = Server::start(dir.path());
        let game = sealed(&server, source, ["attacker", "defender"]);
        let first = game.post(&server, 0, "set-up", json!({ "text": ATTACK })).is(200);
        assert_eq!(first["match"]["seats"][0]["handed_in"], true);
        assert_eq!(first["seen"]["set_up"]["text"], ATTACK);
        let other = game.view(&server, 1).to_string() + &game.public(&server).to_string();
        assert!(!other.contains("Wolfram") && !other.contains("pikeman"), "{other}");
        assert_eq!(game.replay(&server).status, 409);
        assert_eq!(game.post(&server, 1, "orders", json!({ "order": "x" })).status, 409);
        game
    };
    let server = Server::start(dir.path());
    let over = game.post(&server, 1, "set-up", json!({ "text": DEFEND })).is(200);
    assert_eq!(over["match"]["state"], "over");
    let result = fought(&server, &game);
    assert!(result["log"].as_str().unwrap().contains("Wolfram the Sly"));
    assert_eq!(game.post(&server, 1, "set-up", json!({ "text": DEFEND })).status, 409);
}

#[test]
fn a_set_up_has_only_what_is_of_its_side() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    let source = json!({ "text": example("olympia/duel.toml") });
    let game = sealed(&server, source, ["attacker", "defender"]);
    let told = |set_up: Value| {
        let told = game.post(&server, 0, "set-up", set_up).is(422);
        told["error"]["message"].as_str().unwrap().to_owned()
    };
    assert!(told(json!({ "text": DEFEND })).contains("`defender` is not of your side"));
    assert!(told(json!({ "text": "seed = 3" })).contains("`seed` is not of your side"));
    assert!(told(json!({ "text": "[[attacker.stack" })).contains("TOML"));
    assert!(told(json!({ "text": "[[attacker.stack]]\nnoble = 3\n" })).contains("noble"));
    let files = json!({ "seat1/x.csv": "" });
    assert!(
        told(json!({ "text": ATTACK, "files": files })).contains("does not begin with `seat0/`")
    );
    let crowd: String =
        (0..400).map(|n| format!("[[attacker.stack]]\nnoble = \"N{n}\"\n")).collect();
    assert!(told(json!({ "text": crowd })).contains("too large for a match"));
    let theirs = "[attacker]\ncsv = \"seat1/x.csv\"\n";
    assert!(told(json!({ "text": theirs })).contains("not yours to name"));
}

/// A name that both chose tells neither of the other's before the battle, and
/// takes nobody's set-up away.
#[test]
fn names_that_both_chose_are_told_apart() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    let source = json!({ "text": example("olympia/duel.toml") });
    let game = sealed(&server, source, ["attacker", "defender"]);
    game.post(&server, 0, "set-up", json!({ "text": ATTACK })).is(200);
    let guess = DEFEND.replace("Feasel", "Wolfram the Sly");
    let over = game.post(&server, 1, "set-up", json!({ "text": guess })).is(200);
    assert_eq!(over["match"]["state"], "over");
    let log = fought(&server, &game)["log"].as_str().unwrap().to_owned();
    assert!(log.contains("Wolfram the Sly attacks Wolfram the Sly-2"), "{log}");
}

/// Each is fine by itself, but who is aboard attacks nobody on land. The later
/// comes back to whoever handed it in, without a word of the other's.
#[test]
fn set_ups_that_do_not_go_together_come_back() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    let ship = "structure = { kind = \"roundship\", name = \"Marigold\" }\n";
    let text = format!("ruleset = \"olympia\"\n{ATTACK}[defender]\n{ship}{DEFEND}");
    let game = sealed(&server, json!({ "text": text }), ["attacker", "defender"]);
    let galley = "[attacker]\nstructure = { kind = \"galley\", name = \"Red Tooth\" }\n";
    let aboard = json!({ "text": format!("{galley}{ATTACK}") });
    let ashore = json!({ "text": DEFEND });
    let handed = |told: &Value| {
        let seats = &told["match"]["seats"];
        (seats[0]["handed_in"] == true, seats[1]["handed_in"] == true)
    };
    let told = game.post(&server, 0, "set-up", aboard.clone()).is(200);
    assert_eq!((handed(&told), &told["match"]["note"]), ((true, false), &Value::Null));
    let told = game.post(&server, 1, "set-up", ashore.clone()).is(200);
    let note = json!("a set-up cannot be fought with the others: hand in another");
    assert_eq!((handed(&told), &told["match"]["note"]), ((true, false), &note));
    assert!(!told.to_string().contains("Red Tooth"), "{told}");
    assert_eq!(game.view(&server, 0)["seen"]["set_up"], aboard_as_kept(&aboard));
    let over =
        game.post(&server, 1, "set-up", json!({ "text": format!("[defender]\n{ship}{DEFEND}") }));
    assert_eq!(over.is(200)["match"]["state"], "over");
    fought(&server, &game);
}

fn aboard_as_kept(set_up: &Value) -> Value {
    json!({ "text": set_up["text"], "files": {} })
}

/// Who left and comes back in time hands in after all.
#[test]
fn whoever_left_hands_in_after_all() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    let source = json!({ "text": example("olympia/duel.toml") });
    let game = sealed(&server, source, ["attacker", "defender"]);
    game.post(&server, 0, "leave", json!({})).is(200);
    assert_eq!(game.post(&server, 0, "set-up", json!({ "text": ATTACK })).status, 409);
    game.post(&server, 0, "return", json!({})).is(200);
    game.post(&server, 1, "set-up", json!({ "text": DEFEND })).is(200);
    let over = game.post(&server, 0, "set-up", json!({ "text": ATTACK })).is(200);
    assert_eq!(over["match"]["state"], "over");
    assert!(fought(&server, &game)["log"].as_str().unwrap().contains("Wolfram the Sly"));
}

#[test]
fn spreadsheets_and_squads_are_sealed_too() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    let source = json!({ "text": example("mfd/bridge.toml") });
    let game = sealed(&server, source, ["heroes", "villains"]);
    let files = json!({ "seat0/Clan.csv": example("mfd/Clan.csv") });
    let set_up = json!({ "text": "[heroes]\ncsv = \"seat0/Clan.csv\"\n", "files": files });
    game.post(&server, 0, "set-up", set_up).is(200);
    // Who leaves fights with what the scenario has.
    game.post(&server, 1, "leave", json!({})).is(200);
    fought(&server, &game);

    let source = json!({ "text": example("mission/duel.toml") });
    let game = sealed(&server, source, ["squad", "site"]);
    let squad = "[[agent]]\nid = \"vega\"\nskill = 130\n";
    game.post(&server, 0, "set-up", json!({ "text": squad })).is(200);
    let site = "[mission]\nenemies = \"2 Soldier\"\n";
    game.post(&server, 1, "set-up", json!({ "text": site })).is(200);
    fought(&server, &game);
}
