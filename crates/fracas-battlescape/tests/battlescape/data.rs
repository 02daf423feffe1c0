//! §20 and B-6, B-292: the figures of the game, and how to change them.

use fracas_battlescape::data::{
    Arc, BUILT_IN, DATA, DamageType, Data, Dice, FireMode, Grenade, ItemKind, Mode, TargetType,
    Vision, WeaponClass,
};
use fracas_core::document::{Diagnostics, Source, check_part, parse};

use crate::common::{battle, battle_with, refuse, refuse_with, skirmish};

/// The built-in data with `[rules]` over them.
fn with_rules(rules: &str) -> Data {
    battle(&format!("{}[rules]\n{rules}", skirmish("P . . . E", ""))).data
}

fn refuse_rules(rules: &str, path: &str, says: &[&str]) {
    refuse(&format!("{}[rules]\n{rules}", skirmish("P . . . E", "")), path, says);
}

/// The path of every figure that is written, and how often.
fn written() -> usize {
    BUILT_IN.lines().filter(|line| line.contains('=')).map(|line| line.matches('=').count()).sum()
}

#[test]
fn b_6_the_built_in_data_are_without_a_flaw() {
    let mut out = Diagnostics::new(Source::new("battlescape.toml", BUILT_IN));
    let parsed = parse(&mut out).unwrap();
    let checked = check_part(&parsed, &DATA, &mut out);
    let data = Data::layered(&[&checked], &mut out);
    assert_eq!(out.render(false), "");
    assert_eq!((data.terrains.len(), data.weapons.len(), data.classes.len()), (21, 17, 17));
    assert_eq!((data.items.len(), data.abilities.len(), data.biomes.len()), (9, 8, 8));
    assert_eq!(data.armours.len(), 6);
    assert!(written() > 700);
    for field in DATA.fields {
        assert!(checked.has(field.key), "{} is not among the built-in data", field.key);
        assert!(!field.doc.is_empty(), "{} is not documented", field.key);
    }
    assert_eq!(data.arcs, [Arc::Front, Arc::Front, Arc::Side, Arc::Rear]);
}

/// B-20, B-21: the table of terrain, cell by cell.
#[test]
fn b_20_b_21_terrain() {
    let data = Data::built_in();
    let row = |id: &str| {
        let terrain = data.terrain(data.terrain_named(id).unwrap());
        let becomes =
            terrain.tough.map(|tough| format!("{tough} {}", data.terrain(terrain.becomes).id));
        let walk = terrain.walk.map_or("never".to_owned(), |walk| walk.to_string());
        let sight = format!("{:?} {}", terrain.sight, terrain.height).to_lowercase();
        format!(
            "{} {walk} {sight} {} {} {}",
            terrain.glyph,
            ["-", "half", "full"][usize::from(terrain.cover)],
            if terrain.burns { "burns" } else { "-" },
            becomes.unwrap_or("-".to_owned()),
        )
    };
    let table = [
        ("ground", ". 0 clear 0 - - -"),
        ("grass", ", 0 clear 0 - burns -"),
        ("road", "= 0 clear 0 - - -"),
        ("rubble", ": 100 clear 0 - - -"),
        ("wall", "# never block 2 full - 40 rubble"),
        ("wood_wall", "W never block 2 full burns 20 rubble"),
        ("window", "O never clear 0 half - 8 rubble"),
        ("low_wall", "n 100 clear 0 half - 25 rubble"),
        ("crate", "c 100 partial 1 half burns 15 ground"),
        ("barricade", "H never partial 1 full burns 20 rubble"),
        ("bush", "b 0 partial 1 half burns 8 ground"),
        ("tree", "T 100 partial 3 half burns 25 rubble"),
        ("shallow_water", "~ 100 clear 0 - - -"),
        ("deep_water", "w 200 block 2 - - -"),
        ("closed_door", "+ 0 block 2 full burns 20 rubble"),
        ("open_door", "/ 0 clear 0 - burns 20 rubble"),
        ("lava", "L 0 clear 0 - - -"),
        ("acid", "A 0 clear 0 - - -"),
        ("spikes", "S 0 clear 0 - - -"),
        ("live_wire", "Z 0 clear 0 - - -"),
        ("void", "x never block 9 - - -"),
    ];
    for (id, cells) in table {
        assert_eq!(row(id), cells, "{id}");
    }
    let hazard = |glyph| data.terrain(data.terrain_drawn(glyph).unwrap()).hazard;
    assert_eq!(['L', 'A', 'S', 'Z', '.'].map(hazard), [20, 12, 8, 16, 0]);
    let burnt =
        |id: &str| data.terrain(data.terrain(data.terrain_named(id).unwrap()).burnt).id.as_str();
    assert_eq!(["grass", "crate", "tree"].map(burnt), ["ground", "ground", "rubble"]);
}

