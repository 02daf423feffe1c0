//! What blows and deaths bring besides, and the skills that act
//! in a fight.

use fracas_core::chance::{Chance, Die};
use fracas_core::ruleset::Next;
use fracas_core::watch::Watch;

use super::attack::{Blow, BlowResult};
use super::{conditions, turns};
use crate::battle::Battle;
use crate::conditions::{Application, Category, Effect, Effects, Odds, UNTIL_REST, When};
use crate::events::{Event, name};
use crate::skills::Skill;
use crate::state::{Active, Actor, Bits, Cause, State};
use crate::stats::Interval;

/// Whether a condition takes hold.
pub const TAKES_HOLD: Die = Die("takes hold");
/// How much an effect gives or takes.
pub const EFFECT: Die = Die("effect");
/// Whether a skill acts.
pub const SKILL: Die = Die("skill");

/// everything that follows a blow, in order.
#[allow(clippy::too_many_arguments)] // one blow, both sides of it, chance and log
pub fn after_blow<C, W>(
    b: &Battle,
    st: &mut State,
    attacker: Actor,
    target: Actor,
    blow: &Blow,
    struck: BlowResult,
    c: &mut C,
    w: &mut W,
) -> Next
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    let (given, received) =
        if struck.hit { (When::Hit, When::HitReceived) } else { (When::Miss, When::MissReceived) };
    // by C as the blow was struck, whatever its own effects change.
    let concusses = struck.hit && attacker == Actor::Hero && b.concusses(st, blow);
    run(b, st, attacker, target, given, c, w);
    run(b, st, target, attacker, received, c, w);
    let next = bury(b, st, c, w);
    if next != Next::On {
        return next;
    }
    skills(b, st, attacker, target, struck, concusses, c, w);
    Next::On
}

/// All effects that somebody has for an occasion, in slot order.
fn run<C, W>(
    b: &Battle,
    st: &mut State,
    owner: Actor,
    opponent: Actor,
    when: When,
    c: &mut C,
    w: &mut W,
) where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    match owner {
        Actor::Hero => {
            let outfit = st.outfit;
            for (_, item) in b.worn(&outfit) {
                if let Some(effect) = item.effects.get(when) {
                    one(b, st, owner, opponent, effect, c, w);
                }
            }
        }
        Actor::Monster(monster) => {
            let kind = b.kind(usize::from(st.fight), usize::from(monster));
            for effects in &kind.effects {
                if let Some(effect) = effects.get(when) {
                    one(b, st, owner, opponent, effect, c, w);
                }
            }
        }
    }
}

fn one<C, W>(
    b: &Battle,
    st: &mut State,
    owner: Actor,
    opponent: Actor,
    effect: &Effect,
    c: &mut C,
    w: &mut W,
) where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    for application in &effect.on_owner {
        take_hold(b, st, owner, application, c, w);
    }
    for application in &effect.on_opponent {
        take_hold(b, st, opponent, application, c, w);
    }
    points(b, st, owner, (effect.hp, effect.ap), c, w);
    points(b, st, opponent, (effect.attacker_hp, effect.attacker_ap), c, w);
}

/// A condition with its own chance; the hero may resist.
fn take_hold<C, W>(
    b: &Battle,
    st: &mut State,
    who: Actor,
    application: &Application,
    c: &mut C,
    w: &mut W,
) where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    let odds = match who {
        Actor::Hero => resisted(b, application),
        Actor::Monster(_) => application.chance,
    };
    if c.hit(odds.chances, odds.of, TAKES_HOLD) {
        let strength = (application.magnitude, application.duration);
        conditions::apply(b, st, who, application.condition, strength, w);
    }
}

/// the chance that is left to a condition, never less for a certain one.
fn resisted(b: &Battle, application: &Application) -> Odds {
    let skill = match b.conditions[application.condition].category {
        Category::Spiritual => return application.chance,
        Category::Mental => Skill::ResistanceMental,
        Category::Physical => Skill::ResistancePhysical,
        Category::Blood => Skill::ResistanceBlood,
    };
    let level = b.hero.skills.level(skill);
    if level == 0 || application.chance.chances == application.chance.of {
        return application.chance;
    }
    application.chance.times_percent((100 - 10 * level).max(0) as u64)
}

/// Hit and action points of an effect: each is drawn if it is there.
fn points<C, W>(
    b: &Battle,
    st: &mut State,
    who: Actor,
    (hp, ap): (Option<Interval>, Option<Interval>),
    c: &mut C,
    w: &mut W,
) where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    let mut draw = |interval: Option<Interval>| {
        interval.map_or(0, |of| of.at(c.below(of.sides(), EFFECT))) as i32
    };
    let by = (draw(hp), draw(ap));
    conditions::change(b, st, who, by, Cause::Effect, w);
}

