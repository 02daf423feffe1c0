use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use proptest::prelude::*;

use super::*;
use crate::odds::toy::{Duel, Scenario};
use crate::odds::{
    Budget, Effort, Goal, MOST_DRAWS, Note, Tally, Trials, Way, attempt, journal, pair, sample,
};

fn battle() -> Scenario {
    Scenario::new([6, 5], [40, 45])
}

fn work(piece: &Piece, effort: &Effort<'_>) -> Found {
    let battle = battle();
    match &piece.work {
        Work::Trials { seed, trials } => {
            Found::Tally(sample::<Duel>(&battle, *seed, trials.clone(), effort))
        }
        Work::Exact { budget, sure } => {
            match attempt::<Duel>(&battle, *budget, *sure, &mut |_, _, _| {}) {
                Ok(exact) => Found::Exact(Box::new(exact)),
                Err(why) => Found::Refused(why),
            }
        }
        Work::Journal { seed, trials, .. } => {
            let notes = [Note::Measure(0)];
            Found::Journal(journal::<Duel>(&battle, &notes, *seed, trials.clone(), effort))
        }
        Work::Pairs { others, seed, trials } => {
            let others: Vec<_> =
                others.iter().map(|hp| Scenario::new([6, *hp as i64], [40, 45])).collect();
            Found::Pairs(pair::<Duel, _>(&battle, &others, *seed, trials.clone(), effort))
        }
    }
}

fn weigh(way: Way) -> Weigh {
    Weigh::new(way, 7, MOST_DRAWS).unwrap()
}

fn threads(question: &Weigh, threads: usize) -> Option<Result<Weighed, Unweighed>> {
    let mut question = question.clone();
    carry_out(&mut question, &Effort { threads, ..Effort::default() }, work, |_| {});
    question.answer()
}

fn ways() -> [Way; 8] {
    [
        Way::Planned(Goal::Usual),
        Way::Planned(Goal::Error(0.03)),
        Way::Best(Budget::USUAL),
        Way::Best(Budget(10)),
        Way::Exact(Budget(10)),
        Way::Sampled(Goal::Error(0.02)),
        Way::Sampled(Goal::Trials(777)),
        Way::Trials(1000..1300),
    ]
}

#[test]
fn any_number_of_threads_gives_the_same_answer() {
    for way in ways() {
        let question = weigh(way);
        let alone = threads(&question, 1);
        assert!(alone.is_some());
        for number in 2..=4 {
            assert_eq!(threads(&question, number), alone);
        }
        // Answers can be kept.
        if let Some(Ok(weighed)) = alone {
            let text = serde_json::to_string(&weighed).unwrap();
            assert_eq!(serde_json::from_str::<Weighed>(&text).unwrap(), weighed);
        }
    }
}

/// What an executor may do to a piece.
#[derive(Clone, Debug)]
enum Fate {
    Done,
    Twice,
    Lost,
    LostAndLate,
    InParts(u64),
    FirstPartOnly(u64),
    SentAsText,
}

fn fate() -> impl Strategy<Value = Fate> {
    prop_oneof![
        Just(Fate::Done),
        Just(Fate::Twice),
        Just(Fate::Lost),
        Just(Fate::LostAndLate),
        (1u64..200).prop_map(Fate::InParts),
        (1u64..200).prop_map(Fate::FirstPartOnly),
        Just(Fate::SentAsText),
    ]
}

fn part(piece: &Piece, part: impl Fn(&Range<u64>) -> Range<u64>) -> Piece {
    let mut piece = piece.clone();
    if let Work::Trials { trials, .. } = &mut piece.work {
        *trials = part(trials);
    }
    piece
}

