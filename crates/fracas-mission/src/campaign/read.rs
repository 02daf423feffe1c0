//! Reading campaign files.

use std::collections::HashSet;

use fracas_core::document::{Checked, Diagnostics, nearest};

use super::orders::{Deployment, deploy_agents};
use super::{Campaign, SiteNow, SiteState};
use crate::battle::{AgentState, Assignment, Battle};
use crate::scenario::{self, WRONG};

/// The battle that other verbs than `turn` fight: that of the first site that
/// is deployed, else of the first active one with everybody who is available.
pub fn first_battle(file: &Checked, out: &mut Diagnostics) -> Option<Battle> {
    let mut campaign = campaign(file, out)?;
    let deployed = campaign.deployed().next();
    let site = deployed.or_else(|| {
        let active = campaign.sites.iter().position(|now| now.state == SiteState::Active)?;
        for place in 0..campaign.roster.len() {
            let now = &mut campaign.roster[place].now;
            if now.state == AgentState::Available && campaign.world.agents[place].deploy {
                now.state = AgentState::OnMission;
                now.assignment = Assignment::Site(active as u32);
            }
        }
        Some(active)
    });
    let battle = site.and_then(|site| campaign.battle(site));
    match &battle {
        Some(battle) => scenario::warn(battle, file, out),
        None => {
            out.error("M-64", &file.place("site"), "there is no battle to be fought here").help(
                "a site must be Deployed or Active, and an agent Available; `fracas turn` goes on",
            );
        }
    }
    battle
}

/// Makes a campaign of a file whose values are of the right shape.
pub fn campaign(file: &Checked, out: &mut Diagnostics) -> Option<Campaign> {
    if !file.has("site") {
        out.error(WRONG, &file.place("site"), "there are no sites: this is no campaign")
            .help("a campaign has a [[site]] for each place that can be taken");
    }
    for key in ["mission", "enemy", "next", "rest_turns", "keep_enemies", "after_failure"] {
        if file.has(key) {
            out.error(WRONG, &file.key_place(key), format!("`{key}` has no place in a campaign"))
                .help("it belongs to a scenario of one battle or chain; a campaign has [[site]]");
        }
    }
    let mut setting = scenario::read_world(file, out);
    let mut sites = Vec::new();
    let mut ids = HashSet::new();
    for table in file.tables("site") {
        let site = scenario::read_site(table, table.tables("enemy"), "", &setting, out);
        let state = table.text("state").and_then(SiteState::of).unwrap_or(SiteState::Active);
        if !ids.insert(site.id.clone()) && !site.id.is_empty() {
            out.error(WRONG, &table.place("id"), format!("there are two sites `{}`", site.id));
        }
        let now = SiteNow { site, state };
        let site = &now.site;
        if now.is_open() && site.enemies.is_empty() {
            out.error(WRONG, &table.here(), format!("there are no enemies at {}", site.called()))
                .help("write enemies = \"2 Initiate\", a preset, or [[site.enemy]]");
        }
        sites.push(now);
    }
    let known = sites.iter().zip(file.tables("site"));
    scenario::check_ids(&setting, known.map(|(now, table)| (0, &now.site, table.here())), out);

    // Assignments count the sites of this file from here on.
    let named = std::mem::take(&mut setting.world.site_ids);
    setting.world.site_ids = sites.iter().map(|now| now.site.id.clone()).collect();
    for (place, member) in setting.roster.iter_mut().enumerate() {
        let now = &mut member.now;
        if now.state == AgentState::OnMission {
            let id = match now.assignment {
                Assignment::Site(site) => named[site as usize].as_str(),
                _ => "",
            };
            station(id, now, &mut sites, &setting.places[place], out);
        }
    }
    let mut campaign = Campaign {
        name: setting.world.name.clone(),
        seed: file.whole("seed").and_then(|seed| u64::try_from(seed).ok()),
        world: setting.world,
        roster: setting.roster,
        accounts: setting.accounts,
        sites,
    };
    for (site, table) in file.tables("site").iter().enumerate() {
        orders(&mut campaign, site, table, out);
    }
    for (site, table) in file.tables("site").iter().enumerate() {
        let now = &campaign.sites[site];
        let manned = (0..campaign.roster.len()).any(|agent| campaign.is_at(agent, site));
        if now.state == SiteState::Deployed && !manned {
            let message = format!("{} is Deployed, but nobody is there", now.site.called());
            out.error("M-64", &table.place("state"), message)
                .help("write agents = [\"…\"] to deploy them, or state = \"Active\"");
        }
    }
    (!out.has_errors()).then_some(campaign)
}

/// M-64: an agent who is on a mission is at a site that is open.
fn station(
    id: &str,
    now: &mut crate::battle::Condition,
    sites: &mut [SiteNow],
    place: &fracas_core::document::Place,
    out: &mut Diagnostics,
) {
    let Some(site) = sites.iter().position(|known| known.site.id == id) else {
        let known = sites.iter().map(|known| known.site.id.as_str());
        let near = nearest(id, known.clone())
            .map_or(String::new(), |near| format!("did you mean {near}? "));
        out.error("M-64", place, format!("an agent is OnMission at `{id}`, which is no site"))
            .help(format!("{near}sites are {}", known.collect::<Vec<_>>().join(", ")));
        return;
    };
    let of_site = &mut sites[site];
    match of_site.state {
        SiteState::Active | SiteState::Deployed => of_site.state = SiteState::Deployed,
        state => {
            let message = format!("an agent is OnMission at {id}, which is {}", state.word());
            out.error("M-64", place, message).help("only an Active site can be deployed to");
        }
    }
    now.assignment = Assignment::Site(site as u32);
}

/// Agents that the file deploys to a site.
fn orders(campaign: &mut Campaign, site: usize, table: &Checked, out: &mut Diagnostics) {
    let agents: Vec<String> =
        table.list("agents").iter().filter_map(|item| item.text()).map(str::to_owned).collect();
    if agents.is_empty() {
        return;
    }
    let deployment = Deployment { site: campaign.sites[site].site.id.clone(), agents };
    if let Err(refused) = deploy_agents(campaign, &deployment) {
        for why in refused.0 {
            out.error("M-64", &table.place("agents"), why);
        }
    }
}
