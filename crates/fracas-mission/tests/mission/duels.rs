//! Exact odds of one against one, and of chains of such battles.

use crate::common::battle;
use fracas_core::capability::ExactOdds;
use fracas_core::chance::{Chance, Die, Purpose, Rolled};
use fracas_core::odds::{
    Budget, Distribution, Effort, Exact, Fighter, Odds, exact, fight_loud, sample,
};
use fracas_mission::Mission;
use fracas_testing::takes_shortcut;

/// All values of both, each as likely here as there.
fn same(name: &str, one: &Distribution, other: &Distribution) {
    let sum = |found: &Distribution, value: i64| -> f64 {
        found.values().filter(|(found, _)| *found == value).map(|(_, p)| p).sum()
    };
    for (value, _) in one.values().chain(other.values()) {
        let (p, q) = (sum(one, value), sum(other, value));
        assert!((p - q).abs() < 1e-12, "{name} {value}: {p} {q}");
    }
}

/// Everything that both ways tell.
fn agree(text: &str) {
    let b = battle(text);
    let rounds = Mission.exact(&b, Budget::USUAL).unwrap();
    let generic = exact::<Mission>(&b, Budget(50_000_000)).unwrap();
    // The solver of duels knows what is counted on the way, the other does not.
    let combat = rounds.odds.measures.iter().position(|known| known.name == "exhaustion_combat");
    assert!(rounds.distributions[combat.unwrap()].is_some());
    assert!(rounds.odds.unresolved < 1e-12);
    for (one, other) in rounds.odds.outcomes.iter().zip(&generic.odds.outcomes) {
        assert_eq!(one.name, other.name);
        assert!((one.p - other.p).abs() < 1e-12, "{text} {}: {} {}", one.name, one.p, other.p);
    }
    let measures = rounds.odds.measures.iter().zip(&generic.odds.measures);
    for (place, (one, other)) in measures.enumerate() {
        let near = |one: Option<f64>, other: Option<f64>| {
            let (one, other) = (one.unwrap(), other.unwrap());
            (one - other).abs() <= 1e-9 * (1.0 + other.abs())
        };
        assert_eq!(one.name, other.name);
        assert!(near(one.mean, other.mean) && near(one.sd, other.sd), "{one:?} {other:?}");
        if let Some(known) = &generic.distributions[place] {
            let found = rounds.distributions[place].as_ref().unwrap();
            same(&format!("{text}{}", one.name), found, known);
            assert_eq!((one.min, one.max), (other.min, other.max), "{}", one.name);
            assert_eq!((one.p5, one.p50, one.p95), (other.p5, other.p50, other.p95));
        }
    }
}

/// M-111: round by round or branch by branch, every figure is the same.
#[test]
fn duels_agree_with_the_generic_solver() {
    agree("[[agent]]\nid = \"a\"\n[mission]\nenemies = \"1 Initiate\"\n");
    agree("[[agent]]\nid = \"a\"\n[mission]\nenemies = \"1 Soldier\"\n");
    agree(
        "[[agent]]\nid = \"a\"\nmissions = 2\nexhaustion = 9\n[mission]\nenemies = \"1 Elite\"\n",
    );
}

/// M-24, M-38, M-41, M-48, M-111: odd duels agree too. Damage of 0, everybody
/// spent, no retreat, few rounds, other rewards and other tiring.
#[test]
fn odd_duels_agree_with_the_generic_solver() {
    let mut dice = Rolled::new(4, 0, Purpose::Battle);
    let mut pick = |values: &[u64]| values[dice.below(values.len() as u64, Die("value")) as usize];
    for _ in 0..60 {
        let mut side = |kind: &str| {
            let (hp, least) = (pick(&[1, 4, 9, 13]), pick(&[0, 1, 3]));
            format!(
                "[[{kind}]]\nid = \"{kind}\"\nskill = {}\nhp = {hp}\nwounds = {}\nexhaustion = {}\nweapon = [{least}, {}]\n",
                pick(&[0, 1, 40, 100, 130]),
                pick(&[0, hp / 2]),
                pick(&[0, 4, 60, 103]),
                least + pick(&[0, 1, 4]),
            )
        };
        let (agent, enemy) = (side("agent"), side("enemy"));
        let constants = format!(
            "[constants]\nretreat_loss_pct = {}\nmax_rounds = {}\nexhaustion_per_attack = {}\n\
             exhaustion_per_defense = {}\nagent_successful_attack_skill_reward = {}\n\
             agent_failed_defense_skill_reward = {}\n",
            pick(&[0, 50, 50, 100]),
            pick(&[1, 7, 30]),
            pick(&[0, 1, 3]),
            pick(&[0, 1, 2]),
            pick(&[0, 2, 4, 9]),
            pick(&[0, 1, 5]),
        );
        agree(&(agent + &enemy + &constants));
    }
}

