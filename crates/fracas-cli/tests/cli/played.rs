//! Played battles are kept, whatever happens to the program.

#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{DUEL, answer, call_with, fracas};

pub const FIELD: &str = "tests/fixtures/meadow.toml";

/// The orders of a saved battle.
pub fn orders(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let saved: Value = serde_json::from_str(&text).unwrap_or_default();
    saved["orders"].as_array().cloned().unwrap_or_default()
}

#[test]
fn every_order_is_saved_before_a_signal_comes() {
    for name in ["INT", "QUIT", "TERM", "HUP", "KILL"] {
        let dir = tempfile::tempdir().unwrap();
        let saved = dir.path().join("play.json");
        let args = ["play", FIELD, "--seed", "5", "--save", saved.to_str().unwrap()];
        let mut child = fracas(&args)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"advice\nadvice\n").unwrap();
        let began = Instant::now();
        while orders(&saved).len() < 2 && began.elapsed() < Duration::from_secs(60) {
            sleep(Duration::from_millis(10));
        }
        let kill = format!("kill -{name} {}", child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        assert!(!child.wait().unwrap().success());
        assert_eq!(orders(&saved).len(), 2, "{name}");
        assert!(answer(&["replay", saved.to_str().unwrap()]).contains("unfinished"));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "{name}");
    }
}

/// A terminal that is gone: nothing more can be written or read.
#[test]
fn a_broken_terminal_keeps_the_battle() {
    let dir = tempfile::tempdir().unwrap();
    let saved = dir.path().join("play.json");
    let args = ["play", FIELD, "--seed", "5", "--save", saved.to_str().unwrap()];
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut child =
        fracas(&args).stdin(Stdio::piped()).stdout(full).stderr(Stdio::null()).spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(b"advice\n");
    assert!(!child.wait().unwrap().success());
    assert!(answer(&["replay", saved.to_str().unwrap()]).contains("unfinished"));
}

#[test]
fn another_battle_is_never_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let [saved, other, notes] = ["play.json", "other.json", "notes.txt"].map(path);
    fs::write(&notes, "mine").unwrap();
    let play = |seed: &str, save: &str, input: &str| {
        call_with(input.as_bytes(), &["play", FIELD, "--seed", seed, "--save", save])
    };
    assert_eq!(play("5", &saved, "advice\n").code, Some(0));
    assert_eq!(play("6", &other, "advice\n").code, Some(0));
    let before = fs::read_to_string(&saved).unwrap();
    // Another seed, and the same battle from the start.
    for seed in ["6", "5"] {
        let refused = play(seed, &saved, "");
        assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""));
        assert!(refused.err.contains("another battle is saved there"), "{}", refused.err);
    }
    let resumed = ["play", "--resume", &other, "--save", &saved];
    assert_eq!(call_with(b"", &resumed).code, Some(2));
    let refused = play("5", &notes, "");
    assert!(refused.err.contains("this file is no saved battle"), "{}", refused.err);
    // Nor by the order to save a copy.
    let copied = call_with(
        format!("save {other}\nsave {notes}\n").as_bytes(),
        &["play", "--resume", &saved],
    );
    assert!(copied.out.contains("another battle is saved there"), "{}", copied.out);
    assert!(copied.out.contains("this file is no saved battle"), "{}", copied.out);
    assert_eq!(fs::read_to_string(&saved).unwrap(), before);
    assert_eq!(fs::read_to_string(&notes).unwrap(), "mine");
}

/// Somebody who plays, of whom lines are asked one by one.
struct Player {
    child: Child,
    input: ChildStdin,
}

impl Player {
    fn sits_down(saved: &Path) -> Self {
        let args = ["play", FIELD, "--seed", "5", "--save", saved.to_str().unwrap()];
        let mut child = fracas(&args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take().unwrap();
        Self { child, input }
    }

    /// Orders, and waits until so many are saved.
    fn orders(&mut self, line: &str, saved: &Path, count: usize) {
        self.input.write_all(line.as_bytes()).unwrap();
        let began = Instant::now();
        while orders(saved).len() < count {
            assert!(began.elapsed() < Duration::from_secs(60));
            sleep(Duration::from_millis(10));
        }
    }

    fn leaves(self) -> String {
        drop(self.input);
        let done = self.child.wait_with_output().unwrap();
        assert!(done.status.success());
        String::from_utf8(done.stdout).unwrap()
    }
}

/// What another program saves while a battle is played is left alone, and the
/// battle goes on elsewhere.
#[test]
fn what_others_save_meanwhile_is_never_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    let saved = path("play.json");
    let first = |player: &mut Player| player.orders("advice\n", &saved, 1);
    let text = |file: &str| fs::read_to_string(path(file)).unwrap();

