//! One value put to the test: trials at fixed numbers until all claims are
//! shown to hold, or one is shown not to.

use std::sync::Arc;

use fracas_core::odds::{ALPHA, Budget, CHUNK, Exact};
use fracas_core::procedure::{Found, Piece};

use super::super::estimate::{Estimate, Known};
use super::super::scored::Scored;
use super::is_fresh;
use crate::condition::Claim;

/// Trial numbers at which is looked.
const LOOKS: [u64; 6] = [256, 1024, 4096, 16_384, 65_536, 262_144];
/// The first of the trials that verify.
pub(super) const FRESH: u64 = 1 << 40;
/// Trials that verify, at least if they can be paid.
const FRESH_TRIALS: u64 = 16_384;

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// All that is claimed holds.
    Yes,
    /// Something that is claimed does not.
    No,
    /// The draws were not enough to tell.
    Close,
    /// There is no such battle.
    Impossible,
}

impl Verdict {
    pub fn is_yes(self) -> bool {
        self == Self::Yes
    }

    pub fn is_no(self) -> bool {
        matches!(self, Self::No | Self::Impossible)
    }
}

#[derive(Clone)]
pub(super) struct Test {
    scored: Scored,
    /// The same variant with other dice.
    fresh: Option<Scored>,
    aims: Arc<[String]>,
    claims: Arc<[Claim]>,
    draws: u64,
    /// Trials at most, if somebody asks.
    trials: Option<u64>,
    alpha: f64,
    /// Looks of this test; planned after the first chunk.
    looks: Vec<u64>,
    looked: usize,
    verdict: Option<Verdict>,
    seed: u64,
}

impl Test {
    pub fn new(
        variant: u64,
        seed: u64,
        (aims, claims): (Arc<[String]>, Arc<[Claim]>),
        (draws, trials): (u64, Option<u64>),
        budget: Option<Budget>,
        alpha: f64,
    ) -> Self {
        let mut scored = Scored::new(variant, seed, aims.clone(), budget);
        scored.want(0..CHUNK);
        let (fresh, looks, verdict) = (None, Vec::new(), None);
        Self { scored, fresh, aims, claims, draws, trials, alpha, looks, looked: 0, verdict, seed }
    }

    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// Whether nothing was left to chance.
    pub fn is_exact(&self) -> bool {
        self.scored.is_exact() || self.scored.impossible().is_some()
    }

    /// What is known of a claim; all tests together are wrong as rarely as
    /// their verdicts.
    pub fn estimate(&self, claim: usize) -> Option<Estimate> {
        Some(self.scored.known()?.estimate(claim, self.alpha / LOOKS.len() as f64))
    }

    /// Whether nothing is to be waited for.
    pub fn is_ready(&self) -> bool {
        self.verdict.is_some() && self.fresh.as_ref().is_none_or(Scored::is_ready)
    }

    /// Whether anything is known.
    pub fn is_known(&self) -> bool {
        self.scored.known().is_some()
    }

    /// Why there is no such battle.
    pub fn impossible(&self) -> Option<&str> {
        self.scored.impossible()
    }

    /// What is known of the claims, from fresh dice where all of them were
    /// thrown; intervals hold at 95% each.
    pub fn estimates(&self) -> Option<(Vec<Estimate>, Option<u64>)> {
        let fresh = self.fresh.as_ref().filter(|fresh| fresh.is_ready()).and_then(Scored::known);
        // All looks share what an interval may miss.
        let (known, alpha) = match (fresh, self.scored.known()?) {
            (Some(fresh), _) => (fresh, ALPHA),
            (None, known) => (known, ALPHA / LOOKS.len() as f64),
        };
        let estimates = (0..self.claims.len()).map(|claim| known.estimate(claim, alpha));
        Some((estimates.collect(), known.trials()))
    }

    /// Whether fresh dice were thrown for it.
    pub fn is_verified(&self) -> bool {
        self.scored.is_exact() || self.fresh.as_ref().is_some_and(Scored::is_ready)
    }

    /// How far the first claim is from holding; negative where it does.
    pub fn miss(&self) -> Option<f64> {
        let value = self.scored.known()?.value(0);
        let (Claim::Likely { sign, share: bound, .. } | Claim::Mean { sign, value: bound, .. }) =
            &self.claims[0];
        let rises = sign.holds(1.0, 0.0);
        Some(if rises { bound - value } else { value - bound })
    }

