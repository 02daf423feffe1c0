//! What a player can ask before he orders (B-75, B-130, B-184, B-255), as
//! data for whoever draws it. Every answer comes from the side's [`View`].
//!
//! | question | answer |
//! |---|---|
//! | `squad` | the own units with all their figures, and the objectives with how far they have come |
//! | `reach Vega run` | where a unit can go, what it costs, and which of these hexes have cover beside them |
//! | `sight Vega` | the hexes that a unit sees by itself |
//! | `targets Vega` | every attack on every enemy in sight: each term of the accuracy, exact odds |
//! | `actions Vega` | all else the unit can do now, and what it can aim at hexes |
//! | `preview Vega: throw frag_grenade at 7,3` | what is to be expected of any order, or why it is refused |
//! | `advice Vega` | what the AI would order, and why |

mod actions;
pub(crate) mod burst;
mod preview;
mod squad;
mod targets;
mod ways;

use serde_json::{Value, json};

use crate::ai::decide;
use crate::battle::UnitId;
use crate::order_text::meant;
use crate::orders::{Pace, Refused, refuse};
use crate::view::View;

const QUESTIONS: &[&str] = &["squad", "reach", "sight", "targets", "actions", "preview", "advice"];

/// Answers a question of the side whose view it is.
pub fn answer(view: &View<'_>, question: &str) -> Result<Value, Refused> {
    let question = question.trim();
    let (word, rest) = question.split_once(char::is_whitespace).unwrap_or((question, ""));
    let rest = rest.trim();
    match word {
        "squad" => Ok(squad::squad(view)),
        "reach" => {
            let (name, pace) = paced(rest);
            ways::reach(view, named(view, name)?, pace)
        }
        "sight" => Ok(ways::sight(view, named(view, rest)?)),
        "targets" => Ok(targets::targets(view, named(view, rest)?)),
        "actions" => Ok(actions::actions(view, named(view, rest)?)),
        "preview" => preview::preview(view, rest),
        "advice" => {
            let unit = named(view, rest)?;
            if !view.can_act(unit) {
                return refuse(format!("{rest} cannot act in this phase"));
            }
            let decision = decide(view, unit);
            Ok(json!({
                "order": view.spell_to(unit, &decision.order),
                "why": decision.why.tell(view, unit),
            }))
        }
        _ => {
            let help = meant(word, QUESTIONS);
            let known = QUESTIONS.join(", ");
            refuse(format!("`{word}` is no question: {known}{help}"))
        }
    }
}

/// The unit of the own side that has this name.
fn named(view: &View<'_>, name: &str) -> Result<UnitId, Refused> {
    view.unit_named(name).filter(|unit| view.is_own(*unit)).ok_or_else(|| {
        let names: Vec<&str> = view.own().map(|unit| view.sheet(unit).name.as_str()).collect();
        Refused(format!("`{name}` is not of the squad{}", meant(name, &names)))
    })
}

/// A name, and how its unit is to move.
fn paced(text: &str) -> (&str, Pace) {
    for pace in [Pace::Walk, Pace::Run, Pace::Crouch] {
        if let Some(name) = text.strip_suffix(pace.name())
            && name.ends_with(char::is_whitespace)
        {
            return (name.trim_end(), pace);
        }
    }
    (text, Pace::Walk)
}
