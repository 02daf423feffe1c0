//! What the hero can decide, with names that a player knows.

use fracas_core::decide::Choice;
use fracas_core::order::Ordered;

use crate::battle::{Battle, Freedom};
use crate::items::{Fits, Slot};
use crate::rules::policy::{self, Order};
use crate::rules::{board, hero};
use crate::state::{Bits, Phase, State};

/// Something that can be decided, the same in every state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Strike the target of the policy.
    StrikeTarget,
    /// Strike a monster of this entry, counted from the weakest.
    Strike {
        /// Its entry, by place in [`Battle::kinds`].
        kind: u16,
        /// How many are weaker.
        rank: u8,
    },
    /// Use an item, by its place in the stock.
    Drink(u16),
    /// Step to where the fewest monsters are.
    Flee,
    /// Put an item on, by its place in the stock.
    PutOn(u16, Slot),
    /// Take off what is worn there.
    TakeOff(Slot),
    /// End the turn.
    End,
}

impl Decision {
    /// As a number.
    pub fn choice(self) -> Choice {
        let (tag, what, which) = match self {
            Self::StrikeTarget => (0, 0, 0),
            Self::Strike { kind, rank } => (1, kind, rank),
            Self::Drink(place) => (2, place, 0),
            Self::Flee => (3, 0, 0),
            Self::PutOn(place, slot) => (4, place, slot.index() as u8),
            Self::TakeOff(slot) => (5, 0, slot.index() as u8),
            Self::End => (6, 0, 0),
        };
        Choice(tag << 24 | u32::from(what) << 8 | u32::from(which))
    }

    /// The decision of a number.
    pub fn of(choice: Choice) -> Self {
        let (what, which) = ((choice.0 >> 8) as u16, choice.0 as u8);
        let slot = Slot::ALL[usize::from(which) % Slot::ALL.len()];
        match choice.0 >> 24 {
            0 => Self::StrikeTarget,
            1 => Self::Strike { kind: what, rank: which },
            2 => Self::Drink(what),
            3 => Self::Flee,
            4 => Self::PutOn(what, slot),
            5 => Self::TakeOff(slot),
            _ => Self::End,
        }
    }

    /// What to do for it in this state.
    pub fn order(self, b: &Battle, st: &State) -> Order {
        let order = match self {
            Self::StrikeTarget => policy::target(b, st).map(Order::Attack),
            Self::Strike { kind, rank } => {
                by_strength(b, st, usize::from(kind)).nth(usize::from(rank)).map(Order::Attack)
            }
            Self::Drink(place) => Some(Order::Use(usize::from(place))),
            Self::Flee => board::flee_direction(st).map(Order::Move),
            Self::PutOn(place, slot) => Some(Order::PutOn(usize::from(place), slot)),
            Self::TakeOff(slot) => Some(Order::TakeOff(slot)),
            Self::End => Some(Order::End),
        };
        order.unwrap_or(Order::End)
    }

    /// As a player would say it.
    pub fn words(self, b: &Battle) -> String {
        match self {
            Self::StrikeTarget => "strike".to_owned(),
            Self::Strike { kind, rank } => {
                let name = &b.kinds[usize::from(kind)].name;
                let copies = |fight: &crate::battle::Fight| {
                    fight.foes.iter().filter(|foe| foe.kind == usize::from(kind)).count()
                };
                let only = b.fights.iter().map(copies).max().unwrap_or(0) < 2;
                match rank {
                    0 if only => format!("strike {name}"),
                    0 => format!("strike the weakest {name}"),
                    1 => format!("strike the second weakest {name}"),
                    2 => format!("strike the third weakest {name}"),
                    rank => format!("strike {name} number {} from the weakest", rank + 1),
                }
            }
            Self::Drink(place) => format!("use {}", b.stocked(usize::from(place)).name),
            Self::Flee => "flee".to_owned(),
            Self::PutOn(place, slot) => {
                format!("put on {} ({})", b.stocked(usize::from(place)).name, slot.key())
            }
            Self::TakeOff(slot) => format!("take off what is worn as {}", slot.key()),
            Self::End => "end the turn".to_owned(),
        }
    }
}

