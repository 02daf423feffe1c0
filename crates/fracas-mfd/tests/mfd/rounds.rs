//! The round and its end (F-37..F-39, F-48..F-51, F-55..F-58).

use fracas_core::capability::{Inspect, Tell};
use fracas_core::ruleset::Ruleset;
use fracas_mfd::Mfd;

use crate::common::*;

const FRAIL: &str = "heroes.fighters = [{ name = 'A', xp = 1, bonus_hp = -1 }]
    villains.fighters = [{ name = 'Z', xp = 1, bonus_hp = -1 }]";

/// T-35, F-39, F-56: both attacks happen, both die.
#[test]
fn t_35_f_39_f_56_both_kill_each_other() {
    let told = fight(battle(FRAIL), "hits 1/1, blocks 0/1, hits 1/1, blocks 0/1");
    assert_eq!(told.log(), ["round 1", "A at Z: 1-0 = 0", "Z at A: 1-0 = 0"]);
    assert_eq!(told.outcome(), "both");
    assert_eq!(told.dead(), ["A", "Z"]);
}

/// T-38, X-7: elimination is tested before the round limit (F-55).
#[test]
fn t_38_x_7_f_55_elimination_before_the_limit() {
    let limited = format!("max_rounds = 3\n{FRAIL}");
    let miss = "hits 0/1, blocks 0/1, hits 0/1, blocks 0/1,";
    let told = fight(
        battle(&limited),
        &format!("{miss}{miss} hits 1/1, blocks 0/1, hits 0/1, blocks 0/1"),
    );
    assert_eq!(told.outcome(), "heroes");
    assert_eq!(told.measure("rounds"), 3);
    assert!(
        told.text(fracas_core::capability::Detail::All).contains("The villains are eliminated")
    );

    let told = fight(battle(&limited), &miss.repeat(3));
    assert_eq!(told.outcome(), "undecided");
    let text = told.text(fracas_core::capability::Detail::All);
    assert!(text.contains("The limit of 3 rounds is reached."), "{text}");
}

/// F-37, F-40: after three rounds ToDefend is 0 and nothing is drawn for it.
#[test]
fn f_37_f_40_tired_to_zero_draws_nothing() {
    let miss = "hits 0/1, blocks 0/1, hits 0/1, blocks 0/1,";
    let script = format!("{} hits 0/1, hits 0/1, hits 0/1, hits 1/1", miss.repeat(3));
    let told = fight(battle(FRAIL), &script);
    assert_eq!(told.measure("rounds"), 5);
    assert_eq!(told.outcome(), "villains");
}

/// F-48, F-50, F-51: damage adds up over attacks, HP may go below 0, and
/// somebody who is down is still attacked and still defends.
#[test]
fn f_48_f_50_f_51_damage_adds_up() {
    let text = "heroes.fighters = [{ name = 'A', xp = 2000 }, { name = 'B', xp = 3000 }, { name = 'C', xp = 1 }]
        villains.fighters = [{ name = 'Z', xp = 4000 }]";
    let told = fight(
        battle(text),
        "target 1/3, hits 2/2, blocks 1/4, hits 3/3, blocks 0/4, hits 1/1, blocks 4/4, hits 4/4, blocks 0/2",
    );
    assert_eq!(
        told.log()[1..],
        ["A at Z: 2-1 = 1", "B at Z: 3-0 = -2", "C at Z: 1-4 = -2", "Z at A: 4-0 = -2"]
    );
    assert_eq!(told.dead(), ["A", "Z"]);
}

/// F-38: nothing that happens in a round changes its stats: a giver that falls
/// has given for this round.
#[test]
fn f_38_stats_are_fixed_for_the_round() {
    let text = "max_rounds = 2
        heroes.fighters = [{ name = 'H', xp = 9000, aoe = 2 }]
        villains.fighters = [
            { name = 'A', xp = 1, buffs = [{ name = 'X', who = ['B'], offense = 0.8 }] },
            { name = 'B', xp = 1000 } ]";
    // B throws 2 dice (raw 1.1) in the first round, 1 in the second.
    let told = fight(
        battle(text),
        "target 1/2, hits 9/9, blocks 0/1, hits 0/9, blocks 0/1,
         hits 0/1, blocks 0/9, hits 1/2, blocks 0/9,
         hits 0/9, blocks 0/1, hits 0/9, blocks 0/1, hits 0/1, blocks 0/9",
    );
    assert_eq!(told.dead(), ["A"]);
    assert!(told.log().contains(&"B at H: 1-0 = 1".to_owned()));
}

/// F-49, X-6: a die succeeds with exactly its rate.
#[test]
fn f_49_x_6_exact_rates() {
    let battle = battle(
        "heroes.fighters = [{ name = 'A', xp = 1, bonus_to_hit = -0.175 }]
         villains.fighters = [{ name = 'Z', xp = 1, bonus_to_defend = -0.3 }]",
    );
    let tables = Mfd.inspect(&battle);
    assert_eq!(tables[1].to_json()[0]["wounds"], 0.125);
}

/// F-57: without a limit the battle is given up after 10 000 rounds.
#[test]
fn f_57_the_safety_limit() {
    // In compat nobody who cannot be killed in one round ever dies.
    let text = "compat = 'fight.rkt'
        heroes.fighters = [{ name = 'A', xp = 1 }]
        villains.fighters = [{ name = 'Z', xp = 1 }]";
    let battle = battle(text);
    let mut fighter = fracas_core::odds::Fighter::<Mfd>::new(&battle);
    let outcome = fighter.fight(1, 0);
    assert_eq!(Mfd::OUTCOMES[outcome.index()], "undecided");
    assert_eq!(fighter.values()[0], 10_000);
    let closing = Mfd.closing(&battle, fighter.state());
    assert!(closing.contains("Warning: the battle is given up after 10000 rounds."), "{closing}");
    assert!((outcomes(&battle)[3] - 1.0).abs() < 1e-12);
}

/// F-58: every battle starts at round 1.
#[test]
fn f_58_rounds_start_at_one() {
    let told = fight(
        battle(&format!("max_rounds = 1\n{FRAIL}")),
        "hits 0/1, blocks 0/1, hits 0/1, blocks 0/1",
    );
    assert_eq!(told.log()[0], "round 1");
    let again = fight(
        battle(&told.aftermath().replacen("ruleset = \"mfd\"\n", "", 1)),
        "hits 0/1, blocks 0/1, hits 0/1, blocks 0/1",
    );
    assert_eq!(again.log()[0], "round 1");
}

/// Sides are symmetric: exchanging them exchanges the odds.
#[test]
fn sides_are_symmetric() {
    let (one, other) = (
        "fighters = [{ name = 'A', xp = 4000, aoe = 2 }, { name = 'B', xp = 2000, bodyguard_for = 'A' }]",
        "fighters = [{ name = 'C', xp = 7000, bonus_hp = 1 }]",
    );
    let there = outcomes(&battle(&format!("[heroes]\n{one}\n[villains]\n{other}")));
    let back = outcomes(&battle(&format!("[heroes]\n{other}\n[villains]\n{one}")));
    for (a, b) in [(0, 1), (1, 0), (2, 2), (3, 3)] {
        assert!((there[a] - back[b]).abs() < 1e-12);
    }
}
