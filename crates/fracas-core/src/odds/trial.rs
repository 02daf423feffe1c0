//! One battle from the first die to the last.

use std::ops::Range;

use crate::chance::{Draw, Fault, Purpose, Rolled};
use crate::ruleset::{Next, OutcomeId, Ruleset};
use crate::watch::{Loud, Scores};

/// A shorter way through the fights of a battle, for somebody who wants to know
/// nothing but outcome and measures. It draws what the longer way draws.
pub enum Shortcut<'a> {
    /// For battles that can be told by a number in the end.
    ToEnds(Box<dyn ToEnds + 'a>),
    /// For others.
    ToScores(Box<dyn ToScores + 'a>),
}

/// How a battle ended, as a number. Battles of one shortcut that end in the same
/// number are alike in outcome and all measures: they are counted together and
/// looked at once.
pub type End = u64;

/// No number: the battle has to be fought the longer way.
pub const NO_END: End = End::MAX;

/// A shortcut to the end of a battle as a number.
pub trait ToEnds: Send {
    /// Fights the battles of these dice, each to its [`End`], or leaves it [`NO_END`].
    fn fight(&mut self, dice: &mut [Rolled], ends: &mut [End]);

    /// The outcome of battles that ended so. Sets their measures, which are those
    /// of the start.
    fn tell(&mut self, end: End, scores: &mut Scores) -> OutcomeId;
}

/// Whether ways that only save time are worth their room: in a page, which has to
/// be loaded first, one for all cases is.
pub const SHORT_WAYS: bool = !cfg!(target_arch = "wasm32");

/// A shortcut to the measures of a battle.
pub trait ToScores: Send {
    /// How many battles may be begun at once: fewer where a battle is long, and
    /// nobody should wait for one that he does not need.
    fn abreast(&self) -> u64 {
        ABREAST
    }

    /// Begins battles with these dice, as far as it likes.
    fn begin(&mut self, _dice: &mut [Rolled]) {}

    /// Fights the battle of these dice, which it began as that of a number, from
    /// there to its end, with all its measures. `None` if it cannot: then the
    /// battle is begun anew, the longer way.
    fn fight(&mut self, number: usize, dice: &mut Rolled, scores: &mut Scores)
    -> Option<OutcomeId>;
}

/// As many battles as are begun at once; a chunk of trials is several times that.
const ABREAST: u64 = 16;

/// A shortcut, and the battles it has begun.
struct Begun<'a> {
    shortcut: Box<dyn ToScores + 'a>,
    /// Of these trials it begins some before anybody asks for them.
    trials: Range<u64>,
    /// Their dice, trial by trial.
    dice: Vec<Rolled>,
    /// How many of them were fought.
    fought: usize,
    /// Seed and trial of the next.
    next: (u64, u64),
}

impl<'a> Begun<'a> {
    fn none(shortcut: Box<dyn ToScores + 'a>, trials: Range<u64>) -> Self {
        Self { shortcut, trials, dice: Vec::new(), fought: 0, next: (0, 0) }
    }

    /// Fights a battle: how it ended, and how many draws it took.
    #[inline]
    fn fight(&mut self, seed: u64, trial: u64, scores: &mut Scores) -> Option<(OutcomeId, u64)> {
        if self.next != (seed, trial) || self.fought == self.dice.len() {
            self.begin(seed, trial);
        }
        let number = self.fought;
        self.fought += 1;
        self.next.1 = self.next.1.wrapping_add(1);
        let dice = &mut self.dice[number];
        let outcome = self.shortcut.fight(number, dice, scores)?;
        Some((outcome, dice.draws()))
    }

    /// Begins with this trial.
    fn begin(&mut self, seed: u64, trial: u64) {
        let abreast = self.shortcut.abreast();
        // Counted from the first of all, so that a chunk has whole ones.
        let before = trial.wrapping_sub(self.trials.start) % abreast;
        let end = trial.saturating_add(abreast - before).min(self.trials.end);
        let dice = |trial| Rolled::new(seed, trial, Purpose::Battle);
        self.dice.clear();
        self.dice.push(dice(trial));
        self.dice.extend((trial.saturating_add(1)..end).map(dice));
        self.fought = 0;
        self.next = (seed, trial);
        self.shortcut.begin(&mut self.dice);
    }
}

