//! Whether anybody reads the answer. Work for whom nobody listens any more is
//! not gone on with, unless it leaves files.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::progress::wipe;
use crate::signals::leave;

/// Set when whoever read the answer has closed the pipe.
static UNHEARD: AtomicBool = AtomicBool::new(false);

/// Whether work is under way that leaves nothing but an answer.
static FOR_ANSWER: AtomicBool = AtomicBool::new(false);

/// How many things are to be kept that do not go to standard output.
static KEPT: AtomicUsize = AtomicUsize::new(0);

/// Something that is kept, whether anybody reads the answer or not.
pub struct Kept(());

impl Kept {
    /// From now on work goes on for it.
    pub fn begin() -> Self {
        KEPT.fetch_add(1, Ordering::SeqCst);
        Self(())
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        KEPT.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Works on an answer. If that is all that comes of it, a closed pipe ends the
/// program quietly.
pub fn for_answer<T>(work: impl FnOnce() -> T) -> T {
    if KEPT.load(Ordering::SeqCst) == 0 {
        static WATCHED: Once = Once::new();
        WATCHED.call_once(watch);
        FOR_ANSWER.store(true, Ordering::SeqCst);
        leave_unheard();
    }
    let done = work();
    FOR_ANSWER.store(false, Ordering::SeqCst);
    done
}

fn leave_unheard() {
    if UNHEARD.load(Ordering::SeqCst) && FOR_ANSWER.load(Ordering::SeqCst) {
        wipe();
        leave(0);
    }
}

/// From now on somebody notices when the pipe is closed.
#[cfg(unix)]
fn watch() {
    if goes_into_pipe() {
        // With nobody to watch, a closed pipe is noticed when the answer is told.
        let _ = std::thread::Builder::new().spawn(wait_for_end);
    }
}

#[cfg(not(unix))]
fn watch() {}

#[cfg(unix)]
fn goes_into_pipe() -> bool {
    use std::fs::File;
    use std::os::fd::AsFd;
    use std::os::unix::fs::FileTypeExt;

    let Ok(out) = std::io::stdout().as_fd().try_clone_to_owned() else { return false };
    let kind = File::from(out).metadata().map(|found| found.file_type());
    kind.is_ok_and(|kind| kind.is_fifo() || kind.is_socket())
}

/// Waits until standard output has no reader, for which there is nothing to be
/// asked for: that is always told.
#[cfg(unix)]
fn wait_for_end() {
    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;

    let out = std::io::stdout();
    let mut watched = [PollFd::new(out.as_fd(), PollFlags::empty())];
    loop {
        match poll(&mut watched, PollTimeout::NONE) {
            Ok(_) => break,
            Err(Errno::EINTR) => {}
            Err(_) => return,
        }
    }
    UNHEARD.store(true, Ordering::SeqCst);
    leave_unheard();
}
