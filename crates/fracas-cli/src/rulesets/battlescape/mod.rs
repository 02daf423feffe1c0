//! `battlescape`: maps to be made, questions to the referee, a squad to be
//! commanded.

mod lines;
mod map;
mod opponent;
mod play;
mod questions;
mod screen;

pub use opponent::Opponent;
pub use questions::Question;

use crate::verb::Verb;
use crate::verbs::play::Player;

/// Its verbs.
pub const VERBS: &[Verb] = &[Verb::of::<map::Map>()];
/// How it is played.
pub const PLAYER: (&str, Player) = ("battlescape", play::turns);
