//! What a CSV file looks like: its columns and how it is written (F-2..F-8).

/// The nine base columns in the order of F-2.
pub const BASE: [&str; 9] = [
    "Name",
    "XP",
    "BonusXP",
    "BonusHP",
    "BonusToHit",
    "BonusToDefend",
    "AOE",
    "BodyguardFor",
    "LinkedTo",
];

/// The columns of a buff group in their order.
pub const BUFF: [&str; 4] = ["BuffName", "BuffWho", "BuffOffense", "BuffDefense"];

/// The column that marks the dead (F-63).
pub const DEAD: &str = "Dead";

/// What may stand between cells, the usual sign first.
const SEPARATORS: [char; 3] = [',', ';', '\t'];

/// A column of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Head {
    /// A base column, by place in [`BASE`].
    Base(usize),
    /// The buff group, counted from 0, and the place in [`BUFF`].
    Buff(usize, usize),
    /// Whoever has something here is dead.
    Dead,
    /// A column of the user's own. One without a name is empty.
    Other(String),
}

impl Head {
    /// As the header has it.
    pub fn name(&self) -> &str {
        match self {
            Self::Base(place) => BASE[*place],
            Self::Buff(_, place) => BUFF[*place],
            Self::Dead => DEAD,
            Self::Other(name) => name,
        }
    }
}

/// How a file is laid out, so that what is left of a side looks the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Its columns.
    pub heads: Vec<Head>,
    /// How many buff groups there are.
    pub groups: usize,
    /// What stands between cells.
    pub separator: char,
    /// Whether it begins with a byte order mark.
    pub mark: bool,
    /// Whether decimals have a comma.
    pub comma: bool,
}

impl Layout {
    /// The nine base columns and so many buff groups, as F-2 has them.
    pub fn plain(groups: usize) -> Self {
        let mut layout = Self {
            heads: (0..BASE.len()).map(Head::Base).collect(),
            groups: 0,
            separator: ',',
            mark: false,
            comma: false,
        };
        layout.grow(groups);
        layout
    }

    /// Adds columns until there are so many buff groups.
    pub fn grow(&mut self, groups: usize) {
        for group in self.groups..groups {
            self.heads.extend((0..BUFF.len()).map(|place| Head::Buff(group, place)));
        }
        self.groups = self.groups.max(groups);
    }
}

/// A column that is known, letters of either case being alike, blanks and
/// hyphens left out (F-3). Of buff columns the number that tables put behind a
/// name that is there already is told too.
pub fn known(name: &str) -> Option<(Head, Option<usize>)> {
    let plain: String = name
        .chars()
        .filter(|sign| !sign.is_whitespace() && !matches!(sign, '_' | '-'))
        .flat_map(char::to_lowercase)
        .collect();
    let find = |names: &[&str], plain: &str| {
        names.iter().position(|name| name.to_ascii_lowercase() == plain)
    };
    if let Some(place) = find(&BASE, &plain) {
        return Some((Head::Base(place), None));
    }
    if plain == DEAD.to_ascii_lowercase() {
        return Some((Head::Dead, None));
    }
    let word = plain.trim_end_matches(|sign: char| sign.is_ascii_digit());
    let number = plain[word.len()..].parse().ok();
    find(&BUFF, word.trim_end_matches('.')).map(|place| (Head::Buff(0, place), number))
}

/// F-6: what stands between the cells of a file. The one that makes most known
/// columns of the header, the comma where none makes more.
pub fn separator(text: &str) -> char {
    let is_empty = |line: &&str| !line.trim_matches([',', ';', '\t', ' ', '"']).is_empty();
    let text = text.trim_start_matches('\u{feff}');
    let header = text.split(['\n', '\r']).find(is_empty).unwrap_or_default();
    let mut best = (0, SEPARATORS[0]);
    for separator in SEPARATORS {
        let names = header.split(separator).take(MOST_COMPARED);
        let count = names.filter(|name| known(name.trim().trim_matches('"')).is_some()).count();
        if count > best.0 {
            best = (count, separator);
        }
    }
    best.1
}

/// So many columns are compared to find the separator.
const MOST_COMPARED: usize = 512;

#[cfg(test)]
mod tests {
    use super::*;

    /// F-3: how columns may be spelt.
    #[test]
    fn f_3_spellings() {
        for name in ["BonusToHit", "bonustohit", "BONUS TO HIT", "bonus_to_hit", "Bonus-ToHit"] {
            assert_eq!(known(name), Some((Head::Base(4), None)), "{name}");
        }
        assert_eq!(known("BuffWho"), Some((Head::Buff(0, 1), None)));
        for name in ["BuffWho2", "buff who 2", "BuffWho.2", "buffwho_2"] {
            assert_eq!(known(name), Some((Head::Buff(0, 1), Some(2))), "{name}");
        }
        for name in ["", "Notes", "Hp", "XP2", "Buff", "2"] {
            assert_eq!(known(name), None, "{name}");
        }
    }

    /// F-6: the separator is told by the header.
    #[test]
    fn f_6_separators() {
        assert_eq!(separator("Name,XP\nA;B;C,1\n"), ',');
        assert_eq!(separator("\u{feff}\r\n;;\r\nName;\"XP\";AOE\r\nA,B;1\r\n"), ';');
        assert_eq!(separator("name\txp\n"), '\t');
        assert_eq!(separator("A,1\n"), ',');
        assert_eq!(separator(""), ',');
    }
}
