//! CSV input (F-1..F-25): what is read, and what is odd but fought.

use fracas_core::capability::{Export, Tell};
use fracas_core::ruleset::Ruleset;
use fracas_mfd::Mfd;
use proptest::prelude::*;

use crate::common::*;

/// F-1, F-2: a header, then one fighter a record; any number of buff groups,
/// not the same in both files (F-5).
#[test]
fn f_1_f_2_f_5_files_and_groups() {
    let bare = "Name,XP,BonusXP,BonusHP,BonusToHit,BonusToDefend,AOE,BodyguardFor,LinkedTo";
    let two = format!("{HEADER},BuffName,BuffWho,BuffOffense,BuffDefense");
    let heroes = format!("{bare}\nA,1000,,,,,,,\nB,2000,,,,,,,\n");
    let villains = format!("{two}\nC,1000,,,,,,,,X,C,0.1,,Y,C,0.2,0.3\n");
    let battle = csv_battle(&heroes, &villains, "");
    assert_eq!(battle.fighters.len(), 3);
    assert!(stats(&battle, "C").contains("60%/60%"));
}

/// F-3: the nine base columns in any order, in each file its own.
#[test]
fn f_3_f_5_columns_in_any_order() {
    let header = "LinkedTo,AOE,XP,Name,BonusToDefend,BonusToHit,BonusHP,BonusXP,BodyguardFor";
    let battle = csv_battle(&format!("{header}\n,2,3000,A,0.2,0.1,1,500,\n"), &rook(), "");
    assert_eq!(stats(&battle, "A"), "HP 3, 40%/50%, dice 4/4, AOE 2, XP 3500");
}

/// F-7, X-13: blanks around unquoted cells are dropped. The seed's spaced
/// example has one blank too many, after Tom's quote.
#[test]
fn f_7_x_13_e_2_the_seeds_spaced_example() {
    let spaced = "\
Name          ,XP    ,BonusXP,BonusHP,BonusToHit,BonusToDefend,AOE,BodyguardFor,LinkedTo,BuffName,BuffWho              ,BuffOffense,BuffDefense
Dragon        ,13000 ,1500   ,-1     ,0.9       ,0.1          ,   ,            ,Summoner,Mythic  ,\"Dragon,Summoner,Tom\",0.06       ,0.02
Summoner      ,5800,-1000    ,1      ,0.15      ,             ,   ,            ,Dragon  ,        ,                     ,           ,
Tom           ,7001,         ,0      ,0.11      ,0.01         ,   ,Summoner    ,Dragon  ,Teamwork,\"Tom,Summoner\" ,0.1        ,0.12
";
    let (refused, out) = read_csv(spaced, &rook(), "");
    assert!(refused.is_none());
    assert_eq!(out.errors(), 1);
    let words = out.render(false);
    assert!(words.contains("row 4, column BuffWho"), "{words}");
    let battle = csv_battle(&spaced.replace("\" ,", "\","), &rook(), "");
    assert_eq!(stats(&battle, "Tom"), "HP 2, 57%/45%, dice 8/8, AOE 1, XP 7001");
}

/// F-6, F-8: quotes, line ends, byte order mark, empty records.
#[test]
fn f_6_f_8_quotes_and_line_ends() {
    let heroes = format!(
        "\u{feff}{HEADER}\r\n\"A\",\"1000\",,,,,,,,,,,\r\n{}\r\n\r\n  \
         B  ,1000,,,,,,,,\"Say \"\"x\"\"\",\"A,B\",0.1,0\r",
        ",".repeat(12)
    );
    let battle = csv_battle(&heroes, &rook(), "");
    assert_eq!(battle.fighters[1].row.buffs[0].name, "Say \"x\"");
    assert!(stats(&battle, "A").contains("40%/30%"));
}

/// F-9: whole trailing buff groups may be left out.
#[test]
fn f_9_trailing_groups_may_be_left_out() {
    let heroes = format!(
        "{HEADER},BuffName,BuffWho,BuffOffense,BuffDefense\nA,1,,,,,,,\nB,1,,,,,,,,X,A,0.1,\n"
    );
    let battle = csv_battle(&heroes, &rook(), "");
    assert!(stats(&battle, "A").contains("40%/30%"));
}

/// F-10, F-11, F-13: empty cells, whole numbers, the same name on both sides.
#[test]
fn f_10_f_11_f_13_cells() {
    let battle = csv_battle(
        &format!("{HEADER}\nRook,13000.0,,,,,,,,,,,\nrook,1.,-0,,-.05,+0.1,,,,,,,\n"),
        &rook(),
        "",
    );
    assert_eq!(stats(&battle, "Rook (hero)"), "HP 2, 30%/30%, dice 13/13, AOE 1, XP 13000");
    assert_eq!(stats(&battle, "rook"), "HP 2, 25%/40%, dice 1/1, AOE 1, XP 1");
    assert_eq!(stats(&battle, "Rook (villain)"), "HP 2, 30%/30%, dice 5/5, AOE 1, XP 5000");
}

