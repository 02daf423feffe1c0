//! §18: playing, undo, records, and orders as text.

use std::sync::Arc;

use fracas_battlescape::battle::Battle;
use fracas_battlescape::events::{Event, What};
use fracas_battlescape::order_text::{read, spell};
use fracas_battlescape::play::Game;
use fracas_battlescape::state::{Phase, Vigil};
use fracas_core::capability::{Refused, Session};

use crate::common::{battle, skirmish, unit};

const ROWS: &str = "P . + . . . . . . . . . . . . . . E\nP . . . . . . . . . . . . . . . . E";

fn dark() -> Battle {
    battle(&skirmish(ROWS, "light = 'dark'"))
}

/// Plays orders; with the game comes all that happened.
fn again(b: &Arc<Battle>, seed: u64, orders: &[String]) -> Result<(Game, Vec<Event>), Refused> {
    let (mut game, mut events) = Game::new(b.clone(), seed);
    for order in orders {
        events.extend(game.line(order)?);
    }
    Ok((game, events))
}

fn undo_refused(game: &mut Game) -> String {
    let before = game.state().clone();
    let why = game.undo().unwrap_err().to_string();
    assert_eq!(*game.state(), before);
    assert!(why.starts_with("undo not available: "), "{why}");
    why
}

/// B-265: what drew no die and showed nothing is taken back, again and again,
/// with everything.
#[test]
fn b_265_undo() {
    let b = dark();
    let b = Arc::new(b);
    let (mut game, _) = Game::new(b.clone(), 5);
    assert!(undo_refused(&mut game).contains("nothing was done"));
    let states: Vec<_> = ["rifleman 1: turn W", "rifleman 1: prone", "rifleman 2: end"]
        .into_iter()
        .map(|line| {
            let before = game.state().clone();
            game.line(line).unwrap();
            before
        })
        .collect();
    for before in states.into_iter().rev() {
        game.undo().unwrap();
        assert_eq!(*game.state(), before);
    }
    assert!(undo_refused(&mut game).contains("nothing was done"));
    assert!(game.orders().is_empty());
}

/// A session that owns its battle outlives whoever made it; what it knows of
/// itself is enough to keep it (B-267): its orders, and one sum of events for
/// each of them, the last of which goes with an undo (B-265).
#[test]
fn b_267_a_session_is_kept_without_playing_it_again() {
    let b = Arc::new(dark());
    let (mut session, events) = Game::new(b.clone(), 5);
    let mut sums = vec![events];
    for line in
        ["rifleman 1: turn W", "undo", "rifleman 2: prone", "end phase", "rifleman 1: stand"]
    {
        if line == "undo" {
            session.undo().unwrap();
            sums.pop();
        } else if let Ok(events) = session.line(line) {
            sums.push(events);
        }
        assert_eq!(sums.len(), session.orders().len() + 1);
    }
    let (replayed, told) = again(&b, 5, &session.orders()).unwrap();
    assert_eq!((replayed.state(), told), (session.state(), sums.concat()));
}

/// B-265: undo gives back the rounds that were counted (B-258), also where no
/// die fell because nothing was left to chance (B-2).
#[test]
fn b_265_undo_takes_measures_back() {
    let sure = "[rules]\n'accuracy.most' = 100\n'accuracy.least' = 100\n\
                'weapon.assault_rifle.dice' = '1d1+20'\n'weapon.assault_rifle.crit' = -50\n";
    let b = battle(&format!("{}{sure}", skirmish("P . E", "")));
    let b = Arc::new(b);
    let (mut game, _) = Game::new(b.clone(), 5);
    let before = game.scores();
    game.line("rifleman 1: attack snap at sectoid 1").unwrap();
    assert_ne!(game.scores().values(), before.values());
    game.undo().unwrap();
    assert_eq!(game.scores().values(), before.values());
}

/// B-265: a changed door stays, and a look around a corner too.
#[test]
fn b_265_terrain_and_sight_are_not_taken_back() {
    let b = dark();
    let b = Arc::new(b);
    let (mut game, _) = Game::new(b.clone(), 5);
    // In the dark a man sees three hexes: the step shows him a fourth.
    game.line("rifleman 2: move 1,1").unwrap();
    let why = undo_refused(&mut game);
    assert!(why.contains("revealed"), "{why}");
    game.line("rifleman 1: move 1,0").unwrap();
    game.line("rifleman 1: door 2,0").unwrap();
    assert!(undo_refused(&mut game).contains("changed terrain"));
    // What comes after can be taken back, up to there.
    game.line("rifleman 2: prone").unwrap();
    game.undo().unwrap();
    assert!(undo_refused(&mut game).contains("changed terrain"));
}

