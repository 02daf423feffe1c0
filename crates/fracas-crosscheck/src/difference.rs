//! What differs where nothing may.

use std::fmt;

/// Two answers to one question that are not the same, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference(pub String);

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Difference {}

/// The most of an answer that is shown.
const MOST_SHOWN: usize = 2_000;

/// Fine if both are the same.
pub(crate) fn same<T: PartialEq + fmt::Debug>(
    what: &str,
    found: &T,
    wanted: &T,
) -> Result<(), Difference> {
    if found == wanted {
        return Ok(());
    }
    let shown = |answer: &T| format!("{answer:?}").chars().take(MOST_SHOWN).collect::<String>();
    Err(Difference(format!("{what}:\n  {}\nis not\n  {}", shown(found), shown(wanted))))
}

/// Fine if this came to be; else something was refused that must not be.
pub(crate) fn fine<T, E: fmt::Display>(what: &str, done: Result<T, E>) -> Result<T, Difference> {
    done.map_err(|why| Difference(format!("{what}: {why}")))
}
