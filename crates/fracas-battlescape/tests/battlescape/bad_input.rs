//! §23: files that cannot be fought, and what is said of them.

use crate::common::{read_with, refuse, skirmish};

const ROWS: &str = "P . . E";

/// A skirmish whose player's unit says more.
fn soldier(keys: &str) -> String {
    skirmish(ROWS, "")
        .replace("class = 'rifleman', count = 1", &format!("class = 'rifleman', {keys}"))
}

fn objective(keys: &str) -> String {
    format!("{}[[objective]]\n{keys}\n", skirmish(ROWS, ""))
}

#[test]
fn syntax_unknown_keys_and_kinds_of_values() {
    refuse(&skirmish(ROWS, "light = dusk"), "", &["battle.toml:2:9"]);
    refuse(
        &skirmish(ROWS, "lihgt = 'dusk'"),
        "lihgt",
        &["unknown key lihgt", "`light`", "battle.toml:2:1"],
    );
    refuse(&soldier("helth = 3"), "squad[0].units[0].helth", &["unknown key"]);
    refuse(
        &soldier("hp = 'many'"),
        "squad[0].units[0].hp",
        &["must be a whole number", "battle.toml:"],
    );
}

/// The word and the nearest known one.
#[test]
fn unknown_words() {
    let word = |text: String, path: &str, near: &str| {
        refuse(&text, path, &[&format!("did you mean {near}?")]);
    };
    let unit = "squad[0].units[0]";
    word(soldier("").replace("'rifleman'", "'riflemen'"), &format!("{unit}.class"), "`rifleman`");
    word(soldier("weapon = 'shotgn'"), &format!("{unit}.weapon"), "`shotgun`");
    word(soldier("armour = 'heavy_armor'"), &format!("{unit}.armour"), "`heavy_armour`");
    word(soldier("items = ['frag_granade']"), &format!("{unit}.items[0]"), "`frag_grenade`");
    word(soldier("abilities = ['raly']"), &format!("{unit}.abilities[0]"), "`rally`");
    word(soldier("mode = 'defensiv'"), &format!("{unit}.mode"), "\"defensive\"");
    word(soldier("facing = 'ES'"), &format!("{unit}.facing"), "\"E\"");
    word(objective("kind = 'eliminat'"), "objective[1].kind", "\"eliminate\"");
    word(skirmish(ROWS, "light = 'dusc'"), "light", "\"dusk\"");
    word(skirmish(ROWS, "weather = 'heavy_fogg'"), "weather", "\"heavy_fog\"");
    word(skirmish(ROWS, "").replace("zones =", "base = 'gras'\nzones ="), "map.base", "`grass`");
    word(
        skirmish(ROWS, "").replace("spawn = 'east'", "spawn = 'eats'"),
        "squad[1].spawn",
        "`east`",
    );
    let item = format!("{}[[item]]\nid = 'medikt'\nat = [1, 0]\n", skirmish(ROWS, ""));
    word(item, "item[0].id", "`medikit`");
}

/// B-41: zones that hold nobody or too few.
#[test]
fn b_41_spawn_zones() {
    refuse(
        &skirmish(ROWS, "").replace("class = 'sectoid', count = 1", "class = 'sectoid', count = 3"),
        "squad[1].spawn",
        &["the zone `east` is too small: 3 needed, 1 available"],
    );
    refuse(
        &skirmish(ROWS, "").replace("spawn = 'east'\n", ""),
        "squad[1].units[0]",
        &["sectoid 1 has no place"],
    );
    // One put off the map has been told so; that it has no place is no news.
    let astray = soldier("at = [9, 0]").replace("spawn = 'west'\n", "");
    refuse(&astray, "squad[0].units[0].at", &["at [9,0] is off the map"]);
}

