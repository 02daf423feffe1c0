//! A battle set up for a test, whose rules are called one by one with dice
//! that are written down.

use fracas_battlescape::battle::{Battle, UnitId};
use fracas_battlescape::data::{AbilityId, FireMode, ItemId, WeaponId};
use fracas_battlescape::events::{Event, What};
use fracas_battlescape::field::Spot;
use fracas_battlescape::measures::SHOTS;
use fracas_battlescape::orders::{Refused, Target};
use fracas_battlescape::rules::Fight;
use fracas_battlescape::rules::accuracy::Shot;
use fracas_battlescape::state::{State, Unit};
use fracas_core::chance::Scripted;
use fracas_core::watch::{Loud, Scores};

use crate::common;

/// How a test watches.
pub type Testing<'a, 'b> = Fight<'a, Scripted, Loud<'b, Event>>;

/// A battle and where it stands.
pub struct Stage {
    pub battle: Battle,
    pub state: State,
    /// What the last call told.
    pub told: Vec<What>,
    /// Rounds fired so far.
    pub shots: i64,
}

/// Dice as `to_hit 28, damage/20 15, crit 90`: a name, sides where they are
/// not 100 (or 6 for directions), and the face.
fn script(dice: &str) -> Scripted {
    let throws = dice.split(',').map(str::trim).filter(|throw| !throw.is_empty());
    Scripted::named(throws.map(|throw| {
        let (die, face) = throw.split_once(' ').expect("a die and its face");
        let (name, sides) = match die.split_once('/') {
            Some((name, sides)) => (name, sides.parse().expect("sides")),
            None if die.ends_with("_dir") => (die, 6),
            None => (die, 100),
        };
        (name.to_owned(), sides, face.trim().parse().expect("a face"))
    }))
}

impl Stage {
    pub fn new(text: &str) -> Self {
        let goal = "[[objective]]\nkind = \"eliminate\"\nprimary = true\n";
        let battle = common::battle(&format!("{text}\n{goal}"));
        let state = battle.start.clone();
        let mut stage = Self { battle, state, told: Vec::new(), shots: 0 };
        stage.look();
        stage
    }

    /// Everybody looks around.
    pub fn look(&mut self) {
        self.run("", |fight| fight.refresh_all());
    }

    /// Calls a rule with dice that must be used up exactly.
    pub fn run<T>(&mut self, dice: &str, act: impl FnOnce(&mut Testing<'_, '_>) -> T) -> T {
        let mut chance = script(dice);
        let mut told = Vec::new();
        let mut listener = |event: Event| told.push(event.what);
        let mut watch = Loud { scores: Scores::new(vec![0; 64]), listener: &mut listener };
        let mut fight = Fight {
            battle: &self.battle,
            state: &mut self.state,
            chance: &mut chance,
            watch: &mut watch,
        };
        let done = act(&mut fight);
        self.shots += watch.scores.values()[SHOTS.index()];
        assert_eq!(chance.finish(), Ok(()), "{told:#?}");
        self.told = told;
        done
    }

    pub fn id(&self, name: &str) -> UnitId {
        let place = self.battle.sheets.iter().position(|sheet| sheet.name == name);
        UnitId(place.unwrap_or_else(|| panic!("nobody is called {name}")) as u8)
    }

    pub fn unit(&self, name: &str) -> &Unit {
        self.state.unit(self.id(name))
    }

    pub fn unit_mut(&mut self, name: &str) -> &mut Unit {
        let id = self.id(name);
        self.state.unit_mut(id)
    }

    pub fn spot(&self, col: usize, row: usize) -> Spot {
        self.battle.field.at(col, row).expect("a hex of the map")
    }

    pub fn item(&self, id: &str) -> ItemId {
        let place = self.battle.data.items.iter().position(|item| item.id == id);
        ItemId(place.expect("an item") as u8)
    }

    pub fn ability(&self, id: &str) -> AbilityId {
        let place = self.battle.data.abilities.iter().position(|ability| ability.id == id);
        AbilityId(place.expect("an ability") as u8)
    }

    pub fn weapon(&self, id: &str) -> WeaponId {
        let place = self.battle.data.weapons.iter().position(|weapon| weapon.id == id);
        WeaponId(place.expect("a weapon") as u8)
    }

    pub fn terrain(&self, col: usize, row: usize) -> &str {
        let terrain = self.state.ground.terrain[self.spot(col, row).index()];
        &self.battle.data.terrain(terrain).id
    }

    /// An attack with the weapon in hand, or hand to hand.
    pub fn attack(
        &mut self,
        unit: &str,
        target: &str,
        mode: FireMode,
        dice: &str,
    ) -> Result<(), Refused> {
        let (unit, target) = (self.id(unit), Target::Unit(self.id(target)));
        self.run(dice, |fight| fight.attack(unit, target, mode, false, false))
    }

    /// The words in which an attack is refused.
    pub fn refused(&mut self, unit: &str, target: &str, mode: FireMode) -> String {
        self.attack(unit, target, mode, "").expect_err("this should be refused").0
    }

    /// The facts of an attack with the weapon in hand.
    pub fn shot(&self, unit: &str, target: &str, mode: FireMode) -> Shot<'_> {
        let weapon = self.unit(unit).weapons[0].weapon;
        let weapon = self.battle.data.weapon(weapon);
        Shot::at_unit(&self.battle, &self.state, (self.id(unit), self.id(target)), weapon, mode)
    }

    pub fn throw(&mut self, unit: &str, item: &str, at: (usize, usize), dice: &str) {
        let (unit, item, at) = (self.id(unit), self.item(item), self.spot(at.0, at.1));
        self.run(dice, |fight| fight.throw(unit, item, at, true)).expect("a throw");
    }

    pub fn cast(
        &mut self,
        unit: &str,
        ability: &str,
        target: Target,
        dice: &str,
    ) -> Result<(), Refused> {
        let (unit, ability) = (self.id(unit), self.ability(ability));
        self.run(dice, |fight| fight.cast(unit, ability, target))
    }
}

/// Open ground, 24 by 5, with Vega (rifleman) at [1,2] and Sid (sectoid) so
/// many hexes east of her, face to face. `vega` and `sid` are further keys.
pub fn duel(distance: usize, vega: &str, sid: &str) -> Stage {
    field_of(&open(), distance, vega, sid, "")
}

/// Rows of open ground.
pub fn open() -> String {
    format!("{}\n", ".".repeat(24)).repeat(5)
}

/// The same on a map of its own, with more to the scenario.
pub fn field_of(rows: &str, distance: usize, vega: &str, sid: &str, more: &str) -> Stage {
    let vega = keys(vega, "class = \"rifleman\", facing = \"E\"");
    let sid = keys(sid, "class = \"sectoid\", facing = \"W\"");
    let at = 1 + distance;
    Stage::new(&format!(
        r#"
[map]
rows = """
{rows}"""
[[squad]]
side = "player"
units = [{{ name = "Vega", at = [1, 2], {vega} }}]
[[squad]]
side = "enemy"
units = [{{ name = "Sid", at = [{at}, 2], {sid} }}]
{more}"#
    ))
}

/// Keys of a unit, and the usual ones that are not among them.
fn keys(given: &str, usual: &str) -> String {
    let missing = usual.split(", ").filter(|key| {
        let name = key.split_once('=').map_or(*key, |(name, _)| name);
        !given.contains(name)
    });
    missing.chain((!given.is_empty()).then_some(given)).collect::<Vec<_>>().join(", ")
}
