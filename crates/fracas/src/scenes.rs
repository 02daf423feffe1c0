//! A battle moment by moment, for whoever shows it.

use std::sync::Arc;

use fracas_core::capability::{self, Capabilities, Detail, Land, Scene};
use fracas_core::chance::Staged;
use fracas_core::odds::{Stage, Steps};
use fracas_core::ruleset::Ruleset;
use serde::Serialize;

use crate::battle::Battle;
use crate::log::{json, known, words};
use crate::registry::{Capability, Lacking, Registry};

/// A moment of a battle: what a viewer shows, and what was told since the
/// moment before.
///
/// There is one before the first step, one after each, and a last one, with
/// the outcome, when the aftermath is settled too. In JSON it is one object;
/// the land of a map stands only in the first and where it has changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Moment {
    /// Its number, from 0.
    pub moment: u64,
    /// How many events were told up to here: the lines of a log in JSON.
    pub events: u64,
    /// What was told since the moment before, line by line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<Line>,
    /// The events since the moment before, as a log in JSON has them; not in
    /// JSON.
    #[serde(skip)]
    pub happened: Vec<String>,
    /// The battle as it is now.
    #[serde(flatten)]
    pub scene: Scene,
    /// How it ended; only in the last moment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<&'static str>,
}

/// A line of a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// What happened.
    pub words: String,
    /// The same as a log of turning points has it; none if it is none of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turning: Option<String>,
}

/// The moments of a battle, fought as far as they are asked for.
///
/// ```
/// use fracas::{Registry, Scenario};
/// let template = Registry::standard().rules("olympia")?.template();
/// let siege = Scenario::new("siege.toml", template).battle()?;
///
/// let moments: Vec<_> = siege.scenes(7, 3, None)?.collect();
/// let fought = siege.run(7, 3, None);
/// let (first, last) = (&moments[0], &moments[moments.len() - 1]);
/// assert_eq!((first.moment, first.outcome), (0, None));
/// assert_eq!(last.outcome, Some(fought.outcome));
/// for side in &last.scene.sides {
///     let (now, first) = side.strength.ok_or("hidden")?;
///     println!("{}: {now} of {first}", side.name);
/// }
///
/// // In leaps, which costs less: what was told in between comes with the next.
/// let mut siege = siege.scenes(7, 3, None)?;
/// assert_eq!(siege.leap(10).as_ref().map(|moment| &moment.scene), Some(&moments[9].scene));
/// assert_eq!(siege.leap(1_000_000).map(|moment| moment.scene), Some(last.scene.clone()));
/// assert!(siege.next().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Scenes(Box<dyn AnyMoments>);

impl Scenes {
    /// The moment so many further on, or the last if there are not so many;
    /// none after the last.
    pub fn leap(&mut self, moments: u64) -> Option<Moment> {
        self.0.leap(moments.max(1))
    }
}

impl Iterator for Scenes {
    type Item = Moment;

    fn next(&mut self) -> Option<Moment> {
        self.0.leap(1)
    }
}

/// The moments of a battle whose ruleset is not known.
pub(crate) trait AnyMoments: Send {
    fn leap(&mut self, moments: u64) -> Option<Moment>;
}

impl Battle {
    /// The battle of this seed and trial moment by moment: the truth, or as
    /// one of the [observers](crate::Rules::observers) knows it.
    pub fn scenes(
        &self,
        seed: u64,
        trial: u64,
        observer: Option<usize>,
    ) -> Result<Scenes, Lacking> {
        match self.erased.scenes(seed, trial, observer) {
            Some(moments) => Ok(Scenes(moments)),
            None => Err(Lacking {
                ruleset: self.rules.name,
                capability: Capability::Scenes,
                having: Registry::standard().having(Capability::Scenes),
            }),
        }
    }
}

/// Makes moments of a battle that somebody else fights.
pub(crate) struct MomentMaker<R: Ruleset> {
    can: Capabilities<R>,
    scenes: &'static dyn capability::Scenes<R>,
    observer: Option<usize>,
    moment: u64,
    events: u64,
    told: Vec<Line>,
    happened: Vec<String>,
    /// The land as it was last told.
    land: Option<Land>,
}

impl<R: Ruleset> MomentMaker<R> {
    /// Nothing has happened yet; none if the ruleset has no scenes.
    pub fn new(observer: Option<usize>) -> Option<Self> {
        let can = R::capabilities();
        let scenes = can.scenes?;
        let (told, happened, land) = (Vec::new(), Vec::new(), None);
        Some(Self { can, scenes, observer, moment: 0, events: 0, told, happened, land })
    }

    /// Something happened.
    pub fn event(&mut self, battle: &R::Battle, event: &R::Event) {
        let event = match self.observer {
            None => event,
            Some(observer) => match known::<R>(&self.can, battle, event, observer) {
                Some(event) => &event.clone(),
                None => return,
            },
        };
        self.events += 1;
        self.happened.push(json(event));
        let in_detail = |detail| words::<R>(&self.can, battle, event, detail, None);
        let turning = in_detail(Detail::Phases);
        let words = in_detail(Detail::All).or_else(|| turning.clone());
        self.told.extend(words.map(|words| Line { words, turning }));
    }

