//! Chapter 5: the attack loop (O-30 to O-37), and its turns in the later
//! edition (O-84).
//!
//! Draws of one attack, in this order (O-37): attacker; target, unless an
//! engine strikes; hit; then what the hit does. A choice among one and a test
//! that cannot fail draw nothing. The first three are thrown together.

use std::ops::Range;

use fracas_core::chance::{Chance, Die, Good, Runs, Test, WeightTree};
use fracas_core::odds::SHORT_WAYS;
use fracas_core::ruleset::{Next, OutcomeId};
use fracas_core::watch::Watch;

use super::hits::AttackResult;
use super::{breaking, hits};
use crate::battle::{Battle, CombatRole, Edition, SideId};
use crate::events::Event;
use crate::measures::ATTACKS;
use crate::state::{Force, Stance, State, Verdict};

/// Who makes the attack.
pub const ATTACKER: Die = Die("attacker");
/// Whom it is aimed at.
pub const TARGET: Die = Die("target");
/// Whether it hits.
pub const HIT: Die = Die("hit");

/// Who makes an attack.
#[derive(Clone, Copy)]
struct Striker {
    band: usize,
    stance: Stance,
}

/// What an attack is aimed at, and the defense it shows (O-35).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The structure of the other side.
    Wall {
        /// What is left of its defense.
        defense: u32,
    },
    /// A member of that band.
    Member {
        /// Which band.
        band: usize,
        /// His own defense and his cover (O-52).
        defense: u32,
    },
}

impl Target {
    /// The defense it shows.
    #[inline]
    pub fn defense(self) -> u32 {
        match self {
            Target::Wall { defense } | Target::Member { defense, .. } => defense,
        }
    }
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
    C: Chance + Clone,
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
    C: Chance + Clone,
    W: Watch<Event>,
{
    // Dice of the loop's own stay in registers.
    let mut dice = c.clone();
    loop {
        if let Next::Over(outcome) = attack_among::<WALLS, TURNS, C, W>(b, st, &mut dice, w) {
            *c = dice;
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

    let mut dice = c.handful();
    let place = if TURNS && b.edition == Edition::Later {
        place_by_turns(st, &mut dice)
    } else {
        draw(&mut dice, &st.able, ATTACKER)
    };
    // The list has the attacker's side first: which side strikes is known
    // before it is known who, and the machine can go on to the target.
    let last_attacker = st.forces[0].able.wrapping_sub(1);
    let side = SideId::of((last_attacker.wrapping_sub(place) >> 63) as usize);
    let band = st.able.find(place).0;
    let striker = Striker { band, stance: st.stances[band] };
    let foe = side.foe();
    let targets = Targets::<WALLS>::of(b, st, foe);
    // Two ways, so that the one to men, which nearly all attacks take, need
    // not look back for the other.
    match choose_target(&targets, striker.stance, &mut dice) {
        wall @ Target::Wall { .. } if SHORT_WAYS => {
            let thrown = hit::<TURNS, _>(b, striker.stance, wall, &mut dice);
            drop(dice);
            strike(b, st, foe, striker, (wall, thrown), c, w)
        }
        target => {
            let thrown = hit::<TURNS, _>(b, striker.stance, target, &mut dice);
            drop(dice);
            strike(b, st, foe, striker, (target, thrown), c, w)
        }
    }
}

/// O-36: what the striker does to his target, of side `foe`, with that throw.
#[inline(always)]
fn strike<C, W>(
    b: &Battle,
    st: &mut State,
    foe: SideId,
    striker: Striker,
    (target, thrown): (Target, Test),
    c: &mut C,
    w: &mut W,
) -> Next
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    let tell = |st: &State, blow| Event::attack(b, st, striker.band, target, thrown.face, blow);
    if !thrown.success {
        w.event(|| tell(st, AttackResult::Miss));
        return Next::On;
    }
    let blow = hits::blow(b, striker.stance.engine, target, c);
    w.event(|| tell(st, blow));
    hits::land(b, st, foe, target, blow, w)
}

/// Whether a blow of one band at an exposed member of another, in the open,
/// takes him out of the fight.
pub fn takes_out<C>(b: &Battle, st: &State, striker: usize, target: usize, c: &mut C) -> bool
where
    C: Chance + ?Sized,
{
    let target = Target::Member { band: target, defense: st.stances[target].defense[0] };
    let striker = st.stances[striker];
    hit::<false, C>(b, striker, target, c).success
        && hits::blow(b, striker.engine, target, c) != AttackResult::Saved
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
    striker: Stance,
    target: Target,
    c: &mut C,
) -> Test {
    let defense = u64::from(target.defense());
    if defense == 0 {
        return Test { success: true, face: 0 };
    }
    let attack = u64::from(striker.strength);
    let of = attack + defense;
    if TURNS && b.edition == Edition::Later {
        c.test(attack, of, Good::Low, HIT)
    } else {
        c.test_or_nothing(attack, of, Good::Low, HIT)
    }
}

/// O-84: the side whose turn it is, then one of its able members, by his
/// place in the list of both sides.
#[inline(always)]
fn place_by_turns<C: Chance + ?Sized>(st: &mut State, c: &mut C) -> u64 {
    let side = take_turn(st);
    let before = match side {
        SideId::Attacker => 0,
        SideId::Defender => st.forces[0].able,
    };
    let force = &st.forces[side.index()];
    let list = AbleOfSide { able: &st.able, bands: force.bands.clone(), total: force.able };
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
    targets: &Targets<WALLS>,
    striker: Stance,
    c: &mut C,
) -> Target {
    if WALLS && striker.engine {
        return targets.wall();
    }
    targets.at(draw(c, targets, TARGET))
}

/// The exposed list of a side: its structure, while it stands, then its
/// exposed members in stack order.
pub struct Targets<'a, const WALLS: bool> {
    b: &'a Battle,
    st: &'a State,
    force: &'a Force,
}

impl<'a, const WALLS: bool> Targets<'a, WALLS> {
    /// The list of one side as it stands.
    #[inline(always)]
    pub fn of(b: &'a Battle, st: &'a State, side: SideId) -> Self {
        Self { b, st, force: &st.forces[side.index()] }
    }

