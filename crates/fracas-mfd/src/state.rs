//! A battle in memory while it is fought.

use crate::battle::{Battle, SideId};
use crate::rate::Rate;
use crate::tables::{Dice, Tables};

/// Everything that changes.
#[derive(Debug)]
pub struct State {
    /// Rounds begun so far.
    pub round: u32,
    /// HP by fighter; may be below 0 (F-50).
    pub hp: Vec<i64>,
    /// Whether a fighter is there, by fighter.
    pub stands: Vec<Stands>,
    /// Those alive at the start of the round, by side, in the order they act.
    pub living: [Vec<u32>; 2],
    /// Raw ToHit and ToDefend before exhaustion, by fighter: own bonus and
    /// the buffs of living givers.
    pub raw: Vec<Raw>,
    /// The dice of this round, by fighter.
    pub dice: Vec<RoundDice>,
    /// Living bodyguards, each protected fighter's from the first of its places.
    pub guards: Vec<u32>,
    /// How many living bodyguards a fighter has.
    pub guarded_by: Vec<u32>,
    /// The attacks of this round, in the order of F-40.
    pub attacks: Vec<Attack>,
    /// Those who fell in this round, in the order they did.
    pub fallen: Vec<u32>,
    /// First choices the present attacker has not drawn yet (F-42).
    pub pool: Vec<u32>,
    /// The defenders' HP when the present attacker's turn began (C-5).
    pub noted: Vec<i64>,
    /// Whom the present attacker has killed, as far as somebody counts (C-5).
    pub by_hand: Vec<u32>,
    /// Where the round stands, for those who follow it attack by attack.
    pub turn: Turn,
    /// Who has left the field (F-74).
    pub retreated: [bool; 2],
    /// What healing gave, by fighter; empty where nobody is ever healed.
    pub healed: Vec<Healed>,
    /// The report by fighter (F-76); empty while nobody listens.
    pub ledger: Vec<Record>,
    /// What each side did in this round, as far as somebody listens.
    pub totals: [Totals; 2],
    /// Dice made ready, kept from battle to battle.
    pub tables: Tables,
}

/// Whether a fighter is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
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
pub struct Turn {
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

/// What the report by fighter counts (F-76).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Rounds fought.
    Rounds,
    /// Attacks made.
    Attacks,
    /// Hits rolled.
    Hits,
    /// Damage dealt, overkill included.
    DamageDealt,
    /// Kills.
    Kills,
    /// Attacks received.
    AttacksReceived,
    /// Blocks rolled.
    Blocks,
    /// Damage taken.
    DamageTaken,
    /// Attacks taken as bodyguard.
    Interceptions,
    /// Attacks turned away by bodyguards.
    TurnedAway,
}

impl Count {
    /// All of them with their names, in the order of the rulebook.
    pub const NAMES: [(Self, &'static str); 10] = [
        (Self::Rounds, "rounds"),
        (Self::Attacks, "attacks"),
        (Self::Hits, "hits"),
        (Self::DamageDealt, "damage_dealt"),
        (Self::Kills, "kills"),
        (Self::AttacksReceived, "attacks_received"),
        (Self::Blocks, "blocks"),
        (Self::DamageTaken, "damage_taken"),
        (Self::Interceptions, "interceptions"),
        (Self::TurnedAway, "turned_away"),
    ];
}

/// A line of the report by fighter (F-76).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// By [`Count`].
    pub counts: [i64; Count::NAMES.len()],
    /// How it died, if it did.
    pub death: Option<Death>,
}

/// What a side did in a round, for logs that tell no more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Totals {
    /// Attacks made.
    pub attacks: u64,
    /// Attacks that bodyguards of the other side took.
    pub intercepted: u64,
    /// Hits rolled.
    pub hits: u64,
    /// Blocks rolled against them.
    pub blocks: u64,
    /// Damage dealt.
    pub damage: u64,
    /// Opponents killed.
    pub kills: u64,
}

/// How a fighter died.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Death {
    /// In which round.
    pub round: u32,
    /// Why.
    pub cause: Cause,
}

/// Why a fighter died.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// An attack of this fighter.
    Killer(u32),
    /// It was linked to this fighter.
    Linked(u32),
}