    // The same battle, played on by somebody else.
    let mut player = Player::sits_down(&saved);
    first(&mut player);
    let resumed = ["play", "--resume", saved.to_str().unwrap()];
    assert_eq!(call_with(b"advice\nadvice\nadvice\nquit\n", &resumed).code, Some(0));
    assert_eq!(orders(&saved).len(), 4);
    let theirs = text("play.json");
    player.orders("advice\n", &path("play-2.json"), 2);
    player.orders("advice\n", &path("play-2.json"), 3);
    let told = player.leaves();
    assert_eq!(told.matches("something else was saved there meanwhile").count(), 1, "{told}");
    assert!(told.contains("play --resume ") && told.contains("play-2.json"), "{told}");
    assert_eq!(text("play.json"), theirs);

    // Another battle.
    fs::remove_file(&saved).unwrap();
    let mut player = Player::sits_down(&saved);
    first(&mut player);
    answer(&["run", DUEL, "--log", "none", "--seed", "1", "--save", saved.to_str().unwrap()]);
    let theirs = text("play.json");
    player.orders("advice\n", &path("play-3.json"), 2);
    player.leaves();
    assert_eq!(text("play.json"), theirs);

    // One that is gone is saved again.
    fs::remove_file(&saved).unwrap();
    let mut player = Player::sits_down(&saved);
    first(&mut player);
    fs::remove_file(&saved).unwrap();
    player.orders("advice\n", &saved, 2);
    player.leaves();
    for file in ["play.json", "play-2.json", "play-3.json"] {
        assert!(answer(&["replay", path(file).to_str().unwrap()]).contains("unfinished"));
    }
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 3);
}

/// Nor is more of the same battle by a copy that holds less.
#[test]
fn a_copy_never_replaces_more_of_the_same_battle() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let [more, less] = ["more.json", "less.json"].map(path);
    let play = |save: &str, input: &str| {
        call_with(input.as_bytes(), &["play", FIELD, "--seed", "5", "--save", save])
    };
    assert_eq!(play(&more, "advice\nadvice\n").code, Some(0));
    let before = fs::read_to_string(&more).unwrap();
    let played = play(&less, &format!("advice\nsave {more}\nadvice\nsave {more}\n"));
    assert_eq!(played.out.matches("or more of this one").count(), 1, "{}", played.out);
    assert!(played.out.contains("saved "), "{}", played.out);
    assert_eq!(fs::read_to_string(&more).unwrap(), before);
}

#[test]
fn a_place_that_cannot_be_written_is_said_at_the_start() {
    let dir = tempfile::tempdir().unwrap();
    let nowhere = dir.path().join("missing/play.json");
    let args = ["play", FIELD, "--save", nowhere.to_str().unwrap()];
    let refused = call_with(b"advice\n", &args);
    assert_eq!((refused.code, refused.out.as_str()), (Some(1), ""));
    assert!(refused.err.starts_with("error: cannot write "), "{}", refused.err);

    // So is one for what the battle will leave, which is not made for nothing.
    let saved = dir.path().join("play.json");
    let mine = dir.path().join("mine");
    fs::write(&mine, "mine").unwrap();
    let out_dir = |after: &Path| {
        let save = ["--save", saved.to_str().unwrap(), "--out-dir", after.to_str().unwrap()];
        call_with(b"advice\n", &[&["play", FIELD], &save[..]].concat())
    };
    let refused = out_dir(&mine.join("after"));
    assert_eq!((refused.code, refused.out.as_str()), (Some(1), ""));
    assert!(refused.err.starts_with("error: cannot write "), "{}", refused.err);
    assert!(!saved.exists());
    assert_eq!(out_dir(&dir.path().join("after")).code, Some(0));
    assert!(!dir.path().join("after").exists());
}

