//! Answers of fracas as pages and pictures that can be passed on.
//!
//! A [`Page`] is one HTML file that needs nothing else: no network, no script.
//! It is made of a headline in plain words and of sections with text, tables and
//! [charts](chart). Every chart is an SVG with its numbers in a table behind it,
//! and can stand alone as a file.
//!
//! ```
//! use fracas::{Ask, Effort, Scenario};
//! use fracas_report::{Source, odds_page, odds_picture, say_odds};
//!
//! let mut duel = Scenario::of("olympia");
//! duel.set("attacker.stack[0].noble", "Osswid")?;
//! duel.set("attacker.stack[0].men.pikeman", 4)?;
//! duel.set("defender.stack[0].noble", "Feasel")?;
//! let battle = duel.battle()?;
//! let weighed = battle.odds(Ask::default(), 0, &Effort::default())?;
//!
//! let again = |seed, trial| format!("fracas run duel.toml --seed {seed} --trial {trial}");
//! let source = Source {
//!     battle: &battle,
//!     scenario: duel.text(),
//!     command: "fracas odds duel.toml",
//!     again: &again,
//! };
//! let page = odds_page(&weighed, &source, &Effort::default());
//! assert!(page.html().contains("The attacker wins"));
//! assert!(odds_picture(&weighed, battle.rules()).starts_with("<svg"));
//! assert!(say_odds(&weighed, battle.rules()).starts_with("olympia: the attacker wins in"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Other questions make pages of the same parts:
//!
//! ```
//! use fracas_report::{Block, Page, Section};
//! use fracas_report::chart::{Heat, Lines, Series, Tone};
//!
//! let wins = Series { name: "attacker".into(), tone: Tone::First, points: vec![(0.2, 0.18, 0.22), (0.7, 0.68, 0.72)] };
//! let lines = Lines {
//!     title: "Who wins with more knights".into(),
//!     across: "knights".into(),
//!     marks: vec!["0".into(), "20".into()],
//!     at: Some(vec![0.0, 20.0]),
//!     series: vec![wins],
//!     levels: vec![0.5],
//!     share: true,
//! };
//! let page = Page {
//!     name: "Siege".into(),
//!     headline: "Twenty knights take the castle".into(),
//!     sections: vec![Section::new("Knights", vec![Block::chart(lines)])],
//!     ..Page::default()
//! };
//! assert!(page.html().contains("<h1>Twenty knights take the castle</h1>"));
//! ```

mod chance;
pub mod chart;
mod clean;
mod costs;
mod course;
mod endings;
pub mod estimate;
mod lab;
pub mod numbers;
mod odds;
mod page;
mod paths;
mod run;
mod say;
mod survival;

pub use chance::Chance;
pub use clean::clean;
pub use costs::mean_when;
pub use lab::{
    Asked, LabAnswer, Shown, Swept, cautions, lab_page, lab_picture, lab_sentence, points_told,
    quoted, say_lab,
};
pub use odds::{odds_page, odds_picture};
pub use page::{Block, Page, Section, Turn};
pub use paths::{path_heads, path_words};
pub use run::{run_page, run_picture};
pub use say::{say_odds, say_run};

use fracas::Battle;

/// Where an answer comes from: what a reader needs to have it again.
pub struct Source<'a> {
    /// The battle.
    pub battle: &'a Battle,
    /// Its scenario as text.
    pub scenario: &'a str,
    /// The command that makes the page again.
    pub command: &'a str,
    /// The command that fights one battle of a seed and trial.
    pub again: &'a dyn Fn(u64, u64) -> String,
}
