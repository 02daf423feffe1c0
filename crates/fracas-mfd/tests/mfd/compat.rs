//! `compat = "fight.rkt"` (C-1..C-9, X-16..X-24).

use fracas_core::capability::{Detail, Tell};
use fracas_mfd::Mfd;
use fracas_mfd::battle::SideId;
use serde_json::json;

use crate::common::*;

fn compat(text: &str) -> fracas_mfd::battle::Battle {
    battle(&format!("compat = 'fight.rkt'\n{text}"))
}

/// C-1, X-16: full HP every round. The log's first line says it is compat.
#[test]
fn c_1_x_16_full_hp_every_round() {
    let told = fight(
        compat(
            "max_rounds = 2
             heroes.fighters = [{ name = 'A', xp = 1 }]
             villains.fighters = [{ name = 'Z', xp = 2000 }]",
        ),
        "hits 0/1, blocks 0/2, hits 1/2, blocks 0/1, hits 0/1, blocks 0/2, hits 1/2, blocks 0/1",
    );
    assert_eq!(told.log()[2], "Z at A: 1-0 = 1");
    assert_eq!(told.log()[5], "Z at A: 1-0 = 1");
    assert_eq!((told.outcome(), told.measure("heroes_hp")), ("undecided", 2));
    assert!(told.text(Detail::None).starts_with("Fought as the original program does"));
}

/// C-2, X-18: first choices with replacement.
#[test]
fn c_2_x_18_with_replacement() {
    let battle = compat(
        "heroes.fighters = [{ name = 'H', xp = 1, aoe = 2 }]
         villains.fighters = [{ name = 'A', xp = 1 }, { name = 'B', xp = 1 }]",
    );
    let found = all_matchups(&battle);
    assert_eq!(found.len(), 4);
    assert!(found.values().all(|p| (p - 0.25).abs() < 1e-12));
}

/// C-3, C-4, X-19, X-20: only the buffed are limited, and dice come from the
/// limited value. A zero buff counts.
#[test]
fn c_3_c_4_x_19_x_20_x_24_limits_and_dice() {
    let battle = compat(
        "heroes.fighters = [
            { name = 'A', xp = 10000, bonus_to_hit = 1, bonus_to_defend = -1, buffs = [{ name = 'X', who = ['B', 'D'] }] },
            { name = 'B', xp = 10000, bonus_to_hit = 1, bonus_to_defend = -1 },
            { name = 'C', xp = 10000, bonus_to_hit = -1, bonus_to_defend = 0.61 },
            { name = 'D', xp = 10000, bonus_to_hit = -1, bonus_to_defend = 0.61 } ]
         villains.fighters = [{ name = 'Z', xp = 1 }]",
    );
    assert!(stats(&battle, "A").contains("130%/-70%, dice 13/10"));
    assert!(stats(&battle, "B").contains("99%/0%, dice 10/10"));
    assert!(stats(&battle, "C").contains("-70%/91%, dice 10/10"));
    assert!(stats(&battle, "D").contains("5%/90%, dice 10/10"));
    // Raw 1.3 always succeeds, raw -0.7 never: nothing is drawn.
    let told = fight(
        compat(
            "heroes.fighters = [{ name = 'A', xp = 10000, bonus_to_hit = 1, bonus_to_defend = -1 }]
             villains.fighters = [{ name = 'Z', xp = 1, bonus_to_hit = -1, bonus_to_defend = -1 }]",
        ),
        "",
    );
    assert_eq!(told.log()[1..], ["A at Z: 13-0 = -11", "Z at A: 0-0 = 2"]);
}

const HITS: &str = "bonus_to_defend = -1";

/// C-5, X-22: attackers in name order; of several attacks of one attacker on
/// one defender the last one's result stands.
#[test]
fn c_5_x_22_the_last_attack_stands() {
    let text = format!(
        "max_rounds = 1
         heroes.fighters = [{{ name = 'b', xp = 5000, aoe = 2 }}, {{ name = 'B', xp = 5000 }}]
         villains.fighters = [{{ name = 'Z', xp = 1, bonus_hp = 3, {HITS} }}]"
    );
    // B before b, by code point. b's first attack of 4 is forgotten.
    let told =
        fight(compat(&text), "target 1/2, hits 1/5, hits 4/5, hits 0/5, hits 0/1, blocks 0/5");
    assert_eq!(
        told.log()[1..],
        ["B at Z: 1-0 = 4", "b at Z: 4-0 = 0", "b at Z: 0-0 = 4", "Z at B: 0-0 = 2"]
    );
    assert_eq!(told.dead(), [""; 0]);
    assert_eq!(told.fighter("b")["kills"], 0);
    assert_eq!(told.fighter("Z")["killer"], serde_json::Value::Null);
    assert_eq!(told.fighter("Z")["alive"], true);
}

/// C-5: a last attack that does not kill brings back whom an earlier attack of
/// the same attacker had killed through a link; others who died by link stay dead.
#[test]
fn c_5_brought_back_from_a_link_death() {
    let text = format!(
        "max_rounds = 1
         heroes.fighters = [{{ name = 'A', xp = 5000, aoe = 2 }}]
         villains.fighters = [{{ name = 'P', xp = 1, {HITS} }}, {{ name = 'Q', xp = 1, linked_to = 'P', {HITS} }},
            {{ name = 'R', xp = 1, linked_to = 'P', {HITS} }}]"
    );
    let told = fight(
        compat(&text),
        "target 1/3, target 2/3, hits 2/5, hits 1/5, hits 0/1, blocks 0/5, hits 0/1, blocks 0/5, hits 0/1, blocks 0/5",
    );
    assert_eq!(told.dead(), ["P", "R"]);
    assert_eq!(told.hp("Q"), 1);
    assert_eq!(told.fighter("R")["cause"], "linked to P");
    assert_eq!(told.fighter("A")["kills"], 1);
}

