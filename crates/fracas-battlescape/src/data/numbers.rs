//! Figures of the rulebook's tables that belong to no kind of thing.

use serde::Serialize;

/// What cover is worth (B-112).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoverNumbers {
    /// Taken from accuracy.
    pub accuracy: i16,
    /// Percent of damage that comes through.
    pub damage_pct: u16,
    /// Added to armour.
    pub armour_bonus: i16,
}

/// Where an attack comes from (B-115).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Arc {
    /// From the front.
    Front,
    /// From the side.
    Side,
    /// From behind.
    Rear,
}

/// What a fire mode changes (B-140, B-151).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ModeNumbers {
    /// Added to accuracy.
    pub accuracy: i16,
    /// Percent added to damage.
    pub damage_pct: i16,
}

/// What actions cost (B-62), in time units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Costs {
    /// A step.
    pub walk: u16,
    /// A step at a run.
    pub run: u16,
    /// Percent added when crouched or prone.
    pub crouch_pct: u16,
    /// Percent added for a level up.
    pub climb_pct: u16,
    /// Added for a closed door on the way, or to open or close one.
    pub door: u16,
    /// Added for a burning hex.
    pub burning: u16,
    /// Disengaging.
    pub disengage: u16,
    /// Turning by 60 degrees.
    pub turn: u16,
    /// Taking cover.
    pub take_cover: u16,
    /// Going prone.
    pub prone: u16,
    /// Standing up.
    pub stand: u16,
    /// Using an item.
    pub use_item: u16,
    /// Throwing without detonation.
    pub throw: u16,
    /// Preparing a grenade.
    pub prepare: u16,
    /// Throwing a prepared grenade.
    pub throw_prepared: u16,
    /// Reloading.
    pub reload: u16,
    /// Changing weapons.
    pub switch: u16,
    /// Using an object or picking up an item.
    pub interact: u16,
    /// Getting ready for reaction fire.
    pub ready: u16,
    /// Getting ready for suppression fire.
    pub suppress: u16,
    /// A further reaction shot.
    pub reaction: u16,
}

/// Suppression (B-214).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Suppression {
    /// Points for an attack that hit.
    pub hit: u8,
    /// For one that missed.
    pub miss: u8,
    /// More for a heavy weapon.
    pub heavy: u8,
    /// At least this for auto fire.
    pub auto: u8,
    /// On the centre of a blast.
    pub blast_centre: u8,
    /// Near a blast.
    pub blast_near: u8,
    /// How near.
    pub near: u8,
    /// For suppression fire (B-215).
    pub zone: u8,
    /// From here on a unit is suppressed.
    pub suppressed: u8,
    /// The most.
    pub cap: u8,
    /// Lost at the end of the own phase.
    pub recovery: u8,
    /// Taken from accuracy.
    pub accuracy: i16,
    /// Taken from time units.
    pub tu: u16,
}

/// Morale (B-230, B-231).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Morale {
    /// A friend was killed.
    pub friend_killed: u8,
    /// A friendly leader was killed.
    pub leader_killed: u8,
    /// Lost at least [`Morale::heavy_pct`] of the hit points in one action.
    pub heavy_damage: u8,
    /// Percent of hit points that is a heavy loss.
    pub heavy_pct: u8,
    /// Took a critical hit.
    pub crit: u8,
    /// Was hit from the side.
    pub flank: u8,
    /// Was hit from behind.
    pub rear: u8,
    /// Was set on fire.
    pub burning: u8,
    /// Became suppressed.
    pub suppressed: u8,
    /// Gained by the side for an enemy killed.
    pub enemy_killed: u8,
    /// Gained by the killer.
    pub killer: u8,
    /// Gained for an objective.
    pub objective: u8,
    /// Below this a unit is shaken (B-232).
    pub shaken: u8,
    /// How far a leader is felt (B-230).
    pub command: u8,
}

/// How a unit of the AI behaves (B-272).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Goes for the best attack.
    Aggressive,
    /// Keeps near its post.
    Defensive,
    /// Keeps its distance.
    Cautious,
    /// Gets away.
    Retreat,
    /// Looks for the enemy.
    Search,
    /// Never moves.
    Hold,
}

impl Mode {
    /// All modes.
    pub const ALL: [Mode; 6] = [
        Mode::Aggressive,
        Mode::Defensive,
        Mode::Cautious,
        Mode::Retreat,
        Mode::Search,
        Mode::Hold,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        ["aggressive", "defensive", "cautious", "retreat", "search", "hold"][self as usize]
    }
}

/// How well the AI plays (B-281).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Strength {
    /// One step at a time.
    Recruit,
    /// Whole turns, weighed.
    #[default]
    Veteran,
    /// Whole turns, played out.
    Elite,
}

impl Strength {
    /// All strengths.
    pub const ALL: [Strength; 3] = [Strength::Recruit, Strength::Veteran, Strength::Elite];
    /// Their names.
    pub const NAMES: [&'static str; 3] = ["recruit", "veteran", "elite"];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The strength of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|strength| strength.name() == name)
    }
}

/// Thresholds of a mode (B-272).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AiNumbers {
    /// Shoots at this accuracy or better.
    pub shoots_at: u8,
    /// Withdraws at this percent of its hit points.
    pub withdraws_at: u8,
    /// Reaction shots it readies for; 0 for none.
    pub ready_shots: u8,
    /// How far from its post it goes; 255 for anywhere.
    pub leash: u8,
    /// The distance it keeps.
    pub distance: u8,
}

