//! Short battles that are fought side by side.

/// Those of some battles that are not over yet. Each is carried on a little in
/// turn: while the machine waits for what the dice of one say, it throws those of
/// the next, and that one of them is over is nothing to be guessed.
///
/// ```
/// use fracas_core::odds::Abreast;
/// let (mut under_way, mut left) = (Abreast::default(), [3, 1, 2]);
/// let (mut fights, mut ended) = (Vec::new(), Vec::new());
/// under_way.begin(left.len());
/// while !under_way.are_over() {
///     let over = under_way.carry_on(|battle| {
///         fights.push(battle);
///         left[battle] -= 1;
///         left[battle] > 0
///     });
///     ended.extend(over);
/// }
/// assert_eq!((fights, ended), (vec![0, 1, 2, 0, 2, 0], vec![1, 2, 0]));
/// ```
#[derive(Debug, Default)]
pub struct Abreast {
    /// Those that are not over, and then those that are.
    battles: Vec<u32>,
    under_way: usize,
}

impl Abreast {
    /// So many battles begin.
    pub fn begin(&mut self, count: usize) {
        self.battles.clear();
        self.battles.extend(0..count as u32);
        self.under_way = count;
    }

    /// Carries each on, by its number; true says that it goes on. Those that do not
    /// are told.
    #[inline(always)]
    pub fn carry_on(&mut self, mut goes_on: impl FnMut(usize) -> bool) -> &[u32] {
        let battles = &mut self.battles[..self.under_way];
        let mut count = 0;
        for place in 0..battles.len() {
            let battle = battles[place];
            battles.swap(place, count);
            count += usize::from(goes_on(battle as usize));
        }
        self.under_way = count;
        &battles[count..]
    }

    /// Whether none is left.
    #[inline]
    pub fn are_over(&self) -> bool {
        self.under_way == 0
    }
}
