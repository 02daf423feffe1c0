//! A battle in memory while it is fought.

use std::ops::{Index, IndexMut};

use fracas_core::ruleset::OutcomeId;
use fracas_core::{List, clone_in_place};

use crate::battle::{Agent, Condition, Side};
use crate::rules::attack::tired;
use crate::rules::skill::{Share, vigour};

/// Everything that changes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The battle under way.
    pub fight: Fight,
    /// Which battle of the chain it is, counted from 0.
    pub battle: usize,
    /// Rounds of the battles before it.
    pub rounds_before: u64,
    /// How it ended, once it has.
    pub outcome: Option<Outcome>,
    /// Which battles of a chain were won; empty if there is but one.
    pub won: List<bool>,
    /// The roster, by the places of [`World::agents`](crate::battle::World::agents).
    pub roster: List<Member>,
    /// The player's assets and the factions.
    pub accounts: Accounts,
}

/// How a battle ends (M-37); the number is its place in the list of outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// All enemies are neutralized.
    Success,
    /// The squad has lost too much of its skill (M-38).
    Retreat,
    /// All agents are terminated.
    Wiped,
    /// Nobody can do anything any more, or it took too long (M-41).
    Stalemate,
}

impl Outcome {
    /// In the order they are reported.
    pub const ALL: [Self; 4] = [Self::Success, Self::Retreat, Self::Wiped, Self::Stalemate];

    /// Their words, in the order they are reported.
    pub const WORDS: &'static [&'static str] = &["success", "retreat", "wiped", "stalemate"];

    /// The place in the list of outcomes.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        Self::WORDS[self.index()]
    }

    /// The outcomes in which a side has won. Whoever turns back or falls has
    /// lost to the others (M-42); a stalemate is nobody's.
    pub fn won_by(side: Side) -> &'static [OutcomeId] {
        match side {
            Side::Agents => &[OutcomeId(Outcome::Success as u8)],
            // M-42: a site not taken has failed, whatever the reason.
            Side::Enemies => &[
                OutcomeId(Outcome::Retreat as u8),
                OutcomeId(Outcome::Wiped as u8),
                OutcomeId(Outcome::Stalemate as u8),
            ],
        }
    }
}

/// One battle.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Fight {
    /// Agents, then enemies, each in natural order of ids (M-7).
    pub fighters: Vec<Fighter>,
    /// How many of them are agents.
    pub agents: usize,
    /// The living of each side in the order they attack (M-25), as of the start
    /// of their last phase.
    pub(crate) order: Pair<List<u32>>,
    /// How many of each side live.
    pub(crate) living: [usize; 2],
    /// The targets of each side, weakest first as of the start of this pass
    /// (M-29): nobody is attacked again before everybody was.
    pub(crate) targets: Pair<List<Target>>,
    /// Whose phase it is (M-25, M-27).
    pub(crate) phase: usize,
    /// How many of the phase have attacked.
    pub(crate) turn: usize,
    /// How many targets of this pass were attacked.
    pub(crate) aim: usize,
    /// The round, counted from 1 (M-35).
    pub round: u32,
    /// Total effective skill of each side before round 1 (M-35).
    pub base: [u64; 2],
}

/// Somebody who fights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// Current hit points; 0 is neutralized (M-4).
    pub hp: u32,
    /// Current exhaustion.
    pub exhaustion: u32,
    /// Effective skill (M-8), always that of the current values (M-11).
    pub eff: u32,
    /// Skill points of this battle (M-47).
    pub points: u32,
    /// Base skill.
    pub skill: u32,
    /// Hit points when unhurt.
    pub max_hp: u32,
    /// Divides by its hit points when unhurt (M-8).
    pub share: Share,
    /// Least damage.
    pub min_damage: u32,
    /// How many values its damage can have.
    pub damages: u32,
    /// Hit points when the battle began.
    pub hp_before: u32,
    /// Exhaustion when the battle began.
    pub exhaustion_before: u32,
    /// Its place in [`Battle::units`](crate::battle::Battle::units).
    pub unit: u32,
    /// The round it fell in; 0 while it lives.
    pub fell: u32,
    /// The unit that felled it.
    pub killer: u32,
}

impl Fighter {
    /// Adds exhaustion, as far as it can grow (M-100), and evaluates anew.
    /// Returns what was added.
    #[inline]
    pub fn tire(&mut self, by: u32, free: u32) -> u32 {
        let before = self.exhaustion;
        self.exhaustion = tired(before, by);
        self.evaluate(free);
        self.exhaustion - before
    }

    /// M-11: evaluates the effective skill from hit points and exhaustion.
    #[inline]
    pub fn evaluate(&mut self, free: u32) {
        self.eff = self.share.effective(self.skill, self.hp, vigour(self.exhaustion, free));
    }
}

/// A fighter as a target: compares by effective skill, then by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Target(u64);

