//! Chapters 3 and 9: ratings, weather, items; and own kinds (O-88, O-89).

use crate::common::*;
use fracas_core::capability::Tell;

/// One side with these men, the other a plain noble.
fn attackers(men: &str, more: &str) -> fracas_olympia::battle::Battle {
    battle(&format!(
        "{more}\nattacker.stack = [{{ noble = 'A', men = {{ {men} }} }}]
         defender.stack = [{{ noble = 'D' }}]"
    ))
}

const EVERYBODY: &str = "peasant = 1, worker = 1, sailor = 1, soldier = 1, blessed_soldier = 1,
    pikeman = 1, swordsman = 1, pirate = 1, knight = 1, elite_guard = 1, crossbowman = 1,
    archer = 1, elite_archer = 1";

/// O-10, O-12, O-13: attack, defense, missile on land; attack, defense aboard and in a swamp.
#[test]
fn o_10_o_12_o_13_base_ratings() {
    let table = [
        ("peasant", [1, 1, 0], [1, 1], [1, 1]),
        ("worker", [1, 1, 0], [1, 1], [1, 1]),
        ("sailor", [1, 1, 0], [1, 1], [1, 1]),
        ("soldier", [5, 5, 0], [5, 5], [5, 5]),
        ("blessed_soldier", [5, 5, 0], [5, 5], [5, 5]),
        ("pikeman", [5, 30, 0], [5, 30], [5, 30]),
        ("swordsman", [15, 15, 0], [15, 15], [15, 15]),
        ("pirate", [5, 5, 0], [15, 15], [5, 5]),
        ("knight", [45, 45, 0], [20, 20], [20, 20]),
        ("elite_guard", [90, 90, 0], [65, 65], [65, 65]),
        ("crossbowman", [1, 1, 25], [1, 1], [1, 1]),
        ("archer", [5, 5, 50], [5, 5], [5, 5]),
        ("elite_archer", [10, 10, 75], [10, 10], [10, 10]),
    ];
    let land = attackers(EVERYBODY, "");
    let ship = attackers(EVERYBODY, "place.aboard = { kind = 'roundship' }");
    let swamp = attackers(EVERYBODY, "place.terrain = 'swamp'");
    for (kind, on_land, aboard, in_swamp) in table {
        assert_eq!(ratings(&land, "A", kind)[..3], on_land, "{kind}");
        assert_eq!(ratings(&ship, "A", kind)[..2], aboard, "{kind} aboard");
        assert_eq!(ratings(&swamp, "A", kind)[..2], in_swamp, "{kind} in a swamp");
    }
    for battle in [&land, &ship, &swamp] {
        assert_eq!(ratings(battle, "A", "noble")[..3], [80, 80, 0]);
    }
}

/// O-13: a ship moored in a swamp costs 25 once.
#[test]
fn o_13_ship_and_swamp_cost_25_once() {
    let both = "place = { terrain = 'swamp', aboard = { kind = 'galley' } }";
    let battle = attackers("knight = 1, elite_guard = 1", both);
    assert_eq!(ratings(&battle, "A", "knight")[..2], [20, 20]);
    assert_eq!(ratings(&battle, "A", "elite_guard")[..2], [65, 65]);
}

/// O-14: aboard is judged side by side: who storms a docked ship stands on land.
#[test]
fn o_14_aboard_is_judged_per_side() {
    let storm = battle(
        "place.terrain = 'port'
         attacker.stack = [{ noble = 'A', men = { knight = 1, pirate = 1 } }]
         defender.structure = { kind = 'galley' }
         defender.stack = [{ noble = 'D', men = { knight = 1, pirate = 1 } }]",
    );
    assert_eq!(ratings(&storm, "A", "knight")[..2], [45, 45]);
    assert_eq!(ratings(&storm, "A", "pirate")[..2], [5, 5]);
    assert_eq!(ratings(&storm, "D", "knight")[..2], [20, 20]);
    assert_eq!(ratings(&storm, "D", "pirate")[..2], [15, 15]);
    // A building is no ship.
    let inside = attackers("knight = 1", "place.inside = { kind = 'inn' }");
    assert_eq!(ratings(&inside, "A", "knight")[..2], [45, 45]);
}

