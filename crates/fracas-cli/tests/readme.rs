//! The commands that README and docs show, called, and what they show as
//! answers, compared.
//!
//! In blocks marked `console`, a line `$ fracas …` is called from the top of
//! the project and the lines after it are what it must print; a line `...`
//! stands for any number of lines, `…` for the rest of a line. With
//! `FRACAS_BLESS=1` the pages are rewritten, but for answers that are cut short.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const PAGES: &[&str] = &[
    "README.md",
    "docs/andor.md",
    "docs/battlescape.md",
    "docs/cli.md",
    "docs/decide.md",
    "docs/laboratory.md",
    "docs/mfd.md",
    "docs/mission.md",
    "docs/modding.md",
    "docs/odds.md",
    "docs/olympia.md",
    "docs/reports.md",
    "docs/solve.md",
];

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A command, and the lines that are shown as its answer.
#[derive(Debug, PartialEq)]
struct Shown {
    command: String,
    answer: Vec<String>,
    /// Where in the page the answer begins.
    line: usize,
}

/// The commands of a page.
fn shown(page: &str) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    let mut inside = false;
    for (line, text) in page.lines().enumerate() {
        if text.starts_with("```") {
            inside = text == "```console";
        } else if let Some(command) = text.strip_prefix("$ ").filter(|_| inside) {
            all.push(Shown { command: command.to_owned(), answer: Vec::new(), line: line + 1 });
        } else if inside && let Some(last) = all.last_mut() {
            last.answer.push(text.to_owned());
        }
    }
    // Empty lines between two commands belong to neither.
    for shown in &mut all {
        while shown.answer.last().is_some_and(|line| line.is_empty()) {
            shown.answer.pop();
        }
    }
    all
}

/// What a command prints, errors after answers.
fn call(command: &str) -> Vec<String> {
    let mut words = words(command).into_iter();
    assert_eq!(words.next().as_deref(), Some("fracas"), "{command}");
    let output = Command::new(env!("CARGO_BIN_EXE_fracas"))
        .args(words)
        .current_dir(project())
        .env_remove("COLUMNS")
        .output()
        .unwrap();
    let printed = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(printed).unwrap();
    let mut lines: Vec<String> = text.lines().map(|line| line.trim_end().to_owned()).collect();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    lines
}

/// The words of a command; single quotes keep theirs together.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (place, part) in command.split('\'').enumerate() {
        if place % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// Whether an answer is what is shown, `...` standing for anything.
fn fits(shown: &[String], answer: &[String]) -> bool {
    match shown.split_first() {
        None => answer.is_empty(),
        Some((first, rest)) if first == "..." => {
            (0..=answer.len()).any(|skipped| fits(rest, &answer[skipped..]))
        }
        Some((first, rest)) => answer
            .split_first()
            .is_some_and(|(line, others)| line_fits(first, line) && fits(rest, others)),
    }
}

fn line_fits(shown: &str, line: &str) -> bool {
    match shown.strip_suffix('…') {
        Some(start) => line.starts_with(start),
        None => line == shown,
    }
}

#[test]
fn every_command_answers_as_it_is_shown() {
    let bless = std::env::var_os("FRACAS_BLESS").is_some();
    let mut wrong = Vec::new();
    for name in PAGES {
        let path = project().join(name);
        let page = fs::read_to_string(&path).unwrap();
        let mut lines: Vec<String> = page.lines().map(str::to_owned).collect();
        // From the last to the first, so that places stay what they are.
        for shown in shown(&page).iter().rev() {
            let answer = call(&shown.command);
            if fits(&shown.answer, &answer) {
                continue;
            }
            wrong.push(format!(
                "{name}:{}: $ {}\n--- shown\n{}\n--- answered\n{}\n",
                shown.line,
                shown.command,
                shown.answer.join("\n"),
                answer.join("\n")
            ));
            if !shown.answer.iter().any(|line| line == "..." || line.ends_with('…')) {
                lines.splice(shown.line..shown.line + shown.answer.len(), answer);
            }
        }
        if bless {
            fs::write(&path, lines.join("\n") + "\n").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_readme_names_every_ruleset() {
    let page = fs::read_to_string(project().join("README.md")).unwrap();
    for line in call("fracas new") {
        let name = line.split_whitespace().next().unwrap();
        assert!(page.contains(&format!("| `{name}` |")), "{name}");
    }
}

#[test]
fn commands_are_found_and_compared() {
    let page =
        "$ fracas no\n```console\n$ fracas a 'b c' d\none\n\n$ fracas e\n...\nend\n```\ntwo\n";
    let found = shown(page);
    assert_eq!(found.len(), 2);
    assert_eq!((found[0].answer.len(), found[0].line), (1, 3));
    assert_eq!(words(&found[0].command), ["fracas", "a", "b c", "d"]);
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    assert!(fits(&found[1].answer, &lines("x\ny\nend")));
    assert!(fits(&found[1].answer, &lines("end")));
    assert!(!fits(&found[1].answer, &lines("end\nx")));
    assert!(!fits(&found[0].answer, &lines("one\ntwo")));
    assert!(fits(&lines("o…"), &lines("one")) && !fits(&lines("o…"), &lines("two")));
}
