//! §6: time units and energy.

use fracas_battlescape::battle::Battle;
use fracas_battlescape::data::FireMode;
use fracas_battlescape::state::Phase;

use crate::common::{battle, skirmish};
use crate::drill::Stage;

fn open_field() -> Battle {
    battle(&skirmish("P . . . . . . . . . . . . . . . . . E", "light = 'dark'"))
}

/// Carries out what the seed's examples pay for without a target or terrain.
fn spend(stage: &mut Stage<'_>, costs: &[u16]) {
    let unit = stage.id("rifleman 1");
    for cost in costs {
        stage.fight(|fight| {
            fight.can_pay(unit, *cost).unwrap();
            fight.pay(unit, *cost);
        });
    }
}

/// B-62, B-63, B-64, V-33: the seed's first example is refused at its last
/// action, and nothing is spent; with a snap shot 14 are left and carried.
#[test]
fn v_33_the_first_example() {
    let b = open_field();
    let mut stage = Stage::new(&b, "");
    let unit = stage.id("rifleman 1");
    spend(&mut stage, &[8, 20, 4, 20, 4, 10]);
    assert_eq!(stage.tu("rifleman 1"), 34);
    let why = stage.fight(|fight| fight.can_pay(unit, 40)).unwrap_err().to_string();
    assert!(why.contains("40 needed, 34 left"), "{why}");
    assert_eq!(stage.tu("rifleman 1"), 34);
    spend(&mut stage, &[20]);
    assert_eq!(stage.tu("rifleman 1"), 14);
    stage.until(2, Phase::Player);
    assert_eq!(stage.tu("rifleman 1"), 114);
    stage.finish();
}

/// B-60, V-34, C-16: 52 are left; after a second reaction shot 2 are carried,
/// without it 50, and 2 are lost.
#[test]
fn v_34_the_second_example() {
    let b = open_field();
    for (reaction, next) in [(50, 102), (0, 150)] {
        let mut stage = Stage::new(&b, "");
        spend(&mut stage, &[8, 10, 15, 10, 5]);
        assert_eq!(stage.tu("rifleman 1"), 52);
        stage.until(1, Phase::Enemy);
        spend(&mut stage, &[reaction]);
        stage.until(2, Phase::Player);
        assert_eq!(stage.tu("rifleman 1"), next);
    }
}

/// B-60, V-35: 84 spent, 16 carried.
#[test]
fn v_35_the_third_example() {
    let b = open_field();
    let mut stage = Stage::new(&b, "");
    spend(&mut stage, &[6, 40, 8, 10, 20]);
    assert_eq!(stage.tu("rifleman 1"), 16);
    stage.until(2, Phase::Player);
    assert_eq!(stage.tu("rifleman 1"), 116);
}

/// B-56, B-60, V-36, V-62, C-15: both sides begin turn 1 with 100 and, idle,
/// every later turn with 150.
#[test]
fn v_36_v_62_idle_turns() {
    let b = open_field();
    let mut stage = Stage::new(&b, "");
    assert_eq!(stage.tu("rifleman 1"), 100);
    stage.pass();
    assert_eq!((stage.state.phase, stage.tu("sectoid 1")), (Phase::Enemy, 100));
    for turn in 2..4 {
        stage.until(turn, Phase::Player);
        assert_eq!(stage.tu("rifleman 1"), 150);
        stage.pass();
        assert_eq!(stage.tu("sectoid 1"), 150);
    }
}

/// B-60, V-37: suppression takes 25, and so does being slowed; never below 0.
#[test]
fn v_37_suppressed_and_slowed() {
    let b = open_field();
    for (left, suppression, slowed, next) in
        [(30, 3, 0, 105), (30, 2, 0, 130), (30, 0, 25, 105), (0, 10, 25, 50), (0, 3, 90, 0)]
    {
        let mut stage = Stage::new(&b, "");
        stage.unit_mut("rifleman 1").tu = left;
        stage.until(1, Phase::Enemy);
        let unit = stage.unit_mut("rifleman 1");
        (unit.suppression, unit.slowed) = (suppression, slowed);
        stage.until(2, Phase::Player);
        assert_eq!(stage.tu("rifleman 1"), next);
        assert_eq!(stage.unit("rifleman 1").slowed, 0);
    }
}

/// B-56: the first phase begins with the scenario's time units, less what
/// suppression costs.
#[test]
fn b_56_the_first_phase() {
    let text = skirmish("P . . . . . . . E", "light = 'dark'");
    let b = battle(&text.replace("class = 'sectoid',", "class = 'sectoid', tu = 60,"));
    let mut stage = Stage::new(&b, "");
    stage.unit_mut("sectoid 1").suppression = 3;
    stage.pass();
    assert_eq!(stage.tu("sectoid 1"), 35);
}

