//! Long work: how far it has come, and how to end it early.

use std::io::{IsTerminal, stderr};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use fracas::Effort;
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::Threads;
use crate::heard::for_answer;
use crate::live;
use crate::margin;
use crate::page::is_dumb;
use crate::signals::{work_begins, work_ends};

/// Work that is done sooner needs no bar.
const UNSEEN: Duration = Duration::from_millis(400);

/// A bar on standard error, if that is a terminal and the work takes a while.
struct Progress {
    /// What is counted.
    what: &'static str,
    terminal: bool,
    began: Instant,
    bar: OnceLock<ProgressBar>,
}

impl Progress {
    /// Nothing done yet.
    fn new(what: &'static str) -> Self {
        let terminal = stderr().is_terminal() && !is_dumb();
        Self { what, terminal, began: Instant::now(), bar: OnceLock::new() }
    }

    /// So many of so many are done.
    fn tell(&self, done: u64, planned: u64) {
        if !self.terminal || self.began.elapsed() < UNSEEN {
            return;
        }
        let bar = self.bar.get_or_init(|| new_bar(self.what));
        bar.set_length(planned);
        bar.set_position(done);
    }

    /// Wipes the bar away: the answer comes.
    fn end(self) {
        work_ends();
        wipe();
    }
}

/// The bar that is on the terminal now.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Wipes bar and page away, whoever shows them.
pub fn wipe() {
    if let Some(bar) = SHOWN.lock().unwrap_or_else(PoisonError::into_inner).take() {
        bar.finish_and_clear();
    }
    live::wipe();
}

fn new_bar(what: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(0), margin::target());
    let template = format!("  {{bar:40}} {{human_pos}} of {{human_len}} {what}, {{eta}} left");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style.progress_chars("█▉▊▋▌▍▎▏·"));
    }
    *SHOWN.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar.clone());
    bar
}

/// Writes something while no bar is in the way.
pub fn beside_bar<T>(write: impl FnOnce() -> T) -> T {
    match &*SHOWN.lock().unwrap_or_else(PoisonError::into_inner) {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// Works with so many threads, a bar, and an ear for Ctrl-C.
pub fn work<T>(threads: &Threads, work: impl FnOnce(&Effort<'_>) -> T) -> T {
    work_on("battles", threads, work)
}

/// The same with a bar that counts something else.
pub fn work_on<T>(what: &'static str, threads: &Threads, work: impl FnOnce(&Effort<'_>) -> T) -> T {
    let progress = Progress::new(what);
    let tell = |done, planned| progress.tell(done, planned);
    let effort =
        Effort { threads: threads.count(), progress: Some(&tell), stop: Some(work_begins()) };
    let done = for_answer(|| work(&effort));
    progress.end();
    done
}

/// Works on what nobody can tell the end of, with a word on a terminal that it
/// goes on and for how long.
pub fn wait_for<T: Send>(what: &str, work: impl FnOnce() -> T + Send) -> T {
    for_answer(|| wait_beside(what, work))
}

fn wait_beside<T: Send>(what: &str, work: impl FnOnce() -> T + Send) -> T {
    if !stderr().is_terminal() || is_dumb() {
        return work();
    }
    let (done, ended) = channel::<()>();
    let found = thread::scope(|scope| {
        scope.spawn(move || {
            // Whoever is done sooner hangs up.
            if ended.recv_timeout(UNSEEN) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let bar = new_wait(what);
            while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                bar.tick();
            }
        });
        let found = work();
        drop(done);
        found
    });
    wipe();
    found
}

/// Between two ticks of a clock that shows that work goes on.
const TICK: Duration = Duration::from_millis(200);

fn new_wait(what: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, margin::target());
    let template = format!("  {{spinner}} {what}, {{elapsed}}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    *SHOWN.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar.clone());
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ctrl-C while battles take too long wipes the bar before anything is said.
    #[test]
    fn a_bar_is_wiped_by_whoever_comes_first() {
        let bar = new_bar("battles");
        wipe();
        assert!(bar.is_finished());
        wipe();
    }
}
