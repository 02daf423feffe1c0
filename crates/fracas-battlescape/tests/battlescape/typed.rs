//! Orders as people type them (B-51, B-267).

use std::sync::Arc;

use fracas_battlescape::order_text::{read, spell};
use fracas_battlescape::play::Game;
use fracas_core::capability::Session;

use crate::common::{battle, skirmish, unit};

const ROWS: &str = "P . + . . . . . . . . . . . . . . E\nP . . . . . . . . . . . . . . . . E";

/// B-51: words behind an order are not passed over, least of all behind one that
/// ends a turn.
#[test]
fn b_51_words_behind_an_order_are_refused() {
    let b = battle(&skirmish(ROWS, ""));
    for (line, why) in [
        ("end phse", "`phse` is not understood after `end`; did you mean `end phase`?"),
        ("end phase now", "`phase now` is not understood after `end`; did you mean `end phase`?"),
        ("end now", "`now` is not understood after `end`; did you mean `end`?"),
        ("end phase", "`end phase` is for the whole squad, not for one unit"),
        ("prone please", "`please` is not understood after `prone`; did you mean `prone`?"),
        ("stand up", "`up` is not understood after `stand`"),
        ("exit now", "`now` is not understood after `exit`"),
        ("reload gun", "`gun` is not understood after `reload`"),
        ("switch weapons", "`weapons` is not understood after `switch`"),
        ("ready 2 30 40", "`40` is not understood after `ready 2 30`; did you mean `ready 2 30`?"),
        ("move 5,1 runn", "`runn` is no way to move: walk, run, crouch"),
        ("move 5,1 runn", "did you mean `run`?"),
        ("move 5,1 reserve", "a number is missing"),
    ] {
        let refused = read(&b, &format!("rifleman 1: {line}"), None).unwrap_err().to_string();
        assert!(refused.contains(why), "{line}: {refused}");
    }
    let mut game = Game::new(Arc::new(b), 5).0;
    let refused = game.line("end phse").unwrap_err().to_string();
    assert!(refused.contains("did you mean `end phase`?"), "{refused}");
    assert!(game.orders().is_empty());
    game.line("End Phase").unwrap();
    assert_eq!(game.orders(), ["end phase"]);
}

/// B-266: other ways to write the same order.
#[test]
fn b_266_orders_may_be_written_otherwise() {
    let b = battle(&skirmish(ROWS, ""));
    for (line, same) in [
        ("move 5 1", "move 5,1"),
        ("move 5, 1", "move 5,1"),
        ("move 5 , 1 run reserve 20", "move 5,1 run reserve 20"),
        ("move [5,1] run", "move 5,1 run"),
        ("suppress 5 1", "suppress 5,1"),
        ("attack aimed at sectoid 1 head", "attack aimed head at sectoid 1"),
        ("attack aimed at sectoid 1 force HEAD", "attack aimed head force at sectoid 1"),
        ("attack snap at 5 1 force", "attack snap force at 5,1"),
        ("turn west", "turn W"),
        ("turn North-East", "turn NE"),
        ("cover southeast full step sw", "cover SE full step SW"),
    ] {
        let (unit, order) = read(&b, &format!("rifleman 1: {line}"), None).unwrap();
        assert_eq!(spell(&b, unit, &order), format!("rifleman 1: {}", same), "{line}");
    }
    for (line, why) in [
        ("move 5", "`5` is no hex of the map, which has 0,0 to 17,1: column and row, such as 7,3"),
        ("move 5 90", "`5 90` is no hex of the map"),
        ("move 51", "`51` is no hex of the map"),
        ("move 5;1", "`5;1` is no hex of the map"),
        ("move 99999999999999999999,1", "is no hex of the map"),
        ("door 5,1 please", "`5,1 please` is no hex of the map"),
        ("turn north", "`north` is no direction: E, SE, SW, W, NW, NE"),
        ("turn", "a direction is missing: E, SE"),
        ("attack aimed at head", "`head` is neither a unit in sight nor a hex"),
        ("attack aimed at nobody head", "`nobody` is neither a unit in sight"),
    ] {
        let refused = read(&b, &format!("rifleman 1: {line}"), None).unwrap_err().to_string();
        assert!(refused.contains(why), "{line}: {refused}");
    }
    // A name that ends like that is a name.
    let text =
        skirmish(ROWS, "").replace("class = 'sectoid'", "class = 'sectoid', name = 'Big head'");
    let big = battle(&text);
    let line = "rifleman 1: attack aimed at Big head 1";
    let (unit, order) = read(&big, line, None).unwrap();
    assert_eq!(spell(&big, unit, &order), line);
}

/// B-267: a sign of the map in the other case, where nobody has the very sign.
#[test]
fn b_267_signs_in_the_other_case() {
    let b = battle(&skirmish("P . . . . . E\nP . . . . . E", ""));
    let game = Game::new(Arc::new(b), 5).0;
    let view = game.view();
    let sign = view.mark(unit(game.battle(), "sectoid 2")).to_ascii_uppercase();
    let (who, order) = view.read(&format!("1: attack snap at {sign}")).unwrap();
    assert_eq!(spell(game.battle(), who, &order), "rifleman 1: attack snap at sectoid 2");
    let hidden = Game::new(Arc::new(battle(&skirmish(ROWS, "light = 'dark'"))), 5).0;
    let why = hidden.view().read("1: attack snap at A").unwrap_err().to_string();
    assert!(why.contains("neither a unit in sight"), "{why}");
    // In a squad so large that somebody has the very sign, he is meant.
    let many = skirmish(&format!("{}. . E E", "P ".repeat(20)), "");
    let game = Game::new(Arc::new(battle(&many)), 5).0;
    let (b, view) = (game.battle(), game.view());
    let small = view.mark(unit(b, "sectoid 2"));
    let large = small.to_ascii_uppercase();
    let own = view.own().find(|own| view.mark(*own) == large).unwrap();
    let (who, order) = view.read(&format!("{large}: attack snap at {small}")).unwrap();
    assert_eq!(who, own);
    assert!(spell(b, who, &order).ends_with(": attack snap at sectoid 2"));
}
