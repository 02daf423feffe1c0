//! The battle as one side knows it (B-96..B-105, B-267).
//!
//! Whoever decides for a side, be it a player, the page or the AI, gets a
//! [`View`] and nothing else. Its fields are private: what the side cannot
//! know cannot be asked.

mod harm;
mod imagine;
mod legal;
mod menace;
mod preview;
mod progress;
mod seen;
mod sent;
mod ways;
mod weigh;

pub use harm::{Bursts, Toll};
pub use imagine::World;
pub use menace::{Menaces, Posture};
pub use preview::Preview;
pub use progress::Standing;
pub use seen::Seen;
pub use sent::{Other, Own, Sent};
pub use ways::Reach;
pub use weigh::{Aim, LEAST, Situation, Stand};

use crate::battle::{Battle, Object, Objective, Sheet, Side, Task, UnitId, Zone};
use crate::data::{Data, TerrainId};
use crate::field::{Field, Spot};
use crate::order_text::{self, spell_order};
use crate::orders::{Order, Refused};
use crate::report::ascii::mark;
use crate::state::{Carried, Cue, Ghost, Knowledge, Observer, Phase, Progress, State, Unit};

/// What one side, or one civilian, knows of a battle.
#[derive(Clone, Copy)]
pub struct View<'a> {
    battle: &'a Battle,
    state: &'a State,
    who: Observer,
    side: Side,
}

impl<'a> View<'a> {
    /// What the player's side or the enemy's knows.
    pub fn of_side(battle: &'a Battle, state: &'a State, side: Side) -> Self {
        let who = if side == Side::Enemy { Observer::ENEMY } else { Observer::PLAYER };
        Self { battle, state, who, side }
    }

    /// What whoever decides for a unit knows: its side, or the civilian
    /// alone (B-43).
    pub fn of_unit(battle: &'a Battle, state: &'a State, unit: UnitId) -> Self {
        let (who, side) = (state.observer(battle, unit), state.side(battle, unit));
        Self { battle, state, who, side }
    }

