//! What is said of a file with mistakes.

use super::*;

/// The message and help of the only thing that is said of some lines, placed
/// where the named table begins.
fn only(text: &str) -> (String, Option<String>) {
    let (_, out) = read(&format!("ruleset = \"siege\"\n{text}"));
    let found: Vec<&Diagnostic> = out.iter().collect();
    assert_eq!(found.len(), 1, "{}", out.render(false));
    (found[0].message.clone(), found[0].help.clone())
}

fn message(text: &str) -> String {
    only(text).0
}

#[test]
fn a_number_out_of_range() {
    let text = "ruleset = \"siege\"\n[[attacker.stack]]\nnoble = \"Osswid\"\nbehind = 12\n";
    assert_eq!(
        said(text),
        "\
error[E-4]: attacker.stack[0].behind is 12; allowed are 0 to 9
 --> siege.toml:4:10
  |
4 | behind = 12
  |          ^^"
    );
}

#[test]
fn an_unknown_key() {
    let text = "ruleset = \"siege\"\n[[attacker.stack]]\nnoble = \"Osswid\"\nbehnd = 1\n";
    assert_eq!(
        said(text),
        "\
error[E-14]: unknown key attacker.stack[0].behnd
 --> siege.toml:4:1
  |
4 | behnd = 1
  | ^^^^^
  = help: did you mean `behind`? allowed here: noble, behind, men, weapon, at,
          prisoners"
    );
}

