//! The mission site report (M-77 to M-80).

use std::fmt;

use serde::Serialize;

use crate::battle::{AgentState, Battle, FactionReward, Rewards, Side, Site, Who, World};
use crate::state::{Fighter, Outcome, State};
use crate::writing;

/// What is reported of a battle at a site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SiteReport {
    /// The site.
    pub site: String,
    /// Its title, if it has one.
    pub title: Option<String>,
    /// The factions it concerns.
    pub factions: Vec<String>,
    /// What the site is now: `Successful` or `Failed` (M-42).
    pub state: &'static str,
    /// `Successful`, `Retreated`, `All agents lost` or `Stalemate`.
    pub outcome: &'static str,
    /// Rounds fought.
    pub rounds: u32,
    /// What it granted; nothing unless successful.
    pub rewards: Vec<String>,
    /// The squad.
    pub agents: SideReport,
    /// The enemies.
    pub enemies: SideReport,
    /// Hit points really taken from the enemies (M-79).
    pub damage_inflicted: u64,
    /// Hit points really taken from the agents (M-79).
    pub damage_taken: u64,
    /// By survivors.
    pub skill_gained: u64,
    /// Average exhaustion gained per survivor, in tenths.
    #[serde(serialize_with = "tenths")]
    pub exhaustion_gained: u64,
    /// Agent by agent.
    pub squad: Vec<AgentReport>,
}

/// A side in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SideReport {
    /// How many there were.
    pub total: usize,
    /// Living with the hit points they came with.
    pub unscathed: usize,
    /// Living with fewer (M-79).
    pub wounded: usize,
    /// Terminated or neutralized.
    pub fallen: usize,
    /// Total effective skill at the start.
    pub skill: u64,
    /// Total hit points at the start.
    pub hp: u64,
}

/// What is reported of one agent (M-80).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AgentReport {
    /// Who.
    pub id: String,
    /// Hit points before and after.
    pub hp: [u32; 2],
    /// Exhaustion before and after.
    pub exhaustion: [u32; 2],
    /// Gained by attacks made and suffered.
    pub exhaustion_combat: u32,
    /// Gained by the mission's conclusion (M-45).
    pub exhaustion_conclusion: u32,
    /// Skill before and after.
    pub skill: [u32; 2],
    /// Points of combat, if he survived.
    pub skill_combat: u32,
    /// The reward for surviving.
    pub skill_survival: u32,
    /// His state now.
    pub state: &'static str,
    /// His assignment now.
    pub assignment: String,
    /// Turns he will need to recover.
    pub recovery_turns: u32,
    /// For the terminated: the round, and who did it.
    pub fell: Option<(u32, String)>,
}

fn tenths<S: serde::Serializer>(tenths: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(*tenths as f64 / 10.0)
}

/// The lines that open a report.
pub fn opening(b: &Battle) -> String {
    let site = &b.chain[0];
    let mut text = format!("{}\n", headline(&b.world, site));
    let fight = &b.start.fight;
    for side in Side::BOTH {
        let report = side_report(&b.start, side);
        let words =
            format!("{}: {}, skill {}, hp {}", side.key(), report.total, report.skill, report.hp);
        text.push_str(&words);
        text.push('\n');
        for fighter in fight.side(side) {
            text.push_str(&format!("  {}\n", roster_line(b, fighter)));
        }
    }
    text
}

fn headline(world: &World, site: &Site) -> String {
    let factions: Vec<&str> =
        site.faction_rewards.iter().map(|reward| world.factions[reward.faction].called()).collect();
    let of = if factions.is_empty() { String::new() } else { format!(", {}", factions.join(", ")) };
    match &site.title {
        Some(title) => format!("{title} ({}{of})", site.id),
        None => format!("{}{of}", site.id),
    }
}

