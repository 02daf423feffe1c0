//! Who fights: squads and their units (§25, B-290, B-291).

use fracas_core::document::{Checked, Diagnostics, Item, Place, check, parse_file};
use smallvec::SmallVec;

use super::map::Map;
use super::names::Names;
use super::shape::LONGEST_NAME;
use super::shape::{SCENARIO, SIDES};
use crate::battle::{MAX_UNITS, Sheet, Side};
use crate::data::key::{ReadContext, apply};
use crate::data::people::UNIT;
use crate::data::{Class, Data, Mode, Strength, Weapon, WeaponId};
use crate::field::Spot;
use crate::generate::is_strip;
use crate::hex::Dir;
use crate::state::{Armed, Carried, Cover, Stance};

/// A unit as the file describes it.
pub struct Recruit {
    /// What it is.
    pub sheet: Sheet,
    /// Where it begins, if the file says so.
    pub at: Option<Spot>,
    /// The file puts it off the map, which was told.
    pub astray: bool,
    /// Where it faces, if the file says so.
    pub facing: Option<Dir>,
    /// How it stands.
    pub stance: Stance,
    /// Cover toward its facing.
    pub cover: Cover,
    /// Hit points left.
    pub hp: u16,
    /// Time units.
    pub tu: u16,
    /// Morale.
    pub morale: u8,
    /// Weapons, the one in hand first.
    pub weapons: SmallVec<[Armed; 2]>,
    /// Items.
    pub items: SmallVec<[Carried; 8]>,
    /// Its squad, by its place in the file.
    pub squad: usize,
    /// Where it is written.
    pub place: Place,
    /// Where its cover is written.
    pub cover_place: Place,
}

/// How units take the hexes of their zone (B-41).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// The first ones, row by row.
    Order,
    /// Evenly over all of them.
    Spread,
    /// As dice say.
    Random,
}

/// A squad as the file describes it.
pub struct Squad {
    /// Its side.
    pub side: Side,
    /// Where its units begin: a zone by its place on the map.
    pub spawn: Option<usize>,
    /// Where that is written.
    pub spawn_place: Place,
    /// Whether the file says where.
    pub has_spawn: bool,
    /// How its units take the hexes of the zone.
    pub placement: Placement,
    mode: Mode,
    skill: Strength,
    patrol: Vec<Spot>,
}

/// Everybody, in scenario order.
pub struct Roster {
    /// The squads.
    pub squads: Vec<Squad>,
    /// The units.
    pub recruits: Vec<Recruit>,
}

/// What is needed to read a unit.
struct Office<'a> {
    data: &'a Data,
    map: &'a Map,
    /// How well the AI plays squads that do not say it (B-281).
    skill: Strength,
    /// Unnamed units so far, by class.
    unnamed: Vec<u32>,
    roster: Roster,
}

/// Reads all squads.
pub fn read(file: &Checked, data: &Data, map: &Map, out: &mut Diagnostics) -> Roster {
    let mut office = Office {
        data,
        map,
        skill: file.text("strength").and_then(Strength::named).unwrap_or_default(),
        unnamed: vec![0; data.classes.len()],
        roster: Roster { squads: Vec::new(), recruits: Vec::new() },
    };
    for squad in file.tables("squad") {
        office.squad(squad, out);
    }
    office.roster
}

