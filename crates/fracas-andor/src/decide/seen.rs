//! What the hero sees when he decides.

use crate::battle::Battle;
use crate::items::Fits;
use crate::measures;
use crate::state::{Actor, State};

/// More kinds of monsters, or conditions, than a table could tell of.
const MOST: usize = 8;

/// The names of all numbers, in the order of [`numbers`].
pub fn names(b: &Battle) -> Vec<String> {
    let mut names = vec!["hit points".to_owned(), "action points".to_owned()];
    names.extend(healing(b).map(|place| b.stocked(place).name.clone()));
    if healing(b).count() > 1 {
        names.push("things to drink".to_owned());
    }
    names.push("monsters left".to_owned());
    for kind in kinds(b) {
        names.push(format!("hit points of the weakest {}", b.kinds[kind].name));
        names.push(format!("{} left", b.kinds[kind].name));
    }
    if b.fights.len() > 1 {
        names.push("fight".to_owned());
    }
    names.extend(wearable(b).map(|place| format!("wears {}", b.stocked(place).name)));
    names.extend(conditions(b).map(|condition| b.conditions[condition].name.clone()));
    names
}

/// What they are now.
pub fn numbers(b: &Battle, st: &State, out: &mut Vec<i64>) {
    out.extend([i64::from(st.hero.hp), i64::from(st.hero.ap)]);
    out.extend(healing(b).map(|place| i64::from(st.bag[place])));
    if healing(b).count() > 1 {
        out.push(measures::potions(b, st));
    }
    out.push(i64::from(st.living.count_ones()));
    let foes = &b.fights[usize::from(st.fight)].foes;
    for kind in kinds(b) {
        let of_kind = st.living().filter(|place| foes[*place].kind == kind);
        let hp = of_kind.clone().map(|place| i64::from(st.monsters[place].hp)).min();
        out.extend([hp.unwrap_or(0), of_kind.count() as i64]);
    }
    if b.fights.len() > 1 {
        out.push(i64::from(st.fight) + 1);
    }
    for place in wearable(b) {
        let worn = st.outfit.worn().any(|(_, item)| item == b.stock[place]);
        out.push(i64::from(worn));
    }
    for condition in conditions(b) {
        let has = st.active.iter().filter(|active| {
            active.who == Actor::Hero && usize::from(active.condition) == condition
        });
        out.push(has.map(|active| i64::from(active.magnitude)).max().unwrap_or(0));
    }
}

fn healing(b: &Battle) -> impl Iterator<Item = usize> + '_ {
    (0..b.stock.len()).filter(|place| b.stocked(*place).heal.is_some())
}

fn kinds(b: &Battle) -> impl Iterator<Item = usize> + '_ {
    (0..b.kinds.len()).take(MOST)
}

/// Items that may be put on, where that is left to the hero.
fn wearable(b: &Battle) -> impl Iterator<Item = usize> + '_ {
    let changes = b.policy.asked.is_some_and(|freedom| freedom.outfit);
    let stock = 0..if changes { b.stock.len() } else { 0 };
    stock.filter(|place| b.stocked(*place).fits != Fits::Nowhere).take(MOST)
}

fn conditions(b: &Battle) -> impl Iterator<Item = usize> + '_ {
    (0..if b.lively { b.conditions.len() } else { 0 }).take(MOST)
}
