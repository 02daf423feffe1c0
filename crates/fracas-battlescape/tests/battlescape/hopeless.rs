//! §23: what cannot be won by distance, by danger, or for want of an enemy.

use crate::common::read_with;

fn warnings(text: &str) -> String {
    let (battle, out) = read_with(text, &[]);
    assert!(battle.is_some(), "{}", out.render(false));
    out.render(false)
}

/// A row of so many hexes with the enemy at its end and the squad at its
/// beginning, four hexes of which are the zone `west`.
fn row(length: usize, more: &str, enemies: &str, objective: &str) -> String {
    let row = format!("P P P P {}", ". ".repeat(length - 4));
    format!(
        "ruleset = 'battlescape'\n{more}\n[map]\nrows = \"\"\"\n{row}\n\"\"\"\n\
         zones = {{ P = 'west' }}\n\
         [[squad]]\nside = 'player'\nunits = [{{ class = 'rifleman', name = 'Vega', at = [0, 0] }}]\n\
         [[squad]]\nside = 'enemy'\n{enemies}\n\
         [[objective]]\nprimary = true\n{objective}\n"
    )
}

/// B-252, B-272: enemies on `hold` do not come, and nobody gets there in time.
#[test]
fn b_272_enemies_who_wait_too_far_away_are_warned_of() {
    let hold = "mode = 'hold'\nunits = [{ class = 'sectoid', name = 'Sid', at = [89, 0] }]";
    let says = "objective 1 cannot be done in time: in turn";
    for objective in ["kind = 'eliminate'", "kind = 'assassinate'\nunit = 'Sid'"] {
        let words = warnings(&row(90, "time_limit = 2", hold, objective));
        assert!(words.contains(says) && words.contains("battle ends with turn 2"), "{words}");
        assert!(words.contains("Sid is on `hold` and does not come closer by itself"), "{words}");
        assert_eq!(warnings(&row(90, "time_limit = 4", hold, objective)), "");
        assert_eq!(warnings(&row(90, "", hold, objective)), "");
    }
    let eliminate = "kind = 'eliminate'";
    let never_told = |enemies: &str, more: &str| {
        assert_eq!(warnings(&row(90, &format!("time_limit = 2{more}"), enemies, eliminate)), "");
    };
    // Who is not on hold may come.
    never_told(&hold.replace("hold", "aggressive"), "");
    never_told(&hold.replace("hold", "defensive"), "");
    // Nobody knows where dice place them.
    let random =
        "mode = 'hold'\nspawn = 'west'\nplacement = 'random'\nunits = [{ class = 'sectoid' }]";
    never_told(random, "");
    // Somebody else may kill them.
    let text = row(90, "time_limit = 2", hold, eliminate);
    let mind = text.replace("name = 'Vega'", "name = 'Vega', abilities = ['mind_control']");
    assert_eq!(warnings(&mind), "");
    let stim = text.replace("name = 'Vega'", "name = 'Vega', items = ['stim']");
    assert_eq!(warnings(&stim.replace("limit = 2", "limit = 3")), "");
    // One of two who comes does not help: all have to die. Who may panic may run.
    let two = hold.replace(
        "at = [89, 0] }",
        "at = [89, 0] }, { class = 'sectoid', mode = 'aggressive', at = [40, 0] }",
    );
    let words = warnings(&row(96, "time_limit = 1", &two, eliminate));
    assert!(words.contains(says), "{words}");
}

/// B-244: a zone that kills everybody before it is done.
#[test]
fn b_244_zones_that_nobody_survives_are_warned_of() {
    let guard = "units = [{ class = 'sectoid', at = [9, 0] }]";
    let zone = |danger: u32, objective: &str| {
        let zone = format!("[[zone]]\nname = 'west'\ndanger = {danger}\n");
        warnings(&(row(10, "", guard, objective) + &zone))
    };
    // A rifleman has 60 HP.
    let reach = "kind = 'reach'\nzone = 'west'\nneed = 1";
    let words = zone(60, reach);
    assert!(
        words.contains(
            "objective 1 cannot be done: nobody lives through a turn in the zone `west`, which \
             takes 60 HP"
        ),
        "{words}"
    );
    assert_eq!(zone(59, reach), "");
    let hold = "kind = 'hold'\nzone = 'west'\nturns = 3";
    let words = zone(20, hold);
    assert!(
        words.contains("the squad cannot live through 3 turns in the zone `west`, which takes 20"),
        "{words}"
    );
    assert_eq!(zone(19, hold), "");
    assert_eq!(zone(0, hold), "");
    // A second one may take his place, and a medikit makes up for something.
    let with = |from: &str, to: &str| {
        let zone = "[[zone]]\nname = 'west'\ndanger = 20\n";
        warnings(&(row(10, "", guard, hold).replace(from, to) + zone))
    };
    assert_eq!(with("at = [0, 0] }]", "at = [0, 0] }, { class = 'rifleman', at = [1, 0] }]"), "");
    assert_eq!(with("name = 'Vega'", "name = 'Vega', items = ['medikit:1']"), "");
    assert!(!with("name = 'Vega'", "name = 'Vega', hp_now = 20").is_empty());
    // Only one of two is strong enough.
    let both = row(10, "", guard, "kind = 'reach'\nzone = 'west'\nneed = 2")
        .replace("at = [0, 0] }]", "at = [0, 0] }, { class = 'rifleman', hp = 99, at = [1, 0] }]");
    let words = warnings(&(both + "[[zone]]\nname = 'west'\ndanger = 60\n"));
    assert!(words.contains("only 1 live through a turn"), "{words}");
}

/// B-244: whoever has to live in danger zones only does not live long.
#[test]
fn b_244_danger_that_nobody_gets_out_of_is_warned_of() {
    let doomed = |rows: &str, turns: u32| {
        let text = row(10, "", "units = [{ class = 'sectoid', at = [9, 0] }]", "kind = 'survive'");
        let old = format!("P P P P {}", ". ".repeat(6));
        let text =
            text.replace(&old, rows).replace("'survive'", &format!("'survive'\nturns = {turns}"));
        warnings(&(text + "[[zone]]\nname = 'west'\ndanger = 20\n"))
    };
    let words = doomed("P P P P # . . . . .", 3);
    assert!(
        words.contains(
            "objective 1 cannot be done: nobody lives through 3 turns in zones of danger, and \
             there is no way out"
        ),
        "{words}"
    );
    let told = |rows: &str, turns: u32| doomed(rows, turns).contains("zones of danger");
    assert!(!told("P P P P # . . . . .", 2));
    assert!(!told("P P P P + . . . . .", 3));
    assert!(!told("P P P P . . . . . .", 3));
}

/// B-255: whoever is to be killed is one of the player's own.
#[test]
fn b_255_killing_ones_own_is_warned_of() {
    let guard = "units = [{ class = 'sectoid', name = 'Sid', at = [9, 0] }]";
    let words = warnings(&row(10, "", guard, "kind = 'assassinate'\nunit = 'Vega'"));
    assert!(
        words.contains("objective 1 wants Vega dead, who is one of the player's own"),
        "{words}"
    );
    assert_eq!(warnings(&row(10, "", guard, "kind = 'assassinate'\nunit = 'Sid'")), "");
}