/// B-265: dice stay thrown, and an ended phase stays ended.
#[test]
fn b_265_dice_and_phases_are_not_taken_back() {
    let b = battle(&skirmish("P . . . E", ""));
    let b = Arc::new(b);
    let (mut game, _) = Game::new(b.clone(), 5);
    game.line("rifleman 1: attack snap at sectoid 1").unwrap();
    assert!(undo_refused(&mut game).contains("drew a die"));
    let b = Arc::new(dark());
    let (mut game, _) = Game::new(b, 5);
    game.line("rifleman 1: prone").unwrap();
    game.line("end phase").unwrap();
    assert!(undo_refused(&mut game).contains("ended phases stay ended"));
}

/// B-51: the phase ends when all have ended, and it is the player's again
/// after the AI and the resolution.
#[test]
fn b_51_the_phase_ends_by_itself() {
    let b = dark();
    let b = Arc::new(b);
    let (mut game, _) = Game::new(b.clone(), 5);
    game.line("rifleman 2: end").unwrap();
    assert_eq!(game.state().turn, 1);
    let events = game.line("rifleman 1: end").unwrap();
    assert!(!events.is_empty());
    assert_eq!((game.state().turn, game.state().phase), (2, Phase::Player));
}

/// B-267, B-5: a record holds scenario, seed and orders, and gives the same
/// battle again.
#[test]
fn b_267_records() {
    let text = skirmish("P . . . . E\n P . . . . E", "");
    let b = battle(&text);
    let b = Arc::new(b);
    let (mut game, mut events) = Game::new(b.clone(), 42);
    for line in ["rifleman 1: attack burst at sectoid 1", "rifleman 2: ready 2 30", "end phase"] {
        if game.ended().is_none() {
            events.extend(game.line(line).unwrap());
        }
    }
    let orders = game.orders();
    assert_eq!(orders[1], "rifleman 2: ready 2 30");
    let (replayed, told) = again(&b, 42, &orders).unwrap();
    assert_eq!((replayed.state(), told), (game.state(), events));
    let why = again(&b, 42, &["rifleman 1: dance".to_owned()]).err().unwrap().to_string();
    assert!(why.contains("`dance` is no order"), "{why}");
}

/// B-266: every order can be written down and read again.
#[test]
fn b_266_orders_as_text() {
    let object = "[[object]]\nname = 'old terminal'\nat = [1, 0]\n";
    let b = battle(&(skirmish(ROWS, "") + object));
    for line in [
        "rifleman 1: move 7,1",
        "rifleman 1: move 7,1 run hazards press-on reserve 20",
        "rifleman 1: move 7,1 crouch",
        "rifleman 1: disengage NE",
        "rifleman 2: turn SW",
        "rifleman 1: cover E half",
        "rifleman 1: cover W full step NE",
        "rifleman 1: prone",
        "rifleman 1: stand",
        "rifleman 1: attack aimed head at sectoid 1",
        "rifleman 1: attack strike force at rifleman 2",
        "rifleman 1: attack snap at 4,1",
        "rifleman 1: throw frag_grenade at 4,1",
        "rifleman 1: toss frag_grenade at 4,1",
        "rifleman 1: prepare frag_grenade",
        "rifleman 1: use medikit on rifleman 2",
        "rifleman 1: cast psi_panic at sectoid 2",
        "rifleman 1: cast clairvoyance at 9,0",
        "rifleman 1: reload",
        "rifleman 1: switch",
        "rifleman 1: door 2,0",
        "rifleman 1: interact old terminal",
        "rifleman 1: pick-up medikit",
        "rifleman 1: ready 3 45",
        "rifleman 1: suppress 5,1",
        "rifleman 1: exit",
        "rifleman 1: end",
    ] {
        let (who, order) = read(&b, line, None).unwrap();
        assert_eq!(spell(&b, who, &order), line);
    }
    for (line, why) in [
        ("nobody: end", "name of a unit"),
        ("rifleman 1: attack at sectoid 1", "needs a mode of fire: snap, aimed"),
        ("rifleman 1: attack sectoid 1", "`at` is missing: `attack aimed at 7,3`"),
        ("rifleman 1: attack wild at sectoid 1", "`wild` is no mode"),
        ("rifleman 1: attack snap at sectoid 9", "neither a unit in sight nor a hex"),
        ("rifleman 1: move 70,1", "no hex of the map"),
        ("rifleman 1: move 7,1 hopping", "`hopping`"),
        ("rifleman 1: turn up", "no direction"),
        ("rifleman 1: throw brick at 4,1", "`brick` is no item"),
        ("rifleman 1: cast sleep at 4,1", "`sleep` is no ability"),
        ("rifleman 1: ready many", "not a number"),
    ] {
        let refused = read(&b, line, None).unwrap_err().to_string();
        assert!(refused.contains(why), "{line}: {refused}");
    }
}

