//! Reports: the opening, the log (B-266), the map as text, and the mission
//! summary (B-253).

pub mod ascii;
pub mod choices;
mod closing;
mod known;
mod legend;
mod log;
mod opening;
mod parting;
mod signs;
pub mod status;
pub mod summary;
mod waste;
pub mod words;
mod worth;

pub use closing::closing;
pub use known::{SOMEBODY, SOMETHING, known_to};
pub use log::tell;
pub use opening::{opening, opening_to, played_by};
pub use parting::parting;
pub use signs::{Ink, zone_of};
pub use waste::{doubt, waste};

use fracas_core::capability::Ending;

/// What each outcome means, and whose it is.
pub const ENDINGS: &[Ending] = &[
    Ending { words: "the player wins", side: Some(0) },
    Ending { words: "the player is beaten", side: Some(1) },
    Ending { words: "the mission fails", side: Some(1) },
    Ending { words: "the player withdraws", side: None },
];