/// O-15, O-16, O-17: missiles in calm, wind, rain and both; and who is in front.
#[test]
fn o_15_o_16_o_17_missiles_in_weather() {
    let table = [
        ("A", "crossbowman", [25, 12, 25, 12], 12),
        ("A", "archer", [50, 25, 0, 0], 5),
        ("A", "elite_archer", [75, 37, 0, 0], 10),
        ("A", "catapult", [25, 12, 25, 12], 25),
        ("B", "noble", [40, 20, 40, 20], 80),
        ("C", "noble", [5, 2, 5, 2], 80),
    ];
    let skies = ["", "'wind'", "'rain'", "'wind', 'rain'"].map(|weather| {
        battle(&format!(
            "place.weather = [{weather}]
             attacker.stack = [
                 {{ noble = 'A',
                     men = {{ crossbowman = 1, archer = 1, elite_archer = 1, catapult = 1 }} }},
                 {{ noble = 'B', missile = 40 }},
                 {{ noble = 'C', items = [{{ name = 'javelin', missile = 5 }}] }}]
             defender.structure = {{ kind = 'castle' }}
             defender.stack = [{{ noble = 'D' }}]"
        ))
    });
    for (unit, who, missiles, in_front) in table {
        for (battle, missile) in skies.iter().zip(missiles) {
            assert_eq!(ratings(battle, unit, who)[2], missile, "{who} of {unit}");
        }
        let name = if who == "noble" { unit.to_owned() } else { format!("{who} of {unit}") };
        let able = able(&skies[3], start(&skies[3]), ATTACKER);
        let (_, _, strength) = able.iter().find(|(_, known, _)| *known == name).expect("able");
        assert_eq!(u64::from(*strength), in_front, "{who} of {unit} in front, wind and rain");
    }
}

/// O-18: walls keep no rain or wind out, and both sides have the same weather.
#[test]
fn o_18_a_structure_gives_no_shelter_from_weather() {
    let siege = battle(
        "place.weather = ['rain', 'wind']
         attacker.stack = [{ noble = 'A', men = { archer = 1 } }]
         defender.structure = { kind = 'castle' }
         defender.stack = [{ noble = 'D', men = { archer = 1, crossbowman = 1 } }]",
    );
    assert_eq!(ratings(&siege, "A", "archer")[2], 0);
    assert_eq!(ratings(&siege, "D", "archer")[2], 0);
    assert_eq!(ratings(&siege, "D", "crossbowman")[2], 12);
}

/// O-19: an archer in the rain cannot shoot from the rear; in front he is a foot soldier.
#[test]
fn o_19_no_missile_no_attack_from_the_rear() {
    let text = |behind: u8| {
        format!(
            "place.weather = ['rain']
             attacker.stack = [{{ noble = 'A' }}, {{ noble = 'B', men = {{ soldier = 1 }} }},
                               {{ noble = 'C', behind = {behind}, men = {{ archer = 3 }} }}]
             defender.stack = [{{ noble = 'D' }}]"
        )
    };
    let rear = battle(&text(1));
    let expected = [entry(1, "A", 80), entry(1, "B", 80), entry(1, "soldier of B", 5)];
    assert_eq!(able(&rear, start(&rear), ATTACKER), expected);
    let front = battle(&text(0));
    assert!(able(&front, start(&front), ATTACKER).contains(&entry(3, "archer of C", 5)));
}

