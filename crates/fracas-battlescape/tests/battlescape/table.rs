//! A battle on the table: a scenario read from text, its phases opened by the
//! rules, orders carried out with dice that are written down.

use fracas_battlescape::battle::{Battle, UnitId};
use fracas_battlescape::events::{Event, What};
use fracas_battlescape::field::Spot;
use fracas_battlescape::orders::{Order, Pace};
use fracas_battlescape::rules::Fight;
use fracas_battlescape::rules::phases::Command;
use fracas_battlescape::state::{Observer, Phase, State, Unit};
use fracas_core::chance::{Chance, Scripted};
use fracas_core::watch::{Loud, Scores};

use crate::common;

/// A battle and how it stands.
pub struct Table {
    pub battle: Battle,
    pub state: State,
    /// All that was told so far, and whether player and enemy got to know it.
    pub told: Vec<(What, [bool; 2])>,
}

/// A scenario of a map and the units of both sides; `more` is whatever else
/// stands in the file before the map.
pub fn scene(more: &str, map: &str, player: &str, enemy: &str) -> Table {
    let text = format!(
        "ruleset = \"battlescape\"\n{more}\n[map]\n{map}\n[[squad]]\nside = \"player\"\n\
         units = [{player}]\n[[squad]]\nside = \"enemy\"\nunits = [{enemy}]\n\
         [[objective]]\nkind = \"eliminate\"\nprimary = true\n"
    );
    Table::read(text)
}

/// A map without layers.
pub fn rows(rows: &str) -> String {
    format!("rows = \"\"\"\n{}\n\"\"\"", rows.trim_matches('\n'))
}

/// One player unit, `Vega`, on some rows, and an enemy, `Far`, in a cell of
/// void below them. `elevation` has as many rows, or is empty.
pub fn alone(more: &str, map: &str, elevation: &str, unit: &str) -> Table {
    let wide = map.trim().lines().next().map_or(0, |row| row.split_whitespace().count());
    let deep = map.trim().lines().count();
    let line = |glyph: &str| vec![glyph; wide].join(" ");
    let last = if wide == 1 { ".".to_owned() } else { format!(". {}", line("x")[2..].to_owned()) };
    let mut text = rows(&format!("{}\n{}\n{last}", map.trim(), line("x")));
    if !elevation.is_empty() {
        let flat = line("0");
        text += &format!("\nelevation = \"\"\"\n{}\n{flat}\n{flat}\n\"\"\"", elevation.trim());
    }
    let far = format!("{{ class = \"sectoid\", name = \"Far\", at = [0, {}] }}", deep + 1);
    scene(more, &text, unit, &far)
}

/// A rifleman called Vega.
pub fn vega(col: usize, row: usize, more: &str) -> String {
    man("rifleman", "Vega", col, row, more)
}

/// A unit of a class.
pub fn man(class: &str, name: &str, col: usize, row: usize, more: &str) -> String {
    let more = if more.is_empty() { String::new() } else { format!(", {more}") };
    format!("{{ class = \"{class}\", name = \"{name}\", at = [{col}, {row}]{more} }}")
}

/// An order to walk.
pub fn walk(to: Spot) -> Order {
    go(to, Pace::Walk)
}

/// An order to go somewhere.
pub fn go(to: Spot, pace: Pace) -> Order {
    Order::Move { to, pace, allow_hazards: false, press_on: false, reserve: 0 }
}

impl Table {
    /// A scenario, with the player's phase opened.
    pub fn read(text: String) -> Table {
        let battle = common::battle(&text);
        let state = battle.start.clone();
        let mut table = Table { battle, state, told: Vec::new() };
        table.fight(&[], |fight| {
            fight.refresh_all();
            fight.next_to_act(Command::Player);
        });
        table
    }

    /// Lets rules work with these dice, all of which they must use.
    pub fn fight<T>(
        &mut self,
        dice: &[u64],
        with: impl FnOnce(&mut Fight<'_, Scripted, Loud<'_, Event>>) -> T,
    ) -> (T, Vec<What>) {
        let mut chance = Scripted::new(dice.iter().copied());
        let done = self.fight_with(&mut chance, with);
        chance.finish().unwrap_or_else(|fault| panic!("{fault}"));
        done
    }

