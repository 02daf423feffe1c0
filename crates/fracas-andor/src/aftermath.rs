//! The scenario that is left: the file as it was, with what the
//! battle changed.

use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike, Value, value};

use crate::battle::{Battle, Profile};
use crate::rules::board::AROUND;
use crate::rules::{conditions, levels, rewards};
use crate::state::{Actor, State, Verdict};
use crate::stats::Stats;

// Section 11, 17: what grows past a limit stops at it.
const MOST_HP: i64 = 20_000_000;
const MOST_MAGNITUDE: i64 = 1_000;
const MOST_CONDITIONS: usize = 100;
const MOST_NAME: usize = 100;

/// Writes the scenario.
pub fn write(b: &Battle, st: &State) -> String {
    // The battle was read from this text, so it can be read again.
    let Ok(mut file) = b.text.parse::<DocumentMut>() else { return b.text.clone() };
    file.remove("next");
    let after = After::of(b, st);
    after.player(&mut file);
    after.items(&mut file);
    if after.on_the_run() {
        after.survivors(&mut file);
    }
    file.to_string()
}

struct After<'a> {
    b: &'a Battle,
    st: &'a State,
    dead: bool,
    level: u32,
    xp: i64,
    base: Stats,
    hp: i64,
}

impl<'a> After<'a> {
    fn of(b: &'a Battle, st: &'a State) -> Self {
        // a death in the last tick is a defeat for the aftermath.
        let dead = st.hero.hp == 0;
        let xp = (b.hero.xp + rewards::granted(b, st) - st.xp_lost).min(levels::MOST_TOTAL);
        let fight = &b.fights[usize::from(st.fight)];
        let choices: &[_] = if dead { &[] } else { &b.hero.level_up };
        // Level-ups of the fights before were taken on the way.
        let risen = levels::rise(fight.level, xp, &fight.base, choices);
        let hp = i64::from(st.hero.hp) + risen.hp;
        Self { b, st, dead, level: risen.level, xp, base: risen.base, hp }
    }

    fn on_the_run(&self) -> bool {
        !self.dead && self.st.verdict == Some(Verdict::Fled)
    }

    fn player(&self, file: &mut DocumentMut) {
        let hero = &self.b.hero;
        let player = file.entry("player").or_insert_with(|| Item::Table(Table::new()));
        let Some(player) = player.as_table_like_mut() else { return };
        set(player, "level", i64::from(self.level));
        set(player, "xp", self.xp);
        if self.dead {
            // full again.
            player.remove("hp");
        } else {
            set(player, "hp", self.hp.min(self.max_hp()).min(MOST_HP));
        }
        self.base(player);
        set(player, "gold", (hero.gold + self.st.gold).min(levels::MOST_TOTAL));
        self.bag(player);
        if self.st.outfit != hero.outfit {
            self.equip(player);
        }
        if self.b.profile == Profile::Current {
            self.conditions(player);
        }
    }

    /// The equipped maximum after level-ups; conditions have run their tick.
    fn max_hp(&self) -> i64 {
        let conditions = conditions::abilities(self.b, self.st, Actor::Hero);
        let wearer = crate::rules::equipment::Wearer {
            profile: self.b.profile,
            base: &self.base,
            skills: &self.b.hero.skills,
            conditions: &conditions,
        };
        wearer.equipped(self.b.worn(&self.st.outfit)).fit_to_fight().hp
    }

    /// Level-ups change the base values.
    fn base(&self, player: &mut dyn TableLike) {
        let before = &self.b.hero.base;
        if self.base == *before {
            return;
        }
        if player.get("base").is_none() {
            player.insert("base", value(InlineTable::new()));
        }
        let base = player.get_mut("base").and_then(Item::as_table_like_mut);
        let Some(base) = base else { return };
        let mut change = |key: &str, now: i64, then: i64| {
            if now != then {
                set(base, key, now);
            }
        };
        change("hp", self.base.hp, before.hp);
        change("attack_chance", self.base.attack_chance, before.attack_chance);
        change("block", self.base.block, before.block);
        if self.base.damage != before.damage {
            put(base, "damage", self.base.damage.to_string().into());
        }
    }

    fn bag(&self, player: &mut dyn TableLike) {
        let (b, st) = (self.b, self.st);
        if *st.bag == b.bag {
            return;
        }
        let mut bag = InlineTable::new();
        for (place, count) in st.bag.iter().enumerate().filter(|(_, count)| **count > 0) {
            bag.insert(&b.stocked(place).id, i64::from(*count).into());
        }
        put(player, "bag", Value::InlineTable(bag));
    }

    /// What the hero wears, if he changed it.
    fn equip(&self, player: &mut dyn TableLike) {
        let mut equip = InlineTable::new();
        for (slot, item) in self.b.worn(&self.st.outfit) {
            equip.insert(slot.key(), item.id.as_str().into());
        }
        put(player, "equip", Value::InlineTable(equip));
    }

