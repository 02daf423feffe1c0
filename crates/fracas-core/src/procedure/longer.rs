//! Longer pieces, for workers that are far away.

use super::{Found, Piece, Procedure, Progress};

/// A procedure that asks for longer pieces: so many pieces of trials that go on
/// where the last ended are put together to one. What a piece costs besides
/// its work is then paid less often.
///
/// ```
/// use fracas_core::odds::{Goal, MOST_DRAWS, Way};
/// use fracas_core::procedure::{Longer, Piece, Procedure, Weigh, Work};
///
/// let mut question = Weigh::new(Way::Sampled(Goal::Trials(1000)), 7, MOST_DRAWS)?;
/// let piece = |trials| Piece { variant: 0, work: Work::Trials { seed: 7, trials } };
/// let longer = Longer { procedure: &mut question, times: 4 }.ask(2);
/// assert_eq!(longer, [piece(0..256), piece(256..512)]);
/// assert_eq!(question.ask(1), [piece(512..576)]);
/// # Ok::<(), fracas_core::odds::PlanError>(())
/// ```
#[derive(Debug)]
pub struct Longer<'a, P> {
    /// Whose pieces they are.
    pub procedure: &'a mut P,
    /// How many are put together at most.
    pub times: usize,
}

impl<P: Procedure> Procedure for Longer<'_, P> {
    type Answer = P::Answer;

    fn ask(&mut self, capacity: usize) -> Vec<Piece> {
        let mut longer: Vec<Piece> = Vec::new();
        let mut together = 0;
        for piece in self.procedure.ask(capacity.saturating_mul(self.times)) {
            let last = longer.last_mut().filter(|_| together < self.times);
            if last.is_some_and(|last| last.join(&piece)) {
                together += 1;
            } else {
                longer.push(piece);
                together = 1;
            }
        }
        longer
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

    fn answer(&self) -> Option<P::Answer> {
        self.procedure.answer()
    }

    fn progress(&self) -> Progress {
        self.procedure.progress()
    }
}
