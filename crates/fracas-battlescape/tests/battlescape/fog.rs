//! Fog of war, ghosts, cues and marks (§8, B-96..B-105).

use fracas_battlescape::battle::Side;
use fracas_battlescape::data::FireMode;
use fracas_battlescape::events::What;
use fracas_battlescape::hex::Dir;
use fracas_battlescape::inspect::shot::shot;
use fracas_battlescape::orders::{Order, Pace, Target};
use fracas_battlescape::report::choices::attack_odds;
use fracas_battlescape::state::{Burn, Ghost, Panic, Phase, Sound};
use fracas_battlescape::view::View;

use crate::random::{Map, Numbers};
use crate::table::{Table, alone, go, man, rows, scene, vega, walk};

fn attack(table: &Table, target: &str) -> Order {
    let target = Target::Unit(table.id(target));
    Order::Attack { target, mode: FireMode::Snap, head: false, force: false }
}

/// A wall with a gap at [2,0]; Grey stands behind the wall.
fn behind_a_wall() -> Table {
    let map = rows(". . . . .\n # # . # #\n. . . . .\n . . . . .");
    scene("", &map, &vega(0, 0, ""), &man("sectoid", "Grey", 0, 3, ""))
}

/// B-96: a side sees what any of its able units see; hexes out of sight are
/// remembered with their terrain, or unknown.
#[test]
fn b_96_shared_sight_and_memory() {
    let map = rows(". . # . +\n x x x x x\n. . . . .");
    let two = format!("{}, {}", vega(0, 0, ""), man("medic", "Okoro", 3, 0, ""));
    let mut table = scene("", &map, &two, &man("sectoid", "Grey", 0, 2, ""));
    let door = table.hex(4, 0);
    assert!(!table.sees("Vega", 4, 0) && table.sees("Okoro", 4, 0));
    assert!(table.state.known[0].visible.has(door));
    assert_eq!(table.state.known[0].last_seen(door, 1), 1);
    assert_eq!(table.state.known[0].last_seen(table.hex(0, 2), 1), 0, "never seen");
    // Stunned, Okoro sees nothing for his side (B-103, B-221).
    let okoro = table.id("Okoro");
    table.state.turn = 3;
    table.fight(&[], |fight| fight.stun(okoro, 1));
    assert!(!table.state.known[0].visible.has(door));
    assert_eq!(table.state.known[0].last_seen(door, 4), 3);
    // What changes out of sight is not known.
    let closed = table.state.known[0].terrain[door.index()];
    table.state.ground.terrain[door.index()] = table.battle.terrain[0];
    table.state.ground.changed = true;
    table.refresh();
    assert_eq!(table.state.known[0].terrain[door.index()], closed);
    table.fight(&[], |fight| fight.wake(okoro));
    table.refresh();
    assert_eq!(table.state.known[0].terrain[door.index()], table.battle.terrain[0]);
}

/// B-97: somebody else may spot for a shooter, but the line must be the
/// shooter's own.
#[test]
fn b_97_spotting_for_another() {
    let row = ". . . . . . . . . . . . . . .\n x x x x x x x x x x x x x x x";
    let two = format!("{}, {}", vega(0, 0, ""), man("scout", "Okoro", 9, 0, "tu = 4"));
    let mut table = scene("", &rows(row), &two, &man("sectoid", "Grey", 14, 0, "vision = 1"));
    assert!(!table.sees("Vega", 14, 0) && table.player_sees("Grey"));
    let order = attack(&table, "Grey");
    table.act("Vega", order, &[100]);
    // Without the spotter there is no target.
    let okoro = table.id("Okoro");
    table.fight(&[], |fight| fight.stun(okoro, 1));
    let order = attack(&table, "Grey");
    assert!(table.refused("Vega", order).contains("not visible"));
    // And seen by a friend alone it cannot be shot through a wall.
    let map = rows(". # .\n # . .");
    let two = format!("{}, {}", vega(0, 0, ""), man("scout", "Okoro", 2, 0, ""));
    let mut table = scene("", &map, &two, &man("sectoid", "Grey", 1, 1, ""));
    assert!(table.player_sees("Grey") && !table.sees("Vega", 1, 1));
    let order = attack(&table, "Grey");
    assert!(table.refused("Vega", order).contains("[1,0]"), "the first blocking hex is named");
}