/// O-20: items come before wind, so a bonus is halved with the rest; nothing
/// that happens in the battle changes a rating.
#[test]
fn o_20_order_of_computation() {
    let windy = battle(
        "place.weather = ['wind']
         attacker.stack = [{ noble = 'A', missile = 40,
             items = [{ name = 'sling', missile = 11 }] }]
         defender.structure = { kind = 'galley', defense = 0, damage = 99 }
         defender.stack = [{ noble = 'D', men = { knight = 2 } }]",
    );
    assert_eq!(ratings(&windy, "A", "noble")[2], 25);
    // The ship is gone, its knights still fight with 20/20.
    let mut state = start(&windy).clone();
    step(&windy, &mut state, "attacker 1/4, target 1/3");
    assert!(!state.forces[1].wall.stands);
    assert_eq!(exposed(&windy, &state, DEFENDER), [entry(2, "knight of D", 20)]);
    assert_eq!(able(&windy, &state, DEFENDER)[1], entry(2, "knight of D", 20));
}

/// O-11: innate ratings as written; items are added on top.
#[test]
fn o_11_innate_ratings_of_a_noble() {
    let battle = battle(
        "attacker.stack = [{ noble = 'A', attack = 100, defense = 0, missile = 40 },
                           { noble = 'B', missile = 60, items = [{ name = 'bow', missile = 30 }] }]
         defender.stack = [{ noble = 'D' }]",
    );
    assert_eq!(ratings(&battle, "A", "noble"), [100, 0, 40, 100]);
    assert_eq!(ratings(&battle, "B", "noble"), [80, 80, 90, 170]);
    assert_eq!(ratings(&battle, "D", "noble"), [80, 80, 0, 160]);
}

/// O-43: a noble who starts wounded, even ill, fights as well as any other.
#[test]
fn o_43_wounded_nobles_fight_with_full_ratings() {
    let battle = battle(
        "attacker.stack = [{ noble = 'A', health = 1, ill = true }]
         defender.stack = [{ noble = 'D' }]",
    );
    assert_eq!(ratings(&battle, "A", "noble"), ratings(&battle, "D", "noble"));
    assert_eq!(breaks(&battle, ATTACKER), (160, 80));
}

/// O-65: of equal bonuses the item written first counts; a roster names it.
#[test]
fn o_65_ties_go_to_the_item_written_first() {
    let battle = battle(
        "attacker.stack = [{ noble = 'A', items = [
             { name = 'old sword', attack = 10 }, { name = 'new sword', attack = 10 },
             { name = 'pebble' }] }]
         defender.stack = [{ noble = 'D' }]",
    );
    assert_eq!(ratings(&battle, "A", "noble")[0], 90);
    let opening = fracas_olympia::Olympia.opening(&battle);
    assert!(opening.contains("wielding old sword"), "{opening}");
    assert!(!opening.contains("new sword") && !opening.contains("pebble"), "{opening}");
}

/// O-66: items serve the noble alone, and a javelin lets him strike from the rear.
#[test]
fn o_66_bonuses_serve_the_noble_alone() {
    let battle = battle(
        "attacker.stack = [{ noble = 'A', men = { soldier = 1 } },
            { noble = 'B', behind = 1, men = { soldier = 2 },
              items = [{ name = 'javelin', missile = 5 },
                  { name = 'axe', attack = 15, defense = 9 }] }]
         defender.stack = [{ noble = 'D' }]",
    );
    assert_eq!(ratings(&battle, "B", "soldier")[..3], [5, 5, 0]);
    let expected = [entry(1, "A", 80), entry(1, "soldier of A", 5), entry(1, "B", 5)];
    assert_eq!(able(&battle, start(&battle), ATTACKER), expected);
}

