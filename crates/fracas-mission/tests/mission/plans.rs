//! Section 14: questions before a squad goes.

use crate::common::battle;
use fracas_core::document::Source;
use fracas_core::ruleset::Ruleset;
use fracas_core::table::Table;
use fracas_mission::Mission;
use fracas_mission::plan::{Least, Outlook, Plan, Wanted, Weighing, threat};
use serde_json::Value;

const QUICK: Weighing = Weighing { trials: 600, seed: 1, threads: 1 };

fn plan(text: &str) -> Plan {
    let source = Source::new("raid.toml", format!("ruleset = \"mission\"\n{text}"));
    Plan::load(source, None).unwrap_or_else(|out| panic!("{}", out.render(false))).0
}

fn column(table: &Table, name: &str) -> Vec<Value> {
    let place = table.columns.iter().position(|column| column == name).expect("a column");
    table.rows.iter().map(|row| row[place].clone()).collect()
}

/// M-110: death chances of everybody, and a verdict.
#[test]
fn odds_before_deploying() {
    let b = battle("[[agent]]\nid = \"a\"\nskill = 300\n[mission]\nenemies = \"1 Initiate\"\n");
    let outlook = Outlook::of(&b, &QUICK);
    assert_eq!((outlook.error, outlook.trials), (0.0, None));
    assert!(outlook.success() > 0.99 && outlook.worst().1 < 0.01);
    assert_eq!(outlook.verdict(), "Go: success 100.0 %, nobody at risk");

    let bad = battle("[[agent]]\nid = \"a\"\ncount = 2\n[mission]\npreset = \"outpost\"\n");
    let outlook = Outlook::of(&bad, &QUICK);
    assert_eq!(outlook.trials, Some(600));
    assert!(outlook.verdict().starts_with("Stay away: success 0.0 ± "), "{}", outlook.verdict());
    assert_eq!(outlook.deaths.len(), 2);
    let tables =
        plan("[[agent]]\nid = \"a\"\n[mission]\nenemies = \"1 Soldier\"\n").odds(&QUICK).unwrap();
    assert_eq!(column(&tables[1], "agent"), ["a"]);
}

const ROSTER: &str = "agent = [{ id = \"rookie\", skill = 60 }, { id = \"ace\", skill = 300 },\n\
    { id = \"vet\", skill = 200 }, { id = \"pro\", skill = 150 }, { id = \"old\", skill = 150, exhaustion = 60 }]\n\
    [mission]\npreset = \"apprehend\"\n";

/// M-129: the smallest squad, and the least valuable of that size.
#[test]
fn picking_a_squad() {
    let wanted = Wanted { success: 0.9, death: 0.05, least: Least::Agents };
    let table = plan(ROSTER).squad(&wanted, &QUICK);
    let squads = column(&table, "squad");
    assert_eq!(squads[0], "ace");
    let reached = column(&table, "reached");
    assert!(reached[..reached.len() - 1].iter().all(|word| word == "no"));
    assert_eq!(reached.last().unwrap(), "yes");
    let fewest = table.note.clone().unwrap();

    let table = plan(ROSTER).squad(&Wanted { least: Least::Skill, ..wanted }, &QUICK);
    let note = table.note.clone().unwrap();
    assert!(note.starts_with("send "), "{note}");
    assert_eq!(note.split(',').count(), fewest.split(',').count());

    let never = Wanted { success: 1.0, death: 0.0, least: Least::Agents };
    let hopeless = "[[agent]]\nid = \"a\"\n[mission]\npreset = \"hq\"\n";
    let note = plan(hopeless).squad(&never, &QUICK).note.unwrap();
    assert!(note.starts_with("nobody can do it: 100 % success"), "{note}");
}

