//! Several games stepped together, on threads, without holding Python up.

use std::thread;

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::{Arena, Pilot, arena};
use crate::errors;
use crate::scenario::Scenario;

/// Games of one scenario. Whatever is told of them is told game by game, one
/// after the other.
#[pyclass(module = "fracas._engine")]
pub struct Games {
    all: Vec<Seat>,
    threads: usize,
}

/// No number of an observation is farther from zero.
const MOST: f32 = 10.0;

/// One game.
struct Seat {
    arena: Box<dyn Arena>,
    /// How it stood for each side when it was told last.
    stood: [f32; 2],
    /// What is possible now, of whoever is to decide.
    mask: Vec<u8>,
    fault: Option<String>,
}

impl Seat {
    fn reset(&mut self, seed: u64) {
        self.arena.reset(seed);
        self.stood = [0, 1].map(|side| self.arena.standing(side));
        self.fault = None;
        self.look();
    }

    /// Finds out what is possible now: on the thread that steps, not on that
    /// of whoever asks.
    fn look(&mut self) {
        self.mask.clear();
        self.arena.mask(&mut self.mask);
    }

    fn act(&mut self, action: usize) {
        if let Err(why) = self.arena.act(action) {
            self.fault = Some(why);
        }
        self.look();
    }

    /// What has changed for a side since it was told last.
    fn reward(&mut self, side: usize) -> f32 {
        let stands = self.arena.standing(side);
        let won = match self.arena.ended() {
            Some((_, Some(winner))) if winner == side => 1.0,
            Some(_) => -1.0,
            None => 0.0,
        };
        stands - std::mem::replace(&mut self.stood[side], stands) + won
    }
}

/// A number for each game as bytes, as numpy reads them.
fn numbers(py: Python<'_>, all: impl Iterator<Item = f32>) -> Bound<'_, PyBytes> {
    let bytes: Vec<u8> = all.flat_map(f32::to_ne_bytes).collect();
    PyBytes::new(py, &bytes)
}

#[pymethods]
impl Games {
    /// So many games of a scenario, whose two sides are ordered by `agent`,
    /// `ai` or `idle`.
    #[new]
    fn new(
        scenario: &mut Scenario,
        pilots: (String, String),
        count: usize,
        threads: usize,
    ) -> PyResult<Self> {
        let battle = scenario.fought()?;
        let pilot = |name: &str| {
            Pilot::named(name).ok_or_else(|| {
                errors::question(format!("`{name}` orders no side; known are agent, ai, idle"))
            })
        };
        let pilots = [pilot(&pilots.0)?, pilot(&pilots.1)?];
        let seat = |_| {
            let arena = arena(&battle, pilots).map_err(errors::question)?;
            Ok(Seat { arena, stood: [0.0; 2], mask: Vec::new(), fault: None })
        };
        let all = (0..count.max(1)).map(seat).collect::<PyResult<Vec<Seat>>>()?;
        Ok(Self { all, threads: threads.max(1) })
    }

    /// How many actions a side has.
    fn actions(&self, side: usize) -> usize {
        self.all[0].arena.actions(side)
    }

    /// What they are called.
    fn action_names(&self, side: usize) -> Vec<String> {
        self.all[0].arena.action_names(side)
    }

    /// What the numbers of an observation are called.
    fn observed(&self, side: usize) -> Vec<String> {
        self.all[0].arena.observed(side)
    }

    /// Begins these games again, each with its seed.
    fn reset(&mut self, py: Python<'_>, games: Vec<(usize, u64)>) -> PyResult<()> {
        for (game, seed) in &games {
            crate::within(*seed, 0)?;
            if *game >= self.all.len() {
                return Err(errors::question(format!("there is no game {game}")));
            }
        }
        py.detach(|| {
            for (game, seed) in games {
                self.all[game].reset(seed);
            }
        });
        Ok(())
    }

    /// Does an action in every game; -1 does nothing there.
    fn step(&mut self, py: Python<'_>, actions: Vec<i64>) -> PyResult<()> {
        if actions.len() != self.all.len() {
            let (given, games) = (actions.len(), self.all.len());
            return Err(errors::question(format!("{given} actions for {games} games")));
        }
        py.detach(|| {
            let share = self.all.len().div_ceil(self.threads);
            let step = |seats: &mut [Seat], actions: &[i64]| {
                for (seat, action) in seats.iter_mut().zip(actions) {
                    if let Ok(action) = usize::try_from(*action) {
                        seat.act(action);
                    }
                }
            };
            if self.threads == 1 || self.all.len() == 1 {
                step(&mut self.all, &actions);
                return;
            }
            thread::scope(|scope| {
                for (seats, actions) in self.all.chunks_mut(share).zip(actions.chunks(share)) {
                    scope.spawn(move || step(seats, actions));
                }
            });
        });
        let fault = self.all.iter_mut().find_map(|seat| seat.fault.take());
        fault.map_or(Ok(()), |why| Err(errors::question(why)))
    }

    /// What a side knows in every game: 32-bit floats.
    fn observe<'py>(&self, py: Python<'py>, side: usize) -> Bound<'py, PyBytes> {
        let mut out = Vec::new();
        py.detach(|| {
            for seat in &self.all {
                seat.arena.observe(side, &mut out);
            }
        });
        numbers(py, out.into_iter().map(|number| number.clamp(-MOST, MOST)))
    }

    /// Which actions are possible in every game, of whoever is to decide
    /// there: bytes 1 or 0, none possible once it is over.
    fn masks<'py>(&self, py: Python<'py>, side: usize) -> Bound<'py, PyBytes> {
        let mut out = Vec::new();
        for seat in &self.all {
            match seat.arena.to_decide() == Some(side) {
                true => out.extend_from_slice(&seat.mask),
                false => out.resize(out.len() + seat.arena.actions(side), 0),
            }
        }
        PyBytes::new(py, &out)
    }

    /// What has changed for a side since this was last asked: 32-bit floats.
    fn rewards<'py>(&mut self, py: Python<'py>, side: usize) -> Bound<'py, PyBytes> {
        numbers(py, self.all.iter_mut().map(|seat| seat.reward(side)))
    }

    /// Which games are over: bytes 1 or 0.
    fn over<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let over: Vec<u8> =
            self.all.iter().map(|seat| u8::from(seat.arena.ended().is_some())).collect();
        PyBytes::new(py, &over)
    }

    /// How a game ended, once it has.
    fn outcome(&self, game: usize) -> Option<&'static str> {
        self.all.get(game)?.arena.ended().map(|(outcome, _)| outcome)
    }

    /// The side that is to decide in a game.
    fn to_decide(&self, game: usize) -> Option<usize> {
        self.all.get(game)?.arena.to_decide()
    }

    /// What the game's own policy would do, where it is one of the actions.
    fn advice(&self, game: usize) -> Option<usize> {
        self.all.get(game)?.arena.advice()
    }
}
