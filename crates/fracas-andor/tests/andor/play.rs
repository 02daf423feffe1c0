//! A hero who is played.

use fracas_andor::Andor;
use fracas_andor::items::Slot;
use fracas_andor::measures;
use fracas_andor::play::Game;
use fracas_andor::rules::policy::Order;
use fracas_andor::state::Verdict;
use fracas_core::capability::{Play, Session};
use fracas_core::decide::{Question, Worth, solve};
use fracas_core::odds::Budget;
use fracas_core::ruleset::Ruleset;

use crate::common::battle;

const YARD: &str = "[player]\nbase = { hp = 30, attack_cost = 4, attack_chance = 90, damage = '2-5' }\nequip = ['stick']\nbag = { tonic = 1, sword = 1 }\n\
    [item.stick]\nslot = 'weapon'\nattack_cost = 3\n[item.sword]\nslot = 'weapon'\nattack_cost = 5\ndamage = '3-6'\n[item.tonic]\nheal = '5-10'\n\
    [[monster]]\nname = 'rat'\nhp = 12\nattack_cost = 5\nattack_chance = 60\ndamage = '1-3'\n";

#[test]
fn a_22_a_23_choices_cost_what_they_cost() {
    let b = battle(YARD);
    let b = std::sync::Arc::new(b);
    let game = Game::new(b.clone(), 7, &mut |_| {});
    let choices = game.choices();
    let costs = |order: Order| {
        choices.iter().find(|choice| choice.order == order).map(|choice| choice.cost)
    };
    assert_eq!(costs(Order::Attack(0)), Some(3));
    assert_eq!(costs(Order::Use(0)), Some(5));
    assert_eq!(costs(Order::Move(4)), Some(6));
    assert_eq!(costs(Order::PutOn(1, Slot::Weapon)), Some(5));
    assert_eq!(costs(Order::TakeOff(Slot::Weapon)), Some(5));
    assert_eq!(costs(Order::End), Some(0));
    // Somebody stands in the north.
    assert_eq!(costs(Order::Move(0)), None);
    assert!(choices[0].odds.contains("hits 75%"), "{}", choices[0].odds);
}

#[test]
fn a_23_what_cannot_be_done_changes_nothing() {
    let b = battle(YARD);
    let b = std::sync::Arc::new(b);
    let mut game = Game::new(b.clone(), 7, &mut |_| {});
    for (order, why) in [
        (Order::Attack(3), "no such monster"),
        (Order::Move(0), "somebody stands there"),
        (Order::Use(1), "does nothing"),
        (Order::PutOn(0, Slot::Head), "not worn as head"),
        (Order::PutOn(1, Slot::Shield), "two weapons need profile = current"),
        (Order::TakeOff(Slot::Head), "nothing is worn there"),
    ] {
        let said = game.order(order, &mut |_| {}).unwrap_err();
        assert!(said.contains(why), "{said}");
    }
    assert_eq!(game.state().hero.ap, 10);
    game.order(Order::Move(4), &mut |_| {}).unwrap();
}

#[test]
fn undo_takes_back_what_no_die_decided() {
    let b = battle(YARD);
    let b = std::sync::Arc::new(b);
    let mut game = Game::new(b.clone(), 7, &mut |_| {});
    assert!(game.undo().unwrap_err().contains("nothing was ordered"));
    game.order(Order::PutOn(1, Slot::Weapon), &mut |_| {}).unwrap();
    assert_eq!((game.state().hero.attack_cost, game.state().hero.ap), (5, 5));
    game.undo().unwrap();
    assert_eq!((game.state().hero.attack_cost, game.state().hero.ap), (3, 10));
    game.order(Order::Attack(0), &mut |_| {}).unwrap();
    assert!(game.undo().unwrap_err().contains("a die was thrown"));
}

