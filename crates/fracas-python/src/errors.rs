//! What goes wrong, as Python's exceptions. The classes themselves are
//! Python's: `fracas.errors`.

use fracas::ScenarioError;
use fracas::core::document::Diagnostics;
use pyo3::prelude::*;

/// An exception of `fracas.errors`, made of these arguments.
fn raise<A>(class: &str, arguments: A) -> PyErr
where
    A: for<'py> pyo3::call::PyCallArgs<'py>,
{
    Python::attach(|py| {
        let made = || py.import("fracas.errors")?.getattr(class)?.call1(arguments);
        match made() {
            Ok(exception) => PyErr::from_value(exception),
            Err(why) => why,
        }
    })
}

/// A scenario that cannot be read, changed or fought: words, and diagnostics as
/// JSON. What the command line calls `--set` is a call here.
pub fn scenario(why: &ScenarioError) -> PyErr {
    let spoken = |text: String| text.replace(" with --set", "").replace("--set ", "");
    let found = why.diagnostics().map_or_else(|| "[]".to_owned(), findings);
    raise("ScenarioError", (spoken(why.to_string()), spoken(found)))
}

/// A question that makes no sense, or has no answer.
pub fn question(why: impl ToString) -> PyErr {
    raise("QuestionError", (why.to_string(),))
}

/// A store that cannot be used.
pub fn store(why: impl ToString) -> PyErr {
    raise("StoreError", (why.to_string(),))
}

/// Everything found, as a list in JSON.
pub fn findings(found: &Diagnostics) -> String {
    found.to_json()["diagnostics"].to_string()
}
