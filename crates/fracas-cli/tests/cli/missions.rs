//! Campaigns turn by turn, and plans for missions.

use std::fs;
use std::path::Path;

use crate::{answer, call, call_with, json};

const CAMPAIGN: &str = "../../examples/mission/campaign.toml";
const SAFEHOUSE: &str = "../../examples/mission/safehouse.toml";

/// A copy of the campaign in a folder of its own.
fn campaign() -> (tempfile::TempDir, String) {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("dawn.toml");
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(CAMPAIGN), &file).unwrap();
    let file = file.to_str().unwrap().to_owned();
    (dir, file)
}

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_turn_reports_and_writes_the_next_campaign() {
    let (dir, file) = campaign();
    let told = answer(&["turn", &file, "--deploy", "hideout=vega,okoye,mori"]);
    assert!(told.starts_with("Turn 2\n  Money"), "{told}");
    assert!(told.contains("500 to 505 (+5): funding +20"), "{told}");
    assert!(told.contains("4.00% to 4.95% (+0.95%): factions +1.00%"), "{told}");
    assert!(told.contains("A hideout by the river, hideout (Red Dawn): Successful"), "{told}");
    assert!(told.ends_with("dawn-turn-2.toml\n"), "{told}");
    assert_eq!(names(dir.path()), ["dawn-turn-2.toml", "dawn.toml"]);

    // The next turn goes on from there, and takes its own name.
    let next = dir.path().join("dawn-turn-2.toml");
    let told = answer(&["turn", next.to_str().unwrap()]);
    assert!(told.starts_with("Turn 3\n"), "{told}");
    assert_eq!(names(dir.path()), ["dawn-turn-2.toml", "dawn-turn-3.toml", "dawn.toml"]);
}

#[test]
fn turns_go_on_until_something_is_to_be_decided() {
    let (_dir, file) = campaign();
    let answer = json_of(&["turn", &file, "--turns", "20", "--json"]);
    // The hideout expires in the third turn.
    let turns = answer["turns"].as_array().unwrap();
    assert_eq!(turns.len(), 3);
    assert_eq!(turns[2]["expired"][0], "hideout");
    assert!(answer["campaign"].as_str().unwrap().contains("state = \"Expired\""));
    assert_eq!(turns[2]["decide"], serde_json::json!(["a site has expired"]));
}

/// The JSON of a call that also says what it wrote.
fn json_of(args: &[&str]) -> serde_json::Value {
    let call = call(args);
    assert_eq!(call.code, Some(0), "{}", call.err);
    assert!(call.err.contains("wrote "), "{}", call.err);
    serde_json::from_str(&call.out).unwrap()
}

#[test]
fn the_log_tells_every_attack() {
    let (_dir, file) = campaign();
    let told = answer(&["turn", &file, "--deploy", "hideout=vega", "--log"]);
    assert!(
        told.starts_with("A hideout by the river\n   1  vega (130) -> initiate-1 (40), "),
        "{told}"
    );
}

#[test]
fn bad_orders_are_explained_and_change_nothing() {
    let (dir, file) = campaign();
    let refused =
        call(&["turn", &file, "--deploy", "hidout=vega", "--deploy", "safehouse=sato,lund"]);
    assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""));
    for says in [
        "there is no site `hidout`; did you mean hideout?",
        "agent sato is Recovering and will be available in 12 turns",
        "agent lund is OnAssignment (Contracting)",
    ] {
        assert!(refused.err.contains(says), "{}", refused.err);
    }
    assert_eq!(refused.err.matches("error: ").count(), 3, "{}", refused.err);
    assert_eq!(names(dir.path()), ["dawn.toml"]);
    let no_campaign = call(&["turn", SAFEHOUSE]);
    assert_eq!(no_campaign.code, Some(2));
    assert!(no_campaign.err.contains("there are no sites"), "{}", no_campaign.err);
}

