//! Chapter 5: the attack loop (O-30 to O-37), and its turns in the later
//! edition (O-84).
//!
//! Draws of one attack, in this order (O-37): attacker; target, unless an
//! engine strikes; hit; then what the hit does. A choice among one and a test
//! that cannot fail draw nothing.

use std::ops::Range;

use std::hint::select_unpredictable;

use fracas_core::chance::{Chance, Die, Good, Runs, Test, WeightTree};
use fracas_core::ruleset::{Next, OutcomeId};
use fracas_core::watch::Watch;

use super::hits::Blow;
use super::{breaking, hits};
use crate::battle::{Battle, Edition, Part, SideId};
use crate::events::Event;
use crate::measures::ATTACKS;
use crate::state::{State, Verdict};

/// Who makes the attack.
pub const ATTACKER: Die = Die("attacker");
/// Whom it is aimed at.
pub const TARGET: Die = Die("target");
/// Whether it hits.
pub const HIT: Die = Die("hit");

/// What an attack is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The structure of that side.
    Wall(SideId),
    /// A member of that band, and the defense he shows.
    Member {
        /// Which band.
        band: usize,
        /// His own defense and his cover (O-35, O-52).
        defense: u32,
    },
}

/// One attack (O-30).
pub fn attack<C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W) -> Next
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    attack_among::<true, true, C, W>(b, st, c, w)
}

/// Attacks until a side breaks (O-30). Battles in the open and without turns
/// take a shorter way through the same rules: nothing can be struck or covered
/// there but men.
pub fn fight_out<C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W) -> OutcomeId
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    match (b.in_the_open, b.edition) {
        (true, Edition::First) => attacks::<false, false, C, W>(b, st, c, w),
        (false, Edition::First) => attacks::<true, false, C, W>(b, st, c, w),
        (_, Edition::Later) => attacks::<true, true, C, W>(b, st, c, w),
    }
}

/// Kept apart from each other, the ways find room in the machine's registers.
#[inline(never)]
fn attacks<const WALLS: bool, const TURNS: bool, C, W>(
    b: &Battle,
    st: &mut State,
    c: &mut C,
    w: &mut W,
) -> OutcomeId
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    loop {
        if let Next::Over(outcome) = attack_among::<WALLS, TURNS, C, W>(b, st, c, w) {
            return outcome;
        }
    }
}

/// One attack; `WALLS` if there may be any, `TURNS` if there may be any (O-84).
#[inline(always)]
fn attack_among<const WALLS: bool, const TURNS: bool, C, W>(
    b: &Battle,
    st: &mut State,
    c: &mut C,
    w: &mut W,
) -> Next
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    if st.able.total() == 0 {
        return breaking::end(st, Verdict::Draw);
    }
    if st.attacks == b.guard {
        return breaking::end(st, Verdict::Stalemate);
    }
    st.attacks += 1;
    if C::PATIENT {
        w.book(ATTACKS, 1);
    }

    let place = if TURNS && b.edition == Edition::Later {
        place_by_turns(b, st, c)
    } else {
        draw(c, &st.able, ATTACKER)
    };
    // The list has the attacker's side first: which side strikes is known
    // before it is known who, and the machine can go on to the target.
    let last_attacker = st.forces[0].able.wrapping_sub(1);
    let side = SideId::of((last_attacker.wrapping_sub(place) >> 63) as usize);
    let striker = st.able.find(place).0;
    let target = choose_target::<WALLS, C>(b, st, side.foe(), striker, c);
    let strength = st.strength[striker];
    let defense = match target {
        Target::Wall(side) => st.forces[side.index()].wall.defense,
        Target::Member { defense, .. } => defense,
    };
    let thrown = hit::<TURNS, C>(b, strength, defense, c);
    let tell = |st: &State, blow| Event::attack(b, st, striker, target, defense, thrown.face, blow);
    if !thrown.success {
        w.event(|| tell(st, Blow::Miss));
        return Next::On;
    }
    let blow = hits::blow(b, striker, target, c);
    w.event(|| tell(st, blow));
    hits::land(b, st, side.foe(), target, blow, w)
}

/// One place of a list; of one place, that one.
#[inline(always)]
fn draw<C: Chance + ?Sized>(c: &mut C, list: &impl Runs, die: Die) -> u64 {
    if list.total() == 1 { 0 } else { c.choose(list, die) }
}

/// O-35: A in A + B. With nothing to overcome it cannot fail. A miss leaves
/// everything as it was, but for the turns of the later edition.
#[inline(always)]
fn hit<const TURNS: bool, C: Chance + ?Sized>(
    b: &Battle,
    strength: u32,
    defense: u32,
    c: &mut C,
) -> Test {
    if defense == 0 {
        return Test { success: true, face: 0 };
    }
    let (attack, of) = (u64::from(strength), u64::from(strength) + u64::from(defense));
    if TURNS && b.edition == Edition::Later {
        c.test(attack, of, Good::Low, HIT)
    } else {
        c.test_or_nothing(attack, of, Good::Low, HIT)
    }
}

