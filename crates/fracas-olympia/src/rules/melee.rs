//! Chapter 5 where each side has one band that can be struck (O-30 to O-36):
//! while that lasts, two numbers are all that changes, and the machine keeps
//! them in registers. When the band is gone, those behind it step up (O-22):
//! often a band again, and in the end the leader (O-24).
//!
//! The dice are those of [`attack`], in the same order. Whatever
//! else happens is carried out there.

use fracas_core::chance::{Rolled, recheck_to};
use fracas_core::odds::ToScores;
use fracas_core::ruleset::OutcomeId;
use fracas_core::watch::Scores;

use super::lines::{Line, Lines, Ranks};
use super::{attack, breaking, hits, rows, settling};
use crate::battle::{Battle, Edition, SideId};
use crate::exact::form_up;
use crate::measures;
use crate::state::{State, Verdict};

/// Where a battle stands.
#[derive(Clone)]
pub(super) struct Standing {
    pub dice: Rolled,
    /// Those left of the first line of each side.
    attackers: u64,
    defenders: u64,
    pub attacks: u64,
}

impl Standing {
    /// Those left of both first lines.
    pub fn left(&self) -> [u64; 2] {
        [self.attackers, self.defenders]
    }
}

/// O-37: the dice of an attack that may hit or not.
const DICE: u64 = 3;

/// Battles of more men are long: each is fought by itself.
const MANY: u64 = 1 << 16;

/// A battle that begins so.
pub struct Melee<'a> {
    b: &'a Battle,
    /// The first line of each side.
    first: Lines,
    /// All lines of each side.
    lines: [Vec<Line>; 2],
    /// For the dice of an attack, whoever makes it.
    recheck_to: u64,
    /// Where the battles that were begun stand.
    begun: Vec<Standing>,
    /// For what follows.
    state: State,
    /// Whether everybody who stands in it does so where he stood at the start.
    formed: bool,
}

impl<'a> Melee<'a> {
    /// The battle as one that begins so, if it does.
    pub fn of(b: &'a Battle) -> Option<Self> {
        if !b.in_the_open || b.edition != Edition::First || b.asked.is_some() {
            return None;
        }
        let lines = SideId::BOTH.map(|side| Line::all_of(b, side));
        let first = Lines::of(lines[0].first()?, lines[1].first()?);
        // O-32, O-33, O-35: of the largest lists, and of the strongest.
        let most = |of: fn(&Line) -> u64| {
            let most = |lines: &Vec<Line>| lines.iter().map(of).max().unwrap_or(0);
            lines.each_ref().map(most)
        };
        let able = most(|line| line.leaders + line.men).iter().sum::<u64>();
        let strength = most(|line| line.strength.max(line.leaders_strength));
        let defense = most(|line| line.defense);
        let sides = (strength[0] + defense[1]).max(strength[1] + defense[0]);
        let places = able.saturating_mul(able).saturating_mul(sides);
        let state = b.start.clone();
        Some(Self {
            b,
            first,
            lines,
            recheck_to: recheck_to(places),
            begun: Vec::new(),
            state,
            formed: true,
        })
    }

    /// Whether the first line of either side is men, of whom so many fall that it
    /// breaks before another steps up.
    pub(super) fn breaks_at_once(&self) -> bool {
        let breaks = |line: &Line| line.broken_at.is_some() && line.noble.is_none();
        breaks(&self.first.attacker) && breaks(&self.first.defender)
    }

    /// Goes on with a battle until a side is broken (O-61), and tells which, where the first
    /// lines break at once. `None` if the battle is given up before that (O-64).
    #[inline]
    pub(super) fn until_broken(&self, battle: &mut Standing) -> Option<SideId> {
        loop {
            let left = battle.left();
            let lines = [&self.first.attacker, &self.first.defender];
            let is_broken = |side: &SideId| {
                let side = side.index();
                lines[side].broken_at == Some(left[side])
            };
            let broken = SideId::BOTH.into_iter().find(is_broken);
            if broken.is_some() || battle.attacks == self.b.guard {
                return broken;
            }
            // O-37: one who is left alone is struck without a choice, so those who are begun
            // together stop before him.
            let most = self.b.guard - battle.attacks;
            let (left, attacks) =
                self.first.until_one_falls(left, most, self.recheck_to, &mut battle.dice);
            [battle.attackers, battle.defenders] = left;
            battle.attacks += attacks;
        }
    }

