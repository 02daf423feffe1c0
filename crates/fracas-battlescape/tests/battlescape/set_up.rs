//! §4 and §25: from a scenario file to the state before the first die.

use fracas_battlescape::battle::{Battle, Light, Side, Task};
use fracas_battlescape::data::{Mode, Vision};
use fracas_battlescape::field::ColRow;
use fracas_battlescape::set_up::opening_state;
use fracas_battlescape::state::{Cover, Phase, Stance};

use crate::common::{EXAMPLE, battle, battle_with, read_with, refuse_with, skirmish, unit};

fn at(battle: &Battle, name: &str) -> (u8, u8) {
    let ColRow(col, row) = battle.field.col_row(battle.start.unit(unit(battle, name)).at());
    (col, row)
}

/// B-40: map, player, enemies, civilians; §25's own example.
#[test]
fn b_40_the_rulebooks_example_is_without_a_flaw() {
    let (battle, out) = read_with(EXAMPLE, &[]);
    assert_eq!(out.render(false), "");
    let b = battle.unwrap();
    let sides: Vec<Side> = b.sheets.iter().map(|sheet| sheet.side).collect();
    assert_eq!(sides[..4], [Side::Player; 4]);
    assert_eq!(sides[4..8], [Side::Enemy; 4]);
    assert_eq!(sides[8..], [Side::Neutral]);
    assert_eq!((at(&b, "Ortiz"), at(&b, "sectoid 3"), at(&b, "Farmer")), ((0, 3), (12, 4), (8, 4)));
    assert_eq!((b.start.turn, b.start.phase), (1, Phase::Player));
    assert_eq!((b.time_limit, b.start.known.len()), (Some(20), 3));
    assert_eq!(b.data.cover[1].damage_pct, 40);
    assert_eq!(b.objectives[0].name, "rescue Farmer");
}

/// B-41: units with `at` first, the others take the next free hex row by row.
#[test]
fn b_41_places_in_order() {
    let text = skirmish("P P . E\n P P L E\n", "").replace(
        "{ class = 'rifleman', count = 4 }",
        "{ class = 'rifleman', name = 'A' }, { class = 'scout', name = 'B', at = [0, 0] }, \
         { class = 'medic', name = 'C' }",
    );
    let b = battle(&text);
    assert_eq!((at(&b, "B"), at(&b, "A"), at(&b, "C")), ((0, 0), (1, 0), (0, 1)));
    assert_eq!(b.field.spots().filter(|spot| b.start.occupant(*spot).is_some()).count(), 5);
}

/// B-41: fire and hazards do not count; shuffled squads keep their hexes.
#[test]
fn b_41_only_safe_hexes_and_random_places() {
    let fire = skirmish("P P . E\n", "")
        .replace("zones =", "fire = '''\nf...\n'''\nzones =")
        .replace("count = 2", "count = 1");
    assert_eq!(at(&battle(&fire), "rifleman 1"), (1, 0));
    let lava = fire.replace("P P . E", "P L P E").replace("f...", "....").replace(
        "count = 1 }]\n[[squad]]\nside = 'enemy'",
        "count = 2 }]\n[[squad]]\nside = 'enemy'",
    );
    assert_eq!(at(&battle(&lava), "rifleman 2"), (2, 0));
    let b = battle(
        &skirmish("P P P E\n", "")
            .replacen("spawn = 'west'", "spawn = 'west'\nplacement = 'random'", 1)
            .replace("count = 3", "count = 2"),
    );
    let [dealt] = b.dealt.as_slice() else { panic!("one squad is shuffled") };
    assert_eq!((dealt.units.len(), dealt.hexes.len(), dealt.spread), (2, 3, false));
}

/// B-42: facing the middle, standing, loaded, 100 TU, morale 100.
#[test]
fn b_42_start_state() {
    let b = battle(&skirmish("P . . . E\n . . . . .\n. . . . .\n", ""));
    let rifleman = b.start.unit(unit(&b, "rifleman 1"));
    assert_eq!(
        (rifleman.facing.name(), rifleman.stance, rifleman.cover),
        ("E", Stance::Standing, Cover::None)
    );
    assert_eq!((rifleman.tu, rifleman.morale, rifleman.hp, rifleman.energy), (100, 100, 60, 50));
    // Exactly on a diagonal the first clockwise (B-12).
    assert_eq!(b.start.unit(unit(&b, "sectoid 1")).facing.name(), "SW");
    let loaded: Vec<u8> = rifleman.weapons.iter().map(|armed| armed.loaded).collect();
    assert_eq!(
        (loaded, rifleman.weapons[0].spares.as_slice()),
        (vec![30, 30], [30, 30, 30].as_slice())
    );
    assert_eq!(rifleman.items.len(), 2);
    // One in the middle faces east.
    let b = battle(&skirmish(". P E\n", ""));
    assert_eq!(b.start.unit(unit(&b, "rifleman 1")).facing.name(), "E");
}

