//! Answers: the numbers as JSON, and the report's sentences, pictures and
//! pages.

use fracas::{Battle, Effort, OddsReport, Rules, RunReport};
use fracas_report::chart::picture;
use fracas_report::{
    Asked, LabAnswer, Source, lab_page, odds_page, odds_picture, run_page, run_picture, say_lab,
    say_odds, say_run,
};
use pyo3::prelude::*;
use serde::Serialize;

use crate::errors;

/// An answer to any question.
#[pyclass(module = "fracas._engine", frozen)]
pub struct Answer(Kind);

enum Kind {
    Odds(Box<OddsReport>, Battle, String),
    Run(Box<RunReport>, Battle, String),
    Lab { numbers: String, told: Box<dyn LabAnswer + Send + Sync>, about: About },
}

/// What an answer of the laboratory is about.
#[derive(Clone)]
pub struct About {
    /// The rules.
    pub rules: Rules,
    /// The scenarios with their names.
    pub scenarios: Vec<(String, String)>,
}

impl Answer {
    /// How a battle ends; the text is that of its scenario.
    pub fn odds(found: OddsReport, battle: Battle, text: String) -> Self {
        Self(Kind::Odds(Box::new(found), battle, text))
    }

    /// One battle.
    pub fn run(fought: RunReport, battle: Battle, text: String) -> Self {
        Self(Kind::Run(Box::new(fought), battle, text))
    }

    /// An answer of the laboratory.
    pub fn lab<A>(found: A, about: About) -> PyResult<Self>
    where
        A: LabAnswer + Serialize + Send + Sync + 'static,
    {
        let numbers = crate::json(&found)?;
        Ok(Self::told(numbers, found, about))
    }

    /// The same where the numbers are in JSON already.
    pub fn told(
        numbers: String,
        told: impl LabAnswer + Send + Sync + 'static,
        about: About,
    ) -> Self {
        Self(Kind::Lab { numbers, told: Box::new(told), about })
    }
}

#[pymethods]
impl Answer {
    /// The numbers, as the command line's `--json` has them.
    fn json(&self) -> PyResult<String> {
        match &self.0 {
            Kind::Odds(found, ..) => crate::json(found),
            Kind::Run(fought, ..) => crate::json(fought),
            Kind::Lab { numbers, .. } => Ok(numbers.clone()),
        }
    }

    /// The answer in one sentence.
    fn say(&self) -> String {
        match &self.0 {
            Kind::Odds(found, battle, _) => say_odds(found, battle.rules()),
            Kind::Run(fought, battle, _) => say_run(fought, battle.rules()),
            Kind::Lab { told, .. } => say_lab(&**told),
        }
    }

    /// Its charts, as SVG.
    fn pictures(&self, py: Python<'_>) -> Vec<String> {
        py.detach(|| match &self.0 {
            Kind::Odds(found, battle, _) => vec![odds_picture(found, battle.rules())],
            Kind::Run(fought, battle, text) => {
                let source =
                    Source { battle, scenario: text, command: "", again: &|_, _| String::new() };
                run_picture(fought, &source).into_iter().collect()
            }
            Kind::Lab { told, about, .. } => {
                let charts = told.charts(&about.rules);
                charts.iter().map(|(_, chart)| picture(&**chart)).collect()
            }
        })
    }

    /// A page that can be passed on, as HTML. The command is what makes it
    /// again.
    fn page(&self, py: Python<'_>, command: &str) -> String {
        let again = |seed, trial| format!("scenario.run(seed={seed}, trial={trial})");
        py.detach(|| match &self.0 {
            Kind::Odds(found, battle, text) => {
                let source = Source { battle, scenario: text, command, again: &again };
                let effort = Effort { threads: crate::cores(), ..Effort::default() };
                odds_page(found, &source, &effort).html()
            }
            Kind::Run(fought, battle, text) => {
                let source = Source { battle, scenario: text, command, again: &again };
                run_page(fought, &source).html()
            }
            Kind::Lab { told, about, .. } => {
                let About { rules, scenarios } = about;
                lab_page(&**told, &Asked { rules, scenarios, command }).html()
            }
        })
    }

    /// How a measure is distributed: values with their probabilities, large
    /// ones a few together. None where that is not known.
    fn distribution(&self, measure: &str) -> PyResult<Option<Vec<(i64, i64, f64)>>> {
        let Kind::Odds(found, battle, _) = &self.0 else { return Ok(None) };
        if !battle.measures().iter().any(|known| known == measure) {
            let known = battle.measures().join(", ");
            return Err(errors::question(format!(
                "there is no measure `{measure}`; known are {known}"
            )));
        }
        let Some(values) = found.values(measure) else { return Ok(None) };
        Ok(Some(values.shares().iter().map(|share| (share.low, share.high, share.p)).collect()))
    }
}
