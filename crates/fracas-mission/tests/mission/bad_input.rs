//! Chapter 12: whatever is wrong is told, all of it, and nothing is fought.

use crate::common::{read, refuse, refused};

const ENEMY: &str = "[[enemy]]\nid = \"e\"\nskill = 60\nhp = 20\nweapon = 10\n";

/// M-99: an agent with these keys, and an enemy.
fn agent(keys: &str) -> String {
    format!("[[agent]]\nid = \"a\"\n{keys}\n{ENEMY}")
}

/// M-99: an enemy with these keys in place of the usual.
fn enemy(keys: &str) -> String {
    format!("[[agent]]\nid = \"a\"\n[[enemy]]\n{keys}\n")
}

/// M-99, M-100: values of units.
#[test]
fn values_of_units() {
    refuse(&agent("hp = 0"), "agent[0].hp", &["agent[0].hp is 0", "1 to 1000000"]);
    refuse(&agent("hp = -3"), "agent[0].hp", &["is -3"]);
    refuse(&agent("hp = 1000001"), "agent[0].hp", &["1 to 1000000"]);
    refuse(&agent("skill = -1"), "agent[0].skill", &["0 to 1000000"]);
    refuse(&agent("skill = 1000001"), "agent[0].skill", &["0 to 1000000"]);
    refuse(&agent("exhaustion = -1"), "agent[0].exhaustion", &["0 to 1000000"]);
    refuse(&agent("exhaustion = 1000001"), "agent[0].exhaustion", &["0 to 1000000"]);
    refuse(
        &agent("wounds = 30"),
        "agent[0].wounds",
        &["agent a has 30 wounds and 30 hp", "0 to 29"],
    );
    refuse(&agent("wounds = -1"), "agent[0].wounds", &["0 to 1000000"]);
    refuse(&agent("missions = -1"), "agent[0].missions", &[]);
    refuse(&agent("count = -1"), "agent[0].count", &["0 to 1000"]);
    refuse(&agent("skill = 99.5"), "agent[0].skill", &["must be a whole number, not 99.5"]);
    refuse(&agent("skil = 99"), "agent[0].skil", &["unknown key", "did you mean `skill`?"]);
    let e = "id = \"e\"\nskill = 60\nhp = 20\nweapon = 10\n";
    refuse(&enemy(&format!("{e}wounds = 20")), "enemy[0].wounds", &["enemy e has 20 wounds"]);
    refuse(&enemy(&e.replace("60", "-60")), "enemy[0].skill", &["0 to 1000000"]);
}

/// M-99: weapons.
#[test]
fn weapons() {
    refuse(&agent("weapon = [9, 8]"), "agent[0].weapon", &["least damage of 9 and a most of 8"]);
    refuse(&agent("weapon = -1"), "agent[0].weapon", &["is -1", "0 to 1000000"]);
    refuse(&agent("weapon = [1, 2, 3]"), "agent[0].weapon", &["exactly 2"]);
    refuse(&agent("weapon = \"bow\""), "agent[0].weapon", &["unknown weapon `bow`", "[weapons]"]);
    let known = format!("{}[weapons]\nrifle = 12\n", agent("weapon = \"rifel\""));
    refuse(&known, "agent[0].weapon", &["did you mean rifle?"]);
    let wide = "reaches a damage of 1500000";
    refuse(&agent("weapon = 1000000"), "agent[0].weapon", &[wide]);
    let wrong = format!("{}[weapons]\nrifle = [2, 1]\n", agent(""));
    refuse(&wrong, "weapons.rifle", &["write the lower number first"]);
}

/// M-99: both sides must be there, ids unique and not empty.
#[test]
fn sides_and_ids() {
    refuse(ENEMY, "agent", &["agent is missing"]);
    refuse(&format!("agent = []\n{ENEMY}"), "agent", &["there are no agents"]);
    refuse("[[agent]]\nid = \"a\"\n", "enemy", &["there are no enemies"]);
    refuse("[[agent]]\nid = \"a\"\n[mission]\nenemies = \"0 Elite\"\n", "mission", &["no enemies"]);
    refuse(&agent("count = 0"), "agent", &["there are no agents"]);
    refuse(&agent("deploy = false"), "agent", &["nobody is left to deploy"]);
    refuse(&agent("[[agent]]\nid = \"a\""), "agent[1].id", &["two agents `a`"]);
    refuse(&agent("[[agent]]\nid = \"\""), "agent[1].id", &["empty"]);
    refuse(&format!("[[agent]]\nid = \"e\"\n{ENEMY}"), "enemy", &["`e` is an agent and an enemy"]);
    refuse(&format!("{}{ENEMY}", agent("")), "enemy[1].id", &["two enemies `e`"]);
    refuse(&agent("count = 3\n[[agent]]\nid = \"a-2\""), "agent[1].id", &["two agents `a-2`"]);
    let crowd = "[[agent]]\nid = \"a\"\ncount = 600\n[[agent]]\nid = \"b\"\ncount = 600\n";
    refuse(&format!("{crowd}{ENEMY}"), "agent", &["1200 agents", "1000"]);
    let horde = "[[agent]]\nid = \"a\"\n[mission]\nenemies = \"600 Elite, 600 Soldier\"\n";
    refuse(horde, "mission", &["more than 1000 enemies"]);
}

