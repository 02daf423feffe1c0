//! Chapter 8: the game's own JSON. The data here are invented.

use crate::common::{battle_with, read_with, refuse_with};

const MONSTERS: &str = r#"[
 {"id": "newt", "name": "Newt", "maxHP": 12, "attackCost": 4, "attackChance": 80, "attackDamage": {"min": 1, "max": 3},
  "criticalSkill": 20, "criticalMultiplier": 2, "blockChance": 10, "damageResistance": 1, "monsterClass": "reptile",
  "movementAggressionType": "helpOthers", "droplistID": "newts", "iconID": "monsters_x:1", "spawnGroup": "newt",
  "hitEffect": {"conditionsTarget": [{"condition": "itch", "magnitude": 1, "duration": 3, "chance": "25"}]}},
 {"id": "statue", "name": "Statue", "moveCost": 999, "attackDamage": {"max": 4}, "phraseID": "statue_talks"},
 {"id": "moth", "name": "Moth", "movementAggressionType": "flee", "droplistID": "nowhere", "attackDamage": {"min": 5, "max": 2}}
]"#;
const CATEGORIES: &str = r#"[
 {"id": "2hsword", "name": "Greatsword", "actionType": "equip", "inventorySlot": "weapon", "size": "large"},
 {"id": "ring", "name": "Ring", "actionType": "equip", "inventorySlot": "leftring"},
 {"id": "food", "name": "Food", "actionType": "use"}
]"#;
const ITEMS: &str = r#"[
 {"id": "great", "name": "Great", "category": "2hsword", "equipEffect": {"increaseAttackCost": 6, "increaseAttackChance": 5,
  "increaseAttackDamage": {"min": 4, "max": 9}, "increaseCriticalSkill": 20, "setCriticalMultiplier": 2.5, "setNonWeaponDamageModifier": 125}},
 {"id": "band", "name": "Band", "category": "ring", "equipEffect": {"increaseMaxHP": 3, "increaseBlockChance": 2}},
 {"id": "cheese", "name": "Cheese", "category": "food", "useEffect": {"increaseCurrentHP": {"min": 2, "max": 6}}},
 {"id": "thing", "name": "Thing", "category": "gizmo"}
]"#;
const CONDITIONS: &str = r#"[{"id": "itch", "name": "Itch", "category": "physical", "isStacking": 1, "roundEffect": {"increaseCurrentHP": {"min": -1, "max": -1}}}]"#;
const DROPS: &str = r#"[{"id": "newts", "items": [{"itemID": "gold", "chance": "0.1", "quantity": {"min": 2, "max": 4}},
 {"itemID": "cheese", "chance": "1/20", "quantity": {"min": 1, "max": 1}}, {"itemID": "relic", "chance": "100"}]}]"#;

const FILES: &[(&str, &str)] = &[
    ("x/monsterlist_pond.json", MONSTERS),
    ("itemcategories_1.json", CATEGORIES),
    ("itemlist_1.json", ITEMS),
    ("actorconditions_1.json", CONDITIONS),
    ("droplists_1.json", DROPS),
];

fn scene(profile: &str, rest: &str) -> String {
    let names: Vec<String> = FILES.iter().map(|(name, _)| format!("'{name}'")).collect();
    format!("profile = '{profile}'\ndata = [{}]\n{rest}\n", names.join(", "))
}

#[test]
fn a_90_a_91_a_92_a_93_a_94_monsters() {
    let b = battle_with(
        &scene("classic", "[[monster]]\nuse = 'newt'\n[[monster]]\nuse = 'moth'"),
        FILES,
    );
    let newt = &b.kinds[0];
    assert_eq!((newt.name.as_str(), newt.stats.hp, newt.stats.attack_cost), ("Newt", 12, 4));
    assert_eq!(
        (newt.stats.damage.min, newt.stats.damage.max, newt.stats.multiplier),
        (1, 3, 20_000)
    );
    // Skill 20 is a chance of 15 in classic; effects do not exist there.
    assert_eq!((newt.stats.critical, newt.effects.len()), (15, 0));
    assert!(newt.approaches && !b.kinds[1].approaches);
    // 2 x 0.8 x 2 x 1.4 = 4.48; 12 x 1.1 + 9 = 22.2; 0.7 x 35.64 = 24.9; and 50.
    assert_eq!(newt.xp, 75);
    let current = battle_with(&scene("current", "[[monster]]\nuse = 'newt'"), FILES);
    assert_eq!((current.kinds[0].stats.critical, current.kinds[0].effects.len()), (20, 1));
    assert_eq!(current.kinds[0].class.0, "reptile");
}

