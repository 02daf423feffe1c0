//! Written statistics (A-3, A-85; E-2 to E-5).

use fracas_core::document::{Checked, Diagnostics};

use super::values::read_interval;
use crate::battle::Profile;
use crate::stats::Stats;

/// Statistics as they are written, over what holds where nothing is.
/// `least` is the least damage allowed: items may take damage away.
pub fn read(
    table: &Checked,
    over: Stats,
    least: i64,
    profile: Profile,
    out: &mut Diagnostics,
) -> Stats {
    let whole = |key: &str, default: i64| table.whole(key).unwrap_or(default);
    let critical = match profile {
        Profile::Classic => {
            needs_current(table, "critical_skill", "write critical_chance", out);
            "critical_chance"
        }
        Profile::Current => {
            if table.has("critical_chance") {
                let place = table.key_place("critical_chance");
                out.error("E-5", &place, "profile current has no critical_chance")
                    .help("write critical_skill; A-101 makes a chance of it");
            }
            "critical_skill"
        }
    };
    Stats {
        hp: whole("hp", over.hp),
        ap: whole("ap", over.ap),
        attack_cost: whole("attack_cost", over.attack_cost),
        move_cost: whole("move_cost", over.move_cost),
        use_cost: whole("use_cost", over.use_cost),
        reequip_cost: whole("reequip_cost", over.reequip_cost),
        attack_chance: whole("attack_chance", over.attack_chance),
        damage: read_interval(table, "damage", least, "E-3", out).unwrap_or(over.damage),
        critical: whole(critical, over.critical),
        multiplier: table
            .decimal("critical_multiplier")
            .map_or(over.multiplier, |multiplier| multiplier.scaled(4)),
        block: whole("block", over.block),
        resistance: whole("resistance", over.resistance),
    }
}

/// E-15: a key that `classic` does not have.
pub fn needs_current(table: &Checked, key: &str, help: &str, out: &mut Diagnostics) {
    if table.has(key) {
        let place = table.key_place(key);
        let found = out.error("E-15", &place, format!("{key} needs profile = current"));
        if !help.is_empty() {
            found.help(help);
        }
    }
}