    /// Throws fresh dice: as many trials as it took, or more if they are cheap,
    /// but no more than somebody asked for.
    pub fn want_fresh(&mut self) {
        let Some(Known::Trials(journal)) = self.scored.known() else { return };
        if self.fresh.is_some() {
            return;
        }
        let fought = journal.trials().count();
        let pay = pay(self.draws / 2, journal.draws(), fought);
        let most = self.trials.unwrap_or(u64::MAX);
        let trials = fought.max(FRESH_TRIALS.min(pay).min(most)).next_multiple_of(CHUNK);
        let mut fresh = Scored::new(self.scored.variant(), self.seed, self.aims.clone(), None);
        fresh.want(FRESH..FRESH + trials);
        self.fresh = Some(fresh);
    }

    /// Whether fresh dice say that something that is claimed does not hold.
    pub fn is_refuted(&self) -> bool {
        let Some(fresh) = self.fresh.as_ref().and_then(Scored::known) else { return false };
        let mut holds = self.holds(&fresh, self.alpha);
        holds.any(|holds| holds == Some(false))
    }

    /// From now on it is too close to call.
    pub fn call_close(&mut self) {
        self.verdict = Some(Verdict::Close);
    }

    fn holds<'a>(
        &'a self,
        known: &'a Known<'a>,
        alpha: f64,
    ) -> impl Iterator<Item = Option<bool>> + 'a {
        let alpha = alpha / self.claims.len() as f64;
        self.claims.iter().enumerate().map(move |(place, claim)| {
            let found = known.estimate(place, alpha);
            claim.holds_between(found.low, found.high)
        })
    }

    /// Looks, if all is known for it.
    fn advance(&mut self) {
        while self.verdict.is_none() && self.scored.is_ready() {
            if self.scored.impossible().is_some() {
                self.verdict = Some(Verdict::Impossible);
                return;
            }
            let Some(known) = self.scored.known() else { return };
            if let Known::Trials(journal) = known
                && self.looks.is_empty()
            {
                let fought = journal.trials().count();
                let pay = pay(self.draws, journal.draws(), fought);
                self.looks = looks(self.trials.unwrap_or(pay));
                self.scored.want(0..self.looks[0]);
                continue;
            }
            // All looks share what a test may be wrong.
            let alpha = self.alpha / LOOKS.len() as f64;
            let holds: Vec<Option<bool>> = self.holds(&known, alpha).collect();
            self.verdict = if holds.contains(&Some(false)) {
                Some(Verdict::No)
            } else if holds.iter().all(|holds| *holds == Some(true)) {
                Some(Verdict::Yes)
            } else {
                self.looked += 1;
                match self.looks.get(self.looked) {
                    Some(next) => {
                        self.scored.want(0..*next);
                        None
                    }
                    None => Some(Verdict::Close),
                }
            };
        }
    }

    pub fn ask(&mut self, most: usize) -> Vec<Piece> {
        let longest = self.looks.last().map_or(CHUNK, |last| (last / 16).max(CHUNK));
        match &mut self.fresh {
            Some(fresh) if self.verdict.is_some() => fresh.ask(most, longest),
            _ if self.verdict.is_some() => Vec::new(),
            _ => self.scored.ask(most, longest),
        }
    }

    pub fn take(
        &mut self,
        piece: &Piece,
        found: Found,
        read: impl FnOnce(&[String], &Exact) -> Option<Vec<f64>>,
    ) {
        match &mut self.fresh {
            Some(fresh) if is_fresh(piece) => fresh.take(piece, found, read),
            None if is_fresh(piece) => {}
            _ if self.verdict.is_some() => {}
            _ => self.scored.take(piece, found, read),
        }
        self.advance();
    }

    pub fn lose(&mut self, piece: &Piece) {
        match &mut self.fresh {
            Some(fresh) if is_fresh(piece) => fresh.lose(piece),
            _ => self.scored.lose(piece),
        }
    }

    pub fn progress(&self) -> (u64, u64) {
        let (done, planned) = self.scored.progress();
        let (fresh, more) = self.fresh.as_ref().map_or((0, 0), Scored::progress);
        (done + fresh, planned + more)
    }
}

/// Trials that draws pay for, where so many took so many.
fn pay(draws: u64, took: u64, trials: u64) -> u64 {
    let trials = u128::from(draws) * u128::from(trials) / u128::from(took.max(1));
    u64::try_from(trials).unwrap_or(u64::MAX)
}

/// The looks of a test that may take so many trials.
fn looks(most: u64) -> Vec<u64> {
    let mut looks: Vec<u64> = LOOKS.into_iter().filter(|look| *look <= most).collect();
    let last = looks.last().copied().unwrap_or(0);
    let longest = LOOKS[LOOKS.len() - 1];
    // What is left over is worth a last look of its own if it is much.
    if last < longest && (most >= 2 * last || looks.is_empty()) {
        if looks.len() == LOOKS.len() {
            looks.pop();
        }
        looks.push((most.min(longest) / CHUNK * CHUNK).max(CHUNK));
    }
    looks
}
