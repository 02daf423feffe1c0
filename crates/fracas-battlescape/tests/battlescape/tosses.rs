//! §19: where throws are aimed (B-276) and what they need (B-283), one reason
//! at a time. Vega has a knife, time for one throw and none to go anywhere,
//! and throws five hexes far; what he throws takes much and reaches two.

use fracas_battlescape::ai::decide;
use fracas_battlescape::orders::Order;
use fracas_battlescape::view::View;

use crate::table::{Table, man, rows, scene, vega};

const OPEN: &str = ". . . . . . . . . . . .";
/// Where Vega lies, and the row of the enemies.
const HOME: usize = 1;
const ROW: usize = 3;
/// How far he throws (B-180).
const RANGE: usize = 5;
/// The least that recruits and veterans throw for, in hundredths (B-276,
/// B-283).
const OF_RECRUITS: i64 = 800;
const OF_ATTACKERS: i64 = 640;
const OF_KEEPERS: i64 = 350;

/// Vega's strength and mode, his accuracy, what his grenade takes and how far.
struct Thrower {
    strength: &'static str,
    mode: &'static str,
    accuracy: i16,
    dice: &'static str,
    radius: u8,
}

const RECRUIT: Thrower =
    Thrower { strength: "recruit", mode: "aggressive", accuracy: 90, dice: "10d10", radius: 2 };
const VETERAN: Thrower = Thrower { strength: "veteran", ..RECRUIT };

/// The thrower with friends, enemies and civilians.
fn stage(who: &Thrower, friends: &[String], enemies: &[String], civilians: &[String]) -> Table {
    let more = format!(
        "strength = '{}'\n\
         rules = {{ 'item.frag_grenade.dice' = '{}', 'item.frag_grenade.radius' = {} }}\n{}",
        who.strength,
        who.dice,
        who.radius,
        match civilians {
            [] => String::new(),
            some => format!("[[squad]]\nside = 'neutral'\nunits = [{}]\n", some.join(", ")),
        },
    );
    let himself = format!(
        "weapon = 'knife', secondary = 'none', items = ['frag_grenade'], strength = 10, \
         stance = 'prone', mode = '{}', accuracy = {}",
        who.mode, who.accuracy
    );
    let ours: Vec<String> = [vega(HOME, ROW, &himself)].iter().chain(friends).cloned().collect();
    let mut table =
        scene(&more, &rows(&[OPEN; 7].join("\n")), &ours.join(", "), &enemies.join(", "));
    table.unit_mut("Vega").tu = 18;
    table
}

/// An enemy that wears nothing, on some column of the row.
fn grey(name: &str, col: usize) -> String {
    grey_at(name, col, ROW, 45)
}

fn grey_at(name: &str, col: usize, row: usize, hp: u16) -> String {
    let bare = format!("natural_armour = 0, hp_now = {hp}, facing = 'W', abilities = []");
    man("sectoid", name, col, row, &bare)
}

/// Where he throws.
fn thrown(table: &Table) -> Option<(u8, u8)> {
    let unit = table.id("Vega");
    match decide(&View::of_unit(&table.battle, &table.state, unit), unit).order {
        Order::Throw { at, live: true, .. } => {
            let at = table.battle.field.col_row(at);
            Some((at.0, at.1))
        }
        _ => None,
    }
}

/// Civilians two hexes from an enemy on the fifth column, whom only a throw
/// behind him spares.
fn bystanders() -> [String; 2] {
    [man("civilian", "Bea", 3, 3, ""), man("civilian", "Cid", 4, 4, "")]
}

const BEHIND: Option<(u8, u8)> = Some((6, 3));

/// B-276: a throw is aimed at an enemy's hex, and not beside him who is alone,
/// though it would spare others there.
#[test]
fn b_276_a_lone_enemy_is_aimed_at() {
    for who in [RECRUIT, VETERAN] {
        let enemy = [grey("Grey", 5)];
        assert_eq!(thrown(&stage(&who, &[], &enemy, &[])), Some((5, 3)), "{}", who.strength);
        assert_eq!(thrown(&stage(&who, &[], &enemy, &bystanders())), None, "{}", who.strength);
    }
}

