//! A battle in memory while it is fought.

mod record;
mod scratch;

pub use record::{Cause, Count, Death, Record, Totals};
pub use scratch::Scratch;

use fracas_core::List;
use fracas_core::order::Ordered;

use crate::battle::{Battle, SideId, Treatment};
use crate::rate::Rate;
use crate::tables::Dice;

/// Everything that changes.
#[derive(Debug)]
pub struct State {
    /// Rounds begun so far.
    pub round: u32,
    /// HP by fighter; may be below 0 (F-50).
    pub hp: Vec<i64>,
    /// Whether a fighter is there, by fighter.
    presence: Vec<Presence>,
    /// Those alive at the start of the round, by side, in the order they act.
    living: [Vec<u32>; 2],
    /// Rates before exhaustion, by fighter.
    raw: Vec<Raw>,
    /// The dice of this round, by fighter.
    dice: Vec<RoundDice>,
    /// Living bodyguards, each protected fighter's from the first of its places.
    guards: List<u32>,
    /// How many living bodyguards a fighter has.
    guarded_by: Vec<u32>,
    /// Those who fell in this round, in the order they did.
    pub fallen: List<u32>,
    /// First choices the present attacker has not drawn yet (F-42).
    pub pool: List<u32>,
    /// Where the round stands, for those who follow it attack by attack.
    pub progress: Progress,
    /// Who has left the field (F-74).
    pub retreated: [bool; 2],
    /// What healing gave, by fighter; empty where nobody is ever healed.
    healed: List<Healed>,
    /// The report by fighter (F-76); empty while nobody listens.
    pub ledger: List<Record>,
    /// What each side did in this round, as far as somebody listens.
    pub totals: [Totals; 2],
    /// Memory to work in.
    pub scratch: Scratch,
}

fracas_core::clone_in_place!(State {
    round,
    hp,
    presence,
    living,
    raw,
    dice,
    guards,
    guarded_by,
    fallen,
    pool,
    progress,
    retreated,
    healed,
    ledger,
    totals,
    scratch,
});

/// Whether a fighter is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Yet to come (F-72).
    Away,
    /// On the field.
    Living,
    /// Dead.
    Dead,
}

/// Rates before limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Raw {
    /// F-29.
    pub to_hit: Rate,
    /// F-30, exhaustion not yet taken off.
    pub to_defend: Rate,
    /// The part of it that is the fighter's own: its bonus, and rest.
    pub own_to_defend: Rate,
    /// How many buffs count (C-3).
    pub buffs: u32,
}

/// The dice a fighter throws in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoundDice {
    /// OffenseDice at ToHit.
    pub hits: Dice,
    /// DefenseDice at ToDefend.
    pub blocks: Dice,
}

/// One attack of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Who attacks.
    pub by: u32,
    /// Who was the first choice.
    pub aimed: u32,
    /// Who takes it.
    pub at: u32,
}

/// How far a round has come that is followed attack by attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Whether a round is under way.
    pub open: bool,
    /// Whose turn.
    pub side: u8,
    /// The attacker, by place among the living.
    pub attacker: u32,
    /// Attacks it has made.
    pub made: u32,
}

/// What healing gave a fighter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Healed {
    /// HP.
    pub hp: i64,
    /// Raw ToDefend.
    pub to_defend: Rate,
}

impl State {
    /// Nobody anywhere.
    pub fn empty() -> Self {
        Self {
            round: 0,
            hp: Vec::new(),
            presence: Vec::new(),
            living: [Vec::new(), Vec::new()],
            raw: Vec::new(),
            dice: Vec::new(),
            guards: List::default(),
            guarded_by: Vec::new(),
            fallen: List::default(),
            pool: List::default(),
            progress: Progress::default(),
            retreated: [false; 2],
            healed: List::default(),
            ledger: List::default(),
            totals: [Totals::default(); 2],
            scratch: Scratch::default(),
        }
    }

