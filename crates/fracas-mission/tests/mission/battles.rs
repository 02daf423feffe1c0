//! Chapter 6: how battles end.

use crate::common::{fight, roll};

/// One agent against one enemy whose every blow is decided beforehand.
fn raid(agent: &str, enemy: &str, constants: &str) -> String {
    format!(
        "[[agent]]\nid = \"a\"\n{agent}\n[[enemy]]\nid = \"e\"\n{enemy}\n[constants]\n{constants}\n"
    )
}

const ENEMY: &str = "skill = 100\nhp = 10\nweapon = [20, 20]";

/// M-35, M-36, M-42: at least one round, and ends are looked for at its end.
#[test]
fn the_last_enemy_falls() {
    let told = fight(&raid("", ENEMY, ""), "10000/10 of 5-15");
    assert_eq!((told.outcome(), told.measure("rounds")), ("success", 1));
    assert_eq!(told.fact("report")["outcome"], "Successful");
}

/// M-37: success goes before retreat: the last enemy falls while the squad is
/// below half.
#[test]
fn success_goes_before_retreat() {
    let two = "agent = [{ id = \"a1\" }, { id = \"a2\", wounds = 25 }]\n\
               [[enemy]]\nid = \"e\"\nskill = 100\nhp = 10\nweapon = [20, 20]\n";
    // Round 1: both miss, the enemy wounds a2 to death; 100 of 116 is left.
    let told = fight(two, "1, 1, 10000/20 of 20-20, 10000/10 of 5-15");
    assert_eq!((told.outcome(), told.measure("rounds")), ("success", 2));

    // With a line at 0%, the loss alone would be a retreat.
    let told = fight(&raid("exhaustion = 5", ENEMY, "retreat_loss_pct = 0"), "10000/10 of 5-15");
    assert_eq!(told.outcome(), "success");
}

/// M-37: wiped goes before retreat.
#[test]
fn wiped_goes_before_retreat() {
    let told = fight(&raid("hp = 20", ENEMY, ""), "1, 10000/20 of 20-20");
    assert_eq!((told.outcome(), told.measure("agents_alive")), ("wiped", 0));
    assert_eq!(told.fact("report")["outcome"], "All agents lost");
    assert_eq!(told.measure("exhaustion_survivors"), 0);
    assert_eq!(told.measure("skill_gained"), 0);
}

/// M-38: exactly half left does not retreat; less does.
#[test]
fn exactly_half_stays() {
    let enemy = "skill = 100\nhp = 30\nweapon = [15, 16]";
    let told = fight(&raid("", enemy, "max_rounds = 1"), "1, 10000/15 of 15-16");
    assert_eq!(told.outcome(), "stalemate");
    let told = fight(&raid("", enemy, ""), "1, 10000/16 of 15-16");
    assert_eq!(told.outcome(), "retreat");
    assert_eq!(told.fact("report")["outcome"], "Retreated");
}

/// M-39: other lines; 100% never retreats.
#[test]
fn other_retreat_lines() {
    let enemy = "skill = 100\nhp = 30\nweapon = [7, 8]";
    for (loss, damage, outcome) in
        [(25, 7, "stalemate"), (25, 8, "retreat"), (100, 8, "stalemate"), (0, 7, "retreat")]
    {
        let constants = format!("retreat_loss_pct = {loss}\nmax_rounds = 1");
        let told = fight(&raid("", enemy, &constants), &format!("1, 10000/{damage} of 7-8"));
        assert_eq!(told.outcome(), outcome, "{loss}% and {damage}");
    }
}

/// M-40: a squad without any skill never retreats, misses, and is wiped out.
#[test]
fn without_skill_nobody_retreats() {
    let script = "10000, 10000/20 of 20-20, 10000, 10000/20 of 20-20";
    let told = fight(&raid("skill = 0", ENEMY, ""), script);
    assert_eq!((told.outcome(), told.measure("rounds")), ("wiped", 2));
}

/// M-41: nobody can do anything any more, or it takes too long.
#[test]
fn stalemates() {
    let spent = "skill = 100\nhp = 30\nweapon = 10\nexhaustion = 105";
    let told = fight(&raid("skill = 0", spent, ""), "1, 1");
    assert_eq!((told.outcome(), told.measure("rounds")), ("stalemate", 1));
    assert_eq!(told.fact("report")["outcome"], "Stalemate");
    // The agents return as after a retreat.
    assert_eq!(told.agent("a").missions, 1);

    let told = fight(&raid("", ENEMY, "max_rounds = 3"), "1, 1, 1, 1, 1, 1");
    assert_eq!((told.outcome(), told.measure("rounds")), ("stalemate", 3));
}

/// M-41: exhaustion alone forces an unhurt fresh squad back by round 56.
#[test]
fn exhaustion_alone_forces_a_retreat() {
    let crowd = "[[agent]]\nid = \"a\"\ncount = 60\n\
                 [[enemy]]\nid = \"e\"\nskill = 100\nhp = 1000000\nweapon = 0\n";
    let told = roll(crowd, 1);
    assert_eq!(told.outcome(), "retreat");
    assert!((50..=56).contains(&told.measure("rounds")), "{}", told.measure("rounds"));
    // Alone against one he tires twice a round.
    let told = fight(&raid("", ENEMY, ""), &"1, 1,".repeat(28));
    assert_eq!((told.outcome(), told.measure("rounds")), ("retreat", 28));
}