#[test]
fn a_24_a_78_a_game_ends_and_plays_again_identically() {
    let b = battle(YARD);
    let mut told = Vec::new();
    let b = std::sync::Arc::new(b);
    let mut game = Game::new(b.clone(), 7, &mut |event| told.push(event));
    while game.verdict().is_none() {
        let order = game.advice();
        game.order(order, &mut |event| told.push(event)).unwrap();
    }
    assert_eq!(game.verdict(), Some(Verdict::Win));
    assert!(game.order(Order::End, &mut |_| {}).unwrap_err().contains("over"));
    let mut heard = Vec::new();
    let mut again = Andor.begin(b.clone(), 7, &mut |event| heard.push(event));
    for order in game.orders() {
        again.order(&order, &mut |event| heard.push(event)).unwrap();
    }
    assert_eq!(again.outcome(), game.outcome());
    assert_eq!(heard, told);
    // Playing the advice is fighting by the policy: the same battle.
    let mut dice = fracas_core::chance::Rolled::new(7, 0, fracas_core::chance::Purpose::Battle);
    let mut events = Vec::new();
    fracas_core::odds::fight_loud::<fracas_andor::Andor>(&b, &mut dice, &mut |event| {
        events.push(event)
    })
    .unwrap();
    assert_eq!(events, told);
}

#[test]
fn what_is_no_order_is_refused() {
    let mut session = Andor.begin(battle(YARD).into(), 7, &mut |_| {});
    let refused = session.order("dance", &mut |_| {}).unwrap_err();
    assert_eq!(refused.to_string(), "`dance` is no order");
    assert!(session.orders().is_empty());
    let advice = session.advice();
    assert!(session.choices().iter().any(|choice| choice.order == advice));
}

#[test]
fn a_15_a_104_a_two_handed_weapon_needs_both_hands_wherever_it_is_held() {
    let b = battle(
        "profile = 'current'\n[player]\nequip = ['knife']\nbag = { pike = 1 }\n\
         [item.knife]\nslot = 'weapon'\n[item.pike]\nslot = 'weapon'\ntwo_handed = true\n[[monster]]\n",
    );
    let b = std::sync::Arc::new(b);
    let mut game = Game::new(b.clone(), 7, &mut |_| {});
    let pike = b.stock.iter().position(|item| b.item(*item).id == "pike").unwrap();
    let said = game.order(Order::PutOn(pike, Slot::Shield), &mut |_| {}).unwrap_err();
    assert!(said.contains("leaves no hand"), "{said}");
    game.order(Order::PutOn(pike, Slot::Weapon), &mut |_| {}).unwrap();
}

/// The hint of a played hero is the best decision of every state he comes to:
/// what it promises is what the whole battle is worth, and the best of what
/// it lists is what `solve --decide` would do.
#[test]
fn a_hint_is_the_best_decision() {
    let b = std::sync::Arc::new(battle(YARD));
    let mut game = Game::new(b.clone(), 7, &mut |_| {});
    let hero = game.query("hero").unwrap();
    assert_eq!((&hero["ap"], &hero["bag"][0]["id"]), (&10.into(), &"tonic".into()));
    assert_eq!(hero["choices"].as_array().map(Vec::len), Some(game.choices().len()));
    let worth = Worth::read("win", Andor::OUTCOMES, &measures::list(&b)).unwrap();
    let budget = Budget(20_000_000);
    let question = Question { worth, decider: 0, budget, rows: 1, whole: false };
    let all = solve::<Andor>(&b, &question).unwrap().decisions().unwrap();
    let hint = game.query("best").unwrap();
    let promised = hint["choices"][0]["worth"].as_f64().unwrap();
    assert!((promised - all.best.worth).abs() < 1e-9, "{promised} {}", all.best.worth);
    while game.verdict().is_none() {
        let hint = game.query("best").unwrap();
        let choices = hint["choices"].as_array().unwrap();
        let worths: Vec<f64> = choices.iter().filter_map(|one| one["worth"].as_f64()).collect();
        assert!(worths.is_sorted_by(|one, next| one >= next), "{hint}");
        let order = choices[0]["order"].as_str().unwrap().to_owned();
        Session::order(&mut game, &order, &mut |_| {}).unwrap();
    }
    assert_eq!(game.query("best").unwrap()["choices"], serde_json::json!([]));
    assert!(game.query("best fly").is_err());
    let why = game.query("bst").unwrap_err().to_string();
    assert!(why.contains("did you mean best"), "{why}");
}
