//! Section 14: questions before a squad goes.

use crate::common::battle;
use fracas_core::capability::{Inspect, Parts};
use fracas_core::document::{Diagnostics, Source};
use fracas_core::odds::Effort;
use fracas_core::table::Table;
use fracas_mission::Mission;
use fracas_mission::plan::{BattleOdds, Cost, Plan, Sampling, threat};
use serde_json::Value;
use std::sync::atomic::AtomicBool;

const QUICK: Sampling<'static> =
    Sampling { trials: 600, seed: 1, effort: Effort { threads: 1, progress: None, stop: None } };

/// A plan and what is odd about it, or what is wrong.
fn read(text: &str, site: Option<&str>) -> (Option<Plan>, Diagnostics) {
    let mut out = Diagnostics::new(Source::new("raid.toml", text));
    let plan = fracas_testing::checked::<fracas_mission::Mission>(&mut out)
        .and_then(|file| Plan::read(&file, site, &mut out));
    (plan.filter(|_| !out.has_errors()), out)
}

fn plan(text: &str) -> Plan {
    let (plan, out) = read(&format!("ruleset = \"mission\"\n{text}"), None);
    plan.unwrap_or_else(|| panic!("{}", out.render(false)))
}

fn column(table: &Table, name: &str) -> Vec<Value> {
    let place = table.columns.iter().position(|column| column == name).expect("a column");
    table.rows.iter().map(|row| (*row[place]).clone()).collect()
}

/// M-110: death chances of everybody, and a verdict.
#[test]
fn odds_before_deploying() {
    let b = battle("[[agent]]\nid = \"a\"\nskill = 300\n[mission]\nenemies = \"1 Initiate\"\n");
    let odds = BattleOdds::of(&b, &QUICK);
    assert_eq!((odds.error, odds.trials), (0.0, None));
    assert!(odds.success() > 0.99 && odds.worst_death().0 < 0.01);
    assert_eq!(odds.verdict(), "Go: success 100.0 %, nobody at risk");

    let bad = battle("[[agent]]\nid = \"a\"\ncount = 2\n[mission]\npreset = \"outpost\"\n");
    let odds = BattleOdds::of(&bad, &QUICK);
    assert_eq!(odds.trials, Some(600));
    assert!(odds.verdict().starts_with("Stay away: success 0.0 ± "), "{}", odds.verdict());
    assert_eq!(odds.risks.len(), 2);
    // The margin of what is all but impossible is small, however open the rest is.
    assert!(odds.success_error < 0.01 && odds.error >= odds.success_error);
    assert!(odds.risks.iter().all(|risk| risk.error > 0.0 && risk.error < 0.05));
    let tables =
        plan("[[agent]]\nid = \"a\"\n[mission]\nenemies = \"1 Soldier\"\n").odds(&QUICK).unwrap();
    assert_eq!(column(&tables[1], "agent"), ["a"]);
}

/// M-61, M-68: upkeep until everybody is back, and a new agent for the lost.
#[test]
fn what_a_mission_costs() {
    // Nobody is hurt: the turn of the battle and the way home.
    let safe = "[[agent]]\nid = \"a\"\ncount = 3\nskill = 300\nweapon = 90\n\
                [[enemy]]\nid = \"e\"\nskill = 1\nhp = 1\nweapon = [0, 0]\n";
    let cost = Cost::of(&battle(safe), &QUICK);
    assert_eq!((cost.turns, cost.money.value), (6.0, 30.0));
    // Everybody dies in the first round.
    let doom = "[[agent]]\nid = \"a\"\nskill = 1\n[[enemy]]\nid = \"e\"\nskill = 1000\nhp = 900\nweapon = [900, 900]\n";
    let cost = Cost::of(&battle(doom), &QUICK);
    assert_eq!((cost.turns, cost.money.value), (1.0, 55.0));
    // A wound of 7 of 30 takes 12 turns (M-56); nobody else is there to be hit.
    let wound = "[constants]\nretreat_loss_pct = 0\n[[agent]]\nid = \"a\"\nskill = 1\nweapon = [0, 0]\n\
                 [[enemy]]\nid = \"e\"\nskill = 1000\nhp = 900\nweapon = [7, 7]\n";
    let cost = Cost::of(&battle(wound), &QUICK);
    assert_eq!((cost.turns, cost.money.value), (14.0, 70.0));
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
    // Two against one are fought, and the figure has its margin.
    let margin = column(&table, "± gain")[4].as_f64().unwrap();
    let best =
        format!("most is bought by one fresh agent more: {:+.1} ± {margin:.1} points", gains[4]);
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

    // Without a term it goes on until rest changes nothing: also the last five
    // points, which cost nothing yet, are shed (M-8).
    let table = plan(&text.replace("expires_in = 5\n", "")).rest(60, &QUICK);
    assert_eq!(column(&table, "turns").len(), 9);
    assert_eq!(column(&plan(&text.replace("exhaustion = 40", "")).rest(60, &QUICK), "turns"), [0]);
}

