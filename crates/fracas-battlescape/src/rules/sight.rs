//! Who sees what (B-90..B-95, B-104).

use std::cell::RefCell;

use smallvec::SmallVec;

pub use super::sight_cache::SightCache;
use super::sight_cache::{KEPT, in_sight, partials};
use crate::battle::{Battle, UnitId};
use crate::data::{Sight, TerrainId, Vision, WeaponClass};
use crate::field::{Field, Spot, Spots};
use crate::hex::{Dir, Nudge};
use crate::state::{Knowledge, Observer, State};

/// With more doubtful hexes than this around a unit, everything in its range
/// is judged anew.
const MANY: usize = 48;

/// A line between two hexes (B-93, B-95).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The first hex that blocks it; itself the start's hex if what blocks is
    /// outside the map. None if nothing does.
    pub blocked: Option<Spot>,
    /// Partial blockers on it.
    pub partials: u8,
    /// The densest smoke on it, both ends included.
    pub smoke: u8,
}

/// The ground lines run over: the true one, or what somebody knows of it.
#[derive(Clone, Copy)]
pub struct Over<'a> {
    /// Terrain.
    pub terrain: &'a [TerrainId],
    /// Levels.
    pub elevation: &'a [i16],
    /// Smoke; empty if there is none anywhere.
    pub smoke: &'a [u8],
    /// Whether terrain and levels are those before the battle, so that the
    /// cache may answer.
    pub original: bool,
    /// Whose knowledge it is; none for the truth.
    pub known: Option<&'a Knowledge>,
}

impl<'a> Over<'a> {
    /// The true ground.
    pub fn truth(battle: &'a Battle, state: &'a State) -> Self {
        Self { smoke: state.ground.smoke.if_any(), ..Self::bare(battle, state) }
    }

    /// The true ground without its smoke, which stops nothing.
    fn bare(battle: &'a Battle, state: &'a State) -> Self {
        let ground = &state.ground;
        Self {
            terrain: &ground.terrain,
            elevation: &battle.elevation,
            smoke: &[],
            original: !ground.changed,
            known: None,
        }
    }

    /// The ground as somebody knows it: terrain as last seen, plain ground
    /// where nothing was seen yet (B-74), smoke where it is seen now.
    pub fn known(battle: &'a Battle, state: &'a State, who: Observer) -> Self {
        let known = &state.known[who.index()];
        Self {
            terrain: &known.terrain,
            original: false,
            known: Some(known),
            ..Self::truth(battle, state)
        }
    }

    #[inline]
    fn level(&self, spot: Spot) -> i32 {
        if self.known.is_some_and(|known| known.last_seen(spot, 1) == 0) {
            return 0;
        }
        i32::from(self.elevation[spot.index()])
    }

    /// Whether somebody who goes by this ground sees who stands on a hex, and
    /// what light falls there.
    fn shows(&self, spot: Spot) -> bool {
        self.known.is_none_or(|known| known.visible.has(spot))
    }

    #[inline]
    fn smoke_at(&self, spot: Spot) -> u8 {
        if self.known.is_some_and(|known| !known.visible.has(spot)) {
            return 0;
        }
        self.smoke.get(spot.index()).copied().unwrap_or(0)
    }
}

/// One line by B-93, past the hexes that units at its ends lean on (B-104).
fn walk(
    battle: &Battle,
    over: Over<'_>,
    from: Spot,
    to: Spot,
    nudge: Nudge,
    leans: [Option<Spot>; 2],
) -> Line {
    let length = battle.field.distance(from, to) as i32;
    let level = |spot: Spot| over.level(spot);
    let (rise, mut eye) = (level(to) - level(from), (level(from) + 1) * length);
    let mut line =
        Line { blocked: None, partials: 0, smoke: over.smoke_at(from).max(over.smoke_at(to)) };
    for spot in battle.field.between(from, to, nudge) {
        // B-14: outside the map nothing is seen.
        let Some(spot) = spot else {
            line.blocked = Some(from);
            return line;
        };
        eye += rise;
        let ground = level(spot);
        let terrain = battle.data.terrain(over.terrain[spot.index()]);
        let acts =
            terrain.sight != Sight::Clear && (ground + i32::from(terrain.height)) * length >= eye;
        if ground * length >= eye || (acts && terrain.sight == Sight::Block) {
            line.blocked = Some(spot);
            return line;
        }
        if acts && !leans.contains(&Some(spot)) {
            line.partials += 1;
            if line.partials >= 2 {
                line.blocked = Some(spot);
                return line;
            }
        }
        line.smoke = line.smoke.max(over.smoke_at(spot));
    }
    line
}