/// Fights battle after battle in silence, in one place of memory.
pub struct Fighter<'a, R: Ruleset> {
    battle: &'a R::Battle,
    state: R::State,
    scores: Scores,
    draws: u64,
    way: Way<'a>,
}

/// How a battle is fought.
enum Way<'a> {
    /// By the rules, step by step.
    Long,
    /// To its end, together with others.
    ToEnds { shortcut: Box<dyn ToEnds + 'a>, dice: Vec<Rolled> },
    /// To its measures.
    ToScores(Begun<'a>),
}

impl<'a, R: Ruleset> Fighter<'a, R> {
    /// Ready to fight this battle any number of times.
    pub fn new(battle: &'a R::Battle) -> Self {
        Self {
            battle,
            state: R::start(battle).clone(),
            scores: start_scores::<R>(battle),
            draws: 0,
            way: Way::Long,
        }
    }

    /// The same for somebody who does not ask what a battle leaves
    /// ([`Self::state`]), and who goes through these trials in rising order: it
    /// takes the ruleset's [`Shortcut`], if there is one.
    pub fn counting(battle: &'a R::Battle, trials: &Range<u64>) -> Self {
        let way = match R::shortcut(battle) {
            None => Way::Long,
            Some(Shortcut::ToEnds(shortcut)) => Way::ToEnds { shortcut, dice: Vec::new() },
            Some(Shortcut::ToScores(shortcut)) => {
                Way::ToScores(Begun::none(shortcut, trials.clone()))
            }
        };
        Self { way, ..Self::new(battle) }
    }

    /// Fights the battle of this seed and trial to its end.
    #[inline]
    pub fn fight(&mut self, seed: u64, trial: u64) -> OutcomeId {
        let fought = match &mut self.way {
            Way::Long => None,
            Way::ToEnds { shortcut, .. } => {
                let (mut dice, mut end) = ([Rolled::new(seed, trial, Purpose::Battle)], [NO_END]);
                shortcut.fight(&mut dice, &mut end);
                (end != [NO_END]).then(|| {
                    self.scores.reset();
                    (shortcut.tell(end[0], &mut self.scores), dice[0].draws())
                })
            }
            Way::ToScores(begun) => {
                self.scores.reset();
                begun.fight(seed, trial, &mut self.scores)
            }
        };
        if let Some((outcome, draws)) = fought {
            self.draws = draws;
            return outcome;
        }
        self.fight_long(seed, trial)
    }

    /// The same, step by step.
    #[inline]
    fn fight_long(&mut self, seed: u64, trial: u64) -> OutcomeId {
        self.state.clone_from(R::start(self.battle));
        self.scores.reset();
        let (battle, state, scores) = (self.battle, &mut self.state, &mut self.scores);
        let mut set_up = 0;
        if R::SETS_UP {
            let mut dice = Rolled::new(seed, trial, Purpose::Setup);
            R::set_up(battle, state, &mut dice, scores);
            set_up = dice.draws();
        }
        let mut dice = Rolled::new(seed, trial, Purpose::Battle);
        R::begin(battle, state, &mut dice, scores);
        let outcome = R::fight_out(battle, state, &mut dice, scores);
        R::finals(battle, state, scores);
        while R::settle(battle, state, &mut dice, scores) {}
        self.draws = set_up + dice.draws();
        outcome
    }

    /// The measures of the last battle.
    pub fn values(&self) -> &[i64] {
        self.scores.values()
    }

    /// What the last battle left.
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// How many draws the last battle took.
    pub fn draws(&self) -> u64 {
        self.draws
    }
}

/// Somebody who fights one trial after another, whatever the rules. He is called
/// once a battle, so that those who count battles need not know the rules.
pub trait Fights: Send {
    /// Fights the battle of this seed and trial to its end.
    fn fight(&mut self, seed: u64, trial: u64) -> OutcomeId;
    /// The measures of the last battle.
    fn values(&self) -> &[i64];
    /// How many draws the last battle took.
    fn draws(&self) -> u64;
    /// Whether battles have a number in the end.
    fn has_ends(&self) -> bool;
    /// Fights these trials, to a number for each: how many draws they took. Those
    /// with [`NO_END`] were not fought.
    fn fight_to_ends(&mut self, seed: u64, trials: Range<u64>, ends: &mut Vec<End>) -> u64;
    /// The outcome of battles that ended so; [`Self::values`] are their measures.
    fn tell(&mut self, end: End) -> OutcomeId;
}

impl<R: Ruleset> Fights for Fighter<'_, R> {
    fn fight(&mut self, seed: u64, trial: u64) -> OutcomeId {
        self.fight(seed, trial)
    }

    fn values(&self) -> &[i64] {
        self.values()
    }

    fn draws(&self) -> u64 {
        self.draws()
    }

    fn has_ends(&self) -> bool {
        matches!(self.way, Way::ToEnds { .. })
    }

    fn fight_to_ends(&mut self, seed: u64, trials: Range<u64>, ends: &mut Vec<End>) -> u64 {
        ends.clear();
        ends.extend(trials.clone().map(|_| NO_END));
        let Way::ToEnds { shortcut, dice } = &mut self.way else { return 0 };
        dice.clear();
        dice.extend(trials.map(|trial| Rolled::new(seed, trial, Purpose::Battle)));
        shortcut.fight(dice, ends);
        let draws = |(dice, end): (&Rolled, &End)| if *end == NO_END { 0 } else { dice.draws() };
        dice.iter().zip(&*ends).map(draws).sum()
    }

    fn tell(&mut self, end: End) -> OutcomeId {
        self.scores.reset();
        match &mut self.way {
            Way::ToEnds { shortcut, .. } => shortcut.tell(end, &mut self.scores),
            // Nobody else gives numbers away.
            Way::Long | Way::ToScores(_) => unreachable!("ends are told by who numbers them"),
        }
    }
}

