//! Squads of a few against a few: the shorter way through their battles.

use crate::common::battle;
use fracas_core::chance::{Chance, Die, Purpose, Rolled};
use fracas_mission::Mission;
use fracas_testing::takes_shortcut;

/// Machines that take one number at a time have no shorter way.
const HAS_SHORTCUT: bool = cfg!(any(target_feature = "sse2", target_feature = "neon"));

/// M-20 to M-50: the shorter way through a battle of squads is the longer one, die by
/// die, for all sizes up to the widest.
#[test]
fn m_29_the_shorter_way_of_squads_is_the_longer_one() {
    for (agents, enemies, short) in [
        ("count = 4", "4 Initiate", true),
        ("count = 6", "16 Initiate", true),
        ("count = 8", "8 Soldier", true),
        ("count = 8\nskill = 250\nmissions = 2", "4 Operative, 2 Elite, 1 Handler", true),
        ("count = 12\nhp = 9", "16 Initiate", true),
        ("count = 32\nskill = 180\nexhaustion = 30", "20 Soldier, 12 Commander", true),
        ("count = 5\nskill = 3000\nhp = 300", "4 HighCommander", true),
        // Too few, too many, too able, too hardy.
        ("count = 8", "3 Elite", false),
        ("count = 16", "5 Soldier", false),
        ("count = 10", "32 Initiate", false),
        ("count = 33", "30 Initiate", false),
        ("count = 4\nskill = 5000", "4 Initiate", false),
        ("count = 4\nhp = 328", "4 Initiate", false),
    ] {
        let text = format!("[[agent]]\nid = \"a\"\n{agents}\n[mission]\nenemies = \"{enemies}\"\n");
        assert_eq!(takes_shortcut::<Mission>(&battle(&text), 80), short && HAS_SHORTCUT, "{text}");
    }
    let chain = "[[agent]]\nid = \"a\"\ncount = 4\n[mission]\nenemies = \"4 Initiate\"\n[[next]]\nenemies = \"4 Initiate\"\n";
    assert!(!takes_shortcut::<Mission>(&battle(chain), 20));
}

/// M-8, M-24, M-29, M-38, M-41, M-48: so is that of odd squads. Some wounded, spent,
/// unable or harmless, no retreat, few rounds or very many, other rewards and tiring.
#[test]
fn m_29_odd_squads_go_the_same_way() {
    let mut dice = Rolled::new(11, 0, Purpose::Battle);
    let mut pick = |values: &[u64]| values[dice.below(values.len() as u64, Die("value")) as usize];
    let mut shortcuts = 0;
    for case in 0..280 {
        let most = [4_u64, 5, 8, 9, 16, 17, 33][case % 7];
        let mut side = |kind: &str| {
            let sizes = [most, most, most - 1, most.div_ceil(2), 3];
            let (mut text, mut left) = (String::new(), pick(&sizes));
            while left > 0 {
                let count = pick(&[1, 2, 5, left, left]).min(left);
                left -= count;
                let (hp, least) = (pick(&[2, 9, 30, 47, 201]), pick(&[0, 0, 1, 3, 12]));
                text += &format!(
                    "[[{kind}]]\nid = \"{kind}{left}\"\ncount = {count}\nskill = {}\nhp = {hp}\n\
                     wounds = {}\nexhaustion = {}\nweapon = [{least}, {}]\n",
                    pick(&[0, 1, 40, 77, 99, 130]),
                    pick(&[0, 0, hp / 2]),
                    pick(&[0, 0, 4, 60, 103, 300]),
                    least + pick(&[0, 1, 4, 20]),
                );
            }
            text
        };
        let (agents, enemies) = (side("agent"), side("enemy"));
        let constants = format!(
            "[constants]\nretreat_loss_pct = {}\nmax_rounds = {}\nexhaustion_free = {}\n\
             exhaustion_per_attack = {}\nexhaustion_per_defense = {}\n\
             agent_successful_attack_skill_reward = {}\nagent_failed_attack_skill_reward = {}\n\
             agent_successful_defense_skill_reward = {}\nagent_failed_defense_skill_reward = {}\n",
            pick(&[0, 7, 50, 50, 93, 100]),
            pick(&[1, 7, 99, 100, 101, 150, 1000]),
            pick(&[0, 5, 5, 90, 1_000_000]),
            pick(&[0, 1, 1, 3]),
            pick(&[0, 1, 1, 2]),
            pick(&[0, 2, 4, 9]),
            pick(&[0, 1, 2, 7]),
            pick(&[0, 2, 5, 30]),
            pick(&[0, 1, 3]),
        );
        let text = agents + &enemies + &constants;
        let short = takes_shortcut::<Mission>(&battle(&text), 24);
        shortcuts += usize::from(short);
    }
    assert!(shortcuts >= 100 || !HAS_SHORTCUT, "{shortcuts}");
}
