use super::*;
use crate::{Goal, Method, Search, Way};

fn ask(aim: &str, money: f64) -> BestAsk {
    BestAsk { aim: aim.to_owned(), least: false, money, trials: None, all: 0 }
}

fn choices(texts: &[&str]) -> Vec<Choice> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

fn best(text: &str, texts: &[&str], ask: BestAsk) -> Best {
    let scenario = Scenario::new("battle.toml", text);
    Best::new(Registry::standard(), scenario, choices(texts), ask, Some(0)).unwrap()
}

/// Every affordable combination with its odds, exact where that is cheap, the
/// best first.
fn brute_force(question: &Best, outcome: &str) -> Vec<(f64, bool)> {
    let mut all: Vec<(f64, bool)> = Vec::new();
    for point in question.money.all(10_000) {
        let variant = question.grid.variant(&point);
        let Ok(battle) = question.variants.battle(variant) else { continue };
        let exact = battle.odds(Way::Exact(Budget(1 << 18)), 0, &Effort::default());
        let fought = || battle.odds(Goal::Trials(50_000), 1, &Effort::default());
        let odds = exact.or_else(|_| fought()).unwrap().odds;
        let p = odds.outcomes.iter().find(|known| known.name == outcome).unwrap().p;
        all.push((p, odds.method == Method::Exact));
    }
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all
}

/// The best and brute force agree, exactly where odds are exact.
fn agrees(text: &str, texts: &[&str], outcome: &str, money: f64) -> BestFound {
    let question = best(text, texts, ask(outcome, money));
    let truth = brute_force(&question, outcome);
    let found = question.carry_out(&Effort::default());
    // Fought odds may be off by a point.
    let ((most, exact), near) = (truth[0], found.best.value);
    let error = near.error() + if exact { 1e-9 } else { 0.01 };
    assert!((near.value - most).abs() <= error, "{found:?} {most}");
    assert_eq!(found.possible, Some(found.tried));
    assert!(found.best.cost <= money && !found.provisional);
    found
}

const FORD: &str = "ruleset = 'olympia'\n[[attacker.stack]]\nnoble = 'A'\n\
    [[defender.stack]]\nnoble = 'D'\nmen.pikeman = 9\nmen.archer = 3\n";
const MEN: [&str; 2] =
    ["attacker.stack[0].men.knight=0..3 cost 40", "attacker.stack[0].men.pikeman=0..12 cost 10"];

#[test]
fn olympia_agrees_with_brute_force() {
    let found = agrees(FORD, &MEN, "attacker", 120.0);
    assert!((2..=4).contains(&found.prices.len()));
    assert!(found.prices.iter().any(|price| price.per_point.is_some_and(|each| each > 0.0)));
}

/// `men.knight` is that of the side that is to win.
#[test]
fn short_paths_mean_the_side_that_fights_for_it() {
    let short = ["men.knight=0..1 cost 40", "men.pikeman=0..2 cost 10"];
    let found = best(FORD, &short, ask("attacker", 60.0)).carry_out(&Effort::default());
    assert!(found.best.choices.contains_key("attacker.stack[0].men.knight"));
}

#[test]
fn mfd_agrees_with_brute_force() {
    let bridge = "ruleset = 'mfd'\nheroes.fighters = [{ name = 'A', xp = 1000 }, { name = 'B', xp = 1000 }]\n\
        villains.fighters = [{ name = 'C', xp = 6000 }]\n";
    let xp = [
        "heroes.fighters[A].xp=1000..9000..2000 cost 0.01",
        "heroes.fighters[B].xp=1000..9000..2000 cost 0.01",
    ];
    agrees(bridge, &xp, "heroes", 100.0);
}

#[test]
fn mission_agrees_with_brute_force_over_squads() {
    let raid = "ruleset = 'mission'\n[[agent]]\nid = 'ann'\nskill = 130\n[[agent]]\nid = 'bob'\n\
        [[agent]]\nid = 'cy'\nskill = 60\n[mission]\nenemies = '2 Soldier'\n";
    let squad = ["agent[ann]=0..1 cost 3", "agent[bob]=0..1 cost 2", "agent[cy]=0..1 cost 1"];
    let found = agrees(raid, &squad, "success", 4.0);
    // Nobody at all makes no battle.
    assert_eq!(found.impossible, 1);
    assert_eq!(found.best.choices["agent[ann]"], "1");
}

#[test]
fn andor_agrees_with_brute_force() {
    let duel = "ruleset = 'andor'\n[player]\nbase = { hp = 20, attack_chance = 70, damage = '3-6' }\n\
        [[monster]]\nname = 'Wolf'\nhp = 24\nattack_chance = 75\ndamage = '2-5'\n";
    let base =
        ["player.base.hp=10..40..10 cost 1", "player.base.attack_chance=50..90..10 cost 0.5"];
    agrees(duel, &base, "win", 60.0);
}

