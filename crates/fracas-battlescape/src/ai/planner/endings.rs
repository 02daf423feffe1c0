//! How a unit ends its plan on a hex: in cover, prone or in the open (B-282).

use std::cmp::Reverse;

use smallvec::SmallVec;

use super::Scene;
use super::plans::{Plans, Way};
use crate::ai::{Brain, Reason};
use crate::field::Spot;
use crate::hex::Dir;
use crate::orders::Order;
use crate::state::{Cover, Stance};
use crate::view::Stand;

/// How a unit ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    Open,
    Covered(Dir),
    Low,
}

impl Ends {
    /// Where it leans then.
    pub fn lean(self) -> Option<Dir> {
        match self {
            Ends::Covered(dir) => Some(dir),
            Ends::Open | Ends::Low => None,
        }
    }
}

impl Brain<'_> {
    /// Whether it is somebody who lies down: no flyer, no machine.
    pub(super) fn can_lie(&self) -> bool {
        !self.sheet.flies && !self.sheet.mindless
    }
}

impl Scene<'_, '_> {
    /// How the unit is now.
    pub(super) fn as_is(&self) -> Ends {
        self.brain.me.lean().map_or_else(|| self.on_foot(), Ends::Covered)
    }

    /// How it is after a walk: who lies prone crawls.
    pub(super) fn on_foot(&self) -> Ends {
        if self.brain.me.stance == Stance::Prone { Ends::Low } else { Ends::Open }
    }

    /// Plans that take cover on a hex, or lie down where there is none, and
    /// attack from there.
    pub(super) fn low_plans(
        &self,
        at: Spot,
        walk: Option<(Way, Order)>,
        worth: i64,
        plans: &mut Plans,
    ) {
        let brain = self.brain;
        if brain.me.stance == Stance::Prone || (walk.is_none() && brain.view.swims(brain.unit)) {
            return;
        }
        match self.best_cover(at) {
            Some(toward) if walk.is_none() && brain.me.lean() == Some(toward) => {}
            Some(toward) => self.low_plan(at, walk, worth, Ends::Covered(toward), plans),
            None if brain.can_lie() => self.low_plan(at, walk, worth, Ends::Low, plans),
            None => {}
        }
    }

    fn low_plan(
        &self,
        at: Spot,
        walk: Option<(Way, Order)>,
        worth: i64,
        ends: Ends,
        plans: &mut Plans,
    ) {
        let brain = self.brain;
        let costs = &brain.view.data().tu;
        let price = if ends == Ends::Low { costs.prone } else { costs.take_cover };
        let (cost, steps) = walk.map_or((0, 0), |(way, _)| (way.cost, way.steps));
        let Some(left) = brain.me.tu.checked_sub(cost + price) else {
            return;
        };
        let danger = match walk {
            Some((way, _)) => {
                let most = way.gain + worth;
                let Some(danger) = self.danger_above(at, ends, most, plans.bar()) else { return };
                danger
            }
            None => self.danger(at, ends),
        };
        // What is as dangerous as the open serves nobody longer.
        let gets_down = walk.is_none() && self.as_is() == Ends::Open;
        let open = if walk.is_none() { self.danger(at, Ends::Open) } else { danger };
        let lasts = if gets_down && danger < open { self.figures.lasts } else { 0 };
        let place = worth + lasts - self.weighed(danger);
        let stand = Stand { at, lean: ends.lean(), steps };
        let volley = self.volley(stand, ends == Ends::Low, left);
        let value = volley.map_or_else(|| self.idle(left), |volley| volley.value) + place;
        if value <= plans.bar() {
            return;
        }
        let down = match ends {
            Ends::Covered(toward) => Order::TakeCover { step: None, toward, cover: Cover::Half },
            Ends::Open | Ends::Low => Order::Prone,
        };
        let expected = volley.map_or(0, |volley| volley.expected);
        let why = match (walk, ends) {
            (Some(_), _) => self.why_go(at, expected, danger, ends.lean().is_some()),
            // What serves no safety serves the attack.
            (None, _) if danger >= open && volley.is_some() => {
                volley.map_or(Reason::Done, |volley| volley.steadier(self))
            }
            (None, Ends::Covered(_)) => {
                Reason::Cover { open: self.told(open), covered: self.told(danger) }
            }
            (None, _) => Reason::Lie { open: self.told(open), low: self.told(danger) },
        };
        let orders: SmallVec<[Order; 3]> = walk
            .map(|(_, walk)| walk)
            .into_iter()
            .chain([down])
            .chain(volley.map(|volley| volley.order))
            .collect();
        plans.add(value, &orders, why);
    }

    /// The side on which cover at a hex saves most.
    fn best_cover(&self, at: Spot) -> Option<Dir> {
        let view = &self.brain.view;
        let faced = |dir: Dir| {
            let fronts = self.foes.iter().filter(|foe| view.in_front(at, dir, foe.at));
            let near = |to: Spot| 40 - i64::from(view.field().distance(at, to).min(30));
            fronts.map(|foe| foe.worth * foe.sure * near(foe.at)).sum::<i64>()
        };
        view.field()
            .neighbours(at)
            .filter(|(_, beside)| view.cover_of(*beside) > 0)
            .map(|(dir, _)| (faced(dir), dir))
            .filter(|(faced, _)| *faced > 0)
            .max_by_key(|(faced, dir)| (*faced, Reverse(self.brain.end.turned(*dir))))
            .map(|(_, dir)| dir)
    }
}
