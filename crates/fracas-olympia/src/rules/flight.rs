//! Chapter 10: who is where when the battle is over (O-59, O-76, O-77).

use super::settling::sunk;
use crate::battle::{Battle, SideId, Structure};
use crate::state::{State, Verdict};

/// Where a side is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whereabouts {
    /// The structure that houses it, as it is now.
    pub structure: Option<Structure>,
    /// Its place in the location list; `None` is its end.
    pub position: Option<i64>,
    /// What became of it, if it was moved.
    pub moved: Option<Moved>,
}

/// How a side was moved.
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

/// Where both sides are. Allies of a beaten side are in the open at the end
/// of the list (O-82); allies of any other stay where they were.
pub fn whereabouts(b: &Battle, st: &State) -> [Whereabouts; 2] {
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
    // The losers leave the one structure both sides were in, but for a ship
    // at sea; the winner then has it to himself.
    if !b.ground.at_sea() {
        winner_now.structure = winner_now.structure.or_else(|| b.ground.shared.clone());
    }
    let loser_now = flee(b, st, loser, takes, loser_stays);
    match winner {
        SideId::Attacker => [winner_now, loser_now],
        SideId::Defender => [loser_now, winner_now],
    }
}

/// A side that stays where it is; what housed it may be gone.
fn stay(b: &Battle, st: &State, side: SideId) -> Whereabouts {
    let wall = st.forces[side.index()].wall;
    let structure = b.wall(side).filter(|_| wall.stands).map(|before| Structure {
        defense: wall.defense,
        damage: wall.damage,
        ..before.clone()
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

/// O-76: where the beaten go.
fn flee(b: &Battle, st: &State, side: SideId, taken: bool, stays: Whereabouts) -> Whereabouts {
    let ship = b.wall(side).is_some_and(|structure| structure.kind.is_ship());
    let shared_ship = b.ground.shared.as_ref().map(|shared| shared.kind.is_ship());
    let moved = match (b.wall(side), shared_ship) {
        // At sea they stay on their ship unless it was taken or is gone.
        (Some(_), _) if b.ground.at_sea() && !taken && !sunk(b, st, side) => return stays,
        _ if b.ground.at_sea() && shared_ship.is_none() => Moved::Adrift,
        (None, Some(true)) if b.ground.at_sea() => Moved::ToTheEnd,
        (Some(_), _) if ship => Moved::FledAshore,
        (None, Some(true)) => Moved::FledAshore,
        (None, Some(false)) => Moved::FledOutside,
        (Some(_), _) => Moved::FledToProvince,
        (None, None) if b.ground.terrain == "city" => Moved::FledToProvince,
        (None, None) => Moved::ToTheEnd,
    };
    Whereabouts { structure: None, position: None, moved: Some(moved) }
}
