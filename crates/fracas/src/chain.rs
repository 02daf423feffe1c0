//! The battles of a chain, each with odds of its own.

use fracas_core::capability::ChainedBattle;
use fracas_core::odds::clopper_pearson;
use fracas_core::watch::MeasureId;
use serde::Serialize;

use crate::battle::Battle;
use crate::luck::Likely;
use crate::odds::Grounds;
use crate::values::Bound;

/// A battle of a chain. In JSON `{"name": "The last outpost", "reached":
/// {"p": 0.61, …}, "won": {"p": 0.93, …}}`; `won` is null if it was never
/// reached.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BattleOdds {
    /// What it is called.
    pub name: String,
    /// How often the chain comes to it.
    pub reached: Likely,
    /// How often it is won then.
    pub won: Option<Likely>,
    /// The measures that this is read off; not in JSON.
    #[serde(skip)]
    pub measures: [String; 2],
}

impl Battle {
    /// The odds of each battle of a chain; none of a single battle.
    pub(crate) fn chained(&self, grounds: &Grounds) -> Vec<BattleOdds> {
        let names = self.measures();
        let name = |measure: MeasureId| names.get(measure.index()).cloned().unwrap_or_default();
        let chained = |(place, battle): (usize, ChainedBattle)| {
            let (reached, won) = (happens(grounds, battle.reached)?, happens(grounds, battle.won)?);
            let measures = [name(battle.reached.0), name(battle.won.0)];
            let alpha = match grounds {
                Grounds::Exact(_) => 0.0,
                Grounds::Sampled { alpha, .. } => *alpha,
            };
            let won = won.of(&reached, alpha);
            // Whatever comes of it, the first is fought.
            let reached = if place == 0 { Often::Exactly(1.0) } else { reached };
            Some(BattleOdds { name: battle.name, reached: reached.likely(alpha), won, measures })
        };
        self.erased.battles().into_iter().enumerate().filter_map(chained).collect()
    }
}

/// How often something happens: in so many of so many battles, or with a
/// probability.
enum Often {
    Counted(u64, u64),
    Exactly(f64),
}

/// How often a measure is at least so much.
fn happens(grounds: &Grounds, (measure, least): (MeasureId, i64)) -> Option<Often> {
    let values = grounds.values(measure.index())?;
    let there = values.shares().iter().filter(|share| share.low >= least);
    Some(match values.n() {
        Some(n) => Often::Counted(there.filter_map(|share| share.count).sum(), n),
        None => Often::Exactly(values.reach(Bound::AtLeast, least, 0.0).0),
    })
}

impl Often {
    fn likely(&self, alpha: f64) -> Likely {
        let (p, (low, high)) = match *self {
            Self::Counted(count, n) => (count as f64 / n as f64, clopper_pearson(count, n, alpha)),
            Self::Exactly(p) => (p, (p, p)),
        };
        Likely { p, low, high }
    }

    /// The same of those in which something else happens, without which it
    /// does not.
    fn of(&self, other: &Self, alpha: f64) -> Option<Likely> {
        match (self, other) {
            (_, Self::Counted(0, _)) => None,
            (Self::Counted(count, _), Self::Counted(n, _)) => {
                Some(Self::Counted((*count).min(*n), *n).likely(alpha))
            }
            (Self::Exactly(p), Self::Exactly(q)) if *q > 0.0 => {
                Some(Self::Exactly((p / q).min(1.0)).likely(alpha))
            }
            _ => None,
        }
    }
}