/// Exact odds of a chain beside many battles of it.
fn sampled_too(text: &str, battles: u64) -> Exact {
    let b = battle(text);
    let found = Mission.exact(&b, Budget(50_000_000)).unwrap();
    let tally = sample::<Mission>(&b, 5, 0..battles, &Effort { threads: 2, ..Effort::default() });
    let sampled = Odds::sampled(&tally, 0.05, "");
    let total: f64 = found.odds.outcomes.iter().map(|outcome| outcome.p).sum();
    assert!((total + found.odds.unresolved - 1.0).abs() < 1e-12);
    for (exactly, about) in found.odds.outcomes.iter().zip(&sampled.outcomes) {
        let spread = 5.0 * (exactly.p * (1.0 - exactly.p) / battles as f64).sqrt() + 1e-9;
        assert!((exactly.p - about.p).abs() < spread, "{exactly:?} {about:?}");
    }
    for (exactly, about) in found.odds.measures.iter().zip(&sampled.measures) {
        let spread = 5.0 * about.se.unwrap() + 1e-9;
        assert!(
            (exactly.mean.unwrap() - about.mean.unwrap()).abs() < spread,
            "{exactly:?} {about:?}"
        );
        let (sd, near) = (exactly.sd.unwrap(), about.sd.unwrap());
        assert!((sd - near).abs() < 0.05 * (1.0 + near), "{exactly:?} {about:?}");
    }
    found
}

/// M-111, M-125: a chain of duels is exact, and is what is fought.
#[test]
fn chains_of_duels_are_exact() {
    let chain = "[[agent]]\nid = \"a\"\nskill = 130\n[mission]\nenemies = \"1 Operative\"\n\
                 [[next]]\nenemies = \"1 Soldier\"\n[[next]]\nenemies = \"1 Operative\"\nrest_turns = 2\n";
    let found = sampled_too(chain, 40_000);
    let alive = |id: &str| {
        let name = format!("unit.{id}.alive");
        let measure = found.odds.measures.iter().find(|measure| measure.name == name).unwrap();
        measure.mean.unwrap()
    };
    // Each is only met by who has won the battle before.
    assert!(alive("operative-1") < alive("2/soldier-1"));
    assert!(alive("2/soldier-1") < alive("3/operative-1"));
    assert!((alive("3/operative-1") - (1.0 - found.odds.outcomes[0].p)).abs() < 1e-12);

    let go_on = format!("after_failure = \"continue\"\n{}", chain.replace("Soldier", "Lieutenant"));
    sampled_too(&go_on, 40_000);
}

/// A battle for the odds goes as a told one does: duels, chains of them, and
/// chains in which a duel follows a larger battle.
#[test]
fn a_silent_battle_is_the_told_one() {
    for text in [
        "[[agent]]\nid = \"a\"\n[mission]\nenemies = \"1 Soldier\"\n",
        "[[agent]]\nid = \"a\"\nskill = 130\n[mission]\nenemies = \"1 Operative\"\n[[next]]\nenemies = \"1 Soldier\"\n",
        "[[agent]]\nid = \"a\"\nskill = 190\n[mission]\nenemies = \"2 Operative\"\n[[next]]\nenemies = \"1 Soldier\"\n",
        "[[agent]]\nid = \"a\"\ncount = 3\n[mission]\npreset = \"apprehend\"\n",
    ] {
        let b = battle(text);
        let mut fighter = Fighter::<Mission>::new(&b);
        for trial in 0..200 {
            let outcome = fighter.fight(3, trial);
            let mut dice = Rolled::new(3, trial, Purpose::Battle);
            let told = fight_loud::<Mission>(&b, &mut dice, &mut |_| {}).unwrap();
            assert_eq!((outcome, fighter.draws()), (told.outcome, dice.draws()));
            assert_eq!(fighter.values(), told.scores.values());
            assert_eq!(fighter.state(), &told.state);
        }
    }
}