/// A margin in a sentence is that of the table: what was fought is never exact.
#[test]
fn margins_are_the_same_in_sentences() {
    let text =
        "agent = [{ id = \"a\", count = 4, skill = 300 }]\n[mission]\nenemies = \"3 Operative\"\n";
    let many = Sampling { trials: 20_000, ..QUICK };
    let table = plan(text).rest(0, &many);
    assert_eq!(column(&table, "success %"), [100.0]);
    assert_eq!(column(&table, "± %"), [0.1]);
    assert_eq!(table.note.unwrap(), "strike now: success 100.0 ± 0.1 %");
    // Nobody died in any of them, which does not mean that nobody can.
    let tables = plan(text).odds(&many).unwrap();
    assert!(tables[1].note.as_ref().unwrap().starts_with("Go: success 100.0 ± 0.1 %, "));
    assert!(column(&tables[1], "± %").iter().all(|margin| margin.as_f64().unwrap() > 0.0));
    let changes = plan(text).changes(&many);
    assert!(column(&changes, "± lost").iter().all(|margin| margin.as_f64().unwrap() > 0.0));
}

/// Whoever is stopped says so, leaves out what he has not tried, and claims
/// nothing.
#[test]
fn a_plan_that_was_stopped_is_provisional() {
    let stop = AtomicBool::new(true);
    let stopped = Sampling { effort: Effort { stop: Some(&stop), ..QUICK.effort }, ..QUICK };
    let plan = plan(
        "agent = [{ id = \"a\", count = 3, exhaustion = 20 }]\n[mission]\nenemies = \"3 Soldier\"\n",
    );
    let [odds, risks] = plan.odds(&stopped).unwrap().try_into().unwrap();
    assert_eq!(odds.note.clone().unwrap(), "provisional: stopped early; of 1 battles");
    assert!(risks.note.unwrap().starts_with("so far: "));
    // One battle tells no mean's margin.
    assert_eq!(column(&odds, "± rounds"), [Value::Null]);

    let changes = plan.changes(&stopped);
    assert_eq!(column(&changes, "change"), ["as it is"]);
    let note = "provisional: stopped early, 4 of 5 changes were not tried";
    assert_eq!(changes.note.clone().unwrap(), note);
    // All three may be lost, whatever became of them in the one.
    assert!(column(&changes, "± lost")[0].as_f64().unwrap() > 2.0);

    let retreat = plan.retreat(&[0, 50, 100], &stopped);
    assert_eq!(retreat.rows.len(), 1);
    let note = "provisional: stopped early, 2 of 3 lines were not tried; the line of this battle";
    assert!(retreat.note.as_ref().unwrap().starts_with(note), "{:?}", retreat.note);

    let rest = plan.rest(60, &stopped);
    assert_eq!(column(&rest, "turns"), [0]);
    assert_eq!(rest.note.unwrap(), "provisional: stopped early, longer rest was not tried");
}

