//! Why the AI does what it does, in words (B-288).

use crate::battle::UnitId;
use crate::field::Spot;
use crate::view::View;

/// The reason of a decision. Amounts are hundredths of a hit point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The plan made before goes on.
    AsPlanned,
    /// Attacks from where it stands.
    Attack {
        /// Whom.
        target: UnitId,
        /// The chance to hit of the first round.
        accuracy: i32,
        /// What the attacks it has time for are expected to take.
        expected: i64,
    },
    /// An ability.
    Power {
        /// What it is expected to be worth.
        expected: i64,
    },
    /// A blast.
    Force {
        /// What it is expected to take from enemies, less twice that from
        /// friends.
        expected: i64,
    },
    /// Goes somewhere.
    Go {
        /// Where to.
        to: Spot,
        /// What its attacks there are expected to take.
        gain: i64,
        /// What it may lose there until its next turn.
        danger: i64,
        /// Whether it will be in cover.
        covered: bool,
        /// Whether it presses on: it will be nearer to the enemy.
        closer: bool,
    },
    /// Takes cover.
    Cover {
        /// What it may lose in the open.
        open: i64,
        /// What it may lose in cover.
        covered: i64,
    },
    /// Lies down.
    Lie {
        /// What it may lose standing.
        open: i64,
        /// What it may lose prone.
        low: i64,
    },
    /// Gets down for a better aim.
    Steady {
        /// At whom.
        target: UnitId,
        /// The chance to hit of the first round.
        accuracy: i32,
        /// What the attacks it has time for are expected to take.
        expected: i64,
    },
    /// Attacks first and leaves afterwards.
    FallBack {
        /// Whom; nobody any more, once it has attacked.
        target: Option<UnitId>,
        /// What it may lose here.
        here: i64,
        /// What it may lose there.
        there: i64,
    },
    /// Stays where it is.
    Hold {
        /// What it may lose here.
        danger: i64,
    },
    /// On the way to where the enemy may be, or a goal.
    Advance,
    /// Uses an object of the mission, or leaves.
    Goal,
    /// The way of this turn has ended, and nobody is in sight.
    Wait,
    /// Weapons, wounds, friends.
    Care,
    /// Gets away.
    Withdraw,
    /// Makes for the exit (B-273).
    Out,
    /// Goes where a recruit attacks better.
    Better,
    /// Comes closer to somebody a recruit cannot hit.
    Closer,
    /// Takes cover with the time that is left.
    Shelter,
    /// Gets ready.
    Ready,
    /// Turns to where the enemy is, or may come from.
    Face,
    /// A civilian walks with its escort.
    Escorted,
    /// A civilian waits for somebody to go with.
    Unescorted,
    /// Nothing is left to do.
    Done,
}

impl Reason {
    /// The reason in words, for the side whose unit it is.
    pub fn tell(&self, view: &View<'_>, unit: UnitId) -> String {
        let hp = |amount: i64| format!("{}.{}", amount / 100, amount / 10 % 10);
        let life = 100 * i64::from(view.mine(unit).hp);
        let loss = |amount: i64| match amount >= life {
            true => "all its HP".to_owned(),
            false => format!("{} HP", hp(amount)),
        };
        let name = |who: UnitId| view.seen(who).map_or("somebody", |seen| seen.name());
        match *self {
            Reason::AsPlanned => {
                let plan = view.mine(unit).mind.plan.iter().map(|order| view.spell(order));
                format!("as planned: {}", plan.collect::<Vec<_>>().join(", then "))
            }
            Reason::Attack { target, accuracy, expected } => format!(
                "{accuracy}% to hit {}, {} HP expected this turn",
                name(target),
                hp(expected)
            ),
            Reason::Force { expected } => {
                format!("{} HP expected, friends counted twice against it", hp(expected))
            }
            Reason::Power { expected } => format!("worth {} HP", hp(expected)),
            Reason::Go { to, gain, danger, covered, closer } => format!(
                "from {} {} HP to gain, {} to lose until the next turn{}{}",
                view.field().col_row(to),
                hp(gain),
                loss(danger),
                if covered { ", in cover" } else { "" },
                if closer { ", nearer to the enemy" } else { "" }
            ),
            Reason::Cover { open, covered } => {
                format!("{} to lose in the open, {} in cover", loss(open), loss(covered))
            }
            Reason::Lie { open, low } => {
                format!("{} to lose standing, {} prone", loss(open), loss(low))
            }
            Reason::Steady { target, accuracy, expected } => format!(
                "steadier so: {accuracy}% to hit {}, {} HP expected this turn",
                name(target),
                hp(expected)
            ),
            Reason::FallBack { target, here, there } => {
                let attacks = target.map(|target| format!("attacks {} and ", name(target)));
                let attacks = attacks.unwrap_or_default();
                format!("{attacks}falls back: {} to lose here, {} there", loss(here), loss(there))
            }
            Reason::Hold { danger } => format!(
                "holds: {} to lose here, less than elsewhere for what it is worth",
                loss(danger)
            ),
            Reason::Advance => {
                "nobody in sight: goes where the enemy or the goal may be".to_owned()
            }
            Reason::Goal => "the mission asks for it".to_owned(),
            Reason::Wait => "nobody in sight: waits for whoever may come".to_owned(),
            Reason::Care => "weapon, wounds or friends come first".to_owned(),
            Reason::Withdraw => "gets away".to_owned(),
            Reason::Out => "makes for the exit".to_owned(),
            Reason::Better => "a better place to attack from".to_owned(),
            Reason::Closer => "nobody can be hit from here: comes closer".to_owned(),
            Reason::Shelter => "cover with the time that is left".to_owned(),
            Reason::Ready => "ready for whoever moves".to_owned(),
            Reason::Face => "faces where the enemy is or may come from".to_owned(),
            Reason::Escorted => "goes with its escort".to_owned(),
            Reason::Unescorted => "waits for somebody to go with".to_owned(),
            Reason::Done => "nothing left that is worth the time".to_owned(),
        }
    }
}
