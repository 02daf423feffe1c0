//! §19: what a recruit does with one unit, situation by situation.

use fracas_battlescape::ai::decide;
use fracas_battlescape::data::{FireMode, Mode};
use fracas_battlescape::field::Spot;
use fracas_battlescape::orders::{Order, Pace, Target};
use fracas_battlescape::rules::phases::Command;
use fracas_battlescape::state::{Cover, Vigil};
use fracas_battlescape::view::View;

use crate::common::battle;
use crate::table::{Table, man, rows, scene, vega};
use crate::wilds::Wild;

/// B-281: who is to choose.
const RECRUIT: &str = "strength = \"recruit\"";
const OPEN: &str = ". . . . . . . . . . . . . . . . . . . . . . . . . . . . . .";
const WALLED: &str = ". . . . . . . . . . . . . # . .";

/// What the AI orders a unit, and keeps in mind.
fn order(table: &mut Table, name: &str) -> Order {
    let unit = table.id(name);
    let decision = decide(&View::of_unit(&table.battle, &table.state, unit), unit);
    table.state.unit_mut(unit).mind = decision.mind;
    decision.order
}

/// Rows of equal length, one below the other.
fn field(line: &str, count: usize) -> String {
    rows(&vec![line; count].join("\n"))
}

/// Vega in a mode, and a sectoid.
fn duel(map: &str, ours: (usize, usize, &str), theirs: (usize, usize, &str)) -> Table {
    scene(
        RECRUIT,
        map,
        &vega(ours.0, ours.1, ours.2),
        &man("sectoid", "Grey", theirs.0, theirs.1, theirs.2),
    )
}

fn target(table: &Table, order: Order) -> Option<String> {
    match order {
        Order::Attack { target: Target::Unit(unit), .. } => {
            Some(table.battle.sheet(unit).name.clone())
        }
        _ => None,
    }
}

fn goes_to(order: Order) -> Option<Spot> {
    match order {
        Order::Move { to, .. } => Some(to),
        _ => None,
    }
}

/// B-270: who sees an enemy attacks; who sees none goes where one was seen
/// last; after twelve orders the turn is over.
#[test]
fn b_270_contact_and_search() {
    let mut table = duel(&field(OPEN, 3), (2, 1, ""), (8, 1, ""));
    let first = order(&mut table, "Vega");
    assert!(target(&table, first).is_some() || goes_to(first).is_some(), "{first:?}");
    table.unit_mut("Vega").mind.orders = 12;
    assert_eq!(order(&mut table, "Vega"), Order::End);

    let mut table = duel(&field(WALLED, 3), (2, 1, "tu = 120"), (9, 1, ""));
    assert!(table.player_sees("Grey"));
    // Behind the wall it leaves a ghost where it was.
    table.put("Grey", 14, 1);
    assert!(!table.player_sees("Grey"));
    let to = goes_to(order(&mut table, "Vega"));
    let to = to.expect("a move");
    let (here, there) = (table.unit("Vega").at(), table.hex(9, 1));
    assert!(table.battle.field.distance(to, there) < table.battle.field.distance(here, there));
}

/// B-271: of two enemies the greater threat is shot at: the same man nearer,
/// without cover, wounded; and of equal ones the first in the file.
#[test]
fn b_271_threat() {
    let shot_at = |one: &str, two: &str, at: [(usize, usize); 2]| {
        let enemies = [
            man("sectoid", "One", at[0].0, at[0].1, one),
            man("sectoid", "Two", at[1].0, at[1].1, two),
        ];
        let map = field(OPEN, 7);
        let ours = vega(10, 3, "items = [], mode = \"hold\"");
        let mut table = scene(RECRUIT, &map, &ours, &enemies.join(", "));
        let choice = order(&mut table, "Vega");
        target(&table, choice).expect("an attack")
    };
    assert_eq!(shot_at("", "", [(16, 3), (4, 3)]), "One");
    assert_eq!(shot_at("", "", [(16, 3), (14, 3)]), "Two");
    assert_eq!(shot_at("", "hp_now = 30", [(16, 3), (4, 3)]), "Two");
    let class = |two: &str| {
        let enemies = [man("sectoid", "One", 16, 3, ""), man(two, "Two", 4, 3, "")];
        let map = field(OPEN, 7);
        let ours = vega(10, 3, "items = [], mode = \"hold\"");
        let mut table = scene(RECRUIT, &map, &ours, &enemies.join(", "));
        let choice = order(&mut table, "Vega");
        target(&table, choice).expect("an attack")
    };
    // Data `threat` counts half.
    assert_eq!(class("sectoid_leader"), "Two");
    assert_eq!(class("civilian"), "One");
}

