//! Section 14: questions before a squad goes.

use crate::common::battle;
use fracas_core::document::Source;
use fracas_core::ruleset::Ruleset;
use fracas_core::table::Table;
use fracas_mission::Mission;
use fracas_mission::plan::{Cost, Least, Outlook, Plan, Wanted, Weighing, threat};
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
    assert_eq!(outlook.risks.len(), 2);
    // The margin of what is all but impossible is small, however open the rest is.
    assert!(outlook.success_error < 0.01 && outlook.error >= outlook.success_error);
    assert!(outlook.risks.iter().all(|risk| risk.error > 0.0 && risk.error < 0.05));
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

/// M-68, M-129: the cheapest squad may be larger than the smallest, because
/// wounds cost turns.
#[test]
fn picking_the_cheapest_squad() {
    let text =
        "[[agent]]\nid = \"a\"\ncount = 12\nskill = 120\n[mission]\npreset = \"apprehend\"\n";
    let wanted = Wanted { success: 0.7, death: 0.5, least: Least::Agents };
    let smallest = plan(text).squad(&wanted, &QUICK);
    let cheapest = plan(text).squad(&Wanted { least: Least::Cost, ..wanted }, &QUICK);
    let tried = column(&cheapest, "cost");
    let costs: Vec<f64> = tried.iter().filter_map(Value::as_f64).collect();
    let least = costs.iter().copied().fold(f64::INFINITY, f64::min);
    let place = tried.iter().position(|cost| cost.as_f64() == Some(least)).unwrap();
    let named = column(&cheapest, "squad")[place].clone();
    assert_eq!(cheapest.note.unwrap(), format!("send {}", named.as_str().unwrap()));
    // What was not tried could not have been cheaper: 2 turns of 5 for everybody.
    let next = tried.len() as f64 + 1.0;
    assert!(next > 12.0 || 10.0 * next >= least.round() - 1.0, "{costs:?}");
    assert!(smallest.rows.len() <= place + 1);
}

/// M-61, M-68: upkeep until everybody is back, and a new agent for the lost.
#[test]
fn what_a_mission_costs() {
    // Nobody is hurt: the turn of the battle and the way home.
    let safe = "[[agent]]\nid = \"a\"\ncount = 3\nskill = 300\nweapon = 90\n\
                [[enemy]]\nid = \"e\"\nskill = 1\nhp = 1\nweapon = [0, 0]\n";
    let cost = Cost::of(&battle(safe), &QUICK);
    assert_eq!((cost.turns, cost.money), (6.0, 30.0));
    // Everybody dies in the first round.
    let doom = "[[agent]]\nid = \"a\"\nskill = 1\n[[enemy]]\nid = \"e\"\nskill = 1000\nhp = 900\nweapon = [900, 900]\n";
    let cost = Cost::of(&battle(doom), &QUICK);
    assert_eq!((cost.turns, cost.money), (1.0, 55.0));
    // A wound of 7 of 30 takes 12 turns (M-56); nobody else is there to be hit.
    let wound = "[constants]\nretreat_loss_pct = 0\n[[agent]]\nid = \"a\"\nskill = 1\nweapon = [0, 0]\n\
                 [[enemy]]\nid = \"e\"\nskill = 1000\nhp = 900\nweapon = [7, 7]\n";
    let cost = Cost::of(&battle(wound), &QUICK);
    assert_eq!((cost.turns, cost.money), (14.0, 70.0));
}

/// M-129: every change helps, and the best is named.
#[test]
fn changes_are_tried_one_by_one() {
    let text = "[[agent]]\nid = \"a\"\n[mission]\nenemies = \"1 Soldier\"\n";
    let table = plan(text).changes(&QUICK);
    let words = ["as it is", "skill +10", "damage +2", "hp +5", "one fresh agent more"];
    assert_eq!(column(&table, "change"), words);
    let gains: Vec<f64> =
        column(&table, "gain").iter().map(|gain| gain.as_f64().unwrap()).collect();
    assert_eq!(gains[0], 0.0);
    assert!(gains[1..].iter().all(|&gain| gain > 0.0), "{gains:?}");
    let best = format!("most is bought by one fresh agent more: {:+.1} points", gains[4]);
    assert_eq!(table.note.unwrap(), best);
    let sure = "[[agent]]\nid = \"a\"\nskill = 900\nweapon = 90\n\
                [[enemy]]\nid = \"e\"\nskill = 0\nhp = 1\nweapon = [0, 0]\n";
    assert_eq!(plan(sure).changes(&QUICK).note.unwrap(), "none of these would win more often");
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

/// M-60, M-129: whoever is on the way is waited for, as long as the site is
/// there.
#[test]
fn planning_for_those_on_the_way() {
    let text = "[[agent]]\nid = \"a\"\nstate = \"InTransit\"\n[[site]]\nid = \"s\"\nenemies = \"1 Soldier\"\nexpires_in = 2\n";
    assert_eq!(plan(text).first_ready(), 1);
    assert!(plan(text).battle().is_none() && plan(text).odds(&QUICK).is_none());
    assert_eq!(column(&plan(text).rest(60, &QUICK), "turns"), [1]);
    let gone = plan(&text.replace("expires_in = 2", "expires_in = 1")).rest(60, &QUICK);
    assert_eq!(gone.note.unwrap(), "nobody is available in time; the site expires in 1");
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
    assert_eq!(plan.first_ready(), 0);
    let over = text.replace("preset = \"apprehend\"", "preset = \"apprehend\"\nstate = \"Failed\"");
    let (plan, _) = Plan::load(Source::new("campaign.toml", over.as_str()), None).unwrap();
    assert_eq!(plan.battle().unwrap().chain[0].id, "safehouse");
    let wrong = Plan::load(Source::new("campaign.toml", over), Some("hideout")).unwrap_err();
    assert!(wrong.render(false).contains("hideout is Failed: there is nothing to plan"));
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