    /// A moment that nobody wants to see goes by.
    pub fn skip(&mut self) {
        self.moment += 1;
    }

    /// The battle as it is now.
    pub fn moment(
        &mut self,
        battle: &R::Battle,
        state: &R::State,
        outcome: Option<usize>,
    ) -> Moment {
        let mut scene = self.scenes.scene(battle, state, self.observer).bounded();
        if let Some(board) = &mut scene.board {
            if board.land == self.land {
                board.land = None;
            } else {
                self.land.clone_from(&board.land);
            }
        }
        let moment = Moment {
            moment: self.moment,
            events: self.events,
            told: std::mem::take(&mut self.told),
            happened: std::mem::take(&mut self.happened),
            scene,
            outcome: outcome.map(|outcome| R::OUTCOMES[outcome]),
        };
        self.moment += 1;
        moment
    }
}

/// A battle that is fought as far as its moments are asked for.
pub(crate) struct Fought<R: Ruleset> {
    battle: Arc<R::Battle>,
    dice: Staged,
    steps: Steps<R>,
    maker: MomentMaker<R>,
}

impl<R: Ruleset> Fought<R> {
    pub fn new(
        battle: Arc<R::Battle>,
        seed: u64,
        trial: u64,
        observer: Option<usize>,
    ) -> Option<Self> {
        let maker = MomentMaker::new(observer)?;
        let (dice, steps) = (Staged::new(seed, trial), Steps::<R>::new(&battle));
        Some(Self { battle, dice, steps, maker })
    }

    /// Fights on to the next moment; none after the last.
    fn advance(&mut self) -> Option<()> {
        if self.outcome().is_some() {
            return None;
        }
        let Self { battle, dice, steps, maker } = self;
        let mut hear = |event: R::Event| maker.event(battle, &event);
        // Rolled dice fit every battle.
        steps.advance(battle, dice, &mut hear).ok()
    }

    /// How it ended, once all is settled.
    fn outcome(&self) -> Option<usize> {
        match self.steps.stage() {
            Stage::Settled(outcome) => Some(outcome.index()),
            _ => None,
        }
    }
}

impl<R: Ruleset> AnyMoments for Fought<R> {
    fn leap(&mut self, moments: u64) -> Option<Moment> {
        self.advance()?;
        for _ in 1..moments {
            if self.outcome().is_some() {
                break;
            }
            self.maker.skip();
            self.advance()?;
        }
        let outcome = self.outcome();
        Some(self.maker.moment(&self.battle, self.steps.state(), outcome))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::{Log, Scenario};

    fn battle(ruleset: &str) -> Battle {
        let template = Registry::standard().rules(ruleset).unwrap().template();
        Scenario::new("battle.toml", template).battle().unwrap()
    }

    /// Told while it is fought or asked for one by one: the same moments.
    #[test]
    fn moments_come_both_ways() {
        for rules in Registry::standard().iter() {
            let battle = battle(rules.name);
            for observer in [None, (!rules.observers().is_empty()).then_some(1)] {
                let mut told = Vec::new();
                let mut hear = |moment: &Moment| {
                    told.push(serde_json::to_string(moment).unwrap());
                    ControlFlow::Continue(())
                };
                let fought = battle.run(7, 2, Some(Log::Scenes(observer, &mut hear)));
                assert_eq!(fought, battle.run(7, 2, None), "{}", rules.name);
                let asked = battle.scenes(7, 2, observer).unwrap();
                let asked: Vec<String> =
                    asked.map(|moment| serde_json::to_string(&moment).unwrap()).collect();
                assert!(told == asked && told.len() > 2, "{}", rules.name);
            }
        }
    }

    /// Their numbers are those of the log in JSON.
    #[test]
    fn moments_keep_step_with_events() {
        for rules in Registry::standard().iter() {
            let battle = battle(rules.name);
            let mut events = 0;
            let mut hear = |_: &str| {
                events += 1;
                ControlFlow::Continue(())
            };
            battle.run(7, 2, Some(Log::Json(None, &mut hear)));
            let moments: Vec<Moment> = battle.scenes(7, 2, None).unwrap().collect();
            assert!(moments.iter().map(|moment| moment.moment).eq(0..moments.len() as u64));
            assert!(moments.iter().map(|moment| moment.events).is_sorted());
            assert_eq!(moments.last().map(|moment| moment.events), Some(events), "{}", rules.name);
            let lines = |moments: &[Moment]| -> Vec<Line> {
                moments.iter().flat_map(|moment| moment.told.clone()).collect()
            };
            let mut some = battle.scenes(7, 2, None).unwrap();
            let some: Vec<Moment> = std::iter::from_fn(|| some.leap(3)).collect();
            assert_eq!(lines(&some), lines(&moments), "{}", rules.name);
            assert_eq!(some.last().map(|last| last.outcome), moments.last().map(|m| m.outcome));
        }
    }
}