/// B-24, B-25: doors open and close into each other; their prices.
#[test]
fn b_24_b_25_doors_and_objects() {
    let data = Data::built_in();
    let [closed, open] = ["closed_door", "open_door"].map(|id| data.terrain_named(id).unwrap());
    assert_eq!((data.terrain(closed).door, data.terrain(closed).closed), (Some(open), true));
    assert_eq!((data.terrain(open).door, data.terrain(open).closed), (Some(closed), false));
    assert_eq!((data.tu.door, data.tu.interact), (5, 10));
}

/// B-62, B-63: what actions and attacks cost.
#[test]
fn b_62_b_63_costs() {
    let data = Data::built_in();
    let tu = data.tu;
    assert_eq!((tu.walk, tu.run, tu.crouch_pct, tu.climb_pct), (4, 5, 50, 100));
    assert_eq!((tu.disengage, tu.turn, tu.take_cover, tu.prone, tu.stand), (30, 1, 10, 10, 5));
    assert_eq!((tu.use_item, tu.throw, tu.prepare, tu.throw_prepared), (15, 10, 5, 10));
    assert_eq!((tu.reload, tu.switch, tu.ready, tu.suppress, tu.reaction), (10, 5, 15, 20, 50));
    let modes = |id: &str| {
        let weapon = data.weapons.iter().find(|weapon| weapon.id == id).unwrap();
        let modes = weapon.modes.iter().zip(FireMode::ALL).filter_map(|(cost, mode)| {
            let cost = (*cost)?;
            Some(format!("{} {} ({}, {})", mode.name(), cost.tu, cost.rounds, cost.recoil))
        });
        format!("{} | {}", modes.collect::<Vec<_>>().join(", "), weapon.magazine)
    };
    let table = [
        ("pistol", "snap 15 (1, 0), aimed 25 (1, 0), burst 20 (3, 5) | 30"),
        ("smg", "snap 15 (1, 0), aimed 30 (1, 0), burst 25 (8, 2), auto 60 (15, 1) | 60"),
        ("assault_rifle", "snap 20 (1, 0), aimed 40 (1, 0), burst 30 (5, 5), auto 60 (10, 2) | 30"),
        ("sniper_rifle", "snap 30 (1, 0), aimed 50 (1, 0) | 10"),
        ("shotgun", "snap 20 (1, 0), aimed 35 (1, 0) | 8"),
        ("machine_gun", "snap 40 (1, 0), aimed 60 (1, 0), burst 50 (4, 4), auto 80 (8, 2) | 12"),
        ("rocket_launcher", "snap 40 (1, 0), aimed 60 (1, 0) | 1"),
        ("laser_rifle", "snap 20 (1, 0), aimed 40 (1, 0), burst 30 (5, 4) | 30"),
        ("acid_thrower", "snap 20 (1, 0), aimed 40 (1, 0) | 30"),
        ("claws", "strike 15 (0, 0) | 0"),
    ];
    for (id, cells) in table {
        assert_eq!(modes(id), cells, "{id}");
    }
}