/// C-6, X-21: attacks of later attackers on somebody killed in this half-round
/// do not happen; the dead side's own attacks do.
#[test]
fn c_6_x_21_attacks_on_the_dead_are_dropped() {
    let text = format!(
        "heroes.fighters = [{{ name = 'A', xp = 5000 }}, {{ name = 'B', xp = 5000 }}]
         villains.fighters = [{{ name = 'Z', xp = 1, {HITS} }}]"
    );
    let told = fight(compat(&text), "target 2/2, hits 2/5, hits 1/1, blocks 0/5");
    assert_eq!(told.log()[1..], ["A at Z: 2-0 = 0", "Z at B: 1-0 = 1"]);
    assert_eq!(told.outcome(), "heroes");
}

/// C-6, F-76: an attack that does not happen is received by nobody and turned
/// away from nobody.
#[test]
fn c_6_f_76_no_interception_without_an_attack() {
    let text = format!(
        "max_rounds = 1\nreport = true
         heroes.fighters = [{{ name = 'A', xp = 60000 }}, {{ name = 'B', xp = 60000 }}]
         villains.fighters = [
             {{ name = 'G', xp = 1, bonus_hp = -1, bodyguard_for = 'P', {HITS} }},
             {{ name = 'P', xp = 1, {HITS} }}]"
    );
    let told = fight(
        compat(&text),
        "target 2/2, target 2/2, target 1/2, target 1/2, hits 1/60,
         hits 0/1, blocks 0/60, hits 0/1, blocks 0/60",
    );
    assert_eq!(
        told.log()[1..],
        ["G for P from A", "A at G: 1-0 = 0", "G at A: 0-0 = 2", "P at A: 0-0 = 2"]
    );
    let (guard, guarded) = (told.fighter("G"), told.fighter("P"));
    assert_eq!((&guard["interceptions"], &guard["attacks_received"]), (&json!(1), &json!(1)));
    assert_eq!((&guarded["turned_away"], &guarded["attacks_received"]), (&json!(1), &json!(0)));
    assert_eq!(told.measure("villain.G.interceptions"), 1);
    // All branches: nobody takes more attacks for others than it receives.
    let odds = exact(&told.battle);
    let (taken, received) =
        (mean(&odds, "villain.G.interceptions"), mean(&odds, "villain.G.attacks_received"));
    assert!(taken > 0.5 && taken < received, "{taken} of {received}");
    assert!((mean(&odds, "villain.P.turned_away") - taken).abs() < 1e-12);
}

/// C-7, X-23: AOE 0 makes no attack, a negative AOE is an error.
#[test]
fn c_7_x_23_aoe_zero_and_below() {
    let sides = |aoe: i32| {
        format!(
            "compat = 'fight.rkt'\nmax_rounds = 1
             heroes.fighters = [{{ name = 'A', xp = 1, aoe = {aoe} }}]
             villains.fighters = [{{ name = 'Z', xp = 1 }}]"
        )
    };
    let told = fight(battle(&sides(0)), "hits 0/1, blocks 0/1");
    assert_eq!(told.log()[1..], ["Z at A: 0-0 = 2"]);
    assert!((outcomes(&battle(&sides(0))).iter().sum::<f64>() - 1.0).abs() < 1e-12);
    let (refused, out) = read_with(&sides(-1), &[]);
    assert!(refused.is_none());
    assert!(out.render(false).contains("in compat it must be 0 or more"));
}

/// C-8, X-17: final files with BonusHP as read, rows by name.
#[test]
fn c_8_x_17_final_files() {
    let heroes = format!("{HEADER}\nzed,1,,1,,0.2,,,,,,,\nAnn,1,,,,,,,,,,,\n");
    let battle = csv_battle(&heroes, &rook(), "compat = 'fight.rkt'\nmax_rounds = 1");
    let told = fight(
        battle,
        "target 1/2, hits 0/1, blocks 0/5, hits 0/1, blocks 0/5, hits 1/5, blocks 0/1",
    );
    let expected = format!("{HEADER}\nAnn,1,,0,,-0.1,,,,,,,\nzed,1,,1,,0.1,,,,,,,\n");
    assert_eq!(told.final_file(SideId::Heroes), expected);
}

/// C-9: at the limit the limit is announced; the result is the true one.
#[test]
fn c_9_the_limit_is_announced() {
    let text = format!(
        "max_rounds = 1
         heroes.fighters = [{{ name = 'A', xp = 5000 }}]
         villains.fighters = [{{ name = 'Z', xp = 1, {HITS} }}]"
    );
    let told = fight(compat(&text), "hits 2/5, hits 0/1, blocks 0/5");
    assert_eq!(told.outcome(), "heroes");
    let closing = Mfd.closing(&told.battle, &told.fought.state);
    assert!(closing.starts_with("The limit of 1 round is reached.\n"), "{closing}");
}