/// B-98: an enemy that goes out of sight leaves a ghost, which goes when the
/// side sees the hex without it, sees the unit again, or after five turns.
#[test]
fn b_98_ghosts() {
    let mut table = behind_a_wall();
    table.put("Grey", 2, 3);
    table.put("Vega", 2, 0);
    assert!(table.player_sees("Grey"));
    table.enemy_phase();
    let to = table.hex(0, 3);
    let events = table.act("Grey", walk(to), &[]);
    let vanished =
        events.iter().filter(|what| matches!(what, What::Vanished { side: "player", .. }));
    assert_eq!(vanished.count(), 1);
    let ghosts = table.state.known[0].ghosts.clone();
    assert_eq!(ghosts.len(), 1);
    let ghost = ghosts[0];
    assert_eq!((ghost.unit, ghost.turn), (table.id("Grey"), 1));
    assert!(!table.state.known[0].visible.has(ghost.at), "where it went out of sight");
    let order = attack(&table, "Grey");
    table.state.phase = Phase::Player;
    table.state.order = vec![table.id("Vega")];
    assert!(table.refused("Vega", order).contains("not visible"));
    // Five turns are remembered, the sixth is not.
    for (turn, there) in [(6, 1), (7, 0)] {
        table.state.turn = turn;
        table.refresh();
        assert_eq!(table.state.known[0].ghosts.len(), there, "turn {turn}");
    }
    // Seen again: no ghost, and an event.
    table.state.known[0].ghosts.push(ghost);
    table.state.turn = 1;
    table.put("Grey", 2, 2);
    assert!(table.state.known[0].ghosts.is_empty());
    // The hex is seen without it.
    table.put("Grey", 0, 3);
    table.state.known[0].ghosts[0].at = table.hex(4, 3);
    let vega = table.hex(2, 1);
    table.put("Vega", 2, 1);
    assert_eq!(table.unit("Vega").at(), vega);
    assert!(table.sees("Vega", 4, 3));
    assert!(table.state.known[0].ghosts.is_empty());
}

/// B-98: an old ghost goes with the turn, whether anybody looks or not.
#[test]
fn b_98_old_ghosts_go_with_the_turn() {
    let mut table = behind_a_wall();
    let (unit, at) = (table.id("Grey"), table.hex(0, 3));
    table.state.known[0].ghosts.push(Ghost { unit, at, turn: 1 });
    table.state.turn = 5;
    for there in [1, 0] {
        table.resolution(&[]);
        assert_eq!(table.state.known[0].ghosts.len(), there, "turn {}", table.state.turn);
    }
}

/// B-98: a death out of sight is not told, one in sight leaves no ghost.
#[test]
fn b_98_deaths() {
    let mut table = behind_a_wall();
    table.put("Grey", 2, 2);
    let grey = table.id("Grey");
    table.put("Vega", 2, 1);
    let (_, events) = table.fight(&[], |fight| fight.hurt(grey, 99, None));
    assert!(events.iter().any(|what| matches!(what, What::Died { .. })));
    assert!(!events.iter().any(|what| matches!(what, What::Vanished { side: "player", .. })));
    assert!(table.state.known[0].units.is_empty() && table.state.known[0].ghosts.is_empty());
    let mut table = behind_a_wall();
    table.put("Grey", 2, 2);
    table.put("Vega", 2, 1);
    table.put("Vega", 0, 0);
    assert_eq!(table.state.known[0].ghosts.len(), 1);
    table.fight(&[], |fight| fight.hurt(grey, 99, None));
    assert_eq!(table.state.known[0].ghosts.len(), 1, "nobody saw it die");
}

/// B-99: a motion scanner marks what moved within 8 hexes, through walls.
#[test]
fn b_99_motion_scanner() {
    let wide = ". . . . . . . . . . . .\n # # # # # # # # # # # #\n. . . . . . . . . . . .";
    let enemies = [("Grey", 3), ("Tall", 5), ("Wide", 11)]
        .map(|(name, col)| man("sectoid", name, col, 2, ""))
        .join(", ");
    let mut table = scene("", &rows(wide), &man("scout", "Vega", 0, 0, ""), &enemies);
    table.enemy_phase();
    for (name, col) in [("Grey", 2), ("Wide", 10)] {
        let to = table.hex(col, 2);
        table.act(name, walk(to), &[]);
    }
    let (_, events) = table.fight(&[], |fight| fight.scan(Side::Player));
    let marks: Vec<_> = table.state.known[0].marks.iter().copied().collect();
    assert_eq!(marks, [table.hex(2, 2)], "Tall did not move, Wide is too far away");
    let told = events.iter().filter(|what| matches!(what, What::Marked { side: "player", .. }));
    assert_eq!(told.count(), 1);
    table.fight(&[], |fight| fight.forget(Side::Player));
    assert!(table.state.known[0].marks.is_empty());
    table.fight(&[], |fight| fight.scan(Side::Player));
    assert!(table.state.known[0].marks.is_empty(), "nothing moved since that phase");
}