/// Three against one who can hardly stand, and a way out for whoever is left.
const EASY: &str = r#"ruleset = "battlescape"
name = "Easy"
[map]
rows = """
. . . . . . .
 . . . . . . .
"""
[[squad]]
side = "player"
units = [
  { class = "rifleman", name = "Vega", at = [0, 0] },
  { class = "rifleman", name = "Ortiz", at = [0, 1], hp_now = 31 },
]
[[squad]]
side = "enemy"
mode = "hold"
units = [{ class = "sectoid", at = [6, 0], facing = "E", hp = 1, ammo = [0], abilities = [] }]
[[objective]]
kind = "eliminate"
primary = true
"#;

/// B-251, B-254: a battle that is over is played again, or those who are left go
/// on to the next; `--out-dir` writes what is left.
#[test]
fn survivors_go_on() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let [easy, later, saved, after] = ["easy.toml", "later.toml", "play.json", "after"].map(path);
    fs::write(&easy, EASY).unwrap();
    let start = "side = \"player\"\nspawn = \"start\"";
    let rows = "\"\"\"\n. . . . . . .\n P P . . . . .\n\"\"\"\nzones = { P = \"start\" }";
    let text = EASY.replace("Easy", "Later").replace("side = \"player\"", start);
    let text = text.replace("\"\"\"\n. . . . . . .\n . . . . . . .\n\"\"\"", rows);
    fs::write(&later, text).unwrap();
    // What is typed too much is answered with what can be typed.
    let mut input = "advice\n".repeat(400);
    // The next one is looked for beside the one that was played.
    input.push_str("next\nnext none.toml\nNEXT later.toml\nstatus\nquit\n");
    let args = ["play", &easy, "--seed", "3", "--save", &saved, "--out-dir", &after];
    let played = call_with(input.as_bytes(), &args);
    assert_eq!(played.code, Some(0), "{}", played.err);
    for said in [
        "VICTORY",
        "aftermath.toml",
        "again, next FILE or leave> ",
        "next needs the file of a scenario",
        "there is no such file",
        "Later\n",
        "Ortiz: HP 31/60",
    ] {
        assert!(played.out.contains(said), "{said}: {}", played.out);
    }
    let left = fs::read_to_string(path("after/aftermath.toml")).unwrap();
    assert!(left.contains("Ortiz") && left.contains("hp_now = 31"), "{left}");
    assert!(fs::metadata(path("after/result.json")).is_ok());
    assert!(answer(&["replay", &path("play-2.json")]).contains("Later"));
    // And once more, with other dice, to a file of its own.
    let input = "advice\n".repeat(400) + "again\nleave\n";
    let again = path("again.json");
    let played = call_with(input.as_bytes(), &["play", &easy, "--seed", "3", "--save", &again]);
    assert_eq!(played.code, Some(0), "{}", played.err);
    assert!(answer(&["replay", &path("again-2.json")]).contains("Easy"));
}

/// B-251, B-252: whoever leaves the map for nothing is asked whether he is sure,
/// also where the advice is to leave; where the mission asks for it he is not.
#[test]
fn leaving_the_map_is_asked_for() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let exit = ". . . . . . .\n P . . . . . .\n\"\"\"\nzones = { P = \"west\" }\n\
                [[zone]]\nname = \"west\"\nexit = true";
    let text = EASY.replace(". . . . . . .\n . . . . . . .\n\"\"\"", exit);
    let play = |text: &str, input: &str| {
        fs::write(path("exit.toml"), text).unwrap();
        let save = path("exit.json");
        let played = call_with(input.as_bytes(), &["play", &path("exit.toml"), "--save", &save]);
        fs::remove_file(save).unwrap();
        assert_eq!(played.code, Some(0), "{}", played.err);
        played.out
    };
    let for_nothing = "Ortiz leaves the map for good, and no objective asks for that";
    let told = play(&text, "unit Ortiz\n? exit\nexit\nn\nexit\ny\nstatus\n");
    assert_eq!(told.matches("sure? y or n> ").count(), 2, "{told}");
    assert!(told.matches(for_nothing).count() >= 3 && told.contains("not done"), "{told}");
    let told = play(&text, "Ortiz: exit!\n");
    assert!(!told.contains("sure?") && told.contains("Ortiz leaves the map"), "{told}");
    let alone = text.replace("  { class = \"rifleman\", name = \"Vega\", at = [0, 0] },\n", "");
    let told = play(&alone, "exit\ny\n");
    assert!(told.contains("as the last one") && told.contains("WITHDRAWN"), "{told}");
    let asked = text.replace("kind = \"eliminate\"", "kind = \"escape\"\nzone = \"west\"");
    let told = play(&asked, "Ortiz: exit\n");
    assert!(!told.contains("sure?"), "{told}");
}

