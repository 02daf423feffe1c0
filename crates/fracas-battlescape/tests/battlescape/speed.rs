//! B-268: how long the AI thinks. Other work on the machine must not fail the
//! test, so the best of some runs counts.

use std::time::{Duration, Instant};

use fracas_battlescape::battle::UnitId;
use fracas_battlescape::rules::phases::Command;

use crate::common;
use crate::wilds::Wild;

fn whole_turn(wild: &mut Wild<'_>, unit: UnitId) {
    while wild.next() == Some(unit) {
        wild.fight(|fight| fight.ai_turn(Command::Ai));
    }
}

/// B-268: an AI unit's whole turn on a large map takes less than 50 ms.
#[test]
fn b_268_a_turn_on_a_large_map() {
    let squad = |side: &str, class: &str| {
        format!("[[squad]]\nside = '{side}'\nunits = [{{ class = '{class}', count = 6 }}]\n")
    };
    let battle = common::battle(&format!(
        "[map.generate]\nbiome = 'farmland'\nsize = 'large'\nseed = 2\n{}{}\
         [[objective]]\nkind = 'eliminate'\nprimary = true\n",
        squad("player", "rifleman"),
        squad("enemy", "sectoid")
    ));
    let mut wild = Wild::new(&battle, 1);
    let mut longest = Duration::ZERO;
    while let Some(unit) = wild.next().filter(|_| wild.state.turn <= 4) {
        let timed = |_| {
            let mut copy = wild.twin();
            let begun = Instant::now();
            whole_turn(&mut copy, unit);
            begun.elapsed()
        };
        longest = longest.max((0..4).map(timed).min().unwrap_or_default());
        whole_turn(&mut wild, unit);
    }
    assert!(longest > Duration::ZERO && longest < Duration::from_millis(50), "{longest:?}");
}