impl Office<'_> {
    fn squad(&mut self, squad: &Checked, out: &mut Diagnostics) {
        let Some(side) = squad.text("side").and_then(side_named) else { return };
        let spawn = match squad.value("spawn") {
            Some(item) => self.map.zone(item, out),
            // A generated map has a strip for either side (B-41).
            None => self.map.zones.iter().position(|(name, _)| *name == side.name()),
        };
        let mode = squad.text("mode").and_then(mode_named).unwrap_or(match side {
            Side::Neutral => Mode::Retreat,
            Side::Player | Side::Enemy => Mode::Aggressive,
        });
        let patrol = self.patrol(squad, "a waypoint", out);
        self.roster.squads.push(Squad {
            side,
            spawn,
            spawn_place: squad.place("spawn"),
            has_spawn: squad.has("spawn"),
            placement: match squad.text("placement") {
                Some("random") => Placement::Random,
                Some("spread") => Placement::Spread,
                // B-41: a strip is as long as the map is wide.
                None if spawn.is_some_and(|zone| is_strip(&self.map.zones[zone].0)) => {
                    Placement::Spread
                }
                _ => Placement::Order,
            },
            mode,
            skill: squad.text("strength").and_then(Strength::named).unwrap_or(self.skill),
            patrol,
        });
        if let Some(item) = squad.value("from") {
            self.veterans(item, side, out);
        }
        for unit in squad.tables("units") {
            self.unit(unit, false, out);
        }
    }

    /// B-254: the units of this side that another file holds.
    fn veterans(&mut self, item: &Item, side: Side, out: &mut Diagnostics) {
        let Some(name) = item.text() else { return };
        let source = match out.open(name) {
            Ok(source) => source,
            Err(why) => {
                out.error("B-254", &item.place, format!("cannot read {name}: {why}"));
                return;
            }
        };
        let Some(parsed) = parse_file(source, out) else { return };
        if parsed.ruleset().is_none_or(|(word, _)| word != "battlescape") {
            let message = format!("{name} is no scenario of the ruleset battlescape");
            out.error("B-254", &item.place, message);
            return;
        }
        let file = check(&parsed, &SCENARIO, out);
        let squads = file.tables("squad").iter();
        for squad in squads.filter(|squad| squad.text("side") == Some(side.name())) {
            if let Some(further) = squad.value("from") {
                out.error(
                    "B-254",
                    &further.place,
                    format!("{name} takes its units from a file too"),
                )
                .help("fight that battle first and take them from its aftermath");
            }
            for unit in squad.tables("units") {
                self.unit(unit, true, out);
            }
        }
    }

    /// A unit, or several alike. What a veteran was about in its last battle
    /// is over (B-254).
    fn unit(&mut self, unit: &Checked, veteran: bool, out: &mut Diagnostics) {
        let count = unit.whole("count").unwrap_or(1);
        let Some(class) = self.class(unit, out) else { return };
        for number in 1..=count {
            if self.roster.recruits.len() == MAX_UNITS {
                let message = format!("there are more than {MAX_UNITS} units");
                out.error("B-290", &unit.here(), message);
                return;
            }
            let name = match unit.text("name") {
                Some(name) if count > 1 => format!("{name} {number}"),
                Some(name) => name.to_owned(),
                None => {
                    self.unnamed[class] += 1;
                    format!("{} {}", self.data.classes[class].id, self.unnamed[class])
                }
            };
            // B-259: it is written out in full after the battle.
            if name.chars().count() > LONGEST_NAME {
                let message = format!("`{name}` is longer than {LONGEST_NAME} signs");
                out.error("B-291", &unit.place("name"), message).help("the number counts too");
                return;
            }
            if self.roster.recruits.iter().any(|other| other.sheet.name == name) {
                let message = format!("two units are called `{name}`");
                out.error("B-291", &unit.place("name"), message);
                return;
            }
            if count > 1 && unit.has("at") {
                let message = format!("{count} units cannot all stand on one hex");
                out.error("B-16", &unit.place("at"), message).help("leave `at` or `count` out");
                return;
            }
            let errors = out.errors();
            let recruit = self.recruit(unit, class, name, veteran, out);
            self.roster.recruits.push(recruit);
            // What is wrong with one is wrong with all that are alike.
            if out.errors() > errors {
                return;
            }
        }
    }

    fn class(&self, unit: &Checked, out: &mut Diagnostics) -> Option<usize> {
        let item = unit.value("class")?;
        let known = self.data.classes.iter().map(|class| class.id.as_str());
        ReadContext { data: self.data, out }.find("class", item, known)
    }

    fn recruit(
        &self,
        unit: &Checked,
        class: usize,
        name: String,
        veteran: bool,
        out: &mut Diagnostics,
    ) -> Recruit {
        let squad = self.roster.squads.len() - 1;
        let orders = &self.roster.squads[squad];
        let mut like = self.data.classes[class].clone();
        like.id.clone_from(&name);
        apply(&UNIT, &mut like, unit, &mut ReadContext { data: self.data, out });
        let written = written(unit, out);
        let begins = |key| if veteran { None } else { unit.value(key) };
        let at = begins("at").and_then(|item| self.map.hex(item, &name, out));
        let astray = at.is_none() && begins("at").is_some();
        let patrol = match begins("patrol") {
            Some(_) => self.patrol(unit, &name, out),
            None => orders.patrol.clone(),
        };
        let hp = self.hp(unit, &like, out);
        let stance = match begins("stance").and_then(Item::text) {
            Some("prone") => Stance::Prone,
            _ => Stance::Standing,
        };
        let cover = match begins("cover").and_then(Item::text) {
            Some("full") => Cover::Full,
            Some("half") => Cover::Half,
            _ => Cover::None,
        };
        if cover != Cover::None && stance == Stance::Prone {
            let message = format!("{name} cannot be prone and in cover");
            out.error("B-119", &unit.place("cover"), message);
        }
        Recruit {
            at,
            astray,
            facing: begins("facing").and_then(Item::text).and_then(Dir::named),
            stance,
            cover,
            hp,
            tu: begins("tu").and_then(Item::whole).map_or(100, |tu| tu as u16),
            morale: begins("morale").and_then(Item::whole).map_or(100, |morale| morale as u8),
            weapons: self.weapons(unit, &like, out),
            items: like
                .items
                .iter()
                .zip(&like.uses)
                .map(|(&item, &uses)| Carried { item, uses, prepared: false })
                .collect(),
            squad,
            place: unit.here(),
            cover_place: unit.place("cover"),
            sheet: self.sheet(unit, class, name, &like, (orders, patrol, veteran), written),
        }
    }

    fn sheet(
        &self,
        unit: &Checked,
        class: usize,
        name: String,
        like: &Class,
        (orders, patrol, veteran): (&Squad, Vec<Spot>, bool),
        written: Vec<(String, String)>,
    ) -> Sheet {
        let own_mode = unit.text("mode").filter(|_| !veteran).and_then(mode_named);
        Sheet {
            name,
            class,
            side: orders.side,
            mode: own_mode.unwrap_or(orders.mode),
            skill: orders.skill,
            patrol,
            xp: unit.whole("xp").map_or(0, |xp| xp as u32),
            written,
            ..Sheet::like(like, self.data)
        }
    }

    fn hp(&self, unit: &Checked, like: &Class, out: &mut Diagnostics) -> u16 {
        let Some(item) = unit.value("hp_now") else { return like.hp };
        let now = item.whole().map_or(like.hp, |hp| hp as u16);
        if now > like.hp {
            let message = format!("{} is {now}; allowed are 1 to {}", item.place, like.hp);
            out.error("B-290", &item.place, message).help("that is what it has when unhurt");
        }
        now
    }

    fn weapons(&self, unit: &Checked, like: &Class, out: &mut Diagnostics) -> SmallVec<[Armed; 2]> {
        let mut weapons = SmallVec::new();
        for (id, key) in [(like.weapon, "ammo"), (like.secondary, "secondary_ammo")] {
            match id {
                Some(id) => {
                    let weapon = self.data.weapon(id);
                    weapons.push(armed(id, weapon, unit.value(key), out));
                }
                None => {
                    if let Some(item) = unit.value(key) {
                        let message =
                            format!("{} is for a weapon that {} lacks", item.place, like.id);
                        out.error("B-290", &item.place, message);
                    }
                }
            }
        }
        weapons
    }

    fn patrol(&self, table: &Checked, who: &str, out: &mut Diagnostics) -> Vec<Spot> {
        let hexes = table.list("patrol").iter();
        hexes.filter_map(|item| self.map.hex(item, who, out)).collect()
    }
}

