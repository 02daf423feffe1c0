//! What weighs how much, by mode (B-283..B-285).

use crate::data::Mode;

/// Weights of a plan; percent, or hundredths of a hit point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Figures {
    /// Of what is expected to be suffered.
    pub care: i64,
    /// Of what all enemies could do together.
    pub focus: i64,
    /// What the own life is worth.
    pub life: i64,
    /// A time unit that is kept.
    pub time: i64,
    /// Of an enemy's worth, for making it keep its head down.
    pub pins: i64,
    /// Of what an enemy in sight could do that comes closer first.
    pub roams: i64,
    /// Of what one could do that does not see the hex now.
    pub finds: i64,
    /// A friend too near, where grenades may come.
    pub crowd: i64,
    /// A hex farther from the nearest friend than six.
    pub alone: i64,
    /// A hex nearer to the enemy.
    pub closer: i64,
    /// Time units an enemy is supposed to have.
    pub its_time: i64,
    /// Readiness.
    pub ready: i64,
    /// Time units kept on the way without contact.
    pub keep: u16,
    /// Time units that a planned way may cost.
    pub range: u16,
    /// Hexes looked at closely.
    pub closely: usize,
}

impl Figures {
    /// What a mode weighs.
    pub fn of(mode: Mode) -> Self {
        let (care, closer, ready, keep) = match mode {
            Mode::Aggressive | Mode::Retreat => (70, 60, 200, 95),
            Mode::Defensive | Mode::Hold => (100, 0, 400, 110),
            Mode::Search => (80, 20, 300, 120),
            Mode::Cautious => (130, 0, 300, 120),
        };
        Self {
            care,
            focus: 60,
            life: 3000,
            time: 10,
            pins: 60,
            roams: 60,
            finds: 40,
            crowd: 150,
            alone: 40,
            closer,
            its_time: 115,
            ready,
            keep,
            range: 48,
            closely: 8,
        }
    }
}
