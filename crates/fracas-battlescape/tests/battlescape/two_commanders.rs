//! Both sides given orders, each by somebody who knows what it knows (B-51,
//! B-53, B-267).

use std::sync::Arc;

use fracas_battlescape::battle::{Battle, Side};
use fracas_battlescape::play::Game;
use fracas_core::capability::Session;

use crate::common::{battle, skirmish};

/// Two rows too long to see along in the dark.
const ROWS: &str = "P . + . . . . . . . . . . . . . . E\nP . . . . . . . . . . . . . . . . E";

fn dark() -> Arc<Battle> {
    Arc::new(battle(&skirmish(ROWS, "light = 'dark'")))
}

fn begun(seed: u64) -> Game {
    let (mut game, _) = Game::new(dark(), seed);
    game.line("command enemy").unwrap();
    game
}

/// B-51: the enemy's phase waits for orders as the player's does, and what is
/// recorded leads to the same state again.
#[test]
fn b_51_both_sides_are_commanded() {
    let mut game = begun(3);
    let mut acted = [0, 0];
    while game.ended().is_none() {
        acted[game.to_act()] += 1;
        assert_eq!(game.view().side() == Side::Enemy, game.to_act() == 1);
        let order = game.advice();
        game.line(&order).unwrap();
    }
    assert!(acted[0] > 5 && acted[1] > 5, "{acted:?}");
    let mut again = Game::new(dark(), 3).0;
    for order in game.orders() {
        again.line(&order).unwrap();
    }
    assert_eq!(again.state(), game.state());
    assert!(game.line("command enemy").unwrap_err().to_string().contains("is over"));
}

/// B-53: a side that is handed over is played by the AI from there on, both of
/// them to the end.
#[test]
fn b_53_a_side_changes_hands() {
    let mut game = begun(3);
    game.line("end phase").unwrap();
    assert_eq!((game.acting(), game.state().turn), (Side::Enemy, 1));
    assert!(game.undo().is_err());
    game.line("hand over enemy").unwrap();
    assert_eq!((game.acting(), game.state().turn), (Side::Player, 2));
    game.line("hand over player").unwrap();
    assert!(game.ended().is_some());
    // Taken back in the other's phase it is commanded from its next one on.
    let mut back = begun(3);
    back.line("hand over player").unwrap();
    assert_eq!((back.acting(), back.state().turn), (Side::Enemy, 1));
    back.line("command player").unwrap();
    assert_eq!((back.acting(), back.state().turn), (Side::Enemy, 1));
    back.line("end phase").unwrap();
    assert_eq!((back.acting(), back.state().turn), (Side::Player, 2));
    let mut other = begun(3);
    assert!(other.line("command civilians").unwrap_err().to_string().contains("is no side"));
    assert_eq!(other.orders(), ["command enemy"]);
}

/// B-267: whom a side does not see it cannot tell from nobody.
#[test]
fn b_267_names_are_not_found_out() {
    let mut game = begun(3);
    let told = |game: &mut Game, name: &str| {
        let lines = [
            format!("{name}: end"),
            format!("rifleman 1: attack snap at {name}"),
            format!("rifleman 1: use medikit on {name}"),
            format!("rifleman 1: cast psi_panic at {name}"),
        ];
        let mut answers: Vec<String> =
            lines.iter().map(|line| game.line(line).unwrap_err().to_string()).collect();
        for line in &lines {
            let asked = game.query(&format!("preview {line}"));
            answers.push(asked.unwrap_err().to_string());
        }
        answers.push(game.query(&format!("reach {name}")).unwrap_err().to_string());
        answers.join("\n").replace(name, "X")
    };
    assert_eq!(told(&mut game, "sectoid 1"), told(&mut game, "nobody 7"));
    game.line("end phase").unwrap();
    assert_eq!(game.acting(), Side::Enemy);
    let own = |name: &str| game.query(&format!("reach {name}")).is_ok();
    assert!(own("sectoid 1") && !own("rifleman 1"));
    let enemy = |name: &str| {
        let asked = game.query(&format!("preview sectoid 1: attack snap at {name}"));
        asked.unwrap_err().to_string().replace(name, "X")
    };
    assert_eq!(enemy("rifleman 1"), enemy("nobody 7"));
}