/// B-43: who fights whom.
#[test]
fn b_43_sides() {
    for (more, attacked) in [("", false), ("enemy_targets_civilians = true", true)] {
        let b = battle(&skirmish("P . E", more));
        assert!(b.hostile(Side::Player, Side::Enemy) && b.hostile(Side::Enemy, Side::Player));
        assert_eq!(b.hostile(Side::Enemy, Side::Neutral), attacked);
        assert!(!b.hostile(Side::Neutral, Side::Enemy) && !b.hostile(Side::Player, Side::Neutral));
    }
}

/// §25: a unit starts from its class and may override any of it.
#[test]
fn b_290_units_override_their_class() {
    let text = skirmish("c P . n E", "").replace(
        "{ class = 'rifleman', count = 1 }",
        "{ class = 'rifleman', name = 'Vega', hp = 80, hp_now = 33, accuracy = 71, strength = 60, \
         armour = 'power_suit', natural_armour = 1, vision = 'alien', flies = true, \
         weapon = 'sniper_rifle', secondary = 'none', items = ['frag_grenade*2', 'medikit:1'], \
         abilities = ['rally'], facing = 'W', cover = 'half', tu = 40, morale = 55, ammo = [3, 9], \
         xp = 120, mode = 'cautious', patrol = [[2, 0], [4, 0]], mindless = true, leader = true, \
         psi_power = 5, target_type = 'energy', threat = 99 }",
    );
    let b = battle(&text);
    let vega = unit(&b, "Vega");
    let (sheet, state) = (b.sheet(vega), b.start.unit(vega));
    assert_eq!((sheet.max_hp, state.hp, sheet.accuracy, sheet.strength), (80, 33, 71, 70));
    assert_eq!((sheet.armour, sheet.natural_armour, sheet.vision), (9, 1, Vision::Plain(12)));
    assert!(sheet.flies && sheet.mindless && sheet.leader);
    assert_eq!(
        (sheet.mode, sheet.patrol.len(), sheet.xp, sheet.threat),
        (Mode::Cautious, 2, 120, 99)
    );
    assert_eq!(
        (state.tu, state.morale, state.cover, state.facing.name()),
        (40, 55, Cover::Half, "W")
    );
    assert_eq!((state.weapons.len(), state.weapons[0].loaded), (1, 3));
    assert_eq!(state.weapons[0].spares.as_slice(), [9]);
    let uses: Vec<u8> = state.items.iter().map(|item| item.uses).collect();
    assert_eq!((uses, sheet.abilities.len()), (vec![1, 1, 1], 1));
}

/// B-290: zones, objects, items, objectives and their defaults.
#[test]
fn b_290_further_keys() {
    let b = battle(&format!(
        "{}[[zone]]\nname = 'west'\nexit = true\n[[zone]]\nname = 'east'\ndanger = 5\n\
         [[object]]\nname = 'Console'\nat = [1, 0]\n[[item]]\nid = 'medikit:2'\nat = [2, 0]\n\
         [[objective]]\nkind = 'interact'\nobject = 'Console'\ntrigger = 3\n\
         [[objective]]\nkind = 'reach'\nzone = 'east'\nneed = 1\n\
         [[objective]]\nkind = 'hold'\nzone = 'east'\nturns = 2\n\
         [[objective]]\nkind = 'survive'\nturns = 9\n\
         [[objective]]\nkind = 'assassinate'\nunit = 'sectoid 1'\n\
         [[objective]]\nkind = 'escape'\nzone = 'west'\n\
         [[objective]]\nkind = 'protect'\nunit = 'rifleman 1'\nname = 'Nobody dies'\n\
         [[objective]]\nkind = 'capture'\nunit = 'sectoid 1'\n",
        skirmish("P . . E", "light = 'night'\nweather = 'heavy_fog'")
    ));
    assert_eq!((b.light, b.weather), (Light::Night, 50));
    assert!(b.zones[0].exit && !b.zones[1].exit);
    assert_eq!((b.zones[0].danger, b.zones[1].danger), (0, 5));
    assert_eq!((b.objects[0].kind.as_str(), b.start.ground.items[0].1.uses), ("terminal", 2));
    assert_eq!((b.objectives[0].primary, b.objectives[1].primary), (true, false));
    assert_eq!((b.objectives[0].trigger, b.objectives[1].trigger), (1, 3));
    assert_eq!(b.objectives[2].task, Task::Reach(1, Some(1)));
    let names: Vec<&str> = b.objectives.iter().map(|goal| goal.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "eliminate",
            "interact with Console",
            "reach east",
            "hold east",
            "survive 9 turns",
            "assassinate sectoid 1",
            "escape over west",
            "Nobody dies",
            "capture sectoid 1"
        ]
    );
    assert_eq!(b.sheets[0].mode, Mode::Aggressive);
}

