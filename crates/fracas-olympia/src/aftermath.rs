//! The scenario that is left when the battle is over (O-79).

use std::fmt::Write;

use fracas_core::chance::Draw;
use fracas_core::document::{write_key, write_text};

use crate::battle::{Ally, Battle, Edition, Item, Noble, Side, SideId, Structure};
use crate::kinds::{Kind, Melee, Shoots};
use crate::report::words;
use crate::rules::flight::{self, Whereabouts};
use crate::rules::spoils::{Holdings, noble_now, share_out};
use crate::rules::{heirs, limits, weeks};
use crate::state::{State, Verdict};

/// Writes the scenario; `[aftermath] weeks` are drawn here (O-78).
pub fn write(b: &Battle, st: &State, dice: &mut dyn Draw) -> String {
    let mut free: Vec<Option<Noble>> = (0..b.units.len())
        .map(|unit| flight::is_free(st, unit).then(|| noble_now(b, st, unit)))
        .collect();
    let mut spoils = share_out(b, st);
    weeks::pass(b, &mut free, &mut spoils, dice);
    let mut holdings = spoils.holdings;
    let left_behind = limits::leave_behind(b, &mut holdings);
    let places = flight::whereabouts(b, st, |unit| free[unit].is_some());
    After { b, st, free, holdings, left_behind, places }.text()
}

struct After<'a> {
    b: &'a Battle,
    st: &'a State,
    /// By unit: the noble as he is now, unless he is dead or captured.
    free: Vec<Option<Noble>>,
    /// By unit: what he has now.
    holdings: Vec<Holdings>,
    /// What no scenario could hold (O-94).
    left_behind: Holdings,
    /// Where those are who lead the sides.
    places: [Whereabouts; 2],
}