/// B-272: the least accuracy at which a mode shoots.
#[test]
fn b_272_thresholds() {
    let shoots = |mode: &str, accuracy: u32| {
        let ours = format!("items = [], mode = \"{mode}\", accuracy = {accuracy}");
        let mut table = duel(&field(OPEN, 1), (2, 0, &ours), (9, 0, "vision = 20, facing = \"W\""));
        table.unit_mut("Vega").mind.moves = 2;
        let choice = order(&mut table, "Vega");
        target(&table, choice).is_some()
    };
    // Two bands: the aimed shot has accuracy + 5 + 15 − 20.
    assert!(shoots("hold", 25) && !shoots("hold", 24));
    assert!(shoots("defensive", 35) && !shoots("defensive", 34));
}

/// B-272: defensive units take cover first and get ready with two shots,
/// and do not walk farther than three hexes from their post.
#[test]
fn b_272_defensive() {
    let map = rows(
        ". . . . . . . . . . . . . . . . . .\n. . c . . . . . . . . . . . . . . .\n. . . . . . . . . . . . . . . . . .",
    );
    let mut table = duel(&map, (1, 1, "mode = \"defensive\""), (9, 1, ""));
    let choice = order(&mut table, "Vega");
    assert!(
        matches!(choice, Order::TakeCover { step: None, cover: Cover::Half, .. }),
        "{choice:?}"
    );
    table.act("Vega", choice, &[]);
    table.unit_mut("Vega").tu = 19;
    let choice = order(&mut table, "Vega");
    assert!(matches!(choice, Order::Ready { max_shots: 2, .. }), "{choice:?}");

    // Out of reach of cover it stays near.
    let mut table =
        duel(&field(OPEN, 9), (2, 4, "mode = \"defensive\", accuracy = 20"), (12, 4, ""));
    if let Some(to) = goes_to(order(&mut table, "Vega")) {
        assert!(table.battle.field.distance(to, table.hex(2, 4)) <= 3);
    }
}

/// B-272: without contact a defensive unit goes to cover within three hexes
/// of its post, takes it and gets ready.
#[test]
fn b_272_defensive_seeks_cover() {
    let map = rows(
        ". . . . . . . . . # . . . .\n. . . c . . . . . # . . . .\n. . . . . . . . . # . . . .",
    );
    let mut table = duel(&map, (0, 1, "mode = \"defensive\""), (12, 1, ""));
    let choice = order(&mut table, "Vega");
    assert_eq!(goes_to(choice), Some(table.hex(2, 1)), "{choice:?}");
    table.act("Vega", choice, &[]);
    let choice = order(&mut table, "Vega");
    assert!(matches!(choice, Order::TakeCover { .. }), "{choice:?}");
    table.act("Vega", choice, &[]);
    let choice = order(&mut table, "Vega");
    assert!(matches!(choice, Order::Ready { max_shots: 2, .. }), "{choice:?}");
    table.act("Vega", choice, &[]);
    assert_ne!(table.unit("Vega").vigil, Vigil::None);
    assert_eq!(order(&mut table, "Vega"), Order::End);
}

/// B-272: `hold` never moves, cautious units crouch and keep six hexes away,
/// an aggressive one that can hit nothing closes in (B-277) at a run.
#[test]
fn b_272_moves() {
    let mut table = duel(
        &field(OPEN, 5),
        (2, 2, "mode = \"hold\", accuracy = 5, items = []"),
        (9, 2, "facing = \"W\""),
    );
    for _ in 0..12 {
        let choice = order(&mut table, "Vega");
        assert_eq!(goes_to(choice), None);
        if choice == Order::End {
            break;
        }
        table.act("Vega", choice, &[]);
    }
    let mut table = duel(&field(OPEN, 9), (1, 4, "mode = \"cautious\""), (11, 4, ""));
    if let Order::Move { to, pace, .. } = order(&mut table, "Vega") {
        assert_eq!(pace, Pace::Crouch);
        assert!(table.battle.field.distance(to, table.hex(11, 4)) >= 6);
    }
    // A knife against somebody ten hexes away.
    let ours = "weapon = \"knife\", secondary = \"knife\", items = [], tu = 40";
    let mut table = duel(&field(OPEN, 5), (1, 2, ours), (11, 2, ""));
    match order(&mut table, "Vega") {
        Order::Move { to, pace, .. } => {
            assert_eq!(pace, Pace::Run);
            assert_eq!(table.battle.field.distance(to, table.hex(11, 2)), 8, "30 TU are kept");
        }
        other => panic!("{other:?}"),
    }
}