    fn knowledge(&self) -> &'a Knowledge {
        &self.state.known[self.who.index()]
    }

    /// Whose view it is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The turn.
    pub fn turn(&self) -> u32 {
        self.state.turn
    }

    /// Whose phase it is.
    pub fn phase(&self) -> Phase {
        self.state.phase
    }

    /// Kinds and figures.
    pub fn data(&self) -> &'a Data {
        &self.battle.data
    }

    /// The shape of the map.
    pub fn field(&self) -> &'a Field {
        &self.battle.field
    }

    /// Whether a hex is seen now.
    #[inline]
    pub fn visible(&self, spot: Spot) -> bool {
        self.knowledge().visible.has(spot)
    }

    /// The hexes that a unit of this side sees by itself (B-90).
    pub fn sight(&self, unit: UnitId) -> impl Iterator<Item = Spot> + 'a {
        debug_assert!(self.is_own(unit));
        self.state.sights[unit.index()].iter()
    }

    /// The turn a hex was last seen; 0 for never.
    #[inline]
    pub fn last_seen(&self, spot: Spot) -> u32 {
        self.knowledge().last_seen(spot, self.state.turn)
    }

    /// Terrain as last seen (B-96).
    #[inline]
    pub fn terrain(&self, spot: Spot) -> Option<TerrainId> {
        (self.last_seen(spot) > 0).then(|| self.knowledge().terrain[spot.index()])
    }

    /// The level of a hex; 0 if it was never seen (B-74).
    #[inline]
    pub fn elevation(&self, spot: Spot) -> i16 {
        if self.last_seen(spot) > 0 { self.battle.elevation[spot.index()] } else { 0 }
    }

    /// Density of smoke on a hex that is seen.
    #[inline]
    pub fn smoke(&self, spot: Spot) -> u8 {
        if self.visible(spot) { self.state.ground.smoke[spot.index()] } else { 0 }
    }

    /// Whether gas hangs on a hex that is seen.
    #[inline]
    pub fn gas(&self, spot: Spot) -> bool {
        self.visible(spot) && self.state.ground.gas[spot.index()] > 0
    }

    /// Whether a hex burns: fires are seen from everywhere (B-100).
    #[inline]
    pub fn burning(&self, spot: Spot) -> bool {
        self.state.ground.fire[spot.index()] > 0
    }

    /// Items on hexes that are seen.
    pub fn items(&self) -> impl Iterator<Item = (Spot, Carried)> + 'a {
        let view = *self;
        self.state.ground.items.iter().copied().filter(move |(at, _)| view.visible(*at))
    }

    /// Zones of the map.
    pub fn zones(&self) -> &'a [Zone] {
        &self.battle.zones
    }

    /// Objects of the map.
    pub fn objects(&self) -> &'a [Object] {
        &self.battle.objects
    }

    /// The objectives and how they stand: the player's side knows them
    /// (B-255), and so do the civilians it came for (B-275).
    /// One that comes after another is not among them before that is done.
    pub fn objectives(&self) -> impl Iterator<Item = (&'a Objective, Progress)> {
        let progress = &self.state.progress;
        let has_come = |after: Option<usize>| after.is_none_or(|first| progress[first].done);
        self.every_objective().filter(move |(objective, _)| has_come(objective.after))
    }

    /// All of them, in the order of the battle.
    pub fn every_objective(&self) -> impl Iterator<Item = (&'a Objective, Progress)> {
        let all = if self.side == Side::Enemy { 0 } else { self.battle.objectives.len() };
        self.battle.objectives[..all].iter().zip(self.state.progress.iter().copied())
    }

    /// Who is to be captured: killed, he is lost for that (B-255).
    pub fn wanted_alive(&self) -> Option<UnitId> {
        let open = self.objectives().filter(|(_, progress)| !progress.done && !progress.lost);
        open.filter_map(|(objective, _)| match objective.task {
            Task::Capture(unit) => Some(unit),
            _ => None,
        })
        .next()
    }

    /// The last turn, if there is one.
    pub fn time_limit(&self) -> Option<u32> {
        self.battle.time_limit
    }

    /// The units that act for this side, dead and gone ones left out.
    pub fn own(&self) -> impl Iterator<Item = UnitId> + 'a {
        let view = *self;
        self.battle.units().filter(move |unit| view.is_own(*unit))
    }

    /// Whether a unit is here and acts for this side; a civilian has only
    /// itself.
    pub fn is_own(&self, unit: UnitId) -> bool {
        self.state.unit(unit).is_here() && self.state.observer(self.battle, unit) == self.who
    }

    /// Whether a unit of this side can still be given an order in this phase.
    pub fn can_act(&self, unit: UnitId) -> bool {
        self.unit(unit).is_some_and(|now| now.is_able() && now.panic.is_none() && !now.ended)
    }

    /// Everything about a unit of this side.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> Option<&'a Unit> {
        self.is_own(unit).then(|| self.state.unit(unit))
    }

    /// Everything about a unit of this side.
    ///
    /// # Panics
    /// For a unit of another side: that would be looking.
    #[inline]
    pub fn mine(&self, unit: UnitId) -> &'a Unit {
        assert!(self.is_own(unit), "a unit of another side was asked for");
        self.state.unit(unit)
    }

    /// What a unit of this side is.
    ///
    /// # Panics
    /// For a unit of another side: that would be looking.
    #[inline]
    pub fn sheet(&self, unit: UnitId) -> &'a Sheet {
        assert!(self.is_own(unit), "a unit of another side was asked for");
        self.battle.sheet(unit)
    }

    /// The class of somebody who is seen or was seen before.
    pub fn class_of(&self, unit: UnitId) -> usize {
        debug_assert!(
            self.seen(unit).is_some() || self.ghosts().iter().any(|ghost| ghost.unit == unit)
        );
        self.battle.sheet(unit).class
    }

    /// What can be seen of a unit now, of any side.
    pub fn seen(&self, unit: UnitId) -> Option<Seen<'a>> {
        (self.is_own(unit) || self.state.sees(self.who, unit))
            .then(|| Seen::of(self.battle, self.state, unit))
    }

    /// Units of this side and of others that are seen now, in scenario order.
    pub fn in_view(&self) -> impl Iterator<Item = Seen<'a>> + 'a {
        let view = *self;
        self.battle.units().filter_map(move |unit| view.seen(unit))
    }

    /// The sign of a unit of this side or in its sight on the map as text.
    pub fn mark(&self, unit: UnitId) -> char {
        mark(self.battle, unit)
    }

    /// Who was seen before.
    pub fn name(&self, ghost: &Ghost) -> &'a str {
        &self.battle.sheet(ghost.unit).name
    }

    /// An order as it may be typed, without the unit.
    pub fn spell(&self, order: &Order) -> String {
        spell_order(self.battle, order)
    }

    /// The same with the unit before it.
    pub fn spell_to(&self, unit: UnitId, order: &Order) -> String {
        order_text::spell(self.battle, unit, order)
    }

    /// Reads a line such as `Vega: move 7,3` into an order to a unit of this
    /// side. Whom the side does not see it cannot name: that somebody is called
    /// so would be known from the refusal.
    pub fn read(&self, line: &str) -> Result<(UnitId, Order), Refused> {
        order_text::read(self.battle, line, Some(self))
    }

    /// Whether this side can call a unit by its name: one of its own, or
    /// somebody it sees.
    pub(crate) fn has_name(&self, unit: UnitId) -> bool {
        self.battle.sheet(unit).side == self.side || self.seen(unit).is_some()
    }

    /// The unit of this side or in its sight that is meant by its name, in
    /// whatever case, or by its sign on the map.
    pub fn unit_named(&self, text: &str) -> Option<UnitId> {
        order_text::unit_named(self.battle, text, |unit| self.has_name(*unit))
    }

    /// Whether a unit was of this side and is dead or gone.
    pub(crate) fn has_lost(&self, unit: UnitId) -> bool {
        self.battle.sheet(unit).side == self.side && !self.state.unit(unit).is_here()
    }

    /// Units of others that are seen now, in scenario order.
    pub fn others(&self) -> impl Iterator<Item = Seen<'a>> + 'a {
        let view = *self;
        self.battle
            .units()
            .filter(move |unit| !view.is_own(*unit) && view.state.sees(view.who, *unit))
            .map(move |unit| Seen::of(view.battle, view.state, unit))
    }

    /// Enemies that are seen now (B-43), in scenario order.
    pub fn enemies(&self) -> impl Iterator<Item = Seen<'a>> + 'a {
        let view = *self;
        self.others().filter(move |other| view.is_enemy(other))
    }

    /// Whether somebody who is seen is an enemy (B-43).
    pub fn is_enemy(&self, seen: &Seen<'a>) -> bool {
        self.battle.hostile(self.side, seen.side)
    }

    /// Who stands on a hex, as far as it is seen.
    pub fn occupant(&self, spot: Spot) -> Option<UnitId> {
        let unit = self.state.occupant(spot)?;
        (self.is_own(unit) || self.visible(spot)).then_some(unit)
    }

    /// Enemies seen before (B-98).
    pub fn ghosts(&self) -> &'a [Ghost] {
        &self.knowledge().ghosts
    }

    /// What was heard (B-101).
    pub fn cues(&self) -> &'a [Cue] {
        &self.knowledge().cues
    }

    /// What a motion scanner marked (B-99).
    pub fn marks(&self) -> &'a [Spot] {
        &self.knowledge().marks
    }

    /// This turn's explosions (B-100).
    pub fn explosions(&self) -> &'a [Spot] {
        &self.knowledge().explosions
    }

    /// Whole turns in which neither this side lost hit points nor saw the
    /// other lose any (B-278).
    pub fn quiet(&self) -> u32 {
        self.knowledge().quiet
    }
}