#[test]
fn names_and_sides() {
    let twins = soldier("name = 'Vega' }, { class = 'scout', at = [1, 0], name = 'Vega'");
    refuse(&twins, "squad[0].units[1].name", &["two units are called `Vega`"]);
    let nobody =
        skirmish(ROWS, "").replace("class = 'sectoid', count = 1", "class = 'sectoid', count = 0");
    refuse(&nobody, "squad", &["the side `enemy` has no units"]);
    let object = "[[object]]\nname = 'Bomb'\nat = [1, 0]\n";
    let text = format!("{}{object}{object}", skirmish(ROWS, ""));
    refuse(&text, "object[1].name", &["two objects are called `Bomb`"]);
    let text = format!("{}{}", skirmish(ROWS, ""), object.replace("[1, 0]", "[9, 0]"));
    refuse(&text, "object[0].at", &["Bomb at [9,0] is off the map"]);
    let text = format!("{}{object}", skirmish("P # . E", ""));
    refuse(&text, "object[0].at", &["Bomb at [1,0]", "impassable"]);
    let zone = "[[zone]]\nname = 'west'\n";
    let text = format!("{}{zone}{zone}", skirmish(ROWS, ""));
    refuse(&text, "zone[1].name", &["`west` is described twice"]);
    let crowd = soldier("count = 2, at = [1, 0]");
    refuse(&crowd, "squad[0].units[0].at", &["2 units cannot all stand on one hex"]);
}

/// Key, value, allowed range.
#[test]
fn numbers_out_of_range() {
    let unit = "squad[0].units[0]";
    refuse(&soldier("hp = 0"), &format!("{unit}.hp"), &["is 0", "1 to 999"]);
    refuse(&soldier("hp = 1000"), &format!("{unit}.hp"), &["is 1000", "1 to 999"]);
    refuse(&soldier("hp_now = 61"), &format!("{unit}.hp_now"), &["is 61", "1 to 60"]);
    refuse(&soldier("accuracy = 101"), &format!("{unit}.accuracy"), &["is 101", "0 to 100"]);
    refuse(&soldier("morale = -1"), &format!("{unit}.morale"), &["is -1", "0 to 100"]);
    refuse(&soldier("tu = 151"), &format!("{unit}.tu"), &["is 151", "0 to 150"]);
    refuse(&soldier("ammo = 31"), &format!("{unit}.ammo"), &["is 31", "holds 30"]);
    refuse(
        &soldier("secondary = 'none', secondary_ammo = 1"),
        &format!("{unit}.secondary_ammo"),
        &["lacks"],
    );
    refuse(&skirmish(ROWS, "time_limit = 0"), "time_limit", &["is 0", "1 to 1000"]);
    refuse(&soldier("items = ['medikit:4']"), &format!("{unit}.items[0]"), &["4 uses", "1 to 3"]);
    refuse(&soldier("items = ['medikit*x']"), &format!("{unit}.items[0]"), &["is no item"]);
}

/// B-190: at most five grenades and three consumables.
#[test]
fn b_190_too_much_to_carry() {
    let unit = "squad[0].units[0].items";
    refuse(
        &soldier("items = ['frag_grenade*4', 'smoke_grenade*2']"),
        unit,
        &["rifleman 1 carries 6 grenades; at most 5 are allowed"],
    );
    refuse(&soldier("items = ['stim*4']"), unit, &["rifleman 1 carries 4 consumables; at most 3"]);
    assert!(read_with(&soldier("items = ['frag_grenade*5', 'stim*3']"), &[]).0.is_some());
}

/// B-110, B-119: cover that is not there.
#[test]
fn b_110_cover_is_checked_against_the_map() {
    let unit = "squad[0].units[0].cover";
    refuse(
        &soldier("facing = 'E', cover = 'half'"),
        unit,
        &["rifleman 1 at [0,0] has no such cover to the E"],
    );
    let crates = soldier("facing = 'E', cover = 'full'").replace(ROWS, "P c . E");
    refuse(&crates, unit, &["has no such cover"]);
    let crates = soldier("stance = 'prone', facing = 'E', cover = 'half'").replace(ROWS, "P c . E");
    refuse(&crates, unit, &["prone and in cover"]);
    // B-78: nobody takes cover swimming.
    let water = soldier("facing = 'E', cover = 'half'").replace(ROWS, "P c . E");
    let water = water.replace("[map]\n", "[map]\nbase = 'deep_water'\n");
    refuse(&water, unit, &["swims and cannot be in cover"]);
}

