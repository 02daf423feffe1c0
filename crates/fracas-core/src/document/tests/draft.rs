//! Changing single values of a text.

use crate::document::{Draft, NewValue};

/// The text with one value changed, or why not.
fn set(text: &str, path: &str, value: &str) -> Result<String, String> {
    let change = || {
        let mut draft = Draft::parse(text)?;
        draft.set(path, NewValue::read(value)?)?;
        Ok(draft.to_string())
    };
    change().map_err(|error: crate::document::EditError| error.to_string())
}

const TEXT: &str = r#"# A siege.
ruleset = "siege" # the rules

[place]
terrain = "plain"   # or swamp

[[attacker.stack]]
noble = "Osswid"
men = { soldier = 120, knight = 20 } # his men
range = [ 5, 15 ]

# The second.
[[attacker.stack]]
noble = "Feasel"
items = [ { name = "axe" } ]
"#;

/// The lines that a change takes away and brings.
fn changed(path: &str, value: &str) -> (Vec<String>, Vec<String>) {
    let after = set(TEXT, path, value).unwrap();
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (old, new) = (lines(TEXT), lines(&after));
    let gone = old.iter().filter(|line| !new.contains(line)).cloned().collect();
    let come = new.iter().filter(|line| !old.contains(line)).cloned().collect();
    (gone, come)
}

fn line(path: &str, value: &str) -> String {
    let (gone, come) = changed(path, value);
    assert_eq!((gone.len(), come.len()), (1, 1), "{gone:?} {come:?}");
    come[0].clone()
}

#[test]
fn values_are_replaced_and_comments_stay() {
    assert_eq!(line("place.terrain", "swamp"), "terrain = \"swamp\"   # or swamp");
    assert_eq!(line("place.terrain", "\"swamp\""), "terrain = \"swamp\"   # or swamp");
    assert_eq!(line("ruleset", "olympia"), "ruleset = \"olympia\" # the rules");
    assert_eq!(
        line("attacker.stack[0].men.knight", "60"),
        "men = { soldier = 120, knight = 60 } # his men"
    );
    assert_eq!(
        line("attacker.stack[0].men.archer", "5"),
        "men = { soldier = 120, knight = 20, archer = 5 } # his men"
    );
    assert_eq!(line("attacker.stack[0].range[1]", "25"), "range = [ 5, 25 ]");
    assert_eq!(line("attacker.stack[0].range[2]", "25"), "range = [ 5, 15, 25 ]");
    assert_eq!(line("attacker.stack[0].range", "7"), "range = 7");
    assert_eq!(line("attacker.stack[1].noble", "Old Scale"), "noble = \"Old Scale\"");
    assert_eq!(
        line("attacker.stack[1].items[0].attack", "15"),
        "items = [ { name = \"axe\", attack = 15 } ]"
    );
    assert_eq!(
        line("attacker.stack[1].items[1].name", "bow"),
        "items = [ { name = \"axe\" }, { name = \"bow\" } ]"
    );
}

#[test]
fn new_keys_and_tables_are_made() {
    let come = |path, value| changed(path, value).1;
    assert_eq!(come("seed", "7"), ["seed = 7"]);
    assert_eq!(
        come("attacker.stack[1].men.knight", "3"),
        ["", "[attacker.stack.men]", "knight = 3"][1..]
    );
    assert_eq!(come("aftermath.weeks", "2"), ["[aftermath]", "weeks = 2"]);
    assert_eq!(come("kinds.orc.attack", "8"), ["[kinds.orc]", "attack = 8"]);
    assert_eq!(come("defender.stack[0].noble", "Eve"), ["[[defender.stack]]", "noble = \"Eve\""]);
    assert_eq!(come("attacker.stack[2].noble", "Eve"), ["noble = \"Eve\""]);
    assert_eq!(come("place.weather[0]", "wind"), ["weather = [\"wind\"]"]);
    assert_eq!(come("rules.\"tu.walk\"", "4"), ["[rules]", "\"tu.walk\" = 4"]);
}

