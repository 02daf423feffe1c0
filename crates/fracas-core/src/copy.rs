//! States that are copied whole, into memory that is there already.

use std::ops::{Deref, DerefMut};

/// Implements `Clone` for a struct, field by field, so that `clone_from`
/// reuses the memory of every field. A field that is not named does not
/// compile, so a state cannot be half copied.
///
/// ```
/// #[derive(Debug, PartialEq)]
/// struct Fight {
///     round: u32,
///     hit_points: Vec<u32>,
/// }
///
/// fracas_core::clone_in_place!(Fight { round, hit_points });
///
/// let start = Fight { round: 0, hit_points: vec![12, 9] };
/// let mut fight = Fight { round: 7, hit_points: vec![3, 0] };
/// let memory = fight.hit_points.as_ptr();
/// fight.clone_from(&start);
/// assert_eq!(fight, start);
/// assert_eq!(fight.hit_points.as_ptr(), memory);
/// ```
///
/// A forgotten field:
///
/// ```compile_fail
/// struct Fight {
///     round: u32,
///     hit_points: Vec<u32>,
/// }
/// fracas_core::clone_in_place!(Fight { round });
/// ```
#[macro_export]
macro_rules! clone_in_place {
    ($state:ty { $($field:ident),+ $(,)? }) => {
        impl Clone for $state {
            fn clone(&self) -> Self {
                let Self { $($field),+ } = self;
                Self { $($field: $field.clone()),+ }
            }

            #[inline]
            fn clone_from(&mut self, source: &Self) {
                let Self { $($field),+ } = source;
                $(self.$field.clone_from($field);)+
            }
        }
    };
}

/// A list that costs next to nothing to copy where there is nothing or only
/// one to copy, as in most states of most battles.
///
/// ```
/// use fracas_core::List;
/// let mut now: List<u32> = vec![1, 2].into();
/// now.clone_from(&List::default());
/// assert!(now.is_empty());
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct List<T>(Vec<T>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> From<Vec<T>> for List<T> {
    fn from(list: Vec<T>) -> Self {
        Self(list)
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self(items.into_iter().collect())
    }
}

impl<T: Clone> Clone for List<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    #[inline]
    fn clone_from(&mut self, source: &Self) {
        match (self.0.as_mut_slice(), source.0.as_slice()) {
            ([], []) => {}
            ([only], [other]) => only.clone_from(other),
            _ => self.copy(source),
        }
    }
}

impl<T: Clone> List<T> {
    /// Out of the way of the battles that have little to copy.
    #[inline(never)]
    fn copy(&mut self, source: &Self) {
        self.0.clone_from(&source.0);
    }
}

impl<T> Deref for List<T> {
    type Target = Vec<T>;

    #[inline]
    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> DerefMut for List<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}
