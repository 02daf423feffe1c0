//! Whom to send: the smallest, cheapest or least valuable squad that does it
//! (M-129), found as the laboratory finds the best army for the money.

use fracas_core::order::Ordered;
use std::sync::Arc;

use fracas_core::odds::grouped;
use fracas_core::procedure::{Procedure, carry_out};
use fracas_core::table::Table;
use fracas_mission::Mission;
use fracas_mission::plan::{Judged, Kind, Least, Plan, Sampling, Wanted, squad_table, squads};

use crate::battle::Battle;
use crate::lab::{Army, Axis, Best, BestAsk, BestFound, Choice, Grid, Variants, work};

/// Squads of a race that are looked at more closely, at most.
const MOST_JUDGED: usize = 200;
/// A squad is believed to fall short of success if the wanted is as unlikely
/// as this.
const NEVER: f64 = 1e-6;
/// Draws of a race: a plan takes several.
const DRAWS: u64 = 1 << 24;
/// Trials of those who stay in a race to its end.
const MOST_TRIALS: u64 = 4096;

/// Picks a squad from those who are ready, and shows which were judged. What
/// was not tried is said.
///
/// ```
/// use fracas::Scenario;
/// use fracas::mission::{Mission, squad};
/// use fracas::mission::plan::{Least, Plan, Sampling, Wanted};
///
/// let raid = "ruleset = 'mission'\nagent = [{ id = 'ace', skill = 300 }, { id = 'bob' }]\n\
///             [mission]\nenemies = '1 Initiate'\n";
/// let read = Scenario::new("raid.toml", raid)
///     .read_as::<Mission, _>(|file, out| Plan::read(file, None, out))?;
/// let wanted = Wanted { success: 0.95, death: 0.05, least: Least::Agents };
/// let table = squad(&read.value, &wanted, &Sampling::default());
/// assert_eq!(table.note.as_deref(), Some("send ace"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn squad(plan: &Plan, wanted: &Wanted, sampling: &Sampling<'_>) -> Table {
    let mut search = Search::new(plan, wanted, sampling);
    let found = search.smallest().map(|smallest| match wanted.least {
        Least::Agents => smallest,
        Least::Cost => search.cheapest(smallest),
        Least::Skill => search.least_skilled(smallest),
    });
    let (untried, less_skilled) = (search.untried, search.less_skilled_untried);
    let is_better = |one: &&Judged, found: Option<&Judged>| match (wanted.least, found) {
        (_, None) => true,
        (Least::Skill, Some(found)) => one.skill < found.skill,
        (_, Some(found)) => one.squad.len() < found.squad.len(),
    };
    let close = search.judged.iter().filter(|one| one.close && !one.reached);
    let close: Vec<&Judged> = close.filter(|one| is_better(one, found.as_ref())).collect();
    let mut note = match (&found, untried) {
        (Some(found), _) => {
            let mut note = format!("send {}", found.names.join(", "));
            if found.close {
                let battles = battles_of(&[found]);
                note.push_str(&format!("; {battles} do not tell whether that reaches {wanted}"));
            }
            if !close.is_empty() {
                let (battles, names) = (battles_of(&close), named(&close));
                note.push_str(&format!("; {battles} do not tell whether {names} would do"));
            }
            if untried > 0 {
                note.push_str(&format!("; {} were not tried", squads_that(untried, "smaller")));
            }
            if less_skilled > 0 {
                let what = squads_that(less_skilled, "less valuable");
                note.push_str(&format!("; up to {what} were not tried"));
            }
            note
        }
        (None, 0) if close.is_empty() => {
            format!("nobody can do it: {wanted} is out of reach")
        }
        (None, _) => {
            let mut note = if close.is_empty() {
                format!("no squad that was tried reaches {wanted}")
            } else {
                let (battles, names) = (battles_of(&close), named(&close));
                format!("{battles} do not tell whether {wanted} is reached by {names}")
            };
            if untried > 0 {
                note.push_str(&format!("; {} squads were not tried", grouped(untried)));
            }
            note
        }
    };
    if sampling.is_stopped() {
        note = format!("provisional: stopped early; {note}");
    }
    let mut table = squad_table(wanted, &search.judged);
    table.note = Some(note);
    table
}

/// The most battles that any of these squads fought.
fn battles_of(squads: &[&Judged]) -> String {
    let battles = squads.iter().filter_map(|judged| judged.trials).max().unwrap_or(0);
    format!("{} battles", grouped(battles))
}

/// The first of some squads by their names, and how many there are besides.
fn named(squads: &[&Judged]) -> String {
    /// More are not read.
    const MOST: usize = 3;
    if let [one] = squads {
        return one.names.join(", ");
    }
    let names = squads.iter().take(MOST).map(|judged| format!("({})", judged.names.join(", ")));
    let names = names.collect::<Vec<_>>().join(" or ");
    match squads.len().saturating_sub(MOST) {
        0 => names,
        more => format!("{names} or {} more", grouped(more as u64)),
    }
}