/// B-273: at or below the limit a unit retreats, out of sight where it can;
/// so does one of morale below 25; `hold` never does.
#[test]
fn b_273_withdrawal() {
    let map = rows(
        ". . . . . . . . . . . . .\n. . . # . . . . . . . . .\n. . # # . . . . . . . . .\n. . . . . . . . . . . . .",
    );
    for (ours, away) in [
        ("hp_now = 6", true),
        ("hp_now = 7", false),
        ("morale = 100", false),
        ("hp_now = 6, mode = \"hold\"", false),
        ("hp_now = 15, mode = \"defensive\"", true),
    ] {
        let mut table = duel(&map, (4, 1, ours), (10, 1, ""));
        let to = goes_to(order(&mut table, "Vega"));
        let hidden = to.is_some_and(|to| {
            let seen = &table.state.sights[table.id("Grey").index()];
            !seen.has(to)
        });
        assert_eq!(hidden, away, "{ours}: {to:?}");
    }
    let mut table = duel(&map, (4, 1, ""), (10, 1, ""));
    for (morale, mode) in [(25, Mode::Aggressive), (24, Mode::Retreat)] {
        table.unit_mut("Vega").morale = morale;
        order(&mut table, "Vega");
        assert_eq!(table.unit("Vega").mind.mode, mode);
    }
}

/// B-273, B-279: without contact and ghost a unit walks its patrol, or looks
/// at what its side has not seen for longest.
#[test]
fn b_279_patrol_and_search() {
    let map = field(WALLED, 3);
    let mut table = duel(&map, (2, 1, "patrol = [[2, 1], [6, 1]]"), (15, 1, ""));
    assert_eq!(goes_to(order(&mut table, "Vega")), Some(table.hex(6, 1)));
    assert_eq!(table.unit("Vega").mind.waypoint, 1);
    // In the dusk the far end was never seen; it is where the search goes.
    let under = |light: &str, col: usize| {
        let light = format!("light = \"{light}\"");
        let light = format!("{light}\n{RECRUIT}");
        scene(&light, &rows(OPEN), &vega(col, 0, ""), &man("sectoid", "Far", 29, 0, ""))
    };
    let mut table = under("night", 2);
    // B-277: it stops while its aimed shot and 15 are left.
    for place in [8, 8, 13] {
        match goes_to(order(&mut table, "Vega")) {
            Some(to) => drop(table.act("Vega", order_to(to), &[])),
            // It has had its look: the next one is for the next phase.
            None => table.unit_mut("Vega").mind.searches = None,
        }
        assert_eq!(table.place("Vega").0, place);
    }
    assert_eq!(table.unit("Vega").tu, 56);
    // By day it sees ten hexes either way and goes beyond, of two alike to the
    // first in the row; of one ahead and one behind, to that ahead.
    for (post, col) in [(12, 1), (2, 23)] {
        let mut table = under("day", 12);
        table.unit_mut("Vega").mind.post = table.hex(post, 0);
        order(&mut table, "Vega");
        let goal = table.unit("Vega").mind.searches;
        assert_eq!(goal, Some(table.hex(col, 0)), "from {post}");
    }
}

fn order_to(to: Spot) -> Order {
    Order::Move { to, pace: Pace::Walk, allow_hazards: false, press_on: false, reserve: 0 }
}

/// B-274: an empty weapon is reloaded, or the other one taken.
#[test]
fn b_274_reloads_when_empty() {
    let mut table = duel(&field(OPEN, 3), (2, 1, "ammo = 0"), (8, 1, ""));
    assert_eq!(order(&mut table, "Vega"), Order::Reload);
    table.unit_mut("Vega").weapons[0].spares.clear();
    assert_eq!(order(&mut table, "Vega"), Order::Switch);
}

