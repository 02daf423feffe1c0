//! §19, B-273: the way out.

use fracas_battlescape::ai::{Decision, Reason, decide};
use fracas_battlescape::field::Spot;
use fracas_battlescape::orders::{Order, Pace};
use fracas_battlescape::view::View;

use crate::table::{Table, man, vega};

const LINE: &str = ". . . . . . . . . . . . . . . . . . . .";

/// Vega is to leave over the three western columns; a sectoid stands in the east.
fn runaway(lines: [&str; 3], strength: &str, mode: &str, ours: usize, theirs: usize) -> Table {
    let zone = "P P P . . . . . . . . . . . . . . . . .";
    Table::read(format!(
        "ruleset = 'battlescape'\nstrength = '{strength}'\n[map]\nrows = \"\"\"\n{}\n\"\"\"\n\
         zone_rows = \"\"\"\n{zone}\n{zone}\n{zone}\n\"\"\"\nzones = {{ P = 'out' }}\n\
         [[zone]]\nname = 'out'\nexit = true\n\
         [[squad]]\nside = 'player'\nmode = '{mode}'\nunits = [{}]\n\
         [[squad]]\nside = 'enemy'\nunits = [{}]\n\
         [[objective]]\nkind = 'escape'\nzone = 'out'\nprimary = true\n",
        lines.join("\n"),
        vega(ours, 1, "facing = 'E', items = []"),
        man("sectoid", "Grey", theirs, 1, "facing = 'W'"),
    ))
}

/// What Vega decides, and keeps in mind.
fn decided(table: &mut Table) -> Decision {
    let unit = table.id("Vega");
    let decision = decide(&View::of_unit(&table.battle, &table.state, unit), unit);
    table.state.unit_mut(unit).mind = decision.mind.clone();
    decision
}

fn runs_to(table: &mut Table) -> Spot {
    let decision = decided(table);
    let Order::Move { to, pace: Pace::Run, press_on: true, .. } = decision.order else {
        panic!("{decision:?}")
    };
    assert_eq!(decision.why, Reason::Out);
    to
}

/// B-273: whoever retreats while his side is to escape runs for the exit, enemies
/// in sight or not, and leaves over it.
#[test]
fn b_273_the_way_out() {
    for strength in ["recruit", "veteran", "elite"] {
        for enemy in [17, 12] {
            let mut table = runaway([LINE; 3], strength, "retreat", 9, enemy);
            let to = runs_to(&mut table);
            let out = table.battle.field.col_row(to);
            assert!(out.0 <= 2, "{strength}: {out}");
            table.put("Vega", out.0.into(), out.1.into());
            assert_eq!(decided(&mut table).order, Order::Exit, "{strength}");
        }
        // Others fight on.
        let mut table = runaway([LINE; 3], strength, "aggressive", 9, 12);
        assert_ne!(decided(&mut table).why, Reason::Out, "{strength}");
    }
}

/// B-273: whoever is beaten makes for it, too; lying down he gets up first.
#[test]
fn b_273_the_beaten_go_out() {
    let mut table = runaway([LINE; 3], "veteran", "aggressive", 9, 12);
    table.unit_mut("Vega").hp = 4;
    table.unit_mut("Vega").stance = fracas_battlescape::state::Stance::Prone;
    assert_eq!(decided(&mut table).order, Order::Stand);
    table.unit_mut("Vega").stance = fracas_battlescape::state::Stance::Standing;
    runs_to(&mut table);
}

/// B-273: who cannot get there at once ends out of sight, if that is hardly
/// farther, and goes once in a phase.
#[test]
fn b_273_out_of_sight_on_the_way_out() {
    let walled = [
        ". . . . . . . . . . # . . . . . . . . .",
        ". . . . . . . . . . . . . . . . . . . .",
        ". . . . . . . . . . # . . . . . . . . .",
    ];
    let mut table = runaway(walled, "veteran", "retreat", 11, 15);
    let grey = table.id("Grey");
    table.unit_mut("Vega").tu = 20;
    let to = runs_to(&mut table);
    let view = View::of_unit(&table.battle, &table.state, table.id("Vega"));
    let seen = view.seen(grey).expect("he is in view");
    assert!(!view.in_sight_of(&seen, to), "{}", table.battle.field.col_row(to));
    assert_ne!(decided(&mut table).why, Reason::Out);
}
