//! What happens in a battle, told while it is fought: a thread fights, and
//! waits when nobody listens.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use pyo3::prelude::*;

/// So many lines are told ahead.
const AHEAD: usize = 256;

/// An iterator over lines. Whoever drops it ends the telling.
#[pyclass(module = "fracas._engine")]
pub struct Events(Mutex<Receiver<String>>);

impl Events {
    /// Has a battle fought that tells its lines.
    pub fn begin(
        fight: impl FnOnce(&mut dyn FnMut(String) -> ControlFlow<()>) + Send + 'static,
    ) -> Self {
        let (sender, receiver) = sync_channel(AHEAD);
        thread::spawn(move || {
            fight(&mut |line| match sender.send(line) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            });
        });
        Self(Mutex::new(receiver))
    }
}

#[pymethods]
impl Events {
    fn __iter__(me: PyRef<'_, Self>) -> PyRef<'_, Self> {
        me
    }

    fn __next__(&self, py: Python<'_>) -> Option<String> {
        py.detach(|| self.0.lock().ok()?.recv().ok())
    }
}
