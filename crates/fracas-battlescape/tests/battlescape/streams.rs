//! §0: numbers, dice, streams.

use fracas_battlescape::Battlescape;
use fracas_battlescape::battle::Battle;
use fracas_battlescape::dice;
use fracas_battlescape::rules::rhu;
use fracas_core::capability::Session;
use fracas_core::chance::{Draw, Fault, Purpose, Rolled, Scripted, Staged};
use fracas_core::odds::{Fighter, fight_loud};
use fracas_core::ruleset::Ruleset;
use fracas_core::watch::Scores;

use crate::common::{battle, skirmish};
use crate::drill::Stage;

/// B-1: round half up, in whole numbers.
#[test]
fn b_1_round_half_up() {
    let rounded: Vec<i32> = [(0, 2), (1, 2), (3, 2), (5, 4), (7, 4), (149, 100), (150, 100)]
        .map(|(n, d)| rhu(n, d))
        .into();
    assert_eq!(rounded, [0, 1, 2, 1, 2, 1, 2]);
}

/// B-2: a check succeeds at its chance or below; certain ones and dice with
/// one face draw nothing.
#[test]
fn b_2_checks_and_dice() {
    let b = battle(&skirmish("P . . . E", ""));
    let mut stage = Stage::new(&b, "to_hit 100: 28, to_hit 100: 42, to_hit 100: 35, damage 3: 3");
    stage.fight(|fight| {
        assert!(fight.check(35, dice::TO_HIT));
        assert!(!fight.check(35, dice::TO_HIT));
        assert!(fight.check(35, dice::TO_HIT));
        assert!(!fight.check(0, dice::TO_HIT) && !fight.check(-5, dice::TO_HIT));
        assert!(fight.check(100, dice::TO_HIT) && fight.check(120, dice::TO_HIT));
        assert_eq!(fight.die(1, dice::PANIC_DIR), 1);
        assert_eq!(fight.die(3, dice::DAMAGE), 3);
    });
    stage.finish();
}

fn shuffled() -> Battle {
    let rows = "P P P . . . . . . . E E\n P P P . . . . . . . E E";
    let text = skirmish(rows, "light = 'dark'").replace("count = 6", "count = 3");
    battle(&text.replace("spawn = 'west'", "spawn = 'west'\nplacement = 'random'"))
}

fn places(state: &fracas_battlescape::state::State) -> Vec<u16> {
    state.units.iter().map(|unit| unit.at().0).collect()
}

/// B-3, B-41: the set-up has a stream of its own; a tape has its throws first.
#[test]
fn b_3_streams() {
    let b = shuffled();
    let mut fighter = Fighter::<Battlescape>::new(&b);
    let mut seen = Vec::new();
    for trial in 0..6 {
        fighter.fight(9, trial);
        let mut dice = Staged::new(9, trial);
        let fought = fight_loud::<Battlescape>(&b, &mut dice, &mut |_| {}).unwrap();
        assert_eq!(&fought.state, fighter.state());
        assert_eq!(dice.draws(), fighter.draws());
        let mut state = b.start.clone();
        let mut dice = Rolled::new(9, trial, Purpose::Setup);
        Battlescape::set_up(&b, &mut state, &mut dice, &mut Scores::default());
        seen.push(places(&state));
    }
    seen.dedup();
    assert!(seen.len() > 1, "placement varies by trial");
    // Five throws shuffle a zone of six hexes, from the last place down.
    let mut rolled = Rolled::new(9, 0, Purpose::Setup);
    let mut zone: Vec<u16> = vec![0, 1, 2, 12, 13, 14];
    for last in (1..6).rev() {
        zone.swap(last, rolled.draw(last as u64 + 1, dice::PLACEMENT) as usize);
    }
    assert_eq!(seen[0][..3], zone[..3]);
    let tape = [("placement".to_owned(), 6, 1), ("placement".to_owned(), 5, 1)];
    let mut dice = Scripted::named(tape);
    let fault = fight_loud::<Battlescape>(&b, &mut dice, &mut |_| {}).err().unwrap();
    assert_eq!(fault, Fault::UsedUp { throw: 3, die: dice::PLACEMENT, sides: 4 });
}

/// B-4: a tape that does not fit names the die.
#[test]
fn b_4_dice_tapes() {
    let b = battle(&skirmish("P . . . E", ""));
    let mut stage = Stage::new(&b, "");
    let unit = stage.id("sectoid 1");
    stage.fight(|fight| fight.check(50, dice::STUN));
    let fault = stage.dice.finish().unwrap_err().to_string();
    assert!(fault.contains("stun"), "{fault}");
    let mut stage = Stage::new(&b, "101");
    stage.fight(|fight| {
        fight.check(50, dice::PSI);
        fight.stun(unit, 1);
    });
    let fault = stage.dice.finish().unwrap_err().to_string();
    assert!(fault.contains("psi") && fault.contains("101"), "{fault}");
}

/// B-5: the same seed and trial tell the same log, another trial another.
#[test]
fn b_5_same_log() {
    let b = shuffled();
    let log = |trial| {
        let mut log = String::new();
        let mut tell = |event| log += &(serde_json::to_string(&event).unwrap() + "\n");
        fight_loud::<Battlescape>(&b, &mut Staged::new(3, trial), &mut tell).unwrap();
        log
    };
    assert_eq!(log(0), log(0));
    assert_ne!(log(0), log(1));
}

/// B-258: the measures by name, and what an idle battle makes of them.
#[test]
fn b_258_measures() {
    let b = shuffled();
    let names: Vec<String> =
        Battlescape::measures(&b).into_iter().map(|measure| measure.name).collect();
    assert_eq!(
        names[..6],
        [
            "turns",
            "player_alive",
            "enemy_alive",
            "civilians_alive",
            "shots",
            "unit.rifleman 1.alive"
        ]
    );
    assert_eq!(names.last().unwrap(), "objective.1.done");
    let mut stage = Stage::new(&b, "");
    let (dead, away) = (stage.id("rifleman 1"), stage.id("rifleman 2"));
    stage.fight(|fight| fight.hurt(dead, 999, None));
    stage.state.unit_mut(away).fate = fracas_battlescape::state::Fate::Escaped;
    let mut scores = Scores::new(vec![0; names.len()]);
    Battlescape::finals(&b, &stage.state, &mut scores);
    assert_eq!(scores.values(), [1, 2, 4, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0]);
}

/// B-258: rounds fired count as shots, also those of reactions; strikes do
/// not.
#[test]
fn b_258_shots() {
    let b = battle(&skirmish("P . . E", "time_limit = 1"));
    let (mut game, _) = fracas_battlescape::play::Game::new(b.into(), 3);
    game.line("rifleman 1: attack burst at sectoid 1").unwrap();
    let fired = 30 - i64::from(game.state().units[0].weapons[0].loaded);
    assert_eq!(game.scores().values()[4], fired);
}