/// whoever is at 0 hit points is dead. Every dead monster is the
/// hero's kill, with all that a kill brings; this may kill further.
pub fn bury<C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W) -> Next
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    let mut died = false;
    loop {
        if st.hero.hp == 0 {
            return turns::hero_falls(b, st, w);
        }
        let dead = Bits(st.living).find(|monster| st.monsters[*monster].hp == 0);
        let Some(monster) = dead else { break };
        died = true;
        st.living &= !State::bit(monster);
        st.adjacent &= !State::bit(monster);
        let who = Actor::Monster(monster as u8);
        st.active.retain(|active| active.who != who);
        w.event(|| Event::Died { who: name(b, st, who) });
        killed(b, st, monster, c, w);
    }
    if died { turns::after_a_death(b, st, w) } else { Next::On }
}

/// after a kill: cleave and eater, kill effects, the death effect.
fn killed<C, W>(b: &Battle, st: &mut State, monster: usize, c: &mut C, w: &mut W)
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    let level = |skill| b.hero.skills.level(skill) as i32;
    let by = (level(Skill::Eater), 3 * level(Skill::Cleave));
    conditions::change(b, st, Actor::Hero, by, Cause::Effect, w);
    let who = Actor::Monster(monster as u8);
    run(b, st, Actor::Hero, who, When::Kill, c, w);
    let kind = b.kind(usize::from(st.fight), monster);
    for effects in &kind.effects {
        if let Some(effect) = effects.get(When::Death) {
            // All of it is applied to the player.
            one(b, st, Actor::Hero, Actor::Hero, effect, c, w);
        }
    }
}

/// taunt, concussion and the critical conditions.
#[allow(clippy::too_many_arguments)] // as after_blow
fn skills<C, W>(
    b: &Battle,
    st: &mut State,
    attacker: Actor,
    target: Actor,
    struck: BlowResult,
    concusses: bool,
    c: &mut C,
    w: &mut W,
) where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    let skills = &b.hero.skills;
    if attacker != Actor::Hero {
        let chance = 75 * skills.level(Skill::Taunt) as u64;
        if !struck.hit && chance > 0 && c.hit(chance.min(100), 100, SKILL) {
            conditions::change(b, st, attacker, (0, -2), Cause::Effect, w);
        }
        return;
    }
    let critical = struck.critical;
    let acting = [
        (Skill::Concussion, 15, concusses),
        (Skill::Crit1, 50, critical),
        (Skill::Crit2, 50, critical),
    ];
    for (skill, percent, acts) in acting {
        let chance = percent * skills.level(skill) as u64;
        if !acts || chance == 0 || !c.hit(chance.min(100), 100, SKILL) {
            continue;
        }
        if let Some(condition) = b.skill_condition(skill) {
            conditions::apply(b, st, target, condition, (1, 5), w);
        }
    }
}

/// Whether conditions, effects or skills may do anything in a round of blows
/// that hurt nobody.
pub fn restless(b: &Battle, st: &State) -> bool {
    let changes = |active: &Active| {
        let kind = &b.conditions[usize::from(active.condition)];
        let runs_down = !active.worn && i64::from(active.duration) < UNTIL_REST;
        runs_down || kind.round_hp.is_some() || kind.round_ap.is_some()
    };
    let occasions = [When::Hit, When::HitReceived, When::Miss, When::MissReceived];
    let acts = |effects: &Effects| occasions.iter().any(|when| effects.get(*when).is_some());
    let fight = usize::from(st.fight);
    let skills = [Skill::Regeneration, Skill::Concussion, Skill::Crit1, Skill::Crit2];
    st.active.iter().any(changes)
        || skills.iter().any(|skill| b.hero.skills.has(*skill))
        || b.worn(&st.outfit).any(|(_, item)| acts(&item.effects))
        || st.living().any(|monster| b.kind(fight, monster).effects.iter().any(acts))
}

impl Battle {
    /// The condition that a skill puts on its victim.
    pub fn skill_condition(&self, skill: Skill) -> Option<usize> {
        let id = crate::skills::ALL[skill as usize].1;
        self.conditions.iter().position(|condition| condition.id == id)
    }

    /// whether the hero's C against his target is above 50.
    fn concusses(&self, st: &State, blow: &Blow) -> bool {
        if blow.hit != 50 || !self.hero.skills.has(Skill::Concussion) {
            return blow.hit > 50;
        }
        let hero = conditions::hero_stats(self, st);
        let Some(target) = st.target else { return false };
        // Only C = 50 and C = 51 give X = 50.
        hero.attack_chance - conditions::monster_block(self, st, usize::from(target)) > 50
    }
}
