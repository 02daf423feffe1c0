//! Chapters 3 and 9 of the rulebook: how well everybody fights in this place
//! and weather (O-10 to O-20, O-65, O-66, O-85, O-89).

use crate::battle::{Edition, Ground, Item, Noble, Weather};
use crate::kinds::{Kind, Shoots};

/// Ratings as they count in this battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratings {
    /// In melee.
    pub attack: u32,
    /// Against any attack.
    pub defense: u32,
    /// From the rear, or in front where it is larger.
    pub missile: u32,
}

impl Ratings {
    /// O-23: the strength of one who stands in front.
    pub fn in_front(self) -> u32 {
        self.attack.max(self.missile)
    }

    /// O-60: what he is worth to his side.
    pub fn value(self) -> u32 {
        self.in_front() + self.defense
    }
}

/// O-11: a noble to whom nothing else applies.
pub const PLAIN_NOBLE: Ratings = Ratings { attack: 80, defense: 80, missile: 0 };

/// The ratings of a fighter or engine. O-20: base, ship or swamp, rain, wind.
pub fn of_kind(kind: &Kind, ground: &Ground, aboard: bool, edition: Edition) -> Ratings {
    let swamp = ground.terrain == "swamp";
    // O-13, O-88: one change with two causes; on a ship in a swamp the ship's
    // counts, also where it changes nothing.
    let elsewhere = match (aboard, swamp) {
        (true, _) => kind.aboard,
        (false, true) => kind.swamp,
        (false, false) => None,
    };
    let melee = elsewhere.unwrap_or(kind.land);
    Ratings {
        attack: melee.attack,
        defense: melee.defense,
        missile: missile_in_weather(kind.missile, kind.shoots, ground.weather, edition),
    }
}

fn missile_in_weather(missile: u32, shoots: Shoots, weather: Weather, edition: Edition) -> u32 {
    let Weather { wind, rain, fog } = weather;
    match edition {
        // O-16 before O-15; O-17 is both.
        Edition::First => {
            let dry = if rain && shoots == Shoots::LikeArcher { 0 } else { missile };
            if wind { dry / 2 } else { dry }
        }
        // O-85.
        Edition::Later if wind || rain => match shoots {
            Shoots::LikeArcher => missile / 2,
            Shoots::LikeCrossbowman => missile / 4,
            Shoots::LikeEngine => missile,
        },
        Edition::Later if fog => missile / 4,
        Edition::Later => missile,
    }
}

/// The ratings of a noble: innate, then the best item of each category, then wind.
pub fn of_noble(
    noble: &Noble,
    kind: Option<&Kind>,
    items: &[Item],
    ground: &Ground,
    edition: Edition,
) -> Ratings {
    // O-89: a kind's plain ratings; what is written beside it wins (O-11).
    let innate = kind.map_or(PLAIN_NOBLE, |kind| Ratings {
        attack: kind.land.attack,
        defense: kind.land.defense,
        missile: kind.missile,
    });
    let used = Used::of(items);
    let bonus = |index: Option<usize>, of: fn(&Item) -> u32| index.map_or(0, |at| of(&items[at]));
    let missile =
        noble.written.missile.unwrap_or(innate.missile) + bonus(used.missile, |item| item.missile);
    // O-15 takes nobles in; O-85 leaves them out.
    let halved = ground.weather.wind && edition == Edition::First;
    Ratings {
        attack: noble.written.attack.unwrap_or(innate.attack)
            + bonus(used.attack, |item| item.attack),
        defense: noble.written.defense.unwrap_or(innate.defense)
            + bonus(used.defense, |item| item.defense),
        missile: if halved { missile / 2 } else { missile },
    }
}

/// O-65: the items that count, by their place in the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// The item that adds to attack.
    pub attack: Option<usize>,
    /// The item that adds to defense.
    pub defense: Option<usize>,
    /// The item that adds to missile.
    pub missile: Option<usize>,
}

impl Used {
    /// Per category the largest bonus; of equal ones the item written first.
    pub fn of(items: &[Item]) -> Self {
        let best = |bonus: fn(&Item) -> u32| {
            let mut found: Option<usize> = None;
            for (index, item) in items.iter().enumerate() {
                let beaten = found.map_or(0, |at| bonus(&items[at]));
                if bonus(item) > beaten {
                    found = Some(index);
                }
            }
            found
        };
        Self {
            attack: best(|item| item.attack),
            defense: best(|item| item.defense),
            missile: best(|item| item.missile),
        }
    }

    /// Whether the item at this place counts for anything.
    pub fn counts(self, index: usize) -> bool {
        [self.attack, self.defense, self.missile].contains(&Some(index))
    }
}