/// B-91, B-92, B-101, B-112, B-115, B-140, B-151, B-160: figures by their
/// tables.
#[test]
fn b_91_to_b_160_figures() {
    let data = Data::built_in();
    let scoped = Vision::Scoped { scoped: 15, plain: 10 };
    let plain = [10, 12, 8, 8].map(Vision::Plain);
    assert_eq!(data.vision, [plain[0], scoped, plain[1], plain[2], plain[3]]);
    assert_eq!(data.sight.light_pct, [100, 75, 50, 30]);
    assert_eq!((data.sight.weather_pct, data.sight.smoke_pct), ([100, 50], 50));
    let noise = |id: &str| data.weapons.iter().find(|weapon| weapon.id == id).unwrap().noise;
    let guns = ["pistol", "smg", "shotgun", "assault_rifle", "machine_gun", "sniper_rifle"];
    assert_eq!(guns.map(noise), [6, 8, 10, 12, 14, 15]);
    assert_eq!(["rocket_launcher", "knife"].map(noise), [14, 3]);
    let heard = data.noise;
    assert_eq!((heard.throw, heard.explosion, heard.walk, heard.run), (4, 20, 3, 6));
    assert_eq!((heard.crouch, heard.door, heard.ability), (1, 4, 2));
    let cover = data.cover.map(|cover| (cover.accuracy, cover.damage_pct, cover.armour_bonus));
    assert_eq!(cover, [(15, 75, 0), (30, 50, 0)]);
    let modes = data.modes.map(|mode| (mode.accuracy, mode.damage_pct));
    assert_eq!(modes, [(-10, 10), (15, 20), (-25, 0), (-20, -20), (0, 0)]);
    assert_eq!(data.matrix[TargetType::Armored as usize], [100, 120, 80, 150]);
    assert_eq!(data.matrix[TargetType::Energy as usize], [100, 150, 80, 100]);
    assert_eq!(data.damage.armour_pct, [100, 80, 120, 50]);
}

/// B-190, B-200, C-42: items and abilities by their tables.
#[test]
fn b_190_b_200_items_and_abilities() {
    let data = Data::built_in();
    let kind = |id: &str| data.items.iter().find(|item| item.id == id).unwrap().kind;
    let dice = |text: &str| Dice::read(text).unwrap();
    let frag = Grenade::Blast { dice: dice("2d10"), damage: DamageType::Kinetic, gas: 0 };
    let gas = Grenade::Blast { dice: dice("2d6"), damage: DamageType::Chemical, gas: 3 };
    let fire = Grenade::Fire { dice: dice("1d10"), turns: 3 };
    assert_eq!(kind("frag_grenade"), ItemKind::Thrown { what: frag, radius: 2 });
    assert_eq!(kind("gas_grenade"), ItemKind::Thrown { what: gas, radius: 2 });
    assert_eq!(kind("incendiary"), ItemKind::Thrown { what: fire, radius: 1 });
    let flash = Grenade::Flash { chance: 70, fall: 20, phases: 1 };
    assert_eq!(kind("flash_grenade"), ItemKind::Thrown { what: flash, radius: 2 });
    assert_eq!(kind("flare"), ItemKind::Thrown { what: Grenade::Flare(4), radius: 5 });
    assert_eq!(kind("medikit"), ItemKind::Medikit { heals: 25 });
    assert_eq!(kind("motion_scanner"), ItemKind::Scanner { radius: 8 });
    let row = |id: &str| {
        let ability = data.abilities.iter().find(|ability| ability.id == id).unwrap();
        (ability.tu, ability.energy, ability.range, ability.base)
    };
    assert_eq!(row("psi_panic"), (25, 15, 12, Some(50)));
    assert_eq!(row("mind_control"), (40, 30, 10, Some(30)));
    assert_eq!(row("rally"), (20, 10, 8, None));
}

/// B-214, B-231, B-254, B-272: suppression, morale, experience, the AI.
#[test]
fn b_214_b_231_b_254_b_272_figures() {
    let data = Data::built_in();
    let points = data.suppression;
    assert_eq!((points.hit, points.miss, points.auto, points.cap), (2, 1, 3, 10));
    let morale = data.morale;
    assert_eq!((morale.friend_killed, morale.leader_killed, morale.killer), (10, 20, 10));
    assert_eq!(data.xp.ranks, [100, 300, 600, 1000, 1500, 2000]);
    let shoots = Mode::ALL.map(|mode| data.ai[mode as usize].shoots_at);
    assert_eq!(shoots, [15, 35, 45, 0, 45, 25]);
    let withdraws = Mode::ALL.map(|mode| data.ai[mode as usize].withdraws_at);
    assert_eq!(withdraws, [10, 25, 40, 0, 25, 0]);
}