fn warnings(row: &str) -> (Vec<&'static str>, String) {
    let (_, out) = read_csv(&format!("{HEADER}\n{row}\nTom,1,,,,,,,,,,,\n"), &rook(), "");
    (warned(&out), out.render(false))
}

/// F-11 to F-23: what is odd, and what counts instead.
#[test]
fn f_11_f_14_f_16_f_17_f_20_x_1_f_21_f_23_oddities_are_warned_of() {
    for (row, expected, says) in [
        ("A,1,,,-0.30000000000000004,,,,,,,,", "F-11", "counts as -0.3"),
        ("A,1,,,,,0,,,,,,", "F-14", "AOE 0 counts as 1"),
        ("A,1,,,,,-3,,,,,,", "F-14", "AOE -3 counts as 1"),
        (
            "A,1,,,,,,Tam,,,,,",
            "F-16",
            "nobody is called Tam, so it has no effect; did you mean Tom?",
        ),
        ("A,1,,,,,,,Nobody,,,,", "F-16", "column LinkedTo: nobody is called Nobody"),
        ("A,1,,,,,,A,,,,,", "F-17", "A names itself"),
        ("A,1,,,,,,,,X,Tim,0.1,", "F-20", "column BuffWho (buff group 1): nobody is called Tim"),
        ("A,1,,,,,,,,X,\"A, Tom\",0.1,", "F-21", "blanks around names"),
        ("A,1,,,,,,,,X,\"A,,Tom\",0.1,", "F-21", "empty names are ignored"),
        ("A,1,,,,,,,,X,,0.1,", "F-23", "the buff X helps nobody"),
    ] {
        let (codes, words) = warnings(row);
        assert_eq!(codes, [expected], "{row}: {words}");
        assert!(words.contains(says), "{row}: {words}");
        assert!(words.contains("Heroes.csv: row 2, column "), "{words}");
    }
    assert_eq!(warnings("A,1,,,,,,,,X,\"Tom,A,Tom\",0.1,").0, [""; 0]);
}

/// F-15, F-16, F-18: an empty group is no buff.
#[test]
fn f_18_empty_groups() {
    let battle = csv_battle(&seed_party(), &rook(), "");
    assert_eq!(battle.fighters[1].row.buffs, []);
}

/// F-21: blanks around names are removed, inner ones belong to the name.
#[test]
fn f_21_names_with_blanks() {
    let heroes =
        format!("{HEADER}\nA,1,,,,,,,,X,\" Charlie Brown ,A\",0.1,\nCharlie Brown,1,,,,,,,,,,,\n");
    let (battle, out) = read_csv(&heroes, &rook(), "");
    assert_eq!(warned(&out), ["F-21"]);
    assert!(stats(&battle.expect("a battle"), "Charlie Brown").contains("40%/30%"));
}

/// F-25: the head of the log has one line for each file and kind.
#[test]
fn f_25_warnings_in_the_log() {
    let heroes = format!("{HEADER}\nA,1,,,,,0,X,Y,,,,\nB,1,,,,,0,Z,,,,,\n");
    let opening = Mfd.opening(&csv_battle(&heroes, &rook(), ""));
    insta::assert_snapshot!("warnings", opening);
}

/// E-20: a mirror match is allowed.
#[test]
fn e_20_a_mirror_match() {
    let (battle, out) = read_with(
        "heroes.csv = 'Both.csv'\nvillains.csv = 'Both.csv'",
        &[("Both.csv", &seed_party())],
    );
    assert_eq!(warned(&out), ["E-20"]);
    assert_eq!(battle.expect("a battle").fighters[0].called, "Dragon (hero)");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// No file makes it panic, and what can be fought can be written and read
    /// again.
    #[test]
    fn any_file_is_read_or_refused(
        rows in prop::collection::vec("[A-D,\"0-9. %\r\n-]{0,40}", 0..6),
        cut in 0..200usize,
    ) {
        let header = &HEADER[..HEADER.len().min(HEADER.len() - cut % 3)];
        let text = format!("{header}\nA,1,,,,,,,,,,,\n{}", rows.join("\n"));
        let (battle, out) = read_csv(&text, &rook(), "");
        prop_assert_eq!(battle.is_some(), !out.has_errors());
        let _ = out.render(false);
        if let Some(battle) = battle {
            let files = Mfd.texts(&battle, Mfd::start(&battle));
            let (again, out) = read_csv(&files[0], &files[1], "");
            prop_assert!(again.is_some(), "{}", out.render(false));
        }
    }
}
