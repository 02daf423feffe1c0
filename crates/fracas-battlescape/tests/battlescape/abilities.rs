//! Abilities (§13).

use fracas_battlescape::battle::Side;
use fracas_battlescape::orders::{Order, Target};
use fracas_battlescape::rules::abilities::psi_chance;
use fracas_battlescape::state::{Observer, Panic, Vigil};

use crate::stage::{Stage, duel, field_of, open};

const ALL: &str = "class = \"psion\", energy = 100, abilities = [\"psi_panic\", \"mind_blast\", \"slow\", \"mind_control\", \"pyrokinesis\", \"clairvoyance\", \"adrenaline\", \"rally\"], vision = 20";
const DOC: &str =
    "[[squad]]\nside = \"player\"\nunits = [{ class = \"medic\", name = \"Doc\", at = [3, 3] }]";

/// Vega as a psion who can do it all, of psi power 60 unless said otherwise.
fn psion(distance: usize, power: i32, sid: &str) -> Stage {
    field_of(&open(), distance, &format!("{ALL}, psi_power = {power}"), sid, DOC)
}

fn target(stage: &Stage, name: &str) -> Target {
    Target::Unit(stage.id(name))
}

fn refused(stage: &mut Stage, ability: &str, target: Target, words: &[&str]) {
    let before = stage.state.units.clone();
    let said = stage.cast("Vega", ability, target, "").unwrap_err().0;
    for word in words {
        assert!(said.contains(word), "`{word}` is not said: {said}");
    }
    assert_eq!(stage.state.units, before);
}

/// V-58: psi_panic of power 60 on defence 40: 60%; mind_control on 70: 25%.
#[test]
fn chances() {
    let chance = |ability: &str, defence: i32| {
        let stage = psion(4, 60, &format!("psi_defence = {defence}"));
        let ability = stage.battle.data.ability(stage.ability(ability)).clone();
        psi_chance(&stage.battle, &ability, stage.id("Vega"), stage.id("Sid"))
    };
    assert_eq!(chance("psi_panic", 40), Some(60));
    assert_eq!(chance("mind_control", 70), Some(25));
    assert_eq!(chance("mind_control", 71), Some(24), "the half is rounded down");
    assert_eq!(chance("mind_control", 200), Some(5));
    assert_eq!(chance("pyrokinesis", 40), None);
}

/// B-200: time units and energy are spent, the die is `psi`; psi_panic.
#[test]
fn psi_panic() {
    let mut stage = psion(4, 60, "psi_defence = 40");
    let sid = target(&stage, "Sid");
    stage.cast("Vega", "psi_panic", sid, "psi 61").unwrap();
    assert!(stage.unit("Sid").panic.is_none());
    // B-203: a phase later.
    stage.unit_mut("Vega").cast = false;
    stage.cast("Vega", "psi_panic", sid, "psi 60").unwrap();
    assert!(stage.unit("Sid").panic.is_some());
    assert_eq!((stage.unit("Vega").tu, stage.unit("Vega").energy), (50, 70));
}

/// B-204: psi_panic makes no more than half of a side panic; one alone it does.
#[test]
fn b_204_a_squad_holds_together() {
    let others = "[[squad]]\nside = \"enemy\"\nunits = [{ class = \"sectoid\", name = \"Two\", at = [9, 0] }, \
                  { class = \"sectoid\", name = \"Three\", at = [9, 1] }, { class = \"sectoid\", name = \"Four\", at = [9, 3] }]";
    let panic = Some(Panic { resolutions: 0, lost_phase: false });
    for (panicked, fallen, falls) in [(0, 0, true), (1, 0, true), (2, 0, false), (1, 1, false)] {
        let vega = format!("{ALL}, psi_power = 60");
        let mut stage = field_of(&open(), 4, &vega, "psi_defence = 40", others);
        for name in ["Two", "Three"].into_iter().take(panicked) {
            stage.unit_mut(name).panic = panic;
        }
        for name in ["Four"].into_iter().take(fallen) {
            stage.unit_mut(name).hp = 0;
            stage.unit_mut(name).fate = fracas_battlescape::state::Fate::Escaped;
        }
        let sid = target(&stage, "Sid");
        stage.cast("Vega", "psi_panic", sid, "psi 1").unwrap();
        let now = stage.unit("Sid").panic.is_some();
        assert_eq!(now, falls, "{panicked} panicked, {fallen} gone");
        assert_eq!(stage.unit("Vega").energy, 85, "it is paid for all the same");
    }
}