/// B-276: or beside him where another enemy is within three hexes of him.
#[test]
fn b_276_beside_an_enemy_near_another() {
    for who in [RECRUIT, VETERAN] {
        // The other is out of reach, and so is every hex beside him.
        for (other, at) in [(8, BEHIND), (9, None)] {
            assert!(other > HOME + RANGE + 1);
            let enemies = [grey("Grey", 5), grey("Other", other)];
            let table = stage(&who, &[], &enemies, &bystanders());
            assert_eq!(thrown(&table), at, "{}, {other}", who.strength);
        }
    }
}

/// B-276: or beside him where a friend is within two hexes of him.
#[test]
fn b_276_beside_an_enemy_near_a_friend() {
    for who in [RECRUIT, VETERAN] {
        for (friend, at) in [(4, BEHIND), (3, None)] {
            let ann = [man("rifleman", "Ann", friend, 2, "")];
            let table = stage(&who, &ann, &[grey("Grey", 5)], &bystanders());
            assert_eq!(thrown(&table), at, "{}, {friend}", who.strength);
        }
    }
}

/// B-276: or beside him where he himself cannot be aimed at.
#[test]
fn b_276_beside_an_enemy_out_of_reach() {
    for who in [RECRUIT, VETERAN] {
        for (col, at) in [(6, Some((6, 3))), (7, Some((6, 3))), (8, None)] {
            let table = stage(&who, &[], &[grey("Grey", col)], &[]);
            assert_eq!(thrown(&table), at, "{}, {col}", who.strength);
        }
    }
}

/// B-276: nobody counts on missing: what goes off where it is aimed must take
/// what a throw needs, however many stand where it may scatter to.
#[test]
fn b_276_nobody_counts_on_missing() {
    let clumsy = |who| Thrower { accuracy: 1, radius: 1, ..who };
    for who in [clumsy(RECRUIT), clumsy(VETERAN)] {
        for (hp, throws) in [(2, false), (45, true)] {
            let behind = [(7, 1), (8, 3), (7, 5)];
            let mut enemies = vec![grey_at("Weak", 6, ROW, hp)];
            for (n, (col, row)) in behind.into_iter().enumerate() {
                enemies.push(grey_at(&format!("Strong {n}"), col, row, 45));
            }
            let table = stage(&who, &[], &enemies, &[]);
            let grenade = table.unit("Vega").items[0].item;
            let unit = table.id("Vega");
            let view = View::of_unit(&table.battle, &table.state, unit);
            let expected =
                view.grenades(unit, grenade).and_then(|mut all| all.thrown_at(table.hex(6, ROW)));
            assert!(expected >= Some(OF_RECRUITS), "{expected:?}");
            assert_eq!(thrown(&table).is_some(), throws, "{}, {hp}", who.strength);
        }
    }
}

/// Checks that somebody throws if what he expects to take, which grows with
/// his accuracy, is no less than this.
fn throws_for(who: &Thrower, least: i64) {
    let mut table = stage(who, &[], &[grey("Grey", 5)], &[]);
    let (unit, grenade) = (table.id("Vega"), table.unit("Vega").items[0].item);
    let (mut under, mut over) = (i64::MIN, i64::MAX);
    for accuracy in 1..80 {
        table.battle.sheets[unit.index()].accuracy = accuracy;
        let view = View::of_unit(&table.battle, &table.state, unit);
        let mut grenades = view.grenades(unit, grenade).expect("a grenade");
        let expected = grenades.thrown_at(table.hex(5, ROW)).expect("in reach");
        let throws = thrown(&table).is_some();
        assert_eq!(throws, expected >= least, "{}, {}: {expected}", who.strength, who.mode);
        if throws {
            over = over.min(expected);
        } else {
            under = under.max(expected);
        }
    }
    assert!(over - under <= 10, "not often enough about {least}: {under}, {over}");
}

/// B-276: a throw of a recruit needs eight hit points.
#[test]
fn b_276_what_throws_of_recruits_need() {
    throws_for(&Thrower { dice: "1d1+9", ..RECRUIT }, OF_RECRUITS);
}

/// B-283: one of a veteran 6.4, or 3.5 if he is defensive, cautious or on hold.
#[test]
fn b_283_what_throws_of_veterans_need() {
    throws_for(&Thrower { dice: "1d1+7", ..VETERAN }, OF_ATTACKERS);
    for mode in ["defensive", "cautious", "hold"] {
        throws_for(&Thrower { mode, dice: "1d1+3", ..VETERAN }, OF_KEEPERS);
    }
}