/// M-76, M-99: enemies in words and by hand.
#[test]
fn enemies() {
    let words = |words: &str| format!("[[agent]]\nid = \"a\"\n[mission]\nenemies = \"{words}\"\n");
    refuse(
        &words("1 Elte"),
        "mission.enemies",
        &["unknown type of enemy `Elte`", "did you mean Elite?"],
    );
    let (found, _) = refused(&words("Elite"));
    assert_eq!(found[0], ("M-99", "mission.enemies".to_owned()));
    let (_, words_of) = refused(&words("-1 Elite"));
    assert!(words_of.contains("`-1` Elite; allowed are 0 to 1000"), "{words_of}");
    refuse(&enemy("type = \"Elit\""), "enemy[0].type", &["unknown type", "Elite"]);
    let (found, _) = refused(&enemy("id = \"e\""));
    let paths: Vec<&str> = found.iter().map(|(_, path)| path.as_str()).collect();
    assert_eq!(paths, ["enemy[0].skill", "enemy[0].hp", "enemy[0].weapon"]);
    refuse(
        &format!("{}[enemy_types.\"Old Guard\"]\nskill = 1\nhp = 1\nweapon = 1\n", agent("")),
        "enemy_types.\"Old Guard\"",
        &["cannot be the name of a type"],
    );
    // A count of 0 is none.
    assert!(read(&words("0 Elite, 1 Soldier")).is_ok());
}

/// M-99, M-122: states that forbid deployment; the message tells the turns.
#[test]
fn states() {
    let resting = agent("state = \"InTransit\"\nwounds = 7");
    refuse(
        &resting,
        "agent[0].id",
        &["agent a is InTransit", "13 turns more to rest", "rest_turns = 13"],
    );
    let rested = |turns| format!("rest_turns = {turns}\n{resting}");
    refuse(&rested(12), "agent[0].id", &["1 turn more to rest"]);
    assert!(read(&rested(13)).is_ok());
    refuse(&agent("state = \"OnAssignment\""), "agent[0].id", &["resting does not change that"]);
    refuse(&agent("state = \"OnMission\""), "agent[0].id", &["is OnMission"]);
    assert!(read(&agent("state = \"OnAssignment\"\nforce = true")).is_ok());
    refuse(&agent("state = \"Terminated\""), "agent", &["nobody is left to deploy"]);
    refuse(&agent("state = \"Resting\""), "agent[0].state", &["Available"]);
    // M-119: states of the later game are unknown here.
    for state in ["KIA", "Sacked"] {
        refuse(&agent(&format!("state = \"{state}\"")), "agent[0].state", &["Terminated"]);
    }
    refuse(&agent("assignment = \"Standy\""), "agent[0].assignment", &["did you mean Standby?"]);
}

/// M-121, M-99: recovery must be what M-56 and M-58 make of it.
#[test]
fn recovery() {
    let recovering = |keys: &str| {
        format!("rest_turns = 99\n{}", agent(&format!("state = \"Recovering\"\n{keys}")))
    };
    assert!(read(&recovering("wounds = 7")).is_ok());
    assert!(read(&recovering("wounds = 5\nhp_lost = 7\nrecovery_turns = 8")).is_ok());
    refuse(
        &recovering("wounds = 7\nrecovery_turns = 13"),
        "agent[0].recovery_turns",
        &["recovery_turns is 13; 7 of 30 hit points take 12"],
    );
    refuse(
        &recovering("wounds = 6\nhp_lost = 7\nrecovery_turns = 8"),
        "agent[0].wounds",
        &["wounds is 6; with 7 lost and 8 of 12 turns to go it must be 5"],
    );
    refuse(&recovering("hp_lost = 30"), "agent[0].hp_lost", &["0 to 29"]);
    refuse(&agent("hp_lost = 3"), "agent[0].hp_lost", &["belongs to assignment Recovery"]);
}

