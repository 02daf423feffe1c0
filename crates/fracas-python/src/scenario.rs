//! Scenarios: read or made, changed by path, looked at and fought.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use fracas::{Battle, Change, Folder, Log, Registry, Set, Shelf, Told, View};
use pyo3::prelude::*;

use crate::answer::Answer;
use crate::errors;
use crate::events::Events;

/// A scenario and, once somebody needs it, its battle.
#[pyclass(module = "fracas._engine", from_py_object)]
#[derive(Clone)]
pub struct Scenario {
    pub(crate) inner: fracas::Scenario,
    name: String,
    battle: Option<Battle>,
}

impl Scenario {
    /// The battle it describes.
    pub fn fought(&mut self) -> PyResult<Battle> {
        if let Some(battle) = &self.battle {
            return Ok(battle.clone());
        }
        let battle = self.inner.battle().map_err(|why| errors::scenario(&why))?;
        self.battle = Some(battle.clone());
        Ok(battle)
    }

    fn change(&mut self, path: &str, change: Change) -> PyResult<()> {
        let set = Set { path: path.to_owned(), change };
        let mut changed = self.inner.clone();
        let sets = fracas::sets(&changed, &[set]);
        changed.apply_by(Registry::standard(), &sets).map_err(|why| errors::scenario(&why))?;
        self.inner = changed;
        self.battle = None;
        Ok(())
    }
}

#[pymethods]
impl Scenario {
    /// A scenario of this text. Files that it names are those given, or those
    /// of a folder.
    #[new]
    #[pyo3(signature = (name, text, files=None, folder=None))]
    fn new(
        name: String,
        text: String,
        files: Option<BTreeMap<String, String>>,
        folder: Option<String>,
    ) -> Self {
        let mut inner = fracas::Scenario::new(name.clone(), text);
        if let Some(files) = files {
            inner = inner.with_files(Arc::new(Shelf(files)));
        } else if let Some(folder) = folder {
            inner = inner.with_files(Arc::new(Folder::new(folder)));
        }
        Self { inner, name, battle: None }
    }

    /// Reads a scenario file.
    #[staticmethod]
    fn open(path: String) -> PyResult<Self> {
        let inner = fracas::Scenario::open(&path).map_err(|why| errors::scenario(&why))?;
        Ok(Self { inner, name: path, battle: None })
    }

    /// The scenario to start from that a ruleset has.
    #[staticmethod]
    fn template(ruleset: &str) -> PyResult<String> {
        let rules = Registry::standard().rules(ruleset).map_err(errors::question)?;
        Ok(rules.template().to_owned())
    }