/// `1 smaller squad`, `2 smaller squads`.
fn squads_that(count: u64, are: &str) -> String {
    match count {
        1 => format!("1 {are} squad"),
        _ => format!("{} {are} squads", grouped(count)),
    }
}

struct Search<'a> {
    plan: &'a Plan,
    wanted: &'a Wanted,
    sampling: &'a Sampling<'a>,
    squads: Arc<Squads>,
    judged: Vec<Judged>,
    /// Squads below the found one, or of any number if there is none, that no
    /// race has seen.
    untried: u64,
    /// Squads no larger than the found one that no race has seen and that may
    /// have less skill, at most.
    less_skilled_untried: u64,
}

impl<'a> Search<'a> {
    fn new(plan: &'a Plan, wanted: &'a Wanted, sampling: &'a Sampling<'a>) -> Self {
        let squads = Arc::new(Squads::of(plan));
        Self {
            plan,
            wanted,
            sampling,
            squads,
            judged: Vec::new(),
            untried: 0,
            less_skilled_untried: 0,
        }
    }

    /// The smallest squad that reaches what is wanted, as far as was tried. At
    /// most so many agents include all smaller squads: so numbers are doubled
    /// until one does, and then halved between.
    fn smallest(&mut self) -> Option<Judged> {
        let all = self.squads.agents();
        let (mut few, mut number) = (0, 1);
        let mut found = loop {
            if few == all {
                return None;
            }
            if let Some(found) = self.within(number) {
                break found;
            }
            few = number;
            number = (2 * number).min(all);
        };
        while found.squad.len() - few > 1 {
            let middle = few.midpoint(found.squad.len());
            match self.within(middle) {
                Some(smaller) => found = smaller,
                None => few = middle,
            }
        }
        Some(found)
    }

    /// A squad of at most so many agents that reaches what is wanted.
    fn within(&mut self, most: usize) -> Option<Judged> {
        let race = self.squads.race("success", most, self.sampling)?;
        let (reached, looked_at_all) = self.judge(&race);
        if reached.is_none() {
            self.untried = self.untried_of(&race, looked_at_all, most);
        }
        reached
    }

    /// How many squads of at most so many agents a race has not seen; none
    /// where it saw all that its money could buy.
    fn untried_of(&self, race: &Raced, looked_at_all: bool, most: usize) -> u64 {
        let all_raced = race.found.possible.is_some() && !race.found.provisional;
        if all_raced && self.squads.is_whole && looked_at_all {
            return 0;
        }
        squads(&self.squads.everybody, most).saturating_sub(race.found.tried).max(1)
    }

    /// The first of a race, the best first, that reaches what is wanted, and
    /// whether all that may succeed often enough were looked at.
    fn judge(&mut self, race: &Raced) -> (Option<Judged>, bool) {
        // The winner is shown also where it falls short.
        let _ = self.winner(race);
        let may = |army: &&Army| army.value.high >= self.wanted.success;
        let squads: Vec<_> =
            race.standings.iter().filter(may).map(|army| self.squads.members_of(army)).collect();
        for squad in squads.iter().take(MOST_JUDGED) {
            if self.plan.is_reckless(squad, self.wanted.death, self.sampling) {
                continue;
            }
            let judged = self.judged_once(squad).filter(|judged| judged.reached);
            if judged.is_some() {
                return (judged, true);
            }
        }
        (None, squads.len() <= MOST_JUDGED)
    }

    /// The winner of a race, if it reaches what is wanted.
    fn winner(&mut self, race: &Raced) -> Option<Judged> {
        let squad = self.squads.members_of(&race.found.best);
        self.judged_once(&squad).filter(|judged| judged.reached)
    }

    /// What is thought of a squad, which is judged once.
    fn judged_once(&mut self, squad: &[usize]) -> Option<Judged> {
        let known = self.judged.iter().find(|judged| judged.squad == squad);
        if let Some(judged) = known {
            return Some(judged.clone());
        }
        let judged = self.plan.judge(squad, self.wanted, self.sampling)?;
        self.judged.push(judged.clone());
        Some(judged)
    }

    /// The cheapest among the best of larger numbers, as long as more could
    /// cost less if nobody were hurt.
    fn cheapest(&mut self, smallest: Judged) -> Judged {
        let cost = |judged: &Judged| judged.cost.unwrap_or(f64::INFINITY);
        let mut cheapest = smallest;
        for most in cheapest.squad.len()..=self.squads.agents() {
            if self.plan.least_cost(most) >= cost(&cheapest) {
                break;
            }
            let race = self.squads.race(&unhurt(most), most, self.sampling);
            let Some(judged) = race.and_then(|race| self.winner(&race)) else { continue };
            if cost(&judged) < cost(&cheapest) {
                cheapest = judged;
            }
        }
        cheapest
    }

