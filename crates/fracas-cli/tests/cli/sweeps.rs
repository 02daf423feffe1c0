//! `fracas sweep`: rows, formats, stores, and what is left of a killed one.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::{Call, DUEL, TOWER, call, fracas};

const KNIGHTS: &str = "attacker.stack[0].men.pikeman=0..8..4";

fn lines(call: &Call) -> Vec<&str> {
    assert_eq!(call.code, Some(0), "{}", call.err);
    call.out.lines().collect()
}

#[test]
fn rows_come_in_order_whatever_the_threads() {
    let sweep = |threads: &str, format: &str| {
        call(&[
            "sweep",
            DUEL,
            "--vary",
            KNIGHTS,
            "--vary",
            "defender.stack[0].men.soldier=1..3",
            "--error",
            "3%",
            "--threads",
            threads,
            "--format",
            format,
        ])
    };
    for format in ["table", "csv", "json", "md"] {
        let alone = sweep("1", format);
        assert_eq!(alone.code, Some(0), "{}", alone.err);
        assert_eq!(sweep("3", format), alone);
    }
    let csv = sweep("2", "csv");
    let csv = lines(&csv);
    assert_eq!(
        csv[0],
        "attacker.stack[0].men.pikeman,defender.stack[0].men.soldier,attacker,attacker_low,\
         attacker_high,defender,defender_low,defender_high,draw,draw_low,draw_high,method,trials,\
         error"
    );
    let points: Vec<&str> = csv[1..].iter().map(|line| &line[..3]).collect();
    assert_eq!(points, ["0,1", "0,2", "0,3", "4,1", "4,2", "4,3", "8,1", "8,2", "8,3"]);
    let json = sweep("2", "json");
    let third: Value = serde_json::from_str(lines(&json)[2]).unwrap();
    assert_eq!(third["values"]["defender.stack[0].men.soldier"], 3);
    assert!(third["outcomes"]["attacker"]["p"].is_number() && third["measures"].is_object());
    assert!(sweep("1", "table").out.contains("attacker: · 0 % to █ 100 %"));
    assert!(sweep("1", "md").out.starts_with("| `attacker.stack[0].men.pikeman` | "));
}

#[test]
fn a_row_is_what_odds_tell() {
    let set = "attacker.stack[0].men.pikeman=4";
    let odds = call(&["odds", DUEL, "--set", set, "--json", "--trials", "500"]);
    let odds: Value = serde_json::from_str(&odds.out).unwrap();
    let row = call(&["sweep", DUEL, "--vary", KNIGHTS, "--json", "--trials", "500"]);
    let row: Value = serde_json::from_str(lines(&row)[1]).unwrap();
    assert_eq!(row["outcomes"], odds["outcomes"]);
    assert_eq!(row["measures"], odds["measures"]);
}

#[test]
fn what_is_shown_can_be_chosen() {
    let that = "attacker and attacks <= 3";
    let args = ["--trials", "200", "--show", "attacks", "--show", "attacker", "--show", that];
    let told = call(&[&["sweep", DUEL, "--vary", KNIGHTS][..], &args].concat());
    let lines = lines(&told);
    assert!(lines[2].ends_with("attacker and attacks <=… %"), "{}", told.out);
    let odds = call(&[
        "odds",
        DUEL,
        "--set",
        "attacker.stack[0].men.pikeman=4",
        "--that",
        that,
        "--trials",
        "200",
        "--json",
    ]);
    let odds: Value = serde_json::from_str(&odds.out).unwrap();
    let csv = call(
        &[
            &["sweep", DUEL, "--vary", KNIGHTS, "--format", "csv"][..],
            &args[..2],
            &["--show", that],
        ]
        .concat(),
    );
    let p = csv.out.lines().nth(2).unwrap().split(',').nth(1).unwrap();
    assert_eq!(p, odds["that"][0]["p"].to_string());
    assert!(lines[2].contains("attacks") && !lines[2].contains("defender"), "{}", told.out);
    assert!(told.out.contains("  attacks  "), "{}", told.out);
}

