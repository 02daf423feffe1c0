//! Exact odds of an attack (B-269): against the vectors, by brute force, and
//! against attacks that are fought.

use std::collections::BTreeMap;

use fracas_battlescape::data::FireMode::{self, Aimed, Auto, Burst, Snap, Strike};
use fracas_battlescape::inspect::shot::{ShotOdds, shot};
use fracas_battlescape::orders::{Refused, Target};
use fracas_battlescape::rules::Fight;
use fracas_battlescape::rules::damage::Blow;
use fracas_battlescape::state::Cover;
use fracas_core::chance::{Purpose, Rolled};
use fracas_core::watch::Scores;

use crate::stage::{Stage, duel};

fn odds(stage: &Stage, mode: Option<FireMode>, head: bool) -> Result<ShotOdds, Refused> {
    let pair = (stage.id("Vega"), stage.id("Sid"));
    shot(&stage.battle, &stage.state, pair, mode, head)
}

/// V-1: the seed's shot, its chance and every number of hit points lost.
#[test]
fn the_seeds_shot() {
    let mut stage = duel(3, "", "");
    stage.unit_mut("Sid").cover = Cover::Half;
    let found = odds(&stage, None, false).unwrap();
    assert_eq!((found.tu, found.rounds, found.mode), (20, 1, Snap));
    assert_eq!((found.accuracy.as_slice(), found.crit.as_slice()), (&[35][..], &[6][..]));
    assert!((found.p_hit - 0.35).abs() < 1e-12);
    let facts = stage.shot("Vega", "Sid", Snap);
    let blow = Blow::of(&facts, &facts.target.unwrap());
    let mut damage = BTreeMap::from([(0, 0.65)]);
    for roll in 1..=20 {
        let mut harm = blow.land(roll);
        let crit = if harm.blocked { 0.0 } else { 0.06 };
        *damage.entry(harm.damage as u16).or_insert(0.0) += 0.35 / 20.0 * (1.0 - crit);
        if crit > 0.0 {
            blow.make_critical(&mut harm);
            *damage.entry(harm.damage as u16).or_insert(0.0) += 0.35 / 20.0 * crit;
        }
    }
    assert_eq!(found.damage.len(), damage.len());
    for (lost, chance) in &damage {
        assert!((found.damage[lost] - chance).abs() < 1e-12, "{lost}");
    }
    assert_eq!(found.p_kill, 0.0);
    assert!(found.p_kill.is_sign_positive() && found.p_burn.is_sign_positive(), "no -0.00%");
}

/// The odds agree with attacks that are fought, whatever the weapon; fixed
/// seeds.
#[test]
fn against_attacks_that_are_fought() {
    const TRIALS: u32 = 20_000;
    for (keys, mode, distance) in [
        ("", Burst, 2),
        ("weapon = \"smg\"", Auto, 3),
        ("weapon = \"machine_gun\"", Burst, 2),
        ("weapon = \"plasma_rifle\"", Aimed, 4),
        ("weapon = \"knife\"", Strike, 1),
        ("weapon = \"rocket_launcher\"", Snap, 5),
    ] {
        let stage = duel(distance, keys, "hp_now = 20, facing = \"NE\"");
        let found = odds(&stage, Some(mode), false).unwrap();
        let total: f64 = found.damage.values().sum();
        assert!((total - 1.0).abs() < 1e-12, "{total}");
        let (vega, sid) = (stage.id("Vega"), stage.id("Sid"));
        let (mut lost, mut squares, mut kills, mut burns) = (0.0, 0.0, 0.0, 0.0);
        let mut watch = Scores::new(vec![0; 64]);
        for trial in 0..TRIALS {
            let mut state = stage.state.clone();
            let mut chance = Rolled::new(17, u64::from(trial), Purpose::Battle);
            let mut fight = Fight {
                battle: &stage.battle,
                state: &mut state,
                chance: &mut chance,
                watch: &mut watch,
            };
            fight.attack(vega, Target::Unit(sid), mode, false, false).unwrap();
            let left = state.unit(sid);
            let loss = f64::from(20 - left.hp);
            lost += loss;
            squares += loss * loss;
            kills += f64::from(u8::from(left.hp == 0));
            burns += f64::from(u8::from(left.burn.is_some()));
        }
        let n = f64::from(TRIALS);
        let (mean, spread) = (lost / n, (squares / n - (lost / n).powi(2)).sqrt());
        assert!((mean - found.mean).abs() < 4.0 * spread / n.sqrt(), "{keys}: {mean}");
        for (sampled, exact) in [(kills / n, found.p_kill), (burns / n, found.p_burn)] {
            let error = 4.0 * (exact * (1.0 - exact) / n).sqrt();
            assert!((sampled - exact).abs() <= error, "{keys}: {sampled} against {exact}");
        }
    }
}

/// B-269: sight and time units need not allow it, line, range and rounds must.
#[test]
fn what_must_allow_it() {
    let stage = duel(12, "tu = 0, vision = 2", "vision = 2");
    assert!(odds(&stage, Some(Snap), false).is_ok());
    let stage = duel(12, "weapon = \"pistol\"", "");
    let said = odds(&stage, Some(Snap), false).unwrap_err().0;
    assert!(said.contains("distance 12") && said.contains("range 10"), "{said}");
    assert!(odds(&duel(3, "ammo = 0", ""), None, false).is_err());
    assert!(odds(&duel(3, "", ""), Some(Snap), true).is_err(), "B-133");
    let head = odds(&duel(3, "", ""), Some(Aimed), true).unwrap();
    assert_eq!(head.accuracy, [55]);
}

/// The shape of the machine-readable answer, and the words.
#[test]
fn as_json_and_as_text() {
    let found = odds(&duel(4, "weapon = \"laser_rifle\"", ""), Some(Burst), false).unwrap();
    let json = serde_json::to_value(&found).unwrap();
    for key in ["tu", "rounds", "accuracy", "crit", "p_hit", "damage", "mean", "p_kill", "p_burn"] {
        assert!(json.get(key).is_some(), "{key}");
    }
    assert_eq!(json["accuracy"].as_array().unwrap().len(), 5);
    assert!(json["damage"]["0"].is_f64());
    let text = found.to_string();
    assert!(text.starts_with("laser_rifle burst at 4 hexes: 30 TU, 5 rounds\n"), "{text}");
}
