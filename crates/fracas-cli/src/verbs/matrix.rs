//! `fracas matrix`: everybody against everybody.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use fracas::lab::{MOST_ENTRANTS, Matrix, MatrixError};
use fracas::{Registry, Scenario};

use crate::args::{Changes, Seed, Threads, battles};
use crate::failure::Failure;
use crate::input::changed;
use crate::lab::{Subject, Telling};
use crate::page::Page;
use crate::progress::work_on;
use crate::verb::Run;

/// Let everybody in a folder fight everybody, and rank them
#[derive(Args)]
pub struct MatrixOf {
    /// A folder of scenario files, each holding one side (`attacker`, `heroes`,
    /// a squad or a site); or the files themselves
    #[arg(required = true, value_hint = ValueHint::AnyPath)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    changes: Changes,

    #[command(flatten)]
    seed: Seed,

    /// Fight so many battles of each pair, instead of exact odds or what can be
    /// had soon
    #[arg(long, value_name = "N", value_parser = battles)]
    trials: Option<u64>,

    #[command(flatten)]
    telling: Telling,

    #[command(flatten)]
    threads: Threads,
}

impl Run for MatrixOf {
    const NAME: &'static str = "matrix";
    const EXAMPLES: &'static str = "  fracas matrix armies/\n  fracas matrix armies/ --csv";

    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        let files = self.files()?;
        let entrants = self.entrants(registry, &files)?;
        let real = files.iter().filter_map(|file| file.canonicalize().ok());
        let drafts = self.telling.open(&real.collect::<Vec<_>>())?;
        let scenarios = entrants.iter();
        let scenarios =
            scenarios.map(|(name, army)| (name.clone(), army.text().to_owned())).collect();
        let seed = self.seed.seed.unwrap_or(0);
        let question =
            Matrix::new(registry, entrants, self.trials, seed).map_err(|why| match why {
                MatrixError::Pairing(_, bad) => bad.into(),
                why => Failure::Input(why.to_string()),
            })?;
        let found = work_on("pairs", &self.threads, |effort| question.carry_out(effort));
        let rules = *registry.rules(found.ruleset)?;
        self.telling.tell(&found, &Subject { rules, scenarios }, drafts, usize::MAX, page)
    }
}

impl MatrixOf {
    /// The files of all folders, in the order of their names.
    fn files(&self) -> Result<Vec<PathBuf>, Failure> {
        let mut files = Vec::new();
        for path in &self.files {
            if path.is_dir() { files.extend(folder(path)?) } else { files.push(path.clone()) }
        }
        if files.len() > MOST_ENTRANTS {
            return Err(Failure::Input(MatrixError::Number(files.len()).to_string()));
        }
        Ok(files)
    }

    /// The armies of these files, with names that tell them apart.
    fn entrants(
        &self,
        registry: &Registry,
        files: &[PathBuf],
    ) -> Result<Vec<(String, Scenario)>, Failure> {
        let mut entrants: Vec<(String, Scenario)> = Vec::new();
        for file in files {
            let shown = file.display().to_string();
            let scenario = changed(registry, &shown, &self.changes)?;
            let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let named = scenario.get("name").ok().flatten();
            let name = named.map_or(stem, |name| name.trim_matches(['"', '\'']).to_owned());
            let twice = entrants.iter().any(|(other, _)| *other == name);
            entrants.push((if twice { shown } else { name }, scenario));
        }
        Ok(entrants)
    }
}

/// The scenario files of a folder.
fn folder(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let wrong = |why: std::io::Error| Failure::Input(format!("{}: {why}", path.display()));
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).map_err(wrong)? {
        let file = entry.map_err(wrong)?.path();
        if file.extension().is_some_and(|ending| ending == "toml") {
            files.push(file);
        }
        if files.len() > MOST_ENTRANTS {
            break;
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(Failure::Input(format!("{}: there are no .toml files", path.display())));
    }
    Ok(files)
}