/// §20: units with their kit.
#[test]
fn classes_have_their_kit() {
    let data = Data::built_in();
    let class = |id: &str| data.classes.iter().find(|class| class.id == id).unwrap();
    let rifleman = class("rifleman");
    assert_eq!((rifleman.hp, rifleman.accuracy, rifleman.strength), (60, 65, 50));
    let weapon = |id: &str| class(id).weapon.map(|weapon| data.weapon(weapon).id.clone());
    assert_eq!(weapon("rifleman").as_deref(), Some("assault_rifle"));
    assert_eq!(weapon("civilian"), None);
    assert_eq!((rifleman.items.len(), class("scout").items.len()), (2, 2));
    assert!(class("drone").mindless && class("drone").flies && class("commander").leader);
    assert_eq!(class("sentry_tank").target_type, TargetType::Armored);
    assert_eq!(class("psion").abilities.len(), 4);
}

#[test]
fn b_292_house_rules_by_path_or_by_table() {
    let data = with_rules(
        "'cover.full.damage_pct' = 40\n'weapon.assault_rifle.dice' = '1d20+1'\ntu.walk = 3\n\
         arcs = ['front', 'side', 'side', 'rear']\n[rules.terrain.deep_water]\nsight = 'clear'\n",
    );
    assert_eq!((data.cover[1].damage_pct, data.tu.walk), (40, 3));
    let rifle = data.weapons.iter().find(|weapon| weapon.id == "assault_rifle").unwrap();
    assert_eq!(rifle.dice.to_string(), "1d20+1");
}

/// B-292: what a class of weapons costs holds for all of the class.
#[test]
fn b_292_a_change_to_a_weapon_class_reaches_its_weapons() {
    let data = with_rules("'weapon_class.rifle.snap' = 18\n'weapon.plasma_rifle.snap' = 22\n");
    let snap = |id: &str| {
        let weapon = data.weapons.iter().find(|weapon| weapon.id == id).unwrap();
        weapon.modes[FireMode::Snap as usize].unwrap().tu
    };
    assert_eq!(["assault_rifle", "laser_rifle", "plasma_rifle"].map(snap), [18, 18, 22]);
}

#[test]
fn b_6_unknown_keys_and_bad_values_are_told_with_the_nearest_word() {
    refuse_rules(
        "'cover.ful.damage_pct' = 40",
        "rules.cover.ful",
        &["unknown key rules.cover.ful", "did you mean `full`?", "battle.toml:"],
    );
    refuse_rules(
        "'weapon.asault_rifle.dice' = '1d20'",
        "rules.weapon.asault_rifle",
        &["there is no weapon `asault_rifle`", "did you mean `assault_rifle`?"],
    );
    refuse_rules(
        "'weapon.knife.dyce' = '1d20'",
        "rules.weapon.knife.dyce",
        &["did you mean `dice`?"],
    );
    refuse_rules(
        "'weapon.knife.dice' = '21d6'",
        "rules.weapon.knife.dice",
        &["21d6", "at most 20d100"],
    );
    refuse_rules("'weapon.knife.dice' = 6", "rules.weapon.knife.dice", &["must be text"]);
    refuse_rules("'tu.walk' = -4", "rules.tu.walk", &["is -4", "allowed are 1 to 999"]);
    refuse_rules(
        "'unit.medic.hp' = 1000",
        "rules.unit.medic.hp",
        &["1000", "allowed are 1 to 999"],
    );
    refuse_rules("'unit.medic.bravery' = 101", "rules.unit.medic.bravery", &["101", "0 to 100"]);
    refuse_rules(
        "'unit.medic.weapon' = 'smgg'",
        "rules.unit.medic.weapon",
        &["there is no weapon `smgg`", "did you mean `smg`?"],
    );
    refuse_rules("'weapon.smg.bands' = []", "rules.weapon.smg.bands", &["smg", "grow"]);
    refuse_rules("'weapon.smg.bands' = [3, 3]", "rules.weapon.smg.bands", &["smg", "grow"]);
    refuse_rules(
        "'weapon.smg.magazine' = 0",
        "rules.weapon.smg",
        &["the ranged weapon smg has no magazine"],
    );
    refuse_rules(
        "'weapon_class.launcher.magazine' = 0",
        "rules.weapon_class.launcher",
        &["rocket_launcher has no magazine"],
    );
    refuse_rules("'item.stim.heals' = 5", "rules.item.stim.heals", &["means nothing to an item"]);
    refuse_rules(
        "'terrain.bush.glyph' = 'T'",
        "rules.terrain.bush",
        &["bush is drawn `T` like tree"],
    );
    refuse_rules("'tu.walk' = 4\ntu.walk = 5", "rules.tu", &["tu is given twice"]);
}

