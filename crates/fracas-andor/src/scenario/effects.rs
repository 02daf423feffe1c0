//! Written conditions and effects (A-87, A-107, A-109; E-8, E-15).

use fracas_core::document::{Checked, Diagnostics, Place};

use super::stats::needs_current;
use super::values::{interval, read_odds};
use super::{ScenarioBuilder, suggestion};
use crate::battle::{Hero, Profile};
use crate::conditions::{Application, Category, Condition, Effect, Effects, REMOVE, When, Worn};
use crate::data::Afflictions;
use crate::skills::Skill;
use crate::stats::{Interval, Stats};

/// `[condition.*]`.
pub fn read_conditions(file: &Checked, builder: &mut ScenarioBuilder, out: &mut Diagnostics) {
    for (id, item) in file.map("condition") {
        if builder.profile == Profile::Classic {
            out.error("E-15", &item.key_place(), "a condition needs profile = current");
            continue;
        }
        let Some(table) = item.table() else { continue };
        let category = table.text("category").and_then(Category::of);
        let flag = |key: &str| {
            let item = table.value(key);
            item.is_some_and(|item| item.flag() == Some(true) || item.whole() == Some(1))
        };
        let round = table.table("roundEffect");
        let condition = Condition {
            id: id.to_owned(),
            name: table.text("name").unwrap_or(id).to_owned(),
            category: category.unwrap_or_default(),
            positive: flag("isPositive"),
            stacking: flag("isStacking"),
            round_hp: round.and_then(|round| points(round, "increaseCurrentHP", out)),
            round_ap: round.and_then(|round| points(round, "increaseCurrentAP", out)),
            ability: table.table("abilityEffect").map(|table| ability(table, out)),
        };
        builder.library.conditions.define(id, condition);
    }
}

fn ability(table: &Checked, out: &mut Diagnostics) -> Stats {
    let whole = |key: &str| table.whole(key).unwrap_or(0);
    Stats {
        hp: whole("increaseMaxHP"),
        ap: whole("increaseMaxAP"),
        attack_cost: whole("increaseAttackCost"),
        move_cost: whole("increaseMoveCost"),
        use_cost: whole("increaseUseItemCost"),
        reequip_cost: whole("increaseReequipCost"),
        attack_chance: whole("increaseAttackChance"),
        damage: points(table, "increaseAttackDamage", out).unwrap_or_default(),
        critical: whole("increaseCriticalSkill"),
        multiplier: 0,
        block: whole("increaseBlockChance"),
        resistance: whole("increaseDamageResistance"),
    }
}

/// An interval that may be negative but not upside down.
fn points(table: &Checked, key: &str, out: &mut Diagnostics) -> Option<Interval> {
    super::values::read_interval(table, key, i64::MIN, "E-3", out)
}

/// The effects that a table has.
pub fn read_effects(
    table: &Checked,
    builder: &mut ScenarioBuilder,
    out: &mut Diagnostics,
) -> Effects {
    let mut effects = Effects::default();
    for (when, key, _) in When::ALL {
        if builder.profile == Profile::Classic {
            needs_current(table, key, "", out);
        } else if let Some(effect) = table.table(key) {
            effects.set(when, read_effect(effect, &mut builder.library.conditions, out));
        }
    }
    effects
}

fn read_effect(table: &Checked, known: &mut Afflictions, out: &mut Diagnostics) -> Effect {
    let mut applications = |key: &str| -> Vec<Application> {
        let list = table.tables(key).iter().map(|table| Application {
            condition: known.of(table.text("condition").unwrap_or_default()),
            magnitude: table.whole("magnitude").unwrap_or(REMOVE),
            duration: table.whole("duration").unwrap_or(0),
            chance: read_odds(table, "chance", out),
        });
        list.collect()
    };
    let (on_owner, on_opponent) =
        (applications("conditionsSource"), applications("conditionsTarget"));
    let mut points = |key: &str| {
        let item = table.value(key)?;
        let found = interval(item);
        if found.is_none_or(|found| found.min > found.max) {
            out.error("E-3", &item.place, format!("{key} must be N or MIN-MAX, MIN <= MAX"));
        }
        found
    };
    Effect {
        on_owner,
        on_opponent,
        hp: points("increaseCurrentHP"),
        ap: points("increaseCurrentAP"),
        attacker_hp: points("increaseAttackerCurrentHP"),
        attacker_ap: points("increaseAttackerCurrentAP"),
    }
}

/// `added_conditions` of an item.
pub fn read_added(
    table: &Checked,
    builder: &mut ScenarioBuilder,
    out: &mut Diagnostics,
) -> Vec<Worn> {
    if builder.profile == Profile::Classic {
        needs_current(table, "added_conditions", "", out);
        return Vec::new();
    }
    let added = table.tables("added_conditions").iter().map(|table| Worn {
        condition: builder.library.conditions.of(table.text("condition").unwrap_or_default()),
        magnitude: table.whole("magnitude").unwrap_or(1),
    });
    added.collect()
}

/// everything that a battle can put on anybody must be known.
pub fn check_known(
    file: &Checked,
    hero: &Hero,
    builder: &mut ScenarioBuilder,
    out: &mut Diagnostics,
) {
    if builder.profile == Profile::Classic {
        return;
    }
    let known = &builder.library.conditions;
    let mut missing: Vec<(String, usize)> = Vec::new();
    let mut look = |owner: &str, effects: &Effects, added: &[Worn]| {
        let put =
            effects.iter().flat_map(|effect| effect.on_owner.iter().chain(&effect.on_opponent));
        let all = put.map(|application| application.condition);
        for condition in all.chain(added.iter().map(|added| added.condition)) {
            if !known.is_known(condition) && !missing.iter().any(|(_, other)| *other == condition) {
                missing.push((owner.to_owned(), condition));
            }
        }
    };
    for item in &builder.items {
        look(&item.id, &item.effects, &item.added);
    }
    for kind in &builder.kinds {
        for effects in &kind.effects {
            look(&kind.name, effects, &[]);
        }
    }
    for (owner, condition) in missing {
        let id = known.id(condition);
        out.error(
            "E-8",
            &file.here(),
            format!("{owner} has an effect with the condition `{id}`, which is not known"),
        )
        .help(suggestion(id, known.ids(), &builder.library));
    }
    for (skill, id) in
        [(Skill::Concussion, "concussion"), (Skill::Crit1, "crit1"), (Skill::Crit2, "crit2")]
    {
        if hero.skills.has(skill) && known.known(id).is_none() {
            let place =
                file.table("player").map_or_else(Place::default, |player| player.place("skills"));
            out.error(
                "E-8",
                &place,
                format!("the skill {id} needs the condition `{id}`, which is not known"),
            )
            .help(suggestion(id, known.ids(), &builder.library));
        }
    }
    if known.ids().count() > usize::from(u16::MAX) {
        out.error("E-17", &file.here(), "more than 65535 conditions");
    }
}
