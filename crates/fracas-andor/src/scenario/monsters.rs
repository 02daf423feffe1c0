//! `[[monster]]` (A-17, A-31, A-36, A-86, A-91 to A-96; E-1, E-2, E-8, E-10,
//! E-11, E-13, E-17).

use fracas_core::document::{Checked, Diagnostics};

use super::effects::read_effects;
use super::items::read_outfit;
use super::stats::{self, needs_current};
use super::values::{read_interval, read_odds};
use super::{ScenarioBuilder, suggestion};
use crate::battle::{Class, Foe, Kind, Loot, Prize, Profile, Tile};
use crate::conditions::Odds;
use crate::data::{Creature, Drop};
use crate::muster::WrittenFight;
use crate::rules::attack::effective_critical;
use crate::rules::board::free_places;
use crate::rules::equipment::Wearer;
use crate::skills::{Skill, Skills};
use crate::state::MOST_MONSTERS;
use crate::stats::{Interval, Stats};

/// Reads the monsters of one fight.
pub fn read(
    table: &Checked,
    skills: &Skills,
    builder: &mut ScenarioBuilder,
    fight: &mut WrittenFight,
    out: &mut Diagnostics,
) {
    let entries = table.tables("monster");
    if entries.is_empty() {
        if !table.has("monster") || table.value("monster").is_some() {
            out.error("E-1", &table.place("monster"), "the battle has no opponents")
                .help("write a [[monster]]");
        }
        return;
    }
    let counts = entries.iter().map(|entry| entry.whole("count").unwrap_or(1));
    let many: i64 = counts.sum();
    if many > MOST_MONSTERS as i64 {
        let message = format!("{many} monsters; a fight has at most {MOST_MONSTERS}");
        out.error("E-10", &table.place("monster"), message);
        return;
    }
    let mut written_at: Vec<Option<Tile>> = Vec::new();
    for (entry, monster) in entries.iter().enumerate() {
        let kind = read_kind(monster, entry, skills, builder, out);
        let count = monster.whole("count").unwrap_or(1);
        let at = read_at(monster, count, &written_at, out);
        for copy in 0..count {
            let name =
                if count > 1 { format!("{} {}", kind.name, copy + 1) } else { kind.name.clone() };
            fight.foes.push(Foe { kind: builder.kinds.len(), name, at: Tile::default() });
            written_at.push(at);
        }
        builder.kinds.push(kind);
    }
    place(fight, &written_at);
    check_reach(entries, fight, builder, out);
}

/// E-10, E-17: a written position.
fn read_at(
    table: &Checked,
    count: i64,
    others: &[Option<Tile>],
    out: &mut Diagnostics,
) -> Option<Tile> {
    let [x, y] = table.list("at") else { return None };
    let place = table.place("at");
    if count > 1 {
        out.error("E-17", &place, "one position cannot hold several")
            .help("write one entry for each, or leave out `at`");
        return None;
    }
    let tile = Tile { x: x.whole()? as i16, y: y.whole()? as i16 };
    if tile == Tile::default() {
        out.error("E-10", &place, "the player stands there");
        return None;
    }
    if others.contains(&Some(tile)) {
        out.error("E-10", &place, "another monster stands there");
        return None;
    }
    Some(tile)
}

/// those with a position first, the others where there is room.
fn place(fight: &mut WrittenFight, written: &[Option<Tile>]) {
    let taken: Vec<Tile> = written.iter().flatten().copied().collect();
    let mut free = free_places(&taken);
    for (foe, at) in fight.foes.iter_mut().zip(written) {
        if let Some(tile) = at.or_else(|| free.next()) {
            foe.at = tile;
        }
    }
}

