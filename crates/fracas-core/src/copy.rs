//! States that are copied whole, into memory that is there already.

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
