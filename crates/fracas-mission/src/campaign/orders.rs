//! Orders between turns: who is hired (M-68), and who goes where (M-64).

use std::fmt;
use std::str::FromStr;

use fracas_core::document::nearest;

use super::{Campaign, SiteState};
use crate::battle::{Agent, AgentState, Assignment, LONGEST_NAME, MOST_UNITS};
use crate::rules::recovery;
use crate::state::Member;

/// A squad for a site, written `site=agent,agent`.
///
/// ```
/// use fracas_mission::campaign::Deployment;
/// let raid: Deployment = "raid=vega,okoye".parse().unwrap();
/// assert_eq!((raid.site.as_str(), raid.agents.len()), ("raid", 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deployment {
    /// The id of the site.
    pub site: String,
    /// The ids of the agents.
    pub agents: Vec<String>,
}

impl FromStr for Deployment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (site, agents) =
            text.split_once('=').ok_or("write site=agent,agent, such as raid=vega,okoye")?;
        let agents: Vec<String> = agents
            .split(',')
            .map(|agent| agent.trim().to_owned())
            .filter(|agent| !agent.is_empty())
            .collect();
        if agents.is_empty() {
            return Err(format!("nobody is named for {site}"));
        }
        Ok(Self { site: site.trim().to_owned(), agents })
    }
}

/// Why an order cannot be carried out, all of it; nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub Vec<String>);

impl std::error::Error for Refused {}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

impl Campaign {
    /// Deploys squads, or says everything that forbids it and changes nothing.
    pub fn deploy(&mut self, orders: &[Deployment]) -> Result<(), Refused> {
        let mut planned = self.clone();
        let mut why = Vec::new();
        for order in orders {
            if let Err(refused) = deploy_agents(&mut planned, order) {
                why.extend(refused.0);
            }
        }
        if !why.is_empty() {
            return Err(Refused(why));
        }
        *self = planned;
        Ok(())
    }
}

impl Campaign {
    /// Hires fresh agents (M-3) by their ids, or says everything that forbids
    /// it and changes nothing. They are `InTransit`, and their cost is booked
    /// in the next turn (M-68, M-71).
    pub fn hire(&mut self, ids: &[String]) -> Result<(), Refused> {
        let mut planned = self.clone();
        let mut why = Vec::new();
        for id in ids {
            match check_new(&planned, id) {
                Err(reason) => why.push(reason),
                Ok(()) => {
                    let mut agent = Agent::fresh(id.clone(), &planned.world.constants);
                    agent.written.state = AgentState::InTransit;
                    planned.roster.push(Member::of(&agent));
                    planned.world.agents.push(agent);
                }
            }
        }
        if self.world.has_player {
            let cost = ids.len() as i64 * i64::from(self.world.constants.agent_hire_cost);
            if !ids.is_empty() && cost > self.accounts.money {
                why.push(format!("hiring costs {cost}, and there is {}", self.accounts.money));
            }
            planned.accounts.hiring += cost;
        }
        if !why.is_empty() {
            return Err(Refused(why));
        }
        *self = planned;
        Ok(())
    }
}

/// Whether somebody of that id can be hired.
fn check_new(campaign: &Campaign, id: &str) -> Result<(), String> {
    if id.trim().is_empty() || id.chars().count() > LONGEST_NAME || id.chars().any(char::is_control)
    {
        return Err(format!("`{id}` is no id; 1 to {LONGEST_NAME} characters are allowed"));
    }
    if campaign.world.agents.iter().any(|agent| agent.id == id) {
        return Err(format!("there is an agent `{id}` already"));
    }
    let mut enemies = campaign.sites.iter().flat_map(|now| &now.site.enemies);
    if enemies.any(|enemy| enemy.id == id) {
        return Err(format!("there is an enemy `{id}`; ids must be unique in the whole battle"));
    }
    if campaign.world.agents.len() >= MOST_UNITS {
        return Err(format!("there are {MOST_UNITS} agents already, which is the limit"));
    }
    Ok(())
}

/// One squad. What can be done is done, what cannot is told.
pub(super) fn deploy_agents(campaign: &mut Campaign, order: &Deployment) -> Result<(), Refused> {
    let mut why = Vec::new();
    let site = match find_site(campaign, &order.site) {
        Ok(site) => Some(site),
        Err(reason) => {
            why.push(reason);
            None
        }
    };
    for id in &order.agents {
        match find_agent(campaign, id) {
            Err(reason) => why.push(reason),
            Ok(agent) => {
                if let Some(site) = site {
                    let now = &mut campaign.roster[agent].now;
                    now.state = AgentState::OnMission;
                    now.assignment = Assignment::Site(site as u32);
                }
            }
        }
    }
    if !why.is_empty() {
        return Err(Refused(why));
    }
    if let Some(site) = site {
        campaign.sites[site].state = SiteState::Deployed;
    }
    Ok(())
}

/// The site of that id, if it can be deployed to.
fn find_site(campaign: &Campaign, id: &str) -> Result<usize, String> {
    let Some(place) = campaign.sites.iter().position(|now| now.site.id == id) else {
        let known = campaign.sites.iter().map(|now| now.site.id.as_str());
        return Err(format!("there is no site `{id}`; {}", choice(id, known)));
    };
    match campaign.sites[place].state {
        SiteState::Active | SiteState::Deployed => Ok(place),
        SiteState::Expired => Err(format!("site {id} has expired and cannot be deployed to")),
        state => {
            Err(format!("site {id} is {}; only an Active site can be deployed to", state.word()))
        }
    }
}

/// The agent of that id, if he is available.
fn find_agent(campaign: &Campaign, id: &str) -> Result<usize, String> {
    let agents = &campaign.world.agents;
    let Some(place) = agents.iter().position(|agent| agent.id == id) else {
        let known = agents.iter().map(|agent| agent.id.as_str());
        return Err(format!("there is no agent `{id}`; {}", choice(id, known)));
    };
    let now = &campaign.roster[place].now;
    let doing = match (now.state, recovery::turns_to_rest(now)) {
        (AgentState::Available, _) => return Ok(place),
        (AgentState::OnMission, _) => {
            let site = crate::writing::assignment(&campaign.world, now.assignment);
            format!("already OnMission at {site}")
        }
        (AgentState::OnAssignment, _) => {
            format!(
                "OnAssignment ({})",
                crate::writing::assignment(&campaign.world, now.assignment)
            )
        }
        (state, Some(1)) => format!("{} and will be available in 1 turn", state.word()),
        (state, Some(turns)) => format!("{} and will be available in {turns} turns", state.word()),
        (state, None) => state.word().to_owned(),
    };
    Err(format!("agent {id} is {doing}; only an Available agent can be deployed"))
}

fn choice<'a>(word: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(word, known.clone()) {
        Some(near) => format!("did you mean {near}?"),
        None => format!("there are {}", known.collect::<Vec<_>>().join(", ")),
    }
}
