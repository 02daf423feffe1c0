//! A battle told to a page, a file, or both.

use std::ops::ControlFlow;

use clap::ValueEnum;
use fracas::{Detail, Log, Moment, Told, View};

use crate::failure::Failure;
use crate::out_dir::Draft;
use crate::page::Page;
use crate::signals::leave;
use crate::visible::{visible, visible_json};

/// How much of a battle is told.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Telling {
    /// Who met, who won, what it cost
    None,
    /// Turning points besides
    Phases,
    /// Every blow
    All,
    /// Every event as a line of JSON, then the result
    Json,
    /// What a viewer shows at each moment as a line of JSON, then the result
    Scenes,
}

impl Telling {
    /// Whether lines of JSON are told instead of words.
    pub fn is_json(self) -> bool {
        matches!(self, Self::Json | Self::Scenes)
    }
}

impl From<Detail> for Telling {
    fn from(detail: Detail) -> Self {
        match detail {
            Detail::None => Self::None,
            Detail::Phases => Self::Phases,
            Detail::All | Detail::Reasons => Self::All,
        }
    }
}

/// Tells a battle while it is fought.
pub struct Teller<'a> {
    telling: Telling,
    reasons: bool,
    pictures: bool,
    observer: Option<usize>,
    page: Option<&'a mut Page>,
    log: Option<&'a mut Draft>,
    /// Whether the next line is set off from what stands above it.
    gap: bool,
    /// Whether the battle is fought for the page alone.
    for_page: bool,
    failure: Option<Failure>,
}

impl<'a> Teller<'a> {
    /// Tells so much, to whoever is there.
    pub fn new(telling: Telling, page: Option<&'a mut Page>, log: Option<&'a mut Draft>) -> Self {
        let for_page = log.is_none();
        let (reasons, pictures, observer, gap, failure) = (false, false, None, true, None);
        Self { telling, reasons, pictures, observer, page, log, gap, for_page, failure }
    }

    /// With the reasons of those who decide by themselves.
    pub fn why(self, reasons: bool) -> Self {
        Self { reasons, ..self }
    }

    /// With pictures, or as an observer knows it.
    pub fn seen(self, pictures: bool, observer: Option<usize>) -> Self {
        Self { pictures, observer, ..self }
    }

    /// The same, where the battle leaves other files than its log.
    pub fn for_files(self, files: bool) -> Self {
        Self { for_page: self.for_page && !files, ..self }
    }

    /// Fights with a log that comes here. Fails if what is told cannot be
    /// written.
    pub fn listen<T>(mut self, fight: impl FnOnce(Option<Log<'_>>) -> T) -> Result<T, Failure> {
        let detail = match self.telling {
            Telling::None => Detail::None,
            Telling::Phases => Detail::Phases,
            Telling::All if self.reasons => Detail::Reasons,
            Telling::All => Detail::All,
            Telling::Json => {
                let observer = self.observer;
                let mut hear = |event: &str| self.tell(&format!("{}\n", visible_json(event)));
                let fought = fight(Some(Log::Json(observer, &mut hear)));
                return self.failure.map_or(Ok(fought), Err);
            }
            Telling::Scenes => {
                let observer = self.observer;
                let mut hear = |moment: &Moment| self.tell_moment(moment);
                let fought = fight(Some(Log::Scenes(observer, &mut hear)));
                return self.failure.map_or(Ok(fought), Err);
            }
        };
        if self.page.is_none() && self.log.is_none() {
            return Ok(fight(None));
        }
        let view = View { detail, pictures: self.pictures, observer: self.observer };
        let mut hear = |told: Told<'_>| self.hear(told);
        let fought = fight(Some(Log::Words(view, &mut hear)));
        self.failure.map_or(Ok(fought), Err)
    }

    fn hear(&mut self, told: Told<'_>) -> ControlFlow<()> {
        let text = match told {
            Told::Opening(text) => text.to_owned(),
            Told::Line(line) => {
                let gap = if std::mem::replace(&mut self.gap, false) { "\n" } else { "" };
                format!("{gap}{line}\n")
            }
            Told::Picture(text) => {
                self.gap = true;
                format!("\n{text}")
            }
            Told::Closing(text) => format!("\n{text}"),
        };
        self.tell_now(&visible(&text, false), matches!(told, Told::Opening(_)))
    }

    fn tell_moment(&mut self, moment: &Moment) -> ControlFlow<()> {
        match serde_json::to_string(moment) {
            Ok(line) => self.tell(&format!("{}\n", visible_json(&line))),
            Err(error) => {
                self.failure = Some(Failure::Machine(format!("cannot write a scene: {error}")));
                ControlFlow::Break(())
            }
        }
    }

    fn tell(&mut self, text: &str) -> ControlFlow<()> {
        self.tell_now(text, false)
    }

    /// Breaks when there is nobody left to tell. A closed pipe does not keep
    /// files from being written; a battle that leaves none is then over. What is
    /// known before the battle need not wait for its end.
    fn tell_now(&mut self, text: &str, now: bool) -> ControlFlow<()> {
        if let Some(log) = &mut self.log
            && let Err(failure) = log.text(text)
        {
            self.failure = Some(failure);
            return ControlFlow::Break(());
        }
        if let Some(page) = &mut self.page
            && let Err(failure) = if now { page.found(text) } else { page.told(text) }
        {
            self.page = None;
            if self.for_page && matches!(failure, Failure::Unheard) {
                leave(0);
            }
            if self.log.is_none() || !matches!(failure, Failure::Unheard) {
                self.failure = Some(failure);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}