fn roster_line(b: &Battle, fighter: &Fighter) -> String {
    let unit = fighter.unit as usize;
    let most = fighter.min_damage + fighter.damages - 1;
    let officer = b.enemy(unit).is_some_and(|enemy| enemy.officer);
    format!(
        "{}{}: skill {} ({}), hp {}/{}, exhaustion {}, damage {}-{most}",
        b.units[unit].id,
        if officer { " (officer)" } else { "" },
        fighter.skill,
        fighter.eff,
        fighter.hp,
        fighter.max_hp,
        fighter.exhaustion,
        fighter.min_damage,
    )
}

/// The report of the battle that was concluded last.
pub fn site_report(b: &Battle, st: &State) -> SiteReport {
    let site = &b.chain[st.battle];
    let outcome = st.outcome.unwrap_or(Outcome::Stalemate);
    let squad: Vec<AgentReport> = st
        .fight
        .side(Side::Agents)
        .iter()
        .filter_map(|fighter| agent_report(b, st, fighter))
        .collect();
    let lost = |side| -> u64 {
        let each =
            st.fight.side(side).iter().map(|fighter| u64::from(fighter.hp_before - fighter.hp));
        each.sum()
    };
    let survivors = squad.iter().filter(|agent| agent.fell.is_none());
    let gained: u64 =
        survivors.clone().map(|agent| u64::from(agent.exhaustion[1] - agent.exhaustion[0])).sum();
    let count = survivors.clone().count() as u64;
    let won = outcome == Outcome::Success;
    SiteReport {
        site: site.id.clone(),
        title: site.title.clone(),
        factions: site
            .faction_rewards
            .iter()
            .map(|reward| b.world.factions[reward.faction].called().to_owned())
            .collect(),
        state: if won { "Successful" } else { "Failed" },
        outcome: match outcome {
            Outcome::Success => "Successful",
            Outcome::Retreat => "Retreated",
            Outcome::Wiped => "All agents lost",
            Outcome::Stalemate => "Stalemate",
        },
        rounds: st.fight.round,
        rewards: if won { rewards(&b.world, site) } else { Vec::new() },
        agents: side_report(st, Side::Agents),
        enemies: side_report(st, Side::Enemies),
        damage_inflicted: lost(Side::Enemies),
        damage_taken: lost(Side::Agents),
        skill_gained: survivors
            .map(|agent| u64::from(agent.skill_combat + agent.skill_survival))
            .sum(),
        // M-79: halves up.
        exhaustion_gained: (20 * gained + count).checked_div(2 * count).unwrap_or(0),
        squad,
    }
}

fn side_report(st: &State, side: Side) -> SideReport {
    let fighters = st.fight.side(side);
    let fallen = fighters.iter().filter(|fighter| fighter.hp == 0).count();
    let unscathed = fighters.iter().filter(|fighter| fighter.hp == fighter.hp_before).count();
    SideReport {
        total: fighters.len(),
        unscathed,
        wounded: fighters.len() - fallen - unscathed,
        fallen,
        skill: st.fight.base[side.index()],
        hp: fighters.iter().map(|fighter| u64::from(fighter.hp_before)).sum(),
    }
}

fn agent_report(b: &Battle, st: &State, fighter: &Fighter) -> Option<AgentReport> {
    let unit = fighter.unit as usize;
    let Who::Agent(place) = b.units[unit].who else { return None };
    let now = &st.roster[place].now;
    let lives = now.state != AgentState::Terminated;
    let survival = crate::rules::conclusion::survival_reward(
        now.missions.saturating_sub(1),
        &b.world.constants,
    );
    Some(AgentReport {
        id: b.units[unit].id.clone(),
        hp: [fighter.hp_before, fighter.hp],
        exhaustion: [fighter.exhaustion_before, now.exhaustion],
        exhaustion_combat: fighter.exhaustion - fighter.exhaustion_before,
        exhaustion_conclusion: now.exhaustion - fighter.exhaustion,
        skill: [fighter.skill, now.skill],
        skill_combat: if lives { fighter.points } else { 0 },
        skill_survival: if lives { survival } else { 0 },
        state: now.state.word(),
        assignment: writing::assignment(&b.world, now.assignment).to_owned(),
        recovery_turns: now.recovery_turns,
        fell: (!lives).then(|| (fighter.fell, b.units[fighter.killer as usize].id.clone())),
    })
}

