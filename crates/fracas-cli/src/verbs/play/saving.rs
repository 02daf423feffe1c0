//! Keeping a battle that is played: it is saved after every order, so that no
//! signal, no broken terminal and no full disk costs more than one.

use std::path::{Path, PathBuf};

use fracas::{Replay, Session};

use crate::failure::Failure;
use crate::out_dir::OutDir;

/// Where a battle is saved.
pub struct Saving {
    target: PathBuf,
}

impl Saving {
    /// Saves a battle that is about to be played or gone on with. A place that
    /// cannot be written is found out here.
    pub fn begin(target: &Path, session: &Session) -> Result<Self, Failure> {
        write(&session.replay(), target)?;
        Ok(Self { target: target.to_owned() })
    }

    /// Saves the battle as it stands.
    pub fn keep(&self, session: &Session) -> Result<(), Failure> {
        write(&session.replay(), &self.target)
    }
}

/// Saves a battle to another file.
pub fn copy(session: &Session, file: &Path) -> Result<(), Failure> {
    write(&session.replay(), file)
}

/// Writes a battle, complete or not at all.
fn write(replay: &Replay, file: &Path) -> Result<(), Failure> {
    let json = serde_json::to_string_pretty(replay)
        .map_err(|error| Failure::Machine(format!("cannot save: {error}")))?;
    OutDir::file(file)?.fill(&format!("{json}\n")).map(drop)
}