/// The plus line and the minus line.
pub(super) fn both(
    battle: &Battle,
    over: Over<'_>,
    from: Spot,
    to: Spot,
    leans: [Option<Spot>; 2],
) -> [Line; 2] {
    let plus = walk(battle, over, from, to, Nudge::Plus, leans);
    if battle.field.single_line(from, to) {
        return [plus; 2];
    }
    [plus, walk(battle, over, from, to, Nudge::Minus, leans)]
}

/// The chosen line from one hex to another (B-95). `from_lean` and `to_lean`
/// are where units at the ends lean in cover (B-104).
pub fn chosen_line(
    battle: &Battle,
    over: Over<'_>,
    (from, from_lean): (Spot, Option<Dir>),
    (to, to_lean): (Spot, Option<Dir>),
) -> Line {
    let field = &battle.field;
    let leans = [
        from_lean.and_then(|dir| field.step(from, dir)),
        to_lean.and_then(|dir| field.step(to, dir)),
    ];
    let kept = over.original
        && over.smoke.is_empty()
        && leans == [None; 2]
        && field.distance(from, to) <= KEPT;
    if kept && let Some(partials) = partials(battle, from, to) {
        return Line { blocked: None, partials, smoke: 0 };
    }
    let plus = walk(battle, over, from, to, Nudge::Plus, leans);
    let rank = |line: Line| (line.blocked.is_some(), line.partials, line.smoke);
    if rank(plus) == (false, 0, 0) || field.single_line(from, to) {
        return plus;
    }
    let minus = walk(battle, over, from, to, Nudge::Minus, leans);
    if rank(minus) < rank(plus) { minus } else { plus }
}

/// Where the unit on a hex leans, if one stands there in cover.
fn lean_at(state: &State, spot: Spot) -> Option<Dir> {
    state.occupant(spot).and_then(|unit| state.unit(unit).lean())
}

/// The chosen line between two hexes over the true ground; units that stand
/// there lean past their cover.
pub fn true_line(battle: &Battle, state: &State, from: Spot, to: Spot) -> Line {
    let ends = (lean_at(state, from), lean_at(state, to));
    chosen_line(battle, Over::truth(battle, state), (from, ends.0), (to, ends.1))
}

/// Whether a blast gets from its centre to a hex: on a line that nothing blocks
/// (B-93, B-182). Who leans on cover there is reached past it (B-104).
pub fn is_open_to(battle: &Battle, state: &State, centre: Spot, to: Spot) -> bool {
    opens(battle, state, Over::bare(battle, state), centre, to)
}

/// The same as far as somebody knows the ground (B-184).
pub fn seems_open_to(
    battle: &Battle,
    state: &State,
    who: Observer,
    centre: Spot,
    to: Spot,
) -> bool {
    let over = Over { smoke: &[], ..Over::known(battle, state, who) };
    opens(battle, state, over, centre, to)
}

fn opens(battle: &Battle, state: &State, over: Over<'_>, centre: Spot, to: Spot) -> bool {
    let lean = if over.shows(to) { lean_at(state, to) } else { None };
    chosen_line(battle, over, (centre, None), (to, lean)).blocked.is_none()
}

/// Whether something thrown gets from one hex to another (B-180): only `block`
/// terrain and elevation stop it. Gives the hex that does.
pub fn flight(battle: &Battle, state: &State, from: Spot, to: Spot) -> Option<Spot> {
    let length = battle.field.distance(from, to) as i32;
    let level = |spot: Spot| i32::from(battle.elevation[spot.index()]);
    let rise = level(to) - level(from);
    let stopped = |nudge: Nudge| {
        let mut eye = (level(from) + 1) * length;
        battle.field.between(from, to, nudge).find_map(|spot| {
            let Some(spot) = spot else { return Some(from) };
            eye += rise;
            let terrain = battle.data.terrain(state.ground.terrain[spot.index()]);
            let height = if terrain.sight == Sight::Block { i32::from(terrain.height) } else { 0 };
            ((level(spot) + height) * length >= eye).then_some(spot)
        })
    };
    let plus = stopped(Nudge::Plus)?;
    stopped(Nudge::Minus).map(|_| plus)
}

