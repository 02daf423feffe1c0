//! The verbs that every ruleset has, one file each.

pub mod best;
pub mod check;
pub mod compare;
pub mod completions;
pub mod impact;
pub mod inspect;
pub mod library;
pub mod man;
pub mod matrix;
pub mod merge;
pub mod new;
pub mod odds;
pub mod play;
pub mod replay;
pub mod run;
pub mod schema;
pub mod sensitivity;
pub mod serve;
pub mod solve;
pub mod sweep;

use crate::verb::Verb;

/// All of them, in the order of the help.
pub static ALL: &[Verb] = &[
    Verb::of::<new::New>(),
    Verb::of::<check::Check>(),
    Verb::of::<inspect::Inspect>(),
    Verb::of::<run::RunBattle>(),
    Verb::of::<odds::OddsOf>(),
    Verb::of::<sweep::SweepOf>(),
    Verb::of::<compare::CompareOf>(),
    Verb::of::<solve::Solve>(),
    Verb::of::<best::BestOf>(),
    Verb::of::<matrix::MatrixOf>(),
    Verb::of::<play::Play>(),
    Verb::of::<replay::ReplayOf>(),
    Verb::of::<serve::Serve>(),
    Verb::of::<library::Library>(),
    Verb::of::<merge::Merge>(),
    Verb::of::<schema::Schema>(),
    Verb::of::<completions::Completions>(),
    Verb::of::<man::Manual>(),
];
