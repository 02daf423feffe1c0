//! Chapter 10: who is where when the battle is over (O-59, O-76, O-77, O-82).

use super::settling::sunk;
use crate::battle::{Ally, Battle, Side, SideId, Structure};
use crate::state::{State, Verdict};

/// Where a stack is now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Whereabouts {
    /// The structure that houses it.
    pub structure: Option<Housing>,
    /// Its place in the location list; `None` is its end.
    pub position: Option<i64>,
    /// What became of it, if it was moved.
    pub moved: Option<Moved>,
}

/// A structure that houses a stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Housing {
    /// The structure as it is now.
    pub structure: Structure,
    /// The side it housed before; none for the one that housed both (O-58).
    pub was: Option<SideId>,
}

/// How a stack was moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moved {
    /// Out of a building or city into the surrounding province.
    FledToProvince,
    /// From a docked ship to the place it lies in.
    FledAshore,
    /// Out of the one building both sides were in.
    FledOutside,
    /// On the open sea without a ship (O-73).
    Adrift,
    /// To the end of the location list.
    ToTheEnd,
    /// Into the structure it took.
    MovedIn,
    /// To the better place of the beaten defender.
    TookPosition,
    /// Out of a structure that is gone.
    Ejected,
}

impl Moved {
    /// As `where` tells it in the aftermath; nothing where nothing need be told.
    pub fn words(self) -> Option<&'static str> {
        match self {
            Moved::FledToProvince => Some("fled into the surrounding province"),
            Moved::FledAshore => Some("fled ashore"),
            Moved::FledOutside => Some("fled outside"),
            Moved::Adrift => Some("adrift"),
            Moved::Ejected => Some("in the open, for what housed them is gone"),
            Moved::ToTheEnd | Moved::MovedIn | Moved::TookPosition => None,
        }
    }
}

/// Whether a noble is alive and free when the battle is over.
pub fn is_free(st: &State, unit: usize) -> bool {
    st.nobles[unit].health > 0 && !st.nobles[unit].captured
}

/// O-82: the first of a side's stacks in which somebody is left; it leads.
pub fn leading_stack(side: &Side, left: impl Fn(usize) -> bool) -> Option<usize> {
    side.stacks().position(|mut units| units.any(&left))
}

/// Where the stacks are that lead the sides, given which units are left. O-59:
/// who went down with a ship is nowhere, and not adrift.
pub fn whereabouts(b: &Battle, st: &State, left: impl Fn(usize) -> bool) -> [Whereabouts; 2] {
    let own_stacks = own_stacks(b, st);
    SideId::BOTH.map(|id| {
        let side = &b.sides[id.index()];
        match leading_stack(side, &left) {
            None if b.ground.at_sea() => Whereabouts::default(),
            None => own_stacks[id.index()].clone(),
            Some(0) => own_stacks[id.index()].clone(),
            Some(stack) => of_ally(b, st, &side.allies[stack - 1]),
        }
    })
}

/// O-82: where the stack of an ally is. It stood outside (O-81); beaten it
/// goes to the end of the list, any other stays where it was.
pub fn of_ally(b: &Battle, st: &State, ally: &Ally) -> Whereabouts {
    let stays = Whereabouts { position: ally.position, ..Whereabouts::default() };
    match st.verdict.and_then(Verdict::winner) {
        None => stays,
        // Allies are the defender's.
        Some(SideId::Attacker) => flee(b, None),
        Some(SideId::Defender) => Whereabouts { structure: shared_with_losers(b), ..stays },
    }
}

/// Where both sides' own stacks are.
fn own_stacks(b: &Battle, st: &State) -> [Whereabouts; 2] {
    let stays = SideId::BOTH.map(|side| stay(b, st, side));
    let Some(winner) = st.verdict.and_then(Verdict::winner) else {
        return stays;
    };
    let loser = winner.foe();
    let loser_ship_floats = b.wall(loser).is_some() && !sunk(b, st, loser);
    let [winner_stays, loser_stays] = [winner, loser].map(|side| stays[side.index()].clone());
    // O-77: only a victorious attacker moves; O-59: a winner whose own ship
    // sank at sea changes over whatever he ordered.
    let changes_over = b.ground.at_sea() && sunk(b, st, winner) && loser_ship_floats;
    let gains = winner == SideId::Attacker && !b.sides[0].hold;
    let takes = loser_ship_floats && (gains || changes_over);
    let mut winner_now = if takes {
        Whereabouts {
            structure: loser_stays.structure.clone(),
            moved: Some(Moved::MovedIn),
            ..winner_stays
        }
    } else {
        take_position(b, gains, winner_stays, &loser_stays)
    };
    winner_now.structure = winner_now.structure.or_else(|| shared_with_losers(b));
    // O-76: at sea they stay on their ship unless it was taken or is gone.
    let loser_now = match loser_ship_floats && b.ground.at_sea() && !takes {
        true => loser_stays,
        false => flee(b, b.wall(loser)),
    };
    match winner {
        SideId::Attacker => [winner_now, loser_now],
        SideId::Defender => [loser_now, winner_now],
    }
}

/// O-76: the losers leave the one structure both sides were in, but for a ship
/// at sea; the winner then has it to himself.
fn shared_with_losers(b: &Battle) -> Option<Housing> {
    let shared = b.ground.shared.clone().filter(|_| !b.ground.at_sea())?;
    Some(Housing { structure: shared, was: None })
}

/// A side that stays where it is; what housed it may be gone.
fn stay(b: &Battle, st: &State, side: SideId) -> Whereabouts {
    let wall = st.forces[side.index()].wall;
    let structure = b.wall(side).filter(|_| wall.stands).map(|before| Housing {
        structure: Structure { defense: wall.defense, damage: wall.damage, ..before.clone() },
        was: Some(side),
    });
    Whereabouts {
        structure,
        position: b.sides[side.index()].position,
        moved: sunk(b, st, side).then_some(Moved::Ejected),
    }
}

/// O-77: the victor takes the beaten defender's place in the list if it is
/// better. There is no place to take where the defender was in a structure.
fn take_position(b: &Battle, gains: bool, winner: Whereabouts, loser: &Whereabouts) -> Whereabouts {
    let Some(place) = loser.position.filter(|_| gains && b.wall(SideId::Defender).is_none()) else {
        return winner;
    };
    if winner.position.is_some_and(|own| own <= place) {
        return winner;
    }
    Whereabouts { position: Some(place), moved: Some(Moved::TookPosition), ..winner }
}

/// O-76: where the beaten go who were in this structure, or in none.
fn flee(b: &Battle, from: Option<&Structure>) -> Whereabouts {
    let shared = b.ground.shared.as_ref();
    let ship = from.or(shared).map(|structure| structure.kind.is_ship());
    let moved = match ship {
        Some(true) if !b.ground.at_sea() => Moved::FledAshore,
        // At sea they stay on the one ship both sides are on.
        _ if b.ground.at_sea() && shared.is_some() => Moved::ToTheEnd,
        _ if b.ground.at_sea() => Moved::Adrift,
        _ if from.is_some() => Moved::FledToProvince,
        Some(_) => Moved::FledOutside,
        None if b.ground.terrain == "city" => Moved::FledToProvince,
        None => Moved::ToTheEnd,
    };
    Whereabouts { structure: None, position: None, moved: Some(moved) }
}