/// B-60: a stunned unit has no time units and carries none.
#[test]
fn b_60_stun_takes_everything() {
    // Another man stands by, or the battle were over.
    let b = battle(&skirmish("P . . . . . . . . E\nP . . . . . . . . .", "light = 'dark'"));
    let mut stage = Stage::new(&b, "recover 100: 11");
    let unit = stage.id("rifleman 1");
    stage.pass();
    stage.fight(|fight| fight.stun(unit, 1));
    assert_eq!(stage.tu("rifleman 1"), 0);
    stage.until(2, Phase::Enemy);
    assert_eq!(stage.tu("rifleman 1"), 0);
    stage.until(3, Phase::Player);
    assert_eq!(stage.tu("rifleman 1"), 100);
    stage.finish();
}

/// B-61: ending a turn is free and restores nothing.
#[test]
fn b_61_ending_a_turn_is_free() {
    let b = open_field();
    let mut stage = Stage::new(&b, "");
    spend(&mut stage, &[37]);
    stage.order("rifleman 1: end");
    assert_eq!(stage.tu("rifleman 1"), 63);
    assert!(stage.refused("rifleman 1: turn W").contains("has ended its turn"));
}

/// B-62, C-18: the table of costs.
#[test]
fn b_62_costs_of_actions() {
    let tu = open_field().data.tu;
    assert_eq!((tu.walk, tu.run, tu.crouch_pct, tu.climb_pct), (4, 5, 50, 100));
    assert_eq!((tu.disengage, tu.turn, tu.take_cover, tu.prone, tu.stand), (30, 1, 10, 10, 5));
    assert_eq!((tu.use_item, tu.throw, tu.prepare, tu.throw_prepared), (15, 10, 5, 10));
    assert_eq!((tu.reload, tu.switch, tu.door, tu.interact), (10, 5, 5, 10));
    assert_eq!((tu.ready, tu.suppress, tu.reaction), (15, 20, 50));
}

/// B-63, C-17, C-37: what attacks cost, by weapon class, with the rounds they
/// fire.
#[test]
fn b_63_costs_of_attacks() {
    let data = open_field().data;
    let costs = |id: &str| {
        let weapon = data.weapons.iter().find(|weapon| weapon.id == id).unwrap();
        let modes = FireMode::ALL
            .map(|mode| weapon.modes[mode as usize].map_or((0, 0), |cost| (cost.tu, cost.rounds)));
        (modes, weapon.magazine)
    };
    let none = (0, 0);
    let rows = [
        ("pistol", [(15, 1), (25, 1), (20, 3), none, none], 30),
        ("smg", [(15, 1), (30, 1), (25, 8), (60, 15), none], 60),
        ("assault_rifle", [(20, 1), (40, 1), (30, 5), (60, 10), none], 30),
        ("sniper_rifle", [(30, 1), (50, 1), none, none, none], 10),
        ("shotgun", [(20, 1), (35, 1), none, none, none], 8),
        ("machine_gun", [(40, 1), (60, 1), (50, 4), (80, 8), none], 12),
        ("rocket_launcher", [(40, 1), (60, 1), none, none, none], 1),
        ("knife", [none, none, none, none, (15, 0)], 0),
    ];
    for (id, modes, magazine) in rows {
        assert_eq!(costs(id), (modes, magazine), "{id}");
    }
}

/// B-65, C-34: psions regain a twentieth of their energy, at least 1, others
/// none.
#[test]
fn b_65_energy_of_psions() {
    let text = skirmish("P . . . . . . . . . . . . . . E", "light = 'dark'");
    let text = text.replace("units = [{ class = 'rifleman', count = 1 }]",
        "units = [{ class = 'psion', name = 'Ada', at = [0, 0] }, { class = 'rifleman', at = [1, 0] }]");
    let b = battle(&text);
    let mut stage = Stage::new(&b, "");
    stage.unit_mut("Ada").energy = 20;
    stage.unit_mut("rifleman 1").energy = 20;
    stage.unit_mut("sectoid 1").energy = 59;
    stage.until(2, Phase::Player);
    assert_eq!(stage.unit("Ada").energy, 25);
    assert_eq!(stage.unit("rifleman 1").energy, 20);
    assert_eq!(stage.unit("sectoid 1").energy, 60);
}

/// B-66: a burst with too few rounds fires what is left at full cost; an empty
/// weapon does not fire.
#[test]
fn b_66_the_last_rounds() {
    let b = battle(&skirmish("P . . . E", ""));
    let mut stage = Stage::new(&b, "to_hit 100: 100, to_hit 100: 100");
    stage.unit_mut("rifleman 1").weapons[0].loaded = 2;
    stage.order("rifleman 1: attack burst at sectoid 1");
    assert_eq!((stage.tu("rifleman 1"), stage.unit("rifleman 1").weapons[0].loaded), (70, 0));
    let why = stage.refused("rifleman 1: attack snap at sectoid 1");
    assert!(why.contains("round"), "{why}");
    stage.finish();
}
