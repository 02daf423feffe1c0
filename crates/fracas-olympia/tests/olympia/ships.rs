//! Ships: sinking, changing over, adrift (O-56, O-58, O-59, O-73, O-76).

use fracas_core::capability::Tell;
use fracas_olympia::Olympia;
use serde_json::{Value, json};

use crate::common::*;

/// Gull attacks Tern; `gull` and `tern` are their damage.
fn fleet(place: &str, gull: u8, tern: u8, more: &str) -> String {
    format!(
        "place.terrain = '{place}'\n{more}
         attacker.structure = {{ kind = 'galley', name = 'Gull', defense = 0, damage = {gull} }}
         attacker.stack = [{{ noble = 'A', goods = {{ gold = 3 }} }}]
         defender.structure = {{ kind = 'galley', name = 'Tern', defense = 0, damage = {tern} }}
         defender.stack = [{{ noble = 'D', goods = {{ gold = 7 }} }}]"
    )
}

/// Both ships float: A hits D, or D hits A.
const A_HITS: &str = "attacker 1/2, target 2/2, hit 1/160, wound 1/100\n";
const D_HITS: &str = "attacker 2/2, target 2/2, hit 1/160, wound 1/100\n";
/// A ship of damage 99 and no defense sinks at the first blow.
const TERN_SINKS: &str = "attacker 1/2, target 1/2\n";
const GULL_SINKS: &str = "attacker 2/2, target 1/2\n";
/// The other's ship is gone, so there is no choice of target.
const A_HITS_SWIMMER: &str = "attacker 1/2, hit 1/160, wound 1/100\n";
const FREE: &str = "illness 1/100, prisoner 76/100";
const TAKEN: &str = "illness 1/100, prisoner 75/100";

fn inside(told: &Told, side: &str) -> Value {
    told.fact("positions")[side]["inside"].clone()
}

fn place(told: &Told, side: &str) -> Value {
    told.fact("positions")[side]["where"].clone()
}

/// O-56: at sea engines are ignored by both sides, but are looted with the rest.
#[test]
fn o_56_engines_at_sea_are_goods() {
    let text = "place.terrain = 'ocean'
         attacker.structure = { kind = 'galley', defense = 0 }
         attacker.stack = [{ noble = 'A', men = { catapult = 2 } }]
         defender.structure = { kind = 'galley', defense = 0 }
         defender.stack = [{ noble = 'D', men = { catapult = 3 } }]";
    let at_sea = battle(text);
    for (side, noble) in [(ATTACKER, "A"), (DEFENDER, "D")] {
        assert_eq!(able(&at_sea, start(&at_sea), side), [entry(1, noble, 80)]);
        assert_eq!(
            exposed(&at_sea, start(&at_sea), side),
            [entry(1, "structure", 0), entry(1, noble, 80)]
        );
    }
    let told = fight(text, &format!("{A_HITS} {TAKEN}"));
    assert_eq!(told.measure("loot.men"), 3);
    assert_eq!(told.measure("defender_lost.catapult"), 0);
    // In port they are used.
    let docked = battle(&text.replace("ocean", "port"));
    assert_eq!(able_count(&docked, start(&docked), ATTACKER), 3);
}

/// O-73, O-77: the victor takes the ship; losers without one are adrift, alive,
/// with men and goods, and reading that back is E-11.
#[test]
fn o_73_losers_of_a_taken_ship_are_adrift() {
    let told = fight(&fleet("ocean", 0, 0, ""), &format!("{A_HITS} {FREE}"));
    assert_eq!(
        (inside(&told, "attacker"), inside(&told, "defender")),
        (json!("Tern"), Value::Null)
    );
    assert_eq!(place(&told, "defender"), "adrift");
    assert_eq!(told.measure("noble.D.killed"), 0);
    let text = told.aftermath();
    assert!(text.contains("where = \"adrift\"") && text.contains("gold = 7"), "{text}");
    let refused = read(&text).expect_err("nobody can stand on the ocean");
    assert!(
        refused.iter().any(|found| found.code == Some("E-11") && found.place.path == "defender")
    );
}