#[test]
fn a_95_items_by_their_category() {
    let text = scene(
        "current",
        "[player]\nequip = ['great', 'band', 'band']\nbag = { cheese = 2 }\n[[monster]]\n",
    );
    let b = battle_with(&text, FILES);
    let great = b.items.iter().find(|item| item.id == "great").unwrap();
    assert!(great.two_handed && great.is_weapon() && great.damage_modifier == 125);
    let stats = fracas_andor::rules::conditions::hero_stats(&b, &b.start);
    assert_eq!((stats.attack_cost, stats.hp, stats.block), (6, 31, 13));
    assert_eq!(b.items.iter().find(|item| item.id == "cheese").unwrap().heal.unwrap().max, 6);
}

#[test]
fn a_96_a_97_a_98_oddities_are_warnings() {
    let (b, out) =
        read_with(&scene("classic", "[[monster]]\nuse = 'newt'\n[[monster]]\nuse = 'moth'"), FILES);
    let b = b.unwrap();
    let words = out.render(false);
    for said in [
        "the item `relic` of drop list `newts` is not known",
        "the drop list `nowhere` is not known",
        "damage 5-2: min is above max",
        "effects and conditions of x/monsterlist_pond.json are skipped",
        "unknown category `gizmo`",
    ] {
        assert!(
            words.split_whitespace().collect::<Vec<_>>().join(" ").contains(said),
            "{said}: {words}"
        );
    }
    // "0.1" is one in a thousand.
    let loot = &b.kinds[0].loot;
    assert_eq!((loot[0].chance.chances, loot[0].chance.of, loot.len()), (1, 1000, 3));
    assert_eq!(b.start.monsters[1].blow.sides, 1);
}

#[test]
fn a_90_a_later_id_replaces_an_earlier_one() {
    let more = r#"[{"id": "newt", "name": "Other newt", "maxHP": 99}]"#;
    let files = [("monsterlist_a.json", MONSTERS), ("monsterlist_b.json", more)];
    let text = "data = ['monsterlist_a.json', 'monsterlist_b.json']\n[[monster]]\nuse = 'newt'\n";
    let (b, out) = read_with(text, &files);
    assert_eq!(b.unwrap().kinds[0].stats.hp, 99);
    assert!(out.render(false).contains("`newt` was read before"));
}

#[test]
fn a_86_a_written_key_replaces_the_datas() {
    let b = battle_with(
        &scene(
            "classic",
            "[[monster]]\nuse = 'newt'\nname = 'Big newt'\nhp = 50\nxp = 3\naggression = 'none'\nloot = []",
        ),
        FILES,
    );
    let kind = &b.kinds[0];
    assert_eq!(
        (kind.name.as_str(), kind.stats.hp, kind.stats.attack_chance, kind.xp),
        ("Big newt", 50, 80, 3)
    );
    assert!(!kind.approaches && kind.loot.is_empty());
}

#[test]
fn a_96_a_dangling_condition_is_an_error_in_current_only() {
    let files = [("monsterlist_a.json", MONSTERS)];
    let text = "data = ['monsterlist_a.json']\n[[monster]]\nuse = 'newt'\n";
    assert!(read_with(text, &files).0.is_some());
    refuse_with(
        &format!("profile = 'current'\n{text}"),
        &files,
        "E-8",
        "",
        &["condition `itch`, which is not known"],
    );
    // Not used in the battle: no error.
    let other = "profile = 'current'\ndata = ['monsterlist_a.json']\n[[monster]]\nuse = 'statue'\n";
    assert!(read_with(other, &files).0.is_some());
}

