//! Chapter 5 where each side has one band that can be struck (O-30 to O-36):
//! while that lasts, two numbers are all that changes, and the machine keeps
//! them in registers. When the band is gone, those behind it step up (O-22):
//! often a band again, and in the end the leader (O-24).
//!
//! The dice are those of [`attack`], in the same order. Whatever
//! else happens is carried out there.

use fracas_core::chance::{Chance, Die, Rolled, recheck_to};
use fracas_core::odds::ToScores;
use fracas_core::ruleset::OutcomeId;
use fracas_core::watch::Scores;

use super::attack::{self, ATTACKER, HIT, TARGET};
use super::{breaking, hits, rows, settling};
use crate::battle::{Battle, CombatRole, Edition, SideId};
use crate::exact::form_up;
use crate::measures;
use crate::state::{State, Verdict};

/// One side while one band of it is exposed.
#[derive(Clone, Copy)]
struct Line {
    /// That band,
    band: usize,
    /// its members before the first of them falls,
    men: u64,
    /// and how many of them are left when the side is broken (O-61), if they are
    /// enough for that.
    broken_at: Option<u64>,
    /// Able members before them in the list, and their strength.
    leaders: u64,
    leaders_strength: u64,
    /// Strength of the band.
    strength: u64,
    /// What a blow at it must overcome.
    defense: u64,
    /// Whose noble it is, if it is one.
    noble: Option<usize>,
}

impl Line {
    /// The line of a side that stands so, if it is one.
    fn of(b: &Battle, st: &State, side: SideId) -> Option<Self> {
        let force = &st.forces[side.index()];
        let exposed = |band: &usize| force.exposed.get(*band - force.bands.start) > 0;
        let mut struck = force.bands.clone().filter(exposed);
        let (band, None) = (struck.next()?, struck.next()) else { return None };
        let mut others =
            force.bands.clone().filter(|other| *other != band && st.able.get(*other) > 0);
        let (leader, None) = (others.next(), others.next()) else { return None };
        let (stats, stance) = (&b.bands[band].stats, st.stances[band]);
        // A save is one die more (O-41), and where nothing is to be overcome
        // there is one less (O-35).
        let noble = match stats.role {
            CombatRole::Noble => Some(b.bands[band].unit),
            CombatRole::Man if !stats.blessed => None,
            _ => return None,
        };
        if stance.defense[0] == 0 || stance.strength == 0 || leader > Some(band) {
            return None;
        }
        // O-61: the fall that breaks the side.
        let men = u64::from(st.standing[band]);
        let beyond = force.value.saturating_sub(force.break_point);
        let falls = beyond.div_ceil(u64::from(stats.value.max(1))).max(1);
        Some(Self {
            band,
            men,
            broken_at: men.checked_sub(falls),
            leaders: leader.map_or(0, |leader| u64::from(st.able.get(leader))),
            leaders_strength: leader.map_or(0, |leader| u64::from(st.stances[leader].strength)),
            strength: u64::from(stance.strength),
            defense: u64::from(stance.defense[0]),
            noble,
        })
    }

    /// The lines of a side, one after the other, until it is broken or stands in
    /// another way.
    fn all_of(b: &Battle, side: SideId) -> Vec<Self> {
        let mut st = b.start.clone();
        let mut lines = Vec::new();
        while let Some(line) = Self::of(b, &st, side) {
            lines.push(line);
            if line.broken_at.is_some() {
                break;
            }
            rows::come_and_go(b, &mut st, line.band, 0);
            rows::form_up(b, &mut st, side, &mut Scores::default());
        }
        lines
    }

    /// So many are left of the band when something else changes, or one more.
    fn least(&self) -> u64 {
        self.broken_at.unwrap_or(0).max(1)
    }
}

/// A line of each side, which fight.
#[derive(Clone, Copy)]
struct Lines {
    attacker: Line,
    defender: Line,
    /// By who strikes: the attacker's leaders and men, then the defender's. He
    /// hits with the first number in the second (O-35).
    blows: [(u64, u64); 4],
}

impl Lines {
    fn of(attacker: &Line, defender: &Line) -> Self {
        let blows = |by: &Line, at: &Line| {
            [by.leaders_strength, by.strength].map(|strength| (strength, strength + at.defense))
        };
        let [first, second] = blows(attacker, defender);
        let [third, fourth] = blows(defender, attacker);
        let blows = [first, second, third, fourth];
        Self { attacker: *attacker, defender: *defender, blows }
    }

