//! §19: a side that fights from the other end of a mirrored map fights the same
//! battle turned about (B-289).

use fracas_battlescape::ai::decide;
use fracas_battlescape::battle::{Battle, Side, UnitId};
use fracas_battlescape::ends::End;
use fracas_battlescape::field::{ColRow, Field, Spot};
use fracas_battlescape::hex::Dir;
use fracas_battlescape::orders::{Order, Target};
use fracas_battlescape::rules::Fight;
use fracas_battlescape::rules::phases::Command;
use fracas_battlescape::state::{State, Unit};
use fracas_battlescape::view::View;
use fracas_core::chance::{Purpose, Rolled};
use fracas_core::watch::Scores;

use crate::common::battle;

/// A battle and its dice.
struct Running<'a> {
    battle: &'a Battle,
    state: State,
    dice: Rolled,
    scores: Scores,
}

impl<'a> Running<'a> {
    fn new(battle: &'a Battle, seed: u64) -> Self {
        let (state, dice) = (battle.start.clone(), Rolled::new(seed, 0, Purpose::Battle));
        let mut running = Self { battle, state, dice, scores: Scores::new(vec![0; 64]) };
        running.fight().first_look();
        running
    }

    fn fight(&mut self) -> Fight<'_, Rolled, Scores> {
        let Self { battle, state, dice, scores } = self;
        Fight { battle, state, chance: dice, watch: scores }
    }

    fn turned(&self, spot: Spot) -> Spot {
        turned(&self.battle.field, spot)
    }

    /// Whether another battle stands as this one does, turned about.
    fn is_turned(&self, other: &Running<'_>) -> bool {
        let mut units = self.battle.units().map(|unit| {
            let (one, two) = (self.state.unit(unit), other.state.unit(unit));
            let body = |unit: &Unit| {
                let mind = (unit.morale, unit.suppression, unit.panic);
                (unit.hp, unit.tu, unit.stance, unit.cover, mind)
            };
            let turned = (self.turned(one.at()), one.facing.back()) == (two.at(), two.facing);
            turned && body(one) == body(two)
        });
        let mut hexes = self.battle.field.spots().map(|spot| {
            let (one, two) = (&self.state.ground, &other.state.ground);
            let (here, there) = (spot.index(), self.turned(spot).index());
            let smoke =
                [(one, here), (two, there)].map(|(ground, at)| ground.smoke.if_any().get(at));
            let turned =
                (one.terrain[here], one.fire[here]) == (two.terrain[there], two.fire[there]);
            turned && smoke[0] == smoke[1]
        });
        units.all(|same| same) && hexes.all(|same| same)
    }

    fn decide(&mut self) -> Option<(UnitId, Order)> {
        let unit = self.fight().next_to_act(Command::Ai)?;
        let decision = decide(&View::of_unit(self.battle, &self.state, unit), unit);
        self.state.unit_mut(unit).mind = decision.mind;
        Some((unit, decision.order))
    }

    fn turned_order(&self, order: Order) -> Order {
        match order {
            Order::Move { to, pace, allow_hazards, press_on, reserve } => {
                Order::Move { to: self.turned(to), pace, allow_hazards, press_on, reserve }
            }
            Order::Turn(dir) => Order::Turn(dir.back()),
            Order::TakeCover { step, toward, cover } => {
                Order::TakeCover { step: step.map(Dir::back), toward: toward.back(), cover }
            }
            Order::Throw { item, at, live } => Order::Throw { item, at: self.turned(at), live },
            Order::Attack { target: Target::Hex(at), mode, head, force } => {
                Order::Attack { target: Target::Hex(self.turned(at)), mode, head, force }
            }
            other => other,
        }
    }
}

/// The hex where the map, turned about, has this one.
fn turned(field: &Field, spot: Spot) -> Spot {
    Spot((field.count() - 1 - spot.index()) as u16)
}

