//! Health and states (B-220 to B-223) and vectors V-60, V-64, V-65.

use fracas_battlescape::battle::Side;
use fracas_battlescape::rules::phases::Command;
use fracas_battlescape::rules::status::{Health, health};
use fracas_battlescape::state::{Burn, Cover, Fate, Observer, Vigil};

use crate::stage::{Stage, duel, field_of, open};

/// B-220, C-36: wounded at 70% and below, critical at 30% and below.
#[test]
fn wounds() {
    let stage = duel(3, "", "");
    let at = |hp| health(&stage.battle.data, hp, 45);
    assert_eq!([45, 32, 31, 30, 14, 13].map(at), {
        use Health::{Critical, Well, Wounded};
        [Well, Well, Wounded, Wounded, Wounded, Critical]
    });
}

/// B-158, B-220: dead at 0; items drop, the hex is free, the dead do not see.
#[test]
fn death() {
    let mut stage = duel(3, "", "");
    let vega = stage.id("Vega");
    let (at, there) = (stage.unit("Vega").at(), stage.spot(5, 2));
    assert!(stage.run("", |fight| fight.hurt(vega, 999, None)));
    let unit = stage.unit("Vega");
    assert_eq!((unit.hp, unit.fate, unit.at()), (0, Fate::Dead, at));
    assert_eq!(stage.state.ground.items.iter().filter(|(spot, _)| *spot == at).count(), 2);
    assert_eq!(stage.state.occupant(at), None);
    assert!(!stage.state.known[Observer::PLAYER.index()].visible.has(there));
    assert_eq!(stage.state.fallen[0].unit, vega);
    assert!(!stage.run("", |fight| fight.hurt(vega, 1, None)), "only once");
}

/// B-60, B-114, B-213, B-221: stun takes time units, cover, vigil and sight;
/// the larger number holds.
#[test]
fn stun() {
    let mut stage = duel(3, "", "");
    let (vega, there) = (stage.id("Vega"), stage.spot(5, 2));
    stage.unit_mut("Vega").cover = Cover::Half;
    stage.unit_mut("Vega").vigil = Vigil::Ready { max_shots: 1, min_accuracy: 20, shots: 0 };
    stage.run("", |fight| fight.stun(vega, 2));
    let unit = stage.unit("Vega");
    assert_eq!((unit.stun, unit.tu, unit.cover, unit.vigil), (2, 0, Cover::None, Vigil::None));
    assert!(!stage.state.known[Observer::PLAYER.index()].visible.has(there));
    stage.run("", |fight| fight.stun(vega, 1));
    assert_eq!(stage.unit("Vega").stun, 2);
    stage.run("", |fight| fight.wake(vega));
    assert_eq!(stage.unit("Vega").stun, 0);
    assert!(stage.state.known[Observer::PLAYER.index()].visible.has(there));
}

/// B-114, B-213, B-222: panic takes cover and vigil; B-202: not the mindless.
#[test]
fn panic() {
    let mut stage = duel(3, "", "mindless = true");
    let (vega, sid) = (stage.id("Vega"), stage.id("Sid"));
    stage.unit_mut("Vega").cover = Cover::Half;
    stage.unit_mut("Vega").vigil = Vigil::Ready { max_shots: 1, min_accuracy: 20, shots: 0 };
    stage.run("", |fight| {
        fight.panic(vega);
        fight.panic(sid);
    });
    let unit = stage.unit("Vega");
    assert!(unit.panic.is_some());
    assert_eq!((unit.cover, unit.vigil), (Cover::None, Vigil::None));
    assert!(stage.unit("Sid").panic.is_none());
}

/// B-165, B-223: poison lasts three turns and starts anew; machines, beings of
/// energy and wearers of hazard suits are immune, to fire as well (B-163).
#[test]
fn poison_and_fire() {
    let mut stage = duel(3, "", "");
    let vega = stage.id("Vega");
    stage.unit_mut("Vega").poison = 1;
    stage.run("", |fight| fight.poison(vega));
    assert_eq!(stage.unit("Vega").poison, 3);
    stage.run("", |fight| fight.ignite(vega, 1));
    assert_eq!(stage.unit("Vega").burn, Some(Burn { dice: 1, turns: 3 }));
    for keys in
        ["target_type = \"mechanical\"", "target_type = \"energy\"", "armour = \"hazard_suit\""]
    {
        let mut stage = duel(3, keys, "");
        stage.run("", |fight| {
            fight.poison(vega);
            fight.ignite(vega, 2);
        });
        assert_eq!((stage.unit("Vega").poison, stage.unit("Vega").burn), (0, None), "{keys}");
    }
}

/// B-278: both sides know when blood was shed in their sight.
#[test]
fn blood() {
    let mut stage = duel(15, "", "");
    let sid = stage.id("Sid");
    stage.run("", |fight| fight.hurt(sid, 1, None));
    assert_eq!([0, 1].map(|who| stage.state.known[who].blood), [false, true]);
}

/// Lets everybody end their turns until the units of a side are to act in a
/// turn; says who could act on the way.
fn on_to(stage: &mut Stage, dice: &str, turn: u32, first: &str) -> Vec<String> {
    let first = stage.id(first);
    stage.run(dice, |fight| {
        let mut acted = Vec::new();
        while let Some(unit) = fight.next_to_act(Command::Player) {
            if (fight.state.turn, unit) == (turn, first) {
                break;
            }
            acted.push(fight.battle.sheet(unit).name.clone());
            fight.end_turn(unit);
        }
        acted
    })
}

