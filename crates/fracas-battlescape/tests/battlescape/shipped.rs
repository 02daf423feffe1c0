//! How the AI fares on the shipped mirrored maps (B-272, B-274). The tables
//! of `docs/league.md` tell more of it.

use fracas_battlescape::Battlescape;
use fracas_battlescape::battle::Battle;
use fracas_core::odds::Fighter;

use crate::common::battle;
use crate::grounds::{GROUNDS, Ground};

/// Four riflemen who spawn in their zone.
fn squad(side: &str, mode: &str) -> String {
    let spawn = if side == "player" { "west" } else { "east" };
    format!(
        "[[squad]]\nside = '{side}'\nspawn = '{spawn}'\nplacement = 'random'\n\
         mode = '{mode}'\nunits = [{{ class = 'rifleman', count = 4 }}]\n"
    )
}

/// Four defensive riflemen behind cover who face the other side.
fn dug_in(ground: &Ground, side: &str) -> String {
    let units = ground.posts.map(|(col, row)| {
        let (col, row, facing) = match side {
            "player" => (ground.last.0 - col, ground.last.1 - row, 'E'),
            _ => (col, row, 'W'),
        };
        format!(
            "{{ class = 'rifleman', at = [{col}, {row}], facing = '{facing}', cover = 'half' }}"
        )
    });
    format!("[[squad]]\nside = '{side}'\nmode = 'defensive'\nunits = [{}]\n", units.join(", "))
}

/// The map with other squads on it.
fn with(ground: &Ground, squads: &str) -> Battle {
    let (map, _) = ground.text.split_once("[[squad]]").unwrap();
    battle(&format!("{map}{squads}[[objective]]\nkind = 'eliminate'\nprimary = true\n"))
}

/// How many percent of so many battles the first side wins, and how many run
/// to turn 60.
fn fought(battle: &Battle, battles: u64) -> (usize, usize) {
    let mut fighter = Fighter::<Battlescape>::new(battle);
    let ends: Vec<u8> = (0..battles).map(|trial| fighter.fight(1, trial).0).collect();
    let count = |which: fn(u8) -> bool| ends.iter().filter(|end| which(**end)).count();
    (100 * count(|end| end == 0) / ends.len(), 100 * count(|end| end > 1) / ends.len())
}

/// B-274: the side that acts first wins 40 to 60% of mirror matches on each
/// shipped map, and none stays undecided.
#[test]
fn b_274_shipped_maps_are_fair() {
    for ground in &GROUNDS {
        let battle = battle(ground.text);
        let (won, stale) = fought(&battle, 400);
        assert!((40..=60).contains(&won), "{}: {won}%", ground.name);
        assert_eq!(stale, 0, "{}", ground.name);
    }
}

/// B-272: an aggressive squad beats one that stands idle in the open.
#[test]
fn b_272_aggressive_beats_idle() {
    for ground in &GROUNDS {
        let squads = squad("player", "aggressive") + &squad("enemy", "hold");
        let (won, stale) = fought(&with(ground, &squads), 100);
        assert!(won > 50 && stale < 2, "{}: {won}%, {stale} undecided", ground.name);
    }
}

/// B-272: a defensive squad that starts in good cover holds at least even
/// against an equal aggressive one, whoever acts first.
#[test]
fn b_272_dug_in_holds() {
    for ground in &GROUNDS {
        let attacked = dug_in(ground, "player") + &squad("enemy", "aggressive");
        let attacking = squad("player", "aggressive") + &dug_in(ground, "enemy");
        let (held, stale) = fought(&with(ground, &attacked), 100);
        let (stormed, undecided) = fought(&with(ground, &attacking), 100);
        assert!(held + (100 - stormed) >= 100, "{held}% and {}%", 100 - stormed);
        assert!(stale < 2 && undecided < 2, "{stale} and {undecided} undecided");
    }
}
