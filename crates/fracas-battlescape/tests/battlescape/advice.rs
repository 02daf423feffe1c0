//! What the AI tells whoever plays: its advice, and its reasons (B-286, B-288).

use std::collections::BTreeMap;
use std::sync::Arc;

use fracas_battlescape::ai::{Decision, Reason, decide};
use fracas_battlescape::battle::{Battle, Sheet, Side};
use fracas_battlescape::events::{Event, What};
use fracas_battlescape::field::ColRow;
use fracas_battlescape::orders::{Order, Target};
use fracas_battlescape::play::Game;
use fracas_battlescape::view::View;
use fracas_core::capability::Session;

use crate::common::{battle, skirmish};
use crate::wilds::Wild;

/// Battles that are shipped to be played.
const PLAYED: [&str; 6] = [
    include_str!("../../../../examples/battlescape/chain_1.toml"),
    include_str!("../../../../examples/battlescape/chain_2.toml"),
    include_str!("../../../../examples/battlescape/crash_site.toml"),
    include_str!("../../../../examples/battlescape/farmhouse.toml"),
    include_str!("../../../../examples/battlescape/night_hold.toml"),
    include_str!("../../../../examples/battlescape/skirmish.toml"),
];

/// Some of each.
fn battles() -> impl Iterator<Item = (Arc<Battle>, u64)> {
    let battles = PLAYED.map(|text| Arc::new(battle(text)));
    (0..3).flat_map(move |seed| battles.clone().map(|battle| (battle, seed)))
}

/// Whoever follows the advice without anybody in sight is not sent back to a hex
/// that he has just left.
#[test]
fn advice_does_not_pace_to_and_fro() {
    let mut walked = 0;
    for (battle, seed) in battles() {
        let (mut game, _) = Game::new(battle.clone(), seed);
        let mut been: BTreeMap<String, Vec<ColRow>> = BTreeMap::new();
        let mut turn = 0;
        while game.ended().is_none() {
            if std::mem::replace(&mut turn, game.state().turn) != turn {
                been.clear();
            }
            let line = game.advice();
            let contact = game.view().enemies().next().is_some();
            let events = game.line(&line).unwrap();
            if contact {
                been.clear();
                continue;
            }
            for (unit, from, to) in events.iter().filter_map(step) {
                let ours = |sheet: &&Sheet| sheet.name == *unit && sheet.side == Side::Player;
                let own = battle.sheets.iter().find(ours).is_some();
                let hexes = been.entry(unit.clone()).or_default();
                if own && game.state().turn == turn {
                    hexes.push(from);
                    assert!(!hexes.contains(&to), "{}, {seed}: {line}", battle.name);
                    walked += 1;
                }
            }
        }
    }
    assert!(walked > 400, "{walked}");
}

fn step(event: &Event) -> Option<(&String, ColRow, ColRow)> {
    match &event.what {
        What::Moved { unit, from, to, .. } => Some((unit, *from, *to)),
        _ => None,
    }
}

/// B-286: whoever stands beside what he came for is told to use it, and whoever
/// stands where he can leave, to leave.
#[test]
fn b_286_a_goal_beside_one_is_used() {
    let text = skirmish("P . . . . . . . . # E\n. . . . . . . . . # .", "light = 'dark'");
    let goal = |goal: &str, more: &str| {
        let text = text.replace("kind = 'eliminate'", goal);
        let (mut game, _) = Game::new(Arc::new(battle(&format!("{text}{more}"))), 3);
        let advised = game.advice();
        game.line(&advised).unwrap();
        (advised, game)
    };
    let relay = "[[object]]\nname = 'relay'\nat = [1, 0]\n";
    let (advised, _) = goal("kind = 'interact'\nobject = 'relay'", relay);
    assert_eq!(advised, "rifleman 1: interact relay");
    // B-275: what the battle is about is used even under fire.
    let seen = text.replace(" # E", " . E").replace("light = 'dark'", "");
    let seen = seen.replace("kind = 'eliminate'", "kind = 'interact'\nobject = 'relay'");
    let (game, _) = Game::new(Arc::new(battle(&format!("{seen}{relay}"))), 3);
    assert_eq!(game.advice(), "rifleman 1: interact relay");
    let exit = "[[zone]]\nname = 'west'\nexit = true\n";
    let (advised, game) = goal("kind = 'escape'\nzone = 'west'", exit);
    assert_eq!(advised, "rifleman 1: exit");
    assert!(game.ended().is_some());
}

/// B-288: what is told as a reason is what is done: chances are those that the
/// order promises, hexes those gone to, and of a plan its next step.
#[test]
fn b_288_reasons_are_true() {
    let (mut aims, mut ways, mut plans) = (0, 0, 0);
    for (battle, seed) in battles() {
        let mut wild = Wild::new(&battle, seed);
        while let Some(unit) = wild.next() {
            let view = View::of_unit(&battle, &wild.state, unit);
            let Decision { order, mind, why } = decide(&view, unit);
            let words = why.tell(&view, unit);
            let context = format!("{}, {seed}: {words}: {order:?}", battle.name);
            match (why, order) {
                (Reason::Attack { target, accuracy, .. }, _) => {
                    let name = &battle.sheet(target).name;
                    assert!(
                        words.starts_with(&format!("{accuracy}% to hit {name}, ")),
                        "{context}"
                    );
                    assert!(
                        matches!(order, Order::Attack { target: Target::Unit(on), .. } if on == target),
                        "{context}"
                    );
                    assert_eq!(view.preview(unit, &order).accuracy[0], accuracy, "{context}");
                    aims += 1;
                }
                (Reason::Go { to, .. }, Order::Move { to: goal, .. }) => {
                    assert_eq!(to, goal, "{context}");
                    ways += 1;
                }
                (Reason::AsPlanned, _) => {
                    let told = format!("as planned: {}", view.spell(&order));
                    assert!(words.starts_with(&told), "{context}");
                    let rest = mind.plan.iter().map(|next| format!(", then {}", view.spell(next)));
                    assert_eq!(words, told + &rest.collect::<String>());
                    plans += 1;
                }
                _ => {}
            }
            wild.state.unit_mut(unit).mind = mind;
            wild.act(unit, &order).expect("a legal order");
        }
    }
    assert!(aims > 100 && ways > 100 && plans > 100, "{aims} {ways} {plans}");
}
