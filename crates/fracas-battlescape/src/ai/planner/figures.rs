//! What weighs how much, by mode (B-283..B-285).

use crate::data::Mode;

/// What a hex nearer to the enemy is worth more to an aggressive unit for every
/// turn from the third to the eighth, in hundredths.
const PRESSES: i64 = 80;

/// What somebody who is needed counts his dangers as, in percent, and the time
/// units more that he keeps on the way.
const NEEDED: i64 = 130;
const BEHIND: u16 = 12;

/// Turns without doing anything after which a unit that attacks fears less.
const LONG_IDLE: u8 = 2;

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
    /// To go on doing nothing.
    pub waits: i64,
    /// To get down where one stands: that serves longer than a turn.
    pub lasts: i64,
    /// To stay in the cover one is in.
    pub keeps_cover: i64,
    /// The least that a throw must be expected to take; what it is worth
    /// besides is weighed.
    pub throw: i64,
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
    /// What a mode weighs, in a turn of the battle; of somebody who has done
    /// nothing for so many turns.
    pub fn of(mode: Mode, turn: u32, idle: u8) -> Self {
        // The longer it takes, the more those who attack press on.
        let presses = (PRESSES * (i64::from(turn) - 2)).clamp(0, 6 * PRESSES);
        let (care, closer, ready, keep) = match mode {
            Mode::Aggressive | Mode::Retreat => (65, 60 + presses, 270, 115),
            Mode::Defensive | Mode::Hold => (100, 0, 400, 110),
            Mode::Search => (80, 20, 300, 120),
            Mode::Cautious => (130, 0, 300, 120),
        };
        // B-282: who attacks does not lie there for ever.
        let attacks = matches!(mode, Mode::Aggressive | Mode::Search | Mode::Cautious);
        let (care, closer, waits) = if attacks && idle >= LONG_IDLE {
            (care / 4, closer + 200, 1000)
        } else {
            (care, closer, 0)
        };
        let stays = matches!(mode, Mode::Defensive | Mode::Hold);
        // Those who keep their place or their distance throw as far as they
        // can; if all who come did too, no cover would hold against them.
        let keeps_away = stays || mode == Mode::Cautious;
        Self {
            care,
            focus: 65,
            life: 3000,
            time: 12,
            pins: 60,
            roams: 55,
            finds: 40,
            crowd: 300,
            alone: 40,
            closer,
            waits,
            lasts: 600,
            keeps_cover: if stays { 1000 } else { 0 },
            throw: if keeps_away { 350 } else { 640 },
            its_time: 120,
            ready,
            keep,
            range: 36,
            closely: 8,
        }
    }

    /// Of somebody whom the others need more than another gun: he takes more
    /// care, and lets them go first.
    pub fn of_the_needed(self) -> Self {
        let care = self.care * NEEDED / 100;
        Self { care, closer: self.closer / 2, keep: self.keep + BEHIND, ..self }
    }
}
