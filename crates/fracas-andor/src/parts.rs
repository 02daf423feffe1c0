//! What can be left out of a battle: every monster, and what the hero wears
//! and carries.

use fracas_core::capability::Part;
use fracas_core::ruleset::OutcomeId;

use crate::battle::{Battle, Fight};
use crate::items::Slot;
use crate::measures::WIN;
use crate::muster::{self, WrittenFight};

/// the monsters win where the hero dies. To flee or to stop is neither
/// won nor lost.
const LOSE: OutcomeId = OutcomeId(1);

/// Something that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    /// What is worn in a slot.
    Worn(Slot),
    /// All items of a kind in the bag, by its place in the stock.
    Carried(usize),
    /// A monster of a fight.
    Monster(usize, usize),
}

/// Everything that can be left out.
fn all(b: &Battle) -> Vec<Left> {
    let worn = b.hero.outfit.worn().map(|(slot, _)| Left::Worn(slot));
    let carried = (0..b.bag.len()).filter(|place| b.bag[*place] > 0).map(Left::Carried);
    let monsters = b.fights.iter().enumerate().flat_map(|(fight, of)| {
        (0..of.foes.len()).map(move |monster| Left::Monster(fight, monster))
    });
    worn.chain(carried).chain(monsters).collect()
}

/// All of it, by name.
pub fn parts(b: &Battle) -> Vec<Part> {
    let part = |left: Left| match left {
        Left::Worn(slot) => {
            let item = b.hero.outfit.get(slot).map(|item| b.item(item).name.clone());
            ours(item.unwrap_or_default())
        }
        Left::Carried(place) => ours(format!("{} {}", b.bag[place], b.stocked(place).name)),
        Left::Monster(fight, monster) => {
            let name = &b.fights[fight].foes[monster].name;
            // Monsters of later fights carry the number of the fight.
            let name = if fight == 0 { name.clone() } else { format!("{}/{name}", fight + 1) };
            Part { name, side: "monsters", wins: &[LOSE] }
        }
    };
    all(b).into_iter().map(part).collect()
}

fn ours(name: String) -> Part {
    Part { name, side: "hero", wins: &[WIN] }
}

/// The battle without one of them; none if no monster would be left.
pub fn without(b: &Battle, part: usize) -> Option<Battle> {
    let left = *all(b).get(part)?;
    let written = |fight: &Fight| WrittenFight {
        starts: fight.starts,
        rest: fight.rest,
        foes: fight.foes.clone(),
    };
    let mut fights: Vec<WrittenFight> = b.fights.iter().map(written).collect();
    let mut outfit = b.hero.outfit;
    let mut bag = b.bag.clone();
    match left {
        Left::Worn(slot) => outfit.set(slot, None),
        Left::Carried(place) => bag[place] = 0,
        Left::Monster(fight, monster) => {
            fights[fight].foes.remove(monster);
            // A fight against nobody is none.
            fights.retain(|fight| !fight.foes.is_empty());
        }
    }
    (!fights.is_empty()).then(|| muster::with(b, outfit, bag, fights))
}