/// E-11: somebody who stands apart must be able to come.
fn check_reach(
    entries: &[Checked],
    fight: &WrittenFight,
    builder: &ScenarioBuilder,
    out: &mut Diagnostics,
) {
    let mut told = None;
    for foe in &fight.foes {
        let kind = &builder.kinds[foe.kind];
        if foe.at.distance(Tile::default()) > 1 && kind.immobile() && told != Some(foe.kind) {
            told = Some(foe.kind);
            let why = if kind.approaches {
                "its move cost is above its action points"
            } else {
                "it has no aggression"
            };
            let message = format!("{} would never join the fight", kind.name);
            out.error("E-11", &entries[kind.entry].here(), message)
                .help(format!("it is not next to the player, and {why}"));
        }
    }
}

fn read_kind(
    table: &Checked,
    entry: usize,
    skills: &Skills,
    builder: &mut ScenarioBuilder,
    out: &mut Diagnostics,
) -> Kind {
    let creature = find_creature(table, builder, out);
    if builder.profile == Profile::Classic {
        needs_current(table, "class", "", out);
    }
    let mut over = creature.as_ref().map_or_else(Stats::monster, |creature| creature.stats);
    if builder.profile == Profile::Classic {
        // the game's skill as the chance it gives.
        over.critical = effective_critical(over.critical).min(100);
    }
    let base = stats::read(table, over, 0, builder.profile, out);
    let outfit = read_outfit(table, builder, out);
    let no_skills = Skills::default();
    let wearer = Wearer {
        profile: builder.profile,
        base: &base,
        skills: &no_skills,
        conditions: &Stats::default(),
    };
    let worn = || outfit.worn().map(|(slot, id)| (slot, &builder.items[id.0]));
    let stats = wearer.equipped(worn());
    let mut effects =
        vec![creature.as_ref().map_or_else(Default::default, |of| of.effects.clone())];
    effects.extend(worn().map(|(_, item)| item.effects.clone()));
    let added = worn().flat_map(|(_, item)| item.added.iter().copied()).collect();
    if builder.profile == Profile::Classic {
        effects.clear();
    }
    let own = read_effects(table, builder, out);
    effects.push(own);
    effects.retain(|effects| !effects.is_empty());
    let name = table.text("name").map(str::to_owned);
    let data_name = creature.as_ref().map(|creature| creature.name.clone());
    let aggression = table.text("aggression").map(crate::data::approaches);
    let data_aggression = creature.as_ref().map(|creature| creature.approaches);
    let data_xp = creature.as_ref().map_or(0, |creature| creature.xp);
    let xp = table.whole("xp").unwrap_or(data_xp);
    Kind {
        name: name.or(data_name).unwrap_or_else(|| format!("monster {}", entry + 1)),
        entry,
        hp_now: read_hp_now(table, stats.hp, out),
        stats,
        // moreExp.
        xp: xp * (100 + 10 * skills.level(Skill::MoreExp)) / 100,
        loot: read_loot(table, creature.as_ref(), skills, builder, out),
        approaches: aggression.or(data_aggression).unwrap_or(true),
        class: table
            .text("class")
            .and_then(Class::of)
            .or(creature.as_ref().map(|creature| creature.class))
            .unwrap_or(Class("humanoid")),
        effects,
        added,
        townsfolk: false,
    }
}

/// Every monster of the data; without data, those of the scenario. Of their
/// loot only the gold counts here.
pub fn bestiary(skills: &Skills, builder: &ScenarioBuilder) -> Vec<Kind> {
    if builder.library.creatures.is_empty() {
        return builder.kinds.clone();
    }
    let kind = |(id, creature): (&str, &Creature)| {
        let mut stats = creature.stats;
        if builder.profile == Profile::Classic {
            stats.critical = effective_critical(stats.critical).min(100);
        }
        let drops = creature.drops.as_ref().and_then(|id| builder.library.drops.get(id));
        let level = skills.level(Skill::Coinfinder);
        let gold =
            drops.into_iter().flatten().filter(|drop| drop.item == "gold").map(|drop| Loot {
                prize: Prize::Gold,
                chance: match level {
                    0 => drop.chance,
                    level => drop.chance.times_percent(100 + 30 * level as u64),
                },
                quantity: drop.quantity,
                share: 100 + 50 * level,
            });
        Kind {
            name: id.to_owned(),
            entry: 0,
            stats,
            hp_now: stats.hp,
            xp: creature.xp * (100 + 10 * skills.level(Skill::MoreExp)) / 100,
            loot: gold.collect(),
            approaches: creature.approaches,
            class: creature.class,
            effects: match builder.profile {
                Profile::Current if !creature.effects.is_empty() => vec![creature.effects.clone()],
                _ => Vec::new(),
            },
            added: Vec::new(),
            townsfolk: creature.is_townsfolk(),
        }
    };
    builder.library.creatures.iter().map(kind).collect()
}

