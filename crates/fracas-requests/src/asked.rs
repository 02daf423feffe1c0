//! Procedures whose answer is JSON, whichever they are.

use std::sync::Arc;

use fracas::core::procedure::{Found, Piece, Procedure, Progress};
use fracas::lab::{Sweep, Variants};
use serde_json::Value;

use crate::engine::Answer;

/// A question under way.
pub trait Asked {
    /// Pieces to be worked on now, for so many who can work at once.
    fn ask(&mut self, capacity: usize) -> Vec<Piece>;
    /// Takes what came of a piece.
    fn take(&mut self, piece: &Piece, found: Found);
    /// A piece that nobody will hand back is asked for again.
    fn lose(&mut self, piece: &Piece);
    /// Whether the answer is final.
    fn is_done(&self) -> bool;
    /// How far it has come.
    fn progress(&self) -> Progress;
    /// What is known; none if that is nothing yet.
    fn answer(&mut self) -> Option<Answer<Value>>;
    /// The battles it is about.
    fn variants(&self) -> Arc<dyn Variants + Send>;
}

/// A procedure, with the battles it is about and how its answer is told.
pub struct Told<P: Procedure, F> {
    pub procedure: P,
    pub variants: Arc<dyn Variants + Send>,
    pub tell: F,
}

impl<P, F> Asked for Told<P, F>
where
    P: Procedure,
    F: Fn(P::Answer) -> Answer<Value>,
{
    fn ask(&mut self, capacity: usize) -> Vec<Piece> {
        self.procedure.ask(capacity)
    }

    fn take(&mut self, piece: &Piece, found: Found) {
        self.procedure.take(piece, found);
    }

    fn lose(&mut self, piece: &Piece) {
        self.procedure.lose(piece);
    }

    fn is_done(&self) -> bool {
        self.procedure.is_done()
    }

    fn progress(&self) -> Progress {
        self.procedure.progress()
    }

    fn answer(&mut self) -> Option<Answer<Value>> {
        self.procedure.answer().map(&self.tell)
    }

    fn variants(&self) -> Arc<dyn Variants + Send> {
        self.variants.clone()
    }
}

/// A sweep tells the rows that are new: all at once might not find room.
pub struct Swept<F> {
    pub sweep: Sweep,
    pub tell: F,
}

impl<F: FnMut(&mut Sweep) -> Value> Asked for Swept<F> {
    fn ask(&mut self, capacity: usize) -> Vec<Piece> {
        self.sweep.ask(capacity)
    }

    fn take(&mut self, piece: &Piece, found: Found) {
        self.sweep.take(piece, found);
    }

    fn lose(&mut self, piece: &Piece) {
        self.sweep.lose(piece);
    }

    fn is_done(&self) -> bool {
        self.sweep.is_done()
    }

    fn progress(&self) -> Progress {
        self.sweep.progress()
    }

    fn answer(&mut self) -> Option<Answer<Value>> {
        Some(Ok((self.tell)(&mut self.sweep)))
    }

    fn variants(&self) -> Arc<dyn Variants + Send> {
        self.sweep.variants()
    }
}