#[test]
fn nobody_is_there_to_be_planned_with() {
    let (dir, file) = campaign();
    answer(&["turn", &file, "--deploy", "hideout=vega,okoye,mori"]);
    let next = dir.path().join("dawn-turn-2.toml");
    let next = next.to_str().unwrap();
    let refused = call(&["plan", next]);
    assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""));
    assert!(
        refused.err.contains("nobody is available yet, the first in 1 turn"),
        "{}",
        refused.err
    );
    let rest = answer(&["plan", next, "rest", "--trials", "100"]);
    assert!(rest.contains("the site expires in 7"), "{rest}");
    let over = call(&["plan", next, "--site", "hideout"]);
    assert!(over.err.contains("hideout is Successful: there is nothing to plan"), "{}", over.err);
}

#[test]
fn hired_agents_come_with_the_next_turn() {
    let (dir, file) = campaign();
    let told = answer(&["turn", &file, "--hire", "kit", "--turns", "9"]);
    assert!(told.contains("upkeep -35, hiring -50\n"), "{told}");
    assert!(told.contains("stopped after 1 of 9 turns: an agent has become available"), "{told}");
    let next = fs::read_to_string(dir.path().join("dawn-turn-2.toml")).unwrap();
    assert!(next.contains("id = \"kit\""), "{next}");
    let refused = call(&["turn", &file, "--hire", "vega", "--deploy", "hideout=sato"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.starts_with("error: there is an agent `vega` already\nerror: agent sato"));
}

#[test]
fn a_campaign_from_a_pipe_goes_on_through_the_pipe() {
    let (dir, file) = campaign();
    let text = fs::read(&file).unwrap();
    let piped = call_with(&text, &["turn", "-"]);
    assert_eq!(piped.code, Some(0));
    assert!(piped.err.starts_with("Turn 2\n"), "{}", piped.err);
    assert_eq!(names(dir.path()), ["dawn.toml"]);
    // It is the campaign that a file would hold, and can be gone on with.
    answer(&["turn", &file]);
    let written = fs::read_to_string(dir.path().join("dawn-turn-2.toml")).unwrap();
    assert_eq!(written.split_once('\n').unwrap().1, piped.out);
    fs::remove_file(dir.path().join("dawn-turn-2.toml")).unwrap();
    let next = call_with(piped.out.as_bytes(), &["turn", "-"]);
    assert!(next.err.starts_with("Turn 3\n"), "{}", next.err);
    let out = dir.path().join("next.toml");
    assert_eq!(call_with(&text, &["turn", "-", "--out", out.to_str().unwrap()]).code, Some(0));
    assert_eq!(names(dir.path()), ["dawn.toml", "next.toml"]);
}

#[test]
fn an_edited_campaign_is_not_overwritten() {
    let (dir, file) = campaign();
    let next = dir.path().join("dawn-turn-2.toml");
    answer(&["turn", &file]);
    // What fracas wrote itself gives way.
    answer(&["turn", &file, "--seed", "3"]);
    let written = fs::read_to_string(&next).unwrap();
    assert!(written.starts_with("# written by fracas turn"), "{written}");
    for edited in [format!("{written}# mine\n"), "my diary\n".to_owned(), String::new()] {
        fs::write(&next, &edited).unwrap();
        let refused = call(&["turn", &file]);
        assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""));
        assert!(refused.err.contains("--force replaces it"), "{}", refused.err);
        let to = ["turn", &file, "--out", next.to_str().unwrap()];
        assert_eq!(call(&to).code, Some(2));
        assert_eq!(fs::read_to_string(&next).unwrap(), edited);
    }
    answer(&["turn", &file, "--seed", "3", "--force"]);
    assert_eq!(fs::read_to_string(&next).unwrap(), written);
    // A later turn has one mark, its own.
    answer(&["turn", next.to_str().unwrap()]);
    let later = fs::read_to_string(dir.path().join("dawn-turn-3.toml")).unwrap();
    assert_eq!(later.matches("# written by fracas turn").count(), 1, "{later}");
}

