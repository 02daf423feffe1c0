//! Section 12: questions of players and designers.

use fracas_andor::studies::{Study, StudyOptions, paired, study};
use fracas_core::odds::Effort;
use std::sync::atomic::AtomicBool;

use crate::common::battle;

const ALONE: Effort = Effort { threads: 1, progress: None, stop: None };
const OPTIONS: StudyOptions = StudyOptions { seed: 5, trials: 400, effort: ALONE };

const SCENE: &str = "[player]\nlevel = 1\nbase = { hp = 20, attack_cost = 5, attack_chance = 80, damage = '1-3' }\nequip = ['stick']\nbag = { axe = 1, tonic = 1 }\n\
    [policy]\ndrink_below = 40\n[item.tonic]\nheal = 6\n[item.stick]\nslot = 'weapon'\n[item.axe]\nslot = 'weapon'\nattack_cost = 5\ndamage = '2-4'\n\
    [[monster]]\nname = 'wolf'\nhp = 16\nattack_cost = 5\nattack_chance = 80\ndamage = '1-4'\nxp = 30\nloot = [{ item = 'gold', qty = 4 }]\n";

#[test]
fn loadouts_are_ranked() {
    let b = battle(SCENE);
    let table = &study(Study::Loadouts, &b, &b.kinds, OPTIONS)[0];
    let rows = table.to_json();
    assert_eq!((&rows[0]["loadout"], &rows[1]["loadout"]), (&"axe".into(), &"as worn".into()));
    assert!(rows[0]["win_percent"].as_f64() > rows[1]["win_percent"].as_f64());
}

#[test]
fn a_level_to_come_back_at_is_found() {
    let b = battle(SCENE);
    let table = &study(Study::Comeback, &b, &b.kinds, OPTIONS)[0];
    assert!(table.note.as_ref().unwrap().starts_with("come back at level"), "{:?}", table.note);
    let rows = table.to_json();
    let wins: Vec<f64> =
        rows.as_array().unwrap().iter().map(|row| row["win_percent"].as_f64().unwrap()).collect();
    assert!(wins.is_sorted() && *wins.last().unwrap() >= 95.0, "{wins:?}");
}

#[test]
fn every_level_up_is_worth_something_here() {
    let b = battle(SCENE);
    let rows = study(Study::Worth, &b, &b.kinds, OPTIONS)[0].to_json();
    for row in rows
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["change"].as_str().unwrap().starts_with("a level-up"))
    {
        assert!(row["by"].as_f64().unwrap() > 0.0, "{row}");
    }
    let skilled = battle(&format!("profile = 'current'\n{SCENE}"));
    let rows = study(Study::Worth, &skilled, &skilled.kinds, OPTIONS)[0].to_json();
    assert!(rows.as_array().unwrap().iter().any(|row| row["change"] == "a point of dodge"));
}

#[test]
fn farming_pays_by_turn() {
    let b = battle(SCENE);
    let rows = study(Study::Farming, &b, &b.kinds, OPTIONS)[0].to_json();
    let row = &rows[0];
    let (xp, turns) = (row["xp"].as_f64().unwrap(), row["turns"].as_f64().unwrap());
    assert!((row["xp_a_turn"].as_f64().unwrap() - xp / turns).abs() < 0.01);
    // Experience a potion: both given a win, of which the reward is sure.
    let (used, a_potion) =
        (row["potions_used"].as_f64().unwrap(), row["xp_a_potion"].as_f64().unwrap());
    assert!(row["win_percent"].as_f64().unwrap() < 99.0 && used > 0.1, "{row}");
    assert!((a_potion - 30.0 / used).abs() < 0.1, "{row}");
}

#[test]
fn designers_see_outliers() {
    let text = format!(
        "{SCENE}[[monster]]\nname = 'idol'\nhp = 5\nattack_cost = 11\nresistance = 500\n[[monster]]\nname = 'purse'\nhp = 1\nxp = 900\nattack_chance = 50\ndamage = 1\n[[monster]]\nname = 'moth'\nattack_chance = 50\n"
    );
    let b = battle(&text);
    let tables = study(Study::Designer, &b, &b.kinds, OPTIONS);
    let flags = tables[1].to_json();
    let flagged = |monster: &str, flag: &str| {
        flags.as_array().unwrap().iter().any(|row| row["monster"] == monster && row["flag"] == flag)
    };
    assert!(flagged("idol", "never attacks") && flagged("idol", "cannot be hurt"));
    assert!(flagged("purse", "reward out of line") && flagged("moth", "never hurts"));
    assert!(!flags.as_array().unwrap().iter().any(|row| row["monster"] == "wolf"), "{flags}");
    assert_eq!(Study::of("designer"), Some(Study::Designer));
}

