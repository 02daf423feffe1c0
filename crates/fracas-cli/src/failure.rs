//! Why a verb did not do its work, and what the shell is told.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use fracas::lab::{BestError, SpaceError};
use fracas::{
    DecideError, Diagnostics, Lacking, OddsError, Refusal, ScenarioError, Undecided, UnknownRuleset,
};

use crate::page::colour_wanted;
use crate::visible::visible;

/// Why a verb did not do its work.
#[derive(Debug)]
pub enum Failure {
    /// A scenario that cannot be fought.
    Scenario(Box<Diagnostics>),
    /// A file or flag that makes no sense.
    Input(String),
    /// The machine refused.
    Machine(String),
    /// The work was done, and the answer is no.
    No(String),
    /// What was looked for is not there.
    NotFound(String),
    /// Somebody closed the pipe: nobody wants to hear more.
    Unheard,
    /// Bad input that was reported already.
    Reported,
}

impl Failure {
    /// Something that could not be written.
    pub fn writing(what: &str, error: &io::Error) -> Self {
        match error.kind() {
            ErrorKind::BrokenPipe => Self::Unheard,
            _ => Self::Machine(format!("cannot write {what}: {error}")),
        }
    }

    /// Says it on standard error; the code to exit with.
    pub fn report(self) -> ExitCode {
        match self {
            Self::Scenario(wrong) => {
                complain(&wrong);
                ExitCode::from(2)
            }
            Self::Input(why) => {
                say(&format!("error: {why}\n"));
                ExitCode::from(2)
            }
            Self::Machine(why) | Self::No(why) => {
                say(&format!("error: {why}\n"));
                ExitCode::from(1)
            }
            Self::NotFound(why) => {
                say(&format!("error: {why}\n"));
                ExitCode::from(3)
            }
            Self::Unheard => ExitCode::SUCCESS,
            Self::Reported => ExitCode::from(2),
        }
    }
}

impl From<ScenarioError> for Failure {
    fn from(bad: ScenarioError) -> Self {
        match bad {
            ScenarioError::Wrong(wrong) => Self::Scenario(wrong),
            ScenarioError::Unreadable { .. } => Self::Input(bad.to_string()),
        }
    }
}

impl From<SpaceError> for Failure {
    fn from(why: SpaceError) -> Self {
        match why {
            SpaceError::Scenario(bad) => bad.into(),
            why => Self::Input(why.to_string()),
        }
    }
}

impl From<BestError> for Failure {
    fn from(why: BestError) -> Self {
        match why {
            BestError::Space(why) => why.into(),
            why => Self::Input(why.to_string()),
        }
    }
}

impl From<Lacking> for Failure {
    fn from(lacking: Lacking) -> Self {
        Self::Input(lacking.to_string())
    }
}

impl From<UnknownRuleset> for Failure {
    fn from(unknown: UnknownRuleset) -> Self {
        Self::Input(unknown.to_string())
    }
}

impl From<OddsError> for Failure {
    fn from(why: OddsError) -> Self {
        let advice = match why {
            OddsError::Exact(Refusal::OverBudget { .. }) => {
                "; raise --budget, or leave --exact out to have the odds from fought battles"
            }
            OddsError::Exact(_) | OddsError::Untold(_) => {
                "; leave --exact out to have the odds from fought battles"
            }
            _ => "",
        };
        Self::Input(format!("{why}{advice}"))
    }
}

impl From<DecideError> for Failure {
    fn from(why: DecideError) -> Self {
        let advice = match why {
            DecideError::Undecided(Undecided::OverBudget { .. }) => "; raise --budget",
            _ => "",
        };
        Self::Input(format!("{why}{advice}"))
    }
}

/// Whether nobody wants to hear of warnings.
static QUIET: AtomicBool = AtomicBool::new(false);

/// What was said of scenarios so far.
static SAID: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// From now on warnings are kept back.
pub fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// What is wrong or odd about a scenario, on standard error; the same only
/// once.
pub fn complain(wrong: &Diagnostics) {
    if QUIET.load(Ordering::Relaxed) && !wrong.has_errors() {
        return;
    }
    let text = wrong.render(has_colour());
    let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    if !said.contains(&text) {
        say(&text);
        said.push(text);
    }
}

/// What is said of an answer in a form that has no place for it.
pub const STOPPED: &str = "provisional: stopped early";

/// What may be overlooked in a question or its answer, on standard error.
pub fn remark(text: &str) {
    if !QUIET.load(Ordering::Relaxed) {
        say(&format!("warning: {text}\n"));
    }
}

/// A text on standard error, of which a terminal obeys nothing but colours.
/// Where even that is closed there is nobody to tell.
pub fn say(text: &str) {
    let _ = io::stderr().write_all(visible(text, has_colour()).as_bytes());
}

fn has_colour() -> bool {
    io::stderr().is_terminal() && colour_wanted()
}