    /// The state of a battle of which everything else is known, before the
    /// first round.
    pub fn new(b: &Battle) -> Self {
        let count = b.fighters.len();
        let mut state = Self {
            hp: b.fighters.iter().map(|fighter| fighter.hp).collect(),
            presence: vec![Presence::Away; count],
            raw: vec![Raw::default(); count],
            dice: vec![RoundDice::default(); count],
            guards: vec![0; b.fighters.iter().map(|f| f.guard_places.len()).sum()].into(),
            guarded_by: vec![0; count],
            healed: vec![Healed::default(); if b.heals() { count } else { 0 }].into(),
            ..Self::empty()
        };
        for (index, fighter) in b.fighters.iter().enumerate() {
            if fighter.joins <= 1 {
                state.presence[index] = Presence::Living;
            }
        }
        state.line_up(b);
        state
    }

    /// Works out everything that follows from who stands: the living, their
    /// guards and their buffs.
    pub fn line_up(&mut self, b: &Battle) {
        let constants = b.constants();
        for side in SideId::BOTH {
            self.living[side.index()].clear();
        }
        self.guarded_by.fill(0);
        for (index, fighter) in b.fighters.iter().enumerate() {
            let own_to_defend = fighter.row.bonus_to_defend + self.healed(index).to_defend;
            self.raw[index] = Raw {
                to_hit: constants.base_to_hit + fighter.row.bonus_to_hit,
                to_defend: constants.base_to_defend + own_to_defend,
                own_to_defend,
                buffs: 0,
            };
        }
        for index in 0..b.fighters.len() {
            if self.presence[index] == Presence::Living {
                self.take_place(b, index as u32);
            }
        }
        for side in SideId::BOTH {
            self.put_in_order(b, side);
        }
    }

    /// For a state made anew: whether a fighter is there. What follows from it
    /// is worked out by [`Self::line_up`].
    pub fn put(&mut self, who: usize, presence: Presence) {
        self.presence[who] = presence;
    }

    /// F-73: for a state made anew: what healing has given until this round.
    /// HP given are those of fighters without wounds; only compat, where no
    /// wound lasts, looks at them.
    pub fn heal_until_now(&mut self, b: &Battle) {
        if self.healed.is_empty() {
            return;
        }
        self.healed.fill(Healed::default());
        for side in SideId::BOTH {
            let so_far = b.side(side).healing.iter().filter(|t| t.round <= self.round);
            for treatment in so_far {
                for who in b.side(side).fighters.clone() {
                    if treatment.names(who) && b.fighters[who].joins <= treatment.round {
                        let hp = self.full_hp(b, who);
                        self.healed[who].add(b, who, hp, treatment);
                    }
                }
            }
        }
    }

    /// F-73: gives a fighter what a treatment has for it: HP and raw ToDefend.
    pub fn heal(&mut self, b: &Battle, who: usize, treatment: &Treatment) -> (i64, Rate) {
        let before = self.healed[who];
        let given = self.healed[who].add(b, who, self.hp[who], treatment);
        let rested = self.healed[who].to_defend - before.to_defend;
        self.hp[who] += given.0;
        self.raw[who].to_defend += rested;
        self.raw[who].own_to_defend += rested;
        given
    }

    /// F-72: those of a side who come in this round take their places; whether
    /// there were any.
    pub fn join(&mut self, b: &Battle, side: SideId) -> bool {
        let before = self.living[side.index()].len();
        for who in b.side(side).fighters.clone() {
            if b.fighters[who].joins == self.round && self.presence[who] == Presence::Away {
                self.take_place(b, who as u32);
            }
        }
        let came = self.living[side.index()].len() > before;
        if came {
            self.put_in_order(b, side);
        }
        came
    }

    /// F-39: the fallen leave.
    pub fn remove_fallen(&mut self, b: &Battle) {
        for place in 0..self.fallen.len() {
            self.leave_place(b, self.fallen[place]);
        }
        let presence = &self.presence;
        for living in &mut self.living {
            living.retain(|&who| presence[who as usize] == Presence::Living);
        }
    }

    /// Lists everybody on the field who is down as fallen.
    pub fn note_fallen(&mut self) {
        self.fallen.clear();
        for side in &self.living {
            self.fallen.extend(side.iter().filter(|&&who| self.hp[who as usize] <= 0));
        }
    }

    /// Makes all living opponents of a side its first choices (F-42).
    pub fn fill_pool(&mut self, side: SideId) {
        self.pool.extend_from_slice(&self.living[side.foe().index()]);
    }

