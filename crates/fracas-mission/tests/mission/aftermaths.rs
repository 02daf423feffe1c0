//! Chapter 15: rests, what the battle leaves, and chains.

use crate::common::{battle, fight, read, roll};
use crate::golden::{g1, g2};
use fracas_mission::battle::{AgentState, Assignment};

const DUEL: &str =
    "[[agent]]\nid = \"a\"\n[[enemy]]\nid = \"e\"\nskill = 100\nhp = 10\nweapon = [7, 20]\n";

/// M-120, M-122: rest before deployment; the turn of the battle itself gives
/// the deployed no recovery.
#[test]
fn rest_before_deployment() {
    let tired = |turns| {
        let text = format!(
            "rest_turns = {turns}\n{}",
            DUEL.replacen("id = \"a\"", "id = \"a\"\nexhaustion = 12", 1)
        );
        battle(&text).start.fight.fighters[0].exhaustion
    };
    assert_eq!([0, 1, 2, 3, 4].map(tired), [12, 7, 2, 0, 0]);
    // Wounds heal only in recovery.
    let wounded = "[[agent]]\nid = \"a\"\nwounds = 7\nexhaustion = 70\nstate = \"InTransit\"\n";
    let b = battle(&format!(
        "rest_turns = 14\n{wounded}{}",
        DUEL.split_once("[[enemy]]").map(|(_, e)| format!("[[enemy]]{e}")).unwrap()
    ));
    let fighter = b.start.fight.fighters[0];
    assert_eq!((fighter.hp, fighter.exhaustion), (30, 70 - 13 * 5));
}

/// M-122: reserves rest, earn and cost; the terminated are kept for the record.
#[test]
fn reserves() {
    let text = format!(
        "rest_turns = 2\n{DUEL}[[agent]]\nid = \"b\"\nexhaustion = 20\ndeploy = false\n\
         [[agent]]\nid = \"c\"\nstate = \"OnAssignment\"\nassignment = \"Contracting\"\ndeploy = false\n\
         [[agent]]\nid = \"gone\"\nstate = \"Terminated\"\nwounds = 99\n[player]\nmoney = 100\n"
    );
    let told = fight(&text, "10000/10 of 5-15");
    assert_eq!(told.battle.squad, 1);
    assert_eq!(told.agent("b").exhaustion, 5);
    assert_eq!(told.agent("c").exhaustion, 3);
    assert_eq!(told.agent("gone").state, AgentState::Terminated);
    // Three turns of contracting and of upkeep for three.
    let accounts = &told.fought.state.accounts;
    assert_eq!((accounts.money, accounts.turn), (100 + 3 * 15 - 3 * 15, 4));
    // Without a player nothing is booked (M-123).
    let told = fight(&text.replace("[player]\nmoney = 100\n", ""), "10000/10 of 5-15");
    assert_eq!(told.fought.state.accounts.money, 0);
}

/// M-122: forced in spite of the state.
#[test]
fn forced() {
    let text = DUEL.replacen(
        "id = \"a\"",
        "id = \"a\"\nwounds = 7\nstate = \"Recovering\"\nforce = true",
        1,
    );
    let told = fight(&text, "10000/10 of 5-15");
    assert_eq!(told.battle.start.fight.fighters[0].hp, 23);
    assert_eq!(told.agent("a").recovery_turns, 12);
}

