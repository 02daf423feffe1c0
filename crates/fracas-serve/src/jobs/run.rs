//! One job under way.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use fracas::Registry;
use fracas::core::procedure::{Found, Piece, Progress};
use fracas::lab::Variants;
use fracas_requests::{Asked, Question};
use serde_json::Value;
use tokio::sync::watch;

use super::kept::Known;
use super::{LONGEST, RUNNING, Status};

/// The battles of a job.
pub type Battles = Arc<dyn Variants + Send>;

/// A procedure is asked for so many pieces at once, however many threads there
/// are.
const CAPACITY: usize = 8;
/// What is known is told so often.
const PAUSE: Duration = Duration::from_millis(250);
/// So many pieces of a job are kept. Beyond that it would be fought again
/// after a restart.
const MOST_KEPT: u64 = 100_000;

/// Does something of a job; a panic in it is the end of that job alone.
pub fn alone<T>(act: impl FnOnce() -> T) -> Result<T, String> {
    let gave_up = |_| "the engine gave up on this: it is more than it can do".to_owned();
    catch_unwind(AssertUnwindSafe(act)).map_err(gave_up)
}

/// What a job wants.
pub enum Step {
    /// That this is worked on.
    Piece(Piece),
    /// Nothing more: this came of it.
    End(Result<Value, String>),
}

/// A job under way.
pub struct Run {
    pub id: String,
    pub client: String,
    pub battles: Battles,
    pub stop: Arc<AtomicBool>,
    pub told: watch::Sender<Status>,
    asked: Box<dyn Asked + Send>,
    waiting: Vec<Piece>,
    known: Known,
    next_kept: u64,
    worked: Duration,
    last_told: Instant,
    /// Whether what is known so far can be told: a sweep tells each row once.
    provisional: bool,
}

impl Run {
    /// Begins a question as it was kept.
    pub fn begin(
        registry: &Registry,
        id: String,
        asked: &str,
        client: String,
        known: Known,
    ) -> Result<Self, String> {
        let question: Question = serde_json::from_str(asked).map_err(|why| why.to_string())?;
        Self::begin_asked(registry, id, &question, client, known)
    }

    /// Begins a question.
    pub fn begin_asked(
        registry: &Registry,
        id: String,
        question: &Question,
        client: String,
        known: Known,
    ) -> Result<Self, String> {
        let asked = question.begin(registry)?;
        let status = Status {
            id: id.clone(),
            state: RUNNING.to_owned(),
            done: 0,
            planned: 0,
            answer: None,
            why: None,
        };
        Ok(Self {
            id,
            client,
            battles: asked.variants(),
            stop: Arc::new(AtomicBool::new(false)),
            told: watch::Sender::new(status),
            asked,
            waiting: Vec::new(),
            next_kept: known.next(),
            known,
            worked: Duration::ZERO,
            last_told: Instant::now(),
            provisional: !matches!(question, Question::Sweep(_)),
        })
    }

    /// What is to be done now, if there is anything. What is known is handed back
    /// on the way.
    pub fn next(&mut self) -> Option<Step> {
        let step = alone(|| {
            let piece = self.next_piece().map(Step::Piece);
            piece.or_else(|| self.end().map(Step::End))
        });
        step.unwrap_or_else(|why| Some(Step::End(Err(why))))
    }

    fn next_piece(&mut self) -> Option<Piece> {
        loop {
            if self.waiting.is_empty() {
                self.waiting = self.asked.ask(CAPACITY);
                self.waiting.reverse();
            }
            let piece = self.waiting.pop()?;
            match self.known.of(&piece) {
                Some(found) => self.asked.take(&piece, found),
                None => return Some(piece),
            }
        }
    }

    /// The answer, once there is nothing more to do.
    fn end(&mut self) -> Option<Result<Value, String>> {
        let nothing = || Err("nothing came of it".to_owned());
        self.asked.is_done().then(|| self.asked.answer().unwrap_or_else(nothing))
    }

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        self.asked.progress()
    }

    /// Where what comes of a piece is to be kept.
    pub fn place_to_keep(&mut self) -> Option<(String, u64)> {
        if self.next_kept >= MOST_KEPT {
            return None;
        }
        self.next_kept += 1;
        Some((self.id.clone(), self.next_kept))
    }

    /// Counts what came of a piece; with the end of the job comes its answer.
    pub fn take(
        &mut self,
        piece: &Piece,
        found: Found,
        took: Duration,
    ) -> Option<Result<Value, String>> {
        alone(|| self.count(piece, found, took)).unwrap_or_else(|why| Some(Err(why)))
    }

    fn count(
        &mut self,
        piece: &Piece,
        found: Found,
        took: Duration,
    ) -> Option<Result<Value, String>> {
        self.asked.take(piece, found);
        self.worked += took;
        if let Some(ended) = self.end() {
            return Some(ended);
        }
        if self.worked > LONGEST {
            let hours = LONGEST.as_secs() / 3600;
            return Some(Err(format!(
                "this takes more than {hours} hour of work and was given up"
            )));
        }
        if self.last_told.elapsed() >= PAUSE {
            self.last_told = Instant::now();
            let progress = self.asked.progress();
            let answer = if self.provisional { self.asked.answer() } else { None };
            self.told.send_modify(|told| {
                (told.done, told.planned) = (progress.done, progress.planned);
                told.answer = answer.and_then(Result::ok).or(told.answer.take());
            });
        }
        None
    }
}