/// M-112, M-125: each battle of a chain has odds of its own, whichever way they
/// are found and whether a failure ends the chain or not.
#[test]
fn every_battle_of_a_chain_has_its_odds() {
    for rule in ["", "after_failure = \"continue\"\n"] {
        let b = battle(&format!(
            "{rule}[[agent]]\nid = \"a\"\nskill = 130\n[mission]\nid = \"gate\"\n\
             enemies = \"1 Initiate\"\n[[next]]\nid = \"hall\"\nenemies = \"1 Operative\"\n"
        ));
        let exactly = Mission.exact(&b, Budget::PATIENT).unwrap().odds;
        let tally = sample::<Mission>(&b, 3, 0..20_000, &Effort::default());
        let fought = Odds::sampled(&tally, 0.05, "");
        let mean = |odds: &Odds, name: &str| {
            let found = odds.measures.iter().find(|measure| measure.name == name);
            found.unwrap_or_else(|| panic!("{name}")).mean.unwrap()
        };
        let own = |id: &str, what: &str| mean(&exactly, &format!("battle.{id}.{what}"));
        let total: f64 = exactly.outcomes.iter().map(|outcome| outcome.p).sum();
        assert!((own("gate", "reached") - 1.0).abs() < 1e-12 && (total - 1.0).abs() < 1e-12);
        for id in ["gate", "2/hall"] {
            for what in ["reached", "success"] {
                let name = format!("battle.{id}.{what}");
                let (p, q) = (mean(&exactly, &name), mean(&fought, &name));
                let error = 4.0 * (p * (1.0 - p) / 20_000.0).sqrt();
                assert!((p - q).abs() <= error + 1e-9, "{rule}{name}: {p} {q}");
            }
        }
        if rule.is_empty() {
            // Whoever goes on has won before, and whoever wins the last has won.
            assert!((own("2/hall", "reached") - own("gate", "success")).abs() < 1e-12);
            assert!((own("2/hall", "success") - exactly.outcomes[0].p).abs() < 1e-12);
        } else {
            assert!(own("2/hall", "reached") > own("gate", "success"));
        }
    }
}

/// M-20 to M-50: the shorter way through a duel is the longer one, die by die.
#[test]
fn m_20_the_shorter_way_is_the_longer_one() {
    for (agent, enemy) in [
        ("", "1 Initiate"),
        ("skill = 180\nhp = 12\nexhaustion = 9", "1 Soldier"),
        ("missions = 3\nexhaustion = 60", "1 Elite"),
        ("skill = 400", "1 Commander"),
        ("skill = 1", "1 Initiate"),
    ] {
        let text = format!("[[agent]]\nid = \"a\"\n{agent}\n[mission]\nenemies = \"{enemy}\"\n");
        assert!(takes_shortcut::<Mission>(&battle(&text), 500), "{text}");
    }
    // Long ones, of which some are fought the longer way after all, and one that is
    // too long.
    for (hp, short) in [(40, true), (150, true), (400, true), (600, false)] {
        let text = format!(
            "[[agent]]\nid = \"a\"\nskill = 40\n[[enemy]]\nid = \"e\"\nskill = 100\nhp = {hp}\n\
             weapon = [0, 1]\n[constants]\nexhaustion_per_attack = 0\nexhaustion_per_defense = 0\n\
             retreat_loss_pct = 100\nmax_rounds = 300\n"
        );
        assert_eq!(takes_shortcut::<Mission>(&battle(&text), 200), short, "{text}");
    }
    let two = "[[agent]]\nid = \"a\"\ncount = 2\n[mission]\nenemies = \"1 Soldier\"\n";
    assert!(!takes_shortcut::<Mission>(&battle(two), 50));
    let chain = "[[agent]]\nid = \"a\"\n[mission]\nenemies = \"1 Soldier\"\n[[next]]\nenemies = \"1 Soldier\"\n";
    assert!(!takes_shortcut::<Mission>(&battle(chain), 50));
}
