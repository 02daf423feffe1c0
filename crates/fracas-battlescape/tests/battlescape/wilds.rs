//! Random battles for the tests of robustness: made-up maps with mixed squads
//! that have everything, and orders that are mostly legal and sometimes not.

use fracas_battlescape::battle::{Battle, UnitId};
use fracas_battlescape::data::{AbilityId, FireMode, ItemId};
use fracas_battlescape::events::Event;
use fracas_battlescape::field::Spot;
use fracas_battlescape::hex::Dir;
use fracas_battlescape::measures;
use fracas_battlescape::orders::{Order, Pace, Refused, Target};
use fracas_battlescape::rules::Fight;
use fracas_battlescape::rules::phases::Command;
use fracas_battlescape::state::{Cover, State};
use fracas_battlescape::view::View;
use fracas_core::chance::{Draw, Staged};
use fracas_core::watch::{Loud, Scores};

use crate::common;
use crate::random::Numbers;

pub use fracas_testing::made_up::battlescape::{BIOMES, scenario};

/// A random battle under way.
pub struct Wild<'b> {
    pub battle: &'b Battle,
    pub state: State,
    dice: Staged,
}

impl<'b> Wild<'b> {
    /// Squads are placed and the fog is lifted.
    pub fn new(battle: &'b Battle, seed: u64) -> Self {
        let state = battle.start.clone();
        let mut wild = Self { battle, state, dice: Staged::new(seed, 0) };
        wild.fight(|fight| {
            fight.place_squads();
            fight.chance.set_up_over();
            fight.first_look();
        });
        wild
    }

    /// Lets rules work in silence.
    pub fn fight<T>(&mut self, act: impl FnOnce(&mut Fight<'_, Staged, Scores>) -> T) -> T {
        let mut watch = Scores::new(vec![0; measures::list(self.battle).len()]);
        let Self { battle, state, dice } = self;
        act(&mut Fight { battle, state, chance: dice, watch: &mut watch })
    }

    /// The same battle once more.
    pub fn twin(&self) -> Self {
        Self { battle: self.battle, state: self.state.clone(), dice: self.dice.clone() }
    }

    /// Goes on to the next unit that is to act.
    pub fn next(&mut self) -> Option<UnitId> {
        self.fight(|fight| fight.next_to_act(Command::Player))
    }

    pub fn act(&mut self, unit: UnitId, order: &Order) -> Result<(), Refused> {
        self.fight(|fight| fight.act(unit, order))
    }

    /// Carries out an order on a copy of the battle and says what happened.
    pub fn try_out(&self, unit: UnitId, order: &Order) -> (Result<(), Refused>, State, Vec<Event>) {
        let (mut state, mut dice, mut events) = (self.state.clone(), self.dice.clone(), Vec::new());
        let mut listener = |event| events.push(event);
        let scores = Scores::new(vec![0; measures::list(self.battle).len()]);
        let mut watch = Loud { scores, listener: &mut listener };
        let mut fight =
            Fight { battle: self.battle, state: &mut state, chance: &mut dice, watch: &mut watch };
        let done = fight.act(unit, order);
        (done, state, events)
    }

    /// The state after everybody has looked around anew.
    pub fn looked_anew(&self) -> State {
        let mut state = self.state.clone();
        let mut fight = Fight {
            battle: self.battle,
            state: &mut state,
            chance: &mut self.dice.clone(),
            watch: &mut Scores::default(),
        };
        fight.refresh_all();
        state
    }

    /// How many dice were drawn.
    pub fn draws(&self) -> u64 {
        self.dice.draws()
    }

    /// A random order to a unit: one of those its side would try, as it is or
    /// with another twist, and sometimes nonsense.
    pub fn random_order(&self, numbers: &mut Numbers, unit: UnitId) -> Order {
        if numbers.once_in(6) {
            return nonsense(self.battle, numbers);
        }
        let orders = View::of_unit(self.battle, &self.state, unit).candidates(unit);
        let mut kinds = Vec::new();
        for order in &orders {
            let kind = std::mem::discriminant(order);
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let kind = kinds[numbers.below(kinds.len())];
        let alike: Vec<Order> =
            orders.into_iter().filter(|order| std::mem::discriminant(order) == kind).collect();
        let order = alike[numbers.below(alike.len())];
        if numbers.once_in(3) { twisted(numbers, order) } else { order }
    }
}

fn twisted(numbers: &mut Numbers, order: Order) -> Order {
    match order {
        Order::Move { to, pace, .. } => Order::Move {
            to,
            pace,
            allow_hazards: numbers.once_in(2),
            press_on: numbers.once_in(2),
            reserve: numbers.below(40) as u16,
        },
        Order::Attack { target, mode, .. } => {
            Order::Attack { target, mode, head: false, force: true }
        }
        Order::Throw { item, at, .. } => Order::Throw { item, at, live: false },
        Order::Ready { max_shots, .. } => {
            Order::Ready { max_shots, min_accuracy: numbers.below(100) as u8 }
        }
        other => other,
    }
}

/// Any order at all, at any hex or unit.
fn nonsense(battle: &Battle, numbers: &mut Numbers) -> Order {
    let mut below = |limit: usize| numbers.below(limit);
    let at = Spot(below(battle.field.count()) as u16);
    let unit = UnitId(below(battle.sheets.len()) as u8);
    let item = ItemId(below(battle.data.items.len()) as u8);
    let ability = AbilityId(below(battle.data.abilities.len()) as u8);
    let (dir, other) = (Dir::number(below(6)), Dir::number(below(6)));
    let mode = FireMode::ALL[below(FireMode::ALL.len())];
    let target = if below(2) == 0 { Target::Unit(unit) } else { Target::Hex(at) };
    let cover = [Cover::None, Cover::Half, Cover::Full][below(3)];
    let pace = [Pace::Walk, Pace::Run, Pace::Crouch][below(3)];
    let (yes, no) = (below(2) == 0, below(2) == 0);
    let small = below(256) as u8;
    match below(20) {
        0 => Order::Move { to: at, pace, allow_hazards: yes, press_on: no, reserve: 0 },
        1 => Order::Disengage(dir),
        2 => Order::Turn(dir),
        3 => Order::TakeCover { step: yes.then_some(other), toward: dir, cover },
        4 => Order::Prone,
        5 => Order::Stand,
        6 | 7 => Order::Attack { target, mode, head: yes, force: no },
        8 => Order::Throw { item, at, live: yes },
        9 => Order::Prepare(item),
        10 => Order::Use { item, on: unit },
        11 => Order::Cast { ability, target },
        12 => Order::Reload,
        13 => Order::Switch,
        14 => Order::Door(at),
        15 => Order::Interact(usize::from(small)),
        16 => Order::PickUp(item),
        17 => Order::Ready { max_shots: small, min_accuracy: small },
        18 => Order::Suppress(at),
        _ => Order::Exit,
    }
}

/// The battle of a random scenario.
pub fn battle(numbers: &mut Numbers, biome: &str) -> Battle {
    common::battle(&scenario(numbers, biome))
}
