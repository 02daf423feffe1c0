//! What the tests share: reading a scenario, fighting it with written dice,
//! and looking at what came of it.

pub mod oracle;

use fracas_core::capability::Inspect;
use fracas_core::chance::{Binomial, Die, Draw};
use fracas_core::document::Diagnostics;
use fracas_core::odds::Fought;
use fracas_core::ruleset::Ruleset;
use fracas_core::watch::{Loud, Scores};
use fracas_olympia::Olympia;
use fracas_olympia::battle::{BandKind, Battle, CombatRole, Edition, SideId};
use fracas_olympia::events::{Event, Outcome};
use fracas_olympia::state::{State, Turns};
use serde_json::Value;

pub use fracas_testing::dice;

/// Reads a scenario, as the program does. `ruleset` need not be written.
pub fn read(text: &str) -> Result<Battle, Box<Diagnostics>> {
    let (battle, out) = fracas_testing::read::<Olympia>(text, &[]);
    battle.ok_or_else(|| Box::new(out))
}

/// A scenario that must be in order.
pub fn battle(text: &str) -> Battle {
    fracas_testing::battle::<Olympia>(text, &[])
}

/// What is wrong with a scenario: code and path of each error, and all of it
/// as the user sees it.
pub fn refused(text: &str) -> (Vec<(&'static str, String)>, String) {
    fracas_testing::refused::<Olympia>(text, &[])
}

/// Expects one error of this code at this place, whose words say all of `says`.
pub fn refuse(text: &str, code: &str, path: &str, says: &[&str]) {
    fracas_testing::refuse::<Olympia>(text, &[], (code, path), says);
}

/// A battle that was fought and all that was told of it.
pub struct Told {
    pub battle: Battle,
    pub fought: Fought<Olympia>,
    pub events: Vec<Event>,
}

/// Fights with written dice. They must fit die by die, and all be thrown.
pub fn fight(text: &str, script: &str) -> Told {
    fight_battle(battle(text), script)
}

pub fn fight_battle(battle: Battle, script: &str) -> Told {
    let (fought, events) = fracas_testing::fight(&battle, dice(script));
    Told { battle, fought, events }
}

impl Told {
    pub fn outcome(&self) -> &'static str {
        Olympia::OUTCOMES[self.fought.outcome.index()]
    }

    pub fn measure(&self, name: &str) -> i64 {
        fracas_testing::measure(&self.battle, &self.fought, name)
    }

    /// Every attack as `1 A(80) at D(80): miss`, every other event as its word.
    pub fn log(&self) -> Vec<String> {
        self.events.iter().map(line).collect()
    }

    /// The scenario that is left, no dice being needed for it.
    pub fn aftermath(&self) -> String {
        self.aftermath_with("")
    }

    /// The scenario that is left when these dice decide the weeks.
    pub fn aftermath_with(&self, script: &str) -> String {
        let mut dice = dice(script);
        let text = Olympia::aftermath(&self.battle, &self.fought.state, &mut dice);
        dice.finish().unwrap_or_else(|fault| panic!("{fault}; written: {text}"));
        text
    }

    /// What the aftermath becomes when it is read again.
    pub fn next(&self) -> Battle {
        battle(&self.aftermath())
    }

    /// The next battle, against a stranger where a side has nobody left.
    pub fn next_against_a_stranger(&self) -> Battle {
        battle(&self.aftermath().replace("stack = []", "stack = [{ noble = 'Stranger' }]"))
    }

    pub fn fact(&self, name: &str) -> Value {
        fracas_testing::fact(&self.battle, &self.fought, name)
    }

    /// What became of a noble, as JSON tells it.
    pub fn unit(&self, noble: &str) -> Value {
        let units = self.fact("units");
        let units = units.as_array().expect("a list of units");
        units.iter().find(|unit| unit["noble"] == noble).expect("a unit of that noble").clone()
    }
}

fn line(event: &Event) -> String {
    match event {
        Event::Attack { number, by, at, a, b, result, .. } => {
            format!("{number} {}({a}) at {}({b}): {}", by.words, at.words, result_of(result))
        }
        Event::Front { side, row } => format!("{}: row {row} is the front", side.key()),
        Event::Breached { side } => format!("{}: breached", side.key()),
        Event::Collapsed { side } => format!("{}: collapsed", side.key()),
        Event::Quarter { side, quarters } => format!("{}: {quarters}/4 lost", side.key()),
        Event::Ill { noble } => format!("{noble} falls ill"),
        Event::Captured { noble } => format!("{noble} is captured"),
        Event::Drowned { noble } => format!("{noble} drowns"),
    }
}

fn result_of(result: &Outcome) -> String {
    match result {
        Outcome::Miss => "miss".to_owned(),
        Outcome::Killed => "killed".to_owned(),
        Outcome::Saved => "saved".to_owned(),
        Outcome::Destroyed => "destroyed".to_owned(),
        Outcome::Battered { points, defense, damage } => format!("-{points} = {defense}/{damage}"),
        Outcome::Wounded { wound, health, .. } => format!("wound {wound}, health {health}"),
    }
}

/// One step with written dice; what was told of it.
pub fn step(battle: &Battle, state: &mut State, script: &str) -> Vec<String> {
    let mut dice = dice(script);
    let mut told = Vec::new();
    let mut loud = Loud { scores: scores(battle), listener: &mut |event| told.push(line(&event)) };
    Olympia::step(battle, state, &mut dice, &mut loud);
    dice.finish().unwrap_or_else(|fault| panic!("{fault}; told: {told:?}"));
    told
}

