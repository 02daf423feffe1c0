//! Who can be left out of a battle: nobles with their men, and all men of one
//! kind of a noble.

use fracas_core::capability::Part;
use fracas_core::ruleset::OutcomeId;

use crate::battle::{Battle, SideId, Unit};
use crate::muster::{Written, battle};

/// The outcomes that a side fights for; a draw is nobody's.
fn won_by(side: SideId) -> &'static [OutcomeId] {
    match side {
        SideId::Attacker => &[OutcomeId(0)],
        SideId::Defender => &[OutcomeId(1)],
    }
}

/// Something that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    /// A noble with everybody he leads himself.
    Unit(usize),
    /// Men of a unit, by their place in its list.
    Men(usize, usize),
}

/// Everything that can be left out, noble by noble.
fn all(b: &Battle) -> impl Iterator<Item = Left> + '_ {
    b.units.iter().enumerate().flat_map(|(unit, of)| {
        let men = (0..of.men.len()).map(move |place| Left::Men(unit, place));
        std::iter::once(Left::Unit(unit)).chain(men)
    })
}

/// Everybody, as somebody who could be left out.
pub fn parts(b: &Battle) -> Vec<Part> {
    let part = |left: Left| {
        let (unit, men) = match left {
            Left::Unit(unit) => (&b.units[unit], None),
            Left::Men(unit, place) => (&b.units[unit], Some(b.units[unit].men[place])),
        };
        let noble = &unit.noble.name;
        let name = match men {
            Some((kind, count)) => format!("{noble}: {count} {}", b.kind(kind).key),
            None if unit.men.is_empty() => noble.clone(),
            None => format!("{noble} and men"),
        };
        Part { name, side: unit.side.key(), wins: won_by(unit.side) }
    };
    all(b).map(part).collect()
}

/// The battle without one part; none if its stack has nobody else.
pub fn without(b: &Battle, part: usize) -> Option<Battle> {
    let mut written = written(b);
    match all(b).nth(part)? {
        Left::Men(unit, place) => drop(written.units[unit].men.remove(place)),
        Left::Unit(unit) => leave_out(&mut written, unit)?,
    }
    Some(battle(written))
}

/// The battle as it was written.
fn written(b: &Battle) -> Written {
    Written {
        name: b.name.clone(),
        edition: b.edition,
        ground: b.ground.clone(),
        sides: b.sides.clone(),
        units: b.units.clone(),
        kinds: b.kinds.clone(),
        own_kinds: b.own_kinds,
        upkeep: b.upkeep.clone(),
        target: b.target.clone(),
        by: b.by,
        weeks: b.weeks,
        inn: b.inn,
    }
}

/// Takes a unit out of its stack. Whoever stood under it stands under the one
/// above it; after the leader comes the next in the stack.
fn leave_out(written: &mut Written, out: usize) -> Option<()> {
    let side = written.units[out].side.index();
    let stack = written.sides[side].stack_of(out);
    let own = written.sides[side].own_units();
    if stack.len() == 1 && stack == own {
        return None;
    }
    let above = written.units[out].under;
    let mut heir = above;
    for place in stack {
        let unit: &mut Unit = &mut written.units[place];
        if unit.under == Some(out) {
            unit.under = heir;
            // The first of them leads, if nobody stands above.
            heir = heir.or(Some(place));
        }
    }
    written.units.remove(out);
    let moved = |place: usize| if place > out { place - 1 } else { place };
    for unit in &mut written.units {
        unit.under = unit.under.map(moved);
    }
    for side in &mut written.sides {
        side.units = moved(side.units.start)..moved(side.units.end);
        for ally in &mut side.allies {
            ally.units = moved(ally.units.start)..moved(ally.units.end);
        }
        side.allies.retain(|ally| !ally.units.is_empty());
    }
    Some(())
}
