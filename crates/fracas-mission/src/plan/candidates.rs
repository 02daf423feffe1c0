//! Who could be sent: how agents compare, and all squads that can be made of
//! them.

use std::ops::ControlFlow;

use crate::battle::{Battle, Weapon, Who};
use crate::state::Fighter;

/// An agent as he would go into the battle. Two that are equal stand for each
/// other; their ids apart, nobody could tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// His place in the roster.
    pub agent: usize,
    /// The number of the first who is like him in everything.
    pub kind: usize,
    /// Effective skill (M-8).
    pub eff: u32,
    /// Base skill.
    pub skill: u32,
    max_hp: u32,
    hp: u32,
    exhaustion: u32,
    weapon: Weapon,
    /// What surviving pays next in a chain (M-50, M-125).
    missions: u32,
}

/// By what the strongest are told: effective skill, what a blow of it does,
/// and how long it lasts.
pub const ORDERS: [fn(&Candidate) -> u64; 3] = [
    |one| u64::from(one.eff),
    |one| one.force(),
    |one| one.force().saturating_mul(u64::from(one.hp)),
];

impl Candidate {
    fn new(b: &Battle, fighter: &Fighter) -> Option<Self> {
        let Who::Agent(agent) = b.units[fighter.unit as usize].who else { return None };
        let one_battle = b.chain.len() == 1;
        Some(Self {
            agent,
            kind: 0,
            eff: fighter.eff,
            skill: fighter.skill,
            max_hp: fighter.max_hp,
            hp: fighter.hp,
            exhaustion: fighter.exhaustion,
            weapon: b.world.agents[agent].gear.weapon,
            missions: if one_battle { 0 } else { b.start.roster[agent].now.missions },
        })
    }

    fn force(&self) -> u64 {
        u64::from(self.eff) * (u64::from(self.weapon.min) + u64::from(self.weapon.max))
    }

    /// Whether he is at least as good as another in everything that counts:
    /// skill, hit points, equipment and exhaustion.
    fn is_as_good_as(&self, other: &Self) -> bool {
        let share = |hp: u32, of: u32| u64::from(hp) * u64::from(of);
        self.skill >= other.skill
            && self.max_hp >= other.max_hp
            && share(self.hp, other.max_hp) >= share(other.hp, self.max_hp)
            && self.exhaustion <= other.exhaustion
            && self.weapon.min >= other.weapon.min
            && self.weapon.max >= other.weapon.max
            && self.missions == other.missions
    }
}

/// Everybody who could be sent, those who last longest first and equal ones
/// together.
pub struct Candidates(Vec<Candidate>);

impl Candidates {
    /// The agents of a battle with all of them.
    pub fn of(b: &Battle) -> Self {
        let agents = &b.start.fight.fighters[..b.start.fight.agents];
        let mut list: Vec<Candidate> =
            agents.iter().filter_map(|fighter| Candidate::new(b, fighter)).collect();
        list.sort_by_key(|one| {
            let Candidate { agent, skill, max_hp, hp, exhaustion, weapon, missions, .. } = *one;
            let all = (skill, max_hp, hp, exhaustion, weapon.min, weapon.max, missions);
            (std::cmp::Reverse((ORDERS[2](one), all)), agent)
        });
        for place in 1..list.len() {
            let before = list[place - 1];
            let alike = Candidate { agent: before.agent, kind: before.kind, ..list[place] };
            list[place].kind = if alike == before { before.kind } else { place };
        }
        Self(list)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Who stands at this place.
    pub fn at(&self, place: usize) -> &Candidate {
        &self.0[place]
    }

    /// The places of the strongest by some order; the roster decides among
    /// equals.
    pub fn strongest(&self, count: usize, order: fn(&Candidate) -> u64) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.len()).collect();
        places
            .sort_by_key(|&place| (std::cmp::Reverse(order(self.at(place))), self.at(place).agent));
        places.truncate(count);
        places.sort_unstable();
        places
    }

    /// The kinds of a squad: equal for squads that are alike.
    pub fn kinds(&self, squad: &[usize]) -> Vec<usize> {
        squad.iter().map(|&place| self.at(place).kind).collect()
    }

    /// Whether each of a squad is at least as good as one of another of the
    /// same number, man for man in their order.
    pub fn as_good(&self, squad: &[usize], other: &[usize]) -> bool {
        squad.len() == other.len()
            && squad.iter().zip(other).all(|(&one, &two)| self.at(one).is_as_good_as(self.at(two)))
    }

    /// How many different squads of a number there are, as far as a number
    /// can tell.
    pub fn squads(&self, count: usize) -> u64 {
        let mut ways = vec![0_u64; count + 1];
        ways[0] = 1;
        let mut place = 0;
        while place < self.len() {
            let alike = self.0[place..].iter().take_while(|one| one.kind == place).count();
            for size in (1..=count).rev() {
                let fewer = (1..=alike.min(size)).map(|taken| ways[size - taken]);
                ways[size] = fewer.fold(ways[size], u64::saturating_add);
            }
            place += alike;
        }
        ways[count]
    }

    /// Shows every squad of a number once, those who last longest first, until
    /// told to stop.
    pub fn each_squad(
        &self,
        count: usize,
        show: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.extend(&mut Vec::new(), 0, count, show)
    }

    fn extend(
        &self,
        squad: &mut Vec<usize>,
        from: usize,
        missing: usize,
        show: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if missing == 0 {
            return show(squad);
        }
        let mut last = None;
        for place in from..=self.len().saturating_sub(missing) {
            let kind = self.at(place).kind;
            // Whoever is like the last one here was shown with him.
            if place >= self.len() || last == Some(kind) {
                continue;
            }
            last = Some(kind);
            squad.push(place);
            self.extend(squad, place + 1, missing - 1, show)?;
            squad.pop();
        }
        ControlFlow::Continue(())
    }
}