/// B-101: what is heard, from where and how far away.
#[test]
fn b_101_cues() {
    let row = ". . . . . . . . . . . . . . . . . .";
    let wall = "x x x x x x x x x x x x x x x x x x";
    let map = rows(&format!("{row}\n {wall}\n{row}"));
    let two = format!("{}, {}", vega(0, 0, ""), man("medic", "Okoro", 2, 0, ""));
    let mut table = scene("", &map, &two, &man("sectoid", "Grey", 4, 2, ""));
    table.state.phase = Phase::Enemy;
    let grey = table.id("Grey");
    let mut heard = |col: usize, radius: u32| {
        let at = table.hex(col, 2);
        table.state.known[0].cues.clear();
        table.fight(&[], |fight| fight.noise(at, Some(grey), Sound::Gunfire, radius));
        assert!(table.state.known[1].cues.is_empty(), "its own side hears nothing");
        table.state.known[0].cues.first().map(|cue| {
            let at = table.battle.field.col_row(cue.at);
            (cue.by, cue.bearing.name(), cue.far, (at.0, at.1))
        })
    };
    let (vega, okoro) =
        (fracas_battlescape::battle::UnitId(0), fracas_battlescape::battle::UnitId(1));
    // Nearest able unit; ties by scenario order; the hex 3, 8 or 13 steps away.
    assert_eq!(heard(0, 3), Some((vega, "SE", 0, (1, 2))), "the last hex on the map");
    assert_eq!(heard(6, 12), Some((okoro, "E", 0, (5, 0))));
    assert_eq!(heard(8, 12), Some((okoro, "E", 1, (10, 0))));
    assert_eq!(heard(14, 20), Some((okoro, "E", 2, (15, 0))));
    assert_eq!(heard(17, 20), Some((okoro, "E", 2, (15, 0))));
    assert_eq!(heard(14, 5), None, "too far away");
    // Forgotten at the end of the side's next phase.
    assert_eq!(table.state.known[0].cues.len(), 0);
    let at = table.hex(6, 2);
    table.fight(&[], |fight| {
        fight.noise(at, Some(grey), Sound::Gunfire, 12);
        fight.noise(at, Some(grey), Sound::Gunfire, 12);
    });
    assert_eq!(table.state.known[0].cues.len(), 1, "the same cue is one cue");
    table.fight(&[], |fight| fight.forget(Side::Player));
    assert!(table.state.known[0].cues.is_empty());
    table.state.phase = Phase::Player;
    table.fight(&[], |fight| fight.noise(at, Some(grey), Sound::Gunfire, 12));
    table.fight(&[], |fight| fight.forget(Side::Player));
    assert_eq!(table.state.known[0].cues.len(), 1, "heard in the own phase: kept for the next");
    table.fight(&[], |fight| fight.forget(Side::Player));
    assert!(table.state.known[0].cues.is_empty());
}

/// B-101: what is visible is not heard; radii of walking, running and
/// crouching (B-77).
#[test]
fn b_101_b_77_steps_are_heard() {
    let row = ". . . . . . . . . .\n x x x x x x x x x x";
    let heard_by = |pace: Pace, col: usize, vision: &str| {
        let enemy = man("sectoid", "Grey", col, 0, vision);
        let mut table = scene("", &rows(row), &vega(0, 0, "vision = 1"), &enemy);
        let to = table.hex(2, 0);
        let events = table.act("Vega", go(to, pace), &[]);
        events
            .iter()
            .any(|what| matches!(what, What::Heard { side: "enemy", sound: Sound::Steps, .. }))
    };
    let heard = |pace: Pace, col: usize| heard_by(pace, col, "vision = 1");
    assert!(heard(Pace::Walk, 5) && !heard(Pace::Walk, 6));
    assert!(heard(Pace::Run, 8) && !heard(Pace::Run, 9));
    assert!(!heard(Pace::Crouch, 4));
    assert!(!heard_by(Pace::Walk, 4, "vision = 9"), "seen, not heard");
}