impl After<'_> {
    fn text(&self) -> String {
        let mut text = String::from("ruleset = \"olympia\"\n");
        if let Some(name) = &self.b.name {
            line(&mut text, "name", &write_text(name));
        }
        if self.b.edition == Edition::Later {
            line(&mut text, "edition", "\"later\"");
        }
        self.place(&mut text);
        let roles = self.roles();
        for (role, side) in SideId::BOTH.into_iter().zip(roles) {
            self.side(&mut text, role, side);
        }
        self.kinds(&mut text);
        if self.b.weeks > 0 || self.b.inn {
            text.push_str("\n[aftermath]\n");
            line(&mut text, "weeks", &self.b.weeks.to_string());
            line(&mut text, "inn", &self.b.inn.to_string());
        }
        text
    }

    /// Which side is written as attacker and which as defender. Roles stay,
    /// unless the attacker alone now sits in a building or docked ship.
    fn roles(&self) -> [SideId; 2] {
        let [attacker, defender] = &self.places;
        let sits = attacker.structure.is_some() && !self.b.ground.at_sea();
        if sits && defender.structure.is_none() {
            [SideId::Defender, SideId::Attacker]
        } else {
            SideId::BOTH
        }
    }

    fn place(&self, text: &mut String) {
        let ground = &self.b.ground;
        text.push_str("\n[place]\n");
        if let Some(name) = &ground.name {
            line(text, "name", &write_text(name));
        }
        line(text, "terrain", &write_text(ground.terrain));
        let weather = ground.weather;
        let words = [(weather.wind, "wind"), (weather.rain, "rain"), (weather.fog, "fog")];
        let words: Vec<String> =
            words.iter().filter(|(is, _)| *is).map(|(_, word)| write_text(word)).collect();
        if !words.is_empty() {
            line(text, "weather", &format!("[{}]", words.join(", ")));
        }
        // O-76: on a ship at sea the losers stay aboard; else they left.
        let nobody_left = self.st.verdict.and_then(Verdict::winner).is_none();
        if let Some(shared) = ground.shared.as_ref().filter(|_| ground.at_sea() || nobody_left) {
            let key = if shared.kind.is_ship() { "aboard" } else { "inside" };
            line(text, key, &structure(shared));
        }
    }

    fn side(&self, text: &mut String, role: SideId, side: SideId) {
        let of_side = &self.b.sides[side.index()];
        let place = &self.places[side.index()];
        if role == SideId::Attacker {
            for remark in self.remarks() {
                let _ = write!(text, "\n# {}\n", in_one_line(&remark));
            }
        }
        let _ = write!(text, "\n[{}]\n", role.key());
        if role == SideId::Attacker && of_side.hold {
            line(text, "hold", "true");
        }
        write_position(text, place);
        if of_side.break_percent != 50 {
            line(text, "break_point", &of_side.break_percent.to_string());
        }
        let stacks = self.stacks(role, of_side);
        let written = match stacks.first() {
            Some((Some(ally), _)) => ally.whereabouts.as_ref(),
            _ => of_side.whereabouts.as_ref(),
        };
        write_where(text, place, written);
        if let Some(housing) = &place.structure {
            line(text, "structure", &structure(&housing.structure));
        }
        self.units(text, role, &stacks);
    }

    /// What has no place in a scenario, told before the side that is written
    /// first: structures that stand but house nobody now, and what was left.
    fn remarks(&self) -> Vec<String> {
        let is_empty = |side: &SideId| {
            let stands = self.st.forces[side.index()].wall.stands;
            let housed = self.places.iter().filter_map(|place| place.structure.as_ref());
            stands && !housed.into_iter().any(|housing| housing.was == Some(*side))
        };
        let empty = |side: SideId| {
            let wall = self.st.forces[side.index()].wall;
            let name = words::structure_name(self.b, side);
            format!("{name} stands empty: defense {}, damage {}", wall.defense, wall.damage)
        };
        let mut remarks: Vec<String> =
            SideId::BOTH.into_iter().filter(is_empty).map(empty).collect();
        if !self.left_behind.is_empty() {
            let things = words::things(self.b, &self.left_behind);
            remarks
                .push(format!("left behind, for a scenario holds no more: {}", things.join(", ")));
        }
        remarks
    }

    /// The stacks of a side in which somebody is left, with whose they are if
    /// not the side's own. If its own is gone the first ally's comes first (O-82).
    fn stacks<'a>(&self, role: SideId, side: &'a Side) -> Vec<(Option<&'a Ally>, Vec<usize>)> {
        let left = |units: std::ops::Range<usize>| -> Vec<usize> {
            units.filter(|&unit| self.free[unit].is_some()).collect()
        };
        let own = std::iter::once((None, left(side.own_units())));
        let allies = side.allies.iter().map(|ally| (Some(ally), left(ally.units.clone())));
        let mut stacks: Vec<_> = own.chain(allies).filter(|(_, stack)| !stack.is_empty()).collect();
        // Only a defender has allies (E-16): written as attackers, those who
        // fought beside him stand in his stack.
        if role == SideId::Attacker && stacks.len() > 1 {
            let joined = stacks.drain(1..).flat_map(|(_, stack)| stack).collect::<Vec<_>>();
            stacks[0].1.extend(joined);
        }
        stacks
    }

    fn units(&self, text: &mut String, role: SideId, stacks: &[(Option<&Ally>, Vec<usize>)]) {
        let Some(((_, first), allies)) = stacks.split_first() else {
            return line(text, "stack", "[]");
        };
        for &unit in first {
            self.unit(text, &format!("{}.stack", role.key()), unit, first);
        }
        for (ally, stack) in allies {
            let _ = write!(text, "\n[[{}.ally]]\n", role.key());
            if let Some(ally) = ally {
                let place = flight::of_ally(self.b, self.st, ally);
                write_position(text, &place);
                write_where(text, &place, ally.whereabouts.as_ref());
            }
            for &unit in stack {
                self.unit(text, &format!("{}.ally.stack", role.key()), unit, stack);
            }
        }
    }

    fn unit(&self, text: &mut String, list: &str, unit: usize, stack: &[usize]) {
        let Some(noble) = &self.free[unit] else { return };
        let of_unit = &self.b.units[unit];
        let _ = write!(text, "\n[[{list}]]\n");
        for (key, value) in noble_keys(self.b, noble) {
            line(text, key, &value);
        }
        if let Some(over) = heirs::above(self.b, unit).find(|over| stack.contains(over))
            && over != stack[0]
        {
            line(text, "under", &write_text(&self.b.units[over].noble.name));
        }
        if of_unit.row > 0 {
            line(text, "behind", &of_unit.row.to_string());
        }
        self.write_holdings(text, &self.holdings[unit]);
    }

    fn write_holdings(&self, text: &mut String, holdings: &Holdings) {
        if !holdings.men.is_empty() {
            let men = holdings.men.iter();
            let men = men.map(|(kind, count)| format!("{} = {count}", self.b.kind(*kind).key));
            line(text, "men", &inline_table(men));
        }
        if !holdings.items.is_empty() {
            let items: Vec<String> = holdings.items.iter().map(item).collect();
            line(text, "items", &format!("[ {} ]", items.join(",\n          ")));
        }
        if !holdings.goods.is_empty() {
            let goods = holdings.goods.iter();
            let goods = goods.map(|(name, count)| format!("{} = {count}", write_key(name)));
            line(text, "goods", &inline_table(goods));
        }
        if !holdings.prisoners.is_empty() {
            let held: Vec<String> = holdings
                .prisoners
                .iter()
                .map(|noble| {
                    let keys = noble_keys(self.b, noble);
                    inline_table(keys.iter().map(|(key, value)| format!("{key} = {value}")))
                })
                .collect();
            line(text, "prisoners", &format!("[ {} ]", held.join(",\n              ")));
        }
    }

    fn kinds(&self, text: &mut String) {
        let first_own = self.b.kinds.len() - self.b.own_kinds;
        for kind in &self.b.kinds[first_own..] {
            let _ = write!(text, "\n[kinds.{}]\n", write_key(&kind.key));
            own_kind(text, kind);
        }
        if !self.b.upkeep.is_empty() {
            text.push_str("\n[upkeep]\n");
            for (kind, gold) in &self.b.upkeep {
                line(text, &write_key(&self.b.kind(*kind).key), &gold.to_string());
            }
        }
    }
}

