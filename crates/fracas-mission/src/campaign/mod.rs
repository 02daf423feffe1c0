//! Campaigns: a roster, several sites, and turns (chapter 9).
//!
//! A campaign file is a scenario with `[[site]]` in place of one `[mission]`.
//! [`Campaign::advance`] is one turn advance of M-66.

mod orders;
mod read;
mod turn;
mod turn_report;
mod write;
mod write_onto;

pub use orders::{Deployment, Refused};
pub use read::first_battle;
pub use turn_report::{Booking, Standing, TurnReport};

use fracas_core::document::{Checked, Diagnostics};

use crate::battle::{AgentState, Assignment, Battle, Site, World};
use crate::muster::{self, Setup};
use crate::scenario;
use crate::state::{Accounts, Member};

/// A campaign between two turns.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// What reports call it.
    pub name: Option<String>,
    /// The file's own seed.
    pub seed: Option<u64>,
    /// The people and the rules. Site ids are those of `sites`, in order.
    pub world: World,
    /// The roster now.
    pub roster: Vec<Member>,
    /// The player and the factions now.
    pub accounts: Accounts,
    /// The sites.
    pub sites: Vec<SiteNow>,
}

/// A site of a campaign.
#[derive(Clone, Debug)]
pub struct SiteNow {
    /// The site; `expires_in` counts down.
    pub site: Site,
    /// M-65.
    pub state: SiteState,
}

/// What a site can be (M-65).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteState {
    /// Open to be deployed to.
    Active,
    /// A squad is there.
    Deployed,
    /// Taken.
    Successful,
    /// Not taken.
    Failed,
    /// Gone before anybody came.
    Expired,
}

impl SiteState {
    /// All of them.
    pub const ALL: [SiteState; 5] = [
        SiteState::Active,
        SiteState::Deployed,
        SiteState::Successful,
        SiteState::Failed,
        SiteState::Expired,
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        scenario::SITE_STATES[self as usize]
    }

    /// The state of a word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }
}

impl SiteNow {
    /// Whether a battle may still be fought there.
    pub fn is_open(&self) -> bool {
        matches!(self.state, SiteState::Active | SiteState::Deployed)
    }

    /// Whether it is open to be deployed to.
    pub fn is_active(&self) -> bool {
        self.state == SiteState::Active
    }
}

impl Campaign {
    /// Reads a campaign of a file whose values are of the right shape; none if
    /// anything is wrong with it.
    pub fn read(file: &Checked, out: &mut Diagnostics) -> Option<Self> {
        read::campaign(file, out)
    }

    /// The places of the sites that a squad has been deployed to, in order.
    pub fn deployed(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.sites.len()).filter(|&place| self.sites[place].state == SiteState::Deployed)
    }

    /// The battle for a site, as it would be fought in the next turn. `None`
    /// if nobody is there.
    pub fn battle(&self, site: usize) -> Option<Battle> {
        let squad: Vec<usize> =
            (0..self.roster.len()).filter(|&place| self.is_at(place, site)).collect();
        if squad.is_empty() || self.sites[site].site.enemies.is_empty() {
            return None;
        }
        // What the player is paid is booked once for all sites.
        let world = World { has_player: false, ..self.world.clone() };
        Some(muster::site_battle(Setup {
            world,
            chain: vec![self.sites[site].site.clone()],
            rest_turns: 0,
            keep_enemies: false,
            continue_after_failure: false,
            roster: self.roster.clone(),
            // Not booked, but the site's rewards name the factions.
            accounts: self.accounts.clone(),
            squad,
        }))
    }

    /// Whether an agent is deployed to a site.
    fn is_at(&self, agent: usize, site: usize) -> bool {
        let now = &self.roster[agent].now;
        now.state == AgentState::OnMission && now.assignment == Assignment::Site(site as u32)
    }

    /// Why the game is lost, if it is (M-72).
    pub fn lost(&self) -> Option<&'static str> {
        if !self.world.has_player {
            None
        } else if self.accounts.panic >= 10_000 {
            Some("panic has reached 100%")
        } else if self.accounts.money < 0 {
            Some("the money is gone")
        } else {
            None
        }
    }

    /// The campaign file of this moment.
    pub fn write(&self) -> String {
        write::write(self)
    }
}