/// Fights a battle from either end with the same dice, for as long as no die
/// names a direction; how many orders that were.
fn fight_from_either_end(battles: [&Battle; 2], seed: u64) -> u32 {
    let [mut one, mut other] = battles.map(|battle| Running::new(battle, seed));
    let mut orders = 0;
    loop {
        let (ours, theirs) = (one.decide(), other.decide());
        if !one.is_turned(&other) {
            return orders;
        }
        let expected = ours.map(|(unit, order)| (unit, one.turned_order(order)));
        assert_eq!(expected, theirs, "turn {}, dice {seed}", one.state.turn);
        let (Some((unit, order)), Some((_, about))) = (ours, theirs) else { return orders };
        one.fight().act(unit, &order).unwrap();
        other.fight().act(unit, &about).unwrap();
        orders += 1;
    }
}

/// Riflemen on a mirrored map, each side where it is told.
fn riflemen(map: &str, sides: [&[Spot]; 2], field: &Field) -> Battle {
    let squad = |side: &str, spots: &[Spot]| {
        let unit = |spot: &Spot| format!("{{ class = 'rifleman', at = {} }}", field.col_row(*spot));
        let units: Vec<String> = spots.iter().map(unit).collect();
        format!("[[squad]]\nside = '{side}'\nunits = [{}]\n", units.join(", "))
    };
    battle(&format!(
        "ruleset = 'battlescape'\n{map}{}{}[[objective]]\nkind = 'eliminate'\nprimary = true\n",
        squad("player", sides[0]),
        squad("enemy", sides[1])
    ))
}

/// B-289, B-74, B-12, B-42: whatever ties are broken on the way, the squads
/// that changed ends do the same turned about.
#[test]
fn b_289_turned_about() {
    let mut orders = 0;
    for (seed, biome) in ["forest", "farmland", "urban", "desert", "industrial"].iter().enumerate()
    {
        for strength in ["veteran", "recruit"] {
            let map = format!(
                "strength = '{strength}'\n[map.generate]\nbiome = '{biome}'\nsize = 'small'\n\
                 seed = {seed}\nmirror = true\n"
            );
            let squad = |side: &str| {
                format!(
                    "[[squad]]\nside = '{side}'\nspawn = '{side}'\n\
                     units = [{{ class = 'rifleman', count = 4 }}]\n"
                )
            };
            let plain = battle(&format!(
                "ruleset = 'battlescape'\n{map}{}{}[[objective]]\nkind = 'eliminate'\nprimary = true\n",
                squad("player"),
                squad("enemy")
            ));
            let begin = |side: Side| -> Vec<Spot> {
                let units = plain.units().filter(|unit| plain.sheet(*unit).side == side);
                units.map(|unit| plain.start.unit(unit).at()).collect()
            };
            let about = |spots: &[Spot]| -> Vec<Spot> {
                spots.iter().map(|spot| turned(&plain.field, *spot)).collect()
            };
            let (player, enemy) = (begin(Side::Player), begin(Side::Enemy));
            let one = riflemen(&map, [&player, &enemy], &plain.field);
            let other = riflemen(&map, [&about(&player), &about(&enemy)], &plain.field);
            for dice in 0..4 {
                orders += fight_from_either_end([&one, &other], dice);
            }
        }
    }
    assert!(orders > 2000, "only {orders} orders were compared");
}

/// B-289: who began in the east, or in the middle column in the south, counts
/// from there.
#[test]
fn b_289_ends() {
    let field = Field::new(5, 4);
    let far = |col, row| {
        let end = End::of(&field, field.at(col, row).unwrap());
        let (first, last) = (Spot(0), Spot(19));
        let counts_back = end.place(last) < end.place(first);
        assert_eq!(end.turned(Dir::E), if counts_back { Dir::E.back() } else { Dir::E });
        counts_back
    };
    assert_eq!([far(0, 3), far(1, 0), far(2, 1)], [false; 3]);
    assert_eq!([far(2, 2), far(3, 0), far(4, 3)], [true; 3]);
    let middle = |col| End::of(&field, field.at(col, 0).unwrap()).middle(&field).unwrap();
    assert_eq!([0, 4].map(|col| field.col_row(middle(col))), [ColRow(2, 2), ColRow(2, 1)]);
}
