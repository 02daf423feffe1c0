//! From what is written to a battle ready to be fought: bands, ratings,
//! values, break points, and the state before the first attack.

use fracas_core::chance::WeightTree;
use fracas_core::watch::Scores;

use crate::battle::{
    Band, BandKind, BandStats, Battle, CombatRole, Edition, Ground, Side, SideId, Unit,
};
use crate::kinds::{Kind, KindId};
use crate::measures::Measures;
use crate::rules::ratings::{self, Ratings};
use crate::rules::settling::Settling;
use crate::rules::{breaking, rows};
use crate::state::{Force, NobleState, ROWS, Stance, State, Turns, Wall};

/// A checked scenario of which nothing has been worked out yet.
#[derive(Debug)]
pub struct Written {
    /// As [`Battle::name`].
    pub name: Option<String>,
    /// As [`Battle::edition`].
    pub edition: Edition,
    /// As [`Battle::ground`].
    pub ground: Ground,
    /// The sides with their units, without bands, values and break points.
    pub sides: [Side; 2],
    /// All units, without bands.
    pub units: Vec<Unit>,
    /// As [`Battle::kinds`].
    pub kinds: Vec<Kind>,
    /// As [`Battle::own_kinds`].
    pub own_kinds: usize,
    /// As [`Battle::upkeep`].
    pub upkeep: Vec<(KindId, u32)>,
    /// As [`Battle::target`].
    pub target: Option<String>,
    /// As [`Battle::by`].
    pub by: bool,
    /// As [`Battle::weeks`].
    pub weeks: u32,
    /// As [`Battle::inn`].
    pub inn: bool,
}

/// Works everything out.
pub fn battle(written: Written) -> Battle {
    let hides_nobles = written.edition == Edition::Later || !written.sides[1].allies.is_empty();
    let in_the_open = written.sides.iter().all(|side| side.structure.is_none());
    let mut b = Battle {
        name: written.name,
        edition: written.edition,
        ground: written.ground,
        sides: written.sides,
        units: written.units,
        bands: Vec::new(),
        kinds: written.kinds,
        own_kinds: written.own_kinds,
        upkeep: written.upkeep,
        target: written.target,
        by: written.by,
        weeks: written.weeks,
        inn: written.inn,
        guard: 0,
        in_the_open,
        hides_nobles,
        asked: None,
        measures: Measures::default(),
        start: empty_state(),
    };
    for unit in 0..b.units.len() {
        add_bands(&mut b, unit);
    }
    let mut men = 0;
    for side in SideId::BOTH {
        men += total_side(&mut b, side);
    }
    b.guard = breaking::guard(men);
    b.measures = Measures::of(&b);
    b.start = start(&b);
    b
}

/// O-37: the noble, then his men and engines as written.
fn add_bands(b: &mut Battle, unit: usize) {
    let first = b.bands.len();
    let of_unit = &b.units[unit];
    let noble =
        Band { unit, who: BandKind::Noble, count: 1, stats: stats(b, unit, BandKind::Noble) };
    let men = of_unit.men.iter().map(|&(kind, count)| {
        let who = if b.kind(kind).engine { BandKind::Engines(kind) } else { BandKind::Men(kind) };
        Band { unit, who, count, stats: stats(b, unit, who) }
    });
    let bands: Vec<Band> = std::iter::once(noble).chain(men).collect();
    b.bands.extend(bands);
    b.units[unit].bands = first..b.bands.len();
}

/// The ratings of a noble, man or engine of a unit in this battle (O-20).
pub fn ratings_of(b: &Battle, unit: usize, who: BandKind) -> Ratings {
    let of_unit = &b.units[unit];
    match who {
        BandKind::Noble => {
            let kind = of_unit.noble.kind.map(|kind| b.kind(kind));
            ratings::of_noble(&of_unit.noble, kind, &of_unit.items, &b.ground, b.edition)
        }
        BandKind::Men(kind) | BandKind::Engines(kind) => {
            // O-81: allies stand outside the defender's structure.
            let side = &b.sides[of_unit.side.index()];
            let outside = !side.own_units().contains(&unit) && b.ground.shared.is_none();
            let aboard = b.aboard(of_unit.side) && !outside;
            ratings::of_kind(b.kind(kind), &b.ground, aboard, b.edition)
        }
    }
}