/// B-250, B-255: objectives by their number.
#[test]
fn b_250_b_255_objectives() {
    let none = skirmish(ROWS, "").replace("primary = true", "");
    refuse(&none, "objective", &["no objective is primary"]);
    refuse(
        &objective("kind = 'survive'\nturns = 3\nprimary = true"),
        "objective[1].primary",
        &["objectives 1 and 2 are both primary"],
    );
    refuse(
        &objective("kind = 'reach'\nzone = 'wset'"),
        "objective[1].zone",
        &["objective 2", "`west`"],
    );
    refuse(
        &objective("kind = 'capture'\nunit = 'sectoid'"),
        "objective[1].unit",
        &["objective 2", "`sectoid 1`"],
    );
    refuse(
        &objective("kind = 'interact'\nobject = 'Bomb'"),
        "objective[1].object",
        &["objective 2", "no object"],
    );
    refuse(
        &objective("kind = 'hold'\nzone = 'west'"),
        "objective[1]",
        &["objective 2 (hold) needs `turns`"],
    );
    refuse(
        &objective("kind = 'survive'"),
        "objective[1]",
        &["objective 2 (survive) needs `turns`"],
    );
    refuse(
        &objective("kind = 'survive'\nturns = 2\nzone = 'west'"),
        "objective[1].zone",
        &["no use for `zone`", "it takes turns"],
    );
    refuse(
        &objective("kind = 'escape'\nzone = 'west'"),
        "objective[1].zone",
        &["nobody can leave over `west`"],
    );
    refuse(
        &objective("kind = 'rescue'\nto = 'west'"),
        "objective[1]",
        &["1 to be rescued, but there are 0"],
    );
    refuse(
        &objective("kind = 'rescue'\nunit = 'rifleman 1'"),
        "objective[1]",
        &["there is no exit"],
    );
}

fn warnings(text: &str) -> String {
    let (battle, out) = read_with(text, &[]);
    assert!(battle.is_some(), "{}", out.render(false));
    out.render(false)
}

/// B-272: all on hold although the battle is about going somewhere.
#[test]
fn b_272_idle_squads_are_warned_of() {
    let goal = |kind: &str| soldier("mode = 'hold'").replace("kind = 'eliminate'", kind);
    let words = warnings(&goal("kind = 'reach'\nzone = 'east'"));
    assert!(
        words.contains("all player units are on `hold`, but `reach east` needs movement"),
        "{words}"
    );
    assert_eq!(warnings(&goal("kind = 'survive'\nturns = 4")), "");
}

/// B-32, §23: what cannot be reached is a warning, with the zone.
#[test]
fn b_32_unreachable_places_are_warned_of() {
    let words = warnings(&skirmish("P . # E", ""));
    assert!(words.contains("the zone `east` cannot be reached on foot"), "{words}");
    assert!(words.contains("squad[1]") || words.contains("spawn = 'east'"), "{words}");
    let words = warnings(
        &skirmish("P . w E", "").replace("kind = 'eliminate'", "kind = 'reach'\nzone = 'east'"),
    );
    assert_eq!(words.matches("the zone `east` cannot be reached").count(), 2, "{words}");
    assert_eq!(warnings(&skirmish("P . + E", "")), "");
    let wings = skirmish("P . w E", "").replace("class = 'rifleman'", "class = 'floater'");
    assert_eq!(warnings(&wings), "");
}

