//! What the referee of a battlescape can be asked before the first shot.

use clap::{Subcommand, ValueEnum};
use fracas::Battle;
use fracas::battlescape::{Pace, Refused, Way};

use crate::failure::Failure;
use crate::page::Page;

/// A question.
#[derive(Subcommand)]
pub enum Question {
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
pub enum Mode {
    Walk,
    Run,
    Crouch,
}

impl Question {
    /// Answers, unless the referee refuses; `file` is what the user calls the
    /// battle.
    pub fn answer(
        &self,
        file: &str,
        battle: &Battle,
        json: bool,
        page: &mut Page,
    ) -> Result<(), Failure> {
        let answered = self.ask(battle, json, page);
        answered.map_err(|why| Failure::Input(format!("{file}: {why}")))?
    }

    fn ask(
        &self,
        battle: &Battle,
        json: bool,
        page: &mut Page,
    ) -> Result<Result<(), Failure>, Refused> {
        let referee = battle.referee()?;
        Ok(match self {
            Self::Shot { shooter, target, mode, head } => {
                let odds = referee.shot(shooter, target, mode.as_deref(), *head)?;
                let words = format!("{shooter} at {target}: {odds}");
                if json { page.json_line(&odds) } else { page.text(&words) }
            }
            Self::Sight { unit } => {
                let (sight, map) = referee.sight(unit)?;
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
                let way = referee.path(unit, to, pace)?;
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
