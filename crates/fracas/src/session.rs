//! Battles that somebody plays, saves, and goes on with.

use std::any::Any;
use std::cell::RefCell;
use std::sync::Arc;

use fracas_core::capability::{self, Capabilities, Choice, Detail, Play, Refused, Scene};
use fracas_core::ruleset::Ruleset;
use serde_json::Value;

use crate::battle::Battle;
use crate::erased::{Ended, ended};
use crate::fight::Witness;
use crate::log::{Log, Teller, json, opening, words};
use crate::registry::{Capability, Registry};
use crate::replay::{Difference, Replay, ReplayError};
use crate::report::RunReport;

/// The outcome of a played battle that somebody left before its end.
pub const UNFINISHED: &str = "unfinished";

/// Whoever plays is the first observer there is.
const PLAYER: usize = 0;

/// A battle under way, given orders by somebody who knows what the side he
/// plays knows.
///
/// ```
/// use fracas::{Registry, Scenario};
/// let template = Registry::standard().rules("andor")?.template();
/// let duel = Scenario::new("duel.toml", template).battle()?;
///
/// let mut session = duel.play(7)?;
/// print!("{}", session.opening());
/// for choice in session.choices() {
///     println!("{:12} {}", choice.order, choice.words);
/// }
/// if let Some(scene) = session.scene() {
///     println!("{}: {} sides", scene.when, scene.sides.len());
/// }
/// let order = session.advice();
/// session.order(&order)?;
/// if session.undo().is_ok() {
///     session.order(&order)?;
/// }
/// for heard in session.heard() {
///     println!("{}", heard.words.unwrap_or(heard.json));
/// }
///
/// // It can be kept at any time, and gone on with.
/// let saved = session.replay();
/// let mut session = duel.resume(&saved)?;
/// assert_eq!((session.seed(), session.battle().name()), (7, duel.name()));
/// while session.outcome().is_none() {
///     let order = session.advice();
///     session.order(&order)?;
/// }
/// assert!(session.closing().is_some() && session.replay().goes_on_from(&saved));
///
/// // And played again, to the same end.
/// let fought = session.replay().fight(None)?;
/// assert_eq!(Some(fought.outcome), session.outcome());
/// assert_eq!(fought.measures, session.report().measures);
///
/// // Those who know the ruleset find its own game in it.
/// assert!(session.game::<fracas::andor::Game>().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session {
    battle: Battle,
    seed: u64,
    played: Box<dyn AnySession>,
}

/// What somebody gets to know of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    /// The event as a line of JSON.
    pub json: String,
    /// The same in words, if it is worth any.
    pub words: Option<String>,
}

impl Battle {
    /// Begins to play the battle of this seed.
    pub fn play(&self, seed: u64) -> Result<Session, Refused> {
        match self.erased.play(seed) {
            Some(played) => Ok(Session { battle: self.clone(), seed, played }),
            None => {
                let lacking = Registry::standard().require(&self.rules, Capability::Play);
                Err(Refused(lacking.err().map_or_else(String::new, |lacking| lacking.to_string())))
            }
        }
    }

    /// Goes on with a battle that was saved on this scenario, and went as it
    /// says.
    pub fn resume(&self, saved: &Replay) -> Result<Session, ReplayError> {
        let record = saved.record().ok_or(ReplayError::Unplayed)?;
        saved.check_versions(&self.rules)?;
        let mut session = self.play(record.seed).map_err(Difference::Order)?;
        session.played.obey(&record.orders).map_err(Difference::Order)?;
        saved.compare(session.outcome().unwrap_or(UNFINISHED), session.played.witness())?;
        Ok(session)
    }
}

impl Session {
    /// What whoever plays knows at first.
    pub fn opening(&self) -> String {
        self.played.opening(PLAYER)
    }

    /// What was heard since this was last asked, or since the beginning.
    pub fn heard(&mut self) -> Vec<Heard> {
        self.played.heard()
    }

    /// The same as each of the observers heard it, in their order; as one
    /// where everybody knows everything.
    pub fn heard_by_each(&mut self) -> Vec<Vec<Heard>> {
        self.played.heard_by_each()
    }

    /// Who is to decide now, by the place among the observers.
    pub fn to_act(&self) -> usize {
        self.played.to_act()
    }

    /// Does what an order says and all that follows, up to the next decision.
    pub fn order(&mut self, order: &str) -> Result<(), Refused> {
        self.played.order(order)
    }

    /// Takes the last order back, where the rules allow it.
    pub fn undo(&mut self) -> Result<(), Refused> {
        self.played.undo()
    }

    /// What can be done now; nothing once the battle is over.
    pub fn choices(&self) -> Vec<Choice> {
        self.played.choices()
    }

