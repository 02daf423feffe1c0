//! The work of questions, in pieces.
//!
//! One worker keeps a question: it asks for pieces and takes what came of them.
//! Any number of others, who make the same question for themselves, do the
//! pieces. Nothing depends on which, or in what order.

use std::collections::BTreeMap;
use std::sync::Arc;

use fracas::core::procedure::{Found, Piece};
use fracas::lab::{self, Variants};
use fracas::{Effort, Registry};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::asked::Asked;
use crate::engine::{Answer, Engine};
use crate::question::Question;

/// Questions by the number that a page gave them.
pub type Questions = BTreeMap<u64, Kept>;

/// What is kept of a question.
pub struct Kept {
    asked: Box<dyn Asked + Send>,
}

/// Begins a question, or goes on with it: hands back what came of pieces, and
/// asks for more.
#[derive(Deserialize)]
pub struct Asking {
    id: u64,
    question: Question,
    capacity: usize,
}

/// What a question wants next.
#[derive(Serialize)]
pub struct Wants {
    pieces: Vec<Piece>,
    done: bool,
    progress: (u64, u64),
    /// What is known, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Value>,
}

pub fn ask(engine: &mut Engine, asking: Asking) -> Answer<Wants> {
    let mut kept = Kept { asked: asking.question.begin(Registry::standard())? };
    let wants = kept.wants(asking.capacity, false);
    engine.questions.insert(asking.id, kept);
    wants
}

#[derive(Deserialize)]
pub struct Taking {
    id: u64,
    taken: Vec<Came>,
    capacity: usize,
    /// Whether what is known is wanted. It always is at the end.
    answer: bool,
}

/// What came of a piece; nothing if it was lost.
#[derive(Deserialize)]
struct Came {
    piece: Piece,
    found: Option<Found>,
}

pub fn take(engine: &mut Engine, taking: Taking) -> Answer<Wants> {
    let kept = engine.questions.get_mut(&taking.id).ok_or("this question is closed")?;
    for Came { piece, found } in taking.taken {
        match found {
            Some(found) => kept.asked.take(&piece, found),
            None => kept.asked.lose(&piece),
        }
    }
    kept.wants(taking.capacity, taking.answer)
}

impl Kept {
    fn wants(&mut self, capacity: usize, answer: bool) -> Answer<Wants> {
        let pieces = self.asked.ask(capacity);
        let done = self.asked.is_done();
        let told = if answer || done { self.asked.answer() } else { None };
        let progress = self.asked.progress();
        let progress = (progress.done, progress.planned);
        Ok(Wants { pieces, done, progress, answer: told.transpose()? })
    }
}

/// A piece of a question for somebody who may not know it yet.
#[derive(Deserialize)]
pub struct Working {
    id: u64,
    question: Option<Question>,
    piece: Piece,
}

/// Does a piece.
pub fn work(engine: &mut Engine, working: Working) -> Answer<Found> {
    if let Some(question) = &working.question {
        engine.questions.insert(working.id, Kept { asked: question.begin(Registry::standard())? });
    }
    let kept = engine.questions.get(&working.id).ok_or("this question is not known here")?;
    let variants: Arc<dyn Variants + Send> = kept.asked.variants();
    Ok(lab::work(&*variants, &working.piece, &Effort::default()))
}

#[derive(Deserialize)]
pub struct Of {
    id: u64,
}

/// Whether there was such a question.
pub fn forget(engine: &mut Engine, asked: &Of) -> bool {
    engine.questions.remove(&asked.id).is_some()
}