/// The base vision range of a unit (B-91).
pub fn vision(battle: &Battle, state: &State, unit: UnitId) -> u32 {
    match battle.sheet(unit).vision {
        Vision::Plain(range) => u32::from(range),
        Vision::Scoped { scoped, plain } => {
            let scope = state
                .unit(unit)
                .in_hand()
                .is_some_and(|armed| battle.data.weapon(armed.weapon).class == WeaponClass::Sniper);
            u32::from(if scope { scoped } else { plain })
        }
    }
}

/// How far a unit sees (B-92): without and with smoke on the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ranges {
    /// Hexes in the light of the hour.
    dim: [u32; 2],
    /// Hexes with a light of their own.
    lit: [u32; 2],
}

impl Ranges {
    fn of(battle: &Battle, state: &State, unit: UnitId) -> Self {
        let sight = &battle.data.sight;
        let base = u64::from(vision(battle, state, unit));
        let range = |light: u64| {
            [100, u64::from(sight.smoke_pct)].map(|smoke| {
                let percent = light * u64::from(battle.weather) * smoke;
                ((base * percent / 1_000_000) as u32).max(1)
            })
        };
        let light = u64::from(sight.light_pct[battle.light as usize]);
        Self { dim: range(light), lit: range(100) }
    }

    /// Whether light of its own makes a hex visible from farther away.
    fn light_matters(&self) -> bool {
        self.lit != self.dim
    }
}

/// Whether a hex has light of its own (B-92).
fn is_lit(battle: &Battle, state: &State, spot: Spot) -> bool {
    let ground = &state.ground;
    ground.fire[spot.index()] > 0
        || ground
            .flares
            .iter()
            .any(|&(at, radius, _)| battle.field.distance(at, spot) <= u32::from(radius))
        || state.burns_on(spot)
}

/// Somebody who looks around.
struct Viewer<'a> {
    battle: &'a Battle,
    state: &'a State,
    over: Over<'a>,
    ranges: Ranges,
    at: Spot,
    leans: Option<Dir>,
    /// The hex it leans past.
    lean: Option<Spot>,
}

impl<'a> Viewer<'a> {
    fn new(battle: &'a Battle, state: &'a State, over: Over<'a>, unit: UnitId) -> Self {
        let body = state.unit(unit);
        Self {
            battle,
            state,
            over,
            ranges: Ranges::of(battle, state, unit),
            at: body.at(),
            leans: body.lean(),
            lean: body.lean().and_then(|dir| battle.field.step(body.at(), dir)),
        }
    }

    /// B-90 for one hex.
    fn sees(&self, to: Spot) -> bool {
        let Self { battle, state, over, ranges, at, lean, .. } = *self;
        let distance = battle.field.distance(at, to);
        if distance > ranges.lit[0] {
            return false;
        }
        // By what somebody knows: fires are seen from everywhere (B-100), other
        // light and who leans there only where the hex is seen.
        let shows = over.shows(to);
        let burns = state.ground.fire[to.index()] > 0;
        let lit = ranges.light_matters() && (burns || shows && is_lit(battle, state, to));
        let range = if lit { ranges.lit } else { ranges.dim };
        if distance > range[0] {
            return false;
        }
        let to_lean = lean_at(state, to).filter(|_| shows);
        let to_lean = to_lean.and_then(|dir| battle.field.step(to, dir));
        let open = |nudge: Nudge| {
            let line = walk(battle, over, at, to, nudge, [lean, to_lean]);
            line.blocked.is_none() && distance <= range[usize::from(line.smoke > 0)]
        };
        open(Nudge::Plus) || (!battle.field.single_line(at, to) && open(Nudge::Minus))
    }

    fn judge(&self, to: Spot, out: &mut Spots) {
        out.set(to, self.sees(to));
    }

