//! Scenarios of matches, read once for all that are fought on them: what a map
//! lets be seen is large, and the same for everybody.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use fracas::{Battle, Registry};
use fracas_requests::Source;

/// So many are remembered, those that were asked for last.
const MOST: usize = 16;

/// The battles of matches.
pub struct Battles {
    registry: Arc<Registry>,
    last: Mutex<VecDeque<(Source, Battle)>>,
}

impl Battles {
    /// Battles by these rulesets.
    pub fn new(registry: Arc<Registry>) -> Self {
        Self { registry, last: Mutex::default() }
    }

    /// The battle of a scenario; or everything that is wrong with it, in words.
    pub fn of(&self, source: &Source) -> Result<Battle, String> {
        let lock = || self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let mut last = lock();
        if let Some(place) = last.iter().position(|(known, _)| known == source)
            && let Some(found) = last.remove(place)
        {
            let battle = found.1.clone();
            last.push_front(found);
            return Ok(battle);
        }
        drop(last);
        let battle = source.battle_by(&self.registry)?;
        let mut last = lock();
        last.push_front((source.clone(), battle.clone()));
        last.truncate(MOST);
        Ok(battle)
    }
}