/// B-275: with no enemy in sight a unit goes for the goal of its side and
/// uses what is to be used; who stands in a zone to be held stays there.
#[test]
fn b_275_goals() {
    let goal = |more: &str, objective: &str| {
        let zone = if more.contains("zones") { 'Y' } else { '.' };
        let ground = format!(
            ". . . . {zone} . . . . # . .\n. . . . . . . . . # . .\n. . . . . . . . . # . ."
        );
        Table::read(format!(
            "ruleset = \"battlescape\"\n{RECRUIT}\n[map]\n{}\n{more}\n[[squad]]\nside = \"player\"\n\
             units = [{}]\n[[squad]]\nside = \"enemy\"\nmode = \"hold\"\nunits = [{}]\n\
             [[objective]]\nprimary = true\n{objective}\n",
            rows(&ground),
            vega(1, 1, ""),
            man("sectoid", "Grey", 11, 1, "")
        ))
    };
    let object = "[[object]]\nname = \"Box\"\nat = [5, 1]";
    let mut table = goal(object, "kind = \"interact\"\nobject = \"Box\"");
    let to = goes_to(order(&mut table, "Vega")).expect("a move");
    table.act("Vega", order_to(to), &[]);
    assert!(matches!(order(&mut table, "Vega"), Order::Interact(0)));

    let zone = "zones = { Y = \"yard\" }";
    let mut table = goal(zone, "kind = \"hold\"\nzone = \"yard\"\nturns = 3");
    let to = goes_to(order(&mut table, "Vega")).expect("a move");
    assert_eq!(to, table.hex(4, 0));
    table.act("Vega", order_to(to), &[]);
    for _ in 0..6 {
        let choice = order(&mut table, "Vega");
        assert_eq!(goes_to(choice), None, "it keeps the zone");
        if choice == Order::End {
            break;
        }
        table.act("Vega", choice, &[]);
    }
}

/// B-276: the mode with the most harm for its time: several rounds in the
/// open, a single shot at somebody in cover; grenades where they pay and never where
/// friends would suffer more (B-274).
#[test]
fn b_276_which_attack() {
    let fired = |map: &str, theirs: &str| {
        let theirs = format!("facing = \"W\"{theirs}");
        let ours = (2, 0, "mode = \"hold\", items = []");
        let mut table = duel(&rows(map), ours, (9, 0, &theirs));
        match order(&mut table, "Vega") {
            Order::Attack { mode, .. } => mode,
            other => panic!("{other:?}"),
        }
    };
    let open = fired(". . . . . . . . . . .", "");
    assert!(matches!(open, FireMode::Burst | FireMode::Auto), "{open:?}");
    let covered = fired(". . . . . . . . c . .", ", cover = \"half\"");
    assert!(matches!(covered, FireMode::Snap | FireMode::Aimed), "{covered:?}");

    // Three of them close together: a grenade is worth it.
    let crowd = [(7, 1), (8, 1), (7, 2)];
    let crowd: Vec<String> = (0..3)
        .map(|n| man("sectoid", &format!("Grey {n}"), crowd[n].0, crowd[n].1, "facing = \"W\""))
        .collect();
    let ours = vega(1, 1, "mode = \"hold\"");
    let mut table = scene(RECRUIT, &field(OPEN, 4), &ours, &crowd.join(", "));
    let thrown = order(&mut table, "Vega");
    assert!(matches!(thrown, Order::Throw { live: true, .. }), "{thrown:?}");
    // The same with friends among them: no grenade.
    let friends = [ours, man("rifleman", "Ann", 8, 2, ""), man("rifleman", "Bob", 6, 1, "")];
    let mut table = scene(RECRUIT, &field(OPEN, 4), &friends.join(", "), &crowd.join(", "));
    assert!(!matches!(order(&mut table, "Vega"), Order::Throw { .. }));
}

/// B-277: a unit moves where its best attack promises more than a tenth more,
/// at most twice a turn.
#[test]
fn b_277_better_place() {
    let mut table = duel(
        &field(OPEN, 7),
        (2, 3, "weapon = \"shotgun\", items = [], vision = 12, accuracy = 45"),
        (13, 3, "facing = \"W\""),
    );
    let to = goes_to(order(&mut table, "Vega")).expect("a move");
    let near = table.battle.field.distance(to, table.hex(13, 3));
    assert!(near <= 5, "{near}");
    table.unit_mut("Vega").mind.moves = 2;
    assert_eq!(goes_to(order(&mut table, "Vega")).map(|_| ()), None);
}