    /// The men that an attack leaves of so many, and how many draws it takes, which
    /// are not counted yet.
    #[inline(always)]
    fn attack(&self, men: [u64; 2], recheck_to: u64, dice: &mut Rolled) -> ([u64; 2], u64) {
        let mut hand = dice.unchecked_hand();
        let mut left = self.left_by_attack(men, |sides, _| hand.below(sides));
        if !dice.keep(hand, recheck_to, 0) {
            (*dice, left) = self.attack_by_rule(men, dice.clone());
        }
        left
    }

    /// The same, die after die. Dice that are handed over and back stay in registers
    /// elsewhere.
    #[cold]
    fn attack_by_rule(&self, men: [u64; 2], mut dice: Rolled) -> (Rolled, ([u64; 2], u64)) {
        let draws = dice.draws();
        let mut hand = dice.handful();
        // O-37: a choice among one draws nothing.
        let below = |sides, die| if sides == 1 { 0 } else { hand.below(sides, die) };
        let left = self.left_by_attack(men, below);
        drop(hand);
        dice.were_drawn(draws);
        (dice, left)
    }

    /// Attacks until somebody falls, but no more than so many: the men that are
    /// left, and how many attacks there were.
    #[inline]
    fn until_one_falls(
        &self,
        men: [u64; 2],
        most: u64,
        recheck_to: u64,
        dice: &mut Rolled,
    ) -> ([u64; 2], u64) {
        // Dice of the loop's own stay in registers.
        let (mut own, mut left, mut attacks) = (dice.clone(), men, 0);
        while left == men && attacks < most {
            let draws;
            (left, draws) = self.attack(men, recheck_to, &mut own);
            own.were_drawn(own.draws() + draws);
            attacks += 1;
        }
        *dice = own;
        (left, attacks)
    }

    #[inline(always)]
    fn left_by_attack(
        &self,
        [attackers, defenders]: [u64; 2],
        mut below: impl FnMut(u64, Die) -> u64,
    ) -> ([u64; 2], u64) {
        let (attacker, defender) = (&self.attacker, &self.defender);
        // O-32: one of all who are able, the attacker's side first.
        let side_ends = attacker.leaders + attackers;
        let place = below(side_ends + defender.leaders + defenders, ATTACKER);
        let defends = place >= side_ends;
        let leaders = if defends { side_ends + defender.leaders } else { attacker.leaders };
        let striker = 2 * usize::from(defends) + usize::from(place >= leaders);
        // O-33: all of the exposed are alike, but which it is is drawn.
        let targets = if defends { attackers } else { defenders };
        below(targets, TARGET);
        // O-35, O-40.
        let (strength, of) = self.blows[striker];
        let falls = u64::from(below(of, HIT) < strength);
        let of_attacker = falls & u64::from(defends);
        let left = [attackers - of_attacker, defenders - (falls - of_attacker)];
        (left, 2 + u64::from(targets > 1))
    }
}

/// A side of which some have fallen.
struct Ranks<'l> {
    line: &'l Line,
    /// Those left of the line.
    men: u64,
    /// All lines, and how many are gone.
    lines: &'l [Line],
    gone: usize,
}

impl<'l> Ranks<'l> {
    /// Those of a side of whose first line so many are left.
    fn of(lines: &'l [Line], men: u64) -> Option<Self> {
        Some(Self { line: lines.first()?, men, lines, gone: 0 })
    }

    /// O-61.
    fn are_broken(&self) -> bool {
        self.line.broken_at == Some(self.men)
    }

    /// O-22: the next line steps up. False if those who do are none.
    fn step_up(&mut self) -> bool {
        let Some(next) = self.lines.get(self.gone + 1) else { return false };
        *self = Self { line: next, men: next.men, gone: self.gone + 1, ..*self };
        true
    }

    /// The bands that have lost somebody, with how many of each are left.
    fn left(&self) -> impl Iterator<Item = (usize, u32)> {
        let gone = self.lines[..self.gone].iter().map(|line| (line.band, 0));
        gone.chain([(self.line.band, self.men as u32)])
    }
}

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

    /// O-61: the side that is broken when so many are left of both first lines.
    #[inline]
    pub(super) fn broken(&self, [attackers, defenders]: [u64; 2]) -> Option<SideId> {
        if self.first.attacker.broken_at == Some(attackers) {
            return Some(SideId::Attacker);
        }
        (self.first.defender.broken_at == Some(defenders)).then_some(SideId::Defender)
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
