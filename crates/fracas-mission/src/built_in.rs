//! Enemy types (M-5) and missions (M-75) that need not be written down.

use crate::battle::{EnemyType, Gear, Weapon};

/// M-75: the faction of the built-in missions.
pub const RED_DAWN: &str = "red-dawn";
/// M-75: its threat and what is added each turn.
pub const RED_DAWN_THREAT: (i64, u32) = (100, 5);

/// M-5: name, skill, hit points, base damage, officer.
const TYPES: [(&str, u32, u32, u32, bool); 8] = [
    ("Initiate", 40, 20, 8, false),
    ("Operative", 60, 20, 10, false),
    ("Handler", 70, 20, 10, true),
    ("Soldier", 100, 30, 14, false),
    ("Lieutenant", 120, 30, 14, true),
    ("Elite", 200, 40, 20, false),
    ("Commander", 250, 40, 20, true),
    ("HighCommander", 400, 50, 30, true),
];

/// The built-in types, with weapons of this spread.
pub fn types(spread_pct: u32) -> Vec<EnemyType> {
    let of = |&(name, skill, max_hp, base, officer): &(&str, u32, u32, u32, bool)| EnemyType {
        name: name.to_owned(),
        skill,
        max_hp,
        gear: Gear { weapon: Weapon::of_base(base, spread_pct), name: None },
        officer,
    };
    TYPES.iter().map(of).collect()
}

/// A built-in mission (M-75).
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// Turns until it expires.
    pub expires_in: u32,
    /// Its enemies in words (M-76).
    pub enemies: &'static str,
    /// Money, intel and panic reduction.
    pub rewards: [u32; 3],
    /// Threat reduction and suppression.
    pub faction: [u32; 2],
}

/// Their names.
pub const PRESETS: &[&str] = &["apprehend", "safehouse", "outpost", "base", "hq"];

const MISSIONS: [Preset; 5] = [
    Preset {
        name: "apprehend",
        expires_in: 3,
        enemies: "2 Initiate, 1 Operative",
        rewards: [0, 10, 5],
        faction: [1, 10],
    },
    Preset {
        name: "safehouse",
        expires_in: 8,
        enemies: "4 Initiate, 3 Operative, 1 Handler",
        rewards: [120, 40, 20],
        faction: [5, 40],
    },
    Preset {
        name: "outpost",
        expires_in: 10,
        enemies: "4 Initiate, 6 Operative, 4 Soldier, 2 Handler, 1 Lieutenant",
        rewards: [150, 50, 40],
        faction: [20, 50],
    },
    Preset {
        name: "base",
        expires_in: 12,
        enemies: "10 Operative, 10 Soldier, 2 Elite, 4 Handler, 2 Lieutenant, 1 Commander",
        rewards: [200, 60, 30],
        faction: [7, 60],
    },
    Preset {
        name: "hq",
        expires_in: 15,
        enemies: "20 Soldier, 6 Elite, 4 Lieutenant, 2 Commander, 1 HighCommander",
        rewards: [250, 70, 35],
        faction: [8, 70],
    },
];

/// The mission of this name.
pub fn preset(name: &str) -> Option<Preset> {
    MISSIONS.into_iter().find(|mission| mission.name == name)
}