    /// The order that the game's own policy would give.
    pub fn advice(&self) -> String {
        self.played.advice()
    }

    /// What a player's screen asks before he orders, in words of the ruleset's
    /// own.
    ///
    /// ```
    /// # use fracas::{Registry, Scenario};
    /// # let template = Registry::standard().rules("andor")?.template();
    /// let session = Scenario::new("duel.toml", template).battle()?.play(7)?;
    /// assert!(session.query("what is the weather?").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn query(&self, question: &str) -> Result<Value, Refused> {
        self.played.query(question)
    }

    /// How the battle ended, once it has.
    pub fn outcome(&self) -> Option<&'static str> {
        self.played.outcome().map(|outcome| self.battle.rules.outcomes[outcome])
    }

    /// How the battle ended and what it brought, in words; none while it goes
    /// on.
    pub fn closing(&self) -> Option<String> {
        self.played.outcome().map(|_| self.played.closing())
    }

    /// How things stand, as a fought battle is reported.
    pub fn report(&mut self) -> RunReport {
        let ended = self.played.end();
        self.battle.report(ended, Some(self.seed), Some(0))
    }

    /// What was ordered so far, and not taken back.
    pub fn orders(&self) -> Vec<String> {
        self.played.orders()
    }

    /// What it takes to play the battle again up to here.
    pub fn replay(&self) -> Replay {
        let outcome = self.outcome().unwrap_or(UNFINISHED);
        let record = Record { seed: self.seed, orders: self.played.orders() };
        self.battle.replay_of_play(record, outcome, self.played.witness())
    }

    /// The battle as whoever plays knows it now; none where battles cannot be
    /// looked at moment by moment.
    pub fn scene(&self) -> Option<Scene> {
        self.scene_of(Some(PLAYER))
    }

    /// The same as one of the observers knows it, or the truth.
    pub fn scene_of(&self, observer: Option<usize>) -> Option<Scene> {
        self.played.scene(observer)
    }

    /// What one of the observers knows at first.
    pub fn opening_to(&self, observer: usize) -> String {
        self.played.opening(observer)
    }

    /// The battle that is played.
    pub fn battle(&self) -> &Battle {
        &self.battle
    }

    /// The seed of its dice.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The ruleset's own session, for those who know its type.
    pub fn game<T: 'static>(&self) -> Option<&T> {
        self.played.game().downcast_ref()
    }
}

/// What it takes to play a battle again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// The seed of the dice; the trial is always 0.
    pub seed: u64,
    /// What was ordered, line by line.
    pub orders: Vec<String>,
}

/// A session whose ruleset is not known.
pub(crate) trait AnySession: Send {
    fn opening(&self, observer: usize) -> String;
    fn heard(&mut self) -> Vec<Heard>;
    fn heard_by_each(&mut self) -> Vec<Vec<Heard>>;
    fn to_act(&self) -> usize;
    fn order(&mut self, order: &str) -> Result<(), Refused>;
    fn undo(&mut self) -> Result<(), Refused>;
    fn orders(&self) -> Vec<String>;
    fn choices(&self) -> Vec<Choice>;
    fn advice(&self) -> String;
    fn query(&self, question: &str) -> Result<Value, Refused>;
    fn outcome(&self) -> Option<usize>;
    fn closing(&self) -> String;
    fn end(&mut self) -> Ended;
    fn witness(&self) -> Witness;
    fn scene(&self, observer: Option<usize>) -> Option<Scene>;
    fn game(&self) -> &dyn Any;

    /// Gives all these orders.
    fn obey(&mut self, orders: &[String]) -> Result<(), Refused> {
        for (place, order) in orders.iter().enumerate() {
            self.order(order).map_err(|why| numbered(place, &why))?;
        }
        Ok(())
    }
}

fn numbered(place: usize, why: &Refused) -> Refused {
    Refused(format!("order {}: {why}", place + 1))
}

/// A session whose ruleset is known.
pub(crate) struct Played<R: Ruleset> {
    battle: Arc<R::Battle>,
    can: Capabilities<R>,
    session: Box<dyn capability::Session<R>>,
    /// What happened since it was last told.
    untold: Vec<R::Event>,
    /// Who has seen all up to the beginning, and after each order.
    witnesses: Vec<Witness>,
}

impl<R: Ruleset> Played<R> {
    pub fn begin(play: &dyn Play<R>, battle: Arc<R::Battle>, seed: u64) -> Self {
        let mut events = Vec::new();
        let session = play.begin(battle.clone(), seed, &mut |event| events.push(event));
        let can = R::capabilities();
        let mut played = Self { battle, can, session, untold: Vec::new(), witnesses: Vec::new() };
        played.hear(events, Witness::default());
        played
    }

