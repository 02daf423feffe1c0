//! Keeping a battle that is played: it is saved after every order, so that no
//! signal, no broken terminal and no full disk costs more than one.

use std::path::{Path, PathBuf};

use fracas::{Replay, Session};

use crate::failure::Failure;
use crate::input::{plain, written};
use crate::out_dir::OutDir;

/// Where a battle is saved.
pub struct Saving {
    target: PathBuf,
}

impl Saving {
    /// Saves a battle that is about to be played or gone on with. A place that
    /// cannot be written is found out here, and one that holds another battle,
    /// or more of this one, is left alone.
    pub fn begin(target: &Path, session: &Session) -> Result<Self, Failure> {
        let now = session.replay();
        refuse_other(target, |there| now.goes_on_from(there))?;
        write(&now, target)?;
        Ok(Self { target: target.to_owned() })
    }

    /// Saves the battle as it stands.
    pub fn keep(&self, session: &Session) -> Result<(), Failure> {
        write(&session.replay(), &self.target)
    }
}

/// Saves a battle to another file, unless that holds another battle.
pub fn copy(session: &Session, file: &Path) -> Result<(), Failure> {
    let now = session.replay();
    refuse_other(file, |there| now.is_same_battle(there))?;
    write(&now, file)
}

/// Refuses to replace what is there, unless it is a battle that may be.
fn refuse_other(file: &Path, may_go: impl FnOnce(&Replay) -> bool) -> Result<(), Failure> {
    let Ok(found) = file.metadata() else { return Ok(()) };
    let refuse = |why: &str| Err(Failure::Input(format!("{}: {why}", file.display())));
    if !found.is_file() {
        return refuse("a battle is saved to a plain file");
    }
    match Replay::read(&plain(file)?) {
        Ok(there) if may_go(&there) => Ok(()),
        Ok(_) => refuse(
            "another battle is saved there, or more of this one; go on with it by --resume, or \
             name another file with --save",
        ),
        Err(_) => refuse("this file is no saved battle; name another with --save"),
    }
}

/// Writes a battle, complete or not at all.
fn write(replay: &Replay, file: &Path) -> Result<(), Failure> {
    let json = serde_json::to_string_pretty(replay)
        .map_err(|error| Failure::Machine(format!("cannot save: {error}")))?;
    OutDir::file(file)?.fill(&written("battle", json + "\n")?).map(drop)
}
