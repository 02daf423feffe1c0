//! Scenarios of `andor`, written in many ways.

use fracas_core::chance::Rolled;

use super::one_of;

/// A scenario made up of pieces that are written in many ways.
pub fn scenario(dice: &mut Rolled) -> String {
    let items = one_of(
        dice,
        &[
            "item = { tonic = { heal = '2-6' }, coat = { slot = 'body', hp = 3 } }\n",
            "item.tonic.heal = 4\nitem.coat = { slot = 'body', block = 5 }\n",
            "[item.tonic]\nheal = 3\n[item.coat]\nslot = 'body'\n",
            "[item]\ntonic = { heal = 5 }\n[item.coat]\nslot = 'body'\nhp = -3\n",
        ],
    );
    let player = one_of(
        dice,
        &[
            "[player]\nhp = 5\nbase = { hp = 14, attack_cost = 5, damage = '1-3' }\nbag = { tonic = 2 }\nequip = ['coat']\nlevel_up = ['hp', 'block']\n",
            "[player]\nlevel = 3\nxp = 400\nbase.attack_chance = 90\n[player.bag]\ntonic = 1\n[player.equip]\nbody = 'coat'\n",
            "[player]\nbase = { hp = 30, damage = 4 }\nlevel_up = ['damage', 'attack_chance']\ngold = 999999999999\n",
        ],
    );
    let policy = one_of(
        dice,
        &["", "[policy]\nflee_below = 70\ndrink_below = 50\n", "[policy]\npreset = 'coward'\n"],
    );
    let (profile, effects) = match one_of(dice, &["classic", "current", "current"]) {
        "classic" => ("", ""),
        _ => (
            "profile = 'current'\n",
            one_of(
                dice,
                &[
                    "[monster.hit_effect]\n[[monster.hit_effect.conditionsTarget]]\ncondition = 'ill'\nmagnitude = 400\nduration = 3\n",
                    "hit_effect = { conditionsTarget = [{ condition = 'ill', magnitude = 1, duration = 998, chance = '50' }], increaseCurrentHP = 2 }\n",
                    "death_effect = { conditionsSource = [{ condition = 'ill', magnitude = -99, duration = 4 }], increaseCurrentHP = -3 }\n",
                ],
            ),
        ),
    };
    let condition = if profile.is_empty() {
        ""
    } else {
        one_of(
            dice,
            &[
                "[condition.ill]\nisStacking = true\nroundEffect = { increaseCurrentHP = -1 }\n",
                "[condition.ill]\nabilityEffect = { increaseMaxHP = -40, increaseMaxAP = -1 }\n",
                "[condition.ill]\nisStacking = 1\nabilityEffect = { increaseMaxHP = 5 }\n",
            ],
        )
    };
    let loot = "loot = [{ item = 'gold', qty = '0-9' }, { item = 'tail', chance = '60%' }, { item = 'tonic', chance = '1/3' }]\n";
    let monster = format!(
        "[[monster]]\nname = 'rat'\n{}hp = 6\nattack_cost = 5\nattack_chance = 85\ndamage = '1-4'\nxp = 90\n{loot}{effects}",
        one_of(dice, &["", "count = 2\n", "count = 10\n", "at = [0, 1]\nmove_cost = 99\n"])
    );
    let next = one_of(
        dice,
        &[
            "",
            "[[next]]\nrest = true\n[[next.monster]]\nname = 'cat'\nhp = 9\nattack_chance = 90\ndamage = '2-6'\nxp = 50\nloot = [{ item = 'fur' }]\n",
        ],
    );
    format!("{profile}{items}{condition}{player}{policy}{monster}{next}")
}

/// A fight of a weak hero, for exact odds.
pub fn small(dice: &mut Rolled) -> String {
    let profile = one_of(dice, &["", "profile = 'current'\n"]);
    let hero = format!(
        "[player]\nbase = {{ hp = {}, attack_cost = {}, attack_chance = {}, damage = '{}', block = {} }}\n",
        one_of(dice, &["4", "9", "14"]),
        one_of(dice, &["3", "5", "10"]),
        one_of(dice, &["40", "90", "100"]),
        one_of(dice, &["1-2", "2-5", "3"]),
        one_of(dice, &["0", "10"]),
    );
    let bag = one_of(dice, &["", "bag = { tonic = 2 }\n"]);
    let policy = one_of(dice, &["", "[policy]\ndrink_below = 50\n", "[policy]\nflee_below = 30\n"]);
    let effect = match profile {
        "" => "",
        _ => one_of(
            dice,
            &[
                "",
                "hit_effect = { conditionsTarget = [{ condition = 'ill', magnitude = 1, duration = 2, chance = '50' }] }\n",
                "hit_effect = { increaseCurrentHP = 1 }\n",
            ],
        ),
    };
    let condition = match effect {
        "" => "",
        _ => "[condition.ill]\nroundEffect = { increaseCurrentHP = -1 }\n",
    };
    let monster = format!(
        "[[monster]]\nname = 'rat'\n{}hp = {}\nattack_cost = 5\nattack_chance = {}\ndamage = '{}'\nxp = 9\n{effect}",
        one_of(dice, &["", "count = 2\n"]),
        one_of(dice, &["3", "6", "8"]),
        one_of(dice, &["50", "85"]),
        one_of(dice, &["1-2", "1-4", "2"]),
    );
    format!("{profile}[item.tonic]\nheal = '2-3'\n{condition}{hero}{bag}{policy}{monster}")
}
