//! Writes a compiled engine once more so that it packs smaller; it runs as it did. Functions that are equal become one, those
//! that are called most get the short numbers, and the others stand beside those they resemble.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::convert::Infallible;

use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, Encode, Function, FunctionSection, MemArg, Module};
use wasmparser::{
    CodeSectionReader, FunctionBody, FunctionSectionReader, Operator, Parser, Payload, TypeRef,
};

use crate::{likeness, locals};

type Result<T> = std::result::Result<T, Error<Infallible>>;

/// Numbers below this are written in one byte.
const SHORT: usize = 128;

pub fn smaller(engine: &[u8]) -> Result<Vec<u8>> {
    let source = Source::read(engine)?;
    let mut writer =
        Writer { source: &source, numbers: (0..source.functions()).collect(), order: Vec::new() };
    let texts = writer.merge()?;
    writer.arrange(texts)?;
    let mut module = Module::new();
    writer.parse_core_module(&mut module, Parser::new(0), engine)?;
    Ok(module.finish())
}

/// The functions of a module. Those that are imported come first in its numbers.
struct Source<'a> {
    imported: usize,
    /// Of each function that is no import.
    kinds: Vec<u32>,
    parameters: Vec<usize>,
    bodies: Vec<FunctionBody<'a>>,
}

impl<'a> Source<'a> {
    fn read(engine: &'a [u8]) -> Result<Self> {
        let mut source =
            Self { imported: 0, kinds: Vec::new(), parameters: Vec::new(), bodies: Vec::new() };
        let mut types = Vec::new();
        for payload in Parser::new(0).parse_all(engine) {
            match payload? {
                Payload::TypeSection(section) => {
                    for kind in section.into_iter_err_on_gc_types() {
                        types.push(kind?.params().len());
                    }
                }
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        source.imported += usize::from(matches!(import?.ty, TypeRef::Func(_)));
                    }
                }
                Payload::FunctionSection(section) => {
                    for kind in section {
                        let kind = kind?;
                        source.kinds.push(kind);
                        source.parameters.push(types[kind as usize]);
                    }
                }
                Payload::CodeSectionEntry(body) => source.bodies.push(body),
                _ => {}
            }
        }
        Ok(source)
    }

    fn functions(&self) -> usize {
        self.imported + self.bodies.len()
    }
}

struct Writer<'a> {
    source: &'a Source<'a>,
    /// The new number of each function by its old one.
    numbers: Vec<usize>,
    /// Which bodies are written, one after the other.
    order: Vec<usize>,
}

impl Writer<'_> {
    /// Gives functions that are equal one number, until no two are: what called two that became one may be equal now.
    /// Returns what is left, by body.
    fn merge(&mut self) -> Result<Vec<(usize, Vec<u8>)>> {
        let imported = self.source.imported;
        loop {
            let mut known: HashMap<(u32, Vec<u8>), usize> = HashMap::new();
            let mut merged: HashMap<usize, usize> = HashMap::new();
            for body in 0..self.source.bodies.len() {
                if self.numbers[imported + body] != imported + body {
                    continue;
                }
                let mut text = Vec::new();
                self.function(body)?.encode(&mut text);
                match known.entry((self.source.kinds[body], text)) {
                    Entry::Occupied(same) => {
                        merged.insert(imported + body, imported + same.get());
                    }
                    Entry::Vacant(place) => {
                        place.insert(body);
                    }
                }
            }
            if merged.is_empty() {
                let mut left: Vec<(usize, Vec<u8>)> =
                    known.into_iter().map(|((_, text), body)| (body, text)).collect();
                left.sort_by_key(|&(body, _)| body);
                return Ok(left);
            }
            for number in &mut self.numbers {
                *number = *merged.get(number).unwrap_or(number);
            }
        }
    }

    /// Puts what is left in its order: the most called, as far as there are short numbers, then the others by likeness.
    fn arrange(&mut self, mut left: Vec<(usize, Vec<u8>)>) -> Result<()> {
        let imported = self.source.imported;
        let mut calls = vec![0; self.source.functions()];
        for &(body, _) in &left {
            let mut reader = self.source.bodies[body].get_operators_reader()?;
            while !reader.eof() {
                if let Operator::Call { function_index } = reader.read()? {
                    calls[self.numbers[function_index as usize]] += 1;
                }
            }
        }
        left.sort_by_key(|&(body, _)| (Reverse(calls[imported + body]), body));
        let others = left.split_off(SHORT.saturating_sub(imported).min(left.len()));
        let (bodies, texts): (Vec<usize>, Vec<Vec<u8>>) = others.into_iter().unzip();
        self.order = left.into_iter().map(|(body, _)| body).collect();
        self.order.extend(likeness::side_by_side(&texts).into_iter().map(|at| bodies[at]));

        let mut places: Vec<usize> = (0..self.source.functions()).collect();
        for (place, body) in self.order.iter().enumerate() {
            places[imported + body] = imported + place;
        }
        for number in &mut self.numbers {
            *number = places[*number];
        }
        Ok(())
    }

    fn function(&mut self, body: usize) -> Result<Function> {
        let source = self.source;
        let mut kinds = Vec::new();
        for group in source.bodies[body].get_locals_reader()? {
            let (count, kind) = group?;
            kinds.extend(std::iter::repeat_n(self.val_type(kind)?, count as usize));
        }
        let mut instructions = Vec::new();
        let mut reader = source.bodies[body].get_operators_reader()?;
        while !reader.eof() {
            instructions.push(self.parse_instruction(&mut reader)?);
        }
        let kinds = locals::by_use(source.parameters[body], &kinds, &mut instructions);
        let mut function = Function::new_with_locals_types(kinds);
        for instruction in &instructions {
            function.instruction(instruction);
        }
        Ok(function)
    }
}