const PAIRS: &str = "[[squad]]\nside = \"player\"\nunits = [{ class = \"medic\", name = \"Doc\", at = [1, 4] }]\n[[squad]]\nside = \"enemy\"\nunits = [{ class = \"muton\", name = \"Mut\", at = [20, 4] }]";

/// V-60, B-221: stun 1 costs an enemy exactly its next phase; a unit of the
/// player stunned in the AI phase likewise, unless the resolution between
/// frees it.
#[test]
fn stun_costs_one_phase() {
    let mut stage = field_of(&open(), 18, "", "", PAIRS);
    on_to(&mut stage, "", 1, "Vega");
    let sid = stage.id("Sid");
    stage.run("", |fight| fight.stun(sid, 1));
    let acted = on_to(&mut stage, "", 2, "Mut");
    assert_eq!(acted, ["Vega", "Doc", "Mut", "Vega", "Doc", "Sid"]);

    for (recover, lost) in [("recover 11", true), ("recover 10", false)] {
        let mut stage = field_of(&open(), 18, "", "", PAIRS);
        on_to(&mut stage, "", 1, "Mut");
        let vega = stage.id("Vega");
        stage.run("", |fight| fight.stun(vega, 1));
        let acted = on_to(&mut stage, recover, 2, "Mut");
        assert_eq!(!acted.contains(&"Vega".to_owned()), lost, "{recover}");
        let acted = on_to(&mut stage, "", 3, "Mut");
        assert!(acted.contains(&"Vega".to_owned()));
    }
}

/// B-201, B-221: a unit stunned under control is its own side's again, so the
/// phase in which it happened is none of the own phases it loses.
#[test]
fn stunned_under_control() {
    let mut stage = field_of(&open(), 18, "", "", PAIRS);
    on_to(&mut stage, "", 1, "Vega");
    stage.unit_mut("Sid").controlled = Some(Side::Player);
    let acted = on_to(&mut stage, "", 2, "Vega");
    assert!(!acted.contains(&"Sid".to_owned()));
    let sid = stage.id("Sid");
    stage.run("", |fight| fight.stun(sid, 1));
    let acted = on_to(&mut stage, "", 3, "Vega");
    assert_eq!(acted, ["Vega", "Doc", "Mut"]);
    let acted = on_to(&mut stage, "", 4, "Vega");
    assert!(acted.contains(&"Sid".to_owned()));
}

/// V-64, B-222: likewise panic of a unit of good morale.
#[test]
fn panic_costs_one_phase() {
    let mut stage = field_of(&open(), 18, "", "", PAIRS);
    on_to(&mut stage, "", 1, "Vega");
    let sid = stage.id("Sid");
    stage.run("", |fight| fight.panic(sid));
    // It runs one step wild in its phase and recovers in the resolution after.
    let acted = on_to(&mut stage, "panic_steps/6 1, panic_dir/6 1", 2, "Vega");
    assert_eq!(acted, ["Vega", "Doc", "Mut"]);
    assert_eq!(on_to(&mut stage, "", 3, "Vega"), ["Vega", "Doc", "Sid", "Mut"]);

    let mut stage = field_of(&open(), 18, "", "", PAIRS);
    on_to(&mut stage, "", 1, "Mut");
    let vega = stage.id("Vega");
    stage.run("", |fight| fight.panic(vega));
    let acted = on_to(&mut stage, "recover 10", 2, "Mut");
    assert!(acted.contains(&"Vega".to_owned()), "freed by the resolution between");

    let mut stage = field_of(&open(), 18, "", "", PAIRS);
    on_to(&mut stage, "", 1, "Mut");
    stage.run("", |fight| fight.panic(vega));
    let acted = on_to(&mut stage, "recover 11, panic_steps/6 1, panic_dir/6 1", 2, "Mut");
    assert!(!acted.contains(&"Vega".to_owned()));
    let acted = on_to(&mut stage, "", 3, "Mut");
    assert!(acted.contains(&"Vega".to_owned()));
}

/// V-65, B-232: shaken and wounded: initiative 40, panic 20%, no abilities.
#[test]
fn shaken_and_wounded() {
    let keys = "class = \"psion\", reactions = 50, hp_now = 30, morale = 40";
    for (roll, panics) in [(20, true), (21, false)] {
        let mut stage = field_of(&open(), 18, keys, "", PAIRS);
        let dice = if panics {
            format!("panic {roll}, panic_steps/6 1, panic_dir/6 1")
        } else {
            format!("panic {roll}")
        };
        on_to(&mut stage, &dice, 1, "Doc");
        assert_eq!(stage.unit("Vega").initiative, 40);
        assert_eq!(stage.unit("Vega").panic.is_some(), panics);
        let (vega, doc) = (stage.id("Vega"), stage.id("Doc"));
        let ability = stage.ability("clairvoyance");
        let at = fracas_battlescape::orders::Target::Unit(doc);
        let said = stage.run("", |fight| fight.cast(vega, ability, at)).unwrap_err().0;
        assert!(panics || said.contains("morale"), "{said}");
    }
}
