//! Chapter 6: what a hit does; and surviving a fatal wound (O-90).

use crate::common::*;

const DUEL: &str = "attacker.stack = [{ noble = 'A' }]\ndefender.stack = [{ noble = 'D' }]";

/// O-40: a fighter who is hit is dead and strikes no more.
#[test]
fn o_40_a_fighter_who_is_hit_is_dead() {
    let battle = battle(
        "attacker.stack = [{ noble = 'A' }]
         defender.stack = [{ noble = 'D', men = { soldier = 2 } }]",
    );
    let mut state = start(&battle).clone();
    let log = step(&battle, &mut state, "attacker 1/4, target 1/2, hit 80/85");
    assert_eq!(log, ["1 A(80) at soldier of D(5): killed"]);
    assert_eq!(able(&battle, &state, DEFENDER), [entry(1, "D", 80), entry(1, "soldier of D", 5)]);
    assert_eq!(exposed(&battle, &state, DEFENDER), [entry(1, "soldier of D", 5)]);
}

/// O-41, O-12: a blessed soldier draws d(2): 1 is dead, 2 unharmed and still there.
#[test]
fn o_41_the_save_of_a_blessed_soldier() {
    let battle = battle(
        "attacker.stack = [{ noble = 'A' }]
         defender.stack = [{ noble = 'D', men = { blessed_soldier = 1 } }]",
    );
    let mut state = start(&battle).clone();
    let value = state.forces[1].value;
    let log = step(&battle, &mut state, "attacker 1/3, hit 1/85, blessed save 2/2");
    assert_eq!(log, ["1 A(80) at blessed soldier of D(5): saved"]);
    assert_eq!(state.forces[1].value, value);
    let log = step(&battle, &mut state, "attacker 1/3, hit 1/85, blessed save 1/2");
    assert_eq!(log[0], "2 A(80) at blessed soldier of D(5): killed");
    assert_eq!(able(&battle, &state, DEFENDER), [entry(1, "D", 80)]);
    // A miss needs no save.
    let mut state = start(&battle).clone();
    step(&battle, &mut state, "attacker 1/3, hit 81/85");
}

/// O-42: a noble who is hit leaves the fight, whatever the wound, and cannot
/// be hit again in this battle.
#[test]
fn o_42_a_wounded_noble_leaves_the_fight() {
    let battle = battle(
        "attacker.stack = [{ noble = 'A' }, { noble = 'B' }, { noble = 'C' }]
         defender.stack = [{ noble = 'D' }]",
    );
    let mut state = start(&battle).clone();
    let log = step(&battle, &mut state, "attacker 4/4, target 1/2, hit 80/160, wound 1/100");
    assert_eq!(log[0], "1 D(80) at B(80): wound 1, health 99");
    assert_eq!(able(&battle, &state, ATTACKER), [entry(1, "A", 80), entry(1, "C", 80)]);
    assert_eq!(exposed(&battle, &state, ATTACKER), [entry(1, "C", 80)]);
}

/// O-42: new health is health less the wound, and 0 is death.
#[test]
fn o_42_wounds_and_death() {
    let hit = |health: u8, wound: u8, rest: &str| {
        fight(
            &format!(
                "attacker.stack = [{{ noble = 'A' }}]
                 defender.stack = [{{ noble = 'D', health = {health} }}]"
            ),
            &format!("attacker 1/2, hit 1/160, wound {wound}/100{rest}"),
        )
    };
    for (health, wound, left) in [(100, 99, 1), (100, 1, 99), (50, 49, 1)] {
        let told = hit(health, wound, ", illness 1/100, prisoner 100/100");
        assert_eq!(told.measure("noble.D.health"), left);
        assert_eq!(told.measure("noble.D.killed"), 0);
        assert_eq!(told.measure("noble.D.hit"), 1);
    }
    // The dead draw neither for illness nor for prison.
    for (health, wound) in [(100, 100), (50, 50), (50, 51), (1, 1)] {
        let told = hit(health, wound, "");
        assert_eq!(told.measure("noble.D.health"), 0);
        assert_eq!(told.measure("noble.D.killed"), 1);
        assert_eq!(told.unit("D")["fate"], "killed");
    }
}