/// Whom to take along: battles are dear, so that a few hundred of each must do.
#[test]
fn battlescape_agrees_with_brute_force() {
    let yard = "ruleset = 'battlescape'\n[map]\nrows = \"\"\"\nP , , , , , , , E\n P , b , , b , , E\n\
        P , , , , , , , E\n P , b , , b , , E\n\"\"\"\nbase = 'grass'\nzones = { P = 'west', E = 'east' }\n\
        [[squad]]\nside = 'player'\nspawn = 'west'\nunits = [{ class = 'rifleman', name = 'Ada' }, \
        { class = 'civilian', name = 'Bo' }, { class = 'heavy', name = 'Cy' }]\n\
        [[squad]]\nside = 'enemy'\nspawn = 'east'\nunits = [{ class = 'rifleman', name = 'Dag' }]\n\
        [[objective]]\nkind = 'eliminate'\nprimary = true\n";
    let along = ["squad[0].units[1]=0..1 cost 1", "squad[0].units[2]=0..1 cost 1"];
    let question = best(yard, &along, BestAsk { trials: Some(256), ..ask("victory", 1.0) });
    let odds = |point: &Vec<u64>| {
        let battle = question.variants.battle(question.grid.variant(point)).unwrap();
        let odds = battle.odds(Goal::Trials(256), 1, &Effort::default()).unwrap().odds;
        odds.outcomes.iter().find(|known| known.name == "victory").unwrap().p
    };
    let all = question.money.all(99);
    let truth = all.iter().map(odds).fold(0.0, f64::max);
    let found = question.carry_out(&Effort::default());
    assert!((found.best.value.value - truth).abs() <= found.best.value.error() + 0.07, "{found:?}");
    assert_eq!((found.possible, found.best.choices["squad[0].units[2]"].as_str()), (Some(3), "1"));
}

/// Too many to try them all: the search finds the best, or one that is as good
/// within a point.
#[test]
fn a_search_comes_as_far_as_brute_force() {
    let whole = best(FORD, &MEN, ask("attacker", 120.0));
    let truth = brute_force(&whole, "attacker");
    let few = BestAsk { all: 4, ..ask("attacker", 120.0) };
    let found = best(FORD, &MEN, few).carry_out(&Effort::default());
    assert!(found.possible.is_none() && found.tried > 4);
    assert!(truth[0].0 - found.best.value.value < 0.01, "{found:?} {:?}", truth[0]);
}

#[test]
fn threads_and_lost_pieces_change_nothing() {
    let few = || BestAsk { trials: Some(1024), ..ask("mean attacker_lost", 60.0) };
    let least = || BestAsk { least: true, ..few() };
    let alone = best(FORD, &MEN, least()).carry_out(&Effort::default());
    let threads = Effort { threads: 3, ..Effort::default() };
    assert_eq!(best(FORD, &MEN, least()).carry_out(&threads), alone);
    let mut by_hand = best(FORD, &MEN, least());
    let mut turn = 0;
    while !by_hand.is_done() {
        for piece in by_hand.ask(6).iter().rev() {
            turn += 1;
            if turn % 5 == 0 {
                by_hand.lose(piece);
                continue;
            }
            let found = work(&*by_hand.variants.clone(), piece, &Effort::default());
            by_hand.take(piece, found.clone());
            by_hand.take(piece, found);
        }
    }
    assert_eq!(by_hand.answer(), Some(alone));
}

#[test]
fn what_cannot_be_chosen_is_said() {
    let says = |texts: &[&str], aim: &str, money: f64| {
        let scenario = Scenario::new("battle.toml", FORD);
        let found =
            Best::new(Registry::standard(), scenario, choices(texts), ask(aim, money), None);
        found.err().unwrap().to_string()
    };
    assert_eq!(says(&[], "attacker", 9.0), "0 choices; allowed are 1 to 64");
    assert!(says(&MEN, "atacker", 9.0).contains("did you mean `attacker`?"));
    let dear = ["attacker.stack[0].men.knight=2..3 cost 40"];
    assert_eq!(says(&dear, "attacker", 9.0), "even the cheapest costs 80, and there is 9");
    let nowhere = ["attacker.stack[4].men.knight=2..3 cost 40"];
    assert!(says(&nowhere, "attacker", 900.0).contains("there is no"));
}

/// The value of the winner is told from fresh dice and holds.
#[test]
fn what_is_told_of_the_winner_holds() {
    let ask =
        |trials| BestAsk { trials: Some(trials), ..ask("attacker and attacker_lost <= 9", 120.0) };
    let found = best(FORD, &MEN, ask(2048)).carry_out(&Effort::default());
    let mut army = Scenario::new("battle.toml", FORD);
    for (path, men) in &found.best.choices {
        army.set(path, men.parse::<i64>().unwrap()).unwrap();
    }
    let battle = army.battle().unwrap();
    let condition = battle.condition("attacker and attacker_lost <= 9").unwrap();
    let mut fits = 0;
    let mut trial = 0;
    while let Search::Found(at) = battle.find(&condition, 99, trial..20_000, &Effort::default()) {
        fits += 1;
        trial = at + 1;
    }
    let share = f64::from(fits) / 20_000.0;
    assert!(
        found.best.value.low - 0.01 <= share && share <= found.best.value.high + 0.01,
        "{share}"
    );
}
