//! §19: who takes care of whom, and of whom it is not made short work.

use fracas_battlescape::ai::{Decision, Reason, decide};
use fracas_battlescape::orders::{Order, Target};
use fracas_battlescape::view::View;

use crate::table::{Table, man, rows, scene, vega};

const LINE: &str = ". . . . . . . . . . . . . . . . . . . .";
const WALLED: &str = ". . . . . . . . . . . . . . . # . . . .";

fn decided(table: &mut Table, name: &str) -> Decision {
    let unit = table.id(name);
    let decision = decide(&View::of_unit(&table.battle, &table.state, unit), unit);
    table.state.unit_mut(unit).mind = decision.mind.clone();
    decision
}

fn field(line: &str) -> String {
    rows(&[line; 3].join("\n"))
}

/// B-280: with nobody in sight whoever has a medikit goes to a friend who has lost
/// as much as is dressed, and dresses him when he is there.
#[test]
fn b_280_medics_go_to_the_hurt() {
    let goes = |hp: u16, items: &str| {
        let ours = [vega(1, 1, items), man("rifleman", "Hurt", 9, 1, &format!("hp_now = {hp}"))]
            .join(", ");
        let mut table = scene("", &field(WALLED), &ours, &man("sectoid", "Grey", 19, 1, ""));
        let decision = decided(&mut table, "Vega");
        let Order::Move { to, .. } = decision.order else { return None };
        let left = table.battle.field.distance(to, table.hex(9, 1));
        table.put("Vega", 8, 1);
        Some((decision.why == Reason::Care, left, decided(&mut table, "Vega").order))
    };
    let (for_care, left, then) = goes(20, "items = [\"medikit\"]").expect("a move");
    assert!(for_care && left == 1, "{left}");
    assert!(matches!(then, Order::Use { .. }), "{then:?}");
    for (hp, items) in [(36, "items = [\"medikit\"]"), (20, "items = []")] {
        assert!(goes(hp, items).is_none_or(|(for_care, ..)| !for_care), "{hp} {items}");
    }
}

/// B-280, B-272: a medic who may not leave his post as far goes back to it all the same.
#[test]
fn b_280_medics_keep_their_posts() {
    let ours = [
        vega(9, 1, "mode = 'defensive', items = [\"medikit\"]"),
        man("rifleman", "Hurt", 1, 1, "hp_now = 20, items = []"),
    ];
    let mut table = scene("", &field(WALLED), &ours.join(", "), &man("sectoid", "Grey", 19, 1, ""));
    let post = table.hex(13, 1);
    table.unit_mut("Vega").mind.post = post;
    let Decision { order, why, .. } = decided(&mut table, "Vega");
    let Order::Move { to, .. } = order else { panic!("{order:?}") };
    assert_ne!(why, Reason::Care);
    assert!(table.battle.field.distance(to, post) < 4, "{}", table.battle.field.col_row(to));
}

/// B-273: the beaten go neither back to their post nor at once to their friends.
#[test]
fn b_273_the_beaten_stay_away() {
    let ours = [
        vega(1, 1, "mode = 'defensive', items = []"),
        man("rifleman", "Friend", 12, 1, "items = []"),
    ];
    let mut table = scene("", &field(WALLED), &ours.join(", "), &man("sectoid", "Grey", 19, 1, ""));
    let post = table.hex(9, 1);
    let vega = table.unit_mut("Vega");
    (vega.hp, vega.mind.post, vega.mind.contact) = (4, post, 1);
    assert!(!matches!(decided(&mut table, "Vega").order, Order::Move { .. }));
    // After two turns without contact he goes back to his friends.
    table.state.turn = 3;
    table.unit_mut("Vega").mind.moves = 0;
    assert!(matches!(decided(&mut table, "Vega").order, Order::Move { .. }));
}

/// B-275: whoever is to be captured is not shot; what stuns is taken into the hand,
/// and he is struck with it.
#[test]
fn b_275_wanted_alive() {
    let text = |kind: &str, arms: &str, enemy: usize| {
        let who = if kind == "capture" { "unit = 'Grey'\n" } else { "" };
        Table::read(format!(
            "ruleset = 'battlescape'\nstrength = 'veteran'\n[map]\n{}\n[[squad]]\nside = 'player'\n\
             units = [{}]\n[[squad]]\nside = 'enemy'\nunits = [{}]\n\
             [[objective]]\nkind = '{kind}'\n{who}primary = true\n",
            field(LINE),
            vega(4, 1, &format!("items = [], facing = 'E', {arms}")),
            man("sectoid", "Grey", enemy, 1, "facing = 'W'"),
        ))
    };
    let attacks = |table: &mut Table| {
        let Decision { order, mind, .. } = decided(table, "Vega");
        let plan: Vec<Order> = [order].into_iter().chain(mind.plan).collect();
        plan.iter().any(|order| matches!(order, Order::Attack { target: Target::Unit(_), .. }))
    };
    let rifle = "weapon = 'assault_rifle'";
    assert!(attacks(&mut text("eliminate", rifle, 8)));
    assert!(!attacks(&mut text("capture", rifle, 8)));
    let both = "weapon = 'assault_rifle', secondary = 'stun_rod'";
    assert_eq!(decided(&mut text("capture", both, 8), "Vega").order, Order::Switch);
    assert_ne!(decided(&mut text("capture", both, 18), "Vega").order, Order::Switch);
    assert!(attacks(&mut text("capture", "weapon = 'stun_rod', secondary = 'none'", 5)));
}

/// B-276: a friend's life counts in a blast, and the more the likelier it is lost.
#[test]
fn b_276_a_friends_life_counts() {
    let worth = |hp: u16| {
        let ours = [
            vega(2, 1, "items = ['frag_grenade']"),
            man("rifleman", "Friend", 10, 1, &format!("hp_now = {hp}")),
        ];
        let table = scene("", &field(LINE), &ours.join(", "), &man("sectoid", "Grey", 9, 1, ""));
        let unit = table.id("Vega");
        let view = View::of_unit(&table.battle, &table.state, unit);
        let item = view.mine(unit).items[0].item;
        view.grenades(unit, item).expect("it harms").on_target(table.hex(9, 1))
    };
    // Of two hit points twice two are lost, and 30 for the life.
    let (none, weak) = (worth(60), worth(2));
    assert!(weak < none - 1000, "{weak} {none}");
}