    fn look(&self, out: &mut Spots) {
        let Self { battle, state, over, ranges, at, .. } = *self;
        let field = &battle.field;
        let in_smoke = over.smoke_at(at) > 0;
        let range = ranges.dim[usize::from(in_smoke)];
        let doubtful = self.doubtful(range, in_smoke);
        if doubtful.len() > MANY {
            field.within(at, range).for_each(|to| self.judge(to, out));
        } else {
            for &to in in_sight(battle, at, self.leans, range) {
                out.put(to);
            }
            if range > KEPT {
                let far = field.within(at, range).filter(|to| field.distance(at, *to) > KEPT);
                far.for_each(|to| self.judge(to, out));
            }
            // Lines over two doubtful hexes lead to the same places.
            marking(field, |doubted| {
                for &over in &doubtful {
                    let near = |to: &Spot| field.distance(at, *to) <= range.min(KEPT);
                    doubted.put(over);
                    field.behind(at, over).take_while(near).for_each(|to| doubted.put(to));
                }
                doubted.iter().for_each(|to| self.judge(to, out));
            });
            // B-104: who leans past cover is seen past it.
            for unit in &state.units {
                let leans = unit.is_here() && unit.lean().is_some();
                if leans && field.distance(at, unit.at()) <= range {
                    self.judge(unit.at(), out);
                }
            }
        }
        if ranges.light_matters() {
            self.look_at_lights(out);
        }
        out.put(at);
    }

    /// Hexes in range over which lines may not be what the cache says: changed
    /// terrain and smoke.
    fn doubtful(&self, range: u32, in_smoke: bool) -> SmallVec<[Spot; 64]> {
        let Self { battle, over, at, .. } = *self;
        let near = |spot: &Spot| battle.field.distance(at, *spot) <= range;
        let mut doubtful: SmallVec<[Spot; 64]> = SmallVec::new();
        if !over.original {
            let pairs = over.terrain.iter().zip(&battle.terrain).enumerate();
            let changed = pairs.filter(|(_, (now, before))| now != before);
            doubtful.extend(changed.map(|(place, _)| Spot(place as u16)).filter(near));
        }
        // In smoke every line is smoky, whatever lies on it.
        if !in_smoke {
            let smoky = over.smoke.iter().enumerate().filter(|(_, smoke)| **smoke > 0);
            doubtful.extend(smoky.map(|(place, _)| Spot(place as u16)).filter(near));
        }
        doubtful
    }

    /// B-92: fires, flares and burning units are seen from farther away.
    fn look_at_lights(&self, out: &mut Spots) {
        let Self { battle, state, ranges, at, .. } = *self;
        let field = &battle.field;
        let near = |spot: &Spot| field.distance(at, *spot) <= ranges.lit[0];
        let fires = state.ground.fire.iter().enumerate().filter(|(_, turns)| **turns > 0);
        fires.map(|(place, _)| Spot(place as u16)).filter(near).for_each(|to| self.judge(to, out));
        for &(centre, radius, _) in &state.ground.flares {
            let lit = field.within(centre, u32::from(radius)).filter(near);
            lit.for_each(|to| self.judge(to, out));
        }
        for unit in state.units.iter().filter(|unit| unit.is_here() && unit.burn.is_some()) {
            if near(&unit.at()) {
                self.judge(unit.at(), out);
            }
        }
    }
}

/// Lends the thread's own set of hexes, empty.
fn marking(field: &Field, with: impl FnOnce(&mut Spots)) {
    thread_local! {
        static MARKS: RefCell<Spots> = RefCell::default();
    }
    MARKS.with_borrow_mut(|marks| {
        marks.reset(field);
        with(marks);
    });
}

/// The hexes a unit sees by itself (B-90), put into `out`.
pub fn look(battle: &Battle, state: &State, unit: UnitId, out: &mut Spots) {
    out.clear();
    if state.unit(unit).is_able() {
        Viewer::new(battle, state, Over::truth(battle, state), unit).look(out);
    }
}

/// Whether a unit sees a hex by itself (B-90).
pub fn sees_hex(battle: &Battle, state: &State, unit: UnitId, to: Spot) -> bool {
    let able = state.unit(unit).is_able();
    let over = Over::truth(battle, state);
    able && (state.unit(unit).at() == to || Viewer::new(battle, state, over, unit).sees(to))
}

/// Whether a unit in an observer's sight sees a hex by itself, as far as the
/// observer knows the ground between them (B-105).
pub fn seems_to_see(battle: &Battle, state: &State, who: Observer, unit: UnitId, to: Spot) -> bool {
    let over = Over::known(battle, state, who);
    state.unit(unit).at() == to || Viewer::new(battle, state, over, unit).sees(to)
}
