//! `fracas inspect`: what the rules make of a scenario.

use clap::Args;

use crate::args::{Json, Scenario};
use crate::failure::Failure;
use crate::input::battle;
use crate::page::Page;
use crate::show::{table, title};

/// Show what the rules make of a scenario before the first die
#[derive(Args)]
pub struct Inspect {
    #[command(flatten)]
    scenario: Scenario,

    #[command(flatten)]
    json: Json,
}

impl Inspect {
    /// Shows ratings, chances, break points.
    pub fn go(self, page: &mut Page) -> Result<(), Failure> {
        let inspected = battle(&self.scenario)?.inspect();
        if self.json.json {
            return page.json(&inspected);
        }
        let paint = page.paint();
        page.text(&title(&inspected.heading, paint))?;
        for table in &inspected.tables {
            page.text("\n")?;
            page.text(&table::show(table, paint))?;
        }
        Ok(())
    }
}