/// M-75, M-123: presets, and keys beside them.
#[test]
fn presets() {
    for (name, expires, enemies, rewards, faction) in [
        ("apprehend", 3, 3, [0, 10, 5], [1, 10]),
        ("safehouse", 8, 8, [120, 40, 20], [5, 40]),
        ("outpost", 10, 17, [150, 50, 40], [20, 50]),
        ("base", 12, 29, [200, 60, 30], [7, 60]),
        ("hq", 15, 33, [250, 70, 35], [8, 70]),
    ] {
        let b = battle(&format!("[[agent]]\nid = \"a\"\n[mission]\npreset = \"{name}\"\n"));
        let site = &b.chain[0];
        assert_eq!((site.expires_in, site.enemies.len()), (Some(expires), enemies), "{name}");
        let found = site.rewards;
        assert_eq!([found.money, found.intel, found.panic], rewards, "{name}");
        let found = site.faction_rewards[0];
        assert_eq!([found.threat, found.suppression], faction, "{name}");
        assert_eq!(b.world.factions[found.faction].id, "red-dawn");
    }
    let b = battle(
        "[[agent]]\nid = \"a\"\n[mission]\npreset = \"hq\"\nenemies = \"1 Initiate\"\nexpires_in = \"never\"\n\
         rewards = { intel = 3 }\n",
    );
    let site = &b.chain[0];
    assert_eq!((site.enemies.len(), site.expires_in), (1, None));
    assert_eq!((site.rewards.intel, site.rewards.money), (3, 0));
    assert_eq!(
        (b.start.accounts.factions[0].threat, b.world.factions[0].threat_increase),
        (100, 5)
    );
}

/// M-124: what is left is the next scenario.
#[test]
fn the_aftermath_is_the_next_scenario() {
    let told = g2();
    let text = told.aftermath();
    assert!(text.contains("rest_turns = 35\n"), "{text}");
    assert!(text.contains("expires_in = \"never\""), "{text}");
    let next = told.next();
    let (a1, a2) = (&next.start.fight.fighters[0], &next.start.fight.fighters[1]);
    assert_eq!((a1.skill, a1.hp, a2.skill, a2.hp), (143, 30, 165, 30));
    // Enemies are fresh, as in the file.
    assert_eq!(next.chain[0].enemies.iter().map(|enemy| enemy.hp).collect::<Vec<_>>(), [30, 20]);
    // One turn less of rest is too little.
    assert!(read(&text.replace("rest_turns = 35", "rest_turns = 34")).is_err());
    insta::assert_snapshot!(text);
}

/// M-55, M-124: enemies that survive a failure stay if they are kept.
#[test]
fn kept_enemies() {
    let text = g1();
    assert!(!text.aftermath().contains("exhaustion = 2\nwounds"));
    let sides = "keep_enemies = true\n[[agent]]\nid = \"a\"\n[mission]\npreset = \"apprehend\"\nenemies = \"1 Initiate, 1 Soldier\"\n";
    let told = fight(sides, "10000/5 of 5-15, 1, 10000/21 of 7-21");
    assert_eq!(told.outcome(), "retreat");
    let next = told.next();
    let ids: Vec<(&str, u32, u32, u32)> = next.chain[0]
        .enemies
        .iter()
        .map(|enemy| (enemy.id.as_str(), enemy.hp, enemy.max_hp, enemy.exhaustion))
        .collect();
    assert_eq!(ids, [("initiate-1", 15, 20, 2), ("soldier-2", 30, 30, 1)]);
    assert_eq!((next.chain[0].preset, next.chain[0].rewards.intel), (None, 10));
    assert_eq!(next.chain[0].faction_rewards.len(), 1);
    // After a success they are fresh.
    let won = fight(&format!("keep_enemies = true\n{DUEL}"), "10000/10 of 5-15");
    assert_eq!(won.next().chain[0].enemies[0].hp, 10);
}

/// M-124: after `wiped` with nobody in reserve the file's one error is that
/// nobody is left.
#[test]
fn nobody_left() {
    let told = fight(&DUEL.replacen("id = \"a\"", "id = \"a\"\nhp = 20", 1), "1, 10000/20 of 7-20");
    assert_eq!(told.outcome(), "wiped");
    crate::common::refuse(&told.aftermath(), "agent", &["nobody is left to deploy"]);
}

/// M-124: names, weapons, types and constants stay; every aftermath is read.
#[test]
fn every_aftermath_is_read() {
    let template = include_str!("../../src/scenario/template.toml");
    for text in [
        template.to_owned(),
        template
            .replace("# keep_enemies", "keep_enemies")
            .replace("# [[next]]", "[[next]]\nenemies = \"1 Elite\""),
        include_str!("../../../../examples/mission/hq.toml").to_owned(),
        include_str!("../../../../examples/mission/safehouse.toml").to_owned(),
    ] {
        for seed in 0..12 {
            let told = roll(&text, seed);
            if told.measure("agents_alive") > 0 {
                let next = told.next();
                assert_eq!(next.world.weapons, told.battle.world.weapons);
                assert_eq!(next.world.types, told.battle.world.types);
                assert_eq!(next.world.constants, told.battle.world.constants);
                assert_eq!(next.chain.len(), 1);
            }
        }
    }
}

