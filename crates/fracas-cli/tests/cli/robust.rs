//! Input made to do harm: it is refused with a sentence, in little memory, and
//! nothing of it speaks to the terminal.

use std::fs;
use std::path::Path;

use crate::{Call, DUEL, call, fracas, text_of};

/// A folder for the files of a test.
struct Camp(tempfile::TempDir);

impl Camp {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

const HEADER: &str = "Name,XP,BonusXP,BonusHP,BonusToHit,BonusToDefend,AOE,BodyguardFor,LinkedTo,\
                      BuffName,BuffWho,BuffOffense,BuffDefense";

/// Calls the program with so little memory that only bounded work succeeds.
#[cfg(target_os = "linux")]
fn call_bounded(args: &[&str]) -> Call {
    // In KiB, all that is ever mapped: the bound, and what a program of two
    // threads reserves without using it.
    const MOST: usize = (256 + 192) << 10;
    let limited = format!("ulimit -v {MOST}; exec \"$0\" \"$@\"");
    let program = fracas(args);
    std::process::Command::new("sh")
        .args(["-c", &limited])
        .arg(program.get_program())
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap()
        .into()
}

#[cfg(target_os = "linux")]
fn refused_in_little_memory(args: &[&str], why: &str) {
    let call = call_bounded(args);
    let start: String = call.err.chars().take(600).collect();
    assert_eq!(call.code, Some(2), "{args:?}: {start}");
    assert!(call.err.contains(why), "{args:?}: {start}");
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_bounded_for_scenarios() {
    let camp = Camp::new();
    let row = "A,6000,,1,0.1,,2,,,,,,\n";
    camp.write("big.csv", format!("{HEADER}\n{}", row.repeat(70_000)));
    let mut waves = String::from(
        "ruleset = \"mfd\"\n[heroes]\ncsv = \"big.csv\"\n[villains]\ncsv = \"big.csv\"\n",
    );
    for round in 1..900 {
        waves.push_str(&format!("[[heroes.reinforcements]]\nround = {round}\ncsv = \"big.csv\"\n"));
    }
    let waves = camp.write("waves.toml", waves);
    refused_in_little_memory(&["check", &waves], "all files that the scenario names");

    camp.write("data.toml", format!("a = [{}]\n", "{ a = 1 },".repeat(45_000)));
    camp.write("data.json", format!("[{}0]", "0,".repeat(1_000_000)));
    for (ruleset, file) in [("battlescape", "data.toml"), ("andor", "data.json")] {
        let data = vec![format!("\"{file}\""); 600].join(",");
        let many = format!("ruleset = \"{ruleset}\"\ndata = [{data}]\n");
        let many = camp.write("data600.toml", many);
        refused_in_little_memory(&["check", &many], "all files that the scenario names");
    }
    for (text, count, why) in [
        ("{a=1},", 300_000, "more than 50000 tables"),
        ("{},", 600_000, "more than 50000 tables"),
        ("[],", 600_000, "more than 1048576 words and signs"),
        ("{a=1,b=2,c=3,d=4},", 49_000, "unknown key a"),
        ("[],", 340_000, "unknown key a"),
        ("1,", 520_000, "unknown key a"),
    ] {
        let text = format!("ruleset = \"olympia\"\na = [{}]\n", text.repeat(count));
        let inline = camp.write("inline.toml", text);
        refused_in_little_memory(&["check", &inline], why);
        refused_in_little_memory(&["check", &inline, "--set", "seed=1"], why);
    }
    let keys: String = (0..260_000).map(|key| format!("k{key}=1\n")).collect();
    let keys = camp.write("keys.toml", format!("ruleset = \"olympia\"\n{keys}"));
    refused_in_little_memory(&["check", &keys], "unknown key k0");
    refused_in_little_memory(&["check", &keys, "--set", "seed=1"], "unknown key k0");
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_bounded_for_tapes_replays_and_tallies() {
    let camp = Camp::new();
    let throws = |bytes: usize| "attacker 20: 7\n".repeat(bytes / 15);
    let tape = camp.write("tape", throws(16 << 20));
    refused_in_little_memory(&["run", DUEL, "--dice", &tape], "attacker with 2 sides");
    let tape = camp.write("tape", throws(60 << 20));
    refused_in_little_memory(&["run", DUEL, "--dice", &tape], "at most 2097152 throws");
    let tape = camp.write("tape", throws(70 << 20));
    refused_in_little_memory(&["run", DUEL, "--dice", &tape], "larger than 64 MiB");

    let saved = camp.0.path().join("saved");
    let saved = saved.to_str().unwrap();
    assert_eq!(call(&["run", DUEL, "--save", saved]).code, Some(0));
    let text = fs::read_to_string(saved).unwrap();
    for (extra, bytes, why) in
        [("\"\",", 60 << 20, "at most 1000000 orders"), ("\"\",", 70 << 20, "larger than 64 MiB")]
    {
        let orders = extra.repeat(bytes / extra.len());
        let orders = format!("\"orders\": [{orders}\"\"],\n  \"outcome\"");
        let replay = camp.write("replay", text.replacen("\"outcome\"", &orders, 1));
        refused_in_little_memory(&["replay", &replay], why);
    }

    let none = "{\"name\":\"\",\"count\":0,\"first\":null},";
    let outcomes = none.repeat((30 << 20) / none.len());
    let tally = format!(
        "{{\"fracas\":\"0.1.0\",\"name\":\"x\",\"scenario\":\"0000000000000000\",\"tally\":{{\
         \"tally\":2,\"ruleset\":\"olympia\",\"version\":1,\"stream\":1,\"seed\":0,\"trials\":[],\
         \"draws\":0,\"outcomes\":[{}],\"measures\":[],\"conditions\":[]}},\
         \"seal\":\"0000000000000000\"}}",
        outcomes.trim_end_matches(',')
    );
    refused_in_little_memory(&["merge", &camp.write("tally", tally)], "at most 256 outcomes");
    // A measure with a count for each of millions of outcomes.
    let tally = format!(
        "{{\"fracas\":\"0.1.0\",\"name\":\"x\",\"scenario\":\"0000000000000000\",\"tally\":{{\
         \"tally\":2,\"ruleset\":\"olympia\",\"version\":1,\"stream\":1,\"seed\":0,\"trials\":[],\
         \"draws\":0,\"outcomes\":[],\"measures\":[{{\"name\":\"a\",\"start\":0,\"given\":null,\
         \"by_outcome\":[{}null]}}],\"conditions\":[]}},\"seal\":\"0000000000000000\"}}",
        "null,".repeat(6 << 20)
    );
    refused_in_little_memory(&["merge", &camp.write("tally", tally)], "not counted for every");
}

/// `--tape` never writes what `--dice` refuses.
#[cfg(target_os = "linux")]
#[test]
fn a_battle_too_long_for_a_tape_is_refused_and_leaves_none() {
    let camp = Camp::new();
    let tape = camp.0.path().join("tape");
    let huge = [
        "--set",
        "attacker.stack[0].men.soldier=1000000",
        "--set",
        "defender.stack[0].men.soldier=1000000",
    ];
    let run = ["run", DUEL, "--log", "none", "--tape", tape.to_str().unwrap()];
    refused_in_little_memory(&[&run[..], &huge].concat(), "the battle throws more than 2097152");
    assert_eq!(fs::read_dir(camp.0.path()).unwrap().count(), 0);
}

/// More threads than the machine gives are fewer threads, and no panic.
#[cfg(target_os = "linux")]
#[test]
fn threads_that_cannot_be_had_are_done_without() {
    // Limits on threads are on those of a user, and root has none: somebody
    // who owns nothing else is allowed eight.
    let somebody = ["--reuid=54321", "--regid=54321", "--clear-groups", "prlimit", "--nproc=8"];
    let scenario = text_of(DUEL);
    let call = |args: &[&str]| {
        let program = fracas(args);
        let mut command = std::process::Command::new("setpriv");
        command.args(somebody).arg(program.get_program()).args(args).current_dir("/");
        command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
        let mut child = command.stderr(std::process::Stdio::piped()).spawn().ok()?;
        let _ = std::io::Write::write_all(&mut child.stdin.take()?, scenario.as_bytes());
        child.wait_with_output().ok().map(Call::from)
    };
    if call(&["--version"]).is_none_or(|call| call.code != Some(0)) {
        // Nobody here may become somebody else, or he may not come here.
        return;
    }
    let odds = ["odds", "-", "--seed", "7", "--trials", "100000", "--json", "--threads"];
    let told = call(&[&odds[..], &["1024"]].concat()).unwrap();
    assert_eq!((told.code, told.err.as_str()), (Some(0), ""));
    assert_eq!(told, call(&[&odds[..], &["1"]].concat()).unwrap());
    let never = ["run", "-", "--find", "attacks > 1000000", "--tries", "10000", "--threads"];
    let told = call(&[&never[..], &["1024"]].concat()).unwrap();
    assert!(told.err.starts_with("error: of the 10,000 battles"), "{}", told.err);
}

#[test]
fn names_do_not_speak_to_the_terminal() {
    let camp = Camp::new();
    let csv = format!("{HEADER}\nAnn\u{1b}]0;x\u{7}\u{9b}2J,6000,,,,,,,,,,,\n");
    camp.write("Heroes.csv", &csv);
    camp.write("Villains.csv", format!("{HEADER}\nRook,9000,,2,,0.2,,,,,,,\n"));
    let in_camp = |args: &[&str]| -> Call {
        fracas(args).current_dir(camp.0.path()).output().unwrap().into()
    };
    let tape = camp.write("tape", "wo\u{1b}[2Jund 20: 7\n");
    let odd = camp.write("o\u{1b}[2Jdd.toml", "ruleset = \"ol\u{9b}2Jympia\"\n");
    let odd_set = "name\u{1b}[2J=1";
    let calls = [
        in_camp(&["run", "--seed", "1", "--log", "all"]),
        in_camp(&["run", "--seed", "1", "--log", "json"]),
        in_camp(&["run", "--seed", "1", "--json"]),
        in_camp(&["check"]),
        in_camp(&["inspect"]),
        in_camp(&["odds", "--trials", "64"]),
        call(&["run", DUEL, "--dice", &tape]),
        call(&["check", &odd]),
        call(&["check", "missing\u{1b}[2J.toml"]),
        call(&["check", DUEL, "--set", odd_set]),
        call(&["replay", &odd]),
        call(&["merge", &odd]),
    ];
    for call in calls {
        for said in [&call.out, &call.err] {
            let odd = |sign: char| sign.is_control() && sign != '\n' && sign != '\t';
            assert!(!said.contains(odd), "{said:?}");
        }
    }
    if let Ok(log) = fs::read_to_string(camp.0.path().join("BattleLog.txt")) {
        assert!(!log.contains(['\u{1b}', '\u{9b}']), "{log:?}");
    }
}

#[test]
fn what_is_not_text_tells_the_line() {
    let camp = Camp::new();
    let scenario = camp.write("odd.toml", b"ruleset = \"olympia\"\n\nname = \"\xff\"\n");
    let told = call(&["check", &scenario]);
    assert_eq!(told.code, Some(2));
    assert!(told.err.contains("odd.toml:3: this is not UTF-8 text"), "{}", told.err);
    camp.write("Heroes.csv", [HEADER.as_bytes(), b"\nAnn\0,6000\n"].concat());
    let sides =
        "ruleset = \"mfd\"\n[heroes]\ncsv = \"Heroes.csv\"\n[villains]\ncsv = \"Heroes.csv\"\n";
    let told = call(&["check", &camp.write("sides.toml", sides)]);
    assert!(told.err.contains("line 2 is not UTF-8 text"), "{}", told.err);
}

/// A scenario may name files elsewhere, but what they hold is not told.
#[test]
fn files_outside_the_folder_are_not_quoted() {
    let camp = Camp::new();
    let secret = camp.write("secret.csv", "root:x:0:0:topsecret\n");
    camp.write("deep/Heroes.csv", format!("{HEADER}\nAnn,6000,,,,,,,,,,,\n"));
    let quoted = |path: &str| {
        let text = format!(
            "ruleset = \"mfd\"\n[heroes]\ncsv = \"{path}\"\n[villains]\ncsv = \"Heroes.csv\"\n"
        );
        let told = call(&["check", &camp.write("deep/battle.toml", text)]);
        assert_eq!(told.code, Some(2));
        assert!(told.err.contains("secret.csv"), "{}", told.err);
        told.err.contains("topsecret")
    };
    assert!(!quoted("../secret.csv"));
    assert!(!quoted(&secret));
    #[cfg(unix)]
    {
        let link = camp.0.path().join("deep/secret.csv");
        std::os::unix::fs::symlink(&secret, &link).unwrap();
        assert!(!quoted("secret.csv"));
        fs::remove_file(link).unwrap();
    }
    // In the folder, or named by the user himself, it is shown as ever.
    camp.write("deep/secret.csv", "root:x:0:0:topsecret\n");
    assert!(quoted("secret.csv"));
    let own = call(&["check", "--heroes", &secret, "--villains", &secret]);
    assert!(own.err.contains("topsecret"), "{}", own.err);
    assert!(Path::new(&secret).exists());
}
