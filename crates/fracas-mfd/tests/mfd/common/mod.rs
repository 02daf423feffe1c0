//! What the tests share: reading sides, fighting them with written dice or
//! with all dice at once, and looking at what came of it.

use std::collections::BTreeMap;

use fracas_core::capability::{Detail, Export, Tell};
use fracas_core::chance::{Enumerated, Scripted};
use fracas_core::document::Diagnostics;
use fracas_core::odds::{Budget, Exact, Fought, exact as follow};
use fracas_core::ruleset::Ruleset;
use fracas_core::watch::Scores;
use fracas_mfd::Mfd;
use fracas_mfd::battle::{Battle, SideId};
use fracas_mfd::events::{Event, StatsLine};
use fracas_mfd::rules::matchups;
use fracas_mfd::state::State;
use serde_json::Value;

/// The header of F-2 with one buff group.
pub const HEADER: &str = "Name,XP,BonusXP,BonusHP,BonusToHit,BonusToDefend,AOE,BodyguardFor,\
                          LinkedTo,BuffName,BuffWho,BuffOffense,BuffDefense";

pub use fracas_testing::dice;

/// Reads a scenario with the files it names. `ruleset` need not be written.
pub fn read_with(text: &str, files: &[(&str, &str)]) -> (Option<Battle>, Diagnostics) {
    fracas_testing::read::<Mfd>(text, files)
}

/// A scenario that must be in order.
pub fn battle(text: &str) -> Battle {
    fracas_testing::battle::<Mfd>(text, &[])
}

/// The scenario of two CSV files.
const TWO_FILES: &str = "heroes.csv = \"Heroes.csv\"\nvillains.csv = \"Villains.csv\"\n";

/// Reads two CSV files, with more keys of the scenario.
pub fn read_csv(heroes: &str, villains: &str, more: &str) -> (Option<Battle>, Diagnostics) {
    let files = [("Heroes.csv", heroes), ("Villains.csv", villains)];
    read_with(&format!("{more}\n{TWO_FILES}"), &files)
}

/// Two CSV files that must be in order.
pub fn csv_battle(heroes: &str, villains: &str, more: &str) -> Battle {
    let (battle, out) = read_csv(heroes, villains, more);
    battle.unwrap_or_else(|| panic!("{}", out.render(false)))
}

/// A file of nobody in particular.
pub fn rook() -> String {
    format!("{HEADER}\nRook,5000,,,,,,,,,,,\n")
}

/// The party of the seed's example, its blanks removed.
pub fn seed_party() -> String {
    format!(
        "{HEADER}\n\
         Dragon,13000,1500,-1,0.9,0.1,,,Summoner,Mythic,\"Dragon,Summoner,Tom\",0.06,0.02\n\
         Summoner,5800,-1000,1,0.15,,,,Dragon,,,,\n\
         Tom,7001,,0,0.11,0.01,,Summoner,Dragon,Teamwork,\"Tom,Summoner\",0.1,0.12\n"
    )
}

/// Warnings of a battle that can be fought: their codes.
pub fn warned(out: &Diagnostics) -> Vec<&'static str> {
    assert!(!out.has_errors(), "{}", out.render(false));
    out.iter().map(|found| found.code.unwrap_or("")).collect()
}

/// A battle that was fought and all that was told of it.
pub struct Told {
    pub battle: Battle,
    pub fought: Fought<Mfd>,
    pub events: Vec<Event>,
}

/// Fights with written dice. They must fit die by die, and all be thrown.
pub fn fight(battle: Battle, script: &str) -> Told {
    let (fought, events) = fracas_testing::fight(&battle, dice(script));
    Told { battle, fought, events }
}

impl Told {
    pub fn outcome(&self) -> &'static str {
        Mfd::OUTCOMES[self.fought.outcome.index()]
    }

    pub fn measure(&self, name: &str) -> i64 {
        fracas_testing::measure(&self.battle, &self.fought, name)
    }

    /// What happened, stats and totals left out.
    pub fn log(&self) -> Vec<String> {
        self.events.iter().filter_map(line).collect()
    }

    /// Who fell, in the order told.
    pub fn dead(&self) -> Vec<String> {
        let of = |event: &Event| match event {
            Event::Fallen { fighters, .. } => fighters.clone(),
            _ => Vec::new(),
        };
        self.events.iter().flat_map(of).collect()
    }

    pub fn hp(&self, name: &str) -> i64 {
        self.fought.state.hp[place(&self.battle, name)]
    }

    /// The log as a user reads it.
    pub fn text(&self, detail: Detail) -> String {
        let mut text = Mfd.opening(&self.battle);
        for event in &self.events {
            if let Some(line) = Mfd.tell(&self.battle, event, detail) {
                text.push_str(&format!("{line}\n"));
            }
        }
        text.push_str(&Mfd.closing(&self.battle, &self.fought.state));
        text
    }

    pub fn aftermath(&self) -> String {
        Mfd::aftermath(&self.battle, &self.fought.state, &mut Scripted::new([]))
    }

    /// The final file of a side.
    pub fn final_file(&self, side: SideId) -> String {
        Mfd.texts(&self.battle, &self.fought.state)[side.index()].clone()
    }

    pub fn fact(&self, name: &str) -> Value {
        fracas_testing::fact(&self.battle, &self.fought, name)
    }

    /// The line of a fighter in the report (F-76).
    pub fn fighter(&self, name: &str) -> Value {
        let fighters = self.fact("fighters");
        let fighters = fighters.as_array().expect("a list");
        fighters.iter().find(|fighter| fighter["name"] == name).expect("a fighter").clone()
    }
}

