//! B-266: every preview equals what is then executed. Random states, every
//! legal order, previewed and tried out.

use fracas_battlescape::battle::UnitId;
use fracas_battlescape::data::FireMode;
use fracas_battlescape::events::{Event, Term, What};
use fracas_battlescape::field::{ColRow, Spot};
use fracas_battlescape::hex::{Dir, Nudge};
use fracas_battlescape::orders::{Order, Target};
use fracas_battlescape::state::{Cover, State};
use fracas_battlescape::view::{Preview, View};

use crate::random::Numbers;
use crate::table::{alone, vega};
use crate::wilds::{self, Wild};

/// An order that was previewed and tried out.
struct Trial<'a> {
    wild: &'a Wild<'a>,
    unit: UnitId,
    order: Order,
    preview: Preview,
    after: State,
    events: Vec<Event>,
}

impl Trial<'_> {
    fn name(&self) -> &str {
        &self.wild.battle.sheet(self.unit).name
    }

    fn view(&self) -> View<'_> {
        View::of_unit(self.wild.battle, &self.wild.state, self.unit)
    }

    fn told(&self) -> impl Iterator<Item = &What> {
        self.events.iter().map(|event| &event.what)
    }

    fn check(&self) {
        match self.order {
            Order::Move { .. } => self.check_move(),
            Order::Attack { target: Target::Unit(_), .. } if !self.launches() => {
                self.check_attack();
            }
            _ => self.check_costs(),
        }
        match self.order {
            // A launcher's shot at a unit, which comes down on its hex (B-181).
            Order::Attack { target: Target::Unit(on), .. } if !self.preview.area.is_empty() => {
                let at = self.wild.state.unit(on).at();
                self.check_throw(self.view().field().col_row(at));
            }
            Order::Attack { target: Target::Hex(at), .. } | Order::Throw { at, live: true, .. } => {
                self.check_throw(self.view().field().col_row(at));
            }
            Order::Attack { target: Target::Unit(on), .. } if self.launches() => {
                self.check_throw(self.view().field().col_row(self.wild.state.unit(on).at()));
            }
            Order::Cast { .. } => self.check_cast(),
            _ => {}
        }
    }

    /// Whether it is a shot of a launcher, which goes at the hex of a target.
    fn launches(&self) -> bool {
        let armed = self.wild.state.unit(self.unit).in_hand();
        let blast =
            armed.is_some_and(|armed| self.wild.battle.data.weapon(armed.weapon).blast.is_some());
        blast && !matches!(self.order, Order::Attack { mode: FireMode::Strike, .. })
    }

    /// Time units and energy, unless the unit gained or lost them by what
    /// happened.
    fn check_costs(&self) {
        let (before, after) = (self.wild.state.unit(self.unit), self.after.unit(self.unit));
        let gained = self.told().any(|what| matches!(what, What::Gained { .. }));
        if after.is_able() && !gained {
            assert_eq!(before.tu - after.tu, self.preview.tu, "{:?}", self.order);
        }
        assert_eq!(before.energy - after.energy, self.preview.energy, "{:?}", self.order);
    }

    /// B-75: a move that is not halted costs what was said, over ground that
    /// is seen; a halted one goes the same way.
    fn check_move(&self) {
        let steps: Vec<(ColRow, u16)> = self
            .told()
            .filter_map(|what| match what {
                What::Moved { unit, to, tu, .. } if unit == self.name() => Some((*to, *tu)),
                _ => None,
            })
            .collect();
        let way: Vec<ColRow> = steps.iter().map(|(to, _)| *to).collect();
        assert!(self.preview.path.starts_with(&way), "{way:?} {:?}", self.preview.path);
        let field = self.view().field();
        let seen = |at: &ColRow| {
            let spot = field.at(usize::from(at.0), usize::from(at.1));
            spot.is_some_and(|spot| self.view().visible(spot))
        };
        if way == self.preview.path && way.iter().all(seen) {
            let paid: u16 = steps.iter().map(|(_, tu)| tu).sum();
            assert_eq!(paid, self.preview.tu, "{:?}", self.order);
        }
    }

    /// B-130: the sum term by term, the accuracy and the crit chance of every
    /// round, and the range of damage. An unseen enemy may watch the shooter:
    /// then there is no ambush although the preview grants one.
    fn check_attack(&self) {
        let mut rounds = Vec::new();
        let mut sums = Vec::new();
        for what in self.told() {
            match what {
                What::Attack { unit, kind: "attack", tu, terms, accuracy, crit, .. }
                    if unit == self.name() =>
                {
                    assert_eq!(*tu, Some(self.preview.tu), "{:?}", self.order);
                    sums.push((terms.clone(), *accuracy, *crit));
                }
                What::Round { accuracy, harm, .. } => rounds.push((*accuracy, *harm)),
                _ => {}
            }
        }
        assert_eq!(sums.len(), 1, "{:?}", self.events);
        let (terms, accuracy, crit) = sums.remove(0);
        let but_ambush = |terms: &[Term]| -> Vec<Term> {
            terms.iter().copied().filter(|term| term.name != "ambush").collect()
        };
        assert_eq!(but_ambush(&terms), but_ambush(&self.preview.terms), "{:?}", self.order);
        if terms == self.preview.terms {
            let first = (self.preview.accuracy[0], self.preview.crit[0]);
            assert_eq!((accuracy, crit), (Some(first.0), Some(first.1)), "{:?}", self.order);
            let accuracies: Vec<i32> = rounds.iter().map(|(accuracy, _)| *accuracy).collect();
            assert!(self.preview.accuracy.starts_with(&accuracies), "{accuracies:?}");
        } else {
            assert!(but_ambush(&terms) == terms, "an ambush that was not previewed");
        }
        let (least, most) = self.preview.damage.expect("the range of damage");
        for harm in rounds.iter().filter_map(|(_, harm)| *harm).filter(|harm| !harm.crit) {
            assert!((least..=most).contains(&harm.damage), "{harm:?} {:?}", self.preview);
        }
    }

    /// B-184: who is hurt by what came down where it should stood in the area,
    /// as far as the side sees the ground between them.
    fn check_throw(&self, at: ColRow) {
        let threw = self.told().filter_map(|what| match what {
            What::Threw { accuracy, landed, .. } => Some(((*accuracy)?, *landed)),
            _ => None,
        });
        let threw: Vec<(i32, ColRow)> = threw.collect();
        let accuracies: Vec<i32> = threw.iter().map(|(accuracy, _)| *accuracy).collect();
        assert!(self.preview.accuracy.starts_with(&accuracies), "{:?}", self.order);
        if threw.iter().any(|(_, landed)| *landed != at) {
            return;
        }
        let (view, field) = (self.view(), self.view().field());
        let Some(centre) = field.at(usize::from(at.0), usize::from(at.1)) else { return };
        let sees = |line: Nudge, to: Spot| {
            field.between(centre, to, line).flatten().chain([to]).all(|spot| view.visible(spot))
        };
        for (was, is) in self.wild.state.units.iter().zip(&self.after.units) {
            if is.hp < was.hp && sees(Nudge::Plus, was.at()) && sees(Nudge::Minus, was.at()) {
                assert!(self.preview.area.contains(&field.col_row(was.at())), "{:?}", self.order);
            }
        }
    }

    fn check_cast(&self) {
        let told = self.told().find_map(|what| match what {
            What::Cast { chance, tu, energy, .. } => Some((*chance, *tu, *energy)),
            _ => None,
        });
        let (chance, tu, energy) = told.expect("an ability that was told");
        assert_eq!((tu, energy), (self.preview.tu, self.preview.energy), "{:?}", self.order);
        if let Some(chance) = chance {
            assert_eq!([chance], *self.preview.accuracy, "{:?}", self.order);
        }
    }
}