    /// Lets rules work with any dice.
    pub fn fight_with<C: Chance, T>(
        &mut self,
        chance: &mut C,
        with: impl FnOnce(&mut Fight<'_, C, Loud<'_, Event>>) -> T,
    ) -> (T, Vec<What>) {
        let mut events = Vec::new();
        let mut listener =
            |event: Event| events.push((event.what, event.known.map(|side| side.told)));
        let mut watch = Loud { scores: Scores::new(vec![0; 64]), listener: &mut listener };
        let mut fight =
            Fight { battle: &self.battle, state: &mut self.state, chance, watch: &mut watch };
        let result = with(&mut fight);
        self.told.extend(events.iter().cloned());
        (result, events.into_iter().map(|(what, _)| what).collect())
    }

    /// Opens the enemy's phase.
    pub fn enemy_phase(&mut self) {
        self.state.phase = Phase::Enemy;
        self.state.opened = false;
        self.fight(&[], |fight| fight.next_to_act(Command::Player));
    }

    /// Resolves the turn and opens the next.
    pub fn resolution(&mut self, dice: &[u64]) {
        self.state.phase = Phase::Resolution;
        self.state.opened = false;
        self.fight(dice, |fight| fight.next_to_act(Command::Player));
    }

    /// Carries out an order that must be in order.
    pub fn act(&mut self, name: &str, order: Order, dice: &[u64]) -> Vec<What> {
        let unit = self.id(name);
        let (done, events) = self.fight(dice, |fight| fight.act(unit, &order));
        done.unwrap_or_else(|refused| panic!("{name}: {refused}"));
        events
    }

    /// The words with which an order is refused; nothing may have changed.
    pub fn refused(&mut self, name: &str, order: Order) -> String {
        let (unit, before) = (self.id(name), self.state.units.clone());
        let (done, _) = self.fight(&[], |fight| fight.act(unit, &order));
        assert_eq!(self.state.units, before);
        done.expect_err("this should be refused").0
    }

    /// Who is called so.
    pub fn id(&self, name: &str) -> UnitId {
        let place = self.battle.sheets.iter().position(|sheet| sheet.name == name);
        UnitId(place.unwrap_or_else(|| panic!("no {name}")) as u8)
    }

    /// How a unit stands.
    pub fn unit(&self, name: &str) -> &Unit {
        self.state.unit(self.id(name))
    }

    /// The same, to be changed.
    pub fn unit_mut(&mut self, name: &str) -> &mut Unit {
        let unit = self.id(name);
        self.state.unit_mut(unit)
    }

    /// A hex.
    pub fn hex(&self, col: usize, row: usize) -> Spot {
        self.battle.field.at(col, row).expect("on the map")
    }

    /// Where a unit is.
    pub fn place(&self, name: &str) -> (u8, u8) {
        let at = self.battle.field.col_row(self.unit(name).at());
        (at.0, at.1)
    }

    /// Puts a unit somewhere else and brings fog up to date.
    pub fn put(&mut self, name: &str, col: usize, row: usize) {
        let (unit, to) = (self.id(name), self.hex(col, row));
        self.state.move_to(unit, to);
        self.refresh();
    }

    /// Brings fog up to date.
    pub fn refresh(&mut self) {
        self.fight(&[], |fight| fight.refresh_all());
    }

    /// Whether a unit sees a hex by itself.
    pub fn sees(&self, name: &str, col: usize, row: usize) -> bool {
        self.state.sights[self.id(name).index()].has(self.hex(col, row))
    }

    /// Whether the player's side sees a unit.
    pub fn player_sees(&self, name: &str) -> bool {
        self.state.sees(Observer::PLAYER, self.id(name))
    }
}

/// The reason an event log gives for a halt.
pub fn halted(events: &[What]) -> Option<&'static str> {
    events.iter().find_map(|what| match what {
        What::Halted { why, .. } => Some(*why),
        _ => None,
    })
}