fn line(event: &Event) -> Option<String> {
    match event {
        Event::Round { round } => Some(format!("round {round}")),
        Event::Joined { fighters, .. } => Some(format!("+ {}", names(fighters))),
        Event::Healed { fighter, given, to_defend, hp } => {
            Some(format!("{fighter} +{given} = {hp}, rest {to_defend}"))
        }
        Event::Intercepted { by, aimed, bodyguard } => {
            Some(format!("{bodyguard} for {aimed} from {by}"))
        }
        Event::Attack { by, at, hits, blocks, hp, .. } => {
            Some(format!("{by} at {at}: {hits}-{blocks} = {hp}"))
        }
        Event::Link { fighter, linked_to } => Some(format!("{fighter} with {linked_to}")),
        Event::Retreat { side } => Some(format!("{} retreat", side.key())),
        Event::Fallen { .. } | Event::Totals { .. } | Event::Standing { .. } => None,
    }
}

fn names(lines: &[StatsLine]) -> String {
    lines.iter().map(|line| line.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// The place of a fighter by name.
pub fn place(battle: &Battle, name: &str) -> usize {
    let found = battle.fighters.iter().position(|fighter| fighter.called == name);
    found.unwrap_or_else(|| panic!("nobody is called {name}"))
}

/// Stats of a fighter before a round: HP, ToHit, ToDefend, both dice.
pub fn stats_at(battle: &Battle, state: &State, name: &str, round: u32) -> String {
    let line = StatsLine::of(battle, state, place(battle, name), round);
    format!(
        "HP {}, {}/{}, dice {}/{}, AOE {}, XP {}",
        line.hp,
        line.to_hit.percent(),
        line.to_defend.percent(),
        line.offense_dice,
        line.defense_dice,
        line.aoe,
        line.total_xp
    )
}

/// Stats in the first round.
pub fn stats(battle: &Battle, name: &str) -> String {
    stats_at(battle, Mfd::start(battle), name, 1)
}

/// The exact odds of a battle.
pub fn exact(battle: &Battle) -> Exact {
    follow::<Mfd>(battle, Budget::PATIENT).unwrap_or_else(|why| panic!("{why}"))
}

/// The probabilities of the four outcomes.
pub fn outcomes(battle: &Battle) -> [f64; 4] {
    let odds = exact(battle).odds;
    std::array::from_fn(|index| odds.outcomes[index].p)
}

/// The mean of a measure.
pub fn mean(odds: &Exact, name: &str) -> f64 {
    let found = odds.odds.measures.iter().find(|measure| measure.name == name);
    found.and_then(|measure| measure.mean).unwrap_or_else(|| panic!("no measure {name}"))
}

/// Expects numbers to be those of the rulebook, which has six decimals.
pub fn assert_near(found: &[f64], expected: &[f64]) {
    let near = |(found, expected): (&f64, &f64)| (found - expected).abs() < 6e-7;
    assert_eq!(found.len(), expected.len());
    assert!(found.iter().zip(expected).all(near), "{found:?} is not {expected:?}");
}

/// All ways the first round's matchups can be drawn: defenders of the heroes'
/// attacks in order, with their probability.
pub fn all_matchups(battle: &Battle) -> BTreeMap<Vec<String>, f64> {
    let mut dice = Enumerated::new();
    let mut found = BTreeMap::new();
    let mut scores = Scores::new(Mfd::measures(battle).iter().map(|m| m.start).collect());
    loop {
        let mut state = Mfd::start(battle).clone();
        state.round = 1;
        state.scratch.attacks.clear();
        let heroes = state.living(SideId::Heroes).to_vec();
        for by in heroes {
            matchups::of_attacker(battle, &mut state, SideId::Heroes, by, &mut dice, &mut scores);
        }
        let at =
            |attack: &fracas_mfd::state::Attack| battle.fighters[attack.at as usize].called.clone();
        let defenders = state.scratch.attacks.iter().map(at).collect();
        *found.entry(defenders).or_default() += dice.probability();
        if !dice.next_path() {
            return found;
        }
    }
}
