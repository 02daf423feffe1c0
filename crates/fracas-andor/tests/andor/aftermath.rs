//! what is left is a scenario.

use fracas_andor::Andor;
use fracas_core::ruleset::Ruleset;
use fracas_testing::made_up;

use crate::common::{battle, fight};

const HUNT: &str = "# A hunt.\nruleset = \"andor\"\nname = 'Hunt'\n[player]\nlevel = 2\nxp = 270   # nearly 3\nhp = 9\n\
    base = { hp = 10, attack_cost = 5, damage = '1-2' }\nbag = { tonic = 2 }\ngold = 4\nlevel_up = ['damage', 'hp']\n\
    [policy]\ndrink_below = 50\n[item.tonic]\nheal = 3\n\
    [[monster]]\nname = 'rat'\nhp = 2\nattack_chance = 90\ndamage = '1-6'\nxp = 10\n\
    loot = [{ item = 'gold', qty = 3 }, { item = 'tail', qty = 2 }]\n";

#[test]
fn a_62_a_63_a_64_after_a_win() {
    let told = fight(
        HUNT,
        "hit 100/100, hit 100/100, hit 1/100, damage 5/6, healing 1/1, hit 1/100, damage 2/2,
         drop 1/100, quantity 1/1, drop 1/100, quantity 1/1",
    );
    let text = told.aftermath();
    // Comments and everything else stay as they were.
    assert!(text.starts_with("# A hunt.\n") && text.contains("# nearly 3"), "{text}");
    let next = told.next();
    assert_eq!((next.hero.level, next.hero.xp, next.hero.gold), (3, 280, 7));
    // From level 2 the second entry of the list: 5 hit points.
    assert_eq!((next.hero.base.hp, next.hero.base.damage.max), (15, 2));
    assert_eq!((next.start.hero.hp, next.start.hero.max_hp), (12, 15));
    let bag: Vec<(String, u32)> = (0..next.stock.len())
        .map(|place| (next.stocked(place).id.clone(), next.bag[place]))
        .collect();
    assert!(bag.contains(&("tonic".to_owned(), 1)) && bag.contains(&("tail".to_owned(), 2)));
    // A looted item that is defined nowhere gets an empty definition.
    assert!(text.contains("[item.tail]"), "{text}");
    assert_eq!(next.fights[0].foes.len(), 1);
}

#[test]
fn a_63_after_a_defeat() {
    let told = fight(
        &HUNT.replace("hp = 9", "hp = 1").replace("bag = { tonic = 2 }\n", ""),
        "hit 100/100, hit 100/100, hit 1/100, damage 1/6",
    );
    assert_eq!(told.outcome(), "lose");
    let next = told.next();
    // 30% of 215.
    assert_eq!((next.hero.level, next.hero.xp, next.hero.gold), (2, 206, 4));
    assert_eq!(next.start.hero.hp, 10);
}

#[test]
fn a_64_after_a_flight_the_living_remain() {
    let text = "[player]\nhp = 3\nbase = { hp = 10, attack_cost = 5 }\n[policy]\nflee_below = 20\n\
        [[monster]]\nname = 'rat'\ncount = 2\nhp = 3\nattack_chance = 90\ndamage = 1\n[[monster]]\nname = 'cat'\nat = [0, 2]\nhp = 9\n";
    let told = fight(
        text,
        "hit 1/100, damage 1/1, hit 100/100, hit 1/100, damage 1/1, hit 1/100, damage 1/1, move 100/100",
    );
    assert_eq!(told.outcome(), "fled");
    let next = told.next();
    let foes: Vec<(&str, i64)> = next.fights[0]
        .foes
        .iter()
        .map(|foe| (foe.name.as_str(), next.kinds[foe.kind].hp_now))
        .collect();
    assert_eq!(foes, [("rat 1", 2), ("rat 2", 3), ("cat", 9)]);
    assert_eq!((next.hero.xp, next.start.hero.hp), (0, 1));
    assert!(!told.aftermath().contains("at = ["));
}

#[test]
fn a_64_after_a_stalemate_the_file_is_as_it_was() {
    let told = fight_frozen();
    assert_eq!(told.outcome(), "stalemate");
    assert_eq!(told.next().fights[0].foes.len(), 1);
}

fn fight_frozen() -> crate::common::Told {
    let b = battle("[player]\nbase = { attack_cost = 11 }\n[[monster]]\nattack_cost = 11\n");
    crate::common::fight_battle(b, "")
}