/// B-102: an attack out of the target side's sight is an ambush.
#[test]
fn b_102_ambush() {
    let ambush = |vision: &str| {
        let row = ". . . .\n x x x x";
        let enemy = man("sectoid", "Grey", 3, 0, vision);
        let mut table = scene("", &rows(row), &vega(0, 0, ""), &enemy);
        let order = attack(&table, "Grey");
        let events = table.act("Vega", order, &[100]);
        events.iter().find_map(|what| match what {
            What::Attack { terms, .. } => {
                Some(terms.iter().find(|term| term.name == "ambush").map_or(0, |term| term.value))
            }
            _ => None,
        })
    };
    assert_eq!(ambush("vision = 3"), Some(0));
    assert_eq!(ambush("vision = 2"), Some(10));
}

/// B-269, B-102, B-267: the odds offered in battle are the same whether somebody
/// unseen watches the attacker or not; the referee's are not.
#[test]
fn b_269_offered_odds_tell_of_no_watcher() {
    let odds = |watcher: usize| {
        let row = format!("{}\n{}", ". ".repeat(16), " x".repeat(16));
        let blind = man("sectoid", "Grey", 3, 0, "vision = 2");
        let enemies = format!("{blind}, {}", man("sectoid", "Far", watcher, 0, ""));
        let table = scene("", &rows(&row), &vega(0, 0, ""), &enemies);
        assert!(!table.player_sees("Far"));
        let (unit, target) = (table.id("Vega"), table.id("Grey"));
        let view = View::of_side(&table.battle, &table.state, Side::Player);
        let snap = Some(FireMode::Snap);
        let true_odds = shot(&table.battle, &table.state, (unit, target), snap, false).unwrap();
        (attack_odds(&view, unit, "Grey").unwrap(), true_odds.p_hit)
    };
    let (watched, alone) = (odds(12), odds(14));
    assert!(watched.0.contains("ambush +10"), "{}", watched.0);
    assert_eq!(watched.0, alone.0);
    assert!(watched.1 < alone.1, "who is watched ambushes nobody");
}

/// B-103: fog follows steps, doors, deaths and sides; knowledge that was
/// brought up to date step by step is what a fresh look finds.
#[test]
fn b_103_step_by_step_is_all_at_once() {
    let mut numbers = Numbers(41);
    for round in 0..30 {
        let light = ["day", "night"][round % 2];
        let map = Map::wild(&mut numbers, 12, 10, round % 2);
        let mut table = map.table(&format!("light = \"{light}\""), 4);
        map.disturb(&mut numbers, &mut table, false);
        table.refresh();
        for _ in 0..8 {
            let unit = fracas_battlescape::battle::UnitId(numbers.below(4) as u8);
            if !table.state.unit(unit).is_able() {
                continue;
            }
            let to = fracas_battlescape::field::Spot(numbers.below(120) as u16);
            let order = Order::Move {
                to,
                pace: Pace::Walk,
                allow_hazards: false,
                press_on: true,
                reserve: 0,
            };
            // Refusals are as good: then nothing changed.
            let mut dice = fracas_core::chance::Rolled::new(
                1,
                round as u64,
                fracas_core::chance::Purpose::Battle,
            );
            table.fight_with(&mut dice, |fight| fight.act(unit, &order).is_ok());
            let now = table.state.clone();
            table.refresh();
            assert_eq!(table.state.sights, now.sights, "round {round}");
            for (fresh, kept) in table.state.known.iter().zip(&now.known) {
                assert_eq!(fresh.visible, kept.visible);
                assert_eq!(fresh.units, kept.units);
                assert_eq!(fresh.ghosts, kept.ghosts);
                assert_eq!(fresh.seen, kept.seen);
                assert_eq!(fresh.terrain, kept.terrain);
            }
        }
    }
}

/// B-92, B-103: whoever catches fire is seen by that light at once, and no
/// longer when a medikit puts it out.
#[test]
fn b_103_burning_units_show_themselves() {
    let night = "light = \"night\"";
    let map = rows(". . . . . . . . . . . .\n . . . . . . . . . . . .");
    let squad = format!(
        "{}, {}, {}",
        vega(0, 0, "weapon = \"laser_rifle\""),
        man("medic", "Doc", 5, 0, ""),
        man("scout", "Ilse", 5, 1, "")
    );
    let mut table = scene(night, &map, &squad, &man("sectoid", "Grey", 9, 0, "facing = \"W\""));
    assert!(!table.sees("Vega", 9, 0) && table.player_sees("Grey"));
    let order = attack(&table, "Grey");
    // to_hit, damage, effect, crit
    table.act("Vega", order, &[1, 5, 1, 99]);
    assert!(table.unit("Grey").burn.is_some() && table.sees("Vega", 9, 0));

    table.put("Vega", 11, 0);
    table.unit_mut("Ilse").burn = Some(Burn { dice: 1, turns: 3 });
    table.refresh();
    assert!(table.sees("Vega", 5, 1));
    let item = table.unit("Doc").items[0].item;
    let on = table.id("Ilse");
    table.act("Doc", Order::Use { item, on }, &[]);
    assert!(!table.sees("Vega", 5, 1));
}

