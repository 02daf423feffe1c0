//! Which enemy is the greatest threat (B-271).

use fracas_core::order::Ordered;
use smallvec::SmallVec;

use super::Brain;
use crate::data::Strength;
use crate::rules::status::Health;
use crate::state::Cover;
use crate::view::{Aim, Seen};

/// Enemies that can act, the greatest threat first.
pub(in crate::ai) type Threats<'a> = SmallVec<[Seen<'a>; 8]>;
/// The attack on each of them from where the unit stands.
pub(in crate::ai) type Aims<'a> = SmallVec<[Option<Aim<'a>>; 8]>;

const WOUNDED: i32 = 15;
const MORTAL: i32 = 25;

impl<'a> Brain<'a> {
    /// Finds them; who weighs gains by himself does not ask whom he can kill.
    pub(in crate::ai) fn find_threats(&mut self, skill: Strength) {
        let asks = skill == Strength::Recruit;
        let stand = self.stand();
        let mut ranked: SmallVec<[_; 8]> = self
            .view
            .enemies()
            .filter(Seen::is_able)
            .map(|enemy| {
                let distance = self.view.field().distance(self.me.at(), enemy.at);
                let aim = self.view.aim(self.unit, stand, &enemy);
                (self.threat(&enemy, aim.as_ref().filter(|_| asks), distance), distance, enemy, aim)
            })
            .collect();
        ranked.put_few_in_order_by_key(|(threat, distance, enemy, _)| {
            (-threat, *distance, enemy.unit)
        });
        self.threats = ranked.iter().map(|(_, _, enemy, _)| *enemy).collect();
        self.aims = ranked.into_iter().map(|(_, _, _, aim)| aim).collect();
    }

    fn threat(&self, enemy: &Seen<'a>, aim: Option<&Aim<'a>>, distance: u32) -> i32 {
        let near = match distance {
            0..=2 => 100,
            3..=5 => 70,
            6..=10 => 50,
            _ => 20,
        };
        let cover = match enemy.cover {
            Cover::None => 100,
            Cover::Half => 60,
            Cover::Full => 30,
        };
        let exposed = if self.view.smoke(enemy.at) > 0 { cover.min(20) } else { cover };
        let mut threat =
            (50 * i32::from(enemy.threat()) + 30 * near + 20 * exposed).div_euclid(100);
        if enemy.health() != Health::Well {
            threat += WOUNDED;
        }
        if aim.is_some_and(|aim| self.can_kill(aim)) {
            threat += MORTAL;
        }
        threat
    }
}
