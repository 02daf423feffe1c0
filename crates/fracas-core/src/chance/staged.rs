//! Dice of a battle with its set-up before it.

use super::{Binomial, Die, Draw, Hand, Purpose, Rolled};

/// Draws from the stream of the set-up until that is over, then from the
/// stream of the battle: how a side was placed never changes the dice it
/// fights with.
///
/// ```
/// use fracas_core::chance::{Chance, Die, Draw, Purpose, Rolled, Staged};
/// let mut dice = Staged::new(7, 3);
/// dice.face(6, Die("placement"));
/// dice.set_up_over();
/// let mut battle = Rolled::new(7, 3, Purpose::Battle);
/// assert_eq!(dice.face(100, Die("hit")), battle.face(100, Die("hit")));
/// ```
#[derive(Clone, Debug)]
pub struct Staged {
    set_up: Rolled,
    battle: Rolled,
    over: bool,
}

impl Staged {
    /// The dice of this seed and trial.
    pub fn new(seed: u64, trial: u64) -> Self {
        Self {
            set_up: Rolled::new(seed, trial, Purpose::Setup),
            battle: Rolled::new(seed, trial, Purpose::Battle),
            over: false,
        }
    }

    /// How many draws were made so far.
    pub fn draws(&self) -> u64 {
        self.set_up.draws() + self.battle.draws()
    }

    fn now(&mut self) -> &mut Rolled {
        if self.over { &mut self.battle } else { &mut self.set_up }
    }
}

impl Draw for Staged {
    fn draw(&mut self, sides: u64, die: Die) -> u64 {
        self.now().draw(sides, die)
    }

    fn draw_successes(&mut self, table: &Binomial, die: Die) -> u32 {
        self.now().draw_successes(table, die)
    }

    fn hand(&mut self) -> Hand {
        self.now().hand()
    }

    fn draw_from(&mut self, hand: &mut Hand, drawn: bool, sides: u64, die: Die) -> u64 {
        self.now().draw_from(hand, drawn, sides, die)
    }

    fn set_up_over(&mut self) {
        self.over = true;
    }
}