    /// The rulesets there are.
    #[staticmethod]
    fn rulesets() -> Vec<&'static str> {
        Registry::standard().iter().map(|rules| rules.name).collect()
    }

    /// A scenario of its own that is the same.
    fn copy(&self) -> Self {
        self.clone()
    }

    /// Its text.
    #[getter]
    fn text(&self) -> &str {
        self.inner.text()
    }

    /// Its file.
    #[getter]
    fn file(&self) -> &str {
        &self.name
    }

    /// What the battle is called, its ruleset, and its own seed.
    fn heading(&mut self) -> PyResult<(String, &'static str, Option<u64>)> {
        let battle = self.fought()?;
        Ok((battle.name().to_owned(), battle.rules().name, battle.seed()))
    }

    /// The outcomes that the rules know.
    fn outcomes(&mut self) -> PyResult<Vec<&'static str>> {
        Ok(self.fought()?.rules().outcomes.to_vec())
    }

    /// The measures of the battle.
    fn measures(&mut self) -> PyResult<Vec<String>> {
        Ok(self.fought()?.measures())
    }

    /// The files that it names, with what is in them.
    fn files(&mut self) -> PyResult<BTreeMap<String, String>> {
        let battle = self.fought()?;
        let sources = battle.warnings().sources().skip(1);
        Ok(sources.map(|source| (source.name.clone(), source.text.clone())).collect())
    }

    /// The value at a path as it is written.
    fn get(&self, path: &str) -> PyResult<Option<String>> {
        self.inner.get(path).map_err(errors::question)
    }

    /// Changes the value at a path; the value is TOML.
    fn set(&mut self, path: &str, value: &str) -> PyResult<()> {
        self.change(path, Change::Put(value.to_owned()))
    }

    /// Adds an entry to the list at a path; the value is TOML.
    fn add(&mut self, path: &str, value: &str) -> PyResult<()> {
        self.change(path, Change::Add(value.to_owned()))
    }

    /// Takes the value at a path out.
    fn remove(&mut self, path: &str) -> PyResult<()> {
        self.change(path, Change::Remove)
    }

    /// Everything that is wrong or odd, as JSON.
    fn check(&self) -> PyResult<String> {
        match self.inner.battle() {
            Ok(battle) => Ok(errors::findings(battle.warnings())),
            Err(why) => match why.diagnostics() {
                Some(found) => Ok(errors::findings(found)),
                None => Err(errors::scenario(&why)),
            },
        }
    }

    /// What the rules make of it, as JSON.
    fn inspect(&mut self) -> PyResult<String> {
        crate::json(&self.fought()?.inspect())
    }

    /// Fights one battle.
    fn run(&mut self, py: Python<'_>, seed: u64, trial: u64) -> PyResult<Answer> {
        crate::within(seed, trial)?;
        let battle = self.fought()?;
        let fought = py.detach(|| battle.run(seed, trial, None));
        Ok(Answer::run(fought, battle, self.inner.text().to_owned()))
    }

    /// What happens in one battle: lines of JSON as `run --log json` has them.
    fn events(&mut self, seed: u64, trial: u64, observer: Option<&str>) -> PyResult<Events> {
        crate::within(seed, trial)?;
        let battle = self.fought()?;
        let observer = place(&battle, observer)?;
        Ok(Events::begin(move |tell| {
            let mut hear = |line: &str| tell(line.to_owned());
            battle.run(seed, trial, Some(Log::Json(observer, &mut hear)));
        }))
    }

    /// The log of one battle in words, line by line.
    fn log(&mut self, seed: u64, trial: u64, observer: Option<&str>) -> PyResult<Events> {
        crate::within(seed, trial)?;
        let battle = self.fought()?;
        let view = View { observer: place(&battle, observer)?, ..View::of(fracas::Detail::All) };
        Ok(Events::begin(move |tell| {
            let mut hear = |told: Told<'_>| match told {
                Told::Line(line) => tell(line.to_owned()),
                Told::Opening(_) | Told::Picture(_) | Told::Closing(_) => ControlFlow::Continue(()),
            };
            battle.run(seed, trial, Some(Log::Words(view, &mut hear)));
        }))
    }

    /// What a viewer shows of one battle, moment by moment, as JSON.
    fn scenes(&mut self, seed: u64, trial: u64, observer: Option<&str>) -> PyResult<Events> {
        crate::within(seed, trial)?;
        let battle = self.fought()?;
        let observer = place(&battle, observer)?;
        Ok(Events::begin(move |tell| {
            let mut hear = |moment: &fracas::Moment| match serde_json::to_string(moment) {
                Ok(line) => tell(line),
                Err(_) => ControlFlow::Break(()),
            };
            battle.run(seed, trial, Some(Log::Scenes(observer, &mut hear)));
        }))
    }

    /// The first trial of a seed, from this one on, whose battle fits a
    /// condition; none of so many.
    fn find(
        &mut self,
        py: Python<'_>,
        condition: &str,
        seed: u64,
        trial: u64,
        tries: Option<u64>,
    ) -> PyResult<Option<u64>> {
        crate::within(seed, trial)?;
        let battle = self.fought()?;
        let condition = battle.condition(condition).map_err(errors::question)?;
        let effort = fracas::Effort { threads: crate::cores(), ..Default::default() };
        let (found, _) = py.detach(|| battle.seek(&condition, seed, trial, tries, &effort));
        Ok(match found {
            fracas::Search::Found(trial) => Some(trial),
            fracas::Search::Nowhere | fracas::Search::Halted { .. } => None,
        })
    }
}

/// The place of an observer by its name.
fn place(battle: &Battle, observer: Option<&str>) -> PyResult<Option<usize>> {
    let Some(name) = observer else { return Ok(None) };
    let known = battle.rules().observers();
    match known.iter().position(|known| *known == name) {
        Some(place) => Ok(Some(place)),
        None if known.is_empty() => {
            Err(errors::question("in this ruleset everybody knows everything"))
        }
        None => Err(errors::question(format!(
            "there is no side `{name}`; known are {}",
            known.join(", ")
        ))),
    }
}
