//! The names of the dice (B-3).

use fracas_core::chance::Die;

/// Whether a shot, strike or throw hits.
pub const TO_HIT: Die = Die("to_hit");
/// Damage.
pub const DAMAGE: Die = Die("damage");
/// Whether a blocked hit ricochets.
pub const RICOCHET: Die = Die("ricochet");
/// Where to.
pub const RICOCHET_DIR: Die = Die("ricochet_dir");
/// Whether a hit burns.
pub const EFFECT: Die = Die("effect");
/// Whether a hit is critical.
pub const CRIT: Die = Die("crit");
/// Where a missed throw goes.
pub const SCATTER_DIR: Die = Die("scatter_dir");
/// An ability against resistance.
pub const PSI: Die = Die("psi");
/// Whether something stuns.
pub const STUN: Die = Die("stun");
/// Whether a unit panics.
pub const PANIC: Die = Die("panic");
/// How far a panicked unit runs.
pub const PANIC_STEPS: Die = Die("panic_steps");
/// Where to.
pub const PANIC_DIR: Die = Die("panic_dir");
/// Whether stun or panic ends.
pub const RECOVER: Die = Die("recover");
/// Whether a fire spreads.
pub const FIRE_SPREAD: Die = Die("fire_spread");
/// Where to.
pub const FIRE_DIR: Die = Die("fire_dir");
/// Damage of burns and poison.
pub const DOT: Die = Die("dot");
/// Damage of a burning hex.
pub const HAZARD: Die = Die("hazard");
/// Places of a shuffled squad.
pub const PLACEMENT: Die = Die("placement");