const CHAIN: &str = "[[agent]]\nid = \"a\"\n[[enemy]]\nid = \"e\"\nskill = 100\nhp = 10\nweapon = [7, 20]\n\
                     [[next]]\nenemy = [{ id = \"e\", skill = 100, hp = 10, weapon = [7, 20] }]\n";

/// M-125: a chain is fought with what is left; measures add up.
#[test]
fn a_chain_of_two() {
    let told = fight(CHAIN, "1, 10000/7 of 7-20, 10000/10 of 5-15, 10000/10 of 5-15");
    assert_eq!(told.outcome(), "success");
    // Two rounds and one.
    assert_eq!(told.measure("rounds"), 3);
    assert_eq!(told.measure("exhaustion_combat"), 3 + 1);
    // 2 + 1 + 4 + 30, then 4 + 25.
    assert_eq!(told.measure("skill_gained"), 66);
    let a = told.agent("a");
    assert_eq!((a.skill, a.missions, a.hp), (166, 2, 30));
    // 3 + 5 of the first, shed in twelve turns of recovery, then 1 + 5.
    assert_eq!(a.exhaustion, 6);
    assert_eq!((told.measure("unit.e.alive"), told.measure("unit.2/e.alive")), (0, 0));
    assert_eq!(told.fact("battles"), 2);
    // The turns of both battles and of the rest between.
    assert_eq!(told.fought.state.accounts.turn, 1 + 1 + 13 + 1);
}

/// M-125: the chain ends at the first failure, unless told otherwise; an enemy
/// of a battle never reached counts as alive.
#[test]
fn after_a_failure() {
    let told = fight(CHAIN, "1, 10000/20 of 7-20");
    assert_eq!((told.outcome(), told.measure("rounds")), ("retreat", 1));
    assert_eq!((told.measure("unit.e.alive"), told.measure("unit.2/e.alive")), (1, 1));
    assert_eq!(told.fact("battles"), 1);

    let on = format!("after_failure = \"continue\"\n{CHAIN}");
    let told = fight(&on, "1, 10000/20 of 7-20, 10000/10 of 5-15");
    assert_eq!((told.outcome(), told.measure("rounds")), ("success", 2));
    // Kept enemies join the next battle with their ids.
    let kept = format!("keep_enemies = true\n{on}");
    let told = fight(&kept, "1, 10000/20 of 7-20, 10000/10 of 5-15, 1, 10000/10 of 5-15");
    let last = &told.attacks()[2..];
    assert!(last[0].starts_with("a (133) -> 2/e (100)"), "{last:?}");
    assert!(last[1].starts_with("e (100) -> a"), "{last:?}");
    assert_eq!(told.outcome(), "success");
}

/// M-125: a squad that rests too little goes with whoever is available, and
/// waits until somebody is.
#[test]
fn rest_between_battles() {
    let two = "agent = [{ id = \"a\" }, { id = \"b\" }]\n[[enemy]]\nid = \"e\"\nskill = 100\nhp = 10\nweapon = [7, 20]\n\
               [[next]]\nrest_turns = 0\nenemies = \"1 Initiate\"\n";
    // a is wounded; b goes alone after the one turn of transit.
    let told = fight(
        two,
        "1, 1, 10000/7 of 7-20, 10000/10 of 5-15, 10000/15 of 5-15, 1, 10000/15 of 5-15",
    );
    assert_eq!((told.outcome(), told.fought.state.fight.agents), ("success", 1));
    assert_eq!(told.agent("a").state, AgentState::Recovering);
    assert_eq!(told.agent("b").assignment, Assignment::Standby);
    // Both were deployed in some battle and count.
    assert_eq!(told.measure("agents_alive"), 2);
}