/// The terms of accuracy (B-140) that belong to no weapon and no mode. What
/// lowers accuracy is written as a positive number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AccuracyNumbers {
    /// Lost by aiming at the head.
    pub head: i16,
    /// Lost per range band beyond the first.
    pub band: i16,
    /// Lost below the weapon's least range.
    pub too_close: i16,
    /// Gained from the side (B-116).
    pub side: i16,
    /// Gained from behind (B-116).
    pub rear: i16,
    /// Gained from above and lost from below (B-118).
    pub height: i16,
    /// Lost per stride after walking or crouching.
    pub moved: i16,
    /// Lost per stride after running.
    pub ran: i16,
    /// Hexes of a stride.
    pub stride: u8,
    /// Lost per partial blocker on the line.
    pub partial: i16,
    /// Lost per level of the densest smoke.
    pub smoke: i16,
    /// Lost against a prone target two hexes away or farther (B-119).
    pub prone_far: i16,
    /// Gained against a prone target close by.
    pub prone_near: i16,
    /// Gained by a prone shooter.
    pub prone_own: i16,
    /// Lost by a reaction shot.
    pub reaction: i16,
    /// Lost besides against a runner (B-77).
    pub runner: i16,
    /// Gained from ambush (B-102).
    pub ambush: i16,
    /// Lost by a shooter in critical state.
    pub critical: i16,
    /// Lost by a shaken shooter (B-232).
    pub shaken: i16,
    /// Lost by a strike at somebody who leaves (B-79).
    pub opportunity: i16,
    /// The least accuracy.
    pub least: i16,
    /// The most.
    pub most: i16,
}

/// What happens to damage on its way (B-151..B-157), in percent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DamageNumbers {
    /// Of armour against each damage type (B-153).
    pub armour_pct: [u16; 4],
    /// Of armour from behind (B-116).
    pub rear_armour_pct: u16,
    /// Of damage from the side (B-155).
    pub side_pct: u16,
    /// Of damage from behind (B-155).
    pub rear_pct: u16,
    /// Added by height (B-151).
    pub height_pct: u16,
    /// Strength per point of damage (B-151).
    pub strength_per: u16,
    /// The same for strikes.
    pub strike_strength_per: u16,
    /// The chance of a critical hit before accuracy and weapon (B-157).
    pub crit: i16,
    /// Of damage when critical.
    pub crit_pct: u16,
    /// Of damage when critical at the head (B-133).
    pub head_crit_pct: u16,
    /// Of damage when critical on the centre of a blast (B-182).
    pub blast_crit_pct: u16,
    /// Of a blast, lost per hex (B-182).
    pub falloff_pct: u16,
    /// Chance of a ricochet (B-162).
    pub ricochet: u8,
    /// Chance that a laser burns (B-163).
    pub laser_burn: u8,
    /// Chance that plasma burns badly (B-163).
    pub plasma_burn: u8,
}

/// How far one sees (B-91, B-92), in percent of the range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SightNumbers {
    /// By light: day, dusk, night, dark.
    pub light_pct: [u16; 4],
    /// By weather: clear, heavy fog.
    pub weather_pct: [u16; 2],
    /// Through smoke.
    pub smoke_pct: u16,
    /// Turns a ghost is remembered (B-98).
    pub ghost_turns: u16,
}

/// How far things are heard (B-101); weapons say it themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Noise {
    /// A throw.
    pub throw: u8,
    /// An explosion.
    pub explosion: u8,
    /// A step.
    pub walk: u8,
    /// A step at a run.
    pub run: u8,
    /// A crouched step.
    pub crouch: u8,
    /// A door.
    pub door: u8,
    /// An ability.
    pub ability: u8,
    /// Up to here something is heard near.
    pub near: u8,
    /// Up to here it is heard at middle distance.
    pub mid: u8,
}

/// What a weapon has from its class (B-63, B-101).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClassNumbers {
    /// Time units by mode, in the order of
    /// [`FireMode`](super::FireMode); 0 if there is no such mode.
    pub tu: [u16; 5],
    /// Rounds of a burst.
    pub burst_rounds: u8,
    /// Rounds of automatic fire.
    pub auto_rounds: u8,
    /// Rounds in a magazine.
    pub magazine: u8,
    /// How far it is heard.
    pub noise: u8,
}

/// Health and what it does (B-220..B-222), in percent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StatusNumbers {
    /// Of hit points: wounded at this or less.
    pub wounded: u8,
    /// Of hit points: critical at this or less.
    pub critical: u8,
    /// Of the cost of moves when wounded (B-73).
    pub wounded_move: u16,
    /// Of the cost of moves when critical.
    pub critical_move: u16,
    /// Chance per resolution that stun or panic ends.
    pub recover: u8,
    /// Panic chance is 100 less so many times morale (B-232).
    pub panic_per_morale: u8,
    /// The least panic chance of a unit hit from behind (B-116).
    pub rear_panic: u8,
}

/// Experience (B-254).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct XpNumbers {
    /// For the first damage to an enemy.
    pub first_blood: u32,
    /// For a kill.
    pub kill: u32,
    /// For killing a leader.
    pub leader: u32,
    /// For being alive at the end.
    pub survive: u32,
    /// For victory.
    pub victory: u32,
    /// Where ranks begin.
    pub ranks: [u32; 6],
}
