//! B-253, B-266: the log, the map as text, the opening and the closing.

use std::sync::Arc;

use fracas_battlescape::Battlescape;
use fracas_battlescape::battle::{Side, UnitId};
use fracas_battlescape::field::Spot;
use fracas_battlescape::play::Game;
use fracas_battlescape::report::status::status_line;
use fracas_battlescape::report::{ascii, opening};
use fracas_battlescape::state::{Observer, Phase};
use fracas_battlescape::view::View;
use fracas_core::capability::{Detail, Inspect, Picture, Session, Tell};
use fracas_core::chance::Staged;
use fracas_core::ruleset::Ruleset;
use fracas_core::watch::Scores;

use crate::common::{battle, skirmish};
use crate::drill::Stage;

fn log(stage: &Stage<'_>, detail: Detail) -> String {
    let lines =
        stage.events.iter().filter_map(|event| Battlescape.tell(stage.battle, event, detail));
    lines.collect::<Vec<_>>().join("\n")
}

/// B-266: turn, unit, action, the terms of the sum, dice by name, result.
#[test]
fn b_266_the_log() {
    let b = battle(&skirmish("P . . E", ""));
    let script = "to_hit 100: 28, damage 20: 15, crit 100: 99, to_hit 100: 51, \
                  to_hit 100: 50, damage 20: 20, crit 100: 1";
    let mut stage = Stage::new(&b, script);
    stage.order("rifleman 1: attack snap at sectoid 1");
    stage.order("rifleman 1: attack snap at sectoid 1");
    stage.order("rifleman 1: turn W");
    stage.order("rifleman 1: attack snap at sectoid 1");
    stage.finish();
    insta::assert_snapshot!("log", log(&stage, Detail::All));
    insta::assert_snapshot!("log_phases", log(&stage, Detail::Phases));
    assert_eq!(log(&stage, Detail::None), "");
}

/// The opening says who meets whom, where and what for; the closing is the
/// mission summary of B-253.
#[test]
fn b_253_opening_and_closing() {
    let rows = ", , , , T , , , ,\n P P , b , # # O E\n, , , , , + . c E";
    let b = battle(&skirmish(rows, "name = 'Farm'\nlight = 'dusk'\ntime_limit = 9"));
    insta::assert_snapshot!("opening", Battlescape.opening(&b));
    let mut stage = Stage::new(&b, "");
    let (man, first, second) =
        (stage.id("rifleman 1"), stage.id("sectoid 1"), stage.id("sectoid 2"));
    stage.fight(|fight| fight.hurt(first, 99, Some(man)));
    stage.fight(|fight| fight.hurt(second, 99, None));
    stage.unit_mut("rifleman 2").hp = 20;
    while stage.pass().is_some() {}
    insta::assert_snapshot!("closing", Battlescape.closing(&b, &stage.state));
    let facts = Battlescape::facts(&b, &stage.state);
    assert_eq!(facts[0].1["outcome"], "victory");
}

/// The map as a side knows it: enemies out of sight and hexes never seen are
/// not on it.
#[test]
fn the_map_as_text() {
    let b = battle(&skirmish("P , , # , E\n , , , T , ,", "light = 'night'"));
    let mut stage = Stage::new(&b, "");
    stage.state.ground.fire[1] = 2;
    stage.state.ground.smoke.set(Spot(2), 2);
    let (all, ours) =
        (ascii::map(&b, &stage.state, None), ascii::map(&b, &stage.state, Some(Observer::PLAYER)));
    assert!(all.contains("1 ^ % # , a\n"), "{all}");
    assert!(all.contains("a sectoid 1 [5,0]"), "{all}");
    assert!(ours.contains("1 ^ % #"), "{ours}");
    assert!(!ours.contains("sectoid"), "{ours}");
    // The same from the side's view alone.
    let view = View::of_side(&b, &stage.state, Side::Player);
    assert_eq!(ascii::known(&view), ours);
    let [rifleman, sectoid] = [UnitId(0), UnitId(1)];
    assert!(status_line(&view, rifleman).is_some_and(|line| line.starts_with("rifleman 1: HP ")));
    assert_eq!(status_line(&view, sectoid), None);
    stage.until(1, Phase::Player);
}

/// B-269: the tables of the referee's view.
#[test]
fn b_269_tables() {
    let b = battle(&skirmish("P . . . E", "time_limit = 7"));
    let tables = Battlescape.inspect(&b);
    let titles: Vec<&str> = tables.iter().map(|table| table.title.as_str()).collect();
    assert_eq!(titles[..6], ["map", "objectives", "units", "figures", "weapons", "sight"]);
    let sight = tables[5].to_json();
    assert_eq!(sight[0]["sees"][0], "sectoid 1");
    // V-1 in the open and a hex farther: 65 + 5 - 10 - 10.
    let shots = tables[6].to_json();
    assert_eq!(
        (&shots[0]["target"], &shots[0]["hit_percent"]),
        (&"sectoid 1".into(), &50.0.into())
    );
    let units = tables[2].to_json();
    let rounds = &units[0]["rounds"];
    assert_eq!((&rounds["loaded"], &rounds["spare"]), (&30.into(), &90.into()));
    assert_eq!(units[0]["hp"], 60);
}

