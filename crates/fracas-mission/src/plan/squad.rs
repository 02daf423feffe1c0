//! Whom to send: the smallest, cheapest or least valuable squad that does it
//! (M-129).

use std::collections::HashSet;
use std::ops::ControlFlow;

use fracas_core::odds::{clopper_pearson, grouped};
use fracas_core::table::Table;
use serde_json::{Value, json};

use super::candidates::{Candidates, ORDERS};
use super::{BattleOdds, Cost, Plan, Sampling, percent_margin};

/// What a squad must reach.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// The least probability of success.
    pub success: f64,
    /// The largest probability of death for any of them.
    pub death: f64,
    /// What to spare.
    pub least: Least,
}

impl std::fmt::Display for Wanted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [success, death] = [self.success, self.death].map(|p| (1e6 * p).round() / 1e4);
        write!(f, "{success} % success with at most {death} % deaths")
    }
}

/// What to spare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Least {
    /// The fewest agents.
    Agents,
    /// The least money (see [`Cost`]).
    Cost,
    /// The least total skill.
    Skill,
}

/// Squads beside the strongest that are tried at most.
const MOST_OTHERS: usize = 200;
/// Squads that are looked at for it at most.
const MOST_LOOKED_AT: u64 = 20_000;
/// Battles that show that a squad is far from what is wanted.
const FIRST_LOOK: u64 = 256;
/// They are believed if the wanted success is as unlikely as this.
const NEVER: f64 = 1e-6;

impl Plan {
    /// Picks a squad from those who are ready, and shows what was tried.
    ///
    /// The strongest of each number come first. Then other squads of smaller
    /// numbers are tried, unless one that is as good man for man fell short of
    /// success. What was not tried is said.
    pub fn squad(&self, wanted: &Wanted, sampling: &Sampling<'_>) -> Table {
        let everybody = self.ready(self.setup.rest_turns);
        let Some(b) = self.with(self.setup.rest_turns, &everybody) else {
            return Table::new("squad", &heads(wanted));
        };
        let mut search = Search::new(self, Candidates::of(&b), wanted, sampling);
        let found = search.smallest();
        let note = match found {
            Some(smallest) => {
                let remark = search.remark(1..smallest.len(), "smaller ");
                let squad = match wanted.least {
                    Least::Agents => smallest,
                    Least::Cost => search.cheapest(smallest),
                    Least::Skill => search.least_skilled(smallest),
                };
                format!("send {}{remark}", search.names(&squad))
            }
            None => match search.remark(1..search.candidates.len() + 1, "") {
                nothing if nothing.is_empty() => {
                    format!("nobody can do it: {wanted} is out of reach")
                }
                remark => format!("no squad that was tried reaches {wanted}{remark}"),
            },
        };
        let mut table = search.table;
        table.note = Some(note);
        table
    }
}

fn heads(wanted: &Wanted) -> Vec<&'static str> {
    let mut heads =
        vec!["agents", "skill", "success %", "± %", "worst death %", "± death %", "reached"];
    if wanted.least == Least::Cost {
        heads.extend(["cost", "± cost"]);
    }
    heads.push("squad");
    heads
}

/// Squads that were tried; those worth a word are rows of the table. A squad
/// is a list of places among the candidates, in order.
struct Search<'a> {
    plan: &'a Plan,
    wanted: &'a Wanted,
    sampling: &'a Sampling<'a>,
    candidates: Candidates,
    table: Table,
    /// The kinds of those that were tried.
    tried: HashSet<Vec<usize>>,
    /// Those that fell short of the wanted success, whatever their risks.
    short: Vec<Vec<usize>>,
    /// Squads that are no better than one of those, by number.
    no_better: Vec<u64>,
    /// The cheapest so far that reaches what is wanted.
    cheapest: Option<(f64, Vec<usize>)>,
}

impl<'a> Search<'a> {
    fn new(
        plan: &'a Plan,
        candidates: Candidates,
        wanted: &'a Wanted,
        sampling: &'a Sampling<'a>,
    ) -> Self {
        Self {
            plan,
            wanted,
            sampling,
            no_better: vec![0; candidates.len() + 1],
            candidates,
            table: Table::new("squad", &heads(wanted)),
            tried: HashSet::new(),
            short: Vec::new(),
            cheapest: None,
        }
    }

