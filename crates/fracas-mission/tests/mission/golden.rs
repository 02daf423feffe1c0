//! The golden battles G1 and G2.

use crate::common::{Told, fight};
use fracas_mission::battle::{AgentState, Assignment};

const SIDES: &str = r#"
[[agent]]
id = "a1"
[[agent]]
id = "a2"
skill = 120
exhaustion = 6
[[enemy]]
id = "e1"
skill = 100
hp = 30
weapon = [7, 21]
[[enemy]]
id = "e2"
skill = 40
hp = 20
weapon = [4, 12]
"#;

pub fn g1() -> Told {
    fight(SIDES, "1200, 5001/12 of 5-15, 8634/8 of 4-12, 9200/21 of 7-21")
}

pub fn g2() -> Told {
    fight(
        SIDES,
        "1200, 5001/12 of 5-15, 8634/8 of 4-12, 9200/20 of 7-21
         9000/10 of 5-15, 9000/9 of 5-15, 100, 7000
         9900/12 of 5-15, 9900/11 of 5-15",
    )
}

/// M-19, M-20, M-35, M-38, M-45, M-48, M-53.
#[test]
fn g1_ends_in_retreat() {
    let told = g1();
    assert_eq!(told.battle.start.fight.base[0], 218);
    assert_eq!(
        told.attacks(),
        [
            "a1 (100) -> e2 (40) 1380: miss 20",
            "a2 (118) -> e1 (100) 4180: 12 18",
            "e2 (40) -> a1 (100) 8621: 8 22",
            "e1 (60) -> a2 (117) 7918: 21 9",
        ]
    );
    assert_eq!((told.outcome(), told.measure("rounds")), ("retreat", 1));
    let (a1, a2) = (told.agent("a1"), told.agent("a2"));
    assert_eq!((a1.exhaustion, a1.skill, a1.recovery_turns), (7, 133, 14));
    assert_eq!((a2.exhaustion, a2.skill, a2.recovery_turns), (13, 155, 35));
    assert_eq!((a2.hp_lost, a2.state), (21, AgentState::InTransit));
    assert_eq!((a1.assignment, a2.assignment), (Assignment::Recovery, Assignment::Recovery));
    assert_eq!(told.measure("exhaustion_survivors"), 20);
    assert_eq!(told.measure("exhaustion_combat"), 4);
    assert_eq!(told.measure("skill_gained"), 68);
    assert_eq!((told.measure("agents_alive"), told.measure("enemies_alive")), (2, 2));
    assert_eq!(told.measure("agents_hp"), 31);
}

/// M-26: a1 acts before a2 in round 2 although a2's eff is lower. M-112.
#[test]
fn g2_is_won_in_three_rounds() {
    let told = g2();
    assert_eq!(
        told.attacks()[4..],
        [
            "a1 (73) -> e2 (40) 2310: 10 10",
            "a2 (38) -> e1 (60) 7138: 9 9",
            "e2 (20) -> a2 (38) 7831: miss 10",
            "e1 (30) -> a1 (73) 8556: miss 22",
            "a1 (73) -> e2 (20) 699: 12 0",
            "a2 (38) -> e1 (30) 3840: 11 0",
        ]
    );
    assert_eq!((told.outcome(), told.measure("rounds")), ("success", 3));
    let (a1, a2) = (told.agent("a1"), told.agent("a2"));
    assert_eq!((a1.skill, a1.exhaustion, a1.hp, a1.recovery_turns), (143, 10, 22, 14));
    assert_eq!((a2.skill, a2.exhaustion, a2.hp, a2.recovery_turns), (165, 16, 10, 34));
    assert_eq!((a1.missions, a2.missions), (1, 1));
    assert_eq!(told.measure("exhaustion_survivors"), 26);
    assert_eq!(told.measure("exhaustion_combat"), 10);
    assert_eq!(told.measure("skill_gained"), 88);
    assert_eq!(told.measure("unit.e1.alive"), 0);
    assert_eq!(told.measure("unit.a1.alive"), 1);
    assert_eq!(told.measure("enemies_alive"), 0);
}