#[test]
fn files_of_variants_and_lists() {
    let folder = tempfile_folder("variants");
    let file = folder.join("v.csv");
    fs::write(&file, "attacker.stack[0].men.pikeman,place.terrain\n3,swamp\n5,plain\n").unwrap();
    let told = call(&[
        "sweep",
        DUEL,
        "--variants",
        file.to_str().unwrap(),
        "--vary",
        "seed=1,2",
        "--trials",
        "50",
        "--format",
        "csv",
    ]);
    let points: Vec<String> = lines(&told)[1..]
        .iter()
        .map(|line| line.split(',').take(3).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(points, ["3 swamp 1", "3 swamp 2", "5 plain 1", "5 plain 2"]);
    fs::remove_dir_all(folder).unwrap();
}

/// Wherever it stands in the list.
#[test]
fn a_number_that_makes_no_battle_has_a_row() {
    for values in ["1,-3,2", "-3,1,2"] {
        let vary = format!("attacker.stack[0].men.pikeman={values}");
        let swept = call(&["sweep", DUEL, "--vary", &vary, "--format", "csv"]);
        let rows = lines(&swept);
        assert_eq!((swept.code, rows.len()), (Some(0), 4), "{rows:?}");
        let wrong = rows.iter().find(|row| row.starts_with("-3,")).unwrap();
        assert!(wrong.ends_with(|sign: char| sign != ','), "{wrong}");
    }
}

/// A word that is misspelled is bad input: nothing is fought.
#[test]
fn a_misspelled_word_of_a_list_is_refused() {
    for values in ["plain,swmp,swamp", "swmp,plain,swamp"] {
        let vary = format!("place.terrain={values}");
        let more = "attacker.stack[0].men.pikeman=0..3";
        let swept = call(&["sweep", DUEL, "--vary", &vary, "--vary", more]);
        assert_eq!((swept.code, swept.out.as_str()), (Some(2), ""), "{}", swept.err);
        assert!(swept.err.contains("did you mean \"swamp\"?"), "{}", swept.err);
    }
}

#[test]
fn paths_are_those_of_set_and_tell_columns_apart() {
    let swept = call(&[
        "sweep",
        TOWER,
        "--vary",
        "terrain=plain,swamp",
        "--vary",
        "attacker.stack[0].men.knight=0..1",
        "--vary",
        "defender.stack[0].men.knight=0..1",
        "--trials",
        "64",
        "--show",
        "attacker",
    ]);
    let head = lines(&swept)[2];
    let words = ["terrain of place", "knight of attacker", "knight of defender"];
    assert!(words.iter().all(|word| head.contains(word)), "{head}");
    let csv =
        call(&["sweep", TOWER, "--vary", "terrain=plain", "--trials", "64", "--format", "csv"]);
    assert!(lines(&csv)[0].starts_with("place.terrain,"), "{}", csv.out);
    let set = call(&["odds", TOWER, "--set", "terrain=swamp", "--trials", "64", "--json"]);
    let whole = call(&["odds", TOWER, "--set", "place.terrain=swamp", "--trials", "64", "--json"]);
    assert_eq!((set.code, set.out), (Some(0), whole.out));
}

#[test]
fn no_cell_of_a_sample_reaches_beyond_never_and_always() {
    let vary = "attacker.stack[0].men.pikeman=0..20..2";
    let swept = call(&["sweep", DUEL, "--vary", vary, "--trials", "500", "--show", "attacker"]);
    for line in lines(&swept).iter().skip(3).take_while(|line| !line.is_empty()) {
        let Some((value, error)) = line.split_once(" ±") else { continue };
        let number = |text: &str| text.split_whitespace().last().unwrap().parse::<f64>().unwrap();
        let (value, error) = (number(value), error.trim().parse::<f64>().unwrap());
        assert!((0.0..=100.0).contains(&(value + error)) && value >= error - 0.05, "{line}");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let refused = |args: &[&str]| {
        let call = call(&[&["sweep", DUEL][..], args].concat());
        assert_eq!((call.code, call.out.as_str()), (Some(2), ""), "{}", call.err);
        call.err
    };
    let axis = refused(&["--vary", "men=0..many"]);
    assert!(axis.contains("this is no number") && axis.contains("^^^^"), "{axis}");
    assert!(refused(&[]).contains("nothing is varied"));
    let path = refused(&["--vary", "attacker.stack[7].men.knight=1..3"]);
    assert!(path.contains("there is no attacker.stack[7]"), "{path}");
    let word = refused(&["--vary", "place.terrain=swmp"]);
    assert!(
        word.contains("with place.terrain=swmp:") && word.contains("did you mean \"swamp\"?"),
        "{word}"
    );
    let several = refused(&["--vary", "men.knight=0..3"]);
    assert!(several.contains("`men.knight` may be attacker.stack[0].men.knight or"), "{several}");
    let many = refused(&["--vary", "seed=1..2000", "--vary", "a.b=1..2000"]);
    assert!(many.contains("more than 1000000 points"), "{many}");
    let shown = refused(&["--vary", KNIGHTS, "--show", "atacks"]);
    assert!(shown.contains("did you mean `attacks`?"), "{shown}");
    assert!(refused(&["--vary", KNIGHTS, "--trials", "0"]).contains("allowed are 1 to"));
}

#[test]
fn a_store_goes_on_and_refuses_what_is_not_its_own() {
    let folder = tempfile_folder("store");
    let db = folder.join("sweep.db");
    let db = db.to_str().unwrap();
    let sweep = |file: &str, vary: &str| {
        call(&["sweep", file, "--vary", vary, "--trials", "300", "--format", "csv", "--store", db])
    };
    let few = sweep(DUEL, "attacker.stack[0].men.pikeman=0..4");
    let more = sweep(DUEL, "attacker.stack[0].men.pikeman=0..8");
    assert_eq!(lines(&more)[..6], lines(&few)[..]);
    assert_eq!(more, sweep(DUEL, "attacker.stack[0].men.pikeman=0..8"));
    let other = sweep(TOWER, "attacker.stack[0].men.pikeman=0..4");
    assert_eq!(other.code, Some(2));
    assert!(other.err.contains("the store is of scenario "), "{}", other.err);
    let left: Vec<_> =
        fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert!(left.iter().all(|file| !file.to_string_lossy().ends_with(".lock")), "{left:?}");
    fs::write(folder.join("text.db"), "this is no database, but a text").unwrap();
    let text = folder.join("text.db");
    let text = call(&["sweep", DUEL, "--vary", KNIGHTS, "--store", text.to_str().unwrap()]);
    assert_eq!((text.code, text.out.as_str()), (Some(2), ""));
    fs::remove_dir_all(folder).unwrap();
}

/// Killed a hundred times in the middle of its work, a sweep has lost no row
/// that it told, and in the end all are as if nothing had happened. Moments
/// are counted in rows, then in microseconds, so that a busy machine has as
/// many in the middle of the work.
#[test]
fn a_killed_sweep_loses_nothing() {
    let folder = tempfile_folder("killed");
    let db = folder.join("sweep.db");
    let args = [
        "sweep",
        DUEL,
        "--vary",
        "attacker.stack[0].men.pikeman=0..19",
        "--vary",
        "defender.stack[0].men.soldier=1..60",
        "--trials",
        "500",
        "--format",
        "csv",
        "--threads",
        "2",
    ];
    let stored = [&args[..], &["--store", db.to_str().unwrap()]].concat();
    let whole = call(&args);
    let expected = lines(&whole);
    let mut random = 12345u64;
    let mut below = |end: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (random >> 33) % end
    };
    for _ in 0..100 {
        let rows = below(64);
        let mut child =
            fracas(&stored).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut told = String::new();
        for _ in 0..rows {
            out.read_line(&mut told).unwrap();
        }
        thread::sleep(Duration::from_micros(below(3000)));
        child.kill().unwrap();
        child.wait().unwrap();
        out.read_to_string(&mut told).unwrap();
        // The last line may be cut off.
        let told: Vec<&str> =
            told.split_inclusive('\n').filter(|line| line.ends_with('\n')).collect();
        for (line, expected) in told.iter().zip(&expected) {
            assert_eq!(line.trim_end(), *expected);
        }
        let known = finished(&db);
        assert!(known + 1 >= told.len(), "{known} points are left of {} rows", told.len());
    }
    let resumed = call(&stored);
    assert_eq!(lines(&resumed), expected);
    assert_eq!(finished(&db), expected.len() - 1);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn two_processes_share_a_store() {
    let folder = tempfile_folder("shared");
    let db = folder.join("sweep.db");
    let args = [
        "sweep",
        DUEL,
        "--vary",
        "attacker.stack[0].men.pikeman=0..9",
        "--vary",
        "defender.stack[0].men.soldier=1..40",
        "--trials",
        "1000",
        "--format",
        "csv",
    ];
    let stored = [&args[..], &["--store", db.to_str().unwrap()]].concat();
    let spawn = || fracas(&stored).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let both = [spawn(), spawn()];
    let both = both.map(|child| Call::from(child.wait_with_output().unwrap()));
    let alone = call(&args);
    assert_eq!(both[0], alone);
    assert_eq!(both[1], alone);
    assert_eq!(finished(&db), 400);
    fs::remove_dir_all(folder).unwrap();
}

/// How many points a store has finished.
fn finished(db: &Path) -> usize {
    let db = rusqlite::Connection::open(db).unwrap();
    let count = db.query_row("SELECT count(*) FROM point WHERE done = 1", [], |row| row.get(0));
    // Before the first transaction there is no table.
    usize::try_from(count.unwrap_or(0i64)).unwrap()
}

fn tempfile_folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("fracas-sweep-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}
