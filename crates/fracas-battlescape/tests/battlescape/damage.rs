//! The damage pipeline (§10.3), its types (§10.4) and vectors V-18 to V-32.

use fracas_battlescape::data::FireMode::{self, Aimed, Auto, Burst, Snap, Strike};
use fracas_battlescape::data::{Arc, DamageType, TargetType};
use fracas_battlescape::events::Harm;
use fracas_battlescape::rules::accuracy::{Mark, Shot};
use fracas_battlescape::rules::damage::{BlastDice, Blow, blast_on_terrain, ricochet};
use fracas_battlescape::state::Cover;

use crate::stage::{Stage, duel};

/// What a roll does: the shot is made as given, its target changed by `mark`.
struct Case {
    stage: Stage,
    mode: FireMode,
    weapon: &'static str,
    strength: i16,
    above: i16,
    head: bool,
    mark: fn(&mut Mark),
}

fn case(mode: FireMode) -> Case {
    Case {
        stage: duel(3, "", ""),
        mode,
        weapon: "assault_rifle",
        strength: 50,
        above: 0,
        head: false,
        mark: |_| {},
    }
}

impl Case {
    fn land(&self, roll: i32) -> Harm {
        self.blow().land(roll)
    }

    fn crit(&self, roll: i32) -> Harm {
        let mut harm = self.land(roll);
        self.blow().make_critical(&mut harm);
        harm
    }

    fn blow(&self) -> Blow {
        let weapon = self.stage.battle.data.weapon(self.stage.weapon(self.weapon));
        let mut shot = self.stage.shot("Vega", "Sid", self.mode);
        shot.shooter.strength = self.strength;
        let shot = Shot { weapon, above: self.above, head: self.head, ..shot };
        let mut mark = shot.target.unwrap();
        (self.mark)(&mut mark);
        Blow::of(&shot, &mark)
    }
}

/// D2, D3, effective armour and the final figure.
fn steps(harm: Harm) -> [i32; 4] {
    [harm.d2, harm.d3, harm.armour, harm.damage]
}

/// V-18, V-19, V-20, C-13: the seed's examples (B-150 to B-154, B-157, B-158).
#[test]
fn the_seeds_examples() {
    assert_eq!(steps(case(Aimed).land(15)), [20, 20, 3, 17]);
    assert_eq!(case(Aimed).crit(15).damage, 34);
    let weak = Case { strength: 0, ..case(Aimed) };
    assert_eq!(steps(weak.land(15)), [18, 18, 3, 15]);
    let covered = Case { mark: |mark| mark.cover = Cover::Half, ..case(Aimed) };
    assert_eq!(steps(covered.land(15)), [20, 15, 3, 12]);
    assert_eq!(covered.crit(15).damage, 24);
}

/// V-18, V-19: and what is left of the target (B-158, B-220).
#[test]
fn hit_points_after_the_seeds_examples() {
    let mut stage = duel(3, "", "hp = 100");
    stage.attack("Vega", "Sid", Aimed, "to_hit 5, damage/20 15, crit 1").unwrap();
    assert_eq!(stage.unit("Sid").hp, 66);
    let mut stage = duel(3, "strength = 0", "");
    stage.attack("Vega", "Sid", Aimed, "to_hit 5, damage/20 15, crit 31").unwrap();
    assert_eq!(stage.unit("Sid").hp, 30);
}

/// V-21, V-22, V-23, C-4: flanks (B-155) and the cover that is left (B-117).
#[test]
fn flanks() {
    let side = |cover: fn(&mut Mark)| Case { mark: cover, ..case(Snap) }.land(15);
    let half = side(|mark| (mark.cover, mark.arc) = (Cover::Half, Arc::Side));
    assert_eq!(steps(half), [19, 17, 3, 18]);
    let full = side(|mark| (mark.cover, mark.arc) = (Cover::Full, Arc::Side));
    assert_eq!(steps(full), [19, 14, 3, 14]);
    let rear = side(|mark| mark.arc = Arc::Rear);
    assert_eq!(steps(rear), [19, 19, 2, 26]);
}

/// V-24, V-25, C-9: armour that is worth as much blocks (B-154), the die after
/// it tells which.
#[test]
fn blocked() {
    let auto = Case { strength: 0, ..case(Auto) }.land(1);
    assert_eq!((auto.d3, auto.blocked, auto.damage), (1, true, 1));
    let burst = Case { strength: 0, ..case(Burst) };
    assert_eq!((burst.land(3).blocked, burst.land(3).damage), (true, 1));
    assert_eq!((burst.land(4).blocked, burst.land(4).damage), (false, 1));

    let mut stage = duel(3, "strength = 0, ammo = 1", "");
    stage.attack("Vega", "Sid", Auto, "to_hit 1, damage/20 1, ricochet 21").unwrap();
    assert_eq!(stage.unit("Sid").hp, 44);
    let mut stage = duel(3, "strength = 0, ammo = 1", "");
    stage.attack("Vega", "Sid", Burst, "to_hit 1, damage/20 4, crit 99").unwrap();
    assert_eq!(stage.unit("Sid").hp, 44);
}