/// B-278: after three quiet turns a side whose goal needs movement acts as
/// aggressive; the enemy's guards keep their posts.
#[test]
fn b_278_patience() {
    let map = field(WALLED, 3);
    let player = vega(2, 1, "mode = \"defensive\"");
    let enemy = man("sectoid", "Grey", 15, 1, "mode = \"defensive\"");
    let mut table = scene(RECRUIT, &map, &player, &enemy);
    for (quiet, mode) in [(2, Mode::Defensive), (3, Mode::Aggressive)] {
        for known in &mut table.state.known {
            known.quiet = quiet;
        }
        let choice = order(&mut table, "Vega");
        assert_eq!(table.unit("Vega").mind.mode, mode);
        assert_eq!(goes_to(choice).is_some(), mode == Mode::Aggressive);
    }
    // Blood is shed, but it does not go back to wait again.
    for known in &mut table.state.known {
        known.quiet = 0;
    }
    order(&mut table, "Vega");
    assert_eq!(table.unit("Vega").mind.mode, Mode::Aggressive);
    table.enemy_phase();
    let choice = order(&mut table, "Grey");
    assert_eq!(table.unit("Grey").mind.mode, Mode::Defensive);
    let post = table.hex(15, 1);
    assert!(goes_to(choice).is_none_or(|to| table.battle.field.distance(to, post) <= 3));
}

/// B-278: the enemy's units that attack lose patience after six quiet turns,
/// however beaten they are.
#[test]
fn b_278_patience_of_attackers() {
    let map = field(WALLED, 3);
    let enemy = man("sectoid", "Grey", 15, 1, "mode = \"cautious\", hp_now = 5");
    let mut table = scene(RECRUIT, &map, &vega(2, 1, "mode = \"hold\""), &enemy);
    table.enemy_phase();
    for (quiet, mode) in [(5, Mode::Retreat), (6, Mode::Aggressive)] {
        for known in &mut table.state.known {
            known.quiet = quiet;
        }
        order(&mut table, "Grey");
        assert_eq!(table.unit("Grey").mind.mode, mode);
    }
}

/// B-280: a medikit for 25 lost hit points when nobody is in sight, rally for
/// two shaken friends, a stim for a stunned one, psi by its worth.
#[test]
fn b_280_items_and_abilities() {
    let map = field(WALLED, 3);
    let far = man("sectoid", "Grey", 15, 1, "");
    for (hp, heals) in [(35, true), (36, false)] {
        let hurt = man("rifleman", "Hurt", 3, 1, &format!("hp_now = {hp}"));
        let units = [man("medic", "Okoro", 2, 1, ""), hurt];
        let mut table = scene(RECRUIT, &map, &units.join(", "), &far);
        let choice = order(&mut table, "Okoro");
        let on = table.id("Hurt");
        assert_eq!(matches!(choice, Order::Use { on: who, .. } if who == on), heals, "{choice:?}");
    }
    for (low, rallies) in [([49, 49], true), ([49, 50], false)] {
        let mut units = vec![man("commander", "Ferro", 2, 1, "")];
        for n in 0..low.len() {
            units.push(man("rifleman", &format!("Man {n}"), 3 + n, 1, ""));
        }
        let mut table = scene(RECRUIT, &map, &units.join(", "), &far);
        for (n, morale) in low.into_iter().enumerate() {
            table.unit_mut(&format!("Man {n}")).morale = morale;
        }
        let choice = order(&mut table, "Ferro");
        assert_eq!(matches!(choice, Order::Cast { .. }), rallies, "{choice:?}");
    }
    let units = [man("medic", "Okoro", 2, 1, ""), man("rifleman", "Out", 3, 1, "")];
    let mut table = scene(RECRUIT, &map, &units.join(", "), &far);
    table.unit_mut("Out").stun = 2;
    let out = table.id("Out");
    assert!(matches!(order(&mut table, "Okoro"), Order::Use { on, .. } if on == out));
    // A psion's mind is worth more than its pistol.
    let psion = man("psion", "Mind", 2, 1, "mode = \"hold\"");
    let mut table =
        scene(RECRUIT, &field(OPEN, 3), &psion, &man("muton", "Brute", 9, 1, "facing = \"W\""));
    assert!(matches!(order(&mut table, "Mind"), Order::Cast { target: Target::Unit(_), .. }));
}

