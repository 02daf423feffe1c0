//! The best decisions of a side: after every man lost, to fight on or to break
//! off (O-61), instead of a fixed share of its value (O-87).

use fracas_core::capability::Decide;
use fracas_core::chance::Chance;
use fracas_core::decide::{Asked, Choice, Deciding, Decisions, Question, Undecided, Worth, solve};
use fracas_core::odds::Enumerable;
use fracas_core::ruleset::Next;
use fracas_core::watch::Watch;

use crate::battle::{Battle, SideId};
use crate::events::Event;
use crate::olympia::Olympia;
use crate::rules::breaking::{self, break_point};
use crate::state::{State, Verdict};

const FIGHT_ON: Choice = Choice(0);
const BREAK_OFF: Choice = Choice(1);

impl Deciding for Olympia {
    /// With whether somebody is asked.
    type Key = (<Self as Enumerable>::Key, bool);

    fn deciders(_b: &Battle) -> Vec<&'static str> {
        SideId::BOTH.map(SideId::key).to_vec()
    }

    fn freedoms(_b: &Battle, _decider: usize) -> Vec<String> {
        vec!["fight on or break off after every man lost".to_owned()]
    }

    fn ready(b: &Battle, asked: Option<Asked>, _worth: &Worth) -> Battle {
        let mut b = b.clone();
        if let Some(asked) = asked {
            let side = SideId::of(asked.decider);
            b.asked = Some(side);
            // O-87: by itself the side fights to the last man.
            b.sides[side.index()].break_point = 0;
            b.start.forces[side.index()].break_point = 0;
        }
        b
    }

    fn key(b: &Battle, st: &State) -> Option<Self::Key> {
        Some((<Self as Enumerable>::key(b, st)?, st.asked))
    }

    fn restore(b: &Battle, (key, asked): &Self::Key, st: &mut State) {
        <Self as Enumerable>::restore(b, key, st);
        st.asked = *asked;
    }

    fn choices(_b: &Battle, st: &State, out: &mut Vec<Choice>) {
        if st.asked {
            out.extend([FIGHT_ON, BREAK_OFF]);
        }
    }

    fn act<C, W>(b: &Battle, st: &mut State, choice: Choice, _c: &mut C, _w: &mut W) -> Next
    where
        C: Chance + ?Sized,
        W: Watch<Event>,
    {
        st.asked = false;
        match (choice, b.asked) {
            // O-62.
            (BREAK_OFF, Some(side)) => breaking::end(st, Verdict::Won(side.foe())),
            _ => Next::On,
        }
    }

    fn words(_b: &Battle, choice: Choice) -> String {
        if choice == BREAK_OFF { "break off".to_owned() } else { "fight on".to_owned() }
    }

    fn sees(b: &Battle) -> Vec<String> {
        let mut names = Vec::new();
        for (_, whose) in sides(b) {
            names.extend([format!("{whose} value left %"), format!("{whose} men standing")]);
        }
        for (side, whose) in sides(b) {
            if b.wall(side).is_some() {
                names.push(format!("defense of {whose} structure"));
            }
        }
        names
    }

    fn see(b: &Battle, st: &State, out: &mut Vec<i64>) {
        for (side, _) in sides(b) {
            let force = &st.forces[side.index()];
            // Rounded up, so that it compares with a percentage as O-87 does.
            let left = (100 * force.value).div_ceil(b.sides[side.index()].value.max(1));
            out.extend([left as i64, i64::from(force.men)]);
        }
        for (side, _) in sides(b) {
            if b.wall(side).is_some() {
                out.push(i64::from(st.forces[side.index()].wall.defense));
            }
        }
    }

    /// O-87.
    fn lines(b: &Battle) -> Vec<String> {
        let Some(side) = b.asked else { return Vec::new() };
        let line = |percent: u32| format!("{}.break_point = {percent}", side.key());
        (0..100).map(line).collect()
    }

    fn by_line(b: &Battle, st: &State, line: usize, choices: &[Choice]) -> usize {
        let Some(side) = b.asked else { return 0 };
        let point = break_point(b.sides[side.index()].value, line as u32);
        let broken = st.forces[side.index()].value <= point;
        let wanted = if broken { BREAK_OFF } else { FIGHT_ON };
        choices.iter().position(|choice| *choice == wanted).unwrap_or(0)
    }
}

/// The side that decides, then the other, and whose they are to it.
fn sides(b: &Battle) -> [(SideId, &'static str); 2] {
    let own = b.asked.unwrap_or(SideId::Attacker);
    [(own, "own"), (own.foe(), "their")]
}

impl Decide for Olympia {
    fn deciders(&self, b: &Battle) -> Vec<&'static str> {
        <Self as Deciding>::deciders(b)
    }

    fn usual_goal(&self, _b: &Battle, decider: usize) -> String {
        SideId::of(decider).key().to_owned()
    }

    fn decide(&self, b: &Battle, question: &Question) -> Result<Decisions, Undecided> {
        solve::<Self>(b, question)?.decisions()
    }
}