#[test]
fn e_14_files_that_are_no_data() {
    let scene = "data = ['monsterlist_a.json']\n[[monster]]\n";
    let cases = [
        ("{}", "", "not a list of entries"),
        ("[{\"id\": \"a\"", "", "ends in the middle"),
        ("[1]", "[0]", "an entry must be an object"),
        ("[{\"name\": \"x\"}]", "[0]", "an entry without id"),
        ("[{\"id\": \"x\", \"maxHP\": \"lots\"}]", "[0].maxHP", "maxHP must be a whole number"),
        ("[{\"id\": \"x\", \"attackDamage\": 3.5}]", "[0].attackDamage", "a whole number"),
        ("[{\"id\": \"x\", \"hitEffect\": 3}]", "[0].hitEffect", "must be an object"),
    ];
    for (text, path, said) in cases {
        refuse_with(
            scene,
            &[("monsterlist_a.json", text)],
            "E-14",
            path,
            &[said, "monsterlist_a.json"],
        );
    }
    refuse_with(
        "data = ['other.json']\n[[monster]]\n",
        &[("other.json", "[]")],
        "E-14",
        "",
        &["a name begins with monsterlist_"],
    );
    refuse_with(scene, &[], "E-14", "data[0]", &["there is no such file"]);
}

#[test]
fn e_8_unknown_ids_name_near_matches_and_files() {
    refuse_with(
        &scene("classic", "[[monster]]\nuse = 'newtt'"),
        FILES,
        "E-8",
        "monster[0].use",
        &["did you mean `newt`?", "data files read"],
    );
    refuse_with(
        &scene("classic", "[player]\nbag = { chese = 1 }\n[[monster]]"),
        FILES,
        "E-8",
        "player.bag.chese",
        &["did you mean `cheese`?"],
    );
    // A-86: loot may name an item that is defined nowhere, equip may not.
    refuse_with(
        "[player]\nequip = ['sword']\n[[monster]]\nloot = [{ item = 'sword' }]\n",
        &[],
        "E-8",
        "player.equip[0]",
        &["no data files were read"],
    );
}

#[test]
fn many_files_are_read_at_once() {
    let names: Vec<String> = (0..400).map(|number| format!("monsterlist_{number}.json")).collect();
    let texts: Vec<String> = (0..400)
        .map(|number| format!(r#"[{{"id": "m{number}", "name": "M", "maxHP": {}}}]"#, number + 1))
        .collect();
    let files: Vec<(&str, &str)> =
        names.iter().map(String::as_str).zip(texts.iter().map(String::as_str)).collect();
    let list: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    let b =
        battle_with(&format!("data = [{}]\n[[monster]]\nuse = 'm399'\n", list.join(", ")), &files);
    assert_eq!(b.kinds[0].stats.hp, 400);
}

#[test]
fn a_115_magicfinder_is_for_what_is_not_ordinary() {
    let items = r#"[{"id": "relic", "name": "Relic", "displaytype": "rare"}, {"id": "cheese", "name": "Cheese"},
        {"id": "nail", "name": "Nail", "displaytype": "ordinary"}]"#;
    let text = "profile = 'current'\ndata = ['itemlist_2.json']\n[player]\nskills = { magicfinder = 2 }\n\
        [[monster]]\nloot = [{ item = 'relic', chance = '30' }, { item = 'cheese', chance = '30' }, { item = 'nail', chance = '30' }, { item = 'relic', chance = '60' }]\n";
    let b = battle_with(text, &[("itemlist_2.json", items)]);
    let chances: Vec<(u64, u64)> =
        b.kinds[0].loot.iter().map(|loot| (loot.chance.chances, loot.chance.of)).collect();
    // Twice as often, but never more than always (A-53).
    assert_eq!(chances, [(6_000, 10_000), (30, 100), (30, 100), (10_000, 10_000)]);
}