/// O-73: 75 is the best chance of a prisoner at sea too.
#[test]
fn o_73_the_limits_of_capture_hold_at_sea() {
    let told = fight(&fleet("ocean", 0, 0, ""), &format!("{A_HITS} {TAKEN}"));
    assert_eq!((told.measure("noble.D.captured"), told.measure("loot.gold")), (1, 7));
    let told = fight(&fleet("ocean", 0, 0, ""), &format!("{A_HITS} {FREE}"));
    assert_eq!((told.measure("noble.D.captured"), told.measure("loot.gold")), (0, 0));
}

/// O-76: beaten attackers stay on their ship; beaten defenders too if it is not taken.
#[test]
fn o_76_the_beaten_at_sea_stay_aboard() {
    let told = fight(&fleet("ocean", 0, 0, ""), &format!("{D_HITS} {FREE}"));
    assert_eq!(
        (inside(&told, "attacker"), inside(&told, "defender")),
        (json!("Gull"), json!("Tern"))
    );
    let told = fight(&fleet("ocean", 0, 0, "attacker.hold = true"), &format!("{A_HITS} {FREE}"));
    assert_eq!(
        (inside(&told, "attacker"), inside(&told, "defender")),
        (json!("Gull"), json!("Tern"))
    );
    assert_eq!(told.next().units[0].noble.name, "A", "roles stay at sea");
}

/// O-76: in port the beaten go ashore, the attackers from their own ship too.
#[test]
fn o_76_the_beaten_in_port_go_ashore() {
    let told = fight(&fleet("port", 0, 0, ""), &format!("{A_HITS} {FREE}"));
    assert_eq!(
        (inside(&told, "attacker"), place(&told, "defender")),
        (json!("Tern"), json!("fled ashore"))
    );
    let told = fight(&fleet("port", 0, 0, ""), &format!("{D_HITS} {FREE}"));
    assert_eq!(
        (inside(&told, "defender"), place(&told, "attacker")),
        (json!("Tern"), json!("fled ashore"))
    );
    assert_eq!(told.next().units[0].noble.name, "A");
}

/// O-58, O-76: both sides on one ship at sea: the losers stay aboard at the
/// end of the list, and the next battle is on that ship.
#[test]
fn o_58_o_76_one_ship_at_sea() {
    let told = fight(
        "place = { terrain = 'ocean', aboard = { kind = 'galley', name = 'Gull' } }
         attacker.position = 5
         attacker.stack = [{ noble = 'A' }]
         defender.position = 2
         defender.stack = [{ noble = 'D' }]",
        "attacker 1/2, hit 1/160, wound 1/100, illness 1/100, prisoner 76/100",
    );
    let next = told.next();
    assert_eq!(next.ground.shared.as_ref().and_then(|ship| ship.name.as_deref()), Some("Gull"));
    assert_eq!((next.sides[0].position, next.sides[1].position), (Some(2), None));
    assert_eq!(next.units[0].noble.name, "A");
}

/// O-59: losers of a ship that sank at sea are lost with men and goods, even
/// with O-90; those taken prisoner before are with the winner.
#[test]
fn o_59_the_losers_ship_sinks_at_sea() {
    let told = fight(&fleet("ocean", 0, 99, ""), &format!("{TERN_SINKS}{A_HITS_SWIMMER}{FREE}"));
    assert_eq!(told.measure("structure_collapsed"), 1);
    assert_eq!((told.measure("noble.D.killed"), told.measure("noble.D.health")), (1, 0));
    assert_eq!(told.unit("D")["fate"], "drowned");
    assert_eq!(told.measure("loot.gold"), 0);
    assert_eq!(inside(&told, "attacker"), "Gull");
    let text = told.aftermath();
    assert!(
        text.contains("stack = []") && !text.contains("gold = 7") && !text.contains("Tern"),
        "{text}"
    );
    // Who went down with his ship is not adrift.
    assert_eq!(place(&told, "defender"), Value::Null);
    assert!(!text.contains("adrift"), "{text}");
    let closing = Olympia.closing(&told.battle, &told.fought.state);
    assert!(
        closing.contains("went down with the ship") && !closing.contains("adrift"),
        "{closing}"
    );

    let told = fight(&fleet("ocean", 0, 99, ""), &format!("{TERN_SINKS}{A_HITS_SWIMMER}{TAKEN}"));
    assert_eq!((told.measure("noble.D.killed"), told.measure("noble.D.captured")), (0, 1));
    assert!(told.aftermath().contains("gold = 10"));

    let skilled =
        fleet("ocean", 0, 99, "").replace("noble = 'D'", "noble = 'D', survive_fatal = true");
    let fatal = A_HITS_SWIMMER.replace("wound 1", "wound 100");
    let told = fight(&skilled, &format!("{TERN_SINKS}{fatal}"));
    assert_eq!((told.measure("noble.D.killed"), told.measure("noble.D.health")), (1, 0));
}

