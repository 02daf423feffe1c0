//! B-253, B-266: the log, the map as text, the opening and the closing.

use fracas_battlescape::Battlescape;
use fracas_battlescape::battle::{Side, UnitId};
use fracas_battlescape::field::Spot;
use fracas_battlescape::report::status::status_line;
use fracas_battlescape::report::{ascii, opening};
use fracas_battlescape::state::{Observer, Phase};
use fracas_battlescape::view::View;
use fracas_core::capability::{Detail, Inspect, Tell};
use fracas_core::ruleset::Ruleset;

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
    let text = skirmish("P . . . . E\nP . . . . E", "")
        .replace("zones = {", "elevation = '''\n000010\n000010\n'''\nzones = {");
    let b = battle(&format!("{text}{more}"));
    let map = ascii::map(&b, &b.start, None);
    let said = "   0 1 2 3 4 5\n 0 1W. .\"* .1a\n 1  2W. . . .1d\n";
    assert!(map.starts_with(said), "{map}");
    for line in [
        "Zones: W west (exit).",
        "Objects: * relay [3,0] terminal.",
        "Items: \" medikit [2,0].",
        "Signs: 1 to 9 behind a hex its height.",
    ] {
        assert!(map.contains(line), "{line}: {map}");
    }
    let dealt = text.replace("spawn = 'east'", "spawn = 'east'\nplacement = 'random'");
    let words = opening(&battle(&dealt));
    assert!(words.contains("Placed by dice: sectoid 1, sectoid 2."), "{words}");
    assert!(!words.contains("a sectoid 1"), "{words}");
}