/// Hires a fighter for each thread.
pub(super) type Hire<'a> = dyn Fn() -> Box<dyn Fights + 'a> + Sync + 'a;

/// A battle that was fought to its end.
pub struct Fought<R: Ruleset> {
    /// How it ended.
    pub outcome: OutcomeId,
    /// What it left.
    pub state: R::State,
    /// Its measures.
    pub scores: Scores,
}

/// Fights one battle with any dice and tells every event. Dice that do not
/// fit the battle end it with their fault. A set-up takes its dice from the
/// same source first.
pub fn fight_loud<R: Ruleset>(
    battle: &R::Battle,
    dice: &mut dyn Draw,
    listener: &mut dyn FnMut(R::Event),
) -> Result<Fought<R>, Fault> {
    fight_watched::<R>(battle, dice, listener, &mut |_| {})
}

/// The same, with a look at the state before the first step and after each.
pub fn fight_watched<R: Ruleset>(
    battle: &R::Battle,
    dice: &mut dyn Draw,
    listener: &mut dyn FnMut(R::Event),
    look: &mut dyn FnMut(&R::State),
) -> Result<Fought<R>, Fault> {
    let mut steps = Steps::<R>::new(battle);
    loop {
        steps.advance(battle, dice, listener)?;
        if let Stage::Settled(outcome) = steps.stage {
            return Ok(Fought { outcome, state: steps.state, scores: steps.scores });
        }
        look(&steps.state);
    }
}

/// A battle that is fought step by step by whoever holds it. Always the same
/// battle and the same dice must be handed in.
pub struct Steps<R: Ruleset> {
    state: R::State,
    scores: Scores,
    stage: Stage,
}

/// How far a battle that is fought step by step has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Nothing was drawn yet.
    Unbegun,
    /// The sides are set up, and perhaps have fought.
    Fighting,
    /// It is decided, and what the aftermath draws is still to come.
    Over(OutcomeId),
    /// Nothing more happens.
    Settled(OutcomeId),
}

impl<R: Ruleset> Steps<R> {
    /// A battle of which nothing was drawn yet.
    pub fn new(battle: &R::Battle) -> Self {
        let (state, scores) = (R::start(battle).clone(), start_scores::<R>(battle));
        Self { state, scores, stage: Stage::Unbegun }
    }