/// B-200: mind_blast ignores armour and cover; first blood counts (B-254).
#[test]
fn mind_blast() {
    let mut stage = psion(4, 60, "psi_defence = 40, natural_armour = 9");
    let sid = target(&stage, "Sid");
    stage.cast("Vega", "mind_blast", sid, "psi 1, damage/10 6, damage/10 5").unwrap();
    assert_eq!((stage.unit("Sid").hp, stage.unit("Vega").xp), (34, 10));
    // 11 of 45 is not a quarter; another 6 + 6 is (B-231).
    // B-203: a phase later.
    stage.unit_mut("Vega").cast = false;
    stage.cast("Vega", "mind_blast", sid, "psi 1, damage/10 6, damage/10 6").unwrap();
    assert_eq!(stage.unit("Sid").morale, 90);
}

/// B-200: slow, for machines too.
#[test]
fn slow() {
    let mut stage = psion(4, 60, "mindless = true");
    let sid = target(&stage, "Sid");
    stage.cast("Vega", "slow", sid, "psi 60").unwrap();
    assert_eq!(stage.unit("Sid").slowed, 25);
}

/// B-6, B-200: how much slow takes is data.
#[test]
fn slow_by_data() {
    let rules = "[rules]\n\"ability.slow.amount\" = 40";
    let keys = "abilities = [\"slow\"], psi_power = 60";
    let mut stage = field_of(&open(), 4, keys, "", rules);
    let sid = target(&stage, "Sid");
    stage.cast("Vega", "slow", sid, "psi 1").unwrap();
    assert_eq!(stage.unit("Sid").slowed, 40);
}

/// B-200, B-202: below morale 50 no abilities, but for those without morale.
#[test]
fn mindless_casters() {
    let keys = "abilities = [\"slow\"], psi_power = 60, morale = 49";
    for (mindless, casts) in [(false, false), (true, true)] {
        let mut stage = duel(4, &format!("{keys}, mindless = {mindless}"), "");
        let sid = target(&stage, "Sid");
        let dice = if casts { "psi 1" } else { "" };
        assert_eq!(stage.cast("Vega", "slow", sid, dice).is_ok(), casts);
        assert_eq!(stage.unit("Sid").slowed > 0, casts);
    }
}

/// B-201: mind control in order: no time units, no vigil, sight for the other
/// side; released it has no carry; stun ends it.
#[test]
fn mind_control() {
    let mut stage = psion(4, 60, "psi_defence = 60, vision = 20");
    let behind = stage.spot(22, 2);
    let seen = |stage: &Stage, who: Observer| stage.state.known[who.index()].visible.has(behind);
    assert!(seen(&stage, Observer::ENEMY) && !seen(&stage, Observer::PLAYER));
    stage.unit_mut("Sid").vigil = Vigil::Ready { max_shots: 1, min_accuracy: 20, shots: 0 };
    let sid = target(&stage, "Sid");
    stage.cast("Vega", "mind_control", sid, "psi 30").unwrap();
    let unit = stage.unit("Sid");
    assert_eq!((unit.controlled, unit.tu, unit.vigil), (Some(Side::Player), 0, Vigil::None));
    assert!(!seen(&stage, Observer::ENEMY) && seen(&stage, Observer::PLAYER));
    refused(&mut stage, "mind_blast", sid, &["once in a phase"]);
    stage.unit_mut("Vega").cast = false;
    refused(&mut stage, "mind_blast", sid, &["no enemy"]);

    let id = stage.id("Sid");
    stage.unit_mut("Sid").no_carry = false;
    stage.run("", |fight| fight.stun(id, 1));
    let unit = stage.unit("Sid");
    assert_eq!((unit.controlled, unit.no_carry, unit.stun), (None, true, 1));
}

/// B-200: pyrokinesis sets a hex and whoever stands there on fire, for sure.
#[test]
fn pyrokinesis() {
    let mut stage = psion(4, 60, "");
    let at = stage.spot(5, 2);
    stage.cast("Vega", "pyrokinesis", Target::Hex(at), "").unwrap();
    assert_eq!(stage.state.ground.fire[at.index()], 4);
    assert!(stage.unit("Sid").burn.is_some());
}

/// B-200: clairvoyance shows what no line reaches.
#[test]
fn clairvoyance() {
    let rows = format!(
        "{0}\n{0}\n{1}\n{0}\n{0}\n",
        "......#.................", "......#................."
    );
    let mut stage = field_of(&rows, 12, ALL, "", "");
    let there = stage.spot(13, 2);
    let visible = |stage: &Stage| stage.state.known[Observer::PLAYER.index()].visible.has(there);
    assert!(!visible(&stage));
    stage.cast("Vega", "clairvoyance", Target::Hex(there), "").unwrap();
    assert!(visible(&stage));
    assert_eq!((stage.unit("Vega").tu, stage.unit("Vega").energy), (80, 90));
}

