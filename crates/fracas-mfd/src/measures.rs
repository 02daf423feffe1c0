//! The measures of a battle (F-77) and where each stands in the list.

use fracas_core::ruleset::{Measure, MeasureKind, measure};
use fracas_core::watch::{MeasureId, Scores};

use crate::battle::{Battle, SideId};
use crate::state::{Count, State};

/// Where each measure stands in the list.
#[derive(Clone, Debug, Default)]
pub struct Measures {
    /// The list itself.
    pub list: Vec<Measure>,
    retreated: [Option<MeasureId>; 2],
    /// The first of the report's measures (F-76).
    report: Option<MeasureId>,
}

const ROUNDS: MeasureId = MeasureId(0);
const ALIVE: [MeasureId; 2] = [MeasureId(1), MeasureId(2)];
const HP: [MeasureId; 2] = [MeasureId(3), MeasureId(4)];
/// The survival of each fighter follows, in the order of fighters.
const FIGHTERS: usize = 5;
/// Measures of the report for each fighter: the counts, then HP at the end.
const REPORTED: usize = Count::NAMES.len() + 1;

impl Measures {
    /// The list for a battle whose other parts are ready.
    pub fn of(b: &Battle) -> Self {
        let mut found = Self::default();
        found.add("rounds".to_owned(), MeasureKind::Final);
        for what in ["alive", "hp"] {
            for side in SideId::BOTH {
                found.add(format!("{}_{what}", side.key()), MeasureKind::Final);
            }
        }
        for fighter in &b.fighters {
            let name = format!("{}.{}.alive", fighter.side.one(), fighter.row.name);
            found.add(name, MeasureKind::Final);
        }
        for side in SideId::BOTH {
            if b.side(side).leaves.is_some() {
                let id = found.add(format!("{}_retreated", side.key()), MeasureKind::Final);
                found.retreated[side.index()] = Some(id);
            }
        }
        if b.written.report {
            found.report = Some(measure(found.list.len()));
            for fighter in &b.fighters {
                let name =
                    |what: &str| format!("{}.{}.{what}", fighter.side.one(), fighter.row.name);
                for (_, what) in Count::NAMES {
                    found.add(name(what), MeasureKind::Counted);
                }
                found.add(name("hp"), MeasureKind::Final);
            }
        }
        found
    }

    fn add(&mut self, name: String, kind: MeasureKind) -> MeasureId {
        self.list.push(Measure::new(name, kind));
        measure(self.list.len() - 1)
    }

    /// Whether a fighter lives at the end.
    pub fn alive(&self, who: usize) -> MeasureId {
        measure(FIGHTERS + who)
    }

    /// A number of the report by fighter. Only where there is a report.
    pub fn count(&self, who: u32, what: Count) -> MeasureId {
        let first = self.report.map_or(0, MeasureId::index);
        measure(first + who as usize * REPORTED + what as usize)
    }

    /// HP at the end, if that is reported.
    fn hp_at_end(&self, who: usize) -> Option<MeasureId> {
        Some(measure(self.report?.index() + who * REPORTED + Count::NAMES.len()))
    }
}

/// Sets what is read off the state when the battle is over. The dead count 0.
pub fn finals(b: &Battle, st: &State, scores: &mut Scores) {
    scores.set(ROUNDS, i64::from(st.round));
    for side in SideId::BOTH {
        let living = st.living(side);
        let mut hp = 0;
        for &who in living {
            let left = st.hp_at_end(b, who as usize);
            hp += left;
            scores.set(b.measures.alive(who as usize), 1);
            if let Some(id) = b.measures.hp_at_end(who as usize) {
                scores.set(id, left);
            }
        }
        scores.set(ALIVE[side.index()], living.len() as i64);
        scores.set(HP[side.index()], hp);
        if let Some(id) = b.measures.retreated[side.index()] {
            scores.set(id, i64::from(st.retreated[side.index()]));
        }
    }
}