#[test]
fn plans() {
    let quick = ["--trials", "400"];
    let ask = |question: &str| json(&["plan", SAFEHOUSE, question, "--json", quick[0], quick[1]]);
    let odds = ask("odds");
    assert_eq!(odds["risks"].as_array().unwrap().len(), 6);
    assert!(odds["risks_note"].as_str().unwrap().contains("success"));
    assert_eq!(ask("retreat")["retreat"].as_array().unwrap().len(), 11);
    assert!(ask("squad")["squad_note"].as_str().is_some());
    assert_eq!(ask("changes")["changes"].as_array().unwrap().len(), 5);
    let args = ["--least", "cost", "--deaths", "50", "--json"];
    let cheapest = json(&[&["plan", SAFEHOUSE, "squad"], &args[..], &quick].concat());
    let mut rows = cheapest["squad"].as_array().unwrap().iter();
    assert!(rows.any(|row| row["cost"].is_number()), "{cheapest}");
    assert!(ask("rest")["rest_note"].as_str().unwrap().starts_with("strike"));
    let told = answer(&["plan", CAMPAIGN, "--site", "safehouse", quick[0], quick[1]]);
    assert!(told.contains("agent") && told.contains("vega"), "{told}");
    assert_eq!(call(&["plan", CAMPAIGN, "--site", "nowhere"]).code, Some(2));
    assert_eq!(call(&["plan", SAFEHOUSE, "squad", "--success", "120"]).code, Some(2));
    // Values are changed as for any verb.
    let set = ["--set", "agent[2].count=1"];
    let fewer = json(&[&["plan", SAFEHOUSE, "--json"], &quick[..], &set].concat());
    assert_eq!(fewer["risks"].as_array().unwrap().len(), 3);
    let other = call(&["plan", "tests/fixtures/duel.toml"]);
    assert!(other.err.contains("this needs the ruleset mission, not `olympia`"), "{}", other.err);
}

#[test]
fn a_campaign_to_start_from_can_be_played() {
    let template = answer(&["new", "mission", "--campaign"]);
    let told = call_with(template.as_bytes(), &["turn", "-", "--deploy", "hideout=vega,okoye"]);
    assert_eq!(told.code, Some(0), "{}", told.err);
    assert!(told.err.contains("A hideout by the river, hideout"), "{}", told.err);
    assert_eq!(call_with(template.as_bytes(), &["odds", "-"]).code, Some(0));
    let refused = call(&["new", "olympia", "--campaign"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("known are those of mission"), "{}", refused.err);
}

/// A chain tells of each battle how often it is reached and how often it is won
/// then.
#[test]
fn a_chain_tells_its_battles_one_by_one() {
    const HQ: &str = "../../examples/mission/hq.toml";
    let odds = json(&["odds", HQ, "--trials", "500", "--json"]);
    let [first, second] = odds["battles"].as_array().unwrap().as_slice() else { panic!("{odds}") };
    assert_eq!(first["name"], "Assault on the headquarters");
    assert_eq!(first["reached"], serde_json::json!({ "p": 1.0, "low": 1.0, "high": 1.0 }));
    assert_eq!(second["name"], "The last outpost");
    assert_eq!(second["reached"]["p"], first["won"]["p"]);
    // Of all runs it is won less often than of those that come to it.
    let success = odds["outcomes"]["success"]["p"].as_f64().unwrap();
    let reached = second["reached"]["p"].as_f64().unwrap();
    let won = second["won"]["p"].as_f64().unwrap();
    assert!((won * reached - success).abs() < 1e-9 && won > success, "{second}");
    let page = answer(&["odds", HQ, "--trials", "500"]);
    let row = page.lines().find(|line| line.contains("1. Assault on the headquarters "));
    assert!(row.is_some_and(|row| row.contains(" always ") && row.contains(" ±")), "{page}");
    assert!(!page.contains("2/outpost"), "{page}");
    let cave = json(&["odds", "../../examples/andor/cave_crawl.toml", "--json"]);
    let names: Vec<&str> =
        cave["battles"].as_array().unwrap().iter().map(|b| b["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["3 Cave rat", "2 Cave snake", "Old troll"]);
    // Exactly: to win them all is to win one after the other.
    let won = |battle: &serde_json::Value| battle["won"]["p"].as_f64().unwrap();
    let product: f64 = cave["battles"].as_array().unwrap().iter().map(won).product();
    assert!((product - cave["outcomes"]["win"]["p"].as_f64().unwrap()).abs() < 1e-9);
}