    /// Sets the dice of everybody living.
    #[inline]
    pub fn set_dice(&mut self, dice_of: impl Fn(usize, Raw) -> RoundDice) {
        for side in &self.living {
            for &who in side {
                let who = who as usize;
                self.dice[who] = dice_of(who, self.raw[who]);
            }
        }
    }

    /// The dice of an attack: the attacker's, the defender's.
    #[inline]
    pub fn dice_of(&self, attack: Attack) -> [Dice; 2] {
        [self.dice[attack.by as usize].hits, self.dice[attack.at as usize].blocks]
    }

    /// Those of a side alive at the start of the round, in the order they act.
    #[inline]
    pub fn living(&self, side: SideId) -> &[u32] {
        &self.living[side.index()]
    }

    /// Whether a fighter is there.
    #[inline]
    pub fn presence(&self, who: usize) -> Presence {
        self.presence[who]
    }

    /// A fighter's rates: own bonus and the buffs of living givers.
    #[inline]
    pub fn raw(&self, who: usize) -> Raw {
        self.raw[who]
    }

    /// What healing gave a fighter.
    pub fn healed(&self, who: usize) -> Healed {
        self.healed.get(who).copied().unwrap_or_default()
    }

    /// The living bodyguards of a fighter.
    #[inline]
    pub fn guards_of(&self, b: &Battle, who: u32) -> &[u32] {
        // Most have none, and need not be looked up.
        match self.guarded_by[who as usize] as usize {
            0 => &[],
            count => &self.guards[b.fighters[who as usize].guard_places.start..][..count],
        }
    }

    fn put_in_order(&mut self, b: &Battle, side: SideId) {
        self.living[side.index()].put_few_in_order_by_key(|&who| b.fighters[who as usize].turn);
    }

    /// A fighter begins to act, to guard and to grant its buffs, as the last
    /// of its side.
    fn take_place(&mut self, b: &Battle, who: u32) {
        let fighter = &b.fighters[who as usize];
        self.presence[who as usize] = Presence::Living;
        self.living[fighter.side.index()].push(who);
        if let Some(ward) = fighter.guards {
            let places = &b.fighters[ward as usize].guard_places;
            let guards = &mut self.guarded_by[ward as usize];
            self.guards[places.start + *guards as usize] = who;
            *guards += 1;
        }
        for grant in &fighter.grants {
            for &to in &grant.to {
                let raw = &mut self.raw[to as usize];
                raw.to_hit += grant.offense;
                raw.to_defend += grant.defense;
                raw.buffs += 1;
            }
        }
    }

    /// A fighter is gone: with it go its buffs (F-32) and its guard (F-46).
    fn leave_place(&mut self, b: &Battle, who: u32) {
        let fighter = &b.fighters[who as usize];
        self.presence[who as usize] = Presence::Dead;
        if let Some(ward) = fighter.guards {
            let first = b.fighters[ward as usize].guard_places.start;
            let guards = &mut self.guarded_by[ward as usize];
            let living = &mut self.guards[first..first + *guards as usize];
            if let Some(place) = living.iter().position(|&guard| guard == who) {
                living[place..].rotate_left(1);
                *guards -= 1;
            }
        }
        for grant in &fighter.grants {
            for &to in &grant.to {
                let raw = &mut self.raw[to as usize];
                raw.to_hit -= grant.offense;
                raw.to_defend -= grant.defense;
                raw.buffs -= 1;
            }
        }
    }

    /// The HP a survivor leaves the battle with: in compat all of it (C-1).
    pub fn hp_at_end(&self, b: &Battle, who: usize) -> i64 {
        if b.compat() { self.full_hp(b, who) } else { self.hp[who] }
    }

    /// HP without wounds: what it came with and what healing gave.
    pub fn full_hp(&self, b: &Battle, who: usize) -> i64 {
        b.fighters[who].hp + self.healed(who).hp
    }

    /// Rounds a fighter has fought, the present one counted.
    pub fn rounds_fought(&self, b: &Battle, who: usize) -> u32 {
        (self.round + 1).saturating_sub(b.fighters[who].joins)
    }
}
