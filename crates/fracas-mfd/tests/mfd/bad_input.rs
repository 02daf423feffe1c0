//! Bad CSV files (E-1..E-17, E-19, E-22): all told in one go, each with file,
//! row, column and group.

use crate::common::*;

/// The errors of a file of heroes: codes and words.
fn refused(heroes: &str) -> (Vec<&'static str>, String) {
    let (battle, out) = read_csv(heroes, &rook(), "");
    let errors =
        out.iter().filter(|found| found.severity == fracas_core::document::Severity::Error);
    let codes = errors.map(|found| found.code.unwrap_or("")).collect();
    let words = out.render(false);
    assert!(battle.is_none(), "this should be refused: {heroes}");
    (codes, words)
}

fn refuse(heroes: &str, code: &str, says: &[&str]) {
    let (codes, words) = refused(heroes);
    assert_eq!(codes, [code], "{words}");
    let plain = words.split_whitespace().collect::<Vec<_>>().join(" ");
    for say in says {
        assert!(plain.contains(say), "`{say}` is not said in\n{words}");
    }
}

fn row(row: &str) -> String {
    format!("{HEADER}\n{row}\n")
}

#[test]
fn e_1_missing_and_empty_files() {
    refuse("", "E-1", &["Heroes.csv: the file is empty"]);
    refuse("\n,,,\r\n", "E-1", &["Heroes.csv: the file is empty"]);
    let (_, out) = read_with("heroes.csv = 'A.csv'\nvillains.csv = 'B.csv'", &[("B.csv", &rook())]);
    let words = out.render(false);
    assert!(words.contains("A.csv: cannot be read: there is no such file"), "{words}");
    assert!(words.contains("battle.toml:2:14"), "{words}");
}

#[test]
fn e_2_blanks_next_to_quotes() {
    let advice = "remove the blank next to the quote";
    refuse(
        &row("A,1,,,,,,,,X,   \"A,B\",0.06,0.03"),
        "E-2",
        &["Heroes.csv: row 2, column BuffWho", advice],
    );
    refuse(
        &row("A,1,,,,,,,,X,\"A,B\"   ,0.06,0.03"),
        "E-2",
        &["Heroes.csv: row 2, column BuffWho", advice],
    );
}

#[test]
fn e_3_f_8_open_and_stray_quotes() {
    refuse(
        &row("A,1,,,,,,,,X,\"A,B,0.06,0.03\nC,1,,,,,,,,,,,"),
        "E-3",
        &["row 2, column BuffWho", "never closed"],
    );
    refuse(&row("A,1,,,,,,,,X\"Y,A,0.06,0.03"), "E-3", &["row 2, column BuffName", "stray quote"]);
}

#[test]
fn e_4_f_3_base_columns() {
    refuse(&HEADER.replace("XP,BonusXP", "BonusXP"), "E-4", &["row 1, column XP: it is missing"]);
    refuse(&HEADER.replace("AOE", "AOE,XP"), "E-4", &["row 1, column XP: it is there twice"]);
    refuse(&HEADER.replace("AOE", "AOE,Hp"), "E-4", &["row 1, column Hp", "did you mean XP?"]);
    refuse(
        &HEADER.replace("AOE", "AOE,Weapon"),
        "E-4",
        &["row 1, column Weapon", "known are Name, XP"],
    );
    let (codes, words) = refused(&HEADER.replace("BonusHP", "bonushp"));
    assert_eq!(codes, ["E-4", "E-4"]);
    assert!(words.contains("did you mean BonusHP?"), "{words}");
}

#[test]
/// E-5, F-4.
fn e_5_f_4_buff_columns() {
    let order = "BuffName, BuffWho, BuffOffense, BuffDefense in this order";
    refuse(&HEADER.replace(",BuffDefense", ""), "E-5", &["row 1, cell 12", "cut off", order]);
    let (codes, words) = refused(&HEADER.replace("BuffWho,BuffOffense", "BuffOffense,BuffWho"));
    assert_eq!(codes, ["E-5", "E-5"]);
    assert!(words.contains("row 1, cell 11: BuffOffense where BuffWho belongs"), "{words}");
    let late = format!("{},LinkedTo", HEADER.replace(",LinkedTo", ""));
    refuse(&late, "E-5", &["row 1, cell 13: LinkedTo stands after a buff column"]);
}

#[test]
fn e_6_a_header_only() {
    refuse(&format!("{HEADER}\n"), "E-6", &["no fighters in the file"]);
}

