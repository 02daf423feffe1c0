//! Chapters 1 to 5: units, rolls, one attack, whom it is aimed at.

use crate::common::{attacks, battle, fight};
use fracas_mission::battle::{AgentState, Assignment, Weapon};

/// Two who meet; more keys for each.
fn duel(agent: &str, enemy: &str) -> String {
    format!(
        "[[agent]]\nid = \"a\"\n{agent}\n[[enemy]]\nid = \"e\"\nskill = 100\nhp = 30\nweapon = [5, 15]\n{enemy}\n"
    )
}

/// M-1, M-2, M-3: defaults of agents and enemies.
#[test]
fn fresh_units_have_the_usual_values() {
    let b = battle(&duel("", ""));
    let agent = &b.world.agents[0];
    assert_eq!((agent.max_hp, agent.gear.weapon), (30, Weapon { min: 5, max: 15 }));
    let now = agent.written;
    assert_eq!((now.skill, now.hp, now.exhaustion, now.missions), (100, 30, 0, 0));
    assert_eq!((now.state, now.assignment), (AgentState::Available, Assignment::Standby));
    let enemy = &b.chain[0].enemies[0];
    assert_eq!((enemy.hp, enemy.exhaustion, enemy.officer), (30, 0, false));
    assert_eq!(enemy.kind, None);
}

/// M-2: type and officer do not influence a battle.
#[test]
fn officers_fight_like_others() {
    let plain = duel("", "");
    let officer = duel("", "officer = true");
    let script = "10000/15 of 5-15, 1, 10000/15 of 5-15";
    assert_eq!(fight(&plain, script).attacks(), fight(&officer, script).attacks());
}

/// M-5: the built-in types.
#[test]
fn built_in_types() {
    let types = [
        ("Initiate", 40, 20, 4, 12, false),
        ("Operative", 60, 20, 5, 15, false),
        ("Handler", 70, 20, 5, 15, true),
        ("Soldier", 100, 30, 7, 21, false),
        ("Lieutenant", 120, 30, 7, 21, true),
        ("Elite", 200, 40, 10, 30, false),
        ("Commander", 250, 40, 10, 30, true),
        ("HighCommander", 400, 50, 15, 45, true),
    ];
    for (name, skill, hp, min, max, officer) in types {
        let b = battle(&format!("[[agent]]\nid = \"a\"\n[mission]\nenemies = \"1 {name}\"\n"));
        let enemy = &b.chain[0].enemies[0];
        assert_eq!((enemy.skill, enemy.max_hp, enemy.officer), (skill, hp, officer), "{name}");
        assert_eq!(enemy.gear.weapon, Weapon { min, max }, "{name}");
    }
}

/// M-5: a scenario may add or replace types.
#[test]
fn own_types() {
    let b = battle(
        "[[agent]]\nid = \"a\"\n[mission]\nenemies = \"1 Sniper, 1 Soldier\"\n\
         [enemy_types.Sniper]\nskill = 160\nhp = 18\nweapon = [15, 25]\n\
         [enemy_types.Soldier]\nskill = 90\nhp = 25\nweapon = 12\nofficer = true\n",
    );
    let [sniper, soldier] = &b.chain[0].enemies[..] else { panic!("two enemies") };
    assert_eq!((sniper.id.as_str(), sniper.skill, sniper.max_hp), ("sniper-1", 160, 18));
    assert_eq!((soldier.id.as_str(), soldier.skill, soldier.officer), ("soldier-2", 90, true));
    assert_eq!(soldier.gear.weapon, Weapon { min: 6, max: 18 });
}

/// M-10, M-11: enemies weaken like agents, at once.
#[test]
fn enemies_weaken_like_agents() {
    let told = attacks(&duel("", "exhaustion = 5"), "10000/15 of 5-15, 1");
    // 15 of 30 left and 6 exhaustion: 100 * 15 * 99 / 3000.
    assert_eq!(told, ["a (100) -> e (100) 5000: 15 15", "e (49) -> a (100) 8064: miss 30"]);
}