impl Target {
    /// A fighter by its place, as weak as it is now.
    #[inline]
    pub fn new(eff: u32, place: usize) -> Self {
        Self(u64::from(eff) << 32 | place as u64)
    }

    /// So many fighters have targets in half a word: skills have 20 bits (M-100).
    pub const FEW: usize = 1 << 11;

    /// The same in half a word, of one of a few.
    #[inline]
    pub fn narrow(eff: u32, place: usize) -> i32 {
        (eff << 11) as i32 | place as i32
    }

    /// The target of half a word.
    #[inline]
    pub fn widened(narrow: i32) -> Self {
        Self::new(narrow as u32 >> 11, narrow as usize % Self::FEW)
    }

    /// The place of the fighter.
    #[inline]
    pub fn place(self) -> usize {
        self.0 as u32 as usize
    }
}

impl Fight {
    /// The fighters of a side.
    #[inline]
    pub fn side(&self, side: Side) -> &[Fighter] {
        let (agents, enemies) = self.fighters.split_at(self.agents);
        match side {
            Side::Agents => agents,
            Side::Enemies => enemies,
        }
    }

    /// Whether a round of one against one is about to begin.
    #[inline]
    pub fn begins_duel(&self) -> bool {
        self.fighters.len() == 2 && self.phase == 0 && self.turn == 0
    }

    /// How many of a side live.
    pub fn living(&self, side: Side) -> usize {
        self.living[side.index()]
    }

    /// Total effective skill of a side; the neutralized have none left.
    #[inline]
    pub fn skill(&self, side: Side) -> u64 {
        self.side(side).iter().map(|fighter| u64::from(fighter.eff)).sum()
    }

    /// Total hit points of a side.
    pub fn hp(&self, side: Side) -> u64 {
        self.side(side).iter().map(|fighter| u64::from(fighter.hp)).sum()
    }
}

/// An agent of the roster as he is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// How he is.
    pub now: Condition,
    /// Skill he gained in these battles (M-48, M-50).
    pub gained: u64,
    /// Whether he was deployed in any of them.
    pub served: bool,
}

impl Member {
    /// An agent as the file has him, before any battle.
    pub fn of(agent: &Agent) -> Self {
        Self { now: agent.written, gained: 0, served: false }
    }
}

/// The player's assets, panic and the factions, and what the last turn did to
/// them.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Accounts {
    /// The turn.
    pub turn: u32,
    /// Money; less than 0 loses the game (M-72).
    pub money: i64,
    /// Intel.
    pub intel: i64,
    /// Money every turn.
    pub funding: i64,
    /// Hundredths of a percent; 10000 loses the game (M-72).
    pub panic: i64,
    /// To be paid for new agents in the next turn (M-130).
    pub hiring: i64,
    /// What the turn under way brings.
    pub ledger: Ledger,
    /// The factions, by the places of [`World::factions`](crate::battle::World::factions).
    pub factions: List<FactionNow>,
}

/// A faction now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FactionNow {
    /// What it adds to panic each turn, as far as it is not suppressed.
    pub threat: i64,
    /// What is taken off its threat.
    pub suppression: i64,
}

/// One turn's bookings (M-71, M-72).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// Paid for agents, before any death.
    pub upkeep: i64,
    /// Paid for new agents.
    pub hiring: i64,
    /// Earned by contracting.
    pub contracting: i64,
    /// Gathered by espionage.
    pub espionage: i64,
    /// Funding that was paid.
    pub funding: i64,
    /// Money of rewards.
    pub reward_money: i64,
    /// Intel of rewards.
    pub reward_intel: i64,
    /// Funding of rewards.
    pub reward_funding: i64,
    /// Panic that factions caused.
    pub panic_caused: i64,
    /// Panic that rewards took away.
    pub panic_reduced: i64,
}

/// Something of each side, copied one after the other: a loop over two costs
/// more than the copies.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Pair<T>([T; 2]);

impl<T: Clone> Clone for Pair<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    #[inline]
    fn clone_from(&mut self, source: &Self) {
        let [agents, enemies] = &source.0;
        self.0[0].clone_from(agents);
        self.0[1].clone_from(enemies);
    }
}

impl<T> Index<usize> for Pair<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: usize) -> &T {
        &self.0[side]
    }
}

impl<T> IndexMut<usize> for Pair<T> {
    #[inline]
    fn index_mut(&mut self, side: usize) -> &mut T {
        &mut self.0[side]
    }
}

// The sampler starts every battle by copying into the state of the last one,
// and must not allocate.
clone_in_place!(State { fight, battle, rounds_before, outcome, won, roster, accounts });
clone_in_place!(Fight { fighters, agents, order, living, targets, phase, turn, aim, round, base });
clone_in_place!(Accounts { turn, money, intel, funding, panic, hiring, ledger, factions });
