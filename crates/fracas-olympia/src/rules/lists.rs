//! The lists of a side of several bands: who is able (O-31) and who is exposed (O-33),
//! as the last places of each band, and what the fall of one of them takes off.

use crate::battle::{Battle, CombatRole, SideId};
use crate::state::{State, Wall};

/// The most bands of a side: their places lie side by side in one register.
pub(super) const BANDS: usize = 8;
/// The most places of a list: each is two bytes.
const LONGEST: u32 = i16::MAX as u32;

/// The last place of each band of a side in a list: where nobody of it is there, that
/// of the band before, or -1.
pub(super) type Lasts = [i16; BANDS];

/// The band at a place of a list: as many end before it.
#[inline(always)]
pub(super) fn band_at(lasts: &Lasts, place: u64) -> usize {
    let before = lasts.iter().map(|last| last.wrapping_sub(place as i16) >> 15);
    before.fold(0, i16::wrapping_sub) as usize % BANDS
}

/// What the members of a band are while they stand so.
#[derive(Clone, Copy, Default)]
#[repr(align(32))]
pub(super) struct Member {
    /// O-32.
    pub strength: u64,
    /// What a blow must overcome, in the open.
    pub defense: u32,
    /// All bits where he can be covered (O-52).
    pub housed: u32,
    pub is_engine: bool,
}

/// What the fall of a band's member takes off a side; nothing if nobody falls.
#[repr(align(64))]
#[derive(Clone, Copy)]
pub(super) struct Fall {
    /// Off the last places of his band and those behind it.
    pub behind: Lasts,
    /// One, if anybody falls.
    pub count: u64,
    /// O-60.
    pub value: u64,
    /// Whether he held his row (O-22): engines do not.
    pub holds: u64,
    /// Whether a hit kills or destroys him, and nothing else can come of it.
    pub is_plain: bool,
}

/// One side of a battle.
// What is written as a whole lies in one line of the machine's memory.
#[repr(align(64))]
#[derive(Clone, Debug)]
pub(super) struct Side {
    /// O-31.
    pub able: Lasts,
    /// O-33.
    pub exposed: Lasts,
    /// The places of both lists.
    pub hands: u64,
    pub targets: u64,
    pub value: u64,
    /// Those who hold the front row.
    pub holding: u64,
    pub wall: Wall,
}

/// Behind the falls of all bands are as many at which nobody falls.
pub(super) const NOBODY: usize = BANDS;
pub(super) const PLACES: usize = 2 * BANDS;

impl Side {
    /// O-40, O-44.
    #[inline(always)]
    pub fn lose(&mut self, fall: &Fall) {
        for ((exposed, able), behind) in
            self.exposed.iter_mut().zip(&mut self.able).zip(&fall.behind)
        {
            *exposed -= behind;
            *able -= behind;
        }
        self.hands -= fall.count;
        self.targets -= fall.count;
        self.value -= fall.value;
        self.holding -= fall.holds;
    }

    /// The side of a battle that stands so, unless it has more bands or longer lists, or
    /// some who are exposed and not able.
    pub fn of(st: &State, id: SideId) -> Option<Self> {
        let force = &st.forces[id.index()];
        let (mut hands, mut targets) = (0, u32::from(force.wall.stands));
        let (mut able, mut exposed) = ([0; BANDS], [0; BANDS]);
        for (place, (able, exposed)) in able.iter_mut().zip(&mut exposed).enumerate() {
            if place < force.bands.len() {
                let count = force.exposed.get(place);
                let are_able = st.able.get(force.bands.start + place);
                if count > 0 && are_able != count {
                    return None;
                }
                hands += are_able;
                targets += count;
            }
            if hands.max(targets) >= LONGEST {
                return None;
            }
            (*able, *exposed) = (hands as i16 - 1, targets as i16 - 1);
        }
        let holding = u64::from(force.rows[usize::from(force.front)]);
        let stands = force.value > force.break_point && holding > 0;
        (stands && force.bands.len() <= BANDS).then_some(Self {
            able,
            exposed,
            hands: u64::from(hands),
            targets: u64::from(targets),
            value: force.value,
            holding,
            wall: force.wall,
        })
    }
}

/// The members of a side's bands, as they stand.
pub(super) fn members(b: &Battle, st: &State, id: SideId) -> [Member; BANDS] {
    let mut members = [Member::default(); BANDS];
    for (member, band) in members.iter_mut().zip(st.forces[id.index()].bands.clone()) {
        let (stats, stance) = (&b.bands[band].stats, &st.stances[band]);
        *member = Member {
            strength: u64::from(stance.strength),
            defense: stance.defense[0],
            housed: if stats.housed { u32::MAX } else { 0 },
            is_engine: stance.engine,
        };
    }
    members
}

/// What the fall of whom takes off a side.
pub(super) fn falls(b: &Battle, id: SideId) -> [Fall; PLACES] {
    let bands = &b.bands[b.sides[id.index()].bands.clone()];
    std::array::from_fn(|fallen| match bands.get(fallen).map(|band| &band.stats) {
        Some(stats) => Fall {
            behind: std::array::from_fn(|band| i16::from(band >= fallen)),
            count: 1,
            value: u64::from(stats.value),
            holds: u64::from(stats.role == CombatRole::Man),
            is_plain: match stats.role {
                CombatRole::Man => !stats.blessed,
                CombatRole::Engine => true,
                CombatRole::Noble | CombatRole::Baggage => false,
            },
        },
        None => Fall { behind: [0; BANDS], count: 0, value: 0, holds: 0, is_plain: true },
    })
}
