//! Answers as HTML files that need nothing else.

use fracas::core::procedure::Procedure;
use fracas::{Battle, Registry, lab};
use fracas_report::{
    Asked, LabAnswer, Page, Shown, Source as From, Swept, lab_page, odds_page, run_page,
};
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::{Map, Value};

use crate::battle::Named;
use crate::begin::words;
use crate::engine::{Answer, Tell};
use crate::question::{Best, Compare, Matrix, Odds, Question, Solve, Sweep};
use crate::source::{NAMELESS, Source};
use crate::strict;
use crate::tagged::ASK;
use crate::whole::effort;

/// What is to be told.
pub enum Wanted {
    Question(Question),
    Run(Named),
}

impl<'de> Deserialize<'de> for Wanted {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut fields = Map::deserialize(from)?;
        let is_run = fields.get(ASK).is_some_and(|ask| ask == "run");
        let found = match is_run {
            true => {
                fields.remove(ASK);
                strict::read(Value::Object(fields)).map(Self::Run)
            }
            false => strict::read(Value::Object(fields)).map(Self::Question),
        };
        found.map_err(D::Error::custom)
    }
}

/// Answers a question and makes a page of it.
pub fn page(wanted: &Wanted, tell: Tell) -> Answer<String> {
    let page = match wanted {
        Wanted::Run(named) => {
            let battle = named.source.battle()?;
            let Named { seed, trial, .. } = *named;
            let fought = battle.run(seed, trial, None);
            let command =
                format!("fracas run {} --seed {seed} --trial {trial}", file(&named.source));
            with_source(&battle, &named.source, &command, |from| run_page(&fought, from))
        }
        Wanted::Question(question) => of_question(question, tell)?,
    };
    Ok(page.html())
}

fn file(source: &Source) -> &str {
    source.file.as_deref().unwrap_or(NAMELESS)
}

/// Makes a page of something that comes from one battle.
fn with_source(
    battle: &Battle,
    source: &Source,
    command: &str,
    make: impl FnOnce(&From<'_>) -> Page,
) -> Page {
    let again = |seed, trial| format!("fracas run {} --seed {seed} --trial {trial}", file(source));
    make(&From { battle, scenario: &source.text, command, again: &again })
}

fn of_question(question: &Question, tell: Tell) -> Answer<Page> {
    let (effort, registry) = (effort(&tell), Registry::standard());
    match question {
        Question::Odds(odds) => {
            let Odds { source, .. } = odds;
            let mut asked = odds.procedure(registry)?;
            let battle = asked.battle().clone();
            fracas::core::procedure::carry_out(
                &mut asked,
                &effort,
                |piece, effort| lab::work(&battle, piece, effort),
                |_| {},
            );
            let found = words(asked.answer().ok_or("nothing is known yet")?)?;
            let command = format!("fracas odds {}", file(source));
            Ok(with_source(&battle, source, &command, |from| odds_page(&found, from, &effort)))
        }
        Question::Sweep(asked) => {
            let Sweep { source, vary, that, .. } = asked;
            let mut sweep = asked.procedure(registry)?;
            let mut swept = Swept::new(&sweep, Shown::read(that, &sweep)?);
            sweep.run(&effort, |row| swept.take(&row));
            let varied: Vec<String> = vary.iter().map(|axis| format!(" --vary '{axis}'")).collect();
            let command = format!("fracas sweep {}{}", file(source), varied.concat());
            told(question, &swept, &command)
        }
        Question::Solve(solve) => {
            let Solve { source, vary, claims, .. } = solve;
            let claims: Vec<String> =
                claims.iter().map(|claim| format!(" --for '{claim}'")).collect();
            let command =
                format!("fracas solve {} --vary '{vary}'{}", file(source), claims.concat());
            told(question, &solve.procedure(registry)?.carry_out(&effort), &command)
        }
        Question::Compare(compare) => {
            let Compare { battles, .. } = compare;
            let files: Vec<&str> = battles.iter().map(|entry| file(&entry.source)).collect();
            let command = format!("fracas compare {}", files.join(" "));
            told(question, &compare.procedure(registry)?.carry_out(&effort), &command)
        }
        Question::Best(best) => {
            let Best { source, choose, budget, aim, .. } = best;
            let choices: Vec<String> =
                choose.iter().map(|choice| format!(" --choose '{choice}'")).collect();
            let command = format!(
                "fracas best {}{} --budget {budget} --for '{aim}'",
                file(source),
                choices.concat()
            );
            told(question, &best.procedure(registry)?.carry_out(&effort), &command)
        }
        Question::Sensitivity(_) | Question::Impact(_) => {
            Err("there is no report of what matters".to_owned())
        }
        Question::Matrix(matrix) => {
            let Matrix { entrants, .. } = matrix;
            let files: Vec<&str> = entrants.iter().map(|entry| file(&entry.source)).collect();
            let command = format!("fracas matrix {}", files.join(" "));
            told(question, &matrix.procedure(registry)?.carry_out(&effort), &command)
        }
    }
}

/// The page of an answer of the laboratory.
fn told(question: &Question, answer: &dyn LabAnswer, command: &str) -> Answer<Page> {
    let sources = question.sources();
    let texts: Vec<(String, String)> =
        sources.iter().map(|(name, source)| ((*name).to_owned(), source.text.clone())).collect();
    let registry = Registry::standard();
    let ruleset = sources.first().and_then(|(_, source)| source.ruleset_of(registry));
    let rules = words(registry.rules(ruleset.unwrap_or_default()))?;
    Ok(lab_page(answer, &Asked { rules, scenarios: &texts, command }))
}