    /// The state as it is now.
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// How far it has come.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Sets up, fights one step, or settles all that is left, and tells every
    /// event of it.
    pub fn advance(
        &mut self,
        battle: &R::Battle,
        dice: &mut dyn Draw,
        listener: &mut dyn FnMut(R::Event),
    ) -> Result<(), Fault> {
        let mut loud = Loud { scores: std::mem::take(&mut self.scores), listener };
        let stage = R::advance(self.stage, battle, &mut self.state, dice, &mut loud);
        self.scores = loud.scores;
        self.stage = stage?;
        Ok(())
    }
}

/// Sets up, fights one step, or settles all that is left: what
/// [`Ruleset::advance`] does.
pub fn advance<R: Ruleset>(
    stage: Stage,
    battle: &R::Battle,
    state: &mut R::State,
    dice: &mut dyn Draw,
    loud: &mut Loud<'_, R::Event>,
) -> Result<Stage, Fault> {
    let next = match stage {
        Stage::Unbegun => {
            if R::SETS_UP {
                R::set_up(battle, state, dice, loud);
                check(dice)?;
            }
            dice.set_up_over();
            R::begin(battle, state, dice, loud);
            Stage::Fighting
        }
        Stage::Fighting => match R::step(battle, state, dice, loud) {
            Next::On => Stage::Fighting,
            Next::Over(outcome) => Stage::Over(outcome),
        },
        Stage::Over(outcome) => {
            R::finals(battle, state, &mut loud.scores);
            while R::settle(battle, state, dice, loud) {
                check(dice)?;
            }
            Stage::Settled(outcome)
        }
        Stage::Settled(outcome) => Stage::Settled(outcome),
    };
    check(dice)?;
    Ok(next)
}

fn check(dice: &dyn Draw) -> Result<(), Fault> {
    dice.fault().map_or(Ok(()), |fault| Err(fault.clone()))
}

fn start_scores<R: Ruleset>(battle: &R::Battle) -> Scores {
    let measures = R::measures(battle);
    Scores::new(measures.iter().map(|measure| measure.start).collect())
}

#[cfg(test)]
mod tests {
    use super::super::toy::{Duel, LOSE, Scenario, WIN};
    use super::*;
    use crate::chance::{Die, Scripted};

    #[test]
    fn a_told_battle_is_the_silent_one() {
        let battle = Scenario::new([6, 5], [40, 45]);
        let mut fighter = Fighter::<Duel>::new(&battle);
        for trial in [0, 1, 2, 63, 64, 1_000_000, 5] {
            let outcome = fighter.fight(7, trial);
            let mut dice = Rolled::new(7, trial, Purpose::Battle);
            let mut told = Vec::new();
            let fought =
                fight_loud::<Duel>(&battle, &mut dice, &mut |event| told.push(event)).unwrap();
            assert_eq!(fought.outcome, outcome);
            assert_eq!(&fought.state, fighter.state());
            assert_eq!(fought.scores.values(), fighter.values());
            assert_eq!(dice.draws(), fighter.draws());
            assert_eq!(told[0], "they meet");
        }
    }

    #[test]
    fn scripted_dice_decide_the_battle() {
        let battle = Scenario::new([1, 1], [40, 45]);
        let mut dice = Scripted::new([40]);
        let fought = fight_loud::<Duel>(&battle, &mut dice, &mut |_| {}).unwrap();
        assert_eq!((fought.outcome, dice.finish()), (WIN, Ok(())));

        // The wound of the loser is tested for illness after the battle.
        let mut dice = Scripted::new([41, 45, 1]);
        let fought = fight_loud::<Duel>(&battle, &mut dice, &mut |_| {}).unwrap();
        assert_eq!((fought.outcome, dice.finish()), (LOSE, Ok(())));
        assert_eq!(fought.scores.values(), [2, 0, 1, 0, 2400, 1]);
    }

    #[test]
    fn dice_that_do_not_fit_end_the_battle() {
        let battle = Scenario::new([1, 1], [40, 45]);
        let fight = |dice: &[u64]| {
            let mut dice = Scripted::new(dice.iter().copied());
            fight_loud::<Duel>(&battle, &mut dice, &mut |_| {}).err()
        };
        let used_up = |throw, die, sides| Some(Fault::UsedUp { throw, die, sides });
        assert_eq!(fight(&[41]), used_up(2, Die("strike"), 100));
        assert_eq!(fight(&[41, 45]), used_up(3, Die("ill"), 4));
        assert_eq!(fight(&[40]), None);
    }
}