/// What success grants, in words.
fn rewards(world: &World, site: &Site) -> Vec<String> {
    let Rewards { money, intel, funding, panic } = site.rewards;
    let amounts =
        [(money, "money +"), (intel, "intel +"), (funding, "funding +"), (panic, "panic -")];
    let mut found: Vec<String> = amounts
        .into_iter()
        .filter(|(amount, _)| *amount > 0)
        .map(|(amount, what)| format!("{what}{amount}"))
        .collect();
    for FactionReward { faction, threat, suppression } in &site.faction_rewards {
        let called = world.factions[*faction].called();
        if *threat > 0 {
            found.push(format!("threat of {called} -{threat}"));
        }
        if *suppression > 0 {
            found.push(format!("suppression of {called} +{suppression}"));
        }
    }
    found
}

impl fmt::Display for SiteReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = self.title.as_ref().map_or(String::new(), |title| format!("{title}, "));
        let factions = if self.factions.is_empty() {
            String::new()
        } else {
            format!(" ({})", self.factions.join(", "))
        };
        let rounds = if self.rounds == 1 { "round" } else { "rounds" };
        writeln!(
            f,
            "{title}{}{factions}: {} after {} {rounds}{}",
            self.site,
            self.state,
            self.rounds,
            self.why()
        )?;
        if !self.rewards.is_empty() {
            writeln!(f, "  rewards: {}", self.rewards.join(", "))?;
        }
        let SideReport { total, unscathed, wounded, fallen, skill, hp } = self.agents;
        writeln!(
            f,
            "  agents: {total} deployed, {unscathed} unscathed, {wounded} wounded, {fallen} terminated; skill {skill} and hp {hp} at the start"
        )?;
        let SideReport { total, unscathed, wounded, fallen, skill, hp } = self.enemies;
        writeln!(
            f,
            "  enemies: {total}, {unscathed} unscathed, {wounded} wounded, {fallen} neutralized; skill {skill} and hp {hp} at the start"
        )?;
        writeln!(f, "  damage: {} inflicted, {} taken", self.damage_inflicted, self.damage_taken)?;
        let (whole, tenth) = (self.exhaustion_gained / 10, self.exhaustion_gained % 10);
        writeln!(
            f,
            "  survivors: skill +{}, exhaustion +{whole}.{tenth} on average",
            self.skill_gained
        )?;
        for agent in self.squad.iter().filter(|agent| agent.fell.is_none()) {
            writeln!(f, "  {agent}")?;
        }
        for agent in self.fallen() {
            writeln!(f, "  {agent}; last assignment {}", self.site)?;
        }
        Ok(())
    }
}

impl SiteReport {
    /// Those who did not come back.
    pub fn fallen(&self) -> impl Iterator<Item = &AgentReport> {
        self.squad.iter().filter(|agent| agent.fell.is_some())
    }

    /// Why a site was not taken.
    fn why(&self) -> String {
        match self.outcome {
            _ if self.state == "Successful" => String::new(),
            outcome => format!(" ({outcome})"),
        }
    }
}

impl fmt::Display for AgentReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((round, killer)) = &self.fell {
            return write!(f, "{}: terminated in round {round} by {killer}", self.id);
        }
        write!(
            f,
            "{}: hp {} to {}, exhaustion {} to {} (combat {}, conclusion {}), skill {} to {} (combat {}, survival {}), {}/{}",
            self.id,
            self.hp[0],
            self.hp[1],
            self.exhaustion[0],
            self.exhaustion[1],
            self.exhaustion_combat,
            self.exhaustion_conclusion,
            self.skill[0],
            self.skill[1],
            self.skill_combat,
            self.skill_survival,
            self.state,
            self.assignment,
        )?;
        if self.recovery_turns > 0 {
            write!(f, " for {} turns", self.recovery_turns)?;
        }
        Ok(())
    }
}
