//! The tables that a scenario may hold, each with a name of its own.

use fracas_core::document::{Shape, TableShape};

/// All tables that can lie within a table, in the order they are met.
pub(super) struct Tables {
    named: Vec<(&'static TableShape, String)>,
}

impl Tables {
    /// The table itself is among them only if it can lie within itself.
    pub(super) fn within(root: &'static TableShape) -> Self {
        let mut tables = Self { named: Vec::new() };
        for field in root.fields {
            tables.add_within(&field.shape);
        }
        tables
    }

    /// All tables and their names.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&'static TableShape, &str)> {
        self.named.iter().map(|(table, name)| (*table, name.as_str()))
    }

    /// The name of a table; "" for one that is not among them.
    pub(super) fn name_of(&self, table: &'static TableShape) -> &str {
        self.iter().find(|(other, _)| std::ptr::eq(*other, table)).map_or("", |(_, name)| name)
    }

    fn add(&mut self, table: &'static TableShape) {
        if self.iter().any(|(other, _)| std::ptr::eq(other, table)) {
            return;
        }
        let name = self.free_name(table.name);
        self.named.push((table, name));
        for field in table.fields {
            self.add_within(&field.shape);
        }
    }

    fn add_within(&mut self, shape: &'static Shape) {
        match shape {
            Shape::Table(table) | Shape::Paths(table) => self.add(table),
            Shape::List { of, .. } => self.add_within(of),
            Shape::Map { value, .. } => self.add_within(value),
            Shape::OneOf(shapes) => shapes.iter().for_each(|shape| self.add_within(shape)),
            Shape::Whole { .. }
            | Shape::Decimal { .. }
            | Shape::Text { .. }
            | Shape::Flag
            | Shape::Word(_) => {}
        }
    }

    /// The second table of a name is called `name-2`.
    fn free_name(&self, wanted: &str) -> String {
        let wanted = wanted.replace(' ', "-");
        let taken = |name: &str| self.named.iter().any(|(_, other)| other == name);
        let mut name = wanted.clone();
        let mut count = 2;
        while taken(&name) {
            name = format!("{wanted}-{count}");
            count += 1;
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fracas_core::document::Field;

    static LEAF: TableShape = TableShape { name: "unit", doc: "", fields: &[], unknown_key: "" };
    static UNIT: TableShape = TableShape {
        name: "unit",
        doc: "",
        fields: &[
            Field::new("below", Shape::list(&Shape::Table(&UNIT), 9), ""),
            Field::new("kinds", Shape::map(&Shape::OneOf(&[Shape::Table(&LEAF)]), 9), ""),
        ],
        unknown_key: "",
    };

    #[test]
    fn every_table_is_met_once_under_a_name_of_its_own() {
        let tables = Tables::within(&UNIT);
        let names: Vec<&str> = tables.iter().map(|(_, name)| name).collect();
        assert_eq!(names, ["unit", "unit-2"]);
        assert_eq!(Tables::within(&LEAF).iter().count(), 0);
        assert_eq!(tables.name_of(&LEAF), "unit-2");
    }
}