/// A battle on a long row with these objectives instead of its own, the first
/// of them primary.
fn goals(more: &str, objectives: &[&str]) -> String {
    let text = skirmish("P P . . . . . . . . . . . . . . . . . . . . . . . . . . . E", more);
    let (text, _) = text.split_once("[[objective]]").unwrap();
    let objectives = objectives.join("\n[[objective]]\n");
    format!(
        "{text}[[objective]]\nprimary = true\n{objectives}\n[[zone]]\nname = 'west'\nexit = true\n"
    )
}

/// B-16, B-255, §23: more units are needed than there are, or than have room.
#[test]
fn b_255_too_few_units_are_warned_of() {
    let reach = |zone: &str, need: u32| {
        goals("", &[&format!("kind = 'reach'\nzone = '{zone}'\nneed = {need}")])
    };
    let words = warnings(&reach("west", 3));
    assert!(words.contains("objective 1 needs 3 units, but there are 2"), "{words}");
    assert_eq!(warnings(&reach("west", 2)), "");
    let words = warnings(&reach("east", 2));
    assert!(words.contains("needs 2 units, but the zone `east` has room for 1"), "{words}");
    assert_eq!(warnings(&reach("east", 1)), "");
}

/// B-252, B-60, §23: the battle is over before it can be done, by the turns it
/// asks for, by the way there, or by what comes before it.
#[test]
fn b_252_too_little_time_is_warned_of() {
    let too_late = |limit: u32, objectives: &[&str], turn: u32| {
        let words = warnings(&goals(&format!("time_limit = {limit}"), objectives));
        let says = format!("in turn {turn} at the earliest, and the battle ends with turn {limit}");
        assert!(words.contains(&says), "{words}");
        let enough = goals(&format!("time_limit = {turn}"), objectives);
        assert_eq!(warnings(&enough), "");
    };
    too_late(4, &["kind = 'survive'\nturns = 5"], 5);
    too_late(4, &["kind = 'hold'\nzone = 'west'\nturns = 5"], 5);
    too_late(4, &["kind = 'eliminate'\ntrigger = 6"], 6);
    // 27 hexes of 4 TU for the one, 28 for the other; a turn has 100 TU.
    too_late(1, &["kind = 'reach'\nzone = 'east'\nneed = 1"], 2);
    too_late(2, &["kind = 'hold'\nzone = 'east'\nturns = 2"], 3);
    let chain =
        ["kind = 'survive'\nturns = 6\nafter = 2", "kind = 'hold'\nzone = 'west'\nturns = 9"];
    too_late(7, &chain, 9);
    // Who is to be fetched walks too, 29 hexes.
    let farmer = "[[squad]]\nside = 'neutral'\nunits = [{ class = 'civilian', at = [30, 0] }]\n";
    let fetched = |objective: &str, limit: u32| {
        let text = goals(&format!("time_limit = {limit}"), &[objective]);
        warnings(
            &text
                .replace(" E\n", " E .\n")
                .replace("[[objective]]", &format!("{farmer}[[objective]]")),
        )
    };
    for rescue in ["kind = 'rescue'", "kind = 'rescue'\nto = 'west'"] {
        let words = fetched(rescue, 1);
        assert!(words.contains("in turn 2 at the earliest"), "{words}");
        assert_eq!(fetched(rescue, 2), "");
    }
    // Whoever carries a stim may be faster.
    let stim = goals("time_limit = 1", &["kind = 'reach'\nzone = 'east'\nneed = 1"]);
    assert_eq!(warnings(&stim.replace("'rifleman', count", "'medic', count")), "");
}