#[test]
fn loadouts_use_only_what_is_there() {
    let rings = "[player]\nhp = 9\nbase = { hp = 20, attack_chance = 80, damage = '1-3' }\nequip = ['brass']\nbag = { gold_ring = 1, silver = 2 }\n\
        [item.brass]\nslot = 'ring'\n[item.gold_ring]\nslot = 'ring'\nattack_chance = 5\n[item.silver]\nslot = 'ring'\nblock = 5\n\
        [[monster]]\nhp = 9\nattack_chance = 70\ndamage = '1-4'\n";
    let b = battle(rings);
    let table = &study(Study::Loadouts, &b, &b.kinds, OPTIONS)[0];
    // One brass or gold ring, up to two of silver, on whichever hands; the
    // second hand may stay bare: brass, gold and silver alone, and each pair
    // but two of brass or gold.
    assert_eq!(table.rows.len(), 3 + 4);
    // He comes as hurt as the scenario says.
    let as_worn = table.to_json();
    let as_worn = as_worn.as_array().unwrap().iter().find(|row| row["loadout"] == "as worn");
    let wins = 100.0 * crate::common::p(&crate::common::solved(&b).odds, "win");
    assert!((as_worn.unwrap()["win_percent"].as_f64().unwrap() - wins).abs() < 0.01);
}

#[test]
fn a_sampled_difference_says_how_sure_it_is() {
    // Too many states for exact odds: the last of nine have to come over.
    let crowd = "[[monster]]\ncount = 9\nhp = 7\nattack_chance = 40\ndamage = 1\n";
    let b = battle(&format!("{SCENE}{crowd}").replace("hp = 20", "hp = 90"));
    let table = &study(Study::Worth, &b, &b.kinds, OPTIONS)[0];
    let note = table.note.as_ref().unwrap();
    assert!(note.contains("400 battles each, all with the same dice"), "{note}");
    let rows = table.to_json();
    let row = &rows[0];
    let (by, error) = (row["by"].as_f64().unwrap(), row["error"].as_f64().unwrap());
    assert!(error > 0.0 && error < 10.0 && by > -error, "{row}");
}

/// Whoever is stopped says so, and tells of no more battles than were fought.
#[test]
fn a_study_that_was_stopped_is_provisional() {
    let crowd = "[[monster]]\ncount = 9\nhp = 7\nattack_chance = 40\ndamage = 1\n";
    let b = battle(&format!("{SCENE}{crowd}").replace("hp = 20", "hp = 90"));
    let stop = AtomicBool::new(true);
    let options = StudyOptions { effort: Effort { stop: Some(&stop), ..ALONE }, ..OPTIONS };
    for (question, _) in Study::ALL {
        let table = &study(question, &b, &b.kinds, options)[0];
        let note = table.note.as_ref().unwrap();
        assert!(note.starts_with("provisional: stopped early; "), "{note}");
        assert!(!note.contains("exact") && !note.contains("400 battles"), "{note}");
        assert!(!note.contains("come back") && !note.contains("not before"), "{note}");
        match question {
            // One battle, and every difference may be luck.
            Study::Worth => {
                assert!(note.contains("; 1 battles each"), "{note}");
                assert!(!note.contains("no difference by"), "{note}");
            }
            _ => assert!(table.rows.is_empty(), "{question:?}"),
        }
    }
}

/// Differences that a few battles alone have shown are known as badly as that.
#[test]
fn a_difference_that_was_not_seen_has_a_margin() {
    let crowd = "[[monster]]\ncount = 9\nhp = 7\nattack_chance = 40\ndamage = 1\n";
    let b = battle(&format!("{SCENE}{crowd}").replace("hp = 20", "hp = 900"));
    let rows = study(Study::Worth, &b, &b.kinds, OPTIONS)[0].to_json();
    let rows = rows.as_array().unwrap();
    assert!(!rows.is_empty());
    for row in rows {
        assert_eq!(row["by"], 0.0, "{row}");
        // No more than 1 in 91 of 400 that were all alike, 97.5 % sure each way.
        let error = row["error"].as_f64().unwrap();
        assert!((1.0..1.2).contains(&error), "{row}");
    }
}