/// O-88: kinds of the scenario's own, in every place and weather.
#[test]
fn o_88_own_kinds() {
    let kinds = "
        kinds.orc = { attack = 8, defense = 6 }
        kinds.naga = { attack = 10, defense = 11, aboard = { attack = 12, defense = 13 },
                       swamp = { attack = 14, defense = 15 } }
        kinds.newt = { attack = 3, defense = 4, swamp = { attack = 9, defense = 9 } }
        kinds.slinger = { attack = 2, defense = 2, missile = 9 }
        kinds.bowman = { attack = 2, defense = 2, missile = 9, shoots_like = 'archer' }
        kinds.monk = { attack = 1, defense = 1, blessed = true, upkeep = 7, plural = 'wise monks' }";
    let men = "orc = 1, naga = 1, newt = 1, slinger = 1, bowman = 1, monk = 2";
    let at = |place: &str| attackers(men, &format!("{kinds}\n{place}"));
    let land = at("");
    assert_eq!(ratings(&land, "A", "orc"), [8, 6, 0, 14]);
    assert_eq!(ratings(&land, "A", "naga")[..2], [10, 11]);
    let ship = at("place.aboard = { kind = 'galley' }");
    assert_eq!(ratings(&ship, "A", "orc")[..2], [8, 6]);
    assert_eq!(ratings(&ship, "A", "naga")[..2], [12, 13]);
    assert_eq!(ratings(&at("place.terrain = 'swamp'"), "A", "naga")[..2], [14, 15]);
    let both = at("place = { terrain = 'swamp', aboard = { kind = 'galley' } }");
    assert_eq!(ratings(&both, "A", "naga")[..2], [12, 13]);
    // The ship wins also where it leaves a kind as it is on land.
    assert_eq!(ratings(&both, "A", "newt")[..2], [3, 4]);
    let rain = at("place.weather = ['rain']");
    assert_eq!((ratings(&rain, "A", "slinger")[2], ratings(&rain, "A", "bowman")[2]), (9, 0));
    let wind = at("place.weather = ['wind']");
    assert_eq!((ratings(&wind, "A", "slinger")[2], ratings(&wind, "A", "bowman")[2]), (4, 4));
    let later = at("edition = 'later'\nplace.weather = ['rain']");
    assert_eq!((ratings(&later, "A", "slinger")[2], ratings(&later, "A", "bowman")[2]), (2, 4));

    let opening = fracas_olympia::Olympia.opening(&land);
    assert!(opening.contains("one orc") && opening.contains("two wise monks"), "{opening}");

    // O-41 for a kind of one's own: hit, saved, and still there.
    let mut state = start(&land).clone();
    let log = step(&land, &mut state, "attacker 9/9, target 7/7, hit 80/81, blessed save 2/2");
    assert_eq!(log, ["1 D(80) at monk of A(1): saved"]);
    assert_eq!(able_count(&land, &state, ATTACKER), 8);
}

/// O-89: a noble of a kind has its plain ratings, and is a noble in all else.
#[test]
fn o_89_nobles_of_a_kind() {
    let battle = battle(
        "place = { terrain = 'swamp', weather = ['wind', 'rain'] }
         kinds.giant_lizard = { attack = 30, defense = 45, blessed = true,
                                swamp = { attack = 50, defense = 60 } }
         attacker.stack = [{ noble = 'Old Scale', kind = 'giant_lizard',
             men = { giant_lizard = 1 } },
                           { noble = 'Sir', kind = 'knight', defense = 46 },
                           { noble = 'Bow', kind = 'archer' }]
         defender.stack = [{ noble = 'D' }]",
    );
    assert_eq!(ratings(&battle, "Old Scale", "noble")[..3], [30, 45, 0]);
    assert_eq!(ratings(&battle, "Old Scale", "giant_lizard")[..3], [50, 60, 0]);
    assert_eq!(ratings(&battle, "Sir", "noble")[..3], [45, 46, 0]);
    // Rain does not touch a noble, wind does.
    assert_eq!(ratings(&battle, "Bow", "noble")[..3], [5, 5, 25]);
    // He is wounded, not killed, and has no save.
    let mut state = start(&battle).clone();
    let log = step(&battle, &mut state, "attacker 5/5, target 3/3, hit 80/85, wound 4/100");
    assert_eq!(log, ["1 D(80) at Bow(5): wound 4, health 96"]);
}
