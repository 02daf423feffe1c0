//! M-129 by brute force, and what is said.

use fracas_core::odds::Effort;
use serde_json::Value;

use super::*;
use crate::Scenario;

const QUICK: Sampling<'static> =
    Sampling { trials: 600, seed: 1, effort: Effort { threads: 1, progress: None, stop: None } };

fn plan(text: &str) -> Plan {
    let text = format!("ruleset = \"mission\"\n{text}");
    let read = Scenario::new("raid.toml", text)
        .read_as::<Mission, _>(|file, out| Plan::read(file, None, out));
    read.unwrap_or_else(|why| panic!("{why}")).value
}

fn column(table: &Table, name: &str) -> Vec<Value> {
    let place = table.columns.iter().position(|column| column == name).expect("a column");
    table.rows.iter().map(|row| (*row[place]).clone()).collect()
}

/// The ids that are to be sent.
fn sent(table: &Table) -> Vec<&str> {
    let note = table.note.as_deref().unwrap();
    let names = note.strip_prefix("send ").unwrap_or_else(|| panic!("{note}"));
    names.split(';').next().unwrap().split(", ").collect()
}

/// Every squad that reaches what is wanted.
fn brute_force(plan: &Plan, agents: usize, wanted: &Wanted) -> Vec<Judged> {
    let members = |mask: u32| (0..agents).filter(|agent| mask & (1 << agent) != 0).collect();
    let squads = (1..1_u32 << agents).map(members);
    let judged = squads.filter_map(|squad: Vec<usize>| plan.judge(&squad, wanted, &QUICK));
    judged.filter(|judged| judged.reached).collect()
}

const MIXED: &str = "agent = [{ id = \"ann\", skill = 120, hp = 20 }, { id = \"bob\", skill = 60, hp = 70 },\n\
    { id = \"dan\", skill = 50, weapon = [20, 30] }]\n[mission]\nenemies = \"1 Soldier\"\n";

/// M-129: as small, as cheap and of as little skill as any squad that does it.
#[test]
fn squads_are_as_good_as_by_brute_force() {
    let plan = plan(MIXED);
    for (success, death) in [(0.7, 0.5), (0.999, 0.001)] {
        let wanted = Wanted { success, death, least: Least::Agents };
        let reaching = brute_force(&plan, 3, &wanted);
        let fewest = reaching.iter().map(|judged| judged.squad.len()).min();
        let table = squad(&plan, &wanted, &QUICK);
        let Some(fewest) = fewest else {
            let says = format!("nobody can do it: {wanted} is out of reach");
            assert_eq!(table.note, Some(says));
            continue;
        };
        assert_eq!(sent(&table).len(), fewest, "{wanted}");

        let skilled = squad(&plan, &Wanted { least: Least::Skill, ..wanted }, &QUICK);
        let small = reaching.iter().filter(|judged| judged.squad.len() <= fewest);
        let least = small.map(|judged| judged.skill).min().unwrap();
        let names = sent(&skilled);
        let row = column(&skilled, "squad").iter().position(|ids| *ids == serde_json::json!(names));
        assert_eq!(column(&skilled, "skill")[row.unwrap()], least, "{wanted}");
    }
}

/// M-129: whoever is weaker by skill may be the one who does it, by equipment
/// and hit points; one is sent where one does.
#[test]
fn equipment_counts() {
    let text = "agent = [{ id = \"ace\", skill = 150, weapon = [0, 1] }, { id = \"vet\", skill = 140 },\n\
                { id = \"gunner\", skill = 90, hp = 300, weapon = [90, 90] }]\n\
                [mission]\nenemies = \"1 Soldier\"\n";
    let wanted = Wanted { success: 0.9, death: 0.01, least: Least::Agents };
    assert_eq!(squad(&plan(text), &wanted, &QUICK).note.as_deref(), Some("send gunner"));

    // The one who strikes hard falls at once, the one who lasts does no harm.
    let text = "agent = [{ id = \"ace\", skill = 400, weapon = [0, 0] }, { id = \"wall\", skill = 20, hp = 9000, weapon = [1, 1] },\n\
                { id = \"cannon\", skill = 200, hp = 1, weapon = [9, 9] }, { id = \"man\", skill = 150, hp = 60, weapon = [8, 8] }]\n\
                [constants]\nretreat_loss_pct = 90\n[[enemy]]\nid = \"e\"\nskill = 60\nhp = 30\nweapon = [2, 2]\n";
    assert_eq!(squad(&plan(text), &wanted, &QUICK).note.as_deref(), Some("send man"));
}

/// M-129: who wins most often may not be who comes home: the risk counts.
#[test]
fn nobody_is_at_more_risk_than_wanted() {
    let text = "agent = [{ id = \"glass\", skill = 400, hp = 1, weapon = [90, 90] },\n\
                { id = \"rock\", skill = 130, hp = 400, weapon = [9, 12] }]\n\
                [mission]\nenemies = \"1 Soldier\"\n";
    let plan = plan(text);
    let safe = Wanted { success: 0.8, death: 0.001, least: Least::Agents };
    assert_eq!(sent(&squad(&plan, &safe, &QUICK)), ["rock"]);
}

