//! A checked scenario: everything that stays the same while it is fought.

pub use crate::constants::Constants;
use crate::measures::Measures;
use crate::rules::contest::Contests;
use crate::state::State;

/// M-100: the largest skill, hit points, damage and exhaustion.
pub const LIMIT: u32 = 1_000_000;
/// M-128: characters of an id, name or title.
pub const LONGEST_NAME: usize = 100;
/// M-100: the most units of a side.
pub const MOST_UNITS: usize = 1_000;

/// A side of the battle; its number is its place in lists of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The squad.
    Agents,
    /// Those who hold the site.
    Enemies,
}

impl Side {
    /// Both, in the order of their phases (M-25, M-27).
    pub const BOTH: [Side; 2] = [Side::Agents, Side::Enemies];

    /// The place in lists of two.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The other one.
    #[inline]
    pub fn foe(self) -> Self {
        match self {
            Side::Agents => Side::Enemies,
            Side::Enemies => Side::Agents,
        }
    }

    /// As written in tables and JSON.
    pub fn key(self) -> &'static str {
        match self {
            Side::Agents => "agents",
            Side::Enemies => "enemies",
        }
    }
}

/// A range of damage, both ends included (M-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// The least damage.
    pub min: u32,
    /// The most damage.
    pub max: u32,
}

impl Weapon {
    /// M-6: the range of a base damage, widened to whole numbers.
    pub fn of_base(base: u32, spread_pct: u32) -> Self {
        let (base, spread) = (u64::from(base), u64::from(spread_pct.min(100)));
        let min = base * (100 - spread) / 100;
        let max = (base * (100 + spread)).div_ceil(100);
        Self { min: min as u32, max: max as u32 }
    }
}

impl std::fmt::Display for Weapon {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.min, self.max)
    }
}

/// A weapon as somebody carries it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gear {
    /// Its range.
    pub weapon: Weapon,
    /// Its name in `[weapons]`, if it was given by name.
    pub name: Option<String>,
}

/// What an agent can be (M-63).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AgentState {
    /// At home and rested enough to go.
    Available,
    /// On the way.
    InTransit,
    /// Healing.
    Recovering,
    /// At work.
    OnAssignment,
    /// Deployed to a site.
    OnMission,
    /// Dead.
    Terminated,
}

impl AgentState {
    /// All of them.
    pub const ALL: [AgentState; 6] = [
        AgentState::Available,
        AgentState::InTransit,
        AgentState::Recovering,
        AgentState::OnAssignment,
        AgentState::OnMission,
        AgentState::Terminated,
    ];
    /// Their words.
    pub const WORDS: &'static [&'static str] =
        &["Available", "InTransit", "Recovering", "OnAssignment", "OnMission", "Terminated"];

    /// The word for it.
    pub fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }

    /// The state of a word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }
}

/// What an agent is assigned to (M-63).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Assignment {
    /// Nothing.
    Standby,
    /// To heal.
    Recovery,
    /// To earn money.
    Contracting,
    /// To gather intel.
    Espionage,
    /// A mission site, by its place in [`World::site_ids`].
    Site(u32),
    /// Nothing any more (M-54).
    NotApplicable,
}

impl Assignment {
    /// The words of those that are no site.
    pub const WORDS: &'static [&'static str] =
        &["Standby", "Recovery", "Contracting", "Espionage", "N/A"];

    /// The assignment of a word.
    pub fn of(word: &str) -> Option<Self> {
        Some(match word {
            "Standby" => Assignment::Standby,
            "Recovery" => Assignment::Recovery,
            "Contracting" => Assignment::Contracting,
            "Espionage" => Assignment::Espionage,
            "N/A" => Assignment::NotApplicable,
            _ => return None,
        })
    }
}

/// Everything about an agent that battles and turns change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Condition {
    /// Base skill.
    pub skill: u32,
    /// Current hit points; 0 is terminated (M-4).
    pub hp: u32,
    /// M-12.
    pub exhaustion: u32,
    /// `missions_survived`.
    pub missions: u32,
    /// M-63.
    pub state: AgentState,
    /// M-63.
    pub assignment: Assignment,
    /// Turns of recovery left (M-58).
    pub recovery_turns: u32,
    /// `hp_lost_before_recovery` (M-56).
    pub hp_lost: u32,
}

/// An agent of the roster.
#[derive(Clone, Debug)]
pub struct Agent {
    /// Unique in the battle.
    pub id: String,
    /// Hit points when unhurt.
    pub max_hp: u32,
    /// What he fights with.
    pub gear: Gear,
    /// Whether he takes part in battles (M-122).
    pub deploy: bool,
    /// Whether he does so in spite of his state (M-122).
    pub force: bool,
    /// As the file has him.
    pub written: Condition,
}

impl Agent {
    /// M-3: a fresh agent.
    pub fn fresh(id: String, constants: &Constants) -> Self {
        let weapon = Weapon::of_base(10, constants.weapon_damage_spread_pct);
        Self {
            id,
            max_hp: 30,
            gear: Gear { weapon, name: None },
            deploy: true,
            force: false,
            written: Condition {
                skill: 100,
                hp: 30,
                exhaustion: 0,
                missions: 0,
                state: AgentState::Available,
                assignment: Assignment::Standby,
                recovery_turns: 0,
                hp_lost: 0,
            },
        }
    }
}

/// A type of enemy (M-5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnemyType {
    /// Its name.
    pub name: String,
    /// Base skill.
    pub skill: u32,
    /// Hit points when unhurt.
    pub max_hp: u32,
    /// What it fights with.
    pub gear: Gear,
    /// Without influence on a battle (M-2).
    pub officer: bool,
}

