//! Battles that somebody plays, saves, and goes on with.

use fracas_andor::Andor;
use fracas_battlescape::Battlescape;
use fracas_core::play::{Playable, Record, Refused, replay};
use fracas_core::ruleset::Detail;

use crate::fight::Witness;
use crate::loaded::{Loaded, Log, Told, pass_on, tell_opening, tell_to};
use crate::replay::{BadReplay, Replay};
use crate::report::Fought;

/// The outcome of a played battle that somebody left before its end.
pub const UNFINISHED: &str = "unfinished";

/// Whoever plays sees through the first eyes there are.
const PLAYER: usize = 0;

/// A scenario whose battles can be played.
pub struct Arena<'a, R: Playable> {
    pub(crate) loaded: &'a Loaded,
    pub(crate) battle: &'a R::Battle,
}

// Two references are copied whatever the ruleset is; a derive would ask it to
// be copied too.
impl<R: Playable> Clone for Arena<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Playable> Copy for Arena<'_, R> {}

impl Loaded {
    /// This scenario to be played by the rules of `R`; of another ruleset, why
    /// not.
    pub fn arena<R: Playable>(&self) -> Result<Arena<'_, R>, Refused> {
        match self.of::<R>() {
            Some(battle) => Ok(Arena { loaded: self, battle }),
            None => {
                Err(Refused(format!("this needs the ruleset {}, not {}", R::NAME, self.rules.name)))
            }
        }
    }

    /// Plays a record again, whatever the ruleset, and tells it.
    pub(crate) fn play_again(
        &self,
        record: &Record,
        log: Log<'_>,
    ) -> Result<(Fought, Witness), Refused> {
        match self.arena::<Andor>() {
            Ok(arena) => arena.again(record, log),
            Err(_) => self.arena::<Battlescape>()?.again(record, log),
        }
    }
}

impl<'a, R: Playable> Arena<'a, R> {
    /// Begins a battle; with it comes what happens before the first order.
    pub fn play(&self, seed: u64) -> (R::Game<'a>, Vec<R::Event>) {
        let mut events = Vec::new();
        let game = R::play(self.battle, seed, &mut |event| events.push(event));
        (game, events)
    }

    /// Goes on with a battle that was saved on this scenario, and went as it
    /// says.
    pub fn resume(&self, saved: &Replay) -> Result<(R::Game<'a>, Vec<R::Event>), BadReplay> {
        let record = saved.record().ok_or(BadReplay::Unplayed)?;
        saved.check_versions()?;
        let otherwise = |why: Refused| BadReplay::Otherwise(why.to_string());
        let (fought, witness) = self.again(&record, Log::Silent).map_err(otherwise)?;
        saved.compare(&fought, witness)?;
        let mut events = Vec::new();
        let game = replay::<R>(self.battle, &record, &mut |event| events.push(event));
        Ok((game.map_err(otherwise)?, events))
    }

    /// What it takes to play a battle again.
    pub fn saved(&self, game: &R::Game<'_>) -> Result<Replay, Refused> {
        let record = R::record(game);
        // Orders taken back have left events behind; what counts is what the
        // orders that are left lead to.
        let (fought, witness) = self.again(&record, Log::Silent)?;
        Ok(self.loaded.replay_of_play(record, fought.outcome, witness))
    }

    /// What whoever plays knows at first.
    pub fn opening(&self) -> String {
        R::opening_to(self.battle, PLAYER)
    }

    /// What whoever plays hears of an event, if it gets to know of it.
    pub fn tell(&self, event: &R::Event) -> Option<String> {
        tell_to::<R>(self.battle, event, Detail::All, PLAYER)
    }

    /// How a battle ended and what it brought; none while it goes on.
    pub fn closing(&self, game: &R::Game<'_>) -> Option<String> {
        R::outcome(game).map(|_| R::closing(self.battle, R::state(game)))
    }

    /// Plays a record again and tells it.
    fn again(&self, record: &Record, mut log: Log<'_>) -> Result<(Fought, Witness), Refused> {
        let battle = self.battle;
        let mut witness = Some(Witness::default());
        if tell_opening::<R>(battle, &mut log).is_break() {
            log = Log::Silent;
        }
        let mut hear = |event: R::Event| {
            if pass_on::<R>(battle, &event, &mut log, &mut witness).is_break() {
                log = Log::Silent;
            }
        };
        let mut game = replay::<R>(battle, record, &mut hear)?;
        let closing = self.closing(&game);
        if let (Some(closing), Log::Words(_, hear) | Log::Seen(_, hear)) = (&closing, log) {
            // Nothing follows that could be held back.
            let _ = hear(Told::Closing(closing));
        }
        let state = R::state(&game).clone();
        let names = R::measures(battle).into_iter().map(|measure| measure.name);
        let outcome = R::outcome(&game).map(|outcome| R::OUTCOMES[outcome.index()]);
        let fought = Fought {
            heading: self.loaded.heading(),
            seed: Some(record.seed),
            trial: Some(0),
            outcome: outcome.unwrap_or(UNFINISHED),
            measures: names.zip(R::scores(&game).values().iter().copied()).collect(),
            facts: R::facts(battle, &state),
            aftermath: R::aftermath(battle, &state, R::dice(&mut game)),
            files: R::files(battle, &state),
            versions: self.loaded.versions(),
            luck: None,
            closing: closing.unwrap_or_default(),
        };
        Ok((fought, witness.unwrap_or_default()))
    }
}
