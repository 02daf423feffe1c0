//! The best decisions of a squad: after every round, to go on or to retreat
//! (M-36, M-38), instead of a fixed share of skill lost (M-39).

use fracas_core::capability::Decide;
use fracas_core::chance::Chance;
use fracas_core::decide::{Asked, Choice, Deciding, Decisions, Question, Undecided, Worth, solve};
use fracas_core::odds::Enumerable;
use fracas_core::ruleset::Next;
use fracas_core::watch::Watch;

use crate::battle::{Battle, Side};
use crate::events::Event;
use crate::measures::SKILL_GAINED;
use crate::mission::Mission;
use crate::rules::battle;
use crate::state::{Fight, Outcome, State};

const GO_ON: Choice = Choice(0);
const RETREAT: Choice = Choice(1);

impl Deciding for Mission {
    type Key = <Self as Enumerable>::Key;

    fn deciders(_b: &Battle) -> Vec<&'static str> {
        vec!["squad"]
    }

    fn freedoms(b: &Battle, _decider: usize) -> Vec<String> {
        // M-40: nothing can be lost.
        let helpless = b.start.fight.base[Side::Agents.index()] == 0;
        if helpless { Vec::new() } else { vec!["go on or retreat after every round".to_owned()] }
    }

    fn ready(b: &Battle, asked: Option<Asked>, worth: &Worth) -> Battle {
        let mut b = b.clone();
        if asked.is_some() {
            b.asked = true;
            // M-39: by itself the squad never turns back.
            b.world.constants.retreat_loss_pct = 100;
        }
        if !worth.weighs(SKILL_GAINED.index()) {
            // States that differ in points alone are then the same.
            b.points = [[0; 2]; 2];
        }
        b
    }

    fn key(b: &Battle, st: &State) -> Option<Self::Key> {
        <Self as Enumerable>::key(b, st)
    }

    fn restore(b: &Battle, key: &Self::Key, st: &mut State) {
        <Self as Enumerable>::restore(b, key, st);
    }

    fn choices(b: &Battle, st: &State, out: &mut Vec<Choice>) {
        if b.asked && st.outcome.is_none() && battle::waits(&st.fight) {
            out.extend([GO_ON, RETREAT]);
        }
    }

    fn act<C, W>(b: &Battle, st: &mut State, choice: Choice, _c: &mut C, w: &mut W) -> Next
    where
        C: Chance + ?Sized,
        W: Watch<Event>,
    {
        match choice {
            RETREAT => battle::end(b, st, Outcome::Retreat, w),
            _ => battle::close_round(b, st, w),
        }
    }

    fn words(_b: &Battle, choice: Choice) -> String {
        if choice == RETREAT { "retreat".to_owned() } else { "go on".to_owned() }
    }

    fn sees(_b: &Battle) -> Vec<String> {
        let names = [
            "skill lost %",
            "agents alive",
            "agents' hit points",
            "enemies' skill lost %",
            "enemies alive",
            "enemies' hit points",
            "round",
        ];
        names.map(str::to_owned).to_vec()
    }

    fn see(_b: &Battle, st: &State, out: &mut Vec<i64>) {
        let fight = &st.fight;
        for side in Side::BOTH {
            out.push(lost_percent(fight, side) as i64);
            out.push(fight.living(side) as i64);
            out.push(fight.hp(side) as i64);
        }
        out.push(i64::from(fight.round));
    }

    /// M-39.
    fn lines(_b: &Battle) -> Vec<String> {
        (0..=100).map(|percent| format!("retreat_loss_pct = {percent}")).collect()
    }

    fn by_line(_b: &Battle, st: &State, line: usize, choices: &[Choice]) -> usize {
        let fight = &st.fight;
        let base = fight.base[Side::Agents.index()];
        let back = battle::retreats(base, fight.skill(Side::Agents), line as u32);
        let wanted = if back { RETREAT } else { GO_ON };
        choices.iter().position(|choice| *choice == wanted).unwrap_or(0)
    }
}

/// What a side has lost of its skill, rounded up: it is more than a whole
/// percentage just where the exact share is.
fn lost_percent(fight: &Fight, side: Side) -> u64 {
    let base = fight.base[side.index()];
    let lost = base - fight.skill(side).min(base);
    (100 * lost).div_ceil(base.max(1))
}

impl Decide for Mission {
    fn deciders(&self, b: &Battle) -> Vec<&'static str> {
        <Self as Deciding>::deciders(b)
    }

    fn usual_goal(&self, _b: &Battle, _decider: usize) -> String {
        Outcome::Success.word().to_owned()
    }

    fn decide(&self, b: &Battle, question: &Question) -> Result<Decisions, Undecided> {
        if b.chain.len() > 1 {
            let why = "the best decisions are worked out for one battle, not for a chain: what a \
                       squad carries over to the next has too many values";
            return Err(Undecided::Because(why.to_owned()));
        }
        solve::<Self>(b, question)?.decisions()
    }
}