/// B-92, B-76: a burning unit that passes through a friend's hex in the dark
/// is seen by its own light there too, and shot at.
#[test]
fn b_92_a_burning_guest_is_seen() {
    let row = ". . . . . . . . . . . .\n x x x x x x x x x x x x";
    let enemies = format!(
        "{}, {}",
        man("sectoid", "Grey", 9, 0, "facing = \"W\""),
        man("sectoid", "Mate", 8, 0, "facing = \"W\"")
    );
    let mut table = scene("light = \"night\"", &rows(row), &vega(0, 0, "tu = 150"), &enemies);
    table.unit_mut("Grey").burn = Some(Burn { dice: 1, turns: 3 });
    table.refresh();
    assert!(table.player_sees("Grey") && !table.player_sees("Mate"));
    table.act("Vega", Order::Ready { max_shots: 3, min_accuracy: 5 }, &[]);
    table.enemy_phase();
    let to = table.hex(7, 0);
    let events = table.act("Grey", walk(to), &[100; 2]);
    let shots: Vec<_> = events
        .iter()
        .filter_map(|what| match what {
            What::Attack { kind: "reaction", at, .. } => *at,
            _ => None,
        })
        .collect();
    assert_eq!(shots, [8, 7].map(|col| table.battle.field.col_row(table.hex(col, 0))));
    // Mate stands in that light for a moment, Grey never leaves it.
    let gone = |what: &What| matches!(what, What::Vanished { unit, .. } if unit == "Grey");
    assert!(!events.iter().any(gone) && table.player_sees("Grey"));
    assert!(!table.player_sees("Mate"));
}

/// B-103, B-92: the light of a burning unit leaves the hex it stepped from
/// also where the step kills it.
#[test]
fn b_103_light_leaves_with_the_dead() {
    let row = ". . . . . . . S . . . .\n x x x x x x x x x x x x";
    let grey = man("sectoid", "Grey", 8, 0, "facing = \"W\", hp_now = 3");
    let mate = man("sectoid", "Mate", 11, 0, "");
    let enemies = format!("{grey}, {mate}");
    let mut table = scene("light = \"night\"", &rows(row), &vega(0, 0, ""), &enemies);
    table.unit_mut("Grey").burn = Some(Burn { dice: 1, turns: 3 });
    table.refresh();
    assert!(table.sees("Vega", 8, 0));
    table.enemy_phase();
    let to = table.hex(7, 0);
    table.act("Grey", walk(to), &[]);
    assert!(!table.unit("Grey").is_here());
    assert!(!table.sees("Vega", 8, 0) && !table.sees("Vega", 7, 0));
}

/// B-43, B-96: a civilian's sight is its own.
#[test]
fn b_43_civilians_share_with_nobody() {
    let text = format!(
        "ruleset = \"battlescape\"\n[map]\n{}\n[[squad]]\nside = \"player\"\nunits = [{}]\n\
         [[squad]]\nside = \"enemy\"\nunits = [{}]\n[[squad]]\nside = \"neutral\"\nunits = [{}, {}]\n\
         [[objective]]\nkind = \"eliminate\"\nprimary = true\n",
        rows(". # . # .\n x x x x x\n. . . . ."),
        vega(0, 0, ""),
        man("sectoid", "Grey", 0, 2, ""),
        man("civilian", "Ada", 2, 0, ""),
        man("civilian", "Ben", 4, 0, ""),
    );
    let table = Table::read(text);
    let middle = table.hex(2, 0);
    assert_eq!(table.state.known.len(), 4);
    assert!(!table.state.known[0].visible.has(middle) && !table.state.known[1].visible.has(middle));
    assert!(table.state.known[2].visible.has(middle) && !table.state.known[3].visible.has(middle));
}