impl State {
    /// Nobody anywhere.
    pub fn empty() -> Self {
        Self {
            round: 0,
            hp: Vec::new(),
            stands: Vec::new(),
            living: [Vec::new(), Vec::new()],
            raw: Vec::new(),
            dice: Vec::new(),
            guards: Vec::new(),
            guarded_by: Vec::new(),
            attacks: Vec::new(),
            fallen: Vec::new(),
            pool: Vec::new(),
            noted: Vec::new(),
            by_hand: Vec::new(),
            turn: Turn::default(),
            retreated: [false; 2],
            healed: Vec::new(),
            ledger: Vec::new(),
            totals: [Totals::default(); 2],
            tables: Tables::default(),
        }
    }

    /// The state of a battle of which everything else is known, before the
    /// first round.
    pub fn new(b: &Battle) -> Self {
        let count = b.fighters.len();
        let mut state = Self {
            hp: b.fighters.iter().map(|fighter| fighter.hp).collect(),
            stands: vec![Stands::Away; count],
            raw: vec![Raw::default(); count],
            dice: vec![RoundDice::default(); count],
            guards: vec![0; b.fighters.iter().map(|f| f.guard_places.len()).sum()],
            guarded_by: vec![0; count],
            healed: if b.heals() { vec![Healed::default(); count] } else { Vec::new() },
            ..Self::empty()
        };
        for (index, fighter) in b.fighters.iter().enumerate() {
            if fighter.joins <= 1 {
                state.stands[index] = Stands::Living;
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
            self.raw[index] = Raw {
                to_hit: constants.base_to_hit + fighter.row.bonus_to_hit,
                to_defend: constants.base_to_defend
                    + fighter.row.bonus_to_defend
                    + self.healed.get(index).map_or(Rate::ZERO, |healed| healed.to_defend),
                buffs: 0,
            };
        }
        for index in 0..b.fighters.len() {
            if self.stands[index] == Stands::Living {
                self.take_place(b, index as u32);
            }
        }
        for side in SideId::BOTH {
            self.living[side.index()].sort_by_key(|&who| b.fighters[who as usize].turn);
        }
    }

    /// A fighter begins to act, to guard and to grant its buffs. Who acts in
    /// what order is for the caller to see to.
    pub fn take_place(&mut self, b: &Battle, who: u32) {
        let fighter = &b.fighters[who as usize];
        self.stands[who as usize] = Stands::Living;
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
    /// The list of the living is for the caller to see to.
    pub fn leave_place(&mut self, b: &Battle, who: u32) {
        let fighter = &b.fighters[who as usize];
        self.stands[who as usize] = Stands::Dead;
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
        b.fighters[who].hp + self.healed.get(who).map_or(0, |healed| healed.hp)
    }

    /// Rounds a fighter has fought, the present one counted.
    pub fn rounds_fought(&self, b: &Battle, who: usize) -> u32 {
        (self.round + 1).saturating_sub(b.fighters[who].joins)
    }
}

// Cloning into a state that was used before keeps its memory, and the tables
// it has made: the sampler starts every battle so, and must not allocate.
impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            round: self.round,
            hp: self.hp.clone(),
            stands: self.stands.clone(),
            living: self.living.clone(),
            raw: self.raw.clone(),
            dice: self.dice.clone(),
            guards: self.guards.clone(),
            guarded_by: self.guarded_by.clone(),
            attacks: self.attacks.clone(),
            fallen: self.fallen.clone(),
            pool: self.pool.clone(),
            noted: Vec::new(),
            by_hand: Vec::new(),
            turn: self.turn,
            retreated: self.retreated,
            healed: self.healed.clone(),
            ledger: self.ledger.clone(),
            totals: self.totals,
            tables: Tables::default(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.round = source.round;
        self.hp.clone_from(&source.hp);
        self.stands.clone_from(&source.stands);
        self.living[0].clone_from(&source.living[0]);
        self.living[1].clone_from(&source.living[1]);
        self.raw.clone_from(&source.raw);
        self.dice.clone_from(&source.dice);
        self.guards.clone_from(&source.guards);
        self.guarded_by.clone_from(&source.guarded_by);
        self.attacks.clone_from(&source.attacks);
        self.fallen.clone_from(&source.fallen);
        self.pool.clone_from(&source.pool);
        self.turn = source.turn;
        self.retreated = source.retreated;
        self.healed.clone_from(&source.healed);
        self.ledger.clone_from(&source.ledger);
        self.totals = source.totals;
    }
}
