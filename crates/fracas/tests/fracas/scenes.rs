//! What a viewer shows agrees with the scenario at first and with the measures
//! in the end.

use fracas::{Battle, Moment, RunReport, SceneUnit, UnitState};

use crate::{battle_of, examples_of, rulesets};

/// A battle from its first moment to its last.
struct Shown {
    first: Moment,
    last: Moment,
    fought: RunReport,
}

impl Shown {
    fn of(battle: &Battle, trial: u64) -> Self {
        let mut moments = battle.scenes(5, trial, None).unwrap();
        let first = moments.next().unwrap();
        let last = moments.last().unwrap();
        let fought = battle.run(5, trial, None);
        assert_eq!(last.outcome, Some(fought.outcome));
        Self { first, last, fought }
    }

    fn measure(&self, name: &str) -> Option<i64> {
        self.fought.measures.iter().find(|(known, _)| known == name).map(|(_, value)| *value)
    }

    /// The units at the end, each with the name of its side.
    fn units(&self) -> impl Iterator<Item = (&'static str, &SceneUnit)> {
        let sides = self.last.scene.sides.iter();
        sides.flat_map(|side| side.units.iter().map(|unit| (side.name, unit)))
    }
}

/// Some battles of every example of a ruleset.
fn shown(ruleset: &str, trials: u64) -> impl Iterator<Item = Shown> {
    let battles = examples_of(ruleset).into_iter().map(|path| battle_of(&path));
    battles.flat_map(move |battle| (0..trials).map(move |trial| Shown::of(&battle, trial)))
}

fn lives(unit: &SceneUnit) -> bool {
    unit.state != UnitState::Dead
}

#[test]
fn every_battle_begins_whole_and_has_words_for_its_ends() {
    for rules in rulesets() {
        assert_eq!(rules.endings().len(), rules.outcomes.len(), "{}", rules.name);
        for Shown { first, last, .. } in shown(rules.name, 2) {
            assert_eq!((first.moment, first.outcome), (0, None));
            let names = |moment: &Moment| -> Vec<&str> {
                moment.scene.sides.iter().map(|side| side.name).collect()
            };
            assert_eq!(names(&first), names(&last));
            assert!(rules.endings().iter().all(|end| end.side.is_none_or(|side| side < 2)));
            for side in &first.scene.sides {
                let (now, whole) = side.strength.unwrap();
                assert_eq!(now, whole, "{} of {}", side.name, rules.name);
                for unit in &side.units {
                    assert_eq!((unit.count, unit.of > 0), (unit.of, true), "{}", unit.name);
                    assert!(matches!(unit.state, UnitState::Fighting | UnitState::Waiting));
                }
            }
        }
    }
}

#[test]
fn olympia_loses_what_its_measures_say() {
    for shown in shown("olympia", 6) {
        for (side, unit) in shown.units().filter(|(_, unit)| unit.health.is_some()) {
            let noble = |what: &str| shown.measure(&format!("noble.{}.{what}", unit.name));
            assert_eq!(noble("killed"), Some(i64::from(!lives(unit))), "{side} {}", unit.name);
            let captured = unit.state == UnitState::Captured;
            assert!(!captured || noble("captured") == Some(1), "{side} {}", unit.name);
            let health = unit.health.map(|health| health.0 as i64);
            assert_eq!(noble("health"), health, "{side} {}", unit.name);
        }
        for (name, lost) in &shown.fought.measures {
            let Some((side, kind)) = name.split_once("_lost.") else { continue };
            let of_kind = |(of, unit): &(&str, &SceneUnit)| {
                (*of, unit.kind.as_str(), unit.health) == (side, kind, None)
            };
            let gone = shown.units().filter(of_kind).map(|(_, unit)| unit.of - unit.count);
            assert_eq!(gone.sum::<u64>() as i64, *lost, "{name}");
        }
    }
}

