//! Scenarios of `battlescape`: made-up maps with mixed squads that have
//! everything.

use crate::Numbers;

/// The biomes of made-up maps.
pub const BIOMES: [&str; 6] = ["forest", "farmland", "urban", "desert", "industrial", "crash_site"];

const CLASSES: [&str; 16] = [
    "rifleman",
    "scout",
    "marksman",
    "heavy",
    "medic",
    "commander",
    "psion",
    "sectoid",
    "sectoid_leader",
    "muton",
    "floater",
    "chryssalid",
    "ethereal",
    "drone",
    "sentry_tank",
    "wisp",
];
const WEAPONS: [&str; 16] = [
    "pistol",
    "smg",
    "assault_rifle",
    "shotgun",
    "sniper_rifle",
    "machine_gun",
    "rocket_launcher",
    "laser_pistol",
    "laser_rifle",
    "plasma_pistol",
    "plasma_rifle",
    "plasma_cannon",
    "acid_thrower",
    "knife",
    "stun_rod",
    "claws",
];
const ARMOUR: [&str; 7] = [
    "none",
    "light_vest",
    "combat_armour",
    "heavy_armour",
    "power_suit",
    "flying_suit",
    "hazard_suit",
];
const GRENADES: [&str; 5] =
    ["frag_grenade", "smoke_grenade", "incendiary", "flash_grenade", "gas_grenade"];
const CONSUMABLES: [&str; 3] = ["medikit", "stim", "flare"];
const ABILITIES: [&str; 8] = [
    "psi_panic",
    "mind_blast",
    "slow",
    "mind_control",
    "pyrokinesis",
    "clairvoyance",
    "adrenaline",
    "rally",
];
const MODES: [&str; 6] = ["aggressive", "defensive", "cautious", "retreat", "search", "hold"];
const GOALS: [&str; 10] = [
    "kind = 'eliminate'",
    "kind = 'assassinate'\nunit = 'E1'",
    "kind = 'reach'\nzone = 'cache'\nneed = 2",
    "kind = 'hold'\nzone = 'cache'\nturns = 3",
    "kind = 'survive'\nturns = 9",
    "kind = 'interact'\nobject = 'console'",
    "kind = 'rescue'\nto = 'player'",
    "kind = 'protect'\nunit = 'C1'\nturns = 8",
    "kind = 'escape'\nzone = 'gate'\nneed = 3",
    "kind = 'capture'\nunit = 'E2'",
];

/// One of some words.
fn one<'a>(numbers: &mut Numbers, of: &[&'a str]) -> &'a str {
    of[numbers.below(of.len())]
}

/// Some of some words, each in quotes.
fn some(numbers: &mut Numbers, of: &[&str], most: usize) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for _ in 0..numbers.below(most + 1) {
        let word = format!("'{}'", one(numbers, of));
        if !found.contains(&word) {
            found.push(word);
        }
    }
    found
}

fn fighter(numbers: &mut Numbers, name: &str) -> String {
    let mut keys = vec![format!("class = '{}', name = '{name}'", one(numbers, &CLASSES))];
    if numbers.once_in(2) {
        keys.push(format!("weapon = '{}'", one(numbers, &WEAPONS)));
    }
    if numbers.once_in(2) {
        keys.push(format!("secondary = '{}'", one(numbers, &WEAPONS)));
    }
    if numbers.once_in(3) {
        keys.push(format!("armour = '{}'", one(numbers, &ARMOUR)));
    }
    if numbers.once_in(2) {
        let mut items = some(numbers, &GRENADES, 4);
        items.extend(some(numbers, &CONSUMABLES, 3));
        items.push("'motion_scanner'".to_owned());
        keys.push(format!("items = [{}]", items.join(", ")));
    }
    if numbers.once_in(3) {
        let abilities = some(numbers, &ABILITIES, 5).join(", ");
        keys.push(format!("energy = 100, psi_power = 70, abilities = [{abilities}]"));
    }
    if numbers.once_in(4) {
        keys.push(format!("morale = {}", numbers.below(101)));
    }
    if numbers.once_in(4) {
        keys.push(format!("mode = '{}'", one(numbers, &MODES)));
    }
    format!("  {{ {} }},\n", keys.join(", "))
}

/// A scenario on a made-up map of a biome, with mixed squads, civilians and
/// objectives of every kind.
pub fn scenario(numbers: &mut Numbers, biome: &str) -> String {
    let light = one(numbers, &["day", "dusk", "night", "dark"]);
    let weather = one(numbers, &["clear", "clear", "heavy_fog"]);
    let civilians_too = numbers.once_in(2);
    let mut text = format!("light = '{light}'\nweather = '{weather}'\n");
    text += &format!("enemy_targets_civilians = {civilians_too}\n");
    if !numbers.once_in(8) {
        text += &format!("time_limit = {}\n", 6 + numbers.below(12));
    }
    let size = one(numbers, &["[18, 12]", "[22, 10]", "'small'"]);
    text += &format!(
        "[map.generate]\nbiome = '{biome}'\nsize = {size}\nseed = {}\nzones = ['cache', 'gate']\n\
         [[zone]]\nname = 'gate'\nexit = true\n[[zone]]\nname = 'player'\nexit = true\n\
         [[zone]]\nname = 'cache'\ndanger = {}\n\
         [[object]]\nname = 'console'\nat = [2, 6]\n\
         [[item]]\nid = 'medikit:1'\nat = [1, 5]\n[[item]]\nid = 'gas_grenade'\nat = [16, 5]\n",
        numbers.below(1000),
        numbers.below(3),
    );
    for (side, letter) in [("player", 'P'), ("enemy", 'E')] {
        let count = 4 + numbers.below(3);
        let units: String =
            (1..=count).map(|n| fighter(numbers, &format!("{letter}{n}"))).collect();
        let placement = one(numbers, &["order", "random"]);
        text += &format!(
            "[[squad]]\nside = '{side}'\nplacement = '{placement}'\nunits = [\n{units}]\n"
        );
    }
    text += "[[squad]]\nside = 'neutral'\nspawn = 'cache'\nunits = [\n  \
             { class = 'civilian', name = 'C1' }, { class = 'civilian', name = 'C2' },\n]\n";
    let primary = numbers.below(GOALS.len());
    for (place, goal) in GOALS.iter().enumerate() {
        let primary = place == primary;
        if primary || numbers.once_in(2) {
            text += &format!("[[objective]]\n{goal}\nprimary = {primary}\n");
        }
    }
    text
}