/// B-291: names count through the whole file.
#[test]
fn b_291_names() {
    let text = skirmish("P P P P P . E", "").replace(
        "{ class = 'rifleman', count = 5 }",
        "{ class = 'rifleman' }, { class = 'scout', name = 'Fox', count = 2 }, \
         { class = 'rifleman', count = 2 }, { class = 'medic', count = 0 }",
    );
    let names: Vec<String> = battle(&text).sheets.into_iter().map(|sheet| sheet.name).collect();
    assert_eq!(names, ["rifleman 1", "Fox 1", "Fox 2", "rifleman 2", "rifleman 3", "sectoid 1"]);
}

/// B-254: a squad goes on from another scenario, with what it has left.
#[test]
fn b_254_a_squad_comes_from_another_file() {
    let before = "ruleset = 'battlescape'\naftermath = true\n[map]\nrows = '. .'\n[[squad]]\nside = 'player'\n\
        units = [{ class = 'rifleman', name = 'Vega', at = [1, 0], facing = 'W', hp_now = 12, ammo = [4, 30], \
        items = [], xp = 160, tu = 3, morale = 9, accuracy = 70, mode = 'hold' }, { class = 'medic', name = 'Okoro' }]\n\
        [[squad]]\nside = 'enemy'\nunits = [{ class = 'muton' }]\n";
    let text = skirmish("P P P . . E", "").replace(
        "units = [{ class = 'rifleman', count = 3 }]",
        "from = 'after.toml'\nunits = [{ class = 'scout', name = 'Fox' }]",
    );
    let b = battle_with(&text, &[("after.toml", before)]);
    let names: Vec<&str> = b.sheets.iter().map(|sheet| sheet.name.as_str()).collect();
    assert_eq!(names, ["Vega", "Okoro", "Fox", "sectoid 1"]);
    let (sheet, vega) = (&b.sheets[0], &b.start.units[0]);
    assert_eq!((vega.hp, vega.weapons[0].loaded, vega.items.len(), sheet.xp), (12, 4, 0, 160));
    // A new battle: its own place, time units, morale and mode.
    assert_eq!((at(&b, "Vega"), vega.facing.name(), vega.tu, vega.morale), ((0, 0), "E", 100, 100));
    assert_eq!((sheet.accuracy, sheet.mode), (70, Mode::Aggressive));
    refuse_with(&text, &[], "squad[0].from", &["cannot read after.toml", "no such file"]);
    let wrong = before.replace("'medic'", "'medik'");
    refuse_with(
        &text,
        &[("after.toml", &wrong)],
        "squad[0].units[1].class",
        &["after.toml:", "`medic`"],
    );
    refuse_with(&text, &[("after.toml", "ruleset = 'mfd'")], "squad[0].from", &["no scenario of"]);
}

/// B-24, B-41: whoever begins on a closed door has opened it; nobody leans on
/// it any more.
#[test]
fn b_24_a_door_under_somebody_stands_open() {
    let b = battle(
        "[map]\nrows = '''\n. + + .\n'''\n[[squad]]\nside = 'player'\nunits = [\n\
         { class = 'rifleman', name = 'Vega', at = [1, 0] },\n\
         { class = 'medic', name = 'Okoro', at = [0, 0], facing = 'E', cover = 'half' },\n]\n\
         [[squad]]\nside = 'enemy'\nunits = [{ class = 'sectoid', at = [3, 0] }]\n\
         [[objective]]\nkind = 'eliminate'\nprimary = true\n",
    );
    let state = opening_state(&b);
    let closed: Vec<bool> =
        state.ground.terrain.iter().map(|id| b.data.terrain(*id).closed).collect();
    assert_eq!(closed, [false, false, true, false]);
    assert_eq!(state.unit(unit(&b, "Okoro")).cover, Cover::None);
}