/// M-16: success is a roll above the threshold.
#[test]
fn high_rolls_are_good() {
    // P = 6923 of 150 against 100.
    let raid = duel("skill = 150", "");
    assert_eq!(attacks(&raid, "3077"), ["a (150) -> e (100) 3077: miss 30"]);
    assert_eq!(attacks(&raid, "3078/5 of 5-15"), ["a (150) -> e (100) 3077: 5 25"]);
    // P = 0 and P = 10000 (M-15); both are drawn (M-19).
    assert_eq!(attacks(&duel("skill = 0", ""), "10000"), ["a (0) -> e (100) 10000: miss 30"]);
    let certain = duel("skill = 1", "exhaustion = 105");
    assert_eq!(attacks(&certain, "1/5 of 5-15"), ["a (1) -> e (0) 0: 5 25"]);
}

/// M-18, M-19: a range of one value is drawn too.
#[test]
fn damage_is_always_drawn() {
    let raid = duel("weapon = [7, 7]", "");
    assert_eq!(attacks(&raid, "10000/7 of 7-7"), ["a (100) -> e (100) 5000: 7 23"]);
}

/// M-4, M-20, M-21: overkill stops at 0, the neutralized does not act, and
/// only the attacker tires.
#[test]
fn a_neutralized_enemy_is_out_at_once() {
    let told = fight(&duel("", "wounds = 25"), "10000/15 of 5-15");
    assert_eq!(told.attacks(), ["a (100) -> e (16) 250: 15 0"]);
    assert_eq!(told.outcome(), "success");
    let enemy = told.fought.state.fight.fighters[1];
    assert_eq!((enemy.hp, enemy.exhaustion), (0, 0));
    assert_eq!(told.measure("exhaustion_combat"), 1);
}

/// M-22, M-23: a miss tires both; other constants tire more.
#[test]
fn a_miss_tires_both() {
    let constants =
        "[constants]\nexhaustion_per_attack = 3\nexhaustion_per_defense = 4\nmax_rounds = 1\n";
    let told = fight(&format!("{}{constants}", duel("", "")), "1, 1");
    let [agent, enemy] = &told.fought.state.fight.fighters[..] else { panic!("two fighters") };
    assert_eq!((agent.exhaustion, enemy.exhaustion), (7, 7));
    let usual = fight(&format!("{}[constants]\nmax_rounds = 1\n", duel("", "")), "1, 1");
    assert_eq!(usual.fought.state.fight.fighters[0].exhaustion, 2);
}

/// M-24: a success that does no damage pays points, and wounds nobody (M-62).
#[test]
fn a_success_may_do_no_damage() {
    let raid = format!("{}[constants]\nmax_rounds = 1\n", duel("", "weapon = 1"));
    let raid = raid.replace("weapon = [5, 15]\nweapon = 1", "weapon = 1");
    let told = fight(&raid, "1, 10000/0 of 0-2");
    let agent = told.agent("a");
    // Failed attack 2, failed defense 1, first survival 30.
    assert_eq!((agent.skill, agent.hp, agent.assignment), (133, 30, Assignment::Standby));
}

/// Agents a1 100, a2 90, a3 100, a4 110, a5 90 against e1 60, e2 60.
const FIVE: &str = r#"
agent = [
  { id = "a1" }, { id = "a2", skill = 90 }, { id = "a3" }, { id = "a4", skill = 110 },
  { id = "a5", skill = 90 },
]
enemy = [
  { id = "e1", skill = 60, hp = 20, weapon = 10 }, { id = "e2", skill = 60, hp = 20, weapon = 10 },
]
"#;

/// Who attacked whom.
fn pairs(attacks: &[String]) -> Vec<String> {
    let who = |words: &str| words.split(' ').next().unwrap_or_default().to_owned();
    let pair = |attack: &String| {
        let (attacker, defender) = attack.split_once(" -> ").expect("an attack");
        format!("{} {}", who(attacker), who(defender))
    };
    attacks.iter().map(pair).collect()
}

/// T1. M-25: by base skill, ties by lowest id. M-29: fairness, then weakness,
/// then id. M-27: then the enemies.
#[test]
fn t1_all_miss() {
    let told = attacks(FIVE, "1, 1, 1, 1, 1, 1, 1");
    assert_eq!(pairs(&told), ["a2 e1", "a5 e2", "a1 e1", "a3 e2", "a4 e1", "e1 a2", "e2 a5"]);
}

