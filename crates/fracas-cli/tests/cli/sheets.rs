//! Spreadsheets as people have them, through the whole program.

use std::fs;

use crate::mfd::{Camp, HEADER};

const FED_BACK: [&str; 4] = ["--heroes", "Heroes-final.csv", "--villains", "Villains-final.csv"];

fn with<'a>(start: &[&'a str], rest: &[&'a str]) -> Vec<&'a str> {
    [start, rest].concat()
}

/// The last command that is told, as a shell would take it.
fn command(told: &str) -> Vec<&str> {
    let line = told.lines().rev().find_map(|line| line.split_once("fracas ")).unwrap().1;
    let mut words = Vec::new();
    for (place, part) in line.split('\'').enumerate() {
        match place % 2 {
            1 => words.push(part),
            _ => words.extend(part.split_whitespace()),
        }
    }
    words
}

/// What a battle tells, files and commands left out.
fn battle_of(told: &str) -> String {
    let of_files = |line: &&str| !line.starts_with("wrote ") && !line.starts_with("again: ");
    told.lines().filter(of_files).collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

/// F-67, F-69: files that are fed back are never replaced, however often, and
/// `again:` fights the same battle every time.
#[test]
fn f_67_f_69_inputs_are_never_replaced() {
    let camp = Camp::new();
    camp.answer(&["run", "-m", "1", "--seed", "3"]);
    let first = ["Heroes-final.csv", "Villains-final.csv"].map(|name| camp.read(name));
    let told = camp.answer(&with(&["run", "-m", "1"], &FED_BACK));
    assert!(told.contains("wrote ./Heroes-final-1.csv"), "{told}");
    assert_eq!(first, ["Heroes-final.csv", "Villains-final.csv"].map(|name| camp.read(name)));

    // From a numbered file on, too: the battle before stays what it was.
    let second = camp.read("Heroes-final-1.csv");
    let on = ["run", "--heroes", "Heroes-final-1.csv", "--villains", "Villains-final-1.csv"];
    let third = camp.call(&on);
    if third.code == Some(0) {
        assert!(third.out.contains("wrote ./Heroes-final-2.csv"), "{}", third.out);
    }
    assert_eq!(
        (second, first[0].clone()),
        (camp.read("Heroes-final-1.csv"), camp.read("Heroes-final.csv"))
    );

    let files = camp.files();
    let again = camp.answer(&command(&told));
    assert_eq!(battle_of(&again), battle_of(&told));
    assert_eq!(camp.files(), files, "looking at a battle again leaves nothing");
}

/// F-67: every battle that `odds` shows can be seen, and changes nothing.
#[test]
fn f_67_see_one_changes_nothing() {
    let camp = Camp::new();
    camp.answer(&["run", "--seed", "3"]);
    camp.write("BattleLog.txt", "mine");
    camp.write("Heroes-final.csv", "mine too");
    for args in [
        &["odds", "--all"][..],
        &["odds", "--trials", "300"],
        &["odds", "--trials", "300", "--all"],
    ] {
        let odds = camp.answer(args);
        let see = odds.split("see one:").nth(1).unwrap();
        for line in see.lines().filter(|line| line.contains("fracas run")) {
            let shown = camp.answer(&command(line));
            assert!(shown.contains("Round 1"), "{shown}");
        }
    }
    assert_eq!(camp.read("BattleLog.txt"), "mine");
    assert_eq!(camp.read("Heroes-final.csv"), "mine too");
    // Whoever wants its files says where.
    camp.answer(&["run", "--seed", "3", "--trial", "5", "--out-dir", "five"]);
    assert!(camp.path().join("five/Heroes-final.csv").exists());
}

/// What a battle is read from is not written to by any flag.
#[test]
fn no_flag_writes_over_what_is_read() {
    let camp = Camp::new();
    for flag in ["--save", "--tape"] {
        let refused = camp.call(&["run", "--seed", "3", flag, "Heroes.csv"]);
        assert_eq!(refused.code, Some(2));
        assert!(refused.err.contains("the battle is read from it"), "{}", refused.err);
    }
    camp.answer(&["run", "--seed", "3", "-m", "1", "--out-dir", "."]);
    let aftermath = camp.read("aftermath.toml");
    let told = camp.answer(&["run", "aftermath.toml", "--seed", "4", "--out-dir", "."]);
    assert!(told.contains("wrote ./aftermath-1.toml"), "{told}");
    assert_eq!(camp.read("aftermath.toml"), aftermath);
}

/// F-8: other encodings, told by nobody.
#[test]
fn f_8_encodings() {
    let camp = Camp::new();
    let heroes = format!("{HEADER}\nJürgen,6000,,1,0.1,,2,,,Song,Jürgen,0.05,0.1\n");
    let latin: Vec<u8> = heroes.chars().map(|letter| letter as u8).collect();
    let utf16: Vec<u8> =
        format!("\u{feff}{heroes}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    camp.write("Heroes.csv", &heroes);
    let odds = camp.json(&["odds", "--json"])["outcomes"].clone();
    for bytes in [latin, utf16, format!("\u{feff}{heroes}").into_bytes()] {
        fs::write(camp.path().join("Heroes.csv"), bytes).unwrap();
        let told = camp.call(&["run", "--seed", "3"]);
        assert_eq!((told.code, told.err.as_str()), (Some(0), ""));
        assert!(told.out.contains("Jürgen: HP(3)"), "{}", told.out);
        // F-64: marked, so that the program that wrote it reads it right.
        assert!(camp.read("Heroes-final.csv").starts_with("\u{feff}Name,"));
        assert_eq!(camp.json(&["odds", "--json"])["outcomes"], odds);
    }
}

/// One sentence for a spreadsheet in the place of a scenario.
#[test]
fn a_spreadsheet_is_no_scenario() {
    let camp = Camp::new();
    for verb in ["odds", "run", "check", "inspect"] {
        let refused = camp.call(&[verb, "Heroes.csv"]);
        assert_eq!(refused.code, Some(2));
        assert_eq!(
            refused.err,
            "error: Heroes.csv is a spreadsheet, not a scenario; give both sides, such as \
             --heroes Heroes.csv --villains Villains.csv\n"
        );
    }
    fs::write(camp.path().join("My clan.xlsx"), b"PK\x03\x04").unwrap();
    let refused = camp.call(&["odds", "My clan.xlsx"]);
    assert!(refused.err.contains("save it as CSV and give"), "{}", refused.err);
    assert!(refused.err.contains("--heroes 'My clan.csv'"), "{}", refused.err);
}

/// F-81: `--set` reaches cells by name, with and without a scenario.
#[test]
fn f_81_cells_by_name() {
    let camp = Camp::new();
    let set = ["--set", "heroes[Ann].XP=9000", "--set", "heroes[Bob].BonusToHit=0.2"];
    let told = camp.answer(&with(&["run", "--seed", "3"], &set));
    assert!(told.contains("Ann: HP(3), ToHit(45%), ToDefend(40%), AOE(2), Total XP(9000)"));
    assert!(told.contains("Bob: HP(2), ToHit(55%)"), "{told}");
    camp.write(
        "bridge.toml",
        "ruleset = 'mfd'\nheroes.csv = 'Heroes.csv'\nvillains.csv = 'Villains.csv'\n",
    );
    let told = camp.answer(&with(&["run", "bridge.toml"], &set));
    assert!(told.contains("Total XP(9000)"), "{told}");
    let again = camp.answer(&command(&told));
    assert_eq!(battle_of(&again), battle_of(&told));
    let refused = camp.call(&["odds", "--set", "heroes[Anne].XP=9000"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("is called Anne; did you mean Ann?"), "{}", refused.err);
}

/// Two spreadsheets as one scenario, of the same odds.
#[test]
fn import_writes_fighters_out() {
    let camp = Camp::new();
    let text = camp.answer(&["import", "mfd", "Heroes.csv", "Villains.csv"]);
    insta::assert_snapshot!("imported", text);
    camp.write("both.toml", &text);
    let odds = |args: &[&str]| camp.json(args)["outcomes"].clone();
    assert_eq!(odds(&["odds", "both.toml", "--json"]), odds(&["odds", "--json"]));
    let refused = camp.call(&["import", "mfd", "Heroes.csv", "Nobody.csv"]);
    assert_eq!(refused.code, Some(2));
}

/// F-25: a battle fed back ten times complains of nothing.
#[test]
fn f_25_f_63_ones_own_output_is_no_slip() {
    let camp = Camp::new();
    let names: Vec<String> = (1..=30).map(|n| format!("Clone {n:02}")).collect();
    let row = |name: &String| {
        format!("{name},9000,,-1,0.3,,,Ann,Ann,Step,\"{}\",0.01,0.01\n", names.join(","))
    };
    let clones: String = names.iter().map(row).collect();
    camp.write("Heroes.csv", &format!("{HEADER}\nAnn,6000,,9,,,,,,,,,\n{clones}"));
    camp.write("Villains.csv", &format!("{HEADER}\nRook,9000,,5000,,0.2,3,,,,,,\n"));
    let mut told = camp.call(&["run", "-m", "1", "--seed", "1", "--log", "phases"]);
    for round in 1..=5 {
        assert_eq!((told.code, told.err.as_str()), (Some(0), ""));
        let number = if round == 1 { String::new() } else { format!("-{}", round - 1) };
        let files = ["Heroes", "Villains"].map(|side| format!("{side}-final{number}.csv"));
        let args = ["run", "--heroes", &files[0], "--villains", &files[1], "-m", "1", "--log"];
        told = camp.call(&with(&args, &["phases", "--seed", "2"]));
    }
    assert!(told.out.contains("Dead heroes before the battle: Clone "), "{}", told.out);
    assert!(told.out.lines().count() < 20, "{}", told.out);
}
