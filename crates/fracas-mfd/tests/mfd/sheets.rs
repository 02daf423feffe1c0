//! Files as spreadsheet programs of any language save them (F-3, F-6, F-8,
//! F-11, F-64), and cells that the scenario changes (F-81).

use fracas_core::ruleset::Ruleset;
use fracas_mfd::Mfd;
use fracas_mfd::battle::{Battle, SideId};

use crate::common::*;

const ENGLISH: &str = "Ann,6000,,1,0.1,,2,,,Song,\"Ann,Bob\",0.05,0.1\nBob,4000,,,,,,Ann,,,,,";

fn heroes_of(text: &str) -> Battle {
    let (battle, out) = read_csv(text, &rook(), "max_rounds = 1");
    assert_eq!(warned(&out), [""; 0], "{}", out.render(false));
    battle.expect("a battle")
}

fn both(battle: &Battle) -> [String; 2] {
    ["Ann", "Bob"].map(|name| stats(battle, name))
}

/// What is left of the heroes after a round in which nobody is hit.
fn left(battle: Battle) -> String {
    let miss = "hits 0/6, blocks 0/5, hits 0/6, blocks 0/5, hits 0/4, blocks 0/5,";
    fight(battle, &format!("target 2/2, {miss} hits 0/5, blocks 0/4")).final_file(SideId::Heroes)
}

/// F-6, F-11, F-64: semicolons with decimal commas, as in most of Europe, and
/// the files that are left look the same.
#[test]
fn f_6_f_11_f_64_semicolons_and_decimal_commas() {
    let english = heroes_of(&format!("{HEADER}\n{ENGLISH}\n"));
    let german = "Ann;6000;;1;0,1;;2;;;Song;Ann,Bob;0,05;0,1\nBob;4000;;;;;;Ann;;;;;";
    let header = HEADER.replace(',', ";");
    let battle = heroes_of(&format!("\u{feff}{header}\r\n{german}\r\n"));
    assert_eq!(both(&battle), both(&english));
    assert_eq!(
        left(battle),
        format!(
            "\u{feff}{header}\nAnn;6000;;1;0,1;-0,1;2;;;Song;Ann,Bob;0,05;0,1\n\
             Bob;4000;;0;;-0,1;;Ann;;;;;\n"
        )
    );
    let tabs = format!("{HEADER}\n{ENGLISH}\n").replace("\"Ann,Bob\"", "Ann;Bob");
    let tabs = tabs.replace(',', "\t").replace("Ann;Bob", "Ann,Bob");
    assert_eq!(both(&heroes_of(&tabs)), both(&english));
    assert!(left(heroes_of(&tabs)).contains("\nBob\t4000\t\t0\t\t-0.1\t"));
}

/// F-11: decimal commas in quotes, as a program writes them that keeps commas
/// as separators.
#[test]
fn f_11_quoted_decimal_commas() {
    let english = heroes_of(&format!("{HEADER}\n{ENGLISH}\n"));
    let quoted = ENGLISH.replace("0.1", "\"0,1\"").replace("0.05", "\"0,05\"");
    let battle = heroes_of(&format!("{HEADER}\n{quoted}\n"));
    assert_eq!(both(&battle), both(&english));
    assert!(left(battle).contains("\nBob,4000,,0,,\"-0,1\","));
}

/// F-3: headers in any case, with blanks, or numbered as tables do.
#[test]
fn f_3_spellings_of_the_header() {
    let english = heroes_of(&format!("{HEADER}\n{ENGLISH}\n"));
    for header in [
        HEADER.to_lowercase(),
        HEADER.to_uppercase(),
        HEADER.replace("BonusToHit", "Bonus To Hit").replace("BodyguardFor", "bodyguard_for"),
        HEADER.split(',').map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(","),
    ] {
        let battle = heroes_of(&format!("{header}\n{ENGLISH}\n"));
        assert_eq!(both(&battle), both(&english), "{header}");
    }
    let two = format!("{HEADER},BuffName2,BuffWho2,BuffOffense2,BuffDefense2");
    let battle = heroes_of(&format!("{two}\n{ENGLISH},Oath,Bob,0.1,0\n"));
    assert!(stats(&battle, "Bob").contains("45%/40%"));
}

/// F-3, F-9, F-64: columns of the user's own are kept, with one warning; empty
/// columns and cells at the end are nothing.
#[test]
fn f_3_f_9_f_64_columns_of_ones_own() {
    let header = HEADER.replace("XP,BonusXP", "Notes,XP,BonusXP");
    let heroes = format!(
        "{header},Colour,,\nAnn,\"tall, dark\",6000,,1,0.1,,2,,,Song,\"Ann,Bob\",0.05,0.1,red,,\n\
         Bob,,4000,,,,,,Ann,,,,,\n"
    );
    let (battle, out) = read_csv(&heroes, &rook(), "max_rounds = 1");
    assert_eq!(warned(&out), ["F-3"]);
    let words = out.render(false);
    assert!(
        words.contains("count for nothing; final files keep them: Notes, Colour (2 times"),
        "{words}"
    );
    let left = left(battle.expect("a battle"));
    assert!(left.starts_with(&format!("{header},Colour,,\nAnn,\"tall, dark\",6000")), "{left}");
    assert!(left.contains(",0.05,0.1,red,,\nBob,,4000,"), "{left}");
}