#[test]
fn e_7_e_8_e_17_f_13_names() {
    refuse(&row(",1,,,,,,,,,,,"), "E-7", &["Heroes.csv: row 2, column Name"]);
    refuse(
        &row("A,1,,,,,,,,,,,\nB,1,,,,,,,,,,,\nA,1,,,,,,,,,,,"),
        "E-8",
        &["row 4, column Name: the name A is taken by row 2 of Heroes.csv"],
    );
    refuse(&row("\"A,B\",1,,,,,,,,,,,"), "E-17", &["row 2, column Name", "comma or a quote"]);
    refuse(&row("\"A\"\"B\",1,,,,,,,,,,,"), "E-17", &["row 2, column Name"]);
}

#[test]
fn e_9_xp() {
    refuse(&row("A,,,,,,,,,,,,"), "E-9", &["row 2, column XP: it is empty"]);
    refuse(&row("A,5k,,,,,,,,,,,"), "E-9", &["row 2, column XP: `5k` is not a number"]);
    refuse(&row("A,1e4,,,,,,,,,,,"), "E-9", &["row 2, column XP: `1e4` is not a number"]);
    refuse(&row("A,\"13,000\",,,,,,,,,,,"), "E-9", &["`13,000`", "without separators: 13000"]);
}

#[test]
fn e_10_e_11_f_27_f_28_totals_below_one() {
    refuse(
        &row("A,1000,-1000,,,,,,,,,,"),
        "E-10",
        &["row 2, column BonusXP: total XP is 1000 + -1000 = 0", "at least 1"],
    );
    refuse(&row("A,1,,-2,,,,,,,,,"), "E-11", &["row 2, column BonusHP", "0 HP"]);
}

#[test]
fn e_12_e_13_numbers_of_the_wrong_kind() {
    refuse(&row("A,1,,,10%,,,,,,,,"), "E-12", &["row 2, column BonusToHit: `10%`", "write 0.1"]);
    refuse(&row("A,1,,,,1/2,,,,,,,"), "E-12", &["row 2, column BonusToDefend: `1/2`", "write 0.5"]);
    refuse(
        &row("A,1,,,,\"0,1\",,,,,,,"),
        "E-12",
        &["row 2, column BonusToDefend: `0,1`", "write 0.1"],
    );
    refuse(
        &row("A,1,,,,,,,,X,A,1e-1,"),
        "E-12",
        &["column BuffOffense (buff group 1)", "such as 0.1"],
    );
    for (cells, column) in [
        ("A,1.5,,,,,,,,,,,", "XP"),
        ("A,1,.5,,,,,,,,,,", "BonusXP"),
        ("A,1,,1.5,,,,,,,,,", "BonusHP"),
        ("A,1,,,,,1.5,,,,,,", "AOE"),
    ] {
        refuse(&row(cells), "E-13", &[&format!("row 2, column {column}"), "whole number"]);
    }
}

/// The seed's third invalid example: an unquoted list.
#[test]
fn e_14_f_9_an_unquoted_list() {
    refuse(
        &row("Tom,1,,,,,,,,Jutsu1,Alice,Bill,Charlie Brown,0.06,0.03"),
        "E-14",
        &["row 2: 15 cells, but the header has 13", "put the names in double quotes"],
    );
}

#[test]
fn e_15_f_23_e_16_f_9_cut_rows_and_nameless_buffs() {
    refuse(&row("A,1,,,,,,,,,A,0.1,"), "E-15", &["row 2, column BuffName (buff group 1)"]);
    refuse(&row("A,1,,,,,,,,X,A"), "E-15", &["row 2: buff group 1 is cut off after 2"]);
    refuse(&row("A,1,,,"), "E-16", &["row 2: 5 cells, but nine base cells are needed"]);
}

#[test]
fn e_19_f_24_limits() {
    for (cells, column, limit) in [
        ("A,10000001,,,,,,,,,,,", "XP", "10000000"),
        ("A,10000000,1,,,,,,,,,,", "BonusXP", "10000000"),
        ("A,1,-10000001,,,,,,,,,,", "BonusXP", "10000000"),
        ("A,1,,999999,,,,,,,,,", "BonusHP", "1000000"),
        ("A,1,,,100.000001,,,,,,,,", "BonusToHit", "between -100 and 100"),
        ("A,1,,,,-100.5,,,,,,,", "BonusToDefend", "between -100 and 100"),
        ("A,1,,,,,10001,,,,,,", "AOE", "10000"),
        ("A,1,,,,,,,,X,A,101,", "BuffOffense (buff group 1)", "between -100 and 100"),
        ("A,99999999999999999999999,,,,,,,,,,,", "XP", "10000000"),
    ] {
        let (codes, words) = refused(&row(cells));
        assert!(codes.contains(&"E-19"), "{words}");
        assert!(
            words.contains(&format!("row 2, column {column}")) && words.contains(limit),
            "{words}"
        );
    }
    refuse(
        &row("A,1,,,60,,,,,X,A,41,"),
        "E-19",
        &["row 2, column BonusToHit: with all buffs that name it the bonus is 101", "limit is 100"],
    );
    let groups = ",BuffName,BuffWho,BuffOffense,BuffDefense".repeat(100);
    refuse(
        &format!("{HEADER}{groups}\nA,1,,,,,,,\n"),
        "E-19",
        &["101 buff groups", "limit is 100"],
    );
    let crowd: String = (0..10_001).map(|n| format!("F{n},1,,,,,,,\n")).collect();
    refuse(&format!("{HEADER}\n{crowd}"), "E-19", &["more than 10000 fighters", "limit is 10000"]);
    let swarm: String = (0..101).map(|n| format!("F{n},1,,,,,9999,,\n")).collect();
    refuse(&format!("{HEADER}\n{swarm}"), "E-19", &["1009899 attacks a round", "limit is 1000000"]);
}