    /// The smallest squad that reaches what is wanted, as far as was tried.
    fn smallest(&mut self) -> Option<Vec<usize>> {
        let all = self.candidates.len();
        let strongest = (1..=all).find_map(|count| self.strongest(count));
        // Below that, smallest first; if there is none, wherever most are sent.
        let counts: Vec<usize> = match &strongest {
            Some(squad) => (1..squad.len()).collect(),
            None => (1..=all).rev().collect(),
        };
        let mut left = Left { tries: MOST_OTHERS, looks: MOST_LOOKED_AT };
        counts.into_iter().find_map(|count| self.others(count, &mut left)).or(strongest)
    }

    /// The strongest of a number, by each order, that reach it.
    fn strongest(&mut self, count: usize) -> Option<Vec<usize>> {
        let squads = ORDERS.map(|order| self.candidates.strongest(count, order));
        squads.into_iter().find(|squad| self.is_new(squad) && self.reaches(squad))
    }

    /// Another squad of a number that reaches it.
    fn others(&mut self, count: usize, left: &mut Left) -> Option<Vec<usize>> {
        let mut worth_a_try = Vec::new();
        let _ = self.candidates.each_squad(count, &mut |squad| {
            if left.looks == 0 || left.tries <= worth_a_try.len() {
                return ControlFlow::Break(());
            }
            left.looks -= 1;
            if self.tried.contains(&self.candidates.kinds(squad)) {
                return ControlFlow::Continue(());
            }
            if self.short.iter().any(|short| self.candidates.as_good(short, squad)) {
                self.no_better[count] += 1;
            } else {
                worth_a_try.push(squad.to_vec());
            }
            ControlFlow::Continue(())
        });
        worth_a_try.into_iter().find(|squad| {
            // One that was tried since may have shown it.
            if self.short.iter().any(|short| self.candidates.as_good(short, squad)) {
                self.no_better[count] += 1;
                return false;
            }
            left.tries -= 1;
            !self.is_far_off(squad) && self.reaches(squad)
        })
    }

    /// The cheapest of the strongest of each number, as long as more could cost
    /// less if nobody were hurt.
    fn cheapest(&mut self, smallest: Vec<usize>) -> Vec<usize> {
        for count in smallest.len()..=self.candidates.len() {
            for order in ORDERS {
                let squad = self.candidates.strongest(count, order);
                let Some(b) = self.battle(&squad) else { continue };
                let cheapest = self.cheapest.as_ref().map_or(f64::INFINITY, |(cost, _)| *cost);
                if Cost::least(&b) >= cheapest {
                    break;
                }
                if self.is_new(&squad) {
                    self.reaches(&squad);
                }
            }
        }
        self.cheapest.take().map_or(smallest, |(_, squad)| squad)
    }

    /// Exchanges each of the squad, most skilled first, for the least skilled
    /// in reserve with whom it is still reached.
    fn least_skilled(&mut self, mut squad: Vec<usize>) -> Vec<usize> {
        let skill: Vec<u32> =
            (0..self.candidates.len()).map(|place| self.candidates.at(place).skill).collect();
        let mut reserve: Vec<usize> =
            (0..skill.len()).filter(|place| !squad.contains(place)).collect();
        reserve.sort_by_key(|&place| skill[place]);
        let mut members = squad.clone();
        members.sort_by_key(|&place| std::cmp::Reverse(skill[place]));
        for member in members {
            for other in &mut reserve {
                if skill[*other] >= skill[member] {
                    break;
                }
                let mut changed: Vec<usize> = squad
                    .iter()
                    .map(|&place| if place == member { *other } else { place })
                    .collect();
                changed.sort_unstable();
                if self.is_new(&changed) && self.reaches(&changed) {
                    squad = changed;
                    *other = member;
                    break;
                }
            }
        }
        squad
    }

    fn is_new(&self, squad: &[usize]) -> bool {
        !self.tried.contains(&self.candidates.kinds(squad))
    }

    fn battle(&self, squad: &[usize]) -> Option<crate::battle::Battle> {
        let agents: Vec<usize> =
            squad.iter().map(|&place| self.candidates.at(place).agent).collect();
        self.plan.with(self.plan.setup.rest_turns, &agents)
    }

