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
            account(f, "Money", [before.money, after.money], &self.money, plainly)?;
            account(f, "Intel", [before.intel, after.intel], &self.intel, plainly)?;
            if before.funding != after.funding {
                account(f, "Funding", [before.funding, after.funding], &[], plainly)?;
            }
            account(f, "Panic", [before.panic, after.panic], &self.panic, in_percent)?;
            for (then, now) in before.factions.iter().zip(&after.factions) {
                writeln!(f, "  {}", now.0)?;
                account(f, "  Threat", [then.1, now.1], &[], in_percent)?;
                account(f, "  Suppression", [then.2, now.2], &[], in_percent)?;
            }
        }
        writeln!(f, "  Agents")?;
        for (then, now) in before.agents.iter().zip(&after.agents) {
            if then.1 > 0 || now.1 > 0 {
                let counts = [then.1 as i64, now.1 as i64];
                account(f, &format!("  {}", now.0), counts, &[], plainly)?;
            }
        }
        let sites = self.sites.iter();
        let fallen = sites.flat_map(|site| site.fallen().map(move |agent| (agent, &site.site)));
        for (agent, site) in fallen {
            writeln!(f, "  Terminated: {}, last assignment {site}", agent.id)?;
        }
        for site in &self.expired {
            writeln!(f, "  Expired: site {site}")?;
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

/// A number, with its sign if it is a change.
type Written = fn(i64, bool) -> String;

fn plainly(amount: i64, change: bool) -> String {
    if change { format!("{amount:+}") } else { amount.to_string() }
}

/// M-72: panic, threat and suppression are in hundredths of a percent.
fn in_percent(amount: i64, change: bool) -> String {
    let sign = match amount {
        ..0 => "-",
        _ if change => "+",
        _ => "",
    };
    let size = amount.unsigned_abs();
    format!("{sign}{}.{:02}%", size / 100, size % 100)
}

/// A line of the report: before, after, the difference, and what made it.
fn account(
    f: &mut fmt::Formatter<'_>,
    what: &str,
    [before, after]: [i64; 2],
    bookings: &[Booking],
    written: Written,
) -> fmt::Result {
    let levels = match before == after {
        true => format!("{:>8}", written(before, false)),
        false => format!(
            "{:>8} to {} ({})",
            written(before, false),
            written(after, false),
            written(after - before, true)
        ),
    };
    write!(f, "  {what:<14}{levels}")?;
    let entries: Vec<String> = bookings
        .iter()
        .map(|entry| format!("{} {}", entry.what, written(entry.amount, true)))
        .collect();
    if !entries.is_empty() {
        write!(f, ": {}", entries.join(", "))?;
    }
    writeln!(f)
}