/// B-116, B-270: somebody who has nothing else to do does not turn his back
/// to the enemy.
#[test]
fn b_270_faces_the_enemy() {
    let ours = "mode = \"hold\", accuracy = 5, facing = \"W\", tu = 9";
    let mut table = duel(&field(OPEN, 1), (2, 0, ours), (9, 0, ""));
    assert_eq!(order(&mut table, "Vega"), Order::Turn(fracas_battlescape::hex::Dir::E));
}

/// B-275: a unit in a zone to be held takes no cover outside it and does not
/// leave it to fight, whether enemies are in sight or walled off.
#[test]
fn b_275_holders_stay_in_their_zone() {
    for mode in ["aggressive", "defensive", "cautious"] {
        for (col, row) in [(0, 2), (9, 0)] {
            let b = battle(&format!(
                "{RECRUIT}\n[map]\nrows = '''\n. Q . c . . . . . .\n x x x x x x x x x x\n\
                 . . . . . . . . . .\n'''\nzones = {{ Q = 'post' }}\n\
                 [[squad]]\nside = 'player'\nmode = '{mode}'\n\
                 units = [{{ class = 'rifleman', name = 'Vega', at = [1, 0] }}]\n\
                 [[squad]]\nside = 'enemy'\n\
                 units = [{{ class = 'sectoid', at = [{col}, {row}] }}]\n\
                 [[objective]]\nkind = 'hold'\nzone = 'post'\nturns = 3\nprimary = true\n",
            ));
            let mut wild = Wild::new(&b, 1);
            let vega = wild.next().expect("a unit to act");
            let post = wild.state.unit(vega).at();
            while wild.next() == Some(vega) && wild.state.turn == 1 {
                wild.fight(|fight| fight.ai_turn(Command::Player));
                assert_eq!(wild.state.unit(vega).at(), post, "{mode} {col},{row}");
            }
        }
    }
}

/// B-275: who is on hold holds all of the zone he has to keep, else his hex.
#[test]
fn b_275_hold_holds_the_zone() {
    for (zone, place) in [("near", (2, 0)), ("far", (0, 0))] {
        let b = battle(&format!(
            "[map]\nrows = '''\nQ Q Q c . . . . . . . . . R\n . . . . . . . . . . . . . .\n'''\n\
             zones = {{ Q = 'near', R = 'far' }}\n\
             [[squad]]\nside = 'player'\nmode = 'hold'\n\
             units = [{{ class = 'rifleman', name = 'Vega', at = [0, 0] }}]\n\
             [[squad]]\nside = 'enemy'\n\
             units = [{{ class = 'rifleman', at = [10, 0], facing = 'W' }}]\n\
             [[objective]]\nkind = 'hold'\nzone = '{zone}'\nturns = 3\nprimary = true\n",
        ));
        let mut wild = Wild::new(&b, 1);
        let vega = wild.next().expect("a unit to act");
        while wild.next() == Some(vega) && wild.state.turn == 1 {
            wild.fight(|fight| fight.ai_turn(Command::Player));
        }
        let at = b.field.col_row(wild.state.unit(vega).at());
        assert_eq!((at.0, at.1), place, "{zone}");
    }
}

/// B-275: a civilian goes with an escort, and no farther from it than five
/// hexes; alone it stays.
#[test]
fn b_275_civilians_are_escorted() {
    let told = |escort: usize| {
        let more = "[[squad]]\nside = 'neutral'\n\
            units = [{ class = 'civilian', name = 'Ann', at = [12, 1] }]\n\
            [[objective]]\nkind = 'rescue'\nunit = 'Ann'\nto = 'home'\n";
        let map = field(&OPEN.replacen('.', "P", 1), 3) + "\nzones = { P = \"home\" }";
        let ours = vega(escort, 1, "mode = \"hold\"");
        let mut table = scene(more, &map, &ours, &man("sectoid", "Grey", 29, 1, ""));
        let escort = table.hex(escort, 1);
        goes_to(order(&mut table, "Ann")).map(|to| table.battle.field.distance(to, escort))
    };
    assert_eq!(told(4), None);
    assert_eq!(told(10), Some(5));
}