fn find_creature(
    table: &Checked,
    builder: &ScenarioBuilder,
    out: &mut Diagnostics,
) -> Option<Creature> {
    let id = table.text("use")?;
    let found = builder.library.creatures.get(id).cloned();
    if found.is_none() {
        let help = suggestion(id, builder.library.creatures.ids(), &builder.library);
        out.error("E-8", &table.place("use"), format!("there is no monster `{id}`")).help(help);
    }
    found
}

/// E-2: hit points now, within the equipped maximum.
fn read_hp_now(table: &Checked, max: i64, out: &mut Diagnostics) -> i64 {
    if max < 1 {
        out.error("E-2", &table.here(), format!("the equipped maximum of hit points is {max}"))
            .help("it must be at least 1");
    }
    let now = table.whole("hp_now").unwrap_or(max);
    if now > max && max >= 1 {
        let message = format!("hp_now is {now}; allowed are 1 to {max}");
        out.error("E-2", &table.place("hp_now"), message);
    }
    now
}

/// written loot, else that of the data (A-96: a drop list nobody knows
/// is no loot).
fn read_loot(
    table: &Checked,
    creature: Option<&Creature>,
    skills: &Skills,
    builder: &mut ScenarioBuilder,
    out: &mut Diagnostics,
) -> Vec<Loot> {
    if table.has("loot") {
        let mut loot = Vec::new();
        for entry in table.tables("loot") {
            let chance = read_odds(entry, "chance", out);
            let quantity = read_interval(entry, "qty", 0, "E-13", out);
            let quantity = quantity.unwrap_or(Interval::new(1, 1));
            let item = entry.text("item").unwrap_or_default();
            loot.push(prize(item, chance, quantity, skills, builder));
        }
        return loot;
    }
    let Some(id) = creature.and_then(|creature| creature.drops.clone()) else { return Vec::new() };
    let Some(drops) = builder.library.drops.get(&id).cloned() else {
        let message = format!("the drop list `{id}` is not known");
        out.warning("", &table.here(), message).help("the monster leaves nothing");
        return Vec::new();
    };
    let known = |drop: &Drop, builder: &ScenarioBuilder| {
        drop.item == "gold" || builder.find(&drop.item).is_some()
    };
    for drop in drops.iter().filter(|drop| !known(drop, builder)) {
        let message = format!("the item `{}` of drop list `{id}` is not known", drop.item);
        out.warning("", &table.here(), message).help("it is known by its id only");
    }
    let drops = drops.iter().take(250);
    drops.map(|drop| prize(&drop.item, drop.chance, drop.quantity, skills, builder)).collect()
}

/// One entry of loot, with what the hero's skills make of it.
fn prize(
    item: &str,
    chance: Odds,
    quantity: Interval,
    skills: &Skills,
    builder: &mut ScenarioBuilder,
) -> Loot {
    if item == "gold" {
        let level = skills.level(Skill::Coinfinder);
        let chance = if level > 0 { chance.times_percent(100 + 30 * level as u64) } else { chance };
        return Loot { prize: Prize::Gold, chance, quantity, share: 100 + 50 * level };
    }
    let used = builder.used(item);
    let level = skills.level(Skill::Magicfinder) as u64;
    let better = level > 0 && builder.items[used.0].special;
    let chance = if better { chance.times_percent(100 + 50 * level) } else { chance };
    Loot { prize: Prize::Item(builder.stocked(used)), chance, quantity, share: 100 }
}
