//! The turn report (M-81).

use std::fmt;

use serde::Serialize;

use super::Campaign;
use crate::battle::AgentState;
use crate::report::SiteReport;

/// What a turn has brought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurnReport {
    /// The number of the turn that has begun.
    pub turn: u32,
    /// How things stood before.
    pub before: Standing,
    /// How they stand now.
    pub after: Standing,
    /// What changed the money.
    pub money: Vec<Booking>,
    /// What changed the intel.
    pub intel: Vec<Booking>,
    /// What changed the panic.
    pub panic: Vec<Booking>,
    /// The battles.
    pub sites: Vec<SiteReport>,
    /// Sites that are gone.
    pub expired: Vec<String>,
    /// Why the game is lost, if it is.
    pub lost: Option<&'static str>,
    /// What is to be decided about before the next turn (M-127).
    pub decide: Vec<&'static str>,
    /// Whether anything is booked at all (M-123).
    #[serde(skip)]
    pub booked: bool,
}

/// How things stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// Money.
    pub money: i64,
    /// Intel.
    pub intel: i64,
    /// Money every turn.
    pub funding: i64,
    /// Hundredths of a percent.
    pub panic: i64,
    /// Agents by state.
    pub agents: Vec<(&'static str, usize)>,
    /// Name, threat and suppression of each faction.
    pub factions: Vec<(String, i64, i64)>,
}

/// One entry of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Booking {
    /// What for.
    pub what: &'static str,
    /// How much, less than 0 for what was paid.
    pub amount: i64,
}

/// How a campaign stands.
pub(super) fn standing(campaign: &Campaign) -> Standing {
    let accounts = &campaign.accounts;
    let count = |state: AgentState| {
        let of_state = campaign.roster.iter().filter(|member| member.now.state == state).count();
        (state.word(), of_state)
    };
    let factions = campaign.world.factions.iter().zip(accounts.factions.iter());
    Standing {
        money: accounts.money,
        intel: accounts.intel,
        funding: accounts.funding,
        panic: accounts.panic,
        agents: AgentState::ALL.map(count).to_vec(),
        factions: factions
            .map(|(faction, now)| (faction.called().to_owned(), now.threat, now.suppression))
            .collect(),
    }
}

impl TurnReport {
    pub(super) fn new(
        campaign: &Campaign,
        before: Standing,
        sites: Vec<SiteReport>,
        expired: Vec<String>,
        freed: bool,
    ) -> Self {
        let ledger = &campaign.accounts.ledger;
        let some = |entries: &[(&'static str, i64)]| -> Vec<Booking> {
            let entries = entries.iter().filter(|(_, amount)| *amount != 0);
            entries.map(|&(what, amount)| Booking { what, amount }).collect()
        };
        let lost = campaign.lost();
        let reasons = [
            (!sites.is_empty(), "a battle was fought"),
            (!expired.is_empty(), "a site has expired"),
            (freed, "an agent has become available"),
            (lost.is_some(), "the game is lost"),
        ];
        let decide = reasons.into_iter().filter_map(|(holds, words)| holds.then_some(words));
        Self {
            turn: campaign.accounts.turn,
            before,
            after: standing(campaign),
            money: some(&[
                ("funding", ledger.funding),
                ("contracting", ledger.contracting),
                ("rewards", ledger.reward_money),
                ("upkeep", -ledger.upkeep),
                ("hiring", -ledger.hiring),
            ]),
            intel: some(&[("espionage", ledger.espionage), ("rewards", ledger.reward_intel)]),
            panic: some(&[("factions", ledger.panic_caused), ("rewards", -ledger.panic_reduced)]),
            decide: decide.collect(),
            sites,
            expired,
            lost,
            booked: campaign.world.has_player,
        }
    }
}

impl fmt::Display for TurnReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Turn {}", self.turn)?;
        let (before, after) = (&self.before, &self.after);
        if self.booked {
            account(f, "money", [before.money, after.money], &self.money)?;
            account(f, "intel", [before.intel, after.intel], &self.intel)?;
            account(f, "panic", [before.panic, after.panic], &self.panic)?;
            if before.funding != after.funding {
                account(f, "funding", [before.funding, after.funding], &[])?;
            }
            for (then, now) in before.factions.iter().zip(&after.factions) {
                writeln!(
                    f,
                    "  {}: threat {} to {}, suppression {} to {}",
                    now.0, then.1, now.1, then.2, now.2
                )?;
            }
        }
        let mut states = Vec::new();
        for (then, now) in before.agents.iter().zip(&after.agents) {
            if then.1 > 0 || now.1 > 0 {
                states.push(format!("{} {} to {}", now.0, then.1, now.1));
            }
        }
        writeln!(f, "  agents: {}", states.join(", "))?;
        for site in &self.expired {
            writeln!(f, "  site {site} has expired")?;
        }
        for report in &self.sites {
            write!(f, "\n{report}")?;
        }
        if let Some(why) = self.lost {
            writeln!(f, "\nThe game is lost: {why}.")?;
        }
        Ok(())
    }
}

fn account(
    f: &mut fmt::Formatter<'_>,
    what: &str,
    levels: [i64; 2],
    bookings: &[Booking],
) -> fmt::Result {
    write!(f, "  {what} {} to {}", levels[0], levels[1])?;
    let entries: Vec<String> =
        bookings.iter().map(|entry| format!("{} {:+}", entry.what, entry.amount)).collect();
    if !entries.is_empty() {
        write!(f, " ({})", entries.join(", "))?;
    }
    writeln!(f)
}
