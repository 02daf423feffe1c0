//! `fracas inspect`: what the rules make of a scenario.

use clap::{Args, Subcommand, ValueEnum};
use fracas::Loaded;
use fracas::battlescape::{Pace, Refused, Way};

use crate::args::{Json, Scenario};
use crate::failure::Failure;
use crate::input::battle;
use crate::page::Page;
use crate::show::{table, title};

/// Show what the rules make of a scenario before the first die
#[derive(Args)]
#[command(subcommand_value_name = "QUESTION", subcommand_help_heading = "Questions (battlescape)")]
#[command(disable_help_subcommand = true)]
pub struct Inspect {
    #[command(flatten)]
    scenario: Scenario,

    #[command(flatten)]
    json: Json,

    #[command(subcommand)]
    question: Option<Question>,
}

/// What the referee of a battlescape can be asked besides.
#[derive(Subcommand)]
enum Question {
    /// Exact odds of an attack: hits, damage, kill
    Shot {
        /// Who attacks
        shooter: String,
        /// Whom
        target: String,
        /// How: snap, aimed, burst, auto or strike; else the weapon's first
        #[arg(long)]
        mode: Option<String>,
        /// At the head, with aimed fire
        #[arg(long)]
        head: bool,
    },
    /// The hexes that a unit sees by itself
    Sight {
        /// Which unit
        unit: String,
    },
    /// What a way costs and where it leads along
    Path {
        /// Which unit
        unit: String,
        /// Where to, as column and row
        #[arg(value_name = "C,R")]
        to: String,
        /// How it moves
        #[arg(long, value_enum, default_value_t = Mode::Walk)]
        mode: Mode,
    },
}

/// How a unit moves.
#[derive(Clone, Copy, ValueEnum)]
enum Mode {
    Walk,
    Run,
    Crouch,
}

impl Inspect {
    /// Shows ratings, chances, break points; or answers the question.
    pub fn go(self, page: &mut Page) -> Result<(), Failure> {
        let battle = battle(&self.scenario)?;
        if let Some(question) = &self.question {
            let answered = question.answer(&battle, self.json.json, page);
            return answered.map_err(|why| {
                let file = self.scenario.file.as_deref().unwrap_or("sides");
                Failure::Input(format!("{file}: {why}"))
            })?;
        }
        let inspected = battle.inspect();
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

impl Question {
    /// Answers, unless the referee refuses.
    fn answer(
        &self,
        battle: &Loaded,
        json: bool,
        page: &mut Page,
    ) -> Result<Result<(), Failure>, Refused> {
        let scape = battle.battlescape()?;
        Ok(match self {
            Self::Shot { shooter, target, mode, head } => {
                let odds = scape.shot(shooter, target, mode.as_deref(), *head)?;
                let words = format!("{shooter} at {target}: {odds}");
                if json { page.json_line(&odds) } else { page.text(&words) }
            }
            Self::Sight { unit } => {
                let (sight, map) = scape.sight(unit)?;
                let count = sight.visible.len();
                let words = format!("{unit} sees {count} hexes\n\n{map}");
                if json { page.json_line(&sight) } else { page.text(&words) }
            }
            Self::Path { unit, to, mode } => {
                let pace = match mode {
                    Mode::Walk => Pace::Walk,
                    Mode::Run => Pace::Run,
                    Mode::Crouch => Pace::Crouch,
                };
                let way = scape.path(unit, to, pace)?;
                let words = format!("{unit} to {to}, {}: {}", pace.name(), in_words(&way));
                if json { page.json_line(&way) } else { page.text(&words) }
            }
        })
    }
}

fn in_words(way: &Way) -> String {
    let mut text = format!("{} TU, {} steps\n", way.cost, way.steps.len());
    for (step, direction) in way.steps.iter().zip(&way.directions) {
        text.push_str(&format!("  {direction:<2}  {step}\n"));
    }
    text
}