/// O-84: the side whose turn it is, then one of its able members, by his
/// place in the list of both sides.
#[inline(always)]
fn place_by_turns<C: Chance + ?Sized>(b: &Battle, st: &mut State, c: &mut C) -> u64 {
    let side = take_turn(st);
    let before = match side {
        SideId::Attacker => 0,
        SideId::Defender => st.forces[0].able,
    };
    let list = AbleOfSide {
        able: &st.able,
        bands: b.sides[side.index()].bands.clone(),
        total: st.forces[side.index()].able,
    };
    before + draw(c, &list, ATTACKER)
}

/// O-84: whose attack it is; it costs that side one of those it has left.
fn take_turn(st: &mut State) -> SideId {
    let able = [st.forces[0].able, st.forces[1].able];
    let turns = &mut st.turns;
    for side in SideId::BOTH {
        let left = &mut turns.left[side.index()];
        *left = (*left).min(able[side.index()]);
    }
    if turns.left == [0, 0] {
        turns.left = able;
        turns.next = SideId::Attacker;
    }
    let side = if turns.left[0] > 0 && turns.left[1] > 0 {
        let side = turns.next;
        turns.next = side.foe();
        side
    } else {
        SideId::of(usize::from(turns.left[0] == 0))
    };
    turns.left[side.index()] -= 1;
    side
}

/// The able members of one side.
struct AbleOfSide<'a> {
    able: &'a WeightTree,
    bands: Range<usize>,
    total: u64,
}

impl Runs for AbleOfSide<'_> {
    fn total(&self) -> u64 {
        self.total
    }

    fn each(&self, mut run: impl FnMut(u64)) {
        for band in self.bands.clone() {
            run(u64::from(self.able.get(band)));
        }
    }
}

/// O-33, O-34: whom the striker attacks.
#[inline(always)]
fn choose_target<const WALLS: bool, C: Chance + ?Sized>(
    b: &Battle,
    st: &State,
    foe: SideId,
    striker: usize,
    c: &mut C,
) -> Target {
    if WALLS && b.bands[striker].fight.part == Part::Engine {
        return Target::Wall(foe);
    }
    let targets = Targets::<WALLS> { b, st, side: foe };
    targets.at(draw(c, &targets, TARGET))
}

/// The exposed list of a side: its structure, while it stands, then its
/// exposed members in stack order.
pub struct Targets<'a, const WALLS: bool> {
    /// The battle.
    pub b: &'a Battle,
    /// As it stands.
    pub st: &'a State,
    /// Whose list.
    pub side: SideId,
}

impl<const WALLS: bool> Targets<'_, WALLS> {
    fn wall_places(&self) -> u64 {
        if WALLS { u64::from(self.st.forces[self.side.index()].wall.stands) } else { 0 }
    }

    /// What stands at a place of the list.
    #[inline(always)]
    pub fn at(&self, place: u64) -> Target {
        let Some(place) = place.checked_sub(self.wall_places()) else {
            return Target::Wall(self.side);
        };
        let force = &self.st.forces[self.side.index()];
        let (index, _) = force.exposed.find(place);
        let band = force.first_band + index;
        let fight = &self.b.bands[band].fight;
        if !WALLS {
            return Target::Member { band, defense: fight.defense };
        }
        let covered = fight.housed & (place < self.covered_end(index));
        let cover = select_unpredictable(covered, force.wall.defense, 0);
        Target::Member { band, defense: fight.defense + cover }
    }

    /// O-52: the places before this one of the list are covered, for men at
    /// or behind the side's band `index`. Engines before them use no place.
    #[inline(always)]
    fn covered_end(&self, index: usize) -> u64 {
        let force = &self.st.forces[self.side.index()];
        if force.engines_show { force.covers + self.engines_before(index) } else { force.covers }
    }

    #[cold]
    fn engines_before(&self, index: usize) -> u64 {
        let first = self.b.sides[self.side.index()].bands.start;
        let exposed = &self.st.forces[self.side.index()].exposed;
        (0..index)
            .filter(|&before| self.b.bands[first + before].fight.part == Part::Engine)
            .map(|before| u64::from(exposed.get(before)))
            .sum()
    }
}

impl<const WALLS: bool> Runs for Targets<'_, WALLS> {
    #[inline]
    fn total(&self) -> u64 {
        self.wall_places() + self.st.forces[self.side.index()].exposed.total()
    }

    /// A band of which only some are covered is two runs.
    fn each(&self, mut run: impl FnMut(u64)) {
        run(self.wall_places());
        let force = &self.st.forces[self.side.index()];
        let bands = self.b.sides[self.side.index()].bands.clone();
        let mut place = 0;
        for (index, band) in bands.enumerate() {
            let members = u64::from(force.exposed.get(index));
            let covered = if force.wall.defense > 0 && self.b.bands[band].fight.housed {
                self.covered_end(index).saturating_sub(place).min(members)
            } else {
                0
            };
            run(covered);
            run(members - covered);
            place += members;
        }
    }
}
