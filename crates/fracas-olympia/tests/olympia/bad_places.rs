//! Section 12, where nobody can stand or attack from: E-7, E-9 to E-12, E-16, E-19.

use crate::common::{read, refuse, refused};

fn plain(more: &str) -> String {
    format!("{more}\nattacker.stack = [{{ noble = 'A' }}]\ndefender.stack = [{{ noble = 'D' }}]")
}

/// E-7: kind, defense and damage of structures, whosever they are.
#[test]
fn e_7_structures() {
    for (table, path) in
        [("defender.structure", "defender.structure"), ("place.inside", "place.inside")]
    {
        let with = |rest: &str| plain(&format!("{table} = {{ {rest} }}"));
        refuse(
            &with("kind = 'hut'"),
            "E-7",
            &format!("{path}.kind"),
            &["castle, tower, temple, inn"],
        );
        refuse(&with("defense = 3"), "E-7", &format!("{path}.kind"), &["missing"]);
        for defense in [-1, 1001] {
            let text = with(&format!("kind = 'inn', defense = {defense}"));
            refuse(&text, "E-7", &format!("{path}.defense"), &["0 to 1000"]);
        }
        for damage in [-1, 100] {
            let text = with(&format!("kind = 'inn', damage = {damage}"));
            let says = &["0 to 99", "at 100 it has collapsed and houses nobody"];
            refuse(&text, "E-7", &format!("{path}.damage"), says);
        }
    }
    assert!(
        read(&plain("defender.structure = { kind = 'inn', defense = 1000, damage = 99 }")).is_ok()
    );
}

/// E-9: words for terrain and weather; fog needs the later edition.
#[test]
fn e_9_terrain_and_weather() {
    let says =
        &["plain, forest, mountain, desert, swamp, city, port, ocean", "did you mean \"swamp\"?"];
    refuse(&plain("place.terrain = 'swmp'"), "E-9", "place.terrain", says);
    refuse(
        &plain("place.weather = ['wind', 'snow']"),
        "E-9",
        "place.weather[1]",
        &["wind, rain, fog"],
    );
    refuse(
        &plain("place.weather = ['fog']"),
        "E-9",
        "place.weather[0]",
        &["fog belongs to the later edition"],
    );
    assert!(read(&plain("edition = 'later'\nplace.weather = ['fog']")).is_ok());
}

/// E-10: an attacker inside a building, or aboard while the defender is not.
#[test]
fn e_10_an_attacker_who_is_housed() {
    for kind in ["castle", "tower", "temple", "inn", "mine", "other"] {
        let text = plain(&format!(
            "attacker.structure = {{ kind = '{kind}' }}\ndefender.structure = {{ kind = 'galley' }}"
        ));
        refuse(&text, "E-10", "attacker.structure", &["men inside cannot attack outside"]);
    }
    for foe in ["", "defender.structure = { kind = 'castle' }"] {
        let text = plain(&format!("attacker.structure = {{ kind = 'galley' }}\n{foe}"));
        refuse(&text, "E-10", "attacker.structure", &["ships attack ships only"]);
    }
}

/// E-11: nobody can stand on the ocean.
#[test]
fn e_11_the_ocean() {
    let ocean = |more: &str| plain(&format!("place.terrain = 'ocean'\n{more}"));
    let ship = |side: &str| format!("{side}.structure = {{ kind = 'galley' }}");
    let (found, words) = refused(&ocean(""));
    let expected = [("E-11", "attacker".to_owned()), ("E-11", "defender".to_owned())];
    assert_eq!(found, expected, "{words}");
    assert!(words.contains("nobody can stand on the ocean"), "{words}");
    refuse(
        &ocean(&ship("defender")),
        "E-11",
        "attacker",
        &["the attacker is on the ocean without a ship"],
    );
    let (found, words) = refused(&ocean(&ship("attacker")));
    assert!(found.contains(&("E-11", "defender".to_owned())), "{words}");
    // A building on the ocean.
    let (found, words) = refused(&ocean(&format!(
        "{}\ndefender.structure = {{ kind = 'tower' }}",
        ship("attacker")
    )));
    assert!(found.contains(&("E-11", "defender.structure".to_owned())), "{words}");
    assert!(words.contains("there is no tower on the ocean"), "{words}");
    let (found, words) =
        refused(&plain("place = { terrain = 'ocean', inside = { kind = 'inn' } }"));
    assert!(found.iter().all(|(code, _)| *code == "E-11"), "{words}");
    // Ship against ship, or all aboard one.
    assert!(read(&ocean(&format!("{}\n{}", ship("attacker"), ship("defender")))).is_ok());
    assert!(read(&plain("place = { terrain = 'ocean', aboard = { kind = 'galley' } }")).is_ok());
}

/// E-12: a structure of one's own while both are in one.
#[test]
fn e_12_one_structure_or_the_other() {
    for shared in ["place.inside = { kind = 'inn' }", "place.aboard = { kind = 'galley' }"] {
        let text = plain(&format!("{shared}\ndefender.structure = {{ kind = 'galley' }}"));
        refuse(
            &text,
            "E-12",
            "defender.structure",
            &["either place.aboard or place.inside, or `structure`"],
        );
        let (found, words) =
            refused(&plain(&format!("{shared}\nattacker.structure = {{ kind = 'galley' }}")));
        assert!(found.contains(&("E-12", "attacker.structure".to_owned())), "{words}");
    }
}

/// E-16: allies of an attacker, at sea, or inside.
#[test]
fn e_16_allies() {
    let ally = "ally = [{ stack = [{ noble = 'E' }] }]";
    let text = plain(&format!("attacker.{ally}"));
    refuse(&text, "E-16", "attacker.ally[0]", &["allies join the defender only"]);
    let at_sea = plain(&format!(
        "place.terrain = 'ocean'\ndefender.{ally}
         attacker.structure = {{ kind = 'galley' }}\ndefender.structure = {{ kind = 'galley' }}"
    ));
    refuse(&at_sea, "E-16", "defender.ally[0]", &["no place to stand", "place.aboard"]);
    let inside = plain(&format!("place.inside = {{ kind = 'inn' }}\ndefender.{ally}"));
    refuse(&inside, "E-16", "defender.ally[0]", &["no place to stand", "place.inside"]);
    let aboard = plain(&format!(
        "place = {{ terrain = 'ocean', aboard = {{ kind = 'galley' }} }}\ndefender.{ally}"
    ));
    assert!(read(&aboard).is_ok());
}

/// E-19: what fits `aboard` and `inside`, and not both.
#[test]
fn e_19_aboard_and_inside() {
    for building in ["castle", "tower", "temple", "inn", "mine", "other"] {
        let text = plain(&format!("place.aboard = {{ kind = '{building}' }}"));
        refuse(&text, "E-19", "place.aboard.kind", &[building, "galley, roundship"]);
        assert!(read(&plain(&format!("place.inside = {{ kind = '{building}' }}"))).is_ok());
    }
    for ship in ["galley", "roundship"] {
        let text = plain(&format!("place.inside = {{ kind = '{ship}' }}"));
        refuse(
            &text,
            "E-19",
            "place.inside.kind",
            &[ship, "castle, tower, temple, inn, mine, other"],
        );
        assert!(read(&plain(&format!("place.aboard = {{ kind = '{ship}' }}"))).is_ok());
    }
    let both = plain("place = { aboard = { kind = 'galley' }, inside = { kind = 'inn' } }");
    refuse(&both, "E-19", "place.aboard", &["place.aboard or place.inside"]);
}
