//! Files made to do harm.

use super::*;
use proptest::prelude::*;

/// Reads, checks and shows; says whether it was fit to be checked.
fn survives(text: &str) -> bool {
    let mut out = Diagnostics::new(Source::new("siege.toml", text));
    let parsed = parse(&mut out);
    if let Some(parsed) = &parsed {
        check(parsed, &SIEGE, &mut out);
    }
    assert!(parsed.is_some() || out.has_errors());
    let lines = out.render(true).lines().count();
    assert!(lines < 20 * 2 * MAX_KEPT);
    out.to_json();
    if let Ok(mut draft) = Draft::parse(text) {
        let _ = draft.set("attacker.stack[0].men.knight", 60);
    }
    parsed.is_some()
}

#[test]
fn depth_is_bounded() {
    assert!(!survives(&"[".repeat(100_000)));
    assert!(!survives(&format!("a = {}", "[".repeat(100_000))));
    assert!(!survives(&format!("a = {}", "{a=".repeat(100_000))));
    assert!(!survives(&format!("a = {}{}", "[".repeat(100_000), "]".repeat(100_000))));
    assert!(!survives(&format!("{}a = 1", "a.".repeat(100_000))));
    assert!(!survives(&format!("[{}a]", "a.".repeat(100_000))));
    assert!(!survives(&format!("a = {}1", "{ a.a.a.a.a.a.a.a = ".repeat(70))));
    survives(&"]".repeat(100_000));
    assert!(survives(&format!("[{}a]\n{}a = 1", "a.".repeat(38), "a.".repeat(39))));
}

#[test]
fn the_refusal_shows_where() {
    let shown = said(&format!("ruleset = \"siege\"\nname = {}", "[".repeat(50)));
    assert!(
        shown.starts_with(
            "error: more than 40 tables or lists within each other\n --> siege.toml:2:48\n"
        ),
        "{shown}"
    );
}

#[test]
fn size_is_bounded() {
    let mut text = "# ".to_owned();
    text.push_str(&"x".repeat(MAX_BYTES));
    assert_eq!(said(&text), "error: the file is larger than 16 MiB\n --> siege.toml");
    assert!(!survives(&"a=1\n".repeat(1 << 20)));
    assert!(!survives(&"1,".repeat(2 << 20)));
}

/// A table takes more memory than the few signs it is written with.
#[test]
fn tables_are_bounded() {
    assert!(!survives(&format!("a = [{}]", "{a=1},".repeat(50_001))));
    assert!(!survives(&"[[attacker.stack]]\n".repeat(50_001)));
    assert!(!survives(&(0..100_001).map(|n| format!("k{n}.a = 1\n")).collect::<String>()));
    // Numbers with a point are no tables.
    assert!(survives(&format!("a = [{}]", "1.5, ".repeat(200_000))));
}

#[test]
fn odd_texts_are_survived() {
    for text in [
        "\0",
        "\0\0\0=\0",
        "a = \"\0\"",
        "\u{1b}[31m = 1",
        "\r",
        "\r\r\n",
        "=",
        "[]",
        "[[]]",
        "\"\"\"",
        "'''",
        "a = '''",
        "\u{feff}",
        "\u{feff}\u{feff}",
        "a = 0x",
        "a = 1e",
        "\"\" = 1",
        "attacker.\"\" = 1",
        "𝕏 = \"𝕏",
        "a.b = 1\na = 2\n[a]\n[[a]]",
    ] {
        survives(text);
    }
    survives(&"9".repeat(1_000_000));
    survives(&format!("seed = {}", "9".repeat(1_000_000)));
    survives(&format!("attacker.morale = 0.{}", "9".repeat(1_000_000)));
    survives(&"x".repeat(1_000_000));
}

#[test]
fn a_megabyte_of_garbage_is_survived() {
    // A fixed linear congruence: garbage, but always the same.
    let mut state: u32 = 1;
    let mut garbage = String::new();
    while garbage.len() < 1 << 20 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        garbage.push(char::from((state >> 24) as u8));
    }
    survives(&garbage);
}

#[test]
fn many_mistakes_are_counted_and_not_all_shown() {
    let keys: String = (0..5000).map(|n| format!("k{n} = 1\n")).collect();
    let (_, out) = read(&keys);
    assert_eq!(out.errors(), 5002);
    assert_eq!(out.iter().count(), MAX_KEPT);
    assert!(out.render(false).ends_with("… and 4802 more\n5002 errors\n"));
}

/// What is only counted is not put into words, nor compared with all that is
/// allowed: this once took seconds.
#[test]
fn hundreds_of_thousands_of_unknown_keys_are_soon_told() {
    let keys: String = (0..170_000).map(|n| format!("attakcer{n} = 1\n")).collect();
    let began = std::time::Instant::now();
    let (_, out) = read(&keys);
    assert_eq!(out.iter().count(), MAX_KEPT);
    assert_eq!(out.errors(), 170_002);
    assert!(began.elapsed() < std::time::Duration::from_secs(20));
}

proptest! {
    #[test]
    fn changed_files_never_panic(
        cuts in prop::collection::vec((any::<prop::sample::Index>(), 0usize..9, ".{0,3}"), 1..6)
    ) {
        let mut signs: Vec<char> = SIEGE_TEXT.chars().collect();
        for (start, len, new) in cuts {
            let start = start.index(signs.len());
            let end = (start + len).min(signs.len());
            signs.splice(start..end, new.chars());
        }
        survives(&signs.into_iter().collect::<String>());
    }

    #[test]
    fn shuffled_lines_never_panic(order in Just(SIEGE_TEXT.lines().collect::<Vec<_>>()).prop_shuffle()) {
        survives(&order.join("\n"));
    }

    #[test]
    fn signs_of_toml_in_any_order_never_panic(text in "[\\[\\]{}=.,\"'a1 \n#-]{0,60}") {
        survives(&text);
    }
}