/// F-25: hundreds of cells that name nobody are one sentence, and the number of
/// a clone is no slip of the pen.
#[test]
fn f_25_f_20_one_sentence_a_kind() {
    let rows: String = (1..=120)
        .map(|n| format!("Clone {n},1,,,,,,,,Song,\"Clone 201,Kei,Clone 202\",0.1,0.1\n"))
        .collect();
    let (battle, out) = read_csv(&format!("{HEADER}\n{rows}"), &rook(), "");
    assert_eq!(warned(&out), ["F-20"]);
    let told = "Heroes.csv: names in BuffWho that nobody has: Clone 201, Kei, Clone 202 \
                (360 times, first in row 2)";
    assert!(out.render(false).contains(told), "{}", out.render(false));
    let battle = battle.expect("a battle");
    assert_eq!(battle.written.warnings, [told]);
    let one = format!("{HEADER}\nClone 1,1,,,,,,Clone 2,,,,,\n");
    let (_, out) = read_csv(&one, &rook(), "");
    assert!(!out.render(false).contains("did you mean"), "{}", out.render(false));
}

fn changed(cells: &str) -> (Option<Battle>, String) {
    let text = format!("heroes.cells = [{cells}]");
    let (battle, out) = read_csv(&format!("{HEADER}\n{ENGLISH}\n"), &rook(), &text);
    (battle, out.render(false))
}

/// F-81: cells by name and column; the last change counts.
#[test]
fn f_81_cells_are_changed() {
    let (battle, words) = changed(
        "{ name = 'Ann', column = 'XP', value = '1' }, { name = 'Ann', column = 'XP', value = '9000' },
         { name = 'Bob', column = 'bonus to hit', value = '0.15' },
         { name = 'Ann', column = 'BuffOffense', value = '' }",
    );
    let battle = battle.unwrap_or_else(|| panic!("{words}"));
    assert_eq!(stats(&battle, "Ann"), "HP 3, 40%/40%, dice 9/9, AOE 2, XP 9000");
    assert_eq!(stats(&battle, "Bob"), "HP 2, 45%/40%, dice 4/4, AOE 1, XP 4000");
    let (battle, _) = changed("{ name = 'Ann', column = 'Dead', value = 'yes' }");
    assert_eq!(battle.expect("Bob is left").fighters.len(), 2);
    // F-63: who keeps such a column writes `no` into it.
    let (battle, _) = changed("{ name = 'Ann', column = 'Dead', value = 'No' }");
    assert_eq!(battle.expect("all live").fighters.len(), 3);
}

/// F-81, E-4, E-23, E-25: changes that hit nothing, told where they are made.
#[test]
fn f_81_e_4_e_23_e_25_changes_that_hit_nothing() {
    for (cells, says) in [
        (
            "{ name = 'Anne', column = 'XP', value = '1' }",
            "cells 1: nobody in Heroes.csv is called Anne; did you mean Ann?",
        ),
        (
            "{ name = 'Ann', column = 'Xq', value = '1' }",
            "Heroes.csv has no column Xq; did you mean XP?",
        ),
        (
            "{ name = 'Ann', column = 'BuffWho2', value = '1' }",
            "no column BuffWho2; its buff groups are 1",
        ),
        ("{ name = 'Ann', column = 'XP', value = '9k' }", "row 2, column XP: `9k` is not a number"),
    ] {
        let (battle, words) = changed(cells);
        assert!(battle.is_none() && words.contains(says), "{words}");
        assert!(words.contains("--> battle.toml:"), "{words}");
    }
    let (battle, out) = read_with(
        "heroes = { fighters = [{ name = 'A', xp = 1 }], cells = [] }
         villains.fighters = [{ name = 'Z', xp = 1 }]",
        &[],
    );
    assert!(battle.is_none() && out.render(false).contains("change fighters instead"));
}

/// A battle that was read can be written as a scenario of its own: what is left
/// of it before the first round.
#[test]
fn f_78_the_aftermath_of_nothing_is_the_battle() {
    let battle = heroes_of(&format!("{HEADER}\n{ENGLISH}\n"));
    let text = fracas_mfd::written_out(&battle);
    let again = crate::common::battle(&text.replacen("ruleset = \"mfd\"\n", "", 1));
    assert_eq!(both(&again), both(&battle));
    assert_eq!(again.fighters.len(), Mfd::start(&battle).hp.len());
}
