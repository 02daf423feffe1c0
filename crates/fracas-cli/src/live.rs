//! A page on the terminal that is drawn again while the answer tightens.

use std::io::{IsTerminal, Write, stderr};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use terminal_size::{Height, terminal_size_of};

use crate::page::is_dumb;
use crate::visible::visible;

/// An answer that comes sooner needs no other before it.
const AT_ONCE: Duration = Duration::from_millis(100);
/// Nobody reads faster.
const BETWEEN: Duration = Duration::from_millis(150);

/// What is shown until the answer is final; nothing on a pipe.
pub struct Live {
    on: bool,
    colour: bool,
    next: Mutex<Instant>,
}

/// The lines that are on the terminal now.
static SHOWN: Mutex<usize> = Mutex::new(0);

fn shown() -> MutexGuard<'static, usize> {
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Live {
    /// Nothing shown yet. `wanted` is whether the answer itself goes to a
    /// terminal, as a page.
    pub fn new(wanted: bool, colour: bool) -> Self {
        let on = wanted && stderr().is_terminal() && !is_dumb();
        Self { on, colour, next: Mutex::new(Instant::now() + AT_ONCE) }
    }

    /// Whether anything will be shown.
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Shows a page in the place of the one before, if it is time for it.
    pub fn show(&self, page: impl FnOnce() -> Option<String>) {
        if !self.on {
            return;
        }
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        if Instant::now() < *next {
            return;
        }
        if let Some(page) = page() {
            self.draw(&page);
        }
        *next = Instant::now() + BETWEEN;
    }

    fn draw(&self, page: &str) {
        let rows = terminal_size_of(stderr()).map_or(24, |(_, Height(rows))| usize::from(rows));
        let lines: Vec<&str> = page.lines().take(rows.saturating_sub(1)).collect();
        let mut text = lines.join("\n");
        text.push('\n');
        let mut before = shown();
        let text = format!("{}{}", up(*before), visible(&text, self.colour));
        // A terminal that takes no text shows no page.
        let _ = stderr().write_all(text.as_bytes());
        *before = lines.len();
    }
}

/// Goes back over so many lines and wipes them away.
fn up(lines: usize) -> String {
    if lines == 0 { String::new() } else { format!("\x1b[{lines}F\x1b[J") }
}

/// Wipes the page away: the answer comes.
pub fn wipe() {
    let mut before = shown();
    let _ = stderr().write_all(up(*before).as_bytes());
    *before = 0;
}
