//! States packed small, for exact odds.

use fracas_core::odds::{Dwindle, Enumerable, Packer, Unpacker};

use crate::battle::{Battle, CombatRole, Edition, SideId};
use crate::dwindle::InTheOpen;
use crate::olympia::Olympia;
use crate::rules::settling::{self, Settling};
use crate::rules::{rows, structures};
use crate::state::{State, Verdict, Wall};
use fracas_core::watch::Scores;

/// Words of a key.
pub(crate) const WORDS: usize = 4;

/// The key of all that has been tested after the battle: nothing more comes of
/// it. No packed state is all ones.
const SETTLED: [u64; WORDS] = [u64::MAX; WORDS];

impl Enumerable for Olympia {
    type Key = [u64; WORDS];

    fn key(b: &Battle, st: &State) -> Option<Self::Key> {
        if settling::is_settled(b, st) {
            return Some(SETTLED);
        }
        let mut out = Packer::new();
        for (index, band) in b.bands.iter().enumerate() {
            if band.stats.role != CombatRole::Baggage {
                out.put(u64::from(st.standing[index]), u64::from(band.count));
            }
        }
        for side in SideId::BOTH {
            if let Some(structure) = b.wall(side) {
                let wall = st.forces[side.index()].wall;
                out.put(u64::from(wall.defense), u64::from(structure.defense));
                out.put(u64::from(wall.damage), 100);
            }
        }
        if b.edition == Edition::Later {
            for side in SideId::BOTH {
                out.put(st.turns.left[side.index()], members(b, side));
            }
            out.put(st.turns.next as u64, 1);
        }
        pack_aftermath(b, st, &mut out);
        out.finish()
    }

    fn restore(b: &Battle, key: &Self::Key, st: &mut State) {
        if *key == SETTLED {
            st.settling = Settling::Done;
            return;
        }
        let mut from = Unpacker::new(key);
        let mut formed = true;
        for (index, band) in b.bands.iter().enumerate() {
            if band.stats.role != CombatRole::Baggage {
                let standing = from.take(u64::from(band.count)) as u32;
                formed &= rows::come_and_go(b, st, index, standing);
            }
        }
        for side in SideId::BOTH {
            if let Some(structure) = b.wall(side) {
                let before = st.forces[side.index()].wall;
                let defense = from.take(u64::from(structure.defense)) as u32;
                let damage = from.take(100) as u32;
                let wall = Wall { stands: damage < 100, defense, damage };
                formed &= wall.stands == before.stands;
                if wall != before {
                    structures::stand(b, st, side, wall);
                }
            }
        }
        if b.edition == Edition::Later {
            for side in SideId::BOTH {
                st.turns.left[side.index()] = from.take(members(b, side));
            }
            st.turns.next = SideId::of(from.take(1) as usize);
        }
        restore_aftermath(b, &mut from, st);
        st.attacks = 0;
        if !formed {
            form_up(b, st);
        }
    }

    /// Everybody who fell and every point a structure took. Misses are loops;
    /// in the later edition a round of misses is one.
    fn rung(b: &Battle, st: &State) -> Option<u64> {
        if b.edition == Edition::Later && st.turns.left != [0, 0] {
            return None;
        }
        let before = b.start.standing.iter();
        let fallen: u32 = before.zip(&st.standing).map(|(before, now)| before - now).sum();
        let battered: u64 = SideId::BOTH
            .into_iter()
            .filter_map(|side| {
                let before = b.wall(side)?;
                let now = st.forces[side.index()].wall;
                Some(u64::from(before.defense - now.defense + now.damage - before.damage))
            })
            .sum();
        Some(u64::from(fallen) + battered)
    }

    fn ranges(b: &Battle) -> Vec<u64> {
        let fighting = b.bands.iter().filter(|band| band.stats.role != CombatRole::Baggage);
        let bands = fighting.map(|band| u64::from(band.count) + 1);
        let points = |side: SideId| {
            let wall = b.wall(side)?;
            Some(u64::from(wall.defense + 100 - wall.damage) + 1)
        };
        bands.chain(SideId::BOTH.into_iter().filter_map(points)).collect()
    }

    /// What is left of a structure, as long as it stands, whose turn it was, and
    /// more of the winner than that he takes prisoners: of no account to the
    /// aftermath.
    fn forget_finals(b: &Battle, st: &mut State) {
        forget_winners(b, st);
        for side in SideId::BOTH {
            if b.wall(side).is_some() {
                let stands = st.forces[side.index()].wall.stands;
                let wall = Wall { stands, defense: 0, damage: if stands { 0 } else { 100 } };
                structures::stand(b, st, side, wall);
            }
        }
        st.turns = b.start.turns;
    }

    fn dwindle(b: &Battle) -> Option<Box<dyn Dwindle<Self::Key> + '_>> {
        let dwindles = b.in_the_open && b.edition == Edition::First && b.asked.is_none();
        dwindles.then(|| Box::new(InTheOpen::new(b)) as Box<dyn Dwindle<Self::Key>>)
    }
}

/// Both sides anew.
pub(crate) fn form_up(b: &Battle, st: &mut State) {
    for side in SideId::BOTH {
        rows::form_up(b, st, side, &mut Scores::default());
    }
}