/// Monsters of an entry next to the hero, the weakest first.
fn by_strength(b: &Battle, st: &State, kind: usize) -> impl Iterator<Item = usize> {
    let foes = &b.fights[usize::from(st.fight)].foes;
    let mut near: Vec<usize> =
        Bits(st.adjacent).filter(|place| foes[*place].kind == kind).collect();
    near.put_few_in_order_by_key(|place| st.monsters[*place].hp);
    near.into_iter()
}

/// Everything the hero can do now, the most usual first.
pub fn list(b: &Battle, st: &State, freedom: Freedom, out: &mut Vec<Choice>) {
    if st.phase != Phase::Hero || st.verdict.is_some() {
        return;
    }
    // then the turn ends by itself.
    if !hero::is_spent(st) {
        strikes(b, st, freedom, out);
        let bag = 0..st.bag.len() as u16;
        let drinks = bag.clone().map(Decision::Drink);
        add(b, st, drinks.chain([Decision::Flee]), out);
        if freedom.outfit {
            let wearable = |place: &u16| b.stocked(usize::from(*place)).fits != Fits::Nowhere;
            let put_on = bag.filter(wearable).flat_map(|place| {
                Slot::ALL.into_iter().map(move |slot| Decision::PutOn(place, slot))
            });
            add(b, st, put_on.chain(Slot::ALL.map(Decision::TakeOff)), out);
        }
    }
    out.push(Decision::End.choice());
}

fn strikes(b: &Battle, st: &State, freedom: Freedom, out: &mut Vec<Choice>) {
    if !freedom.targets {
        if policy::target(b, st).is_some() {
            add(b, st, [Decision::StrikeTarget], out);
        }
        return;
    }
    let foes = &b.fights[usize::from(st.fight)].foes;
    let mut done = Vec::new();
    for place in Bits(st.adjacent) {
        let kind = foes[place].kind;
        if done.contains(&kind) {
            continue;
        }
        done.push(kind);
        let mut last = None;
        for (rank, place) in by_strength(b, st, kind).enumerate() {
            let hp = st.monsters[place].hp;
            if freedom.alike && last == Some(hp) {
                continue;
            }
            last = Some(hp);
            add(b, st, [Decision::Strike { kind: kind as u16, rank: rank as u8 }], out);
        }
    }
}

/// Those that the rules allow now.
fn add(
    b: &Battle,
    st: &State,
    decisions: impl IntoIterator<Item = Decision>,
    out: &mut Vec<Choice>,
) {
    for decision in decisions {
        let order = decision.order(b, st);
        let allowed = order != Order::End && hero::refusal(b, st, order).is_none();
        if allowed {
            out.push(decision.choice());
        }
    }
}

/// Between two percentages that are tried.
const STEP: usize = 10;

/// Percentages for drinking and fleeing that a file could have.
pub fn percentages() -> impl Iterator<Item = (i64, i64)> {
    let percent = || (0..=100).step_by(STEP);
    percent().flat_map(move |drink| percent().map(move |flee| (drink, flee)))
}

/// A-70 with other percentages.
pub fn by_line(b: &Battle, st: &State, line: usize, known: &[Choice]) -> usize {
    let Some((drink_below, flee_below)) = percentages().nth(line) else { return 0 };
    let under = |percent: i64| (percent * i64::from(st.hero.max_hp) + 99) / 100;
    let mut now = st.hero;
    now.drink_under = under(drink_below) as i32;
    now.flee_under = under(flee_below) as i32;
    now.careful_under = now.drink_under.max(now.flee_under);
    let choice = policy::choose(
        &now,
        (now.hp, now.ap),
        || policy::potion(b, &st.bag),
        || board::flee_direction(st),
        || policy::target(b, st),
    );
    let wanted = match choice {
        policy::Choice::Drink(place) => Decision::Drink(place as u16),
        policy::Choice::Flee(_) => Decision::Flee,
        policy::Choice::End => Decision::End,
        policy::Choice::Attack(target) => {
            let same =
                |choice: &Choice| Decision::of(*choice).order(b, st) == Order::Attack(target);
            return known.iter().position(same).unwrap_or(0);
        }
    };
    known.iter().position(|choice| *choice == wanted.choice()).unwrap_or(0)
}
