//! What a match is about.

use std::collections::{BTreeMap, BTreeSet};

use fracas::Capability;
use fracas_requests::Source;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::battles::Battles;

/// So many people play together at most.
const MOST_SEATS: usize = 16;
/// A name of a seat or a match is not longer.
const LONGEST_NAME: usize = 80;
/// A clock runs a year at most.
const LONGEST_CLOCK: u64 = 366 * 24 * 3600;
/// Spectators lag behind by so many phases at most.
const LONGEST_DELAY: u32 = 1000;

/// A match to be made.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct NewMatch {
    /// The scenario. Where set-ups are sealed, with whatever everybody may know.
    pub source: Source,
    /// The seats. Sides without one are played by the AI.
    pub seats: Vec<NewSeat>,
    /// How long somebody may take.
    #[serde(default)]
    pub clock: Option<Clock>,
    /// By how many phases spectators lag behind; none where there are none.
    #[serde(default)]
    pub spectators: Option<u32>,
}

/// A seat of a match to be made.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct NewSeat {
    /// The side: of battlescape `player` or `enemy`; else a side that the rules
    /// know, such as `attacker`.
    pub side: String,
    /// The units that are this seat's alone, by name. Those that no seat names are
    /// for the seats that name none, or else for everybody of the side.
    #[serde(default)]
    pub units: Vec<String>,
}

/// How long somebody may take for a phase, or for a set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Clock {
    /// So many seconds.
    pub seconds: u64,
    /// What happens then.
    #[serde(default)]
    pub then: Then,
}

/// What happens to a side whose time is up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Then {
    /// Its phase ends.
    #[default]
    EndPhase,
    /// The AI has it from then on.
    HandOver,
}

/// A side as it is set up by somebody.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SetUp {
    /// Its keys of the scenario, in TOML.
    pub text: String,
    /// The files that it names. Their names begin with `seat` and the number of
    /// the seat: `seat0/Clan.csv`.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
}

/// How a match is fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Order after order.
    Orders,
    /// By set-ups that are sealed until all are in.
    Sealed,
}

/// A match as it was agreed on; its scenario is kept apart.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Terms {
    pub name: String,
    pub ruleset: String,
    pub kind: Kind,
    pub seats: Vec<SeatTerms>,
    pub clock: Option<Clock>,
    pub spectators: Option<u32>,
}

/// A seat as it was agreed on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SeatTerms {
    /// Which of the sides: the place among observers or sides.
    pub side: usize,
    pub side_name: String,
    pub units: Vec<String>,
    /// The keys of a scenario that it sets up.
    pub keys: Vec<String>,
}

impl Terms {
    /// Checks a match that is to be made.
    pub fn read(battles: &Battles, new: &NewMatch) -> Result<Self, String> {
        if new.seats.is_empty() || new.seats.len() > MOST_SEATS {
            return Err(format!("a match has 1 to {MOST_SEATS} seats, not {}", new.seats.len()));
        }
        if let Some(clock) = new.clock
            && !(1..=LONGEST_CLOCK).contains(&clock.seconds)
        {
            return Err(format!("a clock has 1 to {LONGEST_CLOCK} seconds, not {}", clock.seconds));
        }
        if let Some(delay) = new.spectators
            && !(1..=LONGEST_DELAY).contains(&delay)
        {
            return Err(format!(
                "spectators lag behind by 1 to {LONGEST_DELAY} phases, not {delay}"
            ));
        }
        let battle = battles.of(&new.source)?;
        let rules = battle.rules();
        let by_orders = rules.has(Capability::Play) && rules.observers().len() > 1;
        let sides: Vec<(&str, Vec<String>)> = match (by_orders, rules.sides()) {
            (true, _) => rules.observers().iter().map(|side| (*side, Vec::new())).collect(),
            (false, Some((sides, _))) => {
                let keys = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect();
                sides.iter().map(|side| (side.name, keys(side.keys))).collect()
            }
            (false, None) => {
                let name = rules.name;
                return Err(format!("{name} has no two sides that people could set up"));
            }
        };
        let mut seats = Vec::new();
        for seat in &new.seats {
            let known = || sides.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" or ");
            let place = sides.iter().position(|(name, _)| *name == seat.side);
            let place = place.ok_or_else(|| format!("`{}` is no side: {}", seat.side, known()))?;
            seats.push(SeatTerms {
                side: place,
                side_name: seat.side.clone(),
                units: seat.units.clone(),
                keys: sides[place].1.clone(),
            });
        }
        let kind = if by_orders { Kind::Orders } else { Kind::Sealed };
        let terms = Self {
            name: battle.name().chars().take(LONGEST_NAME).collect(),
            ruleset: rules.name.to_owned(),
            kind,
            seats,
            clock: new.clock,
            spectators: new.spectators.filter(|_| by_orders),
        };
        match kind {
            Kind::Orders => terms.check_units(&battle)?,
            Kind::Sealed => terms.check_sealed(rules.name)?,
        }
        Ok(terms)
    }

    /// Units are of the seat's side, and of one seat.
    fn check_units(&self, battle: &fracas::Battle) -> Result<(), String> {
        let session = battle.play(0).map_err(|why| why.to_string())?;
        if session.to_act() != 0 || session.outcome().is_some() {
            return Err(
                "this battle does not begin with a decision of the player's side".to_owned()
            );
        }
        let mut taken = BTreeSet::new();
        for seat in &self.seats {
            let scene = session.scene_of(Some(seat.side));
            let side = scene.as_ref().and_then(|scene| scene.sides.get(seat.side));
            let of_side = |name: &String| {
                side.is_some_and(|side| side.units.iter().any(|unit| unit.name == *name))
            };
            for unit in &seat.units {
                if !of_side(unit) {
                    return Err(format!("`{unit}` is no unit of the {}'s side", seat.side_name));
                }
                if !taken.insert((seat.side, unit)) {
                    return Err(format!("`{unit}` has two seats"));
                }
            }
        }
        Ok(())
    }

    fn check_sealed(&self, name: &str) -> Result<(), String> {
        if self.seats.len() != 2 || self.seats[0].side == self.seats[1].side {
            return Err(format!("a match of {name} has two seats, one for each side"));
        }
        if self.seats.iter().any(|seat| !seat.units.is_empty()) {
            return Err("seats have units of their own only where they are given orders".to_owned());
        }
        Ok(())
    }

    /// The same with sides changed; the same sides where there is but one.
    pub fn changed(&self) -> Self {
        let mut changed = self.clone();
        let find = |side: usize| self.seats.iter().find(|seat| seat.side != side);
        for seat in &mut changed.seats {
            if let Some(other) = find(seat.side) {
                (seat.side, seat.side_name) = (other.side, other.side_name.clone());
                (seat.keys, seat.units) = (other.keys.clone(), Vec::new());
            }
        }
        changed
    }
}

/// A name as it may be shown.
pub fn shown_name(name: &str) -> String {
    name.chars().filter(|sign| !sign.is_control()).take(LONGEST_NAME).collect()
}