/// M-99: sites, rewards, factions.
#[test]
fn sites() {
    let mission = |keys: &str| format!("{}[mission]\n{keys}\n", agent(""));
    refuse(&mission("preset = \"safe\""), "mission.preset", &["safehouse"]);
    refuse(&mission("expires_in = 0"), "mission.expires_in", &["is 0"]);
    refuse(
        &format!("rest_turns = 3\n{}", mission("expires_in = 3")),
        "mission.expires_in",
        &["expires in 3", "3 turns"],
    );
    refuse(
        &format!("rest_turns = 8\n{}", mission("preset = \"safehouse\"")),
        "mission.preset",
        &["expires in 8"],
    );
    refuse(&mission("rewards = { money = -1 }"), "mission.rewards.money", &["0 to 1000000"]);
    refuse(
        &mission("faction = { id = \"blue\" }"),
        "mission.faction.id",
        &["unknown faction, `blue`", "red-dawn"],
    );
    refuse(
        &mission("faction = [{ id = \"red-down\" }]"),
        "mission.faction[0].id",
        &["did you mean red-dawn?"],
    );
    refuse(
        &mission("[[faction]]\nid = \"x\"\n[[faction]]\nid = \"x\""),
        "faction[1].id",
        &["two factions"],
    );
    refuse(
        &mission("[[next]]\npreset = \"hq\"\nexpires_in = 3"),
        "next[0].expires_in",
        &["unknown key"],
    );
    refuse(&mission("[[next]]\ntitle = \"x\""), "next[0]", &["no enemies"]);
}

/// M-99, M-100: constants.
#[test]
fn constants() {
    let constant = |line: &str| format!("{}[constants]\n{line}\n", agent(""));
    for (line, key) in [
        ("retreat_loss_pct = 101", "retreat_loss_pct"),
        ("suppression_decay_pct = -1", "suppression_decay_pct"),
        ("weapon_damage_spread_pct = 200", "weapon_damage_spread_pct"),
        ("agent_recovery_turns_factor = 0", "agent_recovery_turns_factor"),
        ("max_rounds = 0", "max_rounds"),
        ("max_rounds = 100001", "max_rounds"),
        ("exhaustion_free = 1000001", "exhaustion_free"),
        ("mission_survival_skill_reward = []", "mission_survival_skill_reward"),
    ] {
        refuse(&constant(line), &format!("constants.{key}"), &[]);
    }
    refuse(&format!("rest_turns = 10001\n{}", agent("")), "rest_turns", &["0 to 10000"]);
    let many = "[[next]]\nenemies = \"1 Elite\"\n".repeat(100);
    let (found, _) = refused(&format!("{}{many}", agent("")));
    assert_eq!(found[0].1, "next");
}

/// M-99: all errors in one go.
#[test]
fn all_at_once() {
    let (found, words) = refused(
        "[[agent]]\nid = \"a\"\nhp = 0\nskil = 3\n[[agent]]\nid = \"a\"\nweapon = \"bow\"\n\
         [mission]\nenemies = \"2 Initiat\"\n[constants]\nmax_rounds = 0\n",
    );
    let paths: Vec<&str> = found.iter().map(|(_, path)| path.as_str()).collect();
    let expected = [
        "agent[0].hp",
        "agent[0].skil",
        "agent[1].id",
        "agent[1].weapon",
        "mission.enemies",
        "constants.max_rounds",
    ];
    assert_eq!(paths, expected, "{words}");
}

/// M-101: warnings, not errors.
#[test]
fn warnings() {
    let warned = |text: &str| {
        let (_, out) = read(text).unwrap_or_else(|out| panic!("{}", out.render(false)));
        let found: Vec<String> = out.iter().map(|found| found.message.clone()).collect();
        assert!(out.iter().all(|found| found.code == Some("M-101")));
        found.join("; ")
    };
    assert_eq!(warned(&agent("")), "");
    assert!(warned(&agent("skill = 0")).contains("no effective skill at all"));
    assert_eq!(warned(&agent("weapon = 0")), "the weapons of the agents do no damage");
    assert_eq!(warned(&agent("wounds = 4")), "agent a is deployed wounded, with 26 of 30 hp");
    let harmless = agent("").replace("weapon = 10", "weapon = 0");
    assert_eq!(warned(&harmless), "the weapons of the enemies do no damage");
}

/// M-100: no file exhausts memory or patience.
#[test]
fn crowds_are_only_counted() {
    let many = |kind: &str, keys: &str| -> String {
        (0..900).map(|n| format!("[[{kind}]]\nid = \"{kind}{n}\"\ncount = 1000\n{keys}")).collect()
    };
    refuse(&format!("{}{ENEMY}", many("agent", "")), "agent", &["900000 agents"]);
    let horde = many("enemy", "skill = 1\nhp = 1\nweapon = 1\n");
    refuse(&format!("[[agent]]\nid = \"a\"\n{horde}"), "enemy", &["more than 1000 enemies"]);
}
