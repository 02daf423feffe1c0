//! Expected losses for the AI (B-276).

use fracas_battlescape::data::Dice;
use fracas_battlescape::data::FireMode::{self, Auto, Burst, Snap};
use fracas_battlescape::orders::Pace;
use fracas_battlescape::rules::damage::Blow;
use fracas_battlescape::rules::expectation::Expectation;
use fracas_battlescape::view::{Stand, View};

use crate::random::{Map, Numbers};
use crate::stage::duel;

/// B-276: E is the sum over rounds of chance times mean damage without crits,
/// at most the hit points, in hundredths, rounded down; checked by adding up
/// every face.
#[test]
fn by_brute_force() {
    let mut expectation = Expectation::new();
    for (mode, rounds, hp) in [(Snap, 1, 45), (Burst, 5, 45), (Auto, 10, 9), (Snap, 1, 3)] {
        let stage = duel(4, "", "");
        let shot = stage.shot("Vega", "Sid", mode);
        let blow = Blow::of(&shot, &shot.target.unwrap());
        let damage: i32 = (1..=20).map(|roll| blow.land(roll).damage.min(hp)).sum();
        let hits: i32 = (1..=rounds).map(|round| shot.accuracy(round)).sum();
        let expected = (damage * hits / 20).min(100 * hp);
        let found = expectation.loss(&shot, hp as u16, rounds as u8);
        assert_eq!(found, expected as u32, "{mode:?} at {hp}");
        assert_eq!(expectation.loss(&shot, hp as u16, rounds as u8), found, "kept");
    }
}

/// Several dice are counted by their sums, and many of them nearly so.
#[test]
fn several_dice() {
    let mut expectation = Expectation::new();
    let stage = duel(4, "weapon = \"machine_gun\"", "");
    let shot = stage.shot("Vega", "Sid", Snap);
    let blow = Blow::of(&shot, &shot.target.unwrap());
    let mut sum = 0;
    for a in 1..=12 {
        for b in 1..=12 {
            for c in 1..=12 {
                sum += blow.land(a + b + c).damage.min(45);
            }
        }
    }
    let expected = sum * shot.accuracy(1) / (12 * 12 * 12);
    assert_eq!(expectation.loss(&shot, 45, 1), expected as u32);
    let plain =
        Blow { power: 100, strength: 0, share: 1_000_000, armour: 0, flank: 100, crit: 200 };
    let many = Dice { count: 20, sides: 100, plus: 0 };
    assert!(expectation.blow(many, plain, u16::MAX, 100).abs_diff(101_000) <= 1);
}

/// B-271: the chance of a kill, by brute force over two rounds.
#[test]
fn kills() {
    let mut expectation = Expectation::new();
    let stage = duel(2, "", "");
    let shot = stage.shot("Vega", "Sid", Burst);
    let blow = Blow::of(&shot, &shot.target.unwrap());
    let hp = 20;
    let mut chance = 0.0;
    let hit = |round| f64::from(shot.accuracy(round)) / 100.0;
    for first in 0..=20 {
        for second in 0..=20 {
            let likely = |roll, round| {
                if roll == 0 { 1.0 - hit(round) } else { hit(round) / 20.0 }
            };
            let damage = |roll| if roll == 0 { 0 } else { blow.land(roll).damage };
            if damage(first) + damage(second) >= hp {
                chance += likely(first, 1) * likely(second, 2);
            }
        }
    }
    assert_eq!(expectation.kill_chance(&shot, 45, 2), 0, "not in two rounds");
    let found = expectation.kill_chance(&shot, hp as u16, 2);
    assert_eq!(found, (chance * 10_000.0).round() as u32);
}

/// B-277: what stands in a line only takes from an attack, so that no hex is
/// worth more than what it promises over open ground.
#[test]
fn b_277_hopes_are_not_surpassed() {
    let mut numbers = Numbers(5);
    let (mut dashed, mut fulfilled) = (0, 0);
    for round in 0..12 {
        let map = Map::wild(&mut numbers, 14, 12, round % 3);
        let mut table = map.table("", 4);
        map.disturb(&mut numbers, &mut table, round % 4 == 3);
        table.refresh();
        for unit in table.battle.units() {
            let view = View::of_unit(&table.battle, &table.state, unit);
            for (at, _) in view.reach(unit, Pace::Walk, 40).free() {
                let stand = Stand { at, lean: None, steps: 1 };
                for enemy in view.enemies() {
                    let hope = view.hope(unit, view.situation(unit, stand, &enemy), &enemy);
                    let aim = view.aim(unit, stand, &enemy);
                    for mode in FireMode::ALL {
                        let hope = hope.filter(|hope| hope.cost(mode).is_some());
                        let Some(aim) = aim.filter(|aim| aim.cost(mode).is_some()) else {
                            dashed += usize::from(hope.is_some());
                            continue;
                        };
                        let hope = hope.expect("hope for whatever can be done");
                        assert!(hope.accuracy(mode) >= aim.accuracy(mode));
                        assert!(hope.expected(mode) >= aim.expected(mode));
                        fulfilled += usize::from(hope.expected(mode) == aim.expected(mode));
                    }
                }
            }
        }
    }
    assert!(dashed > 1000 && fulfilled > 1000, "{dashed} dashed, {fulfilled} fulfilled");
}
