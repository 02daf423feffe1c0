//! §5: turns, phases, who may act.

use fracas_battlescape::battle::{Battle, Side};
use fracas_battlescape::events::What;
use fracas_battlescape::report::status::status_line;
use fracas_battlescape::rules::phases::Command;
use fracas_battlescape::state::{Ending, Phase, Reason, Vigil};
use fracas_battlescape::view::View;

use crate::common::{battle, skirmish, unit};
use crate::drill::Stage;

/// Three men, three sectoids and a civilian who do not see each other.
fn two_squads() -> Battle {
    let rows = "P . . . . . . . . . . . . . . . E\nP . . . . . . . . . . . . . . . E\nP . . . . . . . . . . . . . . . E";
    let more = "light = 'dark'";
    let civilian = "[[squad]]\nside = 'neutral'\nunits = [{ class = 'civilian', name = 'Farmer', at = [8, 1] }]\n";
    battle(&(skirmish(rows, more) + civilian))
}

/// B-50: player, enemies, civilians, resolution, and the next turn.
#[test]
fn b_50_phases_of_a_turn() {
    let b = two_squads();
    let mut stage = Stage::new(&b, "");
    stage.until(2, Phase::Player);
    let told: Vec<String> = stage
        .told()
        .filter_map(|what| match what {
            What::Turn { number } => Some(format!("turn {number}")),
            What::Phase { side } => Some((*side).to_owned()),
            _ => None,
        })
        .collect();
    let turn = ["player", "enemy", "neutral", "resolution"];
    assert_eq!(told[0], "turn 1");
    assert_eq!(told[1..5], turn);
    assert_eq!(told[5..], ["turn 2", "player"]);
}

/// B-51: any unit that has not ended may be ordered, in any order; others'
/// units and those that cannot act may not.
#[test]
fn b_51_who_may_be_ordered() {
    let b = two_squads();
    let mut stage = Stage::new(&b, "");
    stage.order("rifleman 3: turn W");
    stage.order("rifleman 1: turn W");
    assert!(stage.refused("sectoid 1: turn E").contains("not the phase"));
    assert!(stage.refused("Farmer: turn E").contains("not the phase"));
    let stunned = stage.id("rifleman 2");
    stage.fight(|fight| fight.stun(stunned, 1));
    assert!(stage.refused("rifleman 2: turn W").contains("stunned"));
    let panicked = stage.id("rifleman 1");
    stage.fight(|fight| fight.panic(panicked));
    assert!(stage.refused("rifleman 1: turn E").contains("panicked"));
    stage.order("rifleman 3: end");
    assert!(stage.refused("rifleman 3: turn E").contains("ended"));
    // Nobody is left to act: the phase ends.
    stage.fight(|fight| fight.next_to_act(Command::Player));
    assert_eq!(stage.state.phase, Phase::Enemy);
}

/// B-52, V-65: by reactions, less 10 if wounded and 20 if critical, ties in
/// scenario order; a player's squad keeps its own order unless the AI has it.
#[test]
fn b_52_initiative() {
    let b = two_squads();
    let order = |command| {
        let mut stage = Stage::closed(&b, "");
        stage.unit_mut("rifleman 1").hp = 42;
        stage.unit_mut("rifleman 2").hp = 18;
        stage.unit_mut("sectoid 1").hp = 31;
        stage.fight(|fight| fight.next_to_act(command));
        let player: Vec<u8> = stage.state.order.iter().map(|unit| unit.0).collect();
        let initiative =
            b.units().map(|unit| stage.state.unit(unit).initiative).collect::<Vec<_>>();
        stage.until(1, Phase::Enemy);
        let enemy: Vec<u8> = stage.state.order.iter().map(|unit| unit.0).collect();
        (player, enemy, initiative)
    };
    let (player, enemy, initiative) = order(Command::Ai);
    assert_eq!(initiative, [40, 30, 50, 40, 50, 50, 40]);
    assert_eq!((player, enemy), (vec![2, 0, 1], vec![4, 5, 3]));
    assert_eq!(order(Command::Player).0, [0, 1, 2]);
}

