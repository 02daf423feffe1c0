//! The compiled half of the Python package `fracas`.
//!
//! It is thin: scenarios, questions, answers and games as classes that speak
//! JSON and bytes. What Python users see is made of them in `python/fracas`.
//! Every call that takes time lets other threads of Python run.

mod agents;
mod answer;
mod errors;
mod events;
mod job;
mod question;
mod scenario;

use pyo3::prelude::*;
use serde::Serialize;

/// JSON for Python.
fn json(value: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(errors::question)
}

/// How many threads there are to be had.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Refuses seeds and trials that no battle has.
fn within(seed: u64, trial: u64) -> PyResult<()> {
    if seed.max(trial) > fracas::MAX_SEED {
        return Err(errors::question("seeds and trials are 0 to 2^53-1"));
    }
    Ok(())
}

/// The module `fracas._engine`.
#[pymodule]
fn _engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("VERSION", fracas::VERSION)?;
    module.add_class::<scenario::Scenario>()?;
    module.add_class::<events::Events>()?;
    module.add_class::<question::Question>()?;
    module.add_class::<job::Job>()?;
    module.add_class::<answer::Answer>()?;
    module.add_class::<agents::Games>()?;
    Ok(())
}
