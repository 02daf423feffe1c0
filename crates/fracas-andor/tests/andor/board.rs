//! The board.

use fracas_andor::battle::Tile;
use fracas_andor::rules::board;

use crate::common::{battle, fight};

#[test]
fn a_31_written_places_first_and_the_others_around() {
    let b = battle("[[monster]]\ncount = 2\n[[monster]]\nat = [0, 1]\n[[monster]]\ncount = 6\n");
    let at: Vec<(i16, i16)> = b.fights[0].foes.iter().map(|foe| (foe.at.x, foe.at.y)).collect();
    assert_eq!(at[..4], [(1, 1), (1, 0), (0, 1), (1, -1)]);
    // From the ninth on they stand apart.
    assert_eq!(at[8], (0, 2));
    assert_eq!(b.start.adjacent.count_ones(), 8);
}

#[test]
fn a_32_a_38_the_target_is_kept_and_those_apart_come() {
    let text = "[player]\nbase = { attack_cost = 5 }\n[[monster]]\nname = 'far'\nat = [0, 3]\nmove_cost = 5\n[[monster]]\nname = 'near'\nhp = 2\n";
    let told = fight(
        text,
        "hit 1/100, damage 1/1, hit 1/100, damage 1/1,
         hit 100/100, hit 1/100, damage 1/1",
    );
    let expected = [
        "turn 1",
        "Hero at near: hit 1, 1 left",
        "Hero at near: hit 1, 0 left",
        "near dies",
        // Nobody is adjacent, but one that can come lives: combat goes on.
        "far comes: 2 true",
        "far comes: 1 true",
        "turn 2",
        "Hero at far: miss",
        "Hero at far: hit 1, 0 left",
        "far dies",
    ];
    assert_eq!(told.log(), expected);
}

#[test]
fn a_33_a_34_a_35_fleeing_is_moving_and_may_fail() {
    let text = "[player]\nhp = 5\nbase = { hp = 25, attack_cost = 10 }\n[policy]\nflee_below = 50\n[[monster]]\nname = 'rat'\nattack_chance = 90\n";
    let told = fight(text, "move 20/100, hit 100/100, move 21/100");
    // The rat stands in the north; the first free tile away from it is SE.
    assert_eq!(
        told.log(),
        [
            "turn 1",
            "moves south-east: false",
            "rat at Hero: miss",
            "turn 2",
            "moves south-east: true"
        ]
    );
    assert_eq!(told.outcome(), "fled");
    // The draw is made also where it cannot fail.
    let told = fight(&format!("flee_fail = 0\n{text}"), "move 1/100");
    assert_eq!(told.outcome(), "fled");
}

#[test]
fn a_35_with_all_eight_tiles_taken_there_is_no_way() {
    let b = battle("[policy]\nflee_below = 100\n[[monster]]\ncount = 8\n");
    assert_eq!(board::flee_direction(&b.start), None);
    let b = battle("[[monster]]\ncount = 7\n");
    assert_eq!(board::flee_direction(&b.start), Some(7));
}

#[test]
fn a_36_a_37_a_step_leads_nearer_or_the_points_are_lost() {
    // One behind another in the same line: the nearer tile is taken.
    let b = battle("[[monster]]\nat = [0, 3]\n[[monster]]\nat = [0, 2]\n");
    assert_eq!(board::step_towards(&b.start, 1), Some(Tile { x: 0, y: 1 }));
    let aside = board::step_towards(&b.start, 0).unwrap();
    assert_eq!((aside.x, aside.y), (1, 2));
    // Eight stand around: no tile of the second ring leads nearer.
    let b = battle("[[monster]]\ncount = 9\n");
    assert_eq!(board::step_towards(&b.start, 8), None);
    let told = fight(
        "starts = 'monsters'\n[player]\nbase = { hp = 1 }\n[[monster]]\ncount = 8\nattack_cost = 11\n\
         [[monster]]\nname = 'ninth'\nattack_chance = 90\ndamage = 1\n",
        "hit 100/100, hit 100/100, hit 100/100,
         hit 1/100, damage 1/1, hit 100/100, hit 100/100,
         hit 100/100, hit 100/100, hit 100/100,
         hit 1/100, damage 1/1",
    );
    assert!(told.log().contains(&"ninth comes: 2 false".to_owned()));
    assert_eq!(told.outcome(), "lose");
}

#[test]
fn a_38_only_immobile_ones_out_of_reach_end_it() {
    // He steps away from the idol, which cannot follow, with a rat still near
    // him; when the rat is dead nobody is left to fight.
    let text = "[player]\nhp = 5\nbase = { hp = 25, ap = 20, attack_cost = 8 }\n[policy]\nflee_below = 50\n\
        [[monster]]\nname = 'idol'\nat = [0, 1]\naggression = 'none'\nattack_cost = 11\n\
        [[monster]]\nname = 'rat'\nat = [0, -1]\nattack_cost = 11\n\
        [[monster]]\nname = 'cat'\nat = [1, 0]\nattack_cost = 11\n\
        [[monster]]\nname = 'bat'\nat = [-1, 0]\nattack_cost = 11\n";
    let b = battle(text);
    assert!(b.kinds[0].immobile() && !b.kinds[1].immobile());
    assert!(!board::out_of_reach(&b.start));
    let mut st = b.start.clone();
    st.living = 1;
    st.adjacent = 0;
    assert!(board::out_of_reach(&st));
}