/// O-44: an engine that is hit is destroyed.
#[test]
fn o_44_an_engine_that_is_hit_is_destroyed() {
    let battle = battle(
        "attacker.stack = [{ noble = 'A', men = { battering_ram = 2, catapult = 1 } }]
         defender.structure = { kind = 'castle' }
         defender.stack = [{ noble = 'D' }]",
    );
    let mut state = start(&battle).clone();
    let value = state.forces[0].value;
    let log = step(&battle, &mut state, "attacker 5/5, target 2/4, hit 80/330");
    assert_eq!(log, ["1 D(80) at battering ram of A(250): destroyed"]);
    let expected =
        [entry(1, "A", 80), entry(1, "battering_ram of A", 30), entry(1, "catapult of A", 25)];
    assert_eq!(able(&battle, &state, ATTACKER), expected);
    assert_eq!(state.forces[0].value, value, "engines are worth nothing");
}

/// O-45: a man takes 1 point off a structure, an engine 5 to 10; a docked ship
/// suffers engines like a building.
#[test]
fn o_45_points_against_structures() {
    for kind in ["castle", "galley"] {
        let battle = battle(&format!(
            "place.terrain = 'port'
             attacker.stack = [{{ noble = 'A', men = {{ catapult = 1 }} }}]
             defender.structure = {{ kind = '{kind}', defense = 20 }}
             defender.stack = [{{ noble = 'D' }}]"
        ));
        let mut state = start(&battle).clone();
        let log = step(&battle, &mut state, "attacker 1/3, target 1/2, hit 80/100");
        assert_eq!(log, [format!("1 A(80) at the {kind}(20): -1 = 19/0")]);
        for (face, points) in (1..=6).zip(5..=10) {
            let mut state = start(&battle).clone();
            let log = step(
                &battle,
                &mut state,
                &format!("attacker 2/3, hit 25/45, engine points {face}/6"),
            );
            assert_eq!(
                log[0],
                format!("1 catapult of A(25) at the {kind}(20): -{points} = {}/0", 20 - points)
            );
        }
    }
}

/// O-70: a noble who was hit falls ill if the draw exceeds his new health; who
/// was ill before is not tested.
#[test]
fn o_70_illness() {
    let told =
        fight(DUEL, "attacker 1/2, hit 1/160, wound 40/100, illness 60/100, prisoner 100/100");
    assert_eq!(told.measure("noble.D.ill"), 0);
    let told =
        fight(DUEL, "attacker 1/2, hit 1/160, wound 40/100, illness 61/100, prisoner 100/100");
    assert_eq!(told.measure("noble.D.ill"), 1);
    assert_eq!(told.unit("D")["ill"], true);
    let told = fight(
        "attacker.stack = [{ noble = 'A' }]\ndefender.stack = [{ noble = 'D', ill = true }]",
        "attacker 1/2, hit 1/160, wound 40/100, prisoner 100/100",
    );
    assert_eq!(told.measure("noble.D.ill"), 0, "he did not fall ill in this battle");
    assert_eq!(told.unit("D")["ill"], true);
}

/// O-70: illness is drawn for the attacker's nobles first, then the
/// defender's, each in stack order, before anybody is taken prisoner.
#[test]
fn o_70_the_order_of_illness() {
    let told = fight(
        "attacker.stack = [{ noble = 'A' }, { noble = 'B' }, { noble = 'C' }]
         defender.stack = [{ noble = 'D' }]",
        "attacker 4/4, target 2/2, hit 1/160, wound 10/100
         attacker 3/3, hit 1/160, wound 20/100
         illness 81/100
         illness 91/100
         prisoner 26/100, prisoner 26/100, prisoner 25/100",
    );
    // B (health 80) comes before C (health 90), though C was hit first.
    assert_eq!(told.log()[told.log().len() - 3..], ["B falls ill", "C falls ill", "C is captured"]);
}

/// O-90: a fatal wound leaves him whole, once; he was hit, does not fall ill
/// and is passed over when prisoners are taken.
#[test]
fn o_90_survive_fatal() {
    let text = "attacker.stack = [{ noble = 'A' }]
                defender.stack = [{ noble = 'D', health = 30, survive_fatal = true }]";
    let told = fight(text, "attacker 1/2, hit 1/160, wound 30/100");
    assert_eq!(told.outcome(), "attacker");
    assert_eq!(told.measure("noble.D.hit"), 1);
    assert_eq!(told.measure("noble.D.killed"), 0);
    assert_eq!(told.measure("noble.D.health"), 100);
    assert_eq!(told.measure("noble.D.captured"), 0);
    // Used up, it is gone from the aftermath.
    let after = told.aftermath();
    assert!(!after.contains("survive_fatal") && !after.contains("health"), "{after}");

    // A wound that does not kill leaves the skill unused.
    let told =
        fight(text, "attacker 1/2, hit 1/160, wound 29/100, illness 1/100, prisoner 100/100");
    assert_eq!(told.measure("noble.D.health"), 1);
    assert!(told.aftermath().contains("survive_fatal = true"));
}