/// O-59: a winner whose ship sank changes over to the other, even with `hold`;
/// a victorious defender too. The losers are adrift.
#[test]
fn o_59_the_winner_changes_over() {
    let told = fight(
        &fleet("ocean", 99, 0, "attacker.hold = true"),
        &format!("{GULL_SINKS}{A_HITS}{FREE}"),
    );
    assert_eq!(told.measure("attacker_structure_collapsed"), 1);
    assert_eq!(
        (inside(&told, "attacker"), place(&told, "defender")),
        (json!("Tern"), json!("adrift"))
    );
    assert_eq!((told.measure("noble.A.killed"), told.measure("noble.D.killed")), (0, 0));

    let told = fight(&fleet("ocean", 0, 99, ""), &format!("{TERN_SINKS}{D_HITS}{FREE}"));
    assert_eq!(
        (inside(&told, "defender"), place(&told, "attacker")),
        (json!("Gull"), json!("adrift"))
    );
    assert_eq!((told.measure("noble.A.killed"), told.measure("noble.D.killed")), (0, 0));
}

/// O-59: if both sank, both sides are lost with all they hold, prisoners too.
#[test]
fn o_59_both_ships_sink() {
    for prison in [FREE, TAKEN] {
        let told = fight(
            &fleet("ocean", 99, 99, ""),
            &format!("{TERN_SINKS}{GULL_SINKS}{A_HITS_SWIMMER}{prison}"),
        );
        assert_eq!(told.outcome(), "attacker");
        assert_eq!((told.measure("noble.A.killed"), told.measure("noble.D.killed")), (1, 1));
        let text = told.aftermath();
        assert_eq!(text.matches("stack = []").count(), 2, "{text}");
        assert!(!text.contains("where"), "{text}");
        assert!(!text.contains("gold") && !text.contains("prisoners"), "{text}");
    }
}

/// O-59: in a draw the people of a sunk ship are lost, the others sail on.
#[test]
fn o_59_a_draw_at_sea() {
    let mut endless = battle(&fleet("ocean", 0, 99, ""));
    endless.guard = 1;
    let told = fight_battle(endless, TERN_SINKS);
    assert_eq!(told.outcome(), "draw");
    assert_eq!((told.measure("noble.A.killed"), told.measure("noble.D.killed")), (0, 1));
    assert_eq!(inside(&told, "attacker"), "Gull");
    assert_eq!(told.aftermath().matches("stack = []").count(), 1);
}

/// O-59: a ship that sinks in port puts its people ashore, winners and losers.
#[test]
fn o_59_a_ship_sinks_in_port() {
    let told = fight(&fleet("port", 0, 99, ""), &format!("{TERN_SINKS}{A_HITS_SWIMMER}{FREE}"));
    assert_eq!(
        (told.measure("noble.D.killed"), place(&told, "defender")),
        (0, json!("fled ashore"))
    );
    assert_eq!(inside(&told, "attacker"), "Gull");
    // A sits alone in a docked ship, so he is the one to be attacked.
    assert_eq!(told.next().units[0].noble.name, "D");
    let told = fight(&fleet("port", 0, 99, ""), &format!("{TERN_SINKS}{D_HITS}{FREE}"));
    assert_eq!((told.measure("noble.D.killed"), inside(&told, "defender")), (0, Value::Null));
    assert!(
        place(&told, "defender").as_str().is_some_and(|words| words.starts_with("in the open"))
    );
}

/// O-79: after a draw in port both sit in docked ships, and roles stay.
#[test]
fn o_79_a_draw_in_port() {
    let mut endless = battle(&fleet("port", 0, 0, ""));
    endless.guard = 1;
    let next = fight_battle(endless, TERN_SINKS).next();
    assert_eq!(next.units[0].noble.name, "A");
    let walls = next.sides[1].structure.as_ref().expect("the Tern");
    assert_eq!((walls.name.as_deref(), walls.damage), (Some("Tern"), 1));
}