    fn wall_places(&self) -> u64 {
        if WALLS { u64::from(self.force.wall.stands) } else { 0 }
    }

    fn wall(&self) -> Target {
        Target::Wall { defense: self.force.wall.defense }
    }

    /// What stands at a place of the list.
    #[inline(always)]
    pub fn at(&self, place: u64) -> Target {
        let Some(place) = place.checked_sub(self.wall_places()) else {
            return self.wall();
        };
        let force = self.force;
        let (index, _) = force.exposed.find(place);
        let band = force.bands.start + index;
        let covered = WALLS && place < self.covered_end(index);
        let defense = self.st.stances[band].defense[usize::from(covered)];
        Target::Member { band, defense }
    }

    /// O-52: the places before this one of the list are covered, for men at
    /// or behind the side's band `index`. Engines before them use no place.
    #[inline(always)]
    fn covered_end(&self, index: usize) -> u64 {
        let force = self.force;
        let engines = if force.engines_show { engines_before(self.b, force, index) } else { 0 };
        force.covers + engines
    }
}

/// Exposed engines before the band `index` of a side.
#[cold]
fn engines_before(b: &Battle, force: &Force, index: usize) -> u64 {
    (0..index)
        .filter(|&before| b.bands[force.bands.start + before].stats.role == CombatRole::Engine)
        .map(|before| u64::from(force.exposed.get(before)))
        .sum()
}

impl<const WALLS: bool> Runs for Targets<'_, WALLS> {
    #[inline]
    fn total(&self) -> u64 {
        self.wall_places() + self.force.exposed.total()
    }

    /// A band of which only some are covered is two runs.
    fn each(&self, mut run: impl FnMut(u64)) {
        run(self.wall_places());
        let force = self.force;
        let mut place = 0;
        for (index, band) in force.bands.clone().enumerate() {
            let members = u64::from(force.exposed.get(index));
            let covered = if force.wall.defense > 0 && self.b.bands[band].stats.housed {
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