/// A weapon with the rounds that `ammo` says, else full (B-42).
fn armed(id: WeaponId, weapon: &Weapon, ammo: Option<&Item>, out: &mut Diagnostics) -> Armed {
    let full = weapon.magazine;
    let spares = if full == 0 { 0 } else { usize::from(weapon.spares) };
    let mut armed = Armed { weapon: id, loaded: full, spares: SmallVec::from_elem(full, spares) };
    let Some(item) = ammo else { return armed };
    let rounds: Vec<i64> = match item.whole() {
        Some(loaded) => vec![loaded],
        None => item.list().iter().filter_map(Item::whole).collect(),
    };
    if let Some(over) = rounds.iter().find(|rounds| **rounds > i64::from(full)) {
        let message = format!("{} is {over}; a magazine of {} holds {full}", item.place, weapon.id);
        out.error("B-290", &item.place, message);
        return armed;
    }
    let Some((loaded, rest)) = rounds.split_first() else { return armed };
    armed.loaded = *loaded as u8;
    if item.whole().is_none() {
        armed.spares = rest.iter().map(|rounds| *rounds as u8).collect();
    }
    armed
}

/// What the file says of a unit where it differs from its class; kit is
/// written anew after a battle.
fn written(unit: &Checked, out: &Diagnostics) -> Vec<(String, String)> {
    const KIT: [&str; 3] = ["weapon", "secondary", "items"];
    let keys = UNIT.iter().map(|key| key.field.key).filter(|key| !KIT.contains(key));
    keys.filter_map(|key| {
        let place = &unit.value(key)?.place;
        let span = place.span?;
        let text = out.source(place.source).text.get(span.start..span.end)?;
        Some((key.to_owned(), text.to_owned()))
    })
    .collect()
}

/// The side of this name.
pub fn side_named(name: &str) -> Option<Side> {
    let sides = [Side::Player, Side::Enemy, Side::Neutral];
    SIDES.iter().position(|known| *known == name).map(|place| sides[place])
}

fn mode_named(name: &str) -> Option<Mode> {
    Mode::ALL.into_iter().find(|mode| mode.name() == name)
}

/// Finds a unit that an objective names.
pub fn named(
    number: usize,
    item: &Item,
    recruits: &[Recruit],
    out: &mut Diagnostics,
) -> Option<usize> {
    let names: Vec<&str> = recruits.iter().map(|recruit| recruit.sheet.name.as_str()).collect();
    Names { what: "unit", names: &names }.find_for(number, item, out)
}