/// M-129: what was not tried is said, and nothing is claimed of it.
#[test]
fn squads_that_were_not_tried() {
    let never = Wanted { success: 0.999, death: 0.05, least: Least::Agents };
    let hopeless = "[[enemy]]\nid = \"e\"\nskill = 900\nhp = 900\nweapon = [90, 90]\n";
    let out_of_reach = "nobody can do it: 99.9 % success with at most 5 % deaths is out of reach";
    let few = "agent = [{ id = \"a\" }, { id = \"b\", skill = 90 }, { id = \"c\", skill = 80 }]\n";
    let alike = "[[agent]]\nid = \"a\"\ncount = 3\n";
    for agents in [few, alike] {
        let note = squad(&plan(&format!("{agents}{hopeless}")), &never, &QUICK).note;
        assert_eq!(note.as_deref(), Some(out_of_reach));
    }
    let mixed: String = (1..=12)
        .map(|n| format!("[[agent]]\nid = \"a{n}\"\nskill = {}\nhp = {}\n", 50 + n, 60 - n))
        .collect();
    let note = squad(&plan(&format!("{mixed}{hopeless}")), &never, &QUICK).note.unwrap();
    assert!(note.ends_with(" squads were not tried"), "{note}");
}

/// M-129: where the margins hold what is wanted nothing is claimed: this squad
/// does it, with deaths of 4.97 %.
#[test]
fn what_cannot_be_told_is_not_said() {
    let text = "agent = [{ id = \"ace\", skill = 90, hp = 300, weapon = [30, 40] }, { id = \"bob\" },\n\
                { id = \"cat\", skill = 110 }, { id = \"dan\", skill = 105 }]\n\
                [mission]\nenemies = \"2 Soldier\"\n";
    let wanted = Wanted { success: 0.9, death: 0.05, least: Least::Agents };
    for (trials, battles) in [(600, "600 battles"), (20_000, "20,000 battles")] {
        let table = squad(&plan(text), &wanted, &Sampling { trials, ..QUICK });
        let note = table.note.as_deref().unwrap();
        assert!(note.contains(&format!("{battles} do not tell whether")), "{note}");
        assert!(!note.contains("nobody can do it"), "{note}");
        assert!(column(&table, "reached").contains(&Value::Null), "{table:?}");
    }
}

/// More agents than combinations can be numbered: some stay at home, and it is
/// said.
#[test]
fn a_crowd_is_no_trouble() {
    let crowd: String = (1..=90)
        .map(|n| format!("[[agent]]\nid = \"a{n}\"\nskill = {}\nhp = {}\n", 90 + n, 200 - n))
        .collect();
    let text = format!("{crowd}[mission]\nenemies = \"1 Soldier\"\n");
    let wanted = Wanted { success: 0.9, death: 0.05, least: Least::Agents };
    let table = squad(&plan(&text), &wanted, &QUICK);
    assert!(sent(&table).len() <= 2, "{:?}", table.note);
    let skilled = squad(&plan(&text), &Wanted { least: Least::Skill, ..wanted }, &QUICK);
    let note = skilled.note.unwrap();
    assert!(note.contains("; up to ") && note.contains(" less valuable squad"), "{note}");
}

/// M-129: a figure that does not reach what is wanted is not shown as if.
#[test]
fn what_is_reached_looks_reached() {
    let text = "[[agent]]\nid = \"a\"\nskill = 1000\nweapon = [20, 20]\n[mission]\nenemies = \"1 Initiate\"\n";
    let wanted = Wanted { success: 1.0, death: 0.05, least: Least::Agents };
    let table = squad(&plan(text), &wanted, &QUICK);
    assert_eq!(column(&table, "reached"), [false]);
    assert!(column(&table, "success %")[0].as_f64().unwrap() < 100.0, "{table:?}");
    let table = squad(&plan(text), &Wanted { success: 0.999, ..wanted }, &QUICK);
    assert_eq!(column(&table, "reached"), [true]);
}

/// M-129: the least valuable has the least base skill, however tired.
#[test]
fn the_least_valuable_by_skill() {
    let text = "agent = [{ id = \"ace\", skill = 300 }, { id = \"tired\", skill = 900, exhaustion = 80 },\n\
                { id = \"vet\", skill = 250 }]\n[mission]\nenemies = \"1 Initiate\"\n";
    let wanted = Wanted { success: 0.9, death: 0.05, least: Least::Skill };
    assert_eq!(sent(&squad(&plan(text), &wanted, &QUICK)), ["vet"]);
}

/// M-68, M-129: the cheapest squad may be larger than the smallest, because
/// wounds cost turns.
#[test]
fn picking_the_cheapest_squad() {
    let text = "[[agent]]\nid = \"a\"\ncount = 5\nskill = 120\n[mission]\npreset = \"apprehend\"\n";
    let wanted = Wanted { success: 0.7, death: 0.5, least: Least::Cost };
    let raid = plan(text);
    let table = squad(&raid, &wanted, &QUICK);
    // All are alike: there are five squads.
    let everybody = |count: usize| (0..count).collect::<Vec<_>>();
    let costs = (1..=5).filter_map(|count| raid.judge(&everybody(count), &wanted, &QUICK)?.cost);
    let least = costs.fold(f64::INFINITY, f64::min);
    let row =
        column(&table, "squad").iter().position(|ids| *ids == serde_json::json!(sent(&table)));
    assert_eq!(column(&table, "cost")[row.unwrap()], least.round() as i64);
}

/// Whoever is stopped claims nothing of what he did not see.
#[test]
fn a_search_that_was_stopped_claims_nothing() {
    let stop = std::sync::atomic::AtomicBool::new(true);
    let stopped = Sampling { effort: Effort { stop: Some(&stop), ..QUICK.effort }, ..QUICK };
    let never = Wanted { success: 0.999, death: 0.05, least: Least::Agents };
    let text = "agent = [{ id = \"a\" }, { id = \"b\", skill = 90 }]\n\
                [[enemy]]\nid = \"e\"\nskill = 900\nhp = 900\nweapon = [90, 90]\n";
    let note = squad(&plan(text), &never, &stopped).note.unwrap();
    assert!(note.starts_with("provisional: stopped early; "), "{note}");
    assert!(!note.contains("nobody can do it"), "{note}");
}
