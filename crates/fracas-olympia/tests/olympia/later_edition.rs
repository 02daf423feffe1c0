//! The later edition (O-83 to O-86).

use fracas_core::capability::Inspect;
use fracas_olympia::Olympia;

use crate::common::*;

fn later(text: &str) -> fracas_olympia::battle::Battle {
    battle(&format!("edition = 'later'\n{text}"))
}

/// O-83: `first` is the default, and the same as writing nothing.
#[test]
fn o_83_the_first_edition_is_the_default() {
    let text = "attacker.stack = [{ noble = 'A' }]\ndefender.stack = [{ noble = 'D' }]";
    let script = "attacker 2/2, hit 1/160, wound 1/100, illness 1/100, prisoner 76/100";
    let plain = fight(text, script);
    let first = fight(&format!("edition = 'first'\n{text}"), script);
    assert_eq!(plain.log(), first.log());
}

/// O-84: sides take turns; the man is drawn from his side alone.
#[test]
fn o_84_turns() {
    let battle = later(
        "attacker.stack = [{ noble = 'A' }]
         defender.stack = [{ noble = 'D', men = { soldier = 1 } }]",
    );
    let mut state = start(&battle).clone();
    // 1 and 2 attacks: A, then D's side, then D's side again, for A has none left.
    for script in [
        "hit 85/85",
        "attacker 2/2, hit 85/85",
        "attacker 1/2, hit 160/160",
        // Both have none left: set anew, and it is the attacker's turn.
        "hit 85/85",
        "attacker 1/2, hit 160/160",
        "attacker 1/2, hit 160/160",
        "hit 85/85",
    ] {
        step(&battle, &mut state, script);
    }
}

/// O-84: attacks left are cut to the able members when some have fallen.
#[test]
fn o_84_attacks_left_are_cut() {
    let battle = later(
        "attacker.stack = [{ noble = 'A' }]
         defender.stack = [{ noble = 'D', men = { soldier = 2 } }]",
    );
    let mut state = start(&battle).clone();
    // A kills a soldier: 3 attacks become 2, one for D and one more.
    step(&battle, &mut state, "target 1/2, hit 1/85");
    step(&battle, &mut state, "attacker 1/2, hit 160/160");
    step(&battle, &mut state, "attacker 2/2, hit 85/85");
    // The next round begins with A, who kills the other: one attack is left to D.
    step(&battle, &mut state, "hit 1/85");
    step(&battle, &mut state, "hit 160/160");
    let log = step(&battle, &mut state, "hit 160/160");
    assert_eq!(log, ["6 A(80) at D(80): miss"]);
}

/// O-84: the turn does not change while one side has attacks alone; a new
/// round begins with the attacker whoever struck last.
#[test]
fn o_84_a_round_begins_with_the_attacker() {
    let battle = later(
        "attacker.stack = [{ noble = 'A', men = { soldier = 2 } }]
         defender.stack = [{ noble = 'D' }]",
    );
    let mut state = start(&battle).clone();
    let told: Vec<String> = [
        "attacker 1/3, hit 160/160",
        "target 1/2, hit 85/85",
        "attacker 2/3, hit 85/85",
        "attacker 3/3, hit 85/85",
        "attacker 1/3, hit 160/160",
        "target 2/2, hit 85/85",
    ]
    .iter()
    .map(|script| step(&battle, &mut state, script)[0].clone())
    .collect();
    let sides: Vec<&str> =
        told.iter().map(|line| if line.contains(" D(80) at ") { "D" } else { "A" }).collect();
    assert_eq!(sides, ["A", "D", "A", "A", "A", "D"]);
}

/// O-85: missiles in calm, in wind or rain or both, and in fog.
#[test]
fn o_85_weather() {
    let table: [(&str, [u64; 3]); 5] = [
        ("crossbowman", [25, 6, 6]),
        ("archer", [50, 25, 12]),
        ("elite_archer", [75, 37, 18]),
        ("catapult", [25, 25, 6]),
        ("noble", [40, 40, 40]),
    ];
    let skies = [
        ("", 0),
        ("'wind'", 1),
        ("'rain'", 1),
        ("'wind', 'rain'", 1),
        ("'fog'", 2),
        // Fog counts only where neither wind nor rain does.
        ("'fog', 'wind'", 1),
        ("'fog', 'rain'", 1),
    ];
    for (weather, column) in skies {
        let battle = later(&format!(
            "place.weather = [{weather}]
             attacker.stack = [{{ noble = 'A', missile = 40,
                 men = {{ crossbowman = 1, archer = 1, elite_archer = 1, catapult = 1 }} }}]
             defender.stack = [{{ noble = 'D' }}]"
        ));
        for (who, missiles) in table {
            assert_eq!(ratings(&battle, "A", who)[2], missiles[column], "{who} in {weather}");
        }
    }
}

