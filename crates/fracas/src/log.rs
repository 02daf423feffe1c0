//! What is told of a battle while it is fought.

use std::ops::ControlFlow;

use fracas_core::capability::{Capabilities, Detail};
use fracas_core::ruleset::Ruleset;

use crate::fight::Witness;
use crate::scenes::{Moment, MomentMaker};

/// Who is told, and in which form.
pub enum Log<'a> {
    /// Opening, log and closing in words.
    Words(View, &'a mut dyn FnMut(Told<'_>) -> ControlFlow<()>),
    /// Every event as one line of JSON; as far as one of the
    /// [observers](crate::Rules::observers) gets to know it, if one is given.
    Json(Option<usize>, &'a mut dyn FnMut(&str) -> ControlFlow<()>),
    /// What a viewer shows, moment by moment: the truth, or as one of the
    /// observers knows it. Nothing where a ruleset has no scenes.
    Scenes(Option<usize>, &'a mut dyn FnMut(&Moment) -> ControlFlow<()>),
}

/// How a battle is looked at while it is told in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// How much is told.
    pub detail: Detail,
    /// Whether pictures are shown, where the ruleset has any.
    pub pictures: bool,
    /// Whose knowledge is told, by its place in
    /// [`Rules::observers`](crate::Rules::observers); none for the referee's.
    pub observer: Option<usize>,
}

impl View {
    /// All that happens, in so much detail, without pictures.
    pub fn of(detail: Detail) -> Self {
        Self { detail, pictures: false, observer: None }
    }
}

/// A part of a told battle. A listener that breaks is told nothing further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told<'a> {
    /// The lines that open a report, each with its line end.
    Opening(&'a str),
    /// A line of the log, without line end.
    Line(&'a str),
    /// A picture of the battle, each line with its end.
    Picture(&'a str),
    /// The lines that close a report, each with its line end.
    Closing(&'a str),
}

/// Tells a battle of one ruleset to whoever listens and to a witness.
pub(crate) struct Teller<'b, 'l, 'w, R: Ruleset> {
    battle: &'b R::Battle,
    can: Capabilities<R>,
    log: Option<Log<'l>>,
    witness: Option<&'w mut Witness>,
    /// For a log of scenes.
    moments: Option<MomentMaker<R>>,
}

impl<'b, 'l, 'w, R: Ruleset> Teller<'b, 'l, 'w, R> {
    pub fn new(
        battle: &'b R::Battle,
        log: Option<Log<'l>>,
        witness: Option<&'w mut Witness>,
    ) -> Self {
        let moments = match log {
            Some(Log::Scenes(observer, _)) => MomentMaker::new(observer),
            _ => None,
        };
        Self { battle, can: R::capabilities(), log, witness, moments }
    }

    /// The lines that open a report.
    pub fn open(&mut self) {
        let Some(Log::Words(view, hear)) = &mut self.log else { return };
        let heard = match opening::<R>(&self.can, self.battle, view.observer) {
            text if text.is_empty() => ControlFlow::Continue(()),
            text => hear(Told::Opening(&text)),
        };
        self.went(heard);
    }

    /// Something happened.
    pub fn event(&mut self, event: &R::Event) {
        if let Some(witness) = &mut self.witness {
            witness.see(&json(event));
        }
        if let Some(moments) = &mut self.moments {
            moments.event(self.battle, event);
        }
        let heard = match &mut self.log {
            None | Some(Log::Scenes(..)) => return,
            Some(Log::Words(view, hear)) => {
                match words::<R>(&self.can, self.battle, event, view.detail, view.observer) {
                    Some(line) => hear(Told::Line(&line)),
                    None => return,
                }
            }
            Some(Log::Json(observer, hear)) => match *observer {
                None => hear(&json(event)),
                Some(observer) => match known::<R>(&self.can, self.battle, event, observer) {
                    Some(event) => hear(&json(&event)),
                    None => return,
                },
            },
        };
        self.went(heard);
    }

    /// The state between two steps.
    pub fn look(&mut self, state: &R::State) {
        self.show(state, None);
        let Some(Log::Words(view, hear)) = &mut self.log else { return };
        let Some(picture) = self.can.picture else { return };
        let drawn = match view.pictures {
            true => picture.picture(self.battle, state, view.observer),
            false if view.detail == Detail::None => None,
            false => picture.start(self.battle, state, view.observer),
        };
        if let Some(drawn) = drawn {
            let heard = hear(Told::Picture(&drawn));
            self.went(heard);
        }
    }

    /// The moment of this state, to whoever wants scenes.
    fn show(&mut self, state: &R::State, outcome: Option<usize>) {
        if let (Some(Log::Scenes(_, hear)), Some(moments)) = (&mut self.log, &mut self.moments) {
            let heard = hear(&moments.moment(self.battle, state, outcome));
            self.went(heard);
        }
    }

    /// The lines that close a report, told and handed back.
    pub fn close(mut self, state: &R::State, outcome: Option<usize>) -> String {
        self.show(state, outcome);
        let closing = self.can.tell.map_or_else(String::new, |t| t.closing(self.battle, state));
        if let Some(Log::Words(_, hear)) = &mut self.log {
            // Nothing follows that could be held back.
            let _ = hear(Told::Closing(&closing));
        }
        closing
    }

    fn went(&mut self, heard: ControlFlow<()>) {
        if heard.is_break() {
            self.log = None;
        }
    }
}

/// The lines that open a report, as an observer knows them.
pub(crate) fn opening<R: Ruleset>(
    can: &Capabilities<R>,
    battle: &R::Battle,
    observer: Option<usize>,
) -> String {
    match (can.observe, observer) {
        (Some(observe), Some(observer)) => observe.opening_to(battle, observer),
        _ => can.tell.map_or_else(String::new, |tell| tell.opening(battle)),
    }
}

/// An event in words, as far as an observer gets to know it. Where a ruleset
/// has no words its JSON must do.
pub(crate) fn words<R: Ruleset>(
    can: &Capabilities<R>,
    battle: &R::Battle,
    event: &R::Event,
    detail: Detail,
    observer: Option<usize>,
) -> Option<String> {
    let tell = |event: &R::Event| match can.tell {
        Some(tell) => tell.tell(battle, event, detail),
        None => (detail >= Detail::All).then(|| json(event)),
    };
    match observer {
        None => tell(event),
        Some(observer) => known::<R>(can, battle, event, observer).and_then(|event| tell(&event)),
    }
}

pub(crate) fn known<R: Ruleset>(
    can: &Capabilities<R>,
    battle: &R::Battle,
    event: &R::Event,
    observer: usize,
) -> Option<R::Event> {
    match can.observe {
        Some(observe) => observe.known_to(battle, event, observer),
        None => Some(event.clone()),
    }
}

/// An event as a line of JSON.
pub(crate) fn json<E: serde::Serialize>(event: &E) -> String {
    serde_json::to_string(event).expect("an event is plain data under text keys and serialises")
}