fn stats(b: &Battle, unit: usize, who: BandKind) -> BandStats {
    let of_unit = &b.units[unit];
    let side = &b.sides[of_unit.side.index()];
    let ratings = ratings_of(b, unit, who);
    let role = match who {
        BandKind::Noble => CombatRole::Noble,
        // O-56.
        BandKind::Engines(_) if b.ground.at_sea() => CombatRole::Baggage,
        BandKind::Engines(_) => CombatRole::Engine,
        // O-86.
        BandKind::Men(kind)
            if b.edition == Edition::Later
                && of_unit.side == SideId::Attacker
                && b.kind(kind).unwarlike =>
        {
            CombatRole::Baggage
        }
        BandKind::Men(_) => CombatRole::Man,
    };
    let is_man = matches!(role, CombatRole::Noble | CombatRole::Man);
    BandStats {
        role,
        side: of_unit.side,
        row: of_unit.row,
        in_front: ratings.in_front(),
        from_rear: ratings.missile,
        defense: ratings.defense,
        value: if is_man { ratings.value() } else { 0 },
        blessed: matches!(who, BandKind::Men(kind) if b.kind(kind).blessed),
        // O-52: men of the housed stack; O-81: no ally, and no engine.
        housed: is_man && side.structure.is_some() && side.own_units().contains(&unit),
    }
}

/// O-60, O-61: adds up a side; the number of its men.
fn total_side(b: &mut Battle, id: SideId) -> u64 {
    let units = b.sides[id.index()].units.clone();
    let bands = b.units[units.start].bands.start..b.units[units.end - 1].bands.end;
    let in_side = &b.bands[bands.clone()];
    let value =
        in_side.iter().map(|band| u64::from(band.count) * u64::from(band.stats.value)).sum();
    let men = men(in_side);
    let side = &mut b.sides[id.index()];
    side.bands = bands;
    side.value = value;
    side.break_point = breaking::break_point(value, side.break_percent);
    men
}

/// Nobles and fighters who take part.
fn men(bands: &[Band]) -> u64 {
    let is_man = |band: &&Band| matches!(band.stats.role, CombatRole::Noble | CombatRole::Man);
    bands.iter().filter(is_man).map(|band| u64::from(band.count)).sum()
}

fn empty_state() -> State {
    let force = || Force {
        exposed: WeightTree::new(0),
        able: 0,
        value: 0,
        break_point: 0,
        bands: 0..0,
        covers: 0,
        engines_show: false,
        men: 0,
        rows: [0; ROWS],
        front: 0,
        wall: Wall::default(),
    };
    State {
        standing: Vec::new(),
        stances: Vec::new(),
        able: WeightTree::new(0),
        forces: [force(), force()],
        nobles: Vec::new(),
        attacks: 0,
        turns: Turns { left: [0, 0], next: SideId::Attacker },
        verdict: None,
        asked: false,
        settling: Settling::Illness(0),
        legacies: Vec::new(),
    }
}

/// Everybody stands, in front or in the rear.
fn start(b: &Battle) -> State {
    let force = |id: SideId| {
        let side = &b.sides[id.index()];
        Force {
            exposed: WeightTree::new(side.bands.len()),
            able: 0,
            value: side.value,
            break_point: side.break_point,
            bands: side.bands.clone(),
            covers: side.structure.as_ref().map_or(0, |structure| structure.kind.covers()),
            engines_show: b.wall(id).is_some()
                && b.wall(id.foe()).is_some()
                && b.bands[side.bands.clone()]
                    .iter()
                    .any(|band| band.stats.role == CombatRole::Engine),
            men: men(&b.bands[side.bands.clone()]) as u32,
            rows: [0; ROWS],
            front: 0,
            wall: side.structure.as_ref().map_or(Wall::default(), |structure| Wall {
                stands: true,
                defense: structure.defense,
                damage: structure.damage,
            }),
        }
    };
    let noble = |unit: &Unit| NobleState {
        hit: false,
        wound_due: false,
        health: unit.noble.health,
        ill: unit.noble.ill,
        survived: false,
        captured: false,
        drowned: false,
    };
    let mut st = State {
        standing: b.bands.iter().map(|band| band.count).collect(),
        stances: vec![Stance::default(); b.bands.len()],
        able: WeightTree::new(b.bands.len()),
        forces: SideId::BOTH.map(force),
        nobles: b.units.iter().map(noble).collect(),
        ..empty_state()
    };
    for side in SideId::BOTH {
        rows::form_up(b, &mut st, side, &mut Scores::default());
    }
    st
}
