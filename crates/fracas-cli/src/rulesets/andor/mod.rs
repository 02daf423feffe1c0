//! `andor`: the game's data, studies of heroes and monsters, a hero to be
//! played.

mod import;
mod play;
mod study;

pub use import::Import;

use crate::verb::Verb;
use crate::verbs::play::Player;

/// Its verbs.
pub const VERBS: &[Verb] = &[Verb::of::<study::StudyOf>()];
/// How it is played.
pub const PLAYER: (&str, Player) = ("andor", play::turns);