/// B-75, B-105: the warning names every visible enemy with a ranged weapon,
/// neither stunned, panicked nor suppressed, whose own sight covers the way.
#[test]
fn b_75_b_105_who_could_react() {
    let row = ". . . . . . . . .\n x x x x x x x x x";
    let enemies = format!(
        "{}, {}, {}",
        man("sectoid", "Grey", 6, 0, ""),
        man("chryssalid", "Claw", 7, 0, ""),
        man("sectoid", "Tall", 8, 0, "vision = 2")
    );
    let mut table = scene("", &rows(row), &vega(0, 0, ""), &enemies);
    let (unit, grey) = (table.id("Vega"), table.id("Grey"));
    let way = walk(table.hex(2, 0));
    let warned = |table: &Table| {
        View::of_unit(&table.battle, &table.state, unit).preview(unit, &way).watchers
    };
    let alone = ["Grey"];
    assert_eq!(warned(&table), alone);
    table.unit_mut("Grey").suppression = 3;
    assert!(warned(&table).is_empty());
    table.unit_mut("Grey").suppression = 0;
    table.unit_mut("Grey").panic = Some(Panic { resolutions: 0, lost_phase: false });
    assert!(warned(&table).is_empty());
    table.unit_mut("Grey").panic = None;
    assert_eq!(warned(&table), alone);
    table.fight(&[], |fight| fight.stun(grey, 1));
    assert!(warned(&table).is_empty());
}

/// B-105: a vigil is told to nobody but its side; the turn of a ready unit's
/// facing is seen like any other.
#[test]
fn b_105_a_ready_order_is_hidden() {
    let mut table = alone("", ". . .", "", &vega(0, 0, "facing = \"E\""));
    table.act("Vega", Order::Ready { max_shots: 1, min_accuracy: 20 }, &[]);
    table.act("Vega", Order::Turn(Dir::number(3)), &[]);
    let known =
        table.told.iter().map(|(what, known)| (matches!(what, What::Readied { .. }), *known));
    assert!(known.into_iter().any(|(ready, known)| ready && known == [true, false]));
}

/// B-92, B-103: who is set on fire by a shot is seen from afar at once, and no
/// longer when a medikit puts it out.
#[test]
fn b_103_a_light_in_the_night() {
    let two = format!(
        "{}, {}",
        vega(3, 0, "weapon = \"laser_rifle\""),
        man("rifleman", "Okoro", 0, 0, "")
    );
    let enemies = format!(
        "{}, {}",
        man("sectoid", "Grey", 8, 0, "facing = \"W\""),
        man("medic", "Tall", 9, 0, "")
    );
    let map = rows(". . . . . . . . . .\n x x x x x x x x x x");
    let mut table = scene("light = \"night\"", &map, &two, &enemies);
    assert!(!table.sees("Okoro", 8, 0));
    let grey = table.id("Grey");
    let shot = attack(&table, "Grey");
    table.act("Vega", shot, &[1, 20, 1, 100]);
    assert!(table.sees("Okoro", 8, 0));
    table.enemy_phase();
    let medikit = table.unit("Tall").items[0].item;
    table.act("Tall", Order::Use { item: medikit, on: grey }, &[]);
    assert!(!table.sees("Okoro", 8, 0));
}

/// B-105, B-267: the warning goes by the ground as the side knows it; a wall
/// that nobody of it has seen hides nobody from the enemy.
#[test]
fn b_105_warnings_go_by_what_is_known() {
    let row = ". . . . . . . .\n x x x x x x x x";
    let two = format!("{}, {}", vega(0, 0, ""), man("medic", "Okoro", 7, 0, ""));
    let grey = man("sectoid", "Grey", 6, 0, "vision = 40");
    let dark = "light = \"dark\"\nweather = \"heavy_fog\"";
    let mut table = scene(dark, &rows(row), &two, &grey);
    let (unit, way, hidden) = (table.id("Vega"), walk(table.hex(2, 0)), table.hex(4, 0));
    let warned = |table: &Table| {
        View::of_unit(&table.battle, &table.state, unit).preview(unit, &way).watchers
    };
    assert!(table.sees("Grey", 2, 0) && !table.state.known[0].visible.has(hidden));
    assert_eq!(warned(&table), ["Grey"]);
    let walls = alone("", ". #", "", &vega(0, 0, ""));
    table.state.ground.terrain[hidden.index()] =
        walls.state.ground.terrain[walls.hex(1, 0).index()];
    table.state.ground.changed = true;
    table.refresh();
    assert!(!table.sees("Grey", 1, 0) && !table.sees("Grey", 2, 0));
    assert_eq!(warned(&table), ["Grey"]);
}
