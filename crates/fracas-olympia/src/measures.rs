//! What is counted in every battle (O-92, O-93).

use fracas_core::ruleset::{Measure, MeasureKind, measure};
use fracas_core::watch::{MeasureId, Scores};

use crate::battle::{Band, BandKind, Battle, SideId};
use crate::kinds::{Kind, KindId};
use crate::rules::settling::counts_as_lost;
use crate::state::State;

/// Attacks made, misses included.
pub const ATTACKS: MeasureId = MeasureId(0);

/// Where each measure stands in the list.
#[derive(Clone, Debug, Default)]
pub struct Measures {
    /// The list itself.
    pub list: Vec<Measure>,
    lost: [Option<MeasureId>; 2],
    /// Per band of men or engines: the losses of its kind.
    lost_of_kind: Vec<Option<MeasureId>>,
    /// Per unit.
    nobles: Vec<NobleMeasures>,
    walls: [Option<WallMeasures>; 2],
    /// Gold that changes sides.
    pub loot_gold: MeasureId,
    /// Men and engines that change sides.
    pub loot_men: MeasureId,
    upkeep: [MeasureId; 2],
}

/// The measures of one noble.
#[derive(Clone, Copy, Debug)]
pub struct NobleMeasures {
    /// 1 when he was hit.
    pub hit: MeasureId,
    /// 1 when he died.
    pub killed: MeasureId,
    /// 1 when he was taken.
    pub captured: MeasureId,
    /// 1 when he fell ill.
    pub ill: MeasureId,
    /// His health at the end.
    pub health: MeasureId,
}

#[derive(Clone, Copy, Debug)]
struct WallMeasures {
    defense_lost: MeasureId,
    damage: MeasureId,
    collapsed: MeasureId,
}

impl Measures {
    /// The measures of one noble.
    pub fn noble(&self, unit: usize) -> &NobleMeasures {
        &self.nobles[unit]
    }

    /// All that is read off the bands of one side.
    pub fn of_bands(&self, b: &Battle, side: SideId) -> Vec<MeasureId> {
        let (place, own) = (side.index(), &b.sides[side.index()]);
        let kinds = self.lost_of_kind[own.bands.clone()].iter().flatten();
        let hit = self.nobles[own.units.clone()].iter().map(|noble| noble.hit);
        let lost = self.lost[place].into_iter().chain(kinds.copied());
        lost.chain(hit).chain([self.upkeep[place]]).collect()
    }

    /// The list for a battle whose other parts are ready.
    pub fn of(b: &Battle) -> Self {
        let mut m = Self::default();
        m.add("attacks".to_owned(), MeasureKind::Counted);
        m.lost = SideId::BOTH.map(|side| Some(m.add_final(format!("{}_lost", side.key()))));
        m.lost_of_kind = vec![None; b.bands.len()];
        for side in SideId::BOTH {
            m.add_lost_of_kinds(&b.kinds, &b.bands, b.sides[side.index()].bands.clone(), side);
        }
        for unit in &b.units {
            let name = |what: &str| format!("noble.{}.{what}", unit.noble.name);
            let nobles = NobleMeasures {
                hit: m.add_final(name("hit")),
                killed: m.add(name("killed"), MeasureKind::Once),
                captured: m.add(name("captured"), MeasureKind::Once),
                ill: m.add(name("ill"), MeasureKind::Once),
                health: m.add(name("health"), MeasureKind::Once),
            };
            m.list[nobles.health.index()].start = i64::from(unit.noble.health);
            m.nobles.push(nobles);
        }
        for (side, before) in [(SideId::Defender, ""), (SideId::Attacker, "attacker_")] {
            if b.wall(side).is_some() {
                m.walls[side.index()] = Some(WallMeasures {
                    defense_lost: m.add_final(format!("{before}structure_defense_lost")),
                    damage: m.add_final(format!("{before}structure_damage")),
                    collapsed: m.add_final(format!("{before}structure_collapsed")),
                });
            }
        }
        m.loot_gold = m.add("loot.gold".to_owned(), MeasureKind::Counted);
        m.loot_men = m.add("loot.men".to_owned(), MeasureKind::Counted);
        m.upkeep = SideId::BOTH.map(|side| m.add_final(format!("{}_upkeep", side.key())));
        m
    }

    fn add(&mut self, name: String, kind: MeasureKind) -> MeasureId {
        self.list.push(Measure::new(name, kind));
        measure(self.list.len() - 1)
    }

    fn add_final(&mut self, name: String) -> MeasureId {
        self.add(name, MeasureKind::Final)
    }

    /// One line for each kind present on the side, in the order of the kinds.
    fn add_lost_of_kinds(
        &mut self,
        kinds: &[Kind],
        bands: &[Band],
        of_side: std::ops::Range<usize>,
        side: SideId,
    ) {
        for (index, kind) in kinds.iter().enumerate() {
            let is_of_kind = |band: &usize| kind_of(bands[*band].who) == Some(KindId(index));
            let present: Vec<usize> = of_side.clone().filter(is_of_kind).collect();
            if !present.is_empty() {
                let id = self.add_final(format!("{}_lost.{}", side.key(), kind.key));
                for band in present {
                    self.lost_of_kind[band] = Some(id);
                }
            }
        }
    }
}

/// The kind of a band's members; a noble has none.
pub fn kind_of(who: BandKind) -> Option<KindId> {
    match who {
        BandKind::Noble => None,
        BandKind::Men(kind) | BandKind::Engines(kind) => Some(kind),
    }
}

/// Sets what is read off the state when the last attack is done.
pub fn finals(b: &Battle, st: &State, scores: &mut Scores) {
    let m = &b.measures;
    scores.set(ATTACKS, st.attacks as i64);
    for (band, standing) in st.standing.iter().enumerate() {
        finals_of_band(b, band, *standing, scores);
    }
    for side in SideId::BOTH {
        if let (Some(ids), Some(before)) = (m.walls[side.index()], b.wall(side)) {
            let now = st.forces[side.index()].wall;
            scores.set(ids.defense_lost, i64::from(before.defense - now.defense));
            scores.set(ids.damage, i64::from(now.damage - before.damage));
            scores.set(ids.collapsed, i64::from(!now.stands));
        }
    }
}

/// Those that are read off one band, of whom so many stand.
pub fn finals_of_band(b: &Battle, index: usize, standing: u32, scores: &mut Scores) {
    let (m, band) = (&b.measures, &b.bands[index]);
    let side = band.stats.side.index();
    let Some(kind) = kind_of(band.who) else {
        if standing == 0 {
            scores.set(m.nobles[band.unit].hit, 1);
        }
        return;
    };
    let upkeep = u64::from(standing) * u64::from(b.kind(kind).upkeep);
    scores.add(m.upkeep[side], upkeep as i64);
    let lost = i64::from(band.count - standing);
    if let Some(id) = m.lost_of_kind[index] {
        scores.add(id, lost);
    }
    if let (Some(id), true) = (m.lost[side], counts_as_lost(band.who)) {
        scores.add(id, lost);
    }
}