/// Steps, each with its own dice.
pub fn steps(battle: &Battle, scripts: &[&str]) -> State {
    let mut state = Olympia::start(battle).clone();
    for script in scripts {
        step(battle, &mut state, script);
    }
    state
}

/// `Osswid` for a noble, `soldier of Osswid` for his men.
pub fn called(battle: &Battle, band: usize) -> String {
    let noble = &battle.units[battle.bands[band].unit].noble.name;
    match battle.bands[band].who {
        BandKind::Noble => noble.clone(),
        BandKind::Men(kind) | BandKind::Engines(kind) => {
            format!("{} of {noble}", battle.kind(kind).key)
        }
    }
}

/// Who may be drawn as attacker now: how many, who, with what strength (O-31).
pub fn able(battle: &Battle, state: &State, side: SideId) -> Vec<(u32, String, u32)> {
    let bands = battle.sides[side.index()].bands.clone();
    bands
        .filter(|&band| state.stances[band].strength > 0 && state.standing[band] > 0)
        .map(|band| (state.standing[band], called(battle, band), state.stances[band].strength))
        .collect()
}

/// How many may be drawn as attacker now.
pub fn able_count(battle: &Battle, state: &State, side: SideId) -> u32 {
    able(battle, state, side).iter().map(|(count, ..)| count).sum()
}

/// Who may be drawn as target now, place by place: how many neighbours are
/// alike, who, and the defense they show (O-33, O-52). Found by letting the
/// enemy strike at every place in turn.
pub fn exposed(battle: &Battle, state: &State, side: SideId) -> Vec<(u32, String, u32)> {
    let mut found: Vec<(u32, String, u32)> = Vec::new();
    let mut probe = Probe::new(battle, state, side.foe());
    while probe.target < probe.targets {
        let (name, defense) = probe.strike(battle, state);
        match found.last_mut() {
            Some((count, last, shown)) if *last == name && *shown == defense => *count += 1,
            _ => found.push((1, name, defense)),
        }
        probe.target += 1;
    }
    found
}

/// Dice that make a certain man strike at a certain place, and miss if he can.
struct Probe {
    side: SideId,
    attacker: u64,
    target: u64,
    targets: u64,
}

impl Probe {
    fn new(battle: &Battle, state: &State, side: SideId) -> Self {
        let before = match (side, battle.edition) {
            (SideId::Defender, Edition::First) => able_count(battle, state, SideId::Attacker),
            _ => 0,
        };
        // The first who is able and no engine.
        let mut attacker = u64::from(before);
        for band in battle.sides[side.index()].bands.clone() {
            if state.stances[band].strength > 0 && state.standing[band] > 0 {
                if battle.bands[band].stats.role != CombatRole::Engine {
                    break;
                }
                attacker += u64::from(state.standing[band]);
            }
        }
        Self { side, attacker, target: 0, targets: 1 }
    }

    fn strike(&mut self, battle: &Battle, state: &State) -> (String, u32) {
        let mut state = state.clone();
        state.turns = Turns { left: [1, 1], next: self.side };
        let mut struck = None;
        let mut loud = Loud {
            scores: scores(battle),
            listener: &mut |event| {
                if let Event::Attack { side, at, b, .. } = event {
                    let name = match (at.kind.as_str(), at.unit) {
                        ("noble", Some(unit)) => unit,
                        (kind, Some(unit)) => format!("{kind} of {unit}"),
                        (kind, None) => kind.to_owned(),
                    };
                    struck = Some((side, name, b));
                }
            },
        };
        Olympia::step(battle, &mut state, self, &mut loud);
        let (side, name, defense) = struck.expect("an attack");
        assert_eq!(side, self.side);
        (name, defense)
    }
}

impl Draw for Probe {
    fn draw(&mut self, sides: u64, die: Die) -> u64 {
        match die.0 {
            "attacker" => self.attacker,
            "target" => {
                self.targets = sides;
                self.target
            }
            "hit" => sides - 1,
            _ => 0,
        }
    }

    fn draw_successes(&mut self, _table: &Binomial, die: Die) -> u32 {
        panic!("no {die} in this game")
    }
}

fn scores(battle: &Battle) -> Scores {
    Scores::new(Olympia::measures(battle).iter().map(|measure| measure.start).collect())
}

pub const ATTACKER: SideId = SideId::Attacker;
pub const DEFENDER: SideId = SideId::Defender;

/// The start of a battle.
pub fn start(battle: &Battle) -> &State {
    Olympia::start(battle)
}

/// An entry of the lists above.
pub fn entry(count: u32, name: &str, rating: u32) -> (u32, String, u32) {
    (count, name.to_owned(), rating)
}

/// The ratings of a member as `inspect` shows them: attack, defense, missile
/// and value.
pub fn ratings(battle: &Battle, unit: &str, who: &str) -> [u64; 4] {
    let tables = Olympia.inspect(battle);
    let members = tables.iter().find(|table| table.title == "members").expect("a table of members");
    let rows = members.to_json();
    let rows = rows.as_array().expect("rows");
    let row = rows.iter().find(|row| row["unit"] == unit && row["who"] == who);
    let row = row.unwrap_or_else(|| panic!("no {who} of {unit}"));
    ["att", "def", "mis", "value"].map(|column| row[column].as_u64().expect("a number"))
}

/// Value and break point of a side.
pub fn breaks(battle: &Battle, side: SideId) -> (u64, u64) {
    let side = &battle.sides[side.index()];
    (side.value, side.break_point)
}