/// V-26, V-27, C-6, C-7: types against armour (B-153) and target types (B-160,
/// B-161).
#[test]
fn types() {
    let damage = |weapon, mark: fn(&mut Mark)| {
        Case { weapon, strength: 0, mark, ..case(Burst) }.land(10).damage
    };
    let plain: fn(&mut Mark) = |mark| mark.armour = 6;
    let weapons = ["assault_rifle", "laser_rifle", "plasma_rifle", "acid_thrower"];
    assert_eq!(weapons.map(|weapon| damage(weapon, plain)), [4, 5, 3, 7]);
    let on = |weapon, mark| damage(weapon, mark);
    assert_eq!(on("laser_rifle", |m| (m.armour, m.target_type) = (6, TargetType::Armored)), 7);
    assert_eq!(on("plasma_rifle", |m| (m.armour, m.target_type) = (6, TargetType::Shielded)), 5);
    assert_eq!(on("acid_thrower", |m| (m.armour, m.target_type) = (6, TargetType::Mechanical)), 2);
    assert_eq!(on("laser_rifle", |m| (m.armour, m.target_type) = (6, TargetType::Energy)), 10);
}

/// B-161, C-8: worn armour does not make a unit `armored`.
#[test]
fn armour_worn_is_no_target_type() {
    let stage = duel(3, "armour = \"heavy_armour\"", "");
    let mark = stage.shot("Sid", "Vega", Snap).target.unwrap();
    assert_eq!((mark.target_type, mark.armour), (TargetType::Bio, 6));
}

/// V-28, V-29, V-30, V-31, C-29: height and strength (B-151), the head (B-133),
/// rounding once a step (B-152, B-153).
#[test]
fn further_vectors() {
    let higher = Case { strength: 74, above: 1, ..case(Snap) }.land(13);
    assert_eq!((higher.d2, higher.damage), (18, 15));
    let head: fn(&mut Mark) = |mark| mark.armour = 5;
    let head = Case { strength: 25, head: true, mark: head, ..case(Aimed) };
    assert_eq!((head.land(11).d2, head.land(11).damage, head.crit(11).damage), (14, 9, 27));
    let auto: fn(&mut Mark) = |mark| (mark.armour, mark.cover) = (2, Cover::Full);
    assert_eq!(steps(Case { mark: auto, ..case(Auto) }.land(7)), [8, 4, 2, 2]);
    let rear: fn(&mut Mark) =
        |mark| (mark.armour, mark.cover, mark.arc) = (5, Cover::Full, Arc::Rear);
    let plasma = Case { weapon: "plasma_rifle", mark: rear, ..case(Snap) };
    assert_eq!(steps(plasma.land(20)), [24, 24, 5, 29]);
    assert_eq!(plasma.crit(20).damage, 58);
}

/// V-32: a grenade beside a unit in half cover (B-182).
#[test]
fn a_grenade_beside() {
    let stage = duel(3, "", "");
    let mut mark = stage.shot("Vega", "Sid", Snap).target.unwrap();
    (mark.armour, mark.cover, mark.arc) = (4, Cover::Half, Arc::Front);
    let blow = Blow::blast(&stage.battle, &mark, Some(DamageType::Kinetic), 1);
    let harm = blow.land_blast(BlastDice { roll: 20, crit: true }, 1);
    assert_eq!((harm.d3, harm.damage, harm.crit), (11, 7, false));
    // On the centre there is neither cover nor falloff, and a crit is 250%.
    let centre = Blow::blast(&stage.battle, &mark, Some(DamageType::Kinetic), 0);
    assert_eq!(centre.land_blast(BlastDice { roll: 20, crit: false }, 0).damage, 16);
    assert_eq!(centre.land_blast(BlastDice { roll: 20, crit: true }, 0).damage, 40);
    assert_eq!(blast_on_terrain(&stage.battle, 15, 1), 11, "B-183: 11.25");
}

/// B-151: a strike's bonus is a tenth of strength; B-142, B-152: cover does
/// not soften it.
#[test]
fn strikes() {
    let knife = Case {
        weapon: "knife",
        strength: 59,
        mark: |mark| mark.cover = Cover::Full,
        ..case(Strike)
    };
    assert_eq!(steps(knife.land(6)), [11, 11, 3, 8]);
}

/// B-152: the only way a hit does nothing, and the round ends with the dice.
#[test]
fn nothing_comes_through() {
    let rules = "\n[rules]\n\"cover.full.damage_pct\" = 0\n";
    let mut stage = crate::stage::field_of(&crate::stage::open(), 3, "", "", rules);
    stage.unit_mut("Sid").cover = Cover::Full;
    stage.attack("Vega", "Sid", Snap, "to_hit 1, damage/20 20").unwrap();
    assert_eq!(stage.unit("Sid").hp, 45);
}

/// B-112: the armour bonus of cover is data; the flank halves it like the
/// rest of the cover.
#[test]
fn cover_may_add_armour() {
    let rules = "\n[rules]\n\"cover.half.armour_bonus\" = 3\n\"cover.half.damage_pct\" = 100\n";
    let mut stage = crate::stage::field_of(&crate::stage::open(), 3, "", "", rules);
    stage.unit_mut("Sid").cover = Cover::Half;
    let armour = |stage: &Stage, arc| {
        let shot = stage.shot("Vega", "Sid", Snap);
        Blow::of(&shot, &Mark { arc, ..shot.target.unwrap() }).armour
    };
    assert_eq!([Arc::Front, Arc::Side, Arc::Rear].map(|arc| armour(&stage, arc)), [6, 4, 2]);
}

/// B-162: half of D3 less armour, at least 1.
#[test]
fn ricochets() {
    assert_eq!([(9, 2), (8, 2), (3, 5)].map(|(d3, armour)| ricochet(d3, armour)), [3, 2, 1]);
}
