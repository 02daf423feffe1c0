//! `fracas solve --vary`: the smallest value that does it, or the largest.

use std::sync::Arc;

use clap::Args;
use fracas::Registry;
use fracas::lab::{Axis, Solve as Question, SolveAsk, Space};

use super::Solve;
use crate::args::battles;
use crate::failure::Failure;
use crate::input::scenario;
use crate::page::Page;
use crate::progress::work;

/// Above flags of values that vary.
const VARY: &str = "A value that does it";

/// Which value is looked for.
#[derive(Args)]
pub struct VaryFlags {
    /// The value that may change and what it may be: path=lo..hi or
    /// path=lo..hi..step
    #[arg(long, value_name = "PATH=LO..HI", help_heading = VARY)]
    vary: Option<Axis>,

    /// Find the largest value, not the smallest
    #[arg(long, help_heading = VARY)]
    most: bool,

    /// Fight at most so many battles to test a value
    #[arg(long, value_name = "N", value_parser = battles, help_heading = VARY)]
    trials: Option<u64>,

    /// Do not try exact odds
    #[arg(long, help_heading = VARY)]
    sampled: bool,
}

impl VaryFlags {
    /// Whether a value is what is asked for.
    pub fn is_asked(&self) -> bool {
        self.vary.is_some()
    }

    /// Finds it and shows it.
    pub fn run(&self, asked: &Solve, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        let args = &asked.scenario;
        let base = scenario(registry, args.file.as_deref(), &args.switches, &args.changes)?;
        let (drafts, subject) = asked.telling.begin(registry, args, &base)?;
        let axes = self.vary.iter().cloned().collect();
        let space = Space::new(registry, base, axes)?;
        let seed = asked.seed.seed.or(space.seed()).unwrap_or(0);
        let usual = SolveAsk::default();
        let ask = SolveAsk {
            claims: asked.goals.clone(),
            most: self.most,
            trials: self.trials,
            budget: usual.budget.filter(|_| !self.sampled),
        };
        let question = Question::new(Arc::new(space), ask, seed)
            .map_err(|why| Failure::Input(why.to_string()))?;
        let solved = work(&asked.threads, |effort| question.carry_out(effort));
        asked.telling.tell(&solved, &subject, drafts, usize::MAX, page)
    }
}
