//! §23, B-6: no text makes the reader panic. The template is changed at random
//! twenty thousand times; every text is a battle or has errors, and battles
//! can be fought.

use crate::common::{EXAMPLE, read_with};
use crate::random::Numbers;
use crate::wilds::{self, Wild};
use fracas_battlescape::rules::phases::Command;

const TEXTS: usize = 20_000;

/// Values that nobody expects.
const VALUES: [&str; 24] = [
    "0",
    "-1",
    "1",
    "96",
    "97",
    "999",
    "1000",
    "65536",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "1.5",
    "nan",
    "inf",
    "true",
    "''",
    "'none'",
    "'99d99'",
    "'0d0'",
    "[]",
    "[-1, 400]",
    "{}",
    "1979-05-27",
    "'\u{e9}\u{4e16}\u{1f600}'",
];

/// Signs that mean something to the file format or to a map.
const SIGNS: &[u8] = b"\"'[]{}=,.#\n\t \\*:-+0129PEQTWOxw~LASZ/";

/// Changes a text once.
fn mutate(numbers: &mut Numbers, text: &mut String) {
    if text.is_empty() {
        return;
    }
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let (one, other) = (numbers.below(lines.len()), numbers.below(lines.len()));
    match numbers.below(9) {
        0 => drop(lines.remove(one)),
        1 => lines.swap(one, other),
        2 => {
            let line = lines[one].clone();
            lines.insert(other, line);
        }
        3 | 4 => {
            if let Some((key, _)) = lines[one].split_once('=') {
                lines[one] = format!("{key}= {}", VALUES[numbers.below(VALUES.len())]);
            }
        }
        5 => {
            // A word of the file in the place of another.
            let word = |numbers: &mut Numbers, line: &str| {
                let words: Vec<&str> = line.split(|sign: char| !sign.is_alphanumeric()).collect();
                words[numbers.below(words.len())].to_owned()
            };
            let (old, new) = (word(numbers, &lines[one]), word(numbers, &lines[other]));
            if !old.is_empty() {
                lines[one] = lines[one].replacen(&old, &new, 1);
            }
        }
        6 => {
            if let Some(place) = lines[one].find(|sign: char| sign.is_ascii_digit()) {
                let value = VALUES[numbers.below(VALUES.len())];
                lines[one].replace_range(place..=place, value);
            }
        }
        _ => {
            let mut bytes = std::mem::take(&mut lines[one]).into_bytes();
            let place = numbers.below(bytes.len() + 1);
            let sign = if numbers.once_in(3) {
                numbers.below(256) as u8
            } else {
                SIGNS[numbers.below(SIGNS.len())]
            };
            if place < bytes.len() && numbers.once_in(2) {
                bytes[place] = sign;
            } else if place < bytes.len() && numbers.once_in(2) {
                bytes.remove(place);
            } else {
                bytes.insert(place, sign);
            }
            lines[one] = String::from_utf8_lossy(&bytes).into_owned();
        }
    }
    *text = lines.join("\n");
}

/// §23: always either a battle or errors; a battle can be fought.
fn read_mutants(mut numbers: Numbers, texts: usize) {
    let (mut fought, mut refused) = (0, 0);
    for text in 0..texts {
        let mut mutant = if text % 4 == 3 {
            wilds::scenario(&mut numbers, wilds::BIOMES[text % 6])
        } else {
            EXAMPLE.to_owned()
        };
        for _ in 0..=numbers.below(3) {
            mutate(&mut numbers, &mut mutant);
        }
        let (battle, out) = read_with(&mutant, &[]);
        assert_eq!(battle.is_none(), out.has_errors(), "{mutant}");
        let Some(battle) = battle else {
            assert!(!out.render(false).is_empty());
            refused += 1;
            continue;
        };
        fought += 1;
        if fought % 10 == 0 {
            let mut wild = Wild::new(&battle, text as u64);
            for _ in 0..20 {
                wild.fight(|fight| fight.ai_turn(Command::Ai));
            }
        }
    }
    assert!(fought > texts / 10 && refused > texts / 10, "{fought} {refused}");
}

#[test]
fn mutants_never_panic_1() {
    read_mutants(Numbers(1), TEXTS / 2);
}

#[test]
fn mutants_never_panic_2() {
    read_mutants(Numbers(2), TEXTS / 2);
}