    /// Keeps events to be told, and lets a witness see them.
    fn hear(&mut self, events: Vec<R::Event>, mut witness: Witness) {
        for event in &events {
            witness.see(&json(event));
        }
        self.untold.extend(events);
        self.witnesses.push(witness);
    }

    /// An event as one of the observers gets to know it.
    fn known_to(&self, event: &R::Event, observer: usize) -> Option<Heard> {
        let event = match self.can.observe {
            Some(observe) => observe.known_to(&self.battle, event, observer)?,
            None => event.clone(),
        };
        let words = words::<R>(&self.can, &self.battle, &event, Detail::All, None);
        Some(Heard { json: json(&event), words })
    }

    fn all_known_to(&self, events: &[R::Event], observer: usize) -> Vec<Heard> {
        events.iter().filter_map(|event| self.known_to(event, observer)).collect()
    }
}

impl<R: Ruleset> AnySession for Played<R> {
    fn opening(&self, observer: usize) -> String {
        opening::<R>(&self.can, &self.battle, self.can.observe.map(|_| observer))
    }

    fn heard(&mut self) -> Vec<Heard> {
        let events = std::mem::take(&mut self.untold);
        self.all_known_to(&events, PLAYER)
    }

    fn heard_by_each(&mut self) -> Vec<Vec<Heard>> {
        let events = std::mem::take(&mut self.untold);
        let observers = self.can.observe.map_or(1, |observe| observe.observers().len());
        (0..observers).map(|observer| self.all_known_to(&events, observer)).collect()
    }

    fn to_act(&self) -> usize {
        self.session.to_act()
    }

    fn order(&mut self, order: &str) -> Result<(), Refused> {
        let mut events = Vec::new();
        self.session.order(order, &mut |event| events.push(event))?;
        self.hear(events, self.witness());
        Ok(())
    }

    fn undo(&mut self) -> Result<(), Refused> {
        self.session.undo()?;
        self.witnesses.pop();
        Ok(())
    }

    fn orders(&self) -> Vec<String> {
        self.session.orders()
    }

    fn choices(&self) -> Vec<Choice> {
        self.session.choices()
    }

    fn advice(&self) -> String {
        self.session.advice()
    }

    fn query(&self, question: &str) -> Result<Value, Refused> {
        self.session.query(question)
    }

    fn outcome(&self) -> Option<usize> {
        self.session.outcome().map(|outcome| outcome.index())
    }

    fn closing(&self) -> String {
        let state = self.session.state();
        self.can.tell.map_or_else(String::new, |tell| tell.closing(&self.battle, state))
    }

    fn end(&mut self) -> Ended {
        let closing = self.outcome().map_or_else(String::new, |_| self.closing());
        end::<R>(&self.battle, &mut *self.session, closing)
    }

    fn witness(&self) -> Witness {
        self.witnesses.last().copied().unwrap_or_default()
    }

    fn scene(&self, observer: Option<usize>) -> Option<Scene> {
        let observer = observer.filter(|_| self.can.observe.is_some());
        Some(self.can.scenes?.scene(&self.battle, self.session.state(), observer))
    }

    fn game(&self) -> &dyn Any {
        self.session.as_any()
    }
}

/// Plays a record again and tells it.
pub(crate) fn play_again<R: Ruleset>(
    play: &dyn Play<R>,
    battle: Arc<R::Battle>,
    record: &Record,
    log: Option<Log<'_>>,
    witness: &mut Witness,
) -> Result<Ended, Refused> {
    let teller = RefCell::new(Teller::<R>::new(&battle, log, Some(witness)));
    teller.borrow_mut().open();
    let mut hear = |event: R::Event| teller.borrow_mut().event(&event);
    let mut session = play.begin(battle.clone(), record.seed, &mut hear);
    teller.borrow_mut().look(session.state());
    for (place, order) in record.orders.iter().enumerate() {
        session.order(order, &mut hear).map_err(|why| numbered(place, &why))?;
        teller.borrow_mut().look(session.state());
    }
    let closing = match session.outcome() {
        Some(outcome) => teller.into_inner().close(session.state(), Some(outcome.index())),
        None => String::new(),
    };
    Ok(end::<R>(&battle, &mut *session, closing))
}

fn end<R: Ruleset>(
    battle: &R::Battle,
    session: &mut dyn capability::Session<R>,
    closing: String,
) -> Ended {
    let (state, scores) = (session.state().clone(), session.scores());
    let outcome = session.outcome().map(|outcome| outcome.index());
    let aftermath = R::aftermath(battle, &state, session.dice());
    ended::<R>(battle, &state, &scores, outcome, aftermath, closing)
}
