//! Whether somebody stands out of sight makes no difference to any answer: not to
//! its status, its length or a letter of it.

use serde_json::{Value, json};

use crate::client::{Answer, Server};
use crate::matches::{Match, make};

/// Rook is in view of Brandt. Sable, who stands before him in the list, is behind
/// walls.
fn yard(hidden: bool) -> Value {
    let sable = "  { class = \"rifleman\", name = \"Sable\", at = [13, 4], facing = \"E\" },\n";
    let text = format!(
        "ruleset = \"battlescape\"\nname = \"Yard\"\n[map]\nbase = \"grass\"\nrows = \"\"\"\n\
         , , , , , , , , , , , # # # # # #\n , , , , , , , , , , , # . . . . #\n\
         , , , , , , , , , , , # . . . . #\n , , , , , , , , , , , # . . . . #\n\
         , , , , , , , , , , , # . . . . #\n , , , , , , , , , , , # # # # # #\n\"\"\"\n\
         [[squad]]\nside = \"player\"\nunits = [\n\
         {{ class = \"rifleman\", name = \"Brandt\", at = [1, 2], facing = \"E\" }},\n]\n\
         [[squad]]\nside = \"enemy\"\nunits = [\n{}  \
         {{ class = \"rifleman\", name = \"Rook\", at = [7, 2], facing = \"E\" }},\n]\n\
         [[objective]]\nkind = \"eliminate\"\nprimary = true\n",
        if hidden { sable } else { "" }
    );
    json!({ "text": text, "file": "yard.toml" })
}

/// Everything that the player's seat is answered, one after another.
fn answers(server: &Server, game: &Match) -> Vec<String> {
    let get = |path: &str| {
        let path = format!("/api/v1/matches/{}{path}", game.id);
        server.seat(&game.seats[0], "GET", &path, None)
    };
    let post = |what: &str, body: Value| game.post(server, 0, what, body);
    let mut told = vec![get(""), get("/view"), get("/view?from=1"), get("/replay")];
    let events = format!("/api/v1/matches/{}/events", game.id);
    let mut versions = vec![server.events(&events, &game.seats[0], |_| true).len()];
    for question in [
        "squad",
        "reach Brandt walk",
        "reach Brandt run",
        "sight Brandt",
        "targets Brandt",
        "actions Brandt",
        "actions Sable",
        "sight Sable",
        "preview Brandt: move 3,2",
        "preview Brandt: attack snap at Rook",
        "preview Brandt: attack snap at Sable",
        "preview Brandt: attack snap at 13,4",
        "preview Brandt: move 13,4",
    ] {
        told.push(post("query", json!({ "question": question })));
    }
    told.push(post("advice", json!({})));
    for order in [
        "Sable: end",
        "Brandt: attack snap at Sable",
        "Brandt: prone",
        "Brandt: stand",
        "end phase",
    ] {
        told.push(post("orders", json!({ "order": order })));
        told.push(get("/view"));
    }
    versions.push(server.events(&events, &game.seats[0], |_| true).len());
    // It is the other side's turn, whoever is of it.
    told.push(post("query", json!({ "question": "squad" })));
    told.push(post("orders", json!({ "order": "Brandt: stand" })));
    told.push(post("undo", json!({})));
    let told = told.iter().map(|answer| plain(game, answer));
    told.chain(versions.iter().map(usize::to_string)).collect()
}

/// An answer with its length, and without what is drawn for every match.
fn plain(game: &Match, answer: &Answer) -> String {
    let text = format!("{} {} {}", answer.status, answer.body.len(), answer.body);
    text.replace(&game.id, "ID").replace(&game.commitment, "COMMITMENT")
}

#[test]
fn who_is_out_of_sight_makes_no_difference() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    let asked = |hidden: bool| {
        let seats = json!([{ "side": "player" }, { "side": "enemy" }]);
        let game = make(&server, &json!({ "source": yard(hidden), "seats": seats }));
        game.join_all(&server);
        // The enemy knows better.
        let knows = game.view(&server, 1).to_string();
        assert_eq!(knows.contains("Sable"), hidden);
        answers(&server, &game)
    };
    let (without, with, again) = (asked(false), asked(true), asked(false));
    // Nothing here hangs on the dice, or it would say nothing of Sable either.
    assert_eq!(without, again);
    for (place, (without, with)) in without.iter().zip(&with).enumerate() {
        assert_eq!(without, with, "answer {place}");
    }
}

/// Names of matches and jobs are drawn: the next tells nothing of how many there
/// were in between.
#[test]
fn names_are_drawn() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(dir.path());
    let seats = json!([{ "side": "player" }]);
    let new = json!({ "source": yard(false), "seats": seats });
    let names: Vec<String> = (0..32).map(|_| make(&server, &new).id).collect();
    let digits = |name: &String| name.get(1..).unwrap().to_owned();
    assert!(names.iter().all(|name| digits(name).len() == 16));
    // Each of the sixteen digits takes several values: none counts, none stands still.
    for place in 0..16 {
        let mut found: Vec<u8> = names.iter().map(|name| digits(name).as_bytes()[place]).collect();
        let in_order = found.is_sorted();
        found.sort_unstable();
        found.dedup();
        assert!(found.len() > 4 && !in_order, "{names:?}");
    }
    let odds = json!({ "source": yard(false), "trials": 1_000_000 });
    let job =
        || server.post("/api/v1/odds?wait=0", &odds).is(202)["id"].as_str().unwrap().to_owned();
    let (one, other) = (job(), job());
    assert!(one.len() == 21 && other.len() == 21 && one[..12] != other[..12], "{one} {other}");
}
