//! `[player]` (E-2, E-6, E-7, E-8, E-15).

use fracas_core::document::{Checked, Diagnostics, nearest};

use super::items::read_outfit;
use super::stats::{self, needs_current};
use super::{ScenarioBuilder, suggestion};
use crate::battle::{Hero, LevelUp, Profile};
use crate::rules::levels::threshold;
use crate::skills::{self, Skills};
use crate::state::{Active, Actor};
use crate::stats::Stats;

/// What the hero is and has at the start.
pub struct WrittenHero {
    /// The hero.
    pub hero: Hero,
    /// His hit points; `None` is full.
    pub hp: Option<i64>,
    /// Conditions at the start.
    pub afflictions: Vec<Active>,
}

impl std::ops::Deref for WrittenHero {
    type Target = Hero;

    fn deref(&self) -> &Hero {
        &self.hero
    }
}

/// Reads the hero, who may be left out altogether.
pub fn read(
    table: Option<&Checked>,
    builder: &mut ScenarioBuilder,
    out: &mut Diagnostics,
) -> WrittenHero {
    let default = Stats::hero(builder.profile);
    let Some(table) = table else {
        let hero = Hero {
            name: "Hero".to_owned(),
            level: 1,
            xp: 0,
            base: default,
            outfit: Default::default(),
            gold: 0,
            level_up: Vec::new(),
            skills: Skills::default(),
        };
        return WrittenHero { hero, hp: None, afflictions: Vec::new() };
    };
    let base = table
        .table("base")
        .map_or(default, |base| stats::read(base, default, 0, builder.profile, out));
    let level = table.whole("level").unwrap_or(1) as u32;
    let least = threshold(level);
    let xp = table.whole("xp").unwrap_or(least);
    if xp < least {
        let message = format!("xp is {xp}; level {level} needs at least {least}");
        out.error("E-6", &table.place("xp"), message)
            .help("the threshold is 55 (L-1) L (2L-1) / 6");
    }
    read_bag(table, builder, out);
    let outfit = read_outfit(table, builder, out);
    // What is worn may be taken off in play.
    for (_, item) in outfit.worn() {
        builder.stocked(item);
    }
    let level_up = table.list("level_up").iter().filter_map(|word| LevelUp::of(word.text()?));
    let hero = Hero {
        name: table.text("name").unwrap_or("Hero").to_owned(),
        level,
        xp,
        base,
        outfit,
        gold: table.whole("gold").unwrap_or(0),
        level_up: level_up.collect(),
        skills: read_skills(table, builder.profile, out),
    };
    let afflictions = read_afflictions(table, builder, out);
    WrittenHero { hero, hp: table.whole("hp"), afflictions }
}

fn read_bag(table: &Checked, builder: &mut ScenarioBuilder, out: &mut Diagnostics) {
    for (id, written) in table.map("bag") {
        if builder.find(id).is_none() {
            out.error("E-8", &written.key_place(), format!("there is no item `{id}`"))
                .help(builder.suggest(id));
            continue;
        }
        let used = builder.used(id);
        let place = builder.stocked(used);
        builder.bag[place] = written.whole().unwrap_or(0) as u32;
    }
}

fn read_skills(table: &Checked, profile: Profile, out: &mut Diagnostics) -> Skills {
    let mut levels = Skills::default();
    if profile == Profile::Classic {
        needs_current(table, "skills", "", out);
        return levels;
    }
    for (id, written) in table.map("skills") {
        let Some((skill, _, most)) = skills::ALL.iter().find(|(_, known, _)| *known == id) else {
            let known = skills::ALL.iter().map(|(_, known, _)| *known);
            let near = nearest(id, known.clone());
            let near = near.map_or(String::new(), |near| format!("did you mean {near}? "));
            let list: Vec<&str> = known.collect();
            out.error("E-7", &written.key_place(), format!("there is no skill `{id}`"))
                .help(format!("{near}skills are {}", list.join(", ")));
            continue;
        };
        let level = written.whole().unwrap_or(0);
        if level > i64::from(*most) {
            let message = format!("{id} is {level}; allowed are 0 to {most}");
            out.error("E-7", &written.place, message);
            continue;
        }
        levels.set(*skill, level as u16);
    }
    levels
}

fn read_afflictions(
    table: &Checked,
    builder: &mut ScenarioBuilder,
    out: &mut Diagnostics,
) -> Vec<Active> {
    if builder.profile == Profile::Classic {
        needs_current(table, "conditions", "", out);
        return Vec::new();
    }
    let mut found = Vec::new();
    for written in table.tables("conditions") {
        let id = written.text("id").unwrap_or_default();
        let Some(condition) = builder.library.conditions.known(id) else {
            let known = &builder.library.conditions;
            out.error("E-8", &written.place("id"), format!("there is no condition `{id}`"))
                .help(suggestion(id, known.ids(), &builder.library));
            continue;
        };
        found.push(Active {
            who: Actor::Hero,
            condition: condition as u16,
            magnitude: written.whole("magnitude").unwrap_or(1) as i32,
            duration: written.whole("duration").unwrap_or(999) as i32,
            worn: false,
        });
    }
    found
}
