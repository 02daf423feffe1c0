//! The verbs, one file each.

pub mod check;
pub mod inspect;
pub mod new;
pub mod odds;
pub mod run;