/// B-292: percent are percent, and figures that contradict each other are told
/// where they are said last.
#[test]
fn b_292_figures_make_sense() {
    refuse_rules(
        "'ai.defensive.shoots_at' = 101",
        "rules.ai.defensive.shoots_at",
        &["is 101; allowed are 0 to 100"],
    );
    refuse_rules(
        "'accuracy.least' = 96",
        "rules.accuracy.least",
        &["accuracy.least is 96, and accuracy.most, which is 95, is below it"],
    );
    refuse_rules("'accuracy.most' = 4", "rules.accuracy.most", &["accuracy.least is 5"]);
    refuse_rules("'status.critical' = 71", "rules.status.critical", &["status.wounded"]);
    refuse_rules("'noise.mid' = 4", "rules.noise.mid", &["noise.near is 5"]);
    refuse_rules(
        "'xp.ranks' = [100, 300, 200, 1000, 1500, 2000]",
        "rules.xp.ranks",
        &["must not fall"],
    );
    with_rules("'accuracy.least' = 95\n'accuracy.most' = 95\n'ai.hold.shoots_at' = 100");
}

/// B-292: a file of one's own arms.
#[test]
fn b_292_data_files_define_new_things() {
    let arms = "[weapon.gauss_rifle]\nlike = 'assault_rifle'\ndice = '2d12'\n\
        [weapon.bow]\nclass = 'sniper'\ndice = '1d8'\nbands = [4, 8]\nmagazine = 1\n\
        [unit.guardsman]\nlike = 'rifleman'\nhp = 70\nweapon = 'gauss_rifle'\n\
        [terrain.glass]\nlike = 'window'\nglyph = 'G'\n";
    let text = skirmish("P G . . E", "data = ['arms.toml']")
        .replace("class = 'rifleman'", "class = 'guardsman'");
    let b = battle_with(&text, &[("arms.toml", arms)]);
    let data = &b.data;
    let weapon = |id: &str| data.weapons.iter().find(|weapon| weapon.id == id).unwrap();
    let gauss = weapon("gauss_rifle");
    assert_eq!((gauss.dice.to_string().as_str(), gauss.class), ("2d12", WeaponClass::Rifle));
    assert_eq!((weapon("bow").noise, weapon("bow").range()), (15, 8));
    assert_eq!((b.sheets[0].max_hp, b.sheets[0].accuracy), (70, 65));
    assert_eq!(b.start.units[0].in_hand().map(|armed| armed.loaded), Some(30));
    assert_eq!(data.terrain(b.terrain[1]).id, "glass");
}

#[test]
fn b_292_mistakes_in_data_files_are_shown_there() {
    let text = skirmish("P . . . E", "data = ['arms.toml']");
    let wrong = |arms: &str, path: &str, says: &[&str]| {
        refuse_with(&text, &[("arms.toml", arms)], path, says);
    };
    wrong(
        "[weapon.knife]\ndice = 'x'\n",
        "weapon.knife.dice",
        &["arms.toml:2:8", "`x` are no dice"],
    );
    wrong("[weapon.gun]\nlike = 'rifel'\n", "weapon.gun.like", &["there is no weapon `rifel`"]);
    wrong("[weapon.knife]\nlike = 'claws'\n", "weapon.knife.like", &["is there already"]);
    wrong("[wepon.gun]\n", "wepon", &["unknown key wepon", "did you mean `weapon`?"]);
    wrong("[weapon\n", "", &["arms.toml:1"]);
    refuse(&text, "data[0]", &["cannot read arms.toml", "there is no such file"]);
}