/// B-250, §23: one after the other takes the way from the one to the other,
/// where the same units have to go.
#[test]
fn b_250_ways_between_objectives_take_time() {
    let object = "[[object]]\nname = 'relay'\nat = [22, 0]\n";
    let there_and_back = |need: &str, limit: u32| {
        let back = format!("kind = 'escape'\nzone = 'west'\nafter = 2{need}");
        let text = goals(
            &format!("time_limit = {limit}"),
            &[&back, "kind = 'interact'\nobject = 'relay'"],
        );
        warnings(&format!("{text}{object}"))
    };
    // 20 hexes there and 20 back, and the time at the relay: two turns.
    let words = there_and_back("", 1);
    assert!(words.contains("objective 1 cannot be done in time: in turn 2"), "{words}");
    assert_eq!(there_and_back("", 2), "");
    // One may wait at the exit while the other goes.
    assert_eq!(there_and_back("\nneed = 1", 1), "");
    // Zones are looked at when a turn ends: two turns there, and one to come back
    // with what was saved, which is not enough for 28 hexes of 6 TU.
    let zones = |limit: u32| {
        let reach =
            |zone: &str, more: &str| format!("kind = 'reach'\nzone = '{zone}'\nneed = {more}");
        let text = goals(
            &format!("time_limit = {limit}"),
            &[&reach("west", "2\nafter = 2"), &reach("east", "1")],
        );
        warnings(&format!("{text}[rules]\n\"tu.walk\" = 6\n"))
    };
    let words = zones(3);
    assert!(words.contains("objective 1 cannot be done in time: in turn 4"), "{words}");
    assert_eq!(zones(4), "");
}

/// B-250, B-251, B-255, §23: objectives of which one makes the other
/// impossible.
#[test]
fn b_255_contradictions_are_warned_of() {
    let kill = "kind = 'assassinate'\nunit = 'sectoid 1'";
    // A capture needs something that stuns.
    let goals = |more: &str, kinds: &[&str]| {
        let rod = "class = 'rifleman', secondary = 'stun_rod'";
        goals(more, kinds).replace("class = 'rifleman'", rod)
    };
    for keep in ["kind = 'capture'\nunit = 'sectoid 1'", "kind = 'protect'\nunit = 'sectoid 1'"] {
        let words = warnings(&goals("", &[kill, keep]));
        assert!(words.contains("objectives 1 and 2 contradict each other"), "{words}");
        assert!(words.contains("one wants sectoid 1 dead, one alive"), "{words}");
        assert_eq!(warnings(&goals("", &[&format!("{kill}\nafter = 2"), keep])), "");
    }
    let words = warnings(&goals("", &[kill, "kind = 'survive'\nturns = 2\nafter = 1"]));
    assert!(words.contains("objective 2 comes after the primary one"), "{words}");
    let out = "kind = 'escape'\nzone = 'west'";
    let words = warnings(&goals("", &["kind = 'survive'\nturns = 4\nafter = 2", out]));
    assert!(words.contains("objective 1 comes after one with which everybody has left"), "{words}");
    assert_eq!(warnings(&goals("", &["kind = 'eliminate'\nafter = 2", out])), "");
}

/// B-63, B-60, §23: a weapon whose cheapest mode costs more than a turn has.
#[test]
fn b_63_weapons_beyond_reach_are_warned_of() {
    let dear = |tu: u32| {
        let modes = ["snap", "aimed", "burst", "auto"];
        let rules: Vec<String> =
            modes.map(|mode| format!("\"weapon_class.rifle.{mode}\" = {tu}")).into();
        format!("{}[rules]\n{}\n", skirmish("P . . E", ""), rules.join("\n"))
    };
    let words = warnings(&dear(140));
    assert!(words.contains("rifleman 1 can hardly use its assault_rifle"), "{words}");
    assert!(words.contains("costs 140 TU, a turn gives 100"), "{words}");
    assert!(warnings(&dear(151)).contains("nobody ever has more than 150"));
    assert_eq!(warnings(&dear(100)), "");
}

/// B-32, §23: one of several enemies is where nobody gets and nobody looks.
#[test]
fn b_32_single_units_that_nobody_meets_are_warned_of() {
    let lonely = |row: &str, goal: &str| {
        let text = skirmish(row, "").replace("kind = 'eliminate'", goal);
        let words = warnings(&text);
        assert!(!words.contains("the two sides cannot meet"), "{words}");
        words.contains("sectoid 2 cannot be met: no way leads there")
    };
    assert!(lonely("P . E # E", "kind = 'eliminate'"));
    assert!(lonely("P . E # E", "kind = 'assassinate'\nunit = 'sectoid 2'"));
    assert!(!lonely("P . E # E", "kind = 'assassinate'\nunit = 'sectoid 1'"));
    assert!(!lonely("P . E # E", "kind = 'survive'\nturns = 5"));
    for open in ["P . E O E", "P . E + E", "P . E w E"] {
        assert!(!lonely(open, "kind = 'eliminate'"), "{open}");
    }
}