/// T2. M-31: fairness goes before weakness; M-30: only the living count.
#[test]
fn t2_fairness_before_weakness() {
    let told = attacks(FIVE, "10000/6 of 5-15, 1, 10000/15 of 5-15, 1, 1");
    assert_eq!(pairs(&told), ["a2 e1", "a5 e2", "a1 e1", "a3 e2", "a4 e2"]);
    assert_eq!(told[2], "a1 (100) -> e1 (42) 1500: 15 0");
}

/// T3. M-29: all three attack the one agent in id order, M-11: at eff
/// evaluated each time.
#[test]
fn t3_three_against_one() {
    let raid = "[[agent]]\nid = \"a\"\nexhaustion = 4\n\
                [[enemy]]\nid = \"e\"\ncount = 3\nskill = 60\nhp = 20\nweapon = 10\n";
    let told = attacks(raid, "1, 1, 10000/10 of 5-15, 1");
    assert_eq!(
        told[1..],
        [
            "e-1 (60) -> a (100) 7353: miss 30",
            "e-2 (60) -> a (99) 7314: 10 20",
            "e-3 (60) -> a (65) 5400: miss 20",
        ]
    );
}

/// M-28, M-32: counters start anew in every round and the order of a phase
/// does not change in it.
#[test]
fn counters_start_at_0_in_every_round() {
    let raid = "agent = [{ id = \"a1\" }, { id = \"a2\" }]\n\
                [[enemy]]\nid = \"e\"\ncount = 3\nskill = 60\nhp = 20\nweapon = 10\n";
    let told = attacks(raid, "1, 1, 1, 1, 1, 1, 1");
    assert_eq!(
        pairs(&told),
        ["a1 e-1", "a2 e-2", "e-1 a1", "e-2 a2", "e-3 a1", "a1 e-1", "a2 e-2"]
    );
}

/// M-33: without a target the others do nothing: no exhaustion, no points.
#[test]
fn without_a_target_nothing_happens() {
    let raid = "agent = [{ id = \"a1\" }, { id = \"a2\" }]\n\
                [[enemy]]\nid = \"e\"\nskill = 60\nhp = 5\nweapon = 10\n";
    let told = fight(raid, "10000/5 of 5-15");
    let (a1, a2) = (told.agent("a1"), told.agent("a2"));
    assert_eq!((a1.exhaustion, a1.skill), (6, 134));
    // M-52: survival and conclusion only.
    assert_eq!((a2.exhaustion, a2.skill, a2.missions), (5, 130, 1));
}

/// M-34: an attacker with eff 0 attacks, misses, and both tire.
#[test]
fn who_can_do_nothing_still_attacks() {
    let raid = format!("{}[constants]\nmax_rounds = 1\n", duel("skill = 0", ""));
    let told = fight(&raid, "10000, 1/5 of 5-15");
    assert_eq!(told.fought.state.fight.fighters[1].exhaustion, 2);
    assert_eq!(told.agent("a").exhaustion, 7);
}

/// M-7: natural order decides ties.
#[test]
fn lowest_id_is_natural_order() {
    let raid = "agent = [{ id = \"agent-10\" }, { id = \"agent-2\" }]\n\
                [[enemy]]\nid = \"e\"\nskill = 60\nhp = 20\nweapon = 10\n";
    assert_eq!(pairs(&attacks(raid, "1, 1, 1")), ["agent-2 e", "agent-10 e", "e agent-2"]);
}

/// M-76: enemies in words, numbered through the whole list.
#[test]
fn enemies_in_words() {
    let b = battle(
        "[[agent]]\nid = \"a\"\n[mission]\nenemies = \"2 Initiate, 0 Elite, 1 Operative\"\n",
    );
    let ids: Vec<&str> = b.chain[0].enemies.iter().map(|enemy| enemy.id.as_str()).collect();
    assert_eq!(ids, ["initiate-1", "initiate-2", "operative-3"]);
}