#[test]
fn an_unknown_word() {
    let text = "ruleset = \"siege\"\nattacker = {}\nplace = { terrain = \"swmp\" }\n";
    assert_eq!(
        said(text),
        "\
error[E-9]: place.terrain cannot be \"swmp\"
 --> siege.toml:3:21
  |
3 | place = { terrain = \"swmp\" }
  |                     ^^^^^^
  = help: did you mean \"swamp\"? allowed: plain, forest, swamp"
    );
}

#[test]
fn a_missing_key_points_at_its_table() {
    let text = "ruleset = \"siege\"\n\n[[attacker.stack]]\nbehind = 1\n";
    assert_eq!(
        said(text),
        "\
error[E-3]: attacker.stack[0].noble is missing
 --> siege.toml:3:1
  |
3 | [[attacker.stack]]
  | ^^^^^^^^^^^^^^^^^^
  = help: noble: who leads it"
    );
    let text = "ruleset = \"siege\"\nattacker = { stack = [ { behind = 1 } ] }\n";
    assert_eq!(
        said(text),
        "\
error[E-3]: attacker.stack[0].noble is missing
 --> siege.toml:2:24
  |
2 | attacker = { stack = [ { behind = 1 } ] }
  |                        ^^^^^^^^^^^^^^
  = help: noble: who leads it"
    );
}

#[test]
fn an_empty_file() {
    assert_eq!(
        said(""),
        "\
error: ruleset is missing
 --> siege.toml:1:1
  |
1 | 
  | ^
  = help: ruleset: the rules to fight by

error[E-3]: attacker is missing
 --> siege.toml:1:1
  |
1 | 
  | ^
  = help: attacker: who comes"
    );
}

#[test]
fn values_of_the_wrong_kind() {
    let unit = |line: &str| format!("[[attacker.stack]]\nnoble = \"O\"\n{line}\n");
    let path = "attacker.stack[0]";
    for (line, expected) in [
        ("behind = \"x\"", "behind must be a whole number, not text"),
        ("behind = 3.0", "behind must be a whole number, not 3.0"),
        ("behind = true", "behind must be a whole number, not true"),
        ("behind = 1979-05-27", "behind must be a whole number, not a date"),
        ("behind = [1]", "behind must be a whole number, not a list"),
        ("behind = {}", "behind must be a whole number, not a table"),
        ("men = 5", "men must be a table, not 5"),
        ("men = { knight = \"x\" }", "men.knight must be a whole number, not text"),
        (
            "weapon = 1.5",
            "weapon must be text, a whole number or a list of 2 (a whole number each), not 1.5",
        ),
        ("weapon = 101", "weapon is 101; allowed are 0 to 100"),
        ("weapon = [5, 500]", "weapon[1] is 500; allowed are 0 to 100"),
        ("weapon = [5]", "weapon has 1 entry; it must have exactly 2"),
        ("at = [1, 2, 3]", "at has 3 entries; it must have exactly 2"),
        ("at = 1", "at must be a list of 2 (a whole number each), not 1"),
    ] {
        assert_eq!(message(&unit(line)), format!("{path}.{expected}"));
    }
    assert_eq!(message("attacker = { hold = 1 }"), "attacker.hold must be true or false, not 1");
    assert_eq!(
        message("attacker = { morale = \"high\" }"),
        "attacker.morale must be a number, not text"
    );
    assert_eq!(message("attacker = { morale = nan }"), "attacker.morale must be a number, not nan");
    assert_eq!(message("attacker = 1"), "attacker must be a table, not 1");
    assert_eq!(message("attacker = {}\nname = 3"), "name must be text, not 3");
}

#[test]
fn numbers_beyond_every_range() {
    let huge = "9".repeat(100);
    assert_eq!(
        message(&format!("seed = {huge}\nattacker = {{}}")),
        format!("seed is {}…; allowed are 0 to 9007199254740991", "9".repeat(40))
    );
    assert_eq!(
        message("seed = 9007199254740992\nattacker = {}"),
        "seed is 9007199254740992; allowed are 0 to 9007199254740991"
    );
    assert_eq!(
        message("attacker = { morale = 1e400 }"),
        "attacker.morale is 1e400; allowed are 0 to 2"
    );
    assert_eq!(
        message(&format!("attacker = {{ morale = {} }}", "9".repeat(30))),
        format!("attacker.morale is {}; allowed are 0 to 2", "9".repeat(30))
    );
    assert_eq!(
        message("attacker = { morale = -0.1 }"),
        "attacker.morale is -0.1; allowed are 0 to 2"
    );
}

#[test]
fn numbers_finer_than_allowed() {
    for fine in ["0.12345", "1e-5", "1e-400"] {
        assert_eq!(
            message(&format!("attacker = {{ morale = {fine} }}")),
            format!("attacker.morale is {fine}; it may have at most 4 decimal places")
        );
    }
    let (_, out) = read("ruleset = \"siege\"\nattacker = { morale = 0.1000000 }");
    assert!(out.is_empty());
}

#[test]
fn texts_that_do_not_fit() {
    assert_eq!(
        message(&format!("attacker = {{}}\nname = \"{}\"", "ä".repeat(101))),
        "name has 101 characters; at most 100 are allowed"
    );
    assert_eq!(message("attacker = {}\nname = \"a\\nb\""), "name must be a single line");
    assert_eq!(
        message("attacker = {}\nname = \"\\u001b[31m\""),
        "name must not contain the character \\u{1b}"
    );
    assert_eq!(
        message("attacker = {}\nplace.map = \"a\\u0000b\""),
        "place.map must not contain the character \\u{0}"
    );
}

#[test]
fn lists_and_names_beyond_their_limit() {
    let units = "[[attacker.stack]]\nnoble = \"O\"\n".repeat(5);
    assert_eq!(message(&units), "attacker.stack has 5 entries; at most 3 are allowed");
    let (siege, _) = read(&units);
    assert_eq!(siege.table("attacker").unwrap().tables("stack").len(), 3);
    assert_eq!(
        message("attacker = {}\nkinds = { a = {}, b = {}, c = {}, d = {} }"),
        "kinds has 4 entries; at most 3 are allowed"
    );
}

#[test]
fn hints_for_common_slips() {
    let help = |text: &str| only(text).1.unwrap_or_default();
    assert_eq!(help("attacker = {}\nseed = \"7\""), "write 7 without quotes");
    assert_eq!(help("attacker = { hold = \"true\" }"), "write true without quotes");
    assert_eq!(
        help("[attacker.stack]\nnoble = \"O\""),
        "write [[attacker.stack]] with two brackets before each entry"
    );
    assert_eq!(
        help("[[attacker]]\nhold = true"),
        "write [attacker] with one bracket, and once only"
    );
    assert_eq!(help("attacker = {}\nplace.terrain = 3"), "allowed: plain, forest, swamp");
    assert_eq!(
        help("attacker = {}\ncolour = 1"),
        "allowed here: ruleset, name, seed, place, attacker, defender, kinds, rules"
    );
}

#[test]
fn all_errors_come_in_one_go_and_in_order() {
    let text = "\
ruleset = \"siege\"
sed = 3
[defender]
hold = 1
[[defender.stack]]
behind = 10
men = { knight = -1, pikeman = 4, archer = 2.5 }
[attacker]
moral = 1
";
    let (siege, out) = read(text);
    let found: Vec<(usize, &str)> = out
        .iter()
        .map(|found| {
            let span = found.place.span.unwrap();
            let line = out.source(SourceId::SCENARIO).position(span.start).line;
            (line, found.message.as_str())
        })
        .collect();
    assert_eq!(
        found,
        [
            (2, "unknown key sed"),
            (4, "defender.hold must be true or false, not 1"),
            (5, "defender.stack[0].noble is missing"),
            (6, "defender.stack[0].behind is 10; allowed are 0 to 9"),
            (7, "defender.stack[0].men.knight is -1; allowed are 0 to 1000000"),
            (7, "defender.stack[0].men.archer must be a whole number, not 2.5"),
            (9, "unknown key attacker.moral"),
        ]
    );
    assert!(out.render(false).ends_with("\n\n7 errors\n"));
    let unit = &siege.table("defender").unwrap().tables("stack")[0];
    let men: Vec<&str> = unit.map("men").map(|(kind, _)| kind).collect();
    assert_eq!(men, ["pikeman"], "what is sound can still be checked");
}

#[test]
fn broken_syntax_is_reported_with_what_else_is_wrong() {
    let text = "\
ruleset = \"siege\"
name = Storm
seed = -1
[attacker
hold = true
";
    let (_, out) = read(text);
    let shown = out.render(false);
    assert!(shown.contains("siege.toml:2:8"), "{shown}");
    assert!(shown.contains("siege.toml:4:"), "{shown}");
    assert!(shown.contains("seed is -1"), "{shown}");
    assert!(!shown.contains("missing\n"), "a broken file may have it in the broken part: {shown}");
}

#[test]
fn a_key_given_twice_is_shown_where_it_is_repeated() {
    assert_eq!(
        said("ruleset = \"siege\"\nattacker = {}\nseed = 1\nseed = 2\n"),
        "\
error: the key `seed` is given twice
 --> siege.toml:4:1
  |
4 | seed = 2
  | ^^^^"
    );
}

#[test]
fn positions_are_right_in_files_of_other_systems() {
    let text =
        "\u{feff}ruleset = \"siege\"\r\nattacker = {}\r\nname = \"城\" \r\nseed = -5 # ß\r\n";
    assert_eq!(
        said(text),
        "\
error: seed is -5; allowed are 0 to 9007199254740991
 --> siege.toml:4:8
  |
4 | seed = -5 # ß
  |        ^^"
    );
}