/// B-53: vigils end, time is renewed, shaken units are tested, marks go; then
/// the panicked run wild. Stance and facing stay.
#[test]
fn b_53_start_of_a_phase() {
    let b = two_squads();
    // Morale 30: 40% (B-232). The first runs 1 step, over one of the free hexes.
    let script = "panic 100: 40, panic 100: 41, panic_steps 6: 1, panic_dir 3: 1";
    let mut stage = Stage::new(&b, script);
    stage.order("rifleman 3: prone");
    stage.pass();
    for name in ["rifleman 2", "rifleman 3"] {
        stage.unit_mut(name).morale = 30;
    }
    let unit = stage.unit_mut("rifleman 1");
    unit.vigil = Vigil::Ready { max_shots: 1, min_accuracy: 20, shots: 0 };
    (unit.moved, unit.ran) = (true, true);
    stage.until(2, Phase::Player);
    let first = stage.unit("rifleman 1");
    assert_eq!((first.vigil, first.moved, first.ran, first.tu), (Vigil::None, false, false, 150));
    let wild = stage.unit("rifleman 2");
    assert!(wild.ended && wild.panic.is_some_and(|panic| panic.lost_phase));
    assert_eq!(wild.tu, 146);
    assert_eq!(stage.unit("rifleman 3").panic, None);
    assert_eq!(stage.unit("rifleman 3").stance, fracas_battlescape::state::Stance::Prone);
    stage.finish();
}

/// B-54: the last enemy's end is the battle's, at once; with another goal open
/// the phase goes on.
#[test]
fn b_54_the_last_able_unit() {
    let text = skirmish("P . E", "");
    let b = battle(&text);
    let script = "to_hit 100: 1, damage 20: 20, crit 100: 100";
    let mut stage = Stage::new(&b, script);
    stage.unit_mut("sectoid 1").hp = 1;
    stage.order("rifleman 1: attack snap at sectoid 1");
    assert_eq!(stage.state.ended, Some((Ending::Victory, Reason::ObjectiveDone)));
    assert!(stage.refused("rifleman 1: turn W").contains("over"));
    stage.finish();

    let survive = text.replace("kind = 'eliminate'", "kind = 'survive'\nturns = 3");
    let b = battle(&survive);
    let mut stage = Stage::new(&b, script);
    stage.unit_mut("sectoid 1").hp = 1;
    stage.order("rifleman 1: attack snap at sectoid 1");
    assert_eq!(stage.state.ended, None);
    stage.until(3, Phase::Player);
    assert_eq!(stage.pass(), None);
    assert_eq!(stage.state.ended, Some((Ending::Victory, Reason::ObjectiveDone)));
    assert_eq!(stage.state.turn, 3);
}

/// B-54: the last man's end is defeat, at once.
#[test]
fn b_54_the_last_man() {
    let b = battle(&skirmish("P . E", ""));
    let mut stage = Stage::new(&b, "to_hit 100: 1, damage 12: 12, effect 100: 100, crit 100: 100");
    stage.pass();
    stage.unit_mut("rifleman 1").hp = 1;
    stage.order("sectoid 1: attack snap at rifleman 1");
    assert_eq!(stage.state.ended, Some((Ending::Defeat, Reason::SquadLost)));
    stage.finish();
}

/// B-55, C-41: the status line.
#[test]
fn b_55_status_line() {
    let b = two_squads();
    let mut stage = Stage::new(&b, "");
    let line = |stage: &Stage<'_>| {
        let view = View::of_side(&b, &stage.state, Side::Player);
        status_line(&view, unit(&b, "rifleman 1")).unwrap()
    };
    assert_eq!(
        line(&stage),
        "rifleman 1: HP 60/60, TU 100/100, energy 50/50, rounds 30/30 +90, fit, no cover"
    );
    let now = stage.unit_mut("rifleman 1");
    (now.hp, now.tu, now.stun, now.suppression) = (18, 150, 2, 3);
    assert_eq!(
        line(&stage),
        "rifleman 1: HP 18/60, TU 150/100, energy 50/50, rounds 30/30 +90, \
         critical stunned(2) suppressed, no cover"
    );
}

/// B-201: a controlled mind sits out the running phase and its own, acts in
/// the controller's next one without carry, and returns at its end.
#[test]
fn b_201_a_controlled_unit() {
    let b = two_squads();
    let mut stage = Stage::new(&b, "");
    let taken = stage.id("sectoid 1");
    let now = stage.state.unit_mut(taken);
    now.controlled = Some(fracas_battlescape::battle::Side::Player);
    (now.tu, now.no_carry) = (0, true);
    assert!(stage.refused("sectoid 1: turn E").contains("takes no part"));
    stage.pass();
    assert!(!stage.state.order.contains(&taken));
    stage.until(2, Phase::Player);
    assert!(stage.state.order.contains(&taken));
    assert_eq!(stage.tu("sectoid 1"), 100);
    stage.order("sectoid 1: turn NE");
    stage.pass();
    assert_eq!(stage.unit("sectoid 1").controlled, None);
    assert_eq!(stage.tu("sectoid 1"), 100);
}