#[test]
fn missions_lose_whom_their_measures_say() {
    for shown in shown("mission", 6) {
        let mut enemies = 0;
        for (side, unit) in shown.units() {
            match side {
                "agents" => {
                    let alive = shown.measure(&format!("unit.{}.alive", unit.name));
                    assert_eq!(alive, Some(i64::from(lives(unit))), "{}", unit.name);
                }
                _ => enemies += i64::from(lives(unit)),
            }
        }
        assert_eq!(shown.measure("enemies_alive"), Some(enemies));
    }
}

#[test]
fn mfd_loses_whom_its_measures_say() {
    for shown in shown("mfd", 6) {
        for (side, unit) in shown.units() {
            let one = if side == "heroes" { "hero" } else { "villain" };
            let alive = shown.measure(&format!("{one}.{}.alive", unit.name));
            let there = matches!(unit.state, UnitState::Fighting | UnitState::Fled);
            assert_eq!(alive, Some(i64::from(there)), "{}", unit.name);
        }
        for side in &shown.last.scene.sides {
            let hp = shown.measure(&format!("{}_hp", side.name));
            assert_eq!(side.strength.map(|strength| strength.0 as i64), hp, "{}", side.name);
        }
    }
}

#[test]
fn andor_ends_as_its_outcome_says() {
    for shown in shown("andor", 12) {
        let [hero, monsters] = [0, 1].map(|side| &shown.last.scene.sides[side].units);
        match shown.fought.outcome {
            "win" => assert!(lives(&hero[0]) && !monsters.iter().any(lives)),
            "lose" => assert!(!lives(&hero[0])),
            "fled" => assert_eq!(hero[0].state, UnitState::Fled),
            _ => assert!(lives(&hero[0]) && monsters.iter().any(lives)),
        }
    }
}

#[test]
fn battlescape_loses_whom_its_measures_say() {
    for shown in shown("battlescape", 2) {
        for (_, unit) in shown.units() {
            let alive = shown.measure(&format!("unit.{}.alive", unit.name));
            assert_eq!(alive, Some(i64::from(lives(unit))), "{}", unit.name);
        }
        let turns = shown.measure("turns").unwrap();
        assert!(shown.last.scene.when.starts_with(&format!("turn {turns},")));
        let board = shown.first.scene.board.as_ref().unwrap();
        let land = board.land.as_ref().unwrap();
        assert_eq!(land.terrain.len(), land.height.len());
        assert!(land.terrain.iter().all(|row| row.chars().count() == land.height[0].len()));
        assert!(!land.terrain.iter().any(|row| row.contains(' ')), "the truth is known");
    }
}

/// Each side of a battle is shown its own and whom it sees, and told as much
/// as its log tells.
#[test]
fn a_side_is_shown_what_it_knows() {
    let path = &examples_of("battlescape")[0];
    let battle = battle_of(path);
    for (place, name) in battle.rules().observers().iter().enumerate() {
        let mut hidden = 0;
        let truth = battle.scenes(5, 0, None).unwrap();
        for (truth, known) in truth.zip(battle.scenes(5, 0, Some(place)).unwrap()) {
            assert_eq!(truth.moment, known.moment);
            assert!(known.events <= truth.events);
            for (side, all) in known.scene.sides.iter().zip(&truth.scene.sides) {
                let own = side.name == *name;
                assert_eq!(side.strength.is_some(), own);
                // Whose mind is controlled out of sight still counts as its own.
                let in_sight = side.units.iter().filter(|unit| unit.state != UnitState::Unseen);
                assert!(in_sight.count() <= all.units.len() || !own);
                hidden += all.units.len() - side.units.len().min(all.units.len());
                for unit in side.units.iter().filter(|unit| unit.state == UnitState::Unseen) {
                    assert_eq!(unit.health, None, "{}", unit.name);
                }
            }
        }
        assert!(hidden > 0, "nobody was ever hidden from {name}");
    }
}
