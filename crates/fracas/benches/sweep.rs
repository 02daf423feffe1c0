//! What a sweep costs over its battles, what threads bring, and how soon a
//! large store goes on.
//!
//! `cargo bench -p fracas --bench sweep`. Times are those of the processor, of
//! all threads together, and of the clock; the clock says something on a quiet
//! machine only. The checksum is the same on every machine.

use std::fs;
use std::time::{Duration, Instant};

use fracas::lab::{Points, Store, Sweep};
use fracas::{Effort, Fingerprint, Goal, Registry, Scenario};

/// Pikemen and soldiers against knights in a swamp, 1,000 points.
const AMBUSH: &str = include_str!("../../../examples/olympia/swamp-ambush.toml");
const AXES: [&str; 2] =
    ["attacker.stack[0].men.pikeman=1..50", "defender.stack[0].men.knight=1..20"];

fn sweep(axes: &[&str], goal: Goal) -> Sweep {
    let axes = axes.iter().map(|axis| axis.parse().expect("an axis")).collect();
    let points = Points::grid(axes).expect("points");
    let scenario = Scenario::new("swamp-ambush.toml", AMBUSH);
    let sweep = Sweep::new(Registry::standard(), scenario, points).expect("a sweep");
    sweep.to(goal).expect("a goal")
}

/// Seconds of the processor that this process has used.
fn processor() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let mut fields = after_name.split_whitespace().skip(11);
    let mut ticks = || fields.next().and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks() + ticks()) / 100.0
}

/// Processor and clock of some work.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64, Duration) {
    let (before, began) = (processor(), Instant::now());
    let done = work();
    (done, processor() - before, began.elapsed())
}

fn main() {
    let mut alone = None;
    for threads in [1, 2] {
        let effort = Effort { threads, ..Effort::default() };
        let mut sum = Fingerprint::default();
        let mut points = sweep(&AXES, Goal::Error(0.01));
        let (_, cpu, clock) = timed(|| {
            points.run(&effort, |row| {
                let odds = row.odds.expect("every point is a battle");
                sum.add(&format!("{:?}", odds.odds.outcomes));
            })
        });
        let first = *alone.get_or_insert(clock);
        println!(
            "1,000 points to one point of error, {threads} threads: {cpu:.2} s of the processor, \
             {:.2} s by the clock, {:.2} times one thread, checksum {sum}",
            clock.as_secs_f64(),
            first.as_secs_f64() / clock.as_secs_f64()
        );
    }
    overhead();
    resume();
}

/// The same trials, fought battle by battle without a sweep around them.
fn overhead() {
    let few = ["attacker.stack[0].men.pikeman=20..40"];
    let effort = Effort::default();
    let (mut trials, mut swept, mut bare) = (Vec::new(), 0.0, 0.0);
    for _ in 0..5 {
        trials.clear();
        let mut points = sweep(&few, Goal::Error(0.01));
        let (_, cpu, _) = timed(|| {
            points.run(&effort, |row| {
                let pikemen = row.values[0].1.parse::<i64>().expect("a number");
                trials.push((pikemen, row.odds.expect("odds").odds.trials.unwrap_or(0)));
            })
        });
        swept += cpu;
        let scenario = Scenario::new("swamp-ambush.toml", AMBUSH);
        let battles: Vec<_> = trials
            .iter()
            .map(|(pikemen, trials)| {
                let mut scenario = scenario.clone();
                scenario.set("attacker.stack[0].men.pikeman", *pikemen).expect("a value");
                // The pilot is fought besides, unless it is the answer.
                let pilot = if *trials > 2048 { 2048 } else { 0 };
                (scenario.battle().expect("a battle"), trials + pilot)
            })
            .collect();
        let (_, cpu, _) = timed(|| {
            for (battle, trials) in &battles {
                battle.tally(0, 0..*trials, &effort);
            }
        });
        bare += cpu;
    }
    println!(
        "overhead of a sweep over its battles: {swept:.2} s against {bare:.2} s of the processor, \
         {:+.1} %",
        100.0 * (swept / bare - 1.0)
    );
}

/// A store of 100,000 points is opened and goes on with one more.
fn resume() {
    let folder = std::env::temp_dir().join(format!("fracas-bench-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("sweep.db");
    let axes = |last: u32| {
        let most = format!("attacker.stack[0].men.pikeman=1..{last}");
        sweep(&[&most, "seed=1..1000"], Goal::Trials(1))
    };
    let effort = Effort { threads: 2, ..Effort::default() };
    let mut points = axes(100);
    let mut store = Store::open(&file, &points).expect("a store");
    let (_, cpu, clock) = timed(|| points.run_with(&mut store, &effort, |_| {}).expect("a store"));
    drop(store);
    println!("a store of 100,000 points: made in {cpu:.1} s, {:.1} s", clock.as_secs_f64());
    let size = fs::metadata(&file).map_or(0, |file| file.len() >> 20);
    let stop = std::sync::atomic::AtomicBool::new(false);
    let mut points = axes(101);
    let (known, cpu, clock) = timed(|| {
        let mut store = Store::open(&file, &points).expect("a store");
        // Until the first new point is finished.
        let told = |done, _| stop.store(done > 100_000, std::sync::atomic::Ordering::Relaxed);
        let effort = Effort { progress: Some(&told), stop: Some(&stop), ..effort };
        points.run_with(&mut store, &effort, |_| {}).expect("a store");
        store.count().expect("a store")
    });
    println!(
        "opened, and the first of the new points finished: {cpu:.2} s, {:.2} s by the clock; \
         {known} points, {size} MiB",
        clock.as_secs_f64()
    );
    fs::remove_dir_all(folder).expect("the folder is gone");
}