/// M-129: waiting that gains nothing is not advised; waiting that spares lives
/// is.
#[test]
fn ties_go_to_now() {
    let sure = "agent = [{ id = \"a\", skill = 900, weapon = 90, exhaustion = 40 }]\n\
                [[enemy]]\nid = \"e\"\nskill = 0\nhp = 1\nweapon = [0, 0]\n";
    let table = plan(sure).rest(60, &QUICK);
    assert_eq!(column(&table, "turns").len(), 9);
    assert_eq!(table.note.unwrap(), "strike now: success 100.0 %");
    // Of many battles, a little more success may be luck.
    let even =
        "agent = [{ id = \"a\", count = 6, exhaustion = 1 }]\n[mission]\nenemies = \"6 Soldier\"\n";
    let table = plan(even).rest(60, &QUICK);
    assert!(table.note.unwrap().starts_with("strike now: success"));
    let deadly = "agent = [{ id = \"a\", skill = 400, hp = 9, weapon = 90, exhaustion = 70 }]\n\
                  [constants]\nretreat_loss_pct = 100\n[mission]\nenemies = \"1 Initiate\"\n";
    assert!(plan(deadly).rest(60, &QUICK).note.unwrap().starts_with("strike after "));
}

/// M-129: whoever will have recovered by then comes too, also in a scenario of
/// one battle, which could not be fought now with him.
#[test]
fn planning_for_those_who_recover() {
    let text = "[[agent]]\nid = \"a\"\n[[agent]]\nid = \"b\"\nwounds = 3\nstate = \"Recovering\"\n\
                [mission]\nenemies = \"2 Soldier\"\n";
    let (_, out) = read(&format!("ruleset = \"mission\"\n{text}"), None);
    assert!(out.render(false).contains("agent b is Recovering and comes only after 5 turns"));
    let rest = plan(text).rest(60, &QUICK);
    assert_eq!(column(&rest, "agents"), [1, 1, 1, 1, 1, 2]);
    assert!(rest.note.unwrap().starts_with("strike after 5 turns"));
    assert_eq!(plan(text).battle().unwrap().squad, 1);
    // Hit points that come back slowly are rest too, for whoever goes anyway.
    let forced = text.replace("state = \"Recovering\"", "state = \"Recovering\"\nforce = true");
    assert_eq!(column(&plan(&forced).rest(60, &QUICK), "agents"), [2; 6]);
}

/// M-122: reserves are not planned with.
#[test]
fn reserves_stay_at_home() {
    let text = "[[agent]]\nid = \"a\"\n[[agent]]\nid = \"b\"\ndeploy = false\n\
                [[site]]\nid = \"s\"\nenemies = \"1 Soldier\"\n";
    assert_eq!(plan(text).battle().unwrap().squad, 1);
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
    let plan = read(text, Some("safehouse")).0.unwrap();
    assert_eq!(plan.battle().unwrap().squad, 3);
    let rest = plan.rest(60, &QUICK);
    // sato joins once he has recovered; the site is gone before that.
    assert_eq!(column(&rest, "turns").len(), 8);
    assert_eq!(plan.first_ready(), 0);
    let over = text.replace("preset = \"apprehend\"", "preset = \"apprehend\"\nstate = \"Failed\"");
    let plan = read(&over, None).0.unwrap();
    assert_eq!(plan.battle().unwrap().chain[0].id, "safehouse");
    let wrong = read(&over, Some("hideout")).1.render(false);
    assert!(wrong.contains("hideout is Failed: there is nothing to plan"));
    let wrong = read(text, Some("nowhere")).1.render(false);
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
    // 86.7 % is the truth. The margin of a sampled figure holds in 95 of 100 cases, twice
    // the margin in nearly all.
    assert!((found.success - 0.867).abs() <= 2.0 * found.error, "{found:?}");

    let tables = Mission.inspect(&raid);
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
    let names: Vec<String> = Mission.parts(&b).into_iter().map(|part| part.name).collect();
    assert_eq!(names, ["a", "b", "soldier-1", "soldier-2"]);
    let left = |b: &fracas_mission::battle::Battle| -> Vec<String> {
        let fighters = b.start.fight.fighters.iter();
        fighters.map(|fighter| b.units[fighter.unit as usize].id.clone()).collect()
    };
    let without_a = Mission.without(&b, 0).unwrap();
    assert_eq!(left(&without_a), ["b", "soldier-1", "soldier-2"]);
    assert_eq!(left(&Mission.without(&b, 3).unwrap()), ["a", "b", "soldier-1"]);
    assert!(Mission.without(&without_a, 0).is_none());
}
