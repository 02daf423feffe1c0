//! Standard error as a bar is drawn on it: a terminal with a margin. A bar
//! fills its line with blanks, and where that is the whole line, the `^C` that
//! the terminal shows goes onto the next one, which is then wiped in place of
//! the bar.

use std::io::{self, Write, stderr};
use std::sync::{Mutex, PoisonError};

use indicatif::{ProgressDrawTarget, TermLike};
use terminal_size::{Height, Width, terminal_size_of};

/// Columns that are left free: for `^C`, and for the cursor behind it.
const MARGIN: u16 = 3;

/// Draws a second at most.
const RATE: u8 = 20;

/// Where bars are drawn.
pub fn target() -> ProgressDrawTarget {
    ProgressDrawTarget::term_like_with_hz(Box::new(Margin::default()), RATE)
}

/// Columns of a line that are drawn on.
fn within(columns: u16) -> u16 {
    columns.saturating_sub(MARGIN).max(1)
}

/// What is to be written, until it is flushed.
#[derive(Debug, Default)]
struct Margin(Mutex<String>);

impl Margin {
    fn add(&self, text: &str) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push_str(text);
        Ok(())
    }

    /// Moves the cursor. A terminal that is told to move by 0 moves by 1.
    fn go(&self, by: usize, way: char) -> io::Result<()> {
        if by == 0 { Ok(()) } else { self.add(&format!("\x1b[{by}{way}")) }
    }
}

impl TermLike for Margin {
    fn width(&self) -> u16 {
        let columns = terminal_size_of(stderr()).map_or(80, |(Width(columns), _)| columns);
        within(columns)
    }

    fn height(&self) -> u16 {
        terminal_size_of(stderr()).map_or(24, |(_, Height(rows))| rows)
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.go(n, 'A')
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.go(n, 'B')
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.go(n, 'C')
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.go(n, 'D')
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.add(text)?;
        self.add("\n")
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.add(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.add("\r\x1b[2K")
    }

    fn flush(&self) -> io::Result<()> {
        let text = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        stderr().write_all(text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_leave_room_for_what_the_terminal_shows() {
        assert_eq!((within(80), within(2)), (77, 1));
        let margin = Margin::default();
        margin.move_cursor_up(0).unwrap();
        margin.move_cursor_up(2).unwrap();
        margin.clear_line().unwrap();
        assert_eq!(*margin.0.lock().unwrap(), "\x1b[2A\r\x1b[2K");
    }
}