    /// Whether a few battles show that a squad does not come near it.
    fn is_far_off(&mut self, squad: &[usize]) -> bool {
        let Some(b) = self.battle(squad) else { return true };
        self.tried.insert(self.candidates.kinds(squad));
        let odds = BattleOdds::sampled(&b, &self.sampling.at_most(FIRST_LOOK));
        let interval = |p: f64| {
            let trials = odds.trials.unwrap_or(1);
            clopper_pearson((p * trials as f64).round() as u64, trials, NEVER)
        };
        let (_, most) = interval(odds.success());
        if most < self.wanted.success {
            self.short.push(squad.to_vec());
            return true;
        }
        let (least, _) = interval(odds.worst_death().0);
        least > self.wanted.death
    }

    /// Whether a squad reaches what is wanted; a row tells.
    fn reaches(&mut self, squad: &[usize]) -> bool {
        let Some(b) = self.battle(squad) else { return false };
        self.tried.insert(self.candidates.kinds(squad));
        let odds = BattleOdds::of(&b, self.sampling);
        let (success, (death, death_error)) = (odds.success(), odds.worst_death());
        if success + odds.success_error < self.wanted.success {
            self.short.push(squad.to_vec());
        }
        let reached = success >= self.wanted.success && death <= self.wanted.death;
        // What there is to lose.
        let skill: u64 =
            squad.iter().map(|&place| u64::from(self.candidates.at(place).skill)).sum();
        let mut row = vec![
            json!(squad.len()),
            json!(skill),
            percent_beside(success, self.wanted.success),
            percent_margin(odds.success_error),
            percent_beside(death, self.wanted.death),
            percent_margin(death_error),
            json!(reached),
        ];
        if self.wanted.least == Least::Cost {
            let cost = reached.then(|| Cost::of(&b, self.sampling).money);
            let cells =
                cost.map(|money| [money.value, money.error].map(|x| json!(x.round() as i64)));
            row.extend(cells.unwrap_or([Value::Null, Value::Null]));
            if let Some(money) = cost
                && self.cheapest.as_ref().is_none_or(|(cheapest, _)| money.value < *cheapest)
            {
                self.cheapest = Some((money.value, squad.to_vec()));
            }
        }
        row.push(json!(self.ids(squad)));
        self.table.row(row);
        reached
    }

    /// Strongest first.
    fn names(&self, squad: &[usize]) -> String {
        self.ids(squad).join(", ")
    }

    fn ids(&self, squad: &[usize]) -> Vec<&str> {
        let mut agents: Vec<_> = squad.iter().map(|&place| self.candidates.at(place)).collect();
        agents.sort_by_key(|one| (std::cmp::Reverse(one.eff), one.agent));
        let id = |agent: usize| self.plan.setup.world.agents[agent].id.as_str();
        agents.into_iter().map(|one| id(one.agent)).collect()
    }

    /// What was not tried among squads of these numbers; nothing if all were.
    fn remark(&self, counts: std::ops::Range<usize>, word: &str) -> String {
        let all = counts.clone().map(|count| self.candidates.squads(count));
        let all = all.fold(0, u64::saturating_add);
        let tried = self.tried.iter().filter(|squad| counts.contains(&squad.len())).count() as u64;
        let no_better: u64 = self.no_better[counts].iter().sum();
        let untried = all.saturating_sub(tried + no_better);
        let mut remark = String::new();
        if no_better > 0 {
            let (squads, are) = squads(no_better, word, "is", "are");
            remark += &format!("; {squads} {are} no better man for man than one that fell short");
        }
        if untried > 0 {
            let (squads, were) = squads(untried, word, "was", "were");
            remark += &format!("; {squads} {were} not tried");
        }
        remark
    }
}

/// `1 smaller squad was`, `2 smaller squads were`.
fn squads<'a>(count: u64, word: &str, one: &'a str, many: &'a str) -> (String, &'a str) {
    match count {
        1 => (format!("1 {word}squad"), one),
        _ => (format!("{} {word}squads", grouped(count)), many),
    }
}

/// What may still be tried and looked at beside the strongest.
struct Left {
    tries: usize,
    looks: u64,
}

/// A probability in percent, with as many decimals as it takes to stand on the
/// right side of the one that is wanted.
fn percent_beside(p: f64, wanted: f64) -> Value {
    let rounded = |decimals: i32| (p * 10_f64.powi(decimals + 2)).round() / 10_f64.powi(decimals);
    let told_apart = |shown: f64| shown.total_cmp(&(100.0 * wanted)) == p.total_cmp(&wanted);
    let shown = (1..13).map(rounded).find(|&shown| told_apart(shown));
    json!(shown.unwrap_or_else(|| rounded(1)))
}