/// Leaves as few men of a side that has not lost as make no difference to the
/// tests of the aftermath.
fn forget_winners(b: &Battle, st: &mut State) {
    let winner = st.verdict.and_then(Verdict::winner);
    let men = SideId::BOTH.map(|side| u64::from(st.forces[side.index()].men));
    let mut formed = true;
    for side in SideId::BOTH.into_iter().filter(|side| winner != Some(side.foe())) {
        let needed = needed_men(b, side, winner.map(|_| men), &st.standing);
        for (band, stay) in few_men(b, side, needed) {
            formed &= rows::come_and_go(b, st, band, stay);
        }
    }
    if !formed {
        form_up(b, st);
    }
}

/// How many men of a side that has not lost the aftermath asks for, if there
/// are losers: what the dead leave is counted of them only, and of the winners'
/// number prisoners are told the chance (O-72).
pub(crate) fn needed_men(b: &Battle, side: SideId, men: Option<[u64; 2]>, standing: &[u32]) -> u64 {
    let needed =
        men.map_or(0, |men| settling::fewest_winners(men[side.index()], men[side.foe().index()]));
    let is_noble = |band: &usize| b.bands[*band].stats.role == CombatRole::Noble;
    let nobles = b.sides[side.index()].bands.clone().filter(is_noble);
    nobles.fold(needed, |needed, noble| needed.saturating_sub(u64::from(standing[noble])))
}

/// So many men of a side, from its first bands on.
pub(crate) fn few_men(
    b: &Battle,
    side: SideId,
    mut needed: u64,
) -> impl Iterator<Item = (usize, u32)> + '_ {
    let is_man = |band: &usize| b.bands[*band].stats.role == CombatRole::Man;
    b.sides[side.index()].bands.clone().filter(is_man).map(move |band| {
        let stay = needed.min(u64::from(b.bands[band].count)) as u32;
        needed -= u64::from(stay);
        (band, stay)
    })
}

/// All members of a side who take part: more than can ever be able.
fn members(b: &Battle, side: SideId) -> u64 {
    b.bands[b.sides[side.index()].bands.clone()].iter().map(|band| u64::from(band.count)).sum()
}

/// What is left to be settled. A noble's health is forgotten: it is booked in
/// the step that settles it.
fn pack_aftermath(b: &Battle, st: &State, out: &mut Packer<WORDS>) {
    let verdict = match st.verdict {
        None => 0,
        Some(Verdict::Won(SideId::Attacker)) => 1,
        Some(Verdict::Won(SideId::Defender)) => 2,
        Some(Verdict::Draw | Verdict::Stalemate) => 3,
    };
    out.put(verdict, 3);
    if verdict == 0 {
        return;
    }
    let (phase, place, entry) = match st.settling {
        Settling::Illness(unit) => (0, unit, 0),
        Settling::Prisoners(unit) => (1, unit, 0),
        Settling::Legacies(place, entry) => (2, place, entry),
        Settling::Ships => (3, 0, 0),
        Settling::Done => (4, 0, 0),
    };
    out.put(phase, 4);
    out.put(place as u64, b.units.len() as u64);
    out.put(entry as u64, MOST_ENTRIES);
    for (unit, noble) in st.nobles.iter().enumerate() {
        let due = noble.hit && noble.wound_due;
        let fate = match (noble.hit && !due, noble.health, noble.survived) {
            _ if settled_at_sea(b, st, unit) => SETTLED_AT_SEA,
            (false, ..) => 0,
            (true, 0, _) => 1,
            (true, _, true) => 2,
            (true, _, false) => 3,
        };
        out.put(fate, most_fates(b));
    }
}

/// The fate of one who was taken from a ship that sank, or went down with it:
/// nothing more can happen to him.
const SETTLED_AT_SEA: u64 = 4;

fn settled_at_sea(b: &Battle, st: &State, unit: usize) -> bool {
    let noble = st.nobles[unit];
    (noble.captured || noble.drowned) && settling::is_overboard(b, st, unit)
}

/// The largest fate there is.
fn most_fates(b: &Battle) -> u64 {
    if b.ground.at_sea() { SETTLED_AT_SEA } else { SETTLED_AT_SEA - 1 }
}

/// Kinds of men and of goods a noble can have.
const MOST_ENTRIES: u64 = 511;

fn restore_aftermath(b: &Battle, from: &mut Unpacker<'_>, st: &mut State) {
    st.legacies.clear();
    st.settling = Settling::Illness(0);
    st.verdict = match from.take(3) {
        0 => None,
        1 => Some(Verdict::Won(SideId::Attacker)),
        2 => Some(Verdict::Won(SideId::Defender)),
        _ => Some(Verdict::Draw),
    };
    for (unit, noble) in st.nobles.iter_mut().enumerate() {
        let start = b.start.nobles[unit];
        let standing = st.standing[b.units[unit].bands.start] > 0;
        *noble = start;
        noble.hit = !standing;
        noble.wound_due = !standing;
    }
    if st.verdict.is_none() {
        return;
    }
    let phase = from.take(4);
    let place = from.take(b.units.len() as u64) as usize;
    let entry = from.take(MOST_ENTRIES) as usize;
    st.settling = match phase {
        0 => Settling::Illness(place),
        1 => Settling::Prisoners(place),
        2 => Settling::Legacies(place, entry),
        3 => Settling::Ships,
        _ => Settling::Done,
    };
    for noble in &mut st.nobles {
        let fate = from.take(most_fates(b));
        noble.wound_due = noble.hit && fate == 0;
        noble.survived = fate == 2;
        // Taken or drowned is the same to what follows.
        noble.drowned = fate == SETTLED_AT_SEA;
        if fate == 1 || noble.drowned {
            noble.health = 0;
        }
    }
}