fn carry(question: &mut Weigh, piece: &Piece, fate: &Fate) {
    let found = |piece: &Piece| work(piece, &Effort::default());
    match fate {
        Fate::Done => question.take(piece, found(piece)),
        Fate::Twice => {
            question.take(piece, found(piece));
            question.take(piece, found(piece));
        }
        Fate::Lost => question.lose(piece),
        Fate::LostAndLate => {
            question.lose(piece);
            question.take(piece, found(piece));
        }
        Fate::InParts(length) => {
            let cut = |trials: &Range<u64>| trials.end.min(trials.start + length);
            let head = part(piece, |trials| trials.start..cut(trials));
            let tail = part(piece, |trials| cut(trials)..trials.end);
            question.take(&tail, found(&tail));
            question.take(&head, found(&head));
        }
        Fate::FirstPartOnly(length) => {
            let head = part(piece, |trials| trials.start..trials.end.min(trials.start + length));
            question.take(piece, found(&head));
        }
        Fate::SentAsText => {
            let piece: Piece =
                serde_json::from_str(&serde_json::to_string(piece).unwrap()).unwrap();
            let sent = serde_json::to_string(&found(&piece)).unwrap();
            question.take(&piece, serde_json::from_str(&sent).unwrap());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Any order, any parts, any losses and repetitions: the same answer.
    #[test]
    fn the_answer_does_not_depend_on_the_executor(
        way in 0usize..8,
        fates in prop::collection::vec((fate(), any::<prop::sample::Index>()), 1..60),
        capacity in 1usize..9,
    ) {
        let question = weigh(ways()[way].clone());
        let expected = threads(&question, 1);
        let mut question = question;
        let mut waiting: Vec<Piece> = Vec::new();
        let mut fates = fates.iter();
        while !question.is_done() {
            if waiting.len() < capacity {
                waiting.extend(question.ask(capacity - waiting.len()));
            }
            prop_assert!(!waiting.is_empty(), "it waits for nothing");
            let (fate, index) = fates.next().map_or((Fate::Done, 0), |(fate, index)| {
                (fate.clone(), index.index(waiting.len()))
            });
            let piece = waiting.swap_remove(index);
            carry(&mut question, &piece, &fate);
        }
        prop_assert!(question.ask(9).is_empty());
        prop_assert_eq!(question.answer(), expected);
    }
}

#[test]
fn what_belongs_to_another_question_changes_nothing() {
    let mut question = weigh(Way::Sampled(Goal::Trials(100))).of(3);
    let pieces = question.ask(1);
    assert_eq!((pieces[0].variant, question.variant()), (3, 3));
    let other = Piece { variant: 4, ..pieces[0].clone() };
    question.take(&other, work(&other, &Effort::default()));
    let seed = Piece { variant: 3, work: Work::Trials { seed: 8, trials: 0..64 } };
    question.take(&seed, work(&seed, &Effort::default()));
    let beyond = Piece { variant: 3, work: Work::Trials { seed: 7, trials: 90..110 } };
    question.take(&beyond, work(&beyond, &Effort::default()));
    assert!(question.answer().is_none());
    let exact =
        Piece { variant: 3, work: Work::Exact { budget: Budget::USUAL, sure: Budget::USUAL } };
    question.take(&exact, work(&exact, &Effort::default()));
    question.lose(&exact);
    assert!(question.answer().is_none() && !question.is_done());
}

#[test]
fn a_halt_makes_the_answer_provisional() {
    for (after, number) in [(0, 1), (0, 3), (500, 1), (3000, 2)] {
        let stop = AtomicBool::new(after == 0);
        let mut question = weigh(Way::Sampled(Goal::Usual));
        let halt = |done, _| {
            if done >= after {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let effort = Effort { threads: number, progress: Some(&halt), stop: Some(&stop) };
        carry_out(&mut question, &effort, work, |_| {});
        assert!(!question.is_done());
        let Some(Ok(Weighed::Sampled(answer))) = question.answer() else { panic!("nothing") };
        assert!(answer.odds.provisional);
        let fought = answer.tally.trials();
        assert!(fought.count() >= after.max(1) && fought.contains(0));
        assert!(answer.odds.why.starts_with("stopped after "), "{}", answer.odds.why);
        let next = question.ask(1);
        let Work::Trials { trials, .. } = &next[0].work else { panic!("not trials") };
        assert!(!fought.contains(trials.start));
        question.lose(&next[0]);
        // It can be gone on with, and the halt has changed nothing.
        carry_out(&mut question, &Effort::default(), work, |_| {});
        assert!(question.answer() == threads(&weigh(Way::Sampled(Goal::Usual)), 2));
    }
}

#[test]
fn progress_never_goes_back() {
    let told = Mutex::new(Vec::new());
    let note = |done, planned| told.lock().unwrap().push((done, planned));
    let effort = Effort { threads: 1, progress: Some(&note), stop: None };
    let mut question = weigh(Way::Sampled(Goal::Error(0.01)));
    let mut seen = Vec::new();
    carry_out(&mut question, &effort, work, |now| seen.push(now.progress()));
    let told = told.into_inner().unwrap();
    assert!(told.is_sorted_by_key(|(done, _)| *done) && told.is_sorted_by_key(|(_, all)| *all));
    let last = told.last().unwrap();
    assert_eq!(last.0, last.1);
    assert!(seen.len() >= 3 && seen[..seen.len() - 1].is_sorted_by_key(|now| now.done));
}

#[test]
fn a_panic_is_passed_on_and_nobody_waits_for_it() {
    let harm = |piece: &Piece, effort: &Effort<'_>| match &piece.work {
        Work::Trials { trials, .. } if trials.contains(&100) => panic!("harm"),
        _ => work(piece, effort),
    };
    let fight = || {
        let effort = Effort { threads: 3, ..Effort::default() };
        carry_out(&mut weigh(Way::Sampled(Goal::Trials(5000))), &effort, harm, |_| {});
    };
    assert!(std::panic::catch_unwind(fight).is_err());
}

/// What is lost is asked for again, and changes nothing.
#[test]
fn pieces_are_lost() {
    for way in ways() {
        let mut question = weigh(way);
        let alone = threads(&question, 2);
        let asked = AtomicUsize::new(0);
        let lossy = |piece: &Piece, effort: &Effort<'_>| {
            let lost = asked.fetch_add(1, Ordering::Relaxed).is_multiple_of(3);
            (!lost).then(|| work(piece, effort))
        };
        let effort = Effort { threads: 3, ..Effort::default() };
        carry_out(&mut question, &effort, lossy, |_| {});
        assert!(question.answer() == alone);
    }
}

/// Longer pieces, and only those of one kind that go on, change nothing.
#[test]
fn pieces_are_put_together() {
    for way in ways() {
        let mut question = weigh(way);
        let alone = threads(&question, 2);
        let effort = Effort { threads: 3, ..Effort::default() };
        carry_out(&mut Longer { procedure: &mut question, times: 5 }, &effort, work, |_| {});
        assert!(question.answer() == alone);
    }
    let trials = |variant, seed, trials| Piece { variant, work: Work::Trials { seed, trials } };
    let noted = |note: &str, seed, trials| {
        let work = Work::Journal { notes: vec![note.to_owned()], seed, trials };
        Piece { variant: 0, work }
    };
    let pairs = |other, seed, trials| Piece {
        variant: 0,
        work: Work::Pairs { others: vec![other], seed, trials },
    };
    let exact = Piece { variant: 0, work: Work::Exact { budget: Budget(1), sure: Budget(1) } };
    let joined = |mut piece: Piece, next: &Piece| piece.join(next).then_some(piece);
    assert_eq!(joined(trials(0, 7, 0..4), &trials(0, 7, 4..9)), Some(trials(0, 7, 0..9)));
    assert_eq!(joined(noted("a", 7, 0..4), &noted("a", 7, 4..9)), Some(noted("a", 7, 0..9)));
    assert_eq!(joined(pairs(1, 7, 0..4), &pairs(1, 7, 4..9)), Some(pairs(1, 7, 0..9)));
    for other in [
        trials(1, 7, 4..9),
        trials(0, 8, 4..9),
        trials(0, 7, 5..9),
        noted("a", 7, 4..9),
        pairs(1, 7, 4..9),
        exact.clone(),
    ] {
        assert_eq!(joined(trials(0, 7, 0..4), &other), None);
    }
    assert_eq!(joined(noted("a", 7, 0..4), &noted("b", 7, 4..9)), None);
    assert_eq!(joined(noted("a", 7, 0..4), &noted("a", 8, 4..9)), None);
    assert_eq!(joined(pairs(1, 7, 0..4), &pairs(2, 7, 4..9)), None);
    assert_eq!(joined(pairs(1, 7, 0..4), &pairs(1, 8, 4..9)), None);
    assert_eq!(joined(exact.clone(), &exact), None);
}

/// Pairs are gathered like tallies.
#[test]
fn pairs_are_put_together() {
    let fight = |trials: Range<u64>| {
        let work = super::Work::Pairs { others: vec![2, 6], seed: 7, trials };
        match self::work(&Piece { variant: 0, work }, &Effort::default()) {
            Found::Pairs(pairs) => pairs,
            other => panic!("{other:?}"),
        }
    };
    let mut gather = Gather::<Vec<crate::odds::Pairs>>::new(10..300);
    let handed = gather.hand_out(4, u64::MAX);
    assert_eq!(handed, [10..138, 138..266, 266..300]);
    for trials in handed.iter().rev() {
        assert!(gather.take(trials.clone(), Some(&fight(trials.clone()))));
        assert!(!gather.take(trials.clone(), Some(&fight(trials.clone()))));
    }
    assert!(gather.is_complete());
    let whole = gather.into_counted().unwrap();
    assert_eq!((whole.len(), whole[1].which()), (2, &Trials::of(10..300)));
    assert_eq!(whole, fight(10..300));
}

#[test]
fn a_gathering_takes_what_overlaps_nothing() {
    let fight = |trials| sample::<Duel>(&battle(), 7, trials, &Effort::default());
    let mut gather = Gather::<Tally>::new(0..200);
    assert_eq!(gather.hand_out(1, 50).first(), Some(&(0..50)));
    assert!(gather.take(0..50, Some(&fight(0..50))));
    // Half of it is known: it cannot be told apart, so it is asked for again.
    assert!(!gather.take(50..80, Some(&fight(30..80))));
    assert_eq!(
        gather.hand_out(9, 1000),
        [50..67, 67..84, 84..101, 101..118, 118..135, 135..152, 152..169, 169..186, 186..200]
    );
    assert!(gather.hand_out(1, 10).is_empty());
    assert_eq!((gather.done(), gather.planned()), (50, 200));
}
