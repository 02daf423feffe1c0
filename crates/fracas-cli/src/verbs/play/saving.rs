//! Keeping a battle that is played: it is saved after every order, so that no
//! signal, no broken terminal and no full disk costs more than one. What others
//! save meanwhile is left alone.

use std::path::{Path, PathBuf};

use fracas::{Replay, Session};

use super::unused;
use crate::failure::Failure;
use crate::input::written;
use crate::out_dir::OutDir;

/// Where a battle is saved, and what was saved there last.
pub struct Saving {
    target: PathBuf,
    last: String,
}

impl Saving {
    /// Saves a battle that is about to be played or gone on with. A place that
    /// cannot be written is found out here, and one that holds another battle,
    /// or more of this one, is left alone.
    pub fn begin(target: &Path, session: &Session) -> Result<Self, Failure> {
        let now = session.replay();
        let last = text(&now)?;
        write(&last, target, |there| refuse_other(target, there, &now))?;
        Ok(Self { target: target.to_owned(), last })
    }

    /// Where it is saved now.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Saves the battle as it stands. If somebody else has saved anything there
    /// since, this battle goes on under a name that nobody has, which is said.
    pub fn keep(&mut self, session: &Session) -> Result<Option<String>, Failure> {
        let now = text(&session.replay())?;
        let mut said = None;
        loop {
            let is_ours = |there: Option<&[u8]>| there.is_none_or(|it| it == self.last.as_bytes());
            // Only what is there refuses so.
            let kept = write(&now, &self.target, |there| match is_ours(there) {
                true => Ok(()),
                false => Err(Failure::Reported),
            });
            match kept {
                Err(Failure::Reported) => {
                    let other = unused(&self.target);
                    said = Some(format!(
                        "{}: something else was saved there meanwhile, which is left alone; this \
                         battle is saved to {} from now on",
                        self.target.display(),
                        other.display()
                    ));
                    self.target = other;
                }
                Ok(()) => {
                    self.last = now;
                    return Ok(said);
                }
                Err(other) => return Err(other),
            }
        }
    }
}

/// Saves a battle to another file, unless that holds another battle or more of
/// this one.
pub fn copy(session: &Session, file: &Path) -> Result<(), Failure> {
    let now = session.replay();
    write(&text(&now)?, file, |there| refuse_other(file, there, &now))
}

/// Refuses to replace what is there, unless this battle goes on from it.
fn refuse_other(file: &Path, there: Option<&[u8]>, now: &Replay) -> Result<(), Failure> {
    let refuse = |why: &str| Err(Failure::Input(format!("{}: {why}", file.display())));
    let Some(there) = there else { return Ok(()) };
    match std::str::from_utf8(there).map(Replay::read) {
        Ok(Ok(there)) if now.goes_on_from(&there) => Ok(()),
        Ok(Ok(_)) => refuse(
            "another battle is saved there, or more of this one; go on with it by --resume, or \
             name another file with --save",
        ),
        _ => refuse("this file is no saved battle; name another with --save"),
    }
}

/// The text of a saved battle.
fn text(replay: &Replay) -> Result<String, Failure> {
    let json = serde_json::to_string_pretty(replay)
        .map_err(|error| Failure::Machine(format!("cannot save: {error}")))?;
    written("battle", json + "\n")
}

/// Writes a battle, complete or not at all, if what is there may go.
fn write(
    text: &str,
    file: &Path,
    may_go: impl Fn(Option<&[u8]>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if file.metadata().is_ok_and(|found| !found.is_file()) {
        let why = format!("{}: a battle is saved to a plain file", file.display());
        return Err(Failure::Input(why));
    }
    OutDir::file(file)?.filled(text)?.finish_if(may_go)
}
