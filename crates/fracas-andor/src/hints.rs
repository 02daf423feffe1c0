//! What a player can ask before he chooses: how the hero stands, and what is
//! best.
//!
//! | question | answer |
//! |---|---|
//! | `hero` | action points, bag, what is worn, and all that can be done now with its cost and odds |
//! | `best`, `best win or fled` | every decision with what it is worth if all that follows is decided best |

use fracas_core::order::Ordered;
use std::sync::Arc;

use fracas_core::capability::Refused;
use fracas_core::decide::{Best, Question, Undecided, Worth, solve};
use fracas_core::document::suggestion;
use fracas_core::odds::Budget;
use fracas_core::ruleset::Ruleset;
use serde_json::{Value, json};

use crate::decide::Decision;
use crate::items::Slot;
use crate::play::Game;
use crate::{Andor, measures};

/// Branches that are followed for a hint: some seconds.
const BUDGET: Budget = Budget(20_000_000);
/// What a hero wants if nobody says otherwise.
const USUAL_GOAL: &str = "win";

/// The best decisions for a goal, found once and kept.
pub type Hints = Option<(String, Arc<Result<Best<Andor>, Undecided>>)>;

/// Answers a question of whoever plays the hero.
pub fn answer(game: &Game, question: &str) -> Result<Value, Refused> {
    let question = question.trim();
    let (word, rest) = question.split_once(char::is_whitespace).unwrap_or((question, ""));
    match word {
        "hero" => Ok(hero(game)),
        "best" if rest.trim().is_empty() => best(game, USUAL_GOAL),
        "best" => best(game, rest.trim()),
        _ => {
            let help = suggestion(word, ["hero", "best"]);
            Err(Refused(format!("`{word}` is no question; {help}")))
        }
    }
}

fn hero(game: &Game) -> Value {
    let (b, st) = (game.battle(), game.state());
    let carried = st.bag.iter().enumerate().filter(|(_, count)| **count > 0);
    let bag = carried.map(|(place, count)| {
        let item = b.stocked(place);
        json!({ "id": item.id, "name": item.name, "count": count })
    });
    let worn = Slot::ALL.into_iter().filter_map(|slot| {
        let item = b.item(st.outfit.get(slot)?);
        Some(json!({ "slot": slot.key(), "name": item.name }))
    });
    let choices = game.choices().into_iter().map(|choice| {
        json!({
            "order": game.spell(choice.order),
            "words": choice.words,
            "cost": choice.cost,
            "odds": choice.odds,
        })
    });
    json!({
        "name": b.hero.name,
        "hp": st.hero.hp,
        "max_hp": st.hero.max_hp,
        "ap": st.hero.ap,
        "max_ap": st.hero.max_ap,
        "fight": st.fight + 1,
        "fights": b.fights.len(),
        "turn": st.turns,
        "bag": bag.collect::<Vec<_>>(),
        "worn": worn.collect::<Vec<_>>(),
        "choices": choices.collect::<Vec<_>>(),
    })
}

/// What every decision is worth here, the best first.
fn best(game: &Game, goal: &str) -> Result<Value, Refused> {
    let worth = Worth::read(goal, Andor::OUTCOMES, &measures::list(game.battle()));
    let worth = worth.map_err(|why| Refused(why.to_string()))?;
    let found = game.hints(goal, || {
        let question = Question { worth, decider: 0, budget: BUDGET, rows: 1, whole: false };
        solve::<Andor>(game.battle(), &question)
    });
    let found = match &*found {
        Ok(found) => found,
        Err(why) => return Err(Refused(why.to_string())),
    };
    let mut options = found.options(game.state());
    options.put_in_order_by(|(_, one), (_, other)| other.total_cmp(one));
    let choices = options.into_iter().map(|(choice, worth)| {
        let decision = Decision::of(choice);
        json!({
            "order": game.spell(decision.order(found.battle(), game.state())),
            "words": decision.words(found.battle()),
            "worth": worth,
        })
    });
    Ok(json!({ "goal": goal, "decides": found.decides(), "choices": choices.collect::<Vec<_>>() }))
}
