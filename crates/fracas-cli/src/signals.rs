//! How the program is ended from outside, and what it leaves then: whole
//! files, no temporary ones, no empty folders, and an answer within half a
//! second.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::NamedTempFile;

use crate::failure::say;
use crate::progress::wipe;

/// How long work that was asked to stop may go on.
const GRACE: Duration = Duration::from_millis(400);

/// How often it is looked whether it has stopped.
const PAUSE: Duration = Duration::from_millis(50);

/// How long the work that is under way may go on.
static GRANTED: Mutex<Duration> = Mutex::new(GRACE);

/// The exit code of a program that Ctrl-C ended; SIGINT is signal 2.
#[cfg(not(unix))]
const INTERRUPT: i32 = 2;

/// Set by the first signal while work waits for it.
static STOP: AtomicBool = AtomicBool::new(false);

/// The signal that set it.
static STOPPED_BY: AtomicI32 = AtomicI32::new(0);

/// Whether work is under way that looks at [`STOP`].
static WORKING: AtomicBool = AtomicBool::new(false);

/// Files, and folders without any, that are gone when the program is.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// From now on signals clean up before they end the program. Called before
/// there is any other thread, so that all of them leave signals to this one.
#[cfg(unix)]
pub fn listen() {
    use nix::sys::signal::{SigSet, Signal};

    // A file that grows past the limit is no reason to end: with its signal held
    // back for good the write itself fails, and that is told.
    let mut held_back = SigSet::empty();
    held_back.add(Signal::SIGXFSZ);
    let _ = held_back.thread_block();

    // All that would end the program unasked and can be waited for.
    let mut signals: SigSet = [
        Signal::SIGINT,
        Signal::SIGQUIT,
        Signal::SIGTERM,
        Signal::SIGUSR1,
        Signal::SIGUSR2,
        Signal::SIGALRM,
        Signal::SIGVTALRM,
        Signal::SIGPROF,
        Signal::SIGXCPU,
    ]
    .into_iter()
    .collect();
    // Whoever started the program with `nohup` wants it to outlive him.
    if !is_ignored(Signal::SIGHUP as u32) {
        signals.add(Signal::SIGHUP);
    }
    if signals.thread_block().is_err() {
        // Signals then end the program as they end any other.
        return;
    }
    let wait = move || {
        while let Ok(signal) = signals.wait() {
            ended_by(signal as i32);
        }
    };
    if thread::Builder::new().spawn(wait).is_err() {
        // With nobody to wait for them they must not be held back.
        let _ = signals.thread_unblock();
    }
}

/// Starts another program, which is to hear all signals: it would go on holding
/// back what this one does.
#[cfg(unix)]
pub fn start(command: &mut process::Command) -> io::Result<process::Child> {
    use nix::sys::signal::SigSet;

    let ours = SigSet::thread_get_mask()?;
    SigSet::empty().thread_set_mask()?;
    let started = command.spawn();
    ours.thread_set_mask()?;
    started
}

/// Starts another program.
#[cfg(not(unix))]
pub fn start(command: &mut process::Command) -> io::Result<process::Child> {
    command.spawn()
}

/// Whether a signal was ignored when the program began, where the system
/// tells that.
#[cfg(unix)]
fn is_ignored(signal: u32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|digits| u64::from_str_radix(digits.trim(), 16).ok());
    mask.is_some_and(|mask| mask & (1 << (signal - 1)) != 0)
}

/// From now on Ctrl-C cleans up before it ends the program.
#[cfg(not(unix))]
pub fn listen() {
    // Without a handler Ctrl-C still ends the program, only less gracefully.
    let _ = ctrlc::set_handler(|| ended_by(INTERRUPT));
}

/// A signal came. Work that can stop is given a moment to tell what it knows;
/// a battle that takes longer than that is not waited for.
fn ended_by(signal: i32) {
    if WORKING.load(Ordering::SeqCst) && !STOP.load(Ordering::SeqCst) {
        // Whoever sees that it is set can say by whom.
        STOPPED_BY.store(signal, Ordering::SeqCst);
        STOP.store(true, Ordering::SeqCst);
        let granted = *GRANTED.lock().unwrap_or_else(PoisonError::into_inner);
        let began = Instant::now();
        while began.elapsed() < granted {
            thread::sleep(PAUSE.min(granted));
            if !WORKING.load(Ordering::SeqCst) {
                return;
            }
        }
        wipe();
        say("stopped; the battles under way take too long to be waited for\n");
    }
    leave(128 + signal)
}

/// Work begins that looks at the flag and tells what it knows when it is set.
pub fn work_begins() -> &'static AtomicBool {
    work_begins_for(GRACE)
}

/// The same for work that may take so long to stop.
pub fn work_begins_for(grace: Duration) -> &'static AtomicBool {
    *GRANTED.lock().unwrap_or_else(PoisonError::into_inner) = grace;
    WORKING.store(true, Ordering::SeqCst);
    &STOP
}

/// The code to exit with after work that a signal stopped before its end, whatever
/// it told by then.
pub fn stopped() -> Option<u8> {
    let signal = STOPPED_BY.load(Ordering::SeqCst);
    u8::try_from(128 + signal).ok().filter(|_| signal != 0)
}

/// Whoever is to be stopped by a signal was, and that was his end.
pub fn ends_by_signal() {
    STOPPED_BY.store(0, Ordering::SeqCst);
}

/// The work is over, and what it found is about to be told.
pub fn work_ends() {
    WORKING.store(false, Ordering::SeqCst);
}

/// Ends the program and leaves no temporary file behind.
pub fn leave(code: i32) -> ! {
    // Kept until the end: whoever gives files their names has either finished
    // that or does not begin any more.
    let temporary = temporary();
    // Folders were made before what lies in them; one that holds anything else stays.
    for path in temporary.iter().rev() {
        let _ = fs::remove_file(path).or_else(|_| fs::remove_dir(path));
    }
    process::exit(code)
}

/// The list of what is temporary, in the order it was made. Nobody ends the program while it is held.
pub fn temporary() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a temporary file that no signal leaves behind.
pub fn make_temporary<F>(
    make: impl FnOnce() -> io::Result<NamedTempFile<F>>,
) -> io::Result<NamedTempFile<F>> {
    let mut temporary = temporary();
    let file = make()?;
    temporary.push(file.path().to_owned());
    Ok(file)
}

/// A file or folder is not temporary any more, or gone.
pub fn forget(temporary: &mut Vec<PathBuf>, path: &Path) {
    temporary.retain(|known| known != path);
}
