//! The verbs, one file each.

pub mod check;
pub mod completions;
pub mod impact;
pub mod import;
pub mod inspect;
pub mod man;
pub mod map;
pub mod merge;
pub mod new;
pub mod odds;
pub mod plan;
pub mod play;
pub mod replay;
pub mod run;
pub mod schema;
pub mod study;
pub mod turn;