fn line(text: &mut String, key: &str, value: &str) {
    let _ = writeln!(text, "{key} = {value}");
}

/// A comment ends with its line, and control characters are no part of it.
fn in_one_line(text: &str) -> String {
    let plain = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.into() };
    text.chars().map(plain).collect()
}

fn write_position(text: &mut String, place: &Whereabouts) {
    if let Some(position) = place.position {
        line(text, "position", &position.to_string());
    }
}

/// What became of a stack, else what was `written`.
fn write_where(text: &mut String, place: &Whereabouts, written: Option<&String>) {
    let told = place.moved.and_then(|moved| moved.words());
    if let Some(told) = told.or(written.map(String::as_str)) {
        line(text, "where", &write_text(told));
    }
}

fn inline_table(entries: impl Iterator<Item = String>) -> String {
    format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
}

/// The keys of a noble himself that differ from what is usual.
fn noble_keys(b: &Battle, noble: &Noble) -> Vec<(&'static str, String)> {
    let mut keys = vec![("noble", write_text(&noble.name))];
    let written = noble.written;
    let ratings =
        [("attack", written.attack), ("defense", written.defense), ("missile", written.missile)];
    keys.extend(noble.code.as_ref().map(|code| ("code", write_text(code))));
    keys.extend(noble.kind.map(|kind| ("kind", write_text(&b.kind(kind).key))));
    keys.extend(ratings.iter().filter_map(|(key, value)| Some((*key, (*value)?.to_string()))));
    if noble.health < 100 {
        keys.push(("health", noble.health.to_string()));
    }
    if noble.ill {
        keys.push(("ill", "true".to_owned()));
    }
    if noble.survive_fatal {
        keys.push(("survive_fatal", "true".to_owned()));
    }
    keys
}

fn structure(structure: &Structure) -> String {
    let mut keys = vec![format!("kind = {}", write_text(structure.kind.key()))];
    keys.extend(structure.name.as_ref().map(|name| format!("name = {}", write_text(name))));
    keys.extend(structure.code.as_ref().map(|code| format!("code = {}", write_text(code))));
    keys.push(format!("defense = {}", structure.defense));
    if structure.damage > 0 {
        keys.push(format!("damage = {}", structure.damage));
    }
    inline_table(keys.into_iter())
}

fn item(item: &Item) -> String {
    let mut keys = vec![format!("name = {}", write_text(&item.name))];
    keys.extend(item.code.as_ref().map(|code| format!("code = {}", write_text(code))));
    let bonuses = [("attack", item.attack), ("defense", item.defense), ("missile", item.missile)];
    let given = bonuses.iter().filter(|(_, bonus)| *bonus > 0);
    keys.extend(given.map(|(key, bonus)| format!("{key} = {bonus}")));
    inline_table(keys.into_iter())
}

fn own_kind(text: &mut String, kind: &Kind) {
    let melee =
        |melee: Melee| format!("{{ attack = {}, defense = {} }}", melee.attack, melee.defense);
    line(text, "attack", &kind.land.attack.to_string());
    line(text, "defense", &kind.land.defense.to_string());
    if kind.missile > 0 {
        line(text, "missile", &kind.missile.to_string());
    }
    if let Some(aboard) = kind.aboard {
        line(text, "aboard", &melee(aboard));
    }
    if let Some(swamp) = kind.swamp {
        line(text, "swamp", &melee(swamp));
    }
    if kind.blessed {
        line(text, "blessed", "true");
    }
    if kind.shoots == Shoots::LikeArcher {
        line(text, "shoots_like", "\"archer\"");
    }
    if kind.upkeep > 0 {
        line(text, "upkeep", &kind.upkeep.to_string());
    }
    if kind.plural != format!("{}s", kind.singular) {
        line(text, "plural", &write_text(&kind.plural));
    }
}