    /// The men and nobles of a side when so many are left of its first line.
    #[inline]
    pub(super) fn men(&self, side: SideId, left: [u64; 2]) -> u64 {
        let line = [&self.first.attacker, &self.first.defender][side.index()];
        u64::from(self.b.start.forces[side.index()].men) - (line.men - left[side.index()])
    }

    /// Begins battles with these dice, up to the attack that changes something else.
    pub(super) fn begin_all(&self, dice: &[Rolled], begun: &mut Vec<Standing>) {
        let (attackers, defenders) = (self.first.attacker.men, self.first.defender.men);
        let begin =
            |dice: &Rolled| Standing { dice: dice.clone(), attackers, defenders, attacks: 0 };
        begun.clear();
        begun.extend(dice.iter().map(begin));
        self.attacks(begun);
        for battle in begun {
            battle.dice.were_drawn(DICE * battle.attacks);
        }
    }

    /// The battle, and its state when a side was broken while so many were left of
    /// both first lines.
    pub(super) fn state_of(
        &mut self,
        broken: SideId,
        [attackers, defenders]: [u64; 2],
        attacks: u64,
    ) -> (&'a Battle, &mut State) {
        self.start_over();
        let st = &mut self.state;
        st.attacks = attacks;
        let left = [
            (self.first.attacker.band, attackers as u32),
            (self.first.defender.band, defenders as u32),
        ];
        end_broken(self.b, st, broken, left.into_iter());
        (self.b, st)
    }

    /// Attacks in these battles until something else changes, two at a time:
    /// while the machine works out what the dice of one say, it throws those of
    /// the other.
    fn attacks(&self, battles: &mut [Standing]) {
        let mut places = 0..battles.len();
        let (Some(mut here), Some(mut there)) = (places.next(), places.next()) else {
            return battles.iter_mut().for_each(|battle| self.attacks_of_one(battle));
        };
        // Battles of the loop's own stay in registers.
        let (mut one, mut other) = (battles[here].clone(), battles[there].clone());
        loop {
            self.attacks_of_two(&mut one, &mut other);
            // The next takes the place of the one that is over.
            if self.spare(&one) > 0 {
                std::mem::swap(&mut one, &mut other);
                std::mem::swap(&mut here, &mut there);
            }
            battles[here] = one;
            let Some(next) = places.next() else { break };
            here = next;
            one = battles[here].clone();
        }
        self.attacks_of_one(&mut other);
        battles[there] = other;
    }

    /// Attacks until one of them is over.
    #[inline(always)]
    fn attacks_of_two(&self, one: &mut Standing, other: &mut Standing) {
        loop {
            let attacks = self.spare(one).min(self.spare(other));
            if attacks == 0 {
                return;
            }
            for _ in 0..attacks {
                self.attack(one);
                self.attack(other);
            }
            one.attacks += attacks;
            other.attacks += attacks;
        }
    }

    fn attacks_of_one(&self, battle: &mut Standing) {
        let mut own = battle.clone();
        loop {
            let attacks = self.spare(&own);
            if attacks == 0 {
                break;
            }
            (0..attacks).for_each(|_| self.attack(&mut own));
            own.attacks += attacks;
        }
        *battle = own;
    }

    /// So many attacks can change nothing but the number of the men, however
    /// they go: none takes more than one.
    #[inline(always)]
    fn spare(&self, battle: &Standing) -> u64 {
        let men = (battle.attackers - self.first.attacker.least())
            .min(battle.defenders - self.first.defender.least());
        men.min(self.b.guard - battle.attacks)
    }

    /// One attack; whoever calls it counts it.
    #[inline(always)]
    fn attack(&self, battle: &mut Standing) {
        let (left, _) = self.first.attack(battle.left(), self.recheck_to, &mut battle.dice);
        [battle.attackers, battle.defenders] = left;
    }