/// B-32, §23: whoever is fetched needs a way out, also where any exit will do.
#[test]
fn b_32_exits_that_nobody_reaches_are_warned_of() {
    let text = |row: &str| {
        skirmish(row, "")
            .replace("zones = {", "zones = { X = 'out',")
            .replace("kind = 'eliminate'", "kind = 'rescue'")
            + "[[zone]]\nname = 'out'\nexit = true\n\
               [[squad]]\nside = 'neutral'\nunits = [{ class = 'civilian', at = [1, 0] }]\n"
    };
    let said = "the way out cannot be reached on foot";
    assert!(warnings(&text("P . E # X")).contains(said), "{}", warnings(&text("P . E # X")));
    assert!(!warnings(&text("P . E . X")).contains(said));
}

/// B-166, B-191, B-255, §23: nobody is captured by somebody who cannot stun.
#[test]
fn b_255_captors_who_stun_nobody_are_warned_of() {
    let capture = |with: &str, more: &str| {
        let text = skirmish("P . . E", more)
            .replace("kind = 'eliminate'", "kind = 'capture'\nunit = 'sectoid 1'")
            .replace("class = 'rifleman'", with);
        warnings(&text).contains("sectoid 1 cannot be captured: nobody has anything that stuns")
    };
    assert!(capture("class = 'rifleman'", ""));
    assert!(!capture("class = 'rifleman', weapon = 'stun_rod'", ""));
    assert!(!capture("class = 'rifleman', items = ['flash_grenade']", ""));
    let lying = "[[item]]\nid = 'flash_grenade'\nat = [1, 0]\n";
    assert!(!capture("class = 'rifleman'", lying));
}

/// B-16, B-255, §23: everybody is to come to a zone that has not room for all.
#[test]
fn b_255_zones_without_room_for_everybody_are_warned_of() {
    let words = |row: &str| {
        let reach = "kind = 'reach'\nzone = 'goal'";
        let text = skirmish(row, "").replace("zones = {", "zones = { X = 'goal',");
        warnings(&text.replace("kind = 'eliminate'", reach))
    };
    let said = "objective 1 needs everybody, but the zone `goal` has room for 1";
    assert!(words("P P . X . E").contains(said), "{}", words("P P . X . E"));
    assert!(!words("P P X X . E").contains("needs everybody"));
}

/// B-32, §23: two sides with a wall between them.
#[test]
fn b_32_sides_that_cannot_meet_are_warned_of() {
    let words = |row: &str| warnings(&skirmish(row, ""));
    assert!(words("P . # E").contains("the two sides cannot meet"));
    for open in ["P . O E", "P . + E", "P . w E", "P . H E"] {
        assert!(!words(open).contains("the two sides cannot meet"), "{open}");
    }
    // A wall that somebody can break or burn down is a way: frag grenades do 20
    // at most, rockets 50.
    let armed = |row: &str, with: &str| {
        let text = skirmish(row, "").replace("class = 'rifleman'", with);
        warnings(&text).contains("the two sides cannot meet")
    };
    assert!(armed("P . W E", "class = 'rifleman', items = []"));
    assert!(!armed("P . W E", "class = 'rifleman', items = ['frag_grenade']"));
    assert!(!armed("P . W E", "class = 'rifleman', items = ['incendiary']"));
    assert!(armed("P . # E", "class = 'rifleman', items = ['incendiary']"));
    assert!(!armed("P . # E", "class = 'rifleman', weapon = 'rocket_launcher'"));
}
