//! What is counted for the report by fighter (F-76) and for the totals of a
//! round (F-60).

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
