//! The scenario that is left: the file as it was, with what the
//! battle changed.

use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike, Value, value};

use crate::battle::{Battle, Profile};
use crate::rules::{conditions, levels, rewards};
use crate::state::{State, Verdict, Who};
use crate::stats::Stats;

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
            set(player, "hp", self.hp.min(self.max_hp()));
        }
        self.base(player);
        let gold = if self.dead { hero.gold } else { hero.gold + self.st.gold };
        set(player, "gold", gold.min(levels::MOST_TOTAL));
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
        let conditions = conditions::abilities(self.b, self.st, Who::Hero);
        let wearer = crate::rules::equipment::Wearer {
            profile: self.b.profile,
            base: &self.base,
            skills: &self.b.hero.skills,
            conditions: &conditions,
        };
        wearer.equipped(self.b.worn(&self.st.outfit)).hp.max(1)
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
        // the dead pick nothing up; what was used is gone all the same.
        let count = |place: usize| {
            if self.dead { st.bag[place].min(b.bag[place]) } else { st.bag[place] }
        };
        if (0..b.stock.len()).all(|place| count(place) == b.bag[place]) {
            return;
        }
        let mut bag = InlineTable::new();
        for place in 0..b.stock.len() {
            if count(place) > 0 {
                bag.insert(&b.stocked(place).id, i64::from(count(place)).into());
            }
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
        let active = self.st.active.iter().filter(|active| active.who == Who::Hero && !active.worn);
        // who died begins anew.
        for active in active.filter(|_| !self.dead) {
            let mut entry = InlineTable::new();
            let id = &self.b.conditions[usize::from(active.condition)].id;
            entry.insert("id", id.as_str().into());
            entry.insert("magnitude", i64::from(active.magnitude).into());
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
            if *count == 0 || item.known || self.dead {
                continue;
            }
            let items = file.entry("item").or_insert_with(|| {
                let mut table = Table::new();
                table.set_implicit(true);
                Item::Table(table)
            });
            if let Some(items) = items.as_table_like_mut() {
                items.entry(&item.id).or_insert(Item::Table(Table::new()));
            }
        }
    }

    /// the living monsters, one entry each.
    fn survivors(&self, file: &mut DocumentMut) {
        let written = self.entries();
        let mut list = toml_edit::ArrayOfTables::new();
        for (rank, monster) in self.st.living().enumerate() {
            let kind = self.b.kind(usize::from(self.st.fight), monster);
            let Some(mut entry) = written.get(kind.entry).cloned() else { continue };
            entry.remove("count");
            entry.remove("at");
            let foe = &self.b.fights[usize::from(self.st.fight)].foes[monster];
            entry.insert("name", value(foe.name.as_str()));
            entry.insert("hp_now", value(i64::from(self.st.monsters[monster].hp)));
            if rank >= 8 {
                entry.insert("aggression", value("approach"));
            }
            entry.set_position(None);
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
