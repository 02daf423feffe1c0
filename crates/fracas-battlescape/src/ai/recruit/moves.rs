//! Getting somewhere.

use crate::ai::Brain;
use crate::ai::modes::LOST_CONTACT;
use crate::data::Mode;
use crate::field::Spot;
use crate::orders::{Order, Pace};
use crate::state::Stance;

/// Searching (B-279): what a hex in sight counts against it, how much less for
/// every turn since, and what one nearer than a stride counts.
const FRESH: i64 = 40;
const STALES: i64 = 5;
const STRIDE: u32 = 6;
const CLOSE: i64 = 20;

impl Brain<'_> {
    /// An order to walk to a hex in reach.
    pub(in crate::ai) fn walk(&self, to: Spot, pace: Pace) -> Order {
        Order::Move { to, pace, allow_hazards: false, press_on: false, reserve: 0 }
    }

    /// Goes as far toward a hex as the time allows, keeping some; none if
    /// that is nowhere.
    pub(in crate::ai) fn advance(&self, goal: Spot, keep: u16) -> Option<Order> {
        if goal == self.me.at() {
            return None;
        }
        let pace = self.pace();
        let budget = self.me.tu.checked_sub(keep)?;
        let to = self.view.toward(self.unit, goal, pace, budget)?;
        Some(self.walk(to, pace))
    }

    /// An aggressive unit that could hit nothing this turn closes in (B-277).
    /// It runs, for it shoots at nobody on the way, and keeps what it would
    /// keep without contact: that time is there next turn.
    pub(in crate::ai) fn close_in(&self) -> Option<Order> {
        if self.mind.attacks > 0 || self.keeps_goal() {
            return None;
        }
        let goal = self.threats.first()?.at;
        let budget = self.me.tu.checked_sub(self.kept())?;
        let run = self.view.toward(self.unit, goal, Pace::Run, budget);
        let run = run.filter(|to| self.can_run_to(*to));
        match run {
            Some(to) => Some(self.walk(to, Pace::Run)),
            None => self
                .view
                .toward(self.unit, goal, Pace::Walk, budget)
                .map(|to| self.walk(to, Pace::Walk)),
        }
    }

    /// Whether it is far enough for a run, and the unit is on its feet (B-71).
    fn can_run_to(&self, to: Spot) -> bool {
        self.me.stance == Stance::Standing && self.view.field().distance(self.me.at(), to) >= 2
    }

    /// What a unit keeps when it walks without contact: its aimed shot and 15
    /// (B-277).
    pub(in crate::ai) fn kept(&self) -> u16 {
        let aimed = self.view.aimed_cost(self.unit).or_else(|| self.cheapest_attack());
        aimed.unwrap_or(0) + self.view.data().tu.ready
    }

    /// Where a unit goes that sees nobody (B-270, B-273, B-275).
    pub(in crate::ai) fn pursue(&mut self) -> Option<Order> {
        match self.sheet.mode {
            Mode::Hold if self.keeps_goal() => self.seek_cover(),
            Mode::Hold => None,
            _ if self.mode == Mode::Retreat && self.sheet.mode != Mode::Retreat => self.rejoin(),
            Mode::Defensive if !self.mind.roused => {
                let goal = self.side_must_move().then(|| self.go_for_goal(self.kept())).flatten();
                goal.or_else(|| self.return_to_post()).or_else(|| self.seek_cover())
            }
            Mode::Retreat if !self.impatient() => None,
            _ if self.keeps_goal() => None,
            _ => self.go_for_goal(self.kept()).or_else(|| self.hunt()),
        }
    }

    /// Back to where it belongs, if it went farther than it may (B-273).
    fn return_to_post(&self) -> Option<Order> {
        if self.keeps_goal() {
            return None;
        }
        let away = self.view.field().distance(self.me.at(), self.mind.post);
        let leash = u32::from(self.view.data().ai[Mode::Defensive as usize].leash);
        (away > leash).then(|| self.advance(self.mind.post, self.kept())).flatten()
    }

    /// A beaten unit nobody hunts any more goes back to its friends.
    fn rejoin(&self) -> Option<Order> {
        if self.view.turn() < self.mind.contact + LOST_CONTACT {
            return None;
        }
        let field = self.view.field();
        let nearest = self
            .view
            .own()
            .filter(|friend| *friend != self.unit)
            .map(|friend| self.view.mine(friend).at())
            .min_by_key(|at| (field.distance(self.me.at(), *at), self.end.place(*at)))?;
        if field.distance(self.me.at(), nearest) <= 3 {
            return None;
        }
        self.advance(nearest, self.kept())
    }

    /// Ghosts, then cues, then the patrol, then the hex not seen for longest
    /// (B-273, B-279).
    fn hunt(&mut self) -> Option<Order> {
        let field = self.view.field();
        let from = self.me.at();
        let near = |at: &Spot| (field.distance(from, *at), self.end.place(*at));
        let ghost = self.view.ghosts().iter().map(|ghost| ghost.at).min_by_key(near);
        let mark = self.view.marks().iter().copied().min_by_key(near);
        let cue = self.view.cues().iter().map(|cue| cue.at).min_by_key(near);
        let keep = self.kept();
        for goal in [ghost, mark, cue].into_iter().flatten() {
            if let Some(order) = self.advance(goal, keep) {
                return Some(order);
            }
        }
        self.patrol(keep).or_else(|| self.search(keep))
    }

    fn patrol(&mut self, keep: u16) -> Option<Order> {
        let count = self.sheet.patrol.len();
        for _ in 0..count {
            let next = self.sheet.patrol[usize::from(self.mind.waypoint) % count];
            if next != self.me.at() {
                return self.advance(next, keep);
            }
            self.mind.waypoint = (self.mind.waypoint + 1) % count as u8;
        }
        None
    }

    /// Goes to the hex worth a look, one in a phase (B-279).
    fn search(&mut self, keep: u16) -> Option<Order> {
        if let Some(goal) = self.mind.searches {
            return self.advance(goal, keep);
        }
        let goal = self.worth_a_look(&mut self.view.field().spots())?;
        self.mind.searches = Some(goal);
        if let Some(order) = self.advance(goal, keep) {
            return Some(order);
        }
        // There is no way to the best: the best of those there is a way to.
        let reach = self.view.reach(self.unit, self.pace(), u16::MAX);
        let goal = self.worth_a_look(&mut reach.free().map(|(spot, _)| spot))?;
        self.mind.searches = Some(goal);
        self.advance(goal, keep)
    }

    /// Of some hexes the one never seen or not for long, ahead rather than
    /// behind (B-279).
    fn worth_a_look(&self, spots: &mut dyn Iterator<Item = Spot>) -> Option<Spot> {
        let (view, field) = (&self.view, self.view.field());
        let (here, turn) = (self.me.at(), i64::from(view.turn()));
        let cost = |(distance, spot): (u32, Spot)| {
            let seen = i64::from(view.last_seen(spot));
            let fresh = if seen == 0 { 0 } else { (FRESH - STALES * (turn - seen)).max(0) };
            let close = if distance < STRIDE { CLOSE } else { 0 };
            let ahead = i64::from(field.distance(self.mind.post, spot));
            2 * i64::from(distance) - ahead + fresh + close
        };
        spots
            .map(|spot| (field.distance(here, spot), spot))
            .filter(|(distance, spot)| *distance >= 3 && view.is_plain(*spot))
            .min_by_key(|far| (cost(*far), self.end.place(far.1)))
            .map(|(_, spot)| spot)
    }
}
