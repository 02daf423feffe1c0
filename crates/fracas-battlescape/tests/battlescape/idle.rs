//! §19, B-282: nobody who attacks lies pinned for ever.

use fracas_battlescape::ai::{Decision, decide};
use fracas_battlescape::orders::Order;
use fracas_battlescape::view::View;

use crate::table::{Table, man, rows, scene, vega};

/// Who shoots at nobody: he hits nothing.
const HOPELESS: &str = "items = [], accuracy = 1, mindless = true";
/// Points that make somebody suppressed (B-214).
const SUPPRESSED: u8 = 3;

fn decided(table: &Table) -> Decision {
    let unit = table.id("Vega");
    decide(&View::of_unit(&table.battle, &table.state, unit), unit)
}

/// Turns for which he has done nothing after a phase that began with so many,
/// and in which his first order was this.
fn idle_after(more: &str, idle: u8, tu: u16) -> (u8, Order) {
    let ours = vega(2, 0, &format!("{HOPELESS}, mode = 'hold', {more}"));
    let enemy = man("sectoid", "Grey", 9, 0, "facing = 'W'");
    let mut table = scene("", &rows(". . . . . . . . . . ."), &ours, &enemy);
    table.unit_mut("Vega").mind.idle = idle;
    table.unit_mut("Vega").tu = tu;
    let decision = decided(&table);
    (decision.mind.idle, decision.order)
}

/// B-282: turns count in which a unit gives no order but to turn or end.
#[test]
fn b_282_idle_turns_are_counted() {
    assert_eq!(idle_after("facing = 'E'", 0, 0), (1, Order::End));
    assert_eq!(idle_after("facing = 'E'", 1, 0), (2, Order::End));
    let (idle, order) = idle_after("facing = 'W'", 1, 9);
    assert!(matches!(order, Order::Turn(_)), "{order:?}");
    assert_eq!(idle, 2);
    let (idle, order) = idle_after("facing = 'E'", 1, 100);
    assert!(matches!(order, Order::Ready { .. }), "{order:?}");
    assert_eq!(idle, 0);
}

/// B-282: the second order of a phase is no second turn.
#[test]
fn b_282_idle_turns_are_counted_once() {
    let ours = vega(2, 0, HOPELESS);
    let mut table = scene("", &rows(". . . # ."), &ours, &man("sectoid", "Grey", 4, 0, ""));
    table.unit_mut("Vega").tu = 0;
    table.unit_mut("Vega").mind = decided(&table).mind;
    assert_eq!(decided(&table).mind.idle, 1);
}

/// How many hexes nearer to an enemy somebody goes, over all distances, who has
/// done nothing for so many turns.
fn goes_nearer(mode: &str, idle: u8) -> i64 {
    let line = ". . . . . . . . . . . . . .";
    let nearer = |foe: usize| {
        let ours = vega(1, 1, &format!("{HOPELESS}, mode = '{mode}'"));
        let enemy = man("muton", "Grey", foe, 1, "facing = 'W', items = []");
        let mut table = scene("", &rows(&[line; 3].join("\n")), &ours, &enemy);
        table.unit_mut("Vega").mind.idle = idle;
        let Order::Move { to, .. } = decided(&table).order else { return 0 };
        let far = |at| i64::from(table.battle.field.distance(at, table.unit("Grey").at()));
        far(table.unit("Vega").at()) - far(to)
    };
    (5..12).map(nearer).sum()
}

/// B-282: who attacks and has done nothing for two turns fears less and goes
/// nearer; who defends does not.
#[test]
fn b_282_idle_attackers_go_nearer() {
    for mode in ["aggressive", "cautious"] {
        let gone = [0, 1, 2, 3].map(|idle| goes_nearer(mode, idle));
        assert_eq!(gone[0], gone[1], "{mode}");
        assert!(gone[2] > gone[0] + 5, "{mode}: {gone:?}");
        assert_eq!(gone[2], gone[3], "{mode}");
    }
    assert_eq!(goes_nearer("defensive", 2), goes_nearer("defensive", 0));
}

/// Whether somebody of some accuracy steps into the open to shoot at enemies
/// whom a friend sees, which takes him no nearer.
fn steps_out(mode: &str, idle: u8, accuracy: u8) -> bool {
    let map = "x x x x x x x x x x x x x x x\n\
               x x x x x . x x x x x x x x x\n\
               x x x x x . L L L L L . . L .";
    let himself = format!(
        "items = [], mindless = true, weapon = 'pistol', mode = '{mode}', accuracy = {accuracy}"
    );
    let ours = [vega(5, 1, &himself), man("rifleman", "Ann", 14, 2, "facing = 'W'")];
    let enemies = [11, 12].map(|col| man("muton", &format!("Grey {col}"), col, 2, "facing = 'W'"));
    let mut table = scene("", &rows(map), &ours.join(", "), &enemies.join(", "));
    assert!(table.player_sees("Grey 11") && !table.sees("Vega", 11, 2));
    let away = |col, row| table.battle.field.distance(table.hex(col, row), table.hex(11, 2));
    assert_eq!(away(5, 1), away(5, 2));
    table.unit_mut("Vega").mind.idle = idle;
    matches!(decided(&table).order, Order::Move { .. })
}

/// B-282: who attacks and has done nothing for two turns counts a quarter of
/// his care: he steps out for less than before.
#[test]
fn b_282_idle_attackers_fear_less() {
    let out = |mode: &str, idle: u8| {
        let accuracies = (20..=100).step_by(10);
        accuracies.filter(|accuracy| steps_out(mode, idle, *accuracy)).count()
    };
    for mode in ["aggressive", "cautious"] {
        let gone = [0, 1, 2].map(|idle| out(mode, idle));
        assert_eq!(gone[0], gone[1], "{mode}");
        assert!(gone[2] > gone[0], "{mode}: {gone:?}");
    }
    assert_eq!(out("defensive", 2), out("defensive", 0));
}

/// Whether somebody stays who can go nowhere but away from an enemy whom he
/// cannot hit.
fn stays(mode: &str, idle: u8, suppression: u8) -> bool {
    let map = rows(". . . L L L L L L L L .");
    let ours = vega(2, 0, &format!("{HOPELESS}, mode = '{mode}', facing = 'E'"));
    let enemy = man("sectoid", "Grey", 11, 0, "facing = 'W', accuracy = 1, abilities = []");
    let mut table = scene("", &map, &ours, &enemy);
    assert!(table.player_sees("Grey"));
    table.unit_mut("Vega").mind.idle = idle;
    table.unit_mut("Vega").suppression = suppression;
    !matches!(decided(&table).order, Order::Move { .. })
}

/// B-282: if he cannot even get ready, to stay counts ten hit points less.
#[test]
fn b_282_nobody_waits_who_cannot_get_ready() {
    for mode in ["aggressive", "cautious"] {
        assert!(stays(mode, 1, SUPPRESSED), "{mode}: for one turn he does");
        assert!(!stays(mode, 2, SUPPRESSED), "{mode}: for two he does not");
        assert!(stays(mode, 2, 0), "{mode}: he gets ready");
    }
    assert!(stays("defensive", 2, SUPPRESSED));
}