/// B-221, V-60, C-24: an enemy stunned in the player's phase loses its next
/// phase and no more; a man stunned in the AI's phase loses his next one,
/// unless the resolution between frees him.
#[test]
fn v_60_stun_costs_one_phase() {
    let b = two_squads();
    let mut stage = Stage::new(&b, "");
    let enemy = stage.id("sectoid 1");
    stage.fight(|fight| fight.stun(enemy, 1));
    stage.pass();
    assert!(stage.refused("sectoid 1: turn E").contains("stunned"));
    stage.pass();
    assert_eq!(stage.unit("sectoid 1").stun, 0);
    stage.until(2, Phase::Enemy);
    assert_eq!(stage.tu("sectoid 1"), 100);
    stage.finish();

    for (recover, lost) in [(11, true), (10, false)] {
        let mut stage = Stage::new(&b, &format!("recover 100: {recover}"));
        let man = stage.id("rifleman 1");
        stage.pass();
        stage.fight(|fight| fight.stun(man, 1));
        stage.until(2, Phase::Player);
        assert_eq!(stage.unit("rifleman 1").stun > 0, lost);
        stage.until(3, Phase::Player);
        assert_eq!(stage.unit("rifleman 1").stun, 0);
        stage.finish();
    }
}

/// B-222, V-64: the same for panic of a unit in good spirits.
#[test]
fn v_64_panic_costs_one_phase() {
    let b = two_squads();
    // It runs one step, to the SW or W; the resolution after that frees it without a die.
    let mut stage = Stage::new(&b, "panic_steps 6: 1, panic_dir 2: 1");
    let enemy = stage.id("sectoid 1");
    stage.fight(|fight| fight.panic(enemy));
    stage.pass();
    assert!(stage.refused("sectoid 1: turn E").contains("panicked"));
    stage.until(2, Phase::Player);
    assert_eq!(stage.unit("sectoid 1").panic, None);
    stage.finish();

    // East is the only way out: no die for that.
    let lost = "recover 100: 11, panic_steps 6: 1";
    for (script, panicked) in [("recover 100: 10", false), (lost, true)] {
        let mut stage = Stage::new(&b, script);
        let man = stage.id("rifleman 1");
        stage.pass();
        stage.fight(|fight| fight.panic(man));
        stage.until(2, Phase::Player);
        assert_eq!(stage.unit("rifleman 1").panic.is_some(), panicked);
        stage.until(3, Phase::Player);
        assert_eq!(stage.unit("rifleman 1").panic, None);
        stage.finish();
    }
}

/// B-222: without courage panic ends for certain at the third resolution.
#[test]
fn b_222_the_third_resolution() {
    let b = two_squads();
    // Free again, and shaken as he is, he is tested at once: 2%.
    let script = "recover 100: 99, panic_steps 6: 1, \
                  recover 100: 99, panic_steps 6: 1, panic_dir 3: 1, panic 100: 3";
    let mut stage = Stage::new(&b, script);
    let man = stage.id("rifleman 1");
    stage.pass();
    stage.fight(|fight| fight.panic(man));
    stage.unit_mut("rifleman 1").morale = 49;
    stage.until(4, Phase::Player);
    assert_eq!(stage.unit("rifleman 1").panic, None);
    stage.finish();
}

/// B-72, B-222: a panicked man keeps off spikes and fire, a panicked flyer
/// does not mind them.
#[test]
fn b_222_nothing_is_a_hazard_to_flyers() {
    for (class, col, hp) in [("rifleman", 0, 60), ("floater", 1, 40)] {
        let b = battle(&format!(
            "[map]\nrows = '''\n. S\n x x\n. .\n'''\n[[squad]]\nside = 'player'\n\
             units = [{{ class = '{class}', name = 'Vega', at = [0, 0] }}]\n\
             [[squad]]\nside = 'enemy'\n\
             units = [{{ class = 'sectoid', name = 'Grey', at = [0, 2] }}]\n\
             [[objective]]\nkind = 'eliminate'\nprimary = true\n"
        ));
        let mut stage = Stage::new(&b, "recover 100: 11, panic_steps 6: 1");
        let man = stage.id("Vega");
        stage.pass();
        stage.fight(|fight| fight.panic(man));
        stage.until(2, Phase::Enemy);
        let at = b.field.col_row(stage.unit("Vega").at());
        assert_eq!(((at.0, at.1), stage.unit("Vega").hp), ((col, 0), hp), "{class}");
        stage.finish();
    }
}
