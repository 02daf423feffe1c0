//! Chapters 7 and 8: what a battle leaves of its agents.

use crate::common::{Told, fight};
use fracas_mission::battle::{AgentState, Assignment};

/// a2 and a3 fall, a1 wins.
fn costly(first_exhaustion: u32) -> Told {
    let raid = format!(
        "agent = [{{ id = \"a1\", skill = 200, exhaustion = {first_exhaustion} }}, {{ id = \"a2\", hp = 5 }},
                  {{ id = \"a3\", hp = 5 }}, {{ id = \"gone\", state = \"Terminated\" }}]
         enemy = [{{ id = \"e\", skill = 100, hp = 40, weapon = [5, 5] }}]
         [constants]\nretreat_loss_pct = 100\n"
    );
    fight(
        &raid,
        "1, 1, 10000/10 of 5-15, 10000/5 of 5-5
         1, 10000/15 of 5-15, 10000/5 of 5-5
         10000/15 of 5-15",
    )
}

/// M-44, M-45, M-46: exhaustion of combat, of the conclusion, and for every
/// comrade terminated in this battle (not before).
#[test]
fn losses_weigh_on_survivors() {
    let told = costly(0);
    assert_eq!(told.outcome(), "success");
    // Three attacks made, none suffered: 3 + 5 * (1 + 2).
    assert_eq!(told.agent("a1").exhaustion, 18);
    assert_eq!(costly(4).agent("a1").exhaustion, 22);
    // The fallen keep what they had: a2 made one attack, a3 made two.
    assert_eq!(told.agent("a2").exhaustion, 1);
    assert_eq!(told.agent("a3").exhaustion, 2);
    assert_eq!(told.measure("exhaustion_combat"), 6);
    assert_eq!(told.measure("exhaustion_survivors"), 18);
}

/// M-47, M-54: points of the terminated are dropped.
#[test]
fn the_terminated_get_nothing() {
    let told = costly(0);
    for (id, skill) in [("a2", 100), ("a3", 100)] {
        let gone = told.agent(id);
        assert_eq!(
            (gone.state, gone.assignment),
            (AgentState::Terminated, Assignment::NotApplicable)
        );
        assert_eq!((gone.hp, gone.skill, gone.missions), (0, skill, 0));
    }
    // Three successes of a1 and the first survival.
    assert_eq!(told.measure("skill_gained"), 3 * 4 + 30);
    assert_eq!(told.agent("a1").skill, 242);
}

/// M-47: points change no roll of the same battle.
#[test]
fn points_come_after_the_battle() {
    let told = costly(0);
    assert!(
        told.attacks()
            .iter()
            .all(|attack| !attack.contains("a1 (20") || attack.contains("a1 (200)"))
    );
}

fn one_round(constants: &str, script: &str) -> Told {
    let raid = format!(
        "[[agent]]\nid = \"a\"\nmissions = 2\n[[enemy]]\nid = \"e\"\nskill = 100\nhp = 30\nweapon = [5, 15]\n\
         [constants]\nmax_rounds = 1\n{constants}"
    );
    fight(&raid, script)
}

/// M-48, M-49: what each attack pays, made or suffered.
#[test]
fn attacks_pay_skill() {
    for (script, points) in [
        ("10000/5 of 5-15, 1", 4 + 2),
        ("1, 1", 2 + 2),
        ("1, 10000/5 of 5-15", 2 + 1),
        ("10000/5 of 5-15, 10000/5 of 5-15", 4 + 1),
    ] {
        // M-50, M-51: the third survival pays 20, also on a failed mission.
        assert_eq!(one_round("", script).agent("a").skill, 100 + points + 20, "{script}");
    }
    let rewards = "agent_successful_attack_skill_reward = 10\nagent_failed_attack_skill_reward = 20\n\
                   agent_successful_defense_skill_reward = 30\nagent_failed_defense_skill_reward = 40\n\
                   mission_survival_skill_reward = [7]\n";
    let told = one_round(rewards, "10000/5 of 5-15, 1");
    assert_eq!(told.agent("a").skill, 100 + 10 + 30 + 7);
    assert_eq!(one_round(rewards, "1, 10000/5 of 5-15").agent("a").skill, 100 + 20 + 40 + 7);
}

/// M-53, M-56: unhurt survivors stand by, wounded ones recover.
#[test]
fn states_after_a_battle() {
    let unhurt = one_round("", "1, 1").agent("a");
    assert_eq!((unhurt.state, unhurt.assignment), (AgentState::InTransit, Assignment::Standby));
    assert_eq!((unhurt.recovery_turns, unhurt.hp_lost), (0, 0));
    let hurt = one_round("", "1, 10000/7 of 5-15").agent("a");
    assert_eq!((hurt.state, hurt.assignment), (AgentState::InTransit, Assignment::Recovery));
    assert_eq!((hurt.recovery_turns, hurt.hp_lost, hurt.hp), (12, 7, 23));
}

/// M-62: wounded is below full hit points, even if it happened before.
#[test]
fn old_wounds_count() {
    let raid =
        "[[agent]]\nid = \"a\"\nwounds = 1\n[[enemy]]\nid = \"e\"\nskill = 1\nhp = 5\nweapon = 5\n";
    let agent = fight(raid, "10000/5 of 5-15").agent("a");
    assert_eq!(
        (agent.assignment, agent.recovery_turns, agent.hp_lost),
        (Assignment::Recovery, 2, 1)
    );
}

/// M-100: what grows past the limit stops at it.
#[test]
fn growth_stops_at_the_limit() {
    let raid = "[[agent]]\nid = \"a\"\nskill = 1000000\nexhaustion = 1000000\n\
                [[enemy]]\nid = \"e\"\nskill = 0\nhp = 5\nweapon = 5\n\
                [constants]\nexhaustion_free = 1000000\nexhaustion_per_attack = 1000000\n";
    let told = fight(raid, "1/5 of 5-15");
    let agent = told.agent("a");
    assert_eq!((agent.skill, agent.exhaustion), (1_000_000, 1_000_000));
    told.next();
}
