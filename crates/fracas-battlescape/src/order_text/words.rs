//! Words of an order: hexes, directions, modes of fire, numbers.

use super::meant;
use crate::battle::Battle;
use crate::data::FireMode;
use crate::field::Spot;
use crate::hex::{DIRECTIONS, Dir};
use crate::orders::{Refused, refuse};

/// The mode of fire of this name.
pub fn mode_named(name: &str) -> Result<FireMode, Refused> {
    let names = FireMode::ALL.map(FireMode::name);
    let known = FireMode::ALL.into_iter().find(|mode| mode.name().eq_ignore_ascii_case(name));
    known.ok_or_else(|| {
        let modes = names.join(", ");
        Refused(format!("`{name}` is no mode of fire: {modes}{}", meant(name, &names)))
    })
}

/// The direction of this name: `NE`, or `north-east`.
pub(super) fn direction(name: &str) -> Result<Dir, Refused> {
    let bare = name.to_ascii_lowercase().replace(['-', '_'], "");
    let short = match bare.as_str() {
        "east" => "E",
        "southeast" => "SE",
        "southwest" => "SW",
        "west" => "W",
        "northwest" => "NW",
        "northeast" => "NE",
        _ => &bare.to_ascii_uppercase(),
    };
    Dir::named(short).ok_or_else(|| {
        let all = DIRECTIONS.join(", ");
        Refused(match name {
            "" => format!("a direction is missing: {all}"),
            _ => format!("`{name}` is no direction: {all}"),
        })
    })
}

/// The hex of the map that a text such as `7,3`, `7 3` or `[7,3]` means.
pub fn hex(battle: &Battle, text: &str) -> Result<Spot, Refused> {
    match hex_first(battle, text)? {
        (spot, "") => Ok(spot),
        _ => Err(no_hex(battle, text)),
    }
}

/// The hex that a text begins with, and the rest of it.
pub(super) fn hex_first<'a>(battle: &Battle, text: &'a str) -> Result<(Spot, &'a str), Refused> {
    let text = text.trim();
    if text.is_empty() {
        return refuse("a hex is missing, such as 7,3".to_owned());
    }
    let found = col_row_first(text).and_then(|(col, row, rest)| {
        let ends = rest.is_empty() || rest.starts_with(char::is_whitespace);
        Some((battle.field.at(col, row)?, rest.trim_start())).filter(|_| ends)
    });
    found.ok_or_else(|| {
        let words: Vec<&str> = text.split_whitespace().take(2).collect();
        let numbers = words.iter().all(|word| word.starts_with(|sign: char| sign.is_ascii_digit()));
        // Of two numbers both are the hex that is not there.
        let shown = if numbers { words.join(" ") } else { words[0].to_owned() };
        no_hex(battle, &shown)
    })
}

fn no_hex(battle: &Battle, text: &str) -> Refused {
    let (cols, rows) = (battle.field.cols() - 1, battle.field.rows() - 1);
    Refused(format!(
        "`{text}` is no hex of the map, which has 0,0 to {cols},{rows}: column and row, such as 7,3"
    ))
}

/// Column and row with a comma or a space between them, and what follows.
fn col_row_first(text: &str) -> Option<(usize, usize, &str)> {
    let number = |text: &'_ str| {
        let end = text.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(text.len());
        text[..end].parse::<usize>().ok().map(|number| (number, end))
    };
    let bare = text.trim_start_matches('[').trim_start();
    let (col, end) = number(bare)?;
    let between = &bare[end..];
    let after = between.trim_start();
    let after = after.strip_prefix(',').unwrap_or(after).trim_start();
    if after.len() == between.len() {
        return None;
    }
    let (row, end) = number(after)?;
    let rest = &after[end..];
    Some((col, row, rest.trim_start().strip_prefix(']').unwrap_or(rest)))
}

/// A number that fits.
pub(super) fn number<T: std::str::FromStr>(text: &str) -> Result<T, Refused> {
    text.parse().map_err(|_| {
        Refused(match text {
            "" => "a number is missing".to_owned(),
            _ => format!("`{text}` is not a number that fits here"),
        })
    })
}