/// F-24: files made to do harm are refused in little time and memory.
#[test]
fn f_24_e_19_hostile_files() {
    let many_cells = |count| format!("{HEADER}\nA,1{}\n", ",".repeat(count));
    refuse(&many_cells(1_000_000), "E-14", &["row 2: 1000002 cells, but the header has 13"]);
    let (codes, words) = refused(&many_cells(4_000_000));
    assert!(codes.contains(&"E-1") && words.contains("more than 1048576 values"), "{words}");
    let many_columns =
        format!("{HEADER}{}\n", ",BuffName,BuffWho,BuffOffense,BuffDefense".repeat(50_000));
    let (codes, _) = refused(&many_columns);
    assert!(codes.contains(&"E-19") || codes.contains(&"E-5"));
    let (codes, words) = refused(&format!("{HEADER}\n{}", "a\n".repeat(1_000_000)));
    assert!(codes.iter().all(|code| *code == "E-16") && words.ends_with("errors\n"), "{words}");
    let (codes, _) = refused(&format!("{HEADER}\n{}", "a\"b,".repeat(500_000)));
    assert!(codes.contains(&"E-3"));
}

#[test]
fn e_22_f_15_one_name_only() {
    refuse(&row("A,1,,,,,,\"B,C\",,,,,"), "E-22", &["row 2, column BodyguardFor", "one name only"]);
    refuse(&row("A,1,,,,,,,\"B,C\",,,,"), "E-22", &["row 2, column LinkedTo", "one name only"]);
}

/// F-25: everything of both files in one go.
#[test]
fn f_25_all_errors_of_both_files_in_one_go() {
    let heroes = format!(
        "{HEADER}\nAnn,5k,,-2,10%,,,,,,,,\n\nAnn,1,,,,,,\"Bob,Cid\",,Song,\"Ann ,Bob\" ,0.1,0.1\nBob,1,,,,,,,,,Ann,x,\n"
    );
    let villains = format!("{}\nRook,1\n", HEADER.replace("BonusHP", "Hp"));
    let (battle, out) = read_csv(&heroes, &villains, "");
    assert!(battle.is_none());
    insta::assert_snapshot!("both_files", out.render(false));
}

/// Every bad input as the user sees it.
#[test]
fn e_1_to_e_22_as_the_user_sees_them() {
    let files = [
        String::new(),
        row("A,1,,,,,,,,X, \"A,B\",0.06,0.03"),
        row("A,1,,,,,,,,X,\"A,B,0.06,0.03"),
        row("A,1,,,,,,,,X\"Y,A,0.06,0.03"),
        HEADER.replace("BonusHP", "Hp"),
        HEADER.replace(",BuffDefense", ""),
        format!("{HEADER}\n"),
        row(",1,,,,,,,,,,,"),
        row("A,1,,,,,,,,,,,\nA,1,,,,,,,,,,,"),
        row("A,5k,,,,,,,,,,,"),
        row("A,\"13,000\",,,,,,,,,,,"),
        row("A,1000,-1000,,,,,,,,,,"),
        row("A,1,,-2,,,,,,,,,"),
        row("A,1,,,10%,,,,,,,,"),
        row("A,1,,1.5,,,,,,,,,"),
        row("Tom,1,,,,,,,,Jutsu1,Alice,Bill,Charlie Brown,0.06,0.03"),
        row("A,1,,,,,,,,,A,0.1,"),
        row("A,1,,,"),
        row("\"A,B\",1,,,,,,,,,,,"),
        row("A,10000001,,,,,,,,,,,"),
        row("A,1,,,,,,\"B,C\",,,,,"),
    ];
    let all: Vec<String> = files.iter().map(|file| refused(file).1).collect();
    insta::assert_snapshot!("one_by_one", all.join("\n"));
}