/// One enemy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enemy {
    /// Unique in the battle.
    pub id: String,
    /// Its type, if it has one.
    pub kind: Option<String>,
    /// Base skill.
    pub skill: u32,
    /// Hit points when unhurt.
    pub max_hp: u32,
    /// Current hit points.
    pub hp: u32,
    /// M-12.
    pub exhaustion: u32,
    /// What it fights with.
    pub gear: Gear,
    /// Without influence on a battle (M-2).
    pub officer: bool,
}

/// What a won site grants the player (M-69).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rewards {
    /// Money at once.
    pub money: u32,
    /// Intel at once.
    pub intel: u32,
    /// Money every turn from the next on.
    pub funding: u32,
    /// Hundredths of a percent of panic.
    pub panic: u32,
}

/// What a won site does to a faction (M-69).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactionReward {
    /// Its place in [`World::factions`].
    pub faction: usize,
    /// `threat_reduction`.
    pub threat: u32,
    /// Added to its suppression.
    pub suppression: u32,
}

/// A mission site.
#[derive(Clone, Debug)]
pub struct Site {
    /// Its id.
    pub id: String,
    /// What reports call it.
    pub title: Option<String>,
    /// The built-in mission it is one of (M-75).
    pub preset: Option<&'static str>,
    /// Enemies in words (M-76), as written or as the preset has them.
    pub enemies_in_words: Option<String>,
    /// All enemies: those in words first.
    pub enemies: Vec<Enemy>,
    /// How many of them were in words.
    pub in_words: usize,
    /// Turns until it expires (M-65); `None` is never.
    pub expires_in: Option<u32>,
    /// M-69.
    pub rewards: Rewards,
    /// M-69.
    pub faction_rewards: Vec<FactionReward>,
    /// Turns of rest before it; `None` is until everybody is available (M-125).
    pub rest_turns: Option<u32>,
}

impl Site {
    /// Its title, else its id.
    pub fn called(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.id)
    }
}

/// A faction, as far as it does not change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faction {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
    /// Added to its threat each turn (M-73).
    pub threat_increase: u32,
}

impl Faction {
    /// Its name, else its id.
    pub fn called(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.id)
    }
}

/// What several battles share: the people, the rules, the factions.
#[derive(Clone, Debug)]
pub struct World {
    /// What reports call it.
    pub name: Option<String>,
    /// The constants.
    pub constants: Constants,
    /// `[weapons]`, as written.
    pub weapons: Vec<(String, Weapon)>,
    /// Built-in types and the scenario's own.
    pub types: Vec<EnemyType>,
    /// The scenario's own types by name, in written order.
    pub own_types: Vec<String>,
    /// The roster, as written.
    pub agents: Vec<Agent>,
    /// Ids of sites: those of the chain, then others that agents are assigned to.
    pub site_ids: Vec<String>,
    /// The factions.
    pub factions: Vec<Faction>,
    /// Whether the file has a `[player]`, so that anything is booked (M-123).
    pub has_player: bool,
    /// Whether the factions are written in the file.
    pub has_factions: bool,
}

/// Somebody who may fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The id; for enemies of later battles with the battle's number.
    pub id: String,
    /// Who it is.
    pub who: Who,
}

/// Who a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// An agent, by the place in the roster.
    Agent(usize),
    /// An enemy, by battle of the chain and place in its list.
    Enemy {
        /// The battle, counted from 0.
        battle: usize,
        /// The place in [`Site::enemies`].
        place: usize,
    },
}

/// A battle ready to be fought, or a chain of them (M-125).
#[derive(Clone, Debug)]
pub struct Battle {
    /// The people and the rules.
    pub world: World,
    /// The site, and those of further battles.
    pub chain: Vec<Site>,
    /// Turns of rest before the first battle (M-120).
    pub rest_turns: u32,
    /// Whether enemies that survive a failure stay (M-55).
    pub keep_enemies: bool,
    /// Whether a chain goes on after a failure (M-125).
    pub continue_after_failure: bool,
    /// All who may fight: agents, then the enemies of all battles, each in
    /// natural order (M-7), so that places compare as ids do.
    pub units: Vec<Unit>,
    /// How many of them are agents.
    pub squad: usize,
    /// M-48: skill points of the agent in an attack, by phase and success.
    pub points: [[u32; 2]; 2],
    /// M-23: exhaustion of attacker and defender.
    pub tiring: [u32; 2],
    /// Contest chances.
    pub contests: Contests,
    /// Whether somebody is asked after every round if the squad retreats,
    /// instead of M-38.
    pub asked: bool,
    /// Where each measure stands in the list.
    pub measures: Measures,
    /// The state before the first attack.
    pub start: State,
}

impl Battle {
    /// The enemy that a unit is.
    pub fn enemy(&self, unit: usize) -> Option<&Enemy> {
        match self.units[unit].who {
            Who::Agent(_) => None,
            Who::Enemy { battle, place } => Some(&self.chain[battle].enemies[place]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// M-6 and its vectors.
    #[test]
    fn a_range_is_widened_never_narrowed() {
        let vectors = [
            (1, 0, 2),
            (2, 1, 3),
            (3, 1, 5),
            (7, 3, 11),
            (8, 4, 12),
            (10, 5, 15),
            (14, 7, 21),
            (15, 7, 23),
            (20, 10, 30),
            (30, 15, 45),
        ];
        for (base, min, max) in vectors {
            assert_eq!(Weapon::of_base(base, 50), Weapon { min, max });
        }
        assert_eq!(Weapon::of_base(7, 0), Weapon { min: 7, max: 7 });
        assert_eq!(Weapon::of_base(7, 100), Weapon { min: 0, max: 14 });
    }
}