/// M-65, M-129: rest is planned up to the last turn before the site expires.
#[test]
fn planning_a_rest() {
    let text = "agent = [{ id = \"a\", skill = 150, exhaustion = 40 }]\n\
                [mission]\nenemies = \"1 Soldier\"\nexpires_in = 5\n";
    let table = plan(text).rest(60, &QUICK);
    assert_eq!(column(&table, "turns"), [0, 1, 2, 3, 4]);
    let success: Vec<f64> =
        column(&table, "success %").iter().map(|value| value.as_f64().unwrap()).collect();
    assert!(success.is_sorted(), "{success:?}");
    assert!(table.note.unwrap().starts_with("strike after 4 turns: success"));

    // Without a term it goes on until rest changes nothing.
    let table = plan(&text.replace("expires_in = 5\n", "")).rest(60, &QUICK);
    assert_eq!(column(&table, "turns").len(), 8);
    assert_eq!(column(&plan(&text.replace("exhaustion = 40", "")).rest(60, &QUICK), "turns"), [0]);
}

/// M-39: retreat lines.
#[test]
fn retreat_lines() {
    let text = "agent = [{ id = \"a\" }, { id = \"b\" }]\n[mission]\nenemies = \"2 Soldier\"\n";
    let table = plan(text).retreat(&[0, 50, 100], &QUICK);
    let numbers = |name: &str| -> Vec<f64> {
        column(&table, name).iter().map(|value| value.as_f64().unwrap()).collect()
    };
    assert_eq!(numbers("loss %"), [0.0, 50.0, 100.0]);
    assert!(numbers("success %").is_sorted() && numbers("wiped %").is_sorted());
    assert_eq!(numbers("retreat %")[2], 0.0);
}

/// A campaign is planned by site, and for those who are there or could come.
#[test]
fn planning_in_a_campaign() {
    let text = include_str!("../../../../examples/mission/campaign.toml");
    let load = |site| Plan::load(Source::new("campaign.toml", text), site);
    let (plan, _) = load(Some("safehouse")).unwrap();
    assert_eq!(plan.battle().unwrap().squad, 3);
    let rest = plan.rest(60, &QUICK);
    // sato joins once he has recovered; the site is gone before that.
    assert_eq!(column(&rest, "turns").len(), 8);
    let wrong = load(Some("nowhere")).unwrap_err().render(false);
    assert!(wrong.contains("nothing to plan at `nowhere`") && wrong.contains("hideout, safehouse"));
}

/// M-129: the threat of a site in fresh agents, and what `inspect` shows.
#[test]
fn threat_and_inspection() {
    let one = battle("[[agent]]\nid = \"a\"\n[mission]\nenemies = \"1 Initiate\"\n");
    assert_eq!(threat(&one).agents, Some(1));
    let raid = battle("[[agent]]\nid = \"a\"\ncount = 3\n[mission]\npreset = \"apprehend\"\n");
    let found = threat(&raid);
    assert!(found.agents.is_some_and(|agents| (2..=3).contains(&agents)), "{found:?}");
    assert!(found.success >= 0.5);

    let tables = Mission::inspect(&raid);
    let titles: Vec<&str> = tables.iter().map(|table| table.title.as_str()).collect();
    assert_eq!(titles, ["units", "agents_hit", "enemies_hit", "retreat", "threat"]);
    // 100 against 40 and 60; those alike share a column.
    assert_eq!(tables[1].columns, ["attacker", "initiate-1 +1", "operative-3"]);
    assert_eq!(tables[1].rows[0][1..], [86.2, 73.52].map(Value::from));
    assert_eq!(column(&tables[3], "squad skill"), [300]);
    assert_eq!(column(&tables[3], "stays from"), [150]);
}

/// Everybody can be left out, but nobody who is the last of his side.
#[test]
fn leaving_somebody_out() {
    let b =
        battle("agent = [{ id = \"a\" }, { id = \"b\" }]\n[mission]\nenemies = \"2 Soldier\"\n");
    let names: Vec<String> = Mission::parts(&b).into_iter().map(|part| part.name).collect();
    assert_eq!(names, ["a", "b", "soldier-1", "soldier-2"]);
    let left = |b: &fracas_mission::battle::Battle| -> Vec<String> {
        let fighters = b.start.fight.fighters.iter();
        fighters.map(|fighter| b.units[fighter.unit as usize].id.clone()).collect()
    };
    let without_a = Mission::without(&b, 0).unwrap();
    assert_eq!(left(&without_a), ["b", "soldier-1", "soldier-2"]);
    assert_eq!(left(&Mission::without(&b, 3).unwrap()), ["a", "b", "soldier-1"]);
    assert!(Mission::without(&without_a, 0).is_none());
}