impl Reencode for Writer<'_> {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32> {
        Ok(self.numbers[function as usize] as u32)
    }

    /// How an address is aligned is a hint that no browser takes: always the same one packs smaller.
    fn mem_arg(&mut self, argument: wasmparser::MemArg) -> Result<MemArg> {
        wasm_encoder::reencode::utils::mem_arg(
            self,
            wasmparser::MemArg { align: argument.max_align, ..argument },
        )
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        _: FunctionSectionReader<'_>,
    ) -> Result<()> {
        for &body in &self.order {
            functions.function(self.source.kinds[body]);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        _: CodeSectionReader<'_>,
    ) -> Result<()> {
        for body in self.order.clone() {
            code.function(&self.function(body)?);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::{
        EntityType, ExportKind, ExportSection, ImportSection, Instruction, MemorySection,
        MemoryType, TypeSection, ValType,
    };

    fn body(instructions: &[Instruction<'_>]) -> Function {
        let mut function = Function::new_with_locals_types([]);
        for instruction in instructions {
            function.instruction(instruction);
        }
        function.instruction(&Instruction::End);
        function
    }

    /// One import, then the functions given, which take nothing, answer a number and are exported by their letters.
    fn engine(functions: &[Function]) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], [ValType::I32]);
        let mut imports = ImportSection::new();
        imports.import("page", "asked", EntityType::Function(0));
        let mut kinds = FunctionSection::new();
        let mut memories = MemorySection::new();
        memories.memory(MemoryType {
            minimum: 1,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        let mut exports = ExportSection::new();
        let mut code = CodeSection::new();
        for ((number, letter), function) in (1..).zip('a'..).zip(functions) {
            kinds.function(0);
            exports.export(&letter.to_string(), ExportKind::Func, number);
            code.function(function);
        }
        let mut module = Module::new();
        module
            .section(&types)
            .section(&imports)
            .section(&kinds)
            .section(&memories)
            .section(&exports)
            .section(&code);
        module.finish()
    }

    /// What the exports name, and the instructions of each function.
    fn read(engine: &[u8]) -> (Vec<u32>, Vec<String>) {
        let (mut exports, mut bodies) = (Vec::new(), Vec::new());
        for payload in Parser::new(0).parse_all(engine) {
            match payload.unwrap() {
                Payload::ExportSection(section) => {
                    exports.extend(section.into_iter().map(|export| export.unwrap().index))
                }
                Payload::CodeSectionEntry(body) => {
                    let operators = body.get_operators_reader().unwrap().into_iter();
                    bodies.push(
                        operators.map(|operator| format!("{:?};", operator.unwrap())).collect(),
                    );
                }
                _ => {}
            }
        }
        (exports, bodies)
    }

    #[test]
    fn equal_functions_become_one_and_so_do_those_that_call_them() {
        let one = body(&[Instruction::I32Const(1)]);
        let engine = engine(&[
            body(&[Instruction::Call(2)]),
            one.clone(),
            one,
            body(&[Instruction::Call(3)]),
            body(&[Instruction::Call(0)]),
        ]);
        let (exports, bodies) = read(&smaller(&engine).unwrap());
        assert_eq!(bodies.len(), 3);
        let [a, b, c, d, e] = exports[..] else { panic!("{exports:?}") };
        assert_eq!((a, b), (d, c));
        let of = |number: u32| bodies[number as usize - 1].as_str();
        assert_eq!(of(a), format!("Call {{ function_index: {b} }};End;"));
        assert_eq!(of(b), "I32Const { value: 1 };End;");
        assert_eq!(of(e), "Call { function_index: 0 };End;", "imports keep their numbers");
    }

    #[test]
    fn the_most_called_have_the_first_numbers() {
        let twice = [Instruction::Call(2), Instruction::Call(2), Instruction::I32Add];
        let engine = engine(&[body(&twice), body(&[Instruction::I32Const(7)])]);
        assert_eq!(read(&smaller(&engine).unwrap()).0, [2, 1]);
    }

    #[test]
    fn hints_of_alignment_are_all_the_same() {
        let load = |align| Instruction::I32Load(MemArg { offset: 4, align, memory_index: 0 });
        let of = |align| body(&[Instruction::I32Const(0), load(align)]);
        let (exports, bodies) = read(&smaller(&engine(&[of(0), of(2)])).unwrap());
        assert_eq!(exports, [1, 1]);
        assert!(bodies[0].contains("align: 2"), "{bodies:?}");
    }
}