#[test]
fn every_aftermath_can_be_read_again() {
    use fracas_core::chance::{Purpose, Rolled};
    use fracas_core::odds::fight_loud;
    let mut text = Andor::template().to_owned();
    for trial in 0..60 {
        let b = battle(&text);
        let mut dice = Rolled::new(3, trial, Purpose::Battle);
        let fought = fight_loud::<Andor>(&b, &mut dice, &mut |_| {}).unwrap();
        text = Andor::aftermath(&b, &fought.state, &mut dice);
    }
    assert!(battle(&text).hero.level >= 6);
}

#[test]
fn a_64_items_in_one_line_can_be_read_again() {
    let loot = "[[monster]]\nhp = 1\nloot = [{ item = 'tail' }, { item = 'fur' }]\n";
    for items in [
        "item = { tonic = { heal = 3 } }\n[player]\nbase = { attack_cost = 10 }\n",
        "item.tonic = { heal = 3 }\nitem.salve.heal = 2\n[player]\nbase = { attack_cost = 10 }\n",
        "player = { base = { attack_cost = 10 }, bag = { tonic = 1 } }\n[item]\ntonic = { heal = 3 }\n",
        "[player]\nbase.attack_cost = 10\n[player.bag]\ntonic = 1\n[item]\n[item.tonic]\nheal = 3\n",
    ] {
        let text = format!("{items}{loot}");
        let told = fight(
            &text,
            "hit 1/100, damage 1/1, drop 1/100, quantity 1/1, drop 1/100, quantity 1/1",
        );
        let next = told.next();
        let found = next.stock.iter().zip(&next.bag).filter(|(_, count)| **count == 1);
        let found: Vec<&str> = found.map(|(item, _)| next.item(*item).id.as_str()).collect();
        assert!(found.contains(&"tail") && found.contains(&"fur"), "{}", told.aftermath());
    }
}

#[test]
fn a_64_the_living_keep_what_belongs_to_them() {
    // Tables of a monster stand apart from it, other tables between.
    let text = "profile = 'current'\n[item.a]\nheal = 1\n[[monster]]\nname = 'rat'\ncount = 2\nattack_chance = 90\ndamage = 1\nhp = 5\n\
        [monster.hit_effect]\nincreaseCurrentHP = 1\n[[monster.hit_effect.conditionsTarget]]\ncondition = 'itch'\nchance = '0'\n\
        [item.b]\nheal = 2\n[condition.itch]\n[[monster]]\nname = 'cat'\n[policy]\nflee_below = 100\n[player]\nhp = 3\n";
    let told = fight(text, "move 100/100");
    assert_eq!(told.outcome(), "fled");
    let next = told.next();
    let effects: Vec<(&str, usize)> =
        next.kinds.iter().map(|kind| (kind.name.as_str(), kind.effects.len())).collect();
    assert_eq!(effects, [("rat 1", 1), ("rat 2", 1), ("cat", 0)]);
}

#[test]
fn a_64_limits_hold_in_what_is_left() {
    // A long name gets longer by its number; one of nine cannot come over.
    let name = "x".repeat(100);
    let text = format!(
        "[player]\nhp = 3\nbase = {{ hp = 10 }}\n[policy]\nflee_below = 50\n\
         [[monster]]\nname = '{name}'\ncount = 8\nattack_chance = 0\n\
         [[monster]]\nname = 'stone'\nat = [1, 1]\nmove_cost = 999\n"
    );
    let b = battle(&text);
    assert_eq!(b.fights[0].foes.len(), 9);
    let mut st = b.start.clone();
    st.verdict = Some(fracas_andor::state::Verdict::Fled);
    let left = Andor::aftermath(&b, &st, &mut fracas_testing::dice(""));
    let next = battle(&left);
    let last = &next.fights[0].foes[8];
    assert_eq!((last.name.as_str(), last.at.x, last.at.y), ("stone", -1, 1));
    assert!(next.fights[0].foes[6].name.ends_with("x 7"));
}

#[test]
fn a_63_a_64_every_aftermath_of_made_up_scenarios_can_be_read_again() {
    use fracas_core::chance::{Purpose, Rolled};
    use fracas_core::odds::fight_loud;
    let mut pieces = Rolled::new(63, 0, Purpose::Setup);
    let mut outcomes = [0; 4];
    for number in 0..400 {
        let mut text = made_up::andor::scenario(&mut pieces);
        for trial in 0..4 {
            let b = battle(&text);
            let mut dice = Rolled::new(number, trial, Purpose::Battle);
            let fought = fight_loud::<Andor>(&b, &mut dice, &mut |_| {}).unwrap();
            outcomes[fought.outcome.index()] += 1;
            text = Andor::aftermath(&b, &fought.state, &mut dice);
        }
        battle(&text);
    }
    assert!(outcomes[..3].iter().all(|count| *count > 50), "{outcomes:?}");
}