    /// The least base skill with no more agents than the smallest: the skill
    /// that may be sent is halved between too little and enough.
    fn least_skilled(&mut self, smallest: Judged) -> Judged {
        let most = smallest.squad.len() as f64;
        let (mut little, mut found) = (0, smallest);
        // Dearer than all skill together: so many agents, and no more.
        let skill_of = |kind: &Kind| u64::from(kind.skill) * kind.agents.len() as u64;
        let each = 1.0 + self.squads.kinds.iter().map(skill_of).sum::<u64>() as f64;
        while found.skill.saturating_sub(little) > 1 {
            let skill = little.midpoint(found.skill);
            let price = |kind: &Kind| each + f64::from(kind.skill);
            let money = most * each + skill as f64;
            let race = self.squads.best("success", money, price, self.sampling);
            let judged = race.map(|race| (self.judge(&race), race));
            match judged {
                Some(((Some(judged), _), _)) if judged.skill < found.skill => found = judged,
                Some(((_, all), race)) => {
                    let size = found.squad.len();
                    self.less_skilled_untried = self.untried_of(&race, all, size);
                    little = skill;
                }
                None => {
                    // Nobody is so unskilled, but for those who stay at home.
                    let left_out = u64::from(!self.squads.is_whole);
                    self.less_skilled_untried = self.less_skilled_untried.max(left_out);
                    little = skill;
                }
            }
        }
        found
    }
}

/// Success with so many alive.
fn unhurt(agents: usize) -> String {
    format!("success and agents_alive >= {agents}")
}

/// What came of a race.
struct Raced {
    found: BestFound,
    /// All who ran, the best first.
    standings: Vec<Army>,
}

/// The battles of all squads, by how many of each kind go.
struct Squads {
    plan: Plan,
    everybody: Vec<Kind>,
    /// Those who may be sent.
    kinds: Vec<Kind>,
    grid: Grid,
    /// Whether nobody is left out.
    is_whole: bool,
}

impl Squads {
    fn of(plan: &Plan) -> Self {
        let everybody = plan.kinds();
        let mut kinds = everybody.clone();
        let mut is_whole = true;
        let grid = loop {
            if let Some(grid) = Grid::new(kinds.iter().enumerate().map(axis).collect()) {
                break grid;
            }
            // More than can be numbered: the weakest stay at home.
            kinds.pop();
            is_whole = false;
        };
        Self { plan: plan.clone(), everybody, kinds, grid, is_whole }
    }

    /// How many there are to send.
    fn agents(&self) -> usize {
        self.kinds.iter().map(|kind| kind.agents.len()).sum()
    }

    /// Squads of at most so many race for an aim.
    fn race(self: &Arc<Self>, aim: &str, most: usize, how: &Sampling<'_>) -> Option<Raced> {
        self.best(aim, most as f64, |_| 1.0, how)
    }

    /// The best that the money allows, if there is anybody to send.
    fn best(
        self: &Arc<Self>,
        aim: &str,
        money: f64,
        price: impl Fn(&Kind) -> f64,
        how: &Sampling<'_>,
    ) -> Option<Raced> {
        let priced = self.grid.axes().iter().zip(&self.kinds);
        let priced = priced.map(|(axis, kind)| Choice { axis: axis.clone(), each: price(kind) });
        let trials = Some(how.trials.clamp(64, MOST_TRIALS));
        let ask = BestAsk { aim: aim.to_owned(), least: false, money, trials, all: 0 };
        let seed = Some(how.seed);
        let mut best = Best::among(self.clone(), priced.collect(), ask, seed, DRAWS).ok()?;
        carry_out(&mut best, &how.effort, |piece, effort| work(&**self, piece, effort), |_| {});
        Some(Raced { found: best.answer()?, standings: best.standings(NEVER) })
    }

    /// The members of a squad by how many of each kind go, in the roster's order.
    fn members(&self, counts: impl Iterator<Item = u64>) -> Vec<usize> {
        let kinds = self.kinds.iter().zip(counts);
        let sent = kinds.flat_map(|(kind, count)| kind.agents.iter().take(count as usize));
        let mut squad: Vec<usize> = sent.copied().collect();
        squad.put_in_order();
        squad
    }

    /// Those of an army that raced.
    fn members_of(&self, army: &Army) -> Vec<usize> {
        let count = |axis: &Axis| army.choices.get(&axis.path)?.parse().ok();
        self.members(self.grid.axes().iter().map(|axis| count(axis).unwrap_or(0)))
    }
}

/// How many of a kind go.
fn axis((place, kind): (usize, &Kind)) -> Axis {
    let values = (0..=kind.agents.len()).map(|count| count.to_string()).collect();
    Axis { path: format!("kind {place}"), values }
}

impl Variants for Squads {
    fn battle(&self, variant: u64) -> Result<Battle, String> {
        let squad = self.members(self.grid.point(variant).into_iter());
        let battle = self.plan.of_squad(&squad).ok_or_else(|| "nobody goes".to_owned())?;
        Ok(Battle::holding::<Mission>(battle, self.plan.name().unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests;