/// B-22, B-25, B-41: the map shows zones that matter, exits, objects, items and
/// heights, and a legend for what it shows; who is placed by dice stands nowhere
/// before they are thrown.
#[test]
fn maps_tell_what_there_is() {
    let more = "[[zone]]\nname = 'west'\nexit = true\n[[object]]\nname = 'relay'\nat = [3, 0]\n\
                [[item]]\nid = 'medikit'\nat = [2, 0]\n";
    let text = skirmish("P . . . . E\nP . . . b E", "")
        .replace("zones = {", "elevation = '''\n000010\n000010\n'''\nzones = {");
    let b = battle(&format!("{text}{more}"));
    let map = ascii::map(&b, &b.start, None);
    // W is a wall of wood, so that the zone has its next letter.
    let said = "   0 1 2 3 4 5\n 0 1E. \" * .1a\n 1  2E. . . b1d\n";
    assert!(map.starts_with(said), "{map}");
    for line in [
        "\nZones: E west (exit).\n",
        "\nObjects: * relay [3,0] terminal.\n",
        "\nItems: \" medikit [2,0].\n",
        "\nHeights: 1 behind a hex.\n",
        "\nGround: . ground.\n",
        "\nHalf cover: b bush.\n",
    ] {
        assert!(map.contains(line), "{line}: {map}");
    }
    let dealt = text.replace("spawn = 'east'", "spawn = 'east'\nplacement = 'random'");
    let words = opening(&battle(&dealt));
    assert!(words.contains("Placed by dice: sectoid 1, sectoid 2."), "{words}");
    assert!(!words.contains("a sectoid 1"), "{words}");
}

/// No sign of a map hides another: a hex has room for two, and what has no room
/// is named with its hex. A letter of a zone is no ground and nobody's mark.
#[test]
fn no_sign_hides_another() {
    let map = |rows: &str, heights: &str, more: &str| {
        let zones = format!("elevation = '''\n{heights}\n'''\nzones = {{ X = 'top', ");
        let text = skirmish(rows, "").replace("zones = {", &zones);
        let exit = "[[zone]]\nname = 'top'\nexit = true\n";
        let b = battle(&format!("{text}{exit}{more}"));
        ascii::map(&b, &b.start, None)
    };
    let medikit = "[[item]]\nid = 'medikit'\nat = [2, 0]\n";
    // The zone alone, with an item, and with one on high ground. T is a tree and
    // O a window.
    let flat = map("P . . X E", "00000", "");
    assert!(flat.contains(" 0 1 . . P a\n") && flat.contains("Zones: P top (exit).\n"), "{flat}");
    let flat = map("P . X . E", "00000", medikit);
    assert!(flat.contains(" 0 1 . \"P. a\n") && flat.contains("Zones: P top (exit).\n"), "{flat}");
    let high = map("P . X X E", "00110", medikit);
    assert!(high.contains(" 0 1 . \"1P1a\n"), "{high}");
    assert!(high.contains("Zones: P top (exit, also [2,0]).\n"), "{high}");
    assert!(high.contains("Items: \" medikit [2,0].\n"), "{high}");
}

/// B-41: the first map that a player sees, and the one a log begins with, show
/// where the dice of this battle have put people.
#[test]
fn b_41_the_first_map_is_the_true_one() {
    let text = skirmish("P P P . E E E\nP P P . E E E", "").replace("count = 6", "count = 2");
    let random = |text: &str, side: &str| {
        text.replace(
            &format!("spawn = '{side}'"),
            &format!("spawn = '{side}'\nplacement = 'random'"),
        )
    };
    let b = Arc::new(battle(&random(&random(&text, "west"), "east")));
    let mut maps = Vec::new();
    for seed in 0..6 {
        let (game, _) = Game::new(b.clone(), seed);
        let state = Session::state(&game);
        let (seen, all) = (ascii::known(&game.view()), ascii::map(&b, state, None));
        for unit in b.units() {
            let hex = b.field.col_row(state.unit(unit).at());
            let said = format!("{} {} {hex}", ascii::mark(&b, unit), b.sheet(unit).name);
            assert!(all.contains(&said) && seen.contains(&said), "{said}: {all}{seen}");
        }
        // The log of the same battle begins with the same map.
        let mut state = b.start.clone();
        Battlescape::set_up(
            &b,
            &mut state,
            &mut Staged::new(seed, 0),
            &mut Scores::new(Vec::new()),
        );
        assert_eq!(Picture::start(&Battlescape, &b, &state, None), Some(all.clone()));
        maps.push(all);
    }
    maps.sort();
    maps.dedup();
    assert!(maps.len() > 3, "{maps:?}");
}