#[test]
fn battles_with_the_same_dice_are_counted_in_pairs() {
    let b = battle(SCENE);
    let stronger = battle(&SCENE.replace("hp = 20", "hp = 24"));
    let others = [battle(SCENE), stronger];
    let counts = paired(&b, &others, 5, 0..300, &ALONE);
    let [same, other] = counts.variants[..] else { panic!("{counts:?}") };
    // The same battle ends alike every time.
    assert_eq!((same.differ(), same.won(), same.turns), (0, counts.won, counts.turns));
    assert_eq!(counts.trials, 300);
    let all = other.both + other.only_variant + other.only_battle + other.neither;
    assert_eq!((all, other.both + other.only_battle), (300, counts.won));
    assert!(other.only_variant > other.only_battle, "{other:?}");
    // In however many parts.
    let mut parts = paired(&b, &others, 5, 0..100, &Effort { threads: 3, ..ALONE });
    parts.merge(&paired(&b, &others, 5, 100..300, &ALONE));
    assert_eq!(parts, counts);
}

/// Townsfolk are talked to, not fought; nobody is told that they never hurt.
#[test]
fn nobody_studies_townsfolk() {
    let b = battle(SCENE);
    let mut smith = b.kinds[0].clone();
    (smith.name, smith.townsfolk) = ("smith".to_owned(), true);
    let bestiary = [b.kinds[0].clone(), smith];
    for question in [Study::Farming, Study::Designer] {
        let tables = study(question, &b, &bestiary, OPTIONS);
        assert_eq!(tables[0].rows.len(), 1, "{question:?}");
    }
    let flags = &study(Study::Designer, &b, &bestiary, OPTIONS)[1];
    assert_eq!(flags.note.as_deref(), Some("without 1 townsfolk, whom nobody fights"));
}

/// Any number of threads gives the same tables, and a halt is said.
#[test]
fn lists_are_shared_among_threads() {
    let b = battle(SCENE);
    let bestiary = vec![b.kinds[0].clone(); 7];
    let with = |threads| {
        let effort = Effort { threads, ..ALONE };
        study(Study::Designer, &b, &bestiary, StudyOptions { effort, ..OPTIONS })
    };
    assert_eq!(with(1), with(3));
    let stop = AtomicBool::new(true);
    let effort = Effort { stop: Some(&stop), ..ALONE };
    let stopped = study(Study::Designer, &b, &bestiary, StudyOptions { effort, ..OPTIONS });
    let note = stopped[0].note.as_deref().unwrap();
    assert!(note.ends_with("; 7 of 7 monsters were not tried"), "{note}");
}

#[test]
fn hopeless_levels_are_skipped() {
    let strong = SCENE.replace("hp = 16", "hp = 60").replace("damage = '1-4'", "damage = '6-9'");
    let b = battle(&strong);
    let table = &study(Study::Comeback, &b, &b.kinds, OPTIONS)[0];
    let first = table.rows[0][0].as_i64().unwrap();
    assert!(first > 1, "{table:?}");
    let note = table.note.as_deref().unwrap();
    assert!(note.contains(&format!("up to level {} it is hopeless", first - 1)), "{note}");
}

#[test]
fn loadouts_of_the_same_name_are_told_apart() {
    let text = SCENE
        .replace("axe = 1, tonic = 1", "axe = 1, old_axe = 1, tonic = 1")
        .replace("[item.axe]\n", "[item.old_axe]\nname = 'axe'\nslot = 'weapon'\n[item.axe]\n");
    let b = battle(&text);
    let rows = study(Study::Loadouts, &b, &b.kinds, OPTIONS)[0].to_json();
    let mut names: Vec<&str> =
        rows.as_array().unwrap().iter().map(|row| row["loadout"].as_str().unwrap()).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "{names:?}");
    assert!(names.contains(&"axe (old_axe)"), "{names:?}");
}
