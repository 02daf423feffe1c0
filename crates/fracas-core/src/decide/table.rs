//! A page of rules for a million states.
//!
//! The states in which there is something to decide are parted by what the
//! decider sees of them: hit points below 14 or not, and so on. Each parting
//! is the one that saves most; it goes on where most is lost, until nothing
//! is or the page is full. What a wrong choice loses is known exactly, and
//! how much that matters is how often it comes up.

/// States to be parted.
pub(super) struct Samples {
    /// How many facts there are.
    pub facts: usize,
    /// How many choices there are.
    pub labels: usize,
    /// What is seen of each state, one after another.
    pub seen: Vec<i64>,
    /// How often each state is come to.
    pub visits: Vec<f64>,
    /// What each choice loses in each state, one state after another.
    pub losses: Vec<f64>,
    /// Whether it can be made.
    pub possible: Vec<bool>,
}

impl Samples {
    pub fn len(&self) -> usize {
        self.visits.len()
    }

    fn fact(&self, state: u32, fact: usize) -> i64 {
        self.seen[state as usize * self.facts + fact]
    }

    /// What the choices lose in a state, as often as it comes up.
    fn losses(&self, state: u32) -> impl Iterator<Item = f64> + '_ {
        let first = state as usize * self.labels;
        let visits = self.visits[state as usize];
        self.losses[first..first + self.labels].iter().map(move |loss| visits * loss)
    }
}

/// Rules over facts.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tree {
    Leaf { label: usize },
    Parted { fact: usize, below: i64, low: Box<Tree>, high: Box<Tree> },
}

impl Tree {
    /// What to do where this is seen.
    pub fn label(&self, seen: &[i64]) -> usize {
        match self {
            Self::Leaf { label } => *label,
            Self::Parted { fact, below, low, high } => {
                if seen[*fact] < *below { low.label(seen) } else { high.label(seen) }
            }
        }
    }

    /// The rules one by one: ranges of facts, and what to do. Only facts that
    /// are looked at have a range.
    pub fn rows(&self, facts: usize) -> Vec<(Vec<Range>, usize)> {
        let mut rows = Vec::new();
        self.add_rows(&mut vec![(None, None); facts], &mut rows);
        rows
    }

    fn add_rows(&self, ranges: &mut Vec<Range>, rows: &mut Vec<(Vec<Range>, usize)>) {
        match self {
            Self::Leaf { label } => rows.push((ranges.clone(), *label)),
            Self::Parted { fact, below, low, high } => {
                let before = ranges[*fact];
                ranges[*fact] = (before.0, Some(below - 1));
                low.add_rows(ranges, rows);
                ranges[*fact] = (Some(*below), before.1);
                high.add_rows(ranges, rows);
                ranges[*fact] = before;
            }
        }
    }
}

/// The least and the largest value of a fact, if there are any.
pub(super) type Range = (Option<i64>, Option<i64>);

/// Parts the states by at most so many rows. Losses up to `nothing` are none.
pub(super) fn grow(samples: &Samples, rows: usize, nothing: f64) -> Tree {
    let mut parts = vec![Part::of(samples, (0..samples.len() as u32).collect(), nothing)];
    let mut joints: Vec<Joint> = Vec::new();
    let mut leaves: Vec<Place> = vec![Place { joint: None, high: false }];
    while parts.len() < rows {
        let worst = (0..parts.len())
            .filter(|part| parts[*part].cut.is_some())
            .max_by(|one, other| parts[*one].gain().total_cmp(&parts[*other].gain()));
        let Some(worst) = worst else { break };
        let Some(cut) = parts[worst].cut.take() else { break };
        let states = std::mem::take(&mut parts[worst].states);
        let (low, high): (Vec<u32>, Vec<u32>) =
            states.into_iter().partition(|state| samples.fact(*state, cut.fact) < cut.below);
        let joint = joints.len();
        joints.push(Joint { cut, above: leaves[worst] });
        parts[worst] = Part::of(samples, low, nothing);
        leaves[worst] = Place { joint: Some(joint), high: false };
        parts.push(Part::of(samples, high, nothing));
        leaves.push(Place { joint: Some(joint), high: true });
    }
    assemble(&joints, &leaves, &parts)
}