/// B-200, B-202: adrenaline for another friend, once per turn, up to 150; not
/// for a stunned one (B-60).
#[test]
fn adrenaline() {
    let mut stage = psion(4, 60, "");
    let (doc, vega) = (target(&stage, "Doc"), target(&stage, "Vega"));
    stage.unit_mut("Doc").ended = true;
    stage.cast("Vega", "adrenaline", doc, "").unwrap();
    assert_eq!((stage.unit("Doc").tu, stage.unit("Doc").ended), (130, true));
    refused(&mut stage, "adrenaline", doc, &["Doc", "this turn"]);
    let unit = stage.unit_mut("Doc");
    (unit.spurred, unit.stun) = (false, 1);
    refused(&mut stage, "adrenaline", doc, &["Doc", "stunned"]);
    refused(&mut stage, "adrenaline", vega, &["another friend"]);
    let sid = target(&stage, "Sid");
    refused(&mut stage, "adrenaline", sid, &["another friend"]);
}

/// B-200, B-202: a rally lifts friends within 8, the caster included, and ends
/// panic from morale 25 on.
#[test]
fn rally() {
    let mut stage = psion(4, 60, "morale = 60");
    let vega = target(&stage, "Vega");
    stage.unit_mut("Vega").morale = 60;
    stage.unit_mut("Doc").morale = 10;
    stage.unit_mut("Doc").panic = Some(Panic { resolutions: 0, lost_phase: true });
    stage.cast("Vega", "rally", vega, "").unwrap();
    assert_eq!(["Vega", "Doc", "Sid"].map(|name| stage.unit(name).morale), [75, 25, 60]);
    assert!(stage.unit("Doc").panic.is_none());
    stage.unit_mut("Doc").morale = 9;
    stage.unit_mut("Doc").panic = Some(Panic { resolutions: 0, lost_phase: true });
    stage.cast("Vega", "rally", vega, "").unwrap();
    assert!(stage.unit("Doc").panic.is_some(), "24 is not enough");
    // B-6: unless the data say so.
    let rally = stage.ability("rally");
    stage.battle.data.abilities[usize::from(rally.0)].calm = 24;
    stage.unit_mut("Doc").morale = 9;
    stage.cast("Vega", "rally", vega, "").unwrap();
    assert!(stage.unit("Doc").panic.is_none());
}

/// §23, B-200, B-202: refusals.
#[test]
fn refusals() {
    let mut stage = psion(4, 60, "mindless = true");
    let sid = target(&stage, "Sid");
    for ability in ["psi_panic", "mind_blast", "mind_control"] {
        refused(&mut stage, ability, sid, &["Sid", "no mind"]);
    }
    let mut stage = psion(13, 60, "");
    refused(&mut stage, "psi_panic", sid, &["distance 13", "range 12"]);
    let mut stage = psion(4, 60, "");
    stage.unit_mut("Vega").energy = 14;
    refused(&mut stage, "psi_panic", sid, &["energy", "15 needed", "14 left"]);
    let mut stage = psion(4, 60, "");
    stage.unit_mut("Vega").tu = 24;
    refused(&mut stage, "psi_panic", sid, &["25 needed", "24 left"]);
    let mut stage = duel(4, "", "");
    refused(&mut stage, "psi_panic", sid, &["Vega", "psi_panic"]);
    let rows = format!("{0}\n{0}\n...#....................\n{0}\n{0}\n", ".".repeat(24));
    let more = DOC.replace("[3, 3]", "[5, 4]");
    let mut stage = field_of(&rows, 4, ALL, "", &more);
    refused(&mut stage, "psi_panic", sid, &["[3,2]"]);
}

/// B-267: no refusal tells how far away somebody unseen is or what an unseen
/// hex holds, and nobody unseen can be a target, not even of clairvoyance.
#[test]
fn what_is_hidden_is_not_told() {
    let water = format!("{0}\n{0}\n{0}\n{0}\n{1}\n", ".".repeat(24), "w".repeat(24));
    let blind = format!("{ALL}, psi_power = 60").replace("vision = 20", "vision = 2");
    let mut stage = field_of(&water, 18, &blind, "", DOC);
    stage.unit_mut("Doc").stun = 1;
    stage.look();
    let sid = target(&stage, "Sid");
    for ability in ["psi_panic", "slow", "clairvoyance", "pyrokinesis"] {
        refused(&mut stage, ability, sid, &["Sid is not visible"]);
    }
    let deep = Target::Hex(stage.spot(9, 4));
    refused(&mut stage, "pyrokinesis", deep, &["[9,4] is not visible"]);
    let (doc, medikit, on) = (stage.id("Doc"), stage.item("medikit"), stage.id("Sid"));
    let order = Order::Use { item: medikit, on };
    let said = stage.run("", |fight| fight.handle(doc, &order)).unwrap_err().0;
    assert!(said.contains("Sid is not visible"), "{said}");
}

/// B-60, B-202: adrenaline gives a stunned unit nothing; it is refused.
#[test]
fn no_adrenaline_for_the_stunned() {
    let mut stage = psion(4, 60, "");
    let doc = stage.id("Doc");
    stage.run("", |fight| fight.stun(doc, 1));
    refused(&mut stage, "adrenaline", Target::Unit(doc), &["Doc is stunned"]);
}