#[test]
fn a_new_entry_comes_after_the_others() {
    let text = set(TEXT, "attacker.stack[2].noble", "Eve").unwrap();
    let text = set(&text, "attacker.stack[2].men", "{ knight = 1 }").unwrap();
    let table: toml_edit::DocumentMut = text.parse().unwrap();
    let stack = table["attacker"]["stack"].as_array_of_tables().unwrap();
    let nobles: Vec<&str> = stack.iter().filter_map(|unit| unit["noble"].as_str()).collect();
    assert_eq!(nobles, ["Osswid", "Feasel", "Eve"]);
}

#[test]
fn whole_tables_can_be_replaced() {
    let text = set(TEXT, "attacker.stack[0]", "{ noble = \"Eve\" }").unwrap();
    assert!(text.contains("[[attacker.stack]]\nnoble = \"Eve\"\n"), "{text}");
    assert!(!text.contains("Osswid"));
    let text = set(TEXT, "place", "{ terrain = \"city\" }").unwrap();
    let table: toml_edit::DocumentMut = text.parse().unwrap();
    assert_eq!(table["place"]["terrain"].as_str(), Some("city"), "{text}");
    let text = set(TEXT, "attacker.stack", "[]").unwrap();
    assert!(text.parse::<toml_edit::DocumentMut>().is_ok(), "{text}");
}

#[test]
fn values_are_toml_or_else_text() {
    let value = |value: &str| set("a = 0", "a", value).unwrap().trim_end().to_owned();
    assert_eq!(value("-5"), "a = -5");
    assert_eq!(value("0.10"), "a = 0.10");
    assert_eq!(value("true"), "a = true");
    assert_eq!(value(" [1, 2] "), "a = [1, 2]");
    assert_eq!(value("fight.rkt"), "a = \"fight.rkt\"");
    assert_eq!(value("2-4"), "a = \"2-4\"");
    assert_eq!(value("nan"), "a = \"nan\"");
    assert_eq!(value("-inf"), "a = \"-inf\"");
    assert_eq!(value(""), "a = \"\"");
    assert_eq!(value("a \"b\""), "a = 'a \"b\"'");
    assert_eq!(value("1 # no comment"), "a = \"1 # no comment\"");
}

#[test]
fn what_cannot_be_set_says_why() {
    let why = |path: &str| set(TEXT, path, "1").unwrap_err();
    assert_eq!(
        why("attacker.stack[3].noble"),
        "there is no attacker.stack[3]: attacker.stack has [0] to [1]; [2] would add an entry"
    );
    assert_eq!(
        why("attacker.stack[1].items[2].name"),
        "there is no attacker.stack[1].items[2]: attacker.stack[1].items has only [0]; [1] would add an entry"
    );
    assert_eq!(
        why("attacker.stak[1].noble"),
        "there is no attacker.stak, so it has no [1]; did you mean `stack`?"
    );
    assert_eq!(why("place.x[4]"), "there is no place.x, so it has no [4]; there are: terrain");
    assert_eq!(
        why("attacker.stack.noble"),
        "attacker.stack is a list: say which entry, such as attacker.stack[0]"
    );
    assert_eq!(
        why("place[0].x"),
        "place is a table, not a list: there is no [0]; name a key, such as place.terrain"
    );
    let text = "place.terrain is a text, nothing is below it; write place.terrain=value";
    assert_eq!(why("place.terrain.x"), text);
    assert_eq!(why("place.terrain[0]"), text);
    assert_eq!(why("attacker.stack[0]"), "attacker.stack[0] must be a table, such as { key = 1 }");
    assert!(why("a..b").starts_with("path `a..b`: a key is missing"));
    assert!(set("a = ", "a", "1").unwrap_err().starts_with("the scenario is not valid TOML: "));
    assert!(set("a = 1", "a", "[1, ").unwrap_err().starts_with("`[1,` is not a valid value: "));
    let deep = "[".repeat(100_000);
    assert_eq!(
        set("a = 1", "a", &deep).unwrap_err(),
        "more than 40 tables or lists within each other"
    );
    assert_eq!(set(&deep, "a", "1").unwrap_err(), "more than 40 tables or lists within each other");
}