/// Where two parts meet.
struct Joint {
    cut: Cut,
    above: Place,
}

/// A side of a joint; the root has none.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    joint: Option<usize>,
    high: bool,
}

/// The tree of all joints. Two parts that say the same are one.
fn assemble(joints: &[Joint], leaves: &[Place], parts: &[Part]) -> Tree {
    let mut built: Vec<[Option<Tree>; 2]> = joints.iter().map(|_| [None, None]).collect();
    let mut root = Tree::Leaf { label: 0 };
    let mut put = |built: &mut Vec<[Option<Tree>; 2]>, place: Place, tree: Tree| match place.joint {
        Some(joint) => built[joint][usize::from(place.high)] = Some(tree),
        None => root = tree,
    };
    for (place, part) in leaves.iter().zip(parts) {
        put(&mut built, *place, Tree::Leaf { label: part.label });
    }
    // A joint is younger than the one above it.
    for (place, joint) in joints.iter().enumerate().rev() {
        let [Some(low), Some(high)] = std::mem::take(&mut built[place]) else { continue };
        let tree = match (&low, &high) {
            (Tree::Leaf { label: one }, Tree::Leaf { label: other }) if one == other => low,
            _ => Tree::Parted {
                fact: joint.cut.fact,
                below: joint.cut.below,
                low: Box::new(low),
                high: Box::new(high),
            },
        };
        put(&mut built, joint.above, tree);
    }
    root
}

/// States that the same is done in.
struct Part {
    states: Vec<u32>,
    label: usize,
    /// Where it is best parted, if that saves anything.
    cut: Option<Cut>,
}

/// States below a value of a fact, and the rest.
#[derive(Clone, Copy)]
struct Cut {
    fact: usize,
    below: i64,
    gain: f64,
}

impl Part {
    fn of(samples: &Samples, states: Vec<u32>, nothing: f64) -> Self {
        let mut sums = vec![0.0; samples.labels];
        let mut possible = vec![0.0; samples.labels];
        for &state in &states {
            for (sum, loss) in sums.iter_mut().zip(samples.losses(state)) {
                *sum += loss;
            }
            let first = state as usize * samples.labels;
            for (label, sum) in possible.iter_mut().enumerate() {
                if samples.possible[first + label] {
                    *sum += samples.visits[state as usize];
                }
            }
        }
        let least = least(&sums);
        // Of those that lose nothing, what can be done most often.
        let good = (0..samples.labels).filter(|label| sums[*label] <= least + nothing);
        let label = good.max_by(|one, other| {
            possible[*one].total_cmp(&possible[*other]).then(other.cmp(one))
        });
        let cut = if least > nothing { best_cut(samples, &states, &sums, nothing) } else { None };
        Self { states, label: label.unwrap_or(0), cut }
    }

    fn gain(&self) -> f64 {
        self.cut.map_or(0.0, |cut| cut.gain)
    }
}

/// The cut that saves most.
fn best_cut(samples: &Samples, states: &[u32], sums: &[f64], nothing: f64) -> Option<Cut> {
    let whole = least(sums);
    let mut best: Option<Cut> = None;
    let mut sorted = states.to_vec();
    for fact in 0..samples.facts {
        sorted.sort_by_key(|state| samples.fact(*state, fact));
        let mut low = vec![0.0; samples.labels];
        for pair in sorted.windows(2) {
            for (sum, loss) in low.iter_mut().zip(samples.losses(pair[0])) {
                *sum += loss;
            }
            let below = samples.fact(pair[1], fact);
            if samples.fact(pair[0], fact) == below {
                continue;
            }
            let rest = sums.iter().zip(&low).map(|(sum, low)| sum - low);
            let gain = whole - least(&low) - rest.fold(f64::INFINITY, f64::min);
            if gain > nothing && best.is_none_or(|best| gain > best.gain) {
                best = Some(Cut { fact, below, gain });
            }
        }
    }
    best
}

fn least(sums: &[f64]) -> f64 {
    sums.iter().copied().fold(f64::INFINITY, f64::min)
}