/// B-266: all that is legal in random states comes out as previewed.
#[test]
fn b_266_previews_are_kept() {
    let mut numbers = Numbers(266);
    let mut tried = 0;
    for (seed, biome) in wilds::BIOMES.iter().cycle().take(12).enumerate() {
        let battle = wilds::battle(&mut numbers, biome);
        let mut wild = Wild::new(&battle, seed as u64);
        let mut looks = 0;
        while let Some(unit) = wild.next().filter(|_| looks < 12) {
            if numbers.once_in(10) {
                looks += 1;
                tried += try_all(&wild, unit);
            }
            let order = wild.random_order(&mut numbers, unit);
            if wild.act(unit, &order).is_err() && numbers.once_in(4) {
                wild.act(unit, &Order::End).expect("a turn can always be ended");
            }
        }
    }
    assert!(tried > 10_000, "{tried}");
}

/// Tries all legal orders of a unit and counts them.
fn try_all(wild: &Wild<'_>, unit: UnitId) -> usize {
    let legal = View::of_unit(wild.battle, &wild.state, unit).legal(unit);
    let count = legal.len();
    for (order, preview) in legal {
        let (done, after, events) = wild.try_out(unit, &order);
        done.unwrap_or_else(|why| panic!("{order:?} is called legal: {why}"));
        Trial { wild, unit, order, preview, after, events }.check();
    }
    count
}

/// B-111, B-266: what taking cover costs a prone unit, standing up included.
#[test]
fn b_111_standing_up_is_in_the_price() {
    let vega = vega(0, 0, "stance = \"prone\", facing = \"E\"");
    let table = alone("", ". c . .", "", &vega);
    let unit = table.id("Vega");
    let order = Order::TakeCover { step: None, toward: Dir::ALL[0], cover: Cover::Half };
    let view = View::of_unit(&table.battle, &table.state, unit);
    assert_eq!(view.preview(unit, &order).tu, 15);
}
