//! What a condition comes to once it is read: places instead of names.

/// A comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `<`
    Below,
    /// `<=`
    AtMost,
    /// `=` or `==`
    Is,
    /// `!=`
    IsNot,
    /// `>=`
    AtLeast,
    /// `>`
    Above,
}

impl Sign {
    /// Whether it holds of two numbers.
    ///
    /// ```
    /// use fracas::Sign;
    /// assert!(Sign::AtLeast.holds(3, 3) && !Sign::Above.holds(0.5, 0.5));
    /// ```
    #[inline]
    pub fn holds<T: PartialOrd>(self, found: T, wanted: T) -> bool {
        match self {
            Self::Below => found < wanted,
            Self::AtMost => found <= wanted,
            Self::Is => found == wanted,
            Self::IsNot => found != wanted,
            Self::AtLeast => found >= wanted,
            Self::Above => found > wanted,
        }
    }

    /// As it is written.
    pub fn text(self) -> &'static str {
        match self {
            Self::Below => "<",
            Self::AtMost => "<=",
            Self::Is => "=",
            Self::IsNot => "!=",
            Self::AtLeast => ">=",
            Self::Above => ">",
        }
    }
}

/// A measure, by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub index: usize,
    /// The outcome whose battles alone it counts.
    pub given: Option<usize>,
}

/// What a measure is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    Number(i64),
    Measure(Place),
}

/// A condition that needs no names any more. It is asked once a battle and
/// allocates nothing then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expression {
    Outcome(usize),
    Compare { measure: Place, sign: Sign, with: Operand },
    Not(Box<Expression>),
    All(Vec<Expression>),
    Any(Vec<Expression>),
}

impl Expression {
    /// Whether a battle of this outcome and these measures is so. A measure
    /// that counts one outcome compares as false after any other.
    pub fn holds(&self, outcome: usize, values: &[i64]) -> bool {
        let counts = |place: &Place| place.given.is_none_or(|given| given == outcome);
        match self {
            Self::Outcome(wanted) => *wanted == outcome,
            Self::Compare { measure, sign, with } => {
                let found = values[measure.index];
                counts(measure)
                    && match with {
                        Operand::Number(number) => sign.holds(found, *number),
                        Operand::Measure(other) => {
                            counts(other) && sign.holds(found, values[other.index])
                        }
                    }
            }
            Self::Not(part) => !part.holds(outcome, values),
            Self::All(parts) => parts.iter().all(|part| part.holds(outcome, values)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(outcome, values)),
        }
    }

    /// Calls for every measure it compares.
    pub fn each_measure(&self, visit: &mut dyn FnMut(Place)) {
        match self {
            Self::Outcome(_) => {}
            Self::Compare { measure, with, .. } => {
                visit(*measure);
                if let Operand::Measure(other) = with {
                    visit(*other);
                }
            }
            Self::Not(part) => part.each_measure(visit),
            Self::All(parts) | Self::Any(parts) => {
                parts.iter().for_each(|part| part.each_measure(visit));
            }
        }
    }

    /// Whether it asks for an outcome, by name or because a measure counts
    /// only one.
    pub fn asks_outcome(&self) -> bool {
        let given = |place: &Place| place.given.is_some();
        match self {
            Self::Outcome(_) => true,
            Self::Compare { measure, with, .. } => {
                given(measure) || matches!(with, Operand::Measure(other) if given(other))
            }
            Self::Not(part) => part.asks_outcome(),
            Self::All(parts) | Self::Any(parts) => parts.iter().any(Self::asks_outcome),
        }
    }
}
