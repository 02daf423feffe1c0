//! One turn advance (M-66).

use fracas_core::chance::{Draw, Fault, Purpose, Rolled};
use fracas_core::odds::fight_loud;

use super::turn_report::{TurnReport, standing};
use super::{Campaign, SiteState};
use crate::battle::AgentState;
use crate::events::Event;
use crate::mission::Mission;
use crate::report::{SiteReport, site_report};
use crate::rules::turn;
use crate::state::{Member, Outcome};

impl Campaign {
    /// Advances one turn with the dice of a seed. The battle at a site is that
    /// of the trial `1000 * turn + place of the site`.
    pub fn advance_rolled(
        &mut self,
        seed: u64,
        tell: &mut dyn FnMut(usize, Event),
    ) -> Result<TurnReport, Fault> {
        let turn = u64::from(self.accounts.turn);
        let mut dice = |site: usize| -> Box<dyn Draw> {
            Box::new(Rolled::new(seed, 1000 * turn + site as u64, Purpose::Battle))
        };
        self.advance(&mut dice, tell)
    }

    /// Advances one turn. `dice` gives those for the battle at a site, by its
    /// place in the list; `tell` hears every event of every battle. Dice that
    /// do not fit end the turn with their fault.
    pub fn advance(
        &mut self,
        dice: &mut dyn FnMut(usize) -> Box<dyn Draw>,
        tell: &mut dyn FnMut(usize, Event),
    ) -> Result<TurnReport, Fault> {
        let before = standing(self);
        let was_available = self.available();
        // Steps 1 to 7.
        turn::morning(&self.world, &mut self.roster, &mut self.accounts);
        let expired = self.expire();
        // Step 9.
        let deployed: Vec<usize> = self.deployed().collect();
        let mut reports = Vec::new();
        for &site in &deployed {
            let mut dice = dice(site);
            if let Some(report) = self.fight(site, &mut *dice, &mut |event| tell(site, event))? {
                reports.push(report);
            }
        }
        // Steps 10 to 12.
        if self.world.has_player {
            let won = deployed.iter().map(|&site| &self.sites[site]);
            let won = won.filter(|now| now.state == SiteState::Successful).map(|now| &now.site);
            turn::evening(&self.world, &mut self.accounts, won);
        }
        let freed = self.available() > was_available;
        let waiting = self.sites.iter().any(|now| now.state == SiteState::Active);
        Ok(TurnReport::new(self, before, reports, expired, freed && waiting))
    }

    fn available(&self) -> usize {
        self.roster.iter().filter(|member| member.now.state == AgentState::Available).count()
    }

    /// Step 8 (M-65): the ids of the sites that are gone.
    fn expire(&mut self) -> Vec<String> {
        let mut gone = Vec::new();
        for now in self.sites.iter_mut().filter(|now| now.state == SiteState::Active) {
            let Some(turns) = &mut now.site.expires_in else { continue };
            *turns -= 1;
            if *turns == 0 {
                now.state = SiteState::Expired;
                gone.push(now.site.id.clone());
            }
        }
        gone
    }

    /// The battle at a site, its agents and its state.
    fn fight(
        &mut self,
        site: usize,
        dice: &mut dyn Draw,
        tell: &mut dyn FnMut(Event),
    ) -> Result<Option<SiteReport>, Fault> {
        let Some(battle) = self.battle(site) else { return Ok(None) };
        let fought = fight_loud::<Mission>(&battle, dice, tell)?;
        let won = fought.state.outcome == Some(Outcome::Success);
        self.sites[site].state = if won { SiteState::Successful } else { SiteState::Failed };
        let after = fought.state.roster.iter();
        self.roster = after.map(|member| Member { gained: 0, served: false, ..*member }).collect();
        Ok(Some(site_report(&battle, &fought.state)))
    }
}
