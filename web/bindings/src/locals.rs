//! Numbers the locals of each function by how often they are used. It runs as it did, but what is used most has the
//! same small numbers everywhere, and packs a hundredth smaller.

use std::cmp::Reverse;
use std::convert::Infallible;

use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, Function, Instruction, Module, ValType};
use wasmparser::{FunctionBody, Parser, Payload};

type Result<T> = std::result::Result<T, Error<Infallible>>;

pub fn by_use(engine: &[u8]) -> Result<Vec<u8>> {
    let mut module = Module::new();
    let parameters = parameters(engine)?;
    ByUse { parameters: parameters.into_iter() }.parse_core_module(&mut module, Parser::new(0), engine)?;
    Ok(module.finish())
}

/// How many each function has that is no import, in their order. They are its first locals and stay where they are.
fn parameters(engine: &[u8]) -> Result<Vec<usize>> {
    let mut types = Vec::new();
    let mut functions = Vec::new();
    for payload in Parser::new(0).parse_all(engine) {
        match payload? {
            Payload::TypeSection(section) => {
                for kind in section.into_iter_err_on_gc_types() {
                    types.push(kind?.params().len());
                }
            }
            Payload::FunctionSection(section) => {
                for kind in section {
                    functions.push(types[kind? as usize]);
                }
            }
            _ => {}
        }
    }
    Ok(functions)
}

struct ByUse {
    /// Those of the functions to come.
    parameters: std::vec::IntoIter<usize>,
}

struct Local {
    old: usize,
    kind: ValType,
    uses: usize,
    first: usize,
}

impl Reencode for ByUse {
    type Error = Infallible;

    fn parse_function_body(&mut self, code: &mut CodeSection, body: FunctionBody<'_>) -> Result<()> {
        let parameters = self.parameters.next().expect("a function for each body");
        let mut instructions = Vec::new();
        let mut reader = body.get_operators_reader()?;
        while !reader.eof() {
            instructions.push(self.parse_instruction(&mut reader)?);
        }

        let mut locals = Vec::new();
        for group in body.get_locals_reader()? {
            let (count, kind) = group?;
            let kind = self.val_type(kind)?;
            for _ in 0..count {
                locals.push(Local { old: parameters + locals.len(), kind, uses: 0, first: usize::MAX });
            }
        }
        for (at, instruction) in instructions.iter_mut().enumerate() {
            if let Some(number) = local(instruction)
                && let Some(local) = (*number as usize).checked_sub(parameters)
            {
                locals[local].uses += 1;
                locals[local].first = locals[local].first.min(at);
            }
        }

        // One kind stands together: a function lists its kinds with their numbers.
        locals.retain(|local| local.uses > 0);
        let most = |kind| locals.iter().filter(|local| local.kind == kind).map(|local| local.uses).sum::<usize>();
        let mut kinds: Vec<(ValType, usize)> = Vec::new();
        for local in &locals {
            if !kinds.iter().any(|(kind, _)| *kind == local.kind) {
                kinds.push((local.kind, most(local.kind)));
            }
        }
        kinds.sort_by_key(|&(_, uses)| Reverse(uses));
        let place = |kind| kinds.iter().position(|(known, _)| *known == kind);
        locals.sort_by_key(|local| (place(local.kind), Reverse(local.uses), local.first));

        let mut new = vec![0; parameters + locals.iter().map(|local| local.old + 1).max().unwrap_or(0)];
        for (number, local) in locals.iter().enumerate() {
            new[local.old] = (parameters + number) as u32;
        }
        let mut function = Function::new_with_locals_types(locals.iter().map(|local| local.kind));
        for mut instruction in instructions {
            if let Some(number) = local(&mut instruction)
                && *number as usize >= parameters
            {
                *number = new[*number as usize];
            }
            function.instruction(&instruction);
        }
        code.function(&function);
        Ok(())
    }
}

/// The local that an instruction names.
fn local<'a>(instruction: &'a mut Instruction<'_>) -> Option<&'a mut u32> {
    match instruction {
        Instruction::LocalGet(number) | Instruction::LocalSet(number) | Instruction::LocalTee(number) => Some(number),
        _ => None,
    }
}