    /// Attacks until a side is broken, which it tells, and lines step up on the
    /// way. `None` if a side stands in another way before that, or the battle is
    /// given up (O-64).
    fn last_attacks(
        b: &Battle,
        recheck_to: u64,
        st: &mut State,
        sides: &mut [Ranks<'_>; 2],
        dice: &mut Rolled,
        scores: &mut Scores,
    ) -> Option<SideId> {
        if let Some(side) = SideId::BOTH.into_iter().find(|side| sides[side.index()].are_broken()) {
            return Some(side);
        }
        let mut lines = Lines::of(sides[0].line, sides[1].line);
        loop {
            let men = [sides[0].men, sides[1].men];
            let (left, attacks) =
                lines.until_one_falls(men, b.guard - st.attacks, recheck_to, dice);
            st.attacks += attacks;
            let fell =
                SideId::BOTH.into_iter().find(|side| left[side.index()] < men[side.index()])?;
            let at = &mut sides[fell.index()];
            // O-40, O-42.
            at.men -= 1;
            if let Some(unit) = at.line.noble {
                let wound = hits::draw_wound(dice);
                hits::leave_wounded(b, st, unit, Some(wound), scores);
            }
            if at.are_broken() {
                return Some(fell);
            }
            if at.men == 0 {
                if !at.step_up() {
                    return None;
                }
                lines = Lines::of(sides[0].line, sides[1].line);
            }
        }
    }

    /// The state of the start, whatever it was.
    fn start_over(&mut self) {
        let (st, start) = (&mut self.state, &self.b.start);
        if !std::mem::replace(&mut self.formed, true) {
            st.clone_from(start);
            return;
        }
        st.standing.clone_from(&start.standing);
        st.nobles.clone_from(&start.nobles);
        for (force, start) in st.forces.iter_mut().zip(&start.forces) {
            force.men = start.men;
        }
        st.legacies.clear();
        st.settling = start.settling;
    }
}

/// A side is broken, and so many are left of the bands that have lost somebody.
/// Nobody strikes any more: that is all that matters of them.
fn end_broken(
    b: &Battle,
    st: &mut State,
    side: SideId,
    left: impl Iterator<Item = (usize, u32)>,
) -> OutcomeId {
    for (band, standing) in left {
        let force = &mut st.forces[b.bands[band].stats.side.index()];
        force.men -= st.standing[band] - standing;
        st.standing[band] = standing;
    }
    let verdict = Verdict::Won(side.foe());
    st.verdict = Some(verdict);
    breaking::outcome(verdict)
}

impl ToScores for Melee<'_> {
    fn abreast(&self) -> u64 {
        if self.first.attacker.men + self.first.defender.men > MANY { 1 } else { 16 }
    }

    fn begin(&mut self, dice: &mut [Rolled]) {
        let mut begun = std::mem::take(&mut self.begun);
        self.begin_all(dice, &mut begun);
        self.begun = begun;
    }

    fn fight(
        &mut self,
        number: usize,
        dice: &mut Rolled,
        scores: &mut Scores,
    ) -> Option<OutcomeId> {
        self.start_over();
        let Standing { attackers, defenders, attacks, .. } = self.begun[number];
        dice.clone_from(&self.begun[number].dice);
        let (b, st) = (self.b, &mut self.state);
        st.attacks = attacks;
        let [ours, theirs] = &self.lines;
        let mut sides = [Ranks::of(ours, attackers)?, Ranks::of(theirs, defenders)?];
        let broken = Self::last_attacks(b, self.recheck_to, st, &mut sides, dice, scores);
        let outcome = match broken {
            Some(side) => end_broken(b, st, side, sides.iter().flat_map(Ranks::left)),
            None => {
                self.formed = false;
                for (band, standing) in sides.iter().flat_map(Ranks::left) {
                    rows::come_and_go(b, st, band, standing);
                }
                form_up(b, st);
                st.verdict = None;
                attack::fight_out(b, st, dice, scores)
            }
        };
        measures::finals(b, st, scores);
        while settling::settle(b, st, dice, scores) {}
        Some(outcome)
    }
}