/// Another order in place of an answer is carried out.
#[test]
fn an_order_is_an_answer_too() {
    let dir = tempfile::tempdir().unwrap();
    let saved = dir.path().join("play.json");
    let args = ["play", FIELD, "--seed", "5", "--save", saved.to_str().unwrap()];
    let told = call_with(b"unit Okoro\nmove 4,2\nprone\nmove 4,2\nNO\n", &args).out;
    assert!(told.contains("sure? y or n> not done\n"), "{told}");
    assert!(told.contains("Okoro goes prone"), "{told}");
    assert_eq!(orders(&saved), ["Okoro: prone"]);
}

/// The chain of the examples does what its comments say.
#[test]
fn the_chain_works_as_it_says() {
    let dir = tempfile::tempdir().unwrap();
    let copy = |name: &str| {
        let text = fs::read_to_string(format!("../../examples/battlescape/{name}")).unwrap();
        fs::write(dir.path().join(name), &text).unwrap();
        text
    };
    let texts = [copy("chain_1.toml"), copy("chain_2.toml")];
    let sets = ["squad.0.from=\"after/aftermath.toml\"", "squad.0.units="];
    assert!(sets.iter().all(|set| texts.iter().all(|text| text.contains(set))));
    let run = |args: &[&str]| {
        let done = fracas(args).current_dir(dir.path()).output().unwrap();
        let (out, err) =
            [&done.stdout, &done.stderr].map(|text| String::from_utf8_lossy(text)).into();
        assert!(done.status.success(), "{args:?}: {err}");
        out.into_owned()
    };
    // A battle after which somebody is left.
    run(&[
        "run",
        "chain_1.toml",
        "--seed",
        "1",
        "--find",
        "player_alive >= 2",
        "--out-dir",
        "after",
    ]);
    let odds = run(&[
        "odds",
        "chain_2.toml",
        "--set",
        sets[0],
        "--set",
        sets[1],
        "--trials",
        "20",
        "--seed",
        "1",
    ]);
    assert!(odds.contains("The bridge"), "{odds}");
}

/// B-75, B-130, B-184: the map, the choices and what is said of them.
#[test]
fn a_screen_for_a_new_player() {
    let dir = tempfile::tempdir().unwrap();
    let saved = dir.path().join("play.json");
    let input = "objectives\nMORE\n? THROW frag_grenade AT 6,1\n? attack SNAP at a\nodds a\n\
                 unit 2\nOKORO: ready 2 30\nstatus\nquit\n";
    let args = ["play", FIELD, "--seed", "5", "--save", saved.to_str().unwrap()];
    let played = call_with(input.as_bytes(), &args);
    assert_eq!(played.code, Some(0), "{}", played.err);
    for said in [
        "Primary objective 1: leave no able enemy - open",
        "Turn 1 of 12.",
        "Ground: , grass.\nHalf cover: b bush, c crate, n low wall.\n",
        "reaches [",
        "enemies reached: sectoid 1 [6,1], ",
        " of 45 HP",
        "1 Vega: HP 60/60",
        "2 Okoro: HP 55/55",
        "READY: 2 shots from 30%",
        " 10  ",
    ] {
        assert!(played.out.contains(said), "{said}: {}", played.out);
    }
    // Ten at a time.
    let screen = played.out.split("within reach").nth(1).unwrap();
    let first = screen.split("more: ").next().unwrap();
    assert!(!first.contains(" 11  "), "{first}");
    // The map is drawn anew after an order, with what is on it: at the start,
    // for Okoro, and after her order.
    assert_eq!(played.out.matches("   0 1 2 3 4 5 6 7 8").count(), 3, "{}", played.out);
    assert_eq!(played.out.matches("Half cover: b bush").count(), 3, "{}", played.out);
}
