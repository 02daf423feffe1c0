//! Fighters of one kind, of whom exact odds forget which is which.

use fracas_core::odds::{Budget, exact_ends};
use fracas_mfd::Mfd;

use crate::common::*;

/// A buff that names nobody makes each one of a kind and changes nothing else
/// (F-20).
fn told_apart(text: &str) -> String {
    let mut parts = text.split("xp =");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for (number, part) in parts.enumerate() {
        let buff = format!("{{ name = 'N', who = ['nobody'], offense = 0.0{} }}", 10 + number);
        let keys = match part.contains("buffs = [") {
            true => part.replacen("buffs = [", &format!("buffs = [{buff}, "), 1),
            false => part.replacen(" }", &format!(", buffs = [{buff}] }}"), 1),
        };
        out += &format!("xp ={keys}");
    }
    out
}

/// Battles in which some are of one kind, for different reasons.
const BATTLES: &[&str] = &[
    // Nothing but equals.
    "heroes.fighters = [{ name = 'A', xp = 5000 }, { name = 'B', xp = 5000 }, { name = 'C', xp = 5000 }]
     villains.fighters = [{ name = 'X', xp = 5000 }, { name = 'Y', xp = 5000 }, { name = 'Z', xp = 5000 }]",
    // One of another kind between equals, and attacks on several.
    "heroes.fighters = [{ name = 'A', xp = 3000, aoe = 2 }, { name = 'B', xp = 7000 }, { name = 'C', xp = 3000, aoe = 2 }]
     villains.fighters = [{ name = 'X', xp = 4000, bonus_hp = 1 }, { name = 'Y', xp = 4000, bonus_hp = 1 }]",
    // Guards of one ward, and those who die with one.
    "heroes.fighters = [{ name = 'A', xp = 6000 }, { name = 'B', xp = 2000, bodyguard_for = 'A' }, { name = 'C', xp = 2000, bodyguard_for = 'A' }]
     villains.fighters = [{ name = 'X', xp = 6000, aoe = 2 }, { name = 'Y', xp = 3000, linked_to = 'X' }, { name = 'Z', xp = 3000, linked_to = 'X' }]",
    // Who helps each other, and who are helped; who come later, are healed, leave.
    "heroes.fighters = [
        { name = 'A', xp = 3000, buffs = [{ name = 'T', who = ['B'], defense = 0.2 }] },
        { name = 'B', xp = 3000, buffs = [{ name = 'T', who = ['A'], defense = 0.2 }] }]
     villains.fighters = [{ name = 'X', xp = 4000 }]
     villains.reinforcements = [{ round = 2, fighters = [{ name = 'Y', xp = 2000 }, { name = 'Z', xp = 2000 }] }]
     heroes.healing = [{ round = 2, hp = 1, up_to = 2 }]
     heroes.retreat = { below = 0.6 }",
];

/// F-39, F-41, C-5: the odds are those of battles in which everybody is told
/// apart: outcomes, every measure, and what two of a kind have together.
#[test]
fn f_39_f_41_c_5_kinds_change_no_odds() {
    for text in BATTLES {
        for compat in ["", "compat = 'fight.rkt'\n"] {
            let merged = battle(&format!("{compat}{text}"));
            let apart = battle(&format!("{compat}{}", told_apart(text)));
            assert!(!merged.groups.is_empty() || !compat.is_empty(), "{text}");
            assert!(apart.groups.is_empty(), "{text}");
            let both = |battle| {
                let mut together = 0.0;
                let mut hear = |_, values: &[i64], p: f64| {
                    // Of the first two heroes, exactly the second lives.
                    together += if values[5] < values[6] { p } else { 0.0 };
                };
                let odds = exact_ends::<Mfd>(battle, Budget::PATIENT, &mut hear).unwrap();
                (odds, together)
            };
            let ((few, p), (many, q)) = (both(&merged), both(&apart));
            assert!(few.states <= many.states && few.told == many.told);
            assert!((p - q).abs() < 1e-12, "{compat}{text}: {p} {q}");
            for (one, other) in few.odds.outcomes.iter().zip(&many.odds.outcomes) {
                assert!((one.p - other.p).abs() < 1e-12, "{compat}{text}: {one:?} {other:?}");
            }
            // The farthest values are beyond what is followed: both have them or not.
            for (one, other) in few.distributions.iter().zip(&many.distributions) {
                let (mut apart, other) = (one.clone().unwrap(), other.as_ref().unwrap());
                other.values().for_each(|(value, _)| apart.add(value, f64::MIN_POSITIVE));
                let of = |value| other.values().find(|found| found.0 == value).map_or(0.0, |f| f.1);
                for (value, p) in apart.values() {
                    assert!((p - of(value)).abs() < 1e-12, "{compat}{text}: {value}, {p}");
                }
            }
        }
    }
}

/// Whom one can tell apart: by what they are, do, or mean to others.
#[test]
fn f_16_f_20_f_73_f_74_who_is_not_of_a_kind() {
    let of = |keys: &str, more: &str| {
        let text = format!(
            "heroes.fighters = [{{ name = 'A', xp = 3000 }}, {{ name = 'B', xp = 3000{keys} }}, {{ name = 'C', xp = 9000 }}]
             villains.fighters = [{{ name = 'X', xp = 4000 }}]\n{more}"
        );
        battle(&text).groups
    };
    assert_eq!(of("", ""), [vec![0, 1]]);
    assert_eq!(of(", bonus_xp = -500", ""), [vec![0, 1]], "as many dice");
    for keys in [
        ", bonus_xp = 1",
        ", bonus_hp = 1",
        ", bonus_to_hit = 0.01",
        ", bonus_to_defend = 0.01",
        ", aoe = 2",
        ", bodyguard_for = 'C'",
        ", bodyguard_for = 'A'",
        ", linked_to = 'C'",
        ", buffs = [{ name = 'T', who = ['C'], offense = 0.1 }]",
    ] {
        assert!(of(keys, "").is_empty(), "{keys}");
    }
    for more in [
        "report = true",
        "heroes.healing = [{ round = 2, who = ['A'], hp = 1 }]",
        "heroes.retreat = { falls = ['B'] }",
    ] {
        assert!(of("", more).is_empty(), "{more}");
    }
}
