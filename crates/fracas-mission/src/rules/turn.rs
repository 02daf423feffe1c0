//! Chapter 9: the turn and its bookings (M-66 to M-74).

use super::{recovery, skill};
use crate::battle::{AgentState, Assignment, Site, World};
use crate::state::{Accounts, Ledger, Member};

/// M-128: the last turn there is.
pub const LAST_TURN: u32 = 1_000_000_000;
/// The largest amount that assets, panic and threats may reach either way.
pub const MOST: i64 = 1_000_000_000_000;

/// Steps 1 to 7 of a turn advance (M-66): what comes before the sites.
pub fn morning(world: &World, roster: &mut [Member], accounts: &mut Accounts) {
    let constants = &world.constants;
    accounts.turn = (accounts.turn + 1).min(LAST_TURN);
    let hiring = std::mem::take(&mut accounts.hiring);
    let mut ledger = Ledger { hiring, ..Ledger::default() };
    for (member, agent) in roster.iter_mut().zip(&world.agents) {
        let now = &mut member.now;
        if now.state != AgentState::Terminated {
            ledger.upkeep += i64::from(constants.agent_upkeep_cost);
        }
        if now.state != AgentState::OnAssignment {
            // M-67: whoever leaves the road now gets nothing else this turn.
            recovery::rest(now, agent.max_hp, constants);
            continue;
        }
        // M-68: paid by what he can do before he tires.
        let free = constants.exhaustion_free;
        let eff = skill::effective(now.skill, now.hp, agent.max_hp, now.exhaustion, free);
        let pay = |rate: u32| i64::from(rate) * i64::from(eff) / 100;
        match now.assignment {
            Assignment::Contracting => {
                ledger.contracting += pay(constants.agent_contracting_income)
            }
            Assignment::Espionage => ledger.espionage += pay(constants.agent_espionage_intel),
            _ => continue,
        }
        let tired = now.exhaustion.saturating_add(constants.agent_exhaustion_increase_per_turn);
        now.exhaustion = tired.min(crate::battle::LIMIT);
    }
    accounts.ledger = ledger;
}

/// Steps 10 to 12 (M-71 to M-74): assets, panic, factions, with the rewards of
/// the sites that were won.
pub fn evening<'a>(
    world: &World,
    accounts: &mut Accounts,
    won: impl Iterator<Item = &'a Site> + Clone,
) {
    let bounded = |amount: i64| amount.clamp(-MOST, MOST);
    let ledger = &mut accounts.ledger;
    for site in won.clone() {
        ledger.reward_money += i64::from(site.rewards.money);
        ledger.reward_intel += i64::from(site.rewards.intel);
        ledger.reward_funding += i64::from(site.rewards.funding);
    }
    ledger.funding = accounts.funding;
    let earned = ledger.funding + ledger.contracting + ledger.reward_money;
    accounts.money = bounded(accounts.money + earned - ledger.upkeep - ledger.hiring);
    accounts.intel = bounded(accounts.intel + ledger.espionage + ledger.reward_intel);
    accounts.funding = bounded(accounts.funding + ledger.reward_funding);

    // M-72: by the threats of this turn, then the rewards.
    let unchecked = accounts.factions.iter().map(|now| (now.threat - now.suppression).max(0));
    let caused: i64 = unchecked.sum();
    let raised = bounded(accounts.panic + caused);
    let reduction: i64 = won.clone().map(|site| i64::from(site.rewards.panic)).sum();
    ledger.panic_caused = raised - accounts.panic;
    accounts.panic = (raised - reduction).max(0);
    ledger.panic_reduced = raised - accounts.panic;

    // M-73, M-74.
    let kept = 100 - i64::from(world.constants.suppression_decay_pct.min(100));
    for (now, faction) in accounts.factions.iter_mut().zip(&world.factions) {
        now.threat = bounded(now.threat + i64::from(faction.threat_increase));
        now.suppression = now.suppression * kept / 100;
    }
    for reward in won.flat_map(|site| &site.faction_rewards) {
        let now = &mut accounts.factions[reward.faction];
        now.threat = (now.threat - i64::from(reward.threat)).max(0);
        now.suppression = bounded(now.suppression + i64::from(reward.suppression));
    }
}

/// A whole turn without a battle.
pub fn quiet(world: &World, roster: &mut [Member], accounts: &mut Accounts) {
    morning(world, roster, accounts);
    if world.has_player {
        evening(world, accounts, std::iter::empty());
    }
}