    /// what is still active, after the tick of A-112.
    fn conditions(&self, player: &mut dyn TableLike) {
        player.remove("conditions");
        let mut list = Array::new();
        let active =
            self.st.active.iter().filter(|active| active.who == Actor::Hero && !active.worn);
        // who died begins anew.
        for active in active.filter(|_| !self.dead).take(MOST_CONDITIONS) {
            let mut entry = InlineTable::new();
            let id = &self.b.conditions[usize::from(active.condition)].id;
            entry.insert("id", id.as_str().into());
            entry.insert("magnitude", i64::from(active.magnitude).min(MOST_MAGNITUDE).into());
            entry.insert("duration", i64::from(active.duration).into());
            list.push(entry);
        }
        if !list.is_empty() {
            put(player, "conditions", Value::Array(list));
        }
    }

    /// a looted item that is defined nowhere gets an empty definition.
    fn items(&self, file: &mut DocumentMut) {
        for (place, count) in self.st.bag.iter().enumerate() {
            let item = self.b.stocked(place);
            if *count == 0 || item.known {
                continue;
            }
            let items = file.entry("item").or_insert_with(|| {
                let mut table = Table::new();
                table.set_implicit(true);
                Item::Table(table)
            });
            // Among items written in one line it must be written in line, too:
            // a table of its own would not be printed there.
            let empty = match items.as_table() {
                Some(table) if !table.is_dotted() => Item::Table(Table::new()),
                _ => value(InlineTable::new()),
            };
            if let Some(items) = items.as_table_like_mut() {
                items.entry(&item.id).or_insert(empty);
            }
        }
    }

    /// the living monsters, one entry each.
    fn survivors(&self, file: &mut DocumentMut) {
        let written = self.entries();
        let mut list = toml_edit::ArrayOfTables::new();
        // Neighbouring tiles for those who could not come from farther away.
        let mut near = AROUND.iter().rev();
        for (rank, monster) in self.st.living().enumerate() {
            let kind = self.b.kind(usize::from(self.st.fight), monster);
            let Some(mut entry) = written.get(kind.entry).cloned() else { continue };
            entry.remove("count");
            entry.remove("at");
            let foe = &self.b.fights[usize::from(self.st.fight)].foes[monster];
            entry.insert("name", value(within_limit(&foe.name)));
            // Conditions that raised its maximum are not written.
            let hp = i64::from(self.st.monsters[monster].hp).min(kind.stats.hp);
            entry.insert("hp_now", value(hp));
            if rank >= AROUND.len() {
                entry.insert("aggression", value("approach"));
                if kind.stats.move_cost > kind.stats.ap
                    && let Some((x, y)) = near.next()
                {
                    entry.insert("at", value(Array::from_iter([i64::from(*x), i64::from(*y)])));
                }
            }
            forget_positions(&mut entry);
            list.push(entry);
        }
        file.insert("monster", Item::ArrayOfTables(list));
    }

    /// The `[[monster]]` entries of the fight that was broken off.
    fn entries(&self) -> Vec<Table> {
        let Ok(file) = self.b.text.parse::<DocumentMut>() else { return Vec::new() };
        let list = match self.st.fight {
            0 => file.get("monster"),
            fight => {
                let next = file.get("next").map(tables_of).unwrap_or_default();
                let entry = next.get(usize::from(fight) - 1).cloned();
                return entry
                    .and_then(|entry| entry.get("monster").map(tables_of))
                    .unwrap_or_default();
            }
        };
        list.map(tables_of).unwrap_or_default()
    }
}

/// A name that may be written: its end, for that tells copies apart.
fn within_limit(name: &str) -> String {
    let over = name.chars().count().saturating_sub(MOST_NAME);
    name.chars().skip(over).collect()
}

/// Lets a table and all in it be printed where they stand now; where they
/// stood in the file would tear them apart.
fn forget_positions(table: &mut Table) {
    table.set_position(None);
    for (_, item) in table.iter_mut() {
        match item {
            Item::Table(inner) => forget_positions(inner),
            Item::ArrayOfTables(list) => list.iter_mut().for_each(forget_positions),
            Item::None | Item::Value(_) => {}
        }
    }
}

/// The tables of a list, however it is written.
fn tables_of(item: &Item) -> Vec<Table> {
    match item {
        Item::ArrayOfTables(tables) => tables.iter().cloned().collect(),
        Item::Value(Value::Array(list)) => {
            let tables = list.iter().filter_map(Value::as_inline_table);
            tables.map(|table| table.clone().into_table()).collect()
        }
        _ => Vec::new(),
    }
}

fn set(table: &mut dyn TableLike, key: &str, number: i64) {
    put(table, key, number.into());
}

/// Puts a value in place of what was there, comments kept.
fn put(table: &mut dyn TableLike, key: &str, mut new: Value) {
    if let Some(Item::Value(old)) = table.get_mut(key) {
        *new.decor_mut() = old.decor().clone();
        *old = new;
        return;
    }
    table.insert(key, Item::Value(new));
}