/// B-265, B-210: an order that made an enemy react cannot be taken back.
#[test]
fn b_265_reactions_are_not_taken_back() {
    let text = skirmish("P . . . . . E", "").replace("'rifleman',", "'rifleman', hp = 999,");
    let mut b = battle(&text);
    let watcher = unit(&b, "sectoid 1");
    b.start.unit_mut(watcher).vigil = Vigil::Ready { max_shots: 1, min_accuracy: 5, shots: 0 };
    let b = Arc::new(b);
    let (mut game, _) = Game::new(b.clone(), 1);
    game.line("rifleman 1: move 1,0").unwrap();
    assert!(undo_refused(&mut game).contains("react"));
}

/// B-267: somebody who does nothing loses to the AI or runs out of time, and
/// the record of it gives the same battle again.
#[test]
fn b_267_the_ai_acts_in_a_played_battle() {
    let b = battle(&skirmish("P . . . . , , T , E\n P . . . c , , , E .", "time_limit = 8"));
    let b = Arc::new(b);
    let (mut game, mut events) = Game::new(b.clone(), 11);
    while game.ended().is_none() {
        events.extend(game.line("end phase").unwrap());
    }
    let struck = |event: &Event| matches!(event.what, What::Attack { .. });
    assert!(events.iter().any(struck), "the enemy never attacked");
    assert!(game.line("end phase").is_err());
    let (replayed, told) = again(&b, 11, &game.orders()).unwrap();
    assert_eq!((replayed.state(), told), (game.state(), events));
}

/// A copy over an old state is the same as a fresh one.
#[test]
fn states_are_copied_whole() {
    let b = battle(&skirmish("P . . . . E", "time_limit = 3"));
    let b = Arc::new(b);
    let (mut game, _) = Game::new(b.clone(), 2);
    game.line("rifleman 1: attack burst at sectoid 1").unwrap();
    while game.ended().is_none() {
        game.line("end phase").unwrap();
    }
    let mut copy = game.state().clone();
    assert_eq!(copy, *game.state());
    copy.clone_from(&b.start);
    assert_eq!(copy, b.start);
}

/// B-267: names in whatever case, and signs of the map as names; whom the squad
/// does not see it can call by neither.
#[test]
fn b_267_units_by_any_case_and_by_their_sign() {
    let b = battle(&skirmish("P . . . . . E\nP . . . . . E", ""));
    let (game, _) = Game::new(Arc::new(b), 5);
    let (b, view) = (game.battle(), game.view());
    let same = |lines: &[&str]| {
        let read = |line: &&str| view.read(line).map(|(unit, order)| spell(b, unit, &order));
        for line in lines {
            assert_eq!(read(line).unwrap(), lines[0], "{line}");
        }
    };
    same(&[
        "rifleman 2: attack snap at sectoid 1",
        "RIFLEMAN 2: Attack SNAP at Sectoid 1",
        "2: attack snap AT a",
        " 2 : attack snap at sectoid 1",
    ]);
    same(&["rifleman 1: throw frag_grenade at 3,0", "1: THROW Frag_Grenade At 3,0"]);
    same(&["rifleman 1: move 3,0 run", "1: move 3,0 RUN"]);
    same(&["rifleman 1: turn NW", "1: turn nw"]);
    assert!(view.read("a: end").unwrap_err().to_string().contains("not yours to command"));
    let hidden = Game::new(Arc::new(dark()), 5).0;
    let why = hidden.view().read("1: attack snap at a").unwrap_err().to_string();
    assert!(why.contains("neither a unit in sight"), "{why}");
}