/// O-86: peasants, workers and sailors who attack are baggage; in defence they fight.
#[test]
fn o_86_baggage() {
    let men = "men = { peasant = 30, worker = 2, sailor = 2, soldier = 1 }";
    let battle = later(&format!(
        "attacker.stack = [{{ noble = 'A', {men} }}]\ndefender.stack = [{{ noble = 'D', {men} }}]"
    ));
    let state = start(&battle);
    assert_eq!(able(&battle, state, ATTACKER), [entry(1, "A", 80), entry(1, "soldier of A", 5)]);
    assert_eq!(exposed(&battle, state, ATTACKER), [entry(1, "soldier of A", 5)]);
    assert_eq!(breaks(&battle, ATTACKER).0, 170);
    assert_eq!(able_count(&battle, state, DEFENDER), 36);
    assert_eq!(breaks(&battle, DEFENDER).0, 238);
}

/// O-86: baggage counts neither in W nor in L, but is looted with the rest.
#[test]
fn o_86_baggage_and_prisoners() {
    // W is 1, L is 1: 25 percent, thirty peasants or not.
    let told = fight(
        "edition = 'later'
         attacker.stack = [{ noble = 'A', men = { peasant = 30 } }]
         defender.stack = [{ noble = 'D' }, { noble = 'E' }]",
        "hit 1/160, wound 100/100, prisoner 26/100",
    );
    assert_eq!(told.measure("noble.D.captured"), 0);
    let told = fight(
        "edition = 'later'
         attacker.stack = [{ noble = 'A', men = { peasant = 30 } }]
         defender.stack = [{ noble = 'D' }]",
        "hit 160/160, hit 1/160, wound 1/100, illness 1/100, prisoner 75/100",
    );
    assert_eq!(told.measure("loot.men"), 30);
    assert_eq!(told.measure("attacker_lost"), 0);
}

/// O-86: on both sides a noble is hidden while a man of his own unit stands;
/// engines and baggage hide nobody.
#[test]
fn o_86_nobles_behind_their_own_men() {
    let units = "[{ noble = 'X1', men = { soldier = 1 } }, { noble = 'X2', men = { soldier = 1 } },
                  { noble = 'X3', men = { catapult = 1 } }, { noble = 'X4',
                      men = { peasant = 1 } }]";
    let battle = later(&format!(
        "attacker.stack = {}\ndefender.stack = {}",
        units.replace('X', "A"),
        units.replace('X', "D")
    ));
    let mut state = start(&battle).clone();
    let attackers = [
        entry(1, "soldier of A1", 5),
        entry(1, "soldier of A2", 5),
        entry(1, "A3", 80),
        entry(1, "A4", 80),
    ];
    assert_eq!(exposed(&battle, &state, ATTACKER), attackers);
    let defenders = [
        entry(1, "soldier of D1", 5),
        entry(1, "soldier of D2", 5),
        entry(1, "D3", 80),
        entry(1, "peasant of D4", 1),
    ];
    assert_eq!(exposed(&battle, &state, DEFENDER), defenders);
    // His man is gone: D2 is a target. He could attack all the time.
    assert!(able(&battle, &state, DEFENDER).contains(&entry(1, "D2", 80)));
    step(&battle, &mut state, "attacker 1/6, target 2/4, hit 1/85");
    assert_eq!(exposed(&battle, &state, DEFENDER)[1], entry(1, "D2", 80));
}

/// O-30, O-84: `inspect` says who makes the first attack: one of all the able,
/// in the later edition one of the attacker's.
#[test]
fn o_30_o_84_inspect_says_who_strikes_first() {
    let note = |text: &str| {
        let tables = Olympia.inspect(&battle(text));
        tables[0].note.clone().expect("a note")
    };
    let sides = |a: u32, d: u32| {
        format!(
            "attacker.stack = [{{ noble = 'A', attack = {a} }}]
             defender.stack = [{{ noble = 'D', attack = {d} }}]"
        )
    };
    let later = |a, d| note(&format!("edition = 'later'\n{}", sides(a, d)));
    let first = note(&sides(80, 80));
    assert_eq!(first, "the first attack is made by one of the able, each as likely");
    let turns = "the sides take turns; the first attack is made by one of the attacker's able, \
                 each as likely";
    assert_eq!(later(80, 80), turns);
    let alone = "every attack is made by one of the defender's able, each as likely";
    assert_eq!(later(0, 80), alone);
    assert_eq!(later(0, 0), "nobody is able to attack");
}