#[test]
fn marks_and_line_ends_survive() {
    assert_eq!(set("a = 1\r\nb = 2\r\n", "b", "3").unwrap().replace('\r', ""), "a = 1\nb = 3\n");
    assert_eq!(set("\u{feff}a = 1\n", "a", "3").unwrap().trim_start_matches('\u{feff}'), "a = 3\n");
    assert_eq!(set("", "a", "3").unwrap(), "a = 3\n");
}

#[test]
fn entries_are_reached_by_name_and_by_number_behind_a_dot() {
    assert_eq!(
        line("attacker.stack[Osswid].men.knight", "60"),
        "men = { soldier = 120, knight = 60 } # his men"
    );
    assert_eq!(line("attacker.stack[Feasel].noble", "Eve"), "noble = \"Eve\"");
    assert_eq!(
        line("attacker.stack.1.items[axe].attack", "15"),
        "items = [ { name = \"axe\", attack = 15 } ]"
    );
    assert_eq!(line("attacker.stack.0.range.1", "25"), "range = [ 5, 25 ]");
    // Where there is a table, a number is a key like others.
    assert_eq!(set("[rounds]\n3 = 1\n", "rounds.3", "2").unwrap(), "[rounds]\n3 = 2\n");
    // What an entry is called may look like a number, and plain words are names.
    let ships = "[[ship]]\nid = \"7\"\n[[ship]]\nid = \"8\"\nmarks = [\"a\", \"b\"]\n";
    assert!(set(ships, "ship[\"8\"].crew", "3").unwrap().ends_with("\"b\"]\ncrew = 3\n"));
    assert!(set(ships, "ship[\"8\"].marks[b]", "c").unwrap().contains("[\"a\", \"c\"]"));
}

#[test]
fn names_that_lead_nowhere_say_why() {
    let why = |path: &str| set(TEXT, path, "1").unwrap_err();
    assert_eq!(
        why("attacker.stack[Oswid].men"),
        "no entry of attacker.stack is called `Oswid`; did you mean attacker.stack[Osswid]?"
    );
    assert_eq!(
        why("attacker.stack[Bo].men"),
        "no entry of attacker.stack is called `Bo`; there are: Osswid, Feasel"
    );
    assert_eq!(
        why("attacker.stack[0].range[low]"),
        "no entry of attacker.stack[0].range is called `low`; say which by its number, such as \
         attacker.stack[0].range[0]"
    );
    assert_eq!(why("place[terrain]"), "place is a table, not a list: write place.terrain");
    assert_eq!(
        why("place.terrain[swamp]"),
        "place.terrain is one value, not a list: write place.terrain=value"
    );
    assert_eq!(why("ships[Ark].men"), "there is no ships, so nothing in it is called `Ark`");
    let twins = "[[unit]]\nname = \"Bo\"\n[[unit]]\nname = \"Bo\"\n";
    assert_eq!(
        set(twins, "unit[Bo].hp", "1").unwrap_err(),
        "several entries of unit are called `Bo`: say which by its number, such as unit[0]"
    );
}

#[test]
fn entries_are_removed_by_name() {
    let mut draft = Draft::parse(TEXT).unwrap();
    assert!(draft.remove("attacker.stack[Osswid]").unwrap());
    assert!(draft.remove("attacker.stack[Feasel].items[axe]").unwrap());
    assert!(!draft.remove("attacker.stack[0].men").unwrap());
    assert!(draft.remove("attacker.stack[Osswid]").is_err());
    assert!(!draft.to_string().contains("Osswid"));
}
