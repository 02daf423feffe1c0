//! What a player is offered, and in what order (B-51, B-280).

use std::sync::Arc;

use fracas_battlescape::order_text::read_order;
use fracas_battlescape::play::Game;
use fracas_battlescape::report::choices::{Choice, best_first, promise};
use fracas_battlescape::report::waste;

use crate::common::{battle, unit};

fn field(rows: &str, squad: &str, light: &str) -> Game {
    let text = format!(
        "ruleset = 'battlescape'\nlight = '{light}'\n[map]\nrows = \"\"\"\n{rows}\n\"\"\"\n\
         [[squad]]\nside = 'player'\nunits = [\n{squad}\n]\n\
         [[squad]]\nside = 'enemy'\nunits = [{{ class = 'sectoid', at = [5, 0] }}]\n\
         [[objective]]\nkind = 'eliminate'\nprimary = true\n"
    );
    Game::new(Arc::new(battle(&text)), 5).0
}

const SQUAD: &str = "{ class = 'commander', name = 'Ortiz', at = [0, 0], items = ['medikit', 'stim'] },\n\
                     { class = 'rifleman', name = 'Vega', at = [0, 1] }";

fn offered(game: &Game, name: &str) -> Vec<String> {
    let unit = unit(game.battle(), name);
    best_first(&game.view(), unit).into_iter().map(|choice| choice.line).collect()
}

fn place(lines: &[String], begins: &str) -> Option<usize> {
    lines.iter().position(|line| line.starts_with(begins))
}

/// B-280: what can do nothing now is not offered, and what is of no use before
/// there is an enemy comes after all but the end.
#[test]
fn b_280_what_does_nothing_is_offered_last_or_not_at_all() {
    let open = ". . . . . .\n. . . . . .";
    let calm = field(open, SQUAD, "dark");
    let lines = offered(&calm, "Ortiz");
    assert_eq!(place(&lines, "cast rally"), None, "{lines:?}");
    assert_eq!(place(&lines, "use medikit"), None, "{lines:?}");
    let [ready, prone, spur, end] =
        ["ready", "prone", "cast adrenaline", "end"].map(|begins| place(&lines, begins).unwrap());
    assert!(ready < spur && prone < spur && spur < end, "{lines:?}");
    assert_eq!(end, lines.len() - 1);
    // In contact, with a friend whose morale is low, both are worth something.
    let low = SQUAD.replace("name = 'Vega'", "name = 'Vega', morale = 40");
    let lines = offered(&field(open, &low, "day"), "Ortiz");
    let [rally, spur, reload] =
        ["cast rally", "cast adrenaline", "prone"].map(|begins| place(&lines, begins).unwrap());
    assert!(rally < reload && spur < reload, "{lines:?}");
    assert!(lines[0].starts_with("attack"), "{lines:?}");
}

/// B-280: a medikit for whoever needs it, and for nobody else.
#[test]
fn b_280_the_hurt_come_first() {
    let open = "# # # # # .\n. # # # # #";
    let hurt = SQUAD.replace("name = 'Vega'", "name = 'Vega', hp_now = 20");
    let rows = open.replacen('#', ".", 1);
    let lines = offered(&field(&rows, &hurt, "dark"), "Ortiz");
    assert_eq!(place(&lines, "use medikit on Vega"), Some(0), "{lines:?}");
    assert_eq!(place(&lines, "use medikit on Ortiz"), None, "{lines:?}");
}

/// B-191, B-202, B-61: what would do nothing is said beforehand; the rules allow
/// it all the same.
#[test]
fn b_191_waste_is_told() {
    let squad = SQUAD.replace("name = 'Vega'", "name = 'Vega', tu = 150");
    let game = field(". . . . . .\n. . . . . .", &squad, "dark");
    let (view, ortiz) = (game.view(), unit(game.battle(), "Ortiz"));
    let why = |line: &str| {
        let order = read_order(game.battle(), line, Some(&view)).unwrap();
        assert!(view.permits(ortiz, &order).is_ok(), "{line}");
        waste(&view, ortiz, &order)
    };
    assert_eq!(why("use medikit on Ortiz").unwrap(), "Ortiz is unhurt: medikit would do nothing");
    assert_eq!(why("use medikit on Vega").unwrap(), "Vega is unhurt: medikit would do nothing");
    let full = "Vega has 150 TU already, and nobody ever has more";
    assert_eq!(why("use stim on Vega").unwrap(), full);
    assert_eq!(why("cast adrenaline at Vega").unwrap(), full);
    assert_eq!(
        why("cast rally at 0,0").unwrap(),
        "nobody is short of morale: rally would do nothing"
    );
    assert_eq!(why("use stim on Ortiz"), None);
    assert_eq!(why("prone"), None);
}

/// B-269: an attack in a list tells its chance, what it takes and how often it
/// kills, by the exact odds.
#[test]
fn b_269_attacks_promise_what_the_odds_say() {
    let game = field(". . . . . .\n. . . . . .", SQUAD, "day");
    let (view, ortiz) = (game.view(), unit(game.battle(), "Ortiz"));
    let choices = best_first(&view, ortiz);
    let words = |line: &str| {
        let fits = |choice: &&Choice| choice.line == line;
        promise(&view, ortiz, choices.iter().find(fits).unwrap())
    };
    assert_eq!(words("attack snap at sectoid 1"), "20 TU, hits 50%, takes 5.7 of 45 HP, kills 0%");
    let auto = words("attack auto at sectoid 1");
    assert!(auto.ends_with("takes 23.6 of 45 HP, kills 10%"), "{auto}");
    assert_eq!(words("prone"), "10 TU");
}
